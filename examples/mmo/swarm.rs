//! The swarm: two thousand who want to go somewhere. It knows no sockets: questions go out as events, and
//! news come in.

use crate::doors::{Doors, Stands};
use crate::town::{Door, DoorId, Town};
use crate::unit::{Doing, Then, Unit, Walk, Went, Why};
use std::collections::BTreeSet;
use xunlu::Cell;
use xunlu::map::make::Random;

/// Which unit it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct UnitId(pub(crate) u16);

/// What a unit does that others have to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// It asks for the way.
    Asks { unit: UnitId, number: u32, from: Cell, goal: Cell },
    /// It begins to walk.
    Walks(UnitId),
    /// It stops at a cell of its path, or will.
    Stops(UnitId),
}

/// What a unit is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// The way to its goal.
    Way(Vec<Cell>),
    /// There is none.
    NoWay,
    /// The service has too much to do for so long.
    Busy { for_ms: u32 },
    /// Nobody answered.
    Lost,
    /// The path that it walks on is broken, at this step first.
    Broken { step: usize },
}

/// A step as it was made, for the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

/// So often somebody asks for a way that there is not, before he wants something else.
const PATIENCE: u32 = 2;

/// From so far it is seen that a door opens.
const NEAR_CELLS: i32 = 16;

/// How long before somebody asks again who was told of a way through a shut door.
const HEARSAY_MS: u32 = 500;

/// Who has neither made a step nor heard anything of use for so long is stuck.
const STUCK_MS: u32 = 15_000;

/// All units.
#[derive(Debug)]
pub(crate) struct Swarm {
    pub(crate) units: Vec<Unit>,
    random: Random,
    events: Vec<Event>,
    steps: Vec<Step>,
}

impl Swarm {
    /// So many, each somewhere in the town.
    pub(crate) fn new(town: &Town, count: u16, seed: u64) -> Swarm {
        let mut random = Random::new(seed);
        let units = (0..count).map(|_| {
            let places = &town.places[usize::from(random.chance(40))];
            let cell = *random.pick(places);
            // Not all at once.
            let until_ms = random.below(5_000);
            Unit {
                walk: Walk::none(cell, 0),
                doing: Doing::Waiting { until_ms, why: Why::AtGoal },
                goal: cell,
                number: 0,
                has_asked: false,
                then: None,
                pace_ms: u8::try_from(random.from_to(150, 230)).expect("it fits"),
                alive_ms: 0,
                patience_spent: 0,
            }
        });
        let units = units.collect();
        Swarm { units, random, events: Vec::new(), steps: Vec::new() }
    }

    fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(|unit| UnitId(u16::try_from(unit).expect("there are few")))
    }

    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit.0)]
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.ids().zip(&self.units)
    }

    /// The doors that somebody is in.
    pub(crate) fn doors_in_use(&self, town: &Town) -> BTreeSet<DoorId> {
        let cells = self.units.iter().flat_map(|unit| unit.walk.occupied());
        cells.filter_map(|&cell| town.door(cell)).collect()
    }

    /// What happened since this was asked last.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The steps that were made since this was asked last.
    pub(crate) fn take_steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// How many have been stuck for too long.
    pub(crate) fn stuck(&self, now_ms: u32) -> usize {
        self.units.iter().filter(|unit| now_ms.saturating_sub(unit.alive_ms) > STUCK_MS).count()
    }

    /// Everybody goes on until now.
    pub(crate) fn tick(&mut self, now_ms: u32, town: &Town, doors: &Doors) {
        for id in self.ids() {
            let unit = &mut self.units[usize::from(id.0)];
            match unit.doing {
                Doing::Walking => {
                    let before = unit.walk.at;
                    let went = unit.walk.go(now_ms, |from, to| {
                        let may = may_enter(town, doors, from, to);
                        if may {
                            self.steps.push(Step { from, to });
                        }
                        may
                    });
                    if unit.walk.at > before {
                        unit.alive_ms = now_ms;
                    }
                    match went {
                        Went::On => {}
                        Went::ToStop(at_ms) => self.at_stop(id, at_ms, now_ms, town),
                        // The path that it was told just now: the service has not heard of the door yet.
                        Went::ToDoor if unit.walk.at == 0 => {
                            let until_ms = now_ms + HEARSAY_MS;
                            self.stand(id, Doing::Waiting { until_ms, why: Why::Shut });
                        }
                        Went::ToDoor => {
                            self.ask(id);
                            self.stand(id, Doing::Asking);
                        }
                    }
                }
                Doing::Waiting { until_ms, .. } if now_ms >= until_ms => {
                    self.ask_for_more(id, town)
                }
                Doing::Waiting { .. } | Doing::Asking => {}
            }
        }
    }

    /// What a unit does at the end of its walk.
    fn at_stop(&mut self, id: UnitId, at_ms: u32, now_ms: u32, town: &Town) {
        let unit = &mut self.units[usize::from(id.0)];
        if let Some(then) = unit.then.take() {
            return self.follow(id, then, at_ms);
        }
        if unit.has_asked {
            return unit.doing = Doing::Asking;
        }
        unit.goal = town.errand(unit.walk.cell(), &mut self.random);
        let until_ms = now_ms + self.random.from_to(500, 4_000);
        unit.doing = Doing::Waiting { until_ms, why: Why::AtGoal };
    }

    fn follow(&mut self, id: UnitId, then: Then, from_ms: u32) {
        let unit = &mut self.units[usize::from(id.0)];
        match then {
            Then::Walk(cells) => {
                unit.walk = Walk::new(cells, unit.number, from_ms, unit.pace_ms);
                unit.doing = Doing::Walking;
                self.events.push(Event::Walks(id));
            }
            Then::Wait { for_ms, why } => {
                self.stand(id, Doing::Waiting { until_ms: from_ms + for_ms, why });
            }
        }
    }

    fn stand(&mut self, id: UnitId, doing: Doing) {
        self.units[usize::from(id.0)].doing = doing;
        self.events.push(Event::Stops(id));
    }

    /// Asks for the way from where the unit stands or will stop.
    fn ask(&mut self, id: UnitId) {
        let unit = &mut self.units[usize::from(id.0)];
        unit.number += 1;
        (unit.has_asked, unit.then) = (true, None);
        let (number, from, goal) = (unit.number, unit.walk.cells[unit.walk.stop], unit.goal);
        self.events.push(Event::Asks { unit: id, number, from, goal });
    }

    /// Asks after a wait; for something else, if there was no way to what was wanted often enough.
    fn ask_for_more(&mut self, id: UnitId, town: &Town) {
        let unit = &mut self.units[usize::from(id.0)];
        if unit.patience_spent >= PATIENCE {
            unit.patience_spent = 0;
            unit.goal = town.errand(unit.walk.cell(), &mut self.random);
        }
        self.ask(id);
        self.units[usize::from(id.0)].doing = Doing::Asking;
    }

    /// A unit hears something of what it asked, or of the path that it walks on.
    pub(crate) fn hear(
        &mut self,
        id: UnitId,
        number: u32,
        news: News,
        now_ms: u32,
        (town, doors): (&Town, &Doors),
    ) {
        let unit = &mut self.units[usize::from(id.0)];
        if let News::Broken { step } = news {
            let is_its_own = number == unit.walk.number && !unit.has_asked;
            if is_its_own && unit.doing == Doing::Walking && step >= unit.walk.at {
                self.think_again(id, town);
            }
            return;
        }
        if number != unit.number || !unit.has_asked {
            return;
        }
        unit.has_asked = false;
        let wait = |for_ms, why| Then::Wait { for_ms, why };
        let then = match news {
            News::Way(cells) => Then::Walk(cells),
            News::NoWay => wait(self.random.from_to(2_000, 5_000), Why::Shut),
            // Not all at once when the time is over.
            News::Busy { for_ms } => wait(for_ms + self.random.below(500), Why::Busy),
            News::Lost | News::Broken { .. } => wait(500, Why::Busy),
        };
        match &then {
            Then::Walk(_) => unit.patience_spent = 0,
            Then::Wait { why: Why::Shut, .. } => unit.patience_spent += 1,
            Then::Wait { .. } => {}
        }
        if !matches!(then, Then::Wait { why: Why::Busy, .. }) {
            unit.alive_ms = now_ms;
        }
        let stop = unit.walk.stop;
        if matches!(then, Then::Wait { why: Why::Shut, .. }) {
            // It waits before the door that is shut.
            let is_closed = |door| doors.stands(door) != Stands::Open;
            unit.walk.go_on(|cell| town.door(cell).is_some_and(is_closed));
        }
        match (unit.doing == Doing::Walking, unit.walk.stop > stop) {
            (true, true) => self.events.push(Event::Stops(id)),
            (true, false) => {}
            (false, true) => {
                let rest = unit.walk.cells[stop..=unit.walk.stop].to_vec();
                self.follow(id, Then::Walk(rest), now_ms);
            }
            (false, false) => return self.follow(id, then, now_ms),
        }
        self.units[usize::from(id.0)].then = Some(then);
    }

    /// Asks anew while walking on to the next cell where one can stand.
    fn think_again(&mut self, id: UnitId, town: &Town) {
        // A door cannot be closed while somebody stands in it.
        self.units[usize::from(id.0)].walk.stop_soon(|cell| town.door(cell).is_none());
        self.ask(id);
        self.events.push(Event::Stops(id));
    }

    /// A door was opened: who waits near it tries again, one after the other.
    pub(crate) fn door_opened(&mut self, door: &Door, now_ms: u32) {
        for unit in &mut self.units {
            let (cell, door) = (unit.walk.cell(), door.least);
            let far = (cell.x - door.x).abs().max((cell.y - door.y).abs());
            if let Doing::Waiting { until_ms, why: Why::Shut } = &mut unit.doing
                && far <= NEAR_CELLS
            {
                *until_ms = (*until_ms).min(now_ms + self.random.below(1_500));
            }
        }
    }

    /// Everybody wants to go to the market, now.
    pub(crate) fn rush(&mut self, town: &Town) {
        for id in self.ids() {
            let goal = *self.random.pick(&town.places[0]);
            let unit = &mut self.units[usize::from(id.0)];
            unit.goal = goal;
            if unit.doing == Doing::Walking {
                self.think_again(id, town);
            } else if !unit.has_asked {
                self.ask_for_more(id, town);
            }
        }
    }
}

/// Whether a step may be made: into a door only while it is open, or by who is in it already.
fn may_enter(town: &Town, doors: &Doors, from: Cell, to: Cell) -> bool {
    town.door(to)
        .is_none_or(|door| doors.stands(door) == Stands::Open || town.door(from) == Some(door))
}

#[cfg(test)]
mod tests;
