//! What landmarks bound, in a search that has begun to use them, and the last step to the goal.

use super::expansion::Expansion;
use super::last_steps::LastSteps;
use super::{EXPANSIONS_BEFORE_BESIDE, EXPANSIONS_BEFORE_LAST_STEPS, Jumps, Progress};
use crate::jump::index::JumpIndex;
use crate::jump::landmarks::GoalBounds;
use crate::jump::numbers::{JumpPointNumber, PaddedCell, SearchNode};
use crate::jump::space::{JumpNode, JumpSpace};
use xunlu_search::Observer;

impl<O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool>
    Expansion<'_, O, WEIGHTED, WALLED>
{
    /// Begins to use landmarks, if the cell is a jump point that they know.
    #[inline(never)]
    pub(super) fn begin_landmarks(&mut self, cell: PaddedCell, head: Option<JumpPointNumber>) {
        let Jumps { map, index, bounds, .. } = self.jumps;
        let known = index.map(|index| (index, map, head));
        let known = known.or(bounds.map(|(index, map)| (index, map, index.edges.number_of(cell))));
        let Some((index, map, Some(head))) = known else { return };
        self.progress.bounds_of = Some(index.id);
        let landmarks = index.landmarks.as_ref();
        let goals = landmarks.and_then(|landmarks| self.goal_parts(landmarks));
        let Some((landmarks, goals)) = landmarks.zip(goals) else { return };
        let known = self.progress.from_stairs.as_deref();
        let known = known.filter(|known| map.layer_of(cell) != known.layer);
        let entered = known.and_then(|known| landmarks.entered_at(&index.edges, head, known));
        let (ends, near) = ((entered.unwrap_or(head), &goals), &mut self.space.near);
        self.progress.goal_bounds = landmarks.goal_bounds(map, &index.edges, ends, near);
        // Estimates are higher from here on, so entries of this range may move to a later one: a gate passed
        // in it may still be reached for less.
        self.space.gates.forget_passed();
        self.progress.is_consistent &= bounds.is_none() && landmarks.are_as_built();
        self.progress.first_estimated = SearchNode::new(self.space.nodes.len());
        let is_of_use = self.estimate(cell, Some(head)) > self.straight(cell);
        if !is_of_use && !landmarks.is_sharp() {
            // Ground was opened since, and what leads through it undercuts the landmarks: asking them at
            // each node would cost more than it saves.
            self.progress.goal_bounds = GoalBounds::default();
        }
    }

    /// A lower bound of the cost from a cell to the goal. The cell may be a jump point that the index knows
    /// by this number.
    #[inline]
    pub(super) fn estimate(&mut self, cell: PaddedCell, head: Option<JumpPointNumber>) -> u32 {
        let direct = self.straight(cell);
        match (self.jumps.index, head) {
            (Some(index), Some(head)) => self.bound(index, (head, cell), direct),
            (None, _) if Self::HAS_WALLS => self.bound_elsewhere(cell, direct),
            _ => direct,
        }
    }

    /// The estimate of a node that is taken from the open list, by all that is known by now.
    #[inline]
    pub(super) fn estimate_anew(
        &mut self,
        number: SearchNode,
        node: &JumpNode,
        head: Option<JumpPointNumber>,
    ) -> u32 {
        let h = if Self::HAS_WALLS && node.is_cut_short() {
            self.straight(node.cell)
        } else if node.is_cut_short() || number < self.progress.first_estimated {
            self.estimate(node.cell, head)
        } else {
            node.h
        };
        let is_bounded = self.progress.last_steps.may_bound(node.g.saturating_add(h));
        if is_bounded { self.by_last_steps(node.cell, h) } else { h }
    }

    /// The estimate of a node at a cell, or a better one by the last step to the goal.
    ///
    /// PERF: asked of nodes as they are closed, while it may be of use, and without landmarks. Asked of all
    /// that are opened, it made a question take 6 to 20% more instructions; so it is up to 2.5% (callgrind,
    /// maps of games and random512), and between pillars four apart a sixth of what it was.
    #[cold]
    #[inline(never)]
    pub(super) fn by_last_steps(&mut self, cell: PaddedCell, h: u32) -> u32 {
        let Jumps { map, costs, index, bounds, links, .. } = self.jumps;
        let Progress { start, goal, is_plain, expansions, .. } = *self.progress;
        if self.progress.last_steps.are_unknown() {
            // Landmarks know of walls by themselves. And a link that undercuts the distance may lead to where
            // the last step begins, though it undercuts no line to the goal.
            let has_shortcuts = links.is_some_and(|links| !links.shortcuts.is_empty());
            let are_asked = is_plain && index.is_none() && bounds.is_none() && !has_shortcuts;
            if are_asked && expansions < EXPANSIONS_BEFORE_LAST_STEPS {
                return h;
            }
            // Between layers the straight line may cost too much to add up, and is none.
            let far = || costs.between(map.rule, start, goal);
            let found = are_asked.then(|| LastSteps::to(map, costs, goal, far()));
            self.progress.last_steps = found.unwrap_or(LastSteps::NONE);
        }
        match self.progress.last_steps.more_from(cell, goal) {
            0 => h,
            more => h.max(costs.between(map.rule, cell, goal) + more),
        }
    }

    /// A lower bound by the landmarks of another map.
    #[inline(never)]
    fn bound_elsewhere(&mut self, cell: PaddedCell, direct: u32) -> u32 {
        let Some((index, map)) = self.jumps.bounds else { return direct };
        let Some(landmarks) = &index.landmarks else { return direct };
        let Progress { goal, expansions, goal_bounds, .. } = &*self.progress;
        if goal_bounds.is_empty() {
            return direct;
        }
        if let Some(head) = index.edges.number_of(cell) {
            return self.bound(index, (head, cell), direct);
        }
        if *expansions < EXPANSIONS_BEFORE_BESIDE {
            return direct;
        }
        let JumpSpace { near, beside, .. } = &mut *self.space;
        let at = (beside.costs_to((index, landmarks, map), cell, near), cell);
        let shortcuts = self.jumps.links.map(|links| links.shortcuts);
        landmarks.least_from_cell(map, goal_bounds, at, (*goal, direct), shortcuts)
    }

    #[inline]
    fn bound(&self, index: &JumpIndex, at: (JumpPointNumber, PaddedCell), direct: u32) -> u32 {
        let (Jumps { map, links, .. }, Progress { goal, goal_bounds, .. }) =
            (self.jumps, &*self.progress);
        let Some(landmarks) = &index.landmarks else { return direct };
        let shortcuts = links.map(|links| links.shortcuts);
        landmarks.least(map, goal_bounds, at, (*goal, direct), shortcuts)
    }
}
