//! Scenes that are changed and asked, and one digest of all that is told: for bindings to hold themselves
//! against, in `scenes.json`.

use super::*;
use xunlu_testkit::Random;

/// So many scenes there are, and so many steps in each.
const SCENES: u64 = 120;
const STEPS: u32 = 12;

/// Of a search so many events are told.
const EVENTS_MAX: u32 = 400;

/// What is done with a scene, or asked of it: a word, a number that belongs to it, and points.
struct Step {
    word: &'static str,
    /// The number of an obstacle or a link, a method, a radius, an excess, tags, what those of 3 and 4 cost,
    /// or how much a link counts.
    number: f64,
    points: Vec<f64>,
}

/// A number along an axis: mostly on a coarse grid, so that much coincides, else anywhere.
fn anywhere(random: &mut Random) -> f64 {
    let thousandths = if random.chance(60) { random.below(81) * 250 } else { random.below(20_001) };
    f64::from(thousandths) / 1000.0
}

fn points(random: &mut Random, count: u32) -> Vec<f64> {
    (0..2 * count).map(|_| anywhere(random)).collect()
}

/// A closed line: a rectangle, or any corners in any order, so that it may cross itself.
fn outline(random: &mut Random, most: u32) -> Vec<f64> {
    if random.chance(40) {
        let count = random.from_to(3, 7);
        return points(random, count);
    }
    let [left, top] = [0; 2].map(|_| anywhere(random));
    let [width, height] = [0; 2].map(|_| f64::from(random.from_to(1, most)) / 2.0);
    let (right, bottom) = (left + width, top + height);
    vec![left, top, right, top, right, bottom, left, bottom]
}

/// Ground of one to three outlines.
fn any_ground(random: &mut Random) -> Vec<Vec<f64>> {
    let whole = vec![0.0, 0.0, 20.0, 0.0, 20.0, 20.0, 0.0, 20.0];
    let mut ground = if random.chance(60) { vec![whole] } else { vec![outline(random, 40)] };
    ground.extend((0..random.below(3)).map(|_| outline(random, 20)));
    ground
}

/// A change or a question. `obstacles` and `links` are how many were put in so far.
fn any_step(random: &mut Random, obstacles: &mut u32, links: &mut u32) -> Step {
    let of = |word, number: f64, points| Step { word, number, points };
    let one_of_them = f64::from(random.below(*obstacles + 1));
    match random.below(24) {
        0..4 => {
            *obstacles += 1;
            of("put", 0.0, outline(random, 12))
        }
        16 | 17 => {
            *obstacles += 1;
            of("put_region", f64::from(random.below(16)), outline(random, 12))
        }
        18 => of("avoid", f64::from(random.below(4)), Vec::new()),
        19 => of("cost", *random.pick(&[0.5, 1.0, 2.0, 8.0]), Vec::new()),
        20..23 => {
            *links += 1;
            of("put_link", f64::from(random.below(40)) / 4.0, points(random, 2))
        }
        23 => of("take_link", f64::from(random.below(*links + 1)), Vec::new()),
        4 | 5 => of("move", one_of_them, outline(random, 12)),
        6 => of("take", one_of_them, Vec::new()),
        7 => of("radius", *random.pick(&[0.0, 0.25, 0.3, 1.0, 2.5]), Vec::new()),
        8 => of("within", *random.pick(&[0.0, 0.01, 0.1, 1.0]), Vec::new()),
        9 => {
            let count = random.from_to(3, 6);
            of("find", 0.0, points(random, count))
        }
        10..12 => of("find", f64::from(random.below(2)), points(random, 2)),
        12 | 13 => of("ray", 0.0, points(random, 2)),
        14 => of("nearest", 0.0, points(random, 1)),
        _ => of("slide", 0.0, points(random, 2)),
    }
}

fn count<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).expect("a few")
}

/// The mesh as it is told.
fn eat_mesh(scene: u32, digest: &mut Digest) {
    digest.eat(&filled(|at, room| unsafe { xunlu_scene_polygons(scene, at, room) }));
    digest.eat_doubles(&filled(|at, room| unsafe { xunlu_scene_corners(scene, at, room) }));
}

/// Takes a step and eats all that is told of it. Returns whether it was a change that was made.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
fn eat_step(scene: u32, Step { word, number, points }: &Step, digest: &mut Digest) -> bool {
    let (whole, from, length) = (*number as u32, points.as_ptr(), count(points));
    let changed = match *word {
        "put" => unsafe { xunlu_scene_put(scene, from, length) },
        "put_region" => unsafe { xunlu_scene_put_region(scene, from, length, whole) },
        // Those that count whole numbers are for both ways.
        "put_link" => unsafe {
            let bits = u32::from(number.fract() == 0.0);
            xunlu_scene_put_link(scene, from, length, *number, bits, 0)
        },
        "take_link" => xunlu_scene_take_link(scene, whole),
        "avoid" => xunlu_scene_avoid(scene, whole),
        "cost" => xunlu_scene_cost(scene, 12, *number),
        "move" => unsafe { xunlu_scene_move(scene, whole, from, length) },
        "take" => xunlu_scene_take(scene, whole),
        "radius" => xunlu_scene_radius(scene, *number),
        "within" => xunlu_scene_within(scene, *number),
        "find" => unsafe { xunlu_scene_find(scene, from, length, whole, EVENTS_MAX) },
        _ => DONE,
    };
    digest.eat(&[changed]);
    match *word {
        "find" => {
            digest.eat_doubles(&filled(|at, room| unsafe { xunlu_scene_found(scene, at, room) }));
            digest.eat_doubles(&filled(|at, room| unsafe {
                xunlu_scene_found_links(scene, at, room)
            }));
            digest.eat_doubles(&filled(|at, room| unsafe { xunlu_scene_events(scene, at, room) }));
        }
        "ray" => digest.eat_doubles(&filled(|at, room| unsafe {
            xunlu_scene_ray(scene, from, length, at, room)
        })),
        "nearest" => digest.eat_doubles(&filled(|at, room| unsafe {
            xunlu_scene_nearest(scene, points[0], points[1], at, room)
        })),
        "slide" => digest.eat_doubles(&filled(|at, room| unsafe {
            xunlu_scene_slide(scene, from, length, at, room)
        })),
        "within" | "avoid" | "cost" | "put_link" | "take_link" => {}
        _ => eat_mesh(scene, digest),
    }
    let is_put = matches!(*word, "put" | "put_region" | "put_link");
    is_put && changed != 0
}

/// A scene from a seed as a line of JSON, once it was eaten.
fn eat_scene(seed: u64, digest: &mut Digest) -> String {
    let mut random = Random::new(seed);
    let ground = any_ground(&mut random);
    let all: Vec<f64> = ground.concat();
    let ends = ground.iter().scan(0, |end, outline| {
        *end += count(outline);
        Some(*end)
    });
    let ends: Vec<u32> = ends.collect();
    let scene = unsafe { xunlu_scene(all.as_ptr(), count(&all), ends.as_ptr(), count(&ends)) };
    digest.eat(&[u32::from(scene != 0)]);
    let (mut obstacles, mut links, mut lines) = (0, 0, Vec::new());
    if scene != 0 {
        eat_mesh(scene, digest);
        for _ in 0..STEPS {
            let mut next = (obstacles, links);
            let step = any_step(&mut random, &mut next.0, &mut next.1);
            if eat_step(scene, &step, digest) {
                (obstacles, links) = next;
            }
            let Step { word, number, points } = step;
            lines.push(format!("[{word:?}, {number:?}, {points:?}]"));
        }
        assert_eq!(xunlu_scene_close(scene), DONE);
    }
    format!("{{\"ground\": {ground:?}, \"steps\": [{}]}}", lines.join(", "))
}

#[test]
fn the_scenes_for_bindings_are_fresh() {
    let mut digest = Digest(0x811c_9dc5);
    let lines: Vec<String> = (0..SCENES).map(|seed| eat_scene(seed, &mut digest)).collect();
    let text = format!("{{\"scenes\": [\n{}\n],\n\"digest\": {}}}\n", lines.join(",\n"), digest.0);
    check_fresh("scenes.json", &text);
}
