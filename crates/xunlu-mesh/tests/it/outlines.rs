//! Meshes of outlines: as open as the outlines say, and as short to cross as the same ground of cells.

use xunlu_map::{Cell, Corners, Grid, Mover, Passability, Point, Terrain};
use xunlu_mesh::{MeshSpace, NavMesh, NavMeshError};
use xunlu_testkit::Random;

/// Rectangles on whole coordinates that overlap, touch and share sides, against the same on cells.
#[test]
fn rectangles_make_the_same_ground_as_cells() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let [width, height] = [0; 2].map(|_| random.from_to(1, 16).cast_signed());
        let mut grid = Grid::new((width.cast_unsigned(), height.cast_unsigned())).unwrap();
        let boxes: Vec<[i32; 4]> = (0..random.below(14))
            .map(|_| {
                let (x, y) = (random.between(-2, width), random.between(-2, height));
                [x, y, x + random.between(1, 5), y + random.between(1, 5)]
            })
            .collect();
        for &[left, top, right, bottom] in &boxes {
            for (x, y) in (left..right).flat_map(|x| (top..bottom).map(move |y| (x, y))) {
                if grid.bounds().contains(Cell::new(x, y)) {
                    grid.set((x, y), Terrain::WALL).unwrap();
                }
            }
        }
        let mover = Mover::eight(Corners::Always).build().unwrap();
        let by_cells = NavMesh::of_cells(&Passability::new(grid.ground(), &mover));
        let outline = |[left, top, right, bottom]: [i32; 4], is_turned: bool| {
            let mut corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
            if is_turned {
                corners.reverse();
            }
            corners.map(|(x, y)| Point::new(x.into(), y.into())).to_vec()
        };
        let ground = [outline([0, 0, width, height], random.chance(50))];
        let obstacles: Vec<Vec<Point>> =
            boxes.iter().map(|&sides| outline(sides, random.chance(50))).collect();
        let by_outlines = NavMesh::of_outlines(&ground, &obstacles);
        let (Ok(by_cells), Ok(by_outlines)) = (&by_cells, &by_outlines) else {
            assert_eq!(by_cells.err(), by_outlines.err(), "seed {seed}");
            continue;
        };
        for _ in 0..20 {
            let [from, to] = [0; 2].map(|_| {
                let [x, y] = [width, height].map(|most| f64::from(random.between(0, 2 * most)));
                Point::new(x / 2.0, y / 2.0)
            });
            let [one, other] =
                [by_cells, by_outlines].map(|mesh| mesh.shortest_path(from, to, &mut space));
            let lengths = [one, other].map(|path| path.map(|path| path.length));
            let is_same = match lengths {
                [Some(one), Some(other)] => (one - other).abs() < 1e-9,
                [one, other] => one == other,
            };
            assert!(is_same, "seed {seed}, {from:?} to {to:?}: {lengths:?}\n{boxes:?}");
            if lengths[0].is_some() { found += 1 } else { none += 1 }
        }
    }
    assert!(found > 1000 && none > 1000, "{found} found, {none} not");
}

/// Stars of points drawn by chance, which cross each other and themselves.
#[test]
fn what_is_open_is_what_outlines_go_round() {
    let (mut open, mut closed) = (0, 0);
    for seed in 0..600 {
        let random = &mut Random::new(seed);
        let mut outlines = |most: u32| -> Vec<Vec<Point>> {
            (0..random.from_to(1, most))
                .map(|_| {
                    let fine = if random.chance(50) { 1.0 } else { 7.0 };
                    let at = |random: &mut Random| f64::from(random.below(40)) / fine;
                    (0..random.below(9)).map(|_| Point::new(at(random), at(random))).collect()
                })
                .collect()
        };
        let (ground, obstacles) = (outlines(4), outlines(6));
        let mesh = match NavMesh::of_outlines(&ground, &obstacles) {
            Ok(mesh) => mesh,
            Err(error) => {
                assert_eq!(error, NavMeshError::Empty, "seed {seed}");
                continue;
            }
        };
        for _ in 0..60 {
            let [x, y] = [0; 2].map(|_| f64::from(random.below(40 * 64)) / 64.0);
            let point = Point::new(x, y);
            // Lines lie on the grid, a thousandth beside where they were drawn.
            let all = ground.iter().chain(&obstacles);
            if all.clone().any(|outline| sides(outline).any(|side| distance(point, side) < 0.01)) {
                continue;
            }
            let within = |outlines: &[Vec<Point>]| {
                outlines.iter().any(|outline| windings(outline, point) != 0)
            };
            let expected = within(&ground) && !within(&obstacles);
            let spot = mesh.chart().snap(point);
            let is_open = spot.is_some_and(|spot| mesh.polygons_at(spot).next().is_some());
            assert_eq!(is_open, expected, "seed {seed}, {point:?}\n{ground:?}\n{obstacles:?}");
            if is_open { open += 1 } else { closed += 1 }
        }
    }
    assert!(open > 1000 && closed > 1000, "{open} open, {closed} closed");
}

#[test]
fn odd_outlines_are_refused_or_leave_nothing() {
    let square = |side: f64| [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(Point::from);
    let of = |ground: &[Vec<Point>]| NavMesh::of_outlines(ground, &[]).err();
    assert_eq!(of(&[]), Some(NavMeshError::Empty));
    assert_eq!(of(&[vec![]]), Some(NavMeshError::Empty));
    assert_eq!(of(&[vec![Point::new(1.0, 1.0); 4]]), Some(NavMeshError::Empty));
    assert_eq!(of(&[vec![Point::new(0.0, 0.0), Point::new(9.0, 3.0)]]), Some(NavMeshError::Empty));
    assert_eq!(of(&[square(f64::NAN).to_vec()]), Some(NavMeshError::Coordinates));
    assert_eq!(of(&[square(f64::INFINITY).to_vec()]), Some(NavMeshError::Coordinates));
    assert_eq!(of(&[square(1e300).to_vec()]), None);
    let again = [square(4.0), square(4.0)].concat();
    let (ground, hole) = (vec![again], vec![square(4.0).to_vec()]);
    assert_eq!(NavMesh::of_outlines(&ground, &hole).err(), Some(NavMeshError::Empty));
}

fn sides(outline: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    let after = outline.iter().cycle().skip(1);
    outline.iter().zip(after).map(|(&from, &to)| [from, to])
}

/// How often an outline goes round a point (Sunday 2001).
fn windings(outline: &[Point], point: Point) -> i32 {
    sides(outline)
        .map(|[a, b]| {
            let left = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y);
            match (a.y <= point.y, b.y <= point.y) {
                (true, false) if left > 0.0 => 1,
                (false, true) if left < 0.0 => -1,
                _ => 0,
            }
        })
        .sum()
}

fn distance(point: Point, [from, to]: [Point; 2]) -> f64 {
    let way = Point::new(to.x - from.x, to.y - from.y);
    let length = way.x * way.x + way.y * way.y;
    if length == 0.0 {
        return point.distance(from);
    }
    let along = ((point.x - from.x) * way.x + (point.y - from.y) * way.y) / length;
    let along = along.clamp(0.0, 1.0);
    point.distance(Point::new(from.x + along * way.x, from.y + along * way.y))
}

#[test]
fn an_outline_that_touches_itself_goes_round_both_of_its_parts() {
    let outline = |corners: &[(f64, f64)]| corners.iter().copied().map(Point::from).collect();
    // A bow tie that names the point where it crosses itself, and a square over one of its halves.
    let tie: Vec<Point> =
        outline(&[(0.0, 0.0), (2.0, 2.0), (4.0, 4.0), (4.0, 0.0), (2.0, 2.0), (0.0, 4.0)]);
    let square: Vec<Point> = outline(&[(3.0, 1.0), (5.0, 1.0), (5.0, 3.0), (3.0, 3.0)]);
    let ground: Vec<Point> = outline(&[(-1.0, -1.0), (9.0, -1.0), (9.0, 9.0), (-1.0, 9.0)]);
    let mesh = NavMesh::of_outlines(&[ground], &[tie, square]).unwrap();
    let is_open = |x: f64, y: f64| {
        let at = mesh.chart().snap(Point::new(x, y)).unwrap();
        mesh.polygons_at(at).next().is_some()
    };
    let open = [(0.5, 2.0), (3.5, 2.0), (3.5, 1.5), (4.5, 2.0), (2.0, 1.0), (6.0, 2.0)];
    assert_eq!(open.map(|(x, y)| is_open(x, y)), [false, false, false, false, true, true]);
}
