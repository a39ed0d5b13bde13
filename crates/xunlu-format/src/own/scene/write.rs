//! The plan of a scene to JSON: each outline, link, route and name on a line of its own.

use crate::own::json_write::{Block, numbers, quoted, spaced, value};
use xunlu_map::{
    Door, GroundCost, NamedPoint, PatrolRoute, PlannedLink, Point, ScenePlan, TagCost, Tags,
};

/// What a scene's document has and no other.
pub(in crate::own) fn write_scene(out: &mut Block, plan: &ScenePlan) {
    let outlined = |name: &str, tags: Tags, outline: &[Point]| {
        format!("{{{}{}\"outline\": {}}}", named(name), tagged(tags), line(outline))
    };
    out.always("ground", plan.ground.iter().map(|outline| line(outline)));
    let obstacles = plan.obstacles.iter();
    out.list("obstacles", obstacles.map(|own| outlined(&own.name, Tags::NONE, &own.outline)));
    let regions = plan.regions.iter();
    out.list("regions", regions.map(|own| outlined(&own.name, own.tags, &own.outline)));
    out.list("costs", plan.costs.iter().map(cost));
    out.list("links", plan.links.iter().map(link));
    out.list("routes", plan.routes.iter().map(route));
    out.list("places", plan.places.iter().map(place));
}

fn cost(TagCost { tag, cost }: &TagCost) -> String {
    let cost = match cost {
        GroundCost::Times(times) => value(times),
        GroundCost::Closed => quoted("closed"),
    };
    format!("{{\"tag\": {}, \"cost\": {cost}}}", tag.0.trailing_zeros())
}

fn link(PlannedLink { name, link, door }: &PlannedLink) -> String {
    let mut text =
        format!("{{{}\"from\": {}, \"to\": {}", named(name), point(link.from), point(link.to));
    // As a file that says nothing is read.
    if link.length.to_bits() != link.from.distance(link.to).to_bits() {
        text.push_str(&format!(", \"length\": {}", value(&link.length)));
    }
    if !link.is_two_way {
        text.push_str(", \"one_way\": true");
    }
    if link.tags != Tags::NONE {
        text.push_str(&format!(", \"tags\": {}", numbers(link.tags)));
    }
    if *door == Door::Shut {
        text.push_str(", \"shut\": true");
    }
    text.push('}');
    text
}

fn route(PatrolRoute { name, points, is_closed }: &PatrolRoute) -> String {
    let closed = if *is_closed { ", \"closed\": true" } else { "" };
    format!("{{{}\"points\": {}{closed}}}", named(name), line(points))
}

fn place(NamedPoint { name, at }: &NamedPoint) -> String {
    format!("{{\"name\": {}, \"at\": {}}}", quoted(name), point(*at))
}

/// The field of a name, with what divides it from the next; nothing if there is none.
fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("\"name\": {}, ", quoted(name)) }
}

fn tagged(tags: Tags) -> String {
    match tags {
        Tags::NONE => String::new(),
        tags => format!("\"tags\": {}, ", numbers(tags)),
    }
}

fn line(points: &[Point]) -> String {
    spaced(&points.iter().map(|&at| point(at)).collect::<Vec<_>>())
}

fn point(Point { x, y }: Point) -> String {
    spaced(&[value(&x), value(&y)])
}
