//! What the steps of a path cost, where turns end on it, and a path by time.

use crate::answers::{drawn_by, path_of, short};
use crate::memory::{Out, read};
use crate::session::Session;
use crate::sessions;
use crate::status::{Failure, number_of};
use xunlu::{Cost, Pace};

/// What each step of a path costs who walks, turning included. Returns how many steps there are.
///
/// # Safety
/// `count` numbers may be read from `cells` on, and `room` numbers written from `costs` on.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_step_costs(
    session: u32,
    cells: *const u32,
    count: u32,
    costs: *mut u32,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (cells, mut out) = unsafe { (read(cells, count), Out::new(costs, room)) };
    let put = |session: &mut Session| {
        let path = path_of(session, cells)?;
        let (world, walker) = session.world()?;
        let costs = world.step_costs(&path, walker).map_err(Failure::refused)?;
        costs.into_iter().for_each(|cost| out.put(cost.0));
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// Where the walker of a path stands at the end of each turn, with so much to spend in each, in what the
/// mover's costs are told in: which of the path's cells, counted from 0. What is left over is lost. If a step
/// costs more than a turn gives, the last of them is not the path's last. Returns how many turns there are.
///
/// # Safety
/// `count` numbers may be read from `cells` on, and `room` numbers written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_turns(
    session: u32,
    budget: u32,
    cells: *const u32,
    count: u32,
    numbers: *mut u32,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (cells, mut out) = unsafe { (read(cells, count), Out::new(numbers, room)) };
    let put = |session: &mut Session| {
        let path = path_of(session, cells)?;
        let (world, walker) = session.world()?;
        let turns = world.turns(&path, walker, Cost(budget)).map_err(Failure::refused)?;
        turns.ends().for_each(|place| out.put(u32::try_from(place).unwrap_or(u32::MAX)));
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}

/// A path as a line to walk by time, `drawn` as [`xunlu_route`](crate::xunlu_route) draws it: x, y and the
/// time of each point in turn, in straight steps over ground of weight 1; in between one walks evenly. A link
/// takes `link_percent` hundredths of such a step. Returns how many numbers there are.
///
/// # Safety
/// `count` numbers may be read from `cells` on, and `room` numbers written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_walk(
    session: u32,
    drawn: u32,
    link_percent: u32,
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
        let pace = Pace::new(1.0).links(f64::from(link_percent) / 100.0);
        for (time, point) in world.walk(&path, walker, drawn, pace)?.points() {
            [point.x, point.y, time].into_iter().for_each(|number| out.put(short(number)));
        }
        Ok(out.count())
    };
    number_of(sessions::with(session, put))
}
