//! Grids as MovingAI maps, and what of them a MovingAI map cannot hold.

use super::{SWAMP, SWIMS, WATER};
use crate::document::{Content, Document, Look};
use crate::done::{Written, not_kept};
use crate::error::FormatError;
use xunlu_map::{Cell, Exits, Grid, Map, Tags, Terrain};

/// The grid of a document as a `.map`, its least corner at 0,0.
///
/// # Errors
/// When the document is anything but one grid of square cells.
pub(crate) fn write(document: &Document) -> Result<Written, FormatError> {
    let grid = grid_of(document)?;
    let size = grid.bounds().size;
    let mut bytes =
        format!("type octile\nheight {}\nwidth {}\nmap\n", size.height, size.width).into_bytes();
    let terrain = grid.ground().terrain();
    for row in terrain.rows_of(grid.bounds()) {
        bytes.extend(terrain.values()[row].iter().map(|&terrain| character_of(terrain)));
        bytes.push(b'\n');
    }
    let mut warnings = losses_of_grid(grid);
    warnings.extend(losses_of_document(document));
    let warnings = warnings.into_iter().map(not_kept).collect();
    Ok(Written::new(bytes, warnings))
}

fn grid_of(document: &Document) -> Result<&Grid, FormatError> {
    let found = match &document.content {
        Content::Map(Map::Grid(grid)) => return Ok(grid),
        Content::Map(Map::Hex(_)) => "the map is one of hexes",
        Content::Map(Map::Layers(_)) => "the map has layers",
        Content::Map(Map::Waypoints(_)) => "the map is one of waypoints",
        Content::Mesh(_) => "the map is a mesh of polygons",
        Content::Triangles(_) => "the map is a mesh of triangles",
        Content::Scene(_) => "the map is a scene",
    };
    let expected = "one grid of square cells; json and binary hold every map";
    Err(FormatError::not_writable(found, expected))
}

const fn character_of(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::WALL => b'T',
        Terrain::VOID => b'@',
        SWAMP => b'S',
        WATER => b'W',
        _ => b'.',
    }
}

/// What of the grid does not go in.
fn losses_of_grid(grid: &Grid) -> Vec<String> {
    let ground = grid.ground();
    let mut losses = Vec::new();
    let others = (1..=u8::MAX).map(Terrain).filter(|&other| character_of(other) == b'.');
    let flattened: u32 = others.map(|terrain| ground.count(terrain)).sum();
    if flattened > 0 {
        losses
            .push(format!("{flattened} cells are written as plain ground; their terrain is lost"));
    }
    let cells = || grid.bounds().cells();
    let tags_at = |cell| ground.tags().and_then(|tags| tags.get(cell)).unwrap_or(Tags::NONE);
    let told_by = |cell| if grid.terrain(cell) == Some(WATER) { SWIMS } else { Tags::NONE };
    let needs_no_look = ground.tags().is_none() && ground.count(WATER) == 0;
    if !needs_no_look && cells().any(|cell| tags_at(cell) != told_by(cell)) {
        losses.push("tags are left out; water and nothing else has tag 15 when read".to_owned());
    }
    let exits_at = |cell| ground.exits().and_then(|exits| exits.get(cell)).unwrap_or(Exits::ALL);
    if ground.exits().is_some() && cells().any(|cell| exits_at(cell) != Exits::ALL) {
        losses.push("limits to the exits of cells are left out".to_owned());
    }
    if !grid.links().is_empty() {
        losses.push(format!("{} links are left out", grid.links().iter().count()));
    }
    if grid.wrap().is_any() {
        losses.push("the edges do not join up any more".to_owned());
    }
    let corner = grid.bounds().min;
    if corner != Cell::new(0, 0) {
        losses.push(format!("the corner {corner} moves to 0,0, and every cell with it"));
    }
    losses
}

/// What the document says besides the map and does not go in.
fn losses_of_document(document: &Document) -> Vec<String> {
    let mut losses = Vec::new();
    let Document { places, regions, terrains, tags, look, .. } = document;
    for (count, what) in [(places.len(), "named places"), (regions.len(), "named regions")] {
        if count > 0 {
            losses.push(format!("{count} {what} are left out"));
        }
    }
    let read_again = |terrain: Terrain, name: &str| {
        (terrain == SWAMP && name == "swamp") || (terrain == WATER && name == "water")
    };
    if terrains
        .iter()
        .any(|named| named.name.as_deref().is_some_and(|name| !read_again(named.terrain, name)))
    {
        losses.push("names of terrains are left out".to_owned());
    }
    if terrains.iter().any(|named| named.price.is_some()) {
        losses.push("prices of terrains are left out".to_owned());
    }
    if tags.iter().any(|named| named.tag != SWIMS || named.name != "water") {
        losses.push("names of tags are left out".to_owned());
    }
    if *look != Look::Flat {
        losses.push("that the map is seen aslant is left out".to_owned());
    }
    losses
}
