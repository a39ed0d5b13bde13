//! Bytes to a document.

use super::kinds::{ARRANGEMENTS, FORM, Kind, bits};
use super::{links, meshes, names, scenes};
use crate::container::{Cursor, Sections};
use crate::document::{Content, Document, Look};
use crate::done::Read;
use crate::error::FormatError;
use crate::limits_check::checked_size;
use crate::options::Options;
use crate::own::check::{LAYERS_MAX, check};
use crate::own::links::Unlinked;
use crate::own::planes::{ground_of, six};
use crate::source::Source;
use xunlu_map::{
    Cell, Exits, Grid, Ground, HexArrangement, HexGrid, Layers, MapError, Rect, ScenePlan, Size,
    Tags, Wrap,
};

/// Reads a document.
pub(super) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let mut sections = Sections::of(&FORM, source)?;
    let mut head = sections.need(Kind::Content)?;
    let before = head;
    let kind = head.u32("the kind of map")?;
    let look = match head.at_most(1, "the look")? {
        0 => Look::Flat,
        _ => Look::Isometric,
    };
    let cells_max = options.limits.cells_for(source.bytes.len() as u64);
    let mut reader = Reader { file: source.name, sections: &mut sections, cells_max };
    let content = match kind {
        1..=3 => reader.cells(kind, &mut head)?,
        4 => links::read_graph(reader.file, reader.sections)?.into(),
        5 => Content::Mesh(meshes::read_mesh(reader.sections)?),
        6 => Content::Triangles(meshes::read_triangles(reader.sections)?),
        7 => Content::Scene(ScenePlan::default()),
        _ => return Err(before.wrong(format_args!("a map of kind {kind}"), "1 to 7")),
    };
    head.end("content")?;
    let mut document = Document::of(content);
    document.look = look;
    names::read(&mut sections, &mut document)?;
    if let Content::Scene(plan) = &mut document.content {
        *plan = scenes::read(&mut sections)?;
    }
    sections.end()?;
    check(source.name, &document)?;
    Ok(Read { document, warnings: sections.warnings })
}

#[derive(Debug)]
struct Reader<'a, 's> {
    file: &'a str,
    sections: &'s mut Sections<'a>,
    cells_max: u64,
}

impl Reader<'_, '_> {
    /// A map of cells: 1 is a grid, 2 are hexes, 3 are layers.
    fn cells(&mut self, kind: u32, head: &mut Cursor<'_>) -> Result<Content, FormatError> {
        let before = *head;
        let arrangement = match head.u32("the arrangement")? {
            0 => None,
            number => {
                let index = (number - 1) as usize;
                let known = ARRANGEMENTS.get(index).copied();
                Some(known.ok_or_else(|| before.wrong(number, "an arrangement, 0 to 4"))?)
            }
        };
        if arrangement.is_some() != (kind == 2) {
            return Err(
                before.wrong("an arrangement", "one of hexes on a hex grid, and only there")
            );
        }
        let before = *head;
        let count = head.at_most(LAYERS_MAX, "the number of layers")?;
        if count == 0 || (kind != 3 && count != 1) {
            return Err(before.wrong(format_args!("{count} layers"), "one, or more on layers"));
        }
        let mut grounds = Vec::new();
        for _ in 0..count {
            grounds.push(self.layer(head, arrangement)?);
        }
        let unlinked = match (arrangement, kind, grounds.pop()) {
            (Some(arrangement), _, Some((ground, _))) => {
                Unlinked::Hex(HexGrid::of(arrangement, ground))
            }
            (None, 1, Some((ground, wrap))) => Unlinked::Grid(Grid::of(ground).wrapped(wrap)),
            (_, _, last) => {
                grounds.extend(last);
                let grids =
                    grounds.into_iter().map(|(ground, wrap)| Grid::of(ground).wrapped(wrap));
                let layers = Layers::new(grids.collect());
                Unlinked::Layers(layers.map_err(|error| refused(&before, &error))?)
            }
        };
        let slots = links::read_links(self.sections, &unlinked)?;
        Ok(unlinked.linked(self.file, &slots)?.into())
    }

    fn layer(
        &mut self,
        head: &mut Cursor<'_>,
        arrangement: Option<HexArrangement>,
    ) -> Result<(Ground, Wrap), FormatError> {
        let before = *head;
        let min = Cell::new(head.i32("x")?, head.i32("y")?);
        let size = Size::new(head.u32("the width")?, head.u32("the height")?);
        let bounds = Rect::new(min, size);
        checked_size(bounds, self.cells_max).map_err(|excess| before.exceeding(excess))?;
        self.cells_max = self.cells_max.saturating_sub(size.area());
        let before = *head;
        let known = bits::HAS_TAGS | bits::HAS_EXITS;
        let wraps = if arrangement.is_some() { 0 } else { bits::WRAPS_X | bits::WRAPS_Y };
        let told = head.u32("a layer's bits")?;
        if told & !(known | wraps) != 0 {
            let expected = format_args!("no more bits than {:#x}", known | wraps);
            return Err(before.wrong(format_args!("{told:#x}"), expected));
        }
        let wrap = Wrap { x: told & bits::WRAPS_X != 0, y: told & bits::WRAPS_Y != 0 };
        let (at, terrain) = self.plane(Kind::Terrain, size.area())?;
        let mut ground = ground_of(bounds, terrain).map_err(|error| refused(&at, &error))?;
        if told & bits::HAS_TAGS != 0 {
            ground = self.tags(ground)?;
        }
        if told & bits::HAS_EXITS != 0 {
            ground = self.exits(ground, arrangement.is_some())?;
        }
        Ok((ground, wrap))
    }

    fn tags(&mut self, ground: Ground) -> Result<Ground, FormatError> {
        let cells = ground.bounds().size.area();
        let (_, bytes) = self.plane(Kind::Tags, cells.saturating_mul(2))?;
        let (pairs, _) = bytes.as_chunks();
        let mut tags = pairs.iter().map(|&pair| Tags(u16::from_le_bytes(pair)));
        Ok(ground.with_tags(|_| tags.next().unwrap_or(Tags::NONE)))
    }

    fn exits(&mut self, ground: Ground, is_hexagonal: bool) -> Result<Ground, FormatError> {
        let (at, bytes) = self.plane(Kind::Exits, ground.bounds().size.area())?;
        let is_odd = |&bits: &u8| is_hexagonal && six(Exits(bits)).0 != bits;
        if let Some(odd) = bytes.iter().copied().find(is_odd) {
            let found = format_args!("exits {odd:#04x} of a hex");
            return Err(at.wrong(found, "0xff for all six, else bits 0 to 5"));
        }
        let mut exits = bytes.iter().map(|&bits| Exits(bits));
        Ok(ground.with_exits(|_| exits.next().unwrap_or(Exits::ALL)))
    }

    /// The next section, which is a plane of so many bytes.
    fn plane(&mut self, kind: Kind, length: u64) -> Result<(Cursor<'_>, &[u8]), FormatError> {
        let section = self.sections.need(kind)?;
        if section.len() as u64 != length {
            let found = format_args!("a plane of {} bytes", section.len());
            return Err(section.wrong(found, format_args!("{length}, to fit the cells")));
        }
        Ok((section, section.rest()))
    }
}

fn refused(at: &Cursor<'_>, error: &MapError) -> FormatError {
    at.refused(error.to_string())
}
