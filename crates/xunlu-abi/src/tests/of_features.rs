//! Links, doors, tags, one-way cells and layers, told and edited.

use super::*;

#[test]
fn links_doors_tags_and_one_way_cells_change_what_is_answered() {
    let session = open(0, [5, 1], &[0, 0, 254, 0, 0]);
    let walker = [0, 0, 100, 100, 1, 1, 0];
    assert_eq!(walk_as(session, &walker), DONE);
    let ask = |from, to| {
        assert_eq!(xunlu_begin(session, from, to, 0, 0, 0, 0), DONE);
        assert_eq!(xunlu_advance(session, u32::MAX), DONE);
        (xunlu_answer(session, 0), xunlu_answer(session, 1))
    };
    let edit = |cell: u32, value: u32, is_tags: bool| unsafe {
        let edit = if is_tags { xunlu_edit_tags } else { xunlu_edit_exits };
        edit(session, &raw const cell, &raw const value, 1)
    };
    assert_eq!(xunlu_link(session, 1, 3, 250, 1, 0, 0), 1);
    assert_eq!(ask(0, 4), (0, 450));
    assert_eq!(path(session), [0, 1, 3, 4]);
    assert_eq!(xunlu_door(session, 0, 1), DONE);
    assert_eq!(ask(0, 4).0, 1);
    assert_eq!(xunlu_door(session, 0, 0), DONE);
    assert_eq!(edit(3, 0b10, false), DONE);
    assert_eq!(ask(0, 4).0, 1, "its cell is left to the south alone");
    assert_eq!(edit(3, 255, false), DONE);
    assert_eq!(edit(4, 0b1000, true), DONE);
    assert_eq!(ask(0, 4).0, 2, "nobody who lacks the tag stands on the goal");
    assert_eq!(walk_as(session, &[&walker[..], &[0b1000]].concat()), DONE);
    assert_eq!(ask(0, 4), (0, 450));
    assert_eq!(xunlu_unlink(session, 0), DONE);
    assert_eq!(ask(0, 4).0, 1);
    assert_eq!(xunlu_link(session, 4, 4, 100, 1, 0, 0), 0, "it leads nowhere");
    assert_eq!(xunlu_unlink(session, 0), Status::Refused as u32, "it was removed");
    assert_eq!(edit(4, 1 << 16, true), Status::Refused as u32);
    assert_eq!(edit(5, 1, true), Status::Refused as u32);
    assert_eq!(walk_as(session, &[&walker[..], &[1 << 16]].concat()), Status::Refused as u32);
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn a_search_goes_from_layer_to_layer() {
    let terrain = [0_u8; 6];
    let session = unsafe { xunlu_layers(3, 1, terrain.as_ptr(), 6) };
    assert_eq!(walk_as(session, &[0, 0, 100, 100, 1, 1, 0]), DONE);
    assert_eq!(xunlu_link(session, 2, 5, 300, 1, 0, 0), 1);
    assert_eq!(xunlu_begin(session, 0, 3, 0, 0, 0, 0), DONE);
    assert_eq!(xunlu_advance(session, u32::MAX), DONE);
    assert_eq!((path(session), xunlu_answer(session, 1)), (vec![0, 1, 2, 5, 4, 3], 700));
    assert_eq!(xunlu_close(session), DONE);
    assert_eq!(unsafe { xunlu_layers(3, 1, terrain.as_ptr(), 5) }, 0);
    assert_eq!(unsafe { xunlu_layers(0, 1, terrain.as_ptr(), 5) }, 0);
}
