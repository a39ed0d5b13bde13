//! Text: shapes become SVG that any browser draws, without fonts or scripts of its own.

use crate::colour::{Paint, Rgb};
use crate::font::GLYPH_HEIGHT;
use crate::position::{PIXEL, Position, pixels};
use crate::scene::{Anchor, Image, Pen, Raster, Scene, Shape, Text, Tiles};
use std::collections::BTreeMap;
use std::fmt::Write;
use xunlu_format::colour::hex;

/// A scene as the text of an SVG file.
pub(crate) fn text_of(scene: &Scene) -> String {
    let mut svg = String::new();
    let Scene { width, height, paper, .. } = scene;
    let title = escaped(&scene.title);
    push(
        &mut svg,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace,Menlo,Consolas,monospace\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>{title}</title>\n"
        ),
    );
    push(
        &mut svg,
        format_args!("<path fill=\"{}\" d=\"M0 0h{width}v{height}h-{width}z\"/>\n", hex(*paper)),
    );
    let mut is_within = false;
    for shape in &scene.shapes {
        if let Shape::Part(name) = shape {
            if is_within {
                svg.push_str("</g>\n");
            }
            push(&mut svg, format_args!("<g id=\"{name}\">\n"));
            is_within = true;
        } else {
            write_shape(&mut svg, shape);
        }
    }
    svg.push_str(if is_within { "</g>\n</svg>\n" } else { "</svg>\n" });
    svg
}

/// An image within the text, as a PNG in base64. One that cannot be packed is left out.
fn write_image(svg: &mut String, image: &Image) {
    let Image { left, top, width, pixels } = image;
    let height = pixels.len() / (*width as usize).max(1);
    let Ok(png) = crate::png_of(*width, pixels.as_flattened()) else { return };
    push(
        svg,
        format_args!(
            "<image x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{}\"/>\n",
            base64(&png)
        ),
    );
}

/// Base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| three.get(at).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for sixth in 0..4 {
            let number = (bits >> (18 - 6 * sixth)) as usize % 64;
            text.push(if sixth <= three.len() { char::from(LETTERS[number]) } else { '=' });
        }
    }
    text
}

fn write_shape(svg: &mut String, shape: &Shape) {
    match shape {
        Shape::Part(_) => {}
        Shape::Image(image) => write_image(svg, image),
        Shape::Raster(raster) => write_raster(svg, raster),
        Shape::Tiles(tiles) => write_tiles(svg, tiles),
        Shape::Polygons { outlines, fill } => write_polygons(svg, outlines, *fill),
        Shape::Lines { lines, pen } => write_lines(svg, lines, *pen),
        Shape::Disc { centre, radius, fill, rim } => {
            let [x, y, r] = [centre.x, centre.y, *radius].map(number);
            push(svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{}", filled(*fill)));
            if let Some((width, colour)) = rim {
                // A rim lies outside the disc, a stroke half inside: it is drawn first.
                let (stroke, width) = (hex(*colour), number(2 * width));
                let order = "paint-order=\"stroke\"";
                push(svg, format_args!(" stroke=\"{stroke}\" stroke-width=\"{width}\" {order}"));
            }
            svg.push_str("/>\n");
        }
        Shape::Text(text) => write_text(svg, text),
    }
}

/// One path a colour; equal squares that follow each other in a row are one rectangle.
fn write_raster(svg: &mut String, raster: &Raster) {
    let mut paths: BTreeMap<Rgb, String> = BTreeMap::new();
    let columns = raster.columns.max(1) as usize;
    for (row, samples) in raster.samples.chunks(columns).enumerate() {
        let colour_at = |sample: u16| raster.colours.get(usize::from(sample)).copied().flatten();
        let mut column = 0;
        for run in samples.chunk_by(|&a, &b| colour_at(a) == colour_at(b)) {
            let length = run.len();
            if let Some(colour) = run.first().and_then(|&sample| colour_at(sample)) {
                let path = paths.entry(colour).or_default();
                push(path, format_args!("M{column} {row}h{length}v1h-{length}z"));
            }
            column += length;
        }
    }
    let Raster { left, top, pixels, .. } = raster;
    push(
        svg,
        format_args!(
            "<g transform=\"translate({left} {top}) scale({pixels})\" shape-rendering=\"crispEdges\">\n"
        ),
    );
    for (colour, path) in paths {
        push(svg, format_args!("<path fill=\"{}\" d=\"{path}\"/>\n", hex(colour)));
    }
    svg.push_str("</g>\n");
}

fn write_tiles(svg: &mut String, tiles: &Tiles) {
    let mut paths: BTreeMap<Rgb, String> = BTreeMap::new();
    let Some(first) = tiles.corners.first() else { return };
    let mut around = String::new();
    for pair in tiles.corners.windows(2) {
        let (x, y) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
        push(&mut around, format_args!("l{} {}", number(x), number(y)));
    }
    for (centre, sample) in &tiles.tiles {
        if let Some(colour) = tiles.colours.get(usize::from(*sample)).copied().flatten() {
            let path = paths.entry(colour).or_default();
            let at = centre.plus(first.x, first.y);
            push(path, format_args!("M{} {}{around}z", number(at.x), number(at.y)));
        }
    }
    let (width, line) = tiles.line.map_or((PIXEL / 2, None), |(width, line)| (width, Some(line)));
    push(svg, format_args!("<g stroke-width=\"{}\">\n", number(width)));
    for (colour, path) in paths {
        let (fill, stroke) = (hex(colour), hex(line.unwrap_or(colour)));
        push(svg, format_args!("<path fill=\"{fill}\" stroke=\"{stroke}\" d=\"{path}\"/>\n"));
    }
    svg.push_str("</g>\n");
}

fn write_polygons(svg: &mut String, outlines: &[Vec<Position>], fill: Paint) {
    let d = path_of(outlines, "z");
    if !d.is_empty() {
        push(svg, format_args!("<path{} d=\"{d}\"/>\n", filled(fill)));
    }
}

fn write_lines(svg: &mut String, lines: &[Vec<Position>], pen: Pen) {
    let d = path_of(lines, "");
    if d.is_empty() {
        return;
    }
    let (stroke, width) = (hex(pen.paint.colour), number(pen.width));
    push(svg, format_args!("<path fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\""));
    if pen.paint.alpha < 255 {
        push(svg, format_args!(" stroke-opacity=\"{}\"", opacity(pen.paint)));
    }
    if let Some(dash) = pen.dash {
        push(svg, format_args!(" stroke-dasharray=\"{}\"", number(dash)));
    }
    push(svg, format_args!(" d=\"{d}\"/>\n"));
}

fn write_text(svg: &mut String, text: &Text) {
    let at = text.at.plus(0, pixels(GLYPH_HEIGHT * text.size));
    let anchor = match text.anchor {
        Anchor::Left => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::Right => " text-anchor=\"end\"",
    };
    let ([x, y], size) = ([at.x, at.y].map(number), text.size * 10);
    let (fill, words) = (hex(text.colour), escaped(&text.text));
    let place = format_args!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"{fill}\">{words}</text>\n"
    )
    .to_string();
    svg.push_str(&place);
}

/// Lines from point to point, each by how far it goes.
fn path_of(lines: &[Vec<Position>], end: &str) -> String {
    let mut path = String::new();
    for line in lines {
        let Some(first) = line.first() else { continue };
        push(&mut path, format_args!("M{} {}", number(first.x), number(first.y)));
        for pair in line.windows(2) {
            let (x, y) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
            match (x, y) {
                (_, 0) => push(&mut path, format_args!("h{}", number(x))),
                (0, _) => push(&mut path, format_args!("v{}", number(y))),
                _ => push(&mut path, format_args!("l{} {}", number(x), number(y))),
            }
        }
        path.push_str(end);
    }
    path
}

/// Units as pixels, exactly: a sixteenth has four decimals.
fn number(units: i32) -> String {
    let (whole, part) = (units.unsigned_abs() / 16, units.unsigned_abs() % 16 * 625);
    let sign = if units < 0 { "-" } else { "" };
    if part == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{part:04}").trim_end_matches('0').to_owned()
}

fn filled(paint: Paint) -> String {
    let fill = hex(paint.colour);
    if paint.alpha == 255 {
        return format!(" fill=\"{fill}\"");
    }
    format!(" fill=\"{fill}\" fill-opacity=\"{}\"", opacity(paint))
}

fn opacity(paint: Paint) -> String {
    let hundredths = (u32::from(paint.alpha) * 100 + 127) / 255;
    format!("0.{hundredths:02}")
}

/// Words as XML has them; what XML cannot hold becomes the sign for a lost character.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

fn push(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string takes all that is written to it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_in_base64() {
        let texts = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn words_are_escaped() {
        assert_eq!(escaped("a<b>&\"\n"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
