//! Whether a rectangle of cells may become a map: before anything is allocated for it.

use crate::error::FormatErrorKind;
use xunlu_map::{Layout, Rect};

/// Checks that a map can have these bounds, and that there are no more than `cells_max` cells in
/// them, which is what the file's length allows.
///
/// # Errors
/// What is too large or lies too far out, and what was expected.
pub(crate) fn checked_size(bounds: Rect, cells_max: u64) -> Result<(), Excess> {
    Layout::new(bounds).map_err(|error| Excess {
        message: error.to_string(),
        kind: FormatErrorKind::Map(error.kind()),
        values: error.values().to_vec(),
    })?;
    if bounds.size.area() > cells_max {
        let found = format!("{} cells are too many for a file of this length", bounds.size);
        return Err(Excess {
            message: format!("{found}; expected at most {cells_max}"),
            kind: FormatErrorKind::TooLarge,
            values: vec![bounds.size.to_string(), cells_max.to_string()],
        });
    }
    Ok(())
}

/// More than there can be or may be asked for: in words, what kind of thing that is, and its numbers.
#[derive(Debug)]
pub(crate) struct Excess {
    pub(crate) message: String,
    pub(crate) kind: FormatErrorKind,
    pub(crate) values: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Cell, Size};

    #[test]
    fn what_no_map_can_have_and_what_a_file_may_not_ask_for_is_refused() {
        let check =
            |x, width, most| checked_size(Rect::new(Cell::new(x, 0), Size::new(width, 2)), most);
        assert!(check(0, 3, 6).is_ok());
        let few = "3x2 cells are too many for a file of this length; expected at most 5";
        let refused = check(0, 3, 5).unwrap_err();
        assert_eq!((&*refused.message, refused.kind), (few, FormatErrorKind::TooLarge));
        assert_eq!(refused.values, ["3x2", "5"]);
        assert!(check(0, u32::MAX, u64::MAX).unwrap_err().message.contains("expected at most"));
        assert!(check(i32::MAX, 3, 6).is_err());
        assert!(check(0, 0, 6).is_err());
    }
}
