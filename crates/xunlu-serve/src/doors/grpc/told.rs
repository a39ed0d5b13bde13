//! What is told, as messages of gRPC.

use super::messages::talk_reply::Reply;
use super::messages::{self as said, closed_by, closed_link, obstacle, watch_event};
use xunlu::wire::{self, algorithm_name};
use xunlu::{Limit, PathEnd};
use xunlu_client::{
    BreakTold, BrokenTold, ChangeTold, FieldTold, MapsTold, MatrixTold, NearestTold, PathsTold,
    Problem, RandomTold, RaycastTold, Response, WatchEvent,
};

/// As every other message has it, and questions take it.
fn revision(epoch: u32, number: u64) -> String {
    xunlu::map::Revision { epoch, number }.to_string()
}

pub(super) fn answer(told: wire::Answer) -> said::Answer {
    let outcome = match told.outcome {
        wire::Outcome::Found => said::Outcome::Found,
        wire::Outcome::Unreachable => said::Outcome::Unreachable,
        wire::Outcome::Blocked => said::Outcome::Blocked,
        wire::Outcome::GaveUp => said::Outcome::GaveUp,
    };
    said::Answer {
        outcome: outcome.into(),
        path: told.path.as_ref().map(path),
        lower_bound: told.lower_bound,
        blocked: told.blocked.map(blocked),
        limit: limit(told.limit),
        nearest: told.nearest.as_ref().map(path),
        expansions: told.expansions,
        algorithm: algorithm_name(Some(told.algorithm)),
        reason: told.reason.code().to_owned(),
        revision: revision(told.epoch, told.revision),
    }
}

pub(super) fn answers(told: PathsTold) -> said::PathsReply {
    said::PathsReply { answers: told.answers.into_iter().map(answer).collect() }
}

fn path(told: &wire::Path) -> said::Path {
    let mut path = said::Path { cost: told.cost, ..said::Path::default() };
    if let Some(cells) = told.places.as_cells() {
        path.x = cells.iter().map(|[x, _]| *x).collect();
        path.y = cells.iter().map(|[_, y]| *y).collect();
    } else if let Some(cells) = told.places.as_layer_cells() {
        path.x = cells.iter().map(|([x, _], _)| *x).collect();
        path.y = cells.iter().map(|([_, y], _)| *y).collect();
        path.layers = cells.iter().map(|(_, layer)| *layer).collect();
    } else {
        path.names = told.places.texts().collect();
    }
    path
}

fn blocked(told: wire::Blocked) -> said::Blocked {
    let wire::Blocked { end: own, place, nearest_free } = told;
    said::Blocked { end: end(own), place, nearest_free }
}

fn end(told: PathEnd) -> i32 {
    match told {
        PathEnd::Start => said::PathEnd::Start,
        PathEnd::Goal => said::PathEnd::Goal,
    }
    .into()
}

fn limit(told: Option<Limit>) -> i32 {
    match told {
        None => said::Limit::Unspecified,
        Some(Limit::Expansions) => said::Limit::Expansions,
        Some(Limit::Cost) => said::Limit::Cost,
        Some(Limit::CostTooLarge) => said::Limit::CostTooLarge,
        Some(Limit::Region) => said::Limit::Region,
        // None that there is, held by `every_limit_has_a_name`.
        Some(_) => said::Limit::Unspecified,
    }
    .into()
}

pub(super) fn explanation(told: wire::Explanation) -> said::Explanation {
    let verdict = match told.verdict {
        wire::VerdictName::Reachable => said::Verdict::Reachable,
        wire::VerdictName::Blocked => said::Verdict::Blocked,
        wire::VerdictName::Cut => said::Verdict::Cut,
        wire::VerdictName::InTheWay => said::Verdict::InTheWay,
        wire::VerdictName::Apart => said::Verdict::Apart,
        wire::VerdictName::GaveUp => said::Verdict::GaveUp,
    };
    let in_the_way = told.in_the_way.into_iter().map(|own| {
        let wire::InTheWay { place, by } = own;
        said::InTheWay { place, by: Some(closed_by(by)) }
    });
    said::Explanation {
        verdict: verdict.into(),
        from: told.from,
        reachable: told.reachable.as_ref().map(path),
        blocked: told.blocked.map(blocked_end),
        cut: told.cut.map(cut),
        in_the_way: in_the_way.collect(),
        limit: limit(told.limit),
        algorithm: algorithm_name(Some(told.algorithm)),
        reason: told.reason.code().to_owned(),
        revision: revision(told.epoch, told.revision),
        text: told.text,
    }
}

fn blocked_end(told: wire::BlockedEnd) -> said::BlockedEnd {
    said::BlockedEnd {
        end: end(told.end),
        place: told.place,
        closed: told.closed.into_iter().map(closed_cell).collect(),
        by: told.by.map(closed_by),
        nearest_free: told.nearest_free,
    }
}

fn closed_cell(told: wire::ClosedCell) -> said::ClosedCell {
    let wire::ClosedCell { place, terrain, missing_tags } = told;
    said::ClosedCell { place, terrain: terrain.map(u32::from), missing_tags }
}

fn closed_by(told: wire::ClosedBy) -> said::ClosedBy {
    let by = match told {
        wire::ClosedBy::Avoided => closed_by::By::Avoided(true),
        wire::ClosedBy::Tags(numbers) => closed_by::By::Tags(said::Tags { numbers }),
        wire::ClosedBy::Units(count) => closed_by::By::Units(count),
    };
    said::ClosedBy { by: Some(by) }
}

fn cut(told: wire::Cut) -> said::Cut {
    said::Cut {
        obstacles: told.obstacles.into_iter().map(obstacle).collect(),
        path: told.path,
        fits_one_cell: told.fits_one_cell,
    }
}

fn obstacle(told: wire::Obstacle) -> said::Obstacle {
    let own = match told {
        wire::Obstacle::Cell(cell) => obstacle::Obstacle::Cell(closed_cell(cell)),
        wire::Obstacle::TooNarrow { at, footprint, cells } => {
            let wire::Footprint { width, height } = footprint;
            let footprint = Some(said::Footprint { width, height });
            let cells = cells.into_iter().map(closed_cell).collect();
            obstacle::Obstacle::TooNarrow(said::TooNarrow { at, footprint, cells })
        }
        wire::Obstacle::Exit { at, towards } => {
            obstacle::Obstacle::Exit(said::ClosedExit { at, towards })
        }
        wire::Obstacle::Link { link, from, to, hindrance } => {
            let hindrance = Some(match hindrance {
                wire::Hindrance::Shut => closed_link::Hindrance::Shut(true),
                wire::Hindrance::Tags(numbers) => {
                    closed_link::Hindrance::Tags(said::Tags { numbers })
                }
                wire::Hindrance::OneWay => closed_link::Hindrance::OneWay(true),
            });
            obstacle::Obstacle::Link(said::ClosedLink { link, from, to, hindrance })
        }
    };
    said::Obstacle { obstacle: Some(own) }
}

pub(super) fn raycast(told: RaycastTold) -> said::RaycastReply {
    let RaycastTold { is_clear, point, hit, revision } = told;
    let point = point.map(|[x, y]| said::Point { x, y });
    said::RaycastReply { is_clear, point, hit, revision }
}

pub(super) fn reach(told: wire::Reach) -> said::ReachReply {
    let places = told.places.into_iter().map(|reached| {
        let wire::Reached { place, cost } = reached;
        said::ReachedPlace { place, cost }
    });
    said::ReachReply {
        places: places.collect(),
        border: told.border,
        blocked: told.blocked.map(blocked),
        revision: revision(told.epoch, told.revision),
    }
}

pub(super) fn nearest(told: NearestTold) -> said::NearestReply {
    let NearestTold { nearest, revision } = told;
    said::NearestReply { nearest, revision }
}

pub(super) fn matrix(told: MatrixTold) -> said::MatrixReply {
    let row = |row: Vec<Option<u32>>| {
        let costs = row.into_iter().map(|cost| said::MatrixCost { cost });
        said::MatrixRow { costs: costs.collect() }
    };
    let rows = told.costs.into_iter().map(row).collect();
    said::MatrixReply { rows, revision: told.revision }
}

pub(super) fn field(told: FieldTold) -> said::FieldReply {
    let places = told.places.into_iter().map(|own| {
        let xunlu_client::FieldPlace { place, cost, next } = own;
        said::FieldPlace { place, cost, next }
    });
    said::FieldReply { places: places.collect(), revision: told.revision }
}

pub(super) fn random(told: RandomTold) -> said::RandomReply {
    let RandomTold { places, revision } = told;
    said::RandomReply { places, revision }
}

/// The reply that says it. Returns `None` if it is of a kind that has none.
pub(super) fn response(told: Response) -> Option<Reply> {
    Some(match told {
        Response::Path(told) => Reply::Path(answer(told)),
        Response::Paths(told) => Reply::Paths(answers(told)),
        Response::Explain(told) => Reply::Explain(explanation(*told)),
        Response::Raycast(told) => Reply::Raycast(raycast(told)),
        Response::Reach(told) => Reply::Reach(reach(told)),
        Response::Nearest(told) => Reply::Nearest(nearest(told)),
        Response::Matrix(told) => Reply::Matrix(matrix(told)),
        Response::Field(told) => Reply::Field(field(told)),
        Response::Random(told) => Reply::Random(random(told)),
        Response::Scene(told) => Reply::AskScene(super::scene::reply(*told)?),
        Response::Changed(told) => Reply::Change(changed(told)),
        Response::Maps(told) => Reply::ListMaps(maps(told)),
        _ => return None,
    })
}

/// The message of an event. Returns `None` if it is of a kind that has none.
pub(super) fn event(told: WatchEvent) -> Option<said::WatchEvent> {
    let event = match told {
        WatchEvent::Watching(at) => watch_event::Event::Watching(changed(at)),
        WatchEvent::Anew(at) => watch_event::Event::Anew(changed(at)),
        WatchEvent::Changed(at) => watch_event::Event::Changed(changed(at)),
        WatchEvent::Broken(BrokenTold { revision, step, why }) => {
            let why = match why {
                BreakTold::Gone => said::PathBreak::Gone,
                BreakTold::MoreExpensive => said::PathBreak::MoreExpensive,
                _ => said::PathBreak::Unspecified,
            };
            let (step, why) = (step as u64, why.into());
            watch_event::Event::Broken(said::BrokenPath { revision, step, why })
        }
        _ => return None,
    };
    Some(said::WatchEvent { event: Some(event) })
}

pub(super) fn problem(told: Problem) -> said::Problem {
    let Problem { code, detail, retry_after_ms } = told;
    said::Problem { code, detail, retry_after_ms }
}

pub(super) fn changed(told: ChangeTold) -> said::ChangeReply {
    let ChangeTold { revision, chain } = told;
    said::ChangeReply { revision, chain }
}

pub(super) fn maps(told: MapsTold) -> said::ListMapsReply {
    let maps = told.maps.into_iter().map(|own| {
        let xunlu_client::MapTold { map, revision, chain, is_scene } = own;
        said::HeldMap { map, revision, chain, is_scene: is_scene.then_some(true) }
    });
    said::ListMapsReply { maps: maps.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_limit_has_a_name() {
        let names: BTreeSet<i32> = Limit::ALL.into_iter().map(|own| limit(Some(own))).collect();
        assert_eq!(names.len(), Limit::ALL.len());
        assert!(!names.contains(&limit(None)));
    }
}
