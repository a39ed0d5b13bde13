//! Stretches of a growing list that are given back and taken again.
//!
//! Lists of many lengths live side by side in one long list. Where each is given a little more room than it
//! needs, few sizes of rooms occur, and one that was given back soon suits another list.

/// Which stretches are free.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rooms {
    // By size, in order, where each begins.
    free: Vec<(usize, Vec<u32>)>,
    free_total: usize,
}

/// How large a room to take for so many: up to an eighth more.
pub(super) fn room_for(count: usize) -> usize {
    let eighth = count.checked_ilog2().map_or(1, |log2| 1 << log2.saturating_sub(3));
    count.next_multiple_of(eighth)
}

impl Rooms {
    /// Gives back a room of a size that begins here.
    pub(super) fn give(&mut self, first: u32, size: usize) {
        if size > 0 {
            let place = self.place_of(size).unwrap_or_else(|place| {
                self.free.insert(place, (size, Vec::new()));
                place
            });
            self.free[place].1.push(first);
            self.free_total += size;
        }
    }

    /// A free room of just this size; none when it has to be added at the end.
    pub(super) fn take(&mut self, size: usize) -> Option<u32> {
        let place = self.place_of(size).ok()?;
        let first = self.free[place].1.pop()?;
        self.free_total -= size;
        Some(first)
    }

    /// Where rooms of a size are listed, or would be.
    fn place_of(&self, size: usize) -> Result<usize, usize> {
        self.free.binary_search_by_key(&size, |(size, _)| *size)
    }

    /// How much is free, all rooms together.
    pub(super) fn free_total(&self) -> usize {
        self.free_total
    }

    pub(super) fn bytes(&self) -> usize {
        self.free.iter().map(|(_, firsts)| size_of_val(&firsts[..])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_hold_what_they_are_for_and_hardly_more() {
        for count in 0..5_000 {
            let room = room_for(count);
            assert!(room >= count && room <= count + count / 8, "{count} in {room}");
            assert_eq!(room_for(room), room);
        }
    }

    #[test]
    fn a_room_is_taken_again_by_what_fits() {
        let mut rooms = Rooms::default();
        rooms.give(7, 100);
        assert_eq!((rooms.take(60), rooms.free_total()), (None, 100));
        assert_eq!((rooms.take(100), rooms.free_total()), (Some(7), 0));
        assert_eq!((rooms.take(100), rooms.take(0)), (None, None));
    }
}
