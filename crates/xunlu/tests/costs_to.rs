//! What it costs to come to a place from every other, against a search from each.

#![cfg(test)]

mod support;

use support::map_of;
use xunlu::{Algorithm, MoverId, NodeId, Query, Workspace, World};
use xunlu_testkit::{Random, any_trial};

#[test]
fn each_cost_is_that_of_the_way_found_from_there() {
    let (mut found, mut none) = (0, 0);
    for seed in 0..400 {
        let trial = any_trial(seed);
        let world = World::with_mover(map_of(&trial.case), trial.mover.clone()).unwrap();
        let (mut workspace, mut random) = (Workspace::new(), Random::new(seed));
        let mut any_place = || world.map().place_of(NodeId(random.below(world.map().node_count())));
        let goal = any_place();
        let Ok(costs) = world.costs_to(goal, MoverId::FIRST, &mut workspace) else { continue };
        assert_eq!(costs.revision(), world.revision());
        for _ in 0..8 {
            let from = any_place();
            let query = Query::between(from, goal).by(Algorithm::Dijkstra);
            let Ok(answer) = world.find(&query, &mut workspace) else { continue };
            assert_eq!(costs.at(from), answer.cost(), "seed {seed}: {from:?} to {goal:?}");
            *(if answer.cost().is_some() { &mut found } else { &mut none }) += 1;
        }
    }
    assert!(found > 300 && none > 300, "{found} ways, {none} without one");
}
