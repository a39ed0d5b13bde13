//! Points of the compass on each kind of map, and where they point on a tile that is turned.

use super::geometry::Geometry;
use super::model::{Axis, Orientation, Stagger};
use xunlu_map::{Direction, Exits, HexArrangement, HexDirection, Offset, Point};

/// A tile is mirrored left to right.
const MIRRORED_X: u32 = 1 << 31;
/// A tile is mirrored top to bottom.
const MIRRORED_Y: u32 = 1 << 30;
/// A tile's axes are swapped before; on hexes it is turned by 60 degrees after.
const SWAPPED: u32 = 1 << 29;
/// On hexes a tile is turned by 120 degrees after.
const TURNED_120: u32 = 1 << 28;
const ALL: u32 = MIRRORED_X | MIRRORED_Y | SWAPPED | TURNED_120;

/// The directions of one kind of map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compass {
    /// Along the axes of the map, seen from above.
    Square,
    /// The same, but the map is seen from aslant: tiles are mirrored along its diagonals.
    Diamond,
    /// Hexes that stand so.
    Hex(xunlu_map::Orientation),
}

/// The long names of the eight directions in their order; the short ones are points of the compass.
const LONG_NAMES: [&str; 8] =
    ["east", "south", "west", "north", "southeast", "southwest", "northwest", "northeast"];

/// How hexes of this stagger are laid out.
pub(super) const fn arrangement(stagger: Stagger) -> HexArrangement {
    match stagger {
        Stagger { axis: Axis::Y, is_even: false } => HexArrangement::OddR,
        Stagger { axis: Axis::Y, is_even: true } => HexArrangement::EvenR,
        Stagger { axis: Axis::X, is_even: false } => HexArrangement::OddQ,
        Stagger { axis: Axis::X, is_even: true } => HexArrangement::EvenQ,
    }
}

/// The stagger of hexes that are laid out so.
pub(super) const fn axis_of(arrangement: HexArrangement) -> Stagger {
    match arrangement {
        HexArrangement::OddR => Stagger { axis: Axis::Y, is_even: false },
        HexArrangement::EvenR => Stagger { axis: Axis::Y, is_even: true },
        HexArrangement::OddQ => Stagger { axis: Axis::X, is_even: false },
        HexArrangement::EvenQ => Stagger { axis: Axis::X, is_even: true },
    }
}

/// The number of the tile below its flags, and the flags.
pub(super) const fn split(gid: u32) -> (u32, u32) {
    (gid & !ALL, gid & ALL)
}

/// How a tile is turned by its flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flips {
    pub(super) is_mirrored_x: bool,
    pub(super) is_mirrored_y: bool,
    /// Its axes are swapped, or on hexes it is turned by 60 degrees.
    pub(super) is_swapped: bool,
    pub(super) is_turned_120: bool,
}

impl Flips {
    pub(super) const fn of(gid: u32) -> Flips {
        Flips {
            is_mirrored_x: gid & MIRRORED_X != 0,
            is_mirrored_y: gid & MIRRORED_Y != 0,
            is_swapped: gid & SWAPPED != 0,
            is_turned_120: gid & TURNED_120 != 0,
        }
    }
}

impl Compass {
    pub(super) const fn of(orientation: Orientation) -> Compass {
        match orientation {
            Orientation::Orthogonal => Compass::Square,
            Orientation::Isometric | Orientation::Staggered(_) => Compass::Diamond,
            Orientation::Hexagonal(stagger) => Compass::Hex(arrangement(stagger).orientation()),
        }
    }

    /// The short name of the direction with this number.
    pub(super) fn name(self, number: usize) -> Option<&'static str> {
        match self {
            Compass::Square | Compass::Diamond => {
                Direction::ALL.get(number).map(|direction| direction.compass())
            }
            Compass::Hex(orientation) => {
                HexDirection::ALL.get(number).map(|direction| direction.compass(orientation))
            }
        }
    }

    /// All short names, for messages.
    pub(super) fn names(self) -> String {
        let names: Vec<_> = (0..8).filter_map(|number| self.name(number)).collect();
        names.join(", ")
    }

    /// The number of the direction of this name, short or long; case and hyphens do not matter.
    pub(super) fn number_of(self, name: &str) -> Option<u32> {
        let name = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        let mut names = Direction::ALL.map(Direction::compass).into_iter().zip(LONG_NAMES);
        let is_it = |(short, long): &(&str, &str)| {
            short.eq_ignore_ascii_case(&name) || *long == name.as_str()
        };
        let (short, _) = names.find(is_it)?;
        (0..8).find(|number| self.name(*number as usize) == Some(short))
    }

    /// The exits of a tile with these flags, whose exits are told for the tile as it is in its set.
    pub(super) fn turned(self, exits: Exits, flags: u32) -> Exits {
        if exits == Exits::ALL || flags == 0 {
            return exits;
        }
        let count = if matches!(self, Compass::Hex(_)) { 6 } else { 8 };
        let allowed = (0..count).filter(|number| exits.allows(*number));
        Exits(allowed.fold(0, |bits, number| bits | 1 << self.turn(number, flags)))
    }

    /// How far the neighbour in this direction lies on the screen, in pixels; nowhere if there is none.
    pub(super) fn on_screen(self, number: u32, geometry: Geometry) -> Point {
        let (at, here) = match self {
            Compass::Square | Compass::Diamond => {
                let Some(direction) = Direction::ALL.get(number as usize) else {
                    return Point::default();
                };
                let Offset { dx, dy } = direction.offset();
                (geometry.centre(dx, dy), geometry.centre(0, 0))
            }
            Compass::Hex(_) => {
                let Orientation::Hexagonal(stagger) = geometry.orientation else {
                    return Point::default();
                };
                let Some(direction) = HexDirection::ALL.get(number as usize) else {
                    return Point::default();
                };
                let cell = arrangement(stagger).cell_of(direction.offset());
                (geometry.centre(cell.x, cell.y), geometry.centre(0, 0))
            }
        };
        let (at, here) = (geometry.screen(at), geometry.screen(here));
        Point::new(at.x - here.x, at.y - here.y)
    }

    fn turn(self, number: u32, flags: u32) -> u32 {
        match self {
            Compass::Hex(orientation) => turn_hex(number, flags, orientation),
            Compass::Square | Compass::Diamond => {
                let Some(direction) = Direction::ALL.get(number as usize) else { return number };
                let Offset { mut dx, mut dy } = direction.offset();
                if flags & SWAPPED != 0 {
                    (dx, dy) = if self == Compass::Square { (dy, dx) } else { (dx, -dy) };
                }
                if flags & MIRRORED_X != 0 {
                    (dx, dy) = if self == Compass::Square { (-dx, dy) } else { (dy, dx) };
                }
                if flags & MIRRORED_Y != 0 {
                    (dx, dy) = if self == Compass::Square { (dx, -dy) } else { (-dy, -dx) };
                }
                Offset::new(dx, dy).direction().map_or(number, |direction| direction as u32)
            }
        }
    }
}

/// Hex directions follow each other clockwise by 60 degrees, from east (pointy) or from 30 degrees
/// below it (flat). Tiled mirrors first and turns then.
fn turn_hex(number: u32, flags: u32, orientation: xunlu_map::Orientation) -> u32 {
    let is_flat = orientation == xunlu_map::Orientation::Flat;
    let mut turned = number;
    if flags & MIRRORED_X != 0 {
        turned = (if is_flat { 8 } else { 9 } - turned) % 6;
    }
    if flags & MIRRORED_Y != 0 {
        turned = (if is_flat { 11 } else { 12 } - turned) % 6;
    }
    let sixths = u32::from(flags & SWAPPED != 0) + 2 * u32::from(flags & TURNED_120 != 0);
    (turned + sixths) % 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(compass: Compass, from: &str, flags: u32, to: &str) {
        let exits = |name| Exits(1 << compass.number_of(name).unwrap());
        assert_eq!(compass.turned(exits(from), flags), exits(to), "{compass:?} {from} {flags:x}");
    }

    #[test]
    fn square_tiles_turn_their_directions() {
        check(Compass::Square, "E", MIRRORED_X, "W");
        check(Compass::Square, "E", MIRRORED_Y, "E");
        check(Compass::Square, "NE", MIRRORED_Y, "SE");
        // Swapped and then mirrored is turned by a quarter, as the editor does it.
        check(Compass::Square, "N", SWAPPED | MIRRORED_X, "E");
        check(Compass::Square, "E", SWAPPED | MIRRORED_X, "S");
        check(Compass::Square, "E", SWAPPED | MIRRORED_Y, "N");
        check(Compass::Square, "South-West", SWAPPED, "NE");
    }

    #[test]
    fn diamonds_are_mirrored_along_the_diagonals_of_the_map() {
        // East runs down to the right on the screen, south down to the left.
        check(Compass::Diamond, "E", MIRRORED_X, "S");
        check(Compass::Diamond, "NE", MIRRORED_X, "SW");
        check(Compass::Diamond, "E", MIRRORED_Y, "N");
        check(Compass::Diamond, "SE", MIRRORED_Y, "NW");
    }

    #[test]
    fn hexes_are_mirrored_and_then_turned_by_sixths() {
        let pointy = Compass::Hex(xunlu_map::Orientation::Pointy);
        check(pointy, "E", MIRRORED_X, "W");
        check(pointy, "SE", MIRRORED_X, "SW");
        check(pointy, "SE", MIRRORED_Y, "NE");
        check(pointy, "E", SWAPPED, "SE");
        check(pointy, "E", TURNED_120, "SW");
        check(pointy, "E", SWAPPED | TURNED_120, "W");
        check(pointy, "E", MIRRORED_X | SWAPPED, "NW");
        let flat = Compass::Hex(xunlu_map::Orientation::Flat);
        check(flat, "SE", MIRRORED_X, "SW");
        check(flat, "N", MIRRORED_X, "N");
        check(flat, "N", MIRRORED_Y, "S");
        check(flat, "N", SWAPPED, "NE");
        assert_eq!(flat.number_of("E"), None);
        assert_eq!(flat.names(), "SE, S, SW, NW, N, NE");
    }
}
