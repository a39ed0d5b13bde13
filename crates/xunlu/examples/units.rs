//! What it costs a hundred units to heed each other: `cargo run --release -p xunlu --example units -- MAP...`
//! gave the figures in `record/`.
//!
//! What a `MAP` is `ground/mod.rs` says. A hundred units of one cell stand at places drawn by chance in the
//! largest component, each with a goal there. A tick is: all units make a step along their paths, which the
//! occupancy is told; then each of them asks for its path anew, with the others in its way. Told are
//! microseconds: a step, the change of the tables to the new moment, a tick's hundred questions in the mean
//! and at most, and how many questions went round somebody or found no path; *by two* are the same questions
//! as a batch on two threads that keep their workspaces, and *alone* with nobody in the way.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{grid_of, word};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{MoverId, Occupancy, Path, Place, Query, Unit, UnitId, Workspace, World};

const UNITS: usize = 100;
const TICKS: u32 = 180;
const WARM_UP: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let mut world = World::new(grid_of(&name)?)?;
        world.build_index(MoverId::FIRST)?;
        for way in [Way::Spread, Way::Walking] {
            measure(name.rsplit('/').next().unwrap_or(&name), &world, way)?;
        }
    }
    Ok(())
}

/// How units move between ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Spread,
    Walking,
}

/// The units of a map, where each of them wants to go, and what was measured.
struct Field<'a> {
    world: &'a World,
    places: Vec<Place>,
    seed: u64,
    occupancy: Occupancy,
    units: Vec<(UnitId, Place)>,
    // Where each of them steps next.
    next: Vec<Option<Place>>,
    workspace: Workspace,
    // Those of two threads.
    two: [Workspace; 2],
}

#[derive(Default)]
struct Figures {
    steps: u32,
    stepping: Duration,
    settling: Duration,
    asking: Duration,
    by_two: Duration,
    alone: Duration,
    most: Duration,
    round: u32,
    none: u32,
}

fn measure(name: &str, world: &World, way: Way) -> Result<(), Box<dyn Error>> {
    let mut field = Field {
        world,
        places: largest_component(world),
        seed: 0x2545_f491_4f6c_dd1d,
        occupancy: Occupancy::new(world),
        units: Vec::new(),
        next: vec![None; UNITS],
        workspace: Workspace::new(),
        two: [Workspace::new(), Workspace::new()],
    };
    while field.units.len() < UNITS {
        let (at, goal) = (field.draw_place(), field.draw_place());
        if field.occupancy.units_at(at).next().is_none() {
            let unit = field.occupancy.enter(Unit::at(at))?;
            field.units.push((unit, goal));
        }
    }
    let mut figures = Figures::default();
    for _ in 0..WARM_UP {
        field.tick(way, &mut Figures::default())?;
    }
    for _ in 0..TICKS {
        field.tick(way, &mut figures)?;
    }
    let Figures { steps, stepping, settling, asking, by_two, alone, most, round, none } = figures;
    let micros = |time: Duration, count: u32| time.as_secs_f64() * 1e6 / f64::from(count.max(1));
    println!(
        "{name:24}{way:?}: a step {:6.3}, a tick's change {:7.1}, questions {:8.1} (at most {:8.1}), \
         by two {:8.1}, alone {:8.1}; round {round}, none {none}",
        micros(stepping, steps),
        micros(settling, TICKS),
        micros(asking, TICKS),
        micros(most, 1),
        micros(by_two, TICKS),
        micros(alone, TICKS),
    );
    Ok(())
}

impl Field<'_> {
    fn draw_place(&mut self) -> Place {
        let count = u64::try_from(self.places.len()).unwrap_or(u64::MAX);
        self.places[usize::try_from(word(&mut self.seed) % count).unwrap_or(0)]
    }

    fn place_of(&self, unit: UnitId) -> Result<Place, Box<dyn Error>> {
        Ok(self.occupancy.unit(unit).ok_or("a unit is gone")?.at)
    }

    fn tick(&mut self, way: Way, figures: &mut Figures) -> Result<(), Box<dyn Error>> {
        let begun = Instant::now();
        for (&(id, _), to) in self.units.iter().zip(&self.next) {
            if let &Some(to) = to {
                self.occupancy.step(id, to)?;
                figures.steps += 1;
            }
        }
        figures.stepping += begun.elapsed();
        let queries: Result<Vec<Query>, Box<dyn Error>> = self
            .units
            .iter()
            .map(|&(id, goal)| Ok(Query::between(self.place_of(id)?, goal)))
            .collect();
        let queries = queries?;
        let begun = Instant::now();
        let among = self.world.among(&mut self.occupancy)?;
        figures.settling += begun.elapsed();
        let mut answers = Vec::new();
        let begun = Instant::now();
        for query in &queries {
            answers.push(among.find(query, &mut self.workspace)?);
        }
        let took = begun.elapsed();
        (figures.asking, figures.most) = (figures.asking + took, figures.most.max(took));
        let begun = Instant::now();
        drop(among.batch_with(&queries, &mut self.two));
        figures.by_two += begun.elapsed();
        let mut alone = Vec::new();
        let begun = Instant::now();
        for query in &queries {
            alone.push(self.world.find(query, &mut self.workspace)?);
        }
        figures.alone += begun.elapsed();
        for (number, (answer, alone)) in answers.into_iter().zip(alone).enumerate() {
            let cost = answer.cost();
            figures.round += u32::from(cost.is_some() && alone.cost() != cost);
            figures.none += u32::from(cost.is_none());
            self.plan(number, answer.path(), way)?;
        }
        Ok(())
    }

    /// Where a unit steps next: along its path unless another is there or goes there before it, or to
    /// anywhere.
    fn plan(
        &mut self,
        number: usize,
        path: Option<&Path<Place>>,
        way: Way,
    ) -> Result<(), Box<dyn Error>> {
        let (id, goal) = self.units[number];
        let step = path.and_then(|path| path.places.get(1).copied());
        if way == Way::Spread || step.is_none() || self.place_of(id)? == goal {
            self.units[number].1 = self.draw_place();
        }
        let step = if way == Way::Spread { Some(self.draw_place()) } else { step };
        let is_free = |to: &Place| {
            let is_meant = self.next[..number].contains(&Some(*to));
            !is_meant && self.occupancy.units_at(*to).next().is_none()
        };
        self.next[number] = step.filter(is_free);
        Ok(())
    }
}

fn largest_component(world: &World) -> Vec<Place> {
    let map = world.map();
    let places: Vec<Place> =
        (0..map.node_count()).map(|node| map.place_of(xunlu::map::NodeId(node))).collect();
    let component = |place: &Place| world.component_at(MoverId::FIRST, *place);
    let largest = places.iter().filter_map(component).max_by_key(|&(_, size)| size);
    places.into_iter().filter(|place| component(place) == largest).collect()
}
