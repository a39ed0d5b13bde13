//! JSON to a document.

use super::check::{LAYERS_MAX, check};
use super::drawing::{Drawing, tags_of};
use super::links::{Slots, Unlinked, between_waypoints, waypoint_graph};
use super::model::{
    Arrangement, CellModel, File, Head, KINDS, LayerCellModel, LayerModel, LinkModel, Object,
    PolygonModel, WaypointModel, WrapModel,
};
use super::names::named;
use super::scene::{SceneFile, read_scene};
use crate::document::{Content, Document};
use crate::error::{At, FormatError, FormatErrorKind};
use crate::json;
use crate::lines::text_of;
use crate::options::Options;
use crate::source::Source;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use xunlu_map::{
    Cell, Door, Grid, HexGrid, LayerCell, Layers, Link, Map, MeshPolygon, Place, Point,
    PolygonMesh, Quoted, TriangleMesh, Waypoint, WaypointId, Weight, Wrap,
};

/// The version that is read and written.
const VERSION: u64 = 1;

/// Reads a document.
pub(super) fn read(source: &Source<'_>, options: &Options) -> Result<Document, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let cells_max = options.limits.cells_for(source.bytes.len() as u64);
    let reader = Reader { file: source.name, text, cells_max };
    let Object(Head { xunlu, kind }) = reader.parsed()?;
    if xunlu != VERSION {
        let found = format!("this is version {xunlu} of the document");
        let expected = "version 1, as no other is read";
        return Err(reader.wrong("xunlu", format!("{found}; expected {expected}")));
    }
    let document = match kind.0.as_deref() {
        Some("grid") => reader.grid()?,
        Some("hex") => reader.hex()?,
        Some("layers") => reader.layers()?,
        Some("waypoints") => reader.waypoints()?,
        Some("mesh") => reader.mesh()?,
        Some("triangles") => reader.triangles()?,
        Some("scene") => reader.scene()?,
        other => {
            let found =
                other.map_or_else(|| "there is none".to_owned(), |word| Quoted(word).to_string());
            let names = KINDS.map(|(name, _)| name).join(", ");
            let expected = format!("expected one of {names}, scene");
            return Err(reader.wrong("kind", format!("{found}; {expected}")));
        }
    };
    check(source.name, &document)?;
    Ok(document)
}

/// A file that is being read.
#[derive(Clone, Copy, Debug)]
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    cells_max: u64,
}

impl Reader<'_> {
    fn grid(self) -> Result<Document, FormatError> {
        let mut file: File<Object<CellModel>, [f64; 2]> = self.file_of("grid")?;
        let grid = self.square(&layer_of(&mut file), "", self.cells_max)?;
        let slots = self.slots(&file, |Object(end)| Ok(Cell::new(end.x, end.y).into()))?;
        self.named(Unlinked::Grid(grid).linked(self.file, &slots)?, file)
    }

    fn hex(self) -> Result<Document, FormatError> {
        let mut file: File<Object<CellModel>, [f64; 2]> = self.file_of("hex")?;
        let Arrangement(arrangement) =
            file.arrangement.0.ok_or_else(|| self.missing("arrangement"))?;
        let drawing = Drawing {
            file: self.file,
            part: "",
            arrangement: Some(arrangement),
            cells_max: self.cells_max,
        };
        let grid = HexGrid::of(arrangement, drawing.ground(&layer_of(&mut file))?);
        let hex_at = |x, y| arrangement.hex_of(Cell::new(x, y));
        let slots = self.slots(&file, |Object(end)| Ok(hex_at(end.x, end.y).into()))?;
        self.named(Unlinked::Hex(grid).linked(self.file, &slots)?, file)
    }

    fn layers(self) -> Result<Document, FormatError> {
        let mut file: File<Object<LayerCellModel>, [f64; 2]> = self.file_of("layers")?;
        let models = file.layers.0.take().ok_or_else(|| self.missing("layers"))?;
        if models.len() > LAYERS_MAX as usize {
            let found = format!("{} layers; expected at most {LAYERS_MAX}", models.len());
            let error = self.wrong("layers", found);
            return Err(error.of(FormatErrorKind::TooLarge, [&models.len(), &LAYERS_MAX]));
        }
        let mut grids = Vec::new();
        let mut cells_left = self.cells_max;
        for (number, Object(model)) in models.iter().enumerate() {
            let grid = self.square(model, &format!("layers[{number}]."), cells_left)?;
            cells_left = cells_left.saturating_sub(grid.bounds().size.area());
            grids.push(grid);
        }
        let layers = Layers::new(grids)
            .map_err(|error| self.wrong("layers", error.to_string()).by(&error))?;
        let layer_cell_at =
            |end: &LayerCellModel| LayerCell::new(end.layer, Cell::new(end.x, end.y));
        let slots = self.slots(&file, |Object(end)| Ok(layer_cell_at(end).into()))?;
        self.named(Unlinked::Layers(layers).linked(self.file, &slots)?, file)
    }

    fn waypoints(self) -> Result<Document, FormatError> {
        let mut file: File<String, [f64; 2]> = self.file_of("waypoints")?;
        let models = file.waypoints.0.take().ok_or_else(|| self.missing("waypoints"))?;
        let waypoints: Vec<Waypoint> = models
            .into_iter()
            .map(|Object(WaypointModel { name, x, y })| Waypoint { name, point: Point::new(x, y) })
            .collect();
        // The graph without its links knows the names, and what is wrong with them.
        let bare = waypoint_graph(self.file, &waypoints, &[])?;
        let id_of = |name: &String| match bare.id_of(name) {
            Some(id) => Ok(id.into()),
            None => Err(format!("{}; expected the name of a waypoint", Quoted(name))),
        };
        let slots = self.slots(&file, id_of)?;
        let mut links: Vec<Option<Link<WaypointId>>> =
            slots.iter().map(|slot| slot.as_ref().and_then(between_waypoints)).collect();
        for (link, model) in links.iter_mut().zip(file.links.0.as_deref().unwrap_or_default()) {
            // What was told no weight weighs what it is long.
            let is_told = model.as_ref().is_some_and(|Object(model)| model.weight.0.is_some());
            if let Some(link) = link.as_mut().filter(|_| !is_told) {
                link.weight = bare.between(link.from, link.to).unwrap_or(link.weight);
            }
        }
        let graph = waypoint_graph(self.file, &waypoints, &links)?;
        self.named(Map::from(graph), file)
    }

    fn mesh(self) -> Result<Document, FormatError> {
        let mut file: File<Object<CellModel>, [f64; 2]> = self.file_of("mesh")?;
        let vertices = file.vertices.0.take().ok_or_else(|| self.missing("vertices"))?;
        let polygons = file.polygons.0.take().ok_or_else(|| self.missing("polygons"))?;
        let vertices = vertices.into_iter().map(|[x, y]| Point::new(x, y)).collect();
        let polygon = |Object(polygon): Object<PolygonModel>| MeshPolygon {
            vertices: polygon.vertices,
            neighbours: polygon.neighbours,
        };
        let polygons = polygons.into_iter().map(polygon).collect();
        self.named(Content::Mesh(PolygonMesh { vertices, polygons }), file)
    }

    fn triangles(self) -> Result<Document, FormatError> {
        let mut file: File<Object<CellModel>, [f32; 3]> = self.file_of("triangles")?;
        let vertices = file.vertices.0.take().ok_or_else(|| self.missing("vertices"))?;
        let triangles = file.triangles.0.take().ok_or_else(|| self.missing("triangles"))?;
        self.named(Content::Triangles(TriangleMesh { vertices, triangles }), file)
    }

    fn scene(self) -> Result<Document, FormatError> {
        let Object(file): Object<SceneFile> = self.parsed()?;
        read_scene(file).map_err(|(part, found)| self.wrong(&part, found))
    }

    /// The fields of a file, none of which belongs to another kind.
    fn file_of<E: DeserializeOwned, V: DeserializeOwned>(
        self,
        kind: &str,
    ) -> Result<File<E, V>, FormatError> {
        let Object(file): Object<File<E, V>> = self.parsed()?;
        let of_kind = KINDS.iter().find(|(name, _)| *name == kind);
        let fields = of_kind.map(|(_, fields)| *fields).unwrap_or_default();
        let mut told = file.told_fields().into_iter();
        let stranger = told.find(|(field, is_told)| *is_told && !fields.contains(field));
        match stranger {
            Some((field, _)) => {
                let found = format!("a document of kind {kind} has no such field");
                let expected = fields.join(", ");
                Err(self.wrong(field, format!("{found}; expected any of {expected}")))
            }
            None => Ok(file),
        }
    }

    fn parsed<'de, T: Deserialize<'de>>(&'de self) -> Result<T, FormatError> {
        json::parsed(self.file, self.text, "a document of xunlu in JSON")
    }

    /// One grid of squares, without links.
    fn square(self, model: &LayerModel, part: &str, cells_max: u64) -> Result<Grid, FormatError> {
        let drawing = Drawing { file: self.file, part, arrangement: None, cells_max };
        let ground = drawing.ground(model)?;
        let wrap = match model.wrap.0 {
            None => Wrap::NONE,
            Some(WrapModel::X) => Wrap { x: true, y: false },
            Some(WrapModel::Y) => Wrap { x: false, y: true },
            Some(WrapModel::Xy) => Wrap { x: true, y: true },
        };
        Ok(Grid::of(ground).wrapped(wrap))
    }

    /// The links of a file; `place_of` turns an end into a place or tells why not.
    fn slots<E, V>(
        self,
        file: &File<E, V>,
        place_of: impl Fn(&E) -> Result<Place, String>,
    ) -> Result<Slots, FormatError> {
        let mut slots = Slots::new();
        for (number, model) in file.links.0.as_deref().unwrap_or_default().iter().enumerate() {
            let Some(Object(LinkModel { from, to, one_way, weight, tags, shut })) = model else {
                slots.push(None);
                continue;
            };
            let end = |end: &E, name: &str| {
                place_of(end).map_err(|found| self.wrong(&format!("links[{number}].{name}"), found))
            };
            let tags = tags_of(tags)
                .map_err(|(at, found)| self.wrong(&format!("links[{number}].tags[{at}]"), found))?;
            slots.push(Some(Link {
                from: end(from, "from")?,
                to: end(to, "to")?,
                weight: weight.0.map_or(Weight::ONE, Weight::percent),
                is_two_way: !one_way,
                tags,
                door: if *shut { Door::Shut } else { Door::Open },
            }));
        }
        Ok(slots)
    }

    fn named<E, V>(
        self,
        content: impl Into<Content>,
        file: File<E, V>,
    ) -> Result<Document, FormatError> {
        named(content.into(), file).map_err(|(part, found)| self.wrong(&part, found))
    }

    fn missing(self, field: &str) -> FormatError {
        let message = "there is none; expected one, as this kind of document needs it";
        self.wrong(field, message).of(FormatErrorKind::Missing, [&field])
    }

    fn wrong(self, part: &str, message: impl Into<String>) -> FormatError {
        FormatError::new(self.file, At::Part(part.to_owned()), message)
    }
}

/// The fields of a document of one rectangle that a layer has, too.
fn layer_of<E, V>(file: &mut File<E, V>) -> LayerModel {
    LayerModel {
        origin: std::mem::take(&mut file.origin),
        size: std::mem::take(&mut file.size),
        wrap: std::mem::take(&mut file.wrap),
        legend: std::mem::take(&mut file.legend),
        terrain: std::mem::take(&mut file.terrain),
        tags: std::mem::take(&mut file.tags),
        exits: std::mem::take(&mut file.exits),
    }
}
