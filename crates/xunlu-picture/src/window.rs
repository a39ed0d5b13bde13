//! Which cells of a map its picture shows: not a rim on which there is nothing at all.

use crate::sheet::{Sheet, Slants, Tiling};
use crate::view::cell_of;
use xunlu_format::Document;
use xunlu_format::Overlay;
use xunlu_map::{Cell, Map, Place, Rect, Terrain};

/// Takes from the sheets of a whole map the rims on which there is neither ground nor anything that
/// the document or what lies over it names. Sheets without any ground stay as they are, and so do
/// those whose edges join up.
pub(crate) fn fit(sheets: &mut [Sheet<'_>], map: &Map, document: &Document, overlay: &Overlay) {
    let mut windows: Vec<Option<Window>> = sheets.iter().map(Window::of_ground).collect();
    if windows.iter().all(Option::is_none) {
        return;
    }
    let mut keep = |place: Place| {
        if let Some((number, cell)) = cell_of(map, sheets, place)
            && let Some(Some(window)) = windows.get_mut(number)
        {
            window.keep(cell);
        }
    };
    map.links().for_each(|(_, link)| [link.from, link.to].into_iter().for_each(&mut keep));
    document.places.iter().for_each(|named| keep(named.place));
    let ends = overlay.start.iter().chain(&overlay.goals);
    ends.chain(&overlay.path).chain(&overlay.reach).for_each(|&place| keep(place));
    overlay.visited.iter().for_each(|seen| keep(seen.place));
    for region in &document.regions {
        let is_here = |sheet: &Sheet<'_>| sheet.layer == region.layer;
        let Some(number) = sheets.iter().position(is_here) else { continue };
        let (Some(sheet), Some(Some(window))) = (sheets.get(number), windows.get_mut(number))
        else {
            continue;
        };
        for part in &region.parts {
            window.keep_all(sheet.shown.intersection(*part));
        }
    }
    for (sheet, window) in sheets.iter_mut().zip(windows) {
        let Some(Window { shown: Some((least, last)), slants }) = window else { continue };
        sheet.shown = Rect::spanning(least, last);
        sheet.slants = slants.seen_from(least);
    }
}

/// What is to be seen of a sheet.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    /// The corners of a rectangle around it. `None` before there is a cell.
    shown: Option<(Cell, Cell)>,
    /// Seen from 0,0.
    slants: Slants,
}

impl Window {
    /// Around the ground of a sheet. Returns `None` if all of it is to be shown.
    fn of_ground(sheet: &Sheet<'_>) -> Option<Window> {
        if sheet.wrap.is_any() || sheet.ground.count(Terrain::VOID) == 0 {
            return None;
        }
        let mut window = Window::default();
        let terrain = sheet.ground.terrain();
        let least = sheet.shown.min;
        for (y, row) in (least.y..).zip(terrain.rows_of(sheet.shown)) {
            let cells = terrain.values().get(row).unwrap_or_default();
            let is_there = |terrain: &Terrain| *terrain != Terrain::VOID;
            let ends = [cells.iter().position(is_there), cells.iter().rposition(is_there)];
            for column in ends.into_iter().flatten() {
                let off = u32::try_from(column).unwrap_or(u32::MAX);
                window.keep(Cell::new(least.x.saturating_add_unsigned(off), y));
            }
        }
        let (first, last) = window.shown?;
        let is_whole = Rect::spanning(first, last) == sheet.shown;
        let is_slanted = sheet.tiling == Tiling::Diamonds;
        let fills = !is_slanted || window.slants.seen_from(first) == sheet.slants;
        (!is_whole || !fills).then_some(window)
    }

    fn keep(&mut self, cell: Cell) {
        let slants = Slants::of(cell);
        let Some((least, last)) = self.shown else {
            *self = Window { shown: Some((cell, cell)), slants };
            return;
        };
        let least = Cell::new(least.x.min(cell.x), least.y.min(cell.y));
        self.shown = Some((least, Cell::new(last.x.max(cell.x), last.y.max(cell.y))));
        self.slants = self.slants.around(slants);
    }

    fn keep_all(&mut self, part: Rect) {
        let (least, Some(last)) = (part.min, part.max()) else { return };
        let others = [Cell::new(last.x, least.y), Cell::new(least.x, last.y)];
        [least, last].into_iter().chain(others).for_each(|corner| self.keep(corner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Pitch;
    use xunlu_format::{Look, NamedRegion};
    use xunlu_map::{Grid, Size};

    /// What is shown of a map, and how large at 10 pixels a cell.
    fn check(text: &str, look: Look, change: impl Fn(&mut Document, &mut Overlay)) -> [i64; 6] {
        let grid: Grid = text.parse().unwrap();
        let mut document = Document { look, ..Document::of(grid) };
        let mut overlay = Overlay::default();
        change(&mut document, &mut overlay);
        let map = document.map().unwrap();
        let mut sheets = Sheet::all_of(map, look, None);
        fit(&mut sheets, map, &document, &overlay);
        sheets[0].pitch = Pitch::pixels(10);
        let Rect { min, size } = sheets[0].shown;
        let (width, height) = sheets[0].extent(sheets[0].pitch);
        for cell in sheets[0].shown.cells().filter(|&at| sheets[0].terrain(at) != Terrain::VOID) {
            let centre = sheets[0].centre(cell);
            assert_eq!(sheets[0].cell_at(centre), Some(cell));
            let pixels = [centre.x, centre.y].map(|at| u64::try_from(at / 16).unwrap());
            assert!(pixels[0] < width && pixels[1] < height, "{cell}");
        }
        let [right, down] = [size.width, size.height].map(i64::from);
        let pixels = [width, height].map(|length| i64::try_from(length).unwrap());
        [min.x.into(), min.y.into(), right, down, pixels[0], pixels[1]]
    }

    const RIM: &str = "@origin -1,-1\n     \n ..  \n  #  \n     ";

    #[test]
    fn a_rim_of_nothing_is_left_out() {
        assert_eq!(check(RIM, Look::Flat, |_, _| {}), [0, 0, 2, 2, 20, 20]);
        assert_eq!(check("  \n  ", Look::Flat, |_, _| {}), [0, 0, 2, 2, 20, 20]);
        assert_eq!(check("@wrap x\n . \n ..", Look::Flat, |_, _| {}), [0, 0, 3, 2, 30, 20]);
        assert_eq!(check(". \n .", Look::Flat, |_, _| {}), [0, 0, 2, 2, 20, 20]);
    }

    #[test]
    fn what_is_named_stays_in_the_picture() {
        let far = check(RIM, Look::Flat, |_, overlay| overlay.path.push(Place::cell(3, 1)));
        assert_eq!(far, [0, 0, 4, 2, 40, 20]);
        let part = Rect::new(Cell::new(-1, 2), Size::new(9, 9));
        let yard = || NamedRegion { name: "yard".to_owned(), layer: 0, parts: vec![part] };
        let with_yard = check(RIM, Look::Flat, |document, _| document.regions.push(yard()));
        assert_eq!(with_yard, [-1, 0, 5, 3, 50, 30]);
        let linked = RIM.replace("-1,-1\n", "-1,-1\n@link 0,0 <-> 0,2\n");
        assert_eq!(check(&linked, Look::Flat, |_, _| {}), [0, 0, 2, 3, 20, 30]);
    }

    #[test]
    fn diamonds_are_fitted_as_they_are_seen() {
        // A staggered map of three columns and three rows: its rectangle of cells is 5 by 4.
        let text = "  .  \n ... \n  ...\n   . ";
        assert_eq!(check(text, Look::Isometric, |_, _| {}), [1, 0, 4, 4, 40, 30]);
        assert_eq!(check("...\n...", Look::Isometric, |_, _| {}), [0, 0, 3, 2, 50, 25]);
    }
}
