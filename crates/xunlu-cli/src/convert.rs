//! `xunlu convert`: a map in another format.

use crate::Ending;
use crate::args::ConvertArgs;
use crate::failure::Failure;
use crate::files::{self, each, expanded};
use crate::opened::{name_of, open_file};
use crate::screen::Screen;
use crate::target::Target;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &ConvertArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let [words @ .., target] = &args.paths[..] else { return Err(too_few(args.paths.len())) };
    if words.is_empty() {
        return Err(too_few(args.paths.len()));
    }
    let files = expanded(words)?;
    let places = files.iter().map(|file| place_for(file, target, args.to, files.len()));
    let places: Vec<(Target, PathBuf)> = places.collect::<Result<_, _>>()?;
    check_apart(&files, &places)?;
    let options = args.reading.options();
    let mut places = places.into_iter();
    each(&files, "maps", screen, |file, screen| {
        let (target, to) = places.next().expect("each file has its place");
        let opened = open_file(file, args.format, &options, screen)?;
        let written = target
            .written(&opened.document)
            .map_err(|error| Failure::BadInput(format!("{}: {}", opened.name, error.message())))?;
        for warning in &written.warnings {
            screen.remark(&format!("warning: {}: {warning}", opened.name));
        }
        files::write_with_companions(&to, &written)?;
        files::tell_written(&to, &opened.document, screen);
        Ok(())
    })
}

/// The format to write and where: a file, or for several maps a folder.
fn place_for(
    file: &Path,
    target: &Path,
    to: Option<Target>,
    count: usize,
) -> Result<(Target, PathBuf), Failure> {
    if target.is_dir() {
        let Some(format) = to else {
            let expected = "expected --to and a format";
            return Err(Failure::BadInput(format!(
                "{} is a folder, which says no format; {expected}",
                target.display()
            )));
        };
        let stem = file.file_stem().filter(|_| file.as_os_str() != "-");
        let stem = stem.map_or_else(|| "map".into(), |stem| stem.to_os_string());
        let mut name = stem;
        name.push(".");
        name.push(format.ending());
        return Ok((format, target.join(name)));
    }
    if count > 1 {
        let expected = "expected a folder that is there";
        return Err(Failure::BadInput(format!(
            "{count} maps do not fit into {}; {expected}",
            name_of(target)
        )));
    }
    let format = to.or_else(|| Target::of_name(&target.to_string_lossy()));
    let names = || Target::all().map(Target::name).collect::<Vec<_>>().join(", ");
    let format = format.ok_or_else(|| {
        Failure::BadInput(format!(
            "{} says no format; expected an ending that does, or --to and one of {}",
            target.display(),
            names()
        ))
    })?;
    Ok((format, target.to_owned()))
}

/// That no two maps would be written to one file, and none over itself or another that is yet to be
/// read.
fn check_apart(files: &[PathBuf], places: &[(Target, PathBuf)]) -> Result<(), Failure> {
    let mut taken: BTreeMap<&Path, &Path> = BTreeMap::new();
    for (file, (_, to)) in files.iter().zip(places) {
        if to.as_os_str() == "-" {
            continue;
        }
        if let Some(other) = taken.insert(to, file) {
            return Err(Failure::BadInput(format!(
                "{} and {} would both be written to {}; expected names that differ, or two folders",
                other.display(),
                file.display(),
                to.display()
            )));
        }
    }
    Ok(())
}

fn too_few(count: usize) -> Failure {
    Failure::BadInput(format!(
        "there is {}; expected a map and where to write it, such as town.tmx town.json",
        if count == 0 { "no file" } else { "one file" }
    ))
}
