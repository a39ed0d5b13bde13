//! What lies around a cut between clumps of a piece, in which a cut by nodes is looked for.

use super::coarse::Coarse;
use super::flow::Side;
use super::neighbours::Neighbours;
use super::piece::Piece;
use super::tree::NONE;

/// So many clumps from those at a cut on are in its band.
const RINGS: usize = 2;

/// Some nodes of a piece, numbered anew.
pub(super) struct Band {
    pub(super) neighbours: Neighbours,
    // Here and there, those next to nodes beyond it, and how many nodes are beyond it.
    pub(super) ends: [Vec<u32>; 2],
    pub(super) beyond: [u64; 2],
    // The number of each node of the piece in it, if it is there, and on which side its clump is.
    numbers: Vec<u32>,
    sides: Vec<Side>,
}

impl Band {
    /// The band around a cut of a piece made coarse, of which the sides of all clumps are told. Returns
    /// `None` if nothing is beyond it on a side.
    pub(super) fn around(piece: &Piece, coarse: &Coarse, sides: &[Side]) -> Option<Band> {
        let is_in_band = are_near_cut(&coarse.neighbours, sides);
        let clump = |node: u32| coarse.clumps[node as usize] as usize;
        let members: Vec<u32> = piece.numbers().filter(|&node| is_in_band[clump(node)]).collect();
        let mut band = Band {
            neighbours: Neighbours::with_capacity(members.len(), 0),
            ends: Default::default(),
            beyond: [0, 0],
            numbers: vec![NONE; piece.len()],
            sides: piece.numbers().map(|node| sides[clump(node)]).collect(),
        };
        for (number, &node) in (0..).zip(&members) {
            band.numbers[node as usize] = number;
        }
        let is_there = |side| usize::from(side == Side::There);
        let mut row = Vec::new();
        for (number, &node) in (0..).zip(&members) {
            let all = piece.neighbours.of_node(node);
            row.extend(all.iter().map(|&other| band.numbers[other as usize]));
            row.retain(|&other| other != NONE);
            if row.len() < all.len() {
                band.ends[is_there(band.sides[node as usize])].push(number);
            }
            band.neighbours.push(&mut row);
        }
        for (&number, &side) in band.numbers.iter().zip(&band.sides) {
            band.beyond[is_there(side)] += u64::from(number == NONE);
        }
        band.ends.iter().all(|end| !end.is_empty()).then_some(band)
    }

    /// The sides of all nodes of the piece, given those of the band's.
    pub(super) fn sides_of_all(&self, own: &[Side]) -> Vec<Side> {
        let side =
            |(&number, &side): (&u32, &Side)| own.get(number as usize).copied().unwrap_or(side);
        self.numbers.iter().zip(&self.sides).map(side).collect()
    }
}

/// Which clumps are few steps from one that is next to another side.
fn are_near_cut(neighbours: &Neighbours, sides: &[Side]) -> Vec<bool> {
    let mut is_near = vec![false; sides.len()];
    let is_at_cut = |&clump: &u32| {
        let others = neighbours.of_node(clump);
        others.iter().any(|&other| sides[other as usize] != sides[clump as usize])
    };
    let mut ring: Vec<u32> = neighbours.numbers().filter(is_at_cut).collect();
    ring.iter().for_each(|&clump| is_near[clump as usize] = true);
    for _ in 0..RINGS {
        let mut next = Vec::new();
        for &clump in &ring {
            for &other in neighbours.of_node(clump) {
                if !std::mem::replace(&mut is_near[other as usize], true) {
                    next.push(other);
                }
            }
        }
        ring = next;
    }
    is_near
}
