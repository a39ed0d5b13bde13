//! Looking about from a cell: scans and walks until something stops them.

use super::map::{JumpMap, STRIP, Square};
use super::rule::{JumpRule, Looks};

/// A jump point that was seen: where it lies, how it was come to, and how many steps were walked and then
/// scanned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) square: Square,
    pub(super) arrival: u32,
    pub(super) walked: u32,
    pub(super) scanned: u32,
}

/// Hears of what is seen when looking about.
pub(super) trait Lookout {
    /// A jump point.
    fn jump_point(&mut self, seen: Seen);

    /// Whether to walk on after what was seen from a cell of the walk.
    #[inline]
    fn walks_on(&mut self) -> bool {
        true
    }

    /// A walk in this direction has ended after so many steps.
    fn walked(&mut self, walk: u32, steps: u32);

    /// The walk that ended like this did so because enough was seen of it, and would lead on.
    fn cut_short(&mut self, walk: u32, steps: u32);
}

/// How much of a walk is looked at: from so many cells with something in sight, and over so many steps.
/// What is left of it can be gone on with when that is worth it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    seen: u32,
    steps: u32,
}

impl Share {
    /// For walks that shall show all there is.
    pub(super) const ALL: Share = Share { seen: u32::MAX, steps: u32::MAX };

    /// What a search looks at.
    ///
    /// PERF: where pillars stand in rows a walk passes hundreds of jump points, and without this a search that
    /// looks about ten times sees thousands: pillars 4 apart 343 us a query without and 147 with it, 8 apart
    /// 27 and 11, blocks of 8 102 and 50, and A* 85, 52 and 210. On maps of games few walks do. Cut
    /// short after four cells it was 20 to 50% slower there with an index: what is deferred has no landmarks.
    ///
    /// The steps are for four neighbours, who walk along rows: in a corridor of 32,000 x 4 with pillars an
    /// index took 7,500 ms and an edit 290 while every walk went to the corridor's end, 67 and 2 to 4 since
    /// (`a_long_corridor_between_pillars_is_answered_with_an_index`).
    pub(super) const SEARCHED: Share = Share { seen: 8, steps: 1024 };
}

/// What one step of a scan adds to column and row: east, south, west, north.
pub(super) const SCANS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Directions that one can go on in: four scans and four walks.
pub(super) const ALL_WAYS: u32 = 8;

/// The steps of a walk over the map's strips. Every walk goes one column on at each step.
struct StripSteps {
    by: usize,
    // How many steps on the walk enters the next strip, and what such a step adds besides.
    left: u32,
    across: usize,
}

impl StripSteps {
    #[inline]
    fn new(map: &JumpMap, place: usize, (dx, dy): (i32, i32)) -> StripSteps {
        let width = STRIP as usize;
        let signed = |sign: i32, by: usize| match sign {
            0 => 0,
            1 => by,
            _ => by.wrapping_neg(),
        };
        let column = u32::try_from(place % width).unwrap_or(0);
        StripSteps {
            by: signed(dy, width).wrapping_add(signed(dx, 1)),
            left: if dx < 0 { column + 1 } else { STRIP - column },
            across: signed(dx, (map.rows() as usize - 1) * width),
        }
    }

    /// The place after a step.
    #[inline]
    fn after(&mut self, place: usize) -> usize {
        let next = place.wrapping_add(self.by);
        self.left -= 1;
        if self.left > 0 {
            return next;
        }
        self.left = STRIP;
        next.wrapping_add(self.across)
    }
}

impl JumpMap {
    /// Scans and walks in these directions from a cell, and looks at this share of each walk.
    #[inline]
    pub(super) fn look_about(
        &self,
        from: Square,
        looks: Looks,
        share: Share,
        lookout: &mut impl Lookout,
    ) {
        let ways = self.ways_at(from) & looks;
        self.scan_all(from, 0, ways & 0xf, lookout);
        let mut walks = ways >> 4;
        while walks != 0 {
            let walk = walks.trailing_zeros() & 3;
            walks &= walks - 1;
            self.walk(from, walk, share, lookout);
        }
    }

    /// Walks on from a cell where that is possible, and scans aside from every cell where that leads
    /// somewhere, until its share was looked at.
    #[inline]
    fn walk(&self, from: Square, walk: u32, share: Share, lookout: &mut impl Lookout) {
        let (mut number, mut seen) = (self.strip_place(from), 0);
        let (dx, dy, scans) = self.rule.walks()[walk as usize];
        let mut steps = StripSteps::new(self, number, (dx, dy));
        let (onward, stop) = (16 << walk, 1 << walk);
        let stops_walks = !self.walk_stops.is_empty();
        let (mut walked, mut last) = (0, share.steps);
        let is_cut_short = loop {
            number = steps.after(number);
            walked += 1;
            if stops_walks && self.walk_stops[number] & stop != 0 {
                let square = from.plus((dx, dy), walked);
                lookout.jump_point(Seen { square, arrival: 4 + walk, walked, scanned: 0 });
                break false;
            }
            let ways = self.ways[number];
            if ways & scans != 0 {
                self.scan_all(from.plus((dx, dy), walked), walked, ways & scans, lookout);
                if !lookout.walks_on() {
                    break false;
                }
                seen += 1;
                if seen >= share.seen {
                    last = walked;
                }
            }
            if ways & onward == 0 {
                break false;
            }
            if walked >= last {
                break true;
            }
        };
        lookout.walked(walk, walked);
        if is_cut_short {
            lookout.cut_short(walk, walked);
        }
    }

    /// Scans from a cell in directions in which there is a jump point.
    #[inline]
    fn scan_all(&self, from: Square, walked: u32, mut scans: Looks, lookout: &mut impl Lookout) {
        while scans != 0 {
            let scan = scans.trailing_zeros() & 3;
            scans &= scans - 1;
            let scanned = self.scan(from, scan);
            let square = from.plus(SCANS[scan as usize], scanned);
            lookout.jump_point(Seen { square, arrival: scan, walked, scanned });
        }
    }

    /// The direction of the scan to another cell of the row or column; none where a jump point comes before, or
    /// rows are not scanned.
    pub(super) fn scan_towards(&self, from: Square, to: Square) -> Option<u32> {
        let (is_row, is_back) = (from.y == to.y, to.x < from.x || to.y < from.y);
        let scan = u32::from(!is_row) + 2 * u32::from(is_back);
        if is_row && self.rule == JumpRule::Four {
            return None;
        }
        let leads = self.ways_at(from) >> scan & 1 != 0;
        let steps = from.x.abs_diff(to.x) + from.y.abs_diff(to.y);
        (!leads || self.scan(from, scan) >= steps).then_some(scan)
    }

    /// What one step of a scan adds to a cell's number.
    #[inline]
    pub(super) fn scan_shift(&self, scan: u32) -> u32 {
        let (dx, dy) = SCANS[(scan & 3) as usize];
        dy.cast_unsigned().wrapping_mul(self.layout.stride()).wrapping_add(dx.cast_unsigned())
    }

    /// Where one comes to who goes on in a straight line until something is in the way: scans are the
    /// first four ways, walks the others.
    pub(super) fn end_of_way(&self, from: Square, way: u32) -> Square {
        let Some(walk) = way.checked_sub(4) else {
            let (dx, dy) = SCANS[way as usize];
            let mut end = from;
            while self.is_open(end.plus((dx, dy), 1)) {
                end = end.plus((dx, dy), 1);
            }
            return end;
        };
        let (dx, dy, _) = self.rule.walks()[walk as usize];
        let mut end = from;
        while self.ways_at(end) & 16 << walk != 0 {
            end = end.plus((dx, dy), 1);
        }
        end
    }

    /// How many steps of a walk lead to where a scan can go on to a cell; none when that does not lie
    /// ahead of the walk.
    #[inline]
    pub(super) fn steps_to_turn(&self, from: Square, walk: u32, to: Square) -> Option<u32> {
        let (dx, dy, _) = self.rule.walks()[walk as usize];
        let columns = to.x.wrapping_sub(from.x).cast_signed() * dx;
        let rows = to.y.wrapping_sub(from.y).cast_signed() * dy;
        let steps = if self.rule == JumpRule::Four { columns } else { columns.min(rows) };
        u32::try_from(steps).ok().filter(|&steps| steps > 0)
    }

    /// Whether the way that walks first and then scans leads from one cell to another, both of them
    /// free.
    pub(super) fn is_seen_from(&self, from: Square, to: Square) -> bool {
        let Some((walk, steps)) = self.walk_towards(from, to) else {
            return self.is_free_between(from, to);
        };
        let (dx, dy, _) = self.rule.walks()[walk as usize];
        let mut square = from;
        for _ in 0..steps {
            if self.ways_at(square) & 16 << walk == 0 {
                return false;
            }
            square = square.plus((dx, dy), 1);
        }
        self.is_free_between(square, to)
    }

    /// In which direction a way to a cell walks first, and how far; none where it only scans.
    #[inline]
    pub(super) fn walk_towards(&self, from: Square, to: Square) -> Option<(u32, u32)> {
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let (west, north) = (u32::from(to.x < from.x), u32::from(to.y < from.y));
        let (walk, steps) = match self.rule {
            JumpRule::Four => (2 * west, columns),
            // South-east, south-west, north-west, north-east.
            JumpRule::Eight(_) => (2 * north + (west ^ north), columns.min(rows)),
        };
        (steps > 0).then_some((walk, steps))
    }
}
