//! What jumps over hexes take beside A*: `cargo run --release -p xunlu --example hexes -- MAP...` gave the
//! figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says; its cells are laid out as pointy hexes, odd rows shoved right. Two
//! hundred questions between places drawn by chance in the largest component. Told are microseconds a
//! question, the least of three rounds, and the expansions, by jumps alone and by an index, and how many
//! times A* takes of either; and what making the index takes. Then the same from there to the nearest of
//! sixteen places, to within ten hexes of one, and into a square of 21 columns and rows around it, and where
//! 1, 10 and 100 links are: *doors* from hexes to what lies two steps away, which cost these, and *gates*
//! between any two places, which cost one step; and how many times that of one goal on bare hexes each takes.
//! Then what the world chooses takes where the path is confined to a region in which both ends lie: the whole
//! map, and the half of its columns and rows in its middle, and where the nearest place is wanted if the goal
//! is not reached within ten million expansions; how many of a hundred paths jumps found stands for the
//! expansions. At last microseconds for an edit of one hex, walls shut and opened again by turns, the mean of
//! a thousand.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::map::HexArrangement;
use xunlu::{
    Algorithm, Cell, Change, Goal, Hex, HexGrid, Link, Map, Mover, MoverId, Place, Query, Rect,
    Region, Size, Terrain, Weight, Workspace, World,
};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 3;
const EDITS: usize = 1_000;
const SEVERAL: usize = 16;
const RADIUS: u32 = 10;
const EXPANSIONS: u64 = 10_000_000;
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let ground = grid_of(&name)?.ground().clone();
        let grid = HexGrid::of(HexArrangement::OddR, ground);
        let mut world = World::with_mover(grid, Mover::hex().build()?)?;
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let open = largest(&world)?;
        let any = |seed: &mut u64| {
            Ok::<_, Box<dyn Error>>(open[draw(seed, u32::try_from(open.len())?) as usize])
        };
        let mut asked = Vec::new();
        while asked.len() < QUESTIONS {
            asked.push((any(&mut seed)?, any(&mut seed)?));
        }
        println!("{}: {} hexes", name.rsplit('/').next().unwrap_or(&name), open.len());
        let (begun, bytes) = (Instant::now(), world.index_bytes());
        world.build_index(MoverId::FIRST)?;
        let (took, bytes) = (begun.elapsed(), world.index_bytes() - bytes);
        println!("       index {:9.1} ms {bytes} bytes", took.as_secs_f64() * 1e3);
        let to = |goal_of: &mut dyn FnMut(Hex) -> Goal| -> Questions {
            asked.iter().map(|&(from, to)| (from, goal_of(to))).collect()
        };
        let bare = tell("one", &world, &to(&mut |to| Goal::at(to)), None)?;
        let bare = Some(bare);
        let count = u32::try_from(open.len())?;
        let goals = to(&mut |to| {
            let others = (1..SEVERAL).map(|_| open[draw(&mut seed, count) as usize]);
            Goal::any_of(std::iter::once(to).chain(others))
        });
        tell("of sixteen", &world, &goals, bare)?;
        tell("within ten", &world, &to(&mut |to| Goal::within(to, RADIUS)), bare)?;
        tell("in a square", &world, &to(&mut |to| square_around(&world, to)), bare)?;
        for count in [1, 10, 100] {
            for is_gate in [false, true] {
                let mut linked = world.clone();
                add_links(&mut linked, &open, (count, is_gate), &mut seed)?;
                let what = format!("{count} {}", if is_gate { "gates" } else { "doors" });
                tell(&what, &linked, &to(&mut |to| Goal::at(to)), bare)?;
            }
        }
        let Rect { min, size } = bounds_of(&world)?;
        let [wide, high] = [size.width, size.height].map(u32::cast_signed);
        let middle = Rect::new(
            Cell::new(min.x + wide / 4, min.y + high / 4),
            Size::new(size.width / 2, size.height / 2),
        );
        let all = Rect::new(min, size);
        tell_chosen("within all", &world, &asked, |query| query.within(all))?;
        tell_chosen("in the middle", &world, &asked, |query| query.within(middle))?;
        tell_chosen("or nearest", &world, &asked, |query| query.nearest(true).limit(EXPANSIONS))?;
        let begun = Instant::now();
        for _ in 0..EDITS / 2 {
            let hex = any(&mut seed)?;
            for terrain in [Terrain::WALL, Terrain::OPEN] {
                world.apply(&set(&world, hex, terrain)?)?;
            }
        }
        println!("    edit {:9.1} us", begun.elapsed().as_secs_f64() * 1e6 / EDITS as f64);
    }
    Ok(())
}

/// The hexes of the largest component.
fn largest(world: &World) -> Result<Vec<Hex>, Box<dyn Error>> {
    let Map::Hex(grid) = world.map() else { return Err("a grid of hexes".into()) };
    let view = world.view(MoverId::FIRST)?;
    let sizes = grid.hexes().filter_map(|(hex, _)| Some((view.component_at(hex)?.1, hex)));
    let sizes: Vec<(u32, Hex)> = sizes.collect();
    let most = sizes.iter().map(|(size, _)| *size).max().unwrap_or(0);
    Ok(sizes.into_iter().filter(|(size, _)| *size == most).map(|(_, hex)| hex).collect())
}

/// A change of the ground of one hex.
fn set(world: &World, hex: Hex, terrain: Terrain) -> Result<Change, Box<dyn Error>> {
    let Map::Hex(grid) = world.map() else { return Err("a grid of hexes".into()) };
    Ok(Change::terrain(0, Rect::cell(grid.cell_of(hex)), terrain))
}

/// From where, and to where.
type Questions = Vec<(Hex, Goal)>;

/// Tells what jumps and A* take for questions, beside what jumps take for others. Returns the former.
fn tell(
    what: &str,
    world: &World,
    asked: &Questions,
    bare: Option<Duration>,
) -> Result<Duration, Box<dyn Error>> {
    let mut least = [(Duration::MAX, 0, 0); BY.len()];
    for _ in 0..ROUNDS {
        for (by, least) in BY.into_iter().zip(&mut least) {
            *least = time_of(world, asked, by)?.min(*least);
        }
    }
    let [jumps, indexed, cells] = least;
    if [jumps.2, indexed.2] != [cells.2; 2] {
        return Err("paths of another cost".into());
    }
    let each = |all: f64| all / QUESTIONS as f64;
    let times = |took: Duration, other: Duration| took.as_secs_f64() / other.as_secs_f64();
    println!(
        "{what:>12} {:9.1} us {:5.2} {:9.1} expansions, index {:9.1} us {:9.1} expansions, A* {:9.1} us \
         {:9.1} expansions {:6.1} and {:6.1} times",
        each(jumps.0.as_secs_f64() * 1e6),
        times(jumps.0, bare.unwrap_or(jumps.0)),
        each(jumps.1 as f64),
        each(indexed.0.as_secs_f64() * 1e6),
        each(indexed.1 as f64),
        each(cells.0.as_secs_f64() * 1e6),
        each(cells.1 as f64),
        times(cells.0, jumps.0),
        times(cells.0, indexed.0)
    );
    Ok(jumps.0)
}

/// The rectangle that a map of hexes fills, by columns and rows.
fn bounds_of(world: &World) -> Result<Rect, Box<dyn Error>> {
    let Map::Hex(grid) = world.map() else { return Err("a grid of hexes".into()) };
    Ok(grid.bounds())
}

/// Tells what the world takes for paths of some kind, beside A*, and how many of them jumps found.
fn tell_chosen(
    what: &str,
    world: &World,
    asked: &[(Hex, Hex)],
    kind: impl Fn(Query) -> Query,
) -> Result<(), Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let mut least = [Duration::MAX; 2];
    let mut queries = Vec::new();
    for &(from, to) in asked {
        let query = kind(Query::between(from, to));
        if world.find(&query, &mut workspace)?.path().is_some() {
            queries.push(query);
        }
    }
    let (mut by_jumps, mut costs) = (0, [0, 0]);
    for _ in 0..ROUNDS {
        for (by, least) in [None, Some(Algorithm::AStar)].into_iter().zip(&mut least) {
            let all: Vec<Query> = queries.iter().map(|query| query.clone().algorithm(by)).collect();
            let (begun, mut jumps, mut cost) = (Instant::now(), 0, 0);
            for query in &all {
                let answer = world.find(query, &mut workspace)?;
                jumps += u32::from(answer.algorithm().is_over_jumps());
                cost += answer.path().map_or(0, |path| u64::from(path.cost.0));
            }
            *least = begun.elapsed().min(*least);
            if by.is_none() {
                (by_jumps, costs[0]) = (jumps, cost);
            } else {
                costs[1] = cost;
            }
        }
    }
    if costs[0] != costs[1] {
        return Err("paths of another cost".into());
    }
    let [chosen, cells] = least.map(|took| took.as_secs_f64() * 1e6 / queries.len() as f64);
    let (count, share) = (queries.len(), f64::from(by_jumps) * 100.0 / queries.len() as f64);
    println!(
        "{what:>14} {count:3} paths {chosen:9.1} us, {share:3.0} of 100 by jumps, A* {cells:9.1} us {:6.1} times",
        cells / chosen
    );
    Ok(())
}

/// The hexes of a square.
fn square_around(world: &World, hex: Hex) -> Goal {
    let Map::Hex(grid) = world.map() else { return Goal::at(hex) };
    let (Cell { x, y }, side) = (grid.cell_of(hex), 2 * RADIUS + 1);
    let radius = RADIUS.cast_signed();
    let square = Rect::new(Cell::new(x - radius, y - radius), Size::new(side, side));
    Goal::region(Region::from(square.intersection(grid.bounds())))
}

/// Adds so many links of a kind.
fn add_links(
    world: &mut World,
    open: &[Hex],
    (count, is_gate): (usize, bool),
    seed: &mut u64,
) -> Result<(), Box<dyn Error>> {
    let count_open = u32::try_from(open.len())?;
    for _ in 0..count {
        let mut any = || open[draw(seed, count_open) as usize];
        let (from, other) = (any(), any());
        let two_on = Hex::new(from.q + 2, from.r);
        let is_there = open.binary_search_by_key(&(two_on.r, two_on.q), |hex| (hex.r, hex.q));
        let two_on = if is_there.is_ok() { two_on } else { other };
        let (to, weight) =
            if is_gate { (other, 100) } else { (two_on, 100 * from.distance(two_on)) };
        if from != to {
            let link = Link::two_way(Place::Hex(from), Place::Hex(to));
            world.add_link(link.costing(Weight::percent(weight)))?;
        }
    }
    world.build_index(MoverId::FIRST)?;
    Ok(())
}

/// How long all questions take together, with how many expansions, and what their paths cost.
fn time_of(
    world: &World,
    asked: &Questions,
    by: Algorithm,
) -> Result<(Duration, u64, u64), Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let queries = asked.iter().map(|(from, to)| Query::to(*from, to.clone()).algorithm(by));
    let queries: Vec<Query> = queries.collect();
    let (mut expansions, mut cost) = (0, 0);
    let begun = Instant::now();
    for query in &queries {
        let answer = world.find(query, &mut workspace)?;
        let path = answer.path().filter(|_| answer.algorithm() == by);
        let path = path.ok_or_else(|| format!("{query:?} by {by:?}: {:?}", answer.choice))?;
        cost += u64::from(path.cost.0);
        expansions += answer.expansions;
    }
    Ok((begun.elapsed(), expansions, cost))
}
