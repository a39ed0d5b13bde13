//! How long the other side of a connection of HTTP may take to ask: not long from the first byte of a request
//! to the last of its head, and longer between two requests.

use futures_util::task::AtomicWaker;
use hyper::body::{Body, Frame, SizeHint};
use hyper::service::Service;
use hyper::{Request, Response, StatusCode, Version};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// What HTTP/2 begins with (RFC 9113, section 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The pace of one connection, which its stream, its requests and its replies keep together. A clone is the
/// same.
#[derive(Clone, Debug)]
pub(super) struct Pace(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    head_time: Duration,
    idle_time: Duration,
    state: Mutex<State>,
    // Who reads from the stream, and waits.
    reader: AtomicWaker,
}

#[derive(Debug)]
struct State {
    turn: Turn,
    // When the turn began.
    since: Instant,
    // Requests whose reply is not yet written.
    unanswered: usize,
    // So many of the first bytes are those of the preface; `None` if others are not.
    preface: Option<usize>,
    // With many requests on it at a time, bytes that come are not the beginning of one.
    has_many: bool,
    // A head took too long.
    is_late: bool,
}

/// Whose turn it is to say something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// The client's, when it wants to ask something.
    Idle,
    /// The client's, which has begun.
    Head,
    /// The service's, or the connection is HTTP's no longer.
    Service,
}

impl Pace {
    /// Of a connection that has just begun.
    pub(super) fn new(head_time: Duration, idle_time: Duration) -> Pace {
        let (turn, since) = (Turn::Idle, Instant::now());
        let state =
            State { turn, since, unanswered: 0, preface: Some(0), has_many: false, is_late: false };
        let (state, reader) = (Mutex::new(state), AtomicWaker::new());
        Pace(Arc::new(Inner { head_time, idle_time, state, reader }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// That bytes have come.
    fn heard(&self, bytes: &[u8]) {
        let mut state = self.state();
        if let Some(known) = state.preface {
            let rest = &PREFACE[known..];
            let length = rest.len().min(bytes.len());
            let is_more = rest[..length] == bytes[..length];
            state.preface = is_more.then_some(known + length).filter(|&now| now < PREFACE.len());
            if is_more && length == rest.len() {
                state.has_many = true;
                state.be(Turn::Idle);
                return;
            }
        }
        if state.turn == Turn::Idle && !state.has_many {
            state.be(Turn::Head);
        }
    }

    /// By when the client has to have said something, and what it is that it may be late with; `None` when it
    /// is not its turn.
    fn deadline(&self) -> Option<(Instant, Turn)> {
        let state = self.state();
        let most = match state.turn {
            Turn::Service => return None,
            Turn::Head => self.0.head_time,
            Turn::Idle => self.0.idle_time,
        };
        Some((state.since + most, state.turn))
    }

    /// Whether it ended because a head took too long.
    pub(super) fn is_late(&self) -> bool {
        self.state().is_late
    }

    /// A request has come.
    fn asked(&self, version: Version) -> Answering {
        let mut state = self.state();
        state.has_many |= version == Version::HTTP_2;
        state.unanswered += 1;
        state.be(Turn::Service);
        drop(state);
        Answering(self.clone())
    }
}

impl State {
    fn be(&mut self, turn: Turn) {
        self.turn = turn;
        self.since = Instant::now();
    }
}

/// A request whose reply is not yet written.
#[derive(Debug)]
struct Answering(Pace);

impl Answering {
    /// Nothing that comes on the connection from now on is a request.
    fn forever(self) {
        self.0.state().unanswered += 1;
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.unanswered -= 1;
        if state.unanswered == 0 {
            state.be(Turn::Idle);
            drop(state);
            // The last of a reply may be written before it is let go of.
            self.0.0.reader.wake();
        }
    }
}

/// A stream that ends when nothing was asked on it for long, and fails when a request takes too long to be
/// said.
#[derive(Debug)]
pub(super) struct PacedStream<S> {
    stream: S,
    pace: Pace,
    // It is set anew only when it is over or has to be earlier: most requests come as a whole.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl<S> PacedStream<S> {
    pub(super) fn new(stream: S, pace: Pace) -> PacedStream<S> {
        PacedStream { stream, pace, alarm: None }
    }

    /// Waits until it is too late to say something. Returns what it is too late for.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<Turn> {
        loop {
            let Some((deadline, turn)) = self.pace.deadline() else { return Poll::Pending };
            let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
            if alarm.deadline() > deadline {
                alarm.as_mut().reset(deadline);
            }
            if alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            if alarm.deadline() >= deadline {
                return Poll::Ready(turn);
            }
            alarm.as_mut().reset(deadline);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PacedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = bytes.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, bytes);
        if read.is_ready() {
            if bytes.filled().len() > before {
                self.pace.heard(&bytes.filled()[before..]);
            }
            return read;
        }
        self.pace.0.reader.register(context.waker());
        match self.poll_late(context) {
            Poll::Pending => Poll::Pending,
            // As if the client had hung up.
            Poll::Ready(Turn::Idle) => Poll::Ready(Ok(())),
            Poll::Ready(_) => {
                self.pace.state().is_late = true;
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PacedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A service whose requests and replies keep the pace of their connection.
#[derive(Debug)]
pub(super) struct PacedService<S> {
    service: S,
    pace: Pace,
}

impl<S> PacedService<S> {
    pub(super) fn new(service: S, pace: Pace) -> PacedService<S> {
        PacedService { service, pace }
    }
}

impl<S, B, R> Service<Request<R>> for PacedService<S>
where
    S: Service<Request<R>, Response = Response<B>>,
    S::Future: Unpin,
{
    type Response = Response<PacedBody<B>>;
    type Error = S::Error;
    type Future = PacedReply<S::Future>;

    fn call(&self, request: Request<R>) -> Self::Future {
        let answering = Some(self.pace.asked(request.version()));
        PacedReply { answered: self.service.call(request), answering }
    }
}

/// A reply that is to come.
#[derive(Debug)]
pub(super) struct PacedReply<F> {
    answered: F,
    // Until it has come.
    answering: Option<Answering>,
}

impl<F, B, E> Future for PacedReply<F>
where
    F: Future<Output = Result<Response<B>, E>> + Unpin,
{
    type Output = Result<Response<PacedBody<B>>, E>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let reply = ready!(Pin::new(&mut self.answered).poll(context))?;
        let mut answering = self.answering.take();
        if reply.status() == StatusCode::SWITCHING_PROTOCOLS {
            answering.take().into_iter().for_each(Answering::forever);
        }
        Poll::Ready(Ok(reply.map(|body| PacedBody { body, _answering: answering })))
    }
}

/// The body of a reply, which is written when it is let go of.
#[derive(Debug)]
pub(super) struct PacedBody<B> {
    body: B,
    _answering: Option<Answering>,
}

impl<B: Body + Unpin> Body for PacedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::sleep;

    const HEAD_TIME: Duration = Duration::from_millis(80);
    const IDLE_TIME: Duration = Duration::from_millis(800);

    fn paced(work: impl AsyncFnOnce(PacedStream<DuplexStream>, DuplexStream, Pace)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (own, other) = duplex(64);
            let pace = Pace::new(HEAD_TIME, IDLE_TIME);
            work(PacedStream::new(own, pace.clone()), other, pace).await;
        });
    }

    /// What comes of reading on, and after how many head times.
    async fn end(own: &mut PacedStream<DuplexStream>) -> (io::Result<usize>, u128) {
        let begun = Instant::now();
        let read = own.read(&mut [0; 64]).await;
        (read, begun.elapsed().as_millis() / HEAD_TIME.as_millis())
    }

    #[test]
    fn a_head_that_has_begun_is_not_waited_for_long() {
        paced(async |mut own, mut other, _pace| {
            other.write_all(b"GET / HT").await.unwrap();
            assert_eq!(own.read(&mut [0; 64]).await.unwrap(), 8);
            // More of it does not give it more time.
            sleep(HEAD_TIME / 2).await;
            other.write_all(b"TP").await.unwrap();
            assert_eq!(own.read(&mut [0; 64]).await.unwrap(), 2);
            let (read, times) = end(&mut own).await;
            assert_eq!(read.unwrap_err().kind(), io::ErrorKind::TimedOut);
            assert!(times < 5, "{times}");
        });
    }

    #[test]
    fn between_two_requests_a_connection_may_stay_longer_and_not_for_ever() {
        paced(async |mut own, mut other, pace| {
            for _ in 0..2 {
                other.write_all(b"GET /").await.unwrap();
                assert_eq!(own.read(&mut [0; 64]).await.unwrap(), 5);
                let answering = pace.asked(Version::HTTP_11);
                sleep(HEAD_TIME * 2).await;
                drop(answering);
                sleep(HEAD_TIME * 2).await;
            }
            let (read, times) = end(&mut own).await;
            assert_eq!(read.unwrap(), 0, "as if it had hung up");
            assert!((5..20).contains(&times), "{times}");
        });
    }

    #[test]
    fn who_waits_for_a_reply_is_waited_for() {
        paced(async |mut own, _other, pace| {
            let answering = pace.asked(Version::HTTP_2);
            let done = async {
                sleep(IDLE_TIME * 2).await;
                drop(answering);
            };
            // What is written last wakes whoever waits for more to be read.
            let ((read, times), ()) = tokio::join!(end(&mut own), done);
            assert_eq!(read.unwrap(), 0);
            assert!(times >= 30 - 1, "{times}");
        });
    }

    #[test]
    fn with_many_requests_at_a_time_bytes_begin_none() {
        paced(async |mut own, mut other, _pace| {
            for piece in [&PREFACE[..5], &[&PREFACE[5..], b"settings"].concat(), b"ping"] {
                other.write_all(piece).await.unwrap();
                assert_eq!(own.read(&mut [0; 64]).await.unwrap(), piece.len());
            }
            let (read, times) = end(&mut own).await;
            assert_eq!(read.unwrap(), 0);
            assert!(times >= 5, "{times}");
        });
    }

    #[test]
    fn half_a_preface_is_as_late_as_half_a_head() {
        paced(async |mut own, mut other, _pace| {
            other.write_all(&PREFACE[..5]).await.unwrap();
            assert_eq!(own.read(&mut [0; 64]).await.unwrap(), 5);
            let (read, _) = end(&mut own).await;
            assert_eq!(read.unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn what_is_no_longer_http_keeps_another_pace() {
        paced(async |mut own, mut other, pace| {
            pace.asked(Version::HTTP_11).forever();
            let late = async {
                sleep(IDLE_TIME * 2).await;
                other.write_all(b"hello").await.unwrap();
            };
            let ((read, _), ()) = tokio::join!(end(&mut own), late);
            assert_eq!(read.unwrap(), 5);
        });
    }
}
