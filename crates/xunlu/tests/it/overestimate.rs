//! The tutorials' Manhattan distance on eight directions, ten for each column and row, promises too much for
//! diagonal steps at 14, so the path that A* finds by it need not be the cheapest. It says so.

use xunlu::map::MoverBuilder;
use xunlu::{
    Algorithm, Answer, Corners, Cost, Estimate, Grid, Mover, Outcome, Promise, Query, Reason,
    StepCosts, Workspace, World,
};

/// From (1, 1) to (7, 4). Above the block the path is cheapest, and looks expensive at its first step.
const BLOCK: &str = "\
.........
..##.....
..##.....
..##.....
..##.....
........#";

const CHEAPEST: Cost = Cost(80);

fn world_of(mover: MoverBuilder) -> World {
    let mover = mover.costs(StepCosts::TEN_FOURTEEN).build().expect("it costs something");
    World::with_mover(BLOCK.parse::<Grid>().expect("it is drawn"), mover).expect("squares suit it")
}

fn query() -> Query {
    Query::between((1, 1), (7, 4)).algorithm(Algorithm::AStar).estimate(Estimate::FullManhattan)
}

fn ask(query: &Query) -> Answer {
    world_of(Mover::eight(Corners::OneFree))
        .find(query, &mut Workspace::new())
        .expect("it is on the map")
}

#[test]
fn by_too_high_a_heuristic_the_path_is_not_the_cheapest_and_no_bound_is_claimed() {
    let (high, best) = (ask(&query()), ask(&query().estimate(Estimate::Auto)));
    let found = |answer: &Answer| match &answer.outcome {
        Outcome::Found(found) => (found.path.cost, found.lower_bound),
        other => panic!("{other:?}"),
    };
    assert_eq!(found(&best), (CHEAPEST, CHEAPEST));
    assert_eq!(found(&high), (Cost(98), Cost::ZERO));
    assert_eq!(Algorithm::AStar.promise_by(Estimate::FullManhattan), Promise::AnyPath);
    assert_eq!(Algorithm::AStar.promise_by(Estimate::Manhattan), Promise::Cheapest);
}

#[test]
fn with_four_directions_it_is_the_manhattan_distance_and_promises_the_cheapest() {
    let world = world_of(Mover::four());
    let [full, plain] = [Estimate::FullManhattan, Estimate::Manhattan]
        .map(|estimate| world.find(&query().estimate(estimate), &mut Workspace::new()).unwrap());
    assert_eq!((&full.outcome, full.expansions), (&plain.outcome, plain.expansions));
}

#[test]
fn a_limit_that_the_cheapest_path_keeps_is_kept() {
    for algorithm in
        [Algorithm::AStar, Algorithm::Greedy, Algorithm::WeightedAStar { percent: 150 }]
    {
        let answer = ask(&query().algorithm(algorithm).cost_max(CHEAPEST));
        assert_eq!(answer.path().unwrap().cost, CHEAPEST, "{algorithm:?}");
    }
}

#[test]
fn who_needs_a_lower_bound_does_not_use_it() {
    let both = ask(&query().algorithm(Algorithm::TwoWayAStar));
    assert_eq!(both.choice.algorithm, Algorithm::AStar);
    assert_eq!(both.choice.reason, Reason::HeuristicOverestimates);
    let world = world_of(Mover::eight(Corners::OneFree));
    let several = world.alternatives(&query(), 2, &mut Workspace::new()).unwrap();
    assert_eq!(several.paths[0].cost, CHEAPEST);
}
