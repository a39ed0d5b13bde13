//! `xunlu info`: what a map is, in figures.

use crate::Ending;
use crate::answered::counted;
use crate::args::InfoArgs;
use crate::failure::Failure;
use crate::files::{each, expanded};
use crate::names::Names;
use crate::opened::{Opened, baked, name_of, open_file};
use crate::screen::{Screen, harmless};
use crate::survey::{Survey, survey};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use xunlu::map::{Ground, GroundCost, ScenePlan, TagCost};
use xunlu::mesh::{MeshNotes, NavMesh, PlannedScene, SavedGround, SceneOptions, SurfaceBuilder};
use xunlu::{LinkId, Map, Query, Terrain, World, wire};
use xunlu_format::{Content, Document, NamedTag};

pub(crate) fn run(args: &InfoArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let files = expanded(&args.maps)?;
    let options = args.reading.options();
    screen.begin_progress();
    let mut gap = "";
    each(&files, "maps", screen, |path, screen| {
        let facts = match baked(path, &options.limits)? {
            Some(ground) => ground_facts(path, &ground),
            None => facts(open_file(path, args.format, &options, screen)?, args)?,
        };
        if args.json {
            let facts: serde_json::Map<String, Value> =
                facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            return Ok(screen.print_json(serde_json::to_string(&facts))?);
        }
        screen.print(format_args!("{gap}{}", harmless(&page(&facts))))?;
        gap = "\n";
        Ok(())
    })
}

/// What is told, in order, under the names it has in JSON.
type Facts = Vec<(&'static str, Value)>;

fn facts(opened: Opened, args: &InfoArgs) -> Result<Facts, Failure> {
    let mut facts: Facts = vec![
        ("map", opened.name.into()),
        ("format", opened.format.name().into()),
        ("bytes", opened.bytes.into()),
    ];
    facts.extend(document_facts(&opened.document));
    let names = Names::of(&opened.document);
    let Content::Map(map) = opened.document.content else { return Ok(facts) };
    let mover = args.mover.on(&map, &names)?.to_mover()?;
    let world = World::with_mover(map, mover)?;
    facts.extend(world_facts(&world)?);
    Ok(facts)
}

/// What was baked.
fn ground_facts(path: &Path, ground: &SavedGround) -> Facts {
    let (kind, bytes) = match ground {
        SavedGround::Mesh(mesh, _) => ("mesh", mesh.bytes()),
        SavedGround::Surface(surface) => ("surface", surface.bytes()),
    };
    let mesh = ground.mesh();
    let mut facts: Facts = vec![
        ("map", name_of(path).into()),
        ("format", "nav".into()),
        ("kind", kind.into()),
        ("polygons", mesh.polygon_count().into()),
        ("islands", mesh.island_count().into()),
        ("mesh_bytes", bytes.into()),
    ];
    if let SavedGround::Mesh(mesh, notes) = ground {
        facts.extend(notes_facts(mesh, notes));
    }
    facts
}

/// What is said of a mesh besides where one can walk.
fn notes_facts(mesh: &NavMesh, notes: &MeshNotes) -> Facts {
    let name_of = |own: &(_, _)| {
        let at = notes.regions.binary_search_by_key(&own.0, |named| named.0);
        at.map_or("", |at| &*notes.regions[at].1)
    };
    let link_name = |(id, _): (LinkId, _)| {
        let at = notes.links.binary_search_by_key(&id, |named| named.0);
        at.map_or("", |at| &*notes.links[at].1)
    };
    let (regions, tags) = (mesh.regions(), notes_tags(notes));
    let lists = [
        ("regions", regions.iter().map(name_of).collect::<Vec<_>>()),
        ("links", mesh.links().map(link_name).collect()),
        ("routes", notes.routes.iter().map(|own| &*own.name).collect()),
        ("places", notes.places.iter().map(|own| &*own.name).collect()),
        ("tags", tags.iter().map(|own| &*own.name).collect()),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    let mut facts: Facts = lists.map(|(name, names)| (name, named(names))).collect();
    facts.extend(costs_told(&notes.costs, &tags).map(|costs| ("costs", costs)));
    facts
}

/// Names of tags, as a document has them.
fn notes_tags(notes: &MeshNotes) -> Vec<NamedTag> {
    notes.tags.iter().map(|(tag, name)| NamedTag { tag: *tag, name: name.clone() }).collect()
}

/// The names of things, or how many there are where none has one.
fn named(names: Vec<&str>) -> Value {
    let is_any = names.iter().any(|name| !name.is_empty());
    let count = names.len();
    let names = names.into_iter().enumerate().map(|(number, name)| match name {
        "" => number.to_string(),
        name => name.to_owned(),
    });
    if is_any { Value::from(names.collect::<Vec<_>>()) } else { count.into() }
}

/// What regions cost, tag by tag. Returns `None` if nothing is said of it.
fn costs_told(costs: &[TagCost], tags: &[NamedTag]) -> Option<Value> {
    let costs = costs.iter().map(|own| {
        let name = tags.iter().find(|named| named.tag == own.tag).map(|named| named.name.clone());
        let name = name.unwrap_or_else(|| own.tag.0.trailing_zeros().to_string());
        match own.cost {
            GroundCost::Times(times) => format!("{name} {times}"),
            GroundCost::Closed => format!("{name} closed"),
        }
    });
    let costs: Vec<String> = costs.collect();
    (!costs.is_empty()).then(|| costs.into())
}

fn document_facts(document: &Document) -> Facts {
    let mut facts = Facts::new();
    let mut tell = |name, value: Value| facts.push((name, value));
    match &document.content {
        Content::Map(map) => {
            tell("kind", map.kind().into());
            tell("size", size_of(map).into());
            tell("links", map.links().count().into());
            if let Some(terrains) = histogram(map, document) {
                tell("terrains", terrains);
            }
        }
        Content::Mesh(mesh) => {
            tell("kind", "mesh".into());
            tell("vertices", mesh.vertices.len().into());
            tell("polygons", mesh.polygons.len().into());
        }
        Content::Triangles(mesh) => {
            tell("kind", "triangles".into());
            tell("vertices", mesh.vertices.len().into());
            tell("triangles", mesh.triangles.len().into());
            // What a person could walk on, if anything.
            if let Ok(ground) = SurfaceBuilder::new().build(mesh) {
                tell("walkable_polygons", ground.mesh().polygon_count().into());
            }
        }
        Content::Scene(scene) => {
            tell("kind", "scene".into());
            for (name, value) in scene_facts(scene, &document.tags) {
                tell(name, value);
            }
        }
    }
    let names = |names: Vec<&str>| Value::from(names);
    let places: Vec<&str> = document.places.iter().map(|place| place.name.as_str()).collect();
    let regions: Vec<&str> = document.regions.iter().map(|region| region.name.as_str()).collect();
    let tags: Vec<&str> = document.tags.iter().map(|tag| tag.name.as_str()).collect();
    for (name, list) in [("places", places), ("regions", regions), ("tags", tags)] {
        if !list.is_empty() {
            tell(name, names(list));
        }
    }
    facts
}

/// What lies on a scene, by its names where it has some, and the mesh that is made of it.
fn scene_facts(plan: &ScenePlan, tags: &[NamedTag]) -> Facts {
    let obstacles = plan.obstacles.len();
    let mut facts: Facts =
        vec![("ground", plan.ground.len().into()), ("obstacles", obstacles.into())];
    let lists = [
        ("regions", plan.regions.iter().map(|own| &*own.name).collect::<Vec<_>>()),
        ("links", plan.links.iter().map(|own| &*own.name).collect()),
        ("routes", plan.routes.iter().map(|own| &*own.name).collect()),
        ("places", plan.places.iter().map(|own| &*own.name).collect()),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    facts.extend(lists.map(|(name, names)| (name, named(names))));
    facts.extend(costs_told(&plan.costs, tags).map(|costs| ("costs", costs)));
    match PlannedScene::of(plan, &SceneOptions::new()) {
        Ok(made) => {
            let mesh = made.scene.mesh();
            facts.push(("polygons", mesh.polygon_count().into()));
            facts.push(("islands", mesh.island_count().into()));
            facts.push(("mesh_bytes", mesh.bytes().into()));
        }
        Err(error) => facts.push(("no_mesh", error.to_string().into())),
    }
    facts
}

pub(crate) fn size_of(map: &Map) -> String {
    let of_ground = |ground: &Ground| {
        let bounds = ground.bounds();
        match bounds.min == xunlu::Cell::default() {
            true => bounds.size.to_string(),
            false => format!("{} from {}", bounds.size, bounds.min),
        }
    };
    if let Map::Waypoints(graph) = map {
        return counted(u64::from(graph.len()), "waypoint", "waypoints");
    }
    map.grounds().map(of_ground).collect::<Vec<_>>().join(" + ")
}

/// How many cells have which terrain, the most frequent first.
fn histogram(map: &Map, document: &Document) -> Option<Value> {
    let grounds: Vec<&Ground> = map.grounds().collect();
    if grounds.is_empty() {
        return None;
    }
    let count = |terrain| grounds.iter().map(|ground| u64::from(ground.count(terrain))).sum();
    let mut counts: Vec<(Terrain, u64)> = (0..=u8::MAX)
        .map(|number| (Terrain(number), count(Terrain(number))))
        .filter(|&(_, count)| count > 0)
        .collect();
    counts.sort_by_key(|&(terrain, count)| (std::cmp::Reverse(count), terrain));
    let entry = |(terrain, cells): (Terrain, u64)| {
        let named = document.terrains.iter().find(|named| named.terrain == terrain);
        let name = named.and_then(|named| named.name.clone());
        let name = name.or_else(|| well_known(terrain).map(str::to_owned));
        match name {
            Some(name) => json!({"terrain": terrain.0, "name": name, "cells": cells}),
            None => json!({"terrain": terrain.0, "cells": cells}),
        }
    };
    Some(counts.into_iter().map(entry).collect())
}

const fn well_known(terrain: Terrain) -> Option<&'static str> {
    match terrain {
        Terrain::OPEN => Some("open"),
        Terrain::WALL => Some("wall"),
        Terrain::VOID => Some("void"),
        _ => None,
    }
}

fn world_facts(world: &World) -> Result<Facts, Failure> {
    let Survey { open, components, largest, within_largest, bends } = survey(world);
    let mut facts = Facts::new();
    let mut tell = |name, value: Value| facts.push((name, value));
    tell("open", open.into());
    tell("components", components.into());
    tell("largest_component", largest.into());
    if let Some(bends) = bends {
        tell("corners", bends.corners.into());
        tell("corridor_cells", bends.corridors.into());
        tell("dead_ends", bends.dead_ends.into());
    }
    tell("index_bytes", world.index_bytes().into());
    if let Some(place) = within_largest {
        let choice = world.choose(&Query::between(place, place))?;
        tell("algorithm", wire::algorithm_name(Some(choice.algorithm)).into());
        tell("reason", choice.reason.words().into());
    }
    Ok(facts)
}

/// The facts for people: a line each.
fn page(facts: &Facts) -> String {
    let mut page = String::new();
    for (name, value) in facts {
        let label = name.replace('_', " ");
        let told = match (*name, value) {
            (_, Value::String(text)) => text.clone(),
            ("terrains", Value::Array(terrains)) => {
                terrains.iter().map(terrain_line).collect::<Vec<_>>().join(&format!("\n{:20}", ""))
            }
            (_, Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str);
                names.collect::<Vec<_>>().join(", ")
            }
            ("bytes" | "index_bytes", Value::Number(bytes)) => {
                format!("{} bytes", grouped(bytes.as_u64().unwrap_or_default()))
            }
            (_, Value::Number(number)) => grouped(number.as_u64().unwrap_or_default()),
            (_, other) => other.to_string(),
        };
        writeln!(page, "{label:<20}{told}").expect("writing to a string never fails");
    }
    page
}

fn terrain_line(entry: &Value) -> String {
    let number = entry["terrain"].as_u64().unwrap_or_default();
    let cells = grouped(entry["cells"].as_u64().unwrap_or_default());
    let name = entry["name"].as_str().unwrap_or_default();
    format!("{cells:>13} x terrain {number:<3} {name}").trim_end().to_owned()
}

/// `1,234,567`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        let told = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(told, ["0", "999", "1,000", "1,234,567"]);
    }
}
