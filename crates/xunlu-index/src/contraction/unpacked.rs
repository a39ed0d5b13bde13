//! Ways of shortcuts put in their steps, a level at a time.
//!
//! ```text
//!   a ------------------> b      All shortcuts of a level are independent of each other: what is known of the
//!   a -----> v ---------> b      nodes that they lead over is asked for of all at once, and memory is waited
//!   a -> u > v ----> w -> b      for once a level in place of once a node.
//! ```

use super::tree::NONE;
use std::hint::black_box;

/// What shortcuts lead over, by their two ends.
pub(super) trait Shortcuts {
    /// What has to be known of an end besides its number.
    type Known: Copy;

    /// Where it is written what is known of a node.
    fn begin_of(&self, node: u32) -> usize;

    /// Reads a little of it, so that the rest is near once it is asked for.
    fn touch(&self, begin: usize) -> u32;

    /// The two shortcuts that one stands for: to the node `over` which it leads and from there, that node
    /// lying below both ends. Told is what is known of the node, and over what each of the two leads, NONE
    /// if it is a step.
    fn halves(
        &self,
        over: u32,
        begin: usize,
        ends: [(u32, Self::Known); 2],
    ) -> (Self::Known, [u32; 2]);
}

/// The memory for it, and the way itself: a list in which nodes are put between others.
#[derive(Clone, Debug, Default)]
pub(super) struct UnpackedWay<K> {
    places: Vec<Place<K>>,
    // From which places shortcuts lead on that stand for others, and of what these lead over where it is
    // written what is known of it.
    open: Vec<u32>,
    begins: Vec<usize>,
}

/// A node of the way. The first was added first.
#[derive(Clone, Copy, Debug)]
struct Place<K> {
    node: u32,
    known: K,
    // Over what the shortcut to the next one leads; NONE if it is a step, or if this is the goal.
    over: u32,
    // Which place that is; behind the goal one that there is not.
    next: u32,
}

impl<K: Copy> UnpackedWay<K> {
    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Place<K>>()
            + self.open.capacity() * size_of::<u32>()
            + self.begins.capacity() * size_of::<usize>()
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// Adds a node and over what the shortcut from there leads: NONE for the goal, which comes last.
    pub(super) fn push(&mut self, node: u32, known: K, over: u32) {
        self.places.push(Place { node, known, over, next: NONE });
    }

    /// Has those that were added so far come in the other order.
    pub(super) fn turn_round(&mut self) {
        self.places.reverse();
    }

    /// Puts all shortcuts in steps.
    pub(super) fn unpack(&mut self, shortcuts: &impl Shortcuts<Known = K>) {
        let UnpackedWay { places, open, begins } = self;
        open.clear();
        for (place, at) in places.iter_mut().zip(0..) {
            place.next = at + 1;
            open.extend((place.over != NONE).then_some(at));
        }
        while !open.is_empty() {
            begins.clear();
            begins.extend(open.iter().map(|&at| shortcuts.begin_of(places[at as usize].over)));
            black_box(begins.iter().fold(0, |all, &begin| all ^ shortcuts.touch(begin)));
            let count = open.len();
            for number in 0..count {
                let at = open[number];
                let Place { node, known, over, next } = places[at as usize];
                let end = places[next as usize];
                let ends = [(node, known), (end.node, end.known)];
                let (known, overs) = shortcuts.halves(over, begins[number], ends);
                places[at as usize].over = overs[0];
                let between = u32::try_from(places.len()).expect("a way meets each node once");
                places[at as usize].next = between;
                places.push(Place { node: over, known, over: overs[1], next });
                open.extend((overs[0] != NONE).then_some(at));
                open.extend((overs[1] != NONE).then_some(between));
            }
            open.drain(..count);
        }
    }

    /// Its nodes from the start to the goal.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        let mut next = 0;
        (0..self.places.len()).map(move |_| {
            let place = &self.places[next as usize];
            next = place.next;
            place.node
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    /// Steps lead from each number to the next; shortcuts over any number between, which is always the same.
    struct Numbers;

    impl Numbers {
        fn over(from: u32, to: u32) -> u32 {
            let between = to - from - 1;
            if between == 0 {
                NONE
            } else {
                from + 1 + Random::new((from ^ to).into()).below(between)
            }
        }
    }

    impl Shortcuts for Numbers {
        type Known = u32;

        fn begin_of(&self, node: u32) -> usize {
            3 * node as usize
        }

        fn touch(&self, begin: usize) -> u32 {
            u32::from(begin.is_multiple_of(3))
        }

        fn halves(&self, over: u32, begin: usize, [from, to]: [(u32, u32); 2]) -> (u32, [u32; 2]) {
            assert_eq!(begin, 3 * over as usize);
            assert_eq!([from, to].map(|(node, _)| !node), [from.1, to.1]);
            assert_eq!(Numbers::over(from.0, to.0), over);
            (!over, [Numbers::over(from.0, over), Numbers::over(over, to.0)])
        }
    }

    #[test]
    fn all_steps_of_all_shortcuts_come_in_order() {
        let mut random = Random::new(1);
        let mut way = UnpackedWay::default();
        for _ in 0..300 {
            let start = random.below(50);
            let mut ends = vec![start];
            for _ in 0..random.below(8) {
                ends.push(ends[ends.len() - 1] + 1 + random.below(60));
            }
            // Some come in the other order first.
            let turned = random.below(u32::try_from(ends.len()).unwrap()) as usize;
            let onward =
                |at: usize| ends.get(at + 1).map_or(NONE, |&to| Numbers::over(ends[at], to));
            way.clear();
            (0..turned).rev().for_each(|at| way.push(ends[at], !ends[at], onward(at)));
            way.turn_round();
            (turned..ends.len()).for_each(|at| way.push(ends[at], !ends[at], onward(at)));
            way.unpack(&Numbers);
            let goal = ends[ends.len() - 1];
            assert!(
                way.nodes().eq(start..=goal),
                "{ends:?}: {:?}",
                way.nodes().collect::<Vec<_>>()
            );
        }
    }
}
