//! Reading files into sessions: a file is put at hand with those that it names, and then read.

use crate::facts::Facts;
use crate::memory::{Out, read};
use crate::scenery;
use crate::session::Session;
use crate::sessions;
use crate::status::{AbiCode, Failure, Status, number_of, status_of};
use std::cell::RefCell;
use std::collections::BTreeMap;
use xunlu::{Cell, Map, Place, Weight};
use xunlu_format::{
    At, Beside, Content, Document, FormatError, Look, Options, Price, Role, Roles, Source, Warning,
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

/// Reads a file at hand. Returns a session on its map, or 0. `roles` says what layers are for, a line each:
/// the layer's name, a tab, and `wall`, `ground`, `cost` or `ignore`.
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

fn read_file(
    files: &BTreeMap<String, Vec<u8>>,
    name: &[u8],
    roles: &[u8],
) -> Result<(Session, Facts), Failure> {
    let name = text_of(name, "the file's name")?;
    let bytes = files.get(own_name(name));
    let bytes = bytes.ok_or_else(|| not_at_hand(name))?;
    let options = Options { roles: roles_of(text_of(roles, "the roles")?)?, ..Options::default() };
    let source = Source { name: own_name(name), bytes, beside: &Dropped(files) };
    let read = xunlu_format::read(&source, &options)?;
    let mut facts = Facts::default();
    read.warnings.iter().for_each(|warning| tell_warning(&mut facts, warning));
    let map = one_grid(&read.document, &mut facts)?;
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

/// The one grid that the page can show, and what of the map it cannot.
fn one_grid(document: &Document, facts: &mut Facts) -> Result<Map, Failure> {
    let Content::Map(map) = &document.content else {
        let words = "a mesh cannot be shown here; expected a map of squares or hexes";
        return Err(Failure::of(AbiCode::CannotShow, words, &[]));
    };
    let map = match map {
        Map::Layers(layers) => {
            let grid = layers.grids().first().cloned();
            let none = || Failure::refused("the map has no layers; expected at least one");
            let words = "only the first of the map's layers is shown here";
            warn(facts, AbiCode::OnlyFirstLayer, words);
            Map::Grid(grid.ok_or_else(none)?)
        }
        Map::Waypoints(_) => {
            let words = "waypoints cannot be shown here; expected a map of squares or hexes";
            return Err(Failure::of(AbiCode::CannotShow, words, &[]));
        }
        map => map.clone(),
    };
    let (ground, has_more) = match &map {
        Map::Grid(grid) => (grid.ground(), grid.wrap().is_any()),
        Map::Hex(grid) => (grid.ground(), false),
        Map::Layers(_) | Map::Waypoints(_) => return Ok(map),
    };
    if map.links().next().is_some()
        || ground.tags().is_some()
        || ground.exits().is_some()
        || has_more
    {
        let words = "links, tags, one-way cells and joined edges are not shown here";
        warn(facts, AbiCode::NotShown, words);
    }
    Ok(map)
}

/// Tells what the file says besides: how its cells look, named places, prices.
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
        let is_here =
            matches!(named.place, Place::Cell(_) | Place::Hex(_)) || named.place.layer() == Some(0);
        if is_here {
            let place = named.place.as_cell().map_or(named.place, Place::Cell);
            facts.line("place", &format!("{} {}", session.number_of(place), named.name));
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

/// What the file that was read last said besides its map, a line each: `shape`, `isometric`, `place`, `price`
/// or `warning`, a tab, and what it is. Returns how many bytes that is. Below a warning, which is told in
/// words, stand its `code` and the other lines that [`xunlu_last_error_facts`](crate::xunlu_last_error_facts)
/// has, too.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_read_facts(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    AT_HAND.with_borrow(|at_hand| out.put_all(at_hand.facts.as_str().as_bytes()))
}
