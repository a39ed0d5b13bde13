//! From a path to a route, whatever the kind of map.

use crate::check::step_cost;
use crate::error::{WorldError, WorldErrorKind};
use crate::graph::MapGraph;
use crate::view::View;
use xunlu_map::{Cell, Hex, LayerCell, Map, Place, Point, Weight};
use xunlu_search::{
    Course, GridView, LayersView, LinkTable, Pace, Path, Route, RouteError, Walk, cell_point,
    hex_point, pull_string, pull_string_on_layers, smooth, smooth_on_layers,
};

/// How a path is drawn as a route.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Drawn {
    /// Through the middle of every place.
    Cells,
    /// The same line, with points only where it turns.
    Turns,
    /// Pulled tight as a string, so that it turns only where something is in the way. On hexes and
    /// waypoints, where one walks from place to place alone, the same as [`Turns`](Self::Turns).
    Pulled,
    /// Pulled tight and its corners rounded; on hexes and waypoints as [`Turns`](Self::Turns).
    Smooth,
}

impl View<'_> {
    /// The route along a path, for a sprite to walk frame by frame.
    ///
    /// It is that of the middle of the mover's place (of a large mover, the cell with the least x and y: see
    /// [`centre_shift`](xunlu_search::centre_shift)), in cells; of hexes, neighbours lie 1 apart; of
    /// waypoints, in the map's own units. Links and steps round joined edges are gaps, and so are the links
    /// from layer to layer; roads between waypoints are walked. Pulled and rounded it comes over nothing
    /// closed, with the whole footprint, save for what the path itself cut; [`pull_string`] and
    /// [`smooth`](fn@smooth) say exactly how. Nor does it come over units in the way, ground that asks for
    /// tags which the mover does not have now, or ground made more expensive by a [price of one's
    /// own](Self::priced). What a path's question avoided by itself is not known here.
    ///
    /// `path` must be one that this mover can walk on the map as it is now, which
    /// [`check_path`](Self::check_path) tells; where two places are not a step apart, the route has
    /// a gap.
    ///
    /// ```
    /// use xunlu::{Drawn, Grid, MoverId, Query, Workspace, World};
    /// use xunlu::map::Point;
    ///
    /// let world = World::new(".....\n.....\n.....\n.....".parse::<Grid>()?)?;
    /// let query = Query::between((0, 0), (4, 3));
    /// let answer = world.find(&query, &mut Workspace::new())?;
    /// let route = world.route(answer.path().unwrap(), MoverId::FIRST, Drawn::Pulled)?;
    /// assert_eq!(route.points(), [Point::new(0.0, 0.0), Point::new(4.0, 3.0)]);
    /// assert_eq!(route.at(2.5)?.point, Point::new(2.0, 1.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the path has no places, or one of them is not on this map.
    pub fn route(&self, path: &Path<Place>, drawn: Drawn) -> Result<Route, WorldError> {
        self.drawn(path, drawn, &mut Vec::new())
    }

    /// The route along a path by time: where its walker is after so many seconds, slower where ground is
    /// more expensive for the mover. How exact that is, and how it differs from what the path costs,
    /// [`Walk`] says. A step round a joined edge takes as long as its cost says; between waypoints nothing
    /// but the distance counts.
    ///
    /// ```
    /// use xunlu::{Drawn, Grid, MoverId, Pace, Place, Query, Workspace, World};
    ///
    /// let world = World::new("...33".parse::<Grid>()?)?;
    /// let query = Query::between(Place::cell(0, 0), Place::cell(4, 0));
    /// let answer = world.find(&query, &mut Workspace::new())?;
    /// let walk = world.walk(answer.path().unwrap(), MoverId::FIRST, Drawn::Smooth, Pace::new(2.0))?;
    /// // Two cells and a half at two a second, then one and a half at a third of that.
    /// assert_eq!(walk.duration(), 1.25 + 2.25);
    /// assert_eq!(walk.at(1.0)?.point.x, 2.0);
    /// assert_eq!(walk.at(2.0)?.point.x, 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the path has no places, one of them is not on this map, or the pace is none.
    pub fn walk(&self, path: &Path<Place>, drawn: Drawn, pace: Pace) -> Result<Walk, WorldError> {
        let mut gaps = Vec::new();
        let route = self.drawn(path, drawn, &mut gaps)?;
        let gap_seconds = |gap: usize| match gaps.get(gap) {
            Some(&step) => self.gap_seconds([path.places[step], path.places[step + 1]], pace),
            None => 0.0,
        };
        let walk = match (self.place_graph(), self.map) {
            (MapGraph::Grid(below), _) => Walk::on_grid(route, pace, &below.graph, gap_seconds),
            (MapGraph::Layers(below), _) => Walk::on_layers(route, pace, &below.graph, gap_seconds),
            (_, Map::Hex(grid)) => {
                let weight = |&place: &Place| match place {
                    Place::Hex(hex) => {
                        grid.terrain(hex).and_then(|ground| self.mover.weight(ground))
                    }
                    _ => None,
                };
                let weights = path.places.iter().map(|place| weight(place).unwrap_or(Weight::ONE));
                Walk::by_places(route, pace, &weights.collect::<Vec<_>>(), gap_seconds)
            }
            _ => Walk::level(route, pace, gap_seconds),
        };
        Ok(walk?)
    }

    /// How long a step takes that is not walked in a straight line: a link or a step round a joined edge.
    fn gap_seconds(&self, ends: [Place; 2], pace: Pace) -> f64 {
        let none = LinkTable::default();
        let on_foot = MapGraph::places(self.map, self.mover, self.standable, &none);
        let on_foot = self.under.map_or(on_foot, |under| on_foot.with_ground_under(under));
        let [Some(from), Some(to)] = ends.map(|place| self.map.node_at(place)) else { return 0.0 };
        let cost = |graph: &MapGraph<'_>| step_cost(graph, from, to, &mut Vec::new());
        match cost(&on_foot) {
            Some(foot) if cost(&self.place_graph()).is_none_or(|any| foot <= any) => {
                pace.seconds_for(f64::from(foot.0) / f64::from(self.mover.costs().straight.0))
            }
            _ => pace.link_seconds(),
        }
    }

    /// The route along a path, and the steps that are gaps in it.
    fn drawn(
        &self,
        path: &Path<Place>,
        drawn: Drawn,
        gaps: &mut Vec<usize>,
    ) -> Result<Route, WorldError> {
        let mover = self.mover;
        let mut note = |is_gap: &dyn Fn(usize) -> bool| {
            gaps.extend((0..path.places.len().saturating_sub(1)).filter(|&step| is_gap(step)));
        };
        let leaves_path = matches!(drawn, Drawn::Pulled | Drawn::Smooth);
        let clear = leaves_path.then(|| self.clear_ground(path)).flatten();
        let route = match (self.place_graph(), self.map) {
            (MapGraph::Grid(below), _) => {
                let course = Course::of_cells(&below, mover, &self.known(path, cell_of)?);
                note(&|step| course.is_gap(step));
                let open = clear.as_ref().and_then(|layers| layers.first());
                let ground =
                    open.map_or(below.graph, |open| GridView::new(below.graph.grid(), mover, open));
                let pulled = || pull_string(&ground, &course);
                match drawn {
                    Drawn::Cells => Route::through(&course, cell_point),
                    Drawn::Turns => Route::through(&course.turning_points(), cell_point),
                    Drawn::Pulled => Route::through(&pulled(), cell_point),
                    Drawn::Smooth => smooth(&ground, &pulled()),
                }
            }
            (MapGraph::Layers(below), Map::Layers(layers)) => {
                let course =
                    Course::of_layer_cells(&below, mover, &self.known(path, layer_cell_of)?);
                note(&|step| course.is_gap(step));
                let ground = clear.as_ref().map(|open| LayersView::new(layers, mover, open));
                let ground = ground.as_ref().unwrap_or(&below.graph);
                let pulled = || pull_string_on_layers(ground, &course);
                match drawn {
                    Drawn::Cells => Route::through_layer_cells(&course),
                    Drawn::Turns => Route::through_layer_cells(&course.turning_points()),
                    Drawn::Pulled => Route::through_layer_cells(&pulled()),
                    Drawn::Smooth => smooth_on_layers(ground, &pulled()),
                }
            }
            (MapGraph::Hex(below), Map::Hex(grid)) => {
                let course = Course::of_hexes(&below, &self.known(path, hex_of)?);
                note(&|step| course.is_gap(step));
                let orientation = grid.arrangement().orientation();
                let course = if drawn == Drawn::Cells { course } else { course.turning_points() };
                Route::through(&course, |hex| hex_point(hex, orientation))
            }
            // Places without headings of no kind of cells: waypoints.
            _ => {
                // Past `known` every place has a point.
                let point_of = |place| self.map.point_of(place).unwrap_or(Point::new(0.0, 0.0));
                let course = Course::unbroken(self.known(path, Some)?.places);
                let course = match drawn {
                    Drawn::Cells => course,
                    _ => course.turning_points_by(point_of),
                };
                Route::through(&course, point_of)
            }
        };
        Ok(route?)
    }

    /// The path with its places by the names that this map has for them.
    fn known<P>(
        &self,
        path: &Path<Place>,
        name: fn(Place) -> Option<P>,
    ) -> Result<Path<P>, WorldError> {
        let named = |&place: &Place| {
            let home = self.map.node_at(place).map(|node| self.map.place_of(node));
            let expected = self.map.place_kind();
            home.and_then(name).ok_or_else(|| WorldError::outside("path's place", place, expected))
        };
        let places = path.places.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Path { places, cost: path.cost })
    }
}

impl From<RouteError> for WorldError {
    fn from(error: RouteError) -> WorldError {
        WorldError::new(WorldErrorKind::Route, error.to_string())
    }
}

fn cell_of(place: Place) -> Option<Cell> {
    if let Place::Cell(cell) = place { Some(cell) } else { None }
}

fn layer_cell_of(place: Place) -> Option<LayerCell> {
    if let Place::LayerCell(layer_cell) = place { Some(layer_cell) } else { None }
}

fn hex_of(place: Place) -> Option<Hex> {
    if let Place::Hex(hex) = place { Some(hex) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MoverId;
    use crate::workspace::Workspace;
    use crate::world::World;
    use xunlu_map::{Grid, HexGrid, Layers, WaypointGraph};

    /// The points of a route, drawn so, of the cheapest path, with a bar at each gap.
    fn check(map: impl Into<Map>, ends: [Place; 2], drawn: Drawn, expected: &str) {
        let world = World::new(map).unwrap();
        let query = crate::Query::between(ends[0], ends[1]);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        let route = world.route(answer.path().unwrap(), MoverId::FIRST, drawn).unwrap();
        let mut text = String::new();
        for (leg, point) in route.points().iter().enumerate() {
            let bar = if leg > 0 && route.is_gap(leg - 1) { "| " } else { "" };
            text.push_str(&format!("{bar}{point} "));
        }
        assert_eq!(text.trim(), expected);
    }

    fn layer_cell(layer: u32, x: i32, y: i32) -> Place {
        Place::LayerCell(LayerCell::new(layer, Cell::new(x, y)))
    }

    #[test]
    fn layers_are_pulled_one_by_one_and_links_are_gaps() {
        let house = "@link 0:3,1 <-> 1:0,0 weight 100\n@layer\n....\n....\n@layer\n....\n....";
        let house: Layers = house.parse().unwrap();
        let ends = [layer_cell(0, 0, 0), layer_cell(1, 3, 1)];
        check(house.clone(), ends, Drawn::Pulled, "0,0 3,1 | 0,0 3,1");
        let world = World::new(house).unwrap();
        let query = crate::Query::between(ends[0], ends[1]);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        for drawn in [Drawn::Cells, Drawn::Turns, Drawn::Pulled, Drawn::Smooth] {
            let route = world.route(answer.path().unwrap(), MoverId::FIRST, drawn).unwrap();
            assert_eq!(route.at(0.0).unwrap().layer, 0);
            assert_eq!(route.at(route.length() * 0.4).unwrap().layer, 0);
            assert_eq!(route.at(route.length() * 0.6).unwrap().layer, 1);
            assert_eq!(route.at(route.length()).unwrap().layer, 1);
        }
    }

    #[test]
    fn hexes_and_waypoints_turn_and_are_not_pulled() {
        let hexes: HexGrid = "@hex odd-r\n. . . .\n . . . .".parse().unwrap();
        let hex = |q, r| Place::Hex(Hex::new(q, r));
        check(hexes.clone(), [hex(0, 0), hex(3, 0)], Drawn::Cells, "0,0 1,0 2,0 3,0");
        check(hexes, [hex(0, 0), hex(3, 0)], Drawn::Smooth, "0,0 3,0");
        let roads: WaypointGraph = "@waypoint a at 0,0\n@waypoint b at 1,0\n@waypoint c at 2,0\n\
            @waypoint d at 2,3\n@link a -> b\n@link b -> c\n@link c -> d\n"
            .parse()
            .unwrap();
        let at = |name: &str| Place::Waypoint(roads.id_of(name).unwrap());
        let ends = [at("a"), at("d")];
        check(roads.clone(), ends, Drawn::Cells, "0,0 1,0 2,0 2,3");
        check(roads.clone(), ends, Drawn::Pulled, "0,0 2,0 2,3");
    }

    #[test]
    fn what_is_not_on_the_map_is_refused() {
        let world = World::new("...".parse::<Grid>().unwrap()).unwrap();
        let route = |places: Vec<Place>, mover| {
            let path = Path { places, cost: xunlu_map::Cost::ZERO };
            world.route(&path, mover, Drawn::Smooth).map_err(|error| error.to_string())
        };
        assert!(route(vec![], MoverId::FIRST).unwrap_err().contains("no places"));
        assert!(route(vec![Place::cell(9, 0)], MoverId::FIRST).unwrap_err().contains("9,0"));
        assert!(route(vec![Place::cell(0, 0)], MoverId(7)).unwrap_err().contains("mover 7"));
        let still = route(vec![Place::cell(1, 0)], MoverId::FIRST).unwrap();
        assert_eq!((still.length(), still.points().len()), (0.0, 1));
    }
}
