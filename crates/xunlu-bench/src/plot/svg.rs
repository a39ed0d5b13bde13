//! Pieces of SVG text.

use super::push;
use xunlu_picture::escaped;

/// On which side of its place a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// Behind it.
    Start,
    /// Around it.
    Middle,
    /// Before it.
    End,
}

/// Writes words at a place, on their line; `kind` are attributes that tell how they look.
pub(super) fn text(svg: &mut String, at: (f64, f64), anchor: Anchor, kind: &str, words: &str) {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (x, y, words) = (number(at.0), number(at.1), escaped(words));
    push(svg, format_args!("<text {kind} x=\"{x}\" y=\"{y}\"{anchor}>{words}</text>\n"));
}

/// Puts a line through these points to a path.
pub(super) fn path(path: &mut String, points: &[(f64, f64)]) {
    for (count, &(x, y)) in points.iter().enumerate() {
        let sign = if count == 0 { 'M' } else { 'L' };
        push(path, format_args!("{sign}{} {}", number(x), number(y)));
    }
}

/// To a tenth of a pixel, so that no machine's last digits are in the picture.
pub(super) fn number(pixels: f64) -> String {
    let told = format!("{pixels:.1}");
    let told = told.strip_suffix(".0").unwrap_or(&told);
    if told == "-0" { "0".to_owned() } else { told.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_digit_behind_the_point_where_it_tells_something() {
        assert_eq!([1.0, 1.25, -0.04, 860.96].map(number), ["1", "1.2", "0", "861"]);
    }
}
