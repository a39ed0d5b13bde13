//! Hub labels in a file, for the mesh that they are of.
//!
//! ```text
//! "xunlulab" version digest length | hubs, and for each cone its label | checksum of all before
//! ```
//!
//! The head is little-endian, the rest numbers of as few bytes as they need. Of a label there are the hubs
//! and where the way to each leads next; how far they are, and what is seen from where, is found out again,
//! which is a small part of the work. So a file is short, and even one that was made to deceive leads nobody
//! through a wall: every step of a way has to be a straight piece of this mesh.

use super::corners::{Cone, Corners};
use super::error::HubLabelFileError;
use super::labels::{Entry, Labels};
use super::{HubLabelOptions, HubLabelStage, HubLabels};
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::saved::checksum;
use crate::saved::numbers::{Reader, Writer};
use std::io::{self, Read, Write};

const MAGIC: [u8; 8] = *b"xunlulab";
const VERSION: u32 = 1;
/// Magic, version, digest and length.
const HEAD_BYTES: usize = 8 + 4 + 8 + 8;

impl HubLabels {
    /// Writes the labels to a file: not the mesh, which has to be kept beside them.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut to: impl Write) -> io::Result<()> {
        let mut body = Writer::default();
        let hubs = self.labels.hub_corners();
        body.put(hubs.len() as u64);
        hubs.iter().for_each(|&corner| body.put(corner.into()));
        for cone in 0..numbered(2 * self.places.len()) {
            let label = self.labels.of_cone(cone);
            body.put(label.len() as u64);
            let mut least = 0;
            for ((hub, _), next) in label.zip(self.labels.nexts(cone)) {
                body.put(u64::from(hub - least));
                // Most ways lead to corners of near numbers; to itself there is no way.
                let by = if next == NONE { 0 } else { i64::from(next) - i64::from(cone) };
                body.put_signed(by);
                least = hub + 1;
            }
        }
        let mut bytes = Vec::with_capacity(HEAD_BYTES + body.bytes.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(digest(self.mesh.sides()).to_le_bytes());
        bytes.extend((body.bytes.len() as u64).to_le_bytes());
        bytes.extend(body.bytes);
        let sum = checksum(&bytes);
        to.write_all(&bytes)?;
        to.write_all(&sum.to_le_bytes())
    }

    /// Whether a file that begins so may be one that [`HubLabels::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads labels from a file that [`HubLabels::save`] wrote, for the mesh that they were made for, in the
    /// memory and by the threads that are wished now. What is told of its progress is as in
    /// [`HubLabels::bake`].
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of another mesh: see [`HubLabelFileError`].
    pub fn load(
        mesh: &NavMesh,
        mut from: impl Read,
        options: &HubLabelOptions,
        goes_on: &(dyn Fn(HubLabelStage, f64) -> bool + Sync),
    ) -> Result<HubLabels, HubLabelFileError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        let body = body(mesh, &bytes)?;
        let parts = HubLabels::look(mesh, options, goes_on)?;
        let labels = read(&parts.corners, body).ok_or(HubLabelFileError::Damaged)?;
        Ok(parts.with(mesh, labels, options)?)
    }
}

/// What is between the head of a file and its checksum, if it is right as far as that says.
fn body<'a>(mesh: &NavMesh, bytes: &'a [u8]) -> Result<&'a [u8], HubLabelFileError> {
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD_BYTES>() else {
        return Err(HubLabelFileError::NotLabels);
    };
    let Some(head) = head.strip_prefix(&MAGIC) else {
        return Err(HubLabelFileError::NotLabels);
    };
    let word = |at: usize| head[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let version = head.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
    if version != VERSION {
        return Err(HubLabelFileError::Version(version));
    }
    let Some((body, sum)) = rest.split_last_chunk() else {
        return Err(HubLabelFileError::Damaged);
    };
    let whole = &bytes[..HEAD_BYTES + body.len()];
    if word(12) != body.len() as u64 || checksum(whole) != u64::from_le_bytes(*sum) {
        return Err(HubLabelFileError::Damaged);
    }
    if word(4) != digest(mesh.sides()) {
        return Err(HubLabelFileError::OtherMesh);
    }
    Ok(body)
}

/// The labels that are written so. Returns `None` if they are none of this mesh's.
fn read(corners: &Corners, body: &[u8]) -> Option<Labels> {
    let mut reader = Reader { bytes: body };
    let count = numbered(corners.places.len());
    let ranks = numbered(reader.take_count(1).filter(|&ranks| ranks <= count as usize)?);
    let mut hubs = Vec::with_capacity(ranks as usize);
    for _ in 0..ranks {
        hubs.push(reader.take_u32().filter(|&corner| corner < count)?);
    }
    let mut labels = Vec::with_capacity(2 * count as usize);
    for cone in 0..2 * count {
        let entries = reader.take_count(2)?;
        let mut label = Vec::with_capacity(entries);
        let mut least = 0;
        for _ in 0..entries {
            let hub = reader.take_u32()?.checked_add(least).filter(|&hub| hub < ranks)?;
            let by = reader.take_signed()?;
            let next = i64::from(cone).checked_add(by)?;
            let next = u32::try_from(next).ok().filter(|&next| next < 2 * count)?;
            let next = if by == 0 { NONE } else { next };
            label.push(Entry { distance: f64::NAN, hub, next });
            least = hub + 1;
        }
        labels.push(label);
    }
    reader.bytes.is_empty().then_some(())?;
    find_distances(corners, &hubs, &mut labels)?;
    Some(Labels::of_entries(hubs, &labels))
}

/// Finds how far hubs are: as far as from where the way leads next, and the piece up to there. Returns `None`
/// if a way does not lead to its hub by pieces of the mesh.
fn find_distances(corners: &Corners, hubs: &[u32], labels: &mut [Vec<Entry>]) -> Option<()> {
    // The entries on a way, from the one that is asked for on.
    let mut way: Vec<(Cone, usize)> = Vec::new();
    for cone in 0..numbered(labels.len()) {
        for at in 0..labels[cone as usize].len() {
            let hub = labels[cone as usize][at].hub;
            way.clear();
            way.push((cone, at));
            let mut distance = loop {
                // One that comes round to itself is longer than all cones together.
                if way.len() > labels.len() {
                    return None;
                }
                let &(cone, at) = way.last()?;
                let Entry { distance, next, .. } = labels[cone as usize][at];
                if !distance.is_nan() {
                    break distance;
                }
                if next == NONE {
                    (hubs[hub as usize] == cone / 2).then_some(())?;
                    labels[cone as usize][at].distance = 0.0;
                    break 0.0;
                }
                let label = &labels[next as usize];
                let at = label.binary_search_by_key(&hub, |entry| entry.hub).ok()?;
                way.push((next, at));
            };
            let (mut next, _) = way.pop()?;
            while let Some((cone, at)) = way.pop() {
                distance += corners.piece(next, cone)?;
                labels[cone as usize][at].distance = distance;
                next = cone;
            }
        }
    }
    Some(())
}

/// What a mesh is known by: all that labels depend on.
fn digest(sides: &HalfEdgeMesh) -> u64 {
    let mut bytes = Vec::new();
    let (chart, squares) = (sides.chart(), sides.squares());
    let origin = chart.point_at(0.0, 0.0);
    for number in [origin.x, origin.y, chart.steps_a_unit()] {
        bytes.extend(number.to_bits().to_le_bytes());
    }
    for number in [squares.shift, squares.columns, squares.rows] {
        bytes.extend(number.to_le_bytes());
    }
    let mut sum = checksum(&bytes);
    for (number, tile) in sides.tiles() {
        bytes.clear();
        bytes.extend(sum.to_le_bytes());
        for number in [number, numbered(tile.half_edges.len()), numbered(tile.turns.len())] {
            bytes.extend(number.to_le_bytes());
        }
        for edge in &tile.half_edges {
            let [x, y] = [edge.at.x, edge.at.y].map(i32::cast_unsigned);
            for number in [x, y, edge.corner, edge.twin, edge.polygon] {
                bytes.extend(number.to_le_bytes());
            }
        }
        for turn in &tile.turns {
            bytes.extend(turn.first.to_le_bytes());
            bytes.extend(turn.last.to_le_bytes());
        }
        tile.spare_turns.iter().for_each(|spare| bytes.extend(spare.to_le_bytes()));
        sum = checksum(&bytes);
    }
    sum
}
