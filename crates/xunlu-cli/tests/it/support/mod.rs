//! Runs the program, at the root of the repository.

pub(crate) mod serving;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) code: Option<i32>,
    /// The standard output.
    pub(crate) out: String,
    /// The standard error.
    pub(crate) err: String,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program with these arguments and this on its standard input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xunlu"))
        .args(arguments)
        .current_dir(root())
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo built the program");
    // A program that does not read its input closes it, and that is its right.
    let _ = child.stdin.take().expect("it was asked for").write_all(input);
    let ran = child.wait_with_output().expect("it was started");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: ran.status.code(), out: text(ran.stdout), err: text(ran.stderr) }
}

/// A line as one would type it: words, quotation marks of either kind around words with spaces, and
/// `< file` at the end.
pub(crate) fn run(line: &str) -> Ran {
    let (line, input) = match line.split_once(" < ") {
        Some((line, file)) => {
            (line, std::fs::read(root().join(file.trim())).expect("the file is there"))
        }
        None => (line, Vec::new()),
    };
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["xunlu", arguments @ ..] = &words[..] else { panic!("{line} does not begin with xunlu") };
    run_with(arguments, &input)
}

fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            (mark, Some(open)) if mark == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}
