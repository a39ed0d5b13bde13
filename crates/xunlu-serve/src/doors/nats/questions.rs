//! Questions and changes that come over NATS: each message is a call, and its reply goes where it says.

use super::post::{Answered, Post};
use super::subjects;
use crate::access::{Grant, Scope};
use crate::core::queue::ClientId;
use crate::core::request::{Gone, Request};
use crate::doors::caller::{Change, change, change_scene, request_of};
use crate::doors::guard::scope_of_call;
use crate::doors::unread::{self, Worth};
use crate::pool::Tell;
use crate::trace::TraceId;
use async_nats::{Message, Subscriber};
use bytes::Bytes;
use futures_util::{FutureExt, StreamExt};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::timeout;
use xunlu_client::{Call, CallReply, Encoding, Frame, Refusal, RefusalKind};

/// So many messages are taken at a time, with one lock of the service.
const AT_ONCE: usize = 256;

/// Leaving a group takes no longer than this.
const LEAVE_TIME: Duration = Duration::from_secs(3);

/// How many messages may be on their way when nobody has asked anything for a while.
const ON_THE_WAY: u64 = 64;

/// Where messages come from.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) subject: String,
    /// The group that shares them, if they are for any one of it.
    pub(super) group: Option<&'static str>,
    /// The map that they are about; of any if there is none.
    pub(super) map: Option<String>,
    /// Whether other workers alone send them, which have seen who asks.
    pub(super) is_of_workers: bool,
}

/// Answers what comes until `end` is told; then leaves the group without losing anything, and returns.
pub(super) async fn serve(post: Arc<Post>, heard: Heard, mut end: watch::Receiver<bool>) {
    let mut connections = post.connections();
    loop {
        connections.mark_unchanged();
        let Ok(mut subscriber) = post.subscribe(&heard).await else { return };
        let mut rate = Rate::new();
        loop {
            let message = tokio::select! {
                message = subscriber.next() => message,
                // The broker has forgotten how many it sent on the connection before.
                Ok(()) = connections.changed() => break,
                () = told(&mut end) => {
                    leave(&post, &heard, subscriber, rate).await;
                    return;
                }
            };
            let Some(message) = message else { return };
            let messages = all_there(message, &mut subscriber);
            rate.heard(messages.len());
            take(&post, &heard, messages);
        }
    }
}

/// Waits until it is told to end.
pub(super) async fn told(end: &mut watch::Receiver<bool>) {
    // An error says that nobody is there to tell it, which is an end.
    let _ = end.wait_for(|&is_over| is_over).await;
}

/// What has come already.
fn all_there(first: Message, subscriber: &mut Subscriber) -> Vec<Message> {
    let mut messages = vec![first];
    while messages.len() < AT_ONCE
        && let Some(Some(message)) = subscriber.next().now_or_never()
    {
        messages.push(message);
    }
    messages
}

/// Leaves a group by count: the broker sends so many messages more and no other, and all of them are
/// answered. If it were left at once, those that are on their way would be dropped on arrival. Since nobody
/// may ask so many questions, the rest of them are messages of our own that say nothing.
async fn leave(post: &Post, heard: &Heard, mut subscriber: Subscriber, rate: Rate) {
    let more = rate.on_the_way();
    if subscriber.unsubscribe_after(rate.count + more).await.is_err() {
        return;
    }
    let rest = async {
        loop {
            // Others of the group take their share of these.
            for _ in 0..more {
                post.say_nothing(&heard.subject).await;
            }
            loop {
                match timeout(Duration::from_millis(100), subscriber.next()).await {
                    Ok(Some(message)) => {
                        let messages = all_there(message, &mut subscriber);
                        take(post, heard, messages);
                    }
                    Ok(None) => return,
                    Err(_) => break,
                }
            }
        }
    };
    // If the broker is gone, so are the questions.
    let _ = timeout(LEAVE_TIME, rest).await;
}

/// How many messages came, and how many of them within the last second.
#[derive(Debug)]
struct Rate {
    count: u64,
    since: Instant,
    now: u64,
    before: u64,
}

impl Rate {
    fn new() -> Rate {
        Rate { count: 0, since: Instant::now(), now: 0, before: 0 }
    }

    fn heard(&mut self, messages: usize) {
        if self.since.elapsed() >= Duration::from_secs(1) {
            (self.since, self.before, self.now) = (Instant::now(), self.now, 0);
        }
        self.count += messages as u64;
        self.now += messages as u64;
    }

    /// No more than a second's messages are between the broker and here.
    fn on_the_way(&self) -> u64 {
        ON_THE_WAY + self.before.max(self.now)
    }
}

/// Takes messages, each with a reply sooner or later.
fn take(post: &Post, heard: &Heard, messages: Vec<Message>) {
    let mut asked: Vec<(Request, Option<TraceId>, Tell)> = Vec::new();
    let (mut worth, mut unread) = (BTreeMap::new(), 0);
    for message in messages {
        // One that wants no reply says nothing.
        let Some(reply) = message.reply else { continue };
        if !subjects::may_be_answered_at(&reply) {
            continue;
        }
        let encoding = encoding_of(&message.payload);
        let answered = Answered::new(post, heard.map.as_deref(), reply.clone(), encoding);
        let token = message.headers.as_ref().and_then(|headers| headers.get("Authorization"));
        let token = token.map(|token| token.as_str().trim_start_matches("Bearer ").trim());
        let grant = || if heard.is_of_workers { Grant::ALL } else { post.server.grant(token) };
        let client = client_of(&reply);
        let own = worth.entry(client).or_insert_with(|| Worth::among_others(&post.server, client));
        let is_skipped = own.skipped(|| {
            // Who may not ask hears that.
            let is_search = is_search(encoding, &message.payload);
            (is_search && grant().allow(Scope::Read).is_ok()).then_some(())
        });
        if is_skipped.is_some() {
            answered.tell(&unread::busy());
            unread += 1;
            continue;
        }
        let call = call_of(encoding, &message.payload);
        let allowed = call.and_then(|call| {
            let grant = grant();
            scope_of_call(&call).map_or(Ok(()), |scope| grant.allow(scope))?;
            about(&call, heard.map.as_deref())?;
            Ok(call)
        });
        match allowed {
            Err(refusal) => answered.tell(&CallReply::from(Err(refusal))),
            Ok(Call::Ping) => answered.tell(&CallReply::Pong),
            Ok(Call::Maps) => answered.tell(&CallReply::Told(post.server.maps())),
            Ok(Call::Ask(ask)) => {
                let trace = ask.trace.as_deref().and_then(TraceId::parse);
                match request_of(ask, client, Gone::default()) {
                    Ok(request) => asked.push((request, trace, tell(answered))),
                    Err(refusal) => answered.tell(&CallReply::from(Err(refusal))),
                }
            }
            Ok(Call::Change(call)) => made(post, change(call), answered),
            Ok(Call::ChangeScene(call)) => made(post, change_scene(call), answered),
            Ok(_) => {
                let words =
                    "this call is not answered over NATS; expected ask, change, maps or ping";
                answered.tell(&CallReply::from(Err(Refusal::not_understood(words))));
            }
        }
    }
    if unread > 0 {
        post.server.pool().count_unread(unread);
    }
    if !asked.is_empty() {
        post.server.pool().ask_all(asked);
    }
}

/// Whether a message is known to be a search by how it begins. One that is too long is none.
fn is_search(encoding: Encoding, bytes: &[u8]) -> bool {
    let is_known = || match encoding {
        Encoding::Json => std::str::from_utf8(bytes).is_ok_and(unread::in_json_alone),
        Encoding::Cbor => unread::in_cbor(bytes),
    };
    bytes.len() <= Frame::CALL_BYTES_MAX && is_known()
}

/// Has a change made, if it is one.
fn made(post: &Post, asked: Result<Change, Refusal>, answered: Answered) {
    match asked {
        Ok((map, asked, trace)) => post.server.pool().change(&map, asked, trace, tell(answered)),
        Err(refusal) => answered.tell(&CallReply::from(Err(refusal))),
    }
}

fn tell(answered: Answered) -> Tell {
    Box::new(move |told, _| answered.tell(&told.into()))
}

/// What a message says, of no more bytes than a call has at any other door, whatever the broker takes.
fn call_of(encoding: Encoding, bytes: &[u8]) -> Result<Call, Refusal> {
    let (length, most) = (bytes.len(), Frame::CALL_BYTES_MAX);
    if length > most {
        let words = format!("a call of {length} bytes; expected {most} at most");
        return Err(Refusal::new(RefusalKind::TooLarge, words));
    }
    encoding.read(bytes)
}

/// JSON begins with a brace or a quote, which no call in CBOR does.
fn encoding_of(bytes: &Bytes) -> Encoding {
    match bytes.first() {
        Some(b'{' | b'"' | b' ' | b'\n') => Encoding::Json,
        _ => Encoding::Cbor,
    }
}

/// Refuses a call that is about another map than its subject.
fn about(call: &Call, map: Option<&str>) -> Result<(), Refusal> {
    let named = match call {
        Call::Ask(call) => &call.map,
        Call::Change(call) => &call.map,
        Call::ChangeScene(call) => &call.scene,
        _ => return Ok(()),
    };
    if map.is_none_or(|map| map == named) {
        return Ok(());
    }
    let words = format_args!("{named:?} at the subject of another map; expected the same");
    Err(Refusal::not_understood(words))
}

/// Who asks: replies of one client go to subjects that begin alike.
fn client_of(reply: &str) -> ClientId {
    let (inbox, _) = reply.rsplit_once('.').unwrap_or((reply, ""));
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = inbox
        .bytes()
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    // Numbers of connections are never as large.
    ClientId(hash | 1 << 63)
}
