//! `xunlu reach`: how far one gets within a budget of steps.

use crate::Ending;
use crate::answered::counted;
use crate::args::ReachArgs;
use crate::failure::Failure;
use crate::opened::open;
use crate::picture::Picture;
use crate::screen::Screen;
use crate::steps::CostTeller;
use xunlu::{Blocked, Cost, MoverId, Place, Reach, Workspace, World, wire};

/// Ends as found when the mover can stand at the start: the start is within its reach.
pub(crate) fn run(args: &ReachArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let (map, names) = open(&args.map, screen)?.into_map()?;
    let from = names.place(&map, &args.from)?;
    let mover = args.mover.on(&map, &names)?.to_mover()?;
    let straight = mover.costs().straight;
    let world = World::with_mover(map, mover)?;
    let in_units = Cost(args.budget_units.unwrap_or_default());
    let budget = args.budget.map_or(in_units, |steps| steps.cost(straight));
    let reach = world.reach(from, MoverId::FIRST, budget, &mut Workspace::new())?;
    let ending = if reach.blocked().is_none() { Ending::Found } else { Ending::NoPath };
    let map = world.map();
    if args.json {
        screen.print_json(serde_json::to_string(&wire::Reach::new(map, &reach)))?;
        return Ok(ending);
    }
    let picture = Picture::of_reach(map, from, &reach).draw(map, screen);
    let told = match reach.blocked() {
        None => {
            let costs = CostTeller::of(&world, MoverId::FIRST, args.units);
            told(&world, from, &reach, budget, &costs)
        }
        Some(Blocked { nearest_free, .. }) => {
            let from = wire::place_text(map, from);
            let next = nearest_free.map_or_else(String::new, |free: Place| {
                format!("\nNext: --from {}, the nearest free place.", wire::place_text(map, free))
            });
            format!("The mover cannot stand at {from}.{next}")
        }
    };
    let gap = if picture.is_empty() { "" } else { "\n\n" };
    screen.print(format_args!("{picture}{gap}{told}\n"))?;
    Ok(ending)
}

fn told(world: &World, from: Place, reach: &Reach, budget: Cost, costs: &CostTeller) -> String {
    let from = wire::place_text(world.map(), from);
    let count = counted(reach.places().len(), "place", "places");
    let border = match reach.border().len() {
        0 => "everything that can be reached at all".to_owned(),
        edge => format!("{edge} of them at the border"),
    };
    let most_expensive =
        reach.places().iter().map(|reached| reached.cost).max().unwrap_or_default();
    let (budget, most_expensive) = (costs.told(budget), costs.told(most_expensive));
    format!("{count} within {budget} of {from}, the farthest at {most_expensive}; {border}.")
}
