//! The swarm in a town of its own time, answered by maps in the program itself.

use super::*;
use crate::referee;
use crate::town::{NAME, TEXT};
use xunlu::{Grid, World, wire};
use xunlu_client::{ChangeWish, Embedded, Navigator};

const TICK_MS: u32 = 100;

/// A town with its swarm, and a service that takes its time.
struct Bench {
    town: Town,
    doors: Doors,
    swarm: Swarm,
    navigator: Embedded,
    asked: Vec<(u32, UnitId, u32, Cell, Cell)>,
    now_ms: u32,
    walks: usize,
}

impl Bench {
    fn new(text: &str, units: u16) -> Bench {
        let (town, navigator) = (Town::of(text), Embedded::new());
        navigator.hold(NAME, World::new(text.parse::<Grid>().unwrap()).unwrap());
        let (doors, swarm) = (Doors::new(&town, 3), Swarm::new(&town, units, 3));
        Bench { town, doors, swarm, navigator, asked: Vec::new(), now_ms: 0, walks: 0 }
    }

    fn change(&self, door: DoorId, is_open: bool) {
        let change = self.town.change(door, is_open);
        let wish = ChangeWish { id: None, expected: None, change };
        self.navigator.change(NAME, &wish).unwrap();
    }

    fn news(&self, from: Cell, goal: Cell) -> News {
        let place = |cell: Cell| format!("{},{}", cell.x, cell.y);
        let goal = wire::Goal::At(place(goal));
        let answer = self.navigator.path(NAME, wire::Query::to(place(from), goal)).unwrap();
        answer.path.map_or(News::NoWay, |path| {
            let cells = path.places.as_cells().unwrap();
            News::Way(cells.iter().map(|&[x, y]| Cell::new(x, y)).collect())
        })
    }

    /// A tick of the game. Returns the steps that were against the rules.
    fn tick(&mut self) -> usize {
        self.now_ms += TICK_MS;
        let (now, later): (Vec<_>, Vec<_>) =
            self.asked.drain(..).partition(|asked| asked.0 <= self.now_ms);
        self.asked = later;
        for (_, unit, number, from, goal) in now {
            // One in seven is refused.
            let is_busy = (u32::from(unit.0) + number).is_multiple_of(7);
            let news = if is_busy { News::Busy { for_ms: 50 } } else { self.news(from, goal) };
            self.swarm.hear(unit, number, news, self.now_ms, (&self.town, &self.doors));
        }
        let in_use = self.swarm.doors_in_use(&self.town);
        let moved = self.doors.tick(self.now_ms, true, |door| !in_use.contains(&door));
        for (door, is_open) in moved {
            self.change(door, is_open);
            if is_open {
                self.swarm.door_opened(&self.town.doors[door.0], self.now_ms);
            }
        }
        self.swarm.tick(self.now_ms, &self.town, &self.doors);
        for event in self.swarm.take_events() {
            match event {
                Event::Asks { unit, number, from, goal } => {
                    self.asked.push((self.now_ms + 2 * TICK_MS, unit, number, from, goal));
                }
                Event::Walks(_) => self.walks += 1,
                Event::Stops(_) => {}
            }
        }
        referee::faults(&self.town, &self.doors, &self.swarm.take_steps())
    }
}

#[test]
fn doors_move_and_nobody_goes_through_one_or_stays_behind() {
    let mut bench = Bench::new(TEXT, 200);
    for _ in 0..1_500 {
        assert_eq!(bench.tick(), 0, "at {} ms", bench.now_ms);
        assert_eq!(bench.swarm.stuck(bench.now_ms), 0, "at {} ms", bench.now_ms);
    }
    assert!(bench.walks > 1_000, "{} walks", bench.walks);
    let has_closed = |(_, stands)| stands != Stands::Open;
    assert!(bench.doors.all().any(has_closed), "no door was shut");
}

/// A street with a door in it, and one unit on its way from end to end.
fn on_its_way() -> Bench {
    let mut bench = Bench::new("p.....d.....hhhhhhhhhhhhhhhh\n#########################...\n", 1);
    let unit = &mut bench.swarm.units[0];
    unit.walk = Walk::none(Cell::new(0, 0), 0);
    unit.goal = Cell::new(20, 0);
    unit.pace_ms = 200;
    unit.doing = Doing::Waiting { until_ms: 0, why: Why::AtGoal };
    for _ in 0..10 {
        assert_eq!(bench.tick(), 0);
    }
    assert_eq!(bench.swarm.units[0].doing, Doing::Walking);
    bench
}

#[test]
fn a_path_that_broke_is_asked_for_anew_while_walking() {
    let mut bench = on_its_way();
    let number = bench.swarm.units[0].walk.number;
    bench.doors.turn(DoorId(0), bench.now_ms);
    bench.change(DoorId(0), false);
    let broken = News::Broken { step: 5 };
    let world = (&bench.town, &bench.doors);
    bench.swarm.hear(UnitId(0), number + 1, broken.clone(), bench.now_ms, world);
    assert!(!bench.swarm.units[0].has_asked, "it was of another path");
    bench.swarm.hear(UnitId(0), number, broken, bench.now_ms, world);
    assert!(bench.swarm.units[0].has_asked);
    for _ in 0..40 {
        assert_eq!(bench.tick(), 0);
    }
    // No other way leads there: it has gone on to the door, and waits.
    let unit = &bench.swarm.units[0];
    assert_eq!(unit.walk.cell(), Cell::new(5, 0));
    assert!(
        matches!(unit.doing, Doing::Waiting { why: Why::Shut, .. } | Doing::Asking),
        "{unit:?}"
    );
}

#[test]
fn who_heard_of_nothing_stops_before_the_door() {
    let mut bench = on_its_way();
    bench.doors.turn(DoorId(0), bench.now_ms);
    bench.change(DoorId(0), false);
    for _ in 0..40 {
        assert_eq!(bench.tick(), 0);
    }
    assert_eq!(bench.swarm.units[0].walk.cell(), Cell::new(5, 0));
}

#[test]
fn who_hears_nothing_for_long_is_stuck() {
    let mut bench = on_its_way();
    bench.asked.clear();
    bench.swarm.rush(&bench.town);
    bench.swarm.take_events();
    for _ in 0..200 {
        bench.tick();
    }
    assert_eq!(bench.swarm.stuck(bench.now_ms), 1);
}
