//! The graph of a view as a question restricts it.

use crate::error::{WorldError, WorldErrorKind};
use crate::graph::MapGraph;
use crate::occupied::Asker;
use crate::query::Query;
use crate::restriction::{NO_TERMS, Restriction, Terms, Tolls};
use crate::unit::UnitId;
use crate::view::{View, lies_in};
use xunlu_index::Jumps;
use xunlu_map::{
    Cell, Corners, Cost, Footprint, Ground, Link, Map, NodeId, Place, Rect, Region, Size, StepRule,
    Tags,
};
use xunlu_search::{Graph, LinkTable, Permit, Places, Restricted, Step};

impl<'a> View<'a> {
    /// What a query closes or makes more expensive for this mover.
    pub(crate) fn restriction(&self, query: &Query) -> Result<Restriction, WorldError> {
        let tags = query.tags.or(self.tags).filter(|&tags| tags != self.mover.tags());
        if query.avoiding.is_empty() && tags.is_none() && query.unit.is_none() && self.is_free() {
            return Ok(Restriction::default());
        }
        let avoided = self.avoided(query)?;
        let terms = self.meeting_units(query.from, query.unit, avoided)?;
        let terms = match tags {
            Some(tags) => self.closing_tags(tags, terms)?,
            None => terms,
        };
        Ok(self.priced_too(terms))
    }

    /// Whether nobody is in the way, the mover has all its tags, and steps cost what they cost.
    pub(crate) fn is_free(&self) -> bool {
        self.occupied.is_none() && self.price.is_none() && self.tags.is_none()
    }

    /// Checks that the mover may have these tags.
    pub(crate) fn check_tags(&self, tags: Tags) -> Result<(), WorldError> {
        let all = self.mover.tags();
        if !tags.are_within(all) {
            let what = format!(
                "the question is asked with the tags {}, and its mover may have {}; expected some of these: a \
                 mover is built with every tag that it may come to have",
                listed(tags),
                listed(all)
            );
            return Err(WorldError::new(WorldErrorKind::TagsBeyondMover, what));
        }
        Ok(())
    }

    /// The same for a mover that has only some of its tags.
    fn closing_tags(&self, tags: Tags, terms: Terms) -> Result<Terms, WorldError> {
        self.check_tags(tags)?;
        let ends = |link: &Link<Place>| {
            let ends = self.map.node_at(link.from).zip(self.map.node_at(link.to));
            let cost = self.mover.cost_of(link.weight);
            let there = ends.map(|(from, to)| (from, to, cost));
            let back = ends.filter(|_| link.is_two_way).map(|(from, to)| (to, from, cost));
            there.into_iter().chain(back)
        };
        let all: Vec<Link<Place>> = self.map.links().map(|(_, link)| link).collect();
        let (open, shut): (Vec<_>, Vec<_>) = all.iter().partition(|link| link.is_open_to(tags));
        // Where another leads there at the same cost that one may be taken.
        let mut open: Vec<_> = open.into_iter().flat_map(ends).collect();
        open.sort_unstable();
        let shut = shut.into_iter().flat_map(ends);
        let mut shut_links: Vec<_> =
            shut.filter(|link| open.binary_search(link).is_err()).collect();
        shut_links.sort_unstable();
        Ok(Terms { tags: Some(tags), shut_links, overlay: None, ..terms })
    }

    /// What keeps the mover from going where it likes from a place, without a question.
    pub(crate) fn restriction_from(&self, from: NodeId) -> Restriction {
        if self.is_free() {
            return Restriction::default();
        }
        let terms = self.meeting_units(self.map.place_of(from), None, Tolls::NONE);
        self.priced_too(self.holding(terms.unwrap_or_else(|_| NO_TERMS.clone())))
    }

    /// The same for nobody in particular, who starts anywhere.
    pub(crate) fn restriction_of_nobody(&self) -> Restriction {
        if self.is_free() {
            return Restriction::default();
        }
        let meets_units = self.occupied.is_some();
        self.priced_too(self.holding(Terms { meets_units, ..NO_TERMS.clone() }))
    }

    /// The same for nobody who goes anywhere: without the links that are shut to it.
    pub(crate) fn restriction_at_rest(&self) -> Restriction {
        if self.is_free() {
            return Restriction::default();
        }
        let (tags, meets_units) = (self.tags, self.occupied.is_some());
        Restriction::of(Terms { tags, meets_units, ..NO_TERMS.clone() })
    }

    /// The same with the tags that the view was given.
    fn holding(&self, terms: Terms) -> Terms {
        match self.tags {
            Some(tags) => self.closing_tags(tags, terms.clone()).unwrap_or(terms),
            None => terms,
        }
    }

    /// The whole of it, with the view's own price.
    fn priced_too(&self, terms: Terms) -> Restriction {
        Restriction::of(match self.price {
            Some(_) => Terms { is_priced: true, overlay: None, ..terms },
            None => terms,
        })
    }

    fn meeting_units(
        &self,
        from: Place,
        unit: Option<UnitId>,
        avoided: Tolls,
    ) -> Result<Terms, WorldError> {
        let Some(occupied) = self.occupied else {
            return match unit {
                None => Ok(Terms { avoided, ..NO_TERMS.clone() }),
                Some(_) => Err(no_such_unit("the question is not asked among units")),
            };
        };
        let start = self.map.node_at(from).unwrap_or(NodeId::NONE);
        let unit_in = |slot: u32| occupied.slots[slot as usize].unit;
        let slot = match unit {
            None => {
                let mut here = occupied.slots_at(start);
                here.find(|&slot| self.map.node_at(unit_in(slot).at) == Some(start))
            }
            Some(id) => {
                let slot = occupied.slots.get(id.slot as usize);
                let slot = slot.filter(|slot| slot.is_here && slot.round == id.round);
                slot.ok_or_else(|| no_such_unit("the unit that asks has left"))?;
                Some(id.slot)
            }
        };
        let asker = Asker { slot, group: slot.map(|slot| unit_in(slot).group) };
        let is_small = self.mover.footprint() == Footprint::ONE;
        let mut own = if is_small { Vec::new() } else { self.under(from, self.mover.footprint()) };
        own.sort_unstable();
        // Where the asker stands elsewhere than it starts from, its own place is no wall.
        let is_there = asker.slot.is_none_or(|slot| {
            let unit = unit_in(slot);
            unit.footprint == Footprint::ONE && self.map.node_at(unit.at) == Some(start)
        });
        let walls = occupied.walls_to(asker.group).filter(|_| is_there && avoided.is_empty());
        let overlay = walls.and_then(|walls| {
            let known = (self.class, walls);
            let mut overlays = occupied.overlays.iter();
            overlays.position(|overlay| (overlay.class, overlay.groups) == known)
        });
        let meets_units = true;
        Ok(Terms { avoided, meets_units, asker, start, own, overlay, ..NO_TERMS.clone() })
    }

    /// The cells of the map under a footprint at a place; the place itself on hexes and waypoints.
    pub(crate) fn under(&self, place: Place, footprint: Footprint) -> Vec<NodeId> {
        let Some((_, layer, cell)) = self.map.grid_around(place) else {
            return self.map.node_at(place).into_iter().collect();
        };
        let cells = Rect::new(cell, footprint.size()).cells();
        cells.filter_map(|cell| self.map.node_at(self.map.place_on(layer, cell))).collect()
    }

    /// The places where the mover stands on a cell.
    pub(crate) fn standing_on(&self, cell: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        let (map, Size { width, height }) = (self.map, self.mover.footprint().size());
        let around = map.grid_around(map.place_of(cell)).map(|(_, layer, cell)| (layer, cell));
        let places = around.into_iter().flat_map(move |(layer, cell)| {
            let first = Cell::new(
                cell.x.saturating_sub_unsigned(width - 1),
                cell.y.saturating_sub_unsigned(height - 1),
            );
            let places = Rect::new(first, Size::new(width, height)).cells();
            places.filter_map(move |cell| map.node_at(map.place_on(layer, cell)))
        });
        let itself = map.grids().is_empty().then_some(cell);
        itself.into_iter().chain(places)
    }

    /// What entering a place costs more; [`Cost::MAX`] if it is closed.
    #[inline]
    pub(crate) fn toll(&self, restriction: &Restriction, place: NodeId) -> Cost {
        let avoided = restriction.avoided.at(place);
        if restriction.tags.is_some_and(|tags| !self.is_open_to(tags, place)) {
            return Cost::MAX;
        }
        match self.occupied.filter(|_| restriction.meets_units) {
            Some(_) if place == restriction.start => avoided,
            Some(occupied) if self.mover.footprint() == Footprint::ONE => {
                avoided.max(occupied.toll(restriction.asker, place))
            }
            Some(occupied) => {
                let tolls = self
                    .met_at(restriction, place)
                    .map(|cell| occupied.toll(restriction.asker, cell));
                tolls.fold(avoided, Cost::max)
            }
            None => avoided,
        }
    }

    /// Whether the ground of a cell is open to somebody with these tags.
    pub(crate) fn is_cell_open_to(&self, tags: Tags, cell: NodeId) -> bool {
        self.needed_tags(cell).are_within(tags)
    }

    /// The tags that the ground of a cell needs.
    pub(crate) fn needed_tags(&self, cell: NodeId) -> Tags {
        let (layer, first) = match self.map {
            Map::Layers(layers) => {
                let layer = layers.layer_cell_of(cell.0).layer;
                (layer, layers.first_node(layer).unwrap_or(0))
            }
            _ => (0, 0),
        };
        let needed = self.map.ground(layer).and_then(Ground::tags);
        needed.map_or(Tags::NONE, |needed| needed.values()[(cell.0 - first) as usize])
    }

    /// Whether all ground under the mover at a place is open to somebody with these tags.
    pub(crate) fn is_open_to(&self, tags: Tags, place: NodeId) -> bool {
        let is_open = |cell: NodeId| self.is_cell_open_to(tags, cell);
        if self.mover.footprint() == Footprint::ONE {
            return is_open(place);
        }
        self.under(self.map.place_of(place), self.mover.footprint()).into_iter().all(is_open)
    }

    /// Whether the mover may be at a place, as far as a question restricts it.
    pub(crate) fn admits(&self, restriction: &Restriction, place: NodeId) -> bool {
        !restriction.is_any() || self.toll(restriction, place) < Cost::MAX
    }

    /// Whether the mover may be where it starts: only tags that it does not have can keep it from there.
    pub(crate) fn may_start(&self, restriction: &Restriction, place: NodeId) -> bool {
        !restriction.is_any() || restriction.tags.is_none_or(|tags| self.is_open_to(tags, place))
    }

    /// Whether the mover may end at a place, as far as a question restricts it.
    #[inline]
    pub(crate) fn may_end(&self, restriction: &Restriction, place: NodeId) -> bool {
        !restriction.is_any() || self.may_end_within(restriction, place)
    }

    fn may_end_within(&self, restriction: &Restriction, place: NodeId) -> bool {
        let occupied = self.occupied.filter(|_| restriction.meets_units);
        self.admits(restriction, place)
            && occupied.is_none_or(|occupied| {
                let mut cells = self.met_at(restriction, place);
                cells.all(|cell| occupied.may_end(restriction.asker, cell))
            })
    }

    /// The places that the mover may go through but not end at, as far as a question restricts it.
    pub(crate) fn passed_through(&self, restriction: &Restriction) -> Vec<NodeId> {
        let occupied = self.occupied.filter(|_| restriction.meets_units);
        let Some(occupied) = occupied.filter(|occupied| occupied.has_passed(restriction.asker))
        else {
            return Vec::new();
        };
        let cells = occupied.cells().filter(|&cell| !occupied.may_end(restriction.asker, cell));
        let mut places: Vec<NodeId> = cells.flat_map(|cell| self.standing_on(cell)).collect();
        places.sort_unstable();
        places.dedup();
        places
            .retain(|&place| self.admits(restriction, place) && !self.may_end(restriction, place));
        places
    }

    /// Who keeps the mover from going to a place, or from ending there.
    pub(crate) fn units_met(
        &self,
        restriction: &Restriction,
        place: NodeId,
        is_end: bool,
    ) -> Vec<UnitId> {
        let occupied = self.occupied.filter(|_| restriction.meets_units);
        let met = occupied.into_iter().flat_map(|occupied| {
            let cells = self.met_at(restriction, place);
            cells.flat_map(|cell| occupied.stopping(restriction.asker, cell, is_end))
        });
        let mut units: Vec<UnitId> = met.collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// The cells under the mover at a place where it may meet others.
    fn met_at<'r>(
        &self,
        restriction: &'r Restriction,
        place: NodeId,
    ) -> impl Iterator<Item = NodeId> + use<'a, 'r> {
        let (map, Size { width, height }) = (self.map, self.mover.footprint().size());
        let is_small = (width, height) == (1, 1);
        let one = (is_small && place != restriction.start).then_some(place);
        let around = if is_small { None } else { map.grid_around(map.place_of(place)) };
        let cells = around.into_iter().flat_map(move |(_, layer, cell)| {
            let under = Rect::new(cell, Size::new(width, height)).cells();
            under.filter_map(move |cell| map.node_at(map.place_on(layer, cell)))
        });
        let occupied = self.occupied;
        let may_be_met = move |cell: &NodeId| {
            occupied.is_none_or(|occupied| occupied.may_be_on(*cell))
                && restriction.own.binary_search(cell).is_err()
        };
        one.into_iter().chain(cells.filter(may_be_met))
    }

    /// What the mover jumps over, with the walls that a question adds, if that is known. Returns `None` if it
    /// cannot jump here, or the question closes more than that.
    pub(crate) fn jumps_for(&self, restriction: &Restriction) -> Option<Jumps<'a>> {
        if !restriction.is_any() {
            return self.jumps;
        }
        let overlay = self.occupied?.overlays.get(restriction.overlay?)?;
        // What was made for one without such steps is none of it.
        let jumps = self.jumps.filter(|_| !self.is_weighted)?;
        let jumps = Some(jumps).filter(|jumps| !jumps.map.has_lone_steps())?;
        let bounds = jumps.index.map(|index| (index, jumps.map));
        let over = |map| Jumps { map, index: None, bounds, ..jumps };
        overlay.made.as_ref().map(|made| over(&made.jumps))
    }

    /// The [graph](Self::graph) as a question restricts it: confined to its region, without what is closed,
    /// and with what it makes more expensive.
    pub(crate) fn graph_for<'r>(
        &self,
        region: Option<&'r Region>,
        restriction: &'r Restriction,
    ) -> Restricted<MapGraph<'a>, impl Fn(NodeId, NodeId, Cost) -> Permit + use<'a, 'r>> {
        self.restricted(self.graph(), region, restriction)
    }

    /// The same of the [graph](Self::graph), or the [graph of places](Self::place_graph).
    pub(crate) fn restricted<'r>(
        &self,
        graph: MapGraph<'a>,
        region: Option<&'r Region>,
        restriction: &'r Restriction,
    ) -> Restricted<MapGraph<'a>, impl Fn(NodeId, NodeId, Cost) -> Permit + use<'a, 'r>> {
        let (view, states, places) = (*self, graph.states(), self.place_graph());
        let enter = move |from: NodeId, to: NodeId, cost| {
            // After a link a mover has no heading.
            let is_link = states > 1 && to.0 % states == states - 1;
            let ends = [from, to].map(|node| NodeId(node.0 / states));
            let is_outside =
                |&place: &NodeId| region.is_some_and(|region| !lies_in(view.map, region, place));
            if ends.iter().any(is_outside) {
                return Permit::Outside;
            }
            if restriction.is_any() {
                view.permit(&places, restriction, ends, (cost, is_link))
            } else {
                Permit::At(cost)
            }
        };
        let is_any = region.is_some() || restriction.is_any();
        Restricted::new(graph, is_any.then_some(enter))
    }

    /// Whether a question closes a step that the map lets the mover make.
    pub(crate) fn closes_step(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        ends: [NodeId; 2],
    ) -> bool {
        self.price_of_step(places, restriction, ends).is_none()
    }

    /// What the cheapest step from one place to another costs with what a question adds. Returns `None` if it
    /// closes all of them.
    pub(crate) fn price_of_step(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        [from, to]: [NodeId; 2],
    ) -> Option<Cost> {
        let mut steps = Vec::new();
        places.steps_from(from, &mut steps);
        let joining = steps.iter().filter(|step| step.to == to);
        let costs = joining.filter_map(|step| {
            match self.permit(places, restriction, [from, to], (step.cost, false)) {
                Permit::At(cost) => Some(cost),
                Permit::Closed | Permit::Outside => None,
            }
        });
        costs.min()
    }

    /// What becomes of a step between two places.
    pub(crate) fn permit(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        [from, to]: [NodeId; 2],
        (cost, is_link): (Cost, bool),
    ) -> Permit {
        if restriction.shut_links.binary_search(&(from, to, cost)).is_ok()
            && (is_link || !self.has_step(from, to, cost))
        {
            return Permit::Closed;
        }
        match self.toll(restriction, to) {
            Cost::MAX => Permit::Closed,
            _ if !self.passes_corners(places, restriction, [from, to], cost) => Permit::Closed,
            toll => match self.price {
                Some(price) => {
                    price.of(self.map.place_of(to), cost + toll).map_or(Permit::Closed, Permit::At)
                }
                None => Permit::At(cost + toll),
            },
        }
    }

    /// Whether what stands beside a diagonal step can close it.
    pub(crate) fn heeds_corners(&self) -> bool {
        matches!(self.mover.rule(), StepRule::Eight(Corners::OneFree | Corners::NoCutting))
    }

    /// Whether a path meets nothing that a question closes or makes more expensive, not even at a corner that
    /// it passes.
    pub(crate) fn is_clear(&self, path: &[Place], restriction: &Restriction) -> bool {
        let heeds_corners = self.heeds_corners();
        let is_clear = |[from, to]: [Place; 2]| {
            let ends = self.map.node_at(from).zip(self.map.node_at(to));
            ends.is_some_and(|(from, to)| {
                let beside = self.beside_diagonal([from, to]).filter(|_| heeds_corners);
                let corners = beside.into_iter().flatten().flatten();
                corners.chain([to]).all(|place| self.toll(restriction, place) == Cost::ZERO)
                    && !restriction.shuts_link([from, to])
                    && self.is_at_cost([from, to])
            })
        };
        let mut steps = path.array_windows().copied();
        let (Map::Grid(grid), Footprint::ONE) = (self.map, self.mover.footprint()) else {
            return steps.all(is_clear);
        };
        let is_more = self.price.is_some() || restriction.tags.is_some();
        if grid.wrap().is_any() || self.occupied.is_none() || is_more {
            return steps.all(is_clear);
        }
        // PERF: most cells are told free by a filter alone, a number and its neighbours without a look at the
        // map. By `is_clear` alone a path of 250 cells on open ground took 54,000 instructions
        // to look through, and takes 21,000 so (`--example units -- open:512`).
        let stride = grid.layout().stride();
        let may_be_met = |cell: u32| {
            let is_avoided = restriction.avoided.at(NodeId(cell)) > Cost::ZERO;
            is_avoided || self.occupied.is_some_and(|occupied| occupied.may_be_on(NodeId(cell)))
        };
        let Some(first) = path.first().and_then(|&place| self.map.node_at(place)) else {
            return false;
        };
        let mut at = first.0;
        steps.all(|[from, to]| {
            let (Place::Cell(here), Place::Cell(there)) = (from, to) else { return false };
            let off = there - here;
            let (aside, along) =
                (off.dx.cast_unsigned(), off.dy.cast_unsigned().wrapping_mul(stride));
            let beside = [at.wrapping_add(aside), at.wrapping_add(along)];
            at = beside[0].wrapping_add(along);
            let is_diagonal = heeds_corners && off.dx != 0 && off.dy != 0;
            let may_be_met = may_be_met(at) || (is_diagonal && beside.into_iter().any(may_be_met));
            !may_be_met || is_clear([from, to])
        })
    }

    /// Whether a step costs no more than it costs the mover.
    fn is_at_cost(&self, [from, to]: [NodeId; 2]) -> bool {
        let Some(price) = self.price else { return true };
        let (graph, mut steps) = (self.place_graph(), Vec::new());
        graph.steps_from(from, &mut steps);
        let costs = steps.iter().filter(|step| step.to == to).map(|step| step.cost);
        costs.min().is_some_and(|cost| price.of(self.map.place_of(to), cost) == Some(cost))
    }

    /// Whether a step that is no link leads from one place to another at this cost.
    pub(crate) fn has_step(&self, from: NodeId, to: NodeId, cost: Cost) -> bool {
        if matches!(self.map, Map::Waypoints(_)) {
            return false;
        }
        let (links, mut steps) = (LinkTable::default(), Vec::new());
        let graph = MapGraph::places(self.map, self.mover, self.standable, &links);
        let graph = self.under.map_or(graph, |under| graph.with_ground_under(under));
        graph.steps_from(from, &mut steps);
        steps.contains(&Step { to, cost })
    }

    /// Whether a diagonal step squeezes past nothing that the question closes and the corner rule forbids.
    fn passes_corners(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        ends: [NodeId; 2],
        cost: Cost,
    ) -> bool {
        let beside = match self.mover.rule() {
            StepRule::Eight(Corners::OneFree | Corners::NoCutting) => self.beside_diagonal(ends),
            _ => None,
        };
        let Some(beside) = beside else { return true };
        let is_free = |place: Option<NodeId>| {
            let place = place.filter(|&place| self.admits(restriction, place));
            place.is_some_and(|place| places.can_stand_on(place))
        };
        let [first, second] = beside.map(is_free);
        let needs_both = *self.mover.rule() == StepRule::Eight(Corners::NoCutting);
        let may_pass = if needs_both { first && second } else { first || second };
        // A link between diagonal neighbours heeds no corners.
        may_pass || self.links.table.has(ends[0], ends[1], cost)
    }

    /// The two places that a diagonal step passes between. Returns `None` for any other step.
    pub(crate) fn beside_diagonal(&self, [from, to]: [NodeId; 2]) -> Option<[Option<NodeId>; 2]> {
        if let Map::Grid(grid) = self.map
            && !grid.wrap().is_any()
        {
            // Numbers of cells are row by row, so one addition leads anywhere.
            let (stride, by) = (grid.layout().stride(), to.0.wrapping_sub(from.0));
            let aside = [1, 1_u32.wrapping_neg()].into_iter();
            let mut both =
                aside.flat_map(|aside| [(aside, stride), (aside, stride.wrapping_neg())]);
            let (aside, along) = both.find(|(aside, along)| aside.wrapping_add(*along) == by)?;
            return Some([aside, along].map(|by| Some(NodeId(from.0.wrapping_add(by)))));
        }
        let [(grid, layer, from), (_, other, to)] = [
            self.map.grid_around(self.map.place_of(from))?,
            self.map.grid_around(self.map.place_of(to))?,
        ];
        if layer != other {
            return None;
        }
        // Round a joined edge the neighbour is at the far side.
        let size = grid.bounds().size;
        let along = |off: i32, length: u32, joins: bool| match off {
            off if joins && off > 1 => off.checked_sub_unsigned(length).unwrap_or(off),
            off if joins && off < -1 => off.checked_add_unsigned(length).unwrap_or(off),
            off => off,
        };
        let (off, wrap) = (to - from, grid.wrap());
        let (dx, dy) = (along(off.dx, size.width, wrap.x), along(off.dy, size.height, wrap.y));
        (dx.abs() == 1 && dy.abs() == 1).then(|| {
            let beside = [Cell::new(from.x + dx, from.y), Cell::new(from.x, from.y + dy)];
            beside.map(|cell| self.map.node_at(self.map.place_on(layer, cell)))
        })
    }
}

fn no_such_unit(what: &str) -> WorldError {
    let what = format!("{what}; expected a unit of the occupancy that the world is asked among");
    WorldError::new(WorldErrorKind::NoSuchUnit, what)
}

fn listed(tags: Tags) -> String {
    let numbers: Vec<String> = tags.numbers().map(|number| number.to_string()).collect();
    if numbers.is_empty() { "none".into() } else { numbers.join(", ") }
}
