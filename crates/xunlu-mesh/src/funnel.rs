//! A path by A* over the sides of polygons, pulled tight by a funnel: what most games do, to compare with.
//!
//! ```text
//! A* from the middle of one side to the middle of the next -> the sides that are passed
//!     -> a funnel through them (Lee and Preparata 1984): the shortest path through these polygons
//! ```
//!
//! It is the shortest path through polygons that A* found nearest by the middles of their sides, which need
//! not be those that the shortest path of all goes through: it is no shorter than that, and may be much
//! longer. Links are not taken.

use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::observer::{MeshObserver, Waiting};
use crate::open_list::OpenList;
use crate::query::{MeshAnswer, MeshOutcome, MeshQuery};
use crate::search::MeshPath;
use std::collections::HashMap;

/// A side that was come to.
#[derive(Clone, Copy)]
struct Come {
    /// The half-edge beyond; none of a goal.
    edge: u32,
    /// The place among what was closed of the side before, as roots are numbered.
    root: u32,
    g: f64,
}

/// A side that was closed: a root for what lies beyond. The first is the start.
#[derive(Clone, Copy)]
struct Closed {
    edge: u32,
    before: u32,
    at: (f64, f64),
    g: f64,
}

/// A search that has begun.
struct Funnel<'a, O> {
    mesh: &'a NavMesh,
    goal: MeshPoint,
    goals: Vec<u32>,
    open: OpenList,
    come: Vec<Come>,
    closed: Vec<Closed>,
    // The least distance to each side that is known; nothing depends on the order of the table.
    best: HashMap<u32, f64>,
    observer: &'a mut O,
}

impl NavMesh {
    /// A path by A* over the middles of sides and a funnel. Its bound, goals beyond the first, and links are
    /// not heeded; what else is said of a query holds.
    #[must_use]
    pub fn funnel_answer<O: MeshObserver>(
        &self,
        query: &MeshQuery,
        observer: &mut O,
    ) -> MeshAnswer {
        let ends = match query.ends(self) {
            Ok(ends) => ends,
            Err(outcome) => return MeshAnswer::at_once(outcome),
        };
        let mut points = ends.points();
        let (Some(start), Some(goal)) = (points.next(), points.next()) else {
            return MeshAnswer::at_once(MeshOutcome::Unreachable);
        };
        let mut search = Funnel {
            mesh: self,
            goal,
            goals: self.polygons_at(goal).collect(),
            open: OpenList::default(),
            come: Vec::new(),
            closed: Vec::new(),
            best: HashMap::new(),
            observer,
        };
        let found = search.run(start, query.budget());
        let expansions = search.closed.len() as u64;
        let path = found.map(|sides| self.pulled(start, &sides, goal));
        let outcome = match &path {
            Some(_) if ends.is_partial() => MeshOutcome::Partial,
            Some(_) => MeshOutcome::Found,
            None if expansions > query.budget() => MeshOutcome::Limit,
            None => MeshOutcome::Unreachable,
        };
        let goal = path.as_ref().and(ends.first_goal());
        MeshAnswer { outcome, path, goal, expansions }
    }

    /// The shortest path through sides, each given by the half-edge beyond.
    fn pulled(&self, start: MeshPoint, sides: &[u32], goal: MeshPoint) -> MeshPath {
        let ends = |edge: u32| [self.sides().to(edge), self.sides().from(edge)];
        let portals: Vec<[MeshPoint; 2]> =
            sides.iter().map(|&edge| ends(edge)).chain([[goal; 2]]).collect();
        let corners = through(start, &portals);
        let legs = corners.array_windows().map(|[from, to]| from.distance(*to));
        let length = legs.fold(0.0, |sum, leg| sum + leg);
        let points = corners.into_iter().map(|corner| self.chart().point(corner)).collect();
        MeshPath {
            points,
            length: self.chart().length(length),
            links: Vec::new(),
            arcs: Vec::new(),
        }
    }
}

/// The corners of the shortest path through portals, each with its right end and its left, to the last one's.
fn through(start: MeshPoint, portals: &[[MeshPoint; 2]]) -> Vec<MeshPoint> {
    let mut path = vec![start];
    let mut apex = start;
    let mut sides = [start; 2];
    // Which portals the funnel's two sides lead to.
    let mut at = [0; 2];
    let mut number = 0;
    while let Some(portal) = portals.get(number) {
        let mut turned = None;
        for side in 0..2 {
            // To the right an end is within if it lies to the left of the side, to the left the other way.
            let sign = if side == 0 { 1 } else { -1 };
            let (own, new) = (apex.to(sides[side]), apex.to(portal[side]));
            if sign * own.cross(new) < 0 {
                continue;
            }
            let other = apex.to(sides[1 - side]);
            if sides[side] == apex || sign * other.cross(new) <= 0 {
                (sides[side], at[side]) = (portal[side], number);
            } else {
                turned = Some(1 - side);
                break;
            }
        }
        let Some(side) = turned else {
            number += 1;
            continue;
        };
        // Beyond the other side: the path turns at its end, and the funnel begins there anew.
        apex = sides[side];
        number = at[side] + 1;
        sides = [apex; 2];
        at = [at[side]; 2];
        if path.last() != Some(&apex) {
            path.push(apex);
        }
    }
    let goal = portals.last().map_or(start, |portal| portal[0]);
    if path.last() != Some(&goal) || path.len() == 1 {
        path.push(goal);
    }
    path
}

impl<O: MeshObserver> Funnel<'_, O> {
    /// Searches until the goal is closed. Returns the half-edges beyond the sides that are passed.
    fn run(&mut self, start: MeshPoint, budget: u64) -> Option<Vec<u32>> {
        let at = (f64::from(start.x), f64::from(start.y));
        self.close(Closed { edge: NONE, before: NONE, at, g: 0.0 });
        for polygon in self.mesh.polygons_at(start).collect::<Vec<u32>>() {
            self.look_into(polygon, 0);
        }
        while let Some((_, number)) = self.open.pop() {
            let Come { edge, root, g } = self.come[number as usize];
            self.tell(|observer, _| observer.closed(number));
            if edge == NONE {
                return Some(self.sides_to(root));
            }
            if self.best.get(&edge).is_some_and(|&best| best < g) {
                continue;
            }
            if self.closed.len() as u64 > budget {
                return None;
            }
            let own = numbered(self.closed.len());
            self.close(Closed { edge, before: root, at: self.middle(edge), g });
            self.look_into(self.mesh.sides().polygon_of(edge), own);
        }
        None
    }

    fn sides_to(&self, root: u32) -> Vec<u32> {
        let back = std::iter::successors(Some(root), |&root| {
            let before = self.closed[root as usize].before;
            (before != NONE).then_some(before)
        });
        let sides = back.map(|root| self.closed[root as usize].edge);
        let mut sides: Vec<u32> = sides.filter(|&edge| edge != NONE).collect();
        sides.reverse();
        sides
    }

    fn close(&mut self, closed: Closed) {
        let number = numbered(self.closed.len());
        self.closed.push(closed);
        let Closed { before, at: (x, y), g, .. } = closed;
        let before = (before != NONE).then_some(before);
        self.tell(|observer, mesh| {
            let chart = mesh.chart();
            observer.rooted(number, chart.point_at(x, y), before, chart.length(g));
        });
    }

    /// Comes to the sides of a polygon, and to the goal if it lies there.
    fn look_into(&mut self, polygon: u32, root: u32) {
        let Closed { at, g, edge: entered, .. } = self.closed[root as usize];
        if self.goals.contains(&polygon) {
            let goal = (f64::from(self.goal.x), f64::from(self.goal.y));
            let place = self.mesh.chart().point(self.goal);
            self.come_to(Come { edge: NONE, root, g: g + far(at, goal) }, 0.0, |_| Waiting::Goal {
                at: place,
            });
        }
        let sides = self.mesh.sides();
        for side in sides.sides_of(polygon) {
            let Some(edge) = sides.twin(side).filter(|_| side != entered) else { continue };
            let middle = self.middle(edge);
            let g = g + far(at, middle);
            if self.best.get(&edge).is_some_and(|&best| best <= g) {
                continue;
            }
            self.best.insert(edge, g);
            let left = far(middle, (f64::from(self.goal.x), f64::from(self.goal.y)));
            self.come_to(Come { edge, root, g }, left, |mesh| {
                let ends = [mesh.sides().to(edge), mesh.sides().from(edge)];
                Waiting::Interval { ends: ends.map(|end| mesh.chart().point(end)) }
            });
        }
    }

    fn come_to(&mut self, come: Come, left: f64, waiting: impl Fn(&NavMesh) -> Waiting) {
        let (number, f) = (numbered(self.come.len()), come.g + left);
        self.open.push(f, number);
        self.come.push(come);
        self.tell(|observer, mesh| {
            observer.opened(number, come.root, waiting(mesh), mesh.chart().length(f));
        });
    }

    fn tell(&mut self, what: impl FnOnce(&mut O, &NavMesh)) {
        if O::IS_WATCHING {
            what(self.observer, self.mesh);
        }
    }

    /// The middle of a side, in steps.
    fn middle(&self, edge: u32) -> (f64, f64) {
        let [from, to] = [self.mesh.sides().from(edge), self.mesh.sides().to(edge)];
        (f64::from(from.x + to.x) / 2.0, f64::from(from.y + to.y) / 2.0)
    }
}

fn far(from: (f64, f64), to: (f64, f64)) -> f64 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    (x * x + y * y).sqrt()
}
