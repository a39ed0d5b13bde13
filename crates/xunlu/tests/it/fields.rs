//! Fields in both directions against the referee, on generated maps of every kind: what each place's path
//! costs, that it can be walked, and which step comes next.

use std::collections::BTreeMap;
use xunlu::{Field, FieldDirection, MoverId, Place, Workspace, World};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_trial, places, report};

#[test]
fn both_directions_agree_with_the_referee() {
    let mut workspace = Workspace::new();
    let (mut reached, mut unreached, mut differing) = (0, 0, 0);
    for seed in 0..2_000 {
        let trial = any_trial(seed);
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let referee = Referee::new(&trial.map, &trial.mover);
        let mut random = Random::new(seed ^ 0xf1e1d);
        // One end as often as three: it takes less room.
        let count = [1, 3][random.below(2) as usize];
        let ends: Vec<_> = (0..count).map(|_| any_place(&trial.map, &mut random)).collect();
        let from = world.field_from(&ends, MoverId::FIRST, &mut workspace).unwrap();
        let to = world.field_to(&ends, MoverId::FIRST, &mut workspace).unwrap();
        for (field, costs) in
            [(&from, referee.distances_from_any(&ends)), (&to, referee.distances_to_any(&ends))]
        {
            assert_eq!(field.revision(), world.revision());
            check(field, &referee, &trial, &costs);
            reached += costs.len();
            unreached += places(&trial.map).len() - costs.len();
            for &end in &ends {
                assert_eq!(field.ends().contains(&end), referee.can_stand(end));
                assert_eq!(field.skipped().contains(&end), !referee.can_stand(end));
            }
        }
        let places = places(&trial.map).into_iter();
        differing += places.filter(|&place| from.cost_at(place) != to.cost_at(place)).count();
    }
    assert!(reached > 100_000, "{reached} places with a path");
    assert!(unreached > 50_000, "{unreached} places without one");
    assert!(differing > 20_000, "{differing} places where the directions differ");
}

fn check(field: &Field, referee: &Referee<'_>, trial: &Trial, costs: &BTreeMap<Place, u64>) {
    for place in places(&trial.map) {
        let told =
            |what: &str| format!("{:?}: {}", field.direction(), report(trial, &[place], what));
        let right = costs.get(&place).copied();
        assert_eq!(field.cost_at(place).map(|cost| u64::from(cost.0)), right, "{}", told("cost"));
        let Some(path) = field.path(place) else {
            assert_eq!((right, field.nearest(place), field.next_step(place)), (None, None, None));
            continue;
        };
        assert_eq!(Some(u64::from(path.cost.0)), right, "{}", told("cost of the path"));
        if let Err(fault) = referee.check_path(&path.places, path.cost.0.into()) {
            panic!("{fault}, {}", told("path"));
        }
        let mut places = path.places;
        if field.direction() == FieldDirection::From {
            places.reverse();
        }
        assert_eq!(places.first(), Some(&place), "{}", told("path"));
        assert_eq!(places.last(), field.nearest(place).as_ref(), "{}", told("nearest end"));
        assert_eq!(places.get(1), field.next_step(place).as_ref(), "{}", told("next step"));
    }
}
