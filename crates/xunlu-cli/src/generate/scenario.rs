//! `xunlu gen scenario`: questions for a map, each with the length of its cheapest path.

use crate::Ending;
use crate::args::ScenarioArgs;
use crate::failure::Failure;
use crate::files;
use crate::opened::open;
use crate::screen::Screen;
use crate::survey::survey;
use std::collections::BTreeMap;
use xunlu::map::make::Random;
use xunlu::map::{NodeId, Point, StepRule};
use xunlu::{
    Cell, Cost, Grid, LinkId, Map, MapError, MoverId, Place, Query, Reached, Rect, Size, Workspace,
    World,
};
use xunlu_format::{Format, Scenario, ScenarioLine};

/// By how many steps the lengths of a bucket's paths may differ, as in the MovingAI benchmarks (Sturtevant
/// 2012).
const BUCKET_STEPS: f64 = 4.0;

/// At most so many starts are asked from.
const STARTS_MAX: usize = 400;

/// Asking ends when so many starts in a row brought nothing new: long paths are rare, and the last few
/// would take for ever to come upon.
const IDLE_STARTS_MAX: u32 = 5;

pub(crate) fn run(args: &ScenarioArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let opened = open(&args.map, screen)?;
    // Tabs stand between the fields of a scenario, and line breaks between its lines.
    let name = opened.name.replace(char::is_control, " ");
    let is_for_bench = opened.format == Format::MovingAi;
    let (map, names) = opened.into_map()?;
    let Map::Grid(grid) = &map else {
        let expected = "expected a map of square cells";
        return Err(Failure::BadInput(format!("scenarios ask of grids; {expected}")));
    };
    let Rect { min, size } = grid.bounds();
    if min.x < 0 || min.y < 0 {
        screen.remark(&format!(
            "warning: the map begins at {min}, and scenarios count from 0,0: no other program will \
             read the cells below that"
        ));
    }
    if !is_for_bench {
        screen.remark(
            "warning: the map is no MovingAI .map, and `xunlu bench` runs no others; `xunlu convert` \
             makes one of it, to ask of that",
        );
    }
    let mover = args.mover.on(&map, &names)?.to_mover()?;
    if !matches!(mover.rule(), StepRule::Four | StepRule::Eight(_)) {
        let expected = "expected --mover four or eight";
        return Err(Failure::BadInput(format!(
            "a scenario knows straight and diagonal steps; {expected}"
        )));
    }
    let world = World::with_mover(without_links(grid, screen)?, mover)?;
    let mut asked = Asked::of(&world, args)?;
    screen.begin_progress();
    let mut idle_starts = 0;
    for start in 0..STARTS_MAX {
        screen.tell_share(start, STARTS_MAX, "starts");
        idle_starts = if asked.ask_from_one_more(args.per_bucket)? { 0 } else { idle_starts + 1 };
        if idle_starts == IDLE_STARTS_MAX {
            break;
        }
    }
    let scenario = asked.scenario(&name, size);
    files::write(&args.output, &scenario.write())?;
    Ok(Ending::Found)
}

/// The same grid without its links, which a scenario does not know.
fn without_links(grid: &Grid, screen: &mut Screen) -> Result<Grid, Failure> {
    let mut plain = grid.clone();
    let links: Vec<LinkId> = grid.links().iter().map(|(id, _)| id).collect();
    if !links.is_empty() {
        screen.remark("warning: the map's links are left out: a scenario knows none");
    }
    for id in links {
        let refused = |error: MapError| Failure::BadInput(error.to_string());
        plain.remove_link(id).map_err(refused)?;
    }
    Ok(plain)
}

/// The questions so far.
#[derive(Debug)]
struct Asked<'a> {
    world: &'a World,
    random: Random,
    /// Where one can stand in the largest component.
    starts: Vec<Cell>,
    /// By bucket: start, goal and length.
    buckets: BTreeMap<u32, Vec<(Cell, Cell, f64)>>,
    workspace: Workspace,
}

impl<'a> Asked<'a> {
    fn of(world: &'a World, args: &ScenarioArgs) -> Result<Asked<'a>, Failure> {
        let Some(largest) = survey(world).within_largest else {
            let expected = "expected a map with a free cell";
            return Err(Failure::BadInput(format!("the mover can stand nowhere; {expected}")));
        };
        let places =
            (0..world.map().node_count()).map(|number| world.map().place_of(NodeId(number)));
        let is_there = |place: &Place| {
            let component = world.component_at(MoverId::FIRST, *place);
            component.is_some_and(|(least, _)| least == largest)
        };
        let starts = places.filter(is_there).filter_map(Place::as_cell).collect();
        let random = Random::new(args.seed);
        let buckets = BTreeMap::new();
        Ok(Asked { world, random, starts, buckets, workspace: Workspace::new() })
    }

    /// Asks from one more start, one question for each bucket that wants one. Returns whether any did.
    fn ask_from_one_more(&mut self, per_bucket: usize) -> Result<bool, Failure> {
        let start = self.any_start();
        let from = Place::Cell(start);
        let budget = Cost::MAX;
        let reach = self.world.reach(from, MoverId::FIRST, budget, &mut self.workspace)?;
        let mut is_new = false;
        let mut by_bucket: BTreeMap<u32, Vec<&Reached>> = BTreeMap::new();
        let straight = self.world.mover(MoverId::FIRST).map_or(1, |mover| mover.costs().straight.0);
        for reached in reach.places().iter().filter(|reached| reached.place != from) {
            let steps = f64::from(reached.cost.0) / f64::from(straight);
            by_bucket.entry(bucket_of(steps)).or_default().push(reached);
        }
        for (bucket, goals) in by_bucket {
            if self.buckets.get(&bucket).is_some_and(|asked| asked.len() >= per_bucket) {
                continue;
            }
            let count = u32::try_from(goals.len()).expect("a map has at most 2^28 cells");
            let goal = goals[self.random.below(count) as usize];
            if let Some((goal, length)) = self.measured(from, goal.place)? {
                // The true length may fall on the other side of a bucket's edge.
                let asked = self.buckets.entry(bucket_of(length)).or_default();
                if asked.len() < per_bucket && !asked.contains(&(start, goal, length)) {
                    asked.push((start, goal, length));
                    is_new = true;
                }
            }
        }
        Ok(is_new)
    }

    fn any_start(&mut self) -> Cell {
        let count = u32::try_from(self.starts.len()).expect("a map has at most 2^28 cells");
        self.starts[self.random.below(count) as usize]
    }

    /// The goal and the length of the cheapest path to it, in steps, a diagonal one as the root of two.
    fn measured(&mut self, from: Place, to: Place) -> Result<Option<(Cell, f64)>, Failure> {
        let answer = self.world.find(&Query::between(from, to), &mut self.workspace)?;
        let (Some(path), Some(goal)) = (answer.path(), to.as_cell()) else { return Ok(None) };
        let cells: Vec<Cell> = path.places.iter().filter_map(|place| place.as_cell()).collect();
        let (mut straight, mut diagonal) = (0.0, 0.0);
        for pair in cells.windows(2) {
            let is_diagonal = pair[0].x != pair[1].x && pair[0].y != pair[1].y;
            *if is_diagonal { &mut diagonal } else { &mut straight } += self.price(pair[1]);
        }
        // Summed apart, so that equal paths have equal lengths to the last bit.
        Ok(Some((goal, straight + diagonal * std::f64::consts::SQRT_2)))
    }

    /// How many times a step on open ground a step onto this cell costs.
    fn price(&self, cell: Cell) -> f64 {
        let Map::Grid(grid) = self.world.map() else { return 1.0 };
        let mover = self.world.mover(MoverId::FIRST);
        let weight =
            grid.terrain(cell).zip(mover).and_then(|(terrain, mover)| mover.weight(terrain));
        weight.map_or(1.0, |weight| f64::from(weight.as_percent()) / 100.0)
    }

    fn scenario(self, map: &str, size: Size) -> Scenario {
        let point = |cell: Cell| Point::new(f64::from(cell.x), f64::from(cell.y));
        let lines = self.buckets.into_iter().flat_map(|(bucket, asked)| {
            asked.into_iter().map(move |(start, goal, length)| ScenarioLine {
                bucket,
                map: map.to_owned(),
                width: size.width,
                height: size.height,
                start: point(start),
                goal: point(goal),
                optimal_length: length,
            })
        });
        Scenario { lines: lines.collect() }
    }
}

fn bucket_of(steps: f64) -> u32 {
    // `as` saturates, and no path is that long.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lengths are small and not below zero"
    )]
    let bucket = (steps / BUCKET_STEPS) as u32;
    bucket
}
