//! The same work on many things, by several threads; what comes of it does not depend on how many.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Fewer things are not worth a thread of their own.
const WORTH_IT: usize = 16;

/// What comes of each of so many things, in their order. Each thread has a space of its own to work in.
pub(crate) fn each<S: Send, T: Send>(
    count: usize,
    spaces: &mut [S],
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let threads = if count < WORTH_IT { spaces.len().min(1) } else { spaces.len() };
    each_of_few(count, &mut spaces[..threads], work)
}

/// The same where each takes so long that two are worth two threads.
pub(crate) fn each_of_few<S: Send, T: Send>(
    count: usize,
    spaces: &mut [S],
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let threads = spaces.len().min(count.max(1));
    let spaces = &mut spaces[..threads];
    if let [space] = spaces {
        return (0..count).map(|number| work(space, number)).collect();
    }
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let (next, work) = (&next, &work);
        let threads: Vec<_> = spaces
            .iter_mut()
            .map(|space| {
                scope.spawn(move || {
                    let mut own = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return own;
                        }
                        own.push((number, work(space, number)));
                    }
                })
            })
            .collect();
        let all = threads.into_iter().map(|thread| thread.join());
        all.flat_map(|own| own.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, made)| made).collect()
}
