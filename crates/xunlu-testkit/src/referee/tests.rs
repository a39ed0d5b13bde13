//! The referee against answers worked out by hand.

use super::*;
use crate::any_trial;
use xunlu_map::{
    Cell, Corners, Cost, Direction, Door, Exits, Grid, Hex, HexArrangement, HexGrid, LayerCell,
    Layers, Link, MoverBuilder, NodeId, Offset, OffsetStep, Point, Rect, Size, StepCosts, Tags,
    Terrain, Waypoint, WaypointGraph, WaypointId, Weight, Wrap,
};

fn draw(picture: &str) -> Grid {
    let lines: Vec<&str> = picture.lines().collect();
    let side = |length: usize| u32::try_from(length).unwrap();
    let mut grid = Grid::new(Size::new(side(lines[0].len()), side(lines.len()))).unwrap();
    for (y, line) in (0..).zip(&lines) {
        for (x, letter) in (0..).zip(line.bytes()) {
            let terrain = match letter {
                b'#' => Terrain::WALL,
                b'1'..=b'9' => Terrain(letter - b'0'),
                b'a'..=b'z' => Terrain(letter - b'a' + 10),
                _ => Terrain::OPEN,
            };
            grid.set(Cell::new(x, y), terrain).unwrap();
        }
    }
    grid
}

fn ten(builder: MoverBuilder) -> MoverBuilder {
    builder.costs(StepCosts::TEN_FOURTEEN)
}

fn at(x: i32, y: i32) -> Place {
    Place::Cell(Cell::new(x, y))
}

fn check(grid: Grid, mover: MoverBuilder, from: Place, to: Place, cost: Option<u64>) {
    let map = Map::from(grid);
    let mover = mover.build().unwrap();
    let referee = Referee::new(&map, &mover);
    assert_eq!(referee.optimal_cost(from, to), cost);
    assert_eq!(referee.distances_to(to).get(&from).copied(), cost);
    assert_eq!(referee.reaches(from, to), cost.is_some());
}

#[test]
fn four_neighbours_walk_round_a_wall() {
    check(draw("..#.\n..#.\n...."), ten(Mover::four()), at(0, 0), at(3, 0), Some(70));
    check(draw("..#.\n..#.\n..#."), ten(Mover::four()), at(0, 0), at(3, 0), None);
    check(draw("..#."), ten(Mover::four()), at(0, 0), at(2, 0), None);
    check(draw("..#."), ten(Mover::four()), at(2, 0), at(0, 0), None);
    check(draw("..#."), ten(Mover::four()), at(1, 0), at(1, 0), Some(0));
    check(draw("..#."), ten(Mover::four()), at(1, 0), at(1, 1), None);
}

#[test]
fn each_corner_rule_squeezes_by_its_own_law() {
    let one = "..\n#.";
    let both = ".#\n#.";
    let costs = |picture, from, to, costs: [Option<u64>; 4]| {
        let rules = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
        for (corners, cost) in rules.into_iter().zip(costs) {
            check(draw(picture), ten(Mover::eight(corners)), from, to, cost);
        }
    };
    costs(one, at(0, 0), at(1, 1), [Some(14), Some(14), Some(20), Some(20)]);
    costs(both, at(0, 0), at(1, 1), [Some(14), None, None, None]);
    costs("..\n..", at(0, 0), at(1, 1), [Some(14), Some(14), Some(14), Some(20)]);
}

#[test]
fn the_terrain_entered_is_paid_for_and_the_one_left_is_not() {
    check(draw("3.5"), ten(Mover::four()), at(0, 0), at(2, 0), Some(60));
    check(draw("3.5"), ten(Mover::four()), at(2, 0), at(0, 0), Some(40));
    let road = ten(Mover::four()).price(Terrain(10), Weight::percent(25));
    check(draw("...\naaa"), road, at(0, 0), at(2, 0), Some(19));
    let closed = ten(Mover::four()).closed(Terrain(5));
    check(draw("3.5"), closed, at(0, 0), at(2, 0), None);
}

#[test]
fn a_large_mover_fits_where_all_its_cells_fit_and_pays_for_the_most_expensive() {
    let wide = || ten(Mover::eight(Corners::NoCutting)).footprint(Size::new(2, 2));
    let gap = "....\n....\n##.#\n....\n....";
    check(draw(gap), wide(), at(0, 0), at(0, 3), None);
    let door = "....\n....\n#..#\n....\n....";
    check(draw(door), wide(), at(0, 0), at(0, 3), Some(50));
    check(draw("....\n...7"), wide(), at(0, 0), at(2, 0), Some(80));
}

#[test]
fn exits_bind_steps_from_the_place_alone() {
    let mut grid = draw("...");
    grid.set_exits(Cell::new(1, 0), Exits::only(Direction::East)).unwrap();
    check(grid.clone(), ten(Mover::four()), at(0, 0), at(2, 0), Some(20));
    check(grid, ten(Mover::four()), at(2, 0), at(0, 0), None);
}

#[test]
fn joined_edges_are_one_step_apart() {
    let round = Wrap { x: true, y: false };
    check(draw(".....").wrapped(round), ten(Mover::four()), at(0, 0), at(4, 0), Some(10));
    check(draw(".....").wrapped(round), ten(Mover::four()), at(0, 0), at(3, 0), Some(20));
    let wide = ten(Mover::four()).footprint(Size::new(2, 1));
    check(draw("....#").wrapped(round), wide.clone(), at(0, 0), at(2, 0), Some(20));
    check(draw("....#").wrapped(round), wide.clone(), at(0, 0), at(3, 0), None);
    check(draw(".").wrapped(round), wide, at(0, 0), at(0, 0), None);
    let map = Map::from(draw(".").wrapped(Wrap { x: true, y: true }));
    let mover = Mover::default();
    assert!(Referee::new(&map, &mover).steps_from(at(0, 0)).is_empty());
}

#[test]
fn links_carry_whoever_may_take_them() {
    let (a, b) = (Cell::new(0, 0), Cell::new(2, 0));
    let with = |link: Link<Cell>| {
        let mut grid = draw(".#.");
        grid.add_link(link).unwrap();
        grid
    };
    let four = || ten(Mover::four());
    let key = Tags::one(2).unwrap();
    check(with(Link::two_way(a, b)), four(), at(2, 0), at(0, 0), Some(10));
    check(with(Link::one_way(a, b)), four(), at(2, 0), at(0, 0), None);
    check(with(Link::one_way(a, b).costing(Weight::FREE)), four(), at(0, 0), at(2, 0), Some(0));
    check(with(Link::one_way(a, b).with_door(Door::Shut)), four(), at(0, 0), at(2, 0), None);
    check(with(Link::one_way(a, b).tagged(key)), four(), at(0, 0), at(2, 0), None);
    check(with(Link::one_way(a, b).tagged(key)), four().tags(key), at(0, 0), at(2, 0), Some(10));
    check(with(Link::one_way(a, Cell::new(1, 0))), four(), at(0, 0), at(1, 0), None);
}

#[test]
fn tagged_ground_is_closed_to_those_without_the_tag() {
    let mut grid = draw("...");
    grid.set_tags(Cell::new(1, 0), Tags::one(4).unwrap()).unwrap();
    check(grid.clone(), ten(Mover::four()), at(0, 0), at(2, 0), None);
    check(grid, ten(Mover::four()).tags(Tags(16)), at(0, 0), at(2, 0), Some(20));
}

#[test]
fn offsets_jump_and_need_not_lead_back() {
    check(draw(".#.\n###\n.#."), ten(Mover::knight()), at(0, 0), at(2, 2), None);
    check(draw("...\n###\n###\n..."), ten(Mover::knight()), at(0, 0), at(1, 3), None);
    check(draw(".##\n##."), ten(Mover::knight()), at(0, 0), at(2, 1), Some(10));
    let hop = OffsetStep { offset: Offset::new(3, 0), weight: Weight::percent(250) };
    check(draw(".##4"), ten(Mover::offsets(vec![hop])), at(0, 0), at(3, 0), Some(100));
    check(draw(".##4"), ten(Mover::offsets(vec![hop])), at(3, 0), at(0, 0), None);
}

#[test]
fn a_turn_costs_and_a_link_forgets_the_heading() {
    let turning = |cost| ten(Mover::four()).turn_cost(Cost(cost));
    check(draw("...\n##.\n##."), turning(7), at(0, 0), at(2, 2), Some(47));
    // Up the stairs four steps take three turns; along the edge one is enough.
    check(draw("...\n...\n..."), turning(7), at(0, 0), at(2, 2), Some(47));
    // Round the mud by four steps and two turns, or straight through it.
    check(draw("...\n.4.\n..."), turning(1), at(0, 1), at(2, 1), Some(42));
    check(draw("...\n.4.\n..."), turning(9), at(0, 1), at(2, 1), Some(50));
    let mut grid = draw("..#\n##.\n##.");
    grid.add_link(Link::one_way(Cell::new(1, 0), Cell::new(2, 1))).unwrap();
    check(grid, turning(100), at(0, 0), at(2, 2), Some(30));
}

#[test]
fn paths_are_judged_step_by_step_and_as_a_sum() {
    let map = Map::from(draw("...\n.#.\n..."));
    let mover = ten(Mover::eight(Corners::NoCutting)).turn_cost(Cost(5)).build().unwrap();
    let referee = Referee::new(&map, &mover);
    let round = [at(0, 0), at(1, 0), at(2, 0), at(2, 1), at(2, 2)];
    assert_eq!(referee.check_path(&round, 45), Ok(()));
    assert_eq!(referee.least_cost_along(&round), Some(45));
    let says = |places: &[Place], claimed, what: &str| {
        let error = referee.check_path(places, claimed).unwrap_err();
        assert!(error.contains(what), "{error}");
    };
    says(&round, 40, "said to cost 40");
    says(&round, 50, "said to cost 50");
    says(&[], 0, "no places");
    says(&[at(0, 0), at(1, 1)], 14, "cannot stand at 1,1");
    says(&[at(1, 0), at(2, 1)], 14, "no step from 1,0 to 2,1");
    assert_eq!(referee.least_cost_along(&[at(1, 0), at(2, 1)]), None);
    assert_eq!(referee.check_path(&[at(2, 2)], 0), Ok(()));
}

#[test]
fn of_two_links_between_the_same_places_either_may_be_taken() {
    let mut grid = draw(".#.");
    for percent in [300, 200] {
        let link = Link::one_way(Cell::new(0, 0), Cell::new(2, 0));
        grid.add_link(link.costing(Weight::percent(percent))).unwrap();
    }
    let map = Map::from(grid);
    let mover = ten(Mover::four()).build().unwrap();
    let referee = Referee::new(&map, &mover);
    let path = [at(0, 0), at(2, 0)];
    assert_eq!(referee.check_path(&path, 20), Ok(()));
    assert_eq!(referee.check_path(&path, 30), Ok(()));
    assert!(referee.check_path(&path, 25).is_err());
    assert_eq!(referee.least_cost_along(&path), Some(20));
}

#[test]
fn fewest_steps_and_least_cost_are_two_things() {
    let map = Map::from(draw("....\n.99."));
    let mover = ten(Mover::four()).build().unwrap();
    let referee = Referee::new(&map, &mover);
    assert_eq!(referee.fewest_steps(at(0, 1), at(3, 1)), Some(3));
    assert_eq!(referee.optimal_cost(at(0, 1), at(3, 1)), Some(50));
    assert_eq!(referee.distances_from_any(&[at(0, 0), at(3, 0)])[&at(2, 0)], 10);
}

#[test]
fn islands_are_components_whichever_way_the_street_runs() {
    let mut grid = draw("..#.\n..#.");
    let map = Map::from(grid.clone());
    let mover = ten(Mover::four()).build().unwrap();
    let referee = Referee::new(&map, &mover);
    assert_eq!(referee.reachable(at(0, 0)).len(), 4);
    assert_eq!(referee.components()[&at(1, 1)], at(0, 0));
    assert_eq!(referee.components()[&at(3, 1)], at(3, 0));
    assert_eq!(referee.standing_places().len(), 6);
    grid.add_link(Link::one_way(Cell::new(3, 1), Cell::new(0, 1))).unwrap();
    let map = Map::from(grid);
    let referee = Referee::new(&map, &mover);
    assert_eq!(referee.components()[&at(3, 0)], at(0, 0));
    assert!(!referee.reaches(at(0, 0), at(3, 0)) && referee.reaches(at(3, 0), at(0, 0)));
}

#[test]
fn places_are_counted_in_the_order_of_their_nodes() {
    let bounds = Rect::new(Cell::new(-2, 3), Size::new(3, 2));
    let grid = Grid::at(bounds).unwrap();
    let round = grid.clone().wrapped(Wrap { x: true, y: true });
    let hexes = HexArrangement::ALL.map(|arrangement| HexGrid::at(arrangement, bounds).unwrap());
    let maps = [Map::from(grid.clone()), round.into(), Layers::new(vec![grid; 2]).unwrap().into()];
    let generated = (0..60).map(|seed| any_trial(seed).map);
    for map in maps.into_iter().chain(hexes.map(Map::from)).chain(generated) {
        let nodes = (0..map.node_count()).map(NodeId);
        // A border has numbers, too, and no place of its own.
        let named = nodes.filter(|&node| map.node_at(map.place_of(node)) == Some(node));
        assert_eq!(places(&map), named.map(|node| map.place_of(node)).collect::<Vec<_>>());
        for (number, place) in places(&map).into_iter().enumerate() {
            assert_eq!(number_of(&map, place), Some(number), "{place}");
        }
    }
    let map = Map::from(Grid::at(bounds).unwrap());
    assert_eq!(places(&map).len(), 6);
    assert_eq!(number_of(&map, at(1, 3)), None);
    assert_eq!(number_of(&map, at(-2, 2)), None);
}

#[test]
fn hexes_have_six_neighbours_in_every_arrangement() {
    for arrangement in HexArrangement::ALL {
        let grid = HexGrid::at(arrangement, Rect::new(Cell::new(-3, -3), Size::new(7, 7)));
        let grid = grid.unwrap();
        let centre = Place::Hex(grid.hex_at(Cell::new(0, 0)));
        let map = Map::from(grid);
        let mover = ten(Mover::hex()).build().unwrap();
        let referee = Referee::new(&map, &mover);
        let distances = referee.distances(centre);
        // Rings of 1, 6, 12 and 18 hexes; the rectangle is large enough for the first three.
        for (ring, count) in [(0, 1), (10, 6), (20, 12)] {
            let on_ring = distances.values().filter(|&&cost| cost == ring).count();
            assert_eq!(on_ring, count, "{arrangement:?}");
        }
        assert_eq!(distances.len(), 49);
        let headings: Vec<_> = referee.steps_from(centre).iter().map(|step| step.heading).collect();
        assert_eq!(headings, (0..6).map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn hexes_are_walled_tagged_and_left_as_squares_are() {
    // Three hexes in a row, the middle one closed in turn by each means.
    let row = || HexGrid::new(HexArrangement::OddR, Size::new(3, 1)).unwrap();
    let ends = [Place::Hex(Hex::new(0, 0)), Place::Hex(Hex::new(2, 0))];
    let check = |grid: HexGrid, there: Option<u64>, back: Option<u64>| {
        let map = Map::from(grid);
        let mover = ten(Mover::hex()).build().unwrap();
        let referee = Referee::new(&map, &mover);
        assert_eq!(referee.optimal_cost(ends[0], ends[1]), there);
        assert_eq!(referee.optimal_cost(ends[1], ends[0]), back);
    };
    let middle = Rect::cell(Cell::new(1, 0));
    check(row(), Some(20), Some(20));
    let mut grid = row();
    grid.fill_exits(middle, Exits(1)).unwrap();
    check(grid, Some(20), None);
    let mut grid = row();
    grid.fill(middle, Terrain(4)).unwrap();
    check(grid.clone(), Some(50), Some(50));
    grid.fill_tags(middle, Tags(1)).unwrap();
    check(grid.clone(), None, None);
    grid.add_link(Link::one_way(Hex::new(2, 0), Hex::new(0, 0))).unwrap();
    check(grid, None, Some(10));
}

#[test]
fn stairs_join_layers() {
    let floors = vec![draw("...\n##."), draw("2..\n..#")];
    let mut house = Layers::new(floors).unwrap();
    let layer_cell = |layer, x, y| LayerCell::new(layer, Cell::new(x, y));
    let stairs =
        Link::two_way(layer_cell(0, 2, 1), layer_cell(1, 0, 1)).costing(Weight::percent(300));
    house.add_link(stairs).unwrap();
    let map = Map::from(house);
    let mover = ten(Mover::four()).build().unwrap();
    let referee = Referee::new(&map, &mover);
    // Three steps, the stairs, one step onto ground of price 2; back down the last is plain.
    let (top, bottom) =
        (Place::LayerCell(layer_cell(0, 0, 0)), Place::LayerCell(layer_cell(1, 0, 0)));
    assert_eq!(referee.optimal_cost(top, bottom), Some(30 + 30 + 20));
    assert_eq!(referee.optimal_cost(bottom, top), Some(10 + 30 + 30));
    assert!(!referee.can_stand(Place::LayerCell(layer_cell(2, 0, 0))));
    assert!(!referee.can_stand(at(0, 0)));
}

#[test]
fn searching_back_agrees_with_searching_forth() {
    for seed in 0..300 {
        let trial = crate::any_trial(seed);
        let referee = Referee::new(&trial.map, &trial.mover);
        let forth = referee.optimal_cost(trial.from, trial.to);
        let back = referee.distances_to(trial.to).get(&trial.from).copied();
        assert_eq!(forth, back.filter(|_| referee.can_stand(trial.to)), "seed {seed}");
    }
}

#[test]
fn no_step_leads_to_a_place_cheaper_than_it_was_reached() {
    for seed in 0..300 {
        let trial = crate::any_trial(seed);
        let referee = Referee::new(&trial.map, &trial.mover);
        let distances = referee.distances(trial.from);
        let turn_cost = u64::from(trial.mover.turn_cost().0);
        for (&place, &cost) in &distances {
            for step in referee.steps_from(place) {
                let sum = cost + step.cost + turn_cost;
                assert!(distances[&step.to] <= sum, "seed {seed}: {place} to {}", step.to);
            }
        }
    }
}

#[test]
fn roads_join_waypoints_at_their_own_prices() {
    let waypoint = |name: &str| Waypoint { name: name.into(), point: Point::default() };
    let names = ["a", "b", "c", "d"].map(waypoint);
    let to = |id, percent| (WaypointId(id), Weight::percent(percent));
    let rows = [vec![to(1, 100), to(2, 900)], vec![to(2, 250)], vec![to(0, 0)], vec![to(0, 100)]];
    let map = Map::from(WaypointGraph::from_adjacency_list(names, &rows).unwrap());
    let mover = ten(Mover::links()).build().unwrap();
    let referee = Referee::new(&map, &mover);
    let place = |id| Place::Waypoint(WaypointId(id));
    assert_eq!(referee.optimal_cost(place(0), place(2)), Some(35));
    assert_eq!(referee.fewest_steps(place(0), place(2)), Some(1));
    assert_eq!(referee.optimal_cost(place(2), place(1)), Some(10));
    assert_eq!(referee.optimal_cost(place(0), place(3)), None);
    assert_eq!(referee.optimal_cost(place(3), place(2)), Some(45));
    assert!(!referee.can_stand(place(4)));
    assert_eq!(referee.components()[&place(3)], place(0));
}
