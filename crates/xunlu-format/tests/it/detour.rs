//! Navigation meshes of Recast and Detour, written here byte by byte as Detour lays them out.

use std::collections::BTreeSet;
use xunlu_format::{Content, Format, FormatError, Options, Read, Source, format_of, read};
use xunlu_map::PolygonMesh;
use xunlu_testkit::Random;

/// On the border towards more x, more z, less x, less z.
const MORE_X: u16 = 0x8000;
const MORE_Z: u16 = 0x8002;
const LESS_X: u16 = 0x8004;
const LESS_Z: u16 = 0x8006;

/// A tile: its vertices, and of each polygon the corners, what lies beyond its sides (a number from 1, or a
/// border), and the area with the kind.
#[derive(Clone, Default)]
struct Tile {
    vertices: Vec<[f32; 3]>,
    polygons: Vec<(Vec<u16>, Vec<u16>, u8)>,
}

impl Tile {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"VAND".to_vec();
        let count = |number: usize| u32::try_from(number).expect("few");
        let [polygons, vertices] = [self.polygons.len(), self.vertices.len()].map(count);
        let head = [7, 0, 0, 0, 0, polygons, vertices, 0, 0, 0, 0, 0, 0, polygons];
        head.iter().for_each(|number: &u32| bytes.extend(number.to_le_bytes()));
        // Height, radius, climb; the extent; cells of a quarter.
        let walker = [2.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0];
        let numbers = walker.iter().chain(self.vertices.iter().flatten());
        numbers.for_each(|number: &f32| bytes.extend(number.to_le_bytes()));
        for (corners, beyond, area) in &self.polygons {
            bytes.extend([0; 4]);
            for list in [corners, beyond] {
                let mut six = list.clone();
                six.resize(6, 0);
                six.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
            }
            bytes.extend(1_u16.to_le_bytes());
            bytes.extend([u8::try_from(corners.len()).expect("six at most"), *area]);
        }
        bytes
    }

    /// A rectangle in x and z at a height, from x to x and z to z, with what lies beyond its sides towards
    /// less z, more x, more z and less x. Detour's polygons go round clockwise, seen with z upwards.
    fn rectangle([x, to_x]: [f32; 2], [z, to_z]: [f32; 2], height: f32, beyond: [u16; 4]) -> Tile {
        let mut tile = Tile::default();
        tile.add([x, to_x], [z, to_z], height, beyond);
        tile
    }

    fn add(&mut self, [x, to_x]: [f32; 2], [z, to_z]: [f32; 2], height: f32, beyond: [u16; 4]) {
        let first = u16::try_from(self.vertices.len()).expect("few");
        self.vertices.extend([
            [x, height, z],
            [x, height, to_z],
            [to_x, height, to_z],
            [to_x, height, z],
        ]);
        let [less_z, more_x, more_z, less_x] = beyond;
        let beyond = vec![less_x, more_z, more_x, less_z];
        self.polygons.push(((first..first + 4).collect(), beyond, 0));
    }
}

/// A set of tiles, called by 32 bits or by 64.
fn set(tiles: &[Tile], is_wide: bool) -> Vec<u8> {
    let mut bytes = b"TESM".to_vec();
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(u32::try_from(tiles.len()).expect("few").to_le_bytes());
    bytes.extend([0; 28]);
    for tile in tiles {
        let own = tile.bytes();
        bytes.extend(&[1, 0, 0, 0, 0, 0, 0, 0][..if is_wide { 8 } else { 4 }]);
        bytes.extend(u32::try_from(own.len()).expect("few").to_le_bytes());
        bytes.extend(&[0; 4][..if is_wide { 4 } else { 0 }]);
        bytes.extend(own);
    }
    bytes
}

fn read_bytes(bytes: &[u8]) -> Result<Read, FormatError> {
    read(&Source::alone("mesh.bin", bytes), &Options::default())
}

fn mesh_of(bytes: &[u8]) -> PolygonMesh {
    match read_bytes(bytes).expect("it is read").document.content {
        Content::Mesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

fn area(mesh: &PolygonMesh) -> f64 {
    let of = |corners: &[u32]| {
        let at = |corner: usize| mesh.vertices[corners[corner % corners.len()] as usize];
        let doubled = (0..corners.len()).map(|corner| {
            let (from, to) = (at(corner), at(corner + 1));
            from.x * to.y - to.x * from.y
        });
        doubled.sum::<f64>() / 2.0
    };
    mesh.polygons.iter().map(|polygon| of(&polygon.vertices)).sum()
}

/// Which polygons lie beside each other.
fn joined(mesh: &PolygonMesh) -> BTreeSet<(u32, u32)> {
    let polygons = (0..).zip(&mesh.polygons);
    polygons
        .flat_map(|(number, polygon)| {
            polygon.neighbours.iter().flatten().map(move |&other| (number, other))
        })
        .collect()
}

#[test]
fn a_tile_is_its_polygons_counter_clockwise() {
    let mut tile = Tile::rectangle([0.0, 2.0], [0.0, 1.0], 3.0, [0, 2, 0, 0]);
    tile.vertices.push([3.0, 3.5, 0.0]);
    // A triangle beyond the side towards more x, of another area; and a connection off the mesh.
    tile.polygons.push((vec![3, 2, 4], vec![1, 0, 0], 5));
    tile.polygons.push((vec![0, 4], vec![0, 0], 64));
    let told = read_bytes(&tile.bytes()).unwrap();
    assert_eq!(told.warnings.len(), 2, "{:?}", told.warnings);
    let mesh = mesh_of(&tile.bytes());
    assert_eq!((mesh.polygons.len(), mesh.vertices.len()), (2, 5));
    assert!((area(&mesh) - 2.5).abs() < 1e-9, "{}", area(&mesh));
    assert_eq!(joined(&mesh), BTreeSet::from([(0, 1), (1, 0)]));
}

#[test]
fn tiles_are_joined_where_their_sides_lie_on_each_other() {
    // One long side, and beyond it two tiles whose sides end elsewhere; the last is too far off.
    let tiles = [
        Tile::rectangle([0.0, 4.0], [0.0, 8.0], 0.0, [0, MORE_X, 0, 0]),
        Tile::rectangle([4.0, 8.0], [1.0, 3.0], 0.5, [0, 0, 0, LESS_X]),
        Tile::rectangle([4.0, 8.0], [5.0, 9.0], 0.0, [0, 0, MORE_Z, LESS_X]),
        Tile::rectangle([5.0, 6.0], [9.0, 10.0], 0.25, [LESS_Z, 0, 0, 0]),
        Tile::rectangle([0.0, 4.0], [9.0, 10.0], 0.0, [LESS_Z, 0, 0, 0]),
    ];
    for is_wide in [false, true] {
        let mesh = mesh_of(&set(&tiles, is_wide));
        assert!((area(&mesh) - 61.0).abs() < 1e-9, "{}", area(&mesh));
        let expected = [(0, 1), (1, 0), (0, 2), (2, 0), (2, 3), (3, 2)];
        assert_eq!(joined(&mesh), BTreeSet::from(expected));
        // Cut at 1, 3 and 5, and the end of the second.
        assert_eq!(mesh.polygons[0].vertices.len(), 7);
        assert_eq!(mesh.polygons[1].vertices.len(), 4);
        assert_eq!(mesh.polygons[2].vertices.len(), 7);
    }
}

#[test]
fn storeys_over_each_other_are_refused() {
    let mut west = Tile::rectangle([0.0, 1.0], [0.0, 4.0], 0.0, [0, MORE_X, 0, 0]);
    west.add([0.0, 1.0], [0.0, 4.0], 5.0, [0, MORE_X, 0, 0]);
    let mut east = Tile::rectangle([1.0, 2.0], [0.0, 4.0], 5.25, [0, 0, 0, LESS_X]);
    east.add([1.0, 2.0], [0.0, 4.0], 0.25, [0, 0, 0, LESS_X]);
    let error = read_bytes(&set(&[west, east], false)).unwrap_err().to_string();
    assert!(error.contains("polygons lie over each other at 1,0"), "{error}");
}

#[test]
fn a_ramp_is_joined_with_the_storey_that_it_leads_to() {
    let tiles = [
        Tile::rectangle([0.0, 1.0], [0.0, 4.0], 0.0, [0, MORE_X, 0, 0]),
        Tile::rectangle([1.0, 2.0], [0.0, 2.0], 5.0, [0, 0, 0, LESS_X]),
        Tile::rectangle([1.0, 2.0], [2.0, 4.0], 0.75, [0, 0, 0, LESS_X]),
    ];
    let mesh = mesh_of(&set(&tiles, false));
    assert_eq!(joined(&mesh), BTreeSet::from([(0, 2), (2, 0)]));
}

#[test]
fn long_and_thin_polygons_side_by_side_are_no_storeys() {
    let mut tile = Tile::default();
    for number in 0..200_u16 {
        let at = f32::from(number) * 0.25;
        let first = u16::try_from(tile.vertices.len()).unwrap();
        tile.vertices.extend([
            [at, 0.0, 0.0],
            [at + 90.0, 0.0, 90.0],
            [at + 90.25, 0.0, 90.0],
            [at + 0.25, 0.0, 0.0],
        ]);
        tile.polygons.push(((first..first + 4).collect(), vec![0; 4], 0));
    }
    assert_eq!(mesh_of(&tile.bytes()).polygons.len(), 200);
    tile.add([60.0, 61.0], [41.0, 42.0], 1.0, [0; 4]);
    assert!(read_bytes(&tile.bytes()).is_err());
}

#[test]
fn a_grid_of_tiles_is_one_mesh() {
    let mut tiles = Vec::new();
    for number in 0..36_u16 {
        let [x, z] = [number % 6, number / 6].map(f32::from);
        let sides = [LESS_Z, MORE_X, MORE_Z, LESS_X];
        tiles.push(Tile::rectangle(
            [x * 7.3, (x + 1.0) * 7.3],
            [z * 7.3, (z + 1.0) * 7.3],
            0.0,
            sides,
        ));
    }
    let mesh = mesh_of(&set(&tiles, false));
    assert_eq!((mesh.polygons.len(), mesh.vertices.len()), (36, 49));
    assert_eq!(joined(&mesh).len(), 2 * 2 * 30);
}

#[test]
fn what_is_damaged_is_an_error_and_no_more() {
    let good = set(&[Tile::rectangle([0.0, 4.0], [0.0, 8.0], 0.0, [0, MORE_X, 0, 0])], false);
    assert_eq!(format_of(&Source::alone("a", &good)), Format::Detour);
    for length in 0..good.len() {
        assert!(read_bytes(&good[..length]).is_err(), "cut off at {length}");
    }
    let two = [
        Tile::rectangle([0.0, 4.0], [0.0, 8.0], 0.0, [0, MORE_X, 0, 0]),
        Tile::rectangle([4.0, 8.0], [1.0, 3.0], 0.5, [0, 0, 0, LESS_X]),
    ];
    let good = set(&two, false);
    let mut refused = 0;
    for seed in 0..4_000 {
        let random = &mut Random::new(seed);
        let mut bytes = good.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ 0x10][random.below(6) as usize];
        }
        // Whatever is read has polygons that agree with each other.
        match read_bytes(&bytes) {
            Err(_) => refused += 1,
            Ok(told) => {
                let Content::Mesh(mesh) = told.document.content else { panic!("seed {seed}") };
                let all = joined(&mesh);
                assert!(all.iter().all(|&(one, other)| all.contains(&(other, one))), "seed {seed}");
            }
        }
    }
    assert!(refused > 400, "{refused}");
}
