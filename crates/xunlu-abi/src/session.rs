//! A map, somebody who walks on it, and the question at hand.

use crate::columns::Columns;
use crate::place_numbers::PlaceNumbers;
use crate::status::Failure;
use xunlu::map::NodeId;
use xunlu::{
    Answer, Change, Choice, Map, Mover, MoverId, Pending, Place, Query, Terrain, Ties, View,
    Weight, Workspace, World,
};

/// What terrains cost, where that is not what their numbers say; none: closed.
pub(crate) type Prices = Vec<(Terrain, Option<Weight>)>;

/// How many who walked are known at once: each edit repairs what is known for all of them.
const MOVERS_KEPT: usize = 4;

/// Everything behind one number.
#[derive(Debug)]
pub(crate) struct Session {
    /// The map, until there is a world that holds it.
    map: Option<Map>,
    world: Option<World>,
    pub(crate) numbers: PlaceNumbers,
    pub(crate) prices: Prices,
    mover: Option<Mover>,
    /// The mover's number in the world, once the world knows it.
    walker: Option<MoverId>,
    pub(crate) ties: Ties,
    pub(crate) is_exhaustive: bool,
    pub(crate) hears_considered: bool,
    workspace: Workspace,
    pending: Option<Pending>,
    pub(crate) choice: Option<Choice>,
    pub(crate) answer: Option<Answer<Place>>,
    pub(crate) columns: Columns,
}

impl Session {
    pub(crate) fn new(map: Map) -> Session {
        let numbers = PlaceNumbers::of(&map);
        Session {
            map: Some(map),
            world: None,
            numbers,
            prices: Prices::new(),
            mover: None,
            walker: None,
            ties: Ties::default(),
            is_exhaustive: false,
            hears_considered: false,
            workspace: Workspace::new(),
            pending: None,
            choice: None,
            answer: None,
            columns: Columns::default(),
        }
    }

    /// A session of its own on the map as it is now, for who walks here. Costs no copy: each world takes
    /// tables of its own when it is edited while the other still has them.
    #[cfg(feature = "full")]
    pub(crate) fn snapshot(&mut self) -> Result<Session, Failure> {
        let (world, walker) = self.world()?;
        let world = world.clone();
        Ok(Session {
            map: None,
            world: Some(world),
            numbers: self.numbers.clone(),
            prices: self.prices.clone(),
            mover: self.mover.clone(),
            walker: Some(walker),
            ties: self.ties,
            is_exhaustive: self.is_exhaustive,
            hears_considered: self.hears_considered,
            workspace: Workspace::new(),
            pending: None,
            choice: None,
            answer: None,
            columns: Columns::default(),
        })
    }

    /// Says what a terrain costs the next who walks; none: nobody may enter it.
    pub(crate) fn price(&mut self, terrain: Terrain, weight: Option<Weight>) {
        self.prices.retain(|(known, _)| *known != terrain);
        self.prices.push((terrain, weight));
    }

    pub(crate) fn map(&self) -> &Map {
        let map = self.world.as_ref().map(|world| world.map()).or(self.map.as_ref());
        map.expect("a session has its map or a world with it")
    }

    /// Lets somebody else walk on the map. The world stays, and knows the last few who walked there.
    pub(crate) fn walk_as(&mut self, mover: Mover) {
        if self.mover.as_ref() == Some(&mover) {
            return;
        }
        self.give_up();
        let is_full = |world: &World| {
            world.mover_like(&mover).is_none() && world.movers().count() >= MOVERS_KEPT
        };
        if self.world.as_ref().is_some_and(is_full) {
            self.map = self.world.take().map(|world| world.map().clone());
        }
        (self.mover, self.walker) = (Some(mover), None);
    }

    /// The world, made when first asked for, and who walks there.
    pub(crate) fn world(&mut self) -> Result<(&mut World, MoverId), Failure> {
        if let Some(map) = self.map.take() {
            let made = match self.mover.clone() {
                Some(mover) => World::with_mover(map.clone(), mover),
                None => World::new(map.clone()),
            };
            match made {
                Ok(world) => self.world = Some(world),
                Err(error) => {
                    self.map = Some(map);
                    return Err(error.into());
                }
            }
        }
        let world = self.world.as_mut().expect("it was made above or before");
        let walker = match (self.walker, &self.mover) {
            (Some(walker), _) => walker,
            (None, Some(mover)) => world.add_mover(mover.clone())?,
            (None, None) => MoverId::FIRST,
        };
        self.walker = Some(walker);
        Ok((world, walker))
    }

    /// Gives cells other ground. An error, and nothing is changed, if one of them is not on the map.
    pub(crate) fn set_all(
        &mut self,
        cells: impl Iterator<Item = (u32, Terrain)>,
    ) -> Result<(), Failure> {
        let place_of = |(cell, terrain)| Ok((self.place_at(cell)?, terrain));
        let places = cells.map(place_of).collect::<Result<Vec<_>, Failure>>()?;
        if let Some(world) = &mut self.world {
            world.set_all(places)?;
        } else {
            places.into_iter().try_for_each(|(place, terrain)| self.set(place, terrain))?;
        }
        Ok(())
    }

    /// Gives a cell other ground while there is no world.
    fn set(&mut self, place: Place, terrain: Terrain) -> Result<(), Failure> {
        let edit = match (self.map.as_mut(), place) {
            (Some(Map::Grid(grid)), Place::Cell(cell)) => grid.set(cell, terrain),
            (Some(Map::Hex(grid)), Place::Hex(hex)) => grid.set(hex, terrain),
            (Some(Map::Layers(layers)), Place::LayerCell(layer_cell)) => {
                layers.set(layer_cell, terrain)
            }
            _ => return Err(Failure::refused("waypoints have no ground; expected a cell")),
        };
        edit.map(|_| ()).map_err(Failure::from)
    }

    /// Makes a change of the map; all of it, or an error and nothing.
    pub(crate) fn change(&mut self, change: &Change) -> Result<(), Failure> {
        match (&mut self.world, &mut self.map) {
            (Some(world), _) => drop(world.apply(change)?),
            (None, Some(map)) => drop(map.apply(change)?),
            (None, None) => return Err(Failure::nothing("there is no map")),
        }
        Ok(())
    }

    /// The place of a number.
    pub(crate) fn place_at(&self, number: u32) -> Result<Place, Failure> {
        self.numbers.place_at(self.map(), number)
    }

    /// The number of a place.
    pub(crate) fn number_of(&self, place: Place) -> u32 {
        self.numbers.number_of(self.map(), place)
    }

    /// The number of the place that a node of the search stands for; none for no node.
    pub(crate) fn number_of_node(&self, node: u32) -> u32 {
        let known = self.world.as_ref().zip(self.walker);
        let place = known.and_then(|(world, walker)| world.place_of(walker, NodeId(node)));
        place.map_or(NodeId::NONE.0, |place| self.number_of(place))
    }

    /// Begins with a question. At most so many events of its search are kept.
    pub(crate) fn begin(&mut self, query: Query, events_max: u32) -> Result<(), Failure> {
        self.give_up();
        self.columns.begin(events_max, self.hears_considered);
        let query = query.mover(self.world()?.1);
        let Session { world: Some(world), workspace, columns, .. } = self else {
            return Err(Failure::nothing("there is no map"));
        };
        self.choice = Some(world.choose(&query)?);
        self.pending = Some(world.begin_observed(query, workspace, columns)?);
        Ok(())
    }

    /// Carries on with the question. Returns whether it is answered.
    pub(crate) fn advance(&mut self, budget: u32) -> Result<bool, Failure> {
        let Session { world: Some(world), pending, columns, answer, workspace, .. } = self else {
            return Err(Failure::nothing("no question was begun"));
        };
        let Some(at_hand) = pending else {
            return Err(Failure::nothing("no question was begun, or it is answered"));
        };
        let come = world.advance_observed(at_hand, u64::from(budget), columns)?;
        let is_answered = come.is_some();
        if is_answered {
            *answer = come;
            *workspace = pending.take().map(Pending::into_workspace).unwrap_or_default();
        }
        Ok(is_answered)
    }

    /// How many nodes the question at hand has expanded so far.
    pub(crate) fn expansions(&self) -> u64 {
        self.pending.as_ref().map_or(0, Pending::expansions)
    }

    /// Gives the question at hand up, and forgets what came of the last.
    pub(crate) fn give_up(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.workspace = pending.into_workspace();
        }
        (self.choice, self.answer) = (None, None);
    }

    /// Gives the question at hand up, and all that searches wrote.
    pub(crate) fn trim(&mut self) {
        self.give_up();
        (self.workspace, self.columns) = (Workspace::new(), Columns::default());
    }

    /// The world as who walks there sees it, and the memory to think in.
    pub(crate) fn view_and_workspace(&mut self) -> Result<(View<'_>, &mut Workspace), Failure> {
        let (_, walker) = self.world()?;
        let Session { world: Some(world), workspace, .. } = self else {
            return Err(Failure::nothing("there is no map"));
        };
        Ok((world.view(walker)?, workspace))
    }

    /// How many bytes searches and indexes hold.
    pub(crate) fn bytes(&self) -> usize {
        self.workspace.bytes() + self.world.as_ref().map_or(0, |world| world.index_bytes())
    }
}
