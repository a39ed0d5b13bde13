//! Somebody who calls on one connection, many times without waiting: what is called, and the replies that
//! wait to be written.

use super::guard::scope_of_call;
use crate::access::{Grant, Scope};
use crate::core::queue::ClientId;
use crate::core::request::{AtRevision, Gone, Request, revision_from};
use crate::pool::{Sleeper, Tell};
use crate::server::{Server, ended};
use crate::trace::TraceId;
use crate::{ChangeAsked, WatchAsked};
use serde_json::json;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::yield_now;
use tokio::time::timeout;
use xunlu::map::Revision;
use xunlu_client::{
    AnyChange, AskCall, Call, CallReply, ChangeCall, Refusal, SceneChangeCall, WatchCall,
};

/// So many calls of one connection may be without a reply, or with one that is not yet written: more are not
/// read.
const UNANSWERED_MAX: usize = 256;

/// While so many bytes wait to be written, no more calls are read, and none that was is begun.
const WAITING_BYTES: usize = 1 << 20;

/// At the end, so long calls are still read, to be refused by a reply, before the connection is closed.
pub(crate) const LAST_CALLS_TIME: Duration = Duration::from_millis(250);

/// How long a client has to read the rest, and to close its end.
pub(crate) const LAST_WORDS_TIME: Duration = Duration::from_secs(2);

/// So many news are taken from the service with one lock.
pub(super) const NEWS_AT_ONCE: usize = 64;

/// While calls of so many bytes are without a reply, no more are read: what waits takes memory.
const UNANSWERED_BYTES_MAX: usize = 4 << 20;

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

/// How a reply is written, with the number of its call.
pub(crate) type Written = fn(u32, CallReply) -> Vec<u8>;

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

/// Replies that wait to be written.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    state: Mutex<Waiting>,
    gone: Gone,
    // There is something to write, or the end.
    has_more: Notify,
    // There may be room for more calls.
    has_room: Notify,
    // Something that is watched has news, or there may be room for them.
    has_news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    replies: VecDeque<Vec<u8>>,
    bytes: usize,
    unanswered: usize,
    unanswered_bytes: usize,
    is_last: bool,
    is_cut_off: bool,
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

    /// Takes calls, which have a reply each, sooner or later.
    pub(crate) async fn take(&self, calls: impl IntoIterator<Item = Said>) {
        let mut comes_back = self.take_in(calls);
        while comes_back {
            // What was answered is written, and others are heard.
            yield_now().await;
            comes_back = self.server.pool().answer_more();
        }
    }

    /// Returns whether it is worth to come back soon.
    fn take_in(&self, calls: impl IntoIterator<Item = Said>) -> bool {
        let calls = calls.into_iter();
        let mut asked = Vec::with_capacity(calls.size_hint().0);
        for Said { number, written, bytes, call } in calls {
            self.outbox.waits_for_one(bytes);
            let reply = |told: CallReply| self.outbox.push(written(number, told), bytes);
            match call.and_then(|call| self.allowed(call)) {
                Err(refusal) => reply(CallReply::from(Err(refusal))),
                Ok(Call::Ping | Call::Token(_)) => reply(CallReply::Pong),
                Ok(Call::Maps) => reply(CallReply::Told(self.server.maps())),
                Ok(Call::Ask(ask)) => {
                    let trace = ask.trace.as_deref().and_then(TraceId::parse);
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
                    Ok((map, change)) => {
                        self.server.pool().change(&map, change, self.tell(number, written, bytes));
                    }
                    Err(refusal) => reply(CallReply::from(Err(refusal))),
                },
                Ok(Call::ChangeScene(call)) => match change_scene(call) {
                    Ok((scene, change)) => {
                        let tell = self.tell(number, written, bytes);
                        self.server.pool().change(&scene, change, tell);
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

    /// A call, if whoever makes it may. A token counts from then on, known or not.
    fn allowed(&self, call: Call) -> Result<Call, Refusal> {
        let mut grant = self.grant.lock().unwrap_or_else(PoisonError::into_inner);
        if let Call::Token(token) = &call {
            *grant = self.server.grant(Some(token.text()));
            if *grant == Grant::Stranger {
                grant.allow(Scope::Read)?;
            }
        }
        scope_of_call(&call).map_or(Ok(()), |scope| grant.allow(scope))?;
        Ok(call)
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
                    self.outbox.waits_for_one(0);
                    self.outbox.push(written(number, reply), 0);
                }
            }
        }
    }

    fn tell(&self, number: u32, written: Written, bytes: usize) -> Tell {
        let outbox = self.outbox.clone();
        // Written by the thread that searched, which has nothing locked.
        Box::new(move |told, waking| {
            outbox.put(written(number, told.into()), bytes);
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

/// What is to be changed by a call, and of which map.
pub(super) fn change(call: ChangeCall) -> Result<(String, ChangeAsked), Refusal> {
    let expected = revision(call.expected)?;
    let id = call.id.unwrap_or_default();
    Ok((call.map, ChangeAsked { id, expected, change: call.what.into() }))
}

/// The same of a scene.
pub(super) fn change_scene(call: SceneChangeCall) -> Result<(String, ChangeAsked), Refusal> {
    let expected = revision(call.expected)?;
    let (id, change) = (call.id.unwrap_or_default(), AnyChange::Scene(call.what));
    Ok((call.scene, ChangeAsked { id, expected, change }))
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

impl Sleeper for Outbox {
    fn wake(&self) {
        self.has_more.notify_one();
    }
}

impl Outbox {
    fn state(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waits_for_one(&self, bytes: usize) {
        let mut state = self.state();
        state.unanswered += 1;
        state.unanswered_bytes += bytes;
    }

    /// One that was waited for has its replies counted as they come.
    fn waits_for_one_less(&self, bytes: usize) {
        let mut state = self.state();
        state.unanswered -= 1;
        state.unanswered_bytes -= bytes;
    }

    /// How much more may be written now.
    fn room_now(&self) -> usize {
        let state = self.state();
        if state.bytes < WAITING_BYTES {
            UNANSWERED_MAX.saturating_sub(state.unanswered)
        } else {
            0
        }
    }

    /// Adds something that is no reply.
    pub(crate) fn add(&self, bytes: Vec<u8>) {
        self.push(bytes, 0);
    }

    /// Adds a reply to a call of so many bytes, and has it written.
    fn push(&self, reply: Vec<u8>, asked: usize) {
        self.put(reply, asked);
        self.wake();
    }

    /// Adds a reply, and leaves it to who does so to [wake](Sleeper::wake) the one who writes.
    fn put(&self, reply: Vec<u8>, asked: usize) {
        let mut state = self.state();
        if state.is_cut_off {
            return;
        }
        let was_full = state.unanswered_bytes >= UNANSWERED_BYTES_MAX;
        state.unanswered_bytes -= asked;
        state.bytes += reply.len();
        state.replies.push_back(reply);
        self.gone.set_full(state.bytes >= WAITING_BYTES);
        drop(state);
        if was_full {
            self.has_room.notify_one();
        }
    }

    fn cut_off(&self) {
        let mut state = self.state();
        state.is_cut_off = true;
        state.replies.clear();
    }

    /// No call comes any more: when the rest is written, that is all.
    pub(crate) fn close(&self) {
        self.state().is_last = true;
        self.has_more.notify_one();
    }

    /// How many calls may be read now; waits until it is one at least.
    pub(crate) async fn room(&self) -> usize {
        loop {
            {
                let state = self.state();
                let has_read = state.bytes < WAITING_BYTES;
                let has_room = state.unanswered < UNANSWERED_MAX
                    && state.unanswered_bytes < UNANSWERED_BYTES_MAX;
                if has_read && has_room {
                    return UNANSWERED_MAX - state.unanswered;
                }
            }
            self.has_room.notified().await;
        }
    }

    /// The replies that are to be written; waits until there is one. Returns `None` when there will be none,
    /// or who is to read them was cut off.
    pub(crate) async fn next(&self) -> Option<VecDeque<Vec<u8>>> {
        loop {
            {
                let mut state = self.state();
                if state.is_cut_off || (state.is_last && state.unanswered == 0) {
                    return None;
                }
                if !state.replies.is_empty() {
                    return Some(std::mem::take(&mut state.replies));
                }
            }
            self.has_more.notified().await;
        }
    }

    /// That replies were written, and how many bytes they were.
    pub(crate) fn wrote(&self, replies: usize, bytes: usize) {
        let mut state = self.state();
        state.unanswered -= replies;
        state.bytes = state.bytes.saturating_sub(bytes);
        self.gone.set_full(state.bytes >= WAITING_BYTES);
        drop(state);
        self.has_room.notify_one();
        self.has_news.notify_one();
    }
}
