//! Lists of edges: one a line, as `from to` or `from to weight`.
//!
//! Words stand between white space or, in a line that has one, between commas; only then may a name
//! hold spaces. `#` at the beginning of a word begins a comment. An edge goes both ways, unless the
//! first line is a comment whose first word is `directed`: then every edge of the file is one-way.
//!
//! A weight is a number of straight steps over 0, in hundredths rounded up. The list gives no points:
//! every waypoint lies at 0,0, and an edge without a weight is one step.

use super::{WEIGHT, weight_of};
use crate::document::Document;
use crate::done::Read;
use crate::error::{At, FormatError};
use crate::lines::{Line, Word, lines, text_of};
use crate::options::Options;
use crate::source::Source;
use xunlu_map::{Link, Point, WaypointBuilder, WaypointGraph, WaypointId, Weight};

pub(crate) fn read(source: &Source<'_>, _options: &Options) -> Result<Read, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let is_directed = is_directed(text);
    let mut builder = WaypointGraph::builder();
    for line in lines(source.name, text) {
        let line = without_comment(line);
        if line.text.trim().is_empty() {
            continue;
        }
        let words: Vec<Word<'_>> = if line.text.contains(',') {
            line.parts(',').take(WORDS_MAX + 1).collect()
        } else {
            line.words().take(WORDS_MAX + 1).collect()
        };
        let link = edge(line, &words, &mut builder)?;
        let link = Link { is_two_way: !is_directed, ..link };
        builder
            .link_as_read(link)
            .map_err(|error| FormatError::refused(line.file, At::text(line.number, 1), &error))?;
    }
    let graph = builder.build().map_err(|_| {
        let expected = "at least one line with the names of two waypoints";
        FormatError::unexpected(source.name, At::File, "there is no edge", expected)
    })?;
    Ok(Document::of(graph).into())
}

/// Two names and a weight.
const WORDS_MAX: usize = 3;

fn is_directed(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let comment = first.trim_start().strip_prefix('#').unwrap_or_default();
    comment.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("directed"))
}

fn without_comment(line: Line<'_>) -> Line<'_> {
    for (start, _) in line.text.match_indices('#') {
        let text = line.text.get(..start).unwrap_or_default();
        if text.is_empty() || text.ends_with([' ', '\t', ',']) {
            return Line { text, ..line };
        }
    }
    line
}

fn edge(
    line: Line<'_>,
    words: &[Word<'_>],
    builder: &mut WaypointBuilder,
) -> Result<Link<WaypointId>, FormatError> {
    let (from, to, weight) = match *words {
        [from, to] => (from, to, None),
        [from, to, weight] => (from, to, Some(weight)),
        [_, _, _, more, ..] => return Err(more.unexpected("the end of the line")),
        _ => {
            let end = At::text(line.number, line.text.trim_end().chars().count() + 1);
            let expected = "the name of another waypoint";
            return Err(FormatError::unexpected(line.file, end, "the line ends here", expected));
        }
    };
    let weight = match weight {
        None => Weight::ONE,
        Some(word) => weight_of(word.text)
            .filter(|&weight| weight != Weight::FREE)
            .ok_or_else(|| word.unexpected(format_args!("{WEIGHT}, and over 0")))?,
    };
    let from = waypoint(from, builder)?;
    let to = waypoint(to, builder)?;
    Ok(Link::two_way(from, to).costing(weight))
}

/// The waypoint of this name, new or not.
fn waypoint(word: Word<'_>, builder: &mut WaypointBuilder) -> Result<WaypointId, FormatError> {
    if let Some(id) = builder.id_of(word.text) {
        return Ok(id);
    }
    let added = builder.waypoint(word.text, Point::default());
    added.map_err(|error| FormatError::refused(word.line.file, word.at(), &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Content;
    use xunlu_map::Map;

    fn graph(text: &str) -> Result<WaypointGraph, FormatError> {
        let read = read(&Source::alone("a.edges", text.as_bytes()), &Options::default())?;
        assert_eq!(read.warnings, []);
        let Content::Map(Map::Waypoints(graph)) = read.document.content else { panic!("no graph") };
        Ok(graph)
    }

    /// The graph's links, as `from>to weight` or `from-to weight`.
    fn links(text: &str) -> Vec<String> {
        let graph = graph(text).unwrap();
        let name = |id| graph.waypoint(id).unwrap().name.as_str();
        let told = |link: &Link<WaypointId>| {
            let arrow = if link.is_two_way { '-' } else { '>' };
            format!("{}{arrow}{} {}", name(link.from), name(link.to), link.weight.as_percent())
        };
        graph.links().iter().map(|(_, link)| told(link)).collect()
    }

    fn refused(text: &str, says: &str) {
        assert_eq!(graph(text).unwrap_err().to_string(), format!("a.edges{says}"));
    }

    #[test]
    fn words_stand_between_white_space_or_commas() {
        let expected = ["a-b 100", "b-c 250"];
        assert_eq!(links("a b\n\n  b\tc 2.5\n"), expected);
        assert_eq!(links("a,b\r\nb , c,2.5"), expected);
        assert_eq!(links("the inn,gate 2,0.001"), ["the inn-gate 2 1"]);
    }

    #[test]
    fn waypoints_come_in_the_order_in_which_they_are_named() {
        let graph = graph("z a\nm z\n").unwrap();
        let names: Vec<&str> =
            graph.waypoints().iter().map(|waypoint| waypoint.name.as_str()).collect();
        assert_eq!(names, ["z", "a", "m"]);
    }

    #[test]
    fn comments_are_skipped_and_the_first_may_say_that_edges_are_one_way() {
        assert_eq!(
            links("a b # c d\n#x y\na#1,b,#\n".replace(",#", " #").as_str()),
            ["a-b 100", "a#1-b 100"]
        );
        assert_eq!(links("# directed\na b\nb a 2\n"), ["a>b 100", "b>a 200"]);
        assert_eq!(links("#Directed graph: roads\na b\n"), ["a>b 100"]);
        assert_eq!(links("# undirected\na b\n"), ["a-b 100"]);
        assert_eq!(links("\n# directed\na b\n"), ["a-b 100"]);
    }

    #[test]
    fn what_cannot_be_is_told_by_place() {
        refused(
            "# a\n",
            ": there is no edge; expected at least one line with the names of two waypoints",
        );
        let says = ", line 1, column 3: the line ends here; expected the name of another waypoint";
        refused("ab \n", says);
        refused("a b 1 c\n", ", line 1, column 7: \"c\"; expected the end of the line");
        for weight in ["0", "-1", "x", "inf", "42949672.96"] {
            let expected = "expected a weight from 0 to 42949672.95, and over 0";
            let says = format!(", line 1, column 5: {weight:?}; {expected}");
            refused(&format!("a b {weight}\n"), &says);
        }
        let unfit = "is no name for a waypoint; \
                     expected at least one character and no control characters";
        refused("a \u{1}b\n", &format!(", line 1, column 3: \"\\u{{1}}b\" {unfit}"));
        refused("a,\n", &format!(", line 1, column 3: \"\" {unfit}"));
    }
}
