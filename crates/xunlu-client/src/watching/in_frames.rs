//! News in frames: all that is watched on one connection.

use super::{
    CONNECT_TIME, MOST_TIME, NOBODY, QUIET_TIME, WatchNews, WatchNumber, goes_on_from, number_for,
};
use crate::again::Again;
use crate::over_frames::{Place, Stream};
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{BearerToken, Call, CallReply, Encoding, Frame, WatchCall};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest news that are read: what is told of something that is watched is short.
const NEWS_BYTES_MAX: usize = 1 << 20;

/// What is watched, on a connection that is made again when it ends.
#[derive(Debug)]
pub(super) struct InFrames {
    places: Vec<Place>,
    token: Option<BearerToken>,
    again: Again,
    watched: Mutex<Watched>,
    // Held by whoever waits for news.
    line: Mutex<Line>,
}

#[derive(Debug, Default)]
struct Watched {
    calls: BTreeMap<u32, WatchCall>,
    last: u32,
    // Where calls are written, while there is a connection.
    stream: Option<Stream>,
}

#[derive(Debug, Default)]
struct Line {
    stream: Option<Stream>,
    bytes: Vec<u8>,
    news: VecDeque<WatchNews>,
    // When something came last, and whether the service was asked since then.
    heard: Option<Instant>,
    is_asked: bool,
    // Which server is connected to next, and how often in a row one could not be.
    next: usize,
    failures: u32,
}

impl InFrames {
    pub(super) fn new(places: Vec<Place>, token: Option<BearerToken>) -> InFrames {
        let (watched, line) = (Mutex::default(), Mutex::default());
        InFrames { places, token, again: Again::new(0, 0), watched, line }
    }

    pub(super) fn watch(&self, call: WatchCall) -> Result<WatchNumber, Refusal> {
        let mut frame = Frame::of(NOBODY, &Call::Watch(call.clone()));
        let length = frame.len() - Frame::LENGTH_BYTES;
        let mut watched = self.watched();
        let Watched { calls, last, .. } = &mut *watched;
        let number = number_for(length, last, calls)?;
        watched.calls.insert(number, call);
        Frame::renumber(&mut frame, number);
        watched.send(&frame);
        Ok(WatchNumber(number))
    }

    pub(super) fn unwatch(&self, number: WatchNumber) {
        let mut watched = self.watched();
        if watched.calls.remove(&number.0).is_some() {
            watched.send(&Frame::of(NOBODY, &Call::Unwatch(number.0)));
        }
    }

    pub(super) fn next(&self, time: Duration) -> Result<Option<WatchNews>, Refusal> {
        let until = Instant::now() + time.min(MOST_TIME);
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(news) = line.news.pop_front() {
                return Ok(Some(news));
            }
            let left = until.saturating_duration_since(Instant::now());
            let came = match line.stream {
                None => self.connect(&mut line, until),
                Some(_) if left.is_zero() => return Ok(None),
                Some(_) => self.read(&mut line, until),
            };
            if let Err(error) = came {
                self.watched().stream = None;
                line.stream = None;
                if Instant::now() >= until {
                    let words = format!("{} does not answer: {error}", self.told_places());
                    return Err(Refusal::new(RefusalKind::Unreachable, words));
                }
                let pause = self.again.pause(line.failures);
                line.failures = line.failures.saturating_add(1);
                thread::sleep(pause.min(until.saturating_duration_since(Instant::now())));
            }
        }
    }

    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn told_places(&self) -> String {
        let all = self.places.iter().map(ToString::to_string);
        all.collect::<Vec<_>>().join(", ")
    }

    /// Connects to the next of the servers, and has everything watched there.
    fn connect(&self, line: &mut Line, until: Instant) -> io::Result<()> {
        let place = &self.places[line.next % self.places.len()];
        line.next = line.next.wrapping_add(1);
        let mut stream = Stream::to(place, until.min(Instant::now() + CONNECT_TIME))?;
        if let Some(token) = &self.token {
            stream.write_all(&Frame::of(NOBODY, &Call::Token(token.clone())))?;
        }
        // Whatever is given to be watched from here on is sent by whoever gives it.
        let mut watched = self.watched();
        for (&number, call) in &watched.calls {
            stream.write_all(&Frame::of(number, &Call::Watch(call.clone())))?;
        }
        watched.stream = Some(stream.another()?);
        drop(watched);
        (line.stream, line.heard, line.is_asked) = (Some(stream), Some(Instant::now()), false);
        line.bytes.clear();
        Ok(())
    }

    /// Reads what comes, if something does until then.
    fn read(&self, line: &mut Line, until: Instant) -> io::Result<()> {
        let Some(stream) = &mut line.stream else { return Err(io::ErrorKind::NotConnected.into()) };
        let quiet = line.heard.map_or(Duration::ZERO, |heard| heard.elapsed());
        let patience = if line.is_asked { QUIET_TIME * 2 } else { QUIET_TIME };
        if quiet >= patience {
            if line.is_asked {
                return Err(io::ErrorKind::TimedOut.into());
            }
            line.is_asked = true;
            self.watched().send(&Frame::of(NOBODY, &Call::Ping));
            return Ok(());
        }
        let left = until.saturating_duration_since(Instant::now()).min(patience - quiet);
        // No time at all would be all of it.
        stream.set_read_timeout(left.max(Duration::from_millis(1)))?;
        let mut piece = [0; 4096];
        let length = match stream.read(&mut piece) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => length,
            Err(error) if is_late(&error) => return Ok(()),
            Err(error) => return Err(error),
        };
        (line.heard, line.is_asked) = (Some(Instant::now()), false);
        line.failures = 0;
        line.bytes.extend(&piece[..length]);
        let bad = |refusal: Refusal| io::Error::new(io::ErrorKind::InvalidData, refusal);
        let mut at = 0;
        let mut is_ending = false;
        while let Some((frame, length)) =
            Frame::first(&line.bytes[at..], NEWS_BYTES_MAX).map_err(bad)?
        {
            let reply = Encoding::Cbor.read::<CallReply>(frame.body).map_err(bad)?;
            match self.watched().told(frame.number, reply) {
                Told::News(news) => line.news.push_back(news),
                Told::Nothing => {}
                Told::Ending => is_ending = true,
            }
            at += length;
        }
        line.bytes.drain(..at);
        if is_ending { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }
}

/// Whether nothing came, and nothing else is wrong.
fn is_late(error: &io::Error) -> bool {
    let late = [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut, io::ErrorKind::Interrupted];
    late.contains(&error.kind())
}

/// What a reply says.
enum Told {
    News(WatchNews),
    /// Nothing that somebody waits for.
    Nothing,
    /// The service is about to end.
    Ending,
}

impl Watched {
    /// Sends something while there is a connection. One that has ended is found out by who reads from it.
    fn send(&mut self, frame: &[u8]) {
        if let Some(stream) = &mut self.stream
            && stream.write_all(frame).is_err()
        {
            // Half a frame may be under way, behind which nothing makes sense.
            stream.close();
            self.stream = None;
        }
    }

    fn told(&mut self, number: u32, reply: CallReply) -> Told {
        // It may have been let go of just now.
        let Some(call) = self.calls.get_mut(&number) else { return Told::Nothing };
        let told = match reply {
            CallReply::Event(event) => {
                goes_on_from(call, &event);
                Ok(event)
            }
            CallReply::Refused(problem) => {
                let refusal = Refusal::from(problem);
                if refusal.kind == RefusalKind::Draining {
                    return Told::Ending;
                }
                self.calls.remove(&number);
                Err(refusal)
            }
            CallReply::Pong | CallReply::Told(_) => return Told::Nothing,
        };
        Told::News(WatchNews { number: WatchNumber(number), told })
    }
}

impl Drop for InFrames {
    fn drop(&mut self) {
        if let Some(stream) = &self.watched().stream {
            stream.close();
        }
    }
}
