//! Modules lie on floors, and none uses what lies above it.
//!
//! `lib.rs` names the floors, the lowest first: a line `// Floor: what it is`, and its modules below. A crate
//! may do without; `xunlu`, where all the others meet, may not.

use std::collections::BTreeMap;

use super::Finding;
use super::uses::of_crates;
use crate::house::House;

/// The crate that must name its floors.
const NAMED: &str = "crates/xunlu";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (folder, uses) in of_crates(house) {
        let root = format!("{folder}/src/lib.rs");
        let text = house.ending("/src/lib.rs").find(|file| file.path == root);
        let floors = text.map(|file| floors_of(&file.text)).unwrap_or_default();
        if floors.is_empty() {
            if folder == NAMED {
                let remedy = "write `// Floor: what it is` above its modules, the lowest first";
                findings.push(Finding::new(root, "no floor is named", remedy));
            }
            continue;
        }
        for (module, used) in &uses {
            let Some(here) = module.first() else { continue };
            let Some((own, name)) = floors.get(here) else {
                let remedy = "declare it below a line `// Floor: ...`";
                findings.push(Finding::new(&root, format!("{here} lies on no floor"), remedy));
                continue;
            };
            let above = used.iter().filter_map(|other| Some((other, floors.get(other.first()?)?)));
            for (other, (_, theirs)) in above.filter(|(_, (floor, _))| floor > own) {
                findings.push(Finding::new(
                    format!("{folder}/src/{}.rs", module.join("/")),
                    format!(
                        "on the floor \"{name}\" it uses {}, on \"{theirs}\"",
                        other.join("::")
                    ),
                    "move what it needs down, or it up",
                ));
            }
        }
    }
    findings
}

/// The floor of each module that the root declares below one: its number and its name.
fn floors_of(root: &str) -> BTreeMap<String, (usize, String)> {
    let (mut floors, mut floor) = (BTreeMap::new(), None);
    for line in root.lines() {
        if let Some(name) = line.strip_prefix("// Floor: ") {
            floor = Some((floor.map_or(0, |(number, _)| number + 1), name.to_owned()));
        }
        let declared = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ");
        if let Some((module, floor)) =
            declared.and_then(|rest| rest.strip_suffix(';')).zip(floor.clone())
        {
            floors.insert(module.to_owned(), floor);
        }
    }
    floors
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "// Floor: words\nmod word;\n\n// Floor: doors\npub mod door;\nmod gate;\n";

    fn found(root: &str, word: &str) -> Vec<String> {
        let files = [
            ("crates/xunlu/src/lib.rs", root),
            ("crates/xunlu/src/word.rs", word),
            ("crates/xunlu/src/door.rs", "use crate::gate::Gate;\nuse crate::word::Word;"),
            ("crates/xunlu/src/gate.rs", "use crate::door::Door;"),
        ];
        check(&House::of(&files)).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn what_lies_below_or_beside_may_be_used() {
        assert_eq!(found(ROOT, "struct Word;"), [""; 0]);
    }

    #[test]
    fn a_use_of_what_lies_above_is_found() {
        let up = "on the floor \"words\" it uses door, on \"doors\"";
        assert_eq!(found(ROOT, "use crate::door::Door;"), [up]);
    }

    #[test]
    fn a_module_on_no_floor_and_a_house_without_floors_are_found() {
        let root =
            ROOT.replace("mod gate;", "").replace("// Floor: words", "mod gate;\n// Floor: words");
        assert_eq!(found(&root, ""), ["gate lies on no floor"]);
        assert_eq!(found("mod word;", ""), ["no floor is named"]);
    }
}
