//! `xunlu schema`: how our own JSON document is built.

use crate::Ending;
use crate::failure::Failure;
use crate::screen::Screen;

pub(crate) fn run(screen: &mut Screen) -> Result<Ending, Failure> {
    screen.print(xunlu_format::schema())?;
    Ok(Ending::Found)
}
