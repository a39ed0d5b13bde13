//! As much of Markdown as the rules need: headings, code blocks, sections, links.

/// A line starting with `#`s, outside of code.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading<'a> {
    pub(super) index: usize,
    pub(super) level: usize,
    pub(super) title: &'a str,
}

/// A block between two fences; `head` is the word behind the first (`rust`, `text`, nothing).
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CodeBlock<'a> {
    pub(super) index: usize,
    pub(super) head: &'a str,
    pub(super) lines: Vec<&'a str>,
}

/// Where a link leads, as it is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) index: usize,
    pub(super) target: String,
}

/// What a line is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'a> {
    Prose,
    /// The fence that opens a block, with the word behind it.
    Opening(&'a str),
    Code,
    Closing,
}

/// Every line with what it is part of.
fn parts(text: &str) -> Vec<(&str, Part<'_>)> {
    let mut fence: Option<&str> = None;
    let mut parts = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        let mark = trimmed.chars().next().filter(|first| *first == '`' || *first == '~');
        let run = mark.map_or(0, |mark| trimmed.len() - trimmed.trim_start_matches(mark).len());
        let part = match fence {
            None if run >= 3 => {
                fence = Some(&trimmed[..run]);
                Part::Opening(trimmed[run..].trim())
            }
            None => Part::Prose,
            Some(open) if trimmed.starts_with(open) && trimmed[run..].trim().is_empty() => {
                fence = None;
                Part::Closing
            }
            Some(_) => Part::Code,
        };
        parts.push((line, part));
    }
    parts
}

/// The lines outside of code, each with its index.
pub(super) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = parts(text).into_iter().enumerate();
    lines.filter(|(_, (_, part))| *part == Part::Prose).map(|(index, (line, _))| (index, line))
}

/// The headings, from top to bottom.
pub(super) fn headings(text: &str) -> Vec<Heading<'_>> {
    prose(text)
        .filter_map(|(index, line)| {
            let level = line.len() - line.trim_start_matches('#').len();
            let title = line[level..].strip_prefix(' ')?.trim().trim_end_matches('#').trim_end();
            (1..=6).contains(&level).then_some(Heading { index, level, title })
        })
        .collect()
}

/// The fenced code blocks, from top to bottom.
pub(super) fn code_blocks(text: &str) -> Vec<CodeBlock<'_>> {
    let mut blocks: Vec<CodeBlock<'_>> = Vec::new();
    for (index, (line, part)) in parts(text).into_iter().enumerate() {
        match (part, blocks.last_mut()) {
            (Part::Opening(head), _) => blocks.push(CodeBlock { index, head, lines: Vec::new() }),
            (Part::Code, Some(block)) => block.lines.push(line),
            _ => {}
        }
    }
    blocks
}

/// What stands under the heading of this title, up to the next heading of its level or above.
pub(super) fn section<'a>(text: &'a str, title: &str) -> Option<Vec<&'a str>> {
    let headings = headings(text);
    let at = headings.iter().position(|heading| heading.title == title)?;
    let begin = headings[at].index + 1;
    let next = headings[at + 1..].iter().find(|heading| heading.level <= headings[at].level);
    let end = next.map_or(usize::MAX, |heading| heading.index);
    Some(text.lines().take(end).skip(begin).collect())
}

/// What stands between backticks in one line.
pub(super) fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Every link and image outside of code, reference definitions and HTML's among them.
pub(super) fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (index, line) in prose(text) {
        // Every second piece between backticks is code.
        let words: Vec<&str> = line.split('`').step_by(2).collect();
        let words = words.join("`");
        let mut targets: Vec<String> = Vec::new();
        targets.extend(behind(&words, "](").filter_map(inline_target));
        for attribute in ["href=\"", "src=\""] {
            let quoted = behind(&words, attribute).filter_map(|rest| rest.split_once('"'));
            targets.extend(quoted.map(|(target, _)| target.to_owned()));
        }
        if let Some((_, target)) = words.split_once("]: ").filter(|_| is_definition(&words)) {
            targets.extend(target.split_whitespace().next().map(plain));
        }
        links.extend(targets.into_iter().map(|target| Link { index, target }));
    }
    links
}

/// What follows each place where `mark` stands.
fn behind<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(mark).map(move |(at, _)| &text[at + mark.len()..])
}

fn is_definition(line: &str) -> bool {
    let indent = line.len() - line.trim_start().len();
    indent < 4 && line.trim_start().starts_with('[') && !line.trim_start().starts_with("[^")
}

/// The target in `target "title")...`; brackets inside it are balanced.
fn inline_target(rest: &str) -> Option<String> {
    let mut depth = 1;
    let end = rest.find(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(rest[..end].split_whitespace().next().map(plain).unwrap_or_default())
}

fn plain(target: &str) -> String {
    target.trim_start_matches('<').trim_end_matches('>').to_owned()
}

/// The anchors a page offers: those of its headings, made as GitHub makes them, and HTML's own.
pub(super) fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for heading in headings(text) {
        let base = slug(heading.title);
        let mut anchor = base.clone();
        let mut twin = 0;
        while anchors.contains(&anchor) {
            twin += 1;
            anchor = format!("{base}-{twin}");
        }
        anchors.push(anchor);
    }
    for attribute in ["id=\"", "name=\""] {
        let quoted = behind(text, attribute).filter_map(|rest| rest.split_once('"'));
        anchors.extend(quoted.map(|(anchor, _)| anchor.to_owned()));
    }
    anchors
}

/// Small letters, digits, `-` and `_` stay, blanks become `-`, all else goes.
fn slug(title: &str) -> String {
    // Of a link only its text is read.
    let mut shown = String::new();
    let mut rest = title;
    while let Some((before, after)) = rest.split_once("](") {
        shown.push_str(before);
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    shown.push_str(rest);
    let letters = shown.chars().flat_map(char::to_lowercase);
    letters
        .filter_map(|letter| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            _ if letter.is_alphanumeric() => Some(letter),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# One\ntext\n```rust\n# no heading\nlet x = \"[a](b)\";\n```\n\
                        ## Two & `three`\nmore\n### Deep\n## Two & `three`\n";

    #[test]
    fn headings_are_not_looked_for_in_code() {
        let levels: Vec<(usize, usize)> =
            headings(PAGE).iter().map(|heading| (heading.index, heading.level)).collect();
        assert_eq!(levels, [(0, 1), (6, 2), (8, 3), (9, 2)]);
        assert!(headings("#no-blank\n####### seven\n").is_empty());
    }

    #[test]
    fn a_block_keeps_its_lines_and_its_head() {
        let blocks = code_blocks(PAGE);
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].index, blocks[0].head), (2, "rust"));
        assert_eq!(blocks[0].lines, ["# no heading", "let x = \"[a](b)\";"]);
        let nested = code_blocks("````md\n```\ninner\n```\n````\nprose\n~~~\nx\n~~~\n");
        assert_eq!(nested.len(), 2);
        assert_eq!(nested[0].lines, ["```", "inner", "```"]);
    }

    #[test]
    fn a_section_ends_at_its_equal() {
        assert_eq!(section(PAGE, "Two & `three`").unwrap(), ["more", "### Deep"]);
        assert_eq!(section(PAGE, "Nowhere"), None);
    }

    #[test]
    fn links_are_found_in_prose_alone() {
        let found = |text: &str| -> Vec<String> {
            links(text).into_iter().map(|link| link.target).collect()
        };
        assert_eq!(found("a [b](c.md#d) ![e](f_(g).png \"title\")"), ["c.md#d", "f_(g).png"]);
        assert_eq!(found("[b]: <c.md> \"title\"\n[^1]: note"), ["c.md"]);
        assert_eq!(found("<a href=\"x.md\"><img src=\"y.png\"></a>"), ["x.md", "y.png"]);
        assert!(found("`[b](c.md)`\n```\n[b](c.md)\n```\n").is_empty());
        assert_eq!(found("[`b`](c.md)"), ["c.md"]);
    }

    #[test]
    fn anchors_are_those_github_makes() {
        assert_eq!(anchors(PAGE), ["one", "two--three", "deep", "two--three-1"]);
        assert_eq!(anchors("# 寻路 (xunlu), v0.1!\n<a id=\"x\"></a>"), ["寻路-xunlu-v01", "x"]);
        assert_eq!(anchors("# See [the map](map.md) now"), ["see-the-map-now"]);
    }
}
