//! Commands about whole files: info, convert, draw, gen and schema.

use crate::support::{root, run, run_with};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for tests");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A run that must end well and complain of nothing: what it wrote it may tell.
fn good(arguments: &[&str], input: &[u8]) -> String {
    let ran = run_with(arguments, input);
    assert_eq!(ran.code, Some(0), "{arguments:?}");
    assert!(ran.err.lines().all(|line| line.starts_with("wrote ")), "{arguments:?}: {}", ran.err);
    ran.out
}

#[test]
fn what_was_written_is_told_beside_the_output() {
    let folder = Folder::new("wrote");
    let (json, png, text) = (folder.path("a.json"), folder.path("a.png"), folder.path("a.txt"));
    let told = |arguments: &[&str]| run_with(arguments, b".....\n..#..").err;
    assert_eq!(told(&["convert", "-", &json]), format!("wrote {json} (grid 5x2)\n"));
    assert_eq!(told(&["draw", "-", "-o", &png]), format!("wrote {png} (grid 5x2)\n"));
    let hexes = told(&["gen", "caves", "--size", "6x4", "--hex", "odd-r", "-o", &text]);
    assert_eq!(hexes, format!("wrote {text} (hex 6x4)\n"));
    assert_eq!(told(&["convert", "-", "-", "--to", "json"]), "");
}

#[test]
fn a_tiled_map_is_solved_by_the_names_in_it() {
    let ran = run("xunlu find examples/maps/tutorial.tmx --from start --to goal");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains('S'), "{}", ran.out);
    assert!(ran.out.contains('G'), "{}", ran.out);
    let ran = run("xunlu find examples/maps/tutorial.tmx --from start --to gaol");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("or one of the map's places: \"start\", \"goal\""), "{}", ran.err);
}

#[test]
fn a_map_goes_through_every_format_that_holds_it() {
    let folder = Folder::new("every_format");
    let text = "..#.\n.T..\n....".replace('T', " ");
    for format in ["json", "binary", "text", "movingai", "png", "tmj"] {
        let file = folder.path(format);
        good(&["convert", "-", &file, "--to", format], text.as_bytes());
        let back = good(&["convert", &file, "-", "--to", "text", "--format", format], b"");
        assert_eq!(back.trim_end_matches('\n'), text, "{format}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let ran = run_with(&["convert", "-", "-", "--to", "movingai"], b"@hex odd-r\n. .");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("expected"), "{}", ran.err);
    let ran = run_with(&["convert", "-", "-", "--to", "movingai"], b".5.");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (Some(0), "type octile\nheight 1\nwidth 3\nmap\n...\n")
    );
    assert!(ran.err.starts_with("warning: standard input: "), "{}", ran.err);
}

#[test]
fn patterns_name_files_and_folders_take_them() {
    let folder = Folder::new("patterns");
    for (name, map) in [("b.txt", "..."), ("a.txt", ".#.")] {
        std::fs::write(folder.0.join(name), map).unwrap();
    }
    let pattern = folder.path("*.txt");
    let told = good(&["info", &pattern, "--json"], b"");
    let open: Vec<u64> = told
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["open"].as_u64().unwrap())
        .collect();
    assert_eq!(open, [2, 3]);
    good(&["convert", &pattern, &folder.path(""), "--to", "movingai"], b"");
    assert!(folder.0.join("a.map").is_file() && folder.0.join("b.map").is_file());
    let ran = run_with(&["info", &folder.path("*.none")], b"");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("no file is named like"), "{}", ran.err);
    let ran = run_with(&["convert", &pattern, &folder.path("one.map")], b"");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("2 maps do not fit into"), "{}", ran.err);
}

#[test]
fn info_tells_what_a_map_is() {
    let told = good(&["info", "-"], b"..#..\n..#.5\n");
    for line in [
        "map                 standard input",
        "format              text",
        "size                5x2",
        "open                8",
        "components          2",
        "largest component   4",
    ] {
        assert!(told.lines().any(|told| told == line), "{line:?} is not in\n{told}");
    }
    assert!(told.contains("7 x terrain 0   open"), "{told}");
    assert!(told.contains("2 x terrain 254 wall"), "{told}");
    let told = good(&["info", "-", "--mover", "four", "--json"], b"...");
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["corridor_cells"], &told["dead_ends"]), (&1.into(), &2.into()));
    assert_eq!(told["algorithm"], "jps");
}

#[test]
fn pictures_are_written_whole_and_the_same_each_time() {
    let folder = Folder::new("pictures");
    for ending in ["png", "svg", "tmj", "txt"] {
        let files = [folder.path(&format!("a.{ending}")), folder.path(&format!("b.{ending}"))];
        for file in &files {
            let ran = run(&format!(
                "xunlu draw examples/maps/dungeon.txt --from 3,3 --to 20,9 --trace -o {file}"
            ));
            assert_eq!(ran.code, Some(0), "{}", ran.err);
        }
        let bytes = files.map(|file| std::fs::read(file).unwrap());
        assert!(!bytes[0].is_empty());
        assert_eq!(bytes[0], bytes[1], "{ending}");
    }
    let parts = std::fs::read_dir(&folder.0).unwrap().filter_map(Result::ok);
    assert!(parts.into_iter().all(|entry| !entry.path().to_string_lossy().ends_with(".part")));
    let ran = run("xunlu draw examples/maps/dungeon.txt -o nowhere/at/all.png");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("cannot be written"), "{}", ran.err);
    let ran = run("xunlu draw examples/maps/dungeon.txt -o picture");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("no picture by its name; expected an ending"), "{}", ran.err);
}

#[test]
fn a_map_is_drawn_with_the_tiles_of_its_game() {
    let folder = Folder::new("tiles");
    let (plain, tiled) = (folder.path("plain.png"), folder.path("tiled.png"));
    let draw = "xunlu draw examples/maps/tutorial.tmx --from start --to goal";
    assert_eq!(run(&format!("{draw} -o {plain}")).code, Some(0));
    let ran = run(&format!("{draw} --tiles -o {tiled}"));
    assert_eq!((ran.code, ran.err), (Some(0), format!("wrote {tiled} (grid 12x10)\n")));
    assert_ne!(std::fs::read(plain).unwrap(), std::fs::read(tiled).unwrap());

    let refused = |command: &str| {
        let ran = run(command);
        assert_eq!(ran.code, Some(2), "{command}");
        ran.err
    };
    let err = refused("xunlu draw examples/maps/dungeon.txt --tiles -o a.png");
    assert!(err.contains("is of the format text, which has no tiles; expected a map of"), "{err}");
    let err = refused("xunlu draw examples/maps/tutorial.tmx --tiles");
    assert!(err.contains("--tiles draws pixels; expected -o and a .png or .svg file"), "{err}");
}

#[test]
fn the_pictures_in_the_readme_are_what_their_commands_draw() {
    let folder = Folder::new("readme");
    let page = std::fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> = page.lines().filter(|line| line.contains("-- draw ")).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    for command in commands {
        let (_, command) = command.split_once("-- ").unwrap();
        let (command, name) = command.split_once(" -o ").expect("a file to write");
        let drawn = folder.path(name);
        let ran = run(&format!("xunlu {command} -o {drawn}"));
        assert_eq!((ran.code, ran.err.lines().count()), (Some(0), 1), "{}", ran.err);
        let kept = std::fs::read(root().join("examples/pictures").join(name)).unwrap();
        assert!(std::fs::read(&drawn).unwrap() == kept, "draw the picture anew: {command}");
    }
}

#[test]
fn a_terminal_with_colour_is_drawn_on_with_half_blocks() {
    let drawn = run("xunlu draw examples/maps/tutorial.txt --color always").out;
    assert!(drawn.contains('▀') && drawn.contains("\x1b[38;"), "{drawn}");
    let plain = run("xunlu draw examples/maps/tutorial.txt --color never").out;
    let text = std::fs::read_to_string(root().join("examples/maps/tutorial.txt")).unwrap();
    assert!(text.trim_end().ends_with(plain.trim_end()), "{plain}");
}

#[test]
fn the_same_seed_makes_the_same_map() {
    let make = |line: &str| {
        let ran = run(line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
        ran.out
    };
    for kind in ["field", "noise", "rooms", "maze", "caves", "city", "islands", "arena"] {
        let line = format!("xunlu gen {kind} --size 40x20 --seed 5");
        assert_eq!(make(&line), make(&line));
        assert_eq!(make(&line).lines().count(), 20, "{kind}");
    }
    assert_eq!(make("xunlu gen arena --seed 5").lines().count(), 9);
    assert!(make("xunlu gen caves --size 12x8 --hex odd-q").starts_with("@hex odd-q\n"));
    let ran = run("xunlu gen maze --side 4");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("maze has no knob \"side\"; expected corridor"), "{}", ran.err);
}

#[test]
fn scenarios_hold_true_lengths() {
    let folder = Folder::new("scenario");
    let map = folder.path("rooms.map");
    good(&["gen", "rooms", "--size", "40x40", "--side", "6", "-o", &map], b"");
    let scenario = good(&["gen", "scenario", &map, "--per-bucket", "3", "--seed", "2"], b"");
    let mut lines = scenario.lines();
    assert_eq!(lines.next(), Some("version 1"));
    let mut asked = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let length: f64 = fields[8].parse().unwrap();
        let bucket: u32 = fields[0].parse().unwrap();
        assert!((f64::from(bucket) * 4.0..f64::from(bucket + 1) * 4.0).contains(&length), "{line}");
        let place = |x: usize| format!("{},{}", fields[x], fields[x + 1]);
        let found =
            run_with(&["find", &map, "--from", &place(4), "--to", &place(6), "--json"], b"");
        let found: Value = serde_json::from_str(&found.out).unwrap();
        let cost = found["path"]["cost"].as_f64().unwrap();
        assert!((cost / 2378.0 - length).abs() < 1e-3, "{line}: {cost}");
        asked += 1;
    }
    assert!(asked >= 30, "{scenario}");
}

#[test]
fn a_scenario_knows_no_links() {
    let map = "@link 0,0 <-> 9,0 weight 50\n..........";
    let ran = run_with(&["gen", "scenario", "-", "--per-bucket", "4"], map.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("the map's links are left out"), "{}", ran.err);
    for line in ran.out.lines().skip(1) {
        let fields: Vec<f64> =
            line.split('\t').map(|field| field.parse().unwrap_or_default()).collect();
        assert!(((fields[4] - fields[6]).abs() - fields[8]).abs() < 1e-9, "{line}");
    }
    assert!(ran.err.contains("no MovingAI .map"), "{}", ran.err);
    let ran = run("xunlu gen scenario examples/maps/tutorial.txt --per-bucket 1");
    assert!(ran.err.contains("the map begins at -2,-2"), "{}", ran.err);
    let ran = run_with(&["gen", "scenario", "-", "--mover", "knight"], b"....");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("expected --mover four or eight"), "{}", ran.err);
}

#[test]
fn two_maps_are_not_written_over_each_other() {
    let folder = Folder::new("doubles");
    for name in ["a.txt", "a.map"] {
        std::fs::write(folder.0.join(name), "...").unwrap();
    }
    let files = [folder.path("a.txt"), folder.path("a.map")];
    let out = folder.path("");
    let ran = run_with(&["convert", &files[0], &files[1], &out, "--to", "json"], b"");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("would both be written to"), "{}", ran.err);
    assert!(!folder.0.join("a.json").exists());
}

/// A house of two layers, each with a region, as our own document.
const HOUSE: &str = r#"{"xunlu": 1, "kind": "layers",
  "layers": [{"size": {"width": 4, "height": 2}, "terrain": ["....", "...."]},
             {"size": {"width": 4, "height": 2}, "terrain": ["....", "...."]}],
  "links": [{"from": {"x": 3, "y": 0, "layer": 0}, "to": {"x": 3, "y": 0, "layer": 1}}],
  "regions": [{"name": "down", "layer": 0, "parts": [{"x": 0, "y": 1, "width": 2, "height": 1}]},
              {"name": "up", "layer": 1, "parts": [{"x": 0, "y": 1, "width": 2, "height": 1}]}]}"#;

#[test]
fn a_region_is_looked_for_on_its_own_layer() {
    for (from, to, end) in [("0,0@0", "up", "@1"), ("0,0@1", "down", "@0"), ("0,0@1", "up", "@1")] {
        let found = good(&["find", "-", "--from", from, "--to", to, "--json"], HOUSE.as_bytes());
        let found: Value = serde_json::from_str(&found).unwrap();
        let last = found["path"]["places"].as_array().unwrap().last().unwrap();
        assert!(last.as_str().unwrap().ends_with(end), "{from} to {to}: {last}");
    }
    for (from, to, is_inside) in [("0,1@1", "1,1@1", true), ("0,1@0", "1,1@0", false)] {
        let asked = ["find", "-", "--from", from, "--to", to, "--region", "up", "--json"];
        let found: Value = serde_json::from_str(&run_with(&asked, HOUSE.as_bytes()).out).unwrap();
        let expected = if is_inside { "found" } else { "gave-up" };
        assert_eq!(found["outcome"], expected, "{from} to {to}: {found}");
    }
}

#[test]
fn the_schema_is_json() {
    let schema: Value = serde_json::from_str(&run("xunlu schema").out).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

#[test]
fn layers_are_given_their_roles_on_the_command_line() {
    let ran = run("xunlu find examples/maps/tutorial.tmx --from start --to goal --role wal=ignore");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("wall"), "{}", ran.err);
}

#[test]
fn what_tiles_are_for_is_written_and_told() {
    let folder = Folder::new("assign");
    let maps = root().join("examples/maps");
    for name in ["village.tmx", "village.tsx"] {
        std::fs::copy(maps.join(name), folder.path(name)).unwrap();
    }
    let (map, set) = (folder.path("village.tmx"), folder.path("village.tsx"));
    let text = |path: &str| std::fs::read_to_string(path).unwrap();
    let before = (text(&map), text(&set));
    let told = good(&["assign", &map], b"");
    assert!(
        told.contains("tiles of village, in village.tsx: open\n  3: cost 3\n  4: blocked\n"),
        "{told}"
    );
    assert!(told.contains("layer Ground: ground\nlayer Things: "), "{told}");

    let asked = [
        "assign",
        &map,
        "--tile",
        "village:0,6-7=2.5",
        "--tile",
        "3=blocked",
        "--layer",
        "Things=cost",
    ];
    let dry = good(&[&asked[..], &["--dry-run"]].concat(), b"");
    assert_eq!(dry, format!("{set} would change\n{map} would change\n"));
    assert_eq!((text(&map), text(&set)), before);
    let ran = run_with(&asked, b"");
    assert_eq!((ran.code, ran.err), (Some(0), format!("wrote {set}\nwrote {map}\n")));
    let told = good(&["assign", &map], b"");
    for line in [
        "  0: cost 2.5\n",
        "  3: blocked\n",
        "  6: cost 2.5\n",
        "  7: cost 2.5\n",
        "layer Things: cost\n",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
    let ran = run_with(&asked, b"");
    assert_eq!((ran.code, ran.err), (Some(0), format!("{map} says all of this already\n")));

    let elsewhere = folder.path("out");
    std::fs::create_dir(&elsewhere).unwrap();
    let now = text(&set);
    let out = ["assign", &map, "--tile", "3=3", "-o", &elsewhere];
    assert_eq!(run_with(&out, b"").err, format!("wrote {elsewhere}/village.tsx\n"));
    assert_eq!(text(&set), now);
    assert!(
        text(&format!("{elsewhere}/village.tsx"))
            .contains("name=\"cost\" type=\"float\" value=\"3\"")
    );
}

#[test]
fn two_tilesets_of_one_name_are_not_written_over_each_other() {
    let folder = Folder::new("assign-twins");
    let map = folder.path("map.tmx");
    let head =
        "orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"";
    let sets =
        "<tileset firstgid=\"1\" source=\"a/t.tsx\"/><tileset firstgid=\"9\" source=\"b/t.tsx\"/>";
    let layer = "<layer id=\"1\" name=\"L\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,9</data></layer>";
    let text = format!("<map version=\"1.10\" {head}>{sets}{layer}</map>");
    std::fs::write(&map, text).unwrap();
    for set in ["a", "b"] {
        std::fs::create_dir(folder.path(set)).unwrap();
        let sides = "tilewidth=\"8\" tileheight=\"8\" tilecount=\"8\" columns=\"8\"";
        let text = format!("<tileset version=\"1.10\" name=\"{set}\" {sides}></tileset>");
        std::fs::write(folder.path(&format!("{set}/t.tsx")), text).unwrap();
    }
    let asked = ["assign", &map, "--tile", "a:0=blocked", "--tile", "b:0=2"];
    let elsewhere = folder.path("out");
    std::fs::create_dir(&elsewhere).unwrap();
    let ran = run_with(&[&asked[..], &["-o", &elsewhere]].concat(), b"");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    let expected = format!(
        "\"a/t.tsx\" and \"b/t.tsx\" would both be written to {elsewhere}/t.tsx; expected names that differ"
    );
    assert!(ran.err.contains(&expected), "{}", ran.err);
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
    let ran = run_with(&asked, b"");
    let (a, b) = (folder.path("a/t.tsx"), folder.path("b/t.tsx"));
    assert_eq!((ran.code, ran.err), (Some(0), format!("wrote {a}\nwrote {b}\n")));
}

#[test]
fn what_cannot_be_assigned_is_said() {
    let project = "crates/xunlu-format/tests/ldtk/room.ldtk";
    let map = "examples/maps/village.tmx";
    let wrong = |arguments: &str, says: &str| {
        let ran = run(&format!("xunlu assign {arguments}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments}");
        assert!(ran.err.contains(says), "{arguments}: {}", ran.err);
    };
    wrong(
        "examples/maps/tutorial.txt",
        "has neither tiles nor values; expected a map of Tiled or LDtk",
    );
    wrong(
        &format!("{map} --tile forest:1=open"),
        "there is no set of tiles \"forest\"; expected one of \"village\"",
    );
    wrong(&format!("{map} --tile 9999=open"), "there is no tile 9999 in the set \"village\"");
    wrong(&format!("{map} --value 2=open"), "there is no layer of values");
    wrong(
        &format!("{map} --layer Attic=wall"),
        "there is no layer \"Attic\"; expected one of \"Ground\"",
    );
    for odd in ["1", "1=free", "x=open", "9-7=open", "1=0", "0-99999999=open"] {
        wrong(
            &format!("{map} --tile {odd}"),
            "expected tiles and blocked, open or a number of steps",
        );
    }
    wrong(
        &format!("{project} --value Terrain:9=open"),
        "there is no value 9 in the layer \"Terrain\"",
    );
    let ran = run(&format!("xunlu assign {project} --value 2=blocked --dry-run"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let told = run(&format!("xunlu assign {project}")).out;
    assert!(
        told.contains("values of Terrain:\n  1 walls: blocked\n  2 water: open\n  3: open\n"),
        "{told}"
    );
}
