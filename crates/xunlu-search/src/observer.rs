//! Watching a search: it tells what it does, and cannot be changed by who looks.

use xunlu_map::{Cost, NodeId};

/// Hears of every event of a search, in order. Returns nothing, so it cannot change what it watches.
///
/// A node is opened once (by either side of a search from both ends), improved whenever a cheaper path
/// to it is found, and closed before its steps are looked at; one that is improved after it was closed
/// is closed again. A search that learns more of its goal on the way may close a node with a higher
/// estimate than it was opened with.
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
}

/// Nobody watches; costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}

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
    /// The cost of the path to it.
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
}

impl Recorder {
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
}
