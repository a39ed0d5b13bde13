//! Blocks: polygons that no single one of them parts. A shortest path never comes back to a convex polygon
//! that it left, so it enters only those blocks that lie on its way.
//!
//! ```text
//!   +---+---+-------+     A room with one door is a block, or a tree of them: whoever enters has to come out
//!   | room  | c |   |     by `c`, the polygon before the door, where he has been before. A block keeps from
//!   |  []   = c |   |     which polygon it is entered. What lies outside of a tile may be joined anyhow, and
//!   |       | c |   |     counts as one more polygon, from which all that is joined to it is entered.
//!   +---+---+-------+
//! ```
//!
//! They are found by one search in depth (Hopcroft and Tarjan 1973, "Efficient algorithms for graph
//! manipulation").

use crate::numbered::{NONE, numbered};
use std::ops::Range;

/// Which polygons of a tile belong to which of its blocks. A block that is entered through another has a
/// lesser number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    // For each polygon the block that it is entered in, or `NONE`: of the others that it belongs to, it is
    // what these are entered from.
    of: Vec<u32>,
    // For each block the polygon that it is entered from, or `NONE` if from outside.
    from: Vec<u32>,
}

/// Where a polygon is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The block.
    pub(crate) block: u32,
    /// The only polygon from which it is entered. `None` if it is entered from outside.
    pub(crate) from: Option<u32>,
}

/// What lies beyond a side of a polygon, of a tile of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beyond {
    Polygon(u32),
    Outside,
    Nothing,
}

/// What a search in depth finds.
pub(crate) struct Found {
    pub(crate) blocks: Blocks,
    /// For each block whether it is a dead end: one polygon, joined by one side to the one that it is entered
    /// from, and all that is entered from it is dead ends.
    pub(crate) dead_ends: Vec<bool>,
    /// For each polygon its area, counted in the order of their first polygons.
    pub(crate) areas: Vec<u32>,
    pub(crate) area_count: u32,
}

impl Blocks {
    /// Where a polygon is entered. `None` if from nowhere: the search began there.
    #[inline]
    pub(crate) fn entry(&self, polygon: u32) -> Option<Entry> {
        let block = self.of[polygon as usize];
        (block != NONE).then(|| {
            let from = self.from[block as usize];
            Entry { block, from: (from != NONE).then_some(from) }
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.of.capacity() + self.from.capacity()) * size_of::<u32>()
    }

    /// The blocks of so many polygons, given the sides of each and what lies beyond a side.
    pub(crate) fn find(
        count: u32,
        sides_of: impl Fn(u32) -> Range<u32>,
        beyond: impl Fn(u32) -> Beyond,
    ) -> Found {
        let mut search = Search::of(count);
        let leads_out =
            |&polygon: &u32| sides_of(polygon).any(|side| matches!(beyond(side), Beyond::Outside));
        // What is entered from outside is looked through from there on.
        let all = (0..count).filter(leads_out).chain(0..count);
        for first in all {
            if search.order[first as usize] == 0 {
                search.look_from(first, &sides_of, &beyond);
            }
        }
        search.found()
    }
}

/// A search in depth.
struct Search {
    blocks: Blocks,
    dead_ends: Vec<bool>,
    // For each polygon whether something else than dead ends is entered from it.
    leads_on: Vec<bool>,
    // For each polygon its place in the order in which they were met, from 1 on, and the least place that it
    // and those met from it are joined to. Outside has place 0.
    order: Vec<u32>,
    least: Vec<u32>,
    // For each polygon the one that its area was met from.
    firsts: Vec<u32>,
    // From the first polygon to the one that is looked at, each with the sides that are left.
    way: Vec<(u32, Range<u32>)>,
    // Those that were met, and belong to no block yet.
    waiting: Vec<u32>,
    met: u32,
}

impl Search {
    fn of(count: u32) -> Search {
        let all = |of: u32| vec![of; count as usize];
        Search {
            blocks: Blocks { of: all(NONE), from: Vec::new() },
            dead_ends: Vec::new(),
            leads_on: vec![false; count as usize],
            order: all(0),
            least: all(0),
            firsts: all(NONE),
            way: Vec::new(),
            waiting: Vec::new(),
            met: 0,
        }
    }

    fn meet(&mut self, polygon: u32, first: u32, sides: Range<u32>) {
        self.met += 1;
        self.order[polygon as usize] = self.met;
        self.least[polygon as usize] = self.met;
        self.firsts[polygon as usize] = first;
        self.way.push((polygon, sides));
        self.waiting.push(polygon);
    }

    fn look_from(
        &mut self,
        first: u32,
        sides_of: impl Fn(u32) -> Range<u32>,
        beyond: impl Fn(u32) -> Beyond,
    ) {
        self.meet(first, first, sides_of(first));
        while let Some((polygon, sides)) = self.way.last_mut() {
            let polygon = *polygon;
            let Some(side) = sides.next() else {
                self.way.pop();
                self.leave(polygon, |from| {
                    let leads_back =
                        |&side: &u32| matches!(beyond(side), Beyond::Polygon(other) if other == from);
                    sides_of(polygon).filter(leads_back).count() == 1
                });
                continue;
            };
            let least = &mut self.least[polygon as usize];
            match beyond(side) {
                Beyond::Nothing => {}
                Beyond::Outside => *least = 0,
                Beyond::Polygon(other) => match self.order[other as usize] {
                    0 => self.meet(other, first, sides_of(other)),
                    place => *least = place.min(*least),
                },
            }
        }
    }

    /// All that is met from a polygon was: what is joined to nothing before it but the one it was met from is
    /// a block.
    fn leave(&mut self, polygon: u32, is_joined_once: impl Fn(u32) -> bool) {
        let least = self.least[polygon as usize];
        match self.way.last() {
            Some(&(before, _)) if least < self.order[before as usize] => {
                let all = &mut self.least[before as usize];
                *all = least.min(*all);
            }
            Some(&(before, _)) => {
                let is_dead_end = self.waiting.last() == Some(&polygon)
                    && !self.leads_on[polygon as usize]
                    && is_joined_once(before);
                self.leads_on[before as usize] |= !is_dead_end;
                self.close(polygon, before, is_dead_end);
            }
            None if least == 0 => self.close(polygon, NONE, false),
            None => {
                self.waiting.pop();
            }
        }
    }

    /// Makes a block of all that waits from a polygon on.
    fn close(&mut self, polygon: u32, from: u32, is_dead_end: bool) {
        let block = numbered(self.blocks.from.len());
        self.blocks.from.push(from);
        self.dead_ends.push(is_dead_end);
        while let Some(other) = self.waiting.pop() {
            self.blocks.of[other as usize] = block;
            if other == polygon {
                break;
            }
        }
    }

    fn found(self) -> Found {
        let mut areas = vec![NONE; self.firsts.len()];
        let mut numbers = vec![NONE; self.firsts.len()];
        let mut area_count = 0;
        for (area, &first) in areas.iter_mut().zip(&self.firsts) {
            let number = &mut numbers[first as usize];
            if *number == NONE {
                *number = area_count;
                area_count += 1;
            }
            *area = *number;
        }
        let mut blocks = self.blocks;
        blocks.from.shrink_to_fit();
        Found { blocks, dead_ends: self.dead_ends, areas, area_count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Blocks of a graph whose joints are pairs of letters; `.` is outside. Told are, for each polygon, those
    /// that are entered in the same block, and from where: with `-` if it is a dead end, else with `>`.
    fn check(joints: &str, expected: &str) {
        let joints: Vec<[char; 2]> = joints
            .split(' ')
            .map(|joint| [0, 1].map(|at| joint.chars().nth(at).expect("two letters")))
            .flat_map(|[one, other]| [[one, other], [other, one]])
            .filter(|&[from, _]| from != '.')
            .collect();
        let names: Vec<char> =
            joints.iter().map(|&[from, _]| from).collect::<BTreeSet<char>>().into_iter().collect();
        let mut sorted = joints.clone();
        sorted.sort_by_key(|&[from, _]| from);
        let sides = |polygon: u32| {
            let name = names[polygon as usize];
            let first = sorted.partition_point(|&[from, _]| from < name);
            let end = sorted.partition_point(|&[from, _]| from <= name);
            numbered(first)..numbered(end)
        };
        let beyond = |side: u32| match sorted[side as usize][1] {
            '.' => Beyond::Outside,
            name => Beyond::Polygon(numbered(names.binary_search(&name).expect("it is named"))),
        };
        let found = Blocks::find(numbered(names.len()), sides, beyond);
        let told: BTreeSet<String> = (0..numbered(names.len()))
            .map(|polygon| match found.blocks.entry(polygon) {
                None => format!("*>{}", names[polygon as usize]),
                Some(entry) => {
                    let same = (0..numbered(names.len()))
                        .filter(|&other| {
                            found.blocks.entry(other).is_some_and(|own| own.block == entry.block)
                        })
                        .map(|other| names[other as usize]);
                    let from = entry.from.map_or('.', |from| names[from as usize]);
                    let sign = if found.dead_ends[entry.block as usize] { '-' } else { '>' };
                    format!("{from}{sign}{}", same.collect::<String>())
                }
            })
            .collect();
        let told: Vec<String> = told.into_iter().collect();
        assert_eq!(told.join(" "), expected);
        for polygon in 0..numbered(names.len()) {
            let Some(Entry { block, from: Some(from) }) = found.blocks.entry(polygon) else {
                continue;
            };
            assert!(found.blocks.entry(from).is_none_or(|entry| entry.block > block));
        }
    }

    #[test]
    fn a_chain_is_entered_piece_by_piece() {
        check("ab bc cd", "*>a a-b b-c c-d");
        check("ab bc cd d.", ".>d b-a c-b d-c");
        check("ab bc cd a. d.", ".>abcd");
    }

    #[test]
    fn a_ring_is_one_block_and_so_is_what_outside_closes() {
        check("ab bc ca", "*>a a>bc");
        check("ab bc ca cd de ef fd", "*>a a>bc c>d d>ef");
        check("ab bc ca cd de ef fd e.", ".>e c>ab d>c e>df");
        check("ab bc ca cd de cf", "*>a a>bc c-d c-f d-e");
    }

    #[test]
    fn two_rings_at_one_polygon_are_two_blocks() {
        check("ab bc ca ad de ea", "*>a a>bc a>de");
        check("ab bc ca ad de ea c.", ".>c a>de c>ab");
    }

    #[test]
    fn areas_that_are_apart_have_numbers_of_their_own() {
        check("ab cd ef f.", "*>a *>c .>f a-b c-d f-e");
    }

    #[test]
    fn two_sides_between_two_polygons_are_as_one() {
        check("ab ab bc", "*>a a>b b-c");
    }
}
