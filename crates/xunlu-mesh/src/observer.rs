//! Watching a search over a mesh: it tells what it does, and cannot be changed by who looks.

use xunlu_map::Point;

/// Hears of every event of a search over a mesh, in order. Returns nothing, so it cannot change what it
/// watches.
///
/// Roots are points that a path turns at or comes from, numbered from 0, the start. What waits on the open
/// list is numbered in the order in which it was put there.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{MeshObserver, MeshQuery, MeshSpace, NavMesh, Waiting};
///
/// #[derive(Default)]
/// struct Turns(Vec<Point>);
/// impl MeshObserver for Turns {
///     fn rooted(&mut self, _root: u32, at: Point, _before: Option<u32>, _g: f64) {
///         self.0.push(at);
///     }
/// }
/// let square = |x: f64, y: f64, side: f64| {
///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
/// };
/// let mesh = NavMesh::of_outlines(&[square(0.0, 0.0, 10.0)], &[square(4.0, 4.0, 2.0)])?;
/// let (query, mut turns) = (MeshQuery::new((1.0, 5.0), (9.0, 5.0)), Turns::default());
/// let answer = mesh.answer_observed(&query, &mut MeshSpace::new(), &mut turns);
/// let path = answer.path.expect("a way round").points;
/// assert!(path[..3].iter().all(|point| turns.0.contains(point)), "it turned where the path does");
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
pub trait MeshObserver {
    /// Whether anybody listens at all. Searches that nobody watches are compiled without telling.
    const IS_WATCHING: bool = true;

    /// There is a new root: where, the root that the path comes from, and the path's length.
    #[inline(always)]
    fn rooted(&mut self, root: u32, at: Point, before: Option<u32>, g: f64) {
        let _ = (root, at, before, g);
    }

    /// Something was put on the open list: its number, the root it is seen from, and at least how long a path
    /// by it is, as far as is known.
    #[inline(always)]
    fn opened(&mut self, number: u32, root: u32, waiting: Waiting, f: f64) {
        let _ = (number, root, waiting, f);
    }

    /// It left the open list, and is looked at now, or passed over if a shorter path to its root is known.
    #[inline(always)]
    fn closed(&mut self, number: u32) {
        let _ = number;
    }

    /// Behind the interval that is looked at there is one way on, through this piece of a side: it is looked
    /// at at once, without having waited.
    #[inline(always)]
    fn passed(&mut self, root: u32, ends: [Point; 2]) {
        let _ = (root, ends);
    }
}

/// Nobody watches; costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoMeshObserver;

impl MeshObserver for NoMeshObserver {
    const IS_WATCHING: bool = false;
}

/// What waits on the open list of a search over a mesh.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Waiting {
    /// A piece of a side, to look through into the polygon beyond.
    Interval {
        /// Its two ends: the right one and the left, as they are seen.
        ends: [Point; 2],
    },
    /// A corner to turn at.
    Corner {
        /// Where it is.
        at: Point,
    },
    /// A goal in sight.
    Goal {
        /// Where it is.
        at: Point,
    },
    /// A link to be entered.
    Link {
        /// Where it is entered.
        at: Point,
    },
}
