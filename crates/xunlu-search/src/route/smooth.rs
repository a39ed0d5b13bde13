//! Rounding the corners of a path, without leaving free space.

use super::course::Course;
use super::footing::{Fine, most_expensive_along};
use super::pull::on_one_layer;
use super::{Route, RouteError, cell_point};
use crate::view::{GridView, LayersView};
use xunlu_map::{Cell, LayerCell, Point, Weight};

/// How far from a corner the curve begins, in cells. Legs twice as long are straight in between.
const ROUNDED_CELLS: f64 = 2.0;
/// How many straight pieces of a curve there are to a cell; each curve has one at the least.
const PIECES_A_CELL: f64 = 4.0;

/// The path with its corners rounded: a centripetal Catmull-Rom curve (Catmull and Rom 1974; evaluated
/// as Barry and Goldman 1988 do; without loops and cusps within a piece by Yuksel, Schaefer and
/// Keyser 2011) through every place of `course`, which is best [pulled](super::pull_string) before.
///
/// The curve is handed out as points, at most a quarter of a cell and a little apart on it, each of
/// them a whole number of 64ths of a cell. Every piece between two of them is checked exactly, in
/// integers: the mover's whole footprint glides along it over open ground only, over no cell
/// with limited exits and over no ground more expensive than on the straight leg. Where it would
/// not, that leg is straight at the one end, the other or both. A leg that one could not even
/// walk so in a straight line, such as a diagonal past a corner for a mover that cuts them, stays
/// as it is.
///
/// Longer than the course, by a little; gaps stay, and lines straight up to them.
///
/// # Errors
/// When the course has no places.
pub fn smooth(view: &GridView<'_>, course: &Course<Cell>) -> Result<Route, RouteError> {
    let stretches = course.stretches().map(|stretch| rounded(view, stretch));
    Route::through(&Course::joined(stretches), |point| point)
}

/// [`smooth`] on each layer by itself.
///
/// # Errors
/// When the course has no places.
pub fn smooth_on_layers(
    view: &LayersView<'_>,
    course: &Course<LayerCell>,
) -> Result<Route, RouteError> {
    let stretches = course.stretches().map(|stretch| match on_one_layer(view, stretch) {
        Some((view, _, cells)) => rounded(&view, &cells),
        None => stretch.iter().map(|layer_cell| cell_point(layer_cell.cell)).collect(),
    });
    let layers = course.stretches().filter_map(|stretch| Some(stretch.first()?.layer)).collect();
    Ok(Route::through(&Course::joined(stretches), |point| point)?.on_layers(layers))
}

/// The points of a stretch with its corners rounded.
fn rounded(view: &GridView<'_>, stretch: &[Cell]) -> Vec<Point> {
    let mut corners = stretch.to_vec();
    corners.dedup();
    let mut points: Vec<Point> =
        corners.first().map(|&cell| cell_point(cell)).into_iter().collect();
    for leg in 1..corners.len() {
        let (from, to) = (Fine::of_cell(corners[leg - 1]), Fine::of_cell(corners[leg]));
        let before = leg.checked_sub(2).map(|number| corners[number]);
        let curved = most_expensive_along(view, from, to).and_then(|most_expensive| {
            let curves = Curves::new(before, corners[leg - 1], corners[leg], corners.get(leg + 1));
            curves.first_free(view, most_expensive)
        });
        let line = curved.unwrap_or_else(|| vec![from, to]);
        points.extend(line.into_iter().skip(1).map(Fine::point));
    }
    points
}

/// The ways to walk one leg: its ends, where a curve near each of them ends and begins, and what
/// comes before and after. On a short leg the one curve leads from end to end.
struct Curves {
    before: Option<Point>,
    from: Point,
    to: Point,
    after: Option<Point>,
    // Where the curve from the first corner ends and the one to the last begins, on a long leg.
    knots: Option<[Point; 2]>,
}

impl Curves {
    fn new(before: Option<Cell>, from: Cell, to: Cell, after: Option<&Cell>) -> Curves {
        let [from, to] = [from, to].map(cell_point);
        let is_long = from.distance(to) > 2.0 * ROUNDED_CELLS;
        let knots = is_long.then(|| [off(from, to), off(to, from)]);
        // What matters of the neighbours is the point near the corner.
        let before = before.map(|cell| off(from, cell_point(cell)));
        let after = after.map(|&cell| off(to, cell_point(cell)));
        Curves { before, from, to, after, knots }
    }

    /// The roundest line that the mover can glide along over ground no more expensive than this.
    fn first_free(&self, view: &GridView<'_>, most_expensive: Weight) -> Option<Vec<Fine>> {
        let (has_before, has_after) = (self.before.is_some(), self.after.is_some());
        let mut choices = vec![(has_before, has_after)];
        if self.knots.is_some() && has_before && has_after {
            choices.extend([(true, false), (false, true)]);
        }
        choices.retain(|&(at_start, at_end)| at_start || at_end);
        choices.into_iter().map(|(at_start, at_end)| self.line(at_start, at_end)).find(|line| {
            line.windows(2).all(|piece| {
                let ground = most_expensive_along(view, piece[0], piece[1]);
                ground.is_some_and(|ground| ground <= most_expensive)
            })
        })
    }

    /// The line with these of its ends rounded.
    fn line(&self, at_start: bool, at_end: bool) -> Vec<Fine> {
        let Curves { before, from, to, after, knots } = *self;
        let before = before.unwrap_or_else(|| beyond(to, from));
        let after = after.unwrap_or_else(|| beyond(from, to));
        let mut line = vec![Fine::nearest(from)];
        match knots {
            None => line.extend(curve([before, from, to, after])),
            Some([first, last]) => {
                if at_start {
                    line.extend(curve([before, from, first, last]));
                }
                if at_end {
                    line.push(Fine::nearest(last));
                    line.extend(curve([first, last, to, after]));
                } else {
                    line.push(Fine::nearest(to));
                }
            }
        }
        line.dedup();
        line
    }
}

/// The point of the line from `a` to `b` where rounding begins, or `b` when that is nearer.
fn off(a: Point, b: Point) -> Point {
    let length = a.distance(b);
    if length <= 2.0 * ROUNDED_CELLS {
        return b;
    }
    // On the lattice, so that the curves on both sides of it meet there.
    Fine::nearest(between(a, b, ROUNDED_CELLS / length)).point()
}

/// As far beyond `b` as `a` lies before it.
fn beyond(a: Point, b: Point) -> Point {
    Point::new(2.0 * b.x - a.x, 2.0 * b.y - a.y)
}

/// The point that lies this part of the way from `a` to `b`.
fn between(a: Point, b: Point, along: f64) -> Point {
    let weigh = |a: f64, b: f64| a * (1.0 - along) + b * along;
    Point::new(weigh(a.x, b.x), weigh(a.y, b.y))
}

/// The curve from the second to the third of four points, no two in a row equal: lattice points on it,
/// without the first.
fn curve(points: [Point; 4]) -> Vec<Fine> {
    let [a, b, c, d] = points;
    // Centripetal: the time between two points is the square root of their distance.
    let start = a.distance(b).sqrt();
    let end = start + b.distance(c).sqrt();
    let last = end + c.distance(d).sqrt();
    let at = |time: f64| {
        let part = |from: f64, to: f64| (time - from) / (to - from);
        let ab = between(a, b, part(0.0, start));
        let bc = between(b, c, part(start, end));
        let cd = between(c, d, part(end, last));
        let abc = between(ab, bc, part(0.0, end));
        let bcd = between(bc, cd, part(start, last));
        between(abc, bcd, part(start, end))
    };
    // No curve is between places more than twice the rounding apart: this is a small number.
    let most = 2.0 * ROUNDED_CELLS * PIECES_A_CELL;
    let pieces = (b.distance(c) * PIECES_A_CELL).ceil().clamp(1.0, most);
    let inner = (1_u32..).map(f64::from).take_while(|&number| number < pieces);
    let inner = inner.map(|number| Fine::nearest(at(start + (end - start) * (number / pieces))));
    inner.chain([Fine::nearest(c)]).collect()
}
