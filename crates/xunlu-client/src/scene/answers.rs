//! Questions about a scene, answered at one revision.

use super::{Ground, Plane, SceneWorld, outline_of, unfit};
use crate::answering::Within;
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{
    SceneArc, SceneAsk, SceneDescription, SceneFieldAsked, SceneFieldPoint, SceneFieldTold,
    SceneLink, SceneLinkTaken, SceneMatrixAsked, SceneMatrixTold, SceneMoveAsked, SceneNamedPoint,
    SceneNearestAsked, SceneObstacle, SceneOutcome, ScenePath, ScenePathAsked, ScenePathTold,
    ScenePathsTold, ScenePoint, ScenePointTold, ScenePointsTold, SceneRandomAsked,
    SceneRaycastAsked, SceneRaycastTold, SceneTold, Walker,
};
use xunlu::map::{Point, Tags};
use xunlu::mesh::{
    DistanceFieldQuery, MeshAnswer, MeshOutcome, MeshPath, MeshQuery, MeshSpace, NavMesh, Ray,
    RegionCosts, Surface, SurfacePoint, TakenLink,
};

/// A path over ground of several costs costs at most so much more than the cheapest, as a part of it.
const EXCESS: f64 = 0.01;

/// Of a point without a height the highest ground is meant.
const HIGH: f64 = 1e9;

/// What questions about scenes scribble on.
pub type SceneSpace = MeshSpace;

/// Answers a question about a scene. Whatever is searched is ended when its time is over.
///
/// # Errors
/// When it is not understood, has no meaning on such ground, or its time is over.
pub fn answer_scene(
    scene: &SceneWorld,
    ask: &SceneAsk,
    space: &mut SceneSpace,
    within: &Within<'_>,
) -> Result<SceneTold, Refusal> {
    let revision = scene.revision().to_string();
    let mut at_work = Asked { scene, space, within };
    Ok(match ask {
        SceneAsk::Path(asked) => SceneTold::Path(at_work.path(asked)?),
        SceneAsk::Paths(all) => {
            let answers = all.iter().map(|asked| at_work.path(asked));
            SceneTold::Paths(ScenePathsTold { answers: answers.collect::<Result<_, _>>()? })
        }
        SceneAsk::Raycast(asked) => SceneTold::Raycast(at_work.raycast(asked)?),
        SceneAsk::Nearest(asked) => {
            SceneTold::Point(ScenePointTold { point: at_work.nearest(asked)?, revision })
        }
        SceneAsk::Matrix(asked) => {
            SceneTold::Matrix(SceneMatrixTold { lengths: at_work.matrix(asked)?, revision })
        }
        SceneAsk::Field(asked) => {
            SceneTold::Field(SceneFieldTold { points: at_work.field(asked)?, revision })
        }
        SceneAsk::Move(asked) => {
            SceneTold::Point(ScenePointTold { point: at_work.moved(asked)?, revision })
        }
        SceneAsk::Random(asked) => {
            SceneTold::Points(ScenePointsTold { points: at_work.random(asked)?, revision })
        }
        SceneAsk::Describe(_) => SceneTold::Description(scene.described()),
    })
}

/// A question at work.
struct Asked<'a> {
    scene: &'a SceneWorld,
    space: &'a mut SceneSpace,
    within: &'a Within<'a>,
}

impl Asked<'_> {
    /// The ground in the plane.
    fn plane(&self) -> Result<&Plane, Refusal> {
        match &self.scene.ground {
            Ground::Plane(plane) => Ok(plane),
            Ground::Storeys(_) => Err(Refusal::not_understood(
                "this ground has storeys, where only paths and nearest points are known; expected a scene in the plane",
            )),
        }
    }

    fn path(&mut self, asked: &ScenePathAsked) -> Result<ScenePathTold, Refusal> {
        self.within.look()?;
        if asked.goals.is_empty() {
            return Err(Refusal::not_understood("no goals; expected one at least"));
        }
        let snap = length("snap", asked.snap)?;
        let scene = self.scene;
        let plane = match &scene.ground {
            Ground::Plane(plane) => &**plane,
            Ground::Storeys(surface) => return self.path_on(surface, asked),
        };
        let walker = asked.walker.clone().unwrap_or_default();
        let (mesh, costs) = plane.ground_for(&walker, &asked.obstacles, self.within)?;
        let (from, goals) = (flat(asked.from)?, flat_all(&asked.goals)?);
        let tags = tags_of(&walker.tags)?;
        if let Some(costs) = costs {
            return self.cheapest(&mesh, &costs, tags, from, &goals, asked);
        }
        let mut query = MeshQuery::any_of(from, goals).snapping(snap).with_tags(tags);
        query = query.limit(self.within.expansions_max);
        if asked.partial {
            query = query.partial();
        }
        if walker.radius > 0.0 {
            query = query.for_radius(walker.radius);
        }
        let answer = mesh.answer_until(&query, self.space, self.within.is_late);
        let answer = answer.ok_or_else(Refusal::expired)?;
        Ok(told(answer, plane, scene.revision().to_string()))
    }

    /// A path where ground has its costs: nearly the cheapest, to the goal that is cheapest to reach.
    fn cheapest(
        &mut self,
        mesh: &NavMesh,
        costs: &RegionCosts,
        tags: Tags,
        from: Point,
        goals: &[Point],
        asked: &ScenePathAsked,
    ) -> Result<ScenePathTold, Refusal> {
        let plane = self.plane()?.clone();
        let walker = asked.walker.clone().unwrap_or_default();
        if walker.radius > 0.0 || asked.partial {
            let words = "a radius or a partial path where ground has its costs; expected neither";
            return Err(Refusal::not_understood(words));
        }
        let revision = self.scene.revision().to_string();
        let end = |point: Point| mesh.nearest(point, asked.snap);
        let Some(start) = end(from) else {
            let nearest = mesh.nearest(from, f64::INFINITY).map(ScenePoint::from);
            return Ok(without_path(SceneOutcome::StartBlocked, nearest, revision));
        };
        let open: Vec<(usize, Point)> = goals
            .iter()
            .enumerate()
            .filter_map(|(number, &goal)| Some((number, end(goal)?)))
            .collect();
        if open.is_empty() {
            let nearest = mesh.nearest(goals[0], f64::INFINITY).map(ScenePoint::from);
            return Ok(without_path(SceneOutcome::GoalBlocked, nearest, revision));
        }
        let mut best = None;
        for (number, goal) in open {
            self.within.look()?;
            let (ends, is_late) = ([start, goal], self.within.is_late);
            let found = mesh.cheapest_path_until(tags, costs, EXCESS, ends, self.space, is_late);
            let Some(found) = found.map_err(|_| Refusal::expired())? else { continue };
            if best
                .as_ref()
                .is_none_or(|(_, own): &(usize, xunlu::mesh::CostedPath)| found.cost < own.cost)
            {
                best = Some((number, found));
            }
        }
        let Some((number, found)) = best else {
            return Ok(without_path(SceneOutcome::Unreachable, None, revision));
        };
        let path = ScenePath {
            length: found.cost,
            lower_bound: Some(found.lower_bound),
            points: found.points.into_iter().map(ScenePoint::from).collect(),
            links: found.links.iter().map(|taken| plane.taken(taken)).collect(),
            arcs: Vec::new(),
        };
        let mut told = without_path(SceneOutcome::Found, None, revision);
        (told.path, told.goal) = (Some(path), Some(number));
        Ok(told)
    }

    /// A path over storeys, to whichever goal is nearest.
    fn path_on(
        &mut self,
        surface: &Surface,
        asked: &ScenePathAsked,
    ) -> Result<ScenePathTold, Refusal> {
        let is_plain = asked.walker.as_ref().is_none_or(|walker| *walker == Walker::default());
        if !is_plain || !asked.obstacles.is_empty() || asked.partial {
            let words = "ground with storeys is made for a person, and knows no tags, obstacles or partial paths; \
                         expected neither \"walker\" nor \"obstacles\" nor \"partial\"";
            return Err(Refusal::not_understood(words));
        }
        let revision = self.scene.revision().to_string();
        let high =
            |point: ScenePoint| SurfacePoint { at: point.at, height: point.height.unwrap_or(HIGH) };
        let end = |point: ScenePoint| {
            let own = high(point);
            match surface.polygon_at(own.at, own.height) {
                Some(_) => Some(own),
                None if asked.snap > 0.0 => surface.nearest(own, asked.snap),
                None => None,
            }
        };
        let nearest = |point: ScenePoint| surface.nearest(high(point), f64::INFINITY).map(in_space);
        let Some(start) = end(asked.from) else {
            return Ok(without_path(SceneOutcome::StartBlocked, nearest(asked.from), revision));
        };
        let goals = asked.goals.iter().enumerate();
        let open: Vec<(usize, SurfacePoint)> =
            goals.filter_map(|(number, &goal)| Some((number, end(goal)?))).collect();
        if open.is_empty() {
            return Ok(without_path(SceneOutcome::GoalBlocked, nearest(asked.goals[0]), revision));
        }
        let mut best: Option<(usize, xunlu::mesh::SurfacePath)> = None;
        for (number, goal) in open {
            self.within.look()?;
            let is_late = self.within.is_late;
            let found = surface.shortest_path_until(start, goal, self.space, is_late);
            let Some(found) = found.map_err(|_| Refusal::expired())? else { continue };
            if best.as_ref().is_none_or(|(_, own)| found.length < own.length) {
                best = Some((number, found));
            }
        }
        let Some((number, found)) = best else {
            return Ok(without_path(SceneOutcome::Unreachable, None, revision));
        };
        let path = ScenePath {
            length: found.length,
            lower_bound: None,
            points: found.points.into_iter().map(in_space).collect(),
            links: Vec::new(),
            arcs: Vec::new(),
        };
        let mut told = without_path(SceneOutcome::Found, None, revision);
        (told.path, told.goal) = (Some(path), Some(number));
        Ok(told)
    }

    fn raycast(&mut self, asked: &SceneRaycastAsked) -> Result<SceneRaycastTold, Refusal> {
        let walker = asked.walker.clone().unwrap_or_default();
        let (mesh, _) = self.plane()?.ground_for(&walker, &asked.obstacles, self.within)?;
        let (from, to) = (flat(asked.from)?, flat(asked.to)?);
        let ray = mesh.raycast(from, to);
        if ray.is_none() && mesh.nearest(from, 0.0).is_some() {
            return Err(Refusal::not_understood(
                "\"to\" is too far; expected a point nearer to the scene",
            ));
        }
        let hit = match ray {
            Some(Ray::Hit(hit)) => Some(hit),
            _ => None,
        };
        Ok(SceneRaycastTold {
            is_clear: matches!(ray, Some(Ray::Clear { .. })),
            point: hit.map(|hit| hit.point.into()),
            fraction: hit.map(|hit| hit.fraction),
            wall: hit.map(|hit| hit.wall.map(ScenePoint::from)),
            normal: hit.map(|hit| hit.normal.into()),
            revision: self.scene.revision().to_string(),
        })
    }

    fn nearest(&mut self, asked: &SceneNearestAsked) -> Result<Option<ScenePoint>, Refusal> {
        let reach = asked.reach.map_or(Ok(f64::INFINITY), |reach| length("reach", reach))?;
        if let Ground::Storeys(surface) = &self.scene.ground {
            let ScenePoint { at, height } = asked.point;
            let point = SurfacePoint { at, height: height.unwrap_or(0.0) };
            return Ok(surface.nearest(point, reach).map(in_space));
        }
        let mesh = self.plane()?.mesh_for(&asked.walker.clone().unwrap_or_default())?;
        Ok(mesh.nearest(flat(asked.point)?, reach).map(ScenePoint::from))
    }

    fn matrix(&mut self, asked: &SceneMatrixAsked) -> Result<Vec<Vec<Option<f64>>>, Refusal> {
        let mut rows = Vec::with_capacity(asked.from.len());
        for &from in &asked.from {
            let mut row = Vec::with_capacity(asked.to.len());
            for &to in &asked.to {
                let (walker, obstacles, goals) = (asked.walker.clone(), Vec::new(), vec![to]);
                let one =
                    ScenePathAsked { from, goals, walker, obstacles, snap: 0.0, partial: false };
                row.push(self.path(&one)?.path.map(|path| path.length));
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn field(&mut self, asked: &SceneFieldAsked) -> Result<Vec<SceneFieldPoint>, Refusal> {
        let walker = asked.walker.clone().unwrap_or_default();
        let mesh = self.plane()?.mesh_for(&walker)?;
        let points = flat_all(&asked.points)?;
        let query = DistanceFieldQuery::to_any(flat_all(&asked.to)?);
        self.within.look()?;
        let query = query.with_tags(tags_of(&walker.tags)?);
        let field = mesh.distance_field_until(&query, self.space, self.within.is_late);
        let field = field.ok_or_else(Refusal::expired)?;
        self.within.each(points, |point| {
            let next = field.path(point).and_then(|path| path.points.get(1).copied());
            let distance = field.distance(point);
            Some(SceneFieldPoint { distance, next: next.map(Into::into) })
        })
    }

    fn moved(&mut self, asked: &SceneMoveAsked) -> Result<Option<ScenePoint>, Refusal> {
        let mesh = self.plane()?.mesh_for(&asked.walker.clone().unwrap_or_default())?;
        let (from, to) = (flat(asked.from)?, flat(asked.to)?);
        Ok(mesh.slide(from, to, self.space).map(ScenePoint::from))
    }

    fn random(&mut self, asked: &SceneRandomAsked) -> Result<Vec<ScenePoint>, Refusal> {
        if asked.count > self.within.places_max {
            let most = self.within.places_max;
            let words = format!("{} points; expected {most} at most", asked.count);
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        let mesh = self.plane()?.mesh_for(&asked.walker.clone().unwrap_or_default())?;
        let drawn = mesh.random_points(asked.seed).take(asked.count);
        self.within.each(drawn, |point| Some(ScenePoint::from(point)))
    }
}

impl Plane {
    /// The mesh that somebody walks on.
    pub(super) fn mesh_for(&self, walker: &Walker) -> Result<NavMesh, Refusal> {
        length("radius", walker.radius)?;
        let [tags, avoid, only] =
            [&walker.tags, &walker.avoid, &walker.only].map(|own| tags_of(own));
        Ok(self.rules.mesh(self.rule(tags?, avoid?, only?), self.scene.mesh()))
    }

    /// The same with obstacles that are there for one question alone, and what its ground costs, if that is
    /// not its length.
    fn ground_for(
        &self,
        walker: &Walker,
        obstacles: &[Vec<ScenePoint>],
        within: &Within<'_>,
    ) -> Result<(NavMesh, Option<RegionCosts>), Refusal> {
        if obstacles.is_empty() {
            return Ok((self.mesh_for(walker)?, self.costs));
        }
        let mut own = self.clone();
        for outline in obstacles {
            within.look()?;
            own.scene.put(&outline_of(outline)?).map_err(|error| unfit(&error))?;
        }
        own.rules = super::Rules::default();
        Ok((own.mesh_for(walker)?, own.costs))
    }

    fn taken(&self, taken: &TakenLink) -> SceneLinkTaken {
        let &TakenLink { leg, link, is_back } = taken;
        SceneLinkTaken { leg, link: self.link_number(link), is_back }
    }
}

impl SceneWorld {
    fn described(&self) -> SceneDescription {
        let corners = self.mesh().walls().flatten();
        let extent = corners.fold(None, |all: Option<[Point; 2]>, corner| {
            let own = self.mesh().chart().point(corner);
            let [least, most] = all.unwrap_or([own, own]);
            let least = Point::new(least.x.min(own.x), least.y.min(own.y));
            Some([least, Point::new(most.x.max(own.x), most.y.max(own.y))])
        });
        let mut told = SceneDescription {
            extent: extent.map(|ends| ends.map(ScenePoint::from)),
            polygons: self.polygon_count(),
            obstacles: Vec::new(),
            links: Vec::new(),
            places: Vec::new(),
            has_storeys: true,
            revision: self.revision().to_string(),
        };
        let Ground::Plane(plane) = &self.ground else { return told };
        told.has_storeys = false;
        let points = |all: &[Point]| all.iter().map(|&at| at.into()).collect();
        let obstacles = plane.obstacles.iter();
        told.obstacles = obstacles
            .map(|(name, (_, line))| SceneObstacle { name: name.clone(), outline: points(line) })
            .collect();
        told.links = (0..)
            .zip(&plane.links)
            .map(|(number, own)| SceneLink {
                link: number,
                name: own.name.clone(),
                from: own.link.from.into(),
                to: own.link.to.into(),
                is_open: own.id.is_some(),
            })
            .collect();
        let places = plane.places.iter();
        told.places = places
            .map(|own| SceneNamedPoint { name: own.name.clone(), at: own.at.into() })
            .collect();
        told
    }
}

/// An answer of a mesh, as it is told.
fn told(answer: MeshAnswer, plane: &Plane, revision: String) -> ScenePathTold {
    let MeshAnswer { outcome, path, goal, expansions, .. } = answer;
    let (outcome, nearest, room) = match outcome {
        MeshOutcome::Found => (SceneOutcome::Found, None, None),
        MeshOutcome::Partial => (SceneOutcome::Partial, None, None),
        MeshOutcome::StartBlocked { nearest } => (SceneOutcome::StartBlocked, nearest, None),
        MeshOutcome::GoalBlocked { nearest } => (SceneOutcome::GoalBlocked, nearest, None),
        MeshOutcome::NoRoomAtStart { room } => (SceneOutcome::NoRoomAtStart, None, Some(room)),
        MeshOutcome::NoRoomAtGoal { room } => (SceneOutcome::NoRoomAtGoal, None, Some(room)),
        MeshOutcome::Limit => (SceneOutcome::Limit, None, None),
        _ => (SceneOutcome::Unreachable, None, None),
    };
    let path = path.map(|MeshPath { points, length, links, arcs }| ScenePath {
        length,
        lower_bound: None,
        points: points.into_iter().map(ScenePoint::from).collect(),
        links: links.iter().map(|taken| plane.taken(taken)).collect(),
        arcs: arcs
            .iter()
            .map(|arc| SceneArc { leg: arc.leg, centre: arc.centre.into(), is_left: arc.is_left })
            .collect(),
    });
    let nearest = nearest.map(ScenePoint::from);
    ScenePathTold { outcome, path, goal, nearest, room, expansions, revision }
}

fn without_path(
    outcome: SceneOutcome,
    nearest: Option<ScenePoint>,
    revision: String,
) -> ScenePathTold {
    let (path, goal, room) = (None, None, None);
    ScenePathTold { outcome, path, goal, nearest, room, expansions: 0, revision }
}

fn in_space(point: SurfacePoint) -> ScenePoint {
    ScenePoint { at: point.at, height: Some(point.height) }
}

/// A point of the plane.
fn flat(point: ScenePoint) -> Result<Point, Refusal> {
    match point.height {
        None => Ok(point.at),
        Some(_) => {
            Err(Refusal::not_understood("a point with a height; expected [x, y] in the plane"))
        }
    }
}

fn flat_all(points: &[ScenePoint]) -> Result<Vec<Point>, Refusal> {
    points.iter().map(|&point| flat(point)).collect()
}

fn length(what: &str, length: f64) -> Result<f64, Refusal> {
    if length.is_finite() && length >= 0.0 {
        return Ok(length);
    }
    Err(Refusal::not_understood(format_args!("{what} is {length}; expected a length")))
}

fn tags_of(numbers: &[u32]) -> Result<Tags, Refusal> {
    let mut tags = numbers.iter().map(|&number| {
        Tags::one(number).ok_or_else(|| {
            Refusal::not_understood(format_args!("there is no tag {number}; expected 0 to 15"))
        })
    });
    tags.try_fold(Tags::NONE, |all, tag| Ok(all | tag?))
}
