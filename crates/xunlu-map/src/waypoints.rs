//! A map of named points and the links between them.

use crate::adjacency::{Adjacency, LinkEnd};
use crate::cost::Weight;
use crate::edit::{Edit, Revision};
use crate::error::{MapError, MapErrorKind, Quoted};
use crate::ledger::Ledger;
use crate::link::{Door, Link, LinkId, Links};
use std::fmt;

mod builder;

pub use builder::WaypointBuilder;

/// The number of a waypoint, in the order in which they were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WaypointId(pub u32);

/// A point of the plane: x to the right, y downwards, in straight steps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point at `x`, `y`.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The straight-line distance between two points. The same on every machine: it uses nothing
    /// but operations that are rounded exactly.
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y }
    }
}

/// As games keep positions: each number is kept as it is, with more room behind the point.
impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Point {
        Point { x: x.into(), y: y.into() }
    }
}

impl From<Point> for (f64, f64) {
    fn from(Point { x, y }: Point) -> (f64, f64) {
        (x, y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A named point.
#[derive(Clone, PartialEq, Debug)]
pub struct Waypoint {
    /// Its name; no two on one map are equal.
    pub name: String,
    /// Where it lies.
    pub point: Point,
}

/// Waypoints, and links between any two of them: a road map.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// # }
/// use xunlu::{Link, WaypointGraph, Weight};
/// use xunlu::map::Point;
///
/// let mut builder = WaypointGraph::builder();
/// let gate = builder.waypoint("gate", Point::new(0.0, 0.0))?;
/// let mill = builder.waypoint("mill", Point::new(3.0, 4.0))?;
/// let road = builder.between(gate, mill)?;
/// builder.link(Link::two_way(gate, mill).costing(road))?;
/// let graph = builder.build()?;
///
/// assert_eq!(graph.id_of("mill"), Some(mill));
/// assert_eq!(graph.between(gate, mill), Some(Weight::times(5)));
/// assert_eq!(graph.outgoing(mill)[0].waypoint, gate);
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
///
/// Waypoints stay as built; links and doors may be edited, and every edit raises the revision.
#[derive(Clone, PartialEq, Debug)]
pub struct WaypointGraph {
    waypoints: Vec<Waypoint>,
    // The waypoints by name, so that a name is found by halving.
    by_name: Vec<WaypointId>,
    ledger: Ledger<WaypointId>,
    outgoing: Adjacency,
    incoming: Adjacency,
}

impl WaypointGraph {
    /// The most waypoints a graph may have.
    pub const WAYPOINTS_MAX: usize = 1 << 24;

    /// A graph to be built waypoint by waypoint and link by link.
    #[must_use]
    pub fn builder() -> WaypointBuilder {
        WaypointBuilder::default()
    }

    /// A graph from an adjacency list: for each waypoint where one-way links lead, and their
    /// weights. Links are numbered row by row.
    ///
    /// # Errors
    /// When the waypoints cannot be (see [`WaypointBuilder`]), there is not one row for each, or a
    /// row names a waypoint that there is not.
    pub fn from_adjacency_list(
        waypoints: impl IntoIterator<Item = Waypoint>,
        rows: &[Vec<(WaypointId, Weight)>],
    ) -> Result<WaypointGraph, MapError> {
        let mut builder = WaypointBuilder::with(waypoints, rows.len())?;
        for (from, row) in (0..).map(WaypointId).zip(rows) {
            for &(to, weight) in row {
                let told = |error: MapError| error.within(format!("row {} of the list", from.0));
                builder.link(Link::one_way(from, to).costing(weight)).map_err(told)?;
            }
        }
        builder.build()
    }

    /// A graph from an adjacency matrix: row by row and column by column, what the one-way link
    /// from the row's waypoint to the column's weighs, if there is one. The diagonal is not read:
    /// nobody needs a path from a waypoint to itself.
    ///
    /// # Errors
    /// When the waypoints cannot be (see [`WaypointBuilder`]), or the matrix is not square with one
    /// row and one column for each; the error names the row.
    pub fn from_adjacency_matrix(
        waypoints: impl IntoIterator<Item = Waypoint>,
        matrix: &[Vec<Option<Weight>>],
    ) -> Result<WaypointGraph, MapError> {
        let mut builder = WaypointBuilder::with(waypoints, matrix.len())?;
        for (from, row) in (0..).map(WaypointId).zip(matrix) {
            if row.len() != matrix.len() {
                return Err(MapError::not_square(from, row.len(), matrix.len()));
            }
            for (to, weight) in (0..).map(WaypointId).zip(row) {
                if let Some(weight) = weight.filter(|_| from != to) {
                    builder.link(Link::one_way(from, to).costing(weight))?;
                }
            }
        }
        builder.build()
    }

    /// Its waypoints, by number.
    #[must_use]
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// One waypoint. Returns `None` beyond the last.
    #[must_use]
    pub fn waypoint(&self, id: WaypointId) -> Option<&Waypoint> {
        self.waypoints.get(id.0 as usize)
    }

    /// The waypoint of this name. Returns `None` if there is none.
    #[must_use]
    pub fn id_of(&self, name: &str) -> Option<WaypointId> {
        let name_of = |id: &WaypointId| self.waypoints[id.0 as usize].name.as_str();
        let position = self.by_name.binary_search_by(|id| name_of(id).cmp(name)).ok()?;
        Some(self.by_name[position])
    }

    /// How many waypoints there are.
    ///
    /// # Panics
    /// Never: the builder keeps to [`WAYPOINTS_MAX`](Self::WAYPOINTS_MAX).
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.waypoints.len()).expect("at most WAYPOINTS_MAX")
    }

    /// Never: a graph has at least one waypoint. Here because `len` is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The weight of a straight road between two waypoints: a hundred for each unit of distance,
    /// rounded up, so that no such road is shorter than the straight-line distance. Saturates. Returns `None`
    /// if there is no such waypoint.
    #[must_use]
    pub fn between(&self, a: WaypointId, b: WaypointId) -> Option<Weight> {
        Some(weight_between(self.waypoint(a)?.point, self.waypoint(b)?.point))
    }

    /// Its links.
    #[must_use]
    pub const fn links(&self) -> &Links<WaypointId> {
        self.ledger.links()
    }

    /// Where the links lead by which this waypoint can be left, in the order of their numbers;
    /// doors that are shut included. A link from a waypoint to itself is not among them.
    ///
    /// # Panics
    /// When there is no such waypoint.
    #[must_use]
    #[inline]
    pub fn outgoing(&self, id: WaypointId) -> &[LinkEnd] {
        self.outgoing.of(id)
    }

    /// Where the links come from by which this waypoint can be reached, in the order of their
    /// numbers; doors that are shut included.
    ///
    /// # Panics
    /// When there is no such waypoint.
    #[must_use]
    #[inline]
    pub fn incoming(&self, id: WaypointId) -> &[LinkEnd] {
        self.incoming.of(id)
    }

    /// How often it was edited.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.ledger.revision()
    }

    pub(crate) const fn count_from(&mut self, revision: Revision) {
        self.ledger.count_from(revision);
    }

    /// Adds a link. Costs O(links at its two ends).
    ///
    /// # Errors
    /// When an end is no waypoint, both are the same one, or there are too many links.
    pub fn add_link(&mut self, link: Link<WaypointId>) -> Result<(LinkId, Edit), MapError> {
        self.check_link(&link)?;
        let ways = ways_of(&link);
        let (id, edit) = self.ledger.add(link)?;
        for (from, to) in ways {
            self.outgoing.push(from, LinkEnd { waypoint: to, link: id });
            self.incoming.push(to, LinkEnd { waypoint: from, link: id });
        }
        Ok((id, edit))
    }

    pub(crate) fn check_link(&self, link: &Link<WaypointId>) -> Result<(), MapError> {
        check_waypoints(link, self.waypoints.len())?;
        link.check_ends()
    }

    /// Takes a link away. Costs O(links at its two ends).
    ///
    /// # Errors
    /// When there is no such link.
    pub fn remove_link(&mut self, id: LinkId) -> Result<Edit, MapError> {
        let (link, edit) = self.ledger.remove(id)?;
        for (from, to) in ways_of(&link) {
            self.outgoing.remove(from, id);
            self.incoming.remove(to, id);
        }
        Ok(edit)
    }

    /// Opens or shuts a link's door.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, MapError> {
        self.ledger.set_door(id, door)
    }
}

/// The directions a link opens: there, and back when it leads both ways; none from a waypoint to itself.
fn ways_of(link: &Link<WaypointId>) -> impl Iterator<Item = (WaypointId, WaypointId)> + use<> {
    let Link { from, to, is_two_way, .. } = *link;
    let there = (from != to).then_some((from, to));
    let back = (from != to && is_two_way).then_some((to, from));
    there.into_iter().chain(back)
}

/// Checks that a link joins waypoints that there are.
fn check_waypoints(link: &Link<WaypointId>, count: usize) -> Result<(), MapError> {
    for end in [link.from, link.to] {
        if end.0 as usize >= count {
            return Err(MapError::no_such_waypoint(end, count));
        }
    }
    Ok(())
}

fn weight_between(a: Point, b: Point) -> Weight {
    let hundredths = (a.distance(b) * 100.0).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and not negative; a float too large, even infinite, becomes u32::MAX"
    )]
    Weight::percent(hundredths as u32)
}

impl MapError {
    pub(crate) fn no_waypoints() -> MapError {
        MapError::new(MapErrorKind::Empty, "there is no waypoint; expected at least one")
    }

    pub(crate) fn too_many_waypoints(most: usize) -> MapError {
        let kind = MapErrorKind::TooManyWaypoints;
        let error = MapError::new(kind, format!("too many waypoints; expected at most {most}"));
        error.with(&[&most])
    }

    pub(crate) fn no_such_waypoint(id: WaypointId, count: usize) -> MapError {
        MapError::new(
            MapErrorKind::NoSuchWaypoint,
            format!("there is no waypoint {}; expected a number under {count}", id.0),
        )
    }

    pub(crate) fn unfit_name(name: &str) -> MapError {
        let kind = MapErrorKind::UnfitName;
        let (name, expected) = (Quoted(name), "at least one character and no control characters");
        let error =
            MapError::new(kind, format!("{name} is no name for a waypoint; expected {expected}"));
        error.with(&[&name])
    }

    pub(crate) fn name_taken(name: &str) -> MapError {
        let (kind, name) = (MapErrorKind::NameTaken, Quoted(name));
        let expected = "expected another for each waypoint";
        MapError::new(kind, format!("the name {name} is taken; {expected}")).with(&[&name])
    }

    pub(crate) fn not_finite(name: &str, point: Point) -> MapError {
        let found = format!("{} lies at {point}", Quoted(name));
        MapError::unexpected(MapErrorKind::NoPoint, found, "two finite numbers")
            .with(&[&Quoted(name)])
    }

    pub(crate) fn rows_for_waypoints(rows: usize, waypoints: usize) -> MapError {
        let found = format!("{rows} rows for {waypoints} waypoints");
        MapError::unexpected(MapErrorKind::MatrixRows, found, "one for each")
            .with(&[&rows, &waypoints])
    }

    pub(crate) fn not_square(row: WaypointId, columns: usize, rows: usize) -> MapError {
        let found = format!("row {} of the matrix has {columns} columns", row.0);
        let expected = format!("{rows}, as many as rows");
        MapError::unexpected(MapErrorKind::MatrixColumns, found, expected)
            .with(&[&row.0, &columns, &rows])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Waypoint> {
        let place = |(number, name): (u32, &&str)| Waypoint {
            name: (*name).to_owned(),
            point: Point::new(f64::from(number), 0.0),
        };
        (0..).zip(names).map(place).collect()
    }

    fn targets(graph: &WaypointGraph, from: u32) -> Vec<(u32, u32)> {
        graph.outgoing(WaypointId(from)).iter().map(|end| (end.waypoint.0, end.link.0)).collect()
    }

    #[test]
    fn list_matrix_and_links_build_the_same_graph() {
        let road = Weight::percent(150);
        let path = Weight::FREE;
        let (a, b, c) = (WaypointId(0), WaypointId(1), WaypointId(2));
        let names = || named(&["inn", "gate", "mill"]);
        let rows = [vec![(b, road), (c, path)], vec![], vec![(a, path)]];
        let list = WaypointGraph::from_adjacency_list(names(), &rows).unwrap();
        let matrix = [
            vec![Some(path), Some(road), Some(path)],
            vec![None, None, None],
            vec![Some(path), None, None],
        ];
        let matrix = WaypointGraph::from_adjacency_matrix(names(), &matrix).unwrap();
        assert_eq!(list, matrix);
        let mut builder = WaypointGraph::builder();
        for Waypoint { name, point } in names() {
            builder.waypoint(name, point).unwrap();
        }
        for (from, to, weight) in [(a, b, road), (a, c, path), (c, a, path)] {
            builder.link(Link::one_way(from, to).costing(weight)).unwrap();
        }
        assert_eq!(list, builder.build().unwrap());
        assert_eq!(targets(&list, 0), [(1, 0), (2, 1)]);
        assert_eq!(list.incoming(a), [LinkEnd { waypoint: c, link: LinkId(2) }]);
    }

    #[test]
    fn names_are_found_whatever_their_order() {
        let graph = WaypointGraph::from_adjacency_list(
            named(&["z", "a", "m", "ü b"]),
            &[vec![], vec![], vec![], vec![]],
        )
        .unwrap();
        for (number, waypoint) in (0..).zip(graph.waypoints()) {
            assert_eq!(graph.id_of(&waypoint.name), Some(WaypointId(number)));
        }
        assert_eq!(graph.id_of("b"), None);
    }

    #[test]
    fn edits_keep_both_sides_in_step() {
        let rows = [vec![(WaypointId(1), Weight::ONE)], vec![], vec![]];
        let mut graph = WaypointGraph::from_adjacency_list(named(&["a", "b", "c"]), &rows).unwrap();
        let both = Link::two_way(WaypointId(2), WaypointId(0));
        let (id, edit) = graph.add_link(both).unwrap();
        assert_eq!((id, edit.revision), (LinkId(1), Revision::of(1)));
        assert_eq!(targets(&graph, 0), [(1, 0), (2, 1)]);
        assert_eq!(targets(&graph, 2), [(0, 1)]);
        graph.set_door(id, Door::Shut).unwrap();
        assert_eq!(targets(&graph, 2), [(0, 1)]);
        graph.remove_link(id).unwrap();
        assert_eq!(targets(&graph, 0), [(1, 0)]);
        assert!(graph.incoming(WaypointId(0)).is_empty());
        assert!(graph.remove_link(id).is_err());
        assert_eq!(graph.revision(), Revision::of(3));
    }

    #[test]
    fn distances_round_up_and_saturate() {
        let weight = |x, y| weight_between(Point::default(), Point::new(x, y)).as_percent();
        assert_eq!(weight(3.0, 4.0), 500);
        assert_eq!(weight(1.0, 1.0), 142);
        assert_eq!(weight(0.0, -0.0), 0);
        assert_eq!(weight(1e300, -1e300), u32::MAX);
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_reason() {
        let mut builder = WaypointGraph::builder();
        let a = builder.waypoint("a", Point::default()).unwrap();
        let mut refused = |name: &str, x: f64, says: &str| {
            let error = builder.waypoint(name, Point::new(x, 0.0)).unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("expected"), "{error}");
        };
        refused("", 0.0, "\"\"");
        refused("b\n", 0.0, "\"b\\n\"");
        refused("a", 0.0, "\"a\" is taken");
        refused("b", f64::NAN, "NaN,0");
        refused("b", f64::NEG_INFINITY, "-inf,0");
        assert!(builder.link(Link::one_way(a, WaypointId(1))).is_err());
        let own = builder.link(Link::one_way(a, a)).unwrap_err();
        assert_eq!(own.kind(), MapErrorKind::LinkToItself);
        assert_eq!(builder.link_as_read(Link::one_way(a, a)), Ok(LinkId(0)));
        let own = builder.build().unwrap().add_link(Link::two_way(a, a)).unwrap_err();
        assert_eq!(
            own.to_string(),
            "a link from waypoint 0 to itself leads nowhere; expected two places"
        );
        let rows = [vec![(a, Weight::ONE)]];
        assert!(WaypointGraph::from_adjacency_list(named(&["a"]), &rows).is_err());
        assert!(WaypointGraph::builder().build().is_err());
        let ragged = [vec![None, None], vec![None]];
        let error = WaypointGraph::from_adjacency_matrix(named(&["a", "b"]), &ragged).unwrap_err();
        assert!(error.to_string().contains("row 1"), "{error}");
        let rows = [vec![(WaypointId(9), Weight::ONE)]];
        let error = WaypointGraph::from_adjacency_list(named(&["a"]), &rows).unwrap_err();
        assert!(error.to_string().contains("row 0"), "{error}");
        assert!(WaypointGraph::from_adjacency_list(named(&["a", "b"]), &rows).is_err());
    }
}
