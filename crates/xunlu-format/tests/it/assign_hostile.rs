//! Maps that are broken or meant to break something, written to: no panic, and no byte lost.
use std::collections::BTreeMap;
use xunlu::Weight;
use xunlu_format::{
    Assignment, Beside, Format, Options, Role, Scenery, Source, TileUse, assign, read_scenery,
};
use xunlu_testkit::Random;

struct Files(BTreeMap<String, Vec<u8>>);

impl Beside for Files {
    fn open(&self, name: &str, bytes_max: u64) -> Result<Vec<u8>, String> {
        let bytes = self.0.get(name).cloned().ok_or_else(|| format!("no {name}"))?;
        if bytes.len() as u64 <= bytes_max { Ok(bytes) } else { Err("too long".to_owned()) }
    }
}

const SAMPLES: [(&str, &[u8], &[u8]); 5] = [
    ("village.tmx", include_bytes!("../tiled/village.tmx"), include_bytes!("../tiled/village.tsx")),
    ("village.tmj", include_bytes!("../tiled/village.tmj"), include_bytes!("../tiled/village.tsj")),
    ("hexes.tmj", include_bytes!("../tiled/hexes.tmj"), b""),
    ("room.ldtk", include_bytes!("../ldtk/room.ldtk"), b""),
    ("free.ldtk", include_bytes!("../ldtk/free.ldtk"), b""),
];

fn scenery(map: &str, files: &Files) -> Option<Scenery> {
    let source = Source { name: map, bytes: &files.0[map], beside: files };
    read_scenery(Format::of_name(map).unwrap(), &source, &Options::default())
        .ok()?
        .map(|it| it.scenery)
}

fn use_of(scenery: &Scenery, assignment: &Assignment) -> Option<TileUse> {
    match *assignment {
        Assignment::Tile { sheet, tile, .. } => {
            let sheet = scenery.sheets.get(sheet as usize)?;
            let own = sheet.uses.iter().find(|(id, _)| *id == tile);
            Some(own.map_or(sheet.usual, |(_, says)| *says))
        }
        Assignment::Value { sheet, value, .. } => {
            let values = &scenery.values.get(sheet as usize)?.values;
            values.iter().find(|own| own.value == value).map(|own| own.says)
        }
        Assignment::Layer { .. } => None,
    }
}

/// Writes something into a map: what came of it says just that, and what was there is there still.
fn check(map: &str, files: &Files, assignment: &Assignment, what: &str) {
    let source = Source { name: map, bytes: &files.0[map], beside: files };
    let format = Format::of_name(map).unwrap();
    let assigned = assign(format, &source, &Options::default(), std::slice::from_ref(assignment));
    let Ok(changed) = assigned else { return };
    let mut after = Files(files.0.clone());
    for (name, bytes) in changed {
        let before = files.0.get(&name).unwrap_or_else(|| panic!("{what}: {name} is no file"));
        let same = before.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
        let rest = before[same..].iter().rev().zip(bytes[same..].iter().rev());
        let end = rest.take_while(|(a, b)| a == b).count();
        // What goes is a property or two, or the element around them.
        let gone = before.len() - same - end;
        assert!(gone < 400, "{what}: {gone} bytes went for {assignment:?}");
        after.0.insert(name, bytes);
    }
    // Where all layers are ignored there is nothing to read.
    let is_layer = matches!(assignment, Assignment::Layer { role: Role::Ignore, .. });
    if is_layer && scenery(map, &after).is_none() {
        return;
    }
    let now = scenery(map, &after).unwrap_or_else(|| panic!("{what}: {assignment:?} broke it"));
    let wanted = match *assignment {
        Assignment::Tile { says, .. } | Assignment::Value { says, .. } => Some(says),
        Assignment::Layer { layer, role } => {
            assert_eq!(now.layers[layer as usize].role, Some(role), "{what}");
            None
        }
    };
    assert_eq!(use_of(&now, assignment), wanted, "{what}: {assignment:?}");
}

fn any(random: &mut Random) -> Assignment {
    let percent = *random.pick(&[1, 99, 150, 300, 4_000_000]);
    let costs = TileUse::Costs(Weight::percent(percent));
    let says = *random.pick(&[TileUse::Blocked, TileUse::Open, costs]);
    match random.below(5) {
        0 => Assignment::Layer { layer: random.below(3), role: *random.pick(&Role::ALL) },
        1 | 2 => Assignment::Value { sheet: 0, value: random.from_to(1, 3), says },
        _ => Assignment::Tile { sheet: random.below(2), tile: random.below(8), says },
    }
}

#[test]
fn damaged_maps_are_written_to_or_refused() {
    let pieces = [
        "0",
        "9",
        "-",
        "\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        "null",
        "1e9",
        "99999999",
        "true",
        "\u{feff}",
        "\r\n",
        "\\u0041",
        "\\",
        "<",
        ">",
        "/",
        "<!--",
        "-->",
        "&amp;",
        "\n",
        "properties",
        "tiles",
        "\"customData\":[],",
        "\"doc\":null,",
        "\"tiles\":[],",
        " ",
        "<tile id=\"1\"/>",
        "寻",
    ];
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let (map, bytes, beside) = *random.pick(&SAMPLES);
        let mut texts = [bytes, beside].map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
        for _ in 0..random.below(4) {
            let text = &mut texts[usize::from(!beside.is_empty() && random.chance(40))];
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let first = random.below(u32::try_from(places.len()).unwrap()) as usize;
            let last = (first + random.below(4) as usize).min(places.len() - 1);
            text.replace_range(places[first]..places[last], random.pick::<&str>(&pieces));
        }
        let [bytes, beside] = texts.map(String::into_bytes);
        let set = if map.ends_with("tmx") { "village.tsx" } else { "village.tsj" };
        let files = BTreeMap::from([(map.to_owned(), bytes), (set.to_owned(), beside)]);
        check(map, &Files(files), &any(&mut random), &format!("seed {seed}, {map}"));
    }
}

/// A map that has one of these in the place of its tiles' properties.
fn tmj(tiles: &str, layers: &str) -> Files {
    let text = format!(
        r#"{{"orientation":"orthogonal","width":1,"height":1,"tilewidth":8,"tileheight":8,"layers":[{layers}
        {{"name":"a","type":"tilelayer","width":1,"height":1,"data":[1]}}],
        "tilesets":[{{"firstgid":1,"name":"t","tilecount":4,"tilewidth":8,"tileheight":8{tiles}}}]}}"#
    );
    Files(BTreeMap::from([("a.tmj".to_owned(), text.into_bytes())]))
}

#[test]
fn json_of_strange_shapes_is_written_to_or_refused() {
    let tiles = [
        r#","ti\u006ces":[{"id":1,"pr\u006fperties":[{"name":"w\u0061lkable","type":"bool","value":true}]}]"#,
        r#","tiles":[[1,"","",[]]]"#,
        r#","tiles":[{"id":1},{"id":1,"properties":[]}]"#,
        r#","tiles":[{"id":1.0}]"#,
        r#","tiles":{"1":{}}"#,
        r#","tiles":null"#,
        r#","tiles":[],"tiles":[]"#,
        r#","tiles":[{"id":1,"properties":[["cost",3]]}]"#,
        r#","tiles":[{"id":1,"properties":[{"name":"cost","value":3,"type":"float","type":"int"}]}]"#,
        r#","tiles":[{"id":1,"properties":[{"name":"a\"b","value":"}]","type":"string"}]}]"#,
        r#","properties":[{"name":"walkable","type":"bool","value":false}]"#,
    ];
    for tiles in tiles {
        for layers in
            ["", r#"{"name":"g","type":"group","layers":[]},"#, r#"{"name":"x","type":"odd"},"#]
        {
            let files = tmj(tiles, layers);
            for says in [TileUse::Blocked, TileUse::Open, TileUse::Costs(Weight::percent(250))] {
                check("a.tmj", &files, &Assignment::Tile { sheet: 0, tile: 1, says }, tiles);
            }
            check("a.tmj", &files, &Assignment::Layer { layer: 0, role: Role::Wall }, tiles);
        }
    }
}

#[test]
fn projects_of_strange_shapes_are_written_to_or_refused() {
    let room = include_str!("../ldtk/room.ldtk");
    let swaps = [
        ("\"customData\": []", "\"customData\": [[1, \"x\"]]"),
        ("\"customData\": []", "\"customData\": {}"),
        (
            "\"customData\": []",
            "\"customData\": [], \"customData\": [{\"tileId\":1,\"data\":\"a\"}]",
        ),
        (
            "\"customData\": []",
            "\"custom\\u0044ata\": [{\"tile\\u0049d\":1,\"d\\u0061ta\":\"\\ud83d\\ude00\\n\"}]",
        ),
        (
            "\"customData\": []",
            "\"customData\": [{\"tileId\":1,\"data\":\"a\"},{\"tileId\":1,\"data\":\"cost: 3\"}]",
        ),
        ("\"customData\": []", "\"customData\": [{\"tileId\":1,\"data\":7}]"),
        (
            "\"customData\": []",
            "\"customData\": [{\"tileId\":1,\"data\":\"{\\\"cost\\\":1e999}\"}]",
        ),
        (
            "\"customData\": []",
            "\"customData\": [{\"tileId\":1,\"data\":\"{\\\"a\\\":{\\\"cost\\\":3},\\\"COST\\\":2,\\\"cost\\\":4}\"}]",
        ),
        ("\"doc\": null", "\"doc\": 7"),
        ("\"doc\": null", "\"doc\": \"\""),
        ("\"doc\": null", "\"doc\": \"value 2: open\\r\\nvalue 2: blocked\\r\\nrole: wall\""),
        ("\"doc\": null", "\"d\\u006fc\": \"x\", \"doc\": \"y\""),
        ("\"doc\": null,", ""),
        ("\"identifier\": \"Terrain\"", "\"identifier\": \"T\\u0065rrain\""),
        ("\"pxWid\": 16", "\"pxWid\": 4294967295"),
        ("\"tileGridSize\": 8", "\"tileGridSize\": 0"),
        ("\"spacing\": 0", "\"spacing\": 4294967295"),
        ("\"__cWid\": 2", "\"__cWid\": 4294967295"),
        ("\"__gridSize\": 8", "\"__gridSize\": 0"),
    ];
    for (went, came) in swaps {
        assert!(room.contains(went), "{went}");
        let text = room.replacen(went, came, 1);
        for text in [text.clone(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
            let files = Files(BTreeMap::from([("a.ldtk".to_owned(), text.into_bytes())]));
            for says in [TileUse::Blocked, TileUse::Open, TileUse::Costs(Weight::percent(250))] {
                check("a.ldtk", &files, &Assignment::Tile { sheet: 0, tile: 1, says }, came);
                check("a.ldtk", &files, &Assignment::Value { sheet: 0, value: 2, says }, came);
            }
            check("a.ldtk", &files, &Assignment::Layer { layer: 0, role: Role::Ground }, came);
        }
    }
}
