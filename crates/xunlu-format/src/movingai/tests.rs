//! What the reader of this format gives and refuses.
#![cfg(test)]

use super::*;
use crate::document::{Content, Look, NamedPlace, NamedRegion};
use crate::done::Written;
use xunlu::{MoverId, World};
use xunlu_map::{Exits, HexArrangement, HexGrid, Link, Map, Place, Point, PolygonMesh, Wrap};
use xunlu_testkit::{GridKind, any_grid, any_grid_of, any_layers, any_waypoints};

const ALL: &str = "type octile\nheight 2\nwidth 4\nmap\n.G@O\nTSWW\n";

fn try_read(text: &[u8]) -> Result<Read, FormatError> {
    read(&Source::alone("a.map", text), &Options::default())
}

fn grid_in(read: &Read) -> &Grid {
    let Some(Map::Grid(grid)) = read.document.map() else { panic!("no grid: {read:?}") };
    grid
}

fn refused(text: &str, says: &str) {
    let error = try_read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, format!("a.map, {says}"));
}

fn warnings_of(written: &Written) -> Vec<String> {
    written.warnings.iter().map(ToString::to_string).collect()
}

/// What is lost when this is written.
fn lost(document: &Document) -> Vec<String> {
    warnings_of(&write(document).unwrap())
}

fn drawn(text: &str) -> Document {
    Document::of(text.parse::<Grid>().unwrap())
}

#[test]
fn every_character_means_its_terrain() {
    let read = try_read(ALL.as_bytes()).unwrap();
    assert_eq!(read.warnings, []);
    let terrains: Vec<Terrain> =
        grid_in(&read).bounds().cells().map(|cell| grid_in(&read).terrain(cell).unwrap()).collect();
    let (open, void) = (Terrain::OPEN, Terrain::VOID);
    assert_eq!(terrains, [open, open, void, void, Terrain::WALL, SWAMP, WATER, WATER]);
    let names = read.document.terrains.iter().map(|named| named.name.as_deref());
    assert!(names.eq([Some("swamp"), Some("water")]));
    assert_eq!(read.document.tags, [NamedTag { tag: SWIMS, name: "water".to_owned() }]);
    // The numbers are those of the letters in drawn maps.
    assert_eq!(drawn("sw").map().unwrap().to_string(), "sw");
    let letters = [SWAMP, WATER].map(|terrain| char::from(b'a' + terrain.0 - 10));
    assert_eq!(letters, ['s', 'w']);
}

#[test]
fn nobody_enters_water_unless_they_swim() {
    let read = try_read(ALL.as_bytes()).unwrap();
    let mut world = World::new(read.document.map().unwrap().clone()).unwrap();
    let stands = |world: &World, mover, x, y| world.can_stand(mover, Place::cell(x, y));
    assert!(stands(&world, MoverId::FIRST, 1, 1));
    assert!(!stands(&world, MoverId::FIRST, 2, 1));
    let swims = xunlu_map::Mover::four().tags(SWIMS).build().unwrap();
    let swimmer = world.add_mover(swims).unwrap();
    assert!(stands(&world, swimmer, 2, 1) && stands(&world, swimmer, 3, 1));
    assert!(!stands(&world, swimmer, 0, 1) && !stands(&world, swimmer, 2, 0));
}

#[test]
fn a_map_without_swamp_and_water_names_nothing() {
    let read = try_read(b"type tile\nheight 1\nwidth 2\nmap\n.T").unwrap();
    assert_eq!(read, Document::of(".#".parse::<Grid>().unwrap()).into());
}

#[test]
fn line_breaks_order_and_blank_lines_do_not_matter() {
    let plain = try_read(ALL.as_bytes()).unwrap();
    assert_eq!(try_read(ALL.replace('\n', "\r\n").as_bytes()).unwrap(), plain);
    assert_eq!(try_read(ALL.trim_end().as_bytes()).unwrap(), plain);
    assert_eq!(try_read(format!("{ALL}\n \r\n\n").as_bytes()).unwrap(), plain);
    assert_eq!(try_read(format!("\u{feff}{ALL}").as_bytes()).unwrap(), plain);
    let turned = ALL.replace("height 2\nwidth 4", "\n width  4\nheight\t2 ");
    assert_eq!(try_read(turned.as_bytes()).unwrap(), plain);
}

#[test]
fn a_strange_type_is_read_with_a_warning() {
    let read = try_read(ALL.replace("octile", "quad").as_bytes()).unwrap();
    let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["line 1, column 6: the type \"quad\" is read as \"octile\""]);
    assert_eq!(read.document, try_read(ALL.as_bytes()).unwrap().document);
}

#[test]
fn a_header_that_cannot_be_is_told_by_place() {
    refused("", "line 1, column 1: the file ends here; expected a line that says \"map\"");
    let says = "line 3, column 1: the file ends here; expected a line that says \"map\"";
    refused("type octile\nheight 2\n", says);
    let says = "line 1, column 1: \"size\"; expected \"type\", \"height\", \"width\" or \"map\"";
    refused("size 2\n", says);
    let says = "line 3, column 1: the rows begin; expected a line \"width\" above";
    refused("type octile\nheight 2\nmap\n..\n", says);
    let says = "line 2, column 1: \"type\"; expected each line of the header once";
    refused("type octile\ntype tile\n", says);
    let says = "line 1, column 7: the line ends here; expected what height it is";
    refused("height\n", says);
    let says = "line 1, column 10: \"3\"; expected the end of the line";
    refused("height 2 3\n", says);
    let with = |height: &str, width: &str| {
        format!("type octile\nheight {height}\nwidth {width}\nmap\n..\n")
    };
    let says = "line 2, column 8: \"-1\"; expected a whole number of cells";
    refused(&with("-1", "2"), says);
    let says = "line 3, column 7: a map of 0x2 cells has none; expected at least 1x1";
    refused(&with("2", "0"), says);
    let says = "line 3, column 7: a map of 4294967295x4294967295 is too large; \
                expected at most 268435456 cells and no side over 1048576";
    refused(&with("4294967295", "4294967295"), says);
    let says =
        "line 3, column 7: a map of 16384x16384 has 268435456 cells; expected at most 4194304";
    refused(&with("16384", "16384"), says);
}

#[test]
fn rows_that_do_not_fit_are_told_by_place() {
    let with = |rows: &str| format!("type octile\nheight 2\nwidth 3\nmap\n{rows}");
    let says = "line 6, column 2: 'x'; expected one of . G @ O T S W";
    refused(&with("...\n.x.\n"), says);
    refused(&with("...\n.\u{e9}.\n"), "line 6, column 2: 'é'; expected one of . G @ O T S W");
    refused(&with("...\r\n.é.\r\n"), "line 6, column 2: 'é'; expected one of . G @ O T S W");
    let says = "line 5, column 3: the row ends here; expected 3 characters in every row";
    refused(&with("..\n...\n"), says);
    let says = "line 5, column 4: '.'; expected the end of the row after 3 characters";
    refused(&with("....\n...\n"), says);
    refused(&with("...\n"), "line 6, column 1: the map ends after 1 rows; expected 2");
    refused(&with(""), "line 5, column 1: the map ends after 0 rows; expected 2");
    let says = "line 7, column 1: there is a row more than the 2 of the header; expected the end";
    refused(&with("...\n...\n...\n"), says);
    let error = try_read(b"type octile\nheight 1\nwidth 1\nmap\n\xff\n").unwrap_err();
    assert_eq!(error.place().map(|place| (place.line, place.column)), Some((5, 1)));
}

#[test]
fn what_is_written_is_what_was_read() {
    let once = write(&try_read(ALL.as_bytes()).unwrap().document).unwrap();
    assert_eq!(once.warnings, []);
    let text = String::from_utf8(once.bytes.clone()).unwrap();
    assert_eq!(text, "type octile\nheight 2\nwidth 4\nmap\n..@@\nTSWW\n");
    assert_eq!(write(&try_read(&once.bytes).unwrap().document).unwrap(), once);
}

#[test]
fn what_does_not_go_in_is_told() {
    assert_eq!(lost(&drawn(".#s.")), [""; 0]);
    let flat = "2 cells are written as plain ground; their terrain is lost";
    assert_eq!(lost(&drawn("3#.a")), [flat]);
    let tags = "tags are left out; water and nothing else has tag 15 when read";
    assert_eq!(lost(&drawn("w.")), [tags]);
    let mut grid: Grid = "...".parse().unwrap();
    grid.set_tags(Cell::new(1, 0), Tags(1)).unwrap();
    grid.set_exits(Cell::new(1, 0), Exits::NONE).unwrap();
    grid.add_link(Link::two_way(Cell::new(0, 0), Cell::new(2, 0))).unwrap();
    let wrapped = grid.wrapped(Wrap { x: true, y: false });
    let others = [
        tags,
        "limits to the exits of cells are left out",
        "1 links are left out",
        "the edges do not join up any more",
    ];
    assert_eq!(lost(&Document::of(wrapped)), others);
    let far = Grid::at(Rect::new(Cell::new(-1, 2), Size::new(2, 1))).unwrap();
    assert_eq!(lost(&Document::of(far)), ["the corner -1,2 moves to 0,0, and every cell with it"]);
}

#[test]
fn names_that_do_not_go_in_are_told() {
    let named = |name: &str| NamedTerrain {
        terrain: SWAMP,
        name: Some(name.to_owned()),
        price: Some(crate::document::Price::Closed),
    };
    let document = Document {
        look: Look::Isometric,
        places: vec![NamedPlace { name: "inn".to_owned(), place: Place::cell(0, 0) }],
        regions: vec![NamedRegion { name: "town".to_owned(), layer: 0, parts: Vec::new() }],
        terrains: vec![named("bog")],
        tags: vec![NamedTag { tag: Tags(1), name: "key".to_owned() }],
        ..drawn("s")
    };
    let all = [
        "1 named places are left out",
        "1 named regions are left out",
        "names of terrains are left out",
        "prices of terrains are left out",
        "names of tags are left out",
        "that the map is seen aslant is left out",
    ];
    assert_eq!(lost(&document), all);
    assert_eq!(lost(&Document { terrains: vec![named("swamp")], ..drawn("s") }), all[3..4]);
}

#[test]
fn what_is_no_grid_of_squares_is_refused() {
    let check = |content: Content, found: &str| {
        let error = write(&Document::of(content)).unwrap_err().to_string();
        let expected = "one grid of square cells; json and binary hold every map";
        assert_eq!(error, format!("the map: {found}; expected {expected}"));
    };
    let arrangement: HexArrangement = xunlu_testkit::any_hex_grid(1).arrangement();
    let hexes = HexGrid::new(arrangement, Size::ONE).unwrap();
    check(hexes.into(), "the map is one of hexes");
    check(any_layers(1).into(), "the map has layers");
    check(any_waypoints(1).into(), "the map is one of waypoints");
    let mesh = PolygonMesh { vertices: Vec::new(), polygons: Vec::new() };
    check(Content::Mesh(mesh), "the map is a mesh of polygons");
}

#[test]
fn grids_without_losses_come_back_as_they_were() {
    let mut whole = 0;
    for seed in 0..600 {
        let grid = if seed % 2 == 0 { any_grid(seed) } else { any_grid_of(GridKind::Plain, seed) };
        let bounds = grid.bounds();
        let written = write(&Document::of(grid.clone())).unwrap();
        let read = try_read(&written.bytes).unwrap();
        assert_eq!(grid_in(&read).bounds(), Rect::new(Cell::new(0, 0), bounds.size), "{seed}");
        if written.warnings.is_empty() {
            whole += 1;
            assert_eq!(grid_in(&read), &grid.as_read(), "seed {seed}");
        }
        let again = write(&read.document).unwrap();
        assert_eq!(again, written.bytes.into(), "seed {seed}");
    }
    assert!(whole > 50, "{whole}");
}

fn scenario(text: &str) -> Result<Scenario, FormatError> {
    Scenario::read("a.scen", text.as_bytes())
}

#[test]
fn scenario_lines_are_read_between_tabs_or_spaces() {
    let expected = ScenarioLine {
        bucket: 3,
        map: "maps/a b.map".to_owned(),
        width: 49,
        height: 50,
        start: Point::new(1.0, 11.0),
        goal: Point::new(4.0, 12.5),
        optimal_length: 3.41421,
    };
    let tabs = "3\tmaps/a b.map\t49\t50\t1\t11\t4\t12.5\t3.41421";
    let spaces = "3 maps/a b.map 49  50 1 11 4 12.5 3.41421";
    for header in ["", "version 1\n", "version 1.0\r\n", "\n version 1\n"] {
        let read = scenario(&format!("{header}{tabs}\t\n\n{spaces}\n\n \n")).unwrap();
        assert_eq!(read.lines, [expected.clone(), expected.clone()], "{header:?}");
        assert_eq!(scenario(std::str::from_utf8(&read.write()).unwrap()).unwrap(), read);
    }
    assert_eq!(expected.start_cell(), Some(Cell::new(1, 11)));
    assert_eq!(expected.goal_cell(), None);
    let far = ScenarioLine { goal: Point::new(3e9, 0.0), ..expected };
    assert_eq!(far.goal_cell(), None);
    let written = Scenario { lines: vec![far] }.write();
    let text = "version 1\n3\tmaps/a b.map\t49\t50\t1\t11\t3000000000\t0\t3.41421\n";
    assert_eq!(String::from_utf8(written).unwrap(), text);
    assert_eq!(scenario("").unwrap(), Scenario::default());
}

#[test]
fn scenario_lines_that_cannot_be_are_told_by_place() {
    let check = |text: &str, says: &str| {
        let error = scenario(text).unwrap_err().to_string();
        assert_eq!(error, format!("a.scen, {says}"));
    };
    check("version 2\n", "line 1, column 9: \"2\"; expected the version 1");
    check("version\n", "line 1, column 8: the line ends here; expected the version 1");
    check("version 1 0\n", "line 1, column 11: \"0\"; expected the end of the line");
    check("1\ta\t4\t5\t0\t0\t1\n", "line 1, column 14: the line ends here; expected the goal's y");
    check("1 a\n", "line 1, column 4: the line ends here; expected the map's width");
    check("x\ta\t4\t5\t0\t0\t1\t1\t2\n", "line 1, column 1: \"x\"; expected a bucket");
    check("1\ta\t-4\t5\t0\t0\t1\t1\t2\n", "line 1, column 5: \"-4\"; expected the map's width");
    let says = "line 2, column 9: \"inf\"; expected the start's x as a finite number";
    check("version 1\n1\ta\t4\t5\tinf\t0\t1\t1\t2\n", says);
    let says = "line 1, column 17: \"NaN\"; expected the shortest length as a finite number";
    check("1 a 4 5 0 0 1 1 NaN\n", says);
    let says = "line 1, column 17: \"-0.5\"; expected a length that is not negative";
    check("1 a 4 5 0 0 1 1 -0.5\n", says);
    let says = "line 1, column 19: \"3\"; expected the end of the line after nine fields";
    check("1\ta\t4\t5\t0\t0\t1\t1\t2\t3\n", says);
    let error = scenario(&"a ".repeat(65)).unwrap_err();
    assert_eq!(error.message(), "\"a\"; expected a line of at most 64 words");
}
