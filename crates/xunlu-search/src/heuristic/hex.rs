//! The estimate on hex grids.

use super::Heuristic;
use super::few::Few;
use super::metric::Estimate;
use super::shortcut::Shortcuts;
use super::turning::{Circle, Rest, TurnsAhead};
use crate::view::NodeLink;
use xunlu_map::{Cost, Hex, HexGrid, Mover, NodeId, StepRule, Terrain};

/// The most areas a goal is kept as; what does not fit widens the last.
const AREAS: usize = 8;

/// The least that the rest of a path can cost on hexes: as many steps as hexes lie between, each onto
/// the cheapest ground that occurs, or less by links that undercut the distance. Admissible and
/// consistent whatever these are, held by `hex_estimates_keep_their_contract`.
#[derive(Clone, Debug)]
pub struct HexEstimate<F> {
    hex_of: F,
    each: u64,
    goals: Areas,
    shortcuts: Shortcuts<Hex>,
    // The goal, where it is one hex and nothing but steps leads there.
    only: Option<Hex>,
}

/// The goals as a few areas.
#[derive(Clone, Copy, Debug)]
struct Areas(Few<Area, AREAS>);

/// The hexes whose q, r and s = -q - r lie in these ranges; a single one most of the time.
#[derive(Clone, Copy, Debug)]
struct Area([(i64, i64); 3]);

impl<F: Fn(NodeId) -> Hex> HexEstimate<F> {
    /// The estimate to the nearest of `goals`. `links` are all links that the mover may take, between
    /// nodes whose hexes `hex_of` knows.
    ///
    /// On hexes the steps between two places are what [`Estimate`] means by all its distances;
    /// [`Estimate::Zero`] alone says something else. Costs O(links + goals), and nothing
    /// in proportion to the map; allocates nothing.
    pub fn new(
        grid: &HexGrid,
        mover: &Mover,
        estimate: Estimate,
        goals: impl Iterator<Item = Hex>,
        links: &[NodeLink],
        hex_of: F,
    ) -> HexEstimate<F> {
        let each = if estimate == Estimate::Zero { 0 } else { cheapest_step(grid, mover) };
        let goals = Areas::around(goals);
        let between = |a, b| cost_of(each, Area::of(b).distance_from(a));
        let shortcuts =
            Shortcuts::new(links, &hex_of, Cost::ZERO, between, |hex| goals.cost_from(hex, each));
        let is_by_steps = estimate == Estimate::Auto && links.is_empty();
        let only = if is_by_steps { goals.only_hex() } else { None };
        HexEstimate { hex_of, each, goals, shortcuts, only }
    }

    /// The same with what turning costs, for nodes that know a heading. Returns `None` where that is not
    /// known: to several goals, where links lead, and where another estimate was asked for.
    pub fn with_turns(&self, turn: Cost) -> Option<TurnsAhead<impl Fn(NodeId) -> Rest>> {
        let (circle, goal) = (Circle::Six { each: self.each }, self.only?);
        let rest_of = move |node| {
            let hex = (self.hex_of)(node);
            circle.rest(i64::from(goal.q) - i64::from(hex.q), i64::from(goal.r) - i64::from(hex.r))
        };
        Some(TurnsAhead { rest_of, circle, turn: u64::from(turn.0) })
    }
}

/// What a step onto the cheapest ground of the grid costs; nothing for a mover that has no steps.
fn cheapest_step(grid: &HexGrid, mover: &Mover) -> u64 {
    if *mover.rule() != StepRule::Hex {
        return 0;
    }
    let occurs = |terrain: &Terrain| mover.is_open(*terrain) && grid.ground().count(*terrain) > 0;
    let costs = (0..=u8::MAX)
        .map(Terrain)
        .filter(occurs)
        .map(|terrain| mover.enter_costs()[usize::from(terrain.0)][0]);
    u64::from(costs.min().unwrap_or(Cost::ZERO).0)
}

/// So many steps at so much each, one below the cost that cannot be said at the most: that one would
/// mean that there is no path.
fn cost_of(each: u64, steps: u64) -> Cost {
    let cost = each.saturating_mul(steps);
    u32::try_from(cost).map_or(Cost(u32::MAX - 1), |cost| Cost(cost.min(u32::MAX - 1)))
}

impl Areas {
    /// Each goal by itself while there is room; the last area takes in all others.
    fn around(goals: impl Iterator<Item = Hex>) -> Areas {
        let mut few = Few::new();
        for goal in goals.map(Area::of) {
            if !few.push(goal)
                && let Some(last) = few.get_mut(AREAS - 1)
            {
                *last = last.with(goal);
            }
        }
        Areas(few)
    }

    /// The goal, if it is one hex.
    fn only_hex(&self) -> Option<Hex> {
        let area = self.0.get(0).filter(|_| self.0.len() == 1)?;
        let [(q, q_most), (r, r_most), _] = area.0;
        let is_one = q == q_most && r == r_most;
        let [q, r] = [q, r].map(|at| i32::try_from(at).ok());
        q.zip(r).filter(|_| is_one).map(|(q, r)| Hex::new(q, r))
    }

    /// The least cost to the nearest area; too large to say when there is none.
    #[inline]
    fn cost_from(&self, hex: Hex, each: u64) -> Cost {
        let steps = self.0.iter().map(|area| area.distance_from(hex)).min();
        steps.map_or(Cost::MAX, |steps| cost_of(each, steps))
    }
}

impl Area {
    #[inline]
    fn of(hex: Hex) -> Area {
        Area(axes(hex).map(|at| (at, at)))
    }

    fn with(self, other: Area) -> Area {
        let mut ranges = self.0;
        for ((least, most), (low, high)) in ranges.iter_mut().zip(other.0) {
            (*least, *most) = ((*least).min(low), (*most).max(high));
        }
        Area(ranges)
    }

    /// The least number of steps from a hex into the area: each step changes any of the three by one
    /// at the most. Exact for an area of one hex.
    #[inline]
    fn distance_from(&self, hex: Hex) -> u64 {
        let outside = |((least, most), at): ((i64, i64), i64)| (least - at).max(at - most).max(0);
        let farthest = self.0.into_iter().zip(axes(hex)).map(outside).max();
        farthest.unwrap_or(0).unsigned_abs()
    }
}

#[inline]
fn axes(hex: Hex) -> [i64; 3] {
    let (q, r) = (i64::from(hex.q), i64::from(hex.r));
    [q, r, -q - r]
}

impl<F: Fn(NodeId) -> Hex> Heuristic for HexEstimate<F> {
    #[inline]
    fn estimate(&self, node: NodeId) -> Cost {
        let hex = (self.hex_of)(node);
        let direct = self.goals.cost_from(hex, self.each);
        let by_link = self
            .shortcuts
            .least_from(|entry| cost_of(self.each, Area::of(entry).distance_from(hex)));
        direct.min(by_link)
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_heuristic;
    use crate::view::{HexView, LinkTable, Linked, Places};
    use xunlu_map::{Cell, Passability, StepCosts};

    /// The estimate between two columns and rows, seen to keep its contract.
    fn estimate(text: &str, from: (i32, i32), goals: &[(i32, i32)]) -> Cost {
        let grid: HexGrid = text.parse().unwrap();
        let mover = Mover::hex().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        let links = LinkTable::of(grid.links(), &mover, |hex| view.node_at(hex));
        let node = |&(x, y): &(i32, i32)| view.node_at(grid.hex_at(Cell::new(x, y))).unwrap();
        let nodes: Vec<NodeId> = goals.iter().map(node).collect();
        let hexes = nodes.iter().map(|&node| view.place_of(node));
        let (auto, all) = (Estimate::Auto, links.links(crate::view::Sense::Along));
        let heuristic =
            HexEstimate::new(&grid, &mover, auto, hexes, all, |node| view.place_of(node));
        check_heuristic(&Linked { graph: view, links: &links }, &heuristic, &nodes);
        heuristic.estimate(node(&from))
    }

    #[test]
    fn steps_are_counted_at_the_cheapest_ground_there_is() {
        assert_eq!(estimate("@hex odd-r\n. . . .\n . . . .", (0, 0), &[(3, 1)]), Cost(40));
        assert_eq!(estimate("@hex odd-r\n2 2 3 2\n 2 # 2 2", (0, 0), &[(3, 1)]), Cost(80));
    }

    #[test]
    fn a_teleport_and_a_free_one_are_heeded() {
        let row = ". . . . . . . .";
        let expensive = format!("@hex odd-q\n@link 1,0 -> 6,0 weight 150\n{row}");
        assert_eq!(estimate(&expensive, (0, 0), &[(7, 0)]), Cost(10 + 15 + 10));
        assert_eq!(estimate(&expensive, (6, 0), &[(0, 0)]), Cost(60));
        let free = format!("@hex odd-q\n@link 1,0 <-> 6,0 weight 0\n{row}");
        assert_eq!(estimate(&free, (7, 0), &[(0, 0)]), Cost(20));
    }

    #[test]
    fn of_several_goals_the_nearest_counts_and_many_are_one_area() {
        let text = "@hex even-r\n . . . . . . . . . . . . . . . . . . . .";
        assert_eq!(estimate(text, (4, 0), &[(0, 0), (6, 0)]), Cost(20));
        let many: Vec<(i32, i32)> = (8..20).map(|x| (x, 0)).collect();
        assert_eq!(estimate(text, (4, 0), &many), Cost(40));
    }

    #[test]
    fn nothing_is_known_where_nothing_can_be() {
        let grid: HexGrid = "@hex odd-r\n. . .".parse().unwrap();
        let (mover, of_squares) = (Mover::hex().build().unwrap(), Mover::default());
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        let node = view.node_at(Hex::new(0, 0)).unwrap();
        let make = |estimate, goals: &[Hex], mover| {
            let goals = goals.iter().copied();
            let made =
                HexEstimate::new(&grid, mover, estimate, goals, &[], |node| view.place_of(node));
            made.estimate(node)
        };
        let goal = Hex::new(2, 0);
        assert_eq!(make(Estimate::Zero, &[goal], &mover), Cost::ZERO);
        assert_eq!(make(Estimate::Auto, &[], &mover), Cost::MAX);
        assert_eq!(make(Estimate::Auto, &[goal], &of_squares), Cost::ZERO);
        let far = Hex::new(i32::MAX, i32::MAX);
        assert_eq!(make(Estimate::Auto, &[far], &mover), Cost(u32::MAX - 1));
    }
}
