//! One tile cut into polygons: the ground that its obstacles leave.

use super::split::Part;
use crate::build::cells::Walls;
use crate::build::crossings;
use crate::build::line::{Line, Once, sort_and_join};
use crate::build::merge::merged;
use crate::build::outlines::walls;
use crate::build::triangulate::{Lines, Winding, triangles};
use crate::error::NavMeshError;
use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use crate::polygons::Polygons;
use crate::region_set::RegionSet;
use crate::tile::{border_of, is_on_border};
use crate::ways::Ways;

/// What lies in a tile: closed lines around ground and around obstacles, cut off at its border, and what
/// would be cut of them.
pub(super) struct Cut {
    square: [MeshPoint; 2],
    lines: Vec<Line>,
    walls: (Walls, Lines),
    /// Where its own lines meet its border, sorted.
    pub(super) on_border: Vec<MeshPoint>,
}

impl Cut {
    /// What these closed lines leave, each of which goes round something once.
    pub(super) fn new<'a>(
        square: [MeshPoint; 2],
        parts: impl Iterator<Item = (&'a Part, Once)>,
    ) -> Result<Cut, NavMeshError> {
        let mut lines = Vec::new();
        for (part, once) in parts {
            let side = |([from, to], is_own): ([MeshPoint; 2], bool)| {
                Line::new(from, to, Once { is_wall: once.is_wall && is_own, ..once })
            };
            lines.extend(part.sides().filter_map(side));
        }
        let lines = crossings::without(lines).ok_or(NavMeshError::Tangled)?;
        let walls = walls(&lines);
        let corners = walls.0.corners.iter().copied();
        let on_border = corners.filter(|&corner| is_on_border(corner, square)).collect();
        Ok(Cut { square, lines, walls, on_border })
    }

    /// The polygons, with corners where those of the tiles around meet the border. Returns `None` if nothing
    /// is open.
    pub(super) fn polygons(mut self, others: &[MeshPoint]) -> Option<Polygons> {
        if !others.is_empty() {
            others.iter().for_each(|&point| self.add_corner(point));
            self.walls = walls(&self.lines);
        }
        let is_on_border = |line: &Line| border_of([line.from, line.to], self.square).is_some();
        if self.lines.iter().all(is_on_border) {
            let within = self.winding_within();
            return within.is_open().then(|| self.whole(within.regions));
        }
        let (walls, lines) = &self.walls;
        let mut triangles = triangles(walls);
        triangles.open_by_windings(lines, Winding::is_open);
        Some(merged(triangles)).filter(|polygons| !polygons.origins.is_empty())
    }

    /// Cuts a line on the border at a point, if it runs past it.
    fn add_corner(&mut self, point: MeshPoint) {
        for at in 0..self.lines.len() {
            let line = self.lines[at];
            let Line { from, to, .. } = line;
            let on_both =
                border_of([from, point], self.square) == border_of([point, to], self.square);
            let runs_past = from < point && point < to && from.to(to).cross(from.to(point)) == 0;
            if on_both && runs_past {
                self.lines[at].to = point;
                self.lines.push(Line { from: point, ..line });
            }
        }
    }

    /// What goes round the square, given that no line leaves its border.
    fn winding_within(&self) -> Winding {
        // The square lies to the left of the line that begins at its first corner and runs along the lower
        // border.
        let least = self.square[0];
        let first = self.lines.iter().filter(|line| line.from == least && line.to.y == least.y);
        first.fold(Winding::default(), |all, line| all.plus(line.added))
    }

    /// The whole square as a polygon, given that no line leaves its border.
    fn whole(self, regions: RegionSet) -> Polygons {
        let [least, most] = self.square;
        let mut corners = self.walls.0.corners;
        // Counter-clockwise: along the lower border and up, and then back.
        corners.sort_unstable_by_key(|&MeshPoint { x, y }| match () {
            () if y == least.y => (0, x),
            () if x == most.x => (1, y),
            () if y == most.y => (2, -x),
            () => (3, -y),
        });
        let mut lines = self.lines;
        sort_and_join(&mut lines);
        let ways = |(from, to): (&MeshPoint, &MeshPoint)| {
            let ends = (*from.min(to), *from.max(to));
            let at = lines.binary_search_by_key(&ends, |line| (line.from, line.to));
            at.map_or(Ways::default(), |at| lines[at].ways)
        };
        let count = numbered(corners.len());
        Polygons {
            firsts: vec![0, count],
            origins: (0..count).collect(),
            twins: vec![NONE; count as usize],
            ways: corners.iter().zip(corners.iter().cycle().skip(1)).map(ways).collect(),
            regions: vec![regions],
            corners,
        }
    }
}
