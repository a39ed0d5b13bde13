//! Messages about files stay short, however long the words in them are.

use std::path::Path;
use xunlu_format::{Format, Options, Source, read_as};

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds");

/// Longer than any message may become.
const WORD_BYTES: usize = 20_000;
const MESSAGE_MAX: usize = 1_500;

/// Where the words of a text begin and end, each with a quotation mark or white space before it.
fn words(text: &str) -> Vec<(usize, usize)> {
    let is_in_word = |c: char| c.is_alphanumeric() || "_-.#@".contains(c);
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_in_word(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Reads a file over and over, each time with another of its words made very long; returns how often
/// something was said of it.
fn check(format: Format, name: &str, text: &str) -> usize {
    let mut told = 0;
    for (from, to) in words(text).into_iter().take(250) {
        for tail in ["q", "7", "\u{5bfb}"] {
            let long = text[from..to].to_owned() + &tail.repeat(WORD_BYTES / tail.len());
            let text = format!("{}{long}{}", &text[..from], &text[to..]);
            let messages =
                match read_as(format, &Source::alone(name, text.as_bytes()), &Options::default()) {
                    Ok(read) => read.warnings.iter().map(ToString::to_string).collect(),
                    Err(error) => vec![error.to_string()],
                };
            for message in &messages {
                let start: String = message.chars().take(300).collect();
                let length = message.chars().count();
                assert!(length <= MESSAGE_MAX, "{name}: {length} characters: {start}");
            }
            told += messages.len();
        }
    }
    told
}

#[test]
fn messages_are_short_however_long_the_words_of_a_file_are() {
    for format in Format::ALL {
        let folder = match format {
            Format::Png | Format::Binary | Format::Detour => continue,
            format => Path::new(SEEDS).join(format.name()),
        };
        let mut told = 0;
        let mut files: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            told += check(format, &name, &text);
        }
        println!("{}: {told} messages", format.name());
        assert!(told > 0, "nothing was said of {}", format.name());
    }
}
