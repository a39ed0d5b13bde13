//! `xunlu bake`: a mesh made once, to be read and asked later, or an index of all shortest paths.

use crate::Ending;
use crate::args::{BakeArgs, SceneArgs};
use crate::failure::Failure;
use crate::files;
use crate::hierarchy;
use crate::index;
use crate::opened::{Opened, baked, open};
use crate::roadmap;
use crate::scene::{Going, Scene, unfit, unheeded_on};
use crate::screen::Screen;
use xunlu::map::ScenePlan;
use xunlu::mesh::{MeshNotes, PlannedScene, SavedGround, SceneOptions};
use xunlu_format::Content;

pub(crate) fn run(args: &BakeArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let who = &args.mover;
    let over = SceneArgs { radius: args.radius, ..SceneArgs::default() };
    let going = Going { who, over: &over, unheeded: who.unheeded_at_any_angle() };
    if args.hierarchy {
        return hierarchy::bake(open(&args.map, screen)?, args, screen);
    }
    if args.index {
        let scene = match Scene::baked(&args.map, going)? {
            Some(scene) => scene,
            None => {
                let opened = open(&args.map, screen)?;
                if !opened.is_mesh() && !args.any_angle && args.radius.is_none() {
                    return roadmap::bake(opened, args, screen);
                }
                Scene::of(&opened, going)?
            }
        };
        return index::bake(scene.mesh_to_index()?, args, screen);
    }
    let ground = match baked(&args.map.map, &args.map.options().limits)? {
        Some(ground) => of_baked(ground, going, &args.map.map.display().to_string())?,
        None => of_file(&open(&args.map, screen)?, going)?,
    };
    let mut bytes = Vec::new();
    match &ground {
        SavedGround::Mesh(mesh, notes) => mesh.save_with(notes, &mut bytes)?,
        SavedGround::Surface(surface) => surface.save(&mut bytes)?,
    }
    files::write(&args.output, &bytes)?;
    if args.output.as_os_str() != "-" {
        let polygons = ground.mesh().polygon_count();
        screen.remark(&format!("wrote {} (mesh of {polygons} polygons)", args.output.display()));
    }
    Ok(Ending::Found)
}

/// What is written of what was baked before: the same, perhaps for somebody of a size.
fn of_baked(ground: SavedGround, going: Going<'_>, name: &str) -> Result<SavedGround, Failure> {
    going.check_on_a_mesh()?;
    match (ground, going.over.radius) {
        (SavedGround::Mesh(mesh, notes), Some(_)) if mesh.regions().is_empty() => {
            match Scene::of_baked(SavedGround::Mesh(mesh, MeshNotes::default()), going, name)?
                .into_ground()
            {
                SavedGround::Mesh(mesh, _) => Ok(SavedGround::Mesh(mesh, notes)),
                surface => Ok(surface),
            }
        }
        (_, Some(_)) => {
            let expected = "expected the file that it was baked of";
            Err(Failure::BadInput(format!(
                "--radius: {name} has regions or heights, which were made for one size; {expected}"
            )))
        }
        (ground, None) => Ok(ground),
    }
}

/// What is written of a file that was read.
fn of_file(opened: &Opened, going: Going<'_>) -> Result<SavedGround, Failure> {
    match &opened.document.content {
        Content::Scene(plan) => of_plan(plan, opened, going),
        _ => Ok(Scene::of(opened, going)?.into_ground()),
    }
}

/// All ground of a scene, and all that is said of it: whoever asks later says who he is.
fn of_plan(plan: &ScenePlan, opened: &Opened, going: Going<'_>) -> Result<SavedGround, Failure> {
    if let Some(option) = going.unheeded.or_else(|| going.who.first_given()) {
        return Err(unheeded_on("a scene that is baked, which keeps all ground", option));
    }
    let options = SceneOptions::new().radius(going.over.radius.unwrap_or(0.0));
    let planned = PlannedScene::of(plan, &options).map_err(|error| unfit(&opened.name, &error))?;
    let mut notes = planned.notes(plan);
    notes.tags = opened.document.tags.iter().map(|own| (own.tag, own.name.clone())).collect();
    notes.tags.sort_by_key(|&(tag, _)| tag);
    notes.tags.dedup_by_key(|own| own.0);
    Ok(SavedGround::Mesh(planned.scene.mesh().clone(), notes))
}
