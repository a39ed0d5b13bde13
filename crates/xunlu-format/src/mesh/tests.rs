//! What the reader of this format gives and refuses.
#![cfg(test)]

use super::*;

/// The example of the format's description:
///
/// ```text
/// 0---1
/// | / |
/// 3---2
/// ```
const SQUARE: &str = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n\
                      0.0 1.5 3 -1 1 0\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

fn mesh(text: &str) -> Result<PolygonMesh, FormatError> {
    let read = read(&Source::alone("a.mesh", text.as_bytes()), &Options::default())?;
    assert_eq!(read.warnings, []);
    let Content::Mesh(mesh) = read.document.content else { panic!("no mesh") };
    Ok(mesh)
}

fn refused(text: &str, says: &str) {
    assert_eq!(mesh(text).unwrap_err().to_string(), format!("a.mesh, {says}"));
}

/// One polygon of these corners, in this order.
fn polygon_of(corners: &[(f64, f64)]) -> String {
    let mut text = format!("mesh\n2\n{} 1\n", corners.len());
    for (x, y) in corners {
        text += &format!("{x} {y} 0\n");
    }
    text += &corners.len().to_string();
    (0..corners.len()).for_each(|number| text += &format!(" {number}"));
    text + &" -1".repeat(corners.len())
}

fn refused_shape(corners: &[(f64, f64)], fault: &str) {
    let error = mesh(&polygon_of(corners)).unwrap_err();
    let expected = "a convex polygon that runs counter-clockwise";
    assert_eq!(error.message(), format!("polygon 0 {fault}; expected {expected}"));
    assert_eq!(error.place().map(|place| place.line), Some(4 + corners.len()));
}

#[test]
fn neighbours_stand_beside_the_sides_they_lie_beyond() {
    let read = mesh(SQUARE).unwrap();
    assert_eq!(read.vertices.len(), 4);
    assert_eq!(read.vertices[2], Point::new(1.5, 1.5));
    let [first, second] = &read.polygons[..] else { panic!("{read:?}") };
    assert_eq!(first.vertices, [0, 1, 3]);
    // From 1 to 3 is the side that both share.
    assert_eq!(first.neighbours, [None, Some(1), None]);
    assert_eq!(second.vertices, [1, 2, 3]);
    assert_eq!(second.neighbours, [None, None, Some(0)]);
}

#[test]
fn any_white_space_divides_numbers() {
    let flat = SQUARE.replace('\n', " \t");
    assert_eq!(mesh(&flat).unwrap(), mesh(SQUARE).unwrap());
    let lines = SQUARE.replace(' ', "\r\n");
    assert_eq!(mesh(&lines).unwrap(), mesh(SQUARE).unwrap());
    assert_eq!(mesh("mesh 2 0 0").unwrap().polygons, []);
}

#[test]
fn a_header_that_cannot_be_is_told_by_place() {
    refused("", "line 1, column 1: the file is empty; expected \"mesh\"");
    refused("mash\n2\n", "line 1, column 1: \"mash\"; expected \"mesh\"");
    refused("mesh\n1\n", "line 2, column 1: \"1\"; expected the version 2");
    let says = "line 2, column 1: the file ends after \"2\"; expected the number of vertices";
    refused("mesh\n2\n", says);
    let says = "line 3, column 1: \"99999999\"; expected at most 2 vertices in 17 bytes";
    refused("mesh\n2\n99999999 0", says);
    let says = "line 3, column 3: \"4294967296\"; expected at most 1 polygons in 20 bytes";
    refused("mesh\n2\n0 4294967296\n", says);
}

#[test]
fn numbers_that_cannot_be_are_told_by_place() {
    let with = |old: &str, new: &str| SQUARE.replacen(old, new, 1);
    let says = "line 4, column 1: \"NaN\"; expected x, a number from -1e12 to 1e12";
    refused(&with("0.0 0.0", "NaN 0"), says);
    let says = "line 5, column 5: \"1e13\"; expected y, a number from -1e12 to 1e12";
    refused(&with("1.5 0.0", "1.5 1e13"), says);
    let says = "line 4, column 11: \"2\"; expected -1 or the number of a polygon under 2";
    refused(&with("2 0 -1", "2 2 -1"), says);
    let says = "line 8, column 5: \"4\"; expected the number of a vertex under 4";
    refused(&with("3 0 1 3", "3 0 4 3"), says);
    let says = "line 8, column 3: \"-1\"; expected the number of a vertex under 4";
    refused(&with("3 0 1 3", "3 -1 1 3"), says);
    let says = "line 8, column 1: \"2\"; expected how many corners the polygon has, at least 3";
    refused(&with("3 0 1 3", "2 0 1"), says);
    let says = "line 9, column 11: the file ends after \"-1\"; \
                expected the number of a polygon or -1";
    refused(SQUARE.strip_suffix(" -1\n").unwrap(), says);
    let says = "line 10, column 1: \"7\"; expected the end of the file";
    refused(&format!("{SQUARE}7"), says);
}

#[test]
fn corners_may_lie_on_one_line_but_not_bend_in() {
    let check =
        |middle: f64| mesh(&polygon_of(&[(0.0, 0.0), (1.0, middle), (2.0, 0.0), (1.0, 9.0)]));
    assert!(check(-0.5).is_ok());
    assert!(check(0.0).is_ok());
    assert!(check(1e-8).is_ok(), "rounded coordinates are forgiven");
    assert!(check(1e-3).is_err());
    refused_shape(&[(0.0, 0.0), (1.0, 0.5), (2.0, 0.0), (1.0, 9.0)], "turns to the right at 1,0.5");
}

#[test]
fn polygons_that_are_not_convex_are_refused() {
    let clockwise = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    refused_shape(&clockwise, "turns to the right at 0,1");
    refused_shape(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)], "has two corners at 1,0");
    refused_shape(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)], "turns back at 2,0");
    // A star turns left at every point, but goes round twice.
    let star = [(0.0, 3.0), (-1.8, -2.4), (2.9, 0.9), (-2.9, 0.9), (1.8, -2.4)];
    refused_shape(&star, "goes round 2 times");
}

#[test]
fn polygons_that_do_not_agree_about_a_side_are_refused() {
    let with = |old: &str, new: &str| SQUARE.replacen(old, new, 1);
    let says = "line 8, column 1: polygon 0 says that polygon 1 lies beyond its side from vertex 1 \
                to 3; expected polygon 1 to say the same, but it says that none lies there";
    refused(&with("3 1 2 3 0 -1 -1", "3 1 2 3 -1 -1 -1"), says);
    let says = "line 8, column 1: polygon 0 says that polygon 1 lies beyond its side from vertex 1 \
                to 3; expected polygon 1 to say the same, but it says that polygon 1 lies there";
    refused(&with("3 1 2 3 0 -1 -1", "3 1 2 3 1 -1 -1"), says);
    let says = "line 9, column 1: polygon 1 says that polygon 0 lies beyond its side from vertex 1 \
                to 2; expected polygon 0 to have that side";
    refused(&with("3 1 2 3 0 -1 -1", "3 1 2 3 0 0 -1"), says);
    let says = "line 9, column 1: polygon 1 has the side from vertex 0 to 1; \
                expected it in polygon 0 alone";
    refused(&with("3 1 2 3 0 -1 -1", "3 0 1 2 -1 -1 -1"), says);
    // A wall between two polygons is thin, but both know of it.
    let apart = with("3 1 2 3 0", "3 1 2 3 -1").replacen("3 0 1 3 -1 -1 1", "3 0 1 3 -1 -1 -1", 1);
    assert!(mesh(&apart).is_ok());
}
