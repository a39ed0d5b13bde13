//! Every estimate on generated maps, held to its contract; and the pitfalls by name.

use super::{
    Estimate, GridEstimate, Heuristic, HexEstimate, NoHeuristic, TurningEstimate, WaypointEstimate,
    WaypointScale,
};
use crate::contract::check_heuristic;
use crate::graph::Graph;
use crate::observer::NoObserver;
use crate::search::search;
use crate::space::SearchSpace;
use crate::task::{Order, Target, Task};
use crate::view::{
    GridView, Headings, HexView, LayersView, LinkTable, Linked, Places, Turning, WaypointView,
};
use xunlu_map::{
    Cell, Corners, Cost, Grid, LayerCell, Mover, MoverBuilder, NodeId, Offset, Passability,
    StepCosts, Terrain, Weight,
};
use xunlu_testkit::{
    GridKind, Random, any_grid_of, any_hex_grid, any_layers, any_mover_for_grid, any_mover_for_hex,
    any_mover_for_waypoints, any_waypoints,
};

const SEEDS: u64 = 120;

/// One to twelve nodes of the graph where the mover can stand, or none.
fn any_goals<G: Places>(graph: &G, seed: u64) -> Vec<NodeId> {
    let all = (0..graph.node_count()).map(NodeId);
    let standing: Vec<NodeId> = all.filter(|&node| graph.can_stand_on(node)).collect();
    let random = &mut Random::new(!seed);
    let count = *random.pick(&[1, 1, 2, 5, 12]);
    let goals = (0..count).filter(|_| !standing.is_empty());
    goals.map(|_| *random.pick(&standing)).collect()
}

#[test]
fn grid_estimates_keep_their_contract() {
    let kinds = [GridKind::Plain, GridKind::Weighted, GridKind::Full, GridKind::Full];
    for (seed, kind) in (0..SEEDS).zip(kinds.into_iter().cycle()) {
        let (grid, mover) = (any_grid_of(kind, seed), any_mover_for_grid(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let links = LinkTable::of(grid.links(), &mover, |cell| view.node_at(cell));
        let linked = Linked { graph: view, links: &links };
        let goals = any_goals(&view, seed);
        let grids = &grid;
        for estimate in Estimate::ALL {
            let layer_cell_of = |node| LayerCell::new(0, view.place_of(node));
            let to = goals.iter().map(|&goal| layer_cell_of(goal));
            let heuristic = GridEstimate::new(
                grids,
                &mover,
                estimate,
                to,
                links.links(crate::view::Sense::Along),
                layer_cell_of,
            );
            assert_eq!(heuristic.is_consistent(), heuristic.is_admissible());
            assert!(heuristic.is_admissible() || !estimate.is_admissible(), "{estimate:?}");
            if heuristic.is_admissible() {
                check_heuristic(&linked, &heuristic, &goals);
            }
        }
    }
}

#[test]
fn turning_leaves_estimates_below() {
    for seed in 0..SEEDS / 6 {
        let (grid, mover) = (any_grid_of(GridKind::Full, seed), any_mover_for_grid(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let links = LinkTable::of(grid.links(), &mover, |cell| view.node_at(cell));
        let turning = Turning::new(Linked { graph: view, links: &links }, Cost(9)).unwrap();
        let goals = any_goals(&view, seed);
        let layer_cell_of = |node| LayerCell::new(0, view.place_of(node));
        let to = goals.iter().map(|&goal| layer_cell_of(goal));
        let (grids, auto) = (&grid, Estimate::Auto);
        let below = GridEstimate::new(
            grids,
            &mover,
            auto,
            to,
            links.links(crate::view::Sense::Along),
            layer_cell_of,
        );
        let heuristic = TurningEstimate { below: &below, states: turning.states() };
        let all_at = |&goal: &NodeId| {
            let first = turning.first_at(goal).0;
            (first..first + turning.states()).map(NodeId)
        };
        let ends: Vec<NodeId> = goals.iter().flat_map(all_at).collect();
        check_heuristic(&turning, &heuristic, &ends);
    }
}

/// Who has no heading yet is estimated to be no farther off than who has one.
fn check_free(turning: &Turning<impl Headings>, ahead: &impl Heuristic) {
    for node in (0..turning.node_count()).map(NodeId) {
        let free = turning.start_at(turning.below(node));
        assert!(ahead.estimate(free) <= ahead.estimate(node), "{node:?}");
    }
}

#[test]
fn estimates_that_know_of_turns_keep_their_contract() {
    let (mut on_squares, mut on_hexes) = (0, 0);
    for seed in 0..SEEDS / 2 {
        let (grid, mover) = (any_grid_of(GridKind::Full, seed), any_mover_for_grid(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let Some(&goal) = any_goals(&view, seed).first() else { continue };
        let layer_cell_of = |node| LayerCell::new(0, view.place_of(node));
        let to = std::iter::once(layer_cell_of(goal));
        let below = GridEstimate::new(&grid, &mover, Estimate::Auto, to, &[], layer_cell_of);
        let turn = Cost(1 + u32::try_from(seed).unwrap() * 7 % 90);
        let turning = Turning::new(view, turn).unwrap();
        let states = turning.states();
        if let Some(ahead) = below.with_turns(turn) {
            let ends: Vec<_> = (0..states).map(|state| NodeId(goal.0 * states + state)).collect();
            check_heuristic(&turning, &ahead, &ends);
            check_free(&turning, &ahead);
            on_squares += 1;
        }
        let (grid, mover) = (any_hex_grid(seed), any_mover_for_hex(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        let Some(&goal) = any_goals(&view, seed).first() else { continue };
        let to = std::iter::once(view.place_of(goal));
        let below =
            HexEstimate::new(&grid, &mover, Estimate::Auto, to, &[], |node| view.place_of(node));
        let turning = Turning::new(view, turn).unwrap();
        let states = turning.states();
        let ahead = below.with_turns(turn).expect("to one hex, and there are no links");
        let ends: Vec<_> = (0..states).map(|state| NodeId(goal.0 * states + state)).collect();
        check_heuristic(&turning, &ahead, &ends);
        check_free(&turning, &ahead);
        on_hexes += 1;
    }
    assert!(on_squares >= SEEDS / 8 && on_hexes >= SEEDS / 8, "{on_squares}, {on_hexes}");
}

#[test]
fn on_open_ground_estimates_know_what_turning_costs() {
    let grid: Grid = ["........."; 9].join("\n").parse().unwrap();
    let mover = Mover::eight(Corners::NoCutting).costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    let open = Passability::new(grid.ground(), &mover);
    let view = GridView::new(&grid, &mover, &open);
    let layer_cell_of = |node| LayerCell::new(0, view.place_of(node));
    let turning = Turning::new(view, Cost(3)).unwrap();
    // A map without walls is what the estimate goes by: it is exact, but for half steps.
    let mut exact = 0;
    for goal in [Cell::new(4, 4), Cell::new(0, 8), Cell::new(7, 1)] {
        let to = std::iter::once(LayerCell::new(0, goal));
        let below = GridEstimate::new(&grid, &mover, Estimate::Auto, to, &[], layer_cell_of);
        let ahead = below.with_turns(Cost(3)).unwrap();
        let nodes = (0..turning.node_count()).map(NodeId);
        for node in nodes.filter(|&node| view.can_stand_on(turning.below(node))) {
            let first = turning.first_at(view.node_at(goal).unwrap());
            let target = Target::Span { first, count: turning.states() };
            let task = Task { target, order: Order::Dijkstra, ..Task::new(node, node) };
            let mut space = SearchSpace::new();
            let answer = search(&turning, &NoHeuristic, &mut NoObserver, &task, &mut space);
            let cost = answer.cost().unwrap();
            let told = ahead.estimate(node);
            assert!(told <= cost && cost.0 - told.0 <= 6, "{node:?}: {told} of {cost}");
            exact += u32::from(told == cost);
        }
    }
    assert!(exact >= 3 * 729 * 19 / 20, "{exact} of {}", 3 * 729);
}

#[test]
fn layer_estimates_keep_their_contract() {
    for seed in 0..SEEDS / 2 {
        let (layers, mover) = (any_layers(seed), any_mover_for_grid(seed));
        let open: Vec<_> =
            layers.grids().iter().map(|grid| Passability::new(grid.ground(), &mover)).collect();
        let view = LayersView::new(&layers, &mover, &open);
        let links = LinkTable::of(layers.links(), &mover, |layer_cell| view.node_at(layer_cell));
        let goals = any_goals(&view, seed);
        let to = goals.iter().map(|&goal| view.place_of(goal));
        let (grids, auto, layer_cell_of) = (&layers, Estimate::Auto, |node| view.place_of(node));
        let heuristic = GridEstimate::new(
            grids,
            &mover,
            auto,
            to,
            links.links(crate::view::Sense::Along),
            layer_cell_of,
        );
        check_heuristic(&Linked { graph: view, links: &links }, &heuristic, &goals);
    }
}

#[test]
fn hex_estimates_keep_their_contract() {
    for seed in 0..SEEDS {
        let (grid, mover) = (any_hex_grid(seed), any_mover_for_hex(seed));
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        let links = LinkTable::of(grid.links(), &mover, |hex| view.node_at(hex));
        let goals = any_goals(&view, seed);
        let to = goals.iter().map(|&goal| view.place_of(goal));
        let (auto, hex_of) = (Estimate::Auto, |node| view.place_of(node));
        let heuristic = HexEstimate::new(
            &grid,
            &mover,
            auto,
            to,
            links.links(crate::view::Sense::Along),
            hex_of,
        );
        check_heuristic(&Linked { graph: view, links: &links }, &heuristic, &goals);
    }
}

#[test]
fn waypoint_estimates_keep_their_contract() {
    for seed in 0..SEEDS * 2 {
        let (graph, mover) = (any_waypoints(seed), any_mover_for_waypoints(seed));
        let view = WaypointView::new(&graph, &mover);
        let goals = any_goals(&view, seed);
        let to = goals.iter().map(|&goal| view.place_of(goal));
        let scale = WaypointScale::new(&graph, &mover);
        let heuristic = WaypointEstimate::new(&graph, &scale, to);
        check_heuristic(&view, &heuristic, &goals);
    }
}

/// The estimate from one cell to another of a drawn map, seen to keep its contract.
fn estimate(text: &str, mover: MoverBuilder, kind: Estimate, from: Cell, to: Cell) -> Cost {
    let grid: Grid = text.parse().unwrap();
    let mover = mover.build().unwrap();
    let open = Passability::new(grid.ground(), &mover);
    let view = GridView::new(&grid, &mover, &open);
    let links = LinkTable::of(grid.links(), &mover, |cell| view.node_at(cell));
    let goals = [LayerCell::new(0, to)].into_iter();
    let layer_cell_of = |node| LayerCell::new(0, view.place_of(node));
    let grids = &grid;
    let heuristic = GridEstimate::new(
        grids,
        &mover,
        kind,
        goals,
        links.links(crate::view::Sense::Along),
        layer_cell_of,
    );
    let goal = view.node_at(to).unwrap();
    check_heuristic(&Linked { graph: view, links: &links }, &heuristic, &[goal]);
    heuristic.estimate(view.node_at(from).unwrap())
}

fn ten_fourteen() -> MoverBuilder {
    Mover::eight(Corners::OneFree).costs(StepCosts::TEN_FOURTEEN)
}

#[test]
fn a_teleport_undercuts_the_distance() {
    let text = "@link 1,0 -> 8,0 weight 200\n..........";
    let check = |kind, from, to, rest| {
        let (from, to) = (Cell::new(from, 0), Cell::new(to, 0));
        assert_eq!(estimate(text, ten_fourteen(), kind, from, to), Cost(rest), "{kind:?}");
    };
    // Ten to the teleport, twenty through it, ten from there; ninety on foot.
    check(Estimate::Auto, 0, 9, 40);
    check(Estimate::Auto, 9, 0, 90);
    check(Estimate::Octile, 0, 9, 40);
}

#[test]
fn a_link_that_costs_nothing_undercuts_the_distance() {
    let text = "@link 1,0 <-> 8,0 weight 0\n..........";
    let ends = (Cell::new(0, 0), Cell::new(9, 0));
    for (kind, rest) in [(Estimate::Auto, 20), (Estimate::Zero, 0), (Estimate::Chebyshev, 20)] {
        assert_eq!(estimate(text, ten_fourteen(), kind, ends.0, ends.1), Cost(rest), "{kind:?}");
    }
    // More of them than are weighed one by one: only the cheapest path on from any is known.
    let links: String = (1..9)
        .flat_map(|x| (1..9).map(move |y| (x, y)))
        .filter(|(x, y)| x != y)
        .fold(String::new(), |text, (x, y)| format!("{text}@link {x},0 -> {y},0 weight 0\n"));
    let many = format!("{links}..........");
    assert_eq!(estimate(&many, ten_fourteen(), Estimate::Auto, ends.0, ends.1), Cost(10));
}

#[test]
fn ground_cheaper_than_one_lowers_the_distance() {
    let road = ten_fourteen().price(Terrain(10), Weight::percent(50));
    let ends = (Cell::new(0, 0), Cell::new(4, 1));
    let with_road = estimate(".....\n.a...", road.clone(), Estimate::Auto, ends.0, ends.1);
    assert_eq!(with_road, Cost(3 * 5 + 7));
    // What does not occur on this map counts for nothing.
    let without = estimate(".....\n.....", road, Estimate::Auto, ends.0, ends.1);
    assert_eq!(without, Cost(3 * 10 + 14));
}

#[test]
fn ten_times_the_straight_line_would_overestimate_eight_diagonals() {
    let open = ["........."; 9].join("\n");
    let ends = (Cell::new(0, 0), Cell::new(8, 8));
    let straight_line = estimate(&open, ten_fourteen(), Estimate::Euclidean, ends.0, ends.1);
    // Ten times the root of 128 is 113.1, but eight steps at 14 are 112.
    assert_eq!(straight_line, Cost(112));
    let straight = (Cell::new(0, 0), Cell::new(8, 0));
    let straight_line =
        estimate(&open, ten_fourteen(), Estimate::Euclidean, straight.0, straight.1);
    assert_eq!(straight_line, Cost(79), "9.899 times 8");
}

#[test]
fn diagonals_cheaper_than_straight_steps_zigzag() {
    let costs = StepCosts { straight: Cost(100), diagonal: Cost(60) };
    let mover = Mover::eight(Corners::Always).costs(costs);
    let open = ["........."; 3].join("\n");
    let check = |x, y, rest| {
        let (from, to) = (Cell::new(0, 0), Cell::new(x, y));
        let auto = estimate(&open, mover.clone(), Estimate::Auto, from, to);
        assert_eq!(auto, Cost(rest), "{x},{y}");
    };
    check(8, 0, 8 * 60);
    check(7, 0, 6 * 60 + 100);
    check(7, 2, 6 * 60 + 100);
}

#[test]
fn own_offsets_are_bounded_by_their_best_reach() {
    let knight = Mover::knight().costs(StepCosts::TEN_FOURTEEN);
    let open = ["........."; 9].join("\n");
    let ends = (Cell::new(0, 0), Cell::new(8, 8));
    // Three cells of columns and rows together a leap: sixteen take more than five.
    assert_eq!(estimate(&open, knight, Estimate::Auto, ends.0, ends.1), Cost(53));
}

#[test]
fn round_a_joined_edge_is_nearer() {
    let ends = (Cell::new(0, 0), Cell::new(8, 0));
    let joined = estimate("@wrap x\n.........", ten_fourteen(), Estimate::Auto, ends.0, ends.1);
    assert_eq!(joined, Cost(10));
}

#[test]
fn an_offset_far_off_the_map_does_not_overflow() {
    let (grid, mover) = ("..".parse::<Grid>().unwrap(), Mover::default());
    let from = Cell::new(i32::MIN, i32::MIN) + Offset::new(1, 1);
    for kind in Estimate::ALL {
        let goals = [LayerCell::new(0, Cell::new(i32::MAX, i32::MAX))].into_iter();
        let grids = &grid;
        let far = GridEstimate::new(grids, &mover, kind, goals, &[], |_| LayerCell::new(0, from));
        let most = if kind == Estimate::Zero { Cost::ZERO } else { Cost(u32::MAX - 1) };
        assert_eq!(far.estimate(NodeId(0)), most, "{kind:?}");
    }
}
