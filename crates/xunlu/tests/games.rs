//! The games of `examples/games`, each played by its script: what it prints is compared with what was
//! recorded beside it.
//!
//! `XUNLU_RECORD=1 cargo test -p xunlu --test games` records it anew; look at it before it is committed.

#![cfg(test)]

#[path = "../../../examples/games/skirmish/game.rs"]
mod skirmish;
#[path = "../../../examples/games/stealth/game.rs"]
mod stealth;
#[path = "../../../examples/games/table.rs"]
mod table;
#[path = "../../../examples/games/tower_defence/game.rs"]
mod tower_defence;

use std::path::Path;
use table::{Game, play};

/// What is printed when a game is played by a script.
fn printed<G: Game>(mut game: G, script: &str) -> String {
    let mut out = Vec::new();
    play(&mut game, script.lines().map(|line| Ok(line.to_owned())), true, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Plays the demo of a game and holds it against the record.
fn demo<G: Game>(name: &str, game: G) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games").join(name);
    let script = std::fs::read_to_string(folder.join("demo.script")).unwrap();
    let (printed, record) = (printed(game, &script), folder.join("demo.txt"));
    if std::env::var_os("XUNLU_RECORD").is_some() {
        std::fs::write(&record, &printed).unwrap();
    }
    let expected = std::fs::read_to_string(&record).unwrap();
    let expected = expected.replace("\r\n", "\n");
    let lines = expected.lines().zip(printed.lines()).zip(1..);
    for ((expected, printed), line) in lines {
        assert_eq!(printed, expected, "{name}, line {line} of {}", record.display());
    }
    assert_eq!(printed, expected);
    printed
}

#[test]
fn the_skirmish_is_won_by_its_script() {
    let printed = demo("skirmish", skirmish::Skirmish::new().unwrap());
    assert!(printed.contains("The field is yours"), "{printed}");
}

#[test]
fn the_towers_hold_by_their_script() {
    let printed = demo("tower_defence", tower_defence::TowerDefence::new().unwrap());
    assert!(printed.contains("that cuts the map"), "{printed}");
    assert!(printed.contains("The heart beats on"), "{printed}");
}

#[test]
fn the_thief_gets_out_by_the_script() {
    let printed = demo("stealth", stealth::Stealth::new().unwrap());
    assert!(printed.contains("behind a locked door"), "{printed}");
    assert!(printed.contains("Out with the jewel"), "{printed}");
}

/// Whatever is typed, a sentence comes back and the game goes on.
fn is_friendly<G: Game>(mut game: G, commands: &[&str]) {
    let before = game.picture();
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().collect();
        let why = game.obey(&words).expect_err(command).to_string();
        assert!(why.len() > 10, "{command}: {why}");
        assert_eq!(game.picture(), before, "{command}");
    }
    assert!(game.ending().is_none());
    assert!(printed(game, "help\nquit\nend").ends_with(&format!("{}\n\n> quit\n", G::HELP)));
}

#[test]
fn what_is_no_command_is_told_so() {
    is_friendly(
        skirmish::Skirmish::new().unwrap(),
        &["fly", "move", "move K", "move K 99,99", "move K here", "move K 4,5", "move O 1,1"],
    );
    is_friendly(
        tower_defence::TowerDefence::new().unwrap(),
        &["wall 0,0", "wall 99,0", "wall -1,2147483647", "run -3", "sell 3,3", "tower 29,4"],
    );
    is_friendly(
        stealth::Stealth::new().unwrap(),
        &["sneak 99,99", "sneak 0,0", "plan 31,9", "step 5,5", "wait 0", "sneak", "jump 1,1"],
    );
}
