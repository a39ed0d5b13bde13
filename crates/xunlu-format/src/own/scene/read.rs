//! JSON to the plan of a scene.

use super::model::{
    CostModel, LinkModel, ObstacleModel, PlaceModel, PointModel, RegionModel, RouteModel, SceneFile,
};
use crate::document::{Content, Document};
use crate::order::sort_by_numbers;
use crate::own::check::Wrong;
use crate::own::drawing::{no_tag, tags_of};
use crate::own::model::Object;
use crate::own::names::named_tags;
use xunlu_map::{
    Door, MeshLink, NamedPoint, PatrolRoute, PlannedLink, PlannedObstacle, PlannedRegion, Point,
    ScenePlan, TagCost, Tags,
};

/// The document of a scene's file. People may say costs in any order; they get theirs here.
pub(in crate::own) fn read_scene(file: SceneFile) -> Result<Document, Wrong> {
    let mut costs = numbered("costs", file.costs, cost)?;
    sort_by_numbers(&mut costs, |cost| (cost.tag.0.into(), 0));
    let plan = ScenePlan {
        ground: file.ground.into_iter().map(line).collect(),
        obstacles: file.obstacles.into_iter().map(obstacle).collect(),
        regions: numbered("regions", file.regions, region)?,
        costs,
        links: numbered("links", file.links, link)?,
        routes: file.routes.into_iter().map(route).collect(),
        places: file.places.into_iter().map(place).collect(),
    };
    Ok(Document { tags: named_tags(file.named_tags)?, ..Document::of(Content::Scene(plan)) })
}

/// Each of a list; what is wrong with one is told with its place in it.
fn numbered<M, T>(
    list: &str,
    models: Vec<Object<M>>,
    read: impl Fn(M) -> Result<T, Wrong>,
) -> Result<Vec<T>, Wrong> {
    let read = |(number, Object(model))| {
        read(model).map_err(|(part, found)| (format!("{list}[{number}]{part}"), found))
    };
    models.into_iter().enumerate().map(read).collect()
}

fn obstacle(Object(ObstacleModel { name, outline }): Object<ObstacleModel>) -> PlannedObstacle {
    PlannedObstacle { name, outline: line(outline) }
}

fn region(RegionModel { name, tags, outline }: RegionModel) -> Result<PlannedRegion, Wrong> {
    Ok(PlannedRegion { name, tags: all_of(&tags)?, outline: line(outline) })
}

fn cost(CostModel { tag, cost }: CostModel) -> Result<TagCost, Wrong> {
    let wrong = || (".tag".to_owned(), no_tag(tag));
    Ok(TagCost { tag: Tags::one(u32::from(tag)).ok_or_else(wrong)?, cost: cost.0 })
}

/// A link, as long as the straight line if nothing else is said.
fn link(model: LinkModel) -> Result<PlannedLink, Wrong> {
    let LinkModel { name, from, to, length, one_way, tags, shut } = model;
    let (from, to, tags) = (point(from), point(to), all_of(&tags)?);
    let length = length.0.unwrap_or_else(|| from.distance(to));
    let door = if shut { Door::Shut } else { Door::Open };
    Ok(PlannedLink { name, link: MeshLink { from, to, length, is_two_way: !one_way, tags }, door })
}

fn route(Object(RouteModel { name, points, closed }): Object<RouteModel>) -> PatrolRoute {
    PatrolRoute { name, points: line(points), is_closed: closed }
}

fn place(Object(PlaceModel { name, at }): Object<PlaceModel>) -> NamedPoint {
    NamedPoint { name, at: point(at) }
}

fn all_of(numbers: &[u8]) -> Result<Tags, Wrong> {
    tags_of(numbers).map_err(|(at, found)| (format!(".tags[{at}]"), found))
}

fn line(points: Vec<PointModel>) -> Vec<Point> {
    points.into_iter().map(point).collect()
}

const fn point([x, y]: PointModel) -> Point {
    Point::new(x, y)
}
