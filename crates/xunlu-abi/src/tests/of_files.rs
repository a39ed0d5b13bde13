//! The same with files: what a dropped file comes to.

use super::*;

fn put(name: &str, bytes: &[u8]) {
    let [name_length, length] =
        [name.len(), bytes.len()].map(|length| u32::try_from(length).unwrap());
    let status = unsafe { xunlu_file(name.as_ptr(), name_length, bytes.as_ptr(), length) };
    assert_eq!(status, DONE);
}

/// Reads a file at hand by all readers there are.
fn read_in(name: &str, roles: &str) -> u32 {
    xunlu_reads_tiled();
    xunlu_reads_ldtk();
    xunlu_reads_images();
    xunlu_reads_texts();
    xunlu_reads_documents();
    read_by_those_taken(name, roles)
}

fn read_by_those_taken(name: &str, roles: &str) -> u32 {
    let [name_length, length] =
        [name.len(), roles.len()].map(|length| u32::try_from(length).unwrap());
    unsafe { xunlu_read(name.as_ptr(), name_length, roles.as_ptr(), length) }
}

fn facts() -> String {
    text(|at, room| unsafe { xunlu_read_facts(at, room) })
}

fn example(name: &str) -> Vec<u8> {
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/maps");
    std::fs::read(maps.join(name)).unwrap()
}

#[test]
fn a_dropped_map_is_read_with_the_files_it_names() {
    put("tutorial.tmx", &example("tutorial.tmx"));
    put("tutorial.tsx", &example("tutorial.tsx"));
    let session = read_in("tutorial.tmx", "");
    assert_ne!(session, 0, "{}", last_error());
    assert!(facts().contains("place\t") && facts().contains("shape\t0"), "{}", facts());
    assert_ne!(xunlu_map_size(session, 0), 0);
    assert_eq!(xunlu_close(session), DONE);
    xunlu_files_forget();
    assert_eq!(read_in("tutorial.tmx", ""), 0);
    assert!(last_error().contains("not put at hand"), "{}", last_error());
}

#[test]
fn a_file_is_read_by_the_readers_that_were_taken_and_by_no_others() {
    put("small.map", b"type octile\nheight 1\nwidth 2\nmap\n.@\n");
    put("roads.gr", b"p sp 1 0\n");
    assert_eq!(read_by_those_taken("small.map", ""), 0);
    assert!(last_error().contains("movingai cannot be shown here"), "{}", last_error());
    xunlu_reads_tmx();
    assert_eq!(read_by_those_taken("small.map", ""), 0);
    xunlu_reads_texts();
    assert_ne!(read_by_those_taken("small.map", ""), 0, "{}", last_error());
    assert_eq!(read_in("roads.gr", ""), 0);
    assert!(last_error().contains("dimacs cannot be shown here"), "{}", last_error());
}

#[test]
fn few_readers_refuse_what_they_leave_out() {
    let map = "<map version='1.10' orientation='orthogonal' width='1' height='1' tilewidth='8' \
         tileheight='8'>";
    let packed = "<layer name='a' width='1' height='1'><data encoding='base64' compression='zstd'>\
         KLUv/SAEIQAAAAAAAA==</data></layer></map>";
    let plain = "<layer name='a' width='1' height='1'><data encoding='csv'>0</data></layer></map>";
    let beside = format!("<tileset firstgid='1' source='t.tsj'/>{plain}");
    put("packed.tmx", format!("{map}{packed}").as_bytes());
    put("mixed.tmx", format!("{map}{beside}").as_bytes());
    put("t.tsj", b"{\"name\": \"t\"}");
    xunlu_reads_tmx();
    assert_eq!(read_by_those_taken("packed.tmx", ""), 0);
    assert!(last_error().contains("zstd is not read here"), "{}", last_error());
    assert_eq!(read_by_those_taken("mixed.tmx", ""), 0);
    put("plain.tmx", format!("{map}{plain}").as_bytes());
    assert_ne!(read_by_those_taken("plain.tmx", ""), 0, "{}", last_error());
    assert_eq!(assign(&[]), Status::Refused as u32);
    assert_ne!(read_in("packed.tmx", ""), 0, "{}", last_error());
    assert_ne!(read_in("mixed.tmx", ""), 0, "{}", last_error());
}

fn scenery() -> (String, Vec<u32>) {
    assert_eq!(xunlu_scenery(), DONE, "{}", last_error());
    let count = unsafe { xunlu_scenery_columns(std::ptr::null_mut(), 0) };
    let mut columns = vec![0; count as usize];
    unsafe { xunlu_scenery_columns(columns.as_mut_ptr(), count) };
    (text(|at, room| unsafe { xunlu_scenery_facts(at, room) }), columns)
}

fn assign(assignments: &[[u32; 4]]) -> u32 {
    let numbers = assignments.as_flattened();
    unsafe { xunlu_assign(numbers.as_ptr(), u32::try_from(numbers.len()).unwrap()) }
}

#[test]
fn values_are_told_of_and_assigned_to() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../xunlu-format/tests/ldtk/room.ldtk");
    put("room.ldtk", &std::fs::read(path).unwrap());
    let session = read_in("room.ldtk", "");
    let (told, _) = scenery();
    let values = "values\tTerrain\nvalue\t1 4294967295 0 0 0 walls\nvalue\t2 100 0 153 219 water\n\
                  value\t3 100 170 170 170 \n";
    assert!(told.contains(values), "{told}");
    assert_eq!(xunlu_close(session), DONE);
    assert_eq!(assign(&[[1, 0, 2, 400], [0, 0, 1, 250]]), DONE, "{}", last_error());
    assert_eq!(text(|at, room| unsafe { xunlu_assigned(at, room) }), "room.ldtk\n");
    let session = read_in("room.ldtk", "");
    let (told, _) = scenery();
    assert!(told.contains("value\t2 400 ") && told.contains("use\t1 250\n"), "{told}");
    assert_eq!(xunlu_close(session), DONE);
    xunlu_files_forget();
}

#[test]
fn what_a_map_looks_like_is_told_piece_by_piece() {
    put("tutorial.tmx", &example("tutorial.tmx"));
    put("tutorial.tsx", &example("tutorial.tsx"));
    let session = read_in("tutorial.tmx", "");
    let (told, columns) = scenery();
    for line in [
        "area\t0 0 384 320",
        "frame\t16 16 32 32",
        "image\ttutorial.png",
        "layer\troad\npieces\t120\nrole\tground\nopacity\t1\ntint\t255 255 255 255",
        "layer\twall\npieces\t3",
        "sheet\ttutorial\nfirst\t1\nin\ttutorial.tsx\nusual\t100\ngrid\t0 0 0 2 32 32",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
    let mut expected = vec![2, 1, 0, 0, 0, 32, 32, 0, 0, 0, 32, 0, 32, 32, 0, 1];
    expected.extend([1.0, 0.0, 0.0, 1.0].map(f32::to_bits));
    assert_eq!(columns[..20], expected);
    assert_eq!(columns.len(), 20 + 4 * 123);
    let wall = [1, 0, f32::to_bits(160.0), f32::to_bits(64.0)];
    assert_eq!(columns[20 + 4 * 120..][..4], wall);
    assert_eq!(xunlu_close(session), DONE);

    assert_eq!(assign(&[[0, 0, 1, u32::MAX], [0, 0, 0, 250]]), DONE, "{}", last_error());
    let before =
        text(|at, room| unsafe { xunlu_file_bytes("tutorial.tsx".as_ptr(), 12, at, room) });
    for refused in [[0, 0, 2, 100], [1, 0, 0, 100], [2, 0, 0, 4], [3, 0, 0, 0]] {
        assert_eq!(assign(&[[0, 0, 1, 100], refused]), Status::Refused as u32, "{refused:?}");
    }
    let after = text(|at, room| unsafe { xunlu_file_bytes("tutorial.tsx".as_ptr(), 12, at, room) });
    assert_eq!(before, after, "where one is refused none is made");
    assert_eq!(unsafe { xunlu_assign([0_u32, 0, 1].as_ptr(), 3) }, Status::Refused as u32);
    assert_eq!(assign(&[[2, 1, 0, 3]]), DONE, "{}", last_error());
    assert_eq!(
        text(|at, room| unsafe { xunlu_assigned(at, room) }),
        "tutorial.tmx\ntutorial.tsx\n"
    );
    let session = read_in("tutorial.tmx", "");
    let (told, _) = scenery();
    assert!(told.contains("usual\t100\nuse\t0 250\nuse\t1 4294967295\n"), "{told}");
    assert!(told.contains("layer\twall\npieces\t3\nrole\tignore\n"), "{told}");
    let set = text(|at, room| unsafe { xunlu_file_bytes("tutorial.tsx".as_ptr(), 12, at, room) });
    assert!(set.contains("<property name=\"cost\" type=\"float\" value=\"2.5\"/>"), "{set}");
    assert_eq!(xunlu_close(session), DONE);

    put("small.txt", b"..\n");
    let session = read_in("small.txt", "");
    assert_eq!(xunlu_scenery(), Status::Nothing as u32, "a drawing has no tiles");
    assert_eq!(xunlu_close(session), DONE);
    xunlu_files_forget();
    assert_eq!(xunlu_scenery(), Status::Nothing as u32, "nothing was read");
}

#[test]
fn what_is_wrong_or_odd_with_a_file_has_a_code_and_its_place() {
    put("a.map", b"type octile\nheight 3\nwidth 3\nmap\n...\n...\n");
    assert_eq!(read_in("a.map", ""), 0);
    let told = ["code ends-early", "file a.map", "line 7", "column 1", "value 2", "value 3"];
    assert_eq!(last_facts(), told);
    put("a.json", br#"{"xunlu": 1, "kind": "grid", "terrain": ["..", "."]}"#);
    assert_eq!(read_in("a.json", ""), 0);
    let told = ["code row-length", "file a.json", "part terrain[1]", "value 1", "value 2"];
    assert_eq!(last_facts(), told);
    assert_eq!(read_in("b.json", ""), 0);
    assert_eq!(last_facts(), ["code not-at-hand", "value b.json"]);
    put(
        "w.tmx",
        b"<map version='1.10' orientation='orthogonal' width='2' height='1' tilewidth='8' tileheight='8'>\
          <tileset firstgid='1' name='t' tilewidth='8' tileheight='8' tilecount='2' columns='2'/>\
          <layer name='Mauer' width='2' height='1'><data encoding='csv'>1,2</data></layer></map>",
    );
    let session = read_in("w.tmx", "");
    assert!(facts().contains("\ncode\tno-walls\nmessage\t"), "{}", facts());
    assert!(facts().contains("\nvalue\tMauer\n"), "{}", facts());
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn a_grid_with_an_origin_of_its_own_is_numbered_from_its_first_cell() {
    put("t.txt", b"@origin -2,-3\n..#\n.5.\n");
    let session = read_in("t.txt", "");
    let terrain: Vec<u8> = filled(|at, room| unsafe { xunlu_terrain(session, at, room) });
    assert_eq!(terrain, [0, 0, 254, 0, 5, 0]);
    assert_eq!(xunlu_begin(session, 0, 5, 0, 0, 0, 0), DONE);
    assert_eq!(xunlu_advance(session, NOWHERE), DONE);
    assert_eq!([path(session)[0], *path(session).last().unwrap()], [0, 5]);
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn a_file_tells_its_layers_links_tags_exits_regions_and_places() {
    put(
        "two.txt",
        b"@link 0:2,0 -> 1:0,-1 weight 250 tags 3 shut\n@layer\n@tags 3 at 1,0\n.>.\n\
        @layer\n@origin 0,-1\n..\n.#\n",
    );
    let session = read_in("two.txt", "");
    assert_eq!([0, 1, 2, 3].map(|side| xunlu_map_size(session, side)), [3, 2, 2, 12]);
    let terrain: Vec<u8> = filled(|at, room| unsafe { xunlu_terrain(session, at, room) });
    assert_eq!(terrain, [255, 255, 255, 0, 0, 0, 0, 0, 255, 0, 254, 255]);
    let links: Vec<u32> = filled(|at, room| unsafe { xunlu_links(session, at, room) });
    assert_eq!(links, [0, 5, 6, 250, 0, 8, 1]);
    let tags: Vec<u32> = filled(|at, room| unsafe { xunlu_tags(session, at, room) });
    assert_eq!(tags, [0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
    let exits: Vec<u32> = filled(|at, room| unsafe { xunlu_exits(session, at, room) });
    assert_eq!((exits.len(), exits[4], exits[5]), (12, 1, 255));
    assert_eq!(xunlu_close(session), DONE);
    put("far.txt", b"@layer\n..\n@layer\n@origin 900,900\n..\n");
    assert_eq!(read_in("far.txt", ""), 0);
    assert_eq!(last_code(), "cannot-show");
    put(
        "named.json",
        br#"{"xunlu": 1, "kind": "grid", "terrain": ["....", "...."],
            "places": [{"name": "well", "x": 1, "y": 1}],
            "regions": [{"name": "old town", "parts": [{"x": 1, "y": 0, "width": 2, "height": 2}]}],
            "named_tags": [{"tag": 2, "name": "red key"}], "wrap": "x"}"#,
    );
    let session = read_in("named.json", "");
    assert_ne!(session, 0, "{}", last_error());
    for line in ["place\t5 well\n", "region\t1,2,2 old town\n", "tag\t2 red key\n", "not-shown"] {
        assert!(facts().contains(line), "{}", facts());
    }
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn hexes_of_an_odd_first_row_are_shoved_the_other_way() {
    put("h.txt", b"@hex odd-r\n@origin 0,1\n . .\n. .\n");
    let session = read_in("h.txt", "");
    assert_ne!(session, 0, "{}", last_error());
    assert!(facts().contains("shape\t2"), "{}", facts());
    assert_eq!(xunlu_close(session), DONE);
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    put("broken.tmx", b"<map version='1.0' orientation='orthogonal' width='3'>");
    assert_eq!(read_in("broken.tmx", ""), 0);
    assert!(last_error().contains("broken.tmx"), "{}", last_error());
    put("a.txt", b"..\n");
    assert_eq!(read_in("a.txt", "Walls wall"), 0);
    put("way.txt", b"@waypoint a at 0,0\n");
    assert_eq!(read_in("way.txt", ""), 0);
    assert!(last_error().contains("waypoints"), "{}", last_error());
}

#[cfg(feature = "scenes")]
#[test]
fn meshes_are_read_into_scenes() {
    use crate::{xunlu_reads_scenes, xunlu_reads_triangles, xunlu_scene_close, xunlu_scene_read};
    let read = |name: &str| {
        let length = u32::try_from(name.len()).unwrap();
        unsafe { xunlu_scene_read(name.as_ptr(), length) }
    };
    xunlu_reads_scenes();
    put("a.mesh", b"mesh 2 4 1 0 0 1 0 4 0 1 0 4 2 1 0 0 2 1 0 4 0 1 2 3 -1 -1 -1 -1");
    let scene = read("a.mesh");
    assert_eq!(xunlu_scene_close(scene), DONE);
    put("floor.obj", b"v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 4 3 2\n");
    assert_eq!(read("floor.obj"), 0, "nobody took that reader");
    xunlu_reads_triangles();
    let floor = read("floor.obj");
    assert_ne!(floor, 0);
    assert_eq!(crate::xunlu_scene_radius(floor, 1.0), 2, "it may have storeys");
    put("cut.mesh", b"mesh 2 4 1 0 0 1 0 4 0 1 0");
    assert_eq!(read("cut.mesh"), 0);
    assert_eq!(read("none.mesh"), 0);
}
