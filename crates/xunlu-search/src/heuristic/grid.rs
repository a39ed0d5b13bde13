//! The estimate on square grids, on one layer or several.

use super::Heuristic;
use super::few::Few;
use super::metric::{Estimate, Metric};
use super::shortcut::Shortcuts;
use super::turning::{Circle, Rest, TurnsAhead};
use crate::view::NodeLink;
use xunlu_map::{Cell, Cost, Grid, LayerCell, Layers, Mover, NodeId, Rect, Size, Terrain, Wrap};

/// The most areas a goal is kept as; more of them are taken as one rectangle around all.
const AREAS: usize = 8;

/// The least that the rest of a path can cost on square grids, worked out from the mover's steps, the
/// cheapest ground that occurs, joined edges and links that undercut the distance. Admissible and
/// consistent whatever these are, held by `grid_estimates_keep_their_contract`, unless it was made by
/// [`Estimate::FullManhattan`].
#[derive(Clone, Debug)]
pub struct GridEstimate<F> {
    layer_cell_of: F,
    ruler: Ruler,
    goals: Areas,
    shortcuts: Shortcuts<LayerCell>,
    // The goal, where it is one cell and there is nothing to weigh it against: by far most questions.
    only: Option<LayerCell>,
    // Whether its distance is the mover's own and nothing but steps leads anywhere.
    is_by_steps: bool,
    is_admissible: bool,
}

/// The square grids that an estimate is for.
#[derive(Clone, Copy, Debug)]
pub enum Grids<'a> {
    /// One.
    One(&'a Grid),
    /// Layers of them.
    Layers(&'a Layers),
}

impl<'a> From<&'a Grid> for Grids<'a> {
    fn from(grid: &'a Grid) -> Grids<'a> {
        Grids::One(grid)
    }
}

impl<'a> From<&'a Layers> for Grids<'a> {
    fn from(layers: &'a Layers) -> Grids<'a> {
        Grids::Layers(layers)
    }
}

impl Grids<'_> {
    /// How many cells of all of them have this terrain.
    #[inline]
    pub(crate) const fn count(self, terrain: Terrain) -> u32 {
        match self {
            Grids::One(grid) => grid.ground().count(terrain),
            Grids::Layers(layers) => layers.count(terrain),
        }
    }

    /// Whether edges of any are joined.
    const fn joins_up(self) -> bool {
        match self {
            Grids::One(grid) => grid.wrap().is_any(),
            Grids::Layers(layers) => layers.joins_up(),
        }
    }

    /// The size and the joined edges of all of them. Returns `None` if two differ.
    const fn shape(self) -> Option<(Size, Wrap)> {
        match self {
            Grids::One(grid) => Some((grid.bounds().size, grid.wrap())),
            Grids::Layers(layers) => layers.shape(),
        }
    }
}

/// How distances are measured: by a metric, and round joined edges where there are any.
#[derive(Clone, Copy, Debug)]
struct Ruler {
    metric: Metric,
    wrap: Wrap,
    size: Size,
}

/// The goals as a few rectangles, each on its layer.
#[derive(Clone, Copy, Debug)]
struct Areas {
    few: Few<(u32, Rect), AREAS>,
    // More layers with goals than there is room for: of these nothing is known.
    has_others: bool,
}

impl<F: Fn(NodeId) -> LayerCell> GridEstimate<F> {
    /// The estimate to the nearest of `goals`. `grids` are the grid or all layers, `links` all links that the
    /// mover may take, between nodes whose layer cells `layer_cell_of` knows.
    ///
    /// Costs O(links + goals), and nothing in proportion to the map or to its layers.
    pub fn new<'a>(
        grids: impl Into<Grids<'a>>,
        mover: &Mover,
        estimate: Estimate,
        goals: impl Iterator<Item = LayerCell>,
        links: &[NodeLink],
        layer_cell_of: F,
    ) -> GridEstimate<F> {
        let goals = Areas::around(goals);
        let grids = grids.into();
        let ruler = Ruler::new(grids, mover, estimate, goals.are_cells());
        let shortcuts = Shortcuts::new(
            links,
            &layer_cell_of,
            ruler.metric.slack(),
            |a, b| ruler.between(a, b),
            |layer_cell| ruler.cost_to_areas(layer_cell, &goals),
        );
        let is_plain = shortcuts.is_empty() && !ruler.wrap.is_any();
        let only = if is_plain { goals.only_cell() } else { None };
        let is_admissible = estimate.is_admissible() || {
            let below = Ruler::new(grids, mover, estimate.admissible(), goals.are_cells());
            ruler.metric == below.metric
        };
        let is_by_steps = estimate == Estimate::Auto && links.is_empty();
        GridEstimate { layer_cell_of, ruler, goals, shortcuts, only, is_by_steps, is_admissible }
    }
}

impl<F: Fn(NodeId) -> LayerCell> GridEstimate<F> {
    /// The same with what turning costs, for nodes that know a heading. Returns `None` where that is not
    /// known: to several goals, round joined edges, where links lead, and by other distances than the
    /// mover's.
    pub fn with_turns(&self, turn: Cost) -> Option<TurnsAhead<impl Fn(NodeId) -> Rest>> {
        let circle = match self.ruler.metric {
            Metric::Manhattan { twice } => Circle::Four { straight: twice / 2 },
            Metric::Octile { straight, diagonal } => Circle::Eight { straight, diagonal },
            _ => return None,
        };
        let goal = self.only.filter(|_| self.is_by_steps)?.cell;
        let rest_of = move |node| {
            let at = (self.layer_cell_of)(node).cell;
            circle.rest(i64::from(goal.x) - i64::from(at.x), i64::from(goal.y) - i64::from(at.y))
        };
        Some(TurnsAhead { rest_of, circle, turn: u64::from(turn.0) })
    }
}

/// What an estimate takes these goals of one grid for: each for itself while they are few, then rectangles
/// around several.
pub fn rects_around(goals: impl Iterator<Item = Cell>) -> impl Iterator<Item = Rect> {
    let Areas { few, .. } = Areas::around(goals.map(|cell| LayerCell::new(0, cell)));
    (0..few.len()).filter_map(move |number| few.get(number).map(|(_, rect)| *rect))
}

impl Ruler {
    fn new(grids: Grids<'_>, mover: &Mover, estimate: Estimate, to_cells: bool) -> Ruler {
        let metric = Metric::on_grids(grids, mover, estimate);
        let joins_up = grids.joins_up();
        let (size, wrap) = match grids.shape() {
            Some(shape) => shape,
            // Layers that join up differently have no distance in common.
            None if joins_up => {
                return Ruler { metric: Metric::Zero, wrap: Wrap::NONE, size: Size::ONE };
            }
            None => (Size::ONE, Wrap::NONE),
        };
        // The nearest cell of an area, and the shorter way round, are the cheaper ones only by a
        // metric that rises with the distance.
        let metric = if to_cells && !joins_up { metric } else { metric.rising() };
        Ruler { metric, wrap, size }
    }

    /// The least cost between two layer cells; too large to say where only links lead.
    fn between(&self, a: LayerCell, b: LayerCell) -> Cost {
        if a.layer != b.layer {
            return Cost::MAX;
        }
        self.cost_to_rect(a.cell, Rect::cell(b.cell))
    }

    /// The least cost to the nearest area on the same layer.
    #[inline]
    fn cost_to_areas(&self, layer_cell: LayerCell, areas: &Areas) -> Cost {
        if areas.has_others {
            return Cost::ZERO;
        }
        let here = areas.few.iter().filter(|(layer, _)| *layer == layer_cell.layer);
        here.map(|(_, rect)| self.cost_to_rect(layer_cell.cell, *rect)).min().unwrap_or(Cost::MAX)
    }

    #[inline]
    fn cost_to_rect(&self, cell: Cell, rect: Rect) -> Cost {
        let max = rect.max().unwrap_or(rect.min);
        let columns = apart(cell.x, rect.min.x, max.x, self.wrap.x.then_some(self.size.width));
        let rows = apart(cell.y, rect.min.y, max.y, self.wrap.y.then_some(self.size.height));
        self.metric.between(columns, rows)
    }
}

/// How far a coordinate lies outside a range, the shorter way round where the axis joins up.
#[inline]
fn apart(at: i32, least: i32, most: i32, around: Option<u32>) -> u32 {
    let (before, after) = (least.abs_diff(at.min(least)), at.max(most).abs_diff(most));
    let straight = before + after;
    match around {
        Some(length) if straight > 0 => {
            // Leaving over the other edge, from beyond the range's other end.
            let other = if before > 0 { most.abs_diff(at) } else { at.abs_diff(least) };
            straight.min(length.saturating_sub(other))
        }
        _ => straight,
    }
}

impl Areas {
    /// Each goal by itself while there is room; then one rectangle around all of a layer.
    fn around(goals: impl Iterator<Item = LayerCell>) -> Areas {
        let mut areas = Areas { few: Few::new(), has_others: false };
        for LayerCell { layer, cell } in goals {
            let rect = Rect::cell(cell);
            if areas.few.push((layer, rect)) {
                continue;
            }
            let mut here = (0..AREAS).rev();
            let last =
                here.find(|&number| areas.few.get(number).is_some_and(|area| area.0 == layer));
            match last.and_then(|number| areas.few.get_mut(number)) {
                Some(area) => area.1 = hull(area.1, rect),
                None => areas.has_others = true,
            }
        }
        areas
    }

    /// The goal, if it is one cell.
    fn only_cell(&self) -> Option<LayerCell> {
        let (layer, rect) = self.few.get(0)?;
        let is_one = self.few.len() == 1 && rect.size == Size::ONE && !self.has_others;
        is_one.then_some(LayerCell::new(*layer, rect.min))
    }

    fn are_cells(&self) -> bool {
        self.few.iter().all(|(_, rect)| rect.size == Size::ONE)
    }
}

fn hull(a: Rect, b: Rect) -> Rect {
    let (a_max, b_max) = (a.max().unwrap_or(a.min), b.max().unwrap_or(b.min));
    let min = Cell::new(a.min.x.min(b.min.x), a.min.y.min(b.min.y));
    Rect::spanning(min, Cell::new(a_max.x.max(b_max.x), a_max.y.max(b_max.y)))
}

impl<F> GridEstimate<F> {
    /// The least cost to any goal or shortcut.
    #[inline(never)]
    fn weigh(&self, layer_cell: LayerCell) -> Cost {
        let direct = self.ruler.cost_to_areas(layer_cell, &self.goals);
        let by_link = self.shortcuts.least_from(|entry| self.ruler.between(layer_cell, entry));
        direct.min(by_link)
    }
}

impl<F: Fn(NodeId) -> LayerCell> Heuristic for GridEstimate<F> {
    #[inline]
    fn estimate(&self, node: NodeId) -> Cost {
        let layer_cell = (self.layer_cell_of)(node);
        // PERF: noise-astar 31.5 to 28.9 M instructions, weighted-astar-on-terrain 58.3 to 52.6 M
        // (`cargo xtask gate`).
        if let Some(goal) = self.only
            && goal.layer == layer_cell.layer
        {
            let (x, y) =
                (goal.cell.x.abs_diff(layer_cell.cell.x), goal.cell.y.abs_diff(layer_cell.cell.y));
            return self.ruler.metric.between(x, y);
        }
        self.weigh(layer_cell)
    }

    fn is_consistent(&self) -> bool {
        self.is_admissible
    }

    fn is_admissible(&self) -> bool {
        self.is_admissible
    }
}
