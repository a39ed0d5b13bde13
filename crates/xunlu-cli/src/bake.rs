//! `xunlu bake`: a mesh made once, to be read and asked later.

use crate::Ending;
use crate::args::BakeArgs;
use crate::failure::Failure;
use crate::files;
use crate::scene::Scene;
use crate::screen::Screen;

pub(crate) fn run(args: &BakeArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let mover = &args.mover;
    let scene = Scene::open(&args.map, mover, mover.unheeded_at_any_angle(), screen)?;
    if scene.ground.is_some() {
        let name = args.map.map.display();
        let expected = "expected a mesh of polygons, or a map of squares";
        return Err(Failure::BadInput(format!(
            "{name} has triangles in space, whose heights cannot be written yet; {expected}"
        )));
    }
    let mesh = match args.radius {
        None => scene.into_mesh(),
        Some(radius) => scene.into_mesh().for_radius(radius).map_err(|error| {
            Failure::BadInput(format!("{} for --radius {radius}: {error}", args.map.map.display()))
        })?,
    };
    let mut bytes = Vec::new();
    mesh.save(&mut bytes)?;
    files::write(&args.output, &bytes)?;
    if args.output.as_os_str() != "-" {
        let polygons = mesh.polygon_count();
        screen.remark(&format!("wrote {} (mesh of {polygons} polygons)", args.output.display()));
    }
    Ok(Ending::Found)
}
