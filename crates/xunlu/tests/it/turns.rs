//! What the steps of random paths cost, and where their walkers stand at the end of each turn, held to the
//! referee and to a walker that moves turn by turn.

use std::collections::{BTreeMap, BTreeSet};
use xunlu::{
    Cost, Footprint, Grid, Group, Link, Mover, MoverId, Occupancy, Passing, Path, Place, Query,
    StepCosts, Steps, TurnBudget, Unit, Weight, Workspace, World,
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

/// Walks turn by turn, each time as far as one may stop, after what is free: the place at the end of each
/// turn, and the step that no number of turns allows.
fn walked(
    costs: &[Cost],
    each: u64,
    carries_over: bool,
    may_stop: impl Fn(usize) -> bool,
) -> (Vec<usize>, Option<usize>) {
    let (mut place, mut left, mut ends) = (0, 0, Vec::new());
    for turn in 0.. {
        let (before, mut spent, mut left_there) = (place, 0, left);
        for (number, cost) in (before + 1..).zip(&costs[before..]) {
            spent += u64::from(cost.0);
            if spent <= left && may_stop(number) {
                (place, left_there) = (number, left - spent);
            }
        }
        if turn > 0 {
            if place == before && !carries_over {
                return (ends, Some(place));
            }
            ends.push(place);
        }
        if place == costs.len() {
            break;
        }
        left = if carries_over { left_there + each } else { each };
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
            // From some fifth of the most expensive step on: below, many turns are spent on saving.
            let each = random.from_to(most / 5 + 1, most.saturating_mul(3) + 2);
            let carries_over = random.chance(50);
            let budget = TurnBudget::new(Cost(each));
            let budget = if carries_over { budget.carrying_over() } else { budget };
            let turns = world.turns(&path, MoverId::FIRST, budget).unwrap();
            let (ends, at) = walked(&costs, u64::from(each), carries_over, |_| true);
            assert_eq!(turns.stuck_at(), at, "seed {seed}");
            assert_eq!(turns.ends().collect::<Vec<_>>(), ends, "seed {seed}");
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

const COMRADES: Group = Group(1);

/// Units of one group at these places, who pass each other so.
fn comrades(world: &World, at: impl IntoIterator<Item = Place>, passing: Passing) -> Occupancy {
    let mut units = Occupancy::new(world);
    units.let_pass(COMRADES, COMRADES, passing);
    for place in at {
        units.enter(Unit::at(place).group(COMRADES)).unwrap();
    }
    units
}

#[test]
fn no_turn_ends_where_one_may_pass_but_not_stop() {
    let (mut compared, mut passed) = (0, 0);
    for seed in 0..1_500 {
        let Some((world, path)) = any_path(seed) else { continue };
        let mover = world.mover(MoverId::FIRST).unwrap();
        let [start, between @ .., _] = &path.places[..] else { continue };
        if mover.footprint() != Footprint::ONE {
            continue;
        }
        let mut random = Random::new(seed ^ 0xc0de);
        let taken: Vec<Place> = between.iter().copied().filter(|_| random.chance(40)).collect();
        let mut units = comrades(&world, taken.iter().copied().chain([*start]), Passing::Through);
        let now = world.among(&mut units).unwrap();
        let costs = now.step_costs(&path, MoverId::FIRST).unwrap();
        let most = costs.iter().max().copied().unwrap_or(Cost(1)).0;
        for carries_over in [false, true] {
            let each = random.from_to(most / 3 + 1, most.saturating_mul(4) + 2);
            let budget = TurnBudget::new(Cost(each));
            let budget = if carries_over { budget.carrying_over() } else { budget };
            let turns = now.turns(&path, MoverId::FIRST, budget).unwrap();
            let may_stop = |place: usize| !taken.contains(&path.places[place]);
            let (ends, at) = walked(&costs, u64::from(each), carries_over, may_stop);
            assert_eq!(turns.stuck_at(), at, "seed {seed}");
            assert_eq!(turns.ends().collect::<Vec<_>>(), ends, "seed {seed}");
            assert!(ends.into_iter().all(may_stop), "seed {seed}");
        }
        (compared, passed) = (compared + 1, passed + taken.len());
    }
    assert!(compared > 400 && passed > 800, "{compared} compared, {passed} passed");
}

#[test]
fn one_stops_before_a_comrade_and_waits_behind_two() {
    let world = World::new(".......".parse::<Grid>().unwrap()).unwrap();
    let path = world.path((0, 0), (6, 0)).unwrap().unwrap();
    let ends = |taken: &[i32], steps| {
        let at = taken.iter().map(|&x| Place::cell(x, 0)).chain([Place::cell(0, 0)]);
        let mut units = comrades(&world, at, Passing::Through);
        let now = world.among(&mut units).unwrap();
        let turns = now.turns(&path, MoverId::FIRST, Steps(steps)).unwrap();
        (turns.ends().collect::<Vec<_>>(), turns.stuck_at())
    };
    assert_eq!(ends(&[], 2), (vec![2, 4, 6], None));
    assert_eq!(ends(&[2, 4], 2), (vec![1, 3, 5, 6], None));
    assert_eq!(ends(&[2, 3], 2), (vec![1], Some(1)));
    assert_eq!(ends(&[2, 3], 3), (vec![1, 4, 6], None));
    // Whoever stands at the end came there after the path was found.
    assert_eq!(ends(&[6], 3), (vec![3, 5], Some(5)));
}

#[test]
fn what_passing_costs_counts_in_steps_and_in_checks() {
    let world = World::new(".....\n#####".parse::<Grid>().unwrap()).unwrap();
    let mut units = comrades(&world, [(0, 0), (2, 0)].map(Place::from), Passing::Pays(Cost(500)));
    let now = world.among(&mut units).unwrap();
    let query = Query::between((0, 0), (4, 0));
    let path = now.find(&query, &mut Workspace::new()).unwrap().into_path().unwrap();
    let step = world.mover(MoverId::FIRST).unwrap().costs().straight;
    let costs = now.step_costs(&path, MoverId::FIRST).unwrap();
    assert_eq!(costs, [step, step + Cost(500), step, step]);
    assert_eq!(costs.into_iter().sum::<Cost>(), path.cost);
    assert_eq!(now.check_path(&path, MoverId::FIRST), Ok(()));
    assert!(world.check_path(&path, MoverId::FIRST).is_err());

    let danger = |_, cost: Cost| Some(cost + Cost(7));
    let view = world.view(MoverId::FIRST).unwrap().priced(&danger);
    let path = view.find(&query, &mut Workspace::new()).unwrap().into_path().unwrap();
    assert_eq!(view.step_costs(&path).unwrap(), [step + Cost(7); 4]);
    assert_eq!(view.check_path(&path), Ok(()));
}

/// Turn after turn, where one may stand at the end of it: by what the referee says of each step.
fn ranges(referee: &Referee<'_>, from: Place, each: u64, turns: u32) -> BTreeMap<Place, u32> {
    let mut first = BTreeMap::from([(from, 0)]);
    for turn in 1..=turns {
        let mut spent: BTreeMap<Place, u64> = first.keys().map(|&place| (place, 0)).collect();
        let mut open: BTreeSet<(u64, Place)> = spent.keys().map(|&place| (0, place)).collect();
        while let Some((cost, place)) = open.pop_first() {
            for step in referee.steps_from(place) {
                let cost = cost.saturating_add(step.cost);
                if cost <= each && spent.get(&step.to).is_none_or(|&known| cost < known) {
                    spent.insert(step.to, cost);
                    open.insert((cost, step.to));
                }
            }
        }
        for place in spent.into_keys() {
            first.entry(place).or_insert(turn);
        }
    }
    first
}

#[test]
fn ranges_in_turns_are_those_of_a_walker_who_tries_everything() {
    let (mut compared, mut late) = (0, 0);
    for seed in 0..600 {
        let trial = any_trial(seed);
        let mut random = Random::new(seed ^ 0x7a12);
        let world = World::with_mover(trial.map, trial.mover).unwrap();
        let mover = world.mover(MoverId::FIRST).unwrap().clone();
        let from = any_place(world.map(), &mut random);
        let each = u64::from(mover.cost_of(Weight::ONE).0) * u64::from(random.below(7));
        let mut workspace = Workspace::new();
        let each_turn = Cost(u32::try_from(each).unwrap());
        let reach =
            world.reach_in_turns(from, MoverId::FIRST, each_turn, 3, &mut workspace).unwrap();
        let Some(expected) = world
            .can_stand(MoverId::FIRST, from)
            .then(|| ranges(&Referee::new(world.map(), &mover), from, each, 3))
        else {
            assert_eq!((reach.turn_of(from), reach.places_in(1).count()), (None, 0));
            continue;
        };
        let turns: Vec<BTreeSet<Place>> =
            (0..=3).map(|turn| reach.places_in(turn).collect()).collect();
        if mover.turn_cost() == Cost::ZERO {
            let told = turns
                .iter()
                .zip(0..)
                .flat_map(|(places, turn)| places.iter().map(move |&place| (place, turn)));
            assert_eq!(told.collect::<BTreeMap<_, _>>(), expected, "seed {seed}");
        }
        for (turn, places) in (0..).zip(&turns) {
            for &place in places {
                assert_eq!(reach.turn_of(place), Some(turn));
                let path = reach.path_to(place).unwrap();
                assert_eq!((path.start(), path.end()), (Some(from), Some(place)), "seed {seed}");
                let stops = reach.stops_to(place).unwrap();
                assert_eq!(stops.len(), turn as usize, "seed {seed}: {stops:?}");
                (compared, late) = (compared + 1, late + usize::from(turn == 3));
                if mover.turn_cost() == Cost::ZERO {
                    let costs = world.step_costs(&path, MoverId::FIRST).unwrap();
                    let sum: u64 = costs.iter().map(|cost| u64::from(cost.0)).sum();
                    assert_eq!(sum, u64::from(path.cost.0), "seed {seed}");
                    let (mut spent, mut rests) = (0, stops.iter().peekable());
                    for (cost, &at) in costs.iter().zip(&path.places[1..]) {
                        spent += u64::from(cost.0);
                        assert!(spent <= each, "seed {seed}");
                        if rests.next_if(|&&stop| stop == at).is_some() {
                            spent = 0;
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 4_000 && late > 1_000, "{compared} compared, {late} of the third turn");
}

#[test]
fn a_turn_does_not_end_on_a_comrade_but_leads_past_one() {
    let world = World::new(".......".parse::<Grid>().unwrap()).unwrap();
    let at = [0, 2].map(|x| Place::cell(x, 0));
    let mut units = comrades(&world, at, Passing::Through);
    let among = world.among(&mut units).unwrap();
    let ask = |each| {
        let mut workspace = Workspace::new();
        let reach =
            among.reach_in_turns(at[0], MoverId::FIRST, Steps(each), 2, &mut workspace).unwrap();
        (0..7).map(|x| reach.turn_of((x, 0))).collect::<Vec<_>>()
    };
    let none = None;
    assert_eq!(ask(2), [Some(0), Some(1), none, Some(2), none, none, none]);
    assert_eq!(ask(3), [Some(0), Some(1), none, Some(1), Some(2), Some(2), Some(2)]);
    assert_eq!(ask(1), [Some(0), Some(1), none, none, none, none, none]);
}
