//! Places in order, and between which of them one does not walk but jumps.

use crate::answer::Path;
use crate::view::{Headings, Sense};
use xunlu_map::{Cell, Hex, HexDirection, LayerCell, Mover, Offset, Point, StepRule};

/// The places of a path, or some of them, and the gaps between them.
///
/// Leg `n` leads from place `n` to the next. It is walked in a straight line, unless it is a gap:
/// a link, or a step round a joined edge of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course<P = Cell> {
    places: Vec<P>,
    // The legs that are gaps, rising.
    gaps: Vec<usize>,
}

impl<P: Copy> Course<P> {
    /// Places between which one walks: all of a road map's, for example.
    #[must_use]
    pub const fn unbroken(places: Vec<P>) -> Course<P> {
        Course { places, gaps: Vec::new() }
    }

    /// Places with gaps at the legs of which `is_gap` says so.
    #[must_use]
    pub fn with_gaps(places: Vec<P>, is_gap: impl Fn(usize) -> bool) -> Course<P> {
        let gaps = (0..places.len().saturating_sub(1)).filter(|&leg| is_gap(leg)).collect();
        Course { places, gaps }
    }

    /// The places in order.
    #[must_use]
    pub fn places(&self) -> &[P] {
        &self.places
    }

    /// Whether one jumps from the place of this number to the next.
    #[must_use]
    pub fn is_gap(&self, leg: usize) -> bool {
        self.gaps.binary_search(&leg).is_ok()
    }

    /// The stretches between gaps, within which one walks all the way; each has at least one place.
    pub fn stretches(&self) -> impl Iterator<Item = &[P]> {
        let count = self.places.len();
        let starts = std::iter::once(0).chain(self.gaps.iter().map(|gap| gap + 1));
        let ends = self.gaps.iter().map(|gap| gap + 1).chain([count]);
        starts
            .zip(ends)
            .filter(|(start, end)| start < end)
            .map(|(start, end)| &self.places[start..end])
    }

    /// A course of other stretches, with a gap between any two.
    pub(super) fn joined(stretches: impl IntoIterator<Item = Vec<P>>) -> Course<P> {
        let mut course = Course::unbroken(Vec::new());
        for stretch in stretches {
            if !course.places.is_empty() {
                course.gaps.push(course.places.len() - 1);
            }
            course.places.extend(stretch);
        }
        course
    }

    /// The ends of each stretch and the places where the direction changes, wherever `point_of` says
    /// that they lie: of waypoints, for example. Directions are equal when floats say so.
    #[must_use]
    pub fn turning_points_by(&self, point_of: impl Fn(P) -> Point) -> Course<P> {
        let way = |from: P, to: P| {
            let (from, to) = (point_of(from), point_of(to));
            [to.x - from.x, to.y - from.y]
        };
        let straight = |[ax, ay]: [f64; 2], [bx, by]: [f64; 2]| {
            ax * by - ay * bx == 0.0 && ax * bx + ay * by > 0.0
        };
        Course::joined(self.stretches().map(|stretch| without_straight(stretch, way, straight)))
    }

    /// The course with only the ends of each stretch and the places where its direction changes.
    fn turning(&self, offset: impl Fn(P, P) -> Offset) -> Course<P> {
        Course::joined(
            self.stretches().map(|stretch| without_straight(stretch, &offset, are_one_way)),
        )
    }
}

/// The places of a stretch but those at which it goes straight on: where `are_one_way` says so of the
/// ways from the last kept place and to the next one.
fn without_straight<P: Copy, W>(
    stretch: &[P],
    way: impl Fn(P, P) -> W,
    are_one_way: impl Fn(W, W) -> bool,
) -> Vec<P> {
    let mut kept: Vec<P> = Vec::new();
    for (number, &place) in stretch.iter().enumerate() {
        let next = stretch.get(number + 1);
        let goes_straight_on = kept
            .last()
            .zip(next)
            .is_some_and(|(&last, &next)| are_one_way(way(last, place), way(place, next)));
        if !goes_straight_on {
            kept.push(place);
        }
    }
    kept
}

/// Whether two offsets point the same way, whatever their lengths.
pub(super) fn are_one_way(a: Offset, b: Offset) -> bool {
    let [ax, ay, bx, by] = [a.dx, a.dy, b.dx, b.dy].map(i128::from);
    ax * by == ay * bx && ax * bx + ay * by > 0
}

impl Course<Cell> {
    /// All the places of a path on a square grid. `graph` is what was searched, links and all: a hop is
    /// a gap when the cheapest way to make it is a link, or a step that leads round a joined edge.
    #[must_use]
    pub fn of_cells<G>(graph: &G, mover: &Mover, path: &Path<Cell>) -> Course<Cell>
    where
        G: Headings<Place = Cell>,
    {
        course(graph, path, |from, to| heading(mover, to - from))
    }

    /// The ends of each stretch and the places where the direction changes. Steps of any offset have
    /// a direction: two knight's leaps in a row that are alike go straight on.
    #[must_use]
    pub fn turning_points(&self) -> Course<Cell> {
        self.turning(|from, to| to - from)
    }
}

impl Course<LayerCell> {
    /// All the places of a path on layers; as [`Course::of_cells`], and from layer to layer there is
    /// always a gap.
    #[must_use]
    pub fn of_layer_cells<G>(graph: &G, mover: &Mover, path: &Path<LayerCell>) -> Course<LayerCell>
    where
        G: Headings<Place = LayerCell>,
    {
        let heading = |from: LayerCell, to: LayerCell| {
            (from.layer == to.layer).then(|| heading(mover, to.cell - from.cell)).flatten()
        };
        course(graph, path, heading)
    }

    /// The ends of each stretch and the places where the direction changes.
    #[must_use]
    pub fn turning_points(&self) -> Course<LayerCell> {
        self.turning(|from, to| to.cell - from.cell)
    }
}

impl Course<Hex> {
    /// All the places of a path on hexes; as [`Course::of_cells`].
    #[must_use]
    pub fn of_hexes<G>(graph: &G, path: &Path<Hex>) -> Course<Hex>
    where
        G: Headings<Place = Hex>,
    {
        let heading = |from: Hex, to: Hex| {
            let found =
                HexDirection::ALL.into_iter().find(|&direction| from.neighbour(direction) == to);
            found.map(|direction| direction as u32)
        };
        course(graph, path, heading)
    }

    /// The ends of each stretch and the hexes where the axial direction changes.
    #[must_use]
    pub fn turning_points(&self) -> Course<Hex> {
        self.turning(|from, to| Cell::new(to.q, to.r) - Cell::new(from.q, from.r))
    }
}

/// The heading of a step by this offset, if the mover has one that leads there without going round.
fn heading(mover: &Mover, offset: Offset) -> Option<u32> {
    let is_own = match mover.rule() {
        StepRule::Four | StepRule::Eight(_) => offset.dx.abs().max(offset.dy.abs()) == 1,
        StepRule::Offsets(steps) => steps.iter().any(|step| step.offset == offset),
        StepRule::Hex | StepRule::Links => false,
    };
    offset.direction().filter(|_| is_own).map(|direction| direction as u32)
}

/// A path with gaps where the graph has no step in the heading that leads straight from place to place,
/// or has a cheaper link.
fn course<G: Headings>(
    graph: &G,
    path: &Path<G::Place>,
    heading: impl Fn(G::Place, G::Place) -> Option<u32>,
) -> Course<G::Place> {
    let is_gap = |leg: usize| {
        let (from, to) = (path.places[leg], path.places[leg + 1]);
        let (Some(heading), Some(node), Some(target)) =
            (heading(from, to), graph.node_at(from), graph.node_at(to))
        else {
            return true;
        };
        let (mut walk, mut any) = (None, None);
        graph.headed_steps(node, Sense::Along, &mut |step, headed| {
            if step.to == target {
                any = Some(any.map_or(step.cost, |least| step.cost.min(least)));
                if headed == heading {
                    walk = Some(walk.map_or(step.cost, |least| step.cost.min(least)));
                }
            }
        });
        walk.is_none() || walk > any
    };
    Course::with_gaps(path.places.clone(), is_gap)
}
