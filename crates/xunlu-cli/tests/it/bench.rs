//! `xunlu bench`: scenarios run, answers judged.

use crate::support::{Ran, root, run, run_with};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Whatever stands in a line of JSON, at least.
const FIELDS: [&str; 16] = [
    "map",
    "planner",
    "queries",
    "mean_us",
    "first_us",
    "median_us",
    "p99_us",
    "max_us",
    "expansions",
    "bytes",
    "prepare_us",
    "wrong",
    "disputed",
    "blocked",
    "ratio",
    "over_percent",
];

/// A folder of its own for a test, with a map in it; gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for tests");
        let folder = Folder(path);
        folder.write("m.map", "type octile\nheight 3\nwidth 4\nmap\n...@\n.@.@\n...W\n");
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("the folder takes files");
    }

    /// Writes a scenario of these questions and runs it.
    fn bench(&self, questions: &str, more: &[&str]) -> Ran {
        let lines = questions.lines().map(|line| format!("0 any/m.map 4 3 {line}\n"));
        self.write("m.map.scen", &format!("version 1.0\n{}", lines.collect::<String>()));
        let scenario = self.0.join("m.map.scen").to_string_lossy().into_owned();
        run_with(&[&["bench", &scenario, "--json", "--repeat", "1"], more].concat(), b"")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn every_algorithm_answers_a_scenario_rightly() {
    let ran = run("xunlu bench examples/maps/rooms.map.scen --algorithm all --verify --json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let lines = lines(&ran);
    assert_eq!(lines.len(), xunlu::Algorithm::ALL.len() + 2);
    for line in &lines {
        assert!(FIELDS.iter().all(|field| line.get(field).is_some()), "{line}");
        assert_eq!((&line["map"], &line["wrong"]), (&"rooms.map".into(), &0.into()), "{line}");
        let [median, p99, max] = ["median_us", "p99_us", "max_us"].map(|f| line[f].as_f64());
        assert!(median <= p99 && p99 <= max && line["mean_us"].as_f64() <= max, "{line}");
        assert!(line["queries"].as_u64() > Some(100), "{line}");
    }
    assert_eq!((&lines[0]["planner"], &lines[0]["ratio"]), (&"baseline".into(), &1.0.into()));
    let greedy = lines.iter().find(|line| line["planner"] == "greedy").unwrap();
    assert!(greedy["over_percent"].as_f64() > Some(0.1), "{greedy}");
}

#[test]
fn a_table_has_a_row_for_each_planner() {
    let ran = run("xunlu bench examples/maps/rooms.map.scen --every 9 --unreachable");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(rows[0], "rooms.map 64x48");
    assert!(rows[1].starts_with("planner ") && rows[1].contains("no path: mean us"), "{}", ran.out);
    for (row, planner) in rows[2..].iter().zip(["baseline ", "auto ", "astar "]) {
        assert!(row.starts_with(planner), "{}", ran.out);
    }
}

#[test]
fn a_false_length_is_disputed_by_a_right_answer() {
    let folder = Folder::new("bench_false");
    let right = folder.bench("0 0 2 2 4.0\n0 0 2 0 2.0", &["--algorithm", "auto"]);
    assert_eq!((right.code, &lines(&right)[0]["wrong"]), (Some(0), &0.into()), "{right:?}");
    for length in ["3.41421356", "4.01", "3.99"] {
        let questions = format!("0 0 2 2 {length}\n0 0 2 0 2.0");
        let ran = folder.bench(&questions, &["--algorithm", "auto"]);
        let told = &lines(&ran)[0];
        assert_eq!((ran.code, &told["wrong"]), (Some(0), &0.into()), "{ran:?}");
        assert_eq!((&told["queries"], &told["disputed"]), (&2.into(), &1.into()), "{ran:?}");
        assert!(ran.err.contains("the scenario does not fit its map"), "{ran:?}");
    }
}

#[test]
fn a_missing_way_is_a_wrong_answer() {
    let folder = Folder::new("bench_wrong");
    folder.write("m.map", "type octile\nheight 3\nwidth 4\nmap\n..@.\n..@.\n..@.\n");
    let ran = folder.bench("0 0 3 0 3.0", &["--algorithm", "auto"]);
    assert_eq!((ran.code, &lines(&ran)[0]["wrong"]), (Some(1), &1.into()), "{ran:?}");
    assert!(ran.err.contains("1 wrong answer"), "{ran:?}");
}

#[test]
fn an_end_on_closed_ground_is_no_question_of_time() {
    let folder = Folder::new("bench_blocked");
    let ran = folder.bench("0 0 1 1 1.41\n3 2 0 0 4.0\n0 0 0 2 2", &["--algorithm", "all"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for line in lines(&ran) {
        assert_eq!((&line["queries"], &line["blocked"]), (&1.into(), &2.into()), "{line}");
    }
}

#[test]
fn what_cannot_be_run_is_told() {
    let folder = Folder::new("bench_bad");
    for (questions, says) in [
        ("0 0 9 9 4", "question 1: the goal 9,9 lies outside of 4x3; expected"),
        ("0 0 1 0 1\n0 0 0.5 0 4", "question 2: the goal is no whole cell"),
        ("0 0 1", "expected"),
        ("", "asks nothing; expected a line for each question"),
    ] {
        let ran = folder.bench(questions, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.err.contains(says), "{ran:?}");
    }
    let ran = folder.bench("0 0 1 0 1", &["--algorithm", "astra"]);
    assert!(ran.code == Some(2) && ran.err.contains("astra"), "{ran:?}");
    let ran = folder.bench("0 0 1 0 1", &["--every", "0"]);
    assert!(ran.code == Some(2) && ran.err.contains("1 or more"), "{ran:?}");
    folder.write("other.scen", "0 gone.map 1 1 0 0 0 0 0\n");
    let ran = run_with(&["bench", &folder.0.join("other.scen").to_string_lossy()], b"");
    assert!(ran.code == Some(2) && ran.err.contains("expected it there, or --maps"), "{ran:?}");
}

#[test]
fn folders_and_patterns_name_scenarios_of_grids_and_of_meshes() {
    let folder = Folder::new("bench_folder");
    folder.bench("0 0 1 0 1", &[]);
    folder.write("a.mesh.scen", "0 a.mesh 1 1 0.5 0.5 3.5 2.5 0\n");
    folder.write(
        "a.mesh",
        "mesh\n2\n4 1\n0 0 2 0 -1\n4 0 2 0 -1\n4 3 2 0 -1\n0 3 2 0 -1\n4 0 1 2 3 -1 -1 -1 -1\n",
    );
    let path = folder.0.to_string_lossy();
    // A map stands for the scenario beside it, and each runs once.
    let ran = run_with(&["bench", &format!("{path}/m.map"), "--json", "--algorithm", "astar"], b"");
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 1), "{ran:?}");
    for word in [path.to_string(), format!("{path}/*"), format!("{path}/**/*.scen")] {
        let ran = run_with(&["bench", &word, "--json", "--algorithm", "astar"], b"");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let told: Vec<Value> =
            ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told: Vec<_> = told.iter().map(|line| (&line["map"], &line["wrong"])).collect();
        assert_eq!(told, [(&json!("a.mesh"), &json!(0)), (&json!("m.map"), &json!(0))], "{ran:?}");
    }
    folder.write("alone.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    let ran = run_with(&["bench", &format!("{path}/alone.map")], b"");
    let says = "alone.map is a map; expected its scenario (";
    assert!(ran.code == Some(2) && ran.err.contains(says), "{ran:?}");
    let mesh = format!("{path}/a.mesh.scen");
    let ran = run_with(&["bench", &mesh, "--verify"], b"");
    assert!(ran.code == Some(0) && ran.out.starts_with("a.mesh 1 polygon\n"), "{ran:?}");
    let ran = run_with(&["bench", &mesh, "--peers"], b"");
    assert!(ran.code == Some(2) && ran.err.contains("peers are asked about grids"), "{ran:?}");
    std::fs::remove_file(folder.0.join("a.mesh")).unwrap();
    let ran = run_with(&["bench", &mesh], b"");
    assert!(ran.code == Some(2) && ran.err.contains("its mesh is not beside it"), "{ran:?}");
}

#[test]
fn the_time_of_each_question_is_written_read_back_and_plotted() {
    let folder = Folder::new("bench_each");
    let file = |name: &str| folder.0.join(name).to_string_lossy().into_owned();
    let (each, plot, again) = (file("each.jsonl"), file("plot.svg"), file("again.svg"));
    let questions = "0 0 2 2 4.0\n0 0 2 0 2.0\n0 0 1 1 1.41";
    let written = ["--algorithm", "auto,astar", "--each", &each, "--plot", &plot];
    let ran = folder.bench(questions, &written);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let lines = std::fs::read_to_string(&each).unwrap();
    let told: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> =
        told.iter().map(|line| (line["planner"].as_str(), &line["length"])).collect();
    let (auto, astar) = (Some("auto"), Some("astar"));
    let (long, short) = (&4.0.into(), &2.0.into());
    assert_eq!(told, [(auto, long), (auto, short), (astar, long), (astar, short)]);
    let svg = std::fs::read_to_string(&plot).unwrap();
    for words in ["2 questions on m<", ">auto<", ">astar<"] {
        assert!(svg.contains(words), "{svg}");
    }
    let stranger = "{\"map\":\"other.map\",\"planner\":\"other\",\"length\":1,\"us\":1}\n";
    folder.write("each.jsonl", &format!("{lines}{stranger}"));
    let read = ["--algorithm", "astar,jps", "--with", &each, "--plot", &again];
    let ran = folder.bench(questions, &read);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("left out: 1 line of --with"), "{ran:?}");
    let svg = std::fs::read_to_string(&again).unwrap();
    for words in [">auto<", ">astar<", ">astar (each)<", ">jps<"] {
        assert!(svg.contains(words), "{svg}");
    }
    assert!(!svg.contains(">other<"), "{svg}");
}

#[test]
fn a_plot_without_an_answer_says_so() {
    let folder = Folder::new("bench_plot_none");
    let plot = folder.0.join("plot.svg").to_string_lossy().into_owned();
    let ran = folder.bench("0 0 1 1 1.41", &["--algorithm", "auto", "--plot", &plot]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let svg = std::fs::read_to_string(&plot).unwrap();
    for words in ["No questions on m<", "no question was answered", "without a right answer: auto<"]
    {
        assert!(svg.contains(words), "{svg}");
    }
}

#[test]
fn lines_that_are_none_are_told_before_the_run() {
    let folder = Folder::new("bench_with_bad");
    folder.write(
        "bad.jsonl",
        "\n{\"map\":\"m.map\",\"planner\":\"p\",\"length\":\"far\",\"us\":1}\n",
    );
    let [bad, gone, plot] = ["bad.jsonl", "gone.jsonl", "plot.svg"]
        .map(|name| folder.0.join(name).to_string_lossy().into_owned());
    for (file, says) in
        [(&bad, "bad.jsonl: line 2: \"length\" is no number"), (&gone, "gone.jsonl")]
    {
        let ran = folder.bench("0 0 1 0 1", &["--plot", &plot, "--with", file]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.err.contains(says) && ran.err.contains("expected"), "{ran:?}");
    }
    let ran = folder.bench("0 0 1 0 1", &["--with", &bad]);
    assert!(ran.code == Some(2) && ran.err.contains("--plot"), "{ran:?}");
}

#[test]
fn the_benchmarks_blocked_questions_are_those_that_their_maps_block() {
    let scenario = "../shared/maps/wc3maps512/moonglade.map.scen";
    // The benchmark's files are not part of the project.
    if !root().join(scenario).is_file() {
        return;
    }
    let ran = run(&format!("xunlu bench {scenario} --algorithm auto --repeat 1 --verify --json"));
    let told = &lines(&ran)[0];
    assert_eq!((ran.code, &told["wrong"], &told["blocked"]), (Some(0), &0.into(), &12.into()));
}
