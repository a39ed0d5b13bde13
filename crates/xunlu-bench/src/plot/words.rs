//! The words on a plot.

use crate::report::grouped;
use crate::timings::Timings;

/// A title of more letters does not fit.
const TITLE_LETTERS: usize = 72;
/// More maps are not named, however short their names.
const NAMED_MAX: usize = 12;

/// What was asked: how many questions, on which maps.
pub(super) fn heading(timings: &Timings, counts: &[usize]) -> String {
    let answered = counts.iter().copied().filter(|&count| count > 0);
    let count = |count: usize| grouped(&count.to_string());
    let questions = match (answered.clone().min(), answered.max()) {
        (Some(1), Some(1)) => "1 question".to_owned(),
        (Some(least), Some(most)) if least == most => format!("{} questions", count(most)),
        (Some(least), Some(most)) => {
            format!("{} to {} questions a planner", count(least), count(most))
        }
        _ => "No questions".to_owned(),
    };
    let mut maps: Vec<&str> = Vec::new();
    for series in timings.series() {
        let map = series.map.strip_suffix(".map").unwrap_or(&series.map);
        if !maps.contains(&map) {
            maps.push(map);
        }
    }
    let title = |named: usize| format!("{questions}{}", on_maps(&maps, named));
    let fits = |title: &String| title.chars().count() <= TITLE_LETTERS;
    let named = (1..=maps.len().min(NAMED_MAX)).rev().map(title).find(fits);
    named.unwrap_or_else(|| shortened(&title(0), TITLE_LETTERS))
}

/// The maps, by the names of so many of them.
fn on_maps(maps: &[&str], named: usize) -> String {
    let (names, more) = maps.split_at(named.min(maps.len()));
    match (names, more.len()) {
        ([], 0) => String::new(),
        ([], 1) => " on 1 map".to_owned(),
        ([], more) => format!(" on {more} maps"),
        ([one], 0) => format!(" on {one}"),
        ([first @ .., last], 0) => format!(" on {} and {last}", first.join(", ")),
        (names, 1) => format!(" on {} and 1 more map", names.join(", ")),
        (names, more) => format!(" on {} and {more} more maps", names.join(", ")),
    }
}

/// Who is not drawn, for want of right answers; nothing if all are.
pub(super) fn told_without<'a>(planners: impl Iterator<Item = (&'a String, usize)>) -> String {
    let without = planners.filter(|(_, count)| *count == 0).map(|(planner, _)| planner.as_str());
    let without: Vec<&str> = without.collect();
    if without.is_empty() {
        return String::new();
    }
    format!("without a right answer: {}", shortened(&without.join(", "), 30))
}

/// The text, or what fits of it and a sign that there is more.
pub(super) fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters.saturating_sub(1)).chain(['…']).collect()
}

/// A power of ten in microseconds.
pub(super) fn told_of_time(us: f64) -> String {
    if us < 1.0 { format!("{us}") } else { grouped(&format!("{us:.0}")) }
}

/// A length; short ones may have a digit behind the point.
pub(super) fn told_of_length(length: f64) -> String {
    let told = format!("{length:.1}");
    told.strip_suffix(".0").map_or_else(|| told.clone(), grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(maps: &[&str], counts: &[usize], title: &str) {
        let line =
            |map: &&str| format!("{{\"map\":\"{map}\",\"planner\":\"p\",\"length\":1,\"us\":1}}\n");
        let lines: String = maps.iter().map(line).collect();
        let timings = Timings::of_lines("f", lines.as_bytes()).unwrap();
        assert_eq!(heading(&timings, counts), title);
    }

    #[test]
    fn a_title_names_the_maps_that_fit_and_counts_the_others() {
        check(&["a.map"], &[1234, 1234], "1,234 questions on a");
        check(&["a.map", "b"], &[1], "1 question on a and b");
        check(&["a", "b", "c"], &[7, 0, 12], "7 to 12 questions a planner on a, b and c");
        check(&["a"], &[0], "No questions on a");
        check(&[], &[], "No questions");
        let (long, longer) = ("m".repeat(30), "n".repeat(30));
        let told = format!("5 questions on {long} and 2 more maps");
        check(&[&long, &longer, "c"], &[5], &told);
        check(&[&"m".repeat(90)], &[5], "5 questions on 1 map");
    }

    #[test]
    fn numbers_are_told_short() {
        assert_eq!([0.001, 1.0, 1e5].map(told_of_time), ["0.001", "1", "100,000"]);
        assert_eq!([0.0, 0.6000000000000001, 1200.0].map(told_of_length), ["0", "0.6", "1,200"]);
        assert_eq!((shortened("abc", 3), shortened("abcd", 3)), ("abc".into(), "ab…".into()));
    }
}
