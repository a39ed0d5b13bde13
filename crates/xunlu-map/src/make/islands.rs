//! Islands: heights that roll, a sea that covers a share of them, and what grows at which height.

use super::board::{Board, Tiling};
use super::pace::Pace;
use super::random::Random;
use super::waves::{CELL, Waves};
use crate::cell::Size;
use crate::hex::{HexArrangement, Orientation};
use crate::terrain::Terrain;

/// No ground, so that nobody takes the sea for mountains.
const DEEP: Terrain = Terrain::VOID;
const SHALLOW: Terrain = Terrain(5);
const BEACH: Terrain = Terrain(2);
const GRASS: Terrain = Terrain::OPEN;
const FOREST: Terrain = Terrain(3);
const HILLS: Terrain = Terrain(6);
const MOUNTAINS: Terrain = Terrain::WALL;

/// How much work the height of a cell is: it is added up from many waves.
const HEIGHT_WORK: u64 = 20;

/// How much work islands take: cells have a height for their ground, and one for what grows there.
pub(super) const fn work(size: Size) -> u64 {
    size.area() * 2 * HEIGHT_WORK
}

/// Islands over all of the board.
pub(super) async fn islands(
    board: &mut Board,
    sea_percent: u32,
    feature: u32,
    random: &mut Random,
    pace: &Pace,
) {
    let lines = Lines::of(board);
    let feature = feature.min(board.size().width.max(board.size().height) / 2);
    let ground = Waves::new(feature, random);
    let wood = Waves::new(feature / 2, random);
    let mut row = vec![0; lines.length as usize];
    let (sunk_across, sunk_along) = (sunk(lines.count, feature), sunk(lines.length, feature));

    let mut heights: Vec<u16> = Vec::with_capacity(row.len() * sunk_across.len());
    let mut counts = vec![0_u32; 1 << 16];
    for (line, across) in (0..).zip(sunk_across) {
        ground.line(lines.across(line), lines.along(line), &mut row);
        for (rolling, along) in row.iter().zip(&sunk_along) {
            let height = rolling.saturating_sub(across + along);
            counts[height as usize] += 1;
            heights.push(u16::try_from(height).expect("waves stay under 2^16"));
        }
        pace.did(row.len() as u64 * HEIGHT_WORK).await;
    }

    let levels = Levels::of(&counts, sea_percent);
    for (line, heights) in (0..).zip(heights.chunks(row.len())) {
        wood.line(lines.across(line), lines.along(line), &mut row);
        for ((place, &height), &wood) in (0..).zip(heights).zip(&row) {
            board.set(lines.index(line, place), levels.terrain(u32::from(height), wood));
        }
        pace.did(row.len() as u64 * HEIGHT_WORK).await;
    }
}

/// The lines that cells lie straight in: rows, or on flat hexes columns; and where their cells lie.
struct Lines {
    arrangement: Option<HexArrangement>,
    stride: u32,
    count: u32,
    length: u32,
}

impl Lines {
    fn of(board: &Board) -> Lines {
        let arrangement = match board.tiling() {
            Tiling::Squares => None,
            Tiling::Hexes(arrangement) => Some(arrangement),
        };
        let Size { width, height } = board.size();
        let lines =
            Lines { arrangement, stride: board.layout().stride(), count: height, length: width };
        if lines.are_columns() { Lines { count: width, length: height, ..lines } } else { lines }
    }

    fn are_columns(&self) -> bool {
        self.arrangement.is_some_and(|arrangement| arrangement.orientation() == Orientation::Flat)
    }

    /// Where a line lies. The lines of hexes are closer together than the hexes of a line: by the
    /// square root of three fourths, for which seven eighths will do.
    fn across(&self, line: u32) -> u32 {
        line * if self.arrangement.is_some() { CELL * 7 / 8 } else { CELL }
    }

    /// Where the first cell of a line lies.
    fn along(&self, line: u32) -> u32 {
        let is_shoved = |arrangement: HexArrangement| arrangement.is_shoved(line.cast_signed());
        if self.arrangement.is_some_and(is_shoved) { CELL / 2 } else { 0 }
    }

    fn index(&self, line: u32, place: u32) -> u32 {
        let (x, y) = if self.are_columns() { (line, place) } else { (place, line) };
        (y + 1) * self.stride + x + 1
    }
}

/// How far the land has sunk at each place of an axis, towards both ends: with the square of how near
/// the end is, so that two axes together make round coasts. An axis too short for a coast has none.
fn sunk(length: u32, feature: u32) -> Vec<u32> {
    const AT_THE_END: u64 = 40_000;
    let shore = u64::from((length / 3).min(3 * feature));
    let depth = |at: u32| {
        let off = u64::from((at + 1).min(length - at)).min(shore);
        let near = shore - off;
        let depth = AT_THE_END * near * near / (shore * shore).max(1);
        u32::try_from(depth).expect("no deeper than at the end")
    };
    (0..length).map(depth).collect()
}

/// Below which height each kind of ground ends.
struct Levels {
    deep: u32,
    sea: u32,
    beach: u32,
    low: u32,
    hills: u32,
}

impl Levels {
    /// The levels that give each its share of the cells, of which `counts` says how many have each
    /// height; so a map has its sea, its beaches and its mountains whatever its seed.
    fn of(counts: &[u32], sea_percent: u32) -> Levels {
        let cells: u64 = counts.iter().copied().map(u64::from).sum();
        let sea = cells * u64::from(sea_percent) / 100;
        let land = |percent: u64| (cells - sea) * percent / 100;
        Levels {
            deep: level(counts, sea * 70 / 100),
            sea: level(counts, sea),
            beach: level(counts, sea + land(10)),
            low: level(counts, sea + land(76)),
            hills: level(counts, sea + land(92)),
        }
    }

    fn terrain(&self, height: u32, wood: u32) -> Terrain {
        // Waves are at 2^15 on the average; a little over it, so that there is more grass.
        const WOODED: u32 = 34_000;
        match height {
            _ if height < self.deep => DEEP,
            _ if height < self.sea => SHALLOW,
            _ if height < self.beach => BEACH,
            _ if height < self.low && wood < WOODED => GRASS,
            _ if height < self.low => FOREST,
            _ if height < self.hills => HILLS,
            _ => MOUNTAINS,
        }
    }
}

/// The least height that at least `share` cells lie below.
fn level(counts: &[u32], share: u64) -> u32 {
    let mut below = 0;
    for (height, &count) in (0..).zip(counts) {
        if below >= share {
            return height;
        }
        below += u64::from(count);
    }
    u32::MAX
}
