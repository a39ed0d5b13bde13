//! What is wrong with a file, or odd about it, has a code and the numbers and names to tell it with.

#![cfg(test)]

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
    check("a.map", "type octile\nheight x\nwidth 2\nmap\n", "value", "", &text(2, 8));
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
