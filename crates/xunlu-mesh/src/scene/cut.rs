//! One tile cut into polygons: the ground that its obstacles leave.

use crate::build::cells::Walls;
use crate::build::crossings;
use crate::build::line::Line;
use crate::build::merge::merged;
use crate::build::outlines::{lines_of, walls};
use crate::build::triangulate::{Added, Winding, triangles};
use crate::error::NavMeshError;
use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use crate::polygons::Polygons;
use crate::region_set::RegionSet;
use crate::tile::{border_of, is_on_border};

/// What lies in a tile: closed lines around ground and around obstacles, cut off at its border, and what
/// would be cut of them.
pub(super) struct Cut {
    square: [MeshPoint; 2],
    lines: Vec<Line>,
    walls: (Walls, Added),
    /// Where its own lines meet its border, sorted.
    pub(super) on_border: Vec<MeshPoint>,
}

impl Cut {
    /// What these closed lines leave, each of which goes round something once.
    pub(super) fn new<'a>(
        square: [MeshPoint; 2],
        outlines: impl Iterator<Item = (&'a [MeshPoint], Winding)>,
    ) -> Result<Cut, NavMeshError> {
        let mut lines = Vec::new();
        outlines.for_each(|(outline, once)| lines_of(outline, once, &mut lines));
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
            let whole = || whole(self.square, self.walls.0.corners, within.regions);
            return within.is_open().then(whole);
        }
        let (walls, added) = &self.walls;
        let mut triangles = triangles(walls);
        triangles.open_by_windings(added, Winding::is_open);
        Some(merged(triangles)).filter(|polygons| !polygons.origins.is_empty())
    }

    /// Cuts a line on the border at a point, if it runs past it.
    fn add_corner(&mut self, point: MeshPoint) {
        for at in 0..self.lines.len() {
            let Line { from, to, added } = self.lines[at];
            let on_both =
                border_of([from, point], self.square) == border_of([point, to], self.square);
            let runs_past = from < point && point < to && from.to(to).cross(from.to(point)) == 0;
            if on_both && runs_past {
                self.lines[at].to = point;
                self.lines.push(Line { from: point, to, added });
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
}

/// The whole square as a polygon with these corners.
fn whole(
    [least, most]: [MeshPoint; 2],
    mut corners: Vec<MeshPoint>,
    regions: RegionSet,
) -> Polygons {
    // Counter-clockwise: along the lower border and up, and then back.
    corners.sort_unstable_by_key(|&MeshPoint { x, y }| match () {
        () if y == least.y => (0, x),
        () if x == most.x => (1, y),
        () if y == most.y => (2, -x),
        () => (3, -y),
    });
    let count = numbered(corners.len());
    Polygons {
        corners,
        firsts: vec![0, count],
        origins: (0..count).collect(),
        twins: vec![NONE; count as usize],
        regions: vec![regions],
    }
}
