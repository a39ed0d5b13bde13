//! What is watched at a service elsewhere: changes of maps, and what breaks a path.

mod in_frames;
mod in_events;

use crate::over_frames::Place;
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{BearerToken, Frame, WatchCall, WatchEvent};
use in_events::InEvents;
use in_frames::InFrames;
use std::collections::BTreeMap;
use std::time::Duration;

/// The number of calls whose reply nobody wants.
const NOBODY: u32 = 0;

/// Where nothing was told for so long, it is looked whether the service is there; where nothing comes for as
/// long again, it is not.
const QUIET_TIME: Duration = Duration::from_secs(20);

/// So long one of the servers may take to be connected to, before the next has its turn.
const CONNECT_TIME: Duration = Duration::from_secs(2);

/// Nobody waits longer for news.
const MOST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Which of the things that are watched something is told of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WatchNumber(u32);

/// What is told of something that is watched. A refusal says that nothing more comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchNews {
    /// Of which.
    pub number: WatchNumber,
    /// What.
    pub told: Result<WatchEvent, Refusal>,
}

/// What is watched at a service, told as it happens: in frames on one connection for all of it, over HTTP as
/// server-sent events, on a connection for each thing that a thread of its own reads while it is there.
///
/// When a connection ends, as where the service is begun anew, another is made, to the next of the servers
/// if there are several, and all is watched on it again: of changes those too that were missed, with
/// [`WatchEvent::Anew`] where they are not kept; a path that broke meanwhile is refused as a conflict. Any
/// thread may give something to be watched while another waits for news.
///
/// ```no_run
/// use std::time::Duration;
/// use xunlu_client::{Remote, WatchCall, WatchEvent};
///
/// let watching = Remote::new("tcp://127.0.0.1:8091")?.watching();
/// let changes = watching.watch(WatchCall::changes_of("yard"))?;
/// while let Some(news) = watching.next(Duration::from_secs(60))? {
///     if let Ok(WatchEvent::Changed(told)) = news.told {
///         println!("{:?}: revision {}", news.number == changes, told.revision);
///     }
/// }
/// # Ok::<(), xunlu_client::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Watching(Way);

#[derive(Debug)]
enum Way {
    Frames(InFrames),
    Events(InEvents),
}

impl Watching {
    pub(crate) fn in_frames(places: Vec<Place>, token: Option<BearerToken>) -> Watching {
        Watching(Way::Frames(InFrames::new(places, token)))
    }

    pub(crate) fn in_events(hosts: Vec<String>, token: Option<BearerToken>) -> Watching {
        Watching(Way::Events(InEvents::new(hosts, token)))
    }

    /// Has something watched from now on. What comes of it is told by [`next`](Self::next), first that it is
    /// watched, or why not.
    ///
    /// # Errors
    /// When it is longer than a call may be, or the system gives no thread.
    ///
    /// # Panics
    /// When four milliard things are watched already.
    pub fn watch(&self, call: WatchCall) -> Result<WatchNumber, Refusal> {
        match &self.0 {
            Way::Frames(way) => way.watch(call),
            Way::Events(way) => way.watch(call),
        }
    }

    /// Has it watched no longer. What was told of it before may still come.
    pub fn unwatch(&self, number: WatchNumber) {
        match &self.0 {
            Way::Frames(way) => way.unwatch(number),
            Way::Events(way) => way.unwatch(number),
        }
    }

    /// What is told next, waited for no longer than so. Returns `None` if nothing was.
    ///
    /// # Errors
    /// When there was no connection in all that time, although something is watched or it is done in frames.
    /// It may be called again: the next that can be made is.
    pub fn next(&self, time: Duration) -> Result<Option<WatchNews>, Refusal> {
        match &self.0 {
            Way::Frames(way) => way.next(time),
            Way::Events(way) => way.next(time),
        }
    }
}

/// The number of a call of so many bytes by which something more is watched: none that has another thing,
/// nor [`NOBODY`].
fn number_for<T>(
    length: usize,
    last: &mut u32,
    watched: &BTreeMap<u32, T>,
) -> Result<u32, Refusal> {
    let most = Frame::CALL_BYTES_MAX;
    if length > most {
        let words = format!("a call of {length} bytes; expected {most} at most");
        return Err(Refusal::new(RefusalKind::TooLarge, words));
    }
    let before = *last;
    let mut numbers = (1..).map(|more| before.wrapping_add(more));
    let is_free = |number: &u32| *number != NOBODY && !watched.contains_key(number);
    *last = numbers.find(is_free).expect("nobody watches four milliard things");
    Ok(*last)
}

/// Of changes, those after the last that was told are watched on the next connection.
fn goes_on_from(call: &mut WatchCall, told: &WatchEvent) {
    let (WatchEvent::Watching(at) | WatchEvent::Anew(at) | WatchEvent::Changed(at)) = told else {
        return;
    };
    if call.path.is_none() && call.line.is_none() {
        call.after = Some(at.revision.clone());
    }
}
