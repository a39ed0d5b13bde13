//! Colours: how people write them, how light they are, and which ones terrains have in pictures.

use xunlu_map::Terrain;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// A colour of red, green and blue as people write it.
#[must_use]
pub fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How light a colour is, from 0 to 255: by the weights of ITU-R BT.601, rounded down.
#[must_use]
pub fn light(colour: Rgb) -> u32 {
    let [red, green, blue] = colour.map(u32::from);
    (299 * red + 587 * green + 114 * blue) / 1000
}

/// The colours of terrains in pictures of one theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerrainColours {
    /// Open ground.
    pub ground: Rgb,
    /// Walls.
    pub wall: Rgb,
    /// The least and the most expensive of the terrains 1 to 9; those between are mixed of them.
    pub expensive: [Rgb; 2],
    /// How full the hues of other terrains are, in hundredths.
    pub fullness: u32,
    /// How light they are, in hundredths.
    pub lightness: u32,
}

impl TerrainColours {
    /// Dark walls on light ground: the colours of the default theme.
    pub const LIGHT: TerrainColours = TerrainColours {
        ground: [244, 240, 230],
        wall: [62, 66, 76],
        expensive: [[238, 226, 196], [138, 92, 54]],
        fullness: 44,
        lightness: 72,
    };

    /// The colour of a terrain. Returns `None` where there is no ground.
    #[must_use]
    pub fn of(&self, terrain: Terrain) -> Option<Rgb> {
        match terrain {
            Terrain::VOID => None,
            Terrain::WALL => Some(self.wall),
            Terrain::OPEN => Some(self.ground),
            Terrain(number @ 1..=9) => {
                let [least, most] = self.expensive;
                Some(mixed(least, most, (u32::from(number) - 1) * 255 / 8))
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
}

/// A colour between two: `part` of 255 of the second.
#[must_use]
pub fn mixed(under: Rgb, over: Rgb, part: u32) -> Rgb {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_and_weighed() {
        assert_eq!(hex([0, 171, 255]), "#00abff");
        assert_eq!([[0; 3], [255; 3], [0, 255, 0], [0, 0, 255]].map(light), [0, 255, 149, 29]);
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
