//! Fields in both directions against the referee, on generated maps of every kind: what each place's path
//! costs, that it can be walked, and which step comes next.

#![cfg(test)]

mod support;

use std::collections::BTreeMap;
use support::{map_of, place_of, referees_all};
use xunlu::{Field, FieldDirection, MoverId, Place, Workspace, World};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_trial, report};

#[test]
fn both_directions_agree_with_the_referee() {
    let mut workspace = Workspace::new();
    let (mut reached, mut unreached, mut differing) = (0, 0, 0);
    for seed in 0..2_000 {
        let trial = any_trial(seed);
        let world = World::with_mover(map_of(&trial.case), trial.mover.clone()).unwrap();
        let referee = Referee::new(&trial.case, &trial.mover);
        let mut random = Random::new(seed ^ 0xf1e1d);
        // One end as often as three: it takes less room.
        let count = [1, 3][random.below(2) as usize];
        let ends: Vec<_> = (0..count).map(|_| any_place(&trial.case, &mut random)).collect();
        let here: Vec<Place> = ends.iter().copied().map(place_of).collect();
        let from = world.field_from(&here, MoverId::FIRST, &mut workspace).unwrap();
        let to = world.field_to(&here, MoverId::FIRST, &mut workspace).unwrap();
        for (field, costs) in
            [(&from, referee.distances_from_any(&ends)), (&to, referee.distances_to_any(&ends))]
        {
            assert_eq!(field.revision(), world.revision());
            check(field, &referee, &trial, &costs);
            reached += costs.len();
            unreached += trial.case.places().len() - costs.len();
            for (&end, &place) in ends.iter().zip(&here) {
                assert_eq!(field.ends().contains(&place), referee.can_stand(end));
                assert_eq!(field.skipped().contains(&place), !referee.can_stand(end));
            }
        }
        let places = trial.case.places().into_iter().map(place_of);
        differing += places.filter(|&place| from.cost(place) != to.cost(place)).count();
    }
    assert!(reached > 100_000, "{reached} places with a path");
    assert!(unreached > 50_000, "{unreached} places without one");
    assert!(differing > 20_000, "{differing} places where the directions differ");
}

fn check(
    field: &Field,
    referee: &Referee<'_>,
    trial: &Trial,
    costs: &BTreeMap<xunlu_testkit::Place, u64>,
) {
    for place in trial.case.places() {
        let told =
            |what: &str| format!("{:?}: {}", field.direction(), report(trial, &[place], what));
        let (here, right) = (place_of(place), costs.get(&place).copied());
        assert_eq!(field.cost(here).map(|cost| u64::from(cost.0)), right, "{}", told("cost"));
        let Some(path) = field.path(here) else {
            assert_eq!((right, field.nearest(here), field.next_step(here)), (None, None, None));
            continue;
        };
        assert_eq!(Some(u64::from(path.cost.0)), right, "{}", told("cost of the path"));
        if let Err(fault) = referee.check_path(&referees_all(&path.places), path.cost.0.into()) {
            panic!("{fault}, {}", told("path"));
        }
        let mut places = path.places;
        if field.direction() == FieldDirection::From {
            places.reverse();
        }
        assert_eq!(places.first(), Some(&here), "{}", told("path"));
        assert_eq!(places.last(), field.nearest(here).as_ref(), "{}", told("nearest end"));
        assert_eq!(places.get(1), field.next_step(here).as_ref(), "{}", told("next step"));
    }
}
