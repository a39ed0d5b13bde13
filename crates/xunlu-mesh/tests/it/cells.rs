//! Meshes of grids, held against the referee on a mesh that has a polygon for each open cell.

use std::collections::BTreeMap;
use xunlu_map::{
    Cell, Corners, Grid, MeshPolygon, Mover, Passability, Point, PolygonMesh, Terrain,
};
use xunlu_mesh::{MeshSpace, NavMesh};
use xunlu_testkit::{MeshReferee, Random};

const SEEDS: u64 = 300;
const QUESTIONS: u32 = 5;

#[test]
fn paths_between_cells_are_as_short_as_the_referee_says() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..SEEDS {
        let random = &mut Random::new(seed);
        let [width, height] = [0; 2].map(|_| random.from_to(1, 8));
        let mut grid = Grid::new((width, height)).unwrap();
        let walls = random.below(70);
        let cells: Vec<Cell> = grid.cells().map(|(cell, _)| cell).collect();
        for &cell in &cells {
            if random.chance(walls) {
                grid.set(cell, Terrain::WALL).unwrap();
            }
        }
        let mover = Mover::eight(Corners::Always).build().unwrap();
        let open = Passability::new(grid.ground(), &mover);
        let free: Vec<Cell> = cells.into_iter().filter(|&cell| open.is_open(cell)).collect();
        let Ok(mesh) = NavMesh::of_cells(&open) else {
            assert_eq!(free, []);
            continue;
        };
        let squares = squares(&free);
        let referee = MeshReferee::new(&squares);
        for _ in 0..QUESTIONS {
            // Corners of cells, and, as the referee's coordinates are whole, no middles.
            let [from, to] = [0; 2].map(|_| {
                let cell = *random.pick(&free);
                [cell.x + random.below(2).cast_signed(), cell.y + random.below(2).cast_signed()]
            });
            let [start, goal] = [from, to].map(|[x, y]| Point::new(x.into(), y.into()));
            let path = mesh.shortest_path(start, goal, &mut space);
            let (length, expected) =
                (path.as_ref().map(|path| path.length), referee.shortest(from, to));
            let is_right = match (length, expected) {
                (Some(length), Some(expected)) => {
                    (length - expected).abs() <= 1e-9 * expected.max(1.0)
                }
                (length, expected) => length.is_none() && expected.is_none(),
            };
            assert!(
                is_right,
                "seed {seed}, {from:?} to {to:?}: {path:?}, expected {expected:?}\n{free:?}"
            );
            if path.is_some() { found += 1 } else { none += 1 }
        }
    }
    assert!(found > 1000 && none > 100, "{found} found, {none} not");
}

/// A mesh that has a square for each cell.
fn squares(cells: &[Cell]) -> PolygonMesh {
    let numbers: BTreeMap<Cell, u32> = cells.iter().copied().zip(0..).collect();
    let mut vertices = Vec::new();
    let polygons = cells.iter().map(|&cell| {
        let first = u32::try_from(vertices.len()).expect("a small grid");
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|by| cell + by);
        vertices.extend(corners.map(|corner| Point::new(corner.x.into(), corner.y.into())));
        let beyond =
            [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|by| numbers.get(&(cell + by)).copied());
        MeshPolygon { vertices: (first..first + 4).collect(), neighbours: beyond.to_vec() }
    });
    let polygons = polygons.collect();
    PolygonMesh { vertices, polygons }
}
