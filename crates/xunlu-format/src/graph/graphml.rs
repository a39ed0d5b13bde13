//! Graphs in GraphML (Brandes, Eiglsperger and Lerner, "GraphML primer").
//!
//! Waypoints are named by the ids of their nodes. Of the data that keys define (by their `attr.name`,
//! else by their id) these are read: `x` and `y` of a node, its `label` or `name`, which becomes a
//! named place, and the `weight` of an edge in straight steps. An edge without a weight is as long as
//! its ends lie apart; where no node has `x` or `y`, it is one step. Edges of a directed graph are
//! one-way links; an edge's own `directed` beats the graph's `edgedefault`.
//!
//! Of several graphs the first is read. Graphs within nodes and hyperedges are skipped with a warning.

use super::{WEIGHT, weight_of};
use crate::document::{Document, NamedPlace};
use crate::done::Read;
use crate::error::{At, FormatError, Warning};
use crate::lines::{place_of, text_of};
use crate::markup;
use crate::options::Options;
use crate::source::Source;
use roxmltree::Node;
use std::collections::BTreeMap;
use xunlu_map::{Link, Place, Point, Quoted, WaypointBuilder, WaypointGraph, WaypointId, Weight};

pub(crate) fn read(source: &Source<'_>, _options: &Options) -> Result<Read, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let tree = markup::tree(text, "a graph in XML").map_err(|(byte, found, expected)| {
        FormatError::unexpected(source.name, place_of(text, byte), found, expected)
    })?;
    let file = File { name: source.name, tree: &tree };
    let root = tree.root_element();
    if root.tag_name().name() != "graphml" {
        let found = format!("the element {}", Quoted(root.tag_name().name()));
        return Err(file.unexpected(root.range().start, found, "\"graphml\""));
    }
    let mut graphs = elements(root, "graph");
    let Some(graph) = graphs.next() else {
        return Err(file.unexpected(
            root.range().start,
            "there is no graph",
            "an element \"graph\"",
        ));
    };
    let mut reader = Reader {
        file,
        keys: Keys::of(root),
        builder: WaypointGraph::builder(),
        places: Vec::new(),
        warnings: skipped(file, graph, graphs.next()),
        has_points: false,
    };
    reader.graph(graph)?;
    let graph = reader
        .builder
        .build()
        .map_err(|error| FormatError::refused(source.name, file.at(graph.range().start), &error))?;
    let document = Document { places: reader.places, ..Document::of(graph) };
    Ok(Read { document, warnings: reader.warnings })
}

fn elements<'a, 'i>(
    parent: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// One warning for each kind of thing that is not read.
fn skipped(file: File<'_, '_>, graph: Node<'_, '_>, second: Option<Node<'_, '_>>) -> Vec<Warning> {
    let told =
        |node: Node<'_, '_>, message: &str| Warning::new(file.at(node.range().start), message);
    let nested = elements(graph, "node").find_map(|node| elements(node, "graph").next());
    let hyperedge = elements(graph, "hyperedge").next();
    let mut warnings = Vec::new();
    warnings.extend(nested.map(|node| told(node, "graphs within nodes are skipped")));
    warnings.extend(hyperedge.map(|node| told(node, "hyperedges are skipped")));
    warnings.extend(second.map(|node| told(node, "graphs after the first are skipped")));
    warnings
}

/// The file, for places in it.
#[derive(Clone, Copy)]
struct File<'a, 'i> {
    name: &'a str,
    tree: &'a roxmltree::Document<'i>,
}

impl File<'_, '_> {
    fn at(self, byte: usize) -> At {
        at_text(self.tree.text_pos_at(byte))
    }

    fn unexpected(
        self,
        byte: usize,
        found: impl std::fmt::Display,
        expected: impl std::fmt::Display,
    ) -> FormatError {
        FormatError::unexpected(self.name, self.at(byte), found, expected)
    }

    /// An attribute that must be there, with where its value stands.
    fn attribute<'n>(
        self,
        node: Node<'n, '_>,
        name: &str,
    ) -> Result<(&'n str, usize), FormatError> {
        let attribute = node.attribute_node(name).ok_or_else(|| {
            let found = format!("this element has no {name:?}");
            self.unexpected(node.range().start, found, "one")
        })?;
        Ok((attribute.value(), attribute.range_value().start))
    }
}

fn at_text(place: roxmltree::TextPos) -> At {
    At::text(place.row as usize, place.col as usize)
}

/// What is read of the data of nodes and edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Datum {
    X,
    Y,
    Label,
    Weight,
}

impl Datum {
    fn named(name: &str) -> Option<Datum> {
        match name.to_ascii_lowercase().as_str() {
            "x" => Some(Datum::X),
            "y" => Some(Datum::Y),
            "label" | "name" => Some(Datum::Label),
            "weight" => Some(Datum::Weight),
            _ => None,
        }
    }

    /// The element that has it.
    const fn owner(self) -> &'static str {
        match self {
            Datum::X | Datum::Y | Datum::Label => "node",
            Datum::Weight => "edge",
        }
    }
}

/// The keys that are read.
#[derive(Default)]
struct Keys<'a> {
    by_id: BTreeMap<&'a str, Datum>,
    // What holds for whatever says nothing else, and where it stands.
    defaults: BTreeMap<Datum, (&'a str, usize)>,
}

impl<'a> Keys<'a> {
    fn of(root: Node<'a, '_>) -> Keys<'a> {
        let mut keys = Keys::default();
        for key in elements(root, "key") {
            let Some(id) = key.attribute("id") else { continue };
            let datum = Datum::named(key.attribute("attr.name").unwrap_or(id));
            let owner = key.attribute("for").unwrap_or("all");
            let is_meant = |datum: &Datum| owner == "all" || owner == datum.owner();
            let Some(datum) = datum.filter(is_meant) else { continue };
            keys.by_id.insert(id, datum);
            if let Some(default) = elements(key, "default").next().and_then(value_of) {
                keys.defaults.entry(datum).or_insert(default);
            }
        }
        keys
    }

    /// What a node or edge says of this, or the default, and where that stands.
    fn datum(&self, element: Node<'a, '_>, datum: Datum) -> Option<(&'a str, usize)> {
        let is_meant = |key: &str| self.by_id.get(key) == Some(&datum);
        let said = elements(element, "data")
            .filter(|data| data.attribute("key").is_some_and(is_meant))
            .find_map(value_of);
        said.or_else(|| self.defaults.get(&datum).copied())
    }
}

/// The text of an element without the white space around it. Returns `None` if there is none.
fn value_of<'a>(element: Node<'a, '_>) -> Option<(&'a str, usize)> {
    let text = element.text()?.trim();
    (!text.is_empty()).then(|| (text, element.range().start))
}

struct Reader<'a, 'i> {
    file: File<'a, 'i>,
    keys: Keys<'a>,
    builder: WaypointBuilder,
    places: Vec<NamedPlace>,
    warnings: Vec<Warning>,
    has_points: bool,
}

impl<'a> Reader<'a, '_> {
    fn graph(&mut self, graph: Node<'a, '_>) -> Result<(), FormatError> {
        let (default, at) = self.file.attribute(graph, "edgedefault")?;
        let is_directed = match default {
            "directed" => true,
            "undirected" => false,
            other => {
                let expected = "\"directed\" or \"undirected\"";
                return Err(self.file.unexpected(at, Quoted(other), expected));
            }
        };
        for node in elements(graph, "node") {
            self.node(node)?;
        }
        if !self.has_points {
            let message = "every node lies at 0,0, for none has \"x\" or \"y\"";
            self.warnings.push(Warning::new(self.file.at(graph.range().start), message));
        }
        for edge in elements(graph, "edge") {
            self.edge(edge, is_directed)?;
        }
        Ok(())
    }

    fn node(&mut self, node: Node<'a, '_>) -> Result<(), FormatError> {
        let (id, at) = self.file.attribute(node, "id")?;
        let (x, y) = (self.coordinate(node, Datum::X)?, self.coordinate(node, Datum::Y)?);
        self.has_points |= x.is_some() || y.is_some();
        let point = Point::new(x.unwrap_or_default(), y.unwrap_or_default());
        let waypoint = self
            .builder
            .waypoint(id, point)
            .map_err(|error| FormatError::refused(self.file.name, self.file.at(at), &error))?;
        if let Some((label, _)) = self.keys.datum(node, Datum::Label) {
            let place = Place::Waypoint(waypoint);
            self.places.push(NamedPlace { name: label.to_owned(), place });
        }
        Ok(())
    }

    fn coordinate(&self, node: Node<'a, '_>, axis: Datum) -> Result<Option<f64>, FormatError> {
        let Some((text, at)) = self.keys.datum(node, axis) else { return Ok(None) };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        let strange = || self.file.unexpected(at, Quoted(text), "a finite number");
        number.map(Some).ok_or_else(strange)
    }

    fn edge(&mut self, edge: Node<'a, '_>, is_directed: bool) -> Result<(), FormatError> {
        let (from, to) = (self.end(edge, "source")?, self.end(edge, "target")?);
        let is_directed = match edge.attribute("directed") {
            None => is_directed,
            Some("true" | "1") => true,
            Some("false" | "0") => false,
            Some(other) => {
                let (_, at) = self.file.attribute(edge, "directed")?;
                return Err(self.file.unexpected(at, Quoted(other), "\"true\" or \"false\""));
            }
        };
        let file = self.file;
        let told = |error: xunlu_map::MapError| {
            FormatError::refused(file.name, file.at(edge.range().start), &error)
        };
        let weight = match self.keys.datum(edge, Datum::Weight) {
            Some((text, at)) => {
                weight_of(text).ok_or_else(|| file.unexpected(at, Quoted(text), WEIGHT))?
            }
            None if self.has_points => self.builder.between(from, to).map_err(told)?,
            None => Weight::ONE,
        };
        let link = Link { is_two_way: !is_directed, ..Link::one_way(from, to).costing(weight) };
        self.builder.link_as_read(link).map_err(told)?;
        Ok(())
    }

    /// The waypoint at one end of an edge.
    fn end(&self, edge: Node<'a, '_>, name: &str) -> Result<WaypointId, FormatError> {
        let (id, at) = self.file.attribute(edge, name)?;
        let strange = || self.file.unexpected(at, Quoted(id), "the id of a node of this graph");
        self.builder.id_of(id).ok_or_else(strange)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Content;
    use xunlu_map::Map;

    const KEYS: &str = "<key id=\"d0\" for=\"node\" attr.name=\"X\"/>\n\
                        <key id=\"y\" for=\"node\"/>\n\
                        <key id=\"d2\" for=\"node\" attr.name=\"label\"/>\n\
                        <key id=\"d3\" for=\"edge\" attr.name=\"weight\"/>\n\
                        <key id=\"d4\" for=\"graph\" attr.name=\"weight\"/>\n\
                        <key id=\"d5\" for=\"node\" attr.name=\"colour\"/>\n";

    fn read_text(text: &str) -> Result<(WaypointGraph, Document, Vec<String>), FormatError> {
        let read = read(&Source::alone("a.graphml", text.as_bytes()), &Options::default())?;
        let Content::Map(Map::Waypoints(graph)) = &read.document.content else {
            panic!("no graph")
        };
        let warnings = read.warnings.iter().map(ToString::to_string).collect();
        Ok((graph.clone(), read.document, warnings))
    }

    fn file(edgedefault: &str, inside: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n{KEYS}\
             <graph edgedefault=\"{edgedefault}\">\n{inside}\n</graph></graphml>"
        )
    }

    /// Inside `file`, the line on which `inside` begins.
    const INSIDE: usize = 10;

    const NODES: &str = "<node id=\"inn\"><data key=\"d0\"> 3 </data><data key=\"y\">4</data>\
                         <data key=\"d5\">red</data></node>\
                         <node id=\"a gate\"><data key=\"d2\">The Gate</data></node>";

    fn links(text: &str) -> Vec<(u32, u32, u32, bool)> {
        let (graph, _, _) = read_text(text).unwrap();
        let told = |link: &Link<WaypointId>| {
            (link.from.0, link.to.0, link.weight.as_percent(), link.is_two_way)
        };
        graph.links().iter().map(|(_, link)| told(link)).collect()
    }

    fn refused(inside: &str, says: &str) {
        let error = read_text(&file("directed", inside)).unwrap_err().to_string();
        assert_eq!(error, format!("a.graphml, line {INSIDE}, column {says}"));
    }

    #[test]
    fn nodes_have_points_and_labels() {
        let (graph, document, warnings) = read_text(&file("directed", NODES)).unwrap();
        assert_eq!(warnings, [""; 0]);
        let names = graph.waypoints().iter().map(|waypoint| waypoint.name.as_str());
        assert!(names.eq(["inn", "a gate"]));
        assert_eq!(graph.waypoints()[0].point, Point::new(3.0, 4.0));
        assert_eq!(graph.waypoints()[1].point, Point::new(0.0, 0.0));
        assert_eq!(document.place("The Gate"), Some(Place::Waypoint(WaypointId(1))));
        assert_eq!(document.places.len(), 1);
    }

    #[test]
    fn edges_go_as_the_graph_says_unless_they_say_otherwise() {
        let edge = |more: &str| format!("<edge source=\"inn\" target=\"a gate\"{more}/>");
        let edges = [edge(""), edge(" directed=\"true\""), edge(" directed=\"0\"")].concat();
        let two_way = |edgedefault| {
            let links = links(&file(edgedefault, &format!("{edges}{NODES}")));
            links.iter().map(|link| link.3).collect::<Vec<bool>>()
        };
        assert_eq!(two_way("directed"), [false, false, true]);
        assert_eq!(two_way("undirected"), [true, false, true]);
    }

    #[test]
    fn edges_weigh_what_they_say_or_how_long_they_are() {
        let weighed = "<edge source=\"a gate\" target=\"inn\"><data key=\"d3\">2.501</data></edge>";
        let plain = "<edge source=\"inn\" target=\"a gate\"><data key=\"d4\">7</data></edge>";
        let text = file("directed", &format!("{NODES}{weighed}{plain}"));
        assert_eq!(links(&text), [(1, 0, 251, false), (0, 1, 500, false)]);
        let with_default = text.replace(
            "attr.name=\"weight\"/>\n<key id=\"d4\"",
            "attr.name=\"weight\"><default>3</default></key>\n<key id=\"d4\"",
        );
        assert_eq!(links(&with_default)[1].2, 300);
    }

    #[test]
    fn without_points_an_edge_is_one_step() {
        let inside = "<node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/>";
        let text = file("undirected", inside);
        assert_eq!(links(&text), [(0, 1, 100, true)]);
        let (_, _, warnings) = read_text(&text).unwrap();
        let message = "line 9, column 1: every node lies at 0,0, for none has \"x\" or \"y\"";
        assert_eq!(warnings, [message]);
    }

    #[test]
    fn what_is_skipped_is_told() {
        let nested =
            "<node id=\"a\"><data key=\"d0\">1</data><graph edgedefault=\"directed\"/></node>";
        let inside = format!("{nested}\n<hyperedge/>\n<hyperedge/></graph>\n<graph>");
        let (graph, _, warnings) = read_text(&file("directed", &inside)).unwrap();
        assert_eq!(graph.len(), 1);
        let expected = [
            "line 10, column 37: graphs within nodes are skipped",
            "line 11, column 1: hyperedges are skipped",
            "line 13, column 1: graphs after the first are skipped",
        ];
        assert_eq!(warnings, expected);
    }

    #[test]
    fn what_cannot_be_is_told_by_place() {
        refused("<node/>", "1: this element has no \"id\"; expected one");
        let taken = "the name \"a\" is taken; expected another for each waypoint";
        refused("<node id=\"a\"/><node id=\"a\"/>", &format!("25: {taken}"));
        let unfit = "\"\" is no name for a waypoint; \
                     expected at least one character and no control characters";
        refused("<node id=\"\"/>", &format!("11: {unfit}"));
        let x = |x: &str| format!("<node id=\"a\"><data key=\"d0\">{x}</data></node>");
        refused(&x("east"), "14: \"east\"; expected a finite number");
        refused(&x("1e999"), "14: \"1e999\"; expected a finite number");
        let edge = |to: &str, more: &str| {
            format!("<node id=\"a\"/><edge source=\"a\" target=\"{to}\"{more}</edge>")
        };
        refused(&edge("b", ">"), "40: \"b\"; expected the id of a node of this graph");
        let says = "53: \"no\"; expected \"true\" or \"false\"";
        refused(&edge("a", " directed=\"no\">"), says);
        let says = "43: \"-2\"; expected a weight from 0 to 42949672.95";
        refused(&edge("a", "><data key=\"d3\">-2</data>"), says);
        refused(
            "<node id=\"a\"/><edge target=\"a\"/>",
            "15: this element has no \"source\"; expected one",
        );
    }

    #[test]
    fn files_that_are_no_graph_are_told_by_place() {
        let check = |text: &str, says: &str| {
            let error = read_text(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("a.graphml, line {says}")), "{error}");
        };
        check("<graphml>\n<graph>", "1, column 1: ");
        check("<map/>", "1, column 1: the element \"map\"; expected \"graphml\"");
        check("<graphml/>", "1, column 1: there is no graph; expected an element \"graph\"");
        check(&file("both", ""), "9, column 21: \"both\"; expected \"directed\" or \"undirected\"");
        check(&file("directed", ""), "9, column 1: there is no waypoint; expected at least one");
        check("<graphml><graph/></graphml>", "1, column 10: this element has no \"edgedefault\"");
        let bomb = "<!DOCTYPE a [<!ENTITY b \"c\">]><graphml>&b;</graphml>";
        check(bomb, "1, column 1: ");
    }

    #[test]
    fn deeply_nested_elements_are_skipped() {
        let deep = format!("{NODES}{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
        assert_eq!(read_text(&file("directed", &deep)).unwrap().0.len(), 2);
    }
}
