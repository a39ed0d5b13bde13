//! Stairs: whoever leaves a floor does so by one of its links.
//!
//! So where the costs from all of these are known, a path from a jump point to a goal on another floor costs
//! at least what it costs to one of them and from there to the goal, the least of their sums; and with no
//! door shut and no ground edited since, the cheapest costs just that. A search goes straight to the right
//! stair then, of which the difference that a landmark elsewhere bounds knows little.
//!
//! If there are no more stairs than landmarks, the first of these stand there. Otherwise each stair has its
//! costs besides.

use super::landmarks::COUNT;
use super::map::JumpMap;
use super::numbers::PaddedCell;
use std::ops::Range;
use xunlu_search::NodeLink;

/// The costs from so many are kept at most: an estimate on another floor takes one sum for each stair of the
/// floor, and each jump point keeps a cost from each stair of all.
const STAIRS_MAX: usize = 64;

/// Where one leaves each layer, and by which stair.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stairs {
    // One end of each.
    places: Vec<PaddedCell>,
    // Layer by layer, in the order of their stairs; nothing if there are no stairs, or too many.
    exits: Vec<Vec<Exit>>,
    // The same as columns side by side.
    columns: Vec<Vec<Range<usize>>>,
}

/// One end of a link to another layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exit {
    pub(super) entry: PaddedCell,
    // In which column the costs from the stair are that has its place at either end.
    pub(super) column: usize,
}

/// What it costs at least from each stair to a goal on this layer, or that no path leads there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FromStairs {
    pub(super) layer: u32,
    // In the order of their columns.
    pub(super) on: Vec<u32>,
}

impl Stairs {
    /// The stairs of a map, so that there is one at an end of each link from layer to layer, and where one
    /// leaves the layers by these. None where there are no such links, or too many.
    pub(super) fn between_layers(map: &JumpMap, links: &[NodeLink]) -> Stairs {
        let ends = links.iter().map(|link| [link.from, link.to].map(|node| map.cell_at(node)));
        // Onto what is shut, or off it, no path leads that begins elsewhere, until it is opened.
        let ends = ends.filter(|ends| {
            map.layer_of(ends[0]) != map.layer_of(ends[1])
                && ends.iter().all(|&end| map.can_stand(end))
        });
        let mut stairs: Vec<Vec<[PaddedCell; 2]>> = Vec::new();
        let mut places: Vec<PaddedCell> = Vec::new();
        for link in ends {
            if let Some(known) = places.iter().position(|place| link.contains(place)) {
                stairs[known].push(link);
                continue;
            }
            // From what is cut out no costs are found.
            let open = link.iter().find(|&&end| map.is_open(end));
            let Some(&place) = open.filter(|_| places.len() < STAIRS_MAX) else {
                return Stairs::default();
            };
            places.push(place);
            stairs.push(vec![link]);
        }
        // Those of a floor side by side, as far as stairs lead from one to the next.
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&stair| {
            stairs[stair][0].map(|end| map.layer_of(end)).iter().min().copied()
        });
        let first = first_column(places.len());
        let mut exits = vec![Vec::new(); if order.is_empty() { 0 } else { map.layers().len() }];
        for (column, &was) in (first..).zip(&order) {
            for &entry in stairs[was].iter().flatten() {
                let (own, exit) =
                    (&mut exits[map.layer_of(entry) as usize], Exit { entry, column });
                if !own.contains(&exit) {
                    own.push(exit);
                }
            }
        }
        let columns = exits.iter().map(|own| side_by_side(own)).collect();
        Stairs { places: order.iter().map(|&was| places[was]).collect(), exits, columns }
    }

    /// Where they are, one after the other.
    pub(super) fn places(&self) -> &[PaddedCell] {
        &self.places
    }

    /// In which columns the costs from them are: among those from landmarks, or after them.
    pub(super) fn columns(&self) -> Range<usize> {
        let first = first_column(self.places.len());
        first..first + self.places.len()
    }

    /// In which columns those are by which one leaves a layer.
    pub(super) fn columns_of(&self, layer: u32) -> &[Range<usize>] {
        self.columns.get(layer as usize).map_or(&[], Vec::as_slice)
    }

    /// Where one leaves a layer.
    pub(super) fn of(&self, layer: u32) -> &[Exit] {
        self.exits.get(layer as usize).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }
}

/// In which column the costs from the first of so many stairs are.
fn first_column(stairs: usize) -> usize {
    if stairs > COUNT { COUNT } else { 0 }
}

/// The columns of exits, in the order of their stairs.
fn side_by_side(exits: &[Exit]) -> Vec<Range<usize>> {
    let mut columns: Vec<Range<usize>> = Vec::new();
    for &Exit { column, .. } in exits {
        match columns.last_mut() {
            Some(last) if last.contains(&column) => {}
            Some(last) if last.end == column => last.end += 1,
            _ => columns.push(column..column + 1),
        }
    }
    columns
}
