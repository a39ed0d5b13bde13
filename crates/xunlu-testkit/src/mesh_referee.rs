//! A plain referee for meshes: the visibility graph of all their vertices, with exact fractions.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use xunlu_map::PolygonMesh;

/// A point with whole coordinates, and a fraction of the way to another.
type Whole = [i64; 2];

/// Knows which points of a mesh see each other, by looking at every polygon for every piece of every line.
/// Its vertices have to lie on whole coordinates.
#[derive(Debug)]
pub struct MeshReferee {
    polygons: Vec<Vec<Whole>>,
    // The polygons that share a side, with its ends.
    joints: Vec<([usize; 2], [Whole; 2])>,
    // All sides, each once.
    sides: Vec<[Whole; 2]>,
    // A path may turn at any vertex: which of them see each other, once anybody wants to know.
    vertices: Vec<Stop>,
    in_sight: OnceCell<Vec<Vec<usize>>>,
}

/// A point of a path: where it is, and round it the polygons that can be gone to from each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stop {
    at: Whole,
    around: BTreeSet<usize>,
}

impl MeshReferee {
    /// A referee of this mesh.
    ///
    /// # Panics
    /// When a vertex does not lie on whole coordinates, or a polygon names one that there is not.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "it is asserted that nothing is lost")]
    pub fn new(mesh: &PolygonMesh) -> MeshReferee {
        let whole = |number: f64| {
            assert!(
                number.fract() == 0.0 && number.abs() < 500.0,
                "{number} is not a small whole number"
            );
            number as i64
        };
        let vertices: Vec<Whole> =
            mesh.vertices.iter().map(|point| [whole(point.x), whole(point.y)]).collect();
        let corners = |polygon: &xunlu_map::MeshPolygon| -> Vec<Whole> {
            polygon.vertices.iter().map(|&vertex| vertices[vertex as usize]).collect()
        };
        let polygons: Vec<Vec<Whole>> = mesh.polygons.iter().map(corners).collect();
        let mut joints = Vec::new();
        for (number, polygon) in mesh.polygons.iter().enumerate() {
            for (side, neighbour) in polygon.neighbours.iter().enumerate() {
                let Some(neighbour) = *neighbour else { continue };
                let ends = [side, (side + 1) % polygon.vertices.len()];
                joints.push(([number, neighbour as usize], ends.map(|end| polygons[number][end])));
            }
        }
        let sides = polygons.iter().flat_map(|corners: &Vec<Whole>| {
            let sides =
                (0..corners.len()).map(|at| [corners[at], corners[(at + 1) % corners.len()]]);
            sides.map(|[from, to]| [from.min(to), from.max(to)])
        });
        let sides: BTreeSet<[Whole; 2]> = sides.collect();
        let sides = sides.into_iter().collect();
        let (turns, in_sight) = (Vec::new(), OnceCell::new());
        let mut referee = MeshReferee { polygons, joints, sides, vertices: turns, in_sight };
        let places: BTreeSet<Whole> = vertices.into_iter().collect();
        referee.vertices = places.into_iter().flat_map(|at| referee.stops_at(at)).collect();
        referee
    }

    /// The numbers of the vertices that see a point.
    fn seen_from(&self, from: &Stop) -> Vec<usize> {
        (0..self.vertices.len()).filter(|&vertex| self.sees(from, &self.vertices[vertex])).collect()
    }

    /// The length of the shortest path between two points on whole coordinates. Returns `None` if there is
    /// none.
    #[must_use]
    pub fn shortest(&self, from: [i32; 2], to: [i32; 2]) -> Option<f64> {
        let [from, to] = [from, to].map(|point| point.map(i64::from));
        let (starts, goals) = (self.stops_at(from), self.stops_at(to));
        if starts.iter().any(|start| goals.iter().any(|goal| self.sees(start, goal))) {
            return Some(distance(from, to));
        }
        let mut least = vec![f64::INFINITY; self.vertices.len()];
        for vertex in starts.iter().flat_map(|start| self.seen_from(start)) {
            least[vertex] = distance(from, self.vertices[vertex].at);
        }
        let in_sight = self
            .in_sight
            .get_or_init(|| self.vertices.iter().map(|vertex| self.seen_from(vertex)).collect());
        // Dijkstra 1959, without a heap.
        let mut is_done = vec![false; self.vertices.len()];
        loop {
            let open = (0..least.len()).filter(|&at| !is_done[at] && least[at].is_finite());
            let Some(next) = open.min_by(|&a, &b| least[a].total_cmp(&least[b])) else { break };
            is_done[next] = true;
            for &other in &in_sight[next] {
                let length = distance(self.vertices[next].at, self.vertices[other].at);
                least[other] = least[other].min(least[next] + length);
            }
        }
        let ends = goals.iter().flat_map(|goal| self.seen_from(goal));
        let lengths = ends.map(|vertex| least[vertex] + distance(self.vertices[vertex].at, to));
        lengths.min_by(f64::total_cmp).filter(|length| length.is_finite())
    }

    /// The same where one may go from point to point by links as well: from where, to where, and how long
    /// each is. Returns `None` if there is no path.
    #[must_use]
    pub fn shortest_by_links(
        &self,
        from: [i32; 2],
        to: [i32; 2],
        links: &[([i32; 2], [i32; 2], f64)],
    ) -> Option<f64> {
        // All vertices, and then those of the ends, of which each may be several stops.
        let mut stops = self.vertices.clone();
        let mut add = |point: [i32; 2]| {
            let first = stops.len();
            stops.extend(self.stops_at(point.map(i64::from)));
            first..stops.len()
        };
        let (starts, goals) = (add(from), add(to));
        let links: Vec<_> =
            links.iter().map(|&(from, to, length)| (add(from), add(to), length)).collect();
        let own = self.vertices.len();
        let in_sight = self
            .in_sight
            .get_or_init(|| self.vertices.iter().map(|vertex| self.seen_from(vertex)).collect());
        let mut least = vec![f64::INFINITY; stops.len()];
        starts.for_each(|start| least[start] = 0.0);
        let mut is_done = vec![false; stops.len()];
        loop {
            let open = (0..least.len()).filter(|&at| !is_done[at] && least[at].is_finite());
            let Some(next) = open.min_by(|&a, &b| least[a].total_cmp(&least[b])) else { break };
            is_done[next] = true;
            for other in (0..stops.len()).filter(|&other| !is_done[other]) {
                let length = least[next] + distance(stops[next].at, stops[other].at);
                // Looking takes its time, and is left out where nothing comes of it.
                if length >= least[other] {
                    continue;
                }
                let is_seen = if next < own && other < own {
                    in_sight[next].contains(&other)
                } else {
                    self.sees(&stops[next], &stops[other])
                };
                if is_seen {
                    least[other] = length;
                }
            }
            for (_, ends, length) in links.iter().filter(|(from, ..)| from.contains(&next)) {
                for end in ends.clone() {
                    least[end] = least[end].min(least[next] + length);
                }
            }
        }
        goals.map(|goal| least[goal]).min_by(f64::total_cmp).filter(|length| length.is_finite())
    }

    /// Whether two points see each other: the line between them stays in the mesh, and nowhere passes between
    /// polygons that touch at a point alone.
    #[must_use]
    pub fn is_in_sight(&self, from: [i32; 2], to: [i32; 2]) -> bool {
        let [from, to] = [from, to].map(|point| self.stops_at(point.map(i64::from)));
        from.iter().any(|from| to.iter().any(|to| self.sees(from, to)))
    }

    /// The stops at a point: one for each group of polygons around it that are joined there.
    fn stops_at(&self, at: Whole) -> Vec<Stop> {
        let here: Vec<usize> =
            (0..self.polygons.len()).filter(|&polygon| self.is_in(polygon, at, 1)).collect();
        let groups: BTreeSet<BTreeSet<usize>> =
            here.iter().map(|&polygon| self.joined_at(polygon, at, 1)).collect();
        groups.into_iter().map(|around| Stop { at, around }).collect()
    }

    /// The polygons that one can get to from this one without leaving the point `at / by`.
    fn joined_at(&self, polygon: usize, at: Whole, by: i64) -> BTreeSet<usize> {
        let here = self.joints.iter().filter(|(_, ends)| is_between(*ends, at, by));
        let here: Vec<[usize; 2]> = here.map(|&(polygons, _)| polygons).collect();
        let mut group = BTreeSet::from([polygon]);
        loop {
            let before = group.len();
            for [one, other] in &here {
                if group.contains(one) {
                    group.insert(*other);
                }
            }
            if group.len() == before {
                return group;
            }
        }
    }

    /// Whether the point `at / by` lies in a polygon or on its border.
    fn is_in(&self, polygon: usize, at: Whole, by: i64) -> bool {
        let corners = &self.polygons[polygon];
        (0..corners.len()).all(|corner| {
            let (from, to) = (corners[corner], corners[(corner + 1) % corners.len()]);
            turn(from, to, at, by) >= 0
        })
    }

    fn sees(&self, from: &Stop, to: &Stop) -> bool {
        if from.at == to.at {
            return !from.around.is_disjoint(&to.around);
        }
        // Where the line meets lines of sides, as fractions of its length.
        let mut cuts: Vec<[i64; 2]> = vec![[0, 1], [1, 1]];
        cuts.extend(self.sides.iter().flat_map(|&side| cut([from.at, to.at], side)));
        cuts.sort_by(|a, b| (a[0] * b[1]).cmp(&(b[0] * a[1])));
        cuts.dedup_by(|a, b| a[0] * b[1] == b[0] * a[1]);
        let point = |[above, below]: [i64; 2]| {
            [0, 1].map(|axis| from.at[axis] * below + (to.at[axis] - from.at[axis]) * above)
        };
        let mut around = from.around.clone();
        for pair in cuts.windows(2) {
            if around.is_empty() {
                return false;
            }
            let ([a, b], [c, d]) = (pair[0], pair[1]);
            let (middle, by) = ([a * d + c * b, 2 * b * d], 2 * b * d);
            let at = point(middle);
            let piece: BTreeSet<usize> =
                around.iter().copied().filter(|&polygon| self.is_in(polygon, at, by)).collect();
            // Along a wall of no width there are two sides to go on.
            around = piece
                .iter()
                .flat_map(|&polygon| self.joined_at(polygon, point([c, d]), d))
                .collect();
        }
        !around.is_disjoint(&to.around)
    }
}

/// On which side of a line a point `at / by` lies.
fn turn(from: Whole, to: Whole, at: Whole, by: i64) -> i64 {
    (to[0] - from[0]) * (at[1] - from[1] * by) - (to[1] - from[1]) * (at[0] - from[0] * by)
}

/// Whether the point `at / by` lies on a side.
fn is_between([from, to]: [Whole; 2], at: Whole, by: i64) -> bool {
    let within = |axis: usize| {
        let (least, most) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
        (least * by..=most * by).contains(&at[axis])
    };
    within(0) && within(1) && turn(from, to, at, by) == 0
}

/// Where a line meets a side, its ends included: as fractions of the line that lie within it.
fn cut([from, to]: [Whole; 2], side: [Whole; 2]) -> Vec<[i64; 2]> {
    let [a, b] = side.map(|end| turn(from, to, end, 1));
    if a == 0 && b == 0 {
        let axis = usize::from(from[0] == to[0]);
        let along = |end: Whole| [end[axis] - from[axis], to[axis] - from[axis]];
        let positive =
            |[above, below]: [i64; 2]| if below < 0 { [-above, -below] } else { [above, below] };
        let ends = side.map(|end| positive(along(end)));
        return ends.into_iter().filter(|&[above, below]| (0..=below).contains(&above)).collect();
    }
    if (a > 0 && b > 0) || (a < 0 && b < 0) {
        return Vec::new();
    }
    let above = turn(side[0], side[1], from, 1);
    let below = above - turn(side[0], side[1], to, 1);
    let [above, below] = if below < 0 { [-above, -below] } else { [above, below] };
    if below != 0 && (0..=below).contains(&above) { vec![[above, below]] } else { Vec::new() }
}

#[allow(clippy::cast_precision_loss, reason = "coordinates are small")]
fn distance(from: Whole, to: Whole) -> f64 {
    let [x, y] = [0, 1].map(|axis| (to[axis] - from[axis]) as f64);
    (x * x + y * y).sqrt()
}
