//! Who moves, as the wire says it.

use super::change::tags_of;
use super::named;
use crate::error::{WorldError, WorldErrorKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use xunlu_map::{Corners, Cost, MoverBuilder, Offset, Size, StepCosts, StepRule, Terrain, Weight};

/// A [`crate::Mover`]. Only `rule` has to be said:
/// `{"rule":"eight","corners":"one-free","costs":{"straight":10,"diagonal":14},"footprint":{"width":1,"height":1},"tags":[0,3],"terrain":{"5":300,"7":"closed"},"turn_cost":0}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mover {
    /// The shape of one move.
    pub rule: Rule,
    /// When a diagonal step may pass a corner, for eight neighbours alone; `no-cutting` unless said.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "named::if_any")]
    pub corners: Option<Corners>,
    /// What steps on open ground cost; 2378 and 3363 unless said.
    #[serde(default)]
    pub costs: Costs,
    /// How many cells it stands on; one unless said.
    #[serde(default)]
    pub footprint: Footprint,
    /// The numbers of the tags it is allowed.
    #[serde(default)]
    pub tags: Vec<u32>,
    /// What terrains cost it, where that is not what they cost anybody.
    #[serde(default)]
    pub terrain: BTreeMap<u8, Ground>,
    /// What each change of heading costs.
    #[serde(default)]
    pub turn_cost: u32,
}

/// `"four"`, `"eight"`, `"knight"`, `"hex"`, `"links"`, or
/// `{"offsets": [{"dx": 2, "dy": 1, "percent": 100}]}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The four straight neighbours.
    Four,
    /// All eight neighbours.
    Eight,
    /// The knight's eight leaps.
    Knight,
    /// The six neighbours of a hex.
    Hex,
    /// Links alone, on waypoints.
    Links,
    /// Its own moves.
    Offsets(Vec<OffsetStep>),
}

/// One of a mover's own moves: `{"dx": 2, "dy": 1, "percent": 100}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffsetStep {
    /// Columns to the right.
    pub dx: i32,
    /// Rows downwards.
    pub dy: i32,
    /// Its price in hundredths of a straight step.
    pub percent: u32,
}

/// `{"straight": 10, "diagonal": 14}`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// One cell along an axis, or one hex.
    pub straight: u32,
    /// One cell along both axes.
    pub diagonal: u32,
}

/// `{"width": 2, "height": 2}`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footprint {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// What a terrain is to a mover: hundredths of a step (`300`), or `"closed"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a whole number of hundredths of a step, or \"closed\"")]
pub enum Ground {
    /// It costs so many hundredths of a step.
    Percent(u32),
    /// Nobody of this kind may enter it.
    Closed(Closed),
}

impl Ground {
    /// Closed ground.
    pub const CLOSED: Ground = Ground::Closed(Closed::Closed);
}

/// The word `"closed"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closed {
    /// `"closed"`.
    Closed,
}

impl Default for Costs {
    fn default() -> Costs {
        StepCosts::EXACT.into()
    }
}

impl From<StepCosts> for Costs {
    fn from(costs: StepCosts) -> Costs {
        Costs { straight: costs.straight.0, diagonal: costs.diagonal.0 }
    }
}

impl From<Costs> for StepCosts {
    fn from(costs: Costs) -> StepCosts {
        StepCosts { straight: Cost(costs.straight), diagonal: Cost(costs.diagonal) }
    }
}

impl Default for Footprint {
    fn default() -> Footprint {
        xunlu_map::Footprint::ONE.into()
    }
}

impl From<Size> for Footprint {
    fn from(size: Size) -> Footprint {
        Footprint { width: size.width, height: size.height }
    }
}

impl From<xunlu_map::Footprint> for Footprint {
    fn from(footprint: xunlu_map::Footprint) -> Footprint {
        footprint.size().into()
    }
}

impl From<Footprint> for Size {
    fn from(footprint: Footprint) -> Size {
        Size::new(footprint.width, footprint.height)
    }
}

impl Mover {
    /// A mover by this rule, all else as if nothing was said.
    #[must_use]
    pub fn by(rule: Rule) -> Mover {
        Mover {
            rule,
            corners: None,
            costs: Costs::default(),
            footprint: Footprint::default(),
            tags: Vec::new(),
            terrain: BTreeMap::new(),
            turn_cost: 0,
        }
    }

    /// The mover, checked.
    ///
    /// # Errors
    /// When a corner rule is given to somebody who makes no diagonal steps, a tag is none of
    /// sixteen, or whatever [`MoverBuilder::build`] refuses.
    pub fn to_mover(&self) -> Result<crate::Mover, WorldError> {
        let mut builder = self.builder()?;
        for (&terrain, &ground) in &self.terrain {
            let terrain = Terrain(terrain);
            builder = match ground {
                Ground::Percent(percent) => builder.price(terrain, Weight::percent(percent)),
                Ground::Closed(_) => builder.closed(terrain),
            };
        }
        let tags = tags_of(&self.tags)?;
        let builder = builder.costs(self.costs.into()).footprint(Size::from(self.footprint));
        Ok(builder.tags(tags).turn_cost(Cost(self.turn_cost)).build()?)
    }

    fn builder(&self) -> Result<MoverBuilder, WorldError> {
        if self.corners.is_some() && self.rule != Rule::Eight {
            let what = "a corner rule is for a mover with eight neighbours";
            return Err(WorldError::new(
                WorldErrorKind::NotUnderstood,
                format!("{what}; expected none with this rule"),
            ));
        }
        let corners = self.corners.unwrap_or(Corners::NoCutting);
        Ok(match &self.rule {
            Rule::Four => crate::Mover::four(),
            Rule::Eight => crate::Mover::eight(corners),
            Rule::Knight => crate::Mover::knight(),
            Rule::Hex => crate::Mover::hex(),
            Rule::Links => crate::Mover::links(),
            Rule::Offsets(steps) => {
                let step = |step: &OffsetStep| xunlu_map::OffsetStep {
                    offset: Offset::new(step.dx, step.dy),
                    weight: Weight::percent(step.percent),
                };
                crate::Mover::offsets(steps.iter().map(step).collect())
            }
        })
    }
}

impl From<&crate::Mover> for Mover {
    fn from(mover: &crate::Mover) -> Mover {
        let anybody = crate::Mover::default();
        let own = (0..=u8::MAX)
            .map(Terrain)
            .filter(|&terrain| mover.weight(terrain) != anybody.weight(terrain));
        let ground = |terrain| match mover.weight(terrain) {
            Some(weight) => Ground::Percent(weight.as_percent()),
            None => Ground::CLOSED,
        };
        let corners = match mover.rule() {
            StepRule::Eight(corners) => Some(*corners),
            _ => None,
        };
        Mover {
            rule: rule_of(mover.rule()),
            corners,
            costs: mover.costs().into(),
            footprint: mover.footprint().into(),
            tags: mover.tags().numbers().collect(),
            terrain: own.map(|terrain| (terrain.0, ground(terrain))).collect(),
            turn_cost: mover.turn_cost().0,
        }
    }
}

/// The rule's name; a knight's leaps are told as such whoever listed them.
fn rule_of(rule: &StepRule) -> Rule {
    let knight = crate::Mover::knight().build();
    let knight = knight.expect("the presets are in range, held by `presets_build`");
    match rule {
        StepRule::Four => Rule::Four,
        StepRule::Eight(_) => Rule::Eight,
        StepRule::Hex => Rule::Hex,
        StepRule::Links => Rule::Links,
        leaps if leaps == knight.rule() => Rule::Knight,
        StepRule::Offsets(steps) => {
            let step = |step: &xunlu_map::OffsetStep| OffsetStep {
                dx: step.offset.dx,
                dy: step.offset.dy,
                percent: step.weight.as_percent(),
            };
            Rule::Offsets(steps.iter().map(step).collect())
        }
    }
}
