//! Scenes that were drawn: to whom which ground is open, what it costs, and what links are called.

use super::{Found, Going, Scene, counted, pairs_of, rounded, said, unfit, way_of};
use crate::failure::Failure;
use crate::names::Names;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use xunlu::LinkId;
use xunlu::map::{Point, Quoted, ScenePlan, Tags};
use xunlu::mesh::{
    CostedPath, MeshNotes, MeshSpace, NavMesh, PlannedScene, RegionCosts, RegionRule, SceneOptions,
    TakenLink,
};
use xunlu_format::NamedTag;

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
        going.check_on_a_scene()?;
        let named = plan.regions.iter().map(|own| (&*own.name, own.tags));
        let asked = Asked::of(going, names, &named.collect::<Vec<_>>())?;
        let options = SceneOptions::new().radius(going.over.radius.unwrap_or(0.0));
        let planned = PlannedScene::of(plan, &options).map_err(|error| unfit(name, &error))?;
        let notes = planned.notes(plan);
        let mut scene = planned.scene;
        let rule = asked.rule(&notes);
        let mesh = match rule == RegionRule::default() {
            true => scene.mesh().clone(),
            false => scene.mesh_by(rule).clone(),
        };
        Ok(Scene::of_mesh(mesh).with_notes(&notes, asked.tags))
    }

    /// The scene of a mesh that was baked with what was said of it, for this mover.
    pub(super) fn of_notes(
        mesh: NavMesh,
        notes: &MeshNotes,
        going: Going<'_>,
        name: &str,
    ) -> Result<Scene, Failure> {
        going.check_on_a_scene()?;
        let tags = notes.tags.iter().map(|(tag, name)| NamedTag { tag: *tag, name: name.clone() });
        let names = Names::of_tags(tags.collect());
        let all = mesh.regions();
        let named = notes.regions.iter().filter_map(|(id, name)| {
            let at = all.binary_search_by_key(id, |own| own.0).ok()?;
            Some((&**name, all[at].1))
        });
        let asked = Asked::of(going, &names, &named.collect::<Vec<_>>())?;
        let rule = asked.rule(notes);
        let mesh = if rule == RegionRule::default() { mesh } else { mesh.by_rule(rule) };
        let scene = Scene::of_mesh(mesh).with_notes(notes, asked.tags);
        let has_costs = scene.planned.as_ref().is_some_and(|planned| planned.costs.is_some());
        if has_costs && going.over.radius.is_some() {
            let expected = "expected one that was baked for that radius";
            return Err(Failure::BadInput(format!(
                "--radius: on {name} ground differs in what it costs; {expected}"
            )));
        }
        scene.for_radius(going.over, name)
    }

    /// The same with what was said of it, for somebody with these tags.
    fn with_notes(self, notes: &MeshNotes, tags: Tags) -> Scene {
        let costs = Some(notes.region_costs()).filter(|costs| !costs.is_length());
        let links = notes.links.iter().cloned().collect();
        let planned = Some(Planned { tags, costs, links });
        Scene { places: notes.places.clone(), planned, ..self }
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

/// What is asked of regions: which tags somebody has, and where he goes.
struct Asked {
    tags: Tags,
    avoid: Tags,
    only: Tags,
}

impl Asked {
    /// What the arguments say, given the names of tags, and of regions with their tags.
    fn of(going: Going<'_>, names: &Names, regions: &[(&str, Tags)]) -> Result<Asked, Failure> {
        let tags_of = |option: &str, told: &[String]| {
            let tags = told.iter().map(|tag| tag_of(regions, names, option, tag));
            tags.collect::<Result<Vec<Tags>, Failure>>()
                .map(|tags| tags.into_iter().fold(Tags::NONE, |all, tag| all | tag))
        };
        Ok(Asked {
            tags: tags_of("--tags", &going.who.tags)?,
            avoid: tags_of("--avoid", &going.over.avoid)?,
            only: tags_of("--only", &going.over.only)?,
        })
    }

    /// Where he goes, and what is closed to him.
    fn rule(&self, notes: &MeshNotes) -> RegionRule {
        let closed = Tags(notes.closed().0 & !self.tags.0);
        RegionRule::only(self.only).and_avoiding(self.avoid | closed)
    }
}

/// The tag of this name or number.
fn tag_of(
    regions: &[(&str, Tags)],
    names: &Names,
    option: &str,
    text: &str,
) -> Result<Tags, Failure> {
    let tag = names.tag(option, text);
    if tag.is_err()
        && let Some((_, tags)) = regions.iter().find(|(name, _)| *name == text)
    {
        let tags: Vec<String> = tags.numbers().map(|tag| names.tag_said(tag)).collect();
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
