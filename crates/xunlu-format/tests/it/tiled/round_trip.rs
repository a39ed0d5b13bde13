//! What is written for Tiled is read back as it was.
#![cfg(test)]

use super::support::{drawn, read_text, round};
use xunlu::map::Wrap;
use xunlu::{Cell, Grid, Hex, HexGrid, Link, Map, Place, Rect, Size, Tags, Terrain, Weight};
use xunlu_format::{
    Document, Format, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Options, Overlay,
    Price, write,
};
use xunlu_testkit::{GridKind, any_grid_of, any_hex_grid};

/// The same grid as Tiled can hold it: no edges joined, no link from a cell to itself, and no gaps
/// in the numbers of links.
fn plain(grid: &Grid) -> Grid {
    let mut plain = Grid::of(grid.ground().clone());
    for (_, link) in grid.links().iter().filter(|(_, link)| link.from != link.to) {
        plain.add_link(link.clone()).unwrap();
    }
    plain.as_read().wrapped(Wrap::NONE)
}

fn plain_hexes(grid: &HexGrid) -> HexGrid {
    let mut plain = HexGrid::of(grid.arrangement(), grid.ground().clone());
    for (_, link) in grid.links().iter().filter(|(_, link)| link.from != link.to) {
        plain.add_link(link.clone()).unwrap();
    }
    plain.as_read()
}

#[test]
fn any_grid_comes_back() {
    for seed in 0..120 {
        let kind = match seed % 3 {
            0 => GridKind::Full,
            1 => GridKind::Plain,
            _ => GridKind::Weighted,
        };
        let grid = any_grid_of(kind, seed);
        let look = if seed % 2 == 0 { Look::Flat } else { Look::Isometric };
        let document = Document { look, ..Document::of(grid.clone()) };
        let read = round(&document);
        let map = Map::from(plain(&grid));
        assert_eq!(drawn(read.map().unwrap()), drawn(&map), "seed {seed}");
        assert_eq!((read.look, read.terrains.len(), read.places.len()), (look, 0, 0));
        assert_eq!(read.map().unwrap().revision(), map.revision());
    }
}

#[test]
fn any_hex_grid_comes_back() {
    for seed in 0..80 {
        let grid = any_hex_grid(seed);
        let read = round(&Document::of(grid.clone()));
        let map = Map::from(plain_hexes(&grid));
        assert_eq!(drawn(read.map().unwrap()), drawn(&map), "seed {seed}");
    }
}

#[test]
fn names_and_prices_come_back() {
    for look in [Look::Flat, Look::Isometric] {
        let mut grid: Grid = "@origin -2,3\n..a#\n 5..\n....".parse().unwrap();
        grid.add_link(Link::one_way(Cell::new(-2, 3), Cell::new(1, 5)).tagged(Tags(5))).unwrap();
        let rect = |x, y, width, height| Rect::new(Cell::new(x, y), Size::new(width, height));
        let document = Document {
            look,
            places: vec![NamedPlace { name: "gate".to_owned(), place: Place::cell(1, 4) }],
            regions: vec![
                NamedRegion { name: "yard".to_owned(), layer: 0, parts: vec![rect(-1, 3, 2, 2)] },
                NamedRegion {
                    name: "L".to_owned(),
                    layer: 0,
                    parts: vec![rect(-2, 3, 1, 2), rect(1, 3, 1, 1), rect(-2, 5, 3, 1)],
                },
            ],
            terrains: vec![
                NamedTerrain {
                    terrain: Terrain(5),
                    name: Some("deep sand".to_owned()),
                    price: Some(Price::Weight(Weight::percent(333))),
                },
                NamedTerrain { terrain: Terrain(99), name: Some("lava".to_owned()), price: None },
            ],
            tags: vec![NamedTag { tag: Tags(4), name: "red key".to_owned() }],
            ..Document::of(grid.as_read())
        };
        assert_eq!(round(&document), document);
    }
}

#[test]
fn regions_of_hexes_come_back() {
    for seed in 0..30 {
        let grid = any_hex_grid(seed);
        let bounds = grid.bounds();
        let half = Size::new(bounds.size.width.div_ceil(2), bounds.size.height.div_ceil(2));
        let hex = grid.hex_at(bounds.max().unwrap());
        let document = Document {
            places: vec![NamedPlace { name: "end".to_owned(), place: Place::Hex(hex) }],
            regions: vec![NamedRegion {
                name: "half".to_owned(),
                layer: 0,
                parts: vec![Rect::new(bounds.min, half)],
            }],
            ..Document::of(plain_hexes(&grid))
        };
        let read = round(&document);
        assert_eq!((read.places, read.regions), (document.places, document.regions), "{seed}");
    }
}

#[test]
fn a_search_is_shown_and_not_read_back() {
    let grid: Grid = "...\n.#.\n...".parse().unwrap();
    let document = Document::of(grid);
    let path = vec![Place::cell(0, 0), Place::cell(0, 1), Place::cell(0, 2)];
    let overlay = Overlay {
        start: Some(Place::cell(0, 0)),
        goals: vec![Place::cell(0, 2)],
        reach: path.clone(),
        path,
        ..Overlay::default()
    };
    let written = write(Format::Tmj, &document, &overlay).unwrap();
    let text = String::from_utf8(written.bytes).unwrap();
    assert!(text.contains("\"name\":\"path\"") && text.contains("\"name\":\"reach\""));
    let read = read_text("a.tmj", &text, &Options::default()).unwrap();
    assert_eq!((read.document, read.warnings), (document, Vec::new()));
}

#[test]
fn what_cannot_be_kept_is_told() {
    let grid: Grid = "@wrap x\n@link 0,0 -> 0,0\n...".parse().unwrap();
    let mut document = Document::of(grid);
    document.places.push(NamedPlace { name: "far".to_owned(), place: Place::Hex(Hex::new(0, 0)) });
    let written = write(Format::Tmj, &document, &Overlay::default()).unwrap();
    let said: Vec<String> = written.warnings.iter().map(ToString::to_string).collect();
    for part in ["joined edges", "to itself", "\"far\" lies outside"] {
        assert!(said.iter().any(|warning| warning.contains(part)), "{part}: {said:?}");
    }
    let layers: xunlu::Layers = "@layer\n..\n@layer\n..".parse().unwrap();
    let error = write(Format::Tmj, &Document::of(layers), &Overlay::default()).unwrap_err();
    assert!(error.to_string().contains("several layers; expected one grid"));
}

#[test]
fn the_picture_of_tiles_is_as_large_as_the_map_says() {
    for document in [
        Document::of("..#\n5a.".parse::<Grid>().unwrap()),
        Document { look: Look::Isometric, ..Document::of("..#".parse::<Grid>().unwrap()) },
        Document::of(HexGrid::new(xunlu::map::HexArrangement::OddQ, Size::new(3, 2)).unwrap()),
    ] {
        let written = write(Format::Tmj, &document, &Overlay::default()).unwrap();
        let text = str::from_utf8(&written.bytes).unwrap();
        let (name, png) = &written.beside[0];
        assert!(name.starts_with("xunlu-terrain-"), "{name}");
        assert!(text.contains(name), "{name}");
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert!(text.contains(&format!(
            "\"imagewidth\":{},\"imageheight\":{}",
            side(16),
            side(20)
        )));
    }
}
