//! What it costs at least to go from a piece of a line to another one, by lines that lie below the truth.
//!
//! ```text
//!   cost                      Along a piece of a side, what it costs to come to each point of it is kept as a
//!    |     __.-''             line that lies nowhere above the truth: two numbers, one at each end. From there
//!    |  .-'____.----          through a polygon to the points of another piece the least cost is a convex
//!    |-'---'                  function of the point. Its tangent in the middle is such a line again.
//!    +---------------
//! ```
//!
//! A line errs by the square of how long its piece is, where a number alone for the whole piece would err by
//! the length itself: pieces may be long, and few.

use super::{Place, distance};

/// A piece of a line, or a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) ends: [Place; 2],
    pub(super) length: f64,
    /// From its first end to its second, one unit long; of a point nothing.
    way: Place,
}

impl Piece {
    pub(super) fn new(ends: [Place; 2]) -> Piece {
        let length = distance(ends[0], ends[1]);
        let way = if length > 0.0 {
            [0, 1].map(|axis| (ends[1][axis] - ends[0][axis]) / length)
        } else {
            [0.0; 2]
        };
        Piece { ends, length, way }
    }

    pub(super) fn point(at: Place) -> Piece {
        Piece { ends: [at; 2], length: 0.0, way: [0.0; 2] }
    }

    pub(super) fn middle(&self) -> Place {
        [0, 1].map(|axis| (self.ends[0][axis] + self.ends[1][axis]) / 2.0)
    }
}

/// What is nearer, in steps, is in one place.
const FAR_LEAST: f64 = 1e-6;

/// A piece that one is on, what it costs at least to be at its two ends and in between, and what the ground
/// costs that one goes on over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) piece: Piece,
    pub(super) least: [f64; 2],
    pub(super) cost: f64,
}

/// What it costs at least to come to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) least: f64,
    /// Where along the piece one leaves it, from 0 to 1.
    pub(super) part: f64,
    /// In which direction it becomes dearer, and by how much.
    gradient: Place,
}

impl Leg {
    /// What it costs at least to come to a point: one leaves the piece where Snell's law says, or at an end.
    #[inline]
    pub(super) fn reach(&self, to: Place) -> Reached {
        let Piece { ends: [from, _], length, way } = self.piece;
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let along = x * way[0] + y * way[1];
        let aside = (x * way[1] - y * way[0]).abs();
        let rise = if length > 0.0 { (self.least[1] - self.least[0]) / length } else { 0.0 };
        let cost = self.cost;
        let at = if rise >= cost {
            0.0
        } else if rise <= -cost {
            length
        } else {
            (along - aside * rise / (cost * cost - rise * rise).sqrt()).clamp(0.0, length)
        };
        let [x, y] = [x - at * way[0], y - at * way[1]];
        let far = (x * x + y * y).sqrt();
        let gradient = if far > FAR_LEAST {
            [x * cost / far, y * cost / far]
        } else {
            // One stays there: what it costs rises as it does along the piece. Which way the rest of a
            // rounded number points says nothing.
            way.map(|own| own * rise.clamp(-cost, cost))
        };
        let part = if length > 0.0 { at / length } else { 0.0 };
        Reached { least: self.least[0] + rise * at + cost * far, part, gradient }
    }

    /// What it costs at least to come to the two ends of a piece, and to points in between, by a line; and
    /// where one leaves this one for the middle. No end is cheaper than the cheaper one of this piece.
    #[inline]
    pub(super) fn reach_all(&self, to: &Piece) -> ([f64; 2], f64) {
        let middle = self.reach(to.middle());
        let rise = |reached: &Reached| {
            (reached.gradient[0] * to.way[0] + reached.gradient[1] * to.way[1]) * to.length
        };
        let half = rise(&middle) / 2.0;
        let line = [middle.least - half, middle.least + half];
        let own = self.least[0].min(self.least[1]);
        if line[0] >= own && line[1] >= own {
            return (line, middle.part);
        }
        // Far to the side the tangent lies too low. At the end where it does, it does not.
        let low = usize::from(line[1] < line[0]);
        let reached = self.reach(to.ends[low]);
        let own_rise = if low == 0 { rise(&reached) } else { -rise(&reached) };
        let line = if own_rise >= 0.0 {
            let mut line = [reached.least.max(own); 2];
            line[1 - low] += own_rise;
            line
        } else {
            [own + self.cost * apart(self.piece.ends, to.ends); 2]
        };
        (line, middle.part)
    }
}

/// How far two pieces of lines are apart that do not cross; either may be a point.
pub(super) fn apart(one: [Place; 2], other: [Place; 2]) -> f64 {
    let ends = one.map(|end| from_line(end, other)).into_iter();
    let others = other.map(|end| from_line(end, one)).into_iter();
    ends.chain(others).fold(f64::INFINITY, f64::min)
}

fn from_line(at: Place, [from, to]: [Place; 2]) -> f64 {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let square = x * x + y * y;
    if square <= 0.0 {
        return distance(at, from);
    }
    let along = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / square;
    distance(at, super::between([from, to], along.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    /// Against many points of both pieces.
    #[test]
    fn a_line_lies_nowhere_above_the_least_cost() {
        let mut apart_by = 0.0_f64;
        for seed in 0..20_000 {
            let random = &mut Random::new(seed);
            let mut at = || f64::from(random.below(9));
            let [a, b, c, d] = [(); 4].map(|()| [at(), at()]);
            let to = if random.chance(20) { [b, d] } else { [c, d] };
            // Sides of a convex polygon do not cross.
            if is_parted([a, b], to) && is_parted(to, [a, b]) {
                continue;
            }
            let (from, to) = (Piece::new([a, b]), Piece::new(to));
            let mut least = [0; 2].map(|_| f64::from(random.below(40)));
            if from.length <= 0.0 {
                least[1] = least[0];
            }
            let cost = f64::from(random.from_to(1, 12)) / 4.0;
            let leg = Leg { piece: from, least, cost };
            let (line, _) = leg.reach_all(&to);
            assert!(line.iter().all(|&end| end >= least[0].min(least[1]) - 1e-9), "seed {seed}");
            for q in 0..=8 {
                let part = f64::from(q) / 8.0;
                let told = line[0] + (line[1] - line[0]) * part;
                let there = super::super::between(to.ends, part);
                let truth = (0..=256).map(|p| {
                    let part = f64::from(p) / 256.0;
                    let here = super::super::between(from.ends, part);
                    least[0] + (least[1] - least[0]) * part + cost * distance(here, there)
                });
                let truth = truth.fold(f64::INFINITY, f64::min);
                assert!(told <= truth + 1e-9, "seed {seed}: {leg:?} to {to:?}: {told}, {truth}");
                let exact = leg.reach(there).least;
                assert!(exact <= truth + 1e-9 && exact >= truth - 0.2 * cost, "seed {seed}");
                apart_by = apart_by.max(exact - told);
            }
        }
        assert!(apart_by > 0.0);
    }

    /// Whether two points lie on either side of a line.
    fn is_parted([from, to]: [Place; 2], points: [Place; 2]) -> bool {
        let by = points
            .map(|[x, y]| (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
        by[0] * by[1] < 0.0
    }
}
