//! What tests of jumps share: movers, ground that is walls or of several prices, and questions put to a world
//! and to the referee.

use xunlu::map::{MoverBuilder, Offset};
use xunlu::{
    Algorithm, Cell, Corners, Cost, Door, Grid, Link, LinkId, Map, Mover, MoverId, Outcome, Place,
    Query, Recorder, Rect, Size, StepCosts, Tags, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

pub(crate) const SEEDS: u64 = 600;
pub(crate) const FOOTPRINTS: [Size; 6] =
    [Size::ONE, Size::ONE, Size::new(2, 2), Size::new(3, 1), Size::new(1, 4), Size::new(5, 3)];

pub(crate) fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

pub(crate) fn rules() -> [MoverBuilder; 5] {
    [
        Mover::four(),
        Mover::eight(Corners::Never),
        Mover::eight(Corners::NoCutting),
        Mover::eight(Corners::OneFree),
        Mover::eight(Corners::Always),
    ]
}

pub(crate) fn costs() -> [StepCosts; 5] {
    let of = |straight, diagonal| StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
    [StepCosts::EXACT, StepCosts::TEN_FOURTEEN, of(1, 1), of(1, 2), of(3, 5)]
}

/// A grid of walls and open ground: noise of any density, blocks, corridors or rooms.
pub(crate) fn any_ground(random: &mut Random) -> Grid {
    let side = |random: &mut Random| {
        let most = *random.pick(&[24, 150]);
        random.from_to(1, most)
    };
    let size = Size::new(side(random), side(random));
    let min = Cell::new(random.between(-200, 200), random.between(-200, 200));
    let mut grid = Grid::at(Rect::new(min, size)).unwrap();
    let bounds = grid.bounds();
    match random.below(4) {
        0 => {
            let percent = *random.pick(&[3, 10, 25, 40]);
            for cell in bounds.cells().filter(|_| random.chance(percent)).collect::<Vec<_>>() {
                grid.set(cell, Terrain::WALL).unwrap();
            }
        }
        1 => {
            for _ in 0..size.area() / 40 {
                fill_some(&mut grid, random, Terrain::WALL, 9);
            }
        }
        2 => {
            grid.fill(bounds, Terrain::WALL).unwrap();
            for _ in 0..size.area() / 25 {
                fill_some(&mut grid, random, Terrain::OPEN, 12);
            }
        }
        _ => {
            for cell in bounds.cells().filter(|cell| cell.x % 9 == 0 || cell.y % 7 == 0) {
                let terrain = if random.chance(12) { Terrain::OPEN } else { Terrain::WALL };
                grid.set(cell, terrain).unwrap();
            }
        }
    }
    grid
}

/// Fills a rectangle somewhere, at most so long a side.
pub(crate) fn fill_some(grid: &mut Grid, random: &mut Random, terrain: Terrain, most: u32) {
    let rect = any_rect(grid, random, most);
    grid.fill(rect, terrain).unwrap();
}

pub(crate) fn any_rect(grid: &Grid, random: &mut Random, most: u32) -> Rect {
    let Rect { min, size } = grid.bounds();
    let (right, down) = (random.below(size.width), random.below(size.height));
    let cell = Cell::new(min.x + right.cast_signed(), min.y + down.cast_signed());
    let some = Size::new(random.from_to(1, most), random.from_to(1, most));
    Rect::new(cell, some).intersection(grid.bounds())
}

/// What covers ground in the tests of ground of several prices.
pub(crate) const GROUNDS: [Terrain; 6] =
    [Terrain::OPEN, Terrain(1), Terrain(2), Terrain(3), Terrain(9), Terrain(40)];

/// Lays terrain over open ground: patches, noise or slopes.
pub(crate) fn cover(grid: &mut Grid, random: &mut Random) {
    let bounds = grid.bounds();
    match random.below(4) {
        0 | 1 => {
            let most = *random.pick(&[4, 12, 40]);
            for _ in 0..bounds.size.area() / u64::from(most * most) + 1 {
                let (rect, terrain) = (any_rect(grid, random, most), *random.pick(&GROUNDS));
                cover_rect(grid, rect, |_| terrain);
            }
        }
        2 => {
            let percent = *random.pick(&[2, 20, 100]);
            let noise: Vec<_> =
                bounds.cells().map(|_| (random.chance(percent), *random.pick(&GROUNDS))).collect();
            let mut noise = noise.into_iter();
            cover_rect(grid, bounds, |_| match noise.next() {
                Some((true, terrain)) => terrain,
                _ => Terrain::OPEN,
            });
        }
        _ => {
            let (across, down) = (random.between(1, 9), random.between(1, 9));
            cover_rect(grid, bounds, |Cell { x, y }| {
                let step = (x.div_euclid(across) + y.div_euclid(down)).rem_euclid(9);
                Terrain(u8::try_from(step).unwrap() + 1)
            });
        }
    }
}

pub(crate) fn cover_rect(grid: &mut Grid, rect: Rect, mut terrain_at: impl FnMut(Cell) -> Terrain) {
    for cell in rect.cells() {
        let terrain = terrain_at(cell);
        if grid.terrain(cell) != Some(Terrain::WALL) {
            grid.set(cell, terrain).unwrap();
        }
    }
}

pub(crate) const WEIGHTS: [u32; 6] = [0, 30, 100, 250, 1_000, 6_000];

/// Asks some questions of a world as it is now; how many had a path.
pub(crate) fn ask_some(
    seed: u64,
    world: &World,
    mover: &Mover,
    algorithm: Algorithm,
    random: &mut Random,
) -> u32 {
    let mut workspace = Workspace::new();
    let map = world.map();
    let referee = Referee::new(map, mover);
    let mut found = 0;
    for _ in 0..2 {
        let Some(from) = any_standing_place(&referee, random) else { return found };
        let costs = referee.distances(from);
        for _ in 0..4 {
            let to = any_standing_place(&referee, random).unwrap();
            let query = Query::between(from, to).algorithm(algorithm);
            let answer = world.find(&query, &mut workspace).unwrap();
            let what = format_args!("seed {seed}, {from} to {to}, {mover:?}\n{map}");
            assert_eq!(answer.algorithm(), algorithm, "{what}");
            match (&answer.outcome, costs.get(&to)) {
                (Outcome::Unreachable, None) => {}
                (Outcome::Found(answered), Some(&least)) => {
                    found += 1;
                    let cost = u64::from(answered.path.cost.0);
                    assert_eq!((cost, answered.lower_bound), (least, answered.path.cost), "{what}");
                    let walked = referee.check_path(&answered.path.places, cost);
                    assert_eq!(walked, Ok(()), "{what}");
                    let ends = (answered.path.places.first(), answered.path.places.last());
                    assert_eq!(ends, (Some(&from), Some(&to)), "{what}");
                }
                (outcome, least) => panic!("{outcome:?}, not {least:?}: {what}"),
            }
        }
    }
    found
}

/// Holds what a search estimates against what the rest of the way really costs, from every place that it
/// tells of: never more. Returns how many it told of, if it came so far that it asked landmarks.
pub(crate) fn check_estimates(
    world: &World,
    mover: &Mover,
    algorithm: Algorithm,
    random: &mut Random,
) -> usize {
    let referee = Referee::new(world.map(), mover);
    let ends = [0; 2].map(|_| any_standing_place(&referee, random));
    let [Some(from), Some(to)] = ends else { return 0 };
    let query = Query::between(from, to).algorithm(algorithm);
    let mut recorder = Recorder::default();
    let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
    assert_eq!(answer.algorithm(), algorithm, "{}", world.map());
    let costs = referee.distances_to(to);
    let (mut count, snapshot) = (0, world.snapshot());
    for event in recorder.events() {
        let place = snapshot.place_of(MoverId::FIRST, event.node).unwrap();
        // What is outside the part of the goal is told of as well.
        let Some(&rest) = costs.get(&place) else { continue };
        let what = || format!("{event:?} at {place}, {from} to {to}\n{}", world.map());
        assert!(u64::from(event.h.0) <= rest, "{rest} is less than estimated: {}", what());
        count += 1;
    }
    // The first eight expansions go without.
    if answer.expansions > 8 { count } else { 0 }
}

/// The map of a world, which is one grid of squares.
pub(crate) fn grid_of(world: &World) -> &Grid {
    let Map::Grid(grid) = world.map() else { panic!("a square grid") };
    grid
}

/// A link between any two cells, most often near each other: a door, a stair, a teleport. Returns `None`
/// where that is one cell.
pub(crate) fn any_link(grid: &Grid, random: &mut Random) -> Option<Link<Place>> {
    let bounds = grid.bounds();
    let from = any_rect(grid, random, 1).min;
    let near = from + Offset::new(random.between(-4, 4), random.between(-4, 4));
    let is_near = random.chance(50) && bounds.contains(near);
    let to = if is_near { near } else { any_rect(grid, random, 1).min };
    let (from, to) = (Place::Cell(from), Place::Cell(to));
    let link = if random.chance(60) { Link::two_way(from, to) } else { Link::one_way(from, to) };
    let tags = if random.chance(15) { Tags::one(1).unwrap() } else { Tags::NONE };
    let door = if random.chance(25) { Door::Shut } else { Door::Open };
    let weight = Weight::percent(*random.pick(&WEIGHTS));
    (from != to).then(|| link.costing(weight).tagged(tags).with_door(door))
}

/// Adds a link, removes one, or opens or shuts a door.
pub(crate) fn change_links(world: &mut World, random: &mut Random) {
    let known: Vec<LinkId> = grid_of(world).links().iter().map(|(id, _)| id).collect();
    if known.is_empty() || random.chance(30) {
        if let Some(link) = any_link(grid_of(world), random) {
            world.add_link(link).unwrap();
        }
        return;
    }
    let id = *random.pick(&known);
    if random.chance(30) {
        world.remove_link(id).unwrap();
    } else {
        world.set_door(id, *random.pick(&[Door::Open, Door::Shut])).unwrap();
    }
}

/// Which algorithm answers a question that asks for jumps over weighted ground.
pub(crate) fn jumps_on(world: &World) -> Algorithm {
    let somewhere = Place::Cell(grid_of(world).bounds().min);
    let query = Query::between(somewhere, somewhere).algorithm(Algorithm::JumpWeighted);
    world.choose(&query).unwrap().algorithm
}
