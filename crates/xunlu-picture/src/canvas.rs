//! Pixels: shapes become rows of red, green and blue, with smooth edges, in whole numbers alone.

use crate::colour::{Paint, Rgb};
use crate::font::{self, ADVANCE};
use crate::position::{PIXEL, Position, narrow};
use crate::scene::{Anchor, Image, Pen, Raster, Scene, Shape, Text, Tiles};

/// A picture of pixels.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
    // What of each pixel of the row at hand is covered, and where runs of whole pixels begin and end.
    cover: Vec<i32>,
    crossings: Vec<(i64, i32)>,
}

/// How many times a row of pixels is looked at, and so how much covers a pixel wholly.
const LOOKS: i32 = 4;
const WHOLE: i32 = LOOKS * PIXEL;

impl Canvas {
    /// The picture of a scene.
    pub(crate) fn of(scene: &Scene) -> Canvas {
        let (width, height) = (scene.width, scene.height);
        let mut bytes = vec![0; width as usize * height as usize * 3];
        bytes.as_chunks_mut::<3>().0.fill(scene.paper);
        let cover = vec![0; 2 * (width as usize + 2)];
        let mut canvas = Canvas { width, height, bytes, cover, crossings: Vec::new() };
        for shape in &scene.shapes {
            canvas.paint(shape);
        }
        canvas
    }

    /// Its rows, three bytes a pixel.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn paint(&mut self, shape: &Shape) {
        match shape {
            Shape::Part(_) => {}
            Shape::Image(image) => self.image(image),
            Shape::Raster(raster) => self.raster(raster),
            Shape::Tiles(tiles) => self.tiles(tiles),
            Shape::Polygons { outlines, fill } => {
                outlines.iter().for_each(|outline| self.polygon(outline, *fill));
            }
            Shape::Lines { lines, pen } => lines.iter().for_each(|line| self.line(line, *pen)),
            Shape::Disc { centre, radius, fill, rim } => {
                if let Some((width, colour)) = rim {
                    self.disc(*centre, radius + width, Paint::solid(*colour));
                }
                self.disc(*centre, *radius, *fill);
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn image(&mut self, image: &Image) {
        let wide = (image.width as usize).max(1);
        let stride = self.width as usize * 3;
        for (row, pixels) in (image.top as usize..).zip(image.pixels.chunks_exact(wide)) {
            let from = row * stride + image.left as usize * 3;
            let to = (from + wide * 3).min((row + 1) * stride);
            let Some(line) = self.bytes.get_mut(from..to) else { return };
            let pixels = pixels.iter().zip(line.as_chunks_mut::<3>().0);
            pixels.for_each(|(colour, pixel)| *pixel = *colour);
        }
    }

    fn raster(&mut self, raster: &Raster) {
        let columns = raster.columns as usize;
        let stride = self.width as usize * 3;
        let wide = raster.pixels as usize;
        for (row, samples) in (0_u32..).zip(raster.samples.chunks_exact(columns.max(1))) {
            let first = raster.top + row * raster.pixels;
            let from = first as usize * stride + raster.left as usize * 3;
            let to = (from + columns * wide * 3).min((first as usize + 1) * stride);
            let Some(line) = self.bytes.get_mut(from..to) else { return };
            if wide == 1 {
                let pixels = line.as_chunks_mut::<3>().0;
                for (sample, pixel) in samples.iter().zip(pixels) {
                    if let Some(Some(colour)) = raster.colours.get(usize::from(*sample)) {
                        *pixel = *colour;
                    }
                }
                continue;
            }
            for (sample, pixels) in samples.iter().zip(line.chunks_mut(wide * 3)) {
                if let Some(Some(colour)) = raster.colours.get(usize::from(*sample)) {
                    pixels.as_chunks_mut::<3>().0.fill(*colour);
                }
            }
            // The other rows of pixels of these squares look like the first.
            for below in 1..wide {
                let copy = from + below * stride;
                if copy + (to - from) <= self.bytes.len() {
                    self.bytes.copy_within(from..to, copy);
                }
            }
        }
    }

    fn tiles(&mut self, tiles: &Tiles) {
        let moved = |centre: Position, by: i32| -> Vec<Position> {
            let far = Position::default();
            let corner = |corner: &Position| {
                let out = far.distance(*corner);
                far.towards(*corner, i64::from(out + by), i64::from(out)).plus(centre.x, centre.y)
            };
            tiles.corners.iter().map(corner).collect()
        };
        let colour_of = |sample: u16| tiles.colours.get(usize::from(sample)).copied().flatten();
        // What is between tiles is painted first, a little larger than they are, so that no gap shows.
        let (gap, under) = tiles.line.map_or((0, None), |(width, colour)| (width, Some(colour)));
        for pass in [true, false] {
            for &(centre, sample) in &tiles.tiles {
                let Some(colour) = colour_of(sample) else { continue };
                let colour = if pass { under.unwrap_or(colour) } else { colour };
                let by = if pass { gap / 2 + PIXEL / 2 } else { -gap / 2 };
                if !pass || under.is_some() {
                    self.polygon(&moved(centre, by), Paint::solid(colour));
                }
            }
        }
    }

    /// Fills what an outline goes around.
    pub(crate) fn polygon(&mut self, outline: &[Position], paint: Paint) {
        let Some(last) = outline.last() else { return };
        let ys = || outline.iter().map(|corner| corner.y);
        let xs = || outline.iter().map(|corner| corner.x);
        let (top, bottom) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
        let (left, right) = (xs().min().unwrap_or(0), xs().max().unwrap_or(0));
        let (width, height) = (pixel_count(self.width), pixel_count(self.height));
        let columns = left.div_euclid(PIXEL).max(0)..(right.div_euclid(PIXEL) + 1).min(width);
        if columns.is_empty() {
            return;
        }
        for row in top.div_euclid(PIXEL).max(0)..(bottom.div_euclid(PIXEL) + 1).min(height) {
            for look in 0..LOOKS {
                let y = row * PIXEL + (2 * look + 1) * PIXEL / (2 * LOOKS);
                self.crossings.clear();
                let mut from = *last;
                for &to in outline {
                    if (from.y <= y) != (to.y <= y) {
                        let [x, over, up] = [from.x, to.x - from.x, to.y - from.y].map(i64::from);
                        let down = i64::from(y) - i64::from(from.y);
                        let turn = if to.y > from.y { 1 } else { -1 };
                        self.crossings.push((x + (down * over).div_euclid(up), turn));
                    }
                    from = to;
                }
                self.crossings.sort_unstable();
                self.cover_between_crossings(&columns);
            }
            self.blend_row(row, &columns, paint);
        }
    }

    /// Adds one look at a row: what lies between crossings with a turn left over is covered.
    fn cover_between_crossings(&mut self, columns: &std::ops::Range<i32>) {
        let mut turns = 0;
        let mut begun = 0;
        let [least, most] = [columns.start, columns.end].map(|column| i64::from(column * PIXEL));
        for &(x, turn) in &self.crossings {
            let x = narrow(x.clamp(least, most)) - columns.start * PIXEL;
            if turns == 0 {
                begun = x;
            }
            turns += turn;
            if turns == 0 && x > begun {
                // Even slots hold what a pixel itself is covered by, odd ones what begins or ends there.
                let (first, last) = (slot(begun / PIXEL), slot(x / PIXEL));
                if first == last {
                    self.cover[2 * first] += x - begun;
                } else {
                    self.cover[2 * first] += PIXEL - begun % PIXEL;
                    self.cover[2 * first + 3] += PIXEL;
                    self.cover[2 * last + 1] -= PIXEL;
                    self.cover[2 * last] += x % PIXEL;
                }
            }
        }
    }

    /// Paints the row at hand by how much of each pixel is covered, and forgets it.
    fn blend_row(&mut self, row: i32, columns: &std::ops::Range<i32>, paint: Paint) {
        let start = (slot(row) * self.width as usize + slot(columns.start)) * 3;
        let count = slot(columns.end - columns.start);
        let pixels = self.bytes.get_mut(start..start + count * 3).unwrap_or_default();
        let mut whole = 0;
        let covers = self.cover.as_chunks_mut::<2>().0;
        for (pixel, [own, change]) in pixels.as_chunks_mut::<3>().0.iter_mut().zip(&mut *covers) {
            whole += *change;
            blend(pixel, paint, whole + *own);
        }
        covers.iter_mut().take(count + 2).for_each(|slots| *slots = [0, 0]);
    }

    /// A line, round at its ends and bends.
    fn line(&mut self, points: &[Position], pen: Pen) {
        if let Some(dash) = pen.dash {
            for stroke in dashes(points, dash) {
                self.line(&stroke, Pen { dash: None, ..pen });
            }
            return;
        }
        let half = pen.width / 2;
        for pair in points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            if from != to {
                let corners = [
                    from.stepped(to, 0, half),
                    to.stepped(from, 0, -half),
                    to.stepped(from, 0, half),
                    from.stepped(to, 0, -half),
                ];
                self.polygon(&corners, pen.paint);
            }
        }
        // Thin lines need no rounding, and faint ones would show where it lies over them.
        if pen.width > PIXEL * 3 / 2 && pen.paint.alpha == 255 {
            points.iter().for_each(|&point| self.disc(point, half, pen.paint));
        }
    }

    /// Everything that is no farther than the radius from the centre.
    fn disc(&mut self, centre: Position, radius: i32, paint: Paint) {
        let (width, height) = (pixel_count(self.width), pixel_count(self.height));
        let pixel_of = |value: i32| value.div_euclid(PIXEL);
        let columns =
            pixel_of(centre.x - radius).max(0)..(pixel_of(centre.x + radius) + 1).min(width);
        let square = i64::from(radius) * i64::from(radius);
        for row in pixel_of(centre.y - radius).max(0)..(pixel_of(centre.y + radius) + 1).min(height)
        {
            for column in columns.clone() {
                let looks = |least: i32| (0..LOOKS).map(move |look| least + 4 * look + 2);
                let squares = |least: i32, centre: i32| {
                    looks(least).map(move |at| (i64::from(at) - i64::from(centre)).pow(2))
                };
                let down = squares(row * PIXEL, centre.y);
                let inside = down.map(|down| {
                    let across = squares(column * PIXEL, centre.x);
                    across.filter(|across| across + down <= square).count()
                });
                let looks = i32::try_from(inside.sum::<usize>()).unwrap_or(0);
                let at = (slot(row) * self.width as usize + slot(column)) * 3;
                if let Some(pixel) = self.bytes.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<3>)
                {
                    blend(pixel, paint, looks * WHOLE / (LOOKS * LOOKS));
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let size = pixel_count(text.size);
        let width = pixel_count(font::width_of(&text.text)) * size * PIXEL;
        let left = match text.anchor {
            Anchor::Left => text.at.x,
            Anchor::Middle => text.at.x - width / 2,
            Anchor::Right => text.at.x - width,
        };
        // Letters are sharp only where their pixels are pixels of the picture.
        let whole = |value: i32| value.div_euclid(PIXEL) * PIXEL;
        let mut at = Position::new(whole(left), whole(text.at.y));
        for character in text.text.chars() {
            self.glyph(font::glyph(character), at, size * PIXEL, Paint::solid(text.colour));
            at.x += pixel_count(ADVANCE) * size * PIXEL;
        }
    }

    fn glyph(&mut self, rows: [u8; font::ROWS], at: Position, size: i32, paint: Paint) {
        let is_set = |column: i32, row: i32| {
            let bits = usize::try_from(row).ok().and_then(|row| rows.get(row)).copied();
            (0..5).contains(&column) && bits.unwrap_or(0) >> (4 - column) & 1 != 0
        };
        let corner = |column: i32, row: i32| at.plus(column * size, row * size);
        for (row, column) in (0..9).flat_map(|row| (0..5).map(move |column| (row, column))) {
            if is_set(column, row) {
                let (least, most) = (corner(column, row), corner(column + 1, row + 1));
                let square =
                    [least, Position::new(most.x, least.y), most, Position::new(least.x, most.y)];
                self.polygon(&square, paint);
                continue;
            }
            // Large letters are smoothed: a gap between two pixels that meet at a corner is filled
            // halfway, so that slanted strokes do not look like stairs.
            for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                let meets = is_set(column + x, row) && is_set(column, row + y);
                if size > PIXEL && meets && !is_set(column + x, row + y) {
                    let tip = corner(column + (x + 1) / 2, row + (y + 1) / 2);
                    let reach = size * 5 / 8;
                    let ends = [tip, tip.plus(-x * reach, 0), tip.plus(0, -y * reach)];
                    self.polygon(&ends, paint);
                }
            }
        }
    }
}

/// A line cut into strokes as long as the gaps between them.
fn dashes(points: &[Position], dash: i32) -> Vec<Vec<Position>> {
    let dash = dash.max(PIXEL);
    let mut strokes = Vec::new();
    let (mut stroke, mut left, mut is_drawn) = (Vec::new(), dash, true);
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        let mut done = 0;
        while done < length {
            let step = left.min(length - done);
            let point_at = |at: i32| pair[0].towards(pair[1], i64::from(at), i64::from(length));
            if is_drawn && stroke.is_empty() {
                stroke.push(point_at(done));
            }
            done += step;
            left -= step;
            if is_drawn {
                stroke.push(point_at(done));
            }
            if left == 0 {
                strokes.extend(is_drawn.then(|| std::mem::take(&mut stroke)));
                (left, is_drawn) = (dash, !is_drawn);
            }
        }
    }
    strokes.extend((!stroke.is_empty()).then_some(stroke));
    strokes
}

/// Lays a paint over a pixel, of which `cover` of [`WHOLE`] is covered.
fn blend(pixel: &mut Rgb, paint: Paint, cover: i32) {
    let part = cover.clamp(0, WHOLE).unsigned_abs() * u32::from(paint.alpha);
    let whole = WHOLE.unsigned_abs() * 255;
    if part == whole {
        *pixel = paint.colour;
        return;
    }
    for (under, over) in pixel.iter_mut().zip(paint.colour) {
        let sum = u32::from(*under) * (whole - part) + u32::from(over) * part;
        *under = u8::try_from((sum + whole / 2) / whole).unwrap_or(u8::MAX);
    }
}

fn pixel_count(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / PIXEL)
}

/// A column, row or slot that was clipped to the picture.
fn slot(value: i32) -> usize {
    usize::try_from(value).unwrap_or(0)
}
