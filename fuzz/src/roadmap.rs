//! Roadmaps of cells in files.

use xunlu::roadmap::{RoadmapOptions, seal};
use xunlu::{Algorithm, Grid, MoverId, Query, Workspace, World};

/// Magic, version, mover, digest and count: what comes before the number of shortcuts of a roadmap of steps.
const BEFORE_SHORTCUTS: usize = 32;

/// Reading never panics. What was read, even if it was made to deceive, leads through no wall, and finds no
/// path that is cheaper than the cheapest.
pub fn check_roadmap(bytes: &[u8]) {
    check_steps(bytes);
    let mut world = World::new(ground()).expect("a small map");
    let view = world.view(MoverId::FIRST).expect("its first mover");
    drop(view.load_roadmap(bytes.to_vec(), 1));
    let mut file = Vec::new();
    let baked = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).expect("uniform ground");
    baked.save(&mut file).expect("memory has room");
    // Three bytes each say what is written where into a file that is whole otherwise.
    file.truncate(file.len() - size_of::<u64>());
    for change in bytes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[at] = change[2];
    }
    seal(&mut file);
    let Ok(roadmap) = view.load_roadmap(file, 2) else { return };
    world.attach_roadmap(MoverId::FIRST, roadmap).expect("it is this map's");
    let mut workspace = Workspace::new();
    let spots = [(0, 0), (9, 5), (5, 9), (3, 4), (6, 2)];
    for (from, to) in spots.iter().flat_map(|&from| spots.map(move |to| (from, to))) {
        let query = Query::between(from, to);
        let found = world.find(&query, &mut workspace).expect("both are places of the map");
        let best = world.find(&query.algorithm(Algorithm::AStar), &mut workspace);
        let best = best.expect("both are places of the map");
        if let (Some(found), Some(best)) = (found.path(), best.path()) {
            let walked = world.check_path(found, MoverId::FIRST);
            assert!(walked.is_ok(), "{found:?} leads through a wall: {walked:?}");
            assert!(found.cost >= best.cost, "{found:?} is cheaper than {best:?}");
        }
    }
}

/// The same of steps on weighted ground, where a made up order of places is but a bad one: paths are the
/// cheapest.
fn check_steps(bytes: &[u8]) {
    let drawn = "..3#.\n.9.2.\n.#.2.\n....5";
    let mut world = World::new(drawn.parse::<Grid>().expect("a drawing")).expect("a small map");
    let view = world.view(MoverId::FIRST).expect("its first mover");
    drop(view.load_roadmap(bytes.to_vec(), 1));
    let mut file = Vec::new();
    let baked =
        view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).expect("steps cost something");
    baked.save(&mut file).expect("memory has room");
    let places = (file.len() - BEFORE_SHORTCUTS) / size_of::<u32>() - 3;
    file.truncate(BEFORE_SHORTCUTS);
    // A byte for how many shortcuts there are, and one for each place.
    for at in 0..=places {
        file.extend(u32::from(bytes.get(at).copied().unwrap_or(0)).to_le_bytes());
    }
    seal(&mut file);
    let Ok(roadmap) = view.load_roadmap(file, 2) else { return };
    world.attach_roadmap(MoverId::FIRST, roadmap).expect("it is this map's");
    let mut workspace = Workspace::new();
    let spots = [(0, 0), (4, 3), (0, 3), (4, 0), (2, 1)];
    for (from, to) in spots.iter().flat_map(|&from| spots.map(move |to| (from, to))) {
        let query = Query::between(from, to);
        let found = world.find(&query, &mut workspace).expect("both are places of the map");
        let best = world.find(&query.algorithm(Algorithm::Dijkstra), &mut workspace);
        let best = best.expect("both are places of the map");
        assert_eq!(found.cost(), best.cost(), "{from:?} to {to:?}");
        if let Some(found) = found.path() {
            let walked = world.check_path(found, MoverId::FIRST);
            assert!(walked.is_ok(), "{found:?} leads through a wall: {walked:?}");
        }
    }
}

/// A square with some walls.
fn ground() -> Grid {
    let drawn = "..........\n..####.#..\n.......#..\n.##..#.#..\n.....#.#..\n\
                 .###.#.#..\n...#.#.#..\n.#...#.#..\n.#.###....\n..........";
    drawn.parse().expect("a drawing")
}
