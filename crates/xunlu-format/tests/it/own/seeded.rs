//! Documents made from seeds: maps with names, and meshes with every float there is.

#![cfg(test)]

use xunlu::map::{
    GroundCost, MeshLink, MeshPolygon, NamedPoint, PatrolRoute, PlannedLink, PlannedObstacle,
    PlannedRegion, Point, PolygonMesh, ScenePlan, TagCost, TriangleMesh,
};
use xunlu::{Cell, Door, LayerCell, LinkId, Map, Place, Rect, Tags, Terrain, WaypointId, Weight};
use xunlu_format::{
    Content, Document, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Price,
};
use xunlu_testkit::Random;

/// A document about this map with names made from the seed.
pub(super) fn about(map: &Map, random: &mut Random) -> Document {
    let mut document = Document::of(map.clone());
    if random.chance(30) {
        document.look = Look::Isometric;
    }
    for _ in 0..random.below(4) {
        let place = any_place(map, random);
        document.places.push(NamedPlace { name: any_name(random), place });
    }
    for _ in 0..random.below(4) {
        document.regions.extend(any_region(map, random));
    }
    for number in 0..=u8::MAX {
        if random.chance(2) {
            let price = match random.below(3) {
                0 => None,
                1 => Some(Price::Closed),
                _ => Some(Price::Weight(Weight::percent(random.below(1 << 20)))),
            };
            let name = random.chance(50).then(|| any_name(random));
            document.terrains.push(NamedTerrain { terrain: Terrain(number), name, price });
        }
    }
    for number in 0..Tags::COUNT {
        if random.chance(15) {
            let tag = Tags::one(number).unwrap();
            document.tags.push(NamedTag { tag, name: any_name(random) });
        }
    }
    document
}

fn any_name(random: &mut Random) -> String {
    let letters = ['a', 'Z', ' ', '"', '\\', '\n', '\0', '/', '寻', '🗺', '\u{2028}', '{'];
    (0..random.below(6)).map(|_| *random.pick(&letters)).collect()
}

fn any_cell(bounds: Rect, random: &mut Random) -> Cell {
    let Rect { min, size } = bounds;
    Cell::new(
        min.x.saturating_add_unsigned(random.below(size.width)),
        min.y.saturating_add_unsigned(random.below(size.height)),
    )
}

fn any_place(map: &Map, random: &mut Random) -> Place {
    match map {
        Map::Grid(grid) => any_cell(grid.bounds(), random).into(),
        Map::Hex(grid) => grid.hex_at(any_cell(grid.bounds(), random)).into(),
        Map::Layers(layers) => {
            let layer = random.below(u32::try_from(layers.grids().len()).unwrap());
            let cell = any_cell(layers.grid(layer).unwrap().bounds(), random);
            LayerCell::new(layer, cell).into()
        }
        Map::Waypoints(graph) => WaypointId(random.below(graph.len())).into(),
    }
}

fn any_region(map: &Map, random: &mut Random) -> Option<NamedRegion> {
    let (layer, bounds) = match map {
        Map::Grid(grid) => (0, grid.bounds()),
        Map::Hex(grid) => (0, grid.bounds()),
        Map::Layers(layers) => (1, layers.grid(1)?.bounds()),
        Map::Waypoints(_) => return None,
    };
    let mut parts: Vec<Rect> = Vec::new();
    for _ in 0..=random.below(5) {
        let part = Rect::spanning(any_cell(bounds, random), any_cell(bounds, random));
        if parts.iter().all(|other| other.intersection(part).is_empty()) {
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| (part.min.y, part.min.x));
    Some(NamedRegion { name: any_name(random), layer, parts })
}

/// Takes some links away, the last one often among them.
pub(super) fn without_some_links(map: &mut Map, random: &mut Random) {
    let ids: Vec<LinkId> = map.links().map(|(id, _)| id).collect();
    for (number, &id) in ids.iter().enumerate() {
        if random.chance(if number + 1 == ids.len() { 60 } else { 25 }) {
            match map {
                Map::Grid(grid) => grid.remove_link(id).unwrap(),
                Map::Hex(grid) => grid.remove_link(id).unwrap(),
                Map::Layers(layers) => layers.remove_link(id).unwrap(),
                Map::Waypoints(graph) => graph.remove_link(id).unwrap(),
            };
        }
    }
}

/// Finite numbers of all sizes, most of them with as many digits as a float has.
pub(super) fn any_number(random: &mut Random) -> f64 {
    loop {
        let number = f64::from_bits(random.word());
        if number.is_finite() {
            return number;
        }
    }
}

pub(super) fn any_mesh(seed: u64) -> Document {
    let mut random = Random::new(seed);
    let vertices: Vec<Point> = (0..random.from_to(1, 30))
        .map(|_| Point::new(any_number(&mut random), any_number(&mut random)))
        .collect();
    let polygons = random.below(20);
    let corner = u32::try_from(vertices.len()).unwrap();
    let polygons = (0..polygons).map(|_| {
        let corners = random.from_to(3, 7);
        let vertices = (0..corners).map(|_| random.below(corner)).collect();
        let neighbours =
            (0..corners).map(|_| random.chance(60).then(|| random.below(polygons))).collect();
        MeshPolygon { vertices, neighbours }
    });
    let polygons = polygons.collect();
    Document::of(Content::Mesh(PolygonMesh { vertices, polygons }))
}

pub(super) fn any_triangles(seed: u64) -> Document {
    let mut random = Random::new(seed);
    let mut number = || loop {
        let number = f32::from_bits(u32::try_from(random.word() >> 32).unwrap());
        if number.is_finite() {
            return number;
        }
    };
    let vertices: Vec<[f32; 3]> = (0..20).map(|_| [number(), number(), number()]).collect();
    let triangles = (0..seed % 9).map(|_| [random.below(20), random.below(20), random.below(20)]);
    let triangles = triangles.collect();
    Document::of(Content::Triangles(TriangleMesh { vertices, triangles }))
}

/// A scene with some of everything, all of it anywhere.
pub(super) fn any_scene(seed: u64) -> Document {
    let mut random = Random::new(seed);
    let random = &mut random;
    let point = |random: &mut Random| Point::new(any_number(random), any_number(random));
    let line = |random: &mut Random, least: u32| {
        (0..random.from_to(least, 9)).map(|_| point(random)).collect::<Vec<_>>()
    };
    let any_tags = |random: &mut Random| Tags(u16::try_from(random.below(1 << 16)).unwrap());
    let mut plan = ScenePlan::default();
    for _ in 0..random.below(4) {
        plan.ground.push(line(random, 3));
        let (name, outline) = (any_name(random), line(random, 3));
        plan.obstacles.push(PlannedObstacle { name, outline });
        let (name, tags, outline) = (any_name(random), any_tags(random), line(random, 3));
        plan.regions.push(PlannedRegion { name, tags, outline });
        let mut link = MeshLink::one_way(point(random), point(random)).tagged(any_tags(random));
        link.is_two_way = random.chance(50);
        link.length =
            if random.chance(50) { any_number(random).abs() } else { link.from.distance(link.to) };
        link.length = link.length.min(f64::MAX);
        let door = if random.chance(50) { Door::Shut } else { Door::Open };
        plan.links.push(PlannedLink { name: any_name(random), link, door });
        let (name, points, is_closed) = (any_name(random), line(random, 2), random.chance(50));
        plan.routes.push(PatrolRoute { name, points, is_closed });
        plan.places.push(NamedPoint { name: any_name(random), at: point(random) });
    }
    for number in (0..Tags::COUNT).filter(|number| seed >> number & 1 == 1) {
        let times = GroundCost::Times(f64::from(random.from_to(1, 1 << 20)) / 7e5);
        let cost = if random.chance(30) { GroundCost::Closed } else { times };
        plan.costs.push(TagCost { tag: Tags::one(number).unwrap(), cost });
    }
    Document::of(Content::Scene(plan))
}
