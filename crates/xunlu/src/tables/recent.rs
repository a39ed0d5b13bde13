//! The edits that a map saw last, for whoever has to catch up with them.

use std::collections::VecDeque;
use xunlu_map::{Edit, NodeId, Revision};

/// So many edits are kept; they take 64 kB at most.
const EDITS_MAX: usize = 1024;

/// An edit, and what the map no longer knows of it once a link is removed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recent {
    pub(crate) edit: Edit,
    // Of the link that it touched, if it touched one.
    pub(crate) ends: Option<[NodeId; 2]>,
}

/// The last edits in order, without a gap. Taking one in costs the same however many are kept.
#[derive(Clone, Debug)]
pub(crate) struct RecentEdits {
    // The revision before the first of them.
    from: Revision,
    edits: VecDeque<Recent>,
}

impl RecentEdits {
    pub(super) const fn new(now: Revision) -> RecentEdits {
        RecentEdits { from: now, edits: VecDeque::new() }
    }

    pub(super) fn note(&mut self, recent: Recent) {
        if self.edits.len() == EDITS_MAX
            && let Some(oldest) = self.edits.pop_front()
        {
            self.from = oldest.edit.revision;
        }
        self.edits.push_back(recent);
    }

    /// The edits after a revision. Returns `None` if they are no longer known, or the map was never at it.
    pub(crate) fn since(
        &self,
        revision: Revision,
    ) -> Option<impl ExactSizeIterator<Item = &Recent>> {
        let after = self.edits.partition_point(|recent| recent.edit.revision <= revision);
        let before = match after.checked_sub(1) {
            Some(last) => self.edits[last].edit.revision,
            None => self.from,
        };
        (before == revision).then(|| self.edits.range(after..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{LinkId, Touched};

    #[test]
    fn what_is_too_long_ago_is_not_known() {
        let mut recent = RecentEdits::new(Revision::of(7));
        let numbers = |recent: &RecentEdits, since| {
            let edits = recent.since(Revision::of(since))?;
            Some(edits.map(|recent| recent.edit.revision.number).collect::<Vec<_>>())
        };
        assert_eq!((numbers(&recent, 7), numbers(&recent, 6)), (Some(vec![]), None));
        for number in 8..=7 + EDITS_MAX as u64 {
            let (revision, touched) = (Revision::of(number), Touched::Link(LinkId(0)));
            recent.note(Recent { edit: Edit { revision, touched }, ends: None });
        }
        let last = 7 + EDITS_MAX as u64;
        assert_eq!(numbers(&recent, 7).map(|edits| edits.len()), Some(EDITS_MAX));
        assert_eq!(numbers(&recent, last - 2), Some(vec![last - 1, last]));
        assert_eq!((numbers(&recent, last), numbers(&recent, last + 1)), (Some(vec![]), None));
        let (revision, touched) = (Revision::of(last + 1), Touched::Link(LinkId(0)));
        recent.note(Recent { edit: Edit { revision, touched }, ends: None });
        assert_eq!(numbers(&recent, 7), None);
        assert_eq!(numbers(&recent, 8).map(|edits| edits.len()), Some(EDITS_MAX));
        assert!(recent.since(Revision { epoch: 1, number: 9 }).is_none());
    }
}
