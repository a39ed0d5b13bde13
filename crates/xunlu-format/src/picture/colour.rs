//! What colour everything has, by theme.

use super::Theme;
use crate::colour::light;
use xunlu::Terrain;

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// A colour that may let through what lies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    pub(super) colour: Rgb,
    /// 255 hides what lies below.
    pub(super) alpha: u8,
}

impl Paint {
    pub(super) const fn solid(colour: Rgb) -> Paint {
        Paint { colour, alpha: 255 }
    }

    pub(super) const fn faint(colour: Rgb, alpha: u8) -> Paint {
        Paint { colour, alpha }
    }
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    /// What the map lies on, and what is no ground at all.
    pub(super) paper: Rgb,
    pub(super) ink: Rgb,
    /// Words that matter less.
    pub(super) quiet: Rgb,
    pub(super) ground: Rgb,
    pub(super) wall: Rgb,
    /// Between cells.
    pub(super) line: Rgb,
    /// The first and the last cell to be closed.
    pub(super) closed: [Rgb; 2],
    pub(super) open: Rgb,
    pub(super) reach: Rgb,
    pub(super) path: Rgb,
    pub(super) path_edge: Rgb,
    pub(super) start: Rgb,
    pub(super) goal: Rgb,
    pub(super) link: Rgb,
    pub(super) shut: Rgb,
    pub(super) region: Rgb,
    pub(super) pin: Rgb,
    pub(super) tags: [Rgb; Palette::TAG_COLOURS],
    /// The cheapest and the dearest of the terrains that have a price of their own.
    dear: [Rgb; 2],
    /// How full and how light the hues of other terrains are, in hundredths.
    fullness: u32,
    lightness: u32,
}

impl Palette {
    /// How many colours tags have; a tag's number picks one.
    pub(super) const TAG_COLOURS: usize = 4;

    pub(super) const fn of(theme: Theme) -> Palette {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::ColourBlind => COLOUR_BLIND,
        }
    }

    /// The colour of a terrain; none where there is no ground.
    pub(super) fn terrain(&self, terrain: Terrain) -> Option<Rgb> {
        match terrain {
            Terrain::VOID => None,
            Terrain::WALL => Some(self.wall),
            Terrain::OPEN => Some(self.ground),
            Terrain(number @ 1..=9) => {
                Some(mixed(self.dear[0], self.dear[1], (u32::from(number) - 1) * 255 / 8))
            }
            Terrain(number) => {
                let order = u32::from(number) - 10;
                // A third of the circle and a little: neighbours differ much, and none comes back.
                let hue = (95 + order * 137) % 360;
                let round = order / 26;
                // Three shades in turn keep hues apart that lie close to each other.
                let lightness = self.lightness + 6 - 6 * (order % 3) - 2 * round.min(8);
                Some(of_hue(hue, self.fullness - 2 * (order % 3), lightness))
            }
        }
    }

    /// The colour of the cell that was closed `part` of `whole` through the search.
    pub(super) fn closed_at(&self, part: u32, whole: u32) -> Rgb {
        mixed(self.closed[0], self.closed[1], part * 255 / whole.max(1))
    }

    /// What can be read on a colour.
    pub(super) fn ink_on(&self, colour: Rgb) -> Rgb {
        if light(colour) >= 128 { [34, 36, 42] } else { [250, 250, 248] }
    }
}

/// A colour between two: `part` of 255 of the second.
pub(super) fn mixed(under: Rgb, over: Rgb, part: u32) -> Rgb {
    let part = part.min(255);
    std::array::from_fn(|at| {
        let (under, over) = (u32::from(under[at]), u32::from(over[at]));
        narrowed((under * (255 - part) + over * part + 127) / 255)
    })
}

/// The colour of a hue in degrees, with fullness and lightness in hundredths.
fn of_hue(hue: u32, fullness: u32, lightness: u32) -> Rgb {
    let spread = fullness * (100 - (2 * lightness).abs_diff(100).min(100)) / 100;
    let (sector, along) = (hue / 60 % 6, hue % 60);
    let rising = spread * along / 60;
    let falling = spread - rising;
    let parts = match sector {
        0 => [spread, rising, 0],
        1 => [falling, spread, 0],
        2 => [0, spread, rising],
        3 => [0, falling, spread],
        4 => [rising, 0, spread],
        _ => [spread, 0, falling],
    };
    parts.map(|part| narrowed((2 * lightness + 2 * part).saturating_sub(spread) * 255 / 200))
}

fn narrowed(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

const LIGHT: Palette = Palette {
    paper: [255, 255, 255],
    ink: [38, 40, 46],
    quiet: [112, 114, 120],
    ground: [244, 240, 230],
    wall: [62, 66, 76],
    line: [219, 212, 197],
    closed: [[212, 230, 247], [62, 128, 196]],
    open: [205, 156, 102],
    reach: [158, 205, 170],
    path: [247, 186, 28],
    path_edge: [128, 84, 8],
    start: [216, 52, 58],
    goal: [36, 152, 78],
    link: [138, 86, 178],
    shut: [190, 40, 80],
    region: [70, 110, 120],
    pin: [60, 84, 150],
    tags: [[214, 96, 150], [96, 130, 214], [70, 160, 130], [214, 140, 60]],
    dear: [[238, 226, 196], [138, 92, 54]],
    fullness: 44,
    lightness: 72,
};

const DARK: Palette = Palette {
    paper: [27, 29, 35],
    ink: [232, 232, 228],
    quiet: [150, 154, 162],
    ground: [72, 78, 90],
    wall: [13, 14, 18],
    line: [54, 59, 69],
    closed: [[158, 200, 240], [40, 92, 158]],
    open: [186, 132, 76],
    reach: [86, 142, 104],
    path: [255, 200, 48],
    path_edge: [60, 38, 0],
    start: [240, 78, 82],
    goal: [62, 190, 104],
    link: [190, 146, 232],
    shut: [244, 96, 130],
    region: [130, 190, 200],
    pin: [150, 176, 244],
    tags: [[230, 120, 170], [124, 156, 236], [96, 190, 158], [236, 166, 86]],
    dear: [[96, 90, 78], [196, 106, 38]],
    fullness: 34,
    lightness: 40,
};

// The hues that people of every colour sight tell apart (Okabe and Ito 2008).
const COLOUR_BLIND: Palette = Palette {
    closed: [[206, 232, 248], [0, 104, 170]],
    open: [222, 190, 146],
    reach: [170, 214, 200],
    path: [240, 228, 66],
    path_edge: [60, 54, 0],
    start: [213, 94, 0],
    goal: [0, 128, 96],
    link: [204, 121, 167],
    shut: [0, 0, 0],
    dear: [[236, 232, 224], [118, 112, 104]],
    ..LIGHT
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrains_in_a_row_can_be_told_apart() {
        for theme in [Theme::Light, Theme::Dark, Theme::ColourBlind] {
            let palette = Palette::of(theme);
            for number in 0..60 {
                let [a, b] = [number, number + 1].map(|number| palette.terrain(Terrain(number)));
                let (a, b) = (a.unwrap(), b.unwrap());
                let apart: u32 = (0..3).map(|at| u32::from(a[at].abs_diff(b[at]))).sum();
                assert!(apart >= 8, "{theme:?} {number}: {a:?} {b:?}");
            }
            assert_eq!(palette.terrain(Terrain::VOID), None);
        }
    }

    #[test]
    fn hues_go_round_the_circle() {
        assert_eq!(of_hue(0, 100, 50), [255, 0, 0]);
        assert_eq!(of_hue(120, 100, 50), [0, 255, 0]);
        assert_eq!(of_hue(240, 100, 50), [0, 0, 255]);
        assert_eq!(of_hue(77, 0, 100), [255; 3]);
    }

    #[test]
    fn mixing_begins_and_ends_at_its_colours() {
        assert_eq!(mixed([0, 10, 255], [255, 20, 0], 0), [0, 10, 255]);
        assert_eq!(mixed([0, 10, 255], [255, 20, 0], 255), [255, 20, 0]);
    }
}
