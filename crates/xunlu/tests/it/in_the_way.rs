//! What is in the way of a question, places to keep clear of and units, against the referee on a map on
//! which that is a wall, or costs what it is said to cost.
//!
//! Long because all that can be in the way is held to one referee by one judge.
//!
//! `XUNLU_SEEDS=100000 cargo test --release -p xunlu --test it in_the_way` makes a longer run of it.

use std::collections::BTreeMap;
use xunlu::map::{Footprint, HexArrangement, LayerCell, StepRule};
use xunlu::{
    Algorithm, Answer, Avoid, Cell, Corners, Cost, Grid, Group, HexGrid, Link, Map, Mover, MoverId,
    Occupancy, Outcome, Passing, PathEnd, Place, Promise, Query, Rect, Size, Snapshot, StepCosts,
    Tags, Terrain, Unit, UnitId, Workspace, World,
};
use xunlu_testkit::{
    GridKind, Random, Referee, Trial, any_grid_of, any_place, any_standing_place, any_trial,
    any_trial_on, report,
};

const SEEDS: u64 = 1_500;
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
        assert!(count >= 150, "only {count} are {outcome}: {told:?}");
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
        let closed = Way::new(trial, from, &avoided);
        let walls = closed.walls();
        let closed = closed.referee(&walls);
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

fn in_slices(world: &Snapshot, query: &Query) -> Answer {
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

/// What is in somebody's way, as plain cells.
struct Way<'a> {
    trial: &'a Trial,
    map: Map,
    from: Place,
    own: Vec<Place>,
    avoided: &'a [Avoid],
}

impl<'a> Way<'a> {
    fn new(trial: &'a Trial, from: Place, avoided: &'a [Avoid]) -> Way<'a> {
        let own = under(&trial.map, from, trial.mover.footprint());
        Way { trial, map: trial.map.clone(), from, own, avoided }
    }

    /// The map with a wall wherever something is closed, but not under the asker.
    fn walls(&self) -> Map {
        let mut map = self.map.clone();
        for avoid in self.avoided.iter().filter(|avoid| avoid.price.is_none()) {
            for place in under(&map, avoid.place, avoid.footprint) {
                let cell = map.cell_of(place).filter(|_| !self.own.contains(&place));
                if let Some((layer, cell)) = cell {
                    map.fill_on(layer, Rect::cell(cell), Terrain::VOID).unwrap();
                }
            }
        }
        map
    }

    /// Knows the way round those walls, and what it costs.
    fn referee<'m>(&'m self, walls: &'m Map) -> Referee<'m> {
        // Waypoints have no ground to be made a wall of.
        let is_shut = |place: Place| {
            let mut closed = self.avoided.iter().filter(|avoid| avoid.price.is_none());
            let at = closed.any(|avoid| avoid.place == place);
            matches!(self.map, Map::Waypoints(_)) && place != self.from && at
        };
        let referee = Referee::new(walls, &self.trial.mover).closing(is_shut);
        referee.costing_more(|place| self.toll(place))
    }

    /// What standing at a place costs more: the greatest price of what is avoided there.
    fn toll(&self, place: Place) -> u64 {
        let here = under(&self.map, place, self.trial.mover.footprint());
        let priced = self.avoided.iter().filter_map(|avoid| Some((avoid, avoid.price?)));
        let meets = |avoid: &Avoid| {
            let covered = under(&self.map, avoid.place, avoid.footprint);
            covered.iter().any(|place| here.contains(place) && !self.own.contains(place))
        };
        let met = priced.filter(|(avoid, _)| meets(avoid)).map(|(_, price)| u64::from(price.0));
        met.max().unwrap_or(0)
    }
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

#[test]
fn units_are_as_good_as_walls_to_whom_they_are() {
    let mut told = BTreeMap::new();
    for seed in 0..number("XUNLU_SEEDS", SEEDS) {
        let trial = if seed % 2 == 0 { any_trial(seed) } else { jumping_trial(seed) };
        try_units(&trial, &mut told);
    }
    println!("{told:?}");
    if number("XUNLU_SEEDS", SEEDS) < SEEDS {
        return;
    }
    for what in ["found", "found round units by jumps", "unreachable", "goal blocked"] {
        let count = told.get(what).copied().unwrap_or(0);
        assert!(count >= 100, "only {count} are {what}: {told:?}");
    }
}

/// A trial where the mover can jump.
fn jumping_trial(seed: u64) -> Trial {
    let grid = any_grid_of(GridKind::Plain, seed);
    let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
    let mut random = Random::new(seed ^ 0x1u64.rotate_left(9));
    let mover =
        if random.chance(20) { Mover::four() } else { Mover::eight(*random.pick(&corners)) };
    let mover = mover.costs(*random.pick(&[StepCosts::TEN_FOURTEEN, StepCosts::EXACT]));
    any_trial_on(seed, grid.into(), mover.build().unwrap())
}

/// Lets units walk about on a map that is edited now and then, and asks for each of them.
fn try_units(trial: &Trial, told: &mut BTreeMap<&'static str, u64>) {
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    world.build_index(MoverId::FIRST).unwrap();
    let mut random = Random::new(trial.seed ^ 0x0cc0);
    let mut occupancy = Occupancy::new(&world);
    for _ in 0..random.below(6) {
        occupancy.enter(any_unit(&world, trial, &mut random)).unwrap();
    }
    for (who, whom) in (0..3).flat_map(|who| (0..3).map(move |whom| (Group(who), Group(whom)))) {
        let price = Cost(random.below(9_000));
        let passings = [Passing::Through, Passing::Free, Passing::Pays(price)];
        if random.chance(30) {
            occupancy.let_pass(who, whom, *random.pick(&passings));
        }
    }
    for _ in 0..3 {
        let units: Vec<UnitId> = occupancy.units().map(|(id, _)| id).collect();
        for &id in &units {
            match random.below(10) {
                0 => drop(occupancy.leave(id).unwrap()),
                1 => occupancy.join(id, Group(u8::try_from(random.below(3)).unwrap())).unwrap(),
                2..6 => occupancy.step(id, any_place(&trial.map, &mut random)).unwrap(),
                _ => {}
            }
        }
        occupancy.enter(any_unit(&world, trial, &mut random)).unwrap();
        if random.chance(30) && world.map().cell_of(trial.from).is_some() {
            let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
            world.set(any_place(&trial.map, &mut random), terrain).unwrap();
        }
        let units: Vec<(UnitId, Unit)> = occupancy.units().collect();
        let asker = *random.pick(&units);
        // More than once: after searches that go round units cell by cell comes a map for jumps.
        for _ in 0..3 {
            ask_for_unit(trial, &world, &mut occupancy, asker, &mut random, told);
        }
    }
}

fn any_unit(world: &World, trial: &Trial, random: &mut Random) -> Unit {
    let referee = Referee::new(world.map(), &trial.mover);
    let standing = any_standing_place(&referee, random).unwrap_or(trial.from);
    let own = trial.mover.footprint();
    let square = !trial.map.grids().is_empty();
    let footprint = if square { *random.pick(&[own, Footprint::square(2).unwrap()]) } else { own };
    let group = Group(u8::try_from(random.below(3)).unwrap());
    Unit::at(standing).footprint(footprint).group(group)
}

/// What other units are to one of them: walls, prices, and places that it may pass and not end at.
fn others(occupancy: &Occupancy, (id, unit): (UnitId, Unit)) -> (Vec<Avoid>, Vec<Unit>) {
    let (mut avoided, mut passed) = (Vec::new(), Vec::new());
    for (_, other) in occupancy.units().filter(|&(other, _)| other != id) {
        match occupancy.passing(unit.group, other.group) {
            Passing::Never => avoided.push(Avoid::closed(other.at).footprint(other.footprint)),
            Passing::Pays(price) => {
                avoided.push(Avoid::paying(other.at, price).footprint(other.footprint));
            }
            Passing::Through => passed.push(other),
            _ => {}
        }
    }
    (avoided, passed)
}

fn ask_for_unit(
    trial: &Trial,
    world: &World,
    occupancy: &mut Occupancy,
    (id, unit): (UnitId, Unit),
    random: &mut Random,
    told: &mut BTreeMap<&'static str, u64>,
) {
    let among = world.among(occupancy).unwrap();
    let from = unit.at;
    let alone = Referee::new(world.map(), &trial.mover);
    let to = any_standing_place(&alone, random).unwrap_or_else(|| any_place(&trial.map, random));
    let (avoided, passed) = others(occupancy, (id, unit));
    let way = Way { map: world.map().clone(), ..Way::new(trial, from, &avoided) };
    let walls = way.walls();
    let closed = way.referee(&walls);
    let passed: Vec<Place> =
        passed.iter().flat_map(|other| under(&trial.map, other.at, other.footprint)).collect();
    let may_end = |place: Place| {
        let mut here = under(&trial.map, place, trial.mover.footprint()).into_iter();
        here.all(|cell| way.own.contains(&cell) || !passed.contains(&cell))
    };
    let costs = closed.distances(from);
    let query = Query::between(from, to).unit(id);
    let algorithm = *random.pick(&Algorithm::ALL);
    for query in [query.clone(), query.algorithm(algorithm)] {
        let answer = among.find(&query, &mut Workspace::new()).unwrap();
        let cheapest = costs.get(&to).copied();
        let judged = if !may_end(to) && closed.can_stand(to) && closed.can_stand(from) {
            let is_blocked = matches!(answer.outcome, Outcome::Blocked(_));
            if is_blocked { Ok(()) } else { Err("ends where it may not".into()) }
        } else {
            judge(&closed, &answer, [from, to], cheapest)
        };
        if let Err(what) = judged {
            let path = answer.path().map(|path| path.places.clone()).unwrap_or_default();
            let failed = Trial { from, to, map: world.map().clone(), ..trial.clone() };
            let what = format!("{:?}: {what}, in the way of {unit:?}: {avoided:?}", answer.choice);
            panic!("{}", report(&failed, &path, &what));
        }
        assert_eq!(in_slices(&among, &query), answer);
        *told.entry(name_of(&answer, cheapest != alone.optimal_cost(from, to))).or_default() += 1;
    }
    // Only whoever came last to a place asks there without being named.
    let mut here = occupancy.units_at(from);
    if here.find(|&id| occupancy.unit(id).unwrap().at == from) == Some(id) {
        let expected = costs.into_iter().filter(|&(place, _)| may_end(place)).collect();
        check_reach(&among, from, &expected, [to, any_place(&trial.map, random)]);
    }
}

fn name_of(answer: &Answer, goes_round: bool) -> &'static str {
    match &answer.outcome {
        Outcome::Found(_) if goes_round && answer.algorithm().is_over_jumps() => {
            "found round units by jumps"
        }
        Outcome::Found(_) => "found",
        Outcome::Unreachable => "unreachable",
        Outcome::Blocked(_) => "goal blocked",
        Outcome::GaveUp(_) => "gave up",
    }
}

/// Holds what else is asked about a place's surroundings against the costs of going from there.
fn check_reach(among: &Snapshot, from: Place, expected: &BTreeMap<Place, u64>, goals: [Place; 2]) {
    let mut workspace = Workspace::new();
    let reach = among.reach(from, MoverId::FIRST, Cost::MAX, &mut workspace).unwrap();
    let reached = reach.places().iter().map(|told| (told.place, u64::from(told.cost.0)));
    assert_eq!(reached.collect::<BTreeMap<Place, u64>>(), *expected, "the reach from {from}");
    for (place, _) in among.cells() {
        assert_eq!(reach.can_stop_at(place), expected.contains_key(&place), "{place} from {from}");
    }
    let distances = among.distances(from, goals, MoverId::FIRST, &mut workspace).unwrap();
    for (goal, cost) in goals.into_iter().zip(distances) {
        assert_eq!(cost.map(|cost| u64::from(cost.0)), expected.get(&goal).copied(), "to {goal}");
    }
}

#[test]
fn prices_of_ones_own_are_paid_and_closed_places_left_alone() {
    let mut told = BTreeMap::new();
    for seed in 0..number("XUNLU_SEEDS", SEEDS) {
        let trial = if seed % 2 == 0 { any_trial(seed) } else { jumping_trial(seed) };
        try_prices(&trial, &mut told);
    }
    println!("{told:?}");
    if number("XUNLU_SEEDS", SEEDS) < SEEDS {
        return;
    }
    for what in ["found", "found by jumps", "found at a price", "unreachable"] {
        let count = told.get(what).copied().unwrap_or(0);
        assert!(count >= 100, "only {count} are {what}: {told:?}");
    }
}

/// Danger round some places: near them steps cost more, and onto them none lead.
fn try_prices(trial: &Trial, told: &mut BTreeMap<&'static str, u64>) {
    let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    let mut random = Random::new(trial.seed ^ 0xda19e5);
    let feared: Vec<Place> =
        (0..random.below(5)).map(|_| any_place(&trial.map, &mut random)).collect();
    let alone = Referee::new(&trial.map, &trial.mover);
    let from = any_standing_place(&alone, &mut random).unwrap_or(trial.from);
    let to = any_standing_place(&alone, &mut random).unwrap_or(trial.to);
    let is_closed = |place: Place| place != from && feared.contains(&place);
    let toll = |place: Place| {
        let near = |other: &&Place| {
            let points = (trial.map.point_of(place), trial.map.point_of(**other));
            points.0.zip(points.1).is_some_and(|(one, other)| one.distance(other) < 3.0)
        };
        u32::try_from(feared.iter().filter(near).count()).unwrap() * 777
    };
    // Less than a step costs counts as what it costs.
    let price = |place: Place, cost: Cost| match toll(place) {
        0 => Some(Cost::ZERO),
        toll => (!is_closed(place)).then_some(cost + Cost(toll)),
    };
    let paying = alone.clone().costing_more(|place| u64::from(toll(place))).closing(is_closed);
    let cheapest = paying.optimal_cost(from, to);
    let query = Query::between(from, to);
    let view = world.view(MoverId::FIRST).unwrap().priced(&price);
    for query in [query.clone(), query.algorithm(*random.pick(&Algorithm::ALL))] {
        let answer = world.find_priced(&query, price, &mut Workspace::new()).unwrap();
        // A goal that is forbidden cannot be reached, though one could stand there.
        let judged = match &answer.outcome {
            Outcome::Unreachable if cheapest.is_none() => Ok(()),
            _ => judge(&paying, &answer, [from, to], cheapest),
        };
        if let Err(what) = judged {
            let path = answer.path().map(|path| path.places.clone()).unwrap_or_default();
            let failed = Trial { from, to, ..trial.clone() };
            panic!(
                "{}",
                report(&failed, &path, &format!("{:?}: {what}, {feared:?}", answer.choice))
            );
        }
        assert_eq!(view.find(&query, &mut Workspace::new()).unwrap(), answer);
        let mut pending = view.begin(query.clone(), &mut Workspace::new()).unwrap();
        let sliced = loop {
            if let Some(answer) = view.advance(&mut pending, 3).unwrap() {
                break answer;
            }
        };
        assert_eq!(sliced, answer);
        let pays = answer.cost().is_some() && cheapest != alone.optimal_cost(from, to);
        let name = match &answer.outcome {
            Outcome::Found(_) if pays => "found at a price",
            Outcome::Found(_) if answer.algorithm().is_over_jumps() => "found by jumps",
            Outcome::Found(_) => "found",
            Outcome::Unreachable => "unreachable",
            _ => "otherwise",
        };
        *told.entry(name).or_default() += 1;
    }
    let reach = view.reach(from, Cost::MAX, &mut Workspace::new()).unwrap();
    let reached = reach.places().iter().map(|told| (told.place, u64::from(told.cost.0)));
    assert_eq!(reached.collect::<BTreeMap<Place, u64>>(), paying.distances(from), "from {from}");
}

#[test]
fn a_mover_with_some_of_its_tags_is_one_that_has_no_others() {
    let mut told = BTreeMap::new();
    for seed in 0..number("XUNLU_SEEDS", SEEDS) {
        let trial = if seed % 2 == 0 { any_trial(seed) } else { jumping_trial(seed) };
        try_tags(&trial, &mut told);
    }
    println!("{told:?}");
    if number("XUNLU_SEEDS", SEEDS) < SEEDS {
        return;
    }
    let least = ["found", "found otherwise", "goal blocked", "unreachable without a search"];
    for what in least {
        let count = told.get(what).copied().unwrap_or(0);
        assert!(count >= 100, "only {count} are {what}: {told:?}");
    }
}

#[test]
fn jumps_take_no_link_that_is_shut_to_who_asks_without_its_key() {
    let grid: Grid = "...#...\n...#...\n...#...\n.......".parse().unwrap();
    let key = Tags::one(1).unwrap();
    let mover = Mover::default().to_builder().tags(key).build().unwrap();
    let mut world = World::with_mover(grid, mover).unwrap();
    let door = Link::two_way(Place::cell(2, 0), Place::cell(4, 0)).tagged(key);
    world.add_link(door).unwrap();
    let steps = |tags: Tags| {
        let query = Query::between((0, 0), (6, 0)).tags(tags);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        answer.path().unwrap().places.len() - 1
    };
    assert_eq!((steps(key), steps(Tags::NONE)), (5, 8));
}

/// Doors of four keys all over the map, asked about with any of the keys.
fn try_tags(trial: &Trial, told: &mut BTreeMap<&'static str, u64>) {
    let mut random = Random::new(trial.seed ^ 0x7a65);
    let mut map = trial.map.clone();
    for _ in 0..random.below(12) {
        let place = any_place(&map, &mut random);
        if let Some((layer, cell)) = map.cell_of(place) {
            let tags = Tags(1 << random.below(4));
            map.fill_tags_on(layer, Rect::cell(cell), tags).unwrap();
        }
    }
    let all = trial.mover.tags() | Tags(0b1111);
    let holding = |tags: Tags| trial.mover.to_builder().tags(tags).build().unwrap();
    let mut world = World::with_mover(map.clone(), holding(all)).unwrap();
    world.build_index(MoverId::FIRST).unwrap();
    for _ in 0..3 {
        let place = any_place(&map, &mut random);
        if let Some((layer, cell)) = map.cell_of(place) {
            let tags = if random.chance(50) { Tags::NONE } else { Tags(0b100) };
            map.fill_tags_on(layer, Rect::cell(cell), tags).unwrap();
            world.fill_tags_on(layer, Rect::cell(cell), tags).unwrap();
        }
        // Where steps can be taken back, and link or door hardly any place, no search is needed to know.
        let is_known = trial.mover.footprint() == Footprint::ONE
            && matches!(trial.mover.rule(), StepRule::Four | StepRule::Eight(_) | StepRule::Hex)
            && map.grounds().count() > 0
            && map.grounds().all(|ground| ground.exits().is_none())
            && map.links().all(|(_, link)| link.is_two_way);
        let held = Tags(all.0 & u16::try_from(random.below(1 << 16)).unwrap());
        let mover = holding(held);
        let referee = Referee::new(&map, &mover);
        let mut place = || {
            let standing = any_standing_place(&referee, &mut random);
            standing.filter(|_| !random.chance(10)).unwrap_or_else(|| any_place(&map, &mut random))
        };
        let (from, to) = (place(), place());
        let cheapest = referee.optimal_cost(from, to);
        let query = Query::between(from, to).tags(held);
        for query in [query.clone(), query.algorithm(*random.pick(&Algorithm::ALL))] {
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            if let Err(what) = judge(&referee, &answer, [from, to], cheapest) {
                let path = answer.path().map(|path| path.places.clone()).unwrap_or_default();
                let failed =
                    Trial { from, to, map: map.clone(), mover: mover.clone(), seed: trial.seed };
                panic!("{}", report(&failed, &path, &format!("{:?}: {what}", answer.choice)));
            }
            assert_eq!(in_slices(&world, &query), answer);
            check_view_with(&world, held, &query, &answer, &referee.distances(from));
            if is_known && answer.outcome == Outcome::Unreachable {
                assert_eq!(answer.expansions, 0, "seed {}: {query:?}", trial.seed);
                *told.entry("unreachable without a search").or_default() += 1;
            }
            let free = world.find(&query.clone().tags(None), &mut Workspace::new()).unwrap();
            let name = match &answer.outcome {
                Outcome::Found(_) if free.cost() != answer.cost() => "found otherwise",
                Outcome::Found(_) => "found",
                Outcome::Unreachable => "unreachable",
                _ => "goal blocked",
            };
            *told.entry(name).or_default() += 1;
        }
    }
}

/// Holds a view with some tags to what a question with them is answered, and its reach to the referee.
fn check_view_with(
    world: &World,
    held: Tags,
    query: &Query,
    answer: &Answer,
    reachable: &BTreeMap<Place, u64>,
) {
    let view = world.view(MoverId::FIRST).unwrap().with_tags(held).unwrap();
    let by_view = view.find(&query.clone().tags(None), &mut Workspace::new()).unwrap();
    assert_eq!(by_view, *answer);
    let reach = view.reach(query.from, Cost::MAX, &mut Workspace::new()).unwrap();
    let reached = reach.places().iter().map(|told| (told.place, u64::from(told.cost.0)));
    assert_eq!(reached.collect::<BTreeMap<Place, u64>>(), *reachable);
}

#[test]
fn tags_that_a_mover_never_has_are_refused() {
    let world = World::new("...".parse::<xunlu::Grid>().unwrap()).unwrap();
    let query = Query::between((0, 0), (2, 0)).tags(Tags(0b101));
    let error = world.find(&query, &mut Workspace::new()).unwrap_err();
    assert_eq!(error.kind().code(), "tags-beyond-mover");
    assert!(error.to_string().contains("the tags 0, 2, and its mover may have none"), "{error}");
}

#[test]
fn eight_keys_take_no_table_for_each_of_their_sets() {
    let mut grid = Grid::new((512, 512)).unwrap();
    // Eight walls from side to side, each with a door of a key of its own.
    for (number, x) in (0..8).map(|number| (number, 50 + 50 * number)) {
        for y in 0..512 {
            grid.set(Cell::new(x, y), if y == 256 { Terrain::OPEN } else { Terrain::WALL })
                .unwrap();
        }
        let door = Cell::new(x, 256);
        grid.set_tags(door, Tags::one(u32::try_from(number).unwrap()).unwrap()).unwrap();
    }
    let mover = Mover::default().to_builder().tags(Tags(0xff)).build().unwrap();
    let mut world = World::with_mover(grid, mover).unwrap();
    world.build_index(MoverId::FIRST).unwrap();
    let mut workspace = Workspace::new();
    for held in 0..256 {
        // One comes as far as the first door whose key one lacks.
        let rooms = Tags(held).numbers().zip(0..).take_while(|(key, number)| key == number).count();
        for room in 0..9 {
            let x = 25 + 50 * i32::try_from(room).unwrap();
            let query = Query::between((25, 10), (x, 500)).tags(Tags(held));
            let answer = world.find(&query, &mut workspace).unwrap();
            assert_eq!(answer.is_found(), room <= rooms, "keys {held:b}, room {room}");
            assert!(answer.is_found() || answer.expansions == 0, "keys {held:b}, room {room}");
        }
    }
    let bytes = world.index_bytes() + workspace.bytes();
    assert!(bytes < 16 << 20, "{bytes} bytes for 256 sets of keys");
}

#[test]
fn a_start_that_a_unit_or_a_tag_blocks_is_told_a_free_place() {
    let key = Tags(1);
    let hero = Mover::default().to_builder().tags(key).build().unwrap();
    let mut world = World::with_mover("#....".parse::<Grid>().unwrap(), hero).unwrap();
    world.fill_tags(Rect::new(Cell::new(1, 0), Size::new(2, 1)), key).unwrap();
    let mut occupancy = Occupancy::new(&world);
    occupancy.enter(Unit::at((3, 0))).unwrap();
    let among = world.among(&mut occupancy).unwrap();
    let view = among.view(MoverId::FIRST).unwrap().with_tags(Tags::NONE).unwrap();
    for start in 0..3 {
        let reach = view.reach((start, 0), Cost::MAX, &mut Workspace::new()).unwrap();
        let free = reach.blocked().unwrap().nearest_free;
        assert_eq!(free, Some(Place::cell(4, 0)), "from {start},0");
        assert!(view.can_stand(free.unwrap()) && !view.can_stand((start, 0)));
    }
}

#[test]
fn the_largest_movers_avoid_the_largest_things_without_a_look_at_every_pair_of_cells() {
    let side = Footprint::square(64).unwrap();
    let mover = Mover::default().to_builder().footprint(side).build().unwrap();
    let grid = Grid::new((150, 150)).unwrap();
    let world = World::with_mover(grid.clone(), mover.clone()).unwrap();
    // The first of them lie partly under the mover, where they are not avoided.
    for least in [10, 40, 63, 64] {
        let things = (0..6).map(|more| Cell::new(least + more, 2 * more));
        let avoided: Vec<Avoid> =
            things.clone().map(|cell| Avoid::closed(cell).footprint(side)).collect();
        let mut walls = grid.clone();
        for cell in things.flat_map(|cell| Rect::new(cell, side.size()).cells()) {
            if (cell.x >= 64 || cell.y >= 64) && walls.terrain(cell).is_some() {
                walls.set(cell, Terrain::WALL).unwrap();
            }
        }
        let edited = World::with_mover(walls, mover.clone()).unwrap();
        for goal in [(0, 80), (80, 0), (80, 80), (3, 4)] {
            let query = Query::between((0, 0), goal);
            let expected = edited.find(&query, &mut Workspace::new()).unwrap();
            let query = query.avoiding(avoided.clone());
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            let outcome = |answer: &Answer| (answer.cost(), answer.outcome == Outcome::Unreachable);
            assert_eq!(outcome(&answer), outcome(&expected), "{least}: {goal:?}");
        }
    }
}
