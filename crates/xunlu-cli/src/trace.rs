//! `xunlu trace`: every event of a search, a line of JSON each.

use crate::Ending;
use crate::answered::no_path;
use crate::args::TraceArgs;
use crate::asking::Asked;
use crate::failure::Failure;
use crate::screen::Screen;
use xunlu::{Recorder, Workspace, wire};

/// How many expansions are written out at once: whoever reads along sees them soon, and who stops
/// reading stops the search.
const EXPANSIONS_A_PIECE: u64 = 1_000;

pub(crate) fn run(args: &TraceArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let asked = Asked::new(&args.question, screen)?;
    let (world, mover) = (&asked.world, asked.query.mover);
    let mut recorder = Recorder::default();
    let mut pending =
        world.begin_observed(asked.query.clone(), &mut Workspace::new(), &mut recorder)?;
    let mut told = 0;
    loop {
        let answer = world.advance_observed(&mut pending, EXPANSIONS_A_PIECE, &mut recorder)?;
        let mut lines = String::new();
        for event in &recorder.events()[told..] {
            let event = wire::Event::new(world, mover, event)?;
            lines.push_str(&serde_json::to_string(&event).map_err(std::io::Error::from)?);
            lines.push('\n');
        }
        told = recorder.events().len();
        screen.print(lines)?;
        if let Some(answer) = answer {
            if told == 0 {
                // There was nothing to search, and silence would leave people guessing.
                screen.remark(&no_path(&asked, &answer)?);
            }
            return Ok(if answer.path().is_some() { Ending::Found } else { Ending::NoPath });
        }
    }
}
