//! The town: one drawn text says where people can walk, where its doors are, and where they like to go.

use xunlu::map::make::Random;
use xunlu::{Cell, wire};

/// As every program of ours reads it: `xunlu play examples/mmo/town.txt` shows it. `d` draws the doors of
/// houses, `g` the town's gates; water, trees, stalls and walls differ for the eye alone.
pub(crate) const TEXT: &str = include_str!("town.txt");

/// What the town is called by those who ask about it.
pub(crate) const NAME: &str = "town";

/// Which door it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct DoorId(pub(crate) usize);

/// The cells between two posts.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) least: Cell,
    pub(crate) most: Cell,
    pub(crate) is_gate: bool,
}

/// Where people like to go: in the order of [`Town::places`].
const LIKED: [&str; 5] = ["p", "h", ".", "b", "24"];

/// The town as it was drawn, with all doors open.
#[derive(Debug)]
pub(crate) struct Town {
    pub(crate) width: i32,
    pub(crate) height: i32,
    signs: Vec<u8>,
    pub(crate) doors: Vec<Door>,
    door_at: Vec<Option<DoorId>>,
    /// Cells of the squares, in houses, on streets, on planks, and on grass and fields.
    pub(crate) places: [Vec<Cell>; LIKED.len()],
}

impl Town {
    /// The town of a text.
    ///
    /// # Panics
    /// When its rows differ in length: it is drawn by us.
    pub(crate) fn of(text: &str) -> Town {
        let rows: Vec<&str> =
            text.lines().filter(|line| !line.starts_with('@') && !line.is_empty()).collect();
        let length = |count: usize| i32::try_from(count).expect("a town is small");
        let (width, height) = (length(rows[0].len()), length(rows.len()));
        let signs = rows.concat().into_bytes();
        assert_eq!(signs.len(), rows[0].len() * rows.len(), "its rows are equally long");
        let mut town = Town {
            width,
            height,
            door_at: vec![None; signs.len()],
            signs,
            doors: Vec::new(),
            places: Default::default(),
        };
        for y in 0..height {
            for x in 0..width {
                town.take(Cell::new(x, y));
            }
        }
        town
    }

    /// Takes note of a cell where people go, or where a door begins.
    fn take(&mut self, cell: Cell) {
        let Some(sign) = self.sign(cell) else { return };
        for (signs, places) in LIKED.iter().zip(&mut self.places) {
            if signs.as_bytes().contains(&sign) {
                places.push(cell);
            }
        }
        if !matches!(sign, b'd' | b'g') || self.door(cell).is_some() {
            return;
        }
        let mut most = cell;
        for step in [(1, 0), (0, 1)] {
            while self.sign(most + step) == Some(sign) {
                most = most + step;
            }
        }
        let id = DoorId(self.doors.len());
        self.doors.push(Door { least: cell, most, is_gate: sign == b'g' });
        for y in cell.y..=most.y {
            for x in cell.x..=most.x {
                let at = self.at(Cell::new(x, y)).expect("a door is in the town");
                self.door_at[at] = Some(id);
            }
        }
    }

    fn at(&self, cell: Cell) -> Option<usize> {
        let is_in = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        is_in.then(|| usize::try_from(cell.y * self.width + cell.x).expect("it is in the town"))
    }

    fn sign(&self, cell: Cell) -> Option<u8> {
        self.at(cell).map(|at| self.signs[at])
    }

    /// The door that a cell is of, if it is of one.
    pub(crate) fn door(&self, cell: Cell) -> Option<DoorId> {
        self.door_at[self.at(cell)?]
    }

    /// Whether somebody can stand here when all doors are open.
    pub(crate) fn is_ground(&self, cell: Cell) -> bool {
        self.sign(cell).is_some_and(|sign| b".24pbhdg".contains(&sign))
    }

    /// Where somebody goes next who is here: often not far.
    pub(crate) fn errand(&self, from: Cell, random: &mut Random) -> Cell {
        let places = match random.below(100) {
            0..25 => &self.places[0],
            25..60 => &self.places[1],
            60..78 => &self.places[2],
            78..88 => &self.places[3],
            _ => &self.places[4],
        };
        let far = |cell: &Cell| (cell.x - from.x).abs().max((cell.y - from.y).abs());
        let tries = if random.chance(60) { 6 } else { 1 };
        let cells = (0..tries).map(|_| *random.pick(places));
        cells.min_by_key(far).expect("one at least is tried")
    }

    /// The change that opens or shuts a door.
    pub(crate) fn change(&self, door: DoorId, is_open: bool) -> wire::Change {
        let Door { least, most, is_gate } = self.doors[door.0];
        let length = |from: i32, to: i32| u32::try_from(to - from + 1).expect("most is not less");
        let (width, height) = (length(least.x, most.x), length(least.y, most.y));
        let rect = wire::Rect { x: least.x, y: least.y, width, height };
        // The letters `d` and `g` in drawn maps; a wall.
        let terrain = match (is_open, is_gate) {
            (true, false) => 13,
            (true, true) => 16,
            (false, _) => 254,
        };
        wire::Change::Terrain(wire::TerrainChange { layer: 0, rect, terrain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_town_is_a_map_with_as_much_ground() {
        let (town, grid) = (Town::of(TEXT), TEXT.parse::<xunlu::Grid>().unwrap());
        let world = xunlu::World::new(grid.clone()).unwrap();
        for y in 0..town.height {
            for x in 0..town.width {
                let cell = Cell::new(x, y);
                let is_wall = grid.terrain(cell) == Some(xunlu::Terrain::WALL);
                assert_eq!(town.is_ground(cell), !is_wall, "{cell:?}");
            }
        }
        assert!(town.places.iter().all(|places| places.len() > 100), "{:?}", town.places);
        // Everybody can go everywhere while all doors are open.
        let from = town.places[0][0];
        for place in town.places.iter().flatten().step_by(97) {
            let query = wire::Query::to(
                format!("{},{}", from.x, from.y),
                wire::Goal::At(format!("{},{}", place.x, place.y)),
            );
            let query = query.on(&world).unwrap();
            let answer = world.find(&query, &mut xunlu::Workspace::new()).unwrap();
            assert!(answer.path().is_some(), "{place:?}");
        }
    }

    #[test]
    fn doors_are_whole_and_shut_what_they_say() {
        let town = Town::of("@legend ~ 254\n#dd#\n....\n.gg~\n.##.\n");
        assert_eq!(town.doors.len(), 2);
        assert_eq!(town.door(Cell::new(2, 0)), Some(DoorId(0)));
        assert_eq!(town.door(Cell::new(3, 0)), None);
        let wire::Change::Terrain(change) = town.change(DoorId(1), false) else { panic!("ground") };
        assert_eq!(change.rect, wire::Rect { x: 1, y: 2, width: 2, height: 1 });
        assert_eq!(change.terrain, 254);
    }
}
