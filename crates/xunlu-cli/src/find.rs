//! `xunlu find`: the path, drawn, and a line of facts about it.

use crate::Ending;
use crate::answered::{facts, no_path};
use crate::args::FindArgs;
use crate::asking::Asked;
use crate::failure::Failure;
use crate::picture::Picture;
use crate::screen::Screen;
use std::time::Instant;
use xunlu::wire;

pub(crate) fn run(args: &FindArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let asked = Asked::new(&args.question, screen)?;
    let begun = Instant::now();
    let answer = asked.answer(screen)?;
    let elapsed = begun.elapsed();
    let ending = if answer.path().is_some() { Ending::Found } else { Ending::NoPath };
    let map = asked.world.map();
    if args.json {
        screen.print_json(serde_json::to_string(&wire::Answer::new(map, &answer)))?;
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
