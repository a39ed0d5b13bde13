//! What of a mesh leads where: its islands, and the polygons that lead nowhere else.
//!
//! A polygon with one neighbour is a dead end; so is one with one neighbour besides dead ends. Whoever enters
//! such a tree of polygons has to come out where it was entered, so a search does only if its goal is in
//! there (a path's polygons are then those from the goal to the tree's mouth).

use crate::half_edges::{HalfEdgeMesh, NONE, numbered};

/// Islands and dead ends.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    // For each polygon, the number of its island.
    islands: Vec<u32>,
    // For each polygon, its half-edge to the mouth of the dead end it belongs to, or `NONE`.
    exits: Vec<u32>,
}

impl Ways {
    pub(crate) fn new(mesh: &HalfEdgeMesh) -> Ways {
        Ways { islands: islands_of(mesh), exits: exits_of(mesh) }
    }

    /// The half-edges by which dead ends are entered, and left again.
    pub(crate) fn entrances(&self) -> impl Iterator<Item = u32> {
        self.exits.iter().copied().filter(|&exit| exit != NONE)
    }

    /// The number of the island that a polygon belongs to: those of one are connected.
    #[inline]
    pub(crate) fn island(&self, polygon: u32) -> u32 {
        self.islands[polygon as usize]
    }

    /// The polygons from one in a dead end to its mouth: those that have to be entered to get there.
    pub(crate) fn mouthwards<'a>(
        &'a self,
        mesh: &'a HalfEdgeMesh,
        polygon: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let exit = |polygon: u32| Some(self.exits[polygon as usize]).filter(|&exit| exit != NONE);
        let first = exit(polygon).map(|exit| (polygon, exit));
        let after = move |&(_, at): &(u32, u32)| {
            let beyond = mesh.polygon_of(mesh.twin(at)?);
            exit(beyond).map(|exit| (beyond, exit))
        };
        std::iter::successors(first, after).map(|(polygon, _)| polygon)
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.islands.capacity() + self.exits.capacity()) * size_of::<u32>()
    }
}

/// Peels the dead ends off, from their far ends on.
fn exits_of(mesh: &HalfEdgeMesh) -> Vec<u32> {
    let count = numbered(mesh.polygon_count());
    let mut exits = vec![NONE; count as usize];
    let mut open: Vec<usize> = (0..count)
        .map(|polygon| mesh.sides_of(polygon).filter(|&edge| mesh.twin(edge).is_some()).count())
        .collect();
    let mut waiting: Vec<u32> = (0..count).filter(|&polygon| open[polygon as usize] == 1).collect();
    while let Some(polygon) = waiting.pop() {
        // The last one of an island has no neighbour left.
        if open[polygon as usize] != 1 {
            continue;
        }
        let leads_on = |&edge: &u32| {
            mesh.twin(edge).is_some_and(|twin| exits[mesh.polygon_of(twin) as usize] == NONE)
        };
        let Some(exit) = mesh.sides_of(polygon).find(leads_on) else { continue };
        let beyond = mesh.twin(exit).map_or(NONE, |twin| mesh.polygon_of(twin));
        exits[polygon as usize] = exit;
        open[beyond as usize] -= 1;
        if open[beyond as usize] == 1 {
            waiting.push(beyond);
        }
    }
    exits
}

fn islands_of(mesh: &HalfEdgeMesh) -> Vec<u32> {
    let count = numbered(mesh.polygon_count());
    let mut islands = vec![NONE; count as usize];
    let mut waiting = Vec::new();
    for (first, island) in (0..count).zip(0..) {
        if islands[first as usize] != NONE {
            continue;
        }
        waiting.push(first);
        while let Some(polygon) = waiting.pop() {
            if islands[polygon as usize] != NONE {
                continue;
            }
            islands[polygon as usize] = island;
            let beyond = mesh.sides_of(polygon).filter_map(|edge| mesh.twin(edge));
            waiting.extend(beyond.map(|twin| mesh.polygon_of(twin)));
        }
    }
    islands
}
