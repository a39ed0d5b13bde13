//! Routes on drawn and on made maps.

use super::*;
use crate::answer::Path;
use crate::heuristic::NoHeuristic;
use crate::observer::NoObserver;
use crate::search::search;
use crate::space::SearchSpace;
use crate::task::Task;
use crate::view::{GridView, Headings, LinkTable, Linked, Places};
use xunlu_map::{Corners, Exits, Grid, Mover, MoverBuilder, Passability, Size, Weight};
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
