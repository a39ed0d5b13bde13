//! An example is short enough to paste: at most forty lines. A game is longer, and has an end, too.

use super::Finding;
use crate::house::House;

const LINES_MAX: usize = 40;
/// Of each file of a game.
const GAME_LINES_MAX: usize = 320;
/// Where games are.
const GAMES: [&str; 2] = ["examples/games/", "examples/mmo/"];

pub(super) fn check(house: &House) -> Vec<Finding> {
    let examples = house.ending(".rs").filter(|file| file.path.starts_with("examples/"));
    examples
        .filter_map(|file| {
            let lines = file.text.lines().count();
            let is_game = GAMES.iter().any(|folder| file.path.starts_with(folder));
            let (what, most, remedy) = if is_game {
                ("a game", GAME_LINES_MAX, "leave out what shows nothing of the engine")
            } else {
                ("an example", LINES_MAX, "show one thing; a second one is a second example")
            };
            let problem = format!("{lines} lines, and {what} has at most {most}");
            (lines > most).then(|| Finding::new(&file.path, problem, remedy))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, lines: usize) -> usize {
        check(&House::of(&[(path, &"x\n".repeat(lines))])).len()
    }

    #[test]
    fn forty_lines_hold_and_other_files_are_no_examples() {
        assert_eq!(found("examples/first_path.rs", 40), 0);
        assert_eq!(found("examples/maps/tutorial.txt", 41), 0);
        assert_eq!(found("crates/xunlu/src/world.rs", 41), 0);
        assert_eq!(found("examples/games/skirmish/game.rs", 320), 0);
    }

    #[test]
    fn one_line_more_is_found() {
        assert_eq!(found("examples/first_path.rs", 41), 1);
        assert_eq!(found("examples/games/skirmish/game.rs", 321), 1);
        assert_eq!(found("examples/mmo/game.rs", 320) + found("examples/mmo/game.rs", 321), 1);
    }
}
