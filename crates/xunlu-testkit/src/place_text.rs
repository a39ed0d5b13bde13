//! Places as the corpus writes them: `x,y`, `q,r`, `layer:x,y`, or a waypoint's name.

use crate::mover_text::pair;
use xunlu_map::{Cell, Hex, LayerCell, Map, Place, WaypointId};

/// The text of a place of this map.
pub(crate) fn write_place(map: &Map, place: Place) -> String {
    match (map, place) {
        (_, Place::LayerCell(LayerCell { layer, cell })) => format!("{layer}:{cell}"),
        (Map::Waypoints(graph), Place::Waypoint(id)) => {
            graph.waypoint(id).map_or_else(|| place.to_string(), |found| found.name.clone())
        }
        _ => place.to_string(),
    }
}

/// The place that a text names, as [`write_place`] writes it; it need not lie on the map.
///
/// # Errors
/// When it names no place of this kind of map.
pub(crate) fn parse_place(map: &Map, text: &str) -> Result<Place, String> {
    let cell = |text| pair(text, ',').map(|(x, y)| Cell::new(x, y));
    match map {
        Map::Grid(_) => cell(text).map(Place::Cell),
        Map::Hex(_) => pair(text, ',').map(|(q, r)| Place::Hex(Hex::new(q, r))),
        Map::Layers(_) => {
            let (layer, rest) = text.split_once(':').unwrap_or(("0", text));
            let layer = layer.parse().map_err(|_| format!("{text:?}; expected layer:x,y"))?;
            Ok(Place::LayerCell(LayerCell::new(layer, cell(rest)?)))
        }
        Map::Waypoints(graph) => {
            let found = graph.waypoints().iter().position(|known| known.name == text);
            let number = found.and_then(|number| u32::try_from(number).ok());
            let number = number.ok_or_else(|| format!("{text:?}; expected a waypoint's name"))?;
            Ok(Place::Waypoint(WaypointId(number)))
        }
    }
}
