//! Seeded makers of maps, movers and whole questions. The same seed makes the same thing for ever.

mod board;
mod decorate;
mod mesh;
mod movers;
mod network;
mod roads;
mod shapes;

pub use decorate::GridKind;
pub use mesh::any_mesh;
pub use movers::{any_mover_for_grid, any_mover_for_hex, any_mover_for_waypoints};
pub use network::road_network;

use crate::random::Random;
use crate::referee::{Referee, places};
use xunlu_map::{Grid, HexGrid, Layers, Map, Mover, Place, WaypointGraph};

/// A grid of up to 40 x 40 cells: noise, rooms, a maze, caves, blocks or an open field; perhaps with
/// expensive and cheap ground, tags, one-way cells, links, joined edges and a corner away from (0, 0).
#[must_use]
pub fn any_grid(seed: u64) -> Grid {
    let mut random = Random::new(seed);
    let kind =
        *random.pick(&[GridKind::Plain, GridKind::Plain, GridKind::Weighted, GridKind::Full]);
    decorate::any_grid_from(&mut random, kind)
}

/// A grid as [`any_grid`] makes it, with this much on it.
#[must_use]
pub fn any_grid_of(kind: GridKind, seed: u64) -> Grid {
    decorate::any_grid_from(&mut Random::new(seed), kind)
}

/// A hex grid of any arrangement and up to 40 x 40 hexes, with everything that [`any_grid`] has but
/// joined edges.
#[must_use]
pub fn any_hex_grid(seed: u64) -> HexGrid {
    decorate::any_hex_grid_from(&mut Random::new(seed))
}

/// Two to four grids with stairs between them.
#[must_use]
pub fn any_layers(seed: u64) -> Layers {
    decorate::any_layers_from(&mut Random::new(seed))
}

/// A waypoint graph of up to 60 waypoints. On every second one the roads weigh what they are long;
/// on the others anything, so that the straight-line distance is no lower bound.
#[must_use]
pub fn any_waypoints(seed: u64) -> WaypointGraph {
    roads::any_waypoints_from(&mut Random::new(seed))
}

/// A map, a mover for it, and two places on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// What it was made from.
    pub seed: u64,
    /// The map.
    pub map: Map,
    /// A mover of a rule that suits the map.
    pub mover: Mover,
    /// A place of the map; in nine of ten trials the mover can stand there, if it can anywhere.
    pub from: Place,
    /// Another such place, perhaps the same.
    pub to: Place,
}

/// A map of any kind with a mover for it and two places: of twenty trials about twelve are on a
/// grid, three on hexes, three on layers and two on waypoints.
#[must_use]
pub fn any_trial(seed: u64) -> Trial {
    let mut random = Random::new(seed);
    let kind = random.below(20);
    let (map_seed, mover_seed) = (random.word(), random.word());
    let (map, mover): (Map, Mover) = match kind {
        0..=11 => (any_grid(map_seed).into(), any_mover_for_grid(mover_seed)),
        12..=14 => (any_hex_grid(map_seed).into(), any_mover_for_hex(mover_seed)),
        15..=17 => (any_layers(map_seed).into(), any_mover_for_grid(mover_seed)),
        _ => (any_waypoints(map_seed).into(), any_mover_for_waypoints(mover_seed)),
    };
    any_trial_on(seed, map, mover)
}

/// Two places on this map for this mover; `seed` says which.
#[must_use]
pub fn any_trial_on(seed: u64, map: Map, mover: Mover) -> Trial {
    // Another stream than the one that made the map, which may have come from the same seed.
    let mut random = Random::new(!seed);
    let referee = Referee::new(&map, &mover);
    let from = any_likely_place(&referee, &mut random);
    let to = any_likely_place(&referee, &mut random);
    Trial { seed, map, mover, from, to }
}

/// Any place of the map, open or not.
///
/// # Panics
/// When the map has no places.
#[must_use]
pub fn any_place(map: &Map, random: &mut Random) -> Place {
    *random.pick(&places(map))
}

/// Any place where the mover can stand. Returns `None` if there is none.
#[must_use]
pub fn any_standing_place(referee: &Referee<'_>, random: &mut Random) -> Option<Place> {
    let places = referee.standing_places();
    (!places.is_empty()).then(|| *random.pick(&places))
}

fn any_likely_place(referee: &Referee<'_>, random: &mut Random) -> Place {
    let blocked_too = random.chance(10);
    let standing = any_standing_place(referee, random).filter(|_| !blocked_too);
    standing.unwrap_or_else(|| any_place(referee.map(), random))
}

#[cfg(test)]
mod tests;
