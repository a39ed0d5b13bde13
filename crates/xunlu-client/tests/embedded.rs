//! Maps in the program itself keep what a navigator promises.

use xunlu::{Grid, World};
use xunlu_client::Embedded;
use xunlu_client::contract::{YARD, check_navigator};

#[test]
fn maps_in_the_program_keep_the_promise() {
    let embedded = Embedded::new();
    embedded.hold("yard", World::new(YARD.parse::<Grid>().unwrap()).unwrap());
    check_navigator(&embedded);
}
