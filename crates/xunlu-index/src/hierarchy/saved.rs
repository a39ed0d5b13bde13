//! A hierarchy in a file, for the map and the mover that it is of.
//!
//! ```text
//! "xunluhie" version rule straight diagonal ground | costs of each cluster, row by row | checksum of all
//! ```
//!
//! All numbers are little-endian, four bytes each, the digest of the ground eight. What is kept is what ways
//! within clusters cost, which takes most of the time to find. Where their entrances lie is found out again,
//! so how many costs there must be follows from the map, and a file has no say in how much memory is taken.
//! So are clusters of clusters. Costs that no ground could have are refused; those that are merely wrong lead
//! to a path that is farther from the cheapest, and nobody through a wall.

use super::cluster::Maker;
use super::{ClusterAt, ClusterGround, Hierarchy, HierarchySteps, summary};
use crate::jump::{JumpCosts, JumpMap, JumpRule};
use crate::sealed::{Unsealed, seal, unseal};
use crate::threads::each;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::{error, fmt};
use xunlu_map::Corners;

const MAGIC: [u8; 8] = *b"xunluhie";
const VERSION: u32 = 1;

/// Why the bytes of a file are no hierarchy for a map and a mover.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HierarchyFileError {
    /// They begin like nothing that hierarchies are written as.
    NotAHierarchy,
    /// They are written as another program does.
    Version(u32),
    /// They are damaged, or were cut short.
    Damaged,
    /// They are of other ground: of another map, of this one before it changed, or for a mover that may stand
    /// elsewhere.
    OtherGround,
    /// They are for a mover of other steps or costs.
    OtherMover,
    /// The map is too large for a hierarchy.
    TooLarge,
}

impl fmt::Display for HierarchyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HierarchyFileError::NotAHierarchy => "this is no hierarchy",
            HierarchyFileError::Version(version) => {
                let expected = format_args!("expected version {VERSION}");
                return write!(f, "the hierarchy is written as version {version}; {expected}");
            }
            HierarchyFileError::Damaged => {
                "the hierarchy is damaged, or was cut short; make it anew"
            }
            HierarchyFileError::OtherGround => {
                "the hierarchy is that of another map, or of this one before it changed; make it anew"
            }
            HierarchyFileError::OtherMover => {
                "the hierarchy is for a mover of other steps or costs; make it anew"
            }
            HierarchyFileError::TooLarge => "the map is too large for a hierarchy",
        })
    }
}

impl error::Error for HierarchyFileError {}

impl From<Unsealed> for HierarchyFileError {
    fn from(unsealed: Unsealed) -> HierarchyFileError {
        match unsealed {
            Unsealed::OtherKind => HierarchyFileError::NotAHierarchy,
            Unsealed::Version(version) => HierarchyFileError::Version(version),
            Unsealed::Damaged => HierarchyFileError::Damaged,
        }
    }
}

impl Hierarchy {
    /// Writes it to a file: not the map, which it must be of as it is, and which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    ///
    /// # Panics
    /// When it [is stale](Self::is_stale).
    pub fn save(&self, map: &JumpMap, mut to: impl Write) -> io::Result<()> {
        assert!(!self.is_stale(), "the hierarchy was touched and not repaired");
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(whose(self.steps));
        bytes.extend(map.standing_digest().to_le_bytes());
        for cluster in &self.clusters {
            bytes.extend(cluster.costs().iter().flat_map(|cost| cost.to_le_bytes()));
        }
        seal(&mut bytes);
        to.write_all(&bytes)
    }

    /// Whether a file that begins so may be one that [`Hierarchy::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads what [`Hierarchy::save`] wrote, for a map and costs: those that it was made for; by so many
    /// threads.
    ///
    /// # Errors
    /// If the bytes are damaged, or for others: see [`HierarchyFileError`].
    ///
    /// # Panics
    /// When the map is one of [weighted](JumpMap::weighted) ground, or a thread panics.
    pub fn load(
        map: &JumpMap,
        costs: JumpCosts,
        bytes: &[u8],
        threads: usize,
    ) -> Result<Hierarchy, HierarchyFileError> {
        Hierarchy::load_with_levels(map, costs, bytes, summary::CLUSTERS_MAX, threads)
    }

    /// The same with as many levels as it takes until one has no more clusters than that.
    pub(super) fn load_with_levels(
        map: &JumpMap,
        costs: JumpCosts,
        bytes: &[u8],
        clusters_max: usize,
        threads: usize,
    ) -> Result<Hierarchy, HierarchyFileError> {
        assert!(!map.is_weighted(), "a hierarchy is of ground of one price");
        let steps = HierarchySteps { rule: map.rule, costs };
        let damaged = HierarchyFileError::Damaged;
        let body = unseal(bytes, MAGIC, VERSION)?;
        let (mover, body) = body.split_first_chunk().ok_or(damaged.clone())?;
        let (ground, body) = body.split_first_chunk().ok_or(damaged.clone())?;
        if u64::from_le_bytes(*ground) != map.standing_digest() {
            return Err(HierarchyFileError::OtherGround);
        }
        if *mover != whose(steps) {
            return Err(HierarchyFileError::OtherMover);
        }
        let (words, []) = body.as_chunks() else { return Err(damaged) };
        let (columns, rows) =
            Hierarchy::clusters_of(map.size()).ok_or(HierarchyFileError::TooLarge)?;
        let mut makers: Vec<Maker> = (0..threads.max(1)).map(|_| Maker::default()).collect();
        let found = each(rows as usize, &mut makers, |maker, row| {
            let row = u32::try_from(row).expect("rows of clusters are few");
            let find = |column| maker.without_costs(map, steps, ClusterAt { column, row });
            (0..columns).map(find).collect::<Vec<_>>()
        });
        let mut clusters: Vec<_> = found.into_iter().flatten().collect();
        let mut left = words;
        for cluster in &mut clusters {
            let (own, rest) = left.split_at_checked(cluster.pair_count()).ok_or(damaged.clone())?;
            let own = own.iter().map(|&word| u32::from_le_bytes(word)).collect();
            if !cluster.take_costs(own, steps) {
                return Err(damaged);
            }
            left = rest;
        }
        if !left.is_empty() {
            return Err(damaged);
        }
        let (clusters, size) = (clusters.into_iter().map(Arc::new).collect(), map.size());
        let (levels, touched) = (Vec::new(), BTreeMap::new());
        let mut hierarchy = Hierarchy { size, columns, steps, clusters, levels, touched };
        hierarchy.sum_up(clusters_max, threads);
        Ok(hierarchy)
    }
}

/// For whom a file is.
fn whose(HierarchySteps { rule, costs }: HierarchySteps) -> [u8; 12] {
    let rule = match rule {
        JumpRule::Four => 0,
        JumpRule::Eight(Corners::Never) => 1,
        JumpRule::Eight(Corners::NoCutting) => 2,
        JumpRule::Eight(Corners::OneFree) => 3,
        JumpRule::Eight(Corners::Always) => 4_u32,
    };
    let mut bytes = [0; 12];
    let words = [rule, costs.straight, costs.diagonal];
    for (own, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *own = word.to_le_bytes();
    }
    bytes
}
