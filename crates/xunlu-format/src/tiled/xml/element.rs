//! One XML element: its attributes as numbers, its children by name, its custom properties.

use super::super::fault::{Fault, Origin, Sound};
use super::super::model::{Properties, Property, Value};
use crate::decimal::number_of;
use crate::error::FormatErrorKind;
use roxmltree::Node;
use xunlu_map::Quoted;

/// An element of one of the files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a, 'input> {
    pub(super) node: Node<'a, 'input>,
    pub(super) file: usize,
}

impl<'a, 'input> Element<'a, 'input> {
    pub(super) fn name(self) -> &'input str {
        self.node.tag_name().name()
    }

    pub(super) fn origin(self) -> Origin {
        Origin { file: self.file, byte: Some(self.node.range().start) }
    }

    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The attribute as a number; a fraction only if it is finite.
    pub(super) fn number<T: Numeric>(self, name: &str, expected: &str) -> Sound<T> {
        let missing = || {
            let found = format!("<{}> has no {name}", self.name());
            let fault = Fault::unexpected(self.origin(), "", found, expected);
            fault.of(FormatErrorKind::Missing, [&name])
        };
        let text = self.attribute(name).ok_or_else(missing)?;
        T::read(text.trim()).ok_or_else(|| {
            let found = format!("the {name} of <{}> is {}", self.name(), Quoted(text));
            Fault::unexpected(self.origin(), "", found, expected)
                .of(FormatErrorKind::Word, [&Quoted(text)])
        })
    }

    /// The attribute as a number; this one where there is none.
    pub(super) fn number_or<T: Numeric>(
        self,
        name: &str,
        otherwise: T,
        expected: &str,
    ) -> Sound<T> {
        if self.attribute(name).is_none() { Ok(otherwise) } else { self.number(name, expected) }
    }

    /// The attribute as a finite number. Returns `None` if there is none or it is something else, which
    /// is of no account where only looks depend on it.
    pub(super) fn loose(self, name: &str) -> Option<f64> {
        number_of(self.attribute(name)?.trim())
    }

    pub(super) fn children(self) -> impl Iterator<Item = Element<'a, 'input>> {
        let file = self.file;
        let elements = self.node.children().filter(|node| node.is_element());
        elements.map(move |node| Element { node, file })
    }

    pub(super) fn children_named(self, name: &str) -> impl Iterator<Item = Element<'a, 'input>> {
        self.children().filter(move |child| child.name() == name)
    }

    pub(super) fn child(self, name: &str) -> Option<Element<'a, 'input>> {
        self.children_named(name).next()
    }

    /// All the text right inside.
    pub(super) fn text(self) -> String {
        let texts = self.node.children().filter(Node::is_text);
        texts.filter_map(|node| node.text()).collect()
    }

    /// Its custom properties.
    pub(super) fn properties(self) -> Sound<Properties> {
        let mut list = Vec::new();
        let lists = self.children_named("properties");
        for property in lists.flat_map(|list| list.children_named("property")) {
            let name = property.attribute("name").unwrap_or_default().to_owned();
            list.push(Property { origin: property.origin(), name, value: property.value() });
        }
        Ok(Properties(list))
    }

    /// The value of a property. One that does not keep what its type promises stays a text: who
    /// needs it says what is wrong, and who does not, does not care.
    fn value(self) -> Value {
        let kind = self.attribute("type").unwrap_or("string");
        if kind == "class" || self.child("properties").is_some() {
            return Value::Parts;
        }
        let text = self.attribute("value").map_or_else(|| self.text(), str::to_owned);
        match (kind, text.as_str()) {
            ("bool", "true") => Value::Bool(true),
            ("bool", "false") => Value::Bool(false),
            ("int" | "float", number) => number_of(number).map_or(Value::Text(text), Value::Number),
            ("object", number) => number.parse().map_or(Value::Text(text), Value::Object),
            _ => Value::Text(text),
        }
    }
}

/// Numbers that attributes are read as.
pub(super) trait Numeric: Sized {
    /// The number of a text, if it is one to reckon with.
    fn read(text: &str) -> Option<Self>;
}

impl Numeric for u8 {
    fn read(text: &str) -> Option<u8> {
        text.parse().ok()
    }
}

impl Numeric for u32 {
    fn read(text: &str) -> Option<u32> {
        text.parse().ok()
    }
}

impl Numeric for u64 {
    fn read(text: &str) -> Option<u64> {
        text.parse().ok()
    }
}

impl Numeric for i32 {
    fn read(text: &str) -> Option<i32> {
        text.parse().ok()
    }
}

impl Numeric for f64 {
    fn read(text: &str) -> Option<f64> {
        number_of(text)
    }
}
