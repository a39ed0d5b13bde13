//! Opening sessions on maps, editing maps, closing sessions.

use crate::memory::{Out, read};
use crate::place_numbers::Numbered;
use crate::session::Session;
use crate::sessions;
use crate::status::{AbiCode, Failure, Status, number_of, status_of};
use std::cell::RefCell;
use xunlu::map::make::{Kind, Making};
use xunlu::map::{Ground, HexArrangement};
use xunlu::{Cell, Grid, HexGrid, Map, Rect, Size, Terrain};

/// Opens a session on a map: its `shape` (0 squares, 1 to 4 hexes by odd-r, even-r, odd-q, even-q), its
/// sides, and the terrain of each cell, row by row. The session, or 0.
///
/// # Safety
/// `count` bytes may be read from `terrain` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_map(
    shape: u32,
    width: u32,
    height: u32,
    terrain: *const u8,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let terrain = unsafe { read(terrain, count) };
    number_of(map_of(shape, Size::new(width, height), terrain).and_then(open))
}

pub(crate) fn open(map: Map) -> Result<u32, Failure> {
    sessions::add(Session::new(map))
}

fn map_of(shape: u32, size: Size, terrain: &[u8]) -> Result<Map, Failure> {
    if size.area() != terrain.len() as u64 {
        let Size { width, height } = size;
        let given = terrain.len();
        let words = format!("{given} cells were given; expected {width} x {height}");
        return Err(Failure::refused(words));
    }
    let bounds = Rect::new(Cell::new(0, 0), size);
    // Cells come row by row, as they were given.
    let mut given = terrain.iter();
    let ground =
        Ground::from_fn(bounds, |_| given.next().map_or(Terrain::VOID, |&byte| Terrain(byte)));
    let ground = ground?;
    Ok(match arrangement_of(shape)? {
        None => Map::Grid(Grid::of(ground)),
        Some(arrangement) => Map::Hex(HexGrid::of(arrangement, ground)),
    })
}

fn arrangement_of(shape: u32) -> Result<Option<HexArrangement>, Failure> {
    let Some(hex) = (shape as usize).checked_sub(1) else { return Ok(None) };
    let words = || Failure::refused(format!("there is no shape {shape}; expected 0 to 4"));
    HexArrangement::ALL.get(hex).copied().map(Some).ok_or_else(words)
}

/// Opens a session on a map that is made: by a maker of [`xunlu_name`](crate::xunlu_name)'s list, from a
/// seed, with the maker's numbers in their order (as many as are given; the others as they stand). Returns
/// the session, or 0.
///
/// # Safety
/// `count` numbers may be read from `knobs` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_make(
    maker: u32,
    shape: u32,
    width: u32,
    height: u32,
    seed: u32,
    knobs: *const u32,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let knobs = unsafe { read(knobs, count) };
    let begun = begun(maker, shape, Size::new(width, height), seed, knobs);
    number_of(begun.and_then(|making| open(making.finish()?)))
}

/// Begins what [`xunlu_make`] does, to be carried on by [`xunlu_making`]. Takes the place of what this thread
/// began before and did not end; gives it up where no maker or size can be like that.
///
/// # Safety
/// As [`xunlu_make`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_make_begin(
    maker: u32,
    shape: u32,
    width: u32,
    height: u32,
    seed: u32,
    knobs: *const u32,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let knobs = unsafe { read(knobs, count) };
    let begun = begun(maker, shape, Size::new(width, height), seed, knobs);
    MAKING.set(None);
    status_of(begun.map(|making| {
        MAKING.set(Some(making));
        Status::Done
    }))
}

/// Goes on with the map that this thread began, for so much work: a million takes some milliseconds. Returns
/// how much of it is done, in thousandths; with a thousand, [`xunlu_made`] has the map. Where none is begun
/// it is a thousand, too.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_making(work: u32) -> u32 {
    MAKING.with_borrow_mut(|making| {
        let Some(begun) = making else { return 1000 };
        begun.advance(u64::from(work));
        begun.thousandths()
    })
}

/// Opens a session on the map that this thread began, which is made to its end for it. Returns the session,
/// or 0.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_made() -> u32 {
    let begun = MAKING.take().ok_or_else(|| Failure::nothing("no map is being made"));
    number_of(begun.and_then(|making| open(making.finish()?)))
}

thread_local! {
    static MAKING: RefCell<Option<Making>> = const { RefCell::new(None) };
}

fn begun(maker: u32, shape: u32, size: Size, seed: u32, knobs: &[u32]) -> Result<Making, Failure> {
    let kind = Kind::ALL_DEFAULTS.get(maker as usize).copied();
    let mut kind = kind.ok_or_else(|| Failure::no_maker(maker))?;
    for (knob, &value) in kind.knobs().iter().zip(knobs) {
        kind = kind.with_knob(knob.name, value)?;
    }
    let making = Making::new(kind, arrangement_of(shape)?, size, u64::from(seed));
    making.map_err(Failure::from)
}

/// Opens a session on a drawn map: squares, hexes, layers or waypoints, with their links and doors. Returns
/// the session, or 0.
///
/// # Safety
/// `length` bytes may be read from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_drawn(text: *const u8, length: u32) -> u32 {
    // SAFETY: promised by the caller.
    let text = unsafe { read(text, length) };
    number_of(drawn(text).and_then(open))
}

fn drawn(text: &[u8]) -> Result<Map, Failure> {
    let text = std::str::from_utf8(text)
        .map_err(|_| Failure::of(AbiCode::NotText, "the map is no UTF-8 text", &[]));
    text?.parse().map_err(Failure::from)
}

/// Opens a session of its own on the map of another as it is now, for who walks there: what a thread takes to
/// ask while others ask or edit. Costs no copy of the map until one of the two is edited. Returns the
/// session, or 0.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_snapshot(session: u32) -> u32 {
    number_of(sessions::with(session, Session::snapshot).and_then(sessions::add))
}

/// Closes a session and gives back what it held.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_close(session: u32) -> u32 {
    status_of(sessions::close(session).map(|()| Status::Done))
}

/// The width of a session's map for `side` 0, its height for 1, both of its first layer; the number of
/// layers for 2, and of places for 3. Waypoints have no layers. 0 if there is no such session.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_map_size(session: u32, side: u32) -> u32 {
    let tell = |session: &mut Session| {
        let numbers = &session.numbers;
        match side {
            0 | 1 => Ok(numbers.layer(0).map_or(0, |layer| side_of(layer, side))),
            2 => Ok(numbers.layer_count()),
            3 => Ok(numbers.count()),
            _ => Err(Failure::refused(format!("there is no side {side}; expected 0 to 3"))),
        }
    };
    number_of(sessions::with(session, tell))
}

/// Of one layer, the width for `part` 0, the height for 1, and the number of its first cell for 2.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_layer(session: u32, layer: u32, part: u32) -> u32 {
    let tell = |session: &mut Session| {
        let count = session.numbers.layer_count();
        let unknown =
            || Failure::refused(format!("there is no layer {layer}; the map has {count} of them"));
        let numbered = session.numbers.layer(layer).ok_or_else(unknown)?;
        match part {
            0 | 1 => Ok(side_of(numbered, part)),
            2 => Ok(numbered.first),
            _ => Err(Failure::refused(format!("a layer has no part {part}; expected 0 to 2"))),
        }
    };
    number_of(sessions::with(session, tell))
}

fn side_of(layer: Numbered, side: u32) -> u32 {
    let Size { width, height } = layer.bounds.size;
    if side == 0 { width } else { height }
}

/// The terrain of each cell, by their numbers. Returns how many there are.
///
/// # Safety
/// `room` bytes may be written from `terrain` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_terrain(session: u32, terrain: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(terrain, room) };
    let put = |session: &mut Session| {
        let mut put_all = |ground: &Ground| {
            let numbers = ground.bounds().cells().filter_map(|cell| ground.layout().index_of(cell));
            numbers.for_each(|number| out.put(ground.terrain().at(number).0));
        };
        match session.map() {
            Map::Grid(grid) => put_all(grid.ground()),
            Map::Hex(grid) => put_all(grid.ground()),
            Map::Layers(layers) => layers.grids().iter().for_each(|grid| put_all(grid.ground())),
            Map::Waypoints(_) => return Err(Failure::nothing("waypoints have no cells")),
        }
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// Gives cells other ground, one after the other. When one is refused nothing is changed.
///
/// # Safety
/// `count` elements may be read from `cells` and from `terrain` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_edit(
    session: u32,
    cells: *const u32,
    terrain: *const u8,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (cells, terrain) = unsafe { (read(cells, count), read(terrain, count)) };
    let edit = |session: &mut Session| {
        let terrain = terrain.iter().map(|&terrain| Terrain(terrain));
        session.set_all(cells.iter().copied().zip(terrain))?;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, edit))
}

/// How many bytes a session's searches and indexes hold; the map itself is not counted.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_memory(session: u32) -> u32 {
    let bytes = |session: &mut Session| Ok(u32::try_from(session.bytes()).unwrap_or(u32::MAX));
    number_of(sessions::with(session, bytes))
}

/// Gives back the memory that the searches of a session took; the next takes what it needs. The question at
/// hand is given up.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_trim(session: u32) -> u32 {
    let trim = |session: &mut Session| {
        session.trim();
        Ok(Status::Done)
    };
    status_of(sessions::with(session, trim))
}
