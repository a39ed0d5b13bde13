//! Kinds of maps that a build can do without.
//!
//! Layers and waypoints come with the feature `all-maps`, which is on unless somebody asks for less.
//! Without it nothing of theirs can be made: the types below have no values then, so that the compiler
//! sees which code is never run and leaves it out. No function has to know.

#[cfg(feature = "all-maps")]
mod here {
    /// What belongs to layers or waypoints, which this build has.
    pub type Kept<T> = T;

    /// Puts something by the kind of map that it was made from.
    pub(crate) fn beside<T, U>(_: &Kept<T>, made: U) -> Kept<U> {
        made
    }
}

#[cfg(not(feature = "all-maps"))]
mod here {
    use std::convert::Infallible;
    use std::marker::PhantomData;
    use std::ops::{Deref, DerefMut};

    /// What belongs to layers or waypoints, of which this build has none.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Kept<T> {
        never: Infallible,
        of: PhantomData<T>,
    }

    impl<T> Deref for Kept<T> {
        type Target = T;

        fn deref(&self) -> &T {
            match self.never {}
        }
    }

    impl<T> DerefMut for Kept<T> {
        fn deref_mut(&mut self) -> &mut T {
            match self.never {}
        }
    }

    /// Puts something by the kind of map that it was made from.
    pub(crate) fn beside<T, U>(kept: &Kept<T>, _: U) -> Kept<U> {
        match kept.never {}
    }
}

pub use here::Kept;
pub(crate) use here::beside;
