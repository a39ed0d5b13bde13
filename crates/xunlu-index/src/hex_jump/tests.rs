//! Bits along three axes, paths beside those found ring by ring, and repairs beside maps made anew.

use super::axes::{HexAxes, LineHex};
use super::*;
use std::collections::VecDeque;
use xunlu_map::{
    Cell, Cost, Hex, HexArrangement, HexDirection, HexGrid, Mover, NodeId, Passability, Rect, Size,
    Terrain,
};
use xunlu_search::{Ends, Limit, NoObserver, NodeLink, Outcome};
use xunlu_testkit::Random;

/// A grid of which so many of a hundred hexes are walls.
fn strewn(random: &mut Random, percent: u32) -> HexGrid {
    let arrangement = HexArrangement::ALL[random.below(4) as usize];
    let corner = [random.below(9), random.below(9)].map(|along| along.cast_signed() - 4);
    // Rows of one word, of two and now and then of three and more.
    let most = if random.below(10) == 0 { 200 } else { 70 };
    let size = Size::new(1 + random.below(most), 1 + random.below(most));
    let mut grid =
        HexGrid::at(arrangement, Rect::new(Cell::new(corner[0], corner[1]), size)).unwrap();
    for cell in grid.bounds().cells() {
        if random.below(100) < percent {
            grid.set(grid.hex_at(cell), Terrain::WALL).unwrap();
        }
    }
    grid
}

fn open_of(grid: &HexGrid) -> Passability {
    Passability::new(grid.ground(), &Mover::hex().build().unwrap())
}

/// How many steps it is to each hex, by its number, looked for ring by ring.
fn steps_from(grid: &HexGrid, open: &Passability, start: NodeId) -> Vec<Option<u32>> {
    let mut steps = vec![None; grid.layout().len() as usize];
    steps[start.0 as usize] = Some(0);
    let mut queue = VecDeque::from([start.0]);
    while let Some(number) = queue.pop_front() {
        let next = steps[number as usize].map(|steps: u32| steps + 1);
        for direction in HexDirection::ALL {
            let beside = grid.index_of(grid.hex_of(number).neighbour(direction));
            let beside = beside.filter(|&beside| open.at(beside));
            if let Some(beside) = beside.filter(|&beside| steps[beside as usize].is_none()) {
                steps[beside as usize] = next;
                queue.push_back(beside);
            }
        }
    }
    steps
}

fn find(map: &HexJumpMap, ends: Ends, space: &mut HexJumpSpace, budget: u64) -> Outcome<Hex> {
    let jumps = HexJumps { map, step: Cost(7), links: None, landmarks: None };
    let mut search = HexJumpSearch::begin(jumps, &mut NoObserver, ends, std::mem::take(space));
    while !search.run(jumps, &mut NoObserver, budget) {}
    let ended = search.answer_as(jumps, |hex| hex);
    *space = search.into_space();
    ended.outcome
}

/// The next hex in a direction, if both lie in the map.
fn stepped_within(hexes: &HexAxes, hex: LineHex, direction: usize) -> Option<LineHex> {
    let is_inside = |hex: &LineHex| {
        (1..hexes.lines - 1).contains(&hex.line) && (1..hexes.width - 1).contains(&hex.along)
    };
    Some(hex).filter(is_inside).map(|hex| hexes.stepped(hex, direction, 1)).filter(is_inside)
}

#[test]
fn every_hex_has_a_bit_of_its_own_along_each_axis_and_directions_run_along_them() {
    let mut random = Random::new(3);
    for _ in 0..40 {
        let grid = strewn(&mut random, 0);
        let hexes = HexAxes::new(*grid.layout(), grid.arrangement());
        for (axis, even) in [0, 4, 2].into_iter().enumerate() {
            let [rows, bits] = hexes.rows_and_bits(axis);
            let mut seen = vec![false; (rows * bits) as usize];
            for line in 0..hexes.lines {
                for along in 0..hexes.width {
                    let hex = LineHex { along, line };
                    let bit = hexes.bit_of(axis, hex);
                    assert_eq!(hexes.hex_of(axis, bit), hex);
                    let place = &mut seen[(bit.row * bits + bit.bit) as usize];
                    assert!(!std::mem::replace(place, true));
                    if let Some(next) = stepped_within(&hexes, hex, even) {
                        let next = hexes.bit_of(axis, next);
                        assert_eq!((next.row, next.bit), (bit.row, bit.bit + 1));
                    }
                }
            }
        }
        for cell in grid.bounds().cells() {
            let hex = grid.hex_at(cell);
            let node = NodeId(grid.index_of(hex).unwrap());
            let here = hexes.hex_at(node);
            assert_eq!(hexes.node_of(here), node);
            let beside = (0..6).filter_map(|to| stepped_within(&hexes, here, to));
            let mut beside: Vec<u32> = beside.map(|to| hexes.node_of(to).0).collect();
            let expected = HexDirection::ALL.into_iter();
            let expected = expected.filter_map(|to| grid.index_of(hex.neighbour(to)));
            let mut expected: Vec<u32> = expected.collect();
            beside.sort_unstable();
            expected.sort_unstable();
            assert_eq!(beside, expected, "around {hex}");
        }
    }
}

#[test]
fn paths_are_as_short_as_those_found_ring_by_ring() {
    let mut random = Random::new(11);
    let (mut space, mut found) = (HexJumpSpace::default(), 0);
    for round in 0..600 {
        let grid = strewn(&mut random, [0, 3, 10, 25, 40, 55][round % 6]);
        let open = open_of(&grid);
        let map = HexJumpMap::new(&open, grid.arrangement());
        let numbers: Vec<u32> =
            (0..grid.layout().len()).filter(|&number| open.at(number)).collect();
        if numbers.is_empty() {
            continue;
        }
        let count = u32::try_from(numbers.len()).unwrap();
        let mut any = || NodeId(numbers[random.below(count) as usize]);
        let start = any();
        let steps = steps_from(&grid, &open, start);
        for _ in 0..12 {
            let goal = any();
            let budget = if round % 5 == 0 { 1 } else { u64::MAX };
            let outcome = find(&map, Ends::new(start, goal), &mut space, budget);
            let expected = steps[goal.0 as usize];
            let Outcome::Found(path) = outcome else {
                assert_eq!(expected, None, "{outcome:?} from {start:?} to {goal:?}");
                assert_eq!(outcome, Outcome::Unreachable);
                continue;
            };
            found += 1;
            let places = &path.path.places;
            assert_eq!(Some(path.path.cost), expected.map(|steps| Cost(7 * steps)));
            assert_eq!(Some(places.len() - 1), expected.map(|steps| steps as usize));
            let ends = [start, goal].map(|node| grid.hex_of(node.0));
            assert_eq!([places[0], places[places.len() - 1]], ends);
            for pair in places.windows(2) {
                let (from, to) = (pair[0], pair[1]);
                let is_open = grid.index_of(to).is_some_and(|number| open.at(number));
                assert!(is_open && from.distance(to) == 1, "{from} to {to}");
            }
            let most = 7 * expected.unwrap_or_default();
            let within = |most| {
                let mut ends = Ends::new(start, goal);
                ends.limits.cost_max = Cost(most);
                ends
            };
            assert!(matches!(find(&map, within(most), &mut space, 3), Outcome::Found(_)));
            if let Some(less) = most.checked_sub(1) {
                let outcome = find(&map, within(less), &mut space, 3);
                assert_eq!(outcome, Outcome::GaveUp(Limit::Cost));
            }
        }
    }
    assert!(found > 3_000, "{found} paths");
}

#[test]
fn a_map_that_was_repaired_is_as_one_made_anew() {
    let mut random = Random::new(5);
    for _ in 0..60 {
        let mut grid = strewn(&mut random, 30);
        let mut map = HexJumpMap::new(&open_of(&grid), grid.arrangement());
        let (Rect { min, size }, mut ends) = (grid.bounds(), Vec::new());
        for _ in 0..30 {
            let side = 1 + random.below(3) * random.below(3);
            let [x, y] = [size.width, size.height].map(|side| random.below(side).cast_signed());
            let rect = Rect::new(Cell::new(min.x + x, min.y + y), Size::new(side, side));
            let rect = rect.intersection(grid.bounds());
            let terrain = if random.below(2) == 0 { Terrain::WALL } else { Terrain::OPEN };
            grid.fill(rect, terrain).unwrap();
            let open = open_of(&grid);
            map.repair(&open, rect);
            let end = NodeId(grid.index_of(grid.hex_at(rect.min)).unwrap());
            if random.below(2) == 0 {
                let is_end = random.below(2) == 0;
                map.set_link_end(end, is_end);
                ends.retain(|&known| known != end);
                ends.extend(Some(end).filter(|_| is_end));
            }
            let mut anew = HexJumpMap::new(&open, grid.arrangement());
            anew.set_link_ends(ends.iter().copied());
            assert_eq!(map, anew);
        }
    }
}

/// How many steps it is to each hex if links, both ways, take as many as their cost has thousands, looked for
/// until nothing is lowered any more.
fn steps_by_links(
    (grid, open): (&HexGrid, &Passability),
    links: &[NodeLink],
    start: NodeId,
) -> Vec<Option<u32>> {
    let mut steps = vec![u32::MAX; grid.layout().len() as usize];
    steps[start.0 as usize] = 0;
    let mut queue = VecDeque::from([start.0]);
    while let Some(number) = queue.pop_front() {
        let here = steps[number as usize];
        let beside = HexDirection::ALL.into_iter().filter_map(|direction| {
            let to = grid.index_of(grid.hex_of(number).neighbour(direction))?;
            Some((to, here + 1))
        });
        let by_links = links.iter().flat_map(|link| {
            let ends = [(link.from.0, link.to.0), (link.to.0, link.from.0)];
            ends.into_iter().filter_map(|(from, to)| {
                (from == number).then_some((to, here + link.cost.0 / 1_000))
            })
        });
        for (to, cost) in beside.chain(by_links) {
            if open.at(to) && cost < steps[to as usize] {
                steps[to as usize] = cost;
                queue.push_back(to);
            }
        }
    }
    steps.into_iter().map(|steps| (steps < u32::MAX).then_some(steps)).collect()
}

#[test]
fn landmarks_know_as_many_steps_as_it_takes() {
    let (mut random, mut known) = (Random::new(17), 0);
    for round in 0..120 {
        let grid = strewn(&mut random, [0, 10, 25, 40, 55][round % 5]);
        let open = open_of(&grid);
        let map = HexJumpMap::new(&open, grid.arrangement());
        let cells: Vec<Cell> = grid.bounds().cells().collect();
        let count = u32::try_from(cells.len()).unwrap();
        let mut any = || cells[random.below(count) as usize];
        let mut ends = || [0; 2].map(|_| NodeId(grid.index_of(grid.hex_at(any())).unwrap()));
        let links = [0, 900, 1_000, 5_500, 90_000];
        let links = links.map(|cost| (ends(), Cost(cost)));
        let links = links.map(|([from, to], cost)| NodeLink { from, to, cost });
        let links = &links[..if round % 2 == 0 { 0 } else { 5 }];
        let landmarks = HexLandmarks::new(&map, [Cost(1_000); 2], links, None).unwrap();
        for landmark in 0..16 {
            let steps = landmarks.steps_from(landmark);
            let Some(place) = steps.iter().position(|&steps| steps == Some(0)) else { continue };
            known += 1;
            let place = NodeId(u32::try_from(place).unwrap());
            assert_eq!(steps, steps_by_links((&grid, &open), links, place), "round {round}");
        }
    }
    assert!(known > 1_500, "{known} landmarks");
}

/// A link of however many steps counts as 4,096 at most: less than it takes, which bounds allow.
#[test]
fn a_link_of_very_many_steps_counts_as_some() {
    let grid: HexGrid = "@hex odd-r\n. . # . .".parse().unwrap();
    let map = HexJumpMap::new(&open_of(&grid), grid.arrangement());
    let [from, to] =
        [1, 3].map(|column| NodeId(grid.index_of(grid.hex_at(Cell::new(column, 0))).unwrap()));
    let link = NodeLink { from, to, cost: Cost(10_000_000) };
    let landmarks = HexLandmarks::new(&map, [Cost(1_000); 2], &[link], None).unwrap();
    let most = (0..16).flat_map(|landmark| landmarks.steps_from(landmark)).flatten().max();
    assert_eq!(most, Some(1 + 4_096 + 1));
}

#[test]
fn a_search_by_landmarks_is_on_no_others() {
    let grid = strewn(&mut Random::new(3), 25);
    let map = HexJumpMap::new(&open_of(&grid), grid.arrangement());
    let [one, other] = [0; 2].map(|_| HexLandmarks::new(&map, [Cost(7); 2], &[], None).unwrap());
    let by = |landmarks| HexJumps { map: &map, step: Cost(7), links: None, landmarks };
    let (none, one, other) = (by(None), by(Some(&one)), by(Some(&other)));
    let stands = grid.hexes().filter(|(_, terrain)| *terrain != Terrain::WALL);
    let open: Vec<NodeId> = stands.map(|(hex, _)| NodeId(grid.index_of(hex).unwrap())).collect();
    let mut ends = open.iter().zip(open.iter().rev()).map(|(&from, &to)| Ends::new(from, to));
    let is_long = |begun: HexJumps<'_>, ends: Ends| {
        let space = HexJumpSpace::default();
        let mut search = HexJumpSearch::begin(begun, &mut NoObserver, ends, space);
        assert!(search.is_on(one) && search.is_on(other) == begun.landmarks.is_none());
        let is_long = !search.run(one, &mut NoObserver, 12);
        if is_long {
            assert!(search.is_on(one) && !search.is_on(other) && !search.is_on(none));
        }
        is_long
    };
    assert!(ends.any(|ends| is_long(none, ends) && is_long(one, ends)), "all are short");
}

#[test]
fn landmarks_lie_apart_and_the_larger_part_has_more_of_them() {
    let mut grid = HexGrid::new(HexArrangement::OddR, Size::new(60, 60)).unwrap();
    // A quarter of it is shut off, and a pocket of one hex.
    grid.fill(Rect::new(Cell::new(45, 0), Size::new(1, 60)), Terrain::WALL).unwrap();
    grid.fill(Rect::new(Cell::new(0, 0), Size::new(3, 3)), Terrain::WALL).unwrap();
    grid.set(grid.hex_at(Cell::new(0, 0)), Terrain::OPEN).unwrap();
    let map = HexJumpMap::new(&open_of(&grid), grid.arrangement());
    let landmarks = HexLandmarks::new(&map, [Cost(1_000); 2], &[], None).unwrap();
    let all: Vec<_> = (0..16).map(|landmark| landmarks.steps_from(landmark)).collect();
    let place =
        |steps: &Vec<Option<u32>>| steps.iter().position(|&steps| steps == Some(0)).unwrap();
    let places: Vec<Hex> =
        all.iter().map(|steps| grid.hex_of(u32::try_from(place(steps)).unwrap())).collect();
    let is_beyond = |hex: &&Hex| grid.cell_of(**hex).x > 45;
    for (number, one) in places.iter().enumerate() {
        let mut others =
            places[..number].iter().filter(|other| is_beyond(other) == is_beyond(&one));
        assert!(others.all(|other| one.distance(*other) > 6), "{places:?}");
    }
    let beyond = places.iter().filter(is_beyond).count();
    assert!((3..=5).contains(&beyond), "{places:?}");
}

#[test]
fn a_map_whose_paths_are_too_long_or_that_is_too_large_has_no_landmarks() {
    // To and fro through rows of 300 hexes.
    let mut winding = HexGrid::new(HexArrangement::OddR, Size::new(300, 450)).unwrap();
    for row in (1..450).step_by(2) {
        let first = if row % 4 == 1 { 0 } else { 1 };
        winding.fill(Rect::new(Cell::new(first, row), Size::new(299, 1)), Terrain::WALL).unwrap();
    }
    let of = |grid: &HexGrid| {
        let map = HexJumpMap::new(&open_of(grid), grid.arrangement());
        HexLandmarks::new(&map, [Cost(1_000); 2], &[], None)
    };
    assert!(of(&winding).is_none());
    winding.fill(Rect::new(Cell::new(0, 0), Size::new(300, 100)), Terrain::OPEN).unwrap();
    assert!(of(&winding).is_some());
    assert!(of(&HexGrid::new(HexArrangement::OddR, Size::new(2_048, 2_048)).unwrap()).is_none());
}

#[test]
fn landmarks_are_sharp_while_nothing_is_open_that_was_not() {
    let mut random = Random::new(23);
    let mut sharp = 0;
    for _ in 0..40 {
        let mut grid = strewn(&mut random, 40);
        let first = open_of(&grid);
        let mut map = HexJumpMap::new(&first, grid.arrangement());
        let mut landmarks = HexLandmarks::new(&map, [Cost(1_000); 2], &[], None).unwrap();
        let Rect { min, size } = grid.bounds();
        for _ in 0..30 {
            let side = 1 + random.below(3);
            let [x, y] = [size.width, size.height].map(|side| random.below(side).cast_signed());
            let rect = Rect::new(Cell::new(min.x + x, min.y + y), Size::new(side, side));
            let rect = if random.below(4) == 0 { grid.bounds() } else { rect };
            let rect = rect.intersection(grid.bounds());
            let kind = random.below(3);
            for cell in rect.cells() {
                let hex = grid.hex_at(cell);
                let was_open = first.at(grid.index_of(hex).unwrap());
                let is_open = [true, false, was_open][kind as usize];
                let terrain = if is_open { Terrain::OPEN } else { Terrain::WALL };
                grid.set(hex, terrain).unwrap();
            }
            let open = open_of(&grid);
            let edit = map.repair(&open, rect);
            landmarks.edited(&map, &edit);
            let is_new = |number| open.at(number) && !first.at(number);
            let is_sharp = !(0..grid.layout().len()).any(is_new);
            assert_eq!(landmarks.is_sharp(), is_sharp);
            sharp += u32::from(is_sharp);
        }
    }
    assert!((300..900).contains(&sharp), "{sharp}");
}
