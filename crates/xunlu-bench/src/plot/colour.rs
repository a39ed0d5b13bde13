//! What colour everything has, on a light and on a dark ground.

use super::push;

/// How many colours lines have: as many as there are planners of ours, and more. Another round of them is
/// dashed.
const COLOURS: usize = 12;

/// The colours on one ground, as SVG writes them.
pub(super) struct Palette {
    paper: &'static str,
    /// Around the paper, so that it ends on a page of its own colour, too.
    edge: &'static str,
    ink: &'static str,
    /// Words that matter less.
    quiet: &'static str,
    grid: &'static str,
    /// First the baseline's, which stands back, then those of all others. Eyes of every colour sight
    /// tell them apart, and the names beside the lines as well.
    lines: [&'static str; 1 + COLOURS],
}

pub(super) const LIGHT: Palette = Palette {
    paper: "#ffffff",
    edge: "#d9dce1",
    ink: "#26282e",
    quiet: "#5f636b",
    grid: "#e6e8ec",
    lines: [
        "#6e7178", "#0072b2", "#d55e00", "#00a077", "#93278f", "#332288", "#7a3b10", "#3f9fe0",
        "#a12bff", "#4a312d", "#d49b5b", "#8881fe", "#6112bb",
    ],
};

pub(super) const DARK: Palette = Palette {
    paper: "#1b1d23",
    edge: "#3a3f4a",
    ink: "#e8e8e4",
    quiet: "#a3a7af",
    grid: "#30343d",
    lines: [
        "#969aa2", "#56b4e9", "#f0803c", "#1fc48c", "#e07fd0", "#f2d04a", "#8474ff", "#d6ecfa",
        "#996747", "#04ff9d", "#007f97", "#8663be", "#e9e0ce",
    ],
};

/// The number of a planner's colour and whether its line is dashed; `others` counts those that had one
/// of the common colours before it.
pub(super) fn colour_of(planner: &str, others: &mut usize) -> (usize, bool) {
    if planner == "baseline" {
        return (0, false);
    }
    let (round, colour) = (*others / COLOURS, *others % COLOURS);
    *others += 1;
    (1 + colour, round % 2 == 1)
}

/// What does not depend on the ground.
const SHAPES: &str = "\
.grid,.axis,.line,.halo,.span,.leader{fill:none}
.line,.span,.leader,.ring{stroke:currentColor}.band,.dot,.name{fill:currentColor}
.line{stroke-width:2.25}.halo{stroke-width:5;stroke-opacity:.75}.dot{stroke-width:1.5}.ring{stroke-width:2}
.span{stroke-width:7;stroke-opacity:.25}.leader{stroke-opacity:.5}
.name{font-size:13px;font-weight:600}
";

/// The style sheet: one ground, and the other one for readers who want that.
pub(super) fn sheet(light: &Palette, dark: &Palette) -> String {
    let (light, dark) = (colours(light), colours(dark));
    format!("\n{SHAPES}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
}

fn colours(palette: &Palette) -> String {
    let Palette { paper, edge, ink, quiet, grid, lines } = palette;
    let mut sheet = format!(
        ".paper,.ring{{fill:{paper}}}.paper{{stroke:{edge}}}.halo,.dot{{stroke:{paper}}}\
         .ink{{fill:{ink}}}.quiet{{fill:{quiet}}}.grid{{stroke:{grid}}}.axis{{stroke:{quiet}}}\n"
    );
    for (number, colour) in lines.iter().enumerate() {
        push(&mut sheet, format_args!(".c{number}{{color:{colour}}}"));
    }
    sheet.push('\n');
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What eyes without the cones for long, middle or short waves see, in linear light (Machado,
    /// Oliveira and Fernandes 2009, at full severity), and before them all others.
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
        [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
        [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
    ];

    type Three = [f64; 3];

    fn times(matrix: &[Three; 3], [a, b, c]: Three) -> Three {
        matrix.map(|[x, y, z]| x * a + y * b + z * c)
    }

    fn linear(hex: &str) -> Three {
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The place in CIELAB, where equal distances look equal.
    fn seen(linear: Three) -> Three {
        let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let [x, y, z] = times(&to_xyz, linear.map(|part| part.clamp(0.0, 1.0)));
        let curve =
            |part: f64| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 };
        let [x, y, z] = [x / 0.9505, y, z / 1.089].map(curve);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: Three, b: Three) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn every_sight_tells_the_lines_from_each_other_and_from_the_paper() {
        for palette in [LIGHT, DARK] {
            for sight in &SIGHTS {
                let seen = |hex: &str| seen(times(sight, linear(hex)));
                for (number, line) in palette.lines.iter().enumerate() {
                    assert!(distance(seen(line), seen(palette.paper)) > 35.0, "{line}");
                    for other in &palette.lines[..number] {
                        assert!(distance(seen(line), seen(other)) > 10.0, "{line} {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn colours_come_round_with_dashes_and_the_baseline_has_its_own() {
        let mut others = 0;
        let mut next = |planner: &str| colour_of(planner, &mut others);
        assert_eq!((next("a"), next("baseline"), next("b")), ((1, false), (0, false), (2, false)));
        let rest: Vec<(usize, bool)> = (2..=COLOURS).map(|_| next("another")).collect();
        assert_eq!(rest[..2], [(3, false), (4, false)]);
        assert_eq!(rest[rest.len() - 2..], [(COLOURS, false), (1, true)]);
    }
}
