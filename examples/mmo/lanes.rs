//! The lanes that questions take to the workers: in frames by turns, or over NATS.

use crate::town::NAME;
use crate::worker::Address;
use std::sync::{Arc, PoisonError, RwLock};
use xunlu_client::{
    Ask, ChangeTold, ChangeWish, Navigator, OverNats, Refusal, Remote, Response, Wish,
};

/// All lanes.
#[derive(Debug)]
pub(crate) struct Lanes(Kind);

#[derive(Debug)]
enum Kind {
    /// Frames over TCP: workers have their turns, and who does not answer is left out.
    Frames(RwLock<Frames>),
    /// The broker chooses who answers.
    Nats(OverNats),
}

#[derive(Debug, Default)]
struct Frames {
    remote: Option<Arc<Remote>>,
    /// Those from before a worker began anew, as long as somebody asks on them.
    former: Vec<Arc<Remote>>,
    /// How often something was asked again on those before.
    asked_again: u64,
}

impl Lanes {
    pub(crate) fn new(nats: Option<&str>) -> Result<Lanes, Refusal> {
        Ok(Lanes(match nats {
            None => Kind::Frames(RwLock::default()),
            Some(url) => Kind::Nats(OverNats::to(url)?),
        }))
    }

    /// A worker is there that was not: lanes lead to it from now on.
    pub(crate) fn renew(&self, addresses: &[Option<Address>]) -> Result<(), Refusal> {
        let Kind::Frames(frames) = &self.0 else { return Ok(()) };
        let servers: Vec<String> =
            addresses.iter().flatten().map(|own| format!("tcp://{}", own.tcp)).collect();
        let remote = Remote::any_of(servers.iter().map(String::as_str))?.by_turns();
        let mut frames = frames.write().unwrap_or_else(PoisonError::into_inner);
        let own = frames.remote.replace(Arc::new(remote));
        for former in std::mem::take(&mut frames.former).into_iter().chain(own) {
            if Arc::strong_count(&former) > 1 {
                frames.former.push(former);
            } else {
                frames.asked_again += former.asked_again();
            }
        }
        Ok(())
    }

    /// Asks a worker, and another if that does not answer or has too much to do.
    pub(crate) fn ask(&self, ask: &Ask, wish: &Wish) -> Result<Response, Refusal> {
        match &self.0 {
            Kind::Nats(nats) => nats.ask(NAME, ask, wish),
            Kind::Frames(frames) => {
                let remote = frames.read().unwrap_or_else(PoisonError::into_inner).remote.clone();
                remote.ok_or_else(Refusal::expired)?.ask(NAME, ask, wish)
            }
        }
    }

    /// Changes the town at the one worker that writes it.
    ///
    /// # Panics
    /// Without NATS, where each worker is told by itself.
    pub(crate) fn change(&self, wish: &ChangeWish) -> Result<ChangeTold, Refusal> {
        let Kind::Nats(nats) = &self.0 else { unreachable!("each worker is told by itself") };
        nats.change(NAME, wish)
    }

    /// How often a question was asked again by the client itself.
    pub(crate) fn asked_again(&self) -> u64 {
        match &self.0 {
            Kind::Nats(nats) => nats.asked_again(),
            Kind::Frames(frames) => {
                let frames = frames.read().unwrap_or_else(PoisonError::into_inner);
                let remotes = frames.remote.iter().chain(&frames.former);
                frames.asked_again + remotes.map(|remote| remote.asked_again()).sum::<u64>()
            }
        }
    }
}
