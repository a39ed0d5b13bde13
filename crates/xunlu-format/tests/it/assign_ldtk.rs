//! What tiles, values and layers are for is written into LDtk projects, and nothing else of them changes.
use std::path::{Path, PathBuf};
use xunlu::{Terrain, Weight};
use xunlu_format::{
    Assignment, Folder, Format, Nothing, Options, Price, Role, Scenery, SceneryLayer, SheetValue,
    Source, TileUse, assign, read_as, read_scenery,
};

const ROOM: &str = include_str!("../ldtk/room.ldtk");

fn source(text: &str) -> Source<'_> {
    Source { name: "a.ldtk", bytes: text.as_bytes(), beside: &Nothing }
}

fn scenery(text: &str) -> Scenery {
    read_scenery(Format::Ldtk, &source(text), &Options::default()).unwrap().unwrap().scenery
}

/// The project's text with this written into it.
fn told(text: &str, assignments: &[Assignment]) -> String {
    let changed = assign(Format::Ldtk, &source(text), &Options::default(), assignments).unwrap();
    match changed.as_slice() {
        [] => text.to_owned(),
        [(name, bytes)] => {
            assert_eq!(name, "a.ldtk");
            String::from_utf8(bytes.clone()).unwrap()
        }
        more => panic!("{} files changed", more.len()),
    }
}

fn refused(text: &str, assignment: Assignment) -> String {
    let error = assign(Format::Ldtk, &source(text), &Options::default(), &[assignment]);
    error.unwrap_err().to_string()
}

fn drawn(text: &str) -> String {
    let read = read_as(Format::Ldtk, &source(text), &Options::default()).unwrap();
    read.document.map().unwrap().to_string()
}

const fn tile(tile: u32, says: TileUse) -> Assignment {
    Assignment::Tile { sheet: 0, tile, says }
}

const fn value(value: u32, says: TileUse) -> Assignment {
    Assignment::Value { sheet: 0, value, says }
}

const BLOCKED: TileUse = TileUse::Blocked;
const OPEN: TileUse = TileUse::Open;

fn costs(percent: u32) -> TileUse {
    TileUse::Costs(Weight::percent(percent))
}

fn use_of(scenery: &Scenery, tile: u32) -> TileUse {
    let sheet = &scenery.sheets[0];
    sheet.uses.iter().find(|(id, _)| *id == tile).map_or(sheet.usual, |(_, says)| *says)
}

fn value_use(scenery: &Scenery, sheet: usize, value: u32) -> TileUse {
    scenery.values[sheet].values.iter().find(|own| own.value == value).unwrap().says
}

/// A text differs from another in this alone.
fn check(before: &str, assignments: &[Assignment], went: &str, came: &str) {
    let after = told(before, assignments);
    let is_it = before
        .match_indices(went)
        .any(|(at, _)| after == [&before[..at], came, &before[at + went.len()..]].concat());
    assert!(is_it, "{before}\nbecame\n{after}");
    read_as(Format::Ldtk, &source(&after), &Options::default()).unwrap();
}

/// A project of one level of tiles, 4 cells wide, whose set has this custom data.
fn tiles(custom: &str) -> String {
    format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defs":{{"layers":[{{"identifier":"Tiles","doc":null}}],
"tilesets":[{{"__cWid":2,"__cHei":2,"identifier":"Set","uid":3,"relPath":"s.png","pxWid":16,"pxHei":16,
"tileGridSize":8,"spacing":0,"padding":0,
"customData":{custom},"enumTags":[{{"enumValueId":"Wall","tileIds":[3]}}]}}]}},"levels":[{{"identifier":"L","worldX":0,"worldY":0,"pxWid":32,"pxHei":8,
"layerInstances":[{{"__identifier":"Tiles","__type":"Tiles","__cWid":4,"__cHei":1,"__gridSize":8,
"__tilesetDefUid":3,"gridTiles":[{{"px":[0,0],"src":[0,0],"f":0,"t":0}},{{"px":[8,0],"src":[8,0],"f":0,"t":1}},
{{"px":[16,0],"src":[0,8],"f":0,"t":2}},{{"px":[24,0],"src":[8,8],"f":0,"t":3}}]}}]}}]}}"#
    )
}

#[test]
fn custom_data_and_tags_say_what_tiles_are_for() {
    assert_eq!(drawn(&tiles("[]")), "...#", "the tag alone");
    let data = r#"[{"tileId":0,"data":"{\"walkable\":false}"},{"tileId":1,"data":"bush\ncost: 3"},
        {"tileId":3,"data":"{\"Walkable\":true,\"cost\":2.5}"},{"tileId":"x"}]"#;
    let text = tiles(data);
    let read = read_as(Format::Ldtk, &source(&text), &Options::default()).unwrap();
    assert_eq!(read.document.map().unwrap().to_string(), "#3.a");
    let [half] = read.document.terrains.as_slice() else { panic!("one class of its own") };
    assert_eq!((half.terrain, &half.name), (Terrain(10), &None));
    assert_eq!(half.price, Some(Price::Weight(Weight::percent(250))));
    assert_eq!(read.warnings, []);
    let shown = scenery(&text);
    let uses = [0, 1, 2, 3].map(|tile| use_of(&shown, tile));
    assert_eq!(uses, [BLOCKED, costs(300), OPEN, costs(250)]);
    let odd = tiles(r#"[{"tileId":0,"data":"{\"walkable\":0}"}]"#);
    let read = read_as(Format::Ldtk, &source(&odd), &Options::default()).unwrap();
    let told: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["tileset \"Set\", tile 0: walkable is 0; expected true or false"]);
}

#[test]
fn a_project_in_which_nothing_says_what_blocks_is_open_and_a_warning_says_so() {
    let text = tiles("[]").replace("\"Wall\"", "\"Grass\"");
    let read = read_as(Format::Ldtk, &source(&text), &Options::default()).unwrap();
    assert_eq!(read.document.map().unwrap().to_string(), "....");
    let [warning] = read.warnings.as_slice() else { panic!("{:?}", read.warnings) };
    assert_eq!((warning.kind().code(), warning.values()), ("no-walls", &["Tiles".to_owned()][..]));
}

#[test]
fn a_tile_that_said_nothing_gets_custom_data_and_loses_it_again() {
    let new = r#"{ "tileId": 1, "data": "{ \"walkable\": false }" }"#;
    check(&tiles("[]"), &[tile(1, BLOCKED)], "[]", &format!("[{new}]"));
    check(&tiles("[ ]"), &[tile(1, BLOCKED)], "[ ]", &format!("[{new} ]"));
    check(&tiles("null"), &[tile(1, BLOCKED)], "null", &format!("[{new}]"));
    let other = r#"[{ "tileId": 0, "data": "x" }]"#;
    let came = format!("{}, {new}]", other.trim_end_matches(']'));
    check(&tiles(other), &[tile(1, BLOCKED)], other, &came);
    for data in ["[]", "[ ]", other] {
        let before = tiles(data);
        let mut now = before.clone();
        for says in [BLOCKED, costs(250), BLOCKED, costs(300)] {
            now = told(&now, &[tile(1, says), tile(2, says)]);
            assert_eq!(use_of(&scenery(&now), 1), says);
        }
        assert_eq!(told(&now, &[tile(2, OPEN), tile(1, OPEN)]), before);
    }
    let without = tiles("[]").replace("\n\"customData\":[],", "");
    let came = format!(", \"customData\": [{new}]");
    let end = "\"tileIds\":[3]}]";
    assert_eq!(told(&told(&without, &[tile(1, BLOCKED)]), &[tile(1, OPEN)]), without);
    check(&without, &[tile(1, BLOCKED)], end, &format!("{end}{}", came.replacen(", ", ",", 1)));
}

#[test]
fn custom_data_of_others_stays_as_it_is_written() {
    let check_data = |before: &str, says: TileUse, after: &str| {
        let all = |data: &str| format!("[{{\"data\":\"{data}\",\"tileId\":1}}]");
        check(&tiles(&all(before)), &[tile(1, says)], &all(before), &all(after));
        assert_eq!(use_of(&scenery(&tiles(&all(after))), 1), says);
        let back = told(&tiles(&all(after)), &[tile(1, OPEN)]);
        assert_eq!(use_of(&scenery(&back), 1), OPEN);
    };
    check_data(r"a \u00e9\/b", BLOCKED, r"a \u00e9\/b\nwalkable: false");
    check_data(r"a\n", costs(250), r"a\ncost: 2.5\n");
    check_data(r"a\ncost = 3\nb", costs(50), r"a\ncost = 0.5\nb");
    check_data(r"walkable: false\nb", costs(300), r"b\ncost: 3");
    check_data(r"b\ncost: 3\nwalkable: false", OPEN, "b");
    check_data(r"cost: 3\nb\nwalkable: false\n", OPEN, r"b\n");
    check_data(r#"{\"hp\":\"\u00e9\"}"#, BLOCKED, r#"{\"hp\":\"\u00e9\",\"walkable\": false}"#);
    check_data(r#"{\"Walkable\": true}"#, BLOCKED, r#"{\"Walkable\": false}"#);
    check_data(r#"{\"walkable\":false,\"cost\":2}"#, costs(400), r#"{\"cost\":4}"#);
    check_data(r#"{ \"walkable\": false }"#, costs(400), r#"{ \"cost\": 4 }"#);
    check_data(r#"{\"walkable\":false,\"hp\":1,\"cost\":2}"#, OPEN, r#"{\"hp\":1}"#);
    let gold = tiles(r#"[{"tileId":1,"data":"{\"cost\":\"100 gold\"}"}]"#);
    assert_eq!(
        refused(&gold, tile(1, costs(200))),
        "a.ldtk, tileset \"Set\", tile 1: its custom data says something else: cost is \"100 gold\"; \
         expected a number of steps, 0.01 or more; expected an object or lines that can be added to"
    );
    check(&gold, &[tile(1, BLOCKED)], "gold\\\"", "gold\\\",\\\"walkable\\\": false");
}

#[test]
fn what_is_tagged_as_a_wall_needs_a_word_to_be_open_and_none_to_block() {
    let text = tiles("[]");
    assert_eq!(told(&text, &[tile(3, BLOCKED)]), text);
    let open = told(&text, &[tile(3, OPEN)]);
    assert!(open.contains(r#"{ \"walkable\": true }"#), "{open}");
    assert_eq!(drawn(&open), "....");
    assert_eq!(told(&open, &[tile(3, BLOCKED)]), text);
    let dear = told(&text, &[tile(3, costs(700))]);
    assert_eq!(drawn(&dear), "...7");
}

#[test]
fn values_and_layers_are_told_of_in_the_notes_on_them() {
    assert_eq!(drawn(ROOM), "#####\n#a.a#\n#####");
    let shown = scenery(ROOM);
    assert_eq!(shown.values.len(), 1);
    assert_eq!(shown.values[0].name, "Terrain");
    let names: Vec<_> = shown.values[0].values.iter().map(|own| own.name.as_deref()).collect();
    assert_eq!(names, [Some("walls"), Some("water"), None]);
    assert_eq!(shown.values[0].values[1].colour, Some([0, 0x99, 0xdb, 255]));
    let uses = [1, 2, 3].map(|value| value_use(&shown, 0, value));
    assert_eq!(uses, [BLOCKED, OPEN, OPEN]);
    check(ROOM, &[value(2, BLOCKED)], "\"doc\": null", "\"doc\": \"value 2: blocked\"");
    let dear = told(ROOM, &[value(2, costs(250)), value(1, OPEN)]);
    assert!(dear.contains(r#""doc": "value 1: open\nvalue 2: cost 2.5""#), "{dear}");
    let uses = [1, 2].map(|value| value_use(&scenery(&dear), 0, value));
    assert_eq!(uses, [OPEN, costs(250)]);
    assert_eq!(drawn(&dear), ".....\n.a.a.\n.....");
    assert_eq!(told(&dear, &[value(2, OPEN), value(1, BLOCKED)]), ROOM);
    // Tips for those who build levels stay.
    let noted = ROOM.replace("\"doc\": null", r#""doc": "Paint h\u00e9re.\n""#);
    let now = told(&noted, &[value(2, BLOCKED)]);
    assert!(now.contains(r#""doc": "Paint h\u00e9re.\nvalue 2: blocked\n""#), "{now}");
    assert_eq!(told(&now, &[value(2, OPEN)]), noted);
    let ground = [Assignment::Layer { layer: 0, role: Role::Ground }];
    let now = told(&noted, &ground);
    assert!(now.contains(r#""doc": "Paint h\u00e9re.\nrole: ground\n""#), "{now}");
    assert_eq!(scenery(&now).layers[0].role, Some(Role::Ground));
    assert_eq!(drawn(&told(ROOM, &ground)), "#####\n#a#a#\n#####");
}

#[test]
fn what_is_not_there_is_refused() {
    let text = tiles("[]");
    let is = |assignment: Assignment, says: &str| {
        let error = refused(&text, assignment);
        assert!(error.contains(says), "{error}");
    };
    is(
        Assignment::Tile { sheet: 1, tile: 0, says: OPEN },
        "no set of tiles number 1; expected less than 1",
    );
    is(tile(4, OPEN), "no tile 4 in the set \"Set\"");
    is(tile(0, costs(0)), "a cost of 0");
    is(value(1, OPEN), "no layer of values number 0");
    is(Assignment::Layer { layer: 1, role: Role::Wall }, "no layer number 1");
    is(Assignment::Layer { layer: 0, role: Role::Cost }, "no values that could be costs");
    assert!(refused(ROOM, value(9, OPEN)).contains("no value 9 in the layer \"Terrain\""));
}

#[test]
fn ends_of_lines_and_marks_stay_what_they_are() {
    let text = format!("\u{feff}{}", ROOM.replace('\n', "\r\n"));
    let now = told(&text, &[value(2, BLOCKED), tile(1, BLOCKED)]);
    assert!(now.starts_with("\u{feff}{\r\n"));
    assert_eq!(now.matches('\n').count(), text.matches("\r\n").count());
    assert_eq!(told(&now, &[value(2, OPEN), tile(1, OPEN)]), text);
}

/// Our own projects, those beside ours where there are some, and those of the folder that `XUNLU_LDTK` names.
fn projects() -> Vec<PathBuf> {
    fn collect(folder: &Path, all: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, all);
            } else if path.extension().is_some_and(|ending| ending == "ldtk") {
                all.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["tests/ldtk", "../../../shared/maps"] {
        collect(&root.join(folder), &mut all);
    }
    if let Some(folder) = std::env::var_os("XUNLU_LDTK") {
        collect(Path::new(&folder), &mut all);
    }
    all
}

/// A project with the files beside it.
struct Project {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Project {
    fn look(&self, bytes: &[u8]) -> Option<Scenery> {
        let beside = Folder::of(&self.path);
        let source = Source { name: "a.ldtk", bytes, beside: &beside };
        read_scenery(Format::Ldtk, &source, &Options::default()).ok()?.map(|read| read.scenery)
    }

    fn told(&self, bytes: &[u8], assignment: Assignment) -> Vec<u8> {
        let beside = Folder::of(&self.path);
        let source = Source { name: "a.ldtk", bytes, beside: &beside };
        let changed = assign(Format::Ldtk, &source, &Options::default(), &[assignment]);
        let changed = changed.unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
        changed.into_iter().next().map_or_else(|| bytes.to_vec(), |(_, bytes)| bytes)
    }

    /// Says one thing after the other of something, and in the end what was said at first.
    fn goes_round(
        &self,
        with: impl Fn(TileUse) -> Assignment,
        use_of: impl Fn(&Scenery) -> TileUse,
    ) {
        let was = use_of(&self.look(&self.bytes).unwrap());
        let mut now = self.bytes.clone();
        for says in [BLOCKED, costs(400), BLOCKED, OPEN, costs(150)] {
            now = self.told(&now, with(says));
            let is = use_of(&self.look(&now).unwrap());
            assert_eq!(is, says, "{} {:?}", self.path.display(), with(says));
        }
        let back = self.told(&now, with(was)) == self.bytes;
        assert!(back, "{} {:?}", self.path.display(), with(was));
    }
}

#[test]
fn projects_of_others_go_round_and_come_back_byte_by_byte() {
    let all = projects();
    assert!(all.len() >= 3, "our own are there");
    let (mut tiles, mut values, mut layers) = (0, 0, 0);
    for path in all {
        let project = Project { bytes: std::fs::read(&path).unwrap(), path };
        let Some(before) = project.look(&project.bytes) else { continue };
        for (sheet, shown) in (0..).zip(&before.sheets) {
            let said = shown.uses.iter().map(|(tile, _)| *tile).take(3);
            // The last has custom data in one of LDtk's own samples.
            let silent = [0, 1].into_iter().chain(shown.name.starts_with("Cavernas").then_some(15));
            for tile in said.chain(silent) {
                tiles += 1;
                project.goes_round(
                    |says| Assignment::Tile { sheet, tile, says },
                    |scenery| {
                        let uses = &scenery.sheets[sheet as usize].uses;
                        uses.iter().find(|(id, _)| *id == tile).map_or(OPEN, |(_, it)| *it)
                    },
                );
            }
        }
        for (sheet, shown) in (0..).zip(&before.values) {
            for &SheetValue { value, .. } in &shown.values {
                values += 1;
                project.goes_round(
                    |says| Assignment::Value { sheet, value, says },
                    |scenery| value_use(scenery, sheet as usize, value),
                );
            }
        }
        let own = |shown: &&SceneryLayer| shown.name != "background";
        for (layer, shown) in (0..).zip(&before.layers).filter(|(_, shown)| own(shown)) {
            layers += 1;
            let now = project.told(&project.bytes, Assignment::Layer { layer, role: Role::Wall });
            let role = project.look(&now).unwrap().layers[layer as usize].role;
            assert_eq!(role, Some(Role::Wall), "{} {}", project.path.display(), shown.name);
        }
    }
    // Our own alone have so many.
    assert!(tiles >= 2 && values >= 6 && layers >= 5, "{tiles} {values} {layers}");
}
