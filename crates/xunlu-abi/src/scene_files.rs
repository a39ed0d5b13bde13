//! Files as scenes: meshes of polygons, triangles in space as the ground that one can walk on, and plans.

use crate::files::{read_at_hand, take};
use crate::memory::read;
use crate::scene::SceneSession;
use crate::scene_plans::scene_of;
use crate::scenes;
use crate::status::{AbiCode, Failure, number_of};
use std::cell::RefCell;
use xunlu::map::{ScenePlan, TriangleMesh};
use xunlu::mesh::{NavMesh, SurfaceBuilder};
use xunlu_format::{Content, NamedTag, Reader};

/// Makes a scene of triangles.
type Grounding = fn(&TriangleMesh) -> Result<SceneSession, Failure>;

/// Makes a scene of its plan, whose tags may have names.
type Planning = fn(&ScenePlan, &[NamedTag]) -> Result<SceneSession, Failure>;

thread_local! {
    // Only if somebody takes it: WebAssembly has it in no other file. A list, since of a single place the
    // compiler knows what alone is ever put there, and calls it.
    static GROUNDINGS: RefCell<Vec<Grounding>> = const { RefCell::new(Vec::new()) };
    static PLANNINGS: RefCell<Vec<Planning>> = const { RefCell::new(Vec::new()) };
}

/// Has meshes of polygons read from here on.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_scenes() {
    take(&[Reader::MESH]);
}

/// Has triangles in space read from here on, and ground made of them.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_triangles() {
    take(&[Reader::OBJ]);
    GROUNDINGS.set(vec![|triangles| {
        let ground = SurfaceBuilder::new().build(triangles)?;
        Ok(SceneSession::of_storeys(ground.mesh().clone()))
    }]);
}

/// Has our own documents read from here on, and scenes made of the plans that are read: of these, and of
/// Tiled's maps of shapes where their readers were taken.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_plans() {
    take(&[Reader::JSON, Reader::BINARY]);
    PLANNINGS.set(vec![scene_of]);
}

/// Reads a file at hand into a scene, by the readers that were taken. Of triangles the ground is made for
/// somebody of a person's size, with a metre as the unit; it is seen from above, may lie over itself, and
/// takes neither obstacles nor another radius. What is odd about the file `xunlu_read_facts` tells, as
/// warnings. Returns the scene's number, or 0.
///
/// # Safety
/// So many bytes may be read from `name` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_read(name: *const u8, name_length: u32) -> u32 {
    // SAFETY: promised by the caller.
    let name = unsafe { read(name, name_length) };
    number_of(read_at_hand(name).and_then(|read| match &read.document.content {
        Content::Mesh(mesh) => scenes::add(SceneSession::new(NavMesh::new(mesh)?)),
        Content::Triangles(triangles) => {
            let make =
                GROUNDINGS.with_borrow(|taken| taken.last().copied()).ok_or_else(no_scene)?;
            make(triangles).and_then(scenes::add)
        }
        Content::Scene(plan) => {
            let make = PLANNINGS.with_borrow(|taken| taken.last().copied());
            let make = make.ok_or_else(no_scene)?;
            make(plan, &read.document.tags).and_then(scenes::add)
        }
        Content::Map(_) => Err(no_scene()),
    }))
}

fn no_scene() -> Failure {
    let words = "this is no scene; expected a mesh of polygons or of triangles, or a plan";
    Failure::of(AbiCode::CannotShow, words, &[])
}
