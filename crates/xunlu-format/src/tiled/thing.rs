//! What is drawn on object layers: places, regions, and lines that are links.

use super::canvas::{Canvas, Stamp};
use super::classes::Classes;
use super::fault::{Origin, Sound};
use super::geometry::Geometry;
use super::layers::Flat;
use super::model::{LayerKind, Object, Orientation, Shape};
use super::outline::{outline, place_of};
use super::placed::Extent;
use super::reading::Reading;
use super::region::{Work, covered};
use super::road::Road;
use super::tilesets::Tilesets;
use super::traits::Traits;
use super::turned::{arrangement, split};
use crate::document::{NamedPlace, NamedRegion};
use crate::options::Role;
use xunlu_map::{Cell, Link, Place, Point, Rect};

/// How often all shapes together may cross rows of tiles.
const CROSSINGS_MAX: u64 = 1 << 23;
/// How many cells all shapes together may paint, for each cell of the map and to begin with.
const PAINTED_A_CELL: u64 = 8;
const PAINTED_FREE: u64 = 1 << 23;

/// An object that is read.
#[derive(Debug)]
pub(super) struct Thing<'m> {
    pub(super) object: &'m Object,
    /// Of its layer, in pixels.
    pub(super) offset: Point,
    pub(super) role: Option<Role>,
    /// What it says of the cells it covers.
    pub(super) traits: Traits,
    /// What it says as a link.
    pub(super) road: Option<Road>,
}

/// What objects come to.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) places: Vec<NamedPlace>,
    pub(super) regions: Vec<NamedRegion>,
    pub(super) links: Vec<Link<Cell>>,
}

impl Thing<'_> {
    pub(super) fn part(&self) -> String {
        format!("object {}", self.object.id)
    }

    /// Its name, or its number where it has none.
    pub(super) fn name(&self) -> String {
        if self.object.name.is_empty() { self.part() } else { self.object.name.clone() }
    }

    pub(super) const fn origin(&self) -> Origin {
        self.object.origin
    }

    /// Whether it says nothing of the ground.
    pub(super) fn is_silent(&self) -> bool {
        self.role.is_none() && self.traits.are_silent()
    }

    pub(super) fn keep(&self, classes: &mut Classes) -> Sound<()> {
        if let Some(road) = &self.road {
            road.keep(classes);
        }
        classes.keep(&self.traits, self.origin(), &self.part())
    }
}

/// The objects of all layers that are read, in order.
pub(super) fn things<'m>(
    flat: &[Flat<'m>],
    tilesets: &Tilesets<'_>,
    orientation: Orientation,
) -> Sound<Vec<Thing<'m>>> {
    let mut things = Vec::new();
    for flat in flat.iter().filter(|flat| flat.is_read()) {
        let LayerKind::Objects(objects) = &flat.layer.kind else { continue };
        for object in objects {
            let part = format!("object {}", object.id);
            // Its template cannot be had, as was said.
            if let Shape::Template(..) = &object.shape {
                continue;
            }
            let (mut traits, mut road) = (Traits::default(), None);
            if let Shape::Polyline(_) = object.shape {
                road = Some(Road::of(&object.properties, &part)?);
            } else {
                traits = Traits::of(&object.properties, &part, orientation)?;
                if let Some(gid) = object.gid.filter(|gid| *gid != 0) {
                    let (tile, _) = tilesets.tile(split(gid).0, object.origin, &part)?;
                    traits = traits.or(&tile);
                }
            }
            let (offset, role) = (flat.offset, flat.role);
            things.push(Thing { object, offset, role, traits, road });
        }
    }
    Ok(things)
}

/// The places, regions and links, and the cells painted as shapes say.
pub(super) fn found(
    things: &[Thing<'_>],
    geometry: Geometry,
    extent: Extent,
    (classes, canvas): (&mut Classes, &mut Canvas),
    reading: &mut Reading<'_>,
) -> Sound<Found> {
    let painted_max = PAINTED_FREE.saturating_add(extent.bounds.size.area() * PAINTED_A_CELL);
    let (mut crossings, mut painted) = (Work::new(CROSSINGS_MAX), Work::new(painted_max));
    let mut found = Found::default();
    let mut plain_roads = 0;
    for thing in things {
        let (origin, part) = (thing.origin(), thing.part());
        let mut stamp = classes.stamp(&thing.traits, origin, &part)?;
        stamp.is_wall = thing.role == Some(Role::Wall);
        let cells = if let (Some(road), Shape::Polyline(points)) =
            (&thing.road, &thing.object.shape)
        {
            let ends = points.iter().map(|point| thing.cell(*point, geometry, extent));
            let ends: Vec<Option<Cell>> = ends.collect();
            if ends.contains(&None) {
                reading.warn(part.clone(), "what of this line leads outside the map is left out");
            }
            road.links(&ends, geometry, classes, (origin, &part), &mut found.links)?;
            plain_roads += usize::from(road.is_plain());
            continue;
        } else if let Some(point) = place_of(thing.object, geometry) {
            let Some(cell) = at(thing.shifted(point, geometry), geometry, extent) else {
                reading.warn(part, "it lies outside the map and is left out");
                continue;
            };
            found.places.push(NamedPlace { name: thing.name(), place: place(cell, geometry) });
            vec![Rect::cell(cell)]
        } else if let Some(outline) = outline(thing.object, thing.shift(geometry), geometry) {
            let parts = covered(&outline, geometry, extent.tiles, &mut crossings, (origin, &part))?;
            // A rectangle of staggered tiles reaches beyond the rectangle of the cells in use.
            let inside = parts.iter().map(|rect| rect.intersection(extent.bounds));
            let parts: Vec<Rect> = inside.filter(|rect| !rect.is_empty()).collect();
            if parts.is_empty() {
                reading.warn(part, "it covers the centre of no tile of the map and is left out");
                continue;
            }
            found.regions.push(NamedRegion { name: thing.name(), layer: 0, parts: parts.clone() });
            parts
        } else {
            continue;
        };
        if stamp != Stamp::default() {
            paint(&cells, &stamp, canvas, &mut painted, (origin, &part))?;
        }
    }
    if plain_roads > 0 {
        let message = format!(
            "lines that are read as links, from end to end through whatever lies between: \
             {plain_roads}; give the layer of lines that are none the role ignore"
        );
        reading.warn("", message);
    }
    Ok(found)
}

fn paint(
    cells: &[Rect],
    stamp: &Stamp,
    canvas: &mut Canvas,
    painted: &mut Work,
    (origin, part): (Origin, &str),
) -> Sound<()> {
    for rect in cells {
        painted.spend(rect.size.area(), origin, part)?;
        for cell in rect.cells() {
            canvas.paint(cell, stamp);
        }
    }
    Ok(())
}

/// The cell at a point of the plane. Returns `None` if it lies outside the map.
fn at(plane: Point, geometry: Geometry, extent: Extent) -> Option<Cell> {
    let (column, row) = geometry.tile_at(plane);
    let is_inside = extent.tiles.contains(Cell::new(column, row));
    let cell = is_inside.then(|| geometry.cell_of(column, row))?;
    extent.bounds.contains(cell).then_some(cell)
}

fn place(cell: Cell, geometry: Geometry) -> Place {
    match geometry.orientation {
        Orientation::Hexagonal(stagger) => Place::Hex(arrangement(stagger).hex_of(cell)),
        _ => Place::Cell(cell),
    }
}

impl Thing<'_> {
    /// The cell at a point of the object's line.
    fn cell(&self, point: Point, geometry: Geometry, extent: Extent) -> Option<Cell> {
        at(self.plane(point, geometry), geometry, extent)
    }

    /// A point of the object's line on the plane.
    pub(super) fn plane(&self, point: Point, geometry: Geometry) -> Point {
        let Object { at, rotation_degrees, .. } = self.object;
        let pixels = Point::new(at.x + point.x, at.y + point.y);
        let turned =
            geometry.turned(geometry.plane(pixels), geometry.plane(*at), *rotation_degrees);
        self.shifted(turned, geometry)
    }

    pub(super) fn shifted(&self, plane: Point, geometry: Geometry) -> Point {
        let Point { x, y } = self.shift(geometry);
        Point::new(plane.x + x, plane.y + y)
    }

    pub(super) fn shift(&self, geometry: Geometry) -> Point {
        geometry.plane_of_screen(self.offset)
    }
}
