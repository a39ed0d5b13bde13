//! A seeded road network: towns of streets, roads between them, and lanes that end somewhere.

use crate::random::Random;
use xunlu_map::{Link, Point, WaypointBuilder, WaypointGraph, WaypointId, Weight};

/// How far streets lie apart, in units of distance.
const STREET: f64 = 8.0;
/// Each so many streets there is a faster one.
const MAIN_STREETS: u32 = 6;
/// The least waypoints of a town.
const TOWN_MIN: u32 = 30;
/// Roads lead from each town to so many others.
const ROADS_A_TOWN: usize = 4;

/// What a kind of road weighs, in hundredths of what it is long.
#[derive(Clone, Copy)]
enum Kind {
    Lane = 120,
    Street = 100,
    MainStreet = 70,
    Road = 50,
}

#[derive(Clone, Copy)]
struct Town {
    corner: Point,
    wide: u32,
    high: u32,
    first: WaypointId,
}

impl Town {
    fn of(count: u32, random: &mut Random) -> Town {
        let root = f64::from(count).sqrt() * f64::from(random.from_to(70, 140)) / 100.0;
        let wide = whole(root).max(2);
        let high = (count / wide).max(2);
        Town { corner: Point::default(), wide, high, first: WaypointId(0) }
    }

    fn middle(&self) -> Point {
        let [wide, high] = [self.wide, self.high].map(|streets| f64::from(streets) * STREET / 2.0);
        Point::new(self.corner.x + wide, self.corner.y + high)
    }

    fn overlaps(&self, other: &Town) -> bool {
        let apart = |a: f64, streets_a: u32, b: f64, streets_b: u32| {
            a > b + f64::from(streets_b + 4) * STREET || b > a + f64::from(streets_a + 4) * STREET
        };
        !apart(self.corner.x, self.wide, other.corner.x, other.wide)
            && !apart(self.corner.y, self.high, other.corner.y, other.high)
    }

    fn waypoint(&self, x: u32, y: u32) -> WaypointId {
        WaypointId(self.first.0 + y * self.wide + x)
    }

    /// The waypoint of the town that lies towards a point.
    fn towards(&self, point: Point) -> WaypointId {
        let street = |offset: f64, streets: u32| whole(offset / STREET).min(streets - 1);
        let x = street(point.x - self.corner.x, self.wide);
        self.waypoint(x, street(point.y - self.corner.y, self.high))
    }
}

/// A road network of so many waypoints: of ten some seven in towns of all sizes, two on roads between towns
/// and one at the end of a lane. A few streets are missing, and some are one-way.
///
/// # Panics
/// When there are fewer than a hundred waypoints, or more than a graph may have.
#[must_use]
pub fn road_network(seed: u64, waypoints: u32) -> WaypointGraph {
    assert!(waypoints >= 100, "a network has a hundred waypoints at least");
    let mut random = Random::new(seed);
    let mut network = Network { builder: WaypointGraph::builder(), points: Vec::new() };
    let mut towns = any_towns(waypoints / 10 * 7, waypoints, &mut random);
    for town in &mut towns {
        network.build(town, &mut random);
    }
    let roads = roads(&towns);
    let ends = |&(a, b): &(usize, usize)| [towns[a].middle(), towns[b].middle()];
    let all: f64 = roads.iter().map(ends).map(|[a, b]| a.distance(b)).sum();
    let bends = f64::from(waypoints / 5);
    for road in &roads {
        let [from, to] = ends(road);
        let count = whole(bends * from.distance(to) / all.max(1.0));
        let count = count.min(waypoints - network.len());
        let [from, to] = [towns[road.0].towards(to), towns[road.1].towards(from)];
        network.join(from, to, count, &mut random);
    }
    while network.len() < waypoints {
        let from = WaypointId(random.below(network.len()));
        let Point { x, y } = network.points[from.0 as usize];
        let mut aside = || f64::from(random.between(-300, 300)) / 100.0;
        let end = network.add(Point::new(x + aside(), y + aside()));
        network.link(from, end, Kind::Lane, true);
    }
    network.builder.build().expect("there is at least one waypoint")
}

struct Network {
    builder: WaypointBuilder,
    points: Vec<Point>,
}

impl Network {
    fn len(&self) -> u32 {
        u32::try_from(self.points.len()).expect("fewer than were asked for")
    }

    fn add(&mut self, point: Point) -> WaypointId {
        let name = format!("w{}", self.points.len());
        self.points.push(point);
        self.builder.waypoint(name, point).expect("names differ, points are finite")
    }

    fn link(&mut self, from: WaypointId, to: WaypointId, kind: Kind, is_two_way: bool) {
        let [a, b] = [from, to].map(|end| self.points[end.0 as usize]);
        let weight = Weight::percent(whole(a.distance(b) * f64::from(kind as u32)).max(1));
        let link = if is_two_way { Link::two_way(from, to) } else { Link::one_way(from, to) };
        self.builder.link(link.costing(weight)).expect("both were added above");
    }

    /// Builds a town's streets.
    fn build(&mut self, town: &mut Town, random: &mut Random) {
        town.first = WaypointId(self.len());
        let mut askew = || f64::from(random.between(-250, 250)) / 100.0;
        for (y, x) in (0..town.high).flat_map(|y| (0..town.wide).map(move |x| (y, x))) {
            let [x, y] = [x, y].map(|street| f64::from(street) * STREET + askew());
            self.add(Point::new(town.corner.x + x, town.corner.y + y));
        }
        for (y, x) in (0..town.high).flat_map(|y| (0..town.wide).map(move |x| (y, x))) {
            let onward = [(x + 1, y, y), (x, y + 1, x)];
            for (to_x, to_y, street) in onward {
                let is_main = street.is_multiple_of(MAIN_STREETS);
                let is_there = to_x < town.wide && to_y < town.high;
                if !is_there || !(is_main || random.chance(80)) {
                    continue;
                }
                let kind = if is_main { Kind::MainStreet } else { Kind::Street };
                let [mut from, mut to] = [town.waypoint(x, y), town.waypoint(to_x, to_y)];
                if random.chance(50) {
                    (from, to) = (to, from);
                }
                self.link(from, to, kind, is_main || random.chance(90));
            }
        }
    }

    /// Builds a road with so many bends.
    fn join(&mut self, from: WaypointId, to: WaypointId, bends: u32, random: &mut Random) {
        let [a, b] = [from, to].map(|end| self.points[end.0 as usize]);
        let mut last = from;
        for bend in 1..=bends {
            let part = f64::from(bend) / f64::from(bends + 1);
            let mut aside = || f64::from(random.between(-200, 200)) / 100.0;
            let x = a.x + (b.x - a.x) * part + aside();
            let next = self.add(Point::new(x, a.y + (b.y - a.y) * part + aside()));
            self.link(last, next, Kind::Road, true);
            last = next;
        }
        self.link(last, to, Kind::Road, true);
    }
}

/// Towns that do not overlap, with so many waypoints together; few large ones and many small ones.
fn any_towns(waypoints: u32, all: u32, random: &mut Random) -> Vec<Town> {
    let most = (all / 40).max(TOWN_MIN);
    let mut left = waypoints;
    let mut towns = Vec::new();
    while left >= TOWN_MIN {
        // As many have twice as many waypoints as there are fewer of them.
        let share = f64::from(random.from_to(1, 1_000)) / 1_000.0;
        let count = whole(f64::from(TOWN_MIN) * 3.0 / share).clamp(TOWN_MIN, most).min(left);
        let town = Town::of(count, random);
        left -= (town.wide * town.high).min(left);
        towns.push(town);
    }
    towns.sort_by_key(|town| u32::MAX - town.wide * town.high);
    // A town of streets alone would take a third of the land.
    let side = whole((f64::from(waypoints) * 3.0).sqrt() * STREET);
    for number in 0..towns.len() {
        for attempt in 1.. {
            // Once it is crowded the land grows.
            let side = i32::try_from(side + side / 100 * (attempt / 100)).unwrap_or(i32::MAX);
            let mut coordinate = || f64::from(random.between(0, side));
            towns[number].corner = Point::new(coordinate(), coordinate());
            if !towns[..number].iter().any(|town| town.overlaps(&towns[number])) {
                break;
            }
        }
    }
    towns
}

/// Pairs of towns that a road joins: each with the nearest, and with one that is nearest of those larger, so
/// that all hang together.
fn roads(towns: &[Town]) -> Vec<(usize, usize)> {
    let mut roads = Vec::new();
    for (number, town) in towns.iter().enumerate() {
        let far = |&other: &usize| town.middle().distance(towns[other].middle());
        let mut others: Vec<usize> = (0..towns.len()).filter(|&other| other != number).collect();
        others.sort_by(|a, b| far(a).total_cmp(&far(b)));
        let larger = others.iter().copied().find(|&other| other < number);
        let near = others.iter().copied().take(ROADS_A_TOWN).chain(larger);
        roads.extend(near.map(|other| (number.min(other), number.max(other))));
    }
    roads.sort_unstable();
    roads.dedup();
    roads
}

/// The whole part of a number, 0 of one that is negative.
fn whole(number: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a float too large becomes u32::MAX, a negative one 0"
    )]
    let whole = number as u32;
    whole
}
