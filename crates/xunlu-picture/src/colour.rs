//! What colour everything has, by theme.

use crate::Theme;
pub(crate) use xunlu_format::colour::{Rgb, mixed};
use xunlu_format::colour::{TerrainColours, light};
use xunlu_map::Terrain;

/// A colour that may let through what lies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    pub(crate) colour: Rgb,
    /// 255 hides what lies below.
    pub(crate) alpha: u8,
}

impl Paint {
    pub(crate) const fn solid(colour: Rgb) -> Paint {
        Paint { colour, alpha: 255 }
    }

    pub(crate) const fn faint(colour: Rgb, alpha: u8) -> Paint {
        Paint { colour, alpha }
    }
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// What the map lies on, and what is no ground at all.
    pub(crate) paper: Rgb,
    pub(crate) ink: Rgb,
    /// Words that matter less.
    pub(crate) quiet: Rgb,
    /// Between cells.
    pub(crate) line: Rgb,
    /// The first and the last cell to be closed.
    pub(crate) closed: [Rgb; 2],
    pub(crate) open: Rgb,
    pub(crate) reach: Rgb,
    pub(crate) path: Rgb,
    pub(crate) path_edge: Rgb,
    pub(crate) start: Rgb,
    pub(crate) goal: Rgb,
    pub(crate) link: Rgb,
    pub(crate) shut: Rgb,
    pub(crate) region: Rgb,
    pub(crate) pin: Rgb,
    pub(crate) tags: [Rgb; Palette::TAG_COLOURS],
    /// Walls among them.
    pub(crate) terrains: TerrainColours,
}

impl Palette {
    /// How many colours tags have; a tag's number picks one.
    pub(crate) const TAG_COLOURS: usize = 4;

    pub(crate) const fn of(theme: Theme) -> Palette {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
            Theme::ColourBlind => COLOUR_BLIND,
        }
    }

    /// The colour of a terrain. Returns `None` where there is no ground.
    pub(crate) fn terrain(&self, terrain: Terrain) -> Option<Rgb> {
        self.terrains.of(terrain)
    }

    /// The colour of the cell that was closed `part` of `whole` through the search.
    pub(crate) fn closed_at(&self, part: u32, whole: u32) -> Rgb {
        mixed(self.closed[0], self.closed[1], part * 255 / whole.max(1))
    }

    /// What can be read on a colour.
    pub(crate) fn ink_on(&self, colour: Rgb) -> Rgb {
        if light(colour) >= 128 { [34, 36, 42] } else { [250, 250, 248] }
    }
}

const LIGHT: Palette = Palette {
    paper: [255, 255, 255],
    ink: [38, 40, 46],
    quiet: [112, 114, 120],
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
    terrains: TerrainColours::LIGHT,
};

const DARK: Palette = Palette {
    paper: [27, 29, 35],
    ink: [232, 232, 228],
    quiet: [150, 154, 162],
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
    terrains: TerrainColours {
        ground: [72, 78, 90],
        wall: [13, 14, 18],
        expensive: [[96, 90, 78], [196, 106, 38]],
        fullness: 34,
        lightness: 40,
    },
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
    terrains: TerrainColours {
        expensive: [[236, 232, 224], [118, 112, 104]],
        ..TerrainColours::LIGHT
    },
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
}
