//! LDtk projects: the published files, and each rule and error with a file as small as it can be.
use std::path::Path;
use xunlu::{Cell, LayerCell, Place, Rect, Size, Terrain, Weight};
use xunlu_format::{
    Beside, Document, Folder, Format, NamedTerrain, Options, Price, Read, ReadLimits, Role, Roles,
    Source, read_as,
};
use xunlu_testkit::Random;

const FREE: &str = include_str!("../ldtk/free.ldtk");
const HOUSE: &str = include_str!("../ldtk/house.ldtk");

fn house() -> Folder {
    Folder::of(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ldtk/house.ldtk")))
}

fn read_with(text: &str, beside: &dyn Beside, options: &Options) -> Result<Read, String> {
    let source = Source { name: "a.ldtk", bytes: text.as_bytes(), beside };
    read_as(Format::Ldtk, &source, options).map_err(|error| error.to_string())
}

fn told(roles: &[(&str, Role)]) -> Options {
    let with = |all: Roles, &(layer, role): &(&str, Role)| all.with(layer, role);
    Options { roles: roles.iter().fold(Roles::default(), with), ..Options::default() }
}

fn document(text: &str, roles: &[(&str, Role)]) -> Document {
    read_with(text, &xunlu_format::Nothing, &told(roles)).unwrap().document
}

/// The map as text, or the error.
fn drawn(text: &str, roles: &[(&str, Role)]) -> String {
    match read_with(text, &xunlu_format::Nothing, &told(roles)) {
        Ok(read) => read.document.map().unwrap().to_string(),
        Err(error) => error,
    }
}

fn warnings(text: &str) -> Vec<String> {
    let read = read_with(text, &xunlu_format::Nothing, &Options::default()).unwrap();
    read.warnings.iter().map(ToString::to_string).collect()
}

/// A project of these layer definitions and levels.
fn project(definitions: &[String], levels: &[String]) -> String {
    let (layers, levels) = (definitions.join(","), levels.join(","));
    format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defs":{{"layers":[{layers}]}},"levels":[{levels}]}}"#
    )
}

/// A project of one level of 3 x 1 cells of 8 px.
fn small(definitions: &[String], layers: &[String]) -> String {
    project(definitions, &[level("L", (0, 0), (24, 8), layers)])
}

fn defined(name: &str, values: &[(u32, &str)]) -> String {
    let value = |&(value, name): &(u32, &str)| {
        let name = if name.is_empty() { "null".to_owned() } else { format!("{name:?}") };
        format!(r#"{{"value":{value},"identifier":{name}}}"#)
    };
    let values: Vec<String> = values.iter().map(value).collect();
    format!(r#"{{"identifier":"{name}","intGridValues":[{}]}}"#, values.join(","))
}

fn level(name: &str, at: (i32, i32), size: (u32, u32), layers: &[String]) -> String {
    deep_level(name, at, 0, size, layers)
}

fn deep_level(
    name: &str,
    (x, y): (i32, i32),
    depth: i32,
    (width, height): (u32, u32),
    layers: &[String],
) -> String {
    format!(
        r#"{{"identifier":"{name}","worldX":{x},"worldY":{y},"worldDepth":{depth},"pxWid":{width},"pxHei":{height},"layerInstances":[{}]}}"#,
        layers.join(",")
    )
}

fn layer(name: &str, kind: &str, grid: u32, (columns, rows): (u32, u32), rest: &str) -> String {
    format!(
        r#"{{"__identifier":"{name}","__type":"{kind}","__cWid":{columns},"__cHei":{rows},"__gridSize":{grid},{rest}}}"#
    )
}

/// An IntGrid of cells of 8 px, a row.
fn row(name: &str, values: &[u32]) -> String {
    let columns = u32::try_from(values.len()).unwrap();
    layer(name, "IntGrid", 8, (columns, 1), &format!(r#""intGridCsv":{values:?}"#))
}

fn entities(entities: &[String]) -> String {
    layer(
        "Things",
        "Entities",
        8,
        (3, 1),
        &format!(r#""entityInstances":[{}]"#, entities.join(",")),
    )
}

fn entity(name: &str, iid: &str, (x, y): (i32, i32), fields: &[(&str, &str, &str)]) -> String {
    let field = |(name, kind, value): &(&str, &str, &str)| {
        format!(r#"{{"__identifier":"{name}","__type":"{kind}","__value":{value}}}"#)
    };
    let fields: Vec<String> = fields.iter().map(field).collect();
    format!(
        r#"{{"__identifier":"{name}","iid":"{iid}","px":[{x},{y}],"width":8,"height":8,"__pivot":[0,0],"fieldInstances":[{}]}}"#,
        fields.join(",")
    )
}

fn named(terrain: u8, name: &str, steps: Option<u32>) -> NamedTerrain {
    let price = steps.map(|steps| Price::Weight(Weight::times(steps)));
    NamedTerrain { terrain: Terrain(terrain), name: Some(name.to_owned()), price }
}

#[test]
fn a_free_world_is_read_with_its_places() {
    let read = read_with(FREE, &xunlu_format::Nothing, &Options::default()).unwrap();
    assert_eq!(read.warnings, []);
    let document = read.document;
    let map = document.map().unwrap().to_string();
    assert_eq!(map, "@origin -2,1\n@link 0,1 <-> 4,3\n##.#   \n.... .#\naa#. a.");
    let places: Vec<_> = document.places.iter().map(|p| (p.name.as_str(), p.place)).collect();
    let expected = [
        ("Player", Place::cell(-1, 2)),
        ("Well", Place::cell(0, 1)),
        ("deep well", Place::cell(4, 3)),
        ("Nest", Place::cell(3, 2)),
    ];
    assert_eq!(places, expected);
    let nest = document.region("Nest").unwrap();
    assert_eq!(nest.parts, [Rect::new(Cell::new(3, 2), Size::new(2, 1))]);
    assert_eq!(document.regions.len(), 1);
    assert_eq!(document.terrains, [named(10, "water", None)]);
}

#[test]
fn depths_are_layers_and_levels_may_have_their_own_files() {
    let read = read_with(HOUSE, &house(), &Options::default()).unwrap();
    assert_eq!(read.warnings, []);
    assert_eq!(
        read.document.map().unwrap().to_string(),
        "@link 1:0,1 -> 0:0,1\n@layer\n@origin -1,0\n####\n...#\n@layer\n..#\n..."
    );
    let places: Vec<Place> = read.document.places.iter().map(|place| place.place).collect();
    let layer_cell = |layer| Place::LayerCell(LayerCell::new(layer, Cell::new(0, 1)));
    assert_eq!(places, [layer_cell(1), layer_cell(0)]);
}

#[test]
fn a_levels_file_that_is_missing_or_wrong_is_named() {
    struct Files(&'static str);
    impl Beside for Files {
        fn open(&self, _: &str, _: u64) -> Result<Vec<u8>, String> {
            Ok(self.0.as_bytes().to_vec())
        }
    }
    let error = |beside: &dyn Beside| read_with(HOUSE, beside, &Options::default()).unwrap_err();
    assert_eq!(
        error(&xunlu_format::Nothing),
        "a.ldtk, level \"Upstairs\": its file \"house/Upstairs.ldtkl\" cannot be read: nothing can \
         be read beside this source; expected a file beside the project"
    );
    let said = error(&Files("{\n\"identifier\": 3}"));
    assert_eq!(
        said,
        "house/Upstairs.ldtkl, line 2, column 15: invalid type: integer `3`; expected a text"
    );
    let said = error(&Files(r#"{"identifier":"U","worldX":0,"worldY":0,"pxWid":8,"pxHei":8}"#));
    assert_eq!(
        said,
        "house/Upstairs.ldtkl: the level has no layers here either; expected layerInstances"
    );
    let text = r#"{"levels":[{"identifier":"U","worldX":0,"worldY":0,"pxWid":8,"pxHei":8}]}"#;
    assert_eq!(
        drawn(text, &[]),
        "a.ldtk, level \"U\": it has no layers and names no file; expected layerInstances or \
         externalRelPath"
    );
}

#[test]
fn a_role_decides_what_values_mean() {
    let layers = |name| [row(name, &[0, 1, 3])];
    assert_eq!(drawn(&small(&[], &layers("Collisions")), &[]), ".##");
    assert_eq!(drawn(&small(&[], &layers("floor")), &[]), "#..");
    assert_eq!(drawn(&small(&[], &layers("Any")), &[("any", Role::Wall)]), ".##");
    assert_eq!(drawn(&small(&[], &layers("Walls")), &[("WALLS", Role::Ground)]), "#..");
    assert_eq!(drawn(&small(&[], &layers("Any")), &[("Any", Role::Cost)]), ".13");
    let two = [row("Any", &[1, 0, 0]), row("Walls", &[0, 1, 0])];
    assert_eq!(drawn(&small(&[], &two), &[("Any", Role::Ignore)]), ".#.");
}

#[test]
fn names_of_values_decide_where_no_role_does() {
    let names = [(1, "Obstacle"), (2, "ice"), (3, "GROUND"), (7, "Bog"), (9, "")];
    let text = |values: &[u32]| {
        let width = u32::try_from(values.len() * 8).unwrap();
        project(&[defined("Any", &names)], &[level("L", (0, 0), (width, 8), &[row("Any", values)])])
    };
    let document = document(&text(&[0, 1, 2, 3, 7, 9, 30]), &[]);
    assert_eq!(document.map().unwrap().to_string(), ".#a.bcd");
    let terrains = [
        named(10, "ice", None),
        named(11, "Bog", None),
        named(12, "Any 9", None),
        named(13, "Any 30", None),
    ];
    assert_eq!(document.terrains, terrains);
    // On ground, what has no name is open.
    assert_eq!(drawn(&text(&[0, 1, 2, 3, 7, 9, 30]), &[("any", Role::Ground)]), "##a.b..");
    assert_eq!(warnings(&text(&[1])), [""; 0]);
}

#[test]
fn where_nothing_is_named_one_is_a_wall_and_a_warning_says_so() {
    let text = small(&[defined("Any", &[(1, ""), (2, "")])], &[row("Any", &[0, 1, 2])]);
    assert_eq!(drawn(&text, &[]), ".#a");
    assert_eq!(
        warnings(&text),
        [
            "layer \"Any\": neither its name nor those of its values say what blocks; 1 was read as a \
          wall, other values as terrains of their own"
        ]
    );
}

#[test]
fn costs_are_prices() {
    let names = [(2, "mud"), (12, "swamp"), (13, "nobody's")];
    let text = small(&[defined("Any", &names)], &[row("Any", &[9, 12, 2])]);
    let document = document(&text, &[("Any", Role::Cost)]);
    assert_eq!(document.map().unwrap().to_string(), "9a2");
    let terrains = [named(2, "mud", None), named(10, "swamp", Some(12))];
    assert_eq!(document.terrains, terrains);
    let text = small(&[], &[row("Any", &[9, 12, 10_001])]);
    assert_eq!(
        drawn(&text, &[("Any", Role::Cost)]),
        "a.ldtk, level \"L\", layer \"Any\", cell 2,0: a cost of 10001; expected at most 10000"
    );
}

#[test]
fn layers_lie_over_each_other_and_walls_stay() {
    let names = defined("Under", &[(1, "wall"), (2, "mud"), (3, "ice")]);
    let above = defined("Over", &[(1, "wood"), (2, "road")]);
    let layers = [row("Over", &[1, 1, 0]), row("Under", &[1, 2, 3])];
    assert_eq!(drawn(&small(&[names, above], &layers), &[]), "#cb");
    // Where any layer of ground has something one may walk, and costs lie on top of it.
    let layers = [row("Floor", &[1, 0, 0]), row("Any", &[5, 5, 5]), row("Roads", &[0, 1, 0])];
    assert_eq!(drawn(&small(&[], &layers), &[("Any", Role::Cost)]), "55#");
}

#[test]
fn a_coarse_cell_covers_several_fine_ones() {
    let coarse = layer("Walls", "IntGrid", 16, (2, 1), r#""intGridCsv":[0,1]"#);
    let fine = layer("Any", "IntGrid", 8, (3, 2), r#""intGridCsv":[2,0,0,0,0,3]"#);
    let text = |layers: &[String]| project(&[], &[level("L", (16, 0), (24, 16), layers)]);
    let roles = [("Any", Role::Cost)];
    assert_eq!(drawn(&text(&[coarse, fine]), &roles), "@origin 2,0\n2.#\n..#");
    let odd = layer("Walls", "IntGrid", 12, (2, 1), r#""intGridCsv":[0,1]"#);
    assert_eq!(
        drawn(&text(&[odd.clone(), row("Any", &[0, 0, 0])]), &[]),
        "a.ldtk, level \"L\", layer \"Walls\": its grid is of 12 px; expected a multiple of 8, the \
         finest grid"
    );
    // What is not read may be as it likes.
    let layers = [odd, row("Any", &[0, 0, 4])];
    assert_eq!(
        drawn(&text(&layers), &[("Walls", Role::Ignore), ("Any", Role::Cost)]),
        "@origin 2,0\n..4\n..."
    );
}

#[test]
fn an_offset_moves_a_layer_by_whole_cells_and_nothing_leaves_its_level() {
    let rest = r#""__pxTotalOffsetX":8,"__pxTotalOffsetY":-8,"intGridCsv":[1,1,1,0,1,1]"#;
    let text = small(&[], &[layer("Walls", "IntGrid", 8, (3, 2), rest)]);
    assert_eq!(drawn(&text, &[]), "..#");
    let text = text.replace("\"__pxTotalOffsetX\":8", "\"__pxTotalOffsetX\":5");
    assert_eq!(
        drawn(&text, &[]),
        "a.ldtk, level \"L\", layer \"Walls\": it is shifted by 5,-8 px; expected multiples of 8, \
         the side of a cell"
    );
}

#[test]
fn tiles_and_entities_draw_when_told() {
    let tiles = |name: &str, kind: &str, list: &str, xs: &[i32]| {
        let tiles: Vec<String> = xs.iter().map(|x| format!(r#"{{"px":[{x},0]}}"#)).collect();
        layer(name, kind, 8, (3, 1), &format!(r#""{list}":[{}]"#, tiles.join(",")))
    };
    let layers = [
        entities(&[entity("Rock", "", (8, 0), &[])]),
        tiles("Walls", "Tiles", "gridTiles", &[16, 400, -8]),
        tiles("Lawn", "AutoLayer", "autoLayerTiles", &[0, 8]),
        row("Empty", &[0, 0, 0]),
    ];
    let text = small(&[], &layers);
    assert_eq!(drawn(&text, &[]), "...");
    assert_eq!(drawn(&text, &[("walls", Role::Wall)]), "..#");
    assert_eq!(drawn(&text, &[("lawn", Role::Ground)]), "..#");
    assert_eq!(drawn(&text, &[("things", Role::Wall), ("lawn", Role::Ground)]), ".##");
    assert_eq!(document(&text, &[("things", Role::Wall)]).places.len(), 1);
    assert_eq!(document(&text, &[("things", Role::Ignore)]).places.len(), 0);
    assert_eq!(
        drawn(&text, &[("lawn", Role::Cost)]),
        "a.ldtk, level \"L\", layer \"Lawn\": the layer has no values that could be costs; expected \
         the role wall, ground or ignore for it"
    );
    assert_eq!(drawn(&small(&[], &layers[1..2]), &[("walls", Role::Wall)]), "..#");
    // Where there are tiles and no values, all is open.
    assert_eq!(drawn(&small(&[], &layers[..3]), &[]), "...");
    assert_eq!(
        drawn(&small(&[], &layers[..1]), &[]),
        "a.ldtk: there is no layer of values or tiles to read; expected one, or a role for one of \
         \"Things\""
    );
    let none = layer("Lawn", "Tiles", 0, (3, 1), r#""gridTiles":[]"#);
    assert!(drawn(&small(&[], &[none]), &[]).contains("no layer of values or tiles"));
}

#[test]
fn a_role_for_a_layer_that_is_not_there_is_an_error() {
    let text = small(&[defined("Unused", &[])], &[row("Walls", &[0, 0, 0])]);
    assert_eq!(
        drawn(&text, &[("Floor", Role::Ground)]),
        "a.ldtk: there is no layer \"floor\"; expected one of \"Unused\", \"Walls\""
    );
    assert_eq!(drawn(&text, &[("unused", Role::Ground)]), "...");
}

#[test]
fn entities_stand_at_their_pivots() {
    let at = |pivot: &str, px: (i32, i32), size: (u32, u32)| {
        let one = entity("E", "", px, &[]).replace("\"__pivot\":[0,0]", pivot);
        let one = one.replace(
            "\"width\":8,\"height\":8",
            &format!("\"width\":{},\"height\":{}", size.0, size.1),
        );
        let layers = [entities(&[one]), row("Walls", &[0, 0, 0, 0, 0, 0])];
        let text = project(&[], &[level("L", (-8, 8), (24, 16), &layers)]);
        let text = text.replace("\"__cWid\":6,\"__cHei\":1", "\"__cWid\":3,\"__cHei\":2");
        let document = document(&text, &[]);
        let place = document.place("E").map(|place| place.as_cell().unwrap());
        (place.map(|cell| (cell.x, cell.y)), document.region("E").map(|region| region.parts[0]))
    };
    let rect = |x, y, width, height| Some(Rect::new(Cell::new(x, y), Size::new(width, height)));
    assert_eq!(at("\"__pivot\":[0,0]", (8, 8), (8, 8)), (Some((0, 2)), None));
    assert_eq!(at("\"__pivot\":[1,1]", (16, 16), (8, 8)), (Some((0, 2)), None));
    assert_eq!(at("\"__pivot\":[0.5,1]", (12, 16), (8, 16)), (Some((0, 2)), rect(0, 1, 1, 2)));
    assert_eq!(at("\"__pivot\":[0.5,0.5]", (12, 8), (9, 8)), (Some((0, 2)), rect(0, 1, 2, 2)));
    assert_eq!(at("\"__pivot\":[0,0]", (16, 0), (80, 8)), (Some((1, 1)), rect(1, 1, 1, 1)));
    assert_eq!(at("\"__pivot\":[0,0]", (24, 0), (8, 8)), (None, None));
}

#[test]
fn an_entity_outside_is_left_out_with_a_warning() {
    let layers = [entities(&[entity("E", "", (-1, 0), &[])]), row("Walls", &[0, 0, 0])];
    assert_eq!(
        warnings(&small(&[], &layers)),
        ["level \"L\", layer \"Things\": \"E\" lies outside; left out"]
    );
}

#[test]
fn references_between_entities_of_a_kind_are_links() {
    let to = |iids: &[&str]| {
        let all: Vec<String> =
            iids.iter().map(|iid| format!(r#"{{"entityIid":"{iid}"}}"#)).collect();
        format!("[{}]", all.join(","))
    };
    let array = "Array<EntityRef>";
    let layers = |first: &str, second: &str, third: &str| {
        let all = [
            entity("Door", "a", (0, 0), &[("to", array, first)]),
            entity("Door", "b", (8, 0), &[("x", "Int", "3"), ("to", array, second)]),
            entity("Door", "c", (16, 0), &[("to", "EntityRef", third)]),
            entity("Lever", "d", (16, 0), &[("opens", "EntityRef", r#"{"entityIid":"a"}"#)]),
        ];
        small(&[], &[entities(&all), row("Walls", &[0, 0, 0])])
    };
    let check = |first: &str, second: &str, third: &str, links: &str| {
        assert_eq!(drawn(&layers(first, second, third), &[]), format!("{links}..."));
    };
    check(&to(&["b"]), "[]", "null", "@link 0,0 -> 1,0\n");
    check(&to(&["b", "b", "a"]), &to(&["c", "a"]), "null", "@link 0,0 <-> 1,0\n@link 1,0 -> 2,0\n");
    check(&to(&["d"]), "null", r#"{"entityIid":"a"}"#, "@link 2,0 -> 0,0\n");
    assert_eq!(
        warnings(&layers(&to(&["z"]), "[]", "null")),
        ["level \"L\", layer \"Things\": \"Door\" refers to \"z\", which is not on the map"]
    );
}

#[test]
fn levels_lie_on_cells_and_apart() {
    let walls = [row("Walls", &[1, 0, 0])];
    let three = |x, y| level("B", (x, y), (24, 8), &walls);
    let text = |b: String| project(&[], &[level("A", (0, 0), (24, 8), &walls), b]);
    assert_eq!(drawn(&text(three(24, 0)), &[]), "#..#..");
    assert_eq!(drawn(&text(three(-8, -8)), &[]), "@origin -1,-1\n#.. \n #..");
    assert_eq!(
        drawn(&text(three(16, 0)), &[]),
        "a.ldtk, level \"B\": it overlaps level \"A\"; expected levels of one depth (0) to lie apart"
    );
    assert_eq!(
        drawn(&text(three(24, 4)), &[]),
        "a.ldtk, level \"B\": it lies at 24,4 px; expected multiples of 8, the side of a cell"
    );
    let above = deep_level("B", (8, 0), 3, (24, 8), &walls);
    assert_eq!(drawn(&text(above), &[]), "@layer\n#..\n@layer\n@origin 1,0\n#..");
    let none = level("B", (24, 0), (0, 8), &walls);
    assert_eq!(
        drawn(&text(none), &[]),
        "a.ldtk, level \"B\": it is 0x8 px large; expected at least a pixel"
    );
}

#[test]
fn levels_of_a_line_are_laid_side_by_side() {
    let walls = [row("Walls", &[1, 0, 0])];
    let levels = ["A", "B"].map(|name| level(name, (-1, -1), (24, 8), &walls));
    for layout in ["LinearHorizontal", "LinearVertical"] {
        let text = project(&[], &levels).replace("Free", layout);
        assert_eq!(drawn(&text, &[]), "#..#..");
        assert_eq!(
            warnings(&text),
            ["the levels have no places in this layout; laid side by side"]
        );
    }
    let levels = [level("A", (8, 0), (24, 8), &walls), level("B", (40, 0), (24, 8), &walls)];
    let text = project(&[], &levels).replace("Free", "LinearHorizontal");
    assert_eq!(drawn(&text, &[]), "@origin 1,0\n#.. #..");
}

#[test]
fn the_first_of_several_worlds_is_read() {
    let world = |name: &str, wall: u32| {
        let levels = level("L", (0, 0), (24, 8), &[row("Walls", &[wall, 0, 0])]);
        format!(r#"{{"identifier":"{name}","worldLayout":"Free","levels":[{levels}]}}"#)
    };
    let worlds = [world("Day", 1), world("Night", 0)].join(",");
    let text = format!(r#"{{"jsonVersion":"0.9.3","levels":[],"worlds":[{worlds}]}}"#);
    assert_eq!(drawn(&text, &[]), "#..");
    assert_eq!(
        warnings(&text),
        [
            "jsonVersion: the file is of version \"0.9.3\"; read as if of 1",
            "world \"Night\": left out; only the first world, \"Day\", is read",
        ]
    );
}

#[test]
fn what_is_no_project_is_refused_with_its_place() {
    assert_eq!(
        drawn("{\n \"levels\": [\n  {\"identifier\": \"L\"}]}", &[]),
        "a.ldtk, line 3, column 21: missing field `worldX`; expected it"
    );
    let error =
        drawn(&small(&[], &[row("Walls", &[0, 0, 0])]).replace("[0, 0, 0]", "[0, -1, 0]"), &[]);
    let says = ": invalid value: integer `-1`; expected a whole number from 0 to 4294967295";
    assert!(error.ends_with(says), "{error}");
    assert_eq!(drawn("{}", &[]), "a.ldtk: the project has no level; expected at least one");
    let text = small(&[], &[row("Walls", &[0, 0, 0])]).replace("\"__cWid\":3", "\"__cWid\":4");
    assert_eq!(
        drawn(&text, &[]),
        "a.ldtk, level \"L\", layer \"Walls\": it has 3 values; expected 4 for 4x1 cells"
    );
    let text =
        small(&[], &[row("Walls", &[0, 0, 0])]).replace("\"__gridSize\":8", "\"__gridSize\":0");
    assert!(
        drawn(&text, &[])
            .ends_with("its grid is of 0 px; expected a multiple of 1, the finest grid")
    );
}

#[test]
fn a_world_may_not_be_much_larger_than_its_file() {
    let walls = [row("Walls", &[0, 0, 0])];
    let far = |x, y| {
        project(&[], &[level("A", (0, 0), (24, 8), &walls), level("B", (x, y), (24, 8), &walls)])
    };
    let levels = "a.ldtk, the levels of depth 0 and what lies between them:";
    let text = far(80_000, 80_000);
    assert_eq!(
        drawn(&text, &[]),
        format!(
            "{levels} 10003x10001 cells are too many for a file of this length; expected at most \
             {}",
            ReadLimits::default().cells_for(text.len() as u64)
        )
    );
    let error = drawn(&far(2_147_483_640, 0), &[]);
    let says = format!("{levels} a map of 268435458x1 is too large; expected at most ");
    assert!(error.starts_with(&says), "{error}");
    let error = drawn(&far(-2_147_483_648, 0).replace("\"pxHei\":8", "\"pxHei\":4294967295"), &[]);
    assert!(error.contains(" is too large; expected at most"), "{error}");
    let limits = ReadLimits { cells_max: 2, ..ReadLimits::default() };
    let options = Options { limits, ..Options::default() };
    let error = read_with(&small(&[], &walls), &xunlu_format::Nothing, &options).unwrap_err();
    assert!(
        error.contains("3x1 cells are too many for a file of this length; expected at most 2"),
        "{error}"
    );
}

#[test]
fn there_are_only_so_many_classes() {
    let values: Vec<u32> = (2..247).collect();
    let text = |values: &[u32]| project(&[], &[level("L", (0, 0), (8, 8), &[row("Any", values)])]);
    assert_eq!(document(&text(&values[1..]), &[]).terrains.len(), 244);
    assert_eq!(
        drawn(&text(&values), &[]),
        "a.ldtk, layer \"Any\": value 246 would be one class of terrain too many; expected at most \
         244 that are not walls or open"
    );
}

#[test]
fn mutated_projects_are_read_or_refused() {
    let pieces = [
        "0", "9", "-", "\"", "[", "]", "{", "}", ",", "null", "1e9", "99999999", "16", "8", "true",
    ];
    let (beside, roles) = (house(), [("Things", Role::Wall), ("Stairs", Role::Ground)]);
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let number = random.below(2) as usize;
        let mut text = [FREE, HOUSE][number].to_owned();
        for _ in 0..random.from_to(1, 3) {
            // Numbers are what the reader has to take care with, so they are hit as often as all else.
            let digits: Vec<usize> =
                text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let end = u32::try_from(text.len() - 1).unwrap();
            let at =
                if random.chance(50) { *random.pick(&digits) } else { random.below(end) as usize };
            let length = random.below(2) as usize;
            let piece = *random.pick(&pieces);
            text.replace_range(at..at + length, piece);
        }
        for options in [Options::default(), told(&roles[number..=number])] {
            if let Err(error) = read_with(&text, &beside, &options) {
                let is_named = error.starts_with("a.ldtk") || error.starts_with("house/");
                assert!(is_named, "seed {seed}: {error}");
            }
        }
    }
}
