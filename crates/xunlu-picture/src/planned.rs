//! Plans of scenes: ground with its regions tinted, what stands on it, links, routes and names.

use crate::colour::{Paint, Palette, Rgb};
use crate::fit::Fit;
use crate::names::{Labels, Leap, bent_by, pins_at};
use crate::position::{PIXEL, Position, pixels};
use crate::scene::{Anchor, Pen, Shape};
use crate::view::View;
use xunlu_map::{MeshLink, Point, ScenePlan, Tags};

/// Links and pins are as large as on cells of so many pixels.
const ROOM_PIXELS: u32 = 40;
/// Links are drawn aside by at most so many pixels at their middle, or long ones would leave the picture.
const BEND_PIXELS: u32 = 40;
/// How many links and routes are drawn at most.
const LINES_MAX: usize = 20_000;

/// The points of all lines of a plan.
pub(crate) fn points_of(plan: &ScenePlan) -> impl Iterator<Item = Point> {
    let links = plan.links.iter().flat_map(|own| [own.link.from, own.link.to]);
    let routes = plan.routes.iter().flat_map(|route| route.points.iter().copied());
    let places = plan.places.iter().map(|place| place.at);
    plan.outlines().flatten().copied().chain(links).chain(routes).chain(places)
}

/// What lies below a path.
pub(crate) fn ground(view: &View<'_>, plan: &ScenePlan, fit: &Fit) -> Vec<Shape> {
    let palette = &view.palette;
    let placed = |line: &Vec<Point>| line.iter().map(|&at| fit.place(at)).collect::<Vec<_>>();
    let closed = |line: &Vec<Point>| {
        let round = line.iter().chain(line.first());
        round.map(|&at| fit.place(at)).collect::<Vec<_>>()
    };
    let ground = plan.ground.iter().map(placed).collect();
    let fill = Paint::solid(palette.terrains.ground);
    let mut shapes = vec![Shape::Part("ground"), Shape::Polygons { outlines: ground, fill }];
    shapes.push(Shape::Part("regions"));
    for region in &plan.regions {
        let colour = colour_of(region.tags, palette);
        let fill = Paint::faint(colour, 110);
        shapes.push(Shape::Polygons { outlines: vec![placed(&region.outline)], fill });
        let pen = Pen::new(PIXEL * 3 / 2, colour).dashed(PIXEL * 6);
        shapes.push(Shape::Lines { lines: vec![closed(&region.outline)], pen });
    }
    shapes.push(Shape::Part("obstacles"));
    let obstacles = plan.obstacles.iter().map(|own| placed(&own.outline)).collect();
    let fill = Paint::solid(palette.terrains.wall);
    shapes.push(Shape::Polygons { outlines: obstacles, fill });
    let thin = plan.obstacles.iter().filter(|own| own.outline.len() == 2);
    let lines: Vec<_> = thin.map(|own| placed(&own.outline)).collect();
    if !lines.is_empty() {
        let pen = Pen::new(PIXEL * 5 / 2, palette.terrains.wall);
        shapes.push(Shape::Lines { lines, pen });
    }
    shapes.push(Shape::Part("routes"));
    let routes = plan.routes.iter().take(LINES_MAX);
    let routes = routes.map(|route| match route.is_closed {
        true => closed(&route.points),
        false => placed(&route.points),
    });
    let pen = Pen::new(PIXEL * 2, palette.pin).dashed(PIXEL * 4);
    shapes.push(Shape::Lines { lines: routes.collect(), pen });
    shapes.push(Shape::Part("links"));
    for own in plan.links.iter().take(LINES_MAX) {
        let line = line_of(&own.link, fit);
        let leap = Leap { line, is_two_way: own.link.is_two_way, door: own.door };
        leap.draw(view, pixels(ROOM_PIXELS), &mut shapes);
    }
    shapes
}

/// What everything is called, where there is room for it.
pub(crate) fn names(
    view: &View<'_>,
    plan: &ScenePlan,
    fit: &Fit,
    labels: &mut Labels,
) -> Vec<Shape> {
    let palette = &view.palette;
    let places = plan.places.iter().map(|place| (&*place.name, fit.place(place.at)));
    let mut shapes = vec![Shape::Part("places")];
    shapes.extend(pins_at(view, pixels(ROOM_PIXELS), places.collect(), labels));
    shapes.push(Shape::Part("names"));
    let half = labels.height() / 2;
    let mut write = |name: &str, at: Option<Position>, colour: Rgb| {
        if let Some(at) = at {
            labels.put(&mut shapes, name, at.plus(0, -half), Anchor::Middle, colour);
        }
    };
    for own in &plan.obstacles {
        write(&own.name, within(&own.outline).map(|at| fit.place(at)), palette.ink);
    }
    for region in &plan.regions {
        write(&region.name, within(&region.outline).map(|at| fit.place(at)), palette.region);
    }
    for own in plan.links.iter().take(LINES_MAX) {
        let line = line_of(&own.link, fit);
        write(&own.name, line.get(line.len() / 2).copied(), palette.link);
    }
    for route in plan.routes.iter().take(LINES_MAX) {
        let middle = route.points.get(1).zip(route.points.first());
        let at = middle.map(|(&to, &from)| fit.place(from).towards(fit.place(to), 1, 2));
        write(&route.name, at, palette.pin);
    }
    shapes
}

/// A link's line, a little bent.
fn line_of(link: &MeshLink, fit: &Fit) -> Vec<Position> {
    let [from, to] = [link.from, link.to].map(|end| fit.place(end));
    bent_by(from, to, (from.distance(to) / 5).min(pixels(BEND_PIXELS)))
}

fn colour_of(tags: Tags, palette: &Palette) -> Rgb {
    let tag = tags.numbers().next();
    tag.map_or(palette.region, |tag| palette.tags[tag as usize % Palette::TAG_COLOURS])
}

/// A point that an outline goes round: the middle of the widest stretch half way down. Returns `None` if it
/// goes round nothing.
fn within(outline: &[Point]) -> Option<Point> {
    let ys = || outline.iter().map(|at| at.y).filter(|y| y.is_finite());
    let (least, most) = (ys().reduce(f64::min)?, ys().reduce(f64::max)?);
    let y = least / 2.0 + most / 2.0;
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let mut crossings: Vec<f64> = sides
        .filter(|(from, to)| (from.y <= y) != (to.y <= y))
        .map(|(from, to)| from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
        .collect();
    crossings.sort_by(f64::total_cmp);
    let stretches = crossings.chunks_exact(2);
    let widest = stretches.max_by(|one, other| (one[1] - one[0]).total_cmp(&(other[1] - other[0])));
    widest.map(|ends| Point::new(ends[0] / 2.0 + ends[1] / 2.0, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_bent_region_stands_in_it() {
        let bent = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (6.0, 9.0), (6.0, 3.0), (0.0, 3.0)];
        let outline: Vec<Point> = bent.into_iter().map(Point::from).collect();
        assert_eq!(within(&outline), Some(Point::new(7.5, 4.5)));
        assert_eq!(within(&[]), None);
        assert_eq!(within(&[Point::new(1.0, 1.0); 3]), None);
    }
}
