//! An index that use makes part by part.

use xunlu::{
    Algorithm, Cell, Grid, MoverId, Outcome, Place, Query, Rect, Size, Terrain, Workspace, World,
};

/// Walls with a gap at one end in turns, so that the way across touches every one of them.
fn comb() -> World {
    let mut grid = Grid::new(Size::new(120, 20)).unwrap();
    for x in (3..120).step_by(4) {
        let from = if x % 8 == 3 { 0 } else { 1 };
        grid.fill(Rect::new(Cell::new(x, from), Size::new(1, 19)), Terrain::WALL).unwrap();
    }
    World::new(grid).unwrap()
}

/// The way across.
fn across() -> Query {
    Query::between(Place::cell(0, 0), Place::cell(119, 0))
}

/// Asks for the way across until the world makes a part of an index, and tells how often.
fn ask_until_made(world: &mut World) -> u32 {
    let mut workspace = Workspace::new();
    for asked in 0..200 {
        if world.maintain_indexes() {
            return asked;
        }
        world.find(&across(), &mut workspace).unwrap();
    }
    panic!("it would have paid long ago");
}

/// Asks for the way across, and expects that nothing is worth making.
fn expect_nothing_made(world: &mut World, questions: u32, by: Algorithm) {
    let mut workspace = Workspace::new();
    for _ in 0..questions {
        assert_eq!(world.find(&across(), &mut workspace).unwrap().algorithm(), by);
        assert!(!world.maintain_indexes(), "landmarks would spare nothing on the only way");
    }
}

#[test]
fn parts_are_made_when_searching_has_taken_about_as_long_and_never_for_short_paths() {
    let mut world = comb();
    let mut workspace = Workspace::new();
    let short = Query::between(Place::cell(0, 0), Place::cell(4, 0));
    for _ in 0..5_000 {
        let answer = world.find(&short, &mut workspace).unwrap();
        assert_eq!(answer.algorithm(), Algorithm::JumpPoints);
        assert!(!world.maintain_indexes(), "an index would make nothing shorter");
    }
    let [edges, runs] = [0; 2].map(|_| ask_until_made(&mut world));
    assert!(edges > 2 && runs > 2, "made after {edges} and {runs} questions");
    let bytes = world.index_bytes();
    expect_nothing_made(&mut world, 5_000, Algorithm::JumpIndex);
    assert!(world.build_index(MoverId::FIRST).unwrap());
    assert!(world.index_bytes() > bytes, "the index had landmarks before");
}

/// Walls as dense as noise, among which edges alone would spare nothing.
#[test]
fn all_parts_are_made_at_once_where_jump_points_are_dense() {
    let is_wall = |cell: Cell| cell.x % 3 == 1 && (cell.y + cell.x / 3) % 3 == 1;
    let terrain_of = |cell| if is_wall(cell) { Terrain::WALL } else { Terrain::OPEN };
    let mut world = World::new(Grid::from_fn(Size::new(120, 20), terrain_of).unwrap()).unwrap();
    let asked = ask_until_made(&mut world);
    assert!(asked > 2, "made after {asked} questions");
    let bytes = world.index_bytes();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    assert_eq!(world.index_bytes(), bytes, "the index lacked a part");
}

#[test]
fn who_gives_up_before_the_end_has_asked_too() {
    let mut world = comb();
    for asked in 1.. {
        let mut pending = world.begin(across(), &mut Workspace::new()).unwrap();
        assert!(world.advance(&mut pending, 40).unwrap().is_none());
        if world.maintain_indexes() {
            assert!(asked > 2, "made after {asked} questions");
            break;
        }
        assert!(asked < 500, "an index would have paid long ago");
    }
}

#[test]
fn an_edit_that_lasts_keeps_no_part_away() {
    let mut world = comb();
    ask_until_made(&mut world);
    world.set(Cell::new(60, 10), Terrain::WALL).unwrap();
    let bytes = world.index_bytes();
    let asked = ask_until_made(&mut world);
    assert!(asked > 2, "runs were found after {asked} questions, before they could pay");
    assert!(world.index_bytes() > bytes, "runs were found");
    expect_nothing_made(&mut world, 100, Algorithm::JumpIndex);
}

/// A search that goes on over an index with another part, or with one less, as a snapshot has that was taken
/// before.
#[test]
fn a_path_leads_over_the_runs_of_the_index_that_it_was_found_by() {
    let mut world = comb();
    ask_until_made(&mut world);
    let before = world.snapshot();
    ask_until_made(&mut world);
    let after = world.snapshot();
    let least = before.find(&across().algorithm(Algorithm::AStar), &mut Workspace::new()).unwrap();
    let Outcome::Found(least) = least.outcome else { panic!("there is a way across") };
    for [first, second] in [[&before, &after], [&after, &before]] {
        for budget in 1..40 {
            let query = across().algorithm(Algorithm::JumpIndex);
            let mut pending = first.begin(query, &mut Workspace::new()).unwrap();
            let answer = first.advance(&mut pending, budget).unwrap();
            let answer = answer.or_else(|| second.advance(&mut pending, u64::MAX).unwrap());
            let Outcome::Found(found) = answer.unwrap().outcome else { panic!("there is a way") };
            assert_eq!(found.path.cost, least.path.cost, "after {budget}");
            world.check_path(&found.path, MoverId::FIRST).unwrap();
        }
    }
}
