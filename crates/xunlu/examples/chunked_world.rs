//! A world too large to be held is walked across, chunk by chunk: `cargo run --release -p xunlu --example
//! chunked_world -- 16384 FILE 16` writes land of 16,384 x 16,384 cells into a file, finds its clusters, and
//! walks from corner to corner with 16 MB of it in memory. What it took stands in record/hierarchy.md.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};
use xunlu_index::{
    CLUSTER_SIDE, ChunkedGround, ClusterGround, ClusterRows, GroundCell, Hierarchy,
    HierarchySearch, HierarchySpace, HierarchySteps,
};
use xunlu_map::{Mover, Size, Terrain};
use xunlu_testkit::is_open_land;

/// So many cells are looked at ahead of whoever walks.
const AHEAD: usize = 64;
/// How many walks are made.
const WALKS: u32 = 20;

/// The land itself, made of the place alone.
struct Land {
    side: u32,
}

impl ClusterGround for Land {
    fn size(&self) -> Size {
        Size::new(self.side, self.side)
    }

    fn rows(&self, column: u32, row: u32) -> ClusterRows {
        let mut rows = [0; CLUSTER_SIDE as usize];
        for (bits, y) in rows.iter_mut().zip(row * CLUSTER_SIDE..self.side) {
            for x in (column * CLUSTER_SIDE..self.side).take(CLUSTER_SIDE as usize).rev() {
                *bits = *bits << 1 | u64::from(is_open_land(x, y));
            }
        }
        rows
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let mut word = || words.next().ok_or("expected: SIDE FILE MEGABYTES");
    let (side, path, megabytes) = (word()?.parse::<u32>()?, word()?, word()?.parse::<usize>()?);
    let begun = Instant::now();
    let mut file = BufWriter::new(File::create(&path)?);
    ChunkedGround::save(&Land { side }, &mut file)?;
    file.flush()?;
    drop(file);
    let bytes = std::fs::metadata(&path)?.len() as f64;
    println!("{side} x {side} cells written in {:.1?}: {:.1} MB", begun.elapsed(), bytes / 1e6);

    let ground = ChunkedGround::open(File::open(&path)?, megabytes << 20)?;
    let steps = HierarchySteps::of(&Mover::default(), Terrain::OPEN).ok_or("it steps so")?;
    let begun = Instant::now();
    let hierarchy = Hierarchy::new(&ground, steps, 2).ok_or("it is small enough")?;
    println!(
        "{} clusters, {} entrances, {:.1} MB, found in {:.1?} with {:.1} MB of ground in memory",
        hierarchy.cluster_count(),
        hierarchy.entrance_count(),
        hierarchy.bytes() as f64 / 1e6,
        begun.elapsed(),
        ground.bytes() as f64 / 1e6,
    );
    let mut space = HierarchySpace::default();
    let mut walks = Walks::default();
    for number in 0..WALKS {
        // From one edge to the one across, at another height each time.
        let along = side / (WALKS + 2) * (number + 1);
        let (from, to) = (GroundCell::new(8, along), GroundCell::new(side - 9, side - 9 - along));
        let (Some(from), Some(to)) = (open_near(&ground, from), open_near(&ground, to)) else {
            continue;
        };
        space = walks.walk(&ground, &hierarchy, [from, to], space)?;
    }
    walks.tell(&ground, &space);
    println!("{}", memory());
    Ok(())
}

/// What walking took.
#[derive(Default)]
struct Walks {
    first: Vec<Duration>,
    // Of walks that lead nowhere: until that is known.
    nowhere: Vec<Duration>,
    whole: Vec<Duration>,
    further: Vec<Duration>,
    cells: usize,
}

impl Walks {
    /// Sets out at once and looks for more as cells are used up; then the same question for the whole path.
    fn walk(
        &mut self,
        ground: &ChunkedGround<File>,
        hierarchy: &Hierarchy,
        [from, to]: [GroundCell; 2],
        space: HierarchySpace,
    ) -> Result<HierarchySpace, Box<dyn Error>> {
        let begun = Instant::now();
        let mut search = HierarchySearch::begin(hierarchy, ground, from, to, space);
        search.settle(hierarchy, ground, u64::MAX, 2);
        let took = begun.elapsed();
        let mut known = search.cells().len();
        if known > 0 {
            self.first.push(took);
        } else {
            self.nowhere.push(took);
        }
        while search.cost().is_none() && known > 0 {
            let begun = Instant::now();
            search.settle(hierarchy, ground, u64::MAX, known + AHEAD);
            self.further.push(begun.elapsed());
            if search.cells().len() == known {
                break;
            }
            known = search.cells().len();
        }
        if let Some(failure) = ground.failure() {
            return Err(failure.into());
        }
        check(ground, search.cells())?;
        self.cells += known;
        let begun = Instant::now();
        let mut search = HierarchySearch::begin(hierarchy, ground, from, to, search.into_space());
        search.run(hierarchy, ground, u64::MAX);
        if known > 0 {
            self.whole.push(begun.elapsed());
        }
        Ok(search.into_space())
    }

    fn tell(&self, ground: &ChunkedGround<File>, space: &HierarchySpace) {
        println!(
            "{} of {} walks led across, over {} cells",
            self.first.len(),
            self.first.len() + self.nowhere.len(),
            self.cells
        );
        for (what, took) in [
            ("first step", &self.first),
            ("that there is no way", &self.nowhere),
            ("each further piece", &self.further),
            ("the whole path at once", &self.whole),
        ] {
            let sum: Duration = took.iter().sum();
            let mean = sum.as_secs_f64() * 1e3 / took.len().max(1) as f64;
            let worst = took.iter().max().copied().unwrap_or_default().as_secs_f64() * 1e3;
            println!("{what}: {mean:.3} ms in the mean, {worst:.3} at worst");
        }
        println!(
            "{} chunks read, {:.1} MB of ground and {:.1} MB of search in memory at the end",
            ground.chunks_read(),
            ground.bytes() as f64 / 1e6,
            space.bytes() as f64 / 1e6,
        );
    }
}

/// Whether each cell of a path can be stood on and is one step from the one before, past no corner.
fn check(ground: &impl ClusterGround, cells: &[GroundCell]) -> Result<(), Box<dyn Error>> {
    for pair in cells.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let beside = [GroundCell::new(from.x, to.y), GroundCell::new(to.x, from.y)];
        let is_step = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) == 1;
        if !is_step || ![from, to].iter().chain(&beside).all(|&cell| is_open(ground, cell)) {
            return Err(format!("no step: {from:?} to {to:?}").into());
        }
    }
    Ok(())
}

fn is_open(ground: &impl ClusterGround, GroundCell { x, y }: GroundCell) -> bool {
    let rows = ground.rows(x / CLUSTER_SIDE, y / CLUSTER_SIDE);
    rows[(y % CLUSTER_SIDE) as usize] >> (x % CLUSTER_SIDE) & 1 != 0
}

/// A cell near this one that can be stood on, to the east or south.
fn open_near(ground: &impl ClusterGround, from: GroundCell) -> Option<GroundCell> {
    let Size { width, height } = ground.size();
    let cells = (0..400).map(|by| GroundCell::new(from.x + by % 8, from.y + by / 8));
    let mut inside = cells.filter(|cell| cell.x < width && cell.y < height);
    inside.find(|&cell| is_open(ground, cell))
}

/// The most memory that the program took, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    peak.unwrap_or("the system does not tell how much memory was taken").to_owned()
}
