//! Meshes in files: the fuzzer makes the bytes, and their checksums are made true.

use std::io::Cursor;
use xunlu::map::{Point, Tags};
use xunlu::mesh::{MeshSpace, PagedMesh, SavedGround, SurfacePoint};

/// What stands before the lengths of tiles, and what is said of each tile and section.
const HEAD: usize = 60;
const ENTRY: usize = 12;
const SECTION: usize = 16;

/// Reading never panics, nor does asking; what was read whole is written and read back as it was.
pub fn check_nav(bytes: &[u8]) {
    let mut signed = bytes.to_vec();
    let _ = sign(&mut signed);
    for file in [bytes, &signed] {
        if let Ok(ground) = SavedGround::load(Cursor::new(file)) {
            check_whole(&ground);
        }
        if let Ok(paged) = PagedMesh::open(Cursor::new(file), 0) {
            check_paged(paged);
        }
    }
}

fn check_whole(ground: &SavedGround) {
    let (from, to, mut space) = (Point::new(1.0, 1.0), Point::new(7.0, 6.5), MeshSpace::new());
    let mut written = Vec::new();
    let _ = match ground {
        SavedGround::Mesh(mesh, notes) => {
            let costs = notes.region_costs();
            let _ = mesh.by_rule(notes.rule(Tags::NONE)).shortest_path(from, to, &mut space);
            let _ = mesh.cheapest_path(&costs, 0.5, from, to, &mut space);
            mesh.save_with(notes, &mut written)
        }
        SavedGround::Surface(surface) => {
            let spot = |at| SurfacePoint { at, height: 1.0 };
            let _ = surface.shortest_path(spot(from), spot(to), &mut space);
            let _ = surface.raycast(spot(from), to);
            surface.save(&mut written)
        }
    };
    let again = SavedGround::load(Cursor::new(&written)).expect("we read what we wrote");
    let mut twice = Vec::new();
    let _ = match &again {
        SavedGround::Mesh(mesh, notes) => mesh.save_with(notes, &mut twice),
        SavedGround::Surface(surface) => surface.save(&mut twice),
    };
    assert!(written == twice, "the mesh changed");
}

fn check_paged(mut paged: PagedMesh<Cursor<&[u8]>>) {
    let (from, to, mut space) = (Point::new(1.0, 1.0), Point::new(7.0, 6.5), MeshSpace::new());
    let _ = paged.shortest_path(from, to, &mut space);
    let _ = paged.raycast(from, to);
    let _ = paged.nearest(from, 4.0);
    let (costs, rule) = (paged.notes().region_costs(), paged.notes().rule(Tags::NONE));
    let _ = paged.cheapest_path(&costs, 0.5, from, to, &mut space);
    if let Ok(mut ruled) = paged.by_rule(rule, Cursor::new(Vec::new())) {
        let _ = ruled.shortest_path(from, to, &mut space);
    }
}

/// Makes all checksums true. `None` where the bytes are too few for what they say.
fn sign(file: &mut [u8]) -> Option<()> {
    let number = |file: &[u8], at: usize| -> Option<usize> {
        let bytes = file.get(at..at.checked_add(4)?)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let tiles = number(file, 48)?.checked_mul(number(file, 52)?)?;
    let head_end = HEAD.checked_add(tiles.checked_mul(ENTRY)?)?;
    let mut at = head_end.checked_add(8)?;
    if number(file, 8)? == 3 {
        let count = number(file, at)?;
        let table_end = at.checked_add(4)?.checked_add(count.checked_mul(SECTION)?)?;
        let mut start = table_end.checked_add(8)?;
        for own in 0..count {
            let entry = at + 4 + own * SECTION;
            let end = start.checked_add(number(file, entry + 4)?)?;
            let sum = fnv(file.get(start..end)?);
            file.get_mut(entry + 8..entry + 16)?.copy_from_slice(&sum);
            start = end;
        }
        let sum = fnv(file.get(at..table_end)?);
        file.get_mut(table_end..table_end + 8)?.copy_from_slice(&sum);
        at = start;
    }
    for entry in (0..tiles).map(|own| HEAD + own * ENTRY) {
        let end = at.checked_add(number(file, entry)?)?;
        let sum = fnv(file.get(at..end)?);
        file.get_mut(entry + 4..entry + 12)?.copy_from_slice(&sum);
        at = end;
    }
    let sum = fnv(file.get(..head_end)?);
    file.get_mut(head_end..head_end + 8)?.copy_from_slice(&sum);
    Some(())
}

fn fnv(bytes: &[u8]) -> [u8; 8] {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.to_le_bytes()
}
