//! What is said of a mesh besides where one can walk: names, costs, routes and places.

use crate::costed::RegionCosts;
use crate::region_set::RegionId;
use crate::regions::RegionRule;
use xunlu_map::{GroundCost, LinkId, NamedPoint, PatrolRoute, TagCost, Tags};

/// What a designer said of a scene besides where one can walk there, to be kept beside its mesh. Names are
/// those that are not empty; they need not be unique.
///
/// ```
/// use xunlu_map::{GroundCost, TagCost, Tags};
/// use xunlu_mesh::MeshNotes;
///
/// let [swamp, lava] = [0, 1].map(|number| Tags::one(number).expect("there are sixteen"));
/// let costs = vec![
///     TagCost { tag: swamp, cost: GroundCost::Times(3.0) },
///     TagCost { tag: lava, cost: GroundCost::Closed },
/// ];
/// let notes = MeshNotes { costs, ..MeshNotes::default() };
/// assert!(!notes.region_costs().is_length());
/// assert_eq!(notes.closed(), lava);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MeshNotes {
    /// What tags are called, each a set of exactly one, by their numbers.
    pub tags: Vec<(Tags, String)>,
    /// What regions are called, by their numbers.
    pub regions: Vec<(RegionId, String)>,
    /// What links are called, by their numbers.
    pub links: Vec<(LinkId, String)>,
    /// What regions with some tag cost whoever has no opinion, each tag at most once.
    pub costs: Vec<TagCost>,
    /// Lines that somebody walks again and again.
    pub routes: Vec<PatrolRoute>,
    /// Points with names.
    pub places: Vec<NamedPoint>,
}

impl MeshNotes {
    /// What ground costs where it is not closed. Costs outside of [`GroundCost::TIMES`] are not heeded.
    #[must_use]
    pub fn region_costs(&self) -> RegionCosts {
        self.costs.iter().fold(RegionCosts::new(), |costs, own| match own.cost {
            GroundCost::Times(times) => costs.times(own.tag, times).unwrap_or(costs),
            GroundCost::Closed => costs,
        })
    }

    /// The tags of ground that is closed to those who do not have them.
    #[must_use]
    pub fn closed(&self) -> Tags {
        let closed = self.costs.iter().filter(|own| own.cost == GroundCost::Closed);
        closed.fold(Tags::NONE, |all, own| all | own.tag)
    }

    /// To which regions somebody with these tags keeps: out of what is closed to him.
    #[must_use]
    pub fn rule(&self, tags: Tags) -> RegionRule {
        RegionRule::avoiding(Tags(self.closed().0 & !tags.0))
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == MeshNotes::default()
    }
}
