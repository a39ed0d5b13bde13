//! A document as TMJ: its cells as tiles whose properties say what they are, its places, regions and
//! links as objects, and a search on layers that are not read back.

mod cells;
mod marks;
mod sheet;
mod shape;
mod tile_image;

use super::geometry::Geometry;
use super::model::{Axis, Orientation, Stagger};
use super::turned::{Compass, axis_of};
use crate::document::{Content, Document, Look, Price};
use crate::done::{Written, not_kept};
use crate::error::{At, FormatError, Warning};
use crate::overlay::Overlay;
use cells::Cells;
use shape::{LayerOut, MapOut};
use sheet::Sheet;
use xunlu_map::{Cell, Ground, LayerCell, Map, Place, Quoted, Wrap};

/// The document as TMJ. Its tiles are shown by Tiled once the picture that is handed out with it lies
/// beside it.
///
/// # Errors
/// When it is not a grid of squares or hexes.
pub(crate) fn write_tmj(document: &Document, overlay: &Overlay) -> Result<Written, FormatError> {
    let Some(target) = Target::of(document) else {
        let found = match &document.content {
            Content::Map(Map::Layers(_)) => "this map has several layers",
            Content::Map(_) => "this map has no cells",
            Content::Mesh(_) | Content::Triangles(_) => "this is a mesh",
            Content::Scene(_) => "this is a scene",
        };
        let expected = "one grid of squares or hexes, as Tiled draws no other";
        return Err(FormatError::not_writable(found, expected));
    };
    let mut warnings = lost(document);
    let sheet = Sheet::of(document, target.ground);
    let cells = Cells { bounds: target.ground.bounds(), is_infinite: target.is_infinite() };
    let mut layers = cells::layers(&target, &sheet, cells);
    layers.extend(marks::objects(document, &target, &mut warnings));
    layers.extend(cells::overlay(overlay, &target, &sheet, cells));
    let png = tile_image::png(&sheet, target.geometry)?;
    // Named after what it shows: maps in one folder share a picture or have each their own.
    let image = format!("xunlu-terrain-{:08x}.png", crc32fast::hash(&png));
    let map = target.map(document, (&sheet, &image), numbered(layers));
    let bytes = serde_json::to_vec(&map).map_err(|error| {
        FormatError::new("the map", At::File, format!("it cannot be written: {error}"))
    })?;
    Ok(Written { bytes, beside: vec![(image, png)], warnings })
}

/// A map that Tiled can draw.
struct Target<'a> {
    map: &'a Map,
    ground: &'a Ground,
    geometry: Geometry,
}

impl<'a> Target<'a> {
    fn of(document: &'a Document) -> Option<Target<'a>> {
        let map = document.map()?;
        let (ground, geometry) = match map {
            Map::Grid(grid) if document.look == Look::Isometric => {
                (grid.ground(), Geometry::new(Orientation::Isometric, 64.0, 32.0, 0.0))
            }
            Map::Grid(grid) => (grid.ground(), Geometry::square()),
            Map::Hex(grid) => {
                let stagger = axis_of(grid.arrangement());
                let (width, height) = match stagger.axis {
                    Axis::Y => (28.0, 32.0),
                    Axis::X => (32.0, 28.0),
                };
                let orientation = Orientation::Hexagonal(stagger);
                (grid.ground(), Geometry::new(orientation, width, height, 16.0))
            }
            Map::Layers(_) | Map::Waypoints(_) => return None,
        };
        Some(Target { map, ground, geometry })
    }

    /// A map of fixed size begins at 0,0; any other has to be an infinite one.
    fn is_infinite(&self) -> bool {
        self.ground.bounds().min != Cell::new(0, 0)
    }

    fn compass(&self) -> Compass {
        Compass::of(self.geometry.orientation)
    }

    /// The column and row of a place.
    fn cell_of(&self, place: Place) -> Option<Cell> {
        let cell = match (self.map, place) {
            (Map::Hex(grid), Place::Hex(hex)) => grid.cell_of(hex),
            (Map::Grid(_), Place::Cell(cell) | Place::LayerCell(LayerCell { layer: 0, cell })) => {
                cell
            }
            _ => return None,
        };
        self.ground.bounds().contains(cell).then_some(cell)
    }

    fn map(
        &self,
        document: &Document,
        (sheet, image): (&Sheet, &str),
        layers: Vec<LayerOut>,
    ) -> MapOut {
        let size = self.ground.bounds().size;
        let stagger = match self.geometry.orientation {
            Orientation::Hexagonal(stagger) | Orientation::Staggered(stagger) => Some(stagger),
            Orientation::Orthogonal | Orientation::Isometric => None,
        };
        let tile = self.geometry.pixel_size();
        let object_count: u32 =
            layers.iter().map(|layer| u32::try_from(layer.objects.len()).unwrap_or(0)).sum();
        MapOut {
            kind: "map",
            version: "1.8",
            orientation: match self.geometry.orientation {
                Orientation::Orthogonal => "orthogonal",
                Orientation::Isometric => "isometric",
                Orientation::Staggered(_) => "staggered",
                Orientation::Hexagonal(_) => "hexagonal",
            },
            render_order: "right-down",
            width: size.width,
            height: size.height,
            infinite: self.is_infinite(),
            tile_width: tile.0,
            tile_height: tile.1,
            hex_side_length: stagger.map(|_| 16),
            stagger_axis: stagger.map(|stagger| if stagger.axis == Axis::X { "x" } else { "y" }),
            stagger_index: stagger
                .map(|Stagger { is_even, .. }| if is_even { "even" } else { "odd" }),
            next_layer_id: u32::try_from(layers.len()).unwrap_or(0) + 1,
            next_object_id: object_count + 1,
            tilesets: vec![sheet.tileset(document, self.compass(), tile, image)],
            layers,
        }
    }
}

/// The layers and their objects, each with a number of its own.
fn numbered(mut layers: Vec<LayerOut>) -> Vec<LayerOut> {
    let mut object_id = 0;
    for (layer, id) in layers.iter_mut().zip(1..) {
        layer.id = id;
        for object in &mut layer.objects {
            object_id += 1;
            object.id = object_id;
        }
    }
    layers
}

/// What of a document no Tiled map can say.
fn lost(document: &Document) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |message: String| warnings.push(not_kept(message));
    if let Some(Map::Grid(grid)) = document.map()
        && grid.wrap() != Wrap::NONE
    {
        warn("its joined edges are left out; the edges of a Tiled map stay apart".to_owned());
    }
    for terrain in &document.terrains {
        let number = terrain.terrain.0;
        if terrain.price == Some(Price::Closed) {
            warn(format!("that terrain {number} is closed is left out; tiles tell a cost or none"));
        }
        if terrain.terrain >= xunlu_map::Terrain::WALL {
            warn(format!("the name and price of terrain {number} are left out; it is no ground"));
        }
    }
    for tag in document.tags.iter().filter(|tag| !sheet::is_tellable(&tag.name)) {
        warn(format!("the tag name {} is left out, as it has a comma", Quoted(&tag.name)));
    }
    warnings
}
