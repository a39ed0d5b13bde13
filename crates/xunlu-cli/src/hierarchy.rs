//! Hierarchies in files: made by `bake --hierarchy`, asked by `find --index`.

use crate::Ending;
use crate::args::BakeArgs;
use crate::asking::Asked;
use crate::failure::Failure;
use crate::files;
use crate::mapped::mapped;
use crate::opened::{Opened, name_of};
use crate::screen::Screen;
use crate::threads::threads;
use std::path::Path;
use xunlu::{Algorithm, MoverId, World};

/// Writes the hierarchy of a map and the mover that was asked for.
pub(crate) fn bake(
    opened: Opened,
    args: &BakeArgs,
    screen: &mut Screen,
) -> Result<Ending, Failure> {
    let name = name_of(&args.map.map);
    let (map, names) = opened.into_map()?;
    let mover = args.mover.on(&map, &names)?.to_mover()?;
    let mut world = World::with_mover(map, mover)?;
    let before = world.index_bytes();
    if !world.build_hierarchy(MoverId::FIRST, threads())? {
        return Err(Failure::BadInput(format!(
            "--hierarchy: {name} has none for such a mover; expected squares of one price without links"
        )));
    }
    let mut bytes = Vec::new();
    world.save_hierarchy(MoverId::FIRST, &mut bytes)?;
    files::write(&args.output, &bytes)?;
    if args.output.as_os_str() != "-" {
        let told = args.output.display();
        let takes = (world.index_bytes() - before).div_ceil(1000);
        screen.remark(&format!("wrote {told} (hierarchy, {takes} kB in memory)"));
    }
    Ok(Ending::Found)
}

/// Whether a file may be one, by how it begins.
pub(crate) fn is_one(path: &Path) -> bool {
    mapped(path).is_ok_and(|bytes| World::is_saved_hierarchy(&bytes))
}

/// Has the question answered by the hierarchy in a file.
pub(crate) fn attach(asked: &mut Asked, path: &Path) -> Result<(), Failure> {
    let told = path.display();
    let (Some(Algorithm::Hierarchy | Algorithm::HierarchyExact), mover) =
        (asked.query.algorithm, asked.query.mover)
    else {
        return Err(Failure::BadInput(format!(
            "{told}: this is a hierarchy; expected --algorithm hierarchy or hierarchy-exact"
        )));
    };
    let wrong = |error: &dyn std::error::Error| {
        let expected = "expected what `xunlu bake --hierarchy` wrote for this map and mover";
        Failure::BadInput(format!("{told}: {error}; {expected}"))
    };
    let bytes = mapped(path).map_err(|error| wrong(&error))?;
    let read = asked.world.load_hierarchy(mover, &bytes, threads());
    read.map_err(|error| wrong(&error))
}
