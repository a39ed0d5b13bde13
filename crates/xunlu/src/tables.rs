//! A map, who moves on it, and what was worked out about both: all that a snapshot holds.

mod edits;
mod indexes;
mod link_ends;
mod movers;
mod recent;

use crate::deadline::Deadline;
use crate::engine::{Engine, KnownHierarchy};
use crate::error::{WorldError, WorldErrorKind};
use crate::graph::ProfileLinks;
use crate::ids::{MoverId, WorldId};
use crate::indexes::Indexes;
use crate::ledges::Ledges;
use crate::map_roadmap::{Roadmap, RoadmapCosts};
use crate::occupied::Occupied;
use crate::roadmaps::Roadmaps;
use crate::standable::Standable;
use crate::tagged::{Keys, Tagged};
use crate::usage::Usage;
use crate::view::View;
use link_ends::{ends_of_links, make_links_known};
use recent::RecentEdits;
use std::sync::Arc;
use xunlu_index::{
    Components, HexJumpMap, HexJumps, HexLandmarks, JumpCosts, JumpIndex, JumpLinks, JumpMap,
    JumpShortcuts, Jumps, StepKey, WaypointCosts,
};
use xunlu_map::{Cost, Footprint, LinkId, Map, Mover, NodeId, Passability};
use xunlu_search::NodeLink;

pub(crate) use recent::Recent;

/// The most maps of weighted ground kept for movers who make the same steps: one takes five to six bytes a
/// cell, and each further set of prices needs one of its own.
const WEIGHTED_MAX: usize = 16;

/// The most movers a world may have.
pub(crate) const MOVERS_MAX: usize = 1 << 16;

/// A map, the movers on it, and what was worked out beforehand for each class of them: where they may
/// stand, how much room there is, what is connected.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) map: Map,
    pub(crate) recent: RecentEdits,
    pub(crate) ledges: Ledges,
    pub(crate) standables: Vec<Standable>,
    pub(crate) classes: Vec<MoveClass>,
    // By the numbers of their movers; none for those who were removed.
    pub(crate) profiles: Vec<Option<Profile>>,
    // How often a mover was set or removed, and how many classes were made.
    pub(crate) mover_changes: u64,
    pub(crate) classes_made: u64,
    // Those of movers without any of their tags, for whom something is only worked out.
    pub(crate) bare: Vec<Profile>,
    pub(crate) tagged: Tagged,
    pub(crate) engines: Vec<Arc<dyn Engine>>,
}

/// What is connected for movers who can make the same steps, whatever these cost them.
#[derive(Clone, Debug)]
pub(crate) struct MoveClass {
    // None of a world's classes ever had the same.
    pub(crate) number: u64,
    // Whoever it was made for.
    pub(crate) mover: Mover,
    pub(crate) standable: usize,
    pub(crate) components: Components,
    // Made when the first mover of the class can use it.
    pub(crate) jumps: Option<JumpMap>,
    pub(crate) indexes: Indexes,
    // The same on hexes.
    pub(crate) hex_jumps: Option<HexJumpMap>,
    pub(crate) hex_landmarks: Option<HexLandmarks>,
    pub(crate) roadmaps: Roadmaps,
    // One for each pair of costs that it was asked for.
    pub(crate) hierarchies: Vec<KnownHierarchy>,
    // The same map for each set of prices of movers to whom ground costs differ.
    pub(crate) weighted_jumps: Vec<JumpMap>,
}

/// A mover of this world.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) mover: Mover,
    pub(crate) class: usize,
    pub(crate) links: ProfileLinks,
    // What roadmaps of its steps are known by.
    pub(crate) step_key: StepKey,
    // Which of its standable's tells what lies under it, if it is large and prices differ.
    pub(crate) under: Option<usize>,
    // What its jumps cost, while the ground lets it jump; where ground costs differ, the least that they
    // cost. And which links undercut the distance at these costs.
    pub(crate) jump_costs: Option<JumpCosts>,
    pub(crate) shortcuts: Option<JumpShortcuts>,
    // The steps around ledges and over seams, by where they begin; and from where they may be others by now.
    pub(crate) lone_steps: Option<Vec<NodeLink>>,
    pub(crate) lone_steps_due: Vec<NodeId>,
    pub(crate) is_weighted: bool,
    // What each of its steps costs on hexes that it can jump over.
    pub(crate) hex_step: Option<Cost>,
    // Which of its class's maps for weighted ground is for it, if one was made.
    pub(crate) weighted_jumps: Option<usize>,
    pub(crate) usage: Arc<Usage>,
    // Which of the bare ones is the same without tags, once that is of use.
    pub(crate) bare: Option<usize>,
}

impl MoveClass {
    /// The hierarchy for these costs.
    fn hierarchy_of(&self, costs: JumpCosts) -> Option<&KnownHierarchy> {
        self.hierarchies.iter().find(|known| known.hierarchy.costs() == costs)
    }
}

impl Profile {
    /// Takes in that a link was added, removed, or its door opened or shut; `ends` is where it is or was.
    fn renew_link(&mut self, map: &Map, id: LinkId, ends: [NodeId; 2]) {
        self.links.renew(map, &self.mover, id, ends);
        if let Some(shortcuts) = &mut self.shortcuts {
            let link = map.link(id);
            let links = link.iter().flat_map(|link| NodeLink::of(link, ends, &self.mover));
            shortcuts.renew(id, links);
        }
    }

    /// What it jumps over.
    fn jumps_on<'a>(&'a self, class: &'a MoveClass) -> Option<Jumps<'a>> {
        let costs = self.jump_costs?;
        let (table, steps) = (&self.links.table, self.lone_steps.as_deref().unwrap_or_default());
        let links = if table.is_empty() && steps.is_empty() {
            None
        } else {
            self.shortcuts.as_ref().map(|shortcuts| JumpLinks { table, steps, shortcuts })
        };
        if self.is_weighted {
            let map = &class.weighted_jumps[self.weighted_jumps?];
            return Some(Jumps { map, costs, index: None, bounds: None, links, within: None });
        }
        let index = class.indexes.of(costs);
        let index = index.filter(|index| links.is_none() || self.may_use(index));
        let map = class.jumps.as_ref()?;
        Some(Jumps { map, costs, index, bounds: None, links, within: None })
    }

    /// What it jumps over on hexes.
    fn hex_jumps_on<'a>(&'a self, class: &'a MoveClass) -> Option<HexJumps<'a>> {
        let (step, table) = (self.hex_step?, &self.links.table);
        let links = Some(table).filter(|table| !table.is_empty());
        let landmarks = class.hex_landmarks.as_ref().filter(|known| known.is_sharp());
        let is_for =
            |known: &&HexLandmarks| links.is_none() || known.are_for([self.link_step(), step]);
        let landmarks = landmarks.filter(is_for);
        class.hex_jumps.as_ref().map(|map| HexJumps { map, step, links, landmarks })
    }

    /// What a link of weight one costs it.
    fn link_step(&self) -> Cost {
        self.mover.costs().straight
    }

    /// Whether it pays no less for links than those whom an index was made for.
    fn may_use(&self, index: &JumpIndex) -> bool {
        index.link_step() <= self.link_step()
    }

    /// Which roadmaps of a map are for it, the better ones first.
    fn roadmap_costs(&self, map: &Map) -> [Option<RoadmapCosts>; 2] {
        if matches!(map, Map::Waypoints(_)) {
            return [Some(RoadmapCosts::Waypoints(WaypointCosts::of(&self.mover))), None];
        }
        // Roadmaps of turns know no ledges and no seams.
        let knows_all = !self.is_weighted && self.lone_steps.is_none();
        let costs = self.jump_costs.filter(|_| knows_all);
        let step = self.links.step_of(&self.mover);
        let of_turns = costs.map(|costs| RoadmapCosts::Cells(costs, step));
        [of_turns, Some(RoadmapCosts::Steps(self.step_key))]
    }

    /// Finds out whether it can jump, and makes the map ready for it if none like it was there before.
    fn allow_jumps(
        &mut self,
        (map, ledges): (&Map, &Ledges),
        standable: &Standable,
        class: &mut MoveClass,
    ) {
        if Ledges::are_too_many(map) {
            (self.jump_costs, self.is_weighted) = (None, true);
            self.lone_steps = None;
            return;
        }
        self.make_jumps((map, ledges), standable.layers(), class);
        self.find_lone_steps((map, ledges), standable);
        let jumps = self.weighted_jumps.map(|number| &class.weighted_jumps[number]);
        let jumps = jumps.filter(|_| self.is_weighted).or(class.jumps.as_ref());
        let is_known = self.shortcuts.as_ref().map(JumpShortcuts::costs) == self.jump_costs;
        if let Some((jumps, costs)) = jumps.zip(self.jump_costs).filter(|_| !is_known) {
            let mut shortcuts = JumpShortcuts::none(jumps, costs);
            for (number, link) in map.links() {
                if let [Some(from), Some(to)] = [link.from, link.to].map(|end| map.node_at(end)) {
                    shortcuts.renew(number, NodeLink::of(&link, [from, to], &self.mover));
                }
            }
            self.shortcuts = Some(shortcuts);
        }
    }

    fn make_jumps(
        &mut self,
        (map, ledges): (&Map, &Ledges),
        open: &[Passability],
        class: &mut MoveClass,
    ) {
        self.jump_costs = JumpCosts::of_layers(map.grids(), &self.mover);
        self.is_weighted = self.jump_costs.is_none();
        if !self.is_weighted {
            class.jumps = class.jumps.take().or_else(|| {
                let mut made = JumpMap::of_layers(open, &self.mover)?;
                make_links_known(&mut made, map, ledges);
                Some(made)
            });
            return;
        }
        self.jump_costs = JumpCosts::least_of(map.grids(), &self.mover);
        if self.jump_costs.is_some() && self.weighted_jumps.is_none() {
            let maps = &mut class.weighted_jumps;
            self.weighted_jumps = maps.iter().position(|jumps| jumps.is_weighted_for(&self.mover));
            if self.weighted_jumps.is_none() && maps.len() < WEIGHTED_MAX {
                let mut made = JumpMap::of_weighted_layers(open, map.grounds(), &self.mover);
                if let Some(made) = &mut made {
                    make_links_known(made, map, ledges);
                }
                self.weighted_jumps = made.is_some().then_some(maps.len());
                maps.extend(made);
            }
        }
    }
}

impl Tables {
    pub(crate) fn new(map: Map) -> Tables {
        Tables {
            recent: RecentEdits::new(map.revision()),
            tagged: Tagged::of(&map),
            ledges: Ledges::of(&map),
            map,
            standables: Vec::new(),
            classes: Vec::new(),
            profiles: Vec::new(),
            mover_changes: 0,
            classes_made: 0,
            bare: Vec::new(),
            engines: Vec::new(),
        }
    }

    fn class_of(&self, mover: MoverId) -> usize {
        let profile = self.profiles[mover.0 as usize].as_ref();
        profile.expect("a view of the mover was made before").class
    }

    /// Puts in a roadmap that is for a mover's ground, steps and costs, instead of what it had.
    pub(crate) fn put_roadmap(&mut self, mover: MoverId, roadmap: Arc<Roadmap>) {
        self.take_roadmap(mover);
        let class = self.class_of(mover);
        self.classes[class].roadmaps.put(roadmap);
    }

    /// Takes out the roadmap of a mover.
    pub(crate) fn take_roadmap(&mut self, mover: MoverId) -> Option<Arc<Roadmap>> {
        let profile = self.profiles.get(mover.0 as usize)?.as_ref()?;
        let costs = profile.roadmap_costs(&self.map).into_iter().flatten();
        let roadmaps = &mut self.classes[profile.class].roadmaps;
        let taken: Vec<_> = costs.filter_map(|costs| roadmaps.take(costs)).collect();
        taken.into_iter().next()
    }

    /// Makes the hierarchy of a mover, by so many threads. Returns whether there is one now.
    pub(crate) fn build_hierarchy(
        &mut self,
        mover: MoverId,
        threads: usize,
    ) -> Result<bool, WorldError> {
        let View { jumps, is_weighted, hierarchy, .. } = self.view(mover, WorldId::NONE, None)?;
        if hierarchy.is_some() {
            return Ok(true);
        }
        let is_grid = matches!(self.map, Map::Grid(_));
        let jumps = jumps.filter(|jumps| is_grid && !is_weighted && jumps.links.is_none());
        let jumps = jumps.filter(|jumps| !jumps.map.has_lone_steps());
        let Some(Jumps { map, costs, .. }) = jumps else { return Ok(false) };
        let made = KnownHierarchy::of_map(map, costs, threads);
        let (is_made, class) = (made.is_some(), self.class_of(mover));
        self.classes[class].hierarchies.extend(made);
        Ok(is_made)
    }

    /// Takes a hierarchy that was saved for the one of a mover.
    pub(crate) fn load_hierarchy(
        &mut self,
        mover: MoverId,
        bytes: &[u8],
        threads: usize,
    ) -> Result<(), WorldError> {
        let View { jumps, is_weighted, .. } = self.view(mover, WorldId::NONE, None)?;
        let is_grid = matches!(self.map, Map::Grid(_));
        let jumps = jumps.filter(|jumps| is_grid && !is_weighted && jumps.links.is_none());
        let jumps = jumps.filter(|jumps| !jumps.map.has_lone_steps());
        let misfit = |what: String| WorldError::new(WorldErrorKind::IndexDoesNotFit, what);
        let Some(Jumps { map, costs, .. }) = jumps else {
            return Err(misfit(format!(
                "mover {} has no hierarchy on this map; expected one who jumps over ground of one price, \
                 past no links, no one-way cells and no joined edges",
                mover.0
            )));
        };
        let read = KnownHierarchy::load(map, costs, bytes, threads);
        let read = read.map_err(|error| misfit(error.to_string()))?;
        let class = self.class_of(mover);
        let known = &mut self.classes[class].hierarchies;
        known.retain(|known| known.hierarchy.costs() != costs);
        known.push(read);
        Ok(())
    }

    /// Drops the hierarchy of a mover. Returns whether there was one.
    pub(crate) fn drop_hierarchy(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        let known = self.view(mover, WorldId::NONE, None)?.hierarchy;
        let Some(steps) = known.map(|known| known.hierarchy.steps()) else { return Ok(false) };
        let class = self.class_of(mover);
        self.classes[class].hierarchies.retain(|known| known.hierarchy.steps() != steps);
        Ok(true)
    }

    pub(crate) fn index_bytes(&self) -> usize {
        let standables: usize = self.standables.iter().map(Standable::bytes).sum();
        let components: usize = self.classes.iter().map(|class| class.components.bytes()).sum();
        let jumps =
            self.classes.iter().flat_map(|class| class.jumps.iter().chain(&class.weighted_jumps));
        let jumps = jumps.map(JumpMap::bytes);
        let indexes = self.classes.iter().map(|class| {
            let hierarchies = class.hierarchies.iter().map(|known| known.hierarchy.bytes());
            let landmarks = class.hex_landmarks.as_ref().map_or(0, HexLandmarks::bytes);
            let known = class.indexes.bytes() + class.roadmaps.bytes() + landmarks;
            known + hierarchies.sum::<usize>()
        });
        let hexes = self.classes.iter().filter_map(|class| class.hex_jumps.as_ref());
        let hexes = hexes.map(HexJumpMap::bytes);
        standables + components + jumps.chain(hexes).chain(indexes).sum::<usize>()
    }

    /// A mover's view of a world, with those who are in the way.
    pub(crate) fn view<'a>(
        &'a self,
        id: MoverId,
        world: WorldId,
        occupied: Option<&'a Occupied>,
    ) -> Result<View<'a>, WorldError> {
        let profile = self.profiles.get(id.0 as usize).and_then(Option::as_ref);
        let profile = profile.ok_or_else(|| self.unknown(id))?;
        let class = &self.classes[profile.class];
        let roadmap_costs = profile.roadmap_costs(&self.map);
        let costs = || roadmap_costs.into_iter().flatten();
        let bare_costs = match roadmap_costs {
            [Some(RoadmapCosts::Cells(costs, None)), _] => Some(costs),
            _ => None,
        };
        Ok(View {
            world,
            id,
            map: &self.map,
            engines: &self.engines,
            mover: &profile.mover,
            standable: &self.standables[class.standable],
            links: &profile.links,
            components: &class.components,
            under: profile.under.map(|number| self.standables[class.standable].under(number)),
            hierarchy: bare_costs.and_then(|costs| class.hierarchy_of(costs)),
            usage: &profile.usage,
            jumps: profile.jumps_on(class),
            hex_jumps: profile.hex_jumps_on(class),
            is_weighted: profile.is_weighted,
            roadmap: costs().find_map(|costs| class.roadmaps.of(costs)),
            has_stale_roadmap: costs().any(|costs| class.roadmaps.was_of(costs)),
            waypoint_order: class.roadmaps.order(),
            class: class.number,
            mover_changes: self.mover_changes,
            occupied,
            price: None,
            deadline: Deadline::default(),
            tags: None,
            keys: self.keys_of(profile),
        })
    }

    #[cold]
    fn unknown(&self, id: MoverId) -> WorldError {
        let (number, count) = (id.0, self.profiles.len());
        WorldError::new(
            WorldErrorKind::NoSuchMover,
            format!("there is no mover {number}; expected one of {count} that was not removed"),
        )
    }

    fn keys_of(&self, profile: &Profile) -> Option<Keys<'_>> {
        let bare = &self.bare[profile.bare?];
        let without = &self.classes[bare.class].components;
        Some(Keys { tagged: &self.tagged, without })
    }

    /// The classes whose movers of one cell jump over ground of one price.
    pub(crate) fn jumping_classes(&self) -> impl Iterator<Item = u64> {
        let numbers = self.classes.iter().map(|class| class.number);
        numbers.filter(|&class| self.jump_base(class).is_some())
    }

    /// Where the movers of a class can stand, and their map for jumps. Returns `None` if they do not jump
    /// over ground of one price on one layer without ledges and seams, or are larger than one cell.
    pub(crate) fn jump_base(&self, class: u64) -> Option<(&Passability, &JumpMap)> {
        let class = self.classes.iter().find(|known| known.number == class)?;
        let is_small = class.mover.footprint() == Footprint::ONE;
        let open = self.standables[class.standable].open(0)?;
        let jumps = class.jumps.as_ref().filter(|_| is_small);
        Some((open, jumps.filter(|jumps| !jumps.has_layers() && !jumps.has_lone_steps())?))
    }

    /// Finds out which large movers meet ground of several prices.
    pub(crate) fn price_footprints(&mut self) {
        let Tables { map, standables, classes, profiles, .. } = self;
        for profile in profiles
            .iter_mut()
            .flatten()
            .filter(|profile| profile.mover.footprint() != Footprint::ONE)
        {
            if profile.under.is_none() {
                let standable = &mut standables[classes[profile.class].standable];
                profile.under = standable.under_for(map, &profile.mover);
            }
        }
    }

    /// Finds out which movers can jump, and makes the map ready for the first of a class that can, and
    /// once for each set of prices where ground costs differ.
    pub(crate) fn allow_jumps(&mut self) {
        let Tables { map, ledges, standables, classes, profiles, .. } = self;
        for profile in profiles.iter_mut().flatten() {
            let class = &mut classes[profile.class];
            let standable = &standables[class.standable];
            match (&*map, standable.layers()) {
                (Map::Grid(_) | Map::Layers(_), _) => {
                    profile.allow_jumps((map, ledges), standable, class);
                }
                (Map::Hex(grid), [open]) => {
                    profile.hex_step = HexJumps::step_of(grid, &profile.mover);
                    if profile.hex_step.is_some() && class.hex_jumps.is_none() {
                        let mut made = HexJumpMap::new(open, grid.arrangement());
                        made.set_link_ends(ends_of_links(&*map, ledges));
                        class.hex_jumps = Some(made);
                    }
                }
                _ => (profile.jump_costs, profile.hex_step) = (None, None),
            }
        }
    }
}
