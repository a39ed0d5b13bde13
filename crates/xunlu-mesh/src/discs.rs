//! The shortest path of a disc of any radius, over a mesh that was made for points.
//!
//! ```text
//!    ######              The disc's middle goes straight, touches the circle of its radius round a corner,
//!    ######u.            goes on along that circle, and leaves it straight on to the next: a path of
//!         '. \           tangents and arcs. As points do at corners, it turns only where it is taut.
//!    -------'  \
//! ```
//!
//! It is the interval search of `search.rs` (Cui, Harabor and Grastien 2017) with circles for roots. Rays
//! become the tangents to one, which it sees apart from polygon to polygon; of a side they may pass where
//! there is room (`around`). A polygon's corners are those it has in reach, not only its own: the middle may
//! pass them some polygons away. A root sees out from every place of its arc, polygon by polygon, as far as
//! one can go round there (`arc`).
//!
//! What is seen so may still be hidden behind a wall's end in between. It is a candidate; when it is the most
//! promising of all, its line is walked along, past all walls that are near (`leg`). No shortest path is
//! missed by that, and none is found where there is no room.
//!
//! A dead end without a goal is entered where a corner before it is so near that the way round may lead
//! through there (`around`). Links lead to roots of their own (`links`).
//!
//! Numbers are in steps and rounded: a wall counts as far enough from [`TOUCHING`] nearer than the radius on.
//! So that who has just enough room has it when it is rounded, the radius is [`SLACK`] less than asked for.

mod arc;
mod around;
mod arrivals;
mod circle;
mod clip;
mod flood;
mod left;
mod leg;
mod links;
mod look;
mod parts;
mod path;

use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::open_list::OpenList;
use crate::real::Real;
use arc::Section;
use around::{Around, away};
use arrivals::Arrivals;
use circle::Circle;
use clip::Place;
use flood::Floods;
use leg::TOUCHING;
use look::behind;
use xunlu_map::Tags;

pub use path::PathArc;

/// So much less than the radius, in steps, walls may be away: far less than anything is measured by.
pub(crate) const SLACK: f64 = 1.0 / 1024.0;

/// A search that looked through so many intervals is worth finding out whether it leads anywhere.
const FLOOD_FROM: u64 = 8;

/// Directions so near each other are one where it is safe to see too much.
const ABOUT: f64 = 1e-9;

/// What a search for a disc scribbles on.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiscSpace {
    open: OpenList,
    nodes: Vec<Node>,
    roots: Vec<Root>,
    around: Around,
    sections: Vec<Section>,
    arrivals: Arrivals,
    goals: Vec<Real>,
    // Where a path may end, or enter a link that makes the world smaller, with what is left from there.
    targets: Vec<(Real, f64)>,
    // The polygons that goals lie in, each with the goal's place among them; and the blocks that lead there,
    // sorted.
    goals_in: Vec<(u32, u32)>,
    goalwards: Vec<u32>,
    // The ways of links that were taken, and the roots that they led to.
    taken: Vec<(u32, u32)>,
    floods: Floods,
}

/// What may be looked at next.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// A part of a side to look through, given by the half-edge and the polygon beyond, between two
    /// directions from a root.
    Interval { edge: u32, polygon: u32, root: u32, wedge: [Real; 2] },
    /// A circle or a point.
    Touch(Touch),
}

/// A circle that a straight line from a root leads to.
#[derive(Clone, Copy, Debug)]
struct Touch {
    circle: Circle,
    mark: Mark,
    root: u32,
    way: Real,
    // Where it is touched.
    polygon: u32,
    g: f64,
}

/// What a line leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// The circle round a corner, by its number in the lists of all polygons.
    Corner(u32),
    /// A goal, by its place among them.
    Goal(u32),
    /// Where a link is entered, by its way.
    Link(u32),
}

/// A circle that a path goes round, its start, or an end of a link.
#[derive(Clone, Copy, Debug)]
struct Root {
    circle: Circle,
    // The direction it was come to in.
    way: Real,
    before: u32,
    g: f64,
}

/// Where a search is to begin and to end, each with the polygons it lies in.
#[derive(Clone, Debug)]
pub(crate) struct DiscEnds {
    pub(crate) start: (MeshPoint, Vec<u32>),
    pub(crate) goals: Vec<(MeshPoint, Vec<u32>)>,
}

/// A search for a shortest path of a disc.
#[derive(Debug)]
pub(crate) struct DiscSearch {
    space: DiscSpace,
    radius: f64,
    weight: f64,
    tags: Tags,
    // Until it set out; then the polygons of the start.
    ends: Option<DiscEnds>,
    start_in: Vec<u32>,
    // What is left by other links than those among the targets.
    left_by_others: f64,
    expansions: u64,
    // The absent tile that it cannot go on without, and how many nodes it looked at so far.
    missing: Option<u32>,
    closed: u64,
    end: Option<End>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Straight on to a goal, of this place among them.
    Found(Touch, u32),
    Exhausted,
    /// Before it began.
    NoRoomAtStart {
        room: f64,
    },
    NoRoomAtGoal {
        room: f64,
    },
}

impl DiscSearch {
    /// Begins a search for a disc of this radius in steps, with these tags. Where there is no room for its
    /// ends, there is no path.
    pub(crate) fn begin(
        mesh: &NavMesh,
        radius: f64,
        excess: f64,
        tags: Tags,
        ends: DiscEnds,
        mut space: DiscSpace,
    ) -> DiscSearch {
        let radius = f64::max(radius - SLACK, 0.0);
        space.begin(mesh.sides(), radius);
        DiscSearch {
            space,
            radius,
            weight: 1.0 + excess,
            tags,
            ends: Some(ends),
            start_in: Vec::new(),
            left_by_others: f64::INFINITY,
            expansions: 0,
            missing: None,
            closed: 0,
            end: None,
        }
    }

    /// Looks for room at the ends, makes a root of the start, and looks around there. Returns `None` if that
    /// takes an absent tile.
    fn set_out(&mut self, mesh: &NavMesh, ends: &DiscEnds) -> Option<()> {
        let sides = mesh.sides();
        let (start, polygons) = &ends.start;
        let room = self.room(sides, *start, polygons)?;
        if !self.is_enough(room) {
            self.end = Some(End::NoRoomAtStart { room });
            return Some(());
        }
        for &polygon in polygons.iter().chain(ends.goals.iter().flat_map(|(_, own)| own)) {
            self.space.around.need(sides, polygon)?;
        }
        let mut islands = Vec::new();
        mesh.islands_from(polygons.iter().copied(), self.tags, &mut islands);
        let (mut first_room, mut is_any) = (None, false);
        self.space.goals.clear();
        self.space.goals_in.clear();
        self.space.goalwards.clear();
        for (number, (goal, own)) in (0..).zip(&ends.goals) {
            self.space.goals.push(Real::at(*goal));
            let room = self.room(sides, *goal, own)?;
            first_room = first_room.or(Some(room));
            if !self.is_enough(room) {
                continue;
            }
            is_any = true;
            let is_open = |&&polygon: &&u32| islands.binary_search(&sides.island(polygon)).is_ok();
            for &polygon in own.iter().filter(is_open) {
                self.space.goals_in.push((polygon, number));
                self.space.goalwards.extend(sides.blocks_around(polygon));
            }
        }
        self.space.goalwards.sort_unstable();
        self.space.goals_in.sort_unstable();
        let is_open = |number: u32| self.space.goals_in.iter().any(|&(_, other)| other == number);
        let goals = (0..).zip(&ends.goals).filter(|&(number, _)| is_open(number));
        let targets: Vec<(Real, f64)> =
            goals.map(|(_, &(goal, _))| (Real::at(goal), 0.0)).collect();
        match first_room {
            Some(room) if !is_any => self.end = Some(End::NoRoomAtGoal { room }),
            _ if targets.is_empty() => self.end = Some(End::Exhausted),
            _ => {
                for &polygon in polygons {
                    self.space.around.near(sides, polygon)?;
                }
                self.space.targets = targets;
                self.find_shortcuts(mesh);
                let circle = Circle::point(Real::at(*start));
                self.add_root(Root { circle, way: Real::default(), before: NONE, g: 0.0 });
                for &polygon in polygons {
                    self.look(mesh, 0, polygon, Place::Start, 0.0)?;
                }
            }
        }
        Some(())
    }

    fn is_enough(&self, room: f64) -> bool {
        room >= self.radius - TOUCHING
    }

    /// How far the next wall is from a point of some polygons, if it is nearer than the radius; else at least
    /// that. Returns `None` if it takes an absent tile to tell.
    fn room(&mut self, sides: &HalfEdgeMesh, point: MeshPoint, polygons: &[u32]) -> Option<f64> {
        let at = Real::at(point);
        let mut room = f64::INFINITY;
        for &polygon in polygons {
            let walls = self.space.around.near(sides, polygon)?.walls;
            room = walls.iter().map(|&wall| away(at, wall)).fold(room, f64::min);
        }
        Some(room)
    }

    /// Carries on until so many more intervals were looked through. Returns whether the search has ended: if
    /// it did not, and tiles are absent, one of these may be [missing](DiscSearch::missing).
    pub(crate) fn run(&mut self, mesh: &NavMesh, budget: u64) -> bool {
        let last = self.expansions.saturating_add(budget);
        self.missing = None;
        if let Some(ends) = self.ends.take() {
            if self.set_out(mesh, &ends).is_none() {
                self.missing = self.space.around.take_missing();
                self.ends = Some(ends);
            } else {
                self.start_in = ends.start.1;
            }
        }
        while self.end.is_none() && self.missing.is_none() && self.expansions < last {
            let Some((f, number)) = self.space.open.pop() else {
                self.end = Some(End::Exhausted);
                break;
            };
            let node = self.space.nodes[number as usize];
            if self.close(mesh, node, f).is_none() {
                self.missing = self.space.around.take_missing();
                if self.missing.is_some() {
                    self.space.open.push(f, number);
                }
            } else {
                self.closed += 1;
                self.expansions += u64::from(matches!(node, Node::Interval { .. }));
                self.flood(mesh);
            }
        }
        self.end.is_some()
    }

    /// Takes a step towards knowing whether a goal can be reached at all, once the search is no short one.
    /// Over links, and where tiles are absent, that is left to the search.
    fn flood(&mut self, mesh: &NavMesh) {
        let is_apart = mesh.own_links().is_none() && mesh.sides().absent().is_none();
        if !is_apart || self.expansions < FLOOD_FROM || self.end.is_some() {
            return;
        }
        let DiscSpace { floods, around, roots, goals, goals_in, .. } = &mut self.space;
        if !floods.is_begun() {
            let goals = goals_in.iter().map(|&(polygon, goal)| (goals[goal as usize], polygon));
            let start = (roots[0].circle.centre, &self.start_in[..]);
            floods.begin(around, mesh.sides(), start, goals);
        }
        if floods.step(around, mesh.sides()) {
            self.end = Some(End::Exhausted);
        }
    }

    /// The absent tile that the search cannot go on without.
    pub(crate) fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// So many intervals were looked through.
    pub(crate) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// So many nodes were looked at.
    pub(crate) fn closed(&self) -> u64 {
        self.closed
    }

    /// Looks at a node. Returns `None`, and nothing has happened, if it takes an absent tile.
    fn close(&mut self, mesh: &NavMesh, node: Node, f: f64) -> Option<()> {
        match node {
            Node::Interval { edge, polygon, root, wedge } => {
                self.look(mesh, root, polygon, Place::Side(edge, wedge), f)
            }
            Node::Touch(touch) => match touch.mark {
                Mark::Goal(goal) => {
                    if self.is_free(mesh.sides(), touch)? {
                        self.end = Some(End::Found(touch, goal));
                    }
                    Some(())
                }
                Mark::Link(way) => self.take_link(mesh, touch, way, f),
                Mark::Corner(corner) => self.turn(mesh, touch, corner, f),
            },
        }
    }

    /// Whether there is room on the straight line that a circle was touched by.
    fn is_free(&mut self, sides: &HalfEdgeMesh, touch: Touch) -> Option<bool> {
        let from = self.space.roots[touch.root as usize].circle.touched(touch.way);
        let to = touch.circle.touched(touch.way);
        leg::is_free(&mut self.space.around, sides, (to, touch.polygon), from)
    }

    /// Makes a root of a corner's circle, if it was not come to better, and looks out all along its arc.
    fn turn(&mut self, mesh: &NavMesh, touch: Touch, corner: u32, f: f64) -> Option<()> {
        let Touch { circle, root: before, way, polygon, g, .. } = touch;
        let corner = self.space.around.corner(corner);
        let turned = arc::turned(circle, behind(corner, circle), way);
        let beforehand = g - self.radius * turned;
        let Some(longest) = self.space.arrivals.rest(corner, circle, turned, beforehand) else {
            return Some(());
        };
        if !self.is_free(mesh.sides(), touch)? {
            return Some(());
        }
        let DiscSpace { around, sections, .. } = &mut self.space;
        let gone = arc::walk(around, mesh.sides(), circle, (way, polygon), longest, sections)?;
        self.space.arrivals.arrive(corner, circle, [turned, turned + gone, beforehand]);
        let root = self.add_root(Root { circle, way, before, g });
        let mut sections = std::mem::take(&mut self.space.sections);
        for Section { polygon, ways } in sections.drain(..) {
            let wedge = if circle.side > 0.0 { ways } else { [ways[1], ways[0]] };
            self.look(mesh, root, polygon, Place::Arc(wedge), f);
        }
        self.space.sections = sections;
        Some(())
    }

    fn add_root(&mut self, root: Root) -> u32 {
        self.space.roots.push(root);
        numbered(self.space.roots.len() - 1)
    }
}

impl DiscSpace {
    fn begin(&mut self, sides: &HalfEdgeMesh, radius: f64) {
        self.open.clear();
        self.nodes.clear();
        self.roots.clear();
        self.floods.clear();
        self.around.begin(sides, radius);
        self.sections.clear();
        self.arrivals.begin();
        self.goals.clear();
        self.targets.clear();
        self.goals_in.clear();
        self.goalwards.clear();
        self.taken.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.open.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.around.bytes()
            + self.sections.capacity() * size_of::<Section>()
            + self.arrivals.bytes()
            + self.floods.bytes()
            + self.goals.capacity() * size_of::<Real>()
            + self.targets.capacity() * size_of::<(Real, f64)>()
            + (self.goals_in.capacity() + self.taken.capacity()) * size_of::<(u32, u32)>()
            + self.goalwards.capacity() * size_of::<u32>()
    }
}
