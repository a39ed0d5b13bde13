//! Roadmaps of whatever steps a mover can make: weighted ground, hexes, layers, one-way cells, leaps.

use super::arcs::{Arcs, Hash};
use super::bounds::Bounds;
use super::dissection;
use super::metric::{self, Metric};
use super::needful::{self, needful};
use super::neighbours::Neighbours;
use super::search_graph::{QuerySpace, SearchGraph};
use super::standing::Standing;
use super::tree::{Limits, NONE, Tree};
use crate::roadmap::{RoadmapError, RoadmapOptions, RoadmapStage};
use xunlu_map::{Cost, Mover, NodeId, Point, StepRule, Terrain};
use xunlu_search::Graph;

/// What is known beforehand of all cheapest paths of one mover, on a map of any kind: in a contraction of all
/// places where it can stand, only those shortcuts are left that cheapest paths need.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("contraction hierarchy", "preprocessing"))]
pub struct StepRoadmap {
    standing: Standing,
    // The rank of each node on which somebody stands, by its number, and the other way round its node.
    ranks: Vec<u32>,
    nodes: Vec<u32>,
    search_graph: SearchGraph,
    // How many shortcuts the contraction had.
    pub(super) shortcuts: u32,
    pub(super) digest: u64,
    pub(super) key: StepKey,
}

/// What of a mover decides which steps it makes, and what they cost: a number worked out of all that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepKey(pub(super) u64);

impl StepKey {
    /// That of a mover.
    #[must_use]
    pub fn of(mover: &Mover) -> StepKey {
        let mut hash = Hash::default();
        let mut take = |word: u32| hash.take(word.into());
        match mover.rule() {
            StepRule::Four => take(1),
            StepRule::Eight(corners) => [2, *corners as u32].into_iter().for_each(&mut take),
            StepRule::Offsets(steps) => {
                take(3);
                for step in steps {
                    let (dx, dy) = (step.offset.dx, step.offset.dy);
                    [dx, dy].into_iter().for_each(|along| take(along.cast_unsigned()));
                    take(step.weight.as_percent());
                }
                // None of them leads nowhere.
                [0, 0].into_iter().for_each(&mut take);
            }
            StepRule::Hex => take(4),
            StepRule::Links => take(5),
        }
        let (costs, footprint) = (mover.costs(), mover.footprint());
        let words =
            [costs.straight.0, costs.diagonal.0, mover.turn_cost().0, mover.tags().0.into()];
        words.into_iter().for_each(&mut take);
        [footprint.width(), footprint.height()].into_iter().for_each(&mut take);
        for terrain in (0..=u8::MAX).map(Terrain) {
            // Closed is no weight that anybody could have.
            let weight = mover.weight(terrain).map(|weight| u64::from(weight.as_percent()));
            hash.take(weight.unwrap_or(u64::MAX));
        }
        StepKey(hash.0)
    }
}

/// The steps of a mover on a map, of which a roadmap is made.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it is made of functions")]
pub struct StepGround<'a> {
    /// All steps.
    pub graph: &'a dyn Graph,
    /// Whether the mover can stand on a node.
    pub can_stand: &'a dyn Fn(NodeId) -> bool,
    /// Where nodes lie, so that those that are near each other are found, and what a way costs at least can
    /// be told by what its steps cost for their length.
    pub point: &'a dyn Fn(NodeId) -> Point,
    /// Whose steps they are.
    pub key: StepKey,
}

/// The memory that a look into such a roadmap takes; lent, so that a further one allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct StepSpace(QuerySpace);

impl StepSpace {
    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// All that can be stepped on, numbered anew, and the steps between.
pub(super) struct Gathered {
    // The node of each number in the map.
    pub(super) nodes: Vec<u32>,
    pub(super) arcs: Arcs,
    pub(super) digest: u64,
}

impl StepGround<'_> {
    pub(super) fn gather(&self) -> Option<Gathered> {
        let all = self.graph.node_count();
        let nodes: Vec<u32> = (0..all).filter(|&node| (self.can_stand)(NodeId(node))).collect();
        let mut numbers = vec![NONE; all as usize];
        for (number, &node) in (0..).zip(&nodes) {
            numbers[node as usize] = number;
        }
        let mut steps = Vec::new();
        let count = u32::try_from(nodes.len()).ok()?;
        let arcs = Arcs::new(count, |number, row| {
            steps.clear();
            self.graph.steps_from(NodeId(nodes[number as usize]), &mut steps);
            let known = steps.iter().map(|step| (numbers[step.to.0 as usize], step.cost.0));
            row.extend(known.filter(|&(to, _)| to != NONE && to != number));
        })?;
        let mut hash = Hash::default();
        hash.take(arcs.digest());
        hash.take(all.into());
        nodes.iter().for_each(|&node| hash.take(node.into()));
        Some(Gathered { nodes, arcs, digest: hash.0 })
    }
}

/// Making one may take so many times the bytes that it may have in the end.
const TIMES_AT_WORK: usize = 12;

/// How many bytes it takes to make one of a contraction: first to price its shortcuts, then to find those
/// that are needed.
pub(super) fn bytes_to_make(tree: &Tree, threads: usize) -> usize {
    let shortcuts = tree.heads.len();
    let priced = shortcuts.saturating_mul(Metric::BYTES_A_SHORTCUT_AT_WORK);
    let needed = shortcuts.saturating_mul(Metric::BYTES_A_SHORTCUT + size_of::<u8>());
    let needed = needed.saturating_add(needful::bytes_of(tree, threads));
    tree.bytes().saturating_add(priced.max(needed))
}

/// What ways cost at least, unless the nodes lie too far apart for it.
fn bounds_of(ground: &StepGround<'_>, nodes: &[u32], arcs: &Arcs) -> Option<Bounds> {
    // Hexes lie half a place beside each other.
    #[expect(clippy::cast_possible_truncation, reason = "what would be cut off is none")]
    let halves = |along: f64| {
        let halves = 2.0 * along;
        (halves.fract() == 0.0 && halves.abs() <= i16::MAX.into()).then_some(halves as i16)
    };
    let point = |&node: &u32| {
        let Point { x, y } = (ground.point)(NodeId(node));
        Some([halves(x)?, halves(y)?])
    };
    let points: Option<Vec<[i16; 2]>> = nodes.iter().map(point).collect();
    Bounds::new(arcs, &points?)
}

impl StepRoadmap {
    /// Finds out about all cheapest paths of a mover. It is told now and then which part it is in and what
    /// part of that is done, from 0 to 1; it gives up once it is told to, with `false`.
    ///
    /// # Errors
    /// If there is no room for it: see [`RoadmapError`].
    pub fn bake(
        ground: &StepGround<'_>,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<StepRoadmap, RoadmapError> {
        let gathered = ground.gather().ok_or(RoadmapError::TooMany)?;
        // Without a single shortcut: more is known once the cells are in order.
        let nodes = gathered.nodes.len();
        let needed = Standing::bytes_of(ground.graph.node_count())
            + 2 * nodes * size_of::<u32>()
            + SearchGraph::bytes_of(nodes);
        if needed > options.bytes_max() {
            return Err(RoadmapError::Memory { needed });
        }
        let neighbours = Neighbours::of_arcs(&gathered.arcs);
        let points = gathered.nodes.iter().map(|&node| (ground.point)(NodeId(node))).collect();
        let tell = |part| goes_on(RoadmapStage::Order, part);
        let order = dissection::dissect(neighbours.clone(), points, options.thread_count(), tell);
        let order = order.ok_or(RoadmapError::Cancelled)?;
        goes_on(RoadmapStage::Labels, 0.0).then_some(()).ok_or(RoadmapError::Cancelled)?;
        let bytes_at_work = options.bytes_max().saturating_mul(TIMES_AT_WORK);
        let tree = Tree::new(&neighbours, &order, &Limits::of_bytes(bytes_at_work));
        let made = tree.and_then(|tree| {
            StepRoadmap::of(
                &tree,
                ground,
                gathered,
                bytes_at_work,
                options.thread_count(),
                &|part| goes_on(RoadmapStage::Labels, part),
            )
        });
        let mut made = made.map_err(|error| match error {
            RoadmapError::Memory { needed } => {
                RoadmapError::Memory { needed: needed.div_ceil(TIMES_AT_WORK) }
            }
            other => other,
        })?;
        if made.bytes() > options.bytes_max() {
            // They only make it faster.
            made.search_graph.bounds = None;
        }
        if made.bytes() > options.bytes_max() {
            return Err(RoadmapError::Memory { needed: made.bytes() });
        }
        Ok(made)
    }

    /// Makes one of a contraction, if that takes no more than so many bytes.
    pub(super) fn of(
        tree: &Tree,
        ground: &StepGround<'_>,
        gathered: Gathered,
        bytes_at_work: usize,
        threads: usize,
        goes_on: &dyn Fn(f64) -> bool,
    ) -> Result<StepRoadmap, RoadmapError> {
        let needed = bytes_to_make(tree, threads);
        if needed > bytes_at_work {
            return Err(RoadmapError::Memory { needed });
        }
        let Gathered { nodes: nodes_of_numbers, arcs, digest } = gathered;
        let metric = metric::customize(tree, &arcs, threads, &|part| goes_on(0.3 * part));
        let metric = metric.ok_or(RoadmapError::Cancelled)?;
        let bounds = bounds_of(ground, &nodes_of_numbers, &arcs);
        drop(arcs);
        let needs = needful(tree, &metric, threads, &|part| goes_on(0.3 + 0.7 * part));
        let needs = needs.ok_or(RoadmapError::Cancelled)?;
        let search_graph = SearchGraph::new(tree, &metric, &needs);
        let mut search_graph = search_graph.ok_or(RoadmapError::TooMany)?;
        if let Some(bounds) = bounds {
            search_graph.bound(bounds.ranked(&tree.nodes));
        }
        let standing = Standing::new(ground.graph.node_count(), &nodes_of_numbers);
        let node = |&number: &u32| nodes_of_numbers[number as usize];
        let nodes = tree.nodes.iter().map(node).collect();
        let ranks = tree.ranks.clone();
        let shortcuts = u32::try_from(tree.heads.len()).map_err(|_| RoadmapError::TooMany)?;
        Ok(StepRoadmap { standing, ranks, nodes, search_graph, shortcuts, digest, key: ground.key })
    }

    /// Whether it is a roadmap of these steps. Costs a look at each of them.
    #[must_use]
    pub fn is_for(&self, ground: &StepGround<'_>) -> bool {
        self.key == ground.key
            && ground.gather().is_some_and(|gathered| gathered.digest == self.digest)
    }

    /// What of a mover it is for.
    #[must_use]
    pub const fn key(&self) -> StepKey {
        self.key
    }

    /// By rank the numbers of places among those where the mover can stand.
    pub(super) fn order(&self) -> Vec<u32> {
        let mut order = vec![NONE; self.ranks.len()];
        self.ranks.iter().zip(0..).for_each(|(&rank, number)| order[rank as usize] = number);
        order
    }

    /// How many shortcuts it keeps, each way.
    #[must_use]
    pub fn shortcut_count(&self) -> usize {
        self.search_graph.arc_count()
    }

    /// How many places lie above each other at most.
    #[must_use]
    pub fn height(&self) -> usize {
        self.search_graph.height()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.ranks.capacity() + self.nodes.capacity()) * size_of::<u32>()
            + self.standing.bytes()
            + self.search_graph.bytes()
    }

    /// What the cheapest path from one node to another costs. Returns `None` if there is none, or it costs
    /// too much to say.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn distance(&self, from: NodeId, to: NodeId, space: &mut StepSpace) -> Option<Cost> {
        let [from, to] = self.ranks_of([from, to])?;
        self.search_graph.distance(from, to, &mut space.0).map(Cost)
    }

    /// The same, but the path stays in the space, for [`places`](Self::places). Returns `None` where there is
    /// none.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn look_up(&self, from: NodeId, to: NodeId, space: &mut StepSpace) -> Option<Cost> {
        let [from, to] = self.ranks_of([from, to])?;
        self.search_graph.look_up(from, to, &mut space.0).map(Cost)
    }

    /// The places of the path that was looked up last, both ends included.
    pub fn places<P>(&self, space: &StepSpace, place: impl FnMut(NodeId) -> P) -> Vec<P> {
        let way = &space.0.way;
        way.nodes().map(|rank| NodeId(self.nodes[rank as usize])).map(place).collect()
    }

    /// How many percent of what they cost at least most ways do not exceed, if it keeps bounds.
    #[cfg(test)]
    pub(super) fn percent_bounded(&self) -> Option<u64> {
        self.search_graph.bounds.as_ref().map(|bounds| bounds.percent)
    }

    /// What its bounds say of the way between two places, 0 if it keeps none.
    #[cfg(test)]
    pub(super) fn cost_at_least(&self, from: NodeId, to: NodeId) -> u32 {
        let ranks = self.ranks_of([from, to]);
        let bounds = self.search_graph.bounds.as_ref().zip(ranks);
        bounds.map_or(0, |(bounds, [from, to])| bounds.between(from, to))
    }

    /// Takes ways for likely up to so many percent of what they cost at least, if it keeps bounds, or keeps
    /// none.
    #[cfg(test)]
    pub(super) fn bound_within(&mut self, percent: Option<u64>) {
        match (percent, &mut self.search_graph.bounds) {
            (Some(percent), Some(bounds)) => bounds.percent = percent,
            (Some(_), None) => {}
            (None, bounds) => *bounds = None,
        }
    }

    fn ranks_of(&self, [from, to]: [NodeId; 2]) -> Option<[u32; 2]> {
        let rank = |node| Some(self.ranks[self.standing.number_of(node)? as usize]);
        rank(from).zip(rank(to)).map(<[u32; 2]>::from)
    }
}
