//! Seeded movers: every step rule, odd costs, cheap, expensive and closed ground, tags, sizes, turning.

use crate::random::Random;
use xunlu_map::{
    Corners, Cost, Mover, MoverBuilder, Offset, OffsetStep, Size, StepCosts, Tags, Terrain, Weight,
};

/// A mover for square grids: all step rules, costs from the presets to odd ones (a diagonal cheaper
/// than a straight step, or more expensive than two), cheap and closed terrain, tags, footprints of up to
/// 4 x 3 cells, and now and then a turn cost.
///
/// # Panics
/// Never; every mover that it makes is in range, held by `every_seed_makes_a_mover`.
#[must_use]
pub fn any_mover_for_grid(seed: u64) -> Mover {
    let random = &mut Random::new(seed);
    let builder = match random.below(10) {
        0 | 1 => Mover::four(),
        2..=6 => Mover::eight(any_corners(random)),
        7 => Mover::knight(),
        _ => Mover::offsets(any_offsets(random)),
    };
    let mut builder = dress(builder, random);
    if random.chance(25) {
        builder = builder.footprint(Size::new(random.from_to(1, 4), random.from_to(1, 3)));
    }
    builder.build().expect("made within the ranges that a mover allows")
}

/// A mover for hex grids, as various as [`any_mover_for_grid`] makes them.
///
/// # Panics
/// Never; every mover that it makes is in range, held by `every_seed_makes_a_mover`.
#[must_use]
pub fn any_mover_for_hex(seed: u64) -> Mover {
    let builder = dress(Mover::hex(), &mut Random::new(seed));
    builder.build().expect("made within the ranges that a mover allows")
}

/// A mover for waypoint graphs: costs and tags as various as [`any_mover_for_grid`] makes them.
///
/// # Panics
/// Never; every mover that it makes is in range, held by `every_seed_makes_a_mover`.
#[must_use]
pub fn any_mover_for_waypoints(seed: u64) -> Mover {
    let builder = dress(Mover::links(), &mut Random::new(seed));
    builder.build().expect("made within the ranges that a mover allows")
}

/// Costs, terrain, tags and a turn cost onto a mover of any rule.
fn dress(builder: MoverBuilder, random: &mut Random) -> MoverBuilder {
    let straight_and_diagonal = match random.below(8) {
        0..=2 => (10, 14),
        3 | 4 => (2378, 3363),
        // A diagonal cheaper than a straight step, more expensive than two of them, and anything.
        5 => *random.pick(&[(100, 60), (5, 4), (7, 7)]),
        6 => *random.pick(&[(10, 25), (4, 9), (1000, 5000)]),
        _ => (random.from_to(4, 40), random.from_to(4, 80)),
    };
    let (straight, diagonal) = straight_and_diagonal;
    let mut builder =
        builder.costs(StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) });
    if random.chance(50) {
        // Ground at no less than a quarter: a quarter of the least step, 4, is still a cost.
        for letter in 10..=13 {
            let percent = *random.pick(&[25, 33, 50, 99, 101, 350]);
            builder = builder.price(Terrain(letter), Weight::percent(percent));
        }
    }
    if random.chance(30) {
        for _ in 0..random.from_to(1, 3) {
            let digit = u8::try_from(random.from_to(1, 9)).expect("1 to 9");
            let weight =
                *random.pick(&[None, None, Some(Weight::percent(40)), Some(Weight::times(30))]);
            builder = match weight {
                Some(weight) => builder.price(Terrain(digit), weight),
                None => builder.closed(Terrain(digit)),
            };
        }
    }
    if random.chance(5) {
        builder = builder.price(Terrain::WALL, Weight::times(5));
    }
    if random.chance(5) {
        builder = builder.price(Terrain::OPEN, Weight::percent(150));
    }
    if random.chance(50) {
        builder = builder.tags(Tags(u16::try_from(random.below(8)).expect("below 8")));
    }
    if random.chance(15) {
        let turn_cost = *random.pick(&[1, straight / 2 + 1, straight, straight * 3]);
        builder = builder.turn_cost(Cost(turn_cost));
    }
    builder
}

fn any_corners(random: &mut Random) -> Corners {
    *random.pick(&[Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never])
}

// Weights of at least one, so that the cheapest ground leaves a cost.
fn any_offsets(random: &mut Random) -> Vec<OffsetStep> {
    let mut steps = Vec::new();
    let both_ways = random.chance(60);
    for _ in 0..random.from_to(1, 6) {
        let (dx, dy) = (random.between(-4, 4), random.between(-4, 4));
        if (dx, dy) == (0, 0) {
            continue;
        }
        let weight = Weight::percent(*random.pick(&[100, 100, 141, 224, 300]));
        steps.push(OffsetStep { offset: Offset::new(dx, dy), weight });
        if both_ways {
            steps.push(OffsetStep { offset: Offset::new(-dx, -dy), weight });
        }
    }
    if steps.is_empty() {
        steps.push(OffsetStep { offset: Offset::new(1, 0), weight: Weight::ONE });
    }
    steps
}
