//! What a hierarchy costs and how near its paths are: `cargo run --release -p xunlu --example clusters --
//! MAP...` gave the figures in record/hierarchy.md. Maps are those of [`ground`]; where a scenario lies
//! beside a file, its questions are asked, else as many of chance.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

mod ground;

use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{Algorithm, Cell, Grid, Place, Query, Rect, Terrain, Workspace, World};
use xunlu_index::{
    GroundCell, Hierarchy, HierarchySearch, HierarchySpace, JumpCosts, JumpMap, JumpSearch,
    JumpSpace, Jumps,
};
use xunlu_map::{Cost, Mover, NodeId, Passability};
use xunlu_search::{Ends, Limits, NoObserver};

const QUESTIONS: usize = 200;
/// A* is asked so many of them at most, evenly spread.
const QUESTIONS_OF_A_STAR: usize = 200;
const EDITS: u32 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "map | cells | made by 1, 2 ms | file kB | read by 1, 2 ms | bytes a cell | edit mean, worst us | clusters anew | questions | \
         first mean, worst us | whole mean, worst us | cheapest mean, worst us | jps mean us | astar mean us \
         | expansions | over mean, worst % | the cheapest %"
    );
    for name in std::env::args().skip(1) {
        measure(&name)?;
    }
    Ok(())
}

fn measure(name: &str) -> Result<(), Box<dyn Error>> {
    let mut grid = ground::grid_of(name)?;
    let mover = Mover::default();
    let mut open = Passability::new(grid.ground(), &mover);
    let mut map = JumpMap::new(&open, &mover).ok_or("it has eight neighbours")?;
    let costs = JumpCosts::of(&grid, &mover).ok_or("one price")?;
    let mut made_in = [Duration::ZERO; 2];
    let mut made = None;
    for threads in [1, 2] {
        let begun = Instant::now();
        made = Hierarchy::of_map(&map, costs, threads);
        made_in[threads - 1] = begun.elapsed();
    }
    let mut hierarchy = made.ok_or("it is small enough")?;
    let mut file = Vec::new();
    hierarchy.save(&map, &mut file)?;
    let mut read_in = [Duration::ZERO; 2];
    for threads in [1, 2] {
        let begun = Instant::now();
        let read = Hierarchy::load(&map, costs, &file, threads)?;
        read_in[threads - 1] = begun.elapsed();
        assert!(read == hierarchy, "what was written is read");
    }
    let size = grid.bounds().size;
    let cells = f64::from(size.width) * f64::from(size.height);
    let asked = ask(name, &grid, &map, costs, &hierarchy)?;
    let (mut took, mut anew) = (Vec::new(), 0);
    let mut seed = 77;
    for _ in 0..EDITS {
        let cell = Cell::new(
            ground::draw(&mut seed, size.width).cast_signed(),
            ground::draw(&mut seed, size.height).cast_signed(),
        );
        let rect = Rect::cell(cell);
        let is_open = open.is_open(cell);
        grid.fill(rect, if is_open { Terrain::WALL } else { Terrain::OPEN })?;
        open.repair(grid.ground(), &mover, rect);
        let edit = map.repair(&open, rect);
        let begun = Instant::now();
        hierarchy.touch_by(&edit);
        anew += hierarchy.repair(&map);
        took.push(begun.elapsed());
    }
    let name = name.rsplit('/').next().unwrap_or(name);
    let [one, two, read, read_by_two] =
        [made_in[0], made_in[1], read_in[0], read_in[1]].map(|took| took.as_secs_f64() * 1e3);
    let kilobytes = file.len() as f64 / 1e3;
    let [edit_mean, edit_worst] = micros(&took);
    println!(
        "{name} | {cells} | {one:.1}, {two:.1} | {kilobytes:.0} | {read:.1}, {read_by_two:.1} | {:.2} | \
         {edit_mean:.0}, {edit_worst:.0} | {:.2} | {asked}",
        hierarchy.bytes() as f64 / cells,
        anew as f64 / f64::from(EDITS),
    );
    Ok(())
}

/// The mean and the worst in microseconds.
fn micros(took: &[Duration]) -> [f64; 2] {
    let all: Duration = took.iter().sum();
    let worst = took.iter().max().copied().unwrap_or_default();
    [all.as_secs_f64() * 1e6 / took.len().max(1) as f64, worst.as_secs_f64() * 1e6]
}

/// Start and goal of each question: of the scenario beside the file, or of chance.
fn questions(name: &str, grid: &Grid, map: &JumpMap, open: &Passability) -> Vec<[Cell; 2]> {
    if let Ok(text) = std::fs::read_to_string(format!("{name}.scen")) {
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<i32>().ok());
        let line = |line: &str| {
            let mut words = line.split_whitespace().skip(4);
            let mut cell = || Some(Cell::new(number(words.next())?, number(words.next())?));
            Some([cell()?, cell()?])
        };
        let all: Vec<_> = text.lines().filter_map(line).collect();
        return all.into_iter().filter(|ends| ends.iter().all(|&end| open.is_open(end))).collect();
    }
    let (mut seed, size) = (5, map.layout().bounds().size);
    let mut any = || loop {
        let [x, y] =
            [size.width, size.height].map(|side| ground::draw(&mut seed, side).cast_signed());
        if open.is_open(Cell::new(x, y)) {
            return Cell::new(x, y);
        }
    };
    let _ = grid;
    (0..QUESTIONS).map(|_| [any(), any()]).collect()
}

/// Asks all questions: how long it took, and how much more than the cheapest paths theirs cost.
fn ask(
    name: &str,
    grid: &Grid,
    map: &JumpMap,
    costs: JumpCosts,
    hierarchy: &Hierarchy,
) -> Result<String, Box<dyn Error>> {
    let open = Passability::new(grid.ground(), &Mover::default());
    let (mut space, mut jump_space) = (HierarchySpace::default(), Box::<JumpSpace>::default());
    let [mut first, mut whole, mut exact, mut by_jumps, mut by_a_star] = [const { Vec::new() }; 5];
    let (world, mut workspace) = (World::new(grid.clone())?, Workspace::new());
    let asked = questions(name, grid, map, &open);
    let every = asked.len().div_ceil(QUESTIONS_OF_A_STAR).max(1);
    let (mut over, mut worst, mut cheapest, mut expansions, mut found) = (0.0, 0.0_f64, 0, 0, 0);
    for (number, [start, goal]) in asked.into_iter().enumerate() {
        let layout = map.layout();
        let [from, to] = [start, goal].map(|cell| layout.index_of(cell).map(NodeId));
        let (Some(from), Some(to)) = (from, to) else { continue };
        let [here, there] = [from, to].map(|node| ground_cell(map, node));
        let begun = Instant::now();
        let mut search = HierarchySearch::begin(hierarchy, map, here, there, space);
        search.settle(hierarchy, map, u64::MAX, 2);
        first.push(begun.elapsed());
        let begun = Instant::now();
        search = HierarchySearch::begin(hierarchy, map, here, there, search.into_space());
        search.run(hierarchy, map, u64::MAX);
        whole.push(begun.elapsed());
        expansions += search.expansions();
        let cost = search.cost();
        let begun = Instant::now();
        search = HierarchySearch::begin(hierarchy, map, here, there, search.into_space());
        search = search.for_the_cheapest();
        search.run(hierarchy, map, u64::MAX);
        exact.push(begun.elapsed());
        let proved = search.cost();
        space = search.into_space();

        let begun = Instant::now();
        let (least, lent) = cheapest_by_jumps(map, costs, [from, to], jump_space);
        by_jumps.push(begun.elapsed());
        jump_space = lent;
        if cost.is_some() != least.is_some() || proved != least.map(|cost| cost.0) {
            return Err(format!("{start} to {goal}: {cost:?}, {proved:?} and {least:?}").into());
        }
        if number % every == 0 {
            by_a_star.push(time_of_a_star(&world, [start, goal], &mut workspace)?);
        }
        if let (Some(cost), Some(Cost(least))) = (cost, least) {
            let excess = if least == 0 { 0.0 } else { f64::from(cost) / f64::from(least) - 1.0 };
            (over, worst, found) = (over + excess, worst.max(excess), found + 1);
            cheapest += u32::from(cost == least);
        }
    }
    let [first_mean, first_worst] = micros(&first);
    let [mean, worst_took] = micros(&whole);
    let [exact_mean, exact_worst] = micros(&exact);
    let [[jump_mean, _], [a_star_mean, _]] = [micros(&by_jumps), micros(&by_a_star)];
    let count = f64::from(found).max(1.0);
    Ok(format!(
        "{} | {first_mean:.0}, {first_worst:.0} | {mean:.0}, {worst_took:.0} | {exact_mean:.0}, \
         {exact_worst:.0} | {jump_mean:.0} | {a_star_mean:.0} | {:.0} | {:.3}, {:.2} | {:.1}",
        whole.len(),
        expansions as f64 / whole.len().max(1) as f64,
        over * 100.0 / count,
        worst * 100.0,
        f64::from(cheapest) * 100.0 / count,
    ))
}

/// What the cheapest path costs, and the memory that was lent.
fn cheapest_by_jumps(
    map: &JumpMap,
    costs: JumpCosts,
    [start, goal]: [NodeId; 2],
    space: Box<JumpSpace>,
) -> (Option<Cost>, Box<JumpSpace>) {
    let jumps = Jumps { map, costs, index: None, bounds: None, links: None, within: None };
    let ends = Ends { start, goal, limits: Limits::NONE };
    let mut search = JumpSearch::begin(jumps, &mut NoObserver, ends, space);
    search.run(jumps, &mut NoObserver, u64::MAX);
    (search.answer_as(map, |cell| cell).cost(), search.into_space())
}

/// The cell of a node, counted with the border.
fn ground_cell(map: &JumpMap, NodeId(node): NodeId) -> GroundCell {
    let stride = map.layout().stride();
    GroundCell::new(node % stride, node / stride)
}

fn time_of_a_star(
    world: &World,
    [start, goal]: [Cell; 2],
    workspace: &mut Workspace,
) -> Result<Duration, Box<dyn Error>> {
    let query = Query::between(Place::Cell(start), Place::Cell(goal)).algorithm(Algorithm::AStar);
    let begun = Instant::now();
    world.find(&query, workspace)?;
    Ok(begun.elapsed())
}
