//! Many questions over threads, on one world that all of them read.

use crate::answer::Answer;
use crate::error::WorldError;
use crate::query::Query;
use crate::snapshot::Snapshot;
use crate::workspace::Workspace;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use xunlu_map::Place;

/// A stretch of answers, and where in the list of questions it begins.
type Stretch = (usize, Vec<Result<Answer<Place>, WorldError>>);

impl Snapshot {
    /// The most threads that [`batch`](Self::batch) uses, however many it is offered.
    pub const THREADS_MAX: usize = 256;

    /// Answers many questions, each as [`find`](Self::find) would, in their order. The answers are
    /// the same to the last byte whatever the number of threads
    /// (`tests/it/ask.rs`, `a_batch_is_the_same_on_any_number_of_threads`).
    ///
    /// `threads` counts the caller's own, which works along; 0 takes as many as the machine runs at
    /// once. More than there is work for, or over [`THREADS_MAX`](Self::THREADS_MAX), are not
    /// started, and one that the system refuses to start is done without. Each thread takes the next
    /// few questions as soon as it is done with its last ones, so that hard ones hold nobody up, and
    /// has a workspace of its own: memory is one workspace a thread.
    #[must_use]
    #[doc(alias("find_all", "find_many", "find_batch"))]
    pub fn batch(
        &self,
        queries: &[Query],
        threads: usize,
    ) -> Vec<Result<Answer<Place>, WorldError>> {
        let offered = match threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        let threads = offered.clamp(1, Self::THREADS_MAX).min(queries.len().max(1));
        let mut workspaces: Vec<Workspace> = (0..threads).map(|_| Workspace::new()).collect();
        self.batch_with(queries, &mut workspaces)
    }

    /// The same with workspaces of the caller's, one for each thread: for whoever asks many questions each
    /// tick. What searches have grown and found out in a workspace serves the next batch. If none is lent,
    /// one is made.
    ///
    /// ```
    /// use xunlu::{Grid, Query, Workspace, World};
    ///
    /// let world = World::new("...\n.#.\n...".parse::<Grid>()?)?;
    /// let queries = [Query::between((0, 0), (2, 2)), Query::between((2, 0), (0, 1))];
    /// let mut workspaces = [Workspace::new(), Workspace::new()];
    /// for _tick in 0..3 {
    ///     let answers = world.batch_with(&queries, &mut workspaces);
    ///     assert!(answers.into_iter().all(|answer| answer.is_ok_and(|answer| answer.is_found())));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn batch_with(
        &self,
        queries: &[Query],
        workspaces: &mut [Workspace],
    ) -> Vec<Result<Answer<Place>, WorldError>> {
        let count = workspaces.len();
        let Some((own, others)) = workspaces.split_first_mut() else {
            return self.batch(queries, 1);
        };
        let length = (queries.len() / (count * STRETCHES_A_THREAD)).clamp(1, STRETCH_MAX);
        // No more threads than there is work for.
        let others_max = queries.len().div_ceil(length).min(Self::THREADS_MAX).saturating_sub(1);
        let next = AtomicUsize::new(0);
        let work = |workspace| self.work_through(queries, length, &next, workspace);
        let mut stretches = thread::scope(|scope| {
            let start = |workspace| {
                thread::Builder::new().spawn_scoped(scope, move || work(workspace)).ok()
            };
            let started: Vec<_> = others.iter_mut().take(others_max).map_while(start).collect();
            let mut stretches = work(own);
            for thread in started {
                // What a thread panics with is a defect of ours and goes on to the caller.
                stretches
                    .extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            stretches
        });
        stretches.sort_unstable_by_key(|&(first, _)| first);
        stretches.into_iter().flat_map(|(_, answers)| answers).collect()
    }

    /// Takes stretch after stretch until none is left.
    fn work_through(
        &self,
        queries: &[Query],
        length: usize,
        next: &AtomicUsize,
        workspace: &mut Workspace,
    ) -> Vec<Stretch> {
        let mut done = Vec::new();
        loop {
            // Relaxed: the number is all that the threads tell each other; joining brings the rest.
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(stretch) = queries.chunks(length).nth(number) else { return done };
            let answers = stretch.iter().map(|query| self.find(query, workspace));
            done.push((number, answers.collect()));
        }
    }
}

/// So many stretches for each thread keep all of them busy to the end.
const STRETCHES_A_THREAD: usize = 8;
/// Long stretches save nothing over this.
const STRETCH_MAX: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use xunlu_map::Grid;

    #[test]
    fn answers_come_in_the_order_of_the_questions_errors_among_them() {
        let world = World::new("....\n.##.\n....".parse::<Grid>().unwrap()).unwrap();
        let to = |x| Query::between(Place::cell(0, 0), Place::cell(x, 0));
        let queries: Vec<Query> = (0..50).map(|number| to(number % 6)).collect();
        for threads in [0, 1, 3, 1_000_000] {
            let answers = world.batch(&queries, threads);
            assert_eq!(answers.len(), queries.len());
            for (number, answer) in answers.iter().enumerate() {
                assert_eq!(answer.is_ok(), number % 6 < 4, "question {number}");
                if let Ok(answer) = answer {
                    assert_eq!(answer.path().unwrap().places.len(), number % 6 + 1);
                }
            }
        }
        assert!(world.batch(&[], 4).is_empty());
    }
}
