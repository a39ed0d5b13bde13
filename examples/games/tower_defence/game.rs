//! Tower defence: one field leads all creeps, and no wall may ever shut them off.

use crate::table::{Game, Told, cell, framed};
use std::error::Error;
use xunlu::{Cell, Cost, Field, Grid, Map, Mover, MoverId, Query, Terrain, Workspace, World, draw};

/// `2` is swamp, where a step takes two ticks.
const MAP: &str = "\
##############################
.............#...............#
#............#......22.......#
#....22......#......22.......#
#....22.......................
#................#...........#
#............#...#....22.....#
#............#...#....22.....#
.............#...............#
##############################";
const GATES: [Cell; 2] = [Cell::new(0, 1), Cell::new(0, 8)];
const HEART: Cell = Cell::new(29, 4);
const WAVES: u32 = 3;
const WALL_GOLD: u32 = 1;
const TOWER_GOLD: u32 = 10;
/// How far a tower shoots, as a square.
const RANGE_SQUARED: i32 = 10;

/// One who goes where the field leads.
struct Creep {
    at: Cell,
    health: u32,
    // So many ticks until the next step: swamp takes longer.
    wait: u32,
}

pub(crate) struct TowerDefence {
    world: World,
    // The next step to the heart from everywhere, made anew after every edit.
    field: Field,
    workspace: Workspace,
    walls: Vec<Cell>,
    towers: Vec<Cell>,
    creeps: Vec<Creep>,
    // Those of the wave who wait before the gates.
    coming: u32,
    wave: u32,
    tick: u32,
    gold: u32,
    lives: u32,
    shows_way: bool,
}

/// What building somewhere would do to the ways from the gates.
type Ways = [Cost; GATES.len()];

impl TowerDefence {
    pub(crate) fn new() -> Result<TowerDefence, Box<dyn Error>> {
        let world = World::with_mover(MAP.parse::<Grid>()?, Mover::four().build()?)?;
        let mut workspace = Workspace::new();
        let field = world.field_to([HEART], MoverId::FIRST, &mut workspace)?;
        let (walls, towers, creeps) = (Vec::new(), Vec::new(), Vec::new());
        let (coming, wave, tick, gold, lives, shows_way) = (0, 0, 0, 40, 5, false);
        Ok(TowerDefence {
            world,
            field,
            workspace,
            walls,
            towers,
            creeps,
            coming,
            wave,
            tick,
            gold,
            lives,
            shows_way,
        })
    }

    /// Does a wall here cut the map? Asked of the world as it is, with the cell to be avoided: nothing
    /// has to be built, and nothing taken down again. Says how long the ways from the gates would be.
    fn ways_without(&mut self, site: Cell) -> Result<Ways, Box<dyn Error>> {
        if self.world.terrain(site) != Some(Terrain::OPEN) {
            return Err(format!("nobody can build at {site}: it takes open ground").into());
        }
        if site == HEART || GATES.contains(&site) {
            return Err("the gates and the heart stay open".into());
        }
        if self.creeps.iter().any(|creep| creep.at == site) {
            return Err(format!("a creep stands at {site}").into());
        }
        let mut costs = Vec::new();
        for from in GATES.into_iter().chain(self.creeps.iter().map(|creep| creep.at)) {
            let query = Query::between(from, HEART).avoiding([site]);
            let cost = self.world.find(&query, &mut self.workspace)?.cost();
            let cut = || format!("that cuts the map: nobody could come from {from} to the heart");
            costs.push(cost.ok_or_else(cut)?);
        }
        Ok([costs[0], costs[1]])
    }

    /// The ways from the gates as they are and as they would be.
    fn tell_ways(&self, then: Ways) -> Told {
        let mover = self.world.mover(MoverId::FIRST).ok_or("somebody moves")?;
        let mut told = Vec::new();
        for (gate, then) in GATES.into_iter().zip(then) {
            let now = self.field.cost_at(gate).ok_or("a gate is never shut off")?;
            let (now, then) = (now.in_steps(mover), then.in_steps(mover));
            told.push(format!("from {gate} {then} (it was {now})"));
        }
        Ok(format!("The ways to the heart: {}.", told.join(", ")))
    }

    fn build(&mut self, site: Cell, is_tower: bool) -> Told {
        let gold = if is_tower { TOWER_GOLD } else { WALL_GOLD };
        let ways = self.ways_without(site)?;
        let left = self.gold.checked_sub(gold);
        self.gold = left.ok_or_else(|| format!("that takes {gold} gold"))?;
        self.world.set(site, Terrain::WALL)?;
        (if is_tower { &mut self.towers } else { &mut self.walls }).push(site);
        let told = self.tell_ways(ways)?;
        self.follow_edit()?;
        Ok(told)
    }

    fn sell(&mut self, site: Cell) -> Told {
        let before = self.walls.len() + self.towers.len();
        self.walls.retain(|&wall| wall != site);
        self.towers.retain(|&tower| tower != site);
        if before == self.walls.len() + self.towers.len() {
            return Err(format!("you built nothing at {site}").into());
        }
        self.world.set(site, Terrain::OPEN)?;
        self.follow_edit()?;
        Ok(format!("{site} is open ground again."))
    }

    /// One field for all creeps, however many there are.
    fn follow_edit(&mut self) -> Result<(), Box<dyn Error>> {
        self.field = self.world.field_to([HEART], MoverId::FIRST, &mut self.workspace)?;
        Ok(())
    }

    /// A tick: creeps come in, walk and are shot at.
    fn tick(&mut self) -> Result<(), Box<dyn Error>> {
        self.tick += 1;
        if self.coming > 0 && self.tick.is_multiple_of(2) {
            self.coming -= 1;
            let at = GATES[(self.coming % 2) as usize];
            self.creeps.push(Creep { at, health: 3 + 3 * self.wave, wait: 0 });
        }
        let step = self.world.mover(MoverId::FIRST).ok_or("somebody moves")?.costs().straight;
        for creep in &mut self.creeps {
            if creep.wait > 0 {
                creep.wait -= 1;
                continue;
            }
            let next = self.field.next_step(creep.at).and_then(xunlu::Place::as_cell);
            let next = next.ok_or("no creep is ever shut off")?;
            let cost = |at: Cell| self.field.cost_at(at).unwrap_or(Cost::ZERO).0;
            creep.wait = (cost(creep.at) - cost(next)) / step.0 - 1;
            creep.at = next;
        }
        let there = self.creeps.len();
        self.creeps.retain(|creep| creep.at != HEART);
        self.lives = self.lives.saturating_sub(u32::try_from(there - self.creeps.len())?);
        for &tower in &self.towers {
            let is_near = |creep: &&mut Creep| {
                let off = creep.at - tower;
                off.dx * off.dx + off.dy * off.dy <= RANGE_SQUARED
            };
            // Whoever is nearest to the heart.
            let near = self.creeps.iter_mut().filter(is_near);
            if let Some(creep) = near.min_by_key(|creep| self.field.cost_at(creep.at)) {
                creep.health -= 1;
            }
            let before = self.creeps.len();
            self.creeps.retain(|creep| creep.health > 0);
            self.gold += 2 * u32::try_from(before - self.creeps.len())?;
        }
        Ok(())
    }

    fn run(&mut self, ticks: u32) -> Told {
        let (lives, gold) = (self.lives, self.gold);
        for _ in 0..ticks {
            if self.creeps.is_empty() && self.coming == 0 {
                break;
            }
            self.tick()?;
        }
        let (lost, won) = (lives - self.lives, self.gold - gold);
        Ok(format!("{won} gold for those who fell, {lost} lives for those who came through."))
    }
}

impl Game for TowerDefence {
    const HELP: &'static str = "\
Creeps (o, or how many there are in one place) come in at > and walk to the heart @.
  what 14,4       would a wall there cut the map? how long would the ways be?
  wall 14,4       builds a wall for 1 gold; one that shuts anybody off is refused
  tower 14,4      builds a tower for 10 gold: a wall that shoots three cells far
  sell 14,4       takes it down again, for nothing
  way             draws the ways from the gates
  wave            calls the next wave of creeps; there are three
  run 10          plays ten ticks; `run` plays until all is quiet
  help, quit      an empty line draws the map again
Swamp (\") takes two ticks. A creep that falls brings 2 gold, one that comes through takes a life.";

    fn picture(&self) -> String {
        let ways: Vec<Cell> = GATES
            .into_iter()
            .filter(|_| self.shows_way)
            .filter_map(|gate| self.field.path(gate))
            .flat_map(|path| path.places)
            .filter_map(xunlu::Place::as_cell)
            .collect();
        let mark = |cell| {
            let creeps = self.creeps.iter().filter(|creep| creep.at == cell).count();
            match (creeps, self.world.terrain(cell)) {
                (1, _) => Some('o'),
                (2.., _) => char::from_digit(u32::try_from(creeps.min(9)).ok()?, 10),
                _ if cell == HEART => Some('@'),
                _ if GATES.contains(&cell) => Some('>'),
                _ if self.towers.contains(&cell) => Some('T'),
                _ if self.walls.contains(&cell) => Some('+'),
                _ if ways.contains(&cell) => Some('*'),
                (_, Some(Terrain::OPEN | Terrain::WALL)) => None,
                _ => Some('"'),
            }
        };
        let Map::Grid(grid) = self.world.map() else { return String::new() };
        let beside = [
            format!("wave {} of {WAVES}, tick {}", self.wave, self.tick),
            format!("lives {}", "@".repeat(self.lives as usize)),
            format!("gold  {}", self.gold),
            format!("creeps {} here, {} to come", self.creeps.len(), self.coming),
        ];
        framed(&draw(grid, mark), &beside)
    }

    fn obey(&mut self, words: &[&str]) -> Told {
        self.shows_way = false;
        match *words {
            ["what", site] => {
                let ways = self.ways_without(cell(site)?)?;
                self.tell_ways(ways)
            }
            ["wall", site] => self.build(cell(site)?, false),
            ["tower", site] => self.build(cell(site)?, true),
            ["sell", site] => self.sell(cell(site)?),
            ["way"] => {
                self.shows_way = true;
                Ok("The ways from the gates (*):".to_owned())
            }
            ["wave"] if self.coming > 0 => Err("the last wave is not all in yet".into()),
            ["wave"] => {
                self.wave += 1;
                self.coming = 4 + 2 * self.wave;
                Ok(format!("Wave {}: {} creeps are before the gates.", self.wave, self.coming))
            }
            ["run"] => self.run(1_000),
            ["run", ticks] => match ticks.parse() {
                Ok(ticks @ 1..=1_000) => self.run(ticks),
                _ => Err(format!("{ticks:?} is no number from 1 to 1000").into()),
            },
            _ => Err(format!("{:?} is no command; `help` lists them", words.join(" ")).into()),
        }
    }

    fn ending(&self) -> Option<String> {
        let is_quiet = self.creeps.is_empty() && self.coming == 0;
        match (self.lives, self.wave) {
            (0, _) => Some("The heart is lost.".to_owned()),
            (lives, WAVES) if is_quiet => Some(format!("The heart beats on, with {lives} lives.")),
            _ => None,
        }
    }
}
