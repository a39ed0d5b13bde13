//! Places as texts, on whatever kind of map.

use super::named::unknown;
use crate::error::{WorldError, WorldErrorKind};
use std::str::FromStr;
use xunlu_map::{Cell, Hex, LayerCell, Map, Place, Quoted};

/// A place as people write it: `3,1`, on layers `3,1@1`, on hexes `q,r`, a waypoint by its name.
///
/// ```
/// use xunlu::{Grid, Map, Place, wire};
///
/// let map = Map::from("...\n...".parse::<Grid>()?);
/// assert_eq!(wire::place_text(&map, Place::cell(2, 1)), "2,1");
/// assert_eq!(wire::place_at(&map, "2,1")?, Place::cell(2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn place_text(map: &Map, place: Place) -> String {
    match (map, place) {
        (Map::Waypoints(graph), Place::Waypoint(id)) => {
            graph.waypoint(id).map_or_else(|| place.to_string(), |waypoint| waypoint.name.clone())
        }
        _ => place.to_string(),
    }
}

/// The place that a text names. Whether a cell lies on the map is for the question to say; a layer or
/// a waypoint that there is not has no place at all. A cell of the first layer needs no `@0`.
///
/// # Errors
/// When the text names no place of this kind of map.
pub fn place_at(map: &Map, text: &str) -> Result<Place, WorldError> {
    match map {
        Map::Grid(_) => pair(text, "a cell as x,y").map(|(x, y)| Place::cell(x, y)),
        Map::Hex(_) => pair(text, "a hex as q,r").map(|(q, r)| Place::Hex(Hex::new(q, r))),
        Map::Layers(layers) => {
            let expected = "a cell and its layer as x,y@layer";
            let (cell, layer) = text.split_once('@').unwrap_or((text, "0"));
            let (x, y) = pair(cell, expected)?;
            let layer = number(layer, text, expected)?;
            if layers.grid(layer).is_none() {
                let last = layers.grids().len().saturating_sub(1);
                return Err(WorldError::new(
                    WorldErrorKind::NotUnderstood,
                    format!(
                        "{text} is on no layer of the map; expected a layer from 0 to {last}",
                        text = Quoted(text)
                    ),
                ));
            }
            Ok(Place::LayerCell(LayerCell::new(layer, Cell::new(x, y))))
        }
        Map::Waypoints(graph) => match graph.id_of(text) {
            Some(id) => Ok(Place::Waypoint(id)),
            None => {
                let names = graph.waypoints().iter().map(|waypoint| waypoint.name.as_str());
                Err(unknown("waypoint", text, names))
            }
        },
    }
}

fn pair(text: &str, expected: &str) -> Result<(i32, i32), WorldError> {
    let (first, second) = text.split_once(',').ok_or_else(|| no_place(text, expected))?;
    Ok((number(first, text, expected)?, number(second, text, expected)?))
}

fn number<T: FromStr>(part: &str, text: &str, expected: &str) -> Result<T, WorldError> {
    part.trim().parse().map_err(|_| no_place(text, expected))
}

fn no_place(text: &str, expected: &str) -> WorldError {
    WorldError::new(
        WorldErrorKind::NotUnderstood,
        format!(
            "{text} is no place of this map; expected {expected} in whole numbers",
            text = Quoted(text)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(map: &str, texts: &[&str], wrong: &[(&str, &str)]) {
        let map: Map = map.parse().unwrap();
        for text in texts {
            assert_eq!(place_text(&map, place_at(&map, text).unwrap()), *text);
        }
        for (text, says) in wrong {
            let error = place_at(&map, text).unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("expected"), "{text}: {error}");
        }
    }

    #[test]
    fn places_lead_back_to_their_texts() {
        let no = "is no place of this map";
        let wrong = [("", no), ("3", no), ("3,", no), ("1.5,2", no), ("3,1@0", no), ("NaN,0", no)];
        check("...", &["0,0", "-7,2147483647"], &wrong);
        check("...", &[], &[("2147483648,0", no), ("é,é", no)]);
        check("@hex odd-r\n. .", &["1,-1"], &[("1", "a hex as q,r")]);
        let layers = "@layer\n..\n@layer\n..";
        check(layers, &["0,0@0", "1,0@1"], &[("1,0@2", "from 0 to 1"), ("1,0@-1", no)]);
        let map: Map = layers.parse().unwrap();
        assert_eq!(
            place_at(&map, "1,0").unwrap(),
            Place::LayerCell(LayerCell::new(0, Cell::new(1, 0)))
        );
        let town = "@waypoint gate at 0,0\n@waypoint \"old mill\" at 3,4";
        check(town, &["gate", "old mill"], &[("gaet", "expected one of gate, old mill")]);
        check(town, &[], &[("gat", "did you mean \"gate\"?"), ("0,0", "no waypoint")]);
    }
}
