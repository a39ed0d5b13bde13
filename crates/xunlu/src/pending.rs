//! A question that is worked on a little at a time.

use crate::error::WorldError;
use crate::find::{Prepared, Work};
use crate::query::Query;
use crate::world::{Standing, World};
use xunlu_map::{Place, Revision};
use xunlu_search::{Answer, Observer, Workspace};

/// A question with as much of its answer as was worked out so far. It holds its workspace and nothing
/// of the world, so the world may be edited meanwhile; the search then starts over.
///
/// ```
/// use xunlu::{Grid, NoObserver, Place, Query, Size, Workspace, World};
///
/// let world = World::new(Grid::new(Size::new(40, 40))?)?;
/// let query = Query::between(Place::cell(0, 0), Place::cell(39, 20));
/// let mut workspace = Workspace::new();
/// let mut pending = world.begin(query, &mut workspace, &mut NoObserver)?;
/// let answer = loop {
///     // Eight expansions a frame.
///     if let Some(answer) = world.advance(&mut pending, 8, &mut NoObserver)? {
///         break answer;
///     }
/// };
/// assert_eq!(answer.path().unwrap().places.len(), 40);
/// workspace = pending.into_workspace();
/// # let _ = workspace;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pending {
    query: Query,
    revision: Revision,
    // Lies idle here while no search holds it.
    workspace: Workspace,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    // The world it was last asked of refused it.
    Refused,
    // There was nothing to search.
    Answered(Answer<Place>),
    Working(Box<Work>),
}

impl World {
    /// Begins to work on a question. The workspace goes over into what is pending, and an empty one
    /// is left in its place; [`Pending::into_workspace`] gives it back.
    ///
    /// # Errors
    /// As [`find`](Self::find); the workspace stays where it was.
    pub fn begin<O: Observer + ?Sized>(
        &self,
        query: Query,
        workspace: &mut Workspace,
        observer: &mut O,
    ) -> Result<Pending, WorldError> {
        let standing = self.standing(query.mover)?;
        let stage = standing.first_stage(&query, workspace, observer)?;
        let workspace = std::mem::take(workspace);
        Ok(Pending { query, revision: self.revision(), workspace, stage })
    }

    /// Works on for at most `budget` expansions: the answer, once there is one, and the same again
    /// when asked again. When the map was edited since the search began, it begins anew on the map as
    /// it is now; so does a question that was answered before the edit.
    ///
    /// Ask the world that it was begun on: another one is taken for an edit of that one when its
    /// revision or its size differ, and is not told apart when neither does.
    ///
    /// # Errors
    /// When the question begins anew and cannot be asked of this world.
    pub fn advance<O: Observer + ?Sized>(
        &self,
        pending: &mut Pending,
        budget: u64,
        observer: &mut O,
    ) -> Result<Option<Answer<Place>>, WorldError> {
        let standing = self.standing(pending.query.mover)?;
        if !pending.is_fresh(&standing) {
            pending.give_up();
            let Pending { query, workspace, .. } = pending;
            pending.stage = standing.first_stage(query, workspace, observer)?;
            pending.revision = self.revision();
        }
        Ok(match &mut pending.stage {
            Stage::Refused => None,
            Stage::Answered(answer) => Some(answer.clone()),
            Stage::Working(work) => {
                standing.run(work, budget, observer).then(|| standing.answer(work))
            }
        })
    }
}

impl Pending {
    /// The question.
    #[must_use]
    pub const fn query(&self) -> &Query {
        &self.query
    }

    /// How many expansions were made since the search last began.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        match &self.stage {
            Stage::Refused | Stage::Answered(_) => 0,
            Stage::Working(work) => work.expansions(),
        }
    }

    /// The revision of the map that it is working on.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// Gives the workspace back, whether there is an answer or not: this is also how to give up.
    #[must_use]
    pub fn into_workspace(mut self) -> Workspace {
        self.give_up();
        self.workspace
    }

    fn give_up(&mut self) {
        if let Stage::Working(work) = std::mem::replace(&mut self.stage, Stage::Refused) {
            self.workspace = work.into_workspace();
        }
    }

    fn is_fresh(&self, standing: &Standing<'_>) -> bool {
        match &self.stage {
            Stage::Refused => false,
            Stage::Answered(_) => self.revision == standing.map.revision(),
            Stage::Working(work) => standing.is_fresh(work),
        }
    }
}

impl Standing<'_> {
    fn first_stage<O: Observer + ?Sized>(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut O,
    ) -> Result<Stage, WorldError> {
        Ok(match self.prepare(query)? {
            Prepared::Answered(answer) => Stage::Answered(answer),
            work => {
                let lent = std::mem::take(workspace);
                Stage::Working(Box::new(self.begin(query, work, lent, observer)))
            }
        })
    }
}
