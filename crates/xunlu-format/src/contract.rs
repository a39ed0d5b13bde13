//! The checker of what stands beside a file.

use crate::source::Beside;

/// Holds to its contract what gives the files beside another: no more bytes than were allowed, the
/// same bytes each time, and a refusal rather than a part of a file. `name` is a file that it has.
///
/// # Panics
/// When the contract is broken.
pub fn check_beside(beside: &dyn Beside, name: &str) {
    let whole = beside.open(name, u64::MAX).expect("it has the file");
    let length = whole.len() as u64;
    assert_eq!(beside.open(name, length).as_ref(), Ok(&whole), "as many bytes as allowed");
    if let Some(less) = length.checked_sub(1) {
        assert!(beside.open(name, less).is_err(), "a part of {name} was given for the whole");
    }
}
