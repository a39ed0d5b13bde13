//! Scenes that were drawn: to whom which ground is open, what it costs, and what links are called.

use super::{Found, Going, Scene, counted, pairs_of, rounded, said, unfit, unheeded_on, way_of};
use crate::failure::Failure;
use crate::names::Names;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use xunlu::LinkId;
use xunlu::map::{Point, Quoted, ScenePlan, Tags};
use xunlu::mesh::{
    CostedPath, MeshSpace, PlannedScene, RegionCosts, RegionRule, SceneOptions, TakenLink,
};

/// A path over ground of several costs costs at most so much more than the cheapest, as a part of it.
const EXCESS: f64 = 0.01;

/// What was drawn besides the ground, for one mover.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) tags: Tags,
    /// What ground costs, where some does not cost its length.
    pub(super) costs: Option<RegionCosts>,
    // The names of links, where they have some.
    links: BTreeMap<LinkId, String>,
}

impl Scene {
    /// The scene of a plan, without the ground where this mover does not go.
    pub(super) fn of_plan(
        plan: &ScenePlan,
        names: &Names,
        going: Going<'_>,
        name: &str,
    ) -> Result<Scene, Failure> {
        if let Some(option) = going.unheeded.or_else(|| going.who.first_but_tags()) {
            return Err(unheeded_on("a scene", option));
        }
        let tags_of = |option: &str, told: &[String]| {
            let tags = told.iter().map(|tag| tag_of(plan, names, option, tag));
            tags.collect::<Result<Vec<Tags>, Failure>>()
                .map(|tags| tags.into_iter().fold(Tags::NONE, |all, tag| all | tag))
        };
        let tags = tags_of("--tags", &going.who.tags)?;
        let avoid = tags_of("--avoid", &going.over.avoid)?;
        let only = tags_of("--only", &going.over.only)?;
        let options = SceneOptions::new().radius(going.over.radius.unwrap_or(0.0));
        let planned = PlannedScene::of(plan, &options).map_err(|error| unfit(name, &error))?;
        let closed = Tags(planned.closed.0 & !tags.0);
        let rule = RegionRule::only(only).and_avoiding(avoid | closed);
        let PlannedScene { mut scene, links, costs, .. } = planned;
        let mesh = match rule == RegionRule::default() {
            true => scene.mesh().clone(),
            false => scene.mesh_by(rule).clone(),
        };
        let named = plan.links.iter().zip(&links).filter(|(own, _)| !own.name.is_empty());
        let planned = Planned {
            tags,
            costs: Some(costs).filter(|costs| !costs.is_length()),
            links: named.filter_map(|(own, id)| Some(((*id)?, own.name.clone()))).collect(),
        };
        let places = plan.places.clone();
        Ok(Scene { places, planned: Some(planned), ..Scene::of_mesh(mesh) })
    }

    /// A cheapest path, nearly, and what any costs at least.
    pub(super) fn cheapest(&self, costs: &RegionCosts, from: Point, to: Point) -> Found {
        let tags = self.planned.as_ref().map_or(Tags::NONE, |planned| planned.tags);
        let (ends, mut space) = ([from, to], MeshSpace::new());
        let found = self.mesh.cheapest_path_for(tags, costs, EXCESS, ends, &mut space);
        let Some(CostedPath { points, cost, lower_bound, links }) = found else {
            return Found::unreachable(from, to);
        };
        let told = format!(
            "{} to {}: costs {}, and no path less than {}; {}.{}",
            said(from),
            said(to),
            rounded(cost),
            rounded(lower_bound),
            way_of(&points),
            self.links_told(&points, &links)
        );
        let points_told = pairs_of(&points);
        let mut path = json!({ "cost": cost, "lower_bound": lower_bound, "points": points_told });
        if !links.is_empty() {
            path["links"] = self.links_json(&links);
        }
        Found { told, json: json!({ "outcome": "found", "path": path }), line: points }
    }

    /// A sentence about the links that a path takes; nothing if it takes none.
    pub(super) fn links_told(&self, points: &[Point], links: &[TakenLink]) -> String {
        if links.is_empty() {
            return String::new();
        }
        let told = links.iter().map(|taken| {
            let at = points.get(taken.leg).copied().unwrap_or_default();
            let name = self.link_name(taken).map_or(String::new(), |name| format!("{name} "));
            format!("{name}at {}", said(at))
        });
        let told: Vec<String> = told.collect();
        format!(" It takes {}: {}.", counted(told.len(), "link", "links"), told.join(", "))
    }

    pub(super) fn links_json(&self, links: &[TakenLink]) -> Value {
        let told = links.iter().map(|taken| {
            let mut link =
                json!({ "leg": taken.leg, "link": taken.link.0, "is_back": taken.is_back });
            if let Some(name) = self.link_name(taken) {
                link["name"] = json!(name);
            }
            link
        });
        told.collect()
    }

    fn link_name(&self, taken: &TakenLink) -> Option<&str> {
        let planned = self.planned.as_ref()?;
        planned.links.get(&taken.link).map(String::as_str)
    }
}

/// The tag of this name or number.
fn tag_of(plan: &ScenePlan, names: &Names, option: &str, text: &str) -> Result<Tags, Failure> {
    let tag = names.tag(option, text);
    if tag.is_err()
        && let Some(region) = plan.regions.iter().find(|region| region.name == text)
    {
        let tags: Vec<String> = region.tags.numbers().map(|tag| names.tag_said(tag)).collect();
        let expected = match tags.is_empty() {
            true => "expected one with a tag".to_owned(),
            false => format!("expected a tag of it: {}", tags.join(", ")),
        };
        let text = Quoted(text);
        return Err(Failure::BadInput(format!("{option}: {text} is a region; {expected}")));
    }
    let number = tag?;
    Tags::one(number).ok_or_else(|| {
        let expected = "expected a number from 0 to 15";
        Failure::BadInput(format!("{option}: there is no tag {number}; {expected}"))
    })
}
