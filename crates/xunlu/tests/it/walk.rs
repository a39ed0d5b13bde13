//! Walks by time on random maps, held to a walker that moves in small steps and looks at the ground under it.

use xunlu::map::Point;
use xunlu::search::hex_point;
use xunlu::{
    Drawn, LayerCell, Map, MoverId, Pace, Path, Place, Query, Rect, Route, Walk, Weight, Workspace,
    World,
};
use xunlu_testkit::{Random, Referee, any_place, any_trial};

const STEPS_A_CELL: f64 = 256.0;
const LINK_SECONDS: f64 = 0.75;
const CELLS_A_SECOND: f64 = 3.0;

/// What is known of the ground along a path.
struct Ground<'a> {
    world: &'a World,
    path: &'a Path<Place>,
    last: Weight,
}

impl Ground<'_> {
    /// The weight of the ground under the mover's centre, or what it was before where nobody could stand.
    fn under(&mut self, layer: u32, point: Point) -> Weight {
        let mover = self.world.mover(MoverId::FIRST).unwrap();
        let is_border = |at: f64| (at - at.floor() - 0.5).abs() < 1e-6;
        if is_border(point.x) && is_border(point.y) {
            // In a corner of cells floats may say any of the four.
            return self.last;
        }
        #[expect(clippy::cast_possible_truncation, reason = "points lie on small maps")]
        let cell = xunlu::Cell::new(point.x.round() as i32, point.y.round() as i32);
        let weight = match self.world.map() {
            Map::Hex(grid) => {
                let orientation = grid.arrangement().orientation();
                let apart = |place: &&Place| match place {
                    Place::Hex(hex) => hex_point(*hex, orientation).distance(point),
                    _ => panic!("a path of hexes"),
                };
                let nearest = self.path.places.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)));
                match nearest {
                    Some(Place::Hex(hex)) => mover.weight(grid.terrain(*hex).unwrap()),
                    _ => panic!("a path of hexes"),
                }
            }
            Map::Waypoints(_) => Some(Weight::ONE),
            map => {
                let place = match map {
                    Map::Layers(_) => Place::LayerCell(LayerCell::new(layer, cell)),
                    _ => Place::Cell(cell),
                };
                let grid = map.grids()[layer as usize].clone();
                let under = Rect::new(cell, mover.footprint().size());
                let is_inside = under.intersection(grid.bounds()) == under;
                let stands = is_inside && self.world.can_stand(MoverId::FIRST, place);
                let weights =
                    || under.cells().map(|cell| mover.weight(grid.terrain(cell).unwrap()));
                stands.then(|| weights().map(Option::unwrap).max().unwrap())
            }
        };
        self.last = weight.unwrap_or(self.last);
        self.last
    }
}

/// How long each gap of a path takes: a link so many seconds, a step round a joined edge what it costs.
fn gap_seconds(world: &World, path: &Path<Place>) -> Vec<f64> {
    let mover = world.mover(MoverId::FIRST).unwrap();
    let cells = world.route(path, MoverId::FIRST, Drawn::Cells).unwrap();
    let mut without = World::with_mover(world.map().clone(), mover.clone()).unwrap();
    let links: Vec<_> = world.map().links().map(|(id, _)| id).collect();
    if !matches!(world.map(), Map::Waypoints(_)) {
        for id in links {
            without.remove_link(id).unwrap();
        }
    }
    let [with, without] = [world.map(), without.map()].map(|map| Referee::new(map, mover));
    let gaps = (0..path.places.len() - 1).filter(|&leg| cells.is_gap(leg));
    let seconds = |leg: usize| {
        let (from, to) = (path.places[leg], path.places[leg + 1]);
        let cost = |referee: &Referee<'_>| {
            let ways = referee.steps_from(from).iter().filter(|step| step.to == to);
            ways.map(|step| step.cost).min()
        };
        match cost(&without) {
            Some(cost_on_foot) if Some(cost_on_foot) == cost(&with) => {
                cost_on_foot as f64 / f64::from(mover.costs().straight.0) / CELLS_A_SECOND
            }
            _ => LINK_SECONDS,
        }
    };
    gaps.map(seconds).collect()
}

/// Walks in small steps; holds the walk to where that comes. How far it came in all.
fn check_walk(walk: &Walk, mut ground: Ground<'_>, gap_seconds: &[f64]) -> f64 {
    let route: &Route = walk.route();
    let points = route.points();
    let at = |seconds: f64| walk.at(seconds).unwrap();
    assert_eq!(at(0.0), route.at(0.0).unwrap());
    let (first, last) = (points[0], points[points.len() - 1]);
    assert_eq!((at(0.0).point, at(walk.duration()).point), (first, last));
    assert_eq!(at(walk.duration() + 1.0), at(walk.duration()));
    let (mut seconds, mut allowed, mut gaps, mut before) = (0.0_f64, 1e-6_f64, 0, Weight::ONE);
    for leg in 0..points.len() - 1 {
        if route.is_gap(leg) {
            let long = gap_seconds[gaps];
            gaps += 1;
            // Longer than the error so far: one waits on the near side.
            if long > 2.0 * allowed {
                let waiting = at(seconds + long / 2.0);
                assert_eq!(
                    (waiting.point, waiting.travelled),
                    (points[leg], route.travelled()[leg])
                );
            }
            seconds += long;
            continue;
        }
        let (from, to) = (points[leg], points[leg + 1]);
        let length = from.distance(to);
        let layer = route.at((route.travelled()[leg] + route.travelled()[leg + 1]) / 2.0);
        let layer = layer.unwrap().layer;
        let count = (length * STEPS_A_CELL).ceil();
        let mut number = 0.5;
        while number < count {
            let share = number / count;
            let between = |a: f64, b: f64| a + (b - a) * share;
            let point = Point::new(between(from.x, to.x), between(from.y, to.y));
            let weight = ground.under(layer, point);
            let slowness = f64::from(weight.as_percent()) / 100.0;
            // A border that lies somewhere within the small step.
            if weight != before {
                let more = f64::from(weight.as_percent().abs_diff(before.as_percent())) / 100.0;
                allowed += more / STEPS_A_CELL / CELLS_A_SECOND;
                before = weight;
            }
            seconds += length / count * slowness / CELLS_A_SECOND;
            number += 1.0;
            // Nobody comes a distance earlier or later than the walker, but for what is allowed.
            if (number - 0.5) % 32.0 == 0.0 {
                let travelled = route.travelled()[leg] + length * (number - 0.5) / count;
                assert!(at((seconds - allowed).max(0.0)).travelled <= travelled + 1e-6);
                assert!(at(seconds + allowed).travelled >= travelled - 1e-6);
            }
        }
    }
    let off = (seconds - walk.duration()).abs();
    assert!(off <= allowed, "{seconds} seconds in small steps, {} told", walk.duration());
    route.length()
}

#[test]
fn a_walk_is_where_a_walker_in_small_steps_comes() {
    let (mut walks, mut cells, mut gaps) = (0, 0.0, 0);
    for seed in 0..700 {
        let trial = any_trial(seed);
        let mut random = Random::new(seed ^ 0x3a1c);
        let world = World::with_mover(trial.map, trial.mover).unwrap();
        let (from, to) = (any_place(world.map(), &mut random), any_place(world.map(), &mut random));
        let answer = world.find(&Query::between(from, to), &mut Workspace::new()).unwrap();
        let Some(path) = answer.path() else { continue };
        let gap_seconds = gap_seconds(&world, path);
        let pace = Pace::new(CELLS_A_SECOND).links(LINK_SECONDS);
        for drawn in [Drawn::Cells, Drawn::Turns, Drawn::Pulled, Drawn::Smooth] {
            let walk = world.walk(path, MoverId::FIRST, drawn, pace).unwrap();
            let ground = Ground { world: &world, path, last: Weight::ONE };
            cells += check_walk(&walk, ground, &gap_seconds);
            walks += 1;
        }
        gaps += gap_seconds.len();
    }
    println!("{walks} walks of {cells} cells, {gaps} gaps");
    assert!(
        walks > 800 && cells > 3_000.0 && gaps > 20,
        "{walks} walks, {cells} cells, {gaps} gaps"
    );
}

#[test]
fn what_is_no_pace_or_time_is_refused() {
    let world = World::new("...".parse::<xunlu::Grid>().unwrap()).unwrap();
    let path = Path { places: vec![Place::cell(0, 0), Place::cell(1, 0)], cost: xunlu::Cost(0) };
    let walk = |pace| world.walk(&path, MoverId::FIRST, Drawn::Cells, pace);
    for pace in [Pace::new(0.0), Pace::new(f64::NAN), Pace::new(1.0).links(-1.0), Pace::new(1e-320)]
    {
        assert!(walk(pace).is_err(), "{pace:?}");
    }
    let walk = walk(Pace::new(1.0)).unwrap();
    assert!(walk.at(-0.1).is_err() && walk.at(f64::INFINITY).is_err());
    assert_eq!((walk.duration(), walk.at(0.25).unwrap().point), (1.0, Point::new(0.25, 0.0)));
}
