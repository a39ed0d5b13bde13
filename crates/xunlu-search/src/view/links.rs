//! Links laid on top of any graph.

use super::neighbour_block::NeighbourBlock;
use super::{Headings, Places, Sense};
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use std::ops::Range;
use xunlu_map::{Cost, Link, LinkId, Links, Mover, NodeId, Size};

/// The links of a map that one mover may take now, by the nodes they join.
///
/// Most nodes have no link, and finding that out must cost next to nothing: a small filter says so
/// for nearly all of them before anything is looked up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinkTable {
    out: Half,
    into: Half,
}

/// A link between two nodes, in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeLink {
    /// Where it is entered.
    pub from: NodeId,
    /// Where it comes out.
    pub to: NodeId,
    /// What it costs.
    pub cost: Cost,
}

#[derive(Clone, Debug, Default)]
struct Half {
    // In order of `from`, and among equals of their numbers: as they were added.
    links: Vec<NodeLink>,
    // The map's numbers of these links.
    numbers: Vec<LinkId>,
    filter: Vec<u64>,
    // How many were taken out since the filter was made, which may still let their nodes through.
    taken_out: usize,
}

const FILTER_WORDS: usize = 64;

/// Equal when the links are, whatever the filters still let through.
impl PartialEq for Half {
    fn eq(&self, other: &Half) -> bool {
        self.links == other.links && self.numbers == other.numbers
    }
}

impl Eq for Half {}

impl Half {
    fn new(mut numbered: Vec<(NodeLink, LinkId)>) -> Half {
        numbered.sort_unstable_by_key(|(link, number)| (link.from, *number));
        let (links, numbers) = numbered.into_iter().unzip();
        let mut half = Half { links, numbers, ..Half::default() };
        half.make_filter();
        half
    }

    fn make_filter(&mut self) {
        self.taken_out = 0;
        self.filter.clear();
        if !self.links.is_empty() {
            self.filter.resize(FILTER_WORDS, 0);
        }
        for link in &self.links {
            let (word, bit) = filter_place(link.from);
            self.filter[word] |= bit;
        }
    }

    /// Where the link of a node and a number is, or else where it would be.
    fn find(&self, from: NodeId, number: LinkId) -> Result<usize, usize> {
        let first = self.links.partition_point(|link| link.from < from);
        let end = first + self.links[first..].partition_point(|link| link.from == from);
        let found = self.numbers[first..end].binary_search(&number);
        found.map(|at| first + at).map_err(|at| first + at)
    }

    fn put_in(&mut self, link: NodeLink, number: LinkId) {
        let Err(at) = self.find(link.from, number) else { return };
        self.links.insert(at, link);
        self.numbers.insert(at, number);
        self.filter.resize(FILTER_WORDS, 0);
        let (word, bit) = filter_place(link.from);
        self.filter[word] |= bit;
    }

    fn take_out(&mut self, from: NodeId, number: LinkId) {
        let Ok(at) = self.find(from, number) else { return };
        self.links.remove(at);
        self.numbers.remove(at);
        self.taken_out += 1;
        // Seldom enough that each removal pays for one link.
        if self.taken_out > self.links.len() {
            self.make_filter();
        }
    }

    /// The links of a node, in order.
    #[inline]
    fn at(&self, node: NodeId) -> &[NodeLink] {
        let (word, bit) = filter_place(node);
        if self.filter.get(word).is_none_or(|bits| bits & bit == 0) {
            return &[];
        }
        let first = self.links.partition_point(|link| link.from < node);
        let count = self.links[first..].iter().take_while(|link| link.from == node).count();
        &self.links[first..first + count]
    }

    /// Whether any of these nodes has a link.
    fn has_any_in(&self, nodes: Range<u32>) -> bool {
        let first = self.links.partition_point(|link| link.from.0 < nodes.start);
        self.links.get(first).is_some_and(|link| link.from.0 < nodes.end)
    }
}

/// Multiplying by an odd constant near the golden ratio of 2^32 spreads neighbours (Knuth, vol. 3, 6.4).
#[inline]
fn filter_place(node: NodeId) -> (usize, u64) {
    let spread = node.0.wrapping_mul(0x9e37_79b1) >> 20;
    (spread as usize / 64, 1 << (spread % 64))
}

impl LinkTable {
    /// The links of a map of any kind that `mover` may take now: those whose doors are open and whose
    /// tags it is allowed, in the order of their numbers. `node_at` is the map's view's
    /// [`Places::node_at`].
    ///
    /// Costs O(links). When one of them changes, [`renew`](Self::renew) takes that in.
    #[must_use]
    pub fn of<P: Copy>(
        links: &Links<P>,
        mover: &Mover,
        node_at: impl Fn(P) -> Option<NodeId>,
    ) -> LinkTable {
        let mut found = Vec::new();
        for (number, link) in links.iter() {
            let (Some(from), Some(to)) = (node_at(link.from), node_at(link.to)) else { continue };
            found.extend(NodeLink::of(link, [from, to], mover).map(|link| (link, number)));
        }
        let turned = found.iter().map(|&(link, number)| (link.turned(), number));
        let into = Half::new(turned.collect());
        LinkTable { out: Half::new(found), into }
    }

    /// Takes in that a link was added or removed, or its door opened or shut. `ends` are the nodes where
    /// it is, or was, entered and comes out; `link` is what it is now, `None` if it was removed. The table
    /// is then the one that [`of`](Self::of) would make.
    ///
    /// Costs a search by halving, and the links behind it move up in memory, 16 bytes each.
    // PERF: 20,000 one-way links added one by one on 400 x 400 cells, at `opt-level = 1`: 41 s when each made
    // the table anew, 4.9 s by this; 5,000 of them 1.9 s and 0.96 s.
    pub fn renew<P>(
        &mut self,
        number: LinkId,
        ends: [NodeId; 2],
        link: Option<&Link<P>>,
        mover: &Mover,
    ) {
        for end in ends {
            self.out.take_out(end, number);
            self.into.take_out(end, number);
        }
        for link in link.into_iter().flat_map(|link| NodeLink::of(link, ends, mover)) {
            self.out.put_in(link, number);
            self.into.put_in(link.turned(), number);
        }
    }

    /// Whether there is no link at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.out.links.is_empty()
    }

    /// Whether a link leads from one node to another at this cost.
    #[must_use]
    pub fn has(&self, from: NodeId, to: NodeId, cost: Cost) -> bool {
        self.out.at(from).iter().any(|link| link.to == to && link.cost == cost)
    }

    /// The links that are entered at a node, in order.
    #[inline]
    #[must_use]
    pub fn links_from(&self, node: NodeId) -> &[NodeLink] {
        self.out.at(node)
    }

    /// Every link by where it is entered; or, against the links, every link turned round by where it
    /// comes out.
    #[must_use]
    pub fn links(&self, sense: Sense) -> &[NodeLink] {
        match sense {
            Sense::Along => &self.out.links,
            Sense::Against => &self.into.links,
        }
    }
}

impl NodeLink {
    /// What a link is to a mover: a link between nodes, two if it leads both ways, none if it may not be
    /// taken now or leads nowhere else. `ends` are the nodes where it is entered and comes out.
    pub fn of<P>(
        link: &Link<P>,
        [from, to]: [NodeId; 2],
        mover: &Mover,
    ) -> impl Iterator<Item = NodeLink> + use<P> {
        let leads = from != to && link.is_open_to(mover.tags());
        let there = NodeLink { from, to, cost: mover.cost_of(link.weight) };
        let back = link.is_two_way.then_some(there.turned());
        std::iter::once(there).chain(back).filter(move |_| leads)
    }

    const fn turned(self) -> NodeLink {
        NodeLink { from: self.to, to: self.from, ..self }
    }
}

/// A graph with links on top: after a node's own steps come the links that lead on from it, as far as
/// the mover can stand where they lead.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a, G> {
    /// The graph below.
    pub graph: G,
    /// The links on top.
    pub links: &'a LinkTable,
}

impl<G: Places> Linked<'_, G> {
    /// The links of a node that can be taken, as steps.
    #[inline]
    fn steps_of<'s>(&'s self, half: &'s Half, node: NodeId) -> impl Iterator<Item = Step> + 's {
        let links = half.at(node).iter().filter(move |link| {
            link.to != node && self.graph.can_stand_on(link.to) && self.graph.can_stand_on(node)
        });
        links.map(|link| Step { to: link.to, cost: link.cost })
    }
}

impl<G: Places> Graph for Linked<'_, G> {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.graph.steps_from(from, steps);
        steps.extend(self.steps_of(&self.links.out, from));
    }
}

impl<G: Places> ReverseGraph for Linked<'_, G> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.graph.steps_into(to, steps);
        steps.extend(self.steps_of(&self.links.into, to));
    }
}

impl<G: Places> Places for Linked<'_, G> {
    type Place = G::Place;

    fn node_at(&self, place: G::Place) -> Option<NodeId> {
        self.graph.node_at(place)
    }

    #[inline]
    fn place_of(&self, node: NodeId) -> G::Place {
        self.graph.place_of(node)
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        self.graph.can_stand_on(node)
    }

    /// Told as the graph below tells it, of windows where no link begins or ends.
    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        self.graph.neighbour_block(first, size, block)
            && (self.links.is_empty()
                || (0..size.height).all(|down| {
                    let first = first.0 + down * block.stride;
                    let row = first..first + size.width;
                    !self.links.out.has_any_in(row.clone()) && !self.links.into.has_any_in(row)
                }))
    }
}

impl<G: Headings> Headings for Linked<'_, G> {
    fn heading_count(&self) -> u32 {
        self.graph.heading_count()
    }

    fn headed_steps(&self, node: NodeId, sense: Sense, tell: &mut dyn FnMut(Step, u32)) {
        self.graph.headed_steps(node, sense, tell);
        let half = if sense == Sense::Along { &self.links.out } else { &self.links.into };
        let none = self.heading_count();
        self.steps_of(half, node).for_each(|step| tell(step, none));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::GridView;
    use xunlu_map::{Cell, Door, Grid, Passability, Tags, Weight};
    use xunlu_testkit::Random;

    #[test]
    fn a_renewed_table_is_one_made_anew() {
        let key = Tags::one(3).unwrap();
        let movers = [Mover::four(), Mover::four().tags(key)].map(|mover| mover.build().unwrap());
        for seed in 0..60 {
            let random = &mut Random::new(seed);
            // So small that many links are of one cell, and some lead nowhere else.
            let mut grid = Grid::new(Size::new(3, 2)).unwrap();
            let none = |_: Cell| None;
            let mut tables =
                movers.each_ref().map(|mover| LinkTable::of(grid.links(), mover, none));
            for _ in 0..120 {
                let known: Vec<LinkId> = grid.links().iter().map(|(number, _)| number).collect();
                let cells: Vec<Cell> = grid.bounds().cells().collect();
                let (from, to) = (*random.pick(&cells), *random.pick(&cells));
                let number = if known.is_empty() || *random.pick(&[true, false, false]) {
                    let weight = Weight::percent(*random.pick(&[0_u32, 100, 300]));
                    let link = Link {
                        is_two_way: *random.pick(&[true, false]),
                        ..Link::one_way(from, to)
                    };
                    let tags = *random.pick(&[Tags::NONE, key]);
                    grid.add_link_as_read(link.costing(weight).tagged(tags)).unwrap().0
                } else {
                    *random.pick(&known)
                };
                let link = grid.links().get(number).unwrap();
                let ends = [link.from, link.to].map(|end| grid.layout().index_of(end).map(NodeId));
                match *random.pick(&[0, 1, 2]) {
                    0 => grid.remove_link(number).unwrap(),
                    1 => grid.set_door(number, Door::Shut).unwrap(),
                    _ => grid.set_door(number, Door::Open).unwrap(),
                };
                let link = grid.links().get(number);
                for (mover, table) in movers.iter().zip(&mut tables) {
                    table.renew(number, ends.map(Option::unwrap), link, mover);
                    let open = Passability::new(grid.ground(), mover);
                    let view = GridView::new(&grid, mover, &open);
                    let anew = LinkTable::of(grid.links(), mover, |cell| view.node_at(cell));
                    assert_eq!(*table, anew, "seed {seed}");
                    for node in (0..grid.layout().len()).map(NodeId) {
                        assert_eq!(table.out.at(node), anew.out.at(node), "seed {seed}");
                        assert_eq!(table.into.at(node), anew.into.at(node), "seed {seed}");
                    }
                }
            }
        }
    }
}
