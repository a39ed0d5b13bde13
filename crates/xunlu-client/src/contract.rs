//! What a [`Navigator`] promises, as a check that whoever has one calls in a test.

use crate::{Ask, ChangeWish, Navigator, NearestAsked, RaycastAsked, Wish};
use xunlu::wire;

/// The map that the check asks about: it has to be there as `yard`, unchanged.
pub const YARD: &str = "....\n.##.\n....\n";

/// Checks that a navigator answers as the others do, about a map `yard` that was made of [`YARD`].
///
/// # Panics
/// When it does not keep its promise.
pub fn check_navigator(navigator: &dyn Navigator) {
    let four = || wire::Mover::by(wire::Rule::Four);
    let goal = |at: &str| wire::Goal::At(at.to_owned());
    let query = || wire::Query { mover: Some(four()), ..wire::Query::to("0,0", goal("3,0")) };
    let path = || navigator.path("yard", query()).expect("there is a path").path;
    let length = || path().expect("there is a path").places.len();
    assert_eq!(length(), 4);
    let ray = RaycastAsked { from: "0,1".into(), to: "3,1".into(), mover: None };
    let ray = navigator.raycast("yard", ray).expect("rays are cast");
    assert_eq!((ray.is_clear, ray.hit.as_deref()), (false, Some("1,1")));
    let near = NearestAsked { place: "1,1".into(), mover: None };
    assert_eq!(navigator.nearest("yard", near).expect("there is one").as_deref(), Some("1,0"));

    let rect = wire::Rect { x: 1, y: 0, width: 1, height: 1 };
    let wall = wire::TerrainChange { rect, terrain: 254, layer: 0 };
    let wish = |id: &str, expected: Option<&str>| ChangeWish {
        id: Some(id.to_owned()),
        expected: expected.map(str::to_owned),
        change: wire::Change::Terrain(wall),
    };
    let told = navigator.change("yard", &wish("a", None)).expect("it can be changed");
    let again = navigator.change("yard", &wish("a", Some("0"))).expect("it was changed");
    assert_eq!(told, again, "a change that comes again is told again");
    let refusal = navigator.change("yard", &wish("b", Some("77"))).expect_err("it is not at 77");
    assert_eq!(refusal.kind.code(), "conflict");
    let least = Wish { at_least: Some(told.revision), ..Wish::default() };
    let answer = navigator.ask("yard", &Ask::Path(Box::new(query())), &least);
    assert!(answer.is_ok(), "{answer:?}");
    assert_eq!(length(), 8, "the wall is in the way");

    let refusal = navigator.path("nowhere", query()).expect_err("there is no such map");
    assert_eq!(refusal.kind.code(), "unknown-map");
    let outside = wire::Query::to("0,0", goal("9,9"));
    assert_eq!(
        navigator.path("yard", outside).expect_err("it lies outside").kind.code(),
        "outside"
    );
}
