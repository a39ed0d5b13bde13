//! Hostile edge lists.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xunlu_fuzz::check(
    xunlu_format::Format::EdgeList,
    bytes
));
