//! The shortest path between two points of a mesh, exactly: a search over intervals (Cui, Harabor and
//! Grastien 2017, "Compromise-free pathfinding on a navigation mesh").
//!
//! ```text
//!     \   P   /       A root sees an interval of a side between two rays, a wedge. Beyond the side lies a
//!   ---I=====I---     polygon; of its other sides the wedge's rays cut out new intervals. Corners of walls in
//!       \   /         the wedge are where a path may turn: each becomes a root of its own, once it is the
//!        root         most promising of all, and looks behind its walls, not before them.
//! ```
//!
//! What differs from the paper: rays are differences of two points of the grid, so that which side of them a
//! corner lies on is exact; a path turns only where it is taut, with both walls of the corner on the side it
//! turns to; and a root looks round its corner when it is taken from the open list, from the ray on to the
//! wall, instead of when the ray is first cut there. Blocks of polygons that do not lie on the way are not
//! entered (`search/blocks.rs`). Corners are in `search/corner.rs`, links, which lead to roots of their own,
//! in `search/links.rs`.

mod blocks;
mod corner;
mod estimate;
mod links;
mod observed;
mod path;
mod spread;
mod turns;

use corner::absent_at;
pub use path::{MeshPath, TakenLink};
pub(crate) use spread::{Sight, Trail};

use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::observer::{MeshObserver, NoMeshObserver};
use crate::space::{MeshSpace, Node, Root, Seen};
use crate::tile::HalfEdge;
use estimate::{distance_through, distance_to};
use spread::Spread;
use xunlu_map::Tags;

/// A search for a shortest path: carried on in slices, and asked when it has ended.
#[derive(Debug)]
pub struct MeshSearch {
    space: MeshSpace,
    // What the distance that is left counts (Pohl 1970): with more than one, a path may be as many times the
    // shortest. A path's own length counts as it is.
    weight: f64,
    expansions: u64,
    // Of whoever goes: links may ask for them.
    tags: Tags,
    // Where a corridor was left when the slice was over.
    corridor: Option<Corridor>,
    // The absent tile that it cannot go on without.
    missing: Option<u32>,
    end: Option<End>,
    // So many roots and nodes were told of to who watches.
    told: [u32; 2],
    // Where it has no goal and goes everywhere.
    spread: Option<Spread>,
    // Whether there may be more to see round a corner than is known of the mesh.
    looks_everywhere: bool,
}

/// What is wished of a path besides its ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Wish {
    /// By which part of the shortest it may be longer.
    pub(crate) excess: f64,
    /// The tags of whoever goes.
    pub(crate) tags: Tags,
}

impl Wish {
    /// The shortest path of somebody without tags.
    pub(crate) const SHORTEST: Wish = Wish { excess: 0.0, tags: Tags::NONE };
}

/// An interval that is being looked through, from one polygon to the next.
#[derive(Clone, Copy, Debug)]
struct Corridor {
    f: f64,
    edge: u32,
    root: u32,
    wedge: [Vector; 2],
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// At a goal, from a root.
    Found {
        root: u32,
        goal: u32,
    },
    Exhausted,
}

impl MeshSearch {
    /// Begins a search. The ends have to lie in polygons of the mesh; else there is no path.
    #[must_use]
    pub fn begin(
        mesh: &NavMesh,
        start: MeshPoint,
        goal: MeshPoint,
        space: MeshSpace,
    ) -> MeshSearch {
        MeshSearch::begin_within(0.0, mesh, [start, goal], space)
    }

    /// Begins a search for a path that is longer than the shortest by at most this part of it, as
    /// [`NavMesh::path_within`] has it.
    ///
    /// # Panics
    /// When the part is negative or no number.
    #[must_use]
    pub fn begin_within(
        excess: f64,
        mesh: &NavMesh,
        [start, goal]: [MeshPoint; 2],
        space: MeshSpace,
    ) -> MeshSearch {
        MeshSearch::begin_to_any(Wish { excess, ..Wish::SHORTEST }, mesh, start, [goal], space)
    }

    /// The same to any of some goals.
    pub(crate) fn begin_to_any(
        Wish { excess, tags }: Wish,
        mesh: &NavMesh,
        start: MeshPoint,
        goals: impl IntoIterator<Item = MeshPoint>,
        mut space: MeshSpace,
    ) -> MeshSearch {
        assert!(excess >= 0.0 && excess.is_finite(), "an excess is a part of the length: {excess}");
        space.begin(mesh);
        let mut search = MeshSearch {
            space,
            weight: 1.0 + excess,
            tags,
            expansions: 0,
            corridor: None,
            missing: None,
            end: None,
            told: [0; 2],
            spread: None,
            looks_everywhere: mesh.own_links().is_some(),
        };
        search.set_starts(mesh, mesh.polygons_at(start));
        for goal in goals {
            search.add_goal(mesh, goal, mesh.polygons_at(goal));
        }
        search.set_out(mesh, start);
        search
    }

    /// Begins in these polygons, and finds the islands that one may come to from there.
    fn set_starts(&mut self, mesh: &NavMesh, polygons: impl Iterator<Item = u32>) {
        let space = &mut self.space;
        space.starts.clear();
        space.starts.extend(polygons);
        mesh.islands_from(space.starts.iter().copied(), self.tags, &mut space.islands);
    }

    /// Adds a goal, if it is connected to the start: marks the polygons it lies in.
    fn add_goal(&mut self, mesh: &NavMesh, goal: MeshPoint, polygons: impl Iterator<Item = u32>) {
        let (sides, space) = (mesh.sides(), &mut self.space);
        let number = numbered(space.goals.len());
        for polygon in polygons {
            if space.islands.binary_search(&sides.island(polygon)).is_ok() {
                space.goals_in.push((polygon, number));
            }
        }
        if space.goals_in.last().is_some_and(|&(_, last)| last == number) {
            space.goals.push(goal);
        }
    }

    /// Makes a root of the start, once all goals are known, if there are any.
    fn set_out(&mut self, mesh: &NavMesh, start: MeshPoint) {
        if self.space.goals.is_empty() {
            return;
        }
        self.find_blocks(mesh);
        self.find_shortcuts(mesh);
        let starts = std::mem::take(&mut self.space.starts);
        self.begin_at(mesh, start, starts.iter().copied());
        self.space.starts = starts;
    }

    /// Makes a root of a start, and looks around there.
    fn begin_at(&mut self, mesh: &NavMesh, start: MeshPoint, polygons: impl Iterator<Item = u32>) {
        self.space.add_root(Root { corner: NONE, at: start, before: NONE, g: 0.0 });
        self.look_around(mesh, polygons);
    }

    /// Looks around the newest root, which sees everything in its polygons.
    fn look_around(&mut self, mesh: &NavMesh, polygons: impl Iterator<Item = u32>) {
        let root = self.space.newest_root();
        let from = self.space.roots[root as usize];
        let (at, sides) = (from.at, mesh.sides());
        for polygon in polygons {
            self.reach_goals(mesh, root, polygon, [Vector::default(); 2]);
            for edge in sides.sides_of(polygon) {
                let (right, left) = (at.to(sides.from(edge)), at.to(sides.to(edge)));
                let half_edge = sides.half_edge(edge);
                self.look_through(mesh, half_edge, [right, left], [right, left]);
                self.see(sides, &from, root, half_edge);
            }
        }
        self.push_all();
    }

    /// Carries on until so many more intervals were looked through. Returns whether the search has ended.
    pub fn run(&mut self, mesh: &NavMesh, budget: u64) -> bool {
        self.run_observed(mesh, budget, &mut NoMeshObserver)
    }

    /// The same while somebody watches. What happened while nobody did is told at once.
    pub fn run_observed<O: MeshObserver>(
        &mut self,
        mesh: &NavMesh,
        budget: u64,
        observer: &mut O,
    ) -> bool {
        let last = self.expansions.saturating_add(budget);
        self.missing = None;
        while self.end.is_none() && self.missing.is_none() {
            if O::IS_WATCHING {
                self.tell(mesh, observer);
            }
            if let Some(corridor) = self.corridor.take_if(|_| self.expansions < last) {
                self.expand(mesh, corridor, last, observer);
                continue;
            }
            if self.corridor.is_some() {
                break;
            }
            let Some((f, number)) = self.space.open.pop() else {
                self.end = Some(End::Exhausted);
                break;
            };
            if self.is_beyond(f) {
                self.end = Some(End::Exhausted);
                break;
            }
            observer.closed(number);
            let node = self.space.nodes[number as usize];
            match node {
                Node::Goal { root, goal } => self.end = Some(End::Found { root, goal }),
                Node::Corner { corner, at, from } => {
                    self.missing = absent_at(mesh, corner);
                    if self.missing.is_some() {
                        self.space.open.push(f, number);
                    } else {
                        self.turn(mesh, corner, at, from);
                    }
                }
                Node::Link { way, from } => {
                    self.missing = self.absent_by(mesh, way);
                    if self.missing.is_some() {
                        self.space.open.push(f, number);
                    } else {
                        self.take_link(mesh, way, from);
                    }
                }
                Node::Interval { edge, root, wedge } => {
                    let Root { corner, g, .. } = self.space.roots[root as usize];
                    if corner == NONE || g <= self.space.best(mesh.sides(), corner) {
                        self.expand(mesh, Corridor { f, edge, root, wedge }, last, observer);
                    }
                }
            }
        }
        self.end.is_some()
    }

    /// Looks into the polygon beyond a side, and as long as there is but one way on into the next.
    fn expand<O: MeshObserver>(
        &mut self,
        mesh: &NavMesh,
        mut corridor: Corridor,
        last: u64,
        observer: &mut O,
    ) {
        let pushed = self.space.nodes.len();
        loop {
            let Corridor { edge, root, wedge, .. } = corridor;
            self.missing = mesh.sides().absent_beyond(edge);
            if self.missing.is_some() || self.expansions >= last {
                self.corridor = Some(corridor);
                return;
            }
            self.expansions += 1;
            self.look_into(mesh, edge, root, wedge);
            match self.space.seen[..] {
                [only] if self.space.nodes.len() == pushed => {
                    self.space.seen.clear();
                    (corridor.edge, corridor.wedge) = (only.edge, only.wedge);
                    if O::IS_WATCHING {
                        let at = self.space.roots[root as usize].at;
                        observer.passed(root, mesh.interval(only.edge, at, only.wedge));
                    }
                }
                _ => break,
            }
        }
        self.push_all_of(corridor.root, corridor.f);
    }

    /// Finds what a root sees of a polygon between two rays.
    #[inline]
    fn look_into(&mut self, mesh: &NavMesh, edge: u32, root: u32, [right, left]: [Vector; 2]) {
        let (tile, own) = mesh.sides().found(edge);
        let from = self.space.roots[root as usize];
        let polygon = tile.half_edges[own as usize].polygon;
        self.reach_goals(mesh, root, polygon, [right, left]);
        let around = tile.around(own);
        let own = (own - around.start) as usize;
        let sides = &tile.half_edges[around.start as usize..around.end as usize];
        // Counter-clockwise from the one after it, and itself at the end, of which the ends were seen in the
        // polygon before.
        let mut at = if own + 1 == sides.len() { 0 } else { own + 1 };
        let mut edge = &sides[at];
        let mut begin = from.at.to(edge.at);
        let (mut begin_by_right, mut begin_by_left) = (right.cross(begin), left.cross(begin));
        // On the left ray itself there may be corners one behind the other.
        while at != own && begin_by_left <= 0 {
            at = if at + 1 == sides.len() { 0 } else { at + 1 };
            let next = &sides[at];
            let end = from.at.to(next.at);
            let (by_right, by_left) = (right.cross(end), left.cross(end));
            if by_right > 0 && edge.twin != NONE {
                let right = if begin_by_right > 0 { begin } else { right };
                let left = if by_left < 0 { end } else { left };
                self.look_through(mesh, edge, [begin, end], [right, left]);
            }
            if by_right >= 0 && by_left <= 0 && at != own {
                self.see(mesh.sides(), &from, root, next);
            }
            (edge, begin, begin_by_right, begin_by_left) = (next, end, by_right, by_left);
        }
    }

    /// Adds what is seen beyond a side between two rays, if there is anything.
    #[inline]
    fn look_through(
        &mut self,
        mesh: &NavMesh,
        edge: &HalfEdge,
        ends: [Vector; 2],
        [right, left]: [Vector; 2],
    ) {
        if edge.twin == NONE || right.cross(left) <= 0 {
            return;
        }
        let is_barred = (edge.leads_nowhere || edge.polygon == self.space.top)
            && self.spread.is_none()
            && self.is_off_the_way(mesh, edge);
        if !is_barred {
            self.space.seen.push(Seen { edge: edge.twin, ends, wedge: [right, left] });
        }
    }

    /// The goals in a polygon are in sight of a root, and entries of links, those between two rays: the right
    /// one and the left. A ray of no length bounds nothing.
    #[inline]
    fn reach_goals(&mut self, mesh: &NavMesh, root: u32, polygon: u32, [right, left]: [Vector; 2]) {
        if mesh.own_links().is_some() || self.spread.is_some() {
            self.look_besides(mesh, root, polygon, [right, left]);
        }
        if !self.space.is_goal(polygon) {
            return;
        }
        let is_seen = |way: Vector| right.cross(way) >= 0 && left.cross(way) <= 0;
        let from = self.space.roots[root as usize];
        for at in 0..self.space.goals_in.len() {
            let (other, goal) = self.space.goals_in[at];
            let way = from.at.to(self.space.goals[goal as usize]);
            if other == polygon && is_seen(way) {
                self.space.push(from.g + way.length(), Node::Goal { root, goal });
            }
        }
    }

    /// What besides goals there may be to find in a polygon.
    #[cold]
    fn look_besides(&mut self, mesh: &NavMesh, root: u32, polygon: u32, wedge: [Vector; 2]) {
        let [right, left] = wedge;
        if let Some(links) = mesh.own_links() {
            let is_seen = |way: Vector| right.cross(way) >= 0 && left.cross(way) <= 0;
            self.reach_links(links, root, polygon, is_seen);
        }
        if let Some(spread) = &mut self.spread {
            spread.sights.push(Sight { polygon, root, wedge });
        }
    }

    /// The least of what there is to each goal: most searches have one.
    #[inline]
    fn to_nearest(&self, to: impl Fn(MeshPoint) -> f64) -> f64 {
        let nearest = match self.space.goals[..] {
            [goal] => to(goal),
            [] => 0.0,
            ref goals => goals.iter().map(|&goal| to(goal)).fold(f64::INFINITY, f64::min),
        };
        if self.space.shortcuts.is_empty() { nearest } else { self.by_shortcuts(nearest, to) }
    }

    /// How far the nearest goal is at least, in a straight line or by links that are shorter than one.
    #[inline]
    fn left(&self, at: MeshPoint) -> f64 {
        self.to_nearest(|goal| at.distance(goal))
    }

    /// Puts what the newest root sees on the open list.
    fn push_all(&mut self) {
        let root = self.space.newest_root();
        let from = self.space.roots[root as usize];
        self.push_all_of(root, from.g + self.weight * self.left(from.at));
    }

    /// Puts what a root sees on the open list: no nearer to the goal than what it was seen through.
    #[inline]
    fn push_all_of(&mut self, root: u32, f_least: f64) {
        let from = self.space.roots[root as usize];
        let mut seen = std::mem::take(&mut self.space.seen);
        for Seen { edge, ends, wedge } in seen.drain(..) {
            let left = if self.spread.is_some() {
                distance_to(ends, wedge)
            } else {
                self.to_nearest(|goal| distance_through(ends, wedge, from.at.to(goal)))
            };
            let f = from.g + self.weight * left;
            self.space.push(f.max(f_least), Node::Interval { edge, root, wedge });
        }
        self.space.seen = seen;
    }

    /// The absent tile that it waits for.
    pub(crate) fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// Whether it has ended, at a goal or without one.
    pub(crate) fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Which of the goals the path leads to, if it has ended at one.
    pub(crate) fn goal(&self) -> Option<MeshPoint> {
        match self.end? {
            End::Found { goal, .. } => Some(self.space.goals[goal as usize]),
            End::Exhausted => None,
        }
    }

    /// How many intervals were looked through so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> MeshSpace {
        self.space
    }
}
