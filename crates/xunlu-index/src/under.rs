//! The most expensive ground under a footprint: what a large mover pays for at every cell.

use xunlu_map::{Cell, Footprint, Ground, Layout, Mover, Plane, Rect, Size, Terrain, Weight};

/// For every cell the terrain that a mover pays for who stands there with its whole footprint: the most
/// expensive under it.
///
/// [`GridView::with_ground_under`](xunlu_search::GridView::with_ground_under) tells by it what steps cost,
/// at one look. Good for all movers of the same footprint who put the terrains in the same order. Where
/// the footprint does not fit it tells of what lies on the map. Costs a byte a cell.
///
/// ```
/// use xunlu_index::GroundUnder;
/// use xunlu_map::{Cell, Grid, Mover, Size, Terrain};
///
/// let grid: Grid = "...5\n....\n....".parse()?;
/// let cart = Mover::four().footprint(Size::new(2, 2)).build()?;
/// let under = GroundUnder::new(grid.ground(), &cart);
/// assert_eq!(under.terrain().get(Cell::new(2, 0)), Some(Terrain(5)));
/// assert_eq!(under.terrain().get(Cell::new(1, 0)), Some(Terrain::OPEN));
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundUnder {
    footprint: Footprint,
    ranks: Ranks,
    terrain: Plane<Terrain>,
}

/// Terrains in the order of what they cost, those that cost the same sharing a place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ranks {
    of_terrain: Box<[u8; 256]>,
    // The first terrain of each rank.
    terrains: Vec<Terrain>,
}

impl Ranks {
    fn of(mover: &Mover) -> Ranks {
        let all = || (0..=u8::MAX).map(Terrain);
        let mut weights: Vec<Option<Weight>> = Vec::new();
        for weight in all().map(|terrain| mover.weight(terrain)) {
            if let Err(place) = weights.binary_search(&weight) {
                weights.insert(place, weight);
            }
        }
        let rank = |terrain| {
            let rank = weights.binary_search(&mover.weight(terrain)).expect("it is of the list");
            u8::try_from(rank).expect("there are no more ranks than terrains")
        };
        let mut of_terrain = Box::new([0; 256]);
        let mut terrains = vec![Terrain(u8::MAX); weights.len()];
        for terrain in all().collect::<Vec<_>>().into_iter().rev() {
            of_terrain[usize::from(terrain.0)] = rank(terrain);
            terrains[usize::from(rank(terrain))] = terrain;
        }
        Ranks { of_terrain, terrains }
    }
}

impl GroundUnder {
    /// What lies under a mover's footprint, everywhere. Costs O(cells) times the logarithm of the
    /// footprint's longer side.
    #[must_use]
    pub fn new(ground: &Ground, mover: &Mover) -> GroundUnder {
        let layout = *ground.layout();
        let terrain = Plane::new(layout, Terrain(u8::MAX), Terrain(u8::MAX));
        let (footprint, ranks) = (mover.footprint(), Ranks::of(mover));
        let mut under = GroundUnder { footprint, ranks, terrain };
        under.read(ground, layout.bounds());
        under
    }

    /// Reads the cells of `rect` anew, and what lies within a footprint of them. The result is that of
    /// making it anew (`repairs_agree_with_making_anew`).
    ///
    /// # Panics
    /// When the ground is of another rectangle than the one this was made from.
    pub fn repair(&mut self, ground: &Ground, rect: Rect) {
        let layout = *self.terrain.layout();
        assert_eq!(ground.layout(), &layout, "the ground of another map");
        let edited = layout.bounds().intersection(rect);
        let Some(max) = edited.max() else { return };
        let Size { width, height } = self.footprint.size();
        let least = layout.bounds().min;
        let min = Cell::new(
            edited.min.x.saturating_sub_unsigned(width - 1).max(least.x),
            edited.min.y.saturating_sub_unsigned(height - 1).max(least.y),
        );
        self.read(ground, Rect::spanning(min, max));
    }

    /// Whether it tells what this mover pays for.
    #[must_use]
    pub fn is_for(&self, mover: &Mover) -> bool {
        self.footprint == mover.footprint() && self.ranks == Ranks::of(mover)
    }

    /// For every cell the most expensive terrain under the footprint.
    #[must_use]
    pub const fn terrain(&self) -> &Plane<Terrain> {
        &self.terrain
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.terrain.values().len() + 256 + self.ranks.terrains.len()
    }

    /// Works out the cells of a rectangle inside.
    fn read(&mut self, ground: &Ground, rect: Rect) {
        let layout = *self.terrain.layout();
        let Size { width, height } = self.footprint.size();
        let under = Size::new(rect.size.width + width - 1, rect.size.height + height - 1);
        let under = Rect::new(rect.min, under).intersection(layout.bounds());
        let columns = under.size.width as usize;
        let mut ranks: Vec<u8> = Vec::with_capacity(columns * under.size.height as usize);
        for row in rows_of(layout, under) {
            let terrain = &ground.terrain().values()[row];
            ranks.extend(terrain.iter().map(|at| self.ranks.of_terrain[usize::from(at.0)]));
        }
        for row in ranks.chunks_exact_mut(columns) {
            greatest_ahead(row, width as usize, 1);
        }
        greatest_ahead(&mut ranks, height as usize, columns);
        for (row, ranks) in rows_of(layout, rect).zip(ranks.chunks_exact(columns)) {
            for (number, &rank) in row.zip(ranks) {
                let number = u32::try_from(number).expect("a map's cells are counted by a u32");
                self.terrain.set_at(number, self.ranks.terrains[usize::from(rank)]);
            }
        }
    }
}

/// The numbers of the cells of a rectangle inside, a run for each row.
fn rows_of(layout: Layout, rect: Rect) -> impl Iterator<Item = std::ops::Range<usize>> {
    let first = layout.index_of(rect.min).map_or(0, |first| first as usize);
    let (stride, width) = (layout.stride() as usize, rect.size.width as usize);
    (0..rect.size.height as usize).map(move |down| {
        let start = first + down * stride;
        start..start + width
    })
}

/// Makes each place the greatest of so many, itself and those that lie so far apart ahead: of twice as
/// many at each turn.
fn greatest_ahead(ranks: &mut [u8], count: usize, apart: usize) {
    let mut known = 1;
    while known < count {
        let more = known.min(count - known);
        let ahead = more * apart;
        for place in ahead..ranks.len() {
            ranks[place - ahead] = ranks[place - ahead].max(ranks[place]);
        }
        known += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::Grid;
    use xunlu_testkit::{GridKind, Random, any_grid_of};

    fn any_large_mover(random: &mut Random) -> Mover {
        let footprint = Size::new(random.from_to(1, 20), random.from_to(1, 64));
        let mover = Mover::four().footprint(footprint);
        let priced = |mover: xunlu_map::MoverBuilder, terrain| {
            let percent = [50, 100, 100, 300][terrain as usize % 4];
            mover.price(Terrain(terrain), Weight::percent(percent))
        };
        (1..12).fold(mover, priced).build().unwrap()
    }

    /// What a mover pays for, by looking at every cell under it.
    fn weight_by_trying(grid: &Grid, mover: &Mover, cell: Cell) -> Option<Weight> {
        let under = Rect::new(cell, mover.footprint().size()).intersection(grid.bounds());
        let terrain = under.cells().filter_map(|cell| grid.ground().terrain().get(cell));
        terrain.map(|terrain| mover.weight(terrain)).max().flatten()
    }

    #[test]
    fn the_most_expensive_ground_is_that_found_by_trying() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let (grid, mover) =
                (any_grid_of(GridKind::Weighted, seed), any_large_mover(&mut random));
            let under = GroundUnder::new(grid.ground(), &mover);
            assert!(under.is_for(&mover));
            for cell in grid.bounds().cells() {
                let terrain = under.terrain().get(cell).unwrap();
                let expected = weight_by_trying(&grid, &mover, cell);
                assert_eq!(mover.weight(terrain), expected, "{cell}, {}", mover.footprint());
            }
        }
    }

    #[test]
    fn repairs_agree_with_making_anew() {
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let (mut grid, mover) =
                (any_grid_of(GridKind::Weighted, seed), any_large_mover(&mut random));
            let mut under = GroundUnder::new(grid.ground(), &mover);
            for _ in 0..50 {
                let Rect { min, size } = grid.bounds();
                let cell = Cell::new(
                    min.x.wrapping_add_unsigned(random.below(size.width)),
                    min.y.wrapping_add_unsigned(random.below(size.height)),
                );
                let some = Size::new(random.from_to(1, 9), random.from_to(1, 9));
                let rect = Rect::new(cell, some).intersection(grid.bounds());
                let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN, Terrain(3), Terrain(8)]);
                grid.fill(rect, terrain).unwrap();
                under.repair(grid.ground(), rect);
                assert!(under == GroundUnder::new(grid.ground(), &mover), "seed {seed}");
            }
        }
    }
}
