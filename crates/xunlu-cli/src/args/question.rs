//! The question, on the command line.

use super::mover::MoverArgs;
use super::values::{footprint, region};
use crate::failure::Failure;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use xunlu::{Algorithm, Estimate, Map, wire};

/// The options that make a question. Each goal form stands alone: one word for one thing.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    /// The map, drawn as text; - reads the standard input
    pub(crate) map: PathBuf,

    /// Where the way begins: x,y or x,y@layer, a hex's q,r, or a waypoint's name
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    pub(crate) from: String,

    /// Where it may end; several: whichever is cheapest to reach; x,y..x,y: anywhere in there
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, required = true)]
    pub(crate) to: Vec<String>,

    /// End within so many cells, hexes or units of --to
    #[arg(long, value_name = "R", help_heading = "Goal", conflicts_with_all = ["beside", "away"], allow_negative_numbers = true)]
    pub(crate) within: Option<u32>,

    /// With --within: end where --to can be seen
    #[arg(long, help_heading = "Goal", requires = "within")]
    pub(crate) in_sight: bool,

    /// End next to a building of this size whose least corner is --to
    #[arg(long, value_name = "WxH", help_heading = "Goal", value_parser = footprint)]
    #[arg(conflicts_with = "away")]
    pub(crate) beside: Option<wire::Footprint>,

    /// End at least so many cells, hexes or units away from --to
    #[arg(long, value_name = "R", help_heading = "Goal", allow_negative_numbers = true)]
    pub(crate) away: Option<u32>,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// The options that say how to search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// auto, bfs, dfs, greedy, dijkstra, astar, weighted-astar:150 (a way at most half as dear again),
    /// two-way-dijkstra or two-way-astar
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = algorithm)]
    pub(crate) algorithm: AlgorithmChosen,

    /// Which distance the estimate of the rest goes by
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = estimates())]
    pub(crate) estimate: String,

    /// Give up after so many expansions
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) expansions_max: Option<u64>,

    /// Give up when every way left costs more
    #[arg(long, value_name = "COST", allow_negative_numbers = true)]
    pub(crate) cost_max: Option<u32>,

    /// Keep to a rectangle, given by two of its corners (columns and rows on a hex map)
    #[arg(long, value_name = "X,Y..X,Y", value_parser = region, allow_hyphen_values = true)]
    pub(crate) region: Option<wire::Region>,

    /// Where there is no way, show the way to the nearest place that can be reached
    #[arg(long)]
    pub(crate) nearest: bool,
}

/// The algorithm that was named; none for `auto`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlgorithmChosen(Option<Algorithm>);

fn algorithm(name: &str) -> Result<AlgorithmChosen, String> {
    wire::algorithm_named(name).map(AlgorithmChosen).map_err(|error| error.to_string())
}

fn estimates() -> PossibleValuesParser {
    PossibleValuesParser::new(Estimate::ALL.map(Estimate::name))
}

impl QuestionArgs {
    /// The question as it would be sent over the wire: the same words, checked in the same place.
    pub(crate) fn on(&self, map: &Map) -> Result<wire::Query, Failure> {
        let estimate = Estimate::ALL.into_iter().find(|known| known.name() == self.search.estimate);
        let SearchArgs { algorithm, expansions_max, cost_max, region, nearest, .. } = self.search;
        Ok(wire::Query {
            mover: Some(self.mover.on(map)),
            algorithm: algorithm.0,
            estimate: estimate.unwrap_or_default(),
            limits: wire::Limits { expansions_max, cost_max },
            region,
            wants_nearest: nearest,
            ..wire::Query::to(self.from.as_str(), self.goal(map)?)
        })
    }

    fn goal(&self, map: &Map) -> Result<wire::Goal, Failure> {
        let [first, more @ ..] = &self.to[..] else {
            return Err(Failure::BadInput(
                "there is no goal; expected --to and a place".to_owned(),
            ));
        };
        let of = first.clone();
        let shape = match (self.within, self.beside, self.away) {
            (Some(radius), _, _) => {
                let in_sight = self.in_sight;
                ("--within", wire::Goal::Within(wire::Within { of, radius, in_sight }))
            }
            (_, Some(footprint), _) => {
                ("--beside", wire::Goal::Beside(wire::Beside { of, footprint }))
            }
            (_, _, Some(radius)) => ("--away", wire::Goal::AwayFrom(wire::AwayFrom { of, radius })),
            // A waypoint may be called anything.
            _ if first.contains("..") && !matches!(map, Map::Waypoints(_)) => {
                let region = region(first).map_err(|expected| {
                    Failure::BadInput(format!("{first:.60?} is no rectangle; {expected}"))
                })?;
                ("a rectangle", wire::Goal::Region(region))
            }
            _ if more.is_empty() => return Ok(wire::Goal::At(of)),
            _ => return Ok(wire::Goal::AnyOf(self.to.clone())),
        };
        match more.is_empty() {
            true => Ok(shape.1),
            false => Err(Failure::BadInput(format!(
                "{} goes with a single --to; expected one, not {}",
                shape.0,
                self.to.len()
            ))),
        }
    }
}
