//! What the service takes, and how much of it.

use std::time::Duration;
use xunlu_client::{Refusal, RefusalKind};

/// How much is taken. Whatever is beyond is refused with the name of its limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServiceLimits {
    /// How many maps there may be.
    pub maps_max: usize,
    /// How many cells or waypoints a map may have.
    pub places_max: usize,
    /// How many bytes may be spent on what is worked out beforehand for a map that is put, or that takes in a
    /// mover.
    pub memory_max: usize,
    /// How many questions may wait for their turn; one of many searches counts for each sixteen of them.
    pub waiting_max: usize,
    /// How many questions may wait for a revision that is to come, of one map; one of many searches counts
    /// for each sixteen of them.
    pub early_max: usize,
    /// How many changes may wait, of one map.
    pub changes_max: usize,
    /// How many searches one question may ask for.
    pub searches_max: usize,
    /// How many goals one question may name.
    pub goals_max: usize,
    /// How many places of its own a question may keep clear of.
    pub obstacles_max: usize,
    /// How many expansions a search may make.
    pub expansions_max: u64,
    /// How many kinds of movers a map may have.
    pub movers_max: usize,
    /// How many places an answer may tell.
    pub places_told_max: usize,
    /// How many maps may be changed at a time, for writing waits for the disk: one at least, and
    /// [`Pool`](crate::Pool) has 64 threads for that at most.
    pub writing_max: usize,
    /// How many revisions before the last are kept for questions about just them.
    pub past_max: usize,
    /// How much one client may watch.
    pub watches_max: usize,
    /// How many places the paths may have that are watched, all together.
    pub watched_places_max: usize,
    /// How much may wait to be told to one client of what it watches.
    pub events_max: usize,
    /// How many changes of a map are remembered for those who come back.
    pub changes_kept_max: usize,
    /// How long a question may take, waiting included, unless it says less.
    pub time_max: Duration,
}

impl Default for ServiceLimits {
    fn default() -> ServiceLimits {
        ServiceLimits {
            maps_max: 1000,
            places_max: 64 << 20,
            memory_max: 2048 << 20,
            waiting_max: 1024,
            early_max: 1024,
            changes_max: 1024,
            searches_max: 4096,
            goals_max: 65_536,
            obstacles_max: 64,
            expansions_max: 10_000_000,
            movers_max: 64,
            places_told_max: 1 << 20,
            writing_max: 1,
            past_max: 8,
            watches_max: 256,
            watched_places_max: 4 << 20,
            events_max: 1024,
            changes_kept_max: 256,
            time_max: Duration::from_secs(5),
        }
    }
}

impl ServiceLimits {
    /// Whether so much may be spent on what is worked out beforehand for one map.
    ///
    /// # Errors
    /// When it is too much.
    pub(crate) fn check_memory(&self, bytes: usize) -> Result<(), Refusal> {
        if bytes <= self.memory_max {
            return Ok(());
        }
        let words = format!(
            "{bytes} bytes of memory would be needed for what is worked out beforehand; expected {} at most \
             (map-memory-max)",
            self.memory_max
        );
        Err(Refusal::new(RefusalKind::TooLarge, words))
    }
}
