//! Workers over NATS, any of which answers a question; one that is named when the first did not.

mod broker;
mod workers;

pub use broker::NatsBroker;

use crate::again::{AGAIN_MAX, Again};
use crate::navigator::{ChangeWish, Navigator, SceneChangeWish, Wish};
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{
    Ask, AskCall, BearerToken, Call, CallReply, ChangeCall, ChangeTold, Encoding, Response,
    SceneChangeCall,
};
use async_nats::{Client, Event, HeaderMap, Message, Request, RequestErrorKind};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinSet;
use workers::Workers;

/// How long a question may take unless it says, and a change.
const TIME: Duration = Duration::from_secs(5);
const CHANGE_TIME: Duration = Duration::from_secs(10);

/// How long somebody who was asked first may take before another is asked besides.
const FIRST_TIME: Duration = Duration::from_millis(250);

/// How often the broker is asked whether it is there. After two that it leaves unanswered it is looked for
/// anew.
const PING_TIME: Duration = Duration::from_secs(1);

/// So many may be asked again in a row: as many as are on their way when a worker dies.
const SAVED_MAX: u64 = 256;

/// What there is to say where nobody said anything.
const LATE: &str = "nobody answered in time";

/// The header by which a reply says who answered.
const WORKER_HEADER: &str = "Xunlu-Worker";

/// Workers over NATS.
///
/// A question goes to any worker that has the map. If no answer comes in a quarter of a second, or there
/// was nobody, another worker is asked as well, by name, that answered something just now: whoever was cut
/// off would be drawn again by chance. It is asked four times at most, and of all questions no more than
/// one in ten is asked again for want of an answer. While the broker is away questions wait for it, as long
/// as their time is.
#[derive(Debug)]
pub struct OverNats {
    shared: Arc<Shared>,
    // Dropped last: what is under way is on it.
    runtime: Option<Runtime>,
}

#[derive(Debug)]
struct Shared {
    client: Client,
    workers: Workers,
    again: Again,
    token: Option<BearerToken>,
    // Whether the broker is there.
    is_connected: watch::Receiver<bool>,
}

/// What came of asking once.
#[expect(clippy::large_enum_variant, reason = "there are a few at a time")]
#[derive(Debug)]
enum Attempt {
    Told(Result<Response, Refusal>),
    /// Nobody answered in time; whether somebody was asked is not known.
    Silent,
    /// There was nobody to ask.
    Nobody,
    /// The broker went away meanwhile.
    Disconnected,
}

impl OverNats {
    /// Workers by the address of their broker, as [`NatsBroker::at`] takes it.
    ///
    /// # Errors
    /// When nobody answers there, or lets us in.
    pub fn to(url: &str) -> Result<OverNats, Refusal> {
        OverNats::through(&NatsBroker::at(url))
    }

    /// Workers by their broker.
    ///
    /// # Errors
    /// When it does not answer, or does not let us in.
    pub fn through(broker: &NatsBroker) -> Result<OverNats, Refusal> {
        let failed = |words: String| {
            Refusal::new(RefusalKind::Unreachable, format!("NATS at {broker}: {words}"))
        };
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| failed(error.to_string()))?;
        let (tell, is_connected) = watch::channel(true);
        let tell = Arc::new(tell);
        let connecting = async {
            let options = broker
                .options()?
                .name("xunlu client")
                .ping_interval(PING_TIME)
                .connection_timeout(TIME)
                .reconnect_delay_callback(|again| {
                    Duration::from_millis(50 * u64::try_from(again).unwrap_or(10).min(10))
                })
                .event_callback(move |event| {
                    let tell = tell.clone();
                    async move {
                        match event {
                            Event::Connected => _ = tell.send_replace(true),
                            Event::Disconnected => _ = tell.send_replace(false),
                            _ => {}
                        }
                    }
                });
            options.connect(broker.servers()).await.map_err(|error| failed(error.to_string()))
        };
        let client = runtime.block_on(connecting)?;
        let seed = broker.to_string().bytes().map(u64::from).sum();
        let (workers, again) = (Workers::default(), Again::new(seed, SAVED_MAX));
        let shared = Shared { client, workers, again, token: None, is_connected };
        Ok(OverNats { shared: Arc::new(shared), runtime: Some(runtime) })
    }

    /// The same, with a token by which every worker knows who asks.
    ///
    /// # Panics
    /// When somebody asks already.
    #[must_use]
    pub fn with_token(mut self, token: &BearerToken) -> OverNats {
        let shared = Arc::get_mut(&mut self.shared).expect("nobody asks yet");
        shared.token = Some(token.clone());
        self
    }

    /// How often something was asked again, because nobody answered in time or there was too much to do.
    #[must_use]
    pub fn asked_again(&self) -> u64 {
        self.shared.again.count()
    }

    /// Sends a call on the runtime and waits for what comes of it on this thread.
    fn send(&self, call: Call, time: Duration) -> Result<Response, Refusal> {
        if time.is_zero() {
            return Err(Refusal::expired());
        }
        let (tell, told) = sync_channel(1);
        let until = Instant::now() + time.min(Duration::from_secs(24 * 60 * 60));
        let shared = self.shared.clone();
        let Some(runtime) = &self.runtime else { return Err(Refusal::expired()) };
        runtime.spawn(async move {
            // Who asked waits for it.
            let _ = tell.send(shared.send(call, until).await);
        });
        told.recv().unwrap_or_else(|_| {
            Err(Refusal::new(RefusalKind::Unreachable, "the runtime of the client has ended"))
        })
    }
}

impl Drop for OverNats {
    fn drop(&mut self) {
        // It may be dropped on a thread of another runtime, which must not wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// One question with all that was done for it.
struct Question {
    call: Call,
    until: Instant,
    // What was asked and has not come back.
    flying: JoinSet<Attempt>,
    again: u32,
    worker: Option<String>,
    why: Why,
}

/// Why there is no answer yet.
enum Why {
    /// A worker said so.
    Told(Refusal),
    /// Nobody said anything.
    Silence(&'static str),
    /// There was nobody.
    Nobody,
}

impl Question {
    fn may_repeat(&self) -> bool {
        match &self.call {
            Call::Change(call) => call.id.is_some(),
            Call::ChangeScene(call) => call.id.is_some(),
            _ => true,
        }
    }

    /// Another attempt came to nothing. What a worker said is more than that.
    fn hears_nothing(&mut self, why: Why) {
        if !matches!(self.why, Why::Told(_)) {
            self.why = why;
        }
    }

    /// What there is to say if no answer comes.
    fn refusal(&self) -> Refusal {
        match &self.why {
            Why::Told(refusal) => refusal.clone(),
            Why::Silence(words) => silent(words),
            Why::Nobody => silent(&nobody(&self.call)),
        }
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Asks once more: anybody, or one by name.
    fn ask(&mut self, shared: &Arc<Shared>) {
        let left = self.left();
        if let Call::Ask(call) = &mut self.call {
            let milliseconds = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            call.time_ms = call.time_ms.map(|_| milliseconds.max(1));
        }
        let (own, call, worker) = (shared.clone(), self.call.clone(), self.worker.clone());
        self.flying.spawn(async move { own.attempt(&call, worker.as_deref(), left).await });
    }
}

impl Shared {
    async fn send(self: Arc<Shared>, call: Call, until: Instant) -> Result<Response, Refusal> {
        self.again.earn();
        self.wait_for_broker(until).await?;
        let mut question = Question {
            call,
            until,
            flying: JoinSet::new(),
            again: 0,
            worker: None,
            why: Why::Silence(LATE),
        };
        question.ask(&self);
        let mut may_hurry = question.may_repeat();
        loop {
            let (late, patience) = (question.left(), FIRST_TIME * (1 << question.again));
            tokio::select! {
                biased;
                Some(Ok(attempt)) = question.flying.join_next() => {
                    if let Some(told) = self.take(&mut question, attempt).await {
                        return told;
                    }
                }
                () = tokio::time::sleep(late) => return Err(question.refusal()),
                // Whoever was asked first may still answer; somebody else is asked besides.
                () = tokio::time::sleep(patience), if may_hurry => {
                    may_hurry = question.again < AGAIN_MAX;
                    // Where none may be asked again just now, answers to others earn it meanwhile.
                    if may_hurry && self.again.spend() {
                        self.ask_another(&mut question);
                    }
                }
            }
        }
    }

    /// Takes what came of asking once. Returns what came of the question, if that is all.
    async fn take(
        self: &Arc<Shared>,
        question: &mut Question,
        attempt: Attempt,
    ) -> Option<Result<Response, Refusal>> {
        let is_nobody = matches!(attempt, Attempt::Nobody);
        let is_disconnected = matches!(attempt, Attempt::Disconnected);
        match attempt {
            Attempt::Told(Err(refusal)) if is_passing(&refusal) => {
                question.why = Why::Told(refusal);
            }
            Attempt::Told(told) => return Some(told),
            Attempt::Silent => question.hears_nothing(Why::Silence(LATE)),
            Attempt::Nobody => {
                if let Some(worker) = &question.worker {
                    self.workers.forget(worker);
                }
                question.hears_nothing(Why::Nobody);
            }
            Attempt::Disconnected => {
                question.hears_nothing(Why::Silence("the broker went away meanwhile"));
            }
        }
        if !question.flying.is_empty() {
            return None;
        }
        if !question.may_repeat() {
            return Some(Err(question.refusal()));
        }
        if is_disconnected {
            // Nobody was burdened: it is not counted.
            if let Err(refusal) = self.wait_for_broker(question.until).await {
                return Some(Err(refusal));
            }
            question.worker = None;
            question.ask(self);
            return None;
        }
        // Where there was nobody, nobody had to do anything.
        if question.again == AGAIN_MAX || !(is_nobody || self.again.spend()) {
            let why = question.refusal();
            let has_nobody = matches!(question.why, Why::Nobody);
            return Some(Err(match has_nobody {
                true => self.why_nobody(&question.call, why).await,
                false => why,
            }));
        }
        let pause = self.again.pause(question.again);
        let pause = match &question.why {
            Why::Told(refusal) => pause.max(refusal.retry_after.unwrap_or_default()),
            _ => pause,
        };
        tokio::time::sleep(pause.min(question.left())).await;
        self.ask_another(question);
        None
    }

    /// Asks once more: one that answered something just now, and so is there.
    fn ask_another(self: &Arc<Shared>, question: &mut Question) {
        self.again.note();
        question.again += 1;
        question.worker = match &question.call {
            Call::Ask(_) => self.workers.another(question.worker.as_deref(), self.again.chance()),
            _ => None,
        };
        question.ask(self);
    }

    /// Whether there are workers at all, of which none has the map.
    async fn why_nobody(&self, call: &Call, refusal: Refusal) -> Refusal {
        let (Call::Ask(AskCall { map, .. })
        | Call::Change(ChangeCall { map, .. })
        | Call::ChangeScene(SceneChangeCall { scene: map, .. })) = call
        else {
            return refusal;
        };
        match self.attempt(&Call::Maps, None, FIRST_TIME).await {
            Attempt::Told(Ok(_)) => Refusal::unknown_map(map),
            _ => refusal,
        }
    }

    /// Waits until the broker is there.
    async fn wait_for_broker(&self, until: Instant) -> Result<(), Refusal> {
        let mut is_connected = self.is_connected.clone();
        let waiting = is_connected.wait_for(|&is_connected| is_connected);
        match tokio::time::timeout_at(until.into(), waiting).await {
            Ok(Ok(_)) => Ok(()),
            _ => Err(silent("the broker is away")),
        }
    }

    /// Asks once: anybody, or one by name.
    async fn attempt(&self, call: &Call, worker: Option<&str>, time: Duration) -> Attempt {
        let subject = match (call, worker) {
            (Call::Ask(call), Some(worker)) => {
                format!("xunlu.v1.at.{worker}.{}", part_of(&call.map))
            }
            (Call::Ask(call), None) => format!("xunlu.v1.ask.{}", part_of(&call.map)),
            (Call::Change(call), _) => format!("xunlu.v1.change.{}", part_of(&call.map)),
            (Call::ChangeScene(call), _) => format!("xunlu.v1.change.{}", part_of(&call.scene)),
            _ => "xunlu.v1.maps".to_owned(),
        };
        let bytes = Encoding::Cbor.write(call);
        let mut request = Request::new().payload(bytes.into()).timeout(Some(time));
        if let Some(token) = &self.token {
            let mut headers = HeaderMap::new();
            headers.insert("Authorization", format!("Bearer {}", token.text()));
            request = request.headers(headers);
        }
        let mut is_connected = self.is_connected.clone();
        let reply = tokio::select! {
            biased;
            reply = self.client.send_request(subject, request) => reply,
            Ok(_) = is_connected.wait_for(|&is_connected| !is_connected) => {
                return Attempt::Disconnected;
            }
        };
        match reply {
            Ok(message) => {
                let told = told(&message);
                // Who is about to end is asked no more.
                let is_ending =
                    matches!(&told, Err(refusal) if refusal.kind == RefusalKind::Draining);
                if let Some(own) = worker_of(&message).filter(|_| !is_ending) {
                    self.workers.heard(own);
                }
                Attempt::Told(told)
            }
            Err(error) => match error.kind() {
                RequestErrorKind::NoResponders => Attempt::Nobody,
                RequestErrorKind::MaxPayloadExceeded | RequestErrorKind::InvalidSubject => {
                    let refusal = Refusal::new(RefusalKind::TooLarge, error.to_string());
                    Attempt::Told(Err(refusal))
                }
                _ => Attempt::Silent,
            },
        }
    }
}

fn worker_of(message: &Message) -> Option<&str> {
    Some(message.headers.as_ref()?.get(WORKER_HEADER)?.as_str())
}

fn told(message: &Message) -> Result<Response, Refusal> {
    match Encoding::Cbor.read::<CallReply>(&message.payload)? {
        CallReply::Told(told) => Ok(told),
        CallReply::Refused(problem) => Err(problem.into()),
        CallReply::Pong | CallReply::Event(_) => {
            Err(Refusal::not_understood("a reply to something else"))
        }
    }
}

/// Whether it may be otherwise in a moment.
fn is_passing(refusal: &Refusal) -> bool {
    matches!(refusal.kind, RefusalKind::Busy | RefusalKind::Draining)
}

fn silent(words: &str) -> Refusal {
    Refusal::new(RefusalKind::Unreachable, words)
}

fn nobody(call: &Call) -> String {
    match call {
        Call::Ask(call) => format!("no worker has a map {:?}", call.map),
        Call::Change(call) => format!("nobody writes a map {:?}", call.map),
        Call::ChangeScene(call) => format!("nobody writes a scene {:?}", call.scene),
        _ => "there is no worker".to_owned(),
    }
}

/// A map's name as a part of a subject, where a dot would begin another part.
fn part_of(map: &str) -> String {
    map.replace('.', "=")
}

impl Navigator for OverNats {
    fn ask(&self, map: &str, ask: &Ask, wish: &Wish) -> Result<Response, Refusal> {
        let call = AskCall {
            map: map.to_owned(),
            what: ask.clone(),
            at_least: wish.at_least.clone(),
            exactly: None,
            // What is left is said each time.
            time_ms: wish.time.map(|_| 0),
            trace: None,
        };
        self.send(Call::Ask(call), wish.time.unwrap_or(TIME))
    }

    fn change(&self, map: &str, wish: &ChangeWish) -> Result<ChangeTold, Refusal> {
        let id = wish.id.clone().filter(|id| !id.is_empty());
        let (what, expected) = (wish.change.clone(), wish.expected.clone());
        self.made(Call::Change(ChangeCall { map: map.to_owned(), what, id, expected, trace: None }))
    }

    fn change_scene(&self, scene: &str, wish: &SceneChangeWish) -> Result<ChangeTold, Refusal> {
        let id = wish.id.clone().filter(|id| !id.is_empty());
        let (what, expected) = (wish.change.clone(), wish.expected.clone());
        self.made(Call::ChangeScene(SceneChangeCall {
            scene: scene.to_owned(),
            what,
            id,
            expected,
            trace: None,
        }))
    }
}

impl OverNats {
    fn made(&self, call: Call) -> Result<ChangeTold, Refusal> {
        match self.send(call, CHANGE_TIME)? {
            Response::Changed(told) => Ok(told),
            _ => {
                Err(Refusal::not_understood("a change was asked for, and something else was told"))
            }
        }
    }
}
