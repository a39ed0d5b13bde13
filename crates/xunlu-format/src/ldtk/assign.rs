//! What tiles, values and layers are for, written into a project: of tiles into their custom data, of values
//! and layers into the notes on the layers' definitions. LDtk keeps both and makes nothing of them.

use super::model::TilesetDefinition;
use super::says::{About, COST, Data, Says, WALKABLE, about, lines, steps};
use super::scenery::scenery_of;
use super::values::Values;
use super::world::World;
use crate::error::{At, FormatError, FormatErrorKind};
use crate::json_page::{Page, Span, Splice, quoted, spliced};
use crate::lines::text_of;
use crate::options::{Options, Role};
use crate::source::Source;
use crate::uses::{Assignment, TileUse};
use std::collections::BTreeMap;
use xunlu_map::{Quoted, Weight};

/// Lines of a note that are to be there, or not to be there.
type Lines = Vec<(About, Option<String>)>;

/// What is to be said, the last word on everything.
#[derive(Debug, Default)]
struct Wanted<'w> {
    /// By the place of their set among the definitions.
    tiles: Vec<(usize, BTreeMap<u32, Says>)>,
    /// Lines of the notes on layers, by the layers' names.
    notes: Vec<(&'w str, Lines)>,
}

/// The files of a project, as [`assign`](crate::assign) tells.
pub(crate) fn assign(
    source: &Source<'_>,
    options: &Options,
    assignments: &[Assignment],
) -> Result<Vec<(String, Vec<u8>)>, FormatError> {
    let mut warnings = Vec::new();
    let world = World::open(source, options, &mut warnings)?;
    let scenery = scenery_of(&world, options, warnings)?.scenery;
    let values = Values::of(&world, options, &mut Vec::new())?;
    let mut wanted = Wanted::default();
    for assignment in assignments {
        match *assignment {
            Assignment::Tile { sheet, tile, says } => wanted.tile(&world, (sheet, tile), says)?,
            Assignment::Value { sheet, value, says } => {
                wanted.value(&world, &values, (sheet, value), says)?;
            }
            Assignment::Layer { layer, role } => {
                let shown = scenery.layers.get(layer as usize);
                let known = shown.and_then(|shown| {
                    world.layers.iter().find(|known| known.identifier == shown.name)
                });
                let known = known.ok_or_else(|| {
                    let found = match shown {
                        Some(shown) => format!("{} is no layer of its own", Quoted(&shown.name)),
                        None => format!("there is no layer number {layer}"),
                    };
                    world
                        .unexpected(At::File, found, "a layer with a definition")
                        .of(FormatErrorKind::NoLayer, [&layer])
                })?;
                let note = under(&mut wanted.notes, known.identifier.as_str());
                *under(note, About::Role) = Some(format!("role: {}", role.name()));
                check_costs(&world, &known.identifier, role)?;
            }
        }
    }
    wanted.notes.iter_mut().for_each(|(_, lines)| lines.sort_by_key(|(topic, _)| *topic));
    let text = text_of(source.name, source.bytes)?;
    let splices = wanted.splices(&world, text)?;
    let now = spliced(text, splices);
    if now == text {
        return Ok(Vec::new());
    }
    // A mark that nobody sees may stand before the text.
    let mark = &source.bytes[..source.bytes.len() - text.len()];
    Ok(vec![(source.name.to_owned(), [mark, now.as_bytes()].concat())])
}

/// Only values can be costs.
fn check_costs(world: &World, name: &str, role: Role) -> Result<(), FormatError> {
    let layers = world.levels.iter().flat_map(|(_, layers)| layers);
    let mut own = layers.filter(|layer| layer.identifier == name);
    if role != Role::Cost || own.all(|layer| layer.kind == super::model::Kind::IntGrid) {
        return Ok(());
    }
    let at = At::Part(format!("layer {}", Quoted(name)));
    let found = "the layer has no values that could be costs";
    let error = world.unexpected(at, found, "the role wall, ground or ignore for it");
    Err(error.of(FormatErrorKind::NoCosts, []))
}

impl<'w> Wanted<'w> {
    fn tile(
        &mut self,
        world: &World,
        (sheet, tile): (u32, u32),
        says: TileUse,
    ) -> Result<(), FormatError> {
        let sets = world.tilesets.iter().enumerate();
        let mut shown = sets.filter(|(_, set)| set.rel_path.is_some());
        let (place, set) = shown.nth(sheet as usize).ok_or_else(|| {
            let found = format!("there is no set of tiles number {sheet}");
            world
                .unexpected(At::File, found, format!("less than {}", world.shown_sets()))
                .of(FormatErrorKind::NoTile, [&sheet])
        })?;
        let part = || At::Part(format!("tileset {}", Quoted(&set.identifier)));
        if tile >= count_of(set) {
            let found = format!("there is no tile {tile} in the set {}", Quoted(&set.identifier));
            let error = world.unexpected(part(), found, "a tile of that set");
            return Err(error.of(FormatErrorKind::NoTile, [&tile]));
        }
        check_price(world, part, says)?;
        let tagged = set.tags().get(&tile).copied().unwrap_or_default();
        let open = tagged.walkable.map(|_| true);
        let said = match says {
            // What blocks may go on to say what it costs.
            TileUse::Blocked => {
                let cost = world.tiles_of(set.uid).and_then(|said| said.get(&tile)?.cost);
                Says { walkable: if tagged.walkable.is_some() { None } else { Some(false) }, cost }
            }
            TileUse::Open => Says { walkable: open, cost: None },
            TileUse::Costs(price) => Says { walkable: open, cost: Some(price) },
        };
        under(&mut self.tiles, place).insert(tile, said);
        Ok(())
    }

    fn value(
        &mut self,
        world: &'w World,
        values: &Values,
        (sheet, value): (u32, u32),
        says: TileUse,
    ) -> Result<(), FormatError> {
        let shown = values.sheets.get(sheet as usize).zip(values.unsaid.get(sheet as usize));
        let (shown, unsaid) = shown.ok_or_else(|| {
            let found = format!("there is no layer of values number {sheet}");
            world
                .unexpected(At::File, found, format!("less than {}", values.sheets.len()))
                .of(FormatErrorKind::NotAssignable, [])
        })?;
        let part = || At::Part(format!("layer {}", Quoted(&shown.name)));
        let place = shown.values.iter().position(|own| own.value == value);
        let unsaid = place.and_then(|place| unsaid.get(place)).ok_or_else(|| {
            let found = format!("there is no value {value} in the layer {}", Quoted(&shown.name));
            world
                .unexpected(part(), found, "a value of that layer")
                .of(FormatErrorKind::NotAssignable, [])
        })?;
        let known = world.layers.iter().find(|known| known.identifier == shown.name);
        let known = known.ok_or_else(|| {
            world
                .unexpected(part(), "it is not among the definitions", "a layer with a definition")
                .of(FormatErrorKind::NotAssignable, [])
        })?;
        check_price(world, part, says)?;
        let word = match says {
            TileUse::Blocked => "blocked".to_owned(),
            TileUse::Open => "open".to_owned(),
            TileUse::Costs(price) => format!("cost {}", steps(price)),
        };
        let line = (says != *unsaid).then(|| format!("value {value}: {word}"));
        let note = under(&mut self.notes, known.identifier.as_str());
        *under(note, About::Value(value)) = line;
        Ok(())
    }

    /// The changes of a project's text.
    fn splices(&self, world: &World, text: &str) -> Result<Vec<Splice>, FormatError> {
        let page = Page::of(text);
        let strange = || {
            let found = "the definitions are not written as LDtk writes them";
            world
                .unexpected(At::Part("defs".to_owned()), found, "objects with names")
                .of(FormatErrorKind::NotAssignable, [])
        };
        let root = page.root();
        let definitions = page.member(&root, "defs").ok_or_else(strange)?;
        let all = |name| {
            let list = page.member(&definitions, name);
            list.map(|list| page.elements(&list)).unwrap_or_default()
        };
        let (sets, layers) = (all("tilesets"), all("layers"));
        let mut splices = Vec::new();
        for (place, tiles) in &self.tiles {
            let set = sets.get(*place).ok_or_else(strange)?;
            let known = world.tilesets.get(*place).ok_or_else(strange)?;
            splices.extend(tiles_told(page, set, tiles, |tile, what| {
                let part = format!("tileset {}, tile {tile}", Quoted(&known.identifier));
                world
                    .unexpected(At::Part(part), what, "an object or lines that can be added to")
                    .of(FormatErrorKind::NotAssignable, [])
            })?);
        }
        for (name, lines) in &self.notes {
            let is_it = |layer: &&Span| {
                let own = page.member(layer, "identifier");
                own.is_some_and(|own| page.string(&own) == *name)
            };
            // Where two have the same name the note on the last counts.
            let layer = layers.iter().rfind(is_it).ok_or_else(strange)?;
            splices.extend(note_told(page, layer, lines).ok_or_else(strange)?);
        }
        Ok(splices)
    }
}

/// What stands under a key, of few.
fn under<K: PartialEq, V: Default>(all: &mut Vec<(K, V)>, key: K) -> &mut V {
    let place = all.iter().position(|(own, _)| *own == key).unwrap_or_else(|| {
        all.push((key, V::default()));
        all.len() - 1
    });
    &mut all[place].1
}

fn check_price(world: &World, part: impl Fn() -> At, says: TileUse) -> Result<(), FormatError> {
    if says == TileUse::Costs(Weight::percent(0)) {
        let error = world.unexpected(part(), "a cost of 0", "0.01 steps or more");
        return Err(error.of(FormatErrorKind::Word, [&0]));
    }
    Ok(())
}

/// How many tiles a set has.
fn count_of(set: &TilesetDefinition) -> u32 {
    let room = |length: u32| {
        let room = length.saturating_sub(set.padding).saturating_add(set.spacing);
        room.checked_div(set.tile_grid_size.saturating_add(set.spacing)).unwrap_or(0)
    };
    let columns = if set.columns > 0 { set.columns } else { room(set.px_wid) };
    columns.saturating_mul(room(set.px_hei))
}

/// The custom data of a set's tiles with this in it; `wrong` makes an error of what cannot be written.
fn tiles_told(
    page: Page<'_>,
    set: &Span,
    tiles: &BTreeMap<u32, Says>,
    wrong: impl Fn(u32, &str) -> FormatError,
) -> Result<Vec<Splice>, FormatError> {
    let list = page.member(set, "customData").filter(|list| page.raw(list) != "null");
    let all = list.as_ref().map(|list| page.elements(list)).unwrap_or_default();
    let number = |one: &Span| page.number(&page.member(one, "tileId")?);
    let (mut splices, mut gone, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for (&tile, &says) in tiles {
        // The last of a number is the one that counts.
        let Some(place) = all.iter().rposition(|one| number(one) == Some(tile)) else {
            new.extend((!says.are_silent()).then(|| {
                format!("{{ \"tileId\": {tile}, \"data\": {} }}", quoted(&object_of(says)))
            }));
            continue;
        };
        let data = all.get(place).and_then(|one| page.member(one, "data"));
        let data = data.and_then(|data| page.written(&data));
        let data = data.ok_or_else(|| wrong(tile, "its custom data is no text"))?;
        let inside = data_told(&data.text, says).map_err(|what| wrong(tile, &what))?;
        if says.are_silent() && is_empty(&spliced(&data.text, inside.clone())) {
            gone.push(place);
        } else {
            splices.extend(data.outside(inside));
        }
    }
    let is_left = all.len() > gone.len();
    let new = new.join(", ");
    if !is_left && new.is_empty() && !gone.is_empty() {
        let place = page.without_last(set, "customData");
        splices.extend(place.map(|place| (place, String::new())));
    }
    if splices.is_empty() || is_left {
        splices.extend(without_all(&all, &gone));
    }
    let last = all.last().filter(|_| is_left);
    match (&list, last, new.is_empty()) {
        (_, _, true) => {}
        // Behind what stays, even if the last of it goes.
        (Some(_), Some(last), _) => splices.push((last.end..last.end, format!(", {new}"))),
        (Some(list), None, _) if page.raw(list).starts_with('[') => {
            let at = all.last().map_or(list.start + 1, |last| last.end);
            splices.push((at..at, new));
        }
        (Some(_), None, _) => {
            let tile = tiles.keys().next().copied().unwrap_or_default();
            return Err(wrong(tile, "the custom data of its set is no list"));
        }
        (None, ..) => {
            let null = page.member(set, "customData");
            let added = match null {
                Some(null) => Some((null, format!("[{new}]"))),
                None => page.add_member(set, &format!("\"customData\": [{new}]")),
            };
            let tile = tiles.keys().next().copied().unwrap_or_default();
            splices.push(added.ok_or_else(|| wrong(tile, "its set is no object"))?);
        }
    }
    Ok(splices)
}

/// What has to go for these of several things to be gone, with the commas between.
fn without_all(all: &[Span], gone: &[usize]) -> Vec<Splice> {
    let mut splices = Vec::new();
    let stays: Vec<usize> = (0..all.len()).filter(|at| !gone.contains(at)).collect();
    let (Some(first), Some(end)) = (all.first(), all.last()) else { return splices };
    let Some(least) = stays.first().and_then(|at| all.get(*at)) else {
        return vec![(first.start..end.end, String::new())];
    };
    if least.start > first.start {
        splices.push((first.start..least.start, String::new()));
    }
    let nexts = stays.iter().skip(1).map(|at| Some(*at)).chain([None]);
    for (&at, next) in stays.iter().zip(nexts) {
        // From the end of what stays to the end of what goes last before the next that stays.
        let last = next.unwrap_or(all.len()) - 1;
        let ends = all.get(at).zip(all.get(last)).filter(|_| last > at);
        splices.extend(ends.map(|(from, to)| (from.end..to.end, String::new())));
    }
    splices
}

/// Whether custom data holds nothing.
fn is_empty(text: &str) -> bool {
    match Data::of(text) {
        Data::Object(page) => page.members(&page.root()).is_empty(),
        Data::Lines(text) => text.trim().is_empty(),
    }
}

/// Custom data of a tile that had none.
fn object_of(says: Says) -> String {
    let walkable = says.walkable.map(|walkable| format!("\"{WALKABLE}\": {walkable}"));
    let cost = says.cost.map(|cost| format!("\"{COST}\": {}", steps(cost)));
    let members: Vec<String> = walkable.into_iter().chain(cost).collect();
    format!("{{ {} }}", members.join(", "))
}

/// Changes of custom data that make it say this. The error tells why there are none.
fn data_told(text: &str, says: Says) -> Result<Vec<Splice>, String> {
    let data = Data::of(text);
    let (now, wrong) = data.says();
    let walkable = says.walkable.map(|walkable| walkable.to_string());
    let wanted = [
        (WALKABLE, walkable, now.walkable == says.walkable),
        (COST, says.cost.map(steps), now.cost == says.cost),
    ];
    let (mut splices, mut gone, mut added) = (Vec::new(), Vec::new(), Vec::new());
    for (name, value, _) in wanted.into_iter().filter(|(.., is_so)| !is_so) {
        if let Some((_, wrong)) = wrong.iter().find(|(of, _)| *of == name) {
            return Err(format!("its custom data says something else: {wrong}"));
        }
        match (data.find(name), value) {
            (Some(place), Some(value)) => splices.push((place, value)),
            (Some(_), None) => gone.push(name),
            (None, Some(value)) => added.push((name, value)),
            (None, None) => {}
        }
    }
    match data {
        Data::Object(page) => {
            let root = page.root();
            let members = page.members(&root);
            // Whatever the case of its letters, and however often it stands there.
            let is_gone = |at: &usize| {
                let key = members.get(*at).map(|(key, _)| page.string(key));
                let is =
                    |name: &str| key.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name));
                gone.iter().any(|name| is(name))
            };
            let gone: Vec<usize> = (0..members.len()).filter(is_gone).collect();
            let whole = members.iter().map(|(key, value)| key.start..value.end);
            splices.extend(without_all(&whole.collect::<Vec<_>>(), &gone));
            let new = added.iter().map(|(name, value)| format!("\"{name}\": {value}"));
            let new = new.collect::<Vec<_>>().join(", ");
            match members.last() {
                _ if new.is_empty() => {}
                // Nothing stays to stand before a comma.
                Some((_, value)) if gone.len() == members.len() => {
                    splices.push((value.end..value.end, new));
                }
                _ => splices.extend(page.add_member(&root, &new)),
            }
        }
        Data::Lines(text) => {
            let says = |line: &str, name| Data::Lines(line).find(name).is_some();
            splices.extend(lines_gone(text, |line| gone.iter().any(|name| says(line, name))));
            let lines = added.iter().map(|(name, value)| format!("{name}: {value}"));
            splices.extend(lines_added(text, &splices, &lines.collect::<Vec<_>>()));
        }
    }
    Ok(splices)
}

/// Lines below those of a text that stay.
fn lines_added<T: AsRef<str>>(text: &str, splices: &[Splice], lines: &[T]) -> Option<Splice> {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    let end = text.len()..text.len();
    let (is_alone, lines) = (spliced(text, splices.to_vec()).is_empty(), lines.join("\n"));
    match text {
        _ if lines.is_empty() => None,
        _ if is_alone => Some((end, lines)),
        text if text.ends_with('\n') => Some((end, format!("{lines}\n"))),
        _ => Some((end, format!("\n{lines}"))),
    }
}

/// Some lines of a text gone, each with its own end, or the last with that of the line before.
fn lines_gone(text: &str, is_gone: impl Fn(&str) -> bool) -> Vec<Splice> {
    let mut gone: Vec<Span> = Vec::new();
    for line in lines(text).filter(|line| is_gone(text.get(line.clone()).unwrap_or_default())) {
        let start = text[..line.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[line.end..].find('\n').map_or(text.len(), |at| line.end + at + 1);
        match gone.last_mut().filter(|last| last.end == start) {
            Some(last) => last.end = end,
            None => gone.push(start..end),
        }
    }
    if let Some(last) = gone.last_mut().filter(|last| last.end == text.len())
        && !text.ends_with('\n')
    {
        last.start = last.start.saturating_sub(1);
    }
    gone.into_iter().map(|place| (place, String::new())).collect()
}

/// The note on a layer with these lines in it. Returns `None` if it is not written as notes are.
fn note_told(page: Page<'_>, layer: &Span, wanted: &Lines) -> Option<Vec<Splice>> {
    let written = page.member(layer, "doc");
    let note = written.as_ref().and_then(|note| page.written(note));
    let text = note.as_ref().map_or("", |note| &note.text);
    let (mut splices, mut gone, mut added) = (Vec::new(), Vec::new(), Vec::new());
    for (topic, line) in wanted {
        let is_about = |line: &str| about(line) == Some(*topic);
        let there = lines(text).filter(|line| is_about(text.get(line.clone()).unwrap_or_default()));
        match (there.last(), line) {
            (Some(place), Some(line)) if text.get(place.clone()) != Some(line) => {
                splices.push((place, line.clone()));
            }
            (Some(_), Some(_)) | (None, None) => {}
            (Some(_), None) => gone.push(*topic),
            (None, Some(line)) => added.push(line.as_str()),
        }
    }
    splices.extend(lines_gone(text, |line| about(line).is_some_and(|it| gone.contains(&it))));
    splices.extend(lines_added(text, &splices, &added));
    if splices.is_empty() {
        return Some(splices);
    }
    let whole = spliced(text, splices.clone());
    match (written, note) {
        (Some(place), Some(_)) if whole.trim().is_empty() => {
            // LDtk writes null for an empty note.
            let null = || (place, "null".to_owned());
            Some(vec![page.without_last(layer, "doc").map_or_else(null, |it| (it, String::new()))])
        }
        (Some(_), Some(note)) => Some(note.outside(splices)),
        (Some(place), None) if page.raw(&place) == "null" => Some(vec![(place, quoted(&whole))]),
        (Some(_), None) => None,
        (None, _) => {
            let member = format!("\"doc\": {}", quoted(&whole));
            Some(vec![page.add_member(layer, &member)?])
        }
    }
}
