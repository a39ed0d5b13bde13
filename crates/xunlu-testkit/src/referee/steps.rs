//! Every step of a mover on a map of any kind: the steps of its rule, then the links.

use super::{PlaceStep, hexagonal, square};
use xunlu_map::{Door, LayerCell, Link, Map, Mover, Place, Weight};

/// The most expensive ground under the mover at a place of the map. Returns `None` where it cannot stand.
pub(super) fn ground_at(map: &Map, mover: &Mover, place: Place) -> Option<Weight> {
    match (map, place) {
        (Map::Grid(grid), Place::Cell(cell)) => square::ground_at(grid, mover, cell),
        (Map::Hex(grid), Place::Hex(hex)) => hexagonal::ground_at(grid, mover, hex),
        (Map::Layers(layers), Place::LayerCell(layer_cell)) => {
            let grid = layers.grids().get(layer_cell.layer as usize)?;
            square::ground_at(grid, mover, layer_cell.cell)
        }
        (Map::Waypoints(graph), Place::Waypoint(id)) => (id.0 < graph.len()).then_some(Weight::ONE),
        _ => None,
    }
}

/// Every step from a place where the mover stands, in the published order. `ground_at` says what
/// ground lies under it at any place.
pub(super) fn steps(
    map: &Map,
    mover: &Mover,
    from: Place,
    ground_at: impl Fn(Place) -> Option<Weight>,
) -> Vec<PlaceStep> {
    let mut steps = match (map, from) {
        (Map::Grid(grid), Place::Cell(cell)) => {
            let mut steps = square::steps(grid, mover, cell, Place::Cell, &ground_at);
            let links = grid.links().iter().map(|(_, link)| link);
            steps.extend(link_steps(links, mover, cell, Place::Cell));
            steps
        }
        (Map::Hex(grid), Place::Hex(hex)) => {
            let mut steps = hexagonal::steps(grid, mover, hex, &ground_at);
            let links = grid.links().iter().map(|(_, link)| link);
            steps.extend(link_steps(links, mover, hex, Place::Hex));
            steps
        }
        (Map::Layers(layers), Place::LayerCell(layer_cell)) => {
            let grid = &layers.grids()[layer_cell.layer as usize];
            let place = |cell| Place::LayerCell(LayerCell::new(layer_cell.layer, cell));
            let mut steps = square::steps(grid, mover, layer_cell.cell, place, &ground_at);
            let links = layers.links().iter().map(|(_, link)| link);
            steps.extend(link_steps(links, mover, layer_cell, Place::LayerCell));
            steps
        }
        (Map::Waypoints(graph), Place::Waypoint(id)) => {
            let links = graph.links().iter().map(|(_, link)| link);
            link_steps(links, mover, id, Place::Waypoint)
        }
        _ => Vec::new(),
    };
    // A link may come out where this mover does not fit.
    steps.retain(|step| ground_at(step.to).is_some());
    steps
}

/// The links out of a place that are open to the mover, in order. Whether it can stand where they
/// come out is the caller's question.
fn link_steps<'l, P: Copy + PartialEq + 'l>(
    links: impl Iterator<Item = &'l Link<P>>,
    mover: &Mover,
    from: P,
    place: impl Fn(P) -> Place,
) -> Vec<PlaceStep> {
    let mut found = Vec::new();
    for link in links {
        let shut = link.door == Door::Shut;
        let forbidden = link.tags.0 & !mover.tags().0 != 0;
        if shut || forbidden || link.from == link.to {
            continue;
        }
        let cost = priced(link.weight, u64::from(mover.costs().straight.0));
        let step = |to| PlaceStep { to: place(to), cost, heading: None };
        if link.from == from {
            found.push(step(link.to));
        } else if link.to == from && link.is_two_way {
            found.push(step(link.from));
        }
    }
    found
}

/// So many hundredths of a base cost, rounded half up.
pub(super) fn priced(weight: Weight, base: u64) -> u64 {
    (base * u64::from(weight.as_percent()) + 50) / 100
}
