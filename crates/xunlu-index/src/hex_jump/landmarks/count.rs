//! Where landmarks are placed, and how many steps it is from each to every hex, ring by ring.

use crate::hex_jump::axes::{HexAxes, LineHex};
use crate::hex_jump::map::HexJumpMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu_map::{Cost, NodeId};
use xunlu_search::NodeLink;

/// A hex where one cannot stand. Whoever can, and was not come to, has a higher number, and others a lower.
pub(super) const CLOSED: u16 = u16::MAX - 2;
/// An open hex to which no path is known, where links begin or end, and another one.
const END: u16 = u16::MAX - 1;
const OPEN: u16 = u16::MAX;

/// A link that costs more steps is taken for one of so many: what it leads to is no nearer than that.
const LINK_MAX: u32 = 1 << 12;

/// The number of a hex, and whether its line is shoved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Mark(u32);

/// Counts steps.
pub(super) struct Count {
    // What is known of each hex before they are counted.
    blank: Vec<u16>,
    // All that are open.
    open: Vec<Mark>,
    // What a step adds to a number, in lines that are not shoved and in those that are: first within a line.
    offsets: [[u32; 6]; 2],
    links: Vec<CountedLink>,
    // Scratch: the hexes of a ring and of the next one, which of them are ends of links, and where links lead
    // from such ends, nearest first.
    ring: Vec<Mark>,
    next: Vec<Mark>,
    ends: Vec<Mark>,
    led_to: BinaryHeap<Reverse<(u32, Mark)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CountedLink {
    from: Mark,
    to: Mark,
    steps: u32,
}

/// What is connected.
struct Part {
    size: usize,
    // One of the hexes that are farthest from some other.
    far: Mark,
    // The columns of its landmarks.
    landmarks: Vec<usize>,
}

impl Mark {
    fn new(hexes: &HexAxes, hex: LineHex) -> Mark {
        Mark(hexes.node_of(hex).0 << 1 | u32::from(hexes.is_shoved(hex.line)))
    }

    #[inline]
    const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl Count {
    pub(super) fn new(
        map: &HexJumpMap,
        step: Cost,
        links: &[NodeLink],
        was_open: impl Fn(NodeId) -> bool,
    ) -> Count {
        let hexes = &map.hexes;
        let mut blank = vec![CLOSED; map.layout().len() as usize];
        let mut open = Vec::new();
        for line in 1..hexes.lines - 1 {
            for hex in (1..hexes.width - 1).map(|along| LineHex { along, line }) {
                if map.is_open(hex) || was_open(hexes.node_of(hex)) {
                    let mark = Mark::new(hexes, hex);
                    blank[mark.index()] = OPEN;
                    open.push(mark);
                }
            }
        }
        let mut counted = Vec::with_capacity(2 * links.len());
        for link in links {
            let [from, to] = [link.from, link.to].map(|end| Mark::new(hexes, hexes.hex_at(end)));
            let steps = (link.cost.0 / step.0).min(LINK_MAX);
            counted.push(CountedLink { from, to, steps });
            counted.push(CountedLink { from: to, to: from, steps });
            for end in [from, to].map(Mark::index) {
                blank[end] = if blank[end] == CLOSED { CLOSED } else { END };
            }
        }
        counted.sort_unstable();
        let offsets = [false, true].map(|is_shoved| {
            let line = if hexes.is_shoved(1) == is_shoved { 1 } else { 2 };
            let from = LineHex { along: 1, line };
            [0, 3, 1, 2, 4, 5].map(|direction| {
                let to = hexes.node_of(hexes.stepped(from, direction, 1));
                to.0.wrapping_sub(hexes.node_of(from).0)
            })
        });
        Count {
            blank,
            open,
            offsets,
            links: counted,
            ring: Vec::new(),
            next: Vec::new(),
            ends: Vec::new(),
            led_to: BinaryHeap::new(),
        }
    }

    /// The steps from so many landmarks, a column for each, and larger parts of the map have more of them.
    /// Returns `None` if some path is too long.
    pub(super) fn place(mut self, count: usize) -> Option<Vec<Vec<u16>>> {
        let mut parts = self.parts()?;
        let (mut columns, mut nearest) = (Vec::<Vec<u16>>::new(), self.blank.clone());
        while columns.len() < count {
            let share = |part: &&mut Part| part.size / (part.landmarks.len() + 1);
            let Some(part) = parts.iter_mut().max_by_key(share) else {
                columns.push(self.blank.clone());
                continue;
            };
            let mut far = part.far;
            if let Some(&first) = part.landmarks.first() {
                let within = self.open.iter().filter(|mark| columns[first][mark.index()] < CLOSED);
                far = *within.max_by_key(|mark| nearest[mark.index()]).unwrap_or(&far);
            }
            part.landmarks.push(columns.len());
            let mut column = self.blank.clone();
            self.count(far, &mut column)?;
            for (nearest, &steps) in nearest.iter_mut().zip(&column) {
                *nearest = steps.min(*nearest);
            }
            columns.push(column);
        }
        Some(columns)
    }

    fn parts(&mut self) -> Option<Vec<Part>> {
        let (mut parts, mut known) = (Vec::new(), self.blank.clone());
        let mut at = 0;
        while let Some(&mark) = self.open.get(at) {
            if known[mark.index()] > CLOSED {
                let (size, far) = self.count(mark, &mut known)?;
                parts.push(Part { size, far, landmarks: Vec::new() });
            }
            at += 1;
        }
        Some(parts)
    }

    /// Counts steps from a hex to all that it is connected to. Returns how many these are, and one of the
    /// farthest, or `None` if some are too far.
    fn count(&mut self, first: Mark, known: &mut [u16]) -> Option<(usize, Mark)> {
        let Count { offsets, links, ring, next, ends, led_to, .. } = self;
        let (mut size, mut far, mut steps) = (0, first, 0);
        led_to.push(Reverse((0, first)));
        loop {
            // Links first: they may lead on within a ring.
            loop {
                for end in ends.drain(..) {
                    let own = links.partition_point(|link| link.from < end);
                    let own = links[own..].iter().take_while(|link| link.from == end);
                    led_to.extend(own.map(|link| Reverse((steps + link.steps, link.to))));
                }
                let Some(&Reverse((_, to))) = led_to.peek().filter(|Reverse((at, _))| *at <= steps)
                else {
                    break;
                };
                led_to.pop();
                if known[to.index()] > CLOSED {
                    ends.extend(Some(to).filter(|to| known[to.index()] == END));
                    known[to.index()] =
                        u16::try_from(steps).ok().filter(|&steps| steps < CLOSED)?;
                    ring.push(to);
                }
            }
            far = *ring.last().unwrap_or(&far);
            size += ring.len();
            let beyond = u16::try_from(steps + 1).ok().filter(|&steps| steps < CLOSED);
            // What a link led to may be known by now, and then nothing is that far away.
            let beyond = if ring.is_empty() { CLOSED } else { beyond? };
            for mark in ring.drain(..) {
                let is_shoved = mark.0 & 1;
                for (nth, offset) in offsets[is_shoved as usize].iter().enumerate() {
                    let to = (mark.0 >> 1).wrapping_add(*offset);
                    let there = &mut known[to as usize];
                    if *there > CLOSED {
                        let to = Mark(to << 1 | if nth < 2 { is_shoved } else { is_shoved ^ 1 });
                        if *there == END {
                            ends.push(to);
                        }
                        *there = beyond;
                        next.push(to);
                    }
                }
            }
            std::mem::swap(ring, next);
            steps = match led_to.peek() {
                _ if !ring.is_empty() => steps + 1,
                Some(Reverse((at, _))) => *at,
                None => return Some((size, far)),
            };
        }
    }
}
