//! `xunlu gen`: maps from a seed, and scenarios for maps.

mod scenario;

use crate::Ending;
use crate::args::{GenArgs, GenCommand};
use crate::failure::Failure;
use crate::files;
use crate::screen::Screen;
use crate::target::Target;
use xunlu::map::make;
use xunlu_format::{Document, Format};

pub(crate) fn run(args: &GenArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    if let Some(GenCommand::Scenario(args)) = &args.command {
        return scenario::run(args, screen);
    }
    let refused = |error: xunlu::MapError| Failure::BadInput(error.to_string());
    let kind = args.kind().map_err(refused)?;
    let size = args.size(kind);
    let document = match args.arrangement() {
        None => Document::of(make::grid(kind, size, args.seed).map_err(refused)?),
        Some(arrangement) => {
            Document::of(make::hex_grid(kind, arrangement, size, args.seed).map_err(refused)?)
        }
    };
    let by_name = Target::of_name(&args.output.to_string_lossy());
    let target = args.to.or(by_name).unwrap_or(Target::Map(Format::Text));
    let written =
        target.written(&document).map_err(|error| Failure::BadInput(error.message().to_owned()))?;
    for warning in &written.warnings {
        screen.remark(&format!("warning: {warning}"));
    }
    files::write_with_companions(&args.output, &written)?;
    files::tell_written(&args.output, &document, screen);
    Ok(Ending::Found)
}
