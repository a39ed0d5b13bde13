//! A map on which every wall is down and every door open: each step there would be, with whatever
//! stands in its way.

use super::is_longer_than_round;
use crate::view::{View, lies_in};
use xunlu_map::{
    Cell, Corners, Cost, Direction, Door, Footprint, Grid, HexDirection, HexGrid, LinkId, Map,
    NodeId, Offset, Passability, Rect, Region, StepRule, Tags, Terrain,
};

/// What would have to change before a step can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// This cell opened.
    Cell(NodeId),
    /// The place's exit in this direction allowed.
    Exit(u32),
    /// This link's door opened.
    Shut(LinkId),
    /// These tags of this link allowed.
    Tags(LinkId, Tags),
    /// This link led back as well.
    OneWay(LinkId),
}

/// Hears of a step: where it leads, what it would cost, what it needs.
pub(super) type Tell<'t> = &'t mut dyn FnMut(NodeId, Cost, &[Need]);

/// The steps that a mover would have if nothing were in its way. The mover stands where it starts
/// from, with all that is closed under it opened.
#[derive(Debug)]
pub(super) struct Relaxed<'a> {
    view: &'a View<'a>,
    footprint: Footprint,
    region: Option<&'a Region>,
    // Every link both ways, in order of where it is entered.
    links: Vec<End>,
}

/// A link from one of its ends.
#[derive(Clone, Copy, Debug)]
struct End {
    from: NodeId,
    to: NodeId,
    link: LinkId,
    cost: Cost,
    is_shut: bool,
    missing: Tags,
    is_against: bool,
}

impl<'a> Relaxed<'a> {
    /// What a mover of this footprint would have, within a region.
    pub(super) fn new(
        view: &'a View<'a>,
        footprint: Footprint,
        region: Option<&'a Region>,
    ) -> Relaxed<'a> {
        let (map, mover) = (view.map, view.mover);
        let mut links = Vec::new();
        for (id, link) in map.links() {
            let (Some(from), Some(to)) = (map.node_at(link.from), map.node_at(link.to)) else {
                continue;
            };
            let there = End {
                from,
                to,
                link: id,
                cost: mover.cost_of(link.weight),
                is_shut: link.door == Door::Shut,
                missing: Tags(link.tags.0 & !mover.tags().0),
                is_against: false,
            };
            let back = End { from: to, to: from, is_against: !link.is_two_way, ..there };
            links.extend([there, back].into_iter().filter(|_| from != to));
        }
        links.sort_by_key(|end| end.from);
        Relaxed { view, footprint, region, links }
    }

    pub(super) fn node_count(&self) -> u32 {
        self.view.map.node_count()
    }

    /// Whether an obstacle is a cell closed by its terrain.
    pub(super) fn is_wall(&self, need: &Need) -> bool {
        let Need::Cell(node) = need else { return false };
        self.view.closed_cell(*node).is_some_and(|cell| cell.wall.is_some())
    }

    /// Tells every step from a node. `needs` is space to work in.
    pub(super) fn each_step(&self, from: NodeId, needs: &mut Vec<Need>, tell: Tell<'_>) {
        let within =
            |to: NodeId| self.region.is_none_or(|region| lies_in(self.view.map, region, to));
        let tell: Tell<'_> = &mut |to, cost, needs| {
            if within(to) {
                tell(to, cost, needs);
            }
        };
        match self.view.map {
            Map::Hex(grid) => self.hex_steps(grid, from, needs, tell),
            Map::Waypoints(_) => {}
            Map::Grid(_) | Map::Layers(_) => {
                if let Some((square, cell)) = self.square_at(from) {
                    square.each_step(cell, needs, tell);
                }
            }
        }
        self.links_from(from, needs, tell);
    }

    fn hex_steps(&self, grid: &HexGrid, from: NodeId, needs: &mut Vec<Need>, tell: Tell<'_>) {
        let (mover, ground) = (self.view.mover, grid.ground());
        if *mover.rule() != StepRule::Hex {
            return;
        }
        for direction in HexDirection::ALL {
            let Some(to) = grid.index_of(grid.hex_of(from.0).neighbour(direction)) else {
                continue;
            };
            needs.clear();
            if ground.exits().is_some_and(|exits| !exits.at(from.0).allows(direction as u32)) {
                needs.push(Need::Exit(direction as u32));
            }
            self.need_hex(NodeId(to), needs);
            let terrain = ground.terrain().at(to);
            let price = mover.enter_costs()[usize::from(terrain.0)][0];
            let cost = if price.is_saturated() { mover.costs().straight } else { price };
            tell(NodeId(to), cost, needs);
        }
    }

    fn need_hex(&self, node: NodeId, needs: &mut Vec<Need>) {
        let open = self.view.standable.open(0);
        if open.is_some_and(|open| !open.at(node.0)) {
            needs.push(Need::Cell(node));
        }
    }

    fn links_from(&self, from: NodeId, needs: &mut Vec<Need>, tell: Tell<'_>) {
        let first = self.links.partition_point(|end| end.from < from);
        for end in self.links[first..].iter().take_while(|end| end.from == from) {
            needs.clear();
            let link = end.link;
            needs.extend(end.is_shut.then_some(Need::Shut(link)));
            needs.extend((end.missing != Tags::NONE).then_some(Need::Tags(link, end.missing)));
            needs.extend(end.is_against.then_some(Need::OneWay(link)));
            let fits = match self.view.map {
                Map::Hex(_) => {
                    self.need_hex(end.to, needs);
                    true
                }
                Map::Waypoints(_) => true,
                Map::Grid(_) | Map::Layers(_) => {
                    let (here, there) = (self.square_at(from), self.square_at(end.to));
                    there.is_some_and(|(square, cell)| {
                        let here = here.filter(|(other, _)| other.first == square.first);
                        square.need(cell, here.map(|(_, here)| here), needs)
                    })
                }
            };
            if fits {
                tell(end.to, end.cost, needs);
            }
        }
    }

    /// The square grid that a node lies on, and its cell.
    fn square_at(&self, node: NodeId) -> Option<(Square<'a>, Cell)> {
        let view = self.view;
        let (grid, layer, cell) = view.map.grid_around(view.map.place_of(node))?;
        let first = match view.map {
            Map::Layers(layers) => layers.first_node(layer)?,
            _ => 0,
        };
        let open = view.standable.open(layer)?;
        let square = Square { grid, open, first, view, footprint: self.footprint };
        Some((square, cell))
    }
}

/// One square grid.
#[derive(Clone, Copy, Debug)]
struct Square<'a> {
    grid: &'a Grid,
    open: &'a Passability,
    first: u32,
    view: &'a View<'a>,
    footprint: Footprint,
}

impl Square<'_> {
    fn each_step(&self, here: Cell, needs: &mut Vec<Need>, tell: Tell<'_>) {
        let mover = self.view.mover;
        match mover.rule() {
            StepRule::Hex | StepRule::Links => {}
            StepRule::Offsets(offsets) => {
                for (number, step) in offsets.iter().enumerate() {
                    let base = mover.offset_cost(number);
                    let price =
                        |terrain| mover.weight(terrain).map_or(base, |weight| weight.of(base));
                    self.step(here, step.offset, Corners::Always, price, needs, tell);
                }
            }
            rule => {
                let corners =
                    if let StepRule::Eight(corners) = rule { *corners } else { Corners::Never };
                let count = if corners == Corners::Never { 4 } else { 8 };
                for direction in Direction::ALL.into_iter().take(count) {
                    let diagonal = usize::from(direction.is_diagonal());
                    let costs = mover.costs();
                    let base = [costs.straight, costs.diagonal][diagonal];
                    let price = |terrain: Terrain| {
                        let price = mover.enter_costs()[usize::from(terrain.0)][diagonal];
                        if price.is_saturated() { base } else { price }
                    };
                    let corners = if diagonal == 1 { corners } else { Corners::Always };
                    self.step(here, direction.offset(), corners, price, needs, tell);
                }
            }
        }
    }

    fn step(
        &self,
        here: Cell,
        offset: Offset,
        corners: Corners,
        price: impl Fn(Terrain) -> Cost,
        needs: &mut Vec<Need>,
        tell: Tell<'_>,
    ) {
        let there = self.grid.home_of(here + offset).filter(|&there| there != here);
        let (Some(there), Some(direction)) = (there, offset.direction()) else { return };
        needs.clear();
        let ground = self.grid.ground();
        let exits = ground.exits().and_then(|exits| exits.get(here));
        if exits.is_some_and(|exits| !exits.allows(direction as u32)) {
            needs.push(Need::Exit(direction as u32));
        }
        if !self.need(there, Some(here), needs) || !self.need_corners(here, offset, corners, needs)
        {
            return;
        }
        let under = Rect::new(there, self.footprint.size()).cells();
        let terrains = under.filter_map(|cell| ground.terrain().get(self.grid.home_of(cell)?));
        let cost = terrains.map(price).max().unwrap_or(Cost::ZERO);
        if let Some(index) = self.grid.layout().index_of(there) {
            tell(NodeId(self.first + index), cost, needs);
        }
    }

    /// Notes what has to be opened before the mover can stand at a cell, but for what lies under it
    /// where it stands. Returns false if it never can.
    fn need(&self, at: Cell, here: Option<Cell>, needs: &mut Vec<Need>) -> bool {
        if is_longer_than_round(self.grid, self.footprint) {
            return false;
        }
        for under in Rect::new(at, self.footprint.size()).cells() {
            let Some(cell) = self.grid.home_of(under) else { return false };
            if self.open.is_open(cell) || here.is_some_and(|here| self.covers(here, cell)) {
                continue;
            }
            let index = self.grid.layout().index_of(cell);
            let need = index.map(|index| Need::Cell(NodeId(self.first + index)));
            needs.extend(need.filter(|need| !needs.contains(need)));
        }
        true
    }

    /// What a diagonal step needs of the two places it passes between.
    fn need_corners(
        &self,
        here: Cell,
        offset: Offset,
        corners: Corners,
        needs: &mut Vec<Need>,
    ) -> bool {
        let beside = self.grid.home_of(here + Offset::new(offset.dx, 0));
        let below = self.grid.home_of(here + Offset::new(0, offset.dy));
        let free = |at: Option<Cell>, needs: &mut Vec<Need>| {
            at.is_some_and(|at| self.need(at, Some(here), needs))
        };
        match corners {
            Corners::Always => true,
            Corners::Never => false,
            Corners::NoCutting => free(beside, needs) && free(below, needs),
            Corners::OneFree => {
                // Whichever of the two needs less.
                let before = needs.len();
                let fits = free(beside, needs);
                if fits && needs.len() == before {
                    return true;
                }
                let first = needs.split_off(before);
                let other_fits = free(below, needs);
                if fits && (!other_fits || needs.len() - before >= first.len()) {
                    needs.truncate(before);
                    needs.extend(first);
                }
                fits || other_fits
            }
        }
    }

    /// Whether the mover, standing at one cell, covers another.
    fn covers(&self, at: Cell, cell: Cell) -> bool {
        let (size, wrap) = (self.grid.bounds().size, self.grid.wrap());
        let within = |off: i32, length: u32, round: bool, side: u32| {
            let off = i64::from(off);
            let off = if round { off.rem_euclid(i64::from(length)) } else { off };
            (0..i64::from(side)).contains(&off)
        };
        let off = cell - at;
        within(off.dx, size.width, wrap.x, self.footprint.width())
            && within(off.dy, size.height, wrap.y, self.footprint.height())
    }
}
