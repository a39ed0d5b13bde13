//! The steps that one mover can make, one by one, with what each costs: what a roadmap by contraction is of,
//! whatever kind of map they are on.

use xunlu_map::{Mover, WaypointGraph, WaypointId};

/// All steps of a mover between numbered nodes, by where they begin and by where they lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arcs {
    pub(super) outgoing: Ends,
    pub(super) incoming: Ends,
}

/// For each node the other ends of its steps, lowest first and each once, with the least that it costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    firsts: Vec<u32>,
    ends: Vec<(u32, u32)>,
}

impl Ends {
    fn with_capacity(nodes: usize) -> Ends {
        let mut firsts = Vec::with_capacity(nodes + 1);
        firsts.push(0);
        Ends { firsts, ends: Vec::new() }
    }

    /// Adds a node with these, and takes them. Returns `None` if there are more than can be numbered.
    fn push(&mut self, row: &mut Vec<(u32, u32)>) -> Option<()> {
        row.sort_unstable();
        row.dedup_by_key(|&mut (other, _)| other);
        self.ends.append(row);
        self.firsts.push(u32::try_from(self.ends.len()).ok()?);
        Some(())
    }

    /// Those of a node.
    #[inline]
    pub(super) fn of_node(&self, node: u32) -> &[(u32, u32)] {
        let [first, end] = [node, node + 1].map(|node| self.firsts[node as usize] as usize);
        &self.ends[first..end]
    }

    pub(super) fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.len()).expect("nodes are numbered by a `u32`")
    }

    /// The same by the other ends.
    fn turned(&self) -> Ends {
        let mut firsts = vec![0_u32; self.firsts.len()];
        for &(other, _) in &self.ends {
            firsts[other as usize + 1] += 1;
        }
        for node in 1..firsts.len() {
            firsts[node] += firsts[node - 1];
        }
        let mut next = firsts.clone();
        let mut ends = vec![(0, 0); self.ends.len()];
        for node in self.numbers() {
            for &(other, cost) in self.of_node(node) {
                ends[next[other as usize] as usize] = (node, cost);
                next[other as usize] += 1;
            }
        }
        Ends { firsts, ends }
    }
}

impl Arcs {
    /// Those that begin at each of so many nodes: `tell` puts those of one in a list that is empty. Returns
    /// `None` if there are more than can be numbered.
    pub(super) fn new(nodes: u32, mut tell: impl FnMut(u32, &mut Vec<(u32, u32)>)) -> Option<Arcs> {
        let mut outgoing = Ends::with_capacity(nodes as usize);
        let mut row = Vec::new();
        for node in 0..nodes {
            tell(node, &mut row);
            outgoing.push(&mut row)?;
        }
        // Both ends of all together are numbered as well.
        u32::try_from(2 * outgoing.ends.len()).ok()?;
        let incoming = outgoing.turned();
        Some(Arcs { outgoing, incoming })
    }

    /// The links of a waypoint graph that a mover can take.
    pub(super) fn of(graph: &WaypointGraph, mover: &Mover) -> Arcs {
        let arcs = Arcs::new(graph.len(), |node, row| {
            row.extend(graph.outgoing(WaypointId(node)).iter().filter_map(|end| {
                let link = graph.links().get(end.link)?;
                let step = (end.waypoint.0, mover.cost_of(link.weight).0);
                link.is_open_to(mover.tags()).then_some(step)
            }));
        });
        arcs.expect("a waypoint graph has at most 2^24 links")
    }

    /// A number worked out of all of them, the same in whichever order they were told.
    pub(super) fn digest(&self) -> u64 {
        let mut hash = Hash::default();
        hash.take(self.outgoing.len() as u64);
        for node in self.outgoing.numbers() {
            let row = self.outgoing.of_node(node);
            hash.take(row.len() as u64);
            row.iter().for_each(|&(to, cost)| hash.take(u64::from(to) << 32 | u64::from(cost)));
        }
        hash.0
    }
}

/// FNV-1a (Fowler, Noll and Vo 1991), by words.
pub(super) struct Hash(pub(super) u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(super) fn take(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }
}
