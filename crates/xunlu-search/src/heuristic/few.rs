//! A short list that lies where it is used, so that making an estimate allocates nothing.

/// At most `N` values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few<T, const N: usize> {
    values: [Option<T>; N],
    length: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list.
    pub(crate) fn new() -> Few<T, N> {
        Few { values: [None; N], length: 0 }
    }

    /// Adds a value. Returns false, and nothing changes, if the list is full.
    pub(crate) fn push(&mut self, value: T) -> bool {
        let Some(place) = self.values.get_mut(self.length) else { return false };
        *place = Some(value);
        self.length += 1;
        true
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.values[..self.length].iter().flatten()
    }

    pub(crate) fn get(&self, number: usize) -> Option<&T> {
        self.values.get(number)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.values.get_mut(number)?.as_mut()
    }
}
