//! What each cell of a rectangle is made of: the storage that square and hex grids share.

use crate::cell::{Cell, Rect};
use crate::error::MapError;
use crate::layout::Layout;
use crate::plane::Plane;
use crate::terrain::{Exits, Tags, Terrain};

/// Terrain, tags and exits of every cell of a rectangle. A hex grid lays its hexes out in one by
/// column and row.
#[derive(Clone, Debug)]
pub struct Ground {
    terrain: Plane<Terrain>,
    // Most maps have no tags and no one-way cells, so neither costs memory until first used. Kept when
    // the last limited cell goes, or a door that shuts one way would cost the whole map each time.
    tags: Option<Plane<Tags>>,
    exits: Option<Plane<Exits>>,
    // How many cells have not all exits.
    limited: u32,
    // How many cells have each terrain: which prices occur decides what a heuristic may promise.
    counts: Box<Counts>,
}

/// How many cells have each terrain.
#[derive(Clone, Debug)]
struct Counts {
    each: [u32; 256],
    // A bit for each terrain of which there are some: those few are found without a look at all counts.
    occurring: [u64; 4],
}

impl Ground {
    /// The cells of `bounds`, all of them open.
    ///
    /// # Errors
    /// When the rectangle is empty, too large, or too far out.
    pub fn new(bounds: Rect) -> Result<Ground, MapError> {
        let layout = Layout::new(bounds)?;
        let terrain = Plane::new(layout, Terrain::OPEN, Terrain::VOID);
        let mut counts = [0; 256];
        counts[usize::from(Terrain::OPEN.0)] = bounds.size.width * bounds.size.height;
        let counts = Box::new(Counts::new(counts));
        Ok(Ground { terrain, tags: None, exits: None, limited: 0, counts })
    }

    /// The cells of `bounds`, each of the terrain that `terrain_at` says. Asked row by row; the way to
    /// build a large map, as it costs one write a cell.
    ///
    /// ```
    /// # mod xunlu {
    /// #     pub use xunlu_map::{self as map, *};
    /// # }
    /// use xunlu::{Cell, Grid, Rect, Size, Terrain};
    /// use xunlu::map::Ground;
    ///
    /// let bounds = Rect::new(Cell::new(0, 0), Size::new(3, 2));
    /// let ground = Ground::from_fn(bounds, |cell| {
    ///     if cell.x == cell.y { Terrain::WALL } else { Terrain::OPEN }
    /// })?;
    /// assert_eq!(Grid::of(ground).to_string(), "#..\n.#.");
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    ///
    /// # Errors
    /// When the rectangle is empty, too large, or too far out.
    pub fn from_fn(
        bounds: Rect,
        mut terrain_at: impl FnMut(Cell) -> Terrain,
    ) -> Result<Ground, MapError> {
        let layout = Layout::new(bounds)?;
        let mut counts = [0; 256];
        let terrain = Plane::from_fn(layout, Terrain::VOID, |cell| {
            let terrain = terrain_at(cell);
            counts[usize::from(terrain.0)] += 1;
            terrain
        });
        let counts = Box::new(Counts::new(counts));
        Ok(Ground { terrain, tags: None, exits: None, limited: 0, counts })
    }

    /// The same ground, each cell with the tags that `tags_at` says. Asked row by row, as
    /// [`from_fn`](Self::from_fn); keeps a place for tags even if no cell has one.
    ///
    /// ```
    /// # mod xunlu {
    /// #     pub use xunlu_map::{self as map, *};
    /// # }
    /// use xunlu::{Cell, Rect, Size, Tags};
    /// use xunlu::map::Ground;
    ///
    /// let ground = Ground::new(Rect::new(Cell::new(0, 0), Size::new(3, 2)))?;
    /// let ground = ground.with_tags(|cell| if cell.x == 2 { Tags(1) } else { Tags::NONE });
    /// let tags = ground.tags().and_then(|tags| tags.get(Cell::new(2, 1)));
    /// assert_eq!(tags, Some(Tags(1)));
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn with_tags(self, tags_at: impl FnMut(Cell) -> Tags) -> Ground {
        let tags = Plane::from_fn(*self.layout(), Tags::NONE, tags_at);
        Ground { tags: Some(tags), ..self }
    }

    /// The same ground, each cell with the exits that `exits_at` says. Asked row by row, as
    /// [`from_fn`](Self::from_fn).
    #[must_use]
    pub fn with_exits(self, mut exits_at: impl FnMut(Cell) -> Exits) -> Ground {
        let mut limited = 0;
        let exits = Plane::from_fn(*self.layout(), Exits::ALL, |cell| {
            let exits = exits_at(cell);
            limited += u32::from(exits != Exits::ALL);
            exits
        });
        Ground { exits: Some(exits), limited, ..self }
    }

    /// Its cells.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        self.layout().bounds()
    }

    /// How its cells are numbered.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        self.terrain.layout()
    }

    /// The terrain of every cell, by number.
    #[must_use]
    pub const fn terrain(&self) -> &Plane<Terrain> {
        &self.terrain
    }

    /// Every cell with its terrain, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Terrain)> {
        let (layout, terrain) = (*self.layout(), self.terrain.values());
        let number_of = move |cell| layout.index_of(cell).map(|number| (cell, number));
        let numbered = self.bounds().cells().filter_map(number_of);
        numbered.map(|(cell, number)| (cell, terrain[number as usize]))
    }

    /// The tags of every cell; `None` if no cell ever had one.
    #[must_use]
    pub const fn tags(&self) -> Option<&Plane<Tags>> {
        self.tags.as_ref()
    }

    /// The exits of every cell. Returns `None` while all cells have all exits.
    #[must_use]
    pub const fn exits(&self) -> Option<&Plane<Exits>> {
        if self.limited > 0 { self.exits.as_ref() } else { None }
    }

    /// How many cells may not be left in all directions.
    #[must_use]
    pub const fn limited_count(&self) -> u32 {
        self.limited
    }

    /// How many cells have this terrain.
    #[must_use]
    pub const fn count(&self, terrain: Terrain) -> u32 {
        self.counts.each[terrain.0 as usize]
    }

    /// Every terrain that some cell has, in order.
    pub fn terrains(&self) -> impl Iterator<Item = Terrain> + Clone + use<> {
        let words = self.counts.occurring.into_iter().zip((0..).step_by(64));
        words.flat_map(|(word, first)| {
            let bits = std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            let bits = bits.take_while(|&left| left != 0).map(u64::trailing_zeros);
            bits.map(move |bit| Terrain(u8::try_from(first + bit).unwrap_or(u8::MAX)))
        })
    }

    /// How many cells have each terrain.
    pub(crate) const fn counts(&self) -> &[u32; 256] {
        &self.counts.each
    }

    /// Sets the terrain of a rectangle, which must lie inside as a whole.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside; then nothing is changed.
    pub fn fill(&mut self, rect: Rect, terrain: Terrain) -> Result<(), MapError> {
        self.check_inside(rect)?;
        for row in self.terrain.rows_of(rect) {
            for old in &self.terrain.values()[row] {
                self.counts.take(*old);
            }
        }
        self.counts.add(terrain, rect.size.width * rect.size.height);
        self.terrain.fill(rect, terrain);
        Ok(())
    }

    /// Sets the tags of a rectangle, which must lie inside as a whole.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside; then nothing is changed.
    pub fn fill_tags(&mut self, rect: Rect, tags: Tags) -> Result<(), MapError> {
        self.check_inside(rect)?;
        let layout = *self.layout();
        let plane = self.tags.get_or_insert_with(|| Plane::new(layout, Tags::NONE, Tags::NONE));
        plane.fill(rect, tags);
        Ok(())
    }

    /// Sets the exits of a rectangle of cells, which must lie inside as a whole.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside; then nothing is changed.
    pub fn fill_exits(&mut self, rect: Rect, exits: Exits) -> Result<(), MapError> {
        self.check_inside(rect)?;
        if self.exits.is_none() && exits == Exits::ALL {
            return Ok(());
        }
        let layout = *self.layout();
        let plane = self.exits.get_or_insert_with(|| Plane::new(layout, Exits::ALL, Exits::ALL));
        for row in plane.rows_of(rect) {
            for old in &plane.values()[row] {
                self.limited -= u32::from(*old != Exits::ALL);
            }
        }
        if exits != Exits::ALL {
            self.limited += rect.size.width * rect.size.height;
        }
        plane.fill(rect, exits);
        Ok(())
    }

    pub(crate) fn check_inside(&self, rect: Rect) -> Result<(), MapError> {
        let bounds = self.bounds();
        let Some(max) = rect.max() else {
            return Err(MapError::empty(rect.size));
        };
        for corner in [rect.min, max] {
            if !bounds.contains(corner) {
                return Err(MapError::outside(corner, bounds));
            }
        }
        Ok(())
    }
}

/// Whether every cell is the same, whatever there once was.
impl PartialEq for Ground {
    fn eq(&self, other: &Ground) -> bool {
        self.terrain == other.terrain && self.tags == other.tags && self.exits() == other.exits()
    }
}

impl Eq for Ground {}

impl Counts {
    fn new(each: [u32; 256]) -> Counts {
        let mut counts = Counts { each, occurring: [0; 4] };
        for (terrain, count) in (0..=u8::MAX).map(Terrain).zip(each) {
            counts.mark(terrain, count > 0);
        }
        counts
    }

    fn add(&mut self, terrain: Terrain, count: u32) {
        self.each[usize::from(terrain.0)] += count;
        self.mark(terrain, true);
    }

    fn take(&mut self, terrain: Terrain) {
        let count = &mut self.each[usize::from(terrain.0)];
        *count -= 1;
        if *count == 0 {
            self.mark(terrain, false);
        }
    }

    fn mark(&mut self, Terrain(number): Terrain, occurs: bool) {
        let (word, bit) = (&mut self.occurring[usize::from(number / 64)], 1 << (number % 64));
        *word = if occurs { *word | bit } else { *word & !bit };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;

    #[test]
    fn ground_whose_exits_are_all_open_again_has_none_to_tell() {
        let mut ground = Ground::new(Rect::new(Cell::new(-1, -1), Size::new(4, 3))).unwrap();
        let plain = ground.clone();
        let (one, all) = (Rect::cell(Cell::new(0, 0)), ground.bounds());
        ground.fill_exits(one, Exits::ALL).unwrap();
        assert!(ground.exits().is_none());
        ground.fill_exits(all, Exits(0b101)).unwrap();
        ground.fill_exits(one, Exits(0b1)).unwrap();
        assert_eq!(ground.exits().and_then(|exits| exits.get(one.min)), Some(Exits(0b1)));
        assert_ne!(ground, plain);
        ground.fill_exits(all, Exits::ALL).unwrap();
        assert!(ground.exits().is_none());
        assert_eq!(ground, plain);
        assert!(plain.with_exits(|_| Exits::ALL).exits().is_none());
    }

    #[test]
    fn filling_keeps_count() {
        let mut ground = Ground::new(Rect::new(Cell::new(-1, -1), Size::new(4, 3))).unwrap();
        ground.fill(Rect::new(Cell::new(0, 0), Size::new(2, 2)), Terrain::WALL).unwrap();
        ground.fill(Rect::cell(Cell::new(0, 0)), Terrain(3)).unwrap();
        let counts = [Terrain::WALL, Terrain(3), Terrain::OPEN].map(|t| ground.count(t));
        assert_eq!(counts, [3, 1, 8]);
        let all = (0..=u8::MAX).map(Terrain).filter(|&terrain| ground.count(terrain) > 0);
        assert!(ground.terrains().eq(all));
    }

    #[test]
    fn ground_from_a_function_is_ground_that_was_filled() {
        let bounds = Rect::new(Cell::new(-1, 2), Size::new(4, 3));
        let wall = Rect::new(Cell::new(0, 3), Size::new(2, 2));
        let mut filled = Ground::new(bounds).unwrap();
        filled.fill(wall, Terrain::WALL).unwrap();
        let terrain_at = |cell| if wall.contains(cell) { Terrain::WALL } else { Terrain::OPEN };
        assert_eq!(Ground::from_fn(bounds, terrain_at).unwrap(), filled);
    }

    #[test]
    fn tags_and_exits_from_functions_are_those_that_were_set() {
        let bounds = Rect::new(Cell::new(-1, 2), Size::new(4, 3));
        let some = Rect::new(Cell::new(0, 3), Size::new(2, 2));
        let (tags, exits) = (Tags::one(3).unwrap(), Exits(0b101));
        let mut set = Ground::new(bounds).unwrap();
        set.fill_tags(some, tags).unwrap();
        set.fill_exits(some, exits).unwrap();
        let ground = Ground::new(bounds)
            .unwrap()
            .with_tags(|cell| if some.contains(cell) { tags } else { Tags::NONE })
            .with_exits(|cell| if some.contains(cell) { exits } else { Exits::ALL });
        assert_eq!(ground, set);
        let plain = Ground::new(bounds).unwrap().with_tags(|_| Tags::NONE);
        assert!(plain.tags().is_some());
        assert!(plain.exits().is_none());
    }

    #[test]
    fn a_rectangle_that_sticks_out_is_refused_whole() {
        let mut ground = Ground::new(Rect::new(Cell::new(-1, -1), Size::new(4, 3))).unwrap();
        let before = ground.clone();
        let sticks_out = Rect::new(Cell::new(2, 0), Size::new(2, 1));
        let error = ground.fill(sticks_out, Terrain::WALL).unwrap_err().to_string();
        assert_eq!(error, "3,0 lies outside the map; expected a cell from -1,-1 to 2,1");
        assert!(ground.fill_tags(Rect::new(Cell::new(0, 0), Size::new(0, 1)), Tags::ALL).is_err());
        assert_eq!(ground, before);
    }
}
