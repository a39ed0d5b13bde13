//! What cuts a path: as few obstacles as would have to go, found by the cheapest breach.

use super::breach::{breach, needs_of};
use super::relaxed::{Need, Relaxed};
use crate::question::GoalNodes;
use crate::view::View;
use std::collections::BTreeSet;
use xunlu_map::{Footprint, LinkId, Map, NodeId, Place, Rect, Region, Tags, Terrain};
use xunlu_search::Limit;

/// What cuts every path, and a path that there would be without it.
///
/// The obstacles are those of a breach: a path on which the fewest of them have to go, and among such
/// paths the cheapest (turns not counted, closed ground priced like open). Each is counted where the
/// path comes to cover it, so on a map without one-way cells no fewer would do for a mover of one cell
/// (`no_fewer_walls_would_do`). A large mover may leave a wall and come over it again, and the search
/// counts it twice then: the fewest in that sense take too long to find (Hauser 2014, on the minimum
/// constraint removal problem). That those named suffice holds always (`what_is_named_is_enough`).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cut {
    /// What would have to go, in the order in which the path meets it.
    pub obstacles: Vec<Obstacle>,
    /// The path that there would be then.
    pub path: Vec<Place>,
    /// Whether it is a matter of size alone: the same mover on one cell would get to the goal with
    /// everything as it is.
    pub fits_one_cell: bool,
}

/// Something that would have to go.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Obstacle {
    /// A cell that is closed to the mover.
    Cell(ClosedCell),
    /// A place that is too narrow for the mover: some cells under it are open and these are not.
    TooNarrow {
        /// The place.
        at: Place,
        /// How large the mover is.
        footprint: Footprint,
        /// What would have to be opened, as far as no obstacle before named it.
        cells: Vec<ClosedCell>,
    },
    /// A cell that may not be left in the direction of the path.
    Exit {
        /// The cell.
        at: Place,
        /// Where the step would lead.
        towards: Place,
        /// The number of the direction, as in [`Exits`](xunlu_map::Exits).
        direction_number: u32,
    },
    /// A link that cannot be taken.
    Link {
        /// Its number.
        link: LinkId,
        /// Where it would be entered.
        from: Place,
        /// Where it would come out.
        to: Place,
        /// Why not.
        hindrance: LinkHindrance,
    },
}

/// Why a link cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkHindrance {
    /// Its door is shut.
    Shut,
    /// The mover is not allowed these of its tags.
    Tags(Tags),
    /// It leads the other way only.
    OneWay,
}

/// A cell closed to a mover: by its terrain, by tags the mover is not allowed, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClosedCell {
    /// The cell, or hex.
    pub place: Place,
    /// Its terrain, if that is closed to the mover.
    pub wall: Option<Terrain>,
    /// Those of its tags that the mover is not allowed.
    pub missing: Tags,
}

impl Cut {
    /// How many obstacles there are, each closed cell counted by itself.
    #[must_use]
    pub fn count(&self) -> usize {
        let count = |obstacle: &Obstacle| match obstacle {
            Obstacle::TooNarrow { cells, .. } => cells.len(),
            _ => 1,
        };
        self.obstacles.iter().map(count).sum()
    }
}

impl View<'_> {
    /// What cuts the path from a place to a goal that cannot be reached. Returns `None` if there would be no
    /// path whatever went.
    ///
    /// # Errors
    /// When it would take more than `budget` expansions.
    pub(super) fn cut(
        &self,
        from: Place,
        goals: &GoalNodes,
        region: Option<&Region>,
        mut budget: u64,
    ) -> Result<Option<Cut>, Limit> {
        let Some(start) = self.map.node_at(from) else { return Ok(None) };
        let listed: BTreeSet<NodeId> = match goals {
            GoalNodes::One(goal) => BTreeSet::from([*goal]),
            GoalNodes::Any(some) | GoalNodes::NoneOf(some) => some.iter().copied().collect(),
        };
        let away = matches!(goals, GoalNodes::NoneOf(_));
        let is_end = |node: NodeId| listed.contains(&node) != away;
        let footprint = self.mover.footprint();
        let relaxed = Relaxed::new(self, footprint, region);
        let nodes = breach(&relaxed, start, &is_end, u32::MAX, &mut budget, self.deadline)?;
        let Some(nodes) = nodes else { return Ok(None) };
        let fits_one_cell = footprint != Footprint::ONE && {
            let relaxed = Relaxed::new(self, Footprint::ONE, region);
            breach(&relaxed, start, &is_end, 0, &mut budget, self.deadline)?.is_some()
        };
        Ok(Some(Cut {
            obstacles: self.obstacles(&relaxed, &nodes),
            path: nodes.iter().map(|&node| self.map.place_of(node)).collect(),
            fits_one_cell,
        }))
    }

    /// Names whatever a path needs, each thing once.
    fn obstacles(&self, relaxed: &Relaxed<'_>, path: &[NodeId]) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        let mut known = BTreeSet::new();
        for pair in path.windows(2) {
            let (at, to) = (self.map.place_of(pair[0]), self.map.place_of(pair[1]));
            let mut cells = Vec::new();
            for need in needs_of(relaxed, pair[0], pair[1]) {
                let link = |link, hindrance| Obstacle::Link { link, from: at, to, hindrance };
                let (key, obstacle) = match need {
                    Need::Cell(node) => {
                        if known.insert((0, node.0, 0)) {
                            cells.extend(self.closed_cell(node));
                        }
                        continue;
                    }
                    Need::Exit(direction_number) => {
                        let obstacle = Obstacle::Exit { at, towards: to, direction_number };
                        ((1, pair[0].0, direction_number), obstacle)
                    }
                    Need::Shut(id) => ((2, id.0, 0), link(id, LinkHindrance::Shut)),
                    Need::Tags(id, tags) => ((3, id.0, 0), link(id, LinkHindrance::Tags(tags))),
                    Need::OneWay(id) => ((4, id.0, 0), link(id, LinkHindrance::OneWay)),
                };
                if known.insert(key) {
                    obstacles.push(obstacle);
                }
            }
            if !cells.is_empty() && self.has_open_ground(to) {
                let footprint = self.mover.footprint();
                obstacles.push(Obstacle::TooNarrow { at: to, footprint, cells });
            } else {
                obstacles.extend(cells.into_iter().map(Obstacle::Cell));
            }
        }
        obstacles
    }

    /// Whether some of the ground under the mover is open, and some might be: a mover of one cell
    /// has no such place.
    fn has_open_ground(&self, at: Place) -> bool {
        let Some((_, layer, cell)) = self.map.grid_around(at) else { return false };
        let under = Rect::new(cell, self.mover.footprint().size()).cells();
        let mut nodes = under.filter_map(|cell| self.map.node_at(self.map.place_on(layer, cell)));
        self.mover.footprint() != Footprint::ONE
            && nodes.any(|node| self.closed_cell(node).is_none())
    }

    /// What closes a cell to the mover. Returns `None` if nothing does.
    pub(super) fn closed_cell(&self, node: NodeId) -> Option<ClosedCell> {
        let place = self.map.place_of(node);
        let ground = match (self.map, place) {
            (Map::Hex(grid), _) => grid.ground(),
            (map, place) => map.grid_around(place)?.0.ground(),
        };
        let cell = match (self.map, place) {
            (Map::Hex(grid), Place::Hex(hex)) => grid.cell_of(hex),
            (map, place) => map.grid_around(place)?.2,
        };
        let terrain = ground.terrain().get(cell)?;
        let tags = ground.tags().and_then(|tags| tags.get(cell)).unwrap_or(Tags::NONE);
        let wall = (!self.mover.is_open(terrain)).then_some(terrain);
        let missing = Tags(tags.0 & !self.mover.tags().0);
        (wall.is_some() || missing != Tags::NONE).then_some(ClosedCell { place, wall, missing })
    }
}
