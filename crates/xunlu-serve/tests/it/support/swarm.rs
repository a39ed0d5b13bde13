//! Many who ask at a time, and what came of it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use xunlu::wire;
use xunlu_client::{Navigator, Refusal};

/// What may be asked again has to be earned, and a tenth of so many answers is as much as is saved.
const EARNING_ALL: u64 = 2560;

/// What came of asking for a while.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) answers: u64,
    pub(crate) refusals: Vec<Refusal>,
    pub(crate) slowest: Duration,
}

/// Asks for paths over a map, on so many threads, before, while and after something else is done.
pub(crate) fn while_asking<R>(
    navigator: &dyn Navigator,
    threads: usize,
    map: &str,
    check: &(dyn Fn(&wire::Answer) + Sync),
    work: impl FnOnce() -> R,
) -> (Asked, R) {
    let (answers, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (refusals, slowest) = (Mutex::new(Vec::new()), Mutex::new(Duration::ZERO));
    let ask = || {
        let mut own_slowest = Duration::ZERO;
        while !is_over.load(Ordering::Relaxed) {
            let query = wire::Query::to("0,0", wire::Goal::At("3,0".to_owned()));
            let begun = Instant::now();
            match navigator.path(map, query) {
                Ok(answer) => {
                    check(&answer);
                    answers.fetch_add(1, Ordering::Relaxed);
                }
                Err(refusal) => refusals.lock().expect("nobody failed").push(refusal),
            }
            own_slowest = own_slowest.max(begun.elapsed());
        }
        let mut slowest = slowest.lock().expect("nobody failed");
        *slowest = own_slowest.max(*slowest);
    };
    let made = thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(ask);
        }
        // Where nothing is answered, what came of it all tells.
        let answered = |more: u64| {
            let enough = answers.load(Ordering::Relaxed) + more;
            let end = Instant::now() + Duration::from_secs(10);
            while answers.load(Ordering::Relaxed) < enough && Instant::now() < end {
                thread::sleep(Duration::from_millis(10));
            }
        };
        answered(EARNING_ALL);
        let made = work();
        answered(threads as u64 * 50);
        is_over.store(true, Ordering::Relaxed);
        made
    });
    let (refusals, slowest) = (
        refusals.into_inner().expect("nobody failed"),
        slowest.into_inner().expect("nobody failed"),
    );
    (Asked { answers: answers.into_inner(), refusals, slowest }, made)
}
