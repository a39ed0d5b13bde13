//! The gateway: takes the units' questions to the workers, and brings back what is told.

use crate::figures::Figures;
use crate::swarm::{News, UnitId};
use crate::workers::Workers;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};
use xunlu::{Cell, wire};
use xunlu_client::{Ask, Refusal, RefusalKind, Response, Wish};

/// So many questions are under way at a time.
const CALLERS: usize = 64;

/// How long an answer may take: a unit that waits longer is seen to stand.
const TIME: Duration = Duration::from_secs(2);

/// What a unit asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) unit: UnitId,
    pub(crate) number: u32,
    pub(crate) from: Cell,
    pub(crate) goal: Cell,
    pub(crate) asked: Instant,
}

/// What a unit is told, and of which of its questions.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) unit: UnitId,
    pub(crate) number: u32,
    pub(crate) news: News,
}

/// The end of the gateway where the units are.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub(crate) questions: Sender<Question>,
    pub(crate) letters: Receiver<Letter>,
}

impl Gateway {
    /// Opens: callers take questions until nobody can ask any more. What is told of watched paths comes among
    /// the letters, by the sender that is returned.
    pub(crate) fn open<'scope>(
        scope: &'scope Scope<'scope, '_>,
        workers: &'scope Workers,
    ) -> (Gateway, Sender<Letter>) {
        let (questions, asked) = channel();
        let (send, letters) = channel();
        let asked = Arc::new(Mutex::new(asked));
        for _ in 0..CALLERS {
            let (asked, send) = (asked.clone(), send.clone());
            scope.spawn(move || call(workers, &asked, &send));
        }
        (Gateway { questions, letters }, send)
    }
}

/// Takes one question after the other to the workers.
fn call(workers: &Workers, asked: &Mutex<Receiver<Question>>, letters: &Sender<Letter>) {
    loop {
        let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(question) = next else { return };
        let place = |cell: Cell| format!("{},{}", cell.x, cell.y);
        let goal = wire::Goal::At(place(question.goal));
        let query = wire::Query::to(place(question.from), goal);
        // No answer leads through a door that was shut before it was asked.
        let wish = Wish { at_least: workers.ledger.revision(), time: Some(TIME) };
        let told = workers.lanes.ask(&Ask::Path(Box::new(query)), &wish);
        let news = news_of(told, question.asked.elapsed(), &workers.figures);
        let Question { unit, number, .. } = question;
        if letters.send(Letter { unit, number, news }).is_err() {
            return;
        }
    }
}

/// What it means to a unit, and to those who count.
fn news_of(told: Result<Response, Refusal>, time: Duration, figures: &Figures) -> News {
    let answer = match told {
        Ok(Response::Path(answer)) => answer,
        Err(refusal) if matches!(refusal.kind, RefusalKind::Busy | RefusalKind::Draining) => {
            figures.refused.add(1);
            let after = refusal.retry_after.unwrap_or(Duration::from_millis(100));
            return News::Busy { for_ms: u32::try_from(after.as_millis()).unwrap_or(1_000) };
        }
        other => {
            figures.lost(other.map_or_else(|refusal| refusal.words, |told| format!("{told:?}")));
            return News::Lost;
        }
    };
    let news = match (answer.outcome, &answer.path) {
        (wire::Outcome::Found, Some(path)) => {
            let cells = path.places.as_cells().unwrap_or_default();
            News::Way(cells.iter().map(|&[x, y]| Cell::new(x, y)).collect())
        }
        (wire::Outcome::Unreachable | wire::Outcome::Blocked, _) => {
            figures.no_way.add(1);
            News::NoWay
        }
        // It gave up, which on a town of this size it has no reason to.
        (outcome, _) => {
            figures.lost(format!("{outcome:?}"));
            return News::Lost;
        }
    };
    figures.took(time);
    news
}

/// Has every worker kept until all is over. Returns what went wrong.
pub(crate) fn keep<'scope>(
    scope: &'scope Scope<'scope, '_>,
    workers: &'scope Workers,
) -> Vec<thread::ScopedJoinHandle<'scope, Result<(), String>>> {
    (0..crate::workers::COUNT)
        .map(|number| {
            scope.spawn(move || {
                workers.keep(number).map_err(|error| {
                    // Without one of them it would not be what it says it is.
                    workers.end();
                    format!("worker {number}: {error}")
                })
            })
        })
        .collect()
}
