//! The referee: whether everybody keeps to the rules of the world. It shares no rule with those who walk.

use crate::doors::{Doors, Stands};
use crate::swarm::Step;
use crate::town::Town;
use std::collections::BTreeMap;
use xunlu::Cell;

/// Looks at each step with the doors as they stand when it is made. Returns how many steps led into a closed
/// door from outside of it, through walls, round their corners, or farther than to a neighbour.
pub(crate) fn faults(town: &Town, doors: &Doors, steps: &[Step]) -> usize {
    let mut closed = BTreeMap::new();
    for (id, stands) in doors.all().filter(|(_, stands)| *stands != Stands::Open) {
        let door = &town.doors[id.0];
        for y in door.least.y..=door.most.y {
            for x in door.least.x..=door.most.x {
                closed.insert((x, y), (id, stands));
            }
        }
    }
    let door = |cell: Cell| closed.get(&(cell.x, cell.y));
    let is_fault = |step: &&Step| {
        let Step { from, to } = **step;
        let (right, down) = (to.x - from.x, to.y - from.y);
        let is_through_door = match (door(from), door(to)) {
            (_, Some((_, Stands::Shut))) => true,
            (before, Some((id, _))) => before.is_none_or(|(own, _)| own != id),
            (_, None) => false,
        };
        let is_far = right.abs().max(down.abs()) != 1;
        let sides = [to, from + (right, 0), from + (0, down)];
        is_through_door || is_far || sides.iter().any(|&cell| !town.is_ground(cell))
    };
    steps.iter().filter(is_fault).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::town::DoorId;

    fn step(from: (i32, i32), to: (i32, i32)) -> Step {
        Step { from: Cell::new(from.0, from.1), to: Cell::new(to.0, to.1) }
    }

    #[test]
    fn a_closed_door_lets_out_and_nobody_in() {
        let town = Town::of("##d##\n.....\n##d##\n");
        let mut doors = Doors::new(&town, 1);
        let (into, on, out) = (step((2, 1), (2, 0)), step((2, 2), (2, 1)), step((2, 0), (2, 1)));
        assert_eq!(faults(&town, &doors, &[into, on, out]), 0);
        doors.turn(DoorId(0), 0);
        assert_eq!(faults(&town, &doors, &[into, on, out]), 1);
    }

    #[test]
    fn walls_corners_and_leaps_are_seen() {
        let town = Town::of("...\n.#.\n...\n");
        let doors = Doors::new(&town, 1);
        let leap = step((0, 0), (2, 0));
        let steps = [step((0, 0), (1, 0)), step((1, 0), (1, 1)), step((1, 0), (2, 1)), leap];
        assert_eq!(faults(&town, &doors, &steps), 3);
    }
}
