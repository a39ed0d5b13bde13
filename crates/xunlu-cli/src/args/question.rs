//! The question, on the command line.

use super::map::MapArgs;
use super::mover::MoverArgs;
use super::values::{self, footprint};
use crate::failure::Failure;
use crate::names::Names;
use crate::steps::DecimalSteps;
use clap::Args;
use clap::builder::PossibleValuesParser;
use xunlu::map::Quoted;
use xunlu::{Algorithm, Cost, Estimate, Map, Ties, wire};

/// The options that make a question.
#[derive(Args, Debug)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,

    /// Where the path begins: x,y or x,y@layer, a hex's q,r, a waypoint, or a place the map names
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    pub(crate) from: String,

    /// Where it ends. Repeat it, and the path ends at the one cheapest to reach; x,y..x,y or a region's
    /// name: anywhere in it
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, required = true)]
    pub(crate) to: Vec<String>,

    #[command(flatten)]
    pub(crate) how: HowArgs,
}

/// Who goes, to which kind of goal, and how the path is searched for.
#[derive(Args, Debug)]
pub(crate) struct HowArgs {
    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,

    #[command(flatten)]
    search: SearchArgs,

    /// Show costs in the units of --costs instead of in steps
    #[arg(long, help_heading = "Output")]
    pub(crate) units: bool,
}

/// The forms of goal. Each stands alone: one word for one thing.
#[derive(Args, Debug)]
#[command(next_help_heading = "Goal")]
struct GoalArgs {
    /// End within so many cells, hexes or units of --to
    #[arg(long, value_name = "R", conflicts_with_all = ["beside", "away"], allow_negative_numbers = true)]
    pub(crate) within: Option<u32>,

    /// With --within: end where --to is in sight
    #[arg(long, requires = "within")]
    pub(crate) in_sight: bool,

    /// End next to a building of this size whose top-left cell is --to
    #[arg(long, value_name = "WxH", value_parser = footprint)]
    #[arg(conflicts_with = "away")]
    pub(crate) beside: Option<wire::Footprint>,

    /// End at least so many cells, hexes or units away from --to
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub(crate) away: Option<u32>,
}

/// The options that say how to search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// How to search
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = algorithm)]
    #[arg(help = algorithms_told())]
    pub(crate) algorithm: AlgorithmChosen,

    /// Which distance the heuristic uses
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = estimates())]
    pub(crate) estimate: String,

    /// Which of several places of equal f A* closes first: the one nearer to the goal, or to the start
    #[arg(long, value_name = "RULE", default_value = "near-goal", value_parser = ties())]
    pub(crate) ties: String,

    /// Give up after so many expansions
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) expansions_max: Option<u64>,

    /// Give up when every remaining path costs more than so many straight steps: 12, or 12.5
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) cost_max: Option<DecimalSteps>,

    /// The same, in the units of --costs
    #[arg(long, value_name = "COST", conflicts_with = "cost_max", allow_negative_numbers = true)]
    pub(crate) cost_max_units: Option<u32>,

    /// Stay within a rectangle, given by two of its corners (columns and rows on a hex map) or by the
    /// map's name for it
    #[arg(long, value_name = "X,Y..X,Y|NAME", allow_hyphen_values = true)]
    pub(crate) region: Option<String>,

    /// If there is no path, show the path to the nearest place that can be reached
    #[arg(long)]
    pub(crate) nearest: bool,
}

/// The algorithm that was named. `None` for `auto`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlgorithmChosen(Option<Algorithm>);

fn algorithm(name: &str) -> Result<AlgorithmChosen, String> {
    wire::algorithm_named(name).map(AlgorithmChosen).map_err(|error| error.to_string())
}

/// The names of all algorithms, with a word on those that want one.
fn algorithms_told() -> String {
    let told = Algorithm::ALL.map(|known| {
        let name = wire::algorithm_name(Some(known));
        match known {
            Algorithm::WeightedAStar { .. } => {
                format!("{name} (a path at most 1.5 times as expensive)")
            }
            Algorithm::JumpIndex => format!("{name} (makes its index first)"),
            Algorithm::Hierarchy => format!("{name} (makes it first; a path near the cheapest)"),
            Algorithm::HierarchyExact => format!("{name} (the same; the cheapest path)"),
            _ => name,
        }
    });
    format!("auto, {}", told.join(", "))
}

fn estimates() -> PossibleValuesParser {
    PossibleValuesParser::new(Estimate::ALL.map(Estimate::name))
}

fn ties() -> PossibleValuesParser {
    PossibleValuesParser::new(Ties::ALL.map(Ties::name))
}

impl HowArgs {
    /// The first option given here that a path of any angle does not heed. Returns `None` if there is none.
    pub(crate) fn unheeded_at_any_angle(&self) -> Option<&'static str> {
        let (goal, search) = (&self.goal, &self.search);
        let given = [
            ("--within", goal.within.is_some()),
            ("--beside", goal.beside.is_some()),
            ("--away", goal.away.is_some()),
            ("--algorithm", search.algorithm.0.is_some()),
            ("--estimate", search.estimate != "auto"),
            ("--ties", search.ties != "near-goal"),
            ("--expansions-max", search.expansions_max.is_some()),
            ("--cost-max", search.cost_max.is_some()),
            ("--cost-max-units", search.cost_max_units.is_some()),
            ("--region", search.region.is_some()),
            ("--nearest", search.nearest),
            ("--units", self.units),
        ];
        let given = given.into_iter().find_map(|(option, is_given)| is_given.then_some(option));
        given.or_else(|| self.mover.unheeded_at_any_angle())
    }

    /// The question as it would be sent over the wire: the same words, checked in the same place.
    pub(crate) fn question(
        &self,
        map: &Map,
        names: &Names,
        from: &str,
        to: &[String],
    ) -> Result<wire::Query, Failure> {
        let SearchArgs { estimate, ties, .. } = &self.search;
        let estimate = Estimate::ALL.into_iter().find(|known| known.name() == *estimate);
        let ties = Ties::ALL.into_iter().find(|known| known.name() == *ties);
        let SearchArgs { algorithm, expansions_max, cost_max, cost_max_units, nearest, .. } =
            self.search;
        let mover = self.mover.on(map, names)?;
        let straight = Cost(mover.costs.straight);
        let cost_max = cost_max.map(|steps| steps.cost(straight).0).or(cost_max_units);
        let kept = self.search.region.as_deref();
        Ok(wire::Query {
            mover: Some(mover),
            algorithm: algorithm.0,
            estimate: estimate.unwrap_or_default(),
            ties: ties.unwrap_or_default(),
            limits: wire::Limits { expansions_max, cost_max },
            region: kept.map(|text| region(map, names, text)).transpose()?,
            wants_nearest: nearest,
            ..wire::Query::to(names.place_text(map, from)?, self.goal.on(map, names, to)?)
        })
    }
}

impl GoalArgs {
    fn on(&self, map: &Map, names: &Names, to: &[String]) -> Result<wire::Goal, Failure> {
        let [first, more @ ..] = to else {
            return Err(Failure::BadInput(
                "there is no goal; expected --to and a place".to_owned(),
            ));
        };
        let of = || names.place_text(map, first);
        let shape = match (self.within, self.beside, self.away) {
            (Some(radius), _, _) => {
                let in_sight = self.in_sight;
                ("--within", wire::Goal::Within(wire::Within { of: of()?, radius, in_sight }))
            }
            (_, Some(footprint), _) => {
                ("--beside", wire::Goal::Beside(wire::Beside { of: of()?, footprint }))
            }
            (_, _, Some(radius)) => {
                ("--away", wire::Goal::AwayFrom(wire::AwayFrom { of: of()?, radius }))
            }
            // A waypoint may be called anything.
            _ if first.contains("..") && !matches!(map, Map::Waypoints(_)) && !names.has(first) => {
                ("a rectangle", wire::Goal::Region(region(map, names, first)?))
            }
            _ if more.is_empty() => {
                let region = names.region_goal(map, first);
                return region.unwrap_or_else(|| of().map(wire::Goal::At));
            }
            _ => {
                let places = to.iter().map(|place| names.place_text(map, place));
                return places.collect::<Result<_, _>>().map(wire::Goal::AnyOf);
            }
        };
        match more.is_empty() {
            true => Ok(shape.1),
            false => Err(Failure::BadInput(format!(
                "{} goes with a single --to; expected one, not {}",
                shape.0,
                to.len()
            ))),
        }
    }
}

/// A region by the corners of a rectangle or its name.
fn region(map: &Map, names: &Names, text: &str) -> Result<wire::Region, Failure> {
    if let Some(named) = names.region(map, text) {
        return named;
    }
    values::rectangle(text).map(wire::Region::Rect).map_err(|expected| {
        let text = Quoted(text);
        Failure::BadInput(format!("{text} is no rectangle; {expected}, or a region's name"))
    })
}
