//! Movers that become others or are removed: a world knows of them what one made anew would know.

use xunlu::watch::{Break, Watcher};
use xunlu::{
    Grid, Map, Mover, MoverId, Occupancy, Outcome, Place, Query, Size, Tags, Terrain, Unit,
    Workspace, World, WorldErrorKind,
};
use xunlu_testkit::{Random, any_mover_for_grid, any_place, any_trial};

#[test]
fn whoever_movers_become_the_world_answers_as_one_made_anew() {
    let (mut set, mut removed) = (0, 0);
    for seed in 0..300 {
        let trial = any_trial(seed);
        if !matches!(trial.map, Map::Grid(_) | Map::Layers(_)) {
            continue;
        }
        let mut random = Random::new(seed ^ 0x5e70);
        let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let mut movers = vec![Some(trial.mover.clone())];
        let mut occupancy = Occupancy::new(&world);
        occupancy.enter(Unit::at(any_place(&trial.map, &mut random))).unwrap();
        for _ in 0..8 {
            let at = random.below(u32::try_from(movers.len()).unwrap()) as usize;
            let id = world.movers().map(|(id, _)| id).nth(random.below(3) as usize);
            let other = any_mover_for_grid(random.word());
            match (random.below(4), id) {
                (0, _) => {
                    let id = world.add_mover(other.clone()).unwrap();
                    movers.resize(movers.len().max(id.number() as usize + 1), None);
                    movers[id.number() as usize] = Some(other);
                }
                (1, Some(id)) if world.movers().count() > 1 => {
                    world.remove_mover(id).unwrap();
                    movers[id.number() as usize] = None;
                    removed += 1;
                }
                (2, Some(id)) => {
                    world.set_mover(id, other.clone()).unwrap();
                    movers[id.number() as usize] = Some(other);
                    set += 1;
                }
                _ => drop(world.set(any_place(&trial.map, &mut random), Terrain::WALL).unwrap()),
            }
            check(&world, &movers, at, &mut occupancy, &mut random);
        }
    }
    assert!(set > 150 && removed > 100, "{set} were set, {removed} removed");
}

/// Holds a mover of a world against the only one of a world of the same map.
fn check(
    world: &World,
    movers: &[Option<Mover>],
    at: usize,
    occupancy: &mut Occupancy,
    random: &mut Random,
) {
    let known: Vec<(u32, &Mover)> =
        world.movers().map(|(id, mover)| (id.number(), mover)).collect();
    let expected: Vec<(u32, &Mover)> =
        (0..).zip(movers).filter_map(|(number, mover)| Some((number, mover.as_ref()?))).collect();
    assert_eq!(known, expected);
    let map = world.map();
    let (from, to) = (any_place(map, random), any_place(map, random));
    let Some((id, mover)) = world.movers().find(|(id, _)| id.number() as usize == at) else {
        let gone = known.iter().map(|(number, _)| *number as usize).max().unwrap() < at;
        assert!(gone || movers[at].is_none());
        return;
    };
    let anew = World::with_mover(map.clone(), mover.clone()).unwrap();
    let ask = |world: &xunlu::Snapshot, mover: MoverId| {
        world.find(&Query::between(from, to).mover(mover), &mut Workspace::new()).unwrap().outcome
    };
    assert_eq!(ask(world, id), ask(&anew, MoverId::FIRST));
    assert_eq!(world.component_count(id), anew.component_count(MoverId::FIRST));
    // Whoever is in the way still is, whatever became of the movers that were asked about before.
    let mut alone = Occupancy::new(&anew);
    for (_, unit) in occupancy.units() {
        alone.enter(unit).unwrap();
    }
    let (here, there) = (world.among(occupancy).unwrap(), anew.among(&mut alone).unwrap());
    let cost = |outcome: Outcome<Place>| match outcome {
        Outcome::Found(found) => Some(found.path.cost),
        _ => None,
    };
    assert_eq!(cost(ask(&here, id)), cost(ask(&there, MoverId::FIRST)));
}

#[test]
fn what_is_known_of_nobody_is_dropped() {
    let mut world = World::new(Grid::new((200, 200)).unwrap()).unwrap();
    let alone = world.index_bytes();
    let large = Mover::default().to_builder().footprint(Size::new(3, 3)).build().unwrap();
    let ogre = world.add_mover(large.clone()).unwrap();
    assert!(world.index_bytes() > alone);
    world.remove_mover(ogre).unwrap();
    // Room for large movers is kept with the ground that the first mover stands on.
    let with_room = world.index_bytes();
    assert!(with_room <= alone + 202 * 202 + 4096, "{alone} bytes became {with_room}");
    assert_eq!(world.mover(ogre), None);
    let query = Query::between((0, 0), (9, 9)).mover(ogre);
    let error = world.find(&query, &mut Workspace::new()).unwrap_err();
    assert_eq!(error.kind(), WorldErrorKind::NoSuchMover);
    assert!(world.remove_mover(ogre).is_err() && world.set_mover(ogre, large.clone()).is_err());
    // A number is not given again.
    assert_ne!(world.add_mover(large).unwrap(), ogre);
}

#[test]
fn pending_questions_and_watched_paths_follow_a_mover() {
    let mut world = World::new("......\n.####.\n......".parse::<Grid>().unwrap()).unwrap();
    world.set_tags((2, 0), Tags::one(1).unwrap()).unwrap();
    let keyed = Mover::default().to_builder().tags(Tags::one(1).unwrap()).build().unwrap();
    let query = Query::between((0, 0), (5, 0));
    let mut pending = world.begin(query.clone(), &mut Workspace::new()).unwrap();
    world.set_mover(MoverId::FIRST, keyed).unwrap();
    let answer = loop {
        if let Some(answer) = world.advance(&mut pending, 1).unwrap() {
            break answer;
        }
    };
    let path = answer.into_path().unwrap();
    assert_eq!(path.places.len(), 6, "through the door whose key it has now");
    let mut watcher = Watcher::new(&world);
    let id = watcher.watch(&world, &path, MoverId::FIRST).unwrap();
    world.set_mover(MoverId::FIRST, Mover::default()).unwrap();
    let broken = watcher.update(&world);
    assert_eq!((broken[0].id, broken[0].step, broken[0].why), (id, 1, Break::Gone));
    let answer = world.advance(&mut pending, u64::MAX).unwrap().unwrap();
    assert!(answer.path().unwrap().places.len() > 6, "the key is lost");
}

#[test]
fn prices_that_change_often_leave_room_for_those_of_now() {
    let mut grid = Grid::new((24, 24)).unwrap();
    grid.fill(xunlu::Rect::new(xunlu::Cell::new(4, 4), Size::new(8, 8)), Terrain(3)).unwrap();
    for side in [1, 2] {
        let footprint = xunlu::Footprint::square(side).unwrap();
        let paying = |percent| {
            let builder = Mover::default().to_builder().footprint(footprint);
            builder.price(Terrain(3), xunlu::Weight::percent(percent)).build().unwrap()
        };
        let mut world = World::with_mover(grid.clone(), paying(200)).unwrap();
        let query = Query::between((0, 0), (20, 20));
        for percent in 201..240 {
            world.set_mover(MoverId::FIRST, paying(percent)).unwrap();
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            assert_eq!(answer.algorithm(), xunlu::Algorithm::JumpWeighted, "{percent} per cent");
            let anew = World::with_mover(grid.clone(), paying(percent)).unwrap();
            assert_eq!(anew.find(&query, &mut Workspace::new()).unwrap().cost(), answer.cost());
        }
    }
}
