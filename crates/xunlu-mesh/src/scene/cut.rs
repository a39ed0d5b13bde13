//! One tile cut into polygons: the ground that its obstacles leave.

use super::split::Part;
use crate::build::BuildSpace;
use crate::build::crossings::{self, CrossingSpace};
use crate::build::line::{Line, Once};
use crate::build::outlines::walls;
use crate::error::NavMeshError;
use crate::exact::MeshPoint;
use crate::polygons::Polygons;
use crate::tile::{border_of, is_on_border};

/// What lies in a tile: closed lines around ground and around obstacles, cut off at its border, and what
/// would be cut of them.
pub(super) struct Cut {
    square: [MeshPoint; 2],
    walls: Vec<Line>,
    /// Where its own lines meet its border, sorted.
    pub(super) on_border: Vec<MeshPoint>,
}

/// About so many lines lie in a tile.
const LINES_USUAL: usize = 128;

impl Cut {
    /// What these closed lines leave, each of which goes round something once.
    pub(super) fn new<'a>(
        square: [MeshPoint; 2],
        parts: impl Iterator<Item = (&'a Part, Once)>,
        space: &mut CrossingSpace,
    ) -> Result<Cut, NavMeshError> {
        let mut lines = Vec::with_capacity(LINES_USUAL);
        for (part, once) in parts {
            let side = |([from, to], is_own): ([MeshPoint; 2], bool)| {
                Line::new(from, to, Once { is_wall: once.is_wall && is_own, ..once })
            };
            lines.extend(part.sides().filter_map(side));
        }
        let walls = walls(crossings::without_in(lines, space).ok_or(NavMeshError::Tangled)?);
        let mut on_border: Vec<MeshPoint> = walls
            .iter()
            .flat_map(|wall| [wall.from, wall.to])
            .filter(|&corner| is_on_border(corner, square))
            .collect();
        on_border.sort_unstable_by_key(|corner| corner.key());
        on_border.dedup();
        Ok(Cut { square, walls, on_border })
    }

    /// The polygons, with corners where those of the tiles around meet the border. Returns `None` if nothing
    /// is open.
    pub(super) fn polygons(
        &mut self,
        others: &[MeshPoint],
        space: &mut BuildSpace,
    ) -> Option<Polygons> {
        if !others.is_empty() {
            others.iter().for_each(|&point| self.add_corner(point));
            self.walls.sort_unstable_by_key(Line::key);
        }
        Some(space.polygons(&self.walls)).filter(|polygons| !polygons.origins.is_empty())
    }

    /// Cuts a line on the border at a point, if it runs past it.
    fn add_corner(&mut self, point: MeshPoint) {
        for at in 0..self.walls.len() {
            let line = self.walls[at];
            let Line { from, to, .. } = line;
            let on_both =
                border_of([from, point], self.square) == border_of([point, to], self.square);
            let runs_past = from < point && point < to && from.to(to).cross(from.to(point)) == 0;
            if on_both && runs_past {
                self.walls[at].to = point;
                self.walls.push(Line { from: point, ..line });
            }
        }
    }
}
