//! The replies of a connection that wait to be written, and how many more may.

use crate::core::request::Gone;
use crate::pool::Sleeper;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// So many calls of one connection may be without a reply, or with one that is not yet written: more are not
/// read.
const UNANSWERED_MAX: usize = 256;

/// While so many bytes wait to be written, no more calls are read, and none that was is begun.
const WAITING_BYTES: usize = 1 << 20;

/// While calls of so many bytes are without a reply, no more are read: what waits takes memory.
const UNANSWERED_BYTES_MAX: usize = 4 << 20;

/// A thread that writes replies, and a connection, keep room for so many bytes of them.
const REPLY_BYTES: usize = 64 << 10;

/// A connection keeps room for so many replies.
const REPLIES_KEPT: usize = 256;

/// Replies that wait to be written.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    state: Mutex<Waiting>,
    pub(super) gone: Gone,
    // There is something to write, or the end.
    has_more: Notify,
    // There may be room for more calls.
    has_room: Notify,
    // Something that is watched has news, or there may be room for them.
    pub(super) has_news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    replies: Replies,
    // How many bytes of replies are not written yet, those too that somebody is about to write.
    bytes: usize,
    unanswered: usize,
    unanswered_bytes: usize,
    is_last: bool,
    is_cut_off: bool,
}

/// Replies, one behind the other: what is written at once lies together.
#[derive(Debug, Default)]
pub(crate) struct Replies {
    bytes: Vec<u8>,
    // Where each of them ends.
    ends: Vec<usize>,
}

impl Replies {
    fn add(&mut self, reply: &[u8]) {
        self.bytes.extend_from_slice(reply);
        self.ends.push(self.bytes.len());
    }

    fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Keeps the room for the next, if it is not too much.
    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(REPLY_BYTES);
        self.ends.clear();
        self.ends.shrink_to(REPLIES_KEPT);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes the bytes, and has as much room for the next.
    pub(crate) fn take_bytes(&mut self) -> Vec<u8> {
        let room = Vec::with_capacity(self.bytes.len().min(REPLY_BYTES));
        std::mem::replace(&mut self.bytes, room)
    }

    /// Where whole replies lie in the bytes, with so many bytes together or a few more, and how many they
    /// are.
    pub(crate) fn pieces(&self, least: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
        let (mut at, mut begun) = (0, 0);
        std::iter::from_fn(move || {
            let rest = &self.ends[at..];
            let last =
                rest.iter().position(|end| end - begun >= least).unwrap_or(rest.len().max(1) - 1);
            let &end = rest.get(last)?;
            let piece = (begun..end, last + 1);
            (at, begun) = (at + last + 1, end);
            Some(piece)
        })
    }
}

impl Waiting {
    /// Takes a reply to a call of so many bytes, unless nobody is to read it any more. Returns whether there
    /// was no room for more calls.
    fn put(&mut self, asked: usize, reply: &[u8], gone: &Gone) -> bool {
        if self.is_cut_off {
            return false;
        }
        let was_full = self.unanswered_bytes >= UNANSWERED_BYTES_MAX;
        self.unanswered_bytes -= asked;
        self.bytes += reply.len();
        self.replies.add(reply);
        gone.set_full(self.bytes >= WAITING_BYTES);
        was_full
    }
}

impl Sleeper for Outbox {
    fn wake(&self) {
        self.has_more.notify_one();
    }
}

impl Outbox {
    fn state(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many calls of so many bytes are to be answered.
    pub(super) fn waits_for(&self, calls: usize, bytes: usize) {
        let mut state = self.state();
        state.unanswered += calls;
        state.unanswered_bytes += bytes;
    }

    /// One that was waited for has its replies counted as they come.
    pub(super) fn waits_for_one_less(&self, bytes: usize) {
        let mut state = self.state();
        state.unanswered -= 1;
        state.unanswered_bytes -= bytes;
    }

    /// How much more may be written now.
    pub(super) fn room_now(&self) -> usize {
        let state = self.state();
        if state.bytes < WAITING_BYTES {
            UNANSWERED_MAX.saturating_sub(state.unanswered)
        } else {
            0
        }
    }

    /// Adds something that is no reply.
    pub(crate) fn add(&self, bytes: &[u8]) {
        self.push(0, |out| out.extend(bytes));
    }

    /// Adds a reply to a call of so many bytes, and has it written.
    pub(super) fn push(&self, asked: usize, write: impl FnOnce(&mut Vec<u8>)) {
        self.put(asked, write);
        self.wake();
    }

    /// Adds a reply, and leaves it to who does so to [wake](Sleeper::wake) the one who writes.
    pub(super) fn put(&self, asked: usize, write: impl FnOnce(&mut Vec<u8>)) {
        thread_local!(static REPLY: RefCell<Vec<u8>> = RefCell::default());
        REPLY.with_borrow_mut(|reply| {
            // It is written while nothing is locked, where there is room for it already.
            reply.clear();
            write(reply);
            let was_full = self.state().put(asked, reply, &self.gone);
            reply.clear();
            reply.shrink_to(REPLY_BYTES);
            if was_full {
                self.has_room.notify_one();
            }
        });
    }

    pub(super) fn cut_off(&self) {
        let mut state = self.state();
        state.is_cut_off = true;
        state.replies = Replies::default();
    }

    /// No call comes any more: when the rest is written, that is all.
    pub(crate) fn close(&self) {
        self.state().is_last = true;
        self.has_more.notify_one();
    }

    /// How many calls may be read now; waits until it is one at least.
    pub(crate) async fn room(&self) -> usize {
        loop {
            {
                let state = self.state();
                let has_read = state.bytes < WAITING_BYTES;
                let has_room = state.unanswered < UNANSWERED_MAX
                    && state.unanswered_bytes < UNANSWERED_BYTES_MAX;
                if has_read && has_room {
                    return UNANSWERED_MAX - state.unanswered;
                }
            }
            self.has_room.notified().await;
        }
    }

    /// The replies that are to be written; waits until there is one. Takes those that are written already,
    /// for the room that they had. Returns `None` when there will be none, or who is to read them was cut
    /// off.
    pub(crate) async fn next(&self, mut written: Replies) -> Option<Replies> {
        written.clear();
        loop {
            {
                let mut state = self.state();
                if state.is_cut_off || (state.is_last && state.unanswered == 0) {
                    return None;
                }
                if !state.replies.is_empty() {
                    return Some(std::mem::replace(&mut state.replies, written));
                }
            }
            self.has_more.notified().await;
        }
    }

    /// That replies were written, and how many bytes they were.
    pub(crate) fn wrote(&self, replies: usize, bytes: usize) {
        let mut state = self.state();
        state.unanswered -= replies;
        state.bytes = state.bytes.saturating_sub(bytes);
        self.gone.set_full(state.bytes >= WAITING_BYTES);
        drop(state);
        self.has_room.notify_one();
        self.has_news.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_replies() {
        let mut replies = Replies::default();
        assert_eq!(replies.pieces(3).count(), 0);
        for reply in ["a", "bb", "", "ccccc", "d"] {
            replies.add(reply.as_bytes());
        }
        let told = |least| -> Vec<(String, usize)> {
            let text =
                |range: Range<usize>| String::from_utf8_lossy(&replies.bytes()[range]).into();
            replies.pieces(least).map(|(range, count)| (text(range), count)).collect()
        };
        let own = |all: &[(&str, usize)]| -> Vec<(String, usize)> {
            all.iter().map(|&(text, count)| (text.to_owned(), count)).collect()
        };
        assert_eq!(told(0), own(&[("a", 1), ("bb", 1), ("", 1), ("ccccc", 1), ("d", 1)]));
        assert_eq!(told(3), own(&[("abb", 2), ("ccccc", 2), ("d", 1)]));
        assert_eq!(told(99), own(&[("abbcccccd", 5)]));
    }
}
