//! Regions of a scene: put in, moved and taken out as obstacles are, but open.

use super::{Kind, Obstacle, ObstacleId, Scene};
use crate::error::NavMeshError;
use crate::nav_mesh::NavMesh;
use crate::polygons::Polygons;
use crate::region_set::{InRegion, RegionId, RegionSet};
use crate::regions::RegionRule;
use xunlu_map::{Point, Tags};

impl Scene {
    /// Puts a region in: what a closed line of points goes round, with some tags. It is cut into the mesh, so
    /// that each polygon lies wholly in it or outside; regions may overlap. One can walk there as before, but
    /// for those whose [rule](RegionRule) says otherwise. Whatever the radius of movers, it is their middle
    /// that is in a region or not.
    ///
    /// ```
    /// use xunlu_map::{Point, Tags};
    /// use xunlu_mesh::{MeshSpace, RegionRule, Scene};
    ///
    /// let square = |x: f64, y: f64, side: f64| {
    ///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
    /// };
    /// let mut scene = Scene::new(&[square(0.0, 0.0, 10.0)], &[])?;
    /// let swamp = Tags::one(0).expect("there are sixteen");
    /// let region = scene.put_region(&square(4.0, 4.0, 2.0), swamp)?;
    /// assert_eq!(scene.mesh().regions_at(Point::new(5.0, 5.0)), [region]);
    ///
    /// let (from, to, mut space) = (Point::new(1.0, 5.0), Point::new(9.0, 5.0), MeshSpace::new());
    /// let through = scene.mesh().shortest_path(from, to, &mut space).expect("nothing is in the way");
    /// assert_eq!(through.length, 8.0);
    /// let dry = scene.mesh_by(RegionRule::avoiding(swamp));
    /// let round = dry.shortest_path(from, to, &mut space).expect("a way round");
    /// assert_eq!(round.length, 2.0 + 2.0 * 10.0_f64.sqrt());
    /// # Ok::<(), xunlu_mesh::NavMeshError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Scene::put`], or if more than 64 regions lie in one tile. The scene is then as before.
    pub fn put_region(&mut self, outline: &[Point], tags: Tags) -> Result<RegionId, NavMeshError> {
        self.put_as(outline, Kind::Region(tags)).map(|ObstacleId(number)| RegionId(number))
    }

    /// Moves a region, or changes its outline.
    ///
    /// # Errors
    /// As [`Scene::put_region`], or if there is no such region.
    pub fn move_region(&mut self, id: RegionId, outline: &[Point]) -> Result<(), NavMeshError> {
        let kind = Kind::Region(self.region_tags(id).ok_or(NavMeshError::NoRegion)?);
        let parts = self.parts(outline, kind)?;
        self.change(ObstacleId(id.0), parts, kind)
    }

    /// Takes a region out.
    ///
    /// # Errors
    /// If there is no such region.
    pub fn take_region(&mut self, id: RegionId) -> Result<(), NavMeshError> {
        let kind = Kind::Region(self.region_tags(id).ok_or(NavMeshError::NoRegion)?);
        self.change(ObstacleId(id.0), Vec::new(), kind)?;
        self.forget(ObstacleId(id.0));
        Ok(())
    }

    /// The tags of a region. Returns `None` if there is no such region.
    #[must_use]
    pub fn region_tags(&self, id: RegionId) -> Option<Tags> {
        match self.obstacles.get(id.0 as usize)? {
            Some(Obstacle { kind: Kind::Region(tags), .. }) => Some(*tags),
            _ => None,
        }
    }

    /// The mesh for those who keep to a rule. The first time it is made, and from then on kept true as the
    /// scene changes, until it is [let go of](Scene::let_go_of).
    pub fn mesh_by(&mut self, rule: RegionRule) -> &NavMesh {
        let at = self.by_rules.iter().position(|(own, _)| *own == rule).unwrap_or_else(|| {
            self.by_rules.push((rule, self.mesh.by_rule(rule)));
            self.by_rules.len() - 1
        });
        &self.by_rules[at].1
    }

    /// Keeps the mesh for a rule no longer.
    pub fn let_go_of(&mut self, rule: RegionRule) {
        self.by_rules.retain(|(own, _)| *own != rule);
    }

    /// The regions that reach into a tile, sorted.
    pub(super) fn regions_in(&self, tile: u32) -> Vec<(RegionId, Tags)> {
        let all = self.tiles[tile as usize].obstacles.iter();
        let mut regions: Vec<(RegionId, Tags)> = all
            .filter_map(|laid| match laid.kind {
                Kind::Region(tags) => Some((RegionId(laid.owner), tags)),
                Kind::Obstacle => None,
            })
            .collect();
        regions.sort_unstable_by_key(|&(id, _)| id);
        regions.dedup();
        regions
    }

    /// Which polygons of a tile belong to which regions.
    pub(super) fn regions_of(&self, tile: u32, polygons: &Polygons) -> Vec<InRegion> {
        let regions = self.regions_in(tile);
        if regions.is_empty() {
            return Vec::new();
        }
        let of = |(set, polygon): (RegionSet, u32)| {
            let own = set.numbers().filter_map(|number| regions.get(number));
            let own = own.map(move |&(region, Tags(tags))| InRegion { polygon, region, tags });
            own.collect::<Vec<InRegion>>()
        };
        polygons.regions.iter().copied().zip(0..).flat_map(of).collect()
    }
}
