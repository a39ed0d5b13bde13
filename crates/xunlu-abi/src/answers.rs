//! Reading what came of a question.

use crate::memory::{Out, read};
use crate::session::Session;
use crate::sessions;
use crate::status::{Failure, Status, number_of, status_of};
use xunlu::map::NodeId;
use xunlu::{Algorithm, Answer, Cost, Drawn, Limit, Outcome, Path, PathEnd, Place};

/// No place.
const NOWHERE: u32 = u32::MAX;

fn answer_of(session: &Session) -> Result<&Answer<Place>, Failure> {
    session.answer.as_ref().ok_or_else(|| Failure::nothing("no question was answered"))
}

/// One number of an answer: 0 how it ended (0 found, 1 unreachable, 2 an end is blocked, 3 given up for the
/// limit of expansions, 4 of cost, 5 as the cost is too large to say, 6 at the border of a region), 1 the
/// cost, 2 what no path is cheaper than, 3 and 4 the expansions (low and high half), 5 the algorithm's
/// number, 6 which end is blocked (0 start, 1 goal), 7 the nearest free cell to it (`u32::MAX`: none), 8
/// whether there were more events than were kept. While a search goes on, 3 and 4 tell how far it is. What
/// does not apply is 0.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_answer(session: u32, part: u32) -> u32 {
    let tell = |session: &mut Session| {
        if session.answer.is_none() && matches!(part, 3 | 4) {
            return Ok(half(session.expansions(), part == 4));
        }
        let answer = answer_of(session)?;
        let path = answer.path();
        Ok(match part {
            0 => outcome_number(&answer.outcome),
            1 => path.map_or(0, |path| path.cost.0),
            2 => match &answer.outcome {
                Outcome::Found(found) => found.lower_bound.0,
                _ => 0,
            },
            3 | 4 => half(answer.expansions, part == 4),
            5 => algorithm_number(answer.algorithm()),
            6 | 7 => match &answer.outcome {
                Outcome::Blocked(blocked) if part == 6 => u32::from(blocked.end == PathEnd::Goal),
                Outcome::Blocked(blocked) => {
                    blocked.nearest_free.map_or(NOWHERE, |place| session.number_of(place))
                }
                _ => 0,
            },
            8 => u32::from(session.columns.is_cut),
            _ => {
                return Err(Failure::refused(format!(
                    "an answer has no part {part}; expected 0 to 8"
                )));
            }
        })
    };
    number_of(sessions::with(session, tell))
}

fn half(number: u64, is_high: bool) -> u32 {
    let shifted = if is_high { number >> u32::BITS } else { number };
    u32::try_from(shifted & u64::from(u32::MAX)).unwrap_or(u32::MAX)
}

fn outcome_number(outcome: &Outcome<Place>) -> u32 {
    match outcome {
        Outcome::Found(_) => 0,
        Outcome::Unreachable => 1,
        Outcome::Blocked(_) => 2,
        Outcome::GaveUp(limit) => 3 + limit_number(*limit),
    }
}

/// The place of a limit in the list of all.
fn limit_number(limit: Limit) -> u32 {
    let place = Limit::ALL.iter().position(|known| *known == limit);
    place.and_then(|place| u32::try_from(place).ok()).expect("the list names every limit")
}

fn algorithm_number(algorithm: Algorithm) -> u32 {
    let place = Algorithm::ALL.iter().position(|known| known.name() == algorithm.name());
    place.and_then(|place| u32::try_from(place + 1).ok()).unwrap_or(0)
}

/// Why the algorithm was taken: the code of the reason. Returns how many bytes it has.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_reason(session: u32, text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    let put = |session: &mut Session| {
        let choice = session.choice.ok_or_else(|| Failure::nothing("no question was begun"))?;
        Ok(out.put_all(choice.reason.code().as_bytes()))
    };
    number_of(sessions::with(session, put))
}

/// Every place of the path that was found, first to last. Returns how many there are.
///
/// # Safety
/// `room` numbers may be written from `cells` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_path(session: u32, cells: *mut u32, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(cells, room) };
    let put = |session: &mut Session| {
        let places = answer_of(session)?.path().map_or(&[][..], |path| &path.places);
        places.iter().for_each(|&place| out.put(session.number_of(place)));
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// One column of the events that were kept: 0 what happened (0 opened, 1 improved, 2 closed, 3 considered
/// and not better), 1 the cell, 2 the cell it was reached from (`u32::MAX`: none), 3 g, 4 h. Returns how many
/// events there are.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_events(
    session: u32,
    column: u32,
    numbers: *mut u32,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    let put = |session: &mut Session| {
        let columns = &session.columns;
        let nodes = match column {
            0 => return Ok(out.put_all(&columns.kinds)),
            1 => &columns.nodes,
            2 => &columns.parents,
            3 => return Ok(out.put_all(&columns.g)),
            4 => return Ok(out.put_all(&columns.h)),
            _ => {
                return Err(Failure::refused(format!(
                    "there is no column {column}; expected 0 to 4"
                )));
            }
        };
        if out.only_counts() {
            return Ok(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        }
        let cell = |&node: &u32| {
            if node == NodeId::NONE.0 { NOWHERE } else { session.number_of_node(node) }
        };
        nodes.iter().for_each(|node| out.put(cell(node)));
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// Forgets the events that were kept so far, for who reads them while a search goes on: those that come after
/// are kept as before, no more of both than [`xunlu_begin`](crate::xunlu_begin) was told.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_forget_events(session: u32) -> u32 {
    let forget = |session: &mut Session| {
        session.columns.forget();
        Ok(Status::Done)
    };
    status_of(sessions::with(session, forget))
}

/// What the cheapest path from each place to one costs, `u32::MAX` where none leads, by their numbers.
/// Returns how many places there are.
///
/// # Safety
/// `room` numbers may be written from `costs` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_costs_to(
    session: u32,
    goal: u32,
    costs: *mut u32,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(costs, room) };
    let put = |session: &mut Session| {
        let place = session.place_at(goal)?;
        let count = session.numbers.count();
        if out.only_counts() {
            return Ok(count);
        }
        let (view, workspace) = session.view_and_workspace()?;
        let field = view.field_to([place], workspace)?;
        for number in 0..count {
            let cost = field.cost_at(session.place_at(number)?);
            out.put(cost.map_or(NOWHERE, |cost: Cost| cost.0));
        }
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// A path as a line to walk: through all cells (`drawn` 0), turning where it must (1), pulled tight (2), with
/// its corners rounded (3). x and y of each point in turn, in steps. Returns how many numbers there are.
///
/// # Safety
/// `count` numbers may be read from `cells` on, and `room` numbers written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_route(
    session: u32,
    drawn: u32,
    cells: *const u32,
    count: u32,
    numbers: *mut f32,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (cells, mut out) = unsafe { (read(cells, count), Out::new(numbers, room)) };
    let put = |session: &mut Session| {
        let (drawn, path) = (drawn_by(drawn)?, path_of(session, cells)?);
        let (world, walker) = session.world()?;
        for point in world.route(&path, walker, drawn)?.points() {
            [point.x, point.y].into_iter().for_each(|number| out.put(short(number)));
        }
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// How a path is drawn, by its number.
pub(crate) fn drawn_by(number: u32) -> Result<Drawn, Failure> {
    let kinds = [Drawn::Cells, Drawn::Turns, Drawn::Pulled, Drawn::Smooth];
    let unknown = || Failure::refused(format!("a path is not drawn by {number}; expected 0 to 3"));
    kinds.get(number as usize).copied().ok_or_else(unknown)
}

/// A path by its cells. What it costs is not looked at.
pub(crate) fn path_of(session: &Session, cells: &[u32]) -> Result<Path<Place>, Failure> {
    let places = cells.iter().map(|&cell| session.place_at(cell)).collect::<Result<_, _>>()?;
    Ok(Path { places, cost: Cost::ZERO })
}

/// A number as it goes across the line.
#[allow(clippy::cast_possible_truncation, reason = "a picture's accuracy is enough")]
pub(crate) const fn short(number: f64) -> f32 {
    number as f32
}
