//! `xunlu serve`: the pathfinding service, until it is told to end.

mod token;

use crate::Ending;
use crate::args::{ServeArgs, ServeCommand};
use crate::failure::Failure;
use crate::screen::{Screen, harmless};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::signal;
use xunlu_client::Refusal;
use xunlu_serve::{Running, Server, ServiceLimits, Setup, map_of};

/// How many threads wait on sockets: searches have their own.
const SOCKET_THREADS: usize = 2;

pub(crate) fn run(args: &ServeArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    if let Some(ServeCommand::Token(args)) = &args.command {
        return token::make(args, screen);
    }
    check_reach(args)?;
    let setup = setup(args)?;
    let runtime =
        Builder::new_multi_thread().worker_threads(SOCKET_THREADS).enable_all().build()?;
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
    tell(args, &running, screen)?;
    serve(&runtime, running, screen)
}

/// Refuses to be asked from elsewhere by accident.
fn check_reach(args: &ServeArgs) -> Result<(), Failure> {
    let mut addresses = std::iter::once(args.http).chain(args.tcp()).chain(args.grpc());
    let open = addresses.find(|address| !address.ip().is_loopback());
    let Some(open) = open.filter(|_| !args.insecure) else { return Ok(()) };
    let lack = match &args.tokens {
        None => {
            "nobody is asked who they are (--tokens FILE), and all that is said can be read on the way"
        }
        Some(_) => "all that is said can be read on the way, tokens too",
    };
    Err(Failure::BadInput(format!(
        "{open} is not on this machine alone, and {lack}; expected an address such as 127.0.0.1:8090, with a proxy \
         before it that encrypts, or --insecure",
    )))
}

fn setup(args: &ServeArgs) -> Result<Setup, Failure> {
    Ok(Setup {
        http: args.http,
        tcp: args.tcp(),
        grpc: args.grpc(),
        unix: args.unix.clone(),
        data: args.data.clone(),
        tokens: args.tokens.as_deref().map(token::tokens).transpose()?,
        hosts: args.host.clone(),
        workers: args.workers,
        limits: ServiceLimits {
            waiting_max: args.waiting_max,
            time_max: Duration::from_millis(args.time_max),
            ..ServiceLimits::default()
        },
        ..Setup::default()
    })
}

/// Has the maps that were named held, unless they are kept already, with changes that the files know nothing
/// of.
fn hold(args: &ServeArgs, running: &Running, screen: &mut Screen) -> Result<(), Failure> {
    for path in &args.maps {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
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
            map_of(&name, &bytes).map_err(refused)?;
        } else {
            running.server.put(&name, &bytes).map_err(refused)?;
        }
    }
    Ok(())
}

fn tell(args: &ServeArgs, running: &Running, screen: &mut Screen) -> Result<(), Failure> {
    let http = running.http;
    let kept = match &args.data {
        Some(folder) => format!("Maps are kept in {}.", folder.display()),
        None => "Maps are kept in memory alone (--data FOLDER keeps them).".to_owned(),
    };
    let frames = running.tcp.map(|tcp| format!("tcp://{tcp}"));
    let frames =
        frames.into_iter().chain(args.unix.as_ref().map(|path| format!("unix:{}", path.display())));
    let frames: Vec<String> = frames.collect();
    let frames = match &frames[..] {
        [] => String::new(),
        some => format!("For many questions at a time: {}\n", some.join(", ")),
    };
    let grpc =
        running.grpc.map(|grpc| format!("For clients of gRPC: {grpc}\n")).unwrap_or_default();
    let said = match &args.tokens {
        Some(file) => format!("Who asks says a token of {}.\n", file.display()),
        None => String::new(),
    };
    screen.print(format_args!(
        "The service is at http://{http}\n{frames}{grpc}{kept}\n{said}\
         Try: curl --data-binary @MAP -X PUT http://{http}/v1/maps/yard\n     \
         curl -d '{{\"from\":\"0,0\",\"goal\":{{\"at\":\"3,0\"}}}}' http://{http}/v1/maps/yard/path\n\
         Ctrl+C ends it.\n"
    ))?;
    Ok(())
}

/// Until somebody ends it.
fn serve(runtime: &Runtime, running: Running, screen: &mut Screen) -> Result<Ending, Failure> {
    let is_whole = runtime.block_on(async {
        asked_to_end().await?;
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

#[cfg(not(unix))]
async fn asked_to_end() -> std::io::Result<()> {
    signal::ctrl_c().await
}
