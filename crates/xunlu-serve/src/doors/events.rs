//! Server-sent events: what happens to a map, and what breaks paths on it, told on one response of HTTP for
//! as long as somebody reads it.

use super::caller::NEWS_AT_ONCE;
use crate::WatchAsked;
use crate::core::queue::ClientId;
use crate::core::watches::WatchTold;
use crate::server::{Server, ended};
use hyper::body::{Body, Bytes, Frame};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{Notify, OwnedSemaphorePermit, mpsc, watch};
use tokio::time::timeout;
use xunlu_client::{Refusal, RefusalKind, WatchEvent};

/// When so long nothing happened, that is told: else a machine between might take the connection for dead,
/// and we would not learn that the client is.
const QUIET_TIME: Duration = Duration::from_secs(15);

/// What a client is told first: how soon to come back when the connection breaks.
const RETRY: &[u8] = b"retry: 1000\n\n";

/// What a line that begins with a colon says is for nobody.
const QUIET: &[u8] = b":\n\n";

/// What is told, as the body of a response.
#[derive(Debug)]
pub(crate) struct EventBody(mpsc::Receiver<Bytes>);

impl Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// One who is told what happens, until this is dropped.
struct Reader {
    server: Server,
    client: ClientId,
    has_news: Arc<Notify>,
    // How much of what it watches may still be told of.
    open: usize,
    // Whether it watches paths, which are told by their place among them.
    of_paths: bool,
    _place: OwnedSemaphorePermit,
}

/// Tells a map's changes, or what breaks any of some paths, until nothing more may come, `end` is told, or
/// nobody reads it any more.
pub(crate) fn told(
    server: &Server,
    asked: Vec<WatchAsked>,
    end: watch::Receiver<bool>,
) -> Result<EventBody, Refusal> {
    let Ok(place) = server.connections().try_acquire_owned() else {
        return Err(Refusal::busy(Duration::from_secs(1)));
    };
    let reader = Reader {
        server: server.clone(),
        client: server.new_client(),
        has_news: Arc::default(),
        open: asked.len(),
        of_paths: asked.iter().any(|asked| asked.path.is_some() || asked.line.is_some()),
        _place: place,
    };
    for (number, asked) in (0..).zip(asked) {
        let has_news = reader.has_news.clone();
        let wake = move || has_news.notify_one();
        reader.server.pool().watch(reader.client, number, asked, wake)?;
    }
    // What does not fit in here and in the socket waits in the service, which keeps so much and no more.
    let (send, receive) = mpsc::channel(1);
    tokio::spawn(reader.tell(send, end));
    Ok(EventBody(receive))
}

impl Reader {
    async fn tell(mut self, send: mpsc::Sender<Bytes>, end: watch::Receiver<bool>) {
        let mut piece = RETRY.to_vec();
        let mut is_last = false;
        loop {
            let sent = async {
                match send.reserve().await {
                    Ok(room) => {
                        room.send(Bytes::from(std::mem::take(&mut piece)));
                        true
                    }
                    // Nobody reads it any more.
                    Err(_) => false,
                }
            };
            let is_sent = tokio::select! {
                biased;
                is_sent = sent => is_sent,
                // It reads too slowly to be told more.
                () = ended(end.clone()), if !is_last => false,
            };
            if !is_sent || is_last || self.open == 0 {
                return;
            }
            tokio::select! {
                next = self.next() => piece = next,
                () = send.closed() => return,
                () = ended(end.clone()) => {
                    // What was done is told before the end.
                    piece = self.news(usize::MAX);
                    let words = "the service is about to end; come back to it, or to another";
                    let refusal = Refusal::new(RefusalKind::Draining, words);
                    piece.extend(event("refused", None, &refused(&refusal)));
                    is_last = true;
                }
            }
        }
    }

    /// The next of the news, or a sign that there are none.
    async fn next(&mut self) -> Vec<u8> {
        loop {
            let news = self.news(NEWS_AT_ONCE);
            if !news.is_empty() {
                return news;
            }
            if timeout(QUIET_TIME, self.has_news.notified()).await.is_err() {
                return QUIET.to_vec();
            }
        }
    }

    fn news(&mut self, most: usize) -> Vec<u8> {
        let news = self.server.pool().with(|service| service.events(self.client, most));
        news.into_iter().flat_map(|told| self.written(told)).collect()
    }

    fn written(&mut self, (number, told): WatchTold) -> Vec<u8> {
        let (name, id, mut said) = match told {
            Ok(WatchEvent::Broken(told)) => ("broken", None, json!(told)),
            Ok(WatchEvent::Watching(at)) => ("watching", Some(at.revision.clone()), json!(at)),
            Ok(WatchEvent::Anew(at)) => ("anew", Some(at.revision.clone()), json!(at)),
            Ok(WatchEvent::Changed(at)) => ("changed", Some(at.revision.clone()), json!(at)),
            Err(refusal) => {
                self.open -= 1;
                ("refused", None, refused(&refusal))
            }
            // A kind that this door does not know is not told.
            Ok(_) => return Vec::new(),
        };
        if self.of_paths {
            said["path"] = number.into();
        }
        // Who comes back watches paths from then on: there is nothing to go on from.
        event(name, id.filter(|_| !self.of_paths).as_deref(), &said)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.server.pool().forget_client(self.client);
    }
}

fn refused(refusal: &Refusal) -> Value {
    json!({ "code": refusal.kind.code(), "detail": refusal.words })
}

/// One event. What it says is one line, as JSON is.
fn event(name: &str, id: Option<&str>, said: &Value) -> Vec<u8> {
    let id = id.map_or_else(String::new, |id| format!("id: {id}\n"));
    format!("event: {name}\n{id}data: {said}\n\n").into_bytes()
}
