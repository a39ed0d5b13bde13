//! Maps as their games show them: tiny ones, pixel by pixel, for each orientation and each way in which a
//! tile is turned, and a whole picture with a search on top.
//!
//! A pixel is a letter: upper case for the four pixels of the tile `AB/CD`, a dot for paper.
#![cfg(test)]

use std::collections::BTreeMap;
use xunlu::{Cost, Map, Place};
use xunlu_format::{
    Beside, Format, Options, Overlay, ReadLimits, Source, Visited, read_as, read_scenery,
};
use xunlu_picture::{Artwork, Style, draw_artwork_png, draw_tiles_png, draw_tiles_svg};

const LETTERS: [(char, [u8; 4]); 7] = [
    ('A', [200, 0, 0, 255]),
    ('B', [0, 200, 0, 255]),
    ('C', [0, 0, 200, 255]),
    ('D', [200, 200, 0, 255]),
    ('E', [0, 200, 200, 255]),
    ('x', [255, 0, 255, 255]),
    ('.', [255, 255, 255, 0]),
];

/// Images by name, drawn in letters.
struct Images(BTreeMap<&'static str, Vec<u8>>);

impl Beside for Images {
    fn open(&self, name: &str, _bytes_max: u64) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("there is no {name}"))
    }
}

fn images() -> Images {
    let drawn = |text: &str| {
        let rows: Vec<&str> = text.split('/').collect();
        let colour = |letter| LETTERS.iter().find(|(known, _)| *known == letter).unwrap().1;
        let pixels: Vec<u8> = rows.iter().flat_map(|row| row.chars().flat_map(colour)).collect();
        let (width, height) = (rows[0].len(), rows.len());
        png_of([width, height].map(|side| u32::try_from(side).unwrap()), &pixels)
    };
    let mut images = BTreeMap::new();
    images.insert("one.png", drawn("AB/CD"));
    // Two tiles with a margin of one pixel and two pixels between them; one colour is not painted.
    images.insert("grid.png", drawn("EEEEEEEE/EABEExCE/ECDEEDxE/EEEEEEEE"));
    images.insert("tall.png", drawn("A/B/C"));
    images.insert("photo.jpg", b"\xff\xd8\xff\xe0".to_vec());
    Images(images)
}

fn png_of([width, height]: [u32; 2], pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    bytes
}

/// The pixels of a PNG as letters; what has none is a question mark.
fn letters(png: &[u8]) -> String {
    let (width, pixels) = pixels(png);
    let letter = |pixel: &[u8; 3]| {
        let known = LETTERS.iter().find(|(_, colour)| colour[..3] == *pixel);
        known.map_or('?', |(letter, _)| *letter)
    };
    let rows = pixels.chunks(width).map(|row| row.iter().map(letter).collect());
    rows.collect::<Vec<String>>().join("\n")
}

fn pixels(png: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width as usize, bytes.as_chunks::<3>().0.to_vec())
}

fn artwork(text: &str) -> (Artwork, Vec<String>) {
    artwork_of(Format::Tmx, text)
}

fn artwork_of(format: Format, text: &str) -> (Artwork, Vec<String>) {
    let beside = images();
    let source = Source { name: "a", bytes: text.as_bytes(), beside: &beside };
    let read = read_scenery(format, &source, &Options::default()).unwrap().unwrap();
    let (artwork, warnings) = Artwork::of(read.scenery, &beside, &ReadLimits::default());
    let warnings = read.warnings.iter().chain(&warnings);
    (artwork, warnings.map(ToString::to_string).collect())
}

const ONE: &str = r#"<tileset firstgid="1" name="one" tilewidth="2" tileheight="2" columns="1">
    <image source="one.png" width="2" height="2"/></tileset>"#;

/// What is drawn of a map of this shape, with these sets of tiles and layers.
fn check(map: &str, inside: &str, expected: &str) {
    let (artwork, warnings) = artwork(&format!("<map {map}>{inside}</map>"));
    assert_eq!(warnings, [""; 0]);
    let drawn = letters(&draw_artwork_png(&artwork, 0).unwrap().bytes);
    assert_eq!(drawn, expected.replace(' ', ""), "\n{drawn}");
}

fn layer(size: (u32, u32), attributes: &str, gids: &[u32]) -> String {
    let gids: Vec<String> = gids.iter().map(u32::to_string).collect();
    let (width, height) = size;
    format!(
        r#"<layer width="{width}" height="{height}" {attributes}><data encoding="csv">{}</data></layer>"#,
        gids.join(",")
    )
}

fn orthogonal(columns: u32, rows: u32) -> String {
    format!(
        r#"orientation="orthogonal" width="{columns}" height="{rows}" tilewidth="2" tileheight="2""#
    )
}

const X: u32 = 1 << 31;
const Y: u32 = 1 << 30;
const SWAP: u32 = 1 << 29;
const THIRD: u32 = 1 << 28;

#[test]
fn a_tile_is_mirrored_and_turned_by_its_flags() {
    let turned = |flags: u32, expected: &str| {
        let inside = format!("{ONE}{}", layer((1, 1), "", &[1 | flags]));
        check(&orthogonal(1, 1), &inside, expected);
    };
    turned(0, "AB\nCD");
    turned(X, "BA\nDC");
    turned(Y, "CD\nAB");
    turned(X | Y, "DC\nBA");
    turned(SWAP, "AC\nBD");
    turned(SWAP | X, "CA\nDB");
    turned(SWAP | Y, "BD\nAC");
    turned(SWAP | X | Y, "DB\nCA");
}

#[test]
fn a_tile_larger_than_its_cell_stands_on_the_lower_left_corner() {
    let tall = r#"<tileset firstgid="1" tilewidth="1" tileheight="3"><tile id="0">
        <image source="tall.png" width="1" height="3"/></tile></tileset>"#;
    let map = orthogonal(2, 2);
    check(&map, &format!("{tall}{}", layer((2, 2), "", &[0, 0, 1, 0])), "....\nA...\nB...\nC...");
    // A quarter turn leaves it standing there.
    let turned = format!("{tall}{}", layer((2, 2), "", &[0, 0, 1 | SWAP, 0]));
    check(&map, &turned, "....\n....\n....\nABC.");
    let moved = tall.replace("<tile id", "<tileoffset x=\"1\" y=\"-1\"/><tile id");
    check(&map, &format!("{moved}{}", layer((2, 2), "", &[0, 0, 1, 0])), ".A..\n.B..\n.C..\n....");
}

#[test]
fn margins_spacing_and_a_clear_colour_are_heeded() {
    let grid = r#"<tileset firstgid="1" tilewidth="2" tileheight="2" margin="1" spacing="2">
        <image source="grid.png" width="8" height="4" trans="ff00ff"/></tileset>"#;
    check(&orthogonal(2, 1), &format!("{grid}{}", layer((2, 1), "", &[1, 2])), "AB.C\nCDD.");
}

#[test]
fn layers_lie_over_each_other_where_their_offsets_put_them() {
    let low = layer((2, 1), "", &[1, 1]);
    let high = layer((2, 1), "offsetx=\"1\" offsety=\"1\"", &[1, 0]);
    let hidden = layer((2, 1), "visible=\"0\"", &[1 | X, 1 | X]);
    check(&orthogonal(2, 1), &format!("{ONE}{low}{high}{hidden}"), "ABAB\nCABD");
}

#[test]
fn opacity_and_tint_mix_what_is_below() {
    let of = |attributes: &str| {
        let inside = format!("{ONE}{}", layer((1, 1), attributes, &[1]));
        let map = format!("<map {}>{inside}</map>", orthogonal(1, 1));
        pixels(&draw_artwork_png(&artwork(&map).0, 0).unwrap().bytes).1[0]
    };
    assert_eq!(of(""), [200, 0, 0]);
    // Half of it on white paper.
    assert_eq!(of("opacity=\"0.5\""), [227, 127, 127]);
    assert_eq!(of("tintcolor=\"#80ff40\""), [100, 0, 0]);
    assert_eq!(of("opacity=\"0\""), [255, 255, 255]);
}

#[test]
fn objects_are_stretched_and_turned() {
    let objects = |object: &str| format!("{ONE}<objectgroup>{object}</objectgroup>");
    let wide = objects(r#"<object id="1" gid="1" x="0" y="2" width="4" height="2"/>"#);
    check(&orthogonal(2, 2), &wide, "AABB\nCCDD\n....\n....");
    let turned = objects(r#"<object id="1" gid="1" x="1" y="1" rotation="90"/>"#);
    check(&orthogonal(2, 2), &turned, "....\n.CA.\n.DB.\n....");
}

#[test]
fn isometric_tiles_are_drawn_from_the_top_down() {
    let map = r#"orientation="isometric" width="2" height="2" tilewidth="2" tileheight="2""#;
    let inside = format!("{ONE}{}", layer((2, 2), "", &[1, 1 | X, 1 | Y, 1]));
    // The upper tile, the left and the right one, and the lower one upon them.
    check(map, &inside, ".AB.\nCDBA\nAABC\n.CD.");
}

#[test]
fn staggered_lines_are_shoved_by_half_a_tile() {
    let of = |axis: &str, index: &str, expected: &str| {
        let map = format!(
            r#"orientation="staggered" width="2" height="2" tilewidth="2" tileheight="2"
            staggeraxis="{axis}" staggerindex="{index}""#
        );
        check(&map, &format!("{ONE}{}", layer((2, 2), "", &[1, 1, 1, 1])), expected);
    };
    of("y", "odd", "ABAB.\nCABAB\n.CDCD");
    of("y", "even", ".ABAB\nABABD\nCDCD.");
    of("x", "odd", "AB.\nCAB\nABD\nCAB\n.CD");
    of("x", "even", ".AB\nABD\nCAB\nABD\nCD.");
}

#[test]
fn hexes_lie_as_far_apart_as_their_sides_say() {
    let map = |axis: &str| {
        format!(
            r#"orientation="hexagonal" width="2" height="2" tilewidth="4" tileheight="4"
            hexsidelength="2" staggeraxis="{axis}" staggerindex="odd""#
        )
    };
    let empty = "..........\n..........\n";
    let rows = "AB........\nCD........\n..........\n..AB..AB..\n..CD..CD..";
    let inside = format!("{ONE}{}", layer((2, 2), "", &[1, 0, 1, 1]));
    check(&map("y"), &inside, &format!("{empty}{rows}"));
    let (empty, inside) =
        (".......\n.......", format!("{ONE}{}", layer((2, 2), "", &[1, 1, 0, 1])));
    let (left, right) = ("AB.....\nCD.....", "...AB..\n...CD..");
    check(&map("x"), &inside, &format!("{empty}\n{left}\n{right}\n{empty}\n{right}"));
    // A sixth of a turn and a third of one are half a turn.
    let turned = format!("{ONE}{}", layer((2, 2), "", &[1 | SWAP | THIRD, 0, 0, 0]));
    let (left, rest) = ("DC.....\nBA.....", [empty; 3].join("\n"));
    check(&map("x"), &turned, &format!("{empty}\n{left}\n{rest}"));
}

#[test]
fn the_depths_of_a_project_are_floors() {
    let level = |depth: i32, world_x: i32, flips: u32| {
        format!(
            r#"{{"identifier":"L{depth}","worldX":{world_x},"worldY":0,"worldDepth":{depth},"pxWid":4,
            "pxHei":2,"layerInstances":[{{"__identifier":"Walls","__type":"IntGrid","__cWid":2,
            "__cHei":1,"__gridSize":2,"intGridCsv":[0,1],"__tilesetDefUid":1,
            "autoLayerTiles":[{{"px":[2,0],"src":[0,0],"f":{flips},"t":0}}]}}]}}"#
        )
    };
    let text = format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defs":{{"layers":[],"tilesets":[
        {{"identifier":"One","uid":1,"relPath":"one.png","pxWid":2,"pxHei":2,"tileGridSize":2,
        "__cWid":1}}]}},"levels":[{},{}]}}"#,
        level(0, 0, 1),
        level(-1, 2, 2)
    );
    let (artwork, warnings) = artwork_of(Format::Ldtk, &text);
    assert_eq!(warnings, [""; 0]);
    let drawn = |floor| letters(&draw_artwork_png(&artwork, floor).unwrap().bytes);
    assert_eq!([drawn(0), drawn(1)], ["....CD\n....AB", "..BA..\n..DC.."]);
}

#[test]
fn an_image_of_another_kind_is_a_flat_colour_with_a_warning() {
    let photo = ONE.replace("one.png", "photo.jpg");
    let map = format!("<map {}>{photo}{}</map>", orthogonal(1, 1), layer((1, 1), "", &[1]));
    let (drawn, warnings) = artwork(&map);
    let says = "image photo.jpg: it is no PNG, which is the one kind of image that is decoded; its \
                tiles are painted in one colour";
    assert_eq!(warnings, [says]);
    let (_, pixels) = pixels(&draw_artwork_png(&drawn, 0).unwrap().bytes);
    assert!(pixels.iter().all(|pixel| *pixel == pixels[0] && *pixel != [255; 3]));
    let (_, warnings) = artwork(&map.replace("photo.jpg", "gone.png"));
    let says = "image gone.png: it cannot be read: there is no gone.png; its tiles are painted in \
                one colour";
    assert_eq!(warnings, [says]);
}

/// A map with walls, and what a search saw of it.
fn searched(orientation: &str) -> (xunlu_format::Document, Artwork, Overlay) {
    let map = format!(r#"{orientation} width="4" height="3""#);
    let ground = layer((4, 3), "name=\"ground\"", &[1; 12]);
    let walls = layer((4, 3), "name=\"walls\"", &[0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    let sets = ONE.replace("columns=\"1\"", "").to_owned()
        + &ONE.replace("firstgid=\"1\"", "firstgid=\"2\"");
    let text = format!("<map {map}>{sets}{ground}{walls}</map>");
    let source = Source::alone("a.tmx", text.as_bytes());
    let read = read_as(Format::Tmx, &source, &Options::default()).unwrap();
    let place = |x, y| match read.document.map() {
        Some(Map::Hex(grid)) => Place::Hex(grid.hex_at(xunlu::Cell::new(x, y))),
        _ => Place::cell(x, y),
    };
    let path = vec![place(0, 0), place(0, 1), place(0, 2), place(1, 2), place(2, 2)];
    let seen = |(order, &place): (u32, &Place)| Visited {
        place,
        parent: place,
        g: Cost(10 * order),
        h: Cost(40 - 10 * order),
        closed: Some(order),
    };
    let visited = (0..).zip(&path).map(seen).collect();
    let (start, goals) = (Some(path[0]), vec![path[4]]);
    let overlay = Overlay { start, goals, path, visited, ..Overlay::default() };
    let (artwork, _) = artwork(&text);
    (read.document, artwork, overlay)
}

#[test]
fn a_search_lies_over_the_tiles_where_its_cells_are() {
    let style = Style { legend: false, cell_pixels: Some(24), ..Style::default() };
    for (orientation, cell, off) in [
        (r#"orientation="orthogonal" tilewidth="2" tileheight="2""#, (24, 24), (12, 36)),
        (r#"orientation="isometric" tilewidth="4" tileheight="2""#, (48, 24), (48, 24)),
    ] {
        let (document, artwork, overlay) = searched(orientation);
        let drawn = |overlay: &Overlay| {
            let drawn = draw_tiles_png(&document, &artwork, overlay, &style).unwrap();
            assert_eq!(drawn.warnings, []);
            pixels(&drawn.bytes)
        };
        let (width, bare) = drawn(&Overlay::default());
        let (_, seen) = drawn(&overlay);
        // Beside the line, in the middle of the upper half of the second cell.
        let at = (16 + off.1 - cell.1 / 3) * width + 16 + off.0 + cell.0 / 4;
        assert_ne!(bare[at], seen[at], "{orientation}");
        // Far from the search nothing changes.
        let far = bare.len() - 17 * width - 20;
        assert_eq!(bare[far], seen[far], "{orientation}");
    }
}

#[test]
fn pictures_on_tiles_are_the_same_everywhere() {
    let digest = |bytes: &[u8]| {
        let (_, pixels) = pixels(bytes);
        pixels.as_flattened().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let hexes = r#"orientation="hexagonal" hexsidelength="3" tilewidth="6" tileheight="8""#;
    let drawn = [
        r#"orientation="orthogonal" tilewidth="2" tileheight="3""#,
        r#"orientation="isometric" tilewidth="4" tileheight="2""#,
        r#"orientation="staggered" tilewidth="4" tileheight="2""#,
        hexes,
    ]
    .map(|orientation| {
        let (document, artwork, overlay) = searched(orientation);
        let svg = draw_tiles_svg(&document, &artwork, &overlay, &Style::default());
        let text = String::from_utf8(svg.bytes).unwrap();
        assert!(text.contains("<image ") && roxmltree::Document::parse(&text).is_ok());
        digest(&draw_tiles_png(&document, &artwork, &overlay, &Style::default()).unwrap().bytes)
    });
    let expected = [
        17_115_083_087_538_771_113,
        4_758_218_661_243_040_529,
        9_897_322_409_292_852_038,
        12_950_419_706_829_141_711,
    ];
    assert_eq!(drawn, expected);
}

#[test]
fn a_map_whose_cells_would_be_too_small_is_drawn_without_tiles() {
    let (document, artwork, overlay) =
        searched(r#"orientation="orthogonal" tilewidth="2" tileheight="2""#);
    let style = Style { cell_pixels: Some(3), ..Style::default() };
    let drawn = draw_tiles_png(&document, &artwork, &overlay, &style).unwrap();
    let says = "the map: it is drawn without the tiles of its game, as its cells are too small to show \
                them; expected 4 pixels a cell or more";
    assert_eq!(drawn.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [says]);
}
