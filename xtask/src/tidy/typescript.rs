//! The playground's scripts: short, with a header, in lines that fit, typed, and named where they are made.

use super::Finding;
use crate::house::{File, House};

/// Where they are. What stands beside these folders is made for tools, which ask for a form of their own.
const FOLDERS: &[&str] = &["web/src/", "web/e2e/", "web/scripts/"];

const ENDINGS: &[&str] = &[".ts", ".tsx", ".mjs"];

/// In letters, as an editor counts them.
const LINE_MAX: usize = 110;

const LINES_MAX: usize = 300;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let is_ours = |file: &&File| {
        FOLDERS.iter().any(|folder| file.path.starts_with(folder))
            && ENDINGS.iter().any(|ending| file.path.ends_with(ending))
    };
    house.files.iter().filter(is_ours).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let header = file.text.lines().next().and_then(|line| line.strip_prefix("//"));
    if header.is_none_or(|words| words.trim().is_empty()) {
        let remedy = "let the first line say what the file is: `// The camera: ...`";
        findings.push(Finding::at(&file.path, 0, "the file does not open with `//`", remedy));
    }
    let lines = file.text.lines().count();
    if lines > LINES_MAX {
        let problem = format!("{lines} lines; expected at most {LINES_MAX}");
        findings.push(Finding::new(&file.path, problem, "look for the seam"));
    }
    for (index, line) in file.text.lines().enumerate() {
        let mut find = |problem: &str, remedy: &str| {
            findings.push(Finding::at(&file.path, index, problem, remedy));
        };
        let letters = line.chars().count();
        if letters > LINE_MAX {
            find(&format!("{letters} letters; expected at most {LINE_MAX}"), "break it by hand");
        }
        let code = without_comment(line);
        if says_any(code) {
            find("`any`", "say what it is, or `unknown` and look before it is used");
        }
        if code.trim_start().starts_with("export default") || code.contains(" as default") {
            find("a default export", "export it by its name, so that it has one everywhere");
        }
    }
    findings
}

/// The line as far as it is code. An address in a text ends it too early, which hides at most an `any`.
fn without_comment(line: &str) -> &str {
    let start = line.trim_start();
    if start.starts_with('*') || start.starts_with("/*") {
        return "";
    }
    line.split("//").next().unwrap_or_default()
}

/// Whether `any` stands where a type does; in a sentence it stands between words.
fn says_any(code: &str) -> bool {
    // A field of that name is no type either.
    let is_of_a_word = |letter: char| letter.is_alphanumeric() || "_$.".contains(letter);
    code.match_indices("any").any(|(at, word)| {
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        if before.ends_with(is_of_a_word) || after.starts_with(is_of_a_word) {
            return false;
        }
        let (before, after) = (before.trim_end(), after.trim_start());
        before.ends_with([':', '<', '|', '&', '='])
            || before.ends_with(" as")
            || after.starts_with(['>', '[', '|', '&'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let findings = check(&House::of(&[(path, text)]));
        findings.into_iter().map(|finding| finding.place).collect()
    }

    #[test]
    fn a_file_as_it_should_be_holds() {
        let line = "路".repeat(LINE_MAX);
        let text = format!(
            "// A lamp.\n{line}\n// as any lamp: any\n/** any[] */\nt('See any map');\nnode.any[0];"
        );
        assert_eq!(found("web/src/lamp.ts", &text), [""; 0]);
        assert_eq!(found("web/e2e/lamp.mjs", "// A lamp.\nexport const many = company;"), [""; 0]);
        assert_eq!(
            found("web/src/lamp.tsx", &format!("// A lamp.\n{}", "x\n".repeat(299))),
            [""; 0]
        );
    }

    #[test]
    fn tools_have_a_form_of_their_own_and_other_files_other_rules() {
        for path in ["web/vite.config.ts", "web/src/words/en.json", "bench/lamp.ts"] {
            assert_eq!(found(path, "export default 1"), [""; 0], "{path}");
        }
    }

    #[test]
    fn no_header_and_an_empty_one_are_found() {
        assert_eq!(found("web/src/a.ts", "import b;"), ["web/src/a.ts:1"]);
        assert_eq!(found("web/src/a.ts", "//\n// Late."), ["web/src/a.ts:1"]);
    }

    #[test]
    fn long_lines_and_long_files_are_found() {
        let line = "x".repeat(LINE_MAX + 1);
        assert_eq!(found("web/src/a.ts", &format!("// A.\n{line}")), ["web/src/a.ts:2"]);
        assert_eq!(found("web/scripts/a.mjs", &format!("// A.\n{}", "x\n".repeat(300))).len(), 1);
    }

    #[test]
    fn any_and_default_exports_are_found() {
        for code in [
            "let x: any;",
            "f(x as any);",
            "type A = any;",
            "new Map<string, any>()",
            "x: number | any",
            "const all: Array<any> = [];",
            "export default function f() {}",
            "export { f as default };",
        ] {
            assert_eq!(
                found("web/src/a.ts", &format!("// A.\n{code}")),
                ["web/src/a.ts:2"],
                "{code}"
            );
        }
    }
}
