//! Places read from text, as they are written.

use crate::cell::Cell;
use crate::error::{MapError, MapErrorKind, Quoted};
use crate::hex::Hex;
use crate::layers::LayerCell;
use crate::place::Place;
use crate::waypoints::WaypointId;
use std::str::FromStr;

/// Reads a place as it is written: `3,1` is a cell, `3,1@2` the same on layer 2, `waypoint 5` a waypoint.
/// A hex is written as a cell is, because its map says which is meant; here it wants the word before it,
/// `hex 3,1`, or is read as a [`Hex`].
///
/// ```
/// # use xunlu_map as xunlu;
/// use xunlu::{Cell, Hex, LayerCell, Place};
///
/// assert_eq!("3,1".parse(), Ok(Place::cell(3, 1)));
/// assert_eq!("3,1@2".parse(), Ok(Place::from(LayerCell::new(2, Cell::new(3, 1)))));
/// assert_eq!("hex 3,1".parse(), Ok(Place::from(Hex::new(3, 1))));
/// assert!("3;1".parse::<Place>().unwrap_err().to_string().contains("expected a cell as 3,1"));
/// ```
impl FromStr for Place {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Place, MapError> {
        let trimmed = text.trim();
        let place = if let Some(hex) = trimmed.strip_prefix("hex ") {
            hex.parse().ok().map(Place::Hex)
        } else if let Some(number) = trimmed.strip_prefix("waypoint ") {
            whole(number).map(|number| Place::Waypoint(WaypointId(number)))
        } else if let Some((cell, layer)) = trimmed.split_once('@') {
            let cell_on = |layer| Some(LayerCell::new(layer, cell.parse().ok()?));
            whole(layer).and_then(cell_on).map(Place::LayerCell)
        } else {
            trimmed.parse().ok().map(Place::Cell)
        };
        place.ok_or_else(|| {
            let expected = "a cell as 3,1, one on a layer as 3,1@2, hex 3,1, or waypoint 5";
            not_read(text, expected, "3,1 / 3,1@2 / hex 3,1 / waypoint 5")
        })
    }
}

/// Reads a cell as it is written: `3,1`.
impl FromStr for Cell {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Cell, MapError> {
        let axes = text.split_once(',').and_then(|(x, y)| Some((whole(x)?, whole(y)?)));
        axes.map(Cell::from).ok_or_else(|| not_read(text, "a cell as x,y such as 3,1", "3,1"))
    }
}

/// Reads a hex as it is written: `2,1` for q 2 and r 1.
impl FromStr for Hex {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Hex, MapError> {
        let axes = text.split_once(',').and_then(|(q, r)| Some(Hex::new(whole(q)?, whole(r)?)));
        axes.ok_or_else(|| not_read(text, "a hex as q,r such as 2,1", "2,1"))
    }
}

/// A number that may have spaces around it.
fn whole<T: FromStr>(text: &str) -> Option<T> {
    text.trim().parse().ok()
}

/// The error about a text that names no place, with how places are written.
fn not_read(text: &str, expected: &str, written: &str) -> MapError {
    let error = MapError::unexpected(MapErrorKind::Text, Quoted(text), expected);
    error.with(&[&Quoted(text), &written])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        let cell = Cell::new(-3, 1);
        for place in
            [cell.into(), LayerCell::new(2, cell).into(), WaypointId(7).into(), Place::from((4, 0))]
        {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        assert_eq!("hex -1,4".parse(), Ok(Place::Hex(Hex::new(-1, 4))));
        for wrong in ["", "3", "3,1@", "3,1@-2", "hex 3", "waypoint mill", "mill", "3,1,2"] {
            let error = wrong.parse::<Place>().unwrap_err().to_string();
            assert!(error.contains("; expected a cell as 3,1"), "{error}");
        }
    }

    #[test]
    fn a_cell_is_read_as_it_is_written() {
        for cell in [Cell::new(3, 1), Cell::new(-2, i32::MAX)] {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!(" 3, 1 ".parse(), Ok(Cell::new(3, 1)));
        for wrong in ["", "3", "3 1", "3,1,2", "3,x", "3,1.5", "99999999999,1"] {
            let error = wrong.parse::<Cell>().unwrap_err();
            assert_eq!(error.to_string(), format!("{wrong:?}; expected a cell as x,y such as 3,1"));
            assert_eq!(error.kind(), MapErrorKind::Text);
        }
    }
}
