//! The run: every solver is prepared, asked every question as often as told, timed and judged.

use crate::apart::pairs_apart;
use crate::baseline::Referee;
use crate::error::BenchError;
use crate::figures::{Figures, Unreachable, compare};
use crate::question::ScenarioQuestion;
use crate::raw::RawMap;
use crate::scenario_map::ScenarioMap;
use crate::solver::{PreparedSolver, Reply, ReplyKind, Solver};
use crate::verdict::{Depth, Verdict, judge};
use std::hint::black_box;
use std::time::{Duration, Instant};
use xunlu::Cell;

/// How many questions lie between two tellings of how far the run has come.
const QUESTIONS_A_TELLING: usize = 32;

/// A question without a path that takes less is asked so many times more in each pass: of so short a time
/// what the question before left in the caches is the larger part.
const SHORT: Duration = Duration::from_micros(100);
const ROUNDS_OF_SHORT: u32 = 3;

/// How a map is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Only each so-manieth question.
    pub every: usize,
    /// At most so many questions, evenly spread over what is left.
    pub sample: Option<usize>,
    /// How often each question is asked; the least time counts.
    pub repeat: usize,
    /// Whether every step of every path is checked.
    pub verify: bool,
    /// Whether questions to which there is no path are asked as well.
    pub unreachable: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { every: 1, sample: None, repeat: 3, verify: false, unreachable: false }
    }
}

/// Runs a map. `tell` hears now and then how many questions of how many were asked.
///
/// Whoever runs is asked everything once before anybody is asked again, so that a slow moment of the
/// machine meets all alike.
///
/// # Errors
/// When a solver cannot be prepared.
pub fn run(
    map: &ScenarioMap,
    solvers: &[Solver],
    settings: &Settings,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Figures>, BenchError> {
    let questions = chosen(&map.questions, settings);
    let apart = if settings.unreachable { pairs_apart(&map.raw) } else { Vec::new() };
    let runners = solvers.iter().map(|solver| Runner::new(solver, map));
    let mut runners: Vec<Runner<'_>> = runners.collect::<Result<_, _>>()?;
    let passes = settings.repeat.max(1);
    let all = passes * runners.len() * questions.len();
    let mut referee = Referee::new(&map.raw);
    let depth = if settings.verify { Depth::Steps } else { Depth::Lengths };
    let mut asked = 0;
    for pass in 0..passes {
        for runner in &mut runners {
            // Nobody pays for what the one before left in the caches, nor for memory's first use.
            runner.warm_up(&questions);
            for (number, question) in questions.iter().enumerate() {
                if asked % QUESTIONS_A_TELLING == 0 {
                    tell(asked, all);
                }
                asked += 1;
                let prepare = runner.prepare;
                let took = runner.ask(question.from, question.to);
                if pass == 0 {
                    runner.first_pass += took + (runner.prepare - prepare);
                    runner.judge(question, took, depth, &mut referee);
                } else {
                    runner.times[number] = runner.times[number].min(took);
                }
            }
            runner.ask_apart(&apart, pass == 0);
        }
    }
    let told = |runner: Runner<'_>| runner.figures(map, settings.unreachable);
    let mut figures: Vec<Figures> = runners.into_iter().map(told).collect();
    compare(&mut figures);
    Ok(figures)
}

/// The questions that are asked.
pub(crate) fn chosen<Q: Copy>(questions: &[Q], settings: &Settings) -> Vec<Q> {
    let mut chosen: Vec<Q> = questions.iter().step_by(settings.every.max(1)).copied().collect();
    let most = settings.sample.unwrap_or(usize::MAX);
    if chosen.len() > most {
        chosen = (0..most).map(|number| chosen[number * chosen.len() / most]).collect();
    }
    chosen
}

/// A solver under way.
struct Runner<'a> {
    solver: &'a Solver,
    prepared: Box<dyn PreparedSolver>,
    prepare: Duration,
    first_pass: Duration,
    path: Vec<Cell>,
    reply: Option<Reply>,
    // Of each question, in their order.
    times: Vec<Duration>,
    is_blocked: Vec<bool>,
    // The length of the shortest path, where the answer was right.
    lengths: Vec<Option<f64>>,
    times_apart: Vec<Duration>,
    expansions: Option<u64>,
    wrong: usize,
    disputed: usize,
    over_percents: f64,
}

impl<'a> Runner<'a> {
    fn new(solver: &'a Solver, map: &ScenarioMap) -> Result<Runner<'a>, BenchError> {
        let begun = Instant::now();
        let prepared = solver.prepare(map)?;
        Ok(Runner {
            solver,
            prepared,
            prepare: begun.elapsed(),
            first_pass: Duration::ZERO,
            path: Vec::new(),
            reply: None,
            times: Vec::new(),
            is_blocked: Vec::new(),
            lengths: Vec::new(),
            times_apart: Vec::new(),
            expansions: Some(0),
            wrong: 0,
            disputed: 0,
            over_percents: 0.0,
        })
    }

    /// Asks a question and takes the time from the words to the path in cells.
    fn ask(&mut self, from: Cell, to: Cell) -> Duration {
        self.path.clear();
        let begun = Instant::now();
        let reply = self.prepared.find(from, to, &mut self.path);
        let took = begun.elapsed();
        black_box(&self.path);
        self.reply = Some(reply);
        let begun = Instant::now();
        self.prepared.rest();
        self.prepare += begun.elapsed();
        took
    }

    fn warm_up(&mut self, questions: &[ScenarioQuestion]) {
        if let Some(question) = questions.last() {
            self.ask(question.from, question.to);
        }
    }

    fn judge(
        &mut self,
        asked: &ScenarioQuestion,
        took: Duration,
        depth: Depth,
        referee: &mut Referee,
    ) {
        let Some(reply) = self.reply else { return };
        let verdict = |question: &ScenarioQuestion, map: &RawMap, depth| {
            judge(map, self.solver, question, &reply, &self.path, depth)
        };
        let map = referee.map();
        let is_blocked = !map.is_open(asked.from) || !map.is_open(asked.to);
        let (mut found, mut length) = (verdict(asked, map, depth), asked.optimum);
        if found == Verdict::Wrong && !is_blocked && reply.ended == ReplyKind::Path {
            // The scenario's length is not taken for granted, only for right until shown otherwise:
            // by plain A* on the characters of the map, and by every step of the path.
            let truth = referee.settled(asked);
            found = verdict(&truth, referee.map(), Depth::Steps);
            length = truth.optimum;
            self.disputed += usize::from(found != Verdict::Wrong);
        }
        self.times.push(took);
        self.is_blocked.push(is_blocked);
        self.expansions = self.expansions.zip(reply.expansions).map(|(sum, more)| sum + more);
        self.lengths.push(matches!(found, Verdict::Right { .. }).then_some(length));
        match found {
            Verdict::Right { over_percent } => self.over_percents += over_percent,
            Verdict::Blocked | Verdict::NoPath => {}
            Verdict::Wrong => self.wrong += 1,
        }
    }

    /// Asks for paths where there are none.
    fn ask_apart(&mut self, apart: &[(Cell, Cell)], is_first: bool) {
        for (number, &(from, to)) in apart.iter().enumerate() {
            let mut took = self.ask(from, to);
            for _ in 0..ROUNDS_OF_SHORT {
                if took < SHORT {
                    took = took.min(self.ask(from, to));
                }
            }
            let is_right = self.reply.is_some_and(|reply| reply.ended == ReplyKind::NoPath);
            if is_first {
                self.wrong += usize::from(!is_right);
                self.times_apart.push(took);
            } else {
                self.times_apart[number] = self.times_apart[number].min(took);
            }
        }
    }

    fn figures(self, map: &ScenarioMap, was_unreachable_asked: bool) -> Figures {
        let answered = self.lengths.iter().zip(&self.times);
        let each = answered.filter_map(|(length, &time)| Some(((*length)?, time))).collect();
        let timed = self.times.iter().zip(&self.is_blocked).filter(|(_, blocked)| !**blocked);
        let mut times: Vec<Duration> = timed.map(|(time, _)| *time).collect();
        times.sort_unstable();
        let mut times_apart = self.times_apart;
        times_apart.sort_unstable();
        Figures {
            map: map.map.clone(),
            planner: self.solver.name.clone(),
            rule: self.solver.rule,
            blocked: self.times.len() - times.len(),
            times,
            each,
            expansions: self.expansions,
            bytes: self.prepared.bytes(),
            prepare: self.prepare,
            first_pass: self.first_pass,
            wrong: self.wrong,
            disputed: self.disputed,
            over_percents: self.over_percents,
            ratio: None,
            unreachable: was_unreachable_asked.then_some(Unreachable { times: times_apart }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::solvers_named;

    const MAP: &[u8] = b"type octile\nheight 3\nwidth 5\nmap\n...@.\n.@.@.\n...@.\n";

    fn map(questions: &[ScenarioQuestion]) -> ScenarioMap {
        ScenarioMap { questions: questions.to_vec(), ..ScenarioMap::of_map("m.map", MAP).unwrap() }
    }

    fn figures(questions: &[ScenarioQuestion], settings: Settings) -> Figures {
        let solvers = solvers_named(&["auto"]).unwrap();
        let figures = run(&map(questions), &solvers, &settings, &mut |_, _| {});
        figures.unwrap().remove(0)
    }

    #[test]
    fn right_blocked_and_wrong_answers_are_told_apart() {
        let questions = [
            ScenarioQuestion::new((0, 0), (2, 2), 4.0),
            ScenarioQuestion::new((0, 0), (1, 1), 1.0),
            ScenarioQuestion::new((0, 0), (2, 2), 2.0),
            ScenarioQuestion::new((0, 0), (4, 0), 4.0),
        ];
        let figures = figures(&questions, Settings { verify: true, ..Settings::default() });
        assert_eq!((figures.times.len(), figures.blocked), (3, 1));
        // The map's shortest path is longer than the third question says; the fourth has none.
        assert_eq!((figures.wrong, figures.disputed), (1, 1));
        let lengths: Vec<f64> = figures.each.iter().map(|(length, _)| *length).collect();
        assert_eq!(lengths, [4.0, 4.0]);
        assert_eq!(figures.unreachable, None);
    }

    /// One who always says that there is no path.
    struct Pessimist;

    impl PreparedSolver for Pessimist {
        fn find(&mut self, _from: Cell, _to: Cell, _path: &mut Vec<Cell>) -> Reply {
            Reply { ended: ReplyKind::NoPath, length: None, expansions: None }
        }

        fn bytes(&self) -> Option<usize> {
            None
        }
    }

    #[test]
    fn no_path_is_the_right_answer_to_questions_without_one_and_to_no_other() {
        let questions = [
            ScenarioQuestion::new((0, 0), (4, 0), 0.0),
            ScenarioQuestion::new((0, 0), (2, 2), 0.0),
            ScenarioQuestion::new((0, 0), (2, 2), 4.0),
            ScenarioQuestion::new((0, 0), (0, 0), 0.0),
        ];
        let told = figures(&questions, Settings::default());
        // The second question has a path, whatever it says.
        assert_eq!((told.wrong, told.disputed, told.each.len()), (0, 1, 3));
        let solvers = [Solver::new("pessimist", |_| Ok(Box::new(Pessimist)))];
        let told = run(&map(&questions), &solvers, &Settings::default(), &mut |_, _| {});
        let told = told.unwrap().remove(0);
        assert_eq!((told.wrong, told.disputed), (2, 0));
    }

    #[test]
    fn parts_of_the_map_that_do_not_hang_together_are_asked_about() {
        let settings = Settings { unreachable: true, ..Settings::default() };
        let figures = figures(&[ScenarioQuestion::new((0, 0), (2, 2), 4.0)], settings);
        assert_eq!(figures.unreachable.unwrap().times.len(), 1);
        assert_eq!(figures.wrong, 0);
    }

    #[test]
    fn questions_are_chosen_evenly() {
        let questions: Vec<ScenarioQuestion> =
            (0..10).map(|x| ScenarioQuestion::new((x, 0), (x, 0), 0.0)).collect();
        let check = |every, sample, expected: &[i32]| {
            let settings = Settings { every, sample, ..Settings::default() };
            let chosen = chosen(&questions, &settings);
            assert_eq!(chosen.iter().map(|q| q.from.x).collect::<Vec<_>>(), expected);
        };
        check(1, Some(3), &[0, 3, 6]);
        check(4, None, &[0, 4, 8]);
        check(2, Some(2), &[0, 4]);
        check(3, Some(9), &[0, 3, 6, 9]);
        check(1, Some(0), &[]);
    }
}
