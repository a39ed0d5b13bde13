//! A skirmish in turns: who stands where, how far everybody comes, and how an ogre gets at you.

use crate::table::{Game, Told, cell, framed};
use std::error::Error;
use xunlu::{
    Cell, Footprint, Goal, Grid, Group, Mover, MoverId, Occupancy, Passing, Path, Place, Query,
    Rect, Snapshot, Steps, Terrain, Unit, UnitId, Workspace, World, draw,
};

/// `w` is water, which nobody enters; `2` is forest, where a step takes two.
const MAP: &str = "\
........................
...22......www..........
..2222.....www...22.....
...22......www..2222....
............w....22.....
....####.........##.....
....#................22.
....#..22....ww.....222.
.......22....ww......22.
........................";
const WATER: Terrain = Terrain(32);
const HEROES: Group = Group(1);
const ORCS: Group = Group(2);

/// Somebody who fights.
struct Fighter {
    glyph: char,
    name: &'static str,
    group: Group,
    mover: MoverId,
    id: UnitId,
    steps: u32,
    // How far the weapon reaches: 1 is beside, more is a bow.
    range: u32,
    hit: i32,
    health: i32,
    has_moved: bool,
    has_fought: bool,
}

pub(crate) struct Skirmish {
    world: World,
    grid: Grid,
    // Who stands where: questions heed it, the world stays as it is.
    units: Occupancy,
    // The fallen stay in the list, without health.
    fighters: Vec<Fighter>,
    turn: u32,
    // What `range` painted: in which turn each place is reached.
    painted: Vec<(Cell, char)>,
}

impl Skirmish {
    pub(crate) fn new() -> Result<Skirmish, Box<dyn Error>> {
        let grid: Grid = MAP.parse()?;
        let (human, large) = (Mover::four().closed(WATER), Footprint::square(2)?);
        let mut world = World::with_mover(grid.clone(), human.clone().build()?)?;
        let ogre = world.add_mover(human.footprint(large).build()?)?;
        let mut units = Occupancy::new(&world);
        // Comrades step past each other, but do not stop on one another's toes.
        units.let_pass(HEROES, HEROES, Passing::Through);
        units.let_pass(ORCS, ORCS, Passing::Through);
        let mut fighters = Vec::new();
        for (glyph, name, group, at, steps, range, hit, health) in [
            ('K', "knight", HEROES, (1, 4), 5, 1, 4, 12),
            ('P', "pikeman", HEROES, (1, 6), 4, 1, 3, 9),
            ('A', "archer", HEROES, (0, 5), 4, 5, 3, 6),
            ('g', "goblin", ORCS, (20, 1), 5, 1, 2, 4),
            ('h', "hobgoblin", ORCS, (22, 5), 4, 1, 3, 6),
            ('O', "ogre", ORCS, (19, 8), 3, 1, 4, 10),
        ] {
            let (mover, size) =
                if glyph == 'O' { (ogre, large) } else { (MoverId::FIRST, Footprint::ONE) };
            let id = units.enter(Unit::at(at).group(group).footprint(size))?;
            let (has_moved, has_fought) = (false, false);
            fighters.push(Fighter {
                glyph,
                name,
                group,
                mover,
                id,
                steps,
                range,
                hit,
                health,
                has_moved,
                has_fought,
            });
        }
        Ok(Skirmish { world, grid, units, fighters, turn: 1, painted: Vec::new() })
    }

    /// The world with everybody in everybody's way.
    fn now(&mut self) -> Result<Snapshot, Box<dyn Error>> {
        Ok(self.world.among(&mut self.units)?)
    }

    /// The cells under a fighter. Returns `None` if it fell.
    fn under(&self, who: usize) -> Option<Rect> {
        let unit = self.units.unit(self.fighters[who].id)?;
        Some(Rect::new(unit.at.as_cell()?, unit.footprint.size()))
    }

    fn at(&self, who: usize) -> Result<Cell, Box<dyn Error>> {
        Ok(self.under(who).ok_or("who fell is nowhere")?.min)
    }

    fn named(&self, word: &str, group: Group) -> Result<usize, Box<dyn Error>> {
        let is_named = |one: &Fighter| word == one.name || word.parse() == Ok(one.glyph);
        let mut alive = self.fighters.iter().filter(|one| one.health > 0 && one.group == group);
        let names: Vec<&str> = alive.clone().map(|one| one.name).collect();
        let found = alive.find(|one| is_named(one)).map(|one| one.id);
        let number = self.fighters.iter().position(|one| Some(one.id) == found);
        Ok(number.ok_or_else(|| {
            format!("{word:?} is nobody who stands here; these do: {}", names.join(", "))
        })?)
    }

    /// Where one stands who hits a foe: beside it, or for a bow anywhere near from where it is seen.
    fn goal(&self, who: usize, foe: usize) -> Result<Goal, Box<dyn Error>> {
        let target = self.under(foe).ok_or("that one fell already")?;
        Ok(match self.fighters[who].range {
            1 => Goal::beside(target.min, target.size),
            range => Goal::in_sight(target.min, range),
        })
    }

    /// The cheapest way to where a foe can be hit; none to go for one who stands there.
    fn way_to(&mut self, who: usize, foe: usize) -> Result<Option<Path<Place>>, Box<dyn Error>> {
        let query = Query::to(self.at(who)?, self.goal(who, foe)?).mover(self.fighters[who].mover);
        Ok(self.now()?.find(&query, &mut Workspace::new())?.into_path())
    }

    /// Walks as much of a path as this turn allows, and tells where that is and how many turns it all takes.
    fn walk(&mut self, who: usize, path: &Path<Place>) -> Told {
        let Fighter { name, id, mover, steps, .. } = self.fighters[who];
        // No turn ends where a comrade stands, whom one may pass but not join.
        let turns = self.now()?.turns(path, mover, Steps(steps))?;
        let end = path.places[turns.place_after(1)];
        self.units.step(id, end)?;
        self.fighters[who].has_moved = true;
        let more = match turns.count() {
            Some(turns) if Some(end) != path.end() => format!(", on a way of {turns} turns"),
            _ => String::new(),
        };
        Ok(format!("The {name} goes to {end}{more}."))
    }

    /// Hits a foe if it is within reach, and tells what that did.
    fn fight(&mut self, who: usize, foe: usize) -> Told {
        let is_there = self.way_to(who, foe)?.is_some_and(|path| path.steps().len() == 0);
        if !is_there {
            return Ok(String::new());
        }
        let (name, hit) = (self.fighters[who].name, self.fighters[who].hit);
        self.fighters[who].has_fought = true;
        let target = &mut self.fighters[foe];
        target.health = (target.health - hit).max(0);
        if target.health > 0 {
            return Ok(format!(" The {name} hits the {} for {hit}.", target.name));
        }
        self.units.leave(target.id)?;
        Ok(format!(" The {name} hits the {} for {hit}, and it falls.", target.name))
    }

    /// Goes for a foe and hits it if the way was short enough.
    fn attack(&mut self, who: usize, foe: usize) -> Told {
        let path = self.way_to(who, foe)?.ok_or("there is no way there past all the others")?;
        let stays = path.steps().len() == 0 || self.fighters[who].has_moved;
        let walked = if stays { String::new() } else { self.walk(who, &path)? };
        Ok(format!("{walked}{}", self.fight(who, foe)?).trim().to_owned())
    }
}

impl Skirmish {
    /// Every orc goes for whichever hero it can be at for the least cost.
    fn orcs_turn(&mut self) -> Told {
        let mut told = Vec::new();
        for orc in self.alive(ORCS) {
            let mut ways = Vec::new();
            for hero in self.alive(HEROES) {
                ways.extend(self.way_to(orc, hero)?.map(|path| (path.cost, hero)));
            }
            match ways.into_iter().min() {
                Some((_, hero)) => told.push(self.attack(orc, hero)?),
                None => told.push(format!("The {} finds no way.", self.fighters[orc].name)),
            }
        }
        for one in &mut self.fighters {
            (one.has_moved, one.has_fought) = (false, false);
        }
        self.turn += 1;
        Ok(told.join("\n"))
    }

    fn alive(&self, group: Group) -> Vec<usize> {
        let all = self.fighters.iter().enumerate();
        let alive = all.filter(|(_, one)| one.health > 0 && one.group == group);
        alive.map(|(who, _)| who).collect()
    }

    /// Paints where a fighter comes to this turn and in the two after it, if nobody else moved.
    fn paint(&mut self, who: usize) -> Told {
        let Fighter { name, mover, steps, .. } = self.fighters[who];
        let (from, now) = (self.at(who)?, self.now()?);
        let reach = now.reach(from, mover, Steps(3 * steps), &mut Workspace::new())?;
        for reached in reach.places() {
            // What is left over at the end of a turn is lost: the steps say in which turn one arrives.
            let path = reach.path_to(reached.place).ok_or("what is reached has a path")?;
            let turn = now.turns(&path, mover, Steps(steps))?.count();
            let sign = turn.and_then(|turn| char::from_digit(u32::try_from(turn).ok()?, 10));
            self.painted.extend(reached.place.as_cell().zip(sign).filter(|(_, sign)| *sign < '4'));
        }
        Ok(format!("Where the {name} comes to this turn (1) and in the two after it (2, 3):"))
    }
}

impl Game for Skirmish {
    const HELP: &'static str = "\
You are K, P and A. Fell g, h and O before they fell you.
  range K         where the knight comes to in this turn and the next; for a foe, too
  move K 7,3      walks there, or as far as this turn allows
  attack K g      walks up to the goblin and hits it; a bow shoots five cells far, at what it sees
  end             ends your turn: the orcs move
  help, quit      an empty line draws the map again
Each walks once a turn and hits once. Forest (\") takes two steps, nobody swims (~), comrades pass
each other, and the ogre needs two by two cells.";

    fn picture(&self) -> String {
        let who_at = |cell| {
            let here = |&who: &usize| self.under(who).is_some_and(|rect| rect.contains(cell));
            (0..self.fighters.len()).find(here).map(|who| self.fighters[who].glyph)
        };
        let ground = |cell| match self.grid.terrain(cell) {
            Some(WATER) => Some('~'),
            Some(Terrain::OPEN | Terrain::WALL) | None => None,
            Some(_) => Some('"'),
        };
        let painted = |cell| self.painted.iter().find(|(at, _)| *at == cell).map(|(_, sign)| *sign);
        let mark = |cell| who_at(cell).or_else(|| painted(cell)).or_else(|| ground(cell));
        let mut beside = vec![format!("turn {}", self.turn)];
        for one in &self.fighters {
            let done = match (one.has_moved, one.has_fought) {
                _ if one.health == 0 => "fell",
                (true, true) => "done",
                (true, false) => "walked",
                (false, true) => "has hit",
                (false, false) => "",
            };
            let health = "*".repeat(usize::try_from(one.health).unwrap_or(0));
            beside.push(format!("{} {:9} {health:12} {done}", one.glyph, one.name));
        }
        framed(&draw(&self.grid, mark), &beside)
    }

    fn obey(&mut self, words: &[&str]) -> Told {
        self.painted.clear();
        match *words {
            ["end"] => self.orcs_turn(),
            ["range", who] => {
                let who = self.named(who, HEROES).or_else(|_| self.named(who, ORCS))?;
                self.paint(who)
            }
            ["move", who, to] => {
                let (who, to) = (self.named(who, HEROES)?, cell(to)?);
                if self.fighters[who].has_moved {
                    return Err("who walked this turn waits for the next".into());
                }
                let query = Query::between(self.at(who)?, to).mover(self.fighters[who].mover);
                let answer = self.now()?.find(&query, &mut Workspace::new())?;
                let why = answer.outcome.to_string();
                let path = answer.into_path().ok_or(why)?;
                self.walk(who, &path)
            }
            ["attack", who, foe] => {
                let (who, foe) = (self.named(who, HEROES)?, self.named(foe, ORCS)?);
                if self.fighters[who].has_fought {
                    return Err("who hit this turn waits for the next".into());
                }
                match self.attack(who, foe)? {
                    told if told.is_empty() => {
                        Err("it is out of reach, and the walk was taken".into())
                    }
                    told => Ok(told),
                }
            }
            _ => Err(format!("{:?} is no command; `help` lists them", words.join(" ")).into()),
        }
    }

    fn ending(&self) -> Option<String> {
        match (self.alive(HEROES).len(), self.alive(ORCS).len()) {
            (_, 0) => Some(format!("The field is yours, in turn {}.", self.turn)),
            (0, _) => Some(format!("The orcs hold the field, in turn {}.", self.turn)),
            _ => None,
        }
    }
}
