//! A map's links with the numbers that were removed, taken off a map and laid on one.

use crate::error::{At, FormatError};
use xunlu_map::{
    Cell, Grid, HexGrid, LayerCell, Layers, Link, LinkId, Map, MapError, Place, Waypoint,
    WaypointGraph, WaypointId,
};

/// Every link number of a map in order: its link, or none where it was removed.
pub(super) type Slots = Vec<Option<Link<Place>>>;

/// Every link number that the map gave out.
pub(super) fn slots(map: &Map) -> Slots {
    let mut slots = vec![None; map.link_numbers_given() as usize];
    for (id, link) in map.links() {
        slots[id.0 as usize] = Some(link);
    }
    slots
}

/// How many link numbers were given out.
/// A link that is added only to be removed.
fn nowhere<P: Copy>(place: P) -> Link<P> {
    Link::one_way(place, place)
}

fn first_layer_cell(layers: &Layers) -> LayerCell {
    LayerCell::new(0, layers.grids().first().map(|grid| grid.bounds().min).unwrap_or_default())
}

/// A map of cells without links, as it was read.
#[derive(Debug)]
pub(super) enum Unlinked {
    Grid(Grid),
    Hex(HexGrid),
    Layers(Layers),
}

impl Unlinked {
    /// The map with these links, not edited so far.
    ///
    /// # Errors
    /// When an end lies outside or there are too many; the error names the link and its end.
    pub(super) fn linked(self, file: &str, slots: &Slots) -> Result<Map, FormatError> {
        let mut map = self;
        for (number, slot) in slots.iter().enumerate() {
            map.add(slot.as_ref()).map_err(|(part, error)| {
                let at = At::Part(format!("links[{number}]{part}"));
                FormatError::refused(file, at, &error)
            })?;
        }
        Ok(match map {
            Unlinked::Grid(grid) => Map::Grid(grid.as_read()),
            Unlinked::Hex(grid) => Map::Hex(grid.as_read()),
            Unlinked::Layers(layers) => Map::Layers(layers.as_read()),
        })
    }

    /// Adds a link, or one that is removed again.
    fn add(&mut self, slot: Option<&Link<Place>>) -> Result<(), (&'static str, MapError)> {
        let id = match slot {
            Some(link) => self.add_link(link).map_err(|error| (self.culprit(link), error))?,
            None => self.add_link(&nowhere(self.first_place())).map_err(|error| ("", error))?,
        };
        if slot.is_none() {
            let removed = match self {
                Unlinked::Grid(grid) => grid.remove_link(id),
                Unlinked::Hex(grid) => grid.remove_link(id),
                Unlinked::Layers(layers) => layers.remove_link(id),
            };
            removed.map_err(|error| ("", error))?;
        }
        Ok(())
    }

    fn add_link(&mut self, link: &Link<Place>) -> Result<LinkId, MapError> {
        let added = match self {
            Unlinked::Grid(grid) => grid.add_link_as_read(between(link, cell_of)),
            Unlinked::Hex(grid) => {
                grid.add_link_as_read(between(link, |place| place.as_hex().unwrap_or_default()))
            }
            Unlinked::Layers(layers) => layers.add_link_as_read(between(link, layer_cell_of)),
        };
        added.map(|(id, _)| id)
    }

    /// Which end of a link lies outside; none of the two when that is not what is wrong.
    fn culprit(&self, link: &Link<Place>) -> &'static str {
        let is_inside = |place: Place| match self {
            Unlinked::Grid(grid) => grid.layout().index_of(cell_of(place)).is_some(),
            Unlinked::Hex(grid) => place.as_hex().is_some_and(|hex| grid.index_of(hex).is_some()),
            Unlinked::Layers(layers) => layers.index_of(layer_cell_of(place)).is_some(),
        };
        match (is_inside(link.from), is_inside(link.to)) {
            (false, _) => ".from",
            (true, false) => ".to",
            (true, true) => "",
        }
    }

    fn first_place(&self) -> Place {
        match self {
            Unlinked::Grid(grid) => grid.bounds().min.into(),
            Unlinked::Hex(grid) => grid.hex_at(grid.bounds().min).into(),
            Unlinked::Layers(layers) => first_layer_cell(layers).into(),
        }
    }
}

fn between<P>(link: &Link<Place>, of: impl Fn(Place) -> P) -> Link<P> {
    let Link { from, to, weight, is_two_way, tags, door } = *link;
    Link { from: of(from), to: of(to), weight, is_two_way, tags, door }
}

fn cell_of(place: Place) -> Cell {
    place.as_cell().unwrap_or_default()
}

fn layer_cell_of(place: Place) -> LayerCell {
    LayerCell::new(place.layer().unwrap_or(0), cell_of(place))
}

/// The same link, if both its ends are waypoints.
pub(super) fn between_waypoints(link: &Link<Place>) -> Option<Link<WaypointId>> {
    let Link { from, to, weight, is_two_way, tags, door } = *link;
    let (from, to) = (from.as_waypoint()?, to.as_waypoint()?);
    Some(Link { from, to, weight, is_two_way, tags, door })
}

/// A waypoint graph with these links, not edited so far.
///
/// # Errors
/// When a waypoint or a link cannot be; the error names it.
pub(super) fn waypoint_graph(
    file: &str,
    waypoints: &[Waypoint],
    slots: &[Option<Link<WaypointId>>],
) -> Result<WaypointGraph, FormatError> {
    let told =
        |part: String| move |error: MapError| FormatError::refused(file, At::Part(part), &error);
    let mut builder = WaypointGraph::builder();
    for (number, Waypoint { name, point }) in waypoints.iter().enumerate() {
        let added = builder.waypoint(name.as_str(), *point);
        added.map_err(told(format!("waypoints[{number}]")))?;
    }
    for (number, link) in slots.iter().enumerate() {
        let added = match link {
            Some(link) => builder.link_as_read(link.clone()).map(|_| ()),
            None => builder.skip_link(),
        };
        added.map_err(told(format!("links[{number}]")))?;
    }
    builder.build().map_err(told("waypoints".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Door, Point, Size, Tags, Weight};

    #[test]
    fn removed_numbers_are_kept_at_the_end_too() {
        let mut grid = Grid::new(Size::new(3, 2)).unwrap();
        let link = Link::two_way(Cell::new(0, 0), Cell::new(2, 1));
        for _ in 0..4 {
            grid.add_link(link.clone()).unwrap();
        }
        for removed in [0, 2, 3] {
            grid.remove_link(LinkId(removed)).unwrap();
        }
        let slots = slots(&grid.clone().into());
        let is_there: Vec<bool> = slots.iter().map(Option::is_some).collect();
        assert_eq!(is_there, [false, true, false, false]);
        let plain = Unlinked::Grid(Grid::new(Size::new(3, 2)).unwrap());
        assert_eq!(plain.linked("a", &slots), Ok(grid.as_read().into()));
    }

    #[test]
    fn a_graph_with_removed_links_is_the_one_that_was_drawn() {
        let waypoint =
            |name: &str, x| Waypoint { name: name.to_owned(), point: Point::new(x, -0.0) };
        let waypoints = [
            waypoint("old \"mill\" \\", 0.1),
            waypoint("@link -> a,b", 1e300),
            waypoint(" c ", 3.0),
        ];
        let link = Link::one_way(WaypointId(2), WaypointId(0)).costing(Weight::percent(7));
        let link = link.tagged(Tags(0b101)).with_door(Door::Shut);
        let whole = waypoint_graph("a", &waypoints, &[Some(link.clone())]).unwrap();
        let gaps = waypoint_graph("a", &waypoints, &[None, Some(link), None]).unwrap();
        assert_eq!(gaps.waypoints(), whole.waypoints());
        assert_eq!(gaps.links().get(LinkId(1)), whole.links().get(LinkId(0)));
        assert_eq!(slots(&gaps.into()).len(), 3);
    }
}
