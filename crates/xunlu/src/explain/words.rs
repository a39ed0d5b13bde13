//! An explanation as people would tell it.

use super::{
    BlockedBy, BlockedEnd, ClosedBy, ClosedCell, Cut, Explanation, InTheWay, LinkHindrance,
    Obstacle, Verdict,
};
use std::fmt::{Display, Formatter, Result};
use xunlu_map::{Footprint, Tags, Terrain};

/// So many places are named.
const SHOWN: usize = 5;

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let from = self.from;
        match &self.verdict {
            Verdict::Reachable { to, cost, bill } => {
                let (name, reason) = (self.choice.algorithm.name(), self.choice.reason);
                write!(f, "There is a path from {from} to {to}. It costs {cost}")?;
                bill.tell(*cost, f)?;
                write!(f, "Searched by {name}: {reason}.")
            }
            Verdict::Blocked(blocked) => blocked.fmt(f),
            Verdict::Cut(cut) => {
                let to = cut.path.last().copied().unwrap_or(from);
                writeln!(f, "There is no path from {from} to {to}.")?;
                cut.fmt(f)
            }
            Verdict::InTheWay(closed) => {
                let shown: Vec<String> =
                    closed.iter().take(SHOWN).map(ToString::to_string).collect();
                write!(
                    f,
                    "There is no path from {from} to the goal, though the map has one: {}",
                    shown.join("; ")
                )?;
                match closed.len() - shown.len() {
                    0 => f.write_str("."),
                    more => write!(f, "; and {more} places more."),
                }
            }
            Verdict::Apart => write!(
                f,
                "There is no path from {from} to the goal, and there would be none if every wall, \
                 tag and door were gone: no steps or links of this mover lead there."
            ),
            Verdict::GaveUp(limit) => limit.fmt(f),
        }
    }
}

impl Display for BlockedEnd {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let BlockedEnd { end, place, by, nearest_free } = self;
        match by {
            BlockedBy::NoPlace => return f.write_str("The goal has no place on the map."),
            BlockedBy::Question(by) => write!(f, "The {end} {place} is blocked: it {by}.")?,
            BlockedBy::ShortRound { footprint } => write!(
                f,
                "The mover of {footprint} is longer than the map is round its joined edges, and \
                 stands nowhere."
            )?,
            BlockedBy::Ground { footprint, closed, outside } => {
                write!(f, "The {end} {place} is blocked")?;
                if *footprint != Footprint::ONE {
                    write!(f, " for a mover of {footprint}")?;
                }
                f.write_str(": ")?;
                let sticks_out = (!outside.is_empty()).then(|| {
                    let cells: Vec<String> = outside.iter().map(ToString::to_string).collect();
                    format!("it would stick out of the map at {}", cells.join(" and "))
                });
                let reasons = closed.iter().map(ToString::to_string).chain(sticks_out);
                write!(f, "{}.", reasons.collect::<Vec<_>>().join("; "))?;
            }
        }
        match nearest_free {
            Some(free) => write!(f, " The nearest free place is {free}."),
            None => f.write_str(" There is no free place."),
        }
    }
}

impl Display for InTheWay {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} {}", self.place, self.by)
    }
}

/// As what is said of a place.
impl Display for ClosedBy {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ClosedBy::Avoided => f.write_str("is closed by the question"),
            ClosedBy::Tags(tags) => {
                write!(f, "needs {}, which the mover does not have now", named(*tags))
            }
            ClosedBy::Units(units) if units.len() == 1 => f.write_str("is taken by a unit"),
            ClosedBy::Units(units) => write!(f, "is taken by {} units", units.len()),
        }
    }
}

impl Display for Cut {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.obstacles.len() {
            1 => f.write_str("One obstacle would have to go:")?,
            count => write!(f, "{count} obstacles would have to go:")?,
        }
        for obstacle in &self.obstacles {
            write!(f, "\n- {obstacle}")?;
        }
        if self.fits_one_cell {
            f.write_str("\nA mover of 1x1 would get through as it is.")?;
        }
        Ok(())
    }
}

impl Display for Obstacle {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Obstacle::Cell(cell) => cell.fmt(f),
            Obstacle::TooNarrow { at, footprint, cells } => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                let cells = cells.join("; ");
                write!(f, "{at} is too narrow for a mover of {footprint}: {cells}")
            }
            Obstacle::Exit { at, towards, .. } => {
                write!(f, "{at} may not be left towards {towards}")
            }
            Obstacle::Link { link, from, to, hindrance } => {
                write!(f, "link {} from {from} to {to} ", link.0)?;
                match hindrance {
                    LinkHindrance::Shut => f.write_str("is shut"),
                    LinkHindrance::Tags(tags) => write!(f, "needs {}", named(*tags)),
                    LinkHindrance::OneWay => f.write_str("leads the other way only"),
                }
            }
        }
    }
}

impl Display for ClosedCell {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let ClosedCell { place, wall, missing } = *self;
        let wall = wall.map(|terrain| match terrain {
            Terrain::WALL => "a wall (terrain 254)".to_owned(),
            Terrain::VOID => "no ground (terrain 255)".to_owned(),
            Terrain(number) => format!("terrain {number}, closed to the mover,"),
        });
        let tags = (missing != Tags::NONE).then(|| format!("a cell that needs {}", named(missing)));
        let reasons: Vec<String> = wall.into_iter().chain(tags).collect();
        write!(f, "{} at {place}", reasons.join(" and "))
    }
}

fn named(tags: Tags) -> String {
    let numbers: Vec<String> = tags.numbers().map(|number| number.to_string()).collect();
    let tag = if numbers.len() == 1 { "tag" } else { "tags" };
    format!("{tag} {}", numbers.join(", "))
}
