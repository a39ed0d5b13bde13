//! Small maps in, pictures and facts out, to the letter.

use crate::support::{Ran, root, run, run_with};

/// The output of a question of a drawn map, which must end with this code and complain of nothing.
fn check(arguments: &str, map: &str, code: i32, picture: &str) {
    let line: Vec<&str> = arguments.split(' ').collect();
    let ran = run_with(&line, map.as_bytes());
    let expected = Ran { code: Some(code), out: format!("{picture}\n"), err: String::new() };
    assert_eq!(ran.out, expected.out, "{arguments}\n{}", ran.err);
    assert_eq!(ran, expected, "{arguments}");
}

#[test]
fn the_way_is_drawn_and_told() {
    let ran = run(
        "xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free",
    );
    let picture = "\
.........
....#....
..S.#....
...*#*G..
....*....
.........
.........
";
    let facts = "0,0 to 4,1: cost 5.2 steps, 4 moves. 2 expansions by jps: all ground costs the same, so jumps \
                 only need to stop at corners.";
    let expected = Ran { code: Some(0), out: format!("{picture}\n{facts}\n"), err: String::new() };
    assert_eq!(ran, expected);
}

#[test]
fn the_readmes_show_what_the_program_prints() {
    for name in ["README.md", "README.zh-CN.md"] {
        let page = std::fs::read_to_string(root().join(name)).unwrap();
        let (_, block) = page.split_once("```text\n$ ").expect("a picture with its command");
        let (block, _) = block.split_once("```").expect("the end of the picture");
        let (command, shown) = block.split_once("\n\n").expect("a command and what it prints");
        assert_eq!(run(command).out, shown, "{name}: paste the picture anew");
    }
}

const SQUARES: &str = "hierarchies need one grid of squares, and jumps layers of about one width, or hexes that \
                       all cost the same, so A* goes place by place";
const UNIFORM: &str = "all ground costs the same, so jumps only need to stop at corners";

#[test]
fn every_kind_of_map_is_drawn() {
    let facts = format!("0,0 to 2,0: cost 4 steps, 4 moves. 4 expansions by jps: {UNIFORM}.");
    check(
        "find - --from 0,0 --to 2,0 --mover four --costs 10/14",
        ".#.\n.>.",
        0,
        &format!("S#G\n***\n\n{facts}"),
    );
    let facts = format!("0,0 to 2,0: cost 2 steps, 2 moves. 1 expansion by jps: {UNIFORM}.");
    check(
        "find - --from 0,0 --to 2,0 --costs 10/14",
        "@hex odd-r\n. . .\n . . #",
        0,
        &format!("S * G\n . . #\n\n{facts}"),
    );
    let facts = format!("0,0@0 to 0,0@1: cost 2 steps, 2 moves. 2 expansions by jps: {UNIFORM}.");
    check(
        "find - --from 0,0 --to 0,0@1 --costs 10/14",
        "@link 0:1,0 -> 1:0,0\n@layer\n..\n@layer\n.#",
        0,
        &format!("layer 0\nS*\n\nlayer 1\nG#\n\n{facts}"),
    );
    let facts = format!("a to b c: cost 1.5 steps, 1 move. 1 expansion by astar: {SQUARES}.");
    let town = "@waypoint a at 0,0\n@waypoint \"b c\" at 1.5,0\n@link a -> \"b c\"\n";
    let ran = run_with(
        &["find", "-", "--from", "a", "--to", "b c", "--costs", "100/141"],
        town.as_bytes(),
    );
    assert_eq!(ran.out, format!("S a    0,0\nG b c  1.5,0\n\n{facts}\n"));
}

#[test]
fn every_form_of_goal_can_be_asked_for() {
    let found = |goal: &str| {
        let ran =
            run(&format!("xunlu find examples/maps/tutorial.txt --from 0,0 {goal} --costs 10/14"));
        assert_eq!(ran.code, Some(0), "{goal}: {}", ran.err);
        ran.out.lines().last().unwrap().split(',').take(3).collect::<Vec<_>>().join(",")
    };
    assert_eq!(found("--to 4,1 --to -2,0"), "0,0 to -2,0: cost 2 steps");
    assert_eq!(found("--to 4,1..6,4"), "0,0 to 4,2: cost 5.4 steps");
    assert_eq!(found("--to 4,1 --within 2"), "0,0 to 3,2: cost 4.4 steps");
    assert_eq!(found("--to 3,0 --beside 2x2"), "0,0 to 3,2: cost 4.4 steps");
    assert_eq!(found("--to 0,0 --away 2"), "0,0 to 0,-2: cost 2 steps");
    let sight = found("--to 4,1 --within 6 --in-sight");
    assert_eq!(sight, "0,0 to 1,2: cost 2.4 steps");
}

#[test]
fn limits_end_a_search_and_the_words_say_so() {
    let map = "....\n....";
    check(
        "find - --from 0,0 --to 3,1 --expansions-max 1",
        map,
        1,
        "S...\n...G\n\nGave up after 1 expansion: that is the limit; there may or may not be a path.\n\
         Next: a larger --expansions-max.",
    );
    let gave_up = |option: &str| {
        let ran = run_with(
            &[
                "find",
                "-",
                "--from",
                "0,0",
                "--to",
                "3,1",
                option.split_once(' ').unwrap().0,
                option.split_once(' ').unwrap().1,
            ],
            b"..#.\n..#.\n....",
        );
        assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
        ran.out.lines().last().unwrap().to_owned()
    };
    assert_eq!(gave_up("--cost-max 1.5"), "Next: a larger --cost-max.");
    assert_eq!(gave_up("--region 0,0..3,1"), "Next: a larger --region.");
}

#[test]
fn blocked_ends_are_told_with_what_to_try_next() {
    let ran = run_with(&["find", "-", "--from", "1,0", "--to", "2,0"], b".#.\n...");
    assert_eq!(ran.code, Some(1));
    let why =
        "The start 1,0 is blocked: a wall (terrain 254) at 1,0. The nearest free place is 0,0.";
    assert_eq!(ran.out, format!(".SG\n...\n\n{why}\nNext: --from 0,0.\n"));
    let ran = run_with(&["find", "-", "--from", "0,0", "--to", "3,0", "--nearest"], b"..#.");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("S*#G\n\nThere is no path from 0,0 to 3,0.\n"), "{}", ran.out);
    let nearest = "\nThe nearest place that can be reached is 1,0, at a cost of 1 step.\n";
    assert!(ran.out.ends_with(nearest), "{}", ran.out);
}

#[test]
fn what_is_within_reach_is_drawn() {
    check(
        "reach - --from 1,1 --budget 2 --mover four --costs 10/14",
        "....\n...#\n.5..",
        0,
        "+++.\n+S+#\n+5+.\n\n8 places within 2 steps of 1,1, the farthest at 2 steps; 4 of them at the border.",
    );
    check(
        "reach - --from 1,0 --budget 2",
        ".#",
        1,
        "+S\n\nThe mover cannot stand at 1,0.\nNext: --from 0,0, the nearest free place."
            .replace('+', ".")
            .as_str(),
    );
}

#[test]
fn costs_are_told_in_steps_unless_units_are_asked_for() {
    let map = b".....\n.....";
    let told = |line: &str| {
        let ran = run_with(&line.split(' ').collect::<Vec<_>>(), map);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
        ran.out
    };
    let reach = told("reach - --from 0,0 --budget 2");
    assert!(reach.contains("5 places within 2 steps of 0,0, the farthest at 2 steps"), "{reach}");
    // A straight step and a diagonal one.
    let reach = told("reach - --from 0,0 --budget-units 5741");
    assert!(reach.contains("6 places within 2.4 steps of 0,0, the farthest at 2.4"), "{reach}");
    assert_eq!(reach, told("reach - --from 0,0 --budget 2.41422"));
    let reach = told("reach - --from 0,0 --budget-units 5741 --units");
    assert!(reach.contains("6 places within 5741 of 0,0, the farthest at 5741"), "{reach}");
    let find = "find - --from 0,0 --to 2,1";
    assert!(told(find).contains("0,0 to 2,1: cost 2.4 steps, 2 moves."));
    assert!(told(&format!("{find} --units")).contains("0,0 to 2,1: cost 5741, 2 moves."));
    assert!(told(&format!("{find} --cost-max-units 5741")).contains("2 moves"));
    let explain = "explain - --from 0,0 --to 2,1";
    let why = "There is a path from 0,0 to 2,1. It costs 2.4 steps, as little as the straight line \
               could: 2 moves.\nSearched by ";
    assert!(told(explain).starts_with(why), "{}", told(explain));
    assert!(told(&format!("{explain} --units")).contains("It costs 5741,"));
}

#[test]
fn what_a_search_saw_is_drawn_in_text() {
    let draw = "draw - --from 1,1 --to 3,1 --mover four --costs 10/14 --algorithm astar --trace";
    let ran = run_with(&draw.split(' ').collect::<Vec<_>>(), b".....\n..#..\n.....\n#####\n.....");
    let (picture, _) = ran.out.split_once("\n\n").unwrap();
    assert_eq!(picture, "?***?\n?S#G.\n.?...\n#####\n.....");
    let walled = ["draw", "-", "--from", "0,0", "--to", "2,0", "--algorithm", "bfs", "--trace"];
    let ran = run_with(&walled, b"...\n..#");
    assert!(ran.out.contains(':'), "{}", ran.out);
}

#[test]
fn colour_is_for_who_asks_for_it() {
    let ran =
        run_with(&["find", "-", "--from", "0,0", "--to", "2,0", "--color", "always"], b"..5\n#..");
    let way = "\x1b[1;36mS\x1b[0m\x1b[1;32m*\x1b[0m\x1b[1;36mG\x1b[0m\n\x1b[2m#\x1b[0m..\n";
    assert!(ran.out.starts_with(way), "{:?}", ran.out);
    let plain = run_with(&["find", "-", "--from", "0,0", "--to", "2,0"], b"..5\n#..");
    assert!(!plain.out.contains('\x1b'), "{:?}", plain.out);
}

#[test]
fn without_a_command_there_is_a_welcome_and_a_version_if_asked() {
    let ran = run("xunlu");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let tries = ran.out.lines().filter_map(|line| line.strip_prefix("  ")).collect::<Vec<_>>();
    assert_eq!(tries.len(), 3);
    for line in tries {
        let tried = run(line);
        assert!(tried.err.is_empty() && tried.code < Some(2), "{line}: {tried:?}");
    }
    let ran = run("xunlu --version");
    assert_eq!(ran.out, format!("xunlu {}\n", env!("CARGO_PKG_VERSION")));
}
