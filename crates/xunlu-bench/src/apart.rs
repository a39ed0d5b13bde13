//! Pairs of cells with no path between them, found on the map's characters.

use crate::raw::RawMap;
use std::cmp::Reverse;
use xunlu::Cell;

/// At most so many pairs are asked for each map: a pathfinder that looks for a path until there is
/// nothing left takes long over each.
const PAIRS_MAX: usize = 16;

const AROUND: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The cells of one part of the map, within which everything can be reached.
type Part = Vec<usize>;

/// Cells of the largest part with cells of the others, the larger ones first, now from the one and
/// now from the other; always the same ones, and none where everything is connected.
pub(crate) fn pairs_apart(map: &RawMap) -> Vec<(Cell, Cell)> {
    let mut parts = parts_of(map);
    parts.sort_by_key(|part| (Reverse(part.len()), part.first().copied()));
    let middle = |part: &Part| map.cell_of(part[part.len() / 2]);
    let Some((largest, others)) = parts.split_first() else { return Vec::new() };
    let pairs = others.iter().take(PAIRS_MAX).enumerate().map(|(number, other)| {
        let (one, two) = (middle(largest), middle(other));
        if number % 2 == 0 { (one, two) } else { (two, one) }
    });
    pairs.collect()
}

/// All parts, each with its cells in order. Cells that touch at a corner count as one part, so that
/// nobody gets from one part to another who cuts corners, either.
fn parts_of(map: &RawMap) -> Vec<Part> {
    let mut is_seen = vec![false; map.cells().len()];
    let mut parts = Vec::new();
    for first in 0..map.cells().len() {
        if is_seen[first] || !map.cells()[first] {
            continue;
        }
        is_seen[first] = true;
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&number) = part.get(next) {
            next += 1;
            let Cell { x, y } = map.cell_of(number);
            for (dx, dy) in AROUND {
                let Some(near) = map.number_of(Cell::new(x + dx, y + dy)) else { continue };
                if map.cells()[near] && !is_seen[near] {
                    is_seen[near] = true;
                    part.push(near);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pair = ((i32, i32), (i32, i32));

    fn check(rows: &str, pairs: &[Pair]) {
        let map = RawMap::read("m", format!("map\n{rows}").as_bytes()).unwrap();
        let cell = |(x, y)| Cell::new(x, y);
        let pairs: Vec<(Cell, Cell)> = pairs.iter().map(|&(a, b)| (cell(a), cell(b))).collect();
        assert_eq!(pairs_apart(&map), pairs, "{rows}");
    }

    #[test]
    fn parts_touch_nowhere() {
        check("..\n..", &[]);
        check("@@", &[]);
        check("..@\n@@.", &[]);
        check(".@...\n@@@@@\n..@@.", &[((3, 0), (1, 2)), ((0, 0), (3, 0)), ((3, 0), (4, 2))]);
    }
}
