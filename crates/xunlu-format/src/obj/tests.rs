//! What the reader of this format gives and refuses.
#![cfg(test)]

use super::*;

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

fn read_text(text: &str) -> Result<(TriangleMesh, Vec<String>), FormatError> {
    let read = read(&Source::alone("a.obj", text.as_bytes()), &Options::default())?;
    let Content::Triangles(mesh) = read.document.content else { panic!("no triangles") };
    Ok((mesh, read.warnings.iter().map(ToString::to_string).collect()))
}

/// The triangles of these lines below the four corners of a square.
fn triangles(faces: &str) -> Vec<[u32; 3]> {
    let (mesh, warnings) = read_text(&format!("{SQUARE}{faces}")).unwrap();
    assert_eq!(warnings, [""; 0]);
    mesh.triangles
}

fn refused(faces: &str, says: &str) {
    let error = read_text(&format!("{SQUARE}{faces}")).unwrap_err().to_string();
    assert_eq!(error, format!("a.obj, line 5, column {says}"));
}

#[test]
fn corners_may_name_more_than_their_vertex() {
    assert_eq!(triangles("f 1 2 3"), [[0, 1, 2]]);
    assert_eq!(triangles("f 1/7 2/-7/9 3//1 # corner\n"), [[0, 1, 2]]);
    assert_eq!(triangles("f -4 -2 -1"), [[0, 2, 3]]);
    assert_eq!(triangles("f -3 -2 -1\nv 0 0 1\nf -3 -2 -1"), [[1, 2, 3], [2, 3, 4]]);
}

#[test]
fn large_faces_become_fans() {
    assert_eq!(triangles("f 1 2 3 4"), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(triangles("f 4/1 1/2 2/3 3/4\n"), [[3, 0, 1], [3, 1, 2]]);
}

#[test]
fn what_belongs_to_the_look_is_skipped() {
    let look = "mtllib a.mtl\ng\no box\nvn 0 0 1\nvt 0 0\nusemtl a#b\ns off\n# C:\\\nf 1 2 3\n";
    assert_eq!(triangles(look), [[0, 1, 2]]);
    assert_eq!(triangles(&look.replace('\n', "\r\n")), [[0, 1, 2]]);
}

#[test]
fn a_backslash_joins_lines() {
    assert_eq!(triangles("f 1 \\\n2\\\r\n 3"), [[0, 1, 2]]);
    assert_eq!(triangles("f 1 2 3\\"), [[0, 1, 2]]);
    let error = read_text(&format!("{SQUARE}f 1 \\\n 2")).unwrap_err().to_string();
    assert_eq!(
        error,
        "a.obj, line 6, column 2: the line ends after \"2\"; expected at least three corners"
    );
}

#[test]
fn each_unknown_word_is_told_once() {
    let (mesh, warnings) = read_text(&format!("{SQUARE}l 1 2\nl 2 3\nf 1 2 3\ncurv 0\n")).unwrap();
    assert_eq!(mesh.triangles.len(), 1);
    let expected = ["l", "curv"].into_iter().zip([5, 8]).map(|(word, line)| {
        format!("line {line}, column 1: lines that begin with {word:?} are skipped")
    });
    assert!(warnings.iter().cloned().eq(expected), "{warnings:?}");
    let many: String = (0..100).map(|number| format!("word{number}\n")).collect();
    let (_, warnings) = read_text(&format!("{SQUARE}{many}f 1 2 3")).unwrap();
    assert_eq!(warnings.len(), WARNINGS_MAX);
}

#[test]
fn triangles_without_area_are_kept_and_counted() {
    let (mesh, warnings) =
        read_text(&format!("{SQUARE}v 2 0 0\nf 1 1 2\nf 1 2 5\nf 1 2 3")).unwrap();
    assert_eq!(mesh.triangles, [[0, 0, 1], [0, 1, 4], [0, 1, 2]]);
    assert_eq!(warnings, ["2 triangles have no area"]);
}

#[test]
fn what_cannot_be_is_told_by_place() {
    refused("f 1 2", "5: the line ends after \"2\"; expected at least three corners");
    refused("f", "1: the line ends after \"f\"; expected at least three corners");
    let corner = "expected a vertex above: 1 to 4, or -4 to -1";
    for strange in ["5", "0", "-5", "x", "1/2/3/4", "1/x", "", "9223372036854775808", "1.5"] {
        if !strange.is_empty() {
            refused(&format!("f 1 2 {strange}"), &format!("7: {strange:?}; {corner}"));
        }
    }
    refused("v 1 2", "5: the line ends after \"2\"; expected three coordinates");
    refused("v 1 2 inf", "7: \"inf\"; expected a finite number");
    refused("v 1 1e39 2", "5: \"1e39\"; expected a finite number");
    let error = read_text("f 1 2 3").unwrap_err().to_string();
    assert_eq!(error, "a.obj, line 1, column 3: \"1\"; expected a vertex above the first face");
    let error = read_text(SQUARE).unwrap_err().to_string();
    let expected = "at least one line \"f\" with the corners of a face";
    assert_eq!(error, format!("a.obj: there is no face; expected {expected}"));
    let long = format!("{SQUARE}f{}", " 1".repeat(WORDS_MAX));
    let error = read_text(&long).unwrap_err();
    assert_eq!(error.message(), "\"1\"; expected a line of at most 65536 words");
}
