//! Bad input by name: each is a typed error, or is mended with a warning; never a panic, never a search
//! without end, never a path through a wall.

use std::io::Cursor;
use xunlu_format::{Content, Format, Options, Read, Source, read_as};
use xunlu_map::{MeshLink, MeshPolygon, Point, PolygonMesh, Tags, TriangleMesh};
use xunlu_mesh::{
    MeshFileError, MeshNotes, MeshSpace, NavMesh, NavMeshError, PlannedScene, Ray, RegionCosts,
    SavedGround, Scene, SceneOptions, SurfaceBuilder,
};

/// All that it goes round belongs to it, which is told; the two halves touch, and nobody slips from one to
/// the other.
#[test]
fn outlines_that_cross_themselves() {
    let bow = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)].map(Point::from).to_vec();
    let json = r#"{"xunlu":1,"kind":"scene","ground":[[[0,0],[4,4],[4,0],[0,4]]]}"#;
    let told = read(Format::Json, json.as_bytes()).expect("it is mended");
    assert!(told.warnings[0].to_string().contains("crosses itself"), "{:?}", told.warnings);
    let Content::Scene(plan) = &told.document.content else { panic!("a scene") };
    let planned = PlannedScene::of(plan, &SceneOptions::new()).expect("a scene");
    for mesh in
        [&NavMesh::of_outlines(std::slice::from_ref(&bow), &[]).unwrap(), planned.scene.mesh()]
    {
        assert_eq!((is_open(mesh, 3.5, 2.0), is_open(mesh, 0.5, 2.0)), (true, true));
        assert_eq!((is_open(mesh, 2.0, 0.5), is_open(mesh, 2.0, 3.5)), (false, false));
        assert_eq!(length(mesh, [(0.5, 2.0), (3.5, 2.0)]), None);
    }
    let mesh = NavMesh::of_outlines(&[square(-4.0, 12.0)], &[bow]).unwrap();
    assert!(!is_open(&mesh, 3.5, 2.0) && !is_open(&mesh, 0.5, 2.0) && is_open(&mesh, 2.0, 0.5));
    let hit = mesh.raycast(Point::new(5.0, 2.0), Point::new(3.0, 2.0));
    assert!(matches!(hit, Some(Ray::Hit(_))), "{hit:?}");
    let round = length(&mesh, [(2.0, 0.5), (2.0, 3.5)]).expect("round a half");
    assert!(round > 8.0, "{round}: not between the halves, which touch");
}

/// What lies outside of all ground is of no account, and what lies half outside is cut off.
#[test]
fn holes_outside() {
    let ground = [square(0.0, 8.0)];
    let far = NavMesh::of_outlines(&ground, &[square(20.0, 4.0)]).unwrap();
    assert_eq!(length(&far, [(1.0, 4.0), (7.0, 4.0)]), Some(6.0));
    assert!(!is_open(&far, 22.0, 22.0) && !is_open(&far, 19.0, 19.0));
    let half = Scene::new(&ground, &[square(6.0, 9.0)]).unwrap();
    assert!(!is_open(half.mesh(), 7.0, 7.0) && !is_open(half.mesh(), 9.0, 9.0));
    assert_eq!(length(half.mesh(), [(7.0, 1.0), (1.0, 7.0)]), Some(72.0_f64.sqrt()));
    let all = NavMesh::of_outlines(&ground, &[square(-1.0, 10.0)]);
    assert_eq!(all.err(), Some(NavMeshError::Empty));
    let mut scene = Scene::new(&ground, &[]).unwrap();
    scene.put_region(&square(6.0, 90.0), Tags(1)).expect("what of it is ground");
    assert_eq!(scene.mesh().regions_at(Point::new(7.0, 7.0)).len(), 1);
}

#[test]
fn coordinates_that_are_no_numbers() {
    let fine = [square(0.0, 8.0)];
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut outline = fine[0].clone();
        outline[2].y = wrong;
        let refused = Some(NavMeshError::Coordinates);
        assert_eq!(NavMesh::of_outlines(&[outline.clone()], &[]).err(), refused);
        assert_eq!(NavMesh::of_outlines(&fine, &[outline.clone()]).err(), refused);
        let mut scene = Scene::new(&fine, &[]).unwrap();
        assert_eq!(scene.put(&outline).err(), refused);
        assert_eq!(scene.put_region(&outline, Tags(1)).err(), refused);
        let link = MeshLink::one_way((1.0, 1.0), (wrong, 1.0)).counting(1.0);
        assert_eq!(scene.put_link(link).err(), refused);
        let long = MeshLink::one_way((1.0, 1.0), (2.0, 1.0)).counting(wrong);
        assert_eq!(scene.put_link(long).err(), Some(NavMeshError::LinkLength));
        assert_eq!(RegionCosts::new().times(Tags(1), wrong).err(), Some(NavMeshError::Cost));
        assert_eq!(scene.mesh().for_radius(wrong).err(), Some(NavMeshError::Radius));
        let ends = [Point::new(1.0, 1.0), Point::new(wrong, 1.0)];
        let mut space = MeshSpace::new();
        assert_eq!(scene.mesh().shortest_path(ends[0], ends[1], &mut space), None);
        assert_eq!(scene.mesh().shortest_path(ends[1], ends[0], &mut space), None);
        assert_eq!(scene.mesh().raycast(ends[0], ends[1]), None);
        assert_eq!(scene.mesh().nearest(ends[1], 9.0), None);
        #[allow(clippy::cast_possible_truncation, reason = "it is no number in either")]
        let vertices = vec![[0.0; 3], [9.0, 0.0, 0.0], [0.0, wrong as f32, 9.0]];
        let soup = TriangleMesh { vertices, triangles: vec![[0, 2, 1]] };
        assert_eq!(SurfaceBuilder::new().build(&soup).err(), refused);
    }
    assert!(read(Format::Obj, b"v 0 0 0\nv nan 0 0\nv 0 0 1\nf 1 2 3\n").is_err());
    assert!(read(Format::Json, br#"{"xunlu":1,"kind":"scene","ground":[[[0,NaN]]]}"#).is_err());
}

/// A point may come twice or more; what has no area is no ground and nothing in the way.
#[test]
fn points_that_come_twice() {
    let twice: Vec<Point> = square(2.0, 4.0).into_iter().flat_map(|at| [at, at, at]).collect();
    let ground: Vec<Point> = square(0.0, 8.0).into_iter().flat_map(|at| [at, at]).collect();
    let [told, once] = [
        NavMesh::of_outlines(std::slice::from_ref(&ground), &[twice]).unwrap(),
        NavMesh::of_outlines(&[square(0.0, 8.0)], &[square(2.0, 4.0)]).unwrap(),
    ];
    assert_eq!(told.polygon_mesh(), once.polygon_mesh());
    let spot = vec![Point::new(4.0, 4.0); 5];
    let mesh = NavMesh::of_outlines(&[ground], std::slice::from_ref(&spot)).unwrap();
    assert_eq!(length(&mesh, [(1.0, 4.0), (7.0, 4.0)]), Some(6.0));
    for nothing in [vec![spot], vec![Vec::new()], vec![vec![Point::new(1.0, 1.0)]], Vec::new()] {
        assert_eq!(NavMesh::of_outlines(&nothing, &[]).err(), Some(NavMeshError::Empty));
    }
    // Two corners of a polygon in one place: it has no area, or one corner less.
    let vertices = [(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (0.0, 0.0)].map(Point::from).to_vec();
    let flat = MeshPolygon { vertices: vec![0, 1, 2, 3], neighbours: vec![None; 4] };
    let made = NavMesh::new(&PolygonMesh { vertices, polygons: vec![flat] });
    assert_eq!(made.err(), Some(NavMeshError::NotConvex { polygon: 0 }));
}

#[test]
fn huge_coordinates() {
    let wrong = [(-f64::MAX, 0.0), (f64::MAX, 0.0), (0.0, f64::MAX)].map(Point::from).to_vec();
    let refused = Some(NavMeshError::Coordinates);
    assert_eq!(NavMesh::of_outlines(std::slice::from_ref(&wrong), &[]).err(), refused);
    assert_eq!(Scene::new(&[wrong], &[]).err(), refused);
    let far = [(0.0, 0.0), (1e300, 0.0), (0.0, 1e300)].map(Point::from).to_vec();
    assert!(is_open(&NavMesh::of_outlines(&[far], &[]).unwrap(), 1e299, 1e299));
    // As large as the earth, in metres: steps become as large as they must.
    let wide = NavMesh::of_outlines(&[square(0.0, 4e7)], &[square(1e7, 1e7)]).unwrap();
    let round = length(&wide, [(5e6, 15e6), (25e6, 15e6)]).expect("round the middle");
    assert!(round > 2e7 && round < 3e7, "{round}");
    let mut scene = Scene::new(&[square(0.0, 8.0)], &[]).unwrap();
    scene.put(&square(-1e9, 1e9)).ok();
    assert!(is_open(scene.mesh(), 4.0, 4.0), "it ends where the ground begins");
    let vertices = vec![[0.0; 3], [1e30, 0.0, 0.0], [0.0, 0.0, 1e30]];
    let soup = TriangleMesh { vertices, triangles: vec![[0, 2, 1]] };
    let refused = SurfaceBuilder::new().build(&soup).err();
    assert!(
        matches!(refused, Some(NavMeshError::Voxels { .. } | NavMeshError::Coordinates)),
        "{refused:?}"
    );
}

/// Triangles need not be closed, nor joined, nor turned the same way; what names corners that there are not
/// is refused, and so are polygons that do not agree on their sides.
#[test]
fn meshes_that_are_open() {
    let soup = |triangles: Vec<[u32; 3]>| TriangleMesh {
        vertices: vec![
            [0.0; 3],
            [9.0, 0.0, 0.0],
            [9.0, 0.0, 9.0],
            [0.0, 0.0, 9.0],
            [5.0, 9.0, 5.0],
        ],
        triangles,
    };
    let floor = SurfaceBuilder::new().build(&soup(vec![[0, 2, 1], [0, 3, 2], [0, 0, 0]])).unwrap();
    assert!(floor.mesh().are_connected(Point::new(2.0, 2.0), Point::new(7.0, 7.0)));
    let alone = SurfaceBuilder::new().build(&soup(vec![[0, 2, 1]])).unwrap();
    assert!(is_open(alone.mesh(), 7.0, 2.0) && !is_open(alone.mesh(), 2.0, 7.0));
    let refused = SurfaceBuilder::new().build(&soup(vec![[0, 2, 9]])).err();
    assert_eq!(refused, Some(NavMeshError::Triangle { triangle: 0 }));
    let none = SurfaceBuilder::new().build(&soup(Vec::new())).err();
    assert_eq!(none, Some(NavMeshError::Empty));
    assert!(read(Format::Obj, b"v 0 0 0\nv 1 0 0\nf 1 2 3\n").is_err());
    let vertices =
        [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (8.0, 0.0)].map(Point::from).to_vec();
    let one =
        MeshPolygon { vertices: vec![0, 1, 2, 3], neighbours: vec![None, Some(1), None, None] };
    for (neighbours, wrong) in [
        (vec![None, None, None], true),
        (vec![None, None, Some(7)], true),
        (vec![None, None, Some(0)], false),
    ] {
        let other = MeshPolygon { vertices: vec![1, 4, 2], neighbours };
        let polygons = vec![one.clone(), other];
        let made = NavMesh::new(&PolygonMesh { vertices: vertices.clone(), polygons });
        let is_refused = matches!(made, Err(NavMeshError::Neighbour { .. }));
        assert_eq!(is_refused, wrong, "{:?}", made.err());
    }
}

/// Links that lead round and round, for nothing, and to where they begin.
#[test]
fn links_in_a_ring() {
    let islands = [0.0, 10.0, 20.0, 30.0].map(|x| square(x, 4.0));
    let ring = [(2.0, 12.0), (12.0, 22.0), (22.0, 2.0), (12.0, 2.0), (2.0, 2.0)];
    let ring = ring.map(|(from, to)| MeshLink::one_way((from, from), (to, to)).counting(0.0));
    let mesh = NavMesh::of_outlines(&islands, &[]).unwrap().with_links(ring).unwrap();
    let mut space = MeshSpace::new();
    let path = mesh.shortest_path(Point::new(1.0, 2.0), Point::new(21.0, 22.0), &mut space);
    let path = path.expect("over two links");
    assert_eq!((path.links.len(), path.length), (2, 2.0));
    let away = [Point::new(1.0, 2.0), Point::new(32.0, 32.0)];
    assert_eq!(mesh.shortest_path(away[0], away[1], &mut space), None);
    assert!(!mesh.are_connected(away[0], away[1]));
    let costs = RegionCosts::new().times(Tags(1), 2.0).unwrap();
    assert_eq!(mesh.cheapest_path(&costs, 0.1, away[0], away[1], &mut space), None);
    let json = r#"{"xunlu":1,"kind":"scene","ground":[[[0,0],[4,0],[4,4],[0,4]]],
        "links":[{"from":[1,1],"to":[1,1]}]}"#;
    let told = read(Format::Json, json.as_bytes()).expect("it is taken");
    assert!(told.warnings[0].to_string().contains("to itself"), "{:?}", told.warnings);
}

/// At whatever byte a file ends, it is an error or less of it is read; what was baked is an error.
#[test]
fn files_cut_short() {
    let scene =
        Scene::with(&SceneOptions::new().tile_width(4.0), &[square(0.0, 8.0)], &[square(2.0, 3.0)]);
    let mut file = Vec::new();
    let notes = MeshNotes { tags: vec![(Tags(1), "mud".to_owned())], ..MeshNotes::default() };
    scene.unwrap().mesh().save_with(&notes, &mut file).unwrap();
    for length in 0..file.len() {
        let error = SavedGround::load(Cursor::new(&file[..length])).unwrap_err();
        let is_told = matches!(
            error,
            MeshFileError::NotAMesh | MeshFileError::Head | MeshFileError::Tile { .. }
        );
        assert!(is_told, "cut off at {length}: {error}");
    }
    let json = r#"{"xunlu":1,"kind":"scene","ground":[[[0,0],[4,0],[4,4],[0,4]]]}"#;
    for length in 0..json.len() {
        assert!(read(Format::Json, &json.as_bytes()[..length]).is_err(), "cut off at {length}");
    }
    let polygons = "mesh\n2\n4 1\n0 0 1 0\n4 0 1 0\n4 4 1 0\n0 4 1 0\n4 0 1 2 3 -1 -1 -1 -1\n";
    assert!(read(Format::Mesh, polygons.as_bytes()).is_ok());
    // Without its last line end, or the second digit of a number, it is still whole.
    for length in 0..polygons.len() - 2 {
        assert!(read(Format::Mesh, &polygons.as_bytes()[..length]).is_err(), "cut off at {length}");
    }
    let soup = b"v 0 0 0\nv 9 0 0\nv 9 0 9\nf 1 3 2\n";
    for length in 0..=soup.len() {
        if let Ok(Read { document, .. }) = read(Format::Obj, &soup[..length]) {
            let Content::Triangles(mesh) = &document.content else { panic!("triangles") };
            _ = SurfaceBuilder::new().build(mesh);
        }
    }
}

fn read(format: Format, bytes: &[u8]) -> Result<Read, String> {
    let read = read_as(format, &Source::alone("bad", bytes), &Options::default());
    read.map_err(|error| error.to_string())
}

fn is_open(mesh: &NavMesh, x: f64, y: f64) -> bool {
    mesh.chart().snap(Point::new(x, y)).is_some_and(|at| mesh.polygons_at(at).next().is_some())
}

fn length(mesh: &NavMesh, ends: [(f64, f64); 2]) -> Option<f64> {
    let [from, to] = ends.map(Point::from);
    mesh.shortest_path(from, to, &mut MeshSpace::new()).map(|path| path.length)
}

fn square(least: f64, side: f64) -> Vec<Point> {
    [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
        .map(|(x, y)| Point::new(least + x, least + y))
        .to_vec()
}
