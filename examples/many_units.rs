//! Many units ask in one frame, and share its budget: `cargo run -p xunlu --example many_units`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::scheduler::{Budget, Priority, Scheduler};
use xunlu::{Cell, Grid, Query, Rect, Size, Terrain, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Grid::new((160, 160))?)?;
    for wall in 0..7 {
        // Walls with a gap now above, now below: to cross the map is a long way.
        let top = Cell::new(20 + wall * 20, wall % 2 * 2);
        world.fill(Rect::new(top, Size::new(1, 158)), Terrain::WALL)?;
    }

    let asked = [
        ("dragon, across the whole map", (1, 80), (158, 80), Priority::Normal),
        ("wolf, over two walls", (1, 80), (50, 80), Priority::Normal),
        ("guard, eight cells away", (30, 30), (38, 34), Priority::Normal),
        ("guard's friend, the same way", (30, 30), (38, 34), Priority::Normal),
        ("hero, whom the player just sent", (90, 10), (98, 140), Priority::Urgent),
    ];
    let mut scheduler = Scheduler::default();
    let mut names = std::collections::BTreeMap::new();
    for (name, from, to, priority) in asked {
        let query = Query::between(from, to);
        names.insert(scheduler.submit(query, priority)?, name);
    }
    for frame in 1.. {
        let report = scheduler.run(&world, Budget::Expansions(3_000));
        println!("frame {frame}: {} expansions", report.expansions);
        for ticket in report.finished {
            let answer = scheduler.take(ticket).ok_or("it was reported as finished")??;
            println!("  {}: costs {:?}", names[&ticket], answer.cost());
        }
        if report.live + report.waiting == 0 {
            break;
        }
    }
    Ok(())
}
