//! Land without an end, made of the place alone.

/// Whether one can stand on a cell of a land without an end: rocks, hills and long ridges with passes.
#[must_use]
pub fn is_open_land(x: u32, y: u32) -> bool {
    // Hills some 200 cells apart, rocks on them some 16 apart, and ridges some 1,500 apart with passes.
    let hill = height(x, y, 192, 1);
    let rock = height(x, y, 16, 2);
    let ridge = (height(x, y, 1_536, 3) - 500).abs();
    let is_pass = height(x, y, 96, 4) > 640;
    hill + rock / 2 < 1_000 && (ridge > 18 || is_pass)
}

/// A height from 0 to 999 that changes slowly: drawn at the corners of squares, and between those in
/// proportion.
fn height(x: u32, y: u32, side: u32, layer: u64) -> i32 {
    let (column, row) = (x / side, y / side);
    let corner = |column: u32, row: u32| {
        let place = u64::from(column) << 32 | u64::from(row);
        let mixed = (place ^ layer << 60).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        i64::try_from((mixed ^ mixed >> 32) % 1_000).unwrap_or(0)
    };
    let [right, down] = [x % side, y % side].map(i64::from);
    let side = i64::from(side);
    let between = |from: i64, to: i64, part: i64| from + (to - from) * part / side;
    let above = between(corner(column, row), corner(column + 1, row), right);
    let below = between(corner(column, row + 1), corner(column + 1, row + 1), right);
    i32::try_from(between(above, below, down)).unwrap_or(0)
}
