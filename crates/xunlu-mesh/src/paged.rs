//! A mesh that is read tile by tile as it is asked about, in as much memory as it is given.

mod by_rule;

use crate::absent::Absent;
use crate::costed::{CostedPath, RegionCosts, Stop, TimeIsOver, Walk, cheapest, ways_for};
use crate::error::MeshFileError;
use crate::exact::MeshPoint;
use crate::half_edges::HalfEdgeMesh;
use crate::nav_mesh::NavMesh;
use crate::notes::MeshNotes;
use crate::query::{Ends, MeshAnswer, MeshOutcome, MeshQuery};
use crate::raycast::Ray;
use crate::region_set::RegionId;
use crate::saved::{Head, Page, read_head, read_tile};
use crate::search::{MeshPath, MeshSearch};
use crate::slide::NearWall;
use crate::space::MeshSpace;
use crate::tile::Tile;
use std::collections::{BTreeSet, VecDeque};
use std::io::{Read, Seek};
use xunlu_map::{Point, Tags};

/// A mesh in a file, of which as many tiles are in memory as there is room for: those that were read last.
/// Its answers are those of the whole mesh: what they need is read before they are given. What is connected
/// the file says, so that a question without a path reads no more than where it starts and ends.
///
/// The file may be anything that is read at any place: a [`File`](std::fs::File), or bytes that are mapped
/// into memory, in a [`Cursor`](std::io::Cursor).
///
/// ```
/// # use xunlu_map::Point;
/// # use xunlu_mesh::{MeshSpace, NavMesh, PagedMesh, Scene, SceneOptions};
/// # let square = |side: f64| [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(Point::from).to_vec();
/// let scene = Scene::with(&SceneOptions::new().tile_width(64.0), &[square(4096.0)], &[])?;
/// let mut file = Vec::new();
/// scene.mesh().save(&mut file)?;
///
/// let mut paged = PagedMesh::open(std::io::Cursor::new(file), 100_000)?;
/// let (from, to) = (Point::new(1.0, 5.0), Point::new(4000.0, 5.0));
/// let path = paged.shortest_path(from, to, &mut MeshSpace::new())?.expect("nothing is in the way");
/// assert_eq!(path.length, 3999.0);
/// assert!(paged.bytes() <= 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PagedMesh<F> {
    mesh: NavMesh,
    file: F,
    pages: Vec<Page>,
    // Those in memory, in the order in which they were read.
    here: VecDeque<u32>,
    bytes: usize,
    bytes_max: usize,
    reads: u64,
    notes: MeshNotes,
    region_tags: Tags,
}

/// So many tiles stay in any case: more than a search needs at once, around its ends and round a corner.
const TILES_LEAST: usize = 16;

/// Which of the tiles that a question missed it needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needed {
    First,
    All,
}

/// Why there is no walk between two ends.
enum NotWalked {
    Late,
    File(MeshFileError),
}

impl From<MeshFileError> for NotWalked {
    fn from(error: MeshFileError) -> NotWalked {
        NotWalked::File(error)
    }
}

/// A file that cannot be read is one thing, time that is over another.
fn told<T>(walked: Result<T, NotWalked>) -> Result<Result<T, TimeIsOver>, MeshFileError> {
    match walked {
        Ok(walked) => Ok(Ok(walked)),
        Err(NotWalked::Late) => Ok(Err(TimeIsOver)),
        Err(NotWalked::File(error)) => Err(error),
    }
}

impl<F: Read + Seek> PagedMesh<F> {
    /// The mesh of a file that [`NavMesh::save`] wrote, with room for so many bytes of tiles. To these come
    /// what the file says of all tiles, some 33 bytes each, and what a single question other than for a path
    /// needs at once.
    ///
    /// # Errors
    /// If it cannot be read, or is no mesh.
    pub fn open(mut file: F, bytes_max: usize) -> Result<PagedMesh<F>, MeshFileError> {
        let head = read_head(&mut file)?;
        let (notes, region_tags) = (head.notes(&mut file)?, head.region_tags(&mut file)?);
        let Head { mesh, pages, .. } = head;
        let here = VecDeque::new();
        let (bytes, reads) = (0, 0);
        Ok(PagedMesh { mesh, file, pages, here, bytes, bytes_max, reads, notes, region_tags })
    }

    /// What is said of it besides where one can walk.
    #[must_use]
    pub fn notes(&self) -> &MeshNotes {
        &self.notes
    }

    /// The tags of all regions there are on it, together, without reading any tile.
    #[must_use]
    pub const fn region_tags(&self) -> Tags {
        self.region_tags
    }

    pub(crate) fn take_notes(&mut self) -> MeshNotes {
        std::mem::take(&mut self.notes)
    }

    /// The shortest path between two points, as [`NavMesh::shortest_path`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn shortest_path(
        &mut self,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Result<Option<MeshPath>, MeshFileError> {
        self.path_within(0.0, from, to, space)
    }

    /// A path that is longer than the shortest by at most this part of it, as [`NavMesh::path_within`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part is negative or no number.
    pub fn path_within(
        &mut self,
        excess: f64,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Result<Option<MeshPath>, MeshFileError> {
        let Some(mut search) = self.begin_within(excess, [from, to], std::mem::take(space))? else {
            return Ok(None);
        };
        let ended = self.run(&mut search, u64::MAX);
        let found = search.mesh_path(&self.mesh);
        *space = search.into_space();
        ended.map(|_| found)
    }

    /// The answer to a question, as [`NavMesh::answer`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part by which the path may be longer is negative or no number.
    pub fn answer(
        &mut self,
        query: &MeshQuery,
        space: &mut MeshSpace,
    ) -> Result<MeshAnswer, MeshFileError> {
        self.answer_until(query, space, &|| false).map(|answer| answer.expect("it is never late"))
    }

    /// The same unless it takes too long, as [`NavMesh::answer_until`]: tiles that are read on the way take
    /// their time as well. Returns `None` if it did.
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part by which the path may be longer is negative or no number.
    pub fn answer_until(
        &mut self,
        query: &MeshQuery,
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<MeshAnswer>, MeshFileError> {
        const SLICE: u64 = 256;
        let ends = match self.ask(Needed::First, |mesh| query.ends(mesh))? {
            Ok(ends) => ends,
            Err(outcome) => return Ok(Some(MeshAnswer::at_once(outcome))),
        };
        if self.mesh.is_for_disc(query) {
            return self.answer_for_radius(query, &ends, space, is_late);
        }
        self.ask(Needed::All, |mesh| touch(mesh, ends.points()))?;
        let mut search = query.begin(&self.mesh, &ends, std::mem::take(space));
        let (mut is_cut_off, mut ended) = (false, Ok(false));
        while search.expansions() < query.budget() && !is_cut_off {
            let left = query.budget() - search.expansions();
            ended = self.run(&mut search, left.min(SLICE));
            if !matches!(ended, Ok(false)) {
                break;
            }
            is_cut_off = is_late();
        }
        let answer = MeshAnswer::of(&search, &ends, &self.mesh);
        *space = search.into_space();
        ended.map(|_| (!is_cut_off).then_some(answer))
    }

    /// The answer to a question of somebody with a radius, between ends where points can stand.
    fn answer_for_radius(
        &mut self,
        query: &MeshQuery,
        ends: &Ends,
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<MeshAnswer>, MeshFileError> {
        // Intervals of discs take longer than those of points.
        const SLICE: u64 = 32;
        if ends.is_partial() {
            return Ok(Some(MeshAnswer::at_once(MeshOutcome::NotForRadius)));
        }
        let mut search = self.ask(Needed::All, |mesh| mesh.begin_for_radius(query, ends, space))?;
        // What is around one polygon may take more tiles at once than there is room for.
        let (mut own, mut closed) = (0, 0);
        loop {
            let left = query.budget() - search.expansions();
            let has_ended = search.run(&self.mesh, left.min(SLICE));
            let Some(missing) = search.missing() else {
                if has_ended || left <= SLICE {
                    return Ok(Some(search.into_answer(&self.mesh, query, ends, space)));
                }
                if is_late() {
                    let _ = search.into_answer(&self.mesh, query, ends, space);
                    return Ok(None);
                }
                continue;
            };
            own = if search.closed() > closed { 0 } else { own + 1 };
            closed = search.closed();
            self.read(missing, own)?;
        }
    }

    /// The cheapest path where regions cost more or less than their length, as [`NavMesh::cheapest_path`]:
    /// the ground that it comes to is kept besides the tiles.
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part is negative or no number.
    pub fn cheapest_path(
        &mut self,
        costs: &RegionCosts,
        excess: f64,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Result<Option<CostedPath>, MeshFileError> {
        self.cheapest_path_for(Tags::NONE, costs, excess, [from, to], space)
    }

    /// The same for somebody with these tags, as [`NavMesh::cheapest_path_for`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part is negative or no number.
    pub fn cheapest_path_for(
        &mut self,
        tags: Tags,
        costs: &RegionCosts,
        excess: f64,
        ends: [Point; 2],
        space: &mut MeshSpace,
    ) -> Result<Option<CostedPath>, MeshFileError> {
        let found = self.cheapest_path_until(tags, costs, excess, ends, space, &|| false)?;
        Ok(found.expect("it is never late"))
    }

    /// The same unless it takes too long, as [`NavMesh::cheapest_path_until`]: tiles that are read on the way
    /// take their time as well.
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part is negative or no number.
    pub fn cheapest_path_until(
        &mut self,
        tags: Tags,
        costs: &RegionCosts,
        excess: f64,
        ends: [Point; 2],
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Result<Option<CostedPath>, TimeIsOver>, MeshFileError> {
        assert!(excess >= 0.0, "an excess is a part of the cost: {excess}");
        let costs = &costs.on(self.region_tags);
        let query = MeshQuery::new(ends[0], ends[1]).with_tags(tags);
        if !costs.is_length() && self.mesh.own_links().is_none() {
            return told(self.cheapest_walk(costs, excess, ends, is_late));
        }
        let Some(shortest) = self.answer_until(&query, space, is_late)? else {
            return Ok(Err(TimeIsOver));
        };
        match shortest.path {
            Some(shortest) if !costs.is_length() => {
                let (ways, chart) = (ways_for(&self.mesh, tags), *self.mesh.chart());
                let walk = |ends| self.cheapest_walk(costs, excess, ends, is_late);
                told(cheapest(ways, chart, (costs, excess), ends, &shortest, walk))
            }
            shortest => Ok(Ok(shortest.map(CostedPath::of_length))),
        }
    }

    /// The cheapest path without links.
    fn cheapest_walk(
        &mut self,
        costs: &RegionCosts,
        excess: f64,
        ends: [Point; 2],
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<CostedPath>, NotWalked> {
        let [Some(start), Some(goal)] = ends.map(|end| self.mesh.chart().snap(end)) else {
            return Ok(None);
        };
        let begin = |mesh: &NavMesh| Walk::begin(mesh, costs, excess, [start, goal]);
        let Some(mut walk) = self.ask(Needed::All, begin)? else { return Ok(None) };
        loop {
            match walk.run(&self.mesh, is_late) {
                Ok(path) => return Ok(path),
                Err(Stop::Missing(tile)) => self.read(tile, 0)?,
                Err(Stop::Late) => return Err(NotWalked::Late),
            }
            if is_late() {
                return Err(NotWalked::Late);
            }
        }
    }

    /// Begins a search to be carried on in slices. Returns `None` if an end lies nowhere on the chart.
    ///
    /// # Errors
    /// If a tile cannot be read.
    ///
    /// # Panics
    /// When the part is negative or no number.
    pub fn begin_within(
        &mut self,
        excess: f64,
        ends: [Point; 2],
        space: MeshSpace,
    ) -> Result<Option<MeshSearch>, MeshFileError> {
        let [Some(start), Some(goal)] = ends.map(|end| self.mesh.chart().snap(end)) else {
            return Ok(None);
        };
        self.ask(Needed::All, |mesh| touch(mesh, [start, goal]))?;
        Ok(Some(MeshSearch::begin_within(excess, &self.mesh, [start, goal], space)))
    }

    /// Carries a search on until so many more intervals were looked through, as [`MeshSearch::run`], and
    /// reads what it needs. Returns whether it has ended.
    ///
    /// # Errors
    /// If a tile cannot be read. The search may be carried on.
    pub fn run(&mut self, search: &mut MeshSearch, budget: u64) -> Result<bool, MeshFileError> {
        let last = search.expansions().saturating_add(budget);
        loop {
            let left = last - search.expansions();
            let ended = search.run(&self.mesh, left);
            let Some(missing) = search.missing() else { return Ok(ended) };
            self.read(missing, 0)?;
        }
    }

    /// What a ray meets first, as [`NavMesh::raycast`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn raycast(&mut self, from: Point, to: Point) -> Result<Option<Ray>, MeshFileError> {
        self.ask(Needed::First, |mesh| mesh.raycast(from, to))
    }

    /// The nearest point of the mesh, as [`NavMesh::nearest`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn nearest(&mut self, point: Point, reach: f64) -> Result<Option<Point>, MeshFileError> {
        self.ask(Needed::First, |mesh| mesh.nearest(point, reach))
    }

    /// Where one comes to along walls, as [`NavMesh::slide`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn slide(
        &mut self,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Result<Option<Point>, MeshFileError> {
        self.ask(Needed::All, |mesh| mesh.slide(from, to, space))
    }

    /// The nearest wall in sight, as [`NavMesh::nearest_wall`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn nearest_wall(
        &mut self,
        point: Point,
        reach: f64,
        space: &mut MeshSpace,
    ) -> Result<Option<NearWall>, MeshFileError> {
        self.ask(Needed::All, |mesh| mesh.nearest_wall(point, reach, space))
    }

    /// Whether there is a path, as [`NavMesh::are_connected`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn are_connected(&mut self, from: Point, to: Point) -> Result<bool, MeshFileError> {
        self.ask(Needed::All, |mesh| mesh.are_connected(from, to))
    }

    /// The regions that a point lies in, as [`NavMesh::regions_at`].
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn regions_at(&mut self, point: Point) -> Result<Vec<RegionId>, MeshFileError> {
        self.ask(Needed::All, |mesh| mesh.regions_at(point))
    }

    /// Reads what lies within a distance of some points, such as around units, to have it when it is asked
    /// about, the nearest first, until there is no more room.
    ///
    /// # Errors
    /// If a tile cannot be read.
    pub fn read_around(&mut self, points: &[Point], reach: f64) -> Result<(), MeshFileError> {
        let squares = self.mesh.sides().squares();
        let chart = *self.mesh.chart();
        let mut near = Vec::new();
        for &point in points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()) {
            let (x, y) = chart.steps(point);
            let rings = squares.rings(x, y);
            let within = rings.take_while(|&(away, _)| chart.length(away.ring) <= reach);
            near.extend(
                within
                    .map(|(away, square)| (away.own, square))
                    .filter(|&(away, _)| chart.length(away) <= reach),
            );
        }
        near.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut kept = BTreeSet::new();
        for (_, number) in near {
            let is_new = self.mesh.sides().is_any(number) && kept.insert(number);
            if is_new && self.is_absent(number) {
                self.read(number, kept.len() - 1)?;
            } else if is_new {
                self.here.retain(|&other| other != number);
                self.here.push_back(number);
            }
            if self.bytes > self.bytes_max && kept.len() >= TILES_LEAST {
                break;
            }
        }
        // The nearest are to be let go of last.
        let first = self.here.len() - kept.len();
        self.here.make_contiguous()[first..].reverse();
        self.make_room(0);
        Ok(())
    }

    /// Memory that its tiles take now.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many of its tiles are in memory.
    #[must_use]
    pub fn tiles_here(&self) -> usize {
        self.here.len()
    }

    /// How often a tile was read.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// The whole mesh.
    pub(crate) fn into_whole(mut self) -> Result<NavMesh, MeshFileError> {
        for number in 0..self.mesh.sides().squares().count() {
            if self.is_absent(number) {
                self.read(number, 0)?;
            }
        }
        *self.mesh.sides_mut().absent_mut() = None;
        Ok(self.mesh)
    }

    /// Asks, and reads what was absent, until nothing is: all of it, or the first alone where the rest may
    /// not be needed once that is there.
    fn ask<T>(
        &mut self,
        needed: Needed,
        mut question: impl FnMut(&NavMesh) -> T,
    ) -> Result<T, MeshFileError> {
        let noted =
            |mesh: &NavMesh| mesh.sides().absent().map_or_else(Vec::new, Absent::take_noted);
        self.make_room(0);
        let mut own = 0;
        loop {
            // What was met since, such as by reading, is nothing that was asked for.
            noted(&self.mesh);
            let answer = question(&self.mesh);
            let missing = noted(&self.mesh);
            if missing.is_empty() {
                return Ok(answer);
            }
            let count = if needed == Needed::First { 1 } else { missing.len() };
            for tile in missing.into_iter().take(count) {
                self.read(tile, own)?;
                own += 1;
            }
        }
    }

    fn is_absent(&self, number: u32) -> bool {
        self.mesh.sides().absent().is_some_and(|absent| absent.is(number))
    }

    /// Reads a tile. Others make room for it, but for so many that were read last.
    fn read(&mut self, number: u32, kept: usize) -> Result<(), MeshFileError> {
        self.reads += read_tile(&mut self.mesh, number, &self.pages, &mut self.file)?;
        self.here.push_back(number);
        self.bytes += held(self.mesh.sides(), number);
        self.make_room(kept + 1);
        Ok(())
    }

    /// Lets go of the tiles that were read first, but for so many, until the others fit.
    fn make_room(&mut self, kept: usize) {
        let kept = kept.max(TILES_LEAST);
        while self.bytes > self.bytes_max && self.here.len() > kept {
            let Some(oldest) = self.here.pop_front() else { break };
            self.bytes -= held(self.mesh.sides(), oldest);
            self.mesh.sides_mut().set_absent(oldest, None);
        }
    }
}

/// Asks for all tiles that a search needs to begin between some points: what is absent is noted.
fn touch(mesh: &NavMesh, ends: impl IntoIterator<Item = MeshPoint>) {
    for polygon in ends.into_iter().flat_map(|end| mesh.polygons_at(end)) {
        let _ = mesh.sides().absent_beside(polygon);
    }
}

fn held(mesh: &HalfEdgeMesh, number: u32) -> usize {
    mesh.tile(number).map_or(0, |tile| tile.bytes() + size_of::<Tile>())
}
