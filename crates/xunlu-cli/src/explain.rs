//! `xunlu explain`: why there is no way, or why the way is what it is.

use crate::Ending;
use crate::answered::no_way;
use crate::args::ExplainArgs;
use crate::asking::Asked;
use crate::failure::Failure;
use crate::screen::Screen;
use xunlu::wire;

pub(crate) fn run(args: &ExplainArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let asked = Asked::new(&args.question, screen)?;
    let answer = asked.answer(screen)?;
    let ending = if answer.path().is_some() { Ending::Found } else { Ending::NoWay };
    if args.json || ending == Ending::Found {
        let explanation = asked.world.explain(&asked.query)?;
        let told = wire::Explanation::new(asked.world.map(), &explanation);
        if args.json {
            screen.print_json(serde_json::to_string(&told))?;
        } else {
            screen.print(format_args!("{}\n", told.text))?;
        }
    } else {
        screen.print(format_args!("{}\n", no_way(&asked, &answer)?))?;
    }
    Ok(ending)
}
