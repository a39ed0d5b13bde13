//! Routes that are pulled tight where units, prices of one's own or tags that are gone keep a mover from
//! leaving its path: as on a map with walls there.

use std::collections::BTreeMap;
use xunlu::{
    Drawn, Grid, Map, Mover, MoverId, Occupancy, Path, Place, Query, Snapshot, Tags, Terrain, Unit,
    Workspace, World, WorldErrorKind,
};
use xunlu_testkit::{Random, any_place, any_trial};

const DRAWN: [Drawn; 4] = [Drawn::Cells, Drawn::Turns, Drawn::Pulled, Drawn::Smooth];

/// How many of a route's lines are the same among others as on a map with walls, and how many would be
/// straighter with nobody there.
#[derive(Default)]
struct Told {
    same: usize,
    straighter_alone: usize,
}

impl Told {
    fn check(
        &mut self,
        among: impl Fn(Drawn) -> xunlu::Route,
        path: &Path<Place>,
        worlds: [&World; 2],
    ) {
        let [walled, alone] =
            worlds.map(|world| move |drawn| world.route(path, MoverId::FIRST, drawn).unwrap());
        // Corners are cut where a price forbids and not where a wall stands, and what lies under a mover at
        // its start is free: then the walls break the path itself.
        if among(Drawn::Cells) != walled(Drawn::Cells) {
            return;
        }
        for drawn in DRAWN {
            assert_eq!(among(drawn), walled(drawn), "{drawn:?}");
            self.same += 1;
        }
        self.straighter_alone += usize::from(alone(Drawn::Pulled) != walled(Drawn::Pulled));
    }

    fn assert(&self, same: usize, straighter_alone: usize) {
        let Told { same: told, straighter_alone: alone } = *self;
        assert!(told > same && alone > straighter_alone, "{told} same, {alone} straighter alone");
    }
}

/// Random places of a random map of cells, and the ends of a question.
fn any_places(seed: u64) -> Option<(Map, Mover, [Place; 2], Vec<Place>)> {
    let trial = any_trial(seed);
    let mut random = Random::new(seed ^ 0x0c1e);
    let is_of_cells = matches!(trial.map, Map::Grid(_) | Map::Layers(_));
    let ends = [(); 2].map(|()| any_place(&trial.map, &mut random));
    let count = trial.map.node_count() / 12;
    let others = (0..count).map(|_| any_place(&trial.map, &mut random)).collect();
    is_of_cells.then_some((trial.map, trial.mover, ends, others))
}

fn path_of(snapshot: &Snapshot, ends: [Place; 2]) -> Option<Path<Place>> {
    let query = Query::between(ends[0], ends[1]);
    snapshot.find(&query, &mut Workspace::new()).unwrap().into_path()
}

/// The same world with walls at these places.
fn walled(world: &World, places: &[Place]) -> World {
    let (mut walled, mover) = (world.clone(), world.mover(MoverId::FIRST).unwrap());
    let mut terrains = (0..=u8::MAX).rev().map(Terrain);
    let wall = terrains.find(|&terrain| !mover.is_open(terrain)).expect("some ground is closed");
    for &place in places {
        walled.set(place, wall).unwrap();
    }
    walled
}

#[test]
fn routes_lead_round_units() {
    let mut told = Told::default();
    for seed in 0..600 {
        let Some((map, mover, ends, others)) = any_places(seed) else { continue };
        let footprint = mover.footprint();
        let world = World::with_mover(map, mover).unwrap();
        let mut units = Occupancy::new(&world);
        if units.enter(Unit::at(ends[0]).footprint(footprint)).is_err() {
            continue;
        }
        let is_start = |&place: &Place| world.map().node_at(place) == world.map().node_at(ends[0]);
        let others = others.into_iter().filter(|place| !is_start(place));
        let free = others.filter(|&place| units.enter(Unit::at(place)).is_ok());
        let free: Vec<Place> = free.collect();
        let among = world.among(&mut units).unwrap();
        let Some(path) = path_of(&among, ends) else { continue };
        let route = |drawn| among.route(&path, MoverId::FIRST, drawn).unwrap();
        told.check(route, &path, [&walled(&world, &free), &world]);
    }
    told.assert(350, 10);
}

#[test]
fn routes_keep_to_a_price_of_ones_own() {
    let mut told = Told::default();
    for seed in 0..600 {
        let Some((map, mover, ends, others)) = any_places(seed) else { continue };
        if mover.footprint() != xunlu::Footprint::ONE {
            continue;
        }
        let world = World::with_mover(map, mover).unwrap();
        let view = world.view(MoverId::FIRST).unwrap();
        let closed: Vec<_> = others.iter().filter_map(|&place| view.node_at(place)).collect();
        let price = |place: Place, cost| {
            let node = world.view(MoverId::FIRST).ok()?.node_at(place)?;
            (!closed.contains(&node)).then_some(cost)
        };
        let priced = view.priced(&price);
        let query = Query::between(ends[0], ends[1]);
        let answer = priced.find(&query, &mut Workspace::new()).unwrap();
        // Who stands on closed ground may leave it, and a map with a wall there says otherwise.
        let Some(path) =
            answer.into_path().filter(|_| !closed.contains(&view.node_at(ends[0]).unwrap()))
        else {
            continue;
        };
        let route = |drawn| priced.route(&path, drawn).unwrap();
        told.check(route, &path, [&walled(&world, &others), &world]);
    }
    told.assert(350, 10);
}

#[test]
fn routes_keep_off_ground_whose_key_is_gone() {
    let mut told = Told::default();
    let mut by_tags = BTreeMap::new();
    for seed in 0..600 {
        let Some((map, mover, ends, others)) = any_places(seed) else { continue };
        let key = Tags::one(7).unwrap();
        let Ok(keeper) = mover.to_builder().tags(key).build() else { continue };
        let Ok(keyless) = mover.to_builder().tags(Tags::NONE).build() else { continue };
        let mut worlds =
            [keeper, keyless].map(|mover| World::with_mover(map.clone(), mover).unwrap());
        for world in &mut worlds {
            for &place in &others {
                world.set_tags(place, key).unwrap();
            }
        }
        let [alone, without] = &worlds;
        let view = alone.view(MoverId::FIRST).unwrap().with_tags(Tags::NONE).unwrap();
        let query = Query::between(ends[0], ends[1]);
        let answer = view.find(&query, &mut Workspace::new()).unwrap();
        let Some(path) = answer.into_path() else { continue };
        *by_tags.entry(path.places.len() > 2).or_insert(0) += 1;
        told.check(|drawn| view.route(&path, drawn).unwrap(), &path, [without, alone]);
    }
    told.assert(350, 10);
}

#[test]
fn a_place_far_outside_is_refused_at_once() {
    let world = World::new(Grid::new((5, 5)).unwrap()).unwrap();
    let mut units = Occupancy::new(&world);
    units.enter(Unit::at((2, 2))).unwrap();
    let among = world.among(&mut units).unwrap();
    let mut path = among.path((0, 0), (4, 4)).unwrap().unwrap();
    path.places.push(Place::cell(i32::MAX, i32::MIN));
    let refused = among.route(&path, MoverId::FIRST, Drawn::Pulled).unwrap_err();
    assert_eq!(refused.kind(), WorldErrorKind::Outside);
}
