//! Scenes that were drawn: made of their plans, and told again, with what everything on them is called.

use crate::facts::Facts;
use crate::memory::Out;
use crate::scene::{Drawn, SceneSession, Thing};
use crate::scene_links::{IS_SHUT, IS_TWO_WAY};
use crate::scenes::with;
use crate::status::{Failure, number_of};
use xunlu::map::{Door, GroundCost, Point, ScenePlan, Tags};
use xunlu::mesh::NavMesh;
use xunlu_format::NamedTag;

/// What a part of a plan is, by number.
const OBSTACLE: u32 = 0;
const REGION: u32 = 1;
const LINK: u32 = 2;
const ROUTE: u32 = 3;
const PLACE: u32 = 4;
const COST: u32 = 5;
const GROUND: u32 = 6;

/// Of a route, or of ground.
const IS_CLOSED: u32 = 1;

/// The scene of a plan. Its obstacles, regions and links are those that were put first, in this order.
pub(crate) fn scene_of(plan: &ScenePlan, tags: &[NamedTag]) -> Result<SceneSession, Failure> {
    let mut made = SceneSession::new(NavMesh::of_outlines(&plan.ground, &[])?);
    made.put_links(plan.links.iter().map(|own| (own.link, own.door == Door::Shut)))?;
    let obstacles = plan.obstacles.iter().map(|own| (&own.outline, None));
    let regions = plan.regions.iter().map(|own| (&own.outline, Some(own.tags)));
    let things = obstacles.chain(regions);
    made.put_all(things.map(|(outline, region)| Thing { outline: outline.clone(), region }))?;
    let mut closed = Tags::NONE;
    for own in &plan.costs {
        match own.cost {
            GroundCost::Closed => closed = closed | own.tag,
            GroundCost::Times(times) => made.set_cost(own.tag, times)?,
        }
    }
    made.avoid(closed);
    made.drawn = drawn(plan, tags);
    Ok(made)
}

fn drawn(plan: &ScenePlan, tags: &[NamedTag]) -> Drawn {
    let (mut drawn, mut names) = (Drawn::default(), Facts::default());
    let mut part =
        |kind: u32, name: &str, (tags, bits): (Tags, u32), number: f64, line: &[Point]| {
            let count = u32::try_from(line.len()).unwrap_or(u32::MAX);
            drawn.numbers.extend([kind, u32::from(tags.0), bits].map(f64::from));
            drawn.numbers.extend([number, f64::from(count)]);
            drawn.numbers.extend(line.iter().flat_map(|at| [at.x, at.y]));
            names.line("part", name);
        };
    for own in &plan.obstacles {
        part(OBSTACLE, &own.name, (Tags::NONE, 0), 0.0, &own.outline);
    }
    for own in &plan.regions {
        part(REGION, &own.name, (own.tags, 0), 0.0, &own.outline);
    }
    for own in &plan.links {
        let two_way = if own.link.is_two_way { IS_TWO_WAY } else { 0 };
        let bits = two_way | if own.door == Door::Shut { IS_SHUT } else { 0 };
        let ends = [own.link.from, own.link.to];
        part(LINK, &own.name, (own.link.tags, bits), own.link.length, &ends);
    }
    for own in &plan.routes {
        let bits = if own.is_closed { IS_CLOSED } else { 0 };
        part(ROUTE, &own.name, (Tags::NONE, bits), 0.0, &own.points);
    }
    for own in &plan.places {
        part(PLACE, &own.name, (Tags::NONE, 0), 0.0, &[own.at]);
    }
    for own in &plan.costs {
        let named = tags.iter().find(|named| named.tag == own.tag);
        let (bits, times) = match own.cost {
            GroundCost::Closed => (IS_CLOSED, 0.0),
            GroundCost::Times(times) => (0, times),
        };
        part(COST, named.map_or("", |named| &named.name), (own.tag, bits), times, &[]);
    }
    for outline in &plan.ground {
        part(GROUND, "", (Tags::NONE, 0), 0.0, outline);
    }
    for named in tags {
        names.line("tag", &format!("{} {}", named.tag.0, named.name));
    }
    drawn.names = names.as_str().to_owned();
    drawn
}

/// What was drawn on a scene that was read from its plan; x grows to the right, y downwards. Of each part
/// five numbers: what it is (0 an obstacle, 1 a region, 2 a link, 3 a route, 4 a place, 5 what ground with a
/// tag costs, 6 a line around ground), its tags, bits (1 a link is for both ways, a route closed, ground
/// closed to those without the tag; 2 a link is shut), a number (how long a link counts, how many times its
/// length ground costs), and how many points follow, two numbers each. Obstacles and regions come first, and
/// have the numbers that things have which were put in this order; so have links among themselves. Returns
/// how many numbers.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_plan(scene: u32, numbers: *mut f64, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    number_of(with(scene, |scene| Ok(out.put_all(&scene.drawn.numbers))))
}

/// What the parts of a plan are called, a line each in their order: `part`, a tab, and the name, which is
/// empty where there is none. Then for each tag that has a name `tag`, a tab, its bit, a space and the name.
/// Returns how many bytes.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_plan_names(scene: u32, text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    number_of(with(scene, |scene| Ok(out.put_all(scene.drawn.names.as_bytes()))))
}
