//! What a path pays for: how far it goes round, expensive ground, links and turns.

use crate::check::step_cost;
use crate::graph::MapGraph;
use crate::restriction::Restriction;
use crate::view::View;
use std::fmt::{Formatter, Result};
use xunlu_map::{Cost, Map, Place, Rect, Weight};
use xunlu_search::{Estimate, LinkTable, Path, Sense};

/// What a path pays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bill {
    /// How many steps it has.
    pub steps: usize,
    /// The least that a path between its ends could cost, by straight-line distance: over the cheapest ground
    /// there is and with links where they are shorter.
    pub least: Cost,
    /// How many of its steps lead onto ground that is more expensive than open ground.
    pub expensive_steps: usize,
    /// How many of its steps are links.
    pub links: usize,
    /// What of its cost is for turning.
    pub turning: Cost,
    /// What of its cost the question adds: for places that it passes at a price, units that it pushes aside,
    /// or a price of one's own.
    pub extra: Cost,
}

impl View<'_> {
    /// What a path that was found pays for.
    pub(super) fn bill(&self, path: &Path<Place>, restriction: &Restriction) -> Bill {
        let places = &path.places;
        let Ok(nodes) = self.nodes_along(places) else { return Bill::default() };
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            return Bill::default();
        };
        let least = self.with_place_estimate(&[last], Estimate::Auto, Sense::Along, |ahead| {
            ahead.estimate(first)
        });
        let none = LinkTable::default();
        let (graph, on_foot) =
            (self.place_graph(), MapGraph::places(self.map, self.mover, self.standable, &none));
        let (mut walked, mut extra) = (Cost::ZERO, Cost::ZERO);
        let (mut links, mut steps) = (0, Vec::new());
        for pair in nodes.windows(2) {
            let cost = step_cost(&graph, pair[0], pair[1], &mut steps);
            let foot = step_cost(&on_foot, pair[0], pair[1], &mut steps);
            links += usize::from(foot.is_none() || foot > cost);
            let ends = [pair[0], pair[1]];
            let priced =
                self.price_of_step(&graph, restriction, ends).filter(|_| restriction.is_any());
            let more = priced.zip(cost).map(|(priced, cost)| priced.0.saturating_sub(cost.0));
            extra = extra + Cost(more.unwrap_or(0));
            walked = Cost(walked.0.saturating_add(cost.unwrap_or(Cost::ZERO).0));
        }
        let expensive_steps =
            places.iter().skip(1).filter(|&&place| self.is_expensive(place)).count();
        let turning = Cost(path.cost.0.saturating_sub(walked.0).saturating_sub(extra.0));
        Bill { steps: places.len() - 1, least, expensive_steps, links, turning, extra }
    }

    /// Whether some ground under the mover costs more than open ground.
    fn is_expensive(&self, place: Place) -> bool {
        let is_expensive =
            |terrain| self.mover.weight(terrain).is_some_and(|price| price > Weight::ONE);
        if let (Map::Hex(grid), Place::Hex(hex)) = (self.map, place) {
            return grid.terrain(hex).is_some_and(is_expensive);
        }
        let Some((grid, _, cell)) = self.map.grid_around(place) else { return false };
        let mut under = Rect::new(cell, self.mover.footprint().size()).cells();
        under.any(|cell| grid.terrain(cell).is_some_and(is_expensive))
    }
}

impl Bill {
    /// Goes on behind `It costs 52`, to the end of the line.
    pub(super) fn tell(&self, cost: Cost, f: &mut Formatter<'_>) -> Result {
        let Bill { steps, least, expensive_steps, links, turning, extra } = *self;
        let counted = |count: usize, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        match u64::from(cost.0) * 100 / u64::from(least.0.max(1)) {
            _ if least == Cost::ZERO => {}
            100 if cost == least => f.write_str(", as little as the straight line could")?,
            100 => write!(f, ", less than 1% above the {least} that the straight line could cost")?,
            percent => {
                let above = percent.saturating_sub(100);
                write!(f, ", {above}% above the {least} that the straight line could cost")?;
            }
        }
        write!(f, ": {}", counted(steps, "step", "steps"))?;
        if expensive_steps > 0 {
            write!(f, ", {expensive_steps} of them onto ground more expensive than open")?;
        }
        if links > 0 {
            write!(f, ", {}", counted(links, "link", "links"))?;
        }
        if turning > Cost::ZERO {
            write!(f, ", {turning} for turning")?;
        }
        if extra > Cost::ZERO {
            write!(f, ", {extra} for what it passes")?;
        }
        f.write_str(".\n")
    }
}
