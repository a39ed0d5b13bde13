//! What is shown on top of a map: a search and its answer.

use xunlu::{Answer, Cost, EventKind, Goal, MoverId, Outcome, Place, Query, Recorder, World};

/// What is shown on top of a map: a search and its answer. Formats that cannot hold it leave it out
/// and say so.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overlay {
    /// Where the way begins.
    pub start: Option<Place>,
    /// Where it may end.
    pub goals: Vec<Place>,
    /// The way.
    pub path: Vec<Place>,
    /// What is within reach.
    pub reach: Vec<Place>,
    /// What a search saw: each place at most once, as it was at the end.
    pub visited: Vec<Visited>,
}

/// A place that a search saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visited {
    /// Which.
    pub place: Place,
    /// From where it was reached; itself at the start.
    pub parent: Place,
    /// What the way so far cost.
    pub g: Cost,
    /// The estimate of the rest.
    pub h: Cost,
    /// The how-many-th it was to be closed, from 0; none while it is open.
    pub closed: Option<u32>,
}

impl Overlay {
    /// A question, its answer, and what a recorder heard of the search between them: everything seen,
    /// in the order in which it was seen first. A place that was seen with several headings counts as
    /// the cheapest of them.
    ///
    /// The goals are those that were named; of a goal without a list, where the path ends, or else the
    /// place that it is about. The path is the one found, or the one to the nearest place.
    #[must_use]
    pub fn of_search(
        world: &World,
        mover: MoverId,
        query: &Query,
        answer: &Answer<Place>,
        recorder: &Recorder,
    ) -> Overlay {
        let found = match &answer.outcome {
            Outcome::Found(found) => Some(&found.path),
            _ => None,
        };
        let way = found.or(answer.nearest.as_ref());
        let path = way.map(|path| path.places.clone()).unwrap_or_default();
        let end = found.and_then(|path| path.places.last().copied());
        let goals = match &query.goal {
            Goal::At(place) => vec![*place],
            Goal::AnyOf(places) => places.clone(),
            other => end.or(other.anchor()).into_iter().collect(),
        };
        let visited = visited(world, mover, recorder);
        Overlay { start: Some(query.from), goals, path, reach: Vec::new(), visited }
    }
}

/// The state of every place at the end of what was recorded.
fn visited(world: &World, mover: MoverId, recorder: &Recorder) -> Vec<Visited> {
    const UNSEEN: u32 = u32::MAX;
    let mut number_of = vec![UNSEEN; world.map().node_count() as usize];
    let mut visited: Vec<Visited> = Vec::new();
    let mut closed_count = 0;
    for event in recorder.events() {
        let Some(place) = world.place_of(mover, event.node) else { continue };
        let parent = world.place_of(mover, event.parent).unwrap_or(place);
        let node = world.map().node_at(place);
        let Some(number) = node.and_then(|node| number_of.get_mut(node.0 as usize)) else {
            continue;
        };
        let now = Visited { place, parent, g: event.g, h: event.h, closed: None };
        if *number == UNSEEN {
            let Ok(next) = u32::try_from(visited.len()) else { break };
            *number = next;
            visited.push(now);
        }
        let Some(seen) = visited.get_mut(*number as usize) else { continue };
        if now.g < seen.g {
            *seen = Visited { closed: seen.closed, ..now };
        }
        if event.kind == EventKind::Closed && seen.closed.is_none() {
            seen.closed = Some(closed_count);
            closed_count += 1;
        }
    }
    visited
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu::{Algorithm, Corners, Grid, Mover, Workspace};

    fn searched(mover: Mover, drawn: &str) -> (Overlay, Answer<Place>) {
        let grid: Grid = drawn.parse().unwrap();
        let world = World::with_mover(grid, mover).unwrap();
        let query = Query::between(Place::cell(0, 0), Place::cell(2, 2)).by(Algorithm::AStar);
        let mut recorder = Recorder::default();
        let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
        (Overlay::of_search(&world, MoverId::FIRST, &query, &answer, &recorder), answer)
    }

    #[test]
    fn each_place_is_there_once_as_it_was_at_the_end() {
        let turning = Mover::eight(Corners::OneFree).turn_cost(Cost(3)).build().unwrap();
        for mover in [Mover::default(), turning] {
            let (overlay, answer) = searched(mover, "...\n.#.\n...");
            let mut places: Vec<Place> = overlay.visited.iter().map(|seen| seen.place).collect();
            assert_eq!(overlay.visited[0].parent, Place::cell(0, 0));
            places.sort();
            places.dedup();
            assert_eq!(places.len(), overlay.visited.len());
            let mut orders: Vec<u32> =
                overlay.visited.iter().filter_map(|seen| seen.closed).collect();
            orders.sort_unstable();
            assert!(orders.iter().copied().eq(0..u32::try_from(orders.len()).unwrap()));
            let end = overlay.visited.iter().find(|seen| seen.place == Place::cell(2, 2)).unwrap();
            let Outcome::Found(found) = answer.outcome else { panic!("there is a way") };
            assert_eq!((end.g, overlay.path), (found.path.cost, found.path.places));
        }
    }

    #[test]
    fn without_a_way_there_is_no_path() {
        let (overlay, _) = searched(Mover::default(), "..#\n.##\n#..");
        assert_eq!((overlay.path, overlay.goals), (vec![], vec![Place::cell(2, 2)]));
    }
}
