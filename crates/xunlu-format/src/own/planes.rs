//! Planes of values, row by row without their borders: what a binary document holds of a ground.

use xunlu::{Cell, Exits, Ground, HexDirection, MapError, Plane, Rect, Size, Terrain};

/// The ground of these terrains, row by row.
pub(super) fn ground_of(bounds: Rect, terrains: &[u8]) -> Result<Ground, MapError> {
    let mut terrains = terrains.iter();
    Ground::from_fn(bounds, |_| terrains.next().map_or(Terrain::VOID, |&terrain| Terrain(terrain)))
}

/// Lays these values, row by row, in rectangles of one value, leaving out what is `plain`. Where all
/// is plain, the first cell is laid anyway: then the ground keeps a place for such values.
pub(super) fn lay<T: Copy + PartialEq>(
    bounds: Rect,
    plain: T,
    values: impl Iterator<Item = T>,
    mut lay: impl FnMut(Rect, T) -> Result<(), MapError>,
) -> Result<(), MapError> {
    let mut is_laid = false;
    let mut values = values.peekable();
    for y in (0..bounds.size.height).map(|down| bounds.min.y.saturating_add_unsigned(down)) {
        let mut right = 0;
        while right < bounds.size.width {
            let Some(value) = values.next() else { break };
            let mut width = 1;
            while right + width < bounds.size.width && values.next_if_eq(&value).is_some() {
                width += 1;
            }
            if value != plain {
                let first = Cell::new(bounds.min.x.saturating_add_unsigned(right), y);
                lay(Rect::new(first, Size::new(width, 1)), value)?;
                is_laid = true;
            }
            right += width;
        }
    }
    if is_laid { Ok(()) } else { lay(Rect::cell(bounds.min), plain) }
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
    use xunlu::Tags;

    #[test]
    fn what_is_laid_is_what_the_rows_were() {
        let bounds = Rect::new(Cell::new(-1, 5), Size::new(4, 3));
        let numbers = [0, 7, 7, 0, 3, 3, 3, 3, 3, 0, 0, 1];
        let mut ground = ground_of(bounds, &[4; 12]).unwrap();
        let tags = numbers.iter().map(|&number| Tags(number));
        lay(bounds, Tags::NONE, tags, |rect, tags| ground.set_tags(rect, tags)).unwrap();
        let read: Vec<u16> =
            rows(ground.tags().unwrap()).flatten().map(|&Tags(number)| number).collect();
        assert_eq!(read, numbers);
        assert_eq!(ground.count(Terrain(4)), 12);
    }

    #[test]
    fn a_plane_that_says_nothing_is_kept() {
        let bounds = Rect::new(Cell::new(0, 0), Size::new(2, 1));
        let mut ground = ground_of(bounds, b"ab").unwrap();
        let exits = [Exits::ALL; 2].into_iter();
        lay(bounds, Exits::ALL, exits, |rect, exits| ground.set_exits(rect, exits)).unwrap();
        assert!(ground.exits().is_some());
        assert_eq!([0x3f, 0xc1, 0xff].map(|bits| six(Exits(bits)).0), [0xff, 1, 0xff]);
    }
}
