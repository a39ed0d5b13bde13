//! Messages of gRPC as the questions and changes that every door asks.

use super::messages::{self as said, change, goal, ground_cost};
use std::collections::BTreeMap;
use xunlu::wire::{self, algorithm_named};
use xunlu::{Corners, Estimate, Ties};
use xunlu_client::Refusal;

/// What has to be said, or else a refusal that names it.
pub(super) fn needed<T>(value: Option<T>, what: &str) -> Result<T, Refusal> {
    value.ok_or_else(|| Refusal::not_understood(format_args!("there is no {what}; expected one")))
}

/// One of a few things by its number.
fn known<T: TryFrom<i32>>(number: i32, what: &str) -> Result<T, Refusal> {
    let words = || format!("{what} is {number}, which pathfinding.proto does not name");
    T::try_from(number).map_err(|_| Refusal::not_understood(words()))
}

fn byte(number: u32, what: &str) -> Result<u8, Refusal> {
    let words = || format!("{what} is {number}; expected 0 to 255");
    u8::try_from(number).map_err(|_| Refusal::not_understood(words()))
}

pub(super) fn query(said: Option<said::Query>) -> Result<wire::Query, Refusal> {
    let said = needed(said, "query")?;
    Ok(wire::Query {
        from: said.from,
        goal: goal(said.goal)?,
        mover: mover(said.mover)?,
        algorithm: match said.algorithm.as_str() {
            "" => None,
            name => algorithm_named(name)?,
        },
        estimate: estimate(said.estimate)?,
        ties: match known(said.ties, "ties")? {
            said::Ties::Unspecified | said::Ties::NearGoal => Ties::NearGoal,
            said::Ties::NearStart => Ties::NearStart,
        },
        limits: said.limits.map_or_else(wire::Limits::default, |limits| wire::Limits {
            expansions_max: limits.expansions_max,
            cost_max: limits.cost_max,
        }),
        region: said.region.map(region),
        wants_nearest: said.wants_nearest,
        is_exhaustive: said.is_exhaustive,
        tags: said.tags.map(|tags| tags.numbers),
        avoiding: said.avoiding.into_iter().map(avoid).collect(),
    })
}

fn estimate(number: i32) -> Result<Estimate, Refusal> {
    Ok(match known(number, "estimate")? {
        said::Estimate::Unspecified | said::Estimate::Auto => Estimate::Auto,
        said::Estimate::Zero => Estimate::Zero,
        said::Estimate::Manhattan => Estimate::Manhattan,
        said::Estimate::Octile => Estimate::Octile,
        said::Estimate::Chebyshev => Estimate::Chebyshev,
        said::Estimate::Euclidean => Estimate::Euclidean,
        said::Estimate::FullManhattan => Estimate::FullManhattan,
    })
}

fn goal(said: Option<said::Goal>) -> Result<wire::Goal, Refusal> {
    Ok(match needed(said.and_then(|said| said.goal), "goal")? {
        goal::Goal::At(place) => wire::Goal::At(place),
        goal::Goal::AnyOf(some) => wire::Goal::AnyOf(some.places),
        goal::Goal::Within(within) => {
            let said::Within { of, radius, in_sight } = within;
            wire::Goal::Within(wire::Within { of, radius, in_sight })
        }
        goal::Goal::Beside(beside) => {
            let footprint = footprint(needed(beside.footprint, "footprint to be beside of")?);
            wire::Goal::Beside(wire::Beside { of: beside.of, footprint })
        }
        goal::Goal::Region(own) => wire::Goal::Region(region(own)),
        goal::Goal::AwayFrom(said::AwayFrom { of, radius }) => {
            wire::Goal::AwayFrom(wire::AwayFrom { of, radius })
        }
    })
}

fn region(said: said::Region) -> wire::Region {
    let parts = said.parts.into_iter().map(rect).collect();
    match said.layer {
        None => wire::Region::Parts(parts),
        Some(layer) => wire::Region::OnLayer(wire::OnLayer { layer, parts }),
    }
}

fn rect(said: said::Rect) -> wire::Rect {
    let said::Rect { x, y, width, height } = said;
    wire::Rect { x, y, width, height }
}

fn footprint(said: said::Footprint) -> wire::Footprint {
    wire::Footprint { width: said.width, height: said.height }
}

fn avoid(said: said::Avoid) -> wire::Avoid {
    wire::Avoid { at: said.at, footprint: said.footprint.map(footprint), price: said.price }
}

pub(super) fn mover(said: Option<said::Mover>) -> Result<Option<wire::Mover>, Refusal> {
    let Some(said) = said else { return Ok(None) };
    let costs = said.costs.map(|costs| {
        let said::Costs { straight, diagonal } = costs;
        wire::Costs { straight, diagonal }
    });
    let corners = match known(said.corners, "corners")? {
        said::Corners::Unspecified => None,
        said::Corners::Always => Some(Corners::Always),
        said::Corners::OneFree => Some(Corners::OneFree),
        said::Corners::NoCutting => Some(Corners::NoCutting),
        said::Corners::Never => Some(Corners::Never),
    };
    Ok(Some(wire::Mover {
        rule: rule(said.rule, said.offsets)?,
        corners,
        costs: costs.unwrap_or_default(),
        footprint: said.footprint.map(footprint).unwrap_or_default(),
        tags: said.tags,
        terrain: terrain(said.terrain)?,
        turn_cost: said.turn_cost,
    }))
}

fn rule(number: i32, offsets: Vec<said::OffsetStep>) -> Result<wire::Rule, Refusal> {
    let rule = known(number, "rule")?;
    if rule != said::StepRule::Offsets && !offsets.is_empty() {
        let words = "a mover with offsets and another rule; expected STEP_RULE_OFFSETS";
        return Err(Refusal::not_understood(words));
    }
    Ok(match rule {
        said::StepRule::Unspecified => {
            let words = "a mover without a rule; expected one such as STEP_RULE_EIGHT";
            return Err(Refusal::not_understood(words));
        }
        said::StepRule::Four => wire::Rule::Four,
        said::StepRule::Eight => wire::Rule::Eight,
        said::StepRule::Knight => wire::Rule::Knight,
        said::StepRule::Hex => wire::Rule::Hex,
        said::StepRule::Links => wire::Rule::Links,
        said::StepRule::Offsets => {
            let steps = offsets.into_iter().map(|step| {
                let said::OffsetStep { dx, dy, percent } = step;
                wire::OffsetStep { dx, dy, percent }
            });
            wire::Rule::Offsets(steps.collect())
        }
    })
}

fn terrain(said: BTreeMap<u32, said::GroundCost>) -> Result<BTreeMap<u8, wire::Ground>, Refusal> {
    let own = said.into_iter().map(|(terrain, cost)| {
        let words = "a terrain without a cost; expected percent, or closed that is true";
        let ground = match cost.cost {
            Some(ground_cost::Cost::Percent(percent)) => wire::Ground::Percent(percent),
            Some(ground_cost::Cost::Closed(true)) => wire::Ground::CLOSED,
            Some(ground_cost::Cost::Closed(false)) | None => {
                return Err(Refusal::not_understood(words));
            }
        };
        Ok((byte(terrain, "a terrain")?, ground))
    });
    own.collect()
}

/// A path that is to be watched.
pub(super) fn path(said: said::Path) -> Result<wire::Path, Refusal> {
    let said::Path { cost, x, y, layers, names } = said;
    let is_even = x.len() == y.len() && [0, x.len()].contains(&layers.len());
    if !is_even || !(names.is_empty() || x.is_empty()) {
        let words = "a path whose columns differ; expected x and y of each place, its layer where there are \
                     layers, or names";
        return Err(Refusal::not_understood(words));
    }
    let mut layers = layers.into_iter();
    let texts = x.into_iter().zip(y).map(|(x, y)| match layers.next() {
        Some(layer) => format!("{x},{y}@{layer}"),
        None => format!("{x},{y}"),
    });
    Ok(wire::Path { cost, places: texts.chain(names).collect() })
}

/// Changes that lie in each other come so deep at most: protocol buffers are read no deeper than a hundred
/// messages, and the engine refuses far fewer.
pub(super) fn change(said: Option<said::Change>) -> Result<wire::Change, Refusal> {
    Ok(match needed(said.and_then(|said| said.change), "change")? {
        change::Change::Terrain(said::TerrainChange { layer, rect: own, terrain }) => {
            let (rect, terrain) = (cells(own)?, byte(terrain, "a terrain")?);
            wire::Change::Terrain(wire::TerrainChange { layer, rect, terrain })
        }
        change::Change::Tags(said::TagsChange { layer, rect: own, tags }) => {
            wire::Change::Tags(wire::TagsChange { layer, rect: cells(own)?, tags })
        }
        change::Change::Exits(said::ExitsChange { layer, rect: own, exits }) => {
            let (rect, exits) = (cells(own)?, byte(exits, "exits")?);
            wire::Change::Exits(wire::ExitsChange { layer, rect, exits })
        }
        change::Change::AddLink(link) => {
            let said::Link { from, to, percent, is_two_way, tags, is_open } = link;
            wire::Change::AddLink(wire::Link { from, to, percent, is_two_way, tags, is_open })
        }
        change::Change::RemoveLink(link) => wire::Change::RemoveLink(link),
        change::Change::Door(said::DoorChange { link, is_open }) => {
            wire::Change::Door(wire::DoorChange { link, is_open })
        }
        change::Change::All(list) => {
            let parts = list.changes.into_iter().map(|part| change(Some(part)));
            wire::Change::All(parts.collect::<Result<_, _>>()?)
        }
    })
}

fn cells(said: Option<said::Rect>) -> Result<wire::Rect, Refusal> {
    needed(said, "rect of cells that change").map(rect)
}
