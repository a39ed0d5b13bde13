//! Somebody who calls on one connection, many times without waiting, and what is called.

mod outbox;

use super::guard::scope_of_call;
use crate::access::{Grant, Scope};
use crate::core::queue::ClientId;
use crate::core::request::{AtRevision, Gone, Request, revision_from};
use crate::pool::{Sleeper, Tell};
use crate::server::{Server, ended};
use crate::trace::TraceId;
use crate::{ChangeAsked, WatchAsked};
pub(crate) use outbox::{Outbox, Replies};
use serde_json::json;
use std::convert::Infallible;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};
use xunlu::map::Revision;
use xunlu_client::{
    AnyChange, AskCall, Call, CallReply, ChangeCall, Refusal, SceneChangeCall, WatchCall,
};

/// At the end, so long calls are still read, to be refused by a reply, before the connection is closed.
pub(crate) const LAST_CALLS_TIME: Duration = Duration::from_millis(250);

/// How long a client has to read the rest, and to close its end.
pub(crate) const LAST_WORDS_TIME: Duration = Duration::from_secs(2);

/// Whose searches were refused unread is not heard for so long: a fifth of the time after which he was told
/// to come again.
const REFUSED_TIME: Duration = Duration::from_millis(10);

/// So many news are taken from the service with one lock.
pub(super) const NEWS_AT_ONCE: usize = 64;

/// How the calls of a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// Nobody is there any more.
    Gone,
    /// Somebody is, who took too long, as these words say.
    Late(&'static str),
    /// It is to be closed, when what was asked is answered.
    Closing,
    /// The client asks nothing more and waits for the rest, for as long as that may take.
    Asked,
}

/// How a reply is written behind what stands there already, with the number of its call.
pub(crate) type Written = fn(&mut Vec<u8>, u32, CallReply);

/// How it is written that there is too much to do, with the number of a call.
pub(crate) type WrittenBusy = fn(&mut Vec<u8>, u32);

/// A call as it came.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) number: u32,
    pub(crate) written: Written,
    /// How many bytes it was.
    pub(crate) bytes: usize,
    pub(crate) call: Result<Call, Refusal>,
}

/// One end of a connection. When it is dropped, what was asked is no longer waited for.
#[derive(Debug)]
pub(crate) struct Caller {
    server: Server,
    client: ClientId,
    outbox: Arc<Outbox>,
    // What it may do, as the last token says.
    grant: Mutex<Grant>,
    // How news are written: as the last call to watch was.
    written: Mutex<Option<Written>>,
}

impl Caller {
    pub(crate) fn new(server: Server, grant: Grant) -> Caller {
        let client = server.new_client();
        let (grant, written) = (Mutex::new(grant), Mutex::default());
        Caller { server, client, outbox: Arc::default(), grant, written }
    }

    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// How long it may say nothing.
    pub(crate) fn idle_time(&self) -> Duration {
        self.server.bounds().idle_time
    }

    /// How many searches of those that are here are worth reading: there is no place for more. Returns `None`
    /// if nothing is to be said against any of them.
    pub(crate) fn searches_worth_reading(&self) -> Option<usize> {
        let pool = self.server.pool();
        if !pool.is_pressed() {
            return None;
        }
        // Who may not ask hears that.
        let may_ask = self.grant().allow(Scope::Read).is_ok();
        may_ask.then(|| pool.with(|service| service.room_for_searches(self.client)))
    }

    /// Refuses searches that nobody has read, each in its way, for there is too much to do. Nothing more is
    /// heard for a moment then: who asks again at once would have all the time that is left for answers.
    pub(crate) async fn refuse_unread(&self, numbers: &[(u32, WrittenBusy)]) {
        if numbers.is_empty() {
            return;
        }
        self.server.pool().count_unread(numbers.len());
        self.outbox.waits_for(numbers.len(), 0);
        for &(number, written) in numbers {
            self.outbox.put(0, |out| written(out, number));
        }
        self.outbox.wake();
        sleep(REFUSED_TIME).await;
    }

    /// Takes calls, which have a reply each, sooner or later.
    pub(crate) async fn take(&self, calls: Vec<Said>) {
        let mut comes_back = self.take_in(calls);
        while comes_back {
            // What was answered is written, and others are heard.
            yield_now().await;
            comes_back = self.server.pool().answer_more();
        }
    }

    /// Returns whether it is worth to come back soon.
    fn take_in(&self, calls: Vec<Said>) -> bool {
        let mut asked = Vec::with_capacity(calls.len());
        self.outbox.waits_for(calls.len(), calls.iter().map(|said| said.bytes).sum());
        for Said { number, written, bytes, call } in calls {
            let reply = |told: CallReply| self.outbox.push(bytes, |out| written(out, number, told));
            // It is large, and moved no more often than need be.
            let allowed = call.as_ref().map_or(Ok(()), |call| self.allow(call));
            match allowed.and(call) {
                Err(refusal) => reply(CallReply::from(Err(refusal))),
                Ok(Call::Ping | Call::Token(_)) => reply(CallReply::Pong),
                Ok(Call::Maps) => reply(CallReply::Told(self.server.maps())),
                Ok(Call::Ask(ask)) => {
                    let trace = trace_from(ask.trace.as_deref());
                    match request_of(ask, self.client, self.outbox.gone.clone()) {
                        Ok(request) => {
                            asked.push((request, trace, self.tell(number, written, bytes)));
                        }
                        Err(refusal) => reply(CallReply::from(Err(refusal))),
                    }
                }
                Ok(Call::Watch(call)) => {
                    let watched = watch(call).and_then(|asked| self.watch(number, written, asked));
                    match watched {
                        // The news are the replies, the first like all others.
                        Ok(()) => self.outbox.waits_for_one_less(bytes),
                        Err(refusal) => reply(CallReply::from(Err(refusal))),
                    }
                }
                Ok(Call::Unwatch(watched)) => {
                    self.server.pool().with(|service| service.unwatch(self.client, watched));
                    reply(CallReply::Pong);
                }
                Ok(Call::Change(call)) => match change(call) {
                    Ok((map, change, trace)) => {
                        let tell = self.tell(number, written, bytes);
                        self.server.pool().change(&map, change, trace, tell);
                    }
                    Err(refusal) => reply(CallReply::from(Err(refusal))),
                },
                Ok(Call::ChangeScene(call)) => match change_scene(call) {
                    Ok((scene, change, trace)) => {
                        let tell = self.tell(number, written, bytes);
                        self.server.pool().change(&scene, change, trace, tell);
                    }
                    Err(refusal) => reply(CallReply::from(Err(refusal))),
                },
                Ok(_) => {
                    let refusal = Refusal::not_understood("this call is not answered here");
                    reply(CallReply::from(Err(refusal)));
                }
            }
        }
        !asked.is_empty() && self.server.pool().ask_for_a_moment(asked)
    }

    fn grant(&self) -> MutexGuard<'_, Grant> {
        self.grant.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a call that whoever makes it may not make. A token counts from then on, known or not.
    fn allow(&self, call: &Call) -> Result<(), Refusal> {
        let mut grant = self.grant();
        if let Call::Token(token) = call {
            *grant = self.server.grant(Some(token.text()));
            if *grant == Grant::Stranger {
                grant.allow(Scope::Read)?;
            }
        }
        scope_of_call(call).map_or(Ok(()), |scope| grant.allow(scope))
    }

    fn watch(&self, number: u32, written: Written, asked: WatchAsked) -> Result<(), Refusal> {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(written);
        let outbox = self.outbox.clone();
        let wake = move || outbox.has_news.notify_one();
        self.server.pool().watch(self.client, number, asked, wake)
    }

    /// Tells what happens to all that is watched here, as fast as it is read. What is not waits in the
    /// service, which keeps so much and no more.
    async fn tell_news(&self) -> Infallible {
        loop {
            self.outbox.has_news.notified().await;
            let written = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(written) = written else { continue };
            loop {
                let most = self.outbox.room_now().min(NEWS_AT_ONCE);
                let news = match most {
                    0 => Vec::new(),
                    _ => self.server.pool().with(|service| service.events(self.client, most)),
                };
                if news.is_empty() {
                    break;
                }
                for (number, told) in news {
                    let reply = match told {
                        Ok(event) => CallReply::Event(event),
                        Err(refusal) => CallReply::from(Err(refusal)),
                    };
                    self.outbox.waits_for(1, 0);
                    self.outbox.push(0, |out| written(out, number, reply));
                }
            }
        }
    }

    fn tell(&self, number: u32, written: Written, bytes: usize) -> Tell {
        let outbox = self.outbox.clone();
        // Written by the thread that searched, which has nothing locked.
        Box::new(move |told, waking| {
            outbox.put(bytes, |out| written(out, number, told.into()));
            waking.later(&outbox);
        })
    }
}

/// Hears calls and tells replies, until either is over or `end` is told. Returns whether all was told that
/// was to be. Both are pinned by who calls it: what is handed on has its place in memory twice, and there may
/// be thousands of connections.
pub(crate) async fn talk(
    caller: &Caller,
    mut hear: Pin<&mut impl Future<Output = Over>>,
    mut tell: Pin<&mut impl Future<Output = io::Result<()>>>,
    end: watch::Receiver<bool>,
) -> bool {
    let mut news = pin!(caller.tell_news());
    let how = tokio::select! {
        how = &mut hear => how,
        told = &mut tell => untold(&told),
        never = &mut news => match never {},
        () = ended(end) => {
            let last = async {
                tokio::select! { how = &mut hear => how, told = &mut tell => untold(&told) }
            };
            timeout(LAST_CALLS_TIME, last).await.unwrap_or(Over::Closing)
        }
    };
    let most = match how {
        Over::Gone => return false,
        Over::Late(words) => {
            caller.server.pool().log("cut-off", || json!({ "told": words }));
            return false;
        }
        Over::Closing => LAST_WORDS_TIME,
        // A client that is gone altogether looks the same, until something is written to it.
        Over::Asked => caller.server.pool().time_max() + LAST_WORDS_TIME,
    };
    caller.outbox.close();
    matches!(timeout(most, tell).await, Ok(Ok(())))
}

/// Why there is nobody any more to whom replies are told.
fn untold(told: &io::Result<()>) -> Over {
    let is_late = told.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::TimedOut);
    if is_late { Over::Late("a client took nothing of its replies") } else { Over::Gone }
}

fn watch(call: WatchCall) -> Result<WatchAsked, Refusal> {
    if call.line.is_some() && (call.path.is_some() || call.mover.is_some() || call.after.is_some())
    {
        let words = "\"line\" with \"path\", \"mover\" or \"after\"; expected it alone";
        return Err(Refusal::not_understood(words));
    }
    match &call.path {
        Some(_) if call.after.is_some() => {
            let words = "\"after\" with \"path\"; expected it with changes, for a path is watched from now on";
            return Err(Refusal::not_understood(words));
        }
        None if call.mover.is_some() => {
            let words = "\"mover\" without \"path\"; expected the path that it walks";
            return Err(Refusal::not_understood(words));
        }
        _ => {}
    }
    let after = revision(call.after)?;
    let WatchCall { map, path, mover, line, .. } = call;
    Ok(WatchAsked { map, path, mover, line, after })
}

/// What is asked by a call of somebody.
pub(super) fn request_of(call: AskCall, client: ClientId, gone: Gone) -> Result<Request, Refusal> {
    let at = AtRevision::wished(revision(call.at_least)?, revision(call.exactly)?)?;
    let time = call.time_ms.map(Duration::from_millis);
    Ok(Request { map: call.map, at, ask: call.what, client, time, gone })
}

/// A change of a map by its name, and the trace that it is part of.
pub(super) type Change = (String, ChangeAsked, Option<TraceId>);

/// What is to be changed by a call.
pub(super) fn change(call: ChangeCall) -> Result<Change, Refusal> {
    let ChangeCall { map, what, id, expected, trace } = call;
    let (id, expected) = (id.unwrap_or_default(), revision(expected)?);
    Ok((map, ChangeAsked { id, expected, change: what.into() }, trace_from(trace.as_deref())))
}

/// The same of a scene.
pub(super) fn change_scene(call: SceneChangeCall) -> Result<Change, Refusal> {
    let SceneChangeCall { scene, what, id, expected, trace } = call;
    let (id, expected) = (id.unwrap_or_default(), revision(expected)?);
    let change = AnyChange::Scene(what);
    Ok((scene, ChangeAsked { id, expected, change }, trace_from(trace.as_deref())))
}

fn trace_from(text: Option<&str>) -> Option<TraceId> {
    text.and_then(TraceId::parse)
}

fn revision(text: Option<String>) -> Result<Option<Revision>, Refusal> {
    let Some(text) = text else { return Ok(None) };
    let bad =
        || Refusal::not_understood(format_args!("{text:?}; expected a revision such as 2.17"));
    revision_from(&text).map(Some).ok_or_else(bad)
}

impl Drop for Caller {
    fn drop(&mut self) {
        self.outbox.gone.tell();
        if self.written.get_mut().unwrap_or_else(PoisonError::into_inner).is_some() {
            self.server.pool().forget_client(self.client);
        }
        // What is still told goes nowhere.
        self.outbox.cut_off();
    }
}
