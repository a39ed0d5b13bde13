//! What was acknowledged is there again, whatever happens: the service is killed at any moment of a burst of
//! changes, and its disk is full.

#![cfg(unix)]

use crate::support::serving::{Folder, Serving};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use xunlu_client::{Call, CallReply, ChangeCall, Encoding, Frame, Response};

const SIDE: u32 = 100;

/// How often it is killed: more often by `cargo xtask soak`, which sets the number of seeds.
fn rounds() -> u32 {
    if std::env::var("XUNLU_SEEDS").is_ok() { 20 } else { 3 }
}

fn folder(name: &str) -> Folder {
    let folder = Folder(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
    let _ = std::fs::remove_dir_all(&folder.0);
    folder
}

/// A change with a name so long that a journal is soon long as well.
fn change(number: u32) -> Vec<u8> {
    let (x, y) = (number % SIDE, number / SIDE % SIDE);
    let terrain = if (number / (SIDE * SIDE)).is_multiple_of(2) { 254 } else { 0 };
    let rect = serde_json::json!({ "x": x, "y": y, "width": 1, "height": 1 });
    let what = serde_json::json!({ "terrain": { "rect": rect, "terrain": terrain } });
    let what = serde_json::from_value(what).expect("a change");
    let id = Some(format!("{number:0>240}"));
    Frame::of(
        number,
        &Call::Change(ChangeCall { map: "m".to_owned(), what, id, expected: None, trace: None }),
    )
}

/// The next reply, if one comes: the number of its call, and the revision that it led to.
fn made(stream: &mut TcpStream) -> Option<(u32, u64)> {
    let mut head = [0; Frame::LENGTH_BYTES];
    stream.read_exact(&mut head).ok()?;
    let mut rest = vec![0; u32::from_le_bytes(head) as usize];
    stream.read_exact(&mut rest).ok()?;
    let frame = Frame::inner(&rest).expect("a frame");
    match Encoding::Cbor.read(frame.body).expect("a reply") {
        CallReply::Told(Response::Changed(made)) => {
            Some((frame.number, made.revision.parse().expect("a number")))
        }
        other => panic!("{other:?}"),
    }
}

/// The files that changes go to.
fn journals(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder.join("m")) else { return 0 };
    let names = entries.flatten().map(|entry| entry.path());
    names.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).count()
}

#[test]
fn every_acknowledged_change_is_there_after_a_kill_while_a_journal_is_made_shorter() {
    let folder = folder("burst");
    let data = folder.0.to_string_lossy().into_owned();
    let (mut acknowledged, mut next) = (BTreeMap::new(), 0);
    for round in 0..rounds() {
        let mut serving = Serving::start(&["--data", &data]);
        if round == 0 {
            let row = ".".repeat(SIDE as usize) + "\n";
            serving.send("PUT", "/v1/maps/m", &row.repeat(SIDE as usize)).expect("put");
        }
        let address = serving.frames.strip_prefix("tcp://").expect("an address").to_owned();
        let stream = TcpStream::connect(&address).expect("it listens");
        // Each change that was ever acknowledged is known by its name, and none was made twice or half.
        let mut again = stream.try_clone().expect("a handle");
        for (&number, &revision) in acknowledged.iter().rev().take(20) {
            again.write_all(&change(number)).expect("it reads");
            assert_eq!(made(&mut again), Some((number, revision)), "round {round}");
        }
        let head = serving.send("GET", "/v1/maps", "").expect("it answers");
        let at: u64 =
            head["maps"][0]["revision"].as_str().unwrap_or("0").parse().expect("a number");
        let last = acknowledged.values().copied().max().unwrap_or(0);
        assert!(last <= at && at <= u64::from(next), "round {round}: {last}, {at}, {next}");
        // From then on the next number is that of the next revision.
        let mut number = u32::try_from(at).expect("a few thousand");
        let before = journals(&folder.0);
        // Another moment each time, and in each run.
        let delay = Duration::from_micros(u64::from((std::process::id() + round) * 1237 % 6000));
        let mut replies = stream.try_clone().expect("a handle");
        let hears = thread::spawn(move || {
            std::iter::from_fn(|| made(&mut replies)).collect::<Vec<(u32, u64)>>()
        });
        let (mut write, begun) = (stream, Instant::now());
        let first = number;
        let writes = thread::spawn(move || {
            while write.write_all(&change(number)).is_ok() {
                number += 1;
            }
            number
        });
        while journals(&folder.0) <= before {
            assert!(begun.elapsed() < Duration::from_secs(60), "the journal is long by now");
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(delay);
        serving.child.kill().expect("it runs");
        serving.child.wait().expect("it ends");
        next = writes.join().expect("it wrote").max(first);
        let told = hears.join().expect("it heard");
        for (number, revision) in told {
            assert_eq!(revision, u64::from(number) + 1, "in their order");
            acknowledged.insert(number, revision);
        }
    }
    assert!(acknowledged.len() > 500, "{} changes", acknowledged.len());
}

/// A disk of its own, of so many kilobytes.
struct Disk(PathBuf);

impl Disk {
    /// Returns `None` where that is not allowed.
    fn begin(name: &str, kilobytes: u32) -> Option<Disk> {
        let place = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&place).ok()?;
        let size = format!("size={kilobytes}k");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&place).output();
        let is_mounted = mounted.is_ok_and(|mounted| mounted.status.success());
        if !is_mounted {
            let _ = std::fs::remove_dir(&place);
        }
        is_mounted.then_some(Disk(place))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).output();
        let _ = std::fs::remove_dir(&self.0);
    }
}

#[test]
fn where_the_disk_is_full_questions_go_on_and_nothing_is_lost() {
    let Some(disk) = Disk::begin("xunlu-full", 400) else {
        println!("left out: a disk of its own is for root");
        return;
    };
    let data = disk.0.join("maps").to_string_lossy().into_owned();
    let filler = disk.0.join("filler");
    std::fs::write(&filler, vec![1; 300 << 10]).expect("there is room");
    let mut serving = Serving::start(&["--data", &data]);
    let row = ".".repeat(SIDE as usize) + "\n";
    serving.send("PUT", "/v1/maps/m", &row.repeat(SIDE as usize)).expect("put");
    let change = |serving: &Serving, number: u32| {
        let rect =
            serde_json::json!({ "x": number % SIDE, "y": number / SIDE, "width": 1, "height": 1 });
        let body = serde_json::json!({ "terrain": { "rect": rect, "terrain": 254 } }).to_string();
        let path = format!("/v1/maps/m?id={number:0>240}");
        serving.send("PATCH", &path, &body).expect("it answers")
    };
    let mut number = 0;
    let refused = loop {
        let told = change(&serving, number);
        if told["revision"].is_null() {
            break told;
        }
        number += 1;
        assert_eq!(told["revision"], number.to_string());
    };
    assert!(number > 20 && refused["code"] == "no-journal", "{number}: {refused}");
    let question = r#"{"from":"99,99","goal":{"at":"50,99"}}"#;
    let told = serving.send("POST", "/v1/maps/m/path", question).expect("it answers");
    assert_eq!((&told["outcome"], &told["revision"]), (&"found".into(), &number.into()), "{told}");
    assert_eq!(change(&serving, number)["code"], "no-journal", "it is still full");
    // A map that finds no room leaves the one that is there.
    let large = row.repeat(30 * SIDE as usize);
    let told = serving.send("PUT", "/v1/maps/m", &large).expect("it answers");
    assert_eq!(told["code"], "no-journal", "{told}");
    serving.child.kill().expect("it runs");
    serving.child.wait().expect("it ends");
    let serving = Serving::start(&["--data", &data]);
    let head = serving.send("GET", "/v1/maps", "").expect("it answers");
    assert_eq!(head["maps"][0]["revision"], number.to_string(), "{head}");
    assert_eq!(change(&serving, 0)["revision"], "1", "it was made before");
    std::fs::remove_file(&filler).expect("it is there");
    for number in number..number + 20 {
        assert_eq!(change(&serving, number)["revision"], (number + 1).to_string());
    }
}
