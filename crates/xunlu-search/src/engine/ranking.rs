//! In which order the one loop closes nodes, and when it changes its mind about one: all that tells
//! breadth first, depth first, greedy, Dijkstra, A* and weighted A* apart.

use crate::frontier::Spread;
use crate::space::State;
use crate::task::Ties;
use xunlu_map::Cost;

/// What an order is to the loop.
pub(crate) trait Ranking {
    /// Whether the estimate plays a part in the order; searches for which it does not skip it.
    const ESTIMATES: bool;

    /// What to order open nodes by; lower first, then by the lower node number.
    fn key(&self, g: Cost, h: Cost) -> u64;

    /// How far keys lie apart where no step costs more than this.
    fn spread(&self, step_max: Cost) -> Spread {
        let _ = step_max;
        Spread::NONE
    }

    /// The estimate that went into a key with this g.
    fn estimate_in(&self, key: u64, g: Cost) -> Cost;

    /// Whether a newly found path to a known node replaces the old one.
    fn replaces(&self, state: State, old: Cost, new: Cost) -> bool;
}

/// f, then h: A*, and without an estimate Dijkstra (1959). Hart, Nilsson and Raphael (1968). Among equals the
/// rule for ties decides, then the lower node.
pub(crate) struct Cheapest<const ESTIMATES: bool> {
    /// What the h in a key is turned over by: nothing, or all its bits, and the greatest comes first.
    flip: u32,
}

impl<const ESTIMATES: bool> Cheapest<ESTIMATES> {
    pub(crate) fn new(ties: Ties) -> Cheapest<ESTIMATES> {
        Cheapest { flip: if ties == Ties::NearStart { u32::MAX } else { 0 } }
    }
}

impl<const ESTIMATES: bool> Ranking for Cheapest<ESTIMATES> {
    const ESTIMATES: bool = ESTIMATES;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> u64 {
        u64::from((g + h).0) << 32 | u64::from(h.0 ^ self.flip)
    }

    fn spread(&self, step_max: Cost) -> Spread {
        Spread::of_f(step_max)
    }

    #[inline]
    fn estimate_in(&self, key: u64, _g: Cost) -> Cost {
        Cost(lower_half(key).0 ^ self.flip)
    }

    #[inline]
    fn replaces(&self, _state: State, old: Cost, new: Cost) -> bool {
        new < old
    }
}

/// g and a multiple of h: weighted A*, Pohl (1970). With a consistent estimate it stays within its bound
/// though no node is closed twice (Likhachev, Gordon and Thrun 2003, "ARA*").
///
/// PERF: closing nodes again took up to 14 times the expansions: with a weight of 1.5 and of 3 orz100d 18.4
/// and 50.5 ms a question, 5.1 and 4.4 since; arena2 3.4 and 1.4, 0.7 and 0.3 since
/// (`xunlu bench --sample 60`).
pub(crate) struct Weighted {
    /// Hundredths.
    pub(crate) percent: u32,
    /// Whether closed nodes are opened again by cheaper paths.
    pub(crate) reopens: bool,
}

impl Ranking for Weighted {
    const ESTIMATES: bool = true;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> u64 {
        // Two products of 32 bits each may pass 64 bits together; such costs are refused anyway.
        let weighted = u64::from(h.0) * u64::from(self.percent.max(100));
        (u64::from(g.0) * 100).saturating_add(weighted)
    }

    fn spread(&self, step_max: Cost) -> Spread {
        let (step, percent) = (u64::from(step_max.0), u64::from(self.percent.max(100)));
        Spread {
            rise: (step * 100).saturating_add(step * percent),
            fall: step * (percent - 100),
            tie_bits: 0,
        }
    }

    #[inline]
    fn estimate_in(&self, key: u64, g: Cost) -> Cost {
        let weighted = key.saturating_sub(u64::from(g.0) * 100);
        lower_half(weighted / u64::from(self.percent.max(100)))
    }

    #[inline]
    fn replaces(&self, state: State, old: Cost, new: Cost) -> bool {
        (new < old) & (self.reopens | state.is_open())
    }
}

/// h alone, then g: greedy best first, Doran and Michie (1966).
pub(crate) struct Greedy;

impl Ranking for Greedy {
    const ESTIMATES: bool = true;

    #[inline]
    fn key(&self, g: Cost, h: Cost) -> u64 {
        u64::from(h.0) << 32 | u64::from(g.0)
    }

    fn spread(&self, step_max: Cost) -> Spread {
        let step = u64::from(step_max.0) << 32;
        Spread { rise: step, fall: step, tie_bits: 32 }
    }

    #[inline]
    fn estimate_in(&self, key: u64, _g: Cost) -> Cost {
        lower_half(key >> 32)
    }

    #[inline]
    fn replaces(&self, state: State, old: Cost, new: Cost) -> bool {
        state.is_open() & (new < old)
    }
}

/// The order of arrival: breadth first, in a queue. The first path found has the fewest steps.
pub(crate) struct Arrival;

impl Ranking for Arrival {
    const ESTIMATES: bool = false;

    #[inline]
    fn key(&self, _g: Cost, _h: Cost) -> u64 {
        0
    }

    #[inline]
    fn estimate_in(&self, _key: u64, _g: Cost) -> Cost {
        Cost::ZERO
    }

    #[inline]
    fn replaces(&self, _state: State, _old: Cost, _new: Cost) -> bool {
        false
    }
}

/// The reverse of the order of arrival: depth first, on a stack. A node belongs to whoever saw it
/// last before it is closed, which is what makes it depth first and not merely last in, first out.
pub(crate) struct ReverseArrival;

impl Ranking for ReverseArrival {
    const ESTIMATES: bool = false;

    #[inline]
    fn key(&self, _g: Cost, _h: Cost) -> u64 {
        0
    }

    #[inline]
    fn estimate_in(&self, _key: u64, _g: Cost) -> Cost {
        Cost::ZERO
    }

    #[inline]
    fn replaces(&self, state: State, _old: Cost, _new: Cost) -> bool {
        state.is_open()
    }
}

/// The cost in the lower half of a key.
#[inline]
pub(crate) fn lower_half(key: u64) -> Cost {
    Cost(u32::try_from(key & u64::from(u32::MAX)).unwrap_or(u32::MAX))
}
