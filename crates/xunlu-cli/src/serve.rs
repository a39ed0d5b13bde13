//! `xunlu serve`: the pathfinding service, until it is told to end.

mod token;

use crate::Ending;
use crate::args::{ServeArgs, ServeCommand};
use crate::failure::Failure;
use crate::play;
use crate::screen::{Screen, harmless};
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};
use tokio::signal;
use xunlu_client::Refusal;
use xunlu_serve::{Given, Running, Server, ServiceSettings, text_of};

/// How many threads wait on sockets: searches have their own.
const SOCKET_THREADS: usize = 2;

pub(crate) fn run(args: &ServeArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    if let Some(ServeCommand::Token(args)) = &args.command {
        return token::make(args, screen);
    }
    let settings = settings(args, screen)?;
    let mut setup = settings.setup().map_err(bad)?;
    setup.pages = Some(play::pages("play/"));
    let runtime = runtime()?;
    if args.check
        && let Some(nats) = setup.nats.take()
    {
        // The others shall not take notice of it.
        let seen = runtime.block_on(nats.check());
        seen.map_err(|error| Failure::BadInput(error.to_string()))?;
    }
    let running = runtime
        .block_on(Server::begin(setup))
        .map_err(|error| Failure::BadInput(format!("the service cannot begin: {error}")))?;
    for remark in &running.remarks {
        screen.remark(&harmless(remark));
    }
    hold(args, &running, screen)?;
    if args.check {
        runtime.block_on(running.end());
        screen.print(format_args!("all is well\n"))?;
        return Ok(Ending::Found);
    }
    tell(&settings, &running, screen)?;
    until_ended(&runtime, running, Some(&settings), screen)
}

/// What sockets are waited for on.
pub(crate) fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(SOCKET_THREADS).enable_all().build()
}

/// What is set by a file, by the environment and by the command line.
fn settings(args: &ServeArgs, screen: &mut Screen) -> Result<ServiceSettings, Failure> {
    let mut given = Given::default();
    let named = std::env::var_os("XUNLU_SERVE_CONFIG").map(PathBuf::from);
    if let Some(file) = args.config.clone().or(named) {
        let text = text_of(&file).map_err(bad)?;
        given.file(&file.display().to_string(), &text).map_err(bad)?;
    }
    // What is no text is no setting of ours.
    let own = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    for name in given.environment(own) {
        let name = harmless(&name);
        screen.remark(&format!("{name} in the environment is no setting of the service"));
    }
    for (key, values) in &args.settings.0 {
        given.flag(key, values.clone());
    }
    given.settings().map_err(bad)
}

#[expect(clippy::needless_pass_by_value, reason = "it takes the place of the refusal")]
fn bad(refusal: Refusal) -> Failure {
    Failure::BadInput(refusal.to_string())
}

/// Has the maps that were named held, unless they are kept already, with changes that the files know nothing
/// of.
fn hold(args: &ServeArgs, running: &Running, screen: &mut Screen) -> Result<(), Failure> {
    for path in &args.files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let told = path.display();
        let bytes = std::fs::read(path)
            .map_err(|error| Failure::BadInput(format!("{told} cannot be read: {error}")))?;
        let refused = |refusal: Refusal| Failure::BadInput(format!("{told}: {refusal}"));
        if running.server.has(&name) {
            let name = harmless(&name);
            screen.remark(&format!(
                "{name} is kept already: {told} is not read (PUT replaces a map)"
            ));
        } else if args.check {
            running.server.check(&name, &ending, &bytes).map_err(refused)?;
        } else {
            running.server.put_either(&name, &ending, &bytes).map_err(refused)?;
        }
    }
    Ok(())
}

fn tell(settings: &ServiceSettings, running: &Running, screen: &mut Screen) -> Result<(), Failure> {
    let http = running.http;
    let kept = match &settings.setup.data {
        Some(folder) => format!("Maps are kept in {}.", folder.display()),
        None => "Maps are kept in memory alone (--data FOLDER keeps them).".to_owned(),
    };
    let frames = running.tcp.map(|tcp| format!("tcp://{tcp}"));
    let frames = frames
        .into_iter()
        .chain(settings.setup.unix.as_ref().map(|path| format!("unix:{}", path.display())));
    let frames: Vec<String> = frames.collect();
    let frames = match &frames[..] {
        [] => String::new(),
        some => format!("For many questions at a time: {}\n", some.join(", ")),
    };
    let grpc =
        running.grpc.map(|grpc| format!("For clients of gRPC: {grpc}\n")).unwrap_or_default();
    let shared =
        running.worker.as_ref().map(|worker| format!("Over NATS it is worker {worker}.\n"));
    let shared = shared.unwrap_or_default();
    let said = match &settings.tokens {
        Some(file) => format!("Who asks says a token of {}.\n", file.display()),
        None => String::new(),
    };
    screen.print(format_args!(
        "The service is at http://{http}\n{frames}{grpc}{shared}The playground is at http://{http}/play/\n{kept}\n{said}\
         Try: curl --data-binary @MAP -X PUT http://{http}/v1/maps/yard\n     \
         curl -d '{{\"from\":\"0,0\",\"goal\":{{\"at\":\"3,0\"}}}}' http://{http}/v1/maps/yard/path\n\
         Ctrl+C ends it.\n"
    ))?;
    Ok(())
}

/// Until somebody ends it.
pub(crate) fn until_ended(
    runtime: &Runtime,
    running: Running,
    settings: Option<&ServiceSettings>,
    screen: &mut Screen,
) -> Result<Ending, Failure> {
    let is_whole = runtime.block_on(async {
        let server = running.server.clone();
        // Where there is nothing to read again, a terminal that is closed ends it, as it ends others.
        let has_files = settings.is_some_and(|own| {
            own.tokens.is_some() || own.tls_cert.is_some() || own.nats_creds.is_some()
        });
        let mut reread = || match settings.map_or(Ok(()), |own| server.reload(own)) {
            Ok(()) => screen.remark("tokens, certificates and credentials were read again"),
            Err(refusal) => {
                screen.complain(&format!(
                    "tokens, certificates and credentials stay as they were: {refusal}"
                ));
            }
        };
        tokio::select! {
            ended = asked_to_end() => ended?,
            lost = asked_to_read_again(&mut reread), if has_files => lost?,
        }
        Ok::<_, std::io::Error>(running.end().await)
    })?;
    if is_whole {
        screen.remark("ended; all that was asked is answered");
        Ok(Ending::Found)
    } else {
        screen.complain("ended before all that was asked was answered");
        Ok(Ending::Wrong)
    }
}

#[cfg(unix)]
async fn asked_to_end() -> std::io::Result<()> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    tokio::select! {
        pressed = signal::ctrl_c() => pressed,
        _ = terminate.recv() => Ok(()),
    }
}

/// Reads again whenever it is told to.
#[cfg(unix)]
async fn asked_to_read_again(reread: &mut impl FnMut()) -> std::io::Result<()> {
    let mut hangups = signal::unix::signal(signal::unix::SignalKind::hangup())?;
    while hangups.recv().await.is_some() {
        reread();
    }
    std::future::pending().await
}

#[cfg(not(unix))]
async fn asked_to_read_again(_reread: &mut impl FnMut()) -> std::io::Result<()> {
    std::future::pending().await
}

#[cfg(not(unix))]
async fn asked_to_end() -> std::io::Result<()> {
    signal::ctrl_c().await
}
