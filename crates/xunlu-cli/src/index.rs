//! Hub labels of a mesh, the index of shortest paths: made by `bake --index`, asked by `find --index`.

use crate::Ending;
use crate::args::BakeArgs;
use crate::failure::Failure;
use crate::files;
use crate::opened::name_of;
use crate::screen::Screen;
use crate::threads::threads;
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use xunlu::mesh::{HubLabelOptions, HubLabelStage, HubLabels, NavMesh};

/// Writes the labels of a mesh where the mesh itself would be written.
pub(crate) fn bake(
    mesh: &NavMesh,
    args: &BakeArgs,
    screen: &mut Screen,
) -> Result<Ending, Failure> {
    let name = name_of(&args.map.map);
    screen.begin_progress();
    let labels = {
        let screen = Mutex::new(&mut *screen);
        let goes_on = |stage, part| {
            // Who finds another thread telling need not tell, too.
            if let Ok(mut screen) = screen.try_lock() {
                screen.tell_part(part, thing_made(stage));
            }
            true
        };
        HubLabels::bake(mesh, &options(args.index_memory), &goes_on)
            .map_err(|error| Failure::BadInput(format!("{name}: {error}")))?
    };
    let mut bytes = Vec::new();
    labels.save(&mut bytes)?;
    files::write(&args.output, &bytes)?;
    if args.output.as_os_str() != "-" {
        let told = args.output.display();
        let takes = labels.bytes().div_ceil(1000);
        let polygons = mesh.polygon_count();
        screen
            .remark(&format!("wrote {told} (index of {polygons} polygons, {takes} kB in memory)"));
    }
    Ok(Ending::Found)
}

/// The labels of a mesh in a file.
pub(crate) fn load(mesh: &NavMesh, path: &Path) -> Result<HubLabels, Failure> {
    let expected = "expected what `xunlu bake --index` wrote for this mesh";
    let wrong = |error: &dyn std::error::Error| {
        Failure::BadInput(format!("{}: {error}; {expected}", path.display()))
    };
    let file = File::open(path).map_err(|error| wrong(&error))?;
    HubLabels::load(mesh, file, &options(None), &|_, _| true).map_err(|error| wrong(&error))
}

/// What progress is told of.
fn thing_made(stage: HubLabelStage) -> &'static str {
    match stage {
        HubLabelStage::Views => "what corners see",
        HubLabelStage::Order => "the order of corners",
        _ => "the paths",
    }
}

/// In so many megabytes, by as many threads as the machine has.
fn options(megabytes: Option<u32>) -> HubLabelOptions {
    let options = HubLabelOptions::new().threads(threads());
    match megabytes {
        Some(megabytes) => options.memory_bytes_max(megabytes as usize * 1_000_000),
        None => options,
    }
}
