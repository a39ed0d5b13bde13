//! A plain referee for discs among walls: all tangents between all circles round all ends of walls, each
//! looked at for every wall.

use xunlu_map::{Point, PolygonMesh};

/// Knows the shortest paths of a disc of one radius whose middle stays in a mesh. All of the mesh lies in one
/// plane: what is near is near, wherever one comes from.
#[derive(Debug)]
pub struct DiscReferee {
    radius: f64,
    walls: Vec<[Point; 2]>,
    circles: Vec<Circle>,
    /// Straight ways between circles that have room, by the circles' numbers.
    tangents: Vec<Tangent>,
}

/// A circle to go round, to the left if its side is 1 and to the right if it is -1; a point if it is 0.
#[derive(Clone, Copy, Debug)]
struct Circle {
    centre: Point,
    side: f64,
}

#[derive(Clone, Copy, Debug)]
struct Tangent {
    circles: [usize; 2],
    ends: [Point; 2],
}

/// Walls may be so much nearer than the radius, in units.
const TOUCHING: f64 = 1e-9;

impl DiscReferee {
    /// A referee for discs of this radius.
    #[must_use]
    pub fn new(mesh: &PolygonMesh, radius: f64) -> DiscReferee {
        let walls = mesh.polygons.iter().flat_map(|polygon| {
            let count = polygon.vertices.len();
            let sides = polygon.neighbours.iter().enumerate();
            sides.filter(|(_, neighbour)| neighbour.is_none()).map(move |(side, _)| {
                [side, (side + 1) % count].map(|at| mesh.vertices[polygon.vertices[at] as usize])
            })
        });
        let walls: Vec<[Point; 2]> = walls.collect();
        let mut centres: Vec<Point> = walls.iter().map(|wall| wall[0]).collect();
        centres.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
        centres.dedup();
        let circles = centres
            .into_iter()
            .flat_map(|centre| [-1.0, 1.0].map(|side| Circle { centre, side }))
            .collect();
        let mut referee = DiscReferee { radius, walls, circles, tangents: Vec::new() };
        let count = referee.circles.len();
        let pairs = (0..count).flat_map(|from| (0..count).map(move |to| [from, to]));
        let tangents = pairs.filter_map(|circles| referee.tangent(&referee.circles, circles));
        referee.tangents = tangents.collect();
        referee
    }

    /// How much room there is at a point, which is in the mesh.
    #[must_use]
    pub fn room(&self, point: Point) -> f64 {
        self.walls.iter().map(|&wall| away(point, wall)).fold(f64::INFINITY, f64::min)
    }

    /// The length of the shortest path between two points of the mesh. Returns `None` if there is none.
    #[must_use]
    pub fn shortest(&self, from: Point, to: Point) -> Option<f64> {
        if [from, to].iter().any(|&end| self.room(end) < self.radius - TOUCHING) {
            return None;
        }
        let mut circles = self.circles.clone();
        circles.extend([from, to].map(|centre| Circle { centre, side: 0.0 }));
        let [start, goal] = [circles.len() - 2, circles.len() - 1];
        let mut tangents = self.tangents.clone();
        let own = (0..start).flat_map(|other| [[start, other], [other, goal]]);
        let own = own.chain([[start, goal]]);
        tangents.extend(own.filter_map(|pair| self.tangent(&circles, pair)));
        let stops: Vec<[usize; 2]> = (0..tangents.len()).map(|at| [2 * at, 2 * at + 1]).collect();
        // Stops are the ends of tangents; ways lead along tangents and round circles to the next stop.
        let mut ways: Vec<Vec<(usize, f64)>> = vec![Vec::new(); 2 * tangents.len()];
        for (tangent, &[leaves, comes]) in tangents.iter().zip(&stops) {
            ways[leaves].push((comes, tangent.ends[0].distance(tangent.ends[1])));
        }
        for (number, circle) in circles.iter().enumerate().take(start) {
            self.add_arcs(number, *circle, &tangents, &mut ways);
        }
        let ends_at = |circle: usize, end: usize| {
            let own = tangents.iter().zip(&stops);
            own.filter(move |(tangent, _)| tangent.circles[end] == circle).map(move |(_, s)| s[end])
        };
        let goals: Vec<usize> = ends_at(goal, 1).collect();
        let distances = distances(&ways, ends_at(start, 0));
        let lengths = goals.into_iter().map(|stop| distances[stop]);
        Some(lengths.fold(f64::INFINITY, f64::min)).filter(|length| length.is_finite())
    }

    /// The straight way from one circle to another, if there is one with room.
    fn tangent(&self, all: &[Circle], circles: [usize; 2]) -> Option<Tangent> {
        let [from, to] = circles.map(|number| all[number]);
        let apart = [to.centre.x - from.centre.x, to.centre.y - from.centre.y];
        let distance = apart[0].hypot(apart[1]);
        // The sine of the angle between the way and the line through the centres.
        let sine = (from.side - to.side) * self.radius / distance;
        if distance == 0.0 || sine.abs() > 1.0 {
            return None;
        }
        let angle = apart[1].atan2(apart[0]) + sine.asin();
        let ends = [from, to].map(|circle| {
            let outwards = angle - circle.side * std::f64::consts::FRAC_PI_2;
            self.on(circle, outwards)
        });
        let is_free = self.walls.iter().all(|&wall| apart_of(ends, wall) >= self.radius - TOUCHING);
        is_free.then_some(Tangent { circles, ends })
    }

    /// The point of a circle at an angle.
    fn on(&self, Circle { centre, side }: Circle, angle: f64) -> Point {
        let by = side.abs() * self.radius;
        Point::new(centre.x + by * angle.cos(), centre.y + by * angle.sin())
    }

    /// Adds the ways round a circle from each of its stops to the next.
    fn add_arcs(
        &self,
        number: usize,
        circle: Circle,
        tangents: &[Tangent],
        ways: &mut [Vec<(usize, f64)>],
    ) {
        let angle = |at: Point| (at.y - circle.centre.y).atan2(at.x - circle.centre.x);
        let ends = tangents.iter().enumerate().flat_map(|(at, tangent)| {
            let own = (0..2).filter(move |&end| tangent.circles[end] == number);
            own.map(move |end| (angle(tangent.ends[end]) * circle.side, 2 * at + end))
        });
        let mut stops: Vec<(f64, usize)> = ends.collect();
        stops.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (at, &(from, stop)) in stops.iter().enumerate() {
            let (to, next) = stops[(at + 1) % stops.len()];
            let turned = if at + 1 == stops.len() { to + std::f64::consts::TAU } else { to } - from;
            let is_free =
                || self.is_arc_free(circle, [from * circle.side, (from + turned) * circle.side]);
            if turned < std::f64::consts::PI && is_free() {
                ways[stop].push((next, turned * self.radius));
                // Two tangents that meet in one point may come in any order.
                if turned < 1e-9 {
                    ways[next].push((stop, 0.0));
                }
            }
        }
    }

    /// Whether no wall is too near an arc of less than half a turn.
    fn is_arc_free(&self, circle: Circle, [from, to]: [f64; 2]) -> bool {
        let middle = f64::midpoint(from, to);
        self.walls.iter().all(|&[begin, end]| {
            if begin == circle.centre || end == circle.centre {
                let far = if begin == circle.centre { end } else { begin };
                let wall = [far.x - circle.centre.x, far.y - circle.centre.y];
                let length = wall[0].hypot(wall[1]);
                let beside = |angle: f64| angle.cos() * wall[0] + angle.sin() * wall[1];
                return [from, middle, to].into_iter().all(|angle| beside(angle) <= 1e-7 * length);
            }
            self.is_away([begin, end], circle, [from, to])
        })
    }

    /// Whether a wall is not too near an arc: as near as to its middle, or halved until that tells.
    fn is_away(&self, wall: [Point; 2], circle: Circle, [from, to]: [f64; 2]) -> bool {
        let middle = f64::midpoint(from, to);
        let half = (to - from).abs() / 2.0 * self.radius;
        let room = away(self.on(circle, middle), wall) - (self.radius - TOUCHING);
        if room < 0.0 || room >= half || half < 1e-5 {
            return room >= 0.0;
        }
        self.is_away(wall, circle, [from, middle]) && self.is_away(wall, circle, [middle, to])
    }
}

/// How far all stops are from some (Dijkstra 1959), looking for the next among all.
fn distances(ways: &[Vec<(usize, f64)>], starts: impl Iterator<Item = usize>) -> Vec<f64> {
    let mut distances = vec![f64::INFINITY; ways.len()];
    let mut open: std::collections::BTreeSet<(u64, usize)> = std::collections::BTreeSet::new();
    for start in starts {
        distances[start] = 0.0;
        open.insert((0, start));
    }
    while let Some((_, at)) = open.pop_first() {
        for &(next, length) in &ways[at] {
            let distance = distances[at] + length;
            if distance < distances[next] {
                distances[next] = distance;
                // The bits of a number that is not negative are in its order.
                open.insert((distance.to_bits(), next));
            }
        }
    }
    distances
}

/// How far two lines are from each other.
fn apart_of(one: [Point; 2], other: [Point; 2]) -> f64 {
    let side = |[from, to]: [Point; 2], point: Point| {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    };
    let parts = |line: [Point; 2], [a, b]: [Point; 2]| side(line, a) * side(line, b) < 0.0;
    if parts(one, other) && parts(other, one) {
        return 0.0;
    }
    let ends = [(one[0], other), (one[1], other), (other[0], one), (other[1], one)];
    ends.map(|(point, line)| away(point, line)).into_iter().fold(f64::INFINITY, f64::min)
}

/// How far a point is from a line.
fn away(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (way_x, way_y) = (to.x - from.x, to.y - from.y);
    let whole = way_x * way_x + way_y * way_y;
    let along = (point.x - from.x) * way_x + (point.y - from.y) * way_y;
    let along = if whole == 0.0 { 0.0 } else { (along / whole).clamp(0.0, 1.0) };
    point.distance(Point::new(from.x + along * way_x, from.y + along * way_y))
}
