//! Tiled maps of shapes alone: what each shape is on a scene.
#![cfg(test)]

use super::support::{own, own_bytes, read_text};
use xunlu_format::{
    Beside, Content, Document, Format, Options, Overlay, Read, Role, Roles, Source, read_as, write,
};
use xunlu_map::{Door, GroundCost, Point, ScenePlan, Tags};

fn plan(document: &Document) -> &ScenePlan {
    let Content::Scene(plan) = &document.content else { panic!("no scene") };
    plan
}

fn line(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&at| Point::from(at)).collect()
}

fn told(read: &Read) -> Vec<String> {
    read.warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn shapes_without_tiles_are_a_scene() {
    let read = own("shapes.tmx");
    let scene = plan(&read.document);
    let expected: [Vec<Point>; 4] = [
        line(&[(8.0, 0.0), (10.0, 0.0), (10.0, 8.0), (8.0, 8.0)]),
        line(&[(17.0, 8.0), (19.0, 8.0), (18.0, 9.5)]),
        line(&[(0.0, 10.0), (1.0, 10.0), (1.0, 8.0), (0.0, 8.0)]),
        line(&[(12.0, 0.0), (13.0, 0.0), (13.0, 1.0), (12.0, 1.0)]),
    ];
    let mut obstacles: Vec<Vec<Point>> =
        scene.obstacles.iter().map(|obstacle| obstacle.outline.clone()).collect();
    let round = obstacles.remove(2);
    assert_eq!(obstacles, expected);
    let is_round = |at: &Point| (at.distance(Point::new(3.5, 1.5)) - 0.5).abs() < 1e-12;
    assert!(round.len() == 64 && round.iter().all(is_round), "{round:?}");
    let whole: Vec<Point> = line(&[(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]);
    assert_eq!(scene.ground, [whole]);
    let places = scene.places.iter().map(|place| (&*place.name, place.at.x, place.at.y));
    assert_eq!(places.collect::<Vec<_>>(), [("gate", 1.0, 5.0), ("chest", 15.5, 5.5)]);
    assert_eq!((scene.regions[0].name.as_str(), scene.regions[0].tags), ("meadow", Tags::NONE));
    assert_eq!(told(&read), [""; 0]);
    // What is told of a layer makes ground of it; then no more than that can be walked on.
    let roles = Roles::default().with("things", Role::Ground);
    let text = String::from_utf8(own_bytes("shapes.tmx")).unwrap();
    let read = read_text("a.tmx", &text, &Options { roles, ..Options::default() }).unwrap();
    let scene = plan(&read.document);
    assert_eq!((scene.ground.len(), scene.obstacles.len(), scene.places.len()), (2, 5, 1));
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let written = write(format, &read.document, &Overlay::default());
        match format {
            Format::Json | Format::Binary => {
                let bytes = written.unwrap().bytes;
                let again = Source::alone("again", &bytes);
                assert_eq!(
                    read_as(format, &again, &Options::default()).unwrap().document,
                    read.document
                );
            }
            _ => assert!(written.unwrap_err().to_string().contains("is a scene"), "{format:?}"),
        }
    }
}

#[test]
fn both_spellings_of_a_scene_mean_the_same() {
    let (xml, json) = (own("harbour.tmx"), own("harbour.tmj"));
    assert_eq!(xml.document, json.document);
    assert_eq!(told(&xml), told(&json));
    let expected = [
        "objects refer to others that are not on the map: 1",
        "shapes without name, class or property are not read on a map of shapes: 1",
    ];
    assert_eq!(told(&xml), expected);
}

#[test]
fn shapes_that_are_neither_ground_nor_walls_are_regions_with_tags_and_costs() {
    let read = own("harbour.tmx");
    let scene = plan(&read.document);
    let regions: Vec<(&str, Tags)> =
        scene.regions.iter().map(|region| (&*region.name, region.tags)).collect();
    // By its class, by what it says, by a number and a name, and by the class of an ellipse.
    let expected = [
        ("bay", Tags(1)),
        ("pier", Tags(1 << 1)),
        ("reef", Tags(1 << 7 | 1 << 1)),
        ("grove", Tags(1 << 2)),
    ];
    assert_eq!(regions, expected);
    assert_eq!(
        scene.regions[0].outline,
        line(&[(0.0, 8.0), (20.0, 7.0), (20.0, 12.0), (0.0, 12.0)])
    );
    assert_eq!(scene.regions[3].outline.len(), 64);
    let names: Vec<(&str, u16)> =
        read.document.tags.iter().map(|named| (&*named.name, named.tag.0)).collect();
    let expected = [("water", 1), ("wood", 2), ("shade", 4), ("fare", 8), ("deep", 128)];
    assert_eq!(names, expected);
    let costs: Vec<(u16, GroundCost)> =
        scene.costs.iter().map(|cost| (cost.tag.0, cost.cost)).collect();
    let expected =
        [(1, GroundCost::Times(4.0)), (2, GroundCost::Times(0.5)), (128, GroundCost::Closed)];
    assert_eq!(costs, expected);
}

#[test]
fn collision_shapes_of_tiles_stand_where_the_tiles_are_put() {
    let read = own("harbour.tmx");
    let obstacles = &plan(&read.document).obstacles;
    let names: Vec<&str> = obstacles.iter().map(|obstacle| &*obstacle.name).collect();
    assert_eq!(names, ["warehouse", "rocks", "crate", "", "", "barrel"]);
    let crate_ = line(&[(11.125, 2.25), (11.875, 2.25), (11.875, 2.875), (11.125, 2.875)]);
    assert_eq!(obstacles[2].outline, crate_);
    // Mirrored, and twice as large as the tile.
    assert_eq!(obstacles[3].outline, line(&[(15.5, 5.0), (14.5, 5.0), (15.5, 6.0)]));
    let is_round = |at: &Point| (at.distance(Point::new(14.25, 4.25)) - 0.25).abs() < 1e-12;
    assert!(obstacles[4].outline.iter().all(is_round));
    // A quarter turn about its lower left corner.
    let barrel = line(&[(6.75, 7.125), (6.75, 7.875), (6.125, 7.875), (6.125, 7.125)]);
    assert_eq!(obstacles[5].outline, barrel);
}

#[test]
fn lines_are_routes_unless_they_say_what_only_links_do() {
    let read = own("harbour.tmx");
    let scene = plan(&read.document);
    let routes: Vec<(&str, usize, bool)> =
        scene.routes.iter().map(|own| (&*own.name, own.points.len(), own.is_closed)).collect();
    assert_eq!(routes, [("night watch", 4, true), ("customs", 2, false)]);
    let ferry = &scene.links[0];
    assert_eq!((&*ferry.name, ferry.door, ferry.link.length), ("ferry", Door::Shut, 9.0));
    assert_eq!((ferry.link.is_two_way, ferry.link.tags), (false, Tags(8)));
    let ends = |number: usize| [scene.links[number].link.from, scene.links[number].link.to];
    assert_eq!(ends(0).to_vec(), line(&[(2.0, 7.0), (2.0, 11.0)]));
    // A line of the class `link` is one for each of its parts.
    assert_eq!(ends(1).to_vec(), line(&[(1.0, 4.0), (2.0, 4.0)]));
    assert_eq!(ends(2).to_vec(), line(&[(2.0, 4.0), (2.0, 5.0)]));
    // Objects of one class that refer to each other, and one that refers by `link`.
    assert_eq!(ends(3).to_vec(), line(&[(19.0, 0.5), (0.5, 0.5)]));
    assert_eq!((scene.links[3].link.is_two_way, scene.links[3].link.length), (true, 18.5));
    assert_eq!(ends(4).to_vec(), line(&[(6.5, 4.5), (0.5, 5.5)]));
    assert_eq!((scene.links[4].link.is_two_way, scene.links[4].link.length), (false, 2.0));
    assert_eq!(scene.links.len(), 5);
}

/// A map without tiles, with these objects beside a wall.
fn shapes(objects: &str) -> String {
    format!(
        "<map orientation=\"orthogonal\" width=\"9\" height=\"9\" tilewidth=\"10\" tileheight=\"10\">\
         <objectgroup name=\"walls\"><object id=\"900\" width=\"9\" height=\"9\"/></objectgroup>\
         <objectgroup name=\"areas\">{objects}</objectgroup></map>"
    )
}

#[test]
fn a_tag_with_two_costs_is_refused_and_a_seventeenth_class_is_none() {
    let area = |id: usize, kind: &str, cost: &str| {
        format!(
            "<object id=\"{id}\" type=\"{kind}\" width=\"20\" height=\"20\"><properties>\
             <property name=\"cost\" type=\"int\" value=\"{cost}\"/></properties></object>"
        )
    };
    let text = shapes(&format!("{}{}", area(1, "mud", "2"), area(2, "mud", "3")));
    let error = read_text("a.tmx", &text, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("object 2: ground with its first tag has another cost"), "{error}");
    let plain =
        |id: usize| format!("<object id=\"{id}\" type=\"c{id}\" width=\"20\" height=\"20\"/>");
    let text = shapes(&(1..=18).map(plain).collect::<String>());
    let read = read_text("a.tmx", &text, &Options::default()).unwrap();
    let said = "classes are tags, of which there are sixteen; regions that got none: 2";
    assert_eq!(told(&read), [said]);
    assert_eq!(plan(&read.document).regions.len(), 18);
}

#[test]
fn a_line_on_a_layer_of_walls_or_with_such_a_class_is_in_the_way() {
    let fence = "<object id=\"1\" name=\"fence\" type=\"wall\" x=\"10\" y=\"20\">\
                 <polyline points=\"0,0 40,0 40,30\"/></object>";
    let read = read_text("a.tmx", &shapes(fence), &Options::default()).unwrap();
    let scene = plan(&read.document);
    let fences = scene.obstacles.iter().filter(|own| own.name == "fence");
    let outlines: Vec<Vec<Point>> = fences.map(|own| own.outline.clone()).collect();
    assert_eq!(outlines, [line(&[(1.0, 2.0), (5.0, 2.0)]), line(&[(5.0, 2.0), (5.0, 5.0)])]);
    assert_eq!((scene.routes.len(), told(&read)), (0, vec![]));
    // With nothing but such a line, too.
    let alone = "<map orientation=\"orthogonal\" width=\"9\" height=\"9\" tilewidth=\"10\" \
                 tileheight=\"10\"><objectgroup name=\"walls\"><object id=\"1\" x=\"10\" y=\"20\">\
                 <polyline points=\"0,0 40,0\"/></object></objectgroup></map>";
    let read = read_text("a.tmx", alone, &Options::default()).unwrap();
    let scene = plan(&read.document);
    assert_eq!(scene.obstacles[0].outline, line(&[(1.0, 2.0), (5.0, 2.0)]));
    assert_eq!(scene.ground[0][2], Point::new(9.0, 9.0));
}

#[test]
fn objects_whose_templates_are_missing_are_warned_of_in_one_line() {
    let template = |id: usize| format!("<object id=\"{id}\" template=\"t{id}.tx\"/>");
    let text = shapes(&(1..=5).map(template).collect::<String>());
    let read = read_text("a.tmx", &text, &Options::default()).unwrap();
    let [said] = &told(&read)[..] else { panic!("{:?}", told(&read)) };
    assert!(said.starts_with("object 1: its template \"t1.tx\" cannot be read: "), "{said}");
    assert!(said.ends_with("; the object is left out; so are 4 more objects of theirs"), "{said}");
}

/// The files of a test, by their names.
struct Files<'a>(&'a [(&'a str, &'a str)]);

impl Beside for Files<'_> {
    fn open(&self, name: &str, bytes_max: u64) -> Result<Vec<u8>, String> {
        let found = self.0.iter().find(|(own, _)| *own == name);
        let (_, text) = found.ok_or_else(|| format!("{name} is not there"))?;
        if text.len() as u64 > bytes_max {
            Err("too long".to_owned())
        } else {
            Ok(text.as_bytes().into())
        }
    }
}

fn read_beside(text: &str, files: &[(&str, &str)]) -> Result<Read, String> {
    let name = if text.trim_start().starts_with('<') { "a.tmx" } else { "a.tmj" };
    let source = Source { name, bytes: text.as_bytes(), beside: &Files(files) };
    let format = Format::of_name(name).unwrap();
    read_as(format, &source, &Options::default()).map_err(|error| error.to_string())
}

const ROCK: &str = "<template><object name=\"rock\" type=\"wall\" width=\"20\" height=\"10\" rotation=\"90\">\
    <properties><property name=\"note\" value=\"a\"/></properties></object></template>";
const PATH: &str = r#"{"type":"template","object":{"name":"marsh","type":"bog","visible":true,"x":9,"y":9,
    "polygon":[{"x":0,"y":0},{"x":10,"y":0},{"x":0,"y":10}],
    "properties":[{"name":"cost","type":"int","value":3}]}}"#;

#[test]
fn objects_of_templates_are_what_these_say_but_for_what_they_say_themselves() {
    let files = [("props/rock.tx", ROCK), ("marsh.tj", PATH)];
    let xml = shapes(
        "<object id=\"1\" template=\"props/rock.tx\" x=\"30\" y=\"20\"/>\
         <object id=\"2\" template=\"props/rock.tx\" name=\"big\" width=\"40\" rotation=\"0\" x=\"30\" y=\"40\"/>\
         <object id=\"3\" template=\"marsh.tj\" x=\"50\" y=\"50\"/>\
         <object id=\"4\" template=\"marsh.tj\" x=\"60\" y=\"50\" type=\"mire\"><properties>\
         <property name=\"cost\" type=\"int\" value=\"5\"/></properties></object>",
    );
    let read = read_beside(&xml, &files).unwrap();
    assert_eq!(told(&read), [""; 0]);
    let scene = plan(&read.document);
    let named = scene.obstacles.iter().map(|own| &*own.name).collect::<Vec<_>>();
    assert_eq!(named, ["", "rock", "big"]);
    // Turned by its template; and not, since it says so itself, and twice as wide.
    let near = |a: &[Point], b: &[Point]| a.iter().zip(b).all(|(a, b)| a.distance(*b) < 1e-9);
    let turned = line(&[(3.0, 2.0), (3.0, 4.0), (2.0, 4.0), (2.0, 2.0)]);
    assert!(near(&scene.obstacles[1].outline, &turned), "{:?}", scene.obstacles[1]);
    let own = line(&[(3.0, 4.0), (7.0, 4.0), (7.0, 5.0), (3.0, 5.0)]);
    assert!(near(&scene.obstacles[2].outline, &own), "{:?}", scene.obstacles[2]);
    assert_eq!(scene.regions[0].outline, line(&[(5.0, 5.0), (6.0, 5.0), (5.0, 6.0)]));
    let costs: Vec<GroundCost> = scene.costs.iter().map(|own| own.cost).collect();
    assert_eq!(costs, [GroundCost::Times(3.0), GroundCost::Times(5.0)]);
    let tags: Vec<&str> = read.document.tags.iter().map(|own| &*own.name).collect();
    assert_eq!(tags, ["bog", "mire"]);
    // The same in JSON, whose templates may be in either spelling, too.
    let json = r#"{"orientation":"orthogonal","width":9,"height":9,"tilewidth":10,"tileheight":10,"layers":[
        {"type":"objectgroup","name":"walls","objects":[{"id":900,"width":9,"height":9}]},
        {"type":"objectgroup","name":"areas","objects":[
        {"id":1,"template":"props/rock.tx","x":30,"y":20},
        {"id":2,"template":"props/rock.tx","name":"big","width":40,"rotation":0,"x":30,"y":40},
        {"id":3,"template":"marsh.tj","x":50,"y":50},
        {"id":4,"template":"marsh.tj","x":60,"y":50,"type":"mire",
         "properties":[{"name":"cost","type":"int","value":5}]}]}]}"#;
    assert_eq!(read_beside(json, &files).unwrap().document, read.document);
}

#[test]
fn a_tile_of_a_template_is_that_of_the_maps_tileset_or_of_its_own() {
    let set = "<tileset name=\"s\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"2\"><tile id=\"1\"><objectgroup>\
        <object id=\"1\" x=\"0\" y=\"5\" width=\"10\" height=\"5\"/></objectgroup></tile></tileset>";
    let template = "<template><tileset firstgid=\"7\" source=\"../sets/s.tsx\"/>\
        <object gid=\"8\" width=\"10\" height=\"10\"/></template>";
    let files = [("sets/s.tsx", set), ("props/crate.tx", template)];
    let map = |sets: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"9\" height=\"9\" tilewidth=\"10\" tileheight=\"10\">{sets}\
             <objectgroup name=\"things\"><object id=\"1\" template=\"props/crate.tx\" x=\"30\" y=\"20\"/>\
             </objectgroup></map>"
        )
    };
    for sets in ["", "<tileset firstgid=\"1\" source=\"sets/s.tsx\"/>"] {
        let read = read_beside(&map(sets), &files).unwrap();
        let scene = plan(&read.document);
        let [crate_] = &scene.obstacles[..] else { panic!("{sets}: {scene:?}") };
        // A tile stands on its lower left corner; its lower half is solid.
        let solid = line(&[(3.0, 1.5), (4.0, 1.5), (4.0, 2.0), (3.0, 2.0)]);
        assert_eq!(crate_.outline, solid, "{sets}");
    }
    let missing = read_beside(&map(""), &files[1..]).unwrap_err();
    assert!(missing.contains("sets/s.tsx"), "{missing}");
}

#[test]
fn damaged_templates_are_errors_with_their_place() {
    let map = shapes("<object id=\"1\" template=\"a.tx\"/>");
    for (text, why) in [
        ("<template>", "a.tx"),
        ("<map/>", "<template>"),
        ("<template></template>", "<object>"),
        ("{\"object\":3}", "a.tx"),
        ("<template><object width=\"wide\"/></template>", "wide"),
    ] {
        let error = read_beside(&map, &[("a.tx", text)]).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
    // One of itself is not read.
    let ring = "<template><object template=\"a.tx\"/></template>";
    let read = read_beside(&map, &[("a.tx", ring)]).unwrap();
    let [said] = &told(&read)[..] else { panic!("{:?}", told(&read)) };
    assert!(said.contains("cannot be read: it is made of a template itself"), "{said}");
}

#[test]
fn a_large_template_of_very_many_objects_is_refused_before_it_takes_memory() {
    let corners: String = (0..2_000).map(|at| format!("{at},{} ", at * at % 97)).collect();
    let template = format!("<template><object><polygon points=\"{corners}\"/></object></template>");
    let note = format!("<property name=\"note\" value=\"{}\"/>", "a".repeat(60_000));
    let noted = format!("<template><object><properties>{note}</properties></object></template>");
    let objects: String =
        (0..3_000).map(|id| format!("<object id=\"{id}\" template=\"a.tx\"/>")).collect();
    for text in [template, noted] {
        let error = read_beside(&shapes(&objects), &[("a.tx", &text)]).unwrap_err();
        assert!(error.contains("too large and intricate"), "{error}");
    }
}

#[test]
fn collision_shapes_of_one_tile_put_down_very_often_are_refused_before_they_take_memory() {
    let corners: String = (0..2_000).map(|at| format!("{at},{} ", at * at % 97)).collect();
    let object = |id: usize| format!("<object id=\"{id}\" gid=\"1\" x=\"9\" y=\"9\"/>");
    let text = format!(
        "<map orientation=\"orthogonal\" width=\"9\" height=\"9\" tilewidth=\"10\" tileheight=\"10\">\
         <tileset firstgid=\"1\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"1\"><tile id=\"0\"><objectgroup>\
         <object id=\"1\"><polygon points=\"{corners}\"/></object></objectgroup></tile></tileset>\
         <objectgroup name=\"things\">{}</objectgroup></map>",
        (0..3_000).map(object).collect::<String>()
    );
    let error = read_text("a.tmx", &text, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("too large and intricate"), "{error}");
}

#[test]
fn links_longer_than_a_number_says_and_outlines_of_two_points_are_none() {
    let link = "<object id=\"1\" type=\"link\"><polyline points=\"0,0 1e300,1e300\"/></object>";
    let error = read_text("a.tmx", &shapes(link), &Options::default()).unwrap_err().to_string();
    assert!(error.contains("shapes lie too far away"), "{error}");
    let line = "<object id=\"1\" name=\"a\"><polygon points=\"0,0 9,9\"/></object>";
    let read = read_text("a.tmx", &shapes(line), &Options::default()).unwrap();
    assert!(plan(&read.document).regions.is_empty());
}
