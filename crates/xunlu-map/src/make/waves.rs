//! Rolling ground: value noise in several octaves, in whole numbers.

use super::random::Random;

/// How positions are measured: this many to one cell. Hexes lie half a cell or seven eighths apart.
pub(super) const CELL: u32 = 8;

/// How finely the interval between two knots is divided.
const EASE: u32 = 1 << 10;

/// A height for every position: random heights at the knots of a square lattice, eased between them
/// ("value noise"; Ebert and others 2003, "Texturing and Modeling", chapter 2), and such lattices of
/// half the wave length and half the height laid over it, down to two cells.
pub(super) struct Waves {
    octaves: Vec<Octave>,
}

struct Octave {
    key: u64,
    // The wave length is two to the power of this.
    wave_bits: u32,
    // Lattices lie askew, so that their knots do not coincide.
    across: u32,
    along: u32,
}

impl Waves {
    /// Waves of which the longest measure this many cells, rounded down to a power of two.
    pub(super) fn new(longest_cells: u32, random: &mut Random) -> Waves {
        let longest = (longest_cells.max(1) * CELL).ilog2();
        let shortest = (2 * CELL).ilog2().min(longest);
        let octaves = (shortest..=longest).rev().map(|wave_bits| Octave {
            key: random.word(),
            wave_bits,
            across: random.below(1 << wave_bits),
            along: random.below(1 << wave_bits),
        });
        Waves { octaves: octaves.collect() }
    }

    /// The heights along one line: at `across`, from `along` on, one cell apart. Each is under 2^16
    /// and about 2^15 on the average.
    pub(super) fn line(&self, across: u32, along: u32, heights: &mut [u32]) {
        heights.fill(0);
        let mut knots = Vec::new();
        for (octave, halvings) in self.octaves.iter().zip(1..) {
            octave.add_line(across, along, halvings, heights, &mut knots);
        }
    }
}

impl Octave {
    fn add_line(
        &self,
        across: u32,
        along: u32,
        halvings: u32,
        heights: &mut [u32],
        knots: &mut Vec<u32>,
    ) {
        let bits = self.wave_bits;
        let mask = (1 << bits) - 1;
        // The line runs between two lines of knots: first it is eased between those.
        let across = across + self.across;
        let (line, off_line) = (across >> bits, ease(across & mask, bits));
        let start = along + self.along;
        let cells = u32::try_from(heights.len()).expect("a line is at most 2^20 cells long");
        let last = (start + cells * CELL) >> bits;
        knots.clear();
        knots
            .extend((start >> bits..=last + 1).map(|place| {
                between(self.knot(place, line), self.knot(place, line + 1), off_line)
            }));
        let mut at = start & mask;
        for height in heights {
            let place = (at >> bits) as usize;
            *height += between(knots[place], knots[place + 1], ease(at & mask, bits)) >> halvings;
            at += CELL;
        }
    }

    /// The height of a knot, under 2^16.
    fn knot(&self, along: u32, across: u32) -> u32 {
        let place = u64::from(along) << 32 | u64::from(across);
        let word = Random::new(self.key ^ place).word();
        u32::try_from(word >> 48).expect("sixteen bits are left")
    }
}

/// How far along an interval of `2^bits` this is, from 0 to [`EASE`], slowly at both ends: 3t^2 - 2t^3.
fn ease(at: u32, bits: u32) -> u32 {
    let ease_bits = EASE.ilog2();
    let t = if bits > ease_bits { at >> (bits - ease_bits) } else { at << (ease_bits - bits) };
    // The product grows with t, to 2^30.
    t * t * (3 * EASE - 2 * t) / (EASE * EASE)
}

fn between(first: u32, second: u32, eased: u32) -> u32 {
    (first * (EASE - eased) + second * eased) / EASE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_roll_gently_and_fill_their_range() {
        let waves = Waves::new(32, &mut Random::new(1));
        let mut before: Option<Vec<u32>> = None;
        let (mut least, mut most) = (u32::MAX, 0);
        for line in 0..200 {
            let mut heights = vec![0; 200];
            waves.line(line * CELL, 0, &mut heights);
            for (at, &height) in heights.iter().enumerate() {
                (least, most) = (least.min(height), most.max(height));
                let above = before.as_ref().map_or(height, |before| before[at]);
                let left = heights[at.saturating_sub(1)];
                // Five octaves, each of which may be as steep as the longest.
                assert!(above.abs_diff(height).max(left.abs_diff(height)) < 9_000, "{line} {at}");
            }
            before = Some(heights);
        }
        assert!(least < 18_000 && most > 46_000 && most < 1 << 16, "{least} to {most}");
    }

    #[test]
    fn easing_starts_and_ends_slowly() {
        assert_eq!([0, 1, 8, 15].map(|at| ease(at, 4)), [0, 11, 512, 1012]);
        assert_eq!(ease(1 << 19, 20), 512);
        assert!((0..1023).all(|at| ease(at, 10) <= ease(at + 1, 10)));
    }
}
