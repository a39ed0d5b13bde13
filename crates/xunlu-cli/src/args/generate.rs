//! `xunlu gen`, on the command line.

use super::map::{MapArgs, writable};
use super::mover::MoverArgs;
use super::values::map_size;
use crate::target::Target;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use xunlu::map::HexArrangement;
use xunlu::map::make::Kind;
use xunlu::{MapError, Size};

/// `xunlu gen`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct GenArgs {
    #[command(subcommand)]
    pub(crate) command: Option<GenCommand>,

    /// The kind of map
    #[arg(required = true, value_parser = PossibleValuesParser::new(Kind::ALL_DEFAULTS.map(Kind::name)))]
    kind: Option<String>,

    /// Columns and rows [default: 64x64; 9x9 for an arena]
    #[arg(long, value_name = "WxH", value_parser = map_size)]
    size: Option<Size>,

    /// The same seed makes the same map on every machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Hexes instead of squares, in this layout
    #[arg(long, value_name = "ARRANGEMENT")]
    #[arg(value_parser = PossibleValuesParser::new(HexArrangement::ALL.map(HexArrangement::name)))]
    hex: Option<String>,

    #[command(flatten)]
    knobs: KnobArgs,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Output")]
    pub(crate) output: PathBuf,

    /// The format to write, if the file's ending does not say it [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = writable(), help_heading = "Output")]
    pub(crate) to: Option<Target>,
}

const SCENARIO_HELP: &str = "\
Examples:
  xunlu gen scenario examples/maps/rooms.map --per-bucket 2
  xunlu gen scenario examples/maps/rooms.map --mover four --seed 3 --per-bucket 1";

/// What else can be made.
#[derive(Subcommand, Debug)]
pub(crate) enum GenCommand {
    /// Write a MovingAI scenario for a map: questions with their shortest lengths, sorted by length
    #[command(after_help = SCENARIO_HELP)]
    Scenario(ScenarioArgs),
}

/// The numbers that kinds of maps are made with; each kind has its own.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options for each kind")]
struct KnobArgs {
    /// noise, caves, arena: how many cells in a hundred are walls
    #[arg(long, value_name = "N")]
    walls_percent: Option<u32>,
    /// rooms: the length of a side
    #[arg(long, value_name = "CELLS")]
    side: Option<u32>,
    /// rooms: how many walls in a hundred get an extra door
    #[arg(long, value_name = "N")]
    doors_percent: Option<u32>,
    /// maze: the width of the corridors
    #[arg(long, value_name = "CELLS")]
    corridor: Option<u32>,
    /// maze: how many walls in a hundred are removed, which makes loops
    #[arg(long, value_name = "N")]
    loops_percent: Option<u32>,
    /// caves: how many times they are smoothed
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// city: the longest side of a block
    #[arg(long, value_name = "CELLS")]
    block: Option<u32>,
    /// city: how many blocks in a hundred are parks
    #[arg(long, value_name = "N")]
    parks_percent: Option<u32>,
    /// islands: how many cells in a hundred are water
    #[arg(long, value_name = "N")]
    sea_percent: Option<u32>,
    /// islands: the size of bays and capes
    #[arg(long, value_name = "CELLS")]
    feature: Option<u32>,
}

impl GenArgs {
    /// The kind, with its knobs as told.
    pub(crate) fn kind(&self) -> Result<Kind, MapError> {
        let named = self.kind.as_deref().and_then(Kind::named);
        let kind = named.expect("clap lets in the names of kinds alone");
        let KnobArgs { walls_percent, side, doors_percent, corridor, loops_percent, .. } =
            self.knobs;
        let KnobArgs { rounds, block, parks_percent, sea_percent, feature, .. } = self.knobs;
        let told = [
            ("walls_percent", walls_percent),
            ("side", side),
            ("doors_percent", doors_percent),
            ("corridor", corridor),
            ("loops_percent", loops_percent),
            ("rounds", rounds),
            ("block", block),
            ("parks_percent", parks_percent),
            ("sea_percent", sea_percent),
            ("feature", feature),
        ];
        let mut told = told.into_iter().filter_map(|(name, value)| Some((name, value?)));
        told.try_fold(kind, |kind, (name, value)| kind.with_knob(name, value))
    }

    /// How large the map is to be.
    pub(crate) fn size(&self, kind: Kind) -> Size {
        self.size.unwrap_or_else(|| kind.usual_size())
    }

    /// How the hexes are laid out, if they are to be hexes.
    pub(crate) fn arrangement(&self) -> Option<HexArrangement> {
        self.hex.as_deref().and_then(HexArrangement::named)
    }
}

/// `xunlu gen scenario`.
#[derive(Args, Debug)]
pub(crate) struct ScenarioArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,

    /// The same seed asks the same questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How many questions of each length; a bucket is four steps wide
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) per_bucket: usize,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,
}
