//! What every maker promises.

#![cfg(test)]

use super::*;
use crate::cell::{Cell, Direction};
use crate::ground::Ground;
use crate::hex::HexDirection;

/// What each kind looks like for ever: 16 x 9 cells from seed 1, with deep water drawn as `~`.
const PICTURES: [(Kind, &str); 9] = [
    (
        Kind::Field,
        "\
................\n\
................\n\
................\n\
................\n\
................\n\
................\n\
................\n\
................\n\
................",
    ),
    (
        Kind::Noise { walls_percent: 25 },
        "\
.##...#...##...#\n\
..#....#.......#\n\
#.#...#.....##..\n\
....#..###.#....\n\
....#....#......\n\
..#..#........##\n\
#..........#....\n\
.#......#.#....#\n\
....#..##.#....#",
    ),
    (
        Kind::Rooms { side: 3, doors_percent: 65 },
        "\
................\n\
...#...#...#....\n\
...#...#...#....\n\
.#####.#.###.###\n\
...#...#........\n\
...#...#...#....\n\
...#.......#....\n\
##.#.####.####.#\n\
................",
    ),
    (
        Kind::Maze { corridor: 1, loops_percent: 0 },
        "\
.#...#.........#\n\
.#.#.#.###.#####\n\
.#.#.#...#.#...#\n\
.#.#.###.###.#.#\n\
...#...#...#.#.#\n\
######.###.#.#.#\n\
.....#...#...#.#\n\
.###.###.#####.#\n\
...#...........#",
    ),
    (
        Kind::Maze { corridor: 2, loops_percent: 20 },
        "\
........#.....##\n\
........#.....##\n\
..#..#..#..#####\n\
..#.....#.....##\n\
..#.....#.....##\n\
..#..#..####..##\n\
.....#........##\n\
.....#........##\n\
################",
    ),
    (
        Kind::Caves { walls_percent: 48, rounds: 2 },
        "\
########..######\n\
###...........##\n\
#.......##....##\n\
##########....##\n\
######........##\n\
#####..##.....##\n\
###.....#...#.##\n\
##.....#########\n\
##..############",
    ),
    (
        Kind::City { block: 5, parks_percent: 30 },
        "\
................\n\
.###...2222..##.\n\
.###............\n\
................\n\
.......2222..##.\n\
.###...2222..##.\n\
.###...2222..##.\n\
.###...2222..##.\n\
................",
    ),
    (
        Kind::Islands { sea_percent: 55, feature: 16 },
        "\
~~~~~~~~~~~~~~~~\n\
~~2.....5555~~~~\n\
~5.##6...255~~~~\n\
5..###6...555~~~\n\
5.6#666...225~~~\n\
5.666.......5~~~\n\
5..63........5~~\n\
~55552...2...5~~\n\
~~~~~~~~~~~55~~~",
    ),
    (
        Kind::Arena { walls_percent: 20 },
        "\
.............#..\n\
....#......#....\n\
#.#....##.....#.\n\
..#......#......\n\
#........#.#....\n\
......##.#......\n\
#..#..#.#.......\n\
.#......#.......\n\
#..#.##..#.#....",
    ),
];

/// The same on hexes.
const HEX_PICTURES: [(Kind, HexArrangement, &str); 5] = [
    (
        Kind::Maze { corridor: 1, loops_percent: 0 },
        HexArrangement::OddR,
        "\
.#...#.........#\n\
..#.####.#####.#\n\
#.#.......#...#.\n\
##########.###.#\n\
.....#...#.#...#\n\
##.#..###...####\n\
#...#.#.#.#.#...\n\
.#####...#####.#\n\
.......#.......#",
    ),
    (
        Kind::Maze { corridor: 1, loops_percent: 20 },
        HexArrangement::EvenQ,
        "\
.###.###.###.###\n\
.#..#..##...#..#\n\
.#.#..#..#...###\n\
.......#.#..#..#\n\
.###.##..##....#\n\
....#..#...#.#.#\n\
.##....#.#.#..##\n\
...#...#.#.##..#\n\
.##...##..#...##",
    ),
    (
        Kind::Caves { walls_percent: 48, rounds: 2 },
        HexArrangement::EvenR,
        "\
########..######\n\
####...........#\n\
........##....##\n\
#..#######.....#\n\
#########.....##\n\
#########......#\n\
##.........###.#\n\
##.....#########\n\
##..############",
    ),
    (
        Kind::Caves { walls_percent: 48, rounds: 2 },
        HexArrangement::OddQ,
        "\
#######...###.##\n\
###...........##\n\
#.......##....##\n\
##.#.#.###....##\n\
#########.....##\n\
#####.###.....##\n\
###......#.###.#\n\
##.....#########\n\
##.#############",
    ),
    (
        Kind::Islands { sea_percent: 55, feature: 16 },
        HexArrangement::OddQ,
        "\
~~~5...55~~~~~~~\n\
~~5.66#....525~~\n\
~5.6###6.....5~~\n\
~5.6#66335555~~~\n\
~5.6#63.322.5~~~\n\
~~..6.....3.5~~~\n\
~~.........255~~\n\
~~~525...25555~~\n\
~~~~~~~~~~~~~~~~",
    ),
];

/// The digests of 200 x 150 cells from seed 7: squares, odd rows and even columns.
const DIGESTS: [(&str, [u64; 3]); 8] = [
    ("field", [0xb7c0_ca46_af74_7ae5, 0xb7c0_ca46_af74_7ae5, 0xb7c0_ca46_af74_7ae5]),
    ("noise", [0x8514_7261_5078_7ee5, 0x8514_7261_5078_7ee5, 0x8514_7261_5078_7ee5]),
    ("rooms", [0x2eac_9d87_302d_70e5, 0x2eac_9d87_302d_70e5, 0x2eac_9d87_302d_70e5]),
    ("maze", [0x85d1_a1cb_188c_8c1b, 0xdfdb_f747_9827_b61b, 0x7a65_abf9_3577_d21b]),
    ("caves", [0x4224_e777_9d6e_4ce5, 0x62df_0d1d_55ed_821b, 0xcc36_5512_37bd_341b]),
    ("city", [0x49f4_ef71_e163_6312, 0, 0]),
    ("islands", [0x160b_119a_4df9_fe97, 0x8045_316c_9b43_7bb9, 0x4f92_f1c7_ade0_2b03]),
    ("arena", [0xff70_6666_d876_2ce5, 0xff70_6666_d876_2ce5, 0xff70_6666_d876_2ce5]),
];

const SIZES: [Size; 11] = [
    Size::new(1, 1),
    Size::new(1, 2),
    Size::new(2, 1),
    Size::new(2, 2),
    Size::new(3, 5),
    Size::new(1, 40),
    Size::new(41, 1),
    Size::new(2, 33),
    Size::new(32, 2),
    Size::new(31, 18),
    Size::new(24, 47),
];

fn drawn(ground: &Ground) -> String {
    Grid::of(ground.clone()).to_string().replace(' ', "~")
}

fn made_ground(kind: Kind, tiling: Tiling, size: Size, seed: u64) -> Ground {
    match tiling {
        Tiling::Squares => grid(kind, size, seed).unwrap().ground().clone(),
        Tiling::Hexes(arrangement) => {
            hex_grid(kind, arrangement, size, seed).unwrap().ground().clone()
        }
    }
}

/// FNV-1a over the terrain of all cells, row by row.
fn digest(ground: &Ground) -> u64 {
    let terrain = ground.bounds().cells().map(|cell| ground.terrain().get(cell).unwrap().0);
    terrain.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn tilings() -> impl Iterator<Item = Tiling> {
    std::iter::once(Tiling::Squares).chain(HexArrangement::ALL.map(Tiling::Hexes))
}

fn is_closed(terrain: Terrain) -> bool {
    terrain == Terrain::WALL || terrain == Terrain::VOID
}

fn open_count(ground: &Ground) -> u32 {
    ground.bounds().size.width * ground.bounds().size.height
        - ground.count(Terrain::WALL)
        - ground.count(Terrain::VOID)
}

/// How many cells are connected with the first open one by way of sides. Works the neighbours out
/// anew, and not as the makers do.
fn flooded(ground: &Ground, tiling: Tiling) -> u32 {
    let is_open = |cell: Cell| ground.terrain().get(cell).is_some_and(|ground| !is_closed(ground));
    let around = |cell: Cell| -> Vec<Cell> {
        match tiling {
            Tiling::Squares => {
                Direction::ALL[..4].iter().map(|direction| cell + direction.offset()).collect()
            }
            Tiling::Hexes(arrangement) => HexDirection::ALL
                .map(|direction| arrangement.cell_of(arrangement.hex_of(cell).neighbour(direction)))
                .to_vec(),
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    let mut flood: Vec<Cell> =
        ground.bounds().cells().filter(|cell| is_open(*cell)).take(1).collect();
    while let Some(cell) = flood.pop() {
        if seen.insert(cell) {
            flood.extend(around(cell).into_iter().filter(|next| is_open(*next)));
        }
    }
    u32::try_from(seen.len()).unwrap()
}

#[test]
fn the_same_seed_makes_the_same_picture() {
    for (kind, picture) in PICTURES {
        let made = drawn(grid(kind, Size::new(16, 9), 1).unwrap().ground());
        assert_eq!(made, picture, "{kind:?}\n{made}\n");
    }
    for (kind, arrangement, picture) in HEX_PICTURES {
        let made = drawn(hex_grid(kind, arrangement, Size::new(16, 9), 1).unwrap().ground());
        assert_eq!(made, picture, "{kind:?} {arrangement:?}\n{made}\n");
    }
}

#[test]
fn the_same_seed_makes_the_same_large_map() {
    let made = Kind::ALL_DEFAULTS.map(|kind| {
        let tilings = [
            Tiling::Squares,
            Tiling::Hexes(HexArrangement::OddR),
            Tiling::Hexes(HexArrangement::EvenQ),
        ];
        let digests = tilings.map(|tiling| {
            let has_it = tiling == Tiling::Squares || kind.has_hexes();
            if has_it { digest(&made_ground(kind, tiling, Size::new(200, 150), 7)) } else { 0 }
        });
        (kind.name(), digests)
    });
    assert_eq!(made, DIGESTS, "{made:#x?}");
}

/// A map made in slices of so much work, and how far it was after each.
fn made_in_slices(kind: Kind, tiling: Tiling, size: Size, slice: u64) -> (Ground, Vec<u32>) {
    let arrangement = match tiling {
        Tiling::Squares => None,
        Tiling::Hexes(arrangement) => Some(arrangement),
    };
    let mut making = Making::new(kind, arrangement, size, 5).unwrap();
    let mut told = Vec::new();
    while !making.advance(slice) {
        told.push(making.thousandths());
    }
    told.push(making.thousandths());
    let made = making.finish().unwrap();
    let ground = match made {
        Map::Grid(grid) => grid.ground().clone(),
        Map::Hex(grid) => grid.ground().clone(),
        other => panic!("{other}"),
    };
    (ground, told)
}

#[test]
fn a_map_made_in_slices_is_the_same_and_tells_how_far_it_is() {
    let size = Size::new(400, 300);
    for tiling in [Tiling::Squares, Tiling::Hexes(HexArrangement::OddR)] {
        for kind in Kind::ALL_DEFAULTS {
            if tiling != Tiling::Squares && !kind.has_hexes() {
                continue;
            }
            let at_once = made_ground(kind, tiling, size, 5);
            for slice in [0, 100_000, u64::MAX] {
                let (made, told) = made_in_slices(kind, tiling, size, slice);
                let what = format!("{} in slices of {slice}", kind.name());
                assert_eq!(digest(&made), digest(&at_once), "{what}");
                assert!(told.is_sorted(), "{what}: {told:?}");
                assert_eq!(told.last(), Some(&1000), "{what}");
                if slice == 0 && kind != Kind::Field {
                    // It tells of what it did, in steps that can be watched, and almost to the end.
                    let widest = told.windows(2).map(|pair| pair[1] - pair[0]).max();
                    assert!(told.len() > 3 && told[0] < 400, "{what}: {told:?}");
                    assert!(widest.is_some_and(|step| step <= 550), "{what}: {told:?}");
                }
            }
        }
    }
}

#[test]
fn what_was_begun_is_finished_at_once() {
    let kind = Kind::Caves { walls_percent: 45, rounds: 4 };
    let size = Size::new(90, 60);
    let mut making = Making::new(kind, None, size, 5).unwrap();
    assert!(!making.advance(0));
    assert_eq!(making.finish(), grid(kind, size, 5).map(Map::Grid));
}

#[test]
fn what_cannot_be_made_is_not_begun() {
    let begin = |kind, size| Making::new(kind, None, size, 1).map(|making| making.thousandths());
    let maze = Kind::Maze { corridor: u32::MAX, loops_percent: 0 };
    assert!(begin(maze, Size::new(9, 9)).is_err());
    assert!(begin(Kind::Field, Size::new(u32::MAX, u32::MAX)).is_err());
    assert_eq!(begin(Kind::Field, Size::new(9, 9)), Ok(0));
}

#[test]
fn another_seed_makes_another_map() {
    let size = Size::new(40, 30);
    for kind in Kind::ALL_DEFAULTS.into_iter().filter(|kind| *kind != Kind::Field) {
        assert_ne!(grid(kind, size, 1).unwrap(), grid(kind, size, 2).unwrap(), "{kind:?}");
    }
}

#[test]
fn every_open_cell_can_be_reached_where_that_is_promised() {
    let mut kinds = vec![Kind::Field];
    for side in [1, 2, 5, 100] {
        kinds.push(Kind::Rooms { side, doors_percent: 10 * side.min(10) });
        kinds.push(Kind::Maze { corridor: side, loops_percent: side.min(100) });
        kinds.push(Kind::City { block: side + 1, parks_percent: 20 });
    }
    for walls_percent in [0, 40, 48, 55, 100] {
        kinds.push(Kind::Caves { walls_percent, rounds: walls_percent % 7 });
    }
    for kind in kinds {
        for tiling in tilings().filter(|tiling| *tiling == Tiling::Squares || kind.has_hexes()) {
            for (seed, size) in (0..).zip(SIZES) {
                let ground = made_ground(kind, tiling, size, seed);
                let told = format!("{kind:?} {tiling:?} {size} seed {seed}\n{}", drawn(&ground));
                assert!(open_count(&ground) > 0, "{told}");
                assert_eq!(flooded(&ground, tiling), open_count(&ground), "{told}");
            }
        }
    }
}

#[test]
fn every_kind_takes_every_size() {
    let long = [Size::new(16_384, 1), Size::new(1, 16_384), Size::new(3, 2_000)];
    for size in SIZES.into_iter().chain(long) {
        for kind in Kind::ALL_DEFAULTS {
            for tiling in tilings().filter(|tiling| *tiling == Tiling::Squares || kind.has_hexes())
            {
                assert_eq!(made_ground(kind, tiling, size, 3).bounds().size, size);
            }
        }
    }
    let error = grid(Kind::Field, Size::new(0, 3), 1).unwrap_err().to_string();
    assert!(error.contains("0x3"), "{error}");
    assert!(grid(Kind::Noise { walls_percent: 1 }, Size::new(1 << 20, 1 << 20), 1).is_err());
}

#[test]
fn noise_has_exactly_its_share_of_walls() {
    for (percent, walls) in [(0, 0), (1, 5), (25, 139), (99, 552), (100, 558)] {
        for tiling in tilings() {
            let kind = Kind::Noise { walls_percent: percent };
            let ground = made_ground(kind, tiling, Size::new(31, 18), 5);
            assert_eq!(ground.count(Terrain::WALL), walls, "{percent} {tiling:?}");
        }
    }
}

#[test]
fn noise_is_strewn_evenly() {
    // Each half of each half holds about a quarter of the walls, whatever the seed.
    for seed in 0..5 {
        let map = grid(Kind::Noise { walls_percent: 30 }, Size::new(100, 100), seed).unwrap();
        for (left, top) in [(0, 0), (50, 0), (0, 50), (50, 50)] {
            let quarter = crate::Rect::new(Cell::new(left, top), Size::new(50, 50));
            let walls = quarter.cells().filter(|cell| map.terrain(*cell) == Some(Terrain::WALL));
            let walls = walls.count();
            assert!((650..850).contains(&walls), "seed {seed}: {walls}");
        }
    }
}

#[test]
fn an_arena_keeps_its_first_and_last_cell_free() {
    for seed in 0..50 {
        let kind = Kind::named("arena").unwrap();
        let arena = grid(kind, kind.usual_size(), seed).unwrap();
        assert_eq!(arena.ground().count(Terrain::WALL), 16);
        for size in SIZES {
            let arena = grid(Kind::Arena { walls_percent: 100 }, size, seed).unwrap();
            let last = arena.bounds().max().unwrap();
            let ends = [Cell::new(0, 0), last].map(|cell| arena.terrain(cell));
            assert_eq!(ends, [Some(Terrain::OPEN); 2], "seed {seed} {size}");
        }
    }
}

#[test]
fn a_maze_without_loops_is_a_tree_and_loops_come_as_asked() {
    // 16 x 10 places lie two apart, and 159 walls between them are dug.
    for tiling in tilings() {
        for seed in 0..10 {
            let maze = |loops_percent| {
                let kind = Kind::Maze { corridor: 1, loops_percent };
                made_ground(kind, tiling, Size::new(31, 19), seed).count(Terrain::OPEN)
            };
            let places = match tiling {
                Tiling::Squares => 160,
                // Of the rows or columns with places, every second one begins one hex further in.
                Tiling::Hexes(arrangement) => match arrangement.orientation() {
                    crate::Orientation::Pointy => 5 * 16 + 5 * 15,
                    crate::Orientation::Flat => 8 * 10 + 8 * 9,
                },
            };
            assert_eq!(maze(0), 2 * places - 1, "{tiling:?} seed {seed}");
            assert!(maze(20) > maze(0) && maze(100) > maze(20), "{tiling:?} seed {seed}");
        }
    }
}

#[test]
fn rooms_have_a_door_in_every_wall_when_asked() {
    for (percent, doors) in [(0, 19), (100, 31)] {
        let kind = Kind::Rooms { side: 3, doors_percent: percent };
        // Five rooms by four of 3 x 3 cells, and 31 walls between them.
        let rooms = grid(kind, Size::new(19, 15), 4).unwrap();
        assert_eq!(rooms.ground().count(Terrain::OPEN), 5 * 4 * 9 + doors);
    }
}

#[test]
fn islands_have_their_sea_and_all_kinds_of_ground() {
    for tiling in tilings() {
        for seed in 0..5 {
            let kind = Kind::Islands { sea_percent: 60, feature: 32 };
            let ground = made_ground(kind, tiling, Size::new(120, 90), seed);
            let sea = ground.count(Terrain::VOID) + ground.count(Terrain(5));
            assert!((59 * 108..62 * 108).contains(&sea), "{tiling:?} seed {seed}: {sea}");
            let all = [Terrain::OPEN, Terrain(2), Terrain(3), Terrain(6), Terrain::WALL];
            assert!(all.iter().all(|&terrain| ground.count(terrain) > 100), "{tiling:?} {seed}");
            let edge = ground.bounds().cells().filter(|cell| cell.x == 0 || cell.y == 0);
            assert!(edge.map(|cell| ground.terrain().get(cell)).all(|t| t == Some(Terrain::VOID)));
        }
    }
    let dry = grid(Kind::Islands { sea_percent: 0, feature: 8 }, Size::new(50, 50), 1).unwrap();
    assert_eq!(dry.ground().count(Terrain::VOID) + dry.ground().count(Terrain(5)), 0);
}

#[test]
fn a_city_has_houses_streets_parks_and_rubble() {
    for seed in 0..5 {
        let city = grid(Kind::named("city").unwrap(), Size::new(150, 150), seed).unwrap();
        let counts = [Terrain::OPEN, Terrain::WALL, Terrain(2), Terrain(3)]
            .map(|terrain| city.ground().count(terrain));
        assert!(counts.iter().all(|&count| count > 100), "seed {seed}: {counts:?}");
        assert_eq!(counts.iter().sum::<u32>(), 150 * 150);
    }
}

#[test]
fn knobs_out_of_range_are_refused_with_what_was_expected() {
    let check = |kind: Kind, message: &str| {
        let size = Size::new(5, 5);
        assert_eq!(grid(kind, size, 1).unwrap_err().to_string(), message);
        let on_hexes = hex_grid(kind, HexArrangement::OddR, size, 1);
        assert!(on_hexes.is_err());
    };
    let noise = Kind::Noise { walls_percent: 101 };
    check(noise, "walls_percent of noise is 101; expected 0 to 100");
    let maze = Kind::Maze { corridor: 0, loops_percent: 0 };
    check(maze, "corridor of maze is 0; expected 1 to 1048576");
    let rooms = Kind::Rooms { side: u32::MAX, doors_percent: 0 };
    check(rooms, "side of rooms is 4294967295; expected 1 to 1048576");
    check(
        Kind::Caves { walls_percent: 3, rounds: 101 },
        "rounds of caves is 101; expected 0 to 100",
    );
    check(Kind::City { block: 1, parks_percent: 0 }, "block of city is 1; expected 2 to 1048576");
    let islands = Kind::Islands { sea_percent: 5, feature: 0 };
    check(islands, "feature of islands is 0; expected 1 to 1048576");

    let city = Kind::named("city").unwrap();
    let error = hex_grid(city, HexArrangement::OddR, Size::new(5, 5), 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no city of hexes; expected one of field, noise, rooms, maze, caves, islands, arena"
    );
}

#[test]
fn kinds_and_knobs_are_found_by_their_names() {
    for kind in Kind::ALL_DEFAULTS {
        assert_eq!(Kind::named(kind.name()), Some(kind));
        for knob in kind.knobs() {
            assert_eq!(kind.with_knob(knob.name, knob.value), Ok(kind));
            for value in [knob.least, knob.most] {
                let turned = kind.with_knob(knob.name, value).unwrap();
                assert!(turned.knobs().iter().any(|k| k.name == knob.name && k.value == value));
            }
            assert!(kind.with_knob(knob.name, knob.most + 1).is_err());
        }
    }
    assert_eq!(Kind::named("labyrinth"), None);
    let error = Kind::named("rooms").unwrap().with_knob("doors", 3).unwrap_err().to_string();
    assert_eq!(error, "rooms has no knob \"doors\"; expected side or doors_percent");
    let error = Kind::Field.with_knob("side", 3).unwrap_err().to_string();
    assert_eq!(error, "field has no knob \"side\"; expected none");
}
