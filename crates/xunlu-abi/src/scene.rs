//! A scene as callers have it in hand: ground, obstacles by numbers that stay, a radius, and the last answer.

use crate::status::{AbiCode, Failure};
use xunlu::map::Point;
use xunlu::mesh::{
    MeshAnswer, MeshQuery, MeshSpace, NavMesh, NavMeshError, ObstacleId, Scene, SceneOptions,
};

/// Ground on which obstacles come, move and go, for movers of a radius that may change.
pub(crate) struct SceneSession {
    ground: NavMesh,
    radius: f64,
    /// By their numbers; those that are gone leave their place empty.
    obstacles: Vec<Option<Vec<Point>>>,
    /// What is left of the ground, unless that is all of it.
    cut: Option<Cut>,
    space: MeshSpace,
    pub(crate) answer: Option<MeshAnswer>,
}

struct Cut {
    scene: Scene,
    /// What the scene calls the obstacles.
    ids: Vec<Option<ObstacleId>>,
}

impl SceneSession {
    pub(crate) fn new(ground: NavMesh) -> SceneSession {
        SceneSession {
            ground,
            radius: 0.0,
            obstacles: Vec::new(),
            cut: None,
            space: MeshSpace::new(),
            answer: None,
        }
    }

    pub(crate) fn mesh(&self) -> &NavMesh {
        self.cut.as_ref().map_or(&self.ground, |cut| cut.scene.mesh())
    }

    /// Cuts everything anew for movers of a radius; what was before stays where that cannot be done.
    pub(crate) fn set_radius(&mut self, radius: f64) -> Result<(), Failure> {
        let before = std::mem::replace(&mut self.radius, radius);
        self.cut_anew().inspect_err(|_| self.radius = before)
    }

    /// Puts an obstacle in: its number.
    pub(crate) fn put(&mut self, outline: Vec<Point>) -> Result<u32, Failure> {
        let number = u32::try_from(self.obstacles.len())
            .map_err(|_| Failure::refused("too many obstacles were put in"))?;
        let cut = self.cut()?;
        let id = cut.scene.put(&outline)?;
        cut.ids.push(Some(id));
        self.obstacles.push(Some(outline));
        Ok(number)
    }

    pub(crate) fn move_to(&mut self, number: u32, outline: Vec<Point>) -> Result<(), Failure> {
        let id = self.id(number)?;
        self.cut()?.scene.move_to(id, &outline)?;
        self.obstacles[number as usize] = Some(outline);
        Ok(())
    }

    pub(crate) fn take(&mut self, number: u32) -> Result<(), Failure> {
        let id = self.id(number)?;
        let cut = self.cut()?;
        cut.scene.take(id)?;
        cut.ids[number as usize] = None;
        self.obstacles[number as usize] = None;
        if self.radius <= 0.0 && self.obstacles.iter().all(Option::is_none) {
            // Then the polygons are those that the ground came with.
            self.cut = None;
        }
        Ok(())
    }

    fn id(&self, number: u32) -> Result<ObstacleId, Failure> {
        let ids = self.cut.as_ref().map_or(&[][..], |cut| &cut.ids);
        let id = ids.get(number as usize).copied().flatten();
        id.ok_or_else(|| NavMeshError::NoObstacle.into())
    }

    fn cut(&mut self) -> Result<&mut Cut, Failure> {
        if self.cut.is_none() {
            let scene = Scene::on(&SceneOptions::new(), &self.ground, &[])?;
            self.cut = Some(Cut { scene, ids: vec![None; self.obstacles.len()] });
        }
        Ok(self.cut.as_mut().expect("there is one by now"))
    }

    fn cut_anew(&mut self) -> Result<(), Failure> {
        let present: Vec<Vec<Point>> = self.obstacles.iter().flatten().cloned().collect();
        // What is no number or negative is the scene's to refuse.
        if self.radius == 0.0 && present.is_empty() {
            self.cut = None;
            return Ok(());
        }
        let options = SceneOptions::new().radius(self.radius);
        let scene = Scene::on(&options, &self.ground, &present)?;
        let mut made = scene.obstacles();
        let ids = self.obstacles.iter().map(|own| own.as_ref().and_then(|_| made.next())).collect();
        drop(made);
        self.cut = Some(Cut { scene, ids });
        Ok(())
    }

    /// Finds the shortest path between the points of the mesh nearest to two, or to as near to the second as
    /// one can come.
    pub(crate) fn find(&mut self, from: Point, to: Point) {
        let query = MeshQuery::new(from, to).snapping(f64::INFINITY).partial();
        let mut space = std::mem::take(&mut self.space);
        self.answer = Some(self.mesh().answer(&query, &mut space));
        self.space = space;
    }
}

impl From<NavMeshError> for Failure {
    fn from(error: NavMeshError) -> Failure {
        let (code, values) = match &error {
            NavMeshError::Empty => (AbiCode::MeshEmpty, vec![]),
            NavMeshError::Coordinates => (AbiCode::MeshCoordinates, vec![]),
            NavMeshError::Tangled | NavMeshError::Crowded => (AbiCode::MeshTangled, vec![]),
            NavMeshError::Corners { polygon }
            | NavMeshError::NotConvex { polygon }
            | NavMeshError::Neighbour { polygon, .. } => (AbiCode::MeshPolygon, vec![*polygon]),
            _ => (AbiCode::Refused, vec![]),
        };
        Failure::of(code, error, &values)
    }
}
