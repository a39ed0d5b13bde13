//! Chains with fewer corners: as few as the error allows (Douglas and Peucker 1973), and as many as it takes
//! for none to cross another.

use super::conflicts::Conflicts;
use super::contours::Contours;
use crate::exact::MeshPoint;
use crate::half_edges::NONE;

/// After so many rounds of one corner more, lines that still meet get all of their corners back.
const ROUNDS: u32 = 4;

/// After so many rounds all lines get their corners back: each round gives back some at least, but there may
/// be very many.
const ROUNDS_MAX: u32 = 32;

/// Chooses the corners of all chains.
pub(super) fn simplify(contours: &mut Contours, error_sixteenths: i64, headroom: i32) {
    let square = i128::from(error_sixteenths * error_sixteenths);
    for number in 0..contours.chains.len() {
        let chain = contours.chains[number].points.clone();
        let (first, last) = (chain.start, chain.end - 1);
        contours.is_kept[first] = true;
        contours.is_kept[last] = true;
        contours.keep_between(first, last, square);
    }
    let mut conflicts = Conflicts::default();
    let areas = contours.areas(|_| true);
    for round in 0.. {
        let mut found = conflicts.find(contours, headroom);
        contours.add_turned(&areas, &mut found);
        let is_resolved = found.is_empty();
        if round == ROUNDS_MAX {
            contours.is_kept.fill(true);
        }
        if is_resolved || round == ROUNDS_MAX {
            return;
        }
        for [from, to] in found {
            if round >= ROUNDS {
                contours.is_kept[from..=to].fill(true);
            } else if let Some((middle, _)) = contours.farthest(from, to) {
                contours.is_kept[middle] = true;
            }
        }
    }
}

impl Contours {
    /// Adds the lines of rounds that go the other way round by now, as seen from what they go round: a narrow
    /// bend can be turned inside out without crossing anything.
    fn add_turned(&self, areas: &[i64], found: &mut Vec<[usize; 2]>) {
        let kept = self.areas(|point| self.is_kept[point]);
        let is_turned = |&round: &u32| {
            let number = round as usize;
            round != NONE && areas[number].signum() != kept[number].signum()
        };
        if !(0..self.rounds).any(|round| is_turned(&round)) {
            return;
        }
        let lines =
            self.lines().filter(|&(_, chain)| self.chain(chain).rounds.iter().any(is_turned));
        found.extend(lines.map(|(ends, _)| ends).filter(|[from, to]| to - from > 1));
    }

    /// Keeps those points between two that are farther away from the line than the error.
    fn keep_between(&mut self, first: usize, last: usize, square: i128) {
        let mut waiting = vec![[first, last]];
        while let Some([from, to]) = waiting.pop() {
            let Some((middle, far)) = self.farthest(from, to) else { continue };
            if far * 256 > square * self.scale(from, to) {
                self.is_kept[middle] = true;
                waiting.extend([[from, middle], [middle, to]]);
            }
        }
    }

    /// The point between two others that is farthest from the line between them, and its distance squared,
    /// times the line's length squared. Of several, the least is taken, so that a chain is the same from
    /// either end.
    fn farthest(&self, from: usize, to: usize) -> Option<(usize, i128)> {
        let ends = [self.points[from], self.points[to]];
        let far = |&point: &usize| {
            let at = self.points[point];
            (distance(ends, at), at)
        };
        let farthest = (from + 1..to).max_by_key(far)?;
        Some((farthest, far(&farthest).0))
    }

    fn scale(&self, from: usize, to: usize) -> i128 {
        let way = self.points[from].to(self.points[to]);
        i128::from(way.dot(way).max(1))
    }
}

/// The distance of a point from a line squared, times the line's length squared; if that is zero, the
/// distance from its end.
fn distance([from, to]: [MeshPoint; 2], at: MeshPoint) -> i128 {
    let (way, leg) = (from.to(to), from.to(at));
    let (length, along) = (way.dot(way), way.dot(leg));
    if along <= 0 {
        return i128::from(leg.dot(leg)) * i128::from(length.max(1));
    }
    if along >= length {
        let leg = to.to(at);
        return i128::from(leg.dot(leg)) * i128::from(length);
    }
    let across = i128::from(way.cross(leg));
    across * across
}
