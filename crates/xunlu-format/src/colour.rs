//! Colours: how people write them, and how light they are.

/// A colour of red, green and blue as people write it.
pub(crate) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How light a colour is, from 0 to 255: by the weights of ITU-R BT.601, rounded down.
pub(crate) fn light(colour: [u8; 3]) -> u32 {
    let [red, green, blue] = colour.map(u32::from);
    (299 * red + 587 * green + 114 * blue) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_and_weighed() {
        assert_eq!(hex([0, 171, 255]), "#00abff");
        assert_eq!([[0; 3], [255; 3], [0, 255, 0], [0, 0, 255]].map(light), [0, 255, 149, 29]);
    }
}
