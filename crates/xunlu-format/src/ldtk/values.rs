//! What the values of IntGrid layers mean, and which terrains are for the costs of tiles.

use super::model::{Kind, Layer, at_layer};
use super::roles::{draws, role_of};
use super::says::{LayerSays, Says, steps};
use super::world::World;
use crate::document::{NamedTerrain, Price};
use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::options::{Options, Role, Roles};
use crate::scenery::{Rgba, SheetValue, ValueSheet, rgba_of};
use crate::uses::TileUse;
use std::collections::BTreeMap;
use xunlu_map::{Quoted, Terrain, Weight};

/// The first class of terrain that is given out, and the last.
const FIRST: u8 = 10;
const LAST: u8 = 253;

/// The most that a value of a layer of costs may be, in straight steps: with the finest step costs
/// that movers have, this is still a price that a step may have.
const COST_MAX: u32 = 10_000;

/// What each value of each layer that draws is, and the names of terrains.
#[derive(Debug, Default)]
pub(super) struct Values {
    by_layer: BTreeMap<String, BTreeMap<u32, Terrain>>,
    by_price: Vec<(Weight, Terrain)>,
    /// By number.
    pub(super) terrains: Vec<NamedTerrain>,
    /// The layers as palettes show them.
    pub(super) sheets: Vec<ValueSheet>,
    /// What each value of these would be for if the note on its layer said nothing.
    pub(super) unsaid: Vec<Vec<TileUse>>,
}

impl Values {
    /// Gives every value of every layer its meaning.
    ///
    /// # Errors
    /// When there are more classes than terrains, a cost is too large, or a layer has another number
    /// of values than cells.
    pub(super) fn of(
        world: &World,
        options: &Options,
        warnings: &mut Vec<Warning>,
    ) -> Result<Values, FormatError> {
        let mut classes = Classes::default();
        let mut values = Values::default();
        for grid in int_grids(world, options)? {
            let mut terrains = BTreeMap::new();
            let names_any = grid.values.values().any(|value| value.name.is_some());
            let is_guess = grid.says(1).walkable.is_none() && !grid.values.is_empty();
            if grid.role.is_none() && !names_any && is_guess {
                let at = At::Part(format!("layer {}", Quoted(grid.name)));
                let message = "neither its name nor those of its values say what blocks; 1 was \
                               read as a wall, other values as terrains of their own";
                warnings.push(Warning::new(at, message));
            }
            let mut unsaid = Vec::new();
            let mut shown = Vec::new();
            for (&number, &Value { name, colour }) in &grid.values {
                let silent = meaning(&grid, number, name, names_any);
                let meaning = silent.clone().told(&grid, number, name);
                let terrain = classes.terrain_of(&meaning).ok_or_else(|| {
                    let at = At::Part(format!("layer {}", Quoted(grid.name)));
                    too_many(world, at, &format!("value {number}"))
                })?;
                terrains.insert(number, terrain);
                unsaid.push(silent.tile_use());
                let (name, says) = (name.map(str::to_owned), meaning.tile_use());
                shown.push(SheetValue { value: number, name, colour, says });
            }
            values.by_layer.insert(grid.name.to_owned(), terrains);
            values.unsaid.push(unsaid);
            values.sheets.push(ValueSheet { name: grid.name.to_owned(), values: shown });
        }
        let said = world.tiles.iter().flat_map(|(_, tiles)| tiles.values());
        let costs = said.filter_map(|says| says.cost);
        for price in costs {
            if values.by_price.iter().any(|(known, _)| *known == price) {
                continue;
            }
            let terrain = classes.terrain_of(&Meaning::priced(price)).ok_or_else(|| {
                too_many(world, At::File, &format!("the cost {} of tiles", steps(price)))
            })?;
            values.by_price.push((price, terrain));
        }
        values.terrains = classes.named();
        Ok(values)
    }

    /// The terrain of tiles that cost so much.
    pub(super) fn priced(&self, price: Weight) -> Terrain {
        let known = self.by_price.iter().find(|(known, _)| *known == price);
        known.map_or(Terrain::OPEN, |(_, terrain)| *terrain)
    }

    /// The terrains of the values of a layer; 0 and what means nothing are not among them.
    pub(super) fn of_layer(&self, name: &str) -> Option<&BTreeMap<u32, Terrain>> {
        self.by_layer.get(name)
    }
}

/// What one value means.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    Terrain(Terrain),
    /// A terrain that has a number already, and a name besides.
    Named(Terrain, String),
    /// A class of its own.
    Class {
        name: Option<String>,
        cost: Option<Weight>,
    },
}

impl Meaning {
    /// Ground of no name that costs so much.
    fn priced(price: Weight) -> Meaning {
        let steps = price.as_percent() / 100;
        match u8::try_from(steps) {
            Ok(steps @ 1..=9) if price.as_percent().is_multiple_of(100) => {
                Meaning::Terrain(Terrain(steps))
            }
            _ => Meaning::Class { name: None, cost: Some(price) },
        }
    }

    /// The same, where the note on its layer says nothing else of it.
    fn told(self, grid: &IntGrid<'_>, value: u32, name: Option<&str>) -> Meaning {
        let Says { walkable, cost } = grid.says(value);
        match (walkable, cost) {
            (None, _) => self,
            (Some(false), _) => Meaning::Terrain(Terrain::WALL),
            (Some(true), None) => Meaning::Terrain(Terrain::OPEN),
            (Some(true), Some(price)) if name.is_none() => Meaning::priced(price),
            (Some(true), cost) => Meaning::Class { name: name.map(str::to_owned), cost },
        }
    }

    /// What it comes to for whoever walks there.
    fn tile_use(&self) -> TileUse {
        match self {
            Meaning::Terrain(Terrain::WALL) => TileUse::Blocked,
            Meaning::Terrain(terrain) | Meaning::Named(terrain, _) => match terrain.0 {
                steps @ 2..=9 => TileUse::Costs(Weight::times(steps.into())),
                _ => TileUse::Open,
            },
            Meaning::Class { cost, .. } => cost.map_or(TileUse::Open, TileUse::Costs),
        }
    }
}

fn too_many(world: &World, at: At, what: &str) -> FormatError {
    let found = format!("{what} would be one class of terrain too many");
    let most = LAST - FIRST + 1;
    world
        .unexpected(at, found, format!("at most {most} that are not walls or open"))
        .of(FormatErrorKind::TooManyTerrains, [])
}

fn meaning(grid: &IntGrid<'_>, value: u32, name: Option<&str>, names_any: bool) -> Meaning {
    let class = |cost| {
        let name = name.map_or_else(|| format!("{} {value}", grid.name), str::to_owned);
        Meaning::Class { name: Some(name), cost }
    };
    match (grid.role, name) {
        (Some(Role::Wall), _) => Meaning::Terrain(Terrain::WALL),
        (Some(Role::Cost), _) => match (u8::try_from(value), name) {
            (Ok(price @ 1..=9), None) => Meaning::Terrain(Terrain(price)),
            (Ok(price @ 1..=9), Some(name)) => Meaning::Named(Terrain(price), name.to_owned()),
            _ => class(Some(Weight::times(value))),
        },
        (_, Some(name)) => match Roles::by_name(name) {
            Some(Role::Wall) => Meaning::Terrain(Terrain::WALL),
            Some(Role::Ground) => Meaning::Terrain(Terrain::OPEN),
            _ => class(None),
        },
        (Some(Role::Ground), None) => Meaning::Terrain(Terrain::OPEN),
        (_, None) if value == 1 && !names_any => Meaning::Terrain(Terrain::WALL),
        (_, None) => class(None),
    }
}

/// The classes that were given out, by name (case does not matter) and cost.
#[derive(Debug, Default)]
struct Classes {
    given: BTreeMap<(Option<String>, Option<Weight>), Terrain>,
    named: BTreeMap<Terrain, NamedTerrain>,
}

impl Classes {
    /// The terrain. Returns `None` if there is no class left.
    fn terrain_of(&mut self, meaning: &Meaning) -> Option<Terrain> {
        let (name, cost) = match meaning {
            Meaning::Terrain(terrain) => return Some(*terrain),
            Meaning::Named(terrain, name) => {
                let named =
                    NamedTerrain { terrain: *terrain, name: Some(name.clone()), price: None };
                self.named.entry(*terrain).or_insert(named);
                return Some(*terrain);
            }
            Meaning::Class { name, cost } => (name, *cost),
        };
        let key = (name.as_ref().map(|name| name.to_ascii_lowercase()), cost);
        if let Some(&terrain) = self.given.get(&key) {
            return Some(terrain);
        }
        let number = u8::try_from(self.given.len()).ok()?.checked_add(FIRST);
        let terrain = Terrain(number.filter(|&number| number <= LAST)?);
        self.given.insert(key, terrain);
        let named = NamedTerrain { terrain, name: name.clone(), price: cost.map(Price::Weight) };
        self.named.insert(terrain, named);
        Some(terrain)
    }

    fn named(self) -> Vec<NamedTerrain> {
        self.named.into_values().collect()
    }
}

/// An IntGrid layer of all levels.
#[derive(Debug)]
struct IntGrid<'a> {
    name: &'a str,
    role: Option<Role>,
    /// Those that were defined or occur, but for 0.
    values: BTreeMap<u32, Value<'a>>,
    /// What the note on it says.
    said: Option<&'a LayerSays>,
}

/// What is defined of a value.
#[derive(Clone, Copy, Debug, Default)]
struct Value<'a> {
    name: Option<&'a str>,
    colour: Option<Rgba>,
}

impl IntGrid<'_> {
    /// What the note says of a value.
    fn says(&self, value: u32) -> Says {
        self.said.and_then(|said| said.values.get(&value)).copied().unwrap_or_default()
    }
}

/// The layers that draw values, in the order of their definitions.
fn int_grids<'a>(world: &'a World, options: &Options) -> Result<Vec<IntGrid<'a>>, FormatError> {
    let mut grids: BTreeMap<&str, IntGrid<'_>> = BTreeMap::new();
    for (level, layers) in &world.levels {
        let drawn = layers.iter().filter(|layer| draws(layer, &options.roles));
        for layer in drawn.filter(|layer| layer.kind == Kind::IntGrid) {
            check_count(world, &level.identifier, layer)?;
            let name = layer.identifier.as_str();
            let role = role_of(layer, &options.roles);
            if role == Some(Role::Cost) {
                check_costs(world, &level.identifier, layer)?;
            }
            let grid = grids.entry(name);
            let grid = grid.or_insert_with(|| {
                let said = world.said(name);
                IntGrid { name, role, values: BTreeMap::new(), said }
            });
            let mut last = 0;
            for &value in &layer.int_grid_csv {
                if value != last && value != 0 {
                    grid.values.insert(value, Value::default());
                }
                last = value;
            }
        }
    }
    let mut ordered = Vec::new();
    for definition in &world.layers {
        let Some(mut grid) = grids.remove(definition.identifier.as_str()) else { continue };
        for value in definition.int_grid_values.iter().filter(|value| value.value != 0) {
            // What a layer of costs defines and nobody draws needs no class.
            if grid.role != Some(Role::Cost) || grid.values.contains_key(&value.value) {
                let colour = value.color.as_deref().and_then(rgba_of);
                let name = value.identifier.as_deref();
                grid.values.insert(value.value, Value { name, colour });
            }
        }
        ordered.push(grid);
    }
    ordered.extend(grids.into_values());
    Ok(ordered)
}

fn check_count(world: &World, level: &str, layer: &Layer) -> Result<(), FormatError> {
    let (columns, rows) = (layer.columns, layer.rows);
    let cells = u64::from(columns) * u64::from(rows);
    if layer.int_grid_csv.len() as u64 == cells {
        return Ok(());
    }
    let count = layer.int_grid_csv.len();
    let expected = format!("{cells} for {columns}x{rows} cells");
    let at = at_layer(level, &layer.identifier);
    let error = world.unexpected(at, format!("it has {count} values"), expected);
    Err(error.of(FormatErrorKind::Count, [&count, &cells]))
}

fn check_costs(world: &World, level: &str, layer: &Layer) -> Result<(), FormatError> {
    let Some(place) = layer.int_grid_csv.iter().position(|&value| value > COST_MAX) else {
        return Ok(());
    };
    let columns = (layer.columns as usize).max(1);
    let (x, y) = (place % columns, place / columns);
    let (level, name) = (Quoted(level), Quoted(&layer.identifier));
    let at = At::Part(format!("level {level}, layer {name}, cell {x},{y}"));
    let value = layer.int_grid_csv.get(place).copied().unwrap_or_default();
    let found = format!("a cost of {value}");
    let error = world.unexpected(at, found, format!("at most {COST_MAX}"));
    Err(error.of(FormatErrorKind::TooLarge, [&value, &COST_MAX]))
}
