//! LDtk projects, versions 1.x, as <https://ldtk.io/json> tells.
//!
//! # Which levels, and where
//!
//! The levels of the project, or of its first world where it has several, each from its own file if
//! it has one. They lie where `worldX` and `worldY` say, in multiples of the cell, which is the
//! finest grid of the layers that are read; levels of the linear layouts have no place and are laid
//! side by side in their order. Cells of no level are void. One `worldDepth` makes a grid, several
//! make a layer each, by rising depth; all share their coordinates.
//!
//! # What a layer is for
//!
//! What the options say of it, or else what its name says ([`Roles::by_name`](crate::Roles::by_name)), and
//! that decides what a value of an IntGrid means. Layers of tiles and of entities draw nothing but what the
//! options say, and then each tile, and each cell that an entity covers, counts as a value.
//!
//! | the layer is | value 0 | another value |
//! | --- | --- | --- |
//! | wall | | a wall |
//! | ground | a wall, unless another layer of ground has something there | open, or what its name says |
//! | cost | | costs as much as itself: terrain 1 to 9, or a class with that price |
//! | ignored | | |
//! | neither | | what its name says |
//!
//! A value named as walls are is a wall, one named as ground is open, and any other name is a class of
//! terrain of its own, from 10 up in the order of the layers and their values. A value without a name
//! is a class named after its layer and number; but where a layer that is neither names none of its
//! values, 1 is a wall, as it is in most projects, and a warning says so.
//!
//! The note on a layer's definition (`doc`) may say more, a line each, and goes before names: `role: wall`
//! says what the layer is for, `value 2: blocked`, `value 3: cost 2.5` and `value 4: open` what a value is.
//!
//! A wall of any layer stays a wall, unless a tile opens it. Of other terrains the one of the upper layer
//! stays, ground being below everything else.
//!
//! # Tiles
//!
//! A tile's custom data may say what the tile is for, wherever it lies: as an object of JSON with `walkable`
//! (true or false) or `cost` (a number of steps), or in lines such as `walkable: false` or `cost: 2.5`. What
//! they mean is what properties of these names mean in Tiled's maps. A tile that is tagged with an enum value
//! of a wall's name, such as `Wall`, blocks unless its custom data says otherwise. Where no layer has values,
//! the finest grid of the layers of tiles is that of the map.
//!
//! # Entities
//!
//! Each is a named place at the cell of its pivot, called as its text field `name` says or as the
//! entity is; one larger than a cell is a region, too. A field that refers to another entity of the
//! same kind makes a link to it, both ways if the other refers back.
//!
//! # Looks
//!
//! The scenery has a layer for each layer of each depth, whatever it is for, with the tiles of all levels;
//! below them a layer `background` where levels have images behind them. An entity shows the tile that stands
//! for it, as large as fits. Values of an IntGrid have no picture unless rules put tiles there.

mod model;
mod world;
mod says;
mod roles;

mod placing;
mod values;
mod drawing;
mod entities;
mod scenery;
mod assign;

use crate::document::{Content, Document};
use crate::done::Read;
use crate::error::FormatError;
use crate::options::Options;
use crate::source::Source;
pub(crate) use assign::assign;
use entities::Found;
pub(crate) use scenery::read_scenery;
use values::Values;
use world::World;
use xunlu_map::{Grid, Layers, Link, Map, MapError};

/// The map of a project.
pub(crate) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let mut warnings = Vec::new();
    let world = World::open(source, options, &mut warnings)?;
    roles::check_told(&world, options)?;
    let cell_px = roles::cell_px(&world, options)?;
    let levels = placing::placed(&world, cell_px, &mut warnings)?;
    let floors = placing::floors(&world, &levels, &options.limits)?;
    let values = Values::of(&world, options, &mut warnings)?;
    warnings.extend(roles::silence(&world, options));

    let mut grids = Vec::new();
    for floor in &floors {
        let of_floor = floor.levels.iter().filter_map(|&number| levels.get(number));
        let ground = drawing::ground(floor, of_floor, (&world, cell_px), &values, options);
        grids.push(Grid::of(ground.map_err(|error| world.wrong(&error))?));
    }
    let found = entities::found(&levels, &floors, cell_px, options, &mut warnings);
    let document = document(&world, grids, found, values)?;
    Ok(Read { document, warnings })
}

fn document(
    world: &World,
    mut grids: Vec<Grid>,
    found: Found,
    values: Values,
) -> Result<Document, FormatError> {
    let wrong = |error: MapError| world.wrong(&error);
    let map = if grids.len() == 1 {
        let mut grid = grids.remove(0);
        for Link { from, to, is_two_way, .. } in found.links {
            let ends = (from.cell, to.cell);
            let link = if is_two_way { Link::two_way } else { Link::one_way };
            grid.add_link_as_read(link(ends.0, ends.1)).map_err(wrong)?;
        }
        Map::Grid(grid.as_read())
    } else {
        let mut layers = Layers::new(grids).map_err(wrong)?;
        for link in found.links {
            layers.add_link_as_read(link).map_err(wrong)?;
        }
        Map::Layers(layers.as_read())
    };
    Ok(Document {
        places: found.places,
        regions: found.regions,
        terrains: values.terrains,
        ..Document::of(Content::Map(map))
    })
}
