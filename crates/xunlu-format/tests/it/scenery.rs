//! How maps look in their games: what of it is read, and that nothing hostile in it does harm. What the
//! pixels are is tested where they are painted.
#![allow(clippy::float_cmp, reason = "pixels are whole, and drawn where they are told to lie")]

use std::collections::BTreeMap;
use std::path::Path;
use xunlu::Cell;
use xunlu::map::HexArrangement;
use xunlu_format::{
    Beside, Folder, Format, FormatErrorKind, Options, ReadScenery, Scenery, Source, TilePicture,
    TilePictures, WarningKind, read_scenery,
};

/// Files by name.
struct Files<'a>(BTreeMap<&'a str, &'a [u8]>);

impl Beside for Files<'_> {
    fn open(&self, name: &str, _bytes_max: u64) -> Result<Vec<u8>, String> {
        self.0.get(name).map(|bytes| bytes.to_vec()).ok_or_else(|| format!("no {name}"))
    }
}

fn read_beside(text: &str, beside: &dyn Beside) -> ReadScenery {
    let source = Source { name: "a.tmx", bytes: text.as_bytes(), beside };
    read_scenery(Format::Tmx, &source, &Options::default()).unwrap().unwrap()
}

fn read(text: &str) -> ReadScenery {
    read_beside(text, &xunlu_format::Nothing)
}

fn scenery(text: &str) -> Scenery {
    let read = read(text);
    assert_eq!(read.warnings, []);
    read.scenery
}

/// A map of 2x2 tiles of 10x10 pixels, with a set of 4x3 tiles around and between which lie pixels.
fn map_of(attributes: &str, inside: &str) -> String {
    format!(
        r##"<map orientation="orthogonal" width="2" height="2" tilewidth="10" tileheight="10" {attributes}>
        <tileset firstgid="1" name="wood" tilewidth="10" tileheight="10" margin="2" spacing="1">
        <image source="art/wood.png" width="47" height="36" trans="ff00ff"/></tileset>{inside}</map>"##
    )
}

fn layer(attributes: &str, tiles: &str) -> String {
    format!(
        r#"<layer width="2" height="2" {attributes}><data encoding="csv">{tiles}</data></layer>"#
    )
}

/// Of every piece: the part of its image, and the point and pose of it.
fn pieces(scenery: &Scenery, layer: usize) -> Vec<([u32; 4], [f32; 2], [f32; 4])> {
    let pieces = scenery.layers[layer].pieces.iter();
    let told = pieces.map(|piece| {
        let pose = scenery.poses[piece.pose as usize];
        (scenery.sprites[piece.sprite as usize].source, [piece.x, piece.y], pose)
    });
    told.collect()
}

const AS_IT_IS: [f32; 4] = [1.0, 0.0, 0.0, 1.0];

#[test]
fn tiles_are_parts_of_images_at_pixels_of_the_map() {
    let scenery = scenery(&map_of("backgroundcolor=\"#80102030\"", &layer("", "1,0,6,12")));
    let expected = [
        ([2, 2, 10, 10], [0.0, 0.0], AS_IT_IS),
        ([13, 13, 10, 10], [0.0, 10.0], AS_IT_IS),
        ([35, 24, 10, 10], [10.0, 10.0], AS_IT_IS),
    ];
    assert_eq!(pieces(&scenery, 0), expected);
    assert_eq!(scenery.area, [0.0, 0.0, 20.0, 20.0]);
    assert_eq!(scenery.backdrop, Some([0x10, 0x20, 0x30, 0x80]));
    let image = &scenery.images[0];
    assert_eq!((&*image.name, image.size), ("art/wood.png", Some([47, 36])));
    assert_eq!(image.clear, Some([255, 0, 255]));
    let sheet = &scenery.sheets[0];
    assert_eq!((&*sheet.name, sheet.first, sheet.tile_size), ("wood", 1, [10, 10]));
    let grid = TilePictures::Grid { image: 0, margin: 2, spacing: 1, columns: 4 };
    assert_eq!(sheet.pictures, grid);
    assert_eq!(scenery.sprites[2].tile, Some((0, 11)));
    assert_eq!(scenery.frame.centre(Cell::new(1, -1)), [15.0, -5.0]);
}

#[test]
fn the_order_of_drawing_is_that_of_the_map() {
    let firsts = |order: &str| {
        let scenery = scenery(&map_of(&format!("renderorder=\"{order}\""), &layer("", "1,1,1,1")));
        scenery.layers[0].pieces.iter().map(|piece| (piece.x, piece.y)).collect::<Vec<_>>()
    };
    let (a, b, c, d) = ((0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (10.0, 10.0));
    assert_eq!(firsts("right-down"), [a, b, c, d]);
    assert_eq!(firsts("left-down"), [b, a, d, c]);
    assert_eq!(firsts("right-up"), [c, d, a, b]);
    assert_eq!(firsts("left-up"), [d, c, b, a]);
}

#[test]
fn groups_hand_down_what_they_look_like() {
    let inner = layer("name=\"in\" offsetx=\"3\" opacity=\"0.5\" tintcolor=\"#ff8000\"", "1,0,0,0");
    let group = format!(
        r##"<group offsetx="10" offsety="-4" opacity="0.5" tintcolor="#80ffffff" visible="0">{inner}</group>"##
    );
    let scenery = scenery(&map_of("", &format!("{group}{}", layer("name=\"out\"", "0,0,0,0"))));
    let [inside, outside] = &scenery.layers[..] else { panic!("{:?}", scenery.layers) };
    assert_eq!((&*inside.name, inside.is_visible, inside.opacity), ("in", false, 0.25));
    assert_eq!(inside.tint, [255, 128, 0, 128]);
    assert_eq!(pieces(&scenery, 0), [([2, 2, 10, 10], [13.0, -4.0], AS_IT_IS)]);
    assert_eq!((&*outside.name, outside.is_visible, outside.opacity), ("out", true, 1.0));
    assert_eq!((outside.tint, outside.pieces.len()), ([255; 4], 0));
}

#[test]
fn objects_stand_on_their_points_from_the_top_down() {
    let objects = |attributes: &str| {
        let objects = r#"<object id="1" gid="1" x="5" y="20"/>
            <object id="2" gid="2" x="5" y="15" width="20" height="5"/>
            <object id="3" gid="1" x="0" y="0" rotation="90"/>
            <object id="4" gid="1" x="0" y="0" visible="0"/><object id="5" x="1" y="1"/>"#;
        let objects = format!("<objectgroup {attributes}>{objects}</objectgroup>");
        pieces(&scenery(&map_of("", &objects)), 0)
    };
    let first = ([2, 2, 10, 10], [5.0, 10.0], AS_IT_IS);
    let wide = ([13, 2, 10, 10], [5.0, 10.0], [2.0, 0.0, 0.0, 0.5]);
    let turned = ([2, 2, 10, 10], [10.0, 0.0], [0.0, 1.0, -1.0, 0.0]);
    assert_eq!(objects(""), [turned, wide, first]);
    assert_eq!(objects("draworder=\"index\""), [first, wide, turned]);
}

#[test]
fn images_of_single_tiles_may_be_parts_and_animated_tiles_show_their_first_frame() {
    let set = r#"<tileset firstgid="13" source="sets/many.tsx"/>"#;
    let many = br#"<tileset name="many" tilewidth="9" tileheight="9" objectalignment="topleft">
        <tileoffset x="1" y="2"/>
        <tile id="2"><image source="../a.png" width="8" height="6"/></tile>
        <tile id="7" x="3" y="4" width="5" height="5"><image source="b.png" width="9" height="9"/></tile>
        <tile id="9"><image source="none.png"/><animation><frame tileid="7" duration="1"/></animation>
        </tile></tileset>"#;
    let files = Files(BTreeMap::from([("sets/many.tsx", &many[..])]));
    let objects = r#"<objectgroup><object id="1" gid="15" x="0" y="0"/></objectgroup>"#;
    let inside = format!("{set}{}{objects}", layer("", "15,20,22,0"));
    let ReadScenery { scenery, warnings } = read_beside(&map_of("", &inside), &files);
    assert_eq!(warnings, []);
    let expected = [
        ([0, 0, 8, 6], [1.0, 6.0], AS_IT_IS),
        ([3, 4, 5, 5], [11.0, 7.0], AS_IT_IS),
        ([3, 4, 5, 5], [1.0, 17.0], AS_IT_IS),
    ];
    assert_eq!(pieces(&scenery, 0), expected);
    assert_eq!(pieces(&scenery, 1), [([0, 0, 8, 6], [1.0, 2.0], AS_IT_IS)]);
    let sheet = &scenery.sheets[1];
    assert_eq!((sheet.file.as_deref(), sheet.offset), (Some("sets/many.tsx"), [1.0, 2.0]));
    let TilePictures::Each(tiles) = &sheet.pictures else { panic!("{sheet:?}") };
    let part = TilePicture { tile: 7, image: 2, source: Some([3, 4, 5, 5]) };
    assert_eq!((tiles.len(), tiles[1]), (3, part));
    let names: Vec<&str> = scenery.images.iter().map(|image| &*image.name).collect();
    assert_eq!(names, ["art/wood.png", "a.png", "sets/b.png", "sets/none.png"]);
}

#[test]
fn an_image_whose_size_nobody_states_is_asked_itself() {
    let header = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x14\0\0\0\x0a";
    let text = map_of("", &layer("", "2,0,0,0")).replace(" width=\"47\" height=\"36\"", "");
    let text = text.replace("margin=\"2\" spacing=\"1\"", "");
    let files = Files(BTreeMap::from([("wood.png", &header[..])]));
    let ReadScenery { scenery, warnings } = read_beside(&text, &files);
    assert_eq!(warnings, []);
    assert_eq!(pieces(&scenery, 0), [([10, 0, 10, 10], [0.0, 0.0], AS_IT_IS)]);

    let unknown = read(&text);
    assert_eq!(unknown.scenery.layers[0].pieces, []);
    let told = unknown.warnings.iter().map(|warning| (warning.kind(), warning.values().to_vec()));
    let (set, layer) = (vec!["wood".to_owned()], vec![String::new()]);
    let expected = [(WarningKind::NotShown, set), (WarningKind::NotShown, layer)];
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn a_layer_may_be_an_image() {
    let image =
        r#"<imagelayer name="sky" offsetx="4"><image source="sky.png" width="30" height="7"/>"#;
    let scenery = scenery(&map_of("", &format!("{image}</imagelayer>")));
    assert_eq!(pieces(&scenery, 0), [([0, 0, 30, 7], [4.0, 0.0], AS_IT_IS)]);
    assert_eq!(scenery.sprites[0].tile, None);
}

#[test]
fn what_is_drawn_otherwise_than_in_the_game_is_told() {
    let told = |inside: &str| {
        let read = read(&map_of("", inside));
        assert!(read.warnings.iter().all(|warning| warning.kind() == WarningKind::NotShown));
        read.warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let far = told(&layer("name=\"far\" parallaxx=\"0.5\"", "0,0,0,0"));
    assert!(far[0].starts_with("layer \"far\": it moves at a speed of its own"), "{far:?}");
    let none = told(&layer("name=\"a\"", "13,99,1,0"));
    assert_eq!(none, ["layer \"a\": 2 of its tiles have no picture and are not drawn"]);
}

#[test]
fn what_looks_alone_depend_on_is_never_an_error() {
    let odd = "opacity=\"much\" visible=\"maybe\" tintcolor=\"red\" parallaxx=\"inf\"";
    let map = map_of("backgroundcolor=\"blue\" renderorder=\"up\"", &layer(odd, "1,0,0,0"));
    let map = map.replace("trans=\"ff00ff\"", "trans=\"pink\"");
    let read = read(&map);
    assert_eq!((read.scenery.backdrop, read.scenery.layers[0].opacity), (None, 1.0));
    let json = r#"{"orientation":"orthogonal","width":1,"height":1,"tilewidth":1,"tileheight":1,
        "renderorder":3,"backgroundcolor":[],"tilesets":[{"firstgid":1,"image":{},"margin":"a",
        "tiles":[{"id":0,"image":7,"animation":"x"}],"tileoffset":[1]}],
        "layers":[{"type":"tilelayer","width":1,"height":1,"data":[1],"opacity":"x","visible":9}]}"#;
    let source = Source::alone("a.tmj", json.as_bytes());
    assert!(read_scenery(Format::Tmj, &source, &Options::default()).is_ok());
    assert!(xunlu_format::read(&source, &Options::default()).is_ok());
}

#[test]
fn a_file_gets_no_more_pieces_than_the_limits_allow() {
    let mut options = Options::default();
    options.limits.cells_max = 4;
    let read = |objects: usize| {
        let objects = r#"<object id="1" gid="1" x="0" y="9"/>"#.repeat(objects);
        let text = map_of("", &format!("<objectgroup>{objects}</objectgroup>"));
        read_scenery(Format::Tmx, &Source::alone("a.tmx", text.as_bytes()), &options)
    };
    assert!(read(32).is_ok());
    let error = read(33).unwrap_err();
    assert_eq!(error.kind(), FormatErrorKind::TooLarge);
    assert!(error.message().contains("33 tiles to draw; expected at most 32"), "{error}");
}

const LEVEL: &str = r##"{"jsonVersion":"1.5.3","worldLayout":"Free","defs":{"layers":[],"tilesets":[
    {"identifier":"Wood","uid":7,"relPath":"art/wood.png","pxWid":64,"pxHei":32,"tileGridSize":16,
     "spacing":0,"padding":0,"__cWid":4},
    {"identifier":"Icons","uid":8,"relPath":null,"pxWid":0,"pxHei":0,"tileGridSize":16}]},
    "levels":[{"identifier":"One","worldX":-8,"worldY":16,"pxWid":16,"pxHei":8,"__bgColor":"#102030",
    "bgRelPath":"sky.png","__bgPos":{"cropRect":[0,4,32,16],"scale":[0.5,0.5],"topLeftPx":[1,0]},
    "layerInstances":[
     {"__identifier":"Things","__type":"Entities","__cWid":2,"__cHei":1,"__gridSize":8,
      "entityInstances":[{"__identifier":"Chest","px":[8,8],"width":8,"height":4,"__pivot":[0.5,1],
       "__tile":{"tilesetUid":7,"x":48,"y":16,"w":16,"h":16}},
       {"__identifier":"Key","px":[0,0],"width":8,"height":8}]},
     {"__identifier":"Tops","__type":"Tiles","__cWid":2,"__cHei":1,"__gridSize":8,"__opacity":0.5,
      "visible":false,"__tilesetDefUid":7,"__pxTotalOffsetX":2,
      "gridTiles":[{"px":[8,0],"src":[16,0],"f":1,"t":1},{"px":[0,0]}]},
     {"__identifier":"Collisions","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,
      "__tilesetDefUid":7,"intGridCsv":[0,1],
      "autoLayerTiles":[{"px":[0,0],"src":[0,16],"f":2,"t":4}]}]}]}"##;

#[test]
fn a_project_is_drawn_level_by_level_from_its_background_up() {
    let source = Source::alone("a.ldtk", LEVEL.as_bytes());
    let read = read_scenery(Format::Ldtk, &source, &Options::default()).unwrap().unwrap();
    let ReadScenery { scenery, warnings } = read;
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let expected =
        "level \"One\", layer \"Tops\": 1 of its tiles have no picture and are not drawn";
    assert_eq!(told, [expected]);
    let names: Vec<&str> = scenery.layers.iter().map(|layer| &*layer.name).collect();
    assert_eq!(names, ["background", "Collisions", "Tops", "Things"]);
    let half = [0.5, 0.0, 0.0, 0.5];
    assert_eq!(pieces(&scenery, 0), [([0, 4, 32, 16], [-7.0, 16.0], half)]);
    let upside_down = [1.0, 0.0, 0.0, -1.0];
    assert_eq!(pieces(&scenery, 1), [([0, 16, 16, 16], [-8.0, 32.0], upside_down)]);
    let mirrored = [-1.0, 0.0, 0.0, 1.0];
    assert_eq!(pieces(&scenery, 2), [([16, 0, 16, 16], [18.0, 16.0], mirrored)]);
    let quarter = [0.25, 0.0, 0.0, 0.25];
    assert_eq!(pieces(&scenery, 3), [([48, 16, 16, 16], [-2.0, 20.0], quarter)]);
    let tops = &scenery.layers[2];
    assert_eq!((tops.is_visible, tops.opacity, tops.floor), (false, 0.5, 0));
    assert_eq!(scenery.area, [-8.0, 16.0, 16.0, 8.0]);
    assert_eq!(scenery.backdrop, Some([0x10, 0x20, 0x30, 255]));
    assert_eq!(scenery.frame.centre(Cell::new(-1, 2)), [-4.0, 20.0]);
    let sheet = &scenery.sheets[0];
    assert_eq!((&*sheet.name, sheet.first, sheet.tile_size), ("Wood", 7, [16, 16]));
    assert_eq!(scenery.images[0].name, "art/wood.png");
}

#[test]
fn what_a_project_looks_like_is_never_an_error() {
    let odd = LEVEL
        .replace("\"__bgColor\":\"#102030\"", "\"__bgColor\":7")
        .replace("\"cropRect\":[0,4,32,16]", "\"cropRect\":\"all\"")
        .replace("\"src\":[16,0]", "\"src\":[-16]")
        .replace("\"tilesetUid\":7", "\"tilesetUid\":\"x\"")
        .replace("\"__opacity\":0.5", "\"__opacity\":[]");
    let source = Source::alone("a.ldtk", odd.as_bytes());
    assert!(xunlu_format::read(&source, &Options::default()).is_ok());
    let read = read_scenery(Format::Ldtk, &source, &Options::default()).unwrap().unwrap();
    assert_eq!(read.scenery.layers.len(), 3);
    assert_eq!(read.scenery.layers[1].pieces, []);
}

#[test]
fn formats_of_bare_maps_have_no_scenery() {
    let source = Source::alone("a.txt", b"..#");
    assert_eq!(read_scenery(Format::Text, &source, &Options::default()), Ok(None));
}

#[test]
fn both_spellings_of_a_map_look_the_same() {
    let own = |name: &str| {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tiled"));
        let path = folder.join(name);
        let bytes = std::fs::read(&path).unwrap();
        let source = Source { name, bytes: &bytes, beside: &Folder::of(&path) };
        let format = Format::of_name(name).unwrap();
        read_scenery(format, &source, &Options::default()).unwrap().unwrap()
    };
    for name in ["village", "hexes", "roads", "packed", "staggered-y-odd", "staggered-x-even"] {
        let (mut tmx, mut tmj) = (own(&format!("{name}.tmx")), own(&format!("{name}.tmj")));
        for sheet in tmx.scenery.sheets.iter_mut().chain(&mut tmj.scenery.sheets) {
            sheet.file = None;
        }
        assert_eq!(tmx, tmj, "{name}");
    }
    let shove = own("hexes.tmx").scenery.frame.shove;
    assert_eq!(shove.map(|(arrangement, _)| arrangement), Some(HexArrangement::EvenQ));
}
