//! Hostile hierarchies.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xunlu_fuzz::check_hierarchy(bytes));
