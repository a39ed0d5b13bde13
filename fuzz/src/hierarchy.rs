//! Hierarchies in files.

use std::sync::{LazyLock, Mutex};
use xunlu::roadmap::seal;
use xunlu::{Algorithm, Cell, Grid, MoverId, Query, Rect, Size, Terrain, Workspace, World};

/// Reading never panics. What was read, even if it was made to deceive, leads through no wall, and the path
/// that is asked for as the cheapest is that.
pub fn check_hierarchy(bytes: &[u8]) {
    let mut built = BUILT.lock().expect("nobody panics and goes on");
    let (world, file) = &mut *built;
    let mut file = file.clone();
    drop(world.load_hierarchy(MoverId::FIRST, bytes, 1));
    world.drop_hierarchy(MoverId::FIRST).expect("its first mover");
    // Three bytes each say what is written where into a file that is whole otherwise.
    for change in bytes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[at] = change[2];
    }
    seal(&mut file);
    if world.load_hierarchy(MoverId::FIRST, &file, 1).is_err() {
        return;
    }
    let mut workspace = Workspace::new();
    let spots = [(0, 0), (139, 5), (5, 139), (70, 66), (120, 120)];
    for (from, to) in spots.iter().flat_map(|&from| spots.map(move |to| (from, to))) {
        let query = Query::between(from, to);
        let best = world.find(&query.clone().algorithm(Algorithm::AStar), &mut workspace);
        let best = best.expect("both are places of the map");
        for algorithm in [Algorithm::Hierarchy, Algorithm::HierarchyExact] {
            let found = world.find(&query.clone().algorithm(algorithm), &mut workspace);
            let found = found.expect("both are places of the map");
            let Some(path) = found.path() else { continue };
            let walked = world.check_path(path, MoverId::FIRST);
            assert!(walked.is_ok(), "{path:?} leads through a wall: {walked:?}");
            let is_exact = algorithm == Algorithm::HierarchyExact;
            assert!(!is_exact || Some(path.cost) == best.cost(), "{path:?}, {best:?}");
        }
    }
}

/// A world, and the file of its hierarchy but for what seals it. To build one takes longer than to ask it.
static BUILT: LazyLock<Mutex<(World, Vec<u8>)>> = LazyLock::new(|| {
    let mut world = World::new(ground()).expect("a small map");
    assert!(world.build_hierarchy(MoverId::FIRST, 1).expect("its first mover"));
    let mut file = Vec::new();
    assert!(world.save_hierarchy(MoverId::FIRST, &mut file).expect("memory has room"));
    file.truncate(file.len() - size_of::<u64>());
    Mutex::new((world, file))
});

/// A square of several clusters, with walls on their borders.
fn ground() -> Grid {
    let mut grid = Grid::new(Size::new(140, 140)).expect("a small map");
    for number in 0..9 {
        let at = Cell::new(number * 15 + 3, number * 37 % 120);
        let wall = Rect::new(at, Size::new(3 + number.unsigned_abs(), 20));
        grid.fill(wall, Terrain::WALL).expect("it lies within");
    }
    grid
}
