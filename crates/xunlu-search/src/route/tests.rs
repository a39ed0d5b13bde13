//! Routes on drawn and on made maps.

use super::*;
use crate::answer::Path;
use crate::graph::Graph;
use crate::heuristic::NoHeuristic;
use crate::observer::NoObserver;
use crate::search::search;
use crate::space::SearchSpace;
use crate::task::Task;
use crate::view::{GridView, Headings, LinkTable, Linked, Places};
use xunlu_map::{Corners, Exits, Grid, Mover, MoverBuilder, Passability, Size, StepRule, Weight};
use xunlu_testkit::{Random, any_grid, any_mover_for_grid, cells_swept, parse_grid_picture};

/// The cheapest path by name. Returns `None` if there is none.
fn path_on<G: Headings>(graph: &G, from: G::Place, to: G::Place) -> Option<Path<G::Place>> {
    let task = Task::new(graph.node_at(from)?, graph.node_at(to)?);
    let answer = search(graph, &NoHeuristic, &mut NoObserver, &task, &mut SearchSpace::new());
    let path = answer.path()?;
    let places = path.places.iter().map(|&node| graph.place_of(node)).collect();
    Some(Path { places, cost: path.cost })
}

/// All the places of the cheapest path on a grid with its links.
fn course_on(view: &GridView<'_>, from: Cell, to: Cell) -> Option<Course<Cell>> {
    let links = LinkTable::of(view.grid().links(), view.mover(), |cell| view.node_at(cell));
    let linked = Linked { graph: *view, links: &links };
    Some(Course::of_cells(&linked, view.mover(), &path_on(&linked, from, to)?))
}

/// The places of a course, with a bar at each gap.
fn written<P: Copy>(course: &Course<P>, write: impl Fn(P) -> String) -> String {
    let stretch = |stretch: &[P]| stretch.iter().map(|&p| write(p)).collect::<Vec<_>>().join(" ");
    course.stretches().map(stretch).collect::<Vec<_>>().join(" | ")
}

/// A grid, somebody on it, and the course from `S` to `G`: its turns, and it pulled tight.
fn check(picture: &str, mover: MoverBuilder, turns: &str, pulled: &str) {
    let picture = parse_grid_picture(picture).unwrap();
    check_on(&picture.grid, mover, [picture.start, picture.goal], turns, pulled);
}

fn check_on(grid: &Grid, mover: MoverBuilder, ends: [Cell; 2], turns: &str, pulled: &str) {
    let mover = mover.build().unwrap();
    let open = Passability::new(grid.ground(), &mover);
    let view = GridView::new(grid, &mover, &open);
    let course = course_on(&view, ends[0], ends[1]).unwrap();
    let write = |course: &Course<Cell>| written(course, |cell| cell.to_string());
    assert_eq!(write(&course.turning_points()), turns);
    assert_eq!(write(&pull_string(&view, &course)), pulled);
}

fn careful() -> MoverBuilder {
    Mover::eight(Corners::NoCutting)
}

#[test]
fn over_open_ground_the_string_is_one_line() {
    check("S......\n.......\n......G", careful(), "0,0 4,0 6,2", "0,0 6,2");
    check("S......\n.......\n......G", Mover::four(), "0,0 6,0 6,2", "0,0 6,2");
}

#[test]
fn the_string_bends_round_corners() {
    check("S....\n.....\n..###\n.....\n....G", careful(), "0,0 0,2 1,3 3,3 4,4", "0,0 1,3 4,4");
    check("S...\n.##.\n.##.\n...G", careful(), "0,0 3,0 3,3", "0,0 3,0 3,3");
}

#[test]
fn a_large_mover_keeps_its_whole_body_off_the_walls() {
    let large = careful().footprint(Size::new(2, 2));
    check(
        "S......\n.......\n...#...\n.......\n.......\n.....G.\n.......",
        large,
        "0,0 0,2 1,3 3,3 5,5",
        "0,0 1,3 5,5",
    );
}

#[test]
fn a_cut_corner_stays_as_it_was_cut() {
    check("S.#\n...\n#.G", Mover::eight(Corners::OneFree), "0,0 2,2", "0,0 2,2");
    check("S#..\n#...\n...G", Mover::eight(Corners::Always), "0,0 1,1 2,1 3,2", "0,0 1,1 3,2");
}

#[test]
fn a_string_is_not_pulled_through_the_mud() {
    // Round the mud; and over its one cell in the way, but no farther through it than the path goes.
    check("S.....G\n.55555.\n.......", careful(), "0,0 6,0", "0,0 6,0");
    check("S......\n.55555.\n.55555.\n......G", careful(), "0,0 5,0 6,1 6,3", "0,0 5,0 6,1 6,3");
    check(
        "S.5....\n..5555.\n..5555.\n..5...G",
        careful(),
        "0,0 0,1 1,2 2,2 3,3 6,3",
        "0,0 1,2 3,3 6,3",
    );
}

#[test]
fn nobody_is_pulled_over_a_one_way_street() {
    check("S....\n.....\n..>..\n.....\n....G", careful(), "0,0 1,0 3,2 3,3 4,4", "0,0 1,0 3,2 4,4");
    check("S....\n..>..\n....G", careful(), "0,0 2,0 4,2", "0,0 2,0 4,2");
}

#[test]
fn links_and_joined_edges_are_gaps() {
    let grid: Grid = "@link 2,1 -> 0,3 weight 50\n...#\n...#\n####\n....\n....".parse().unwrap();
    let ends = [Cell::new(0, 0), Cell::new(3, 4)];
    check_on(&grid, careful(), ends, "0,0 1,0 2,1 | 0,3 2,3 3,4", "0,0 2,1 | 0,3 3,4");
    let round: Grid = "@wrap x\n........\n........".parse().unwrap();
    let ends = [Cell::new(1, 0), Cell::new(6, 1)];
    check_on(&round, Mover::four(), ends, "1,0 0,0 | 7,0 6,0 6,1", "1,0 0,0 | 7,0 6,1");
}

/// A made grid with a mover on it, and courses between random places.
fn try_made(seeds: std::ops::Range<u64>, judge: impl Fn(&GridView<'_>, &Course<Cell>, u64)) -> u32 {
    let mut count = 0;
    for seed in seeds {
        let (grid, mover) = (any_grid(seed), any_mover_for_grid(seed ^ 0x5eed));
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let cells: Vec<Cell> = grid.bounds().cells().filter(|&cell| view.can_stand(cell)).collect();
        let mut random = Random::new(seed);
        for _ in 0..if cells.is_empty() { 0 } else { 4 } {
            let (from, to) = (*random.pick(&cells), *random.pick(&cells));
            if let Some(course) = course_on(&view, from, to) {
                count += u32::from(course.places().len() > 4);
                judge(&view, &course, seed);
            }
        }
    }
    count
}

/// What the ground costs the mover there. Returns `None` if it is closed or may not be left at will. Read
/// off the map without the engine's bits.
fn read(view: &GridView<'_>, cell: Cell) -> Option<Weight> {
    let ground = view.grid().ground();
    let tags = ground.tags().and_then(|tags| tags.get(cell));
    let is_allowed = tags.is_none_or(|tags| tags.are_within(view.mover().tags()));
    let exits = ground.exits().and_then(|exits| exits.get(cell));
    let is_free = is_allowed && exits.is_none_or(|exits| exits == Exits::ALL);
    ground.terrain().get(cell).filter(|_| is_free).and_then(|terrain| view.mover().weight(terrain))
}

/// The most expensive ground on a straight leg. Returns `None` if the body would overlap something forbidden.
fn judged(view: &GridView<'_>, from: Cell, to: Cell) -> Option<Weight> {
    let swept = cells_swept(from, to, view.mover().footprint().size());
    swept
        .into_iter()
        .map(|cell| read(view, cell))
        .try_fold(Weight::FREE, |most_expensive, ground| {
            ground.map(|ground| most_expensive.max(ground))
        })
}

/// The places of a stretch from one of them to another.
fn between_places(stretch: &[Cell], from: Cell, to: Cell) -> &[Cell] {
    let at = |cell| stretch.iter().position(|&known| known == cell).unwrap();
    &stretch[at(from)..=at(to)]
}

fn is_straight(places: &[Cell]) -> bool {
    Course::unbroken(places.to_vec()).turning_points().places().len() <= 2
}

#[test]
fn what_is_pulled_never_clips_and_is_never_longer() {
    let (shorter, legs) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let count = try_made(0..1_500, |view, course, seed| {
        let pulled = pull_string(view, course);
        let length = |course| Route::through(course, cell_point).unwrap().length();
        let (before, after) = (length(course), length(&pulled));
        assert!(after <= before * (1.0 + 1e-12), "seed {seed}: {after} of {before}");
        assert!((length(&course.turning_points()) - before).abs() <= before * 1e-12);
        shorter.set(shorter.get() + u32::from(after < before * 0.999));
        assert_eq!(course.stretches().count(), pulled.stretches().count(), "seed {seed}");
        for (stretch, string) in course.stretches().zip(pulled.stretches()) {
            assert_eq!((stretch.first(), stretch.last()), (string.first(), string.last()));
            for leg in string.windows(2) {
                let replaced = between_places(stretch, leg[0], leg[1]);
                if is_straight(replaced) {
                    continue;
                }
                legs.set(legs.get() + 1);
                let what = || format!("seed {seed}: {} to {}", leg[0], leg[1]);
                let ground = judged(view, leg[0], leg[1]).unwrap_or_else(|| panic!("{}", what()));
                // Under the mover at each place, and on what is walked between them.
                let steps = replaced.windows(2).flat_map(|step| {
                    cells_swept(step[0], step[1], view.mover().footprint().size())
                });
                let terrain = view.grid().ground().terrain();
                let price = |cell| terrain.get(cell).and_then(|t| view.mover().weight(t));
                assert!(Some(ground) <= steps.filter_map(price).max(), "{}", what());
            }
        }
        assert_eq!(pulled, pull_string(view, course));
    });
    assert!(count > 1_500, "only {count} courses of more than four places");
    assert!(shorter.get() > 500 && legs.get() > 1_000, "{shorter:?} shorter, {legs:?} legs");
}

/// Whether a body would overlap nothing closed with its place's centre here.
fn is_free_at(view: &GridView<'_>, at: Point) -> bool {
    // Less than any two lattice points' distance from an edge, and more than rounding.
    const TOUCH: f64 = 1e-9;
    let Size { width, height } = view.mover().footprint().size();
    let grown = view.grid().bounds().grown(1);
    let overlaps = |place: f64, cell: i32, side: u32| {
        let cell = f64::from(cell);
        cell + 1.0 - TOUCH > place && place > cell - f64::from(side) + TOUCH
    };
    let cells = grown
        .cells()
        .filter(|cell| overlaps(at.x, cell.x, width) && overlaps(at.y, cell.y, height));
    cells.into_iter().all(|cell| read(view, cell).is_some())
}

#[test]
fn what_is_smooth_stays_in_free_space() {
    let curved = std::cell::Cell::new(0);
    try_made(2_000..2_300, |view, course, seed| {
        let pulled = pull_string(view, course);
        let route = smooth(view, &pulled).unwrap();
        assert_eq!(route, smooth(view, &pulled).unwrap());
        let (points, corners) = (route.points(), pulled.places());
        assert_eq!(points.first(), corners.first().map(|&cell| cell_point(cell)).as_ref());
        assert_eq!(points.last(), corners.last().map(|&cell| cell_point(cell)).as_ref());
        // It passes through every corner in order, so legs can be told apart.
        let mut at = 0;
        for (leg, pair) in corners.windows(2).enumerate() {
            let end = cell_point(pair[1]);
            let next = at + 1 + points[at + 1..].iter().position(|&point| point == end).unwrap();
            if !pulled.is_gap(leg) && judged(view, pair[0], pair[1]).is_some() {
                curved.set(curved.get() + u32::from(next > at + 1));
                for piece in points[at..=next].windows(2) {
                    for part in 0..=16_u32 {
                        let part = f64::from(part) / 16.0;
                        let weigh = |a: f64, b: f64| a + (b - a) * part;
                        let [a, b] = [piece[0], piece[1]];
                        let point = Point::new(weigh(a.x, b.x), weigh(a.y, b.y));
                        assert!(is_free_at(view, point), "seed {seed}: {point}");
                    }
                }
            } else {
                assert!(pulled.is_gap(leg) || next == at + 1, "seed {seed}: no curve there");
            }
            at = next;
        }
    });
    assert!(curved.get() > 200, "only {curved:?} legs were curved");
}

#[test]
fn a_route_is_walked_from_end_to_end() {
    let count = try_made(3_000..3_300, |view, course, seed| {
        for route in [Route::through(course, cell_point), smooth(view, &pull_string(view, course))]
        {
            let route = route.unwrap();
            let (start, end) = (route.at(0.0).unwrap(), route.at(route.length()).unwrap());
            assert_eq!(Some(&start.point), route.points().first(), "seed {seed}");
            let beyond = route.at(route.length() + 1.0).unwrap();
            assert_eq!(Some(&beyond.point), route.points().last(), "seed {seed}");
            // Who jumps from end to end has never set out.
            assert!(end == beyond || route.length() == 0.0, "seed {seed}");
            let positions = route.resampled(0.7).unwrap();
            assert_eq!(positions.first(), Some(&start));
            assert_eq!(positions.last().map(|last| last.point), route.points().last().copied());
            for pair in positions.windows(2) {
                let walked = pair[1].travelled - pair[0].travelled;
                assert!((0.0..=0.7 + 1e-9).contains(&walked), "seed {seed}: {walked}");
                let heading = pair[0].heading.distance(Point::new(0.0, 0.0));
                assert!(route.length() == 0.0 || (heading - 1.0).abs() < 1e-9, "seed {seed}");
            }
            let short = positions
                .windows(2)
                .filter(|pair| pair[1].travelled - pair[0].travelled < 0.7 - 1e-9);
            let gaps = (0..route.points().len()).filter(|&leg| route.is_gap(leg)).count();
            assert!(short.count() <= 2 * gaps + 1, "seed {seed}: only ends may be nearer");
        }
    });
    assert!(count > 300, "only {count} courses");
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let line = Course::unbroken(vec![Point::new(0.0, 0.0), Point::new(0.0, 2.0)]);
    let route = Route::through(&line, |point| point).unwrap();
    for wrong in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(route.at(wrong).is_err() && route.resampled(wrong).is_err());
        let course = Course::unbroken(vec![Point::new(wrong.abs() * f64::INFINITY, 0.0)]);
        assert!(Route::through(&course, |point| point).is_err());
    }
    assert!(route.resampled(0.0).is_err() && route.resampled(1e-300).is_err());
    assert!(Route::through(&Course::<Cell>::unbroken(Vec::new()), cell_point).is_err());
    let message = route.at(-1.0).unwrap_err().to_string();
    assert_eq!(message, "-1 travelled; expected a finite distance of 0 or more");
    let shifted = route.shifted(centre_shift(Footprint::new(2, 3).unwrap())).unwrap();
    assert_eq!(shifted.at(1.0).unwrap().point, Point::new(0.5, 2.0));
    assert_eq!(shifted.at(1.0).unwrap().heading, Point::new(0.0, 1.0));
}

#[test]
fn a_path_of_any_angle_bends_at_corners_and_before_dear_ground() {
    let bends = |picture: &str, expected: &str| {
        let picture = parse_grid_picture(picture).unwrap();
        let mover = careful().build().unwrap();
        let open = Passability::new(picture.grid.ground(), &mover);
        let view = GridView::new(&picture.grid, &mover, &open);
        for check in [SightCheck::AtOnce, SightCheck::Late] {
            let path = theta_star(&view, picture.start, picture.goal, check).unwrap();
            let found = written(&path.course, |cell| cell.to_string());
            assert_eq!(found, expected, "{check:?}");
        }
    };
    bends("S......\n.......\n......G", "0,0 6,2");
    bends("S.....\n.##...\n.....G", "0,0 3,0 5,2");
    // Nine times as dear: round it. A step past its corner costs what its ends do, as it always does.
    bends("S......\n.999999\n.999999\n......G", "0,0 0,2 1,3 6,3");
}

/// What a straight leg costs by the map alone. Returns `None` if nobody can walk along it.
fn straight_cost(view: &GridView<'_>, from: Cell, to: Cell) -> Option<f64> {
    let ground = judged(view, from, to)?;
    Some(f64::from(ground.as_percent()) / 100.0 * cell_point(from).distance(cell_point(to)))
}

/// What each step of the mover costs as a leg: from where, where to, how much.
fn step_legs(view: &GridView<'_>) -> Vec<(Cell, Cell, f64)> {
    let under = |cell: Cell| {
        let ground = footing::most_expensive_under(view, cell).unwrap_or(Weight::FREE);
        f64::from(ground.as_percent()) / 100.0
    };
    let mut legs = Vec::new();
    let mut steps = Vec::new();
    for from in view.grid().bounds().cells().filter(|&cell| view.can_stand(cell)) {
        view.steps_from(view.node_at(from).unwrap(), &mut steps);
        for step in steps.drain(..) {
            let to = view.place_of(step.to);
            let is_near = (to - from).dx.abs() <= 1 && (to - from).dy.abs() <= 1;
            let length = cell_point(from).distance(cell_point(to));
            let whole = f64::from(step.cost.0) / f64::from(view.mover().costs().straight.0);
            legs.push((
                from,
                to,
                if is_near { under(from).max(under(to)) * length } else { whole },
            ));
        }
    }
    legs
}

/// What the cheapest path of steps costs from one cell to all others, or of steps and straight legs: each
/// pair is looked at.
fn cheapest_legs(
    view: &GridView<'_>,
    steps: &[(Cell, Cell, f64)],
    from: Cell,
    with_straight: bool,
) -> Vec<(Cell, f64)> {
    let cells: Vec<Cell> =
        view.grid().bounds().cells().filter(|&cell| view.can_stand(cell)).collect();
    let mut known: Vec<(Cell, f64)> =
        cells.iter().map(|&cell| (cell, if cell == from { 0.0 } else { f64::INFINITY })).collect();
    let mut is_done = vec![false; known.len()];
    loop {
        let waiting = (0..known.len()).filter(|&at| !is_done[at] && known[at].1.is_finite());
        let Some(next) = waiting.min_by(|&a, &b| known[a].1.total_cmp(&known[b].1)) else { break };
        is_done[next] = true;
        let (here, cost) = known[next];
        for (there, least) in known.iter_mut().filter(|_| with_straight) {
            let straight = straight_cost(view, here, *there).unwrap_or(f64::INFINITY);
            *least = least.min(cost + straight);
        }
        for &(_, to, more) in steps.iter().filter(|(own, ..)| *own == here) {
            let at = cells.binary_search_by_key(&(to.y, to.x), |cell| (cell.y, cell.x)).unwrap();
            known[at].1 = known[at].1.min(cost + more);
        }
    }
    known
}

#[test]
fn paths_of_any_angle_are_walkable_and_hardly_dearer_than_the_cheapest() {
    let (mut found, mut none, mut dearer) = (0_u32, 0, 0);
    let (mut excess, mut most) = (0.0, 0.0_f64);
    for seed in 0..600 {
        let (grid, mover) = (any_grid(seed), any_mover_for_grid(seed ^ 0x5eed));
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let cells: Vec<Cell> = grid.bounds().cells().filter(|&cell| view.can_stand(cell)).collect();
        if cells.is_empty() || cells.len() > 150 {
            continue;
        }
        let random = &mut Random::new(seed);
        let from = *random.pick(&cells);
        let steps = step_legs(&view);
        let [by_steps_alone, cheapest] =
            [false, true].map(|with_straight| cheapest_legs(&view, &steps, from, with_straight));
        for _ in 0..6 {
            let at = random.below(u32::try_from(cells.len()).unwrap()) as usize;
            let ((to, expected), (_, stepped)) = (cheapest[at], by_steps_alone[at]);
            for check in [SightCheck::AtOnce, SightCheck::Late] {
                let told = format!("seed {seed}, {from} to {to}, {check:?}");
                let path = theta_star(&view, from, to, check);
                assert_eq!(path.is_some(), path_on(&view, from, to).is_some(), "{told}");
                let Some(path) = path else {
                    none += 1;
                    continue;
                };
                let places = path.course.places();
                assert_eq!((places[0], places[places.len() - 1]), (from, to), "{told}");
                let mut cost = 0.0;
                for leg in places.windows(2) {
                    let own = by_steps(&steps, leg[0], leg[1]);
                    let straight = straight_cost(&view, leg[0], leg[1]);
                    let least = own.into_iter().chain(straight).fold(f64::INFINITY, f64::min);
                    assert!(least.is_finite(), "{told}: {} to {}", leg[0], leg[1]);
                    cost += least;
                }
                assert!(cost <= path.cost * (1.0 + 1e-9) + 1e-9, "{told}: {cost}, {path:?}");
                assert!(path.cost >= expected * (1.0 - 1e-9), "{told}: {expected}, {path:?}");
                found += 1;
                // Who leaps comes to few of the places that lines lead to.
                if expected > 0.0 && !matches!(mover.rule(), StepRule::Offsets(_)) {
                    excess += path.cost / expected - 1.0;
                    most = most.max(path.cost / expected - 1.0);
                    let is_dearer = path.cost > stepped * (1.0 + 1e-9);
                    assert!(!is_dearer || check == SightCheck::Late, "{told}: {stepped}, {path:?}");
                    dearer += u32::from(is_dearer);
                }
            }
        }
    }
    assert!(found > 1_000 && none > 100, "{found} found, {none} not");
    assert!(excess / f64::from(found) < 0.002 && most < 0.6, "{excess} in all, {most} at most");
    assert!(dearer * 200 < found, "{dearer} dearer than by steps alone, of {found}");
}

/// What it costs to go from one cell to another by steps of one kind.
fn by_steps(steps: &[(Cell, Cell, f64)], from: Cell, to: Cell) -> Option<f64> {
    let leading = steps.iter().filter(|(own, ..)| *own == from);
    let costs = leading.filter_map(|&(_, next, cost)| {
        let offset = next - from;
        let (mut at, mut sum) = (next, cost);
        while at != to {
            let &(_, next, more) = steps.iter().find(|&&(a, b, _)| a == at && b - a == offset)?;
            (at, sum) = (next, sum + more);
        }
        Some(sum)
    });
    costs.reduce(f64::min)
}
