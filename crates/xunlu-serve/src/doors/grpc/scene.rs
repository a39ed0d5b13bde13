//! Questions about scenes and their changes, as messages of gRPC.

use super::ask_message::AskMessage;
use super::asked::needed;
use super::messages::scene_change::Change;
use super::messages::scene_reply::Told;
use super::messages::scene_request::Ask as SaidAsk;
use super::messages::{self as said};
use xunlu::map::Point;
use xunlu_client::{
    Ask, AskCall, Refusal, Response, SceneArc, SceneAsk, SceneChange, SceneChangeCall,
    SceneDescribeAsked, SceneDescription, SceneDoorChange, SceneFieldAsked, SceneLine,
    SceneLinkTaken, SceneMatrixAsked, SceneMoveAsked, SceneNearestAsked, SceneObstacle,
    SceneOutcome, ScenePathAsked, ScenePathTold, ScenePoint, SceneRandomAsked, SceneRaycastAsked,
    SceneRaycastTold, SceneTold, Walker,
};

/// How deep changes may lie in each other.
const DEPTH_MAX: u32 = 8;

impl AskMessage for said::SceneRequest {
    type Reply = said::SceneReply;

    fn asked(self) -> Result<AskCall, Refusal> {
        let (at_least, exactly) = (self.at_least, self.exactly);
        let what = Ask::Scene(Box::new(ask(needed(self.ask, "ask")?)?));
        Ok(AskCall { map: self.scene, what, at_least, exactly, time_ms: None, trace: None })
    }

    fn reply(told: Response) -> Option<said::SceneReply> {
        if let Response::Scene(told) = told { reply(*told) } else { None }
    }
}

fn ask(said: SaidAsk) -> Result<SceneAsk, Refusal> {
    Ok(match said {
        SaidAsk::Path(own) => SceneAsk::Path(path(own)?),
        SaidAsk::Paths(own) => {
            SceneAsk::Paths(own.queries.into_iter().map(path).collect::<Result<_, _>>()?)
        }
        SaidAsk::Raycast(own) => SceneAsk::Raycast(SceneRaycastAsked {
            from: end(own.from, "from")?,
            to: end(own.to, "to")?,
            walker: own.walker.map(walker),
            obstacles: outlines(own.obstacles)?,
        }),
        SaidAsk::Nearest(own) => SceneAsk::Nearest(SceneNearestAsked {
            point: end(own.point, "point")?,
            reach: own.reach,
            walker: own.walker.map(walker),
        }),
        SaidAsk::Matrix(own) => SceneAsk::Matrix(SceneMatrixAsked {
            from: points(own.from)?,
            to: points(own.to)?,
            walker: own.walker.map(walker),
        }),
        SaidAsk::Field(own) => SceneAsk::Field(SceneFieldAsked {
            to: points(own.to)?,
            points: points(own.points)?,
            walker: own.walker.map(walker),
        }),
        SaidAsk::Move(own) => SceneAsk::Move(SceneMoveAsked {
            from: end(own.from, "from")?,
            to: end(own.to, "to")?,
            walker: own.walker.map(walker),
        }),
        SaidAsk::Random(own) => SceneAsk::Random(SceneRandomAsked {
            seed: own.seed,
            // More than there is memory for is refused as too many.
            count: usize::try_from(own.count).unwrap_or(usize::MAX),
            walker: own.walker.map(walker),
        }),
        SaidAsk::Describe(said::SceneDescribeQuery {}) => SceneAsk::Describe(SceneDescribeAsked {}),
    })
}

fn path(said: said::ScenePathQuery) -> Result<ScenePathAsked, Refusal> {
    Ok(ScenePathAsked {
        from: end(said.from, "from")?,
        goals: points(said.goals)?,
        walker: said.walker.map(walker),
        obstacles: outlines(said.obstacles)?,
        snap: said.snap,
        partial: said.partial,
    })
}

fn point(said: said::ScenePoint) -> Result<ScenePoint, Refusal> {
    let said::ScenePoint { x, y, height } = said;
    let numbers: Vec<f64> = [x, y].into_iter().chain(height).collect();
    ScenePoint::try_from(numbers).map_err(Refusal::not_understood)
}

fn end(said: Option<said::ScenePoint>, what: &str) -> Result<ScenePoint, Refusal> {
    point(needed(said, what)?)
}

fn points(said: Vec<said::ScenePoint>) -> Result<Vec<ScenePoint>, Refusal> {
    said.into_iter().map(point).collect()
}

fn outlines(said: Vec<said::Outline>) -> Result<Vec<Vec<ScenePoint>>, Refusal> {
    said.into_iter().map(|own| points(own.points)).collect()
}

fn walker(said: said::Walker) -> Walker {
    let said::Walker { radius, tags, avoid, only } = said;
    Walker { radius, tags, avoid, only }
}

/// A path that is to be watched.
pub(super) fn line(said: said::SceneLine) -> Result<SceneLine, Refusal> {
    let links = said.links.into_iter().map(|own| SceneLinkTaken {
        leg: usize::try_from(own.leg).unwrap_or(usize::MAX),
        link: own.link,
        is_back: own.is_back,
    });
    let (points, links) = (points(said.points)?, links.collect());
    Ok(SceneLine { points, links, walker: said.walker.map(walker) })
}

/// A change with what makes it safe to send twice.
pub(super) fn change_call(said: said::SceneChangeRequest) -> Result<SceneChangeCall, Refusal> {
    let said::SceneChangeRequest { scene, change: own, id, expected } = said;
    Ok(SceneChangeCall { scene, what: change(own, DEPTH_MAX)?, id, expected, trace: None })
}

fn change(said: Option<said::SceneChange>, depth: u32) -> Result<SceneChange, Refusal> {
    let obstacle = |own: said::SceneObstacle| {
        let outline = points(needed(own.outline, "outline")?.points)?;
        Ok::<_, Refusal>(SceneObstacle { name: own.name, outline })
    };
    Ok(match needed(needed(said, "change")?.change, "change")? {
        Change::Put(own) => SceneChange::Put(obstacle(own)?),
        Change::Move(own) => SceneChange::Move(obstacle(own)?),
        Change::Take(name) => SceneChange::Take(name),
        Change::Door(own) => {
            SceneChange::Door(SceneDoorChange { link: own.link, is_open: own.is_open })
        }
        Change::All(own) => {
            let deep = || Refusal::not_understood("changes lie too deep in each other");
            let depth = depth.checked_sub(1).ok_or_else(deep)?;
            let all = own.changes.into_iter().map(|own| change(Some(own), depth));
            SceneChange::All(all.collect::<Result<_, _>>()?)
        }
    })
}

/// What is told. Returns `None` if it is of a kind that has no message.
pub(super) fn reply(told: SceneTold) -> Option<said::SceneReply> {
    let told = match told {
        SceneTold::Path(own) => Told::Path(path_answer(own)),
        SceneTold::Paths(own) => {
            let answers = own.answers.into_iter().map(path_answer).collect();
            Told::Paths(said::ScenePathAnswers { answers })
        }
        SceneTold::Raycast(own) => Told::Raycast(raycast(own)),
        SceneTold::Point(own) => Told::Point(said::ScenePointAnswer {
            point: own.point.map(said_point),
            revision: own.revision,
        }),
        SceneTold::Matrix(own) => {
            let row = |row: Vec<Option<f64>>| said::SceneLengths {
                lengths: row.into_iter().map(|length| said::SceneLength { length }).collect(),
            };
            let rows = own.lengths.into_iter().map(row).collect();
            Told::Matrix(said::SceneMatrixAnswer { rows, revision: own.revision })
        }
        SceneTold::Field(own) => {
            let points = own.points.into_iter().map(|point| said::SceneFieldPoint {
                distance: point.distance,
                next: point.next.map(said_point),
            });
            let (points, revision) = (points.collect(), own.revision);
            Told::Field(said::SceneFieldAnswer { points, revision })
        }
        SceneTold::Points(own) => Told::Points(said::ScenePointsAnswer {
            points: own.points.into_iter().map(said_point).collect(),
            revision: own.revision,
        }),
        SceneTold::Description(own) => Told::Description(description(own)),
        _ => return None,
    };
    Some(said::SceneReply { told: Some(told) })
}

fn said_point(told: ScenePoint) -> said::ScenePoint {
    let ScenePoint { at: Point { x, y }, height } = told;
    said::ScenePoint { x, y, height }
}

fn path_answer(told: ScenePathTold) -> said::ScenePathAnswer {
    let outcome = match told.outcome {
        SceneOutcome::Found => said::SceneOutcome::Found,
        SceneOutcome::Partial => said::SceneOutcome::Partial,
        SceneOutcome::Unreachable => said::SceneOutcome::Unreachable,
        SceneOutcome::StartBlocked => said::SceneOutcome::StartBlocked,
        SceneOutcome::GoalBlocked => said::SceneOutcome::GoalBlocked,
        SceneOutcome::NoRoomAtStart => said::SceneOutcome::NoRoomAtStart,
        SceneOutcome::NoRoomAtGoal => said::SceneOutcome::NoRoomAtGoal,
        SceneOutcome::Limit => said::SceneOutcome::Limit,
        _ => said::SceneOutcome::Unspecified,
    };
    let path = told.path.map(|own| said::ScenePath {
        length: own.length,
        lower_bound: own.lower_bound,
        points: own.points.into_iter().map(said_point).collect(),
        links: own.links.into_iter().map(said_link).collect(),
        arcs: own.arcs.into_iter().map(said_arc).collect(),
    });
    said::ScenePathAnswer {
        outcome: outcome.into(),
        path,
        goal: told.goal.map(|goal| goal as u64),
        nearest: told.nearest.map(said_point),
        room: told.room,
        expansions: told.expansions,
        revision: told.revision,
    }
}

fn said_link(told: SceneLinkTaken) -> said::SceneLinkTaken {
    let SceneLinkTaken { leg, link, is_back } = told;
    said::SceneLinkTaken { leg: leg as u64, link, is_back }
}

fn said_arc(told: SceneArc) -> said::SceneArc {
    let SceneArc { leg, centre, is_left } = told;
    said::SceneArc { leg: leg as u64, centre: Some(said_point(centre)), is_left }
}

fn raycast(told: SceneRaycastTold) -> said::SceneRaycastAnswer {
    said::SceneRaycastAnswer {
        is_clear: told.is_clear,
        point: told.point.map(said_point),
        fraction: told.fraction,
        wall: told.wall.into_iter().flatten().map(said_point).collect(),
        normal: told.normal.map(said_point),
        revision: told.revision,
    }
}

fn description(told: SceneDescription) -> said::SceneDescription {
    let all = |points: Vec<ScenePoint>| points.into_iter().map(said_point).collect();
    let obstacles = told.obstacles.into_iter().map(|own| said::SceneObstacle {
        name: own.name,
        outline: Some(said::Outline { points: all(own.outline) }),
    });
    let links = told.links.into_iter().map(|own| said::SceneLink {
        link: own.link,
        name: own.name,
        from: Some(said_point(own.from)),
        to: Some(said_point(own.to)),
        is_open: own.is_open,
    });
    let places = told.places.into_iter();
    let places =
        places.map(|own| said::SceneNamedPoint { name: own.name, at: Some(said_point(own.at)) });
    said::SceneDescription {
        extent: told.extent.into_iter().flatten().map(said_point).collect(),
        polygons: told.polygons as u64,
        obstacles: obstacles.collect(),
        links: links.collect(),
        places: places.collect(),
        has_storeys: told.has_storeys,
        revision: told.revision,
    }
}
