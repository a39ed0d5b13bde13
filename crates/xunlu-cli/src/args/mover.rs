//! Who moves, on the command line.

use super::values::{costs, footprint, ground};
use crate::failure::Failure;
use crate::names::Names;
use clap::Args;
use clap::builder::PossibleValuesParser;
use xunlu::{Corners, Map, wire};

/// The options that make a mover.
#[derive(Args, Debug)]
#[command(next_help_heading = "Mover")]
pub(crate) struct MoverArgs {
    /// How it moves [default: eight on squares, hex on hexes, links on waypoints]
    #[arg(long, value_name = "RULE")]
    #[arg(value_parser = PossibleValuesParser::new(["four", "eight", "knight", "hex", "links"]))]
    pub(crate) mover: Option<String>,

    /// When a diagonal step may pass the two cells beside it; one-free: where one of them is open
    /// [default: no-cutting]
    #[arg(long, value_name = "RULE")]
    #[arg(value_parser = PossibleValuesParser::new(["always", "one-free", "no-cutting", "never"]))]
    pub(crate) corners: Option<String>,

    /// What a straight and a diagonal step cost: 10/14, or exact, which is 2378/3363 [default: exact]
    #[arg(long, value_name = "A/B", value_parser = costs)]
    pub(crate) costs: Option<wire::Costs>,

    /// Its footprint in cells: 2 for 2x2, or 2x3 [default: 1]
    #[arg(long, value_name = "N|NxM", value_parser = footprint)]
    pub(crate) size: Option<wire::Footprint>,

    /// The tags it is allowed, by number or by the map's names: 0,3 or key,boat
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    pub(crate) tags: Vec<String>,

    /// What a terrain (its number, or . # a to z) costs it, in hundredths of a step; or closed
    #[arg(long, value_name = "T=PERCENT|closed", value_parser = ground)]
    pub(crate) terrain: Vec<(u8, wire::Ground)>,

    /// What each change of heading costs, in the units of --costs
    #[arg(long, value_name = "COST", default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) turn_cost: u32,
}

impl MoverArgs {
    /// The first option given here that a path of any angle does not heed. Returns `None` if there is none.
    pub(crate) fn unheeded_at_any_angle(&self) -> Option<&'static str> {
        let given = [
            ("--mover", self.mover.is_some()),
            ("--corners", self.corners.is_some()),
            ("--costs", self.costs.is_some()),
            ("--turn-cost", self.turn_cost != 0),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    /// The first option given here that says who goes. Returns `None` if there is none.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let has_tags = !self.tags.is_empty();
        self.first_but_tags().or_else(|| has_tags.then_some("--tags"))
    }

    /// The same without tags, which scenes heed. Returns `None` if there is none.
    pub(crate) fn first_but_tags(&self) -> Option<&'static str> {
        let given = [("--size", self.size.is_some()), ("--terrain", !self.terrain.is_empty())];
        let given = given.into_iter().find_map(|(option, is_given)| is_given.then_some(option));
        given.or_else(|| self.unheeded_at_any_angle())
    }

    /// The mover, its rule that of the map where none was said, and ground priced as the map says
    /// where the arguments say nothing.
    pub(crate) fn on(&self, map: &Map, names: &Names) -> Result<wire::Mover, Failure> {
        let rule = match (self.mover.as_deref(), map) {
            (Some("four"), _) => wire::Rule::Four,
            (Some("knight"), _) => wire::Rule::Knight,
            (Some("hex"), _) | (None, Map::Hex(_)) => wire::Rule::Hex,
            (Some("links"), _) | (None, Map::Waypoints(_)) => wire::Rule::Links,
            _ => wire::Rule::Eight,
        };
        let corners = match self.corners.as_deref() {
            Some("always") => Some(Corners::Always),
            Some("one-free") => Some(Corners::OneFree),
            Some("no-cutting") => Some(Corners::NoCutting),
            Some("never") => Some(Corners::Never),
            _ => None,
        };
        let mut terrain = names.prices();
        terrain.extend(self.terrain.iter().copied());
        let tags =
            self.tags.iter().map(|tag| names.tag("--tags", tag)).collect::<Result<_, _>>()?;
        Ok(wire::Mover {
            corners,
            costs: self.costs.unwrap_or_default(),
            footprint: self.size.unwrap_or_default(),
            tags,
            terrain,
            turn_cost: self.turn_cost,
            ..wire::Mover::by(rule)
        })
    }
}
