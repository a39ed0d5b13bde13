//! Checks what a graph tells of windows against its steps, one by one.

use super::{all_nodes, steps_of};
use crate::view::{NeighbourBlock, NeighbourRow, Places};
use xunlu_map::{NodeId, Size};

/// The windows that are asked for: the least at every node, the larger ones at fewer.
const SIZES: [(u32, u32); 5] = [(1, 1), (3, 2), (8, 5), (13, 21), (32, 32)];

/// Checks every neighbour block that the graph tells of these windows.
///
/// # Panics
/// When one of them is not as [`Places::neighbour_block`] promises.
pub(super) fn check_neighbour_blocks<G: Places + ?Sized>(graph: &G) {
    let mut block = NeighbourBlock::default();
    let mut known = None;
    for (width, height) in SIZES {
        for first in all_nodes(graph).step_by((width * height) as usize) {
            let size = Size::new(width, height);
            if graph.neighbour_block(first, size, &mut block) {
                let known = known.get_or_insert_with(|| Known::new(graph));
                Told { known, block: &block, first, size }.check();
            }
        }
    }
}

/// All of a graph as its steps tell it.
struct Known {
    stands: Vec<bool>,
    // In order, each once.
    from: Vec<Vec<NodeId>>,
    into: Vec<Vec<NodeId>>,
}

impl Known {
    fn new<G: Places + ?Sized>(graph: &G) -> Known {
        let in_order = |mut nodes: Vec<NodeId>| {
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        };
        let from = |node| in_order(steps_of(graph, node).iter().map(|step| step.to).collect());
        let into = |node| {
            let mut steps = Vec::new();
            graph.steps_into(node, &mut steps);
            in_order(steps.iter().map(|step| step.to).collect())
        };
        Known {
            stands: all_nodes(graph).map(|node| graph.can_stand_on(node)).collect(),
            from: all_nodes(graph).map(from).collect(),
            into: all_nodes(graph).map(into).collect(),
        }
    }

    fn leads(&self, from: NodeId, to: NodeId) -> bool {
        self.from[from.index()].binary_search(&to).is_ok()
    }
}

/// A neighbour block beside what it tells of.
struct Told<'a> {
    known: &'a Known,
    block: &'a NeighbourBlock,
    first: NodeId,
    size: Size,
}

impl Told<'_> {
    fn check(&self) {
        let Told { block, first, size, .. } = self;
        let (rows, expected) = (block.rows.len(), size.height as usize + 2);
        assert_eq!(rows, expected, "the block at {first:?} has {rows} rows for {size}");
        for (row, bits) in (0..).zip(&block.rows) {
            let all = bits.open | bits.right | bits.below | bits.below_left | bits.below_right;
            let is_within = 64 - all.leading_zeros() <= size.width + 2;
            assert!(is_within, "the block at {first:?} has bits past its last column");
            for column in 0..size.width + 2 {
                self.check_node(column, row);
            }
        }
    }

    /// Checks one node and what it is joined with.
    fn check_node(&self, column: u32, row: u32) {
        let Told { known, first, size, .. } = self;
        let mut joined = Vec::new();
        for (right, down) in [(1, 0), (0, 1), (-1, 1), (1, 1)] {
            let (column, row) = (i64::from(column), i64::from(row));
            joined.extend(self.end_of(column, row, right, down));
            joined.extend(self.start_of(column, row, right, down));
        }
        let is_open = self.row(i64::from(row)).is_some_and(|bits| bits.open >> column & 1 != 0);
        if !is_open && joined.is_empty() && self.is_frame(column, row) {
            return;
        }
        let node = self.node(i64::from(column), i64::from(row));
        assert!(
            !is_open || known.stands[node.index()],
            "the block at {first:?}, {size}, opens {node:?}, where nobody can stand"
        );
        for &other in &joined {
            assert!(
                known.leads(node, other) && known.leads(other, node),
                "the block at {first:?}, {size}, joins {node:?} and {other:?}, between which \
                 there are no steps both ways"
            );
        }
        if self.is_frame(column, row) {
            return;
        }
        assert_eq!(
            is_open,
            known.stands[node.index()],
            "whether the block at {first:?}, {size}, opens {node:?}, and whether one can stand"
        );
        let steps = known.from[node.index()].iter().chain(&known.into[node.index()]);
        for other in steps {
            assert!(
                joined.contains(other),
                "the block at {first:?}, {size}, does not tell of a step between {node:?} and \
                 {other:?}"
            );
        }
    }

    fn is_frame(&self, column: u32, row: u32) -> bool {
        let inside =
            (1..=self.size.width).contains(&column) && (1..=self.size.height).contains(&row);
        !inside
    }

    fn row(&self, row: i64) -> Option<&NeighbourRow> {
        self.block.rows.get(usize::try_from(row).ok()?)
    }

    /// The node that a node is joined with, so many columns to the right and rows down, if it is.
    fn end_of(&self, column: i64, row: i64, right: i64, down: i64) -> Option<NodeId> {
        let bits = self.row(row)?;
        let bits = match (right, down) {
            (1, 0) => bits.right,
            (0, _) => bits.below,
            (-1, _) => bits.below_left,
            _ => bits.below_right,
        };
        let is_joined =
            u32::try_from(column).ok().is_some_and(|at| bits.checked_shr(at).unwrap_or(0) & 1 != 0);
        is_joined.then(|| self.node(column + right, row + down))
    }

    /// The node that is joined with a node which lies so many columns to its right and rows down.
    fn start_of(&self, column: i64, row: i64, right: i64, down: i64) -> Option<NodeId> {
        self.end_of(column - right, row - down, right, down)?;
        Some(self.node(column - right, row - down))
    }

    /// The node in a column and row, which the block says something of.
    fn node(&self, column: i64, row: i64) -> NodeId {
        let number =
            i64::from(self.first.0) + (row - 1) * i64::from(self.block.stride) + column - 1;
        let known =
            u32::try_from(number).ok().filter(|&node| (node as usize) < self.known.from.len());
        let Some(node) = known else {
            panic!("the block at {:?} tells of number {number}, which is no node", self.first)
        };
        NodeId(node)
    }
}
