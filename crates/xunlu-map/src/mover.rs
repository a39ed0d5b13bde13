//! How somebody moves, and what the ground costs them. A cart and a goat share one map.

use crate::cell::Offset;
use crate::cost::{Cost, Weight};
use crate::error::{MapError, MapErrorKind};
use crate::footprint::Footprint;
use crate::terrain::{Tags, Terrain};

/// When a diagonal step may pass the two straight neighbours that it squeezes between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Corners {
    /// Always, even between two walls that touch at their corners.
    Always,
    /// When at least one of the two is free.
    OneFree,
    /// When both are free: no corner is cut.
    NoCutting,
    /// No diagonal steps at all.
    Never,
}

/// The shape of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepRule {
    /// The four straight neighbours of a square grid.
    Four,
    /// The eight neighbours of a square grid, diagonals by a corner rule.
    Eight(Corners),
    /// These offsets on a square grid, jumping over whatever lies between.
    Offsets(Vec<OffsetStep>),
    /// The six neighbours of a hex grid.
    Hex,
    /// Links alone: how one moves on a waypoint graph.
    Links,
}

/// One of a mover's own moves on a square grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffsetStep {
    /// Where it leads; never nowhere.
    pub offset: Offset,
    /// Its price in straight steps.
    pub weight: Weight,
}

/// What a straight and a diagonal step on open ground cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepCosts {
    /// One cell along an axis, or one hex.
    pub straight: Cost,
    /// One cell along both axes.
    pub diagonal: Cost,
}

impl StepCosts {
    /// The tutorials' numbers: 10 and 14.
    pub const TEN_FOURTEEN: StepCosts = StepCosts { straight: Cost(10), diagonal: Cost(14) };
    /// 2378 and 3363: the square root of two to 4 parts in 100 million, the default.
    pub const EXACT: StepCosts = StepCosts { straight: Cost(2378), diagonal: Cost(3363) };
}

/// How somebody moves: the step rule, its costs, what each terrain costs or that it is closed,
/// how large the mover is and where its tags let it go. Built by a [`MoverBuilder`], and then right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mover {
    rule: StepRule,
    costs: StepCosts,
    footprint: Footprint,
    tags: Tags,
    turn_cost: Cost,
    weights: [Option<Weight>; 256],
    enter: Box<[[Cost; 2]; 256]>,
    offset_costs: Vec<Cost>,
}

impl Mover {
    /// The farthest an offset may lead along either axis.
    pub const OFFSET_MAX: i32 = 16;
    /// The most offsets a mover may have.
    pub const OFFSETS_MAX: usize = 64;

    /// A mover with the four straight steps, to be refined and built.
    #[must_use]
    pub fn four() -> MoverBuilder {
        MoverBuilder::new(StepRule::Four)
    }

    /// A mover with eight neighbours, to be refined and built.
    #[must_use]
    pub fn eight(corners: Corners) -> MoverBuilder {
        MoverBuilder::new(StepRule::Eight(corners))
    }

    /// A mover with a knight's eight leaps, each at the price of one straight step.
    #[must_use]
    pub fn knight() -> MoverBuilder {
        let leaps = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
        let step = |(dx, dy)| OffsetStep { offset: Offset::new(dx, dy), weight: Weight::ONE };
        Mover::offsets(leaps.into_iter().map(step).collect())
    }

    /// A mover with its own list of moves.
    #[must_use]
    pub fn offsets(steps: Vec<OffsetStep>) -> MoverBuilder {
        MoverBuilder::new(StepRule::Offsets(steps))
    }

    /// A mover on hexes.
    #[must_use]
    pub fn hex() -> MoverBuilder {
        MoverBuilder::new(StepRule::Hex)
    }

    /// A mover on waypoints, which walks links alone.
    #[must_use]
    pub fn links() -> MoverBuilder {
        MoverBuilder::new(StepRule::Links)
    }

    /// The same mover on the drawing board again, to be changed and built anew.
    ///
    /// ```
    /// # use xunlu_map as xunlu;
    /// use xunlu::{Mover, Terrain, Weight};
    ///
    /// let hero = Mover::default();
    /// let swamp = Terrain(3);
    /// // Three times what it costs the hero, who pays three straight steps.
    /// let ogre = hero.to_builder().footprint((2, 2)).times(swamp, 3).build()?;
    /// assert_eq!(ogre.weight(swamp), Some(Weight::times(9)));
    /// assert_eq!(ogre.to_builder().build()?, ogre);
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn to_builder(&self) -> MoverBuilder {
        let Mover { rule, costs, footprint, tags, turn_cost, weights, .. } = self;
        MoverBuilder {
            rule: rule.clone(),
            costs: *costs,
            footprint: Ok(*footprint),
            tags: *tags,
            turn_cost: *turn_cost,
            weights: *weights,
            refused: None,
        }
    }

    /// The shape of one move.
    #[must_use]
    pub const fn rule(&self) -> &StepRule {
        &self.rule
    }

    /// What steps on open ground cost.
    #[must_use]
    pub const fn costs(&self) -> StepCosts {
        self.costs
    }

    /// The cells it stands on: its place is the one with the least x and y.
    #[must_use]
    pub const fn footprint(&self) -> Footprint {
        self.footprint
    }

    /// The tags it is allowed.
    #[must_use]
    pub const fn tags(&self) -> Tags {
        self.tags
    }

    /// What each change of heading costs; nothing for most movers.
    #[must_use]
    pub const fn turn_cost(&self) -> Cost {
        self.turn_cost
    }

    /// What a terrain costs this mover. Returns `None` if the terrain is closed to it.
    #[must_use]
    pub const fn weight(&self, terrain: Terrain) -> Option<Weight> {
        self.weights[terrain.0 as usize]
    }

    /// Whether it may stand on a terrain.
    #[must_use]
    #[inline]
    pub const fn is_open(&self, terrain: Terrain) -> bool {
        self.weights[terrain.0 as usize].is_some()
    }

    /// What a straight (or hex) and a diagonal step onto each terrain cost; [`Cost::MAX`] where it
    /// is closed. The one table that a search reads at every step.
    #[must_use]
    #[inline]
    pub fn enter_costs(&self) -> &[[Cost; 2]; 256] {
        &self.enter
    }

    /// What the offset with this number costs onto open ground; the terrain's weight comes on top.
    ///
    /// # Panics
    /// When the mover has no such offset.
    #[must_use]
    pub fn offset_cost(&self, number: usize) -> Cost {
        self.offset_costs[number]
    }

    /// What a price in straight steps is in this mover's units: of a link's weight, or of
    /// [`Steps(6)`](crate::Steps).
    #[must_use]
    pub fn cost_of(&self, price: impl Into<Weight>) -> Cost {
        price.into().of(self.costs.straight)
    }

    /// The farthest one step leads along either axis: the reach of an edit beyond the footprint.
    #[must_use]
    pub fn reach(&self) -> u32 {
        match &self.rule {
            StepRule::Four | StepRule::Eight(_) | StepRule::Hex => 1,
            StepRule::Links => 0,
            StepRule::Offsets(steps) => {
                let far = |step: &OffsetStep| {
                    step.offset.dx.unsigned_abs().max(step.offset.dy.unsigned_abs())
                };
                steps.iter().map(far).max().unwrap_or(0)
            }
        }
    }
}

impl Default for Mover {
    /// Eight neighbours, no corner cut, 2378/3363, one cell large.
    fn default() -> Mover {
        let built = Mover::eight(Corners::NoCutting).build();
        built.expect("the presets are in range, held by `presets_build`")
    }
}

/// A mover on the drawing board. Whatever is wrong with it comes out in [`build`](Self::build).
#[derive(Clone, Debug)]
pub struct MoverBuilder {
    rule: StepRule,
    costs: StepCosts,
    footprint: Result<Footprint, MapError>,
    tags: Tags,
    turn_cost: Cost,
    weights: [Option<Weight>; 256],
    // The first price that was none.
    refused: Option<MapError>,
}

impl MoverBuilder {
    fn new(rule: StepRule) -> MoverBuilder {
        let mut weights = [Some(Weight::ONE); 256];
        for (digit, weight) in weights[1..=9].iter_mut().zip(1..).map(|(w, d)| (d, w)) {
            *weight = Some(Weight::times(digit));
        }
        weights[usize::from(Terrain::WALL.0)] = None;
        weights[usize::from(Terrain::VOID.0)] = None;
        let costs = StepCosts::EXACT;
        MoverBuilder {
            rule,
            costs,
            footprint: Ok(Footprint::ONE),
            tags: Tags::NONE,
            turn_cost: Cost::ZERO,
            weights,
            refused: None,
        }
    }

    /// What steps on open ground cost; [`StepCosts::EXACT`] unless said.
    #[must_use]
    pub fn costs(self, costs: StepCosts) -> MoverBuilder {
        MoverBuilder { costs, ..self }
    }

    /// What a terrain costs, as a [`Weight`] or in straight steps (`1.5`); a terrain that was closed is
    /// open at that price.
    #[must_use]
    #[doc(alias("cost", "weight", "terrain_cost"))]
    pub fn price<W>(mut self, terrain: Terrain, price: W) -> MoverBuilder
    where
        W: TryInto<Weight, Error: Into<MapError>>,
    {
        match price.try_into() {
            Ok(weight) => self.weights[usize::from(terrain.0)] = Some(weight),
            Err(error) => self.refuse(error.into()),
        }
        self
    }

    /// A terrain that the mover may not enter.
    #[must_use]
    #[doc(alias("block", "blocked", "wall", "forbid"))]
    pub fn closed(mut self, terrain: Terrain) -> MoverBuilder {
        self.weights[usize::from(terrain.0)] = None;
        self
    }

    /// Makes a terrain so many times as expensive as it is now. One that is closed cannot be, and is refused
    /// by [`build`](Self::build).
    #[must_use]
    #[doc(alias("multiply", "factor", "scale"))]
    pub fn times(mut self, terrain: Terrain, times: u32) -> MoverBuilder {
        match &mut self.weights[usize::from(terrain.0)] {
            Some(weight) => *weight = Weight::percent(weight.as_percent().saturating_mul(times)),
            None => {
                let number = terrain.0;
                let found =
                    format!("terrain {number} is closed, and {times} times that is no price");
                let kind = MapErrorKind::NothingToMultiply;
                let error = MapError::unexpected(kind, found, "`price` first");
                self.refuse(error.with(&[&number]));
            }
        }
        self
    }

    /// Keeps the first thing that is wrong for [`build`](Self::build).
    fn refuse(&mut self, error: MapError) {
        self.refused.get_or_insert(error);
    }

    /// How many cells it stands on, as a [`Footprint`] or a [`Size`](crate::Size) that has still to be
    /// checked; 1 x 1 unless said.
    #[must_use]
    #[doc(alias("size", "width"))]
    pub fn footprint<F>(self, footprint: F) -> MoverBuilder
    where
        F: TryInto<Footprint, Error: Into<MapError>>,
    {
        MoverBuilder { footprint: footprint.try_into().map_err(Into::into), ..self }
    }

    /// The tags it is allowed; none unless said.
    #[must_use]
    #[doc(alias("keys", "allow"))]
    pub fn tags(self, tags: Tags) -> MoverBuilder {
        MoverBuilder { tags, ..self }
    }

    /// What each change of heading costs.
    #[must_use]
    pub fn turn_cost(self, turn_cost: Cost) -> MoverBuilder {
        MoverBuilder { turn_cost, ..self }
    }

    /// The mover, checked.
    ///
    /// # Errors
    /// When any step would cost nothing or more than [`Cost::STEP_MAX`], a turn would cost more than that,
    /// the footprint is empty or over [`Footprint::MAX`], or is not one cell on hexes or waypoints, the list
    /// of offsets is empty or over [`Mover::OFFSETS_MAX`], one of them leads nowhere or farther than
    /// [`Mover::OFFSET_MAX`], [`Terrain::VOID`] was opened, or a price was none.
    pub fn build(self) -> Result<Mover, MapError> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let footprint = check_shape(&self)?;
        let mut enter = Box::new([[Cost::MAX; 2]; 256]);
        for (number, weight) in (0_u32..).zip(self.weights) {
            let Some(weight) = weight else { continue };
            let onto = |base, how| {
                checked(weight.of(base), &format!("a {how} step onto terrain {number}"))
            };
            enter[number as usize] =
                [onto(self.costs.straight, "straight")?, onto(self.costs.diagonal, "diagonal")?];
        }
        let mut offset_costs = Vec::new();
        if let StepRule::Offsets(steps) = &self.rule {
            for OffsetStep { offset, weight } in steps {
                let what = format!("the offset {},{}", offset.dx, offset.dy);
                let cost = checked(weight.of(self.costs.straight), &what)?;
                for ground in self.weights.iter().flatten() {
                    checked(ground.of(cost), &what)?;
                }
                offset_costs.push(cost);
            }
        }
        let MoverBuilder { rule, costs, tags, turn_cost, weights, .. } = self;
        Ok(Mover { rule, costs, footprint, tags, turn_cost, weights, enter, offset_costs })
    }
}

fn checked(cost: Cost, what: &str) -> Result<Cost, MapError> {
    match cost {
        Cost::ZERO => Err(MapError::zero_cost(what)),
        cost if cost > Cost::STEP_MAX => {
            Err(MapError::cost_too_large(MapErrorKind::StepCost, what, cost))
        }
        cost => Ok(cost),
    }
}

/// Checks all but the prices; returns the footprint.
fn check_shape(mover: &MoverBuilder) -> Result<Footprint, MapError> {
    checked(mover.costs.straight, "a straight step")?;
    checked(mover.costs.diagonal, "a diagonal step")?;
    if mover.turn_cost > Cost::STEP_MAX {
        return Err(MapError::cost_too_large(MapErrorKind::TurnCost, "a turn", mover.turn_cost));
    }
    let footprint = mover.footprint.clone()?;
    if mover.weights[usize::from(Terrain::VOID.0)].is_some() {
        let found = "terrain 255 is no ground, and nobody may enter it";
        let error = MapError::unexpected(MapErrorKind::NoGround, found, "it to stay closed");
        return Err(error.with(&[&Terrain::VOID.0]));
    }
    match &mover.rule {
        StepRule::Offsets(steps) => check_offsets(steps)?,
        StepRule::Hex | StepRule::Links if footprint != Footprint::ONE => {
            let (kind, found) =
                (MapErrorKind::FootprintForSquares, "a footprint is for square grids");
            return Err(MapError::unexpected(kind, found, "1x1 on hexes and waypoints"));
        }
        _ => {}
    }
    Ok(footprint)
}

fn check_offsets(steps: &[OffsetStep]) -> Result<(), MapError> {
    let (most, far) = (Mover::OFFSETS_MAX, Mover::OFFSET_MAX);
    if steps.is_empty() || steps.len() > most {
        let count = steps.len();
        let found = format!("a list of {count} offsets describes no mover");
        let error = MapError::unexpected(MapErrorKind::OffsetCount, found, format!("1 to {most}"));
        return Err(error.with(&[&count, &most]));
    }
    for OffsetStep { offset: Offset { dx, dy }, .. } in steps {
        let reach = dx.unsigned_abs().max(dy.unsigned_abs());
        if reach == 0 || reach > far.unsigned_abs() {
            let found = format!("the offset {dx},{dy} leads nowhere or too far");
            let expected = format!("1 to {far} cells along an axis");
            let error = MapError::unexpected(MapErrorKind::Offset, found, expected);
            return Err(error.with(&[&format_args!("{dx},{dy}"), &far]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;

    #[test]
    fn presets_build() {
        for builder in [Mover::four(), Mover::knight(), Mover::hex(), Mover::links()] {
            assert!(builder.clone().build().is_ok());
            assert!(builder.costs(StepCosts::TEN_FOURTEEN).build().is_ok());
        }
        assert_eq!(Mover::default().costs(), StepCosts::EXACT);
        let mover = Mover::default();
        assert!(!mover.is_open(Terrain::WALL) && !mover.is_open(Terrain::VOID));
        assert_eq!(mover.enter_costs()[3], [Cost(3 * 2378), Cost(3 * 3363)]);
    }

    #[test]
    fn what_cannot_be_a_mover_is_refused_with_a_reason() {
        let eight = || Mover::eight(Corners::Always);
        let costs =
            |straight, diagonal| StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
        let check = |builder: MoverBuilder, says: &str| {
            let error = builder.build().unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("expected"), "{error}");
        };
        check(eight().costs(costs(0, 14)), "straight step costs nothing");
        check(eight().costs(costs(10, u32::MAX)), "diagonal step costs too much");
        check(eight().price(Terrain(7), Weight::FREE), "terrain 7 costs nothing");
        check(eight().price(Terrain(7), Weight::times(1 << 20)), "terrain 7 costs too much");
        check(eight().price(Terrain::VOID, Weight::ONE), "255");
        check(eight().footprint(Size::new(0, 1)), "0x1");
        check(eight().footprint(Size::new(1, 65)), "1x65");
        check(Mover::hex().footprint(Size::new(2, 2)), "square grids");
        check(eight().turn_cost(Cost::MAX), "a turn");
        check(Mover::offsets(Vec::new()), "a list of 0 offsets describes no mover");
        let nowhere = OffsetStep { offset: Offset::new(0, 0), weight: Weight::ONE };
        check(Mover::offsets(vec![nowhere]), "leads nowhere");
        let free = OffsetStep { offset: Offset::new(0, 1), weight: Weight::FREE };
        check(Mover::offsets(vec![free]), "costs nothing");
    }
}
