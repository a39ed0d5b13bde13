//! Measures roadmaps of steps, on every kind of ground that has them:
//! `cargo run --release -p xunlu --example steps -- MAP...` gave the figures in `record/roadmaps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. *Patches* are squares of eight by eight cells that cost one to four
//! times as much. They are walked by a mover of one cell and by one of three by three, and as pointy hexes;
//! hexes are also taken with one price, and so are three floors joined by sixteen stairs between neighbouring
//! ones. Names of some of these after `--only` leave the others out. Asked are the ways between two hundred
//! pairs of places drawn by chance in the largest component. Told are means in microseconds, of each question
//! the least of three rounds; some costs are held against those of A\*, which is asked less often.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::cell::Cell as Slot;
use std::error::Error;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use xunlu::map::{HexArrangement, Layers};
use xunlu::roadmap::{RoadmapOptions, RoadmapStage};
use xunlu::{
    Algorithm, Cost, Grid, HexGrid, LayerCell, Link, Map, Mover, MoverId, Place, Query, Size,
    Terrain, Weight, Workspace, World,
};

const QUESTIONS: usize = 200;
/// A\* takes so long that fewer are asked.
const SEARCHES: usize = 20;
const ROUNDS: usize = 3;
const FLOORS: u32 = 3;
const STAIRS: usize = 16;
const GROUNDS: [&str; 5] = ["patches", "3x3", "hex patches", "hexes", "floors"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut parts = arguments.split(|argument| argument == "--only");
    let maps = parts.next().unwrap_or_default();
    let only = parts.next();
    println!(
        "| map, ground | places | shortcuts a place | height | bytes a place | baked s | the order | file MB | \
         read by 1, 2 s | distance us | path us | `a-star` us |"
    );
    println!(
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    );
    for name in maps {
        for what in GROUNDS {
            if only.is_none_or(|only| only.iter().any(|wanted| wanted == what)) {
                let world = world_of(&grid_of(name)?, what)?;
                let name = name.rsplit('/').next().unwrap_or(name);
                measure(&format!("{name}, {what}"), world)?;
            }
        }
    }
    Ok(())
}

/// One of the grounds made of a map.
fn world_of(grid: &Grid, what: &str) -> Result<World, Box<dyn Error>> {
    let hexes = |grid: &Grid| HexGrid::of(HexArrangement::OddR, grid.ground().clone());
    Ok(match what {
        "patches" => World::new(in_patches(grid)?)?,
        "3x3" => {
            let large = Mover::default().to_builder().footprint(Size::new(3, 3)).build()?;
            World::with_mover(in_patches(grid)?, large)?
        }
        "hex patches" => World::with_mover(hexes(&in_patches(grid)?), Mover::hex().build()?)?,
        "hexes" => World::with_mover(hexes(grid), Mover::hex().build()?)?,
        _ => floors(grid)?,
    })
}

fn in_patches(grid: &Grid) -> Result<Grid, Box<dyn Error>> {
    let mut priced = grid.clone();
    for cell in grid.bounds().cells() {
        let [x, y] = [cell.x, cell.y].map(|along| u64::from((along / 8).cast_unsigned()));
        let mut word = (x << 32 | y).wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        if grid.terrain(cell) == Some(Terrain::OPEN) {
            priced.set(cell, Terrain(1 + ((word ^ (word >> 31)) & 3) as u8))?;
        }
    }
    Ok(priced)
}

/// Several times the same floor, with stairs from a cell to the one above.
fn floors(grid: &Grid) -> Result<World, Box<dyn Error>> {
    let open: Vec<_> =
        grid.bounds().cells().filter(|&cell| grid.terrain(cell) == Some(Terrain::OPEN)).collect();
    let mut world = World::new(Layers::new((0..FLOORS).map(|_| grid.clone()).collect())?)?;
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    for layer in 1..FLOORS {
        for _ in 0..STAIRS {
            let cell = open[draw(&mut seed, u32::try_from(open.len())?) as usize];
            let [from, to] =
                [layer - 1, layer].map(|layer| Place::LayerCell(LayerCell::new(layer, cell)));
            world.add_link(Link::two_way(from, to).costing(Weight::percent(300)))?;
        }
    }
    Ok(world)
}

fn measure(name: &str, mut world: World) -> Result<(), Box<dyn Error>> {
    let (places, largest) = places_of(&world)?;
    let mut seed = 0x2545_f491_4f6c_dd1d;
    let count = u32::try_from(largest.len())?;
    let mut any = || largest[draw(&mut seed, count) as usize];
    let asked: Vec<(Place, Place)> = (0..QUESTIONS).map(|_| (any(), any())).collect();
    let options = RoadmapOptions::new().threads(available_parallelism()?.get());
    let begun = Instant::now();
    let ordered = Slot::new(Duration::ZERO);
    let tell = |stage, _: f64| {
        if stage == RoadmapStage::Labels && ordered.get().is_zero() {
            ordered.set(begun.elapsed());
        }
        true
    };
    let view = world.view(MoverId::FIRST)?;
    let roadmap = view.bake_roadmap(&options, &tell)?;
    let baked = begun.elapsed();
    assert!(roadmap.is_of_steps(), "all of these are");
    let mut file = Vec::new();
    roadmap.save(&mut file)?;
    let size = file.len();
    let mut read = [Duration::ZERO; 2];
    for (threads, took) in (1..).zip(&mut read) {
        let begun = Instant::now();
        let loaded = view.load_roadmap(file.clone(), threads)?;
        *took = begun.elapsed();
        assert!(loaded == roadmap, "what was written is read");
    }
    let each = |all: usize| all as f64 / places as f64;
    print!(
        "| {name} | {places} | {:.1} | {} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2}, {:.2} |",
        each(roadmap.entry_count()),
        roadmap.subgoal_count(),
        each(roadmap.bytes()),
        baked.as_secs_f64(),
        ordered.get().as_secs_f64(),
        size as f64 / 1e6,
        read[0].as_secs_f64(),
        read[1].as_secs_f64(),
    );
    world.attach_roadmap(MoverId::FIRST, roadmap)?;
    let view = world.view(MoverId::FIRST)?;
    let (distance, distances) = mean(&asked, ROUNDS, |from, to, workspace| {
        view.distance(from, to, workspace).expect("both lie inside")
    });
    let find = |algorithm, asked: &[(Place, Place)], rounds| {
        mean(asked, rounds, |from, to, workspace| {
            let query = Query::between(from, to).algorithm(algorithm);
            let answer = view.find(&query, workspace).expect("both lie inside");
            assert_eq!(answer.algorithm(), algorithm, "{:?}", answer.choice);
            answer.path().map(|path| path.cost)
        })
    };
    let (path, costs) = find(Algorithm::Roadmap, &asked, ROUNDS);
    let (search, searched) = find(Algorithm::AStar, &asked[..SEARCHES], 1);
    assert!(costs == distances, "distances are what paths cost");
    assert!(costs[..SEARCHES] == searched, "searches find the same");
    println!(" {distance:.1} | {path:.1} | {search:.0} |");
    Ok(())
}

/// How many places the mover can stand on, and those of the largest component.
fn places_of(world: &World) -> Result<(usize, Vec<Place>), Box<dyn Error>> {
    let view = world.view(MoverId::FIRST)?;
    let map: &Map = world.map();
    let all = (0..map.node_count()).map(|node| map.place_of(xunlu::map::NodeId(node)));
    let open: Vec<Place> = all.filter(|&place| view.can_stand(place)).collect();
    let size = |place: &Place| view.component_at(*place).map_or(0, |(_, size)| size);
    let most = open.iter().map(size).max().unwrap_or(0);
    Ok((open.len(), open.iter().copied().filter(|place| size(place) == most).collect()))
}

/// Microseconds a question, and what was found out.
fn mean(
    asked: &[(Place, Place)],
    rounds: usize,
    mut ask: impl FnMut(Place, Place, &mut Workspace) -> Option<Cost>,
) -> (f64, Vec<Option<Cost>>) {
    let mut workspace = Workspace::new();
    let mut least = vec![Duration::MAX; asked.len()];
    let mut told = Vec::new();
    for _ in 0..rounds {
        told.clear();
        for (&(from, to), least) in asked.iter().zip(&mut least) {
            let begun = Instant::now();
            told.push(ask(from, to, &mut workspace));
            *least = begun.elapsed().min(*least);
        }
    }
    (least.iter().sum::<Duration>().as_secs_f64() * 1e6 / asked.len() as f64, told)
}
