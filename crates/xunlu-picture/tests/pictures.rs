//! Pictures of small maps, drawn here and held byte by byte against those kept in `tests/pictures`.

#![cfg(test)]

use std::fs;
use std::path::Path;
use xunlu::map::{MeshPolygon, Point, PolygonMesh, TriangleMesh};
use xunlu::{
    Algorithm, Cell, Corners, Cost, Grid, HexGrid, LayerCell, Layers, LinkId, Map, Mover, MoverId,
    Place, Query, Recorder, Rect, Size, StepCosts, Tags, Terrain, WaypointGraph, WaypointId,
    Weight, Workspace, World,
};
use xunlu_format::{
    Content, Document, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Overlay, Price,
    Visited,
};
use xunlu_picture::{
    Numbers, PIXELS_MAX, Searched, Style, Theme, draw_png, draw_samples, draw_svg,
};

/// Holds both pictures of a document against those that are kept.
fn check(name: &str, document: &Document, overlay: &Overlay, style: &Style) {
    let png = draw_png(document, overlay, style).unwrap();
    let svg = draw_svg(document, overlay, style);
    assert_eq!((&png.warnings[..], &svg.warnings[..]), (&[][..], &[][..]), "{name}");
    is_sound(&png.bytes, &svg.bytes);
    is_as_kept(&format!("{name}.png"), &png.bytes);
    is_as_kept(&format!("{name}.svg"), &svg.bytes);
}

fn is_as_kept(file: &str, drawn: &[u8]) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(file);
    if std::env::var_os("XUNLU_ACCEPT").is_some_and(|accept| accept == "1") {
        fs::write(&kept, drawn).unwrap();
    }
    if fs::read(&kept).is_ok_and(|kept| kept == drawn) {
        return;
    }
    let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    fs::write(&new, drawn).unwrap();
    panic!(
        "{} is not what is drawn now, which lies in {}; if that is as it should be, accept it with \
         XUNLU_ACCEPT=1 cargo test -p xunlu-picture --test pictures",
        kept.display(),
        new.display()
    );
}

/// Whether a PNG can be decoded and an SVG is well-formed and as large.
fn is_sound(png: &[u8], svg: &[u8]) {
    let decoder = png::Decoder::new(std::io::Cursor::new(png));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert!(u64::from(info.width) * u64::from(info.height) <= PIXELS_MAX);
    let text = std::str::from_utf8(svg).unwrap();
    let tree = roxmltree::Document::parse(text).unwrap();
    let size = ["width", "height"].map(|side| tree.root_element().attribute(side).unwrap());
    assert_eq!(size.map(|side| side.parse::<u32>().unwrap()), [info.width, info.height]);
}

fn eight_ways() -> Mover {
    let costs = StepCosts { straight: Cost(10), diagonal: Cost(14) };
    Mover::eight(Corners::OneFree).costs(costs).build().unwrap()
}

fn searched(map: impl Into<Map>, mover: Mover, from: Place, to: Place) -> (Document, Overlay) {
    let world = World::with_mover(map.into(), mover).unwrap();
    let query = Query::between(from, to).algorithm(Algorithm::AStar);
    let mut recorder = Recorder::default();
    let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
    let place_of = |node| world.place_of(MoverId::FIRST, node);
    let searched = Searched { map: world.map(), start: from, goals: vec![to], place_of };
    let overlay = searched.overlay(&answer.outcome, None, &recorder);
    (Document::of(world.map().clone()), overlay)
}

fn around_a_wall() -> (Document, Overlay) {
    let grid: Grid = ".....\n..#..\n..#..".parse().unwrap();
    searched(grid, eight_ways(), Place::cell(0, 1), Place::cell(4, 2))
}

#[test]
fn a_search_shows_its_figures_as_the_tutorials_do() {
    let (document, overlay) = around_a_wall();
    check("figures", &document, &overlay, &Style::default());
    let title = Some("Around <a> wall & back".to_owned());
    let theme = Theme::Dark;
    check("figures-dark", &document, &overlay, &Style { title, theme, ..Style::default() });
    let (theme, numbers, cell_pixels) = (Theme::ColourBlind, Numbers::Never, Some(24));
    let style = Style { theme, numbers, cell_pixels, legend: false, title: None };
    check("figures-plain", &document, &overlay, &style);
}

#[test]
fn ground_of_every_kind_shows_what_it_is() {
    let text = "@origin -3,-2\n@link -3,-2 -> 3,-1 weight 50\n@link -2,2 <-> 4,2 shut\n\
        @tags 1 at 0,0 2x2\n@exits E,SE,S,W,SW,NW,NE at 2,1\n@exits none at 3,1\n\
        ..1234..\n..5678..\nab..>v..\ncd..<^#.\n.... .#.\n........";
    let grid: Grid = text.parse().unwrap();
    let part = |x, y, width, height| Rect::new(Cell::new(x, y), Size::new(width, height));
    let named = |number, name: &str, price| NamedTerrain {
        terrain: Terrain(number),
        name: Some(name.to_owned()),
        price: Some(price),
    };
    let document = Document {
        places: vec![NamedPlace { name: "Gate".to_owned(), place: Place::cell(4, 3) }],
        regions: vec![NamedRegion {
            name: "yard".to_owned(),
            layer: 0,
            parts: vec![part(-1, 0, 3, 2), part(-1, 2, 2, 1)],
        }],
        terrains: vec![
            named(5, "swamp", Price::Weight(Weight::percent(250))),
            named(12, "water", Price::Closed),
        ],
        tags: vec![NamedTag { tag: Tags::one(1).unwrap(), name: "guards".to_owned() }],
        ..Document::of(grid)
    };
    let style = Style { cell_pixels: Some(36), ..Style::default() };
    check("ground", &document, &Overlay::default(), &style);
    let aslant = Document { look: Look::Isometric, ..document };
    let style = Style { cell_pixels: Some(24), theme: Theme::Dark, ..Style::default() };
    check("ground-isometric", &aslant, &Overlay::default(), &style);
}

#[test]
fn hexes_have_their_true_shape() {
    for (name, arrangement) in [("hexes-pointy", "odd-r"), ("hexes-flat", "even-q")] {
        let text = format!("@hex {arrangement}\n. . # .\n . . # 3\n. . . 3");
        let text = if name == "hexes-flat" { text.replace("\n .", "\n.") } else { text };
        let grid: HexGrid = text.parse().unwrap();
        let ends = [Cell::new(0, 0), Cell::new(3, 0)].map(|cell| Place::Hex(grid.hex_at(cell)));
        let mover = Mover::hex().build().unwrap();
        let (document, overlay) = searched(grid, mover, ends[0], ends[1]);
        check(name, &document, &overlay, &Style { cell_pixels: Some(60), ..Style::default() });
    }
}

#[test]
fn isometric_maps_are_diamonds() {
    let (document, overlay) = around_a_wall();
    let document = Document { look: Look::Isometric, ..document };
    check("isometric", &document, &overlay, &Style { cell_pixels: Some(48), ..Style::default() });
}

#[test]
fn layers_lie_side_by_side_and_the_path_leaps_between_them() {
    let text = "@link 0:3,1 <-> 1:0,-1\n@layer\n..#.\n....\n@layer\n@origin 0,-1\n..\n.#\n..";
    let layers: Layers = text.parse().unwrap();
    let ends = [(0, 0, 0), (1, 1, 1)]
        .map(|(n, x, y)| Place::LayerCell(LayerCell::new(n, Cell::new(x, y))));
    let (document, overlay) = searched(layers, eight_ways(), ends[0], ends[1]);
    check("layers", &document, &overlay, &Style { cell_pixels: Some(32), ..Style::default() });
}

fn roads() -> WaypointGraph {
    let text = "@waypoint gate at 0,0\n@waypoint mill at 3,4\n@waypoint inn at 6,1\n\
        @waypoint keep at 9,4\n@link gate <-> mill\n@link gate -> inn\n@link mill -> keep\n\
        @link inn <-> keep shut";
    text.parse().unwrap()
}

#[test]
fn waypoints_are_discs_with_names() {
    let mover = Mover::links().build().unwrap();
    let [from, to] = [0, 3].map(|number| Place::Waypoint(WaypointId(number)));
    let (document, overlay) = searched(roads(), mover, from, to);
    check("waypoints", &document, &overlay, &Style { cell_pixels: Some(14), ..Style::default() });
}

fn two_polygons() -> Document {
    let vertices = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0), (6.0, 5.0)];
    let vertices = vertices.map(|(x, y)| Point::new(x, y)).to_vec();
    let polygon = |vertices: &[u32], neighbours: &[Option<u32>]| MeshPolygon {
        vertices: vertices.to_vec(),
        neighbours: neighbours.to_vec(),
    };
    let polygons = vec![
        polygon(&[0, 1, 2, 3], &[None, None, Some(1), None]),
        polygon(&[3, 2, 4], &[Some(0), None, None]),
    ];
    let content = Content::Mesh(PolygonMesh { vertices, polygons });
    Document { content, ..Document::of(Grid::new(Size::ONE).unwrap()) }
}

fn a_step() -> Document {
    let vertices = vec![
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [2.0, 0.0, 2.0],
        [0.0, 0.0, 2.0],
        [1.0, 1.0, 0.0],
        [2.0, 1.0, 2.0],
    ];
    let triangles = vec![[0, 2, 1], [0, 3, 2], [4, 5, 1]];
    let content = Content::Triangles(TriangleMesh { vertices, triangles });
    Document { content, ..Document::of(Grid::new(Size::ONE).unwrap()) }
}

#[test]
fn meshes_are_seen_from_above() {
    let style = Style { cell_pixels: Some(4), ..Style::default() };
    check("mesh", &two_polygons(), &Overlay::default(), &style);
    check("triangles", &a_step(), &Overlay::default(), &style);
}

#[test]
fn a_link_that_was_taken_is_not_drawn_any_more() {
    let mut graph = roads();
    let before = draw_svg(&Document::of(graph.clone()), &Overlay::default(), &Style::default());
    graph.remove_link(LinkId(0)).unwrap();
    let after = draw_svg(&Document::of(graph), &Overlay::default(), &Style::default());
    assert!(after.bytes.len() < before.bytes.len());
}

#[test]
fn odd_maps_are_drawn_all_the_same() {
    let thin = |width, height| Document::of(Grid::new(Size::new(width, height)).unwrap());
    let mut builder = WaypointGraph::builder();
    builder.waypoint("far", Point::new(-f64::MAX, 1e-320)).unwrap();
    builder.waypoint("away", Point::new(f64::MAX, f64::MAX)).unwrap();
    let mut alone = WaypointGraph::builder();
    alone.waypoint("\u{1}<&>\u{fffe}", Point::new(7.0, 7.0)).unwrap_or(WaypointId(0));
    alone.waypoint("<&>", Point::new(7.0, 7.0)).unwrap();
    let round = Grid::new(Size::new(3, 1)).unwrap();
    let documents = [
        thin(1, 1),
        thin(16_384, 1),
        thin(1, 40_000),
        thin(700, 700),
        Document { look: Look::Isometric, ..thin(3000, 2) },
        Document::of(round),
        Document::of(builder.build().unwrap()),
        Document::of(alone.build().unwrap()),
        two_polygons(),
        a_step(),
        Document {
            content: Content::Mesh(PolygonMesh { vertices: vec![], polygons: vec![] }),
            ..thin(1, 1)
        },
        Document {
            content: Content::Triangles(TriangleMesh {
                vertices: vec![[f32::MAX, f32::MIN, 0.0], [f32::MIN, f32::MAX, 1.0]],
                triangles: vec![[0, 1, 0], [7, 8, 9]],
            }),
            ..thin(1, 1)
        },
    ];
    let styles = [
        Style::default(),
        Style { cell_pixels: Some(0), legend: false, ..Style::default() },
        Style { cell_pixels: Some(u32::MAX), numbers: Numbers::Always, ..Style::default() },
    ];
    for document in &documents {
        for style in styles.iter().take(if document.map().is_some() { 2 } else { 3 }) {
            let png = draw_png(document, &Overlay::default(), style).unwrap();
            let svg = draw_svg(document, &Overlay::default(), style);
            is_sound(&png.bytes, &svg.bytes);
        }
        let samples = draw_samples(document, &Overlay::default(), Size::new(9, 5), None).unwrap();
        assert!(samples.size().width <= 9);
        assert!(samples.size().height <= 5);
    }
}

#[test]
fn what_lies_outside_is_left_out_with_a_warning() {
    let outside = Place::cell(9, 9);
    let seen = Visited { place: outside, parent: outside, g: Cost(1), h: Cost(2), closed: None };
    let overlay = Overlay {
        start: Some(Place::Waypoint(WaypointId(0))),
        goals: vec![Place::cell(0, 0), outside],
        path: vec![Place::cell(0, 0), outside, Place::cell(i32::MAX, i32::MIN)],
        reach: vec![outside],
        visited: vec![seen],
        ..Overlay::default()
    };
    let document = Document::of(Grid::new(Size::new(3, 3)).unwrap());
    let written = draw_png(&document, &overlay, &Style::default()).unwrap();
    let told: Vec<String> = written.warnings.iter().map(ToString::to_string).collect();
    let says = |kind: &str, count: u32| {
        format!("{kind}: {count} lie outside the map and are left out; expected places on it")
    };
    let expected = [
        says("the start", 1),
        says("goals", 1),
        says("places of the path", 2),
        says("places within reach", 1),
        says("visited places", 1),
    ];
    assert_eq!(told, expected);
    assert_eq!(draw_svg(&two_polygons(), &overlay, &Style::default()).warnings.len(), 5);
}

#[test]
fn the_path_and_the_walls_are_seen_on_maps_of_more_cells_than_samples() {
    // Of every four columns three are walls; the path runs down one that is not.
    let grid: Grid = vec!["##.#".repeat(64); 256].join("\n").parse().unwrap();
    let path: Vec<Place> = (0..256).map(|y| Place::cell(126, y)).collect();
    let document = Document::of(grid);
    let size = Size::new(32, 32);
    let plain = draw_samples(&document, &Overlay::default(), size, None).unwrap();
    let shown =
        draw_samples(&document, &Overlay { path, ..Overlay::default() }, size, None).unwrap();
    assert_eq!((plain.size(), shown.size()), (size, size));
    let wall = plain.at(0, 0).unwrap();
    assert!((0..32).all(|row| (0..32).all(|column| plain.at(column, row) == Some(wall))));
    for row in 0..32 {
        let differ = (0..32).filter(|&column| shown.at(column, row) != plain.at(column, row));
        assert_eq!(differ.collect::<Vec<_>>(), [15], "row {row}");
    }
}

#[test]
fn a_part_of_a_map_is_drawn_as_large_as_fits() {
    let grid: Grid = "....\n.#..\n....".parse().unwrap();
    let part = Rect::new(Cell::new(1, 1), Size::new(2, 1));
    let samples =
        draw_samples(&Document::of(grid), &Overlay::default(), Size::new(9, 9), Some(part))
            .unwrap();
    assert_eq!(samples.size(), Size::new(8, 4));
    assert_ne!(samples.at(3, 0), samples.at(4, 0));
    assert_eq!(samples.at(0, 0), samples.at(3, 3));
    assert_eq!(samples.at(8, 0), None);
}
