//! Planes of values, row by row without their borders: what a binary document holds of a ground.

use xunlu_map::{Exits, Ground, HexDirection, MapError, Plane, Rect, Terrain};

/// The ground of these terrains, row by row.
pub(super) fn ground_of(bounds: Rect, terrains: &[u8]) -> Result<Ground, MapError> {
    let mut terrains = terrains.iter();
    Ground::from_fn(bounds, |_| terrains.next().map_or(Terrain::VOID, |&terrain| Terrain(terrain)))
}

/// The rows of a plane.
pub(super) fn rows<T: Copy>(plane: &Plane<T>) -> impl Iterator<Item = &[T]> {
    plane.rows_of(plane.layout().bounds()).map(|row| &plane.values()[row])
}

/// The exits of a hex in one spelling: all of them, or none in the bits that stand for no direction.
pub(super) fn six(exits: Exits) -> Exits {
    let mask = HexDirection::ALL.into_iter().fold(0, |mask, direction| mask | 1 << direction as u8);
    if exits.0 & mask == mask { Exits::ALL } else { Exits(exits.0 & mask) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Cell, Size};

    #[test]
    fn the_rows_are_those_the_ground_was_made_of() {
        let bounds = Rect::new(Cell::new(-1, 5), Size::new(4, 3));
        let terrains = [0, 7, 7, 0, 3, 3, 3, 3, 3, 0, 0, 1];
        let ground = ground_of(bounds, &terrains).unwrap();
        let read: Vec<u8> =
            rows(ground.terrain()).flatten().map(|&Terrain(number)| number).collect();
        assert_eq!(read, terrains);
        assert_eq!(ground.count(Terrain(3)), 5);
    }

    #[test]
    fn the_exits_of_a_hex_have_one_spelling() {
        assert_eq!([0x3f, 0xc1, 0xff].map(|bits| six(Exits(bits)).0), [0xff, 1, 0xff]);
    }
}
