//! Snapshots stay what they were while the world goes on: each answers as a world made anew from its
//! map does.
//!
//! `XUNLU_CHANGES=1000000` makes a longer run of it.

use std::sync::mpsc;
use std::thread;
use xunlu::{
    Cell, Change, Door, Exits, Grid, Link, LinkId, Map, MoverId, Place, Query, Rect, Size,
    Snapshot, Tags, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, any_place, any_trial};

const CHANGES: u64 = 10_000;
const CHANGES_A_MAP: u64 = 1_000;
const KEPT: usize = 100;
const GROUND: [Terrain; 4] = [Terrain::OPEN, Terrain::WALL, Terrain(3), Terrain(12)];

/// A snapshot, and what the map was when it was taken.
struct Kept {
    snapshot: Snapshot,
    map: Map,
}

#[test]
fn a_hundred_snapshots_outlive_ten_thousand_changes() {
    let wanted = std::env::var("XUNLU_CHANGES").map_or(CHANGES, |text| text.parse().unwrap());
    let (mut done, mut seed, mut compared, mut most) = (0, 0, 0, 0);
    while done < wanted {
        let (changes, snapshots, kept) = on_one_map(seed);
        (done, compared, most) = (done + changes, compared + snapshots, most.max(kept));
        seed += 1;
    }
    println!("{done} changes on {seed} maps, {compared} snapshots held against worlds made anew");
    assert_eq!(most, KEPT, "never had as many as it was to keep");
    assert!(compared >= seed * 50, "{compared} snapshots on {seed} maps");
}

/// Changes one map many times while snapshots of it are kept and dropped; how many changes took place,
/// how many snapshots were compared, and how many were kept at once.
fn on_one_map(seed: u64) -> (u64, u64, usize) {
    let trial = any_trial(seed);
    let mut random = Random::new(seed ^ 0x5a9);
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    let mut kept: Vec<Kept> = Vec::new();
    let (mut done, mut compared, mut most) = (0, 0, 0);
    let mut check = |kept: &Kept, random: &mut Random| {
        let anew = World::with_mover(kept.map.clone(), trial.mover.clone()).unwrap();
        compare(&kept.snapshot, &anew, &trial.map, random, seed);
        compared += 1;
    };
    for _ in 0..CHANGES_A_MAP {
        let change = any_change(world.map(), &mut random, 2);
        done += u64::from(world.apply(&change).is_ok());
        if random.chance(45) {
            // Some are held for long, some for a moment: both ways of going on are taken.
            if kept.len() >= KEPT {
                let place = random.below(u32::try_from(kept.len()).unwrap()) as usize;
                check(&kept.swap_remove(place), &mut random);
            }
            kept.push(Kept { snapshot: world.snapshot(), map: world.map().clone() });
        }
        if random.chance(20) {
            kept.pop();
        }
        if random.below(600) == 0 {
            kept.clear();
        }
        most = most.max(kept.len());
    }
    kept.push(Kept { snapshot: world.snapshot(), map: world.map().clone() });
    for one in &kept {
        check(one, &mut random);
    }
    (done, compared, most)
}

fn compare(snapshot: &Snapshot, anew: &World, map: &Map, random: &mut Random, seed: u64) {
    assert_eq!(snapshot.map(), anew.map(), "seed {seed}");
    assert_eq!(snapshot.digest(), anew.digest(), "seed {seed}");
    let first = MoverId::FIRST;
    assert_eq!(snapshot.component_count(first), anew.component_count(first), "seed {seed}");
    let mut workspace = Workspace::new();
    for _ in 0..3 {
        let (from, to) = (any_place(map, random), any_place(map, random));
        let query = Query::between(from, to).nearest(true);
        let here = snapshot.find(&query, &mut workspace).unwrap();
        let there = anew.find(&query, &mut workspace).unwrap();
        assert_eq!(here, there, "from {from} to {to}, seed {seed}");
    }
}

/// Any change that this kind of map may take; some cannot be made, and then nothing is changed.
fn any_change(map: &Map, random: &mut Random, depth: u32) -> Change {
    let place = any_place(map, random);
    let (layer, cell) = map.cell_of(place).unwrap_or((0, Cell::default()));
    let size = Size::new(random.from_to(1, 4), random.from_to(1, 4));
    let (one, wide) = (Rect::cell(cell), Rect::new(cell, size));
    let terrain = *random.pick(&GROUND);
    let links: Vec<LinkId> = map.links().map(|(id, _)| id).collect();
    match random.below(12) {
        0..=4 => Change::Terrain { layer, rect: one, terrain },
        5 => Change::Terrain { layer, rect: wide, terrain },
        6 => Change::Tags { layer, rect: wide, tags: Tags(1 << random.below(4)) },
        7 => {
            let exits = Exits(u8::try_from(random.below(256)).unwrap());
            Change::Exits { layer, rect: one, exits }
        }
        8 => {
            let to = any_place(map, random);
            let link = Link::two_way(place, to).costing(Weight::percent(random.below(500)));
            Change::AddLink(Link { is_two_way: random.chance(50), ..link })
        }
        9 if !links.is_empty() => Change::RemoveLink(*random.pick(&links)),
        10 if !links.is_empty() => {
            let door = if random.chance(50) { Door::Open } else { Door::Shut };
            Change::Door { link: *random.pick(&links), door }
        }
        _ if depth > 0 => {
            let count = random.from_to(0, 6);
            Change::All((0..count).map(|_| any_change(map, random, depth - 1)).collect())
        }
        _ => Change::Terrain { layer, rect: one, terrain },
    }
}

#[test]
fn threads_ask_while_one_writes() {
    let mut world = World::new(Grid::new(Size::new(40, 30)).unwrap()).unwrap();
    world.build_index(MoverId::FIRST).unwrap();
    thread::scope(|scope| {
        let mut askers = Vec::new();
        let mut senders = Vec::new();
        for number in 0..3_u64 {
            let (sender, receiver) = mpsc::sync_channel::<Snapshot>(4);
            senders.push(sender);
            askers.push(scope.spawn(move || {
                let (mut random, mut workspace) = (Random::new(number), Workspace::new());
                let mut asked = 0_u32;
                for snapshot in receiver {
                    let anew = World::new(snapshot.map().clone()).unwrap();
                    for _ in 0..4 {
                        let mut place = || {
                            let (x, y) = (random.from_to(0, 39), random.from_to(0, 29));
                            Place::cell(x.cast_signed(), y.cast_signed())
                        };
                        let query = Query::between(place(), place());
                        let here = snapshot.find(&query, &mut workspace).unwrap();
                        let there = anew.find(&query, &mut workspace).unwrap();
                        assert_eq!(here.cost(), there.cost(), "{query:?}");
                        assert_eq!(here.revision, there.revision);
                        asked += 1;
                    }
                }
                asked
            }));
        }
        let mut random = Random::new(99);
        for number in 0..300 {
            let cell =
                Cell::new(random.from_to(0, 39).cast_signed(), random.from_to(0, 29).cast_signed());
            let terrain = if random.chance(60) { Terrain::WALL } else { Terrain::OPEN };
            world.set(cell, terrain).unwrap();
            senders[number % 3].send(world.snapshot()).unwrap();
        }
        drop(senders);
        let asked: u32 = askers.into_iter().map(|asker| asker.join().unwrap()).sum();
        assert_eq!(asked, 300 * 4);
    });
}

#[test]
fn a_change_is_all_or_nothing() {
    let mut world = World::new("...\n...".parse::<Grid>().unwrap()).unwrap();
    let before = world.snapshot();
    let wall = |x| Change::terrain(0, Rect::cell(Cell::new(x, 0)), Terrain::WALL);
    let link = Link::two_way(Place::cell(0, 0), Place::cell(2, 1));
    let removed_twice = Change::All(vec![
        Change::AddLink(link),
        Change::RemoveLink(LinkId(0)),
        Change::RemoveLink(LinkId(0)),
    ]);
    for refused in [Change::All(vec![wall(0), Change::All(vec![wall(1), wall(3)])]), removed_twice]
    {
        assert!(world.apply(&refused).is_err());
        assert_eq!((world.map(), world.revision()), (before.map(), before.revision()));
    }
    let taken = Change::All(vec![wall(0), Change::All(vec![wall(1)])]);
    assert_eq!(world.apply(&taken).unwrap().len(), 2);
    assert_eq!(before.map().to_string(), "...\n...");
    assert_eq!(world.map().to_string(), "##.\n...");
}

#[test]
fn worlds_are_told_apart() {
    let world = World::new("..".parse::<Grid>().unwrap()).unwrap();
    let copy = world.clone();
    assert_ne!(world.world_id(), copy.world_id());
    assert_eq!(world.world_id(), world.snapshot().world_id());
}
