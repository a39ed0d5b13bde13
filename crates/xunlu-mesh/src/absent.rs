//! Tiles that are there, but not in memory: of a mesh that is read tile by tile.

use std::sync::{Mutex, PoisonError};

/// Which tiles are absent, and which of them were asked for. One that is absent looks like one where nothing
/// is open; whoever asked has to read it, and ask again.
#[derive(Debug)]
pub(crate) struct Absent {
    tiles: Vec<bool>,
    // Which of all tiles were read at some time, and agreed with those around that had been.
    read: Vec<bool>,
    // Those that were asked for since it was last looked, in order.
    noted: Mutex<Vec<u32>>,
}

impl Clone for Absent {
    fn clone(&self) -> Absent {
        Absent { tiles: self.tiles.clone(), read: self.read.clone(), noted: Mutex::default() }
    }
}

impl Absent {
    pub(crate) fn new(tiles: Vec<bool>) -> Absent {
        Absent { read: vec![false; tiles.len()], tiles, noted: Mutex::default() }
    }

    pub(crate) fn is(&self, tile: u32) -> bool {
        self.tiles[tile as usize]
    }

    pub(crate) fn set(&mut self, tile: u32, is_absent: bool) {
        self.tiles[tile as usize] = is_absent;
    }

    pub(crate) fn was_read(&self, tile: u32) -> bool {
        self.read[tile as usize]
    }

    pub(crate) fn note_read(&mut self, tile: u32) {
        self.read[tile as usize] = true;
    }

    /// Notes that a tile was asked for, if it is absent.
    #[cold]
    pub(crate) fn note(&self, tile: u32) {
        if self.is(tile) {
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            if !noted.contains(&tile) {
                noted.push(tile);
            }
        }
    }

    /// The absent tiles that were asked for since the last call, in order.
    pub(crate) fn take_noted(&self) -> Vec<u32> {
        std::mem::take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
