//! What a map is like for a mover: how much of it is open, what is connected, corners and corridors.

use xunlu::map::{Direction, NodeId, Passability};
use xunlu::{Grid, Map, Mover, MoverId, Place, World};

/// A map in figures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Survey {
    /// Cells, hexes or waypoints where the mover can stand.
    pub(crate) open: u64,
    /// Parts between which the mover cannot go back and forth.
    pub(crate) components: u32,
    /// Places in the largest of them.
    pub(crate) largest: u32,
    /// One place of the largest.
    pub(crate) within_largest: Option<Place>,
    /// Of square cells only.
    pub(crate) bends: Option<Bends>,
}

/// Where paths on square cells turn and squeeze.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bends {
    /// Blocked cells seen from an open one across the corner, with both cells between them open: the
    /// only points where a cheapest path on plain ground has to turn.
    pub(crate) corners: u64,
    /// Open cells with an open one before and behind and none to either side.
    pub(crate) corridors: u64,
    /// Open cells with a single open one beside them.
    pub(crate) dead_ends: u64,
}

/// Looks at every place of a world for its first mover.
pub(crate) fn survey(world: &World) -> Survey {
    let (map, first) = (world.map(), MoverId::FIRST);
    let components = world.component_count(first).unwrap_or_default();
    let mut found = Survey { components, ..Survey::default() };
    for place in (0..map.node_count()).map(|number| map.place_of(NodeId(number))) {
        let Some((least, size)) = world.component_at(first, place) else { continue };
        found.open += 1;
        if size > found.largest {
            (found.largest, found.within_largest) = (size, Some(least));
        }
    }
    found.bends = world.mover(first).and_then(|mover| bends_of(map, mover));
    found
}

fn bends_of(map: &Map, mover: &Mover) -> Option<Bends> {
    if map.grids().is_empty() {
        return None;
    }
    let grounds = map.grids().iter().map(Grid::ground);
    let each = grounds.map(|ground| bends(&Passability::new(ground, mover)));
    Some(each.fold(Bends::default(), |all, one| Bends {
        corners: all.corners + one.corners,
        corridors: all.corridors + one.corridors,
        dead_ends: all.dead_ends + one.dead_ends,
    }))
}

/// Sixty-four cells at a time: each rule is a few words combined bit by bit.
fn bends(open: &Passability) -> Bends {
    let layout = *open.layout();
    let size = layout.bounds().size;
    let mut bends = Bends::default();
    for row in 0..size.height {
        let first = (row + 1) * layout.stride() + 1;
        for column in (0..size.width).step_by(64) {
            let index = first + column;
            let toward = |direction| open.run_at(index.wrapping_add(layout.step(direction)));
            let beyond = size.width - column;
            let inside = if beyond >= 64 { u64::MAX } else { (1 << beyond) - 1 };
            let here = open.run_at(index) & inside;
            let [east, south, west, north] =
                [Direction::East, Direction::South, Direction::West, Direction::North].map(toward);
            let corner = |a: u64, b: u64, across| here & a & b & !toward(across);
            bends.corners += [
                corner(east, south, Direction::SouthEast),
                corner(south, west, Direction::SouthWest),
                corner(west, north, Direction::NorthWest),
                corner(north, east, Direction::NorthEast),
            ]
            .map(|found| u64::from(found.count_ones()))
            .iter()
            .sum::<u64>();
            let across = east & west & !(north | south);
            let along = north & south & !(east | west);
            bends.corridors += u64::from((here & (across | along)).count_ones());
            // Of four bits exactly one is set: their parity is odd, and no two are set together.
            let twice = (east & west) | (north & south) | ((east | west) & (north | south));
            let single = (east ^ west ^ north ^ south) & !twice;
            bends.dead_ends += u64::from((here & single).count_ones());
        }
    }
    bends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(map: &str, open: u64, components: u32, largest: u32, bends: (u64, u64, u64)) {
        let map: Map = map.parse().unwrap();
        let found = survey(&World::new(map).unwrap());
        assert_eq!((found.open, found.components, found.largest), (open, components, largest));
        let (corners, corridors, dead_ends) = bends;
        assert_eq!(found.bends, Some(Bends { corners, corridors, dead_ends }));
    }

    #[test]
    fn figures_are_those_of_the_drawing() {
        check("...\n.#.\n...", 8, 1, 8, (4, 4, 0));
        check("..#..", 4, 2, 2, (0, 0, 4));
        check("#.#\n...\n#.#", 5, 1, 5, (4, 0, 4));
        let wide = format!("{}\n{}#{}", ".".repeat(130), ".".repeat(64), ".".repeat(65));
        check(&wide, 259, 1, 259, (2, 1, 0));
    }

    #[test]
    fn hexes_and_waypoints_have_no_bends() {
        let map: Map = "@hex odd-r\n. # .\n . . .".parse().unwrap();
        let found = survey(&World::new(map).unwrap());
        assert_eq!((found.open, found.components, found.bends), (5, 1, None));
    }
}
