//! The door: a map, who moves on it, and what was worked out about both, kept true under edits.

mod edits;

use crate::error::WorldError;
use crate::indexes::Indexes;
use crate::seen::{MoverLinks, Seen};
use crate::surface::Surface;
use crate::usage::Usage;
use xunlu_index::{Blocks, Components, GroundUnder};
use xunlu_map::{Cost, Grid, Map, Mover, NodeId, Passability, Place, Revision, Size, StepRule};
use xunlu_search::{Algorithm, JumpCosts, JumpIndex, JumpMap, Jumps, Places};

/// The number of a mover in its world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoverId(pub(crate) u32);

impl MoverId {
    /// The mover that a world begins with.
    pub const FIRST: MoverId = MoverId(0);

    /// The number, counted in the order in which movers came.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// An index is made after so many expansions without one for each place of the map: by then they have
/// taken several times as long as making it does.
const EXPANSIONS_A_NODE: u64 = 4;

/// The most maps of uneven ground kept for movers who make the same steps: one takes five to six bytes a
/// cell, and each further set of prices needs one of its own.
const UNEVEN_MAX: usize = 16;

/// A map, the movers on it, and what was worked out beforehand for each kind of them: where they may
/// stand, how much room there is, what hangs together.
///
/// Asking needs only `&self` and a [`Workspace`](crate::Workspace) of one's own, so any number of
/// threads may ask at once. Editing cells costs what it touches; adding or removing a link or opening
/// its door costs what there are links, for each mover.
///
/// ```
/// use xunlu::{Grid, Place, Query, Workspace, World};
///
/// let world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
/// let query = Query::between(Place::cell(0, 0), Place::cell(3, 0));
/// let answer = world.find(&query, &mut Workspace::new())?;
/// assert_eq!(answer.path().unwrap().places.len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    map: Map,
    surfaces: Vec<Surface>,
    kinds: Vec<Kind>,
    walkers: Vec<Walker>,
}

/// What hangs together for movers who can make the same steps, whatever these cost them.
#[derive(Clone, Debug)]
struct Kind {
    // Whoever it was made for.
    mover: Mover,
    surface: usize,
    components: Components,
    // Made when the first mover of the kind can use it.
    jumps: Option<JumpMap>,
    indexes: Indexes,
    // The same map for each set of prices of movers to whom ground costs differ.
    uneven_jumps: Vec<JumpMap>,
}

/// A mover of this world.
#[derive(Clone, Debug)]
struct Walker {
    mover: Mover,
    kind: usize,
    links: MoverLinks,
    // Which of its surface's tells what lies under it, if it is large and prices differ.
    under: Option<usize>,
    // What its jumps cost, while the ground and the links let it jump; where ground costs differ, the
    // least that they cost.
    jump_costs: Option<JumpCosts>,
    is_uneven: bool,
    // Which of its kind's maps for uneven ground is for it, if one was made.
    uneven: Option<usize>,
    usage: Usage,
}

/// A mover with everything that was worked out for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    pub(crate) map: &'a Map,
    pub(crate) mover: &'a Mover,
    pub(crate) surface: &'a Surface,
    pub(crate) links: &'a MoverLinks,
    pub(crate) components: &'a Components,
    /// What lies under a large mover, where ground costs differ.
    pub(crate) under: Option<&'a GroundUnder>,
    /// The map made ready for jumps, and what they cost: where all ways are steps to neighbours.
    pub(crate) jumps: Option<Jumps<'a>>,
    /// Whether that is for ground of several prices.
    pub(crate) is_uneven: bool,
    pub(crate) usage: &'a Usage,
}

impl Walker {
    /// What it jumps over.
    fn jumps_on<'a>(&self, kind: &'a Kind) -> Option<Jumps<'a>> {
        let costs = self.jump_costs?;
        if self.is_uneven {
            let map = &kind.uneven_jumps[self.uneven?];
            return Some(Jumps { map, costs, index: None });
        }
        let index = kind.indexes.of(costs);
        kind.jumps.as_ref().map(|map| Jumps { map, costs, index })
    }

    /// Finds out whether it can jump, and makes the map ready for it if none like it was there before.
    fn allow_jumps(&mut self, grid: &Grid, open: &Passability, kind: &mut Kind) {
        self.jump_costs = JumpCosts::of(grid, &self.mover);
        self.is_uneven = self.jump_costs.is_none();
        if !self.is_uneven {
            kind.jumps = kind.jumps.take().or_else(|| JumpMap::new(open, &self.mover));
            return;
        }
        self.jump_costs = JumpCosts::least_of(grid, &self.mover);
        if self.jump_costs.is_some() && self.uneven.is_none() {
            let maps = &mut kind.uneven_jumps;
            self.uneven = maps.iter().position(|map| map.is_uneven_for(&self.mover));
            if self.uneven.is_none() && maps.len() < UNEVEN_MAX {
                let made = JumpMap::uneven(open, grid.ground(), &self.mover);
                self.uneven = made.is_some().then_some(maps.len());
                maps.extend(made);
            }
        }
    }
}

impl<'a> Standing<'a> {
    /// What a search by this algorithm jumps over, if it does.
    pub(crate) fn jumps_by(&self, algorithm: Algorithm) -> Option<Jumps<'a>> {
        match algorithm {
            Algorithm::JumpIndex => self.jumps,
            Algorithm::JumpPoints | Algorithm::JumpWeighted => {
                self.jumps.map(|jumps| Jumps { index: None, ..jumps })
            }
            _ => None,
        }
    }

    /// The map as this mover sees it, headings and all.
    pub(crate) fn seen(&self) -> Seen<'a> {
        self.places().with_turns(self.mover)
    }

    /// The map as this mover sees it, each place one node.
    pub(crate) fn places(&self) -> Seen<'a> {
        let seen = Seen::places(self.map, self.mover, self.surface, &self.links.table);
        self.under.map_or(seen, |under| seen.with_ground_under(under))
    }
}

impl World {
    /// The most movers a world may have.
    pub const MOVERS_MAX: usize = 1 << 16;

    /// A world of one map, with the mover that people mean if they say nothing: eight neighbours
    /// without cutting corners, six on hexes, links on waypoints.
    ///
    /// # Errors
    /// When the map is too large for this mover.
    pub fn new(map: impl Into<Map>) -> Result<World, WorldError> {
        let map = map.into();
        let builder = match map {
            Map::Grid(_) | Map::Layers(_) => return World::with_mover(map, Mover::default()),
            Map::Hex(_) => Mover::hex(),
            Map::Waypoints(_) => Mover::links(),
        };
        World::with_mover(map, builder.build()?)
    }

    /// A world of one map and one mover.
    ///
    /// # Errors
    /// When the mover does not suit the map.
    pub fn with_mover(map: impl Into<Map>, mover: Mover) -> Result<World, WorldError> {
        let mut world =
            World { map: map.into(), surfaces: Vec::new(), kinds: Vec::new(), walkers: Vec::new() };
        world.add_mover(mover)?;
        Ok(world)
    }

    /// Takes in another mover; the same one again keeps its number. Works out what its kind needs
    /// unless a mover before it needed the same, which costs what the map is large.
    ///
    /// # Errors
    /// When the mover's steps are not of this kind of map, there are too many movers, or the map is
    /// too large to number its headings.
    pub fn add_mover(&mut self, mover: Mover) -> Result<MoverId, WorldError> {
        let known = self.walkers.iter().position(|walker| walker.mover == mover);
        let number = known.unwrap_or(self.walkers.len());
        let id = u32::try_from(number).ok().filter(|_| number < Self::MOVERS_MAX);
        let most = Self::MOVERS_MAX;
        let too_many = || WorldError::new(format!("too many movers; expected at most {most}"));
        let id = MoverId(id.ok_or_else(too_many)?);
        if known.is_none() {
            self.check_suits(&mover)?;
            let kind = self.kind_for(&mover);
            let links = MoverLinks::new(&self.map, &mover);
            self.walkers.push(Walker {
                mover,
                kind,
                links,
                under: None,
                jump_costs: None,
                is_uneven: false,
                uneven: None,
                usage: Usage::default(),
            });
            self.price_footprints();
            self.allow_jumps();
        }
        Ok(id)
    }

    /// Makes an index for a mover that can jump, unless there is one that is as good as new: what is seen
    /// from each corner, and the costs from sixteen landmarks. The answer is whether there is one now;
    /// there is none where stops see so many others that it would outgrow the map or be slower to read than
    /// looking about is, as in a hall of pillars. With it a search hardly
    /// looks aside, and answers stay the cheapest ways. It is for maps that are asked some hundreds of
    /// questions. Edits keep it true: where ground is opened the landmarks gradually say less, until it
    /// is made again. An edit after which ground costs the mover something else sets it aside; it is given
    /// up when the costs do not come back within some hundred edits, or too many are set aside.
    ///
    /// # Errors
    /// When there is no such mover.
    pub fn make_index(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        let revision = self.revision();
        let Standing { jumps, is_uneven, .. } = self.standing(mover)?;
        let Some(Jumps { map, costs, index }) = jumps.filter(|_| !is_uneven) else {
            return Ok(false);
        };
        if index.is_some_and(JumpIndex::is_sharp) {
            return Ok(true);
        }
        let made = JumpIndex::new(map, costs, revision);
        let is_made = made.is_some();
        let kind = self.walkers[mover.0 as usize].kind;
        self.kinds[kind].indexes.put(costs, made);
        Ok(is_made)
    }

    /// Makes an index for each mover so much was asked for that it is worth it: where the searches without
    /// one have taken well longer than making it will. For games to call between frames or levels; whether
    /// anything was made. Where none can be had it is tried again after as many questions.
    pub fn tend(&mut self) -> bool {
        let mut has_made = false;
        for number in (0..self.walkers.len()).filter_map(|number| u32::try_from(number).ok()) {
            let usage = &mut self.walkers[number as usize].usage;
            if usage.expansions() >= EXPANSIONS_A_NODE * u64::from(self.map.node_count()) {
                usage.clear();
                let was_sharp = self.has_sharp_index(MoverId(number));
                has_made |= self.make_index(MoverId(number)) == Ok(true) && !was_sharp;
            }
        }
        has_made
    }

    /// The map.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// A mover of this world.
    #[must_use]
    pub fn mover(&self, id: MoverId) -> Option<&Mover> {
        self.walkers.get(id.0 as usize).map(|walker| &walker.mover)
    }

    /// How often the map was edited.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.map.revision()
    }

    /// How many components the map has for a mover: parts between which it cannot go back and forth.
    #[must_use]
    pub fn component_count(&self, mover: MoverId) -> Option<u32> {
        Some(self.standing(mover).ok()?.components.count())
    }

    /// The component that a place belongs to for a mover, named by its first place (that of the least
    /// number), and how many places it has; none where the mover cannot stand.
    #[must_use]
    pub fn component_at(&self, mover: MoverId, place: Place) -> Option<(Place, u32)> {
        let components = self.standing(mover).ok()?.components;
        let component = components.component_of(self.map.node_at(place)?)?;
        Some((self.map.place_of(component.least_node()), components.size_of(component)))
    }

    /// Whether the mover can stand at a place.
    #[must_use]
    pub fn can_stand(&self, mover: MoverId, place: Place) -> bool {
        let Ok(standing) = self.standing(mover) else { return false };
        self.map.node_at(place).is_some_and(|node| standing.places().can_stand_on(node))
    }

    /// The place of a node that an observer heard of, whatever heading it stands for; none for an
    /// unknown mover, [`NodeId::NONE`], or a number of no node.
    #[must_use]
    pub fn place_of(&self, mover: MoverId, node: NodeId) -> Option<Place> {
        let below = NodeId(node.0 / self.standing(mover).ok()?.seen().states());
        (node != NodeId::NONE && below.0 < self.map.node_count()).then(|| self.map.place_of(below))
    }

    /// How many bytes were spent on what is worked out beforehand.
    #[must_use]
    pub fn index_bytes(&self) -> usize {
        let surfaces: usize = self.surfaces.iter().map(Surface::bytes).sum();
        let components: usize = self.kinds.iter().map(|kind| kind.components.bytes()).sum();
        let jumps = self.kinds.iter().flat_map(|kind| kind.jumps.iter().chain(&kind.uneven_jumps));
        let jumps = jumps.map(JumpMap::bytes);
        let indexes = self.kinds.iter().map(|kind| kind.indexes.bytes());
        surfaces + components + jumps.chain(indexes).sum::<usize>()
    }

    pub(crate) fn standing(&self, id: MoverId) -> Result<Standing<'_>, WorldError> {
        let count = self.walkers.len();
        let unknown = || {
            let number = id.0;
            WorldError::new(format!("there is no mover {number}; expected a number below {count}"))
        };
        let walker = self.walkers.get(id.0 as usize).ok_or_else(unknown)?;
        let kind = &self.kinds[walker.kind];
        Ok(Standing {
            map: &self.map,
            mover: &walker.mover,
            surface: &self.surfaces[kind.surface],
            links: &walker.links,
            components: &kind.components,
            under: walker.under.map(|number| self.surfaces[kind.surface].under(number)),
            usage: &walker.usage,
            jumps: walker.jumps_on(kind),
            is_uneven: walker.is_uneven,
        })
    }

    fn check_suits(&self, mover: &Mover) -> Result<(), WorldError> {
        let (suits, expected) = match (&self.map, mover.rule()) {
            (Map::Hex(_), rule) => (*rule == StepRule::Hex, "hex steps"),
            (Map::Waypoints(_), rule) => (*rule == StepRule::Links, "links alone"),
            (_, rule) => {
                let on_squares = !matches!(rule, StepRule::Hex | StepRule::Links);
                (on_squares, "four, eight or own steps")
            }
        };
        if !suits {
            let rule = mover.rule();
            return Err(WorldError::new(format!(
                "a mover with the steps {rule:?} cannot move on this map; expected {expected}"
            )));
        }
        let nodes = self.map.node_count();
        let states = if matches!(self.map, Map::Hex(_)) { 7 } else { 9 };
        if mover.turn_cost() > Cost::ZERO && nodes.checked_mul(states).is_none() {
            return Err(WorldError::new(format!(
                "the map's {nodes} places are too many for a mover with a turn cost; expected at \
                 most {}",
                u32::MAX / states
            )));
        }
        Ok(())
    }

    /// The kind of a mover, made if no mover before it was of it.
    fn kind_for(&mut self, mover: &Mover) -> usize {
        let surface = self.surface_for(mover);
        self.surfaces[surface].make_room_for(&self.map, mover.footprint());
        let same = |kind: &Kind| {
            kind.surface == surface
                && kind.mover.rule() == mover.rule()
                && kind.mover.footprint() == mover.footprint()
        };
        if let Some(known) = self.kinds.iter().position(same) {
            return known;
        }
        let links = MoverLinks::new(&self.map, mover);
        let seen = Seen::places(&self.map, mover, &self.surfaces[surface], &links.table);
        let components = Components::new(&seen, blocks_of(&self.map));
        self.kinds.push(Kind {
            mover: mover.clone(),
            surface,
            components,
            jumps: None,
            indexes: Indexes::default(),
            uneven_jumps: Vec::new(),
        });
        self.kinds.len() - 1
    }

    /// Finds out which large movers meet ground of several prices.
    fn price_footprints(&mut self) {
        let World { map, surfaces, kinds, walkers } = self;
        for walker in walkers.iter_mut().filter(|walker| walker.mover.footprint() != Size::ONE) {
            if walker.under.is_none() {
                walker.under = surfaces[kinds[walker.kind].surface].under_for(map, &walker.mover);
            }
        }
    }

    /// Finds out which movers can jump, and makes the map ready for the first of a kind that can, and
    /// once for each set of prices where ground costs differ.
    fn allow_jumps(&mut self) {
        let World { map, surfaces, kinds, walkers } = self;
        let Map::Grid(grid) = map else { return };
        for walker in walkers {
            let kind = &mut kinds[walker.kind];
            let open = surfaces[kind.surface].open(0).filter(|_| walker.links.table.is_empty());
            walker.jump_costs = None;
            if let Some(open) = open {
                walker.allow_jumps(grid, open, kind);
            }
        }
    }

    fn has_sharp_index(&self, mover: MoverId) -> bool {
        let jumps = self.standing(mover).ok().and_then(|standing| standing.jumps);
        jumps.and_then(|jumps| jumps.index).is_some_and(JumpIndex::is_sharp)
    }

    fn surface_for(&mut self, mover: &Mover) -> usize {
        if let Some(known) = self.surfaces.iter().position(|surface| surface.suits(mover)) {
            return known;
        }
        self.surfaces.push(Surface::new(&self.map, mover));
        self.surfaces.len() - 1
    }
}

fn blocks_of(map: &Map) -> Blocks {
    match map {
        Map::Grid(grid) => Blocks::of_grid(grid),
        Map::Hex(grid) => Blocks::of_hex_grid(grid),
        Map::Layers(layers) => Blocks::of_layers(layers),
        Map::Waypoints(graph) => Blocks::of_waypoints(graph),
    }
}

/// The node of a place that must lie inside.
pub(crate) fn node_of(map: &Map, role: &str, place: Place) -> Result<NodeId, WorldError> {
    map.node_at(place).ok_or_else(|| {
        let expected = match map {
            Map::Grid(grid) => {
                let bounds = grid.bounds();
                let max = bounds.max().unwrap_or(bounds.min);
                format!("a cell from {} to {max}", bounds.min)
            }
            _ => format!("{} of the map", map.place_kind()),
        };
        WorldError::outside(role, place, &expected)
    })
}
