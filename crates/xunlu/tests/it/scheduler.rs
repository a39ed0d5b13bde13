//! Many requests in slices: who is answered when, and that each gets the answer it would have got
//! alone.

use std::collections::BTreeMap;
use xunlu::scheduler::{
    Budget, FrameReport, Priority, Scheduler, SchedulerSettings, Ticket, TicketState,
};
use xunlu::{
    Algorithm, Answer, Cell, Grid, Limits, Map, Mover, Outcome, Place, Query, Rect, Size, Terrain,
    Workspace, World,
};
use xunlu_testkit::{Random, any_place, any_trial};

fn scheduler(quantum_expansions: u64, live_max: usize) -> Scheduler {
    let settings = SchedulerSettings { quantum_expansions, live_max, ..Default::default() };
    Scheduler::new(settings)
}

/// A field, and a question about it to which the answer is "not within this region", once
/// every cell of it was looked at.
fn flooded() -> (World, Query) {
    let mut grid = Grid::new(Size::new(100, 100)).unwrap();
    // The goal lies in a niche that opens to the east alone, and there the region ends.
    grid.fill(Rect::new(Cell::new(96, 49), Size::new(2, 3)), Terrain::WALL).unwrap();
    grid.set(Cell::new(97, 50), Terrain::OPEN).unwrap();
    let world = World::with_mover(grid, Mover::four().build().unwrap()).unwrap();
    let query = Query::between(Place::cell(0, 0), Place::cell(97, 50));
    let region = Rect::new(Cell::new(0, 0), Size::new(98, 100));
    // Jumps would see it at once.
    (world, query.within(region).algorithm(Algorithm::AStar))
}

/// One long corridor of about a thousand cells, wound up.
fn maze() -> (World, Query) {
    let mut grid = Grid::new(Size::new(65, 31)).unwrap();
    for row in 0..15 {
        let wall = Rect::new(Cell::new(row % 2, 2 * row + 1), Size::new(64, 1));
        grid.fill(wall, Terrain::WALL).unwrap();
    }
    let world = World::with_mover(grid, Mover::four().build().unwrap()).unwrap();
    let goal = Place::cell(64, 30);
    (world, Query::between(Place::cell(64, 0), goal).algorithm(Algorithm::Dijkstra))
}

fn two_steps() -> Query {
    Query::between(Place::cell(10, 0), Place::cell(12, 0))
}

fn asked_alone(world: &World, query: &Query) -> Answer<Place> {
    world.find(query, &mut Workspace::new()).unwrap()
}

#[test]
fn a_two_step_path_does_not_wait_behind_long_ones() {
    for (world, long) in [flooded(), maze()] {
        let alone = asked_alone(&world, &long).expansions;
        assert!(alone > 900, "a long one takes {alone} expansions");
        let mut scheduler = scheduler(32, 4);
        let first: Vec<Ticket> = (0..12_u32)
            .map(|number| {
                // Not the same question, or they would share one search.
                let from = Place::cell(number.cast_signed(), 0);
                let asked = Query::to(from, long.goal.clone()).within(long.region.clone());
                let long = asked.algorithm(long.algorithm);
                scheduler.submit(long, Priority::Normal).unwrap()
            })
            .collect();
        scheduler.run(&world, Budget::Expansions(300));
        let short = scheduler.submit(two_steps(), Priority::Normal).unwrap();
        // Twelve long ones wait or are under way, and each takes thirty turns.
        let report = scheduler.run(&world, Budget::Expansions(24 * 32));
        assert_eq!(report.finished.first(), Some(&short), "{report:?}");
        assert!(!report.finished.contains(&first[0]));
        let answer = scheduler.take(short).unwrap().unwrap();
        assert_eq!(answer, asked_alone(&world, &two_steps()));
    }
}

#[test]
fn within_the_first_quanta_of_the_first_run() {
    for (world, long) in [flooded(), maze()] {
        let mut scheduler = scheduler(32, 4);
        scheduler.submit(long, Priority::Urgent).unwrap();
        let short = scheduler.submit(two_steps(), Priority::Low).unwrap();
        let report = scheduler.run(&world, Budget::Expansions(3 * 32));
        assert_eq!(report.finished, [short]);
        assert_eq!((report.waiting, report.live), (0, 1));
    }
}

#[test]
fn newcomers_do_not_starve_those_under_way() {
    let (world, long) = maze();
    let alone = asked_alone(&world, &long).expansions;
    let mut scheduler = scheduler(16, 2);
    let long = scheduler.submit(long, Priority::Low).unwrap();
    let (mut spent, mut turns) = (0, 0);
    while scheduler.state(long) != Some(TicketState::Finished) {
        // A hundred urgent newcomers with every frame, and time for twenty of them.
        for number in 0..100 {
            let from = Place::cell(number % 60, 0);
            let to = Place::cell(number % 60 + 2, 0);
            let _ = scheduler.submit(Query::between(from, to), Priority::Urgent);
        }
        spent += scheduler.run(&world, Budget::Expansions(20 * 16)).expansions;
        turns += 1;
        assert!(turns < 10_000, "it never ends");
    }
    // It has every second turn once it is live; before that it waits for a share of 1 in 85 at most.
    assert!(spent <= 2 * alone + 2 * (85 + 4) * 16, "{spent} expansions for one of {alone}");
}

#[test]
fn short_live_searches_that_come_and_go_do_not_starve_a_long_one() {
    let (world, long) = maze();
    let alone = asked_alone(&world, &long).expansions;
    let (quantum, live_max) = (8, 2);
    let mut scheduler = scheduler(quantum, live_max);
    let long = scheduler.submit(long, Priority::Low).unwrap();
    // Each takes a sprint and one turn more, and leaves its workspace to the next. Their limits, which
    // none reaches, keep them apart.
    for number in 0..40_000 {
        let x = 10 + number % 40;
        let query = Query::between(Place::cell(x, 0), Place::cell(x + 5, 0));
        let expansions_max = 1_000 + u64::from(number.unsigned_abs());
        let limits = Limits::NONE.expansions_max(expansions_max);
        let query = query.algorithm(Algorithm::Dijkstra).limits(limits);
        scheduler.submit(query, Priority::Urgent).unwrap();
    }
    let mut spent = 0;
    while scheduler.state(long) != Some(TicketState::Finished) {
        spent += scheduler.run(&world, Budget::Expansions(5_000)).expansions;
    }
    let turns = alone.div_ceil(quantum) + 1;
    let bound = turns * 2 * live_max as u64 * (64 + 1) * quantum;
    assert!(spent <= bound, "{spent} expansions; the bound is {bound}");
    assert!(spent > 10 * alone, "{spent} expansions: nobody else was in its way");
}

#[test]
fn shares_of_live_searches_go_by_priority() {
    let (world, _) = maze();
    let mut scheduler = scheduler(8, 2);
    let ends = [(64, 30), (63, 30)].map(|(x, y)| Place::cell(x, y));
    let ask = |to| Query::between(Place::cell(64, 0), to).algorithm(Algorithm::Dijkstra);
    let low = scheduler.submit(ask(ends[0]), Priority::Low).unwrap();
    let high = scheduler.submit(ask(ends[1]), Priority::Normal).unwrap();
    let alone = asked_alone(&world, &ask(ends[1])).expansions;
    let mut spent = 0;
    while scheduler.state(high) != Some(TicketState::Finished) {
        spent += scheduler.run(&world, Budget::Expansions(8)).expansions;
    }
    assert_eq!(scheduler.state(low), Some(TicketState::Live));
    // Four fifths of the work were its own, but for a quantum or two at the beginning and end.
    assert!(spent.abs_diff(alone * 5 / 4) <= 8 * 8, "{spent} for {alone}");
}

#[test]
fn equal_requests_share_one_search() {
    let (world, long) = maze();
    let alone = asked_alone(&world, &long);
    let mut scheduler = scheduler(64, 2);
    let tickets: Vec<Ticket> =
        (0..50).map(|_| scheduler.submit(long.clone(), Priority::Normal).unwrap()).collect();
    let report = scheduler.run(&world, Budget::Expansions(100));
    assert_eq!((report.waiting, report.live, report.expansions), (0, 1, 100));
    assert!(scheduler.cancel(tickets[0]) && !scheduler.cancel(tickets[0]));
    let late = scheduler.submit(long.clone(), Priority::Urgent).unwrap();
    let report = scheduler.run(&world, Budget::Expansions(u64::MAX));
    assert_eq!(report.expansions, alone.expansions - 100);
    let all: Vec<Ticket> = tickets[1..].iter().copied().chain([late]).collect();
    assert_eq!(report.finished, all);
    for ticket in all {
        assert_eq!(scheduler.take(ticket), Some(Ok(alone.clone())));
        assert_eq!((scheduler.state(ticket), scheduler.take(ticket)), (None, None));
    }
    assert_eq!(scheduler.ticket_count(), 0);
}

#[test]
fn who_is_cancelled_makes_room() {
    let (world, long) = maze();
    let mut scheduler = scheduler(16, 1);
    let asked: Vec<Ticket> = (0..3)
        .map(|x| {
            let query = Query::to(Place::cell(60 + x, 0), long.goal.clone());
            let query = query.algorithm(long.algorithm);
            scheduler.submit(query, Priority::Normal).unwrap()
        })
        .collect();
    let report = scheduler.run(&world, Budget::Expansions(16 * 8));
    assert_eq!((report.live, report.waiting), (1, 2));
    assert!(scheduler.cancel(asked[0]));
    let report = scheduler.run(&world, Budget::Expansions(16));
    assert_eq!((report.live, report.waiting), (1, 1));
    assert!(scheduler.cancel(asked[1]) && scheduler.cancel(asked[2]));
    assert_eq!(scheduler.run(&world, Budget::Expansions(1_000)), FrameReport::default());
}

#[test]
fn a_full_scheduler_says_so() {
    let settings = SchedulerSettings { tickets_max: 2, ..SchedulerSettings::default() };
    let mut scheduler = Scheduler::new(settings);
    let first = scheduler.submit(two_steps(), Priority::Low).unwrap();
    scheduler.submit(two_steps(), Priority::Low).unwrap();
    let refused = scheduler.submit(two_steps(), Priority::Urgent).unwrap_err().to_string();
    assert!(refused.starts_with("2 requests") && refused.contains("expected"), "{refused}");
    assert!(scheduler.cancel(first));
    assert!(scheduler.submit(two_steps(), Priority::Urgent).is_ok());
}

#[test]
fn what_cannot_be_asked_is_its_own_answer() {
    let (world, _) = maze();
    let mut scheduler = Scheduler::default();
    let outside = Query::between(Place::cell(0, 0), Place::cell(500, 0));
    let outside = scheduler.submit(outside, Priority::Normal).unwrap();
    let inside = scheduler.submit(two_steps(), Priority::Normal).unwrap();
    let report = scheduler.run(&world, Budget::Expansions(1_000));
    assert_eq!(report.finished, [outside, inside]);
    assert!(scheduler.take(outside).unwrap().is_err());
    assert!(scheduler.take(inside).unwrap().is_ok());
}

#[test]
fn the_callers_clock_is_asked_before_every_turn() {
    let (world, long) = maze();
    let mut scheduler = scheduler(10, 2);
    scheduler.submit(long, Priority::Normal).unwrap();
    let mut asked = 0;
    let mut clock = || {
        asked += 1;
        asked > 5
    };
    let report = scheduler.run(&world, Budget::Until(&mut clock));
    assert_eq!((asked, report.expansions), (6, 50));
    let mut never = || true;
    assert_eq!(scheduler.run(&world, Budget::Until(&mut never)).expansions, 0);
    let idle = scheduler.run(&world, Budget::Expansions(0));
    assert_eq!((idle.expansions, idle.live), (0, 1));
}

#[test]
fn an_edit_makes_searches_begin_anew() {
    let (mut world, long) = maze();
    let mut scheduler = scheduler(50, 2);
    let ticket = scheduler.submit(long.clone(), Priority::Normal).unwrap();
    scheduler.run(&world, Budget::Expansions(400));
    // A gap in one of the walls that wind the corridor up.
    world.set(Place::cell(64, 3), Terrain::OPEN).unwrap();
    let report = scheduler.run(&world, Budget::Expansions(u64::MAX));
    assert_eq!((report.restarted, report.finished.as_slice()), (1, [ticket].as_slice()));
    let answer = scheduler.take(ticket).unwrap().unwrap();
    assert_eq!(answer.revision, world.revision());
    assert_eq!(answer, asked_alone(&world, &long));
}

#[test]
fn the_nearest_place_of_an_unreachable_one_is_looked_for_in_slices() {
    let mut grid = Grid::new(Size::new(64, 64)).unwrap();
    grid.fill(Rect::new(Cell::new(60, 0), Size::new(1, 64)), Terrain::WALL).unwrap();
    let world = World::new(grid).unwrap();
    let query = Query::between(Place::cell(0, 0), Place::cell(63, 63)).algorithm(Algorithm::AStar);
    let query = query.nearest(true);
    let mut scheduler = scheduler(8, 2);
    let ticket = scheduler.submit(query.clone(), Priority::Normal).unwrap();
    let report = scheduler.run(&world, Budget::Expansions(8));
    assert_eq!((report.expansions, report.finished.len()), (8, 0));
    scheduler.run(&world, Budget::Expansions(u64::MAX));
    let answer = scheduler.take(ticket).unwrap().unwrap();
    assert_eq!(answer.outcome, Outcome::Unreachable);
    assert_eq!(answer.nearest.as_ref().unwrap().end(), Some(Place::cell(59, 63)));
    assert_eq!(answer, asked_alone(&world, &query));
}

/// What one frame of a random run reported.
type Frames = Vec<FrameReport>;

/// Hands in random questions with random budgets, priorities, cancels and edits, until all are
/// answered, and holds each answer against `find`; what the frames reported.
fn run_at_random(seed: u64) -> (Frames, u64) {
    let trial = any_trial(seed);
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    let mut random = Random::new(seed ^ 0xf4a3);
    let quantum = u64::from(random.from_to(1, 40));
    let mut scheduler = scheduler(quantum, random.from_to(1, 4) as usize);
    let mut asked: BTreeMap<Ticket, Query> = BTreeMap::new();
    let (mut frames, mut answered, mut left) = (Vec::new(), 0, 60);
    while left > 0 || !asked.is_empty() {
        for _ in 0..random.below(8).min(left) {
            left -= 1;
            let query = any_query(&trial.map, &mut random);
            let priority = *random.pick(&Priority::ALL);
            let ticket = scheduler.submit(query.clone(), priority).unwrap();
            asked.insert(ticket, query);
        }
        if random.chance(20) && !asked.is_empty() {
            let tickets: Vec<Ticket> = asked.keys().copied().collect();
            let ticket = *random.pick(&tickets);
            assert!(scheduler.cancel(ticket));
            asked.remove(&ticket);
        }
        if random.chance(15) {
            let terrain = *random.pick(&[Terrain::OPEN, Terrain::WALL]);
            let _ = world.set(any_place(&trial.map, &mut random), terrain);
        }
        let budget = u64::from(random.below(400));
        let report = scheduler.run(&world, Budget::Expansions(budget));
        assert!(report.expansions <= budget, "seed {seed}");
        for ticket in &report.finished {
            let query = asked.remove(ticket).expect("who was cancelled is not answered");
            let answer = scheduler.take(*ticket).unwrap().unwrap();
            assert_eq!(answer, asked_alone(&world, &query), "seed {seed}, {query:?}");
            answered += 1;
        }
        assert_eq!(scheduler.ticket_count(), asked.len(), "seed {seed}");
        frames.push(report);
        assert!(frames.len() < 20_000, "seed {seed} never ends");
    }
    (frames, answered)
}

fn any_query(map: &Map, random: &mut Random) -> Query {
    let (from, to) = (any_place(map, random), any_place(map, random));
    let query = Query::between(from, to);
    let algorithm = random.chance(50).then(|| *random.pick(&Algorithm::ALL));
    query.algorithm(algorithm).nearest(random.chance(25))
}

#[test]
fn every_answer_is_the_one_that_find_gives_and_every_run_is_the_same() {
    let (mut answered, mut restarted) = (0, 0);
    for seed in 0..150 {
        let (frames, count) = run_at_random(seed);
        assert_eq!(frames, run_at_random(seed).0, "seed {seed}");
        answered += count;
        restarted += frames.iter().map(|frame| frame.restarted).sum::<u64>();
    }
    println!("{answered} answered, {restarted} begun anew");
    assert!(answered > 6_000, "only {answered} were answered");
    assert!(restarted > 50, "only {restarted} began anew");
}
