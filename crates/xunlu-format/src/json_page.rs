//! A JSON text that was read before, gone through for where its values lie, so that one of them can be
//! changed with every other byte left as it is.

use crate::order::sort_by_numbers;
use std::borrow::Cow;
use std::ops::Range;

/// Where a value lies.
pub(crate) type Span = Range<usize>;

/// What goes in, and in the place of what.
pub(crate) type Splice = (Span, String);

/// A text, sound JSON as a reader has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'t> {
    text: &'t str,
}

impl<'t> Page<'t> {
    pub(crate) const fn of(text: &'t str) -> Page<'t> {
        Page { text }
    }

    pub(crate) const fn text(&self) -> &'t str {
        self.text
    }

    /// The value that the text is.
    pub(crate) fn root(&self) -> Span {
        self.value(self.rest(0))
    }

    /// Its bytes as they are written.
    pub(crate) fn raw(&self, span: &Span) -> &'t str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    /// What a string says; nothing for what is no string.
    pub(crate) fn string(&self, span: &Span) -> Cow<'t, str> {
        let raw = self.raw(span);
        let inside = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
        match inside {
            Some(inside) if !inside.contains('\\') => Cow::Borrowed(inside),
            _ => Cow::Owned(serde_json::from_str(raw).unwrap_or_default()),
        }
    }

    /// What a string says, and where each byte of it is written. Returns `None` for what is no string.
    pub(crate) fn written(&self, span: &Span) -> Option<Written> {
        let text = self.string(span).into_owned();
        let mut places = Vec::with_capacity(text.len() + 1);
        let mut at = span.start + 1;
        // Whoever is written with four bytes has two escapes of six, if any.
        for letter in text.chars() {
            places.extend(std::iter::repeat_n(at, letter.len_utf8()));
            at += match (self.byte(at), self.byte(at + 1)) {
                (b'\\', b'u') => 6 * letter.len_utf16(),
                (b'\\', _) => 2,
                _ => letter.len_utf8(),
            };
        }
        places.push(at);
        let is_whole = self.byte(span.start) == b'"' && at + 1 == span.end;
        is_whole.then_some(Written { text, places })
    }

    /// A whole number from 0.
    pub(crate) fn number(&self, span: &Span) -> Option<u32> {
        self.raw(span).parse().ok()
    }

    /// What an object has under this name: the last, which is the one that counts where readers let a name
    /// stand twice.
    pub(crate) fn member(&self, object: &Span, name: &str) -> Option<Span> {
        let members = self.members(object).into_iter().rev();
        members
            .map(|(key, value)| (self.string(&key), value))
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// What an object has, names with their values; nothing for what is no object.
    pub(crate) fn members(&self, object: &Span) -> Vec<(Span, Span)> {
        let mut members = Vec::new();
        let mut at = self.rest(object.start + 1);
        while at < object.end && self.byte(object.start) == b'{' && self.byte(at) == b'"' {
            let key = self.value(at);
            // A colon stands between the two.
            let value = self.value(self.rest(self.rest(key.end) + 1));
            at = self.next(value.end);
            members.push((key, value));
        }
        members
    }

    pub(crate) fn is_object(&self, span: &Span) -> bool {
        self.byte(span.start) == b'{'
    }

    /// What a list has; nothing for what is no list.
    pub(crate) fn elements(&self, list: &Span) -> Vec<Span> {
        let mut elements = Vec::new();
        let mut at = self.rest(list.start + 1);
        while at < list.end && self.byte(list.start) == b'[' && self.byte(at) != b']' {
            let value = self.value(at);
            at = self.next(value.end);
            elements.push(value);
        }
        elements
    }

    /// Puts something into a list, after so many of its elements. Returns `None` if it is no list.
    pub(crate) fn add(&self, list: &Span, after: usize, new: &str) -> Option<Splice> {
        if self.byte(list.start) != b'[' {
            return None;
        }
        let all = self.elements(list);
        let Some(first) = all.first() else {
            let inside = list.start + 1;
            return Some((inside..inside, new.to_owned()));
        };
        let Some(before) = after.checked_sub(1).and_then(|at| all.get(at)) else {
            return Some((first.start..first.start, format!("{new},{}", self.space(first.start))));
        };
        Some((before.end..before.end, format!(",{}{new}", self.space(before.start))))
    }

    /// Puts a name and its value into an object. Returns `None` if it is no object.
    pub(crate) fn add_member(&self, object: &Span, new: &str) -> Option<Splice> {
        if self.byte(object.start) != b'{' {
            return None;
        }
        Some(match self.members(object).last() {
            None => {
                let inside = object.start + 1;
                (inside..inside, new.to_owned())
            }
            Some((key, value)) => {
                (value.end..value.end, format!(",{}{new}", self.space(key.start)))
            }
        })
    }

    /// What has to go for one of several things to be gone. Returns `None` if it is the only one.
    pub(crate) fn without(all: &[Span], at: usize) -> Option<Span> {
        match at.checked_sub(1) {
            Some(before) => Some(all.get(before)?.end..all.get(at)?.end),
            None => Some(all.first()?.start..all.get(1)?.start),
        }
    }

    /// What has to go for an object to lack something.
    pub(crate) fn without_member(&self, object: &Span, name: &str) -> Option<Span> {
        let members = self.members(object);
        let at = members.iter().rposition(|(key, _)| self.string(key) == name)?;
        self.without_member_at(object, at)
    }

    /// The same, where it is the last that the object has: what was put there by us stands there, and what
    /// editors write stands mostly elsewhere.
    pub(crate) fn without_last(&self, object: &Span, name: &str) -> Option<Span> {
        let members = self.members(object);
        let (key, _) = members.last()?;
        (self.string(key) == name).then(|| self.without_member(object, name)).flatten()
    }

    /// The same for its member of this number.
    pub(crate) fn without_member_at(&self, object: &Span, at: usize) -> Option<Span> {
        let members = self.members(object);
        let whole: Vec<Span> = members.iter().map(|(key, value)| key.start..value.end).collect();
        Page::without(&whole, at).or_else(|| {
            // The only one goes with what is between it and the braces.
            Some(object.start + 1..object.end.checked_sub(1)?)
        })
    }

    /// The white space before something.
    fn space(&self, at: usize) -> String {
        let before = self.text.get(..at).unwrap_or_default();
        before[before.trim_ascii_end().len()..].to_owned()
    }

    /// Where the next thing of a list begins, or the list's end.
    fn next(&self, end: usize) -> usize {
        let at = self.rest(end);
        if self.byte(at) == b',' { self.rest(at + 1) } else { at }
    }

    /// The value that begins here; always something, so that whoever goes on comes to an end.
    fn value(&self, start: usize) -> Span {
        let (mut at, mut depth, mut is_text) = (start, 0_usize, false);
        while at < self.text.len() {
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
        start..at.min(self.text.len())
    }

    /// Where white space ends.
    fn rest(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// A byte; 0 beyond the end.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }
}

/// A string of JSON: what it says, and where each byte of that and its end are written.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    places: Vec<usize>,
}

impl Written {
    /// Changes of what it says as changes of the text that it is written in.
    pub(crate) fn outside(&self, inside: Vec<Splice>) -> Vec<Splice> {
        let place = |at: usize| self.places.get(at).copied().unwrap_or_default();
        let outside = inside.into_iter().map(|(span, with)| {
            let with = quoted(&with);
            let with = with.get(1..with.len() - 1).unwrap_or_default().to_owned();
            (place(span.start)..place(span.end), with)
        });
        outside.collect()
    }
}

/// A text with something else in some places, which do not overlap.
pub(crate) fn spliced(text: &str, mut splices: Vec<Splice>) -> String {
    let number = |byte| i64::try_from(byte).unwrap_or(i64::MAX);
    sort_by_numbers(&mut splices, |(place, _)| (number(place.start), number(place.end)));
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    for (place, with) in splices {
        whole.push_str(text.get(at..place.start).unwrap_or_default());
        whole.push_str(&with);
        at = place.end;
    }
    whole.push_str(text.get(at..).unwrap_or_default());
    whole
}

/// A text as a string of JSON.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_changed_with_their_escapes_left_as_they_are() {
        let text = r#"{"a": "\u00e9\/x\ud83d\ude00\n寻b"}"#;
        let page = Page::of(text);
        let written = page.written(&page.member(&page.root(), "a").unwrap()).unwrap();
        assert_eq!(written.text, "é/x😀\n寻b");
        for (at, letter) in written.text.char_indices() {
            let place = at..at + letter.len_utf8();
            let now = spliced(text, written.outside(vec![(place, "\"\t".to_owned())]));
            let value: serde_json::Value = serde_json::from_str(&now).unwrap();
            assert_eq!(value["a"], written.text.replacen(letter, "\"\t", 1), "{now}");
            let kept = now.replacen("\\\"\\t", "", 1);
            assert!(kept.len() < text.len() && kept.starts_with("{\"a\": \""), "{kept}");
        }
    }

    #[test]
    fn names_may_be_written_with_escapes_and_the_last_of_two_counts() {
        let page = Page::of(r#" {"a":1, "\u0061" : [2, {"b":3}] ,"c":{}}"#);
        let a = page.member(&page.root(), "a").unwrap();
        assert_eq!(page.raw(&a), "[2, {\"b\":3}]");
        assert_eq!(page.elements(&a).len(), 2);
        assert!(page.members(&a).is_empty() && page.elements(&page.root()).is_empty());
        assert_eq!(page.add(&page.root(), 0, "1"), None);
        assert_eq!(page.add_member(&a, "1"), None);
    }
}
