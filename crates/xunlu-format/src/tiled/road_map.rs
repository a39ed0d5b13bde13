//! A map without tiles: its lines are roads between waypoints, unless its shapes are a [`scene`].

use super::classes::Classes;
use super::fault::{Fault, Sound};
use super::geometry::{Geometry, floor};
use super::layers::Flat;
use super::model::{Shape, TiledMap};
use super::outline::place_of;
use super::reading::Reading;
use super::region::Work;
use super::scene;
use super::thing::{Thing, things};
use super::tilesets::Tilesets;
use crate::document::Document;
use crate::error::FormatErrorKind;
use std::collections::{BTreeMap, BTreeSet};
use xunlu_map::{Point, Quoted, WaypointBuilder, WaypointGraph, WaypointId};

/// How far from a named point, in tiles, a road's end may lie to be it.
const REACH_TILES: f64 = 0.5;
/// How often ends of roads may be compared with named points.
const COMPARISONS_MAX: u64 = 1 << 26;

/// The waypoints and roads of a map's lines.
pub(super) fn document(
    map: &TiledMap,
    flat: &[Flat<'_>],
    reading: &mut Reading<'_>,
) -> Sound<Document> {
    let tilesets = Tilesets::of(map)?;
    let things = things(flat, &tilesets, map.orientation)?;
    let geometry = Geometry::of(map);
    if let Some(document) = scene::document(map, &things, &tilesets, reading)? {
        return Ok(document);
    }
    let mut classes = Classes::default();
    for thing in &things {
        thing.keep(&mut classes)?;
    }
    let mut roads = Roads::new(&things, geometry);
    let mut has_roads = false;
    for thing in &things {
        if let Shape::Polyline(points) = &thing.object.shape {
            has_roads |= points.len() > 1;
            roads.add(thing, points, geometry, &mut classes)?;
        }
    }
    if !has_roads {
        let found = "the map has neither a layer of tiles nor a polyline, nor shapes on a layer of ground or walls";
        let fault =
            Fault::unexpected(map.origin, "", found, "one of them; roles can be told by layer");
        return Err(fault.of(FormatErrorKind::NoMap, []));
    }
    for point in roads.points.iter().filter(|point| point.waypoint.is_none()) {
        reading
            .warn(format!("point {}", Quoted(&point.name)), "no line leads there; it is left out");
    }
    let graph = roads.builder.build();
    let graph = graph.map_err(|error| Fault::refused(map.origin, "", &error))?;
    let mut document = Document::of(graph);
    (_, document.tags) = classes.into_named();
    Ok(document)
}

/// Roads as they are added.
struct Roads {
    builder: WaypointBuilder,
    points: Vec<NamedPoint>,
    /// The named points by the tile they lie on.
    by_tile: BTreeMap<(i64, i64), Vec<usize>>,
    /// Ends without a name, by the bits of where they lie.
    nameless: BTreeMap<(u64, u64), WaypointId>,
    work: Work,
}

struct NamedPoint {
    name: String,
    at: Point,
    waypoint: Option<WaypointId>,
}

impl Roads {
    fn new(things: &[Thing<'_>], geometry: Geometry) -> Roads {
        let mut points: Vec<NamedPoint> = Vec::new();
        let mut by_tile: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let mut names = BTreeSet::new();
        for thing in things {
            let Some(plane) = place_of(thing.object, geometry) else { continue };
            let at = in_tiles(thing.shifted(plane, geometry), geometry);
            let mut name = thing.name();
            if !names.insert(name.clone()) {
                name = format!("{name} ({})", thing.part());
                names.insert(name.clone());
            }
            by_tile.entry((floor(at.x), floor(at.y))).or_default().push(points.len());
            points.push(NamedPoint { name, at, waypoint: None });
        }
        let builder = WaypointGraph::builder();
        let nameless = BTreeMap::new();
        Roads { builder, points, by_tile, nameless, work: Work::new(COMPARISONS_MAX) }
    }

    fn add(
        &mut self,
        thing: &Thing<'_>,
        points: &[Point],
        geometry: Geometry,
        classes: &mut Classes,
    ) -> Sound<()> {
        let Some(road) = &thing.road else { return Ok(()) };
        let (origin, part) = (thing.origin(), thing.part());
        let refused = |error| Fault::refused(origin, thing.part(), &error);
        let tags = road.tags(classes, origin, &part)?;
        let mut before: Option<WaypointId> = None;
        for (number, point) in points.iter().enumerate() {
            let at = in_tiles(thing.plane(*point, geometry), geometry);
            let name = || format!("polyline {}.{number}", thing.object.id);
            let waypoint = match self.named(at, thing)? {
                Some(named) => named,
                None => self.nameless(at, name).map_err(refused)?,
            };
            if let Some(from) = before.filter(|before| *before != waypoint) {
                let length = self.builder.between(from, waypoint).map_err(refused)?;
                let link = road.link(from, waypoint, tags, || length);
                self.builder.link(link).map_err(refused)?;
            }
            before = Some(waypoint);
        }
        Ok(())
    }

    /// The waypoint of the nearest named point, if one is near enough.
    fn named(&mut self, at: Point, thing: &Thing<'_>) -> Sound<Option<WaypointId>> {
        let (column, row) = (floor(at.x), floor(at.y));
        let mut best: Option<(f64, usize)> = None;
        for down in -1..=1 {
            for right in -1..=1 {
                let tile = (column.saturating_add(right), row.saturating_add(down));
                let Some(near) = self.by_tile.get(&tile) else { continue };
                self.work.spend(near.len() as u64, thing.origin(), &thing.part())?;
                for &number in near {
                    let Some(point) = self.points.get(number) else { continue };
                    let distance = point.at.distance(at);
                    let is_nearer = best.is_none_or(|(least, _)| distance < least);
                    if distance <= REACH_TILES && is_nearer {
                        best = Some((distance, number));
                    }
                }
            }
        }
        let Some(point) = best.and_then(|(_, number)| self.points.get_mut(number)) else {
            return Ok(None);
        };
        if point.waypoint.is_none() {
            let added = self.builder.waypoint(point.name.clone(), point.at);
            let refused = |error| Fault::refused(thing.origin(), thing.part(), &error);
            point.waypoint = Some(added.map_err(refused)?);
        }
        Ok(point.waypoint)
    }

    /// The waypoint of an end without a name; ends at the very same point are one.
    fn nameless(
        &mut self,
        at: Point,
        name: impl FnOnce() -> String,
    ) -> Result<WaypointId, xunlu_map::MapError> {
        let key = (at.x.to_bits(), at.y.to_bits());
        if let Some(waypoint) = self.nameless.get(&key) {
            return Ok(*waypoint);
        }
        let mut name = name();
        // Numbers of objects are unique unless somebody wrote them by hand.
        while self.builder.id_of(&name).is_some() {
            name.push('\'');
        }
        let waypoint = self.builder.waypoint(name, at)?;
        self.nameless.insert(key, waypoint);
        Ok(waypoint)
    }
}

/// A point of the plane in tiles.
pub(super) fn in_tiles(plane: Point, geometry: Geometry) -> Point {
    let size = geometry.tile();
    Point::new(plane.x / size.x, plane.y / size.y)
}
