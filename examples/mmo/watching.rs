//! Watched paths: the service says which of them break when a door shuts.
//!
//! If a worker goes, its watches go with it, and all paths are given to another. A worker comes back at
//! another address, and what a client watches (`Remote::watching`) is for servers that stay where they are;
//! so calls are written as frames here, and replies read in a loop.

use crate::figures::Figures;
use crate::gateway::Letter;
use crate::swarm::{News, UnitId};
use crate::town::NAME;
use crate::unit::Walk;
use crate::workers::Workers;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;
use xunlu::{Map, Place, wire};
use xunlu_client::{Call, CallReply, Encoding, Frame, Problem, WatchCall, WatchEvent};

/// A worker has no more watched on one connection (`watches-max` is 256).
const UNITS_EACH: usize = 250;

/// The longest reply: what is told of a path is short.
const REPLY_BYTES_MAX: usize = 1 << 20;

/// How long before a connection that ended is made anew.
const PAUSE: Duration = Duration::from_millis(100);

/// All connections, each for some of the units.
#[derive(Debug)]
pub(crate) struct Watching {
    lines: Vec<Line>,
    map: Map,
}

/// What is watched on one connection.
#[derive(Debug, Default)]
struct Line(Mutex<Watched>);

#[derive(Debug, Default)]
struct Watched {
    stream: Option<TcpStream>,
    calls: u32,
    /// Each unit's path, by the question that it answers, and the number of the call.
    paths: BTreeMap<UnitId, (u32, wire::Path, u32)>,
    /// Whose path it is, by the number of the call.
    units: BTreeMap<u32, UnitId>,
}

impl Watching {
    /// For so many units of a town.
    pub(crate) fn new(map: Map, count: u16) -> Watching {
        let lines = usize::from(count).div_ceil(UNITS_EACH);
        Watching { lines: (0..lines).map(|_| Line::default()).collect(), map }
    }

    /// Watches until all is over.
    pub(crate) fn begin<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        workers: &'scope Workers,
        letters: &Sender<Letter>,
    ) {
        for (number, line) in self.lines.iter().enumerate() {
            let letters = letters.clone();
            scope.spawn(move || line.read(number, workers, &letters));
        }
    }

    /// Watches the path that a unit walks on from now on, and none that it walked on before.
    pub(crate) fn watch(&self, unit: UnitId, walk: &Walk) {
        let line = &self.lines[usize::from(unit.0) / UNITS_EACH];
        let places: Vec<Place> = walk.cells.iter().map(|&cell| Place::Cell(cell)).collect();
        // What it costs in all is not looked at.
        let path = wire::Path::new(&self.map, xunlu::Path { places, cost: xunlu::Cost(0) });
        line.watched().give(unit, walk.number, path);
    }

    /// Hangs up, so that those who read have an end.
    pub(crate) fn end(&self) {
        for line in &self.lines {
            if let Some(stream) = line.watched().stream.take() {
                // It may have ended by itself.
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }
}

impl Line {
    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what is told, on one connection after the other.
    fn read(&self, number: usize, workers: &Workers, letters: &Sender<Letter>) {
        while !workers.is_over() {
            let addresses = workers.addresses();
            let those = addresses.iter().flatten().map(|address| address.tcp);
            let there: Vec<SocketAddr> = those.collect();
            if !there.is_empty() {
                // However it ended, it is begun anew.
                let _ = self.read_from(there[number % there.len()], &workers.figures, letters);
            }
            thread::sleep(PAUSE);
        }
    }

    fn read_from(
        &self,
        worker: SocketAddr,
        figures: &Figures,
        letters: &Sender<Letter>,
    ) -> io::Result<()> {
        let mut stream = TcpStream::connect(worker)?;
        stream.set_nodelay(true)?;
        self.watched().begin(stream.try_clone()?);
        let (mut bytes, mut piece) = (Vec::new(), vec![0; 64 << 10]);
        let bad = |refusal| io::Error::new(io::ErrorKind::InvalidData, refusal);
        loop {
            let length = stream.read(&mut piece)?;
            if length == 0 {
                return Ok(());
            }
            bytes.extend(&piece[..length]);
            let mut at = 0;
            while let Some((frame, length)) =
                Frame::first(&bytes[at..], REPLY_BYTES_MAX).map_err(bad)?
            {
                let reply: CallReply = Encoding::Cbor.read(frame.body).map_err(bad)?;
                if let Some(step) = broken_at(&reply)
                    && let Some((unit, number)) = self.watched().whose(frame.number)
                {
                    figures.broken.add(1);
                    let news = News::Broken { step };
                    // Nobody may be there any more who wants to know.
                    let _ = letters.send(Letter { unit, number, news });
                }
                at += length;
            }
            bytes.drain(..at);
        }
    }
}

/// Where a path is broken that this is told of, if it is. One that was broken before it came to be watched is
/// refused, and nobody says where.
fn broken_at(reply: &CallReply) -> Option<usize> {
    match reply {
        CallReply::Event(WatchEvent::Broken(told)) => Some(told.step),
        CallReply::Refused(Problem { code, .. }) if code == "conflict" => Some(usize::MAX),
        _ => None,
    }
}

impl Watched {
    /// A new connection, on which everything is to be watched.
    fn begin(&mut self, stream: TcpStream) {
        (self.stream, self.calls) = (Some(stream), 0);
        self.units.clear();
        for (unit, (number, path, _)) in std::mem::take(&mut self.paths) {
            self.give(unit, number, path);
        }
    }

    fn give(&mut self, unit: UnitId, number: u32, path: wire::Path) {
        let mut frames = Vec::new();
        if let Some((_, _, call)) = self.paths.get(&unit)
            && self.units.remove(call).is_some()
        {
            self.calls += 1;
            frames.extend(Frame::of(self.calls, &Call::Unwatch(*call)));
        }
        self.calls += 1;
        let (map, call) = (NAME.to_owned(), self.calls);
        let watch =
            WatchCall { map, path: Some(path.clone()), mover: None, line: None, after: None };
        frames.extend(Frame::of(call, &Call::Watch(watch)));
        self.units.insert(call, unit);
        self.paths.insert(unit, (number, path, call));
        if let Some(stream) = &mut self.stream
            && stream.write_all(&frames).is_err()
        {
            // Whoever reads from it finds that out as well, and begins anew.
            self.stream = None;
        }
    }

    /// Whose path is watched by the call of this number, and which of its questions it answers.
    fn whose(&self, call: u32) -> Option<(UnitId, u32)> {
        let unit = *self.units.get(&call)?;
        self.paths.get(&unit).map(|(number, _, _)| (unit, *number))
    }
}
