//! Hostile LDtk projects, with a level beside them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xunlu_fuzz::check(xunlu_format::Format::Ldtk, bytes));
