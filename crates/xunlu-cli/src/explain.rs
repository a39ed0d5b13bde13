//! `xunlu explain`: why there is no path, or why the path is what it is.

use crate::Ending;
use crate::answered::{counted, no_path};
use crate::args::ExplainArgs;
use crate::asking::Asked;
use crate::failure::Failure;
use crate::screen::Screen;
use xunlu::explain::{Bill, Explanation, Verdict};
use xunlu::{Cost, wire};

pub(crate) fn run(args: &ExplainArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let asked = Asked::new(&args.question, screen)?;
    let answer = asked.answer(screen)?;
    let ending = if answer.path().is_some() { Ending::Found } else { Ending::NoPath };
    if args.json || ending == Ending::Found {
        let explanation = asked.world.explain(&asked.query)?;
        let told = wire::Explanation::new(asked.world.map(), &explanation);
        if args.json {
            screen.print_json(serde_json::to_string(&told))?;
        } else {
            let paid = paid(&asked, &explanation).unwrap_or(told.text);
            screen.print(format_args!("{paid}\n"))?;
        }
    } else {
        screen.print(format_args!("{}\n", no_path(&asked, &answer)?))?;
    }
    Ok(ending)
}

/// What a path that was found pays for. Returns `None` if there is no path.
fn paid(asked: &Asked, explanation: &Explanation) -> Option<String> {
    let Verdict::Reachable { to, cost, bill } = &explanation.verdict else { return None };
    let Bill { steps, least, expensive_steps, links, turning, extra } = *bill;
    let (map, costs) = (asked.world.map(), &asked.costs);
    let (from, to) = (wire::place_text(map, explanation.from), wire::place_text(map, *to));
    let straight = format!("the {} that the straight line could cost", costs.told(least));
    let above = match u64::from(cost.0) * 100 / u64::from(least.0.max(1)) {
        _ if least == Cost::ZERO => String::new(),
        100 if *cost == least => ", as little as the straight line could".to_owned(),
        100 => format!(", less than 1% above {straight}"),
        percent => format!(", {}% above {straight}", percent.saturating_sub(100)),
    };
    let mut parts = vec![counted(steps, "move", "moves")];
    if expensive_steps > 0 {
        parts.push(format!("{expensive_steps} of them onto ground more expensive than open"));
    }
    if links > 0 {
        parts.push(counted(links, "link", "links"));
    }
    if turning > Cost::ZERO {
        parts.push(format!("{} for turning", costs.told(turning)));
    }
    if extra > Cost::ZERO {
        parts.push(format!("{} for what it passes", costs.told(extra)));
    }
    let (who, why) = (explanation.choice.algorithm.name(), explanation.choice.reason);
    let (cost, parts) = (costs.told(*cost), parts.join(", "));
    Some(format!(
        "There is a path from {from} to {to}. It costs {cost}{above}: {parts}.\nSearched by {who}: {why}."
    ))
}
