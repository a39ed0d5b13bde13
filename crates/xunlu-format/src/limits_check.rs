//! Whether a rectangle of cells may become a map: before anything is allocated for it.

use xunlu_map::{Layout, Rect};

/// Checks that a map can have these bounds, and that there are no more than `cells_max` cells in
/// them, which is what the file's length allows.
///
/// # Errors
/// What is too large or lies too far out, and what was expected.
pub(crate) fn checked_size(bounds: Rect, cells_max: u64) -> Result<(), String> {
    Layout::new(bounds).map_err(|error| error.to_string())?;
    if bounds.size.area() > cells_max {
        let found = format!("{} cells are too many for a file of this length", bounds.size);
        return Err(format!("{found}; expected at most {cells_max}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Cell, Size};

    #[test]
    fn what_no_map_can_have_and_what_a_file_may_not_ask_for_is_refused() {
        let check =
            |x, width, most| checked_size(Rect::new(Cell::new(x, 0), Size::new(width, 2)), most);
        assert_eq!(check(0, 3, 6), Ok(()));
        let few = "3x2 cells are too many for a file of this length; expected at most 5";
        assert_eq!(check(0, 3, 5), Err(few.to_owned()));
        assert!(check(0, u32::MAX, u64::MAX).unwrap_err().contains("expected at most"));
        assert!(check(i32::MAX, 3, 6).is_err());
        assert!(check(0, 0, 6).is_err());
    }
}
