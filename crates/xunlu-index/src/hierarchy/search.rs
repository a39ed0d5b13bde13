//! From start to goal: by which entrances, then cell by cell, a piece after the other.

use super::ground::{CLUSTER_SIDE, GroundCell, can_stand_on, cluster_of};
use super::pieces::{Extent, PIECE_MAX, corner_around, cost_of, least_outside};
use super::space::HierarchySpace;
use super::window::WINDOW_SIDE;
use super::{ClusterAt, ClusterGround, Hierarchy};

/// A path is gone through so often at most, for pieces that can be made cheaper within windows.
const PASSES_MAX: u32 = 3;
/// Of larger pieces, the least spread over so many columns and rows.
const FAR_MIN: u32 = 256;
/// They are searched for anew where they cost more than the least by such a share of it.
const FAR_SHARE: u32 = 32;
/// For so many expansions at most for each of their cells, and where one is the whole path for no fewer than
/// a window has cells.
const FAR_EXPANSIONS: u64 = 16;
const FAR_WHOLE_EXPANSIONS: u64 = (WINDOW_SIDE * WINDOW_SIDE) as u64;
/// After so many in a row of which that did not tell, larger ones are left as they are.
const FAR_IN_VAIN_MAX: u32 = 2;

/// What a search is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Looks for a path in the window that start and goal share.
    Beside,
    /// Looks for the entrances to go by.
    Route,
    /// Looks for those that lie between two of these.
    Refining,
    /// Takes together as much of what is ahead as fits a piece.
    Gathering,
    /// Looks for cells from one entrance to another.
    Leg,
    /// Looks for a cheaper way from one end of the piece to the other.
    Anew {
        cost: u32,
    },
    /// Looks for such a way wherever it leads, for so many expansions at most.
    Farther {
        cost: u32,
        left: u64,
    },
    /// Looks for the cheapest path of all.
    Cheaper {
        below: u32,
    },
    Ended,
}

/// A search for a path over a hierarchy, which can be carried on. It is good for the ground and the hierarchy
/// as they were when it began.
///
/// The path is near the cheapest one, each piece of it that fits a window is the cheapest within that, and
/// where start and goal lie near each other it is often known to be the cheapest of all. Larger pieces are
/// looked for anew as well, as far as that takes no more than a few times their length. How near paths are
/// was measured, in the mean at most 1% over the cheapest and 10% at worst, which `hierarchy::tests::worlds`
/// holds on many kinds of ground: see record/hierarchy.md. Whoever sets out before that has come to an end
/// has the first cells [settled](Self::settle).
#[derive(Debug)]
pub struct HierarchySearch {
    space: HierarchySpace,
    ends: [GroundCell; 2],
    stage: Stage,
    // What the path costs that was found in the window that both ends share.
    beside: Option<u32>,
    // Where refining has come to: the entrance that it is at.
    leg: usize,
    pass: u32,
    // How many cells, the first of them, stay what they are.
    settled: usize,
    has_shortened: bool,
    // How far pieces spread that are searched for anew, and how many of the larger ones in a row took too
    // long.
    piece_max: u32,
    in_vain: u32,
    // Whether it looks for the cheapest path, for which the route only tells what that costs at most.
    is_exact: bool,
    cost: Option<u32>,
    is_cheapest: bool,
    expansions: u64,
}

impl HierarchySearch {
    /// Begins a search between two cells of the ground. Where nobody can stand on one of them, it has ended
    /// and there is no path (`nobody_sets_out_from_a_wall_or_arrives_in_one`).
    ///
    /// # Panics
    /// When one of them lies outside, or the hierarchy [is stale](Hierarchy::is_stale).
    #[must_use]
    pub fn begin(
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        start: GroundCell,
        goal: GroundCell,
        space: HierarchySpace,
    ) -> HierarchySearch {
        assert!(!hierarchy.is_stale(), "the hierarchy was touched and not repaired");
        for cell in [start, goal] {
            let is_inside = cell.x < hierarchy.size.width && cell.y < hierarchy.size.height;
            assert!(is_inside, "{cell:?} lies outside the ground");
        }
        let mut search = HierarchySearch {
            space,
            ends: [start, goal],
            stage: Stage::Ended,
            beside: None,
            leg: 0,
            pass: 0,
            settled: 0,
            has_shortened: false,
            piece_max: PIECE_MAX,
            in_vain: 0,
            is_exact: false,
            cost: None,
            is_cheapest: false,
            expansions: 0,
        };
        let HierarchySpace { route, cells, ahead, piece, anew, beside, .. } = &mut search.space;
        [route, cells, piece, anew, beside].into_iter().for_each(Vec::clear);
        ahead.clear();
        if !can_stand_on(ground, start) || !can_stand_on(ground, goal) {
            // Nobody is there, or gets there.
        } else if start == goal {
            search.space.cells.push(start);
            (search.cost, search.is_cheapest) = (Some(0), true);
        } else if Extent::of(&search.ends).fits(PIECE_MAX) {
            search.look_between(hierarchy, ground, start, goal);
            search.stage = Stage::Beside;
        } else {
            search.begin_route(hierarchy, ground);
        }
        search
    }

    /// The same for the cheapest path of all (`paths_searched_as_the_cheapest_are_that`). Nothing is settled
    /// before it has ended. It may look at every cell that a path no dearer could lead over, and keeps 1.4
    /// bytes for each cell of the clusters that it comes to and some for those that wait, so across a world
    /// in chunks it takes more memory than the chunks do: whoever has no more to give looks at
    /// [`bytes`](Self::bytes) between two slices (`a_search_for_the_cheapest_path_ends_where_memory_does`).
    /// What of the ground cannot be read counts as closed, as everywhere.
    #[must_use]
    pub fn for_the_cheapest(self) -> HierarchySearch {
        HierarchySearch { is_exact: true, ..self }
    }

    /// Carries on for at most `budget` expansions. Returns whether the search has ended.
    pub fn run(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround, budget: u64) -> bool {
        self.run_until(hierarchy, ground, budget, usize::MAX);
        self.stage == Stage::Ended
    }

    /// Settles the first cells of the path, for somebody who sets out while the rest is still looked for:
    /// they stay what they are, and what comes after them may still become cheaper. Carries on for at most
    /// `budget` expansions, until that many are. Returns whether they are, or the search has ended.
    ///
    /// What is settled at once has been looked for anew within windows alone, so the path may cost some
    /// percent more; what the search is given time for in between is looked for anew as all paths are. Of a
    /// path within a window, and of the cheapest one, no cell is settled before the search has ended.
    pub fn settle(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        budget: u64,
        cells: usize,
    ) -> bool {
        self.run_until(hierarchy, ground, budget, cells);
        self.settled = self.settled.max(self.known().min(cells));
        self.settled >= cells || self.stage == Stage::Ended
    }

    /// How many cells, the first of the path, are known well enough to be settled.
    fn known(&self) -> usize {
        // The path within a window may yet turn out to be the better one.
        if self.beside.is_none() { self.space.cells.len() } else { 0 }
    }

    fn run_until(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        mut budget: u64,
        cells: usize,
    ) {
        while self.stage != Stage::Ended && self.known() < cells {
            match self.stage {
                Stage::Ended => {}
                Stage::Beside => self.find_beside(hierarchy, ground, &mut budget),
                Stage::Route => self.find_route(hierarchy, ground, &mut budget),
                Stage::Refining => self.refine(hierarchy, &mut budget),
                Stage::Gathering => self.gather(hierarchy, ground),
                Stage::Leg => self.find_leg(hierarchy, &mut budget),
                Stage::Anew { cost } => self.find_anew(hierarchy, cost, &mut budget),
                Stage::Farther { cost, left } => {
                    self.find_farther(hierarchy, ground, (cost, left), &mut budget);
                }
                Stage::Cheaper { below } => {
                    self.find_cheaper(hierarchy, ground, below, &mut budget)
                }
            }
            self.expansions += self.space.waypoints.take_expansions();
            self.expansions += self.space.refining.take_expansions();
            self.expansions += self.space.window.take_expansions();
            self.expansions += self.space.cheaper.take_expansions();
            if budget == 0 {
                break;
            }
        }
    }

    /// How many cells and entrances were expanded so far.
    #[must_use]
    pub const fn expansions(&self) -> u64 {
        self.expansions
    }

    /// How much memory it takes so far. An expansion adds three clusters at most, of 6 kB each.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.space.bytes()
    }

    /// The cells of the path, start and goal included, once the search has ended; before that, those that are
    /// [settled](Self::settle). Empty where there is no path.
    #[must_use]
    pub fn cells(&self) -> &[GroundCell] {
        let known = if self.stage == Stage::Ended { self.space.cells.len() } else { self.settled };
        &self.space.cells[..known]
    }

    /// What the path costs. Returns `None` if there is none, or before the search has ended.
    #[must_use]
    pub const fn cost(&self) -> Option<u32> {
        self.cost
    }

    /// A cost that no path is cheaper than: that of the path, where it is known to be the cheapest.
    #[must_use]
    pub fn lower_bound(&self, hierarchy: &Hierarchy) -> u32 {
        let [start, goal] = self.ends;
        let least = hierarchy.steps.least(start.away(goal));
        self.cost.filter(|_| self.is_cheapest).unwrap_or(least)
    }

    /// Gives its memory back.
    #[must_use]
    pub fn into_space(self) -> HierarchySpace {
        self.space
    }

    /// Begins to look for a path in a window around two cells.
    fn look_between(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        one: GroundCell,
        other: GroundCell,
    ) {
        self.space.window.read(ground, corner_around(one, other));
        self.space.window.begin(hierarchy.steps, one, other);
    }

    fn find_beside(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        budget: &mut u64,
    ) {
        let [start, goal] = self.ends;
        let Some(found) = self.space.window.run(hierarchy.steps, u32::MAX, budget) else { return };
        self.beside = found;
        if let Some(cost) = found {
            self.space.cells.push(start);
            self.space.window.path_to(goal, &mut self.space.cells);
            if u64::from(cost) <= least_outside(hierarchy, self.ends) {
                self.is_cheapest = true;
                self.end(cost);
                return;
            }
            std::mem::swap(&mut self.space.cells, &mut self.space.beside);
        }
        self.begin_route(hierarchy, ground);
    }

    fn begin_route(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround) {
        self.stage = Stage::Route;
        let below = self.route_below();
        self.space.waypoints.begin(hierarchy, ground, self.ends, below);
    }

    /// What a route must cost less than to be looked at, beside the path that is known: it goes by entrances,
    /// and costs less in the end than that.
    fn route_below(&self) -> u32 {
        let worse = |cost: u32| if self.is_exact { cost } else { cost.saturating_add(cost / 8) };
        self.beside.map_or(u32::MAX, worse)
    }

    fn find_route(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround, budget: &mut u64) {
        let below = self.route_below();
        let HierarchySpace { waypoints, legs, route, cells, .. } = &mut self.space;
        if !waypoints.run(hierarchy, below, budget) {
            return;
        }
        legs.clear();
        if self.is_exact {
            let route = waypoints.cost();
            self.begin_cheaper(hierarchy, ground, route);
        } else if waypoints.legs(hierarchy, legs) {
            waypoints.gather(hierarchy, legs);
            for places in [route, cells] {
                places.clear();
                places.push(self.ends[0]);
            }
            (self.leg, self.stage) = (0, Stage::Gathering);
        } else if let Some(cost) = self.beside {
            self.take_beside(cost);
        } else {
            self.stage = Stage::Ended;
        }
    }

    /// Takes as much of what is ahead together as fits a piece, or begins to look for more.
    fn gather(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround) {
        let HierarchySpace { piece, ahead, cells, route, legs, .. } = &mut self.space;
        if piece.is_empty() {
            piece.extend(cells.last());
        }
        let mut extent = Extent::of(piece);
        while let Some(&next) = ahead.front() {
            if !extent.take_in(next, self.piece_max) {
                self.finish_or_look(hierarchy, ground);
                return;
            }
            piece.push(next);
            ahead.pop_front();
        }
        if self.leg + 1 < route.len() || !legs.is_empty() {
            self.begin_leg(hierarchy, ground);
        } else {
            self.finish_or_look(hierarchy, ground);
        }
    }

    /// Begins to look for cells to the last entrance on the route that lies in the same window of two by two
    /// clusters.
    fn begin_leg(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround) {
        let from = self.space.route[self.leg];
        let mut last = self.leg;
        let mut corners = [cluster_of(from), cluster_of(from)];
        loop {
            let HierarchySpace { route, legs, refining, .. } = &mut self.space;
            if last + 1 == route.len() {
                let Some(&leg) = legs.last() else { break };
                if leg.level > 0 {
                    refining.begin_legs(hierarchy, legs);
                    self.stage = Stage::Refining;
                    return;
                }
                legs.pop();
                route.push(hierarchy.end_of(leg, self.ends[1]));
            }
            let at = cluster_of(route[last + 1]);
            let [low, high] = corners;
            let low = [low.column.min(at.column), low.row.min(at.row)];
            let high = [high.column.max(at.column), high.row.max(at.row)];
            if high[0] - low[0] > 1 || high[1] - low[1] > 1 {
                break;
            }
            corners = [low, high].map(|[column, row]| ClusterAt { column, row });
            last += 1;
        }
        self.leg = last;
        let corner = corners[0];
        let corner = GroundCell::new(corner.column * CLUSTER_SIDE, corner.row * CLUSTER_SIDE);
        self.space.window.read(ground, corner);
        self.space.window.begin(hierarchy.steps, from, self.space.route[last]);
        self.stage = Stage::Leg;
    }

    /// Looks for what the next leg stands for.
    fn refine(&mut self, hierarchy: &Hierarchy, budget: &mut u64) {
        let HierarchySpace { refining, legs, .. } = &mut self.space;
        if refining.run(hierarchy, u32::MAX, budget) {
            refining.refine(hierarchy, legs);
            self.stage = Stage::Gathering;
        }
    }

    fn find_leg(&mut self, hierarchy: &Hierarchy, budget: &mut u64) {
        let HierarchySpace { window, route, ahead, anew, .. } = &mut self.space;
        let Some(found) = window.run(hierarchy.steps, u32::MAX, budget) else { return };
        if found.is_none() {
            // Its clusters lie in the window with all ways within them, so the ground is not what it was: a
            // chunk of it could not be read.
            self.space.cells.clear();
            self.stage = Stage::Ended;
            return;
        }
        anew.clear();
        window.path_to(route[self.leg], anew);
        ahead.extend(anew.drain(..));
        self.stage = Stage::Gathering;
    }

    /// Is done with a piece that cannot be shorter, or begins to look for a cheaper one.
    fn finish_or_look(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround) {
        let piece = &self.space.piece;
        let ends = [piece[0], *piece.last().expect("a piece has its first cell")];
        let cost = cost_of(hierarchy.steps, piece);
        let least = hierarchy.steps.least(ends[0].away(ends[1]));
        if self.piece_max > PIECE_MAX {
            let is_whole = self.space.cells.len() == self.kept() && self.space.ahead.is_empty();
            if cost.saturating_sub(least) <= least / FAR_SHARE || self.in_vain >= FAR_IN_VAIN_MAX {
                self.take_piece(hierarchy);
                return;
            }
            let left = FAR_EXPANSIONS * piece.len() as u64;
            let left = if is_whole { left.max(FAR_WHOLE_EXPANSIONS) } else { left };
            self.space.cheaper.begin(hierarchy, ground, ends);
            self.stage = Stage::Farther { cost, left };
        } else if cost <= least {
            self.take_piece(hierarchy);
        } else {
            let extent = Extent::of(piece);
            self.space.window.read(ground, corner_around(extent.least, extent.most));
            self.space.window.begin(hierarchy.steps, ends[0], ends[1]);
            self.stage = Stage::Anew { cost };
        }
    }

    fn find_anew(&mut self, hierarchy: &Hierarchy, cost: u32, budget: &mut u64) {
        let HierarchySpace { window, piece, .. } = &mut self.space;
        let Some(found) = window.run(hierarchy.steps, cost, budget) else { return };
        if found.is_some() {
            let last = *piece.last().expect("a piece has its first cell");
            piece.truncate(1);
            window.path_to(last, piece);
            self.has_shortened = true;
        }
        self.take_piece(hierarchy);
    }

    fn find_farther(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        (cost, left): (u32, u64),
        budget: &mut u64,
    ) {
        let HierarchySpace { cheaper, piece, .. } = &mut self.space;
        let (lent, mut own) = (left.min(*budget), left.min(*budget));
        let found = cheaper.run(hierarchy, ground, cost, &mut own);
        *budget -= lent - own;
        let left = left - (lent - own);
        match found {
            None if left > 0 => {
                self.stage = Stage::Farther { cost, left };
                return;
            }
            None => self.in_vain += 1,
            Some(found) => {
                self.in_vain = 0;
                if found.is_some() {
                    cheaper.path(hierarchy, piece);
                }
            }
        }
        self.take_piece(hierarchy);
    }

    /// How many cells, the first of them, the next pass leaves as they are.
    fn kept(&self) -> usize {
        self.settled.max(1)
    }

    /// Is done with the first half of a piece, or with all of it where nothing lies ahead.
    fn take_piece(&mut self, hierarchy: &Hierarchy) {
        let kept = self.kept();
        let HierarchySpace { piece, ahead, cells, route, legs, .. } = &mut self.space;
        self.stage = Stage::Gathering;
        if !ahead.is_empty() || self.leg + 1 < route.len() || !legs.is_empty() {
            let half = piece.len() / 2;
            cells.extend(&piece[1..=half]);
            for &cell in piece[half + 1..].iter().rev() {
                ahead.push_front(cell);
            }
            piece.clear();
            return;
        }
        cells.extend(&piece[1..]);
        piece.clear();
        self.pass += 1;
        if self.has_shortened && self.pass < PASSES_MAX {
            self.has_shortened = false;
            ahead.extend(cells.drain(kept..));
            return;
        }
        let is_whole = Extent::of(&cells[kept - 1..]).fits(self.piece_max);
        let is_in_vain = self.in_vain >= FAR_IN_VAIN_MAX;
        if !is_whole && !is_in_vain {
            self.piece_max = (self.piece_max * 2).max(FAR_MIN);
            self.has_shortened = false;
            ahead.extend(cells.drain(kept..));
            return;
        }
        self.end_with_cells(hierarchy);
    }

    /// Ends with the path that is known, if only cheaper ones were still looked for. Returns whether one is.
    pub fn cut_short(&mut self, hierarchy: &Hierarchy) -> bool {
        if self.stage == Stage::Ended || self.pass == 0 {
            return self.cost.is_some();
        }
        let HierarchySpace { piece, ahead, cells, .. } = &mut self.space;
        cells.extend(piece.drain(..).skip(1).chain(ahead.drain(..)));
        self.end_with_cells(hierarchy);
        true
    }

    /// Ends with all cells, or the path in a window that both ends share where that costs no more.
    fn end_with_cells(&mut self, hierarchy: &Hierarchy) {
        let cost = cost_of(hierarchy.steps, &self.space.cells);
        match self.beside {
            Some(beside) if beside <= cost => self.take_beside(beside),
            _ => self.end(cost),
        }
    }

    fn take_beside(&mut self, cost: u32) {
        std::mem::swap(&mut self.space.cells, &mut self.space.beside);
        self.end(cost);
    }

    fn end(&mut self, cost: u32) {
        (self.cost, self.stage) = (Some(cost), Stage::Ended);
    }

    /// Begins to look for the cheapest path: it costs no more than the route, and less than the path in the
    /// window that both ends share if it is not that one.
    fn begin_cheaper(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        route: Option<u32>,
    ) {
        let by_route = route.map(|cost| cost.saturating_add(1));
        let Some(below) = by_route.into_iter().chain(self.beside).min() else {
            self.stage = Stage::Ended;
            return;
        };
        self.space.cheaper.begin(hierarchy, ground, self.ends);
        self.stage = Stage::Cheaper { below };
    }

    fn find_cheaper(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        below: u32,
        budget: &mut u64,
    ) {
        let HierarchySpace { cheaper, cells, .. } = &mut self.space;
        let Some(found) = cheaper.run(hierarchy, ground, below, budget) else { return };
        let below_all = self.beside.unwrap_or(u32::MAX);
        if found.is_none() && below < below_all {
            // No path costs as little as the route: costs in a file were made up, or ground cannot be read.
            cheaper.begin(hierarchy, ground, self.ends);
            self.stage = Stage::Cheaper { below: below_all };
            return;
        }
        self.is_cheapest = true;
        match (found, self.beside) {
            (Some(cost), _) => {
                cheaper.path(hierarchy, cells);
                self.end(cost);
            }
            (None, Some(cost)) => self.take_beside(cost),
            // The route led by ground that cannot be read.
            (None, None) => self.stage = Stage::Ended,
        }
    }
}
