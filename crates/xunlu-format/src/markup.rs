//! XML texts to trees. The parser compares the attributes of an element with each other and copies
//! namespaces from element to element, so that a short text of very many of either takes the square
//! of its length: such a text is refused before it is parsed. No map needs more than a few.

use roxmltree::{Document, ParsingOptions};

/// The most nodes of a file, elements and texts together; a tree of them is some gigabytes.
const NODES_MAX: u32 = 1 << 24;

/// The most attributes of one element.
const ATTRIBUTES_MAX: usize = 256;
/// The most namespaces of a text.
const NAMESPACES_MAX: usize = 64;

/// Why a text is no tree: at which byte, what was found and what was expected.
pub(crate) type NoTree = (usize, String, String);

/// The tree of a text that should be `expected`.
pub(crate) fn tree<'t>(text: &'t str, expected: &str) -> Result<Document<'t>, NoTree> {
    if let Some((byte, found, expected)) = excess(text) {
        return Err((byte, found.to_owned(), expected));
    }
    let options = ParsingOptions { nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
        .map_err(|error| (byte_of(text, error.pos()), error.to_string(), expected.to_owned()))
}

fn byte_of(text: &str, pos: roxmltree::TextPos) -> usize {
    let (line, column) = (pos.row as usize, pos.col as usize);
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(before..).unwrap_or_default();
    let within = rest.char_indices().nth(column.saturating_sub(1));
    before + within.map_or(rest.len(), |(byte, _)| byte)
}

/// What is too much in a text: at which byte, what was found and what was expected.
fn excess(text: &str) -> Option<(usize, &'static str, String)> {
    let mut namespaces = text.match_indices("xmlns").filter(|(at, name)| {
        text.get(at + name.len()..).is_some_and(|rest| rest.starts_with([':', '=']))
    });
    if let Some((byte, _)) = namespaces.nth(NAMESPACES_MAX) {
        return Some((byte, "there are too many namespaces", format!("at most {NAMESPACES_MAX}")));
    }
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('<')) {
        let start = at + found;
        let rest = text.get(start..).unwrap_or_default();
        let (length, attributes) = match aside(rest) {
            Some(end) => (rest.find(end).map_or(rest.len(), |found| found + end.len()), 0),
            None => tag(rest),
        };
        if attributes > ATTRIBUTES_MAX {
            let expected = format!("at most {ATTRIBUTES_MAX}");
            return Some((start, "this element has too many attributes", expected));
        }
        at = start + length;
    }
    None
}

/// What ends a comment and the like. Returns `None` at the start of an element.
fn aside(rest: &str) -> Option<&'static str> {
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    kinds.into_iter().find(|(start, _)| rest.starts_with(start)).map(|(_, end)| end)
}

/// The length of a tag in bytes, and how many attributes it has.
fn tag(rest: &str) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, b'>') => return (at + 1, attributes),
            (None, _) => {}
        }
    }
    (rest.len(), attributes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_attributes_and_namespaces_are_found_and_nothing_else_is() {
        let many = |count: usize| " a='>'".repeat(count);
        assert_eq!(excess(&format!("<a{}/>", many(256))), None);
        let text = format!("<?x don't?><!-- it's -->\n<a>= = ='</a><b{}>", many(257));
        assert_eq!(excess(&text).unwrap().0, 38);
        assert_eq!(excess(&format!("<![CDATA[<a{}]]>", many(300))), None);
        assert_eq!(excess(&"<a xmlns:b='c'>".repeat(64)), None);
        assert!(excess(&"<a xmlns:b='c'>".repeat(65)).is_some());
        assert_eq!(excess("<a b='"), None);
    }
}
