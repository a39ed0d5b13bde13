//! Plots of known timings, held byte by byte against the one kept in `tests/plots`.

#![cfg(test)]

use std::fs;
use std::path::Path;
use xunlu_bench::{Timings, plot};

fn line(map: &str, planner: &str, length: f64, us: f64) -> String {
    format!("{{\"map\":{map:?},\"planner\":{planner:?},\"length\":{length},\"us\":{us}}}\n")
}

fn drawn(lines: &str) -> String {
    let timings = Timings::of_lines("known.jsonl", lines.as_bytes()).unwrap();
    let svg = plot(&timings);
    assert_eq!(svg, plot(&timings));
    svg
}

/// The names beside the lines with their heights, from above; whoever has none is not among them.
fn labels(svg: &str) -> Vec<(String, f64)> {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let names = tree
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("name ")));
    let mut labels: Vec<(String, f64)> = names
        .map(|node| {
            let y = node.attribute("y").unwrap().parse().unwrap();
            (node.text().unwrap_or_default().to_owned(), y)
        })
        .collect();
    labels.sort_by(|a, b| a.1.total_cmp(&b.1));
    labels
}

/// Two maps and three planners, one of which answers but a few questions and is as fast as another.
fn known() -> String {
    let mut lines = String::new();
    for number in 1..=120 {
        let (length, scatter) = (f64::from(number) * 4.0, f64::from(number * 37 % 11));
        let map = if number % 2 == 0 { "even.map" } else { "odd.map" };
        lines += &line(map, "baseline", length, length * length / 20.0 + scatter * length / 3.0);
        lines += &line(map, "auto", length, 0.5 + length / 50.0 + scatter / 10.0);
        if number % 8 == 0 {
            lines += &line(map, "<other> & \"co\"", length, 0.6 + length / 48.0);
        }
    }
    lines
}

#[test]
fn known_figures_land_where_they_should() {
    let svg = drawn(&known());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plots/known.svg");
    if std::env::var_os("XUNLU_ACCEPT").is_some_and(|accept| accept == "1") {
        fs::write(&kept, &svg).unwrap();
    }
    if fs::read_to_string(&kept).is_ok_and(|kept| kept == svg) {
        return;
    }
    let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("known.svg");
    fs::write(&new, &svg).unwrap();
    panic!(
        "{} is not what is drawn now, which lies in {}; if that is as it should be, accept it with \
         XUNLU_ACCEPT=1 cargo test -p xunlu-bench --test plot",
        kept.display(),
        new.display()
    );
}

#[test]
fn whatever_is_known_makes_a_sound_plot() {
    let (one, far) = (line("m", "p", 3.0, 2.5), line("m", "p", 1e9, 1e12));
    let zero = line("m", "p", 0.0, 0.0);
    let strange = line("\u{1}<m>", "&\u{fffe}]]>", 1.0, 1.0).replace("\\u{1}", "\\u0001");
    let strange = strange.replace("\\u{fffe}", "\\ufffe");
    let many: String = (0..60).map(|number| line("m", &format!("p{number}"), 1.0, 1.0)).collect();
    for lines in [&known(), &one, &far, &zero, &strange, &many, &format!("{zero}{far}"), ""] {
        let svg = drawn(lines);
        let tree =
            roxmltree::Document::parse(&svg).unwrap_or_else(|wrong| panic!("{wrong}: {svg}"));
        assert_eq!(tree.root_element().tag_name().name(), "svg");
        for word in ["NaN", "inf"] {
            assert!(!svg.contains(word), "{svg}");
        }
        assert_eq!(svg.contains("no question was answered"), lines.is_empty());
    }
}

#[test]
fn names_of_lines_that_end_together_do_not_overlap() {
    for count in [8, 60] {
        let lines: String = (0..count)
            .map(|number| line("m", &format!("p{number}"), 9.0, 7.0 + f64::from(number) / 1e3))
            .collect();
        let labels = labels(&drawn(&lines));
        assert_eq!(labels.len(), usize::try_from(count).unwrap());
        let is_apart = |pair: &[(String, f64)]| pair[1].1 - pair[0].1 >= 17.0;
        assert!(labels.windows(2).all(is_apart), "{labels:?}");
        // The slowest stands highest.
        assert_eq!(labels[0].0, format!("p{}", count - 1));
    }
}
