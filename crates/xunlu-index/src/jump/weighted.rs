//! Ground of more than one price: where it makes jump points, and which directions it adds there.
//!
//! On uniform ground most neighbours of a cell are pruned because a path round that cell is as cheap. Where
//! prices differ that path may be more expensive, and then the cell is a jump point:
//!
//! ```text
//!   3 3 . .     Scanning eastward from p, x is the last cell that costs 3. Diagonally to n the path by x
//!   3 3 n .     costs 3 + 1.4, and that by a, as good on uniform ground, 4.2 + 1: n is a forced neighbour of
//!   p x . .     x. Conversely, from 1 to 3, the path by a is the cheaper one, and x prunes n.
//! ```
//!
//! (`a` is the cell north of x.) So it is enough to compare, at every cell whose neighbours differ in
//! price, each neighbour that uniform ground prunes with the paths that prune it there. A straight neighbour
//! is pruned by a cheaper path alone; a diagonal one by a path as cheap, too, if that ends with a straight
//! step. Why no cheapest path is lost: let x be the last cell but one of a cheapest path to n, and let
//! every cell be expanded on a cheapest path to it. If n is straight on or aside from x, no path to n
//! is cheaper, so x does not prune n. If n is diagonal from x and pruned by a path as cheap, the last cell
//! but one of *that* path reaches n by a straight step, and does not prune it.
//! This needs steps that cost something, and diagonal ones that cost less than two straight ones.
//!
//! With four neighbours read "along a row" for diagonal and "along a column" for straight: of two paths
//! that cost the same the one that ends along a column is kept.
//!
//! Besides, a jump stops where the next cell costs something else, so that each part of an edge has one
//! price.
//!
//! The idea is that of Carlson, Moghadam, Harabor, Stuckey and Ebrahimi (2023, "Optimal pathfinding on
//! weighted grid maps"): prune where paths are symmetric and let the straight step be the last. Theirs prices
//! a step by all cells it touches, ours by the one it enters; and ours finds the jump points beforehand.

use super::bit_grid::BitGrid;
use super::map::JumpMap;
use super::numbers::{CellNumber, CellShift, PaddedCell, WordAt};
use super::rule::{ARRIVALS, Directions, JumpRule};
use xunlu_map::{Footprint, Ground, Mover, Size, Terrain};

/// What ground costs a mover, cell by cell, and where that stops its jumps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WeightedGround {
    rule: JumpRule,
    prices: Prices,
    // For each cell, by its number, the index of the price of the most expensive ground under the mover.
    ground: Vec<u8>,
    // What a step to each neighbour adds to the number of a cell, in the order of `JumpMap::neighbours`.
    shifts: [CellShift; 8],
    // The jump points that the ground makes for each arrival, by rows, and how many cells are one for any.
    jump_points: [BitGrid; ARRIVALS],
    jump_point_count: u32,
}

/// What a straight and a diagonal step onto ground cost, cheapest first, and which are each terrain's.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Prices {
    list: Vec<[u32; 2]>,
    of_terrain: Box<[u8; 256]>,
}

impl Prices {
    fn of(mover: &Mover) -> Prices {
        let terrains = || (0..=u8::MAX).map(Terrain).filter(|terrain| mover.is_open(*terrain));
        let price =
            |terrain: Terrain| mover.enter_costs()[usize::from(terrain.0)].map(|cost| cost.0);
        let mut list: Vec<[u32; 2]> = terrains().map(price).collect();
        list.sort_unstable();
        list.dedup();
        let mut of_terrain = Box::new([0; 256]);
        for terrain in terrains() {
            let place = list.binary_search(&price(terrain)).expect("it is of the list");
            of_terrain[usize::from(terrain.0)] = u8::try_from(place).expect("of 256 terrains");
        }
        Prices { list, of_terrain }
    }
}

impl WeightedGround {
    /// Ground that is not read yet.
    pub(super) fn empty(map: &JumpMap, mover: &Mover) -> WeightedGround {
        let stride = map.layout.stride();
        let (east, west) = (1, 1_u32.wrapping_neg());
        let (south, north) = (stride, stride.wrapping_neg());
        let add = |one: u32, other: u32| one.wrapping_add(other);
        let diagonal = [add(south, east), add(south, west), add(north, west), add(north, east)];
        let [south_east, south_west, north_west, north_east] = diagonal;
        WeightedGround {
            rule: map.rule,
            prices: Prices::of(mover),
            ground: vec![0; map.layout.len() as usize],
            shifts: [east, south, west, north, south_east, south_west, north_west, north_east]
                .map(CellShift),
            jump_points: std::array::from_fn(|_| map.nodes.clone()),
            jump_point_count: 0,
        }
    }

    /// Whether ground costs this mover the same.
    pub(super) fn is_for(&self, mover: &Mover) -> bool {
        self.prices == Prices::of(mover)
    }

    pub(super) fn jump_point_count(&self) -> u32 {
        self.jump_point_count
    }

    pub(super) fn bytes(&self) -> usize {
        let jump_points = self.jump_points.iter().map(BitGrid::bytes).sum::<usize>();
        self.ground.len() + jump_points + self.prices.list.len() * size_of::<[u32; 2]>() + 256
    }

    /// What a straight and a diagonal step onto a cell cost.
    #[inline]
    pub(super) fn price(&self, number: CellNumber) -> [u32; 2] {
        self.prices.list[usize::from(self.ground[number.index()])]
    }

    /// What a step of a diagonal jump onto a cell costs; with four neighbours these are straight.
    #[inline]
    pub(super) fn diagonal_price(&self, number: CellNumber) -> u32 {
        self.price(number)[usize::from(self.rule != JumpRule::Four)]
    }

    /// Reads what the ground of a layer that begins at this number costs under a mover on its cells from one
    /// to another. Returns whether that changed.
    pub(super) fn read(
        &mut self,
        ground: &Ground,
        footprint: Footprint,
        (above, cells): (u32, [PaddedCell; 2]),
    ) -> bool {
        let [first, last] = cells;
        let layout = *ground.layout();
        let Size { width, height } = layout.bounds().size;
        // What lies under the footprints of all of them; nothing lies beyond the map.
        let columns = (last.x - first.x + footprint.width()) as usize;
        let rows = last.y - first.y + footprint.height();
        let mut under = vec![0; columns * rows as usize];
        for (row, prices) in (first.y..=height).zip(under.chunks_exact_mut(columns)) {
            let number = row * layout.stride() + first.x;
            for (number, price) in (number..).zip(prices).take((width + 1 - first.x) as usize) {
                let terrain = ground.terrain().at(number);
                *price = self.prices.of_terrain[usize::from(terrain.0)];
            }
        }
        most_expensive_ahead(&mut under, footprint.width(), 1);
        most_expensive_ahead(&mut under, footprint.height(), columns);
        let mut has_changed = false;
        let CellShift(stride) = self.shifts[1];
        for (row, prices) in (first.y..=last.y).zip(under.chunks_exact(columns)) {
            let from = (above + row * stride + first.x) as usize;
            let known = &mut self.ground[from..=from + (last.x - first.x) as usize];
            let prices = &prices[..known.len()];
            has_changed |= known != prices;
            known.copy_from_slice(prices);
        }
        has_changed
    }

    /// Finds the jump points among the cells of one word anew.
    pub(super) fn find_jump_points(&mut self, map: &JumpMap, at: WordAt) {
        let mut jump_points = [0; ARRIVALS];
        let mut left = map.open.word(at);
        let bit = |number: usize| u32::try_from(number).expect("a map's side fits");
        let first = PaddedCell { x: bit(at.word) * u64::BITS, y: bit(at.line) };
        if left != 0 && self.is_uniform_by(map, first) {
            left = 0;
        }
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let cell = first.plus((1, 0), bit);
            let (number, neighbours) = (map.number_of(cell), map.neighbours(cell));
            if !self.is_uniform_around(number, neighbours) {
                for (arrival, jump_points) in jump_points.iter_mut().enumerate() {
                    *jump_points |=
                        u64::from(self.is_jump_point(number, neighbours, arrival)) << bit;
                }
            }
        }
        let was = self.jump_points.iter().fold(0, |all, jump_points| all | jump_points.word(at));
        let all = jump_points.iter().fold(0, |all, jump_points| all | jump_points);
        self.jump_point_count += all.count_ones();
        self.jump_point_count -= was.count_ones();
        for (known, jump_points) in self.jump_points.iter_mut().zip(jump_points) {
            known.set_word(at, jump_points);
        }
    }

    /// The jump points among the cells of one word for an arrival.
    #[inline]
    pub(super) fn jump_points(&self, at: WordAt, arrival: usize) -> u64 {
        self.jump_points[arrival].word(at)
    }

    /// The same among any 64 cells of a row.
    #[inline]
    pub(super) fn jump_points_from(&self, row: u32, first: i32, arrival: usize) -> u64 {
        self.jump_points[arrival].bits_from(row, first)
    }

    /// Whether the cells of a word, and all around, have one price. Most have, and then there are no jump
    /// points to find.
    fn is_uniform_by(&self, map: &JumpMap, first: PaddedCell) -> bool {
        let stride = map.layout.stride();
        let count = (stride.saturating_sub(first.x)).min(u64::BITS) as usize;
        let price = self.ground[map.number_of(first).index()];
        [first.y - 1, first.y, first.y + 1].into_iter().all(|row| {
            let from = (row * stride + first.x) as usize;
            let end = (from + count + 1).min(self.ground.len());
            self.ground[from.saturating_sub(1)..end].iter().all(|&here| here == price)
        })
    }

    /// Whether a cell's open neighbours all have its own price.
    fn is_uniform_around(&self, number: CellNumber, neighbours: usize) -> bool {
        let price = self.ground[number.index()];
        let mut around = self.shifts.iter().enumerate();
        around.all(|(direction, &shift)| {
            neighbours >> direction & 1 == 0 || self.ground[(number + shift).index()] == price
        })
    }

    /// Whether the ground makes a cell a jump point for an arrival.
    fn is_jump_point(&self, number: CellNumber, neighbours: usize, arrival: usize) -> bool {
        let ahead = match self.rule {
            JumpRule::Four if arrival & 1 != usize::from(arrival < 4) => return false,
            JumpRule::Four => arrival & 3,
            JumpRule::Eight(_) => arrival,
        };
        let behind = ahead & 4 | (ahead + 2) & 3;
        if neighbours >> behind & 1 == 0 {
            return false;
        }
        let next = number + self.shifts[ahead];
        let is_border = self.ground[next.index()] != self.ground[number.index()];
        (neighbours >> ahead & 1 != 0 && is_border) || self.adds(number, neighbours, arrival) != 0
    }

    /// The directions in which to search from a cell after an arrival, besides those on uniform ground.
    /// Whether steps in them are possible is for the caller to test.
    #[inline]
    pub(super) fn adds(&self, number: CellNumber, neighbours: usize, arrival: usize) -> Directions {
        let cells = Cells { weighted: self, number, neighbours };
        match (self.rule, arrival) {
            (JumpRule::Four, ..4) => cells.turns(arrival),
            (JumpRule::Four, _) => 0,
            (JumpRule::Eight(_), ..4) => cells.adds_to_scan(arrival),
            (JumpRule::Eight(_), _) => cells.adds_to_diagonal(arrival - 4),
        }
    }
}

/// A cell and its neighbours: straight ones 0 to 3, diagonal ones 4 to 7.
#[derive(Clone, Copy)]
struct Cells<'a> {
    weighted: &'a WeightedGround,
    number: CellNumber,
    neighbours: usize,
}

impl Cells<'_> {
    /// What steps onto a neighbour cost, if it is open.
    #[inline]
    fn price(self, direction: usize) -> Option<[u32; 2]> {
        let shift = self.weighted.shifts[direction];
        (self.neighbours >> direction & 1 != 0).then(|| self.weighted.price(self.number + shift))
    }

    /// With four neighbours a path may turn aside here, and not a step sooner, where this ground is the
    /// cheaper of both.
    #[inline]
    fn turns(self, arrival: usize) -> Directions {
        let [here, _] = self.weighted.price(self.number);
        sides(arrival).into_iter().fold(0, |directions, Side { side, behind, .. }| {
            let is_forced = self.price(behind).is_some_and(|[sooner, _]| here < sooner);
            directions | Directions::from(is_forced) << (4 + side)
        })
    }

    /// After a cardinal scan: aside, and diagonally onward.
    #[inline]
    fn adds_to_scan(self, arrival: usize) -> Directions {
        let [here, _] = self.weighted.price(self.number);
        let mut directions = 0;
        for Side { side, behind, onward } in sides(arrival) {
            // Beside an obstacle, the rule for uniform ground makes both forced neighbours.
            let Some([aside, across]) = self.price(side) else { continue };
            let by_behind = self.price(behind).map_or(u32::MAX, |[behind, _]| behind + aside);
            if here + aside <= across.min(by_behind) {
                directions |= 1 << side;
            }
            if let Some([straight, diagonal]) = self.price(onward)
                && here + diagonal < across + straight
            {
                directions |= 1 << onward;
            }
        }
        directions
    }

    /// After a diagonal jump: diagonally to both sides, where the path of two straight steps is more
    /// expensive.
    #[inline]
    fn adds_to_diagonal(self, diagonal: usize) -> Directions {
        let [_, here] = self.weighted.price(self.number);
        let sides =
            [((diagonal + 3) & 3, (diagonal + 3) & 3), ((diagonal + 2) & 3, (diagonal + 1) & 3)];
        sides.into_iter().fold(0, |directions, (passing, diagonal)| {
            let prices = self.price(passing).zip(self.price(4 + diagonal));
            let is_forced = prices.is_some_and(|([passing, _], [straight, across])| {
                here + across < passing + straight
            });
            directions | Directions::from(is_forced) << (4 + diagonal)
        })
    }
}

/// The neighbours on one side of a scan: beside the cell, beside the one before, and beside the next.
#[derive(Clone, Copy)]
struct Side {
    side: usize,
    behind: usize,
    onward: usize,
}

/// Right and left.
#[inline]
fn sides(arrival: usize) -> [Side; 2] {
    let (right, left) = ((arrival + 1) & 3, (arrival + 3) & 3);
    [
        Side { side: right, behind: 4 + right, onward: 4 + arrival },
        Side { side: left, behind: 4 + ((arrival + 2) & 3), onward: 4 + left },
    ]
}

/// Makes each price the maximum of so many, itself and those ahead at this distance from each other. The
/// known number doubles at each turn.
fn most_expensive_ahead(prices: &mut [u8], count: u32, apart: usize) {
    let mut known = 1;
    while known < count {
        let more = known.min(count - known);
        let ahead = more as usize * apart;
        for place in ahead..prices.len() {
            prices[place - ahead] = prices[place - ahead].max(prices[place]);
        }
        known += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Cell, Corners, Grid, Passability};

    /// Draws the ground with a star on each cell that it makes a jump point for this arrival.
    fn drawn(picture: &str, mover: &Mover, arrival: usize) -> String {
        let grid: Grid = picture.parse().unwrap();
        let open = Passability::new(grid.ground(), mover);
        let map = JumpMap::weighted(&open, grid.ground(), mover).unwrap();
        let jump_points = &map.weighted.as_ref().unwrap().jump_points[arrival];
        let mut drawn: Vec<Vec<char>> = picture.lines().map(|row| row.chars().collect()).collect();
        for PaddedCell { x, y } in jump_points.set_cells() {
            drawn[y as usize - 1][x as usize - 1] = '*';
        }
        let rows: Vec<String> = drawn.into_iter().map(String::from_iter).collect();
        rows.join("\n")
    }

    fn check(rule: xunlu_map::MoverBuilder, arrival: usize, picture: &str, expected: &str) {
        assert_eq!(drawn(picture, &rule.build().unwrap(), arrival), expected);
    }

    fn eight() -> xunlu_map::MoverBuilder {
        Mover::eight(Corners::NoCutting)
    }

    #[test]
    fn going_straight_onto_more_expensive_or_cheaper_ground_stops_once() {
        let border = "...333\n...333\n...333";
        check(eight(), 0, border, "..*333\n..*333\n..*333");
        check(eight(), 2, border, "...*33\n...*33\n...*33");
    }

    #[test]
    fn jumping_diagonally_onto_other_ground_stops_at_the_border() {
        // South-east and north-west. Coming out of the expensive ground, it may be left for one cell alone.
        check(eight(), 4, "...333\n...333\n...333", "...333\n..*333\n...333");
        check(eight(), 6, "...333\n...333\n...333", "...333\n..**33\n...333");
    }

    #[test]
    fn along_more_expensive_ground_every_cell_may_be_where_a_path_enters_it() {
        check(eight(), 0, ".....\n.....\n33333", ".....\n.****\n33333");
    }

    #[test]
    fn four_neighbours_turn_onto_expensive_ground_from_any_cell_beside_it() {
        // Northward: beside the wall of expensive ground, within it, and at its end.
        check(Mover::four(), 3, "....\n.9..\n.9..", "*.*.\n***.\n.9..");
    }

    #[test]
    fn a_large_mover_pays_for_the_most_expensive_ground_under_it() {
        let mover = eight().footprint(Size::new(2, 1));
        check(mover, 0, ".....3....", "...*.*....");
    }

    #[test]
    fn a_cell_of_other_ground_is_found_wherever_it_lies() {
        let mover = eight().build().unwrap();
        for x in [0, 1, 62, 63, 64, 65, 126, 127, 128, 149] {
            let mut grid = Grid::new(Size::new(150, 3)).unwrap();
            grid.set(Cell::new(x, 1), Terrain(4)).unwrap();
            let open = Passability::new(grid.ground(), &mover);
            let map = JumpMap::weighted(&open, grid.ground(), &mover).unwrap();
            assert!(map.weighted.as_ref().unwrap().jump_point_count() >= 2, "at column {x}");
        }
    }
}
