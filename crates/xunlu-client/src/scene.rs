//! A scene that is held: ground whose obstacles come, move and go, at a revision.
//!
//! A change makes another one and leaves this as it is, so that a question runs on one revision whole. Meshes
//! are shared between the two but for the tiles that are cut anew.

mod answers;
mod made;
mod origin;
mod rules;

pub use answers::{SceneSpace, answer_scene};

use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{SceneChange, SceneLine, SceneObstacle, ScenePoint};
use origin::Origin;
use rules::Rules;
use std::collections::BTreeMap;
use std::sync::Arc;
use xunlu::LinkId;
use xunlu::map::{MeshLink, NamedPoint, Point, Revision, Tags};
use xunlu::mesh::{
    NavMesh, NavMeshError, ObstacleId, RegionCosts, RegionRule, Scene, Surface, TakenLink,
};

/// How deep changes may lie in each other, and how many may be in one.
const DEPTH_MAX: u32 = 8;
const CHANGES_MAX: usize = 4096;

/// So many corners the outline of an obstacle may have.
const CORNERS_MAX: usize = 4096;

/// So many obstacles there may be.
const OBSTACLES_MAX: usize = 65_536;

/// So many bytes the name of an obstacle may have.
const NAME_BYTES_MAX: usize = 100;

/// A scene as it is at one revision.
#[derive(Clone, Debug)]
pub struct SceneWorld {
    ground: Ground,
    revision: Revision,
    origin: Arc<Origin>,
}

#[derive(Clone, Debug)]
enum Ground {
    /// In the plane, where obstacles come and go.
    Plane(Box<Plane>),
    /// With storeys, which stay as they are.
    Storeys(Box<Surface>),
}

/// Ground in the plane, with all that was drawn on it.
#[derive(Clone, Debug)]
struct Plane {
    scene: Scene,
    obstacles: BTreeMap<String, (ObstacleId, Vec<Point>)>,
    links: Vec<DrawnLink>,
    places: Vec<NamedPoint>,
    /// What ground costs, where some does not cost its length.
    costs: Option<RegionCosts>,
    /// The tags of ground that is closed to those who do not have them.
    closed: Tags,
    rules: Rules,
}

/// A link as it was drawn; it has a number of the scene's while its door is open.
#[derive(Clone, Debug)]
struct DrawnLink {
    name: String,
    link: MeshLink,
    id: Option<LinkId>,
}

impl SceneWorld {
    /// Which revision it is at.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// The same at another revision, as where it takes the place of one that was there.
    #[must_use]
    pub fn at_revision(self, revision: Revision) -> SceneWorld {
        SceneWorld { revision, ..self }
    }

    /// How many polygons its ground has.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.mesh().polygon_count()
    }

    /// How much memory its meshes take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.ground {
            Ground::Plane(plane) => plane.scene.mesh().bytes() + plane.rules.bytes(),
            Ground::Storeys(surface) => surface.bytes(),
        }
    }

    fn mesh(&self) -> &NavMesh {
        match &self.ground {
            Ground::Plane(plane) => plane.scene.mesh(),
            Ground::Storeys(surface) => surface.mesh(),
        }
    }

    /// The scene after a change, one revision on. All of it is made, or nothing.
    ///
    /// # Errors
    /// When it is not understood, or impossible here.
    pub fn changed(&self, change: &SceneChange) -> Result<SceneWorld, Refusal> {
        let Ground::Plane(plane) = &self.ground else {
            let words = "ground with storeys stays as it is; expected a scene in the plane";
            return Err(Refusal::not_understood(words));
        };
        if changes_in(change, DEPTH_MAX).is_none_or(|count| count > CHANGES_MAX) {
            let words = format!(
                "a change of more than {CHANGES_MAX} parts, or in more than {DEPTH_MAX} of each other"
            );
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        let mut plane = plane.clone();
        let rules = plane.rules.known();
        // From now on they are kept true with the scene, tile by tile.
        for &(rule, _) in &rules {
            plane.scene.mesh_by(rule);
        }
        plane.change(change)?;
        plane.rules = Rules::of(rules.into_iter().map(|(rule, _)| {
            let mesh = plane.scene.mesh_by(rule).clone();
            (rule, mesh)
        }));
        let Revision { epoch, number } = self.revision;
        let revision = Revision { epoch, number: number + 1 };
        let origin = self.origin.clone();
        Ok(SceneWorld { ground: Ground::Plane(plane), revision, origin })
    }

    /// Which leg of a path is the first that nobody can walk, if one is.
    ///
    /// # Errors
    /// When the path cannot be watched: its points are none, or who walks it has a radius.
    pub fn broken_leg(&self, line: &SceneLine) -> Result<Option<usize>, Refusal> {
        let walker = line.walker.clone().unwrap_or_default();
        let Ground::Plane(plane) = &self.ground else {
            let words = "a path over storeys cannot be watched; they do not change";
            return Err(Refusal::not_understood(words));
        };
        if walker.radius > 0.0 {
            let words = "a path of somebody of a size cannot be watched; expected no radius";
            return Err(Refusal::not_understood(words));
        }
        let mesh = plane.mesh_for(&walker)?;
        let points: Vec<Point> = line.points.iter().map(|point| point.at).collect();
        if points.is_empty() {
            return Err(Refusal::not_understood("a path without points; expected one at least"));
        }
        let mut links = Vec::new();
        for taken in &line.links {
            let Some(own) = plane.links.get(taken.link as usize) else {
                let words = format_args!("there is no link {}", taken.link);
                return Err(Refusal::not_understood(words));
            };
            // A door that is shut breaks the leg that leads through it.
            let Some(link) = own.id else { return Ok(Some(taken.leg)) };
            links.push(TakenLink { leg: taken.leg, link, is_back: taken.is_back });
        }
        Ok(mesh.broken_leg_of(&made::line(points, links)))
    }
}

/// How many changes there are in one, all that lie in each other counted. Returns `None` if they lie deeper.
fn changes_in(change: &SceneChange, depth: u32) -> Option<usize> {
    match change {
        SceneChange::All(all) => {
            let depth = depth.checked_sub(1)?;
            let parts = all.iter().map(|own| changes_in(own, depth));
            parts.sum::<Option<usize>>().map(|count| count + 1)
        }
        _ => Some(1),
    }
}

impl Plane {
    fn change(&mut self, change: &SceneChange) -> Result<(), Refusal> {
        match change {
            SceneChange::Put(SceneObstacle { name, outline }) => {
                if name.is_empty() || name.len() > NAME_BYTES_MAX {
                    let words =
                        format_args!("{name:?}: expected a name of 1 to {NAME_BYTES_MAX} bytes");
                    return Err(Refusal::not_understood(words));
                }
                if self.obstacles.contains_key(name) {
                    return Err(conflict(format!("there is an obstacle {name:?} already")));
                }
                if self.obstacles.len() >= OBSTACLES_MAX {
                    let words = format!("there are {OBSTACLES_MAX} obstacles; no more are taken");
                    return Err(Refusal::new(RefusalKind::TooLarge, words));
                }
                let outline = outline_of(outline)?;
                let id = self.scene.put(&outline).map_err(|error| unfit(&error))?;
                self.obstacles.insert(name.clone(), (id, outline));
            }
            SceneChange::Move(SceneObstacle { name, outline }) => {
                let new = outline_of(outline)?;
                let own = self.obstacles.get_mut(name).ok_or_else(|| no_obstacle(name))?;
                self.scene.move_to(own.0, &new).map_err(|error| unfit(&error))?;
                own.1 = new;
            }
            SceneChange::Take(name) => {
                let own = self.obstacles.remove(name);
                let (id, _) = own.ok_or_else(|| no_obstacle(name))?;
                self.scene.take(id).map_err(|error| unfit(&error))?;
            }
            SceneChange::Door(door) => {
                let own = self
                    .links
                    .get_mut(door.link as usize)
                    .ok_or_else(|| conflict(format!("there is no link {}", door.link)))?;
                match (own.id, door.is_open) {
                    (None, true) => {
                        own.id =
                            Some(self.scene.put_link(own.link).map_err(|error| unfit(&error))?);
                    }
                    (Some(id), false) => {
                        self.scene.take_link(id).map_err(|error| unfit(&error))?;
                        own.id = None;
                    }
                    _ => {}
                }
            }
            SceneChange::All(all) => all.iter().try_for_each(|own| self.change(own))?,
        }
        Ok(())
    }

    /// Which number a link has as it was drawn.
    fn link_number(&self, id: LinkId) -> u32 {
        let number = self.links.iter().position(|own| own.id == Some(id)).unwrap_or(0);
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// The rule that somebody keeps to who has these tags, and those of what he avoids and keeps to.
    fn rule(&self, tags: Tags, avoid: Tags, only: Tags) -> RegionRule {
        RegionRule::only(only).and_avoiding(avoid | Tags(self.closed.0 & !tags.0))
    }
}

/// The points of a closed line.
fn outline_of(outline: &[ScenePoint]) -> Result<Vec<Point>, Refusal> {
    if !(2..=CORNERS_MAX).contains(&outline.len()) {
        let words = format!("an outline of {} points; expected 2 to {CORNERS_MAX}", outline.len());
        return Err(Refusal::not_understood(words));
    }
    if outline.iter().any(|point| point.height.is_some()) {
        return Err(Refusal::not_understood("an outline with heights; expected points [x, y]"));
    }
    Ok(outline.iter().map(|point| point.at).collect())
}

fn no_obstacle(name: &str) -> Refusal {
    conflict(format!("there is no obstacle {name:?}"))
}

fn conflict(words: String) -> Refusal {
    Refusal::new(RefusalKind::Conflict, words)
}

fn unfit(error: &NavMeshError) -> Refusal {
    Refusal::not_understood(error)
}
