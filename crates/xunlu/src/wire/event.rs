//! One event of a recorded search, in the tutorials' letters, as the wire says it.

use super::named;
use super::place::{place_at, place_text};
use crate::error::{WorldError, WorldErrorKind};
use crate::ids::MoverId;
use crate::snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use xunlu_map::{Cost, Direction, HexDirection, Map, NodeId};
use xunlu_search::EventKind;

/// `{"type":"opened","id":"1,0","pId":"0,0","f":44,"g":10,"h":34}`. A start has `"pId":null`.
///
/// For a mover with a turn cost a place is a node for each heading; then the heading stands behind
/// the place: `"1,0/E"`. At the start, and after a link, there is none: `"0,0"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What happened: `opened`, `improved`, `closed` or `considered`.
    #[serde(rename = "type", with = "named")]
    pub kind: EventKind,
    /// To which node.
    pub id: String,
    /// From where it is reached at this moment.
    #[serde(rename = "pId")]
    pub parent_id: Option<String>,
    /// g and h together.
    pub f: u32,
    /// The cost of the path to it.
    pub g: u32,
    /// The estimate of the rest.
    pub h: u32,
}

impl Event {
    /// An event of a search for one of a world's movers, to be sent.
    ///
    /// # Errors
    /// When the world has no such mover, or its graph no such node.
    pub fn new(
        world: &Snapshot,
        mover: MoverId,
        event: &xunlu_search::Event,
    ) -> Result<Event, WorldError> {
        let graph = world.view(mover)?.graph();
        let nodes = graph.states();
        let id = |node: NodeId| node_text(world.map(), nodes, node);
        let is_start = event.parent == NodeId::NONE;
        let parent_id = if is_start { None } else { Some(id(event.parent)?) };
        let (f, g, h) = (event.f().0, event.g.0, event.h.0);
        Ok(Event { kind: event.kind, id: id(event.node)?, parent_id, f, g, h })
    }

    /// The event of a search for one of a world's movers.
    ///
    /// # Errors
    /// When the world has no such mover, a text names no node of its graph, or f is not g and h
    /// together.
    pub fn to_event(
        &self,
        world: &Snapshot,
        mover: MoverId,
    ) -> Result<xunlu_search::Event, WorldError> {
        let states = world.view(mover)?.graph().states();
        let node = |id: &str| node_named(world.map(), states, id);
        let parent = self.parent_id.as_deref().map_or(Ok(NodeId::NONE), node)?;
        let (g, h) = (Cost(self.g), Cost(self.h));
        let event = xunlu_search::Event { kind: self.kind, node: node(&self.id)?, parent, g, h };
        if event.f().0 != self.f {
            let Event { f, g, h, .. } = self;
            let what = format!("f is {f} with g {g} and h {h}");
            return Err(WorldError::new(
                WorldErrorKind::NotUnderstood,
                format!("{what}; expected g and h together"),
            ));
        }
        Ok(event)
    }
}

/// The compass points of a map's headings, by number.
fn headings(map: &Map) -> Vec<&'static str> {
    match map {
        Map::Hex(grid) => {
            let orientation = grid.arrangement().orientation();
            HexDirection::ALL.map(|direction| direction.compass(orientation)).to_vec()
        }
        _ => Direction::ALL.map(Direction::compass).to_vec(),
    }
}

fn node_text(map: &Map, states: u32, node: NodeId) -> Result<String, WorldError> {
    let below = NodeId(node.0 / states);
    if below.0 >= map.node_count() {
        let (number, most) = (node.0, u64::from(map.node_count()) * u64::from(states));
        let what = format!("there is no node {number}");
        return Err(WorldError::new(
            WorldErrorKind::NotUnderstood,
            format!("{what}; expected a number below {most}"),
        ));
    }
    let place = place_text(map, map.place_of(below));
    let heading = (states > 1).then(|| headings(map).get((node.0 % states) as usize).copied());
    Ok(match heading.flatten() {
        Some(heading) => format!("{place}/{heading}"),
        None => place,
    })
}

fn node_named(map: &Map, states: u32, id: &str) -> Result<NodeId, WorldError> {
    let (place, heading) = match id.rsplit_once('/') {
        Some((place, heading)) if states > 1 => (place, Some(heading)),
        _ => (id, None),
    };
    let names = headings(map);
    let slot = match heading {
        None => states - 1,
        Some(heading) => {
            let known = (0_u32..).zip(&names).find(|(_, name)| **name == heading);
            let unknown = || named::unknown("heading", heading, names.iter().copied());
            known.map(|(slot, _)| slot).ok_or_else(unknown)?
        }
    };
    let place = place_at(map, place)?;
    let below = map.node_at(place).ok_or_else(|| {
        WorldError::outside("node", place, &format!("{} of the map", map.place_kind()))
    })?;
    Ok(NodeId(below.0 * states + slot))
}
