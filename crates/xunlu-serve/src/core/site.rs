//! What a writer changes: a map of cells or a scene, with the paths that are watched on it.

use super::journal::{Chain, Record};
use super::limits::ServiceLimits;
use super::naming::Naming;
use super::watches::WatchKey;
use super::writer::Made;
use std::collections::BTreeMap;
use std::sync::Arc;
use xunlu::map::Revision;
use xunlu::roadmap::Roadmap;
use xunlu::watch::{Break, WatchId, Watcher};
use xunlu::{Change, Mover, MoverId, World, wire};
use xunlu_client::{
    AnyChange, AnySnapshot, BreakTold, Encoding, Refusal, RefusalKind, SceneLine, SceneWorld,
};

/// A path that is to be watched, and who walks it.
pub(crate) enum WatchedPath {
    Map { path: wire::Path, mover: Option<wire::Mover> },
    Scene(SceneLine),
}

/// A path that broke: which, at which step first, and how.
pub(crate) struct BrokenPath {
    pub(crate) key: WatchKey,
    pub(crate) step: usize,
    pub(crate) why: BreakTold,
}

/// A map of cells or a scene.
pub(crate) enum Site {
    Map(Box<MapSite>),
    Scene(SceneSite),
}

pub(crate) struct MapSite {
    world: World,
    naming: Arc<Naming>,
    watcher: Watcher,
    watched: BTreeMap<WatchId, WatchKey>,
}

pub(crate) struct SceneSite {
    scene: Arc<SceneWorld>,
    // The paths, and which leg of each is broken.
    watched: BTreeMap<WatchKey, (SceneLine, Option<usize>)>,
}

/// A change that can be made of what is there.
pub(crate) enum Possible {
    Map(Change),
    /// What comes of it.
    Scene(Box<SceneWorld>),
}

impl From<World> for Site {
    fn from(world: World) -> Site {
        Site::named(world, Arc::default())
    }
}

impl From<SceneWorld> for Site {
    fn from(scene: SceneWorld) -> Site {
        Site::Scene(SceneSite { scene: Arc::new(scene), watched: BTreeMap::new() })
    }
}

impl Site {
    /// A map with what its file said besides.
    pub(crate) fn named(world: World, naming: Arc<Naming>) -> Site {
        let (watcher, watched) = (Watcher::new(&world), BTreeMap::new());
        Site::Map(Box::new(MapSite { world, naming, watcher, watched }))
    }

    /// What its file said besides; of a scene, which is made again of its file, nothing.
    pub(crate) fn naming(&self) -> Arc<Naming> {
        match self {
            Site::Map(site) => site.naming.clone(),
            Site::Scene(_) => Arc::default(),
        }
    }

    pub(crate) fn revision(&self) -> Revision {
        match self {
            Site::Map(site) => site.world.revision(),
            Site::Scene(site) => site.scene.revision(),
        }
    }

    pub(crate) fn snapshot(&self) -> AnySnapshot {
        match self {
            Site::Map(site) => AnySnapshot::Map(site.world.snapshot()),
            Site::Scene(site) => AnySnapshot::Scene(site.scene.clone()),
        }
    }

    /// A digest of what it is.
    pub(crate) fn digest(&self) -> u64 {
        match self {
            Site::Map(site) => site.world.snapshot().digest().0,
            Site::Scene(site) => site.scene.file_digest(),
        }
    }

    /// The same at the beginning of another epoch, with no path watched; what it is at then, and the changes
    /// that lead there from the file it was made of. Of a map there are none, for it is a file itself.
    pub(crate) fn in_epoch(&self, epoch: u32) -> Result<(Site, Made, Vec<u8>), Refusal> {
        let revision = Revision { epoch, number: 0 };
        match self {
            Site::Map(site) => {
                let world = World::new(site.world.map().clone().at_revision(revision))?;
                let site = Site::named(world, site.naming.clone());
                let at = Made::of(&site);
                Ok((site, at, Vec::new()))
            }
            Site::Scene(site) => {
                let mut at = Made { revision, chain: Chain(site.scene.file_digest()) };
                let mut records = Vec::new();
                for change in site.scene.changes_of_file() {
                    let (before, chain, id) = (at.revision, at.chain, String::new());
                    let change = AnyChange::Scene(change).to_bytes();
                    at = Made { revision: before.next(), chain: chain.then(&change) };
                    records.extend(Record { before, chain, id, change }.to_bytes());
                }
                let scene = SceneWorld::clone(&site.scene).at_revision(at.revision);
                Ok((scene.into(), at, records))
            }
        }
    }

    /// The paths that are watched.
    pub(crate) fn into_watched(self) -> Vec<WatchKey> {
        match self {
            Site::Map(site) => site.watched.into_values().collect(),
            Site::Scene(site) => site.watched.into_keys().collect(),
        }
    }

    /// Looks whether a change can be made, and makes nothing.
    pub(crate) fn look_at(&self, change: &AnyChange) -> Result<Possible, Refusal> {
        match (self, change) {
            (Site::Map(site), AnyChange::Map(change)) => {
                let change = change.to_change(site.world.map())?;
                site.world.map().check(&change).map_err(xunlu::WorldError::from)?;
                Ok(Possible::Map(change))
            }
            (Site::Scene(site), AnyChange::Scene(change)) => {
                Ok(Possible::Scene(Box::new(site.scene.changed(change)?)))
            }
            (Site::Map(_), AnyChange::Scene(_)) => Err(Refusal::no_scene()),
            (Site::Scene(_), AnyChange::Map(_)) => Err(Refusal::no_map()),
        }
    }

    /// Makes it.
    pub(crate) fn make(&mut self, change: Possible) -> Result<(), Refusal> {
        match (self, change) {
            (Site::Map(site), Possible::Map(change)) => drop(site.world.apply(&change)?),
            (Site::Scene(site), Possible::Scene(scene)) => site.scene = Arc::from(scene),
            _ => unreachable!("it was looked at here"),
        }
        Ok(())
    }

    /// A change as it was written down.
    pub(crate) fn read(&self, bytes: &[u8]) -> Result<AnyChange, Refusal> {
        Ok(match self {
            Site::Map(_) => AnyChange::Map(Encoding::Json.read(bytes)?),
            Site::Scene(_) => AnyChange::Scene(Encoding::Json.read(bytes)?),
        })
    }

    /// Watches a path from now on.
    pub(crate) fn watch(
        &mut self,
        key: WatchKey,
        path: &WatchedPath,
        limits: &ServiceLimits,
    ) -> Result<(), Refusal> {
        match (self, path) {
            (Site::Map(site), WatchedPath::Map { path, mover }) => {
                site.watch(key, path, mover.as_ref(), limits)
            }
            (Site::Scene(site), WatchedPath::Scene(line)) => site.watch(key, line),
            (Site::Map(_), WatchedPath::Scene(_)) => Err(Refusal::no_scene()),
            (Site::Scene(_), WatchedPath::Map { .. }) => Err(Refusal::no_map()),
        }
    }

    /// Watches those paths alone that somebody still wants to hear of.
    pub(crate) fn watch_only(&mut self, is_wanted: impl Fn(WatchKey) -> bool) {
        match self {
            Site::Map(site) => {
                let watcher = &mut site.watcher;
                site.watched.retain(|&id, key| is_wanted(*key) || !watcher.unwatch(id));
            }
            Site::Scene(site) => site.watched.retain(|&key, _| is_wanted(key)),
        }
    }

    /// The paths that the last change broke.
    pub(crate) fn broken(&mut self) -> Vec<BrokenPath> {
        match self {
            Site::Map(site) => site.broken(),
            Site::Scene(site) => site.broken(),
        }
    }

    /// Takes in a roadmap, unless it is one of a map that was changed since.
    pub(crate) fn attach_roadmap(&mut self, mover: MoverId, roadmap: Arc<Roadmap>) {
        if let Site::Map(site) = self {
            // It does not fit then, and another one is baked of the map as it is now.
            let _ = site.world.attach_roadmap(mover, roadmap);
        }
    }

    /// Takes in a mover that somebody asked for.
    pub(crate) fn take_in(&mut self, mover: Mover, limits: &ServiceLimits) -> Result<(), Refusal> {
        match self {
            Site::Map(site) => site.take_in(mover, limits),
            Site::Scene(_) => Err(Refusal::no_map()),
        }
    }
}

impl MapSite {
    fn watch(
        &mut self,
        key: WatchKey,
        path: &wire::Path,
        mover: Option<&wire::Mover>,
        limits: &ServiceLimits,
    ) -> Result<(), Refusal> {
        let mover = mover.map(wire::Mover::to_mover).transpose()?;
        if let Some(mover) = &mover {
            self.take_in(mover.clone(), limits)?;
        }
        let mover = mover.and_then(|mover| self.world.mover_like(&mover));
        let path = path.to_path(self.world.map())?;
        if self.watched.is_empty() {
            // It begins here, and has no edits to catch up with.
            self.watcher = Watcher::new(&self.world);
        }
        let watched = self.watcher.watch(&self.world, &path, mover.unwrap_or(MoverId::FIRST));
        let id = watched.map_err(|fault| broken_already(self.world.revision(), &fault))?;
        self.watched.insert(id, key);
        Ok(())
    }

    fn broken(&mut self) -> Vec<BrokenPath> {
        if self.watched.is_empty() {
            return Vec::new();
        }
        let broken = self.watcher.update(&self.world).into_iter();
        let told = broken.map(|broken| BrokenPath {
            key: self.watched[&broken.id],
            step: broken.step,
            why: match broken.why {
                Break::MoreExpensive => BreakTold::MoreExpensive,
                _ => BreakTold::Gone,
            },
        });
        told.collect()
    }

    fn take_in(&mut self, mover: Mover, limits: &ServiceLimits) -> Result<(), Refusal> {
        if self.world.mover_like(&mover).is_some() {
            return Ok(());
        }
        let (movers, most) = (self.world.movers().count(), limits.movers_max);
        if movers >= most {
            let words = format!("the map has {most} kinds of movers; no more are taken");
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        // One more takes about as much as each of the others.
        let bytes = self.world.index_bytes();
        limits.check_memory(bytes + bytes / movers.max(1))?;
        self.world.add_mover(mover)?;
        Ok(())
    }
}

impl SceneSite {
    fn watch(&mut self, key: WatchKey, line: &SceneLine) -> Result<(), Refusal> {
        if let Some(leg) = self.scene.broken_leg(line)? {
            let fault = format_args!("nobody can walk leg {leg} of it");
            return Err(broken_already(self.scene.revision(), &fault));
        }
        self.watched.insert(key, (line.clone(), None));
        Ok(())
    }

    fn broken(&mut self) -> Vec<BrokenPath> {
        let mut told = Vec::new();
        for (&key, (line, known)) in &mut self.watched {
            // It was understood when it began to be watched.
            let leg = self.scene.broken_leg(line).unwrap_or(Some(0));
            let before = std::mem::replace(known, leg);
            if let Some(step) = leg.filter(|_| leg != before) {
                told.push(BrokenPath { key, step, why: BreakTold::Gone });
            }
        }
        told
    }
}

fn broken_already(revision: Revision, fault: &dyn std::fmt::Display) -> Refusal {
    let words = format!("at revision {revision}: {fault}; ask for a path again");
    Refusal::new(RefusalKind::Conflict, words)
}
