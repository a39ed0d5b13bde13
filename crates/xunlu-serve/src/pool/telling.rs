//! Who is told what came of a question or a change, and who is woken then.

use super::{Logging, Pool};
use crate::core::job::Delivery;
use crate::core::request::Moment;
use crate::metrics::Kind;
use crate::spans::Span;
use crate::trace::TraceId;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use xunlu_client::{Refusal, Response};

/// What is done with an answer. It is called on whatever thread comes by it, with the service not locked;
/// whom it would wake it may leave to be woken a little later.
pub type Tell = Box<dyn FnOnce(Result<Response, Refusal>, &mut Waking) + Send>;

/// Somebody who waits for answers.
pub(crate) trait Sleeper: Send + Sync {
    /// There is something for it.
    fn wake(&self);
}

/// Those who are to be woken when some more answers are told: to wake somebody for each takes longer than to
/// find it.
#[derive(Default)]
#[expect(missing_debug_implementations, reason = "who sleeps cannot be printed")]
pub struct Waking(Vec<Arc<dyn Sleeper>>);

impl Waking {
    /// Has somebody woken soon. It costs nothing to say so again and again.
    pub(crate) fn later<S: Sleeper + 'static>(&mut self, sleeper: &Arc<S>) {
        let is_same =
            |own: &Arc<dyn Sleeper>| Arc::as_ptr(own).addr() == Arc::as_ptr(sleeper).addr();
        // Answers of one client mostly come one after the other; to wake somebody twice does no harm.
        if !self.0.last().is_some_and(is_same) {
            self.0.push(sleeper.clone());
        }
    }

    pub(super) fn wake(&mut self) {
        self.0.drain(..).for_each(|sleeper| sleeper.wake());
    }
}

/// Tells somebody an answer, who hears it at once.
pub(crate) fn tell_now(tell: Tell, told: Result<Response, Refusal>) {
    let mut waking = Waking::default();
    tell(told, &mut waking);
    waking.wake();
}

/// A question or a change that was taken, and who is to be told what comes of it.
#[expect(missing_debug_implementations, reason = "a function cannot be printed")]
pub struct Awaited {
    kind: Kind,
    asked: Moment,
    trace: Option<TraceId>,
    // The map's name, where somebody may read it.
    map: Option<String>,
    tell: Tell,
}

impl Pool {
    /// Something that is asked now.
    pub(super) fn awaited(
        &self,
        (kind, asked): (Kind, Moment),
        map: &str,
        trace: Option<TraceId>,
        tell: Tell,
    ) -> Awaited {
        let Logging { log, slow, spans } = &self.0.logging;
        let is_told = spans.is_some() || slow.is_some() && log.is_some();
        let map = is_told.then(|| map.to_owned());
        Awaited { kind, asked, trace, map, tell }
    }

    /// Tells what is to be told, with nothing locked: counts it, and says what there is to say of it.
    pub(super) fn tell(
        &self,
        told: impl IntoIterator<Item = Delivery<Awaited>>,
        waking: &mut Waking,
    ) {
        for (Awaited { kind, asked, trace, map, tell }, told) in told {
            let took = self.now().saturating_sub(asked);
            self.0.metrics.count(kind, &told, took);
            if let Some(map) = map {
                self.tell_of((kind, took), map, trace, &told);
            }
            tell(told, waking);
        }
    }

    /// Writes down a question or a change if it was slow, and tells the collector of its span if it was, or
    /// is part of a trace that is kept.
    fn tell_of(
        &self,
        (kind, took): (Kind, Duration),
        map: String,
        trace: Option<TraceId>,
        told: &Result<Response, Refusal>,
    ) {
        let is_slow = self.0.logging.slow.is_some_and(|slow| took >= slow);
        let spans = self.0.logging.spans.as_ref();
        let spans = spans.filter(|_| is_slow || trace.is_some_and(TraceId::is_sampled));
        if !is_slow && spans.is_none() {
            return;
        }
        let outcome = told.as_ref().map_or_else(|refusal| refusal.kind.code(), |_| "answered");
        let expansions = match told {
            Ok(Response::Path(answer)) => Some(answer.expansions),
            Ok(Response::Scene(told)) => Some(told.expansions()),
            _ => None,
        };
        if is_slow {
            self.log("slow", || {
                json!({
                    "kind": kind.name(),
                    "map": map,
                    "ms": took.as_secs_f64() * 1e3,
                    "outcome": outcome,
                    "expansions": expansions,
                    "trace": trace.map(|trace| trace.to_string()),
                })
            });
        }
        if let Some(spans) = spans {
            let (kind, outcome) = (kind.name(), outcome.to_owned());
            spans.tell(Span { trace, kind, map, outcome, expansions, took });
        }
    }
}
