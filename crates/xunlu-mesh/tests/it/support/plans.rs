//! Plans of scenes by chance, with a bit of everything.

use xunlu_map::{
    Door, GroundCost, MeshLink, NamedPoint, PatrolRoute, PlannedLink, PlannedObstacle,
    PlannedRegion, Point, ScenePlan, TagCost, Tags,
};
use xunlu_testkit::Random;

/// A square with a bit of everything.
pub(crate) fn any_plan(random: &mut Random) -> ScenePlan {
    let outline = |random: &mut Random| {
        let at = point(random, 16);
        let [width, height] = [0; 2].map(|_| f64::from(random.from_to(1, 8)));
        rectangle(at, width, height)
    };
    let name = |random: &mut Random| ["", "a", "the mill", "\u{6c34}"][index(random, 4)].to_owned();
    let obstacles = (0..random.below(4))
        .map(|_| PlannedObstacle { name: name(random), outline: outline(random) })
        .collect();
    let regions = (0..random.from_to(1, 4)).map(|number| PlannedRegion {
        name: name(random),
        tags: Tags(1 << (number % 3)),
        outline: outline(random),
    });
    let regions = regions.collect();
    let links = (0..random.below(3)).map(|_| {
        let [from, to] = [0; 2].map(|_| point(random, 20));
        let door = if random.chance(50) { Door::Open } else { Door::Shut };
        let length = from.distance(to) * f64::from(random.below(3)) / 2.0;
        PlannedLink { name: name(random), link: MeshLink::two_way(from, to).counting(length), door }
    });
    let links = links.collect();
    let cost = |random: &mut Random| match random.below(3) {
        0 => GroundCost::Closed,
        _ => GroundCost::Times([0.5, 2.0, 4.0][index(random, 3)]),
    };
    let costs = (0..random.from_to(1, 3))
        .map(|number| TagCost { tag: Tags(1 << number), cost: cost(random) })
        .collect();
    let routes = (0..random.below(3)).map(|_| PatrolRoute {
        name: name(random),
        points: (0..random.below(4)).map(|_| point(random, 20)).collect(),
        is_closed: random.chance(50),
    });
    let routes = routes.collect();
    let places =
        (0..random.below(3)).map(|_| NamedPoint { name: name(random), at: point(random, 20) });
    let places = places.collect();
    let ground = vec![rectangle(Point::new(0.0, 0.0), 20.0, 20.0)];
    ScenePlan { ground, obstacles, regions, costs, links, routes, places }
}

pub(crate) fn rectangle(Point { x, y }: Point, width: f64, height: f64) -> Vec<Point> {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
}

pub(crate) fn point(random: &mut Random, below: u32) -> Point {
    let [x, y] = [0; 2].map(|_| f64::from(random.below(below * 8)) / 8.0);
    Point::new(x, y)
}

pub(crate) fn index(random: &mut Random, length: usize) -> usize {
    random.below(u32::try_from(length).expect("lists are short")) as usize
}
