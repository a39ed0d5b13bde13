//! A region that paths keep to, as jumps see it: rectangles, and the cells at their inner corners.
//!
//! One rectangle takes nothing from what jumps rely on: whatever path a jump is weighed against lies in the
//! box around its two ends, and so within. Only where jumps end is otherwise. Where several make an inner
//! corner it is not so:
//!
//! ```text
//!       . p      From p to b a path by c is as cheap as one by a, so no jump turns at a. But c lies outside.
//!   # # c a      Jumps stop at a, therefore, and at b on the way back, and begin anew from there in all
//!   . . b .      directions. The region closes no corner: the step from a to b is the map's.
//! ```
//!
//! These stops are few, and looked for like goals: where a jump crosses their row and column.

use super::map::JumpMap;
use super::numbers::PaddedCell;
use super::rule::JumpRule;
use xunlu_map::{Rect, Region};

/// The most rectangles: each is looked at for each jump.
const PARTS_MAX: usize = 8;

/// The first and the last cell of a rectangle.
type Part = [PaddedCell; 2];

/// What paths keep to. No parts where that is the whole map.
#[derive(Clone, Debug, Default)]
pub(super) struct Confines {
    parts: Vec<Part>,
    stops: Vec<PaddedCell>,
}

impl JumpMap {
    /// Whether a search over jumps can keep to this region: one of few rectangles, on all layers together.
    ///
    /// ```
    /// use xunlu_index::JumpMap;
    /// use xunlu_map::{Cell, Grid, Mover, Passability, Rect, Region, Size};
    ///
    /// let grid: Grid = "......\n......\n......".parse()?;
    /// let mover = Mover::default();
    /// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
    /// assert!(map.suits_region(&Region::from(Rect::new(Cell::new(1, 0), Size::new(3, 2)))));
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn suits_region(&self, region: &Region) -> bool {
        self.parts_within(region).count() <= PARTS_MAX
    }

    /// The rectangles of a region, on each of its layers.
    fn parts_within<'a>(&'a self, region: &'a Region) -> impl Iterator<Item = Part> + 'a {
        let layers = self.layers().filter(|&layer| region.layer().is_none_or(|own| own == layer));
        layers.flat_map(move |layer| {
            region.parts().iter().filter_map(move |&rect| self.part_within(layer, rect))
        })
    }

    /// The cells of a rectangle that lie on a layer. Returns `None` if none do.
    fn part_within(&self, layer: u32, rect: Rect) -> Option<Part> {
        let (layout, above) = self.layer(layer);
        let bounds = layout.bounds();
        let within = bounds.intersection(rect);
        let max = within.max()?;
        let along = |at: i32, from: i32| at.wrapping_sub(from).cast_unsigned() + 1;
        let cell =
            |x, y| PaddedCell { x: along(x, bounds.min.x), y: along(y, bounds.min.y) + above };
        Some([cell(within.min.x, within.min.y), cell(max.x, max.y)])
    }
}

impl Confines {
    /// Takes in what a search keeps to.
    pub(super) fn begin(&mut self, map: &JumpMap, region: Option<&Region>) {
        self.parts.clear();
        self.stops.clear();
        let Some(region) = region else { return };
        self.parts.extend(map.parts_within(region));
        if self.parts.len() > 1 {
            self.find_stops(map);
        }
    }

    /// Where jumps stop because of an inner corner.
    pub(super) fn stops(&self) -> &[PaddedCell] {
        &self.stops
    }

    /// Whether a cell lies within.
    #[inline]
    pub(super) fn hold(&self, cell: PaddedCell) -> bool {
        self.parts.iter().any(|part| holds(part, cell))
    }

    /// Whether the diagonal-first path with at most one turn from one cell to another lies within.
    pub(super) fn keep(&self, rule: JumpRule, from: PaddedCell, to: PaddedCell) -> bool {
        if let [part] = &self.parts[..] {
            return holds(part, from) && holds(part, to);
        }
        let sign = |from: u32, to: u32| i32::from(to > from) - i32::from(to < from);
        let diagonal = match rule {
            JumpRule::Four => (sign(from.x, to.x), 0),
            JumpRule::Eight(_) => (sign(from.x, to.x), sign(from.y, to.y)),
        };
        let steps = rule.diagonal_towards(from, to).map_or(0, |(_, steps)| steps);
        let turn = from.plus(diagonal, steps);
        let scan = (sign(turn.x, to.x), sign(turn.y, to.y));
        let rest = turn.x.abs_diff(to.x) + turn.y.abs_diff(to.y);
        self.hold(from)
            && self.steps(from, diagonal, steps) == steps
            && self.steps(turn, scan, rest) == rest
    }

    /// How many steps lead on within, of so many in a straight line from a cell.
    pub(super) fn steps(&self, from: PaddedCell, by: (i32, i32), most: u32) -> u32 {
        let (mut cell, mut done) = (from, 0);
        while done < most {
            let here = self.parts.iter().filter(|part| holds(part, cell));
            let Some(steps) = here.map(|part| steps_within(part, cell, by)).max() else { break };
            let steps = steps.min(most - done);
            (cell, done) = (cell.plus(by, steps), done + steps);
            // The next one may lie in another part.
            if done < most {
                if !self.hold(cell.plus(by, 1)) {
                    break;
                }
                (cell, done) = (cell.plus(by, 1), done + 1);
            }
        }
        done
    }

    /// Looks at the corners where the sides of any two parts cross or meet: four cells each.
    fn find_stops(&mut self, map: &JumpMap) {
        let mut stops = std::mem::take(&mut self.stops);
        for one in &self.parts {
            for other in &self.parts {
                // Between the cell before a side and the cell after it: the latter's column, or row.
                for x in [one[0].x, one[1].x + 1] {
                    for y in [other[0].y, other[1].y + 1] {
                        self.stops_at(map, PaddedCell { x, y }, &mut stops);
                    }
                }
            }
        }
        stops.sort_unstable_by_key(|cell| (cell.y, cell.x));
        stops.dedup();
        self.stops = stops;
    }

    /// Adds the stops at one corner, the north-western one of a cell.
    fn stops_at(
        &self,
        map: &JumpMap,
        PaddedCell { x, y }: PaddedCell,
        stops: &mut Vec<PaddedCell>,
    ) {
        // In a circle, so that the cells beside each are those before and after it.
        let around = [(x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1)];
        let around = around.map(|(x, y)| PaddedCell { x, y });
        let is_within = around.map(|cell| self.hold(cell));
        for place in 0..around.len() {
            let [before, across, after] = [3, 2, 1].map(|by| is_within[(place + by) % 4]);
            // Without diagonal steps a path turns past the cell across, with them past one beside. Where
            // prices differ either may be.
            let turns = before && after && !across;
            let passes = across && !(before && after);
            let is_stop = match map.rule {
                JumpRule::Four => turns,
                JumpRule::Eight(_) => passes || turns && map.is_weighted(),
            };
            if is_within[place] && is_stop && map.is_open(around[place]) {
                stops.push(around[place]);
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Part>() + self.stops.capacity() * size_of::<PaddedCell>()
    }
}

#[inline]
fn holds([first, last]: &Part, cell: PaddedCell) -> bool {
    first.x <= cell.x && cell.x <= last.x && first.y <= cell.y && cell.y <= last.y
}

/// How many steps in a straight line lead from a cell of a part to its rim.
fn steps_within([first, last]: &Part, cell: PaddedCell, (dx, dy): (i32, i32)) -> u32 {
    let along = |at: u32, by: i32, first: u32, last: u32| match by {
        0 => u32::MAX,
        1 => last - at,
        _ => at - first,
    };
    along(cell.x, dx, first.x, last.x).min(along(cell.y, dy, first.y, last.y))
}
