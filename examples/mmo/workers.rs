//! The workers as the gateway has them: begun as processes, told of every door, killed, and begun anew.

use crate::figures::Figures;
use crate::http;
use crate::lanes::Lanes;
use crate::ledger::{Ledger, Next};
use crate::town::{NAME, TEXT, Town};
use crate::worker::{Address, WORD};
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use xunlu_client::{ChangeWish, MapsTold, Navigator, Remote};

/// So many there are.
pub(crate) const COUNT: usize = 2;

/// So long one that was killed stays away, that it is seen how the other does its work.
const AWAY: Duration = Duration::from_secs(4);

/// How often it is looked whether one is still there.
const LOOK: Duration = Duration::from_millis(50);

/// So long a worker may take to begin, and to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// All workers, with what they have in common.
#[derive(Debug)]
pub(crate) struct Workers {
    all: [Worker; COUNT],
    pub(crate) town: Arc<Town>,
    pub(crate) ledger: Ledger,
    pub(crate) lanes: Lanes,
    pub(crate) figures: Arc<Figures>,
    folder: PathBuf,
    nats: Option<String>,
    is_over: AtomicBool,
    // How many changes the one that writes over NATS has made.
    published: AtomicUsize,
}

#[derive(Debug, Default)]
struct Worker {
    process: Mutex<Option<Child>>,
    /// Where it is asked, once it has all changes.
    address: Mutex<Option<Address>>,
}

fn held<T>(own: &Mutex<T>) -> MutexGuard<'_, T> {
    own.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workers {
    pub(crate) fn new(
        town: Arc<Town>,
        figures: Arc<Figures>,
        folder: PathBuf,
        nats: Option<String>,
    ) -> Result<Workers, Box<dyn Error>> {
        let lanes = Lanes::new(nats.as_deref())?;
        Ok(Workers {
            all: Default::default(),
            town,
            ledger: Ledger::default(),
            lanes,
            figures,
            folder,
            nats,
            is_over: AtomicBool::new(false),
            published: AtomicUsize::new(0),
        })
    }

    /// Where each is, if it can be asked.
    pub(crate) fn addresses(&self) -> [Option<Address>; COUNT] {
        std::array::from_fn(|number| *held(&self.all[number].address))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Kills a worker with all that it was about to say.
    pub(crate) fn kill(&self, number: usize) {
        if let Some(process) = held(&self.all[number].process).as_mut() {
            // It may be gone already.
            let _ = process.kill();
        }
    }

    /// They end as soon as they have said what they were about to.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Keeps a worker until all is over: begins it, tells it of doors, and begins it anew when it is gone.
    ///
    /// # Errors
    /// When it cannot be begun.
    pub(crate) fn keep(&self, number: usize) -> Result<(), Box<dyn Error>> {
        while !self.is_over() {
            let address = self.begin(number)?;
            let has_ended = self.attend(number, address);
            *held(&self.all[number].address) = None;
            if let Some(mut process) = held(&self.all[number].process).take() {
                process.wait()?;
            }
            has_ended?;
            let away_until = Instant::now() + AWAY;
            while Instant::now() < away_until && !self.is_over() {
                thread::sleep(LOOK);
            }
        }
        Ok(())
    }

    /// Whether this one is told of doors: each, or over NATS the one that the others follow.
    fn writes(&self, number: usize) -> bool {
        self.nats.is_none() || number == 0
    }

    fn begin(&self, number: usize) -> Result<Address, Box<dyn Error>> {
        let folder = match self.writes(number) {
            true => self.folder.join(format!("worker-{number}")).into_os_string(),
            false => std::ffi::OsString::new(),
        };
        let mut process = Command::new(std::env::current_exe()?)
            .arg(WORD)
            .arg(folder)
            .args(&self.nats)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let out = process.stdout.take().ok_or("its output is ours")?;
        *held(&self.all[number].process) = Some(process);
        BufReader::new(out).read_line(&mut line)?;
        let address = Address::of(&line).ok_or("a worker did not begin")?;
        // One that was here before has the town on its disk.
        let until = Instant::now() + PATIENCE;
        while revision(address)?.is_none() {
            if self.writes(number) {
                http::send(address.http, "PUT", &format!("/v1/maps/{NAME}"), TEXT)?;
            } else if Instant::now() > until {
                return Err("a worker did not hear of the town".into());
            } else {
                thread::sleep(LOOK);
            }
        }
        Ok(address)
    }

    /// Tells a worker of doors for as long as it is there.
    fn attend(&self, number: usize, address: Address) -> Result<(), Box<dyn Error>> {
        let own = Remote::new(&format!("tcp://{}", address.tcp))?;
        let mut made = match self.nats {
            None => revision(address)?.ok_or("it has the town")?,
            Some(_) => self.published.load(Ordering::Relaxed),
        };
        let mut is_ready = false;
        loop {
            if self.is_over() {
                self.dismiss(number);
                return Ok(());
            }
            let is_gone = |process: &mut Child| process.try_wait().map(|status| status.is_some());
            if held(&self.all[number].process)
                .as_mut()
                .is_none_or(|own| is_gone(own).unwrap_or(true))
            {
                return Ok(());
            }
            if !is_ready && (made >= self.ledger.len() || !self.writes(number)) {
                is_ready = true;
                *held(&self.all[number].address) = Some(address);
                self.lanes.renew(&self.addresses())?;
            }
            if !self.writes(number) {
                thread::sleep(LOOK);
                continue;
            }
            let (door, is_open) = match self.ledger.wait_for(made, LOOK) {
                Next::Change(door, is_open) => (door, is_open),
                Next::NotYet => continue,
                Next::Forgotten => return Err("a worker was away for too many changes".into()),
            };
            let change = self.town.change(door, is_open);
            let wish = ChangeWish { id: Some(format!("door-{made}")), expected: None, change };
            let told = match self.nats {
                None => own.change(NAME, &wish),
                Some(_) => self.lanes.change(&wish),
            };
            // Whoever is gone is told when it is back.
            if let Ok(told) = told {
                if !self.ledger.is_made(made, told) {
                    self.figures.differences.add(1);
                }
                made += 1;
                self.published.store(made, Ordering::Relaxed);
            }
        }
    }

    /// Lets go of a worker: it ends when there is nothing more to read for it.
    fn dismiss(&self, number: usize) {
        let until = Instant::now() + PATIENCE;
        let mut process = held(&self.all[number].process);
        let Some(process) = process.as_mut() else { return };
        drop(process.stdin.take());
        while matches!(process.try_wait(), Ok(None)) {
            if Instant::now() > until {
                let _ = process.kill();
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// How many changes the town has at a worker. Returns `None` if it has no town.
fn revision(address: Address) -> Result<Option<usize>, Box<dyn Error>> {
    let told: MapsTold = serde_json::from_str(&http::send(address.http, "GET", "/v1/maps", "")?)?;
    let town = told.maps.into_iter().find(|told| told.map == NAME);
    let number = town.map(|town| town.revision.rsplit('.').next().unwrap_or("0").parse::<usize>());
    Ok(number.transpose()?)
}
