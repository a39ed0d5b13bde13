//! Maps of any kind from and to their texts.

use crate::{Grid, HexGrid, Layers, Map, MapError, WaypointGraph};
use std::fmt;

impl std::str::FromStr for Map {
    type Err = MapError;

    /// Reads a drawn map. Its kind is that of the first directive that only one kind has: `@layer`,
    /// `@hex` or `@waypoint`; without any it is a grid of squares.
    ///
    /// # Errors
    /// Whatever is wrong with the text, with its line and column.
    fn from_str(text: &str) -> Result<Map, MapError> {
        let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('@'));
        let telling = directives
            .filter_map(|directive| directive.split_whitespace().next())
            .find(|word| matches!(*word, "layer" | "hex" | "waypoint"));
        match telling {
            Some("layer") => text.parse::<Layers>().map(Map::Layers),
            Some("hex") => text.parse::<HexGrid>().map(Map::Hex),
            Some(_) => text.parse::<WaypointGraph>().map(Map::Waypoints),
            None => text.parse::<Grid>().map(Map::Grid),
        }
    }
}

impl fmt::Display for Map {
    /// Draws it so that it can be read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Map::Grid(grid) => grid.fmt(f),
            Map::Hex(grid) => grid.fmt(f),
            Map::Layers(layers) => layers.fmt(f),
            Map::Waypoints(graph) => graph.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_map_is_told_by_its_text() {
        for (text, kind) in [
            ("..#\n...", "a cell"),
            ("@origin 1,1\n..", "a cell"),
            ("@hex odd-r\n. .\n . .", "a hex"),
            ("@link 0:0,0 -> 1:0,0\n@layer\n..\n@layer\n..", "a cell on a layer"),
            (
                "@waypoint hex at 0,0\n@waypoint b at 1,0.5\n@link hex -> b weight 112\n",
                "a waypoint",
            ),
        ] {
            let map: Map = text.parse().unwrap();
            assert_eq!(map.place_kind(), kind, "{text}");
            assert_eq!(map.to_string(), text);
        }
        assert_eq!("..\n.?".parse::<Map>().unwrap_err().place().map(|place| place.line), Some(2));
        assert!("".parse::<Map>().is_err());
    }
}
