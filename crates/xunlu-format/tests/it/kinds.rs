//! What is wrong with a file, or odd about it, has a code and the numbers and names to tell it with.

use xunlu_format::{
    At, Format, FormatError, FormatErrorKind, Options, Overlay, Source, Warning, read, write,
};
use xunlu_map::TextPlace;

fn text(line: usize, column: usize) -> At {
    At::Text(TextPlace { line, column })
}

fn fault(name: &str, bytes: &[u8]) -> FormatError {
    read(&Source::alone(name, bytes), &Options::default()).unwrap_err()
}

/// What is wrong with a file: its code, its values and where it lies.
fn check(name: &str, text: &str, code: &str, values: &str, at: &At) {
    let error = fault(name, text.as_bytes());
    let told = (error.kind().code(), error.values().join(" "), error.at());
    assert_eq!(told, (code, values.to_owned(), at), "{error}");
}

#[test]
fn errors_are_told_apart_by_kind_and_values() {
    let part = |name: &str| At::Part(name.to_owned());
    let octile = "type octile\nheight 3\nwidth 3\nmap\n";
    check("a.map", &format!("{octile}...\n"), "ends-early", "1 3", &text(6, 1));
    check("a.map", &format!("{octile}..\n"), "row-length", "2 3", &text(5, 3));
    check("a.map", &format!("{octile}....\n"), "row-length", "4 3", &text(5, 4));
    check("a.map", &format!("{octile}.x.\n"), "character", "x", &text(5, 2));
    let four = format!("{octile}{}", "...\n".repeat(4));
    check("a.map", &four, "too-many-rows", "3", &text(8, 1));
    check("a.map", "type octile\nheight 3\nmap\n", "missing", "width", &text(3, 1));
    check("a.map", "type octile\nheight x\nwidth 2\nmap\n", "word", "\"x\"", &text(2, 8));
    check("a.map", "type octile\nheight\n", "line-short", "", &text(2, 7));
    check("a.txt", "..\n.!", "character", "!", &text(2, 2));
    check("a.txt", "..\n.", "row-length", "1 2", &text(2, 2));
    check("a.txt", "<?xml version='1.0'?><svg/>", "no-map", "", &text(1, 1));
    check("a.tmx", "<map", "syntax", "XML", &text(1, 1));
    check("a.tmx", "<map/>", "missing", "tilewidth", &text(1, 1));
    check("a.json", "{\"xunlu\": 1,", "syntax", "JSON", &text(1, 12));
    check(
        "a.json",
        "{\"xunlu\": 1, \"kind\": \"hex\"}",
        "missing",
        "arrangement",
        &part("arrangement"),
    );
    let ragged = "{\"xunlu\": 1, \"kind\": \"grid\", \"terrain\": [\"..\", \".\"]}";
    check("a.json", ragged, "row-length", "1 2", &part("terrain[1]"));
    check("a.png", "\u{89}PNG", "syntax", "PNG", &At::File);
    assert_eq!(fault("a.txt", b"..\n\xff").kind(), FormatErrorKind::NotText);
}

#[test]
fn what_is_wrong_with_tiled_maps_is_told_apart() {
    let map = |inside: &str| {
        format!(
            "<map width='2' height='1' tilewidth='8' tileheight='8'>\
             <tileset firstgid='1' name='t' tilewidth='8' tileheight='8' tilecount='2'/>{inside}</map>"
        )
    };
    let layer = |data: &str| map(&format!("<layer name='l' width='2' height='1'>{data}</layer>"));
    let told = |file: &str| {
        let error = fault("a.tmx", file.as_bytes());
        (error.kind().code(), error.values().join(" "))
    };
    let csv = |tiles: &str| layer(&format!("<data encoding='csv'>{tiles}</data>"));
    assert_eq!(told(&layer("")), ("missing", "<data>".to_owned()));
    assert_eq!(told(&csv("1")), ("count", "1 2".to_owned()));
    assert_eq!(told(&csv("1,2,1")), ("count", "3 2".to_owned()));
    assert_eq!(told(&csv("1,x")), ("word", "\"x\"".to_owned()));
    assert_eq!(told(&csv("1,9")), ("no-tile", "9".to_owned()));
    let odd = layer("<data encoding='rot13'>1,2</data>");
    assert_eq!(told(&odd), ("one-of", "\"rot13\" csv, base64".to_owned()));
    let odd = layer("<data encoding='base64' compression='lzma'>AAAA</data>");
    assert_eq!(told(&odd), ("one-of", "\"lzma\" gzip, zlib, zstd".to_owned()));
    let cut = layer("<data encoding='base64' compression='zlib'>AAAA</data>");
    assert_eq!(told(&cut), ("damaged", String::new()));
    let twice = "<tileset firstgid='1' name='u' tilewidth='8' tileheight='8' tilecount='2'/>";
    assert_eq!(told(&map(twice)), ("first-tile", "1".to_owned()));
    assert_eq!(told(&map("")), ("no-map", String::new()));
    let flat = map("").replace("tilewidth='8' tileheight='8'>", "tilewidth='0' tileheight='8'>");
    assert_eq!(told(&flat), ("tile-size", "0x8, 0".to_owned()));
    let role = csv("1,2")
        .replace("<data", "<properties><property name='role' value='roof'/></properties><data");
    assert_eq!(told(&role).0, "one-of");
}

#[test]
fn a_drawn_text_is_told_apart_by_what_is_wrong_with_it() {
    let told = |text: &str| {
        let error = fault("a.txt", text.as_bytes());
        (error.kind().code(), error.values().join(" "))
    };
    let written = |code, values: &str| (code, values.to_owned());
    assert_eq!(told("@origin 3\n.."), written("text", "\"3\" 3,1"));
    assert_eq!(told("@origin\n.."), written("line-ends", "3,1"));
    assert_eq!(told("@origin 3,1 2\n.."), written("line-goes-on", "\"2\""));
    assert_eq!(told("@origin 3,1"), written("no-rows", ""));
    assert_eq!(told("..\n\n.."), written("empty-line", ""));
    assert_eq!(told("..\n@origin 3,1"), written("late-directive", ""));
    assert_eq!(told("@wrap x\n@wrap y\n.."), written("directive-again", "\"@wrap\""));
    assert_eq!(told("@moon x\n..").0, "no-such-directive");
    assert_eq!(told("@legend # 7\n.."), written("character-taken", "#"));
    assert_eq!(told("@legend ~ 300\n.."), written("text", "\"300\" 0 ... 255"));
    assert_eq!(told("@waypoint a at 0,0\n@link a -> b"), written("no-such-waypoint", "\"b\""));
}

#[test]
fn a_file_that_is_missing_is_named_without_its_folder() {
    let map = "<map width='1' height='1' tilewidth='8' tileheight='8'>\
        <tileset firstgid='1' source='art/t.tsx'/></map>";
    let error = fault("a.tmx", map.as_bytes());
    assert_eq!(error.kind(), FormatErrorKind::FileMissing);
    assert_eq!(error.values(), ["t.tsx"]);
}

#[test]
fn a_map_that_a_format_cannot_hold_and_what_it_leaves_out_have_their_kinds() {
    let hexes = b"@hex odd-r\n. .\n";
    let hexes = read(&Source::alone("a.txt", hexes), &Options::default()).unwrap().document;
    let error = write(Format::MovingAi, &hexes, &Overlay::default()).unwrap_err();
    assert_eq!(error.kind(), FormatErrorKind::NotWritable);
    let links = b"@link 0,0 -> 1,0\n..\n";
    let links = read(&Source::alone("a.txt", links), &Options::default()).unwrap().document;
    let written = write(Format::MovingAi, &links, &Overlay::default()).unwrap();
    let kinds: Vec<&str> = written.warnings.iter().map(|told| told.kind().code()).collect();
    assert_eq!(kinds, ["not-kept"]);
}

#[test]
fn layers_that_nobody_explains_are_named() {
    let map = |name: &str| {
        format!(
            "<map width='2' height='1' tilewidth='8' tileheight='8'>\
             <tileset firstgid='1' name='t' tilewidth='8' tileheight='8' tilecount='2' columns='2'/>\
             <layer name='{name}' width='2' height='1'><data encoding='csv'>1,2</data></layer></map>"
        )
    };
    let told = |text: String| {
        let read = read(&Source::alone("a.tmx", text.as_bytes()), &Options::default()).unwrap();
        let told = |warning: &Warning| (warning.kind().code(), warning.values().concat());
        read.warnings.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(told(map("Mauer")), [("no-walls", "Mauer".to_owned())]);
    let ruled = map("stone walls").replace(
        "</map>",
        "<layer name='walls' width='2' height='1'><data encoding='csv'>0,1</data></layer></map>",
    );
    assert_eq!(told(ruled), [("layer-unnamed", "stone walls".to_owned())]);
}
