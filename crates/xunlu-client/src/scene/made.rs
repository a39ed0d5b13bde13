//! Scenes made of what designers draw: plans, polygons, triangles, meshes that were baked.

use super::rules::Rules;
use super::{DrawnLink, Ground, Plane, SceneWorld, unfit};
use crate::refusal::Refusal;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use xunlu::map::{Door, Point, PolygonMesh, Revision, ScenePlan, Tags, TriangleMesh};
use xunlu::mesh::{
    MeshPath, NavMesh, PlannedScene, Scene, SceneOptions, SurfaceBuilder, TakenLink,
};

impl SceneWorld {
    /// Of a plan, with its obstacles by their names. Those that have none, or one that another has, are
    /// called by their number, as `#3`.
    ///
    /// # Errors
    /// When no scene can be made of it.
    pub fn of_plan(plan: &ScenePlan) -> Result<SceneWorld, Refusal> {
        let made = PlannedScene::of(plan, &SceneOptions::new());
        let PlannedScene { scene, obstacles, links, costs, closed, .. } =
            made.map_err(Refusal::not_understood)?;
        let mut taken = BTreeSet::new();
        let named = plan.obstacles.iter().zip(obstacles).zip(0..);
        let obstacles = named.map(|((own, id), number): (_, usize)| {
            let is_own = !own.name.is_empty() && taken.insert(own.name.clone());
            let name = if is_own { own.name.clone() } else { format!("#{number}") };
            (name, (id, own.outline.clone()))
        });
        let obstacles: BTreeMap<_, _> = obstacles.collect();
        let links = plan.links.iter().zip(links).map(|(own, id)| DrawnLink {
            name: own.name.clone(),
            link: own.link,
            id: id.filter(|_| own.door == Door::Open),
        });
        let plane = Plane {
            scene,
            obstacles,
            links: links.collect(),
            places: plan.places.clone(),
            costs: Some(costs).filter(|costs| !costs.is_length()),
            closed,
            rules: Rules::default(),
        };
        Ok(SceneWorld::new(Ground::Plane(Box::new(plane))))
    }

    /// Of polygons.
    ///
    /// # Errors
    /// When they are no mesh.
    pub fn of_polygons(polygons: &PolygonMesh) -> Result<SceneWorld, Refusal> {
        SceneWorld::of_mesh(&NavMesh::new(polygons).map_err(|error| unfit(&error))?)
    }

    /// Of a mesh that was baked. Its regions are ground like any other.
    ///
    /// # Errors
    /// When no scene can be made of it.
    pub fn of_mesh(mesh: &NavMesh) -> Result<SceneWorld, Refusal> {
        let scene = Scene::on(&SceneOptions::new(), mesh, &[]).map_err(|error| unfit(&error))?;
        let plane = Plane {
            scene,
            obstacles: BTreeMap::new(),
            links: Vec::new(),
            places: Vec::new(),
            costs: None,
            closed: Tags::NONE,
            rules: Rules::default(),
        };
        Ok(SceneWorld::new(Ground::Plane(Box::new(plane))))
    }

    /// Of triangles in space: ground with storeys for somebody of a person's size.
    ///
    /// # Errors
    /// When no ground can be made of them.
    pub fn of_triangles(triangles: &TriangleMesh) -> Result<SceneWorld, Refusal> {
        let surface = SurfaceBuilder::new().build(triangles).map_err(|error| unfit(&error))?;
        Ok(SceneWorld::new(Ground::Storeys(Box::new(surface))))
    }

    fn new(ground: Ground) -> SceneWorld {
        SceneWorld { ground, revision: Revision::default(), origin: Arc::default() }
    }
}

/// A path of which only its points and its links matter.
pub(super) fn line(points: Vec<Point>, links: Vec<TakenLink>) -> MeshPath {
    MeshPath { points, length: 0.0, links, arcs: Vec::new() }
}
