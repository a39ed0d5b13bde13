//! Regions of a mesh: what is where on it, and meshes for those who keep out of some.
//!
//! A polygon lies wholly in a region or outside. For whoever keeps out of regions, their polygons are taken
//! away, tile by tile, and what follows from that is found anew: corners, dead ends, islands. Tiles where
//! nothing is taken away are shared with the mesh that they are of.

use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::polygons::Polygons;
use crate::region_set::{InRegion, RegionId};
use crate::tile::Tile;
use xunlu_map::{Point, Tags};

/// Which regions somebody keeps out of, and to which he keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegionRule {
    avoid: Tags,
    only: Tags,
}

impl RegionRule {
    /// Keeps out of every region with any of these tags.
    #[must_use]
    pub fn avoiding(tags: Tags) -> RegionRule {
        RegionRule { avoid: tags, only: Tags::NONE }
    }

    /// Keeps to regions with any of these tags.
    #[must_use]
    pub fn only(tags: Tags) -> RegionRule {
        RegionRule { avoid: Tags::NONE, only: tags }
    }

    /// Keeps out of regions with any of these tags as well.
    #[must_use]
    pub fn and_avoiding(self, tags: Tags) -> RegionRule {
        RegionRule { avoid: self.avoid | tags, ..self }
    }

    /// Whether he walks where regions have these tags together.
    fn allows(self, tags: Tags) -> bool {
        let is_any = |of: Tags| tags.0 & of.0 != 0;
        !is_any(self.avoid) && (self.only == Tags::NONE || is_any(self.only))
    }
}

impl NavMesh {
    /// The regions that a point lies in, or on the border of, sorted. There are none where nobody can stand.
    #[must_use]
    pub fn regions_at(&self, point: Point) -> Vec<RegionId> {
        let Some(at) = self.chart().snap(point) else { return Vec::new() };
        let polygons = self.polygons_at(at).flat_map(|polygon| {
            let (tile, own) = self.sides().found(polygon);
            tile.regions_of(own).iter().map(|own| own.region)
        });
        let mut regions: Vec<RegionId> = polygons.collect();
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    /// The tags of all regions that a polygon lies in, together.
    ///
    /// # Panics
    /// When there is no such polygon.
    #[must_use]
    pub fn region_tags_of(&self, polygon: u32) -> Tags {
        let (tile, own) = self.sides().found(polygon);
        tile.tags_of(own)
    }

    /// The regions that there are on it, by their numbers, with their tags.
    #[must_use]
    pub fn regions(&self) -> Vec<(RegionId, Tags)> {
        let regions = self.sides().tiles().flat_map(|(_, tile)| &tile.regions);
        let mut all: Vec<(RegionId, Tags)> =
            regions.map(|own| (own.region, Tags(own.tags))).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The tags of all regions there are on it, together.
    pub(crate) fn all_region_tags(&self) -> Tags {
        let regions = self.sides().tiles().flat_map(|(_, tile)| &tile.regions);
        regions.fold(Tags::NONE, |all, own| all | Tags(own.tags))
    }

    /// The mesh for those who keep to a rule: without the polygons where they do not walk, its links closed
    /// that lead there. A [`Scene`](crate::Scene) keeps such meshes true as it changes.
    #[must_use]
    pub fn by_rule(&self, rule: RegionRule) -> NavMesh {
        let mut made = self.clone();
        let changed = self.sides().tiles().filter(|(_, tile)| !tile.is_kept(rule));
        let changed: Vec<u32> = changed.map(|(number, _)| number).collect();
        made.follow_rule(self, rule, &changed);
        made
    }

    /// Makes this mesh by a rule true again after tiles of the other one changed, sorted by number.
    pub(crate) fn follow_rule(&mut self, other: &NavMesh, rule: RegionRule, tiles: &[u32]) {
        if tiles.is_empty() {
            return;
        }
        let sides = other.sides();
        let fresh = tiles.iter().map(|&number| {
            let kept = sides.tile(number).and_then(|tile| tile.kept(sides.frame(number), rule));
            (number, kept)
        });
        self.replace(fresh.collect());
    }
}

impl Tile {
    /// The regions of a polygon.
    fn regions_of(&self, polygon: u32) -> &[InRegion] {
        let first = self.regions.partition_point(|own| own.polygon < polygon);
        let end = self.regions.partition_point(|own| own.polygon <= polygon);
        &self.regions[first..end]
    }

    fn tags_of(&self, polygon: u32) -> Tags {
        self.regions_of(polygon).iter().fold(Tags::NONE, |all, own| all | Tags(own.tags))
    }

    /// Whether a rule allows all of its polygons.
    pub(crate) fn is_kept(&self, rule: RegionRule) -> bool {
        (0..self.polygon_count()).all(|polygon| rule.allows(self.tags_of(polygon)))
    }

    /// A tile of the polygons that a rule allows, joined to nothing beyond its border yet. Returns `None` if
    /// none is left.
    pub(crate) fn kept(&self, square: [MeshPoint; 2], rule: RegionRule) -> Option<Tile> {
        let kept: Vec<u32> = (0..self.polygon_count())
            .filter(|&polygon| rule.allows(self.tags_of(polygon)))
            .collect();
        let mut numbers = vec![NONE; self.half_edges.len()];
        let mut made = Polygons { firsts: vec![0], ..Polygons::default() };
        for &polygon in &kept {
            for edge in self.sides_of(polygon) {
                numbers[edge as usize] = numbered(made.corners.len());
                made.origins.push(numbers[edge as usize]);
                made.corners.push(self.from(edge));
                made.ways.push(self.ways(edge));
            }
            made.firsts.push(numbered(made.origins.len()));
        }
        let twin = |edge: u32| {
            let own = self.half_edges[edge as usize].twin.checked_sub(self.base);
            own.and_then(|own| numbers.get(own as usize).copied()).unwrap_or(NONE)
        };
        made.twins = kept.iter().flat_map(|&polygon| self.sides_of(polygon)).map(twin).collect();
        if kept.is_empty() {
            return None;
        }
        let mut tile = Tile::new(self.base, square, &made);
        let regions = kept.iter().zip(0..).flat_map(|(&polygon, number)| {
            let own = self.regions_of(polygon).iter();
            own.map(move |&own| InRegion { polygon: number, ..own })
        });
        tile.regions = regions.collect();
        Some(tile)
    }
}
