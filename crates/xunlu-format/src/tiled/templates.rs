//! Objects that are made of templates: what a file of its own says, but for what they say themselves.

use super::fault::Sound;
use super::model::{
    Layer, LayerKind, Object, Said, Shape, Template, TiledMap, TilesetOfMap, Value,
};
use super::reading::Reading;
use super::region::Work;
use crate::source::plain_path;
use xunlu_map::Quoted;

/// The bits of a tile's number that say how it is turned.
const TURNED: u32 = 0xf000_0000;

/// Tilesets that only templates name begin at these numbers, so far apart: beyond those of any map.
const FIRST_GID: u32 = 0x0800_0000;
const GIDS_A_TILESET: u32 = 0x0002_0000;

/// All objects may take over so much of their templates: points, properties, and texts of so many bytes.
const TAKEN_MAX: u64 = 1 << 21;
const BYTES_OF_ONE: usize = 32;

/// Fills in all objects of a map that are made of templates. Those whose template cannot be had stay as they
/// are, with a warning, and are not read.
pub(super) fn fill(map: &mut TiledMap, reading: &mut Reading<'_>) -> Sound<()> {
    let TiledMap { layers, tilesets, .. } = map;
    let mut filling =
        Filling { reading, tilesets, taken: Work::new(TAKEN_MAX), missing: Vec::new() };
    filling.layers(layers)?;
    let missing = filling.missing;
    let Some((object, file, why)) = missing.first() else { return Ok(()) };
    let more = match missing.len() - 1 {
        0 => String::new(),
        more => format!("; so are {more} more objects of theirs"),
    };
    let found = format!("its template {} cannot be read: {why}", Quoted(file));
    reading.warn(format!("object {object}"), format!("{found}; the object is left out{more}"));
    Ok(())
}

/// The number of an object, the file of its template, and why that cannot be had.
type Missing = (u64, String, String);

struct Filling<'r, 'a> {
    reading: &'r mut Reading<'a>,
    tilesets: &'r mut Vec<TilesetOfMap>,
    /// What is copied once for every object is counted: a file grows by much more than its length.
    taken: Work,
    missing: Vec<Missing>,
}

impl Filling<'_, '_> {
    fn layers(&mut self, layers: &mut [Layer]) -> Sound<()> {
        for layer in layers {
            match &mut layer.kind {
                LayerKind::Group(layers) => self.layers(layers)?,
                LayerKind::Objects(objects) => {
                    objects.iter_mut().try_for_each(|object| self.object(object))?;
                }
                LayerKind::Tiles(_) | LayerKind::Image(_) => {}
            }
        }
        Ok(())
    }

    fn object(&mut self, object: &mut Object) -> Sound<()> {
        let Shape::Template(file, _) = &object.shape else { return Ok(()) };
        let file = file.clone();
        let template = match self.reading.template_beside(&file)? {
            Err(why) => {
                self.missing.push((object.id, file, why));
                return Ok(());
            }
            Ok(template) => template,
        };
        if let Shape::Template(..) = template.object.shape {
            self.missing.push((object.id, file, "it is made of a template itself".to_owned()));
            return Ok(());
        }
        self.taken.spend(size_of(&template), object.origin, &format!("object {}", object.id))?;
        fill_object(object, &template);
        if object.gid.is_none() {
            if template.gid_on_map.get().is_none() {
                let gid = gid_of(&template, &file, self.tilesets, self.reading)?;
                template.gid_on_map.set(Some(gid));
            }
            object.gid = template.gid_on_map.get().flatten();
        }
        Ok(())
    }
}

/// How much an object takes over, in points, properties and [`BYTES_OF_ONE`] bytes of text.
fn size_of(template: &Template) -> u64 {
    let Object { shape, properties, name, class, .. } = &template.object;
    let points = match shape {
        Shape::Polygon(points) | Shape::Polyline(points) => points.len(),
        _ => 0,
    };
    let properties = properties.0.iter().map(|own| {
        let value = if let Value::Text(text) = &own.value { text.len() } else { 0 };
        4 + (own.name.len() + value) / BYTES_OF_ONE
    });
    (1 + points + (name.len() + class.len()) / BYTES_OF_ONE + properties.sum::<usize>()) as u64
}

fn fill_object(object: &mut Object, template: &Template) {
    let all = &template.object;
    let Shape::Template(_, said) = std::mem::replace(&mut object.shape, all.shape.clone()) else {
        return;
    };
    let is_open = |own: Said| !said.contains(&own);
    if is_open(Said::Name) {
        object.name.clone_from(&all.name);
    }
    if is_open(Said::Class) {
        object.class.clone_from(&all.class);
    }
    if is_open(Said::Width) {
        object.width = all.width;
    }
    if is_open(Said::Height) {
        object.height = all.height;
    }
    if is_open(Said::Rotation) {
        object.rotation_degrees = all.rotation_degrees;
    }
    if is_open(Said::Visibility) {
        object.is_visible = all.is_visible;
    }
    // Of two of a name the first counts.
    object.properties.0.extend(all.properties.0.iter().cloned());
}

/// The number that the tile of a template has on the map: of a tileset that the map has, or else of one that
/// is added to it.
fn gid_of(
    template: &Template,
    file: &str,
    tilesets: &mut Vec<TilesetOfMap>,
    reading: &mut Reading<'_>,
) -> Sound<Option<u32>> {
    let (Some(gid), Some((source, first))) = (template.object.gid, &template.tileset) else {
        return Ok(None);
    };
    let Some(own) = (gid & !TURNED).checked_sub(*first) else { return Ok(None) };
    // The template names it from where it lies itself.
    let path = match plain_path(file).rsplit_once('/') {
        Some((folder, _)) => plain_path(&format!("{folder}/{source}")),
        None => plain_path(source),
    };
    let is_it = |set: &&TilesetOfMap| set.file.as_ref().is_some_and(|own| plain_path(own) == path);
    let first_gid = match tilesets.iter().find(is_it) {
        Some(set) => set.first_gid,
        None => {
            let more = tilesets.iter().filter(|set| set.first_gid >= FIRST_GID).count();
            let more = u32::try_from(more).ok().and_then(|more| more.checked_mul(GIDS_A_TILESET));
            let first_gid = more.and_then(|more| FIRST_GID.checked_add(more));
            let Some(first_gid) = first_gid.filter(|own| own & TURNED == 0) else {
                return Ok(None);
            };
            let tileset = reading.tileset_beside(template.object.origin, &path)?;
            tilesets.push(TilesetOfMap { first_gid, file: Some(path), tileset });
            first_gid
        }
    };
    let number = first_gid.checked_add(own).filter(|number| number & TURNED == 0);
    Ok(number.map(|number| number | gid & TURNED))
}
