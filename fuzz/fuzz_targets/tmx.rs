//! Hostile Tiled maps in XML, with a tileset beside them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xunlu_fuzz::check(xunlu_format::Format::Tmx, bytes));
