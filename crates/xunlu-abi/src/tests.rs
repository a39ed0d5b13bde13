//! The agreement held to, from the caller's side of it.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "pointers here are those of slices and vectors, with their true lengths"
)]

mod of_features;
#[cfg(feature = "formats")]
mod of_files;
mod of_makers;
mod of_memory;
#[cfg(all(feature = "scenes", feature = "formats"))]
mod of_plans;
#[cfg(feature = "scenes")]
mod of_scenes;
#[cfg(feature = "scenes")]
mod scene_corpus;

use super::*;
use crate::memory::read;
use std::fmt::Write as _;
use std::path::Path;
use xunlu::map::StepRule;
use xunlu::{HexGrid, Map, Mover, Place, Terrain};
use xunlu_testkit::{any_trial, corpus};

const NOWHERE: u32 = u32::MAX;

/// What a function fills a buffer with: asked how much, then for all of it.
fn filled<T: Copy + Default>(fill: impl Fn(*mut T, u32) -> u32) -> Vec<T> {
    let count = fill(std::ptr::null_mut(), 0);
    let mut room = vec![T::default(); count as usize];
    assert_eq!(fill(room.as_mut_ptr(), count), count);
    room
}

fn text(fill: impl Fn(*mut u8, u32) -> u32) -> String {
    String::from_utf8(filled(fill)).unwrap()
}

fn last_error() -> String {
    text(|at, room| unsafe { xunlu_last_error(at, room) })
}

/// The code of what went wrong last.
fn last_code() -> String {
    text(|at, room| unsafe { xunlu_last_error_code(at, room) })
}

/// What is told of what went wrong last, but for the words.
fn last_facts() -> Vec<String> {
    let facts = text(|at, room| unsafe { xunlu_last_error_facts(at, room) });
    let is_data = |line: &&str| !line.starts_with("message\t");
    facts.lines().filter(is_data).map(|line| line.replace('\t', " ")).collect()
}

fn open(shape: u32, [width, height]: [u32; 2], terrain: &[u8]) -> u32 {
    unsafe {
        xunlu_map(shape, width, height, terrain.as_ptr(), u32::try_from(terrain.len()).unwrap())
    }
}

fn walk_as(session: u32, numbers: &[u32]) -> u32 {
    unsafe { xunlu_mover(session, numbers.as_ptr(), u32::try_from(numbers.len()).unwrap()) }
}

fn path(session: u32) -> Vec<u32> {
    filled(|at, room| unsafe { xunlu_path(session, at, room) })
}

fn events(session: u32, column: u32) -> Vec<u32> {
    filled(|at, room| unsafe { xunlu_events(session, column, at, room) })
}

const DONE: u32 = Status::Done as u32;
const ASTAR: u32 = 5;
const WORKING: u32 = Status::Working as u32;
/// Eight neighbours, one corner free, 10 and 14.
const TUTORIAL: [u32; 7] = [1, 1, 10, 14, 1, 1, 0];

/// The map of the worked example: 9 x 7 cells with a wall of three.
fn worked_example() -> u32 {
    let mut terrain = [Terrain::OPEN.0; 63];
    for cell in [13, 22, 31] {
        terrain[cell] = Terrain::WALL.0;
    }
    let session = open(0, [9, 7], &terrain);
    assert_eq!(walk_as(session, &TUTORIAL), DONE);
    session
}

#[test]
fn the_worked_example_comes_out_as_the_tutorial_says() {
    let session = worked_example();
    let name = text(|at, room| unsafe { xunlu_name(0, ASTAR, at, room) });
    assert_eq!(name, "astar");
    assert_eq!(xunlu_begin(session, 20, 33, ASTAR, 0, 0, 1000), DONE);
    assert_eq!(xunlu_advance(session, 1), WORKING);
    assert_eq!(xunlu_answer(session, 3), 1);
    assert_eq!(xunlu_advance(session, 1000), DONE);
    assert_eq!((xunlu_answer(session, 0), xunlu_answer(session, 1)), (0, 52));
    let places = path(session);
    assert_eq!((places.first(), places.last()), (Some(&20), Some(&33)));
    let [kinds, cells, parents, g, h] = [0, 1, 2, 3, 4].map(|column| events(session, column));
    assert_eq!((kinds[0], cells[0], parents[0], g[0], h[0]), (0, 20, NOWHERE, 0, 44));
    let south_east = cells.iter().position(|&cell| cell == 30).unwrap();
    assert_eq!((g[south_east], h[south_east]), (14, 30));
    assert_eq!(kinds.len(), cells.len());
    assert_eq!(xunlu_answer(session, 8), 0);
    let costs: Vec<u32> = filled(|at, room| unsafe { xunlu_costs_to(session, 33, at, room) });
    assert_eq!((costs.len(), costs[20], costs[33], costs[22]), (63, 52, 0, NOWHERE));
    let count = u32::try_from(places.len()).unwrap();
    let route: Vec<f32> =
        filled(|at, room| unsafe { xunlu_route(session, 0, places.as_ptr(), count, at, room) });
    assert_eq!(route[..2], [2.0, 2.0]);
    assert!(xunlu_memory(session) > 0);
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn edits_change_what_is_answered() {
    let session = worked_example();
    let ask = || {
        assert_eq!(xunlu_begin(session, 20, 33, 0, 0, 0, 0), DONE);
        assert_eq!(xunlu_advance(session, u32::MAX), DONE);
        (xunlu_answer(session, 0), xunlu_answer(session, 1))
    };
    assert_eq!(ask(), (0, 52));
    let (cells, ground) = ([4_u32, 40, 49, 58], [Terrain::WALL.0; 4]);
    assert_eq!(unsafe { xunlu_edit(session, cells.as_ptr(), ground.as_ptr(), 4) }, DONE);
    assert_eq!(ask(), (1, 0));
    let open_again = [Terrain::OPEN.0];
    assert_eq!(unsafe { xunlu_edit(session, cells[1..].as_ptr(), open_again.as_ptr(), 1) }, DONE);
    assert_eq!(ask().0, 0);
    assert_eq!(unsafe { xunlu_edit(session, cells.as_ptr(), [0_u8].as_ptr(), 0) }, DONE);
    assert_eq!(xunlu_begin(session, 22, 33, 0, 0, 0, 0), DONE);
    assert_eq!(xunlu_advance(session, 1), DONE);
    assert_eq!([0, 6].map(|part| xunlu_answer(session, part)), [2, 0]);
    assert_ne!(xunlu_answer(session, 7), NOWHERE);
    assert!(!text(|at, room| unsafe { xunlu_reason(session, at, room) }).is_empty());
    assert_eq!(xunlu_build_index(session), 1);
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn a_session_keeps_what_it_knows_of_who_walked_before() {
    let session = worked_example();
    let reason = || {
        assert_eq!(xunlu_begin(session, 20, 33, 0, 0, 0, 0), DONE, "{}", last_error());
        text(|at, room| unsafe { xunlu_reason(session, at, room) })
    };
    assert_eq!(xunlu_build_index(session), 1);
    assert_eq!(reason(), "index-is-there");
    let turning = |cost: u32| TUTORIAL.into_iter().take(6).chain([cost]);
    assert_eq!(walk_as(session, &turning(3).collect::<Vec<_>>()), DONE);
    assert_eq!(reason(), "turns-cost");
    assert_eq!(walk_as(session, &TUTORIAL), DONE);
    assert_eq!(reason(), "index-is-there");
    // So many others that the first is forgotten; who walks is always the one who was told last.
    for cost in 4..10 {
        assert_eq!(walk_as(session, &turning(cost).collect::<Vec<_>>()), DONE);
        assert!(asked(session, [20, 33]).1 > 52);
    }
    assert_eq!(walk_as(session, &TUTORIAL), DONE);
    assert_eq!(reason(), "ground-is-uniform");
    assert_eq!(asked(session, [20, 33]).1, 52);
    assert_eq!(xunlu_close(session), DONE);
}

fn drawn(text: &str) -> u32 {
    unsafe { xunlu_drawn(text.as_ptr(), u32::try_from(text.len()).unwrap()) }
}

/// How a question ended, what the path costs, and the path.
fn asked(session: u32, [from, to]: [u32; 2]) -> (u32, u32, Vec<u32>) {
    assert_eq!(xunlu_begin(session, from, to, 0, 0, 0, 1000), DONE, "{}", last_error());
    assert_eq!(xunlu_advance(session, u32::MAX), DONE);
    (xunlu_answer(session, 0), xunlu_answer(session, 1), path(session))
}

#[test]
fn layers_joined_by_a_link_are_walked_from_one_to_the_other() {
    assert_eq!(drawn("@layer\n..?\n"), 0);
    assert!(last_error().contains("line 2"), "{}", last_error());
    let session = drawn("@link 0:1,0 -> 1:1,1 weight 300\n@layer\n..#\n@layer\n....\n#...\n");
    assert_ne!(session, 0, "{}", last_error());
    assert_eq!([0, 1, 2, 3].map(|side| xunlu_map_size(session, side)), [3, 1, 2, 11]);
    assert_eq!([0, 1, 2].map(|part| xunlu_layer(session, 1, part)), [4, 2, 3]);
    assert_eq!(xunlu_layer(session, 2, 0), 0);
    assert!(last_error().contains("no layer 2"), "{}", last_error());
    let terrain: Vec<u8> = filled(|at, room| unsafe { xunlu_terrain(session, at, room) });
    assert_eq!((terrain.len(), terrain[2], terrain[7]), (11, Terrain::WALL.0, Terrain::WALL.0));
    assert_eq!(walk_as(session, &TUTORIAL), DONE);
    // 8 is the cell 1,1 of the upper layer, where the link comes out.
    assert_eq!(asked(session, [0, 10]), (0, 60, vec![0, 1, 8, 9, 10]));
    assert_eq!(events(session, 1)[0], 0);
    let costs: Vec<u32> = filled(|at, room| unsafe { xunlu_costs_to(session, 10, at, room) });
    assert_eq!((costs.len(), costs[0], costs[9], costs[2]), (11, 60, 10, NOWHERE));
    let (cells, walls) = ([9_u32, 5], [Terrain::WALL.0; 2]);
    assert_eq!(unsafe { xunlu_edit(session, cells.as_ptr(), walls.as_ptr(), 2) }, DONE);
    assert_eq!(asked(session, [0, 10]).0, 1);
    assert_eq!(xunlu_begin(session, 0, 11, 0, 0, 0, 0), Status::Refused as u32);
    assert!(last_error().contains("11 on 2 layers"), "{}", last_error());
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn a_layer_is_edited_before_anybody_asks() {
    let session = drawn("@layer\n..\n@layer\n...\n");
    let (cell, wall) = ([3_u32], [Terrain::WALL.0]);
    assert_eq!(unsafe { xunlu_edit(session, cell.as_ptr(), wall.as_ptr(), 1) }, DONE);
    let terrain: Vec<u8> = filled(|at, room| unsafe { xunlu_terrain(session, at, room) });
    assert_eq!(terrain.iter().position(|&ground| ground == Terrain::WALL.0), Some(3));
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn waypoints_are_numbered_in_their_order() {
    let session = drawn(
        "@waypoint gate at 0,0\n@waypoint well at 3,0\n@waypoint inn at 3,4\n\
         @link gate -> well weight 300\n@link well -> inn weight 400\n",
    );
    assert_ne!(session, 0, "{}", last_error());
    assert_eq!([0, 1, 2, 3].map(|side| xunlu_map_size(session, side)), [0, 0, 0, 3]);
    assert_eq!(walk_as(session, &[4, 0, 10, 14, 1, 1, 0]), DONE);
    assert_eq!(asked(session, [0, 2]), (0, 70, vec![0, 1, 2]));
    assert_eq!(asked(session, [2, 0]).0, 1);
    let (cells, walls) = ([1_u32], [Terrain::WALL.0]);
    let edit = unsafe { xunlu_edit(session, cells.as_ptr(), walls.as_ptr(), 1) };
    assert_eq!(edit, Status::Refused as u32);
    assert_eq!(xunlu_begin(session, 0, 3, 0, 0, 0, 0), Status::Refused as u32);
    assert!(last_error().contains("no waypoint 3"), "{}", last_error());
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn an_edit_with_a_cell_of_another_map_changes_nothing() {
    let session = worked_example();
    let terrain = || -> Vec<u8> { filled(|at, room| unsafe { xunlu_terrain(session, at, room) }) };
    let (cells, walls) = ([4_u32, 63], [Terrain::WALL.0; 2]);
    // Once before there is a world, and once with it.
    for _ in 0..2 {
        let edit = unsafe { xunlu_edit(session, cells.as_ptr(), walls.as_ptr(), 2) };
        assert_eq!(edit, Status::Refused as u32);
        assert!(last_error().contains("there is no cell 63"), "{}", last_error());
        assert_eq!(terrain()[4], Terrain::OPEN.0);
        assert_eq!(xunlu_begin(session, 20, 33, 0, 0, 0, 0), DONE);
    }
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn what_is_wrong_is_said_and_harms_nothing() {
    assert_eq!((open(0, [3, 3], &[0; 8]), open(9, [1, 1], &[0])), (0, 0));
    assert!(last_error().contains("no shape 9"), "{}", last_error());
    let session = worked_example();
    assert_eq!(xunlu_begin(session, 63, 0, 0, 0, 0, 0), Status::Refused as u32);
    assert!(last_error().contains("expected one of 9 x 7"), "{}", last_error());
    assert_eq!(xunlu_begin(session, 0, 1, 99, 0, 0, 0), Status::Refused as u32);
    assert_eq!(xunlu_begin(session, 0, 1, 0, 0, 99, 0), Status::Refused as u32);
    assert_eq!(xunlu_ties(session, 2), Status::Refused as u32);
    assert_eq!(xunlu_advance(session, 1), Status::Nothing as u32);
    assert_eq!(walk_as(session, &[1, 2, 3]), Status::Refused as u32);
    assert_eq!(walk_as(session, &[3, 0, 10, 14, 1, 1, 0]), DONE, "asked when a question is begun");
    assert_eq!(xunlu_begin(session, 0, 1, 0, 0, 0, 0), Status::Refused as u32);
    assert_eq!(walk_as(session, &TUTORIAL), DONE);
    assert_eq!(xunlu_price(session, 256, 100), Status::Refused as u32);
    assert_eq!(xunlu_close(session), DONE);
    assert_eq!(xunlu_close(session), Status::NoSession as u32);
    assert!(last_error().contains(&format!("no session {session}")), "{}", last_error());
    assert_eq!(xunlu_begin(0, 0, 0, 0, 0, 0, 0), Status::NoSession as u32);
    assert_eq!(xunlu_begin(NOWHERE, 0, 0, 0, 0, 0, 0), Status::NoSession as u32);
    let room = xunlu_alloc(24);
    assert_eq!(room as usize % 8, 0);
    unsafe { xunlu_free(room, 24) };
}

#[test]
fn what_has_no_path_is_searched_all_the_same_if_that_is_wanted() {
    let session = drawn("..#.\n..#.");
    assert_eq!(walk_as(session, &TUTORIAL), DONE);
    let ask = |wanted: u32| {
        assert_eq!(xunlu_exhaustive(session, wanted), DONE);
        assert_eq!(xunlu_begin(session, 0, 7, ASTAR, 0, 0, NOWHERE), DONE);
        while xunlu_advance(session, 2) == WORKING {}
        [0, 3].map(|part| xunlu_answer(session, part))
    };
    let [known, searched] = [0, 1].map(ask);
    assert_eq!((known[0], searched[0], known[1], searched[1]), (1, 1, 0, 4));
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn what_is_wrong_has_a_code_and_its_numbers() {
    let session = worked_example();
    assert_eq!(xunlu_begin(session, 63, 0, 0, 0, 0, 0), Status::Refused as u32);
    assert_eq!(last_facts(), ["code no-such-place", "value 63", "value 63"]);
    let facts = text(|at, room| unsafe { xunlu_last_error_facts(at, room) });
    assert!(facts.contains(&format!("message\t{}\n", last_error())), "{facts}");
    assert_eq!(xunlu_advance(session, 1), Status::Nothing as u32);
    assert_eq!(last_code(), "nothing");
    assert_eq!(walk_as(session, &[3, 0, 10, 14, 1, 1, 0]), DONE);
    assert_eq!(xunlu_begin(session, 0, 1, 0, 0, 0, 0), Status::Refused as u32);
    assert_eq!(last_code(), "mover-does-not-suit");
    assert_eq!(walk_as(session, &[1, 1, 0, 14, 1, 1, 0]), Status::Refused as u32);
    assert_eq!(last_facts(), ["code step-cost", "value 0", "value 268435456"]);
    assert_eq!(xunlu_ties(session, 2), Status::Refused as u32);
    assert_eq!(last_code(), "refused");
    assert_eq!(xunlu_close(session), DONE);
    assert_eq!(xunlu_close(session), Status::NoSession as u32);
    assert_eq!(last_facts(), ["code no-session".to_owned(), format!("value {session}")]);
    assert_eq!(drawn("..\n.!"), 0);
    assert_eq!(last_facts(), ["code character", "line 2", "column 2", "value !"]);
    assert_eq!(unsafe { xunlu_make(99, 0, 30, 20, 5, std::ptr::null(), 0) }, 0);
    assert_eq!(last_facts(), ["code no-such-maker", "value 99"]);
    let knob = [u32::MAX];
    assert_eq!(unsafe { xunlu_make(1, 0, 30, 20, 5, knob.as_ptr(), 1) }, 0);
    assert_eq!(last_code(), "knob");
}

#[test]
fn a_search_is_cut_when_it_has_more_events_than_were_asked_for() {
    let session = worked_example();
    assert_eq!(xunlu_begin(session, 20, 33, 5, 0, 0, 5), DONE);
    assert_eq!(xunlu_advance(session, NOWHERE), DONE);
    assert_eq!((events(session, 0).len(), xunlu_answer(session, 8)), (5, 1));
    assert_eq!(xunlu_close(session), DONE);
}

/// A question in the numbers of the ABI.
struct Flat {
    name: String,
    shape: u32,
    size: [u32; 2],
    terrain: Vec<u8>,
    prices: Vec<[u32; 2]>,
    mover: [u32; 7],
    ends: [u32; 2],
}

/// The question, if the ABI can ask it: of one plain grid and somebody without offsets of their own.
fn flat(name: String, map: &Map, mover: &Mover, ends: [Place; 2]) -> Option<Flat> {
    let (shape, ground, has_links) = match map {
        Map::Grid(grid) if !grid.wrap().is_any() => {
            (0, grid.ground(), grid.links().iter().next().is_some())
        }
        Map::Hex(grid) => {
            (1 + arrangement(grid), grid.ground(), grid.links().iter().next().is_some())
        }
        _ => return None,
    };
    if has_links || ground.tags().is_some() || ground.exits().is_some() {
        return None;
    }
    let bounds = ground.bounds();
    let number = |place: Place| {
        let cell = match (map, place) {
            (Map::Hex(grid), Place::Hex(hex)) => grid.cell_of(hex),
            (_, Place::Cell(cell)) => cell,
            _ => return None,
        };
        let [x, y] = [cell.x.abs_diff(bounds.min.x), cell.y.abs_diff(bounds.min.y)];
        Some(y * bounds.size.width + x)
    };
    // Rows of hexes are shoved by the parity of their number.
    let is_even = bounds.min.x % 2 == 0 && bounds.min.y % 2 == 0;
    if shape > 0 && !is_even {
        return None;
    }
    let rule = match mover.rule() {
        StepRule::Four => [0, 0],
        StepRule::Eight(corners) => [1, *corners as u32],
        StepRule::Hex => [3, 0],
        rule => {
            let is_knight = Mover::knight().build().is_ok_and(|knight| knight.rule() == rule);
            is_knight.then_some([2, 0])?
        }
    };
    let terrain = bounds.cells().map(|cell| ground.layout().index_of(cell).unwrap());
    let anybody = Mover::default();
    let differs = |terrain: &Terrain| mover.weight(*terrain) != anybody.weight(*terrain);
    let price = |terrain: Terrain| {
        let percent = mover.weight(terrain).map_or(NOWHERE, |weight| weight.as_percent());
        [u32::from(terrain.0), percent]
    };
    let (costs, footprint) = (mover.costs(), mover.footprint());
    Some(Flat {
        name,
        shape,
        size: [bounds.size.width, bounds.size.height],
        terrain: terrain.map(|number| ground.terrain().at(number).0).collect(),
        prices: (0..=u8::MAX).map(Terrain).filter(differs).map(price).collect(),
        mover: [
            rule[0],
            rule[1],
            costs.straight.0,
            costs.diagonal.0,
            footprint.width(),
            footprint.height(),
            mover.turn_cost().0,
        ],
        ends: [number(ends[0])?, number(ends[1])?],
    })
}

fn arrangement(grid: &HexGrid) -> u32 {
    let all = xunlu::map::HexArrangement::ALL;
    u32::try_from(all.iter().position(|known| *known == grid.arrangement()).unwrap()).unwrap()
}

/// FNV-1a (Fowler, Noll, Vo), a word at a time.
struct Digest(u32);

impl Digest {
    fn eat(&mut self, words: &[u32]) {
        for word in words {
            self.0 = (self.0 ^ word).wrapping_mul(0x0100_0193);
        }
    }

    /// Every bit of these numbers: of each its low word and then its high one.
    #[cfg(feature = "scenes")]
    fn eat_doubles(&mut self, numbers: &[f64]) {
        for bits in numbers.iter().map(|number| number.to_bits()) {
            #[allow(clippy::cast_possible_truncation, reason = "its low word")]
            self.eat(&[bits as u32, (bits >> 32) as u32]);
        }
    }
}

/// Everything that is told of a question by every algorithm.
fn digest(flat: &Flat, digest: &mut Digest) {
    let session = open(flat.shape, flat.size, &flat.terrain);
    assert_ne!(session, 0, "{}: {}", flat.name, last_error());
    for &[terrain, percent] in &flat.prices {
        assert_eq!(xunlu_price(session, terrain, percent), DONE);
    }
    assert_eq!(walk_as(session, &flat.mover), DONE, "{}: {}", flat.name, last_error());
    for algorithm in 0..=12 {
        if algorithm == 10 {
            digest.eat(&[xunlu_build_index(session)]);
        }
        // At last A* once more, by the other rule for ties.
        let (algorithm, ties) = if algorithm == 12 { (ASTAR, 1) } else { (algorithm, 0) };
        assert_eq!(xunlu_ties(session, ties), DONE);
        let [from, to] = flat.ends;
        assert_eq!(
            xunlu_begin(session, from, to, algorithm, 150, 0, NOWHERE),
            DONE,
            "{}",
            flat.name
        );
        while xunlu_advance(session, 7) == WORKING {}
        for part in 0..=8 {
            digest.eat(&[xunlu_answer(session, part)]);
        }
        digest.eat(&path(session));
        for column in 0..5 {
            digest.eat(&events(session, column));
        }
    }
    let [_, to] = flat.ends;
    digest.eat(&filled(|at, room| unsafe { xunlu_costs_to(session, to, at, room) }));
    assert_eq!(xunlu_close(session), DONE);
}

/// The corpus as numbers, and what comes out: for bindings to hold themselves against.
fn corpus_text() -> String {
    let cases = corpus()
        .into_iter()
        .filter_map(|case| flat(case.name.clone(), &case.map, &case.mover, [case.from, case.to]));
    let trials = (0..300).filter_map(|seed| {
        let trial = any_trial(seed);
        flat(format!("trial {seed}"), &trial.map, &trial.mover, [trial.from, trial.to])
    });
    let all: Vec<Flat> = cases.chain(trials).collect();
    assert!(all.len() >= 150, "only {} questions", all.len());
    let mut whole = Digest(0x811c_9dc5);
    let mut lines = String::from("{\"questions\": [\n");
    for (place, question) in all.iter().enumerate() {
        digest(question, &mut whole);
        let Flat { name, shape, size, terrain, prices, mover, ends } = question;
        let runs: Vec<(u8, usize)> =
            terrain.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
        let runs: Vec<[usize; 2]> = runs.into_iter().map(|(t, n)| [usize::from(t), n]).collect();
        let comma = if place + 1 < all.len() { "," } else { "" };
        writeln!(
            lines,
            "{{\"name\": {name:?}, \"shape\": {shape}, \"size\": {size:?}, \"terrain\": {runs:?}, \
             \"prices\": {prices:?}, \"mover\": {mover:?}, \"ends\": {ends:?}}}{comma}"
        )
        .unwrap();
    }
    write!(lines, "],\n\"digest\": {}}}\n", whole.0).unwrap();
    lines
}

#[test]
fn the_corpus_for_bindings_is_fresh() {
    check_fresh("corpus.json", &corpus_text());
}

/// Checks that a file beside the manifest holds this text, or has it do so.
fn check_fresh(name: &str, now: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    if now != kept && std::env::var_os("XUNLU_UPDATE").is_some() {
        std::fs::write(&file, now).expect("it can be written to");
        return;
    }
    assert!(now == kept, "{name} is not what comes out now: XUNLU_UPDATE=1 writes it anew");
}

#[test]
fn buffers_of_nothing_are_empty() {
    assert_eq!(unsafe { read::<u32>(std::ptr::null(), 7) }, [0_u32; 0]);
}

/// The outcome, the cost and the path of a question, asked in slices.
#[cfg(feature = "full")]
fn ask_in_slices(session: u32, [from, to]: [u32; 2]) -> (u32, u32, Vec<u32>) {
    assert_eq!(xunlu_begin(session, from, to, ASTAR, 0, 0, 0), DONE, "{}", last_error());
    while xunlu_advance(session, 5) == WORKING {}
    (xunlu_answer(session, 0), xunlu_answer(session, 1), path(session))
}

#[cfg(feature = "full")]
#[test]
fn threads_ask_one_map_at_once_while_it_is_edited() {
    let session = worked_example();
    let expected = ask_in_slices(session, [20, 33]);
    assert_eq!((expected.0, expected.1), (0, 52));
    let snapshots: Vec<u32> = (0..4).map(|_| xunlu_snapshot(session)).collect();
    assert!(snapshots.iter().all(|&snapshot| snapshot != 0 && snapshot != session));
    let wall = |terrain: Terrain| {
        let (cells, ground) = ([4_u32, 40, 49, 58], [terrain.0; 4]);
        assert_eq!(unsafe { xunlu_edit(session, cells.as_ptr(), ground.as_ptr(), 4) }, DONE);
    };
    // All are in the midst of a question at once: none waits for another, nor do they share one.
    let barrier = std::sync::Barrier::new(snapshots.len() + 1);
    std::thread::scope(|scope| {
        for &snapshot in &snapshots {
            let (expected, barrier) = (&expected, &barrier);
            scope.spawn(move || {
                assert_eq!(xunlu_begin(snapshot, 20, 33, ASTAR, 0, 0, 0), DONE);
                assert_eq!(xunlu_advance(snapshot, 1), WORKING);
                barrier.wait();
                assert_eq!(xunlu_answer(snapshot, 3), 1);
                for _ in 0..50 {
                    assert_eq!(ask_in_slices(snapshot, [20, 33]), *expected);
                }
            });
        }
        barrier.wait();
        for _ in 0..50 {
            wall(Terrain::WALL);
            assert_eq!(ask_in_slices(session, [20, 33]).0, 1);
            wall(Terrain::OPEN);
        }
        // One opens and closes while the others ask.
        for _ in 0..50 {
            assert_eq!(xunlu_close(xunlu_snapshot(session)), DONE);
        }
    });
    for closed in snapshots.into_iter().chain([session]) {
        assert_eq!(xunlu_close(closed), DONE);
        assert_eq!((xunlu_snapshot(closed), xunlu_close(closed)), (0, 1));
    }
}

#[cfg(feature = "full")]
#[test]
fn steps_cost_turns_end_and_a_walk_takes_its_time() {
    // Four cells, the third of them mud.
    let session = open(0, [4, 1], &[0, 0, 3, 0]);
    assert_eq!(walk_as(session, &[0, 0, 10, 14, 1, 1, 0]), DONE);
    let path = [0_u32, 1, 2, 3];
    let costs: Vec<u32> =
        filled(|at, room| unsafe { xunlu_step_costs(session, path.as_ptr(), 4, at, room) });
    assert_eq!(costs, [10, 30, 10]);
    let ends = |budget| -> Vec<u32> {
        filled(|at, room| unsafe { xunlu_turns(session, budget, path.as_ptr(), 4, at, room) })
    };
    assert_eq!((ends(30), ends(40), ends(20)), (vec![1, 2, 3], vec![2, 3], vec![1]));
    let walk: Vec<f32> =
        filled(|at, room| unsafe { xunlu_walk(session, 1, 0, path.as_ptr(), 4, at, room) });
    let points: Vec<&[f32]> = walk.chunks(3).collect();
    assert_eq!(points, [[0.0, 0.0, 0.0], [1.5, 0.0, 1.5], [2.5, 0.0, 4.5], [3.0, 0.0, 5.0]]);
    let gone = [0_u32, 2];
    let none = unsafe { xunlu_step_costs(session, gone.as_ptr(), 2, std::ptr::null_mut(), 0) };
    assert_eq!((none, xunlu_close(session)), (0, DONE));
}
