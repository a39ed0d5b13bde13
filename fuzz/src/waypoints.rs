//! Roadmaps of waypoints in files.

use xunlu::roadmap::{RoadmapOptions, seal};
use xunlu::{Algorithm, MoverId, Place, Query, WaypointGraph, WaypointId, Workspace, World};

/// Magic, version, costs, tags, digest and count: what comes before the number of shortcuts.
const BEFORE_SHORTCUTS: usize = 32;
/// How many waypoints there are to be put in order.
const WAYPOINTS: u32 = 18;

/// Reading never panics. What was read, even if it was made to deceive, gives the cheapest paths: a made up
/// order is but a bad one.
pub fn check_waypoints(bytes: &[u8]) {
    let mut world = World::new(roads()).expect("a small map");
    let options = RoadmapOptions::new();
    let view = world.view(MoverId::FIRST).expect("its first mover");
    drop(view.load_roadmap(bytes.to_vec(), 1));
    let mut file = Vec::new();
    let baked = view.bake_roadmap(&options, &|_, _| true).expect("a graph of waypoints");
    baked.save(&mut file).expect("memory has room");
    file.truncate(BEFORE_SHORTCUTS);
    // A byte for how many shortcuts there are, and one for each waypoint.
    for at in 0..=WAYPOINTS as usize {
        file.extend(u32::from(bytes.get(at).copied().unwrap_or(0)).to_le_bytes());
    }
    seal(&mut file);
    let Ok(roadmap) = view.load_roadmap(file, 2) else { return };
    world.attach_roadmap(MoverId::FIRST, roadmap).expect("it is this map's");
    let mut workspace = Workspace::new();
    let place = |id| Place::Waypoint(WaypointId(id));
    for (from, to) in (0..WAYPOINTS).flat_map(|from| (0..WAYPOINTS).map(move |to| (from, to))) {
        let query = Query::between(place(from), place(to));
        let found = world.find(&query, &mut workspace).expect("both are places of the map");
        let best = world.find(&query.algorithm(Algorithm::Dijkstra), &mut workspace);
        let best = best.expect("both are places of the map");
        let cost = |path: &xunlu::Path<Place>| path.cost;
        assert_eq!(found.path().map(cost), best.path().map(cost), "{from} to {to}");
        if let Some(found) = found.path() {
            let walked = world.check_path(found, MoverId::FIRST);
            assert!(walked.is_ok(), "{found:?} goes where no link does: {walked:?}");
        }
    }
}

/// A ring of waypoints, some of whose links lead one way, and a few chords.
fn roads() -> WaypointGraph {
    let mut drawn = String::new();
    for id in 0..WAYPOINTS {
        drawn += &format!("@waypoint w{id} at {},{}\n", id % 5, id / 5);
    }
    for id in 0..WAYPOINTS {
        let (next, across) = ((id + 1) % WAYPOINTS, (id * 7 + 3) % WAYPOINTS);
        let arrow = if id % 3 == 0 { "->" } else { "<->" };
        drawn += &format!("@link w{id} {arrow} w{next} weight {}\n", 100 + id * 37 % 90);
        if id % 4 == 0 && across != id {
            drawn += &format!("@link w{id} <-> w{across} weight {}\n", 150 + id * 11);
        }
    }
    drawn.parse().expect("a drawing")
}
