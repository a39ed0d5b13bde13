//! How much memory hostile files get: the most that was allocated at one time while they were read.

#![cfg(test)]
#![allow(unsafe_code, reason = "counting allocations takes an allocator, and that trait is unsafe")]

use base64::Engine as _;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Write as _;
use xunlu_format::{Beside, Format, FormatError, Nothing, Options, Read, Source, read_as};

struct Counting;

thread_local! {
    /// The bytes that this thread holds, and the most it held since the count was begun.
    static HELD: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

fn count(more: usize, less: usize) {
    let change = i64::try_from(more).unwrap_or(i64::MAX) - i64::try_from(less).unwrap_or(i64::MAX);
    HELD.with(|held| {
        let (now, most) = held.get();
        held.set((now + change, most.max(now + change)));
    });
}

// SAFETY: every call is passed on to the system's allocator as it came; counting on the side
// touches two integers of the thread's own, which need no allocation and have no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same one.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the pointer came from `alloc` above and so from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: as for `dealloc`, and the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One file under any name.
struct Always(Vec<u8>);

impl Beside for Always {
    fn open(&self, _name: &str, bytes_max: u64) -> Result<Vec<u8>, String> {
        if self.0.len() as u64 > bytes_max {
            Err("too long".to_owned())
        } else {
            Ok(self.0.clone())
        }
    }
}

/// What comes of a file, and how many megabytes it took at most beyond what was there before.
fn measured(name: &str, bytes: &[u8], beside: &dyn Beside) -> (Result<Read, FormatError>, i64) {
    let source = Source { name, bytes, beside };
    let before = HELD.with(|held| {
        let (now, _) = held.get();
        held.set((now, now));
        now
    });
    let read = read_as(Format::of_name(name).unwrap(), &source, &Options::default());
    let most = HELD.with(Cell::get).1;
    let megabytes = (most - before) >> 20;
    println!("{name}: {} kB, {megabytes} MB", bytes.len() >> 10);
    (read, megabytes)
}

fn map_of(width: u32, height: u32, inside: &str) -> String {
    format!(
        "<map orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"8\" \
         tileheight=\"8\">{inside}</map>"
    )
}

const CELL: &str =
    "<layer name=\"a\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer>";

/// A tileset about whose tiles something is said.
fn tileset_of(tiles: u32, property: &str) -> String {
    let mut text = format!("<tileset name=\"a\" tilecount=\"{tiles}\">");
    for id in 0..tiles {
        let tile = "<properties><property name=\"cost\" type=\"int\" value=\"3\"/></properties>";
        write!(text, "<tile id=\"{id}\">{tile}</tile>").unwrap();
    }
    text + property + "</tileset>"
}

#[test]
fn a_tileset_that_is_named_three_thousand_times_is_kept_once() {
    let beside = Always(tileset_of(2_000, "").into_bytes());
    let spellings: [fn(u32) -> String; 2] = [|_| "a.tsx".to_owned(), |n| format!("{n}/../a.tsx")];
    for spelling in spellings {
        let mut inside = String::new();
        for n in 0..3_000 {
            let first = 1 + n * 2_000;
            write!(inside, "<tileset firstgid=\"{first}\" source=\"{}\"/>", spelling(n)).unwrap();
        }
        let text = map_of(1, 1, &(inside + CELL));
        let (read, megabytes) = measured("a.tmx", text.as_bytes(), &beside);
        assert_eq!(read.unwrap().document.terrains.len(), 0);
        assert!(megabytes < 10, "{megabytes} MB");
    }
}

#[test]
fn what_a_tileset_says_of_all_its_tiles_is_not_copied_for_each() {
    let word = "x".repeat(200_000);
    let property = format!("<properties><property name=\"tag\" value=\"{word}\"/></properties>");
    let beside = Always(tileset_of(2_000, &property).into_bytes());
    let objects = "<object gid=\"1\"/>".repeat(2_000);
    let tileset = "<tileset firstgid=\"1\" source=\"a.tsx\"/>";
    let text = map_of(1, 1, &format!("{tileset}{CELL}<objectgroup>{objects}</objectgroup>"));
    let (read, megabytes) = measured("a.tmx", text.as_bytes(), &beside);
    assert_eq!(read.unwrap().document.tags.len(), 1);
    assert!(megabytes < 10, "{megabytes} MB");
}

/// A zstd frame of so many blocks of 128 KiB, each of one byte over and over again, in four bytes.
fn blank_zstd(blocks: u32) -> Vec<u8> {
    // The mark, and a window of 128 KiB.
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
    for block in 1..=blocks {
        let header = (128 << 10) << 3 | 1 << 1 | u32::from(block == blocks);
        bytes.extend(&header.to_le_bytes()[..3]);
        bytes.push(0);
    }
    bytes
}

/// A map of so many layers of blank tiles under zstd.
fn blank_map(side: u32, layers: usize) -> String {
    let packed = base64::engine::general_purpose::STANDARD.encode(blank_zstd(side * side / 32_768));
    let layer = format!(
        "<layer name=\"a\" width=\"{side}\" height=\"{side}\">\
         <data encoding=\"base64\" compression=\"zstd\">{packed}</data></layer>"
    );
    map_of(side, side, &layer.repeat(layers))
}

#[test]
fn blank_tiles_under_zstd_get_no_more_memory_than_under_zlib() {
    let (read, megabytes) = measured("a.tmx", blank_map(2_048, 1).as_bytes(), &Nothing);
    assert!(read.is_ok());
    assert!(megabytes < 64, "{megabytes} MB");
    for (side, layers) in [(2_048, 64), (16_384, 1), (8_192, 2)] {
        let (read, megabytes) = measured("a.tmx", blank_map(side, layers).as_bytes(), &Nothing);
        assert!(read.map(|_| ()).unwrap_err().message().contains("at most"));
        assert!(megabytes < 256, "{megabytes} MB");
    }
}
