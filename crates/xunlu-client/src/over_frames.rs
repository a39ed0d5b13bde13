//! Calls in frames over TCP or a Unix socket: all threads share one connection, and none waits for the reply
//! of another.

use crate::refusal::{Refusal, RefusalKind};
use crate::sent::{CONNECT_TIME, READ_TIME, Sent};
use crate::wire::{BearerToken, Call, CallReply, Encoding, Frame, Response};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest reply that is read.
const FRAME_BYTES_MAX: usize = 256 << 20;

/// So long nobody may take what is written.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// Where a server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Tcp(String),
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no such sockets here"))]
    Unix(PathBuf),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Tcp(host) => write!(f, "tcp://{host}"),
            Place::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// A server that is called in frames.
#[derive(Debug)]
pub(crate) struct OverFrames {
    place: Place,
    token: Option<BearerToken>,
    shared: Mutex<Shared>,
    // A connection was made, or could not be.
    made: Condvar,
    // So long a reply may take beyond the time of its call.
    read_time: Duration,
}

/// The connection that all share.
#[derive(Debug, Default)]
struct Shared {
    line: Option<Arc<Line>>,
    // Somebody makes one, for all who wait.
    is_made: bool,
}

/// A connection, with a thread that reads replies for all who wait.
#[derive(Debug)]
struct Line {
    stream: Mutex<Stream>,
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Debug, Default)]
struct Waiting {
    number: u32,
    // How often something was read.
    reads: u64,
    calls: BTreeMap<u32, SyncSender<CallReply>>,
    is_over: bool,
}

pub(crate) enum Stream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl OverFrames {
    pub(crate) fn new(place: Place) -> OverFrames {
        let (shared, made) = (Mutex::default(), Condvar::new());
        OverFrames { place, token: None, shared, made, read_time: READ_TIME }
    }

    /// Says who asks, on every connection from now on.
    pub(crate) fn set_token(&mut self, token: BearerToken) {
        self.token = Some(token);
    }

    /// Where it is.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// What it knows us by.
    pub(crate) fn token(&self) -> Option<&BearerToken> {
        self.token.as_ref()
    }

    fn line_of_its_own(&self, until: Instant) -> io::Result<Line> {
        let line = Line::to(&self.place, until)?;
        if let Some(token) = &self.token {
            // Nobody waits for the reply, for no call has this number: who is not known hears it from the
            // reply to what is asked next.
            line.send(&Frame::of(0, &Call::Token(token.clone())))?;
        }
        Ok(line)
    }

    pub(crate) fn call(
        &self,
        sent: &Sent,
        until: Instant,
    ) -> io::Result<Result<Response, Refusal>> {
        let mut call = sent.call.clone();
        if let Call::Ask(call) = &mut call {
            call.time_ms = sent.milliseconds(until);
        }
        let frame = Frame::of(0, &call);
        let (length, most) = (frame.len() - Frame::LENGTH_BYTES, Frame::CALL_BYTES_MAX);
        if length > most {
            let words = format!("a call of {length} bytes; expected {most} at most");
            return Ok(Err(Refusal::new(RefusalKind::TooLarge, words)));
        }
        // What must not come twice is not sent on a connection that may have been closed meanwhile.
        let own = if sent.may_repeat { None } else { Some(self.line_of_its_own(until)?) };
        let reply = match own {
            Some(own) => own.call(frame, until + self.read_time)?,
            None => self.line(until)?.call(frame, until + self.read_time)?,
        };
        Ok(match reply {
            CallReply::Told(told) => Ok(told),
            CallReply::Refused(problem) => Err(problem.into()),
            CallReply::Pong | CallReply::Event(_) => {
                Err(Refusal::not_understood("a reply to something else"))
            }
        })
    }

    /// The connection that all share, made by the first who finds none. The others wait for it, but each no
    /// longer than its own time.
    fn line(&self, until: Instant) -> io::Result<Arc<Line>> {
        let mut shared = self.shared();
        loop {
            if let Some(line) = shared.line.as_ref().filter(|line| !line.waiting().is_over) {
                return Ok(line.clone());
            }
            if !shared.is_made {
                break;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let waited = self.made.wait_timeout(shared, left);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        shared.is_made = true;
        drop(shared);
        let made = self.line_of_its_own(until).map(Arc::new);
        let mut shared = self.shared();
        shared.is_made = false;
        // One that is over goes as well.
        shared.line = made.as_ref().ok().cloned();
        drop(shared);
        self.made.notify_all();
        made
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    fn to(place: &Place, until: Instant) -> io::Result<Line> {
        let stream = Stream::to(place, until)?;
        let mut replies = stream.another()?;
        let waiting: Arc<Mutex<Waiting>> = Arc::default();
        let own = waiting.clone();
        thread::Builder::new().name("replies".to_owned()).spawn(move || {
            // However it ends, there is nobody to be told but those who wait.
            let _ = read_replies(&mut replies, &own);
            let mut waiting = own.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.is_over = true;
            waiting.calls.clear();
        })?;
        Ok(Line { stream: Mutex::new(stream), waiting })
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a call, and waits for the reply until the end.
    fn call(&self, mut frame: Vec<u8>, end: Instant) -> io::Result<CallReply> {
        let (tell, told) = sync_channel(1);
        let (number, reads) = {
            let mut waiting = self.waiting();
            if waiting.is_over {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            waiting.number = waiting.number.wrapping_add(1).max(1);
            let number = waiting.number;
            waiting.calls.insert(number, tell);
            (number, waiting.reads)
        };
        Frame::renumber(&mut frame, number);
        let reply = self.send(&frame).and_then(|()| wait(&told, end));
        if reply.is_err() {
            let is_silent = {
                let mut waiting = self.waiting();
                // It may still come, and then nobody wants it.
                waiting.calls.remove(&number);
                waiting.is_over |= waiting.reads == reads;
                waiting.is_over
            };
            // Nothing came for anybody: whoever was there is gone without a word, and the next call connects
            // anew.
            if is_silent {
                self.stream.lock().unwrap_or_else(PoisonError::into_inner).close();
            }
        }
        reply
    }

    fn send(&self, frame: &[u8]) -> io::Result<()> {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        stream.write_all(frame).inspect_err(|_| {
            // Half a frame may be under way, behind which nothing makes sense.
            self.waiting().is_over = true;
            stream.close();
        })
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // Its thread reads no more.
        self.stream.get_mut().unwrap_or_else(PoisonError::into_inner).close();
    }
}

fn wait(told: &Receiver<CallReply>, end: Instant) -> io::Result<CallReply> {
    told.recv_timeout(end.saturating_duration_since(Instant::now())).map_err(|error| {
        let is_late = error == RecvTimeoutError::Timeout;
        let kind = if is_late { io::ErrorKind::TimedOut } else { io::ErrorKind::ConnectionReset };
        kind.into()
    })
}

/// Reads replies and hands them out, until the connection ends.
fn read_replies(stream: &mut Stream, waiting: &Mutex<Waiting>) -> io::Result<()> {
    let bad = |refusal: Refusal| io::Error::new(io::ErrorKind::InvalidData, refusal);
    let (mut bytes, mut piece) = (Vec::new(), vec![0; 64 << 10]);
    loop {
        let length = stream.read(&mut piece)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend(&piece[..length]);
        waiting.lock().unwrap_or_else(PoisonError::into_inner).reads += 1;
        let mut at = 0;
        while let Some((frame, length)) =
            Frame::first(&bytes[at..], FRAME_BYTES_MAX).map_err(bad)?
        {
            let number = frame.number;
            let call = waiting.lock().unwrap_or_else(PoisonError::into_inner).calls.remove(&number);
            if let Some(call) = call {
                let reply = Encoding::Cbor.read(frame.body).map_err(bad)?;
                // Who asked may have given up just now.
                let _ = call.send(reply);
            }
            at += length;
        }
        bytes.drain(..at);
    }
}

impl Stream {
    pub(crate) fn to(place: &Place, until: Instant) -> io::Result<Stream> {
        let left = || {
            let left = until.saturating_duration_since(Instant::now()).min(CONNECT_TIME);
            if left.is_zero() { Err(io::Error::from(io::ErrorKind::TimedOut)) } else { Ok(left) }
        };
        match place {
            Place::Tcp(host) => {
                let mut error = io::Error::other("there is no such host");
                for address in host.to_socket_addrs()? {
                    match TcpStream::connect_timeout(&address, left()?) {
                        Ok(stream) => {
                            stream.set_nodelay(true)?;
                            stream.set_write_timeout(Some(WRITE_TIME))?;
                            return Ok(Stream::Tcp(stream));
                        }
                        Err(own) => error = own,
                    }
                }
                Err(error)
            }
            #[cfg(unix)]
            Place::Unix(path) => {
                left()?;
                let stream = UnixStream::connect(path)?;
                stream.set_write_timeout(Some(WRITE_TIME))?;
                Ok(Stream::Unix(stream))
            }
            #[cfg(not(unix))]
            Place::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// The same connection, for another thread.
    pub(crate) fn another(&self) -> io::Result<Stream> {
        Ok(match self {
            Stream::Tcp(stream) => Stream::Tcp(stream.try_clone()?),
            #[cfg(unix)]
            Stream::Unix(stream) => Stream::Unix(stream.try_clone()?),
        })
    }

    /// Whoever reads waits no longer than so.
    pub(crate) fn set_read_timeout(&self, time: Duration) -> io::Result<()> {
        match self {
            Stream::Tcp(stream) => stream.set_read_timeout(Some(time)),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.set_read_timeout(Some(time)),
        }
    }

    pub(crate) fn close(&self) {
        // One that has ended cannot be, which is as well.
        let _ = match self {
            Stream::Tcp(stream) => stream.shutdown(Shutdown::Both),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.shutdown(Shutdown::Both),
        };
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.read(bytes),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.write(bytes),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Listens, and hands each connection to somebody with its number.
    fn server(serve: impl Fn(usize, TcpStream) + Send + Sync + 'static) -> OverFrames {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let serve = Arc::new(serve);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().flatten().enumerate() {
                let serve = serve.clone();
                thread::spawn(move || serve(number, stream));
            }
        });
        OverFrames::new(Place::Tcp(host))
    }

    fn answer_all(mut stream: TcpStream) {
        let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
        while let Ok(length @ 1..) = stream.read(&mut piece) {
            bytes.extend(&piece[..length]);
            while let Ok(Some((frame, length))) = Frame::first(&bytes, FRAME_BYTES_MAX) {
                let maps = crate::wire::MapsTold { maps: Vec::new() };
                let reply = CallReply::Told(Response::Maps(maps));
                let _ = stream.write_all(&Frame::of(frame.number, &reply));
                bytes.drain(..length);
            }
        }
    }

    fn maps() -> Sent {
        Sent { call: Call::Maps, may_repeat: true, tells_time: false }
    }

    #[test]
    fn a_connection_on_which_nothing_comes_is_not_used_again() {
        // Whoever is at the first connection reads, and says nothing; nor does it close.
        let mut way = server(|number, mut stream| match number {
            0 => while matches!(stream.read(&mut [0; 64]), Ok(1..)) {},
            _ => answer_all(stream),
        });
        way.read_time = Duration::from_millis(200);
        let until = Instant::now() + Duration::from_millis(200);
        let error = way.call(&maps(), until).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let until = Instant::now() + Duration::from_secs(5);
        assert!(matches!(way.call(&maps(), until), Ok(Ok(Response::Maps(_)))));
    }

    #[test]
    fn who_has_little_time_does_not_wait_for_the_connection_of_another() {
        let way = server(|_, stream| answer_all(stream));
        // Somebody else is making one, and takes long.
        way.shared().is_made = true;
        let begun = Instant::now();
        let error = way.line(begun + Duration::from_millis(50)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        way.shared().is_made = false;
        let until = Instant::now() + Duration::from_secs(5);
        assert!(matches!(way.call(&maps(), until), Ok(Ok(Response::Maps(_)))));
    }

    #[test]
    fn too_large_a_call_is_not_sent() {
        let way = server(|number, _| panic!("connection {number}"));
        let place = "1".repeat(Frame::CALL_BYTES_MAX);
        let what = crate::Ask::Nearest(crate::NearestAsked { place, mover: None });
        let map = "yard".to_owned();
        let call =
            crate::AskCall { map, what, at_least: None, exactly: None, time_ms: None, trace: None };
        let sent = Sent { call: Call::Ask(call), ..maps() };
        let told = way.call(&sent, Instant::now() + Duration::from_secs(5)).unwrap();
        assert_eq!(told.unwrap_err().kind, RefusalKind::TooLarge);
    }
}
