//! Places where questions wait: how many they take, and who makes room.

use super::{Bench, across, paths, request, told};
use std::time::Duration;
use xunlu::map::Revision;
use xunlu_serve::{AtRevision, ClientId, Gone, Request, ServiceLimits};

#[test]
fn a_full_queue_refuses_at_once_and_is_fair() {
    let mut bench = Bench::new(ServiceLimits { waiting_max: 3, ..ServiceLimits::default() });
    // Takes the mover in, or those after would have to wait for it.
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    for to in 1..=4 {
        bench.service.ask(bench.now, request(1, &across()), to);
    }
    assert_eq!(bench.told(), told(&[(4, "busy")]));
    // One who asks for little pushes out the last of one who asks for much.
    bench.service.ask(bench.now, request(2, &across()), 5);
    assert_eq!(bench.told(), told(&[(3, "busy")]));
    assert_eq!(bench.run(), told(&[(1, "30 at 0"), (5, "30 at 0"), (2, "30 at 0")]));
}

#[test]
fn a_question_of_many_searches_waits_in_as_many_places_as_it_needs() {
    let mut bench = Bench::new(ServiceLimits { waiting_max: 4, ..ServiceLimits::default() });
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    // Three places, one, and none that is left for sixteen more.
    for (to, count) in [(1, 33), (2, 16), (3, 16)] {
        bench.service.ask(bench.now, paths(count), to);
    }
    assert_eq!((bench.service.waiting(), bench.service.places_taken()), (2, 4));
    assert_eq!(bench.told(), told(&[(3, "busy")]));
    // Another client asks for less, and the last that waits makes room for it.
    bench.service.ask(bench.now, request(2, &across()), 4);
    assert_eq!(bench.told(), told(&[(2, "busy")]));
    assert_eq!(bench.run().iter().map(|(to, _)| *to).collect::<Vec<_>>(), [1, 4]);
}

#[test]
fn it_needs_as_many_places_while_it_waits_for_a_revision_or_a_reader() {
    let limits = ServiceLimits { waiting_max: 4, early_max: 4, ..ServiceLimits::default() };
    let mut bench = Bench::new(limits);
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    // Three places, and one that is left.
    for (to, count) in [(1, 33), (2, 17), (3, 16)] {
        let early = AtRevision::Least(Revision::of(1));
        bench.service.ask(bench.now, Request { at: early, ..paths(count) }, to);
    }
    assert_eq!(bench.told(), told(&[(2, "busy")]));
    assert_eq!(bench.service.places_taken(), 0);
    bench.change(4, "", None, 1, 254);
    assert_eq!(bench.run().iter().map(|(to, _)| *to).collect::<Vec<_>>(), [4, 1, 3]);
    // Their turn comes while who asked has more to read than enough.
    let reader = Gone::default();
    for (to, count) in [(5, 33), (6, 1)] {
        bench.service.ask(bench.now, Request { gone: reader.clone(), ..paths(count) }, to);
    }
    reader.set_full(true);
    assert_eq!(bench.run(), told(&[]));
    assert_eq!((bench.service.waiting(), bench.service.places_taken()), (2, 4));
    bench.service.ask(bench.now, Request { gone: reader.clone(), ..paths(1) }, 7);
    assert_eq!(bench.run(), told(&[(7, "busy")]));
    reader.set_full(false);
    bench.service.tick(bench.now);
    assert_eq!(bench.run().iter().map(|(to, _)| *to).collect::<Vec<_>>(), [5, 6]);
    assert_eq!((bench.service.waiting(), bench.service.places_taken()), (0, 0));
}

#[test]
fn the_longest_line_makes_room_where_a_revision_or_a_reader_is_waited_for() {
    let limits = ServiceLimits { waiting_max: 3, early_max: 3, ..ServiceLimits::default() };
    let mut bench = Bench::new(limits);
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    let early = AtRevision::Least(Revision::of(1));
    for (client, to) in [(1, 1), (1, 2), (1, 3), (1, 4), (2, 5)] {
        let request = Request { at: early, ..request(client, &across()) };
        bench.service.ask(bench.now, request, to);
    }
    assert_eq!(bench.told(), told(&[(4, "busy"), (3, "busy")]));
    bench.change(6, "", None, 1, 254);
    assert_eq!(bench.run().iter().map(|(to, _)| *to).collect::<Vec<_>>(), [6, 1, 5, 2]);
    let readers = [Gone::default(), Gone::default()];
    readers.iter().for_each(|reader| reader.set_full(true));
    for (client, all) in [(1, [11, 12, 13].as_slice()), (2, &[14])] {
        for &to in all {
            let gone = readers[client - 1].clone();
            let request = Request { gone, ..request(client as u64, &across()) };
            bench.service.ask(bench.now, request, to);
        }
        let pushed_out = if client == 1 { Vec::new() } else { told(&[(13, "busy")]) };
        assert_eq!(bench.run(), pushed_out);
    }
}

#[test]
fn four_clients_may_wait_for_a_revision_with_as_many_searches_as_a_question_has() {
    let mut bench = Bench::new(ServiceLimits::default());
    for client in 1..=4 {
        let count = ServiceLimits::default().searches_max;
        let (at, client) = (AtRevision::Least(Revision::of(1)), ClientId(client));
        bench.service.ask(bench.now, Request { at, client, ..paths(count) }, 0);
    }
    assert_eq!(bench.told(), told(&[]));
}

#[test]
fn what_was_held_back_too_long_is_told_so_and_takes_no_place_again() {
    let mut bench = Bench::new(ServiceLimits { waiting_max: 1, ..ServiceLimits::default() });
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    let reader = Gone::default();
    reader.set_full(true);
    let time = Some(Duration::from_secs(1));
    let request_of = |client, gone, time| Request { gone, time, ..request(client, &across()) };
    bench.service.ask(bench.now, request_of(1, reader, time), 1);
    assert_eq!(bench.run(), told(&[]));
    bench.service.ask(bench.now, request_of(2, Gone::default(), None), 2);
    bench.now = Duration::from_secs(2);
    bench.service.tick(bench.now);
    assert_eq!(bench.told(), told(&[(1, "expired")]));
    assert_eq!(bench.run(), told(&[(2, "30 at 0")]));
}
