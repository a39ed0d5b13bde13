//! How long answering takes, told only where the algorithm that was named answered, and found a path.

use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{Query, Workspace, World};

/// How long all of these take together.
pub(crate) fn time_of(world: &World, queries: &[Query]) -> Result<Duration, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let begun = Instant::now();
    for query in queries {
        let answer = world.find(query, &mut workspace)?;
        if Some(answer.algorithm()) != query.algorithm || answer.path().is_none() {
            return Err(format!("{query:?}: {:?}", answer.choice).into());
        }
    }
    Ok(begun.elapsed())
}
