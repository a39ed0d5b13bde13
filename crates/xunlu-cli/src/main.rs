//! The xunlu program.
fn main() {}
