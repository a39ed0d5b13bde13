//! The colour of each terrain in images that are written here.
//!
//! | terrain | colour |
//! | --- | --- |
//! | 0, open | white |
//! | 1 to 9 | from cream to brown: `n` is 255 - 9n red, 255 - 12n green, 255 - 20n blue |
//! | 10 to 253 | pale colours: with `k = (n - 10) * 97 mod 244`, red is 135 + 24 (k mod 6), green 131 + 24 (k / 6 mod 6), blue 99 + 26 (k / 36) |
//! | 254, wall | black |
//! | 255, void | dark grey, and not to be seen: wholly transparent |
//!
//! No two are equal, so an image read back by its colours is the same grid. All ground is light by
//! the rule for images without a list of colours, so that even a program that drops the list keeps
//! walls walls.

use xunlu_map::Terrain;

/// Red, green and blue.
pub(super) const fn colour_of(terrain: Terrain) -> [u8; 3] {
    match terrain {
        Terrain::OPEN => [255, 255, 255],
        Terrain::WALL => [0, 0, 0],
        Terrain::VOID => [64, 64, 64],
        Terrain(n @ 1..=9) => [255 - 9 * n, 255 - 12 * n, 255 - 20 * n],
        // Multiplied by a number that shares no factor with 244, so that terrains of neighbouring
        // numbers do not look alike.
        Terrain(n) => {
            let k = ((n as u16 - 10) * 97 % 244) as u8;
            [135 + 24 * (k % 6), 131 + 24 * (k / 6 % 6), 99 + 26 * (k / 36)]
        }
    }
}

/// How opaque it is.
pub(super) const fn opacity_of(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::VOID => 0,
        _ => u8::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::light;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_terrains_look_alike() {
        let colours: BTreeSet<[u8; 3]> = (0..=255).map(|n| colour_of(Terrain(n))).collect();
        assert_eq!(colours.len(), 256);
    }

    #[test]
    fn ground_is_light_and_walls_are_dark() {
        for terrain in (0..=253).map(Terrain) {
            assert!(light(colour_of(terrain)) >= 128, "{terrain:?}");
        }
        assert!(light(colour_of(Terrain::WALL)) < 16);
    }
}
