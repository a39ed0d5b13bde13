//! Where output goes: whether somebody looks at it, in colour or not, and how much fits.

use clap::ValueEnum;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use xunlu::Size;

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How a piece of a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// As it is.
    Plain,
    /// Walls and holes: there, but quiet.
    Quiet,
    /// Ground that is expensive or cheap, and arrows.
    Ground,
    /// The two ends of a path.
    End,
    /// A path, or what was reached.
    Path,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Style::Plain => "0",
            Style::Quiet => "2",
            Style::Ground => "33",
            Style::End => "1;36",
            Style::Path => "1;32",
        }
    }
}

/// The standard output, and the standard error beside it.
#[derive(Debug)]
pub(crate) struct Screen {
    has_color: bool,
    size: Option<Size>,
    progress: Option<Progress>,
}

impl Screen {
    /// The one this program was started with.
    pub(crate) fn of_this_program(color: Color) -> Screen {
        let is_terminal = io::stdout().is_terminal();
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let has_color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb,
        };
        let size = terminal_size::terminal_size()
            .map(|(width, height)| Size::new(u32::from(width.0), u32::from(height.0)));
        // A terminal that does not say how large it is, is as large as they used to be.
        let size = is_terminal.then(|| size.unwrap_or(Size::new(80, 24)));
        Screen { has_color, size, progress: None }
    }

    /// How many characters fit. Returns `None` if nobody looks, and everything may be written.
    pub(crate) const fn size(&self) -> Option<Size> {
        self.size
    }

    /// Whether colours may be used.
    pub(crate) const fn has_color(&self) -> bool {
        self.has_color
    }

    /// A piece of a picture in its style.
    pub(crate) fn styled(&self, style: Style, text: &str) -> String {
        if self.has_color && style != Style::Plain {
            format!("\x1b[{}m{text}\x1b[0m", style.code())
        } else {
            text.to_owned()
        }
    }

    /// Writes to the output.
    pub(crate) fn print(&mut self, text: impl fmt::Display) -> io::Result<()> {
        self.end_progress();
        let mut out = io::stdout().lock();
        write!(out, "{text}")?;
        out.flush()
    }

    /// Writes a line of JSON.
    pub(crate) fn print_json(&mut self, json: serde_json::Result<String>) -> io::Result<()> {
        let json = json?;
        self.print(format_args!("{json}\n"))
    }

    /// Writes of an error to the standard error.
    pub(crate) fn complain(&mut self, message: &str) {
        self.remark(&format!("error: {message}"));
    }

    /// Writes to the standard error what is neither an error nor output.
    pub(crate) fn remark(&mut self, message: &str) {
        self.end_progress();
        // There is nowhere left to say that this failed.
        let _ = writeln!(io::stderr().lock(), "{}", harmless(message));
    }

    /// Work begins that may take long: from now on time is counted, if somebody looks.
    pub(crate) fn begin_progress(&mut self) {
        let begun = Progress { last_told: Instant::now(), is_shown: false };
        self.progress = io::stderr().is_terminal().then_some(begun);
    }

    /// Tells how far a search has come, once it takes long and if somebody looks.
    pub(crate) fn tell_progress(&mut self, expansions: u64) {
        self.tell(&format!("{expansions} expansions so far"));
    }

    /// Shows a line of progress, not more often than one can read.
    fn tell(&mut self, line: &str) {
        let Some(progress) = &mut self.progress else { return };
        if progress.last_told.elapsed() >= Progress::EVERY {
            progress.last_told = Instant::now();
            progress.is_shown = true;
            let _ = write!(io::stderr().lock(), "\r{line} ");
        }
    }

    /// Tells how many of several things are done, if that takes long and somebody looks.
    pub(crate) fn tell_share(&mut self, done: usize, of: usize, things: &str) {
        let part = if of == 0 { 1.0 } else { done as f64 / of as f64 };
        self.tell(&format!("{} {done} of {of} {things}", bar(part)));
    }

    /// Tells which part of a thing is done, from 0 to 1, if that takes long and somebody looks.
    pub(crate) fn tell_part(&mut self, part: f64, thing: &str) {
        self.tell(&format!("{} {:.0}% of {thing:24}", bar(part), part * 100.0));
    }

    /// Wipes the line that told of progress.
    fn end_progress(&mut self) {
        let Some(progress) = &mut self.progress else { return };
        if std::mem::take(&mut progress.is_shown) {
            let _ = write!(io::stderr().lock(), "\r{:60}\r", "");
        }
    }
}

/// How far something is, from 0 to 1, drawn.
fn bar(part: f64) -> String {
    const CELLS: usize = 24;
    let full = (0..CELLS).take_while(|&cell| (cell + 1) as f64 <= part * CELLS as f64).count();
    format!("[{}{}]", "#".repeat(full), "-".repeat(CELLS - full))
}

/// The text without characters that would command a terminal: names come from strangers' files.
pub(crate) fn harmless(text: &str) -> String {
    let shown = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
    text.chars().map(shown).collect()
}

#[derive(Debug)]
struct Progress {
    last_told: Instant,
    is_shown: bool,
}

impl Progress {
    const EVERY: Duration = Duration::from_millis(500);
}
