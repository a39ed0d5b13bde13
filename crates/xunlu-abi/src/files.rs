//! Reading files into sessions: readers are taken, a file is put at hand with those that it names, and then
//! read.

use crate::facts::Facts;
use crate::memory::{Out, read};
use crate::scenery;
use crate::session::Session;
use crate::sessions;
use crate::status::{AbiCode, Failure, Status, number_of, status_of};
use std::cell::RefCell;
use std::collections::BTreeMap;
use xunlu::map::Ground;
use xunlu::{Cell, Exits, Grid, Layers, Map, Place, Rect, Size, Terrain, Weight};
use xunlu_format::{
    At, Beside, Content, Document, FormatError, Look, Options, Price, Read, Reader, Role, Roles,
    Source, Warning, format_of,
};

#[derive(Default)]
struct AtHand {
    files: BTreeMap<String, Vec<u8>>,
    // What the last file said besides its map, a line each.
    facts: Facts,
    // Which file that was, and the first cell of its map.
    last: Option<(String, Cell)>,
    scenery: scenery::Told,
}

thread_local! {
    static AT_HAND: RefCell<AtHand> = RefCell::default();
    // Only those that somebody takes: WebAssembly has no others in it.
    static READERS: RefCell<Vec<Reader>> = const { RefCell::new(Vec::new()) };
}

/// Takes readers; the last of a format counts.
pub(crate) fn take(readers: &[Reader]) {
    READERS.with_borrow_mut(|taken| {
        taken.retain(|known| readers.iter().all(|reader| reader.format() != known.format()));
        taken.extend(readers);
    });
}

/// Has Tiled's maps read from here on, and told what their tiles are for.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_tiled() {
    take(&[Reader::TMX, Reader::TMJ]);
}

/// Has Tiled's maps in XML read from here on, with tilesets in XML and nothing packed as Zstandard.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_tmx() {
    take(&[Reader::TMX_PLAIN]);
}

/// Has Tiled's maps in JSON read from here on, with tilesets in JSON and nothing packed as Zstandard.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_tmj() {
    take(&[Reader::TMJ_PLAIN]);
}

/// Has LDtk's projects read from here on, and told what their tiles are for.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_ldtk() {
    take(&[Reader::LDTK]);
}

/// Has images read from here on.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_images() {
    take(&[Reader::PNG]);
}

/// Has grids of the MovingAI benchmarks and drawn texts read from here on.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_texts() {
    take(&[Reader::MOVING_AI, Reader::TEXT]);
}

/// Has our own documents read from here on.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_reads_documents() {
    take(&[Reader::JSON, Reader::BINARY]);
}

/// What reads a file, of the readers that were taken. Nobody takes those of graphs.
pub(crate) fn reader_of(source: &Source<'_>) -> Result<Reader, Failure> {
    let format = format_of(source);
    let is_of = |reader: &&Reader| reader.format() == format;
    let found = READERS.with_borrow(|taken| taken.iter().find(is_of).copied());
    found.ok_or_else(|| {
        let words = format!(
            "a file of the format {} cannot be shown here; expected a map of squares or hexes",
            format.name()
        );
        Failure::of(AbiCode::CannotShow, words, &[])
    })
}

/// The files at hand, by their names less any folders: what people drop has none.
struct Dropped<'a>(&'a BTreeMap<String, Vec<u8>>);

impl Beside for Dropped<'_> {
    fn open(&self, name: &str, bytes_max: u64) -> Result<Vec<u8>, String> {
        let own = own_name(name);
        let bytes = self.0.get(own).ok_or_else(|| format!("{own} is needed as well"))?;
        let fits = bytes.len() as u64 <= bytes_max;
        fits.then(|| bytes.clone())
            .ok_or_else(|| format!("{own} is too long; expected {bytes_max} bytes"))
    }
}

fn own_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn text_of<'a>(bytes: &'a [u8], what: &str) -> Result<&'a str, Failure> {
    let wrong = |_| Failure::of(AbiCode::NotText, format!("{what} is no UTF-8 text"), &[]);
    std::str::from_utf8(bytes).map_err(wrong)
}

/// Puts a file at hand, in the place of one of the same name.
///
/// # Safety
/// So many bytes may be read from `name` and from `bytes` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_file(
    name: *const u8,
    name_length: u32,
    bytes: *const u8,
    length: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (name, bytes) = unsafe { (read(name, name_length), read(bytes, length)) };
    let put = text_of(name, "the file's name").map(|name| {
        let put =
            |at_hand: &mut AtHand| at_hand.files.insert(own_name(name).to_owned(), bytes.to_vec());
        AT_HAND.with_borrow_mut(put);
        Status::Done
    });
    status_of(put)
}

/// Puts all files away.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_files_forget() {
    AT_HAND.with_borrow_mut(|at_hand| *at_hand = AtHand::default());
}

/// Reads a file at hand by the readers that were taken. Returns a session on its map, or 0. `roles` says
/// what layers are for, a line each: the layer's name, a tab, and `wall`, `ground`, `cost` or `ignore`.
///
/// # Safety
/// So many bytes may be read from `name` and from `roles` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_read(
    name: *const u8,
    name_length: u32,
    roles: *const u8,
    roles_length: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (name, roles) = unsafe { (read(name, name_length), read(roles, roles_length)) };
    let opened = AT_HAND.with_borrow_mut(|at_hand| {
        let (session, facts) = read_file(&at_hand.files, name, roles)?;
        at_hand.facts = facts;
        let name = String::from_utf8_lossy(name).into_owned();
        at_hand.last = Some((name, corner_of(session.map())));
        sessions::add(session)
    });
    number_of(opened)
}

fn roles_of(text: &str) -> Result<Roles, Failure> {
    text.lines().try_fold(Roles::default(), |roles, line| {
        let role =
            line.rsplit_once('\t').and_then(|(layer, role)| Some((layer, Role::named(role)?)));
        let (layer, role) =
            role.ok_or_else(|| Failure::refused(format!("{line:?} says no role")))?;
        Ok(roles.with(layer, role))
    })
}

/// The cell that is the first of all for the page.
fn corner_of(map: &Map) -> Cell {
    match map {
        Map::Grid(grid) => grid.bounds().min,
        Map::Hex(grid) => grid.bounds().min,
        Map::Layers(_) | Map::Waypoints(_) => Cell::default(),
    }
}

/// The file that was read last, to be read in another way.
pub(crate) struct FileRead<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) options: Options,
    pub(crate) corner: Cell,
}

/// Does something with the file that was read last.
pub(crate) fn last_read<T>(
    deed: impl FnOnce(&FileRead<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    AT_HAND.with_borrow(|AtHand { files, last, .. }| {
        let none = || Failure::nothing("no file was read");
        let (name, corner) = last.as_ref().ok_or_else(none)?;
        let bytes = files.get(own_name(name)).ok_or_else(|| not_at_hand(name))?;
        let source = Source { name: own_name(name), bytes, beside: &Dropped(files) };
        deed(&FileRead { source, options: Options::default(), corner: *corner })
    })
}

/// Puts files in the place of those that are at hand by their names.
pub(crate) fn put(changed: Vec<(String, Vec<u8>)>) {
    AT_HAND.with_borrow_mut(|at_hand| {
        for (name, bytes) in changed {
            at_hand.files.insert(own_name(&name).to_owned(), bytes);
        }
    });
}

/// The bytes of a file at hand. Returns how many they are; 0 where there is no such file.
///
/// # Safety
/// So many bytes may be read from `name` on, and `room` bytes written from `bytes` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_file_bytes(
    name: *const u8,
    name_length: u32,
    bytes: *mut u8,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (name, mut out) = unsafe { (read(name, name_length), Out::new(bytes, room)) };
    let name = String::from_utf8_lossy(name);
    AT_HAND.with_borrow(|at_hand| {
        at_hand.files.get(own_name(&name)).map_or(0, |bytes| out.put_all(bytes))
    })
}

/// Does something with what the last file looks like in its game.
pub(crate) fn with_scenery<T>(deed: impl FnOnce(&mut scenery::Told) -> T) -> T {
    AT_HAND.with_borrow_mut(|at_hand| deed(&mut at_hand.scenery))
}

/// Reads a file at hand by the readers that were taken. What is odd about it is told as its facts.
#[cfg(feature = "scenes")]
pub(crate) fn read_at_hand(name: &[u8]) -> Result<Read, Failure> {
    AT_HAND.with_borrow_mut(|at_hand| {
        let read = document_in(&at_hand.files, name, &Options::default())?;
        at_hand.facts = Facts::default();
        read.warnings.iter().for_each(|warning| tell_warning(&mut at_hand.facts, warning));
        Ok(read)
    })
}

fn document_in(
    files: &BTreeMap<String, Vec<u8>>,
    name: &[u8],
    options: &Options,
) -> Result<Read, Failure> {
    let name = text_of(name, "the file's name")?;
    let bytes = files.get(own_name(name));
    let bytes = bytes.ok_or_else(|| not_at_hand(name))?;
    let source = Source { name: own_name(name), bytes, beside: &Dropped(files) };
    Ok(reader_of(&source)?.read(&source, options)?)
}

fn read_file(
    files: &BTreeMap<String, Vec<u8>>,
    name: &[u8],
    roles: &[u8],
) -> Result<(Session, Facts), Failure> {
    let options = Options { roles: roles_of(text_of(roles, "the roles")?)?, ..Options::default() };
    let read = document_in(files, name, &options)?;
    let mut facts = Facts::default();
    read.warnings.iter().for_each(|warning| tell_warning(&mut facts, warning));
    let map = shown(&read.document, &mut facts)?;
    let mut session = Session::new(map);
    tell(&read.document, &mut session, &mut facts);
    Ok((session, facts))
}

fn not_at_hand(name: &str) -> Failure {
    let (code, words) = (AbiCode::NotAtHand.code(), format!("{name} was not put at hand"));
    let mut facts = Facts::of(code);
    facts.told(&words, &[name.to_owned()]);
    Failure::with(code, words, facts)
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Failure {
        let code = error.kind().code();
        let mut facts = Facts::of(code);
        facts.line("file", error.file());
        tell_where(&mut facts, error.at());
        facts.told(error.message(), error.values());
        Failure::with(code, error.to_string(), facts)
    }
}

fn tell_where(facts: &mut Facts, at: &At) {
    match at {
        At::Text(place) => facts.place(*place),
        At::Pixel(x, y) => facts.line("pixel", &format!("{x},{y}")),
        At::Byte(byte) => facts.line("byte", &byte.to_string()),
        At::Part(part) => facts.line("part", part),
        _ => {}
    }
}

pub(crate) fn tell_warning(facts: &mut Facts, warning: &Warning) {
    facts.line("warning", &warning.to_string());
    facts.line("code", warning.kind().code());
    tell_where(facts, warning.at());
    facts.told(warning.message(), warning.values());
}

/// A warning of ours.
fn warn(facts: &mut Facts, code: AbiCode, words: &str) {
    facts.line("warning", words);
    facts.line("code", code.code());
    facts.line("message", words);
}

/// The map as the page can show it, and what of it it cannot.
fn shown(document: &Document, facts: &mut Facts) -> Result<Map, Failure> {
    let Content::Map(map) = &document.content else {
        let words = "a mesh cannot be shown here; expected a map of squares or hexes";
        return Err(Failure::of(AbiCode::CannotShow, words, &[]));
    };
    let map = match map {
        Map::Layers(layers) => Map::Layers(of_one_size(layers)?),
        Map::Waypoints(_) => {
            let words = "waypoints cannot be shown here; expected a map of squares or hexes";
            return Err(Failure::of(AbiCode::CannotShow, words, &[]));
        }
        map => map.clone(),
    };
    if map.grids().iter().any(|grid| grid.wrap().is_any()) {
        let words = "joined edges are not shown here";
        warn(facts, AbiCode::NotShown, words);
    }
    Ok(map)
}

/// Layers may have so many times the cells of the map, for cells that lie on others' ground alone.
const LARGER_MAX: u64 = 16;

/// The same layers, each as large as all of them: what a layer has not got of it is no ground.
fn of_one_size(layers: &Layers) -> Result<Layers, Failure> {
    let all = || layers.grids().iter().map(Grid::bounds);
    let (min, max) =
        all().fold((Cell::new(i32::MAX, i32::MAX), Cell::default()), |found, bounds| {
            let (min, max) = found;
            let end = bounds.max().unwrap_or(bounds.min);
            let max = if min.x == i32::MAX { end } else { max };
            (
                Cell::new(min.x.min(bounds.min.x), min.y.min(bounds.min.y)),
                Cell::new(max.x.max(end.x), max.y.max(end.y)),
            )
        });
    let side = |least: i32, most: i32| most.abs_diff(least).saturating_add(1);
    let whole = Rect::new(min, Size::new(side(min.x, max.x), side(min.y, max.y)));
    if all().all(|bounds| bounds == whole) {
        return Ok(layers.clone());
    }
    let cells: u64 = all().map(|bounds| bounds.size.area()).sum();
    let count = layers.grids().len() as u64;
    if whole.size.area().saturating_mul(count) > cells.saturating_mul(LARGER_MAX) {
        let words = "the map's layers lie too far apart to be shown one above the other";
        return Err(Failure::of(AbiCode::CannotShow, words, &[]));
    }
    let larger = |grid: &Grid| {
        let ground = grid.ground();
        let terrain = |cell| grid.terrain(cell).unwrap_or(Terrain::VOID);
        let mut wider = Ground::from_fn(whole, terrain)?;
        if let Some(tags) = ground.tags() {
            wider = wider.with_tags(|cell| tags.get(cell).unwrap_or_default());
        }
        if let Some(exits) = ground.exits() {
            wider = wider.with_exits(|cell| exits.get(cell).unwrap_or(Exits::ALL));
        }
        Ok(Grid::of(wider).wrapped(grid.wrap()))
    };
    let grids = layers.grids().iter().map(larger).collect::<Result<Vec<_>, Failure>>()?;
    let mut made = Layers::new(grids)?;
    for (_, link) in layers.links().iter() {
        made.add_link_as_read(link.clone())?;
    }
    Ok(made)
}

/// Tells what the file says besides: how its cells look, named places and regions, tags, prices.
fn tell(document: &Document, session: &mut Session, facts: &mut Facts) {
    let (shape, min) = match session.map() {
        Map::Hex(grid) => (grid.arrangement() as u32 + 1, grid.bounds().min),
        _ => (0, Cell::default()),
    };
    // The first row or column counts as an even one from here on.
    let is_shoved = if shape > 2 { min.x % 2 != 0 } else { min.y % 2 != 0 };
    let shape = if shape > 0 && is_shoved { ((shape - 1) ^ 1) + 1 } else { shape };
    facts.line("shape", &shape.to_string());
    facts.line("isometric", &u32::from(document.look == Look::Isometric).to_string());
    for named in &document.places {
        let place = match (session.map(), named.place) {
            (Map::Grid(_) | Map::Hex(_), Place::LayerCell(at)) if at.layer > 0 => continue,
            (Map::Grid(_) | Map::Hex(_), place) => place.as_cell().map_or(place, Place::Cell),
            (_, place) => place,
        };
        facts.line("place", &format!("{} {}", session.number_of(place), named.name));
    }
    for region in &document.regions {
        let Some(bounds) = session.numbers.layer(region.layer).map(|layer| layer.bounds) else {
            continue;
        };
        let place_on = |cell| session.map().place_on(region.layer, cell);
        let told = region.parts.iter().map(|part| part.intersection(bounds));
        let told = told.filter(|part| !part.is_empty()).map(|Rect { min, size }| {
            format!("{},{},{}", session.number_of(place_on(min)), size.width, size.height)
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            facts.line("region", &format!("{} {}", told.join(";"), region.name));
        }
    }
    for named in &document.tags {
        for number in named.tag.numbers() {
            facts.line("tag", &format!("{number} {}", named.name));
        }
    }
    for terrain in &document.terrains {
        let price = match terrain.price {
            Some(Price::Weight(weight)) => Some(weight),
            Some(Price::Closed) => None,
            None => continue,
        };
        session.price(terrain.terrain, price);
        let percent = price.map_or(u32::MAX, Weight::as_percent);
        facts.line("price", &format!("{} {percent}", terrain.terrain.0));
    }
}

/// What the file that was read last said besides its map, a line each: `shape`, `isometric`, `place`,
/// `region` (the first cell, width and height of each of its rectangles, and its name), `tag`, `price` or
/// `warning`, a tab, and what it is. Returns how many bytes that is. Below a warning, which is told in words,
/// stand its `code` and the other lines that [`xunlu_last_error_facts`](crate::xunlu_last_error_facts) has,
/// too.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_read_facts(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    AT_HAND.with_borrow(|at_hand| out.put_all(at_hand.facts.as_str().as_bytes()))
}
