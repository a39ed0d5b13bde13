//! The files of a crate use each other in one direction: no more than three stand in a ring.
//!
//! What a file uses is read by [`uses`](super::uses). A ring of two or three is a type and what it is made
//! of, told apart for the reader's sake; a larger one is a knot that nobody can take a part out of.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::uses::{Uses, of_crates};
use crate::house::House;

/// So many files may use each other in a ring.
const RING_MAX: usize = 3;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let crates = of_crates(house);
    let rings = crates.iter().flat_map(|(folder, uses)| {
        let rings = rings_of(uses).into_iter().filter(|ring| ring.len() > RING_MAX);
        rings.map(move |ring| {
            let names: Vec<String> = ring.iter().map(|module| module.join("::")).collect();
            let (count, names) = (names.len(), names.join(", "));
            Finding::new(
                format!("{folder}/src"),
                format!("{count} files use each other in a ring: {names}"),
                "move what the lower ones need of the upper into a file of its own",
            )
        })
    });
    rings.collect()
}

/// The modules from which each other is come to and back, in groups.
fn rings_of(uses: &Uses) -> Vec<Vec<Vec<String>>> {
    let reached: BTreeMap<_, _> = uses.keys().map(|from| (from, all_from(from, uses))).collect();
    let mut rings: Vec<Vec<Vec<String>>> = Vec::new();
    for module in uses.keys() {
        if rings.iter().flatten().any(|known| known == module) {
            continue;
        }
        let is_beside = |other: &&Vec<String>| {
            reached[module].contains(*other) && reached[*other].contains(module)
        };
        let ring: Vec<Vec<String>> = uses.keys().filter(is_beside).cloned().collect();
        if ring.len() > 1 {
            rings.push(ring);
        }
    }
    rings
}

/// Everything that a module comes to use, itself only if it comes back.
fn all_from(from: &[String], uses: &Uses) -> BTreeSet<Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.to_vec()];
    while let Some(module) = open.pop() {
        for next in uses.get(&module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that each use the next, and the last what it says.
    fn found(last: &str) -> Vec<String> {
        let files = [
            ("crates/a/src/lib.rs", "mod one;\npub use one::Four;"),
            ("crates/a/src/one.rs", "use crate::two::{Two, deep::Deeper};"),
            ("crates/a/src/two.rs", "fn f() -> super::three::Three {}\nmod deep;"),
            ("crates/a/src/two/deep.rs", "struct Deeper;"),
            ("crates/a/src/three.rs", "// crate::one::One\nuse crate::four::Four;"),
            ("crates/a/src/four.rs", last),
        ];
        check(&House::of(&files)).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn files_that_use_each_other_one_way_hold() {
        assert_eq!(found("struct Four;"), [""; 0]);
        assert_eq!(found("#[cfg(test)]\nmod tests {\n    use crate::one::One;\n}"), [""; 0]);
    }

    #[test]
    fn a_small_ring_holds_and_a_larger_one_is_found() {
        assert_eq!(found("use crate::two::Two;"), [""; 0]);
        let ring = "4 files use each other in a ring: four, one, three, two";
        assert_eq!(found("use std::fmt;\nuse crate::{one::One, two};"), [ring]);
    }
}
