//! `xunlu assign`: what tiles, values and layers of a map are for, told, or written into its files.

use crate::Ending;
use crate::args::{AssignArgs, Of};
use crate::failure::Failure;
use crate::files::write;
use crate::opened::{bytes_of, name_of, told};
use crate::screen::Screen;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use xunlu::map::Quoted;
use xunlu_format::{
    Assignment, Folder, Role, Scenery, Source, TileUse, assign, format_of, read_scenery,
};

pub(crate) fn run(args: &AssignArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let name = name_of(&args.map);
    let options = args.reading.options();
    let bytes = bytes_of(&args.map, options.limits.bytes_max)?;
    let folder = Folder::of(&args.map);
    let source = Source { name: &name, bytes: &bytes, beside: &folder };
    let format = args.format.unwrap_or_else(|| format_of(&source));
    let wrong = |error| Failure::BadInput(told(&error, &name, &bytes));
    let read = read_scenery(format, &source, &options).map_err(wrong)?;
    let scenery = read.map(|read| read.scenery).ok_or_else(|| {
        let (format, expected) = (format.name(), "expected a map of Tiled or LDtk");
        let words = "which has neither tiles nor values";
        Failure::BadInput(format!("{name} is of the format {format}, {words}; {expected}"))
    })?;
    let asked = args.tile.iter().chain(&args.value).chain(&args.layer);
    let mut assignments = Vec::new();
    for asked in asked {
        let found = assignments_of(&scenery, asked);
        assignments.extend(found.map_err(|words| Failure::BadInput(format!("{name}: {words}")))?);
    }
    if assignments.is_empty() {
        screen.print(uses(&scenery))?;
        return Ok(Ending::Found);
    }
    let changed = assign(format, &source, &options, &assignments).map_err(wrong)?;
    if changed.is_empty() {
        screen.remark(&format!("{name} says all of this already"));
    }
    let mut places = Vec::new();
    for (file, bytes) in changed {
        let own = if file == name { args.map.clone() } else { beside(&args.map, &file) };
        let place = match &args.output {
            Some(output) => output.join(own.file_name().unwrap_or_default()),
            None => own,
        };
        places.push((file, place, bytes));
    }
    each_its_own(&places).map_err(|words| Failure::BadInput(format!("{name}: {words}")))?;
    for (_, place, bytes) in places {
        if args.dry_run {
            screen.print(format!("{} would change\n", name_of(&place)))?;
        } else {
            write(&place, &bytes)?;
            let own = place.as_os_str() != "-";
            if own {
                screen.remark(&format!("wrote {}", place.display()));
            }
        }
    }
    Ok(Ending::Found)
}

/// Whether no two files would be written to one place, where the second would replace the first.
fn each_its_own(places: &[(String, PathBuf, Vec<u8>)]) -> Result<(), String> {
    for (at, (file, place, _)) in places.iter().enumerate() {
        if let Some((other, ..)) = places.iter().take(at).find(|(_, other, _)| other == place) {
            let (other, file, place) = (Quoted(other), Quoted(file), place.display());
            let expected = "expected names that differ, or no folder to write to";
            return Err(format!("{other} and {file} would both be written to {place}; {expected}"));
        }
    }
    Ok(())
}

/// Where a file lies that a map names: where it says or, as the readers look for it, right beside the map.
fn beside(map: &Path, file: &str) -> PathBuf {
    let path = file.replace('\\', "/");
    let there = map.with_file_name(&path);
    let last = path.rsplit('/').next().unwrap_or_default();
    if there.exists() { there } else { map.with_file_name(last) }
}

/// What somebody asked for, by the numbers that the map's own parts have.
fn assignments_of(scenery: &Scenery, asked: &Of) -> Result<Vec<Assignment>, String> {
    match asked {
        Of::Tiles { set, tiles, says } => {
            let names: Vec<&str> = scenery.sheets.iter().map(|sheet| &*sheet.name).collect();
            let sheet = one_named(&names, set.as_deref(), "set of tiles")?;
            let all = tiles.iter().cloned().flatten();
            Ok(all.map(|tile| Assignment::Tile { sheet, tile, says: *says }).collect())
        }
        Of::Values { layer, values, says } => {
            let names: Vec<&str> = scenery.values.iter().map(|sheet| &*sheet.name).collect();
            let sheet = one_named(&names, layer.as_deref(), "layer of values")?;
            let all = values.iter().cloned().flatten();
            Ok(all.map(|value| Assignment::Value { sheet, value, says: *says }).collect())
        }
        Of::Layer { layer, role } => {
            let names: Vec<&str> = scenery.layers.iter().map(|layer| &*layer.name).collect();
            let one = |layer| Assignment::Layer { layer, role: *role };
            // Layers of the same name are for the same.
            let same = (0..).zip(&names).filter(|(_, name)| *name == layer).map(|(at, _)| one(at));
            let all: Vec<Assignment> = same.collect();
            if all.is_empty() {
                return Err(nothing_named(&names, layer, "layer"));
            }
            Ok(all)
        }
    }
}

/// The number of what has this name; where there is only one, its name may be left out.
fn one_named(names: &[&str], wanted: Option<&str>, what: &str) -> Result<u32, String> {
    let found = match (wanted, names) {
        (None, [_]) => Some(0),
        (None, []) => return Err(format!("there is no {what}")),
        (None, _) => {
            let found = format!("there is more than one {what}");
            return Err(format!("{found}; expected the name of one: {}", listed(names)));
        }
        (Some(wanted), _) => names.iter().position(|name| *name == wanted),
    };
    let found = found.and_then(|found| u32::try_from(found).ok());
    found.ok_or_else(|| nothing_named(names, wanted.unwrap_or_default(), what))
}

fn nothing_named(names: &[&str], wanted: &str, what: &str) -> String {
    let found = format!("there is no {what} {}", Quoted(wanted));
    if names.is_empty() { found } else { format!("{found}; expected one of {}", listed(names)) }
}

fn listed(names: &[&str]) -> String {
    const MOST: usize = 16;
    let quoted: Vec<String> =
        names.iter().take(MOST).map(|name| Quoted(name).to_string()).collect();
    let more = if names.len() > MOST { " and others" } else { "" };
    format!("{}{more}", quoted.join(", "))
}

/// What all parts of a map are for, a line each.
fn uses(scenery: &Scenery) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    for sheet in &scenery.sheets {
        let file = sheet.file.as_ref().map_or_else(String::new, |file| format!(", in {file}"));
        line(format!("tiles of {}{file}: {}", sheet.name, in_words(sheet.usual)));
        for (tile, says) in sheet.uses.iter().filter(|(_, says)| *says != sheet.usual) {
            line(format!("  {tile}: {}", in_words(*says)));
        }
    }
    for sheet in &scenery.values {
        line(format!("values of {}:", sheet.name));
        for value in &sheet.values {
            let name = value.name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
            line(format!("  {}{name}: {}", value.value, in_words(value.says)));
        }
    }
    for layer in &scenery.layers {
        line(format!("layer {}: {}", layer.name, layer.role.map_or("no role", Role::name)));
    }
    text
}

fn in_words(says: TileUse) -> String {
    match says {
        TileUse::Open => "open".to_owned(),
        TileUse::Blocked => "blocked".to_owned(),
        TileUse::Costs(weight) => format!("cost {}", f64::from(weight.as_percent()) / 100.0),
    }
}
