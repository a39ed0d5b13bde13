//! One drawn map for each kind of obstacle.

use super::*;
use crate::reason::Reason;
use crate::world::World;
use xunlu_map::{
    Corners, Cost, Door, Layers, Link, Map, Mover, MoverBuilder, Region, Size, StepCosts, Tags,
    Terrain, WaypointGraph, WaypointId, Wrap,
};
use xunlu_search::{Estimate, Limits, Ties};

fn told(map: impl Into<Map>, mover: MoverBuilder, query: &Query) -> String {
    let mover = mover.costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    let world = World::with_mover(map, mover).unwrap();
    let explanation = world.explain(query).unwrap();
    assert_eq!(explanation.choice, world.choose(query).unwrap());
    explanation.to_string()
}

/// Explains a question on a square grid from `(0, 0)` and compares all but the first sentence.
fn check(text: &str, mover: MoverBuilder, to: (i32, i32), says: &str) {
    let query = Query::between(Place::cell(0, 0), Place::cell(to.0, to.1));
    let told = told(text.parse::<Grid>().unwrap(), mover, &query);
    let (first, rest) = told.split_once('\n').unwrap_or(("", &told));
    assert!(first.is_empty() || first.starts_with("There is"), "{told}");
    assert_eq!(rest, says, "{told}");
}

fn four() -> MoverBuilder {
    Mover::four()
}

#[test]
fn what_is_reachable_says_how_it_is_searched() {
    let jumps =
        "Searched by jps: all ground costs the same, so jumps only need to stop at corners.";
    check("...", four(), (2, 0), jumps);
    let patches = "Searched by jps-weighted: ground of one price lies in patches, so the search \
                   jumps within them.";
    check("......22", four(), (7, 0), patches);
    let noise = "Searched by astar: what the ground costs changes so often that jumps would stop \
                 all the time.";
    check(".2.3.2.3", four(), (7, 0), noise);
    let because = |drawn: &str, mover, reason: &str| {
        check(drawn, mover, (2, 0), &format!("Searched by astar: jumps need {reason}."));
    };
    let turns = "a mover whose turns cost nothing, so A* searches and pays for each";
    because("...", four().turn_cost(Cost(3)), turns);
    check("@link 0,0 -> 2,1\n...\n...", four(), (2, 0), jumps);
    check("...\n>..", four(), (2, 0), jumps);
    let exits = "Searched by astar: hierarchies and jumps on hexes need a map without one-way cells, and jumps \
                 on squares one with few of them, at most 4,096, so A* goes cell by cell.";
    check(&vec![">".repeat(65); 64].join("\n"), four(), (2, 0), exits);
    check("@wrap x\n...", four(), (2, 0), jumps);
    let joined = "Searched by astar: hierarchies, and jumps of movers larger than a cell, need a grid without \
                  joined edges, so A* goes cell by cell.";
    check("@wrap x\n.....", four().footprint(Size::new(2, 1)), (2, 0), joined);
    let leaps = "a mover of four or eight neighbours, so A* goes step by step";
    because(".....\n.....\n.....", Mover::knight(), leaps);
}

#[test]
fn a_way_says_what_it_pays_for() {
    let first = |drawn: &str, mover, to: (i32, i32)| {
        let query = Query::between(Place::cell(0, 0), Place::cell(to.0, to.1));
        let told = told(drawn.parse::<Grid>().unwrap(), mover, &query);
        told.lines().next().unwrap().split_once(". It costs ").unwrap().1.to_owned()
    };
    let straight = "20, as little as the straight line could: 2 steps.";
    assert_eq!(first("...", four(), (2, 0)), straight);
    let round = "40, 100% above the 20 that the straight line could cost: 4 steps.";
    assert_eq!(first(".#.\n...", four(), (2, 0)), round);
    let expensive = "40, 100% above the 20 that the straight line could cost: 2 steps, 1 of them onto \
                ground more expensive than open.";
    assert_eq!(first(".3.", four(), (2, 0)), expensive);
    let linked = first("@link 0,0 -> 2,0\n.#.", four(), (2, 0));
    assert!(linked.ends_with(": 1 step, 1 link."), "{linked}");
    let turned = first(".#\n..", four().turn_cost(Cost(3)), (1, 1));
    assert!(turned.ends_with(": 2 steps, 3 for turning."), "{turned}");
}

#[test]
fn what_jumps_cannot_answer_is_said_of_the_question_too() {
    let grid: Grid = "....\n....".parse().unwrap();
    let world = World::new(grid.clone()).unwrap();
    let query = Query::between(Place::cell(0, 0), Place::cell(3, 1));
    let reason = |query: &Query| world.choose(query).unwrap().reason;
    assert!(reason(&query).words().starts_with("all ground costs the same"));
    let within = query.clone().within(grid.bounds());
    assert_eq!(reason(&within), Reason::GroundIsUniform);
    let parts = Region::of([grid.bounds(); 9]).unwrap();
    assert_eq!(reason(&query.clone().within(parts)), Reason::JumpsLeaveRegion);
    let by_estimate = query.clone().estimate(Estimate::Zero);
    assert_eq!(reason(&by_estimate), Reason::HeuristicIsChosen);
    let by_ties = query.clone().ties(Ties::NearStart);
    assert_eq!(reason(&by_ties), Reason::TiesAreChosen);
    let expensive_diagonals = StepCosts { straight: Cost(10), diagonal: Cost(30) };
    let mover = Mover::eight(Corners::OneFree).costs(expensive_diagonals).build().unwrap();
    let world = World::with_mover(grid, mover).unwrap();
    assert_eq!(world.choose(&query).unwrap().reason, Reason::DiagonalOutOfProportion);
}

#[test]
fn blocked_ends_name_what_is_in_the_way() {
    check(
        "..#",
        four(),
        (2, 0),
        "The goal 2,0 is blocked: a wall (terrain 254) at 2,0. The nearest free place is 1,0.",
    );
    check(
        "@tags 1,3 at 0,0\n#.",
        four(),
        (1, 0),
        "The start 0,0 is blocked: a wall (terrain 254) and a cell that needs tags 1, 3 at 0,0. \
         The nearest free place is 1,0.",
    );
    let large = four().footprint(Size::new(2, 2));
    check(
        "...\n..#",
        large,
        (2, 0),
        "The goal 2,0 is blocked for a mover of 2x2: a wall (terrain 254) at 2,1; it would stick \
         out of the map at 3,0 and 3,1. The nearest free place is 0,0.",
    );
}

#[test]
fn a_mover_longer_than_the_world_is_round_stands_nowhere() {
    let grid: Grid = "..".parse().unwrap();
    let grid = grid.wrapped(Wrap { x: true, y: false });
    let mover = four().footprint(Size::new(3, 1));
    let query = Query::between(Place::cell(0, 0), Place::cell(1, 0));
    let says = "The mover of 3x1 is longer than the map is round its joined edges, and stands \
                nowhere. There is no free place.";
    assert_eq!(told(grid, mover, &query), says);
}

#[test]
fn the_thinnest_wall_is_named() {
    let one = "One obstacle would have to go:\n- a wall (terrain 254) at 2,2";
    check("..##.\n..##.\n..#..", four(), (4, 0), one);
    let lava = four().closed(Terrain(12));
    let two = "2 obstacles would have to go:\n- terrain 12, closed to the mover, at 1,0\n\
               - a wall (terrain 254) at 2,0";
    check(".c#.", lava, (3, 0), two);
    let corner = "One obstacle would have to go:\n- a wall (terrain 254) at 1,0";
    check(".#\n#.", Mover::eight(Corners::OneFree), (1, 1), corner);
    let tag = "One obstacle would have to go:\n- a cell that needs tag 3 at 1,0";
    check("@tags 3 at 1,0\n..#\n##.", Mover::eight(Corners::Always), (2, 1), tag);
}

#[test]
fn what_is_too_narrow_for_the_mover_is_named() {
    let says = "One obstacle would have to go:\n\
                - 2,0 is too narrow for a mover of 2x2: a wall (terrain 254) at 3,0\n\
                A mover of 1x1 would get through as it is.";
    check("...#...\n.......\n...#...", four().footprint(Size::new(2, 2)), (5, 0), says);
}

#[test]
fn exits_are_named() {
    let says = "One obstacle would have to go:\n- 1,0 may not be left towards 2,0";
    check("@exits W at 1,0\n...", four(), (2, 0), says);
    let hexes: xunlu_map::HexGrid = "@hex odd-r\n@exits none at 1,0\n. . .".parse().unwrap();
    let ends = [0, 2].map(|x| Place::Hex(hexes.hex_at(xunlu_map::Cell::new(x, 0))));
    let told = told(hexes, Mover::hex(), &Query::between(ends[0], ends[1]));
    assert!(told.contains("- 1,0 may not be left towards 2,0"), "{told}");
}

#[test]
fn links_are_named_with_all_that_hinders_them() {
    let layer = || "..".parse::<Grid>().unwrap();
    let mut layers = Layers::new(vec![layer(), layer()]).unwrap();
    let layer_cell = |layer, x| xunlu_map::LayerCell::new(layer, xunlu_map::Cell::new(x, 0));
    let stairs = Link::one_way(layer_cell(1, 0), layer_cell(0, 1)).with_door(Door::Shut);
    layers.add_link(stairs.tagged(Tags(4))).unwrap();
    let query = Query::between(layer_cell(0, 0), layer_cell(1, 1));
    let says = "There is no path from 0,0@0 to 1,0@1.\n3 obstacles would have to go:\n\
                - link 0 from 1,0@0 to 0,0@1 is shut\n\
                - link 0 from 1,0@0 to 0,0@1 needs tag 2\n\
                - link 0 from 1,0@0 to 0,0@1 leads the other way only";
    assert_eq!(told(layers, four(), &query), says);
}

#[test]
fn roads_are_explained_too() {
    let text = "@waypoint a at 0,0\n@waypoint b at 1,0\n@waypoint c at 2,0\n@waypoint d at 3,0\n\
                @link a <-> b\n@link b <-> c shut\n@link c -> a";
    let graph: WaypointGraph = text.parse().unwrap();
    let to = |number| Query::between(WaypointId(0), WaypointId(number));
    let says = "There is no path from waypoint 0 to waypoint 2.\nOne obstacle would have to go:\n\
                - link 2 from waypoint 0 to waypoint 2 leads the other way only";
    assert_eq!(told(graph.clone(), Mover::links(), &to(2)), says);
    let world = World::new(graph).unwrap();
    assert_eq!(world.explain(&to(3)).unwrap().verdict, Verdict::Apart);
}

#[test]
fn where_no_step_leads_nothing_is_blamed() {
    let world = World::with_mover(
        ".....\n..#..".parse::<Grid>().unwrap(),
        Mover::offsets(vec![xunlu_map::OffsetStep {
            offset: xunlu_map::Offset::new(2, 0),
            weight: xunlu_map::Weight::ONE,
        }])
        .build()
        .unwrap(),
    );
    let world = world.unwrap();
    let verdict = |x, y| {
        let query = Query::between(Place::cell(0, 1), Place::cell(x, y));
        world.explain(&query).unwrap().verdict
    };
    assert_eq!(verdict(3, 1), Verdict::Apart);
    let Verdict::Cut(cut) = verdict(4, 1) else { panic!("a wall on the way") };
    assert_eq!(cut.path, [0, 2, 4].map(|x| Place::cell(x, 1)));
}

#[test]
fn limits_are_told() {
    let world = World::new("....".parse::<Grid>().unwrap()).unwrap();
    let query = Query::between(Place::cell(0, 0), Place::cell(3, 0));
    let limits = Limits::NONE.expansions_max(1);
    let explanation = world.explain(&query.clone().limits(limits)).unwrap();
    assert_eq!(explanation.verdict, Verdict::GaveUp(Limit::Expansions));
    let beside = crate::query::Goal::Beside { of: Place::cell(0, 0), footprint: Size::new(4, 1) };
    let explanation = world.explain(&Query { goal: beside, ..query }).unwrap();
    let Verdict::Blocked(blocked) = explanation.verdict else { panic!("nowhere to stand") };
    assert_eq!((blocked.end, blocked.by), (PathEnd::Goal, BlockedBy::NoPlace));
}

#[test]
fn a_key_is_told_before_a_wall_that_lies_nearer() {
    let map = "@tags 3 at 4,2\n#########\n#...#...#\n#.......#\n#########";
    let world = World::new(map.parse::<Grid>().unwrap()).unwrap();
    let query = Query::between(Place::cell(1, 1), Place::cell(7, 1));
    let Verdict::Cut(cut) = world.explain(&query).unwrap().verdict else { panic!("a locked cell") };
    assert!(cut.to_string().contains("tag 3"), "{cut}");
    assert!(!cut.to_string().contains("wall"), "{cut}");
}

#[test]
fn a_limit_of_expansions_holds_for_looking_for_the_cut_as_well() {
    let size = Size::new(2, 2);
    let mover = four().footprint(size).costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    let world = World::with_mover("..#..\n..#..\n.....".parse::<Grid>().unwrap(), mover).unwrap();
    let whole = Query::between(Place::cell(0, 0), Place::cell(3, 0));
    let Verdict::Cut(cut) = world.explain(&whole).unwrap().verdict else { panic!("too narrow") };
    assert!(cut.fits_one_cell);
    let within = |expansions_max| {
        let query = whole.clone().limit(expansions_max);
        world.explain(&query).unwrap().verdict
    };
    let needed = (0..100).find(|&most| within(most) == Verdict::Cut(cut.clone())).unwrap();
    assert!(needed > 0);
    assert!((0..needed).all(|most| within(most) == Verdict::GaveUp(Limit::Expansions)));
}

#[test]
fn what_the_question_closes_is_told_apart_from_the_map() {
    let world = World::new("...\n###".parse::<Grid>().unwrap()).unwrap();
    let across = Query::between(Place::cell(0, 0), Place::cell(2, 0));
    let avoiding = across.clone().avoiding([Place::cell(1, 0)]);
    let explanation = world.explain(&avoiding).unwrap();
    let avoided = InTheWay { place: Place::cell(1, 0), by: ClosedBy::Avoided };
    assert_eq!(explanation.verdict, Verdict::InTheWay(vec![avoided]));
    assert_eq!(
        explanation.to_string(),
        "There is no path from 0,0 to the goal, though the map has one: 1,0 is closed by the question."
    );
    // At the goal itself, and at a price.
    let at_goal = across.clone().avoiding([Place::cell(2, 0)]);
    let told = world.explain(&at_goal).unwrap().to_string();
    assert!(told.starts_with("The goal 2,0 is blocked: it is closed by the question."), "{told}");
    let priced = across.clone().avoiding([crate::Avoid::paying(Place::cell(1, 0), Cost(100))]);
    let Verdict::Reachable { cost, bill, .. } = world.explain(&priced).unwrap().verdict else {
        panic!("it is open at a price")
    };
    assert_eq!((cost, bill.extra, bill.turning), (Cost(2 * 2378 + 100), Cost(100), Cost::ZERO));
    // Units as well; a wall of the map is still the map's.
    let mut occupancy = crate::Occupancy::new(&world);
    let unit = occupancy.enter(crate::Unit::at(Place::cell(1, 0))).unwrap();
    let among = world.among(&mut occupancy).unwrap();
    let met = InTheWay { place: Place::cell(1, 0), by: ClosedBy::Units(vec![unit]) };
    let explanation = among.explain(&across).unwrap();
    assert_eq!(explanation.verdict, Verdict::InTheWay(vec![met]));
    assert!(explanation.to_string().ends_with("one: 1,0 is taken by a unit."), "{explanation}");
    let onto = among.explain(&Query::between((0, 0), (1, 0))).unwrap().to_string();
    assert!(onto.starts_with("The goal 1,0 is blocked: it is taken by a unit."), "{onto}");
    let down = Query::between(Place::cell(0, 0), Place::cell(1, 1));
    assert!(matches!(among.explain(&down).unwrap().verdict, Verdict::Blocked(_)));
}

#[test]
fn a_missing_key_is_named() {
    let key = Tags::one(3).unwrap();
    let mover = four().tags(Tags::ALL).build().unwrap();
    let mut world = World::with_mover(".....\n####.".parse::<Grid>().unwrap(), mover).unwrap();
    world.set_tags((2, 0), key).unwrap();
    let told = |world: &World, from, to| {
        let query = Query::between(from, to).tags(Tags::NONE);
        world.explain(&query).unwrap()
    };
    let across = told(&world, (0, 0), (4, 0));
    let missing = InTheWay { place: Place::cell(2, 0), by: ClosedBy::Tags(key) };
    assert_eq!(across.verdict, Verdict::InTheWay(vec![missing]));
    let text = across.to_string();
    let named = "one: 2,0 needs tag 3, which the mover does not have now.";
    assert!(text.ends_with(named), "{text}");
    let onto = told(&world, (0, 0), (2, 0)).to_string();
    assert!(onto.starts_with("The goal 2,0 is blocked: it needs tag 3, which"), "{onto}");
    let from = told(&world, (2, 0), (0, 0)).to_string();
    assert!(from.starts_with("The start 2,0 is blocked: it needs tag 3, which"), "{from}");
    // A link as well.
    world.set((2, 0), Terrain::WALL).unwrap();
    world.add_link(Link::one_way(Place::cell(0, 0), Place::cell(4, 0)).tagged(key)).unwrap();
    let across = told(&world, (0, 0), (4, 0));
    let missing = InTheWay { place: Place::cell(4, 0), by: ClosedBy::Tags(key) };
    assert_eq!(across.verdict, Verdict::InTheWay(vec![missing]));
}

#[test]
fn what_the_question_closes_is_told_within_limits_as_well() {
    let world = World::new("....\n####".parse::<Grid>().unwrap()).unwrap();
    let near = Query::to((0, 0), crate::Goal::away_from((0, 0), 3)).avoiding([(1, 0)]);
    let query = near.cost_max(Cost(2378));
    // Without what is closed it is given up at its limit.
    let free = Query { avoiding: Vec::new(), ..query.clone() };
    assert_eq!(world.explain(&free).unwrap().verdict, Verdict::GaveUp(Limit::Cost));
    let explanation = world.explain(&query).unwrap();
    let closed = InTheWay { place: Place::cell(1, 0), by: ClosedBy::Avoided };
    assert_eq!(explanation.verdict, Verdict::InTheWay(vec![closed]), "{explanation}");
}

/// What is told to be in the way of a question among units.
fn told_in_the_way(world: &World, units: &[crate::Unit], query: &Query) -> Vec<String> {
    let mut occupancy = crate::Occupancy::new(world);
    for &unit in units {
        occupancy.enter(unit).unwrap();
    }
    occupancy.let_pass(crate::Group(0), crate::Group(1), crate::Passing::Through);
    let among = world.among(&mut occupancy).unwrap();
    let Verdict::InTheWay(told) = among.explain(query).unwrap().verdict else {
        panic!("the map has a path")
    };
    told.iter().map(ToString::to_string).collect()
}

#[test]
fn all_that_closes_a_place_is_named() {
    let key = Tags::one(3).unwrap();
    let mover = four().tags(Tags::ALL).build().unwrap();
    let mut world = World::with_mover("...".parse::<Grid>().unwrap(), mover).unwrap();
    world.set_tags((1, 0), key).unwrap();
    let query = Query::between((0, 0), (2, 0)).tags(Tags::NONE).avoiding([(1, 0)]);
    let told = told_in_the_way(&world, &[crate::Unit::at((1, 0))], &query);
    let expected = [
        "1,0 is closed by the question",
        "1,0 needs tag 3, which the mover does not have now",
        "1,0 is taken by a unit",
    ];
    assert_eq!(told, expected);
}

#[test]
fn both_corners_are_named_where_both_have_to_be_free() {
    let query = Query::between((0, 0), (1, 1));
    let units = [(1, 0), (0, 1)].map(crate::Unit::at);
    let told = |corners: Corners| {
        let mover = Mover::eight(corners).build().unwrap();
        let world = World::with_mover("..\n..".parse::<Grid>().unwrap(), mover).unwrap();
        told_in_the_way(&world, &units, &query)
    };
    assert_eq!(told(Corners::OneFree), ["1,0 is taken by a unit"]);
    let both = ["1,0 is taken by a unit", "0,1 is taken by a unit"];
    assert_eq!(told(Corners::NoCutting), both);
}

#[test]
fn one_who_may_be_passed_is_named_where_the_path_would_end() {
    let world = World::new("...".parse::<Grid>().unwrap()).unwrap();
    let units = [crate::Unit::at((0, 0)), crate::Unit::at((2, 0)).group(crate::Group(1))];
    let query = Query::to((0, 0), crate::Goal::away_from((0, 0), 2));
    assert_eq!(told_in_the_way(&world, &units, &query), ["2,0 is taken by a unit"]);
}

#[test]
fn a_turn_that_a_price_forbids_is_named() {
    let mover = four().turn_cost(Cost(5_000)).build().unwrap();
    let world = World::with_mover("..\n#.".parse::<Grid>().unwrap(), mover).unwrap();
    let query = Query::between((0, 0), (1, 1));
    let cheap = |_: Place, cost: Cost| (cost < Cost(5_000)).then_some(cost);
    let view = world.view(crate::MoverId::FIRST).unwrap().priced(&cheap);
    let forbidden = InTheWay { place: Place::cell(1, 1), by: ClosedBy::Avoided };
    assert_eq!(view.explain(&query).unwrap().verdict, Verdict::InTheWay(vec![forbidden]));
}
