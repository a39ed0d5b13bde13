//! Cheapest paths where regions cost more or less than their length, within a bound that is told.
//!
//! ```text
//!   ______________     Where ground changes its cost, paths bend, and no exact way to find the cheapest is
//!  |  ______      |    known (Mitchell and Papadimitriou 1991). Sides of polygons are cut into intervals.
//!  I-'      `---- J    What it costs at least to come to the points of one is a line over it, and through a
//!  |____I'________|    polygon to the next one such a line again: the cheapest chain of intervals is a lower
//!                      bound. The cheapest points on the sides of that chain are a path, and an upper one.
//! ```
//!
//! What no path as cheap as the one that is known can pass is dropped, what is left is cut in halves, and it
//! is looked again, from the start and from the goal in turn, until the two bounds are near enough. Others
//! (Aleksandrov, Maheshwari and Sack 2005) set points on the sides, so many and so near to corners that the
//! bound is known beforehand; with intervals it is found, and only where paths pass.
//!
//! A path may follow a side on the cheaper ground beyond it and come back. Such a leg leads from an interval
//! to another one of the same side, and no two of them follow each other: the second would be cheaper on the
//! ground of the first, or the first on that of the second. Without this rule the bound would be worth
//! nothing, for an interval is not apart from the next.

mod along;
mod chain;
mod ground;
mod leg;
mod over_links;
mod walk;

use crate::error::NavMeshError;
use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use crate::query::MeshQuery;
use crate::search::{MeshPath, TakenLink};
use crate::space::MeshSpace;
pub(crate) use ground::Stop;
pub(crate) use over_links::{cheapest, ways_for};
use std::fmt;
pub(crate) use walk::Walk;
use xunlu_map::{GroundCost, Point, Tags};

/// What ground costs: as many times its length as its regions say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegionCosts {
    // Of each tag, what its regions cost, if it was said.
    times: [Option<f64>; Tags::COUNT as usize],
}

/// A path over ground that costs more than its length here and less there.
#[derive(Clone, PartialEq, Debug)]
pub struct CostedPath {
    /// Where it starts, where it bends, where it enters and leaves links, and where it ends.
    pub points: Vec<Point>,
    /// What it costs.
    pub cost: f64,
    /// No path costs less.
    pub lower_bound: f64,
    /// The links that it takes, in order; each costs its length.
    pub links: Vec<TakenLink>,
}

/// A search for a cheapest path took longer than there was time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeIsOver;

impl RegionCosts {
    /// All ground costs its length.
    #[must_use]
    pub fn new() -> RegionCosts {
        RegionCosts { times: [None; Tags::COUNT as usize] }
    }

    /// Regions with any of these tags cost so many times their length: more than once what is to be gone
    /// round, less than once what is preferred. Where several are said of a place, the most counts.
    ///
    /// # Errors
    /// If it is no number from a millionth to a million.
    pub fn times(mut self, tags: Tags, times: f64) -> Result<RegionCosts, NavMeshError> {
        if !GroundCost::TIMES.contains(&times) {
            return Err(NavMeshError::Cost);
        }
        for number in tags.numbers() {
            self.times[number as usize] = Some(times);
        }
        Ok(self)
    }

    /// Whether all ground costs its length, so that the cheapest path is the shortest.
    #[must_use]
    pub fn is_length(&self) -> bool {
        self.times.iter().flatten().all(|times| (1.0..=1.0).contains(times))
    }

    /// What ground with these tags costs.
    fn of(&self, tags: Tags) -> f64 {
        let own = tags.numbers().filter_map(|number| self.times[number as usize]);
        own.reduce(f64::max).unwrap_or(1.0)
    }

    /// What regions with these tags cost, those that there are: the cheapest of them is what any ground costs
    /// at least.
    pub(crate) fn on(&self, tags: Tags) -> RegionCosts {
        let is_there = |number: usize| tags.0 & (1 << number) != 0;
        let times = self.times.iter().enumerate();
        let mut kept = RegionCosts::new();
        times
            .filter(|&(number, _)| is_there(number))
            .for_each(|(number, &own)| kept.times[number] = own);
        kept
    }

    /// What the cheapest ground costs at least.
    fn least(&self) -> f64 {
        self.times.iter().flatten().copied().fold(1.0, f64::min)
    }
}

impl Default for RegionCosts {
    fn default() -> RegionCosts {
        RegionCosts::new()
    }
}

impl NavMesh {
    /// The cheapest path between two points on ground with these costs, or one that costs more by at most
    /// this part: 0.05 is a twentieth. The path tells what it costs and what any costs at least; if that is
    /// farther apart than was asked for, so much ground is about as cheap that it would have been too long a
    /// search. It takes links that ask for no tags. Returns `None` if there is no path.
    ///
    /// ```
    /// use xunlu_map::{Point, Tags};
    /// use xunlu_mesh::{MeshSpace, RegionCosts, Scene};
    ///
    /// let rectangle = |x: f64, y: f64, width: f64, height: f64| {
    ///     [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
    /// };
    /// let swamp = Tags::one(0).expect("there are sixteen");
    /// let mut scene = Scene::new(&[rectangle(0.0, 0.0, 20.0, 10.0)], &[])?;
    /// scene.put_region(&rectangle(8.0, 1.0, 4.0, 9.0), swamp)?;
    /// let (from, to) = (Point::new(4.0, 5.0), Point::new(16.0, 5.0));
    /// let costs = RegionCosts::new().times(swamp, 3.0)?;
    /// let path = scene.mesh().cheapest_path(&costs, 0.01, from, to, &mut MeshSpace::new()).unwrap();
    /// assert!(path.cost <= 1.01 * path.lower_bound);
    /// assert!(path.cost < 15.5, "round the swamp: straight through would be 8 and 3 times 4");
    /// # Ok::<(), xunlu_mesh::NavMeshError>(())
    /// ```
    ///
    /// # Panics
    /// When the part is negative or no number.
    #[must_use]
    pub fn cheapest_path(
        &self,
        costs: &RegionCosts,
        excess: f64,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Option<CostedPath> {
        self.cheapest_path_for(Tags::NONE, costs, excess, [from, to], space)
    }

    /// The same for somebody with these tags, who may take links that ask for them. Each walk between two
    /// links that may be part of the cheapest path is a search of its own. Returns `None` if there
    /// is no path.
    ///
    /// # Panics
    /// When the part is negative or no number.
    #[must_use]
    pub fn cheapest_path_for(
        &self,
        tags: Tags,
        costs: &RegionCosts,
        excess: f64,
        ends: [Point; 2],
        space: &mut MeshSpace,
    ) -> Option<CostedPath> {
        let found = self.cheapest_path_until(tags, costs, excess, ends, space, &|| false);
        found.expect("it is never late")
    }

    /// The same unless it takes too long: it is asked whether it does once in a few hundred intervals.
    ///
    /// # Errors
    /// If it did.
    ///
    /// # Panics
    /// When the part is negative or no number.
    pub fn cheapest_path_until(
        &self,
        tags: Tags,
        costs: &RegionCosts,
        excess: f64,
        ends: [Point; 2],
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<CostedPath>, TimeIsOver> {
        assert!(excess >= 0.0, "an excess is a part of the cost: {excess}");
        let costs = &costs.on(self.all_region_tags());
        let query = MeshQuery::new(ends[0], ends[1]).with_tags(tags);
        let walk = |ends: [Point; 2]| self.cheapest_walk(costs, excess, ends, is_late);
        if !costs.is_length() && self.own_links().is_none() {
            return walk(ends);
        }
        let shortest = self.answer_until(&query, space, is_late).ok_or(TimeIsOver)?.path;
        match shortest {
            Some(shortest) if !costs.is_length() => {
                let ways = ways_for(self, tags);
                cheapest(ways, *self.chart(), (costs, excess), ends, &shortest, walk)
            }
            shortest => Ok(shortest.map(CostedPath::of_length)),
        }
    }

    /// The cheapest path without links.
    fn cheapest_walk(
        &self,
        costs: &RegionCosts,
        excess: f64,
        ends: [Point; 2],
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<CostedPath>, TimeIsOver> {
        let [Some(start), Some(goal)] = ends.map(|end| self.chart().snap(end)) else {
            return Ok(None);
        };
        let Some(mut walk) = Walk::begin(self, costs, excess, [start, goal]) else {
            return Ok(None);
        };
        walk.run(self, is_late).map_err(|stop| match stop {
            Stop::Late => TimeIsOver,
            Stop::Missing(tile) => panic!("nothing is absent of a whole mesh, but tile {tile}"),
        })
    }
}

impl fmt::Display for TimeIsOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the time is over before a cheapest path was found")
    }
}

impl std::error::Error for TimeIsOver {}

impl CostedPath {
    /// A path where all ground costs its length.
    pub(crate) fn of_length(path: MeshPath) -> CostedPath {
        let MeshPath { points, length, links, .. } = path;
        CostedPath { points, cost: length, lower_bound: length, links }
    }
}

/// A point of the plane, in steps.
type Place = [f64; 2];

fn place(point: MeshPoint) -> Place {
    [point.x.into(), point.y.into()]
}

fn distance(one: Place, other: Place) -> f64 {
    let [x, y] = [other[0] - one[0], other[1] - one[1]];
    (x * x + y * y).sqrt()
}

/// The point that is so far along from one to another: all of it is the other, exactly.
fn between([from, to]: [Place; 2], part: f64) -> Place {
    if part >= 1.0 { to } else { [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part) }
}
