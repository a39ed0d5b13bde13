//! What must hold of every reader, whatever bytes come in.

mod hierarchy;
mod labels;
mod nav;
mod roadmap;
mod waypoints;

pub use hierarchy::check_hierarchy;
pub use labels::check_labels;
pub use nav::check_nav;
pub use roadmap::check_roadmap;
pub use waypoints::check_waypoints;

use xunlu_client::{Call, CallReply, Encoding};
use xunlu_format::{
    Beside, Content, Format, Options, Overlay, Scenario, Scenery, Source, read_as, read_scenery,
    write,
};

/// Between a file and the one beside it, in one input.
const SEAM: &[u8] = b"=====beside=====";

/// Reading never panics. What was read can be kept in our own two forms, which give it back as it
/// was; drawn texts and MovingAI grids are also written in their own form and come back.
pub fn check(format: Format, bytes: &[u8]) {
    let (bytes, beside) = halves(bytes);
    let beside = Half(beside);
    let source = Source { name: "fuzzed", bytes, beside: &beside };
    // Readers must be safe with what anybody gets who says nothing.
    let options = Options::default();
    if let Ok(Some(seen)) = read_scenery(format, &source, &options) {
        check_scenery(&seen.scenery);
    }
    let Ok(read) = read_as(format, &source, &options) else { return };
    for own in [Format::Json, Format::Binary] {
        let written = write(own, &read.document, &Overlay::default());
        let written = written.expect("our own forms hold everything");
        let again = read_as(own, &Source::alone("own", &written.bytes), &options);
        let again = again.expect("we read what we wrote");
        assert!(again.document == read.document, "{} changed the document", own.name());
    }
    let Content::Map(map) = &read.document.content else { return };
    if matches!(format, Format::Text | Format::MovingAi) {
        let written = write(format, &read.document, &Overlay::default());
        let written = written.expect("a format holds what it read");
        let again = read_as(format, &Source::alone("again", &written.bytes), &options);
        let again = again.expect("a format reads what it wrote");
        assert!(again.document.map() == Some(map), "{} changed the map", format.name());
    }
}

/// Every number in a scenery is that of something.
fn check_scenery(scenery: &Scenery) {
    for piece in scenery.layers.iter().flat_map(|layer| &layer.pieces) {
        let sprite = scenery.sprites.get(piece.sprite as usize).expect("a piece has its sprite");
        assert!(scenery.images.get(sprite.image as usize).is_some(), "a sprite has its image");
        assert!(scenery.poses.get(piece.pose as usize).is_some(), "a piece has its pose");
    }
}

/// Reading never panics, and what was read is written and read back as it was.
pub fn check_scenario(bytes: &[u8]) {
    let Ok(scenario) = Scenario::read("fuzzed", bytes) else { return };
    let written = scenario.write();
    let again = Scenario::read("again", &written).expect("we read what we wrote");
    assert!(again == scenario, "the scenario changed");
}

/// Reading never panics, and what was read is written and read back as it was, in both encodings.
pub fn check_message(bytes: &[u8]) {
    for encoding in [Encoding::Json, Encoding::Cbor] {
        if let Ok(call) = encoding.read::<Call>(bytes) {
            for other in [Encoding::Json, Encoding::Cbor] {
                let again = other.read::<Call>(&other.write(&call)).expect("we read what we wrote");
                assert!(again == call, "the call changed");
            }
        }
        if let Ok(reply) = encoding.read::<CallReply>(bytes) {
            let again = Encoding::Cbor.read::<CallReply>(&Encoding::Cbor.write(&reply));
            // A number that is none is not equal to itself.
            let is_same = again.as_ref() == Ok(&reply) || format!("{again:?}").contains("NaN");
            assert!(is_same, "the reply changed");
        }
    }
}

/// The input before the seam and behind it; nothing behind it where there is none.
fn halves(bytes: &[u8]) -> (&[u8], &[u8]) {
    let at = bytes.windows(SEAM.len()).position(|window| window == SEAM);
    at.map_or((bytes, &[]), |at| (&bytes[..at], &bytes[at + SEAM.len()..]))
}

/// Every file beside the fuzzed one is the second half of the input.
struct Half<'a>(&'a [u8]);

impl Beside for Half<'_> {
    fn open(&self, _name: &str, bytes_max: u64) -> Result<Vec<u8>, String> {
        let is_given = !self.0.is_empty() && self.0.len() as u64 <= bytes_max;
        if is_given { Ok(self.0.to_vec()) } else { Err("there is none".to_owned()) }
    }
}
