//! What the tests of the door share: the testkit's maps and places as the door knows them.

#![allow(dead_code, reason = "each test takes what it needs of this")]

use xunlu::{Map, Place};
use xunlu_testkit::Case;

/// A generated map as the door takes it.
pub(crate) fn map_of(case: &Case) -> Map {
    match case.clone() {
        Case::Grid(grid) => grid.into(),
        Case::Hex(grid) => grid.into(),
        Case::Layers(layers) => layers.into(),
        Case::Waypoints(graph) => graph.into(),
    }
}

/// A generated place as the door takes it.
pub(crate) fn place_of(place: xunlu_testkit::Place) -> Place {
    match place {
        xunlu_testkit::Place::Cell(cell) => cell.into(),
        xunlu_testkit::Place::Hex(hex) => hex.into(),
        xunlu_testkit::Place::LayerCell(layer_cell) => layer_cell.into(),
        xunlu_testkit::Place::Waypoint(id) => id.into(),
    }
}

/// A place of the door as the referee takes it.
pub(crate) fn referees(place: Place) -> xunlu_testkit::Place {
    match place {
        Place::Cell(cell) => cell.into(),
        Place::Hex(hex) => hex.into(),
        Place::LayerCell(layer_cell) => layer_cell.into(),
        Place::Waypoint(id) => id.into(),
    }
}

/// A path of the door as the referee takes it.
pub(crate) fn referees_all(places: &[Place]) -> Vec<xunlu_testkit::Place> {
    places.iter().copied().map(referees).collect()
}
