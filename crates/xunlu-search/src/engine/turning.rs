//! Searching where a turn costs something, by places rather than by places in every heading.
//!
//! Whoever paid for a turn may go on as he likes, as if he had no heading yet. So of all who come to a place
//! only the cheapest turns, and whoever comes at the cost of a turn more than he leads nowhere. All that has
//! to be known of a place is therefore what it costs to be *free* there, turn paid, and which headings
//! somebody passed in: eight bytes, where a record for each heading takes a hundred. How a path came is told
//! by the list of all *visits*, each with the one before it.

use super::ranking::lower_half;
use crate::answer::{Ended, Found, Limit, Outcome, Path};
use crate::frontier::{Buckets, Entry, Frontier, Spread};
use crate::graph::Graph;
use crate::observer::Observer;
use crate::search::{Aim, End};
use crate::space::Marks;
use crate::step::Step;
use crate::task::Limits;
use crate::view::{HeadingNumbers, PlainGrid};
use xunlu_map::{Cost, NodeId};

/// A cheapest path among places where each change of heading costs the same, by a consistent estimate, under
/// way. From a place at most one step may lead in each heading. It holds the space it was lent and
/// nothing else.
#[derive(Debug)]
pub struct TurningSearch {
    space: TurningSpace,
    turns: HeadingNumbers,
    start: NodeId,
    aim: Aim,
    expansions_max: u64,
    expansions: u64,
    // Whether a path was not followed because it costs more than can be said.
    has_lost: bool,
    end: Option<End>,
}

/// The memory of such a search, like a [`SearchSpace`](crate::SearchSpace).
#[derive(Debug, Default)]
pub struct TurningSpace {
    places: KnownPlaces,
    visits: Vec<Visit>,
    open: Buckets<false>,
    marks: Marks,
    steps: Vec<Step>,
}

/// A way of coming to a place.
#[derive(Clone, Copy, Debug)]
struct Visit {
    place: NodeId,
    heading: u32,
    /// The visit before, by its place in the list; of the first its own.
    before: u32,
    g: Cost,
}

impl Visit {
    fn node(self, turns: HeadingNumbers) -> NodeId {
        turns.node_in(self.place, self.heading)
    }
}

impl TurningSpace {
    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let places = self.places.list.capacity() * size_of::<Record>();
        let visits = self.visits.capacity() * size_of::<Visit>();
        let steps = self.steps.capacity() * size_of::<Step>();
        places + visits + steps + self.open.bytes() + self.marks.bytes()
    }
}

impl TurningSearch {
    /// Begins. The start and the goals are places, and so are numbers less than `place_count`.
    ///
    /// # Panics
    /// When a place has no such number, turns cost nothing, or there are more than eight headings.
    #[must_use]
    pub fn begin(
        (turns, place_count): (HeadingNumbers, u32),
        (start, goals): (NodeId, &[NodeId]),
        limits: Limits,
        mut space: TurningSpace,
    ) -> TurningSearch {
        for place in goals.iter().chain([&start]) {
            assert!(place.0 < place_count, "{place:?} is no place of this graph");
        }
        assert!(
            turns.cost > Cost::ZERO && turns.none() <= 8,
            "searches of other kinds are for {turns:?}"
        );
        let aim = if let [goal] = goals { Aim::Node(*goal) } else { Aim::AnyMarked };
        space.marks.begin(place_count, if goals.len() == 1 { &[] } else { goals });
        space.places.begin(place_count);
        space.visits.clear();
        space.open.clear();
        TurningSearch {
            space,
            turns,
            start,
            aim,
            expansions_max: limits.expansions_max,
            expansions: 0,
            has_lost: false,
            end: None,
        }
    }

    /// Carries on for at most `budget` expansions and says whether the search has ended. The graph is that of
    /// places in every heading; what remains is estimated for a place in a heading, consistently, and for one
    /// in no heading as no more than in any.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<G, E, O>(&mut self, graph: &G, estimate: &E, observer: &mut O, budget: u64) -> bool
    where
        G: Graph + ?Sized,
        E: Fn(NodeId, u32) -> Cost,
        O: Observer + ?Sized,
    {
        let mut steps = std::mem::take(&mut self.space.steps);
        let ahead = Buffered { graph, turns: self.turns, steps: &mut steps };
        let has_ended = self.run_by(ahead, estimate, observer, budget);
        self.space.steps = steps;
        has_ended
    }

    /// The same on a grid on which nothing is special, by its places.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run_plain<E, O>(
        &mut self,
        grid: &PlainGrid<'_>,
        estimate: &E,
        observer: &mut O,
        budget: u64,
    ) -> bool
    where
        E: Fn(NodeId, u32) -> Cost,
        O: Observer + ?Sized,
    {
        self.run_by(*grid, estimate, observer, budget)
    }

    fn run_by<A, E, O>(&mut self, mut ahead: A, estimate: &E, observer: &mut O, budget: u64) -> bool
    where
        A: StepsAhead,
        E: Fn(NodeId, u32) -> Cost,
        O: Observer + ?Sized,
    {
        assert!(self.end.is_none(), "this search has ended");
        self.end = self.advance(&mut ahead, estimate, observer, budget);
        self.end.is_some()
    }

    fn advance<A, E, O>(
        &mut self,
        ahead: &mut A,
        estimate: &E,
        observer: &mut O,
        budget: u64,
    ) -> Option<End>
    where
        A: StepsAhead,
        E: Fn(NodeId, u32) -> Cost,
        O: Observer + ?Sized,
    {
        let turns = self.turns;
        let (none, stop) = (turns.none(), self.expansions.saturating_add(budget));
        if self.space.visits.is_empty() {
            let start = self.start;
            self.looking(estimate, observer).reach(none, start, 0, Cost::ZERO);
        }
        loop {
            if self.expansions >= self.expansions_max {
                return Some(End::OutOfExpansions);
            }
            if self.expansions >= stop {
                return None;
            }
            let Some(entry) = self.space.open.pop() else { return Some(End::Exhausted) };
            let from = !entry.node;
            let Visit { place, heading, before, g } = self.space.visits[from as usize];
            let known = self.space.places.look(place);
            if !known.is_due(heading, none, g) {
                continue;
            }
            let closed = Known { bits: known.bits | 1 << heading, ..known };
            self.space.places.put(place, closed);
            if observer.hears_anything() {
                let parent = self.space.visits[before as usize].node(turns);
                let parent = if before == from { NodeId::NONE } else { parent };
                let node = turns.node_in(place, heading);
                observer.closed(node, parent, g, lower_half(entry.key >> 32).less(g));
            }
            if self.is_end(place) {
                return Some(End::Reached(NodeId(from)));
            }
            if self.expansions == 0 {
                let mut most_expensive = Cost::ZERO;
                ahead.each(place, none, |_, step| most_expensive = most_expensive.max(step.cost));
                self.space.open.tune(Spread::of_f(most_expensive + turns.cost));
            }
            self.expansions += 1;
            let mut looking = self.looking(estimate, observer);
            if heading == none {
                ahead.each(place, none, |heading, step| {
                    if !known.has_closed(heading) {
                        looking.reach(heading, step.to, from, g + step.cost);
                    }
                });
            } else {
                ahead.each(place, heading, |heading, step| {
                    looking.reach(heading, step.to, from, g + step.cost);
                });
                looking.turn((place, closed), from, g);
            }
        }
    }

    fn is_end(&self, place: NodeId) -> bool {
        match self.aim {
            Aim::Node(goal) => place == goal,
            _ => self.space.marks.has(place),
        }
    }

    fn looking<'a, E, O: ?Sized>(
        &'a mut self,
        estimate: &'a E,
        observer: &'a mut O,
    ) -> Looking<'a, E, O> {
        let TurningSearch { space, turns, has_lost, .. } = self;
        Looking { space, turns: *turns, estimate, observer, has_lost }
    }

    /// How its places and headings are numbered.
    #[must_use]
    pub fn turns(&self) -> HeadingNumbers {
        self.turns
    }

    /// How many nodes were closed and looked on from so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The answer, in places.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, place_of: impl Fn(NodeId) -> P) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let outcome = match end {
            End::Reached(visit) => {
                let path = self.path_by(visit.0, place_of);
                Outcome::Found(Found { lower_bound: path.cost, path })
            }
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if self.has_lost => Outcome::GaveUp(Limit::CostTooLarge),
            End::Exhausted => Outcome::Unreachable,
        };
        Ended { outcome, expansions: self.expansions, nearest: None }
    }

    /// The path of a visit. Where it turns, two of them are at the same place.
    fn path_by<P>(&self, last: u32, place_of: impl Fn(NodeId) -> P) -> Path<P> {
        let visits = &self.space.visits;
        let back = || {
            let all = std::iter::successors(Some(last), |&at| {
                Some(visits[at as usize].before).filter(|&before| before != at)
            });
            all.filter(|&at| {
                let Visit { place, before, .. } = visits[at as usize];
                before == at || visits[before as usize].place != place
            })
        };
        // Counted first, so that the path is the one thing allocated.
        let mut places = Vec::with_capacity(back().count());
        places.extend(back().map(|at| place_of(visits[at as usize].place)));
        places.reverse();
        Path { places, cost: visits[last as usize].g }
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> TurningSpace {
        self.space
    }
}

/// What takes note of visits, borrowed for one expansion.
struct Looking<'a, E, O: ?Sized> {
    space: &'a mut TurningSpace,
    turns: HeadingNumbers,
    estimate: &'a E,
    observer: &'a mut O,
    has_lost: &'a mut bool,
}

impl<E: Fn(NodeId, u32) -> Cost, O: Observer + ?Sized> Looking<'_, E, O> {
    /// Takes note of a step, if it is news.
    #[inline]
    fn reach(&mut self, heading: u32, place: NodeId, from: u32, g: Cost) {
        let known = self.space.places.look(place);
        if !known.is_news(heading, g) {
            if g.is_saturated() || self.observer.hears_considered() {
                self.pass_by((place, heading), known, from, g);
            }
            return;
        }
        // Known at once, so that whoever comes meanwhile at no less is not followed.
        if heading == self.turns.none() {
            self.space.places.put(place, Known { bits: known.bits | TURNED, free: g });
        } else if g + self.turns.cost < known.free {
            let free = g + self.turns.cost;
            self.space.places.put(place, Known { bits: known.bits & !TURNED, free });
        }
        self.open((place, heading), from, g);
    }

    /// Turns, if nobody else does it for less.
    #[inline]
    fn turn(&mut self, (place, known): (NodeId, Known), from: u32, g: Cost) {
        let g = g + self.turns.cost;
        *self.has_lost |= g.is_saturated() && known.free.is_saturated();
        if g == known.free && known.bits & TURNED == 0 {
            self.space.places.put(place, Known { bits: known.bits | TURNED, ..known });
            self.open((place, self.turns.none()), from, g);
        }
    }

    fn open(&mut self, (place, heading): (NodeId, u32), before: u32, g: Cost) {
        let h = (self.estimate)(place, heading);
        let f = g + h;
        if f.is_saturated() {
            // An estimate that cannot be said knows that there is no path on.
            *self.has_lost |= !h.is_saturated();
            return;
        }
        if self.observer.hears_anything() {
            let node = self.turns.node_in(place, heading);
            let parent = self.space.visits.get(before as usize);
            let parent = parent.map_or(NodeId::NONE, |visit| visit.node(self.turns));
            let (known, opened) = (self.space.places.look(place), 1 << (OPENED + heading));
            if known.bits & opened == 0 {
                self.space.places.put(place, Known { bits: known.bits | opened, ..known });
                self.observer.opened(node, parent, g, h);
            } else {
                self.observer.improved(node, parent, g, h);
            }
        }
        let number = u32::try_from(self.space.visits.len()).expect("they do not fit in memory");
        self.space.visits.push(Visit { place, heading, before, g });
        // Of equals the last one in is the first one out, and so they come in order, which is not looked for.
        self.space.open.push(Entry { key: u64::from(f.0) << 32, node: !number });
    }

    /// Tells of a path that is not followed. One whose cost cannot be said is lost where nobody else came.
    #[cold]
    #[inline(never)]
    fn pass_by(&mut self, (place, heading): (NodeId, u32), known: Known, from: u32, g: Cost) {
        let is_first = known.free.is_saturated() && !known.has_closed(heading);
        *self.has_lost |= g.is_saturated() && is_first;
        if self.observer.hears_considered() {
            let parent = self.space.visits.get(from as usize);
            let parent = parent.map_or(NodeId::NONE, |visit| visit.node(self.turns));
            let node = self.turns.node_in(place, heading);
            self.observer.considered(node, parent, g, (self.estimate)(place, heading));
        }
    }
}

/// What a search knows of a place: bits, then what it costs to be free there.
type Record = [u32; 2];

/// What a search knows of every place. The bits are, from the lowest: which headings are closed, the ninth
/// being none; which were opened, where that is told to anybody; whether who turns at the least cost waits;
/// and the number of the search, without which nothing counts.
#[derive(Debug, Default)]
struct KnownPlaces {
    // An array and not a struct, for the reason that `space.rs` gives.
    list: Vec<Record>,
    search: u32,
}

const OPENED: u32 = 9;
const TURNED: u32 = 1 << 18;
const NUMBER: u32 = 19;

/// What is known of one place.
#[derive(Clone, Copy)]
struct Known {
    bits: u32,
    free: Cost,
}

impl Known {
    /// Whether somebody passed in this heading, or, if it is none, turned.
    #[inline(always)]
    fn has_closed(self, heading: u32) -> bool {
        self.bits >> heading & 1 != 0
    }

    /// Whether it is news that somebody came like this, for as much.
    #[inline(always)]
    fn is_news(self, heading: u32, g: Cost) -> bool {
        g < self.free && !self.has_closed(heading)
    }

    /// Whether whoever came like this and waited is still to be looked on from.
    #[inline(always)]
    fn is_due(self, heading: u32, none: u32, g: Cost) -> bool {
        let leads_on = if heading == none { g == self.free } else { g < self.free };
        leads_on && !self.has_closed(heading)
    }
}

impl KnownPlaces {
    fn begin(&mut self, count: u32) {
        if self.list.len() < count as usize {
            self.list = vec![[0; 2]; count as usize];
            self.search = 0;
        }
        // When the numbers of searches run out, all records are wiped once and counting starts over.
        self.search += 1;
        if self.search >> (u32::BITS - NUMBER) != 0 {
            self.list.fill([0; 2]);
            self.search = 1;
        }
    }

    #[inline(always)]
    fn look(&self, place: NodeId) -> Known {
        let [bits, free] = self.list[place.index()];
        if bits >> NUMBER == self.search {
            Known { bits, free: Cost(free) }
        } else {
            Known { bits: self.search << NUMBER, free: Cost::MAX }
        }
    }

    #[inline(always)]
    fn put(&mut self, place: NodeId, known: Known) {
        self.list[place.index()] = [known.bits, known.free.0];
    }
}

/// The steps that lead on from a place without a turn.
trait StepsAhead {
    /// Shows the steps from a place in a heading, or in all of them if it is none yet, and in which they
    /// lead.
    fn each(&mut self, place: NodeId, held: u32, see: impl FnMut(u32, Step));
}

impl StepsAhead for PlainGrid<'_> {
    #[inline]
    fn each(&mut self, place: NodeId, held: u32, mut see: impl FnMut(u32, Step)) {
        match held {
            8 => self.directed_steps(place, see),
            _ => self.step_ahead(place, held).into_iter().for_each(|step| see(held, step)),
        }
    }
}

/// The steps of any graph of places in every heading, through a buffer.
struct Buffered<'a, G: ?Sized> {
    graph: &'a G,
    turns: HeadingNumbers,
    steps: &'a mut Vec<Step>,
}

impl<G: Graph + ?Sized> StepsAhead for Buffered<'_, G> {
    fn each(&mut self, place: NodeId, held: u32, mut see: impl FnMut(u32, Step)) {
        let Buffered { graph, turns, steps } = self;
        steps.clear();
        // Of who has no heading yet no turn is asked.
        graph.steps_from(turns.node_in(place, turns.none()), steps);
        for step in &**steps {
            let heading = turns.heading_of(step.to);
            if heading == held || [held, heading].contains(&turns.none()) {
                see(heading, Step { to: turns.place_of(step.to), cost: step.cost });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_searches_start_over_cleanly() {
        let last = (1 << (u32::BITS - NUMBER)) - 2;
        let mut places = KnownPlaces { list: vec![[0; 2]], search: last };
        for search in [last + 1, 1] {
            places.begin(1);
            assert_eq!(places.search, search);
            let known = places.look(NodeId(0));
            assert!(known.free == Cost::MAX && (0..9).all(|heading| !known.has_closed(heading)));
            places.put(NodeId(0), Known { bits: known.bits | 0x1ff, free: Cost(7) });
            assert_eq!(places.look(NodeId(0)).free, Cost(7));
        }
    }
}
