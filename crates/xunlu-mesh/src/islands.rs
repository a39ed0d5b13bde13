//! Islands: what is connected, across all tiles, kept true as tiles are cut anew.
//!
//! Each tile knows which of its polygons are joined within it, its areas; each area has the number of its
//! island. Where a change joins islands, the smaller one takes the other's number; where it may have parted
//! one, the two sides are looked through in turn until they meet again, mostly round the obstacle that came:
//! a change costs what lies around it. When that is too much, all is numbered anew.

use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use std::collections::BTreeSet;

/// An area: by its tile, and its number there.
pub(crate) type Area = [u32; 2];

/// Through so many areas one looks for a way round before all islands are numbered anew.
const AREAS_MAX: usize = 2048;

/// What is joined to each other within some tiles, and where it leads out of them.
pub(crate) struct Part {
    /// Those it consists of.
    areas: Vec<Area>,
    /// The areas of other tiles that it is joined to.
    outside: Vec<Area>,
}

impl HalfEdgeMesh {
    /// What is joined to each other within some tiles; nothing, if these are all.
    pub(crate) fn parts(&self, numbers: &[u32]) -> Vec<Part> {
        if numbered(numbers.len()) == self.squares().count() {
            return Vec::new();
        }
        let mut parts: Vec<Part> = Vec::new();
        for &number in numbers {
            let areas = (0..self.area_count(number)).map(|area| [number, area]);
            parts.extend(areas.map(|area| Part { areas: vec![area], outside: Vec::new() }));
        }
        for [own, beyond] in numbers.iter().flat_map(|&number| self.joints(number)) {
            let place = |area: Area| parts.iter().position(|part| part.areas.contains(&area));
            let Some(at) = place(own) else { continue };
            match place(beyond) {
                Some(other) if other == at => {}
                Some(other) => {
                    let part = parts.swap_remove(at.max(other));
                    parts[at.min(other)].areas.extend(part.areas);
                    parts[at.min(other)].outside.extend(part.outside);
                }
                None => parts[at].outside.push(beyond),
            }
        }
        for part in &mut parts {
            part.outside.sort_unstable();
            part.outside.dedup();
        }
        parts
    }

    /// Numbers the islands after some tiles were cut anew, given what was joined within them before.
    pub(crate) fn renumber_islands(&mut self, numbers: &[u32], before: &[Part]) {
        let are_all = numbered(numbers.len()) == self.squares().count();
        if are_all || self.keep_islands(numbers, before).is_none() {
            self.number_islands();
        }
    }

    /// Numbers what changed alone. Returns `None` if that is too much.
    fn keep_islands(&mut self, numbers: &[u32], before: &[Part]) -> Option<()> {
        let after = self.parts(numbers);
        for part in &after {
            let island = self.joined_island(part)?;
            for &area in &part.areas {
                self.set_island(area, island);
            }
        }
        // What was joined at one place mostly still is, round what changed there. Where places are far from
        // each other, to look from one to the other takes longer than to number all anew.
        let mut parted = BTreeSet::new();
        for part in before {
            if !self.are_joined(&part.outside, &after)? {
                parted.extend(part.outside.first().map(|&area| self.island_of(area)));
            }
        }
        // All that led into an island from these tiles together: parted at two places, three pieces are left,
        // of which one alone keeps the number.
        for island in parted {
            let outside = before.iter().flat_map(|part| part.outside.iter().copied());
            let mut areas: Vec<Area> =
                outside.filter(|&area| self.island_of(area) == island).collect();
            areas.sort_unstable();
            areas.dedup();
            self.part_island(&areas, &after)?;
        }
        Some(())
    }

    /// The island that a part belongs to now. Islands that it joins become one: all but the largest are
    /// numbered anew.
    fn joined_island(&mut self, part: &Part) -> Option<u32> {
        let mut islands: Vec<u32> = part.outside.iter().map(|&area| self.island_of(area)).collect();
        islands.sort_unstable();
        islands.dedup();
        if islands.len() < 2 {
            return islands.pop().or_else(|| self.fresh_island());
        }
        let mut kept = None;
        let mut others = Vec::new();
        for &island in &islands {
            // From all of them: it may be this part alone that joins them, and it may have a number already.
            let areas = part.outside.iter().copied();
            let firsts = areas.filter(|&area| self.island_of(area) == island).collect();
            // What was cut anew has no number yet, and may be a part of this one.
            let is_own = |mesh: &HalfEdgeMesh, area| [island, NONE].contains(&mesh.island_of(area));
            match self.flood(firsts, is_own) {
                Some(areas) => others.push((island, areas)),
                None if kept.is_none() => kept = Some(island),
                None => return None,
            }
        }
        let kept = kept.or_else(|| others.pop().map(|(island, _)| island))?;
        for area in others.into_iter().flat_map(|(_, areas)| areas) {
            self.set_island(area, kept);
        }
        Some(kept)
    }

    /// Whether sorted areas are still joined, some way. Returns `None` if it is too much to find out.
    fn are_joined(&self, areas: &[Area], after: &[Part]) -> Option<bool> {
        let mut groups = Groups::of(areas, after);
        for own in 1..numbered(areas.len()) {
            if self.apart(areas, &mut groups, own)?.is_some() {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Numbers what was parted of an island anew, given sorted areas of which some lie in each piece.
    fn part_island(&mut self, areas: &[Area], after: &[Part]) -> Option<()> {
        let mut groups = Groups::of(areas, after);
        for own in 1..numbered(areas.len()) {
            if let Some(apart) = self.apart(areas, &mut groups, own)? {
                let island = self.fresh_island()?;
                apart.into_iter().for_each(|area| self.set_island(area, island));
            }
        }
        Some(())
    }

    /// All that one of some areas is joined to, if that is not the first of them: `Some(None)` if it is, or
    /// may be by way of another, with which it is then one group. Returns `None` if it is too much.
    fn apart(&self, areas: &[Area], groups: &mut Groups, own: u32) -> Option<Option<Vec<Area>>> {
        if groups.leader(own) == groups.leader(0) {
            return Some(None);
        }
        let mut met = None;
        let flooded = self.flood(vec![areas[own as usize]], |_, area| {
            let other = areas.binary_search(&area).ok().map(numbered);
            met = met.or(other.filter(|&other| groups.leader(other) != groups.leader(own)));
            met.is_none()
        })?;
        match met {
            Some(met) => groups.unite(own, met),
            None => return Some(Some(flooded)),
        }
        Some(None)
    }

    /// What can be reached from some areas through those that are wanted. Returns `None` if it is too much.
    fn flood(
        &self,
        firsts: Vec<Area>,
        mut is_wanted: impl FnMut(&HalfEdgeMesh, Area) -> bool,
    ) -> Option<Vec<Area>> {
        let mut seen: BTreeSet<Area> = firsts.iter().copied().collect();
        let mut reached = firsts;
        let mut at = 0;
        while let Some(&[number, area]) = reached.get(at) {
            at += 1;
            for [own, beyond] in self.joints(number) {
                if own == [number, area] && seen.insert(beyond) && is_wanted(self, beyond) {
                    reached.push(beyond);
                }
            }
            if reached.len() > AREAS_MAX {
                return None;
            }
        }
        Some(reached)
    }

    /// The areas beyond a tile's border, each with the one it is joined to.
    pub(crate) fn joints(&self, number: u32) -> Vec<[Area; 2]> {
        let Some(tile) = self.tile(number) else { return Vec::new() };
        let joint = |&edge: &u32| {
            let half_edge = &tile.half_edges[edge as usize];
            let is_out = half_edge.twin != NONE && self.tile_number(half_edge.twin) != number;
            is_out.then(|| {
                let (other, twin) = self.found(half_edge.twin);
                let polygon = other.half_edges[twin as usize].polygon - other.base;
                let own = tile.area(half_edge.polygon - tile.base);
                [[number, own], [self.tile_number(half_edge.twin), other.area(polygon)]]
            })
        };
        let mut joints: Vec<[Area; 2]> = tile.on_border.iter().filter_map(joint).collect();
        joints.sort_unstable();
        joints.dedup();
        joints
    }

    /// Numbers all islands anew: the areas that are joined, across all borders.
    fn number_islands(&mut self) {
        let mut firsts = Vec::with_capacity(self.squares().count() as usize + 1);
        firsts.push(0);
        for number in 0..self.squares().count() {
            firsts.push(firsts[number as usize] + self.area_count(number));
        }
        let count = firsts.last().copied().unwrap_or(0);
        let mut groups = Groups::singles(count);
        for number in 0..self.squares().count() {
            for joint in self.joints(number) {
                let [own, beyond] = joint.map(|[tile, area]| firsts[tile as usize] + area);
                groups.unite(own, beyond);
            }
        }
        for number in 0..self.squares().count() {
            let areas = firsts[number as usize]..firsts[number as usize + 1];
            for (area, own) in (0..).zip(areas) {
                self.set_island([number, area], groups.leader(own));
            }
        }
        self.set_island_count(count);
    }

    fn area_count(&self, number: u32) -> u32 {
        self.tile(number).map_or(0, |tile| numbered(tile.islands.len()))
    }

    fn island_of(&self, [number, area]: Area) -> u32 {
        self.tile(number).map_or(NONE, |tile| tile.islands[area as usize])
    }

    /// Gives an area the number of an island. A tile that has it already stays shared.
    fn set_island(&mut self, area: Area, island: u32) {
        let [number, own] = area;
        if self.island_of(area) != island
            && let Some(tile) = self.tile_mut(number)
        {
            tile.islands[own as usize] = island;
        }
    }
}

/// Disjoint sets of numbers (Galler and Fischer 1964), each led by its least.
pub(crate) struct Groups(Vec<u32>);

impl Groups {
    /// So many, none of which is joined to another.
    pub(crate) fn singles(count: u32) -> Groups {
        Groups((0..count).collect())
    }

    /// The numbers of sorted areas, by what joins them within the tiles that were cut anew.
    fn of(areas: &[Area], after: &[Part]) -> Groups {
        let mut groups = Groups::singles(numbered(areas.len()));
        for part in after {
            let place = |area: &Area| areas.binary_search(area).ok().map(numbered);
            let mut joined = part.outside.iter().filter_map(place);
            if let Some(first) = joined.next() {
                joined.for_each(|other| groups.unite(first, other));
            }
        }
        groups
    }

    pub(crate) fn leader(&mut self, number: u32) -> u32 {
        let mut at = number;
        while self.0[at as usize] != at {
            let above = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = above;
            at = above;
        }
        at
    }

    pub(crate) fn unite(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].map(|number| self.leader(number));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
