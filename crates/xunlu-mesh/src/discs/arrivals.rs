//! Where corners' circles were come to, and how far it is of use to go round from somewhere else.

use super::ABOUT;
use super::around::Corner;
use super::circle::Circle;
use crate::half_edges::{NONE, numbered};

/// What is known of all corners that were come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrivals {
    all: Vec<Arrival>,
    // The newest of each corner and hand, and of which search it is.
    newest: Vec<Newest>,
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Newest {
    at: u32,
    search: u32,
}

/// Where a corner's circle was come to: how far round from where one leaves the wall behind it, how far one
/// gets from there, and the distance from the start less the way round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) turned: f64,
    pub(super) end: f64,
    pub(super) beforehand: f64,
    // The one before at the same corner, or `NONE`.
    older: u32,
}

impl Arrivals {
    pub(super) fn begin(&mut self) {
        self.all.clear();
        // After so many searches old numbers would come up again.
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.newest.fill(Newest::default());
            1
        });
    }

    /// How far it is of use to go round a corner from a place: up to where it was come to before, and as
    /// well. Returns `None` if it was there already.
    #[inline]
    pub(super) fn rest(
        &self,
        corner: Corner,
        circle: Circle,
        turned: f64,
        beforehand: f64,
    ) -> Option<f64> {
        let mut rest = f64::INFINITY;
        let mut at = self.newest(corner, circle);
        while let Some(other) = self.all.get(at as usize) {
            at = other.older;
            if other.beforehand > beforehand + ABOUT {
                continue;
            }
            if other.turned <= turned + ABOUT && turned <= other.end {
                return None;
            }
            if other.turned > turned {
                rest = f64::min(rest, other.turned - turned);
            }
        }
        Some(rest)
    }

    pub(super) fn arrive(
        &mut self,
        corner: Corner,
        circle: Circle,
        [turned, end, beforehand]: [f64; 3],
    ) {
        let older = self.newest(corner, circle);
        let at = numbered(self.all.len());
        self.all.push(Arrival { turned, end, beforehand, older });
        let place = place(corner, circle);
        if place >= self.newest.len() {
            self.newest.resize(place + 1, Newest::default());
        }
        self.newest[place] = Newest { at, search: self.search };
    }

    #[inline]
    fn newest(&self, corner: Corner, circle: Circle) -> u32 {
        let newest = self.newest.get(place(corner, circle));
        newest.filter(|newest| newest.search == self.search).map_or(NONE, |newest| newest.at)
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Arrival>() + self.newest.capacity() * size_of::<Newest>()
    }
}

fn place(corner: Corner, circle: Circle) -> usize {
    2 * corner.place as usize + usize::from(circle.side > 0.0)
}
