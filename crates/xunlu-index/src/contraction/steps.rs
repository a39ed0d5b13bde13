//! Roadmaps of whatever steps a mover can make: weighted ground, hexes, layers, one-way cells, leaps.

use super::arcs::{Arcs, Hash};
use super::dissection;
use super::metric::{self, Metric};
use super::needful::needful;
use super::neighbours::Neighbours;
use super::stairs::{StairSpace, Staircase};
use super::tree::{Limits, NONE, Tree};
use crate::roadmap::{RoadmapError, RoadmapOptions, RoadmapStage};
use xunlu_map::{Cost, Mover, NodeId, Point, StepRule, Terrain};
use xunlu_search::Graph;

/// What is known beforehand of all cheapest paths of one mover, on a map of any kind: in a contraction of all
/// places where it can stand, only those shortcuts are left that cheapest paths need.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("contraction hierarchy", "preprocessing"))]
pub struct StepRoadmap {
    // The rank of each node of the map, NONE where nobody stands, and the other way round.
    ranks: Vec<u32>,
    nodes: Vec<u32>,
    staircase: Staircase,
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
    /// Where nodes lie, so that those that are near each other are found: it says nothing of what steps cost.
    pub point: &'a dyn Fn(NodeId) -> Point,
    /// Whose steps they are.
    pub key: StepKey,
}

/// The memory that a look into such a roadmap takes; lent, so that a further one allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct StepSpace(StairSpace);

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
        let nodes = ground.graph.node_count() as usize + 3 * gathered.nodes.len();
        let needed = nodes * size_of::<u32>() + gathered.nodes.len() * size_of::<u16>();
        if needed > options.bytes_max() {
            return Err(RoadmapError::Memory { needed });
        }
        let neighbours = Neighbours::of_arcs(&gathered.arcs);
        let points = gathered.nodes.iter().map(|&node| (ground.point)(NodeId(node))).collect();
        let tell = |part| goes_on(RoadmapStage::Order, part);
        let order = dissection::dissect(neighbours.clone(), points, options.thread_count(), tell);
        let order = order.ok_or(RoadmapError::Cancelled)?;
        goes_on(RoadmapStage::Labels, 0.0).then_some(()).ok_or(RoadmapError::Cancelled)?;
        // A tree takes six bytes a shortcut, and what is left of them in the end at least half of that.
        let limits = Limits::of_bytes(options.bytes_max().saturating_mul(2));
        let tree = Tree::new(&neighbours, &order, &limits).map_err(|error| match error {
            RoadmapError::Memory { needed } => RoadmapError::Memory { needed: needed / 2 },
            other => other,
        })?;
        StepRoadmap::of(&tree, ground, gathered, options, goes_on)
    }

    pub(super) fn of(
        tree: &Tree,
        ground: &StepGround<'_>,
        gathered: Gathered,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<StepRoadmap, RoadmapError> {
        let threads = options.thread_count();
        let Gathered { nodes: nodes_of_numbers, arcs, digest } = gathered;
        let metric: Metric = metric::customize(tree, &arcs, threads);
        drop(arcs);
        goes_on(RoadmapStage::Labels, 0.3).then_some(()).ok_or(RoadmapError::Cancelled)?;
        let needs = needful(tree, &metric, threads);
        let staircase = Staircase::new(tree, &metric, &needs);
        let mut ranks = vec![NONE; ground.graph.node_count() as usize];
        let node = |&number: &u32| nodes_of_numbers[number as usize];
        let nodes: Vec<u32> = tree.nodes.iter().map(node).collect();
        for (rank, &node) in (0..).zip(&nodes) {
            ranks[node as usize] = rank;
        }
        let shortcuts = u32::try_from(tree.heads.len()).map_err(|_| RoadmapError::TooMany)?;
        let made = StepRoadmap { ranks, nodes, staircase, shortcuts, digest, key: ground.key };
        if made.bytes() > options.bytes_max() {
            return Err(RoadmapError::Memory { needed: made.bytes() });
        }
        Ok(made)
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
        let mut order = vec![NONE; self.nodes.len()];
        let stood_on = self.ranks.iter().filter(|&&rank| rank != NONE);
        stood_on.zip(0..).for_each(|(&rank, number)| order[rank as usize] = number);
        order
    }

    /// How many shortcuts it keeps, each way.
    #[must_use]
    pub fn shortcut_count(&self) -> usize {
        self.staircase.stair_count()
    }

    /// How many places lie above each other at most.
    #[must_use]
    pub fn height(&self) -> usize {
        self.staircase.height()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.ranks.capacity() + self.nodes.capacity()) * size_of::<u32>() + self.staircase.bytes()
    }

    /// What the cheapest path from one node to another costs. Returns `None` if there is none, or it costs
    /// too much to say.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn distance(&self, from: NodeId, to: NodeId, space: &mut StepSpace) -> Option<Cost> {
        let [from, to] = self.ranks_of([from, to])?;
        self.staircase.distance(from, to, &mut space.0).map(Cost)
    }

    /// The same, but the path stays in the space, for [`places`](Self::places). Returns `None` where there is
    /// none.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn look_up(&self, from: NodeId, to: NodeId, space: &mut StepSpace) -> Option<Cost> {
        let [from, to] = self.ranks_of([from, to])?;
        self.staircase.look_up(from, to, &mut space.0).map(Cost)
    }

    /// The places of the path that was looked up last, both ends included.
    pub fn places<P>(&self, space: &StepSpace, place: impl FnMut(NodeId) -> P) -> Vec<P> {
        let nodes = space.0.nodes.iter().map(|&rank| NodeId(self.nodes[rank as usize]));
        nodes.map(place).collect()
    }

    fn ranks_of(&self, nodes: [NodeId; 2]) -> Option<[u32; 2]> {
        let ranks = nodes.map(|node| self.ranks[node.0 as usize]);
        (!ranks.contains(&NONE)).then_some(ranks)
    }
}
