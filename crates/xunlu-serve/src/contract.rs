//! What a [`Journal`] promises, as a check that whoever has one calls in a test.

use crate::Journal;

/// Checks that a journal has what was appended, in its order and byte for byte, as soon as it says so. `read`
/// reads all that was written, as it would be read after a crash.
///
/// # Panics
/// When it does not keep its promise.
pub fn check_journal(journal: &mut dyn Journal, read: impl Fn() -> Vec<u8>) {
    let mut expected = read();
    for record in [&b"one"[..], b"", b"and another", &[0; 300], b"\xff\x00"] {
        journal.append(record).expect("there is room for a few records");
        expected.extend(record);
        assert_eq!(read(), expected, "what was appended is there, and what was there before");
    }
}
