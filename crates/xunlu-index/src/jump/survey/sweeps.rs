//! The costs from several cells at once, by sweeps over all jump points.
//!
//! A search from one cell takes a read of memory and a branch that no processor predicts for each jump point.
//! Here costs from several lie side by side and are lowered together, without a branch: over and over, along
//! the order of the jump points in one direction and then against it, until none can be lowered any more.
//! Where paths lead along the order one sweep lowers all of a path, so that a few suffice (Zhao 2005, "A fast
//! sweeping method for eikonal equations"): along the costs from one cell they do in mazes, which are nearly
//! trees; aslant across the map, among dense obstacles.

use super::Survey;
use crate::jump::landmarks::COUNT;
use crate::jump::numbers::{NO_PATH, PaddedCell};

/// From how many cells at once: as many as there are landmarks.
pub(super) const LANES: usize = COUNT;

/// Nothing known. The cost of any edge may be added to it where maps are swept, and that of any jump is less
/// (`JumpCosts::fit`).
const FAR: i32 = i32::MAX / 2;

/// When jump points were visited so many times in the mean, one search for each cell is the better choice.
const VISITS_A_JUMP_POINT: usize = 24;

/// The orders of jump points along which sweeps lead, in turn.
pub(super) struct Orders {
    orders: [Vec<u32>; 3],
}

impl Orders {
    /// By these costs from one cell, and aslant across the map.
    pub(super) fn new(cells: &[PaddedCell], costs: &[u32]) -> Orders {
        let reached = costs.iter().filter(|&&cost| cost != NO_PATH);
        let cost_max = reached.max().copied().unwrap_or(0);
        // About as many ranges as jump points, for what order those of near costs have does not matter.
        let shift = (cost_max as usize / cells.len().max(1) + 1).ilog2();
        let by_cost = costs.iter().map(|&cost| cost.min(cost_max) >> shift).collect();
        let width = cells.iter().map(|cell| cell.x).max().unwrap_or(0);
        let down = cells.iter().map(|cell| cell.x + cell.y).collect();
        let up = cells.iter().map(|cell| width - cell.x + cell.y).collect();
        let keys: [Vec<u32>; 3] = [by_cost, down, up];
        Orders { orders: keys.map(|keys| order_by(&keys)) }
    }
}

/// The order of small numbers.
fn order_by(keys: &[u32]) -> Vec<u32> {
    let key_max = keys.iter().copied().max().unwrap_or(0) as usize;
    let mut begins = vec![0_u32; key_max + 2];
    keys.iter().for_each(|&key| begins[key as usize + 1] += 1);
    for key in 0..=key_max {
        begins[key + 1] += begins[key];
    }
    let mut order = vec![0; keys.len()];
    for (number, &key) in (0..).zip(keys) {
        let begin = &mut begins[key as usize];
        order[*begin as usize] = number;
        *begin += 1;
    }
    order
}

impl Survey<'_> {
    /// The costs from each of these cells to every jump point, by their numbers; [`NO_PATH`] where no path
    /// leads.
    pub(super) fn costs_from_each(
        &self,
        places: &[PaddedCell],
        orders: &Orders,
    ) -> Vec<[u32; LANES]> {
        if let Some(costs) = self.sweep(places, orders, VISITS_A_JUMP_POINT) {
            let cost = |cost: i32| if cost == FAR { NO_PATH } else { cost.cast_unsigned() };
            return costs.into_iter().map(|costs| costs.map(cost)).collect();
        }
        let mut all = vec![[NO_PATH; LANES]; self.cells.len()];
        for (lane, &place) in places.iter().enumerate() {
            for (costs, cost) in all.iter_mut().zip(self.from(place)) {
                costs[lane] = cost;
            }
        }
        all
    }

    /// Lowers costs until none can be lowered any more. Returns `None` if jump points are visited more often
    /// in the mean, or some costs are too high.
    fn sweep(
        &self,
        places: &[PaddedCell],
        orders: &Orders,
        visits_max: usize,
    ) -> Option<Vec<[i32; LANES]>> {
        let count = self.cells.len();
        let edge_costs = self.predecessors.iter().map(|edge| edge.1);
        let edge_max =
            i32::try_from(edge_costs.max().unwrap_or(0)).ok().filter(|max| *max < FAR)?;
        let mut costs = vec![[FAR; LANES]; count];
        // Which were lowered since their predecessors were.
        let mut is_due = vec![false; count];
        for (lane, &place) in places.iter().enumerate() {
            for (number, cost) in self.direct_costs(place) {
                costs[number.index()][lane] = cost.cast_signed();
                is_due[number.index()] = true;
            }
        }
        let mut visits_left = visits_max * count;
        for order in orders.orders.iter().cycle() {
            let visited_before = visits_left;
            let to_and_fro = order.iter().chain(order.iter().rev());
            for &number in to_and_fro {
                if std::mem::take(&mut is_due[number as usize]) {
                    visits_left = visits_left.checked_sub(1)?;
                    self.lower_predecessors(number as usize, &mut costs, &mut is_due);
                }
            }
            if visits_left == visited_before {
                break;
            }
        }
        // If costs were too high, then first those of a jump point from which an edge leads to one that is
        // known: those beyond cost more.
        let known = costs.iter().flatten().filter(|cost| **cost != FAR);
        let highest = known.max().copied().unwrap_or(0);
        (highest < FAR - edge_max).then_some(costs)
    }

    /// Lowers the costs of the predecessors of a jump point to those by way of it.
    #[inline]
    fn lower_predecessors(&self, number: usize, costs: &mut [[i32; LANES]], is_due: &mut [bool]) {
        let own = costs[number];
        for &(predecessor, edge_cost) in &self.predecessors[self.range_of(number)] {
            let edge_cost = edge_cost.cast_signed();
            let there = &mut costs[predecessor.index()];
            let mut lowered = 0;
            for lane in 0..LANES {
                let (known, by_edge) = (there[lane], own[lane].wrapping_add(edge_cost));
                let less = if by_edge < known { by_edge } else { known };
                lowered |= less ^ known;
                there[lane] = less;
            }
            is_due[predecessor.index()] |= lowered != 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jump::jump_edges::JumpEdges;
    use crate::jump::{JumpCosts, JumpMap};
    use xunlu_map::{Cell, Corners, Cost, Grid, Mover, NodeId, Passability, Size, make};
    use xunlu_search::NodeLink;
    use xunlu_testkit::Random;

    /// A map, who moves there, and links one way.
    struct Scene {
        grid: Grid,
        mover: Mover,
        links: Vec<NodeLink>,
    }

    impl Scene {
        fn any(seed: u64) -> Scene {
            let mut random = Random::new(seed);
            let kinds = [
                make::Kind::Maze { corridor: 1, loops_percent: 10 },
                make::Kind::Noise { walls_percent: 25 },
                make::Kind::Rooms { side: 6, doors_percent: 65 },
            ];
            let grid: Grid = make::grid(*random.pick(&kinds), Size::new(50, 40), seed).unwrap();
            let mover = match random.below(4) {
                0 => Mover::four(),
                1 => Mover::eight(Corners::Always),
                2 => Mover::eight(Corners::OneFree),
                _ => Mover::eight(Corners::NoCutting),
            };
            let mover = mover.build().unwrap();
            let mut links = Vec::new();
            while random.chance(50) {
                let mut node = || {
                    let cell = Cell::new(random.between(0, 49), random.between(0, 39));
                    NodeId(grid.layout().index_of(cell).unwrap())
                };
                let (from, to) = (node(), node());
                links.push(NodeLink { from, to, cost: Cost(random.below(2_000)) });
            }
            Scene { grid, mover, links }
        }

        /// Asks for the costs from a few cells of the map, where steps cost so many times as much as they
        /// must, and compares them with those of one search each. Returns whether sweeps within a limit find
        /// them.
        fn check(&self, times: u32, visits_max: usize, random: &mut Random) -> bool {
            let open = Passability::new(self.grid.ground(), &self.mover);
            let mut map = JumpMap::new(&open, &self.mover).unwrap();
            let ends = self.links.iter().flat_map(|link| [link.from, link.to]);
            map.set_link_ends(ends);
            let costs = JumpCosts { straight: 10 * times, diagonal: 14 * times };
            let edges = JumpEdges::new(&map, costs).unwrap();
            let survey = Survey::new(&map, &edges, &self.links).unwrap();
            let open: Vec<PaddedCell> = map.open.set_cells().collect();
            let places: Vec<PaddedCell> = (0..LANES).map(|_| *random.pick(&open)).collect();
            let orders = Orders::new(survey.cells(), &survey.from(places[0]));
            let all = survey.costs_from_each(&places, &orders);
            for (lane, &place) in places.iter().enumerate() {
                let own: Vec<u32> = all.iter().map(|costs| costs[lane]).collect();
                assert_eq!(own, survey.from(place), "from {place:?} on\n{}", self.grid);
            }
            survey.sweep(&places, &orders, visits_max).is_some()
        }
    }

    #[test]
    fn sweeps_find_the_costs_that_searches_find() {
        let mut swept = 0;
        for seed in 0..100 {
            let mut random = Random::new(seed);
            swept += u32::from(Scene::any(seed).check(1, VISITS_A_JUMP_POINT, &mut random));
        }
        assert!(swept > 60, "only {swept} of 100 maps were swept");
    }

    #[test]
    fn where_sweeps_take_long_or_costs_are_high_each_cell_has_its_search() {
        let (mut too_long, mut too_high) = (0, 0);
        for seed in 0..60 {
            let (scene, mut random) = (Scene::any(seed), Random::new(seed));
            too_long += u32::from(!scene.check(1, 1, &mut random));
            // As high as steps may cost on this map: some paths are too expensive then, some not.
            too_high += u32::from(!scene.check(850_000, VISITS_A_JUMP_POINT, &mut random));
        }
        assert!(too_long > 50 && too_high > 8 && too_high < 52, "{too_long}, {too_high} of 60");
    }
}
