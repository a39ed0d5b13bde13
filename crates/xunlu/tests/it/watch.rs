//! Random edits under watched paths, one by one, several at once, and looked at only now and then: what the
//! watcher tells is what checking every step of every path from scratch would tell; and `check_path` agrees
//! with the referee and with the watcher.

use xunlu::watch::{Break, Broken, WatchId, Watcher};
use xunlu::{
    Cell, Change, Cost, Door, Edit, Exits, Link, LinkId, Map, MoverId, Path, PathFault, Place,
    Query, Rect, Size, Tags, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_mover_for_grid, any_place, any_trial};

/// A watched path, and what checking it from scratch said last.
struct Model {
    id: WatchId,
    mover: MoverId,
    places: Vec<Place>,
    costs: Vec<u64>,
    first: Option<(usize, Break)>,
}

impl Model {
    fn look(&self, referee: &Referee<'_>) -> Option<(usize, Break)> {
        let costs = step_costs(referee, &self.places);
        let judged = self.costs.iter().zip(costs).map(|(&before, now)| match now {
            None => Some(Break::Gone),
            Some(now) => (now > before).then_some(Break::MoreExpensive),
        });
        judged.enumerate().find_map(|(step, why)| Some((step, why?)))
    }
}

/// What each step costs, the cheapest where several join two places; none where there is none.
fn step_costs(referee: &Referee<'_>, places: &[Place]) -> Vec<Option<u64>> {
    let cost = |pair: &[Place]| {
        let steps = referee.steps_from(pair[0]).iter();
        let joining = steps.filter(|step| step.to == pair[1]);
        joining.map(|step| step.cost).filter(|&cost| cost < u64::from(u32::MAX)).min()
    };
    places.windows(2).map(cost).collect()
}

/// The world's map as the referee takes it.

#[test]
fn what_is_told_is_what_a_look_at_everything_finds() {
    let (mut edits, mut told) = (0, [0; 2]);
    for seed in 0..160 {
        let (some_edits, some_told) = edit_under_paths(seed);
        edits += some_edits;
        told = [told[0] + some_told[0], told[1] + some_told[1]];
    }
    println!("{edits} edits, {told:?} breaks");
    assert!(edits > 8_000 && told[0] > 900 && told[1] > 300, "{edits} edits, {told:?} breaks");
}

/// Edits one map under paths; how many edits took place, and how many breaks of each kind were told.
fn edit_under_paths(seed: u64) -> (u64, [u64; 2]) {
    let trial = any_trial(seed);
    let mut random = Random::new(seed ^ 0x0a7c);
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    let mut movers = vec![MoverId::FIRST];
    if matches!(trial.map, Map::Grid(_) | Map::Layers(_)) {
        movers.push(world.add_mover(any_mover_for_grid(random.word())).unwrap());
    }
    let mut watcher = Watcher::new(&world);
    let mut models: Vec<Model> = Vec::new();
    let (mut edits, mut counts) = (0, [0; 2]);
    for _ in 0..40 {
        let map = world.map();
        if models.len() < 12 {
            models.extend(any_watched(&world, map, &mut watcher, &movers, &mut random));
        } else if random.chance(30) {
            let gone = models.remove(random.below(12) as usize);
            assert!(watcher.unwatch(gone.id) && watcher.broken(gone.id).is_none());
        }
        assert_eq!(watcher.len(), models.len());
        let before = world.revision();
        let count = if random.chance(30) { random.from_to(2, 9) } else { 1 };
        let made = any_edits(&mut world, &models, count, &mut random);
        assert_eq!(world.edits_since(before).unwrap().collect::<Vec<_>>(), made);
        if random.chance(1) && random.chance(10) {
            edit_for_long(&mut world, &models, &mut random);
        }
        edits += made.len() as u64;
        // Now and then nobody asks; the next look then tells of all.
        if random.chance(10) {
            continue;
        }
        let told = watcher.update(&world);
        let expected = look_at_all(&world, &movers, &mut models);
        assert_eq!(told, expected, "seed {seed}, {made:?}");
        assert_eq!(watcher.update(&world), []);
        check_watched(&world, &watcher, &models);
        for broken in told {
            counts[usize::from(broken.why == Break::MoreExpensive)] += 1;
        }
    }
    (edits, counts)
}

/// So many edits, one by one or as one change.
fn any_edits(world: &mut World, models: &[Model], count: u32, random: &mut Random) -> Vec<Edit> {
    let changes: Vec<Change> = (0..count).map(|_| any_change(world, models, random)).collect();
    if random.chance(50) {
        return changes.iter().filter_map(|change| world.apply(change).ok()).flatten().collect();
    }
    // Refused as a whole where two parts remove one link.
    world.apply(&Change::All(changes)).unwrap_or_default()
}

/// More edits than the world keeps, which leave the map as they found it, and one that does not.
fn edit_for_long(world: &mut World, models: &[Model], random: &mut Random) {
    let before = world.revision();
    let links = world.map().links().map(|(_, link)| link.clone()).next();
    let Some(link) = links else { return };
    let given = world.map().link_numbers_given();
    let there_and_gone =
        |number| [Change::AddLink(link.clone()), Change::RemoveLink(LinkId(given + number))];
    world.apply(&Change::All((0..600).flat_map(there_and_gone).collect())).unwrap();
    let _ = world.apply(&any_change(world, models, random));
    assert!(world.edits_since(before).is_none());
}

/// The watcher and `check_path` say the same of every path, and what lies before a broken step can be walked.
fn check_watched(world: &World, watcher: &Watcher, models: &[Model]) {
    for model in models {
        let walk = |places: &[Place]| {
            let (places, cost) = (places.to_vec(), Cost::ZERO);
            match world.check_path(&Path { places, cost }, model.mover) {
                Ok(()) | Err(PathFault::CostDiffers { .. }) => Ok(()),
                Err(fault) => Err(fault),
            }
        };
        let Some(Broken { step, why, .. }) = watcher.broken(model.id) else {
            // A path of one place has no step that could break.
            assert!(model.costs.is_empty() || walk(&model.places) == Ok(()));
            continue;
        };
        assert!(step == 0 || walk(&model.places[..=step]) == Ok(()));
        let fault = walk(&model.places[..=step + 1]);
        let expected = match fault {
            Ok(()) => Break::MoreExpensive,
            Err(PathFault::Blocked { place }) if place == step + 1 || step == 0 => Break::Gone,
            Err(PathFault::NoStep { step: at }) if at == step => Break::Gone,
            Err(other) => panic!("{other:?} at step {step}"),
        };
        assert_eq!(why, expected);
    }
}

fn look_at_all(world: &World, movers: &[MoverId], models: &mut [Model]) -> Vec<Broken> {
    let map = world.map();
    let referee = |&mover: &MoverId| Referee::new(map, world.mover(mover).unwrap());
    let referees: Vec<Referee<'_>> = movers.iter().map(referee).collect();
    let mut expected = Vec::new();
    for model in models {
        let first = model.look(&referees[model.mover.number() as usize]);
        if let Some((step, why)) = first.filter(|&first| Some(first) != model.first) {
            expected.push(Broken { id: model.id, step, why });
        }
        model.first = first;
    }
    expected
}

/// Gives a random path to be watched, if there is one; asks `check_path` about it and about others
/// that are near it.
fn any_watched(
    world: &World,
    map: &Map,
    watcher: &mut Watcher,
    movers: &[MoverId],
    random: &mut Random,
) -> Option<Model> {
    let mover = *random.pick(movers);
    let (from, to) = (any_place(map, random), any_place(map, random));
    let query = Query::between(from, to).mover(mover);
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    let path = answer.path()?;
    let referee = Referee::new(map, world.mover(mover).unwrap());
    check_paths_near(world, path, mover, &referee, random);
    let id = watcher.watch(world, path, mover).unwrap();
    let costs = step_costs(&referee, &path.places).into_iter().map(Option::unwrap).collect();
    Some(Model { id, mover, places: path.places.clone(), costs, first: None })
}

fn check_paths_near(
    world: &World,
    path: &Path<Place>,
    mover: MoverId,
    referee: &Referee<'_>,
    random: &mut Random,
) {
    assert_eq!(world.check_path(path, mover), Ok(()));
    for _ in 0..4 {
        let mut other = path.clone();
        let at = random.below(u32::try_from(other.places.len()).unwrap()) as usize;
        match random.below(4) {
            0 => other.cost = Cost(other.cost.0.wrapping_add(1)),
            1 => other.cost = other.cost.less(Cost(1)),
            2 => drop(other.places.remove(at)),
            _ => other.places[at] = any_place(referee.map(), random),
        }
        let places = &other.places;
        let ours = world.check_path(&other, mover);
        let theirs = referee.check_path(places, u64::from(other.cost.0));
        // Where several steps join two places ours is content with a cost between the two ends.
        let least = referee.least_cost_along(places);
        let between = least.is_some_and(|least| least < u64::from(other.cost.0));
        let agree = ours.is_ok() == theirs.is_ok() || (ours.is_ok() && between);
        assert!(agree, "{ours:?}, but {theirs:?}, of {other:?}");
    }
}

/// Any change, most of them where some watched path goes. It may be one that cannot be made.
fn any_change(world: &World, models: &[Model], random: &mut Random) -> Change {
    let map = world.map();
    let near = (!models.is_empty() && random.chance(70)).then(|| random.pick(models));
    let place = match near {
        Some(model) => *random.pick(&model.places),
        None => any_place(map, random),
    };
    let terrain = *random.pick(&[Terrain::OPEN, Terrain::OPEN, Terrain::WALL, Terrain(3)]);
    let (layer, cell) = match (world.map(), place) {
        (_, Place::Cell(cell)) => (0, cell),
        (_, Place::LayerCell(layer_cell)) => (layer_cell.layer, layer_cell.cell),
        (Map::Hex(grid), Place::Hex(hex)) => (0, grid.cell_of(hex)),
        _ => (0, Cell::default()),
    };
    let size = Size::new(random.from_to(1, 3), random.from_to(1, 3));
    let wide = Rect::new(Cell::new(cell.x - random.between(0, 1), cell.y), size);
    let links: Vec<LinkId> = world.map().links().map(|(id, _)| id).collect();
    match random.below(10) {
        0..=2 => Change::terrain(layer, Rect::cell(cell), terrain),
        3 => Change::terrain(layer, wide, terrain),
        4 => Change::Tags { layer, rect: wide, tags: Tags(1 << random.below(4)) },
        5 => {
            let exits = Exits(u8::try_from(random.below(256)).unwrap());
            Change::Exits { layer, rect: wide, exits }
        }
        6 | 7 if random.chance(60) => {
            // Often beside a step that a watched path takes.
            let other = near.map(|model| *random.pick(&model.places));
            let to = other.unwrap_or_else(|| any_place(map, random));
            let link = Link::two_way(place, to).costing(Weight::percent(random.below(500)));
            let link = Link { is_two_way: random.chance(50), ..link };
            Change::AddLink(link)
        }
        8 if !links.is_empty() => Change::RemoveLink(*random.pick(&links)),
        7 | 9 if !links.is_empty() => {
            let door = if random.chance(50) { Door::Open } else { Door::Shut };
            Change::Door { link: *random.pick(&links), door }
        }
        _ => Change::terrain(layer, Rect::cell(cell), terrain),
    }
}
