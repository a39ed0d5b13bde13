//! Euclidean hub labels: shortest paths on a mesh that stands still, looked up instead of searched for (after
//! Du, Shen and Cheema 2023, "Ultrafast Euclidean shortest path computation using hub labeling").
//!
//! ```text
//!    start                      Each end sees corners, and its way turns at one of them. Each corner has a
//!      \                        label: hubs, with how far they are. Two labels with a hub in common make a
//!       o---o     hub           path; of all, the shortest is the answer.
//!      #     \   #o----o
//!             \ /       \
//!              o#        goal
//! ```
//!
//! What differs from the paper: labels are not copied into cells of a grid. Each polygon keeps from which
//! corners it is seen, and between which rays, which is exact and needs no look along the line; labels stay
//! with the corners, and are for one side of each, so that half as many entries are looked through. Where
//! there is no room for a polygon's list, the corners are found by looking around when they are needed; where
//! there is none for all labels, ways past none of the corners that have them are searched for (`local`).

mod view;
mod corners;
mod spread;
mod order;
mod labels;
mod local;
mod sights;
mod ends;
mod meet;
mod query;
mod saved;
mod error;

use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use corners::{Cone, Corners, Numbers};
pub use error::{HubLabelError, HubLabelFileError, HubLabelRefusal};
use labels::{LabelRoom, Labels};
use local::Local;
pub(crate) use query::LabelSpace;
use sights::Sights;
use spread::Spread;

/// How hub labels are made: in how much memory, by how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct HubLabelOptions {
    memory_bytes_max: usize,
    threads: usize,
}

/// A part of making hub labels, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HubLabelStage {
    /// What is seen from each corner.
    Views,
    /// Which corners most paths turn at.
    Order,
    /// The labels of all corners.
    Labels,
}

/// What is known beforehand of all shortest paths of a mesh.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{HubLabelOptions, HubLabels, MeshSpace, NavMesh};
///
/// let square = |x: f64, y: f64, side: f64| {
///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
/// };
/// let mesh = NavMesh::of_outlines(&[square(0.0, 0.0, 10.0)], &[square(4.0, 4.0, 2.0)])?;
/// let labels = HubLabels::bake(&mesh, &HubLabelOptions::new(), &|_, _| true)?;
///
/// let (from, to) = (Point::new(1.0, 5.0), Point::new(9.0, 5.0));
/// let path = labels.shortest_path(&mesh, from, to, &mut MeshSpace::new())?.expect("round the square");
/// assert_eq!(path.length, 2.0 + 2.0 * 10.0_f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "EHL")]
pub struct HubLabels {
    mesh: NavMesh,
    numbers: Numbers,
    // Where each corner is.
    places: Vec<MeshPoint>,
    labels: Labels,
    local: Local,
    sights: Sights,
}

impl Default for HubLabelOptions {
    fn default() -> HubLabelOptions {
        HubLabelOptions { memory_bytes_max: usize::MAX, threads: 1 }
    }
}

impl HubLabelOptions {
    /// In any memory, by one thread.
    pub fn new() -> HubLabelOptions {
        HubLabelOptions::default()
    }

    /// In so much memory, the mesh itself apart.
    pub fn memory_bytes_max(self, memory_bytes_max: usize) -> HubLabelOptions {
        HubLabelOptions { memory_bytes_max, ..self }
    }

    /// By so many threads; the labels are the same.
    pub fn threads(self, threads: usize) -> HubLabelOptions {
        HubLabelOptions { threads, ..self }
    }
}

impl HubLabels {
    /// Finds out about all shortest paths of a mesh. It is told now and then which part it is in and what
    /// part of that is done, from 0 to 1, by any of its threads; it gives up once it is told to, with
    /// `false`.
    ///
    /// # Errors
    /// If there are no labels for such a mesh, or they do not fit: see [`HubLabelError`].
    pub fn bake(
        mesh: &NavMesh,
        options: &HubLabelOptions,
        goes_on: &(dyn Fn(HubLabelStage, f64) -> bool + Sync),
    ) -> Result<HubLabels, HubLabelError> {
        let parts = HubLabels::look(mesh, options, goes_on)?;
        let mut spread = Spread::new(&parts.corners);
        let hubs =
            order::hubs(&parts.corners, &mut spread, |part| goes_on(HubLabelStage::Order, part));
        let hubs = hubs.ok_or(HubLabelError::Cancelled)?;
        let labels = Labels::of(&parts.corners, hubs, &mut spread, parts.room(options), |part| {
            goes_on(HubLabelStage::Labels, part)
        });
        let labels = labels.ok_or(HubLabelError::Cancelled)?;
        parts.with(mesh, labels, options)
    }

    /// Looks from all corners of a mesh.
    fn look(
        mesh: &NavMesh,
        options: &HubLabelOptions,
        goes_on: &(dyn Fn(HubLabelStage, f64) -> bool + Sync),
    ) -> Result<Parts, HubLabelError> {
        let sides = mesh.sides();
        if sides.absent().is_some() {
            return Err(HubLabelError::Absent);
        }
        if mesh.own_links().is_some_and(|links| links.count() > 0) {
            return Err(HubLabelError::Links);
        }
        let numbers = Numbers::of(sides);
        let corners = Corners::of(sides, &numbers, options.threads, &|part| {
            goes_on(HubLabelStage::Views, part)
        });
        Ok(Parts { numbers, corners: corners.ok_or(HubLabelError::Cancelled)? })
    }

    /// For which part of the corners there was room to be hubs, from 0 to 1: ways past none of them take a
    /// search, along straight pieces or, if that is long, over the mesh.
    #[must_use]
    pub fn part_of_hubs(&self) -> f64 {
        self.labels.hub_corners().len() as f64 / self.places.len().max(1) as f64
    }

    /// For which part of the polygons there was room to keep what sees them, from 0 to 1: questions that end
    /// in others take a look around.
    #[must_use]
    pub fn part_of_polygons(&self) -> f64 {
        let count = self.mesh.polygon_count().max(1);
        self.sights.polygon_count() as f64 / count as f64
    }

    /// How much memory it takes beside the mesh.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.numbers.bytes()
            + self.places.capacity() * size_of::<MeshPoint>()
            + self.labels.bytes()
            + self.local.bytes()
            + self.sights.bytes()
    }

    /// Where the corner is that a cone belongs to.
    #[inline]
    fn place(&self, cone: Cone) -> MeshPoint {
        self.places[cone as usize / 2]
    }
}

/// What is seen from the corners of a mesh, before there are labels.
struct Parts {
    numbers: Numbers,
    corners: Corners,
}

impl Parts {
    /// What it takes at least beside labels.
    fn bytes_least(&self) -> usize {
        self.numbers.bytes()
            + size_of_val(&self.corners.places[..])
            + Sights::bytes_least(self.numbers.polygon_count() as usize)
            + Local::bytes_most(&self.corners)
    }

    /// How much room there is for labels: all but what is needed in any case. What sees polygons takes what
    /// is left, for one does well without it: to look around at both ends takes under a microsecond.
    fn room(&self, options: &HubLabelOptions) -> LabelRoom {
        let most = options.memory_bytes_max;
        let bytes_of_some = most.saturating_sub(self.bytes_least());
        let local = Local::bytes_most(&self.corners);
        LabelRoom { bytes_of_all: bytes_of_some.saturating_add(local).min(most), bytes_of_some }
    }

    fn with(
        self,
        mesh: &NavMesh,
        labels: Labels,
        options: &HubLabelOptions,
    ) -> Result<HubLabels, HubLabelError> {
        let local = Local::besides(labels.hub_corners(), &self.corners);
        let needed =
            self.bytes_least() - Local::bytes_most(&self.corners) + local.bytes() + labels.bytes();
        let left = options.memory_bytes_max.checked_sub(needed);
        let left = left.ok_or(HubLabelError::Memory { needed })?;
        let Parts { numbers, corners } = self;
        let sights = Sights::of(mesh.sides(), &numbers, &corners, left);
        let places = corners.places;
        Ok(HubLabels { mesh: mesh.clone(), numbers, places, labels, local, sights })
    }
}
