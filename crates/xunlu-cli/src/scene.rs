//! Questions about points instead of places: paths of any angle, and rays, on scenes, on meshes and on grids.

mod indexed;
mod planned;
mod told;

use crate::Ending;
use crate::args::{MapArgs, MoverArgs, RaycastArgs, SceneArgs};
use crate::failure::Failure;
use crate::names::{Names, listed as listed_names};
use crate::opened::{Opened, baked, open};
use crate::screen::Screen;
use planned::Planned;
use serde_json::{Value, json};
use told::{
    POINTS_TOLD, counted, listed, pairs_of, rounded, said, said_to, said_with_height, way_of,
};
use xunlu::map::{NamedPoint, Passability, Point, PolygonMesh, Quoted, Tags, TriangleMesh};
use xunlu::mesh::{
    HubLabels, MeshNotes, MeshOutcome, MeshQuery, MeshSpace, NavMesh, Ray, SavedGround, Surface,
    SurfaceBuilder, SurfacePath, SurfacePoint,
};
use xunlu::{Grid, Map, Mover, Place, Terrain, Weight};
use xunlu_format::Content;

/// A picture's line is nowhere farther from an arc than this part of its radius.
const LINE_ERROR: f64 = 0.002;

/// A mesh, and how people say points of it.
#[derive(Debug)]
pub(crate) struct Scene {
    mesh: NavMesh,
    // The mesh for points that it was made of for a radius, which knows the way of a disc exactly.
    of_points: Option<(NavMesh, f64)>,
    // Cells are asked for by their places.
    cells: Option<(Map, Names)>,
    // Points of it that have names.
    places: Vec<NamedPoint>,
    // What was drawn besides.
    planned: Option<Planned>,
    // Where paths are looked up.
    index: Option<HubLabels>,
    // Of triangles, for somebody of a person's size.
    pub(crate) ground: Option<Surface>,
}

/// Who goes over ground without cells, as the arguments say it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Going<'a> {
    pub(crate) who: &'a MoverArgs,
    pub(crate) over: &'a SceneArgs,
    /// The first option that was given and is not heeded.
    pub(crate) unheeded: Option<&'static str>,
}

/// A point that is asked about, perhaps with its height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) at: Point,
    pub(crate) height: Option<f64>,
}

/// What came of a question.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) told: String,
    pub(crate) json: serde_json::Value,
    /// The path; empty if there is none.
    pub(crate) line: Vec<Point>,
}

impl Scene {
    /// The scene of the file that the arguments name: baked, or as [`Scene::of`] has it.
    pub(crate) fn open(
        args: &MapArgs,
        going: Going<'_>,
        screen: &mut Screen,
    ) -> Result<Scene, Failure> {
        match Scene::baked(args, going)? {
            Some(scene) => Ok(scene),
            None => Scene::of(&open(args, screen)?, going),
        }
    }

    /// The scene of a file that `xunlu bake` wrote. Returns `None` if the file is something else.
    pub(crate) fn baked(args: &MapArgs, going: Going<'_>) -> Result<Option<Scene>, Failure> {
        let Some(ground) = baked(&args.map, &args.options().limits)? else { return Ok(None) };
        Scene::of_baked(ground, going, &args.map.display().to_string()).map(Some)
    }

    /// The scene of what was baked.
    pub(crate) fn of_baked(
        ground: SavedGround,
        going: Going<'_>,
        name: &str,
    ) -> Result<Scene, Failure> {
        let scene = match ground {
            SavedGround::Mesh(mesh, notes) if !mesh.regions().is_empty() || !notes.is_empty() => {
                return Scene::of_notes(mesh, &notes, going, name);
            }
            SavedGround::Mesh(mesh, _) => Scene::of_mesh(mesh),
            SavedGround::Surface(ground) => Scene::of_surface(ground),
        };
        going.check_on_a_mesh()?;
        scene.for_radius(going.over, name)
    }

    fn of_mesh(mesh: NavMesh) -> Scene {
        Scene {
            mesh,
            of_points: None,
            cells: None,
            places: Vec::new(),
            planned: None,
            index: None,
            ground: None,
        }
    }

    /// What is written of it when it is baked.
    pub(crate) fn into_ground(self) -> SavedGround {
        match self.ground {
            Some(ground) => SavedGround::Surface(ground),
            None => SavedGround::Mesh(self.mesh, MeshNotes::default()),
        }
    }

    /// The scene of a file: as it was drawn, its polygons, or its open cells for this mover.
    pub(crate) fn of(opened: &Opened, going: Going<'_>) -> Result<Scene, Failure> {
        let names = Names::of(&opened.document);
        let expected = "expected a mesh, or a map of squares";
        let wrong = |why: &str| Failure::BadInput(format!("{} {why}; {expected}", opened.name));
        let name = &opened.name;
        match &opened.document.content {
            Content::Scene(plan) => return Scene::of_plan(plan, &names, going, name),
            Content::Map(_) => going.check_on_cells()?,
            Content::Mesh(_) | Content::Triangles(_) => going.check_on_a_mesh()?,
        }
        let scene = match &opened.document.content {
            Content::Mesh(polygons) => Scene::of_polygons(polygons, name)?,
            Content::Triangles(triangles) => Scene::of_triangles(triangles, name)?,
            Content::Map(map @ Map::Grid(grid)) => {
                let mover = going.who.on(map, &names)?.to_mover()?;
                if let Some(why) = unknown_to_lines(grid, &mover) {
                    let expected = "expected plain ground, or a path from cell to cell";
                    let what = format!("{name} has {why}, which lines do not know");
                    return Err(Failure::BadInput(format!("{what}; {expected}")));
                }
                let open = Passability::new(grid.ground(), &mover);
                let mesh = NavMesh::of_cells(&open).map_err(|error| unfit(name, &error))?;
                Scene { cells: Some((map.clone(), names)), ..Scene::of_mesh(mesh) }
            }
            Content::Map(Map::Layers(_)) => return Err(wrong("has several layers")),
            Content::Map(_) | Content::Scene(_) => return Err(wrong("has no squares")),
        };
        scene.for_radius(going.over, name)
    }

    fn of_polygons(polygons: &PolygonMesh, name: &str) -> Result<Scene, Failure> {
        let mesh = NavMesh::new(polygons).map_err(|error| unfit(name, &error))?;
        Ok(Scene::of_mesh(mesh))
    }

    fn of_triangles(triangles: &TriangleMesh, name: &str) -> Result<Scene, Failure> {
        let ground = SurfaceBuilder::new().build(triangles).map_err(|error| unfit(name, &error))?;
        Ok(Scene::of_surface(ground))
    }

    fn of_surface(ground: Surface) -> Scene {
        let mesh = ground.mesh().clone();
        Scene { ground: Some(ground), ..Scene::of_mesh(mesh) }
    }

    /// The same for movers of the radius that is asked for, if one is.
    fn for_radius(self, over: &SceneArgs, name: &str) -> Result<Scene, Failure> {
        let Some(radius) = over.radius else { return Ok(self) };
        if self.ground.is_some() {
            let expected = "expected a mesh of polygons, a scene, or a map of squares";
            return Err(Failure::BadInput(format!(
                "--radius says nothing on storeys, which are made for a person; {expected}"
            )));
        }
        let mesh = self.mesh.for_radius(radius);
        let mesh = mesh.map_err(|error| unfit(&format!("{name} for --radius {radius}"), &error))?;
        Ok(Scene { of_points: Some((self.mesh, radius)), mesh, ..self })
    }

    /// A point with its height, if one is given: `x,y` or, of ground that triangles made, `x,y,height`.
    pub(crate) fn spot(&self, option: &str, text: &str) -> Result<Spot, Failure> {
        if self.ground.is_some()
            && let Some((point, height)) = text.rsplit_once(',')
            && point.contains(',')
        {
            let height = height.trim().parse::<f64>().ok().filter(|height| height.is_finite());
            let height = height.ok_or_else(|| not_a_point(option, text))?;
            return Ok(Spot { at: self.point(option, point)?, height: Some(height) });
        }
        Ok(Spot { at: self.point(option, text)?, height: None })
    }

    /// A point that is given as `x,y` or by its name; of a grid, the middle of the cell that is given.
    pub(crate) fn point(&self, option: &str, text: &str) -> Result<Point, Failure> {
        if let Some((map, names)) = &self.cells {
            let cell = match names.place(map, text)? {
                Place::Cell(cell) => cell,
                _ => return Err(not_a_point(option, text)),
            };
            return Ok(Point::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5));
        }
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|part| part.is_finite());
        let point = text.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
        // What reads as a point is one, whatever a place is called; an empty name is none.
        let named = || self.places.iter().find(|own| !own.name.is_empty() && own.name == text);
        point.map(Point::from).or_else(|| Some(named()?.at)).ok_or_else(|| {
            match listed_names(self.places.iter().map(|own| &*own.name)) {
                None => not_a_point(option, text),
                Some(names) => {
                    let expected = format!("expected x,y, as in 12.5,3, or a place: {names}");
                    let text = Quoted(text);
                    Failure::BadInput(format!("{option}: {text} is no point; {expected}"))
                }
            }
        })
    }

    /// The shortest path between two points.
    pub(crate) fn find(&self, from: Spot, to: Spot) -> Found {
        if let Some(ground) = &self.ground {
            return self.find_on(ground, from, to);
        }
        let (from, to) = (from.at, to.at);
        if let Some((mesh, radius)) = &self.of_points {
            return self.find_for_radius(mesh, *radius, from, to);
        }
        for (option, end, point) in [("--from", "start", from), ("--to", "goal", to)] {
            if !self.is_open(point) {
                return self.blocked(option, end, point);
            }
        }
        let tags = self.planned.as_ref().map_or(Tags::NONE, |planned| planned.tags);
        if let Some(costs) = self.planned.as_ref().and_then(|planned| planned.costs.as_ref()) {
            return self.cheapest(costs, from, to);
        }
        let query = MeshQuery::new(from, to).with_tags(tags);
        let answer = self.looked_up_or_searched(&query);
        let expansions = answer.expansions;
        let Some(path) = answer.path else {
            let mut found = Found::unreachable(from, to);
            found.json["expansions"] = json!(expansions);
            return found;
        };
        let way = way_of(&path.points);
        let taken = self.links_told(&path.points, &path.links);
        let told = format!(
            "{} to {}: {} long, {way}.{taken} {}.",
            said(from),
            said(to),
            rounded(path.length),
            counted(usize::try_from(expansions).unwrap_or(usize::MAX), "expansion", "expansions")
        );
        let mut json = json!({
            "outcome": "found",
            "path": { "length": path.length, "points": pairs_of(&path.points) },
            "expansions": expansions,
        });
        if !path.links.is_empty() {
            json["path"]["links"] = self.links_json(&path.links);
        }
        Found { told, json, line: path.points }
    }

    /// The shortest path of a disc: straight lines, and arcs round corners.
    fn find_for_radius(&self, mesh: &NavMesh, radius: f64, from: Point, to: Point) -> Found {
        let query = MeshQuery::new(from, to).for_radius(radius);
        let answer = mesh.answer(&query, &mut MeshSpace::new());
        let Some(path) = answer.path else {
            return match answer.outcome {
                MeshOutcome::StartBlocked { .. } => self.blocked("--from", "start", from),
                MeshOutcome::GoalBlocked { .. } => self.blocked("--to", "goal", to),
                MeshOutcome::NoRoomAtStart { room } => {
                    self.without_room("--from", "start", from, room)
                }
                MeshOutcome::NoRoomAtGoal { room } => self.without_room("--to", "goal", to, room),
                _ => {
                    let mut found = Found::unreachable(from, to);
                    found.json["expansions"] = json!(answer.expansions);
                    found
                }
            };
        };
        let centres: Vec<Point> = path.arcs.iter().map(|arc| arc.centre).collect();
        let way = match centres.len() {
            0 => "in a straight line".to_owned(),
            turns => format!("{} round {}", counted(turns, "turn", "turns"), listed(&centres)),
        };
        let expansions = usize::try_from(answer.expansions).unwrap_or(usize::MAX);
        let told = format!(
            "{} to {}: {} long, {way}. {}.",
            said(from),
            said(to),
            rounded(path.length),
            counted(expansions, "expansion", "expansions")
        );
        let arcs = path.arcs.iter().map(|arc| {
            let hand = if arc.is_left { "left" } else { "right" };
            json!({ "leg": arc.leg, "centre": [arc.centre.x, arc.centre.y], "turns": hand })
        });
        let json = json!({
            "outcome": "found",
            "path": {
                "length": path.length,
                "points": pairs_of(&path.points),
                "arcs": arcs.collect::<Vec<_>>(),
            },
            "expansions": answer.expansions,
        });
        Found { told, json, line: path.line(radius * LINE_ERROR) }
    }

    /// The shortest path over ground with storeys: where no height is given, from or to the highest.
    fn find_on(&self, ground: &Surface, from: Spot, to: Spot) -> Found {
        for (option, end, spot) in [("--from", "start", from), ("--to", "goal", to)] {
            if ground.polygon_at(spot.at, high(spot).height).is_none() {
                return self.blocked(option, end, spot.at);
            }
        }
        let found = ground.shortest_path(high(from), high(to), &mut MeshSpace::new());
        let Some(SurfacePath { points, length }) = found else {
            return Found::unreachable(from.at, to.at);
        };
        let said: Vec<String> = points.iter().map(said_with_height).collect();
        let way = match &said[..] {
            [from, turns @ .., to] if !turns.is_empty() => {
                let turned = counted(turns.len(), "turn", "turns");
                let more = turns.len().saturating_sub(POINTS_TOLD);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let listed = turns[..turns.len().min(POINTS_TOLD)].join(" ");
                format!("{from} to {to}: {} long, {turned} at {listed}{more}.", rounded(length))
            }
            _ => format!("{}: {} long, in a straight line.", said.join(" to "), rounded(length)),
        };
        let places: Vec<[f64; 3]> =
            points.iter().map(|point| [point.at.x, point.at.y, point.height]).collect();
        let json = json!({ "outcome": "found", "path": { "length": length, "points": places } });
        Found { told: way, json, line: points.iter().map(|point| point.at).collect() }
    }

    /// What a ray meets: on ground with storeys of the one that is meant.
    fn cast(&self, from: Spot, to: Point) -> Option<Ray> {
        match &self.ground {
            Some(ground) => ground.raycast(high(from), to),
            None => self.mesh.raycast(from.at, to),
        }
    }

    /// What is said of a ray; of ground with heights with the height of where it ends.
    fn ray_told(&self, ray: Ray, from: Point, to: Point) -> (String, Value, Ending) {
        let height_in = |polygon: u32, at: Point| {
            self.ground.as_ref().map(|ground| ground.height_in(polygon, at))
        };
        let said_in = |polygon: u32, at: Point| match height_in(polygon, at) {
            Some(height) => said_with_height(&SurfacePoint { at, height }),
            None => said(at),
        };
        let (told, mut json, ending, height) = match ray {
            Ray::Clear { polygon } => (
                format!(
                    "{} sees {}, {} away.",
                    said(from),
                    said_in(polygon, to),
                    rounded(from.distance(to))
                ),
                json!({ "outcome": "clear" }),
                Ending::Found,
                height_in(polygon, to),
            ),
            Ray::Hit(hit) => (
                format!(
                    "{} does not see {}: at {}, {} away, the ray meets the wall from {} to {}.",
                    said(from),
                    said(to),
                    said_in(hit.polygon, hit.point),
                    rounded(from.distance(hit.point)),
                    said(hit.wall[0]),
                    said(hit.wall[1])
                ),
                json!({
                    "outcome": "hit",
                    "point": [hit.point.x, hit.point.y],
                    "fraction": hit.fraction,
                    "wall": hit.wall.map(|end| [end.x, end.y]),
                    "normal": [hit.normal.x, hit.normal.y],
                }),
                Ending::NoPath,
                height_in(hit.polygon, hit.point),
            ),
        };
        if let Some(height) = height {
            json["height"] = json!(height);
        }
        (told, json, ending)
    }

    /// The polygons of ground that triangles made as they are seen from above, the lowest first, with its y
    /// turned upwards. Returns `None` if none was made.
    pub(crate) fn seen_from_above(&self) -> Option<PolygonMesh> {
        let ground = self.ground.as_ref()?;
        let mut mesh = self.mesh.polygon_mesh();
        let mean = |number: u32| {
            let heights: Vec<f64> = ground.corners(number).map(|corner| corner.height).collect();
            heights.iter().sum::<f64>() / heights.len().max(1) as f64
        };
        let count = u32::try_from(mesh.polygons.len()).unwrap_or(u32::MAX);
        let mut order: Vec<(f64, u32)> = (0..count).map(|number| (mean(number), number)).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut places = vec![0; mesh.polygons.len()];
        for (place, &(_, number)) in (0..).zip(&order) {
            places[number as usize] = place;
        }
        for vertex in &mut mesh.vertices {
            vertex.y = -vertex.y;
        }
        for polygon in &mut mesh.polygons {
            // Mirrored, they go round the other way.
            polygon.vertices.reverse();
            polygon.neighbours.reverse();
            polygon.neighbours.rotate_left(1);
            for neighbour in polygon.neighbours.iter_mut().flatten() {
                *neighbour = places[*neighbour as usize];
            }
        }
        let polygons = order.iter().map(|&(_, number)| mesh.polygons[number as usize].clone());
        mesh.polygons = polygons.collect();
        Some(mesh)
    }

    fn is_open(&self, point: Point) -> bool {
        let spot = self.mesh.chart().snap(point);
        spot.is_some_and(|spot| self.mesh.polygons_at(spot).next().is_some())
    }

    fn blocked(&self, option: &str, end: &str, point: Point) -> Found {
        let nearest = self.mesh.nearest(point, f64::INFINITY);
        let next = nearest.map(|nearest| self.said_as_asked(nearest));
        let tried = next.as_ref().map(|next| format!("\nNext, try {option} {next}."));
        Found {
            told: format!(
                "Nobody can stand at the {end} {}: nothing there is open.{}",
                said(point),
                tried.unwrap_or_default()
            ),
            json: json!({
                "outcome": "blocked",
                "blocked": {
                    "end": end,
                    "point": [point.x, point.y],
                    "nearest_free": nearest.map(|nearest| [nearest.x, nearest.y]),
                },
            }),
            line: Vec::new(),
        }
    }

    /// What is said where a wall is too near for the radius.
    fn without_room(&self, option: &str, end: &str, point: Point, room: f64) -> Found {
        let mut found = self.blocked(option, end, point);
        let next = found.told.split_once('\n').map(|(_, next)| format!("\n{next}"));
        found.told = format!(
            "There is no room at the {end} {}: a wall is {} away.{}",
            said(point),
            rounded(room),
            next.unwrap_or_default()
        );
        found.json["blocked"]["room"] = json!(room);
        found
    }

    /// A point as it would be asked for: on a grid by an open cell that it lies in.
    fn said_as_asked(&self, point: Point) -> String {
        if self.cells.is_none() {
            // With as many digits as it takes to be open: it lies on a wall.
            let is_open = |text: &String| self.point("", text).is_ok_and(|at| self.is_open(at));
            let mut told = (3..=9).map(|places| said_to(places, point));
            return told.find(is_open).unwrap_or_else(|| said(point));
        }
        let beside = [(0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)];
        let middles = beside
            .map(|(x, y)| Point::new((point.x + x).floor() + 0.5, (point.y + y).floor() + 0.5));
        let open = middles.into_iter().filter(|&middle| self.is_open(middle));
        let nearest = open.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point)));
        let Point { x, y } = nearest.unwrap_or(point);
        format!("{},{}", x.floor(), y.floor())
    }
}

impl Found {
    fn unreachable(from: Point, to: Point) -> Found {
        let (from, to) = (said(from), said(to));
        Found {
            told: format!("There is no path from {from} to {to}: they lie on different islands."),
            json: json!({ "outcome": "unreachable" }),
            line: Vec::new(),
        }
    }
}

impl Going<'_> {
    /// That nothing was said which has no meaning on a mesh.
    pub(crate) fn check_on_a_mesh(&self) -> Result<(), Failure> {
        let given = self.unheeded.or_else(|| self.who.first_given());
        match given.or_else(|| self.over.first_of_regions()) {
            Some(option) => Err(unheeded_on("a mesh", option)),
            None => Ok(()),
        }
    }

    /// The same of scenes, which heed tags and regions.
    fn check_on_a_scene(&self) -> Result<(), Failure> {
        match self.unheeded.or_else(|| self.who.first_but_tags()) {
            Some(option) => Err(unheeded_on("a scene", option)),
            None => Ok(()),
        }
    }

    /// The same of lines on cells.
    fn check_on_cells(&self) -> Result<(), Failure> {
        match self.unheeded.or_else(|| self.over.first_of_regions()) {
            Some(option) => {
                Err(unheeded_on("cells with --any-angle, of rays and of meshes", option))
            }
            None => Ok(()),
        }
    }
}

/// A point at its height; without one, on the highest storey.
fn high(spot: Spot) -> SurfacePoint {
    SurfacePoint { at: spot.at, height: spot.height.unwrap_or(1e9) }
}

/// `xunlu raycast`: what a ray meets.
pub(crate) fn raycast(args: &RaycastArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let who = &args.mover;
    let going = Going { who, over: &args.over, unheeded: who.unheeded_at_any_angle() };
    let scene = Scene::open(&args.map, going, screen)?;
    let (from, to) = (scene.spot("--from", &args.from)?, scene.spot("--to", &args.to)?);
    if to.height.is_some() {
        let expected = "expected x,y: it follows the ground";
        return Err(Failure::BadInput(format!("--to: a ray ends at no height; {expected}")));
    }
    let (told, json, ending) = match scene.cast(from, to.at) {
        None if scene.is_open(from.at) => {
            let text = Quoted(&args.to);
            let expected = "expected a point nearer to the map";
            return Err(Failure::BadInput(format!("--to: {text} is too far; {expected}")));
        }
        None => {
            let found = scene.blocked("--from", "start", from.at);
            (found.told, found.json, Ending::NoPath)
        }
        Some(ray) => scene.ray_told(ray, from.at, to.at),
    };
    if args.json {
        screen.print_json(serde_json::to_string(&json))?;
    } else {
        screen.print(format_args!("{told}\n"))?;
    }
    Ok(ending)
}

/// What of a grid matters from cell to cell, and is nothing to straight lines. Returns `None` if there is
/// nothing of the kind.
fn unknown_to_lines(grid: &Grid, mover: &Mover) -> Option<&'static str> {
    let is_priced =
        |terrain: Terrain| mover.is_open(terrain) && mover.weight(terrain) != Some(Weight::ONE);
    if grid.wrap().is_any() {
        Some("joined edges")
    } else if !grid.links().is_empty() {
        Some("links")
    } else if grid.ground().exits().is_some() {
        Some("one-way cells")
    } else if grid.cells().any(|(_, terrain)| is_priced(terrain)) {
        Some("ground of several prices")
    } else {
        None
    }
}

pub(crate) fn unheeded_on(what: &str, option: &str) -> Failure {
    Failure::BadInput(format!("{option} says nothing on {what}; leave it out"))
}

pub(crate) fn unfit(name: &str, error: &dyn std::error::Error) -> Failure {
    Failure::BadInput(format!("{name}: {error}"))
}

fn not_a_point(option: &str, text: &str) -> Failure {
    let text = Quoted(text);
    Failure::BadInput(format!("{option}: {text} is no point; expected x,y, as in 12.5,3"))
}
