//! Cells that wait to be expanded, without a heap.

use super::HierarchySteps;

/// By how much the estimate of a whole path can rise with a step: the least that is left changes by a
/// straight step or by what a diagonal one costs more, on either hand.
const RISES: usize = 6;

/// Cells in the order of what a path over them costs at least in all.
///
/// They wait in lines, one for each rise: those that were put in a line later cost no less, since those that
/// they were reached from were taken in the order of their costs. Of cells that do not rise at all the last
/// comes first, which leads straight on to the goal.
#[derive(Debug)]
pub(super) struct Waiting<C> {
    rises: [u32; RISES],
    lines: [Vec<(u32, C)>; RISES],
    // How many of each line were taken; of the first, which does not rise, none are left in it.
    taken: [usize; RISES],
}

impl<C> Default for Waiting<C> {
    fn default() -> Waiting<C> {
        Waiting { rises: [0; RISES], lines: [const { Vec::new() }; RISES], taken: [0; RISES] }
    }
}

impl<C: Copy> Waiting<C> {
    /// Forgets the last search, and puts in the first cell of the next.
    pub(super) fn begin(&mut self, steps: HierarchySteps, all: u32, cell: C) {
        let (straight, diagonal) = (steps.cost(false), steps.cost(true));
        let twice = straight.saturating_mul(2);
        self.rises = [
            0,
            twice.saturating_sub(diagonal),
            diagonal,
            twice,
            diagonal.saturating_mul(2).saturating_sub(twice),
            diagonal.saturating_mul(2),
        ];
        self.lines.iter_mut().for_each(Vec::clear);
        self.taken = [0; RISES];
        self.lines[0].push((all, cell));
    }

    /// Puts in a cell that was reached from one over which a path costs at least `before`.
    #[inline]
    pub(super) fn push(&mut self, before: u32, all: u32, cell: C) {
        let rise = all - before;
        let line = self.rises.iter().position(|&known| known == rise);
        self.lines[line.expect("a step rises by what its costs say")].push((all, cell));
    }

    /// Takes out the cell that comes first.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, C)> {
        if let Some(level) = self.lines[0].pop() {
            return Some(level);
        }
        let first = |line: usize| self.lines[line].get(self.taken[line]).map(|&(all, _)| all);
        let lines = (1..RISES).filter_map(|line| Some((first(line)?, line)));
        let (_, line) = lines.min()?;
        let cell = self.lines[line][self.taken[line]];
        self.taken[line] += 1;
        Some(cell)
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.capacity() * size_of::<(u32, C)>()).sum()
    }
}
