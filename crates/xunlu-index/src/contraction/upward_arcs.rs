//! The shortcuts that are left of a contraction once those that nobody needs are gone, in few bytes.
//!
//! ```text
//! of each node: widths | how many lead up, both ways, down | its depth | depth and price of each | differences
//!   | overs
//! ```
//!
//! What a shortcut leads up to lies above its node in the tree, and so is told by how deep it lies. Most
//! shortcuts lead both ways over the same lower node, for about as much: those are kept once, with how much
//! dearer the way down is. What they lead over lies not far below in rank. How many bytes prices and overs
//! have is said for each node: low in the tree, where nearly all nodes lie, it is two and one.

use super::metric::Metric;
use super::needful::{DOWN, UP};
use super::tree::{NONE, Tree};
use std::ops::Range;

/// The depth of a head, and by how much the way down is dearer.
const DEPTH_BYTES: usize = 2;
const DIFFERENCE_BYTES: usize = 2;
/// What a node takes at least: where its bytes begin, widths and counts, and how deep it lies.
pub(super) const NODE_BYTES: usize = 4 + HEAD_BYTES;
const HEAD_BYTES: usize = 1 + 3 + DEPTH_BYTES;
/// So many bytes of memory are fetched at a time.
const LINE_BYTES: usize = 64;
/// Prices have two to four bytes.
const PRICE_BYTES_MIN: usize = 2;

/// Which way a shortcut is taken: from its lower node or to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Up,
    Down,
}

/// The shortcuts between all nodes and those above them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UpwardArcs {
    // By node.
    firsts: Vec<u32>,
    bytes: Vec<u8>,
    count: usize,
}

/// Those of one node: such as only lead up, then such as lead both ways, then such as only lead down; of
/// each the deepest head first.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArcs<'a> {
    node: u32,
    pub(super) depth: u16,
    widths: Widths,
    both: usize,
    up: usize,
    all: usize,
    // From the first head on, and whatever comes after.
    bytes: &'a [u8],
}

/// How deep the higher end of a shortcut lies, and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct UpwardArc {
    pub(super) depth: u16,
    pub(super) price: u32,
}

/// Whoever goes through the arcs of a node: the number of the first is told, the others follow it.
pub(super) trait TakeArcs {
    fn take(&mut self, first: usize, arcs: impl Iterator<Item = UpwardArc>);
}

/// What the bytes of a node hold, in the bits of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Widths {
    price_bytes: usize,
    over_bytes: usize,
    has_differences: bool,
    has_long_counts: bool,
}

impl Widths {
    fn byte(self) -> u8 {
        let widths = self.price_bytes | self.over_bytes << 3;
        let [differ, are_long] = [self.has_differences, self.has_long_counts].map(u8::from);
        differ << 6 | are_long << 7 | widths.to_le_bytes()[0]
    }

    #[inline]
    fn of(byte: u8) -> Widths {
        Widths {
            price_bytes: usize::from(byte & 7),
            over_bytes: usize::from(byte >> 3 & 7),
            has_differences: byte >> 6 & 1 != 0,
            has_long_counts: byte >> 7 != 0,
        }
    }
}

/// A shortcut on its way into bytes.
#[derive(Clone, Copy)]
struct Arc {
    depth: u16,
    price: u32,
    difference: i16,
    /// How far below in rank the node lies that it leads over; 0 for a step.
    below: u32,
}

impl UpwardArcs {
    /// Those of a contraction that are needed. Returns `None` if they take more bytes than can be numbered.
    pub(super) fn new(tree: &Tree, metric: &Metric, needs: &[u8]) -> Option<UpwardArcs> {
        let mut made = UpwardArcs {
            firsts: Vec::with_capacity(tree.len()),
            bytes: Vec::new(),
            count: needs.iter().map(|needs| needs.count_ones() as usize).sum(),
        };
        let mut kinds: [Vec<Arc>; 3] = Default::default();
        for node in tree.numbers() {
            kinds.iter_mut().for_each(Vec::clear);
            for shortcut in tree.shortcuts(node) {
                let (price, via) = (metric.prices[shortcut], metric.vias[shortcut]);
                let needed = |price, over| Arc {
                    depth: tree.head_depths[shortcut],
                    price,
                    difference: 0,
                    below: if over == NONE { 0 } else { node - over },
                };
                let (up, down) = (needed(price.up, via.up), needed(price.down, via.down));
                let difference = i64::from(price.down) - i64::from(price.up);
                let difference = i16::try_from(difference).ok().filter(|_| via.up == via.down);
                match (needs[shortcut], difference) {
                    (both, Some(difference)) if both == UP | DOWN => {
                        kinds[1].push(Arc { difference, ..up });
                    }
                    (needs, _) => {
                        kinds[0].extend((needs & UP != 0).then_some(up));
                        kinds[2].extend((needs & DOWN != 0).then_some(down));
                    }
                }
            }
            made.firsts.push(u32::try_from(made.bytes.len()).ok()?);
            made.push(tree.depths[node as usize], &kinds);
        }
        made.bytes.shrink_to_fit();
        Some(made)
    }

    fn push(&mut self, depth: u16, kinds: &[Vec<Arc>; 3]) {
        let all = || kinds.iter().flatten();
        let width =
            |most: Option<u32>| (32 - most.unwrap_or(0).leading_zeros()).div_ceil(8) as usize;
        let widths = Widths {
            price_bytes: width(all().map(|arc| arc.price).max()).max(PRICE_BYTES_MIN),
            over_bytes: width(all().map(|arc| arc.below).max()),
            has_differences: all().any(|arc| arc.difference != 0),
            has_long_counts: kinds.iter().any(|kind| kind.len() > usize::from(u8::MAX)),
        };
        let UpwardArcs { bytes, .. } = self;
        let counts = [0, 1].map(|byte| [0, 1, 2].map(|kind| kinds[kind].len().to_le_bytes()[byte]));
        bytes.push(widths.byte());
        bytes.extend(counts[0]);
        bytes.extend(depth.to_le_bytes());
        if widths.has_long_counts {
            bytes.extend(counts[1]);
        }
        for arc in all() {
            bytes.extend(arc.depth.to_le_bytes());
            bytes.extend(&arc.price.to_le_bytes()[..widths.price_bytes]);
        }
        if widths.has_differences {
            let down = kinds[1..].iter().flatten();
            bytes.extend(down.flat_map(|arc| arc.difference.to_le_bytes()));
        }
        for arc in all() {
            bytes.extend(&arc.below.to_le_bytes()[..widths.over_bytes]);
        }
    }

    /// Those of a node.
    #[inline]
    pub(super) fn of_node(&self, node: u32) -> NodeArcs<'_> {
        self.at(node, self.begin_of(node))
    }

    /// Where the bytes of a node begin.
    #[inline]
    pub(super) fn begin_of(&self, node: u32) -> usize {
        self.firsts[node as usize] as usize
    }

    /// Reads a little of the bytes that begin there, so that all of most nodes are near.
    #[inline]
    pub(super) fn touch(&self, begin: usize) -> u32 {
        let further = (begin + LINE_BYTES).min(self.bytes.len() - 1);
        (self.bytes[begin] ^ self.bytes[further]).into()
    }

    /// Those of a node whose bytes begin there.
    #[inline]
    pub(super) fn at(&self, node: u32, begin: usize) -> NodeArcs<'_> {
        let own = &self.bytes[begin..];
        let (head, rest) = own.split_first_chunk().expect("each node has a head");
        let [widths, counts @ .., depth, deep]: [u8; HEAD_BYTES] = *head;
        let (depth, widths) = (u16::from_le_bytes([depth, deep]), Widths::of(widths));
        let ([up, both, down], bytes) = if widths.has_long_counts {
            let (more, rest) = rest.split_first_chunk().expect("long counts have more bytes");
            let more: &[u8; 3] = more;
            let count = |kind: usize| usize::from(u16::from_le_bytes([counts[kind], more[kind]]));
            ([0, 1, 2].map(count), rest)
        } else {
            (counts.map(usize::from), rest)
        };
        NodeArcs { node, depth, widths, both, up, all: both + up + down, bytes }
    }

    /// How many there are, such as lead both ways counted twice.
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> usize {
        self.firsts.capacity() * size_of::<u32>() + self.bytes.capacity()
    }
}

impl NodeArcs<'_> {
    /// Hands those over that are taken one way.
    #[inline]
    pub(super) fn hand(&self, way: Way, taker: &mut impl TakeArcs) {
        match self.widths.price_bytes {
            PRICE_BYTES_MIN => {
                self.hand_read(way, taker, |&[a, b, c, d]| arc([a, b], [c, d, 0, 0]));
            }
            3 => self.hand_read(way, taker, |&[a, b, c, d, e]| arc([a, b], [c, d, e, 0])),
            _ => self.hand_read(way, taker, |&[a, b, c, d, e, f]| arc([a, b], [c, d, e, f])),
        }
    }

    /// The same where each has so many bytes and is read so.
    #[inline]
    fn hand_read<const BYTES: usize>(
        &self,
        way: Way,
        taker: &mut impl TakeArcs,
        read: impl Fn(&[u8; BYTES]) -> UpwardArc,
    ) {
        let numbers = self.numbers(way);
        let first = numbers.start;
        let arcs = &self.bytes.as_chunks().0[numbers];
        if way == Way::Down && self.widths.has_differences {
            let differences = &self.bytes[self.all * BYTES..].as_chunks().0[..arcs.len()];
            taker.take(
                first,
                arcs.iter().zip(differences).map(|(arc, difference)| {
                    let UpwardArc { depth, price } = read(arc);
                    let difference = i16::from_le_bytes(*difference).into();
                    UpwardArc { depth, price: price.wrapping_add_signed(difference) }
                }),
            );
        } else {
            taker.take(first, arcs.iter().map(read));
        }
    }

    /// The numbers of those that are taken one way.
    #[inline]
    const fn numbers(&self, way: Way) -> Range<usize> {
        match way {
            Way::Up => 0..self.up + self.both,
            Way::Down => self.up..self.all,
        }
    }

    /// Over which lower node the one leads that is taken one way and whose head lies so deep, which there is.
    /// Returns `None` if it is a step.
    #[inline]
    pub(super) fn over_to(&self, way: Way, depth: u16) -> Option<u32> {
        let number = match self.widths.price_bytes {
            PRICE_BYTES_MIN => self.number_of(way, |&[a, b, ..]: &[u8; 4]| [a, b], depth),
            3 => self.number_of(way, |&[a, b, ..]: &[u8; 5]| [a, b], depth),
            _ => self.number_of(way, |&[a, b, ..]: &[u8; 6]| [a, b], depth),
        };
        self.over(number)
    }

    #[inline]
    fn number_of<const BYTES: usize>(
        &self,
        way: Way,
        depth_of: impl Fn(&[u8; BYTES]) -> [u8; DEPTH_BYTES],
        depth: u16,
    ) -> usize {
        let numbers = self.numbers(way);
        let arcs = &self.bytes.as_chunks().0[numbers.clone()];
        let at = arcs.iter().position(|arc| u16::from_le_bytes(depth_of(arc)) == depth);
        numbers.start + at.expect("what a shortcut leads over is kept")
    }

    /// Over which lower node one leads. Returns `None` if it is a step.
    #[inline]
    pub(super) fn over(&self, number: usize) -> Option<u32> {
        let Widths { price_bytes, over_bytes, has_differences, .. } = self.widths;
        let differences =
            if has_differences { self.numbers(Way::Down).len() * DIFFERENCE_BYTES } else { 0 };
        let begin = self.all * (DEPTH_BYTES + price_bytes) + differences + number * over_bytes;
        let below = &self.bytes[begin..begin + over_bytes];
        let below = below.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        (below != 0).then(|| self.node - below)
    }
}

#[inline]
const fn arc(depth: [u8; DEPTH_BYTES], price: [u8; 4]) -> UpwardArc {
    UpwardArc { depth: u16::from_le_bytes(depth), price: u32::from_le_bytes(price) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    /// Takes arcs in a list, with their numbers.
    #[derive(Default)]
    struct Taken(Vec<(usize, UpwardArc)>);

    impl TakeArcs for Taken {
        fn take(&mut self, first: usize, arcs: impl Iterator<Item = UpwardArc>) {
            self.0.extend((first..).zip(arcs));
        }
    }

    /// Up to so many, dear up to `price_max`, that lead over nodes up to `below_max` below.
    fn any(random: &mut Random, most: u32, [price_max, below_max]: [u32; 2]) -> Vec<Arc> {
        let mut depth = 65_000;
        let count = random.below(most + 1);
        let any = (0..count).map(|_| {
            depth -= 1 + u16::try_from(random.below(60)).unwrap();
            let below = if random.chance(30) { 0 } else { random.below(below_max) };
            Arc { depth, price: random.below(price_max), difference: 0, below }
        });
        any.collect()
    }

    #[test]
    fn arcs_of_every_width_are_read_as_they_were_packed() {
        let mut random = Random::new(7);
        let (node, mut seen) = (u32::MAX - 1, [[0; 5]; 2]);
        for _ in 0..600 {
            let most = [0, 1, 4, 20, 400][random.below(5) as usize];
            let limits = [[1, 300, 70_000, 1 << 24, u32::MAX], [1, 200, 60_000, 1 << 23, 1 << 31]];
            let limits = limits.map(|of_one| *random.pick(&of_one));
            let mut kinds = [(); 3].map(|()| any(&mut random, most, limits));
            if random.chance(50) {
                for arc in kinds[1].iter_mut().filter(|arc| arc.price > 1 << 15) {
                    arc.difference =
                        i16::from_le_bytes(random.word().to_le_bytes()[..2].try_into().unwrap());
                }
            }
            let mut packed = UpwardArcs { firsts: vec![0], bytes: vec![], count: 0 };
            let own_depth = u16::try_from(random.below(1 << 16)).unwrap();
            packed.push(own_depth, &kinds);
            let arcs = NodeArcs { node, ..packed.of_node(0) };
            assert_eq!(arcs.depth, own_depth);
            seen[0][arcs.widths.price_bytes] += 1;
            seen[1][arcs.widths.over_bytes] += 1;
            for (way, taken) in [(Way::Up, 0..2), (Way::Down, 1..3)] {
                let before = if way == Way::Up { 0 } else { kinds[0].len() };
                let told = kinds[taken.clone()].iter().flatten();
                let mut read = Taken::default();
                arcs.hand(way, &mut read);
                assert_eq!(read.0.len(), told.clone().count());
                for ((arc, (number, read)), place) in told.zip(read.0).zip(before..) {
                    let difference = if way == Way::Up { 0 } else { i32::from(arc.difference) };
                    let price = arc.price.wrapping_add_signed(difference);
                    assert_eq!((number, read), (place, UpwardArc { depth: arc.depth, price }));
                    assert_eq!(arcs.over(number), (arc.below != 0).then(|| node - arc.below));
                    // The same depth may be that of one that leads both ways as well.
                    let mut told = kinds[taken.clone()].iter().flatten();
                    let found = told.find(|other| other.depth == arc.depth).unwrap().below;
                    let over = arcs.over_to(way, arc.depth);
                    assert_eq!(over, (found != 0).then(|| node - found));
                }
            }
        }
        assert!(seen[0][2..].iter().chain(&seen[1]).all(|&count| count > 20), "{seen:?}");
    }
}
