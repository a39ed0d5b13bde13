//! A question answered on one snapshot, within its time.

use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{
    Ask, FieldAsked, FieldPlace, FieldTold, MatrixAsked, MatrixTold, NearestAsked, NearestTold,
    PathsTold, RandomAsked, RandomTold, RaycastAsked, RaycastTold, ReachAsked, Response,
};
use xunlu::map::NodeId;
use xunlu::map::make::Random;
use xunlu::wire::{self, place_at, place_text};
use xunlu::{Cost, Map, MoverId, Place, Snapshot, Workspace, WorldError, WorldErrorKind};

/// After so many places that are told it is as well.
const ITEMS_A_LOOK: usize = 1024;

/// How far one question may go.
#[expect(missing_debug_implementations, reason = "a function cannot be printed")]
pub struct Within<'a> {
    /// A search gives up after so many expansions, and says so.
    pub expansions_max: u64,
    /// How many places an answer may tell.
    pub places_max: usize,
    /// Whether its time is over: looked at between the parts of whatever search it is, and while its answer
    /// is told.
    pub is_late: &'a (dyn Fn() -> bool + Sync),
}

impl Within<'_> {
    /// Fails when its time is over.
    pub(crate) fn look(&self) -> Result<(), Refusal> {
        if (self.is_late)() { Err(Refusal::expired()) } else { Ok(()) }
    }

    /// Makes something of each, as long as there is time.
    pub(crate) fn each<T, U>(
        &self,
        all: impl IntoIterator<Item = T>,
        made: impl Fn(T) -> Option<U>,
    ) -> Result<Vec<U>, Refusal> {
        let mut told = Vec::new();
        for (number, item) in all.into_iter().enumerate() {
            if number % ITEMS_A_LOOK == ITEMS_A_LOOK - 1 {
                self.look()?;
            }
            told.extend(made(item));
        }
        Ok(told)
    }
}

/// Answers a question whose movers the snapshot knows.
///
/// # Errors
/// When it is impossible on this map, or its time is over.
pub fn answer(
    snapshot: &Snapshot,
    ask: &Ask,
    workspace: &mut Workspace,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    match ask {
        Ask::Path(query) => path(snapshot, query, workspace, within).map(Response::Path),
        Ask::Paths(queries) => {
            let answers = queries.iter().map(|query| path(snapshot, query, workspace, within));
            Ok(Response::Paths(PathsTold { answers: answers.collect::<Result<_, _>>()? }))
        }
        Ask::Explain(query) => {
            let mut query = query.on(snapshot)?;
            query.limits.expansions_max = query.limits.expansions_max.min(within.expansions_max);
            let view = snapshot.view(query.mover)?.until(within.is_late);
            let explanation = in_time(view.explain(&query))?;
            Ok(Response::Explain(Box::new(wire::Explanation::new(snapshot.map(), &explanation))))
        }
        Ask::Raycast(ray) => raycast(snapshot, ray),
        Ask::Reach(reach) => reached(snapshot, reach, workspace, within),
        Ask::Nearest(NearestAsked { place, mover }) => {
            let view = snapshot.view(mover_of(snapshot, mover.as_ref())?)?;
            let nearest = view.nearest_free(place_at(snapshot.map(), place)?)?;
            let nearest = nearest.map(|place| place_text(snapshot.map(), place));
            let revision = snapshot.revision().to_string();
            Ok(Response::Nearest(NearestTold { nearest, revision }))
        }
        Ask::Matrix(matrix) => costs(snapshot, matrix, workspace, within),
        Ask::Field(field) => field_of(snapshot, field, workspace, within),
        Ask::Random(random) => drawn(snapshot, random, within),
        Ask::Scene(_) => Err(Refusal::no_scene()),
    }
}

/// The mover that a question names, or the first.
fn mover_of(snapshot: &Snapshot, mover: Option<&wire::Mover>) -> Result<MoverId, Refusal> {
    let Some(mover) = mover else { return Ok(MoverId::FIRST) };
    snapshot.mover_like(&mover.to_mover()?).ok_or_else(|| {
        let what = "this map has no such mover; expected one that was taken in";
        Refusal::new(RefusalKind::Wrong(WorldErrorKind::NoSuchMover.code().into()), what)
    })
}

fn path(
    snapshot: &Snapshot,
    query: &wire::Query,
    workspace: &mut Workspace,
    within: &Within<'_>,
) -> Result<wire::Answer, Refusal> {
    let mut query = query.on(snapshot)?;
    query.limits.expansions_max = query.limits.expansions_max.min(within.expansions_max);
    let view = snapshot.view(query.mover)?.until(within.is_late);
    let answer = in_time(view.find(&query, workspace))?;
    Ok(wire::Answer::new(snapshot.map(), answer))
}

fn raycast(snapshot: &Snapshot, ray: &RaycastAsked) -> Result<Response, Refusal> {
    let map = snapshot.map();
    let view = snapshot.view(mover_of(snapshot, ray.mover.as_ref())?)?;
    let [from, to] = [place_at(map, &ray.from)?, place_at(map, &ray.to)?];
    let passage = view.raycast(from, to)?;
    let on_layer = |cell| map.cell_of(from).map(|(layer, _)| map.place_on(layer, cell));
    let hit = passage.hit().and_then(|hit| on_layer(hit.cell));
    Ok(Response::Raycast(RaycastTold {
        is_clear: passage.is_clear(),
        point: passage.hit().map(|hit| hit.point),
        hit: hit.map(|place| place_text(map, place)),
        revision: snapshot.revision().to_string(),
    }))
}

fn reached(
    snapshot: &Snapshot,
    asked: &ReachAsked,
    workspace: &mut Workspace,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    let map = snapshot.map();
    let mover = mover_of(snapshot, asked.mover.as_ref())?;
    let from = place_at(map, &asked.from)?;
    let view = snapshot.view(mover)?.until(within.is_late);
    let reach = in_time(view.reach(from, Cost(asked.budget), workspace))?;
    told_at_most(reach.places().len(), within)?;
    let told = Response::Reach(wire::Reach::new(map, &reach));
    within.look()?;
    Ok(told)
}

/// What came of a question, in words of the service if there was no time for it.
fn in_time<T>(answered: Result<T, WorldError>) -> Result<T, Refusal> {
    answered.map_err(|error| match error.kind() {
        WorldErrorKind::TimeIsOver => Refusal::expired(),
        _ => error.into(),
    })
}

fn told_at_most(count: usize, within: &Within<'_>) -> Result<(), Refusal> {
    if count <= within.places_max {
        return Ok(());
    }
    let most = within.places_max;
    let words = format!(
        "the answer would tell {count} places; expected {most} at most: ask for some of them"
    );
    Err(Refusal::new(RefusalKind::TooLarge, words))
}

fn places(map: &Map, texts: &[String]) -> Result<Vec<Place>, Refusal> {
    texts.iter().map(|text| Ok(place_at(map, text)?)).collect()
}

/// How many rows of costs are found between two looks at whether it is late.
const ROWS: usize = 64;

fn costs(
    snapshot: &Snapshot,
    asked: &MatrixAsked,
    workspace: &mut Workspace,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    let mover = mover_of(snapshot, asked.mover.as_ref())?;
    let [from, to] = [places(snapshot.map(), &asked.from)?, places(snapshot.map(), &asked.to)?];
    let view = snapshot.view(mover)?.until(within.is_late);
    let mut costs = Vec::with_capacity(from.len());
    for some in from.chunks(ROWS) {
        within.look()?;
        for row in in_time(view.matrix(some, &to, workspace))? {
            costs.push(row.into_iter().map(|cost| cost.map(|cost| cost.0)).collect());
        }
    }
    Ok(Response::Matrix(MatrixTold { costs, revision: snapshot.revision().to_string() }))
}

fn field_of(
    snapshot: &Snapshot,
    asked: &FieldAsked,
    workspace: &mut Workspace,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    let map = snapshot.map();
    told_at_most(asked.places.as_ref().map_or(map.node_count() as usize, Vec::len), within)?;
    let mover = mover_of(snapshot, asked.mover.as_ref())?;
    let view = snapshot.view(mover)?.until(within.is_late);
    let field = in_time(view.field_to(places(map, &asked.to)?, workspace))?;
    let told = |place: Place| FieldPlace {
        place: place_text(map, place),
        cost: field.cost_at(place).map(|cost| cost.0),
        next: field.next_step(place).map(|next| place_text(map, next)),
    };
    let places = match &asked.places {
        Some(texts) => within.each(places(map, texts)?, |place| Some(told(place)))?,
        None => within.each(snapshot.cells(), |(place, _)| {
            field.cost_at(place).is_some().then(|| told(place))
        })?,
    };
    Ok(Response::Field(FieldTold { places, revision: snapshot.revision().to_string() }))
}

/// So often a place is drawn anew where one cannot stand, before all are looked at.
const TRIES: u32 = 256;

/// Places where one can stand, each as likely as any other.
fn drawn(
    snapshot: &Snapshot,
    asked: &RandomAsked,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    told_at_most(asked.count, within)?;
    let map = snapshot.map();
    let view = snapshot.view(mover_of(snapshot, asked.mover.as_ref())?)?;
    let mut random = Random::new(asked.seed);
    let (all, mut places) = (map.node_count(), Vec::new());
    // All places where one can stand, once as many tries in a row failed.
    let mut open: Option<Vec<Place>> = None;
    for number in 0..if all == 0 { 0 } else { asked.count } {
        if number % ITEMS_A_LOOK == ITEMS_A_LOOK - 1 {
            within.look()?;
        }
        let mut tries = (0..TRIES).map(|_| map.place_of(NodeId(random.below(all))));
        let place = match &open {
            None => tries.find(|&place| view.can_stand(place)),
            Some(_) => None,
        };
        let place = match place {
            Some(place) => place,
            None => {
                if open.is_none() {
                    let stands = |node| {
                        Some(map.place_of(NodeId(node))).filter(|&place| view.can_stand(place))
                    };
                    open = Some(within.each(0..all, stands)?);
                }
                let open = open.as_deref().unwrap_or_default();
                let Ok(count @ 1..) = u32::try_from(open.len()) else { break };
                open[random.below(count) as usize]
            }
        };
        places.push(place_text(map, place));
    }
    Ok(Response::Random(RandomTold { places, revision: snapshot.revision().to_string() }))
}
