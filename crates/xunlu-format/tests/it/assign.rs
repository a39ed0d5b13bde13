//! What tiles and layers are for is written into the files of Tiled maps, and nothing else of them changes.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use xunlu::Weight;
use xunlu_format::{
    Assignment, Beside, Format, FormatErrorKind, Options, Role, Scenery, Source, TileUse, assign,
    read_as, read_scenery,
};

/// Files by name.
#[derive(Clone)]
struct Files(BTreeMap<String, Vec<u8>>);

impl Beside for Files {
    fn open(&self, name: &str, _bytes_max: u64) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("no {name}"))
    }
}

impl Files {
    fn of(files: &[(&str, &str)]) -> Files {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
        Files(files.collect())
    }

    fn text(&self, name: &str) -> &str {
        std::str::from_utf8(&self.0[name]).unwrap()
    }

    fn source<'a>(&'a self, map: &'a str) -> (Format, Source<'a>) {
        let format = if map.ends_with(".tmx") { Format::Tmx } else { Format::Tmj };
        (format, Source { name: map, bytes: &self.0[map], beside: self })
    }

    fn scenery(&self, map: &str) -> Scenery {
        let (format, source) = self.source(map);
        read_scenery(format, &source, &Options::default()).unwrap().unwrap().scenery
    }

    /// The files after this was written into them, and which of them changed.
    fn told(&self, map: &str, assignments: &[Assignment]) -> (Files, Vec<String>) {
        let (format, source) = self.source(map);
        let changed = assign(format, &source, &Options::default(), assignments).unwrap();
        let names = changed.iter().map(|(name, _)| name.clone()).collect();
        let mut files = self.clone();
        files.0.extend(changed);
        (files, names)
    }
}

const fn tile(sheet: u32, tile: u32, says: TileUse) -> Assignment {
    Assignment::Tile { sheet, tile, says }
}

fn use_of(scenery: &Scenery, sheet: usize, tile: u32) -> TileUse {
    let sheet = &scenery.sheets[sheet];
    sheet.uses.iter().find(|(id, _)| *id == tile).map_or(sheet.usual, |(_, says)| *says)
}

/// Whether a text differs from another in one place alone: this went, and that came.
fn differs(before: &str, after: &str, went: &str, came: &str) -> bool {
    before.match_indices(went).any(|(at, _)| {
        let rest = &before[at + went.len()..];
        after.strip_prefix(&before[..at]).and_then(|after| after.strip_prefix(came)) == Some(rest)
    })
}

/// Writes something into a map and holds what changed of one of its files.
fn check(
    files: &[(&str, &str)],
    assignments: &[Assignment],
    changed: &str,
    went: &str,
    came: &str,
) {
    let before = Files::of(files);
    let map = files[0].0;
    let (after, names) = before.told(map, assignments);
    assert_eq!(names, [changed], "the files that changed");
    let (before, now) = (before.text(changed), after.text(changed));
    assert!(differs(before, now, went, came), "{before}\nbecame\n{now}");
    let (format, source) = after.source(map);
    read_as(format, &source, &Options::default()).unwrap();
}

const HEAD: &str = "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" \
                    tileheight=\"8\">\n";
const LAYER: &str = " <layer name=\"a\" width=\"1\" height=\"1\">\n  <data encoding=\"csv\">1</data>\n \
                     </layer>\n</map>\n";

/// A map with a set of four tiles of its own.
fn map(inside: &str) -> String {
    let set = "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" \
               columns=\"4\">";
    format!("{HEAD} {set}{inside}\n </tileset>\n{LAYER}")
}

#[test]
fn a_tile_that_said_nothing_gets_lines_of_its_own_in_its_place() {
    let image = "\n  <image source=\"t.png\" width=\"32\" height=\"8\"/>";
    let text = map(image);
    let came = "\n  <tile id=\"2\">\n   <properties>\n    <property name=\"walkable\" type=\"bool\" \
                value=\"false\"/>\n   </properties>\n  </tile>";
    check(&[("a.tmx", &text)], &[tile(0, 2, TileUse::Blocked)], "a.tmx", "", came);
    let others =
        format!("{image}\n  <tile id=\"1\" class=\"x\"/>\n  <tile id=\"3\"><animation/></tile>");
    let text = map(&others);
    let (after, _) = Files::of(&[("a.tmx", &text)]).told("a.tmx", &[tile(0, 2, TileUse::Blocked)]);
    let places = ["<tile id=\"1\"", "<tile id=\"2\"", "<tile id=\"3\""]
        .map(|tile| after.text("a.tmx").find(tile).unwrap());
    assert!(places.is_sorted(), "{}", after.text("a.tmx"));
}

#[test]
fn what_a_tile_says_already_stays() {
    let properties = "\n  <tile id=\"0\">\n   <properties>\n    <property name=\"Walkable\" type=\"bool\" \
                      value=\"true\" />\n    <property name=\"hp\" type=\"int\" value=\"7\"/>\n   \
                      </properties>\n  </tile>";
    let text = map(properties);
    let blocked = [tile(0, 0, TileUse::Blocked)];
    check(&[("a.tmx", &text)], &blocked, "a.tmx", "tru", "fals");
    let costs = [tile(0, 0, TileUse::Costs(Weight::percent(250)))];
    let came = "\n    <property name=\"cost\" type=\"float\" value=\"2.5\"/>";
    let before = Files::of(&[("a.tmx", &text)]);
    let (after, _) = before.told("a.tmx", &costs);
    let (line, text_after) = (came, after.text("a.tmx"));
    assert!(text_after.contains(&format!("value=\"7\"/>{line}\n   </properties>")), "{text_after}");
    assert!(!text_after.contains("Walkable"), "open ground needs no word for it: {text_after}");
    let same = text_after.replace(line, "");
    let gone = "\n    <property name=\"Walkable\" type=\"bool\" value=\"true\" />";
    assert_eq!(same, text.replace(gone, ""));
}

#[test]
fn elements_without_an_inside_are_opened() {
    let text = map("\n  <tile id=\"1\" type=\"x\" />");
    let came = "\n   <properties>\n    <property name=\"cost\" type=\"float\" value=\"3\"/>\n   \
                </properties>\n  </tile";
    let files = [("a.tmx", &*text)];
    let (after, _) =
        Files::of(&files).told("a.tmx", &[tile(0, 1, TileUse::Costs(Weight::times(3)))]);
    let expected = text.replace("type=\"x\" />", &format!("type=\"x\">{came}>"));
    assert_eq!(after.text("a.tmx"), expected);
    let bare = format!(
        "{HEAD} <tileset firstgid=\"1\" name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\"/>\n{LAYER}"
    );
    let (after, _) = Files::of(&[("a.tmx", &bare)]).told("a.tmx", &[tile(0, 1, TileUse::Blocked)]);
    assert_eq!(use_of(&after.scenery("a.tmx"), 0, 1), TileUse::Blocked);
    let line = bare.replace('\n', "");
    let (after, _) = Files::of(&[("a.tmx", &line)]).told("a.tmx", &[tile(0, 1, TileUse::Blocked)]);
    assert!(!after.text("a.tmx").contains('\n'), "what has no lines gets none");
    assert_eq!(use_of(&after.scenery("a.tmx"), 0, 1), TileUse::Blocked);
}

#[test]
fn ends_of_lines_and_marks_stay_what_they_are() {
    let text = format!("\u{feff}{}", map("\n  <tile id=\"1\"/>").replace('\n', "\r\n"));
    let (after, _) = Files::of(&[("a.tmx", &text)]).told("a.tmx", &[tile(0, 1, TileUse::Blocked)]);
    let after = after.text("a.tmx");
    assert!(after.starts_with('\u{feff}'));
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
    assert_eq!(after.matches('\n').count(), text.matches('\n').count() + 4);
}

#[test]
fn a_line_that_goes_takes_its_own_end_along() {
    let line = "    <property name=\"walkable\" type=\"bool\" value=\"false\"/>";
    let tile_text = format!(
        "\n  <tile id=\"1\">\n   <properties>\n    <property name=\"hp\" value=\"7\"/>\n{line}\n   \
         </properties>\n  </tile>"
    );
    let text = map(&tile_text);
    // Here and there another way to end a line, as editors and mergers leave behind.
    let head = text.replacen('\n', "\r\n", 1);
    let inside = text.replace(&format!("\n{line}"), &format!("\r\n{line}"));
    for text in [text, head, inside] {
        let files = Files::of(&[("a.tmx", &text)]);
        let (after, _) = files.told("a.tmx", &[tile(0, 1, TileUse::Open)]);
        let begin = text.find(line).unwrap() - 1;
        let begin = begin - usize::from(text[..begin].ends_with('\r'));
        let end = text.find(line).unwrap() + line.len();
        assert_eq!(after.text("a.tmx"), [&text[..begin], &text[end..]].concat());
    }
}

#[test]
fn a_set_in_a_file_of_its_own_changes_there() {
    let map_text = format!("{HEAD} <tileset firstgid=\"1\" source=\"t.tsx\"/>\n{LAYER}");
    let set = "<tileset name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"4\">\n <image \
               source=\"t.png\" width=\"32\" height=\"8\"/>\n <wangsets/>\n</tileset>\n";
    let came = "<tile id=\"3\">\n  <properties>\n   <property name=\"walkable\" type=\"bool\" \
                value=\"false\"/>\n  </properties>\n </tile>\n ";
    let files = [("a.tmx", &*map_text), ("t.tsx", set)];
    check(&files, &[tile(0, 3, TileUse::Blocked)], "t.tsx", "", came);
    let json =
        r#"{"tiles": [{"id": 1}], "name": "t", "tilewidth": 8, "tileheight": 8, "tilecount": 4}"#;
    let map_text = map_text.replace("t.tsx", "t.tsj");
    let came = r#", {"id":3,"properties":[{"name":"walkable","type":"bool","value":false}]}"#;
    let files = [("a.tmx", &*map_text), ("t.tsj", json)];
    let (after, names) = Files::of(&files).told("a.tmx", &[tile(0, 3, TileUse::Blocked)]);
    assert_eq!(names, ["t.tsj"]);
    assert_eq!(
        after.text("t.tsj"),
        json.replace("{\"id\": 1}", &format!("{{\"id\": 1}}{}", came.replace(", ", ",")))
    );
}

#[test]
fn of_two_files_that_say_the_same_the_one_that_is_meant_changes() {
    let set = "<tileset name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" columns=\"4\">\n \
               <image source=\"t.png\" width=\"32\" height=\"8\"/>\n</tileset>\n";
    let sets = ["a.tsx", "b.tsx", "sub/../b.tsx"];
    let named: Vec<String> = (0..)
        .zip(sets)
        .map(|(at, name)| format!(" <tileset firstgid=\"{}\" source=\"{name}\"/>\n", 1 + 4 * at))
        .collect();
    let map_text = format!("{HEAD}{}{LAYER}", named.concat());
    let files = [("a.tmx", &*map_text), ("a.tsx", set), ("b.tsx", set), (sets[2], set)];
    let files = Files::of(&files);
    for (sheet, name) in [(0, "a.tsx"), (1, "b.tsx")] {
        let (after, names) = files.told("a.tmx", &[tile(sheet, 2, TileUse::Blocked)]);
        assert_eq!(names, [name]);
        let uses = [0, 1].map(|sheet| use_of(&after.scenery("a.tmx"), sheet, 2));
        let expected = [TileUse::Open; 2];
        assert_ne!(uses, expected);
        assert_eq!(uses[sheet as usize], TileUse::Blocked);
    }
    // One file by two names is one file.
    let both = [tile(1, 2, TileUse::Blocked), tile(2, 3, TileUse::Blocked)];
    let (after, names) = files.told("a.tmx", &both);
    assert_eq!(names.len(), 1, "{names:?}");
    let text = after.text(&names[0]);
    assert!(text.contains("<tile id=\"2\">") && text.contains("<tile id=\"3\">"), "{text}");
}

/// The same map in JSON, with something in its set.
fn json(inside: &str) -> String {
    format!(
        "{{ \"height\":1, \"width\":1, \"orientation\":\"orthogonal\", \"tilewidth\":8, \"tileheight\":8,\n \
         \"layers\":[\n  {{ \"name\":\"a, \\\"b\\\"\", \"type\":\"tilelayer\", \"width\":1, \"height\":1, \
         \"data\":[1] }}],\n \"tilesets\":[\n  {{ \"firstgid\":1, \"name\":\"t\", \"tilewidth\":8, \
         \"tileheight\":8, \"tilecount\":4{inside} }}] }}\n"
    )
}

#[test]
fn json_is_changed_where_it_has_to_be() {
    let said = r#"{"name":"walkable","type":"bool","value":false}"#;
    let blocked = [tile(0, 2, TileUse::Blocked)];
    let check = |inside: &str, went: &str, came: &str| {
        check(&[("a.tmj", &json(inside))], &blocked, "a.tmj", went, came);
    };
    let new = format!(r#"{{"id":2,"properties":[{said}]}}"#);
    check("", "", &format!(", \"tiles\":[{new}]"));
    check(", \"tiles\":[]", "", &new);
    check(", \"tiles\":[ {\"id\":1} ]", "", &format!(", {new}"));
    check(", \"tiles\":[ {\"id\":3} ]", "", &format!("{new}, "));
    check(", \"tiles\":[ {\"id\":2} ]", "", &format!(",\"properties\":[{said}]"));
    let hp = r#"{"name":"hp","type":"int","value":7}"#;
    check(&format!(", \"tiles\":[{{\"id\":2,\"properties\":[{hp}]}}]"), "", &format!(",{said}"));
    let open = r#"{"name":"Walkable","type":"bool","value": true}"#;
    check(&format!(", \"tiles\":[{{\"id\":2,\"properties\":[{open}]}}]"), "tru", "fals");
}

#[test]
fn a_layer_says_what_it_is_for() {
    let text = map("");
    let wall = [Assignment::Layer { layer: 0, role: Role::Wall }];
    let came = "\n  <properties>\n   <property name=\"role\" value=\"wall\"/>\n  </properties>";
    check(&[("a.tmx", &text)], &wall, "a.tmx", "", came);
    let text = json("");
    let came = ", \"properties\":[{\"name\":\"role\",\"type\":\"string\",\"value\":\"wall\"}]";
    check(&[("a.tmj", &text)], &wall, "a.tmj", "", came);
    let grouped =
        map("").replace(" <layer", " <group name=\"g\"><objectgroup name=\"o\"/></group>\n <layer");
    let files = Files::of(&[("a.tmx", &grouped)]);
    let (after, _) = files.told("a.tmx", &[Assignment::Layer { layer: 1, role: Role::Wall }]);
    let roles: Vec<_> = after.scenery("a.tmx").layers.iter().map(|layer| layer.role).collect();
    assert_eq!(roles, [None, Some(Role::Wall)]);
}

#[test]
fn what_is_open_of_itself_needs_no_word_and_what_is_not_gets_one() {
    let text = map("\n  <tile id=\"1\" class=\"wall\"/>");
    let files = Files::of(&[("a.tmx", &text)]);
    assert_eq!(use_of(&files.scenery("a.tmx"), 0, 1), TileUse::Blocked);
    let (_, names) =
        files.told("a.tmx", &[tile(0, 1, TileUse::Blocked), tile(0, 2, TileUse::Open)]);
    let (open, _) = files.told("a.tmx", &[tile(0, 1, TileUse::Open)]);
    assert_eq!(names, [""; 0]);
    assert_eq!(use_of(&open.scenery("a.tmx"), 0, 1), TileUse::Open);
}

#[test]
fn what_its_terrain_closes_is_opened_all_the_same() {
    let terrain = "<properties><property name=\"terrain\" value=\"wall\"/></properties>";
    let on_tile = format!("\n  <tile id=\"1\">{terrain}</tile>");
    for inside in [on_tile, format!("\n  {terrain}")] {
        let text = map(&inside);
        let files = Files::of(&[("a.tmx", &text)]);
        assert_eq!(use_of(&files.scenery("a.tmx"), 0, 1), TileUse::Blocked);
        for says in [TileUse::Open, TileUse::Costs(Weight::times(3)), TileUse::Blocked] {
            let (after, _) = files.told("a.tmx", &[tile(0, 1, says)]);
            assert_eq!(use_of(&after.scenery("a.tmx"), 0, 1), says, "{text}");
        }
    }
}

#[test]
fn what_is_not_there_is_refused() {
    let text = map("");
    let files = Files::of(&[("a.tmx", &text)]);
    let (format, source) = files.source("a.tmx");
    let refused = |assignment: Assignment| {
        assign(format, &source, &Options::default(), &[assignment]).unwrap_err().to_string()
    };
    assert!(refused(tile(1, 0, TileUse::Open)).contains("no set of tiles number 1"));
    assert!(refused(tile(0, 4, TileUse::Open)).contains("no tile 4 in the set \"t\""));
    assert!(
        refused(Assignment::Layer { layer: 1, role: Role::Wall }).contains("no layer number 1")
    );
    let free = TileUse::Costs(Weight::percent(0));
    assert!(refused(tile(0, 1, free)).contains("a cost of 0"));
    let source = Source::alone("a.txt", b"..");
    let error = assign(Format::Text, &source, &Options::default(), &[]).unwrap_err();
    assert_eq!(error.kind(), FormatErrorKind::NotWritable);
}

/// Our own maps, and those beside the project where there are some.
fn maps() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut maps = Vec::new();
    for folder in ["examples/maps", "crates/xunlu-format/tests/tiled", "../shared/maps/tiled"] {
        collect(&root.join(folder), &mut maps);
    }
    maps
}

fn collect(folder: &Path, maps: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, maps);
        } else if ["tmx", "tmj"].contains(&ending) {
            maps.push(path);
        }
    }
}

/// The map with every file of its folder, by the names that a map may call them.
fn files_of(map: &Path) -> Files {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(map.parent().unwrap()).unwrap().flatten() {
        if let Ok(bytes) = std::fs::read(entry.path()) {
            files.insert(entry.file_name().into_string().unwrap(), bytes);
        }
    }
    Files(files)
}

/// Lines that speak of properties alone.
fn is_of_properties(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let line = line.as_str();
    ["<properties>", "</properties>", "</tile>"].contains(&line)
        || line.starts_with("<property name=\"walkable\"")
        || line.starts_with("<property name=\"cost\"")
        || line.starts_with("<tile id=")
}

#[test]
fn maps_of_others_go_round_and_come_back_byte_by_byte() {
    let all = maps();
    assert!(all.len() >= 2, "our own are there");
    let mut count = 0;
    for path in all {
        let name = path.file_name().unwrap().to_str().unwrap();
        let files = files_of(&path);
        let scenery = files.scenery(name);
        for (number, sheet) in (0..).zip(&scenery.sheets) {
            // Tiles that say something, and some that do not.
            let spoken: Vec<u32> = sheet.uses.iter().map(|(tile, _)| *tile).take(5).collect();
            let (format, source) = files.source(name);
            let is_there = |id: &u32| {
                let open = [tile(number, *id, TileUse::Open)];
                assign(format, &source, &Options::default(), &open).is_ok()
            };
            let silent = [0, 1, 5].into_iter().filter(is_there);
            for id in spoken.into_iter().chain(silent) {
                count += 1;
                let before = use_of(&scenery, number as usize, id);
                let wanted = [TileUse::Blocked, TileUse::Costs(Weight::times(4)), TileUse::Open];
                let mut now = files.clone();
                for says in wanted {
                    (now, _) = now.told(name, &[tile(number, id, says)]);
                    let told = use_of(&now.scenery(name), number as usize, id);
                    assert_eq!(told, says, "{} sheet {number} tile {id}", path.display());
                }
                (now, _) = now.told(name, &[tile(number, id, before)]);
                for (file, bytes) in &files.0 {
                    let same = now.0[file] == *bytes;
                    if same {
                        continue;
                    }
                    // It said what it is in other words than ours: those lines alone differ.
                    let lines = |bytes: &[u8]| {
                        let text = String::from_utf8(bytes.to_vec()).unwrap();
                        let kept = text.lines().filter(|line| !is_of_properties(line));
                        kept.map(str::to_owned).collect::<Vec<_>>()
                    };
                    assert!(!sheet.uses.is_empty(), "{} {file}", path.display());
                    assert_eq!(lines(&now.0[file]), lines(bytes), "{} {file}", path.display());
                }
            }
        }
    }
    // Our own maps alone have ten.
    assert!(count >= 10, "{count} tiles were told of");
}
