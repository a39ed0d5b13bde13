//! A scene as callers have it in hand: ground, obstacles by numbers that stay, a radius, and the last answer.

use crate::status::{AbiCode, Failure};
use xunlu::map::Point;
use xunlu::mesh::{
    MeshAnswer, MeshObserver, MeshQuery, MeshSpace, NavMesh, NavMeshError, ObstacleId, Scene,
    SceneOptions, Waiting,
};

/// So many numbers an event is told in.
const EVENT: usize = 8;

/// How paths are searched for, by number.
const BY_FUNNEL: u32 = 1;

/// Ground on which obstacles come, move and go, for movers of a radius that may change.
pub(crate) struct SceneSession {
    ground: NavMesh,
    /// Whether it may lie over itself: then nothing can be cut out of it in the plane.
    has_storeys: bool,
    radius: f64,
    /// By which part of the shortest path one may be longer.
    excess: f64,
    /// By their numbers; those that are gone leave their place empty.
    obstacles: Vec<Option<Vec<Point>>>,
    /// What is left of the ground, unless that is all of it.
    cut: Option<Cut>,
    space: MeshSpace,
    pub(crate) answer: Option<MeshAnswer>,
    pub(crate) events: Events,
}

/// The events of a search, some numbers each: what kind, its number, its root, a length, and two points. The
/// first so many are kept.
#[derive(Default)]
pub(crate) struct Events {
    pub(crate) numbers: Vec<f64>,
    most: usize,
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
            has_storeys: false,
            radius: 0.0,
            excess: 0.0,
            obstacles: Vec::new(),
            cut: None,
            space: MeshSpace::new(),
            answer: None,
            events: Events::default(),
        }
    }

    pub(crate) fn of_storeys(ground: NavMesh) -> SceneSession {
        SceneSession { has_storeys: true, ..SceneSession::new(ground) }
    }

    fn check_flat(&self) -> Result<(), Failure> {
        let refused = "ground with storeys takes neither obstacles nor another radius";
        if self.has_storeys { Err(Failure::refused(refused)) } else { Ok(()) }
    }

    pub(crate) fn mesh(&self) -> &NavMesh {
        self.cut.as_ref().map_or(&self.ground, |cut| cut.scene.mesh())
    }

    /// Cuts everything anew for movers of a radius; what was before stays where that cannot be done.
    pub(crate) fn set_radius(&mut self, radius: f64) -> Result<(), Failure> {
        self.check_flat()?;
        let before = std::mem::replace(&mut self.radius, radius);
        self.cut_anew().inspect_err(|_| self.radius = before)
    }

    /// Puts an obstacle in: its number.
    pub(crate) fn put(&mut self, outline: Vec<Point>) -> Result<u32, Failure> {
        let number = u32::try_from(self.obstacles.len())
            .map_err(|_| Failure::refused("too many obstacles were put in"))?;
        self.check_flat()?;
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

    /// Has paths be found that are longer than the shortest by at most this part of it.
    pub(crate) fn set_excess(&mut self, excess: f64) -> Result<(), Failure> {
        if !(excess >= 0.0 && excess.is_finite()) {
            return Err(Failure::refused("expected a part of the path's length, 0 or more"));
        }
        self.excess = excess;
        Ok(())
    }

    /// Where one comes to who goes from one point towards another along walls.
    pub(crate) fn slide(&mut self, [from, to]: [Point; 2]) -> Option<Point> {
        let mut space = std::mem::take(&mut self.space);
        let reached = self.mesh().slide(from, to, &mut space);
        self.space = space;
        reached
    }

    /// Finds a path from the first of some points to the nearest of the others, or to as near to one as one
    /// can come, by the method of this number; keeps the first events of the search, at most so many. The
    /// points of the mesh nearest to them are meant.
    pub(crate) fn find(&mut self, from: Point, goals: &[Point], method: u32, most: u32) {
        let query = MeshQuery::any_of(from, goals.iter().copied());
        let query = query.within(self.excess).snapping(f64::INFINITY).partial();
        let (mut space, mesh) = (std::mem::take(&mut self.space), self.mesh());
        let mut events =
            Events { numbers: Vec::new(), most: (most as usize).saturating_mul(EVENT) };
        let answer = match (method, most) {
            (BY_FUNNEL, _) => mesh.funnel_answer(&query, &mut events),
            (_, 0) => mesh.answer(&query, &mut space),
            _ => mesh.answer_observed(&query, &mut space, &mut events),
        };
        (self.answer, self.events, self.space) = (Some(answer), events, space);
    }
}

impl Events {
    fn keep(&mut self, kind: u32, [number, root]: [u32; 2], length: f64, ends: [Point; 2]) {
        if self.numbers.len() < self.most {
            let [from, to] = ends;
            self.numbers.extend([kind, number, root].map(f64::from));
            self.numbers.extend([length, from.x, from.y, to.x, to.y]);
        }
    }
}

impl MeshObserver for Events {
    fn rooted(&mut self, root: u32, at: Point, before: Option<u32>, g: f64) {
        self.keep(0, [root, before.unwrap_or(u32::MAX)], g, [at; 2]);
    }

    fn closed(&mut self, number: u32) {
        self.keep(1, [number, 0], 0.0, [Point::default(); 2]);
    }

    fn passed(&mut self, root: u32, ends: [Point; 2]) {
        self.keep(2, [0, root], 0.0, ends);
    }

    fn opened(&mut self, number: u32, root: u32, waiting: Waiting, f: f64) {
        let (kind, ends) = match waiting {
            Waiting::Corner { at } => (4, [at; 2]),
            Waiting::Goal { at } => (5, [at; 2]),
            Waiting::Link { at } => (6, [at; 2]),
            Waiting::Interval { ends } => (3, ends),
            _ => return,
        };
        self.keep(kind, [number, root], f, ends);
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
