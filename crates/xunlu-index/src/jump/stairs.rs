//! Stairs among landmarks: whoever leaves a floor does so by one of its links.
//!
//! So where landmarks stand at all of these, a path from a jump point to a goal on another floor costs at
//! least what it costs to one of them and from there to the goal, the least of their sums; and with no door
//! shut and no ground edited since, the cheapest costs just that. A search goes straight to the right stair
//! then, of which the difference that a landmark elsewhere bounds knows little.

use super::landmarks::COUNT;
use super::map::JumpMap;
use super::numbers::PaddedCell;
use xunlu_search::NodeLink;

/// Where one leaves each layer, and which landmarks stand there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stairs {
    // Layer by layer; nothing if no landmark stands at some link between layers.
    exits: Vec<Vec<Exit>>,
}

/// One end of a link to another layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exit {
    pub(super) entry: PaddedCell,
    // The number of the landmark at either of its ends.
    pub(super) landmark: usize,
}

/// What it costs at least from each landmark at a stair to a goal on this layer, or that no path leads there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FromStairs {
    pub(super) layer: u32,
    pub(super) on: [u32; COUNT],
}

impl Stairs {
    /// Where the first landmarks have to stand so that one does at an end of each link from layer to layer,
    /// and where one leaves the layers by these. No places where there are no such links, or too many.
    pub(super) fn places(map: &JumpMap, links: &[NodeLink]) -> (Vec<PaddedCell>, Stairs) {
        let ends = links.iter().map(|link| [link.from, link.to].map(|node| map.cell_at(node)));
        // Onto what is shut, or off it, no path leads that begins elsewhere, until it is opened.
        let ends = ends.filter(|ends| {
            map.layer_of(ends[0]) != map.layer_of(ends[1])
                && ends.iter().all(|&end| map.can_stand(end))
        });
        let (mut places, mut exits) = (Vec::new(), vec![Vec::new(); map.layers().len()]);
        for link in ends {
            let known = places.iter().position(|place| link.contains(place));
            let landmark = known.unwrap_or(places.len());
            if known.is_none() {
                // From what is cut out no costs are found.
                let open = link.iter().find(|&&end| map.is_open(end));
                let Some(&place) = open.filter(|_| places.len() < COUNT) else {
                    return (Vec::new(), Stairs::default());
                };
                places.push(place);
            }
            for entry in link {
                let (own, exit) =
                    (&mut exits[map.layer_of(entry) as usize], Exit { entry, landmark });
                if !own.contains(&exit) {
                    own.push(exit);
                }
            }
        }
        if places.is_empty() { (places, Stairs::default()) } else { (places, Stairs { exits }) }
    }

    /// Where one leaves a layer.
    pub(super) fn of(&self, layer: u32) -> &[Exit] {
        self.exits.get(layer as usize).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }
}
