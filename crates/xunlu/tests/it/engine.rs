//! An engine from outside joins a world: what a game does that brings a search of its own.

use std::collections::{BTreeMap, BTreeSet};
use xunlu::contract::check_engine;
use xunlu::engine::{Engine, OwnReason, Question, Run};
use xunlu::map::NodeId;
use xunlu::search::{Ended, Graph, Observer};
use xunlu::{
    Algorithm, Cost, Found, Grid, Limits, Outcome, Path, Place, Promise, Query, Reason, View,
    Workspace, World,
};

/// Dijkstra's algorithm in twenty lines, on whatever graph the view has.
#[derive(Debug)]
struct Toy;

const TOY: Algorithm = Algorithm::Added("toy");
const NO_LIMITS: Reason = Reason::Added(&OwnReason {
    code: "toy-knows-no-limits",
    words: "the toy does not know limits",
});

#[derive(Debug, Default)]
struct ToyRun {
    open: BTreeSet<(Cost, NodeId)>,
    known: BTreeMap<NodeId, (Cost, NodeId)>,
    goal: Option<NodeId>,
    expansions: u64,
}

impl Engine for Toy {
    fn algorithm(&self) -> Algorithm {
        TOY
    }

    fn promise(&self) -> Promise {
        Promise::Cheapest
    }

    fn refuses(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        let turns = view.mover().turn_cost() > Cost::ZERO;
        let is_plain = question.limits() == Limits::NONE && question.query().region.is_none();
        let can = is_plain && !turns && question.single_goal().is_some();
        (!can).then_some(NO_LIMITS)
    }

    fn begin(
        &self,
        _view: &View<'_>,
        question: &Question<'_>,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run> {
        let mut run: Box<ToyRun> = workspace.take();
        let start = question.start();
        *run = ToyRun { goal: question.single_goal(), ..ToyRun::default() };
        run.known.insert(start, (Cost::ZERO, NodeId::NONE));
        run.open.insert((Cost::ZERO, start));
        if let Some(observer) = observer {
            observer.opened(start, NodeId::NONE, Cost::ZERO, Cost::ZERO);
        }
        run
    }
}

impl Run for ToyRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        _question: &Question<'_>,
        budget: u64,
        _observer: Option<&mut dyn Observer>,
    ) -> bool {
        let (graph, mut steps) = (view.graph(), Vec::new());
        for _ in 0..budget {
            let Some((g, node)) = self.open.pop_first() else { return true };
            if Some(node) == self.goal {
                return true;
            }
            self.expansions += 1;
            steps.clear();
            graph.steps_from(node, &mut steps);
            for step in &steps {
                let cost = g + step.cost;
                if self.known.get(&step.to).is_none_or(|&(known, _)| cost < known) {
                    self.known.insert(step.to, (cost, node));
                    self.open.insert((cost, step.to));
                }
            }
        }
        false
    }

    fn expansions(&self) -> u64 {
        self.expansions
    }

    fn ended(&self, view: &View<'_>, _question: &Question<'_>) -> Ended<Place> {
        let goal = self.goal.unwrap_or(NodeId::NONE);
        let Some(&(cost, _)) = self.known.get(&goal) else {
            let (outcome, expansions) = (Outcome::Unreachable, self.expansions);
            return Ended { outcome, expansions, nearest: None };
        };
        let before = |node: &NodeId| self.known.get(node).map(|known| known.1);
        let back = std::iter::successors(Some(goal), before);
        let mut places: Vec<Place> = back.map_while(|node| view.place_of(node)).collect();
        places.reverse();
        let found = Found { path: Path { places, cost }, lower_bound: cost };
        Ended { outcome: Outcome::Found(found), expansions: self.expansions, nearest: None }
    }

    fn give_back(self: Box<Self>, workspace: &mut Workspace) {
        workspace.keep(self);
    }
}

fn world() -> World {
    let mut world = World::new("....\n.##.\n..#.\n#...".parse::<Grid>().unwrap()).unwrap();
    world.add_engine(Toy);
    world
}

fn query() -> Query {
    Query::between(Place::cell(0, 0), Place::cell(1, 3))
}

#[test]
fn it_keeps_what_every_engine_has_to_keep() {
    let ends = (0..4).flat_map(|x| (0..4).map(move |y| Place::cell(x, y)));
    let queries: Vec<Query> = ends.map(|to| Query::between(Place::cell(0, 0), to)).collect();
    // Four of the sixteen cells are walls; ends that are blocked need no engine, and count as answered.
    assert_eq!(check_engine(&world(), TOY, &queries), 16);
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| !algorithm.is_over_jumps()) {
        assert_eq!(check_engine(&world(), algorithm, &queries), 16, "{algorithm:?}");
    }
}

#[test]
fn it_answers_by_name_and_where_none_is_named() {
    let (world, mut workspace) = (world(), Workspace::new());
    let by_house = query().algorithm(Algorithm::AStar);
    let house = world.find(&by_house, &mut workspace).unwrap();
    for asked in [query().algorithm(TOY), query()] {
        let toys = world.find(&asked, &mut workspace).unwrap();
        assert_eq!(toys.algorithm(), TOY);
        assert_eq!(toys.cost(), house.cost());
        assert!(world.check_path(toys.path().unwrap(), asked.mover).is_ok());
    }
    assert_eq!(world.choose(&query().algorithm(TOY)).unwrap().reason, Reason::Asked);
}

#[test]
fn it_is_carried_on_slice_by_slice_and_begun_anew_after_an_edit() {
    let (mut world, mut workspace) = (world(), Workspace::new());
    let mut pending = world.begin(query().algorithm(TOY), &mut workspace).unwrap();
    assert_eq!(world.advance(&mut pending, 1).unwrap(), None);
    assert_eq!(pending.expansions(), 1);
    world.set(Place::cell(0, 2), xunlu::Terrain::WALL).unwrap();
    let answer = loop {
        if let Some(answer) = world.advance(&mut pending, 2).unwrap() {
            break answer;
        }
    };
    assert_eq!(answer.revision, world.revision());
    assert_eq!(answer.algorithm(), TOY);
    assert!(world.check_path(answer.path().unwrap(), query().mover).is_ok());
}

#[test]
fn where_it_refuses_the_house_answers_and_says_why() {
    let world = world();
    let limits = Limits::NONE.expansions_max(100);
    let limited = query().algorithm(TOY).limits(limits);
    let answer = world.find(&limited, &mut Workspace::new()).unwrap();
    assert_ne!(answer.algorithm(), TOY);
    assert_eq!(answer.choice.reason, NO_LIMITS);
    assert_eq!(answer.choice.reason.code(), "toy-knows-no-limits");
    assert!(answer.path().is_some());
}

#[test]
fn a_name_that_no_engine_has_is_an_error() {
    let query = query().algorithm(Algorithm::Added("nobody"));
    let error = world().find(&query, &mut Workspace::new()).unwrap_err().to_string();
    assert!(error.contains("nobody"), "{error}");
}
