//! Maps in the program itself: a function call away.

use crate::answering::Within;
use crate::any::{AnySnapshot, Spaces, answer_any};
use crate::navigator::{ChangeWish, Navigator, SceneChangeWish, Wish};
use crate::refusal::{Refusal, RefusalKind};
use crate::scene::SceneWorld;
use crate::wire::{Ask, ChangeTold, Response};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};
use xunlu::{Snapshot, World};

/// How long a question may take unless it says.
const TIME: Duration = Duration::from_secs(5);

/// As many expansions as the service allows a search.
const EXPANSIONS_MAX: u64 = 10_000_000;

/// So many names of changes are remembered for each map.
const NAMES_MAX: usize = 4096;

/// Maps that are held in the program itself. Threads that ask wait for nobody but who changes the same map's
/// movers, and for that only a moment.
#[derive(Debug, Default)]
pub struct Embedded {
    maps: RwLock<BTreeMap<String, Arc<Held>>>,
    scenes: RwLock<BTreeMap<String, Arc<HeldScene>>>,
    // What questions scribble on, lent to one at a time.
    spaces: Mutex<Vec<Spaces>>,
}

#[derive(Debug)]
struct Held {
    world: Mutex<World>,
    snapshot: RwLock<Snapshot>,
    // The changes that were made last, by the names that they were given.
    names: Mutex<VecDeque<(String, ChangeTold)>>,
}

#[derive(Debug)]
struct HeldScene {
    scene: Mutex<Arc<SceneWorld>>,
    // Held by who changes it.
    names: Mutex<VecDeque<(String, ChangeTold)>>,
}

impl HeldScene {
    fn now(&self) -> MutexGuard<'_, Arc<SceneWorld>> {
        self.scene.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Embedded {
    /// Without maps.
    #[must_use]
    pub fn new() -> Embedded {
        Embedded::default()
    }

    /// Holds a map from now on, in place of one of the same name.
    pub fn hold(&self, map: impl Into<String>, world: World) {
        let snapshot = RwLock::new(world.snapshot());
        let held = Arc::new(Held { world: Mutex::new(world), snapshot, names: Mutex::default() });
        self.maps.write().unwrap_or_else(PoisonError::into_inner).insert(map.into(), held);
    }

    /// Holds a scene from now on, in place of one of the same name. A map may have the same name.
    pub fn hold_scene(&self, name: impl Into<String>, scene: SceneWorld) {
        let held = HeldScene { scene: Mutex::new(Arc::new(scene)), names: Mutex::default() };
        let mut scenes = self.scenes.write().unwrap_or_else(PoisonError::into_inner);
        scenes.insert(name.into(), Arc::new(held));
    }

    fn held_scene(&self, name: &str) -> Result<Arc<HeldScene>, Refusal> {
        let scenes = self.scenes.read().unwrap_or_else(PoisonError::into_inner);
        scenes.get(name).cloned().ok_or_else(|| Refusal::unknown_map(name))
    }

    /// A map to work with, while others hold maps and ask for them.
    fn held(&self, map: &str) -> Result<Arc<Held>, Refusal> {
        let maps = self.maps.read().unwrap_or_else(PoisonError::into_inner);
        maps.get(map).cloned().ok_or_else(|| Refusal::unknown_map(map))
    }
}

impl Held {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshot(&self) -> Snapshot {
        self.snapshot.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn publish(&self, world: &World) {
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = world.snapshot();
    }

    /// A snapshot that knows all movers of a question.
    fn knowing(&self, ask: &Ask) -> Result<Snapshot, Refusal> {
        let snapshot = self.snapshot();
        let movers =
            ask.movers().map(xunlu::wire::Mover::to_mover).collect::<Result<Vec<_>, _>>()?;
        if movers.iter().all(|mover| snapshot.mover_like(mover).is_some()) {
            return Ok(snapshot);
        }
        let mut world = self.world();
        for mover in movers {
            if world.mover_like(&mover).is_none() {
                world.add_mover(mover)?;
            }
        }
        self.publish(&world);
        Ok(world.snapshot())
    }
}

impl Navigator for Embedded {
    fn ask(&self, map: &str, ask: &Ask, wish: &Wish) -> Result<Response, Refusal> {
        let snapshot = match ask {
            Ask::Scene(_) => AnySnapshot::Scene(self.held_scene(map)?.now().clone()),
            _ => AnySnapshot::Map(self.held(map)?.knowing(ask)?),
        };
        if let Some(least) = &wish.at_least
            && snapshot.revision() < revision_of(least)?
        {
            // Nobody else could bring it meanwhile but a thread of this program, which knows when it does.
            let words = format!("the map is at revision {}; expected {least}", snapshot.revision());
            return Err(Refusal::new(RefusalKind::Stale, words));
        }
        let begun = Instant::now();
        let time = wish.time.unwrap_or(TIME);
        let is_late = || begun.elapsed() >= time;
        let all = || self.spaces.lock().unwrap_or_else(PoisonError::into_inner);
        let mut own = all().pop().unwrap_or_default();
        let within =
            Within { expansions_max: EXPANSIONS_MAX, places_max: usize::MAX, is_late: &is_late };
        let told = answer_any(&snapshot, ask, &mut own, &within);
        all().push(own);
        told
    }

    fn change(&self, map: &str, wish: &ChangeWish) -> Result<ChangeTold, Refusal> {
        let held = self.held(map)?;
        let id = wish.id.as_deref().filter(|id| !id.is_empty());
        let mut world = held.world();
        let mut names = held.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = id.and_then(|id| names.iter().find(|(own, _)| own == id)) {
            return Ok(known.clone());
        }
        let before = world.revision();
        if let Some(expected) = &wish.expected
            && revision_of(expected)? != before
        {
            let words = format!("the map is at revision {before}; expected {expected}");
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let change = wish.change.to_change(world.map())?;
        world.apply(&change)?;
        held.publish(&world);
        // A chain is for those who compare copies, and here is one.
        let told = ChangeTold { revision: world.revision().to_string(), chain: String::new() };
        if let Some(id) = id {
            if names.len() >= NAMES_MAX {
                names.pop_front();
            }
            names.push_back((id.to_owned(), told.clone()));
        }
        Ok(told)
    }

    fn change_scene(&self, scene: &str, wish: &SceneChangeWish) -> Result<ChangeTold, Refusal> {
        let held = self.held_scene(scene)?;
        let id = wish.id.as_deref().filter(|id| !id.is_empty());
        let mut names = held.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = id.and_then(|id| names.iter().find(|(own, _)| own == id)) {
            return Ok(known.clone());
        }
        let before = held.now().clone();
        if let Some(expected) = &wish.expected
            && revision_of(expected)? != before.revision()
        {
            let words =
                format!("the scene is at revision {}; expected {expected}", before.revision());
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let after = before.changed(&wish.change)?;
        let told = ChangeTold { revision: after.revision().to_string(), chain: String::new() };
        *held.now() = Arc::new(after);
        if let Some(id) = id {
            if names.len() >= NAMES_MAX {
                names.pop_front();
            }
            names.push_back((id.to_owned(), told.clone()));
        }
        Ok(told)
    }
}

fn revision_of(text: &str) -> Result<xunlu::map::Revision, Refusal> {
    let (epoch, number) = text.split_once('.').unwrap_or(("0", text));
    let parsed = epoch.parse().ok().zip(number.parse().ok());
    let (epoch, number) = parsed.ok_or_else(|| {
        Refusal::not_understood(format_args!("{text} is no revision; expected one such as 2.17"))
    })?;
    Ok(xunlu::map::Revision { epoch, number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::YARD;
    use std::sync::mpsc;
    use std::thread;
    use xunlu::Grid;

    #[test]
    fn who_waits_to_change_a_map_holds_up_nobody_else() {
        let yard = || World::new(YARD.parse::<Grid>().unwrap()).unwrap();
        let embedded = Embedded::new();
        embedded.hold("yard", yard());
        embedded.hold("garden", yard());
        let rect = xunlu::wire::Rect { x: 1, y: 0, width: 1, height: 1 };
        let change = xunlu::wire::Change::Terrain(xunlu::wire::TerrainChange {
            rect,
            terrain: 254,
            layer: 0,
        });
        let wish = ChangeWish { id: None, expected: None, change };
        thread::scope(|scope| {
            let held = embedded.held("yard").unwrap();
            let busy = held.world();
            let changed = scope.spawn(|| embedded.change("yard", &wish));
            let (tell, told) = mpsc::channel();
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                embedded.hold("field", yard());
                let query = xunlu::wire::Query::to("0,0", xunlu::wire::Goal::At("3,0".to_owned()));
                let _ = tell.send(embedded.path("garden", query).is_ok());
                drop(tell);
            });
            let asked = told.recv_timeout(Duration::from_secs(10));
            drop(busy);
            assert_eq!(asked, Ok(true));
            assert!(changed.join().unwrap().is_ok());
        });
    }
}
