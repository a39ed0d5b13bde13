//! Graphs of the 9th DIMACS implementation challenge (2006): `.gr`, with points from the `.co` beside
//! it.
//!
//! `c` begins a comment, `p sp N M` says how many nodes and arcs there are, and `a U V W` is an arc
//! from node U to node V (both counted from 1) that weighs W whole steps. In the `.co`, after
//! `p aux sp co N`, a line `v U X Y` gives the point of each node, as it is: y is not turned round.
//!
//! An arc is a one-way link. Road maps list most roads as two arcs: where an arc back of the same
//! weight stands right below an arc, both together are one two-way link.

use crate::document::Document;
use crate::done::Read;
use crate::error::{At, FormatError, Warning};
use crate::lines::{Line, Word, lines, text_of};
use crate::options::Options;
use crate::source::Source;
use xunlu_map::{
    Link, MapError, Point, Quoted, WaypointBuilder, WaypointGraph, WaypointId, Weight,
};

/// How many nodes any file may have; a longer file, as many as it has bytes.
const NODES_FREE: u64 = 1 << 16;
/// The heaviest arc, in steps, as hundredths of a step must fit a weight.
const STEPS_MAX: u32 = u32::MAX / 100;

pub(crate) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let mut statements = statements(source.name, text);
    let problem = Problem::read(source, options, statements.next())?;
    let mut warnings = Vec::new();
    let points = match coordinate_file(source, options) {
        Ok((name, bytes)) => points_of(&name, &bytes, problem.nodes)?,
        Err(warning) => {
            warnings.push(warning);
            vec![Point::default(); problem.nodes as usize]
        }
    };
    let mut builder = WaypointGraph::builder();
    for (number, point) in (1_u32..).zip(points) {
        builder.waypoint(number.to_string(), point).map_err(|error| told(problem.line, &error))?;
    }
    problem.read_arcs(statements, &mut builder)?;
    let graph = builder.build().map_err(|error| told(problem.line, &error))?;
    Ok(Read { document: Document::of(graph), warnings })
}

/// The lines that are neither empty nor comments.
fn statements<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Line<'a>> {
    lines(file, text).filter(|line| {
        let text = line.text.trim_start();
        !text.is_empty() && !text.starts_with('c')
    })
}

/// The line that says how much there is.
struct Problem<'a> {
    line: Line<'a>,
    nodes: u32,
    arcs: u32,
}

impl<'a> Problem<'a> {
    fn read(
        source: &Source<'_>,
        options: &Options,
        line: Option<Line<'a>>,
    ) -> Result<Problem<'a>, FormatError> {
        let expected = "a line \"p sp\" with the numbers of nodes and arcs";
        let Some(line) = line else {
            let found = "the file says nothing";
            return Err(FormatError::unexpected(source.name, At::File, found, expected));
        };
        let mut words = line.words();
        for keyword in ["p", "sp"] {
            let word = words.word(expected)?;
            if word.text != keyword {
                return Err(word.unexpected(expected));
            }
        }
        let word = words.word("the number of nodes")?;
        let nodes = word.number("the number of nodes")?;
        let bytes = source.bytes.len() as u64;
        let most = options.limits.cells_for(bytes).min(bytes.max(NODES_FREE));
        let most = most.min(WaypointGraph::WAYPOINTS_MAX as u64);
        if u64::from(nodes) > most {
            return Err(word.unexpected(format_args!("at most {most} nodes in {bytes} bytes")));
        }
        let arcs = words.number("the number of arcs")?;
        words.end()?;
        Ok(Problem { line, nodes, arcs })
    }

    fn read_arcs(
        &self,
        statements: impl Iterator<Item = Line<'a>>,
        builder: &mut WaypointBuilder,
    ) -> Result<(), FormatError> {
        let mut count = 0_u64;
        // The last arc, as long as the next may still be its way back.
        let mut last: Option<(Line<'_>, Link<WaypointId>)> = None;
        for line in statements {
            let (from, to, weight) = self.arc(line)?;
            count += 1;
            let is_way_back = |there: &Link<WaypointId>| {
                there.from == to && there.to == from && there.weight == weight && from != to
            };
            let link = match last.take() {
                Some((first, there)) if is_way_back(&there) => {
                    (first, Link { is_two_way: true, ..there })
                }
                before => {
                    last = Some((line, Link::one_way(from, to).costing(weight)));
                    let Some(before) = before else { continue };
                    before
                }
            };
            builder.link_as_read(link.1).map_err(|error| told(link.0, &error))?;
        }
        if let Some((line, link)) = last {
            builder.link_as_read(link).map_err(|error| told(line, &error))?;
        }
        if count != u64::from(self.arcs) {
            let expected = format!("{}, as this line says", self.arcs);
            return Err(self.line.unexpected(format_args!("the file has {count} arcs"), expected));
        }
        Ok(())
    }

    fn arc(&self, line: Line<'_>) -> Result<(WaypointId, WaypointId, Weight), FormatError> {
        let mut words = line.words();
        keyword(words.word("an arc")?, "a")?;
        let from = node(words.word("a node")?, self.nodes)?;
        let to = node(words.word("a node")?, self.nodes)?;
        let expected = format!("a whole number of steps from 0 to {STEPS_MAX}");
        let word = words.word(&expected)?;
        let steps = word.text.parse().ok().filter(|&steps: &u32| steps <= STEPS_MAX);
        let steps = steps.ok_or_else(|| word.unexpected(&expected))?;
        words.end()?;
        Ok((WaypointId(from), WaypointId(to), Weight::times(steps)))
    }
}

/// The file of points beside this one, with its name; why there is none, as a warning.
fn coordinate_file(source: &Source<'_>, options: &Options) -> Result<(String, Vec<u8>), Warning> {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or(source.name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let name = format!("{stem}.co");
    match source.beside.open(&name, options.limits.bytes_max) {
        Ok(bytes) => Ok((name, bytes)),
        Err(reason) => {
            let message =
                format!("every node lies at 0,0, for {} was not read: {reason}", Quoted(&name));
            Err(Warning::new(At::File, message))
        }
    }
}

/// The point of each node.
fn points_of(file: &str, bytes: &[u8], nodes: u32) -> Result<Vec<Point>, FormatError> {
    let text = text_of(file, bytes)?;
    let mut statements = statements(file, text);
    let expected = format!("a line \"p aux sp co {nodes}\"");
    let Some(problem) = statements.next() else {
        return Err(FormatError::unexpected(file, At::File, "the file says nothing", expected));
    };
    if !problem.words().map(|word| word.text).eq(expected_words(&nodes.to_string())) {
        return Err(problem.unexpected(Quoted(problem.text), expected));
    }
    let mut points = vec![None; nodes as usize];
    for line in statements {
        let mut words = line.words();
        keyword(words.word("a point")?, "v")?;
        let word = words.word("a node")?;
        let number = node(word, nodes)?;
        let (x, y) = (coordinate(words.word("x")?)?, coordinate(words.word("y")?)?);
        words.end()?;
        let slot = points.get_mut(number as usize).filter(|slot| slot.is_none());
        let slot = slot.ok_or_else(|| word.unexpected("one point for each node"))?;
        *slot = Some(Point::new(x, y));
    }
    let given = points.iter().flatten().count();
    let missing = || problem.unexpected(format_args!("the file has {given} points"), nodes);
    points.into_iter().collect::<Option<Vec<Point>>>().ok_or_else(missing)
}

fn expected_words(nodes: &str) -> [&str; 5] {
    ["p", "aux", "sp", "co", nodes]
}

fn keyword(word: Word<'_>, keyword: &str) -> Result<(), FormatError> {
    if word.text == keyword {
        Ok(())
    } else {
        Err(word.unexpected(format_args!("{keyword:?} or \"c\"")))
    }
}

/// A node's number, which the file counts from 1 and we from 0.
fn node(word: Word<'_>, nodes: u32) -> Result<u32, FormatError> {
    let number = word.text.parse().ok().filter(|number: &u32| (1..=nodes).contains(number));
    let number = number.ok_or_else(|| word.unexpected(format_args!("a node from 1 to {nodes}")))?;
    Ok(number - 1)
}

fn coordinate(word: Word<'_>) -> Result<f64, FormatError> {
    let number: Option<f64> = word.text.parse().ok();
    number.filter(|number| number.is_finite()).ok_or_else(|| word.unexpected("a finite number"))
}

fn told(line: Line<'_>, error: &MapError) -> FormatError {
    FormatError::refused(line.file, At::text(line.number, 1), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Content;
    use crate::source::Beside;
    use xunlu_map::Map;

    /// What lies beside `roads/small.gr`.
    struct Coordinates(&'static str);

    impl Beside for Coordinates {
        fn open(&self, name: &str, _bytes_max: u64) -> Result<Vec<u8>, String> {
            assert_eq!(name, "small.co");
            if self.0.is_empty() { Err("no such file".to_owned()) } else { Ok(self.0.into()) }
        }
    }

    const ROADS: &str = "c roads\np sp 3 5\na 1 2 7\na 2 1 7\na 2 3 0\nc\n\na 3 2 5\na 2 3 5\n";
    const POINTS: &str = "c points\np aux sp co 3\nv 1 -3 0\nv 3 1.5 4\nv 2 0 9\n";

    fn graph(
        text: &str,
        coordinates: &'static str,
    ) -> Result<(WaypointGraph, Vec<String>), FormatError> {
        let beside = &Coordinates(coordinates);
        let source = Source { name: "roads/small.gr", bytes: text.as_bytes(), beside };
        let read = read(&source, &Options::default())?;
        let Content::Map(Map::Waypoints(graph)) = read.document.content else { panic!("no graph") };
        Ok((graph, read.warnings.iter().map(ToString::to_string).collect()))
    }

    fn refused(text: &str, says: &str) {
        let error = graph(text, "").unwrap_err().to_string();
        assert_eq!(error, format!("roads/small.gr{says}"));
    }

    #[test]
    fn nodes_are_named_by_their_numbers_and_lie_where_the_other_file_says() {
        let (graph, warnings) = graph(ROADS, POINTS).unwrap();
        assert_eq!(warnings, [""; 0]);
        let points: Vec<String> = graph
            .waypoints()
            .iter()
            .map(|waypoint| format!("{} at {}", waypoint.name, waypoint.point))
            .collect();
        assert_eq!(points, ["1 at -3,0", "2 at 0,9", "3 at 1.5,4"]);
    }

    #[test]
    fn an_arc_and_its_way_back_right_below_are_one_link() {
        let (graph, _) = graph(ROADS, POINTS).unwrap();
        let (one, two, three) = (WaypointId(0), WaypointId(1), WaypointId(2));
        let links: Vec<Link<WaypointId>> =
            graph.links().iter().map(|(_, link)| link.clone()).collect();
        let expected = [
            Link::two_way(one, two).costing(Weight::times(7)),
            Link::one_way(two, three).costing(Weight::FREE),
            Link::two_way(three, two).costing(Weight::times(5)),
        ];
        assert_eq!(links, expected);
    }

    #[test]
    fn only_one_way_back_belongs_to_an_arc() {
        let text = "p sp 2 6\na 1 2 7\na 2 1 7\na 1 2 7\na 2 1 8\na 1 1 3\na 1 1 3\n";
        let (graph, _) = graph(text, "").unwrap();
        let both_ways = graph.links().iter().map(|(_, link)| link.is_two_way);
        assert!(both_ways.eq([true, false, false, false, false]));
    }

    #[test]
    fn without_the_other_file_every_node_lies_at_the_origin() {
        let (graph, warnings) = graph(ROADS, "").unwrap();
        assert!(graph.waypoints().iter().all(|waypoint| waypoint.point == Point::default()));
        let message = "every node lies at 0,0, for \"small.co\" was not read: no such file";
        assert_eq!(warnings, [message]);
    }

    #[test]
    fn problem_lines_that_cannot_be_are_told_by_place() {
        let expected = "expected a line \"p sp\" with the numbers of nodes and arcs";
        refused("c p sp 1 1\n", &format!(": the file says nothing; {expected}"));
        refused("a 1 2 3\n", &format!(", line 1, column 1: \"a\"; {expected}"));
        refused("p max 3 4\n", &format!(", line 1, column 3: \"max\"; {expected}"));
        let says = ", line 1, column 7: the line ends here; expected the number of arcs";
        refused("p sp 3\n", says);
        let says = ", line 1, column 6: \"16000000\"; expected at most 65536 nodes in 16 bytes";
        refused("p sp 16000000 0\n", says);
        let says = ", line 1, column 1: there is no waypoint; expected at least one";
        refused("p sp 0 0\n", says);
        let says = ", line 1, column 1: the file has 1 arcs; expected 2, as this line says";
        refused("p sp 2 2\na 1 2 3\n", says);
        let says = ", line 1, column 1: the file has 1 arcs; expected 0, as this line says";
        refused("p sp 2 0\na 1 2 3\n", says);
    }

    #[test]
    fn a_long_file_may_have_as_many_nodes_as_bytes() {
        let with = |nodes: usize| format!("p sp {nodes} 0\nc{}\n", "-".repeat(100_000));
        assert_eq!(graph(&with(100_000), "").unwrap().0.len(), 100_000);
        let error = graph(&with(200_000), "").unwrap_err();
        assert_eq!(error.message(), "\"200000\"; expected at most 100016 nodes in 100016 bytes");
    }

    #[test]
    fn arcs_that_cannot_be_are_told_by_place() {
        let check = |arc: &str, says: &str| {
            refused(&format!("p sp 2 1\n{arc}\n"), &format!(", line 2, column {says}"));
        };
        check("e 1 2 3", "1: \"e\"; expected \"a\" or \"c\"");
        check("p sp 2 1", "1: \"p\"; expected \"a\" or \"c\"");
        check("a 0 2 3", "3: \"0\"; expected a node from 1 to 2");
        check("a 1 3 3", "5: \"3\"; expected a node from 1 to 2");
        let steps = "expected a whole number of steps from 0 to 42949672";
        check("a 1 2 -3", &format!("7: \"-3\"; {steps}"));
        check("a 1 2 42949673", &format!("7: \"42949673\"; {steps}"));
        check("a 1 2", &format!("6: the line ends here; {steps}"));
        check("a 1 2 3 4", "9: \"4\"; expected the end of the line");
        assert!(graph("p sp 2 1\na 1 2 42949672\n", "").is_ok());
    }

    #[test]
    fn points_that_cannot_be_are_told_by_file_and_place() {
        let check = |coordinates: &'static str, says: &str| {
            let error = graph("p sp 2 0\n", coordinates).unwrap_err().to_string();
            assert_eq!(error, format!("small.co{says}"));
        };
        check("c\n", ": the file says nothing; expected a line \"p aux sp co 2\"");
        let says = ", line 1, column 1: \"p aux sp co 3\"; expected a line \"p aux sp co 2\"";
        check("p aux sp co 3\n", says);
        check("p aux sp co 2\nv 1 0 0\n", ", line 1, column 1: the file has 1 points; expected 2");
        let says = ", line 3, column 3: \"1\"; expected one point for each node";
        check("p aux sp co 2\nv 1 0 0\nv 1 0 0\n", says);
        let says = ", line 2, column 7: \"inf\"; expected a finite number";
        check("p aux sp co 2\nv 1 0 inf\n", says);
        let says = ", line 2, column 1: \"a\"; expected \"v\" or \"c\"";
        check("p aux sp co 2\na 1 0 0\n", says);
        let says = ", line 2, column 3: \"3\"; expected a node from 1 to 2";
        check("p aux sp co 2\nv 3 0 0\n", says);
    }
}
