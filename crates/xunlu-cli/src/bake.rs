//! `xunlu bake`: a mesh made once, to be read and asked later.

use crate::Ending;
use crate::args::{BakeArgs, SceneArgs};
use crate::failure::Failure;
use crate::files;
use crate::index;
use crate::scene::{Going, Scene};
use crate::screen::Screen;

pub(crate) fn run(args: &BakeArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let who = &args.mover;
    let over = SceneArgs { radius: args.radius, ..SceneArgs::default() };
    let going = Going { who, over: &over, unheeded: who.unheeded_at_any_angle() };
    let scene = Scene::open(&args.map, going, screen)?;
    let name = args.map.map.display();
    if scene.ground.is_some() {
        let expected = "expected a mesh of polygons, a scene, or a map of squares";
        return Err(Failure::BadInput(format!(
            "{name} has triangles in space, whose heights cannot be written yet; {expected}"
        )));
    }
    if scene.has_costs() {
        screen.remark(&format!("warning: {name}: what its ground costs is not kept in a mesh"));
    }
    let mesh = scene.into_mesh();
    if args.index {
        return index::bake(&mesh, args, screen);
    }
    let mut bytes = Vec::new();
    mesh.save(&mut bytes)?;
    files::write(&args.output, &bytes)?;
    if args.output.as_os_str() != "-" {
        let polygons = mesh.polygon_count();
        screen.remark(&format!("wrote {} (mesh of {polygons} polygons)", args.output.display()));
    }
    Ok(Ending::Found)
}
