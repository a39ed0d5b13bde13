//! Who asks hears of every step that led to nothing new; the search is the same for it.

use std::collections::BTreeMap;
use xunlu::map::{HexArrangement, NodeId, make};
use xunlu::search::{Event, EventKind, Graph};
use xunlu::{
    Algorithm, Answer, Cell, Corners, Cost, Grid, Link, Mover, MoverId, Place, Query, Recorder,
    Size, Terrain, Workspace, World,
};
use xunlu_testkit::Random;

fn any_world(random: &mut Random, mover: &Mover) -> World {
    let mut grid = Grid::new(Size::new(17, 13)).unwrap();
    for cell in grid.bounds().cells().collect::<Vec<_>>() {
        let terrain = if random.chance(20) {
            Terrain::WALL
        } else if random.chance(20) {
            Terrain(3)
        } else {
            Terrain::OPEN
        };
        grid.set(cell, terrain).unwrap();
    }
    World::with_mover(grid, mover.clone()).unwrap()
}

fn watched(world: &World, query: &Query, mut recorder: Recorder) -> (Answer<Place>, Vec<Event>) {
    let answer = world.find_observed(query, &mut Workspace::new(), &mut recorder).unwrap();
    (answer, recorder.events().to_vec())
}

#[test]
fn a_search_is_the_same_and_every_step_of_an_expansion_is_told() {
    let movers = [
        Mover::four().build().unwrap(),
        Mover::eight(Corners::OneFree).build().unwrap(),
        Mover::eight(Corners::NoCutting).turn_cost(Cost(3)).build().unwrap(),
    ];
    let mut considered = [0; Algorithm::ALL.len()];
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mover = random.pick(&movers).clone();
        let mut world = any_world(&mut random, &mover);
        world.build_index(MoverId::FIRST).unwrap();
        for (number, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            let query = Query::between(Place::cell(0, 0), Place::cell(16, 12)).algorithm(algorithm);
            let (plain, events) = watched(&world, &query, Recorder::default());
            let (answer, told) = watched(&world, &query, Recorder::thorough());
            let what = format!("seed {seed}, {algorithm:?}");
            assert_eq!((&answer.outcome, answer.expansions), (&plain.outcome, plain.expansions));
            let is_considered = |event: &&Event| event.kind == EventKind::Considered;
            let others: Vec<Event> =
                told.iter().filter(|event| !is_considered(event)).copied().collect();
            assert_eq!(others, events, "{what}");
            considered[number] += told.iter().filter(is_considered).count();
            if answer.algorithm().order().is_some() {
                let graph = world.view(MoverId::FIRST).unwrap().graph();
                every_step_is_told(&graph, &told, &what);
            }
        }
    }
    for (algorithm, count) in Algorithm::ALL.into_iter().zip(considered) {
        assert!(count > 0, "{algorithm:?} tells of nothing that it considered");
    }
}

#[test]
fn a_search_over_hexes_tells_who_asks_of_what_is_no_cheaper_than_what_it_told() {
    let (mut considered, mut closed) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let kind = make::Kind::Noise { walls_percent: random.from_to(5, 35) };
        let size = Size::new(40, 30);
        let hexes = make::hex_grid(kind, HexArrangement::OddR, size, seed).unwrap();
        let mut world = World::new(hexes.clone()).unwrap();
        let mut place = || {
            let cell = Cell::new(random.between(0, 39), random.between(0, 29));
            Place::Hex(hexes.hex_at(cell))
        };
        let ends = [place(), place()];
        for _ in 0..seed % 4 {
            let _ = world.add_link(Link::two_way(place(), place()));
        }
        let query = Query::between(ends[0], ends[1]).algorithm(Algorithm::JumpPoints);
        let (plain, events) = watched(&world, &query, Recorder::default());
        let (answer, told) = watched(&world, &query, Recorder::thorough());
        assert_eq!((&answer.outcome, answer.expansions), (&plain.outcome, plain.expansions));
        let is_considered = |event: &&Event| event.kind == EventKind::Considered;
        let others: Vec<Event> =
            told.iter().filter(|event| !is_considered(event)).copied().collect();
        assert_eq!(others, events, "seed {seed}");
        let mut least: BTreeMap<NodeId, Cost> = BTreeMap::new();
        for event in &told {
            let known = least.get(&event.node).copied();
            match event.kind {
                EventKind::Considered => {
                    assert!(known.is_some_and(|known| known <= event.g), "{seed}: {event:?}");
                    considered += 1;
                }
                EventKind::Closed => closed += 1,
                _ => {
                    assert!(known.is_none_or(|known| event.g < known), "{seed}: {event:?}");
                    least.insert(event.node, event.g);
                }
            }
        }
    }
    assert!(considered > 500 && closed > 500, "{considered} considered, {closed} closed");
}

/// Between two closings a search from one end tells of as many steps as lead on from the first.
fn every_step_is_told(graph: &impl Graph, told: &[Event], what: &str) {
    let mut steps = Vec::new();
    let mut closed: Option<NodeId> = None;
    let mut followed = 0;
    for event in told {
        if event.kind != EventKind::Closed {
            followed += 1;
            let is_from = closed.is_none_or(|closed| closed == event.parent);
            assert!(is_from, "{what}: {event:?} is no step from {closed:?}");
            continue;
        }
        if let Some(node) = closed {
            steps.clear();
            graph.steps_from(node, &mut steps);
            assert_eq!(followed, steps.len(), "{what}: steps from {node:?}");
        }
        (closed, followed) = (Some(event.node), 0);
    }
}
