//! `xunlu serve`, on the command line: the options are those of the service's table of settings.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::path::PathBuf;
use xunlu_serve::{SETTINGS, SettingKind};

/// `xunlu serve`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct ServeArgs {
    /// What else there is to do.
    #[command(subcommand)]
    pub(crate) command: Option<ServeCommand>,

    /// Maps to hold from the beginning, each under its file's name without the ending
    #[arg(value_name = "MAPS")]
    pub(crate) files: Vec<PathBuf>,

    /// A file of settings, which the environment (`XUNLU_SERVE_WAITING_MAX=64`) and these options go before
    /// [default: $XUNLU_SERVE_CONFIG, or none]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Only see whether all is well: the settings, the addresses, the folder, the maps
    #[arg(long)]
    pub(crate) check: bool,

    /// What is set.
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
}

/// What the command line says of each setting, by its name.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingFlags(pub(crate) Vec<(&'static str, Vec<String>)>);

impl Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        command.args(SETTINGS.iter().map(|setting| {
            let help = match setting.kind {
                SettingKind::Flag(_) => setting.about.to_owned(),
                _ => format!("{} [default: {}]", setting.about, setting.default),
            };
            let arg = Arg::new(setting.key).long(setting.key).help(help);
            match setting.kind {
                SettingKind::Flag(_) => arg.action(ArgAction::SetTrue),
                SettingKind::Many(_) => arg.value_name(setting.value).action(ArgAction::Append),
                _ => arg.value_name(setting.value),
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        SettingFlags::augment_args(command)
    }
}

impl FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SettingFlags, clap::Error> {
        let said = SETTINGS.iter().filter_map(|setting| {
            if matches.value_source(setting.key) != Some(ValueSource::CommandLine) {
                return None;
            }
            let values = match setting.kind {
                SettingKind::Flag(_) => vec![true.to_string()],
                _ => matches.get_many(setting.key)?.cloned().collect(),
            };
            Some((setting.key, values))
        });
        Ok(SettingFlags(said.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SettingFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What else `xunlu serve` does.
#[derive(Subcommand, Debug)]
pub(crate) enum ServeCommand {
    /// Make a token, and print it this once: the file knows only what it hashes to
    Token(TokenArgs),
}

/// `xunlu serve token`.
#[derive(Args, Debug)]
pub(crate) struct TokenArgs {
    /// What it is called in the file
    pub(crate) name: String,

    /// What it allows, with commas between: read (ask, watch), edit (change maps), admin (put maps and let go
    /// of them)
    #[arg(long, value_name = "SCOPES", default_value = "read")]
    pub(crate) scopes: String,

    /// The file that it is added to, for `xunlu serve --tokens FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) file: PathBuf,
}
