//! Changing tables: the map is changed, and what is known of it repaired where the change touched it.

use super::link_ends::is_end_of_links;
use super::recent::Recent;
use super::{MoveClass, Tables};
use crate::error::WorldError;
use crate::graph::{MapGraph, ProfileLinks};
use xunlu_map::{Change, Edit, LinkId, Map, NodeId, Passability, Place, Rect, Touched};

/// The most links of a change that are taken in one by one; with more of them, each mover's table of links
/// is made anew, once.
const LINKS_MAX: usize = 64;

/// When the movers' tables of links are brought up to date with an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LinkCare {
    Now,
    /// After the last of many.
    Later,
}

impl MoveClass {
    /// Takes in an edit of the ground where it jumps over hexes.
    fn repair_hexes(&mut self, open: &Passability, rect: Rect) {
        let Some(jumps) = &mut self.hex_jumps else { return };
        let edit = jumps.repair(open, rect);
        if let Some(landmarks) = &mut self.hex_landmarks {
            landmarks.edited(jumps, &edit);
        }
    }
}

impl Tables {
    /// Makes a change that the map [can take](Map::check): what it touched, in order. What is connected is
    /// found out once, after the last part.
    pub(crate) fn apply(&mut self, change: &Change) -> Result<Vec<Edit>, WorldError> {
        let mut parts = Vec::new();
        change.each(&mut |part| parts.push(part));
        let is_of_link = |part: &Change| {
            matches!(part, Change::AddLink(_) | Change::RemoveLink(_) | Change::Door { .. })
        };
        let of_links = parts.iter().filter(|part| is_of_link(part)).count();
        let care = if of_links > LINKS_MAX { LinkCare::Later } else { LinkCare::Now };
        let edits: Result<Vec<Edit>, WorldError> =
            parts.into_iter().map(|part| self.make(part, care)).collect();
        if care == LinkCare::Later {
            let Tables { map, ledges, classes, profiles, bare, .. } = self;
            for profile in profiles.iter_mut().flatten().chain(bare) {
                profile.links = ProfileLinks::new(map, &profile.mover);
                profile.shortcuts = None;
            }
            classes.iter_mut().for_each(|class| class.set_link_ends(map, ledges));
            self.allow_jumps();
        }
        self.repair_known();
        edits
    }

    /// Makes a change that is not made of others.
    pub(crate) fn apply_one(&mut self, change: &Change) -> Result<Edit, WorldError> {
        let edit = self.make(change, LinkCare::Now)?;
        self.repair_known();
        Ok(edit)
    }

    /// The same, but for the components, which are only told of it.
    fn make(&mut self, change: &Change, care: LinkCare) -> Result<Edit, WorldError> {
        let ends = self.ends_of(change);
        let edit = self.map.apply_one(change)?;
        let node = |place| self.map.node_at(place);
        let ends = ends.and_then(|(from, to)| Some([node(from)?, node(to)?]));
        self.recent.note(Recent { edit, ends });
        self.take_in(edit, ends, care);
        if matches!(change, Change::AddLink(_)) {
            for class in &mut self.classes {
                class.indexes.link_added();
                class.hex_landmarks = None;
            }
        }
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

    /// Takes in that a link was added, removed, or its door opened or shut; `ends` is where it is or was.
    fn renew_link(&mut self, id: LinkId, ends: [NodeId; 2]) {
        let Tables { map, ledges, classes, profiles, bare, .. } = self;
        for profile in profiles.iter_mut().flatten().chain(bare) {
            profile.renew_link(map, id, ends);
        }
        if matches!(map, Map::Waypoints(_)) {
            return;
        }
        let is_there = map.link(id).is_some();
        for node in ends {
            let is_end = is_there || is_end_of_links(map, ledges, node);
            classes.iter_mut().for_each(|class| class.set_link_end(node, is_end));
        }
    }

    /// Repairs whatever an edit touched but the components, which are only told of it.
    fn take_in(&mut self, edit: Edit, ends: Option<[NodeId; 2]>, care: LinkCare) {
        if let (Touched::Link(id), Some(ends), LinkCare::Now) = (edit.touched, ends, care) {
            self.renew_link(id, ends);
        }
        let Tables { map, standables, classes, tagged, .. } = self;
        if let Touched::Cells { layer, rect } = edit.touched {
            tagged.read(map, layer, rect);
            standables.iter_mut().for_each(|standable| standable.repair(map, layer, rect));
        }
        for class in classes.iter_mut() {
            match edit.touched {
                Touched::Cells { layer, rect } => {
                    class.components.cells_changed(layer, rect, &class.mover);
                    class.roadmaps.drop_steps();
                }
                Touched::Link(_) => {
                    if let Some([from, to]) = ends {
                        class.components.link_changed(from, to);
                    }
                    class.roadmaps.drop_all();
                }
            }
            let standable = &standables[class.standable];
            if let (Touched::Cells { rect, .. }, Some(open)) = (edit.touched, standable.open(0)) {
                class.repair_hexes(open, rect);
            }
            if let (Touched::Cells { layer, rect }, Some(jumps)) = (edit.touched, &mut class.jumps)
            {
                let open = standable.open(layer);
                let edit = open.map(|open| jumps.repair_on(layer, open, rect)).unwrap_or_default();
                class.indexes.repair(jumps, &edit);
                class.hierarchies.iter_mut().for_each(|known| known.touch(&edit));
                if edit.changes_standing() {
                    class.roadmaps.drop_all();
                }
            }
            if let Touched::Cells { layer, rect } = edit.touched
                && let (Some(open), Some(ground)) = (standable.open(layer), map.ground(layer))
            {
                for jumps in &mut class.weighted_jumps {
                    jumps.repair_weighted_on(layer, (open, ground), rect);
                }
            }
        }
        if let Touched::Cells { layer, rect } = edit.touched {
            self.read_ledges(layer, rect);
        }
        self.price_footprints();
        self.allow_jumps();
        let Tables { classes, profiles, .. } = self;
        for (number, class) in classes.iter_mut().enumerate() {
            class.indexes.tidy(|costs| {
                let of_class = profiles.iter().flatten().filter(|profile| profile.class == number);
                let mut uniform = of_class.filter(|profile| !profile.is_weighted);
                uniform.any(|profile| profile.jump_costs == Some(costs))
            });
        }
    }

    /// Takes in which of some cells are ledges now, and that steps around these and over seams may be others.
    fn read_ledges(&mut self, layer: u32, rect: Rect) {
        let Tables { map, ledges, classes, profiles, .. } = self;
        let edit = ledges.read(map, layer, rect);
        if !edit.nodes.is_empty() {
            classes.iter_mut().for_each(|class| class.set_ledges(map, ledges, &edit));
        }
        if ledges.cross_at(map, layer, rect) {
            // The cells that such a step needs open lie beside neither of its ends but over a seam.
            classes.iter_mut().for_each(|class| class.indexes.link_added());
        }
        if ledges.is_empty() {
            return;
        }
        for profile in profiles.iter_mut().flatten().filter(|known| known.lone_steps.is_some()) {
            let footprint = profile.mover.footprint();
            profile.lone_steps_due = ledges.touched(map, (layer, rect), footprint, &edit);
        }
    }

    /// After the last part of a change: repairs the components and hierarchies of all classes, as far as they
    /// were told of edits.
    fn repair_known(&mut self) {
        // It looks at every link, and so not after each part.
        self.allow_tags();
        let Tables { map, standables, classes, profiles, bare, .. } = self;
        for (number, class) in classes.iter_mut().enumerate() {
            if let Some(jumps) = &class.jumps {
                class.hierarchies.iter_mut().for_each(|known| known.repair(jumps));
            }
            // Any profile of the class takes the same links, whatever they cost it.
            let mut all = profiles.iter().flatten().chain(&*bare);
            let profile = all.find(|profile| profile.class == number);
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
