//! Jumps over hexes against the referee: links of any price, several goals, limits and slices, before and
//! after edits.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

#![cfg(test)]

use std::collections::BTreeMap;
use xunlu::map::HexArrangement;
use xunlu::search::EventKind;
use xunlu::{
    Algorithm, Answer, Cell, Cost, Door, Goal, Hex, HexGrid, Limit, Limits, Link, LinkId, Map,
    Mover, MoverId, Outcome, Place, Query, Reason, Recorder, Rect, Region, Size, Tags, Terrain,
    Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_place, any_standing_place};

const SEEDS: u64 = 300;
const WEIGHTS: [u32; 6] = [0, 30, 100, 250, 1_000, 6_000];

fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

fn grid_of(world: &World) -> &HexGrid {
    let Map::Hex(grid) = world.map() else { panic!("a hex grid") };
    grid
}

/// Hexes of any arrangement: noise of any density, rooms or blocks, in rows of one word or of several.
fn any_hexes(random: &mut Random) -> HexGrid {
    let most = *random.pick(&[24, 150]);
    let size = Size::new(random.from_to(1, most), random.from_to(1, most));
    let min = Cell::new(random.between(-200, 200), random.between(-200, 200));
    let arrangement = *random.pick(&HexArrangement::ALL);
    let mut grid = HexGrid::at(arrangement, Rect::new(min, size)).unwrap();
    let (kind, percent) = (random.below(3), *random.pick(&[0, 3, 10, 25, 40]));
    for cell in grid.bounds().cells() {
        let is_wall = match kind {
            0 => random.chance(percent),
            1 => (cell.x % 9 == 0 || cell.y % 7 == 0) && random.chance(88),
            _ => (cell.x.div_euclid(4) ^ cell.y.div_euclid(3)) % 5 == 0 && random.chance(95),
        };
        if is_wall {
            grid.set(grid.hex_at(cell), Terrain::WALL).unwrap();
        }
    }
    grid
}

/// Who pays as much for each step, often nothing that divides the prices of links.
fn any_mover(random: &mut Random) -> Mover {
    let price = *random.pick(&[1.0, 1.0, 0.37, 2.5]);
    let mut mover = Mover::hex();
    for terrain in 0..=9 {
        mover = mover.price(Terrain(terrain), price);
    }
    let tags = if random.chance(50) { Tags::one(1).unwrap() } else { Tags::NONE };
    mover.tags(tags).build().unwrap()
}

fn any_hex(grid: &HexGrid, random: &mut Random) -> Hex {
    let Rect { min, size } = grid.bounds();
    let [right, down] = [size.width, size.height].map(|side| random.below(side).cast_signed());
    grid.hex_at(Cell::new(min.x + right, min.y + down))
}

/// A link between any two hexes, most often near each other. Returns `None` where that is one hex.
fn any_link(grid: &HexGrid, random: &mut Random) -> Option<Link<Place>> {
    let from = any_hex(grid, random);
    let near = Hex::new(from.q + random.between(-4, 4), from.r + random.between(-4, 4));
    let is_near = random.chance(50) && grid.index_of(near).is_some();
    let to = if is_near { near } else { any_hex(grid, random) };
    let (from, to) = (Place::Hex(from), Place::Hex(to));
    let link = if random.chance(60) { Link::two_way(from, to) } else { Link::one_way(from, to) };
    let tags = if random.chance(15) { Tags::one(1).unwrap() } else { Tags::NONE };
    let door = if random.chance(25) { Door::Shut } else { Door::Open };
    let weight = Weight::percent(*random.pick(&WEIGHTS));
    (from != to).then(|| link.costing(weight).tagged(tags).with_door(door))
}

/// Adds a link, removes one, or opens or shuts a door.
fn change_links(world: &mut World, random: &mut Random) {
    let known: Vec<LinkId> = grid_of(world).links().iter().map(|(id, _)| id).collect();
    if known.is_empty() || random.chance(60) {
        if let Some(link) = any_link(grid_of(world), random) {
            world.add_link(link).unwrap();
        }
        return;
    }
    let id = *random.pick(&known);
    if random.chance(30) {
        world.remove_link(id).unwrap();
    } else {
        let door = *random.pick(&[Door::Open, Door::Shut]);
        world.set_door(id, door).unwrap();
    }
}

fn change_ground(world: &mut World, random: &mut Random) {
    let bounds = grid_of(world).bounds();
    let corner = grid_of(world).cell_of(any_hex(grid_of(world), random));
    let size = Size::new(random.from_to(1, 6), random.from_to(1, 6));
    let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
    world.fill(Rect::new(corner, size).intersection(bounds), terrain).unwrap();
}

/// A goal of any kind that is not away from somewhere.
fn any_goal(world: &World, referee: &Referee<'_>, random: &mut Random) -> Goal {
    let any = |random: &mut Random| {
        let standing = any_standing_place(referee, random).filter(|_| !random.chance(10));
        standing.unwrap_or_else(|| any_place(world.map(), random))
    };
    let of = any(random);
    match random.below(5) {
        0 => Goal::At(of),
        1 => {
            let count = *random.pick(&[1, 2, 7, 16, 60]);
            Goal::AnyOf((0..count).map(|_| any(random)).collect())
        }
        2 => Goal::Within { of, radius: random.below(9), in_sight: random.chance(30) },
        _ => {
            let Place::Hex(hex) = of else { panic!("a hex") };
            let corner = grid_of(world).cell_of(hex);
            let size = Size::new(random.from_to(1, 9), random.from_to(1, 9));
            Goal::Region(Region::from(Rect::new(corner, size)))
        }
    }
}

/// The places that are a goal. Whether one lies within a radius the world itself says, asked from there,
/// which `tests/goals.rs` holds right.
fn places_of(world: &World, goal: &Goal, all: &[Place]) -> Vec<Place> {
    let hex_of = |place: &Place| if let Place::Hex(hex) = place { *hex } else { panic!("a hex") };
    let ends_there = |place: &Place| {
        let answer = world.find(&Query::to(*place, goal.clone()), &mut Workspace::new());
        answer.is_ok_and(|answer| answer.path().is_some_and(|path| path.places.len() == 1))
    };
    let within = |place: &Place| match goal {
        Goal::Within { of, radius, .. } => {
            hex_of(of).distance(hex_of(place)) <= 2 * radius && ends_there(place)
        }
        Goal::Region(region) => region.contains(0, grid_of(world).cell_of(hex_of(place))),
        _ => panic!("another goal"),
    };
    match goal {
        Goal::At(place) => vec![*place],
        Goal::AnyOf(places) => places.clone(),
        _ => all.iter().copied().filter(within).collect(),
    }
}

/// How many paths were found, by who answered and to how many goals.
type Tally = BTreeMap<(&'static str, bool), u32>;

fn ask_some(
    (world, mover): (&World, &Mover),
    by: Algorithm,
    random: &mut Random,
    tally: &mut Tally,
    says: &str,
) {
    let referee = Referee::new(world.map(), mover);
    let all = referee.standing_places();
    let Some(start) = any_standing_place(&referee, random) else { return };
    let costs = referee.distances(start);
    let mut workspace = Workspace::new();
    for _ in 0..3 {
        let goal = any_goal(world, &referee, random);
        let goals = places_of(world, &goal, &all);
        let least = goals.iter().filter_map(|place| costs.get(place)).min().copied();
        let mut query = Query::to(start, goal.clone()).algorithm(by);
        let limit = least.filter(|_| random.chance(25)).map(|least| {
            let limit = u32::try_from(least).unwrap().saturating_add_signed(random.between(-1, 1));
            query = query.clone().limits(Limits::NONE.cost_max(Cost(limit)));
            u64::from(limit)
        });
        let says = format_args!("{says}: {goal:?} from {start}, limit {limit:?}\n{}", world.map());
        let answer = if random.chance(30) {
            sliced(world, query, random)
        } else {
            world.find(&query, &mut workspace).unwrap()
        };
        let by = answer.algorithm().name();
        let expected = least.filter(|&least| limit.is_none_or(|limit| least <= limit));
        match &answer.outcome {
            Outcome::Found(found) => {
                let (path, cost) = (&found.path.places, u64::from(found.path.cost.0));
                assert_eq!(Some(cost), expected, "{by}, {says}");
                assert_eq!(referee.check_path(path, cost), Ok(()), "{by}, {says}");
                assert_eq!(path.first(), Some(&start), "{says}");
                assert!(goals.contains(path.last().unwrap()), "{by}, {says}");
                *tally.entry((by, goals.len() > 1)).or_default() += 1;
            }
            Outcome::GaveUp(Limit::Cost) => {
                assert_eq!((expected, least.is_some()), (None, true), "{by}, {says}");
                *tally.entry(("gave up", goals.len() > 1)).or_default() += 1;
            }
            Outcome::Unreachable | Outcome::Blocked(_) => assert_eq!(least, None, "{by}, {says}"),
            Outcome::GaveUp(_) => panic!("{answer:?}, {says}"),
        }
    }
}

fn sliced(world: &World, query: Query, random: &mut Random) -> Answer {
    let mut pending = world.begin(query, &mut Workspace::new()).unwrap();
    loop {
        if let Some(answer) = world.advance(&mut pending, random.from_to(1, 9).into()).unwrap() {
            return answer;
        }
    }
}

/// Asks on worlds with so many links at first. By an index where there is one, it is made now and then.
fn ask_worlds(salt: u64, by: Algorithm, links: impl Fn(&mut Random) -> u32) -> Tally {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut tally = Tally::new();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ salt);
        let mover = any_mover(&mut random);
        let mut world = World::with_mover(any_hexes(&mut random), mover.clone()).unwrap();
        let count = links(&mut random);
        for _ in 0..count {
            if let Some(link) = any_link(grid_of(&world), &mut random) {
                world.add_link(link).unwrap();
            }
        }
        for edit in 0..3 {
            if by == Algorithm::JumpIndex && random.chance(75) {
                assert!(world.build_index(MoverId::FIRST).unwrap());
            }
            let says = format!("seed {seed}, {edit}");
            ask_some((&world, &mover), by, &mut random, &mut tally, &says);
            change_ground(&mut world, &mut random);
            if count > 0 {
                change_links(&mut world, &mut random);
            }
        }
    }
    println!("{tally:?}");
    tally
}

#[test]
fn jumps_over_hexes_to_several_goals_agree_with_the_referee() {
    let tally = ask_worlds(0x90a1, Algorithm::JumpPoints, |_| 0);
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(tally[&("jps", true)] > 750, "{tally:?}");
        assert!(tally[&("jps", false)] > 250, "{tally:?}");
        assert!(!tally.contains_key(&("astar", true)), "{tally:?}");
    }
}

#[test]
fn jumps_over_hexes_with_links_agree_with_the_referee() {
    let by = Algorithm::JumpPoints;
    let tally = ask_worlds(0x11e5, by, |random| *random.pick(&[1, 2, 5, 20, 100]));
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(tally[&("jps", true)] > 750, "{tally:?}");
        assert!(tally[&("jps", false)] > 250, "{tally:?}");
        assert!(!tally.contains_key(&("astar", true)), "{tally:?}");
    }
}

#[test]
fn an_index_on_hexes_agrees_with_the_referee() {
    let by = Algorithm::JumpIndex;
    let tally = ask_worlds(0x1dec, by, |random| *random.pick(&[0, 0, 1, 5, 20, 100]));
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(tally[&("jps-index", true)] > 750, "{tally:?}");
        assert!(tally[&("jps-index", false)] > 250, "{tally:?}");
        // Where ground was opened, or a link added.
        assert!(tally[&("jps", true)] > 100, "{tally:?}");
        assert!(!tally.contains_key(&("astar", true)), "{tally:?}");
    }
}

/// Hexes come and go, and links with them, and a path is only the cheapest if no estimate is above what the
/// rest of it costs.
#[test]
fn no_estimate_by_landmarks_on_hexes_is_above_the_cost() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut told, mut asked) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 2 {
        let mut random = Random::new(seed ^ 0x0e57);
        let mover = any_mover(&mut random);
        let mut world = World::with_mover(any_hexes(&mut random), mover.clone()).unwrap();
        for _ in 0..*random.pick(&[0, 0, 2, 20]) {
            change_links(&mut world, &mut random);
        }
        assert!(world.build_index(MoverId::FIRST).unwrap());
        let mut taken_back = Vec::new();
        for _ in 0..6 {
            let hex = any_hex(grid_of(&world), &mut random);
            taken_back.push((hex, grid_of(&world).terrain(hex).unwrap()));
            world.set(hex, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
            while let Some((hex, was)) = taken_back.pop_if(|_| random.chance(60)) {
                world.set(hex, was).unwrap();
            }
            if random.chance(10) {
                change_links(&mut world, &mut random);
            }
            match check_estimates(&world, &mover, &mut random) {
                Some(count) => (told, asked) = (told + count, asked + 1),
                None => assert!(world.build_index(MoverId::FIRST).unwrap()),
            }
        }
    }
    println!("{told} estimates of {asked} searches");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(told > 5_000, "only {told} estimates were told");
    }
}

/// Holds every estimate of a search by landmarks against the referee. Returns how many there were after the
/// first eight expansions, which go without, or `None` if nobody goes by landmarks.
fn check_estimates(world: &World, mover: &Mover, random: &mut Random) -> Option<usize> {
    let referee = Referee::new(world.map(), mover);
    let places = [0; 4].map(|_| any_standing_place(&referee, random));
    let [Some(from), Some(one), Some(other), Some(third)] = places else { return Some(0) };
    let goals = [one, other, third];
    let goals = &goals[..*random.pick(&[1, 1, 3])];
    let goal = Goal::any_of(goals.iter().copied());
    let query = Query::to(from, goal).algorithm(Algorithm::JumpIndex);
    let mut recorder = Recorder::default();
    let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
    if answer.choice.reason == Reason::IndexIsMissing {
        return None;
    }
    let costs: Vec<_> = goals.iter().map(|goal| referee.distances_to(*goal)).collect();
    let snapshot = world.snapshot();
    let (mut closed, mut told) = (0, 0);
    for event in recorder.events() {
        told += usize::from(closed >= 8);
        closed += u32::from(event.kind == EventKind::Closed);
        let place = snapshot.place_of(MoverId::FIRST, event.node).unwrap();
        let rest = costs.iter().filter_map(|costs| costs.get(&place)).min();
        let what = || format!("{event:?} at {place}, {from} to {goals:?}\n{}", world.map());
        let is_less = rest.is_none_or(|&rest| u64::from(event.h.0) <= rest);
        assert!(is_less, "{rest:?} is less than estimated: {}", what());
    }
    Some(told)
}

/// Landmarks that come while a search is under way, or are set aside by then, change nothing about its path.
#[test]
fn a_search_goes_on_over_landmarks_that_came_meanwhile() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut found = [0; 2];
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 3 {
        let mut random = Random::new(seed ^ 0x511c);
        let mover = any_mover(&mut random);
        let mut world = World::with_mover(any_hexes(&mut random), mover.clone()).unwrap();
        let referee_map = world.map().clone();
        let referee = Referee::new(&referee_map, &mover);
        let ends = [0; 2].map(|_| any_standing_place(&referee, &mut random));
        let [Some(from), Some(to)] = ends else { continue };
        let least = referee.distances(from).get(&to).copied();
        // Made of ground on which less is open, they are set aside, and others are made.
        let others = {
            let mut other = world.clone();
            let Place::Hex(hex) = from else { panic!("a hex") };
            other.set(hex, Terrain::WALL).unwrap();
            assert!(other.build_index(MoverId::FIRST).unwrap());
            other.set(hex, Terrain::OPEN).unwrap();
            other.snapshot()
        };
        let before = world.snapshot();
        assert!(world.build_index(MoverId::FIRST).unwrap());
        let made = world.snapshot();
        let from_to = [(&before, &made), (&made, &before), (&made, &others), (&others, &made)];
        for (number, (one, other)) in from_to.into_iter().enumerate() {
            let query = Query::between(from, to).algorithm(Algorithm::JumpIndex);
            let mut pending = one.begin(query, &mut Workspace::new()).unwrap();
            let answer = one.advance(&mut pending, random.from_to(1, 30).into()).unwrap();
            let answer = answer.or_else(|| other.advance(&mut pending, u64::MAX).unwrap()).unwrap();
            let cost = answer.path().map(|path| u64::from(path.cost.0));
            assert_eq!(cost, least, "seed {seed}, {number}");
            found[number / 2] += u32::from(cost.is_some());
        }
    }
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found.iter().all(|&found| found > 150), "{found:?}");
    }
}

/// One rectangle around a hex or two of them.
fn any_region(grid: &HexGrid, around: Hex, random: &mut Random) -> Region {
    let mut rect = |around: Hex| {
        let Cell { x, y } = grid.cell_of(around);
        let size = Size::new(random.from_to(1, 90), random.from_to(1, 90));
        let [left, up] = [size.width, size.height].map(|side| random.below(side).cast_signed());
        Rect::new(Cell::new(x - left, y - up), size)
    };
    let first = rect(around);
    let other = rect(around);
    let is_one = random.chance(60);
    Region::of([first, other].into_iter().take(if is_one { 1 } else { 2 })).unwrap()
}

/// Asks for paths from a place within a region around it, whoever answers, or else to the nearest place.
fn ask_within(world: &World, mover: &Mover, random: &mut Random, tally: &mut Tally, says: &str) {
    let (whole, mut workspace) = (Referee::new(world.map(), mover), Workspace::new());
    let Some(start) = any_standing_place(&whole, random) else { return };
    let hex_of = |place: Place| if let Place::Hex(hex) = place { hex } else { panic!("a hex") };
    let region = any_region(grid_of(world), hex_of(start), random);
    let lies_within = |place: Place| region.contains(0, grid_of(world).cell_of(hex_of(place)));
    let referee = Referee::new(world.map(), mover).kept_to(lies_within);
    let (costs, near) = (referee.distances(start), referee.standing_places());
    let any_goal = |random: &mut Random| match random.chance(80) {
        true => *random.pick(&near),
        false => any_place(world.map(), random),
    };
    let goals: Vec<Place> = (0..*random.pick(&[1, 1, 3])).map(|_| any_goal(&mut *random)).collect();
    let least = goals.iter().filter_map(|place| costs.get(place)).min().copied();
    let goal = Goal::any_of(goals.iter().copied());
    let query = Query::to(start, goal).within(region.clone()).nearest(true);
    // More than two searches of all hexes take is as good as no limit.
    let query = if random.chance(50) { query.limit(1_000_000) } else { query };
    let answer = match random.chance(30) {
        true => sliced(world, query.clone(), random),
        false => world.find(&query, &mut workspace).unwrap(),
    };
    let by = answer.algorithm().name();
    let says = format_args!("{says}, {by}: {query:?}\n{}", world.map());
    match (&answer.outcome, least) {
        (Outcome::Found(found), Some(least)) => {
            let path = &found.path.places;
            assert_eq!(u64::from(found.path.cost.0), least, "{says}");
            assert_eq!(whole.check_path(path, least), Ok(()), "{says}");
            assert!(path.iter().copied().all(lies_within), "{says}");
            assert_eq!(path.first(), Some(&start), "{says}");
            assert!(goals.contains(path.last().unwrap()), "{says}");
            *tally.entry((by, goals.len() > 1)).or_default() += 1;
        }
        (Outcome::Found(_), _) | (_, Some(_)) => panic!("{answer:?}: {says}"),
        // Whoever searches cell by cell, and is asked to, says the same of it.
        (_, None) => {
            let by_cells = query.clone().algorithm(Algorithm::AStar);
            let expected = world.find(&by_cells, &mut workspace).unwrap();
            assert_eq!(answer.outcome, expected.outcome, "{says}");
            assert_eq!(answer.nearest, expected.nearest, "{says}");
            *tally.entry(("nobody", goals.len() > 1)).or_default() += 1;
        }
    }
}

#[test]
fn paths_over_hexes_keep_to_a_region_whoever_finds_them() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut tally = Tally::new();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x4e61);
        let mover = any_mover(&mut random);
        let mut world = World::with_mover(any_hexes(&mut random), mover.clone()).unwrap();
        for _ in 0..*random.pick(&[0, 0, 1, 5]) {
            if let Some(link) = any_link(grid_of(&world), &mut random) {
                world.add_link(link).unwrap();
            }
        }
        for _ in 0..4 {
            ask_within(&world, &mover, &mut random, &mut tally, &format!("seed {seed}"));
        }
    }
    println!("{tally:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        for (by, is_several, least) in
            [("jps", false, 200), ("jps", true, 50), ("astar", false, 12), ("nobody", false, 50)]
        {
            assert!(tally[&(by, is_several)] > least, "{tally:?}");
        }
    }
}

/// Landmarks know links at the price of those they were made for.
#[test]
fn who_pays_less_for_links_goes_by_no_landmarks_that_were_made_for_others() {
    let mut grid = HexGrid::new(HexArrangement::OddR, Size::new(60, 40)).unwrap();
    grid.fill(Rect::new(Cell::new(30, 1), Size::new(1, 39)), Terrain::WALL).unwrap();
    let [here, there] = [Cell::new(5, 30), Cell::new(55, 35)].map(|cell| grid.hex_at(cell));
    let ends = [Cell::new(28, 20), Cell::new(32, 20)].map(|cell| Place::Hex(grid.hex_at(cell)));
    let dear = Mover::hex().price(Terrain::OPEN, 2.5).build().unwrap();
    let mut world = World::with_mover(grid, Mover::hex().build().unwrap()).unwrap();
    world.add_link(Link::two_way(ends[0], ends[1]).costing(Weight::percent(600))).unwrap();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    let other = world.add_mover(dear).unwrap();
    let ask = |world: &World, mover, by| {
        let query = Query::between(here, there).mover(mover).algorithm(by);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        (answer.algorithm(), answer.path().unwrap().cost)
    };
    for (is_made_for, by) in
        [(MoverId::FIRST, Algorithm::JumpPoints), (other, Algorithm::JumpIndex)]
    {
        assert!(world.build_index(is_made_for).unwrap());
        for (mover, by) in [(MoverId::FIRST, Algorithm::JumpIndex), (other, by)] {
            let (_, least) = ask(&world, mover, Algorithm::AStar);
            assert_eq!(ask(&world, mover, Algorithm::JumpIndex), (by, least));
        }
    }
}
