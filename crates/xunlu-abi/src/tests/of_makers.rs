//! Maps that are made: at once, and in slices.

use super::*;

fn maker(name: &str) -> u32 {
    let named = |maker| text(|at, room| unsafe { xunlu_name(2, maker, at, room) });
    (0..9).find(|&maker| named(maker) == name).unwrap()
}

#[test]
fn makers_make_what_they_are_told() {
    let rooms = maker("rooms");
    assert_eq!(text(|at, room| unsafe { xunlu_name(3 + rooms, 0, at, room) }), "side");
    assert_eq!([0, 1, 2, 3].map(|part| xunlu_maker(rooms, part)), [1, 64, 64, 7]);
    let knobs = [4_u32];
    let make = |shape| unsafe { xunlu_make(rooms, shape, 30, 20, 5, knobs.as_ptr(), 1) };
    for shape in 0..=4 {
        let session = make(shape);
        assert_eq!([0, 1].map(|side| xunlu_map_size(session, side)), [30, 20]);
        let terrain: Vec<u8> = filled(|at, room| unsafe { xunlu_terrain(session, at, room) });
        assert!(terrain.contains(&Terrain::WALL.0) && terrain.len() == 600);
        assert_eq!(xunlu_close(session), DONE);
    }
    assert_eq!(unsafe { xunlu_make(maker("city"), 1, 30, 20, 5, std::ptr::null(), 0) }, 0);
    assert_eq!(unsafe { xunlu_make(99, 0, 30, 20, 5, std::ptr::null(), 0) }, 0);
}

#[test]
fn a_map_made_in_slices_is_the_same_and_handed_out_once() {
    let (rooms, knobs) = (maker("rooms"), [4_u32]);
    let begin = |side| unsafe { xunlu_make_begin(rooms, 0, side, side, 5, knobs.as_ptr(), 1) };
    assert_eq!(begin(200), DONE);
    assert!((1..1000).contains(&xunlu_making(0)));
    let slices = (1..).find(|_| xunlu_making(200_000) == 1000);
    assert!(slices.is_some_and(|slices| slices > 1), "{slices:?}");
    let [session, at_once] =
        [xunlu_made(), unsafe { xunlu_make(rooms, 0, 200, 200, 5, knobs.as_ptr(), 1) }];
    let terrain = [session, at_once]
        .map(|session| filled::<u8>(|at, room| unsafe { xunlu_terrain(session, at, room) }));
    assert_eq!(terrain[0], terrain[1]);
    assert_eq!([session, at_once].map(|session| xunlu_close(session)), [DONE, DONE]);
    assert_eq!([xunlu_made(), xunlu_making(1)], [0, 1000], "a map is handed out once");
    assert_eq!(last_code(), "nothing");
    assert_eq!([begin(9), begin(0), xunlu_made()], [DONE, Status::Refused as u32, 0]);
}
