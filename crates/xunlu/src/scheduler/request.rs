//! What is handed in to a scheduler and what comes back.

use std::fmt;

/// What one is given for a request, to ask after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub(super) u64);

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ticket {}", self.0)
    }
}

/// How a scheduler divides the work. By default 256 expansions a turn, 8 searches at once and 65,536
/// tickets, which suits some hundreds of requests a frame. Who does not know how many expansions a frame
/// may have gives it a [time](Budget::Until).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedulerSettings {
    /// How many expansions a search makes in one turn. 0 counts as 1.
    pub quantum_expansions: u64,
    /// How many searches may be under way at once, each with a workspace that grows with the map; one
    /// workspace more is shared by all newcomers. 0 counts as 1.
    pub live_max: usize,
    /// How many tickets may be out at once, those of answers that nobody took included. More are
    /// refused.
    pub tickets_max: usize,
}

impl Default for SchedulerSettings {
    fn default() -> SchedulerSettings {
        SchedulerSettings { quantum_expansions: 256, live_max: 8, tickets_max: 65_536 }
    }
}

/// How much work one call may do.
///
/// Half a millisecond a frame:
/// ```
/// use std::time::{Duration, Instant};
/// use xunlu::scheduler::{Budget, Scheduler};
///
/// # let world = xunlu::World::new("..".parse::<xunlu::Grid>()?)?;
/// # let mut scheduler = Scheduler::default();
/// let (begun, most) = (Instant::now(), Duration::from_micros(500));
/// scheduler.run(&world, Budget::Until(&mut || begun.elapsed() >= most));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Budget<'a> {
    /// So many expansions. A question that is answered without any counts as one.
    Expansions(u64),
    /// Until this says that it is enough. It is asked before every turn: the caller has a clock, the
    /// scheduler has none, as in the example above.
    Until(&'a mut dyn FnMut() -> bool),
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Expansions(left) => write!(f, "{left} expansions"),
            Budget::Until(_) => f.write_str("until told"),
        }
    }
}

impl Budget<'_> {
    /// How many expansions the next turn may make. Returns `None` if it is enough.
    pub(super) fn next_turn(&mut self, quantum: u64) -> Option<u64> {
        match self {
            Budget::Expansions(left) => Some(quantum.min(*left)).filter(|&turn| turn > 0),
            Budget::Until(is_enough) => (!is_enough()).then_some(quantum),
        }
    }

    pub(super) fn spend(&mut self, expansions: u64) {
        if let Budget::Expansions(left) = self {
            *left = left.saturating_sub(expansions);
        }
    }
}

/// How far a request has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TicketState {
    /// It waits for its turn, or for a workspace.
    Waiting,
    /// Its search is under way.
    Live,
    /// Its answer can be taken.
    Finished,
}

/// What one call did, and what is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FrameReport {
    /// How many expansions were made.
    pub expansions: u64,
    /// Who was answered, in the order in which they were.
    pub finished: Vec<Ticket>,
    /// How many searches wait for their turn or for a workspace.
    pub waiting: usize,
    /// How many searches are under way.
    pub live: usize,
    /// How many searches began anew because the map was edited under them.
    pub restarted: u64,
}
