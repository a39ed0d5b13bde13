//! Rust text with its comments, strings and letters blanked, so that a rule sees code alone.
//!
//! Not a parser: it knows just enough of Rust's tokens to tell code from prose. Lines stay where
//! they are, so a finding can name one.

/// `text` with everything that is not code turned into blanks; line breaks stay.
pub(super) fn code_only(text: &str) -> String {
    let mut blanker = Blanker { rest: text, code: String::with_capacity(text.len()) };
    while !blanker.rest.is_empty() {
        blanker.token();
    }
    blanker.code
}

/// The words (identifiers, keywords, numbers) of one line of code.
pub(super) fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter| !is_word(letter)).filter(|word| !word.is_empty())
}

/// The name behind `keyword` wherever it opens one: `trait Graph` gives `Graph`.
pub(super) fn named_by<'a>(code: &'a str, keyword: &'a str) -> impl Iterator<Item = &'a str> {
    let mut words = words(code);
    std::iter::from_fn(move || {
        words.by_ref().find(|word| *word == keyword)?;
        words.next()
    })
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Walks over the text token by token; `code` grows as `rest` shrinks.
struct Blanker<'a> {
    rest: &'a str,
    code: String,
}

impl Blanker<'_> {
    fn token(&mut self) {
        let rest = self.rest;
        if rest.starts_with("//") {
            self.blank(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.blank(block_comment(rest));
        } else if let Some(length) = raw_string(rest) {
            self.blank(length);
        } else if rest.starts_with('"') {
            self.blank(quoted(rest, '"'));
        } else if let Some(length) = letter_literal(rest) {
            self.blank(length);
        } else {
            // A whole word at once, so that the `r` of `for` never opens a raw string.
            let word = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            let first = rest.chars().next().map_or(0, char::len_utf8);
            self.keep(word.max(first));
        }
    }

    fn keep(&mut self, length: usize) {
        self.code.push_str(&self.rest[..length]);
        self.rest = &self.rest[length..];
    }

    fn blank(&mut self, length: usize) {
        let blanked = &self.rest[..length];
        self.code.extend(blanked.chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }));
        self.rest = &self.rest[length..];
    }
}

/// The length of the block comment `text` begins with; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of the raw string (`r"..."`, `br#"..."#`) `text` begins with, if it does.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = ["r", "br", "cr"].into_iter().find(|prefix| {
        let behind = text.strip_prefix(prefix);
        behind.is_some_and(|behind| behind.trim_start_matches('#').starts_with('"'))
    })?;
    let behind = &text[prefix.len()..];
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    let end = format!("\"{}", "#".repeat(hashes));
    let body = prefix.len() + hashes + 1;
    Some(text[body..].find(&end).map_or(text.len(), |at| body + at + end.len()))
}

/// The length of the literal between two `quote`s, with `\` taking the next letter along.
fn quoted(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == quote {
            return at + quote.len_utf8();
        }
    }
    text.len()
}

/// The length of a letter such as `'x'` or `'\n'`; a lifetime such as `'a` is none.
fn letter_literal(text: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    letters.next().filter(|(_, letter)| *letter == '\'')?;
    let (_, first) = letters.next()?;
    if first == '\\' {
        return Some(quoted(text, '\''));
    }
    letters.next().filter(|(_, letter)| *letter == '\'').map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let code = code_only(text);
        assert_eq!(words(&code).collect::<Vec<_>>().join(" "), expected, "{code:?}");
        assert_eq!(code.lines().count(), text.lines().count(), "{code:?}");
    }

    #[test]
    fn comments_and_strings_are_no_code() {
        check("let a = 1; // unsafe\nlet b;", "let a 1 let b");
        check("a /* b /* c */ d */ e", "a e");
        check(r#"f("unsafe \" more", x)"#, "f x");
        check("f(b\"bytes\")", "f b");
        check("say(\"two\nlines\") after", "say after");
        check("寻 = \"路\" // 路", "寻");
    }

    #[test]
    fn raw_strings_end_where_their_hashes_do() {
        check(r##"f(r#"a "quoted" word"#, x)"##, "f x");
        check("for x in y", "for x in y");
        check("let bar = r\"unsafe\"; z", "let bar z");
    }

    #[test]
    fn letters_are_no_code_and_lifetimes_are() {
        check("f('x', '\\'', '\"', '路') g", "f g");
        check("fn f<'a>(x: &'a str) -> &'a str", "fn f a x a str a str");
        check("match letter { '\\n' => a, '\\u{1F600}' => b }", "match letter a b");
    }

    #[test]
    fn what_never_ends_is_blanked_to_the_end() {
        check("a /* b", "a");
        check("a \"b", "a");
        check("a r#\"b\"", "a");
    }

    #[test]
    fn names_stand_behind_their_keyword() {
        let names: Vec<&str> =
            named_by("pub trait Graph: Sized { trait_object } trait B", "trait").collect();
        assert_eq!(names, ["Graph", "B"]);
    }
}
