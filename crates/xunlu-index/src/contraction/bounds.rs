//! What a way cannot cost less than, by how far apart its ends lie.
//!
//! Where ways are hardly longer than straight lines, among scattered walls, nearly all that a climb would
//! come to lies too far aside to be of use, and this says so. In labyrinths it would say nothing, and is not
//! kept.

use super::arcs::Arcs;

/// Costs are told in parts of so many.
const PARTS: u64 = 256;
/// No bounds are kept where ways cost more of them than so many percent: more would be looked at than spared.
const PERCENT_MAX: u64 = 150;
/// Fewer ways tell nothing of all others.
const WAYS_MIN: usize = 32;

/// A norm of the plane that no step undercuts, and so no way of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    // Where nodes lie, by rank, in halves of a place.
    points: Vec<[i16; 2]>,
    // For each half along the longer axis, and on top of that along the shorter one.
    along: u64,
    aside: u64,
    // Most ways cost no more than so many percent of what they cost at least.
    pub(super) percent: u64,
}

impl Bounds {
    /// Those of steps between points, which are told by number. Returns `None` if a step somewhere costs
    /// nothing for its length. Nothing is known yet of what ways cost: that is up to
    /// [`learn`](Self::learn).
    pub(super) fn new(arcs: &Arcs, points: &[[i16; 2]]) -> Option<Bounds> {
        let steps = arcs.outgoing.numbers().flat_map(|from| {
            let ends = arcs.outgoing.of_node(from).iter();
            ends.map(move |&(to, cost)| {
                let apart = apart(points[from as usize], points[to as usize]);
                (apart, u64::from(cost) * PARTS)
            })
        });
        let far = steps.clone().filter(|&([more, _], _)| more > 0);
        let along = far.map(|([more, _], cost)| cost / more).min().filter(|&least| least > 0)?;
        let aslant = steps.filter(|&([_, less], _)| less > 0);
        let aside = aslant.map(|([more, less], cost)| (cost - along * more) / less).min();
        // With more for what lies aside it would be no norm.
        let aside = aside.unwrap_or(along).min(along);
        Some(Bounds { points: points.to_vec(), along, aside, percent: PERCENT_MAX })
    }

    /// With the points by rank instead of by number.
    pub(super) fn ranked(self, numbers: &[u32]) -> Bounds {
        let points = numbers.iter().map(|&number| self.points[number as usize]).collect();
        Bounds { points, ..self }
    }

    /// Learns what ways between pairs of nodes cost. Returns `None` if most cost much more than they would
    /// have to, or if there are too few to tell.
    pub(super) fn learn(mut self, ways: impl Iterator<Item = ([u32; 2], u32)>) -> Option<Bounds> {
        let percent = |([from, to], cost): ([u32; 2], u32)| {
            let least = u64::from(self.between(from, to));
            (least > 0).then(|| (u64::from(cost) * 100).div_ceil(least))
        };
        let mut percents: Vec<u64> = ways.filter_map(percent).collect();
        percents.sort_unstable();
        if percents.len() < WAYS_MIN {
            return None;
        }
        // Whoever is beyond is looked for twice.
        self.percent = percents[percents.len() * 15 / 16 - 1];
        (self.percent <= PERCENT_MAX).then_some(self)
    }

    /// What a way from one node to another costs at least.
    #[inline]
    pub(super) fn between(&self, from: u32, to: u32) -> u32 {
        let [more, less] = apart(self.points[from as usize], self.points[to as usize]);
        u32::try_from((self.along * more + self.aside * less) / PARTS).unwrap_or(u32::MAX)
    }

    /// What a way from one node to another hardly costs more than.
    pub(super) fn likely(&self, from: u32, to: u32) -> u32 {
        let most = u64::from(self.between(from, to)) * self.percent / 100;
        u32::try_from(most).unwrap_or(u32::MAX)
    }

    pub(super) fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<[i16; 2]>()
    }
}

/// How far apart two points lie along the axis where that is more, and along the other.
#[inline]
fn apart(one: [i16; 2], other: [i16; 2]) -> [u64; 2] {
    let [x, y] = [0, 1].map(|axis| u64::from(one[axis].abs_diff(other[axis])));
    [x.max(y), x.min(y)]
}
