//! Several paths to a goal: for a choice, or so that not everybody takes the same one.

use crate::algorithm::Algorithm;
use crate::answer::{Answer, Choice};
use crate::error::WorldError;
use crate::find::Prepared;
use crate::query::Query;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{NodeId, Place, Revision};
use xunlu_search::{CheapestPaths, Limit, Order, Outcome, Path, Sense, alternatives};

/// Several paths to one goal, the cheapest first.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Alternatives {
    /// The paths, in order of cost and among equals of their places' numbers, place by place. None
    /// comes by any place twice, and no two are of the same places.
    pub paths: Vec<Path<Place>>,
    /// What came of looking for one more, where there are fewer than were asked for: never
    /// [`Outcome::Found`].
    pub rest: Option<Outcome<Place>>,
    /// How many expansions all searches made together.
    pub expansions: u64,
    /// Who searched, and why.
    pub choice: Choice,
    /// The map's revision that the paths are good for.
    pub revision: Revision,
}

impl View<'_> {
    /// The `count` cheapest paths for a question, none of which comes by any place twice, cheapest
    /// first; among equals in the order of their places' numbers. A path ends at the first place of
    /// the goal that it comes to.
    ///
    /// The searches are A*, or Dijkstra's where the question asks for that: other algorithms promise
    /// too little. Limits hold for all searches together, and where there are fewer paths than asked
    /// for, [`Alternatives::rest`] tells why. The nearest reachable place is not looked for. Costs a
    /// search for each place of each path that is handed out.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn alternatives(
        &self,
        query: &Query,
        count: usize,
        workspace: &mut Workspace,
    ) -> Result<Alternatives, WorldError> {
        // In order only by a heuristic that never overestimates.
        let estimate = query.estimate.admissible();
        let query = query.clone().nearest(false).exhaustive(false).estimate(estimate);
        let (choice, start, goals, restriction) = match self.prepare(&query, &mut workspace.arcs)? {
            Prepared::Answered(answer) => return Ok(no_paths(answer, count)),
            Prepared::Asked(_, asked) => asked.parts(),
        };
        let order = match choice.algorithm {
            Algorithm::Dijkstra | Algorithm::TwoWayDijkstra => Order::Dijkstra,
            _ => Order::AStar,
        };
        let is_dijkstra = order == Order::Dijkstra;
        let algorithm = if is_dijkstra { Algorithm::Dijkstra } else { Algorithm::AStar };
        let question = Question {
            query: &query,
            algorithm: None,
            start,
            goals: &goals,
            restriction: &restriction,
            region: query.region.as_ref(),
            wants_nearest: false,
            toward: None,
        };
        let task = question.task(self, order);
        let graph = self.graph_for(query.region.as_ref(), &restriction);
        let states = self.graph().states();
        let space = &mut workspace.search;
        let mut told = self.with_heuristic(&question, Sense::Along, |heuristic| {
            alternatives(&graph, heuristic, &task, states, count, space)
        });
        // Steps lead to the goal, or nobody would be searching: only the region keeps them off, if nothing
        // else is closed.
        let is_kept_off = query.region.is_some() && (!restriction.is_any() || graph.met_border());
        if is_kept_off && told.rest == Some(Outcome::Unreachable) {
            told.rest = Some(Outcome::GaveUp(Limit::Region));
        }
        // The reason is the choice's own only where it chose who searches here.
        let is_kept = choice.algorithm == algorithm;
        let reason = if is_kept { choice.reason } else { Reason::SeveralPathsAreAsked };
        let choice = Choice { algorithm, reason };
        Ok(self.in_places(told, choice))
    }

    fn in_places(&self, told: CheapestPaths, choice: Choice) -> Alternatives {
        let CheapestPaths { paths, rest, expansions } = told;
        let place_of = |node: NodeId| self.map.place_of(node);
        let in_places = |path: Path| Path {
            places: path.places.into_iter().map(place_of).collect(),
            cost: path.cost,
        };
        let rest = rest.map(|rest| match rest {
            Outcome::GaveUp(limit) => Outcome::GaveUp(limit),
            _ => Outcome::Unreachable,
        });
        let paths = paths.into_iter().map(in_places).collect();
        Alternatives { paths, rest, expansions, choice, revision: self.map.revision() }
    }
}

/// What was known without a search.
fn no_paths(answer: Answer, count: usize) -> Alternatives {
    let Answer { outcome, expansions, choice, revision, .. } = answer;
    let rest = (count > 0).then_some(outcome);
    Alternatives { paths: Vec::new(), rest, expansions, choice, revision }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Goal;
    use crate::world::World;
    use xunlu_map::{Cell, Cost, Grid, Mover, Rect, Size, StepCosts};
    use xunlu_search::{Limits, PathEnd};

    /// Asks for paths from `S` to `G` and draws each: one letter a path, the cheapest `a`, a place of
    /// several paths with the first of them.
    fn check(text: &str, turn_cost: u32, count: usize, drawn: &str, costs: &[u32]) {
        let (world, query) = scene(text, turn_cost);
        let told = world.alternatives(&query, count, &mut Workspace::new()).unwrap();
        let told_costs: Vec<u32> = told.paths.iter().map(|path| path.cost.0).collect();
        assert_eq!(told_costs, costs);
        assert_eq!(told.rest.is_some(), told.paths.len() < count);
        let glyph = |x, y, glyph| {
            let is_on = |path: &Path<Place>| path.places.contains(&Place::cell(x, y));
            let first = told.paths.iter().zip('a'..).find(|(path, _)| is_on(path));
            if glyph == '.' { first.map_or('.', |(_, letter)| letter) } else { glyph }
        };
        let lines = (0..).zip(text.lines()).map(|(y, line)| {
            (0..).zip(line.chars()).map(|(x, c)| glyph(x, y, c)).collect::<String>()
        });
        assert_eq!(lines.collect::<Vec<_>>().join("\n"), drawn);
    }

    fn scene(text: &str, turn_cost: u32) -> (World, Query) {
        let find = |wanted| {
            let lines = (0..).zip(text.lines());
            let mut at = lines.flat_map(|(y, line)| (0..).zip(line.chars()).map(move |c| (c, y)));
            at.find_map(|((x, glyph), y)| (glyph == wanted).then_some(Place::cell(x, y))).unwrap()
        };
        let query = Query::between(find('S'), find('G'));
        let grid: Grid = text.replace(['S', 'G'], ".").parse().unwrap();
        let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).turn_cost(Cost(turn_cost));
        (World::with_mover(grid, mover.build().unwrap()).unwrap(), query)
    }

    #[test]
    fn the_cheaper_way_round_comes_first_and_then_the_other() {
        check("S.#\n.#.\n..G", 0, 5, "S.#\na#.\naaG", &[40]);
        let (world, query) = scene("S.#\n.#.\n..G", 0);
        let told = world.alternatives(&query, 2, &mut Workspace::new()).unwrap();
        assert_eq!(told.choice.reason, Reason::SeveralPathsAreAsked);
        let asked = query.algorithm(Algorithm::AStar);
        let told = world.alternatives(&asked, 2, &mut Workspace::new()).unwrap();
        assert_eq!(told.choice.reason, Reason::Asked);
        check("S...G\n.###.\n.....", 0, 3, "SaaaG\nb###b\nbbbbb", &[40, 80]);
    }

    #[test]
    fn the_fewest_turns_come_first_where_turns_are_expensive() {
        check("S..\n...\n..G", 100, 2, "Saa\nb.a\nbbG", &[140, 140]);
        let (world, query) = scene("S..\n...\n..G", 100);
        let told = world.alternatives(&query, 100, &mut Workspace::new()).unwrap();
        assert_eq!(told.paths[2].cost, Cost(240));
        assert_eq!(told.paths.len(), 12, "all loopless paths from corner to corner");
    }

    #[test]
    fn why_there_are_no_more_is_told() {
        let (world, query) = scene("S.#.\n..#G", 0);
        let ask =
            |query: &Query, count| world.alternatives(query, count, &mut Workspace::new()).unwrap();
        assert_eq!(ask(&query, 2).rest, Some(Outcome::Unreachable));
        assert_eq!(ask(&query, 0).rest, None);
        let wall = Query { goal: Goal::At(Place::cell(2, 0)), ..query.clone() };
        let Some(Outcome::Blocked(blocked)) = ask(&wall, 1).rest else { panic!("a wall") };
        assert_eq!(blocked.end, PathEnd::Goal);
        let near = Query::between(Place::cell(0, 0), Place::cell(1, 0));
        let both = ask(&near, 9);
        assert_eq!((both.paths.len(), both.rest), (2, Some(Outcome::Unreachable)));
        let row = Rect::new(Cell::new(0, 0), Size::new(4, 1));
        let one = ask(&near.clone().within(row), 9);
        assert_eq!((one.paths.len(), one.rest), (1, Some(Outcome::GaveUp(Limit::Region))));
        let limits = Limits::NONE.expansions_max(1);
        let none = ask(&near.limits(limits), 9);
        assert_eq!(none.rest, Some(Outcome::GaveUp(Limit::Expansions)));
    }
}
