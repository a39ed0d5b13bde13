//! What every game is played at: commands go in, a picture comes out.

use std::error::Error;
use std::io;

/// What a command did, in a sentence or a few; or what kept it from being done.
pub(crate) type Told = Result<String, Box<dyn Error>>;

/// A game that is played by commands.
pub(crate) trait Game {
    /// What can be typed, and what the signs mean.
    const HELP: &'static str;

    /// Everything as it stands.
    fn picture(&self) -> String;

    /// Does what a command says.
    fn obey(&mut self, words: &[&str]) -> Told;

    /// How the game ended; `None` while it goes on.
    fn ending(&self) -> Option<String>;
}

/// Plays until the game or the commands are at an end. `echo` repeats what was typed, for transcripts.
pub(crate) fn play<G: Game>(
    game: &mut G,
    commands: impl Iterator<Item = io::Result<String>>,
    echo: bool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    writeln!(out, "{}\n", game.picture())?;
    for command in commands {
        let command = command?;
        let words: Vec<&str> = command.split_whitespace().collect();
        // What begins with `#` is a remark in a script.
        let is_remark = command.trim_start().starts_with('#');
        match (echo, is_remark) {
            (true, true) => writeln!(out, "{}\n", command.trim())?,
            (true, false) => writeln!(out, "> {}", command.trim())?,
            (false, _) => {}
        }
        if is_remark {
            continue;
        }
        match words[..] {
            ["quit" | "exit"] => return Ok(()),
            ["help"] => writeln!(out, "{}\n", G::HELP)?,
            [] => writeln!(out, "{}\n", game.picture())?,
            _ => match game.obey(&words) {
                Ok(told) => writeln!(out, "{told}\n\n{}\n", game.picture())?,
                Err(why) => writeln!(out, "No: {why}.\n")?,
            },
        }
        if let Some(ending) = game.ending() {
            return writeln!(out, "{ending}");
        }
    }
    Ok(())
}

/// Two numbers as they are typed: `12,5`.
pub(crate) fn cell(text: &str) -> Result<xunlu::Cell, Box<dyn Error>> {
    let place = text.parse::<xunlu::Place>().ok().and_then(xunlu::Place::as_cell);
    Ok(place
        .ok_or_else(|| format!("{text:?} is no place of this map; expected one such as 12,5"))?)
}

/// A map with numbers along its top and its left, and a line of news beside each row.
pub(crate) fn framed(map: &str, beside: &[String]) -> String {
    let width = map.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let tens = (0..width).map(|x| if x % 10 == 0 { digit(x / 10) } else { ' ' });
    let ones = (0..width).map(|x| digit(x % 10));
    let (tens, ones): (String, String) = (tens.collect(), ones.collect());
    let head = [format!("   {tens}").trim_end().to_owned(), format!("   {ones}")];
    let rows = map.lines().enumerate().map(|(y, row)| {
        let beside = beside.get(y).map_or("", String::as_str);
        format!("{y:2} {row}   {beside}").trim_end().to_owned()
    });
    head.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

fn digit(number: usize) -> char {
    u32::try_from(number).ok().and_then(|number| char::from_digit(number, 10)).unwrap_or('?')
}
