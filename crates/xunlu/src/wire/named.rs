//! Choices by their names: what each is called on the wire.

use crate::error::{WorldError, WorldErrorKind};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serializer};
use std::fmt;
use xunlu_map::{Corners, Quoted};
use xunlu_search::{Estimate, EventKind, Limit, PathEnd, Ties};

/// A choice between a few things, each with a name.
pub(super) trait Named: Copy + PartialEq + 'static {
    /// What is chosen, for messages.
    const WHAT: &'static str;
    /// Every one with its name.
    const NAMES: &'static [(Self, &'static str)];
}

impl Named for Corners {
    const WHAT: &'static str = "corner rule";
    const NAMES: &'static [(Corners, &'static str)] = &[
        (Corners::Always, "always"),
        (Corners::OneFree, "one-free"),
        (Corners::NoCutting, "no-cutting"),
        (Corners::Never, "never"),
    ];
}

impl Named for Estimate {
    const WHAT: &'static str = "estimate";
    const NAMES: &'static [(Estimate, &'static str)] = &[
        (Estimate::Auto, Estimate::Auto.name()),
        (Estimate::Zero, Estimate::Zero.name()),
        (Estimate::Manhattan, Estimate::Manhattan.name()),
        (Estimate::Octile, Estimate::Octile.name()),
        (Estimate::Chebyshev, Estimate::Chebyshev.name()),
        (Estimate::Euclidean, Estimate::Euclidean.name()),
        (Estimate::FullManhattan, Estimate::FullManhattan.name()),
    ];
}

impl Named for Ties {
    const WHAT: &'static str = "rule for ties";
    const NAMES: &'static [(Ties, &'static str)] =
        &[(Ties::NearGoal, Ties::NearGoal.name()), (Ties::NearStart, Ties::NearStart.name())];
}

impl Named for PathEnd {
    const WHAT: &'static str = "end of a path";
    const NAMES: &'static [(PathEnd, &'static str)] =
        &[(PathEnd::Start, "start"), (PathEnd::Goal, "goal")];
}

impl Named for Limit {
    const WHAT: &'static str = "limit";
    const NAMES: &'static [(Limit, &'static str)] = &[
        (Limit::Expansions, Limit::Expansions.code()),
        (Limit::Cost, Limit::Cost.code()),
        (Limit::CostTooLarge, Limit::CostTooLarge.code()),
        (Limit::Region, Limit::Region.code()),
    ];
}

impl Named for EventKind {
    const WHAT: &'static str = "type of event";
    const NAMES: &'static [(EventKind, &'static str)] = &[
        (EventKind::Opened, "opened"),
        (EventKind::Improved, "improved"),
        (EventKind::Closed, "closed"),
        (EventKind::Considered, "considered"),
    ];
}

/// What a choice is called.
pub(super) fn name_of<T: Named>(value: T) -> &'static str {
    let known = T::NAMES.iter().find(|(known, _)| *known == value);
    known.expect("every choice is in the list, held by `every_choice_has_a_name`").1
}

/// The choice of this name.
pub(super) fn of_name<T: Named>(name: &str) -> Result<T, WorldError> {
    let known = T::NAMES.iter().find(|(_, known)| *known == name);
    let names = T::NAMES.iter().map(|(_, known)| *known);
    known.map(|(value, _)| *value).ok_or_else(|| unknown(T::WHAT, name, names))
}

/// As much of a name as a message shows: a stranger's may be as long as its file.
fn beginning(name: &str) -> &str {
    let end = name.char_indices().nth(Quoted::CHARACTERS_MAX).map_or(name.len(), |(end, _)| end);
    &name[..end]
}

/// The error for a name that nobody has: what it was to name, what there is, what was meant.
pub(super) fn unknown<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> WorldError {
    const NAMES_TOLD: usize = 12;
    let meant = closest(name, names.clone());
    let meant = meant.map(|meant| format!("; did you mean {}?", Quoted(meant))).unwrap_or_default();
    let told = names.clone().take(NAMES_TOLD).map(beginning).collect::<Vec<_>>().join(", ");
    let more = match names.count().saturating_sub(NAMES_TOLD) {
        0 => String::new(),
        more => format!(" or {more} more"),
    };
    WorldError::new(
        WorldErrorKind::NotUnderstood,
        format!("there is no {what} {}; expected one of {told}{more}{meant}", Quoted(name)),
    )
}

/// The name most like this one, if any is so like it that it may be a slip of the hand: about one
/// letter in three is wrong, left out, or too much (two that changed places in a name of five).
fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LETTERS_MAX: usize = 60;
    let wanted: Vec<char> =
        name.chars().take(LETTERS_MAX + 1).flat_map(char::to_lowercase).collect();
    if wanted.len() > LETTERS_MAX {
        return None;
    }
    let slips = names.filter_map(|known| {
        let letters: Vec<char> = known.chars().flat_map(char::to_lowercase).collect();
        let slips = slips_between(&wanted, &letters);
        (slips * 3 <= letters.len().max(wanted.len()) + 1).then_some((slips, known))
    });
    slips.min_by_key(|(slips, _)| *slips).map(|(_, known)| known)
}

/// The edit distance (Levenshtein 1966), row by row (Wagner and Fischer 1974).
fn slips_between(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

pub(super) fn serialize<T: Named, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(name_of(*value))
}

pub(super) fn deserialize<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    word(from, of_name)
}

/// What a word means, which is looked at where it stands: each question says three, and no string is made.
pub(super) fn word<'de, T, D: Deserializer<'de>>(
    from: D,
    meant: fn(&str) -> Result<T, WorldError>,
) -> Result<T, D::Error> {
    from.deserialize_str(Word(meant))
}

struct Word<T>(fn(&str) -> Result<T, WorldError>);

impl<T> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}

/// The same for a choice that may be left out.
pub(super) mod if_any {
    use super::{Deserialize, Deserializer, Named, Serializer, deserialize as one, name_of};

    pub(in crate::wire) fn serialize<T: Named, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.serialize_str(name_of(*value)),
            None => to.serialize_none(),
        }
    }

    pub(in crate::wire) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::<One<T>>::deserialize(from)?.map(|One(value)| value))
    }

    struct One<T>(T);

    impl<'de, T: Named> Deserialize<'de> for One<T> {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<One<T>, D::Error> {
            one(from).map(One)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_name() {
        let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
        corners.into_iter().for_each(there_and_back);
        Estimate::ALL.into_iter().for_each(there_and_back);
        Ties::ALL.into_iter().for_each(there_and_back);
        [PathEnd::Start, PathEnd::Goal].into_iter().for_each(there_and_back);
        Limit::ALL.into_iter().for_each(there_and_back);
        let kinds = [EventKind::Opened, EventKind::Improved, EventKind::Closed];
        kinds.into_iter().chain([EventKind::Considered]).for_each(there_and_back);
    }

    fn there_and_back<T: Named>(value: T) {
        assert!(of_name::<T>(name_of(value)).is_ok_and(|back| back == value), "{}", T::WHAT);
    }

    #[test]
    fn a_slip_of_the_hand_is_understood() {
        let error = of_name::<Corners>("one-fre").unwrap_err().to_string();
        let expected = "there is no corner rule \"one-fre\"; expected one of always, one-free, \
                        no-cutting, never; did you mean \"one-free\"?";
        assert_eq!(error, expected);
        let error = of_name::<Corners>("sideways").unwrap_err().to_string();
        assert!(!error.contains("did you mean"), "{error}");
        assert_eq!(slips_between(&['a', 'b', 'c'], &['b', 'c', 'd']), 2);
        assert_eq!(slips_between(&[], &['a']), 1);
    }
}
