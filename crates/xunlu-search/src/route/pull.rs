//! Pulling a path tight like a string.

use super::cell_point;
use super::course::{Course, are_one_way};
use super::footing::{Fine, most_expensive_along, most_expensive_under};
use crate::view::{GridView, LayersView};
use xunlu_map::{Cell, Corners, LayerCell, Offset, Rect, Size, Weight, can_walk_straight};

/// The most knots that one straight leg may pass over, and so what a knot costs at the most: this
/// many lines of walk.
///
/// Knots are the places of a path where a taut string might bend: where the path turns, where the
/// mover touches the corner of something closed, and on both sides of a change of price.
pub const LOOK_AHEAD: usize = 64;

/// The path pulled tight: of all the paths with straight legs from knot to knot of it the shortest,
/// found by dynamic programming, where no leg passes over more than [`LOOK_AHEAD`] knots. Gaps stay
/// as they are, and so do both their ends. Never longer than the course; the same on every machine.
///
/// A leg is either a straight piece of the path itself or one that all of this holds for:
///
/// * The mover with its whole footprint can walk it without touching anything closed, as
///   [`can_walk_straight`] with [`Corners::NoCutting`] says, whatever its own corner rule.
/// * Its body comes over no cell with limited [exits](xunlu_map::Exits), and round no joined edge.
/// * It crosses no ground more expensive than the most expensive under the mover on the stretch
///   that it replaces, and would cost no more than that even if all of it were as expensive as the
///   most expensive ground on it.
///   (What a stretch costs is the length of its steps, each as expensive as the more expensive of
///   its ends.)
///
/// A mover that leaps is pulled as one that walks, save where only a leap leads on.
///
/// `course` has all the places of a path, as [`Course::of_cells`] gives them.
#[must_use]
pub fn pull_string(view: &GridView<'_>, course: &Course<Cell>) -> Course<Cell> {
    Course::joined(course.stretches().map(|stretch| pulled(view, stretch)))
}

/// [`pull_string`] on each layer by itself.
#[must_use]
pub fn pull_string_on_layers(
    view: &LayersView<'_>,
    course: &Course<LayerCell>,
) -> Course<LayerCell> {
    Course::joined(course.stretches().map(|stretch| {
        let Some((view, layer, cells)) = on_one_layer(view, stretch) else {
            return stretch.to_vec();
        };
        pulled(&view, &cells).into_iter().map(|cell| LayerCell::new(layer, cell)).collect()
    }))
}

/// A stretch as cells of its layer. Returns `None` if it has several or lies on none.
pub(super) fn on_one_layer<'a>(
    view: &LayersView<'a>,
    stretch: &[LayerCell],
) -> Option<(GridView<'a>, u32, Vec<Cell>)> {
    let layer = stretch.first()?.layer;
    let is_one = stretch.iter().all(|layer_cell| layer_cell.layer == layer);
    let cells = || stretch.iter().map(|layer_cell| layer_cell.cell).collect();
    view.layer(layer).filter(|_| is_one).map(|view| (view, layer, cells()))
}

/// A place where a string might bend.
struct Knot {
    place: Cell,
    // How long the path is up to here, and what it costs by length and ground.
    walked: f64,
    // The most expensive ground between the knot before and this one, both included.
    most_expensive: Weight,
    // The shortest that the path to here can be pulled, and the knot that its last leg comes from.
    length: f64,
    from: usize,
}

fn pulled(view: &GridView<'_>, stretch: &[Cell]) -> Vec<Cell> {
    let mut knots = knots(view, stretch);
    for to in 1..knots.len() {
        let mut most_expensive = Weight::FREE;
        // Nearest first, and on to another only if it is shorter: a leg of the path itself wins ties.
        for from in (to.saturating_sub(LOOK_AHEAD)..to).rev() {
            most_expensive = most_expensive.max(knots[from + 1].most_expensive);
            let (a, b) = (&knots[from], &knots[to]);
            let length = a.length + cell_point(a.place).distance(cell_point(b.place));
            let is_own = from + 1 == to;
            if is_own || (length < b.length && may_replace(view, a, b, most_expensive)) {
                (knots[to].length, knots[to].from) = (length, from);
            }
        }
    }
    bends(&knots)
}

/// The places at which the shortest string bends.
fn bends(knots: &[Knot]) -> Vec<Cell> {
    let mut at = knots.len().saturating_sub(1);
    // From the end: each knot, and whether the leg to it is one of the path itself.
    let mut bends: Vec<(Cell, bool)> = Vec::new();
    while at > 0 {
        let Knot { place, from, .. } = knots[at];
        bends.push((place, from + 1 == at));
        at = from;
    }
    bends.extend(knots.first().map(|knot| (knot.place, true)));
    bends.reverse();
    let mut kept: Vec<Cell> = Vec::new();
    for (number, &(place, is_own)) in bends.iter().enumerate() {
        // Legs of one kind that happen to follow each other on one line are one leg of that kind.
        let goes_on =
            kept.last().zip(bends.get(number + 1)).is_some_and(|(&last, &(next, own))| {
                own == is_own && are_one_way(place - last, next - place)
            });
        if !goes_on {
            kept.push(place);
        }
    }
    kept
}

/// Whether a straight leg may stand for the path between two knots, the most expensive ground on which is
/// given.
fn may_replace(view: &GridView<'_>, from: &Knot, to: &Knot, most_expensive: Weight) -> bool {
    let footprint = view.mover().footprint();
    if !can_walk_straight(view.open(), from.place, to.place, footprint.size(), Corners::NoCutting) {
        return false;
    }
    let length = cell_point(from.place).distance(cell_point(to.place));
    most_expensive_along(view, Fine::of_cell(from.place), Fine::of_cell(to.place)).is_some_and(
        |ground| ground <= most_expensive && length * price(ground) <= to.walked - from.walked,
    )
}

fn price(weight: Weight) -> f64 {
    f64::from(weight.as_percent())
}

/// The knots of a stretch, its ends among them, and for each of them that the leg comes from the one
/// before.
fn knots(view: &GridView<'_>, stretch: &[Cell]) -> Vec<Knot> {
    // Ground of which only half is on this side of a joined edge is never pulled over: free will do.
    let ground = |place: Cell| most_expensive_under(view, place).unwrap_or(Weight::FREE);
    let mut knots: Vec<Knot> = Vec::new();
    let (mut walked, mut most_expensive, mut last_ground) = (0.0, Weight::FREE, None);
    for (number, &place) in stretch.iter().enumerate() {
        let before = number.checked_sub(1).map(|number| stretch[number]);
        let next = stretch.get(number + 1).copied();
        let here = ground(place);
        if let (Some(before), Some(was)) = (before, last_ground) {
            let price_between = price(here.max(was));
            walked += cell_point(before).distance(cell_point(place)) * price_between;
        }
        most_expensive = most_expensive.max(here);
        let goes_on = before.zip(next).is_some_and(|(before, next)| {
            next - place == place - before && last_ground == Some(here) && ground(next) == here
        });
        if !goes_on || touches_corner(view, place) {
            let from = knots.len().saturating_sub(1);
            let length = if knots.is_empty() { 0.0 } else { f64::INFINITY };
            knots.push(Knot { place, walked, most_expensive, length, from });
            most_expensive = here;
        }
        last_ground = Some(here);
    }
    knots
}

/// Whether something closed touches the mover's body at one of its corners and not along the sides
/// there: what a taut string bends round.
fn touches_corner(view: &GridView<'_>, place: Cell) -> bool {
    let Size { width, height } = view.mover().footprint().size();
    let Some(last) = Rect::new(place, Size::new(width, height)).max() else { return false };
    let is_open = |x: i32, y: i32| view.open().is_open(Cell::new(x, y));
    [(place.x, -1), (last.x, 1)].into_iter().any(|(x, right)| {
        [(place.y, -1), (last.y, 1)].into_iter().any(|(y, down)| {
            let beside = Cell::new(x, y) + Offset::new(right, 0);
            let below = Cell::new(x, y) + Offset::new(0, down);
            !is_open(beside.x, below.y) && is_open(beside.x, y) && is_open(x, below.y)
        })
    })
}
