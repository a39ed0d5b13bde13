//! What a program is told in lines: the kind of fact, a tab, and what it is.

use xunlu::map::TextPlace;

/// Facts, a line each, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts(String);

impl Facts {
    /// The facts of something with a code.
    pub(crate) fn of(code: &str) -> Facts {
        let mut facts = Facts::default();
        facts.line("code", code);
        facts
    }

    /// Adds a line. What would break it is told as a space.
    pub(crate) fn line(&mut self, kind: &str, what: &str) {
        self.0.push_str(kind);
        self.0.push('\t');
        self.0.extend(what.chars().map(|c| if c < ' ' { ' ' } else { c }));
        self.0.push('\n');
    }

    /// Adds a place in a text.
    pub(crate) fn place(&mut self, TextPlace { line, column }: TextPlace) {
        self.line("line", &line.to_string());
        self.line("column", &column.to_string());
    }

    /// Adds what is wrong or odd, without where, and the values to tell it with.
    pub(crate) fn told(&mut self, message: &str, values: &[String]) {
        self.line("message", message);
        values.iter().for_each(|value| self.line("value", value));
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
