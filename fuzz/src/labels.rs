//! What must hold of files with hub labels.

use xunlu::map::Point;
use xunlu::mesh::{HubLabelOptions, HubLabels, MeshSpace, NavMesh};

/// Magic, version and digest; the length of the body follows.
const BEFORE_LENGTH: usize = 8 + 4 + 8;

/// Reading never panics. What was read, even if it was made to deceive, leads through no wall, finds a path
/// where there is one, and none that is shorter than the shortest.
pub fn check_labels(bytes: &[u8]) {
    let mesh = ground();
    let options = HubLabelOptions::new();
    let load = |file: &[u8]| HubLabels::load(&mesh, file, &options, &|_, _| true);
    drop(load(bytes));
    let mut file = Vec::new();
    let baked = HubLabels::bake(&mesh, &options, &|_, _| true).expect("a mesh without links");
    baked.save(&mut file).expect("memory has room");
    file.truncate(BEFORE_LENGTH);
    file.extend((bytes.len() as u64).to_le_bytes());
    file.extend(bytes);
    let sum = file.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    file.extend(sum.to_le_bytes());
    let Ok(labels) = load(&file) else { return };
    let mut space = MeshSpace::new();
    let spots = [(1.0, 1.0), (9.0, 5.0), (5.0, 9.5), (3.0, 4.0), (6.5, 2.5)].map(Point::from);
    for (from, to) in spots.iter().flat_map(|&from| spots.map(move |to| (from, to))) {
        let found = labels.shortest_path(&mesh, from, to, &mut space).expect("it is its mesh");
        let shortest = mesh.shortest_path(from, to, &mut space).expect("all ground is connected");
        let found = found.expect("all ground is connected");
        assert!(mesh.broken_leg(&found.points).is_none(), "{found:?} leads through a wall");
        assert!(found.length > shortest.length - 1e-9, "{found:?} is shorter than {shortest:?}");
    }
}

/// A square with three obstacles.
fn ground() -> NavMesh {
    let outline = |corners: &[(f64, f64)]| corners.iter().copied().map(Point::from).collect();
    let square: Vec<Point> = outline(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
    let obstacles: [Vec<Point>; 3] = [
        outline(&[(2.0, 2.0), (6.0, 2.0), (6.0, 3.0), (2.0, 3.0)]),
        outline(&[(7.0, 1.0), (8.0, 1.0), (8.0, 8.0), (7.0, 8.0)]),
        outline(&[(1.0, 5.0), (5.0, 6.0), (3.0, 8.0)]),
    ];
    NavMesh::of_outlines(&[square], &obstacles).expect("a mesh")
}
