//! What the path between two cells costs at the least, by their distance alone: the distance on an
//! empty map of the cheapest ground there is. Being a true distance of a map with more paths than
//! ours, it is a lower bound and never drops by more than a step costs. One is none, because tutorials
//! have it: `Estimate::FullManhattan`.

use super::grid::Grids;
use xunlu_map::{Corners, Cost, Mover, StepRule, Terrain, Weight};

/// Which distance a heuristic goes by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Estimate {
    /// The closest lower bound that the mover's steps allow.
    #[default]
    Auto,
    /// None: every rest costs nothing.
    Zero,
    /// Columns and rows together.
    Manhattan,
    /// Diagonals as far as they go, then straight.
    Octile,
    /// The greater of columns and rows.
    Chebyshev,
    /// Straight-line distance.
    Euclidean,
    /// Columns and rows together, each as expensive as a straight step: as tutorials have it also where a
    /// diagonal step costs less than two straight ones. There it [overestimates](Self::is_admissible), and a
    /// path found by it need not be the cheapest.
    FullManhattan,
}

impl Estimate {
    /// All of them.
    pub const ALL: [Estimate; 7] = [
        Estimate::Auto,
        Estimate::Zero,
        Estimate::Manhattan,
        Estimate::Octile,
        Estimate::Chebyshev,
        Estimate::Euclidean,
        Estimate::FullManhattan,
    ];

    /// What it is called everywhere.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Estimate::Auto => "auto",
            Estimate::Zero => "zero",
            Estimate::Manhattan => "manhattan",
            Estimate::Octile => "octile",
            Estimate::Chebyshev => "chebyshev",
            Estimate::Euclidean => "euclidean",
            Estimate::FullManhattan => "full-manhattan",
        }
    }

    /// Whether it never overestimates, whoever moves on whatever map. By one that does, no search
    /// promises the cheapest path.
    #[must_use]
    pub const fn is_admissible(self) -> bool {
        !matches!(self, Estimate::FullManhattan)
    }

    /// The same distance, at a scale that never overestimates.
    #[must_use]
    pub const fn admissible(self) -> Estimate {
        if let Estimate::FullManhattan = self { Estimate::Manhattan } else { self }
    }
}

/// A lower bound on the cost of covering so many columns and rows, but for `Estimate::FullManhattan`.
///
/// Whatever other distance is asked for, its scale is derived from the cheapest steps that occur on the
/// map, so that it stays a lower bound: ten times the straight-line distance, say, would overestimate
/// eight diagonal steps at 14 each (113 against 112), and is taken at 9.899 times instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    Zero,
    /// Half of this for each column and row.
    Manhattan {
        twice: u64,
    },
    /// Diagonals of this cost as far as they go, then straight steps; diagonal between one and two
    /// straight ones.
    Octile {
        straight: u64,
        diagonal: u64,
    },
    /// This for each of the greater of both.
    Chebyshev {
        each: u64,
    },
    /// Diagonals cheaper than straight steps: zigzags all the way, and one straight step where
    /// columns and rows differ by an odd number.
    Zigzag {
        straight: u64,
        diagonal: u64,
    },
    /// The root of half of this for each unit of straight-line distance.
    Euclidean {
        twice_square: u64,
    },
    /// Own offsets: for columns, rows and their sum, what each unit costs at the least.
    Offsets {
        per_unit: [Fraction; 3],
    },
}

/// A cost for so many units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fraction {
    cost: u32,
    units: u32,
}

impl Metric {
    /// The metric for a mover on these grids, from the cheapest ground that occurs on any of them.
    pub(crate) fn on_grids(grids: Grids<'_>, mover: &Mover, estimate: Estimate) -> Metric {
        let occurs = |terrain: &Terrain| mover.is_open(*terrain) && grids.count(*terrain) > 0;
        let mut straight = u64::from(Cost::STEP_MAX.0);
        let mut diagonal = straight;
        let mut weight = Weight::times(u32::MAX);
        for terrain in (0..=u8::MAX).map(Terrain).filter(occurs) {
            let [onto, across] = mover.enter_costs()[usize::from(terrain.0)];
            straight = straight.min(u64::from(onto.0));
            diagonal = diagonal.min(u64::from(across.0));
            weight = mover.weight(terrain).map_or(weight, |price| price.min(weight));
        }
        match (estimate, mover.rule()) {
            (Estimate::Zero, _) | (_, StepRule::Hex | StepRule::Links) => Metric::Zero,
            (_, StepRule::Offsets(_)) => Metric::for_offsets(mover, weight),
            (_, StepRule::Four | StepRule::Eight(Corners::Never)) => {
                Metric::four(estimate, straight)
            }
            (_, StepRule::Eight(_)) => Metric::eight(estimate, straight, diagonal),
        }
    }

    fn four(estimate: Estimate, straight: u64) -> Metric {
        match estimate {
            Estimate::Zero => Metric::Zero,
            Estimate::Auto | Estimate::Manhattan | Estimate::FullManhattan => {
                Metric::Manhattan { twice: 2 * straight }
            }
            // Two straight steps make a diagonal one; the true root of two lies below.
            Estimate::Octile => Metric::Octile { straight, diagonal: straight * 1414 / 1000 },
            Estimate::Chebyshev => Metric::Chebyshev { each: straight },
            Estimate::Euclidean => Metric::Euclidean { twice_square: 2 * straight * straight },
        }
    }

    fn eight(estimate: Estimate, straight: u64, diagonal: u64) -> Metric {
        match estimate {
            Estimate::Zero => Metric::Zero,
            Estimate::Auto if diagonal < straight => Metric::Zigzag { straight, diagonal },
            Estimate::Manhattan => Metric::Manhattan { twice: diagonal.min(2 * straight) },
            Estimate::FullManhattan => Metric::Manhattan { twice: 2 * straight },
            Estimate::Chebyshev => Metric::Chebyshev { each: straight.min(diagonal) },
            Estimate::Octile if diagonal < straight => Metric::Chebyshev { each: diagonal },
            Estimate::Auto | Estimate::Octile => {
                Metric::Octile { straight, diagonal: diagonal.min(2 * straight) }
            }
            Estimate::Euclidean => {
                let twice_square = (2 * straight * straight).min(diagonal * diagonal);
                Metric::Euclidean { twice_square }
            }
        }
    }

    /// Whatever a mover's offsets are, none covers more columns (or rows, or both together) for its
    /// cost than the best of them.
    fn for_offsets(mover: &Mover, weight: Weight) -> Metric {
        let StepRule::Offsets(steps) = mover.rule() else { return Metric::Zero };
        let ways: [fn(u32, u32) -> u32; 3] = [|x, _| x, |_, y| y, |x, y| x + y];
        let per_unit = ways.map(|way| {
            let mut least = Fraction { cost: Cost::STEP_MAX.0, units: 1 };
            for (number, step) in steps.iter().enumerate() {
                let units = way(step.offset.dx.unsigned_abs(), step.offset.dy.unsigned_abs());
                let cost = weight.of(mover.offset_cost(number)).0;
                let here = Fraction { cost, units };
                if units > 0 && here.is_below(least) {
                    least = here;
                }
            }
            least
        });
        Metric::Offsets { per_unit }
    }

    /// The least cost of covering so many columns and rows.
    #[inline]
    pub(crate) fn between(&self, columns: u32, rows: u32) -> Cost {
        let (x, y) = (u64::from(columns), u64::from(rows));
        let (least, most) = (x.min(y), x.max(y));
        let cost = match *self {
            Metric::Zero => 0,
            Metric::Manhattan { twice } => twice * (x + y) / 2,
            Metric::Octile { straight, diagonal } => diagonal * least + straight * (most - least),
            Metric::Chebyshev { each } => each * most,
            Metric::Zigzag { straight, diagonal } => {
                diagonal * most + (straight - diagonal) * ((most - least) & 1)
            }
            Metric::Euclidean { twice_square } => {
                root_of(u128::from(twice_square) * (u128::from(x * x) + u128::from(y * y)) / 2)
            }
            Metric::Offsets { per_unit } => {
                let costs =
                    per_unit.iter().zip([x, y, x + y]).map(|(fraction, units)| fraction.of(units));
                costs.max().unwrap_or(0)
            }
        };
        // One below the cost that cannot be said: that one would mean that there is no path.
        u32::try_from(cost).map_or(Cost(u32::MAX - 1), |cost| Cost(cost.min(u32::MAX - 1)))
    }

    /// What rounding down may have taken off, at most.
    pub(crate) fn slack(&self) -> Cost {
        match self {
            Metric::Zero
            | Metric::Octile { .. }
            | Metric::Chebyshev { .. }
            | Metric::Zigzag { .. } => Cost::ZERO,
            Metric::Manhattan { .. } | Metric::Euclidean { .. } | Metric::Offsets { .. } => Cost(1),
        }
    }

    /// The metric as a bound on the cost to the nearest cell of an area or round a joined edge, where
    /// fewer columns must never look more expensive than more.
    pub(crate) fn rising(self) -> Metric {
        match self {
            Metric::Zigzag { diagonal, .. } => Metric::Chebyshev { each: diagonal },
            metric => metric,
        }
    }
}

/// The root, rounded down. Most squares fit 64 bits, where it is found several times as fast.
#[inline]
fn root_of(square: u128) -> u64 {
    let narrow = u64::try_from(square).map(u64::isqrt);
    narrow.unwrap_or_else(|_| u64::try_from(square.isqrt()).expect("a root has half the bits"))
}

impl Fraction {
    fn is_below(self, other: Fraction) -> bool {
        u64::from(self.cost) * u64::from(other.units)
            < u64::from(other.cost) * u64::from(self.units)
    }

    fn of(self, units: u64) -> u64 {
        u64::from(self.cost) * units / u64::from(self.units)
    }
}
