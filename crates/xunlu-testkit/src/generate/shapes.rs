//! The shapes of maps: where the walls stand.

use super::board::Board;
use crate::random::Random;
use xunlu_map::{Size, Terrain};

/// A board of this size in any of the shapes below.
pub(super) fn any_shape(size: Size, random: &mut Random) -> Board {
    match random.below(7) {
        0 => Board::new(size, Terrain::OPEN),
        1 | 2 => {
            let walls_percent = *random.pick(&[5, 15, 25, 35, 45]);
            noise(size, walls_percent, random)
        }
        3 => {
            let side = random.from_to(2, 7);
            rooms(size, side, random)
        }
        4 => {
            let corridor = *random.pick(&[1, 1, 2, 3]);
            maze(size, corridor, random)
        }
        5 => caves(size, random),
        _ => blocks(size, random),
    }
}

/// Each cell a wall by chance.
fn noise(size: Size, walls_percent: u32, random: &mut Random) -> Board {
    let mut board = Board::new(size, Terrain::OPEN);
    for (x, y) in board.positions() {
        if random.chance(walls_percent) {
            board.set(x, y, Terrain::WALL);
        }
    }
    board
}

/// Square rooms in rows, walls between them, most walls with a door somewhere.
fn rooms(size: Size, side: u32, random: &mut Random) -> Board {
    let pitch = side + 1;
    let mut board = Board::new(size, Terrain::OPEN);
    for (x, y) in board.positions() {
        if x % pitch == side || y % pitch == side {
            board.set(x, y, Terrain::WALL);
        }
    }
    for top in (0..size.height).step_by(pitch as usize) {
        for left in (0..size.width).step_by(pitch as usize) {
            if random.chance(80) {
                let y = top + random.below(side);
                board.set(left + side, y, Terrain::OPEN);
            }
            if random.chance(80) {
                let x = left + random.below(side);
                board.set(x, top + side, Terrain::OPEN);
            }
        }
    }
    board
}

/// A maze with corridors this wide: a walk that digs on to a neighbour not yet dug and turns back
/// where there is none. Now and then one wall more falls, so that some mazes have loops.
fn maze(size: Size, corridor: u32, random: &mut Random) -> Board {
    let pitch = corridor + 1;
    let (columns, rows) = (size.width.div_ceil(pitch), size.height.div_ceil(pitch));
    let mut board = Board::new(size, Terrain::WALL);
    let mut dug = Board::new(Size::new(columns, rows), Terrain::OPEN);
    let room = Size::new(corridor, corridor);
    let mut trail = vec![(random.below(columns), random.below(rows))];
    dug.set(trail[0].0, trail[0].1, Terrain::WALL);
    board.fill((trail[0].0 * pitch, trail[0].1 * pitch), room, Terrain::OPEN);
    while let Some(&(x, y)) = trail.last() {
        let mut around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        random.shuffle(&mut around);
        // Beyond the edge the board reads as wall, which here means dug already.
        let fresh = around.into_iter().find(|&(x, y)| dug.at(x, y) == Terrain::OPEN);
        let Some((next_x, next_y)) = fresh else {
            trail.pop();
            continue;
        };
        dug.set(next_x, next_y, Terrain::WALL);
        let least = (x.min(next_x) * pitch, y.min(next_y) * pitch);
        let across = if next_y == y { corridor + pitch } else { corridor };
        let down = if next_x == x { corridor + pitch } else { corridor };
        board.fill(least, Size::new(across, down), Terrain::OPEN);
        trail.push((next_x, next_y));
    }
    let loops = if random.chance(50) { columns * rows / 8 } else { 0 };
    for _ in 0..loops {
        board.set(random.below(size.width), random.below(size.height), Terrain::OPEN);
    }
    board
}

/// Noise that a few rounds of a cellular automaton smooth into caves: a cell becomes a wall where
/// five or more of the nine cells around and including it are (Johnson, Yannakakis and Togelius
/// 2010, "Cellular automata for real-time generation of infinite cave levels").
fn caves(size: Size, random: &mut Random) -> Board {
    let walls_percent = random.from_to(35, 45);
    let mut board = noise(size, walls_percent, random);
    for _ in 0..random.from_to(1, 3) {
        let before = board.clone();
        for (x, y) in before.positions() {
            let columns = [x.wrapping_sub(1), x, x + 1];
            let rows = [y.wrapping_sub(1), y, y + 1];
            let around = rows.into_iter().flat_map(|y| columns.map(|x| before.at(x, y)));
            let walls = around.filter(|&terrain| terrain == Terrain::WALL).count();
            board.set(x, y, if walls >= 5 { Terrain::WALL } else { Terrain::OPEN });
        }
    }
    board
}

/// An open field with solid rectangles on it.
fn blocks(size: Size, random: &mut Random) -> Board {
    let mut board = Board::new(size, Terrain::OPEN);
    for _ in 0..random.from_to(1, 12) {
        let corner = (random.below(size.width), random.below(size.height));
        let block = Size::new(random.from_to(1, 8), random.from_to(1, 8));
        board.fill(corner, block, Terrain::WALL);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_count(board: &Board) -> usize {
        board.positions().filter(|&(x, y)| board.at(x, y) == Terrain::OPEN).count()
    }

    #[test]
    fn a_maze_reaches_every_room_by_corridors_of_its_width() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let corridor = random.from_to(1, 3);
            let size = Size::new(random.from_to(1, 30), random.from_to(1, 30));
            let board = maze(size, corridor, &mut random);
            let mut flood = vec![(0, 0)];
            let mut seen = std::collections::BTreeSet::new();
            while let Some((x, y)) = flood.pop() {
                if board.at(x, y) == Terrain::OPEN && seen.insert((x, y)) {
                    flood.extend([(x + 1, y), (x, y + 1)]);
                    flood.extend([(x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]);
                }
            }
            let pitch = corridor + 1;
            for (x, y) in board.positions() {
                if x % pitch < corridor && y % pitch < corridor {
                    assert!(seen.contains(&(x, y)), "seed {seed}: {x},{y} was not dug");
                }
            }
        }
    }

    #[test]
    fn noise_is_as_dense_as_asked() {
        let board = noise(Size::new(100, 100), 25, &mut Random::new(5));
        assert!((7_200..7_800).contains(&open_count(&board)), "{}", open_count(&board));
    }

    #[test]
    fn every_shape_has_walls_and_ground() {
        let size = Size::new(30, 30);
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let boards = [
                rooms(size, 4, &mut random),
                maze(size, 1, &mut random),
                caves(size, &mut random),
                blocks(size, &mut random),
            ];
            for board in boards {
                assert!((1..900).contains(&open_count(&board)), "seed {seed}");
            }
        }
    }
}
