//! Outlines grown by a radius: where the middle of a disc may not be, so that none of it touches.
//!
//! ```text
//!         ______          Along each side the outline moves outwards. Round a corner of what it goes round
//!        /      \         there are tangents to the disc, at most 45 degrees from one to the next: what
//!       |  +--+  |        they close off is at most 1.0825 radii away, and never too little. In a corner
//!       |  |  |  |        that points inwards the line goes back to the corner: then it goes once more
//!        \ +--+ /         round what is within the radius, and nowhere less than not at all.
//!         ------
//! ```

use crate::exact::{MeshPoint, Vector};

/// So many steps more than the radius: for a corner that is rounded to a point of the grid, and for a line
/// that is rounded where it is cut.
const MARGIN: f64 = 2.0;

/// No more than 45 degrees lie between two tangents, but for rounding: the cosine of that.
const COSINE_LEAST: f64 = 0.707;

/// An outline that goes counter-clockwise round something, moved outwards by a radius in steps. It may cross
/// itself: what it goes round at least once is what is within the radius, to a step of the grid.
pub(crate) fn grown(points: &[MeshPoint], radius: f64) -> Vec<MeshPoint> {
    let radius = radius + MARGIN;
    let count = points.len();
    let mut made = Vec::with_capacity(2 * count);
    for at in 0..count {
        let [before, corner, after] = [count - 1, 0, 1].map(|by| points[(at + by) % count]);
        let (coming, leaving) = (before.to(corner), corner.to(after));
        let mut add = |away: [f64; 2]| made.push(moved(corner, away.map(|part| part * radius)));
        let [first, last] = [coming, leaving].map(outwards);
        let bend = coming.cross(leaving);
        if bend > 0 || bend == 0 && coming.dot(leaving) < 0 {
            round(first, last, &mut add);
        } else {
            add(first);
            if bend < 0 {
                add([0.0, 0.0]);
                add(last);
            }
        }
    }
    made.dedup();
    made
}

/// Closed lines around ground, to their left, moved into it by a radius in steps: they go once more round
/// what is left of it than round what is too near to them.
pub(crate) fn shrunk(mut outlines: Vec<Vec<MeshPoint>>, radius: f64) -> Vec<Vec<MeshPoint>> {
    for outline in &mut outlines {
        // With what is not ground to the left, that grows.
        outline.reverse();
        *outline = grown(outline, radius);
        outline.reverse();
    }
    outlines
}

/// Tells the corners of the tangents to the unit disc from one normal counter-clockwise to another.
fn round(first: [f64; 2], last: [f64; 2], add: &mut impl FnMut([f64; 2])) {
    let dot = first[0] * last[0] + first[1] * last[1];
    let sum = [first[0] + last[0], first[1] + last[1]];
    if dot >= COSINE_LEAST {
        add(sum.map(|part| part / (1.0 + dot)));
        return;
    }
    let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    // Halfway round there is no sum to speak of.
    let middle =
        if dot < -0.999_999 { [-first[1], first[0]] } else { sum.map(|part| part / length) };
    round(first, middle, add);
    round(middle, last, add);
}

/// What points away from a side to its right, one long.
fn outwards(way: Vector) -> [f64; 2] {
    [f64::from(way.y) / way.length(), -f64::from(way.x) / way.length()]
}

/// The point of the grid nearest to one so far away.
#[allow(clippy::cast_possible_truncation, reason = "a radius is at most as long as a chart")]
fn moved(point: MeshPoint, [x, y]: [f64; 2]) -> MeshPoint {
    MeshPoint { x: point.x + x.round() as i32, y: point.y + y.round() as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_grows_to_an_octagon_that_leaves_no_less_than_the_radius() {
        let square = [(0, 0), (400, 0), (400, 400), (0, 400)].map(|(x, y)| MeshPoint { x, y });
        let grown = grown(&square, 98.0);
        let expected = [(441, -100), (500, -41), (500, 441), (441, 500)];
        let half: Vec<(i32, i32)> = grown[2..6].iter().map(|at| (at.x, at.y)).collect();
        assert_eq!((grown.len(), &half[..]), (8, &expected[..]));
    }

    #[test]
    fn in_a_corner_that_points_inwards_the_line_goes_back_to_it() {
        let corners = [(0, 0), (400, 0), (200, 100), (400, 400), (0, 400)];
        let points = corners.map(|(x, y)| MeshPoint { x, y });
        assert!(grown(&points, 50.0).contains(&points[2]));
    }
}
