//! `xunlu find`: the path, drawn, and a line of facts about it.

use crate::Ending;
use crate::answered::{facts, no_path};
use crate::args::FindArgs;
use crate::asking::Asked;
use crate::failure::Failure;
use crate::hierarchy;
use crate::opened::open;
use crate::picture::Picture;
use crate::roadmap;
use crate::scene::{Going, Scene, unheeded_on};
use crate::screen::{Screen, harmless};
use std::time::Instant;
use xunlu::{Answer, wire};
use xunlu_client::{BearerToken, NatsBroker, Navigator, OverNats, Refusal, Remote};
use xunlu_serve::text_of;

/// The variable of the environment with the token that services know us by.
const TOKEN: &str = "XUNLU_TOKEN";

pub(crate) fn run(args: &FindArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let question = &args.question;
    let how = &question.how;
    let going = Going { who: &how.mover, over: &args.over, unheeded: how.unheeded_at_any_angle() };
    let baked = Scene::baked(&question.map, going)?;
    if let Some(scene) = baked {
        return at_any_angle(args, scene, screen);
    }
    let opened = open(&question.map, screen)?;
    if args.any_angle || opened.is_mesh() {
        return at_any_angle(args, Scene::of(&opened, going)?, screen);
    }
    if let Some(option) = args.over.first_given() {
        return Err(unheeded_on("steps from cell to cell", option));
    }
    let (map, names) = opened.into_map()?;
    let mut asked = Asked::of(map, &names, &question.how, &question.from, &question.to)?;
    if let Some(index) = &args.index {
        if hierarchy::is_one(index) {
            hierarchy::attach(&mut asked, index)?;
        } else {
            roadmap::attach(&mut asked.world, asked.query.mover, index)?;
        }
    }
    let asked = asked.ready()?;
    let begun = Instant::now();
    let answer = match &args.server {
        None => asked.answer(screen)?,
        Some(server) => answer_of(server, args, &asked)?,
    };
    let elapsed = begun.elapsed();
    let ending = if answer.path().is_some() { Ending::Found } else { Ending::NoPath };
    let map = asked.world.map();
    if args.json {
        screen.print_json(serde_json::to_string(&wire::Answer::new(map, answer)))?;
        return Ok(ending);
    }
    let picture = Picture::of_answer(map, &asked.query, &answer).draw(map, screen);
    let told = match &answer.outcome {
        xunlu::Outcome::Found(found) => {
            let facts = facts(&asked, &answer, found)?;
            // Whatever is piped is the same every time; a time never is.
            let time = screen.size().map(|_| format!(" {:.1} ms.", elapsed.as_secs_f64() * 1e3));
            facts + &time.unwrap_or_default()
        }
        _ => no_path(&asked, &answer)?,
    };
    let gap = if picture.is_empty() { "" } else { "\n\n" };
    screen.print(format_args!("{picture}{gap}{told}\n"))?;
    Ok(ending)
}

/// What a service says to the question, about the map that it holds under the file's name.
fn answer_of(server: &str, args: &FindArgs, asked: &Asked) -> Result<Answer, Failure> {
    let refused = |refusal: Refusal| Failure::BadInput(refusal.to_string());
    // An empty one is none, as shells have it.
    let own = std::env::var(TOKEN).ok().filter(|own| !own.is_empty());
    let token = args.token.as_deref().or(own.as_deref());
    let token = token.map(BearerToken::new).transpose().map_err(refused)?;
    let remote = navigator(server, args, token.as_ref()).map_err(refused)?;
    let name = args.question.map.map.file_stem().unwrap_or_default().to_string_lossy();
    let query = wire::Query::new(&asked.world, &asked.query);
    let told = remote.path(&name, query).map_err(refused)?;
    let answer = told.to_answer(asked.world.map())?;
    if let Some(path) = answer.path() {
        asked.world.check_path(path, asked.query.mover).map_err(|fault| {
            let name = harmless(&name);
            Failure::BadInput(format!("the service's map {name} is not this file's: {fault}"))
        })?;
    }
    Ok(answer)
}

/// Who answers at an address.
fn navigator(
    server: &str,
    args: &FindArgs,
    token: Option<&BearerToken>,
) -> Result<Box<dyn Navigator>, Refusal> {
    if ["nats://", "tls://"].iter().any(|scheme| server.starts_with(scheme)) {
        let workers = OverNats::through(&broker(server, args)?)?;
        return Ok(match token {
            None => Box::new(workers),
            Some(token) => Box::new(workers.with_token(token)),
        });
    }
    if args.nats_creds.is_some() || args.nats_ca.is_some() {
        let words = "--nats-creds and --nats-ca are for a broker of NATS; expected --server nats://HOST:PORT";
        return Err(Refusal::not_understood(words));
    }
    let remote = Remote::new(server)?;
    Ok(match token {
        None => Box::new(remote),
        Some(token) => Box::new(remote.with_token(token)),
    })
}

/// A broker of NATS, with what it is shown.
fn broker(url: &str, args: &FindArgs) -> Result<NatsBroker, Refusal> {
    let mut broker = NatsBroker::at(url);
    if let Some(file) = &args.nats_creds {
        broker = broker.with_credentials(&text_of(file)?)?;
    }
    if let Some(file) = &args.nats_ca {
        broker = broker.with_authorities(file);
    }
    Ok(broker)
}

/// The shortest path of any angle, by its turns.
fn at_any_angle(args: &FindArgs, mut scene: Scene, screen: &mut Screen) -> Result<Ending, Failure> {
    if let Some(index) = &args.index {
        scene = scene.with_index(index)?;
    }
    let [to] = &args.question.to[..] else {
        let expected = "expected one --to";
        return Err(Failure::BadInput(format!("a path of any angle has one goal; {expected}")));
    };
    let from = scene.spot("--from", &args.question.from)?;
    let found = scene.find(from, scene.spot("--to", to)?);
    if args.json {
        screen.print_json(serde_json::to_string(&found.json))?;
    } else {
        screen.print(format_args!("{}\n", found.told))?;
    }
    Ok(if found.line.is_empty() { Ending::NoPath } else { Ending::Found })
}
