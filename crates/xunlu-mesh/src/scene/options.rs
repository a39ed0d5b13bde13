//! What a scene is made for.

/// How a [`Scene`](super::Scene) is made, where it is not as it thinks right.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{MeshSpace, Scene, SceneOptions};
///
/// let square = |x: f64, y: f64, side: f64| {
///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
/// };
/// let (ground, gap) = ([square(0.0, 0.0, 9.0)], [square(3.0, 0.0, 4.0), square(3.0, 5.0, 4.0)]);
/// let (from, to) = (Point::new(1.5, 1.5), Point::new(8.0, 1.5));
/// let mut reaches = |radius: f64| {
///     let scene = Scene::with(&SceneOptions::new().radius(radius), &ground, &gap)?;
///     Ok::<bool, xunlu_mesh::NavMeshError>(scene.mesh().are_connected(from, to))
/// };
/// assert!(reaches(0.45)?, "the gap is one unit wide");
/// assert!(!reaches(0.55)?);
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SceneOptions {
    pub(super) tile_width: Option<f64>,
    pub(super) radius: Option<f64>,
}

impl SceneOptions {
    /// Nothing else than usual.
    #[must_use]
    pub fn new() -> SceneOptions {
        SceneOptions::default()
    }

    /// Tiles of about this width, at least a step of the grid, or wider if there would be more than 65,536.
    /// Narrow ones change faster and are searched more slowly.
    #[must_use]
    pub fn tile_width(self, width: f64) -> SceneOptions {
        SceneOptions { tile_width: Some(width), ..self }
    }

    /// For movers of this radius: the middle of one keeps that far from obstacles and from where the ground
    /// ends, or up to a twelfth more round a corner. Obstacles of no area are none, whatever the radius.
    #[must_use]
    pub fn radius(self, radius: f64) -> SceneOptions {
        SceneOptions { radius: Some(radius), ..self }
    }
}
