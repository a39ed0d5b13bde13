//! The source of chance: the one that the makers of maps draw from.

pub use xunlu_map::make::Random;
