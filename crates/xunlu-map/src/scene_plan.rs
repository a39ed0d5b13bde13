//! The plan of a scene: ground without cells as its designer draws it, with all that lies on it.

use crate::link::Door;
use crate::mesh::MeshLink;
use crate::terrain::Tags;
use crate::waypoints::Point;
use std::ops::RangeInclusive;

/// What a scene is made of. X grows to the right and y downwards, as on maps of cells. Outlines are closed
/// lines: they run either way round, may overlap and cross, and what one goes round belongs to it. A hole in
/// the ground is an obstacle.
///
/// Names are for people, and to ask by: those that are empty are none, and they need not be unique.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScenePlan {
    /// Outlines of what can be walked on.
    pub ground: Vec<Vec<Point>>,
    /// What stands in the way there.
    pub obstacles: Vec<PlannedObstacle>,
    /// Ground that is something particular: a river, a road, the thieves' quarter.
    pub regions: Vec<PlannedRegion>,
    /// What regions with some tag cost, by tag, each at most once.
    pub costs: Vec<TagCost>,
    /// What leads from point to point without a walk.
    pub links: Vec<PlannedLink>,
    /// Lines that somebody walks again and again.
    pub routes: Vec<PatrolRoute>,
    /// Points with names.
    pub places: Vec<NamedPoint>,
}

/// Something that stands in the way: a house, a rock.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedObstacle {
    /// What it is called.
    pub name: String,
    /// The closed line around it. Two points are a wall of no width.
    pub outline: Vec<Point>,
}

/// A part of the ground. What its tags mean is for each to say who goes there.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedRegion {
    /// What it is called.
    pub name: String,
    /// What can be said of it: all regions with a tag are avoided, kept to, and priced together.
    pub tags: Tags,
    /// The closed line around it.
    pub outline: Vec<Point>,
}

/// What ground with a tag costs whoever has no opinion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TagCost {
    /// Which one: a set of exactly one tag.
    pub tag: Tags,
    /// What it costs.
    pub cost: GroundCost,
}

/// What ground costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GroundCost {
    /// So many times its length, within [`GroundCost::TIMES`].
    Times(f64),
    /// Nobody walks there who does not have the tag.
    Closed,
}

impl GroundCost {
    /// As many times its length ground costs at least and at most, so that no sum of legs is infinite, nor
    /// lost beside another.
    pub const TIMES: RangeInclusive<f64> = 1e-6..=1e6;
}

/// A link with its name and its door.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedLink {
    /// What it is called.
    pub name: String,
    /// From where to where, how long it counts, and for whom it is.
    pub link: MeshLink,
    /// Nobody takes a link whose door is shut.
    pub door: Door,
}

/// A line that somebody walks again and again.
#[derive(Clone, PartialEq, Debug)]
pub struct PatrolRoute {
    /// What it is called.
    pub name: String,
    /// Where it turns; between these the shortest path is meant.
    pub points: Vec<Point>,
    /// Whether it leads from the last point to the first, or back the way it came.
    pub is_closed: bool,
}

/// A point with a name: a door, a chest, where the player begins.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedPoint {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Point,
}

impl ScenePlan {
    /// All outlines: of ground, of obstacles, of regions.
    pub fn outlines(&self) -> impl Iterator<Item = &Vec<Point>> {
        let obstacles = self.obstacles.iter().map(|obstacle| &obstacle.outline);
        let regions = self.regions.iter().map(|region| &region.outline);
        self.ground.iter().chain(obstacles).chain(regions)
    }

    /// The first place of this name. Returns `None` if there is none.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<Point> {
        self.places.iter().find(|place| place.name == name).map(|place| place.at)
    }
}
