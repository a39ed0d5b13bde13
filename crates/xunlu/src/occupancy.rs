//! Who stands where, kept beside a world by whoever moves the units.

use crate::error::{WorldError, WorldErrorKind};
use crate::ids::WorldId;
use crate::occupied::{Groups, Occupied, Overlay, Slot, Walled};
use crate::snapshot::Snapshot;
use crate::unit::{Group, Passing, Unit, UnitId};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use xunlu_map::{Footprint, LayerCell, NodeId, Numbering, Place, Rect, Revision};

/// Who stands where: units that are in each other's way, while the world stays as it is.
///
/// A step takes a tenth of a microsecond. To ask with the units in the way, ask the snapshot
/// [among](Snapshot::among) them: every question works there, on any number of threads, and the answers are
/// those of a world with a wall under each of them. Whoever stands where a question begins is the one who
/// asks, and is not in its own way; a field has no such place, and to it all are walls. Who may pass whom is
/// a matter of their [groups](Self::let_pass).
///
/// ```
/// use xunlu::{Cost, Grid, Group, Occupancy, Passing, Place, Query, Unit, Workspace, World};
///
/// let world = World::new("#####\n.....\n#####".parse::<Grid>()?)?;
/// let (knights, ogres) = (Group(1), Group(2));
/// let mut occupancy = Occupancy::new(&world);
/// occupancy.enter(Unit::at(Place::cell(0, 1)).group(knights))?;
/// let squire = occupancy.enter(Unit::at(Place::cell(2, 1)).group(knights))?;
///
/// // In a corridor nobody passes anybody.
/// let mut workspace = Workspace::new();
/// let across = Query::between(Place::cell(0, 1), Place::cell(4, 1));
/// let now = world.among(&mut occupancy)?;
/// assert!(now.find(&across, &mut workspace)?.path().is_none());
///
/// // But knights change places with their squires.
/// occupancy.let_pass(knights, knights, Passing::Free);
/// let answer = world.among(&mut occupancy)?.find(&across, &mut workspace)?;
/// assert_eq!(answer.path().unwrap().places.len(), 5);
///
/// // And an ogre steps in.
/// occupancy.step(squire, Place::cell(4, 1))?;
/// occupancy.enter(Unit::at(Place::cell(2, 1)).group(ogres))?;
/// assert!(world.among(&mut occupancy)?.find(&across, &mut workspace)?.path().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Occupancy {
    world: WorldId,
    numbering: Numbering,
    now: Arc<Occupied>,
    // The cells that somebody entered or left since the overlays were brought up to date, while there are
    // few enough for that to be faster than making them anew.
    changed: Vec<NodeId>,
    has_too_many_changed: bool,
    // The slots of those who left.
    vacant: Vec<u32>,
    // So many cells may have changed, beside two for each where somebody stands.
    changed_max: usize,
    // The moment that was last asked about.
    settled: u64,
    // The revision of the map that the overlays were made of.
    revision: Revision,
}

/// A moment that nobody had before.
fn next_moment() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // Relaxed: that no two are the same is all that is asked.
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A map for jumps round units is made once searches that go round them cell by cell have made an expansion
/// for so many places of the map: copying it takes about as long as they did.
const PLACES_AN_EXPANSION: u64 = 256;

/// A map for jumps is made anew once so many cells changed, one for so many places of the map beside two for
/// each cell where somebody stands: repairing it cell by cell would take longer, and nobody may ever ask.
const PLACES_A_CHANGE: u32 = 256;

/// So many expansions each unit is expected to make before long: where there are many units on a small map
/// none of them has to wait.
const EXPANSIONS_A_UNIT: u64 = 16;

impl Occupancy {
    /// Nobody, on the map of a world. It is for this world alone, and its snapshots.
    #[must_use]
    pub fn new(world: &Snapshot) -> Occupancy {
        Occupancy {
            world: world.world_id(),
            numbering: Numbering::of(world.map()),
            now: Arc::new(Occupied::nobody(next_moment())),
            changed: Vec::new(),
            has_too_many_changed: false,
            vacant: Vec::new(),
            changed_max: (world.map().node_count() / PLACES_A_CHANGE) as usize,
            settled: 0,
            revision: world.revision(),
        }
    }

    /// Puts a unit on the map, whoever stands there already.
    ///
    /// # Errors
    /// When its place lies outside, or it is larger than one place on a map without square cells.
    #[doc(alias("add", "insert", "place", "spawn", "put"))]
    pub fn enter(&mut self, unit: Unit) -> Result<UnitId, WorldError> {
        self.check(unit.at)?;
        if unit.footprint != Footprint::ONE && unit.at.as_cell().is_none() {
            let what = format!(
                "a footprint of {} is for square grids; expected 1x1 at {}",
                unit.footprint, unit.at
            );
            return Err(WorldError::new(WorldErrorKind::NotForThisMap, what));
        }
        let now = Arc::make_mut(&mut self.now);
        let too_many = || {
            let what = "too many units; expected at most 4294967294";
            WorldError::new(WorldErrorKind::TooMany, what)
        };
        let slot = match self.vacant.pop() {
            Some(vacant) => vacant,
            None => {
                let next = u32::try_from(now.slots.len()).ok().filter(|&slot| slot < u32::MAX);
                let slot = next.ok_or_else(too_many)?;
                now.slots.push(Slot { unit, round: 0, is_here: false });
                slot
            }
        };
        let here = &mut now.slots[slot as usize];
        (here.unit, here.is_here) = (unit, true);
        let round = here.round;
        now.count += 1;
        now.count_group(unit.group, 1);
        self.stand(slot, unit);
        Ok(UnitId { slot, round })
    }

    /// Moves a unit to another place, near or far, whoever stands there.
    ///
    /// # Errors
    /// When there is no such unit, or the place lies outside.
    #[doc(alias("move_to", "move_unit", "relocate", "set_place"))]
    pub fn step(&mut self, id: UnitId, to: impl Into<Place>) -> Result<(), WorldError> {
        let to = to.into();
        let unit = self.unit(id).ok_or_else(no_such_unit)?;
        self.check(to)?;
        self.take_off(id.slot, unit);
        let unit = Unit { at: to, ..unit };
        Arc::make_mut(&mut self.now).slots[id.slot as usize].unit = unit;
        self.stand(id.slot, unit);
        Ok(())
    }

    /// Makes a unit one of another group.
    ///
    /// # Errors
    /// When there is no such unit.
    #[doc(alias("set_group"))]
    pub fn join(&mut self, id: UnitId, group: Group) -> Result<(), WorldError> {
        let unit = self.unit(id).ok_or_else(no_such_unit)?;
        let now = Arc::make_mut(&mut self.now);
        now.count_group(unit.group, -1);
        now.count_group(group, 1);
        now.slots[id.slot as usize].unit.group = group;
        self.note(unit);
        Ok(())
    }

    /// Takes a unit off the map.
    ///
    /// # Errors
    /// When there is no such unit.
    #[doc(alias("remove", "despawn"))]
    pub fn leave(&mut self, id: UnitId) -> Result<Unit, WorldError> {
        let unit = self.unit(id).ok_or_else(no_such_unit)?;
        self.take_off(id.slot, unit);
        let now = Arc::make_mut(&mut self.now);
        let slot = &mut now.slots[id.slot as usize];
        (slot.is_here, slot.round) = (false, slot.round.wrapping_add(1));
        now.count -= 1;
        now.count_group(unit.group, -1);
        self.vacant.push(id.slot);
        Ok(unit)
    }

    /// Says how those of one group pass those of another: never, unless said.
    #[doc(alias("set_passing", "may_pass", "allow_pass"))]
    pub fn let_pass(&mut self, who: Group, whom: Group, passing: Passing) {
        let now = Arc::make_mut(&mut self.now);
        now.set_passing(who, whom, passing);
        now.moment = next_moment();
    }

    /// How those of one group pass those of another.
    #[must_use]
    pub fn passing(&self, who: Group, whom: Group) -> Passing {
        self.now.passing(Some(who), whom)
    }

    /// A unit. Returns `None` if it left.
    #[must_use]
    #[doc(alias("get"))]
    pub fn unit(&self, id: UnitId) -> Option<Unit> {
        let slot = self.now.slots.get(id.slot as usize)?;
        (slot.is_here && slot.round == id.round).then_some(slot.unit)
    }

    /// All units with their numbers.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, Unit)> {
        let all = (0..).zip(&self.now.slots).filter(|(_, slot)| slot.is_here);
        all.map(|(number, slot)| (UnitId { slot: number, round: slot.round }, slot.unit))
    }

    /// Those who stand at a place, whoever came last first.
    #[doc(alias("at", "occupant", "is_occupied", "is_free"))]
    pub fn units_at(&self, place: impl Into<Place>) -> impl Iterator<Item = UnitId> {
        let cell = self.numbering.node_at(place.into());
        let slots = cell.into_iter().flat_map(|cell| self.now.slots_at(cell));
        slots.map(|slot| UnitId { slot, round: self.now.slots[slot as usize].round })
    }

    /// How many units there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.now.count
    }

    /// Whether there is no unit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.now.count == 0
    }

    fn check(&self, place: Place) -> Result<(), WorldError> {
        match self.numbering.node_at(place) {
            Some(_) => Ok(()),
            None => Err(WorldError::outside("place of a unit", place, "a place of the map")),
        }
    }

    fn stand(&mut self, slot: u32, unit: Unit) {
        let now = Arc::make_mut(&mut self.now);
        each_under(&self.numbering, unit, |cell| now.stand(slot, cell));
        self.note(unit);
    }

    fn take_off(&mut self, slot: u32, unit: Unit) {
        let now = Arc::make_mut(&mut self.now);
        each_under(&self.numbering, unit, |cell| now.leave(slot, cell));
        self.note(unit);
    }

    /// Notes that what stands under a unit may have changed.
    fn note(&mut self, unit: Unit) {
        let now = Arc::make_mut(&mut self.now);
        now.moment = next_moment();
        if self.has_too_many_changed || now.overlays.iter().all(|overlay| overlay.made.is_none()) {
            return;
        }
        each_under(&self.numbering, unit, |cell| self.changed.push(cell));
        if self.changed.len() > self.changed_max + 2 * now.cell_count() {
            self.changed = Vec::new();
            self.has_too_many_changed = true;
        }
    }
}

fn no_such_unit() -> WorldError {
    WorldError::new(
        WorldErrorKind::NoSuchUnit,
        "there is no such unit; expected one that has not left",
    )
}

/// Hands on each cell that a unit stands on.
fn each_under(
    numbering: &Numbering,
    Unit { at, footprint, .. }: Unit,
    mut tell: impl FnMut(NodeId),
) {
    if footprint == Footprint::ONE {
        numbering.node_at(at).into_iter().for_each(tell);
        return;
    }
    let Some(cell) = at.as_cell() else { return };
    for cell in Rect::new(cell, footprint.size()).cells() {
        let place = match at {
            Place::LayerCell(LayerCell { layer, .. }) => LayerCell::new(layer, cell).into(),
            _ => Place::Cell(cell),
        };
        numbering.node_at(place).into_iter().for_each(&mut tell);
    }
}

impl Snapshot {
    /// The same with units in the way: whatever is asked of it heeds them (a
    /// [`Watcher`](crate::watch::Watcher) is not asked: it looks at what was edited). It is of this moment,
    /// like any snapshot; take another after they moved. Costs what moved since the last one was taken.
    ///
    /// # Errors
    /// When the occupancy is of another world.
    pub fn among(&self, occupancy: &mut Occupancy) -> Result<Snapshot, WorldError> {
        if occupancy.world != self.world {
            let what = "the units are on another world; expected those of this one";
            return Err(WorldError::new(WorldErrorKind::NoSuchUnit, what));
        }
        occupancy.settle(self);
        let occupied = Some(Arc::clone(&occupancy.now));
        Ok(Snapshot { occupied, ..self.clone() })
    }
}

impl Occupancy {
    /// Brings the maps for jumps up to date, and makes those that are worth it.
    fn settle(&mut self, world: &Snapshot) {
        if self.settled != self.now.moment {
            Arc::make_mut(&mut self.now).make_filter();
            self.settled = self.now.moment;
        }
        let wanted = wanted_overlays(world, &self.now);
        let is_current = self.revision == world.revision() && !self.has_too_many_changed;
        if is_current && self.changed.is_empty() && is_settled(&self.now.overlays, &wanted) {
            return;
        }
        let places = u64::from(world.map().node_count());
        let now = Arc::make_mut(&mut self.now);
        let mut known = std::mem::take(&mut now.overlays);
        let mut overlays = Vec::with_capacity(wanted.len());
        for Wanted { class, groups, askers } in wanted {
            let number =
                known.iter().position(|known| (known.class, known.groups) == (class, groups));
            let mut overlay = match number {
                Some(number) => known.swap_remove(number),
                None => Overlay { class, groups, detours: Arc::default(), made: None },
            };
            let base = world.tables.jump_base(overlay.class);
            let Some((open, jumps)) = base else {
                overlays.push(Overlay { made: None, ..overlay });
                continue;
            };
            let expansions = overlay.detours.get() + u64::from(askers) * EXPANSIONS_A_UNIT;
            let is_wanted = expansions * PLACES_AN_EXPANSION >= places;
            let is_open =
                |now: &Occupied, cell: NodeId| open.at(cell.0) && !now.is_walled(&groups, cell);
            match &mut overlay.made {
                Some(made) if is_current => {
                    let made = Arc::make_mut(made);
                    made.set_all(self.changed.iter().copied(), |cell| is_open(now, cell));
                }
                None if !is_wanted => {}
                made => {
                    let mut walled = Walled::new(open, jumps);
                    // Each cell for itself, so that their order does not matter.
                    walled.set_all(now.cells(), |cell| is_open(now, cell));
                    *made = Some(Arc::new(walled));
                }
            }
            overlays.push(overlay);
        }
        now.overlays = overlays;
        self.revision = world.revision();
        self.changed.clear();
        self.has_too_many_changed = false;
    }
}

/// An overlay that may be asked for.
struct Wanted {
    class: u64,
    groups: Groups,
    // For how many units these are the walls.
    askers: u32,
}

/// The overlays that may be asked for: of each class that can jump, for each way in which those who are here
/// are walls to somebody.
fn wanted_overlays(world: &Snapshot, now: &Occupied) -> Vec<Wanted> {
    let mut walls = BTreeMap::new();
    let askers = now.groups().map(|(group, count)| (Some(group), count));
    for (asker, count) in askers.chain([(None, 0)]) {
        let groups = now.walls_to(asker).filter(|groups| *groups != Groups::default());
        if let Some(groups) = groups {
            *walls.entry(groups).or_insert(0) += count;
        }
    }
    let classes = world.tables.jumping_classes();
    let wanted = classes.flat_map(|class| {
        walls.iter().map(move |(&groups, &askers)| Wanted { class, groups, askers })
    });
    wanted.collect()
}

/// Whether the overlays are those that may be asked for, and none is to be made.
fn is_settled(overlays: &[Overlay], wanted: &[Wanted]) -> bool {
    let known = overlays.iter().map(|overlay| (overlay.class, overlay.groups));
    let is_quiet =
        overlays.iter().all(|overlay| overlay.made.is_some() || overlay.detours.get() == 0);
    is_quiet && known.eq(wanted.iter().map(|wanted| (wanted.class, wanted.groups)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;
    use crate::workspace::Workspace;
    use crate::world::World;
    use xunlu_map::{Cell, Corners, Grid, Mover, Size, Terrain};
    use xunlu_testkit::Random;

    #[test]
    fn units_that_walk_while_nobody_asks_leave_no_trail() {
        let world = World::new(Grid::new((32, 32)).unwrap()).unwrap();
        let mut occupancy = Occupancy::new(&world);
        let units: Vec<UnitId> =
            (0..30).map(|x| occupancy.enter(Unit::at((x, 4))).unwrap()).collect();
        let query = Query::between((10, 10), (30, 31));
        let ask = |occupancy: &mut Occupancy| {
            let among = world.among(occupancy).unwrap();
            among.find(&query, &mut Workspace::new()).unwrap()
        };
        ask(&mut occupancy);
        assert!(occupancy.now.overlays.iter().any(|overlay| overlay.made.is_some()));
        for round in 0..200 {
            for (&unit, x) in units.iter().zip(0..) {
                occupancy.step(unit, (x, 5 + round % 20)).unwrap();
                assert!(occupancy.changed.len() <= 4 + 2 * 30, "round {round}");
            }
        }
        // The last row is shut but for its ends, and told so by jumps.
        let answer = ask(&mut occupancy);
        let mut anew = Occupancy::new(&world);
        for (_, unit) in occupancy.units() {
            anew.enter(unit).unwrap();
        }
        assert_eq!(ask(&mut anew).cost(), answer.cost());
        assert!(answer.algorithm().is_over_jumps());
    }

    #[test]
    fn whom_another_order_of_steps_passes_costs_no_second_search() {
        let world = World::new(Grid::new((64, 64)).unwrap()).unwrap();
        let mut occupancy = Occupancy::new(&world);
        for x in 0..40 {
            occupancy.enter(Unit::at((x, 63))).unwrap();
        }
        // One stands where the path turns that jumps would take, and the one who asks where it starts.
        let [start, turn] = [(2, 1), (12, 11)];
        occupancy.enter(Unit::at(start)).unwrap();
        let query = Query::between(start, (12, 40));
        let alone = world.find(&query, &mut Workspace::new()).unwrap();
        let path = &alone.path().unwrap().places;
        assert!(path.contains(&turn.into()));
        occupancy.enter(Unit::at(turn)).unwrap();
        let among = world.among(&mut occupancy).unwrap();
        assert!(occupancy.now.overlays.iter().any(|overlay| overlay.made.is_some()));
        let answer = among.find(&query, &mut Workspace::new()).unwrap();
        let path = &answer.path().unwrap().places;
        assert!(!path.contains(&turn.into()));
        assert_eq!((answer.cost(), answer.expansions), (alone.cost(), alone.expansions));
        // Where no order leads round, one more search does.
        occupancy.enter(Unit::at((3, 1))).unwrap();
        let straight = Query::between(start, (30, 1));
        let among = world.among(&mut occupancy).unwrap();
        let round = among.find(&straight, &mut Workspace::new()).unwrap();
        let alone = world.find(&straight, &mut Workspace::new()).unwrap();
        assert!(round.cost() > alone.cost() && round.expansions > alone.expansions);
    }

    #[test]
    fn many_groups_of_few_get_no_map_each_before_they_ask() {
        let world = World::new(Grid::new((128, 128)).unwrap()).unwrap();
        let made = |groups: i32, each: i32| {
            let mut occupancy = Occupancy::new(&world);
            for group in 0..groups {
                let own = Group(u8::try_from(group).unwrap());
                occupancy.let_pass(own, own, Passing::Free);
                for unit in 0..each {
                    occupancy.enter(Unit::at((unit, group)).group(own)).unwrap();
                }
            }
            world.among(&mut occupancy).unwrap();
            occupancy.now.overlays.iter().filter(|overlay| overlay.made.is_some()).count()
        };
        assert_eq!(made(60, 2), 0);
        assert_eq!(made(3, 40), 3);
    }

    /// Holds every map for jumps that was made to one made anew of the ground without those who close it.
    /// Returns how many there are.
    fn check_overlays(world: &World, occupancy: &Occupancy, seen: &str) -> usize {
        let now = &occupancy.now;
        let made = now.overlays.iter().filter_map(|known| Some((known, known.made.as_ref()?)));
        let each = made.map(|(known, made)| {
            let (ground, _) = world.tables.jump_base(known.class).unwrap();
            let mut open = ground.clone();
            for cell in now.cells().filter(|&cell| now.is_walled(&known.groups, cell)) {
                open.set_at(cell.0, false);
            }
            let classes = &world.tables.classes;
            let class = classes.iter().find(|class| class.number == known.class).unwrap();
            let jumps = xunlu_index::JumpMap::new(&open, &class.mover).unwrap();
            assert!(made.open == open, "{seen}: the ground");
            assert!(made.jumps == jumps, "{seen}: the jumps");
        });
        each.count()
    }

    #[test]
    fn maps_repaired_cell_by_cell_are_those_made_anew() {
        let mut checked = 0;
        for seed in 0..60 {
            let random = &mut Random::new(seed);
            let size = Size::new(random.from_to(1, 150), random.from_to(1, 150));
            let mut world = World::new(Grid::new(size).unwrap()).unwrap();
            world.add_mover(Mover::eight(Corners::OneFree).build().unwrap()).unwrap();
            let mut occupancy = Occupancy::new(&world);
            let any_cell = |random: &mut Random| {
                let (x, y) = (random.below(size.width), random.below(size.height));
                Cell::new(x.cast_signed(), y.cast_signed())
            };
            let any_group = |random: &mut Random| Group(u8::try_from(random.below(3)).unwrap());
            for tick in 0..30 {
                let unit = Unit::at(any_cell(random)).group(any_group(random));
                let side = Footprint::square(random.from_to(1, 3)).unwrap();
                occupancy.enter(unit.footprint(side)).unwrap();
                let units: Vec<(UnitId, Unit)> = occupancy.units().collect();
                for (id, unit) in units {
                    let at = unit.at.as_cell().unwrap();
                    match random.below(20) {
                        0 => drop(occupancy.leave(id).unwrap()),
                        1 => occupancy.join(id, any_group(random)).unwrap(),
                        2 => occupancy.step(id, any_cell(random)).unwrap(),
                        3..10 if at.x > 0 => occupancy.step(id, (at.x - 1, at.y)).unwrap(),
                        _ => {}
                    }
                }
                if random.chance(20) {
                    let passing = *random.pick(&[Passing::Never, Passing::Free]);
                    occupancy.let_pass(any_group(random), any_group(random), passing);
                }
                if random.chance(20) {
                    let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
                    world.set(any_cell(random), terrain).unwrap();
                }
                if random.chance(70) {
                    world.among(&mut occupancy).unwrap();
                    let seen = format!("seed {seed}, tick {tick}");
                    checked += check_overlays(&world, &occupancy, &seen);
                }
            }
        }
        assert!(checked >= 1_000, "{checked} checked");
    }
}
