//! One query under callgrind: how many instructions `gated_query` took.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::program;
use crate::setup::VALGRIND_REMEDY;

/// What callgrind counts: from entering a function of this name until leaving it.
///
/// The pattern ends with the name: a closure inside (`gate::gated_query::{{closure}}`) must not
/// match, it would switch the counting off again.
const COUNTED: &str = "*::gated_query";

/// Runs `gate NAME` under callgrind and reads the count from the file it leaves in `folder`.
pub(super) fn count(gate: &Path, name: &str, folder: &Path) -> Result<u64, Failure> {
    let path = folder.join(format!("{name}.out"));
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--quiet", "--collect-atstart=no"]);
    command.arg(format!("--toggle-collect={COUNTED}"));
    command.arg(format!("--callgrind-out-file={}", path.display()));
    command.arg(gate).arg(name);
    program::output(&mut command, VALGRIND_REMEDY)?;
    let text = std::fs::read_to_string(&path).map_err(|error| {
        let what = format!("callgrind left no {}: {error}", path.display());
        Failure::new(what, "run valgrind by hand and look")
    })?;
    match instructions(&text) {
        Some(0) => Err(Failure::new(
            format!("nothing was counted for `{name}`"),
            "mark `gated_query` in crates/xunlu/examples/gate.rs `#[inline(never)]` and keep it \
             free of type parameters",
        )),
        Some(count) => Ok(count),
        None => Err(Failure::new(
            format!("{} has no total of instructions", path.display()),
            "see whether this valgrind still writes `events: Ir` and `totals:`",
        )),
    }
}

/// The count in callgrind's out file, whose head says `events: Ir` and whose foot `totals: N`.
fn instructions(text: &str) -> Option<u64> {
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    // Further events would stand behind `Ir`, and their totals behind its total.
    if value("events:")?.split_whitespace().next()? != "Ir" {
        return None;
    }
    // A run that counted nothing at all writes an empty total.
    match value("totals:").or_else(|| value("summary:"))?.split_whitespace().next() {
        Some(number) => number.parse().ok(),
        None => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_total_of_instructions() {
        let text = "# callgrind format\nversion: 1\ncmd: gate astar\n\nevents: Ir\n\nfn=(1) main\n\
                    7 1200\n\ntotals: 48151623\n";
        assert_eq!(instructions(text), Some(48_151_623));
        assert_eq!(instructions("events: Ir Dr\nsummary: 42 7\n"), Some(42));
    }

    #[test]
    fn a_file_without_a_total_or_with_other_events_gives_none() {
        assert_eq!(instructions("events: Ir\nfn=(1) main\n"), None);
        assert_eq!(instructions("events: Dr\ntotals: 42\n"), None);
        assert_eq!(instructions("events: Ir\ntotals: many\n"), None);
    }

    #[test]
    fn an_empty_total_is_nothing_counted() {
        assert_eq!(instructions("events: Ir\ntotals:\n"), Some(0));
    }
}
