//! What whoever brings an engine holds it to.
//!
//! ```
//! use xunlu::{Algorithm, Grid, Query, World, contract::check_engine};
//!
//! // `world.add_engine(...)` first, for one of your own.
//! let world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
//! let query = Query::between((0, 0), (3, 0));
//! let answered = check_engine(&world, Algorithm::AStar, &[query]);
//! assert_eq!(answered, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::algorithm::{Algorithm, Promise};
use crate::answer::Answer;
use crate::query::Query;
use crate::snapshot::Snapshot;
use crate::workspace::Workspace;
use xunlu_search::{Limit, Outcome};

/// Asks every question of the engine of this name, at one go and in slices, and holds its answers to
/// what every engine has to keep. Returns how many of them it answered itself: those that it refuses are
/// asked of whoever answers instead, and do not count.
///
/// # Panics
/// When its path cannot be walked or costs something else, breaks a limit or what the engine promises,
/// when it finds no path where there is one, the same question has two answers, or the places that it settles
/// for one who sets out early are not how its path begins.
#[must_use]
pub fn check_engine(world: &Snapshot, algorithm: Algorithm, queries: &[Query]) -> usize {
    let mut workspace = Workspace::new();
    let mut answered = 0;
    for query in queries {
        let asked = query.clone().algorithm(algorithm);
        let Ok(answer) = world.find(&asked, &mut workspace) else { continue };
        if answer.algorithm() != algorithm {
            continue;
        }
        answered += 1;
        let again = in_slices(world, &asked, &mut workspace);
        assert_eq!(again, answer, "in slices {asked:?} is answered otherwise");
        let house = query.clone().algorithm(Algorithm::Dijkstra);
        let house = world.find(&house, &mut workspace).expect("it could be asked by another name");
        check_answer(world, &asked, &answer, &house);
        check_walk(world, &asked, &mut workspace);
    }
    answered
}

/// What is settled for one who walks meanwhile is how the path of the answer begins.
fn check_walk(world: &Snapshot, query: &Query, workspace: &mut Workspace) {
    let mut pending = world.begin(query.clone(), workspace).expect("it was answered before");
    let mut walked = Vec::new();
    loop {
        let before = pending.expansions();
        let partial = world.settle(&mut pending, walked.len() + 2, 5).expect("it was begun before");
        assert!(pending.expansions() <= before + 5, "{query:?} goes over its budget");
        assert!(
            partial.places.starts_with(&walked),
            "{query:?} leads elsewhere than it was walked"
        );
        walked = partial.places;
        if let Some(answer) = partial.answer {
            let path = answer.path().map_or(&[][..], |path| &path.places);
            assert_eq!(path, walked, "{query:?}: the walk is not the path");
            break;
        }
    }
    *workspace = pending.into_workspace();
}

fn check_answer(world: &Snapshot, asked: &Query, answer: &Answer, house: &Answer) {
    match (&answer.outcome, &house.outcome) {
        (Outcome::Found(found), Outcome::Found(best)) => {
            let walked = world.check_path(&found.path, asked.mover);
            assert!(walked.is_ok(), "{asked:?}: {walked:?}");
            assert!(found.path.cost <= asked.limits.cost_max, "{asked:?} breaks its limit of cost");
            assert!(found.lower_bound <= best.path.cost, "{asked:?}: nothing costs less, it says");
            let (cost, least) = (u64::from(found.path.cost.0), u64::from(best.path.cost.0));
            let promise = world.promise_of(asked.mover, answer.algorithm());
            match promise.unwrap_or(Promise::AnyPath) {
                Promise::Cheapest => assert_eq!(cost, least, "{asked:?} promises the cheapest"),
                Promise::Within { percent } => {
                    assert!(cost * 100 <= least * u64::from(percent), "{asked:?}: {cost}, {least}");
                }
                Promise::FewestSteps | Promise::AnyPath => {}
            }
        }
        (Outcome::GaveUp(Limit::Expansions), _) => {}
        (here, there) => assert_eq!(here, there, "{asked:?} against Dijkstra's algorithm"),
    }
}

fn in_slices(world: &Snapshot, query: &Query, workspace: &mut Workspace) -> Answer {
    let mut pending = world.begin(query.clone(), workspace).expect("it was answered before");
    let answer = loop {
        let before = pending.expansions();
        if let Some(answer) = world.advance(&mut pending, 3).expect("it was answered before") {
            break answer;
        }
        assert!(pending.expansions() >= before, "expansions of {query:?} fell");
    };
    *workspace = pending.into_workspace();
    answer
}
