//! Whatever is wrong with what comes in: a message that says what, where and what was expected, and
//! the code 2. Never a panic.

use crate::support::{root, run, run_with};
use std::process::{Command, Stdio};

/// A question that must be refused, with words that the message must have.
fn refused(arguments: &[&str], map: &[u8], says: &[&str]) {
    let ran = run_with(arguments, map);
    assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
    assert_eq!(ran.out, "", "{arguments:?}");
    assert!(ran.err.starts_with("error: "), "{arguments:?}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    for word in says {
        assert!(ran.err.contains(word), "{arguments:?}: {word:?} is not in {}", ran.err);
    }
}

#[test]
fn maps_that_are_none_are_refused_with_their_place() {
    let cases: &[(&[u8], &[&str])] = &[
        (b"", &["standard input, line 1, column 1: no map", "expected"]),
        (b"\n\n\n", &["no map", "expected"]),
        (b"...\n..", &["line 2, column 3: ragged", "  2 | ..\n    |   ^"]),
        (b"...\n.?.", &["line 2, column 2: '?'", "  2 | .?.\n    |  ^"]),
        (b"...\n.\xff.", &["line 2, column 2: the byte 0xff is no text; expected UTF-8"]),
        (b"...\n.\0.", &["line 2, column 2: '\\0'"]),
        (b"@origin 99999999999,0\n..", &["line 1, column 9", "expected"]),
        (b"@origin 2147483647,0\n..", &["expected"]),
        (b"@wrap z\n..", &["line 1, column 7", "expected x, y or xy"]),
        (b"@nonsense\n..", &["line 1, column 1", "a directive of this map"]),
        (b"@hex sideways\n. .", &["line 1, column 6", "odd-r"]),
        (b"@layer\n..\n@layer\n", &["line 3", "no map"]),
        (b"@link 0:0,0 -> 7:0,0\n@layer\n..", &["no layer 7", "expected 0 to 0"]),
        (b"@waypoint a at NaN,0", &["line 1, column 16", "finite"]),
        (b"@waypoint a at 0,0\n@waypoint a at 1,1", &["the name \"a\" is taken"]),
    ];
    for (map, says) in cases {
        refused(&["find", "-", "--from", "0,0", "--to", "1,0"], map, says);
    }
    refused(
        &["find", "no/such/map.txt", "--from", "0,0", "--to", "1,0"],
        b"",
        &["no/such/map.txt cannot be read", "expected a map, or - for the standard input"],
    );
    refused(&["find", "crates", "--from", "0,0", "--to", "1,0"], b"", &["crates cannot be read"]);
}

#[test]
fn places_and_goals_that_cannot_be_are_refused() {
    let ask = |from: &str, goal: &[&str], says: &[&str]| {
        let arguments = [&["find", "-", "--from", from][..], goal].concat();
        refused(&arguments, b"...\n...", says);
    };
    ask("9,9", &["--to", "1,0"], &["the start 9,9 lies outside", "a cell from 0,0 to 2,1"]);
    ask("0,0", &["--to", "9,9"], &["the goal 9,9 lies outside"]);
    ask("0", &["--to", "1,0"], &["\"0\" is no place of this map", "expected a cell as x,y"]);
    ask("NaN,0", &["--to", "1,0"], &["no place of this map"]);
    ask("99999999999999999999,0", &["--to", "1,0"], &["whole numbers"]);
    ask("2147483647,-2147483648", &["--to", "1,0"], &["lies outside"]);
    ask("", &["--to", "1,0"], &["\"\" is no place"]);
    ask("0,0", &["--to", "1,0..x"], &["is no rectangle", "expected two corners"]);
    ask("0,0", &["--to", "50,50..60,60"], &["outside the map", "expected"]);
    ask("0,0", &["--to", "1,0", "--to", "2,0", "--within", "1"], &["a single --to"]);
    ask("0,0", &["--to", "1,0", "--beside", "0x4"], &["expected 1x1"]);
    ask("0,0", &["--to", "1,0", "--within", "-1"], &["--within"]);
    ask("0,0", &["--to", "1,0", "--in-sight"], &["--within"]);
    ask("0,0", &["--to", "1,0", "--within", "1", "--away", "1"], &["cannot be used with"]);
    ask("0,0", &[], &["--to"]);
    let town = b"@waypoint gate at 0,0\n@waypoint mill at 1,1";
    let misspelt = ["find", "-", "--from", "gat", "--to", "mill"];
    refused(&misspelt, town, &["no waypoint \"gat\"", "did you mean \"gate\"?"]);
    let layers = b"@layer\n..\n@layer\n..";
    refused(&["find", "-", "--from", "0,0@2", "--to", "0,0"], layers, &["a layer from 0 to 1"]);
}

#[test]
fn movers_and_searches_that_cannot_be_are_refused() {
    let ask = |option: &[&str], says: &[&str]| {
        let arguments = [&["find", "-", "--from", "0,0", "--to", "1,0"][..], option].concat();
        refused(&arguments, b"...\n...", says);
    };
    ask(&["--mover", "knigth"], &["knight"]);
    ask(&["--mover", "hex"], &["expected four, eight or own steps"]);
    ask(&["--mover", "four", "--corners", "always"], &["a corner rule is for"]);
    ask(&["--corners", "one-fre"], &["one-free"]);
    ask(&["--costs", "0/14"], &["a straight step costs nothing"]);
    ask(&["--costs", "4294967295/1"], &["costs too much"]);
    ask(&["--costs", "10"], &["expected two whole numbers"]);
    ask(&["--size", "0"], &["a footprint of 0x0 fits nobody"]);
    ask(&["--size", "65"], &["expected 1x1 to 64x64"]);
    ask(&["--size", "99999999999"], &["expected a whole number"]);
    ask(&["--tags", "16"], &["there is no tag 16; expected 0 to 15"]);
    ask(&["--tags", "red"], &["--tags"]);
    ask(&["--terrain", "5=0"], &["terrain 5 costs nothing"]);
    ask(&["--terrain", "5=4294967295"], &["costs too much"]);
    ask(&["--terrain", "255=100"], &["terrain 255 is no ground"]);
    ask(&["--terrain", "mud=100"], &["expected a terrain and its price"]);
    ask(&["--turn-cost", "4294967295"], &["a turn costs too much"]);
    ask(&["--algorithm", "a-star"], &["did you mean \"astar\"?"]);
    ask(&["--algorithm", "weighted-astar:99"], &["100 or more"]);
    ask(&["--estimate", "taxicab"], &["manhattan"]);
    ask(&["--ties", "random"], &["near-goal", "near-start"]);
    ask(&["--expansions-max", "-1"], &["--expansions-max"]);
    ask(&["--expansions-max", "18446744073709551616"], &["too large"]);
    ask(&["--region", "0,0"], &["expected two corners"]);
    ask(&["--frm", "0,0"], &["--from"]);
    ask(&["--json", "--draw"], &["cannot be used with"]);
}

#[test]
fn a_misspelt_command_is_refused_with_the_right_one() {
    let ran = run("xunlu fnid examples/maps/tutorial.txt");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("'find'"), "{}", ran.err);
}

#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xunlu"))
        .args(["trace", "examples/maps/dungeon.txt", "--from", "3,3", "--to", "55,17"])
        .args(["--algorithm", "dijkstra"])
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = child.wait_with_output().unwrap();
    assert_eq!((ran.status.code(), ran.stderr.as_slice()), (Some(0), &[][..]));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let wrong = std::ffi::OsStr::from_bytes(b"\xff,0");
    let mut program = Command::new(env!("CARGO_BIN_EXE_xunlu"));
    program.args(["find", "examples/maps/tutorial.txt", "--to", "0,0", "--from"]).arg(wrong);
    let ran = program.current_dir(root()).output().unwrap();
    assert_eq!((ran.status.code(), ran.stdout.as_slice()), (Some(2), &[][..]));
    assert!(ran.stderr.starts_with(b"error: "));
}
