//! Whether a disc may come from the start to a goal at all: from part to part of polygons, through gaps, from
//! both ends in turns. It costs each part once, where a search for the shortest path looks through it from
//! many roots; so it tells of a goal that cannot be reached long before the search has seen everything. It
//! goes on beside the search, as many steps as that one looks through intervals.

use super::around::{Around, Gap};
use crate::half_edges::HalfEdgeMesh;
use crate::real::Real;

/// The two floods of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Floods {
    all: [Flood; 2],
    is_begun: bool,
    is_on: bool,
}

/// What was come to from one end.
#[derive(Clone, Debug, Default)]
struct Flood {
    // Polygons and their parts, in the order in which they were come to; from so many one went on.
    reached: Vec<(u32, u32)>,
    done: usize,
    // For each polygon, by its place among those that were found, the parts that were come to.
    seen: Vec<u64>,
    // The places of those.
    places: Vec<u32>,
}

/// Parts from this one on count as one.
const LAST_PART: u32 = 63;

impl Floods {
    pub(super) fn clear(&mut self) {
        (self.is_begun, self.is_on) = (false, false);
        for flood in &mut self.all {
            for place in flood.places.drain(..) {
                flood.seen[place as usize] = 0;
            }
            flood.reached.clear();
            flood.done = 0;
        }
    }

    pub(super) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Begins between a start and some goals, each with its polygons.
    pub(super) fn begin(
        &mut self,
        around: &mut Around,
        sides: &HalfEdgeMesh,
        start: (Real, &[u32]),
        goals: impl Iterator<Item = (Real, u32)>,
    ) -> Option<()> {
        self.is_begun = true;
        for &polygon in start.1 {
            self.add_end(0, around, sides, start.0, polygon)?;
        }
        for (goal, polygon) in goals {
            self.add_end(1, around, sides, goal, polygon)?;
        }
        self.is_on = !self.have_met();
        Some(())
    }

    /// Whether there are parts that were come to from both ends.
    fn have_met(&self) -> bool {
        let [one, other] = &self.all;
        one.places.iter().any(|&place| {
            let seen = |flood: &Flood| flood.seen.get(place as usize).copied().unwrap_or(0);
            seen(one) & seen(other) != 0
        })
    }

    /// Adds the parts of a polygon that an end of the path may be in: where a gap is in sight, it is the part
    /// of that one alone.
    fn add_end(
        &mut self,
        end: usize,
        around: &mut Around,
        sides: &HalfEdgeMesh,
        at: Real,
        polygon: u32,
    ) -> Option<()> {
        let radius = around.radius();
        let (near, parts) = around.with_parts(sides, polygon)?;
        let is_seen = |gap: &Gap| {
            let middle = gap.ends[0].plus(gap.ends[1]).times(0.5);
            [middle, gap.ends[0], gap.ends[1]].into_iter().any(|to| near.is_clear([at, to], radius))
        };
        let seen = near.gaps.iter().position(is_seen);
        for (gap, &part) in parts.iter().enumerate() {
            if seen.is_none_or(|seen| seen == gap) {
                self.all[end].add(near.place, polygon, part);
            }
        }
        Some(())
    }

    /// Takes a step from each end. Returns whether it is sure now that there is no way.
    pub(super) fn step(&mut self, around: &mut Around, sides: &HalfEdgeMesh) -> bool {
        for end in 0..2 {
            if !self.is_on {
                break;
            }
            let Some(&(polygon, part)) = self.all[end].reached.get(self.all[end].done) else {
                self.is_on = false;
                return true;
            };
            self.all[end].done += 1;
            if self.go_on(end, (polygon, part), around, sides).is_none() {
                self.is_on = false;
            }
        }
        false
    }

    /// Goes through all gaps of a part. Returns `None` if the floods have met, or cannot go on.
    fn go_on(
        &mut self,
        end: usize,
        (polygon, part): (u32, u32),
        around: &mut Around,
        sides: &HalfEdgeMesh,
    ) -> Option<()> {
        let (near, _) = around.with_parts(sides, polygon)?;
        for number in 0..near.gaps.len() {
            let (near, parts) = around.with_parts(sides, polygon)?;
            if parts[number] != part {
                continue;
            }
            let gap = near.gaps[number];
            let (near, parts) = around.with_parts(sides, gap.beyond)?;
            for (other, &part) in near.gaps.iter().zip(parts) {
                if !is_same(&gap, other) {
                    continue;
                }
                if self.all[1 - end].has(near.place, part) {
                    return None;
                }
                self.all[end].add(near.place, gap.beyond, part);
            }
        }
        Some(())
    }

    pub(super) fn bytes(&self) -> usize {
        let flood = |flood: &Flood| {
            flood.reached.capacity() * size_of::<(u32, u32)>()
                + flood.seen.capacity() * size_of::<u64>()
                + flood.places.capacity() * size_of::<u32>()
        };
        self.all.iter().map(flood).sum()
    }
}

impl Flood {
    fn add(&mut self, place: u32, polygon: u32, part: u32) {
        if self.seen.len() <= place as usize {
            self.seen.resize(place as usize + 1, 0);
        }
        let seen = &mut self.seen[place as usize];
        if *seen == 0 {
            self.places.push(place);
        }
        let bit = 1 << part.min(LAST_PART);
        if *seen & bit == 0 {
            *seen |= bit;
            self.reached.push((polygon, part));
        }
    }

    fn has(&self, place: u32, part: u32) -> bool {
        let seen = self.seen.get(place as usize);
        seen.is_some_and(|seen| seen & (1 << part.min(LAST_PART)) != 0)
    }
}

/// Whether two gaps are the same, seen from both sides, or about.
fn is_same(gap: &Gap, other: &Gap) -> bool {
    if other.edge != gap.twin {
        return false;
    }
    let way = gap.ends[1].minus(gap.ends[0]).unit();
    let along = |at: Real| way.dot(at.minus(gap.ends[0]));
    let (begin, end) = (along(other.ends[1]), along(other.ends[0]));
    begin <= along(gap.ends[1]) && end >= 0.0
}
