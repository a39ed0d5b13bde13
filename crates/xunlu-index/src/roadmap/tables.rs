//! The tables of a roadmap, one after the other in one run of bytes, which is its file: what is read need
//! only be looked through, and if it is mapped into memory, several programs share it.
//!
//! ```text
//! "xunlurdm" version rule digest costs | how long each table is | labels entries nexts labels entries nexts
//! blocks lists bits | blocks entries blocks entries | checksum
//! ```
//!
//! There are labels of ways to hubs, and after them of ways from hubs, unless both are alike; after what is
//! seen the same of merged labels. All numbers are little-endian, and stay so in memory.

use super::labels::{ENTRY_BYTES, LABEL_BYTES, Labels, LabelsMade, NEXT_BYTES};
use super::merged::{MERGED_BLOCK_BYTES, MERGED_BYTES, Merged, MergedMade};
use super::sights::{BLOCK_BYTES, Sights, SightsMade};
use crate::jump::{JumpCosts, JumpRule};
use crate::sealed::{Unsealed, seal, unseal};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use xunlu_map::Corners;

pub(super) const MAGIC: [u8; 8] = *b"xunlurdm";
pub(crate) const VERSION: u32 = 4;
/// Magic and version.
const BEGIN_BYTES: usize = 8 + 4;
const TABLES: usize = 13;
/// What is before the tables.
pub(super) const HEAD_BYTES: usize = BEGIN_BYTES + 4 + 8 + 2 * 4 + TABLES * 8;
/// What a row of each table takes.
const ROW_BYTES: [usize; TABLES] = [
    LABEL_BYTES,
    ENTRY_BYTES,
    NEXT_BYTES,
    LABEL_BYTES,
    ENTRY_BYTES,
    NEXT_BYTES,
    BLOCK_BYTES,
    4,
    4,
    MERGED_BLOCK_BYTES,
    MERGED_BYTES,
    MERGED_BLOCK_BYTES,
    MERGED_BYTES,
];

/// Bytes that are in memory, or in a file that is mapped into it.
pub(super) type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// What a roadmap is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) rule: JumpRule,
    pub(super) ground: u64,
    pub(super) costs: JumpCosts,
}

#[derive(Clone)]
pub(super) struct Tables {
    bytes: SharedBytes,
    // Where each of them lies.
    places: Box<[Range<usize>; TABLES]>,
}

/// All of them, to look things up in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened<'a> {
    /// Of ways from subgoals to hubs.
    pub(super) there: Labels<'a>,
    /// Of ways from hubs to subgoals, told backwards.
    pub(super) back: Labels<'a>,
    pub(super) sights: Sights<'a>,
    /// Of the same two kinds of labels.
    pub(super) merged: [Merged<'a>; 2],
}

impl Tables {
    /// Those of labels of ways to hubs and of ways from them, or of one kind if both are alike, and of as
    /// many merged ones, or none.
    pub(super) fn new(
        head: &Head,
        labels: &[LabelsMade],
        sights: Option<&SightsMade>,
        merged: &[MergedMade],
    ) -> Tables {
        let none = (LabelsMade::default(), SightsMade::default(), MergedMade::default());
        let [there, back] = [0, 1].map(|at| labels.get(at).unwrap_or(&none.0));
        let sights = sights.unwrap_or(&none.1);
        let [merged_there, merged_back] = [0, 1].map(|at| merged.get(at).unwrap_or(&none.2));
        let tables = [
            there.labels.as_flattened(),
            there.entries.as_flattened(),
            there.nexts.as_flattened(),
            back.labels.as_flattened(),
            back.entries.as_flattened(),
            back.nexts.as_flattened(),
            sights.blocks.as_flattened(),
            sights.lists.as_flattened(),
            sights.bits.as_flattened(),
            merged_there.blocks.as_flattened(),
            merged_there.entries.as_flattened(),
            merged_back.blocks.as_flattened(),
            merged_back.entries.as_flattened(),
        ];
        let length = HEAD_BYTES + tables.iter().map(|table| table.len()).sum::<usize>() + 8;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(head.bytes());
        for (table, row) in tables.iter().zip(ROW_BYTES) {
            bytes.extend((table.len() as u64 / row as u64).to_le_bytes());
        }
        let mut places = [const { 0..0 }; TABLES];
        for (table, place) in tables.iter().zip(&mut places) {
            *place = bytes.len()..bytes.len() + table.len();
            bytes.extend_from_slice(table);
        }
        seal(&mut bytes);
        Tables { bytes: Arc::new(bytes), places: Box::new(places) }
    }

    /// The tables in a file, and what they are for. Whether they are right otherwise is not known.
    pub(super) fn read(bytes: SharedBytes) -> Result<(Vec<u8>, Tables), Unsealed> {
        let body = unseal((*bytes).as_ref(), MAGIC, VERSION)?;
        let head = body.get(..HEAD_BYTES - BEGIN_BYTES - TABLES * 8).ok_or(Unsealed::Damaged)?;
        let (counts, _) = body[head.len()..].as_chunks::<8>();
        let mut places = [const { 0..0 }; TABLES];
        let mut end = HEAD_BYTES;
        for ((place, row), at) in places.iter_mut().zip(ROW_BYTES).zip(0..) {
            let count = counts.get(at).map(|count| u64::from_le_bytes(*count));
            let length = count.and_then(|count| usize::try_from(count).ok()?.checked_mul(row));
            let begin = end;
            end = length.and_then(|length| length.checked_add(begin)).ok_or(Unsealed::Damaged)?;
            *place = begin..end;
        }
        if end != BEGIN_BYTES + body.len() {
            return Err(Unsealed::Damaged);
        }
        let head = head.to_vec();
        Ok((head, Tables { bytes, places: Box::new(places) }))
    }

    /// All of them, as they are written to a file.
    pub(super) fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// Whether there is one of what is seen from each cell.
    pub(super) fn has_sights(&self) -> bool {
        !self.places[6].is_empty()
    }

    /// Whether there are merged labels.
    pub(super) fn has_merged(&self) -> bool {
        !self.places[9].is_empty()
    }

    /// Whether there are merged labels of ways from hubs.
    pub(super) fn has_merged_back(&self) -> bool {
        !self.places[11].is_empty()
    }

    /// Whether there are labels of ways from hubs, for they are not those of ways to them.
    pub(super) fn has_ways_back(&self) -> bool {
        !self.places[3].is_empty()
    }

    pub(super) fn entry_count(&self) -> usize {
        (self.places[1].len() + self.places[4].len()) / ENTRY_BYTES
    }

    /// How long a file is with so many entries and labels, without what is seen from each cell.
    pub(super) const fn bytes_of(labels: usize, entries: usize) -> usize {
        HEAD_BYTES + labels * LABEL_BYTES + entries * (ENTRY_BYTES + NEXT_BYTES) + 8
    }

    /// To look things up in.
    #[inline]
    pub(super) fn open(&self) -> Opened<'_> {
        let bytes = self.bytes();
        let table = |at: usize| &bytes[self.places[at].clone()];
        let labels = |at: usize| Labels {
            labels: table(at).as_chunks().0,
            entries: table(at + 1).as_chunks().0,
            nexts: table(at + 2).as_chunks().0,
        };
        let sights = Sights {
            blocks: table(6).as_chunks().0,
            lists: table(7).as_chunks().0,
            bits: table(8).as_chunks().0,
        };
        let merged = |at: usize| Merged {
            blocks: table(at).as_chunks().0,
            entries: table(at + 1).as_chunks().0,
        };
        let is_turned = self.has_ways_back();
        Opened {
            there: labels(0),
            back: labels(if is_turned { 3 } else { 0 }),
            sights,
            merged: [merged(9), merged(if is_turned { 11 } else { 9 })],
        }
    }
}

impl Head {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let rule: u32 = match self.rule {
            JumpRule::Four | JumpRule::Eight(Corners::Never) => 0,
            JumpRule::Eight(Corners::NoCutting) => 1,
            JumpRule::Eight(Corners::OneFree) => 2,
            JumpRule::Eight(Corners::Always) => 3,
        };
        let mut bytes = rule.to_le_bytes().to_vec();
        bytes.extend(self.costs.straight.to_le_bytes());
        bytes.extend(self.costs.diagonal.to_le_bytes());
        bytes.extend(self.ground.to_le_bytes());
        bytes
    }
}

impl PartialEq for Tables {
    fn eq(&self, other: &Tables) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Tables {}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("places", &self.places).finish_non_exhaustive()
    }
}
