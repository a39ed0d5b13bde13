//! `xunlu draw`, on the command line.

use super::map::MapArgs;
use super::question::HowArgs;
use super::scene::SceneArgs;
use crate::steps::DecimalSteps;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use xunlu_picture::{Numbers, Style, Theme};

/// `xunlu draw`.
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,

    /// Draw the path from here
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    pub(crate) from: Option<String>,

    /// Draw the path to here, as with find
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, requires = "from")]
    pub(crate) to: Vec<String>,

    /// Draw what --from can reach at the cost of so many straight steps: 12, or 12.5
    #[arg(long, value_name = "STEPS", conflicts_with = "to", requires = "from")]
    pub(crate) reach: Option<DecimalSteps>,

    /// Draw what the search saw: closed and open places (in text : and ?) and, where there is room, g, h, f
    /// and an arrow to the parent
    #[arg(long, requires = "to")]
    pub(crate) trace: bool,

    /// The picture to write: a .png, .svg or .tmj (which opens in Tiled); - draws on the screen
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Output")]
    pub(crate) output: PathBuf,

    /// The format, if the file's ending does not say it
    #[arg(long = "as", value_name = "FORMAT", value_enum, help_heading = "Output")]
    pub(crate) form: Option<Form>,

    /// Draw a Tiled or LDtk map with the tiles of its game below the search, to a .png or .svg
    #[arg(long, help_heading = "Output")]
    pub(crate) tiles: bool,

    /// How many pixels wide a cell is [default: what suits the map's size]
    #[arg(long, value_name = "PIXELS", help_heading = "Output")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) cell: Option<u32>,

    /// The picture's colours
    #[arg(long, value_enum, default_value = "light", help_heading = "Output")]
    pub(crate) theme: ThemeName,

    /// Leave the legend out
    #[arg(long, help_heading = "Output")]
    pub(crate) no_legend: bool,

    #[command(flatten)]
    pub(crate) how: HowArgs,

    #[command(flatten)]
    pub(crate) over: SceneArgs,
}

impl DrawArgs {
    /// How the picture is drawn.
    pub(crate) fn style(&self) -> Style {
        let theme = match self.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::ColourBlind => Theme::ColourBlind,
        };
        Style {
            cell_pixels: self.cell,
            theme,
            legend: !self.no_legend,
            numbers: Numbers::Auto,
            ..Style::default()
        }
    }
}

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Pixels.
    Png,
    /// Lines and areas.
    Svg,
    /// A Tiled map with the path and the reach as layers.
    Tmj,
    /// Characters.
    Text,
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ThemeName {
    /// Light ground.
    Light,
    /// Dark ground.
    Dark,
    /// Colours that colour-blind people can tell apart.
    ColourBlind,
}
