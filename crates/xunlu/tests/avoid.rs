//! What a question is to keep clear of, against the referee on a map on which that is a wall, and costs what
//! it is said to cost.
//!
//! `XUNLU_SEEDS=100000 cargo test --release -p xunlu --test avoid` makes a longer run of it.

#![cfg(test)]

use std::collections::BTreeMap;
use xunlu::map::{Footprint, HexArrangement, LayerCell};
use xunlu::{
    Algorithm, Answer, Avoid, Cell, Cost, HexGrid, Map, MoverId, Outcome, PathEnd, Place, Promise,
    Query, Rect, Size, Terrain, Workspace, World,
};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_standing_place, any_trial, report};

const SEEDS: u64 = 3_000;
const QUESTIONS_A_MAP: usize = 4;

fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

#[test]
fn what_is_avoided_is_as_good_as_a_wall() {
    let mut told = BTreeMap::new();
    for seed in 0..number("XUNLU_SEEDS", SEEDS) {
        try_one(&any_trial(seed), &mut told);
    }
    println!("{told:?}");
    if number("XUNLU_SEEDS", SEEDS) < SEEDS {
        return;
    }
    for outcome in ["found", "found at a price", "unreachable", "goal blocked"] {
        let count = told.get(outcome).copied().unwrap_or(0);
        assert!(count >= 300, "only {count} are {outcome}: {told:?}");
    }
}

fn try_one(trial: &Trial, told: &mut BTreeMap<&'static str, u64>) {
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    world.build_index(MoverId::FIRST).unwrap();
    let referee = Referee::new(&trial.map, &trial.mover);
    let mut random = Random::new(trial.seed ^ 0xa401d);
    let mut workspace = Workspace::new();
    for _ in 0..QUESTIONS_A_MAP {
        let mut place = || {
            let standing = any_standing_place(&referee, &mut random);
            standing
                .filter(|_| !random.chance(5))
                .unwrap_or_else(|| any_place(&trial.map, &mut random))
        };
        let (from, to) = (place(), place());
        let avoided = any_avoided(trial, &mut random);
        let query = Query::between(from, to).avoiding(avoided.clone());
        let algorithm = *random.pick(&Algorithm::ALL);
        let failed = |what: &str, path: &[Place]| {
            let failed = Trial { from, to, ..trial.clone() };
            panic!("{}", report(&failed, path, &format!("{what}, avoiding {avoided:?}")));
        };
        let walls = with_walls(trial, from, &avoided);
        let own = under(&trial.map, from, trial.mover.footprint());
        // Waypoints have no ground to be made a wall of.
        let is_shut = |place: Place| {
            let at = avoided.iter().any(|avoid| avoid.place == place && avoid.price.is_none());
            matches!(trial.map, Map::Waypoints(_)) && place != from && at
        };
        let closed = Referee::new(&walls, &trial.mover).closing(is_shut);
        let closed = closed.costing_more(|place| toll(trial, &own, &avoided, place));
        let cheapest = closed.optimal_cost(from, to);
        for query in [query.clone(), query.clone().algorithm(algorithm)] {
            let answer = world.find(&query, &mut workspace).unwrap();
            let path = answer.path().map(|path| path.places.clone()).unwrap_or_default();
            if let Err(what) = judge(&closed, &answer, [from, to], cheapest) {
                failed(&format!("{:?}: {what}", answer.choice), &path);
            }
            let sliced = in_slices(&world, &query);
            if sliced != answer {
                failed(&format!("in slices {sliced:?} instead of {answer:?}"), &path);
            }
            let pays = answer.cost().is_some() && cheapest != referee.optimal_cost(from, to);
            let name = match &answer.outcome {
                Outcome::Found(_) if pays => "found at a price",
                Outcome::Found(_) => "found",
                Outcome::Unreachable => "unreachable",
                Outcome::Blocked(blocked) if blocked.end == PathEnd::Goal => "goal blocked",
                _ => "otherwise",
            };
            *told.entry(name).or_default() += 1;
        }
        let cheapest_of_all = world.alternatives(&query, 1, &mut workspace).unwrap();
        let cost = cheapest_of_all.paths.first().map(|path| u64::from(path.cost.0));
        if cost != cheapest {
            failed(&format!("the cheapest of several costs {cost:?} instead of {cheapest:?}"), &[]);
        }
    }
}

fn in_slices(world: &World, query: &Query) -> Answer {
    let mut pending = world.begin(query.clone(), &mut Workspace::new()).unwrap();
    loop {
        if let Some(answer) = world.advance(&mut pending, 3).unwrap() {
            return answer;
        }
    }
}

/// Whether an answer is right.
fn judge(
    closed: &Referee<'_>,
    answer: &Answer<Place>,
    [from, to]: [Place; 2],
    cheapest: Option<u64>,
) -> Result<(), String> {
    let is_closed = |place| !closed.can_stand(place);
    match &answer.outcome {
        Outcome::Blocked(blocked) => {
            let at = if blocked.end == PathEnd::Start { from } else { to };
            if let Some(free) = blocked.nearest_free
                && is_closed(free)
            {
                return Err(format!("calls {free} free"));
            }
            if is_closed(at) { Ok(()) } else { Err(format!("says that {at} is blocked")) }
        }
        _ if is_closed(from) || is_closed(to) => Err("does not say that an end is blocked".into()),
        Outcome::Unreachable => match cheapest {
            Some(cost) => Err(format!("finds no path where there is one at {cost}")),
            None => Ok(()),
        },
        Outcome::GaveUp(limit) => Err(format!("gave up at {limit:?}, and there was no limit")),
        Outcome::Found(found) => {
            let Some(cheapest) = cheapest else {
                return Err("finds a path where there is none".into());
            };
            let cost = u64::from(found.path.cost.0);
            closed.check_path(&found.path.places, cost)?;
            let keeps = match answer.algorithm().promise() {
                Promise::Cheapest => cost == cheapest,
                Promise::Within { percent } => cost * 100 <= cheapest * u64::from(percent),
                Promise::FewestSteps | Promise::AnyPath => cost >= cheapest,
            };
            let is_bound = u64::from(found.lower_bound.0) <= cheapest;
            if keeps && is_bound {
                Ok(())
            } else {
                Err(format!("costs {cost} instead of {cheapest}"))
            }
        }
    }
}

/// Some places of the map and some larger things, closed or at a price.
fn any_avoided(trial: &Trial, random: &mut Random) -> Vec<Avoid> {
    let count = random.below(9);
    (0..count)
        .map(|_| {
            let place = any_place(&trial.map, random);
            let avoid = match random.chance(30) {
                true => Avoid::paying(place, Cost(random.below(9_000))),
                false => Avoid::closed(place),
            };
            let side = if trial.map.grids().is_empty() {
                1
            } else {
                [1, 1, 1, 2, 3][random.below(5) as usize]
            };
            avoid.footprint(Footprint::square(side).unwrap())
        })
        .collect()
}

/// The places of a map that lie under a footprint.
fn under(map: &Map, place: Place, footprint: Footprint) -> Vec<Place> {
    let Some((grid, layer, cell)) = map.grid_around(place) else { return vec![place] };
    let cells = Rect::new(cell, footprint.size()).cells();
    let home = cells.filter_map(|cell| grid.home_of(cell));
    home.map(|cell| {
        if matches!(map, Map::Layers(_)) { LayerCell::new(layer, cell).into() } else { cell.into() }
    })
    .collect()
}

/// The map with a wall wherever something is closed, but not under the asker.
fn with_walls(trial: &Trial, from: Place, avoided: &[Avoid]) -> Map {
    let mut map = trial.map.clone();
    let own = under(&map, from, trial.mover.footprint());
    for avoid in avoided.iter().filter(|avoid| avoid.price.is_none()) {
        for place in under(&map, avoid.place, avoid.footprint) {
            let Some((layer, cell)) = map.cell_of(place).filter(|_| !own.contains(&place)) else {
                continue;
            };
            map.fill_on(layer, Rect::cell(cell), Terrain::VOID).unwrap();
        }
    }
    map
}

/// What standing at a place costs more: the greatest price of what is avoided there.
fn toll(trial: &Trial, own: &[Place], avoided: &[Avoid], place: Place) -> u64 {
    let here = under(&trial.map, place, trial.mover.footprint());
    let priced = avoided.iter().filter_map(|avoid| Some((avoid, avoid.price?)));
    let meets = |avoid: &Avoid| {
        let covered = under(&trial.map, avoid.place, avoid.footprint);
        covered.iter().any(|place| here.contains(place) && !own.contains(place))
    };
    let met = priced.filter(|(avoid, _)| meets(avoid)).map(|(_, price)| u64::from(price.0));
    met.max().unwrap_or(0)
}

#[test]
fn what_cannot_be_avoided_is_refused_with_a_reason() {
    let world = World::new("...\n...".parse::<xunlu::Grid>().unwrap()).unwrap();
    let ask = |avoid: Avoid| {
        let query = Query::between(Cell::new(0, 0), Cell::new(2, 0)).avoiding([avoid]);
        world.find(&query, &mut Workspace::new()).unwrap_err().to_string()
    };
    assert!(ask(Avoid::closed(Cell::new(7, 0))).contains("place to avoid 7,0"));
    assert!(ask(Avoid::paying(Cell::new(1, 0), Cost::MAX)).contains("expected at most"));
    let arrangement = HexArrangement::OddR;
    let hexes = World::new(HexGrid::new(arrangement, Size::new(4, 4)).unwrap()).unwrap();
    let large = Avoid::closed(xunlu::Hex::new(1, 1)).footprint(Footprint::square(2).unwrap());
    let query = Query::between(xunlu::Hex::new(0, 0), xunlu::Hex::new(1, 2)).avoiding([large]);
    let error = hexes.find(&query, &mut Workspace::new()).unwrap_err();
    assert!(error.to_string().contains("expected 1x1"), "{error}");
}
