//! The same in JSON: a text that was read before is gone through for where its values lie.

use super::{Change, Holder, LayerNode, Said, layer_of};
use crate::json_page::{Page, Span, Splice, quoted, spliced};

/// A text with a property changed. Returns `None` if there is nothing to change.
pub(super) fn changed(text: &str, change: Change) -> Option<String> {
    let splice = Properties { page: Page::of(text) }.splice(change)?;
    Some(spliced(text, vec![splice]))
}

/// The properties of a map or of a set of tiles.
#[derive(Clone, Copy)]
struct Properties<'t> {
    page: Page<'t>,
}

impl Properties<'_> {
    fn splice(self, Change { holder, name, said }: Change) -> Option<Splice> {
        let page = self.page;
        let root = page.root();
        let object = match holder {
            Holder::Layer(number) => self.layer(&root, number)?,
            Holder::Tile { set, id } => {
                let set = match set {
                    Some(number) => {
                        let sets = page.member(&root, "tilesets")?;
                        page.elements(&sets).into_iter().nth(number)?
                    }
                    None => root,
                };
                let tiles = page.member(&set, "tiles");
                let all = tiles.as_ref().map(|tiles| page.elements(tiles)).unwrap_or_default();
                // Readers take lists for objects, too; who writes so is not written to.
                if !all.iter().all(|tile| page.is_object(tile)) {
                    return None;
                }
                // The last of a number is the one that is read.
                match all.iter().rposition(|tile| self.number(tile) == Some(id)) {
                    Some(at) if said.is_none() && self.is_bare(all.get(at)?, name) => {
                        let place = Page::without(&all, at);
                        let place = place.or_else(|| page.without_member(&set, "tiles"));
                        return Some((place?, String::new()));
                    }
                    Some(at) => all.get(at)?.clone(),
                    None => {
                        let new =
                            format!("{{\"id\":{id},\"properties\":[{}]}}", written(name, said?));
                        let Some(tiles) = tiles else {
                            return page.add_member(&set, &format!("\"tiles\":[{new}]"));
                        };
                        let is_before = |tile: &&Span| self.number(tile).is_some_and(|it| it < id);
                        let after = all.iter().filter(is_before).count();
                        return page.add(&tiles, after, &new);
                    }
                }
            }
        };
        let properties = page.member(&object, "properties");
        let all = properties.as_ref().map(|all| page.elements(all)).unwrap_or_default();
        if !all.iter().all(|property| page.is_object(property)) {
            return None;
        }
        let at = all.iter().position(|property| self.is_named(property, name));
        match (at, said) {
            (None, None) => None,
            (Some(at), Some(said)) => Some(self.set(all.get(at)?, said)),
            (Some(at), None) => {
                let place = Page::without(&all, at);
                let place = place.or_else(|| page.without_member(&object, "properties"));
                Some((place?, String::new()))
            }
            (None, Some(said)) => {
                let new = written(name, said);
                match properties {
                    Some(properties) => page.add(&properties, all.len(), &new),
                    None => page.add_member(&object, &format!("\"properties\":[{new}]")),
                }
            }
        }
    }

    fn set(self, property: &Span, said: Said) -> Splice {
        let page = self.page;
        let kind = page.member(property, "type");
        let kind = kind.map_or_else(|| "string".into(), |kind| page.string(&kind));
        let value = page.member(property, "value").filter(|_| said.fits(&kind));
        match value {
            Some(value) => (value, value_of(said)),
            None => {
                let name = page.member(property, "name");
                let name = name.map_or_else(String::new, |name| page.string(&name).into_owned());
                (property.clone(), written(&name, said))
            }
        }
    }

    /// Whether nothing would be left of a tile without this property.
    fn is_bare(self, tile: &Span, name: &str) -> bool {
        let properties = self.page.member(tile, "properties").map(|all| self.page.elements(&all));
        self.page.members(tile).len() == 2
            && properties
                .is_some_and(|all| matches!(all.as_slice(), [only] if self.is_named(only, name)))
    }

    fn layer(self, root: &Span, number: usize) -> Option<Span> {
        let page = self.page;
        let inside = |parent: &Span| {
            let layers = page.member(parent, "layers");
            layers.map(|layers| page.elements(&layers)).unwrap_or_default()
        };
        layer_of(inside(root), number, &|layer| {
            let kind = page.member(layer, "type");
            match kind.map(|kind| page.string(&kind)).as_deref() {
                Some("group") => LayerNode::Group(inside(layer)),
                Some("tilelayer" | "objectgroup" | "imagelayer") => LayerNode::Layer,
                _ => LayerNode::Other,
            }
        })
    }

    fn number(self, tile: &Span) -> Option<u32> {
        self.page.number(&self.page.member(tile, "id")?)
    }

    fn is_named(self, property: &Span, name: &str) -> bool {
        let own = self.page.member(property, "name");
        own.is_some_and(|own| self.page.string(&own).eq_ignore_ascii_case(name))
    }
}

fn value_of(said: Said) -> String {
    match said {
        Said::For(_) => format!("\"{}\"", said.text()),
        _ => said.text(),
    }
}

fn written(name: &str, said: Said) -> String {
    let name = quoted(name);
    format!("{{\"name\":{name},\"type\":\"{}\",\"value\":{}}}", said.kind(), value_of(said))
}
