//! Pictures of few samples, for terminals.

use crate::canvas::Canvas;
use crate::scene::Scene;
use xunlu_map::Size;

/// A picture as colours, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Samples {
    size: Size,
    colours: Vec<[u8; 3]>,
}

impl Samples {
    pub(crate) fn of(scene: &Scene) -> Samples {
        let size = Size::new(scene.width, scene.height);
        let bytes = Canvas::of(scene).into_bytes();
        Samples { size, colours: bytes.as_chunks::<3>().0.to_vec() }
    }

    /// How many there are across and down: at most what was asked for.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Red, green and blue of a sample. Returns `None` if it lies outside.
    #[must_use]
    pub fn at(&self, column: u32, row: u32) -> Option<[u8; 3]> {
        if column >= self.size.width {
            return None;
        }
        let index = row as usize * self.size.width as usize + column as usize;
        self.colours.get(index).copied()
    }
}
