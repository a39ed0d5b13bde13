//! Maps and scenes taken in and let go of.

use super::Service;
use crate::core::held::Held;
use crate::core::job::Order;
use crate::core::journal::Journal;
use crate::core::queue::FairQueue;
use crate::core::request::Moment;
use crate::core::writer::Writer;
use std::collections::VecDeque;
use xunlu::map::Revision;
use xunlu::{Map, World};
use xunlu_client::{Refusal, RefusalKind, SceneWorld};

impl<T> Service<T> {
    /// Holds a map from now on, in place of one of the same name, if there is one. What is at work on that
    /// one still ends.
    ///
    /// # Errors
    /// When there are too many maps.
    pub fn hold(
        &mut self,
        map: &str,
        world: World,
        journal: Box<dyn Journal>,
    ) -> Result<(), Refusal> {
        self.hold_writer(map, Box::new(Writer::new(world, journal)))
    }

    /// The same of a scene.
    ///
    /// # Errors
    /// When there are too many maps.
    pub fn hold_scene(
        &mut self,
        name: &str,
        scene: SceneWorld,
        journal: Box<dyn Journal>,
    ) -> Result<(), Refusal> {
        self.hold_writer(name, Box::new(Writer::new(scene, journal)))
    }

    pub(crate) fn hold_writer(&mut self, name: &str, writer: Box<Writer>) -> Result<(), Refusal> {
        self.hold_as(name, writer, false)
    }

    pub(super) fn hold_as(
        &mut self,
        name: &str,
        writer: Box<Writer>,
        is_copy: bool,
    ) -> Result<(), Refusal> {
        self.has_room_for(name)?;
        self.generation += 1;
        let held = Held {
            generation: self.generation,
            is_copy,
            snapshot: writer.snapshot(),
            naming: writer.naming(),
            chain: writer.chain(),
            changes: VecDeque::from([writer.made()]),
            past: VecDeque::new(),
            writer: Some(writer),
            orders: VecDeque::new(),
            early: FairQueue::new(self.limits.early_max),
            since: Moment::ZERO,
            asked: 0,
            baked: None,
        };
        if let Some(mut old) = self.maps.insert(name.to_owned(), held) {
            // Who waits for a later revision waits for this one, if it is later.
            let early = old.early.take_out(|_| false);
            self.leave(name, old);
            early.into_iter().for_each(|question| self.take(question));
        }
        Ok(())
    }

    fn has_room_for(&self, name: &str) -> Result<(), Refusal> {
        if self.maps.contains_key(name) || self.maps.len() < self.limits.maps_max {
            return Ok(());
        }
        let words =
            format!("there are {} maps already; no more are taken (maps-max)", self.maps.len());
        Err(Refusal::new(RefusalKind::TooLarge, words))
    }

    /// The map that somebody wants to put here, ready to become a world: in an epoch after the one it takes
    /// the place of and after those that are gone, and no less than the least.
    ///
    /// # Errors
    /// When it is too large, or there are too many maps.
    pub fn admit(&self, name: &str, map: Map, epoch_least: u32) -> Result<Map, Refusal> {
        self.has_room_for(name)?;
        let places = map.node_count() as usize;
        if places > self.limits.places_max {
            let most = self.limits.places_max;
            let words =
                format!("the map has {places} places; expected {most} at most (places-max)");
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        Ok(map.at_revision(self.first_revision(name, epoch_least)))
    }

    /// The same of a scene.
    ///
    /// # Errors
    /// When it is too large, or there are too many maps.
    pub fn admit_scene(
        &self,
        name: &str,
        scene: SceneWorld,
        epoch_least: u32,
    ) -> Result<SceneWorld, Refusal> {
        self.has_room_for(name)?;
        let (polygons, most) = (scene.polygon_count(), self.limits.places_max);
        if polygons > most {
            let words =
                format!("the scene has {polygons} polygons; expected {most} at most (places-max)");
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        self.limits.check_memory(scene.bytes())?;
        Ok(scene.at_revision(self.first_revision(name, epoch_least)))
    }

    /// Where something begins that is put here.
    fn first_revision(&self, name: &str, epoch_least: u32) -> Revision {
        let held = self.maps.get(name).map(|held| held.snapshot.revision().epoch);
        let after = held.max(self.epoch_gone).map_or(0, |epoch| epoch + 1);
        Revision { epoch: after.max(epoch_least), number: 0 }
    }

    /// Lets go of a map.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn forget(&mut self, name: &str) -> Result<(), Refusal> {
        let held = self.maps.remove(name).ok_or_else(|| Refusal::unknown_map(name))?;
        self.epoch_gone = self.epoch_gone.max(Some(held.snapshot.revision().epoch));
        self.leave(name, held);
        Ok(())
    }

    fn leave(&mut self, name: &str, mut held: Held<T>) {
        self.writers.retain(|writer| writer != name);
        let gone = || {
            let words = format!("the map {name:?} was replaced or let go of meanwhile");
            Refusal::new(RefusalKind::Conflict, words)
        };
        self.watches.end_map(name, &gone(), &self.limits);
        let orders = held.orders.into_iter().filter_map(|order| match order {
            Order::Change(_, to) | Order::Replay(_, to) | Order::Renew(_, _, to) => Some(to),
            Order::Mover(_, question) => Some(question.to),
            Order::Watch(..) | Order::Roadmap(..) => None,
        });
        let early = held.early.take_out(|_| false).into_iter().map(|question| question.to);
        self.told.extend(orders.chain(early).map(|to| (to, Err(gone()))));
        self.drop_later((held.snapshot, held.past, held.writer));
    }
}
