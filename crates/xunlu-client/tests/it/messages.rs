//! What is said on a connection: the same in JSON and in CBOR, and hostile bytes are an error.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use xunlu::{Workspace, World, wire};
use xunlu_client::{Call, CallReply, Encoding, Refusal, RefusalKind, Response, Within, answer};
use xunlu_testkit::Random;

const CALLS: [&str; 14] = [
    r#"{"ask":{"map":"m","what":{"path":{"from":"0,0","goal":{"at":"3,0"},"mover":{"rule":"four","costs":{"straight":10,"diagonal":14},"footprint":{"width":1,"height":1},"tags":[0,3],"terrain":{"5":300,"7":"closed"},"turn_cost":0},"algorithm":"auto","estimate":"auto","ties":"near-goal","limits":{"expansions_max":500},"region":[{"x":-1,"y":0,"width":4,"height":2}],"wants_nearest":true,"avoiding":[{"at":"2,2","price":600}]}},"at_least":"2.17","time_ms":50}}"#,
    r#"{"ask":{"map":"m","what":{"paths":[]},"exactly":"0"}}"#,
    r#"{"ask":{"map":"m","what":{"explain":{"from":"gate","goal":{"any-of":["a","b"]},"algorithm":"weighted-astar:150","estimate":"auto","ties":"near-goal","limits":{},"wants_nearest":false}}}}"#,
    r#"{"ask":{"map":"m","what":{"raycast":{"from":"0,1","to":"3,1"}}}}"#,
    r#"{"ask":{"map":"m","what":{"reach":{"from":"0,0","budget":60}}}}"#,
    r#"{"ask":{"map":"m","what":{"nearest":{"place":"1,1"}}}}"#,
    r#"{"ask":{"map":"m","what":{"matrix":{"from":["0,0"],"to":["3,0","1,1"]}}}}"#,
    r#"{"ask":{"map":"m","what":{"field":{"to":["3,0"],"places":["0,0"]}}}}"#,
    r#"{"ask":{"map":"m","what":{"random":{"seed":18446744073709551615,"count":3}}}}"#,
    r#"{"change":{"map":"m","what":{"all":[{"terrain":{"layer":0,"rect":{"x":3,"y":1,"width":1,"height":1},"terrain":254}},{"remove-link":2}]},"id":"门","expected":"2.17"}}"#,
    r#"{"change":{"map":"m","what":{"door":{"link":2,"is_open":false}}}}"#,
    r#"{"change":{"map":"m","what":{"add-link":{"from":"0,0","to":"4,2","percent":100,"is_two_way":true,"tags":[],"is_open":true}}}}"#,
    r#""maps""#,
    r#""ping""#,
];

const REPLIES: [&str; 9] = [
    r#"{"told":{"path":{"outcome":"found","path":{"cost":14,"places":["0,0","1,1"]},"lower_bound":14,"expansions":9,"algorithm":"two-way-astar","reason":"asked","revision":7,"epoch":2}}}"#,
    r#"{"told":{"path":{"outcome":"unreachable","nearest":{"cost":14,"places":["gate","old mill"]},"expansions":9,"algorithm":"astar","reason":"asked","revision":7}}}"#,
    r#"{"told":{"raycast":{"is_clear":false,"point":[0.5,1.0],"hit":"1,1","revision":"2.7"}}}"#,
    r#"{"told":{"matrix":{"costs":[[30,null]],"revision":"7"}}}"#,
    r#"{"told":{"random":{"places":["3,0","3,0"],"revision":"7"}}}"#,
    r#"{"told":{"changed":{"revision":"1","chain":"00ff"}}}"#,
    r#"{"told":{"maps":{"maps":[{"map":"m","revision":"1","chain":"00ff"}]}}}"#,
    r#"{"refused":{"code":"busy","detail":"later","retry_after_ms":50}}"#,
    r#""pong""#,
];

fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(json: &str) -> Vec<u8> {
    let said: T = Encoding::Json.read(json.as_bytes()).unwrap_or_else(|e| panic!("{json}: {e}"));
    assert_eq!(Encoding::Json.write(&said), json.as_bytes(), "{json}");
    let cbor = Encoding::Cbor.write(&said);
    assert_eq!(Encoding::Cbor.read::<T>(&cbor).as_ref(), Ok(&said), "{json}");
    assert!(cbor.len() < json.len());
    cbor
}

#[test]
fn calls_and_replies_say_the_same_in_both_encodings() {
    CALLS.into_iter().for_each(|json| drop(there_and_back::<Call>(json)));
    REPLIES.into_iter().for_each(|json| drop(there_and_back::<CallReply>(json)));
}

#[test]
fn every_answer_of_the_engine_goes_there_and_back() {
    let towns = ["....\n.##.\n....", "@layer\n..\n@layer\n..", "@hex odd-r\n. ."];
    for (town, [from, to]) in
        towns.into_iter().zip([["0,0", "3,2"], ["0,0@0", "1,0@0"], ["0,0", "1,0"]])
    {
        let world = World::new(town.parse::<xunlu::Map>().unwrap()).unwrap();
        for call in
            CALLS.iter().filter_map(|call| call.strip_prefix(r#"{"ask":{"map":"m","what":"#))
        {
            let Some((name, _)) = call[2..].split_once('"') else { panic!("{call}") };
            let body = match name {
                "path" | "explain" => format!(r#"{{"from":"{from}","goal":{{"at":"{to}"}}}}"#),
                "paths" => format!(r#"[{{"from":"{from}","goal":{{"at":"{to}"}}}}]"#),
                "raycast" => format!(r#"{{"from":"{from}","to":"{to}"}}"#),
                "reach" => format!(r#"{{"from":"{from}","budget":6000}}"#),
                "nearest" => format!(r#"{{"place":"{from}"}}"#),
                "matrix" => format!(r#"{{"from":["{from}"],"to":["{to}"]}}"#),
                "random" => r#"{"seed":7,"count":3}"#.to_owned(),
                _ => format!(r#"{{"to":["{to}"]}}"#),
            };
            let ask = xunlu_client::Ask::parse(name, Encoding::Json, body.as_bytes()).unwrap();
            let within = Within { expansions_max: 999, places_max: 999, is_late: &|| false };
            let told = match answer(&world, &ask, &mut Workspace::new(), &within) {
                Ok(told) => told,
                Err(refusal) => {
                    assert!(name == "raycast" && town.starts_with("@hex"), "{body}: {refusal}");
                    continue;
                }
            };
            for encoding in [Encoding::Json, Encoding::Cbor] {
                let bytes = encoding.write(&told);
                assert_eq!(encoding.read::<Response>(&bytes).as_ref(), Ok(&told), "{name}");
                assert_eq!(ask.told(encoding, &told.body(encoding)).as_ref(), Ok(&told), "{name}");
            }
        }
    }
}

#[test]
fn places_of_a_path_are_a_few_bytes_each() {
    let path = |texts: &[&str]| wire::Path { cost: 0, places: texts.iter().copied().collect() };
    let places = |texts: &[&str]| {
        let bytes = Encoding::Cbor.write(&path(texts));
        let at = bytes.windows(6).position(|name| name == b"places").unwrap() + 6;
        bytes[at..].to_vec()
    };
    let of = |count: u8, numbers: &[u8]| [&[0x80 + count], numbers].concat();
    assert_eq!(places(&["5,3", "6,3", "7,4"]), of(7, &[2, 5, 3, 1, 0, 1, 1]));
    assert_eq!(places(&["5,3", "4,2"]), of(5, &[2, 5, 3, 0x20, 0x20]));
    assert_eq!(places(&["5,3@1", "5,3@2"]), of(7, &[3, 5, 3, 1, 0, 0, 1]));
    assert_eq!(places(&[]), of(1, &[2]));
    // What is not just how a cell is written stays as it is.
    let odd = ["05,3", "+5,3", "-0,3", " 5,3", "5,3@", "5", "", "5,3@-1", "99999999999,3"];
    for text in odd {
        assert_eq!(places(&[text])[0], 0x81, "{text}");
        let json = format!(r#"{{"cost":0,"places":["{text}"]}}"#);
        there_and_back::<wire::Path>(&json);
    }
    let far =
        format!(r#"{{"cost":0,"places":["{},{}","{1},{0}@{}"]}}"#, i32::MIN, i32::MAX, u32::MAX);
    there_and_back::<wire::Path>(&far);
    let far = format!(r#"{{"cost":0,"places":["{},{}","{1},{0}"]}}"#, i32::MIN, i32::MAX);
    there_and_back::<wire::Path>(&far);
}

#[test]
fn places_that_make_no_sense_are_an_error() {
    let read = |numbers: &[u8]| {
        let count = u8::try_from(numbers.len()).unwrap();
        let head = [&b"\xa2\x64cost\x00\x66places"[..], &[0x80 + count]].concat();
        Encoding::Cbor.read::<wire::Path>(&[&head[..], numbers].concat())
    };
    assert!(read(&[2, 5, 3, 1, 0]).is_ok());
    for wrong in [&[2, 5][..], &[3, 5, 3], &[4, 1, 1, 1, 1], &[0x20], &[3, 5, 3, 0x20], &[2, 0x60]]
    {
        assert!(read(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn refusals_go_there_and_back() {
    let busy = Refusal::busy(std::time::Duration::from_millis(50));
    let own = [busy, Refusal::expired(), Refusal::new(RefusalKind::Wrong("outside".into()), "far")];
    for refusal in own {
        let CallReply::Refused(problem) = CallReply::from(Err(refusal.clone())) else { panic!() };
        assert_eq!(Refusal::from(problem), refusal);
    }
}

#[test]
fn damaged_messages_are_an_error_or_another_message() {
    let mut random = Random::new(17);
    for json in CALLS {
        let whole = there_and_back::<Call>(json);
        for length in 0..whole.len() {
            let cut = Encoding::Cbor.read::<Call>(&whole[..length]);
            assert_eq!(cut.unwrap_err().kind.code(), "not-understood", "{json} {length}");
        }
        let longer = [&whole[..], b"\x00"].concat();
        assert!(Encoding::Cbor.read::<Call>(&longer).is_err());
        for _ in 0..2000 {
            let mut damaged = whole.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(u32::try_from(damaged.len()).unwrap()) as usize;
                damaged[at] = random.word().to_le_bytes()[0];
            }
            // That it neither panics nor takes long is all.
            if let Ok(call) = Encoding::Cbor.read::<Call>(&damaged) {
                let again = Encoding::Cbor.write(&call);
                assert_eq!(Encoding::Cbor.read::<Call>(&again), Ok(call));
            }
        }
    }
}

#[test]
fn what_is_too_deep_or_says_it_is_endless_is_an_error() {
    let refused = |bytes: &[u8]| {
        let refusal = Encoding::Cbor.read::<Call>(bytes).unwrap_err();
        assert_eq!(refusal.kind.code(), "not-understood");
    };
    // Changes in changes, with an end and without.
    let head = b"\xa1\x66change\xa2\x63map\x61m\x64what";
    let all = b"\xa1\x63all\x81".repeat(100_000);
    refused(&[&head[..], &all].concat());
    // Lists, maps and texts of 2^64 - 1, and arrays within what nobody knows.
    for kind in [0x9b_u8, 0xbb, 0x7b, 0x5b] {
        let endless = [&[kind][..], &[0xff; 8]].concat();
        refused(&endless);
        refused(&[&head[..], b"\xa1\x63all", &endless].concat());
        refused(&[&b"\xa1\x63ask\xa1\x63map"[..], &endless].concat());
    }
    refused(&[&b"\xa1\x63ask\xa1\x67unknown"[..], &[0x81; 100_000]].concat());
    let deep = format!(r#"{{"change":{{"map":"m","what":{}"#, r#"{"all":["#.repeat(100_000));
    assert!(Encoding::Json.read::<Call>(deep.as_bytes()).is_err());
}
