//! Near paths and cheapest ones on ground in chunks: read again and again, edited in between, and unreadable.
#![cfg(test)]

use super::{LONG, Scene, Tally, are_many, find_on, place, seeds};
use crate::hierarchy::{ChunkedGround, Hierarchy, HierarchySearch, HierarchySpace};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xunlu_map::{Cell, Map, Place, Rect, Size, Terrain};
use xunlu_testkit::{Random, Referee};

/// How many cells a chunk has along each side, and how many bytes in a file.
const SIDE: u32 = 512;
const CHUNK_BYTES: usize = 8 + 32_768;
/// How many bytes come before them.
const HEAD_BYTES: usize = 20;

fn written(scene: &Scene) -> Vec<u8> {
    let mut file = Vec::new();
    ChunkedGround::save(&scene.jumps, &mut file).unwrap();
    file
}

/// With so little memory that one chunk is kept at a time.
fn open(file: &[u8]) -> ChunkedGround<Cursor<Vec<u8>>> {
    ChunkedGround::open(Cursor::new(file.to_vec()), 0).unwrap()
}

/// A hierarchy of chunks, through edits: what they are after each is written down anew.
#[test]
fn ground_in_chunks_is_searched_as_the_map_is_through_edits() {
    let [mut near, mut exact] = [Tally::default(), Tally::default()];
    let mut read = 0;
    for seed in seeds(LONG / 2) {
        let mut scene = Scene::long(seed);
        let mut random = Random::new(seed ^ 0xc4);
        let steps = scene.hierarchy(1).steps();
        let mut hierarchy = Hierarchy::with_levels(&open(&written(&scene)), steps, 1, 2).unwrap();
        for edit in 0..2 {
            for _ in 0..random.from_to(1, 3) {
                scene.edit(&mut random, &mut hierarchy);
            }
            let ground = open(&written(&scene));
            hierarchy.repair(&ground);
            let name = format!("seed {seed}, edit {edit}");
            assert!(hierarchy == scene.hierarchy(1), "{name}");
            let asked = (&hierarchy, &ground);
            near.ask_for(&scene, asked, 1, &name, |search| search);
            exact.ask_for(&scene, asked, 1, &name, HierarchySearch::for_the_cheapest);
            assert!(ground.failure().is_none());
            read += ground.chunks_read();
        }
    }
    println!("{read} chunks were read");
    near.check(100, LONG / 2);
    assert_eq!([near.found, near.unreachable], [exact.found, exact.unreachable]);
    assert_eq!(exact.cheapest, exact.found);
    assert!(read > 500 || !are_many(LONG / 2), "{read} chunks were read");
}

/// The scene with all cells of a column of chunks closed.
fn without(scene: &Scene, column: u32) -> Map {
    let mut grid = scene.grid.clone();
    let Size { width, height } = grid.bounds().size;
    // Chunks are counted with the border around the map.
    let first = (column * SIDE).saturating_sub(1);
    let last = ((column + 1) * SIDE - 1).min(width);
    let rect = Rect::new(Cell::new(first.cast_signed(), 0), Size::new(last - first, height));
    grid.fill(rect, Terrain::WALL).unwrap();
    Map::from(grid)
}

/// A chunk that cannot be read is a wall, and whoever came upon it is told. An answer that no failure comes
/// with is that of the whole map.
#[test]
fn a_chunk_that_cannot_be_read_is_told_of_and_never_walked() {
    let [mut told, mut whole, mut around] = [0; 3];
    let mut ends_in_it = 0;
    for seed in 0..24 {
        let scene = Scene::long(seed);
        // Larger ones stand on two chunks at once.
        if scene.mover.footprint().size() != Size::ONE {
            continue;
        }
        let hierarchy = scene.hierarchy(1);
        let mut file = written(&scene);
        let columns = (scene.grid.bounds().size.width + 2).div_ceil(SIDE);
        let mut random = Random::new(seed);
        let column = random.below(columns);
        file[HEAD_BYTES + column as usize * CHUNK_BYTES + 80] ^= 4;
        let ground = ChunkedGround::open(Cursor::new(file), usize::MAX).unwrap();
        let [map, closed] = [Map::from(scene.grid.clone()), without(&scene, column)];
        let [all, left] = [&map, &closed].map(|map| Referee::new(map, &scene.mover));
        let standing = all.standing_places();
        let mut space = HierarchySpace::default();
        for question in 0..10 {
            let Some([from, to]) = any_two(&standing, &mut random) else { break };
            let is_exact = question % 2 == 0;
            let mut search = find_on(&ground, &hierarchy, [from, to], space);
            search = if is_exact { search.for_the_cheapest() } else { search };
            assert!(search.run(&hierarchy, &ground, u64::MAX));
            let name = format!("seed {seed}, {from:?} to {to:?}, exact: {is_exact}");
            let cells: Vec<Place> = search.cells().iter().copied().map(place).collect();
            let cost = search.cost().map(u64::from);
            let bound = u64::from(search.lower_bound(&hierarchy));
            space = search.into_space();
            assert_eq!(cost.is_none(), cells.is_empty(), "{name}");
            if let Some(cost) = cost {
                left.check_path(&cells, cost).expect(&name);
            }
            if ground.failure().is_none() {
                let cheapest = all.optimal_cost(from, to);
                assert_eq!(cost.is_some(), cheapest.is_some(), "{name}");
                assert!(!is_exact || cost == cheapest, "{name}: {cost:?}, {cheapest:?}");
                assert!(cheapest.is_none_or(|cheapest| bound <= cheapest), "{name}");
                whole += 1;
            } else {
                let is_around = is_exact && cost.is_some();
                assert!(!is_around || cost == left.optimal_cost(from, to), "{name}");
                around += u32::from(cost.is_some());
                ends_in_it += u32::from(!left.can_stand(from) || !left.can_stand(to));
                told += 1;
            }
        }
    }
    let counts =
        format!("{told} told, {ends_in_it} ended there, {around} found, {whole} as if whole");
    println!("{counts}");
    assert!(told > 40 && ends_in_it > 20 && around > 0 && whole > 20, "{counts}");
}

fn any_two(standing: &[Place], random: &mut Random) -> Option<[Place; 2]> {
    (!standing.is_empty()).then(|| [0; 2].map(|_| *random.pick(standing)))
}

/// A file that cannot be read for a while.
struct Fitful {
    file: Cursor<Vec<u8>>,
    is_out: Arc<AtomicBool>,
}

impl Read for Fitful {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_out.load(Ordering::Relaxed) {
            return Err(io::Error::other("out"));
        }
        self.file.read(into)
    }
}

impl Seek for Fitful {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// While a file cannot be read no answer goes without a word, and afterwards answers are what they were.
#[test]
fn answers_come_back_when_chunks_can_be_read_again() {
    let (mut failed, mut found) = (0, 0);
    for seed in 0..16 {
        let scene = Scene::long(seed);
        let hierarchy = scene.hierarchy(1);
        let is_out = Arc::new(AtomicBool::new(false));
        let file = Fitful { file: Cursor::new(written(&scene)), is_out: Arc::clone(&is_out) };
        let ground = ChunkedGround::open(file, 0).unwrap();
        let mut random = Random::new(seed);
        let mut chance = Random::new(seed ^ 1);
        let map = Map::from(scene.grid.clone());
        let standing = Referee::new(&map, &scene.mover).standing_places();
        let mut space = HierarchySpace::default();
        for question in 0..12 {
            let Some([from, to]) = any_two(&standing, &mut random) else { break };
            let is_exact = question % 2 == 0;
            let mut ask = |out_percent: u32| {
                let search = find_on(&ground, &hierarchy, [from, to], std::mem::take(&mut space));
                let mut search = if is_exact { search.for_the_cheapest() } else { search };
                while !search.run(&hierarchy, &ground, 100) {
                    is_out.store(chance.chance(out_percent), Ordering::Relaxed);
                }
                is_out.store(false, Ordering::Relaxed);
                let answer = (search.cost(), search.cells().to_vec());
                space = search.into_space();
                (answer, ground.failure())
            };
            let (right, failure) = ask(0);
            assert!(failure.is_none());
            let (answer, failure) = ask(40);
            assert!(answer == right || failure.is_some(), "seed {seed}, {from:?} to {to:?}");
            failed += u32::from(answer != right);
            let (answer, failure) = ask(0);
            assert!(failure.is_none() && answer == right, "seed {seed}, {from:?} to {to:?}");
            found += u32::from(right.0.is_some());
        }
    }
    println!("{failed} failed, {found} found");
    assert!(failed > 8 && found > 60, "{failed} failed, {found} found");
}
