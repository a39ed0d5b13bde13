//! A scene: ground on which obstacles come, move and go, and its mesh, cut anew where they do.
//!
//! ```text
//! ground, obstacles -> what lies in each tile (`scene/split.rs`) -> its polygons (`scene/cut.rs`)
//!     -> tiles joined along their borders (`join.rs`): a NavMesh
//! ```

mod cut;
mod options;
mod planned;
mod regions;
mod split;

pub use options::SceneOptions;
pub use planned::{PlanError, PlannedScene};

use crate::build::BuildSpace;
use crate::build::line::Once;
use crate::build::offset::{grown, shrunk};
use crate::build::outlines::loops;
use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint, STEPS_A_UNIT};
use crate::half_edges::{HalfEdgeMesh, TILES_MAX, numbered};
use crate::nav_mesh::NavMesh;
use crate::region_set::{RegionId, RegionSet};
use crate::regions::RegionRule;
use crate::squares::Squares;
use crate::tile::Tile;
use cut::Cut;
use split::Part;
use std::collections::BTreeSet;
use xunlu_map::{LinkId, MeshLink, Point, Tags};

/// Ground with obstacles that come, move and go. Its [`mesh`](Scene::mesh) is cut into square tiles: a change
/// cuts those anew that it touches, and no other. Whatever the order of changes, the mesh is the same as if
/// it was made at once of what is there; `tests/it/scenes.rs` holds it to that.
///
/// A clone of the mesh is a snapshot: it stays as it was, whatever changes, and may be asked on other
/// threads. It shares all tiles with the scene but those that are cut anew.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{MeshSpace, Scene};
///
/// let square = |x: f64, y: f64, side: f64| {
///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
/// };
/// let mut scene = Scene::new(&[square(0.0, 0.0, 10.0)], &[])?;
/// let (from, to, mut space) = (Point::new(1.0, 5.0), Point::new(9.0, 5.0), MeshSpace::new());
/// let mut length = |scene: &Scene| scene.mesh().shortest_path(from, to, &mut space).unwrap().length;
/// assert_eq!(length(&scene), 8.0);
///
/// let crate_in_the_way = scene.put(&square(4.0, 4.0, 2.0))?;
/// assert_eq!(length(&scene), 2.0 + 2.0 * 10.0_f64.sqrt());
/// scene.move_to(crate_in_the_way, &square(4.0, 7.0, 2.0))?;
/// assert_eq!(length(&scene), 8.0);
/// scene.take(crate_in_the_way)?;
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    mesh: NavMesh,
    // Of the movers it is for, in steps.
    radius: f64,
    // Round its ground.
    ground: Once,
    tiles: Vec<Content>,
    obstacles: Vec<Option<Obstacle>>,
    // Numbers of obstacles that are gone.
    spare: Vec<u32>,
    // The meshes that were asked for by rules, kept true.
    by_rules: Vec<(RegionRule, NavMesh)>,
    space: BuildSpace,
}

/// An obstacle of a scene. A number is given again once the obstacle is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObstacleId(u32);

/// What lies in a tile.
#[derive(Clone, Debug, Default)]
struct Content {
    /// Closed lines around ground, cut off at the border.
    ground: Vec<Part>,
    /// The obstacles and regions that reach into it, and closed lines around what does.
    obstacles: Vec<Laid>,
    /// Where its lines meet its border, sorted.
    on_border: Vec<MeshPoint>,
}

/// What of an obstacle or a region lies in a tile.
#[derive(Clone, Debug)]
struct Laid {
    owner: u32,
    kind: Kind,
    part: Part,
}

/// An obstacle, or a region, which is cut into the mesh the same way.
#[derive(Clone, Debug)]
struct Obstacle {
    /// The tiles that it reaches into, sorted.
    tiles: Vec<u32>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Obstacle,
    Region(Tags),
}

/// About so many corners a tile should have: more make a change dearer, fewer a search.
const CORNERS_A_TILE: usize = 48;

/// So many tiles a scene has at least, unless they would be smaller than a unit: obstacles are to come.
const TILES_MIN: u32 = 16;

impl Scene {
    /// A scene of the ground within some outlines and outside of others, obstacles, as
    /// [`NavMesh::of_outlines`] has it. Its tiles are as large as suits what is there.
    ///
    /// # Errors
    /// If a coordinate is no number, the ground too large, or too many lines cross in one place to be told
    /// apart on the grid.
    pub fn new(ground: &[Vec<Point>], obstacles: &[Vec<Point>]) -> Result<Scene, NavMeshError> {
        Scene::with(&SceneOptions::new(), ground, obstacles)
    }

    /// The same with another width of tiles, or for movers of a size.
    ///
    /// # Errors
    /// As [`Scene::new`]; or if the radius is negative, or larger than a chart.
    pub fn with(
        options: &SceneOptions,
        ground: &[Vec<Point>],
        obstacles: &[Vec<Point>],
    ) -> Result<Scene, NavMeshError> {
        let corners = obstacles.iter().map(Vec::len).sum();
        let mut made = Scene::of_ground(options, ground, corners)?;
        made.enter_obstacles(obstacles)?;
        made.cut_all()?;
        Ok(made)
    }

    /// The ground of a scene, on which so many corners are to come. It has yet to be [cut](Scene::cut_all).
    fn of_ground(
        options: &SceneOptions,
        ground: &[Vec<Point>],
        corners: usize,
    ) -> Result<Scene, NavMeshError> {
        let chart = Chart::around(ground.iter().flatten(), STEPS_A_UNIT)?;
        let corners = ground.iter().map(Vec::len).sum::<usize>() + corners;
        let mut made = Scene::empty(options, chart, extent(&chart, ground)?, corners)?;
        let ground = made.ground_for_radius(ground)?;
        made.enter_ground(&ground);
        Ok(made)
    }

    /// A scene of the ground that a mesh is, without the obstacles there may be in the scene that the mesh is
    /// of: these are ground no more. Of a [`Surface`](crate::Surface), storeys above each other become one.
    /// It has the links of the mesh.
    ///
    /// # Errors
    /// As [`Scene::with`].
    pub fn on(
        options: &SceneOptions,
        mesh: &NavMesh,
        obstacles: &[Vec<Point>],
    ) -> Result<Scene, NavMeshError> {
        let mut ground = mesh.sides().outlines();
        let most = ground.iter().flatten().fold(MeshPoint::default(), |most, corner| MeshPoint {
            x: most.x.max(corner.x),
            y: most.y.max(corner.y),
        });
        let counts = ground.iter().map(Vec::len).chain(obstacles.iter().map(Vec::len));
        let mut made = Scene::empty(options, *mesh.chart(), most, counts.sum())?;
        if made.radius > 0.0 {
            ground = shrunk(ground, made.radius);
        } else {
            made.ground = Once::WALLED_GROUND;
        }
        made.enter_ground(&ground);
        made.enter_obstacles(obstacles)?;
        made.cut_all()?;
        made.mesh.take_links_of(mesh);
        Ok(made)
    }

    /// A scene of so large a part of a chart, with nothing in it, where so many corners are to come.
    fn empty(
        options: &SceneOptions,
        chart: Chart,
        most: MeshPoint,
        corners: usize,
    ) -> Result<Scene, NavMeshError> {
        let radius = chart.radius(options.radius.unwrap_or(0.0))?;
        let squares = match options.tile_width {
            Some(width) => squares_of_width(most, width * chart.steps_a_unit()),
            None => {
                let tiles = u32::try_from(corners / CORNERS_A_TILE).unwrap_or(TILES_MAX);
                squares_for(most, tiles.max(TILES_MIN), unit_shift(&chart))
            }
        };
        let mesh = NavMesh::of_sides(HalfEdgeMesh::new(chart, squares));
        let tiles = vec![Content::default(); squares.count() as usize];
        let (obstacles, spare, by_rules) = (Vec::new(), Vec::new(), Vec::new());
        let space = BuildSpace::default();
        Ok(Scene { mesh, radius, ground: Once::GROUND, tiles, obstacles, spare, by_rules, space })
    }

    /// Lays closed lines around ground into the tiles of a new scene.
    fn enter_ground(&mut self, ground: &[Vec<MeshPoint>]) {
        let squares = self.mesh.sides().squares();
        for outline in ground {
            let is_kept = |part: &Part| self.ground.is_wall || part.points.len() > 2;
            let parts = split::by_square(squares, outline).into_iter();
            for (tile, part) in parts.filter(|(_, part)| is_kept(part)) {
                self.tiles[tile as usize].ground.push(part);
            }
        }
    }

    fn enter_obstacles(&mut self, outlines: &[Vec<Point>]) -> Result<(), NavMeshError> {
        outlines.iter().try_for_each(|own| self.enter_new(own, Kind::Obstacle).map(|_| ()))
    }

    /// Lays an obstacle or a region into the tiles of a new scene.
    fn enter_new(&mut self, outline: &[Point], kind: Kind) -> Result<ObstacleId, NavMeshError> {
        let parts = self.parts(outline, kind)?;
        let id = self.next_id();
        self.enter(id, parts, kind);
        Ok(id)
    }

    /// Cuts all tiles of a new scene.
    fn cut_all(&mut self) -> Result<(), NavMeshError> {
        let all: Vec<u32> = (0..self.mesh.sides().squares().count()).collect();
        self.cut_anew(&all)
    }

    /// The obstacles that are there; of a new scene, in the order in which they were given.
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleId> {
        let is_one = |own: &Obstacle| own.kind == Kind::Obstacle;
        let all = self.obstacles.iter().zip(0..);
        all.filter(move |(own, _)| own.as_ref().is_some_and(is_one)).map(|(_, id)| ObstacleId(id))
    }

    /// The mesh as it is now.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// Puts an obstacle in: a closed line of points, either way round. Two points are a wall of no width, and
    /// so is what is too thin for the grid. What lies outside of the ground is nothing.
    ///
    /// # Errors
    /// If a coordinate is no number or more than 2^29 steps away, or lines cross that cannot be told apart on
    /// the grid. The scene is then as before.
    pub fn put(&mut self, outline: &[Point]) -> Result<ObstacleId, NavMeshError> {
        self.put_as(outline, Kind::Obstacle)
    }

    /// Moves an obstacle, or changes its outline.
    ///
    /// # Errors
    /// As [`Scene::put`], or if there is no such obstacle.
    pub fn move_to(&mut self, id: ObstacleId, outline: &[Point]) -> Result<(), NavMeshError> {
        self.check(id)?;
        let parts = self.parts(outline, Kind::Obstacle)?;
        self.change(id, parts, Kind::Obstacle)
    }

    /// Takes an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    pub fn take(&mut self, id: ObstacleId) -> Result<(), NavMeshError> {
        self.check(id)?;
        self.change(id, Vec::new(), Kind::Obstacle)?;
        self.forget(id);
        Ok(())
    }

    /// Puts a link in. It is closed while one of its ends lies where nobody can stand.
    ///
    /// # Errors
    /// If an end lies outside of the ground's rectangle, or the length is negative or no number.
    pub fn put_link(&mut self, link: MeshLink) -> Result<LinkId, NavMeshError> {
        let id = self.mesh.put_link(link)?;
        self.by_rules.iter_mut().for_each(|(_, mesh)| mesh.take_links_of(&self.mesh));
        Ok(id)
    }

    /// Takes a link out. Its number is not given again.
    ///
    /// # Errors
    /// If there is no such link.
    pub fn take_link(&mut self, link: LinkId) -> Result<(), NavMeshError> {
        self.mesh.take_link(link)?;
        self.by_rules.iter_mut().for_each(|(_, mesh)| mesh.take_links_of(&self.mesh));
        Ok(())
    }

    fn check(&self, id: ObstacleId) -> Result<(), NavMeshError> {
        let own = self.obstacles.get(id.0 as usize);
        let is_one = |own: &Obstacle| own.kind == Kind::Obstacle;
        let is_there = own.and_then(Option::as_ref).is_some_and(is_one);
        is_there.then_some(()).ok_or(NavMeshError::NoObstacle)
    }

    fn put_as(&mut self, outline: &[Point], kind: Kind) -> Result<ObstacleId, NavMeshError> {
        let parts = self.parts(outline, kind)?;
        let id = self.next_id();
        self.change(id, parts, kind).inspect_err(|_| self.forget(id))?;
        Ok(id)
    }

    fn next_id(&mut self) -> ObstacleId {
        ObstacleId(self.spare.pop().unwrap_or_else(|| {
            self.obstacles.push(None);
            numbered(self.obstacles.len() - 1)
        }))
    }

    fn forget(&mut self, id: ObstacleId) {
        self.obstacles[id.0 as usize] = None;
        self.spare.push(id.0);
    }

    /// What of an obstacle lies in each tile, grown by the radius, or of a region as it is.
    fn parts(&self, outline: &[Point], kind: Kind) -> Result<Vec<(u32, Part)>, NavMeshError> {
        let is_wall = kind == Kind::Obstacle;
        let mut loops =
            self.loops(outline, if is_wall { Once::OBSTACLE } else { Once::region(0) })?;
        if self.radius > 0.0 && is_wall {
            loops = loops.iter().map(|points| grown(points, self.radius)).collect();
        }
        let squares = self.mesh.sides().squares();
        let parts = loops.iter().flat_map(|points| split::by_square(squares, points));
        let parts = parts.filter(|(_, part)| is_wall || part.points.len() > 2);
        let mut parts: Vec<(u32, Part)> = parts.collect();
        parts.sort_by_key(|&(tile, _)| tile);
        Ok(parts)
    }

    /// Closed lines around the ground that is left for the radius: they go round it once more than round
    /// what is too near its border.
    fn ground_for_radius(
        &self,
        ground: &[Vec<Point>],
    ) -> Result<Vec<Vec<MeshPoint>>, NavMeshError> {
        if self.radius > 0.0 {
            return match NavMesh::of_outlines(ground, &[]) {
                Ok(mesh) => Ok(shrunk(mesh.sides().outlines(), self.radius)),
                Err(NavMeshError::Empty) => Ok(Vec::new()),
                Err(error) => Err(error),
            };
        }
        let mut all = Vec::new();
        for outline in ground {
            all.extend(self.loops(outline, self.ground)?);
        }
        Ok(all)
    }

    fn loops(&self, outline: &[Point], once: Once) -> Result<Vec<Vec<MeshPoint>>, NavMeshError> {
        let snap = |&point: &Point| self.mesh.chart().snap_end(point);
        let points: Option<Vec<MeshPoint>> = outline.iter().map(snap).collect();
        loops(&points.ok_or(NavMeshError::Coordinates)?, once)
    }

    /// Puts an obstacle where it is from now on, and cuts what it touches or touched.
    fn change(
        &mut self,
        id: ObstacleId,
        parts: Vec<(u32, Part)>,
        kind: Kind,
    ) -> Result<(), NavMeshError> {
        let before = self.leave(id);
        let mut touched: Vec<u32> = before.iter().chain(&parts).map(|&(tile, _)| tile).collect();
        touched.sort_unstable();
        touched.dedup();
        self.enter(id, parts, kind);
        let cut = self.cut_anew(&touched);
        if cut.is_err() {
            self.leave(id);
            self.enter(id, before, kind);
        }
        cut
    }

    /// Takes an obstacle out of the tiles it is in. Returns what was there.
    fn leave(&mut self, id: ObstacleId) -> Vec<(u32, Part)> {
        let tiles = self.obstacles[id.0 as usize].take().map_or_else(Vec::new, |own| own.tiles);
        let mut parts = Vec::new();
        for tile in tiles {
            let obstacles = &mut self.tiles[tile as usize].obstacles;
            let own = obstacles.extract_if(.., |laid| laid.owner == id.0);
            parts.extend(own.map(|laid| (tile, laid.part)));
        }
        parts
    }

    fn enter(&mut self, id: ObstacleId, parts: Vec<(u32, Part)>, kind: Kind) {
        let mut tiles: Vec<u32> = parts.iter().map(|&(tile, _)| tile).collect();
        tiles.dedup();
        for (tile, part) in parts {
            self.tiles[tile as usize].obstacles.push(Laid { owner: id.0, kind, part });
        }
        self.obstacles[id.0 as usize] = Some(Obstacle { tiles, kind });
    }

    /// Cuts tiles anew, sorted by number, and those that now meet them at other corners; or none, if one
    /// cannot be cut.
    fn cut_anew(&mut self, touched: &[u32]) -> Result<(), NavMeshError> {
        let mut space = std::mem::take(&mut self.space);
        let fresh = self.fresh(touched, &mut space);
        self.space = space;
        let fresh = fresh?;
        let touched: Vec<u32> = fresh.iter().map(|&(number, _)| number).collect();
        self.mesh.replace(fresh);
        for (rule, mesh) in &mut self.by_rules {
            mesh.follow_rule(&self.mesh, *rule, &touched);
        }
        Ok(())
    }

    /// Tiles as they are now, and those around that meet them at other corners than before.
    fn fresh(
        &mut self,
        touched: &[u32],
        space: &mut BuildSpace,
    ) -> Result<Vec<(u32, Option<Tile>)>, NavMeshError> {
        let mut cuts = Vec::with_capacity(touched.len());
        for &number in touched {
            cuts.push((number, self.cut(number, space)?));
        }
        for number in self.stale(&cuts) {
            cuts.push((number, self.cut(number, space)?));
        }
        cuts.sort_unstable_by_key(|&(number, _)| number);
        let mut fresh = Vec::with_capacity(cuts.len());
        let mut corners = Vec::new();
        for at in 0..cuts.len() {
            self.foreign_corners(&cuts, at, &mut corners);
            let (number, cut) = &mut cuts[at];
            let polygons = cut.polygons(&corners, space);
            let sides = self.mesh.sides();
            if polygons.as_ref().is_some_and(|made| made.origins.len() > sides.tile_max()) {
                return Err(NavMeshError::Crowded);
            }
            let tile = polygons.map(|polygons| {
                let mut tile = Tile::new(sides.base(*number), sides.frame(*number), &polygons);
                tile.regions = self.regions_of(*number, &polygons);
                tile
            });
            fresh.push((*number, tile));
        }
        for (number, cut) in cuts {
            self.tiles[number as usize].on_border = cut.on_border;
        }
        Ok(fresh)
    }

    /// Where the tiles around one that is cut meet its border, and its own lines do not.
    fn foreign_corners(&self, cuts: &[(u32, Cut)], at: usize, corners: &mut Vec<MeshPoint>) {
        let (number, cut) = &cuts[at];
        let squares = self.mesh.sides().squares();
        let square = squares.bounds(*number);
        corners.clear();
        for beside in squares.around(*number) {
            let others = match cuts.binary_search_by_key(&beside, |&(number, _)| number) {
                Ok(at) => &cuts[at].1.on_border,
                Err(_) => &self.tiles[beside as usize].on_border,
            };
            corners.extend(others.iter().filter(|&&corner| is_in(corner, square)));
        }
        corners.sort_unstable_by_key(|corner| corner.key());
        corners.dedup();
        corners.retain(|corner| cut.on_border.binary_search(corner).is_err());
    }

    /// The tiles around some that were cut anew which meet them at other corners than before.
    fn stale(&self, cuts: &[(u32, Cut)]) -> BTreeSet<u32> {
        let squares = self.mesh.sides().squares();
        let mut stale = BTreeSet::new();
        for (number, cut) in cuts {
            let before = &self.tiles[*number as usize].on_border;
            if *before == cut.on_border {
                continue;
            }
            let is_cut = |beside: &u32| cuts.binary_search_by_key(beside, |&(own, _)| own).is_ok();
            for beside in squares.around(*number).filter(|beside| !is_cut(beside)) {
                let (square, own) =
                    (squares.bounds(beside), &self.tiles[beside as usize].on_border);
                let is_foreign = |&&corner: &&MeshPoint| {
                    is_in(corner, square) && own.binary_search(&corner).is_err()
                };
                let before = before.iter().filter(is_foreign);
                if !before.eq(cut.on_border.iter().filter(is_foreign)) {
                    stale.insert(beside);
                }
            }
        }
        stale
    }

    fn cut(&self, number: u32, space: &mut BuildSpace) -> Result<Cut, NavMeshError> {
        let content = &self.tiles[number as usize];
        let regions = self.regions_in(number);
        if regions.len() > RegionSet::REGIONS_MAX {
            return Err(NavMeshError::Crowded);
        }
        let once = |laid: &Laid| match laid.kind {
            Kind::Obstacle => Once::OBSTACLE,
            Kind::Region(_) => {
                let number = regions.partition_point(|&(own, _)| own < RegionId(laid.owner));
                Once::region(number)
            }
        };
        let ground = content.ground.iter().map(|part| (part, self.ground));
        let others = content.obstacles.iter().map(|laid| (&laid.part, once(laid)));
        let square = self.mesh.sides().squares().bounds(number);
        Cut::new(square, ground.chain(others), &mut space.crossings)
    }
}

/// How far the ground reaches, in steps.
fn extent(chart: &Chart, ground: &[Vec<Point>]) -> Result<MeshPoint, NavMeshError> {
    let mut most = MeshPoint::default();
    for &point in ground.iter().flatten() {
        let point = chart.snap(point).ok_or(NavMeshError::Coordinates)?;
        most = MeshPoint { x: most.x.max(point.x), y: most.y.max(point.y) };
    }
    Ok(most)
}

/// Squares for at most so many tiles, of at least 2^shift steps.
fn squares_for(most: MeshPoint, tiles: u32, shift: u32) -> Squares {
    let fitting = (shift..Squares::ONE.shift)
        .map(|shift| Squares::over(MeshPoint::default(), most, shift))
        .find(|squares| u64::from(squares.columns) * u64::from(squares.rows) <= tiles.into());
    fitting.unwrap_or(Squares::ONE)
}

/// Squares so many steps wide or a little wider, or as much wider as it takes to number them.
fn squares_of_width(most: MeshPoint, steps: f64) -> Squares {
    let is_wide_enough = |&shift: &u32| f64::from(1_u32 << shift) >= steps.max(1.0);
    let least = (0..Squares::ONE.shift).find(is_wide_enough).unwrap_or(Squares::ONE.shift);
    squares_for(most, TILES_MAX, least)
}

/// A unit is two to so many steps, or a little more.
fn unit_shift(chart: &Chart) -> u32 {
    let is_unit = |&shift: &u32| f64::from(1_u32 << (shift + 1)) > chart.steps_a_unit();
    (0..Squares::ONE.shift).find(is_unit).unwrap_or(0)
}

/// Whether a point lies in a square or on its border.
fn is_in(point: MeshPoint, [least, most]: [MeshPoint; 2]) -> bool {
    (least.x..=most.x).contains(&point.x) && (least.y..=most.y).contains(&point.y)
}
