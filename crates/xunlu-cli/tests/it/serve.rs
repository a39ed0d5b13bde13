//! `xunlu serve`: it tells where it is, answers, keeps what it acknowledged, and ends when it is told to.

use crate::support::serving::{Folder, Serving};
use crate::support::{root, run};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[test]
#[cfg(unix)]
fn a_map_of_the_command_line_is_asked_and_it_ends_when_told_to() {
    let mut serving = Serving::start(&["examples/maps/tutorial.txt"]);
    let question = r#"{"from":"0,0","goal":{"at":"4,1"}}"#;
    let told = serving.send("POST", "/v1/maps/tutorial/path", question).expect("it answers");
    assert_eq!(told["outcome"], "found", "{told}");
    let line = "xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free";
    let here = run(line);
    for server in [format!("http://{}", serving.http), serving.frames.clone()] {
        let there = run(&format!("{line} --server {server}"));
        assert_eq!((there.code, &there.out), (Some(0), &here.out), "{}", there.err);
    }
    let other = "xunlu find examples/maps/house.txt --from 1,1@0 --to 9,2@1 --server";
    let there = run(&format!("{other} {}", serving.http));
    assert!(there.code == Some(2) && there.err.contains("there is no map \"house\""), "{there:?}");
    let id = serving.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
    assert_eq!(serving.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn what_was_acknowledged_is_there_after_it_was_killed() {
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve_killed"));
    let _ = std::fs::remove_dir_all(&folder.0);
    let data = folder.0.to_string_lossy().into_owned();
    let mut acknowledged = 0;
    for round in 0..3 {
        let mut serving = Serving::start(&["--data", &data]);
        if round == 0 {
            serving.send("PUT", "/v1/maps/m", &"....................\n".repeat(20)).expect("put");
        }
        let head = serving.send("GET", "/v1/maps", "").expect("it answers");
        assert_eq!(head["maps"][0]["revision"], acknowledged.to_string(), "{head}");
        for number in 0..10 {
            let (x, y) = (acknowledged % 20, acknowledged / 20);
            let change = format!(
                r#"{{"terrain":{{"rect":{{"x":{x},"y":{y},"width":1,"height":1}},"terrain":254}}}}"#
            );
            let told = serving.send("PATCH", "/v1/maps/m", &change).expect("it answers");
            acknowledged += 1;
            assert_eq!(told["revision"], acknowledged.to_string(), "{told}");
            if number == 6 {
                serving.child.kill().expect("it runs");
                break;
            }
        }
    }
}

#[test]
fn a_map_of_the_command_line_that_is_kept_already_keeps_its_changes() {
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve_again"));
    let _ = std::fs::remove_dir_all(&folder.0);
    let data = folder.0.to_string_lossy().into_owned();
    let arguments = ["examples/maps/tutorial.txt", "--data", &data];
    for expected in ["0", "1", "1"] {
        let serving = Serving::start(&arguments);
        let head = serving.send("GET", "/v1/maps", "").expect("it answers");
        assert_eq!(head["maps"][0]["revision"], expected, "{head}");
        if expected == "0" {
            let change = r#"{"terrain":{"rect":{"x":0,"y":0,"width":1,"height":1},"terrain":5}}"#;
            serving.send("PATCH", "/v1/maps/tutorial", change).expect("it answers");
        }
        drop(serving);
        let line = format!(
            "xunlu serve --check --http 127.0.0.1:0 --tcp off {} --data {data}",
            arguments[0]
        );
        assert!(run(&line).out.contains("all is well"), "{line}");
    }
}

#[test]
fn it_listens_to_this_machine_alone_unless_told_and_says_what_is_wrong() {
    let check = |arguments: &str, code: i32, says: &str| {
        let ran = run(&format!("xunlu serve --check {arguments}"));
        assert!(
            ran.code == Some(code) && format!("{}{}", ran.out, ran.err).contains(says),
            "{ran:?}"
        );
    };
    check("--http 0.0.0.0:0 --tcp off", 2, "--insecure");
    check("--config nowhere.toml", 2, "nowhere.toml cannot be read");
    check("--config Cargo.toml", 2, "Cargo.toml, line 1: workspace: there is no such setting");
    check("--http 127.0.0.1:0 --tcp 0.0.0.0:0", 2, "--insecure");
    check("--http 127.0.0.1:0 --tcp off nowhere.txt", 2, "nowhere.txt cannot be read");
    check("--http 127.0.0.1:0 --tcp off", 0, "all is well");
    // Two of them need no more than two ports for HTTP, whoever has the one for frames.
    let _frames = std::net::TcpListener::bind("127.0.0.1:8091");
    check("--http 127.0.0.1:0", 0, "all is well");
    check("--http 0.0.0.0:0 --tcp 0.0.0.0:0 --insecure", 0, "all is well");
    check("--http here", 2, "--http");
    check("--tcp here", 2, "--tcp");
    let maps = "examples/maps/tutorial.txt examples/maps/riverside.json";
    check(&format!("--http 127.0.0.1:0 {maps}"), 0, "all is well");
    for (limit, says) in [
        ("--places-max 10", "tutorial.txt: "),
        ("--map-bytes-max 10", "tutorial.txt: "),
        ("--map-memory-max 10", "tutorial.txt: "),
        ("--maps-max 1", "riverside.json: "),
    ] {
        let name = limit.trim_start_matches('-').split(' ').next().expect("a name");
        let line = format!("--http 127.0.0.1:0 --tcp off --grpc off {limit} {maps}");
        check(&line, 2, says);
        check(&line, 2, name);
    }
    let socket = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve_check.sock");
    let socket = socket.display();
    check(&format!("--http 127.0.0.1:0 --tcp off --unix {socket}"), 0, "all is well");
    check("--http 127.0.0.1:0 --tcp off --unix Cargo.toml", 2, "Cargo.toml cannot be listened to");
    let long = format!("--http 127.0.0.1:0 --tcp off --unix {}", "s".repeat(120));
    check(&long, 2, "the path has 120 bytes; expected ");
}

#[test]
fn the_settings_of_the_service_are_heeded() {
    // One that waits for somebody who searches: those to one place are answered where they are heard.
    let question = r#"{"from":"0,0","goal":{"any-of":["4,1"]}}"#;
    for (setting, value, field, expected) in [
        ("--waiting-max", "0", "code", "busy"),
        ("--time-max", "0", "code", "expired"),
        ("--workers", "1", "outcome", "found"),
    ] {
        let serving = Serving::start(&["examples/maps/tutorial.txt", setting, value]);
        let told = serving.send("POST", "/v1/maps/tutorial/path", question).expect("it answers");
        assert_eq!(told[field], expected, "{setting} {value}: {told}");
    }
}

/// One more token is known as soon as the service is told to read its file again.
#[cfg(unix)]
fn one_more_is_known_when_it_is_told_to_read_again(
    serving: &Serving,
    file: &str,
    (line, token): (&str, &str),
) {
    let made = run(&format!("xunlu serve token second --file {file}"));
    let second = format!("{line} {} --token {}", serving.frames, made.out.trim());
    assert_eq!(run(&second).code, Some(2), "nobody told it yet");
    let hangup = Command::new("kill").args(["-HUP", &serving.child.id().to_string()]).status();
    assert!(hangup.expect("kill is there").success());
    let end = Instant::now() + Duration::from_secs(10);
    while run(&second).code != Some(0) {
        assert!(Instant::now() < end, "it is known by now");
    }
    let known = run(&format!("{line} {} --token {token}", serving.frames));
    assert_eq!(known.code, Some(0), "{known:?}");
}

#[test]
fn who_asks_says_a_token_that_was_made_for_it() {
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve_tokens"));
    let _ = std::fs::remove_dir_all(&folder.0);
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let file = folder.0.join("tokens.txt").to_string_lossy().into_owned();
    let made = run(&format!("xunlu serve token reader --file {file}"));
    assert_eq!(made.code, Some(0), "{made:?}");
    let token = made.out.trim();
    assert!(token.starts_with("xunlu-") && token.len() == 70, "{token}");
    let kept = std::fs::read_to_string(&file).expect("it was written");
    assert!(kept.starts_with("reader read ") && !kept.contains(&token[6..]), "{kept}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it is for its user alone");
    }
    let again = run(&format!("xunlu serve token reader --file {file}"));
    assert!(again.code == Some(2) && again.err.contains("\"reader\" already"), "{again:?}");
    let wrong = run(&format!("xunlu serve token other --scopes write --file {file}"));
    assert!(
        wrong.code == Some(2) && wrong.err.contains("expected read, edit or admin"),
        "{wrong:?}"
    );
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), kept);
    let serving = Serving::start(&["examples/maps/tutorial.txt", "--tokens", &file]);
    let line = "xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --server";
    for server in [format!("http://{}", serving.http), serving.frames.clone()] {
        let nobody = run(&format!("{line} {server}"));
        let says = "no token was said; this takes one with the scope read";
        assert!(nobody.code == Some(2) && nobody.err.contains(says), "{nobody:?}");
        let known = run(&format!("{line} {server} --token {token}"));
        assert_eq!(known.code, Some(0), "{known:?}");
        let own = std::process::Command::new(env!("CARGO_BIN_EXE_xunlu"))
            .args(line.split(' ').skip(1).chain([server.as_str()]))
            .env("XUNLU_TOKEN", token)
            .current_dir(root())
            .output()
            .expect("it runs");
        assert!(own.status.success(), "{own:?}");
        let stranger = run(&format!("{line} {server} --token xunlu-0"));
        let says = "the token is not known here";
        assert!(stranger.code == Some(2) && stranger.err.contains(says), "{stranger:?}");
    }
    let change = r#"{"terrain":{"rect":{"x":0,"y":0,"width":1,"height":1},"terrain":5}}"#;
    let told = serving.send("PATCH", "/v1/maps/tutorial", change).expect("it answers");
    assert_eq!(told["code"], "unauthenticated", "{told}");
    #[cfg(unix)]
    one_more_is_known_when_it_is_told_to_read_again(&serving, &file, (line, token));
    let nowhere = run("xunlu serve --check --http 127.0.0.1:0 --tcp off --tokens nowhere.txt");
    assert!(
        nowhere.code == Some(2) && nowhere.err.contains("nowhere.txt cannot be read"),
        "{nowhere:?}"
    );
    let open = format!("xunlu serve --check --http 0.0.0.0:0 --tcp off --tokens {file}");
    let open = run(&open);
    assert!(
        open.code == Some(2) && open.err.contains("can be read on the way, tokens too"),
        "{open:?}"
    );
}

#[test]
fn the_command_line_goes_before_the_environment_and_that_before_the_file() {
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve_config"));
    let _ = std::fs::remove_dir_all(&folder.0);
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let file = folder.0.join("serve.toml");
    let text = "http = \"127.0.0.1:0\"\ntcp = \"off\"\ngrpc = \"here\"\ndrain = \"soon\"\n";
    std::fs::write(&file, text).expect("it can be written");
    let check = |grpc: Option<&str>, drain: Option<&str>, code: i32, says: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xunlu"));
        command.args(["serve", "--check"]).env("XUNLU_SERVE_CONFIG", &file);
        grpc.map(|grpc| command.env("XUNLU_SERVE_GRPC", grpc));
        drain.map(|drain| command.args(["--drain", drain]));
        let ran = command.env("XUNLU_SERVE_PORT", "tcp://x").output().expect("it runs");
        let told = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        assert!(ran.status.code() == Some(code) && told.contains(says), "{told}");
        assert!(told.contains("XUNLU_SERVE_PORT in the environment is no setting"), "{told}");
    };
    check(None, None, 2, "serve.toml, line 3: grpc: \"here\"");
    check(Some("off"), None, 2, "serve.toml, line 4: drain: \"soon\"");
    check(Some("there"), None, 2, "XUNLU_SERVE_GRPC: \"there\"");
    check(Some("off"), Some("later"), 2, "--drain: \"later\"");
    check(Some("off"), Some("1000"), 0, "all is well");
}

#[test]
fn a_scene_of_the_command_line_is_held_and_what_happens_is_written_down() {
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve_scene"));
    let _ = std::fs::remove_dir_all(&folder.0);
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let log = folder.0.join("log.json").to_string_lossy().into_owned();
    let arguments = ["examples/maps/riverside.json", "--log", &log, "--slow", "0"];
    let serving = Serving::start(&arguments);
    let path = r#"{"from":[32,42],"goals":[[42.5,11.5]]}"#;
    let told = serving.send("POST", "/v1/scenes/riverside/path", path).expect("it answers");
    assert_eq!(told["outcome"], "found", "{told}");
    let lines = std::fs::read_to_string(&log).expect("it is written");
    let events: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let names: Vec<&str> = events.iter().filter_map(|line| line["event"].as_str()).collect();
    assert_eq!(names, ["begun", "put", "slow"]);
    let nowhere = run("xunlu serve --check --http 127.0.0.1:0 --log nowhere/log");
    assert!(nowhere.code == Some(2) && nowhere.err.contains("cannot be written"), "{nowhere:?}");
}
