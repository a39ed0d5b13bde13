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
//! Numbers are in steps and rounded: a wall counts as far enough from [`TOUCHING`] nearer than the radius on.
//! So that who has just enough room has it when it is rounded, the radius is [`SLACK`] less than asked for.

mod arc;
mod around;
mod circle;
mod leg;
mod left;
mod path;

use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::open_list::OpenList;
use crate::real::Real;
use arc::Section;
use around::{Around, Gap, away};
use circle::Circle;
use leg::TOUCHING;
use std::collections::HashMap;

pub use path::PathArc;

/// So much less than the radius, in steps, walls may be away: far less than anything is measured by.
pub(crate) const SLACK: f64 = 1.0 / 1024.0;

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
    // Where corners were come to, the newest of each and hand by its number.
    arrivals: Vec<Arrival>,
    newest: HashMap<(u32, bool), u32>,
    goals: Vec<Real>,
    // The polygons that they lie in, each with the goal's place among them.
    goals_in: Vec<(u32, u32)>,
}

/// What may be looked at next.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// A part of a side to look through, given by the half-edge beyond, between two directions from a root.
    Interval { edge: u32, root: u32, wedge: [Real; 2] },
    /// A corner's circle, or a goal.
    Touch(Touch),
}

/// A circle that a straight line from a root leads to.
#[derive(Clone, Copy, Debug)]
struct Touch {
    circle: Circle,
    // The corner, or the goal's place among them if the circle is a point.
    number: u32,
    root: u32,
    way: Real,
    // Where it is touched.
    polygon: u32,
    g: f64,
}

/// A circle that a path goes round, or its start.
#[derive(Clone, Copy, Debug)]
struct Root {
    circle: Circle,
    // The direction it was come to in.
    way: Real,
    before: u32,
    g: f64,
}

/// Where a corner's circle was come to: how far round from where one leaves the wall behind it, how far one
/// gets from there, and the distance from the start less the way round.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    turned: f64,
    end: f64,
    beforehand: f64,
    // The one before at the same corner, or `NONE`.
    older: u32,
}

/// From where a root looks into a polygon.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The start is in it.
    Start,
    /// A section of its arc is, between whose ends it sees.
    Arc([Real; 2]),
    /// It sees in through a half-edge of the polygon, between two directions.
    Side(u32, [Real; 2]),
}

/// A search for a shortest path of a disc.
#[derive(Debug)]
pub(crate) struct DiscSearch {
    space: DiscSpace,
    radius: f64,
    weight: f64,
    expansions: u64,
    end: Option<End>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Straight on to a goal.
    Found(Touch),
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
    /// Begins a search for a disc of this radius in steps. Where there is no room for its ends, there is no
    /// path.
    pub(crate) fn begin(
        mesh: &NavMesh,
        radius: f64,
        excess: f64,
        mut ends: impl Iterator<Item = MeshPoint>,
        mut space: DiscSpace,
    ) -> DiscSearch {
        space.clear();
        let radius = f64::max(radius - SLACK, 0.0);
        let mut search =
            DiscSearch { space, radius, weight: 1.0 + excess, expansions: 0, end: None };
        let Some(start) = ends.next() else {
            search.end = Some(End::Exhausted);
            return search;
        };
        let sides = mesh.sides();
        let is_enough = |room: f64| room >= radius - TOUCHING;
        let room = search.room(mesh, start);
        if !is_enough(room) {
            search.end = Some(End::NoRoomAtStart { room });
            return search;
        }
        let islands: Vec<u32> =
            mesh.polygons_at(start).map(|polygon| sides.island(polygon)).collect();
        let (mut first_room, mut is_any) = (None, false);
        for goal in ends {
            let number = numbered(search.space.goals.len());
            search.space.goals.push(Real::at(goal));
            let room = search.room(mesh, goal);
            first_room = first_room.or(Some(room));
            if is_enough(room) {
                is_any = true;
                let own = mesh.polygons_at(goal);
                let own = own.filter(|&polygon| islands.contains(&sides.island(polygon)));
                search.space.goals_in.extend(own.map(|polygon| (polygon, number)));
            }
        }
        match first_room {
            Some(room) if !is_any => search.end = Some(End::NoRoomAtGoal { room }),
            _ if search.space.goals_in.is_empty() => search.end = Some(End::Exhausted),
            _ => search.set_out(mesh, start),
        }
        search
    }

    /// Makes a root of the start, and looks around there.
    fn set_out(&mut self, mesh: &NavMesh, start: MeshPoint) {
        let circle = Circle::point(Real::at(start));
        self.add_root(Root { circle, way: Real::default(), before: NONE, g: 0.0 });
        for polygon in mesh.polygons_at(start) {
            self.look(mesh.sides(), 0, polygon, Place::Start, 0.0);
        }
    }

    /// How far the next wall is from a point, if it is nearer than the radius; else at least that.
    fn room(&mut self, mesh: &NavMesh, point: MeshPoint) -> f64 {
        let at = Real::at(point);
        mesh.polygons_at(point).fold(f64::INFINITY, |room, polygon| {
            let walls = self.space.around.near(mesh.sides(), self.radius, polygon).walls;
            walls.iter().map(|&wall| away(at, wall)).fold(room, f64::min)
        })
    }

    /// Carries on until so many more intervals were looked through. Returns whether the search has ended.
    pub(crate) fn run(&mut self, mesh: &NavMesh, budget: u64) -> bool {
        let sides = mesh.sides();
        let last = self.expansions.saturating_add(budget);
        while self.end.is_none() && self.expansions < last {
            let Some((f, number)) = self.space.open.pop() else {
                self.end = Some(End::Exhausted);
                break;
            };
            match self.space.nodes[number as usize] {
                Node::Interval { edge, root, wedge } => {
                    self.expansions += 1;
                    let polygon = sides.polygon_of(edge);
                    self.look(sides, root, polygon, Place::Side(edge, wedge), f);
                }
                Node::Touch(touch) => {
                    if touch.circle.is_point() {
                        if self.is_free(sides, touch) {
                            self.end = Some(End::Found(touch));
                        }
                    } else {
                        self.turn(sides, touch, f);
                    }
                }
            }
        }
        self.end.is_some()
    }

    /// Whether there is room on the straight line that a circle was touched by.
    fn is_free(&mut self, sides: &HalfEdgeMesh, touch: Touch) -> bool {
        let from = self.space.roots[touch.root as usize].circle.touched(touch.way);
        let to = touch.circle.touched(touch.way);
        leg::is_free(&mut self.space.around, sides, self.radius, (to, touch.polygon), from)
    }

    /// Makes a root of a corner's circle, if it was not come to better, and looks out all along its arc.
    fn turn(&mut self, sides: &HalfEdgeMesh, touch: Touch, f: f64) {
        let Touch { circle, number: corner, root: before, way, polygon, g } = touch;
        let turned = arc::turned(circle, behind(sides, corner, circle), way);
        let beforehand = g - self.radius * turned;
        let Some(longest) = self.space.rest(corner, circle, turned, beforehand) else { return };
        if !self.is_free(sides, touch) {
            return;
        }
        let mut sections = std::mem::take(&mut self.space.sections);
        let around = &mut self.space.around;
        let gone = arc::walk(around, sides, circle, (way, polygon), longest, &mut sections);
        self.space.arrive(
            corner,
            circle,
            Arrival { turned, end: turned + gone, beforehand, older: NONE },
        );
        let root = self.add_root(Root { circle, way, before, g });
        for Section { polygon, ways } in sections.drain(..) {
            let wedge = if circle.side > 0.0 { ways } else { [ways[1], ways[0]] };
            self.look(sides, root, polygon, Place::Arc(wedge), f);
        }
        self.space.sections = sections;
    }

    fn add_root(&mut self, root: Root) -> u32 {
        self.space.roots.push(root);
        numbered(self.space.roots.len() - 1)
    }

    /// Finds what a root sees in a polygon and beyond its sides; nothing is nearer than `f_least`.
    fn look(&mut self, sides: &HalfEdgeMesh, root: u32, polygon: u32, place: Place, f_least: f64) {
        let from = self.space.roots[root as usize];
        let sees = |way: Real| match place {
            Place::Start => true,
            Place::Arc([right, left]) | Place::Side(_, [right, left]) => {
                right.cross(way) >= -ABOUT
                    && way.cross(left) >= -ABOUT
                    && way.dot(right.plus(left)) >= -ABOUT
            }
        };
        let DiscSpace { open, nodes, around, goals, goals_in, arrivals, newest, .. } =
            &mut self.space;
        let mut push = |f: f64, node: Node| {
            open.push(f.max(f_least), numbered(nodes.len()));
            nodes.push(node);
        };
        let touch = |circle: Circle, number: u32| {
            let (way, length) = from.circle.way(circle).filter(|&(way, _)| sees(way))?;
            let g = from.g + from.circle.round(from.way, way) + length;
            Some(Touch { circle, number, root, way, polygon, g })
        };
        let to_nearest = |to: &dyn Fn(Real) -> f64| {
            goals.iter().map(|&goal| to(goal)).fold(f64::INFINITY, f64::min)
        };
        for &(_, goal) in goals_in.iter().filter(|&&(other, _)| other == polygon) {
            if let Some(touch) = touch(Circle::point(goals[goal as usize]), goal) {
                push(touch.g, Node::Touch(touch));
            }
        }
        let near = around.near(sides, self.radius, polygon);
        for &corner in near.corners {
            let turn = sides.turn_at(corner);
            let centre = Real::at(sides.from(turn.first));
            for side in [-self.radius, self.radius] {
                let circle = Circle { centre, side };
                let Some(touch) = touch(circle, corner) else { continue };
                let is_taut = [turn.before, turn.after].iter().all(|&wall| {
                    let wall = Real::at(wall).minus(centre).unit();
                    side * touch.way.cross(wall) >= -ABOUT * self.radius
                });
                let at = circle.touched(touch.way);
                if !is_taut || !is_in(sides, polygon, at) {
                    continue;
                }
                let turned = arc::turned(circle, behind(sides, corner, circle), touch.way);
                let beforehand = touch.g - self.radius * turned;
                let key = (corner, side > 0.0);
                if rest(arrivals, newest, key, turned, beforehand).is_some() {
                    let left = to_nearest(&|goal| at.minus(goal).length());
                    push(touch.g + self.weight * left, Node::Touch(touch));
                }
            }
        }
        let clip = Clip::of(sides, from.circle, polygon, place);
        for gap in near.gaps {
            let Some(wedge) = clip.clipped(from.circle, gap) else { continue };
            let left =
                to_nearest(&|goal| left::through(from.circle, from.way, gap.ends, wedge, goal));
            let node = Node::Interval { edge: gap.twin, root, wedge };
            push(from.g + self.weight * left, node);
        }
    }
}

impl DiscSpace {
    fn clear(&mut self) {
        self.open.clear();
        self.nodes.clear();
        self.roots.clear();
        self.around.clear();
        self.sections.clear();
        self.arrivals.clear();
        self.newest.clear();
        self.goals.clear();
        self.goals_in.clear();
    }

    /// How far it is of use to go round a corner from here.
    fn rest(&self, corner: u32, circle: Circle, turned: f64, beforehand: f64) -> Option<f64> {
        rest(&self.arrivals, &self.newest, (corner, circle.side > 0.0), turned, beforehand)
    }

    fn arrive(&mut self, corner: u32, circle: Circle, arrival: Arrival) {
        let number = numbered(self.arrivals.len());
        let older = self.newest.insert((corner, circle.side > 0.0), number).unwrap_or(NONE);
        self.arrivals.push(Arrival { older, ..arrival });
    }

    pub(crate) fn bytes(&self) -> usize {
        self.open.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.around.bytes()
            + self.sections.capacity() * size_of::<Section>()
            + self.arrivals.capacity() * size_of::<Arrival>()
            + self.newest.capacity() * (size_of::<((u32, bool), u32)>() + 1)
            + self.goals.capacity() * size_of::<Real>()
            + self.goals_in.capacity() * size_of::<(u32, u32)>()
    }
}

/// How far it is of use to go round a corner from a place: up to where it was come to before, and as well.
/// Returns `None` if it was there already.
fn rest(
    arrivals: &[Arrival],
    newest: &HashMap<(u32, bool), u32>,
    key: (u32, bool),
    turned: f64,
    beforehand: f64,
) -> Option<f64> {
    let mut rest = f64::INFINITY;
    let mut at = newest.get(&key).copied().unwrap_or(NONE);
    while let Some(other) = arrivals.get(at as usize) {
        at = other.older;
        if other.beforehand > beforehand + ABOUT {
            continue;
        }
        if other.turned <= turned + ABOUT && turned <= other.end {
            return None;
        }
        if other.turned > turned {
            rest = f64::min(rest, other.turned - turned);
        }
    }
    Some(rest)
}

/// The wall's corner behind who goes round a corner.
fn behind(sides: &HalfEdgeMesh, corner: u32, circle: Circle) -> Real {
    let turn = sides.turn_at(corner);
    Real::at(if circle.side > 0.0 { turn.after } else { turn.before })
}

/// Whether a point lies in a polygon, or about on its border.
fn is_in(sides: &HalfEdgeMesh, polygon: u32, point: Real) -> bool {
    sides.sides_of(polygon).all(|edge| {
        let [from, to] = [sides.from(edge), sides.to(edge)].map(Real::at);
        to.minus(from).unit().cross(point.minus(from)) >= -TOUCHING
    })
}

/// What a root sees of a polygon's gaps.
struct Clip {
    place: Place,
    // Where the right ray leaves the polygon and where the left one does, if the root is in it; and how many
    // sides there are.
    exits: [u32; 2],
    count: u32,
}

impl Clip {
    fn of(sides: &HalfEdgeMesh, circle: Circle, polygon: u32, place: Place) -> Clip {
        let around = sides.sides_of(polygon);
        let (first, count) = (around.start, around.end - around.start);
        let exits = match place {
            Place::Arc(ways) => ways.map(|way| {
                let exit = leg::exit(sides, polygon, circle.touched(way), way);
                exit.map_or(first, |(edge, _)| edge)
            }),
            _ => [first; 2],
        };
        Clip { place, exits, count }
    }

    /// Between which directions a gap is seen. Returns `None` if it is not.
    fn clipped(&self, circle: Circle, gap: &Gap) -> Option<[Real; 2]> {
        let [begin, end] = gap.ends;
        // The direction to what is next to the circle itself is anything: it bounds nothing.
        let is_apart = |to: Real| to.minus(circle.centre).length() > circle.side.abs() + TOUCHING;
        let way = |to: Real| Some(circle.way(Circle::point(to)).filter(|_| is_apart(to))?.0);
        // Which of the two rays may cross the side: where both lie beyond, they tell left from right.
        let (wedge, is_cut) = match self.place {
            Place::Start => {
                let wedge = [way(begin)?, way(end)?];
                return (wedge[0].cross(wedge[1]) > 0.0).then_some(wedge);
            }
            Place::Side(entry, _) if entry == gap.edge => return None,
            Place::Side(_, wedge) => (wedge, [true; 2]),
            Place::Arc(wedge) => {
                let after = |edge: u32| (edge + self.count - self.exits[0]) % self.count;
                let (own, last) = (after(gap.edge), after(self.exits[1]));
                if own > last {
                    return None;
                }
                (wedge, [own == 0, own == last])
            }
        };
        let [right, left] = wedge;
        let [cut_right, cut_left] = is_cut;
        if cut_right && circle.off(right, end) <= 0.0 || cut_left && circle.off(left, begin) >= 0.0
        {
            return None;
        }
        let right = if cut_right && circle.off(right, begin) <= 0.0 {
            right
        } else {
            way(begin).unwrap_or(right)
        };
        let left =
            if cut_left && circle.off(left, end) >= 0.0 { left } else { way(end).unwrap_or(left) };
        (right.cross(left) > 0.0).then_some([right, left])
    }
}
