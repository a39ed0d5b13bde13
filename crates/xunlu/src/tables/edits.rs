//! Changing tables: the map is changed, and what is known of it repaired where the change touched it.

use super::Tables;
use crate::error::WorldError;
use crate::graph::{MapGraph, ProfileLinks};
use xunlu_map::{Change, Edit, Map, Place, Touched};

impl Tables {
    /// Makes a change, all of it or nothing: what it touched, in order. What is connected is found out
    /// once, after the last part.
    pub(crate) fn apply(&mut self, change: &Change) -> Result<Vec<Edit>, WorldError> {
        self.map.check(change)?;
        let mut parts = Vec::new();
        change.each(&mut |part| parts.push(part));
        let mut edits = Vec::with_capacity(parts.len());
        for part in parts {
            edits.push(self.make(part)?);
        }
        self.repair_components();
        Ok(edits)
    }

    /// Makes a change that is not made of others.
    pub(crate) fn apply_one(&mut self, change: &Change) -> Result<Edit, WorldError> {
        let edit = self.make(change)?;
        self.repair_components();
        Ok(edit)
    }

    /// The same, but for the components, which are only told of it.
    fn make(&mut self, change: &Change) -> Result<Edit, WorldError> {
        let ends = self.ends_of(change);
        let edit = self.map.apply_one(change)?;
        self.take_in(edit, ends);
        Ok(edit)
    }

    /// The ends of the link that a change touches, if it touches one.
    fn ends_of(&self, change: &Change) -> Option<(Place, Place)> {
        match change {
            Change::AddLink(link) => Some((link.from, link.to)),
            Change::RemoveLink(id) | Change::Door { link: id, .. } => {
                self.map.link(*id).map(|link| (link.from, link.to))
            }
            _ => None,
        }
    }

    /// Repairs whatever an edit touched but the components, which are only told of it.
    fn take_in(&mut self, edit: Edit, ends: Option<(Place, Place)>) {
        let Tables { map, standables, classes, profiles, .. } = self;
        if let Touched::Cells { layer, rect } = edit.touched {
            standables.iter_mut().for_each(|standable| standable.repair(map, layer, rect));
        } else {
            profiles
                .iter_mut()
                .for_each(|profile| profile.links = ProfileLinks::new(map, &profile.mover));
        }
        for class in classes.iter_mut() {
            match edit.touched {
                Touched::Cells { layer, rect } => {
                    class.components.cells_changed(layer, rect, &class.mover);
                }
                Touched::Link(_) => {
                    let nodes = ends.map(|(from, to)| (map.node_at(from), map.node_at(to)));
                    if let Some((Some(from), Some(to))) = nodes {
                        class.components.link_changed(from, to);
                    }
                }
            }
            let standable = &standables[class.standable];
            if let (Touched::Cells { rect, .. }, Some(jumps)) = (edit.touched, &mut class.jumps) {
                let edit =
                    standable.open(0).map(|open| jumps.repair(open, rect)).unwrap_or_default();
                class.indexes.repair(jumps, &edit);
            }
            if let (Touched::Cells { rect, .. }, Map::Grid(grid)) = (edit.touched, &*map)
                && let Some(open) = standable.open(0)
            {
                for jumps in &mut class.uneven_jumps {
                    jumps.repair_weighted(open, grid.ground(), rect);
                }
            }
        }
        self.price_footprints();
        self.allow_jumps();
        let Tables { classes, profiles, .. } = self;
        for (number, class) in classes.iter_mut().enumerate() {
            class.indexes.tidy(|costs| {
                let of_kind = profiles.iter().filter(|profile| profile.class == number);
                let mut even = of_kind.filter(|profile| !profile.is_weighted);
                even.any(|profile| profile.jump_costs == Some(costs))
            });
        }
    }

    /// Repairs the components of all classes, as far as they were told of edits.
    fn repair_components(&mut self) {
        let Tables { map, standables, classes, profiles, .. } = self;
        for (number, class) in classes.iter_mut().enumerate() {
            // Any profile of the class takes the same links, whatever they cost it.
            let profile = profiles.iter().find(|profile| profile.class == number);
            let Some(profile) = profile else { continue };
            let standable = &standables[class.standable];
            class.components.repair(&MapGraph::places(
                map,
                &profile.mover,
                standable,
                &profile.links.table,
            ));
        }
    }
}
