//! A digest of what a map holds, by which saved tables find the map they were made for.

use crate::cell::{Cell, Rect};
use crate::grid::Grid;
use crate::ground::Ground;
use crate::hex::Hex;
use crate::layers::LayerCell;
use crate::link::{Door, Link, LinkId, Links};
use crate::map::Map;
use crate::plane::Plane;
use crate::terrain::{Exits, Tags};
use crate::waypoints::WaypointId;
use std::fmt;

/// A number of 64 bits worked out of all that a map holds, and of nothing else: maps that are equal have the
/// same on every machine, however often they were edited, and maps that differ hardly ever do. It guards
/// against mix-ups, not against people who mean to deceive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digest(pub u64);

/// In sixteen hexadecimal digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Map {
    /// The digest of all that it holds, its revision aside. Costs one look at every cell and link.
    ///
    /// ```
    /// # use xunlu_map as xunlu;
    /// use xunlu::{Cell, Grid, Map, Terrain};
    ///
    /// let map = Map::from("..#\n...".parse::<Grid>()?);
    /// let mut grid = "..#\n...".parse::<Grid>()?;
    /// grid.set(Cell::new(0, 0), Terrain::WALL)?;
    /// assert_ne!(Map::from(grid.clone()).digest(), map.digest());
    /// grid.set(Cell::new(0, 0), Terrain::OPEN)?;
    /// assert_eq!(Map::from(grid).digest(), map.digest());
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut digester = Digester(0);
        match self {
            Map::Grid(grid) => {
                digester.take(Part::Grid as u64);
                digester.take_grid(grid);
                digester.take_links(grid.links(), Cell::words);
            }
            Map::Hex(grid) => {
                digester.take(Part::Hex as u64);
                digester.take(grid.arrangement() as u64);
                digester.take_ground(grid.ground());
                digester.take_links(grid.links(), |hex: &Hex| [hex.q, hex.r].map(word));
            }
            Map::Layers(layers) => {
                digester.take(Part::Layers as u64);
                layers.grids().iter().for_each(|grid| digester.take_grid(grid));
                digester.take_links(layers.links(), |at: &LayerCell| {
                    let [x, y] = at.cell.words();
                    [u64::from(at.layer), x << 32 | y]
                });
            }
            Map::Waypoints(graph) => {
                digester.take(Part::Waypoints as u64);
                for waypoint in graph.waypoints() {
                    digester.take_bytes(waypoint.name.as_bytes());
                    // Adding nought makes one of the two noughts.
                    let point = [waypoint.point.x, waypoint.point.y];
                    digester.take_all(point.map(|side| (side + 0.0).to_bits()));
                }
                digester.take_links(graph.links(), |id: &WaypointId| [u64::from(id.0), 0]);
            }
        }
        digester.finish()
    }
}

/// What comes next in what is digested.
enum Part {
    Grid = 1,
    Hex,
    Layers,
    Waypoints,
    Tags,
    Exits,
    Link,
    End,
}

/// Takes in words one after another; each changes all that follow.
struct Digester(u64);

impl Digester {
    fn take(&mut self, word: u64) {
        self.0 =
            folded(self.0.rotate_left(23) ^ word ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    }

    fn take_all(&mut self, words: [u64; 2]) {
        words.into_iter().for_each(|word| self.take(word));
    }

    fn take_bytes(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.take(u64::from_le_bytes(word.try_into().expect("a chunk has eight bytes")));
        }
        let mut rest = [0; 8];
        rest[..words.remainder().len()].copy_from_slice(words.remainder());
        self.take(u64::from_le_bytes(rest));
        self.take(bytes.len() as u64);
    }

    fn take_grid(&mut self, grid: &Grid) {
        self.take(u64::from(grid.wrap().x) << 1 | u64::from(grid.wrap().y));
        self.take_ground(grid.ground());
    }

    fn take_ground(&mut self, ground: &Ground) {
        let Rect { min, size } = ground.bounds();
        self.take_all(min.words());
        self.take(u64::from(size.width) << 32 | u64::from(size.height));
        // The border is the same around all, and row by row is how the cells lie.
        let terrain: Vec<u8> = ground.terrain().values().iter().map(|terrain| terrain.0).collect();
        self.take_bytes(&terrain);
        self.take_some(Part::Tags, ground.tags(), Tags::NONE, |tags| u64::from(tags.0));
        self.take_some(Part::Exits, ground.exits(), Exits::ALL, |exits| u64::from(exits.0));
    }

    /// What is not as usual of a plane, which may be left out where all is.
    fn take_some<T: Copy + PartialEq>(
        &mut self,
        part: Part,
        plane: Option<&Plane<T>>,
        usual: T,
        word_of: impl Fn(T) -> u64,
    ) {
        self.take(part as u64);
        let values = plane.map_or(&[][..], Plane::values);
        for (number, value) in (0_u64..).zip(values).filter(|(_, value)| **value != usual) {
            self.take(number << 32 | word_of(*value));
        }
    }

    fn take_links<P>(&mut self, links: &Links<P>, words_of: impl Fn(&P) -> [u64; 2]) {
        // Numbers of removed links are not given out again, so they are part of what the map holds.
        self.take(u64::from(links.numbers_given()));
        for (LinkId(number), link) in links.iter() {
            let Link { from, to, weight, is_two_way, tags, door } = link;
            self.take((Part::Link as u64) << 32 | u64::from(number));
            self.take_all(words_of(from));
            self.take_all(words_of(to));
            let is_shut = u64::from(*door == Door::Shut);
            self.take(u64::from(weight.as_percent()));
            self.take(u64::from(tags.0) << 2 | u64::from(*is_two_way) << 1 | is_shut);
        }
    }

    fn finish(mut self) -> Digest {
        self.take(Part::End as u64);
        Digest(folded(self.0 ^ self.0 >> 32, 0xa076_1d64_78bd_642f))
    }
}

impl Cell {
    fn words(&self) -> [u64; 2] {
        [self.x, self.y].map(word)
    }
}

fn word(number: i32) -> u64 {
    u64::from(number.cast_unsigned())
}

/// A product of 128 bits, folded to 64.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let low = u64::try_from(product & u128::from(u64::MAX)).unwrap_or(0);
    let high = u64::try_from(product >> 64).unwrap_or(0);
    low ^ high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::Layers;
    use crate::terrain::Terrain;
    use std::collections::BTreeSet;

    fn digest(text: &str) -> Digest {
        text.parse::<Map>().unwrap().digest()
    }

    const DRAWN: [&str; 14] = [
        "..",
        ".#",
        "#.",
        ".\n.",
        "@origin 0,1\n..",
        "@wrap x\n..",
        ".>",
        ">.",
        "@tags 1 at 0,0\n..",
        "@tags 1 at 1,0\n..",
        "@link 0,0 -> 1,0\n..",
        "@link 0,0 -> 1,0 shut\n..",
        "@link 1,0 -> 0,0\n..",
        "@link 0,0 -> 1,0 weight 150\n..",
    ];

    #[test]
    fn maps_that_differ_have_digests_that_differ() {
        let all: BTreeSet<Digest> = DRAWN.into_iter().map(digest).collect();
        assert_eq!(all.len(), DRAWN.len());
    }

    #[test]
    fn digests_are_the_same_everywhere() {
        assert_eq!(digest("..").to_string(), "7659369f193953ed");
        assert_eq!(digest(DRAWN[10]).to_string(), "c6d80bb6e8e2705b");
    }

    #[test]
    fn what_was_edited_and_put_back_has_the_digest_it_had() {
        let mut grid: Grid = "...\n...".parse().unwrap();
        let before = Map::from(grid.clone()).digest();
        let all = grid.bounds();
        grid.fill_exits(all, Exits(0b1)).unwrap();
        grid.fill_tags(all, Tags(3)).unwrap();
        assert_ne!(Map::from(grid.clone()).digest(), before);
        grid.fill_tags(all, Tags::NONE).unwrap();
        grid.fill_exits(all, Exits::ALL).unwrap();
        assert_eq!(Map::from(grid.clone()).digest(), before);
        // A link that was removed keeps its number, and the next one gets another: that is another map.
        let (id, _) = grid.add_link(Link::two_way(Cell::new(0, 0), Cell::new(2, 1))).unwrap();
        grid.remove_link(id).unwrap();
        assert_ne!(Map::from(grid.clone()).digest(), before);
        let layers = Layers::new(vec![grid]).unwrap();
        assert_ne!(Map::from(layers).digest(), before);
    }

    #[test]
    fn one_cell_of_many_changes_about_half_of_the_bits() {
        let mut grid = Grid::new(crate::Size::new(40, 40)).unwrap();
        let before = Map::from(grid.clone()).digest();
        let mut differ = 0;
        for cell in grid.bounds().cells() {
            grid.set(cell, Terrain::WALL).unwrap();
            differ += (Map::from(grid.clone()).digest().0 ^ before.0).count_ones();
            grid.set(cell, Terrain::OPEN).unwrap();
        }
        let mean = f64::from(differ) / 1600.0;
        assert!((30.0..34.0).contains(&mean), "{mean} bits differ in the mean");
    }
}
