//! Scenes across the line: opened, changed, asked. Points are two `f64`, x and y, one after the other.

use crate::memory::{Out, read};
use crate::scene::SceneSession;
use crate::sessions::Numbered;
use crate::status::{Failure, Status, number_of, status_of};
use xunlu::map::{Point, Tags};
use xunlu::mesh::{MeshOutcome, NavMesh, Ray};

static SCENES: Numbered<SceneSession> = Numbered::new();

/// Nothing lies beyond a side.
const NOTHING: u32 = u32::MAX;

/// Takes in a scene: its number.
pub(crate) fn add(scene: SceneSession) -> Result<u32, Failure> {
    SCENES.add(scene)
}

/// Does something with a scene.
pub(crate) fn with<R>(
    scene: u32,
    deed: impl FnOnce(&mut SceneSession) -> Result<R, Failure>,
) -> Result<R, Failure> {
    SCENES.with(scene, deed)
}

fn points_of(numbers: &[f64]) -> Vec<Point> {
    numbers.as_chunks().0.iter().map(|&[x, y]| Point::new(x, y)).collect()
}

/// The two points of a question.
pub(crate) fn two_of(numbers: &[f64]) -> Result<[Point; 2], Failure> {
    let refused = |_| Failure::refused("expected two points, four numbers");
    let [x, y, to_x, to_y] = <[f64; 4]>::try_from(numbers).map_err(refused)?;
    Ok([Point::new(x, y), Point::new(to_x, to_y)])
}

/// Opens a scene on the ground within closed lines, which may overlap: `ends` says for each how many of the
/// `count` numbers of `points` belong to it and to those before it. Returns the scene's number, or 0.
///
/// # Safety
/// So many elements may be read from `points` and from `ends` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene(
    points: *const f64,
    count: u32,
    ends: *const u32,
    outlines: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (numbers, ends) = unsafe { (read(points, count), read(ends, outlines)) };
    let mut begin = 0;
    let mut ground = Vec::new();
    for &end in ends {
        let Some(outline) = numbers.get(begin..end as usize) else {
            return number_of(Err(Failure::refused("an outline ends where there are no points")));
        };
        ground.push(points_of(outline));
        begin = end as usize;
    }
    let ground = NavMesh::of_outlines(&ground, &[]).map_err(Failure::from);
    number_of(ground.and_then(|ground| add(SceneSession::new(ground))))
}

/// Closes a scene.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_close(scene: u32) -> u32 {
    status_of(SCENES.close(scene).map(|()| Status::Done))
}

/// Has the scene be for movers of this radius from now on.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_radius(scene: u32, radius: f64) -> u32 {
    status_of(SCENES.with(scene, |scene| scene.set_radius(radius).map(|()| Status::Done)))
}

/// Puts an obstacle in: a closed line of points, `count` numbers. Returns its number and one more, or 0.
///
/// # Safety
/// So many numbers may be read from `points` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_put(scene: u32, points: *const f64, count: u32) -> u32 {
    // SAFETY: promised by the caller.
    let outline = points_of(unsafe { read(points, count) });
    number_of(SCENES.with(scene, |scene| Ok(scene.put(outline, None)? + 1)))
}

/// Puts a region in: what a closed line of points goes round, `count` numbers, with tags, of which 16 bits
/// count. One may walk there. Returns its number and one more, or 0; obstacles and regions are numbered
/// together.
///
/// # Safety
/// So many numbers may be read from `points` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_put_region(
    scene: u32,
    points: *const f64,
    count: u32,
    tags: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let outline = points_of(unsafe { read(points, count) });
    number_of(SCENES.with(scene, |scene| Ok(scene.put(outline, Some(tags_of(tags)?))? + 1)))
}

/// Has paths keep out of regions with any of these tags from now on, and of no others.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_avoid(scene: u32, tags: u32) -> u32 {
    status_of(SCENES.with(scene, |scene| {
        scene.avoid(tags_of(tags)?);
        Ok(Status::Done)
    }))
}

/// Has regions with any of these tags cost so many times their length from now on, from a millionth to a
/// million. Of several in one place the most counts. Paths are then found that cost by at most a twentieth
/// more than the cheapest, or what was said to [`xunlu_scene_within`], if that is more.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_cost(scene: u32, tags: u32, times: f64) -> u32 {
    status_of(SCENES.with(scene, |scene| {
        scene.set_cost(tags_of(tags)?, times)?;
        Ok(Status::Done)
    }))
}

pub(crate) fn tags_of(bits: u32) -> Result<Tags, Failure> {
    u16::try_from(bits).map(Tags).map_err(|_| Failure::refused("expected tags, 16 bits"))
}

/// Moves an obstacle or a region, or changes its outline.
///
/// # Safety
/// So many numbers may be read from `points` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_move(
    scene: u32,
    obstacle: u32,
    points: *const f64,
    count: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let outline = points_of(unsafe { read(points, count) });
    status_of(SCENES.with(scene, |scene| scene.move_to(obstacle, outline).map(|()| Status::Done)))
}

/// Takes an obstacle or a region out. Its number is not given again.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_take(scene: u32, obstacle: u32) -> u32 {
    status_of(SCENES.with(scene, |scene| scene.take(obstacle).map(|()| Status::Done)))
}

/// The mesh's polygons: of each how many corners there are up to its last, then for each corner what lies
/// beyond the side from there to the next: a polygon's number, or `u32::MAX`. Returns how many numbers.
///
/// # Safety
/// `room` numbers may be written from `sides` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_polygons(scene: u32, sides: *mut u32, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(sides, room) };
    number_of(SCENES.with(scene, |scene| {
        let mesh = scene.mesh().polygon_mesh();
        let mut corners = 0;
        for polygon in &mesh.polygons {
            corners += u32::try_from(polygon.vertices.len()).unwrap_or(NOTHING);
            out.put(corners);
        }
        for beyond in mesh.polygons.iter().flat_map(|polygon| &polygon.neighbours) {
            out.put(beyond.unwrap_or(NOTHING));
        }
        Ok(out.count())
    }))
}

/// The corners of all polygons of the mesh, in their order. Returns how many numbers.
///
/// # Safety
/// `room` numbers may be written from `points` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_corners(scene: u32, points: *mut f64, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(points, room) };
    number_of(SCENES.with(scene, |scene| {
        let mesh = scene.mesh().polygon_mesh();
        for &corner in mesh.polygons.iter().flat_map(|polygon| &polygon.vertices) {
            put_point(&mut out, mesh.vertices[corner as usize]);
        }
        Ok(out.count())
    }))
}

/// Has paths be found from now on that are longer than the shortest by at most this part of it, which is
/// sooner done: 0.05 is a twentieth, 0 the shortest.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_within(scene: u32, excess: f64) -> u32 {
    status_of(SCENES.with(scene, |scene| scene.set_excess(excess).map(|()| Status::Done)))
}

/// Finds a path from a point to another, or to the nearest of several: two numbers each. An end beside the
/// mesh is moved to its nearest point; where no path leads to any, it leads as near as one can come. The
/// method 0 finds the shortest; 1 what A* over polygons and a funnel find, to the first alone. The first so
/// many events of the search are kept.
///
/// # Safety
/// So many numbers may be read from `ends` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_find(
    scene: u32,
    ends: *const f64,
    count: u32,
    method: u32,
    events_max: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let ends = points_of(unsafe { read(ends, count) });
    status_of(SCENES.with(scene, |scene| {
        let [from, goals @ ..] = &ends[..] else {
            return Err(Failure::refused("expected a point to start from, two numbers, and goals"));
        };
        scene.find(*from, goals, method, events_max);
        Ok(Status::Done)
    }))
}

/// What was found: how it ended (0 found, 1 as near as one can come, 2 there is none, 3 nobody can stand
/// anywhere), the length, what the path costs and any costs at least, which are the length too unless regions
/// cost something, how many intervals were looked through, and then the points of the path. Returns how many
/// numbers.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_found(scene: u32, numbers: *mut f64, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    number_of(SCENES.with(scene, |scene| {
        let none = || Failure::nothing("no path was looked for");
        let answer = scene.answer.as_ref().ok_or_else(none)?;
        out.put(match answer.outcome {
            MeshOutcome::Found => 0.0,
            MeshOutcome::Partial => 1.0,
            MeshOutcome::StartBlocked { .. } | MeshOutcome::GoalBlocked { .. } => 3.0,
            _ => 2.0,
        });
        out.put(answer.path.as_ref().map_or(0.0, |path| path.length));
        scene.cost.into_iter().for_each(|cost| out.put(cost));
        #[allow(clippy::cast_precision_loss, reason = "nobody waits for 2^53 of them")]
        out.put(answer.expansions as f64);
        for &point in answer.path.iter().flat_map(|path| &path.points) {
            put_point(&mut out, point);
        }
        Ok(out.count())
    }))
}

/// The events of the search that were kept, eight numbers each: what kind (0 a root, 1 what left the open
/// list, 2 an interval that is looked through at once, behind the one before; and what was put on the open
/// list: 3 an interval, 4 a corner, 5 a goal, 6 a link), its number, the root it is seen from (of a root, the
/// one before, or `u32::MAX`), how long the path to a root is or a path by what waits is at least, and two
/// points. Returns how many numbers.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_events(scene: u32, numbers: *mut f64, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    number_of(SCENES.with(scene, |scene| Ok(out.put_all(&scene.events.numbers))))
}

/// What a ray from one point to another meets: nothing is written where it begins in no polygon; two numbers,
/// its end, where it meets nothing; else where it meets a wall, what points away from that at a right angle,
/// and the wall's two ends. Returns how many numbers.
///
/// # Safety
/// So many numbers may be read from `ends` on, and `room` written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_ray(
    scene: u32,
    ends: *const f64,
    count: u32,
    numbers: *mut f64,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (ends, mut out) = unsafe { (two_of(read(ends, count)), Out::new(numbers, room)) };
    number_of(SCENES.with(scene, |scene| {
        let [from, to] = ends?;
        match scene.mesh().raycast(from, to) {
            None => {}
            Some(Ray::Clear { .. }) => put_point(&mut out, to),
            Some(Ray::Hit(hit)) => {
                let [begin, end] = hit.wall;
                for point in [hit.point, hit.normal, begin, end] {
                    put_point(&mut out, point);
                }
            }
        }
        Ok(out.count())
    }))
}

/// The point of the mesh nearest to a point: two numbers, or none. Returns how many numbers.
///
/// # Safety
/// `room` numbers may be written from `point` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_nearest(
    scene: u32,
    x: f64,
    y: f64,
    point: *mut f64,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(point, room) };
    number_of(SCENES.with(scene, |scene| {
        let nearest = scene.mesh().nearest(Point::new(x, y), f64::INFINITY);
        nearest.into_iter().for_each(|near| put_point(&mut out, near));
        Ok(out.count())
    }))
}

/// Where one comes to who goes from one point towards another, four numbers, straight and then along walls:
/// two numbers, or none where it begins beside the mesh. Returns how many numbers.
///
/// # Safety
/// So many numbers may be read from `ends` on, and `room` written from `point` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_slide(
    scene: u32,
    ends: *const f64,
    count: u32,
    point: *mut f64,
    room: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let (ends, mut out) = unsafe { (two_of(read(ends, count)), Out::new(point, room)) };
    number_of(SCENES.with(scene, |scene| {
        scene.slide(ends?).into_iter().for_each(|reached| put_point(&mut out, reached));
        Ok(out.count())
    }))
}

fn put_point(out: &mut Out<'_, f64>, Point { x, y }: Point) {
    out.put(x);
    out.put(y);
}
