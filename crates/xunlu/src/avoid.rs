//! What a question keeps clear of, without the world being changed.

use xunlu_map::{Cell, Cost, Footprint, Hex, LayerCell, Place, WaypointId};

/// Ground that a path keeps clear of, or pays more for: where another unit stands, where danger is.
///
/// A place in a list is avoided: [`Query::avoiding`](crate::Query::avoiding) takes any iterator of places,
/// or of these, for what is larger than a place or may be passed at a price.
///
/// ```
/// use xunlu::{Avoid, Cost, Footprint, Grid, Place, Query, Workspace, World};
///
/// let world = World::new(".....\n.....\n.....\n#####".parse::<Grid>()?)?;
/// let across = Query::between(Place::cell(0, 1), Place::cell(4, 1));
///
/// // An ogre of 2 x 2 cells in the way: round it, as if it were a wall.
/// let ogre = Avoid::closed(Place::cell(2, 1)).footprint(Footprint::square(2)?);
/// let round = world.find(&across.clone().avoiding([ogre]), &mut Workspace::new())?;
/// assert_eq!(round.path().unwrap().places.len(), 6);
///
/// // Mud that costs a little more than it does others.
/// let mud = Avoid::paying(Place::cell(2, 1), Cost(100));
/// let through = world.find(&across.avoiding([mud]), &mut Workspace::new())?;
/// assert_eq!(through.cost(), Some(Cost(4 * 2378 + 100)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Avoid {
    /// The place; of something larger than one cell that of least x and y.
    pub place: Place,
    /// How many cells it covers; one place on hexes and waypoints.
    pub footprint: Footprint,
    /// What each step onto it costs more; `None` closes it, as if it were a wall.
    pub price: Option<Cost>,
}

impl Avoid {
    /// Closed, as if it were a wall.
    #[must_use]
    pub fn closed(place: impl Into<Place>) -> Avoid {
        Avoid { place: place.into(), footprint: Footprint::ONE, price: None }
    }

    /// Open, but each step onto it costs so much more. Of several under one mover the greatest counts.
    #[must_use]
    pub fn paying(place: impl Into<Place>, price: Cost) -> Avoid {
        Avoid { place: place.into(), footprint: Footprint::ONE, price: Some(price) }
    }

    /// The same of this size.
    #[must_use]
    pub fn footprint(self, footprint: Footprint) -> Avoid {
        Avoid { footprint, ..self }
    }
}

impl From<Place> for Avoid {
    fn from(place: Place) -> Avoid {
        Avoid::closed(place)
    }
}

macro_rules! closed_at {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Avoid {
            fn from(place: $kind) -> Avoid {
                Avoid::closed(place)
            }
        }
    )*};
}
closed_at!((i32, i32), Cell, LayerCell, Hex, WaypointId);
