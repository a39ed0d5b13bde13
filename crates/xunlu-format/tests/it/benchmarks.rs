//! Readers held against the public benchmark files, which may be absent, and against small files with
//! seeded damage.

use std::fs;
use std::path::{Path, PathBuf};
use xunlu::map::MeshPolygon;
use xunlu::{Cell, MoverId, Place, World};
use xunlu_format::{Content, Format, Options, Overlay, Scenario, Source, read, read_as, write};
use xunlu_testkit::Random;

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/maps");

/// The benchmark files with this ending, by path; none where there is no such folder.
fn files(ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(MAPS)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().is_some_and(|path| path.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn content_of(path: &Path) -> Content {
    let bytes = fs::read(path).unwrap();
    let source = Source::alone(path.to_str().unwrap(), &bytes);
    read(&source, &Options::default()).unwrap().document.content
}

#[test]
fn maps_are_written_as_they_were_read() {
    for path in files(".map") {
        let name = path.to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let read = read(&Source::alone(name, &bytes), &Options::default()).unwrap();
        assert_eq!(read.warnings, [], "{name}");
        let written = write(Format::MovingAi, &read.document, &Overlay::default()).unwrap();
        assert_eq!(written.warnings, [], "{name}");
        // Which bytes break lines is not kept: some maps of streets are written with two of them,
        // and none after the last row.
        let mut unix = String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
        if !unix.ends_with('\n') {
            unix.push('\n');
        }
        assert!(written.bytes == unix.into_bytes(), "{name}");
    }
}

/// How many questions of a published scenario have an end on closed ground, by the map's name: among
/// trees, in water, or out of bounds. Nobody on the ground can answer them; all others can be asked.
const CLOSED_ENDS: [(&str, usize); 2] = [("divideandconquer.map", 24), ("moonglade.map", 12)];

#[test]
fn scenarios_begin_and_end_on_open_ground_of_their_map() {
    for path in files(".map.scen") {
        let name = path.to_str().unwrap();
        let scenario = Scenario::read(name, &fs::read(&path).unwrap()).unwrap();
        assert!(!scenario.lines.is_empty(), "{name}");
        let map = path.with_extension("");
        let Content::Map(map) = content_of(&map) else { panic!("{name} is for no map") };
        let world = World::new(map).unwrap();
        let xunlu::Map::Grid(grid) = world.map() else { panic!("{name} is for no grid") };
        let size = grid.bounds().size;
        let is_open = |end: Option<Cell>| {
            world.can_stand(MoverId::FIRST, Place::Cell(end.expect("grids have whole cells")))
        };
        let mut closed = 0;
        for line in &scenario.lines {
            assert_eq!((line.width, line.height), (size.width, size.height), "{name}: {line:?}");
            closed += usize::from(!is_open(line.start_cell()) || !is_open(line.goal_cell()));
        }
        let known = CLOSED_ENDS.iter().find(|(map, _)| name.ends_with(&format!("{map}.scen")));
        assert_eq!(closed, known.map_or(0, |&(_, count)| count), "{name}");
    }
}

#[test]
fn scenarios_are_written_as_the_same_lines() {
    for path in files(".scen") {
        let name = path.to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let scenario = Scenario::read(name, &bytes).unwrap();
        let written = scenario.write();
        assert_eq!(Scenario::read(name, &written).unwrap(), scenario, "{name}");
        let lines = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            text.lines().skip(1).filter(|line| !line.trim().is_empty()).count()
        };
        assert_eq!(lines(&bytes), lines(&written), "{name}");
    }
}

#[test]
fn meshes_hold_as_many_vertices_and_polygons_as_they_say() {
    for path in files(".mesh") {
        let name = path.to_str().unwrap();
        let Content::Mesh(mesh) = content_of(&path) else { panic!("{name} is no mesh") };
        let text = fs::read_to_string(&path).unwrap();
        let told = text.lines().nth(2).unwrap();
        assert_eq!(format!("{} {}", mesh.vertices.len(), mesh.polygons.len()), told, "{name}");
        // The last polygon, put back as the file has it.
        let MeshPolygon { vertices, neighbours } = mesh.polygons.last().unwrap();
        let mut neighbours = neighbours.clone();
        neighbours.rotate_right(1);
        let mut line = vertices.len().to_string();
        vertices.iter().for_each(|vertex| line += &format!(" {vertex}"));
        for neighbour in neighbours {
            line += &neighbour.map_or(" -1".to_owned(), |polygon| format!(" {polygon}"));
        }
        assert_eq!(text.lines().last(), Some(line.as_str()), "{name}");
    }
}

#[test]
fn levels_hold_the_triangles_of_their_faces() {
    for path in files(".obj") {
        let name = path.to_str().unwrap();
        let Content::Triangles(mesh) = content_of(&path) else { panic!("{name} has no triangles") };
        let text = fs::read_to_string(&path).unwrap();
        let faces = text.lines().filter(|line| line.starts_with("f "));
        let triangles: usize = faces.map(|line| line.split_whitespace().count() - 3).sum();
        let vertices = text.lines().filter(|line| line.starts_with("v ")).count();
        assert_eq!((mesh.triangles.len(), mesh.vertices.len()), (triangles, vertices), "{name}");
    }
}

/// A small file of each format that is read word by word, with all that the format knows.
const SMALL: [(Format, &str); 6] = [
    (Format::MovingAi, "type octile\nheight 3\nwidth 4\nmap\n.G@O\nTSW.\n..WW\n"),
    (
        Format::Mesh,
        "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n\
         3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
    ),
    (
        Format::Obj,
        "# a\nmtllib a.mtl\no b\nv 0 0 0\nv 1 0 -2e1 \\\n1\nv 0 1 0.5\nv 1 1 1\nvn 0 0 1\n\
         f 1/1 2//1 -2/1/1 4\nl 1 2\n",
    ),
    (Format::Dimacs, "c roads\np sp 3 3\na 1 2 7\na 2 1 7\na 2 3 0\n"),
    (
        Format::GraphMl,
        "<?xml version=\"1.0\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
         <key id=\"a\" for=\"node\" attr.name=\"x\"><default>1</default></key>\n\
         <key id=\"w\" for=\"edge\" attr.name=\"weight\"/><key id=\"name\"/>\n\
         <graph edgedefault=\"directed\">\n<node id=\"n0\"><data key=\"a\">-2.5</data></node>\n\
         <node id=\"n1\"><data key=\"name\">&lt;inn</data></node>\n\
         <edge source=\"n0\" target=\"n1\" directed=\"false\"><data key=\"w\">2.01</data></edge>\n\
         <hyperedge/></graph></graphml>\n",
    ),
    (Format::EdgeList, "# directed\nb c 0.5\na b, c d ,1e1 # far\nc b\n"),
];

/// Small changes of the kinds that break readers: bytes changed, doubled, cut out and swapped with
/// large and odd numbers.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const ODD: [&str; 14] = [
        "-1",
        "0",
        "4294967296",
        "18446744073709551616",
        "1e308",
        "NaN",
        "-inf",
        "65536",
        "3",
        "\n",
        "\r\n",
        " ",
        "\u{feff}",
        "é",
    ];
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let length = u32::try_from(bytes.len()).unwrap();
        let (a, b) = (random.below(length + 1), random.below(length + 1));
        let (from, to) = (a.min(b) as usize, a.max(b).min(a.min(b) + 12) as usize);
        let odd = *random.pick(&ODD);
        match random.below(5) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let part = bytes[from..to].to_vec();
                bytes.splice(to..to, part);
            }
            2 => bytes[from..to].iter_mut().for_each(|byte| *byte ^= 1 << random.below(8)),
            3 => drop(bytes.splice(from..from, odd.bytes())),
            _ => replace_number(&mut bytes, from, odd),
        }
    }
    bytes
}

/// Puts `with` in the place of the first number after `from`.
fn replace_number(bytes: &mut Vec<u8>, from: usize, with: &str) {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit) else { return };
    let start = from + start;
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(start..start + digits, with.bytes());
}

#[test]
fn damaged_files_are_read_or_refused_with_a_reason() {
    for (format, text) in SMALL {
        let whole = read_as(format, &Source::alone("whole", text.as_bytes()), &Options::default());
        assert!(whole.is_ok(), "{format:?}: {whole:?}");
        let mut refused = 0;
        for seed in 0..4_000 {
            let bytes = damaged(text.as_bytes(), &mut Random::new(seed));
            let source = Source::alone("damaged", &bytes);
            match read_as(format, &source, &Options::default()) {
                Ok(read) => check(&read.document.content, format, seed),
                Err(error) => {
                    refused += 1;
                    assert_eq!(error.file(), "damaged", "{format:?}, seed {seed}: {error}");
                    assert!(!error.message().is_empty(), "{format:?}, seed {seed}");
                }
            }
        }
        assert!(refused > 400, "{format:?}: {refused}");
    }
}

/// What holds of whatever was read.
fn check(content: &Content, format: Format, seed: u64) {
    match content {
        Content::Map(map) => assert!(map.node_count() > 0, "{format:?}, seed {seed}"),
        Content::Mesh(mesh) => {
            for MeshPolygon { vertices, neighbours } in &mesh.polygons {
                assert_eq!(vertices.len(), neighbours.len(), "{format:?}, seed {seed}");
                let known = |&vertex: &u32| (vertex as usize) < mesh.vertices.len();
                assert!(vertices.iter().all(known), "{format:?}, seed {seed}");
                let known = |&polygon: &u32| (polygon as usize) < mesh.polygons.len();
                assert!(neighbours.iter().flatten().all(known), "{format:?}, seed {seed}");
            }
        }
        Content::Triangles(mesh) => {
            let known = |&vertex: &u32| (vertex as usize) < mesh.vertices.len();
            assert!(mesh.triangles.iter().flatten().all(known), "{format:?}, seed {seed}");
        }
        Content::Scene(scene) => assert!(!scene.ground.is_empty(), "{format:?}, seed {seed}"),
    }
}

#[test]
fn damaged_scenarios_are_read_or_refused_with_a_reason() {
    let text =
        "version 1\n0\tmaps/a b.map\t49\t50\t1\t11\t1\t12\t1\n1 b.map 4 5 1.5 2 3 4 3.41421\n";
    for seed in 0..4_000 {
        let bytes = damaged(text.as_bytes(), &mut Random::new(seed));
        match Scenario::read("damaged", &bytes) {
            Ok(scenario) => {
                let again = Scenario::read("written", &scenario.write()).unwrap();
                assert_eq!(again, scenario, "seed {seed}");
            }
            Err(error) => assert!(error.to_string().starts_with("damaged, line"), "seed {seed}"),
        }
    }
}
