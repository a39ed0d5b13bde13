//! The same in JSON: a text that was read before is gone through for where its values lie.

use super::{Change, Holder, Said, spliced};
use std::ops::Range;

/// A text with a property changed. Returns `None` if there is nothing to change.
pub(super) fn changed(text: &str, change: Change) -> Option<String> {
    let page = Page { bytes: text.as_bytes() };
    let (place, with) = page.splice(change)?;
    Some(spliced(text, place, &with))
}

/// What goes in, and in the place of what.
type Splice = (Range<usize>, String);

/// Where a value lies.
type Span = Range<usize>;

struct Page<'t> {
    bytes: &'t [u8],
}

impl Page<'_> {
    fn splice(&self, Change { holder, name, said }: Change) -> Option<Splice> {
        let root = self.value(self.rest(0));
        let object = match holder {
            Holder::Layer(number) => self.layer(&root, &mut { number })?,
            Holder::Tile { set, id } => {
                let set = match set {
                    Some(number) => {
                        let sets = self.member(&root, "tilesets")?;
                        self.elements(&sets).into_iter().nth(number)?
                    }
                    None => root,
                };
                let tiles = self.member(&set, "tiles");
                let all = tiles.as_ref().map(|tiles| self.elements(tiles)).unwrap_or_default();
                match all.iter().rev().find(|tile| self.number(tile) == Some(id)) {
                    Some(tile) if said.is_none() && self.is_bare(tile, name) => {
                        let at = all.iter().position(|other| other == tile)?;
                        let place = self.without(&all, at);
                        let place = place.or_else(|| self.without_member(&set, "tiles"));
                        return Some((place?, String::new()));
                    }
                    Some(tile) => tile.clone(),
                    None => {
                        let new =
                            format!("{{\"id\":{id},\"properties\":[{}]}}", written(name, said?));
                        let Some(tiles) = tiles else {
                            return Some(self.add_member(&set, &format!("\"tiles\":[{new}]")));
                        };
                        let is_before = |tile: &&Span| self.number(tile).is_some_and(|it| it < id);
                        let after = all.iter().filter(is_before).count();
                        return Some(self.add(&tiles, &all, after, &new));
                    }
                }
            }
        };
        let properties = self.member(&object, "properties");
        let all = properties.as_ref().map(|all| self.elements(all)).unwrap_or_default();
        let at = all.iter().position(|property| self.is_named(property, name));
        match (at, said) {
            (None, None) => None,
            (Some(at), Some(said)) => Some(self.set(all.get(at)?, said)),
            (Some(at), None) => {
                let place = self.without(&all, at);
                let place = place.or_else(|| self.without_member(&object, "properties"));
                Some((place?, String::new()))
            }
            (None, Some(said)) => {
                let new = written(name, said);
                Some(match properties {
                    Some(properties) => self.add(&properties, &all, all.len(), &new),
                    None => self.add_member(&object, &format!("\"properties\":[{new}]")),
                })
            }
        }
    }

    fn set(&self, property: &Span, said: Said) -> Splice {
        let kind = self.member(property, "type").map_or("string", |kind| self.string(&kind));
        let value = self.member(property, "value").filter(|_| said.fits(kind));
        match value {
            Some(value) => (value, value_of(said)),
            None => {
                let name = self.member(property, "name").map_or("", |name| self.string(&name));
                (property.clone(), written(name, said))
            }
        }
    }

    /// Whether nothing would be left of a tile without this property.
    fn is_bare(&self, tile: &Span, name: &str) -> bool {
        let members = self.members(tile);
        let properties = self.member(tile, "properties").map(|all| self.elements(&all));
        members.len() == 2
            && properties
                .is_some_and(|all| matches!(all.as_slice(), [only] if self.is_named(only, name)))
    }

    /// Puts something into a list, after so many of its elements.
    fn add(&self, list: &Span, all: &[Span], after: usize, new: &str) -> Splice {
        let Some(first) = all.first() else { return (list.clone(), format!("[{new}]")) };
        let Some(before) = after.checked_sub(1).and_then(|at| all.get(at)) else {
            return (first.start..first.start, format!("{new},{}", self.space(first.start)));
        };
        (before.end..before.end, format!(",{}{new}", self.space(before.start)))
    }

    fn add_member(&self, object: &Span, new: &str) -> Splice {
        match self.members(object).last() {
            None => (object.clone(), format!("{{{new}}}")),
            Some((key, value)) => {
                (value.end..value.end, format!(",{}{new}", self.space(key.start)))
            }
        }
    }

    /// What has to go for one of several things to be gone. Returns `None` if it is the only one.
    fn without(&self, all: &[Span], at: usize) -> Option<Span> {
        match at.checked_sub(1) {
            Some(before) => Some(all.get(before)?.end..all.get(at)?.end),
            None => Some(all.first()?.start..all.get(1)?.start),
        }
    }

    /// What has to go for an object to lack something.
    fn without_member(&self, object: &Span, name: &str) -> Option<Span> {
        let members = self.members(object);
        let at = members.iter().position(|(key, _)| self.is_key(key, name))?;
        let whole: Vec<Span> = members.iter().map(|(key, value)| key.start..value.end).collect();
        self.without(&whole, at)
    }

    /// The white space before something.
    fn space(&self, at: usize) -> String {
        let before = self.bytes.get(..at).unwrap_or_default();
        let count = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let space = before.get(at - count..).unwrap_or_default();
        String::from_utf8_lossy(space).into_owned()
    }

    /// Goes down into groups, which lie no deeper than the readers let them.
    fn layer(&self, parent: &Span, left: &mut usize) -> Option<Span> {
        for layer in self.elements(&self.member(parent, "layers")?) {
            let kind = self.member(&layer, "type").map_or("", |kind| self.string(&kind));
            match kind {
                "group" => {
                    if let Some(found) = self.layer(&layer, left) {
                        return Some(found);
                    }
                }
                "tilelayer" | "objectgroup" | "imagelayer" => {
                    if *left == 0 {
                        return Some(layer);
                    }
                    *left -= 1;
                }
                _ => {}
            }
        }
        None
    }

    fn number(&self, tile: &Span) -> Option<u32> {
        let id = self.member(tile, "id")?;
        std::str::from_utf8(self.bytes.get(id)?).ok()?.parse().ok()
    }

    fn is_named(&self, property: &Span, name: &str) -> bool {
        let own = self.member(property, "name");
        own.is_some_and(|own| self.string(&own).eq_ignore_ascii_case(name))
    }

    fn is_key(&self, key: &Span, name: &str) -> bool {
        self.string(key) == name
    }

    /// What a string says, if it needs no escapes to say it.
    fn string(&self, span: &Span) -> &str {
        let inside = span.start + 1..span.end.saturating_sub(1);
        std::str::from_utf8(self.bytes.get(inside).unwrap_or_default()).unwrap_or_default()
    }

    fn member(&self, object: &Span, name: &str) -> Option<Span> {
        let members = self.members(object);
        members.into_iter().find(|(key, _)| self.is_key(key, name)).map(|(_, value)| value)
    }

    fn members(&self, object: &Span) -> Vec<(Span, Span)> {
        let mut members = Vec::new();
        let mut at = self.rest(object.start + 1);
        while at < object.end && self.byte(at) == b'"' {
            let key = self.value(at);
            // A colon stands between the two.
            let value = self.value(self.rest(self.rest(key.end) + 1));
            at = self.next(value.end);
            members.push((key, value));
        }
        members
    }

    fn elements(&self, list: &Span) -> Vec<Span> {
        let mut elements = Vec::new();
        let mut at = self.rest(list.start + 1);
        while at < list.end && self.byte(list.start) == b'[' && self.byte(at) != b']' {
            let value = self.value(at);
            at = self.next(value.end);
            elements.push(value);
        }
        elements
    }

    /// Where the next thing of a list begins, or the list's end.
    fn next(&self, end: usize) -> usize {
        let at = self.rest(end);
        if self.byte(at) == b',' { self.rest(at + 1) } else { at }
    }

    /// The value that begins here; always something, so that whoever goes on comes to an end.
    fn value(&self, start: usize) -> Span {
        let (mut at, mut depth, mut is_text) = (start, 0_usize, false);
        while at < self.bytes.len() {
            match self.byte(at) {
                b'\\' if is_text => at += 1,
                b'"' => is_text = !is_text,
                _ if is_text => {}
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
            let is_over =
                matches!(self.byte(at), b',' | b'}' | b']' | b':' | b' ' | b'\n' | b'\r' | b'\t');
            if depth == 0 && !is_text && is_over {
                break;
            }
        }
        start..at.min(self.bytes.len())
    }

    /// Where white space ends.
    fn rest(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// A byte; 0 beyond the end.
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or_default()
    }
}

fn value_of(said: Said) -> String {
    match said {
        Said::For(_) => format!("\"{}\"", said.text()),
        _ => said.text(),
    }
}

fn written(name: &str, said: Said) -> String {
    format!("{{\"name\":\"{name}\",\"type\":\"{}\",\"value\":{}}}", said.kind(), value_of(said))
}
