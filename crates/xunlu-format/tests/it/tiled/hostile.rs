//! Maps that are broken or meant to break something. None of them takes longer than moments; no clock says
//! so, because a busy machine is many times slower, but what takes no end never ends here.
#![cfg(test)]

use super::support::{beside, layer, map_of, own_bytes, read_text};
use xunlu_format::{Format, Options, Overlay, Source, read_as, write};
use xunlu_testkit::Random;

#[test]
fn no_damage_to_a_file_makes_the_reader_panic() {
    let names = [
        "village.tmx",
        "village.tmj",
        "hexes.tmx",
        "hexes.tmj",
        "roads.tmx",
        "packed-zlib.tmx",
        "packed-zstd.tmx",
        "packed-gzip.tmx",
        "packed-tiles.tmx",
        "staggered-x-even.tmj",
        "harbour.tmx",
        "harbour.tmj",
    ];
    for (name, seed) in names.iter().zip(1..) {
        let whole = own_bytes(name);
        let format = Format::of_name(name).unwrap();
        let mut random = Random::new(seed);
        for _ in 0..600 {
            let mut bytes = whole.clone();
            for _ in 0..random.from_to(1, 4) {
                damage(&mut bytes, &mut random);
            }
            let source = Source { name, bytes: &bytes, beside: &beside() };
            let Ok(read) = read_as(format, &source, &Options::default()) else { continue };
            // What was read can be kept.
            let written = write(Format::Json, &read.document, &Overlay::default());
            assert!(written.is_ok(), "{name}: {written:?}");
        }
    }
}

/// Changes, removes, repeats or inserts something anywhere.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
    match random.below(5) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => {
            let end = bytes.len().min(at + random.below(20) as usize);
            bytes.drain(at..end);
        }
        2 => {
            let end = bytes.len().min(at + random.below(60) as usize);
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part);
        }
        3 => bytes.truncate(at),
        _ => {
            let words: [&[u8]; 8] = [
                b"-1",
                b"4294967295",
                b"1e308",
                b"NaN",
                b"0",
                b"<",
                b"\"",
                b"99999999999999999999",
            ];
            let word = random.pick(&words).to_vec();
            let digit = (at..bytes.len()).find(|at| bytes[*at].is_ascii_digit()).unwrap_or(at);
            bytes.splice(digit..=digit, word);
        }
    }
}

/// What is wrong with it.
fn refused(name: &str, text: &str) -> String {
    let error = read_text(name, text, &Options::default()).unwrap_err();
    error.to_string()
}

#[test]
fn large_numbers_get_no_memory() {
    let chunk = |rect: &str| {
        let chunk = format!("<chunk {rect}>AAAA</chunk>");
        let data = format!("<data encoding=\"base64\" compression=\"zlib\">{chunk}</data>");
        map_of("infinite=\"1\"", &format!("<layer name=\"a\">{data}</layer>"))
    };
    for (rect, expected) in [
        ("x=\"0\" y=\"0\" width=\"1000000\" height=\"1000000\"", "more than this file may ask for"),
        ("x=\"0\" y=\"0\" width=\"4000000000\" height=\"1\"", "reach too far"),
        ("x=\"-2147483648\" y=\"0\" width=\"1\" height=\"1\"", "reach too far"),
        ("x=\"0\" y=\"0\" width=\"9\" height=\"-9\"", "the height of <chunk>"),
    ] {
        let error = refused("a.tmx", &chunk(rect));
        assert!(error.contains(expected), "{error}");
    }
    let tile = |x: i32| format!("<chunk x=\"{x}\" y=\"0\" width=\"1\" height=\"1\">1</chunk>");
    let data = format!("<data encoding=\"csv\">{}{}</data>", tile(0), tile(500_000_000));
    let far = map_of("infinite=\"1\"", &format!("<layer name=\"a\">{data}</layer>"));
    assert!(refused("a.tmx", &far).contains("at most"));
    let tiles = layer("name=\"a\"", "1,1,1,1,1,1");
    for size in ["width=\"0\" height=\"2\"", "width=\"4000000000\" height=\"4000000000\""] {
        let error = refused("a.tmx", &map_of(size, &tiles));
        assert!(error.contains("at least") || error.contains("at most"), "{error}");
    }
}

#[test]
fn attributes_without_end_are_refused() {
    let attributes: String = (0..200_000).map(|n| format!(" a{n}=\"\"")).collect();
    let error = refused("a.tmx", &format!("<map{attributes}/>"));
    assert!(error.contains("line 1, column 1: this element has too many attributes"), "{error}");
    let nested: String = (0..60_000).map(|n| format!("<a xmlns:n{n}=\"{n}\">")).collect();
    assert!(refused("a.tmx", &format!("<map>{nested}")).contains("too many namespaces"));
}

#[test]
fn deep_nesting_is_refused() {
    let groups = |depth| {
        map_of("width=\"3\" height=\"2\"", &("<group>".repeat(depth) + &"</group>".repeat(depth)))
    };
    assert!(refused("a.tmx", &groups(33)).contains("lies within 32 others"));
    refused("a.tmx", &groups(100_000));
    let open = "{\"type\":\"group\",\"layers\":[".repeat(100_000);
    let json = format!(
        "{{\"orientation\":\"orthogonal\",\"tilewidth\":1,\"tileheight\":1,\"layers\":[{open}"
    );
    assert!(refused("a.tmj", &json).contains("recursion limit"));
}

#[test]
fn shapes_without_end_are_read_within_the_limits_or_refused() {
    let points: String =
        (0..1_000_000_u64).map(|n| format!("{},{} ", n % 977, n * 7919 % 100_000)).collect();
    let tiles = "<layer name=\"a\" width=\"1\" height=\"10000\"><data encoding=\"csv\">".to_owned()
        + &"1,".repeat(10_000)
        + "</data></layer>";
    let shaped = |shape: &str| {
        let object = format!("<object id=\"7\"><{shape} points=\"{points}\"/></object>");
        let objects = format!("<objectgroup>{object}</objectgroup>");
        map_of("width=\"1\" height=\"10000\"", &format!("{tiles}{objects}"))
    };
    let error = refused("a.tmx", &shaped("polygon"));
    assert!(error.contains("object 7: with this one the shapes of the map"), "{error}");
    let read = read_text("a.tmx", &shaped("polyline"), &Options::default()).unwrap();
    assert!(read.document.map().unwrap().links().count() < 1_000_000);
}

#[test]
fn a_region_keeps_to_the_map_where_a_layer_is_larger_than_the_map_says() {
    let text = "<map orientation=\"staggered\" width=\"2\" height=\"4\" tilewidth=\"32\" \
                tileheight=\"16\" staggerindex=\"even\">\
                <tileset firstgid=\"1\" name=\"two\" tilecount=\"2\"/>\
                <layer name=\"ground\" width=\"3\" height=\"4\"><data encoding=\"csv\">\
                1,1,1,1,1,0,1,2,1,1,1,1</data></layer><objectgroup name=\"objects\">\
                <object id=\"1\" name=\"all\" x=\"-10\" y=\"-10\" width=\"290\" height=\"200\"/>\
                </objectgroup></map>";
    let read = super::support::read_text("a.tmx", text, &Options::default()).unwrap();
    let Some(xunlu::Map::Grid(grid)) = read.document.map() else { panic!("no grid") };
    let parts = &read.document.regions[0].parts;
    assert!(parts.iter().all(|part| part.intersection(grid.bounds()) == *part), "{parts:?}");
}

#[test]
fn a_staggered_map_higher_than_any_number_of_rows_is_refused() {
    let data = layer("name=\"a\"", "1,1,1,1,1,1");
    for (axis, index) in [("x", "odd"), ("x", "even"), ("y", "odd"), ("y", "even")] {
        for size in ["width=\"4294967295\" height=\"3\"", "width=\"3\" height=\"2147483648\""] {
            let size = format!("{size} staggeraxis=\"{axis}\" staggerindex=\"{index}\"");
            let text = map_of(&size, &data).replace("orthogonal", "staggered");
            assert!(refused("a.tmx", &text).contains("at most"), "{size}");
        }
    }
}
