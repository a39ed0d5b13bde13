//! Jump maps against their definition, and after edits against new ones.
#![cfg(test)]

use super::JumpMap;
use xunlu_map::{Cell, Corners, Grid, Mover, Passability, Rect, Size, Terrain};
use xunlu_testkit::{GridKind, Random, any_grid_of};

fn movers() -> Vec<Mover> {
    let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always].map(Mover::eight);
    let sizes = [Size::ONE, Size::new(2, 2), Size::new(3, 1), Size::new(64, 2)];
    let builders = corners.into_iter().chain([Mover::four()]);
    let builders: Vec<_> = builders.collect();
    let each = builders.iter().flat_map(|builder| {
        sizes.map(|footprint| builder.clone().footprint(footprint).build().unwrap())
    });
    each.collect()
}

#[test]
fn repairs_agree_with_making_anew() {
    let movers = movers();
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let mut grid = if seed % 3 == 0 {
            Grid::new(Size::new(random.from_to(1, 200), random.from_to(1, 200))).unwrap()
        } else {
            any_grid_of(GridKind::Full, seed)
        };
        let mover = &movers[random.below(u32::try_from(movers.len()).unwrap()) as usize];
        let mut open = Passability::new(grid.ground(), mover);
        let mut map = JumpMap::new(&open, mover).unwrap();
        for edit in 0..40 {
            let Rect { min, size } = grid.bounds();
            let (right, down) = (random.below(size.width), random.below(size.height));
            let cell =
                Cell::new(min.x.wrapping_add_unsigned(right), min.y.wrapping_add_unsigned(down));
            let most = if random.chance(20) { 90 } else { 3 };
            let some = Size::new(random.from_to(1, most), random.from_to(1, most));
            let rect = Rect::new(cell, some).intersection(grid.bounds());
            let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
            grid.fill(rect, terrain).unwrap();
            open.repair(grid.ground(), mover, rect);
            map.repair(&open, rect);
            let anew = JumpMap::new(&open, mover).unwrap();
            assert!(map == anew, "seed {seed}, edit {edit} of {rect:?}, {mover:?}\n{grid}");
        }
    }
}
