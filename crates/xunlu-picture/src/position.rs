//! Points of a picture, in sixteenths of a pixel: whole numbers, so that every machine draws the same.

/// How many units a pixel has.
pub(crate) const PIXEL: i32 = 16;

/// A point of a picture: to the right and downwards from its upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Position {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

impl Position {
    pub(crate) const fn new(x: i32, y: i32) -> Position {
        Position { x, y }
    }

    /// The upper left corner of a pixel.
    pub(crate) fn pixel(x: u32, y: u32) -> Position {
        Position::new(pixels(x), pixels(y))
    }

    /// So much farther to the right and down.
    pub(crate) const fn plus(self, x: i32, y: i32) -> Position {
        Position::new(self.x.saturating_add(x), self.y.saturating_add(y))
    }

    /// The point `part` of `whole` of the way to another.
    pub(crate) fn towards(self, other: Position, part: i64, whole: i64) -> Position {
        let along = |from: i32, to: i32| {
            let way = i64::from(to) - i64::from(from);
            narrow(i64::from(from) + way * part / whole.max(1))
        };
        Position::new(along(self.x, other.x), along(self.y, other.y))
    }

    /// How far it is to another.
    pub(crate) fn distance(self, other: Position) -> i32 {
        let (x, y) = self.offset_to(other);
        narrow((x * x + y * y).isqrt())
    }

    /// A point `ahead` on the way to another and `aside` to the right of that way.
    pub(crate) fn stepped(self, towards: Position, ahead: i32, aside: i32) -> Position {
        let (x, y) = self.offset_to(towards);
        // The length is kept 256 times finer, so that short lines point where they should.
        let length = ((x * x + y * y) << 16).isqrt().max(1);
        let (ahead, aside) = (i64::from(ahead), i64::from(aside));
        let scaled = |value: i64| narrow((value * 256 + value.signum() * length / 2) / length);
        self.plus(scaled(x * ahead - y * aside), scaled(y * ahead + x * aside))
    }

    fn offset_to(self, other: Position) -> (i64, i64) {
        (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y))
    }
}

/// So many whole pixels.
pub(crate) fn pixels(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / PIXEL).saturating_mul(PIXEL)
}

/// A number as a coordinate; saturates.
pub(crate) fn narrow(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

/// The nearest coordinate to a number; saturates, and is 0 for what is no number.
#[expect(
    clippy::cast_possible_truncation,
    reason = "casts from floats saturate, as is wanted here"
)]
pub(crate) fn rounded(value: f64) -> i32 {
    value.round() as i32
}
