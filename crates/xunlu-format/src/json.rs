//! JSON texts, with errors that name line and column and say what was expected.

use crate::error::{At, FormatError, FormatErrorKind};
use serde::Deserialize;
use serde_json::error::Category;

/// What a JSON text says; `expected` names what the text should be, for errors in the JSON itself.
///
/// # Errors
/// What the JSON itself or a value's type has wrong, by line and column.
pub(crate) fn parsed<'de, T: Deserialize<'de>>(
    file: &str,
    text: &'de str,
    expected: &str,
) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| malformed(file, text, expected, &error))
}

fn malformed(
    file: &str,
    text: &str,
    expected_text: &str,
    error: &serde_json::Error,
) -> FormatError {
    let (line, column) = (error.line(), error.column());
    let text = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    // The column counts bytes.
    let before = text.char_indices().take_while(|(byte, _)| byte + 1 < column).count();
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let said = message;
    let message = match (error.classify(), message.strip_prefix("expected ")) {
        (Category::Data, _) => in_our_words(message),
        (_, Some(expected)) => format!("this cannot be read; expected {expected}"),
        (_, None) => format!("this cannot be read: {message}; expected {expected_text}"),
    };
    let wrong = FormatError::new(file, At::text(line.max(1), before + 1), message);
    if error.classify() != Category::Data {
        return wrong.of(FormatErrorKind::Syntax, [&"JSON"]);
    }
    let missing = said.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    match missing {
        Some(field) => wrong.of(FormatErrorKind::Missing, [&field]),
        None if said.starts_with("invalid type: ") => wrong.of(FormatErrorKind::WrongType, []),
        None if said.starts_with("invalid length") && said.contains("expected struct") => {
            wrong.of(FormatErrorKind::WrongType, [])
        }
        None => wrong,
    }
}

/// Serde's message with its types' names put as people say them.
fn in_our_words(message: &str) -> String {
    const WORDS: [(&str, &str); 11] = [
        ("u8", "a whole number from 0 to 255"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("u64", "a whole number"),
        ("i32", "a whole number from -2147483648 to 2147483647"),
        ("f32", "a number"),
        ("f64", "a number"),
        ("a sequence", "a list"),
        ("a boolean", "true or false"),
        ("a string", "a text"),
        ("an array of length 2", "a list of 2 numbers"),
        ("an array of length 3", "a list of 3 numbers"),
    ];
    // The last one: a text that is quoted before it may say the same.
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        let is_missing = message.starts_with("missing");
        return format!("{message}; expected {}", if is_missing { "it" } else { "it once" });
    };
    let is_object = expected.starts_with("struct ");
    let told = WORDS.into_iter().find(|(name, _)| *name == expected).map(|(_, words)| words);
    let expected = told.unwrap_or(if is_object { "an object" } else { expected });
    let found = match found {
        "invalid type: sequence" => "this is a list",
        "invalid type: map" => "this is an object",
        "invalid type: null" => "this is null",
        // A list is taken for the fields of an object in their order.
        found if is_object && found.starts_with("invalid length") => "this is a list",
        found => found,
    };
    format!("{found}; expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Wall {
        #[serde(rename = "name")]
        _name: String,
        #[serde(rename = "width")]
        _width: u32,
    }

    fn check(text: &str, says: &str) {
        let error = parsed::<Vec<Wall>>("a.json", text, "a list of walls").unwrap_err();
        assert_eq!(error.to_string(), format!("a.json, line {says}"));
    }

    #[test]
    fn columns_count_characters() {
        let expected = "expected a whole number from 0 to 4294967295";
        let found = "invalid value: integer `-1`";
        // An error about a value stands at its last character.
        check(
            "[{\"name\": \"ooooo\", \"width\": -1}]",
            &format!("1, column 30: {found}; {expected}"),
        );
        check(
            "[{\"name\": \"ööööö\", \"width\": -1}]",
            &format!("1, column 30: {found}; {expected}"),
        );
        check(
            "[\n{\"name\": \"寻路\" 1}]",
            "2, column 15: this cannot be read; expected `,` or `}`",
        );
        check(
            "[] ö",
            "1, column 4: this cannot be read: trailing characters; expected a list of walls",
        );
    }

    #[test]
    fn what_json_has_wrong_has_its_kind() {
        let kind = |text: &str| {
            let error = parsed::<Vec<Wall>>("a.json", text, "a list of walls").unwrap_err();
            (error.kind(), error.values().concat())
        };
        let none = String::new;
        assert_eq!(kind("[{"), (FormatErrorKind::Syntax, "JSON".to_owned()));
        assert_eq!(kind("[{\"name\": \"\"}]"), (FormatErrorKind::Missing, "width".to_owned()));
        assert_eq!(kind("{}"), (FormatErrorKind::WrongType, none()));
        assert_eq!(kind("[[]]"), (FormatErrorKind::WrongType, none()));
        let twice = "[{\"name\": \"\", \"name\": \"\", \"width\": 1}]";
        assert_eq!(kind(twice), (FormatErrorKind::Value, none()));
    }

    #[test]
    fn messages_are_in_our_words_and_say_once_what_was_expected() {
        check("[{\"name\": 3}]", "1, column 11: invalid type: integer `3`; expected a text");
        check("[{\"name\": \"\"}]", "1, column 13: missing field `width`; expected it");
        check("{}", "1, column 1: this is an object; expected a list");
        check("[[]]", "1, column 3: this is a list; expected an object");
        check("[3]", "1, column 2: invalid type: integer `3`; expected an object");
    }
}
