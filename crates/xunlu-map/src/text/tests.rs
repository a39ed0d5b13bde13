//! Texts read and written, by example and at random.

use crate::cell::{Cell, Direction, Rect, Size};
use crate::cost::Weight;
use crate::edit::Revision;
use crate::error::MapError;
use crate::grid::{Grid, Wrap};
use crate::ground::Ground;
use crate::hex::{Hex, HexArrangement};
use crate::hexgrid::HexGrid;
use crate::layers::{LayerCell, Layers};
use crate::link::{Door, Link, LinkId};
use crate::terrain::{Exits, Tags, Terrain};
use crate::waypoints::{Point, WaypointGraph, WaypointId};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Marsaglia's xorshift (2003), 64 bits: enough to try things out, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 33) % u64::from(end)).unwrap()
    }

    fn cell(&mut self, bounds: Rect) -> Cell {
        let x = bounds.min.x.saturating_add_unsigned(self.below(bounds.size.width));
        let y = bounds.min.y.saturating_add_unsigned(self.below(bounds.size.height));
        Cell::new(x, y)
    }

    fn rect(&mut self, bounds: Rect) -> Rect {
        Rect::spanning(self.cell(bounds), self.cell(bounds))
    }

    fn bounds(&mut self) -> Rect {
        let min = Cell::new(4 - self.below(9).cast_signed(), 4 - self.below(9).cast_signed());
        Rect::new(min, Size::new(1 + self.below(7), 1 + self.below(7)))
    }

    fn terrain(&mut self) -> Terrain {
        let any = u8::try_from(self.below(256)).unwrap();
        [Terrain::OPEN, Terrain::WALL, Terrain::VOID, Terrain(any)][self.below(4) as usize]
    }

    fn exits(&mut self) -> Exits {
        let any = Exits(u8::try_from(self.below(256)).unwrap());
        let only = Exits::only(Direction::ALL[self.below(8) as usize]);
        [Exits::ALL, Exits::NONE, only, any][self.below(4) as usize]
    }

    fn tags(&mut self) -> Tags {
        Tags(u16::try_from(self.below(1 << 16) & self.below(1 << 16)).unwrap())
    }

    fn link<P>(&mut self, from: P, to: P) -> Link<P> {
        let link = match self.below(2) {
            0 => Link::one_way(from, to),
            _ => Link::two_way(from, to),
        };
        let weight = [Weight::ONE, Weight::FREE, Weight::percent(self.below(999))];
        let door = [Door::Open, Door::Shut][self.below(2) as usize];
        let tags = [Tags::NONE, self.tags()][self.below(2) as usize];
        link.costing(weight[self.below(3) as usize]).tagged(tags).with_door(door)
    }
}

/// Terrain, tags and exits of every cell, whether or not there is a plane for them.
fn cells_of(ground: &Ground) -> Vec<(Terrain, Tags, Exits)> {
    let of = |cell| {
        (
            ground.terrain().get(cell).unwrap(),
            ground.tags().and_then(|tags| tags.get(cell)).unwrap_or_default(),
            ground.exits().and_then(|exits| exits.get(cell)).unwrap_or(Exits::ALL),
        )
    };
    ground.bounds().cells().map(of).collect()
}

/// Writes, reads back and writes again; the two texts agree.
fn there_and_back<M: FromStr<Err = MapError> + Display>(map: &M) -> M {
    let text = map.to_string();
    let again: M = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.to_string(), text);
    again
}

fn random_grid(random: &mut Random) -> Grid {
    let bounds = random.bounds();
    let wrap = Wrap { x: random.below(2) == 0, y: random.below(2) == 0 };
    let mut grid = Grid::at(bounds).unwrap().wrapped(wrap);
    for _ in 0..random.below(12) {
        grid.fill(random.rect(bounds), random.terrain()).unwrap();
        match random.below(4) {
            0 => grid.fill_tags(random.rect(bounds), random.tags()).unwrap(),
            1 => grid.fill_exits(random.rect(bounds), random.exits()).unwrap(),
            _ => grid.set(random.cell(bounds), random.terrain()).unwrap(),
        };
    }
    for _ in 0..random.below(4) {
        let (from, to) = (random.cell(bounds), random.cell(bounds));
        let (id, _) = grid.add_link_as_read(random.link(from, to)).unwrap();
        if random.below(3) == 0 {
            grid.remove_link(id).unwrap();
        }
    }
    grid
}

#[test]
fn grids_come_back_as_they_were() {
    for seed in 1..=400 {
        let grid = random_grid(&mut Random(seed * 0x9e37_79b9));
        let again = there_and_back(&grid);
        assert_eq!(again.revision(), Revision::of(0));
        assert_eq!((again.bounds(), again.wrap()), (grid.bounds(), grid.wrap()), "seed {seed}");
        assert_eq!(again.links(), grid.links(), "seed {seed}\n{grid}");
        assert_eq!(cells_of(again.ground()), cells_of(grid.ground()), "seed {seed}\n{grid}");
        for terrain in (0..=255).map(Terrain) {
            assert_eq!(again.ground().count(terrain), grid.ground().count(terrain));
        }
    }
}

#[test]
fn hex_grids_come_back_as_they_were() {
    for seed in 1..=400 {
        let random = &mut Random(seed * 0x9e37_79b9);
        let arrangement = HexArrangement::ALL[random.below(4) as usize];
        let bounds = random.bounds();
        let mut grid = HexGrid::at(arrangement, bounds).unwrap();
        for _ in 0..random.below(12) {
            grid.fill(random.rect(bounds), random.terrain()).unwrap();
            grid.fill_exits(random.rect(bounds), random.exits()).unwrap();
            grid.fill_tags(random.rect(bounds), random.tags()).unwrap();
            let (from, to) = (random.cell(bounds), random.cell(bounds));
            grid.add_link_as_read(random.link(grid.hex_at(from), grid.hex_at(to))).unwrap();
        }
        let again = there_and_back(&grid);
        assert_eq!(again.arrangement(), arrangement);
        assert_eq!((again.bounds(), again.links()), (bounds, grid.links()), "seed {seed}\n{grid}");
        assert_eq!(cells_of(again.ground()), cells_of(grid.ground()), "seed {seed}\n{grid}");
    }
}

#[test]
fn layers_come_back_as_they_were() {
    for seed in 1..=200 {
        let random = &mut Random(seed * 0x9e37_79b9);
        let grids = (0..=random.below(3)).map(|_| random_grid(random)).collect();
        let mut house = Layers::new(grids).unwrap();
        for _ in 0..random.below(3) {
            let count = u32::try_from(house.grids().len()).unwrap();
            let mut layer_cell = || {
                let layer = random.below(count);
                LayerCell::new(layer, random.cell(house.grid(layer).unwrap().bounds()))
            };
            let (from, to) = (layer_cell(), layer_cell());
            house.add_link_as_read(random.link(from, to)).unwrap();
        }
        let again = there_and_back(&house);
        assert_eq!((again.links(), again.len()), (house.links(), house.len()), "{house}");
        for (after, before) in again.grids().iter().zip(house.grids()) {
            assert_eq!((after.bounds(), after.wrap()), (before.bounds(), before.wrap()));
            assert_eq!(cells_of(after.ground()), cells_of(before.ground()), "seed {seed}\n{house}");
        }
    }
}

#[test]
fn waypoint_graphs_come_back_as_they_were() {
    let mut builder = WaypointGraph::builder();
    let names = ["gate", "old mill", "\"", "\\", "->", "removed", "古 井", "a\u{a0}b", "@link"];
    for (x, name) in (0_u32..).zip(names) {
        builder.waypoint(name, Point::new(f64::from(x) / 3.0, -1e-300)).unwrap();
    }
    let random = &mut Random(7);
    for _ in 0..40 {
        let (from, to) = (WaypointId(random.below(9)), WaypointId(random.below(9)));
        builder.link_as_read(random.link(from, to)).unwrap();
    }
    let mut graph = builder.build().unwrap();
    assert_eq!(there_and_back(&graph), graph);
    graph.remove_link(LinkId(39)).unwrap();
    graph.remove_link(LinkId(3)).unwrap();
    assert_eq!(there_and_back(&graph).links(), graph.links());
}

#[test]
fn a_plain_drawing_simply_works() {
    for text in ["..#.\n....", "..#.\r\n....\r\n", "\n..#.\n....\n\n"] {
        let grid: Grid = text.parse().unwrap();
        assert_eq!(grid.bounds(), Rect::new(Cell::new(0, 0), Size::new(4, 2)));
        assert_eq!(grid.terrain(Cell::new(2, 0)), Some(Terrain::WALL));
        assert_eq!(grid.to_string(), "..#.\n....");
    }
    let layers: Layers = "..\n@layer\n#".parse().unwrap();
    assert_eq!(layers.grids().len(), 2);
}

#[test]
fn characters_mean_what_they_are_said_to() {
    let grid: Grid = "@legend ~ 200\n@exits none at 5,0\n.19au>v\nwz# ~<^".parse().unwrap();
    let terrains: Vec<u8> = cells_of(grid.ground()).iter().map(|(terrain, ..)| terrain.0).collect();
    assert_eq!(terrains, [0, 1, 9, 10, 30, 0, 0, 32, 35, 254, 255, 200, 0, 0]);
    let exits = |x, y| grid.ground().exits().unwrap().get(Cell::new(x, y)).unwrap();
    assert_eq!(exits(5, 0), Exits::NONE);
    assert_eq!(exits(6, 0), Exits::only(Direction::South));
    assert_eq!(exits(5, 1), Exits::only(Direction::West));
    assert_eq!(exits(6, 1), Exits::only(Direction::North));
}

#[test]
fn shoved_rows_stand_further_right() {
    let even: HexGrid = "@hex even-r\n@origin 0,-1\n. #\n . 2\n# .".parse().unwrap();
    let terrain = |column, row| even.terrain(even.hex_at(Cell::new(column, row)));
    assert_eq!(terrain(1, -1), Some(Terrain::WALL));
    assert_eq!(terrain(1, 0), Some(Terrain(2)));
    assert_eq!(terrain(0, 1), Some(Terrain::WALL));
    let flat: HexGrid = "@hex odd-q\n. #\n. .".parse().unwrap();
    assert_eq!(flat.terrain(Hex::new(1, 0)), Some(Terrain::WALL));
}

#[track_caller]
fn check_error<M: FromStr<Err = MapError> + Debug>(
    text: &str,
    line: usize,
    column: usize,
    says: &str,
) {
    let error = text.parse::<M>().unwrap_err();
    let place = error.place().unwrap();
    assert_eq!((place.line, place.column), (line, column), "{error}");
    let sentence = error.to_string();
    assert!(sentence.contains(says) && sentence.contains("expected"), "{sentence}");
}

#[test]
fn what_is_wrong_with_a_grid_is_told_with_its_place() {
    check_error::<Grid>("", 1, 1, "no map");
    check_error::<Grid>("\n\r\n", 1, 1, "no map");
    check_error::<Grid>("@wrap x\n@origin 1,1\n", 3, 1, "no row");
    check_error::<Grid>("..\n...\n..", 2, 3, "ragged: a row of 3");
    check_error::<Grid>("...\n..", 2, 3, "ragged: a row of 2");
    check_error::<Grid>("..\n\n..", 2, 1, "empty line");
    check_error::<Grid>("..\n.ö", 2, 2, "'ö'");
    check_error::<Grid>("@road 1,1\n..", 1, 1, "\"@road\"");
    check_error::<Grid>("@hex odd-r\n..", 1, 1, "\"@hex\"");
    check_error::<Grid>("@origin 1\n..", 1, 9, "\"1\"");
    check_error::<Grid>("@origin 99999999999,0\n..", 1, 9, "x,y");
    check_error::<Grid>("@origin 2000000000,0\n..", 2, 1, "too far out");
    check_error::<Grid>("@origin 1,1\n@origin 1,1\n..", 2, 1, "once");
    check_error::<Grid>("@wrap z\n..", 1, 7, "x, y or xy");
    check_error::<Grid>("@wrap\n..", 1, 6, "the line ends");
    check_error::<Grid>("@wrap x y\n..", 1, 9, "end of the line");
    check_error::<Grid>("@legend .. 7\n..", 1, 9, "one character");
    check_error::<Grid>("@legend # 7\n..", 1, 9, "'#'");
    check_error::<Grid>("@legend ~ 256\n..", 1, 11, "0 to 255");
    check_error::<Grid>("@tags 1,16 at 0,0\n..", 1, 7, "0 to 15");
    check_error::<Grid>("@tags 1 at 1,0 2x1\n..", 1, 12, "2,0 lies outside");
    check_error::<Grid>("@tags 1 at 1,0 0x1\n..", 1, 12, "0x1");
    check_error::<Grid>("@exits E,X at 1,0\n..", 1, 8, "E, S, W, N, SE");
    check_error::<Grid>("@link 0,0 -> 1,0\n@link 0,0 -> 2,0\n..", 2, 14, "2,0 lies outside");
    check_error::<Grid>("@link 0,0 -> 0:1,0\n..", 1, 14, "without a layer");
    check_error::<Grid>("@link 0,0 -> 1,0 weight -1\n..", 1, 25, "hundredths");
    check_error::<Grid>(".\n@layer\n.", 2, 1, "@layer");
    let wide = ".".repeat((1 << 20) + 1);
    check_error::<Grid>(&format!("\n{wide}"), 2, 1, "too large");
}

#[test]
fn fills_that_cover_every_cell_too_often_are_refused() {
    let rows = (".".repeat(200) + "\n").repeat(200);
    let fills = |count| "@tags 1 at 0,0 200x200\n@exits E at 0,0 200x200\n".repeat(count);
    assert!(format!("{}{rows}", fills(45)).parse::<Grid>().is_ok());
    check_error::<Grid>(&format!("{}{rows}", fills(46)), 91, 12, "fill 3640000 cells");
    // 4.5 MB of them, which would fill 40 cells 10^9 times.
    check_error::<Grid>(&format!("{}{rows}", fills(96_000)), 91, 12, "expected at most 3608576");
    // Where there are few cells, fills may be as many as they like.
    assert!(format!("{}.", "@tags 1 at 0,0\n".repeat(9_000)).parse::<Grid>().is_ok());
}

#[test]
fn what_is_wrong_with_other_maps_is_told_with_its_place() {
    check_error::<HexGrid>(". .", 1, 1, "no @hex");
    check_error::<HexGrid>("@hex odd\n. .", 1, 6, "odd-r, even-r");
    check_error::<HexGrid>("@hex odd-r\n. .\n. .", 3, 4, "ragged");
    check_error::<HexGrid>("@hex odd-r\n. .\n.. .", 3, 1, "a space");
    check_error::<HexGrid>("@hex odd-r\n...", 2, 2, "a space");
    check_error::<HexGrid>("@hex odd-q\n. >", 2, 3, "'>'");
    check_error::<HexGrid>("@hex odd-q\n@exits E at 0,0\n. .", 2, 8, "SE, S, SW, NW");
    check_error::<HexGrid>("@wrap x\n. .", 1, 1, "@wrap");
    check_error::<Layers>("", 1, 1, "no map");
    check_error::<Layers>(".\n@layer\n", 2, 1, "no map");
    check_error::<Layers>("@wrap x\n@layer\n.", 1, 1, "@wrap");
    check_error::<Layers>("@link 0,0 -> 1:0,0\n@layer\n.", 1, 7, "layer:x,y");
    check_error::<Layers>("@link 0:0,0 -> 1:0,0\n@layer\n.", 1, 16, "no layer 1");
    check_error::<WaypointGraph>("\n", 1, 1, "no waypoint");
    check_error::<WaypointGraph>("...", 1, 1, "@waypoint or @link");
    check_error::<WaypointGraph>("@waypoint a at 0,NaN", 1, 16, "finite");
    check_error::<WaypointGraph>("@waypoint a at 0,0\n@waypoint a at 1,0", 2, 11, "taken");
    check_error::<WaypointGraph>("@waypoint \"\" at 0,0", 1, 11, "no name");
    check_error::<WaypointGraph>("@waypoint \"a at 0,0", 1, 11, "quotation mark");
    check_error::<WaypointGraph>("@waypoint a at 0,0\n@link a -> b", 2, 12, "\"b\"");
}

/// Reads a text as every kind of map; what can be read can be written and read again.
fn read_as_everything(text: &str) -> usize {
    fn read<M: FromStr<Err = MapError> + Display>(text: &str) -> usize {
        match text.parse::<M>() {
            Ok(map) => {
                there_and_back(&map);
                1
            }
            Err(error) => {
                assert!(
                    error.place().is_some() && error.to_string().contains("expected"),
                    "{error}"
                );
                0
            }
        }
    }
    read::<Grid>(text) + read::<HexGrid>(text) + read::<Layers>(text) + read::<WaypointGraph>(text)
}

#[test]
fn no_text_is_too_strange_to_be_answered() {
    let whole = "@hex odd-r\n@origin -1,-1\n@legend ~ 77\n@tags 2,5 at 0,0 1x1\n@exits E at 0,0\n\
        @link 0,0 <-> 0:0,0 weight 7 tags 1 shut\n@link removed\n@layer\n@wrap xy\n. #\n > v\n\
        @waypoint \"a b\" at 0,-1\n@waypoint c at 1,1\n@link c -> \"a b\"\n";
    let pick = |random: &mut Random, from: &[&'static str]| {
        from[random.below(u32::try_from(from.len()).unwrap()) as usize]
    };
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let pieces: Vec<&str> = whole.split_inclusive(['\n', ' ', ',', ':']).collect();
    let mut readable = 0;
    for seed in 1..=20_000 {
        let random = &mut Random(seed * 0x9e37_79b9);
        let mut text = String::new();
        for _ in 0..random.below(14) {
            match random.below(6) {
                0 => text.push(char::from(u8::try_from(random.below(128)).unwrap())),
                1 => text.extend(char::from_u32(random.below(0x11_0000))),
                2 => text.push_str(["\n", ".", "\r\n", ". .\n"][random.below(4) as usize]),
                3 => text.push_str(pick(random, &lines)),
                _ => text.push_str(pick(random, &pieces)),
            }
        }
        readable += read_as_everything(&text);
    }
    assert!(readable > 200, "{readable} of them could be read");
}
