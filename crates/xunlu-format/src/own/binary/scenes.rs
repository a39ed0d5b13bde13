//! The plans of scenes.

use super::kinds::{Kind, bits};
use super::names::list;
use crate::container::{Bytes, Cursor, Sections};
use crate::error::FormatError;
use xunlu_map::{
    Door, GroundCost, MeshLink, NamedPoint, PatrolRoute, PlannedLink, PlannedObstacle,
    PlannedRegion, Point, ScenePlan, TagCost, Tags,
};

const POINT_BYTES: usize = 16;

/// Those sections of a plan in which there is something, and its ground.
pub(super) fn sections(plan: &ScenePlan) -> impl Iterator<Item = (Kind, Bytes)> {
    [
        (Kind::Ground, Some(listed(&plan.ground, |out, outline| write_line(out, outline)))),
        (Kind::Obstacles, some(&plan.obstacles, write_obstacle)),
        (Kind::SceneRegions, some(&plan.regions, write_region)),
        (Kind::Costs, some(&plan.costs, write_cost)),
        (Kind::SceneLinks, some(&plan.links, write_link)),
        (Kind::Routes, some(&plan.routes, write_route)),
        (Kind::ScenePlaces, some(&plan.places, write_place)),
    ]
    .into_iter()
    .filter_map(|(kind, bytes)| Some((kind, bytes?)))
}

fn some<T>(items: &[T], write: impl Fn(&mut Bytes, &T)) -> Option<Bytes> {
    (!items.is_empty()).then(|| listed(items, write))
}

fn listed<T>(items: &[T], write: impl Fn(&mut Bytes, &T)) -> Bytes {
    let mut out = Bytes::default();
    out.count(items.len());
    items.iter().for_each(|item| write(&mut out, item));
    out
}

fn write_point(out: &mut Bytes, Point { x, y }: Point) {
    out.f64(x);
    out.f64(y);
}

fn write_line(out: &mut Bytes, points: &[Point]) {
    out.count(points.len());
    points.iter().for_each(|&point| write_point(out, point));
}

fn write_obstacle(out: &mut Bytes, PlannedObstacle { name, outline }: &PlannedObstacle) {
    out.text(name);
    write_line(out, outline);
}

fn write_region(out: &mut Bytes, PlannedRegion { name, tags, outline }: &PlannedRegion) {
    out.text(name);
    out.u16(tags.0);
    write_line(out, outline);
}

fn write_cost(out: &mut Bytes, TagCost { tag, cost }: &TagCost) {
    out.u8(u8::try_from(tag.0.trailing_zeros()).expect("at most 16"));
    match cost {
        GroundCost::Times(times) => {
            out.u8(bits::HAS_PRICE);
            out.f64(*times);
        }
        GroundCost::Closed => out.u8(bits::IS_CLOSED),
    }
}

fn write_link(out: &mut Bytes, PlannedLink { name, link, door }: &PlannedLink) {
    out.text(name);
    write_point(out, link.from);
    write_point(out, link.to);
    out.f64(link.length);
    let two_way = if link.is_two_way { bits::IS_TWO_WAY } else { 0 };
    out.u8(two_way | if *door == Door::Shut { bits::IS_SHUT } else { 0 });
    out.u16(link.tags.0);
}

fn write_route(out: &mut Bytes, PatrolRoute { name, points, is_closed }: &PatrolRoute) {
    out.text(name);
    out.u8(u8::from(*is_closed));
    write_line(out, points);
}

fn write_place(out: &mut Bytes, NamedPoint { name, at }: &NamedPoint) {
    out.text(name);
    write_point(out, *at);
}

/// Reads the plan.
pub(super) fn read(sections: &mut Sections<'_>) -> Result<ScenePlan, FormatError> {
    let mut ground = sections.need(Kind::Ground)?;
    let outlines = ground.count(4, "outlines")?;
    let outlines = (0..outlines).map(|_| read_line(&mut ground)).collect::<Result<_, _>>()?;
    ground.end("ground")?;
    Ok(ScenePlan {
        ground: outlines,
        obstacles: list(sections, Kind::Obstacles, 8, read_obstacle)?,
        regions: list(sections, Kind::SceneRegions, 10, read_region)?,
        costs: list(sections, Kind::Costs, 2, read_cost)?,
        links: list(sections, Kind::SceneLinks, 7 + 2 * POINT_BYTES, read_link)?,
        routes: list(sections, Kind::Routes, 9, read_route)?,
        places: list(sections, Kind::ScenePlaces, 4 + POINT_BYTES, read_place)?,
    })
}

fn read_point(bytes: &mut Cursor<'_>) -> Result<Point, FormatError> {
    Ok(Point::new(bytes.f64("x")?, bytes.f64("y")?))
}

fn read_line(bytes: &mut Cursor<'_>) -> Result<Vec<Point>, FormatError> {
    let points = bytes.count(POINT_BYTES, "points")?;
    (0..points).map(|_| read_point(bytes)).collect()
}

fn read_name(bytes: &mut Cursor<'_>) -> Result<String, FormatError> {
    bytes.text("a name").map(str::to_owned)
}

fn read_obstacle(bytes: &mut Cursor<'_>) -> Result<PlannedObstacle, FormatError> {
    Ok(PlannedObstacle { name: read_name(bytes)?, outline: read_line(bytes)? })
}

fn read_region(bytes: &mut Cursor<'_>) -> Result<PlannedRegion, FormatError> {
    let name = read_name(bytes)?;
    Ok(PlannedRegion { name, tags: Tags(bytes.u16("tags")?), outline: read_line(bytes)? })
}

fn read_cost(bytes: &mut Cursor<'_>) -> Result<TagCost, FormatError> {
    let before = *bytes;
    let number = bytes.u8("a tag")?;
    let tag = Tags::one(u32::from(number));
    let tag = tag.ok_or_else(|| before.wrong(number, "a tag, 0 to 15"))?;
    let before = *bytes;
    let cost = match bytes.u8("a cost's bits")? {
        bits::HAS_PRICE => GroundCost::Times(bytes.f64("a cost")?),
        bits::IS_CLOSED => GroundCost::Closed,
        other => return Err(before.wrong(other, "a cost's bits, 2 or 4")),
    };
    Ok(TagCost { tag, cost })
}

fn read_link(bytes: &mut Cursor<'_>) -> Result<PlannedLink, FormatError> {
    let name = read_name(bytes)?;
    let (from, to) = (read_point(bytes)?, read_point(bytes)?);
    let length = bytes.f64("a length")?;
    let told = bytes.bits(bits::IS_TWO_WAY | bits::IS_SHUT, "a link's bits")?;
    let is_two_way = told & bits::IS_TWO_WAY != 0;
    let tags = Tags(bytes.u16("tags")?);
    let door = if told & bits::IS_SHUT != 0 { Door::Shut } else { Door::Open };
    Ok(PlannedLink { name, link: MeshLink { from, to, length, is_two_way, tags }, door })
}

fn read_route(bytes: &mut Cursor<'_>) -> Result<PatrolRoute, FormatError> {
    let name = read_name(bytes)?;
    let is_closed = bytes.bits(1, "a route's bits")? != 0;
    Ok(PatrolRoute { name, points: read_line(bytes)?, is_closed })
}

fn read_place(bytes: &mut Cursor<'_>) -> Result<NamedPoint, FormatError> {
    Ok(NamedPoint { name: read_name(bytes)?, at: read_point(bytes)? })
}
