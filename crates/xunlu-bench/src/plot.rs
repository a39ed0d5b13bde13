//! A plot of time against the length of paths: a line a planner, as text of an SVG file.

mod buckets;
mod labels;
mod scale;
mod words;
mod colour;
mod svg;

use crate::figures::float;
use crate::timings::{Timing, Timings};
use buckets::{Bucket, buckets};
use colour::{DARK, LIGHT, colour_of};
use labels::spread;
use scale::{Length, Time};
use std::fmt::Write;
use svg::{Anchor, number, path, text};
use words::{heading, shortened, told_of_time, told_without};
use xunlu_picture::escaped;

/// How wide a plot is, and how high at least, in pixels.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 480.0;
/// Around everything.
const MARGIN: f64 = 24.0;
/// Above and below the lines, for the words.
const ABOVE: f64 = 104.0;
const BELOW: f64 = 64.0;
/// From the middle of a label to the middle of the next.
const LABEL_GAP: f64 = 18.0;
/// From the end of the lines to their labels.
const LEADER: f64 = 26.0;
/// The room for a letter; no font in use is wider, for fonts differ from reader to reader.
const LETTER: f64 = 7.8;
/// How much all bands together hide, were they drawn on one another.
const BANDS_OPACITY: f64 = 0.6;
/// Labels are cut to so many letters.
const LABEL_LETTERS: usize = 28;

/// Draws, for each planner, the medians of its times over the lengths of the shortest paths, on a scale
/// where each line of the grid is ten times the one below, and a faint band from the 10th to the 90th
/// percentile. The questions of all maps stand together. The plot brings its own ground, which is dark
/// for readers who want it dark. The same timings give the same text; `tests/plot.rs` holds it.
#[must_use]
pub fn plot(timings: &Timings) -> String {
    let lines = lines_of(timings);
    let frame = Frame::around(&lines);
    let mut svg = String::new();
    frame.open(&mut svg, timings, &lines);
    frame.draw_grid(&mut svg);
    let drawn: Vec<&Line> = lines.iter().filter(|line| !line.buckets.is_empty()).collect();
    // Many bands are fainter each, so that what lies under all of them can be seen.
    let opacity = (BANDS_OPACITY / float(drawn.len().max(1))).clamp(0.04, 0.13);
    push(&mut svg, format_args!("<g fill-opacity=\"{opacity:.2}\">\n"));
    for line in &drawn {
        frame.draw_band(&mut svg, line);
    }
    svg.push_str("</g>\n");
    for line in &drawn {
        frame.draw_line(&mut svg, line);
    }
    frame.draw_labels(&mut svg, &drawn);
    if drawn.is_empty() {
        let at = ((frame.left + frame.right) / 2.0, (ABOVE + frame.bottom) / 2.0);
        text(
            &mut svg,
            at,
            Anchor::Middle,
            "class=\"quiet\" font-size=\"15\"",
            "no question was answered",
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// What is drawn of a planner.
struct Line {
    planner: String,
    /// How many questions it answered.
    count: usize,
    buckets: Vec<Bucket>,
    colour: usize,
    is_dashed: bool,
}

/// A line for each planner, in the order in which they came.
fn lines_of(timings: &Timings) -> Vec<Line> {
    let mut planners: Vec<(&str, Vec<Timing>)> = Vec::new();
    for series in timings.series() {
        let known = planners.iter_mut().find(|(planner, _)| *planner == series.planner);
        match known {
            Some((_, all)) => all.extend(&series.timings),
            None => planners.push((&series.planner, series.timings.clone())),
        }
    }
    let mut others = 0;
    let lines = planners.into_iter().map(|(planner, timings)| {
        let (colour, is_dashed) = colour_of(planner, &mut others);
        let (count, buckets) = (timings.len(), buckets(timings));
        Line { planner: planner.to_owned(), count, buckets, colour, is_dashed }
    });
    lines.collect()
}

/// Where everything stands, in pixels.
struct Frame {
    height: f64,
    left: f64,
    right: f64,
    bottom: f64,
    length: Length,
    time: Time,
}

impl Frame {
    fn around(lines: &[Line]) -> Frame {
        let all = || lines.iter().flat_map(|line| &line.buckets);
        let length = Length::to(all().map(|bucket| bucket.length).fold(0.0, f64::max));
        let time = Time::over(all().flat_map(|bucket| [bucket.low_us, bucket.high_us]));
        let drawn = lines.iter().filter(|line| !line.buckets.is_empty());
        let room = |letters: usize| float(letters) * LETTER;
        let labels: Vec<usize> =
            drawn.map(|line| shortened(&line.planner, LABEL_LETTERS).chars().count()).collect();
        let widest = room(labels.iter().copied().max().unwrap_or(0));
        let tick = time.decades().map(|us| told_of_time(us).chars().count()).max().unwrap_or(0);
        let needed = float(labels.len()) * LABEL_GAP;
        let height = HEIGHT.max(ABOVE + needed + BELOW);
        let left = MARGIN + room(tick) + 6.0;
        let right =
            if labels.is_empty() { WIDTH - MARGIN } else { WIDTH - MARGIN - widest - LEADER };
        Frame { height, left, right, bottom: height - BELOW, length, time }
    }

    fn x(&self, length: f64) -> f64 {
        self.left + (self.right - self.left) * self.length.part(length)
    }

    fn y(&self, us: f64) -> f64 {
        self.bottom - (self.bottom - ABOVE) * self.time.part(us)
    }

    /// The ground, and the words around the plot.
    fn open(&self, svg: &mut String, timings: &Timings, lines: &[Line]) {
        let counts: Vec<usize> = lines.iter().map(|line| line.count).collect();
        let title = heading(timings, &counts);
        let (width, height) = (number(WIDTH), number(self.height));
        let (inner_width, inner_height) = (number(WIDTH - 1.0), number(self.height - 1.0));
        push(
            svg,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-size=\"12\" \
             font-family=\"system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{}</title>\n<style>{}</style>\n\
             <rect class=\"paper\" x=\".5\" y=\".5\" width=\"{inner_width}\" height=\"{inner_height}\" rx=\"10\"/>\n",
                escaped(&title),
                colour::sheet(&LIGHT, &DARK),
            ),
        );
        let strong = "class=\"ink\" font-size=\"18\" font-weight=\"600\"";
        text(svg, (MARGIN, 38.0), Anchor::Start, strong, &title);
        let quiet = "class=\"quiet\"";
        let below = "Lines: medians of questions with paths of like length. \
                     Bands: from the 10th to the 90th percentile.";
        text(svg, (MARGIN, 58.0), Anchor::Start, quiet, below);
        let time = "time of a question in microseconds, on a logarithmic scale";
        text(svg, (MARGIN, ABOVE - 20.0), Anchor::Start, quiet, time);
        let without = told_without(lines.iter().map(|line| (&line.planner, line.count)));
        if !without.is_empty() {
            text(svg, (WIDTH - MARGIN, ABOVE - 20.0), Anchor::End, quiet, &without);
        }
        let length = "length of the shortest path in straight steps";
        text(svg, (self.right, self.bottom + 42.0), Anchor::End, quiet, length);
    }

    fn draw_grid(&self, svg: &mut String) {
        let mut grid = String::new();
        for us in self.time.decades() {
            path(&mut grid, &[(self.left, self.y(us)), (self.right, self.y(us))]);
        }
        push(svg, format_args!("<path class=\"grid\" d=\"{grid}\"/>\n"));
        for us in self.time.decades() {
            let at = (self.left - 10.0, self.y(us) + 4.0);
            text(svg, at, Anchor::End, "class=\"quiet\"", &told_of_time(us));
        }
        let mut axis = String::new();
        path(&mut axis, &[(self.left, self.bottom), (self.right, self.bottom)]);
        for length in self.length.ticks() {
            let x = self.x(length);
            path(&mut axis, &[(x, self.bottom), (x, self.bottom + 5.0)]);
            let told = words::told_of_length(length);
            text(svg, (x, self.bottom + 20.0), Anchor::Middle, "class=\"quiet\"", &told);
        }
        push(svg, format_args!("<path class=\"axis\" d=\"{axis}\"/>\n"));
    }

    fn draw_band(&self, svg: &mut String, line: &Line) {
        let upper = line.buckets.iter().map(|at| (self.x(at.length), self.y(at.high_us)));
        let lower = line.buckets.iter().rev().map(|at| (self.x(at.length), self.y(at.low_us)));
        let mut around = String::new();
        path(&mut around, &upper.chain(lower).collect::<Vec<_>>());
        // A single bucket has a band without breadth, which a line shows.
        let kind = if line.buckets.len() == 1 { "span" } else { "band" };
        push(svg, format_args!("<path class=\"{kind} c{}\" d=\"{around}z\"/>\n", line.colour));
    }

    fn draw_line(&self, svg: &mut String, line: &Line) {
        let points = line.buckets.iter().map(|at| (self.x(at.length), self.y(at.median_us)));
        let points: Vec<(f64, f64)> = points.collect();
        let (colour, mut along) = (line.colour, String::new());
        path(&mut along, &points);
        if points.len() > 1 {
            let dash = if line.is_dashed { " stroke-dasharray=\"7 5\"" } else { "" };
            push(svg, format_args!("<path class=\"halo\" d=\"{along}\"/>\n"));
            push(svg, format_args!("<path class=\"line c{colour}\"{dash} d=\"{along}\"/>\n"));
        }
        if let Some(&(x, y)) = points.last() {
            // A line of the second round ends in a ring.
            let kind = if line.is_dashed { "ring" } else { "dot" };
            let (x, y) = (number(x), number(y));
            push(
                svg,
                format_args!(
                    "<circle class=\"{kind} c{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n"
                ),
            );
        }
    }

    /// The names beside the ends of the lines, as near to these as they fit.
    fn draw_labels(&self, svg: &mut String, lines: &[&Line]) {
        let end = |line: &Line| {
            let last = line.buckets.last()?;
            Some((self.x(last.length), self.y(last.median_us)))
        };
        let ends: Vec<(f64, f64)> = lines.iter().filter_map(|line| end(line)).collect();
        let wanted: Vec<f64> = ends.iter().map(|&(_, y)| y).collect();
        let middles = spread(&wanted, LABEL_GAP, (ABOVE, self.bottom));
        for ((line, (x, y)), middle) in lines.iter().zip(ends).zip(middles) {
            let at = self.right + LEADER;
            let mut leader = String::new();
            path(&mut leader, &[(x + 7.0, y), (at - 12.0, middle), (at - 5.0, middle)]);
            push(svg, format_args!("<path class=\"leader c{}\" d=\"{leader}\"/>\n", line.colour));
            let name = shortened(&line.planner, LABEL_LETTERS);
            let kind = format!("class=\"name c{}\"", line.colour);
            text(svg, (at, middle + 4.5), Anchor::Start, &kind, &name);
        }
    }
}

fn push(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string takes all that is written to it");
}
