//! Waypoints as discs with their names, links as lines between them.

use crate::cells::arrow_head;
use crate::colour::Paint;
use crate::fit::Fit;
use crate::names::Labels;
use crate::position::{PIXEL, Position};
use crate::scene::{Anchor, Pen, Shape};
use crate::search::tint_of;
use crate::tint::{Tint, tinted};
use crate::view::{Laid, View};
use xunlu_format::Overlay;
use xunlu_map::{Door, Link, Place, WaypointGraph, WaypointId};

/// How many links are drawn at most.
const LINKS_MAX: usize = 1 << 20;
/// Up to how many waypoints names are tried.
const NAMES_MAX: usize = 2_000;

/// How large the discs are, in units, so that most do not touch.
pub(crate) fn room_for(graph: &WaypointGraph, width: u32, height: u32) -> i32 {
    let area = u64::from(width) * u64::from(height) * 256;
    let spacing = (area / u64::from(graph.len().max(1))).isqrt();
    i32::try_from(spacing / 5).unwrap_or(i32::MAX).clamp(PIXEL * 5 / 2, PIXEL * 34)
}

/// How large a picture of so many waypoints is where nobody says.
pub(crate) fn size_for(graph: &WaypointGraph) -> (u32, u32) {
    match graph.len() {
        0..=12 => (720, 540),
        13..=1_000 => (1100, 825),
        1_001..=20_000 => (1600, 1200),
        _ => (3200, 2400),
    }
}

pub(crate) fn positions(graph: &WaypointGraph, fit: &Fit) -> Vec<Position> {
    graph.waypoints().iter().map(|waypoint| fit.place(waypoint.point)).collect()
}

/// The links of a graph: below the path.
pub(crate) fn roads(view: &View<'_>, graph: &WaypointGraph) -> Vec<Shape> {
    let width = (view.room / 9).clamp(PIXEL, PIXEL * 5 / 2);
    let (mut open, mut shut, mut bars) = (vec![], vec![], vec![]);
    for (_, link) in graph.links().iter().take(LINKS_MAX) {
        let Some([from, to]) = ends_of(view, link) else { continue };
        if link.door == Door::Shut {
            let middle = from.towards(to, 1, 2);
            let end = |aside| middle.stepped(to, 0, aside);
            bars.push(vec![end(-width * 4), end(width * 4)]);
            shut.push(vec![from, to]);
        } else {
            open.push(vec![from, to]);
        }
    }
    let (road, barred) = (Paint::faint(view.palette.quiet, 190), view.palette.shut);
    vec![
        Shape::Part("roads"),
        Shape::Lines { lines: open, pen: Pen { width, paint: road, dash: None } },
        Shape::Lines { lines: shut, pen: Pen::new(width, barred).dashed(width * 3) },
        Shape::Lines { lines: bars, pen: Pen::new(width * 2, barred) },
    ]
}

/// The heads of one-way links: above the path.
pub(crate) fn heads(view: &View<'_>, graph: &WaypointGraph) -> Vec<Shape> {
    if view.room_pixels() < 4 {
        return Vec::new();
    }
    let one_way = graph.links().iter().take(LINKS_MAX).filter(|(_, link)| !link.is_two_way);
    let heads = one_way.filter_map(|(_, link)| {
        let [from, to] = ends_of(view, link)?;
        let tip = from.distance(to) - view.room / 2 - PIXEL;
        Some(arrow_head(from, to, tip, (view.room / 4).max(PIXEL * 2)))
    });
    let fill = Paint::solid(view.palette.quiet);
    vec![Shape::Polygons { outlines: heads.collect(), fill }]
}

/// Where a link begins and ends. Returns `None` if that is the same.
fn ends_of(view: &View<'_>, link: &Link<WaypointId>) -> Option<[Position; 2]> {
    let at = |id| view.locate(Place::Waypoint(id)).map(|here| here.at);
    let ends = [at(link.from)?, at(link.to)?];
    (ends[0] != ends[1]).then_some(ends)
}

/// The waypoints: above the path.
pub(crate) fn discs(view: &View<'_>, overlay: &Overlay, orders: u32) -> Vec<Shape> {
    let Laid::Points { positions } = &view.ground else { return Vec::new() };
    let mut tints = vec![Tint::NONE; positions.len()];
    let mut lay = |place: Place, tint: Tint| {
        let slot = place.as_waypoint().and_then(|id| tints.get_mut(id.0 as usize));
        slot.into_iter().for_each(|slot| *slot = tint.max(*slot));
    };
    overlay.reach.iter().for_each(|&place| lay(place, Tint::REACH));
    overlay.visited.iter().for_each(|seen| lay(seen.place, tint_of(seen, orders)));
    overlay.path.iter().for_each(|&place| lay(place, Tint::PATH));
    let rim = (view.room / 16).clamp(PIXEL / 2, PIXEL * 2);
    let radius = view.room / 2 - rim;
    let disc = |(&centre, &tint): (&Position, &Tint)| {
        let fill = Paint::solid(tinted(&view.palette, view.palette.terrains.ground, tint));
        let rim =
            Some((rim, if tint == Tint::PATH { view.palette.path_edge } else { view.palette.ink }));
        Shape::Disc { centre, radius, fill, rim }
    };
    std::iter::once(Shape::Part("waypoints"))
        .chain(positions.iter().zip(&tints).map(disc))
        .collect()
}

/// Names beside their waypoints, and those of named places, where there is room for them.
pub(crate) fn names(view: &View<'_>, graph: &WaypointGraph, labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("names")];
    let mut write = |name: &str, id: WaypointId, colour| {
        let Some(at) = view.locate(Place::Waypoint(id)).map(|here| here.at) else { return };
        let (aside, high) = (view.room / 2 + 5 * PIXEL, labels.height());
        let tries = [
            (at.plus(0, view.room / 2 + 5 * PIXEL), Anchor::Middle),
            (at.plus(aside, -high / 2), Anchor::Left),
            (at.plus(-aside, -high / 2), Anchor::Right),
            (at.plus(0, -view.room / 2 - 5 * PIXEL - high), Anchor::Middle),
        ];
        tries.into_iter().any(|(at, anchor)| labels.put(&mut shapes, name, at, anchor, colour));
    };
    for named in view.document.places.iter().take(NAMES_MAX) {
        if let Some(id) = named.place.as_waypoint() {
            write(&named.name, id, view.palette.pin);
        }
    }
    if graph.waypoints().len() <= NAMES_MAX {
        for (number, waypoint) in (0..).zip(graph.waypoints()) {
            write(&waypoint.name, WaypointId(number), view.palette.ink);
        }
    }
    shapes
}
