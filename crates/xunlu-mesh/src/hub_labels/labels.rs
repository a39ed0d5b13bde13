//! Hub labels: for each cone of each corner, hubs on the shortest ways from there, so that two cones of which
//! one can be reached from the other have one of these hubs in common (Cohen, Halperin, Kaplan and Zwick
//! 2003; found as Akiba, Iwata and Yoshida 2013 do, by searches that end where labels know the way already).
//!
//! The label of a cone is for whoever is in it: he goes by its corner on into the other cone. What he is on
//! his way to ends in the same words, so two labels with a hub in common make a whole way. Where the two
//! halves meet at a hub, the way need not be taut; then another hub knows a shorter one.

use super::corners::{Cone, Corners};
use super::spread::{ABOUT, Spread};
use crate::half_edges::{NONE, numbered};
use std::ops::Range;

/// A hub of a label.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Entry {
    /// How far it is from the label's corner, in steps.
    pub(super) distance: f64,
    /// Its rank: the most important is the first.
    pub(super) hub: u32,
    /// The next cone on the way there, whose label has the hub as well; or [`NONE`] at the hub.
    pub(super) next: Cone,
}

/// How many bytes labels may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelRoom {
    /// If all corners are hubs.
    pub(super) bytes_of_all: usize,
    /// If some are, for more has to be kept besides.
    pub(super) bytes_of_some: usize,
}

/// The labels of all cones.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    // For each hub its corner.
    corners: Vec<u32>,
    // For each cone where its entries begin, and for one more. Sorted by hub.
    firsts: Vec<u32>,
    // Side by side, for questions look at the first two alone.
    hubs: Vec<u32>,
    distances: Vec<f64>,
    nexts: Vec<Cone>,
}

impl Labels {
    /// What each entry takes.
    const ENTRY_BYTES: usize = 2 * size_of::<u32>() + size_of::<f64>();

    /// The labels for these hubs, in their order, or for the first of them that there is room for. Returns
    /// `None` if it is cancelled.
    pub(super) fn of(
        corners: &Corners,
        mut hubs: Vec<u32>,
        spread: &mut Spread,
        room: LabelRoom,
        goes_on: impl Fn(f64) -> bool,
    ) -> Option<Labels> {
        let entries_max =
            |bytes: usize| bytes.saturating_sub(Labels::bytes_least(corners)) / Labels::ENTRY_BYTES;
        let mut growing = Growing::new(corners);
        // How many entries there are with each hub and those before it.
        let mut counts = Vec::new();
        for hub in 0..numbered(hubs.len()) {
            if !goes_on(f64::from(hub) / hubs.len() as f64) {
                return None;
            }
            growing.add(corners, spread, hub, hubs[hub as usize]);
            counts.push(growing.count);
            if growing.count > entries_max(room.bytes_of_all) {
                let most = entries_max(room.bytes_of_some);
                hubs.truncate(counts.partition_point(|&count| count <= most));
                growing.keep(numbered(hubs.len()));
                break;
            }
        }
        Some(Labels::of_entries(hubs, &growing.labels))
    }

    /// What labels take at most beside their entries.
    pub(super) fn bytes_least(corners: &Corners) -> usize {
        (3 * corners.places.len() + 1) * size_of::<u32>()
    }

    /// The labels of these entries, sorted by hub, of hubs at these corners.
    pub(super) fn of_entries(corners: Vec<u32>, all: &[Vec<Entry>]) -> Labels {
        let count = all.iter().map(Vec::len).sum();
        let mut corners = corners;
        corners.shrink_to_fit();
        let mut labels = Labels {
            corners,
            firsts: Vec::with_capacity(all.len() + 1),
            hubs: Vec::with_capacity(count),
            distances: Vec::with_capacity(count),
            nexts: Vec::with_capacity(count),
        };
        labels.firsts.push(0);
        for label in all {
            for &Entry { distance, hub, next } in label {
                labels.hubs.push(hub);
                labels.distances.push(distance);
                labels.nexts.push(next);
            }
            labels.firsts.push(numbered(labels.hubs.len()));
        }
        labels
    }

    /// The hubs of a cone, by rank, and how far they are.
    #[inline]
    pub(super) fn of_cone(&self, cone: Cone) -> impl ExactSizeIterator<Item = (u32, f64)> {
        let own = self.range(cone);
        self.hubs[own.clone()].iter().copied().zip(self.distances[own].iter().copied())
    }

    /// The corners of the hubs, by rank.
    pub(super) fn hub_corners(&self) -> &[u32] {
        &self.corners
    }

    /// For each hub of a label the next cone on the way, or [`NONE`].
    pub(super) fn nexts(&self, cone: Cone) -> impl Iterator<Item = Cone> {
        self.nexts[self.range(cone)].iter().copied()
    }

    /// How far a hub is from a cone. Returns `None` if it is not in its label.
    pub(super) fn distance(&self, cone: Cone, hub: u32) -> Option<f64> {
        Some(self.distances[self.entry(cone, hub)?])
    }

    /// The cones that are passed from one to a hub of its label: the first is its own, the last the hub's.
    pub(super) fn way(&self, cone: Cone, hub: u32) -> impl Iterator<Item = Cone> {
        std::iter::successors(Some(cone), move |&cone| {
            Some(self.nexts[self.entry(cone, hub)?]).filter(|&next| next != NONE)
        })
    }

    fn entry(&self, cone: Cone, hub: u32) -> Option<usize> {
        let own = self.range(cone);
        Some(own.start + self.hubs[own].binary_search(&hub).ok()?)
    }

    #[inline]
    fn range(&self, cone: Cone) -> Range<usize> {
        self.firsts[cone as usize] as usize..self.firsts[cone as usize + 1] as usize
    }

    pub(super) fn bytes(&self) -> usize {
        let numbers = [&self.corners, &self.firsts, &self.hubs, &self.nexts].map(Vec::capacity);
        numbers.iter().sum::<usize>() * size_of::<u32>()
            + self.distances.capacity() * size_of::<f64>()
    }
}

/// The labels of all cones while they are found, hub by hub.
struct Growing {
    labels: Vec<Vec<Entry>>,
    count: usize,
    // For each hub before, how far it is from the one whose turn it is.
    known: Vec<f64>,
}

impl Growing {
    fn new(corners: &Corners) -> Growing {
        let cones = corners.cone_count() as usize;
        let known = vec![f64::INFINITY; cones / 2];
        Growing { labels: vec![Vec::new(); cones], count: 0, known }
    }

    /// Adds the hub of this rank, a corner, to all labels from where no hub before knows a way as short.
    fn add(&mut self, corners: &Corners, spread: &mut Spread, hub: u32, corner: u32) {
        let Growing { labels, count, known } = self;
        let cones = [2 * corner as usize, 2 * corner as usize + 1];
        let own = cones.map(|cone| labels[cone].clone()).concat();
        for entry in &own {
            let known = &mut known[entry.hub as usize];
            *known = known.min(entry.distance);
        }
        spread.run(corners, corner, |passed| {
            let label = &mut labels[passed.cone as usize];
            let distance = passed.distance;
            let most = distance * (1.0 + ABOUT);
            let is_known =
                label.iter().any(|entry| entry.distance + known[entry.hub as usize] <= most);
            if !is_known {
                label.push(Entry { distance, hub, next: passed.before });
                *count += 1;
            }
            !is_known
        });
        for entry in &own {
            known[entry.hub as usize] = f64::INFINITY;
        }
    }

    /// Keeps the entries of so many hubs, the first.
    fn keep(&mut self, hubs: u32) {
        for label in &mut self.labels {
            label.truncate(label.partition_point(|entry| entry.hub < hubs));
        }
    }
}
