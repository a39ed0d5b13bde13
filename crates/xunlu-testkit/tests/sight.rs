//! The lines of sight of `xunlu-map` against the plain referee of lines, on generated grids.

use std::collections::BTreeSet;
use xunlu_map::{Cell, Corners, Crossing, Mover, Passability, Size, is_visible, supercover, sweep};
use xunlu_testkit::{GridKind, Random, any_grid_of, cells_crossed, cells_swept, sees};

#[test]
fn rays_and_bodies_meet_what_the_referee_says() {
    let (mut clear, mut blocked) = (0, 0);
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let grid = any_grid_of(GridKind::Weighted, seed);
        let ground = Passability::new(grid.ground(), &Mover::default());
        let is_open = |cell| ground.is_open(cell);
        let cells: Vec<Cell> = grid.bounds().cells().collect();
        for _ in 0..20 {
            let (from, to) = (*random.pick(&cells), *random.pick(&cells));
            let footprint = Size::new(random.from_to(1, 3), random.from_to(1, 3));
            let rules = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
            let corners = *random.pick(&rules);
            let what = || format!("seed {seed}: {from} to {to}, {footprint}, {corners:?}\n{grid}");
            let seen = is_visible(&ground, from, to, footprint, corners);
            assert_eq!(seen, sees(from, to, footprint, corners, is_open), "{}", what());
            let swept = sweep(&ground, from, to, footprint).is_clear();
            let expected = cells_swept(from, to, footprint).into_iter().all(is_open);
            assert_eq!(swept, expected, "{}", what());
            *(if seen { &mut clear } else { &mut blocked }) += 1;
        }
    }
    assert!(clear > 1_000 && blocked > 1_000, "{clear} clear, {blocked} blocked");
}

#[test]
fn a_supercover_has_the_cells_that_the_segment_crosses() {
    let mut random = Random::new(9);
    for _ in 0..2_000 {
        let mut any = || Cell::new(random.between(-20, 20), random.between(-20, 20));
        let (from, to) = (any(), any());
        let mut entered = BTreeSet::new();
        for crossing in supercover(from, to) {
            if let Crossing::Cell(cell) = crossing {
                entered.insert(cell);
            }
        }
        assert_eq!(entered, cells_crossed(from, to), "{from} to {to}");
    }
}
