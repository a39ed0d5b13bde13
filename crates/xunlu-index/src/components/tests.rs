//! Components held against building anew and against plain flooding, through random edits of maps of
//! every kind.

use super::{ArcSpace, Blocks, ComponentId, Components};
use std::collections::BTreeMap;
use xunlu_map::{
    Cell, Corners, Door, Edit, Exits, Grid, Link, LinkId, Map, MapError, Mover, MoverBuilder,
    NodeId, Passability, Place, Rect, Size, Tags, Terrain, Touched,
};
use xunlu_search::{
    Graph, GridView, HexView, LayersView, LinkTable, Linked, NeighbourBlock, Places, ReverseGraph,
    Step, WaypointView,
};
use xunlu_testkit::{
    GridKind, Random, any_grid, any_grid_of, any_hex_grid, any_layers, any_mover_for_grid,
    any_mover_for_hex, any_mover_for_waypoints, any_place, any_waypoints,
};

/// Does something with a map as the mover sees it: the one place where it is read so.
macro_rules! with_view {
    ($map:expr, $mover:expr, $view:ident => $do:expr) => {{
        let (map, mover): (&Map, &Mover) = ($map, $mover);
        let open = |grid: &Grid| Passability::new(grid.ground(), mover);
        match map {
            Map::Grid(grid) => {
                let open = open(grid);
                let graph = GridView::new(grid, mover, &open);
                let links = LinkTable::of(grid.links(), mover, |cell| graph.node_at(cell));
                let $view = Linked { graph, links: &links };
                $do
            }
            Map::Hex(grid) => {
                let open = Passability::new(grid.ground(), mover);
                let graph = HexView::new(grid, mover, &open);
                let links = LinkTable::of(grid.links(), mover, |hex| graph.node_at(hex));
                let $view = Linked { graph, links: &links };
                $do
            }
            Map::Layers(layers) => {
                let open: Vec<_> = layers.grids().iter().map(open).collect();
                let graph = LayersView::new(layers, mover, &open);
                let links =
                    LinkTable::of(layers.links(), mover, |layer_cell| graph.node_at(layer_cell));
                let $view = Linked { graph, links: &links };
                $do
            }
            Map::Waypoints(graph) => {
                let $view = WaypointView::new(graph, mover);
                $do
            }
        }
    }};
}

/// The steps of any graph, written down: so that graphs of all kinds are of one type. It tells of no
/// neighbour block, so that every step is asked for.
struct Table {
    from: Vec<Vec<Step>>,
    into: Vec<Vec<Step>>,
    stands: Vec<bool>,
}

impl Table {
    fn of<G: Places>(graph: &G) -> Table {
        let mut table = Table { from: Vec::new(), into: Vec::new(), stands: Vec::new() };
        for node in (0..graph.node_count()).map(NodeId) {
            let (mut from, mut into) = (Vec::new(), Vec::new());
            graph.steps_from(node, &mut from);
            graph.steps_into(node, &mut into);
            table.from.push(from);
            table.into.push(into);
            table.stands.push(graph.can_stand_on(node));
        }
        table
    }

    fn of_case(map: &Map, mover: &Mover) -> Table {
        with_view!(map, mover, view => Table::of(&view))
    }

    fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.node_count()).map(NodeId)
    }

    /// Everything that steps lead to from a node, that node included.
    fn reached_from(&self, first: NodeId) -> Vec<bool> {
        let mut reached = vec![false; self.from.len()];
        let mut flood = if self.stands[first.index()] { vec![first] } else { Vec::new() };
        while let Some(node) = flood.pop() {
            if !std::mem::replace(&mut reached[node.index()], true) {
                flood.extend(self.from[node.index()].iter().map(|step| step.to));
            }
        }
        reached
    }

    /// The least node of each node's component, and nothing else.
    fn components(&self) -> Vec<Option<NodeId>> {
        let mut least = vec![None; self.from.len()];
        for first in self.nodes().filter(|node| self.stands[node.index()]) {
            let mut flood = vec![first];
            while let Some(node) = flood.pop() {
                if least[node.index()].is_none() {
                    least[node.index()] = Some(first);
                    let steps = &self.from[node.index()];
                    let leads_back =
                        |to: NodeId| self.from[to.index()].iter().any(|s| s.to == node);
                    flood.extend(steps.iter().map(|step| step.to).filter(|&to| leads_back(to)));
                }
            }
        }
        least
    }
}

impl Graph for Table {
    fn node_count(&self) -> u32 {
        u32::try_from(self.from.len()).unwrap()
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        steps.extend(&self.from[from.index()]);
    }
}

impl ReverseGraph for Table {
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        steps.extend(&self.into[to.index()]);
    }
}

impl Places for Table {
    type Place = NodeId;

    fn node_at(&self, place: NodeId) -> Option<NodeId> {
        (place.0 < self.node_count()).then_some(place)
    }

    fn place_of(&self, node: NodeId) -> NodeId {
        node
    }

    fn can_stand_on(&self, node: NodeId) -> bool {
        self.stands[node.index()]
    }
}

/// A map that is edited at random, and what is known of it.
struct Model {
    map: Map,
    mover: Mover,
    /// Found step by step.
    components: Components,
    /// Read off the map wherever it can be.
    read_off: Components,
    random: Random,
}

impl Model {
    /// A map of any kind, in blocks so small that even small maps have many.
    fn new(seed: u64) -> Model {
        let mut random = Random::new(seed);
        let (map_seed, mover_seed) = (random.word(), random.word());
        let (map, mover): (Map, Mover) = match seed % 5 {
            0 | 1 => (any_grid(map_seed).into(), any_mover_for_grid(mover_seed)),
            2 => (any_hex_grid(map_seed).into(), any_mover_for_hex(mover_seed)),
            3 => (any_layers(map_seed).into(), any_mover_for_grid(mover_seed)),
            _ => (any_waypoints(map_seed).into(), any_mover_for_waypoints(mover_seed)),
        };
        Model::of(map, mover, random)
    }

    fn of(map: Map, mover: Mover, mut random: Random) -> Model {
        let side_log2 = *random.pick(&[1, 2, 3, 5]);
        let blocks = Blocks::of(&map).with_side_log2(side_log2);
        let components = Components::new(&Table::of_case(&map, &mover), blocks.clone());
        let read_off = with_view!(&map, &mover, view => Components::new(&view, blocks));
        Model { map, mover, components, read_off, random }
    }

    /// One edit of any kind, told to the components but not yet repaired.
    fn edit(&mut self) {
        let edited = if self.random.chance(25) || matches!(self.map, Map::Waypoints(_)) {
            self.edit_links()
        } else {
            Some(self.edit_cells())
        };
        let Some(edited) = edited else { return };
        if let Touched::Cells { layer, rect } = edited.touched {
            self.components.cells_changed(layer, rect, &self.mover);
            self.read_off.cells_changed(layer, rect, &self.mover);
        }
    }

    fn edit_cells(&mut self) -> Edit {
        let random = &mut self.random;
        let place = any_place(&self.map, random);
        let (layer, cell) = self.map.cell_of(place).expect("waypoints have no cells");
        let bounds = self.map.ground(layer).unwrap().bounds();
        let most = if random.chance(20) { 9 } else { 1 };
        let size = Size::new(random.from_to(1, most), random.from_to(1, most));
        let rect = bounds.intersection(Rect::new(cell, size));
        let (what, open) = (random.below(8), random.chance(50));
        let terrain = if open { Terrain::OPEN } else { Terrain::WALL };
        let tags = if open { Tags::NONE } else { Tags(1 << random.below(16)) };
        let byte = u8::try_from(random.below(256)).unwrap();
        let exits = if open { Exits::ALL } else { Exits(byte) };
        match what {
            0 => self.map.fill_tags_on(layer, rect, tags),
            1 => self.map.fill_exits_on(layer, rect, exits),
            _ => self.map.fill_on(layer, rect, terrain),
        }
        .unwrap()
    }

    /// Edits a link or adds one. Returns `None` on a map of one place, which has no other to link to.
    fn edit_links(&mut self) -> Option<Edit> {
        let random = &mut self.random;
        let from = any_place(&self.map, random);
        let mut others = (0..1000).map(|_| any_place(&self.map, random));
        let to = others.find(|&to| to != from);
        let known = link_ends(&self.map);
        let picked = (!known.is_empty() && random.chance(60)).then(|| *random.pick(&known));
        let ends = picked.map(|(_, from, to)| (from, to)).or(to.map(|to| (from, to)))?;
        let change = match picked {
            None => Change::Add { is_two_way: random.chance(50) },
            Some((id, ..)) if random.chance(40) => Change::Remove(id),
            Some((id, ..)) => Change::Door(id, *random.pick(&[Door::Open, Door::Shut])),
        };
        let [from, to] = [ends.0, ends.1].map(|end| self.map.node_at(end).unwrap());
        self.components.link_changed(from, to);
        self.read_off.link_changed(from, to);
        Some(change_link(&mut self.map, change, ends).unwrap())
    }

    /// Repairs and builds anew, step by step and read off the map: all are the same.
    fn check_both_ways(&mut self, told: &str) -> Table {
        let table = Table::of_case(&self.map, &self.mover);
        let blocks = self.components.patches.cut.clone();
        self.components.repair(&table);
        let anew = with_view!(&self.map, &self.mover, view => {
            self.read_off.repair(&view);
            Components::new(&view, blocks)
        });
        let told = || format!("{told}\n{}\n{:?}", self.map, self.mover);
        assert!(self.read_off == anew, "repaired differs from built anew, read off: {}", told());
        assert!(self.read_off == self.components, "read off differs from by steps: {}", told());
        table
    }

    /// Repairs, and holds the result against everything.
    fn check(&mut self, told: &str) {
        let table = self.check_both_ways(told);
        let told = || format!("{told}\n{}\n{:?}", self.map, self.mover);
        assert!(!self.components.is_stale());
        let anew = Components::new(&table, self.components.patches.cut.clone());
        assert!(self.components == anew, "repaired differs from built anew: {}", told());
        let mut sizes: BTreeMap<NodeId, u32> = BTreeMap::new();
        for (node, least) in table.nodes().zip(table.components()) {
            let component = self.components.component_of(node);
            assert_eq!(component.map(ComponentId::least_node), least, "{node:?}: {}", told());
            if let Some(least) = least {
                *sizes.entry(least).or_default() += 1;
            }
        }
        assert_eq!(self.components.count() as usize, sizes.len(), "{}", told());
        for (&least, &size) in &sizes {
            assert_eq!(self.components.size_of(ComponentId(least)), size, "{}", told());
        }
        let mut space = ArcSpace::default();
        let from = self.map.node_at(any_place(&self.map, &mut self.random)).unwrap();
        for (to, reached) in table.nodes().zip(table.reached_from(from)) {
            let may_reach = self.components.may_reach_with(from, to, &mut space);
            assert_eq!(may_reach, reached, "{from:?} to {to:?}: {}", told());
        }
        let onward = self.components.onward_from(from);
        let random = &mut self.random;
        let mut asked: Vec<NodeId> = table.nodes().filter(|_| random.chance(90)).collect();
        asked.extend((0..9).map(|_| NodeId(random.below(table.node_count() + 2))));
        asked.push(NodeId(u32::MAX));
        let leads = |&node: &NodeId| onward.leads_to(&self.components, node);
        let expected: Vec<NodeId> = asked.iter().copied().filter(leads).collect();
        onward.retain(&self.components, &mut asked);
        assert_eq!(asked, expected, "from {from:?}: {}", told());
    }
}

#[derive(Clone, Copy)]
enum Change {
    Add { is_two_way: bool },
    Remove(LinkId),
    Door(LinkId, Door),
}

fn link_ends(map: &Map) -> Vec<(LinkId, Place, Place)> {
    map.links().map(|(id, link)| (id, link.from, link.to)).collect()
}

fn change_link(map: &mut Map, change: Change, ends: (Place, Place)) -> Result<Edit, MapError> {
    match change {
        Change::Add { is_two_way } => {
            let link = Link { is_two_way, ..Link::one_way(ends.0, ends.1) };
            map.add_link(link).map(|(_, edit)| edit)
        }
        Change::Remove(id) => map.remove_link(id),
        Change::Door(id, door) => map.set_door(id, door),
    }
}

#[test]
fn repairs_agree_with_building_anew_and_with_flooding() {
    for seed in 0..120 {
        let mut model = Model::new(seed);
        model.check(&format!("seed {seed}, as made"));
        for edit in 0..25 {
            // Now and then several edits are taken in at once.
            for _ in 0..if model.random.chance(15) { 4 } else { 1 } {
                model.edit();
            }
            model.check(&format!("seed {seed}, edit {edit}"));
        }
    }
}

#[test]
fn a_node_alone_is_taken_in_as_by_building_anew() {
    let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
    let movers = corners.map(Mover::eight).into_iter().chain([Mover::four()]);
    let movers: Vec<Mover> = movers.map(|builder| builder.build().unwrap()).collect();
    let (mut asked, mut alone, mut at_borders) = (0, 0, 0);
    for (seed, mover) in (0..120).zip(movers.iter().cycle()) {
        let mut random = Random::new(seed);
        let mut grid = Grid::new(Size::new(random.from_to(3, 70), random.from_to(3, 70))).unwrap();
        let cells: Vec<Cell> = grid.bounds().cells().collect();
        let percent = random.below(60);
        for &cell in cells.iter().filter(|_| random.chance(percent)) {
            grid.set(cell, Terrain::WALL).unwrap();
        }
        let mut open = Passability::new(grid.ground(), mover);
        let side_log2 = if seed % 2 == 0 { 2 } else { 5 };
        let blocks = Blocks::of_grid(&grid).with_side_log2(side_log2);
        let anew = |grid: &Grid, open: &Passability| {
            Components::new(&GridView::new(grid, mover, open), blocks.clone())
        };
        let mut components = anew(&grid, &open);
        for step in 0..100 {
            let cell = *random.pick(&cells);
            let is_open = grid.terrain(cell) == Some(Terrain::OPEN);
            grid.set(cell, if is_open { Terrain::WALL } else { Terrain::OPEN }).unwrap();
            open.repair(grid.ground(), mover, Rect::cell(cell));
            let view = GridView::new(&grid, mover, &open);
            let node = view.node_at(cell).unwrap();
            asked += 1;
            let is_alone = components.clone().take_in_alone(&view, node);
            let is_last = |at: i32| at.cast_unsigned() % (1 << side_log2) == (1 << side_log2) - 1;
            alone += u32::from(is_alone);
            at_borders += u32::from(is_alone && is_last(cell.x) | is_last(cell.y));
            components.cells_changed(0, Rect::cell(cell), mover);
            components.repair(&view);
            assert!(components == anew(&grid, &open), "seed {seed}, step {step}, {cell}\n{grid:?}");
        }
    }
    assert!(alone * 2 > asked, "only {alone} of {asked} were taken in alone");
    assert!(at_borders * 10 > asked, "only {at_borders} of {asked} at borders of blocks");
}

/// Movers of every rule whose steps can be read off, small and large.
fn movers_read_off() -> Vec<Mover> {
    let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
    let builders = corners.map(Mover::eight).into_iter().chain([Mover::four()]);
    let sizes = [(1, 1), (1, 1), (2, 2), (3, 1), (1, 4)];
    let sized = |builder: MoverBuilder| {
        sizes.map(|(x, y)| builder.clone().footprint(Size::new(x, y)).build().unwrap())
    };
    builders.flat_map(sized).collect()
}

#[test]
fn what_is_read_off_is_what_is_found_step_by_step() {
    for (seed, mover) in (0..150).zip(movers_read_off().into_iter().cycle()) {
        let map: Map = match seed % 4 {
            0 => any_layers(seed).into(),
            1 => any_grid(seed).into(),
            _ => any_grid_of(GridKind::Plain, seed).into(),
        };
        let mut model = Model::of(map, mover, Random::new(seed));
        for edit in 0..30 {
            model.check_both_ways(&format!("seed {seed}, edit {edit}"));
            model.edit();
        }
    }
    for seed in 0..60 {
        let mover = Mover::hex().build().unwrap();
        let mut model = Model::of(any_hex_grid(seed).into(), mover, Random::new(seed));
        for edit in 0..30 {
            model.check_both_ways(&format!("hex seed {seed}, edit {edit}"));
            model.edit();
        }
    }
}

#[test]
fn exits_and_links_that_come_and_go_leave_nothing_behind() {
    for (seed, mover) in (0..).zip(movers_read_off()) {
        let mut grid = Grid::new(Size::new(37, 35)).unwrap();
        grid.fill(Rect::new(Cell::new(16, 0), Size::new(1, 33)), Terrain::WALL).unwrap();
        let mut model = Model::of(grid.into(), mover, Random::new(seed));
        let whole = Rect::new(Cell::new(0, 0), Size::new(37, 35));
        let [here, there] = [Cell::new(3, 3), Cell::new(30, 4)];
        let nodes = [here, there].map(|cell| model.map.node_at(cell.into()).unwrap());
        let plain = model.read_off.clone();
        let (mut odd, mut link) = (None, None);
        for step in 0..4 {
            let Map::Grid(grid) = &mut model.map else { unreachable!("made above") };
            let (rect, exits) = match step {
                0 => (Rect::new(Cell::new(4, 10), Size::new(3, 2)), Exits::NONE),
                _ => (whole, Exits::ALL),
            };
            match step {
                0 | 2 => drop(grid.fill_exits(rect, exits).unwrap()),
                1 => link = Some(grid.add_link(Link::one_way(here, there)).unwrap().0),
                _ => drop(grid.remove_link(link.unwrap()).unwrap()),
            }
            for components in [&mut model.components, &mut model.read_off] {
                match step {
                    0 | 2 => components.cells_changed(0, rect, &model.mover),
                    _ => components.link_changed(nodes[0], nodes[1]),
                }
            }
            model.check_both_ways(&format!("seed {seed}, step {step}"));
            odd = odd.or_else(|| Some(model.read_off.clone()));
        }
        assert!(model.read_off == plain, "seed {seed}");
        assert!(odd.is_some_and(|odd| odd != plain), "seed {seed}: exits are heeded");
    }
}

/// Counts how often it is asked for steps.
struct Asked<G>(G, std::cell::Cell<u32>);

impl<G: Graph> Graph for Asked<G> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.1.set(self.1.get() + 1);
        self.0.steps_from(from, steps);
    }
}

impl<G: ReverseGraph> ReverseGraph for Asked<G> {
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.0.steps_into(to, steps);
    }
}

impl<G: Places> Places for Asked<G> {
    type Place = G::Place;

    fn node_at(&self, place: G::Place) -> Option<NodeId> {
        self.0.node_at(place)
    }

    fn place_of(&self, node: NodeId) -> G::Place {
        self.0.place_of(node)
    }

    fn can_stand_on(&self, node: NodeId) -> bool {
        self.0.can_stand_on(node)
    }

    fn neighbour_block(&self, first: NodeId, size: Size, neighbours: &mut NeighbourBlock) -> bool {
        self.0.neighbour_block(first, size, neighbours)
    }
}

#[test]
fn plain_ground_is_not_asked_for_steps_and_a_link_has_its_own_block_asked() {
    let mut grid = Grid::new(Size::new(100, 70)).unwrap();
    for linked in [false, true] {
        if linked {
            grid.add_link(Link::one_way(Cell::new(1, 1), Cell::new(2, 2))).unwrap();
        }
        let map = Map::from(grid.clone());
        with_view!(&map, &Mover::default(), view => {
            let asked = Asked(view, std::cell::Cell::new(0));
            let components = Components::new(&asked, Blocks::of(&map));
            assert_eq!(components.count(), 1);
            assert_eq!(asked.1.get(), if linked { Blocks::NODES_MAX } else { 0 });
        });
    }
}

/// The components of a drawn map for the default mover: each cell's as a letter, in order of their
/// numbers.
fn check(map: &str, expected: &str) -> Components {
    let grid: Grid = map.parse().unwrap();
    let mover = Mover::four().build().unwrap();
    let open = Passability::new(grid.ground(), &mover);
    let view = GridView::new(&grid, &mover, &open);
    let components = Components::new(&view, Blocks::of_grid(&grid).with_side_log2(1));
    let mut numbers: Vec<ComponentId> = Vec::new();
    let mut drawn = String::new();
    for cell in grid.bounds().cells() {
        if cell.x == 0 && cell.y > 0 {
            drawn.push('\n');
        }
        let Some(component) = components.component_of(view.node_at(cell).unwrap()) else {
            drawn.push('#');
            continue;
        };
        if !numbers.contains(&component) {
            numbers.push(component);
        }
        let place = numbers.iter().position(|&number| number == component).unwrap();
        drawn.push(char::from(b'a' + u8::try_from(place).unwrap()));
    }
    assert_eq!(drawn, expected);
    assert!(numbers.is_sorted());
    components
}

#[test]
fn walls_part_a_map() {
    check("....\n....\n....", "aaaa\naaaa\naaaa");
    check("..#.\n..#.\n..#.", "aa#b\naa#b\naa#b");
    check(".#.#.\n#.#.#\n.#.#.", "a#b#c\n#d#e#\nf#g#h");
    check("......\n.####.\n.#..#.\n.####.\n......", "aaaaaa\na####a\na#bb#a\na####a\naaaaaa");
    check("###", "###");
}

#[test]
fn a_drop_leads_down_and_not_up() {
    let mut grid: Grid = "..#..#..".parse().unwrap();
    let mover = Mover::default();
    let open = Passability::new(grid.ground(), &mover);
    let ends = [0, 3, 6].map(|x| Cell::new(x, 0));
    grid.add_link(Link::one_way(ends[0], ends[1])).unwrap();
    let (second, _) = grid.add_link(Link::one_way(ends[1], ends[2])).unwrap();
    let view = GridView::new(&grid, &mover, &open);
    let [high, middle, low] = ends.map(|cell| view.node_at(cell).unwrap());
    let links = LinkTable::of(grid.links(), &mover, |cell| view.node_at(cell));
    let graph = Linked { graph: view, links: &links };
    let mut components = Components::new(&graph, Blocks::of_grid(&grid));
    assert_eq!(components.count(), 3);
    assert!(components.may_reach(high, low));
    assert!(!components.may_reach(low, high));
    assert!(!components.may_reach(middle, high));

    grid.set_door(second, Door::Shut).unwrap();
    let view = GridView::new(&grid, &mover, &open);
    let links = LinkTable::of(grid.links(), &mover, |cell| view.node_at(cell));
    components.link_changed(middle, low);
    assert!(components.is_stale());
    assert!(components.may_reach(high, low), "not repaired yet");
    components.repair(&Linked { graph: view, links: &links });
    assert!(!components.may_reach(high, low));
    assert!(components.may_reach(high, middle));
}

#[test]
fn what_is_not_on_the_map_has_no_component() {
    let components = check("..#", "aa#");
    assert_eq!(components.component_of(NodeId(0)), None);
    assert_eq!(components.component_of(NodeId::NONE), None);
    assert_eq!(components.size_of(ComponentId(NodeId(6))), 0);
    let mut same = components.clone();
    same.link_changed(NodeId::NONE, NodeId(0));
    same.cells_changed(3, Rect::cell(Cell::new(0, 0)), &Mover::default());
    same.cells_changed(0, Rect::cell(Cell::new(0, 7)), &Mover::four().build().unwrap());
    assert!(!same.is_stale());
}
