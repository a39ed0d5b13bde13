//! What algorithms, estimates and makers of maps are called.

use crate::memory::Out;
use crate::questions::algorithm_at;
use crate::status::{Failure, number_of};
use xunlu::Estimate;
use xunlu::map::make::Kind;

/// A name by its place in a list: 0 algorithms (the first is `auto`), 1 estimates, 2 makers, 3 and on the
/// numbers that the first maker, the second ... can be made with. Returns how many bytes it has, 0 behind the
/// last.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_name(list: u32, place: u32, text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    name_at(list, place as usize).map_or(0, |name| out.put_all(name.as_bytes()))
}

fn name_at(list: u32, place: usize) -> Option<&'static str> {
    match list {
        0 if place == 0 => Some("auto"),
        0 => algorithm_at(place - 1).map(|algorithm| algorithm.name()),
        1 => Estimate::ALL.get(place).map(|estimate| estimate.name()),
        2 => Kind::ALL_DEFAULTS.get(place).map(|kind| kind.name()),
        _ => {
            let kind = Kind::ALL_DEFAULTS.get(list as usize - 3)?;
            kind.knobs().get(place).map(|knob| knob.name)
        }
    }
}

/// One number of a maker: 0 whether it makes hexes, 1 and 2 its usual sides, and from 3 on three for each of
/// its knobs: where it stands, the least and the most.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_maker(maker: u32, part: u32) -> u32 {
    let known = Kind::ALL_DEFAULTS.get(maker as usize);
    let known = known.ok_or_else(|| Failure::no_maker(maker));
    number_of(known.map(|kind| match part {
        0 => u32::from(kind.has_hexes()),
        1 => kind.usual_size().width,
        2 => kind.usual_size().height,
        _ => {
            let (knob, which) = ((part - 3) / 3, (part - 3) % 3);
            let knobs = kind.knobs();
            let knob = knobs.get(knob as usize);
            knob.map_or(0, |knob| [knob.value, knob.least, knob.most][which as usize])
        }
    }))
}
