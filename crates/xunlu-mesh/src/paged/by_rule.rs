//! The mesh by a rule of one that is read tile by tile: made in a file of its own, in as little memory.
//!
//! ```text
//!   . . . . .     A tile of the new file depends on what lies around it: its sides are joined to those of the
//!   . o o o .     tiles beside it (o), its corners are numbered by those, and these again by the ones around
//!   . o X o .     them (.). So a piece of a row is made at a time, with as many rows around it as that takes.
//!   . o o o .     What is an island is known when all was looked at once; then it is written.
//!   . . . . .
//! ```

use super::{Needed, PagedMesh};
use crate::error::MeshFileError;
use crate::half_edges::numbered;
use crate::islands::{Area, Groups};
use crate::links::{IslandWay, MeshLinks};
use crate::nav_mesh::NavMesh;
use crate::regions::RegionRule;
use crate::saved::RuledFile;
use std::io::{Read, Seek, Write};
use std::ops::Range;
use xunlu_map::Tags;

/// So far around tiles are cut anew to know what a tile is joined to, by which numbers.
const CUT_AROUND: u32 = 2;

/// So far around tiles are needed for that.
const NEEDED_AROUND: u32 = 4;

/// So many tiles of a row are made at once.
const TILES_AT_ONCE: u32 = 24;

/// What has to be known of all tiles before the first is written.
#[derive(Default)]
struct Known {
    // How many areas the tiles before each have together, and all.
    firsts: Vec<u32>,
    joints: Vec<[Area; 2]>,
    // Of each way of a link, the areas where it is entered and where it comes out.
    ends: Vec<[Vec<Area>; 2]>,
    tags: Tags,
}

impl<F: Read + Seek> PagedMesh<F> {
    /// The mesh for those who keep to a rule, as [`NavMesh::by_rule`]: its answers are those of the whole
    /// mesh by that rule. It is made tile by tile and written, such as to a new file, with what is said of
    /// this one, and has as much room for its tiles. All tiles are read twice, or more often where there is
    /// little room: that takes about as long as to make them.
    ///
    /// ```
    /// # use std::io::Cursor;
    /// # use xunlu_map::{Point, Tags};
    /// # use xunlu_mesh::{MeshSpace, PagedMesh, RegionRule, Scene, SceneOptions};
    /// # let square = |least: f64, side: f64| {
    /// #     [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
    /// #         .map(|(x, y)| Point::new(least + x, least + y)).to_vec()
    /// # };
    /// let mut scene = Scene::with(&SceneOptions::new().tile_width(64.0), &[square(0.0, 1024.0)], &[])?;
    /// scene.put_region(&square(100.0, 700.0), Tags(1))?;
    /// let mut file = Vec::new();
    /// scene.mesh().save(&mut file)?;
    ///
    /// let mut paged = PagedMesh::open(Cursor::new(file), 100_000)?;
    /// let mut dry = paged.by_rule(RegionRule::avoiding(Tags(1)), Cursor::new(Vec::new()))?;
    /// let (from, to, mut space) = (Point::new(90.0, 90.0), Point::new(810.0, 810.0), MeshSpace::new());
    /// let round = dry.shortest_path(from, to, &mut space)?.expect("a way round");
    /// assert!(round.length > 1.2 * from.distance(to));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a tile cannot be read, or written.
    pub fn by_rule<W: Read + Write + Seek>(
        &mut self,
        rule: RegionRule,
        to: W,
    ) -> Result<PagedMesh<W>, MeshFileError> {
        let mut known = Known::default();
        for (row, columns) in self.pieces() {
            let made = self.piece_by_rule(rule, row, columns.clone())?;
            known.look_at(&made, columns.map(|column| self.number(row, column)));
        }
        let mut groups = known.groups();
        let links = self.mesh.own_links().map(|links| known.links(links, &mut groups));
        let islands = known.firsts.last().copied().unwrap_or(0);
        let about = (links.as_ref(), &self.notes, known.tags);
        let mut file = RuledFile::begin(to, self.mesh.chart(), self.mesh.sides(), islands, about)?;
        for (row, columns) in self.pieces() {
            let mut made = self.piece_by_rule(rule, row, columns.clone())?;
            for number in columns.map(|column| self.number(row, column)) {
                let first = known.firsts[number as usize];
                let tile = made.sides_mut().tile_mut(number);
                for (own, island) in
                    tile.into_iter().flat_map(|tile| tile.islands.iter_mut().enumerate())
                {
                    *island = groups.leader(first + numbered(own));
                }
                file.put(made.sides().tile(number))?;
            }
        }
        PagedMesh::open(file.end()?, self.bytes_max)
    }

    /// All tiles in their order, in pieces of rows.
    fn pieces(&self) -> impl Iterator<Item = (u32, Range<u32>)> + use<F> {
        let squares = self.mesh.sides().squares();
        let columns = (0..squares.columns).step_by(TILES_AT_ONCE as usize);
        let columns = columns.map(move |first| first..(first + TILES_AT_ONCE).min(squares.columns));
        (0..squares.rows).flat_map(move |row| columns.clone().map(move |columns| (row, columns)))
    }

    fn number(&self, row: u32, column: u32) -> u32 {
        row * self.mesh.sides().squares().columns + column
    }

    /// The tiles so many rows and columns around a piece of a row, and those of it.
    fn around(&self, row: u32, columns: &Range<u32>, by: u32) -> Vec<u32> {
        let squares = self.mesh.sides().squares();
        let rows = row.saturating_sub(by)..(row + by + 1).min(squares.rows);
        let columns = columns.start.saturating_sub(by)..(columns.end + by).min(squares.columns);
        rows.flat_map(|row| columns.clone().map(move |column| row * squares.columns + column))
            .collect()
    }

    /// The mesh by a rule, right in a piece of a row; islands are not numbered.
    fn piece_by_rule(
        &mut self,
        rule: RegionRule,
        row: u32,
        columns: Range<u32>,
    ) -> Result<NavMesh, MeshFileError> {
        let needed = self.around(row, &columns, NEEDED_AROUND);
        self.ask(Needed::All, |mesh| {
            needed.iter().for_each(|&number| _ = mesh.sides().tile(number));
        })?;
        let mut made = self.mesh.clone();
        let sides = self.mesh.sides();
        let fresh = self.around(row, &columns, CUT_AROUND).into_iter().filter_map(|number| {
            let tile = sides.tile(number).filter(|tile| !tile.is_kept(rule))?;
            Some((number, tile.kept(sides.frame(number), rule)))
        });
        made.sides_mut().put(fresh.collect());
        Ok(made)
    }
}

impl Known {
    /// Takes down what is to be known of some tiles, which follow those before.
    fn look_at(&mut self, mesh: &NavMesh, numbers: impl Iterator<Item = u32>) {
        let sides = mesh.sides();
        if self.firsts.is_empty() {
            self.firsts.push(0);
        }
        let links = mesh.own_links();
        self.ends.resize(links.map_or(0, MeshLinks::ways_end), <[Vec<Area>; 2]>::default());
        for number in numbers {
            let tile = sides.tile(number);
            let before = self.firsts.last().copied().unwrap_or(0);
            self.firsts.push(before + tile.map_or(0, |tile| numbered(tile.islands.len())));
            let Some(tile) = tile else { continue };
            self.joints.extend(sides.joints(number));
            let tags = tile.regions.iter().fold(Tags::NONE, |all, own| all | Tags(own.tags));
            self.tags = self.tags | tags;
            for way in links.into_iter().flat_map(MeshLinks::ways) {
                let ends = links.map(|links| links.way(way)).map(|way| [way.from, way.to]);
                for (own, at) in self.ends[way as usize].iter_mut().zip(ends.into_iter().flatten())
                {
                    let is_there = sides.squares().touching(at).any(|other| other == number);
                    let areas = tile.polygons_at(at).filter(|_| is_there);
                    own.extend(areas.map(|polygon| [number, tile.area(polygon)]));
                }
            }
        }
    }

    /// Which areas are one island, counted through all tiles.
    fn groups(&self) -> Groups {
        let mut groups = Groups::singles(self.firsts.last().copied().unwrap_or(0));
        for joint in &self.joints {
            let [own, beyond] = joint.map(|area| self.count(area));
            groups.unite(own, beyond);
        }
        groups
    }

    fn count(&self, [tile, area]: Area) -> u32 {
        self.firsts[tile as usize] + area
    }

    /// The same links with the islands that they join now.
    fn links(&self, links: &MeshLinks, groups: &mut Groups) -> MeshLinks {
        let mut all = Vec::new();
        for number in links.ways() {
            let [entered, left] = &self.ends[number as usize];
            for &from in entered {
                for &to in left {
                    let [from, to] = [from, to].map(|area| groups.leader(self.count(area)));
                    let tags = links.way(number).tags.0;
                    all.extend((from != to).then_some(IslandWay { from, to, tags }));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut made = links.clone();
        made.set_islands(all);
        made
    }
}
