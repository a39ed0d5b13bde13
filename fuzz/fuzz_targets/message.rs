//! Hostile messages to the service, in both encodings.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xunlu_fuzz::check_message(bytes));
