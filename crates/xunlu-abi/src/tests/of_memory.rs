//! What a session holds: events that are read between slices, and memory that is given back.

use super::*;

#[test]
fn events_read_between_slices_and_forgotten_are_those_of_one_reading() {
    let columns = |session| [0, 1, 2, 3, 4].map(|column| events(session, column));
    let at_once = worked_example();
    assert_eq!(xunlu_begin(at_once, 20, 33, ASTAR, 0, 0, 25), DONE);
    assert_eq!(xunlu_advance(at_once, NOWHERE), DONE);
    let session = worked_example();
    assert_eq!(xunlu_begin(session, 20, 33, ASTAR, 0, 0, 25), DONE);
    let mut read: [Vec<u32>; 5] = Default::default();
    loop {
        let is_done = xunlu_advance(session, 1) == DONE;
        for (whole, part) in read.iter_mut().zip(columns(session)) {
            whole.extend(part);
        }
        assert_eq!(xunlu_forget_events(session), DONE);
        assert!(events(session, 0).is_empty());
        if is_done {
            break;
        }
    }
    assert_eq!(read, columns(at_once));
    assert_eq!((read[0].len(), xunlu_answer(session, 8)), (25, 1));
    assert_eq!(xunlu_forget_events(0), Status::NoSession as u32);
    assert_eq!([session, at_once].map(|closed| xunlu_close(closed)), [DONE; 2]);
}

#[test]
fn a_session_that_was_trimmed_holds_what_its_next_search_needs() {
    let ask = |session, algorithm| {
        assert_eq!(xunlu_begin(session, 20, 33, algorithm, 0, 0, 9), DONE);
        assert_eq!(xunlu_advance(session, NOWHERE), DONE);
        (path(session), xunlu_memory(session))
    };
    let session = worked_example();
    let first = ask(session, ASTAR);
    let two_way = ask(session, ASTAR + 3);
    assert!(two_way.1 > first.1, "both sides of a search are kept");
    assert!(ask(session, ASTAR).1 == two_way.1, "and are not given back by themselves");
    assert_eq!(xunlu_trim(session), DONE);
    assert!(xunlu_memory(session) < first.1);
    assert_eq!(xunlu_advance(session, 1), Status::Nothing as u32, "no question is at hand");
    assert_eq!(ask(session, ASTAR), first);
    assert_eq!(xunlu_trim(0), Status::NoSession as u32);
    assert_eq!(xunlu_close(session), DONE);
}
