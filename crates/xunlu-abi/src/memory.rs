//! The caller's memory: buffers that are read and written, and room for them inside WebAssembly.
//!
//! All that is unsafe about pointers is here; what comes after deals in slices.

use std::alloc::{Layout, alloc, dealloc};

/// Room for anything that crosses the line.
const ALIGNMENT: usize = 8;

/// A buffer of the caller's that is read.
///
/// # Safety
/// `count` elements may be read from `first` on, and nobody writes them meanwhile.
pub(crate) unsafe fn read<'a, T>(first: *const T, count: u32) -> &'a [T] {
    if first.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: promised by the caller.
    unsafe { std::slice::from_raw_parts(first, count as usize) }
}

/// A buffer of the caller's that is filled from the front, as far as it goes.
pub(crate) struct Out<'a, T> {
    room: &'a mut [T],
    // How many there were to be put, whether they fitted or not.
    count: u32,
}

impl<T: Copy> Out<'_, T> {
    /// # Safety
    /// `room` elements may be written from `first` on, and nobody else looks meanwhile.
    pub(crate) unsafe fn new<'a>(first: *mut T, room: u32) -> Out<'a, T> {
        let room = if first.is_null() || room == 0 {
            &mut [][..]
        } else {
            // SAFETY: promised by the caller.
            unsafe { std::slice::from_raw_parts_mut(first, room as usize) }
        };
        Out { room, count: 0 }
    }

    pub(crate) fn put(&mut self, value: T) {
        if let Some(place) = self.room.get_mut(self.count as usize) {
            *place = value;
        }
        self.count += 1;
    }

    /// Puts all of them. Returns how many there are in all.
    pub(crate) fn put_all(&mut self, values: &[T]) -> u32 {
        values.iter().for_each(|&value| self.put(value));
        self.count
    }

    /// Whether the caller only asks how many there are.
    pub(crate) fn only_counts(&self) -> bool {
        self.room.is_empty()
    }

    pub(crate) fn count(&self) -> u32 {
        self.count
    }
}

fn layout(bytes: u32) -> Option<Layout> {
    Layout::from_size_align((bytes as usize).max(1), ALIGNMENT).ok()
}

/// Room for so many bytes, for callers that share no memory with the engine; null when there is none. It must
/// be [freed](xunlu_free).
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_alloc(bytes: u32) -> *mut u8 {
    let Some(layout) = layout(bytes) else { return std::ptr::null_mut() };
    // SAFETY: it is not of size zero.
    unsafe { alloc(layout) }
}

/// Frees room.
///
/// # Safety
/// `room` came from [`xunlu_alloc`] for as many bytes, and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_free(room: *mut u8, bytes: u32) {
    if let Some(layout) = layout(bytes).filter(|_| !room.is_null()) {
        // SAFETY: promised by the caller.
        unsafe { dealloc(room, layout) }
    }
}
