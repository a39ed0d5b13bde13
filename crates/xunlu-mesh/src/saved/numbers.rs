//! Numbers in as few bytes as they need: seven bits a byte, the least first; small negative ones are short.

use xunlu_map::Point;

/// Numbers written one after another.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn put(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.bytes.push(number.to_le_bytes()[0]);
    }

    /// A number that may be negative: the sign is its last bit.
    pub(crate) fn put_signed(&mut self, number: i64) {
        self.put((number << 1 ^ number >> 63).cast_unsigned());
    }

    /// All eight bytes of a number.
    pub(super) fn put_f64(&mut self, number: f64) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(super) fn put_point(&mut self, point: Point) {
        self.put_f64(point.x);
        self.put_f64(point.y);
    }

    /// A text behind its length.
    pub(super) fn put_text(&mut self, text: &str) {
        self.put(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }
}

/// Reads them again. Each gives `None` where the bytes end, or hold no such number.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
}

impl Reader<'_> {
    pub(crate) fn take(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn take_signed(&mut self) -> Option<i64> {
        let number = self.take()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    pub(crate) fn take_u32(&mut self) -> Option<u32> {
        self.take()?.try_into().ok()
    }

    pub(crate) fn take_i32(&mut self) -> Option<i32> {
        self.take_signed()?.try_into().ok()
    }

    pub(super) fn take_bit(&mut self) -> Option<bool> {
        self.take().filter(|&bit| bit <= 1).map(|bit| bit == 1)
    }

    /// A number that is neither infinite nor none.
    pub(super) fn take_f64(&mut self) -> Option<f64> {
        let (&number, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(f64::from_le_bytes(number)).filter(|number| number.is_finite())
    }

    pub(super) fn take_point(&mut self) -> Option<Point> {
        Some(Point::new(self.take_f64()?, self.take_f64()?))
    }

    pub(super) fn take_text(&mut self) -> Option<String> {
        let length = self.take_count(1)?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    /// A count of things that take at least so many bytes each: no more than are left.
    pub(crate) fn take_count(&mut self, bytes_each: usize) -> Option<usize> {
        let count = usize::try_from(self.take()?).ok()?;
        (count.checked_mul(bytes_each)? <= self.bytes.len()).then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut writer = Writer::default();
        let all = [0, 1, -1, 63, -64, 64, 1 << 31, -(1 << 31), (1 << 61) - 1, -(1 << 61)];
        all.iter().for_each(|&number| writer.put_signed(number));
        let mut reader = Reader { bytes: &writer.bytes };
        assert_eq!(all.map(|_| reader.take_signed().unwrap()), all);
        assert_eq!(reader.take(), None);
        assert_eq!(Reader { bytes: &[0xff; 20] }.take(), None, "too long");
        assert_eq!(Reader { bytes: &[5, 0, 0, 0, 0] }.take_count(1), None, "more than are left");
    }
}
