//! What a newcomer's hands reached for before reading anything: 31 guesses at the interface, each of which
//! compiles and does what was meant. Beside the few that would be wrong stands the reason, and what the
//! compiler says to them.

use xunlu::map::Point;
use xunlu::scheduler::Scheduler;
use xunlu::watch::Watcher;
use xunlu::{
    Answer, Cell, Corners, Cost, Exits, Goal, Grid, Hex, Layers, Link, LinkId, Map, Mover, MoverId,
    Outcome, Path, Place, Query, Rect, Size, Steps, Tags, Terrain, WaypointId, Weight, Workspace,
    World, WorldError, WorldErrorKind,
};

const SWAMP: Terrain = Terrain(3);

fn grid() -> Grid {
    "..#.\n..#3\n....".parse().unwrap()
}

fn world() -> World {
    World::new(grid()).unwrap()
}

fn answer() -> Answer {
    world().find(&Query::between((0, 0), (3, 0)), &mut Workspace::new()).unwrap()
}

fn path() -> Path<Place> {
    world().path((0, 0), (3, 0)).unwrap().unwrap()
}

#[test]
fn a_place_is_read() {
    let place: Place = "3,1".parse().unwrap();
    assert_eq!(place, Place::cell(3, 1));
}

#[test]
fn a_cell_is_a_pair() {
    let cell: Cell = (3, 1).into();
    assert_eq!(cell, Cell::new(3, 1));
}

#[test]
fn a_place_is_tagged_as_it_is_set() {
    let (mut world, key) = (world(), Tags::one(1).unwrap());
    world.set_tags((1, 1), key).unwrap();
    assert_eq!(world.tags((1, 1)), Some(key));
    assert_eq!(world.path((0, 2), (1, 1)).unwrap(), None);
    world.set_exits((0, 2), Exits::NONE).unwrap();
    assert_eq!(world.path((0, 2), (0, 1)).unwrap(), None);
    assert!(world.path((0, 1), (0, 2)).unwrap().is_some());
}

// `Place::default()` does not compile; the compiler points to `Place::cell`. It would have to be a cell,
// which is no place on hexes and waypoints, and 0,0 lies outside of many maps. A cell has a default,
// because it is a pair of numbers.
#[test]
fn a_cell_has_a_default_and_a_place_has_none() {
    assert_eq!(Place::from(Cell::default()), Place::cell(0, 0));
}

#[test]
fn a_grid_has_cells() {
    let swamps: Vec<Cell> =
        grid().cells().filter(|&(_, terrain)| terrain == SWAMP).map(|(cell, _)| cell).collect();
    assert_eq!(swamps, [Cell::new(3, 1)]);
}

#[test]
fn bounds_have_cells() {
    let grid = grid();
    let walls = grid.bounds().cells().filter(|&cell| grid.terrain(cell) == Some(Terrain::WALL));
    assert_eq!(walls.count(), 2);
}

#[test]
fn a_path_is_gone_through() {
    let mut last = None;
    for place in &path() {
        last = Some(*place);
    }
    assert_eq!(last, Some(Place::cell(3, 0)));
}

#[test]
fn a_path_has_ends_and_steps() {
    let path = path();
    assert_eq!((path.start(), path.end()), (Some(Place::cell(0, 0)), Some(Place::cell(3, 0))));
    assert_eq!(path.steps().len(), path.places.len() - 1);
}

// It is `path` and not `find_path`: the world's `find` is the whole call, with a query and a workspace that
// is kept. The compiler has no hint, but the search in the documentation finds `path` by the other name.
#[test]
fn a_world_finds_a_path_in_one_line() {
    let world = world();
    assert_eq!(world.path((0, 0), (3, 0)).unwrap(), answer().into_path());
    assert_eq!(world.path((0, 0), (2, 0)).unwrap(), None);
}

#[test]
fn an_outcome_is_printed() {
    let outcome: Outcome<Place> = answer().outcome;
    assert!(outcome.to_string().starts_with("A path from 0,0 to 3,0: "), "{outcome}");
    assert_eq!(Outcome::<Place>::Unreachable.to_string(), "There is no path, at any cost.");
}

#[test]
fn an_error_has_a_kind() {
    let error = world().path((0, 0), (9, 9)).unwrap_err();
    assert_eq!(error.kind(), WorldErrorKind::Outside);
}

#[test]
fn maps_are_printed_and_read_back() {
    let grid = grid();
    assert_eq!(grid.to_string().parse(), Ok(grid));
    let world = world();
    assert_eq!(world.map().to_string().parse::<Map>().unwrap(), *world.map());
}

#[test]
fn cells_are_added_to_and_have_neighbours() {
    let cell = Cell::new(1, 1);
    assert_eq!(cell + (1, 0), Cell::new(2, 1));
    assert_eq!(cell.neighbours().next(), Some(Cell::new(2, 1)));
    assert_eq!(cell.neighbours().count(), 8);
}

#[test]
fn a_query_is_limited_and_kept_within() {
    let world = world();
    let query = Query::between((0, 0), (3, 0));
    let few = world.find(&query.clone().limit(1), &mut Workspace::new()).unwrap();
    let inside = query.within(Rect::cell(Cell::new(0, 0)));
    let kept = world.find(&inside, &mut Workspace::new()).unwrap();
    assert!(!few.is_found() && !kept.is_found());
}

#[test]
fn a_world_lists_its_movers() {
    let mut world = world();
    let rook = world.add_mover(Mover::four().build().unwrap()).unwrap();
    let ids: Vec<MoverId> = world.movers().map(|(id, _)| id).collect();
    assert_eq!(ids, [MoverId::FIRST, rook]);
}

#[test]
fn a_world_says_what_a_place_is() {
    let world = world();
    assert_eq!(world.terrain(Place::cell(3, 1)), Some(SWAMP));
    assert_eq!(world.tags(Place::cell(0, 0)), Some(Tags::NONE));
    assert_eq!((world.terrain((9, 9)), world.tags((9, 9))), (None, None));
}

#[test]
fn a_point_is_a_pair() {
    let (x, y): (f64, f64) = Point::new(1.5, 2.0).into();
    assert_eq!(Point::from((x, y)), Point::from((1.5_f32, 2.0_f32)));
}

// `MoverBuilder::from(mover)` does not compile: "expected `MoverBuilder`, found `Mover`". To go back to the
// drawing board is a thing one asks of a mover, and there is one way to do it.
#[test]
fn a_mover_is_changed() {
    let hero = Mover::default();
    let large = hero.to_builder().footprint((2, 2)).build().unwrap();
    assert_eq!((large.footprint().width(), large.rule()), (2, hero.rule()));
}

#[test]
fn an_answer_says_whether_and_gives_the_path_away() {
    assert!(answer().is_found());
    assert_eq!(answer().into_path(), Some(path()));
}

#[test]
fn a_cost_is_multiplied() {
    assert_eq!(Cost(21) * 2, Cost(42));
}

#[test]
fn a_size_is_a_pair() {
    let size: Size = (2, 3).into();
    assert_eq!(size, Size::new(2, 3));
}

// `Grid::from_fn(3, 3, |x, y| ..)` does not compile: "this function takes 2 arguments but 3 arguments were
// supplied". A size is one thing everywhere, and so is a cell.
#[test]
fn a_grid_is_made_cell_by_cell() {
    let grid = Grid::from_fn((3, 3), |_| Terrain::OPEN).unwrap();
    assert_eq!(grid, Grid::new((3, 3)).unwrap());
}

// `Weight::from(3.5)` does not compile: "the trait `From<{float}>` is not implemented for `Weight`, but
// trait `From<Steps>` is". A weight is a whole number of hundredths, and there is none for -1, infinity or
// 0.001: whoever makes one of a number is told so.
#[test]
fn a_weight_is_tried_from_a_number() {
    assert_eq!(Weight::try_from(3.5).unwrap(), Weight::percent(350));
    assert!(Weight::try_from(-1.0).is_err());
}

#[test]
fn what_is_shared_can_be_shared() {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<World>();
    is_shared::<Scheduler>();
    is_shared::<Watcher>();
    is_shared::<Workspace>();
}

// "Pays triple for swamp" was first written as `Weight::times(3)`, which is what a swamp drawn as `3` costs
// everybody, and so did nothing.
#[test]
fn triple_for_swamp_triples_what_it_costs() {
    let hero = Mover::eight(Corners::NoCutting).price(SWAMP, 1.5);
    let ogre = hero.clone().times(SWAMP, 3).build().unwrap();
    assert_eq!(ogre.weight(SWAMP), Some(Weight::percent(450)));
    assert_eq!(hero.clone().closed(SWAMP).build().unwrap().weight(SWAMP), None);
    let says = hero.closed(SWAMP).times(SWAMP, 3).build().unwrap_err().to_string();
    assert!(says.contains("terrain 3 is closed"), "{says}");
    let says = Mover::four().price(SWAMP, -1.0).build().unwrap_err().to_string();
    assert!(says.contains("-1 steps are no price"), "{says}");
}

#[test]
fn a_budget_is_said_in_steps() {
    let (world, mut workspace) = (world(), Workspace::new());
    let six = world.reach((0, 0), MoverId::FIRST, Steps(6), &mut workspace).unwrap();
    let mover = world.mover(MoverId::FIRST).unwrap();
    let cost = mover.cost_of(Steps(6));
    assert_eq!(six, world.reach((0, 0), MoverId::FIRST, cost, &mut workspace).unwrap());
    assert_eq!(cost.in_steps(mover).to_string(), "6 steps");
}

#[test]
fn places_go_in_as_they_are_at_hand() {
    let (mut world, mut workspace, mover) = (world(), Workspace::new(), MoverId::FIRST);
    world.set((2, 0), Terrain::OPEN).unwrap();
    world.set_all([((2, 1), Terrain::OPEN)]).unwrap();
    assert!(world.can_stand(mover, (2, 0)) && world.can_stand(mover, Cell::new(2, 1)));
    let (id, _) = world.add_link(Link::two_way((0, 0), (3, 2))).unwrap();
    assert_eq!(id, LinkId(0));
    let chests = [(3, 0), (0, 2)];
    let field = world.field_to(chests, mover, &mut workspace).unwrap();
    assert_eq!(field.nearest((0, 1)), Some(Place::cell(0, 2)));
    let costs = world.distances((0, 0), chests, mover, &mut workspace).unwrap();
    let walked = |to| world.path((0, 0), to).unwrap().map(|path| path.cost);
    assert_eq!(costs, chests.map(walked));
    let nearest = world.find(&Query::to((0, 1), Goal::any_of(chests)), &mut workspace).unwrap();
    assert_eq!(nearest.into_path().and_then(|path| path.end()), Some(Place::cell(0, 2)));
}

#[test]
fn where_a_map_has_layers_an_edit_names_one() {
    let house: Layers = "@layer\n..\n@layer\n..".parse().unwrap();
    let mut house = World::new(house).unwrap();
    let rect = Rect::cell(Cell::new(0, 0));
    let error = house.fill(rect, Terrain::WALL).unwrap_err();
    assert_eq!(error.kind(), WorldErrorKind::NotForThisMap);
    let says = "the map has 2 layers; expected `fill_on` with one of 0 to 1";
    assert_eq!(error.to_string(), says);
    house.fill_on(1, rect, Terrain::WALL).unwrap();
    assert_eq!(house.terrain("0,0@1".parse::<Place>().unwrap()), Some(Terrain::WALL));
    let mut flat = world();
    flat.fill(rect, Terrain::WALL).unwrap();
    assert_eq!(flat.terrain((0, 0)), Some(Terrain::WALL));
}

// A map of hexes or waypoints has no cells, and the compiler cannot know which kind a world has.
#[test]
fn a_place_of_another_kind_of_map_says_so() {
    let mut world = world();
    let hex = Place::from(Hex::new(2, 1));
    let told = |error: WorldError| (error.kind().code(), error.to_string());
    let goal = told(world.path((0, 0), hex).unwrap_err());
    assert_eq!(goal, ("wrong-place", "the goal 2,1 is a hex; this map has cells".to_owned()));
    let edit = told(world.set(WaypointId(3), Terrain::WALL).unwrap_err());
    assert_eq!(edit, ("wrong-place", "3 is a waypoint; this map has cells".to_owned()));
    let link = told(world.add_link(Link::two_way(hex, hex)).unwrap_err());
    assert_eq!(link, ("wrong-place", "2,1 is a hex; this map has cells".to_owned()));
    let before = world.revision();
    let own = told(world.add_link(Link::two_way((2, 1), (2, 1))).unwrap_err());
    let says = "a link from 2,1 to itself leads nowhere; expected two places";
    assert_eq!((own, world.revision()), (("link-to-itself", says.to_owned()), before));
}

#[test]
fn a_mover_can_be_removed() {
    let mut world = world();
    world.remove_mover(MoverId::FIRST).unwrap();
    assert_eq!(world.movers().count(), 0);
}
