//! That the makers make what they say, the same every time, and enough of each kind.

use super::*;
use std::collections::BTreeSet;
use xunlu_map::{Corners, Footprint, StepRule, Terrain};

#[test]
fn every_seed_makes_a_mover() {
    let mut rules = BTreeSet::new();
    for seed in 0..3_000 {
        let mover = any_mover_for_grid(seed);
        rules.insert(match mover.rule() {
            StepRule::Four => "four",
            StepRule::Eight(Corners::Always) => "always",
            StepRule::Eight(Corners::OneFree) => "one free",
            StepRule::Eight(Corners::NoCutting) => "no cutting",
            StepRule::Eight(Corners::Never) => "never",
            StepRule::Offsets(_) => "offsets",
            StepRule::Hex | StepRule::Links => panic!("not for square grids"),
        });
        assert_eq!(mover, any_mover_for_grid(seed));
    }
    assert_eq!(rules.len(), 6, "{rules:?}");
    for seed in 0..500 {
        assert_eq!(*any_mover_for_hex(seed).rule(), StepRule::Hex);
        assert_eq!(*any_mover_for_waypoints(seed).rule(), StepRule::Links);
    }
    let movers: Vec<Mover> = (0..500).map(any_mover_for_grid).collect();
    let some = |what: &str, is: &dyn Fn(&Mover) -> bool| {
        assert!(movers.iter().filter(|mover| is(mover)).count() > 5, "too few: {what}");
    };
    some("large", &|mover| mover.footprint() != Footprint::ONE);
    some("turning", &|mover| mover.turn_cost().0 > 0);
    some("diagonals cheaper", &|mover| mover.costs().diagonal < mover.costs().straight);
    some("diagonals expensive", &|mover| mover.costs().diagonal.0 > 2 * mover.costs().straight.0);
    some("cheap ground", &|mover| mover.weight(Terrain(10)).is_some_and(|w| w.as_percent() < 100));
    some("closed ground", &|mover| (1..10).any(|digit| !mover.is_open(Terrain(digit))));
    some("walks through walls", &|mover| mover.is_open(Terrain::WALL));
}

#[test]
fn plain_grids_are_plain_and_full_ones_have_everything() {
    for seed in 0..200 {
        let grid = any_grid_of(GridKind::Plain, seed);
        let (open, walls) =
            (grid.ground().count(Terrain::OPEN), grid.ground().count(Terrain::WALL));
        assert_eq!(u64::from(open) + u64::from(walls), grid.bounds().size.area());
        assert!(!grid.wrap().is_any() && grid.links().is_empty());
        assert_eq!(grid, any_grid_of(GridKind::Plain, seed));
    }
    let grids: Vec<Grid> = (0..300).map(|seed| any_grid_of(GridKind::Full, seed)).collect();
    let some = |what: &str, is: &dyn Fn(&Grid) -> bool| {
        assert!(grids.iter().filter(|grid| is(grid)).count() > 20, "too few: {what}");
    };
    some("tags", &|grid| grid.ground().tags().is_some());
    some("exits", &|grid| grid.ground().exits().is_some());
    some("joined left and right", &|grid| grid.wrap().x);
    some("joined top and bottom", &|grid| grid.wrap().y);
    some("free links", &|grid| grid.links().iter().any(|(_, link)| link.weight.as_percent() == 0));
    some("cheap ground", &|grid| grid.ground().count(Terrain(10)) > 0);
    some("corner away from zero", &|grid| grid.bounds().min.x != 0);
}

#[test]
fn trials_are_worth_asking() {
    let (mut found, mut unreachable, mut blocked) = (0, 0, 0);
    for seed in 0..600 {
        let trial = any_trial(seed);
        assert_eq!(trial, any_trial(seed));
        let referee = Referee::new(&trial.map, &trial.mover);
        let ends_stand = referee.can_stand(trial.from) && referee.can_stand(trial.to);
        match referee.optimal_cost(trial.from, trial.to) {
            Some(_) => found += 1,
            None if ends_stand => unreachable += 1,
            None => blocked += 1,
        }
    }
    assert!(found > 200, "{found} found, {unreachable} unreachable, {blocked} blocked");
    assert!(unreachable > 60, "{found} found, {unreachable} unreachable, {blocked} blocked");
    assert!(blocked > 60, "{found} found, {unreachable} unreachable, {blocked} blocked");
}

#[test]
fn trials_cover_every_kind_of_map() {
    let mut kinds = [0; 4];
    for seed in 0..400 {
        let kind = match any_trial(seed).map {
            Map::Grid(_) => 0,
            Map::Hex(_) => 1,
            Map::Layers(_) => 2,
            Map::Waypoints(_) => 3,
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 15), "{kinds:?}");
}
