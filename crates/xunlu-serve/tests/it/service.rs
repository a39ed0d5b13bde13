//! The service without threads: what is asked in which order is told what, at which revision, and when its
//! time is over.

mod places;

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xunlu::map::Revision;
use xunlu::roadmap::RoadmapOptions;
use xunlu::{Algorithm, Grid, World, wire};
use xunlu_client::{Ask, Encoding, Response, Spaces, WatchEvent};
use xunlu_serve::{
    AtRevision, ChangeAsked, ClientId, Gone, Journal, Moment, NoJournal, Request, Service,
    ServiceLimits, ToBake, Tried, WatchAsked,
};

const MAP: &str = "....\n.##.\n....\n";

struct Bench {
    service: Service<u32>,
    spaces: Spaces,
    now: Moment,
}

impl Bench {
    fn new(limits: ServiceLimits) -> Bench {
        let mut service = Service::new(limits);
        let world = World::new(MAP.parse::<Grid>().expect("a grid")).expect("a world");
        service.hold("m", world, Box::new(NoJournal)).expect("there is room");
        Bench { service, spaces: Spaces::default(), now: Moment::ZERO }
    }

    fn ask(&mut self, to: u32, question: &Value, at: AtRevision) {
        let request = Request { at, ..request(1, question) };
        self.service.ask(self.now, request, to);
    }

    fn change(&mut self, to: u32, id: &str, expected: Option<u64>, x: i32, terrain: u8) {
        let rect = json!({ "x": x, "y": 0, "width": 1, "height": 1 });
        let change = json!({ "terrain": { "rect": rect, "terrain": terrain } });
        let change: wire::Change = serde_json::from_value(change).expect("a change");
        let change = change.into();
        let expected = expected.map(Revision::of);
        self.service.change("m", ChangeAsked { id: id.to_owned(), expected, change }, to);
    }

    /// Does all work there is, in order, and tells what came of it: a number and a word each.
    fn run(&mut self) -> Vec<(u32, String)> {
        while let Some(job) = self.service.next(self.now) {
            let now = self.now;
            let done = job.run(&mut self.spaces, &move || now);
            self.service.done(done);
        }
        self.told()
    }

    fn told(&mut self) -> Vec<(u32, String)> {
        let told = self.service.told().into_iter().map(|(to, told)| match told {
            Err(refusal) => (to, refusal.kind.code().to_owned()),
            Ok(told) => {
                let told: Value = Encoding::Json.read(&told.body(Encoding::Json)).expect("JSON");
                let cost = told.pointer("/path/cost").map(Value::to_string);
                let revision = &told["revision"];
                (to, format!("{} at {revision}", cost.unwrap_or_default()).replace('"', ""))
            }
        });
        told.collect()
    }
}

fn request(client: u64, question: &Value) -> Request {
    let ask = Ask::Path(Box::new(serde_json::from_value(question.clone()).expect("a question")));
    Request {
        map: "m".to_owned(),
        at: AtRevision::Last,
        ask,
        client: ClientId(client),
        time: None,
        gone: Gone::default(),
    }
}

/// The same path, so many times.
fn paths(count: usize) -> Request {
    let query: wire::Query = serde_json::from_value(across()).expect("a question");
    Request { ask: Ask::Paths(vec![query; count]), ..request(1, &across()) }
}

fn across() -> Value {
    json!({ "from": "0,0", "goal": { "at": "3,0" },
        "mover": { "rule": "four", "costs": { "straight": 10, "diagonal": 14 } } })
}

fn told(all: &[(u32, &str)]) -> Vec<(u32, String)> {
    all.iter().map(|&(to, words)| (to, words.to_owned())).collect()
}

#[test]
fn a_question_is_about_the_revision_there_is_when_its_turn_comes() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.ask(1, &across(), AtRevision::Last);
    assert_eq!(bench.run(), told(&[(1, "30 at 0")]));
    bench.change(2, "", None, 1, 254);
    bench.ask(3, &across(), AtRevision::Last);
    assert_eq!(bench.run(), told(&[(2, " at 1"), (3, "70 at 1")]));
    // Both revisions are still there for who asks for them.
    bench.ask(4, &across(), AtRevision::Exactly(Revision::of(0)));
    bench.ask(5, &across(), AtRevision::Exactly(Revision::of(2)));
    assert_eq!(bench.run(), told(&[(5, "stale"), (4, "30 at 0")]));
}

#[test]
fn a_question_waits_for_a_revision_to_come_until_its_time_is_over() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.ask(1, &across(), AtRevision::Least(Revision::of(1)));
    bench.ask(2, &across(), AtRevision::Least(Revision::of(2)));
    assert_eq!(bench.run(), told(&[]));
    bench.change(3, "", None, 1, 254);
    assert_eq!(bench.run(), told(&[(3, " at 1"), (1, "70 at 1")]));
    bench.now = Duration::from_secs(6);
    bench.service.tick(bench.now);
    assert_eq!(bench.told(), told(&[(2, "expired")]));
}

#[test]
fn a_change_that_comes_again_is_told_again_and_made_once() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.change(1, "a", Some(0), 1, 254);
    bench.change(2, "a", Some(0), 1, 254);
    bench.change(3, "b", Some(0), 2, 254);
    bench.change(4, "c", Some(1), 1, 0);
    assert_eq!(bench.run(), told(&[(1, " at 1"), (2, " at 1"), (3, "conflict"), (4, " at 2")]));
}

#[test]
fn a_roadmap_is_baked_of_a_map_that_stands_still_and_gone_with_the_next_change() {
    let mut bench = Bench::new(ServiceLimits::default());
    let still = Duration::from_secs(2);
    let algorithm = |bench: &mut Bench| {
        bench.ask(1, &across(), AtRevision::Last);
        let job = bench.service.next(bench.now).expect("a question");
        let done = job.run(&mut bench.spaces, &|| Duration::ZERO);
        bench.service.done(done);
        let told = bench.service.told().remove(0).1.expect("an answer");
        let Response::Path(answer) = told else { panic!("a path was asked for") };
        (answer.algorithm, answer.path.map(|path| path.cost))
    };
    let next = |bench: &mut Bench| bench.service.to_bake(bench.now, still, 1 << 20);
    bench.now = still;
    assert!(next(&mut bench).is_none(), "nobody asked");
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    assert!(bench.service.to_bake(bench.now, 2 * still, 1 << 20).is_none(), "too soon");
    assert!(bench.service.to_bake(bench.now, still, 0).is_none(), "there is no room");
    let first = next(&mut bench).expect("its first mover");
    let own = next(&mut bench).expect("the mover of the question");
    assert!(next(&mut bench).is_none(), "all movers had their turn");
    assert_eq!((first.number, own.number), (0, 1));
    let bake = |own: &ToBake| {
        let view = own.snapshot.view(own.mover).unwrap();
        Arc::new(view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).unwrap())
    };
    let roadmap = bake(&own);
    bench.service.baked(&own, roadmap.clone());
    bench.run();
    assert_eq!(algorithm(&mut bench), (Algorithm::Roadmap, Some(30)));
    bench.change(2, "", None, 1, 254);
    bench.run();
    assert!(!bench.service.is_as_baked(&own));
    // It is of the map as it was.
    bench.service.baked(&own, roadmap);
    bench.run();
    let (searched, cost) = algorithm(&mut bench);
    assert!(searched != Algorithm::Roadmap && cost == Some(70), "{searched:?}");
    assert!(next(&mut bench).is_none(), "it was changed just now");
    bench.now += still;
    let again = next(&mut bench).expect("it stands still again");
    assert_eq!(again.snapshot.revision(), Revision::of(1));
}

/// A disk that is full.
struct Full;

impl Journal for Full {
    fn append(&mut self, _record: &[u8]) -> Result<(), String> {
        Err("no space left on device".to_owned())
    }
}

#[test]
fn what_cannot_be_written_down_is_not_made_and_questions_go_on() {
    let mut bench = Bench::new(ServiceLimits::default());
    let world = World::new(MAP.parse::<Grid>().unwrap()).unwrap();
    bench.service.hold("m", world, Box::new(Full)).unwrap();
    bench.change(1, "a", None, 1, 254);
    bench.ask(2, &across(), AtRevision::Last);
    assert_eq!(bench.run(), told(&[(1, "no-journal"), (2, "30 at 0")]));
}

#[test]
fn what_has_no_time_left_is_not_begun() {
    let mut bench = Bench::new(ServiceLimits::default());
    let short = Request { time: Some(Duration::from_millis(5)), ..request(1, &across()) };
    bench.service.ask(bench.now, short, 1);
    bench.ask(2, &across(), AtRevision::Last);
    bench.now += Duration::from_millis(5);
    assert_eq!(bench.run(), told(&[(1, "expired"), (2, "30 at 0")]));
}

#[test]
fn a_clock_that_jumps_harms_no_answer() {
    let mut bench = Bench::new(ServiceLimits::default());
    let year = Duration::from_secs(365 * 24 * 3600);
    bench.now = year;
    bench.ask(1, &across(), AtRevision::Last);
    bench.ask(2, &across(), AtRevision::Least(Revision::of(1)));
    // Back to the beginning: who asked is answered, and who waits for a change still does.
    bench.now = Moment::ZERO;
    assert_eq!(bench.run(), told(&[(1, "30 at 0")]));
    bench.service.tick(bench.now);
    bench.change(3, "a", None, 1, 254);
    assert_eq!(bench.run(), told(&[(3, " at 1"), (2, "70 at 1")]));
    bench.ask(4, &across(), AtRevision::Last);
    bench.ask(5, &across(), AtRevision::Least(Revision::of(2)));
    // A thousand years on: their time is over, and whoever asks from now on is answered.
    bench.now = 1000 * year;
    bench.service.tick(bench.now);
    let mut over = bench.run();
    over.sort();
    assert_eq!(over, told(&[(4, "expired"), (5, "expired")]));
    bench.ask(6, &across(), AtRevision::Last);
    bench.change(7, "a", None, 1, 254);
    assert_eq!(bench.run(), told(&[(7, " at 1"), (6, "70 at 1")]));
}

#[test]
fn what_nobody_waits_for_is_not_begun() {
    let mut bench = Bench::new(ServiceLimits::default());
    let gone = Gone::default();
    let left = Request { gone: gone.clone(), ..request(1, &across()) };
    bench.service.ask(bench.now, left, 1);
    bench.ask(2, &across(), AtRevision::Last);
    gone.tell();
    assert_eq!(bench.run(), told(&[(1, "expired"), (2, "30 at 0")]));
}

#[test]
fn limits_are_named() {
    let mut bench = Bench::new(ServiceLimits {
        obstacles_max: 1,
        movers_max: 1,
        goals_max: 2,
        ..ServiceLimits::default()
    });
    let mut crowded = across();
    crowded["avoiding"] = json!([{ "at": "1,0" }, { "at": "2,0" }]);
    bench.ask(1, &crowded, AtRevision::Last);
    assert_eq!(bench.told(), told(&[(1, "too-large")]));
    let mut scattered = across();
    scattered["goal"] = json!({ "any-of": ["1,0", "2,0", "3,0"] });
    bench.ask(3, &scattered, AtRevision::Last);
    assert_eq!(bench.told(), told(&[(3, "too-large")]));
    // The map's first mover is another one, and there is room for no second.
    bench.ask(2, &across(), AtRevision::Last);
    assert_eq!(bench.run(), told(&[(2, "too-large")]));
}

#[test]
fn a_map_that_is_replaced_is_in_a_new_epoch_and_orders_for_the_old_one_are_refused() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.change(1, "", None, 1, 254);
    bench.ask(2, &across(), AtRevision::Least(Revision { epoch: 1, number: 0 }));
    let map = bench.service.admit("m", MAP.parse::<Grid>().unwrap().into(), 0).unwrap();
    let world = World::new(map).unwrap();
    bench.service.hold("m", world, Box::new(NoJournal)).unwrap();
    assert_eq!(bench.told(), told(&[(1, "conflict")]));
    bench.ask(3, &across(), AtRevision::Last);
    let mut said = bench.run();
    said.sort();
    // The second waited for a revision that has come with the new map.
    assert_eq!(said, told(&[(2, "30 at 0"), (3, "30 at 0")]));
    let head = bench.service.heads().next().unwrap();
    assert_eq!(head.revision, Revision { epoch: 1, number: 0 });
}

#[test]
fn a_writer_that_comes_back_to_another_map_is_let_go_of() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.change(1, "", None, 1, 254);
    let job = bench.service.next(bench.now).expect("a change is to be made");
    let world = World::new("....\n....\n".parse::<Grid>().unwrap()).unwrap();
    bench.service.hold("m", world, Box::new(NoJournal)).unwrap();
    let done = job.run(&mut bench.spaces, &|| Moment::ZERO);
    bench.service.done(done);
    assert_eq!(bench.told(), told(&[(1, " at 1")]));
    bench.ask(2, &across(), AtRevision::Last);
    assert_eq!(bench.run(), told(&[(2, "30 at 0")]));
}

#[test]
fn a_new_mover_is_not_known_to_what_is_past() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.change(1, "", None, 1, 254);
    bench.run();
    bench.ask(2, &across(), AtRevision::Exactly(Revision::of(0)));
    assert_eq!(bench.run(), told(&[(2, "stale")]));
}

#[test]
fn a_map_that_is_let_go_of_leaves_its_epoch() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.service.forget("m").unwrap();
    let map = bench.service.admit("m", MAP.parse::<Grid>().unwrap().into(), 0).unwrap();
    assert_eq!(map.revision(), Revision { epoch: 1, number: 0 });
}

#[test]
fn a_writer_that_fails_takes_its_map_along_and_no_other() {
    let mut bench = Bench::new(ServiceLimits::default());
    let world = World::new(MAP.parse::<Grid>().unwrap()).unwrap();
    bench.service.hold("other", world, Box::new(NoJournal)).unwrap();
    bench.change(1, "", None, 1, 254);
    let job = bench.service.next(bench.now).expect("a change is to be made");
    bench.change(2, "", None, 2, 254);
    let ticket = job.ticket();
    drop(job);
    bench.service.lost(ticket);
    assert_eq!(bench.told(), told(&[(2, "conflict")]));
    let held: Vec<String> = bench.service.heads().map(|head| head.map).collect();
    assert_eq!(held, ["other"]);
    assert!(bench.service.is_idle());
}

#[test]
fn cheap_questions_do_not_keep_searches_from_their_turn() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    for to in 1..=4 {
        let place = serde_json::from_value(json!({ "place": "1,1" })).unwrap();
        let near = Request { ask: Ask::Nearest(place), ..request(1, &across()) };
        bench.service.ask(bench.now, near, to);
    }
    bench.ask(9, &across(), AtRevision::Last);
    let at = bench.run().iter().position(|(to, _)| *to == 9);
    assert!(at.is_some_and(|at| at <= 1), "it came {at:?}");
}

/// Asks, and does what is given out at once: whether that was all, or is left for later.
fn ask_at_once(bench: &mut Bench, to: u32, request: Request) -> Option<bool> {
    let now = bench.now;
    let job = bench.service.ask_at_once(now, request, to)?;
    match job.run_at_once(&mut bench.spaces, &move || now) {
        Tried::Done(done) => bench.service.done(done),
        Tried::Left(job) => {
            bench.service.give_back(job);
            return Some(false);
        }
    }
    Some(true)
}

#[test]
fn a_small_question_is_answered_by_who_asks_if_nobody_waits() {
    let mut bench = Bench::new(ServiceLimits::default());
    let plain = json!({ "from": "0,0", "goal": { "at": "3,0" } });
    assert_eq!(ask_at_once(&mut bench, 1, request(1, &plain)), Some(true));
    assert_eq!(bench.told(), told(&[(1, "7134 at 0")]));
    assert!(bench.service.is_idle());
    // A mover that the map does not know takes its writer.
    assert_eq!(ask_at_once(&mut bench, 2, request(1, &across())), Some(false));
    assert_eq!(
        ask_at_once(&mut bench, 3, request(2, &plain)),
        Some(true),
        "it waits for nothing that is large"
    );
    assert_eq!(bench.told(), told(&[(3, "7134 at 0")]));
    bench.ask(4, &plain, AtRevision::Last);
    assert_eq!(ask_at_once(&mut bench, 5, request(2, &plain)), None, "somebody waits");
    let mut all = bench.run();
    all.sort();
    assert_eq!(all, told(&[(2, "30 at 0"), (4, "7134 at 0"), (5, "7134 at 0")]));
    assert!(bench.service.is_idle());
}

#[test]
fn what_is_not_small_after_all_is_left_to_who_searches() {
    let mut bench = Bench::new(ServiceLimits::default());
    let row = ".".repeat(40) + "\n";
    let wide = World::new(row.repeat(40).parse::<Grid>().expect("a grid")).expect("a world");
    bench.service.hold("wide", wide, Box::new(NoJournal)).expect("there is room");
    let far = json!({ "from": "0,0", "goal": { "at": "39,0" }, "algorithm": "dijkstra" });
    let wide = |question| Request { map: "wide".to_owned(), ..request(1, question) };
    assert_eq!(ask_at_once(&mut bench, 1, wide(&far)), Some(false));
    assert_eq!(bench.run(), told(&[(1, "92742 at 0")]), "and has all the expansions it takes");
    // Which goal is the nearest may take anything.
    let any = json!({ "from": "0,0", "goal": { "any-of": ["1,0", "0,1"] } });
    assert_eq!(ask_at_once(&mut bench, 2, wide(&any)), None);
    assert_eq!(bench.run(), told(&[(2, "2378 at 0")]));
    bench.service.drain();
    assert_eq!(ask_at_once(&mut bench, 3, wide(&far)), None);
    assert_eq!(bench.told(), told(&[(3, "draining")]));
    assert!(bench.service.is_idle());
}

#[test]
fn nothing_new_is_taken_while_it_drains_and_what_was_taken_is_answered() {
    let mut bench = Bench::new(ServiceLimits::default());
    bench.ask(1, &across(), AtRevision::Last);
    bench.service.drain();
    bench.ask(2, &across(), AtRevision::Last);
    bench.change(3, "", None, 1, 254);
    assert!(!bench.service.is_idle());
    assert_eq!(bench.run(), told(&[(2, "draining"), (3, "draining"), (1, "30 at 0")]));
    assert!(bench.service.is_idle());
}

#[test]
fn searches_are_read_while_it_drains_to_be_told_so() {
    let mut bench = Bench::new(ServiceLimits { waiting_max: 2, ..ServiceLimits::default() });
    bench.ask(0, &across(), AtRevision::Last);
    bench.run();
    for to in 1..=2 {
        bench.service.ask(bench.now, request(1, &across()), to);
    }
    let client = request(1, &across()).client;
    assert_eq!(bench.service.room_for_searches(client), 0);
    bench.service.drain();
    assert_eq!(bench.service.room_for_searches(client), usize::MAX);
    bench.service.ask(bench.now, request(1, &across()), 3);
    assert_eq!(bench.told(), told(&[(3, "draining")]));
}

#[test]
fn a_journal_has_each_change_before_it_is_told() {
    /// Keeps what was written.
    struct Kept(Arc<Mutex<Vec<u8>>>);
    impl Journal for Kept {
        fn append(&mut self, record: &[u8]) -> Result<(), String> {
            self.0.lock().unwrap().extend(record);
            Ok(())
        }
    }
    let kept = Arc::new(Mutex::new(Vec::new()));
    let mut bench = Bench::new(ServiceLimits::default());
    let world = World::new(MAP.parse::<Grid>().unwrap()).unwrap();
    bench.service.hold("m", world, Box::new(Kept(kept.clone()))).unwrap();
    bench.change(1, "a", None, 1, 254);
    bench.change(2, "", None, 99, 254);
    assert_eq!(bench.run(), told(&[(1, " at 1"), (2, "outside")]));
    let bytes = kept.lock().unwrap();
    let text = String::from_utf8_lossy(&bytes);
    // What is impossible is not written down.
    assert_eq!(text.matches("\"terrain\":254").count(), 1, "{text}");
}

fn changes(after: Option<Revision>) -> WatchAsked {
    WatchAsked { map: "m".to_owned(), path: None, mover: None, line: None, after }
}

/// What a client is told of what it watches: a number and a word each.
fn news(bench: &mut Bench, client: u64) -> Vec<(u32, String)> {
    let told = bench.service.events(ClientId(client), usize::MAX).into_iter();
    let short = told.map(|(number, told)| match told {
        Ok(WatchEvent::Changed(told)) => (number, told.revision),
        Ok(WatchEvent::Watching(told)) => (number, format!("from {}", told.revision)),
        Ok(WatchEvent::Anew(told)) => (number, format!("anew {}", told.revision)),
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => (number, refusal.kind.code().to_owned()),
    });
    short.collect()
}

#[test]
fn who_does_not_read_what_is_told_is_cut_off_and_others_are_not() {
    let mut bench = Bench::new(ServiceLimits { events_max: 4, ..ServiceLimits::default() });
    for client in [1, 2] {
        bench.service.watch(ClientId(client), 7, changes(None)).unwrap();
    }
    for number in 1..=20_u32 {
        bench.change(number, "", None, 0, (number % 2) as u8);
        bench.run();
        let last = number.to_string();
        assert_eq!(news(&mut bench, 2).last(), Some(&(7, last)), "he reads");
    }
    assert_eq!(news(&mut bench, 1), [(7, "busy".to_owned())]);
    bench.change(21, "", None, 0, 5);
    bench.run();
    assert_eq!(news(&mut bench, 1), [], "nothing more comes");
    // He comes back with what he knows: more was missed than may wait, or little enough.
    let known = |number: u64| Some(Revision::of(number));
    bench.service.watch(ClientId(1), 8, changes(known(3))).unwrap();
    bench.service.watch(ClientId(1), 9, changes(known(20))).unwrap();
    let expected = [(8, "anew 21"), (9, "from 20"), (9, "21")];
    assert_eq!(news(&mut bench, 1), expected.map(|(number, word)| (number, word.to_owned())));
}

#[test]
fn a_map_that_goes_says_so_to_those_too_who_do_not_read() {
    let mut bench = Bench::new(ServiceLimits { events_max: 4, ..ServiceLimits::default() });
    bench.service.watch(ClientId(1), 7, changes(None)).unwrap();
    for number in 1..=3_u32 {
        bench.change(number, "", None, 0, (number % 2) as u8);
        bench.run();
    }
    bench.service.forget("m").unwrap();
    assert_eq!(news(&mut bench, 1), [(7, "conflict".to_owned())]);
}

#[test]
fn what_is_watched_is_limited_and_a_client_that_goes_makes_room() {
    let limits =
        ServiceLimits { watches_max: 2, watched_places_max: 5, ..ServiceLimits::default() };
    let mut bench = Bench::new(limits);
    let path = json!({ "cost": 3, "places": ["0,0", "1,0", "2,0"] });
    let path = serde_json::from_value(path).expect("a path");
    let own = || WatchAsked { path: Some(Clone::clone(&path)), ..changes(None) };
    let code = |told: Result<(), xunlu_client::Refusal>| {
        told.err().map(|refusal| refusal.kind.code().to_owned())
    };
    let too_large = Some("too-large".to_owned());
    let service = &mut bench.service;
    assert_eq!(code(service.watch(ClientId(1), 1, own())), None);
    assert_eq!(code(service.watch(ClientId(1), 1, changes(None))), Some("not-understood".into()));
    assert_eq!(code(service.watch(ClientId(1), 2, own())), too_large, "six places");
    assert_eq!(code(service.watch(ClientId(1), 2, changes(None))), None);
    assert_eq!(code(service.watch(ClientId(1), 3, changes(None))), too_large, "three things");
    assert_eq!(code(service.watch(ClientId(2), 1, own())), too_large);
    service.forget_client(ClientId(1));
    assert_eq!(code(service.watch(ClientId(2), 1, own())), None);
    bench.run();
    assert_eq!(news(&mut bench, 2), [(1, "from 0".to_owned())]);
    assert_eq!(news(&mut bench, 1), []);
}
