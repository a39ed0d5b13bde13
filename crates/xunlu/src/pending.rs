//! A question that is worked on a little at a time.

use crate::answer::Answer;
use crate::error::WorldError;
use crate::find::Prepared;
use crate::ids::WorldId;
use crate::query::Query;
use crate::snapshot::Snapshot;
use crate::view::View;
use crate::work::{Work, reborrow};
use crate::workspace::Workspace;
use xunlu_map::Revision;
use xunlu_search::Observer;

/// A question with as much of its answer as was worked out so far. It holds its workspace and nothing
/// of the world, so the world may be edited meanwhile; the search then starts over.
///
/// ```
/// use xunlu::{Grid, Query, Size, Workspace, World};
///
/// let world = World::new(Grid::new(Size::new(40, 40))?)?;
/// let query = Query::between((0, 0), (39, 20));
/// let mut workspace = Workspace::new();
/// let mut pending = world.begin(query, &mut workspace)?;
/// let answer = loop {
///     // Eight expansions a frame.
///     if let Some(answer) = world.advance(&mut pending, 8)? {
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
    world: WorldId,
    revision: Revision,
    // The moment of the units that were in the way.
    moment: Option<u64>,
    // What of it no search holds.
    workspace: Workspace,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    // The world it was last asked of refused it.
    Refused,
    // There was nothing to search.
    Answered(Answer),
    Working(Box<Work>),
}

impl Snapshot {
    /// Begins to work on a question. What the search needs of the workspace goes over into what is
    /// pending; [`Pending::into_workspace`] gives all of it back.
    pub(crate) fn begin_by(
        &self,
        query: Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Pending, WorldError> {
        let view = self.view(query.mover)?;
        let stage = view.first_stage(&query, workspace, observer)?;
        let workspace = std::mem::take(workspace);
        let (world, revision, moment) = (self.world, self.revision(), self.moment());
        Ok(Pending { query, world, revision, moment, workspace, stage })
    }

    /// Works on for at most `budget` expansions: the answer, once there is one, and the same again
    /// when asked again. When the map was edited since the search began, or it was begun on another
    /// world, it begins anew on the map as it is now; so does a question that was answered before the
    /// edit.
    ///
    /// # Errors
    /// When the question begins anew and cannot be asked of this world.
    pub fn advance(
        &self,
        pending: &mut Pending,
        budget: u64,
    ) -> Result<Option<Answer>, WorldError> {
        self.advance_by(pending, budget, None)
    }

    /// The same, with somebody watching.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    pub fn advance_observed(
        &self,
        pending: &mut Pending,
        budget: u64,
        observer: &mut dyn Observer,
    ) -> Result<Option<Answer>, WorldError> {
        self.advance_by(pending, budget, Some(observer))
    }

    fn advance_by(
        &self,
        pending: &mut Pending,
        budget: u64,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Option<Answer>, WorldError> {
        let view = self.view(pending.query.mover)?;
        let is_here = pending.world == self.world && pending.moment == self.moment();
        if !is_here || !pending.is_fresh(&view) {
            pending.give_up();
            let Pending { query, workspace, .. } = pending;
            pending.stage = view.first_stage(query, workspace, reborrow(&mut observer))?;
            (pending.world, pending.revision) = (self.world, self.revision());
            pending.moment = self.moment();
        }
        let Pending { query, workspace, stage, .. } = pending;
        if let Stage::Working(work) = stage
            && view.carry_on(work, query, budget, workspace, observer)
        {
            let answer = view.answer(work);
            pending.give_up();
            pending.stage = Stage::Answered(answer);
        }
        Ok(match &pending.stage {
            Stage::Refused | Stage::Working(_) => None,
            Stage::Answered(answer) => Some(answer.clone()),
        })
    }
}

impl Snapshot {
    /// The moment of the units that are in the way. Returns `None` if there are none.
    fn moment(&self) -> Option<u64> {
        self.occupied.as_ref().map(|occupied| occupied.moment)
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
            Stage::Refused => 0,
            Stage::Answered(answer) => answer.expansions,
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
            work.give_back(&mut self.workspace);
        }
    }

    fn is_fresh(&self, view: &View<'_>) -> bool {
        match &self.stage {
            Stage::Refused => false,
            Stage::Answered(_) => self.revision == view.map.revision(),
            Stage::Working(work) => view.is_fresh(work),
        }
    }
}

impl View<'_> {
    fn first_stage(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Stage, WorldError> {
        Ok(match self.prepare(query, &mut workspace.arcs)? {
            Prepared::Answered(answer) => Stage::Answered(answer),
            Prepared::Asked(engine, asked) => {
                let work = self.start(query, engine, asked, workspace, observer);
                Stage::Working(Box::new(work))
            }
        })
    }
}
