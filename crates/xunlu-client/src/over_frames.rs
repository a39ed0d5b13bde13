//! Calls in frames over TCP or a Unix socket: all threads share one connection, and none waits for the reply
//! of another.

use crate::refusal::Refusal;
use crate::sent::{CONNECT_TIME, READ_TIME, Sent};
use crate::wire::{Call, CallReply, Encoding, Frame, Response};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// A server that is called in frames.
#[derive(Debug)]
pub(crate) struct OverFrames {
    place: Place,
    // Held while a connection is made, which the others wait for.
    shared: Mutex<Option<Arc<Line>>>,
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
    calls: BTreeMap<u32, SyncSender<CallReply>>,
    is_over: bool,
}

enum Stream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl OverFrames {
    pub(crate) fn new(place: Place) -> OverFrames {
        OverFrames { place, shared: Mutex::default() }
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
        // What must not come twice is not sent on a connection that may have been closed meanwhile.
        let own = if sent.may_repeat { None } else { Some(Line::to(&self.place, until)?) };
        let reply = match own {
            Some(own) => own.call(&call, until)?,
            None => self.line(until)?.call(&call, until)?,
        };
        Ok(match reply {
            CallReply::Told(told) => Ok(told),
            CallReply::Refused(problem) => Err(problem.into()),
            CallReply::Pong => Err(Refusal::not_understood("a reply to something else")),
        })
    }

    fn line(&self, until: Instant) -> io::Result<Arc<Line>> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = shared.as_ref().filter(|line| !line.waiting().is_over) {
            return Ok(line.clone());
        }
        let made = Arc::new(Line::to(&self.place, until)?);
        *shared = Some(made.clone());
        Ok(made)
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

    fn call(&self, call: &Call, until: Instant) -> io::Result<CallReply> {
        let (tell, told) = sync_channel(1);
        let number = {
            let mut waiting = self.waiting();
            if waiting.is_over {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            waiting.number = waiting.number.wrapping_add(1);
            let number = waiting.number;
            waiting.calls.insert(number, tell);
            number
        };
        let reply = self.send(&Frame::of(number, call)).and_then(|()| wait(&told, until));
        if reply.is_err() {
            // It may still come, and then nobody wants it.
            self.waiting().calls.remove(&number);
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

fn wait(told: &Receiver<CallReply>, until: Instant) -> io::Result<CallReply> {
    let end = until + READ_TIME;
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
    fn to(place: &Place, until: Instant) -> io::Result<Stream> {
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
    fn another(&self) -> io::Result<Stream> {
        Ok(match self {
            Stream::Tcp(stream) => Stream::Tcp(stream.try_clone()?),
            #[cfg(unix)]
            Stream::Unix(stream) => Stream::Unix(stream.try_clone()?),
        })
    }

    fn close(&self) {
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
