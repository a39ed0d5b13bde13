//! Places by chance: where one can stand, each as likely as any other, the same of one seed everywhere.

use serde_json::json;
use std::collections::BTreeMap;
use xunlu::{Grid, World};
use xunlu_client::{Ask, Embedded, Encoding, Navigator, Response, Wish};

/// How often each place is drawn on a map.
fn drawn(map: &str, seed: u64, count: usize) -> BTreeMap<String, usize> {
    let embedded = Embedded::new();
    let grid: Grid = map.parse().expect("a map");
    embedded.hold("m", World::new(grid).expect("a world"));
    let asked = json!({ "seed": seed, "count": count }).to_string();
    let ask = Ask::parse("random", Encoding::Json, asked.as_bytes()).expect("a question");
    let told = embedded.ask("m", &ask, &Wish::default()).expect("places");
    assert_eq!(embedded.ask("m", &ask, &Wish::default()).as_ref(), Ok(&told), "the same again");
    let Response::Random(told) = told else { panic!("{told:?}") };
    let mut often = BTreeMap::new();
    told.places.into_iter().for_each(|place| *often.entry(place).or_default() += 1);
    often
}

#[test]
fn places_are_drawn_where_one_can_stand_and_each_as_often() {
    let often = drawn("..#\n.#.", 7, 4000);
    let places: Vec<&str> = often.keys().map(String::as_str).collect();
    assert_eq!(places, ["0,0", "0,1", "1,0", "2,1"]);
    // A thousand each, give or take five times what chance makes of it.
    assert!(often.values().all(|count| (860..1140).contains(count)), "{often:?}");
    assert_ne!(drawn("....", 1, 9), drawn("....", 2, 9));
}

#[test]
fn the_few_places_of_a_map_that_is_all_wall_are_found() {
    let mut map = format!("{}\n", "#".repeat(200)).repeat(200);
    map.replace_range(201 * 150 + 17..201 * 150 + 18, ".");
    map.replace_range(201 * 9 + 3..201 * 9 + 4, ".");
    let often = drawn(&map, 7, 100);
    let places: Vec<&str> = often.keys().map(String::as_str).collect();
    assert_eq!(places, ["17,150", "3,9"]);
    assert!(often.values().all(|count| (25..75).contains(count)), "{often:?}");
    assert_eq!(drawn("##\n##", 7, 3), BTreeMap::new(), "there is none");
    assert_eq!(drawn("..", 7, 0), BTreeMap::new(), "none was asked for");
}
