//! Watching a search: it tells what it does, and cannot be changed by who looks.

use xunlu_map::{Cost, NodeId};

/// Hears of every event of a search, in order. Returns nothing, so it cannot change what it watches.
///
/// A node is opened once (by either side of a search from both ends), improved whenever a cheaper path
/// to it is found, and closed before its steps are looked at; one that is improved after it was closed
/// is closed again. A search that learns more of its goal on the way may close a node with a higher
/// estimate than it was opened with. A search over jumps that reaches no goal and begins again, for the
/// nearest place, tells nothing of that.
pub trait Observer {
    /// A node was seen for the first time: its parent ([`NodeId::NONE`] for a start), the cost of
    /// the path to it and the estimate of the rest.
    #[inline(always)]
    fn opened(&mut self, node: NodeId, parent: NodeId, cost: Cost, estimate: Cost) {
        let _ = (node, parent, cost, estimate);
    }

    /// A cheaper path to a known node was found.
    #[inline(always)]
    fn improved(&mut self, node: NodeId, parent: NodeId, cost: Cost, estimate: Cost) {
        let _ = (node, parent, cost, estimate);
    }

    /// A node left the open list; its steps are about to be looked at. Its parent, the cost of the
    /// path to it and the estimate of the rest as they were when it was last opened or improved.
    #[inline(always)]
    fn closed(&mut self, node: NodeId, parent: NodeId, cost: Cost, estimate: Cost) {
        let _ = (node, parent, cost, estimate);
    }

    /// A step led to a known node by a path that is not followed, because the one known is no more expensive
    /// or the node is not opened again. Its parent on that path, what the path would cost, and the estimate
    /// of the rest. Of these only who [asks](Self::hears_considered) hears.
    #[inline(always)]
    fn considered(&mut self, node: NodeId, parent: NodeId, cost: Cost, estimate: Cost) {
        let _ = (node, parent, cost, estimate);
    }

    /// Whether to tell of steps that led to nothing new. There are several to each expansion, and searches
    /// that have to tell of them use no loop that leaves them out.
    #[inline(always)]
    fn hears_considered(&self) -> bool {
        false
    }

    /// Whether it heeds what is told at all: if not, a search may leave out telling it, and what that takes.
    #[inline(always)]
    fn hears_anything(&self) -> bool {
        true
    }
}

/// Nobody watches; costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline(always)]
    fn hears_anything(&self) -> bool {
        false
    }
}

/// What happened to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// Seen for the first time.
    Opened,
    /// Reached by a cheaper path.
    Improved,
    /// Left the open list.
    Closed,
    /// Reached by a path that is no better than the one known.
    Considered,
}

/// One event of a search, in the tutorials' letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// To which node.
    pub node: NodeId,
    /// From where it is reached at this moment; [`NodeId::NONE`] for a start.
    pub parent: NodeId,
    /// The cost of the path to it; if it was considered, of the path that is not followed.
    pub g: Cost,
    /// The estimate of the rest.
    pub h: Cost,
}

impl Event {
    /// The cost of the whole path through this node, as believed now.
    #[must_use]
    pub fn f(&self) -> Cost {
        self.g + self.h
    }
}

/// Keeps every event, so that a search can be played back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recorder {
    events: Vec<Event>,
    hears_considered: bool,
}

impl Recorder {
    /// Keeps what was considered and led to nothing new, too.
    ///
    /// ```
    /// # mod xunlu {
    /// #     pub use xunlu_map::{self as map, *};
    /// #     pub use xunlu_search::{self as search, *};
    /// # }
    /// use xunlu::map::NodeId;
    /// use xunlu::search::{
    ///     EventKind, Graph, NoHeuristic, Recorder, SearchSpace, Step, Task, search,
    /// };
    /// use xunlu::Cost;
    ///
    /// struct Row; // Three houses; one can walk there and back.
    /// impl Graph for Row {
    ///     fn node_count(&self) -> u32 {
    ///         3
    ///     }
    ///     fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
    ///         let beside = [from.0.checked_sub(1), Some(from.0 + 1).filter(|&to| to < 3)];
    ///         let step = |to| Step { to: NodeId(to), cost: Cost(1) };
    ///         steps.extend(beside.into_iter().flatten().map(step));
    ///     }
    /// }
    ///
    /// let mut recorder = Recorder::thorough();
    /// let task = Task::new(NodeId(0), NodeId(2));
    /// search(&Row, &NoHeuristic, &mut recorder, &task, &mut SearchSpace::new());
    /// let back = recorder.events().iter().find(|event| event.kind == EventKind::Considered);
    /// assert_eq!(back.map(|event| (event.node, event.parent)), Some((NodeId(0), NodeId(1))));
    /// ```
    #[must_use]
    pub fn thorough() -> Recorder {
        Recorder { events: Vec::new(), hears_considered: true }
    }

    /// What happened so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl Observer for Recorder {
    fn opened(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.events.push(Event { kind: EventKind::Opened, node, parent, g, h });
    }

    fn improved(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.events.push(Event { kind: EventKind::Improved, node, parent, g, h });
    }

    fn closed(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.events.push(Event { kind: EventKind::Closed, node, parent, g, h });
    }
    fn considered(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.events.push(Event { kind: EventKind::Considered, node, parent, g, h });
    }

    fn hears_considered(&self) -> bool {
        self.hears_considered
    }
}
