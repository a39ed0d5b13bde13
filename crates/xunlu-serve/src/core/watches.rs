//! Who watches what, and what waits to be told to whom: bounded, for readers may be slow.

use super::limits::ServiceLimits;
use super::queue::ClientId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;
use xunlu::map::Revision;
use xunlu::wire;
use xunlu_client::{Refusal, RefusalKind, SceneLine, WatchEvent};

/// What somebody wants to hear of.
#[derive(Clone, Debug)]
pub struct WatchAsked {
    /// Of which map.
    pub map: String,
    /// When this path breaks; of every change if there is none.
    pub path: Option<wire::Path>,
    /// Who walks the path; the map's first mover unless said.
    pub mover: Option<wire::Mover>,
    /// When this path over a scene breaks.
    pub line: Option<SceneLine>,
    /// Of changes: the last revision that is known already.
    pub after: Option<Revision>,
}

/// Something to be told, with the number that the client gave what it watches. After a refusal nothing more
/// comes under that number.
pub type WatchTold = (u32, Result<WatchEvent, Refusal>);

/// A number for each thing that was ever watched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct WatchKey(u64);

#[derive(Default)]
pub(super) struct Watches {
    watched: BTreeMap<WatchKey, Watch>,
    clients: BTreeMap<ClientId, Letters>,
    woken: BTreeSet<ClientId>,
    next: u64,
    // Of all paths that are watched.
    places: usize,
    // Those who watch a map's changes: each change goes to them, and to nobody else.
    of_changes: BTreeMap<String, BTreeSet<WatchKey>>,
    // How many paths were watched once and are no longer.
    paths_ended: u64,
}

struct Watch {
    client: ClientId,
    number: u32,
    map: String,
    // Those of its path; `None` if it is of changes.
    places: Option<usize>,
}

/// What waits to be told to a client.
#[derive(Default)]
struct Letters {
    numbers: BTreeMap<u32, WatchKey>,
    waiting: VecDeque<WatchTold>,
}

impl Watches {
    /// Begins to watch.
    pub(super) fn begin(
        &mut self,
        client: ClientId,
        number: u32,
        asked: &WatchAsked,
        limits: &ServiceLimits,
    ) -> Result<WatchKey, Refusal> {
        let path = asked.path.as_ref().map(|path| path.places.len());
        let places = path.or_else(|| asked.line.as_ref().map(|line| line.points.len()));
        let letters = self.clients.entry(client).or_default();
        let too_many = |what: &str, most: usize| {
            let words = format!("there are {most} {what} already; no more are taken");
            Err(Refusal::new(RefusalKind::TooLarge, words))
        };
        if letters.numbers.contains_key(&number) {
            let words = format_args!("something is watched as number {number}; expected another");
            return Err(Refusal::not_understood(words));
        }
        if letters.numbers.len() >= limits.watches_max {
            return too_many("things watched on this connection", limits.watches_max);
        }
        if self.places + places.unwrap_or(0) > limits.watched_places_max {
            return too_many("places on paths that are watched", limits.watched_places_max);
        }
        if letters.waiting.len() >= limits.events_max {
            // What waits has to be read first.
            return Err(Refusal::busy(Duration::from_millis(50)));
        }
        let key = WatchKey(self.next);
        self.next += 1;
        self.places += places.unwrap_or(0);
        letters.numbers.insert(number, key);
        let map = asked.map.clone();
        if places.is_none() {
            self.of_changes.entry(map.clone()).or_default().insert(key);
        }
        self.watched.insert(key, Watch { client, number, map, places });
        Ok(key)
    }

    /// Tells something of what is watched, if it still is.
    pub(super) fn tell(&mut self, key: WatchKey, event: WatchEvent, limits: &ServiceLimits) {
        if let Some(watch) = self.watched.get(&key) {
            let (client, number) = (watch.client, watch.number);
            self.write(client, (number, Ok(event)), limits);
        }
    }

    /// Tells something of a map to all who watch its changes.
    pub(super) fn tell_of(&mut self, map: &str, event: &WatchEvent, limits: &ServiceLimits) {
        let keys: Vec<WatchKey> = self.of_changes.get(map).into_iter().flatten().copied().collect();
        keys.into_iter().for_each(|key| self.tell(key, event.clone(), limits));
    }

    fn write(&mut self, client: ClientId, told: WatchTold, limits: &ServiceLimits) {
        let Some(letters) = self.clients.get_mut(&client) else { return };
        self.woken.insert(client);
        if letters.waiting.len() < limits.events_max {
            letters.waiting.push_back(told);
            return;
        }
        // Who reads too slowly hears no more, and learns that there was more.
        letters.waiting.retain(|(_, told)| told.is_err());
        // What ended by itself has no number any more, and its last word is not lost either.
        letters.waiting.extend(Some(told).filter(|(_, told)| told.is_err()));
        let numbers = std::mem::take(&mut letters.numbers);
        letters.waiting.extend(numbers.keys().map(|&number| {
            let words = "more was to be told than is kept; ask again, and read faster";
            (number, Err(Refusal::new(RefusalKind::Busy, words)))
        }));
        for key in numbers.into_values() {
            self.let_go(key);
        }
    }

    /// Watches something no longer, and says why.
    pub(super) fn end(&mut self, key: WatchKey, refusal: Refusal, limits: &ServiceLimits) {
        if let Some((client, number)) = self.remove(key) {
            self.write(client, (number, Err(refusal)), limits);
        }
    }

    /// Watches nothing of a map any more.
    pub(super) fn end_map(&mut self, map: &str, refusal: &Refusal, limits: &ServiceLimits) {
        let keys = self.watched.iter().filter(|(_, watch)| watch.map == map);
        let keys: Vec<WatchKey> = keys.map(|(key, _)| *key).collect();
        keys.into_iter().for_each(|key| self.end(key, refusal.clone(), limits));
    }

    /// How much is watched.
    pub(super) fn len(&self) -> usize {
        self.watched.len()
    }

    /// Whether something is still watched.
    pub(super) fn has(&self, key: WatchKey) -> bool {
        self.watched.contains_key(&key)
    }

    /// A number that changes with each path that is watched no longer.
    pub(super) fn paths_ended(&self) -> u64 {
        self.paths_ended
    }

    pub(super) fn unwatch(&mut self, client: ClientId, number: u32) {
        let letters = self.clients.get(&client);
        if let Some(key) = letters.and_then(|own| own.numbers.get(&number)).copied() {
            self.remove(key);
        }
    }

    /// Forgets what is watched. Returns `None` if nothing is.
    fn let_go(&mut self, key: WatchKey) -> Option<Watch> {
        let watch = self.watched.remove(&key)?;
        if let Some(places) = watch.places {
            self.places -= places;
            self.paths_ended += 1;
        } else if let Some(keys) = self.of_changes.get_mut(&watch.map) {
            keys.remove(&key);
            if keys.is_empty() {
                self.of_changes.remove(&watch.map);
            }
        }
        Some(watch)
    }

    fn remove(&mut self, key: WatchKey) -> Option<(ClientId, u32)> {
        let watch = self.let_go(key)?;
        if let Some(letters) = self.clients.get_mut(&watch.client) {
            letters.numbers.remove(&watch.number);
        }
        Some((watch.client, watch.number))
    }

    /// Lets go of a client and of all that it watches.
    pub(super) fn forget(&mut self, client: ClientId) {
        let Some(letters) = self.clients.remove(&client) else { return };
        for key in letters.numbers.into_values() {
            self.let_go(key);
        }
    }

    /// What is to be told to a client, so much of it at most.
    pub(super) fn take(&mut self, client: ClientId, most: usize) -> Vec<WatchTold> {
        let Some(letters) = self.clients.get_mut(&client) else { return Vec::new() };
        let count = letters.waiting.len().min(most);
        letters.waiting.drain(..count).collect()
    }

    pub(super) fn woken(&mut self) -> BTreeSet<ClientId> {
        std::mem::take(&mut self.woken)
    }
}
