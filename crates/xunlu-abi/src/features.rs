//! What a map has besides its ground: layers, links with their doors, tags, cells that are left to some
//! sides only.

use crate::maps::open;
use crate::memory::{Out, read};
use crate::session::Session;
use crate::sessions;
use crate::status::{Failure, Status, number_of, status_of};
use xunlu::map::{Ground, Plane};
use xunlu::{
    Cell, Change, Door, Exits, Grid, Layers, Link, LinkId, Map, Rect, Size, Tags, Terrain, Weight,
};

/// Opens a session on layers of squares, all of one size: the terrain of each cell, row by row, layer after
/// layer. The session, or 0.
///
/// # Safety
/// `count` bytes may be read from `terrain` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_layers(
    width: u32,
    height: u32,
    terrain: *const u8,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let terrain = unsafe { read(terrain, count) };
    number_of(layers_of(Size::new(width, height), terrain).and_then(open))
}

fn layers_of(size: Size, terrain: &[u8]) -> Result<Map, Failure> {
    let area = usize::try_from(size.area()).unwrap_or(usize::MAX).max(1);
    let Size { width, height } = size;
    if terrain.is_empty() || !terrain.len().is_multiple_of(area) {
        let given = terrain.len();
        let words = format!("{given} cells were given; expected layers of {width} x {height}");
        return Err(Failure::refused(words));
    }
    let bounds = Rect::new(Cell::new(0, 0), size);
    let grid_of = |layer: &[u8]| {
        // Cells come row by row, as they were given.
        let mut given = layer.iter();
        let next = |_| given.next().map_or(Terrain::VOID, |&byte| Terrain(byte));
        Ok(Grid::of(Ground::from_fn(bounds, next)?))
    };
    let grids = terrain.chunks(area).map(grid_of).collect::<Result<Vec<_>, Failure>>()?;
    Ok(Map::Layers(Layers::new(grids)?))
}

/// Gives cells other tags, one after the other: sets of sixteen bits. When one is refused nothing is changed.
///
/// # Safety
/// `count` numbers may be read from `cells` and from `tags` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_edit_tags(
    session: u32,
    cells: *const u32,
    tags: *const u32,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (cells, tags) = unsafe { (read(cells, count), read(tags, count)) };
    let change_of = |layer, rect, tags| Ok(Change::Tags { layer, rect, tags: tags_of(tags)? });
    status_of(sessions::with(session, |session| edit(session, cells, tags, change_of)))
}

/// Says to which sides cells may be left, one after the other: a bit for each of east, south, west, north,
/// south-east, south-west, north-west and north-east, of hexes for each of their six sides; 255 for all. When
/// one is refused nothing is changed.
///
/// # Safety
/// `count` numbers may be read from `cells` and from `exits` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_edit_exits(
    session: u32,
    cells: *const u32,
    exits: *const u32,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (cells, exits) = unsafe { (read(cells, count), read(exits, count)) };
    let change_of = |layer, rect, exits| {
        let wrong = |_| Failure::refused(format!("there are no exits {exits}; expected 0 to 255"));
        Ok(Change::Exits { layer, rect, exits: Exits(u8::try_from(exits).map_err(wrong)?) })
    };
    status_of(sessions::with(session, |session| edit(session, cells, exits, change_of)))
}

pub(crate) fn tags_of(number: u32) -> Result<Tags, Failure> {
    let wrong =
        |_| Failure::refused(format!("there are no tags {number}; expected 0 to {}", u16::MAX));
    u16::try_from(number).map(Tags).map_err(wrong)
}

/// Makes one change of all cells; those that follow each other in a row are told as one.
fn edit(
    session: &mut Session,
    cells: &[u32],
    values: &[u32],
    change_of: impl Fn(u32, Rect, u32) -> Result<Change, Failure>,
) -> Result<Status, Failure> {
    let mut runs: Vec<(u32, Rect, u32)> = Vec::new();
    for (&number, &value) in cells.iter().zip(values) {
        let place = session.map().cell_of(session.place_at(number)?);
        let (layer, cell) = place.ok_or_else(|| Failure::refused("waypoints have no cells"))?;
        if let Some((on, rect, same)) = runs.last_mut() {
            let next = Cell::new(rect.min.x.saturating_add_unsigned(rect.size.width), rect.min.y);
            if (*on, next, *same) == (layer, cell, value) {
                rect.size.width += 1;
                continue;
            }
        }
        runs.push((layer, Rect::cell(cell), value));
    }
    let changes = runs.into_iter().map(|(layer, rect, value)| change_of(layer, rect, value));
    session.change(&Change::All(changes.collect::<Result<_, _>>()?))?;
    Ok(Status::Done)
}

/// The tags of each cell, by their numbers. Returns how many there are: 0 where no cell has any.
///
/// # Safety
/// `room` numbers may be written from `tags` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_tags(session: u32, tags: *mut u32, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(tags, room) };
    let put = |session: &mut Session| {
        let number = |tags: Tags| u32::from(tags.0);
        Ok(put_plane(session, &mut out, Ground::tags, Tags::NONE, number))
    };
    number_of(sessions::with(session, put))
}

/// To which sides each cell may be left, by their numbers, as [`xunlu_edit_exits`] is told it. Returns how
/// many there are: 0 where all cells may be left to all sides.
///
/// # Safety
/// `room` numbers may be written from `exits` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_exits(session: u32, exits: *mut u32, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(exits, room) };
    let put = |session: &mut Session| {
        let number = |exits: Exits| u32::from(exits.0);
        Ok(put_plane(session, &mut out, Ground::exits, Exits::ALL, number))
    };
    number_of(sessions::with(session, put))
}

/// Puts what the cells of all layers have of something; nothing where none has any.
fn put_plane<T: Copy + PartialEq>(
    session: &Session,
    out: &mut Out<'_, u32>,
    plane_of: impl Fn(&Ground) -> Option<&Plane<T>>,
    usual: T,
    number: impl Fn(T) -> u32,
) -> u32 {
    let of_cell =
        |ground: &Ground, cell| plane_of(ground).and_then(|plane| plane.get(cell)).unwrap_or(usual);
    let has_any = |ground: &Ground| {
        plane_of(ground).is_some()
            && ground.bounds().cells().any(|cell| of_cell(ground, cell) != usual)
    };
    let map = session.map();
    if map.grounds().any(has_any) {
        for ground in map.grounds() {
            ground.bounds().cells().for_each(|cell| out.put(number(of_cell(ground, cell))));
        }
    }
    out.count()
}

/// Adds a link: from one place to another at so many hundredths of a straight step, both ways if
/// `is_two_way` is 1, for those with all of its tags, its door shut if `is_shut` is 1. Returns its number and
/// 1, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_link(
    session: u32,
    from: u32,
    to: u32,
    percent: u32,
    is_two_way: u32,
    tags: u32,
    is_shut: u32,
) -> u32 {
    let add = |session: &mut Session| {
        let link = Link {
            from: session.place_at(from)?,
            to: session.place_at(to)?,
            weight: Weight::percent(percent),
            is_two_way: is_two_way != 0,
            tags: tags_of(tags)?,
            door: door_of(is_shut),
        };
        let number = session.map().link_numbers_given();
        session.change(&Change::AddLink(link))?;
        Ok(number + 1)
    };
    number_of(sessions::with(session, add))
}

fn door_of(is_shut: u32) -> Door {
    if is_shut == 0 { Door::Open } else { Door::Shut }
}

/// Removes a link by its number.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_unlink(session: u32, link: u32) -> u32 {
    let remove = |session: &mut Session| {
        session.change(&Change::RemoveLink(LinkId(link)))?;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, remove))
}

/// Shuts the door of a link, or opens it if `is_shut` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_door(session: u32, link: u32, is_shut: u32) -> u32 {
    let turn = |session: &mut Session| {
        let (link, door) = (LinkId(link), door_of(is_shut));
        session.change(&Change::Door { link, door })?;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, turn))
}

/// The links of a session's map, seven numbers each: its number, and what [`xunlu_link`] is told of one.
/// Returns how many numbers there are.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_links(session: u32, numbers: *mut u32, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    let put = |session: &mut Session| {
        for (LinkId(number), link) in session.map().links() {
            let [from, to] = [link.from, link.to].map(|place| session.number_of(place));
            let door = u32::from(link.door == Door::Shut);
            let (tags, both) = (u32::from(link.tags.0), u32::from(link.is_two_way));
            out.put_all(&[number, from, to, link.weight.as_percent(), both, tags, door]);
        }
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}
