//! The same with scenes that were drawn: read from their plans, told, asked and changed.

use super::*;
use crate::files::{xunlu_file, xunlu_files_forget, xunlu_read_facts};
use crate::scene_files::{xunlu_reads_plans, xunlu_scene_read};
use crate::scene_plans::{xunlu_scene_plan, xunlu_scene_plan_names};
use crate::scenes::{xunlu_scene_close, xunlu_scene_find, xunlu_scene_found, xunlu_scene_take};

const SCENE: &[u8] = include_bytes!("../../../../examples/maps/riverside.json");

fn read_scene(bytes: &[u8]) -> u32 {
    let name = b"scene.json";
    let (name_length, length) = (10, u32::try_from(bytes.len()).unwrap());
    unsafe {
        xunlu_file(name.as_ptr(), name_length, bytes.as_ptr(), length);
        let scene = xunlu_scene_read(name.as_ptr(), name_length);
        xunlu_files_forget();
        scene
    }
}

/// What a path costs, and any at least.
fn cost(scene: u32, ends: [f64; 4]) -> [f64; 2] {
    assert_eq!(unsafe { xunlu_scene_find(scene, ends.as_ptr(), 4, 0, 0) }, DONE);
    let all: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_found(scene, at, room) });
    [all[2], all[3]]
}

#[test]
fn a_plan_is_read_told_asked_and_changed() {
    xunlu_reads_plans();
    let scene = read_scene(SCENE);
    assert_ne!(scene, 0, "{}", last_error());
    let numbers: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_plan(scene, at, room) });
    let (mut kinds, mut rest) = ([0; 7], &numbers[..]);
    while let [kind, _, _, _, count, points @ ..] = rest {
        let is = |told: f64| move |own: &u8| f64::from(*own).to_bits() == told.to_bits();
        let kind = (0..7).find(is(*kind)).expect("a kind");
        kinds[usize::from(kind)] += 1;
        let count = (0..64).find(is(*count)).expect("a few points");
        rest = &points[2 * usize::from(count)..];
    }
    assert!(rest.is_empty());
    assert_eq!(kinds, [9, 5, 2, 2, 6, 3, 1]);
    let names = text(|at, room| unsafe { xunlu_scene_plan_names(scene, at, room) });
    let lines: Vec<&str> = names.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[28]), (28 + 4, "part\tinn", "tag\t1 fare"));
    // Wading costs four times its length; the bound is told.
    let [wading, bound] = cost(scene, [8.0, 19.5, 18.0, 33.0]);
    assert!(bound <= wading && wading <= 1.05 * bound && bound > 30.0, "{wading}, {bound}");
    // The mill is the second of the obstacles, in the way from the landing to the square.
    let round = cost(scene, [8.0, 17.0, 24.0, 17.0])[0];
    assert_eq!(xunlu_scene_take(scene, 1), DONE);
    assert!(cost(scene, [8.0, 17.0, 24.0, 17.0])[0] < round);
    assert_eq!(xunlu_scene_close(scene), DONE);
}

#[test]
fn what_is_odd_about_a_plan_is_told() {
    xunlu_reads_plans();
    let name = b"scene.json";
    let odd = br#"{"xunlu": 1, "kind": "scene", "ground": [[[0, 0], [9, 0], [9, 9]]],
        "regions": [{"outline": [[6, 1], [8, 3], [8, 1], [6, 3]]}]}"#;
    let length = u32::try_from(odd.len()).unwrap();
    let scene = unsafe {
        xunlu_file(name.as_ptr(), 10, odd.as_ptr(), length);
        xunlu_scene_read(name.as_ptr(), 10)
    };
    assert_ne!(scene, 0, "{}", last_error());
    let facts = text(|at, room| unsafe { xunlu_read_facts(at, room) });
    assert!(facts.starts_with("warning\t"), "{facts}");
    xunlu_files_forget();
    assert_eq!(xunlu_scene_close(scene), DONE);
}

#[test]
fn a_map_of_cells_is_no_plan_and_a_broken_plan_is_told() {
    xunlu_reads_plans();
    let grid = br#"{"xunlu": 1, "kind": "grid", "terrain": [".."]}"#;
    assert_eq!((read_scene(grid), last_code().as_str()), (0, "cannot-show"));
    let empty = br#"{"xunlu": 1, "kind": "scene", "ground": []}"#;
    assert_eq!((read_scene(empty), last_code().as_str()), (0, "mesh-empty"));
}
