//! An index taken out of a world, to be kept and put back into one of the same map.

use crate::error::{WorldError, WorldErrorKind};
use crate::ids::MoverId;
use crate::world::World;
use xunlu_index::{JumpIndex, Upkeep};
use xunlu_map::{Digest, Mover};

/// The index of a mover, [detached](World::detach_index) from its world. It knows the map and the mover that
/// it was for, and is attached to no others.
#[derive(Clone, Debug)]
pub struct Index {
    pub(crate) jumps: JumpIndex,
    mover: Mover,
    digest: Digest,
}

impl Index {
    /// The digest of the map that it is for.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.jumps.bytes()
    }
}

impl World {
    /// Takes the index of a mover out. Returns `None` if it has none, or moves on hexes, where an index
    /// stays in its world and another makes its own. Costs O(map): its digest, and a copy of the tables while
    /// a snapshot holds the world's.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, Size, World};
    ///
    /// let mut world = World::new(Grid::new(Size::new(40, 40))?)?;
    /// world.set(xunlu::Place::cell(20, 20), xunlu::Terrain::WALL)?;
    /// assert!(world.build_index(MoverId::FIRST)?);
    /// let index = world.detach_index(MoverId::FIRST)?.expect("it was built just now");
    ///
    /// let mut other = World::new(world.map().clone())?;
    /// other.attach_index(MoverId::FIRST, index)?;
    /// assert!(other.index_upkeep(MoverId::FIRST)?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such mover.
    pub fn detach_index(&mut self, mover: MoverId) -> Result<Option<Index>, WorldError> {
        let view = self.view(mover)?;
        if view.hex_jumps.is_some() || !view.has_index() {
            return Ok(None);
        }
        let (owner, digest) = (view.mover().clone(), self.digest());
        let jumps = self.tables_anew().take_index(mover);
        Ok(jumps.map(|jumps| Index { jumps, mover: owner, digest }))
    }

    /// Puts an index in that was taken out of this world or another of the same map, for a mover of the same
    /// steps and costs; one that is there already is dropped for it.
    ///
    /// # Errors
    /// When there is no such mover, or the index is for another map or mover; the world is as it was.
    pub fn attach_index(&mut self, mover: MoverId, index: Index) -> Result<(), WorldError> {
        let view = self.view(mover)?;
        let misfit = |what: String| WorldError::new(WorldErrorKind::IndexDoesNotFit, what);
        let (its, ours) = (index.digest, self.digest());
        if its != ours {
            return Err(misfit(format!(
                "the index is for the map of digest {its}; expected one for this map, {ours}"
            )));
        }
        let costs = view.jumps.filter(|_| !view.is_weighted).map(|jumps| jumps.costs);
        let is_alike = view.standable.suits(&index.mover)
            && view.mover().rule() == index.mover.rule()
            && view.mover().footprint() == index.mover.footprint();
        if !is_alike || costs != Some(index.jumps.costs()) {
            return Err(misfit(format!(
                "the index is for another mover than {}; expected one of the same steps and costs",
                mover.0
            )));
        }
        self.tables_anew().put_index(mover, index.jumps);
        Ok(())
    }

    /// What the last edit of cells did to the index of a mover. Returns `None` if it has none, or one of
    /// hexes: it was not built, or the edit left it [stale](Upkeep::Stale) and it was dropped.
    ///
    /// # Errors
    /// When there is no such mover.
    pub fn index_upkeep(&self, mover: MoverId) -> Result<Option<Upkeep>, WorldError> {
        let view = self.view(mover)?;
        let costs = view.jumps.filter(|_| !view.is_weighted).map(|jumps| jumps.costs);
        Ok(costs.and_then(|costs| self.tables.upkeep(mover, costs)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::query::Query;
    use crate::workspace::Workspace;
    use xunlu_map::{Corners, Grid, Place, Size, Terrain};

    const MOVER: MoverId = MoverId::FIRST;

    fn world() -> World {
        let mut grid = Grid::new(Size::new(30, 20)).unwrap();
        let wall = xunlu_map::Rect::new(xunlu_map::Cell::new(12, 3), Size::new(2, 14));
        grid.fill(wall, Terrain::WALL).unwrap();
        World::new(grid).unwrap()
    }

    fn answer(world: &World) -> (Algorithm, u32) {
        let query = Query::between(Place::cell(1, 10), Place::cell(28, 9));
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        (answer.choice.algorithm, answer.path().unwrap().cost.0)
    }

    #[test]
    fn an_index_goes_from_a_world_to_another_of_the_same_map() {
        let mut world = world();
        assert!(world.detach_index(MOVER).unwrap().is_none());
        world.build_index(MOVER).unwrap();
        let (by, cost) = answer(&world);
        assert_eq!(by, Algorithm::JumpIndex);
        let index = world.detach_index(MOVER).unwrap().unwrap();
        assert!(index.bytes() > 0);
        assert_eq!(answer(&world), (Algorithm::JumpPoints, cost));
        let mut other = World::new(world.map().clone()).unwrap();
        other.attach_index(MOVER, index).unwrap();
        assert_eq!(answer(&other), (Algorithm::JumpIndex, cost));
    }

    #[test]
    fn an_index_is_attached_to_no_other_map_or_mover() {
        let mut world = world();
        world.build_index(MOVER).unwrap();
        let index = world.detach_index(MOVER).unwrap().unwrap();
        let wide = Mover::eight(Corners::Always).build().unwrap();
        let wide = world.add_mover(wide).unwrap();
        let error = world.attach_index(wide, index.clone()).unwrap_err();
        assert_eq!(error.kind(), WorldErrorKind::IndexDoesNotFit);
        world.set(Place::cell(0, 0), Terrain::WALL).unwrap();
        let error = world.attach_index(MOVER, index.clone()).unwrap_err();
        assert!(error.to_string().contains("expected one for this map"), "{error}");
        // What was put back is the same map again.
        world.set(Place::cell(0, 0), Terrain::OPEN).unwrap();
        world.attach_index(MOVER, index).unwrap();
        assert_eq!(answer(&world).0, Algorithm::JumpIndex);
    }

    #[test]
    fn an_index_says_what_an_edit_did_to_it() {
        let mut world = world();
        assert_eq!(world.index_upkeep(MOVER), Ok(None));
        world.build_index(MOVER).unwrap();
        assert_eq!(world.index_upkeep(MOVER), Ok(Some(Upkeep::Kept)));
        world.set(Place::cell(20, 10), Terrain::WALL).unwrap();
        assert_eq!(world.index_upkeep(MOVER), Ok(Some(Upkeep::Repaired)));
        // A wall beside which nobody could stand anyway.
        world.set(Place::cell(20, 10), Terrain::WALL).unwrap();
        assert_eq!(world.index_upkeep(MOVER), Ok(Some(Upkeep::Kept)));
    }
}
