//! The estimate on waypoint graphs: how far it is, at the price of the cheapest link by its length.

use super::Heuristic;
use super::few::Few;
use xunlu_map::{Cost, Link, Mover, NodeId, Point, WaypointGraph, WaypointId};

/// The most areas a goal is kept as; what does not fit widens the last.
const AREAS: usize = 8;

/// The finest lattice has so many steps along the longer side of the map. Lengths stay below 2^32, and
/// a length times a cost below 2^64.
const LATTICE_BITS: u64 = 24;

/// What distance costs at the least on a waypoint graph. Worked out once, at the cost of looking at
/// every link, and kept beside the graph.
///
/// Links are looked at whether their doors are open or shut, so that a door that opens or shuts
/// changes nothing; a link that is added must be [taken in](Self::include), and one that is removed
/// leaves the scale true, if perhaps lower than it need be.
///
/// ```text
///   Positions lie on a lattice of whole numbers, and lengths are those of an octagon, which
///   come within 8% below the straight-line distance and obey the triangle inequality exactly:
///
///       length(dx, dy) = max(99 |dx|, 99 |dy|, 70 (|dx| + |dy|))
/// ```
///
/// No path is cheaper than its length times the least cost of any link by its own length, whatever
/// the links cost: one that costs nothing and leads somewhere makes the scale, and every estimate
/// by it, nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WaypointScale {
    lattice: Lattice,
    // The link with the least cost by its length; `None` if no link leads anywhere.
    least: Option<Price>,
}

/// A cost for a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Price {
    cost: u64,
    length: u64,
}

/// Whole numbers for points: how far right and down of a corner, in steps of a power of two.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Lattice {
    // Half the corner's coordinates: the difference of two halves is always finite.
    half_corner: Point,
    factor: f64,
}

/// A point on the lattice.
type LatticePoint = [u64; 2];

impl WaypointScale {
    /// The scale of a graph for a mover: over all links whose tags it is allowed.
    #[must_use]
    pub fn new(graph: &WaypointGraph, mover: &Mover) -> WaypointScale {
        let points = graph.waypoints().iter().map(|waypoint| waypoint.point);
        let mut scale = WaypointScale { lattice: Lattice::over(points), least: None };
        for (_, link) in graph.links().iter() {
            scale.include(graph, mover, link);
        }
        scale
    }

    /// Takes in a link that was added to the graph; a link to no waypoint of it counts for nothing.
    pub fn include(&mut self, graph: &WaypointGraph, mover: &Mover, link: &Link<WaypointId>) {
        let place = |id| graph.waypoint(id).map(|waypoint| self.lattice.nearest_to(waypoint.point));
        let (Some(from), Some(to)) = (place(link.from), place(link.to)) else { return };
        let length = length_of(apart(from, to));
        if length == 0 || !link.tags.are_within(mover.tags()) {
            return;
        }
        let price = Price { cost: u64::from(mover.cost_of(link.weight).0), length };
        if self.least.is_none_or(|least| price.is_below(least)) {
            self.least = Some(price);
        }
    }

    /// The least cost of covering a length: too large to say where no link leads anywhere, and one
    /// below that at the most where any does.
    #[inline]
    fn cost_of(&self, length: u64) -> Cost {
        let Some(Price { cost, length: per }) = self.least else {
            return if length == 0 { Cost::ZERO } else { Cost::MAX };
        };
        let cost = length * cost / per;
        u32::try_from(cost).map_or(Cost(u32::MAX - 1), |cost| Cost(cost.min(u32::MAX - 1)))
    }
}

impl Price {
    fn is_below(self, other: Price) -> bool {
        self.cost * other.length < other.cost * self.length
    }
}

impl Lattice {
    /// The finest lattice, by powers of two, on which the longer side of the points' extent has no
    /// more than 2^24 steps.
    fn over(points: impl Iterator<Item = Point>) -> Lattice {
        let (mut least, mut most) =
            (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        for Point { x, y } in points {
            least = Point::new(least.x.min(x / 2.0), least.y.min(y / 2.0));
            most = Point::new(most.x.max(x / 2.0), most.y.max(y / 2.0));
        }
        let extent = (most.x - least.x).max(most.y - least.y).max(0.0);
        // A float lies below the power of two after its exponent, 2^(biased - 1022). The factor is
        // 2^(24 - that), or the largest power of two there is where the points all but coincide.
        let biased = extent.to_bits() >> 52;
        let factor = f64::from_bits((LATTICE_BITS + 1022 + 1023 - biased).min(2046) << 52);
        Lattice { half_corner: least, factor }
    }

    /// The nearest point on the lattice. Differences, products with powers of two and rounding are
    /// exact or rounded alike on every machine.
    #[inline]
    fn nearest_to(&self, point: Point) -> LatticePoint {
        let right = (point.x / 2.0 - self.half_corner.x) * self.factor;
        let down = (point.y / 2.0 - self.half_corner.y) * self.factor;
        [whole(right), whole(down)]
    }
}

/// The whole number nearest to a float from 0 to under 2^32: added to 2^52, it is left in the lowest
/// bits.
#[inline]
fn whole(value: f64) -> u64 {
    debug_assert!((0.0..4_294_967_295.0).contains(&value), "{value} is off the lattice");
    (value + 4_503_599_627_370_496.0).to_bits() & 0xffff_ffff
}

#[inline]
fn apart(a: LatticePoint, b: LatticePoint) -> LatticePoint {
    [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])]
}

/// The length of so much right and down; 70/99 lies just below the root of one half.
#[inline]
fn length_of([right, down]: LatticePoint) -> u64 {
    (99 * right.max(down)).max(70 * (right + down))
}

/// The least that the rest of a path can cost on a waypoint graph. Admissible and consistent whatever
/// links cost, held by `waypoint_estimates_keep_their_contract`; made without allocation.
#[derive(Clone, Debug)]
pub struct WaypointEstimate<'a> {
    graph: &'a WaypointGraph,
    scale: WaypointScale,
    goals: Few<Area, AREAS>,
}

/// The points of a rectangle of the lattice: its least and its greatest corner.
#[derive(Clone, Copy, Debug)]
struct Area {
    least: LatticePoint,
    most: LatticePoint,
}

impl<'a> WaypointEstimate<'a> {
    /// The estimate to the nearest of `goals`; those that are none of the graph's count for nothing.
    /// `scale` must be the graph's, for this mover.
    pub fn new(
        graph: &'a WaypointGraph,
        scale: &WaypointScale,
        goals: impl Iterator<Item = WaypointId>,
    ) -> WaypointEstimate<'a> {
        let mut few: Few<Area, AREAS> = Few::new();
        for waypoint in goals.filter_map(|id| graph.waypoint(id)) {
            let at = scale.lattice.nearest_to(waypoint.point);
            let goal = Area { least: at, most: at };
            if !few.push(goal)
                && let Some(last) = few.get_mut(AREAS - 1)
            {
                *last = last.with(at);
            }
        }
        WaypointEstimate { graph, scale: *scale, goals: few }
    }
}

impl Area {
    fn with(self, [right, down]: LatticePoint) -> Area {
        let least = [self.least[0].min(right), self.least[1].min(down)];
        let most = [self.most[0].max(right), self.most[1].max(down)];
        Area { least, most }
    }

    /// How far right or left and up or down of it a point lies.
    #[inline]
    fn apart_from(&self, at: LatticePoint) -> LatticePoint {
        [0, 1].map(|axis| {
            let before = self.least[axis].saturating_sub(at[axis]);
            before + at[axis].saturating_sub(self.most[axis])
        })
    }
}

impl Heuristic for WaypointEstimate<'_> {
    #[inline]
    fn estimate(&self, node: NodeId) -> Cost {
        let at = self.scale.lattice.nearest_to(self.graph.waypoints()[node.index()].point);
        let lengths = self.goals.iter().map(|area| length_of(area.apart_from(at)));
        lengths.min().map_or(Cost::MAX, |length| self.scale.cost_of(length))
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_heuristic;
    use crate::view::{Places, WaypointView};
    use xunlu_map::{Door, StepCosts, Tags, Weight};

    fn mover() -> Mover {
        Mover::links().costs(StepCosts::TEN_FOURTEEN).build().unwrap()
    }

    /// The estimate between named waypoints, seen to keep its contract.
    fn estimate(text: &str, from: &str, goals: &[&str]) -> Cost {
        let graph: WaypointGraph = text.parse().unwrap();
        let mover = mover();
        let view = WaypointView::new(&graph, &mover);
        let goals: Vec<WaypointId> = goals.iter().map(|name| graph.id_of(name).unwrap()).collect();
        let scale = WaypointScale::new(&graph, &mover);
        let heuristic = WaypointEstimate::new(&graph, &scale, goals.iter().copied());
        let nodes: Vec<_> = goals.iter().map(|&goal| view.node_at(goal).unwrap()).collect();
        check_heuristic(&view, &heuristic, &nodes);
        heuristic.estimate(view.node_at(graph.id_of(from).unwrap()).unwrap())
    }

    /// Four waypoints in a line, ten apart, whose roads weigh what they are long; and more.
    fn line(more: &str) -> String {
        let places =
            "@waypoint a at 0,0\n@waypoint b at 10,0\n@waypoint c at 20,0\n@waypoint d at 30,0\n";
        format!("{places}@link a <-> b\n@link b <-> c\n@link c <-> d\n{more}")
    }

    #[test]
    fn straight_roads_are_estimated_at_what_they_cost() {
        assert_eq!(estimate(&line(""), "a", &["d"]), Cost(300));
        assert_eq!(estimate(&line(""), "b", &["a", "d"]), Cost(100));
    }

    #[test]
    fn a_cheap_road_a_teleport_and_a_free_one_lower_the_scale() {
        assert_eq!(estimate(&line("@link b -> c weight 500"), "a", &["d"]), Cost(150));
        assert_eq!(estimate(&line("@link a -> d weight 300"), "a", &["d"]), Cost(30));
        assert_eq!(estimate(&line("@link d -> a weight 0"), "a", &["d"]), Cost::ZERO);
        let nowhere = "@waypoint e at 30,0\n@link d <-> e weight 0\n@link a -> a weight 0";
        assert_eq!(estimate(&line(nowhere), "a", &["e"]), Cost(300));
    }

    #[test]
    fn doors_change_nothing_and_forbidden_links_do_not_count() {
        let text = line("@link a -> d weight 0 shut\n@link a -> d weight 0 tags 3");
        assert_eq!(estimate(&text, "a", &["d"]), Cost::ZERO);
        let mut graph: WaypointGraph = text.parse().unwrap();
        let before = WaypointScale::new(&graph, &mover());
        let (shut, _) = graph.links().iter().find(|(_, link)| link.door == Door::Shut).unwrap();
        graph.set_door(shut, Door::Open).unwrap();
        assert_eq!(WaypointScale::new(&graph, &mover()), before);
        graph.remove_link(shut).unwrap();
        let without = WaypointScale::new(&graph, &mover());
        assert_eq!(without.cost_of(without.least.unwrap().length), Cost(100));
        assert_ne!(without, before);
    }

    #[test]
    fn a_link_that_is_taken_in_counts_as_if_it_had_been_there() {
        let mut graph: WaypointGraph = line("").parse().unwrap();
        let mut scale = WaypointScale::new(&graph, &mover());
        let id = |name| graph.id_of(name).unwrap();
        let links = [
            Link::one_way(id("a"), id("c")).costing(Weight::percent(70)),
            Link::one_way(id("a"), id("d")).costing(Weight::FREE).tagged(Tags::ALL),
        ];
        for link in links {
            scale.include(&graph, &mover(), &link);
            graph.add_link(link).unwrap();
            assert_eq!(scale, WaypointScale::new(&graph, &mover()));
        }
        assert_eq!(scale.least.map(|least| least.cost), Some(7));
    }

    #[test]
    fn with_many_goals_the_last_ones_are_one_area() {
        use std::fmt::Write;
        let mut text = String::new();
        for number in 0..20 {
            writeln!(text, "@waypoint w{number} at {},{}", number, number * number % 7).unwrap();
        }
        for number in 1..20 {
            writeln!(text, "@link w{} <-> w{number}", number - 1).unwrap();
        }
        let goals: Vec<String> = (5..20).map(|number| format!("w{number}")).collect();
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let rest = estimate(&text, "w0", &goals);
        assert!(Cost(40) < rest && rest <= Cost(72), "{rest}");
    }

    #[test]
    fn the_octagon_lies_just_below_the_straight_line() {
        for right in 0..200_u32 {
            for down in 0..200_u32 {
                let length = length_of([u64::from(right), u64::from(down)]);
                let square = 99 * 99 * u64::from(right * right + down * down);
                assert!(length * length <= square, "{right},{down}");
                assert!(length * length * 100 >= square * 85, "{right},{down}");
            }
        }
    }

    #[test]
    fn far_near_and_equal_points_all_find_their_place() {
        for far in [f64::MAX, 1e300, 4e6, 1.0, 1e-300, f64::from_bits(1), 0.0] {
            let mut builder = WaypointGraph::builder();
            let mut waypoint = |name, x, y| builder.waypoint(name, Point::new(x, y)).unwrap();
            let (a, b) = (waypoint("a", -far, far), waypoint("b", far, -far));
            let c = waypoint("c", far, far);
            builder.link(Link::two_way(a, c)).unwrap();
            builder.link(Link::two_way(c, b)).unwrap();
            let graph = builder.build().unwrap();
            let mover = mover();
            let scale = WaypointScale::new(&graph, &mover);
            let heuristic = WaypointEstimate::new(&graph, &scale, [b].into_iter());
            check_heuristic(&WaypointView::new(&graph, &mover), &heuristic, &[NodeId(b.0)]);
            let apart = if far > 1e-301 { Cost(14) } else { Cost::ZERO };
            assert!(heuristic.estimate(NodeId(a.0)) >= apart, "{far}");
        }
    }

    #[test]
    fn the_most_expensive_links_on_the_widest_map_do_not_overflow() {
        let mut builder = WaypointGraph::builder();
        let mut waypoint = |name, at| builder.waypoint(name, Point::new(at, at)).unwrap();
        let (a, b) = (waypoint("a", -1e9), waypoint("b", 1e9));
        builder.link(Link::one_way(a, b).costing(Weight::percent(u32::MAX))).unwrap();
        let graph = builder.build().unwrap();
        let expensive = StepCosts { straight: Cost::STEP_MAX, ..StepCosts::EXACT };
        let mover = Mover::links();
        let weights = (1..=9).map(xunlu_map::Terrain);
        let mover = weights.fold(mover.costs(expensive), |mover, terrain| mover.closed(terrain));
        let mover = mover.build().unwrap();
        let scale = WaypointScale::new(&graph, &mover);
        let heuristic = WaypointEstimate::new(&graph, &scale, [b].into_iter());
        assert_eq!(heuristic.estimate(NodeId(a.0)), Cost(u32::MAX - 1));
    }

    #[test]
    fn where_no_link_leads_nothing_is_reached() {
        let text = "@waypoint a at 0,0\n@waypoint b at 1,0";
        assert_eq!(estimate(text, "a", &["b"]), Cost::MAX);
        assert_eq!(estimate(text, "a", &["a"]), Cost::ZERO);
        assert_eq!(estimate(text, "a", &[]), Cost::MAX);
    }
}
