//! A picture on a terminal: half blocks, each the colour of two samples one above the other.

use crate::failure::Failure;
use crate::screen::Screen;
use std::fmt::Write;
use xunlu::Size;
use xunlu_format::{Document, Overlay};
use xunlu_picture::draw_samples;

/// How many characters are filled when nobody says how many fit.
const SIZE_UNSEEN: Size = Size::new(100, 50);

/// The document as lines of half blocks that fit the screen.
pub(crate) fn half_blocks(
    document: &Document,
    overlay: &Overlay,
    screen: &Screen,
) -> Result<String, Failure> {
    let Size { width, height } = screen.size().unwrap_or(SIZE_UNSEEN);
    // A few lines are for the facts and the next prompt.
    let room = Size::new(width.max(10), height.saturating_sub(5).max(5) * 2);
    let samples = draw_samples(document, overlay, room, None)
        .map_err(|error| Failure::BadInput(error.to_string()))?;
    let is_true_color =
        std::env::var_os("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
    let mut lines = String::new();
    for row in (0..samples.size().height).step_by(2) {
        let mut last = None;
        for column in 0..samples.size().width {
            let top = samples.at(column, row);
            let colours = (top, samples.at(column, row + 1).or(top));
            if last.replace(colours) != Some(colours) {
                lines.push_str(&dressed(colours, is_true_color));
            }
            lines.push('▀');
        }
        lines.push_str("\x1b[0m\n");
    }
    Ok(lines)
}

type Colour = [u8; 3];

/// The escape that sets the colours of the upper and the lower half.
fn dressed((top, bottom): (Option<Colour>, Option<Colour>), is_true_color: bool) -> String {
    let mut escape = String::new();
    for (ground, colour) in [(38, top), (48, bottom)] {
        let Some([red, green, blue]) = colour else { continue };
        let written = if is_true_color {
            write!(escape, "\x1b[{ground};2;{red};{green};{blue}m")
        } else {
            write!(escape, "\x1b[{ground};5;{}m", of_256([red, green, blue]))
        };
        written.expect("writing to a string never fails");
    }
    escape
}

/// The nearest of the 6 x 6 x 6 colours that every terminal with 256 colours has from 16 on.
fn of_256(colour: Colour) -> u8 {
    let [red, green, blue] = colour.map(|part| {
        // The six levels are 0, 95, 135, 175, 215 and 255.
        match part {
            0..48 => 0,
            48..115 => 1,
            _ => (part - 35) / 40,
        }
    });
    16 + 36 * red + 6 * green + blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_nearest_there_are() {
        assert_eq!(of_256([0, 0, 0]), 16);
        assert_eq!(of_256([255, 255, 255]), 231);
        assert_eq!(of_256([95, 135, 175]), 16 + 36 + 12 + 3);
        assert_eq!(of_256([115, 155, 195]), 16 + 72 + 18 + 4);
        assert_eq!(dressed((Some([1, 2, 3]), None), true), "\x1b[38;2;1;2;3m");
        assert_eq!(dressed((None, Some([255, 0, 0])), false), "\x1b[48;5;196m");
    }
}
