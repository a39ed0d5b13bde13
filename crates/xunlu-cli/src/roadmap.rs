//! Roadmaps of cells and waypoints, the index of cheapest paths from place to place: made by
//! `bake --index`, asked by `find --index`.

use crate::Ending;
use crate::args::BakeArgs;
use crate::failure::Failure;
use crate::files;
use crate::mapped::mapped;
use crate::opened::{Opened, name_of};
use crate::screen::Screen;
use crate::threads::threads;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xunlu::roadmap::{NoRoadmap, Roadmap, RoadmapOptions, RoadmapStage};
use xunlu::{MoverId, World};
use xunlu_bench::{BenchError, Solver, saved_roadmaps};

/// Writes the roadmap of a map and the mover that was asked for.
pub(crate) fn bake(
    opened: Opened,
    args: &BakeArgs,
    screen: &mut Screen,
) -> Result<Ending, Failure> {
    let name = name_of(&args.map.map);
    let (map, names) = opened.into_map()?;
    let mover = args.mover.on(&map, &names)?.to_mover()?;
    let world = World::with_mover(map, mover)?;
    screen.begin_progress();
    let roadmap = {
        let screen = std::cell::RefCell::new(&mut *screen);
        let goes_on = |stage, part| {
            screen.borrow_mut().tell_part(part, thing_made(stage));
            true
        };
        let view = world.view(MoverId::FIRST)?;
        let made = view.bake_roadmap(&options(args.index_memory), &goes_on);
        made.map_err(|error| refused(&name, &error))?
    };
    let mut bytes = Vec::with_capacity(roadmap.bytes());
    roadmap.save(&mut bytes)?;
    files::write(&args.output, &bytes)?;
    if args.output.as_os_str() != "-" {
        let told = args.output.display();
        let takes = roadmap.bytes().div_ceil(1000);
        let (count, what) = if roadmap.is_of_steps() {
            (roadmap.entry_count(), "shortcuts")
        } else {
            let what = if roadmap.is_of_waypoints() { "hubs" } else { "turns" };
            (roadmap.subgoal_count(), what)
        };
        screen.remark(&format!("wrote {told} (roadmap of {count} {what}, {takes} kB in memory)"));
    }
    Ok(Ending::Found)
}

/// Attaches the roadmap in a file to a mover.
pub(crate) fn attach(world: &mut World, mover: MoverId, path: &Path) -> Result<(), Failure> {
    let roadmap = load(world, mover, path)?;
    Ok(world.attach_roadmap(mover, Arc::new(roadmap))?)
}

/// The algorithm that looks paths up in a roadmap that was written, or for each map in that of its name in a
/// folder.
pub(crate) fn saved(index: PathBuf) -> Solver {
    saved_roadmaps(move |map| {
        let path = match index.is_dir() {
            true => index.join(Path::new(&map.map).with_extension("roadmap")),
            false => index.clone(),
        };
        mapped(&path).map_err(|error| {
            let told = path.display();
            BenchError::new(format!("{told}: {error}; expected what `xunlu bake --index` wrote"))
        })
    })
}

fn load(world: &World, mover: MoverId, path: &Path) -> Result<Roadmap, Failure> {
    let expected = "expected what `xunlu bake --index` wrote for this map and mover";
    let wrong = |error: &dyn std::error::Error| {
        Failure::BadInput(format!("{}: {error}; {expected}", path.display()))
    };
    let bytes = mapped(path).map_err(|error| wrong(&error))?;
    let read = world.view(mover)?.load_roadmap(bytes, threads());
    read.map_err(|error| wrong(&error))
}

fn refused(name: &str, error: &NoRoadmap) -> Failure {
    let expected = match error {
        NoRoadmap::Refused(_) => "; expected a mover whose turns cost nothing, or --any-angle",
        _ => "",
    };
    Failure::BadInput(format!("{name}: {error}{expected}"))
}

/// What progress is told of.
fn thing_made(stage: RoadmapStage) -> &'static str {
    match stage {
        RoadmapStage::Order => "the order",
        _ => "the paths",
    }
}

/// In so many megabytes, by as many threads as the machine has.
fn options(megabytes: Option<u32>) -> RoadmapOptions {
    let options = RoadmapOptions::new().threads(threads());
    megabytes.map_or(options, |megabytes| options.memory_bytes_max(megabytes as usize * 1_000_000))
}
