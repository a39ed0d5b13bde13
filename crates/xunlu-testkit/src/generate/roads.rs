//! Seeded waypoint graphs.

use super::decorate::any_links;
use crate::random::Random;
use xunlu_map::{Link, Point, WaypointGraph, WaypointId, Weight};

/// Up to 60 waypoints, each joined to its nearest few; then perhaps links between any two. On every
/// second graph roads weigh what they are long; on the others anything, so that the
/// straight-line distance is no lower bound.
pub(super) fn any_waypoints_from(random: &mut Random) -> WaypointGraph {
    let count = random.from_to(1, 60);
    let mut builder = WaypointGraph::builder();
    let mut points: Vec<Point> = Vec::new();
    for number in 0..count {
        // Quarters are exact in a float, so the graph prints and reads back the same.
        let mut coordinate = || f64::from(random.between(-400, 400)) / 4.0;
        let point = Point::new(coordinate(), coordinate());
        points.push(point);
        builder.waypoint(format!("w{number}"), point).expect("names differ, points are finite");
    }
    let by_length = random.chance(50);
    let neighbours_max = random.from_to(1, 5);
    let ids: Vec<WaypointId> = (0..count).map(WaypointId).collect();
    for &id in &ids {
        let mut others: Vec<WaypointId> =
            ids.iter().copied().filter(|&other| other != id).collect();
        let far = |other: &WaypointId| points[id.0 as usize].distance(points[other.0 as usize]);
        others.sort_by(|a, b| far(a).total_cmp(&far(b)));
        for other in others.into_iter().take(random.below(neighbours_max + 1) as usize) {
            let weight = if by_length {
                builder.between(id, other).expect("both were added above")
            } else {
                Weight::percent(random.below(5_000))
            };
            let road =
                if random.chance(60) { Link::two_way(id, other) } else { Link::one_way(id, other) };
            builder.link_as_read(road.costing(weight)).expect("both were added above");
        }
    }
    if random.chance(40) {
        for link in any_links(&ids, random) {
            builder.link_as_read(link).expect("both were added above");
        }
    }
    builder.build().expect("there is at least one waypoint")
}
