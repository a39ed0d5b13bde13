//! A goat and a cart on one map: `cargo run -p xunlu --example weighted_ground`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Corners, Grid, Mover, Place, Query, StepCosts, Terrain, Weight, Workspace, World};

/// `a` is a road, `b` are rocks; the letters draw the terrains from 10 on.
const MAP: &str = "\
aaaaaaaaaaaa
a..bbbbbb..a
a..bbbbbb..a
a..bbbbbb..a
.....bb.....";
const ROAD: Terrain = Terrain(10);
const ROCKS: Terrain = Terrain(11);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    // Weights are hundredths of a straight step on open ground; none means closed.
    let goat = Mover::eight(Corners::OneFree).price(ROCKS, Weight::percent(110));
    let cart = Mover::eight(Corners::NoCutting)
        .price(ROAD, Weight::percent(50))
        .price(Terrain::OPEN, Weight::percent(250))
        .closed(ROCKS);

    let goat = goat.costs(StepCosts::TEN_FOURTEEN).build()?;
    let mut world = World::with_mover(grid.clone(), goat)?;
    let cart = world.add_mover(cart.costs(StepCosts::TEN_FOURTEEN).build()?)?;

    let ask = Query::between((0, 3), (11, 3));
    for (name, query) in [("goat", ask.clone()), ("cart", ask.mover(cart))] {
        let answer = world.find(&query, &mut Workspace::new())?;
        let path = answer.path().ok_or("both have a path")?;
        println!("the {name}'s path costs {}", path.cost);
        let is_on_way = |cell| path.places.contains(&Place::Cell(cell));
        println!("{}\n", xunlu::draw(&grid, |cell| is_on_way(cell).then_some('*')));
    }
    Ok(())
}
