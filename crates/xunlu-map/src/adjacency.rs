//! Which links leave each waypoint: compressed sparse rows with room to grow.

use crate::link::LinkId;
use crate::waypoints::WaypointId;

/// The other end of a link, seen from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkEnd {
    /// The waypoint at the other end.
    pub waypoint: WaypointId,
    /// The link; its weight, tags and door are found by this number.
    pub link: LinkId,
}

/// For each waypoint a run of link ends in the order of the links' numbers, all runs in one array.
///
/// A run that is full moves to the end of the array with twice the room. What it leaves behind is
/// never more than the room it has now, so the array stays within four times the most ends ever
/// held (held by `the_array_stays_within_bounds`), and an edit costs the length of one run.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    runs: Vec<Run>,
    ends: Vec<LinkEnd>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    start: usize,
    len: usize,
    room: usize,
}

impl Adjacency {
    /// Packed without room to spare. The pairs are in order of their links' numbers.
    pub(crate) fn new(waypoints: usize, pairs: &[(WaypointId, LinkEnd)]) -> Adjacency {
        let mut runs = vec![Run { start: 0, len: 0, room: 0 }; waypoints];
        for (at, _) in pairs {
            runs[at.0 as usize].room += 1;
        }
        let mut start = 0;
        for run in &mut runs {
            run.start = start;
            start += run.room;
        }
        let nowhere = LinkEnd { waypoint: WaypointId(0), link: LinkId(0) };
        let mut ends = vec![nowhere; pairs.len()];
        for &(at, end) in pairs {
            let run = &mut runs[at.0 as usize];
            ends[run.start + run.len] = end;
            run.len += 1;
        }
        Adjacency { runs, ends }
    }

    #[inline]
    pub(crate) fn of(&self, waypoint: WaypointId) -> &[LinkEnd] {
        let run = self.runs[waypoint.0 as usize];
        &self.ends[run.start..run.start + run.len]
    }

    /// Adds an end whose link has a greater number than all of this waypoint's.
    pub(crate) fn push(&mut self, at: WaypointId, end: LinkEnd) {
        let mut run = self.runs[at.0 as usize];
        debug_assert!(self.of(at).last().is_none_or(|last| last.link < end.link));
        if run.len == run.room {
            let start = self.ends.len();
            let room = (run.room * 2).max(2);
            self.ends.extend_from_within(run.start..run.start + run.len);
            self.ends.resize(start + room, end);
            run = Run { start, len: run.len, room };
        }
        self.ends[run.start + run.len] = end;
        run.len += 1;
        self.runs[at.0 as usize] = run;
    }

    /// Takes the end of this link away, if it is there.
    pub(crate) fn remove(&mut self, at: WaypointId, link: LinkId) {
        let run = self.runs[at.0 as usize];
        if let Ok(position) = self.of(at).binary_search_by_key(&link, |end| end.link) {
            let from = run.start + position;
            self.ends.copy_within(from + 1..run.start + run.len, from);
            self.runs[at.0 as usize].len -= 1;
        }
    }
}

impl PartialEq for Adjacency {
    /// Equal runs; where they lie in the array is of no account.
    fn eq(&self, other: &Adjacency) -> bool {
        let all = |adjacency: &Adjacency| (0..).take(adjacency.runs.len()).map(WaypointId);
        self.runs.len() == other.runs.len() && all(self).all(|at| self.of(at) == other.of(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(at: u32, to: u32, link: u32) -> (WaypointId, LinkEnd) {
        (WaypointId(at), LinkEnd { waypoint: WaypointId(to), link: LinkId(link) })
    }

    #[test]
    fn edits_agree_with_building_anew() {
        let mut pairs = vec![pair(2, 0, 0), pair(0, 1, 1), pair(2, 1, 2)];
        let mut adjacency = Adjacency::new(3, &pairs);
        for link in 3..40_u32 {
            let (at, end) = pair(link * 7 % 3, link % 2, link);
            adjacency.push(at, end);
            pairs.push((at, end));
            if link % 3 == 0 {
                let (at, end) = pairs.remove(link as usize % pairs.len());
                adjacency.remove(at, end.link);
            }
            assert_eq!(adjacency, Adjacency::new(3, &pairs));
        }
    }

    #[test]
    fn the_array_stays_within_bounds() {
        let mut adjacency = Adjacency::new(1, &[]);
        for link in 0..1000 {
            let (at, end) = pair(0, 0, link);
            adjacency.push(at, end);
            assert!(adjacency.ends.len() <= 4 * (link as usize + 1));
        }
        for link in 1000..9000 {
            adjacency.remove(WaypointId(0), LinkId(link - 1000));
            let (at, end) = pair(0, 0, link);
            adjacency.push(at, end);
        }
        assert!(adjacency.ends.len() <= 4000);
        assert_eq!(adjacency.of(WaypointId(0)).len(), 1000);
    }
}
