//! A map of shapes alone as the plan of a scene: ground there, what stands in the way, regions, links, routes
//! and named points.

mod references;
mod shapes;

use super::classes::Classes;
use super::fault::{Fault, Sound};
use super::geometry::Geometry;
use super::model::{Shape, TiledMap};
use super::outline::place_of;
use super::reading::Reading;
use super::region::Work;
use super::road::Road;
use super::road_map::in_tiles;
use super::thing::Thing;
use super::tilesets::Tilesets;
use super::traits::{Traits, Word};
use crate::document::{Content, Document};
use crate::odd::oddities;
use crate::options::{Role, Roles};
use references::{Reference, references, spot};
use shapes::{around, solids};
use xunlu_map::{
    Door, GroundCost, MeshLink, NamedPoint, PatrolRoute, PlannedLink, PlannedObstacle,
    PlannedRegion, Point, ScenePlan, TagCost, Tags, Weight,
};

/// How many corners collision shapes of tiles may have, wherever these are put down.
const CORNERS_MAX: u64 = 1 << 22;

/// The scene of these things, in tiles. Returns `None` where no shape is ground or in the way: then the map
/// is none.
pub(super) fn document(
    map: &TiledMap,
    things: &[Thing<'_>],
    tilesets: &Tilesets<'_>,
    reading: &mut Reading<'_>,
) -> Sound<Option<Document>> {
    let geometry = Geometry::of(map);
    let mut drawing = Drawing::new(geometry);
    for thing in things {
        thing.keep(&mut drawing.classes)?;
    }
    for thing in things {
        drawing.add(thing, tilesets)?;
    }
    let plan = &mut drawing.plan;
    let has_lines = things.iter().any(|thing| matches!(thing.object.shape, Shape::Polyline(_)));
    let is_walled = !plan.obstacles.is_empty() && (drawing.has_walls || !has_lines);
    if plan.ground.is_empty() && !is_walled {
        return Ok(None);
    }
    if plan.ground.is_empty() {
        let (width, height) = (f64::from(map.width), f64::from(map.height));
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        plan.ground.push(corners.map(Point::from).to_vec());
    }
    drawing.refer(things, reading)?;
    drawing.warn(reading);
    let Drawing { mut plan, classes, costs, .. } = drawing;
    let costs = (0..).zip(costs);
    let costs = costs.filter_map(|(tag, cost)| Some(TagCost { tag: Tags::one(tag)?, cost: cost? }));
    plan.costs = costs.collect();
    if !is_finite(&plan) {
        let found = "shapes lie too far away to be told in tiles";
        let fault = Fault::unexpected(map.origin, "", found, "finite places and distances");
        return Err(fault);
    }
    reading.odd(oddities(&plan));
    let (_, tags) = classes.into_named();
    Ok(Some(Document { tags, ..Document::of(Content::Scene(plan)) }))
}

/// Whether all of a plan lies somewhere: places may be so far apart that no number says it.
fn is_finite(plan: &ScenePlan) -> bool {
    let links = || plan.links.iter().map(|own| &own.link);
    let routes = plan.routes.iter().flat_map(|route| &route.points);
    let places = plan.places.iter().map(|place| &place.at);
    let mut points = plan.outlines().flatten().chain(routes).chain(places);
    let is_somewhere = |at: &Point| at.x.is_finite() && at.y.is_finite();
    points.all(is_somewhere)
        && links().all(|link| is_somewhere(&link.from) && is_somewhere(&link.to))
        && links().all(|link| link.length.is_finite())
}

/// A scene as things are added to it.
struct Drawing {
    geometry: Geometry,
    plan: ScenePlan,
    classes: Classes,
    /// By the number of the tag.
    costs: [Option<GroundCost>; Tags::COUNT as usize],
    corners: Work,
    /// Whether something is in the way by its role, and not by what its tile looks like.
    has_walls: bool,
    /// Shapes without a name, class or property.
    unread: usize,
    /// Shapes with properties that only cells have.
    unheeded: usize,
    /// Classes that found no tag left.
    untagged: usize,
}

impl Drawing {
    fn new(geometry: Geometry) -> Drawing {
        Drawing {
            geometry,
            plan: ScenePlan::default(),
            classes: Classes::default(),
            costs: [None; Tags::COUNT as usize],
            corners: Work::new(CORNERS_MAX),
            has_walls: false,
            unread: 0,
            unheeded: 0,
            untagged: 0,
        }
    }

    fn add(&mut self, thing: &Thing<'_>, tilesets: &Tilesets<'_>) -> Sound<()> {
        let role = Roles::by_name(&thing.object.class).or(thing.role);
        if let (Shape::Polyline(points), Some(road)) = (&thing.object.shape, &thing.road) {
            let placed = points.iter().map(|&point| thing.plane(point, self.geometry));
            let points: Vec<Point> = placed.map(|plane| in_tiles(plane, self.geometry)).collect();
            if role == Some(Role::Wall) {
                self.fence(thing, &points);
                return Ok(());
            }
            return self.line(thing, road, points);
        }
        let around = around(thing, self.geometry);
        let place = place_of(thing.object, self.geometry);
        // What nobody can walk on and has no tag is in the way.
        let is_wall = thing.traits.walkable == Some(false) && thing.traits.tags.is_none();
        let solid = match role {
            Some(Role::Ground) => Vec::new(),
            _ => solids(thing, tilesets, self.geometry, &mut self.corners)?,
        };
        match (role, around, place) {
            (Some(Role::Ground), Some(around), _) => self.plan.ground.push(around),
            _ if !solid.is_empty() => solid.into_iter().for_each(|own| self.obstacle(thing, own)),
            (Some(Role::Wall), Some(around), _) => {
                self.has_walls = true;
                self.obstacle(thing, around);
            }
            (_, _, Some(plane)) => {
                let at = in_tiles(thing.shifted(plane, self.geometry), self.geometry);
                self.plan.places.push(NamedPoint { name: thing.name(), at });
            }
            (_, Some(around), None) if is_wall => {
                self.has_walls = true;
                self.obstacle(thing, around);
            }
            (_, Some(around), None) => self.region(thing, around)?,
            (_, None, None) => {}
        }
        Ok(())
    }

    fn obstacle(&mut self, thing: &Thing<'_>, outline: Vec<Point>) {
        let name = thing.object.name.clone();
        self.plan.obstacles.push(PlannedObstacle { name, outline });
    }

    /// A line in the way: each part of it is an obstacle of no width.
    fn fence(&mut self, thing: &Thing<'_>, points: &[Point]) {
        self.has_walls = true;
        points.windows(2).for_each(|ends| self.obstacle(thing, ends.to_vec()));
    }

    /// A shape that is neither ground nor in the way. Its class is its tag, if it tells none.
    fn region(&mut self, thing: &Thing<'_>, outline: Vec<Point>) -> Sound<()> {
        let (object, traits) = (thing.object, &thing.traits);
        let class = Some(&object.class).filter(|class| !class.is_empty());
        if object.name.is_empty() && class.is_none() && traits.are_silent() {
            self.unread += 1;
            return Ok(());
        }
        self.unheeded += usize::from(traits.terrain.is_some() || traits.exits.is_some());
        let class = class.filter(|class| !class.eq_ignore_ascii_case("region"));
        let [tags, first] = self.tags_of(thing, traits, class)?;
        if first != Tags::NONE {
            self.price(thing, first)?;
        }
        self.plan.regions.push(PlannedRegion { name: object.name.clone(), tags, outline });
        Ok(())
    }

    /// All its tags, and the first of them, which its cost is said of.
    fn tags_of(
        &mut self,
        thing: &Thing<'_>,
        traits: &Traits,
        class: Option<&String>,
    ) -> Sound<[Tags; 2]> {
        let (origin, part) = (thing.origin(), thing.part());
        if let Some(words) = &traits.tags {
            let first = self.classes.tags_of(words.get(..1).unwrap_or_default(), origin, &part)?;
            return Ok([self.classes.tags_of(words, origin, &part)?, first]);
        }
        let word = |name: String| [Word { number: None, name: Some(name) }];
        let tag = match (class, traits.cost) {
            (Some(class), Some(_)) => self.classes.tags_of(&word(class.clone()), origin, &part),
            (None, Some(_)) => self.classes.tags_of(&word(thing.name()), origin, &part),
            // Many maps have more classes than there are tags.
            (Some(class), None) => {
                let tags = self.classes.tags_of(&word(class.clone()), origin, &part);
                Ok(tags.unwrap_or_else(|_| {
                    self.untagged += 1;
                    Tags::NONE
                }))
            }
            (None, None) => Ok(Tags::NONE),
        };
        tag.map(|tag| [tag, tag])
    }

    /// Says what ground with a tag costs, if the thing says it.
    fn price(&mut self, thing: &Thing<'_>, tag: Tags) -> Sound<()> {
        let is_closed = thing.traits.walkable == Some(false);
        let times = thing.traits.cost.map(|cost| GroundCost::Times(units(cost)));
        let closed = Some(GroundCost::Closed).filter(|_| is_closed);
        let Some(cost) = closed.or(times) else { return Ok(()) };
        let known = tag.numbers().next().and_then(|tag| self.costs.get_mut(tag as usize));
        match known.and_then(|known| known.replace(cost)) {
            Some(other) if other != cost => {
                let found = "ground with its first tag has another cost elsewhere";
                let expected = "one cost for each tag";
                Err(Fault::unexpected(thing.origin(), thing.part(), found, expected))
            }
            _ => Ok(()),
        }
    }

    /// A line: a link for each part of it if it says what only a link would, else a route.
    fn line(&mut self, thing: &Thing<'_>, road: &Road, mut points: Vec<Point>) -> Sound<()> {
        let name = thing.object.name.clone();
        if thing.object.class.eq_ignore_ascii_case("link") || !road.is_plain() {
            let tags = road.tags(&mut self.classes, thing.origin(), &thing.part())?;
            for ends in points.windows(2) {
                let Road { cost, is_one_way, door, .. } = road;
                let (from, to) = (ends[0], ends[1]);
                let length = cost.map_or(from.distance(to), units);
                let link = MeshLink { from, to, length, is_two_way: !is_one_way, tags };
                self.plan.links.push(PlannedLink { name: name.clone(), link, door: *door });
            }
            return Ok(());
        }
        let is_closed = points.len() > 2 && points.first() == points.last();
        if is_closed {
            points.pop();
        }
        if points.len() > 1 {
            self.plan.routes.push(PatrolRoute { name, points, is_closed });
        }
        Ok(())
    }

    /// Links between things that refer to each other: as long as the first one's cost, for those
    /// with its tags.
    fn refer(&mut self, things: &[Thing<'_>], reading: &mut Reading<'_>) -> Sound<()> {
        let (found, absent) = references(things);
        for Reference { from, to, is_two_way } in found {
            let (Some(thing), Some(other)) = (things.get(from), things.get(to)) else { continue };
            let spots = spot(thing, self.geometry).zip(spot(other, self.geometry));
            let Some((from, to)) = spots else { continue };
            // Those of a shape are said of its ground.
            let is_point = place_of(thing.object, self.geometry).is_some();
            let traits = Some(&thing.traits).filter(|_| is_point);
            let words = traits.and_then(|traits| traits.tags.as_deref()).unwrap_or_default();
            let tags = self.classes.tags_of(words, thing.origin(), &thing.part())?;
            let cost = traits.and_then(|traits| traits.cost);
            let length = cost.map_or(from.distance(to), units);
            let link = MeshLink { from, to, length, is_two_way, tags };
            let name = thing.object.name.clone();
            self.plan.links.push(PlannedLink { name, link, door: Door::Open });
        }
        if absent > 0 {
            reading.warn("", format!("objects refer to others that are not on the map: {absent}"));
        }
        Ok(())
    }

    /// What was not read, a line for each kind.
    fn warn(&self, reading: &mut Reading<'_>) {
        let told = [
            (self.unread, "shapes without name, class or property are not read on a map of shapes"),
            (
                self.unheeded,
                "terrain and oneway say nothing of the ground of a scene; shapes with them",
            ),
            (self.untagged, "classes are tags, of which there are sixteen; regions that got none"),
        ];
        for (count, what) in told.into_iter().filter(|&(count, _)| count > 0) {
            reading.warn("", format!("{what}: {count}"));
        }
    }
}

/// A price in steps as a length, or as many times a length: a step is a tile.
fn units(weight: Weight) -> f64 {
    f64::from(weight.as_percent()) / 100.0
}
