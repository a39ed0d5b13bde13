//! A document and what lies over it, put together to one scene: the map in its place, then the search,
//! then the words.

use crate::arrange::captions;
use crate::artwork::Artwork;
use crate::colour::Palette;
use crate::fit::Fit;
use crate::frame::Frame;
use crate::names::{self, Labels};
use crate::plan::{NUMBERS_FROM, Plan, Target};
use crate::position::{Position, pixels};
use crate::scene::{Anchor, Scene, Shape, Text};
use crate::search::{self, Facts, NumberSize};
use crate::sheet::Tiling;
use crate::tint::Tints;
use crate::view::{Laid, View};
use crate::{Numbers, Style, Theme, cells, mesh, planned, tiled, tint, waypoints};
use xunlu_format::Overlay;
use xunlu_format::Warning;
use xunlu_format::{Content, Document};
use xunlu_map::{Place, Point, Rect, Size};

/// The most samples a side for terminals.
const SAMPLES_SIDE_MAX: u32 = 4096;

/// The whole picture, and what was left out of it.
pub(crate) fn scene_of(
    document: &Document,
    artwork: Option<&Artwork>,
    overlay: &Overlay,
    style: &Style,
    target: Target,
) -> (Scene, Vec<Warning>) {
    let mut view = unlaid(document, style.theme);
    let facts = Facts::of(overlay);
    let plan = Plan::of(document, (overlay, &facts), style, (target, artwork));
    plan.lay(&mut view, (0, 0));
    let frame = Frame::around(&view, (overlay, &facts), style, plan.size());
    plan.lay(&mut view, frame.map);
    let (tints, seen_astray) = search::tints_of(&view, overlay, &facts);
    let mut warnings = strays(&view, overlay, seen_astray);
    if artwork.is_some() && !view.is_framed() {
        warnings.push(untiled(&view));
    }
    let artwork = artwork.filter(|_| view.is_framed());
    let mut shapes = Vec::new();
    if let Some(title) = &frame.title {
        shapes.push(Shape::Part("title"));
        shapes.push(Shape::Text(Text {
            at: Position::pixel(title.corner.0, title.corner.1),
            anchor: Anchor::Left,
            size: title.size,
            colour: view.palette.ink,
            text: title.text.clone(),
        }));
    }
    shapes.extend(captions(&view));
    let numbers = numbers_of(&view, &facts, style);
    let mut labels = Labels::within(frame.map_end, view.palette.paper, label_size(&view));
    match &plan {
        Plan::Cells { .. } => {
            let figures = numbers.map(|size| (size, facts.orders));
            shapes.extend(of_cells((&view, artwork), overlay, tints, figures, &mut labels));
        }
        Plan::Waypoints { graph, .. } => {
            shapes.extend(waypoints::roads(&view, graph));
            shapes.extend(search::path(&view, overlay, false));
            shapes.extend(waypoints::heads(&view, graph));
            shapes.extend(waypoints::discs(&view, overlay, facts.orders));
            shapes.extend(search::ends(&view, overlay, false));
            shapes.extend(waypoints::names(&view, graph, &mut labels));
        }
        Plan::Mesh { fit } => {
            shapes.extend(of_mesh(&view, overlay, &fit.moved(view.origin), &mut labels))
        }
    }
    if let Some((legend, setting, corner)) = &frame.legend {
        shapes.extend(legend.shapes(&view, *setting, *corner));
    }
    let title = style.title.clone().unwrap_or_else(|| "xunlu".to_owned());
    let (width, height, paper) = (frame.width, frame.height, view.palette.paper);
    (Scene { width, height, paper, title, shapes }, warnings)
}

/// The picture for a terminal: nothing but cells and lines.
pub(crate) fn samples_of(
    document: &Document,
    overlay: &Overlay,
    size: Size,
    part: Option<Rect>,
) -> Scene {
    let mut view = unlaid(document, Theme::Dark);
    let facts = Facts::of(overlay);
    let most = [size.width, size.height].map(|side| side.min(SAMPLES_SIDE_MAX));
    let plan = Plan::of_samples(document, overlay, (most[0], most[1]), part);
    plan.lay(&mut view, (0, 0));
    let shapes = match &plan {
        Plan::Cells { .. } => {
            let colours = tint::cell_colours(document, &view.palette);
            let (mut tints, _) = search::tints_of(&view, overlay, &facts);
            let kept = search::kept(&view, overlay, true);
            search::lay(&view, &kept, &mut tints);
            cells::rasters(&view, &tints, &kept, &colours)
        }
        Plan::Waypoints { graph, .. } => {
            let shapes = waypoints::roads(&view, graph).into_iter();
            let shapes = shapes.chain(search::path(&view, overlay, false));
            shapes.chain(waypoints::discs(&view, overlay, facts.orders)).collect()
        }
        Plan::Mesh { fit } => {
            // There is no room for words.
            let mut labels = Labels::within((0, 0), view.palette.paper, 1);
            of_mesh(&view, overlay, fit, &mut labels)
        }
    };
    let (width, height) = plan.size();
    let (width, height) = (width.min(most[0]), height.min(most[1]));
    Scene { width, height, paper: view.palette.paper, title: String::new(), shapes }
}

/// How large names are written: larger where there is much room for few.
fn label_size(view: &View<'_>) -> u32 {
    let has_room = match (&view.ground, &view.document.content) {
        (Laid::Points { positions }, _) => positions.len() <= 40,
        (_, Content::Scene(plan)) => plan.places.len() + plan.regions.len() <= 40,
        _ => view.room_pixels() >= 48,
    };
    if has_room { 2 } else { 1 }
}

fn unlaid(document: &Document, theme: Theme) -> View<'_> {
    let palette = Palette::of(theme);
    View { document, palette, ground: Laid::Mesh, origin: (0, 0), room: pixels(12) }
}

/// A map of cells with all that lies on it.
fn of_cells(
    (view, artwork): (&View<'_>, Option<&Artwork>),
    overlay: &Overlay,
    mut tints: Vec<Tints>,
    numbers: Option<(NumberSize, u32)>,
    labels: &mut Labels,
) -> Vec<Shape> {
    let colours = tint::cell_colours(view.document, &view.palette);
    let kept = if view.is_dense() { search::kept(view, overlay, false) } else { Vec::new() };
    search::lay(view, &kept, &mut tints);
    let mut shapes = match artwork {
        Some(artwork) => tiled::shapes(view, artwork, &tints, numbers.is_some()),
        None => cells::shapes(view, &tints, &kept, &colours),
    };
    let is_tight =
        numbers.is_some() && view.sheets().iter().any(|sheet| sheet.tiling != Tiling::Squares);
    if let Some((_, orders)) = numbers {
        shapes.extend(search::arrows(view, overlay, orders, &colours));
    }
    shapes.extend(names::links(view));
    shapes.extend(search::path(view, overlay, is_tight));
    if let Some(figures) = numbers {
        shapes.extend(search::numbers(view, overlay, figures, &colours));
    }
    shapes.extend(names::regions(view, labels));
    shapes.extend(search::ends(view, overlay, is_tight));
    // Among figures a start and a goal speak for themselves; a pin would hide what stands there.
    let ends = overlay.start.iter().chain(&overlay.goals).filter(|_| numbers.is_some());
    let unpinned: Vec<Place> = ends.copied().collect();
    shapes.extend(names::pins(view, &unpinned, labels));
    shapes
}

fn of_mesh(view: &View<'_>, overlay: &Overlay, fit: &Fit, labels: &mut Labels) -> Vec<Shape> {
    match &view.document.content {
        Content::Mesh(mesh) => {
            let mut shapes = mesh::polygons(mesh, fit, &view.palette);
            shapes.extend(mesh::path(&overlay.line, fit, &view.palette));
            shapes
        }
        Content::Triangles(mesh) => mesh::triangles(mesh, fit, &view.palette),
        Content::Scene(scene) => {
            let mut shapes = planned::ground(view, scene, fit);
            let up = |point: &Point| Point::new(point.x, -point.y);
            let line: Vec<Point> = overlay.line.iter().map(up).collect();
            shapes.extend(mesh::path(&line, fit, &view.palette));
            shapes.extend(planned::names(view, scene, fit, labels));
            shapes
        }
        Content::Map(_) => Vec::new(),
    }
}

fn numbers_of(view: &View<'_>, facts: &Facts, style: &Style) -> Option<NumberSize> {
    let least = i32::try_from(NUMBERS_FROM).unwrap_or(i32::MAX);
    let is_wanted = match style.numbers {
        Numbers::Auto => view.room_pixels() >= least,
        Numbers::Always => true,
        Numbers::Never => false,
    };
    (is_wanted && !view.sheets().is_empty()).then(|| NumberSize::fitting(view, facts)).flatten()
}

/// Why a map is drawn without the tiles of its game.
fn untiled(view: &View<'_>) -> Warning {
    let why = if view.sheets().is_empty() {
        "it has no cells; expected a map of tiles"
    } else {
        "its cells are too small to show them; expected 4 pixels a cell or more"
    };
    Warning::about("the map", format!("it is drawn without the tiles of its game, as {why}"))
}

/// What does not lie on the map, told once for each kind.
fn strays(view: &View<'_>, overlay: &Overlay, seen_astray: usize) -> Vec<Warning> {
    let seen_astray = match &view.ground {
        Laid::Cells { .. } => seen_astray,
        _ => overlay.visited.iter().filter(|seen| !view.holds(seen.place)).count(),
    };
    let count = |places: &mut dyn Iterator<Item = Place>| {
        places.filter(|&place| !view.holds(place)).count()
    };
    let kinds = [
        ("the start", count(&mut overlay.start.iter().copied())),
        ("goals", count(&mut overlay.goals.iter().copied())),
        ("places of the path", count(&mut overlay.path.iter().copied())),
        ("places within reach", count(&mut overlay.reach.iter().copied())),
        ("visited places", seen_astray),
        ("named places", count(&mut view.document.places.iter().map(|named| named.place))),
    ];
    let strays = kinds.into_iter().filter(|(_, count)| *count > 0);
    let told = strays.map(|(kind, count)| {
        let said = format!("{count} lie outside the map and are left out; expected places on it");
        Warning::about(kind, said)
    });
    told.collect()
}
