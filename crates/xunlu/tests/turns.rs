//! What the steps of random paths cost, and where their walkers stand at the end of each turn, held to the
//! referee and to a walker that moves turn by turn.

#![cfg(test)]

use xunlu::{
    Cost, Grid, Link, Mover, MoverId, Path, Place, Query, StepCosts, TurnBudget, Weight, Workspace,
    World,
};
use xunlu_testkit::{Random, Referee, any_place, any_trial};

/// The cheapest path between two random places of a random map, if there is one.
fn any_path(seed: u64) -> Option<(World, Path<Place>)> {
    let trial = any_trial(seed);
    let mut random = Random::new(seed ^ 0x7a11);
    let world = World::with_mover(trial.map, trial.mover).unwrap();
    let (from, to) = (any_place(world.map(), &mut random), any_place(world.map(), &mut random));
    let answer = world.find(&Query::between(from, to), &mut Workspace::new()).unwrap();
    let path = answer.path()?.clone();
    Some((world, path))
}

#[test]
fn the_costs_of_steps_are_the_referees_and_add_up() {
    let (mut paths, mut steps) = (0, 0);
    for seed in 0..1_500 {
        let Some((world, path)) = any_path(seed) else { continue };
        let costs = world.step_costs(&path, MoverId::FIRST).unwrap();
        assert_eq!(costs.len() + 1, path.places.len());
        let sum: u64 = costs.iter().map(|cost| u64::from(cost.0)).sum();
        assert_eq!(sum, u64::from(path.cost.0), "seed {seed}");
        let mover = world.mover(MoverId::FIRST).unwrap();
        let referee = Referee::new(world.map(), mover);
        assert_eq!(referee.check_path(&path.places, sum), Ok(()), "seed {seed}");
        if mover.turn_cost() == Cost::ZERO {
            for (cost, pair) in costs.iter().zip(path.places.windows(2)) {
                let ways = referee.steps_from(pair[0]).iter().filter(|step| step.to == pair[1]);
                assert_eq!(Some(u64::from(cost.0)), ways.map(|step| step.cost).min());
            }
        }
        (paths, steps) = (paths + 1, steps + costs.len());
    }
    assert!(paths > 500 && steps > 2_500, "{paths} paths, {steps} steps");
}

/// Walks turn by turn: the place at the end of each, and the step that no number of turns allows.
fn walked(costs: &[Cost], each: u64, carries_over: bool) -> (Vec<usize>, Option<usize>) {
    let (mut place, mut left, mut ends) = (0, 0, Vec::new());
    while place < costs.len() {
        if each == 0 && u64::from(costs[place].0) > left {
            return (ends, Some(place));
        }
        if u64::from(costs[place].0) > each && !carries_over {
            return (ends, Some(place));
        }
        left = if carries_over { left + each } else { each };
        while let Some(cost) = costs.get(place).filter(|cost| u64::from(cost.0) <= left) {
            left -= u64::from(cost.0);
            place += 1;
        }
        ends.push(place);
    }
    (ends, None)
}

#[test]
fn turns_end_where_a_walker_stands_who_moves_turn_by_turn() {
    let (mut compared, mut stuck) = (0, 0);
    for seed in 0..1_500 {
        let Some((world, path)) = any_path(seed) else { continue };
        let mut random = Random::new(seed);
        let costs = world.step_costs(&path, MoverId::FIRST).unwrap();
        let most = costs.iter().max().copied().unwrap_or(Cost(1)).0;
        for _ in 0..4 {
            // From some fifth of the dearest step on: below, many turns are spent on saving.
            let each = random.from_to(most / 5 + 1, most.saturating_mul(3) + 2);
            let carries_over = random.chance(50);
            let budget = TurnBudget::new(Cost(each));
            let budget = if carries_over { budget.carrying_over() } else { budget };
            let turns = world.turns(&path, MoverId::FIRST, budget).unwrap();
            let (ends, at) = walked(&costs, u64::from(each), carries_over);
            assert_eq!(turns.stuck_at(), at, "seed {seed}");
            // Free steps before the first that costs anything take no turn.
            let ours: Vec<usize> = turns.ends().collect();
            assert!(ours == ends || (turns.count() == Some(0)), "seed {seed}: {ours:?}, {ends:?}");
            for (place, _) in path.places.iter().enumerate() {
                let reached = turns.of_place(place);
                assert_eq!(reached.is_none(), at.is_some_and(|at| place > at));
                if let Some(reached) = reached.filter(|&turn| turn > 0) {
                    assert!(turns.place_after(reached) >= place);
                    assert!(turns.place_after(reached - 1) < place);
                }
            }
            (compared, stuck) = (compared + 1, stuck + usize::from(at.is_some()));
        }
        let nothing = world.turns(&path, MoverId::FIRST, Cost::ZERO).unwrap();
        let first = costs.iter().position(|&cost| cost > Cost::ZERO);
        assert_eq!((nothing.stuck_at(), nothing.ends().count()), (first, 0));
    }
    assert!(compared > 2_000 && stuck > 200, "{compared} compared, {stuck} stuck");
}

#[test]
fn saving_for_a_step_ends_even_where_it_takes_millions_of_turns() {
    let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    let mut world = World::with_mover(".#.".parse::<Grid>().unwrap(), mover).unwrap();
    let (from, to) = (Place::cell(0, 0), Place::cell(2, 0));
    world.add_link(Link::one_way(from, to).costing(Weight::times(40_000_000))).unwrap();
    let answer = world.find(&Query::between(from, to), &mut Workspace::new()).unwrap();
    let budget = TurnBudget::new(Cost(1)).carrying_over();
    let turns = world.turns(answer.path().unwrap(), MoverId::FIRST, budget).unwrap();
    assert_eq!(turns.count(), Some(400_000_000));
    assert_eq!([0, 399_999_999, 400_000_000].map(|turn| turns.place_after(turn)), [0, 0, 1]);
}
