//! Figures told: a table for people, a line of JSON for programs.

use crate::figures::{Figures, float, mean_us, microseconds, percentile_us};
use crate::solver::Rule;
use serde_json::Value;

/// One object on one line, without its line break. The names of its fields stay; fields may be added.
#[must_use]
pub fn json_line(figures: &Figures) -> String {
    let times = &figures.times;
    let mut fields: Vec<(&str, Value)> = vec![
        ("map", figures.map.as_str().into()),
        ("planner", figures.planner.as_str().into()),
        ("queries", times.len().into()),
        ("mean_us", rounded(figures.mean_us())),
        ("first_us", rounded(figures.first_us())),
        ("median_us", rounded(percentile_us(times, 50))),
        ("p99_us", rounded(percentile_us(times, 99))),
        ("max_us", rounded(percentile_us(times, 100))),
        ("expansions", figures.expansions.into()),
        ("bytes", figures.bytes.into()),
        ("prepare_us", rounded(Some(microseconds(figures.prepare)))),
        ("wrong", figures.wrong.into()),
        ("disputed", figures.disputed.into()),
        ("blocked", figures.blocked.into()),
        ("ratio", figures.ratio.map(|ratio| (ratio * 1e4).round() / 1e4).into()),
        ("over_percent", rounded(Some(figures.over_percent()))),
        ("rule", rule(figures.rule).into()),
    ];
    if let Some(unreachable) = &figures.unreachable {
        fields.push(("unreachable_queries", unreachable.times.len().into()));
        fields.push(("unreachable_mean_us", rounded(mean_us(&unreachable.times))));
        fields.push(("unreachable_max_us", rounded(percentile_us(&unreachable.times, 100))));
    }
    let fields: Vec<String> =
        fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}

const fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Scenario => "scenario",
        Rule::Other(told) => told,
    }
}

/// In nanoseconds' steps: a clock says no more.
pub(crate) fn rounded(number: Option<f64>) -> Value {
    // A zero without a sign: sums of rounded lengths may fall a little short of nothing.
    number.map(|number| (number * 1e3).round() / 1e3 + 0.0).into()
}

/// What a column of the table says of a row.
type Cell = fn(&Figures) -> String;

/// The figures of one map as aligned columns under a line of headings, ending with a line break.
/// Times are in microseconds. Columns where there is nothing to tell are left out.
#[must_use]
pub fn table(figures: &[Figures]) -> String {
    let mut columns: Vec<(&str, Cell)> = vec![
        ("planner", |row| row.planner.clone()),
        ("queries", |row| grouped(&row.times.len().to_string())),
        ("mean us", |row| time(row.mean_us())),
        ("first us", |row| time(row.first_us())),
        ("median", |row| time(percentile_us(&row.times, 50))),
        ("p99", |row| time(percentile_us(&row.times, 99))),
        ("max", |row| time(percentile_us(&row.times, 100))),
        ("expansions", |row| mean_expansions(row)),
        ("bytes", |row| row.bytes.map_or_else(none, |count| grouped(&count.to_string()))),
        ("prepare us", |row| time(Some(microseconds(row.prepare)))),
        ("wrong", |row| grouped(&row.wrong.to_string())),
    ];
    let mut tell = |is_told: bool, heading, cell: Cell| {
        if is_told {
            columns.push((heading, cell));
        }
    };
    let any = |is: fn(&Figures) -> bool| figures.iter().any(is);
    tell(any(|row| row.ratio.is_some()), "of baseline", |row| {
        row.ratio.map_or_else(none, |ratio| format!("{ratio:.3}"))
    });
    tell(any(|row| row.disputed > 0), "disputed", |row| grouped(&row.disputed.to_string()));
    tell(any(|row| row.blocked > 0), "blocked", |row| grouped(&row.blocked.to_string()));
    tell(any(|row| over(row).abs() > 0.0), "over %", |row| format!("{:.2}", over(row)));
    tell(any(|row| row.unreachable.is_some()), "no path: mean us", |row| {
        time(row.unreachable.as_ref().and_then(|unreachable| mean_us(&unreachable.times)))
    });
    tell(any(|row| row.unreachable.is_some()), "max", |row| {
        let times = row.unreachable.as_ref().map(|unreachable| &unreachable.times);
        time(times.and_then(|times| percentile_us(times, 100)))
    });
    tell(any(|row| row.rule != Rule::Scenario), "rule", |row| rule(row.rule).to_owned());
    let headings = columns.iter().map(|(heading, _)| (*heading).to_owned()).collect();
    let rows = figures.iter().map(|row| columns.iter().map(|(_, cell)| cell(row)).collect());
    aligned(&std::iter::once(headings).chain(rows).collect::<Vec<Vec<String>>>())
}

/// Rows with their columns below each other, the first from the left and the others from the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Expansions a question, beside the mean time of one.
fn mean_expansions(row: &Figures) -> String {
    let Some(count) = row.expansions.filter(|_| !row.times.is_empty()) else { return none() };
    #[expect(clippy::cast_precision_loss, reason = "nobody counts to 2^53")]
    let mean = count as f64 / float(row.times.len());
    if mean < 100.0 { format!("{mean:.1}") } else { grouped(&format!("{mean:.0}")) }
}

/// The percents by which paths were too long, to the digits that are shown: rounded first, for else sums
/// of rounded lengths that fall a little short of nothing would be told as -0.00.
fn over(row: &Figures) -> f64 {
    (row.over_percent() * 1e2).round() / 1e2 + 0.0
}

fn none() -> String {
    "-".to_owned()
}

/// A time in microseconds, with digits behind the point only where they tell something.
fn time(microseconds: Option<f64>) -> String {
    match microseconds {
        None => none(),
        Some(time) if time < 100.0 => format!("{time:.2}"),
        Some(time) => grouped(&format!("{time:.0}")),
    }
}

/// `1,234,567`
pub(crate) fn grouped(digits: &str) -> String {
    let mut told = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Unreachable;
    use crate::figures::tests::sample;
    use std::time::Duration;

    #[test]
    fn a_line_of_json_has_its_fields_in_order() {
        let mut figures = sample("astar", &[1, 2, 6]);
        figures.map = "a \"b\".map".to_owned();
        figures.ratio = Some(0.123_456);
        assert_eq!(
            json_line(&figures),
            "{\"map\":\"a \\\"b\\\".map\",\"planner\":\"astar\",\"queries\":3,\"mean_us\":3.0,\
             \"first_us\":6.0,\"median_us\":2.0,\"p99_us\":6.0,\"max_us\":6.0,\"expansions\":10,\"bytes\":1000,\
             \"prepare_us\":5.0,\"wrong\":0,\"disputed\":0,\"blocked\":0,\"ratio\":0.1235,\"over_percent\":0.0,\
             \"rule\":\"scenario\"}"
        );
        figures.unreachable = Some(Unreachable { times: vec![Duration::from_nanos(250)] });
        let line = json_line(&figures);
        assert!(line.contains("\"unreachable_queries\":1,\"unreachable_mean_us\":0.25,"), "{line}");
        serde_json::from_str::<Value>(&line).unwrap();
    }

    #[test]
    fn columns_stand_below_each_other() {
        let mut figures = [sample("baseline", &[1000, 3000]), sample("astar", &[10])];
        figures[1].expansions = None;
        figures[1].over_percents = -0.001;
        figures[1].bytes = Some(1_234_567);
        figures[1].ratio = Some(0.005);
        assert_eq!(
            table(&figures),
            "planner   queries  mean us  first us  median    p99    max  expansions      bytes  \
             prepare us  wrong  of baseline\n\
             baseline        2    2,000     4,000   1,000  3,000  3,000         5.0      1,000        \
             5.00      0            -\n\
             astar           1    10.00     20.00   10.00  10.00  10.00           -  1,234,567        \
             5.00      0        0.005\n"
        );
    }

    #[test]
    fn a_trifle_below_nothing_is_nothing() {
        let mut figures = [sample("greedy", &[10]), sample("astar", &[10])];
        figures[0].over_percents = 7.5;
        figures[1].over_percents = -0.001;
        let table = table(&figures);
        assert!(table.contains("  7.50\n") && table.contains("  0.00\n"), "{table}");
    }
}
