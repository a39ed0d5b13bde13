//! What is told to be in the way of a question, held to what is left of the question without it.
//!
//! `XUNLU_SEEDS=100000 cargo test --release -p xunlu --test it explained` makes a longer run of it.

use xunlu::explain::{ClosedBy, Verdict};
use xunlu::{
    Avoid, Goal, Group, Map, Occupancy, Outcome, Passing, Place, Query, Rect, Size, Tags, Unit,
    UnitId, Workspace, World,
};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_standing_place, any_trial};

const SEEDS: u64 = 3_000;
const KEYS: Tags = Tags(0b1111);

fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

#[test]
fn without_what_is_in_the_way_there_is_a_path() {
    let (mut told, mut told_twice) = (0, 0);
    for seed in 0..number("XUNLU_SEEDS", SEEDS) {
        let places = try_one(&any_trial(seed));
        told += u32::from(places.is_some());
        let twice = |places: &Vec<Place>| places.array_windows().any(|[one, next]| one == next);
        told_twice += u32::from(places.as_ref().is_some_and(twice));
    }
    println!("{told} told, {told_twice} with a place closed by several");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(told >= 130 && told_twice >= 30, "{told} told, {told_twice} by several");
    }
}

/// Doors of four keys all over a map.
fn with_doors(mut map: Map, random: &mut Random) -> Map {
    for _ in 0..random.below(25) {
        let place = any_place(&map, random);
        let Some((layer, cell)) = map.cell_of(place) else { break };
        let bounds = map.ground(layer).unwrap().bounds();
        let size = Size::new(random.from_to(1, 5), random.from_to(1, 5));
        let needed = Tags(1 << random.below(4) | 1 << random.below(4));
        map.fill_tags_on(layer, Rect::new(cell, size).intersection(bounds), needed).unwrap();
    }
    map
}

/// Asks among units, keeping clear of places, with few keys. If that is all that is in the way, asks again
/// without what was told, and hands out the places that were.
fn try_one(trial: &Trial) -> Option<Vec<Place>> {
    let mut random = Random::new(trial.seed ^ 0x3891a1);
    let map = with_doors(trial.map.clone(), &mut random);
    let all = trial.mover.tags() | KEYS;
    let mover = trial.mover.to_builder().tags(all).build().unwrap();
    let world = World::with_mover(map.clone(), mover.clone()).unwrap();
    let mut units = Occupancy::new(&world);
    for _ in 0..random.below(40) {
        let group = Group(u8::try_from(random.below(2)).unwrap());
        units.enter(Unit::at(any_place(&map, &mut random)).group(group)).unwrap();
    }
    units.let_pass(Group(0), Group(1), Passing::Through);
    let avoided: Vec<Avoid> =
        (0..random.below(20)).map(|_| Avoid::closed(any_place(&map, &mut random))).collect();
    let from = any_standing_place(&Referee::new(&map, &mover), &mut random)?;
    let goals: Vec<Place> =
        (0..random.from_to(1, 3)).map(|_| any_place(&map, &mut random)).collect();
    let held = Tags(all.0 & u16::try_from(random.below(1 << 16)).unwrap());
    let asker = units.enter(Unit::at(from)).unwrap();

    let bare = Query::to(from, Goal::any_of(goals));
    let query = bare.clone().avoiding(avoided.clone()).tags(held).unit(asker);
    let explanation = world.among(&mut units).unwrap().explain(&query).unwrap();
    let Verdict::InTheWay(in_the_way) = &explanation.verdict else { return None };
    let (mut keys, mut is_avoided, mut gone) = (held, false, Vec::<UnitId>::new());
    for closed in in_the_way {
        match &closed.by {
            ClosedBy::Tags(tags) => keys = keys | *tags,
            ClosedBy::Units(met) => gone.extend(met),
            _ => is_avoided = true,
        }
    }
    gone.sort_unstable();
    gone.dedup();
    assert!(!gone.contains(&asker), "seed {}: in its own way", trial.seed);
    for unit in gone {
        units.leave(unit).unwrap();
    }
    let then = bare.avoiding(if is_avoided { Vec::new() } else { avoided }).tags(keys).unit(asker);
    let answer = world.among(&mut units).unwrap().find(&then, &mut Workspace::new()).unwrap();
    let is_found = matches!(answer.outcome, Outcome::Found(_));
    assert!(is_found, "seed {}: {} now, and {explanation}", trial.seed, answer.outcome);
    Some(in_the_way.iter().map(|closed| closed.place).collect())
}
