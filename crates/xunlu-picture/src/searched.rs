//! A question, its answer, and what a recorder heard of the search between them, to lie over a map.

use xunlu_format::{Overlay, Visited};
use xunlu_map::{Map, NodeId, Place};
use xunlu_search::{EventKind, Outcome, Path, Recorder};

/// A question that was asked of a map, as far as a picture shows it.
#[derive(Clone, Debug)]
pub struct Searched<'a, F> {
    /// The map.
    pub map: &'a Map,
    /// Where the path begins.
    pub start: Place,
    /// The places that the goal names. Empty for a goal that names none: the end of the path is shown.
    pub goals: Vec<Place>,
    /// The place of a node that the recorder heard of, whatever heading it stands for.
    pub place_of: F,
}

impl<F: Fn(NodeId) -> Option<Place>> Searched<'_, F> {
    /// What to draw: everything seen, in the order in which it was seen first, and the path found, or
    /// the one to the nearest place. A place that was seen with several headings counts as the cheapest
    /// of them.
    #[must_use]
    pub fn overlay(
        self,
        outcome: &Outcome<Place>,
        nearest: Option<&Path<Place>>,
        recorder: &Recorder,
    ) -> Overlay {
        let found = match outcome {
            Outcome::Found(found) => Some(&found.path),
            _ => None,
        };
        let path = found.or(nearest);
        let path = path.map(|path| path.places.clone()).unwrap_or_default();
        let mut goals = self.goals;
        if goals.is_empty() {
            goals.extend(found.and_then(|path| path.places.last()));
        }
        let visited = visited(self.map, self.place_of, recorder);
        Overlay { start: Some(self.start), goals, path, visited, ..Overlay::default() }
    }
}

/// The state of every place at the end of what was recorded.
fn visited(
    map: &Map,
    place_of: impl Fn(NodeId) -> Option<Place>,
    recorder: &Recorder,
) -> Vec<Visited> {
    const UNSEEN: u32 = u32::MAX;
    let mut number_of = vec![UNSEEN; map.node_count() as usize];
    let mut visited: Vec<Visited> = Vec::new();
    let mut closed_count = 0;
    for event in recorder.events() {
        let Some(place) = place_of(event.node) else { continue };
        let parent = place_of(event.parent).unwrap_or(place);
        let node = map.node_at(place);
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
    use xunlu::{Algorithm, Answer, Corners, Cost, Grid, Mover, MoverId, Query, Workspace, World};

    fn searched(mover: Mover, drawn: &str) -> (Overlay, Answer<Place>) {
        let grid: Grid = drawn.parse().unwrap();
        let world = World::with_mover(grid, mover).unwrap();
        let query =
            Query::between(Place::cell(0, 0), Place::cell(2, 2)).algorithm(Algorithm::AStar);
        let mut recorder = Recorder::default();
        let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
        let place_of = |node| world.place_of(MoverId::FIRST, node);
        let goals = vec![Place::cell(2, 2)];
        let searched = Searched { map: world.map(), start: query.from, goals, place_of };
        (searched.overlay(&answer.outcome, None, &recorder), answer)
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
            let Outcome::Found(found) = answer.outcome else { panic!("there is a path") };
            assert_eq!((end.g, overlay.path), (found.path.cost, found.path.places));
        }
    }

    #[test]
    fn without_a_way_there_is_no_path() {
        let (overlay, _) = searched(Mover::default(), "..#\n.##\n#..");
        assert_eq!((overlay.path, overlay.goals), (vec![], vec![Place::cell(2, 2)]));
    }
}
