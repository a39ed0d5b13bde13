//! Paths that are watched in the simulation: each change that breaks one is told, at its revision, and
//! nothing else is.

use super::outside::optimal;
use super::{ClientId, Planted, Simulation, WIDTH};
use crate::core::request::revision_from;
use crate::core::watches::WatchAsked;
use xunlu::Map;
use xunlu::map::Revision;
use xunlu::wire;
use xunlu_client::{BreakTold, RefusalKind, WatchEvent};

/// A path that somebody watches, and what he was told.
pub(super) struct Watched {
    map: &'static str,
    cells: Vec<u32>,
    from: Option<Revision>,
    told: Vec<(Revision, usize)>,
    /// Nothing more is told: it was refused, or the power is gone.
    pub(super) is_over: bool,
}

impl Simulation {
    pub(super) fn watch(&mut self, client: usize, map: &'static str, path: &wire::Path) {
        let places = path.places.on(&Map::Grid(super::grid("."))).expect("cells");
        let cell = |place: &xunlu::Place| match place {
            xunlu::Place::Cell(cell) => cell.y.cast_unsigned() * WIDTH + cell.x.cast_unsigned(),
            other => panic!("{other:?} is no cell"),
        };
        let cells = places.iter().map(cell).collect();
        let number = self.next_number();
        let own = Watched { map, cells, from: None, told: Vec::new(), is_over: false };
        let (map, path) = (map.to_owned(), Some(path.clone()));
        let asked = WatchAsked { map, path, mover: None, line: None, after: None };
        if self.service.watch(ClientId(client as u64), number, asked).is_ok() {
            self.watched.insert(number, own);
        } else {
            self.counts.refused += 1;
        }
    }

    /// Clients read what there is.
    pub(super) fn hear_news(&mut self) {
        for client in 0..self.clients.len() {
            let client = ClientId(client as u64);
            for (number, told) in self.service.events(client, usize::MAX) {
                let is_break = matches!(told, Ok(WatchEvent::Broken(_)));
                if is_break && self.planted == Planted::LostBreaks && self.random.chance(50) {
                    continue;
                }
                let mut truth = self.truth.lock().unwrap();
                let Some(watched) = self.watched.get_mut(&number) else {
                    truth.said(false, || format!("{number} is not watched"));
                    continue;
                };
                let is_over = watched.is_over;
                truth.said(!is_over, || format!("{number} is watched no longer: {told:?}"));
                let revision = |text: &str| revision_from(text).expect("a revision");
                match told {
                    Ok(WatchEvent::Watching(at)) => {
                        let is_first = watched.from.replace(revision(&at.revision)).is_none();
                        truth.said(is_first, || format!("{number} begins twice"));
                    }
                    Ok(WatchEvent::Broken(told)) => {
                        truth.said(told.why == BreakTold::Gone, || format!("{told:?}"));
                        watched.told.push((revision(&told.revision), told.step));
                        self.counts.breaks += 1;
                    }
                    Ok(other) => truth.said(false, || format!("{number} was told {other:?}")),
                    Err(refusal) => {
                        let is_known =
                            matches!(refusal.kind, RefusalKind::Conflict | RefusalKind::Busy);
                        truth.said(is_known, || format!("{number}: {refusal:?}"));
                        watched.is_over = true;
                    }
                }
            }
        }
    }

    /// Each change that broke a path at another step than before was told, in order; of one that is watched
    /// no longer the last of them may not have been.
    pub(super) fn judge_watched(&mut self) {
        let mut truth = self.truth.lock().unwrap();
        for (number, watched) in &self.watched {
            let Some(from) = watched.from else {
                truth.said(watched.is_over, || format!("{number} never begins"));
                continue;
            };
            let (map, epoch) = (watched.map, from.epoch);
            let later = truth.rows.range((map, epoch, from.number)..=(map, epoch, u64::MAX));
            let (mut expected, mut before) = (Vec::new(), None);
            for (&(_, epoch, number), rows) in later {
                let step = |pair: &[u32]| {
                    // A detour costs more than any step.
                    let is_straight =
                        pair[0].abs_diff(pair[1]) == 1 || pair[0].abs_diff(pair[1]) == WIDTH;
                    let costs = self.mover.costs();
                    let step = if is_straight { costs.straight } else { costs.diagonal };
                    optimal(rows, [pair[0], pair[1]], &self.mover) == Some(step.0)
                };
                let now = watched.cells.windows(2).position(|pair| !step(pair));
                if number > from.number && now.is_some() && now != before {
                    expected.extend(now.map(|step| (Revision { epoch, number }, step)));
                }
                before = now;
            }
            let is_right = if watched.is_over {
                expected.starts_with(&watched.told)
            } else {
                expected == watched.told
            };
            truth.said(is_right, || {
                format!("{map}: {number} was told {:?}; expected {expected:?}", watched.told)
            });
        }
    }
}
