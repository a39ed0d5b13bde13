//! From the command line to a world and a question asked of it.

use crate::args::{HowArgs, QuestionArgs};
use crate::failure::Failure;
use crate::names::Names;
use crate::opened::open;
use crate::screen::Screen;
use crate::steps::CostTeller;
use crate::threads::threads;
use xunlu::{Algorithm, Answer, Map, Place, Query, Workspace, World};

/// How many expansions lie between two looks at the clock: some milliseconds' worth.
const EXPANSIONS_A_LOOK: u64 = 20_000;

/// A map with the mover that was asked for on it, and the question.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) world: World,
    pub(crate) query: Query,
    pub(crate) costs: CostTeller,
}

impl Asked {
    pub(crate) fn new(args: &QuestionArgs, screen: &mut Screen) -> Result<Asked, Failure> {
        let (map, names) = open(&args.map, screen)?.into_map()?;
        Asked::of(map, &names, &args.how, &args.from, &args.to)?.ready()
    }

    /// A question of a map that is there already, before what it names was made.
    pub(crate) fn of(
        map: Map,
        names: &Names,
        how: &HowArgs,
        from: &str,
        to: &[String],
    ) -> Result<Asked, Failure> {
        let question = how.question(&map, names, from, to)?;
        let mover = how.mover.on(&map, names)?.to_mover()?;
        let mut world = World::with_mover(map, mover)?;
        if let Some(mover) = question.asker()? {
            world.add_mover(mover)?;
        }
        let query = question.on(&world)?;
        let costs = CostTeller::of(&world, query.mover, how.units);
        Ok(Asked { world, query, costs })
    }

    /// Makes what the question names, unless it is there.
    pub(crate) fn ready(self) -> Result<Asked, Failure> {
        let Asked { mut world, query, costs } = self;
        // Who asks for it by name wants to see it, for a single question, too.
        if query.algorithm == Some(Algorithm::JumpIndex) {
            world.build_index(query.mover)?;
        }
        if let Some(Algorithm::Hierarchy | Algorithm::HierarchyExact) = query.algorithm {
            world.build_hierarchy(query.mover, threads())?;
        }
        Ok(Asked { world, query, costs })
    }

    /// The answer; somebody who looks on is told how far the search has come.
    pub(crate) fn answer(&self, screen: &mut Screen) -> Result<Answer<Place>, Failure> {
        screen.begin_progress();
        let query = self.query.clone();
        let mut pending = self.world.begin(query, &mut Workspace::new())?;
        loop {
            if let Some(answer) = self.world.advance(&mut pending, EXPANSIONS_A_LOOK)? {
                return Ok(answer);
            }
            screen.tell_progress(pending.expansions());
        }
    }
}
