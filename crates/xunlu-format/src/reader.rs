//! Who reads files of which format. Each reader stands by itself: a program that names a few of them has no
//! others in it.

use crate::done::{Read, ReadScenery};
use crate::error::{At, FormatError, FormatErrorKind};
use crate::format::Format;
use crate::options::Options;
use crate::read::{check_length, own_links};
use crate::source::Source;
use crate::uses::Assignment;
use crate::{detour, graph, image, ldtk, mesh, movingai, obj, own, text, tiled};

/// What reads files of one format. [`read`](crate::read) and its like have all of them; who is to be small
/// names the few that it needs.
///
/// ```
/// use xunlu_format::{Options, Reader, Source};
///
/// let source = Source::alone("small.map", b"type octile\nheight 1\nwidth 3\nmap\n..@\n");
/// let read = Reader::MOVING_AI.read(&source, &Options::default())?;
/// assert_eq!(read.document.map().map(xunlu_map::Map::kind), Some("grid"));
/// # Ok::<(), xunlu_format::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    format: Format,
    read: fn(&Source<'_>, &Options) -> Result<Read, FormatError>,
    /// Reads how the map looks in its game, where files say so.
    scenery: Option<SceneryReader>,
    /// Writes into its files what tiles and layers are for, where they can say it.
    assign: Option<Assigner>,
}

/// How a format is read that says what a map looks like.
type SceneryReader = fn(&Source<'_>, &Options) -> Result<ReadScenery, FormatError>;

/// How a format is told what its tiles and layers are for.
type Assigner =
    fn(&Source<'_>, &Options, &[Assignment]) -> Result<Vec<(String, Vec<u8>)>, FormatError>;

impl Reader {
    /// Reads Tiled's XML.
    pub const TMX: Reader = Reader {
        format: Format::Tmx,
        read: tiled::read_tmx,
        scenery: Some(tiled::read_tmx_scenery),
        assign: Some(tiled::assign_tmx),
    };
    /// Reads Tiled's JSON.
    pub const TMJ: Reader = Reader {
        format: Format::Tmj,
        read: tiled::read_tmj,
        scenery: Some(tiled::read_tmj_scenery),
        assign: Some(tiled::assign_tmj),
    };
    /// Reads Tiled's XML where tilesets are in XML, too, and nothing is packed as Zstandard. It says nothing
    /// of what tiles are for to the files.
    pub const TMX_PLAIN: Reader = Reader {
        format: Format::Tmx,
        read: tiled::read_tmx_plain,
        scenery: Some(tiled::read_tmx_plain_scenery),
        assign: None,
    };
    /// The same for Tiled's JSON.
    pub const TMJ_PLAIN: Reader = Reader {
        format: Format::Tmj,
        read: tiled::read_tmj_plain,
        scenery: Some(tiled::read_tmj_plain_scenery),
        assign: None,
    };
    /// Reads LDtk projects.
    pub const LDTK: Reader = Reader {
        format: Format::Ldtk,
        read: ldtk::read,
        scenery: Some(ldtk::read_scenery),
        assign: Some(ldtk::assign),
    };
    /// Reads grids of the MovingAI benchmarks.
    pub const MOVING_AI: Reader = Reader::of_maps(Format::MovingAi, movingai::read);
    /// Reads meshes of convex polygons.
    pub const MESH: Reader = Reader::of_maps(Format::Mesh, mesh::read);
    /// Reads Wavefront's triangles.
    pub const OBJ: Reader = Reader::of_maps(Format::Obj, obj::read);
    /// Reads navigation meshes of Recast and Detour.
    pub const DETOUR: Reader = Reader::of_maps(Format::Detour, detour::read);
    /// Reads graphs of the DIMACS challenge.
    pub const DIMACS: Reader = Reader::of_maps(Format::Dimacs, graph::read_dimacs);
    /// Reads graphs in XML.
    pub const GRAPH_ML: Reader = Reader::of_maps(Format::GraphMl, graph::read_graphml);
    /// Reads graphs of an edge a line.
    pub const EDGE_LIST: Reader = Reader::of_maps(Format::EdgeList, graph::read_edge_list);
    /// Reads images.
    pub const PNG: Reader = Reader::of_maps(Format::Png, image::read);
    /// Reads drawn text.
    pub const TEXT: Reader = Reader::of_maps(Format::Text, text::read);
    /// Reads our own document as JSON.
    pub const JSON: Reader = Reader::of_maps(Format::Json, own::read_json);
    /// Reads our own document as bytes.
    pub const BINARY: Reader = Reader::of_maps(Format::Binary, own::read_binary);

    /// One of files that say nothing of what a map looks like.
    const fn of_maps(
        format: Format,
        read: fn(&Source<'_>, &Options) -> Result<Read, FormatError>,
    ) -> Reader {
        Reader { format, read, scenery: None, assign: None }
    }

    /// The format that it reads.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Reads a file of its format.
    ///
    /// # Errors
    /// Whatever is wrong with it, with file and place; that it is too long.
    pub fn read(&self, source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
        check_length(source, options)?;
        let mut read = (self.read)(source, options)?;
        read.warnings.extend(read.document.map().and_then(own_links));
        Ok(read)
    }

    /// Reads how the map of a file looks in its game. Returns `None` if its format says nothing of that.
    ///
    /// # Errors
    /// Whatever is wrong with it, with file and place.
    pub fn read_scenery(
        &self,
        source: &Source<'_>,
        options: &Options,
    ) -> Result<Option<ReadScenery>, FormatError> {
        let Some(read) = self.scenery else { return Ok(None) };
        check_length(source, options)?;
        read(source, options).map(Some)
    }

    /// The files of a map as they have to be for it to say all this, as [`assign`](crate::assign) tells.
    ///
    /// # Errors
    /// Whatever is wrong with the map; a tile or layer that it does not have; a format whose files cannot
    /// say it (those of Tiled and LDtk can).
    pub fn assign(
        &self,
        source: &Source<'_>,
        options: &Options,
        assignments: &[Assignment],
    ) -> Result<Vec<(String, Vec<u8>)>, FormatError> {
        let Some(assign) = self.assign else {
            let found = format!("{} files do not say what tiles are for", self.format.name());
            let error = FormatError::unexpected(source.name, At::File, found, "tmx, tmj or ldtk");
            return Err(error.of(FormatErrorKind::NotWritable, []));
        };
        check_length(source, options)?;
        assign(source, options, assignments)
    }
}

impl Format {
    /// What reads its files.
    #[must_use]
    pub const fn reader(self) -> Reader {
        match self {
            Format::Tmx => Reader::TMX,
            Format::Tmj => Reader::TMJ,
            Format::Ldtk => Reader::LDTK,
            Format::MovingAi => Reader::MOVING_AI,
            Format::Mesh => Reader::MESH,
            Format::Obj => Reader::OBJ,
            Format::Dimacs => Reader::DIMACS,
            Format::GraphMl => Reader::GRAPH_ML,
            Format::EdgeList => Reader::EDGE_LIST,
            Format::Png => Reader::PNG,
            Format::Text => Reader::TEXT,
            Format::Json => Reader::JSON,
            Format::Binary => Reader::BINARY,
            Format::Detour => Reader::DETOUR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_own_reader() {
        for format in Format::ALL {
            assert_eq!(format.reader().format(), format);
        }
    }
}
