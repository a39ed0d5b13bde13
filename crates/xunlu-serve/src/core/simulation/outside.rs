//! What is outside of the simulated service: the disks that its journals are on, and what is true.

use super::{HEIGHT, Planted, WIDTH};
use crate::core::base;
use crate::core::journal::{Journal, JournalBase, NoJournal, Read, Record};
use crate::core::writer::Writer;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use xunlu::map::Revision;
use xunlu::{Cell, Grid, Map, Mover, Place, Terrain, World};
use xunlu_testkit::Referee;

/// A journal of more bytes is to be made shorter: of one change and a little.
const LONG_BYTES: usize = 100;

/// What is true, whatever the service says: each map as rows of `.` and `#` at each of its revisions.
#[derive(Default)]
pub(super) struct Truth {
    pub(super) rows: BTreeMap<(&'static str, u32, u64), String>,
    /// Which change made a revision, by the name its client gave it.
    pub(super) made: BTreeMap<(&'static str, u32, String), u64>,
    /// The changes that clients ever asked for: a cell, and whether it becomes a wall.
    pub(super) asked: BTreeMap<String, (u32, bool)>,
    pub(super) wrong: Option<String>,
}

impl Truth {
    pub(super) fn said(&mut self, is_right: bool, words: impl FnOnce() -> String) {
        if !is_right && self.wrong.is_none() {
            self.wrong = Some(words());
        }
    }

    /// A change is on the disk: from now on it is true.
    pub(super) fn write(&mut self, map: &'static str, record: &Record) {
        let Revision { epoch, number } = record.before;
        let (cell, is_wall) = self.asked[&record.id];
        let Some(mut rows) = self.rows.get(&(map, epoch, number)).cloned() else {
            self.said(false, || format!("{map}: a change of revision {epoch}.{number}"));
            return;
        };
        let at = (cell / WIDTH * (WIDTH + 1) + cell % WIDTH) as usize;
        rows.replace_range(at..=at, if is_wall { "#" } else { "." });
        let before = self.made.insert((map, epoch, record.id.clone()), number + 1);
        self.said(before.is_none(), || format!("{map}: {} was made twice", record.id));
        self.rows.insert((map, epoch, number + 1), rows);
    }
}

/// What happens when the next record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Written,
    DiskFull,
    /// The power goes when so many bytes of it are on the disk.
    PowerGone(usize),
}

/// The disk of a map.
pub(super) struct Disk {
    pub(super) map: &'static str,
    pub(super) epoch: u32,
    pub(super) rows: String,
    pub(super) journal: Vec<u8>,
    /// So much of it is still there after a crash.
    pub(super) kept: usize,
    /// What the journal goes on from, once it was made shorter.
    pub(super) base: Option<Vec<u8>>,
    /// What it is to go on from, and where in it that is.
    pub(super) next_base: Option<(usize, JournalBase)>,
    pub(super) fate: Fate,
    pub(super) has_power: bool,
    pub(super) planted: Planted,
}

impl Disk {
    /// The map as it was put here.
    pub(super) fn world(&self) -> World {
        let map = Map::Grid(grid(&self.rows));
        let map = map.at_revision(Revision { epoch: self.epoch, number: 0 });
        World::new(map).expect("it was one")
    }

    /// What is on the disk besides the journal.
    pub(super) fn writer(&self) -> Writer {
        match &self.base {
            Some(base) => base::writer_of(base, None).expect("it was written whole"),
            None => Writer::new(self.world(), Box::new(NoJournal)),
        }
    }

    /// Writes down what the journal is to go on from, or fails at it. Returns whether it did.
    pub(super) fn shorten(&mut self) -> bool {
        let Some((at, mut base)) = self.next_base.take() else { return false };
        if self.fate != Fate::Written {
            self.has_power = self.fate == Fate::DiskFull;
            return false;
        }
        if self.planted == Planted::NamelessBase {
            base.names.clear();
        }
        self.base = Some(base.to_bytes().expect("a grid can be written"));
        if self.planted != Planted::ShortenedTooSoon {
            self.journal.drain(..at);
            self.kept = self.kept.saturating_sub(at);
        }
        true
    }

    /// Keeps so much of the journal.
    pub(super) fn keep(&mut self, bytes: usize) {
        self.journal.truncate(bytes);
        self.kept = bytes;
    }
}

pub(super) struct SimulatedJournal {
    pub(super) disk: Arc<Mutex<Disk>>,
    pub(super) truth: Arc<Mutex<Truth>>,
}

impl Journal for SimulatedJournal {
    fn append(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (mut disk, mut truth) = (self.disk.lock().unwrap(), self.truth.lock().unwrap());
        let Read::Record(record, _) = Record::read(bytes) else { panic!("it is a record") };
        let fate = if disk.has_power { disk.fate } else { Fate::PowerGone(0) };
        let written = match fate {
            Fate::Written => bytes.len(),
            Fate::DiskFull => return Err("the disk is full".to_owned()),
            Fate::PowerGone(most) => most.min(bytes.len()),
        };
        disk.journal.extend(&bytes[..written]);
        if written == bytes.len() {
            truth.write(disk.map, &record);
        }
        if disk.planted != Planted::AcknowledgedTooSoon {
            disk.kept = disk.journal.len();
        }
        disk.has_power = fate == Fate::Written;
        if disk.has_power { Ok(()) } else { Err("the power is gone".to_owned()) }
    }

    fn is_long(&mut self) -> bool {
        let disk = self.disk.lock().unwrap();
        disk.next_base.is_none() && disk.journal.len() > LONG_BYTES
    }

    fn shorten(&mut self, base: JournalBase) {
        let mut disk = self.disk.lock().unwrap();
        let at = disk.journal.len();
        if disk.planted == Planted::ShortenedTooSoon {
            (disk.journal, disk.kept) = (Vec::new(), 0);
        }
        disk.next_base = Some((at, base));
    }
}

pub(super) fn grid(rows: &str) -> Grid {
    rows.parse().expect("rows of cells")
}

pub(super) fn rows_of(grid: &Grid) -> String {
    let letter = |x: u32, y: u32| {
        let cell = Cell::new(x.cast_signed(), y.cast_signed());
        if grid.terrain(cell) == Some(Terrain::WALL) { '#' } else { '.' }
    };
    let row = |y: u32| (0..WIDTH).map(|x| letter(x, y)).collect::<String>();
    (0..HEIGHT).map(row).collect::<Vec<String>>().join("\n")
}

/// What the cheapest path costs, by somebody who shares no code with the engine.
pub(super) fn optimal(rows: &str, cells: [u32; 2], mover: &Mover) -> Option<u32> {
    let map = Map::Grid(grid(rows));
    let place =
        |cell: u32| Place::from(((cell % WIDTH).cast_signed(), (cell / WIDTH).cast_signed()));
    let cost = Referee::new(&map, mover).optimal_cost(place(cells[0]), place(cells[1]));
    cost.map(|cost| u32::try_from(cost).expect("a small map"))
}

/// A journal whose changes are nobody's.
pub(super) fn without_names(journal: &[u8]) -> Vec<u8> {
    let (mut made, mut at) = (Vec::new(), 0);
    while let Read::Record(record, length) = Record::read(&journal[at..]) {
        made.extend(Record { id: String::new(), ..record }.to_bytes());
        at += length;
    }
    made
}
