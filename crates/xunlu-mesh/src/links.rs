//! Links on a mesh: what leads from one point of it to another without a walk.
//!
//! A link is taken in one or two *ways*. Which polygons its entries lie in is looked up again where tiles are
//! cut anew, so an obstacle closes the links that it covers, and they open again when it goes. Which islands
//! links join is found when it is first asked.

use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint};
use crate::half_edges::{HalfEdgeMesh, numbered};
use crate::nav_mesh::NavMesh;
use std::sync::{Arc, OnceLock};
use xunlu_map::{LinkId, MeshLink, Tags};

/// The links of a mesh, and where they are entered.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshLinks {
    // Sorted by id.
    placed: Vec<Placed>,
    // So many were ever put.
    count: u32,
    // The polygons that a way is entered in, with its number, sorted.
    entries: Vec<(u32, u32)>,
    // The blocks that lead to an entry, sorted.
    linkwards: Vec<u32>,
    islands: OnceLock<Vec<IslandWay>>,
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    id: LinkId,
    link: MeshLink,
    ends: [MeshPoint; 2],
    /// Its length in steps.
    steps: f64,
}

/// One way to take a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) link: LinkId,
    /// Whether from `to` to `from`.
    pub(crate) is_back: bool,
    pub(crate) from: MeshPoint,
    pub(crate) to: MeshPoint,
    /// How long it is, in steps.
    pub(crate) length: f64,
    pub(crate) tags: Tags,
}

/// From which island to which other one a link leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct IslandWay {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) tags: u16,
}

impl MeshLinks {
    /// Puts a link. Where it is entered has to be [found](MeshLinks::follow) afterwards.
    pub(crate) fn put(&mut self, chart: &Chart, link: MeshLink) -> Result<LinkId, NavMeshError> {
        let id = LinkId(self.count);
        self.put_as(chart, id, link)?;
        Ok(id)
    }

    /// The same with a number that is greater than all before.
    pub(crate) fn put_as(
        &mut self,
        chart: &Chart,
        id: LinkId,
        link: MeshLink,
    ) -> Result<(), NavMeshError> {
        if !(link.length >= 0.0 && link.length.is_finite()) {
            return Err(NavMeshError::LinkLength);
        }
        let ends = [link.from, link.to].map(|end| chart.snap(end));
        let [Some(from), Some(to)] = ends else { return Err(NavMeshError::Coordinates) };
        // What is no shortcut does not become one because its ends are laid on the grid.
        let steps = link.length * chart.steps_a_unit();
        let is_shortcut = link.length < link.from.distance(link.to);
        let steps = if is_shortcut { steps } else { steps.max(from.distance(to)) };
        if id.0 < self.count {
            return Err(NavMeshError::NoLink);
        }
        self.count = id.0.checked_add(1).ok_or(NavMeshError::Crowded)?;
        self.placed.push(Placed { id, link, ends: [from, to], steps });
        Ok(())
    }

    /// Takes a link out. Where others are entered has to be [found](MeshLinks::find) anew.
    pub(crate) fn take(&mut self, id: LinkId) -> Result<(), NavMeshError> {
        let at = self.placed.binary_search_by_key(&id, |placed| placed.id);
        self.placed.remove(at.map_err(|_| NavMeshError::NoLink)?);
        Ok(())
    }

    /// Lets those that lead one way lead the other way.
    fn turn(&mut self) {
        for placed in self.placed.iter_mut().filter(|placed| !placed.link.is_two_way) {
            placed.ends.reverse();
            std::mem::swap(&mut placed.link.from, &mut placed.link.to);
        }
    }

    /// So many links were ever put.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    pub(crate) fn set_count(&mut self, count: u32) {
        self.count = count;
    }

    /// All links, by their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (LinkId, &MeshLink)> {
        self.placed.iter().map(|placed| (placed.id, &placed.link))
    }

    /// The number of the way that a link is taken.
    pub(crate) fn number(&self, id: LinkId, is_back: bool) -> Option<u32> {
        let at = self.placed.binary_search_by_key(&id, |placed| placed.id).ok()?;
        (!is_back || self.placed[at].link.is_two_way)
            .then(|| numbered(2 * at + usize::from(is_back)))
    }

    /// The way of a number.
    #[inline]
    pub(crate) fn way(&self, number: u32) -> Way {
        let Placed { id, link, ends: [from, to], steps } = self.placed[(number / 2) as usize];
        let is_back = number % 2 == 1;
        let (from, to) = if is_back { (to, from) } else { (from, to) };
        Way { link: id, is_back, from, to, length: steps, tags: link.tags }
    }

    /// The numbers of all ways.
    pub(crate) fn ways(&self) -> impl Iterator<Item = u32> {
        let of = |(at, placed): (usize, &Placed)| {
            let first = numbered(2 * at);
            first..first + 1 + u32::from(placed.link.is_two_way)
        };
        self.placed.iter().enumerate().flat_map(of)
    }

    /// No way has this number or a greater one.
    pub(crate) fn ways_end(&self) -> usize {
        2 * self.placed.len()
    }

    /// The numbers of the ways that are entered in a polygon.
    #[inline]
    pub(crate) fn entered_in(&self, polygon: u32) -> impl Iterator<Item = u32> {
        let first = self.entries.partition_point(|&(other, _)| other < polygon);
        let entries = self.entries[first..].iter();
        entries.take_while(move |&&(other, _)| other == polygon).map(|&(_, way)| way)
    }

    /// Whether a block leads to where a link is entered.
    pub(crate) fn is_linkward(&self, block: u32) -> bool {
        self.linkwards.binary_search(&block).is_ok()
    }

    /// Finds where all links are entered.
    pub(crate) fn find(&mut self, sides: &HalfEdgeMesh) {
        let all: Vec<u32> = (0..sides.squares().count()).collect();
        self.follow(sides, &all);
    }

    /// Finds where links are entered in some tiles that changed, sorted by number.
    pub(crate) fn follow(&mut self, sides: &HalfEdgeMesh, tiles: &[u32]) {
        let is_among = |tile: u32| tiles.binary_search(&tile).is_ok();
        self.entries.retain(|&(polygon, _)| !is_among(sides.tile_number(polygon)));
        self.linkwards.retain(|&block| !is_among(sides.tile_number(block)));
        for number in self.ways().collect::<Vec<u32>>() {
            let at = self.way(number).from;
            let touching = sides.squares().touching(at).filter(|&tile| is_among(tile));
            for tile in touching.filter_map(|tile| sides.tile(tile)) {
                for polygon in tile.polygons_at(at).map(|polygon| tile.base + polygon) {
                    self.entries.push((polygon, number));
                    self.linkwards.extend(sides.blocks_around(polygon));
                }
            }
        }
        self.entries.sort_unstable();
        self.linkwards.sort_unstable();
        self.linkwards.dedup();
    }

    /// Islands were numbered anew.
    pub(crate) fn forget_islands(&mut self) {
        self.islands = OnceLock::new();
    }

    /// Says what islands links join, of a mesh that is not all there to be looked at.
    pub(crate) fn set_islands(&mut self, ways: Vec<IslandWay>) {
        self.islands = OnceLock::from(ways);
    }

    /// From which islands to which others links lead, sorted.
    pub(crate) fn islands(&self, sides: &HalfEdgeMesh) -> &[IslandWay] {
        self.islands.get_or_init(|| {
            let mut all = Vec::new();
            for way in self.ways().map(|number| self.way(number)) {
                let islands =
                    |at: MeshPoint| sides.polygons_at(at).map(|polygon| sides.island(polygon));
                for from in islands(way.from) {
                    let others = islands(way.to).filter(|&to| to != from);
                    all.extend(others.map(|to| IslandWay { from, to, tags: way.tags.0 }));
                }
            }
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        let islands = self.islands.get().map_or(0, Vec::capacity) * size_of::<IslandWay>();
        self.placed.capacity() * size_of::<Placed>()
            + (2 * self.entries.capacity() + self.linkwards.capacity()) * size_of::<u32>()
            + islands
    }
}

impl NavMesh {
    /// The same mesh with these links besides those it has. A link with an end where nobody can stand is
    /// closed. Those with tags are open to [questions](crate::MeshQuery::with_tags) with all of them.
    ///
    /// A link leads from a point to a point. What is as wide as a ledge is several links side by side: taking
    /// the nearest costs at most the distance between two of them more.
    ///
    /// ```
    /// use xunlu_map::{MeshLink, Point};
    /// use xunlu_mesh::{MeshSpace, NavMesh};
    ///
    /// let bank = |x: f64| [(x, 0.0), (x + 4.0, 0.0), (x + 4.0, 4.0), (x, 4.0)].map(Point::from).to_vec();
    /// let banks = NavMesh::of_outlines(&[bank(0.0), bank(6.0)], &[])?;
    /// let jump = MeshLink::one_way((4.0, 2.0), (6.0, 2.0)).counting(5.0);
    /// let mesh = banks.with_links([jump])?;
    /// let (from, to) = (Point::new(1.0, 2.0), Point::new(9.0, 2.0));
    /// let path = mesh.shortest_path(from, to, &mut MeshSpace::new()).expect("over the jump");
    /// assert_eq!(path.length, 3.0 + 5.0 + 3.0);
    /// assert_eq!(path.links[0].leg, 1, "from the second point to the third");
    /// assert!(!mesh.are_connected(to, from));
    /// # Ok::<(), xunlu_mesh::NavMeshError>(())
    /// ```
    ///
    /// # Errors
    /// If an end lies outside of the [`Chart`], or a length is negative or no number.
    pub fn with_links(
        mut self,
        links: impl IntoIterator<Item = MeshLink>,
    ) -> Result<NavMesh, NavMeshError> {
        let chart = *self.chart();
        let own = self.links_mut();
        for link in links {
            own.put(&chart, link)?;
        }
        self.find_links();
        Ok(self)
    }

    /// Its links, in the order in which they were put.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &MeshLink)> {
        self.own_links().into_iter().flat_map(MeshLinks::all)
    }

    /// Whether one can stand at both ends of a link. It may lead one way all the same.
    #[must_use]
    pub fn is_link_open(&self, link: LinkId) -> bool {
        let Some(links) = self.own_links() else { return false };
        links.number(link, false).is_some_and(|number| {
            let way = links.way(number);
            [way.from, way.to].iter().all(|&end| self.polygons_at(end).next().is_some())
        })
    }

    pub(crate) fn put_link(&mut self, link: MeshLink) -> Result<LinkId, NavMeshError> {
        let chart = *self.chart();
        let id = self.links_mut().put(&chart, link)?;
        self.find_links();
        Ok(id)
    }

    pub(crate) fn take_link(&mut self, id: LinkId) -> Result<(), NavMeshError> {
        self.links_mut().take(id)?;
        self.find_links();
        Ok(())
    }

    /// Has the links of another mesh on the same chart from now on.
    pub(crate) fn take_links_of(&mut self, other: &NavMesh) {
        let (_, links) = self.parts_mut();
        *links = other.shared_links();
        self.find_links();
    }

    /// The same mesh with all links that lead one way leading the other way.
    pub(crate) fn with_links_turned(&self) -> NavMesh {
        let mut turned = self.clone();
        if self.links().any(|(_, link)| !link.is_two_way) {
            turned.links_mut().turn();
            turned.find_links();
        }
        turned
    }

    /// Looks where its links are entered.
    pub(crate) fn find_links(&mut self) {
        let (sides, links) = self.parts_mut();
        if let Some(links) = links.as_mut().map(Arc::make_mut) {
            links.find(sides);
            links.forget_islands();
        }
    }

    /// Looks where its links are entered in a tile that was not there before.
    pub(crate) fn follow_links(&mut self, tile: u32) {
        let (sides, links) = self.parts_mut();
        if let Some(links) = links.as_mut().map(Arc::make_mut) {
            links.follow(sides, &[tile]);
        }
    }

    /// The islands that one can come to from some polygons with these tags, sorted.
    pub(crate) fn islands_from(
        &self,
        polygons: impl Iterator<Item = u32>,
        tags: Tags,
        islands: &mut Vec<u32>,
    ) {
        islands.clear();
        islands.extend(polygons.map(|polygon| self.sides().island(polygon)));
        islands.sort_unstable();
        islands.dedup();
        let Some(links) = self.own_links() else { return };
        let ways = links.islands(self.sides());
        let mut waiting = if ways.is_empty() { Vec::new() } else { islands.clone() };
        while let Some(island) = waiting.pop() {
            let first = ways.partition_point(|way| way.from < island);
            for way in ways[first..].iter().take_while(|way| way.from == island) {
                if let Err(at) = islands.binary_search(&way.to)
                    && Tags(way.tags).are_within(tags)
                {
                    islands.insert(at, way.to);
                    waiting.push(way.to);
                }
            }
        }
    }
}
