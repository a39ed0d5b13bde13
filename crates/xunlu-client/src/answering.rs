//! A question answered on one snapshot, within its time.

use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{
    Ask, FieldAsked, FieldPlace, FieldTold, MatrixAsked, MatrixTold, NearestAsked, NearestTold,
    PathsTold, RaycastAsked, RaycastTold, ReachAsked, Response,
};
use xunlu::wire::{self, place_at, place_text};
use xunlu::{Cost, Map, MoverId, Place, Snapshot, Workspace, WorldErrorKind};

/// After so many expansions the clock is looked at: some hundred microseconds.
const EXPANSIONS_A_LOOK: u64 = 4096;

/// How far one question may go.
#[expect(missing_debug_implementations, reason = "a function cannot be printed")]
pub struct Within<'a> {
    /// A search gives up after so many expansions, and says so.
    pub expansions_max: u64,
    /// How many places an answer may tell.
    pub places_max: usize,
    /// Whether its time is over: looked at between the parts of a search for a path, and between the rows of
    /// a matrix.
    pub is_late: &'a dyn Fn() -> bool,
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
            let query = query.on(snapshot)?;
            let explanation = snapshot.explain(&query)?;
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
    let mut pending = snapshot.begin(query, workspace)?;
    let answer = loop {
        match snapshot.advance(&mut pending, EXPANSIONS_A_LOOK) {
            Ok(None) if (within.is_late)() => {
                *workspace = pending.into_workspace();
                return Err(Refusal::expired());
            }
            Ok(None) => {}
            Ok(Some(answer)) => break Ok(answer),
            Err(error) => break Err(error),
        }
    };
    *workspace = pending.into_workspace();
    Ok(wire::Answer::new(snapshot.map(), &answer?))
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
    let reach = snapshot.reach(from, mover, Cost(asked.budget), workspace)?;
    told_at_most(reach.places().len(), within)?;
    Ok(Response::Reach(wire::Reach::new(map, &reach)))
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

fn costs(
    snapshot: &Snapshot,
    asked: &MatrixAsked,
    workspace: &mut Workspace,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    let mover = mover_of(snapshot, asked.mover.as_ref())?;
    let [from, to] = [places(snapshot.map(), &asked.from)?, places(snapshot.map(), &asked.to)?];
    let mut costs = Vec::with_capacity(from.len());
    for from in from {
        if (within.is_late)() {
            return Err(Refusal::expired());
        }
        let row = snapshot.distances(from, to.iter().copied(), mover, workspace)?;
        costs.push(row.into_iter().map(|cost| cost.map(|cost| cost.0)).collect());
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
    let field = snapshot.field_to(places(map, &asked.to)?, mover, workspace)?;
    let told = |place: Place| FieldPlace {
        place: place_text(map, place),
        cost: field.cost_at(place).map(|cost| cost.0),
        next: field.next_step(place).map(|next| place_text(map, next)),
    };
    let places = match &asked.places {
        Some(texts) => places(map, texts)?.into_iter().map(told).collect(),
        None => {
            let all = snapshot.cells().map(|(place, _)| place);
            all.filter(|&place| field.cost_at(place).is_some()).map(told).collect()
        }
    };
    Ok(Response::Field(FieldTold { places, revision: snapshot.revision().to_string() }))
}
