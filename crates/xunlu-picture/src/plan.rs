//! What lies where in a picture, and how large it all is, before the frame around it is known.

use crate::arrange::{Bounds, Spacing, arrange, pitch_for};
use crate::artwork::Artwork;
use crate::fit::Fit;
use crate::framing;
use crate::search::Facts;
use crate::sheet::{Pitch, Sheet};
use crate::view::{Laid, View};
use crate::{Numbers, PIXELS_MAX, SIDE_MAX, Style, mesh, planned, waypoints, window};
use xunlu_format::Overlay;
use xunlu_format::{Content, Document};
use xunlu_map::{Map, Rect, WaypointGraph};

/// What a picture is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Pixels,
    Shapes,
}

/// From how many pixels a cell on the figures of a search stand in it.
pub(crate) const NUMBERS_FROM: u32 = 44;
/// How large cells grow in pictures of small maps without figures.
const CELL_MOST: u32 = 56;
/// The most cells or pixels of an SVG's ground.
const SHAPES_MAX: u64 = 4_000_000;
/// What the frame may take of the most pixels, and of the longest side.
const FRAME_PIXELS: u64 = PIXELS_MAX / 16;
const FRAME_SIDE: u32 = 767;

/// The content of a picture without a place.
#[derive(Clone, Debug)]
pub(crate) enum Plan<'d> {
    Cells { map: &'d Map, sheets: Vec<Sheet<'d>>, pitch: Pitch, spacing: Spacing },
    Waypoints { graph: &'d WaypointGraph, fit: Fit, room: i32 },
    Mesh { fit: Fit },
}

impl<'d> Plan<'d> {
    /// For a picture that stands alone.
    pub(crate) fn of(
        document: &'d Document,
        (overlay, facts): (&Overlay, &Facts),
        style: &Style,
        (target, artwork): (Target, Option<&'d Artwork>),
    ) -> Plan<'d> {
        match &document.content {
            Content::Map(Map::Waypoints(graph)) => {
                Plan::of_waypoints(graph, scaled(waypoints::size_for(graph), style), 48)
            }
            Content::Map(map) => {
                let mut sheets = Sheet::all_of(map, document.look, None);
                window::fit(&mut sheets, map, document, overlay);
                let wants = style.numbers != Numbers::Never && facts.closed + facts.open > 0;
                let needed = if wants { facts.pixels_needed() + 12 } else { 0 };
                let most = if wants { (needed * 2).clamp(64, 100) } else { CELL_MOST };
                let asked = style.cell_pixels.or_else(|| {
                    let is_wanted = wants && style.numbers == Numbers::Always;
                    is_wanted.then_some(needed.max(NUMBERS_FROM))
                });
                let spacing = Spacing::of(&sheets);
                let bounds = bounds_of(target);
                if let Some(artwork) = artwork {
                    let framed =
                        framing::plan(&sheets, &artwork.scenery.frame, asked, bounds, spacing);
                    if let Some((sheets, pitch)) = framed {
                        return Plan::Cells { map, sheets, pitch, spacing };
                    }
                }
                let pitch = pitch_for(&sheets, asked, most, bounds, spacing);
                Plan::Cells { map, sheets, pitch, spacing }
            }
            Content::Mesh(mesh) => {
                Plan::Mesh { fit: Fit::of(mesh::corners(mesh), scaled(mesh::SIZE, style), 4) }
            }
            Content::Triangles(mesh) => {
                Plan::Mesh { fit: Fit::of(mesh::corners_above(mesh), scaled(mesh::SIZE, style), 4) }
            }
            Content::Scene(scene) => {
                Plan::Mesh { fit: Fit::of(planned::points_of(scene), scaled(mesh::SIZE, style), 4) }
            }
        }
    }

    /// For a picture of at most so many samples.
    pub(crate) fn of_samples(
        document: &'d Document,
        overlay: &Overlay,
        most: (u32, u32),
        part: Option<Rect>,
    ) -> Plan<'d> {
        match &document.content {
            Content::Map(Map::Waypoints(graph)) => Plan::of_waypoints(graph, most, 1),
            Content::Map(map) => {
                let mut sheets = Sheet::all_of(map, document.look, part);
                if part.is_none() {
                    window::fit(&mut sheets, map, document, overlay);
                }
                let bounds = Bounds {
                    width_max: u64::from(most.0),
                    height_max: u64::from(most.1),
                    pixels_max: u64::MAX,
                    cells_max: u64::MAX,
                };
                let spacing = Spacing { gap: 1, caption: 0 };
                let pitch = pitch_for(&sheets, Some(1024), 1, bounds, spacing);
                Plan::Cells { map, sheets, pitch, spacing }
            }
            Content::Mesh(mesh) => Plan::Mesh { fit: Fit::of(mesh::corners(mesh), most, 0) },
            Content::Triangles(mesh) => {
                Plan::Mesh { fit: Fit::of(mesh::corners_above(mesh), most, 0) }
            }
            Content::Scene(scene) => {
                Plan::Mesh { fit: Fit::of(planned::points_of(scene), most, 0) }
            }
        }
    }

    fn of_waypoints(graph: &'d WaypointGraph, most: (u32, u32), padding: u32) -> Plan<'d> {
        let points = graph.waypoints().iter().map(|waypoint| waypoint.point);
        let fit = Fit::of(points, most, padding);
        let room = waypoints::room_for(graph, fit.width, fit.height);
        Plan::Waypoints { graph, fit, room }
    }

    /// In pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        match self {
            Plan::Cells { sheets, pitch, spacing, .. } => {
                arrange(&mut sheets.clone(), *pitch, *spacing, (0, 0))
            }
            Plan::Waypoints { fit, .. } | Plan::Mesh { fit } => (fit.width, fit.height),
        }
    }

    /// Gives everything its place.
    pub(crate) fn lay(&self, view: &mut View<'d>, origin: (u32, u32)) {
        view.origin = origin;
        view.ground = match self {
            Plan::Cells { map, sheets, pitch, spacing } => {
                let mut sheets = sheets.clone();
                arrange(&mut sheets, *pitch, *spacing, origin);
                view.room = pitch.units();
                Laid::Cells { map, sheets }
            }
            Plan::Waypoints { graph, fit, room } => {
                view.room = *room;
                Laid::Points { positions: waypoints::positions(graph, &fit.moved(origin)) }
            }
            Plan::Mesh { .. } => Laid::Mesh,
        };
    }
}

fn bounds_of(target: Target) -> Bounds {
    let side_max = u64::from(SIDE_MAX - FRAME_SIDE);
    let pixels_max = PIXELS_MAX - FRAME_PIXELS;
    let cells_max = if target == Target::Shapes { SHAPES_MAX } else { u64::MAX };
    Bounds { width_max: side_max, height_max: side_max, pixels_max, cells_max }
}

/// Where there are no cells, asking for large ones asks for a large picture all the same.
fn scaled((width, height): (u32, u32), style: &Style) -> (u32, u32) {
    let Some(cell) = style.cell_pixels else { return (width, height) };
    let times = |side: u32| (side / 24).saturating_mul(cell.max(1)).clamp(64, 4_000);
    (times(width), times(height))
}
