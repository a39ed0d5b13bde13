//! A scene as callers have it in hand: ground, obstacles, regions and links by numbers that stay, a radius,
//! what regions cost, and the last answer.

use crate::scene_links::SceneLinks;
use crate::status::{AbiCode, Failure};
use xunlu::map::{MeshLink, Point, Tags};
use xunlu::mesh::{
    MeshAnswer, MeshObserver, MeshQuery, MeshSpace, NavMesh, NavMeshError, ObstacleId, RegionCosts,
    RegionId, RegionRule, Scene, SceneOptions, Waiting,
};

/// So many numbers an event is told in.
const EVENT: usize = 8;

/// How paths are searched for, by number.
const BY_FUNNEL: u32 = 1;

/// Where regions cost more or less than their length, a path may cost so much more than the cheapest at
/// least: to find it exactly is not known how, and a hundredth takes six times as long.
const EXCESS_OF_COSTS: f64 = 0.05;

/// Ground on which obstacles and regions come, move and go, for movers of a radius that may change.
pub(crate) struct SceneSession {
    ground: NavMesh,
    /// The same with the links.
    linked: NavMesh,
    pub(crate) links: SceneLinks,
    /// Whether it may lie over itself: then nothing can be cut out of it in the plane.
    has_storeys: bool,
    radius: f64,
    /// By which part of the shortest path one may be longer.
    excess: f64,
    /// Obstacles and regions, by their numbers; those that are gone leave their place empty.
    things: Vec<Option<Thing>>,
    /// What regions are kept out of, and what they cost.
    rule: RegionRule,
    costs: RegionCosts,
    /// What is left of the ground, unless that is all of it.
    cut: Option<Cut>,
    space: MeshSpace,
    pub(crate) answer: Option<MeshAnswer>,
    /// What the path of the answer costs, and any costs at least.
    pub(crate) cost: [f64; 2],
    pub(crate) events: Events,
    /// What it was made of, if that was a plan.
    #[cfg(feature = "formats")]
    pub(crate) drawn: Drawn,
}

/// What of a plan is told.
#[cfg(feature = "formats")]
#[derive(Default)]
pub(crate) struct Drawn {
    pub(crate) numbers: Vec<f64>,
    pub(crate) names: String,
}

/// An obstacle, or a region with these tags.
pub(crate) struct Thing {
    pub(crate) outline: Vec<Point>,
    pub(crate) region: Option<Tags>,
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
    /// What the scene calls the obstacles and the regions.
    ids: Vec<Option<ThingId>>,
}

#[derive(Clone, Copy)]
enum ThingId {
    Obstacle(ObstacleId),
    Region(RegionId),
}

impl SceneSession {
    pub(crate) fn new(ground: NavMesh) -> SceneSession {
        SceneSession {
            linked: ground.clone(),
            ground,
            links: SceneLinks::default(),
            has_storeys: false,
            radius: 0.0,
            excess: 0.0,
            things: Vec::new(),
            rule: RegionRule::default(),
            costs: RegionCosts::new(),
            cut: None,
            space: MeshSpace::new(),
            answer: None,
            cost: [0.0; 2],
            events: Events::default(),
            #[cfg(feature = "formats")]
            drawn: Drawn::default(),
        }
    }

    pub(crate) fn of_storeys(ground: NavMesh) -> SceneSession {
        SceneSession { has_storeys: true, ..SceneSession::new(ground) }
    }

    fn check_flat(&self) -> Result<(), Failure> {
        let refused = "ground with storeys takes no obstacles, no links and no other radius";
        if self.has_storeys { Err(Failure::refused(refused)) } else { Ok(()) }
    }

    pub(crate) fn mesh(&self) -> &NavMesh {
        self.cut.as_ref().map_or(&self.linked, |cut| cut.scene.mesh())
    }

    /// Cuts everything anew for movers of a radius; what was before stays where that cannot be done.
    pub(crate) fn set_radius(&mut self, radius: f64) -> Result<(), Failure> {
        self.check_flat()?;
        let before = std::mem::replace(&mut self.radius, radius);
        self.cut_anew().inspect_err(|_| self.radius = before)
    }

    /// Puts an obstacle in, or a region with tags: its number.
    pub(crate) fn put(
        &mut self,
        outline: Vec<Point>,
        region: Option<Tags>,
    ) -> Result<u32, Failure> {
        let number = u32::try_from(self.things.len())
            .map_err(|_| Failure::refused("too many obstacles were put in"))?;
        self.check_flat()?;
        let thing = Thing { outline, region };
        let cut = self.cut()?;
        let id = cut.put(&thing)?;
        cut.ids.push(Some(id));
        self.things.push(Some(thing));
        Ok(number)
    }

    /// Puts all the things of a new scene in at once.
    #[cfg(feature = "formats")]
    pub(crate) fn put_all(&mut self, things: impl Iterator<Item = Thing>) -> Result<(), Failure> {
        self.things = things.map(Some).collect();
        self.cut_anew()
    }

    pub(crate) fn move_to(&mut self, number: u32, outline: Vec<Point>) -> Result<(), Failure> {
        let scene = match self.id(number)? {
            ThingId::Obstacle(id) => self.cut()?.scene.move_to(id, &outline),
            ThingId::Region(id) => self.cut()?.scene.move_region(id, &outline),
        };
        scene?;
        if let Some(thing) = &mut self.things[number as usize] {
            thing.outline = outline;
        }
        Ok(())
    }

    pub(crate) fn take(&mut self, number: u32) -> Result<(), Failure> {
        let id = self.id(number)?;
        let cut = self.cut()?;
        match id {
            ThingId::Obstacle(id) => cut.scene.take(id)?,
            ThingId::Region(id) => cut.scene.take_region(id)?,
        }
        cut.ids[number as usize] = None;
        self.things[number as usize] = None;
        if self.radius <= 0.0 && self.things.iter().all(Option::is_none) {
            // Then the polygons are those that the ground came with.
            self.linked = self.links.on(&self.ground)?;
            self.cut = None;
        }
        Ok(())
    }

    /// Puts a link in, or one that nobody takes: its number.
    pub(crate) fn put_link(&mut self, link: MeshLink, is_shut: bool) -> Result<u32, Failure> {
        let number = u32::try_from(self.links.count())
            .map_err(|_| Failure::refused("too many links were put in"))?;
        self.check_flat()?;
        match &mut self.cut {
            _ if is_shut => self.links.push(None, None),
            Some(cut) => {
                let id = cut.scene.put_link(link)?;
                self.links.push(Some(link), Some(id));
            }
            None => {
                let mut links = self.links.clone();
                links.push(Some(link), None);
                self.linked = links.on(&self.ground)?;
                self.links = links;
            }
        }
        Ok(number)
    }

    /// Puts all the links of a new scene in at once, each with whether it is shut.
    #[cfg(feature = "formats")]
    pub(crate) fn put_links(
        &mut self,
        links: impl Iterator<Item = (MeshLink, bool)>,
    ) -> Result<(), Failure> {
        for (link, is_shut) in links {
            self.links.push((!is_shut).then_some(link), None);
        }
        self.linked = self.links.on(&self.ground)?;
        Ok(())
    }

    /// Takes a link out. One that is shut is there for nobody.
    pub(crate) fn take_link(&mut self, number: u32) -> Result<(), Failure> {
        if number as usize >= self.links.count() {
            return Err(NavMeshError::NoLink.into());
        }
        let Some(id) = self.links.take(number as usize) else { return Ok(()) };
        match &mut self.cut {
            Some(cut) => cut.scene.take_link(id)?,
            None => self.linked = self.links.on(&self.ground)?,
        }
        Ok(())
    }

    fn id(&self, number: u32) -> Result<ThingId, Failure> {
        let ids = self.cut.as_ref().map_or(&[][..], |cut| &cut.ids);
        let id = ids.get(number as usize).copied().flatten();
        id.ok_or_else(|| NavMeshError::NoObstacle.into())
    }

    fn cut(&mut self) -> Result<&mut Cut, Failure> {
        if self.cut.is_none() {
            let scene = Scene::on(&SceneOptions::new(), &self.linked, &[])?;
            self.cut = Some(Cut { scene, ids: vec![None; self.things.len()] });
        }
        Ok(self.cut.as_mut().expect("there is one by now"))
    }

    fn cut_anew(&mut self) -> Result<(), Failure> {
        let mut links = self.links.clone();
        let linked = links.on(&self.ground)?;
        // What is no number or negative is the scene's to refuse.
        if self.radius == 0.0 && self.things.iter().all(Option::is_none) {
            (self.linked, self.links, self.cut) = (linked, links, None);
            return Ok(());
        }
        let obstacles = self.things.iter().flatten().filter(|thing| thing.region.is_none());
        let obstacles: Vec<Vec<Point>> = obstacles.map(|thing| thing.outline.clone()).collect();
        let options = SceneOptions::new().radius(self.radius);
        let scene = Scene::on(&options, &linked, &obstacles)?;
        let made: Vec<ObstacleId> = scene.obstacles().collect();
        let (mut made, mut cut) = (made.into_iter(), Cut { scene, ids: Vec::new() });
        for thing in &self.things {
            let id = match thing {
                None => None,
                Some(Thing { region: None, .. }) => made.next().map(ThingId::Obstacle),
                Some(thing) => Some(cut.put(thing)?),
            };
            cut.ids.push(id);
        }
        (self.linked, self.links, self.cut) = (linked, links, Some(cut));
        Ok(())
    }

    /// Has regions with any of these tags be kept out of.
    pub(crate) fn avoid(&mut self, tags: Tags) {
        if let Some(cut) = &mut self.cut {
            cut.scene.let_go_of(self.rule);
        }
        self.rule = RegionRule::avoiding(tags);
    }

    /// Has regions with any of these tags cost so many times their length.
    pub(crate) fn set_cost(&mut self, tags: Tags, times: f64) -> Result<(), Failure> {
        self.costs = self.costs.times(tags, times)?;
        Ok(())
    }

    /// The mesh that one walks on: without the regions that are kept out of.
    fn walked(&mut self) -> NavMesh {
        match &mut self.cut {
            Some(cut) if self.rule != RegionRule::default() => cut.scene.mesh_by(self.rule).clone(),
            _ => self.mesh().clone(),
        }
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
        let (mut space, mesh) = (std::mem::take(&mut self.space), self.walked());
        let mut events =
            Events { numbers: Vec::new(), most: (most as usize).saturating_mul(EVENT) };
        let mut answer = match (method, most) {
            (BY_FUNNEL, _) => mesh.funnel_answer(&query, &mut events),
            (_, 0) => mesh.answer(&query, &mut space),
            _ => mesh.answer_observed(&query, &mut space, &mut events),
        };
        self.cost = [answer.path.as_ref().map_or(0.0, |path| path.length); 2];
        if method != BY_FUNNEL && !self.costs.is_length() {
            self.cheapen(&mesh, &mut answer, &mut space);
        }
        (self.answer, self.events, self.space) = (Some(answer), events, space);
    }

    /// Has an answer's path be the cheapest between its ends instead of the shortest.
    fn cheapen(&mut self, mesh: &NavMesh, answer: &mut MeshAnswer, space: &mut MeshSpace) {
        let Some(path) = &mut answer.path else { return };
        let (from, to) = (path.points[0], path.points[path.points.len() - 1]);
        let excess = self.excess.max(EXCESS_OF_COSTS);
        let Some(cheapest) = mesh.cheapest_path(&self.costs, excess, from, to, space) else {
            return;
        };
        (path.points, path.links) = (cheapest.points, cheapest.links);
        path.length = self.links.length_of(path);
        self.cost = [cheapest.cost, cheapest.lower_bound];
    }
}

impl Cut {
    fn put(&mut self, Thing { outline, region }: &Thing) -> Result<ThingId, NavMeshError> {
        Ok(match *region {
            None => ThingId::Obstacle(self.scene.put(outline)?),
            Some(tags) => ThingId::Region(self.scene.put_region(outline, tags)?),
        })
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
