//! Which maps a worker takes part in: patterns with `*` for anything and `?` for one letter.

/// Some patterns, any of which a name may be like: `act1-*` or `hall?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapPatterns(Vec<String>);

impl MapPatterns {
    /// Patterns, each with others behind commas if need be; all maps if there are none.
    #[must_use]
    pub fn of<'a>(patterns: impl IntoIterator<Item = &'a str>) -> MapPatterns {
        let all = patterns.into_iter().flat_map(|text| text.split(',')).map(str::trim);
        MapPatterns(all.filter(|pattern| !pattern.is_empty()).map(str::to_owned).collect())
    }

    /// Whether a map is among them.
    #[must_use]
    pub fn has(&self, map: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|own| is_like(own.as_bytes(), map.as_bytes()))
    }
}

/// Goes along both; behind a `*` it comes back to take one letter more, which is enough, for a later `*`
/// can do all that an earlier one could.
fn is_like(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut from, mut star) = (0, 0, None);
    while from < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&letter) if letter == b'?' || letter == name[from] => {
                (at, from) = (at + 1, from + 1)
            }
            _ => {
                let Some((star_at, taken)) = star else { return false };
                (at, from) = (star_at + 1, taken + 1);
                star = Some((star_at, taken + 1));
            }
        }
    }
    pattern[at..].iter().all(|&letter| letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_like_patterns_or_not() {
        for (pattern, name, expected) in [
            ("", "yard", true),
            ("*", "yard", true),
            ("yard", "yard", true),
            ("yard", "yards", false),
            ("act1-*", "act1-hall", true),
            ("act1-*", "act2-hall", false),
            ("*-hall-*", "act1-hall-hall-2", true),
            ("a*b*c", "aXbXbc", true),
            ("a*b*c", "aXbXbd", false),
            ("h?ll", "hall", true),
            ("h?ll", "hll", false),
            ("yard, hall*", "hall.2", true),
        ] {
            assert_eq!(MapPatterns::of([pattern]).has(name), expected, "{pattern} {name}");
        }
    }
}
