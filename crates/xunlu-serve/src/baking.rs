//! A thread that bakes roadmaps of maps that stand still, one after the other, of snapshots: meanwhile
//! searches answer, and changes are made.

use crate::core::service::ToBake;
use crate::pool::{Pool, Workers};
use serde_json::json;
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};
use xunlu::roadmap::{NoRoadmap, Roadmap, RoadmapError, RoadmapOptions};

/// How often it is looked whether there is something to bake, and whether that is still of use.
const LOOK: Duration = Duration::from_millis(50);

/// When roadmaps are baked, and how many there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Baking {
    /// How long nobody has to have changed a map; if `None`, none are baked.
    pub still: Option<Duration>,
    /// How many bytes all roadmaps may take; one that is being baked, of steps, may take twelve times what is
    /// left of them until it is done.
    pub bytes_max: usize,
}

impl Default for Baking {
    fn default() -> Baking {
        Baking { still: None, bytes_max: 1 << 30 }
    }
}

impl Pool {
    /// Has roadmaps baked from now on, if any are to be, by a thread of its own.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn bake(&self, workers: &mut Workers, baking: Baking) -> io::Result<()> {
        let (own, bytes_max) = (self.clone(), baking.bytes_max);
        let Some(still) = baking.still else { return Ok(()) };
        let thread = thread::Builder::new().name("roadmaps".to_owned());
        workers.0.push(thread.spawn(move || own.keep_baking(still, bytes_max))?);
        Ok(())
    }

    fn keep_baking(&self, still: Duration, bytes_max: usize) {
        while !self.has_ended() {
            let now = self.now();
            match self.with(|service| service.to_bake(now, still, bytes_max)) {
                None => thread::sleep(LOOK),
                Some(next) => self.bake_one(&next),
            }
        }
    }

    fn bake_one(&self, own: &ToBake) {
        let begun = Instant::now();
        let looked = Cell::new(begun);
        let goes_on = || {
            if looked.get().elapsed() < LOOK {
                return true;
            }
            looked.set(Instant::now());
            !self.has_ended() && self.with(|service| service.is_as_baked(own))
        };
        // A map that cannot be baked shall not keep others from it.
        let made = catch_unwind(AssertUnwindSafe(|| baked(own, &goes_on)));
        let Ok(made) = made else { return self.log("lost", || json!({ "map": own.map })) };
        let told = match made {
            Ok(roadmap) => {
                let bytes = roadmap.bytes();
                self.with(|service| service.baked(own, roadmap.into()));
                Ok(bytes)
            }
            // Another one will be baked of what it is now.
            Err(NoRoadmap::NotMade(RoadmapError::Cancelled)) => return,
            Err(error) => Err(error.to_string()),
        };
        let (event, bytes, why) = match told {
            Ok(bytes) => ("baked", Some(bytes), None),
            Err(why) => ("not-baked", None, Some(why)),
        };
        self.log(event, || {
            let ms = begun.elapsed().as_secs_f64() * 1e3;
            let revision = own.snapshot.revision().to_string();
            let mover = own.number;
            json!({ "map": own.map, "revision": revision, "mover": mover, "ms": ms, "bytes": bytes, "told": why })
        });
    }
}

/// By one thread, for the others have questions to answer.
fn baked(own: &ToBake, goes_on: &dyn Fn() -> bool) -> Result<Roadmap, NoRoadmap> {
    let options = RoadmapOptions::new().memory_bytes_max(own.bytes_max);
    // It is one of the snapshot's own movers.
    let view = own.snapshot.view(own.mover).expect("the snapshot knows its movers");
    view.bake_roadmap(&options, &|_, _| goes_on())
}
