//! How far one comes, as the wire says it.

use super::answer::Blocked;
use super::is_first;
use super::place::place_text;
use serde::{Deserialize, Serialize};
use xunlu_map::{Map, Place};

/// `{"places":[{"place":"0,0","cost":0},{"place":"1,0","cost":10}],"border":["1,0"],"revision":0}`
///
/// Made from a [`crate::Reach`] and never turned back into one: that knows the path to each place,
/// which is more than is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// The places within reach, cheapest first, the start among them.
    pub places: Vec<Reached>,
    /// The places from which some step leads out of reach.
    pub border: Vec<String>,
    /// Why nothing is within reach, when the mover cannot stand at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<Blocked>,
    /// The map's revision that it is true for.
    pub revision: u64,
    /// The epoch of that revision, where it is not the first.
    #[serde(default, skip_serializing_if = "is_first")]
    pub epoch: u32,
}

/// A place within reach: `{"place": "1,0", "cost": 10}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// The place.
    pub place: String,
    /// What the cheapest path there costs.
    pub cost: u32,
}

impl Reach {
    /// What was reached on a map, to be sent.
    #[must_use]
    pub fn new(map: &Map, reach: &crate::Reach) -> Reach {
        let text = |place: Place| place_text(map, place);
        let told = reach.places().iter();
        let places =
            told.map(|reached| Reached { place: text(reached.place), cost: reached.cost.0 });
        Reach {
            places: places.collect(),
            border: reach.border().iter().map(|&place| text(place)).collect(),
            blocked: reach.blocked().map(|blocked| Blocked::new(map, blocked)),
            revision: reach.revision().number,
            epoch: reach.revision().epoch,
        }
    }
}
