//! How much room there is at every cell: one map of it for movers of every size.

use std::ops::Range;
use xunlu_map::{Cell, Layout, Passability, Plane, Rect};
use xunlu_search::GridView;

/// For every cell the side of the largest open square that has it for its corner of least x and y,
/// up to [`GridView::CLEARANCE_MAX`].
///
/// [`GridView::with_clearance`] answers by it where a large mover fits. Joined edges are not looked
/// across: a square ends where the map does.
///
/// ```
/// use xunlu_index::Clearance;
/// use xunlu_map::{Cell, Grid, Mover, Passability};
///
/// let grid: Grid = "...\n...\n..#".parse()?;
/// let clearance = Clearance::new(&Passability::new(grid.ground(), &Mover::default()));
/// assert_eq!(clearance.sides().get(Cell::new(0, 0)), Some(2));
/// assert_eq!(clearance.sides().get(Cell::new(2, 2)), Some(0));
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clearance {
    sides: Plane<u8>,
}

impl Clearance {
    /// The room on this ground, in one sweep from the last cell to the first.
    #[must_use]
    pub fn new(open: &Passability) -> Clearance {
        let layout = *open.layout();
        let mut clearance = Clearance { sides: Plane::new(layout, 0, 0) };
        for row in rows_of(layout).rev() {
            for index in row.rev() {
                clearance.sides.set_at(index, clearance.side_at(open, index));
            }
        }
        clearance
    }

    /// Reads the cells of `rect` anew. From there it works towards lower x and y as far as anything
    /// changes, which is at most [`GridView::CLEARANCE_MAX`] cells. The result is that of building
    /// anew (`repairs_agree_with_building_anew`).
    ///
    /// # Panics
    /// When `open` is of another rectangle than the one this was built from.
    pub fn repair(&mut self, open: &Passability, rect: Rect) {
        let layout = *self.sides.layout();
        assert_eq!(open.layout(), &layout, "the passability of another map");
        let bounds = layout.bounds();
        let edited = bounds.intersection(rect);
        let Some(edited_max) = edited.max() else { return };
        // Which columns changed in the row below: from the first to the last of them.
        let mut below: Option<(i32, i32)> = None;
        let mut y = edited_max.y;
        while y >= bounds.min.y {
            let is_edited = y >= edited.min.y;
            if !is_edited && below.is_none() {
                return;
            }
            let mut due = below.map(|(first, last)| (first.saturating_sub(1), last));
            if is_edited {
                let (first, last) = due.unwrap_or((edited.min.x, edited_max.x));
                due = Some((first.min(edited.min.x), last.max(edited_max.x)));
            }
            below = due.and_then(|due| self.repair_row(open, y, due));
            y -= 1;
        }
    }

    /// For every cell the side of its square; nought on the border and where nobody stands.
    #[must_use]
    pub const fn sides(&self) -> &Plane<u8> {
        &self.sides
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.sides.values().len()
    }

    /// Works out the cells from column `last` back to column `first`, and on as long as anything
    /// changes. Tells the first and last column that changed.
    fn repair_row(
        &mut self,
        open: &Passability,
        y: i32,
        (first, last): (i32, i32),
    ) -> Option<(i32, i32)> {
        let layout = *self.sides.layout();
        let mut changed: Option<(i32, i32)> = None;
        let mut x = last;
        while let Some(index) = layout.index_of(Cell::new(x, y)) {
            let right_changed = changed.is_some_and(|(least, _)| least == x + 1);
            if x < first && !right_changed {
                break;
            }
            let side = self.side_at(open, index);
            if side != self.sides.at(index) {
                self.sides.set_at(index, side);
                changed = Some((x, changed.map_or(x, |(_, most)| most)));
            }
            x -= 1;
        }
        changed
    }

    /// A square reaches one cell further than the least of the three that start beside it.
    #[inline]
    fn side_at(&self, open: &Passability, index: u32) -> u8 {
        if !open.at(index) {
            return 0;
        }
        let below = index + self.sides.layout().stride();
        let beside = self.sides.at(index + 1).min(self.sides.at(below));
        let least = beside.min(self.sides.at(below + 1));
        (least + 1).min(GridView::CLEARANCE_MAX)
    }
}

/// The numbers of the cells inside, a run for each row.
fn rows_of(layout: Layout) -> impl DoubleEndedIterator<Item = Range<u32>> {
    let Rect { min, size } = layout.bounds();
    let first = layout.index_of(min).expect("a layout has at least one cell");
    let starts = (0..size.height).map(move |down| first + down * layout.stride());
    starts.map(move |start| start..start + size.width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Grid, Mover, Size, Terrain};
    use xunlu_testkit::{GridKind, Random, any_grid_of};

    fn side_by_trying(open: &Passability, cell: Cell) -> u8 {
        let fits = |side: u8| {
            let size = Size::new(u32::from(side), u32::from(side));
            Rect::new(cell, size).cells().all(|under| open.is_open(under))
        };
        (1..=GridView::CLEARANCE_MAX).take_while(|&side| fits(side)).last().unwrap_or(0)
    }

    #[test]
    fn sides_are_those_found_by_trying() {
        let field = Grid::new(Size::new(50, 45)).unwrap();
        let made = (0..40).map(|seed| any_grid_of(GridKind::Full, seed));
        for grid in made.chain([field]) {
            let open = Passability::new(grid.ground(), &Mover::default());
            let clearance = Clearance::new(&open);
            for cell in grid.bounds().cells() {
                let side = clearance.sides().get(cell);
                assert_eq!(side, Some(side_by_trying(&open, cell)), "{cell} of\n{grid}");
            }
            let border = grid.bounds().grown(1).cells().filter(|&at| !grid.bounds().contains(at));
            for cell in border {
                assert_eq!(clearance.sides().get(cell), None);
            }
        }
    }

    #[test]
    fn repairs_agree_with_building_anew() {
        let mover = Mover::default();
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut grid = if seed % 3 == 0 {
                Grid::new(Size::new(random.from_to(1, 90), random.from_to(1, 90))).unwrap()
            } else {
                any_grid_of(GridKind::Weighted, seed)
            };
            let mut open = Passability::new(grid.ground(), &mover);
            let mut clearance = Clearance::new(&open);
            for edit in 0..100 {
                let Rect { min, size } = grid.bounds();
                let (right, down) = (random.below(size.width), random.below(size.height));
                let cell = Cell::new(
                    min.x.wrapping_add_unsigned(right),
                    min.y.wrapping_add_unsigned(down),
                );
                let most = if random.chance(30) { 40 } else { 3 };
                let some = Size::new(random.from_to(1, most), random.from_to(1, most));
                let rect = Rect::new(cell, some).intersection(grid.bounds());
                let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN, Terrain(3)]);
                grid.fill(rect, terrain).unwrap();
                open.repair(grid.ground(), &mover, rect);
                clearance.repair(&open, rect);
                assert!(clearance == Clearance::new(&open), "seed {seed}, edit {edit}\n{grid}");
            }
        }
    }
}
