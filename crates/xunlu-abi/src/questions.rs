//! Saying who walks, and asking.

use crate::features::tags_of;
use crate::memory::read;
use crate::session::Session;
use crate::sessions;
use crate::status::{Failure, Status, number_of, status_of};
use xunlu::map::MoverBuilder;
use xunlu::{
    Algorithm, Corners, Cost, Estimate, Mover, Query, Size, StepCosts, Terrain, Ties, Weight,
};

/// What [`xunlu_price`] is told for ground that is closed.
const CLOSED: u32 = u32::MAX;

/// What terrain costs from the next [`xunlu_mover`] on, in hundredths of a step; `u32::MAX`: nobody may enter
/// it.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_price(session: u32, terrain: u32, percent: u32) -> u32 {
    let price = |session: &mut Session| {
        let unknown =
            || Failure::refused(format!("there is no terrain {terrain}; expected 0 to 255"));
        let terrain = u8::try_from(terrain).map_err(|_| unknown())?;
        let weight = (percent != CLOSED).then(|| Weight::percent(percent));
        session.price(Terrain(terrain), weight);
        Ok(Status::Done)
    };
    status_of(sessions::with(session, price))
}

/// Says who walks: seven or eight numbers, which are the step rule (0 four neighbours, 1 eight, 2 a knight's
/// leaps, 3 six on hexes, 4 links alone, as on waypoints), the corner rule (0 always, 1 one free, 2 no
/// cutting, 3 never), the costs of a straight and of a diagonal step, the width and height of the footprint,
/// what each turn costs, and the tags that the mover is allowed, sixteen bits, none if they are not told.
///
/// # Safety
/// `count` numbers may be read from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_mover(session: u32, numbers: *const u32, count: u32) -> u32 {
    // SAFETY: promised by the caller.
    let numbers = unsafe { read(numbers, count) };
    let walk = |session: &mut Session| {
        let mut builder = builder_of(numbers)?;
        for &(terrain, weight) in &session.prices {
            builder = match weight {
                Some(weight) => builder.price(terrain, weight),
                None => builder.closed(terrain),
            };
        }
        session.walk_as(builder.build()?);
        Ok(Status::Done)
    };
    status_of(sessions::with(session, walk))
}

fn builder_of(numbers: &[u32]) -> Result<MoverBuilder, Failure> {
    let (&[rule, corners, straight, diagonal, width, height, turn]
    | &[rule, corners, straight, diagonal, width, height, turn, _]) = numbers
    else {
        let words = format!("a mover is told by 7 or 8 numbers, not {}", numbers.len());
        return Err(Failure::refused(words));
    };
    let tags = tags_of(numbers.get(7).copied().unwrap_or_default())?;
    let corners = match corners {
        0 => Corners::Always,
        1 => Corners::OneFree,
        2 => Corners::NoCutting,
        3 => Corners::Never,
        _ => {
            return Err(Failure::refused(format!(
                "there is no corner rule {corners}; expected 0 to 3"
            )));
        }
    };
    let builder = match rule {
        0 => Mover::four(),
        1 => Mover::eight(corners),
        2 => Mover::knight(),
        3 => Mover::hex(),
        4 => Mover::links(),
        _ => {
            return Err(Failure::refused(format!("there is no step rule {rule}; expected 0 to 4")));
        }
    };
    let costs = StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
    let builder = builder.costs(costs).footprint(Size::new(width, height)).tags(tags);
    Ok(builder.turn_cost(Cost(turn)))
}

/// Which of equally promising cells A* closes first in questions that are begun from now on: 0 the one nearer
/// to the goal by estimate, as long as nothing is said, 1 the one nearer to the start.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_ties(session: u32, rule: u32) -> u32 {
    let decide = |session: &mut Session| {
        let unknown = || Failure::refused(format!("there is no rule for ties {rule}"));
        session.ties = *Ties::ALL.get(rule as usize).ok_or_else(unknown)?;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, decide))
}

/// Whether questions that are begun from now on are searched although it is known already that there is no
/// path: 1 for yes, 0, as long as nothing is said, for no.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_exhaustive(session: u32, wanted: u32) -> u32 {
    let decide = |session: &mut Session| {
        session.is_exhaustive = wanted != 0;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, decide))
}

/// Whether the events of questions that are begun from now on tell of steps that led to nothing new as well:
/// 1 for yes, 0, as long as nothing is said, for no. There are several to each expansion.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_thorough(session: u32, wanted: u32) -> u32 {
    let decide = |session: &mut Session| {
        session.hears_considered = wanted != 0;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, decide))
}

/// Begins with a question: from one cell to another, by an algorithm and an estimate of
/// [`xunlu_name`](crate::xunlu_name)'s lists, weighted A* by so many hundredths. The first `events_max`
/// events are kept. A question that was begun before is given up.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_begin(
    session: u32,
    from: u32,
    to: u32,
    algorithm: u32,
    percent: u32,
    estimate: u32,
    events_max: u32,
) -> u32 {
    let begin = |session: &mut Session| {
        let algorithm = algorithm_of(algorithm, percent)?;
        let unknown = || Failure::refused(format!("there is no estimate {estimate}"));
        let estimate = *Estimate::ALL.get(estimate as usize).ok_or_else(unknown)?;
        let query = Query::between(session.place_at(from)?, session.place_at(to)?);
        let query = query.algorithm(algorithm).estimate(estimate).ties(session.ties);
        let query = query.exhaustive(session.is_exhaustive);
        session.begin(query, events_max)?;
        Ok(Status::Done)
    };
    status_of(sessions::with(session, begin))
}

/// The algorithm of a number: 0 for the engine's own choice, the others as in their list.
fn algorithm_of(number: u32, hundredths: u32) -> Result<Option<Algorithm>, Failure> {
    let Some(place) = (number as usize).checked_sub(1) else { return Ok(None) };
    let unknown = || Failure::refused(format!("there is no algorithm {number}"));
    let mut algorithm = algorithm_at(place).ok_or_else(unknown)?;
    if let Algorithm::WeightedAStar { percent } = &mut algorithm {
        *percent = hundredths;
    }
    Ok(Some(algorithm))
}

/// An algorithm by its place in the list. A roadmap is attached by no function yet, and a hierarchy made by
/// none, so they are left out.
pub(crate) fn algorithm_at(place: usize) -> Option<Algorithm> {
    Algorithm::ALL.get(place).copied().filter(|algorithm| {
        use Algorithm::{Hierarchy, HierarchyExact, Roadmap};
        !matches!(algorithm, Roadmap | Hierarchy | HierarchyExact)
    })
}

/// Carries on with the question for so many expansions: done when it is answered, working when it is not.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_advance(session: u32, budget: u32) -> u32 {
    let advance = |session: &mut Session| {
        let is_answered = session.advance(budget)?;
        Ok(if is_answered { Status::Done } else { Status::Working })
    };
    status_of(sessions::with(session, advance))
}

/// Gives up the question at hand, if there is one.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_cancel(session: u32) -> u32 {
    let cancel = |session: &mut Session| {
        session.give_up();
        Ok(Status::Done)
    };
    status_of(sessions::with(session, cancel))
}

/// Makes an index for who walks, unless there is a good one: 1 when there is one now, 0 when none can be had.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_build_index(session: u32) -> u32 {
    let make = |session: &mut Session| {
        let (world, walker) = session.world()?;
        Ok(u32::from(world.build_index(walker)?))
    };
    number_of(sessions::with(session, make))
}
