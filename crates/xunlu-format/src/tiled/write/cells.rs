//! The layers of tiles of a written map.

use super::Target;
use super::shape::{ChunkOut, LayerOut, PropertyOut};
use super::sheet::{Mark, Sheet, Sign};
use crate::overlay::Overlay;
use xunlu_map::{Cell, Exits, Place, Rect, Tags, Terrain};

/// The cells that a layer has to fill.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) bounds: Rect,
    pub(super) is_infinite: bool,
}

/// The layers that say what the ground is: terrain, and above it tags and exits where there are any.
pub(super) fn layers(target: &Target<'_>, sheet: &Sheet, cells: Cells) -> Vec<LayerOut> {
    let ground = target.ground;
    let tags = |cell| ground.tags().and_then(|plane| plane.get(cell)).unwrap_or(Tags::NONE);
    let exits = |cell| ground.exits().and_then(|plane| plane.get(cell)).unwrap_or(Exits::ALL);
    let corners = [Some(cells.bounds.min), cells.bounds.max()];
    let terrain = cells.filled("terrain", |cell| {
        let terrain = ground.terrain().get(cell).unwrap_or(Terrain::VOID);
        // Where there is nothing, there need be no tile: but an infinite map reaches as far as its
        // tiles do, and a tile of another layer would make ground.
        let is_bare = tags(cell) == Tags::NONE && exits(cell) == Exits::ALL;
        let is_corner = cells.is_infinite && corners.contains(&Some(cell));
        if terrain == Terrain::VOID && is_bare && !is_corner {
            return 0;
        }
        sheet.gid(Sign::Terrain(terrain))
    });
    let tagged = cells.filled("tags", |cell| sheet.gid(Sign::Tags(tags(cell))));
    let limited = cells.filled("exits", |cell| sheet.gid(Sign::Exits(exits(cell))));
    let mut layers = vec![terrain];
    layers.extend([tagged, limited].into_iter().filter(has_tiles));
    layers
}

/// The layers that show a search; they are not read back.
pub(super) fn overlay(
    overlay: &Overlay,
    target: &Target<'_>,
    sheet: &Sheet,
    cells: Cells,
) -> Vec<LayerOut> {
    let seen: Vec<Place> = overlay.visited.iter().map(|visited| visited.place).collect();
    let start: Vec<Place> = overlay.start.into_iter().collect();
    let reach = [(Mark::Seen, seen.as_slice()), (Mark::Reach, &overlay.reach)];
    let path = [
        (Mark::Path, overlay.path.as_slice()),
        (Mark::Goal, &overlay.goals),
        (Mark::Start, &start),
    ];
    let layer = |name, marks: &[(Mark, &[Place])]| {
        let mut layer = cells.filled(name, |_| 0);
        for (mark, places) in marks {
            let gid = sheet.gid(Sign::Mark(*mark));
            for cell in places.iter().filter_map(|place| target.cell_of(*place)) {
                cells.set(&mut layer, cell, gid);
            }
        }
        layer.properties.push(PropertyOut::text("role", "ignore"));
        layer
    };
    let layers = [layer("reach", &reach), layer("path", &path)];
    layers.into_iter().filter(has_tiles).collect()
}

impl Cells {
    /// A layer of these tiles.
    fn filled(self, name: &'static str, tile: impl FnMut(Cell) -> u32) -> LayerOut {
        let (min, size) = (self.bounds.min, self.bounds.size);
        let data: Vec<u32> = self.bounds.cells().map(tile).collect();
        let mut layer = LayerOut {
            name,
            kind: "tilelayer",
            visible: true,
            opacity: 1.0,
            width: Some(size.width),
            height: Some(size.height),
            ..LayerOut::default()
        };
        if self.is_infinite {
            let (width, height) = (size.width, size.height);
            layer.chunks = Some(vec![ChunkOut { x: min.x, y: min.y, width, height, data }]);
        } else {
            layer.data = Some(data);
        }
        layer
    }

    /// Changes one tile of a layer.
    fn set(self, layer: &mut LayerOut, cell: Cell, gid: u32) {
        let right = cell.x.abs_diff(self.bounds.min.x) as usize;
        let down = cell.y.abs_diff(self.bounds.min.y) as usize;
        let number = down * self.bounds.size.width as usize + right;
        if let Some(tile) = tiles_mut(layer).and_then(|tiles| tiles.get_mut(number)) {
            *tile = gid;
        }
    }
}

fn tiles_mut(layer: &mut LayerOut) -> Option<&mut Vec<u32>> {
    let chunk = layer.chunks.as_mut().and_then(|chunks| chunks.first_mut());
    chunk.map(|chunk| &mut chunk.data).or(layer.data.as_mut())
}

fn has_tiles(layer: &LayerOut) -> bool {
    let chunks = layer.chunks.iter().flatten().flat_map(|chunk| &chunk.data);
    layer.data.iter().flatten().chain(chunks).any(|gid| *gid != 0)
}
