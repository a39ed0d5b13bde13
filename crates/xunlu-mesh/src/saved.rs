//! Meshes in files: written tile by tile, so that each can be read alone.
//!
//! ```text
//! "xunlunav" version chart squares | length and checksum of each tile | checksum of all before
//!     | of version 3: sections about the mesh as a whole | tiles
//! ```
//!
//! A mesh of which nothing is said as a whole is written as version 1, others as version 3. Numbers before
//! the tiles are little-endian; what is in a tile, `saved/tile.rs` says. Every byte is checked before it is
//! believed: a file that was cut short or changed is an error, not a mesh.

mod heights;
mod links;
mod notes;
pub(crate) mod numbers;
mod sections;
mod tile;

pub use heights::SavedGround;

use crate::absent::Absent;
use crate::error::MeshFileError;
use crate::exact::Chart;
use crate::half_edges::{HalfEdgeMesh, TILES_MAX};
use crate::links::MeshLinks;
use crate::nav_mesh::NavMesh;
use crate::notes::MeshNotes;
use crate::paged::PagedMesh;
use crate::squares::Squares;
use crate::tile::Tile;
use numbers::{Reader, Writer};
use sections::{Kind, Sections};
use std::io::{self, Read, Seek, SeekFrom, Write};
use xunlu_map::{Point, Tags};

const MAGIC: [u8; 8] = *b"xunlunav";
/// Of a mesh of which nothing is said as a whole, and of others.
const VERSIONS: [u32; 2] = [1, 3];

/// Magic, version, three numbers of the chart, five of the squares, and the number of islands.
const HEAD_BYTES: usize = 8 + 4 + 3 * 8 + 5 * 4 + 4;

/// Length and checksum of a tile.
const ENTRY_BYTES: usize = 4 + 8;

/// Where the bytes of a tile are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    start: u64,
    length: u32,
    checksum: u64,
}

impl NavMesh {
    /// Writes the mesh to a file: with all that was found out about it, so that to read it is no work. It is
    /// many small writes; give a buffer.
    ///
    /// ```
    /// # use xunlu_map::Point;
    /// # use xunlu_mesh::{MeshSpace, NavMesh};
    /// # let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(Point::from).to_vec();
    /// let mesh = NavMesh::of_outlines(&[square], &[])?;
    /// let mut file = Vec::new();
    /// mesh.save(&mut file)?;
    /// let read = NavMesh::load(std::io::Cursor::new(&file))?;
    /// assert!(read.are_connected(Point::new(1.0, 1.0), Point::new(8.0, 8.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: impl Write) -> io::Result<()> {
        self.save_with(&MeshNotes::default(), to)
    }

    /// The same with what is said of the mesh besides: names, costs, routes and places.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_with(&self, notes: &MeshNotes, to: impl Write) -> io::Result<()> {
        let links = self.own_links().filter(|links| links.count() > 0);
        let sections = sections_of(self.sides(), links, notes, self.all_region_tags());
        write_file(self, &sections, to)
    }

    /// Whether a file that begins so may be one that [`NavMesh::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads a mesh from a file that [`NavMesh::save`] wrote, all of it. [`PagedMesh`] reads what is asked
    /// about.
    ///
    /// # Errors
    /// If it cannot be read, or is no mesh: see [`MeshFileError`].
    pub fn load(from: impl Read + Seek) -> Result<NavMesh, MeshFileError> {
        PagedMesh::open(from, usize::MAX)?.into_whole()
    }
}

/// What is said of a mesh as a whole.
fn sections_of(
    sides: &HalfEdgeMesh,
    links: Option<&MeshLinks>,
    notes: &MeshNotes,
    region_tags: Tags,
) -> Vec<(Kind, Vec<u8>)> {
    let mut sections = Vec::new();
    if let Some(links) = links {
        sections.push((Kind::Links, links::write(links, sides)));
    }
    if region_tags != Tags::NONE {
        let mut to = Writer::default();
        to.put(region_tags.0.into());
        sections.push((Kind::RegionTags, to.bytes));
    }
    if !notes.is_empty() {
        sections.push((Kind::Notes, notes::write(notes)));
    }
    sections
}

/// A file that a mesh by a rule is written to, tile by tile.
pub(crate) struct RuledFile<W> {
    to: W,
    chart: Chart,
    squares: Squares,
    islands: u32,
    sections: Vec<(Kind, Vec<u8>)>,
    entries: Vec<[u8; ENTRY_BYTES]>,
}

impl<W: Write + Seek> RuledFile<W> {
    /// Leaves room for what comes before the tiles.
    pub(crate) fn begin(
        to: W,
        chart: &Chart,
        sides: &HalfEdgeMesh,
        islands: u32,
        (links, notes, tags): (Option<&MeshLinks>, &MeshNotes, Tags),
    ) -> io::Result<RuledFile<W>> {
        let sections = sections_of(sides, links, notes, tags);
        let squares = sides.squares();
        let entries = vec![[0; ENTRY_BYTES]; squares.count() as usize];
        let mut made = RuledFile { to, chart: *chart, squares, islands, sections, entries };
        let room = made.head()?.len() as u64;
        made.to.seek(SeekFrom::Start(room))?;
        made.entries.clear();
        Ok(made)
    }

    /// Writes the next tile.
    pub(crate) fn put(&mut self, tile: Option<&Tile>) -> io::Result<()> {
        let bytes = tile.map(tile::write).unwrap_or_default();
        self.entries.push(entry_of(&bytes)?);
        self.to.write_all(&bytes)
    }

    /// Writes what comes before the tiles. Returns what it was written to.
    pub(crate) fn end(mut self) -> io::Result<W> {
        self.to.rewind()?;
        let head = self.head()?;
        self.to.write_all(&head)?;
        self.to.flush()?;
        Ok(self.to)
    }

    fn head(&self) -> io::Result<Vec<u8>> {
        head_of(&self.chart, self.squares, self.islands, &self.entries, &self.sections)
    }
}

/// Writes a mesh with what is said of it as a whole.
fn write_file(mesh: &NavMesh, sections: &[(Kind, Vec<u8>)], mut to: impl Write) -> io::Result<()> {
    let sides = mesh.sides();
    let written = |number| sides.tile(number).map(tile::write).unwrap_or_default();
    let count = sides.squares().count();
    let entries = (0..count).map(|number| entry_of(&written(number)));
    let entries = entries.collect::<io::Result<Vec<_>>>()?;
    to.write_all(&head_of(
        mesh.chart(),
        sides.squares(),
        sides.island_count(),
        &entries,
        sections,
    )?)?;
    (0..count).try_for_each(|number| to.write_all(&written(number)))
}

/// What a file says of a tile before the tiles.
fn entry_of(bytes: &[u8]) -> io::Result<[u8; ENTRY_BYTES]> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut entry = [0; ENTRY_BYTES];
    entry[..4].copy_from_slice(&length.to_le_bytes());
    entry[4..].copy_from_slice(&checksum(bytes).to_le_bytes());
    Ok(entry)
}

/// All that comes before the tiles.
fn head_of(
    chart: &Chart,
    squares: Squares,
    islands: u32,
    entries: &[[u8; ENTRY_BYTES]],
    sections: &[(Kind, Vec<u8>)],
) -> io::Result<Vec<u8>> {
    let origin = chart.point_at(0.0, 0.0);
    let mut head = Vec::with_capacity(HEAD_BYTES + entries.len() * ENTRY_BYTES);
    head.extend(MAGIC);
    head.extend(VERSIONS[usize::from(!sections.is_empty())].to_le_bytes());
    for number in [origin.x, origin.y, chart.steps_a_unit()] {
        head.extend(number.to_le_bytes());
    }
    for number in [squares.origin.x, squares.origin.y] {
        head.extend(number.to_le_bytes());
    }
    for number in [squares.shift, squares.columns, squares.rows, islands] {
        head.extend(number.to_le_bytes());
    }
    head.extend(entries.as_flattened());
    head.extend(checksum(&head).to_le_bytes());
    if !sections.is_empty() {
        head.extend(sections::write(sections)?);
    }
    Ok(head)
}

/// What a file says before its tiles.
pub(crate) struct Head {
    /// Without any tiles, but with its links.
    pub(crate) mesh: NavMesh,
    /// Where its tiles are.
    pub(crate) pages: Vec<Page>,
    pub(crate) sections: Sections,
}

impl Head {
    pub(crate) fn notes(&self, file: &mut (impl Read + Seek)) -> Result<MeshNotes, MeshFileError> {
        Ok(self.sections.said(Kind::Notes, file, notes::read)?.unwrap_or_default())
    }

    /// Which tags regions have anywhere.
    pub(crate) fn region_tags(&self, file: &mut (impl Read + Seek)) -> Result<Tags, MeshFileError> {
        let read = |bytes: &[u8]| {
            let mut from = Reader { bytes };
            let tags = from.take()?.try_into().ok().map(Tags)?;
            from.bytes.is_empty().then_some(tags)
        };
        Ok(self.sections.said(Kind::RegionTags, file, read)?.unwrap_or_default())
    }
}

/// Reads what comes before the tiles.
pub(crate) fn read_head(file: &mut (impl Read + Seek)) -> Result<Head, MeshFileError> {
    let size = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut head = [0; HEAD_BYTES];
    if size < HEAD_BYTES as u64 {
        return Err(MeshFileError::NotAMesh);
    }
    file.read_exact(&mut head)?;
    let mut rest = &head[..];
    if take::<8>(&mut rest) != MAGIC {
        return Err(MeshFileError::NotAMesh);
    }
    let version = u32::from_le_bytes(take(&mut rest));
    if !VERSIONS.contains(&version) {
        return Err(MeshFileError::Version(version));
    }
    let [x, y, steps_a_unit] = [(); 3].map(|()| f64::from_le_bytes(take(&mut rest)));
    let [origin_x, origin_y] = [(); 2].map(|()| i32::from_le_bytes(take(&mut rest)));
    let [shift, columns, rows, islands] = [(); 4].map(|()| u32::from_le_bytes(take(&mut rest)));
    let chart =
        Chart::with_steps_a_unit(Point::new(x, y), steps_a_unit).ok_or(MeshFileError::Head)?;
    let squares = squares([origin_x, origin_y], shift, [columns, rows]);
    let squares = squares.ok_or(MeshFileError::Head)?;
    let count = squares.count() as usize;
    let end = (HEAD_BYTES + count * ENTRY_BYTES + size_of::<u64>()) as u64;
    if end > size {
        return Err(MeshFileError::Head);
    }
    let mut table = vec![0; count * ENTRY_BYTES + size_of::<u64>()];
    file.read_exact(&mut table)?;
    let (entries, sum) = table.split_at(count * ENTRY_BYTES);
    let whole = [&head, entries].concat();
    if sum != checksum(&whole).to_le_bytes() {
        return Err(MeshFileError::Head);
    }
    let sections = if version == VERSIONS[1] { Sections::read(file)? } else { Sections::default() };
    let pages = pages_of(entries, file.stream_position()?, size).ok_or(MeshFileError::Head)?;
    let mut mesh = HalfEdgeMesh::new(chart, squares);
    mesh.set_island_count(islands);
    *mesh.absent_mut() = Some(Absent::new(pages.iter().map(|page| page.length > 0).collect()));
    let mut mesh = NavMesh::of_sides(mesh);
    let links = sections.said(Kind::Links, file, |bytes| links::read(bytes, &chart))?;
    if let Some(links) = links.filter(|links| links.count() > 0) {
        *mesh.links_mut() = links;
    }
    Ok(Head { mesh, pages, sections })
}

/// Where tiles are that lie one after another to the end of a file. Returns `None` if it ends elsewhere.
fn pages_of(entries: &[u8], mut start: u64, size: u64) -> Option<Vec<Page>> {
    let pages = entries.chunks_exact(ENTRY_BYTES).map(|mut entry| {
        let length = u32::from_le_bytes(take(&mut entry));
        let page = Page { start, length, checksum: u64::from_le_bytes(take(&mut entry)) };
        start += u64::from(length);
        page
    });
    let pages: Vec<Page> = pages.collect();
    (start == size).then_some(pages)
}

/// Reads a tile and puts it in its place. Returns how many were read to check it.
pub(crate) fn read_tile(
    whole: &mut NavMesh,
    number: u32,
    pages: &[Page],
    file: &mut (impl Read + Seek),
) -> Result<u64, MeshFileError> {
    let mesh = whole.sides_mut();
    let tile = checked_tile(mesh, number, pages, file)?;
    mesh.set_absent(number, Some(tile));
    match count_agreeing(mesh, number, pages, file) {
        Ok(count) => {
            whole.follow_links(number);
            Ok(1 + count)
        }
        Err(error) => {
            mesh.set_absent(number, None);
            Err(error)
        }
    }
}

/// A tile that is right as far as it can be seen of it alone.
fn checked_tile(
    mesh: &HalfEdgeMesh,
    number: u32,
    pages: &[Page],
    file: &mut (impl Read + Seek),
) -> Result<Tile, MeshFileError> {
    let page = pages[number as usize];
    file.seek(SeekFrom::Start(page.start))?;
    let mut bytes = vec![0; page.length as usize];
    file.read_exact(&mut bytes)?;
    let tile = Some(bytes).filter(|bytes| checksum(bytes) == page.checksum);
    let tile = tile.and_then(|bytes| tile::read(mesh, number, &bytes));
    tile.ok_or(MeshFileError::Tile { number })
}

/// Holds what a tile and those around it say of each other against each other, when it is read first: of all
/// that were read before. Those that were let go of since are read again and let go of, for a search may have
/// come through them and go on here. Returns how many.
fn count_agreeing(
    mesh: &mut HalfEdgeMesh,
    number: u32,
    pages: &[Page],
    file: &mut (impl Read + Seek),
) -> Result<u64, MeshFileError> {
    let was_read = |mesh: &HalfEdgeMesh, tile| mesh.absent().is_some_and(|own| own.was_read(tile));
    if was_read(mesh, number) {
        return Ok(0);
    }
    let mut count = 0;
    for beside in mesh.squares().around(number) {
        if !was_read(mesh, beside) {
            continue;
        }
        let is_absent = mesh.tile(beside).is_none();
        if is_absent {
            let again = checked_tile(mesh, beside, pages, file)?;
            mesh.set_absent(beside, Some(again));
            count += 1;
        }
        let is_right = tile::agree(mesh, [number, beside]);
        if is_absent {
            mesh.set_absent(beside, None);
        }
        if !is_right {
            return Err(MeshFileError::Tile { number });
        }
    }
    if let Some(absent) = mesh.absent_mut() {
        absent.note_read(number);
    }
    Ok(count)
}

/// Squares as they may be of a mesh.
fn squares([x, y]: [i32; 2], shift: u32, [columns, rows]: [u32; 2]) -> Option<Squares> {
    let count = columns.checked_mul(rows)?;
    let is_one = [x, y] == [0, 0] && shift == Squares::ONE.shift && count == 1;
    let extent = |from: i32, count: u32| {
        from == 0 && shift < 26 && i64::from(count) << shift <= i64::from(Squares::EXTENT_MAX)
    };
    let are_many = (1..=TILES_MAX).contains(&count) && extent(x, columns) && extent(y, rows);
    (is_one || are_many).then_some(Squares { shift, columns, rows, ..Squares::ONE })
}

/// The next bytes of some that are long enough.
fn take<const COUNT: usize>(bytes: &mut &[u8]) -> [u8; COUNT] {
    let (first, rest) = bytes.split_first_chunk().expect("its length was looked at");
    *bytes = rest;
    *first
}

/// FNV-1a (Fowler, Noll and Vo 1991): against bytes that were changed unawares.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
