//! Ways past no hub, where there is no room for labels of all corners: a search (Hart, Nilsson and Raphael
//! 1968) along the straight pieces between those that are no hubs. Most are short, for long ways lead past
//! the hubs that most ways lead past; one that is not is given up, for a search over the mesh is quicker
//! then.

use super::corners::{Cone, Corners};
use super::ends::End;
use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use crate::open_list::OpenList;

/// A search past no hub is given up after so many pieces, 60 us: on AR0602SR and Turbo it takes the least
/// time in half of the memory that all labels take, with a quarter as many pieces 1.4 and 1.8 times as long
/// (`examples/lengths.rs`).
const PIECES_MOST: usize = 16_384;

/// Where fewer corners are hubs than two of so many, fewer pieces in proportion: there it is mostly in vain.
const CORNERS_OF_TWO_HUBS: usize = 5;

/// What came of a search past no hub.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LocalOutcome {
    /// A way was found.
    Found,
    /// No way is shorter.
    None,
    /// It would take long.
    GaveUp,
}

/// The pieces between corners that are no hubs.
#[derive(Clone, Debug, Default)]
pub(super) struct Local {
    // For each cone where its pieces begin, and for one more; empty if all corners are hubs.
    firsts: Vec<u32>,
    pieces: Vec<Cone>,
    is_hub: Vec<bool>,
    pieces_most: usize,
}

/// What a search scribbles on: for each cone, by which a way goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalSpace {
    open: OpenList,
    // How far it is from the start, infinite between searches; and the cone before.
    nearest: Vec<f64>,
    before: Vec<Cone>,
    reached: Vec<Cone>,
    // How far the goal is for who comes into sight of it, infinite between searches.
    left: Vec<f64>,
}

impl Local {
    /// What is left besides these hubs.
    pub(super) fn besides(hubs: &[u32], corners: &Corners) -> Local {
        let mut local = Local::default();
        if hubs.len() == corners.places.len() {
            return local;
        }
        let in_proportion =
            PIECES_MOST * CORNERS_OF_TWO_HUBS * hubs.len() / (2 * corners.places.len());
        local.pieces_most = in_proportion.min(PIECES_MOST);
        local.is_hub = vec![false; corners.places.len()];
        hubs.iter().for_each(|&corner| local.is_hub[corner as usize] = true);
        local.firsts.reserve_exact(corners.cone_count() as usize + 1);
        local.firsts.push(0);
        for cone in 0..corners.cone_count() {
            let own = corners.pieces(cone).iter().map(|piece| piece.cone);
            if !local.is_hub[cone as usize / 2] {
                let is_hub = &local.is_hub;
                local.pieces.extend(own.filter(|&other| !is_hub[other as usize / 2]));
            }
            local.firsts.push(numbered(local.pieces.len()));
        }
        local.pieces.shrink_to_fit();
        local
    }

    /// What it takes at most, whichever corners are hubs.
    pub(super) fn bytes_most(corners: &Corners) -> usize {
        let cones = corners.cone_count() as usize;
        (corners.piece_count() + cones + 1) * size_of::<u32>() + cones / 2
    }

    pub(super) fn bytes(&self) -> usize {
        (self.firsts.capacity() + self.pieces.capacity()) * size_of::<u32>()
            + self.is_hub.capacity()
    }

    /// Whether a corner that a cone belongs to is a hub.
    fn is_hub(&self, cone: Cone) -> bool {
        self.is_hub.get(cone as usize / 2).copied().unwrap_or(true)
    }

    fn pieces(&self, cone: Cone) -> &[Cone] {
        let [first, end] = [cone, cone + 1].map(|cone| self.firsts[cone as usize] as usize);
        &self.pieces[first..end]
    }

    /// Finds the shortest way past no hub to a goal that is shorter than a length. The corners that it turns
    /// at are added to `way`, by cones of theirs.
    pub(super) fn find(
        &self,
        places: &[MeshPoint],
        goal: MeshPoint,
        [starts, goals]: [&[End]; 2],
        length: f64,
        space: &mut LocalSpace,
        way: &mut Vec<Cone>,
    ) -> LocalOutcome {
        if self.firsts.is_empty() {
            return LocalOutcome::None;
        }
        space.begin(2 * places.len());
        let to_goal = |cone: Cone| places[cone as usize / 2].distance(goal);
        for end in goals.iter().filter(|end| !self.is_hub(end.cone)) {
            let left = &mut space.left[end.cone as usize];
            *left = left.min(end.distance);
        }
        let starts = starts.iter().take_while(|end| end.least < length);
        for end in starts.filter(|end| !self.is_hub(end.cone)) {
            // Who comes from one cone goes on into the other.
            space.reach(end.cone ^ 1, end.distance, NONE, to_goal(end.cone));
        }
        let (mut shortest, mut found, mut pieces) = (length, None, 0);
        while let Some((f, cone)) = space.open.pop() {
            if f >= shortest {
                break;
            }
            let so_far = space.nearest[cone as usize];
            if f > so_far + to_goal(cone) {
                continue;
            }
            if so_far + space.left[cone as usize] < shortest {
                shortest = so_far + space.left[cone as usize];
                found = Some(cone);
            }
            pieces += self.pieces(cone).len();
            if pieces > self.pieces_most {
                space.forget(goals);
                return LocalOutcome::GaveUp;
            }
            let at = places[cone as usize / 2];
            for &other in self.pieces(cone) {
                let distance = so_far + at.distance(places[other as usize / 2]);
                let left = to_goal(other);
                if distance + left < shortest {
                    space.reach(other, distance, cone, left);
                }
            }
        }
        let first = way.len();
        way.extend(std::iter::successors(found, |&cone| {
            Some(space.before[cone as usize]).filter(|&before| before != NONE)
        }));
        way[first..].reverse();
        space.forget(goals);
        if found.is_some() { LocalOutcome::Found } else { LocalOutcome::None }
    }
}

impl LocalSpace {
    fn begin(&mut self, cones: usize) {
        if self.nearest.len() < cones {
            self.nearest.resize(cones, f64::INFINITY);
            self.before.resize(cones, NONE);
            self.left.resize(cones, f64::INFINITY);
        }
    }

    fn reach(&mut self, cone: Cone, distance: f64, before: Cone, left: f64) {
        let nearest = &mut self.nearest[cone as usize];
        if distance >= *nearest {
            return;
        }
        if *nearest == f64::INFINITY {
            self.reached.push(cone);
        }
        *nearest = distance;
        self.before[cone as usize] = before;
        self.open.push(distance + left, cone);
    }

    fn forget(&mut self, goals: &[End]) {
        self.open.clear();
        for cone in self.reached.drain(..) {
            self.nearest[cone as usize] = f64::INFINITY;
        }
        for end in goals {
            self.left[end.cone as usize] = f64::INFINITY;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.nearest.capacity() + self.left.capacity()) * size_of::<f64>()
            + (self.before.capacity() + self.reached.capacity()) * size_of::<Cone>()
            + self.open.bytes()
    }
}
