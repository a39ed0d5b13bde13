//! Cheapest paths that take links: the cheapest order of walks and links.
//!
//! From where one comes out of a link to where another is entered it costs at least the distance times the
//! cheapest ground. The cheapest chain of links, by what is known of the walks between them, is a lower bound
//! for every path. What on it is not known yet is looked for, a walk at a time, until the cheapest chain that
//! is known is near enough to the bound. It begins with the walks of the shortest path, so that there is one.

use super::{CostedPath, RegionCosts};
use crate::exact::Chart;
use crate::links::Way;
use crate::nav_mesh::NavMesh;
use crate::search::{MeshPath, TakenLink};
use xunlu_map::{Point, Tags};

/// Where walks begin and end: the start and where each link comes out, where each is entered and the goal.
struct Stops<W> {
    /// Looks for the cheapest walk between two points, without links.
    look: W,
    /// What the cheapest ground costs.
    least: f64,
    excess: f64,
    /// How a link is taken, with its length in units.
    ways: Vec<(Way, f64)>,
    from: Vec<Point>,
    to: Vec<Point>,
    /// The walks that were looked for, sorted. `None` if there is none.
    walks: Vec<(Walk, Option<CostedPath>)>,
}

/// From which of the stops to which.
type Walk = (usize, usize);

/// So many walks are looked for besides those of the shortest path; the bound is then what is known so far.
const WALKS_MAX: usize = 64;

/// The ways that somebody with these tags may take links, with their lengths in units.
pub(crate) fn ways_for(mesh: &NavMesh, tags: Tags) -> Vec<(Way, f64)> {
    let links = mesh.own_links().into_iter();
    let ways = links.flat_map(|links| links.ways().map(|number| links.way(number)));
    let ways = ways.filter(|way| way.tags.are_within(tags));
    ways.map(|way| (way, mesh.chart().length(way.length))).collect()
}

/// The cheapest path that may take these ways, nearly, given the shortest and how a cheapest walk without
/// links is found.
pub(crate) fn cheapest<E>(
    ways: Vec<(Way, f64)>,
    chart: Chart,
    (costs, excess): (&RegionCosts, f64),
    [from, to]: [Point; 2],
    shortest: &MeshPath,
    look: impl FnMut([Point; 2]) -> Result<Option<CostedPath>, E>,
) -> Result<Option<CostedPath>, E> {
    let outs = ways.iter().map(|(way, _)| chart.point(way.to));
    let ins = ways.iter().map(|(way, _)| chart.point(way.from));
    let mut stops = Stops {
        look,
        least: costs.least(),
        excess,
        from: std::iter::once(from).chain(outs).collect(),
        to: ins.chain([to]).collect(),
        ways,
        walks: Vec::new(),
    };
    for walk in stops.walks_of(shortest) {
        stops.look_for(walk)?;
    }
    let Some((bound, chain)) = stops.cheapest_chain()? else { return Ok(None) };
    let made = stops.path(&chain);
    Ok(made.map(|made| CostedPath { lower_bound: bound.min(made.cost), ..made }))
}

impl<E, W: FnMut([Point; 2]) -> Result<Option<CostedPath>, E>> Stops<W> {
    /// The cheapest chain of walks, and what any costs at least. Returns `None` if no path leads to the goal.
    fn cheapest_chain(&mut self) -> Result<Option<(f64, Vec<Walk>)>, E> {
        let walks_max = self.walks.len() + WALKS_MAX;
        // Each round looks for a walk that was not looked for before.
        loop {
            let least = self.chain(|stops, walk| stops.least(walk));
            let known = self.chain(|stops, walk| match stops.known(walk) {
                Some(Some(path)) => path.cost,
                _ => f64::INFINITY,
            });
            let (Some((bound, chain)), Some((cost, cheapest))) = (least, known) else {
                return Ok(None);
            };
            let is_near = cost <= bound * (1.0 + self.excess) || self.walks.len() >= walks_max;
            let unknown = chain.iter().find(|&&walk| self.known(walk).is_none());
            match unknown.filter(|_| !is_near) {
                Some(&walk) => self.look_for(walk)?,
                None => return Ok(Some((bound, cheapest))),
            }
        }
    }

    /// The walks between the links that a path takes.
    fn walks_of(&self, path: &MeshPath) -> Vec<Walk> {
        let taken = path.links.iter().filter_map(|taken| {
            let is_own = |way: &Way| way.link == taken.link && way.is_back == taken.is_back;
            self.ways.iter().position(|(way, _)| is_own(way))
        });
        let goal = self.ways.len();
        let stops: Vec<usize> = taken.chain([goal]).collect();
        let begins = std::iter::once(0).chain(stops.iter().map(|&stop| stop + 1));
        begins.zip(stops.iter().copied()).collect()
    }

    /// Looks for the cheapest walk from one stop to another, if that was not done.
    fn look_for(&mut self, walk: Walk) -> Result<(), E> {
        let at = self.walks.binary_search_by_key(&walk, |&(other, _)| other);
        let Err(at) = at else { return Ok(()) };
        let path = (self.look)([self.from[walk.0], self.to[walk.1]])?;
        self.walks.insert(at, (walk, path));
        Ok(())
    }

    /// What was found of a walk. Returns `None` if it was not looked for.
    fn known(&self, walk: Walk) -> Option<&Option<CostedPath>> {
        let at = self.walks.binary_search_by_key(&walk, |&(other, _)| other).ok()?;
        self.walks.get(at).map(|(_, path)| path)
    }

    /// What a walk costs at least.
    fn least(&self, walk: Walk) -> f64 {
        match self.known(walk) {
            None => self.from[walk.0].distance(self.to[walk.1]) * self.least,
            Some(None) => f64::INFINITY,
            Some(Some(path)) => path.lower_bound,
        }
    }

    /// The cheapest chain of walks to the goal where each costs so much, with its cost (Dijkstra 1959, on the
    /// whole table). Returns `None` if none costs a finite sum.
    fn chain(&self, cost: impl Fn(&Self, Walk) -> f64) -> Option<(f64, Vec<Walk>)> {
        let goal = self.ways.len();
        // By the stop that a walk begins at: what it costs to be there, and the walk before.
        let mut known = vec![(f64::INFINITY, None); self.from.len()];
        known[0].0 = 0.0;
        let mut is_done = vec![false; self.from.len()];
        let mut best: (f64, Option<Walk>) = (f64::INFINITY, None);
        loop {
            let waiting = (0..known.len()).filter(|&stop| !is_done[stop]);
            let next = waiting.min_by(|&one, &other| known[one].0.total_cmp(&known[other].0));
            let Some(stop) = next.filter(|&stop| known[stop].0 < best.0) else { break };
            is_done[stop] = true;
            let here = known[stop].0;
            let to_goal = here + cost(self, (stop, goal));
            if to_goal < best.0 {
                best = (to_goal, Some((stop, goal)));
            }
            for (number, (_, length)) in self.ways.iter().enumerate() {
                let there = here + cost(self, (stop, number)) + length;
                if there < known[number + 1].0 {
                    known[number + 1] = (there, Some((stop, number)));
                }
            }
        }
        let mut chain: Vec<Walk> = best.1.into_iter().collect();
        while let Some(before) = chain.last().and_then(|&(stop, _)| known[stop].1) {
            chain.push(before);
        }
        chain.reverse();
        (!chain.is_empty()).then_some((best.0, chain))
    }

    /// The path along a chain of walks. Returns `None` if one of them is not known.
    fn path(&self, chain: &[Walk]) -> Option<CostedPath> {
        let mut made =
            CostedPath { points: Vec::new(), cost: 0.0, lower_bound: 0.0, links: Vec::new() };
        for walk in chain {
            let path = self.known(*walk)?.as_ref()?;
            made.cost += path.cost;
            let is_there = made.points.last() == path.points.first();
            made.points.extend(path.points.iter().skip(usize::from(is_there)));
            let way = self.ways.get(walk.1);
            // Who does not move before he takes a link, or after it, is at one point, not at two.
            let is_still = matches!(made.points[..], [.., a, b] if a == b);
            if is_still && (way.is_some() || made.points.len() > 2) {
                made.points.pop();
            }
            if let Some((way, length)) = way {
                let leg = made.points.len() - 1;
                made.links.push(TakenLink { leg, link: way.link, is_back: way.is_back });
                made.points.push(self.from[walk.1 + 1]);
                made.cost += length;
            }
        }
        Some(made)
    }
}
