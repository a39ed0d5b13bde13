//! Texts read, translated and written.
#![cfg(test)]

use super::*;
use crate::document::{Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain};
use crate::options::Legend;
use xunlu_map::{Cell, MeshPolygon, Place, Point, PolygonMesh, Rect, Tags, Terrain, TextPlace};
use xunlu_testkit::Random;

fn with(characters: &[(char, u8)]) -> Options {
    let characters = characters.iter().map(|&(glyph, number)| (glyph, Terrain(number))).collect();
    Options { legend: Legend { characters, ..Legend::default() }, ..Options::default() }
}

/// The map of a text under a legend, drawn by itself, or the error.
fn drawn(text: &str, legend: &[(char, u8)]) -> String {
    match read(&Source::alone("a.txt", text.as_bytes()), &with(legend)) {
        Ok(read) => read.document.map().unwrap().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_text_is_read_and_its_errors_name_their_place() {
    assert_eq!(drawn("..#\n...\n", &[]), "..#\n...");
    let error = drawn("..#\n.?.\n", &[]);
    assert!(error.starts_with("a.txt, line 2, column 2: '?'; expected one of .#"), "{error}");
    let source = Source::alone("a.txt", b"..\n.\xff");
    let error = read(&source, &Options::default()).unwrap_err();
    assert_eq!(error.place(), Some(TextPlace { line: 2, column: 2 }));
    assert!(drawn("", &[]).starts_with("a.txt, line 1, column 1: no map"));
}

#[test]
fn xml_that_is_no_map_is_told_from_a_drawing() {
    let says = "a.txt, line 1, column 1: this is XML, but no map; expected a map of Tiled, a graph in \
                GraphML, or a map drawn as text";
    assert_eq!(drawn("\u{feff}<?xml version=\"1.0\"?>\n<tileset name=\"a\"/>\n", &[]), says);
    assert_eq!(drawn("<tileset name=\"a\">\n", &[('<', 3)]), says);
    assert_eq!(drawn("<.\n", &[]), "<.");
}

#[test]
fn a_legend_beats_the_fixed_characters() {
    assert_eq!(drawn("XX.\n.#.\n", &[('X', 254)]), "##.\n.#.");
    assert_eq!(drawn(".X.\n", &[('.', 254), ('X', 0)]), "#.#");
    assert_eq!(drawn("v>\r\n##\r\n", &[('v', 3), ('#', 0)]), "3>\n..");
    assert_eq!(drawn("._\n", &[('_', 77), (' ', 4)]), "@legend ō 77\n.ō");
    assert_eq!(drawn(". .\n", &[(' ', 4)]), ".4.");
    assert_eq!(drawn("X.\n", &[('X', 3), ('X', 4)]), "4.", "the last word counts");
}

#[test]
fn the_texts_own_legend_beats_the_one_from_outside_in_its_own_layer() {
    let text = "@layer\n@legend ~ 5\n~.\n@layer\n~.\n";
    assert_eq!(drawn(text, &[('~', 6)]), "@layer\n5.\n@layer\n6.");
}

#[test]
fn hexes_keep_the_spaces_between_them() {
    let text = "@hex odd-r\nX . X\n . X .\n";
    assert_eq!(drawn(text, &[('X', 254)]), "@hex odd-r\n# . #\n . # .");
    assert_eq!(
        drawn(text, &[(' ', 3)]),
        "a.txt: the legend names ' '; expected another character, as spaces stand between hexes"
    );
}

#[test]
fn an_error_under_a_legend_is_that_of_the_users_text() {
    let legend = [('X', 254), ('o', 40), ('"', 1)];
    let error = drawn("\n@origin 1,1\nXo\n.?\n", &legend);
    assert!(error.starts_with("a.txt, line 4, column 2: '?'; expected"), "{error}");
    // A legend's character where none can stand, quoted as it was.
    let error = drawn("@hex odd-r\n. X\n .X.\n", &legend);
    assert!(error.starts_with("a.txt, line 3, column 3: 'X'; expected a space"), "{error}");
    let error = drawn("@layer\nX.\n@layer\nX.\n@layer\nX.\nX\n", &legend);
    assert!(error.starts_with("a.txt, line 7, column 2: ragged: a row of 1"), "{error}");
    let error = drawn("@origin X\nX", &legend);
    assert!(error.starts_with("a.txt, line 1, column 9: \"X\"; expected a cell"), "{error}");
    let error = drawn("Xo\n@wrap x\n", &legend);
    assert!(error.starts_with("a.txt, line 2, column 1: a directive after the rows"), "{error}");
    let error = drawn("@waypoint a at 0,0\nXo\n", &legend);
    assert!(error.starts_with("a.txt, line 2, column 1: \"Xo\"; expected @way"), "{error}");
}

#[test]
fn a_stand_in_is_never_a_character_of_the_text() {
    let error = drawn("X\u{e000}\n", &[('X', 254)]);
    assert!(error.starts_with("a.txt, line 1, column 2: '\\u{e000}'; expected"), "{error}");
    assert_eq!(drawn("X\u{e000}\n", &[('X', 254), ('\u{e000}', 3)]), "#3");
}

#[test]
fn a_legend_names_characters_that_can_draw() {
    let error = drawn("..", &[('@', 254)]);
    assert_eq!(
        error,
        "a.txt: the legend names '@'; expected another character, as lines that begin with it are \
         directives"
    );
    assert!(drawn("..", &[('\n', 3)]).contains("'\\n'; expected a character that can be seen"));
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..200 {
        let maps: [Map; 4] = [
            xunlu_testkit::any_grid(seed).into(),
            xunlu_testkit::any_hex_grid(seed).into(),
            xunlu_testkit::any_layers(seed).into(),
            xunlu_testkit::any_waypoints(seed).into(),
        ];
        for map in maps {
            let written = write(&Document::of(map.clone())).unwrap();
            assert!(written.warnings.is_empty());
            assert!(written.bytes.ends_with(b"\n") && !written.bytes.ends_with(b"\n\n"));
            let read = read(&Source::alone("a", &written.bytes), &Options::default()).unwrap();
            // A text tells ground, not whether planes for tags and exits were ever made.
            let again = read.document.map().unwrap().to_string();
            assert_eq!(again, map.to_string(), "seed {seed}");
        }
    }
}

#[test]
fn what_a_text_cannot_say_is_told_once_each() {
    let mut document = Document::of("..".parse::<Map>().unwrap());
    for name in ["a", "b"] {
        let (name, cell) = (name.to_owned(), Cell::new(0, 0));
        document.places.push(NamedPlace { name: name.clone(), place: Place::Cell(cell) });
        document.regions.push(NamedRegion { name, layer: 0, parts: vec![Rect::cell(cell)] });
    }
    document.terrains.push(NamedTerrain { terrain: Terrain(3), name: None, price: None });
    document.tags.push(NamedTag { tag: Tags::one(1).unwrap(), name: "key".to_owned() });
    document.look = Look::Isometric;
    let warnings = write(&document).unwrap().warnings;
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let what = [
        "the names of places",
        "the regions",
        "the names and prices of terrains",
        "the names of tags",
        "the look",
    ];
    assert_eq!(told, what.map(|what| format!("text cannot hold {what}; left out")));
}

#[test]
fn a_mesh_is_no_text() {
    let vertices = vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(0.0, 1.0)];
    let polygon = MeshPolygon { vertices: vec![0, 1, 2], neighbours: vec![None; 3] };
    let mesh = Content::Mesh(PolygonMesh { vertices, polygons: vec![polygon] });
    let error = write(&Document { content: mesh, ..Document::of("..".parse::<Map>().unwrap()) });
    assert_eq!(
        error.unwrap_err().to_string(),
        "the map: the map is a mesh of polygons; expected cells, hexes, layers or waypoints for a text"
    );
}

#[test]
fn mutated_texts_are_read_or_refused() {
    let seeds = [
        "@origin -2,-1\n@wrap x\n@legend ~ 77\n@tags 3 at -2,0 2x2\n..#~~..\n..#~~>.\n.....5.\n",
        "@hex odd-r\n@exits E,SW at 0,0\n@link 2,0 <-> 0,2\n. . # .\n . . # .\n. 3 . .\n",
        "@link 0:2,1 <-> 1:0,-1 weight 300\n@layer\n..#\n...\n@layer\n@origin 0,-1\n.#.#\n",
        "@waypoint gate at 0,0\n@waypoint \"old mill\" at 3,4.5\n@link gate <-> \"old mill\"\n",
    ];
    let pieces = ["@", "\n", "\r\n", " ", "9", "X", "-", ",", "@layer\n", "\u{e000}", "\"", "@hex"];
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut text: Vec<char> = random.pick(&seeds).chars().collect();
        for _ in 0..random.from_to(1, 4) {
            let end = u32::try_from(text.len()).unwrap();
            let at = random.below(end) as usize;
            if random.chance(50) {
                text.remove(at);
            } else {
                let piece: Vec<char> = random.pick(&pieces).chars().collect();
                text.splice(at..at, piece);
            }
        }
        let text: String = text.iter().collect();
        for legend in [&[][..], &[('X', 254), ('.', 3), (' ', 0)], &[('#', 99), ('>', 1)]] {
            let said = drawn(&text, legend);
            let lines = text.split('\n').count();
            let source = Source::alone("a.txt", text.as_bytes());
            if let Err(error) = read(&source, &with(legend)) {
                let line = error.place().map_or(1, |place| place.line);
                assert!((1..=lines + 1).contains(&line), "seed {seed}: {said}\n{text}");
            }
        }
    }
}
