//! `xunlu draw`: a map and what a search does on it, as a picture.

use crate::Ending;
use crate::answered::{facts, no_path};
use crate::args::{DrawArgs, Form};
use crate::asking::Asked;
use crate::blocks::half_blocks;
use crate::failure::Failure;
use crate::files;
use crate::names::Names;
use crate::opened::{Opened, baked, open, open_with_artwork};
use crate::picture;
use crate::scene::{Going, Scene, unheeded_on};
use crate::screen::Screen;
use crate::steps::DecimalSteps;
use crate::target::Target;
use std::path::Path;
use xunlu::map::Point;
use xunlu::{Answer, Cost, Goal, Map, MoverId, Place, Query, Recorder, Workspace, World};
use xunlu_format::{Content, Document, Format, Overlay, Written, write};
use xunlu_picture::{Picture, Searched, draw_png, draw_svg, draw_tiles_png, draw_tiles_svg};

pub(crate) fn run(args: &DrawArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let unheeded = args.how.unheeded_at_any_angle();
    let going = Going { who: &args.how.mover, over: &args.over, unheeded };
    let mut scene = None;
    let (mut opened, artwork) = if args.tiles {
        let (opened, artwork) = open_with_artwork(&args.map, screen)?;
        (opened, Some(artwork))
    } else if let Some(ground) = baked(&args.map.map, &args.map.options().limits)? {
        let mut opened = Opened::of_mesh(&args.map.map, ground.mesh());
        let made = Scene::of_baked(ground, going, &opened.name)?;
        if let Some(mesh) = made.seen_from_above() {
            opened.document.content = Content::Mesh(mesh);
        }
        scene = Some(made);
        (opened, None)
    } else {
        (open(&args.map, screen)?, None)
    };
    let seen = Seen::of(&mut opened, scene, going, args, screen)?;
    let document = opened.document;
    let form = args.form.or_else(|| form_of(&args.output));
    let written = match form {
        Some(Form::Png) => {
            let drawn = match &artwork {
                Some(artwork) => draw_tiles_png(&document, artwork, &seen.overlay, &args.style()),
                None => draw_png(&document, &seen.overlay, &args.style()),
            };
            written_of(drawn.map_err(|error| Failure::BadInput(error.to_string()))?)
        }
        Some(Form::Svg) => written_of(match &artwork {
            Some(artwork) => draw_tiles_svg(&document, artwork, &seen.overlay, &args.style()),
            None => draw_svg(&document, &seen.overlay, &args.style()),
        }),
        Some(Form::Tmj | Form::Text) | None if args.tiles => {
            let expected = "expected -o and a .png or .svg file";
            return Err(Failure::BadInput(format!("--tiles draws pixels; {expected}")));
        }
        Some(Form::Tmj) => write(Format::Tmj, &document, &seen.overlay)
            .map_err(|error| Failure::BadInput(error.message().to_owned()))?,
        Some(Form::Text) => return seen.show_as_text(&document, args, screen),
        None if args.output.as_os_str() == "-" => return seen.show(&document, args, screen),
        None => return Err(no_form(&args.output)),
    };
    seen.save(&written, &document, args, screen)
}

/// What there is to see on top of the map, and what to say about it.
#[derive(Debug, Default)]
struct Seen {
    overlay: Overlay,
    told: Option<String>,
    ending: Ending,
}

impl Seen {
    /// The same with y the other way.
    fn turned_over(self) -> Seen {
        let over = |point: Point| Point::new(point.x, -point.y);
        let line = self.overlay.line.into_iter().map(over).collect();
        Seen { overlay: Overlay { line, ..self.overlay }, ..self }
    }

    /// What the arguments ask for. Of triangles the polygons are drawn that one can walk on.
    fn of(
        opened: &mut Opened,
        scene: Option<Scene>,
        going: Going<'_>,
        args: &DrawArgs,
        screen: &mut Screen,
    ) -> Result<Seen, Failure> {
        match (&opened.document.content, &args.from) {
            (Content::Map(map), Some(from)) => {
                if let Some(option) = args.over.first_given() {
                    return Err(unheeded_on("steps from cell to cell", option));
                }
                let names = Names::of(&opened.document);
                match args.reach {
                    Some(budget) => Seen::reach(map, &names, args, from, budget),
                    None => Seen::search(map, &names, args, from, screen),
                }
            }
            (_, Some(from)) => {
                let scene = scene.map_or_else(|| Scene::of(opened, going), Ok)?;
                let seen = Seen::line(&scene, from, args)?;
                match scene.seen_from_above() {
                    None => Ok(seen),
                    // As the triangles are seen: y downwards.
                    Some(mesh) => {
                        opened.document.content = Content::Mesh(mesh);
                        Ok(seen.turned_over())
                    }
                }
            }
            (_, None) => match args.over.first_given() {
                Some(option) => Err(unheeded_on("a picture without --from", option)),
                None => Ok(Seen::default()),
            },
        }
    }

    fn search(
        map: &Map,
        names: &Names,
        args: &DrawArgs,
        from: &str,
        screen: &mut Screen,
    ) -> Result<Seen, Failure> {
        if args.to.is_empty() {
            let expected = "expected --to and a place, or --reach and a number of steps";
            return Err(Failure::BadInput(format!("there is --from alone; {expected}")));
        }
        let asked = Asked::of(map.clone(), names, &args.how, from, &args.to)?.ready()?;
        let mut recorder = Recorder::default();
        let answer = if args.trace {
            recorded(&asked.world, &asked.query, &mut recorder)?
        } else {
            asked.answer(screen)?
        };
        let query = &asked.query;
        let goals = match &query.goal {
            Goal::At(place) => vec![*place],
            Goal::AnyOf(places) => places.clone(),
            _ => Vec::new(),
        };
        let place_of = |node| asked.world.place_of(query.mover, node);
        let searched = Searched { map: asked.world.map(), start: query.from, goals, place_of };
        let mut overlay = searched.overlay(&answer.outcome, answer.nearest.as_ref(), &recorder);
        if overlay.goals.is_empty() {
            overlay.goals.extend(query.goal.anchor());
        }
        let (told, ending) = match &answer.outcome {
            xunlu::Outcome::Found(found) => (facts(&asked, &answer, found)?, Ending::Found),
            _ => (no_path(&asked, &answer)?, Ending::NoPath),
        };
        Ok(Seen { overlay, told: Some(told), ending })
    }

    /// The shortest path on a mesh.
    fn line(scene: &Scene, from: &str, args: &DrawArgs) -> Result<Seen, Failure> {
        let drawn = [("--trace", args.trace), ("--reach", args.reach.is_some())];
        if let Some((option, _)) = drawn.into_iter().find(|(_, is_given)| *is_given) {
            return Err(unheeded_on("a mesh", option));
        }
        let [to] = &args.to[..] else {
            let expected = "expected one --to with a point";
            return Err(Failure::BadInput(format!("a path on a mesh has one goal; {expected}")));
        };
        let found = scene.find(scene.spot("--from", from)?, scene.spot("--to", to)?);
        let ending = if found.line.is_empty() { Ending::NoPath } else { Ending::Found };
        let overlay = Overlay { line: found.line, ..Overlay::default() };
        Ok(Seen { overlay, told: Some(found.told), ending })
    }

    fn reach(
        map: &Map,
        names: &Names,
        args: &DrawArgs,
        from: &str,
        budget: DecimalSteps,
    ) -> Result<Seen, Failure> {
        let from = names.place(map, from)?;
        let mover = args.how.mover.on(map, names)?.to_mover()?;
        let world = World::with_mover(map.clone(), mover)?;
        let straight =
            world.mover(MoverId::FIRST).map_or(Cost::ZERO, |mover| mover.costs().straight);
        let budget = budget.cost(straight);
        let reach = world.reach(from, MoverId::FIRST, budget, &mut Workspace::new())?;
        let places = reach.places().iter().map(|reached| reached.place).collect();
        let overlay = Overlay { start: Some(from), reach: places, ..Overlay::default() };
        Ok(Seen { overlay, ..Seen::default() })
    }

    fn save(
        self,
        written: &Written,
        document: &Document,
        args: &DrawArgs,
        screen: &mut Screen,
    ) -> Result<Ending, Failure> {
        for warning in &written.warnings {
            screen.remark(&format!("warning: {warning}"));
        }
        let is_screen = args.output.as_os_str() == "-";
        if is_screen && screen.size().is_some() && args.form == Some(Form::Png) {
            let expected = "expected -o and a file, or a pipe";
            return Err(Failure::BadInput(format!("a PNG is no sight on a screen; {expected}")));
        }
        files::write_with_companions(&args.output, written)?;
        files::tell_written(&args.output, document, screen);
        if let Some(told) = self.told.filter(|_| !is_screen) {
            screen.print(format_args!("{told}\n"))?;
        }
        Ok(self.ending)
    }

    /// In half blocks where there is colour, in characters where not.
    fn show(
        self,
        document: &Document,
        args: &DrawArgs,
        screen: &mut Screen,
    ) -> Result<Ending, Failure> {
        if !screen.has_color() {
            return self.show_as_text(document, args, screen);
        }
        let drawn = half_blocks(document, &self.overlay, screen)?;
        screen.print(drawn)?;
        self.tell(screen)
    }

    fn show_as_text(
        self,
        document: &Document,
        args: &DrawArgs,
        screen: &mut Screen,
    ) -> Result<Ending, Failure> {
        let Some(map) = document.map() else {
            let expected = "expected -o with a .png or .svg file";
            return Err(Failure::BadInput(format!("a mesh has no characters; {expected}")));
        };
        let picture = picture::Picture::of_overlay(map, &self.overlay).draw(map, screen);
        if args.output.as_os_str() == "-" {
            let end = if picture.is_empty() { "" } else { "\n" };
            screen.print(format_args!("{picture}{end}"))?;
            return self.tell(screen);
        }
        files::write(&args.output, format!("{picture}\n").as_bytes())?;
        files::tell_written(&args.output, document, screen);
        Ok(self.ending)
    }

    fn tell(self, screen: &mut Screen) -> Result<Ending, Failure> {
        if let Some(told) = self.told {
            screen.print(format_args!("\n{told}\n"))?;
        }
        Ok(self.ending)
    }
}

fn recorded(
    world: &World,
    query: &Query,
    recorder: &mut Recorder,
) -> Result<Answer<Place>, Failure> {
    Ok(world.find_observed(query, &mut Workspace::new(), recorder)?)
}

fn form_of(output: &Path) -> Option<Form> {
    match Target::of_name(&output.to_string_lossy())? {
        Target::Map(Format::Png) => Some(Form::Png),
        Target::Svg => Some(Form::Svg),
        Target::Map(Format::Tmj) => Some(Form::Tmj),
        Target::Map(Format::Text) => Some(Form::Text),
        Target::Map(_) => None,
    }
}

fn written_of(picture: Picture) -> Written {
    Written { bytes: picture.bytes, beside: Vec::new(), warnings: picture.warnings }
}

fn no_form(output: &Path) -> Failure {
    Failure::BadInput(format!(
        "{} is no picture by its name; expected an ending of .png, .svg, .tmj or .txt, or --as",
        output.display()
    ))
}
