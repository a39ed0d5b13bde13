//! Algorithms by their names, one of them with a number: `weighted-astar:150`.

use super::named::{unknown, word};
use crate::algorithm::Algorithm;
use crate::error::{WorldError, WorldErrorKind};
use serde::{Deserializer, Serializer};
use std::borrow::Cow;
use xunlu_map::Quoted;

const AUTO: &str = "auto";

/// What an algorithm is called on the wire and on the command line; `auto` for none, which leaves it
/// to the world. Weighted A* carries its hundredths.
///
/// ```
/// use xunlu::{Algorithm, wire};
///
/// let weighted = Some(Algorithm::WeightedAStar { percent: 150 });
/// assert_eq!(wire::algorithm_name(weighted), "weighted-astar:150");
/// assert_eq!(wire::algorithm_named("weighted-astar:150")?, weighted);
/// assert_eq!(wire::algorithm_named("auto")?, None);
/// # Ok::<(), xunlu::WorldError>(())
/// ```
#[must_use]
pub fn algorithm_name(algorithm: Option<Algorithm>) -> String {
    name_of(algorithm).into_owned()
}

fn name_of(algorithm: Option<Algorithm>) -> Cow<'static, str> {
    match algorithm {
        None => AUTO.into(),
        Some(weighted @ Algorithm::WeightedAStar { percent }) => {
            format!("{}:{percent}", weighted.name()).into()
        }
        Some(algorithm) => algorithm.name().into(),
    }
}

/// The algorithm of this name; none for `auto`. Weighted A* without a number is taken at 150.
///
/// # Errors
/// When there is none of that name, or its number is none or below 100.
pub fn algorithm_named(name: &str) -> Result<Option<Algorithm>, WorldError> {
    let (word, number) = name.split_once(':').map_or((name, None), |(word, n)| (word, Some(n)));
    if word == AUTO && number.is_none() {
        return Ok(None);
    }
    let known = Algorithm::ALL.into_iter().find(|known| known.name() == word);
    let names = || std::iter::once(AUTO).chain(Algorithm::ALL.iter().map(|known| known.name()));
    let mut algorithm = known.ok_or_else(|| {
        // An iterator that can be walked twice: the list is short.
        let names: Vec<&str> = names().collect();
        unknown("algorithm", name, names.iter().copied())
    })?;
    if let Some(number) = number {
        let Algorithm::WeightedAStar { percent } = &mut algorithm else {
            return Err(WorldError::new(
                WorldErrorKind::NotUnderstood,
                format!(
                    "{word} takes no number; expected {word} alone, or weighted-astar:{number:.20}"
                ),
            ));
        };
        let parsed = number.parse().ok().filter(|&parsed: &u32| parsed >= 100);
        *percent = parsed.ok_or_else(|| {
            WorldError::new(WorldErrorKind::NotUnderstood, format!(
                "weighted-astar cannot be weighted by {number}; expected hundredths of 100 or more, \
                 such as weighted-astar:150", number = Quoted(number)))
        })?;
    }
    Ok(Some(algorithm))
}

// What serde asks for takes a reference.
#[allow(clippy::ref_option, reason = "the signature is serde's")]
pub(super) fn serialize<S: Serializer>(
    algorithm: &Option<Algorithm>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_str(&name_of(*algorithm))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Algorithm>, D::Error> {
    word(from, algorithm_named)
}

/// The same where an algorithm has to be named.
pub(super) mod by_name {
    use super::{Algorithm, Deserializer, Serializer, algorithm_named, name_of, word};
    use crate::error::{WorldError, WorldErrorKind};

    pub(in crate::wire) fn serialize<S: Serializer>(
        algorithm: &Algorithm,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&name_of(Some(*algorithm)))
    }

    pub(in crate::wire) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Algorithm, D::Error> {
        word(from, one_named)
    }

    fn one_named(name: &str) -> Result<Algorithm, WorldError> {
        algorithm_named(name)?.ok_or_else(|| {
            let words = "who answered is not \"auto\"; expected its name";
            WorldError::new(WorldErrorKind::NotUnderstood, words)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_what_they_name() {
        for algorithm in Algorithm::ALL.map(Some).into_iter().chain([None]) {
            assert_eq!(algorithm_named(&algorithm_name(algorithm)).unwrap(), algorithm);
        }
        let weighted = |percent| Some(Algorithm::WeightedAStar { percent });
        assert_eq!(algorithm_named("weighted-astar").unwrap(), weighted(150));
        assert_eq!(algorithm_named("weighted-astar:100").unwrap(), weighted(100));
    }

    #[test]
    fn what_is_no_algorithm_is_told_so() {
        for (name, says) in [
            ("dijkstar", "did you mean \"dijkstra\"?"),
            ("", "there is no algorithm \"\""),
            ("astar:150", "takes no number"),
            ("auto:1", "there is no algorithm"),
            ("weighted-astar:99", "hundredths of 100 or more"),
            ("weighted-astar:-1", "hundredths of 100 or more"),
            ("weighted-astar:99999999999999", "hundredths of 100 or more"),
            ("weighted-astar:NaN", "hundredths of 100 or more"),
        ] {
            let error = algorithm_named(name).unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("expected"), "{name}: {error}");
        }
    }
}
