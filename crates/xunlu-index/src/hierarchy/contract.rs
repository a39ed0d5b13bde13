//! A checker of what ground that is read cluster by cluster promises, for ground of your own.

use super::{CLUSTER_SIDE, ClusterGround};

/// Holds ground to its contract: it tells the same of a cluster each time, and nobody can stand beyond it.
/// It reads all of it twice, so it is for small ones.
///
/// # Panics
/// When a promise is broken.
pub fn check_cluster_ground(ground: &impl ClusterGround) {
    let size = ground.size();
    let [columns, rows] = [size.width, size.height].map(|cells| cells.div_ceil(CLUSTER_SIDE));
    for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        let bits = ground.rows(column, row);
        assert_eq!(bits, ground.rows(column, row), "cluster {column}, {row} is told in two ways");
        for (&bits, y) in bits.iter().zip(row * CLUSTER_SIDE..) {
            let width = (size.width - column * CLUSTER_SIDE).min(CLUSTER_SIDE);
            let inside = if y < size.height { u64::MAX >> (CLUSTER_SIDE - width) } else { 0 };
            assert_eq!(bits & !inside, 0, "cluster {column}, {row} has cells beyond the ground");
        }
    }
}
