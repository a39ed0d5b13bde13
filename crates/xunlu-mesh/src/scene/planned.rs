//! A scene made of its plan.

use super::{Kind, ObstacleId, Scene, SceneOptions};
use crate::costed::RegionCosts;
use crate::error::NavMeshError;
use crate::notes::MeshNotes;
use crate::region_set::RegionId;
use crate::regions::RegionRule;
use std::fmt;
use xunlu_map::{Door, GroundCost, LinkId, Quoted, ScenePlan, Tags};

/// A scene, and what of it is what of the plan that it was made of. It answers as one into which all that was
/// put by hand; `tests/it/plans.rs` holds it to that.
///
/// ```
/// use xunlu_map::{GroundCost, PlannedRegion, Point, ScenePlan, TagCost, Tags};
/// use xunlu_mesh::{MeshSpace, PlannedScene, SceneOptions};
///
/// let rectangle = |x: f64, y: f64, width: f64, height: f64| {
///     [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
/// };
/// let lava = Tags::one(0).expect("there are sixteen");
/// let outline = rectangle(4.0, 4.0, 2.0, 2.0);
/// let plan = ScenePlan {
///     ground: vec![rectangle(0.0, 0.0, 10.0, 10.0)],
///     regions: vec![PlannedRegion { name: "pool".to_owned(), tags: lava, outline }],
///     costs: vec![TagCost { tag: lava, cost: GroundCost::Closed }],
///     ..ScenePlan::default()
/// };
/// let mut planned = PlannedScene::of(&plan, &SceneOptions::new())?;
/// let rule = planned.rule(Tags::NONE);
/// let (from, to) = (Point::new(1.0, 5.0), Point::new(9.0, 5.0));
/// let path = planned.scene.mesh_by(rule).shortest_path(from, to, &mut MeshSpace::new());
/// assert_eq!(path.expect("round the pool").length, 2.0 + 2.0 * 10.0_f64.sqrt());
/// # Ok::<(), xunlu_mesh::PlanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlannedScene {
    /// The scene.
    pub scene: Scene,
    /// The plan's obstacles, in their order.
    pub obstacles: Vec<ObstacleId>,
    /// The plan's regions, in their order.
    pub regions: Vec<RegionId>,
    /// The plan's links, in their order. `None` for those that are shut: they are put in when they open.
    pub links: Vec<Option<LinkId>>,
    /// What the plan's ground costs.
    pub costs: RegionCosts,
    /// The tags of ground that is closed to those who do not have them.
    pub closed: Tags,
}

/// What of a plan no scene can be made of, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanError {
    part: String,
    error: NavMeshError,
}

impl PlannedScene {
    /// The scene of a plan.
    ///
    /// # Errors
    /// As [`Scene::with`], [`Scene::put_region`] and [`Scene::put_link`]; the error names the part.
    pub fn of(plan: &ScenePlan, options: &SceneOptions) -> Result<PlannedScene, PlanError> {
        let on_it = plan.obstacles.iter().map(|own| own.outline.len());
        let corners = on_it.chain(plan.regions.iter().map(|own| own.outline.len())).sum();
        let scene = Scene::of_ground(options, &plan.ground, corners);
        let mut scene = scene.map_err(|error| PlanError { part: "ground".to_owned(), error })?;
        let obstacles = plan.obstacles.iter().enumerate().map(|(number, own)| {
            let id = scene.enter_new(&own.outline, Kind::Obstacle);
            id.map_err(|error| PlanError::of("obstacle", number, &own.name, error))
        });
        let obstacles = obstacles.collect::<Result<_, _>>()?;
        let regions = plan.regions.iter().enumerate().map(|(number, own)| {
            let id = scene.enter_new(&own.outline, Kind::Region(own.tags));
            let id = id.map(|ObstacleId(id)| RegionId(id));
            id.map_err(|error| PlanError::of("region", number, &own.name, error))
        });
        let regions = regions.collect::<Result<_, _>>()?;
        let whole = |error| PlanError { part: "all together".to_owned(), error };
        scene.cut_all().map_err(whole)?;
        let mut costs = RegionCosts::new();
        let mut closed = Tags::NONE;
        for own in &plan.costs {
            match own.cost {
                GroundCost::Closed => closed = closed | own.tag,
                GroundCost::Times(times) => {
                    let named = |error| PlanError { part: "costs".to_owned(), error };
                    costs = costs.times(own.tag, times).map_err(named)?;
                }
            }
        }
        let links = scene.put_planned_links(plan)?;
        Ok(PlannedScene { scene, obstacles, regions, links, costs, closed })
    }

    /// What the plan that it was made of says besides: to be [kept](crate::NavMesh::save_with) with its mesh.
    /// What tags are called is for the file to say, and left out.
    #[must_use]
    pub fn notes(&self, plan: &ScenePlan) -> MeshNotes {
        let is_named = |name: &str| !name.is_empty();
        let regions = self.regions.iter().zip(&plan.regions);
        let regions = regions.filter(|(_, own)| is_named(&own.name));
        let links = self.links.iter().zip(&plan.links);
        let links = links.filter_map(|(id, own)| Some(((*id)?, own.name.clone())));
        let mut notes = MeshNotes {
            tags: Vec::new(),
            regions: regions.map(|(&id, own)| (id, own.name.clone())).collect(),
            links: links.filter(|(_, name)| is_named(name)).collect(),
            costs: plan.costs.clone(),
            routes: plan.routes.clone(),
            places: plan.places.clone(),
        };
        notes.regions.sort_by_key(|&(id, _)| id);
        notes.links.sort_by_key(|&(id, _)| id);
        notes
    }

    /// To which regions somebody with these tags keeps: out of what is closed to him.
    #[must_use]
    pub fn rule(&self, tags: Tags) -> RegionRule {
        RegionRule::avoiding(Tags(self.closed.0 & !tags.0))
    }
}

impl Scene {
    /// Puts all open links in before it is looked once where they are entered.
    fn put_planned_links(&mut self, plan: &ScenePlan) -> Result<Vec<Option<LinkId>>, PlanError> {
        let chart = *self.mesh.chart();
        let links = plan.links.iter().enumerate().map(|(number, own)| match own.door {
            Door::Shut => Ok(None),
            Door::Open => {
                let id = self.mesh.links_mut().put(&chart, own.link).map(Some);
                id.map_err(|error| PlanError::of("link", number, &own.name, error))
            }
        });
        let links = links.collect();
        self.mesh.find_links();
        links
    }
}

impl PlanError {
    fn of(kind: &str, number: usize, name: &str, error: NavMeshError) -> PlanError {
        let part = match name {
            "" => format!("{kind} {number}"),
            name => format!("{kind} {}", Quoted(name)),
        };
        PlanError { part, error }
    }

    /// What is wrong with that part.
    #[must_use]
    pub const fn error(&self) -> &NavMeshError {
        &self.error
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlanError { part, error } = self;
        write!(f, "{part}: {error}")
    }
}

impl std::error::Error for PlanError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
