//! The same with scenes: ground without cells, changed and asked.

use super::*;
use crate::scene_links::{xunlu_scene_found_links, xunlu_scene_put_link, xunlu_scene_take_link};
use crate::scenes::{
    xunlu_scene, xunlu_scene_close, xunlu_scene_corners, xunlu_scene_events, xunlu_scene_find,
    xunlu_scene_found, xunlu_scene_move, xunlu_scene_nearest, xunlu_scene_polygons,
    xunlu_scene_put, xunlu_scene_radius, xunlu_scene_ray, xunlu_scene_slide, xunlu_scene_take,
    xunlu_scene_within,
};

/// A square that begins at the same number in x and y.
fn square(at: f64, side: f64) -> [f64; 8] {
    [at, at, at + side, at, at + side, at + side, at, at + side]
}

fn open(outlines: &[&[f64]]) -> u32 {
    let points: Vec<f64> = outlines.concat();
    let ends = outlines.iter().scan(0, |end, outline| {
        *end += u32::try_from(outline.len()).ok()?;
        Some(*end)
    });
    let ends: Vec<u32> = ends.collect();
    unsafe { xunlu_scene(points.as_ptr(), count(&points), ends.as_ptr(), count(&ends)) }
}

fn count<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).expect("a few")
}

/// How a search ended, and the path's length.
fn found(scene: u32, ends: [f64; 4]) -> Vec<f64> {
    assert_eq!(unsafe { xunlu_scene_find(scene, ends.as_ptr(), 4, 0, 0) }, DONE);
    let all: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_found(scene, at, room) });
    all[..2].to_vec()
}

fn ray(scene: u32, ends: [f64; 4]) -> Vec<f64> {
    filled(|at, room| unsafe { xunlu_scene_ray(scene, ends.as_ptr(), 4, at, room) })
}

#[test]
fn a_scene_is_asked_while_an_obstacle_comes_moves_and_goes() {
    let scene = open(&[&square(0.0, 10.0)]);
    assert_ne!(scene, 0);
    let across = [1.0, 5.0, 9.0, 5.0];
    assert_eq!(found(scene, across), [0.0, 8.0]);
    let crate_ = square(4.0, 2.0);
    let number = unsafe { xunlu_scene_put(scene, crate_.as_ptr(), 8) };
    assert_eq!(number, 1);
    assert_eq!(found(scene, across), [0.0, 2.0 + 2.0 * 10.0_f64.sqrt()]);
    assert_eq!(ray(scene, across), [4.0, 5.0, -1.0, 0.0, 4.0, 4.0, 4.0, 6.0]);
    assert_eq!(ray(scene, [1.0, 1.0, 2.0, 1.0]), [2.0, 1.0]);
    assert_eq!(ray(scene, [5.0, 5.0, 2.0, 1.0]), [0.0; 0], "it begins in the obstacle");
    let near: Vec<f64> =
        filled(|at, room| unsafe { xunlu_scene_nearest(scene, 4.25, 5.0, at, room) });
    assert_eq!(near, [4.0, 5.0]);
    let corner = square(7.0, 2.0);
    assert_eq!(unsafe { xunlu_scene_move(scene, 0, corner.as_ptr(), 8) }, DONE);
    assert_eq!(found(scene, across), [0.0, 8.0]);
    assert_eq!(xunlu_scene_radius(scene, 2.5), DONE);
    assert_eq!(found(scene, [0.0, 0.0, 9.0, 5.0])[..1], [0.0], "ends are moved onto the mesh");
    assert_eq!(xunlu_scene_radius(scene, f64::NAN), 2);
    assert_eq!(xunlu_scene_radius(scene, 0.0), DONE);
    assert_eq!(xunlu_scene_take(scene, 0), DONE);
    assert_eq!(xunlu_scene_take(scene, 0), 2, "it is gone");
    assert_eq!(xunlu_scene_close(scene), DONE);
    assert_eq!(unsafe { xunlu_scene_find(scene, across.as_ptr(), 4, 0, 0) }, 1);
}

#[test]
fn the_nearest_of_several_goals_is_found_and_walls_are_slid_along() {
    let scene = open(&[&square(0.0, 10.0)]);
    let goals = [1.0, 1.0, 9.0, 1.0, 1.0, 4.0, 5.0, 5.0];
    let find = |count| unsafe { xunlu_scene_find(scene, goals.as_ptr(), count, 0, 0) };
    assert_eq!(find(8), DONE);
    let all: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_found(scene, at, room) });
    assert_eq!((all[1], &all[5..]), (3.0, &[1.0, 1.0, 1.0, 4.0][..]));
    assert_eq!((find(1), last_code().as_str()), (2, "refused"), "no point to start from");
    assert_eq!([0.5, -0.5, f64::NAN].map(|part| xunlu_scene_within(scene, part)), [DONE, 2, 2]);
    assert_eq!(find(4), DONE);
    let slide = |ends: [f64; 4]| -> Vec<f64> {
        filled(|at, room| unsafe { xunlu_scene_slide(scene, ends.as_ptr(), 4, at, room) })
    };
    assert_eq!(slide([1.0, 5.0, -1.0, 6.0]), [0.0, 6.0]);
    assert_eq!(slide([-1.0, 5.0, 1.0, 6.0]), [0.0; 0], "it begins beside the mesh");
}

#[test]
fn polygons_are_told_with_what_lies_beyond_their_sides() {
    let scene = open(&[&square(0.0, 4.0), &[4.0, 0.0, 9.0, 0.0, 4.0, 4.0]]);
    let corners: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_corners(scene, at, room) });
    let told: Vec<u32> = filled(|at, room| unsafe { xunlu_scene_polygons(scene, at, room) });
    let polygons = told.iter().position(|&end| end as usize * 2 == corners.len()).unwrap() + 1;
    let beyond = &told[polygons..];
    assert_eq!(beyond.len() * 2, corners.len());
    assert!(beyond.iter().all(|&other| other == u32::MAX || (other as usize) < polygons));
    let apart = open(&[&square(0.0, 4.0), &square(6.0, 1.0)]);
    assert_eq!(found(apart, [1.0, 1.0, 6.5, 6.5])[..1], [1.0], "as near as one can come");
}

#[test]
fn no_scene_is_made_of_nothing_or_of_no_numbers() {
    for (wrong, code) in [
        (&[][..], "mesh-empty"),
        (&[0.0, 0.0, 1.0, 1.0, 2.0, 2.0], "mesh-empty"),
        (&[0.0, 0.0, f64::NAN, 1.0, 2.0, 0.0], "mesh-coordinates"),
    ] {
        assert_eq!(open(&[wrong]), 0);
        assert_eq!(last_code(), code);
    }
    let points = [0.0; 4];
    assert_eq!(unsafe { xunlu_scene(points.as_ptr(), 4, [6].as_ptr(), 1) }, 0);
}

#[test]
fn a_search_is_told_event_by_event() {
    let scene = open(&[&square(0.0, 10.0)]);
    unsafe { xunlu_scene_put(scene, square(4.0, 2.0).as_ptr(), 8) };
    let across = [1.0, 5.0, 9.0, 5.0_f64];
    for method in [0, 1] {
        let find = |most| unsafe { xunlu_scene_find(scene, across.as_ptr(), 4, method, most) };
        assert_eq!(find(10_000), DONE);
        let all: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_events(scene, at, room) });
        let events = all.as_chunks::<8>().0;
        let count =
            |kind: f64| events.iter().filter(|event| event[0].total_cmp(&kind).is_eq()).count();
        assert_eq!(events[0][..3], [0.0, 0.0, f64::from(u32::MAX)], "the start is the first root");
        let opened = count(3.0) + count(4.0) + count(5.0);
        assert!(count(0.0) > 1 && count(1.0) > 1 && count(5.0) > 0 && opened >= count(1.0));
        assert_eq!(find(3), DONE);
        let few: Vec<f64> = filled(|at, room| unsafe { xunlu_scene_events(scene, at, room) });
        assert_eq!(few[..], all[..24], "the first are kept");
    }
}

#[test]
fn regions_are_gone_through_gone_round_or_kept_out_of() {
    let scene = open(&[&square(0.0, 10.0)]);
    let across = [1.0, 5.0, 9.0, 5.0];
    let told = || {
        let to = across.as_ptr();
        assert_eq!(unsafe { xunlu_scene_find(scene, to, 4, 0, 0) }, DONE);
        filled(|at, room| unsafe { xunlu_scene_found(scene, at, room) })
    };
    let swamp = unsafe { xunlu_scene_put_region(scene, square(4.0, 2.0).as_ptr(), 8, 2) };
    assert_eq!((swamp, told()[..4].to_vec()), (1, vec![0.0, 8.0, 8.0, 8.0]));
    assert_eq!(xunlu_scene_cost(scene, 2, 1.1), DONE);
    let [_, length, cost, least, ..] = told()[..] else { panic!("a path") };
    assert!((7.999..8.33).contains(&length) && cost >= 8.199, "{length}, {cost}");
    assert!(least <= 8.201 && cost <= 1.05 * least, "{cost}, {least}");
    assert_eq!(xunlu_scene_cost(scene, 2, 9.0), DONE);
    let round = 2.0 + 2.0 * 10.0_f64.sqrt();
    assert!((told()[2] - round).abs() < 0.05 * round);
    assert_eq!(xunlu_scene_cost(scene, 2, 1.0), DONE);
    assert_eq!(xunlu_scene_avoid(scene, 2), DONE);
    assert_eq!(told()[1].to_bits(), round.to_bits(), "kept out of, exactly");
    assert_eq!(xunlu_scene_radius(scene, 0.5), DONE);
    assert_eq!(told()[1].to_bits(), round.to_bits(), "regions are for the middle of movers");
    assert_eq!(xunlu_scene_avoid(scene, 0), DONE);
    assert_eq!(told()[1].to_bits(), 8.0_f64.to_bits());
    assert_eq!(xunlu_scene_avoid(scene, 2), DONE);
    assert_eq!(xunlu_scene_take(scene, swamp - 1), DONE);
    assert_eq!(told()[1].to_bits(), 8.0_f64.to_bits());
    assert_ne!(xunlu_scene_cost(scene, 2, 0.0), DONE);
    assert_ne!(xunlu_scene_avoid(scene, 1 << 16), DONE);
}

/// Which legs of the path that was found are links.
fn links(scene: u32) -> Vec<f64> {
    filled(|at, room| unsafe { xunlu_scene_found_links(scene, at, room) })
}

fn put_link(scene: u32, [from, to]: [f64; 2], length: f64, bits: u32) -> u32 {
    let ends = [from, 2.0, to, 2.0];
    unsafe { xunlu_scene_put_link(scene, ends.as_ptr(), 4, length, bits, 0) }
}

#[test]
fn links_are_put_told_with_their_legs_and_taken_away_whatever_is_cut() {
    let scene = open(&[&square(0.0, 4.0), &[6.0, 0.0, 10.0, 0.0, 10.0, 4.0, 6.0, 4.0]]);
    let (over, back) = ([1.0, 2.0, 9.0, 2.0], [9.0, 2.0, 1.0, 2.0]);
    assert_eq!((found(scene, over)[0].to_bits(), links(scene)), (1.0_f64.to_bits(), vec![]));
    // The first is shut, the second one way, the third both ways and dearer.
    assert_eq!(put_link(scene, [4.0, 6.0], 0.5, 2), 1);
    assert_eq!(put_link(scene, [4.0, 6.0], 5.0, 0), 2);
    assert_eq!(put_link(scene, [3.5, 6.5], 8.0, 1), 3);
    let check = |step: &str| {
        assert_eq!(found(scene, over), [0.0, 11.0], "{step}");
        assert_eq!(links(scene), [1.0, 1.0, 0.0, 5.0], "{step}");
        assert_eq!(found(scene, back), [0.0, 13.0], "{step}");
        assert_eq!(links(scene), [1.0, 2.0, 1.0, 8.0], "{step}");
    };
    check("without a cut");
    let crate_aside = square(0.0, 1.0);
    assert_eq!(unsafe { xunlu_scene_put(scene, crate_aside.as_ptr(), 8) }, 1);
    check("beside an obstacle");
    // One that comes and goes in a mesh that is cut leaves the numbers of the others.
    assert_eq!(put_link(scene, [2.0, 8.0], 0.0, 0), 4);
    assert_eq!(found(scene, over), [0.0, 2.0]);
    assert_eq!(links(scene), [1.0, 3.0, 0.0, 0.0]);
    assert_eq!(xunlu_scene_take_link(scene, 3), DONE);
    check("when another one has gone");
    assert_eq!(xunlu_scene_radius(scene, 0.25), DONE);
    assert_eq!(found(scene, over), [0.0, 13.0], "the second ends where nobody of a size can stand");
    assert_eq!(xunlu_scene_radius(scene, 0.0), DONE);
    check("cut anew");
    assert_eq!(xunlu_scene_take(scene, 0), DONE);
    check("when the obstacle has gone");
    assert_eq!((xunlu_scene_take_link(scene, 1), xunlu_scene_take_link(scene, 1)), (DONE, DONE));
    assert_eq!(links_by(scene, over), [1.0, 2.0, 0.0, 8.0]);
    assert_ne!(xunlu_scene_take_link(scene, 4), DONE);
    assert_eq!(put_link(scene, [4.0, 6.0], -1.0, 0), 0);
    assert_eq!(put_link(scene, [4.0, 6.0], 1.0, 4), 0);
    assert_eq!(links_by(scene, over), [1.0, 2.0, 0.0, 8.0], "what was refused changed nothing");
    assert_eq!(xunlu_scene_close(scene), DONE);
}

fn links_by(scene: u32, ends: [f64; 4]) -> Vec<f64> {
    found(scene, ends);
    links(scene)
}
