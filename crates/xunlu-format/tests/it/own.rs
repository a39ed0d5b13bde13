//! Our own document, from outside: both forms hold everything, neither changes unseen, and what is
//! wrong is refused.

mod agreement;
mod scenes;
mod seeded;

use seeded::{about, any_mesh, any_number, any_scene, any_triangles, without_some_links};
use serde_json::Value;
use xunlu::map::Point;
use xunlu::{Door, Exits, Grid, Link, Map, Rect, Tags, Terrain, WaypointGraph, Weight};
use xunlu_format::{
    Document, Format, FormatError, Options, Overlay, Source, Warning, read_as, write,
};
use xunlu_testkit::{Random, any_grid, any_hex_grid, any_layers, any_waypoints};

const SEEDS: u64 = 250;

fn written(format: Format, document: &Document) -> Vec<u8> {
    write(format, document, &Overlay::default()).unwrap().bytes
}

fn read(format: Format, bytes: &[u8]) -> Result<Document, FormatError> {
    let read = read_as(format, &Source::alone("a", bytes), &Options::default())?;
    // A link of a place to itself is all there is to warn of, and scenes of lines drawn by chance.
    let odd = [" to itself", "crosses itself", "are called"];
    let is_known = |warning: &Warning| odd.iter().any(|odd| warning.message().contains(odd));
    assert!(read.warnings.iter().all(is_known), "{:?}", read.warnings);
    Ok(read.document)
}

/// Both forms of a document come back as what they were, and are the same each time.
#[track_caller]
fn check_round_trip(document: &Document, what: &str) {
    let json = written(Format::Json, document);
    let from_json = read(Format::Json, &json).unwrap_or_else(|error| {
        panic!("{what}: {error}\n{}", String::from_utf8_lossy(&json));
    });
    assert!(from_json == *document, "{what}:\n{}", String::from_utf8_lossy(&json));
    let binary = written(Format::Binary, &from_json);
    assert_eq!(written(Format::Binary, document), binary, "{what}");
    let from_binary =
        read(Format::Binary, &binary).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(from_binary == *document, "{what}");
    assert_eq!(written(Format::Json, &from_binary), json, "{what}");
    assert!(json.ends_with(b"}\n"), "{what}");
}

#[test]
fn every_map_comes_back_from_both_forms() {
    for seed in 0..SEEDS {
        let mut random = Random::new(!seed);
        let maps: [Map; 4] = [
            any_grid(seed).as_read().into(),
            any_hex_grid(seed).as_read().into(),
            any_layers(seed).as_read().into(),
            any_waypoints(seed).into(),
        ];
        for map in maps {
            let document = about(&map, &mut random);
            check_round_trip(&document, &format!("seed {seed}"));
        }
    }
}

#[test]
fn maps_that_were_edited_come_back_as_they_were_read() {
    for seed in 0..SEEDS {
        let mut random = Random::new(seed);
        let cell = Rect::cell;
        let mut grid = any_grid(seed);
        let first = grid.bounds().min;
        grid.add_link_as_read(Link::one_way(first, first)).unwrap();
        // Planes that are there and say nothing.
        grid.fill_tags(grid.bounds(), Tags::NONE).unwrap();
        grid.fill_exits(cell(first), Exits::ALL).unwrap();
        let mut map = Map::Grid(grid);
        without_some_links(&mut map, &mut random);
        let Map::Grid(grid) = map else { unreachable!("it was a grid") };
        check_round_trip(&about(&grid.as_read().into(), &mut random), &format!("grid {seed}"));

        let mut hexes = any_hex_grid(seed);
        hexes.fill_exits(cell(hexes.bounds().min), Exits(0xff)).unwrap();
        let mut map = Map::Hex(hexes);
        without_some_links(&mut map, &mut random);
        let Map::Hex(hexes) = map else { unreachable!("they were hexes") };
        check_round_trip(&about(&hexes.as_read().into(), &mut random), &format!("hexes {seed}"));

        let mut map = Map::Layers(any_layers(seed));
        without_some_links(&mut map, &mut random);
        let Map::Layers(layers) = map else { unreachable!("they were layers") };
        check_round_trip(&about(&layers.as_read().into(), &mut random), &format!("layers {seed}"));

        // A graph has no `as_read`, but its text, which says `removed`, is read at revision 0.
        let mut map = Map::Waypoints(any_waypoints(seed));
        without_some_links(&mut map, &mut random);
        let Map::Waypoints(graph) = map else { unreachable!("it was a graph") };
        let graph: WaypointGraph = graph.to_string().parse().unwrap();
        check_round_trip(&about(&graph.into(), &mut random), &format!("waypoints {seed}"));
    }
}

/// This needs serde_json's feature `float_roundtrip`: without it one float in a few comes back as its
/// neighbour.
#[test]
fn every_mesh_comes_back_from_both_forms_bit_for_bit() {
    for seed in 0..SEEDS {
        check_round_trip(&any_mesh(seed), &format!("mesh {seed}"));
        check_round_trip(&any_triangles(seed), &format!("triangles {seed}"));
        check_round_trip(&any_scene(seed), &format!("scene {seed}"));
        let mut random = Random::new(seed);
        let mut builder = WaypointGraph::builder();
        for number in 0..10 {
            let point = Point::new(any_number(&mut random), any_number(&mut random));
            builder.waypoint(format!("w {number}"), point).unwrap();
        }
        let graph = builder.build().unwrap();
        check_round_trip(&Document::of(graph), &format!("waypoints {seed}"));
    }
}

/// A small document of each kind that says something of everything.
fn samples() -> [(&'static str, Document); 7] {
    ["grid", "hex", "layers", "waypoints", "mesh", "triangles", "scene"].map(|kind| {
        let text = example_of(kind).to_string();
        (kind, read(Format::Json, text.as_bytes()).unwrap())
    })
}

fn schema() -> Value {
    serde_json::from_str(xunlu_format::schema()).unwrap()
}

/// The schema's example of a kind.
fn example_of(kind: &str) -> Value {
    schema()["$defs"][kind]["examples"][0].clone()
}

/// FNV-1a (Fowler, Noll and Vo 1991): short, and nobody can change it unseen.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn neither_form_changes_unseen() {
    let digests = samples().map(|(kind, document)| {
        let binary = written(Format::Binary, &document);
        (kind, digest(&written(Format::Json, &document)), binary.len(), digest(&binary))
    });
    let expected = [
        ("grid", 0xb0fb_6de7_5863_a247, 0x30f, 0x76ce_76a7_36e5_00b4),
        ("hex", 0xee60_0cfc_0d1b_1fd2, 0x30f, 0xa16c_fde9_9146_e773),
        ("layers", 0xcfa9_af95_167c_b9c4, 0x3cf, 0x77f3_ecd8_1a2b_f461),
        ("waypoints", 0x52d0_3b39_e9ce_ffe5, 0x20f, 0x735a_6e26_8e57_031c),
        ("mesh", 0x9952_a928_5fec_bea0, 0x1cf, 0xe300_4638_8484_6a08),
        ("triangles", 0x754e_65bd_9332_0693, 0x1cf, 0x5408_d520_4aef_2256),
        ("scene", 0x49b1_1444_0366_fba1, 0x49c, 0x6275_1f79_85ac_795b),
    ];
    assert_eq!(digests, expected, "{digests:#x?}");
}

#[test]
fn a_small_grid_is_these_bytes() {
    let grid: Grid = "@origin -1,2\n.#".parse().unwrap();
    let bytes = written(Format::Binary, &Document::of(grid));
    let mut expected = vec![
        // The mark, version 1, no flags, 2 sections, 194 bytes.
        0x89, b'x', b'u', b'n', b'l', b'u', b'\r', b'\n', 1, 0, 0, 0, 2, 0, 0, 0, 194, 0, 0, 0, 0,
        0, 0, 0, // Content: its checksum, 36 bytes from byte 128 on.
        1, 0, 0, 0, 0x77, 0xdc, 0xf8, 0x29, 128, 0, 0, 0, 0, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0,
        // Terrain: its checksum, 2 bytes from byte 192 on.
        2, 0, 0, 0, 0xe4, 0xcd, 0xdc, 0x1b, 192, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
        // The checksum of all this.
        0x8f, 0x6a, 0xa6, 0x6b,
    ];
    expected.resize(128, 0);
    // A grid, flat, of squares, one layer: from -1,2 on, 2x1 cells, that have no more to them.
    for number in [1, 0, 0, 1, u32::MAX, 2, 2, 1, 0] {
        expected.extend(number.to_le_bytes());
    }
    expected.resize(192, 0);
    expected.extend([0, 254]);
    assert_eq!(bytes, expected);
}

#[test]
fn a_document_is_written_so() {
    let expected = r#"{
  "xunlu": 1,
  "kind": "grid",
  "look": "isometric",
  "size": {"width": 4, "height": 2},
  "wrap": "xy",
  "legend": {"ō": 77},
  "terrain": [
    ".3#ō",
    ">  ."
  ],
  "tags": [
    {"x": 0, "y": 1, "width": 2, "height": 1, "tags": [2, 5]}
  ],
  "exits": [
    {"x": 0, "y": 1, "width": 2, "height": 1, "exits": ["E", "SE"]}
  ],
  "links": [
    {"from": {"x": 0, "y": 0}, "to": {"x": 3, "y": 1}, "one_way": true, "weight": 150, "tags": [2], "shut": true},
    null,
    {"from": {"x": 3, "y": 1}, "to": {"x": 0, "y": 0}, "weight": 100}
  ],
  "places": [
    {"name": "gate", "layer": 0, "x": 3, "y": 1}
  ],
  "regions": [
    {"name": "yard", "parts": [
      {"x": 2, "y": 0},
      {"x": 0, "y": 1, "width": 2, "height": 1}
    ]}
  ],
  "named_terrains": [
    {"terrain": 3, "name": "mud", "price": 300},
    {"terrain": 77, "price": "closed"}
  ],
  "named_tags": [
    {"tag": 2, "name": "guards"}
  ]
}
"#;
    let [(_, grid), ..] = samples();
    // The arrow lies under the rectangle of exits that is painted over it.
    let expected = expected.replace("\">  .\"", "\".  .\"");
    assert_eq!(String::from_utf8(written(Format::Json, &grid)).unwrap(), expected);
}

#[test]
fn no_changed_byte_of_a_binary_document_goes_unseen() {
    for (kind, document) in samples() {
        let bytes = written(Format::Binary, &document);
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                changed[at] ^= 1 << bit;
                assert!(read(Format::Binary, &changed).is_err(), "{kind}: byte {at}, bit {bit}");
                changed[at] ^= 1 << bit;
            }
        }
        for length in 0..bytes.len() {
            assert!(read(Format::Binary, &bytes[..length]).is_err(), "{kind}: {length} bytes");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(read(Format::Binary, &longer).is_err(), "{kind}");
    }
}

/// The file with the checksums that its bytes ask for, so that what lies behind them is tried.
fn mended(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: usize| {
        let taken = bytes.get(at..at + 8).and_then(|taken| taken.first_chunk());
        taken.map_or(usize::MAX, |&taken| usize::try_from(u64::from_le_bytes(taken)).unwrap())
    };
    let count = number(bytes, 12) & 0xff;
    for entry in (0..count).map(|number| 24 + 24 * number) {
        let (start, length) = (number(bytes, entry + 8), number(bytes, entry + 16));
        let Some(section) = bytes.get(start..start.saturating_add(length)) else { continue };
        let checksum = crc32fast::hash(section).to_le_bytes();
        bytes[entry + 4..entry + 8].copy_from_slice(&checksum);
    }
    let end = 24 + 24 * count;
    if bytes.len() >= end + 4 {
        let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..end + 4].copy_from_slice(&checksum);
    }
}

#[test]
fn changed_bytes_with_right_checksums_never_panic_and_what_is_read_can_be_written() {
    for (kind, document) in samples() {
        let bytes = written(Format::Binary, &document);
        let mut random = Random::new(9);
        for at in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 0xff, random.below(256)] {
                let mut changed = bytes.clone();
                changed[at] ^= u8::try_from(change).unwrap();
                mended(&mut changed);
                let read =
                    read_as(Format::Binary, &Source::alone("a", &changed), &Options::default());
                if let Ok(read) = read {
                    check_round_trip(&read.document, &format!("{kind}: byte {at} ^ {change}"));
                }
            }
        }
    }
}

#[test]
fn changed_json_never_panics_and_what_is_read_can_be_written() {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "null",
        "-1",
        "0",
        "4294967295",
        "1e400",
        "-0.0",
        "1.5",
        "true",
        "\\",
        "\u{0}",
        "寻",
        " ",
        "\n",
        "16777217",
        "\"x\": 3",
        "99999999999999999999",
    ];
    for (kind, document) in samples() {
        let text = String::from_utf8(written(Format::Json, &document)).unwrap();
        let characters: Vec<char> = text.chars().collect();
        for seed in 0..1500 {
            let mut random = Random::new(seed);
            let mut changed = characters.clone();
            for _ in 0..random.from_to(1, 3) {
                let from = random.below(u32::try_from(changed.len()).unwrap()) as usize;
                let to = (from + random.below(4) as usize).min(changed.len());
                let piece: Vec<char> = random.pick(&pieces).chars().collect();
                changed.splice(from..to, piece);
            }
            let changed: String = changed.into_iter().collect();
            if let Ok(document) = read(Format::Json, changed.as_bytes()) {
                check_round_trip(&document, &format!("{kind}, seed {seed}:\n{changed}"));
            }
        }
    }
}

#[test]
fn sections_that_need_not_be_known_are_passed_over_and_others_are_not() {
    let grid: Grid = ".#".parse().unwrap();
    let document = Document::of(grid);
    let bytes = written(Format::Binary, &document);
    // The third section is put behind: kind, checksum, where and how long. The table has room.
    let with_section = |kind: u32| {
        let mut longer = bytes.clone();
        longer[12] = 3;
        let start = longer.len().next_multiple_of(64);
        longer.resize(start + 5, 0);
        longer[start..].copy_from_slice(b"extra");
        longer[72..76].copy_from_slice(&kind.to_le_bytes());
        longer[80..88].copy_from_slice(&u64::try_from(start).unwrap().to_le_bytes());
        longer[88..96].copy_from_slice(&5_u64.to_le_bytes());
        let length = u64::try_from(longer.len()).unwrap();
        longer[16..24].copy_from_slice(&length.to_le_bytes());
        mended(&mut longer);
        read_as(Format::Binary, &Source::alone("a", &longer), &Options::default())
    };
    let read = with_section(1 << 31 | 7).unwrap();
    assert_eq!(read.document, document);
    let warning = "byte 256: a section of kind 0x80000007 is not known and was left out";
    assert_eq!(read.warnings[0].to_string(), warning);
    let error = with_section(22).unwrap_err().to_string();
    assert_eq!(error, "a, byte 256: a section of kind 22; expected none, or one that comes later");
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = read(Format::Json, text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, expected, "{text}");
}

/// A grid with these fields.
fn grid(fields: &str) -> String {
    format!("{{\"xunlu\": 1, \"kind\": \"grid\", {fields}}}")
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    refused(
        "{\"xunlu\": 2, \"kind\": \"cube\"}",
        "a, xunlu: this is version 2 of the document; expected version 1, as no other is read",
    );
    refused("{\"kind\": \"grid\"}", "a, line 1, column 16: missing field `xunlu`; expected it");
    refused(
        "{\"xunlu\": 1, \"kind\": \"cube\"}",
        r#"a, kind: "cube"; expected one of grid, hex, layers, waypoints, mesh, triangles, scene"#,
    );
    refused(
        "{\"xunlu\": 1,\n \"kind\": \"grid\",\n  \"terrain\": [\"..\",}",
        "a, line 3, column 20: this cannot be read; expected value",
    );
    refused("[1, \"grid\"]", "a, line 1, column 1: this is a list; expected an object");
}

#[test]
fn what_is_wrong_with_a_drawing_is_told_with_its_place() {
    refused(
        &grid(r#""terain": [".."]"#),
        "a, line 1, column 37: unknown field `terain`; expected one of `$schema`, `xunlu`, `kind`, `look`, `arrangement`, `origin`, `size`, `wrap`, `legend`, `terrain`, `tags`, `exits`, `layers`, `waypoints`, `vertices`, `polygons`, `triangles`, `links`, `places`, `regions`, `named_terrains`, `named_tags`",
    );
    refused(
        &grid(r#""terrain": ["..", "..."]"#),
        "a, terrain[1]: a row of 3 characters; expected 2, to fit the first row",
    );
    refused(
        &grid(r#""terrain": ["..", ".?"]"#),
        "a, terrain[1], column 2: '?'; expected one of .#, a space, 1 to 9, a to z, one of ><^v or of the legend",
    );
    refused(
        &grid(r#""terrain": []"#),
        r#"a, terrain: there is no row; expected some such as "..#.""#,
    );
    refused(
        &grid(r#""size": {"width": 20000, "height": 20000}"#),
        "a, size: a map of 20000x20000 is too large; expected at most 268435456 cells and no side over 1048576",
    );
    refused(
        &grid(r#""size": {"width": 4000, "height": 4000}"#),
        "a, size: 4000x4000 cells are too many for a file of this length; expected at most 4194304",
    );
    refused(
        &grid(r#""terrain": [".."], "size": {"width": 3, "height": 1}"#),
        "a, size: the size is 3x1, but the rows are 2x1; expected the same, or no size",
    );
    refused(
        &grid(r#""terrain": [".."], "legend": {"a": 3}"#),
        "a, legend: 'a'; expected a character that does not stand for something already",
    );
    refused(
        &grid(r#""terrain": [".."], "legend": {"~": 3, "~": 4}"#),
        "a, legend: '~' again; expected one terrain for each",
    );
    refused(
        &grid(r#""terrain": [".."], "legend": {"~": 300}"#),
        "a, line 1, column 67: invalid value: integer `300`; expected a whole number from 0 to 255",
    );
    refused(
        &grid(r#""terrain": [".."], "waypoints": []"#),
        "a, waypoints: a document of kind grid has no such field; expected any of origin, size, wrap, legend, terrain, tags, exits, links, places, regions",
    );
}

#[test]
fn what_is_wrong_with_a_value_is_told_with_its_place() {
    refused(
        &grid(r#""terrain": [".."], "wrap": null"#),
        "a, line 1, column 57: this cannot be read; expected value",
    );
    refused(
        &grid(r#""terrain": [".."], "tags": [{"x": 0, "y": 0, "tags": [3, 16]}]"#),
        "a, tags[0].tags[1]: there is no tag 16; expected 0 to 15",
    );
    refused(
        &grid(r#""terrain": [".."], "exits": [{"x": 0, "y": 0, "exits": ["EAST"]}]"#),
        r#"a, exits[0].exits[0]: "EAST"; expected one of E, S, W, N, SE, SW, NW, NE"#,
    );
    refused(
        &grid(r#""terrain": [".."], "exits": [{"x": 2, "y": 0, "exits": []}]"#),
        "a, exits[0]: 2,0 lies outside the map; expected a cell from 0,0 to 1,0",
    );
    let links =
        r#""terrain": [".."], "links": [null, {"from": {"x": 0, "y": 0}, "to": {"x": 9, "y": 0}}]"#;
    refused(
        &grid(links),
        "a, links[1].to: 9,0 lies outside the map; expected a cell from 0,0 to 1,0",
    );
    refused(
        &grid(r#""terrain": [".."], "links": [{"from": [0, 0], "to": {"x": 9, "y": 0}}]"#),
        "a, line 1, column 67: this is a list; expected an object",
    );
    refused(
        &grid(r#""terrain": [".."], "places": [{"name": "a", "x": 0}]"#),
        "a, places[0].y: there is none; expected one",
    );
    refused(
        &grid(r#""terrain": [".."], "named_terrains": [{"terrain": 1, "price": "dear"}]"#),
        r#"a, line 1, column 97: invalid value: string "dear"; expected hundredths of a straight step, or "closed""#,
    );
}

#[test]
fn what_is_wrong_with_other_kinds_is_told_with_its_place() {
    refused(
        "{\"xunlu\": 1, \"kind\": \"hex\", \"arrangement\": \"odd-r\", \"terrain\": [\". .\", \". .\"]}",
        "a, terrain[1]: a row of 3 characters; expected 4, to fit the first row",
    );
    refused(
        r#"{"xunlu": 1, "kind": "waypoints", "waypoints": [{"name": "a", "x": 0, "y": 1}], "links": [{"from": "a", "to": "b"}]}"#,
        r#"a, links[0].to: "b"; expected the name of a waypoint"#,
    );
    refused(
        r#"{"xunlu": 1, "kind": "mesh", "vertices": [[0, 1], [2]], "polygons": []}"#,
        "a, line 1, column 53: invalid length 1; expected a list of 2 numbers",
    );
    refused(
        r#"{"xunlu": 1, "kind": "triangles", "vertices": [[0, 1, 2]], "triangles": [[0, 0, 1]]}"#,
        "a, triangles[0][2]: there is no vertex 1; expected a number under 1",
    );
}

#[test]
fn many_coats_of_paint_are_refused() {
    let paint = vec![r#"{"x": 0, "y": 0, "width": 2, "height": 1, "tags": [1]}"#; 65].join(", ");
    let text =
        format!("{{\"xunlu\": 1, \"kind\": \"grid\", \"terrain\": [\"..\"], \"tags\": [{paint}]}}");
    refused(
        &text,
        "a, tags[64]: the rectangles up to this one paint every cell too often; expected at most 64 times",
    );
}

#[test]
fn what_people_write_in_any_order_is_put_in_order() {
    let text = r#"{"xunlu": 1, "kind": "waypoints",
        "waypoints": [{"name": "a", "x": 0, "y": 0}, {"name": "b", "x": 3, "y": 4}],
        "links": [{"from": "a", "to": "b"}],
        "named_terrains": [{"terrain": 9}, {"terrain": 2}],
        "named_tags": [{"tag": 3, "name": "x"}, {"tag": 0, "name": "y"}]}"#;
    let document = read(Format::Json, text.as_bytes()).unwrap();
    assert_eq!(document.terrains[0].terrain, Terrain(2));
    assert_eq!(document.tags[1].tag, Tags::one(3).unwrap());
    let (_, link) = document.map().unwrap().links().next().unwrap();
    assert_eq!(link.weight, Weight::percent(500));
    assert_eq!((link.is_two_way, link.door), (true, Door::Open));
}
