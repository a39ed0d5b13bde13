//! A thief among guards: what they see has a price, and a door has a key.

use crate::table::{Game, Told, cell, framed};
use std::error::Error;
use xunlu::map::{Offset, Passability, VisibleFrom};
use xunlu::{
    Cell, Corners, Cost, Grid, Mover, MoverId, Place, Query, Rect, Tags, Workspace, World, draw,
};

/// The cell with a tag is the door of the vault.
const MAP: &str = "\
@tags 1 at 25,10
##################################
#.......#...........#............#
#.......#...#...#...#............#
#...................#.....####...#
#.......#...#...#...#.....#..#...#
###.#####...........#.....#..#...#
#.......#######.#####.....##.#...#
#................................#
#.......####.....####....#########
#.......#...........#....#.......#
#...................#............#
#.......#...........#....#.......#
##################################";
const EXIT: Cell = Cell::new(1, 1);
const KEY: Cell = Cell::new(27, 4);
const DOOR: Cell = Cell::new(25, 10);
const JEWEL: Cell = Cell::new(31, 9);
const SIGHT: i32 = 6;
const ALARMS: u32 = 3;
/// What each step in sight of a guard costs more, in straight steps.
const DANGER: u32 = 4;
/// For so many turns ahead the thief knows where guards will look.
const FORESIGHT: u32 = 5;
const THIEF: MoverId = MoverId::FIRST;

/// One who walks from post to post for ever.
#[derive(Clone)]
struct Guard {
    at: Cell,
    looks: Offset,
    posts: &'static [(i32, i32)],
    next: usize,
}

/// Where guards will stand and what they will see at the end of a turn.
struct Ahead {
    stand: Vec<Cell>,
    seen: Vec<Cell>,
}

pub(crate) struct Stealth {
    world: World,
    grid: Grid,
    // What one sees through: not walls, and not the door.
    open: Passability,
    guard: MoverId,
    workspace: Workspace,
    guards: Vec<Guard>,
    thief: Cell,
    keys: Tags,
    has_jewel: bool,
    alarms: u32,
    turn: u32,
    // What `plan` drew.
    plan: Vec<Cell>,
}

impl Stealth {
    pub(crate) fn new() -> Result<Stealth, Box<dyn Error>> {
        let grid: Grid = MAP.parse()?;
        let body = Mover::eight(Corners::NoCutting);
        // The thief may come to have the key; each question says whether he has it by then.
        let key = Tags::one(1).ok_or("there are sixteen tags")?;
        let mut world = World::with_mover(grid.clone(), body.clone().tags(key).build()?)?;
        let open = Passability::new(grid.ground(), &body.clone().build()?);
        let guard = world.add_mover(body.build()?)?;
        let guards = [
            (7, 7, &[(32, 7), (2, 7)][..]),
            (10, 4, &[(18, 4), (18, 1), (10, 1), (10, 4)]),
            (22, 2, &[(31, 2), (31, 6), (31, 2), (22, 2), (22, 5)]),
        ];
        let guards = guards.map(|(x, y, posts)| Guard {
            at: Cell::new(x, y),
            looks: Offset::new(1, 0),
            posts,
            next: 0,
        });
        Ok(Stealth {
            world,
            grid,
            open,
            guard,
            workspace: Workspace::new(),
            guards: guards.to_vec(),
            thief: EXIT,
            keys: Tags::NONE,
            has_jewel: false,
            alarms: 0,
            turn: 0,
            plan: Vec::new(),
        })
    }

    /// The guards after one more step each.
    fn after(&self, mut guards: Vec<Guard>) -> Result<Vec<Guard>, Box<dyn Error>> {
        for guard in &mut guards {
            if guard.at == guard.posts[guard.next].into() {
                guard.next = (guard.next + 1) % guard.posts.len();
            }
            let beat = Query::between(guard.at, guard.posts[guard.next]).mover(self.guard);
            let path = self.world.find(&beat, &mut Workspace::new())?.into_path();
            let path = path.ok_or("guards walk where they can")?;
            let next = path.places.get(1).and_then(|place| place.as_cell()).unwrap_or(guard.at);
            (guard.looks, guard.at) = (next - guard.at, next);
        }
        Ok(guards)
    }

    /// The cells that guards see: in a quarter of a circle before them, with nothing between.
    fn seen_by(&self, guards: &[Guard]) -> Vec<Cell> {
        let seen_by_one = |guard: &Guard| {
            let around = Rect::cell(guard.at).grown(SIGHT.unsigned_abs());
            let visible = VisibleFrom::new(&self.open, guard.at, around);
            let (at, looks) = (guard.at, guard.looks);
            let is_seen = move |cell: &Cell| {
                let off = *cell - at;
                let ahead = off.dx * looks.dx + off.dy * looks.dy;
                let (far, stride) = (square(off), square(looks));
                let is_ahead = ahead >= 0 && 2 * ahead * ahead >= far * stride;
                is_ahead && far <= SIGHT * SIGHT && visible.has(*cell)
            };
            around.cells().filter(is_seen).collect::<Vec<_>>()
        };
        guards.iter().flat_map(seen_by_one).collect()
    }

    /// Where the guards stand and what they see, turn by turn, as far ahead as the thief knows.
    fn ahead(&self) -> Result<Vec<Ahead>, Box<dyn Error>> {
        let (mut guards, mut ahead) = (self.guards.clone(), Vec::new());
        for _ in 0..FORESIGHT {
            guards = self.after(guards)?;
            let stand = guards.iter().map(|guard| guard.at).collect();
            ahead.push(Ahead { stand, seen: self.seen_by(&guards) });
        }
        Ok(ahead)
    }

    /// Whether one who is here next turn can stay out of sight, as far ahead as the thief knows.
    fn is_safe(&self, at: Cell, ahead: &[Ahead]) -> bool {
        let Some((Ahead { seen, .. }, later)) = ahead.split_first() else { return true };
        let mut next = std::iter::once(at).chain(at.neighbours().take(4));
        // The door stops a thief without the key as it stops guards.
        let body = if self.keys == Tags::NONE { self.guard } else { THIEF };
        let is_hidden = self.world.can_stand(body, at) && !seen.contains(&at);
        is_hidden && next.any(|next| self.is_safe(next, later))
    }

    /// The way that costs least, where what is or will be in sight of a guard costs much more. Returns
    /// `None` while a guard stands in it.
    fn way(&mut self, to: Cell) -> Result<Option<Vec<Cell>>, Box<dyn Error>> {
        let ahead = self.ahead()?;
        let is_seen = |cell: Cell| ahead.iter().any(|turn| turn.seen.contains(&cell));
        let is_post = |cell: Cell| ahead.iter().any(|turn| turn.stand.contains(&cell));
        let thief = self.world.mover(THIEF).ok_or("there is a thief")?;
        let danger = thief.costs().straight * DANGER;
        let price = |place: Place, cost: Cost| match place.as_cell()? {
            cell if is_post(cell) => None,
            cell if is_seen(cell) => Some(cost + danger),
            _ => Some(cost),
        };
        let query = Query::between(self.thief, to).tags(self.keys);
        let answer = self.world.find_priced(&query, price, &mut self.workspace)?;
        if let Some(path) = answer.path() {
            return Ok(Some(path.places.iter().filter_map(|place| place.as_cell()).collect()));
        }
        let has_way = |query| Ok(self.world.find(query, &mut Workspace::new())?.is_found());
        match (has_way(&query), has_way(&query.clone().tags(None))) {
            (Err(error), _) => Err(error),
            (Ok(true), _) => Ok(None),
            (_, Ok(true)) => Err("that is behind a locked door, and you have no key".into()),
            _ => Err(format!("there is no way to {to}").into()),
        }
    }

    /// One turn: the thief goes to a cell, or stays, and the guards walk and look.
    fn turn(&mut self, to: Cell) -> Result<Option<&'static str>, Box<dyn Error>> {
        (self.thief, self.turn) = (to, self.turn + 1);
        self.guards = self.after(self.guards.clone())?;
        if self.seen_by(&self.guards).contains(&self.thief) {
            self.alarms += 1;
            return Ok(Some("A guard sees you!"));
        }
        if self.thief == KEY && self.keys == Tags::NONE {
            self.keys = self.world.tags(DOOR).unwrap_or(Tags::NONE);
            return Ok(Some("You have the key."));
        }
        if self.thief == JEWEL && !self.has_jewel {
            self.has_jewel = true;
            return Ok(Some("You have the jewel. Now out!"));
        }
        Ok(None)
    }

    /// Goes to a place step by step, with a new way each turn, and hides rather than be seen.
    fn sneak(&mut self, to: Cell) -> Told {
        let (mut steps, mut waits) = (0, 0);
        let mut news = None;
        while self.thief != to && steps + waits < 200 && news.is_none() {
            let (way, ahead) = (self.way(to)?, self.ahead()?);
            let step = way.and_then(|way| way.get(1).copied()).unwrap_or(self.thief);
            let aside = self.thief.neighbours().take(4);
            let mut choices = [step, self.thief].into_iter().chain(aside);
            let next = choices.find(|&next| self.is_safe(next, &ahead)).unwrap_or(step);
            let is_on_way = next == step && next != self.thief;
            (steps, waits) = (steps + u32::from(is_on_way), waits + u32::from(!is_on_way));
            news = self.turn(next)?;
        }
        let news = news.unwrap_or(if self.thief == to { "There." } else { "It takes too long." });
        Ok(format!("{steps} steps, {waits} turns of hiding, to {}. {news}", self.thief))
    }
}

fn square(off: Offset) -> i32 {
    off.dx * off.dx + off.dy * off.dy
}

impl Game for Stealth {
    const HELP: &'static str = "\
You are @. Take the key k, open the door D, take the jewel J, and be out at E again.
  plan 27,4       draws the safest way there, as things are now
  sneak 27,4      goes there, a new way each turn, and hides rather than be seen
  step 2,1        one step to a cell beside you
  wait 3          lets turns pass
  help, quit      an empty line draws the map again
Guards (> < ^ v and so on) see what is marked with a colon. At the third alarm you are caught.";

    fn picture(&self) -> String {
        let seen = self.seen_by(&self.guards);
        let mark = |cell| {
            let guard = self.guards.iter().find(|guard| guard.at == cell);
            let thing = |at, sign, is_there: bool| (cell == at && is_there).then_some(sign);
            let looks = |guard: &Guard| match (guard.looks.dx, guard.looks.dy) {
                (1.., _) => '>',
                (..=-1, _) => '<',
                (0, ..=-1) => '^',
                _ => 'v',
            };
            guard
                .map(looks)
                .or(thing(self.thief, '@', true))
                .or(thing(KEY, 'k', self.keys == Tags::NONE))
                .or(thing(DOOR, 'D', true))
                .or(thing(JEWEL, 'J', !self.has_jewel))
                .or(thing(EXIT, 'E', true))
                .or(self.plan.contains(&cell).then_some('*'))
                .or(seen.contains(&cell).then_some(':'))
        };
        let beside = [
            format!("turn   {}", self.turn),
            format!("alarms {}", "!".repeat(self.alarms as usize)),
            format!("key    {}", if self.keys == Tags::NONE { "no" } else { "yes" }),
            format!("jewel  {}", if self.has_jewel { "yes" } else { "no" }),
        ];
        framed(&draw(&self.grid, mark), &beside)
    }

    fn obey(&mut self, words: &[&str]) -> Told {
        self.plan.clear();
        match *words {
            ["plan", to] => {
                self.plan = self.way(cell(to)?)?.ok_or("a guard stands in the way")?;
                let seen = self.seen_by(&self.guards);
                let in_sight = self.plan.iter().filter(|&cell| seen.contains(cell)).count();
                Ok(format!("{} steps, {in_sight} cells of them in sight.", self.plan.len() - 1))
            }
            ["sneak", to] => self.sneak(cell(to)?),
            ["step", to] => match cell(to)? {
                to if self.way(to)?.is_some_and(|way| way.len() == 2) => {
                    Ok(self.turn(to)?.unwrap_or("A step.").into())
                }
                to => Err(format!("{to} is not one step away").into()),
            },
            ["wait", turns] => match turns.parse() {
                Ok(turns @ 1_u32..=50) => {
                    let mut told = "You wait.";
                    for _ in 0..turns {
                        told = self.turn(self.thief)?.unwrap_or(told);
                    }
                    Ok(told.into())
                }
                _ => Err(format!("{turns:?} is no number from 1 to 50").into()),
            },
            _ => Err(format!("{:?} is no command; `help` lists them", words.join(" ")).into()),
        }
    }

    fn ending(&self) -> Option<String> {
        let is_out = self.has_jewel && self.thief == EXIT;
        match self.alarms {
            ALARMS.. => Some("The alarm rings for the third time: you are caught.".to_owned()),
            alarms if is_out => {
                Some(format!("Out with the jewel, in turn {} with {alarms} alarms.", self.turn))
            }
            _ => None,
        }
    }
}
