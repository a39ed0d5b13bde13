//! What must hold of the plan of a scene.

use crate::document::{Document, Look};
use crate::own::check::{Wrong, wrong};
use xunlu_map::{GroundCost, Point, ScenePlan, TagCost};

/// Checks a scene's document: after reading and before writing.
///
/// # Errors
/// The first thing that is wrong, by the name that its field has in the JSON document.
pub(in crate::own) fn check_scene(document: &Document, plan: &ScenePlan) -> Result<(), Wrong> {
    let strangers = [
        ("places", !document.places.is_empty()),
        ("regions", !document.regions.is_empty()),
        ("named_terrains", !document.terrains.is_empty()),
        ("look", document.look != Look::Flat),
    ];
    if let Some((part, _)) = strangers.into_iter().find(|(_, is_there)| *is_there) {
        return Err(wrong(part, "a scene has no cells; expected none, as its plan says it all"));
    }
    for (number, outline) in plan.ground.iter().enumerate() {
        check_line(&format!("ground[{number}]"), outline, 3)?;
    }
    for (number, obstacle) in plan.obstacles.iter().enumerate() {
        check_line(&format!("obstacles[{number}].outline"), &obstacle.outline, 3)?;
    }
    for (number, region) in plan.regions.iter().enumerate() {
        check_line(&format!("regions[{number}].outline"), &region.outline, 3)?;
    }
    check_costs(&plan.costs)?;
    for (number, planned) in plan.links.iter().enumerate() {
        let part = |field: &str| format!("links[{number}].{field}");
        check_line(&part("from"), &[planned.link.from], 1)?;
        check_line(&part("to"), &[planned.link.to], 1)?;
        let length = planned.link.length;
        if !length.is_finite() || length < 0.0 {
            let found = format!("a length of {length}; expected a finite one, 0 or more");
            return Err((part("length"), found));
        }
    }
    for (number, route) in plan.routes.iter().enumerate() {
        check_line(&format!("routes[{number}].points"), &route.points, 2)?;
    }
    for (number, place) in plan.places.iter().enumerate() {
        check_line(&format!("places[{number}].at"), &[place.at], 1)?;
    }
    Ok(())
}

/// Checks that a line has so many points at least, all of which lie somewhere.
fn check_line(part: &str, points: &[Point], least: usize) -> Result<(), Wrong> {
    if points.len() < least {
        let found = format!("a line of {} points; expected at least {least}", points.len());
        return Err(wrong(part, found));
    }
    match points.iter().find(|point| !point.x.is_finite() || !point.y.is_finite()) {
        Some(Point { x, y }) => {
            Err(wrong(part, format!("a point at {x},{y}; expected finite coordinates")))
        }
        None => Ok(()),
    }
}

fn check_costs(costs: &[TagCost]) -> Result<(), Wrong> {
    let mut before = None;
    for (number, &TagCost { tag, cost }) in costs.iter().enumerate() {
        let part = |field: &str| format!("costs[{number}].{field}");
        if tag.0.count_ones() != 1 {
            let found = format!("{} tags; expected exactly one", tag.0.count_ones());
            return Err((part("tag"), found));
        }
        let here = tag.0.trailing_zeros();
        if let Some(before) = before.filter(|&before| before >= here) {
            let found = format!("tag {here} comes after {before}");
            return Err((part("tag"), format!("{found}; expected each at most once, by number")));
        }
        before = Some(here);
        if let GroundCost::Times(times) = cost
            && !GroundCost::TIMES.contains(&times)
        {
            let expected = "expected a number from a millionth to a million";
            return Err((part("cost"), format!("{times} times the length; {expected}")));
        }
    }
    Ok(())
}
