//! What a question keeps clear of, as the wire says it.

use super::mover::Footprint;
use super::place::{place_at, place_text};
use crate::error::WorldError;
use serde::{Deserialize, Serialize};
use xunlu_map::{Cost, Map};

/// `{"at":"3,4"}`, `{"at":"3,4","footprint":{"width":2,"height":2},"price":600}`; without a price it is
/// closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Avoid {
    /// The place; of something larger than one cell that of least x and y.
    pub at: String,
    /// How many cells it covers; one unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footprint: Option<Footprint>,
    /// What each step onto it costs more; closed unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<u32>,
}

impl Avoid {
    /// What is avoided on a map, to be sent.
    pub(super) fn new(map: &Map, avoid: &crate::Avoid) -> Avoid {
        let crate::Avoid { place, footprint, price } = *avoid;
        let is_one = footprint == xunlu_map::Footprint::ONE;
        Avoid {
            at: place_text(map, place),
            footprint: (!is_one).then(|| footprint.into()),
            price: price.map(|price| price.0),
        }
    }

    /// What is avoided on a map.
    ///
    /// # Errors
    /// When the text names no place of this kind of map, or the footprint is none.
    pub(super) fn to_avoid(&self, map: &Map) -> Result<crate::Avoid, WorldError> {
        let place = place_at(map, &self.at)?;
        let footprint = self.footprint.map(|footprint| {
            xunlu_map::Footprint::new(footprint.width, footprint.height).map_err(WorldError::from)
        });
        let footprint = footprint.transpose()?.unwrap_or(xunlu_map::Footprint::ONE);
        Ok(crate::Avoid { place, footprint, price: self.price.map(Cost) })
    }
}
