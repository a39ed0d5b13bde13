//! A folder of maps through whatever befalls it: journals that are made shorter, cut off and damaged at every
//! step of that, and disks that are full.

use super::*;
use crate::contract::check_journal;
use crate::core::journal::JournalBase;
use crate::core::site::Site;
use crate::core::writer::{ChangeAsked, Made};
use std::collections::BTreeMap;
use std::sync::mpsc::{channel, sync_channel};
use std::time::Duration;
use xunlu::Grid;
use xunlu_client::AnyChange;

/// So many bytes are too many here: a few changes.
const FEW: u64 = 1500;

/// An empty folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("xunlu-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn open(&self) -> Store {
        self.syncing(SyncPolicy::Always)
    }

    fn syncing(&self, policy: SyncPolicy) -> Store {
        Store::shortening_at(self.0.clone(), FEW, policy).unwrap()
    }

    /// All files of the map, by their names.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let read = || -> io::Result<BTreeMap<String, Vec<u8>>> {
            let file = |entry: io::Result<fs::DirEntry>| {
                let entry = entry?;
                Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
            };
            fs::read_dir(self.0.join("m"))?.map(file).collect()
        };
        // A base that is written meanwhile is renamed between being listed and being read.
        let is_moved = |read: &io::Result<_>| matches!(read, Err(error) if error.kind() == io::ErrorKind::NotFound);
        let all = std::iter::repeat_with(read).take(1000).find(|read| !is_moved(read));
        all.expect("files stay where they are for a moment").unwrap()
    }

    /// Files beside those of maps, but for the lock.
    fn beside(&self) -> Vec<PathBuf> {
        let all = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
        all.filter(|path| path.is_file() && !path.ends_with(".lock")).collect()
    }

    fn files_named(&self, name: &str) -> bool {
        self.0.join("m").join(name).exists()
    }

    /// Has these files and no others.
    fn put(&self, files: &BTreeMap<String, Vec<u8>>) {
        let _ = fs::remove_dir_all(self.0.join("m"));
        fs::create_dir_all(self.0.join("m")).unwrap();
        for (name, bytes) in files {
            fs::write(self.0.join("m").join(name), bytes).unwrap();
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PLAZA: &[u8] = include_bytes!("../../tests/it/support/plaza.json");

/// A map or a scene that is kept from now on.
fn kept(store: &Store, of_scene: bool) -> Writer {
    let (site, file) = if of_scene {
        (Site::from(scene_of("m", PLAZA).unwrap()), PLAZA)
    } else {
        let grid = vec![".".repeat(8); 8].join("\n").parse::<Grid>().unwrap();
        (Site::from(World::new(grid).unwrap()), &[][..])
    };
    let journal = store.keep("m", &Begun::of(&site), file).unwrap();
    Writer::new(site, journal)
}

/// The change of this number: each differs from the one before.
fn change(number: u64, of_scene: bool) -> ChangeAsked {
    let change = if of_scene {
        let (name, at) = (number / 2, number % 8);
        let outline = format!("[[{at}, 1], [{at}.5, 1], [{at}.5, 1.5]]");
        let put = format!(r#"{{"put": {{"name": "{name}", "outline": {outline}}}}}"#);
        let take = format!(r#"{{"take": "{name}"}}"#);
        let text = if number.is_multiple_of(2) { put } else { take };
        AnyChange::Scene(serde_json::from_str(&text).unwrap())
    } else {
        let (x, y, wall) =
            (number % 8, number / 8 % 8, if (number / 64).is_multiple_of(2) { 254 } else { 0 });
        let rect = format!(r#"{{"x": {x}, "y": {y}, "width": 1, "height": 1}}"#);
        let text = format!(r#"{{"terrain": {{"rect": {rect}, "terrain": {wall}}}}}"#);
        AnyChange::Map(serde_json::from_str(&text).unwrap())
    };
    ChangeAsked { id: format!("change {number}"), expected: None, change }
}

/// What a map is, to the last cell and the last change.
#[derive(Clone, PartialEq, Debug)]
struct Is {
    made: Made,
    holds: String,
    first: Result<Made, String>,
}

fn is(writer: &mut Writer, of_scene: bool) -> Is {
    let (made, snapshot) = (writer.made(), writer.snapshot());
    let holds = match &snapshot {
        AnySnapshot::Map(map) => map.map().to_string(),
        AnySnapshot::Scene(scene) => format!("{:?}", scene.changes_of_file()),
    };
    // A change that comes again was made before, however long ago.
    let again =
        writer.change(&ChangeAsked { expected: Some(Revision::of(7)), ..change(0, of_scene) });
    let first = again.map_err(|refusal| refusal.to_string());
    assert_eq!(writer.made(), made, "and is not made again");
    Is { made, holds, first }
}

fn read(store: &Store) -> Result<(Box<Writer>, Vec<String>), String> {
    let (name, kept) = store.read().unwrap().remove(0);
    assert_eq!(name, "m");
    kept.map(|kept| (kept.writer, kept.remarks))
}

type Files = BTreeMap<String, Vec<u8>>;

/// Keeps a map and changes it so often, waiting for each base. Returns what it is and which files there are
/// after each change, the first of them before any.
fn changed(folder: &Folder, of_scene: bool, changes: u64) -> (Vec<Is>, Vec<Files>) {
    let store = folder.open();
    let (told, heard) = channel();
    store.hear(move |shortened| drop(told.send(shortened.told.clone().map(|(at, _)| at))));
    let mut writer = kept(&store, of_scene);
    let (mut all, mut files) = (Vec::new(), vec![folder.files()]);
    for number in 0..changes {
        writer.change(&change(number, of_scene)).unwrap();
        if folder.files().contains_key(&format!("0.{}.journal", number + 1)) {
            assert_eq!(heard.recv().unwrap(), Ok(writer.made().revision));
        }
        all.push(is(&mut writer, of_scene));
        files.push(folder.files());
    }
    (all, files)
}

/// What is read back of these files: what it is, and what there is to say of it.
fn begun(folder: &Folder, files: &Files, of_scene: bool) -> Result<(Is, Vec<String>), String> {
    folder.put(files);
    let (mut writer, remarks) = read(&folder.open())?;
    Ok((is(&mut writer, of_scene), remarks))
}

fn without(files: &Files, names: &[&str]) -> Files {
    let mut files = files.clone();
    names.iter().for_each(|name| drop(files.remove(*name)));
    files
}

#[test]
fn a_journal_that_is_long_goes_on_from_a_base_and_nothing_is_forgotten() {
    for of_scene in [false, true] {
        let folder = Folder::new(&format!("long-{of_scene}"));
        let (all, files) = changed(&folder, of_scene, 100);
        let bases = files.last().unwrap().keys().filter(|name| name.ends_with(".base")).count();
        assert_eq!(bases, 2, "the last, and the one before");
        let journals = files.last().unwrap().iter().filter(|(name, _)| name.ends_with(".journal"));
        let bytes: usize = journals.map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes < 3 * 1800, "{bytes} bytes of journals are left of 100 changes");
        for (files, expected) in files.iter().skip(1).zip(&all) {
            assert_eq!(begun(&folder, files, of_scene), Ok((expected.clone(), Vec::new())));
        }
        assert_eq!(all.last().unwrap().made.revision.number, 100);
    }
}

#[test]
fn a_crash_at_any_step_and_byte_of_making_it_shorter_loses_nothing() {
    for of_scene in [false, true] {
        let folder = Folder::new(&format!("steps-{of_scene}"));
        let (all, files) = changed(&folder, of_scene, 60);
        let begins = |number: usize| files[number].contains_key(&format!("0.{number}.base"));
        let numbers: Vec<usize> = (1..files.len()).filter(|&number| begins(number)).collect();
        assert!(numbers.len() >= 3, "the first, the second, and one of many: {numbers:?}");
        for &number in &numbers[..2 + usize::from(of_scene)] {
            let expected = Ok((all[number - 1].clone(), Vec::new()));
            let [base, journal, beside] =
                ["base", "journal", "new"].map(|ending| format!("0.{number}.{ending}"));
            let mut whole = files[number - 1].clone();
            let removed: Vec<String> =
                whole.keys().filter(|name| !files[number].contains_key(*name)).cloned().collect();
            assert_eq!(removed.is_empty(), number == numbers[0], "what is older than that before");
            whole.extend(files[number].clone());
            let steps =
                [without(&whole, &[&base, &journal]), without(&whole, &[&base]), whole.clone()];
            for step in &steps {
                assert_eq!(begun(&folder, step, of_scene), expected);
            }
            // While it is written beside its place.
            for length in (0..=whole[&base].len()).step_by(if of_scene { 101 } else { 7 }) {
                let mut step = steps[1].clone();
                step.insert(beside.clone(), whole[&base][..length].to_vec());
                assert_eq!(begun(&folder, &step, of_scene), expected, "{length} bytes of {base}");
            }
            // While what is older is removed, one after the other.
            let mut step = whole.clone();
            for name in &removed {
                step.remove(name);
                assert_eq!(begun(&folder, &step, of_scene), expected, "without {name}");
            }
            // While changes go on, with and without the base.
            let later = &files[number + 3][&journal];
            for step in [&steps[1], &files[number]] {
                for length in (0..=later.len()).step_by(if of_scene { 31 } else { 1 }) {
                    let mut step = step.clone();
                    step.insert(journal.clone(), later[..length].to_vec());
                    let (told, remarks) = begun(&folder, &step, of_scene).unwrap();
                    let made = usize::try_from(told.made.revision.number).unwrap();
                    assert_eq!(told, all[made - 1], "{length} bytes");
                    let is_cut = files[made][&journal].len() != length;
                    assert_eq!(remarks.len(), usize::from(is_cut), "{length} bytes: {remarks:?}");
                    let next = &files[made + 1][&journal];
                    assert!(length < next.len() || made == number + 3, "a whole change is missing");
                }
            }
        }
    }
}

#[test]
fn changes_go_on_after_a_crash_while_it_is_made_shorter() {
    let folder = Folder::new("goes-on");
    let (all, files) = changed(&folder, false, 40);
    let number =
        (1..files.len()).find(|number| files[*number].contains_key(&format!("0.{number}.base")));
    let number = number.unwrap();
    folder.put(&without(&files[number], &[&format!("0.{number}.base")]));
    for (next, expected) in all.iter().enumerate().skip(number) {
        let store = folder.open();
        let (mut writer, remarks) = read(&store).unwrap();
        assert!(remarks.is_empty(), "{remarks:?}");
        writer.change(&change(next as u64, false)).unwrap();
        assert_eq!(is(&mut writer, false), *expected);
    }
    let bases = folder.files().into_keys().filter(|name| name.ends_with(".base")).count();
    assert!(bases > 0, "it was made shorter in the end");
}

#[test]
fn a_damaged_base_is_made_again_of_the_one_before() {
    for of_scene in [false, true] {
        let folder = Folder::new(&format!("flips-{of_scene}"));
        let (all, files) = changed(&folder, of_scene, 100);
        let (last, expected) = (files.last().unwrap(), all.last().unwrap());
        let bases: Vec<&String> = last.keys().filter(|name| name.ends_with(".base")).collect();
        let number = |name: &&String| name.split('.').nth(1).unwrap().parse::<u64>().unwrap();
        let [before, base] = [
            bases.iter().min_by_key(|name| number(name)),
            bases.iter().max_by_key(|name| number(name)),
        ];
        let [before, base] = [before, base].map(|name| (*name.unwrap()).clone());
        let flipped = |name: &str, at: usize| {
            let mut files = last.clone();
            files.get_mut(name).unwrap()[at] ^= 4;
            files
        };
        for at in (0..last[&base].len()).step_by(if of_scene { 101 } else { 11 }) {
            let (told, remarks) = begun(&folder, &flipped(&base, at), of_scene).unwrap();
            assert_eq!((&told, remarks.len()), (expected, 1), "byte {at}");
            assert!(remarks[0].contains(&base) && remarks[0].contains("before"), "{remarks:?}");
            // One that is not read does no harm.
            let told = begun(&folder, &flipped(&before, at.min(last[&before].len() - 1)), of_scene);
            assert_eq!(told, Ok((expected.clone(), Vec::new())));
        }
        let mut cut = last.clone();
        cut.get_mut(&base).unwrap().truncate(30);
        assert_eq!(begun(&folder, &cut, of_scene).unwrap().0, *expected);
        // With nothing left to make it of, or a journal that is damaged, it is not served at all.
        let mut both = flipped(&base, 40);
        both.get_mut(&before).unwrap()[40] ^= 4;
        let refused = begun(&folder, &both, of_scene).unwrap_err();
        assert!(refused.contains(&base) && refused.contains("it is damaged"), "{refused}");
        let journal = base.replace("base", "journal");
        for at in (0..last[&journal].len()).step_by(3) {
            let refused = begun(&folder, &flipped(&journal, at), of_scene).unwrap_err();
            assert!(refused.contains(&journal), "byte {at}: {refused}");
        }
        let missing = begun(&folder, &without(last, &[&journal]), of_scene).unwrap_err();
        assert!(missing.contains("its journal is missing"), "{missing}");
    }
}

#[test]
fn where_no_base_can_be_written_changes_go_on_and_it_is_tried_again() {
    let folder = Folder::new("full");
    let store = folder.open();
    let (told, heard) = channel();
    store.hear(move |shortened| _ = told.send(shortened.told.is_ok()));
    let mut writer = kept(&store, false);
    let mut outcomes = Vec::new();
    for number in 0..80 {
        // Something else stands where it would be written, as long as it is tried for the first time.
        let beside = folder.0.join(format!("m/0.{}.new", number + 1));
        if outcomes.is_empty() {
            fs::create_dir(&beside).unwrap();
        }
        writer.change(&change(number, false)).unwrap();
        let begins = folder.files_named(&format!("0.{}.journal", number + 1));
        if begins {
            outcomes.push(heard.recv().unwrap());
        }
        let _ = fs::remove_dir(&beside);
    }
    assert!(
        outcomes.len() >= 3 && !outcomes[0] && outcomes[1..].iter().all(|&is| is),
        "{outcomes:?}"
    );
    let expected = is(&mut writer, false);
    drop((writer, store));
    let (mut again, remarks) = read(&folder.open()).unwrap();
    assert_eq!((is(&mut again, false), remarks.len()), (expected, 0));
}

#[test]
fn a_base_that_takes_long_keeps_no_change_waiting() {
    let folder = Folder::new("slow");
    let store = folder.open();
    let (told, heard) = sync_channel(0);
    // Whoever writes bases does not get on until it was heard.
    store.hear(move |shortened| _ = told.send(shortened.told.is_ok()));
    let mut writer = kept(&store, false);
    for number in 0..80 {
        writer.change(&change(number, false)).unwrap();
    }
    let files = folder.files();
    let count = |ending: &str| files.keys().filter(|name| name.ends_with(ending)).count();
    let counts = [count(".base"), count(".journal")];
    assert_eq!(counts, [1, 3], "one is written, one waits, and there is no third");
    assert!(heard.recv().unwrap());
    let expected = is(&mut writer, false);
    // Nobody hears the next one, and nothing waits for that.
    drop(heard);
    drop((writer, store));
    let (mut again, _) = read(&folder.open()).unwrap();
    assert_eq!(is(&mut again, false), expected);
}

#[test]
fn a_map_that_could_not_be_put_leaves_the_one_before() {
    let folder = Folder::new("refused");
    let (all, files) = changed(&folder, false, 5);
    let mut files = files.last().unwrap().clone();
    files.insert("1.journal".to_owned(), Vec::new());
    files.insert("1.new".to_owned(), b"half a docu".to_vec());
    assert_eq!(begun(&folder, &files, false), Ok((all.last().unwrap().clone(), Vec::new())));
    assert_eq!(folder.open().epoch_least("m").unwrap(), 2, "no epoch is used twice");
}

#[test]
fn a_map_that_is_put_or_let_go_of_while_a_base_is_written_is_not_mistaken() {
    for is_put in [true, false] {
        let folder = Folder::new(&format!("meanwhile-{is_put}"));
        let store = folder.open();
        let (told, heard) = sync_channel(0);
        store.hear(move |shortened| _ = told.send(shortened.told.is_ok()));
        let mut writer = kept(&store, false);
        let mut number = 0;
        while !folder.files().keys().any(|name| name.ends_with(".base")) {
            writer.change(&change(number, false)).unwrap();
            number += 1;
        }
        let base = folder.files().into_iter().find(|(name, _)| name.ends_with(".base")).unwrap();
        let mut expected = None;
        if is_put {
            let revision = Revision { epoch: 1, number: 0 };
            let map = xunlu::Map::from("..\n..".parse::<Grid>().unwrap()).at_revision(revision);
            let site = Site::from(World::new(map).unwrap());
            store.keep("m", &Begun::of(&site), &[]).unwrap();
            expected = Some(Made::of(&site));
        } else {
            store.forget("m").unwrap();
        }
        // As if it had only been written now.
        fs::write(folder.0.join("m").join(&base.0), &base.1).unwrap();
        assert!(heard.recv().unwrap());
        drop(heard);
        drop((writer, store));
        let told = folder.open().read().unwrap();
        assert_eq!(told.len(), usize::from(is_put));
        let made = told.into_iter().next().map(|(_, kept)| kept.unwrap().writer.made());
        assert_eq!(made, expected);
    }
}

#[test]
fn a_journal_in_a_file_keeps_what_it_promises() {
    let folder = Folder::new("journal");
    for (number, policy) in (1..).zip(POLICIES) {
        let store = folder.syncing(policy);
        fs::create_dir_all(folder.0.join("m")).unwrap();
        let from = GoesOn { number, base: 0, base_bytes: 0, before: 0 };
        let mut journal = JournalFile::open(&store.place("m", 0), from, None).unwrap();
        let path = folder.0.join(format!("m/0.{number}.journal"));
        check_journal(&mut journal, || fs::read(&path).unwrap());
    }
}

/// Whenever changes are on the disk.
const POLICIES: [SyncPolicy; 3] =
    [SyncPolicy::Always, SyncPolicy::Within(Duration::from_millis(1)), SyncPolicy::Off];

#[test]
fn where_changes_are_synced_later_a_store_that_was_not_ended_may_lack_some() {
    for policy in POLICIES {
        let folder = Folder::new("late");
        let store = folder.syncing(policy);
        assert!(!store.may_lack_changes());
        let mut writer = kept(&store, false);
        for number in 0..40 {
            writer.change(&change(number, false)).unwrap();
        }
        let expected = is(&mut writer, false);
        // As a service leaves it that is killed.
        let files: Vec<_> =
            folder.beside().into_iter().map(|path| (fs::read(&path).unwrap(), path)).collect();
        assert_eq!(files.len(), usize::from(policy != SyncPolicy::Always), "{policy:?}");
        drop(store);
        let last = change(40, false);
        assert!(writer.change(&last).is_ok(), "and is synced, for nobody does it later");
        drop(writer);
        for (bytes, path) in files {
            assert!(!path.exists(), "an end says that all is there");
            fs::write(path, bytes).unwrap();
        }
        let again = folder.open();
        assert_eq!(again.may_lack_changes(), policy != SyncPolicy::Always, "{policy:?}");
        let (mut writer, remarks) = read(&again).unwrap();
        assert!(remarks.is_empty(), "{remarks:?}");
        assert_eq!(writer.made().revision.number, 41);
        assert_eq!(is(&mut writer, false).first, expected.first);
        drop((writer, again));
        let again = folder.open();
        let is_late = policy != SyncPolicy::Always;
        assert_eq!(again.may_lack_changes(), is_late, "nobody said that all goes on: {policy:?}");
        again.has_gone_on();
        assert_eq!(again.may_lack_changes(), is_late, "that was before");
        drop(again);
        assert!(!folder.open().may_lack_changes(), "all goes on, and it was ended");
    }
}

/// A journal in a place that takes all that is written and that no system syncs.
#[cfg(unix)]
fn nowhere(folder: &Folder, store: &Store) -> JournalFile {
    let path = folder.0.join("m/0.journal");
    fs::create_dir_all(folder.0.join("m")).unwrap();
    let _ = fs::remove_file(&path);
    std::os::unix::fs::symlink("/dev/null", path).unwrap();
    let from = GoesOn { number: 0, base: 0, base_bytes: 0, before: 0 };
    JournalFile::open(&store.place("m", 0), from, Some(store.shortening.tasks())).unwrap()
}

#[cfg(unix)]
fn says_so(journal: &mut JournalFile) {
    for _ in 0..3 {
        let refused = journal.append(b"more").unwrap_err();
        assert!(refused.contains("did not come to the disk"), "{refused}");
    }
}

#[cfg(unix)]
#[test]
fn what_could_not_be_synced_is_heard_of_and_not_forgotten_at_the_end() {
    for policy in POLICIES {
        let folder = Folder::new("unsynced");
        let store = folder.syncing(policy);
        let (told, heard) = channel();
        store.hear_unsynced(move |map, error| told.send((map.to_owned(), error.kind())).unwrap());
        let mut journal = nowhere(&folder, &store);
        let is_late = policy != SyncPolicy::Always;
        assert_eq!(journal.append(b"one").is_ok(), is_late, "{policy:?}");
        if policy != SyncPolicy::Off {
            if is_late {
                assert_eq!(heard.recv().unwrap().0, "m");
            }
            says_so(&mut journal);
        }
        drop(store);
        says_so(&mut journal);
        let more = heard.try_iter().count();
        assert_eq!(more, usize::from(policy == SyncPolicy::Off), "once at most: {policy:?}");
        assert_eq!(folder.open().may_lack_changes(), is_late, "{policy:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_could_not_be_synced_when_a_journal_went_on_elsewhere_is_not_forgotten() {
    let folder = Folder::new("unsynced-long");
    let store = folder.syncing(SyncPolicy::Off);
    let mut journal = nowhere(&folder, &store);
    journal.append(b"one").unwrap();
    let at = Revision { epoch: 0, number: 1 };
    let map = xunlu::Map::from("..".parse::<Grid>().unwrap()).at_revision(at);
    let site = Site::from(World::new(map).unwrap());
    let (snapshot, naming, at) = (site.snapshot(), site.naming(), Made::of(&site));
    journal.shorten(JournalBase { snapshot, naming, at, names: Vec::new() });
    assert!(!folder.files_named("0.1.journal"), "it stays where it was");
    says_so(&mut journal);
    drop(store);
    assert!(folder.open().may_lack_changes());
}
