//! A map, who moves on it, and what was worked out about both: all that a snapshot holds.

mod edits;
mod recent;

use crate::engine::Engine;
use crate::error::{WorldError, WorldErrorKind};
use crate::graph::{MapGraph, ProfileLinks};
use crate::ids::{MoverId, WorldId};
use crate::indexes::Indexes;
use crate::standable::Standable;
use crate::tagged::{Keys, Tagged};
use crate::usage::Usage;
use crate::view::View;
use recent::RecentEdits;
use std::sync::Arc;
use xunlu_index::{Blocks, Components, JumpCosts, JumpIndex, JumpMap, Jumps, Upkeep};
use xunlu_map::{Cost, Footprint, Grid, Map, Mover, Passability, StepRule, Tags};

pub(crate) use recent::Recent;

/// An index is made after so many expansions without one for each place of the map: by then they have
/// taken several times as long as making it does.
const EXPANSIONS_A_NODE: u64 = 4;

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
    pub(crate) standables: Vec<Standable>,
    pub(crate) classes: Vec<MoveClass>,
    pub(crate) profiles: Vec<Profile>,
    // Those of movers without any of their tags, for whom something is only worked out.
    pub(crate) bare: Vec<Profile>,
    pub(crate) tagged: Tagged,
    pub(crate) engines: Vec<Arc<dyn Engine>>,
}

/// What is connected for movers who can make the same steps, whatever these cost them.
#[derive(Clone, Debug)]
pub(crate) struct MoveClass {
    // Whoever it was made for.
    pub(crate) mover: Mover,
    pub(crate) standable: usize,
    pub(crate) components: Components,
    // Made when the first mover of the class can use it.
    pub(crate) jumps: Option<JumpMap>,
    pub(crate) indexes: Indexes,
    // The same map for each set of prices of movers to whom ground costs differ.
    pub(crate) weighted_jumps: Vec<JumpMap>,
}

/// A mover of this world.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) mover: Mover,
    pub(crate) class: usize,
    pub(crate) links: ProfileLinks,
    // Which of its standable's tells what lies under it, if it is large and prices differ.
    pub(crate) under: Option<usize>,
    // What its jumps cost, while the ground and the links let it jump; where ground costs differ, the
    // least that they cost.
    pub(crate) jump_costs: Option<JumpCosts>,
    pub(crate) is_weighted: bool,
    // Which of its class's maps for weighted ground is for it, if one was made.
    pub(crate) weighted_jumps: Option<usize>,
    pub(crate) usage: Arc<Usage>,
    // Which of the bare ones is the same without tags, once that is of use.
    pub(crate) bare: Option<usize>,
}

impl Profile {
    /// What it jumps over.
    fn jumps_on<'a>(&self, class: &'a MoveClass) -> Option<Jumps<'a>> {
        let costs = self.jump_costs?;
        if self.is_weighted {
            let map = &class.weighted_jumps[self.weighted_jumps?];
            return Some(Jumps { map, costs, index: None, index_map: None });
        }
        let index = class.indexes.of(costs);
        class.jumps.as_ref().map(|map| Jumps { map, costs, index, index_map: None })
    }

    /// Finds out whether it can jump, and makes the map ready for it if none like it was there before.
    fn allow_jumps(&mut self, grid: &Grid, open: &Passability, class: &mut MoveClass) {
        self.jump_costs = JumpCosts::of(grid, &self.mover);
        self.is_weighted = self.jump_costs.is_none();
        if !self.is_weighted {
            class.jumps = class.jumps.take().or_else(|| JumpMap::new(open, &self.mover));
            return;
        }
        self.jump_costs = JumpCosts::least_of(grid, &self.mover);
        if self.jump_costs.is_some() && self.weighted_jumps.is_none() {
            let maps = &mut class.weighted_jumps;
            self.weighted_jumps = maps.iter().position(|map| map.is_weighted_for(&self.mover));
            if self.weighted_jumps.is_none() && maps.len() < WEIGHTED_MAX {
                let made = JumpMap::weighted(open, grid.ground(), &self.mover);
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
            map,
            standables: Vec::new(),
            classes: Vec::new(),
            profiles: Vec::new(),
            bare: Vec::new(),
            engines: Vec::new(),
        }
    }

    pub(crate) fn add_mover(&mut self, mover: Mover) -> Result<MoverId, WorldError> {
        let known = self.profiles.iter().position(|profile| profile.mover == mover);
        let number = known.unwrap_or(self.profiles.len());
        let id = u32::try_from(number).ok().filter(|_| number < MOVERS_MAX);
        let most = MOVERS_MAX;
        let too_many = || {
            WorldError::new(
                WorldErrorKind::TooMany,
                format!("too many movers; expected at most {most}"),
            )
        };
        let id = MoverId(id.ok_or_else(too_many)?);
        if known.is_none() {
            self.check_suits(&mover)?;
            let profile = self.profile_of(mover);
            self.profiles.push(profile);
            self.price_footprints();
            self.allow_jumps();
            self.allow_tags();
        }
        Ok(id)
    }

    fn profile_of(&mut self, mover: Mover) -> Profile {
        let class = self.class_for(&mover);
        let links = ProfileLinks::new(&self.map, &mover);
        Profile {
            mover,
            class,
            links,
            under: None,
            jump_costs: None,
            is_weighted: false,
            weighted_jumps: None,
            usage: Arc::default(),
            bare: None,
        }
    }

    /// Works out what is connected for movers without their tags, where some ground or link asks for any.
    pub(crate) fn allow_tags(&mut self) {
        for number in 0..self.profiles.len() {
            let profile = &mut self.profiles[number];
            if !self.tagged.are_of_use_to(&self.map, &profile.mover) {
                profile.bare = None;
                continue;
            }
            if profile.bare.is_some() {
                continue;
            }
            let bare = profile.mover.to_builder().tags(Tags::NONE).build();
            let bare = bare.expect("a mover without tags is one as well");
            let known = self.bare.iter().position(|known| known.mover == bare);
            let known = known.unwrap_or_else(|| {
                let profile = self.profile_of(bare);
                self.bare.push(profile);
                self.bare.len() - 1
            });
            self.profiles[number].bare = Some(known);
        }
    }

    pub(crate) fn build_index(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        let View { jumps, is_weighted, .. } = self.view(mover)?;
        let Some(Jumps { map, costs, index, .. }) = jumps.filter(|_| !is_weighted) else {
            return Ok(false);
        };
        if index.is_some_and(JumpIndex::is_sharp) {
            return Ok(true);
        }
        let made = JumpIndex::new(map, costs);
        let is_made = made.is_some();
        let class = self.profiles[mover.0 as usize].class;
        self.classes[class].indexes.put(costs, made);
        Ok(is_made)
    }

    /// Takes out the index of a mover.
    pub(crate) fn take_index(&mut self, mover: MoverId) -> Option<JumpIndex> {
        let costs = self.profiles[mover.0 as usize].jump_costs?;
        self.indexes_of(mover).take(costs)
    }

    /// Puts in an index that is for a mover's steps and costs.
    pub(crate) fn put_index(&mut self, mover: MoverId, index: JumpIndex) {
        self.indexes_of(mover).put(index.costs(), Some(index));
    }

    fn indexes_of(&mut self, mover: MoverId) -> &mut Indexes {
        &mut self.classes[self.profiles[mover.0 as usize].class].indexes
    }

    /// What the last edit did to the index of a mover with these costs.
    pub(crate) fn upkeep(&self, mover: MoverId, costs: JumpCosts) -> Option<Upkeep> {
        self.classes[self.profiles[mover.0 as usize].class].indexes.upkeep(costs)
    }

    /// Whether so much was asked for some mover that an index for it is worth it.
    pub(crate) fn wants_index(&self) -> bool {
        let enough = EXPANSIONS_A_NODE * u64::from(self.map.node_count());
        self.profiles.iter().any(|profile| profile.usage.expansions() >= enough)
    }

    pub(crate) fn maintain_indexes(&mut self) -> bool {
        let mut has_built = false;
        for number in (0..self.profiles.len()).filter_map(|number| u32::try_from(number).ok()) {
            let usage = &self.profiles[number as usize].usage;
            if usage.expansions() >= EXPANSIONS_A_NODE * u64::from(self.map.node_count()) {
                usage.clear();
                let was_sharp = self.has_sharp_index(MoverId(number));
                has_built |= self.build_index(MoverId(number)) == Ok(true) && !was_sharp;
            }
        }
        has_built
    }

    pub(crate) fn index_bytes(&self) -> usize {
        let standables: usize = self.standables.iter().map(Standable::bytes).sum();
        let components: usize = self.classes.iter().map(|class| class.components.bytes()).sum();
        let jumps =
            self.classes.iter().flat_map(|class| class.jumps.iter().chain(&class.weighted_jumps));
        let jumps = jumps.map(JumpMap::bytes);
        let indexes = self.classes.iter().map(|class| class.indexes.bytes());
        standables + components + jumps.chain(indexes).sum::<usize>()
    }

    pub(crate) fn view(&self, id: MoverId) -> Result<View<'_>, WorldError> {
        let count = self.profiles.len();
        let unknown = || {
            let number = id.0;
            WorldError::new(
                WorldErrorKind::NoSuchMover,
                format!("there is no mover {number}; expected a number below {count}"),
            )
        };
        let profile = self.profiles.get(id.0 as usize).ok_or_else(unknown)?;
        let class = &self.classes[profile.class];
        Ok(View {
            world: WorldId::NONE,
            id,
            map: &self.map,
            engines: &self.engines,
            mover: &profile.mover,
            standable: &self.standables[class.standable],
            links: &profile.links,
            components: &class.components,
            under: profile.under.map(|number| self.standables[class.standable].under(number)),
            usage: &profile.usage,
            jumps: profile.jumps_on(class),
            is_weighted: profile.is_weighted,
            class: profile.class,
            occupied: None,
            price: None,
            keys: self.keys_of(profile),
        })
    }

    fn keys_of(&self, profile: &Profile) -> Option<Keys<'_>> {
        let bare = &self.bare[profile.bare?];
        let without = &self.classes[bare.class].components;
        Some(Keys { tagged: &self.tagged, without })
    }

    /// The classes whose movers of one cell jump over ground of one price.
    pub(crate) fn jumping_classes(&self) -> impl Iterator<Item = usize> {
        (0..self.classes.len()).filter(|&class| self.jump_base(class).is_some())
    }

    /// Where the movers of a class can stand, and their map for jumps. Returns `None` if they do not jump
    /// over ground of one price, or are larger than one cell.
    pub(crate) fn jump_base(&self, class: usize) -> Option<(&Passability, &JumpMap)> {
        let class = self.classes.get(class)?;
        let is_small = class.mover.footprint() == Footprint::ONE;
        let open = self.standables[class.standable].open(0)?;
        Some((open, class.jumps.as_ref().filter(|_| is_small)?))
    }

    fn check_suits(&self, mover: &Mover) -> Result<(), WorldError> {
        let (suits, expected) = match (&self.map, mover.rule()) {
            (Map::Hex(_), rule) => (*rule == StepRule::Hex, "hex steps"),
            (Map::Waypoints(_), rule) => (*rule == StepRule::Links, "links alone"),
            (_, rule) => {
                let on_squares = !matches!(rule, StepRule::Hex | StepRule::Links);
                (on_squares, "four, eight or own steps")
            }
        };
        if !suits {
            let rule = mover.rule();
            return Err(WorldError::new(
                WorldErrorKind::MoverDoesNotSuit,
                format!(
                    "a mover with the steps {rule:?} cannot move on this map; expected {expected}"
                ),
            ));
        }
        let nodes = self.map.node_count();
        let states = if matches!(self.map, Map::Hex(_)) { 7 } else { 9 };
        if mover.turn_cost() > Cost::ZERO && nodes.checked_mul(states).is_none() {
            return Err(WorldError::new(
                WorldErrorKind::TooMany,
                format!(
                    "the map's {nodes} places are too many for a mover with a turn cost; expected at \
                 most {}",
                    u32::MAX / states
                ),
            ));
        }
        Ok(())
    }

    /// The class of a mover, made if no mover before it was of it.
    fn class_for(&mut self, mover: &Mover) -> usize {
        let standable = self.standable_for(mover);
        self.standables[standable].make_room_for(&self.map, mover.footprint());
        let same = |class: &MoveClass| {
            class.standable == standable
                && class.mover.rule() == mover.rule()
                && class.mover.footprint() == mover.footprint()
        };
        if let Some(known) = self.classes.iter().position(same) {
            return known;
        }
        let links = ProfileLinks::new(&self.map, mover);
        let graph = MapGraph::places(&self.map, mover, &self.standables[standable], &links.table);
        let components = Components::new(&graph, Blocks::of(&self.map));
        self.classes.push(MoveClass {
            mover: mover.clone(),
            standable,
            components,
            jumps: None,
            indexes: Indexes::default(),
            weighted_jumps: Vec::new(),
        });
        self.classes.len() - 1
    }

    /// Finds out which large movers meet ground of several prices.
    pub(crate) fn price_footprints(&mut self) {
        let Tables { map, standables, classes, profiles, .. } = self;
        for profile in
            profiles.iter_mut().filter(|profile| profile.mover.footprint() != Footprint::ONE)
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
        let Tables { map, standables, classes, profiles, .. } = self;
        let Map::Grid(grid) = map else { return };
        for profile in profiles {
            let class = &mut classes[profile.class];
            let open =
                standables[class.standable].open(0).filter(|_| profile.links.table.is_empty());
            profile.jump_costs = None;
            if let Some(open) = open {
                profile.allow_jumps(grid, open, class);
            }
        }
    }

    fn has_sharp_index(&self, mover: MoverId) -> bool {
        let jumps = self.view(mover).ok().and_then(|view| view.jumps);
        jumps.and_then(|jumps| jumps.index).is_some_and(JumpIndex::is_sharp)
    }

    fn standable_for(&mut self, mover: &Mover) -> usize {
        if let Some(known) = self.standables.iter().position(|standable| standable.suits(mover)) {
            return known;
        }
        self.standables.push(Standable::new(&self.map, mover));
        self.standables.len() - 1
    }
}
