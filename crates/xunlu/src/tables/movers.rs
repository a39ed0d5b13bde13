//! Movers of a world: taken in, changed, removed, and what is worked out for them.

use super::{MOVERS_MAX, MoveClass, Profile, Tables, WEIGHTED_MAX};
use crate::error::{WorldError, WorldErrorKind};
use crate::graph::{MapGraph, ProfileLinks};
use crate::ids::MoverId;
use crate::indexes::Indexes;
use crate::roadmaps::Roadmaps;
use crate::standable::Standable;
use std::sync::Arc;
use xunlu_index::{Blocks, Components, StepKey};
use xunlu_map::{Cost, Map, Mover, StepRule, Tags};

impl Tables {
    /// The number of a mover, taken in if none like it is there.
    pub(crate) fn add_mover(&mut self, mover: Mover) -> Result<MoverId, WorldError> {
        let is_this =
            |known: &Option<Profile>| known.as_ref().is_some_and(|known| known.mover == mover);
        let known = self.profiles.iter().position(is_this);
        let number = known.unwrap_or(self.profiles.len());
        let id = u32::try_from(number).ok().filter(|_| number < MOVERS_MAX);
        let too_many = || {
            let what = format!("too many movers; expected at most {MOVERS_MAX}");
            WorldError::new(WorldErrorKind::TooMany, what)
        };
        let id = MoverId(id.ok_or_else(too_many)?);
        if known.is_none() {
            self.check_suits(&mover)?;
            let profile = self.profile_of(mover);
            self.profiles.push(Some(profile));
            self.forget_prices();
            self.allow_all();
        }
        Ok(id)
    }

    /// Makes a mover another one.
    pub(crate) fn set_mover(&mut self, id: MoverId, mover: Mover) -> Result<(), WorldError> {
        self.check_suits(&mover)?;
        let profile = self.profile_of(mover);
        self.profiles[id.0 as usize] = Some(profile);
        self.mover_changes += 1;
        self.forget_prices();
        self.allow_all();
        self.sweep();
        Ok(())
    }

    /// Removes a mover.
    pub(crate) fn remove_mover(&mut self, id: MoverId) {
        self.profiles[id.0 as usize] = None;
        self.mover_changes += 1;
        self.sweep();
    }

    fn allow_all(&mut self) {
        self.price_footprints();
        self.allow_jumps();
        self.allow_tags();
    }

    /// Makes room for what is worked out for each set of prices, where there is none, by dropping what no
    /// mover has any longer. While there is room it stays, for prices that come back.
    fn forget_prices(&mut self) {
        let Tables { standables, classes, profiles, .. } = self;
        for (number, class) in classes.iter_mut().enumerate() {
            if class.weighted_jumps.len() >= WEIGHTED_MAX {
                let of_class = profiles.iter_mut().flatten();
                let of_class = of_class.filter(|profile| profile.class == number);
                let users = of_class.filter_map(|profile| profile.weighted_jumps.as_mut());
                keep_used(&mut class.weighted_jumps, users);
            }
        }
        for (number, standable) in standables.iter_mut().enumerate() {
            if standable.is_full() {
                let here = profiles.iter_mut().flatten();
                let here = here.filter(|profile| classes[profile.class].standable == number);
                let users = here.filter_map(|profile| profile.under.as_mut());
                keep_used(standable.under_mut(), users);
            }
        }
    }

    /// Drops what was worked out for movers of whom none is left.
    fn sweep(&mut self) {
        let Tables { standables, classes, profiles, bare, .. } = self;
        keep_used(bare, profiles.iter_mut().flatten().filter_map(|profile| profile.bare.as_mut()));
        let all = profiles.iter_mut().flatten().chain(&mut *bare);
        keep_used(classes, all.map(|profile| &mut profile.class));
        keep_used(standables, classes.iter_mut().map(|class| &mut class.standable));
    }

    fn profile_of(&mut self, mover: Mover) -> Profile {
        let class = self.class_for(&mover);
        let links = ProfileLinks::new(&self.map, &mover);
        let step_key = StepKey::of(&mover);
        Profile {
            mover,
            class,
            links,
            step_key,
            under: None,
            jump_costs: None,
            shortcuts: None,
            lone_steps: None,
            lone_steps_due: Vec::new(),
            is_weighted: false,
            hex_step: None,
            weighted_jumps: None,
            usage: Arc::default(),
            bare: None,
        }
    }

    /// Works out what is connected for movers without their tags, where some ground or link asks for any.
    pub(crate) fn allow_tags(&mut self) {
        for number in 0..self.profiles.len() {
            let Some(profile) = &mut self.profiles[number] else { continue };
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
            if let Some(profile) = &mut self.profiles[number] {
                profile.bare = Some(known);
            }
        }
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
        self.classes_made += 1;
        self.classes.push(MoveClass {
            number: self.classes_made,
            mover: mover.clone(),
            standable,
            components,
            jumps: None,
            indexes: Indexes::default(),
            hex_jumps: None,
            hex_landmarks: None,
            roadmaps: Roadmaps::default(),
            hierarchies: Vec::new(),
            weighted_jumps: Vec::new(),
        });
        self.classes.len() - 1
    }

    fn standable_for(&mut self, mover: &Mover) -> usize {
        if let Some(known) = self.standables.iter().position(|standable| standable.suits(mover)) {
            return known;
        }
        self.standables.push(Standable::new(&self.map, mover));
        self.standables.len() - 1
    }
}

/// Keeps those of a list that are used, and says where they are now to whoever uses them.
fn keep_used<'a, T>(list: &mut Vec<T>, users: impl Iterator<Item = &'a mut usize>) {
    let users: Vec<&mut usize> = users.collect();
    let is_used = |at: usize| users.iter().any(|user| **user == at);
    let used: Vec<bool> = (0..list.len()).map(is_used).collect();
    for user in users {
        *user = used[..*user].iter().filter(|used| **used).count();
    }
    let mut used = used.into_iter();
    list.retain(|_| used.next().unwrap_or(false));
}
