//! A roadmap in a file, for the map and the mover that it is of.
//!
//! ```text
//! "xunlurdm" version digest rule costs length | for each subgoal its label | checksum of all before
//! ```
//!
//! The head is little-endian, the rest numbers of as few bytes as they need. Of a label there are the hubs
//! and the legs by which the ways to them begin; where subgoals lie and what ways cost is found out again,
//! which is a small part of the work. So a file is short, and even one that was made to deceive leads nobody
//! through a wall: each leg of a path is one of this map.

use super::error::RoadmapFileError;
use super::graph::SubgoalGraph;
use super::labels::{Found, Labels};
use super::reach::around;
use super::spread::NONE;
use super::{Roadmap, RoadmapError, RoadmapOptions, look};
use crate::jump::{JumpCosts, JumpMap, JumpRule};
use std::io::{self, Read, Write};
use xunlu_map::Corners;

const MAGIC: [u8; 8] = *b"xunlurdm";
const VERSION: u32 = 1;
/// Magic, version, digest, rule, two costs and length.
pub(super) const HEAD_BYTES: usize = 8 + 4 + 8 + 1 + 4 + 4 + 8;

impl Roadmap {
    /// Writes it to a file: not the map, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut to: impl Write) -> io::Result<()> {
        let graph = SubgoalGraph::new(&self.reach);
        let graph = graph.ok_or_else(|| io::Error::other(RoadmapError::TooMany))?;
        let mut body = Vec::new();
        for subgoal in 0..graph.len() {
            let mut label: Vec<Found> = self.labels.found(subgoal).collect();
            label.sort_unstable_by_key(|entry| entry.hub);
            put(&mut body, label.len() as u64);
            let mut least = 0;
            for Found { hub, next, .. } in label {
                put(&mut body, u64::from(hub - least));
                let edges = graph.edges(subgoal);
                let by = edges.binary_search_by_key(&next, |edge| edge.to);
                // To itself there is no way.
                put(&mut body, by.map_or(0, |at| at as u64 + 1));
                least = hub + 1;
            }
        }
        let mut bytes = head(self.ground, self.reach.rule, self.costs());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        let sum = checksum(&bytes);
        to.write_all(&bytes)?;
        to.write_all(&sum.to_le_bytes())
    }

    /// Whether a file that begins so may be one that [`Roadmap::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads a roadmap from a file that [`Roadmap::save`] wrote, for a map and costs: those that it was made
    /// for.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is for others: see [`RoadmapFileError`].
    ///
    /// # Panics
    /// When the map is one of [weighted](JumpMap::weighted) ground.
    pub fn load(
        map: &JumpMap,
        costs: JumpCosts,
        mut from: impl Read,
        options: &RoadmapOptions,
    ) -> Result<Roadmap, RoadmapFileError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        let body = body(map, costs, &bytes)?;
        let (reach, graph) = look(map, costs)?;
        let found = read(&graph, body).ok_or(RoadmapFileError::Damaged)?;
        let around = |subgoal: u32| around(map, graph.cells[subgoal as usize]);
        let labels = Labels::of(&reach, &graph, around, found).ok_or(RoadmapFileError::Damaged)?;
        Ok(Roadmap::of(map, reach, graph, labels, options)?)
    }
}

/// The head of a file but for the length of what follows.
fn head(ground: u64, rule: JumpRule, costs: JumpCosts) -> Vec<u8> {
    let rule = match rule {
        JumpRule::Four | JumpRule::Eight(Corners::Never) => 0,
        JumpRule::Eight(Corners::NoCutting) => 1,
        JumpRule::Eight(Corners::OneFree) => 2,
        JumpRule::Eight(Corners::Always) => 3,
    };
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(ground.to_le_bytes());
    bytes.push(rule);
    bytes.extend(costs.straight.to_le_bytes());
    bytes.extend(costs.diagonal.to_le_bytes());
    bytes
}

/// What is between the head of a file and its checksum, if it is right as far as that says.
fn body<'a>(
    map: &JumpMap,
    costs: JumpCosts,
    bytes: &'a [u8],
) -> Result<&'a [u8], RoadmapFileError> {
    let Some((begin, rest)) = bytes.split_first_chunk::<HEAD_BYTES>() else {
        return Err(RoadmapFileError::NotARoadmap);
    };
    if !Roadmap::is_saved(begin) {
        return Err(RoadmapFileError::NotARoadmap);
    }
    let version = begin[8..].first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
    if version != VERSION {
        return Err(RoadmapFileError::Version(version));
    }
    let length = begin[HEAD_BYTES - 8..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let Some((body, sum)) = rest.split_last_chunk() else {
        return Err(RoadmapFileError::Damaged);
    };
    let whole = &bytes[..HEAD_BYTES + body.len()];
    if length != body.len() as u64 || checksum(whole) != u64::from_le_bytes(*sum) {
        return Err(RoadmapFileError::Damaged);
    }
    let ours = head(map.standing_digest(), map.rule, costs);
    // Version and magic are alike by now.
    if begin[12..20] != ours[12..20] {
        return Err(RoadmapFileError::OtherGround);
    }
    if begin[20..29] != ours[20..29] {
        return Err(RoadmapFileError::OtherMover);
    }
    Ok(body)
}

/// The labels that are written so. Returns `None` if they are none of this map's.
fn read(graph: &SubgoalGraph, mut body: &[u8]) -> Option<Vec<Vec<Found>>> {
    let count = graph.len();
    let mut labels = Vec::with_capacity(count as usize);
    for subgoal in 0..count {
        let entries = usize::try_from(take(&mut body)?).ok()?;
        // Each takes two bytes at least.
        (entries <= body.len() / 2).then_some(())?;
        let mut label = Vec::with_capacity(entries);
        let mut least = 0;
        for _ in 0..entries {
            let hub = take_u32(&mut body)?.checked_add(least).filter(|&hub| hub < count)?;
            let next = match take_u32(&mut body)? {
                0 => NONE,
                edge => graph.edges(subgoal).get(edge as usize - 1)?.to,
            };
            label.push(Found { hub, cost: NONE, next });
            least = hub + 1;
        }
        labels.push(label);
    }
    body.is_empty().then_some(())?;
    find_costs(graph, &mut labels)?;
    Some(labels)
}

/// Finds what ways cost: as much as from where they lead next, and the leg up to there. Returns `None` if a
/// way does not lead to its hub, or a hub is at two subgoals.
fn find_costs(graph: &SubgoalGraph, labels: &mut [Vec<Found>]) -> Option<()> {
    let mut subgoals = vec![NONE; labels.len()];
    for (label, subgoal) in labels.iter_mut().zip(0..) {
        for entry in label.iter_mut().filter(|entry| entry.next == NONE) {
            let known = std::mem::replace(&mut subgoals[entry.hub as usize], subgoal);
            (known == NONE).then_some(())?;
            entry.cost = 0;
        }
    }
    // The entries on a way, from the one that is asked for on.
    let mut way: Vec<(u32, usize)> = Vec::new();
    for subgoal in 0..graph.len() {
        for at in 0..labels[subgoal as usize].len() {
            let hub = labels[subgoal as usize][at].hub;
            way.clear();
            way.push((subgoal, at));
            let mut cost = loop {
                // One that comes round to itself is longer than all subgoals together.
                if way.len() > labels.len() {
                    return None;
                }
                let &(subgoal, at) = way.last()?;
                let Found { cost, next, .. } = labels[subgoal as usize][at];
                if cost != NONE {
                    break cost;
                }
                let label = &labels[next as usize];
                way.push((next, label.binary_search_by_key(&hub, |entry| entry.hub).ok()?));
            };
            let (mut next, _) = way.pop()?;
            while let Some((subgoal, at)) = way.pop() {
                cost = cost.checked_add(graph.cost(subgoal, next)?)?;
                (cost < u32::MAX / 4).then_some(())?;
                labels[subgoal as usize][at].cost = cost;
                next = subgoal;
            }
        }
    }
    Some(())
}

/// A number in as few bytes as it needs: seven bits a byte, the least first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// Reads one again. Returns `None` where the bytes end, or hold no such number.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    take(bytes)?.try_into().ok()
}

/// FNV-1a (Fowler, Noll and Vo 1991): against bytes that were changed unawares.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
