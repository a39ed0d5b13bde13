//! How far everything is from some points, or to them: one search for any number of questions.
//!
//! A search without a goal keeps what each of its roots sees. A point is then as far as the nearest of the
//! roots that see it, and the path there turns at that root and those before it: a lookup among the roots
//! that see into the point's polygon, however long the path.

use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use crate::search::{MeshPath, MeshSearch, Sight, Trail};
use crate::space::MeshSpace;
use xunlu_map::{Point, Tags};

/// What is asked of a distance field: from where or to where, how far, for whom.
#[derive(Clone, PartialEq, Debug)]
pub struct DistanceFieldQuery {
    points: Vec<Point>,
    is_towards: bool,
    reach: f64,
    tags: Tags,
}

/// How far the points of a mesh are from the nearest of some points, or to it, and the paths: exactly, as
/// [`NavMesh::shortest_path`] has them; `tests/it/distance_fields.rs` holds it to that.
///
/// It is of the mesh as it was when the field was made.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{DistanceFieldQuery, MeshSpace, NavMesh};
///
/// let square = |x: f64, y: f64, side: f64| {
///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
/// };
/// let mesh = NavMesh::of_outlines(&[square(0.0, 0.0, 10.0)], &[square(4.0, 4.0, 2.0)])?;
/// let camp = DistanceFieldQuery::to_any([(1.0, 5.0)]);
/// let field = mesh.distance_field(&camp, &mut MeshSpace::new());
///
/// let unit = Point::new(9.0, 5.0);
/// assert_eq!(field.distance(unit), Some(2.0 + 2.0 * 10.0_f64.sqrt()));
/// let next = field.path(unit).expect("it can be reached").points[1];
/// assert_eq!(next.x, 6.0, "the unit goes to a corner of the square first");
/// assert_eq!(field.distance(Point::new(5.0, 5.0)), None, "nobody can stand there");
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceField {
    mesh: NavMesh,
    trail: Trail,
    // Sorted by polygon, and by how far their roots are.
    sights: Vec<Sight>,
    // In steps.
    reach: f64,
    is_towards: bool,
}

impl DistanceFieldQuery {
    /// How far it is from the nearest of some points.
    pub fn from_any(points: impl IntoIterator<Item = impl Into<Point>>) -> DistanceFieldQuery {
        DistanceFieldQuery {
            points: points.into_iter().map(Into::into).collect(),
            is_towards: false,
            reach: f64::INFINITY,
            tags: Tags::NONE,
        }
    }

    /// How far it is to the nearest of some points: another question where links lead one way.
    pub fn to_any(points: impl IntoIterator<Item = impl Into<Point>>) -> DistanceFieldQuery {
        DistanceFieldQuery { is_towards: true, ..DistanceFieldQuery::from_any(points) }
    }

    /// Nothing farther away is of interest.
    #[must_use]
    pub fn within(self, reach: f64) -> DistanceFieldQuery {
        DistanceFieldQuery { reach, ..self }
    }

    /// For somebody with these tags, who may take links that ask for them.
    #[must_use]
    pub fn with_tags(self, tags: Tags) -> DistanceFieldQuery {
        DistanceFieldQuery { tags, ..self }
    }
}

impl NavMesh {
    /// How far everything is from some points, or to them. Points where nobody can stand count for nothing.
    ///
    /// It takes about as long as a search that goes everywhere, and more with each point, for what one sees
    /// of open ground another sees as well. What is asked of the field then takes no search.
    #[must_use]
    pub fn distance_field(
        &self,
        query: &DistanceFieldQuery,
        space: &mut MeshSpace,
    ) -> DistanceField {
        match self.distance_field_until(query, space, &|| false) {
            Some(field) => field,
            None => unreachable!("it is never late"),
        }
    }

    /// The same unless it takes too long: it is asked whether it does once in a few hundred intervals.
    /// Returns `None` if it did.
    #[must_use]
    pub fn distance_field_until(
        &self,
        query: &DistanceFieldQuery,
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Option<DistanceField> {
        let mesh = if query.is_towards { self.with_links_turned() } else { self.clone() };
        let sources = query.points.iter().filter_map(|&point| self.chart().snap(point));
        let mut sources: Vec<MeshPoint> = sources.collect();
        sources.sort_unstable();
        sources.dedup();
        let reach = query.reach * self.chart().steps_a_unit();
        let own = std::mem::take(space);
        let whom = (query.tags, reach);
        let (spread, own) = MeshSearch::spread(&mesh, &sources, whom, own, is_late);
        *space = own;
        let (trail, mut sights) = spread?;
        let far = |sight: &Sight| trail.distance(sight.root);
        sights.sort_by(|one, other| {
            one.polygon.cmp(&other.polygon).then_with(|| far(one).total_cmp(&far(other)))
        });
        let is_towards = query.is_towards;
        (!is_late()).then_some(DistanceField { mesh, trail, sights, reach, is_towards })
    }
}

impl DistanceField {
    /// How far a point is. Returns `None` if no path leads there within reach, or nobody can stand there.
    #[must_use]
    pub fn distance(&self, point: Point) -> Option<f64> {
        let (distance, _) = self.nearest(self.mesh.chart().snap(point)?)?;
        Some(self.mesh.chart().length(distance))
    }

    /// The path from the nearest of the field's points, or to it. Returns `None` as [`distance`] does.
    ///
    /// [`distance`]: DistanceField::distance
    #[must_use]
    pub fn path(&self, point: Point) -> Option<MeshPath> {
        let at = self.mesh.chart().snap(point)?;
        let (_, root) = self.nearest(at)?;
        let path = self.trail.path(root, at, &self.mesh);
        Some(if self.is_towards { path.turned(&self.mesh) } else { path })
    }

    /// How much memory it takes beside the mesh.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.trail.bytes() + self.sights.capacity() * size_of::<Sight>()
    }

    /// How far a point is in steps, and the last root before it.
    fn nearest(&self, at: MeshPoint) -> Option<(f64, u32)> {
        let mut nearest = (self.reach, None);
        for polygon in self.mesh.polygons_at(at) {
            let first = self.sights.partition_point(|sight| sight.polygon < polygon);
            let own = self.sights[first..].iter().take_while(|sight| sight.polygon == polygon);
            for sight in own {
                let so_far = self.trail.distance(sight.root);
                if so_far > nearest.0 {
                    break;
                }
                let way = self.trail.place(sight.root).to(at);
                let distance = so_far + way.length();
                // Of equal ones the first root, whatever order the polygons come in.
                let is_nearer = distance < nearest.0
                    || distance <= nearest.0 && nearest.1.is_none_or(|root| sight.root < root);
                if is_nearer && sight.sees(way) {
                    nearest = (distance, Some(sight.root));
                }
            }
        }
        Some((nearest.0, nearest.1?))
    }
}
