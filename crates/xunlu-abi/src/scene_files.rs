//! Files as scenes: meshes of polygons.

use crate::files::{read_at_hand, take};
use crate::memory::read;
use crate::scenes;
use crate::status::{AbiCode, Failure, number_of};
use xunlu::mesh::NavMesh;
use xunlu_format::{Content, Reader};

/// Has meshes of polygons read from here on.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_scenes() {
    take(&[Reader::MESH]);
}

/// Reads a file at hand into a scene, by the readers that were taken. Returns the scene's number, or 0.
///
/// # Safety
/// So many bytes may be read from `name` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_read(name: *const u8, name_length: u32) -> u32 {
    // SAFETY: promised by the caller.
    let name = unsafe { read(name, name_length) };
    number_of(read_at_hand(name).and_then(|read| match &read.document.content {
        Content::Mesh(mesh) => scenes::add(NavMesh::new(mesh)?),
        _ => {
            let words = "this is no scene; expected a mesh of polygons";
            Err(Failure::of(AbiCode::CannotShow, words, &[]))
        }
    }))
}
