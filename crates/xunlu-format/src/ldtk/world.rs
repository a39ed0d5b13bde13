//! The world that is read, its levels gathered from their files.

use super::model::{
    CustomData, Layer, LayerDefinition, Level, Project, TilesetDefinition, at_level, parse,
};
use super::says::{Data, LayerSays, Says};
use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::options::Options;
use crate::source::Source;
use std::collections::BTreeMap;
use std::fmt;
use xunlu_map::Quoted;

/// The levels of one world, each with its layers.
#[derive(Debug)]
pub(super) struct World {
    /// The project's file.
    pub(super) file: String,
    /// How long it and its levels' files are together.
    pub(super) bytes: u64,
    pub(super) levels: Vec<(Level, Vec<Layer>)>,
    pub(super) layers: Vec<LayerDefinition>,
    /// What the notes on them say, by their names.
    said: Vec<(String, LayerSays)>,
    pub(super) tilesets: Vec<TilesetDefinition>,
    /// What is said of tiles, by the number of their set and their own.
    pub(super) tiles: Vec<(i64, BTreeMap<u32, Says>)>,
    pub(super) is_linear: bool,
}

impl World {
    /// Reads a project, and the files of its levels if they have some.
    ///
    /// # Errors
    /// When a file cannot be had or is no JSON of LDtk, or there is no level.
    pub(super) fn open(
        source: &Source<'_>,
        options: &Options,
        warnings: &mut Vec<Warning>,
    ) -> Result<World, FormatError> {
        let project: Project = parse(source.name, source.bytes)?;
        warnings.extend(strange_version(project.json_version.as_deref()));
        let mut worlds = project.worlds.into_iter();
        let (layout, levels) = match worlds.next() {
            Some(first) => {
                warnings.extend(worlds.map(|other| {
                    let at = At::Part(format!("world {}", Quoted(&other.identifier)));
                    let first = Quoted(&first.identifier);
                    Warning::new(at, format!("left out; only the first world, {first}, is read"))
                }));
                (first.world_layout, first.levels)
            }
            None => (project.world_layout, project.levels),
        };
        let mut world = World {
            file: source.name.to_owned(),
            bytes: source.bytes.len() as u64,
            levels: Vec::new(),
            said: notes(&project.defs.layers),
            layers: project.defs.layers,
            tiles: tiles_said(&project.defs.tilesets, warnings),
            tilesets: project.defs.tilesets,
            is_linear: layout.is_some_and(|layout| layout.starts_with("Linear")),
        };
        for mut level in levels {
            let mut layers = match level.layer_instances.take() {
                Some(layers) => layers,
                None => world.layers_beside(source, options, &level)?,
            };
            for layer in &mut layers {
                layer.role = world.said(&layer.identifier).and_then(|said| said.role);
            }
            world.levels.push((level, layers));
        }
        if world.levels.is_empty() {
            let error = world.unexpected(At::File, "the project has no level", "at least one");
            return Err(error.of(FormatErrorKind::NoMap, []));
        }
        Ok(world)
    }

    /// What the note on a layer says; where two have the same name, that on the last.
    pub(super) fn said(&self, layer: &str) -> Option<&LayerSays> {
        self.said.iter().rfind(|(name, _)| name == layer).map(|(_, said)| said)
    }

    /// What is said of the tiles of the set of this number.
    pub(super) fn tiles_of(&self, set: i64) -> Option<&BTreeMap<u32, Says>> {
        self.tiles.iter().find(|(own, _)| *own == set).map(|(_, tiles)| tiles)
    }

    /// How many sets of tiles have a picture.
    pub(super) fn shown_sets(&self) -> usize {
        self.tilesets.iter().filter(|set| set.rel_path.is_some()).count()
    }

    /// An error in the project.
    pub(super) fn unexpected(
        &self,
        at: At,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> FormatError {
        FormatError::unexpected(&self.file, at, found, expected)
    }

    /// An error that lies nowhere in particular.
    pub(super) fn wrong(&self, error: &impl fmt::Display) -> FormatError {
        FormatError::new(&self.file, At::File, error.to_string())
    }

    /// The layers of a level that lies in its own file.
    fn layers_beside(
        &mut self,
        source: &Source<'_>,
        options: &Options,
        level: &Level,
    ) -> Result<Vec<Layer>, FormatError> {
        let at = at_level(&level.identifier);
        let Some(path) = &level.external_rel_path else {
            let found = "it has no layers and names no file";
            let error = self.unexpected(at, found, "layerInstances or externalRelPath");
            return Err(error.of(FormatErrorKind::Missing, [&"layerInstances"]));
        };
        // All files together may be as long as one, or a short project could name a long one often.
        let most = options.limits.bytes_max.saturating_sub(self.bytes);
        let bytes = source.beside.open(path, most).map_err(|why| {
            let found = format!("its file {} cannot be read: {why}", Quoted(path));
            let error = self.unexpected(at, found, "a file beside the project");
            error.of(FormatErrorKind::FileMissing, [path])
        })?;
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        let beside: Level = parse(path, &bytes)?;
        beside.layer_instances.ok_or_else(|| {
            let found = "the level has no layers here either";
            FormatError::unexpected(path, At::File, found, "layerInstances")
        })
    }
}

/// What the notes on layers say, by the names of the layers.
fn notes(layers: &[LayerDefinition]) -> Vec<(String, LayerSays)> {
    let note = |layer: &LayerDefinition| layer.doc.as_deref().map(LayerSays::of);
    let said = layers.iter().filter_map(|layer| Some((layer.identifier.clone(), note(layer)?)));
    said.filter(|(_, said)| *said != LayerSays::default()).collect()
}

/// What custom data says of tiles, and where it says nothing, their tags.
fn tiles_said(
    sets: &[TilesetDefinition],
    warnings: &mut Vec<Warning>,
) -> Vec<(i64, BTreeMap<u32, Says>)> {
    let mut all = Vec::new();
    for set in sets {
        let mut own = BTreeMap::new();
        for CustomData { tile_id, data } in &set.custom_data {
            let (says, wrong) = Data::of(data).says();
            own.insert(*tile_id, says);
            let part = format!("tileset {}, tile {tile_id}", Quoted(&set.identifier));
            let warning = |(_, what)| Warning::new(At::Part(part.clone()), what);
            warnings.extend(wrong.into_iter().map(warning));
        }
        for (tile, tags) in set.tags() {
            let said: &mut Says = own.entry(tile).or_default();
            *said = said.or(tags);
        }
        own.retain(|_, says| !says.are_silent());
        all.push((set.uid, own));
    }
    all
}

fn strange_version(version: Option<&str>) -> Option<Warning> {
    let strange = version.filter(|version| !version.starts_with("1."))?;
    let message = format!("the file is of version {}; read as if of 1", Quoted(strange));
    Some(Warning::new(At::Part("jsonVersion".to_owned()), message))
}
