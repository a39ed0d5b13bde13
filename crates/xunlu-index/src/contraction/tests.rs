//! Roadmaps of waypoint graphs against the referee, with weights that change, and however many threads make
//! them.
#![cfg(test)]

use super::{StepGround, StepKey, StepRoadmap, StepSpace, WaypointRoadmap, WaypointSpace};
use crate::roadmap::{RoadmapError, RoadmapFileError, RoadmapOptions, RoadmapStage};
use crate::sealed::seal;
use xunlu_map::{
    Cost, Door, Link, LinkId, Map, Mover, NodeId, Place, Point, StepCosts, Tags, WaypointGraph,
    WaypointId, Weight,
};
use xunlu_search::{Graph, Step};
use xunlu_testkit::{Random, Referee, any_mover_for_waypoints, any_waypoints, road_network};

fn bake(graph: &WaypointGraph, mover: &Mover, threads: usize) -> WaypointRoadmap {
    let options = RoadmapOptions::new().threads(threads);
    WaypointRoadmap::bake(graph, mover, &options, &|_, _| true).unwrap()
}

/// Asks from some starts to all waypoints. Returns how many paths there were.
fn check(roadmap: &WaypointRoadmap, graph: &WaypointGraph, mover: &Mover, name: &str) -> u64 {
    let map = Map::from(graph.clone());
    let referee = Referee::new(&map, mover);
    let mut space = WaypointSpace::default();
    let mut found = 0;
    // From all of them where there are few.
    let by = if graph.len() > 60 { graph.len().div_ceil(20) } else { 1 };
    for from in (0..graph.len()).step_by(by as usize) {
        let truth = referee.distances(Place::Waypoint(WaypointId(from)));
        for to in 0..graph.len() {
            let cheapest = truth.get(&Place::Waypoint(WaypointId(to))).copied();
            let told = || format!("{name}: from {from} to {to}, {mover:?}\n{graph}");
            let cost = roadmap.distance(NodeId(from), NodeId(to), &mut space);
            assert_eq!(cost.map(|cost| u64::from(cost.0)), cheapest, "{}", told());
            let path = roadmap.path(NodeId(from), NodeId(to), &mut space, Place::Waypoint);
            assert_eq!(path.as_ref().map(|&(cost, _)| cost), cost, "{}", told());
            if let Some((cost, places)) = path {
                let ends = [places.first(), places.last()];
                let ends = ends.map(|place| place.copied());
                let asked = [from, to].map(|node| Some(Place::Waypoint(WaypointId(node))));
                assert_eq!(ends, asked, "{}", told());
                let walked = referee.check_path(&places, cost.0.into());
                assert!(walked.is_ok(), "{}: {walked:?} {places:?}", told());
                found += 1;
            }
        }
    }
    found
}

#[test]
fn all_costs_and_paths_are_those_of_the_referee() {
    let mut found = 0;
    for seed in 0..600 {
        let (graph, mover) = (any_waypoints(seed), any_mover_for_waypoints(seed));
        found += check(&bake(&graph, &mover, 1), &graph, &mover, &format!("seed {seed}"));
    }
    assert!(found > 100_000, "only {found} paths");
}

#[test]
fn networks_of_towns_are_answered_from_district_to_district() {
    let mover = Mover::links().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    for (seed, count) in [(1, 100), (2, 300), (3, 700), (4, 1_500), (5, 4_000)] {
        let graph = road_network(seed, count);
        let roadmap = bake(&graph, &mover, 1);
        assert!(roadmap.hub_count() > 20, "{count}: only {} hubs", roadmap.hub_count());
        let found = check(&roadmap, &graph, &mover, &format!("{count} waypoints"));
        assert!(found > 15 * u64::from(count), "{count}: only {found} paths");
    }
}

#[test]
fn new_weights_are_those_of_a_roadmap_made_anew() {
    let (mut kept, mut baked) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut graph = if seed % 3 == 0 { road_network(seed, 400) } else { any_waypoints(seed) };
        let mut mover = any_mover_for_waypoints(seed);
        let mut roadmap = bake(&graph, &mover, 1);
        for edit in 0..6 {
            assert!(roadmap.is_for(&graph, &mover));
            change(&mut graph, &mut random);
            if random.chance(20) {
                mover = any_mover_for_waypoints(random.word());
            }
            if roadmap.order().serves(&graph) {
                kept += 1
            } else {
                baked += 1
            }
            let options = RoadmapOptions::new().threads(1 + random.below(2) as usize);
            let order = roadmap.order();
            roadmap =
                WaypointRoadmap::bake_by(&order, &graph, &mover, &options, &|_, _| true).unwrap();
            check(&roadmap, &graph, &mover, &format!("seed {seed}, edit {edit}"));
        }
    }
    assert!(kept > 150 && baked > 20, "{kept} kept their order, {baked} were baked anew");
}

/// Gives links other weights, opens and shuts doors, and now and then builds a new road.
fn change(graph: &mut WaypointGraph, random: &mut Random) {
    let links: Vec<LinkId> = graph.links().iter().map(|(id, _)| id).collect();
    for id in links.into_iter().filter(|_| random.chance(20)).collect::<Vec<_>>() {
        match random.below(4) {
            0 => {
                graph.set_door(id, Door::Shut).unwrap();
            }
            1 => {
                graph.set_door(id, Door::Open).unwrap();
            }
            _ => {
                let link = graph.links().get(id).unwrap().clone();
                graph.remove_link(id).unwrap();
                let weight = Weight::percent(random.below(3_000));
                if link.from != link.to {
                    graph.add_link(link.costing(weight)).unwrap();
                }
            }
        }
    }
    let [from, to] = [0; 2].map(|_| WaypointId(random.below(graph.len())));
    if random.chance(20) && from != to {
        graph.add_link(Link::one_way(from, to)).unwrap();
    }
}

#[test]
fn as_many_threads_make_the_same_roadmap() {
    let mover = Mover::links().build().unwrap();
    for count in [500, 40_000] {
        let graph = road_network(7, count);
        let one = bake(&graph, &mover, 1);
        for threads in [2, 3] {
            assert!(one == bake(&graph, &mover, threads), "{threads} threads, {count} waypoints");
        }
    }
}

#[test]
fn graphs_without_geometry_are_cut_by_steps() {
    let mover = Mover::links().build().unwrap();
    let mut builder = WaypointGraph::builder();
    let count = 400_u32;
    for number in 0..count {
        builder.waypoint(format!("w{number}"), Point::default()).unwrap();
    }
    // A ring whose waypoints are numbered all over it, and a chord here and there.
    let at = |place: u32| WaypointId(place % count * 7 % count);
    for place in 0..count {
        builder.link(Link::two_way(at(place), at(place + 1))).unwrap();
        if place % 50 == 0 {
            builder.link(Link::one_way(at(place), at(place + 60))).unwrap();
        }
    }
    let graph = builder.build().unwrap();
    let roadmap = bake(&graph, &mover, 2);
    assert!(roadmap.height() < 60, "{}", roadmap.height());
    check(&roadmap, &graph, &mover, "ring");
}

#[test]
fn everybody_next_to_everybody_has_a_roadmap() {
    let mover = Mover::links().build().unwrap();
    let mut random = Random::new(5);
    let rows: Vec<Vec<(WaypointId, Weight)>> = (0..90_u32)
        .map(|from| {
            let others = (0..90).filter(|&to| to != from).map(WaypointId);
            others.map(|to| (to, Weight::percent(1 + random.below(900)))).collect()
        })
        .collect();
    let waypoints = road_network(1, 100).waypoints()[..90].to_vec();
    let graph = WaypointGraph::from_adjacency_list(waypoints, &rows).unwrap();
    check(&bake(&graph, &mover, 1), &graph, &mover, "everybody");
}

#[test]
fn what_costs_too_much_to_say_is_no_path() {
    let text = "@waypoint a at 0,0\n@waypoint b at 1,0\n@waypoint c at 2,0\n\
                @link a -> b weight 100000000\n@link b -> c weight 100000000\n@link c -> a weight 4294967295";
    let graph: WaypointGraph = text.parse().unwrap();
    let mover = Mover::links().build().unwrap();
    let roadmap = bake(&graph, &mover, 1);
    let mut space = WaypointSpace::default();
    let mut cost = |from, to| roadmap.distance(NodeId(from), NodeId(to), &mut space);
    assert_eq!(cost(0, 1), Some(Cost(2_378_000_000)));
    assert_eq!([cost(0, 2), cost(2, 0)], [None; 2]);
}

#[test]
fn what_cannot_be_made_is_said() {
    let graph = road_network(1, 500);
    let mover = Mover::links().tags(Tags::NONE).build().unwrap();
    let options = RoadmapOptions::new();
    let cancelled = WaypointRoadmap::bake(&graph, &mover, &options, &|_, _| false);
    assert_eq!(cancelled.unwrap_err(), RoadmapError::Cancelled);
    let most = bake(&graph, &mover, 1).bytes();
    for bytes in [100, most / 4, most / 2] {
        let options = options.memory_bytes_max(bytes);
        let refused = WaypointRoadmap::bake(&graph, &mover, &options, &|_, _| true).unwrap_err();
        assert!(matches!(refused, RoadmapError::Memory { needed } if needed > bytes), "{refused}");
    }
}

fn file_of(roadmap: &WaypointRoadmap) -> Vec<u8> {
    let mut bytes = Vec::new();
    roadmap.save(&mut bytes).unwrap();
    bytes
}

fn load(
    graph: &WaypointGraph,
    mover: &Mover,
    bytes: &[u8],
) -> Result<WaypointRoadmap, RoadmapFileError> {
    let [one, two] = [1, 2].map(|threads| WaypointRoadmap::load(graph, mover, bytes, threads));
    assert!(one == two, "it does not depend on threads");
    one
}

#[test]
fn a_roadmap_in_a_file_is_the_same() {
    for seed in 0..50 {
        let mover = any_mover_for_waypoints(seed);
        let graph = if seed < 3 { road_network(seed, 3_000) } else { any_waypoints(seed) };
        let roadmap = bake(&graph, &mover, 1);
        let bytes = file_of(&roadmap);
        assert!(WaypointRoadmap::is_saved(&bytes));
        assert!(load(&graph, &mover, &bytes).unwrap() == roadmap, "seed {seed}");
    }
}

#[test]
fn a_file_that_is_cut_short_or_changed_is_no_roadmap() {
    let (graph, mover) = (road_network(1, 150), Mover::links().build().unwrap());
    let bytes = file_of(&bake(&graph, &mover, 1));
    for end in 0..bytes.len() {
        assert!(load(&graph, &mover, &bytes[..end]).is_err(), "cut at {end}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(load(&graph, &mover, &changed).is_err(), "changed at {at}");
    }
    let longer = [&bytes[..], b"."].concat();
    assert!(matches!(load(&graph, &mover, &longer), Err(RoadmapFileError::Damaged)));
}

#[test]
fn a_file_is_for_its_own_graph_and_mover() {
    let (mut graph, mover) = (road_network(1, 150), Mover::links().build().unwrap());
    let bytes = file_of(&bake(&graph, &mover, 1));
    let other = Mover::links().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    assert!(matches!(load(&graph, &other, &bytes), Err(RoadmapFileError::OtherMover)));
    graph.set_door(LinkId(3), Door::Shut).unwrap();
    assert!(matches!(load(&graph, &mover, &bytes), Err(RoadmapFileError::OtherGround)));
    graph.set_door(LinkId(3), Door::Open).unwrap();
    assert!(load(&graph, &mover, &bytes).is_ok());
    let mut later = bytes;
    later[8] = 9;
    assert!(matches!(load(&graph, &mover, &later), Err(RoadmapFileError::Version(9))));
    assert!(matches!(load(&graph, &mover, b"xunlurdm"), Err(RoadmapFileError::NotARoadmap)));
}

#[test]
fn an_order_that_somebody_made_up_is_only_a_bad_one() {
    let mut random = Random::new(9);
    let (mut refused, mut read) = (0, 0);
    for seed in 0..60 {
        let (graph, mover) = (any_waypoints(seed), any_mover_for_waypoints(seed));
        let mut bytes = file_of(&bake(&graph, &mover, 1));
        bytes.truncate(bytes.len() - 8);
        let first = bytes.len() - 4 * graph.len() as usize;
        let (order, _) = bytes[first..].as_chunks_mut::<4>();
        random.shuffle(order);
        if random.chance(30) {
            order[0] = *random.pick(order);
        }
        // As many shortcuts as it says, or not.
        let told = [random.below(400), 1_800];
        for shortcuts in told {
            bytes[first - 4..first].copy_from_slice(&shortcuts.to_le_bytes());
            let mut sealed = bytes.clone();
            seal(&mut sealed);
            refused += u32::from(load(&graph, &mover, &sealed).is_err());
        }
        for shortcuts in 0..1_800_u32 {
            bytes[first - 4..first].copy_from_slice(&shortcuts.to_le_bytes());
            let mut sealed = bytes.clone();
            seal(&mut sealed);
            if let Ok(roadmap) = load(&graph, &mover, &sealed) {
                check(&roadmap, &graph, &mover, &format!("seed {seed}, made up"));
                read += 1;
            }
        }
    }
    assert!(refused > 100 && read > 20, "{refused} refused, {read} read");
}

#[test]
fn matrices_and_the_nearest_are_those_of_single_questions() {
    let mut found = 0;
    let mut space = WaypointSpace::default();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let graph = if seed % 10 == 0 { road_network(seed, 500) } else { any_waypoints(seed) };
        let mover = any_mover_for_waypoints(seed);
        let roadmap = bake(&graph, &mover, 1);
        let mut any = |most: u32| -> Vec<NodeId> {
            let count = random.below(most);
            (0..count).map(|_| NodeId(random.below(graph.len()))).collect()
        };
        let (starts, targets) = (any(25), any(40));
        let single: Vec<Vec<Option<Cost>>> = starts
            .iter()
            .map(|&from| {
                let cost = |&to: &NodeId| roadmap.distance(from, to, &mut space);
                targets.iter().map(cost).collect()
            })
            .collect();
        assert_eq!(roadmap.matrix(&starts, &targets, &mut space), single, "seed {seed}");
        for (&start, costs) in starts.iter().zip(&single) {
            // In memory that was lent before, and in new.
            for space in [&mut space, &mut WaypointSpace::default()] {
                assert_eq!(&roadmap.distances(start, &targets, space), costs, "seed {seed}");
            }
            let known = costs.iter().zip(0..).filter_map(|(&cost, at)| Some((cost?, at)));
            let mut near: Vec<(Cost, usize)> = known.collect();
            near.sort_unstable();
            for count in [0, 1, 3, 100] {
                let most = count.min(near.len());
                let told = roadmap.nearest(start, &targets, count, &mut space);
                assert_eq!(told, near[..most], "seed {seed}: {count}");
            }
            found += near.len();
        }
    }
    assert!(found > 10_000, "only {found} paths");
}

/// A row of places, each a step from the next.
struct Row(u32);

impl Graph for Row {
    fn node_count(&self) -> u32 {
        self.0
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        let others = [from.0.checked_sub(1), Some(from.0 + 1).filter(|&to| to < self.0)];
        let step = |to| Step { to: NodeId(to), cost: Cost(10) };
        steps.extend(others.into_iter().flatten().map(step));
    }
}

/// Does something with the steps along a row.
fn with_row<R>(count: u32, with: impl FnOnce(&StepGround<'_>) -> R) -> R {
    let key = StepKey::of(&Mover::default());
    let point = |node: NodeId| Point { x: node.0.into(), y: 0.0 };
    with(&StepGround { graph: &Row(count), can_stand: &|_| true, point: &point, key })
}

/// The file of a roadmap of nodes in a row, changed to one that is contracted from one end of the row to the
/// other: then all lie above each other.
fn from_end_to_end(mut file: Vec<u8>, count: u32) -> Vec<u8> {
    let order = file.len() - 8 - 4 * count as usize;
    file.truncate(order - 4);
    let words = [count - 1].into_iter().chain(0..count);
    words.for_each(|word| file.extend(word.to_le_bytes()));
    seal(&mut file);
    file
}

#[test]
fn a_file_that_leads_to_far_more_than_its_shortcuts_is_refused() {
    for (count, is_too_much) in [(2_000, false), (20_000, true)] {
        let bake = |ground: &StepGround<'_>| {
            StepRoadmap::bake(ground, &RoadmapOptions::new(), &|_, _| true).unwrap()
        };
        let baked = with_row(count, bake);
        let mut file = Vec::new();
        baked.save(&mut file).unwrap();
        let load = |bytes: &[u8]| {
            let [one, two] = [1, 2]
                .map(|threads| with_row(count, |ground| StepRoadmap::load(ground, bytes, threads)));
            assert!(one == two, "it does not depend on threads");
            one
        };
        assert!(load(&file).unwrap() == baked);
        match load(&from_end_to_end(file, count)) {
            Ok(made_up) if !is_too_much => {
                assert_eq!(made_up.height(), count as usize);
                let cost = made_up.distance(NodeId(3), NodeId(1_950), &mut StepSpace::default());
                assert_eq!(cost, Some(Cost(19_470)));
            }
            Err(RoadmapFileError::Memory { needed }) if is_too_much => {
                assert!(needed > 8 * 20_000 * 20_000, "{needed}");
            }
            other => panic!("{count} in a row: {:?}", other.err()),
        }
    }
}

#[test]
fn a_file_of_waypoints_that_leads_to_far_more_than_its_shortcuts_is_refused() {
    let mover = Mover::links().build().unwrap();
    for (count, is_too_much) in [(2_000_u32, false), (20_000, true)] {
        let mut builder = WaypointGraph::builder();
        for number in 0..count {
            builder.waypoint(format!("w{number}"), Point { x: number.into(), y: 0.0 }).unwrap();
        }
        let links = (1..count).map(|to| Link::two_way(WaypointId(to - 1), WaypointId(to)));
        links.for_each(|link| {
            builder.link(link).unwrap();
        });
        let graph = builder.build().unwrap();
        let baked = bake(&graph, &mover, 1);
        assert!(load(&graph, &mover, &file_of(&baked)).unwrap() == baked);
        match load(&graph, &mover, &from_end_to_end(file_of(&baked), count)) {
            Ok(made_up) => assert!(!is_too_much && made_up.height() == count as usize),
            Err(RoadmapFileError::Memory { .. }) => assert!(is_too_much),
            Err(error) => panic!("{count} in a row: {error}"),
        }
    }
}

/// Each of so many houses is a part of its own to several threads, below a long road that all lead to.
#[test]
fn a_file_of_many_parts_below_a_long_way_takes_no_more_memory_by_two_threads() {
    let mover = Mover::links().build().unwrap();
    let (houses, count) = (20_000, 21_500);
    let mut builder = WaypointGraph::builder();
    for number in 0..count {
        builder.waypoint(format!("w{number}"), Point { x: number.into(), y: 0.0 }).unwrap();
    }
    for number in 1..count {
        let from = if number <= houses { houses } else { number };
        let link = Link::two_way(WaypointId(number - 1), WaypointId(from));
        builder.link(link).unwrap();
    }
    let graph = builder.build().unwrap();
    let file = from_end_to_end(file_of(&bake(&graph, &mover, 1)), count);
    let made_up = load(&graph, &mover, &file).unwrap();
    assert_eq!(made_up.height(), (count - houses + 1) as usize);
    // More threads than anybody has are as many as make sense.
    let by_all = WaypointRoadmap::load(&graph, &mover, &file, usize::MAX);
    assert!(by_all.unwrap() == made_up);
}

#[test]
fn making_a_roadmap_of_steps_takes_a_few_times_its_bytes_and_can_be_given_up() {
    with_row(3_000, |ground| {
        let bake = |bytes, goes_on: &dyn Fn(f64) -> bool| {
            let options = RoadmapOptions::new().memory_bytes_max(bytes);
            let tell = |stage, part| stage == RoadmapStage::Order || goes_on(part);
            StepRoadmap::bake(ground, &options, &tell)
        };
        let bounded = bake(usize::MAX, &|_| true).unwrap();
        let unbounded = bake(bounded.bytes() - 1, &|_| true).unwrap();
        let are_bounded = [&bounded, &unbounded].map(|made| made.percent_bounded().is_some());
        assert_eq!(are_bounded, [true, false], "bounds are left out first");
        let most = unbounded.bytes();
        for bytes in [most / 4, most / 2, most - 1] {
            let refused = bake(bytes, &|_| true).unwrap_err();
            assert!(
                matches!(refused, RoadmapError::Memory { needed } if needed > bytes),
                "{refused}"
            );
        }
        assert_eq!(bake(most, &|_| true).unwrap().bytes(), most);
        // In each part of the work it is asked whether to go on.
        for part in [0.0, 0.1, 0.2, 0.4, 0.6, 0.8] {
            let cancelled = bake(most, &|done| done < part);
            assert_eq!(cancelled.unwrap_err(), RoadmapError::Cancelled, "{part}");
        }
    });
}

/// A field of so many cells a side with scattered walls, walked by eight directions and by links.
struct Field {
    side: u32,
    is_wall: Vec<bool>,
    links: Vec<(u32, Step)>,
    // What a straight and a diagonal step cost.
    costs: [u32; 2],
}

impl Graph for Field {
    fn node_count(&self) -> u32 {
        self.side * self.side
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        let [x, y] = [from.0 % self.side, from.0 / self.side];
        let by = [u32::MAX, 0, 1];
        for [dx, dy] in by.into_iter().flat_map(|dy| by.map(|dx| [dx, dy])) {
            let [x, y] = [x.wrapping_add(dx), y.wrapping_add(dy)];
            if [dx, dy] == [0, 0] || x >= self.side || y >= self.side {
                continue;
            }
            let to = x + y * self.side;
            if !self.is_wall[to as usize] {
                let cost = self.costs[usize::from(dx != 0 && dy != 0)];
                steps.push(Step { to: NodeId(to), cost: Cost(cost) });
            }
        }
        let own = self.links.iter().filter(|(begin, _)| *begin == from.0);
        steps.extend(own.map(|(_, link)| *link));
    }
}

#[test]
fn what_is_spared_by_bounds_is_in_no_path() {
    let mut random = Random::new(11);
    let mut kept = [0; 2];
    for seed in 0..60 {
        let (side, walls) = (12 + random.below(20), *random.pick(&[0, 5, 10, 25, 45]));
        let costs = *random.pick(&[[10, 14], [5, 7], [10, 10], [10, 29], [70, 99]]);
        let is_wall: Vec<bool> = (0..side * side).map(|_| random.chance(walls)).collect();
        // Mostly none, or such as cost what a walk does; some lead anywhere for nothing.
        let mut links = Vec::new();
        for _ in 0..*random.pick(&[0, 0, 3]) {
            let [from, to] = [0; 2].map(|_| random.below(side * side));
            let far = |axis: fn(u32, u32) -> u32| axis(from, side).abs_diff(axis(to, side));
            let walk = costs[0] * (far(|at, side| at % side) + far(|at, side| at / side));
            let cost = Cost(*random.pick(&[walk, walk, walk, 0]));
            if !is_wall[to as usize] && from != to {
                links.push((from, Step { to: NodeId(to), cost }));
            }
        }
        let field = Field { side, is_wall, links, costs };
        let point = |node: NodeId| Point { x: (node.0 % side).into(), y: (node.0 / side).into() };
        let can_stand = |node: NodeId| !field.is_wall[node.0 as usize];
        let key = StepKey::of(&Mover::default());
        let ground = StepGround { graph: &field, can_stand: &can_stand, point: &point, key };
        let bake = StepRoadmap::bake(&ground, &RoadmapOptions::new(), &|_, _| true);
        let Ok(mut roadmap) = bake else { continue };
        let places = (0..side * side).map(NodeId).filter(|&node| can_stand(node));
        let places: Vec<NodeId> = places.collect();
        let pairs: Vec<[NodeId; 2]> =
            (0..100).map(|_| [*random.pick(&places), *random.pick(&places)]).collect();
        let mut space = StepSpace::default();
        let mut ask = |roadmap: &StepRoadmap| {
            let answers = pairs.iter().map(|&[from, to]| {
                let cost = roadmap.look_up(from, to, &mut space);
                let least = roadmap.cost_at_least(from, to);
                assert!(cost.is_none_or(|cost| least <= cost.0), "{from:?} to {to:?}: {least}");
                assert_eq!(roadmap.distance(from, to, &mut StepSpace::default()), cost);
                (cost, cost.map(|_| roadmap.places(&space, |node| node)))
            });
            answers.collect::<Vec<_>>()
        };
        let bounded = ask(&roadmap);
        kept[usize::from(roadmap.percent_bounded().is_some())] += 1;
        for percent in [Some(100), Some(103), Some(115), Some(400), None] {
            roadmap.bound_within(percent);
            assert!(ask(&roadmap) == bounded, "seed {seed}, {percent:?}");
        }
    }
    assert!(kept.iter().all(|&count| count >= 10), "{kept:?}");
}
