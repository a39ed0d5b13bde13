//! Grids drawn as PNG images: what pixels mean, and that what is written comes back.
use png::{BitDepth, ColorType, Compression, Encoder};
use xunlu::map::{Ground, PolygonMesh, TriangleMesh};
use xunlu::{Cell, Grid, Map, Rect, Size, Tags, Terrain};
use xunlu_format::{
    Content, Document, Format, Legend, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain,
    Options, Overlay, ReadLimits, Source, Written, read, write,
};
use xunlu_testkit::{Random, any_grid, any_hex_grid, any_layers, any_waypoints};

fn png(size: (u32, u32), kind: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    png_with(size, kind, depth, data, &[], &[], &[])
}

fn png_with(
    (width, height): (u32, u32),
    kind: ColorType,
    depth: BitDepth,
    data: &[u8],
    palette: &[u8],
    opacity: &[u8],
    texts: &[(&str, &str)],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::NoCompression);
    if !palette.is_empty() {
        encoder.set_palette(palette.to_vec());
    }
    if !opacity.is_empty() {
        encoder.set_trns(opacity.to_vec());
    }
    for (keyword, text) in texts {
        encoder.add_text_chunk((*keyword).to_owned(), (*text).to_owned()).unwrap();
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

/// The map of an image as text, or the error.
fn drawn(bytes: &[u8], options: &Options) -> String {
    match read(&Source::alone("a.png", bytes), options) {
        Ok(read) => read.document.map().unwrap().to_string(),
        Err(error) => error.to_string(),
    }
}

fn plainly(bytes: &[u8]) -> String {
    drawn(bytes, &Options::default())
}

fn written(document: &Document) -> Written {
    write(Format::Png, document, &Overlay::default()).unwrap()
}

fn legend(colours: &[([u8; 3], u8)]) -> Options {
    let colours = colours.iter().map(|&(colour, number)| (colour, Terrain(number))).collect();
    Options { legend: Legend { colours, ..Legend::default() }, ..Options::default() }
}

/// The grid with nothing on it that an image cannot hold.
fn bare(grid: &Grid) -> Grid {
    let ground = Ground::from_fn(grid.bounds(), |cell| grid.terrain(cell).unwrap()).unwrap();
    Grid::of(ground).wrapped(grid.wrap())
}

#[test]
fn dark_is_a_wall_light_is_open_and_clear_is_void() {
    let data = [127, 255, 128, 255, 0, 127, 255, 128];
    assert_eq!(plainly(&png((2, 2), ColorType::GrayscaleAlpha, BitDepth::Eight, &data)), "#.\n .");
    // Green is light, blue and red are dark.
    let data = [0, 255, 0, 0, 0, 255, 255, 0, 0, 255, 255, 0];
    assert_eq!(plainly(&png((4, 1), ColorType::Rgb, BitDepth::Eight, &data)), ".##.");
}

#[test]
fn every_colour_type_and_depth_is_read() {
    use BitDepth::{Eight, Four, One, Sixteen, Two};
    let check =
        |kind, depth, data: &[u8]| assert_eq!(plainly(&png((3, 1), kind, depth, data)), "#.#");
    check(ColorType::Grayscale, One, &[0b0100_0000]);
    check(ColorType::Grayscale, Two, &[0b0111_0000]);
    check(ColorType::Grayscale, Four, &[0x2f, 0x70]);
    check(ColorType::Grayscale, Eight, &[0, 255, 127]);
    check(ColorType::Grayscale, Sixteen, &[0, 255, 128, 0, 127, 255]);
    check(ColorType::Rgb, Sixteen, &[[0; 6], [255; 6], [0; 6]].concat());
    check(ColorType::Rgba, Eight, &[0, 0, 0, 255, 255, 255, 255, 255, 9, 9, 9, 255]);
    check(
        ColorType::Rgba,
        Sixteen,
        &[[9, 0, 9, 0, 9, 0, 255, 0], [255; 8], [0, 0, 0, 0, 0, 0, 255, 0]].concat(),
    );
    check(ColorType::GrayscaleAlpha, Sixteen, &[0, 0, 255, 0, 200, 0, 255, 0, 0, 0, 255, 0]);
    let palette = [0, 0, 0, 255, 255, 255, 1, 2, 3];
    for (depth, data) in [(Two, &[0b0001_0000][..]), (Four, &[0x01, 0x20]), (Eight, &[2, 1, 0])] {
        let bytes = png_with((3, 1), ColorType::Indexed, depth, data, &palette, &[], &[]);
        assert_eq!(plainly(&bytes), "#.#", "{depth:?}");
    }
    let bytes = png_with((2, 1), ColorType::Indexed, Eight, &[0, 1], &palette, &[255, 0], &[]);
    assert_eq!(plainly(&bytes), "# ");
}

#[test]
fn an_interlaced_image_is_read() {
    // 3 x 2 pixels of one byte in Adam7 order: pass 1 holds 0,0; pass 4 holds 2,0; pass 6 holds
    // 1,0; pass 7 holds row 1. Each row has its filter byte before it.
    let rows: [&[u8]; 4] = [&[0, 0], &[0, 255], &[0, 255], &[0, 255, 0, 255]];
    let data = rows.concat();
    let mut bytes = png((3, 2), ColorType::Grayscale, BitDepth::Eight, &[0; 6]);
    let start = bytes.windows(4).position(|part| part == b"IDAT").unwrap() - 4;
    bytes.truncate(start);
    bytes[28] = 1;
    let crc = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packed, &data).unwrap();
    for (name, chunk) in [(b"IDAT", packed.finish().unwrap()), (b"IEND", Vec::new())] {
        let body = [&name[..], &chunk].concat();
        bytes.extend(u32::try_from(chunk.len()).unwrap().to_be_bytes());
        bytes.extend(&body);
        bytes.extend(crc32fast::hash(&body).to_be_bytes());
    }
    assert_eq!(plainly(&bytes), "#..\n.#.");
}

#[test]
fn grey_is_a_price_when_told() {
    let options = Options {
        legend: Legend { grey_is_price: true, ..Legend::default() },
        ..Options::default()
    };
    let data = [255, 229, 228, 128, 43, 42, 16, 15, 0];
    let bytes = png((9, 1), ColorType::Grayscale, BitDepth::Eight, &data);
    assert_eq!(drawn(&bytes, &options), "1125889##");
}

#[test]
fn a_legend_of_colours_is_exact() {
    let data = [255, 0, 0, 0, 0, 255, 255, 0, 1];
    let bytes = png((3, 1), ColorType::Rgb, BitDepth::Eight, &data);
    let all = legend(&[([255, 0, 0], 254), ([0, 0, 255], 12), ([255, 0, 1], 0)]);
    assert_eq!(drawn(&bytes, &all), "#c.");
    let two = legend(&[([255, 0, 0], 254), ([0, 0, 255], 12), ([255, 0, 0], 3)]);
    assert_eq!(
        drawn(&bytes, &two),
        "a.png, pixel 2,0: the colour #ff0001; expected one of #ff0000, #0000ff"
    );
    let many: Vec<([u8; 3], u8)> = (0..20).map(|n| ([n, 0, 0], n)).collect();
    assert!(drawn(&bytes, &legend(&many)).ends_with("#0e0000, #0f0000 and 4 more"));
}

#[test]
fn an_image_that_was_written_reads_back_the_same() {
    for seed in 0..300 {
        let grid = bare(&any_grid(seed));
        let bytes = written(&Document::of(grid.clone())).bytes;
        assert_eq!(bytes, written(&Document::of(grid.clone())).bytes, "seed {seed}");
        let source = Source::alone("a.png", &bytes);
        // Its own list of colours beats any legend.
        for options in [Options::default(), legend(&[([255, 255, 255], 9)])] {
            let read = read(&source, &options).unwrap();
            assert_eq!(read.document, Document::of(grid.clone()), "seed {seed}");
            assert!(read.warnings.is_empty());
        }
    }
}

#[test]
fn all_terrains_and_a_far_corner_come_back() {
    let bounds = Rect::new(Cell::new(-500, 7), Size::new(16, 16));
    let terrain_at =
        |cell: Cell| Terrain(u8::try_from((cell.x + 500) + 16 * (cell.y - 7)).unwrap());
    let grid = Grid::of(Ground::from_fn(bounds, terrain_at).unwrap());
    let bytes = written(&Document::of(grid.clone())).bytes;
    let read = read(&Source::alone("a.png", &bytes), &Options::default()).unwrap();
    assert_eq!(read.document, Document::of(grid));
}

#[test]
fn a_note_is_checked_and_may_have_strange_company() {
    let image = |texts: &[(&str, &str)]| {
        png_with((2, 1), ColorType::Grayscale, BitDepth::Eight, &[0, 9], &[], &[], texts)
    };
    let note = "1 origin=-3,4 wrap=x #000000=3 #090909=40";
    let bytes = image(&[("Author", "me"), ("xunlu", note)]);
    assert_eq!(plainly(&bytes), "@origin -3,4\n@wrap x\n@legend E 40\n3E");
    let bytes = image(&[("xunlu", "1 #000000=3")]);
    assert_eq!(plainly(&bytes), "a.png, pixel 1,0: the colour #090909; expected one of #000000");
    assert_eq!(drawn(&bytes, &legend(&[([9, 9, 9], 5)])), "35");
    let error = plainly(&image(&[("xunlu", "1 origin=999999999,0")]));
    assert!(error.starts_with("a.png: the map's corner 999999999,0 lies too far out"), "{error}");
    let error = plainly(&image(&[("xunlu", "1 origin")]));
    assert!(error.starts_with("a.png, text chunk \"xunlu\": \"origin\"; expected"), "{error}");
}

#[test]
fn a_large_image_is_refused_before_its_pixels_are_read() {
    let bytes = png((3, 2), ColorType::Grayscale, BitDepth::Eight, &[0; 6]);
    let limits = ReadLimits { cells_max: 5, ..ReadLimits::default() };
    assert_eq!(
        drawn(&bytes, &Options { limits, ..Options::default() }),
        "a.png: 3x2 cells are too many for a file of this length; expected at most 5"
    );
    let mut bytes = bytes;
    bytes[16..24].copy_from_slice(&[0, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xff]);
    let crc = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    let error = plainly(&bytes);
    assert!(
        error.starts_with("a.png: a map of 16777215x16777215 is too large; expected at most"),
        "{error}"
    );
    bytes[16..24].copy_from_slice(&[0, 0x10, 0, 1, 0, 0, 0, 1]);
    let crc = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    let error = plainly(&bytes);
    assert!(error.starts_with("a.png: a map of 1048577x1 is too large"), "{error}");
}

#[test]
fn a_damaged_image_is_refused() {
    let bytes = png((3, 2), ColorType::Grayscale, BitDepth::Eight, &[0; 6]);
    assert!(plainly(&bytes[..20]).starts_with("a.png: the image cannot be decoded: "));
    let start = bytes.windows(4).position(|part| part == b"IDAT").unwrap();
    let error = plainly(&bytes[..start + 12]);
    assert!(error.starts_with("a.png, pixel 0,0: the image cannot be decoded: "), "{error}");
    let mut bytes = bytes;
    bytes[start + 14] ^= 1;
    let error = plainly(&bytes);
    assert!(error.ends_with("; expected a whole PNG"), "{error}");
}

#[test]
fn what_pixels_cannot_say_is_told_once_each() {
    let text = "@tags 3 at 0,0 2x1\n@exits E at 0,0\n@link 0,0 -> 2,0\n@link 1,0 -> 2,0\n...";
    let mut document = Document::of(text.parse::<Map>().unwrap());
    for name in ["a", "b"] {
        let (name, cell) = (name.to_owned(), Cell::new(0, 0));
        document.places.push(NamedPlace { name: name.clone(), place: cell.into() });
        document.regions.push(NamedRegion { name, layer: 0, parts: vec![Rect::cell(cell)] });
    }
    document.terrains.push(NamedTerrain { terrain: Terrain(3), name: None, price: None });
    document.tags.push(NamedTag { tag: Tags::one(1).unwrap(), name: "key".to_owned() });
    document.look = Look::Isometric;
    let warnings = written(&document).warnings;
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let what = [
        "tags",
        "exits",
        "links",
        "the names of places",
        "the regions",
        "the names and prices of terrains",
        "the names of tags",
        "the look",
    ];
    assert_eq!(told, what.map(|what| format!("png cannot hold {what}; left out")));
}

#[test]
fn only_a_grid_of_squares_is_written() {
    let check = |content: Content, what: &str, formats: &str| {
        let document = Document { content, ..Document::of(any_grid(0)) };
        let error = write(Format::Png, &document, &Overlay::default()).unwrap_err();
        let expected = format!("one grid of squares for a png; {formats} can hold this one");
        assert_eq!(error.to_string(), format!("the map: the map {what}; expected {expected}"));
    };
    let texts = "text, json or binary";
    check(any_hex_grid(1).into(), "is a grid of hexes", texts);
    check(any_layers(1).into(), "has several layers", texts);
    check(any_waypoints(1).into(), "is made of waypoints", texts);
    let mesh = PolygonMesh { vertices: Vec::new(), polygons: Vec::new() };
    check(Content::Mesh(mesh), "is a mesh of polygons", "json or binary");
    let mesh = TriangleMesh { vertices: Vec::new(), triangles: Vec::new() };
    check(Content::Triangles(mesh), "is a mesh of triangles", "json or binary");
}

#[test]
fn mutated_images_are_read_or_refused() {
    let grid = bare(&any_grid(3));
    let palette = [0, 0, 0, 255, 255, 255];
    let images = [
        written(&Document::of(grid)).bytes,
        png((3, 2), ColorType::Rgba, BitDepth::Eight, &[200; 24]),
        png((3, 2), ColorType::Grayscale, BitDepth::Sixteen, &[9; 12]),
        png_with((9, 1), ColorType::Indexed, BitDepth::One, &[0xa5, 0], &palette, &[0], &[]),
    ];
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut bytes = random.pick(&images).clone();
        for _ in 0..random.from_to(1, 3) {
            // The header and the chunks' names are hit as often as all the rest.
            let far = if random.chance(50) { 64 } else { bytes.len() };
            let end = u32::try_from(far.min(bytes.len())).unwrap();
            let at = random.below(end) as usize;
            bytes[at] =
                [random.word().to_le_bytes()[0], 0, 255, bytes[at] ^ 1][random.below(4) as usize];
        }
        mend(&mut bytes);
        if random.chance(20) {
            let end = u32::try_from(bytes.len()).unwrap();
            bytes.truncate(random.below(end) as usize);
        }
        let source = Source::alone("a.png", &bytes);
        if let Err(error) = xunlu_format::read_as(Format::Png, &source, &Options::default()) {
            assert!(error.to_string().starts_with("a.png"), "seed {seed}: {error}");
        }
    }
}

/// Makes the checksums of all chunks right again, so that what they hold is looked at.
fn mend(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let Some(body) = bytes.get(at + 4..(at + 8).saturating_add(length)) else { return };
        let crc = crc32fast::hash(body).to_be_bytes();
        let Some(sum) = bytes.get_mut(at + 8 + length..at + 12 + length) else { return };
        sum.copy_from_slice(&crc);
        at += 12 + length;
    }
}
