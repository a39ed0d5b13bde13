//! Every view on generated maps, under every layer that may lie on top: held to its contract, and
//! its steps held against the referee's, one by one and in order.

use super::{
    GridView, Headings, HexView, LayersView, LinkTable, Linked, Places, PlainGrid, Turning,
    WaypointView,
};
use crate::answer::Outcome;
use crate::contract::{check_graph, check_headings, check_places, check_reverse_graph};
use crate::engine::best_first::StepSource;
use crate::graph::Graph;
use crate::heuristic::{Estimate, GridEstimate, Heuristic};
use crate::observer::Recorder;
use crate::search::{Search, search};
use crate::space::SearchSpace;
use crate::step::Step;
use crate::task::{Limits, Order, Task};
use xunlu_map::{
    Corners, Cost, Grid, LayerCell, Map, Mover, MoverBuilder, NodeId, Offset, OffsetStep,
    Passability, Place, Plane, Rect, Size, StepCosts, StepRule, Tags, Terrain, Weight, Wrap,
};
use xunlu_testkit::{
    GridKind, Referee, any_grid_of, any_hex_grid, any_layers, any_mover_for_grid,
    any_mover_for_hex, any_mover_for_waypoints, any_waypoints,
};

const SEEDS: u64 = 300;

/// A graph of places, which share no nodes: all contracts, and the referee's steps.
fn check_against_referee<G>(graph: &G, map: &Map, mover: &Mover, place: impl Fn(G::Place) -> Place)
where
    G: Places,
{
    check_graph(graph);
    check_reverse_graph(graph);
    check_places(graph);
    let referee = Referee::new(map, mover);
    assert_eq!(graph.node_count(), map.node_count());
    for node in (0..graph.node_count()).map(NodeId) {
        let here = map.place_of(node);
        let stands = referee.can_stand(here);
        assert_eq!(graph.can_stand_on(node), stands, "{node:?}, {here:?}\n{map}\n{mover:?}");
        if !stands {
            continue;
        }
        assert_eq!(graph.node_at(graph.place_of(node)), Some(node));
        let mut steps = Vec::new();
        graph.steps_from(node, &mut steps);
        let told: Vec<_> = steps
            .iter()
            .map(|step| (place(graph.place_of(step.to)), u64::from(step.cost.0)))
            .collect();
        let right: Vec<_> = referee
            .steps_from(place(graph.place_of(node)))
            .iter()
            .map(|step| (step.to, step.cost))
            .collect();
        assert_eq!(told, right, "from {here:?}\n{map}\n{mover:?}");
    }
}

/// A graph of headed steps: as they are, and with turning on top.
fn check_headed<G: Headings>(graph: G) {
    check_headings(&graph);
    let turning = Turning::new(graph, Cost(7)).unwrap();
    check_graph(&turning);
    check_reverse_graph(&turning);
    check_places(&turning);
}

/// Of each cell the side of the largest open square whose least corner it is, looked for square by
/// square.
fn clearance_of(grid: &Grid, open: &Passability) -> Plane<u8> {
    let mut clearance = Plane::new(*grid.layout(), 0, 0);
    for cell in grid.bounds().cells() {
        let is_open = |side: &u8| {
            let size = Size::new(u32::from(*side), u32::from(*side));
            Rect::new(cell, size).cells().all(|cell| open.is_open(cell))
        };
        let side = (1..=GridView::CLEARANCE_MAX).take_while(is_open).last();
        clearance.set_at(grid.layout().index_of(cell).unwrap(), side.unwrap_or(0));
    }
    clearance
}

/// A grid as it is, with links and turning on top, and where it may be, with a clearance plane below.
fn check_grid(grid: &Grid, mover: &Mover) {
    let open = Passability::new(grid.ground(), mover);
    let view = GridView::new(grid, mover, &open);
    let links = LinkTable::of(grid.links(), mover, |cell| view.node_at(cell));
    let map = Map::from(grid.clone());
    check_against_referee(&Linked { graph: view, links: &links }, &map, mover, Place::Cell);
    check_headed(Linked { graph: view, links: &links });
    if let Some(plain) = PlainGrid::of(&view) {
        check_plain(&plain, &view);
    }
    if !grid.wrap().is_any() {
        let clearance = clearance_of(grid, &open);
        let view = view.with_clearance(&clearance);
        check_against_referee(&Linked { graph: view, links: &links }, &map, mover, Place::Cell);
    }
}

/// A plain grid against the view it was made of.
fn check_plain(plain: &PlainGrid<'_>, view: &GridView<'_>) {
    check_graph(plain);
    assert_eq!(plain.node_count(), view.node_count());
    for node in (0..view.node_count()).map(NodeId) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        plain.steps_from(node, &mut ours);
        view.steps_from(node, &mut theirs);
        assert_eq!(ours, theirs, "from {node:?}, {:?}\n{}", view.mover(), view.grid());
        for first in &theirs {
            check_onward(*plain, view, node, &theirs, *first);
        }
    }
}

/// After a step from `parent`, whose steps are `seen`: all steps in their order, but for such as lead
/// where the parent has a step that is no more expensive.
fn check_onward(
    mut plain: PlainGrid<'_>,
    view: &GridView<'_>,
    parent: NodeId,
    seen: &[Step],
    first: Step,
) {
    let (mut onward, mut all) = (Vec::new(), Vec::new());
    plain.each_step(first.to, parent, |step| onward.push(step));
    view.steps_from(first.to, &mut all);
    let mut onward = onward.iter().peekable();
    for next in all {
        if onward.next_if_eq(&&next).is_none() {
            let costs_no_more =
                |other: &Step| other.to == next.to && other.cost <= first.cost + next.cost;
            let is_known = next.to == parent || seen.iter().any(costs_no_more);
            assert!(
                is_known,
                "from {parent:?}, {:?} leaves out {next:?}\n{}",
                first.to,
                view.grid()
            );
        }
    }
    assert_eq!(onward.next(), None, "from {parent:?}, {:?}", first.to);
}

#[test]
fn plain_grids_have_the_same_steps() {
    let costs = [(10, 14), (10, 6), (10, 25), (2378, 3363), (1, 1)];
    let is_open =
        |seed: u32, cell: u32| !seed.wrapping_mul(0x9e37_79b1).rotate_left(cell).is_multiple_of(3);
    for (seed, (straight, diagonal)) in (1..60).zip(costs.into_iter().cycle()) {
        for builder in movers_of_all_rules() {
            let costs = StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
            let mover = builder.costs(costs).build().unwrap();
            let mut grid = Grid::new(Size::new(1 + seed % 7, 1 + seed % 5)).unwrap();
            for (number, cell) in (0..).zip(grid.bounds().cells()) {
                let ground = if seed % 2 == 0 {
                    Terrain::OPEN
                } else {
                    Terrain(u8::try_from(number % 3).unwrap())
                };
                let terrain = if is_open(seed, number) { ground } else { Terrain::WALL };
                grid.set(cell, terrain).unwrap();
            }
            let open = Passability::new(grid.ground(), &mover);
            let view = GridView::new(&grid, &mover, &open);
            let plain = PlainGrid::of(&view);
            let is_usual = matches!(mover.rule(), StepRule::Four | StepRule::Eight(_));
            assert_eq!(plain.is_some(), is_usual && grid.bounds().size.width > 1);
            if let Some(plain) = plain {
                check_plain(&plain, &view);
            }
        }
    }
}

#[test]
fn plain_grids_are_searched_like_any_other() {
    const ORDERS: [Order; 6] = [
        Order::BreadthFirst,
        Order::DepthFirst,
        Order::Greedy,
        Order::Dijkstra,
        Order::AStar,
        Order::WeightedAStar { percent: 150 },
    ];
    let mut ended = [[0; 3]; ORDERS.len()];
    for seed in 0..4 * SEEDS {
        let kind = if seed % 2 == 0 { GridKind::Plain } else { GridKind::Weighted };
        let (grid, mover) = (any_grid_of(kind, seed), any_mover_for_grid(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let Some(plain) = PlainGrid::of(&view) else { continue };
        let stands = |node: &NodeId| view.can_stand_on(*node);
        let (mut all, count) = ((0..view.node_count()).map(NodeId), view.node_count());
        let Some((start, goal)) = all.find(stands).zip(all.rfind(stands)) else { continue };
        let at = |node: NodeId| LayerCell::new(0, view.place_of(node));
        let ends = [at(goal)].into_iter();
        let heuristic = GridEstimate::new(&grid, &mover, Estimate::Auto, ends, &[], at);
        let limits = match seed % 3 {
            0 => Limits::NONE,
            1 => Limits { cost_max: Cost(heuristic.estimate(start).0 * 5 / 4), ..Limits::NONE },
            _ => Limits { expansions_max: u64::from(count / 3), ..Limits::NONE },
        };
        for (order, ended) in ORDERS.into_iter().zip(&mut ended) {
            let task =
                Task { order, limits, wants_nearest: seed % 5 == 0, ..Task::new(start, goal) };
            let (mut seen, mut right) = (Recorder::default(), Recorder::default());
            let answer = search(&view, &heuristic, &mut right, &task, &mut SearchSpace::new());
            let space = SearchSpace::new();
            let mut ours = Search::begin(&plain, &heuristic, &mut seen, &task, space);
            // In slices, which must not show.
            let has_ended = loop {
                match ours.run_plain(&plain, &heuristic, &mut seen, 7) {
                    Some(false) => {}
                    other => break other.is_some(),
                }
            };
            assert_eq!(has_ended, order != Order::DepthFirst);
            if has_ended {
                let context = format_args!("seed {seed}, {order:?}, {limits:?}, {mover:?}\n{grid}");
                assert_eq!(ours.answer_as(&heuristic, |node| node), answer, "{context}");
                assert_eq!(seen.events(), right.events(), "{context}");
                ended[match answer.outcome {
                    Outcome::Found(_) => 0,
                    Outcome::Unreachable | Outcome::Blocked(_) => 1,
                    Outcome::GaveUp(_) => 2,
                }] += 1;
            }
        }
    }
    for (order, ended) in ORDERS.iter().zip(ended) {
        let is_many = ended.iter().all(|&count| count >= 20);
        assert_eq!(is_many, *order != Order::DepthFirst, "{order:?} ended {ended:?}");
    }
}

#[test]
fn grids_have_the_steps_of_the_rules() {
    let kinds = [GridKind::Plain, GridKind::Weighted, GridKind::Full, GridKind::Full];
    for (seed, kind) in (0..SEEDS).zip(kinds.into_iter().cycle()) {
        check_grid(&any_grid_of(kind, seed), &any_mover_for_grid(seed));
    }
}

/// A mover of every rule; the last one's moves have no path back.
fn movers_of_all_rules() -> impl Iterator<Item = MoverBuilder> {
    let step = |(dx, dy)| OffsetStep { offset: Offset::new(dx, dy), weight: Weight::times(2) };
    let lame = [(1, 0), (-3, 2), (0, -4), (2, 2)].map(step).to_vec();
    let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
    let others = [Mover::four(), Mover::knight(), Mover::offsets(lame)];
    corners.map(Mover::eight).into_iter().chain(others)
}

#[test]
fn every_rule_size_and_joined_edge_agrees_with_the_referee() {
    let sizes = [(1, 1), (2, 1), (1, 3), (2, 2), (4, 3)].map(|(x, y)| Size::new(x, y));
    let wraps = [(false, false), (true, false), (false, true), (true, true)];
    let seeds =
        &mut (0..).filter(|&seed| any_grid_of(GridKind::Full, seed).bounds().size.area() < 300);
    for builder in movers_of_all_rules() {
        for footprint in sizes {
            let mover = builder.clone().footprint(footprint).tags(Tags(3)).build().unwrap();
            for ((x, y), seed) in wraps.into_iter().zip(&mut *seeds) {
                let grid = any_grid_of(GridKind::Full, seed).wrapped(Wrap { x, y });
                check_grid(&grid, &mover);
            }
        }
    }
}

#[test]
fn hexes_have_the_steps_of_the_rules() {
    for seed in 0..SEEDS {
        let (grid, mover) = (any_hex_grid(seed), any_mover_for_hex(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        let links = LinkTable::of(grid.links(), &mover, |hex| view.node_at(hex));
        let map = Map::from(grid.clone());
        check_against_referee(&Linked { graph: view, links: &links }, &map, &mover, Place::Hex);
        check_headed(Linked { graph: view, links: &links });
    }
}

#[test]
fn layers_have_the_steps_of_the_rules() {
    for seed in 0..SEEDS / 3 {
        let (layers, mover) = (any_layers(seed), any_mover_for_grid(seed));
        let open: Vec<_> =
            layers.grids().iter().map(|grid| Passability::new(grid.ground(), &mover)).collect();
        let view = LayersView::new(&layers, &mover, &open);
        let links = LinkTable::of(layers.links(), &mover, |layer_cell| view.node_at(layer_cell));
        let map = Map::from(layers.clone());
        check_against_referee(
            &Linked { graph: view, links: &links },
            &map,
            &mover,
            Place::LayerCell,
        );
        check_headed(Linked { graph: view, links: &links });
        if layers.grids().iter().all(|grid| !grid.wrap().is_any()) {
            let grids = layers.grids().iter().zip(&open);
            let clearance: Vec<_> = grids.map(|(grid, open)| clearance_of(grid, open)).collect();
            let view = view.with_clearance(&clearance);
            check_against_referee(
                &Linked { graph: view, links: &links },
                &map,
                &mover,
                Place::LayerCell,
            );
        }
    }
}

#[test]
fn waypoints_have_the_steps_of_the_rules() {
    for seed in 0..SEEDS {
        let (graph, mover) = (any_waypoints(seed), any_mover_for_waypoints(seed));
        let map = Map::from(graph.clone());
        let view = WaypointView::new(&graph, &mover);
        check_against_referee(&view, &map, &mover, Place::Waypoint);
    }
}
