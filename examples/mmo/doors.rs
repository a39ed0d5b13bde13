//! The doors as they stand: by the hours of those who live there, or by hand.

use crate::town::{DoorId, Town};
use xunlu::map::make::Random;

/// How a door stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stands {
    Open,
    /// Nobody goes in any more; who is in it goes on.
    Closing,
    Shut,
}

impl Stands {
    /// As the page is told.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Stands::Open => 0,
            Stands::Closing => 1,
            Stands::Shut => 2,
        }
    }
}

/// So long a door that was moved by hand is let alone, in milliseconds.
const BY_HAND_MS: u32 = 30_000;

/// All doors of a town.
#[derive(Debug)]
pub(crate) struct Doors {
    all: Vec<Own>,
    random: Random,
}

#[derive(Clone, Copy, Debug)]
struct Own {
    stands: Stands,
    is_gate: bool,
    /// When it moves by itself.
    next_ms: u32,
}

impl Doors {
    pub(crate) fn new(town: &Town, seed: u64) -> Doors {
        let mut random = Random::new(seed);
        let mut own = |is_gate| {
            let next_ms = random.from_to(2_000, if is_gate { 60_000 } else { 40_000 });
            Own { stands: Stands::Open, is_gate, next_ms }
        };
        let all = town.doors.iter().map(|door| own(door.is_gate)).collect();
        Doors { all, random }
    }

    pub(crate) fn stands(&self, door: DoorId) -> Stands {
        self.all[door.0].stands
    }

    /// How each stands, in their order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (DoorId, Stands)> {
        self.all.iter().enumerate().map(|(door, own)| (DoorId(door), own.stands))
    }

    /// Opens or shuts a door by hand. Returns whether it is open now.
    pub(crate) fn turn(&mut self, door: DoorId, now_ms: u32) -> bool {
        let own = &mut self.all[door.0];
        let is_open = own.stands != Stands::Open;
        own.stands = if is_open { Stands::Open } else { Stands::Closing };
        own.next_ms = now_ms + BY_HAND_MS;
        is_open
    }

    /// Moves those whose time has come, if they may, and shuts those that nobody is in any more. Returns what
    /// moved, and whether it is open now.
    pub(crate) fn tick(
        &mut self,
        now_ms: u32,
        may_move: bool,
        is_free: impl Fn(DoorId) -> bool,
    ) -> Vec<(DoorId, bool)> {
        let mut moved = Vec::new();
        for (door, own) in self.all.iter_mut().enumerate() {
            let door = DoorId(door);
            if may_move && now_ms >= own.next_ms {
                let is_open = own.stands != Stands::Open;
                own.stands = if is_open { Stands::Open } else { Stands::Closing };
                let (least, most) = match (is_open, own.is_gate) {
                    (true, false) => (15_000, 60_000),
                    (true, true) => (30_000, 60_000),
                    (false, false) => (5_000, 15_000),
                    (false, true) => (8_000, 12_000),
                };
                own.next_ms = now_ms + self.random.from_to(least, most);
                moved.push((door, is_open));
            }
            if own.stands == Stands::Closing && is_free(door) {
                own.stands = Stands::Shut;
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_waits_for_who_is_in_it_and_opens_again_by_itself() {
        let mut doors = Doors::new(&Town::of("#d#\n...\n"), 1);
        let door = DoorId(0);
        assert!(!doors.turn(door, 0));
        assert_eq!(doors.tick(100, true, |_| false), []);
        assert_eq!(doors.stands(door), Stands::Closing);
        assert_eq!(doors.tick(200, true, |_| true), []);
        assert_eq!(doors.stands(door), Stands::Shut);
        assert_eq!(doors.tick(BY_HAND_MS, false, |_| true), []);
        assert_eq!(doors.tick(BY_HAND_MS, true, |_| true), [(door, true)]);
        assert_eq!(doors.stands(door), Stands::Open);
    }
}
