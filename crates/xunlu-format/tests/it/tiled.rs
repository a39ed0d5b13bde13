//! Tiled maps, read from files as the editor writes them, and written for it.

mod hostile;
mod round_trip;
mod scenes;
mod support;

use std::collections::BTreeSet;
use support::{
    check, check_error, drawn, layer, map_of, own, own_bytes, read_file, read_text, shared,
};
use xunlu::{
    Cell, Door, Hex, Map, MoverId, Outcome, Place, Query, Tags, Terrain, Weight, Workspace, World,
};
use xunlu_format::{Look, Options, Price, Role, Roles};

/// The rectangles of a region as x, y, width, height.
fn parts(document: &xunlu_format::Document, name: &str) -> Vec<(i32, i32, u32, u32)> {
    let parts = &document.region(name).unwrap().parts;
    parts.iter().map(|part| (part.min.x, part.min.y, part.size.width, part.size.height)).collect()
}

#[test]
fn both_spellings_of_a_map_give_the_same_document() {
    for name in
        ["village", "hexes", "roads", "shapes", "packed", "staggered-y-odd", "staggered-x-even"]
    {
        let (tmx, tmj) = (own(&format!("{name}.tmx")), own(&format!("{name}.tmj")));
        assert_eq!(tmx, tmj, "{name}");
    }
    let staggered = "isometric_staggered_grass_and_water";
    for name in ["desert", "sewers", "hexagonal-mini", "orthogonal-outside", staggered] {
        let (tmx, tmj) = (shared(&format!("{name}.tmx")), shared(&format!("{name}.tmj")));
        let documents = (tmx.map(|read| read.document), tmj.map(|read| read.document));
        assert_eq!(documents.0, documents.1, "{name}");
    }
    // A tileset may be written in the other spelling than its map.
    let text = String::from_utf8(own_bytes("village.tmx")).unwrap();
    let crossed = text.replace("village.tsx", "village.tsj");
    assert_eq!(read_text("a.tmx", &crossed, &Options::default()).unwrap(), own("village.tmj"));
}

#[test]
fn every_packing_of_tiles_unpacks_to_the_same_map() {
    let plain = own("packed.tmx");
    for packing in ["base64", "gzip", "zlib", "zstd", "tiles"] {
        assert_eq!(own(&format!("packed-{packing}.tmx")), plain, "{packing}");
    }
    for packing in ["zlib", "zstd"] {
        assert_eq!(own(&format!("packed-{packing}.tmj")), plain, "{packing}");
    }
}

#[test]
fn a_village_is_what_was_drawn() {
    let read = own("village.tmx");
    let expected = "\
@tags 0,3 at 8,4 1x3
@exits E,SE at 6,2
@exits W,SW at 7,2
@exits N,NE at 6,3
@link 0,6 -> 9,0 weight 50 tags 0 shut
@link 0,0 <-> 3,0 weight 300
@link 3,0 <-> 3,4 weight 400
......ccc.
.aa.#.c###
.aa.#.....
..........
.44.#.....
....#..#..
#...#.... ";
    let document = &read.document;
    assert_eq!(drawn(document.map().unwrap()), expected);
    assert_eq!(document.place("inn"), Some(Place::cell(0, 0)));
    assert_eq!(document.place("object 2"), Some(Place::cell(8, 6)));
    assert_eq!(parts(document, "field"), [(1, 4, 2, 2)]);
    assert_eq!(parts(document, "pond"), [(5, 5, 2, 2)]);
    assert_eq!(parts(document, "roof"), [(6, 0, 3, 1), (6, 1, 1, 1)]);
    let [swamp] = document.terrains.as_slice() else { panic!("{:?}", document.terrains) };
    assert_eq!((swamp.terrain, swamp.name.as_deref()), (Terrain(10), Some("swamp")));
    assert_eq!(swamp.price, Some(Price::Weight(Weight::percent(250))));
    let [key] = document.tags.as_slice() else { panic!("{:?}", document.tags) };
    assert_eq!((key.tag, key.name.as_str()), (Tags(1), "key"));
    let (_, door) = document.map().unwrap().links().next().unwrap();
    assert_eq!(door.door, Door::Shut);
    let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "object 8: it lies outside the map and is left out",
            "object 9: it covers the centre of no tile of the map and is left out",
            "lines that are read as links, from end to end through whatever lies between: 1; give \
             the layer of lines that are none the role ignore"
        ]
    );
}

#[test]
fn an_isometric_map_keeps_its_columns_and_rows() {
    let document = own("packed.tmx").document;
    assert_eq!(drawn(document.map().unwrap()), "4.#.\n..#.\n3...");
    assert_eq!(document.look, Look::Isometric);
    assert_eq!(document.place("chest"), Some(Place::cell(2, 2)));
    assert_eq!(parts(&document, "yard"), [(0, 1, 2, 2)]);
}

#[test]
fn an_infinite_hex_map_reaches_as_far_as_its_tiles() {
    let document = own("hexes.tmx").document;
    let expected = "\
@hex even-q
@origin -2,-2
@exits N at -1,-1
@exits NE at 0,-1
@exits SE at 1,-1
@link -2,-2 <-> 0,-2 weight 200
# . .  
. . . .";
    assert_eq!(drawn(document.map().unwrap()), expected);
    // Column -1, row -1: half a column of even ones is shoved.
    assert_eq!(document.place("camp"), Some(Place::Hex(Hex::new(-1, -1))));
}

#[test]
fn staggered_maps_are_the_diamonds_they_show() {
    let staggered = |name: &str, expected: &str, here: (i32, i32), last: &str| {
        let read = own(name);
        assert_eq!(drawn(read.document.map().unwrap()), expected, "{name}");
        assert_eq!(read.document.place("here"), Some(Place::cell(here.0, here.1)), "{name}");
        assert_eq!(read.document.look, Look::Isometric);
        let Some(Map::Grid(grid)) = read.document.map() else { panic!("{name} is no grid") };
        let is_tile = |cell: &Cell| grid.terrain(*cell) != Some(Terrain::VOID);
        let tiles: BTreeSet<Cell> = grid.bounds().cells().filter(is_tile).collect();
        let parts = &read.document.region("all").unwrap().parts;
        let covered: BTreeSet<Cell> = parts.iter().flat_map(|part| part.cells()).collect();
        assert_eq!(covered, tiles, "{name}");
        let warning = read.warnings[0].to_string();
        assert!(warning.contains(&format!("tile 2,3 is the cell {last};")), "{warning}");
    };
    let y_odd = "@origin 0,-2\n  .# \n ....\n.... \n ..  ";
    staggered("staggered-y-odd.tmx", y_odd, (1, 0), "4,-1");
    let y_even = "@origin 0,-2\n  . \n .#.\n....\n... \n .  ";
    staggered("staggered-y-even.tmx", y_even, (1, 0), "3,0");
    let x_odd = "@origin 0,-1\n .   \n..#  \n ... \n  ...\n   ..";
    staggered("staggered-x-odd.tmx", x_odd, (1, 0), "4,2");
    let x_even = "@origin 0,-1\n..   \n..#  \n ... \n  ...\n   . ";
    staggered("staggered-x-even.tmx", x_even, (1, -1), "4,2");
}

#[test]
fn lines_without_tiles_are_roads() {
    let read = own("roads.tmx");
    let expected = "\
@waypoint inn at 1,1
@waypoint mill at 4,5
@waypoint \"polyline 3.2\" at 7,5
@link inn <-> mill weight 500
@link mill <-> \"polyline 3.2\" weight 300
@link \"polyline 3.2\" -> inn weight 700
";
    assert_eq!(drawn(read.document.map().unwrap()), expected);
    assert!(read.warnings[0].to_string().contains("\"nowhere\": no line leads there"));
    let error = read_text("a.tmx", &map_of("", ""), &Options::default()).unwrap_err().to_string();
    assert!(error.contains("neither a layer of tiles nor a polyline"), "{error}");
}

#[test]
fn layers_mean_what_their_role_says() {
    let options = Options::default();
    let plain = layer("name=\"plain\"", "1,1,1,1,1,0");
    check(&plain, &options, "...\n.. ");
    let walls = layer("name=\"Walls\"", "0,1,0,0,0,1");
    check(&format!("{plain}{walls}"), &options, ".#.\n..#");
    let road = layer("name=\"road\"", "1,0,0,1,1,0");
    check(&format!("{plain}{road}"), &options, ".##\n..#");
    // What is told beats the name.
    let told = |role| Options { roles: Roles::default().with("PLAIN", role), ..Options::default() };
    check(&plain, &told(Role::Wall), "###\n## ");
    check(&plain, &told(Role::Ground), "...\n..#");
    check(&layer("name=\"plain\"", "1,2,9,4,5,0"), &told(Role::Cost), "12#\n45 ");
    check(&format!("{plain}{walls}"), &told(Role::Ignore), " # \n  #");
    // A group hands its role on; a layer's own word is stronger.
    let role =
        |role| format!("<properties><property name=\"role\" value=\"{role}\"/></properties>");
    let own = format!(
        "<layer name=\"b\" width=\"3\" height=\"2\">{}<data encoding=\"csv\">0,0,1,0,0,0</data></layer>",
        role("ignore")
    );
    let group = format!(
        "{plain}<group name=\"g\">{}{}{own}</group>",
        role("wall"),
        layer("name=\"a\"", "1,0,0,0,0,0")
    );
    check(&group, &options, "#..\n.. ");
}

#[test]
fn a_map_without_any_meaning_is_told_of() {
    let text = map_of("width=\"3\" height=\"2\"", &layer("name=\"a\"", "1,1,1,1,1,1"));
    let text = text.replace("walkable", "lookable");
    let read = read_text("a.tmx", &text, &Options::default()).unwrap();
    assert!(
        read.warnings[0].to_string().contains("--role NAME=wall; the layers of tiles are \"a\"")
    );
    // Ground that covers the map closes nothing either; ground with a hole does.
    let field = |ground: &str, fringe: &str| {
        let layers = layer("name=\"Ground\"", ground) + &layer("name=\"Fringe\"", fringe);
        let text = map_of("width=\"3\" height=\"2\"", &layers).replace("walkable", "lookable");
        read_text("a.tmx", &text, &Options::default()).unwrap().warnings
    };
    let told = field("1,1,1,1,1,1", "2,0,0,0,0,0");
    let says = "no layer or tile says what is closed";
    assert!(told.len() == 1 && told[0].to_string().contains(says), "{told:?}");
    assert!(told[0].to_string().ends_with("are \"Ground\", \"Fringe\""), "{told:?}");
    assert_eq!(field("1,1,0,1,1,1", "2,0,0,0,0,0"), []);
    let options = Options { roles: Roles::default().with("no", Role::Wall), ..Options::default() };
    let error = read_text("a.tmx", &text, &options).unwrap_err().to_string();
    assert!(error.ends_with("layer \"no\", which there is not; expected one of \"a\""), "{error}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let data = |tiles| layer("name=\"a\"", tiles);
    check_error(&data("1,1,1,1"), "line 3, column 38: layer \"a\", tile 1,1: the data ends here");
    check_error(&data("1,1,1,1,1,1,1"), "layer \"a\": there are 7 tiles; expected 6");
    check_error(&data("1,1,x,1,1,1"), "layer \"a\", tile 2,0: \"x\"; expected a tile's number");
    check_error(&data("1,1,1,1,10,1"), "layer \"a\", tile 1,1: the tile 10 lies beyond all");
    check_error(
        "<layer name=\"a\" width=\"-1\" height=\"2\"><data encoding=\"csv\">1</data></layer>",
        "the width of <layer> is \"-1\"; expected a number of columns",
    );
    let property = |owner: &str, property: &str| {
        format!(
            "<layer name=\"a\" width=\"3\" height=\"2\">\n<properties><property {property}/></properties>\
                 <data encoding=\"csv\">1,1,1,1,1,1</data></layer>{owner}"
        )
    };
    check_error(
        &property("", "name=\"walkable\" value=\"no\""),
        "line 4, column 13: layer \"a\", property \"walkable\": \"no\"; expected a bool",
    );
    check_error(
        &property("", "name=\"cost\" type=\"int\" value=\"0\""),
        "expected a number of steps",
    );
    check_error(&property("", "name=\"oneway\" value=\"up\""), "E, S, W, N, SE, SW, NW, NE");
    check_error(&property("", "name=\"terrain\" type=\"int\" value=\"254\""), "from 0 to 253");
    check_error(&property("", "name=\"role\" value=\"road\""), "one of wall, ground, cost, ignore");
    check_error("<objectgroup><object x=\"NaN\"/></objectgroup>", "the x of <object> is \"NaN\"");
    let text = map_of("width=\"3\" height=\"2\"", "<layer");
    let error = read_text("a.tmx", &text, &Options::default()).unwrap_err();
    assert_eq!(error.place().map(|place| place.line), Some(4));
    let error = read_text("a.tmj", "{\n\"orientation\": 3}", &Options::default()).unwrap_err();
    assert_eq!(error.place().map(|place| place.line), Some(2));
}

#[test]
fn errors_in_a_tileset_name_its_file() {
    let text = String::from_utf8(own_bytes("village.tmx")).unwrap();
    let missing = text.replace("village.tsx", "gone/none.tsx");
    let error = read_text("a.tmx", &missing, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("tileset \"gone/none.tsx\": this tileset cannot be read"), "{error}");
    // One that was moved is found right beside the map.
    let moved = text.replace("village.tsx", "../elsewhere/village.tsx");
    let read = read_text("a.tmx", &moved, &Options::default()).unwrap();
    assert_eq!(read.document, own("village.tmx").document);
    assert!(read.warnings[0].to_string().contains("beside the map is read instead"));
    let wrong = text.replace("village.tsx", "roads.tmx");
    let error = read_text("a.tmx", &wrong, &Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("roads.tmx, line 2, column 1: the outermost element"), "{error}");
}

#[test]
fn the_tutorials_map_has_a_way_from_start_to_goal() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/maps/tutorial.tmx");
    let read = read_file(path.as_ref(), &Options::default()).unwrap();
    assert_eq!(read.warnings, []);
    let place = |name| read.document.place(name).unwrap();
    let query = Query::between(place("start"), place("goal"));
    let Some(Map::Grid(grid)) = read.document.map() else { panic!("a grid was drawn") };
    assert_eq!(grid.terrain(Cell::new(5, 3)), Some(Terrain::WALL));
    let world = World::new(grid.clone()).unwrap();
    assert!(world.can_stand(MoverId::FIRST, query.from));
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    assert!(matches!(answer.outcome, Outcome::Found(_)));
}

#[test]
fn a_layer_that_sounds_like_walls_and_is_none_is_told_of() {
    let tiles = "1,1,1,0,0,0";
    let walls = layer("name=\"ground\"", "1,1,1,1,1,1");
    for (name, is_told) in [
        ("Colision", true),
        ("Walls_Collision", true),
        ("soild", false),
        ("solids", true),
        ("Fringe", false),
        ("walls", false),
    ] {
        let text = map_of(
            "width=\"3\" height=\"2\"",
            &format!("{walls}{}", layer(&format!("name=\"{name}\""), tiles)),
        );
        let read = read_text("a.tmx", &text, &Options::default()).unwrap();
        let told = read.warnings.iter().any(|warning| warning.to_string().contains("--role"));
        assert_eq!(told, is_told, "{name}: {:?}", read.warnings);
    }
}
