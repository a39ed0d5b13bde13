//! Maps in the program itself keep what a navigator promises.

use xunlu::{Grid, World, wire};
use xunlu_client::contract::{YARD, check_navigator};
use xunlu_client::{ChangeTold, ChangeWish, Embedded, Navigator};

#[test]
fn maps_in_the_program_keep_the_promise() {
    let embedded = Embedded::new();
    embedded.hold("yard", World::new(YARD.parse::<Grid>().unwrap()).unwrap());
    check_navigator(&embedded);
}

fn changed(embedded: &Embedded, id: &str, terrain: u8) -> ChangeTold {
    let rect = wire::Rect { x: 1, y: 0, width: 1, height: 1 };
    let change = wire::Change::Terrain(wire::TerrainChange { rect, terrain, layer: 0 });
    let wish = ChangeWish { id: Some(id.to_owned()), expected: None, change };
    embedded.change("yard", &wish).expect("it can be changed")
}

#[test]
fn the_names_of_the_last_changes_are_known_and_none_is_no_name() {
    let embedded = Embedded::new();
    embedded.hold("yard", World::new(YARD.parse::<Grid>().unwrap()).unwrap());
    // Each name comes before all that were given until then.
    let name = |number: u32| format!("{:06}", 100_000 - number);
    let terrain = |number: u32| if number.is_multiple_of(2) { 254 } else { 1 };
    let told: Vec<ChangeTold> =
        (0..4100).map(|number| changed(&embedded, &name(number), terrain(number))).collect();
    for number in [4, 4098, 4099] {
        let again = changed(&embedded, &name(number), terrain(number));
        assert_eq!(again, told[number as usize], "change {number}");
    }
    assert_ne!(changed(&embedded, &name(3), terrain(3)), told[3], "it is long forgotten");
    assert_ne!(changed(&embedded, "", 254), changed(&embedded, "", 1));
}
