//! What the page is told, in few bytes: where somebody walks is said once, when the walk begins, and the page
//! draws all that lies between.
//!
//! ```text
//! units:  now u32 | messages
//! walks:  1 u8 | unit u16 | begun u32 | pace u8 | x u8 | y u8 | runs u16 | runs times: direction 3 bits, steps less one 5 bits
//! stops:  2 u8 | unit u16 | at the end of so many steps u16 | why u8: 0 at its goal, 1 asks, 2 shut, 3 busy
//! ```
//!
//! Times are milliseconds since the beginning, numbers little-endian; directions go clockwise from the east.

use crate::swarm::UnitId;
use crate::unit::{Doing, Unit, Why};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use xunlu::Cell;

/// The steps in the order in which they are numbered.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The most steps of a run.
const RUN_MAX: u8 = 32;

/// A piece of what is told to those who look on.
pub(crate) type Piece = Arc<[u8]>;

/// Those who look on.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    pages: Vec<SyncSender<Piece>>,
    /// What all of them were told, in bytes.
    pub(crate) bytes: u64,
}

impl Stream {
    /// Somebody comes to look on, who is told first how all is.
    pub(crate) fn join(&mut self, page: SyncSender<Piece>, first: Vec<u8>) {
        if page.try_send(first.into()).is_ok() {
            self.pages.push(page);
        }
    }

    pub(crate) fn has_pages(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Tells everybody. Who reads too slowly is told no more, and comes back to be told how all is.
    pub(crate) fn tell(&mut self, piece: Vec<u8>) {
        let piece: Piece = piece.into();
        self.pages.retain(|page| page.try_send(piece.clone()).is_ok());
        self.bytes += u64::try_from(piece.len() * self.pages.len()).unwrap_or_default();
    }
}

/// A server-sent event.
pub(crate) fn event(name: &str, data: &str) -> Vec<u8> {
    format!("event: {name}\ndata: {data}\n\n").into_bytes()
}

/// The event that tells of units.
pub(crate) fn units(now_ms: u32, messages: &[u8]) -> Vec<u8> {
    let bytes = [&now_ms.to_le_bytes()[..], messages].concat();
    event("units", &STANDARD.encode(bytes))
}

/// That a unit walks, and how far.
pub(crate) fn walks(id: UnitId, unit: &Unit, to: &mut Vec<u8>) {
    let walk = &unit.walk;
    let runs = runs(&walk.cells);
    let byte = |number: i32| u8::try_from(number).expect("a town has 256 x 256 cells at most");
    to.push(1);
    to.extend(id.0.to_le_bytes());
    to.extend(walk.begun_ms().to_le_bytes());
    to.extend([unit.pace_ms, byte(walk.cells[0].x), byte(walk.cells[0].y)]);
    to.extend(u16::try_from(runs.len()).expect("paths are short").to_le_bytes());
    to.extend(runs);
}

/// Where a unit stops, and why.
pub(crate) fn stops(id: UnitId, unit: &Unit, to: &mut Vec<u8>) {
    to.push(2);
    to.extend(id.0.to_le_bytes());
    to.extend(u16::try_from(unit.walk.stop).expect("paths are short").to_le_bytes());
    to.push(match unit.doing {
        _ if unit.has_asked => 1,
        Doing::Waiting { why: Why::Shut, .. } => 2,
        Doing::Waiting { why: Why::Busy, .. } => 3,
        _ => 0,
    });
}

/// Equal steps in a row as one byte.
fn runs(cells: &[Cell]) -> Vec<u8> {
    let mut runs: Vec<u8> = Vec::new();
    let mut last = None;
    for step in cells.windows(2) {
        let own = (step[1].x - step[0].x, step[1].y - step[0].y);
        let direction =
            STEPS.iter().position(|&known| known == own).expect("a step to a neighbour");
        let direction = u8::try_from(direction).expect("there are eight") << 5;
        match runs.last_mut() {
            Some(run) if last == Some(direction) && *run % RUN_MAX < RUN_MAX - 1 => *run += 1,
            _ => runs.push(direction),
        }
        last = Some(direction);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swarm::Swarm;
    use crate::town::{TEXT, Town};

    #[test]
    fn who_has_asked_nothing_is_not_said_to_ask() {
        let mut swarm = Swarm::new(&Town::of(TEXT), 1, 1);
        let told = |swarm: &Swarm| {
            let mut to = Vec::new();
            stops(UnitId(0), swarm.unit(UnitId(0)), &mut to);
            to[5]
        };
        assert_eq!(told(&swarm), 0);
        swarm.units[0].has_asked = true;
        assert_eq!(told(&swarm), 1);
    }

    #[test]
    fn equal_steps_are_one_byte_and_no_more_than_fit() {
        let east: Vec<Cell> = (0..=33).map(|x| Cell::new(x, 0)).collect();
        assert_eq!(runs(&east), [31, 0]);
        let bend = [(0, 0), (1, 0), (2, 1), (3, 2), (3, 1)].map(|(x, y)| Cell::new(x, y));
        assert_eq!(runs(&bend), [0, (1 << 5) + 1, 6 << 5]);
        assert!(runs(&bend[..1]).is_empty());
    }
}
