//! The same in XML. What is put in gets a line of its own where its neighbours have theirs.

use super::super::fault::{Fault, Origin, Sound};
use super::{Change, Holder, LayerNode, Said, layer_of};
use crate::error::FormatErrorKind;
use crate::json_page::{Splice, spliced};
use crate::markup;
use roxmltree::Node;
use std::ops::Range;

/// A text with a property changed. Returns `None` if there is nothing to change.
pub(super) fn changed(text: &str, file: usize, change: Change) -> Sound<Option<String>> {
    let document = markup::tree(text, "XML").map_err(|(byte, found, expected)| {
        let origin = Origin { file, byte: Some(byte) };
        Fault::unexpected(origin, "", found, expected).of(FormatErrorKind::Syntax, [&"XML"])
    })?;
    let page = Page::of(text);
    let root = document.root_element();
    Ok(page.splice(root, change).map(|splice| spliced(text, vec![splice])))
}

/// How a text is laid out.
struct Page<'t> {
    text: &'t str,
    newline: &'static str,
}

impl<'t> Page<'t> {
    fn of(text: &'t str) -> Page<'t> {
        Page { text, newline: if text.contains("\r\n") { "\r\n" } else { "\n" } }
    }

    fn splice(&self, root: Node<'_, '_>, change: Change) -> Option<Splice> {
        let Change { holder, name, said } = change;
        let element = match holder {
            Holder::Layer(number) => layer(root, number)?,
            Holder::Tile { set, id } => {
                let set = match set {
                    Some(number) => children(root).filter(|it| is(*it, "tileset")).nth(number)?,
                    None => root,
                };
                match tile(set, |number| number == id) {
                    Some(tile) => tile,
                    None => return said.map(|said| self.new_tile(set, id, name, said)),
                }
            }
        };
        let properties = children(element).find(|it| is(*it, "properties"));
        let property = properties.and_then(|it| children(it).find(|it| is_named(*it, name)));
        match (properties, property, said) {
            (_, None, None) => None,
            (_, Some(property), Some(said)) => Some(self.set(property, said)),
            (Some(properties), Some(property), None) => {
                Some(self.without(element, properties, property))
            }
            (Some(properties), None, Some(said)) => {
                let line = vec![(0, written(name, said))];
                Some(self.put(properties, children(properties).last(), &line))
            }
            (None, _, Some(said)) => Some(self.put(element, None, &block(0, name, said))),
            (None, Some(_), None) => None,
        }
    }

    fn set(&self, property: Node<'_, '_>, said: Said) -> Splice {
        let value = property.attributes().find(|it| it.name() == "value");
        let kind = property.attribute("type").unwrap_or("string");
        match value {
            Some(value) if said.fits(kind) => (value.range_value(), said.text()),
            _ => {
                let name = property.attribute("name").unwrap_or_default();
                (property.range(), written(name, said))
            }
        }
    }

    fn new_tile(&self, set: Node<'_, '_>, id: u32, name: &str, said: Said) -> Splice {
        let mut lines = vec![(0, format!("<tile id=\"{id}\">"))];
        lines.extend(block(1, name, said));
        lines.push((0, "</tile>".to_owned()));
        let is_after = |it: &Node<'_, '_>| match it.tag_name().name() {
            "tile" => number(*it).is_some_and(|number| number < id),
            "wangsets" => false,
            _ => true,
        };
        // Tiles stand by their numbers after everything else but the sets of edges and corners.
        let others = children(set).filter(|it| !is(*it, "tile")).filter(is_after).last();
        let before = children(set).filter(|it| is(*it, "tile")).filter(is_after).last();
        self.put(set, before.or(others), &lines)
    }

    /// Puts lines into an element, after one of its children or before all of them.
    fn put(
        &self,
        parent: Node<'_, '_>,
        after: Option<Node<'_, '_>>,
        lines: &[(usize, String)],
    ) -> Splice {
        if let Some(before) = after {
            let end = before.range().end;
            return (end..end, self.laid(lines, self.indent(before.range().start).as_deref()));
        }
        let outer = self.indent(parent.range().start);
        let inner = outer.as_ref().map(|indent| format!("{indent} "));
        let laid = self.laid(lines, inner.as_deref());
        let whole = parent.range();
        let source = self.text.get(whole.clone()).unwrap_or_default();
        let Some(empty) = source.strip_suffix("/>") else {
            let begins = parent.first_child().map_or_else(
                || whole.start + source.rfind("</").unwrap_or(source.len()),
                |child| child.range().start,
            );
            return (begins..begins, laid);
        };
        let name: String =
            source.chars().skip(1).take_while(|c| !c.is_whitespace() && *c != '/').collect();
        let end = outer.map(|indent| format!("{}{indent}", self.newline)).unwrap_or_default();
        let begin = whole.start + empty.trim_end().len();
        (begin..whole.end, format!(">{laid}{end}</{name}>"))
    }

    fn laid(&self, lines: &[(usize, String)], indent: Option<&str>) -> String {
        let line = |(depth, line): &(usize, String)| match indent {
            Some(indent) => format!("{}{indent}{}{line}", self.newline, " ".repeat(*depth)),
            None => line.clone(),
        };
        lines.iter().map(line).collect()
    }

    /// A property gone, and what would be empty without it.
    fn without(
        &self,
        element: Node<'_, '_>,
        properties: Node<'_, '_>,
        property: Node<'_, '_>,
    ) -> Splice {
        let is_last = children(properties).count() == 1;
        let is_bare = is(element, "tile")
            && element.attributes().len() == 1
            && children(element).count() == 1;
        let gone = match (is_last, is_bare) {
            (true, true) => element,
            (true, false) => properties,
            (false, _) => property,
        };
        let Range { start, end } = gone.range();
        let begin = self.indent(start).map_or(start, |indent| {
            // Lines of one file may end in either way.
            let line_end = start - indent.len() - "\n".len();
            line_end - usize::from(self.text[..line_end].ends_with('\r'))
        });
        (begin..end, String::new())
    }

    /// What stands before something on its line. Returns `None` if that is more than white space, or if
    /// it stands on the first line.
    fn indent(&self, start: usize) -> Option<String> {
        let before = self.text.get(..start)?;
        let line = before.get(before.rfind('\n')? + 1..)?;
        line.chars().all(|c| c == ' ' || c == '\t').then(|| line.to_owned())
    }
}

fn children<'a, 'i: 'a>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name() == name
}

fn is_named(property: Node<'_, '_>, name: &str) -> bool {
    property.attribute("name").is_some_and(|own| own.eq_ignore_ascii_case(name))
}

fn number(tile: Node<'_, '_>) -> Option<u32> {
    tile.attribute("id")?.trim().parse().ok()
}

/// The last tile whose number is wanted: it is the one that is read.
fn tile<'a, 'i>(set: Node<'a, 'i>, is_wanted: impl Fn(u32) -> bool) -> Option<Node<'a, 'i>> {
    children(set).filter(|it| is(*it, "tile") && number(*it).is_some_and(&is_wanted)).last()
}

/// The layer of a number.
fn layer<'a, 'i>(root: Node<'a, 'i>, number: usize) -> Option<Node<'a, 'i>> {
    layer_of(children(root).collect(), number, &|child| match child.tag_name().name() {
        "group" => LayerNode::Group(children(*child).collect()),
        "layer" | "objectgroup" | "imagelayer" => LayerNode::Layer,
        _ => LayerNode::Other,
    })
}

fn block(depth: usize, name: &str, said: Said) -> Vec<(usize, String)> {
    vec![
        (depth, "<properties>".to_owned()),
        (depth + 1, written(name, said)),
        (depth, "</properties>".to_owned()),
    ]
}

fn written(name: &str, said: Said) -> String {
    // Strings are what Tiled takes properties for of which it is told no type.
    let kind = match said {
        Said::For(_) => String::new(),
        _ => format!(" type=\"{}\"", said.kind()),
    };
    format!("<property name=\"{name}\"{kind} value=\"{}\"/>", said.text())
}
