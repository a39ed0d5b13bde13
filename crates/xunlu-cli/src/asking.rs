//! From the command line to a world and a question asked of it.

use crate::args::QuestionArgs;
use crate::failure::Failure;
use crate::map_file;
use crate::screen::Screen;
use xunlu::{Answer, NoObserver, Place, Query, Workspace, World};

/// How many expansions lie between two looks at the clock: some milliseconds' worth.
const EXPANSIONS_A_LOOK: u64 = 20_000;

/// A map with the mover that was asked for on it, and the question.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) world: World,
    pub(crate) query: Query,
}

impl Asked {
    pub(crate) fn new(args: &QuestionArgs) -> Result<Asked, Failure> {
        let map = map_file::read(&args.map)?;
        let question = args.on(&map)?;
        let mover = args.mover.on(&map).to_mover()?;
        let mut world = World::with_mover(map, mover)?;
        let query = question.add_to(&mut world)?;
        Ok(Asked { world, query })
    }

    /// The answer; somebody who looks on is told how far the search has come.
    pub(crate) fn answer(&self, screen: &mut Screen) -> Result<Answer<Place>, Failure> {
        let mut observer = NoObserver;
        screen.begin_progress();
        let query = self.query.clone();
        let mut pending = self.world.begin(query, &mut Workspace::new(), &mut observer)?;
        loop {
            if let Some(answer) =
                self.world.advance(&mut pending, EXPANSIONS_A_LOOK, &mut observer)?
            {
                return Ok(answer);
            }
            screen.tell_progress(pending.expansions());
        }
    }
}
