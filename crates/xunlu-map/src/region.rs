//! Parts of a map: what a path must keep to, and where it may end.

use crate::cell::{Cell, Rect};
use crate::error::{MapError, MapErrorKind};
use std::fmt;
use std::sync::Arc;

/// One rectangle of cells (columns and rows on a hex grid) or several, which may overlap, on one layer
/// or, unless it is said, on no layer in particular. Cheap to clone. Two are equal if they were made alike.
///
/// ```
/// # use xunlu_map as xunlu;
/// use xunlu::{Cell, Rect, Region, Size};
///
/// let hall = Rect::new(Cell::new(0, 0), Size::new(8, 4));
/// let porch = Rect::new(Cell::new(8, 1), Size::new(2, 2));
/// let upstairs = Region::of([hall, porch])?.on_layer(1);
/// assert!(upstairs.contains(1, Cell::new(9, 2)));
/// assert!(!upstairs.contains(0, Cell::new(9, 2)) && !upstairs.contains(1, Cell::new(9, 0)));
/// assert_eq!(Region::of([hall])?, Region::from(hall));
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Region {
    layer: Option<u32>,
    parts: Parts,
}

// One rectangle, by far the most common, takes no allocation and no look elsewhere.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Parts {
    One(Rect),
    Several(Arc<[Rect]>),
}

impl Region {
    /// All cells of these rectangles.
    ///
    /// # Errors
    /// When there is no cell in any of them.
    pub fn of(parts: impl IntoIterator<Item = Rect>) -> Result<Region, MapError> {
        let parts: Vec<Rect> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let parts = match parts[..] {
            [] => {
                let says =
                    "a region without any cell; expected at least one rectangle that has some";
                return Err(MapError::new(MapErrorKind::Empty, says.to_owned()));
            }
            [part] => Parts::One(part),
            _ => Parts::Several(parts.into()),
        };
        Ok(Region { layer: None, parts })
    }

    /// The same cells on this layer alone.
    #[must_use]
    pub fn on_layer(self, layer: u32) -> Region {
        Region { layer: Some(layer), ..self }
    }

    /// The layer it was put on. Returns `None` if it was put on none, and so lies on all.
    #[must_use]
    pub const fn layer(&self) -> Option<u32> {
        self.layer
    }

    /// Its rectangles, in the order in which they were given.
    #[must_use]
    pub fn parts(&self) -> &[Rect] {
        match &self.parts {
            Parts::One(part) => std::slice::from_ref(part),
            Parts::Several(parts) => parts,
        }
    }

    /// Whether it holds a cell of this layer. Costs O(parts).
    #[must_use]
    #[inline]
    pub fn contains(&self, layer: u32, cell: Cell) -> bool {
        self.layer.is_none_or(|own| own == layer)
            && match &self.parts {
                Parts::One(part) => part.contains(cell),
                Parts::Several(parts) => parts.iter().any(|part| part.contains(cell)),
            }
    }
}

impl From<Rect> for Region {
    fn from(rect: Rect) -> Region {
        Region { layer: None, parts: Parts::One(rect) }
    }
}

// So that a method that takes a region or none takes a rectangle, too.
impl From<Rect> for Option<Region> {
    fn from(rect: Rect) -> Option<Region> {
        Some(rect.into())
    }
}

/// `8x4 cells from 0,0 and 2x2 from 8,1 on layer 1`; of many parts, how many there are.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TOLD_MAX: usize = 3;
        match self.parts() {
            parts if parts.len() > TOLD_MAX => write!(f, "{} rectangles", parts.len())?,
            parts => {
                for (number, Rect { min, size }) in parts.iter().enumerate() {
                    let (before, cells) = if number == 0 { ("", " cells") } else { (" and ", "") };
                    write!(f, "{before}{size}{cells} from {min}")?;
                }
            }
        }
        self.layer.map_or(Ok(()), |layer| write!(f, " on layer {layer}"))
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Region({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;

    fn rect(x: i32, y: i32, width: u32, height: u32) -> Rect {
        Rect::new(Cell::new(x, y), Size::new(width, height))
    }

    #[test]
    fn a_region_is_the_union_of_its_parts() {
        let parts = [rect(-2, 0, 3, 2), rect(0, 1, 4, 4), rect(9, 9, 0, 5)];
        let region = Region::of(parts).unwrap();
        assert_eq!(region.parts(), &parts[..2], "what is empty is left out");
        for cell in rect(-5, -5, 20, 20).cells() {
            let expected = parts.iter().any(|part| part.contains(cell));
            assert_eq!(region.contains(0, cell), expected, "{cell}");
            assert_eq!(region.contains(7, cell), expected, "{cell}");
            let upstairs = region.clone().on_layer(7);
            assert_eq!((upstairs.contains(0, cell), upstairs.contains(7, cell)), (false, expected));
        }
    }

    #[test]
    fn a_region_without_cells_is_refused() {
        for parts in [vec![], vec![rect(0, 0, 0, 4), rect(3, 3, 2, 0)]] {
            let error = Region::of(parts).unwrap_err();
            assert_eq!(error.kind(), MapErrorKind::Empty);
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }

    #[test]
    fn a_region_says_where_it_lies() {
        let parts = |count| Region::of((0..count).map(|x| rect(x, 0, 1, 2))).unwrap();
        assert_eq!(parts(1).to_string(), "1x2 cells from 0,0");
        assert_eq!(
            parts(2).on_layer(3).to_string(),
            "1x2 cells from 0,0 and 1x2 from 1,0 on layer 3"
        );
        assert_eq!(parts(9).to_string(), "9 rectangles");
    }
}
