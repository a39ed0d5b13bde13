//! The place nearest to the goal among those that a search over jumps reaches, where it does not reach the
//! goal.
//!
//! Within a limit of cost or a region it is the one that a search cell by cell would find
//! (`jumps_find_the_nearest_place_that_a_search_cell_by_cell_finds`): once no goal is found, the search
//! begins again, and goes on as long as a node may lead to something nearer. Where a limit of expansions ends
//! it, it is the nearest of what it has come to.

use super::last_steps::LastSteps;
use super::{JumpSearch, Jumps, Progress};
use crate::jump::bucket_queue::OpenEntry;
use crate::jump::fan::{Fan, NearestCell};
use crate::jump::goal_areas::Area;
use crate::jump::landmarks::GoalBounds;
use crate::jump::map::JumpMap;
use crate::jump::numbers::{PaddedCell, SearchNode};
use crate::jump::rule::ALL_DIRECTIONS;
use crate::jump::space::{ANEW, GOAL, JumpNode, JumpSpace, START, UNREACHED};
use xunlu_map::NodeId;

/// The search for the nearest place reached: what it is near to, how far it has come, and what was found.
///
/// In a box, for few questions ask for it: what they all carry about would be half as much again.
#[derive(Debug)]
pub(super) struct Quest {
    stage: Stage,
    aims: Vec<Area>,
    cost_max: u32,
    pub(super) nearest: Option<NearestCell>,
    // What paths to the goal came to, before the search began again.
    pub(super) discarded_by_limit: bool,
    pub(super) discarded_as_too_large: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// It is wanted if no goal is reached.
    Wanted,
    /// It is being looked for among all that is within the limits.
    Flooding,
    /// It is being looked for among the nodes that a limit of expansions left, from this one on.
    Looking(SearchNode),
}

impl JumpMap {
    /// Whether a search over jumps knows the place [nearest](JumpSearch::wanting_nearest) to a goal: on one
    /// grid of one price, whose edges are not joined and over which no link undercuts the distance.
    #[must_use]
    pub fn knows_nearest(&self, jumps: Jumps<'_>) -> bool {
        let has_shortcuts = jumps.links.is_some_and(|links| !links.shortcuts.is_empty());
        let is_flat = !self.has_layers() && !self.is_round();
        is_flat && !self.is_weighted() && !has_shortcuts
    }
}

impl JumpSearch {
    /// The same search, which hands out the path to the nearest place reached if it reaches no goal: the one
    /// from which the straight line to one of these rectangles costs least, each given by its first and its
    /// last cell; of several the one that is the cheapest to reach, and of these the first of the map.
    ///
    /// The map must [know it](JumpMap::knows_nearest).
    #[must_use]
    pub fn wanting_nearest(
        mut self,
        map: &JumpMap,
        aims: impl Iterator<Item = [NodeId; 2]>,
    ) -> JumpSearch {
        let aims = aims.map(|ends| Area::between(ends.map(|end| map.cell_at(end)))).collect();
        self.progress.quest = Some(Box::new(Quest {
            stage: Stage::Wanted,
            aims,
            cost_max: self.limits.cost_max.0,
            nearest: None,
            discarded_by_limit: false,
            discarded_as_too_large: false,
        }));
        self
    }
}

impl Jumps<'_> {
    /// What an index joins and leaves out are places, too.
    pub(super) fn leave_index(&mut self) {
        (self.index, self.bounds) = (None, None);
    }
}

impl Progress {
    pub(super) fn is_flooding(&self) -> bool {
        self.quest.as_ref().is_some_and(|quest| quest.stage == Stage::Flooding)
    }

    /// The nearest place, if it was looked for.
    pub(super) fn nearest(&self) -> Option<NearestCell> {
        self.quest.as_ref().and_then(|quest| quest.nearest)
    }
}

impl Quest {
    /// What no path to something nearer costs, by its estimate.
    fn bound(&self) -> u32 {
        let h = self.nearest.map_or(u32::MAX, |nearest| nearest.reached.h);
        self.cost_max.saturating_add(h).saturating_add(1)
    }
}

/// What is lent to a search, and how far it has come: all that is asked here, whoever watches, on whatever
/// ground.
pub(super) struct Lent<'s, 'a> {
    pub(super) jumps: &'s mut Jumps<'a>,
    pub(super) space: &'s mut JumpSpace,
    pub(super) progress: &'s mut Progress,
}

impl Lent<'_, '_> {
    /// Begins again, to look for the nearest place, if that is wanted and no goal was reached. Returns
    /// whether it did.
    #[cold]
    #[inline(never)]
    pub(super) fn floods(self) -> bool {
        let Lent { jumps, space, progress } = self;
        let is_found = space.nodes[GOAL.index()].g != UNREACHED;
        let Some(quest) = progress.quest.as_mut().filter(|quest| quest.stage == Stage::Wanted)
        else {
            return false;
        };
        if is_found {
            return false;
        }
        quest.stage = Stage::Flooding;
        quest.discarded_by_limit = progress.discarded_by_limit;
        quest.discarded_as_too_large = progress.discarded_as_too_large;
        progress.bound = quest.bound();
        let Jumps { map, costs, .. } = *jumps;
        let (start, nowhere) = (progress.start, PaddedCell::default());
        space.begin(map, start, nowhere);
        let JumpSpace { nodes, areas, confines, open, .. } = space;
        nodes.extend(confines.stops().iter().map(|&cell| JumpNode::at(cell)));
        areas.take(&quest.aims);
        let h = areas.least(map, costs, start);
        open.begin(h, costs.straight);
        open.push(h, OpenEntry { node: START, g: 0 });
        (progress.goal, progress.has_areas) = (nowhere, false);
        (progress.is_plain, progress.is_plain_to_hull) = (false, false);
        progress.last_steps = LastSteps::NONE;
        progress.is_consistent = false;
        (progress.goal_bounds, progress.bounds_of) = (GoalBounds::default(), None);
        (progress.first_estimated, progress.first_other) = (GOAL, GOAL);
        jumps.leave_index();
        true
    }

    /// Looks at what is come to from the node of an entry. Returns whether it is to be expanded.
    #[cold]
    #[inline(never)]
    pub(super) fn looks_around(mut self, OpenEntry { node, g }: OpenEntry) -> bool {
        let JumpNode { g: known, cell, .. } = self.space.nodes[node.index()];
        let cost_max = self.progress.quest.as_ref().map_or(0, |quest| quest.cost_max);
        if known != g || g > cost_max {
            return false;
        }
        self.look_around(node);
        self.progress.bound = self.progress.quest.as_ref().map_or(0, |quest| quest.bound());
        // From a start outside its region no step leads anywhere.
        !self.progress.is_confined || self.space.confines.hold(cell)
    }

    fn look_around(&mut self, number: SearchNode) {
        let node = self.space.nodes[number.index()];
        // What is left of a diagonal jump was seen from where it began.
        if node.is_cut_short() || node.g == UNREACHED {
            return;
        }
        let Jumps { map, costs, .. } = *self.jumps;
        let Progress { is_confined, quest: Some(quest), first_other, .. } = &mut *self.progress
        else {
            return;
        };
        let is_start = node.has_no_arrival() || (GOAL..*first_other).contains(&number);
        let directions = if is_start {
            ALL_DIRECTIONS
        } else {
            map.directions_after(map.neighbours(node.cell), node.arrival())
        };
        let Quest { aims, cost_max, nearest, .. } = &mut **quest;
        let confines = is_confined.then_some(&self.space.confines);
        let mut fan =
            Fan { map, costs, confines, aims, cost_max: *cost_max, nearest, from: number };
        fan.look(node.cell, node.g, directions);
    }

    /// Looks at what is come to from the nodes that are known, where a limit of expansions left it at that.
    /// Returns whether that is done before so much work is.
    #[cold]
    #[inline(never)]
    pub(super) fn has_looked(mut self, work_max: u64) -> bool {
        let mut at = match self.progress.quest.as_ref().map(|quest| quest.stage) {
            Some(Stage::Wanted) if self.progress.expansions > 0 => START,
            Some(Stage::Looking(at)) => at,
            None | Some(Stage::Wanted | Stage::Flooding) => return true,
        };
        while at.index() < self.space.nodes.len() {
            if self.progress.work() >= work_max {
                if let Some(quest) = &mut self.progress.quest {
                    quest.stage = Stage::Looking(at);
                }
                return false;
            }
            self.look_around(at);
            self.progress.jumps_resumed += 1;
            at = SearchNode::new(at.index() + 1);
        }
        true
    }
}

impl NearestCell {
    /// The last node of the path there.
    pub(super) fn node(self) -> JumpNode {
        JumpNode::reached(self.cell, self.reached.g, 0, self.from, ANEW)
    }
}
