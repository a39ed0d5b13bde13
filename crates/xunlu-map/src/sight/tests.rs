//! Sight against a plain exact judge that clips segments to squares, on every pair of small maps.

use super::*;
use crate::cell::{Direction, Rect};
use crate::grid::Grid;
use crate::layout::Layout;
use crate::mover::Mover;

/// A rational number of the judge: numerator and a denominator above zero.
type Ratio = (i64, i64);

fn less(a: Ratio, b: Ratio) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// When the segment from `a` to `b` is within the open box between `low` and `high`, all of them in
/// half cells: the times of entering and leaving. Equal when it only touches a corner. None when it
/// stays outside, or runs along an edge.
fn clip(a: [i64; 2], b: [i64; 2], low: [i64; 2], high: [i64; 2]) -> Option<(Ratio, Ratio)> {
    let (mut enter, mut leave) = ((0, 1), (1, 1));
    for axis in 0..2 {
        let way = b[axis] - a[axis];
        if way == 0 {
            if a[axis] <= low[axis] || a[axis] >= high[axis] {
                return None;
            }
            continue;
        }
        let (near, far) = if way > 0 { (low, high) } else { (high, low) };
        let at = |edge: i64| ((edge - a[axis]) * way.signum(), way.abs());
        let (first, last) = (at(near[axis]), at(far[axis]));
        enter = if less(enter, first) { first } else { enter };
        leave = if less(last, leave) { last } else { leave };
    }
    (!less(leave, enter)).then_some((enter, leave))
}

fn doubled(cell: Cell) -> [i64; 2] {
    [2 * i64::from(cell.x), 2 * i64::from(cell.y)]
}

/// When a ray between two centres is in a cell.
fn ray_in(from: Cell, to: Cell, cell: Cell) -> Option<(Ratio, Ratio)> {
    let [x, y] = doubled(cell);
    clip(doubled(from), doubled(to), [x - 1, y - 1], [x + 1, y + 1])
}

/// When a body of this footprint overlaps a cell.
fn body_in(from: Cell, to: Cell, footprint: Size, cell: Cell) -> Option<(Ratio, Ratio)> {
    let ([x, y], [w, h]) = (doubled(cell), sides(footprint));
    clip(doubled(from), doubled(to), [x - 2 * w, y - 2 * h], [x + 2, y + 2])
}

fn sides(footprint: Size) -> [i64; 2] {
    [i64::from(footprint.width), i64::from(footprint.height)]
}

/// One thing that blocks: when, whether only a corner rule minds it, and the cell as (y, x).
type Block = (Ratio, bool, (i32, i32));

/// The earlier of two, by the published rule.
fn earlier(a: Block, b: Block) -> Block {
    let (first, second) = (less(a.0, b.0), less(b.0, a.0));
    if first || !second && (a.1, a.2) <= (b.1, b.2) { a } else { b }
}

fn stands(open: &Passability, place: Cell, footprint: Size) -> bool {
    Rect::new(place, footprint).cells().all(|cell| open.is_open(cell))
}

/// The first thing in the way of the rays of a footprint; judged from the definition.
fn judged_rays(
    open: &Passability,
    [from, to]: [Cell; 2],
    footprint: Size,
    corners: Corners,
) -> Option<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut touched: Vec<(Ratio, Cell)> = Vec::new();
    let area = Rect::spanning(from, to).grown(1);
    for offset in Rect::new(Cell::new(0, 0), footprint).cells() {
        for place in area.cells() {
            let Some((enter, leave)) = ray_in(from, to, place) else { continue };
            let cell = Cell::new(place.x + offset.x, place.y + offset.y);
            if (less(enter, leave)) && !open.is_open(cell) {
                blocks.push((enter, false, (cell.y, cell.x)));
            }
            if !less(enter, leave) && offset == Cell::new(0, 0) {
                touched.push((enter, place));
            }
        }
    }
    for &(when, place) in &touched {
        let pair = touched.iter().filter(|(other, _)| !less(*other, when) && !less(when, *other));
        let (free, all) = pair.fold((0, 0), |(free, all), (_, side)| {
            (free + u32::from(stands(open, *side, footprint)), all + 1)
        });
        assert_eq!(all, 2, "a corner has two sides");
        let needed = match corners {
            Corners::Always => 0,
            Corners::OneFree => 1,
            Corners::NoCutting | Corners::Never => 2,
        };
        if free < needed {
            let cells = Rect::new(place, footprint).cells();
            let closed = cells.filter(|&cell| !open.is_open(cell));
            blocks.extend(closed.map(|cell| (when, true, (cell.y, cell.x))));
        }
    }
    blocks.into_iter().reduce(earlier)
}

/// The first thing in the way of a body.
fn judged_body(open: &Passability, [from, to]: [Cell; 2], footprint: Size) -> Option<Block> {
    let mut start = Rect::new(from, footprint).cells();
    if let Some(cell) = start.find(|&cell| !open.is_open(cell)) {
        return Some(((0, 1), false, (cell.y, cell.x)));
    }
    let last = Cell::new(
        from.x.max(to.x).saturating_add_unsigned(footprint.width),
        from.y.max(to.y).saturating_add_unsigned(footprint.height),
    );
    let least = Cell::new(from.x.min(to.x) - 1, from.y.min(to.y) - 1);
    let closed = Rect::spanning(least, last).cells().filter(|&cell| !open.is_open(cell));
    let blocks = closed.filter_map(|cell| {
        let (enter, leave) = body_in(from, to, footprint, cell)?;
        less(enter, leave).then_some((enter, false, (cell.y, cell.x)))
    });
    blocks.reduce(earlier)
}

/// Whether what was told is what was judged, with the contact on the closed cell's square.
fn assert_told(told: Passage, judged: Option<Block>, touch: [i64; 2], what: &str) {
    let Passage::Blocked(hit) = told else {
        assert_eq!(judged, None, "{what}: clear, but blocked by (when, corner, (y, x))");
        return;
    };
    let (when, _, (y, x)) = judged.unwrap_or_else(|| panic!("{what}: {hit:?}, but clear"));
    assert_eq!(hit.cell, Cell::new(x, y), "{what}: {hit:?}");
    let common = i64::try_from(hit.along.denominator()).unwrap();
    let along = (i64::try_from(hit.along.numerator()).unwrap(), common);
    assert_eq!(along.0 * when.1, when.0 * along.1, "{what}: {hit:?}");
    for (axis, centre) in [x, y].into_iter().enumerate() {
        let off = (hit.point[axis] - f64::from(centre)).abs();
        assert!(off <= 0.5 + 1e-12, "{what}: {hit:?}: the point is not on the cell");
        let reach = hit.point[axis] - hit.mover[axis];
        let side = touch[axis] as f64;
        assert!((-0.5..=side - 0.5).contains(&(reach)), "{what}: {hit:?}: nor on the mover");
    }
    let edge = [x, y]
        .into_iter()
        .enumerate()
        .any(|(axis, centre)| ((hit.point[axis] - f64::from(centre)).abs() - 0.5).abs() < 1e-12);
    assert!(edge || hit.along == Fraction::ZERO, "{what}: {hit:?}: the point is inside");
}

/// A stream of numbers that its seed repeats (Marsaglia 2003, xorshift).
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A small map at an odd place, `closed` of 8 cells closed.
fn small_map(stream: &mut Stream, closed: u64) -> Passability {
    let layout = Layout::new(Rect::new(Cell::new(-2, -1), Size::new(5, 5))).unwrap();
    let mut open = Passability::closed(layout);
    for cell in layout.bounds().cells() {
        open.set_at(layout.index_of(cell).unwrap(), stream.next() % 8 >= closed);
    }
    open
}

const RULES: [Corners; 4] = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];

fn drawn(open: &Passability) -> String {
    let bounds = open.layout().bounds();
    let cells = bounds.cells().map(|cell| {
        let end = if cell.x == bounds.max().unwrap().x { "\n" } else { "" };
        format!("{}{end}", if open.is_open(cell) { '.' } else { '#' })
    });
    cells.collect()
}

/// Every pair of cells, border and beyond included, on maps from open to full.
fn every_pair(seed: u64, maps: u64, mut check: impl FnMut(&Passability, Cell, Cell, &str)) {
    let mut stream = Stream(seed);
    for map in 0..maps {
        let open = small_map(&mut stream, map % 6);
        let around = open.layout().bounds().grown(1);
        for from in around.cells() {
            for to in around.cells() {
                let what = format!("seed {seed}, {from} to {to} at\n{}", drawn(&open));
                check(&open, from, to, &what);
            }
        }
    }
}

const FOOTPRINTS: [Size; 4] = [Size::ONE, Size::new(2, 1), Size::new(1, 3), Size::new(2, 2)];

#[test]
fn rays_stop_where_the_judge_says() {
    every_pair(1, 6, |open, from, to, what| {
        for footprint in FOOTPRINTS {
            for corners in RULES {
                let told = raycast(open, from, to, footprint, corners);
                let judged = judged_rays(open, [from, to], footprint, corners);
                let what = format!("{footprint} {corners:?} {what}");
                assert_told(told, judged, sides(footprint), &what);
                assert_eq!(is_visible(open, from, to, footprint, corners), told.is_clear());
            }
        }
    });
}

#[test]
fn bodies_stop_where_the_judge_says() {
    every_pair(2, 12, |open, from, to, what| {
        for footprint in FOOTPRINTS {
            let told = sweep(open, from, to, footprint);
            let judged = judged_body(open, [from, to], footprint);
            assert_told(told, judged, sides(footprint), &format!("{footprint} {what}"));
        }
    });
}

#[test]
fn what_is_clear_is_clear_from_the_other_end_and_for_laxer_rules() {
    every_pair(3, 12, |open, from, to, what| {
        for footprint in FOOTPRINTS {
            let sees = RULES.map(|corners| is_visible(open, from, to, footprint, corners));
            let back = RULES.map(|corners| is_visible(open, to, from, footprint, corners));
            assert_eq!(sees, back, "{footprint} {what}");
            assert!(sees[0] >= sees[1] && sees[1] >= sees[2] && sees[2] == sees[3], "{what}");
            let walks = RULES.map(|corners| can_walk_straight(open, from, to, footprint, corners));
            let back = RULES.map(|corners| can_walk_straight(open, to, from, footprint, corners));
            assert_eq!(walks, back, "{footprint} {what}");
            assert!(sees[2] >= walks[2], "what fits as a body gets through as rays: {what}");
            assert_eq!(sweep(open, from, to, footprint).is_clear(), walks[2], "{what}");
        }
    });
}

/// Whether the step rule allows the one step between two neighbouring places.
fn may_step(open: &Passability, from: Cell, to: Cell, footprint: Size, corners: Corners) -> bool {
    let on = |x, y| u32::from(stands(open, Cell::new(x, y), footprint));
    let beside = on(to.x, from.y) + on(from.x, to.y);
    let needed = match corners {
        Corners::Always => 0,
        Corners::OneFree => 1,
        Corners::NoCutting | Corners::Never => 2,
    };
    let diagonal = from.x != to.x && from.y != to.y;
    on(from.x, from.y) + on(to.x, to.y) == 2 && (!diagonal || beside >= needed)
}

#[test]
fn a_straight_walk_between_neighbours_is_the_step_itself() {
    let mut stream = Stream(4);
    for map in 0..400 {
        let open = small_map(&mut stream, map % 5);
        for from in open.layout().bounds().grown(1).cells() {
            for to in Direction::ALL.map(|direction| from + direction.offset()) {
                for (footprint, corners) in
                    FOOTPRINTS.into_iter().flat_map(|size| RULES.map(|rule| (size, rule)))
                {
                    assert_eq!(
                        can_walk_straight(&open, from, to, footprint, corners),
                        may_step(&open, from, to, footprint, corners),
                        "{footprint} {corners:?} from {from} to {to} at\n{}",
                        drawn(&open)
                    );
                }
            }
        }
    }
}

#[test]
fn a_straight_walk_is_nothing_but_legal_steps() {
    every_pair(5, 12, |open, from, to, what| {
        for footprint in FOOTPRINTS {
            for corners in RULES {
                let mut at = from;
                let mut legal = stands(open, from, footprint);
                for crossing in supercover(from, to).skip(1) {
                    let Crossing::Cell(next) = crossing else { continue };
                    legal &= may_step(open, at, next, footprint, corners);
                    at = next;
                }
                let walks = can_walk_straight(open, from, to, footprint, corners);
                assert!(legal || !walks, "{footprint} {corners:?} {what}");
                if matches!(corners, Corners::Always | Corners::OneFree) {
                    assert_eq!(legal, walks, "{footprint} {corners:?} {what}");
                }
            }
        }
    });
}

#[test]
fn a_supercover_is_what_the_segment_passes_through() {
    for to in Rect::spanning(Cell::new(-9, -9), Cell::new(9, 9)).cells() {
        let from = Cell::new(1, -2);
        let told: Vec<Crossing> = supercover(from, to).collect();
        let mut inside = Vec::new();
        let mut touched = 0;
        for cell in Rect::spanning(from, to).grown(1).cells() {
            match ray_in(from, to, cell) {
                Some((enter, leave)) if less(enter, leave) => inside.push((enter, cell)),
                Some((_, _)) => {
                    touched += 1;
                    let tells = |crossing: &Crossing| matches!(crossing, Crossing::Corner(sides) if sides.contains(&cell));
                    assert_eq!(told.iter().filter(|crossing| tells(crossing)).count(), 1, "{to}");
                }
                None => {}
            }
        }
        // No two cells are entered at the same moment.
        inside.sort_by(|a, b| (a.0.0 * b.0.1).cmp(&(b.0.0 * a.0.1)));
        let cells: Vec<Cell> = inside.into_iter().map(|(_, cell)| cell).collect();
        let told_cells: Vec<Cell> = told
            .iter()
            .filter_map(|crossing| match crossing {
                Crossing::Cell(cell) => Some(*cell),
                Crossing::Corner(_) => None,
            })
            .collect();
        assert_eq!(told_cells, cells, "to {to}");
        assert_eq!((told.len() - cells.len()) * 2, touched, "to {to}");
        let mut back: Vec<Crossing> = supercover(to, from).collect();
        back.reverse();
        let unordered = |crossing: &Crossing| match *crossing {
            Crossing::Cell(cell) => [cell, cell],
            Crossing::Corner([a, b]) => [a.min(b), a.max(b)],
        };
        assert!(told.iter().map(unordered).eq(back.iter().map(unordered)), "back from {to}");
    }
}

#[test]
fn a_corner_tells_the_neighbour_along_x_first() {
    let told: Vec<Crossing> = supercover(Cell::new(0, 0), Cell::new(3, 1)).collect();
    let cell = |x, y| Crossing::Cell(Cell::new(x, y));
    let corner = Crossing::Corner([Cell::new(2, 0), Cell::new(1, 1)]);
    assert_eq!(told, [cell(0, 0), cell(1, 0), corner, cell(2, 1), cell(3, 1)]);
}

#[test]
fn a_thin_line_takes_the_nearest_centres_and_the_lesser_of_two() {
    let from = Cell::new(2, 3);
    for to in Rect::spanning(Cell::new(-9, -9), Cell::new(12, 12)).cells() {
        let told: Vec<Cell> = bresenham(from, to).collect();
        let (columns, rows) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
        let long = columns.abs().max(rows.abs());
        // Rounds start + way * step / long to the nearest, halves down.
        let near = |start: i32, way: i64, step: i64| {
            let halves = 2 * (i64::from(start) * long + way * step) - long;
            i32::try_from(-((-halves).div_euclid(2 * long))).unwrap()
        };
        let judged: Vec<Cell> = if long == 0 {
            vec![from]
        } else {
            (0..=long)
                .map(|step| Cell::new(near(from.x, columns, step), near(from.y, rows, step)))
                .collect()
        };
        assert_eq!(told, judged, "to {to}");
        let mut back: Vec<Cell> = bresenham(to, from).collect();
        back.reverse();
        assert_eq!(told, back, "back from {to}");
    }
}

#[test]
fn lines_across_all_coordinates_do_not_overflow() {
    let ends = [i32::MIN, i32::MIN + 1, 0, i32::MAX - 1, i32::MAX];
    let places: Vec<Cell> = ends.iter().flat_map(|&x| ends.map(|y| Cell::new(x, y))).collect();
    for &from in &places {
        for &to in &places {
            let thin = bresenham(from, to).take(300);
            assert!(thin.last().is_some(), "{from} to {to}");
            let bounds = Rect::spanning(from, to);
            for crossing in supercover(from, to).take(300) {
                if let Crossing::Cell(cell) = crossing {
                    let (min, max) = (bounds.min, bounds.max().unwrap_or(to));
                    assert!(cell.x >= min.x && cell.y >= min.y, "{from} to {to}");
                    assert!(cell.x <= max.x.max(from.x.max(to.x)), "{from} to {to}");
                }
            }
        }
    }
}

/// Two coordinates, to be compared to the last bit.
fn bits(point: [f64; 2]) -> [u64; 2] {
    point.map(f64::to_bits)
}

fn open_map(bounds: Rect) -> Passability {
    Passability::new(Grid::at(bounds).unwrap().ground(), &Mover::default())
}

#[test]
fn a_far_map_is_left_over_its_border_at_the_exact_place() {
    let min = Cell::new(Layout::ORIGIN_MAX, -Layout::ORIGIN_MAX);
    let open = open_map(Rect::new(min, Size::new(200, 3)));
    let beyond = Cell::new(i32::MAX, min.y);
    let told = raycast(&open, min, beyond, Size::ONE, Corners::NoCutting);
    let hit = told.hit().unwrap();
    assert_eq!(hit.cell, Cell::new(min.x + 200, min.y));
    let way = u64::from(beyond.x.abs_diff(min.x));
    assert_eq!(hit.along, Fraction::new(399, 2 * way));
    assert_eq!(bits(hit.point), bits([f64::from(min.x) + 199.5, f64::from(min.y)]));
    // A body leaves as soon as it moves on from the last cell.
    let told = sweep(&open, min, beyond, Size::new(3, 2));
    let hit = told.hit().unwrap();
    assert_eq!(hit.cell, Cell::new(min.x + 200, min.y));
    assert_eq!(hit.along, Fraction::new(197, way));
    assert_eq!(bits(hit.mover), bits([f64::from(min.x) + 197.0, f64::from(min.y)]));
    assert_eq!(bits(hit.point), bits([f64::from(min.x) + 199.5, f64::from(min.y)]));
    let told = raycast(&open, beyond, min, Size::new(u32::MAX, u32::MAX), Corners::Always);
    let hit = told.hit().unwrap();
    assert_eq!((hit.cell, hit.along), (beyond, Fraction::ZERO));
}

#[test]
fn rows_longer_than_a_word_are_read_whole() {
    let bounds = Rect::new(Cell::new(-5, 0), Size::new(300, 70));
    for closed in [-5, 58, 59, 60, 122, 123, 250, 294] {
        let mut open = open_map(bounds);
        let wall = Cell::new(closed, 1);
        open.set_at(open.layout().index_of(wall).unwrap(), false);
        let rows = [Cell::new(-5, 0), Cell::new(294, 0)];
        assert!(is_visible(&open, rows[0], rows[1], Size::ONE, Corners::NoCutting));
        // 150 columns wide: the wall is under the leading row as the body moves down.
        let start = Cell::new((closed - 75).clamp(-5, 145), 3);
        let wide = Size::new(150, 1);
        let told = sweep(&open, start, Cell::new(start.x, 0), wide);
        assert_eq!(told.hit().map(|hit| (hit.cell, hit.along)), Some((wall, Fraction::new(1, 3))));
        assert!(sweep(&open, start, Cell::new(start.x, 69), wide).is_clear());
        let tall = Size::new(1, 2);
        let told = raycast(&open, rows[0], rows[1], tall, Corners::NoCutting);
        assert_eq!(told.hit().map(|hit| hit.cell), Some(wall));
    }
}

#[test]
fn a_leading_row_of_any_length_sees_its_two_ends_and_no_further() {
    let open = open_map(Rect::new(Cell::new(0, 0), Size::new(200, 3)));
    for width in [1, 2, 63, 64, 65, 127, 128, 129] {
        let (from, to, footprint) = (Cell::new(9, 2), Cell::new(9, 0), Size::new(width, 1));
        let end = 9_i32.saturating_add_unsigned(width);
        for (column, clear) in [(8, true), (9, false), (end - 1, false), (end, true)] {
            let mut open = open.clone();
            open.set_at(open.layout().index_of(Cell::new(column, 1)).unwrap(), false);
            let rays = is_visible(&open, from, to, footprint, Corners::NoCutting);
            assert_eq!(rays, clear, "rays {width} wide, wall at {column}");
            let body = sweep(&open, from, to, footprint).is_clear();
            assert_eq!(body, clear, "a body {width} wide, wall at {column}");
        }
    }
}

#[test]
fn a_wall_at_the_start_is_met_at_once_and_at_its_centre() {
    let open = Passability::closed(Layout::new(Rect::cell(Cell::new(4, 4))).unwrap());
    let (wall, away) = (Cell::new(4, 4), Cell::new(9, 5));
    let told = [
        raycast(&open, wall, away, Size::ONE, Corners::Always),
        sweep(&open, wall, away, Size::ONE),
        raycast(&open, wall, wall, Size::ONE, Corners::Always),
        sweep(&open, wall, wall, Size::new(3, 2)),
    ];
    for passage in told {
        let hit = Hit { cell: wall, along: Fraction::ZERO, mover: [4.0; 2], point: [4.0; 2] };
        assert_eq!(passage, Passage::Blocked(hit));
    }
}

#[test]
#[should_panic(expected = "has no cells")]
fn a_footprint_without_cells_is_refused() {
    let open = open_map(Rect::cell(Cell::new(0, 0)));
    let nothing = Size::new(0, 3);
    assert!(!is_visible(&open, Cell::new(0, 0), Cell::new(0, 0), nothing, Corners::Always));
}

/// Whether `of` can be seen from `from` by looking along the one line.
fn sees_along_line(open: &Passability, from: Cell, of: Cell) -> bool {
    supercover(from, of).all(|crossing| match crossing {
        Crossing::Cell(cell) => cell == of || open.is_open(cell),
        Crossing::Corner(beside) => beside.into_iter().any(|cell| open.is_open(cell)),
    })
}

#[test]
fn an_area_is_seen_at_one_go_as_cell_by_cell() {
    let mut random = crate::make::Random::new(7);
    let mut seen = [0_u32; 2];
    for round in 0..400 {
        let side = |random: &mut crate::make::Random| 1 + random.below(26);
        let size = Size::new(side(&mut random), side(&mut random));
        let mut grid = Grid::at(Rect::new(Cell::new(-4, 3), size)).unwrap();
        let percent = [4, 15, 35, 60][round % 4];
        for cell in grid.bounds().cells() {
            if random.below(100) < percent {
                grid.set(cell, crate::terrain::Terrain::WALL).unwrap();
            }
        }
        let open = Passability::new(grid.ground(), &Mover::default());
        for _ in 0..6 {
            let cells = u32::try_from(grid.bounds().size.area()).unwrap();
            let of = grid.bounds().cells().nth(random.below(cells) as usize).unwrap();
            let area = Rect::cell(of).grown(random.below(30));
            let visible = VisibleFrom::new(&open, of, area);
            for from in area.intersection(grid.bounds()).cells() {
                let expected = sees_along_line(&open, from, of);
                assert_eq!(visible.has(from), expected, "{of} from {from} on\n{grid}");
                seen[usize::from(expected)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10_000), "{seen:?}");
}

#[test]
fn a_ray_slips_between_corners_of_two_walls_and_not_through_one() {
    let check = |map: &str, expected: &str| {
        let grid: Grid = map.parse().unwrap();
        let open = Passability::new(grid.ground(), &Mover::default());
        let visible = VisibleFrom::new(&open, Cell::new(0, 0), grid.bounds());
        let row = |y| {
            let drawn = |x| if visible.has(Cell::new(x, y)) { 'o' } else { '.' };
            (0..i32::try_from(grid.bounds().size.width).unwrap()).map(drawn).collect::<String>()
        };
        let rows = 0..i32::try_from(grid.bounds().size.height).unwrap();
        assert_eq!(rows.map(row).collect::<Vec<_>>().join("\n"), expected);
    };
    check(".#\n#.", "o.\n..");
    check(".#\n..", "o.\noo");
    check("...\n.#.\n...", "ooo\no..\no..");
}
