//! Reasons by their codes.

use super::named::{unknown, word};
use crate::error::WorldError;
use crate::reason::Reason;
use serde::{Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(reason: &Reason, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(reason.code())
}

/// The reason of this code, of the house's: those of an engine that a game added cannot be known here.
pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Reason, D::Error> {
    word(from, of_code)
}

fn of_code(code: &str) -> Result<Reason, WorldError> {
    let known = Reason::ALL.into_iter().find(|reason| reason.code() == code);
    let codes = Reason::ALL.iter().map(|reason| reason.code());
    known.ok_or_else(|| unknown("reason", code, codes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_unique_and_words_are_there() {
        let codes: BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(codes.len(), Reason::ALL.len());
        assert!(Reason::ALL.iter().all(|reason| reason.words().len() > 10));
    }
}
