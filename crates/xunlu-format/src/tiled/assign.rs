//! Properties of tiles and layers in the files of a map: which have to change for it to say what it is to
//! say, and the text of each file with them.

mod xml;
mod json;

use super::fault::{Fault, Origin, Sound};
use super::model::{Layer, LayerKind, Properties, Tile, TiledMap, Tileset, Value};
use super::reading::Reading;
use super::traits::Traits;
use super::{TMJ, TMX, Way, read_and};
use crate::error::{FormatError, FormatErrorKind};
use crate::options::{Options, Role, Roles};
use crate::source::{Source, open_near, plain_path};
use crate::uses::{Assignment, TileUse};
use xunlu_map::{Quoted, Weight};

/// Files by name.
type Assigned = Result<Vec<(String, Vec<u8>)>, FormatError>;

/// A mark that nobody sees, at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The files of a map in Tiled's XML, as [`assign`](crate::assign) tells.
pub(crate) fn assign_tmx(
    source: &Source<'_>,
    options: &Options,
    assignments: &[Assignment],
) -> Assigned {
    assign(source, options, assignments, TMX)
}

/// The files of a map in Tiled's JSON.
pub(crate) fn assign_tmj(
    source: &Source<'_>,
    options: &Options,
    assignments: &[Assignment],
) -> Assigned {
    assign(source, options, assignments, TMJ)
}

fn assign(
    source: &Source<'_>,
    options: &Options,
    assignments: &[Assignment],
    way: Way,
) -> Assigned {
    let made = |map: &TiledMap, reading: &mut Reading<'_>| assigned(map, assignments, reading);
    let (texts, _) = read_and(source, options, way, made)?;
    Ok(files(source, options, texts))
}

/// Whose property it is.
#[derive(Clone, Copy, Debug)]
enum Holder {
    /// The tile of this number, of one of the sets in the map's own file or of the set that the file is.
    Tile { set: Option<usize>, id: u32 },
    /// The layer of this number, groups not counted.
    Layer(usize),
}

/// What a property says.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Said {
    Truth(bool),
    Steps(Weight),
    For(Role),
}

/// A property that is to be there with a value, or not to be there.
#[derive(Clone, Copy, Debug)]
struct Change {
    holder: Holder,
    name: &'static str,
    said: Option<Said>,
}

impl Said {
    /// The type that Tiled calls it by.
    const fn kind(self) -> &'static str {
        match self {
            Said::Truth(_) => "bool",
            Said::Steps(_) => "float",
            Said::For(_) => "string",
        }
    }

    /// Whether a property of this type can hold it. One without a type is a string.
    fn fits(self, kind: &str) -> bool {
        match self {
            Said::Steps(weight) if weight.as_percent().is_multiple_of(100) => {
                ["float", "int"].contains(&kind)
            }
            _ => kind == self.kind(),
        }
    }

    /// How it is written, less the quotes of a string.
    fn text(self) -> String {
        match self {
            Said::Truth(truth) => truth.to_string(),
            Said::Steps(weight) => (f64::from(weight.as_percent()) / 100.0).to_string(),
            Said::For(role) => role.name().to_owned(),
        }
    }

    /// Whether a value says just this.
    fn is(self, value: &Value) -> bool {
        match (self, value) {
            (Said::Truth(truth), Value::Bool(said)) => truth == *said,
            (Said::Steps(weight), Value::Number(steps)) => {
                crate::weight::weight_of(*steps) == Some(weight)
            }
            (Said::For(role), Value::Text(name)) => role.name() == name,
            _ => false,
        }
    }
}

/// The text of each file that changes, with the file's name; none for the map's own.
type Texts = Vec<(Option<String>, String)>;

/// Where something is written: the number of the text, and the path of the file that says it. Files may
/// say the same to the letter and are other files all the same.
type Home = (usize, Option<String>);

fn assigned(map: &TiledMap, assignments: &[Assignment], reading: &mut Reading<'_>) -> Sound<Texts> {
    let mut texts: Vec<(Home, (Option<String>, String))> = Vec::new();
    for assignment in assignments {
        let (name, file, changes) = match assignment {
            Assignment::Tile { sheet, tile, says } => of_tile(map, *sheet, *tile, *says)?,
            Assignment::Value { sheet, .. } => {
                let found = format!("there is no layer of values number {sheet}");
                let fault = Fault::unexpected(map.origin, "", found, "tiles or a layer");
                return Err(fault.of(FormatErrorKind::NotAssignable, []));
            }
            Assignment::Layer { layer, role } => (None, 0, vec![of_layer(map, *layer, *role)?]),
        };
        let home = (file, name.map(plain_path));
        for change in changes {
            let place = texts.iter().position(|(own, _)| *own == home);
            let before =
                place.and_then(|place| texts.get(place)).map(|(_, (_, text))| text.as_str());
            let before = before.unwrap_or_else(|| reading.files.text(file));
            let is_xml = before.trim_start().starts_with('<');
            let after = if is_xml {
                xml::changed(before, file, change)?
            } else {
                json::changed(before, change)
            };
            let strange = || {
                let found = "a property cannot be written here";
                let origin = Origin { file, byte: None };
                Fault::unexpected(origin, "", found, "a file written as Tiled writes them")
                    .of(FormatErrorKind::NotAssignable, [])
            };
            let after = (home.clone(), (name.map(str::to_owned), after.ok_or_else(strange)?));
            match place.and_then(|place| texts.get_mut(place)) {
                Some(known) => *known = after,
                None => texts.push(after),
            }
        }
    }
    let changed =
        texts.into_iter().filter(|((file, _), (_, text))| reading.files.text(*file) != text);
    Ok(changed.map(|(_, text)| text).collect())
}

/// The file that changes (none for the map's own), the number of its text, and what changes.
type Changes<'m> = (Option<&'m str>, usize, Vec<Change>);

/// What of a tile has to change.
fn of_tile(map: &TiledMap, sheet: u32, id: u32, says: TileUse) -> Sound<Changes<'_>> {
    let number = sheet as usize;
    let Some(set) = map.tilesets.get(number) else {
        let found = format!("there is no set of tiles number {sheet}");
        let expected = format!("less than {}", map.tilesets.len());
        let fault = Fault::unexpected(map.origin, "", found, expected);
        return Err(fault.of(FormatErrorKind::NoTile, [&sheet]));
    };
    let tileset: &Tileset = &set.tileset;
    // Of tiles with a picture each, those are there that are told of.
    let has_picture = |tile: &Tile| tile.look.as_ref().is_some_and(|look| look.image.is_some());
    let are_single = tileset.look.image.is_none() && tileset.tiles.values().any(has_picture);
    let is_within = !are_single && tileset.count.is_none_or(|count| id < count);
    if !is_within && !tileset.tiles.contains_key(&id) {
        let found = format!("there is no tile {id} in the set {}", Quoted(&tileset.name));
        let expected = "a tile of that set";
        let fault = Fault::unexpected(tileset.origin, "", found, expected);
        return Err(fault.of(FormatErrorKind::NoTile, [&id]));
    }
    if says == TileUse::Costs(Weight::percent(0)) {
        let fault = Fault::unexpected(tileset.origin, "", "a cost of 0", "0.01 steps or more");
        return Err(fault.of(FormatErrorKind::Word, [&0]));
    }
    let file = tileset.origin.file;
    let own = tileset.tiles.get(&id);
    let of_all = Traits::of(&tileset.properties, "tileset", map.orientation)?;
    let is_wall = own.is_some_and(|tile| Roles::by_name(&tile.class) == Some(Role::Wall));
    // What it would be if it said neither whether it is walkable nor what it costs.
    let own_traits = own.map_or(Ok(Traits::default()), |tile| {
        Traits::of(&tile.properties, "tile", map.orientation)
    })?;
    let silent = Traits { walkable: is_wall.then_some(false), cost: None, ..own_traits };
    let is_blocked = TileUse::of(&silent.or(&of_all)) == TileUse::Blocked;
    let open = (is_blocked && says != TileUse::Blocked).then_some(Said::Truth(true));
    let free = of_all.cost.map(|_| Said::Steps(Weight::times(1)));
    let none = Properties::default();
    let said = own.map_or(&none, |tile| &tile.properties);
    let shut = Said::Truth(false);
    let says_so = said.find("walkable").is_some_and(|property| shut.is(&property.value));
    // What blocks by its class or terrain needs no word for it.
    let blocked = (!is_blocked || says_so).then_some(shut);
    let wanted = match says {
        TileUse::Blocked => [("walkable", blocked), ("cost", None)],
        TileUse::Open => [("walkable", open), ("cost", free)],
        TileUse::Costs(weight) => [("walkable", open), ("cost", Some(Said::Steps(weight)))],
    };
    // What blocks may go on to say what it costs.
    let count = if says == TileUse::Blocked { 1 } else { 2 };
    let holder = Holder::Tile { set: (file == 0).then_some(number), id };
    let changes = wanted.into_iter().take(count).filter_map(|(name, wanted)| {
        let is_so = match (said.find(name), wanted) {
            (Some(property), Some(wanted)) => wanted.is(&property.value),
            (property, wanted) => property.is_none() && wanted.is_none(),
        };
        // Names that differ in case alone are the same name, and the next one would count.
        let own = said.0.iter().filter(|property| property.name.eq_ignore_ascii_case(name)).count();
        let count = if wanted.is_none() { own } else { 1 };
        let change = Change { holder, name, said: wanted };
        (!is_so).then_some(std::iter::repeat_n(change, count))
    });
    let changes = changes.flatten();
    Ok((set.file.as_deref(), file, changes.collect()))
}

fn of_layer(map: &TiledMap, layer: u32, role: Role) -> Sound<Change> {
    fn count(layers: &[Layer]) -> usize {
        let each = layers.iter().map(|layer| match &layer.kind {
            LayerKind::Group(layers) => count(layers),
            _ => 1,
        });
        each.sum()
    }
    let most = count(&map.layers);
    if layer as usize >= most {
        let found = format!("there is no layer number {layer}");
        let expected = format!("less than {most}");
        let fault = Fault::unexpected(Origin::default(), "", found, expected);
        return Err(fault.of(FormatErrorKind::NoLayer, [&layer]));
    }
    let holder = Holder::Layer(layer as usize);
    Ok(Change { holder, name: "role", said: Some(Said::For(role)) })
}

/// Texts as files, each with the mark that it began with.
fn files(source: &Source<'_>, options: &Options, texts: Texts) -> Vec<(String, Vec<u8>)> {
    let file = |(name, text): (Option<String>, String)| {
        let is_marked = match &name {
            None => source.bytes.starts_with(BYTE_ORDER_MARK),
            Some(name) => {
                let found = open_near(source.beside, name, options.limits.bytes_max);
                found.is_ok_and(|(bytes, _)| bytes.starts_with(BYTE_ORDER_MARK))
            }
        };
        let mark = if is_marked { BYTE_ORDER_MARK } else { &[] };
        let bytes = [mark, text.as_bytes()].concat();
        (name.unwrap_or_else(|| source.name.to_owned()), bytes)
    };
    texts.into_iter().map(file).collect()
}

/// What a thing among layers is.
enum LayerNode<N> {
    /// A group, with what is in it.
    Group(Vec<N>),
    Layer,
    Other,
}

/// The layer of a number, groups not counted. They lie no deeper than the readers let them.
fn layer_of<N>(nodes: Vec<N>, number: usize, kind: &impl Fn(&N) -> LayerNode<N>) -> Option<N> {
    fn find<N>(nodes: Vec<N>, left: &mut usize, kind: &impl Fn(&N) -> LayerNode<N>) -> Option<N> {
        for node in nodes {
            match kind(&node) {
                LayerNode::Group(inside) => {
                    if let Some(found) = find(inside, left, kind) {
                        return Some(found);
                    }
                }
                LayerNode::Layer if *left == 0 => return Some(node),
                LayerNode::Layer => *left -= 1,
                LayerNode::Other => {}
            }
        }
        None
    }
    find(nodes, &mut { number }, kind)
}
