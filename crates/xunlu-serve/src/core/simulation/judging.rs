//! Whether what a client is told in the simulation is true.

use super::outside::optimal;
use super::{AtRevision, Simulation};
use xunlu::Algorithm;
use xunlu::map::Revision;
use xunlu_client::{Refusal, RefusalKind, Response};

impl Simulation {
    pub(super) fn judge_change(
        &mut self,
        client: usize,
        map: &'static str,
        id: &str,
        told: &Result<Response, Refusal>,
    ) {
        let mut truth = self.truth.lock().unwrap();
        let own = &mut self.clients[client];
        match told {
            Ok(Response::Changed(made)) => {
                let revision =
                    crate::core::request::revision_from(&made.revision).expect("a revision");
                let is_made = truth.made.get(&(map, revision.epoch, id.to_owned()));
                let is_true = is_made == Some(&revision.number);
                truth.said(is_true, || format!("{map}: {id} is told to have made {revision}"));
                let known = own.known.entry(map).or_default();
                *known = (*known).max(revision);
                own.pending.take_if(|(_, pending)| pending == id);
                self.counts.changes += 1;
            }
            Ok(other) => truth.said(false, || format!("{id} was told {other:?}")),
            Err(refusal) => {
                // What was refused was not made, unless another call of the same name was.
                own.pending.take_if(|(_, pending)| {
                    pending == id && refusal.kind != RefusalKind::NoJournal
                });
                self.counts.refused += 1;
            }
        }
    }

    pub(super) fn judge_answer(
        &mut self,
        client: usize,
        map: &'static str,
        cells: [u32; 2],
        wanted: [AtRevision; 2],
        told: &Result<Response, Refusal>,
    ) {
        let mut truth = self.truth.lock().unwrap();
        let answer = match told {
            Ok(Response::Path(answer)) => answer,
            Ok(other) => return truth.said(false, || format!("a path was told as {other:?}")),
            Err(_) => {
                self.counts.refused += 1;
                return;
            }
        };
        let revision = Revision { epoch: answer.epoch, number: answer.revision };
        let [at, known] = wanted;
        for wanted in [at, if matches!(at, AtRevision::Exactly(_)) { at } else { known }] {
            let is_kept = match wanted {
                AtRevision::Last => true,
                AtRevision::Least(least) => revision >= least,
                AtRevision::Exactly(exactly) => revision == exactly,
            };
            truth.said(is_kept, || format!("{map}: {wanted:?} was answered at {revision}"));
        }
        let key = (map, revision.epoch, revision.number);
        let Some(rows) = truth.rows.get(&key).cloned() else {
            return truth.said(false, || format!("{map} was never at {revision}"));
        };
        let (cost, expected) =
            (answer.path.as_ref().map(|path| path.cost), optimal(&rows, cells, &self.mover));
        truth.said(cost == expected, || {
            format!("{map} at {revision}, {cells:?}: {cost:?}, expected {expected:?}\n{rows}")
        });
        self.counts.waited +=
            u32::from(matches!(at, AtRevision::Least(least) if least > Revision::default()));
        self.counts.answers += 1;
        self.counts.looked_up += u32::from(answer.algorithm == Algorithm::Roadmap);
        let own = self.clients[client].known.entry(map).or_default();
        *own = (*own).max(revision);
        drop(truth);
        if let Some(path) = &answer.path {
            self.watch(client, map, path);
        }
    }
}
