//! Meshes that are baked: the examples of the help run, and what they write is asked as the map is.

use crate::support::{run, run_with};

/// A folder of one's own, gone at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let place = std::env::temp_dir().join(format!("xunlu-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("a folder for the test");
        Folder(place)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = Folder::new("bake-help");
    let help = run("xunlu bake --help");
    let (_, examples) = help.out.split_once("\nExamples:\n").expect("examples");
    let examples: Vec<&str> = examples.lines().map(str::trim).collect();
    assert!(examples.len() >= 2, "{examples:?}");
    for line in examples {
        let (line, name) = line.split_once(" -o ").expect("where to");
        let ran = run(&format!("{line} -o {}", folder.file(name)));
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{line}: {ran:?}");
        let last = ran.err.lines().last().unwrap_or_default();
        let what = if name.ends_with("roadmap") { "(roadmap of" } else { " polygons" };
        assert!(last.starts_with("wrote ") && last.contains(what), "{ran:?}");
        if line.contains("--index") {
            // Asked below.
            continue;
        }
        let told = run(&format!("xunlu info {}", folder.file(name)));
        assert!(told.out.contains("polygons") && told.out.contains("islands"), "{told:?}");
    }
}

#[test]
fn a_map_of_shapes_is_walked_between_named_points() {
    let map = "crates/xunlu-format/tests/tiled/shapes.tmx";
    let found = run(&format!("xunlu find {map} --from gate --to chest"));
    // Round the lower end of the wall from 8,0 to 10,8.
    let length = 58.0_f64.sqrt() + 2.0 + 36.5_f64.sqrt();
    assert!(found.code == Some(0) && found.out.contains(&format!("{length:.3} long")), "{found:?}");
    assert!(found.out.contains("8,8 10,8"), "{found:?}");
    let hit = run(&format!("xunlu raycast {map} --from gate --to chest"));
    assert!(hit.out.contains("the wall from"), "{hit:?}");
    let told = run(&format!("xunlu info {map}"));
    assert!(told.out.contains("scene") && told.out.contains("gate"), "{told:?}");
    let drawn = run(&format!("xunlu draw {map} --from gate --to chest --as svg -o -"));
    assert!(drawn.code == Some(0) && drawn.out.starts_with("<svg"), "{drawn:?}");
    let folder = Folder::new("bake-shapes");
    let file = folder.file("shapes.nav");
    assert_eq!(run(&format!("xunlu bake {map} -o {file}")).code, Some(0));
    let baked = run(&format!("xunlu find {file} --from 1,5 --to 15.5,5.5"));
    assert!(baked.out.contains(&format!("{length:.3} long")), "{baked:?}");
}

#[test]
fn what_was_baked_is_asked_as_what_it_was_made_of() {
    let folder = Folder::new("bake-asked");
    let file = folder.file("courtyard.nav");
    assert_eq!(run(&format!("xunlu bake examples/maps/courtyard.mesh -o {file}")).code, Some(0));
    for question in ["find MAP --from 1,4 --to 11.5,5", "raycast MAP --from 1,4 --to 11,5 --json"] {
        let ask = |map: &str| run(&format!("xunlu {}", question.replace("MAP", map)));
        let (ran, expected) = (ask(&file), ask("examples/maps/courtyard.mesh"));
        assert_eq!(ran, expected, "{question}");
        assert!(!ran.out.is_empty(), "{question}");
    }
    let drawn = run(&format!("xunlu draw {file} --from 1,4 --to 11.5,5 --as svg -o -"));
    assert!(drawn.code == Some(0) && drawn.out.starts_with("<svg"), "{drawn:?}");
}

#[test]
fn a_roadmap_gives_the_paths_of_its_map_and_mover_and_of_no_other() {
    let folder = Folder::new("bake-roadmap");
    let (map, file) = ("examples/maps/rooms.map", folder.file("rooms.roadmap"));
    let baked = run(&format!("xunlu bake {map} --index -o {file}"));
    assert!(baked.code == Some(0) && baked.err.contains("roadmap of"), "{baked:?}");
    let question = format!("xunlu find {map} --from 1,1 --to 60,40 --json");
    let found = |options: &str| {
        let found = run(&format!("{question} {options}"));
        serde_json::from_str::<serde_json::Value>(&found.out)
            .unwrap_or_else(|_| panic!("{found:?}"))
    };
    let (searched, looked_up) = (found(""), found(&format!("--index {file}")));
    assert_eq!(looked_up["path"]["cost"], searched["path"]["cost"]);
    assert!(looked_up["path"]["cost"].is_u64(), "{looked_up}");
    assert_eq!(looked_up["expansions"], 0, "nothing was searched");
    assert_eq!(looked_up["reason"], "roadmap-is-there", "{looked_up}");
    for index in [&file, &file.replace("rooms.roadmap", "")] {
        let line = "--algorithm astar --repeat 1 --sample 40 --verify --json";
        let ran = run(&format!("xunlu bench {map}.scen {line} --index {index}"));
        let told = format!("{ran:?}");
        let last = ran.out.lines().last().unwrap_or_default();
        let figures: serde_json::Value = serde_json::from_str(last).expect(&told);
        assert_eq!(figures["planner"], "roadmap", "{told}");
        assert_eq!((&figures["wrong"], &figures["expansions"]), (&0.into(), &0.into()), "{told}");
    }
    let refused = |line: &str, why: &str| {
        let ran = run(&format!("xunlu find {line} --index {file}"));
        assert!(ran.code == Some(2) && ran.err.contains(why), "{line}: {ran:?}");
    };
    let ends = "--from 1,1 --to 60,40";
    refused(&format!("{map} {ends} --corners always"), "for a mover of other steps");
    let other = folder.file("other.txt");
    std::fs::write(&other, "....\n.#..\n....\n").expect("a file");
    refused(&format!("{other} --from 0,0 --to 2,1"), "another map");
    refused(&format!("{map} {ends} --any-angle"), "no hub labels");
    let bytes = std::fs::read(&file).expect("it was written");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).expect("a file");
    refused(&format!("{map} {ends}"), "damaged");
    std::fs::write(&other, "..3.\n....\n").expect("a file");
    let weighted = run(&format!("xunlu bake {other} --index -o {file}"));
    assert!(weighted.code == Some(0) && weighted.err.contains(" shortcuts"), "{weighted:?}");
    let weighted = run(&format!("xunlu find {other} --from 0,0 --to 3,0 --json --index {file}"));
    assert!(weighted.out.contains("roadmap-is-there"), "{weighted:?}");
    let any_angle = run(&format!("xunlu bake {map} --index --any-angle -o {file}"));
    assert_eq!(any_angle.code, Some(0), "{any_angle:?}");
    let asked = run(&format!("xunlu find {map} {ends} --any-angle --index {file}"));
    assert_eq!(asked.code, Some(0), "{asked:?}");
}

#[test]
fn a_hierarchy_is_made_once_and_asked_of_its_map_alone() {
    let folder = Folder::new("bake-hierarchy");
    let (map, file) = ("examples/maps/rooms.map", folder.file("rooms.hierarchy"));
    let baked = run(&format!("xunlu bake {map} --hierarchy -o {file}"));
    assert!(baked.code == Some(0) && baked.err.contains("hierarchy, "), "{baked:?}");
    let ask = |options: &str| run(&format!("xunlu find {map} --from 1,1 --to 10,10 {options}"));
    for algorithm in ["hierarchy", "hierarchy-exact"] {
        let made = ask(&format!("--json --algorithm {algorithm}"));
        let read = ask(&format!("--json --algorithm {algorithm} --index {file}"));
        assert_eq!((made.code, &made.out), (Some(0), &read.out), "{read:?}");
        assert!(read.out.contains(&format!("\"{algorithm}\"")), "{read:?}");
    }
    let unnamed = ask(&format!("--index {file}"));
    assert!(unnamed.code == Some(2) && unnamed.err.contains("this is a hierarchy"), "{unnamed:?}");
    let other = "xunlu find examples/maps/tutorial.txt --from 0,0 --to 1,0 --algorithm hierarchy";
    let refused = run(&format!("{other} --index {file}"));
    assert!(refused.code == Some(2) && refused.err.contains("another map"), "{refused:?}");
}

#[test]
fn a_roadmap_of_waypoints_is_asked_like_one_of_squares() {
    let folder = Folder::new("bake-waypoints");
    let (map, file) = ("examples/maps/town.txt", folder.file("town.roadmap"));
    let baked = run(&format!("xunlu bake {map} --index -o {file}"));
    assert!(baked.code == Some(0) && baked.err.contains(" hubs"), "{baked:?}");
    let found = |options: &str| {
        let found = run(&format!("xunlu find {map} --from inn --to bridge --json {options}"));
        serde_json::from_str::<serde_json::Value>(&found.out)
            .unwrap_or_else(|_| panic!("{found:?}"))
    };
    let (searched, looked_up) = (found(""), found(&format!("--index {file}")));
    assert_eq!(looked_up["path"], searched["path"]);
    assert!(looked_up["path"]["cost"].is_u64(), "{looked_up}");
    assert_eq!(looked_up["reason"], "roadmap-is-there", "{looked_up}");
    let refused = run(&format!("xunlu find {map} --from inn --to castle --tags 0 --index {file}"));
    assert!(refused.code == Some(2) && refused.err.contains("for a mover of other"), "{refused:?}");
    let squares = "examples/maps/rooms.map --from 1,1 --to 60,40";
    let refused = run(&format!("xunlu find {squares} --index {file}"));
    assert!(refused.code == Some(2) && refused.err.contains("no roadmap"), "{refused:?}");
}

#[test]
fn an_index_gives_the_paths_of_its_mesh_and_of_no_other() {
    let folder = Folder::new("bake-index");
    let (map, file) = ("examples/maps/courtyard.mesh", folder.file("courtyard.labels"));
    assert_eq!(run(&format!("xunlu bake {map} --index -o {file}")).code, Some(0));
    let found = |options: &str| {
        let found = run(&format!("xunlu find {map} --from 1,4 --to 11.5,5 --json {options}"));
        serde_json::from_str::<serde_json::Value>(&found.out).expect("JSON")
    };
    let (searched, looked_up) = (found(""), found(&format!("--index {file}")));
    assert_eq!(looked_up["path"], searched["path"]);
    assert_eq!(looked_up["expansions"], 0, "nothing was searched");
    let refused = |line: &str, why: &str| {
        let ran = run(&format!("xunlu find {line} --index {file}"));
        assert!(ran.code == Some(2) && ran.err.contains(why), "{line}: {ran:?}");
    };
    let ends = "--from 1,4 --to 11.5,5";
    refused(&format!("{map} {ends} --radius 0.2"), "nothing of --radius");
    refused("examples/maps/tutorial.txt --from 0,0 --to 4,1 --any-angle", "another mesh");
    refused("examples/maps/rooms.map --from 1,1 --to 4,4", "this is no roadmap");
    std::fs::write(&file, "xunlulab and more").expect("a file");
    refused(&format!("{map} {ends}"), "hub labels");
}

#[test]
fn a_radius_keeps_paths_away_from_walls() {
    let folder = Folder::new("bake-radius");
    let length = |options: &str| {
        let file = folder.file("tutorial.nav");
        let baked = run(&format!("xunlu bake examples/maps/tutorial.txt {options} -o {file}"));
        assert_eq!(baked.code, Some(0), "{baked:?}");
        let found = run(&format!("xunlu find {file} --from 0.5,0.5 --to 4.5,1.5 --json"));
        let told: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
        told["path"]["length"].as_f64().expect("a length")
    };
    let (thin, thick) = (length(""), length("--radius 0.3"));
    assert!(thin < thick, "{thin} and {thick}");
}

#[test]
fn the_nearest_open_point_that_is_told_is_open_when_it_is_typed() {
    let folder = Folder::new("bake-nearest");
    let file = folder.file("tutorial.nav");
    // Walls move to a sixteenth of a cell, which three digits are too few for.
    let baked = run(&format!("xunlu bake examples/maps/tutorial.txt --radius 0.0605 -o {file}"));
    assert_eq!(baked.code, Some(0), "{baked:?}");
    let ask = |from: &str| run(&format!("xunlu find {file} --from={from} --to 4.5,1.5"));
    let told = ask("-2,-2").out;
    assert!(told.ends_with("Next, try --from -1.9375,-1.9375.\n"), "{told}");
    assert_eq!(ask("-1.9375,-1.9375").code, Some(0));
}

/// A floor, and a bridge over it with a ramp at either end.
const BRIDGE: &str = "\
v 0 0 0
v 20 0 0
v 20 0 20
v 0 0 20
v 2 0 8
v 8 4 8
v 8 4 12
v 2 0 12
v 12 4 8
v 12 4 12
v 18 0 8
v 18 0 12
f 1 4 3 2
f 5 8 7 6
f 6 7 10 9
f 9 10 12 11
";

#[test]
fn ground_of_triangles_is_baked_with_its_heights() {
    let folder = Folder::new("bake-bridge");
    let [scene, file] = ["bridge.obj", "bridge.nav"].map(|name| folder.file(name));
    std::fs::write(&scene, BRIDGE).expect("it can be written");
    let baked = run(&format!("xunlu bake {scene} -o {file}"));
    assert_eq!(baked.code, Some(0), "{baked:?}");
    for question in [
        // Onto the bridge, from under it to its top, and along the floor below.
        "find MAP --from 1,2,0 --to 10,10,4",
        "find MAP --from 10,10,0 --to 10,10,4 --json",
        "find MAP --from 10,2,0 --to 10,18,0",
        "raycast MAP --from 10,10,4 --to 10,18",
        "raycast MAP --from 10,10,4 --to 16,10 --json",
        "raycast MAP --from 10,3,0 --to 10,18",
        "draw MAP --from 1,2,0 --to 10,10,4 --as svg -o -",
    ] {
        let ask = |map: &str| run(&format!("xunlu {}", question.replace("MAP", map)));
        let (ran, expected) = (ask(&file), ask(&scene));
        assert_eq!(ran, expected, "{question}");
        assert!(!ran.out.is_empty(), "{question}: {ran:?}");
    }
    let long = |line: &str| {
        let told = run(&format!("xunlu {} --json", line.replace("MAP", &file))).out;
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        told["path"]["length"].as_f64().expect("a length")
    };
    // Under the bridge it is straight on; from there to its top one has to go to the end of a ramp.
    let straight = long("find MAP --from 10,2,0 --to 10,18,0");
    assert!((straight - 16.0).abs() < 0.001, "{straight}");
    assert!(long("find MAP --from 10,10,0 --to 10,10,4") > 15.0);
    let told = run(&format!("xunlu info {file}")).out;
    assert!(told.contains("surface") && told.contains("polygons"), "{told}");
    let drawn = run(&format!("xunlu draw {file} --as svg -o -"));
    assert!(drawn.code == Some(0) && drawn.out.starts_with("<svg"), "{drawn:?}");
    let again = run(&format!("xunlu bake {file} -o {}", folder.file("again.nav")));
    assert_eq!(again.code, Some(0), "{again:?}");
    let bytes = [&file, &folder.file("again.nav")].map(|file| std::fs::read(file).expect("a file"));
    assert_eq!(bytes[0], bytes[1]);
}

#[test]
fn a_scene_is_baked_with_what_is_said_of_it() {
    let folder = Folder::new("bake-notes");
    let (scene, file) = ("examples/maps/riverside.json", folder.file("riverside.nav"));
    assert_eq!(run(&format!("xunlu bake {scene} -o {file}")).code, Some(0));
    let told = |map: &str, line: &str| run(&format!("xunlu {}", line.replace("MAP", map)));
    for question in [
        "find MAP --from landing --to anvil",
        "find MAP --from landing --to anvil --json",
        "find MAP --from landing --to anvil --avoid NONE",
    ] {
        assert_eq!(told(&file, question), told(scene, question), "{question}");
    }
    let facts = |map: &str| -> serde_json::Value {
        serde_json::from_str(&told(map, "info MAP --json").out).expect("JSON")
    };
    let (baked, drawn) = (facts(&file), facts(scene));
    for name in ["regions", "links", "routes", "places", "costs", "tags", "polygons", "islands"] {
        assert_eq!(baked[name], drawn[name], "{name}");
    }
    for tag in drawn["tags"].as_array().expect("it has tags") {
        let tag = tag.as_str().expect("a name");
        for option in ["--avoid", "--tags"] {
            let question = format!("find MAP --from landing --to anvil {option} {tag}");
            assert_eq!(told(&file, &question), told(scene, &question), "{question}");
        }
    }
    let refused = run(&format!("xunlu bake {scene} --tags 0 -o {file}"));
    assert!(refused.code == Some(2) && refused.err.contains("--tags"), "{refused:?}");
    let refused = run(&format!("xunlu find {file} --from landing --to anvil --radius 0.3"));
    assert!(refused.code == Some(2) && refused.err.contains("for that radius"), "{refused:?}");
}

#[test]
fn what_cannot_be_baked_or_read_says_why() {
    let folder = Folder::new("bake-wrong");
    let file = folder.file("wrong.nav");
    let fails = |line: &str, why: &str| {
        let ran = run(&line.replace("FILE", &file));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {ran:?}");
        assert!(ran.err.contains(why), "{line}: {}", ran.err);
    };
    fails("xunlu bake examples/maps/courtyard.mesh --radius 99 -o FILE", "--radius 99");
    fails("xunlu bake examples/maps/courtyard.mesh --radius -1 -o FILE", "radius");
    fails("xunlu bake examples/maps/house.txt -o FILE", "several layers");
    fails("xunlu bake examples/maps/courtyard.mesh --size 2 -o FILE", "--size");
    let bake = ["bake", "examples/maps/courtyard.mesh", "-o", &file];
    assert_eq!(run_with(&bake, &[]).code, Some(0));
    let mut bytes = std::fs::read(&file).expect("it was written");
    bytes.pop();
    std::fs::write(&file, bytes).expect("it can be written");
    fails("xunlu find FILE --from 1,4 --to 11.5,5", "cut short");
    fails("xunlu info FILE", "cut short");
}
