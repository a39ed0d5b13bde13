//! What is newer than what: the page, its sources, and the program that has it embedded.

use std::fs::{self, File};
use std::path::Path;
use std::time::SystemTime;

use super::FOLDER;
use crate::failure::Failure;
use crate::workspace::Workspace;

/// What the page is made of, beside the crates; files and whole folders.
const SOURCES: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "scripts",
    "src",
    "tsconfig.json",
    "vite.config.ts",
    "../examples/maps",
];

/// Crates that are not part of the engine in the browser.
const NOT_IN_THE_PAGE: &[&str] = &["xunlu-cli", "xunlu-bench", "xunlu-testkit", "xtask"];

/// When a file was last changed; none if it is not there.
pub(super) fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Whether there is a page, also as one file, that is newer than all it is made of.
pub(super) fn is_fresh(workspace: &Workspace) -> bool {
    are_newer(&["dist/index.html", "dist/playground.html"], workspace)
}

/// The same of the page alone, however large its engine is.
pub(super) fn is_playable(workspace: &Workspace) -> bool {
    are_newer(&["dist/index.html"], workspace)
}

fn are_newer(pages: &[&str], workspace: &Workspace) -> bool {
    let web = workspace.root.join(FOLDER);
    let pages = pages.iter().map(|page| changed(&web.join(page)));
    let Some(built) = pages.min().flatten() else { return false };
    let own = SOURCES.iter().map(|source| web.join(source));
    let crates = workspace
        .packages
        .iter()
        .filter(|package| !NOT_IN_THE_PAGE.contains(&package.name.as_str()))
        .filter_map(|package| Path::new(&package.manifest).parent());
    let crates = crates.flat_map(|folder| {
        ["src", "Cargo.toml"].map(|inside| workspace.root.join(folder).join(inside))
    });
    let of_all = ["Cargo.toml", "Cargo.lock"].map(|file| workspace.root.join(file));
    own.chain(crates).chain(of_all).all(|path| newest(&path).is_none_or(|time| time <= built))
}

/// When anything in a file or a folder was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let inside = fs::read_dir(path).into_iter().flatten().flatten();
    inside.filter_map(|entry| newest(&entry.path())).chain(changed(path)).max()
}

/// Has the program take in the page at its next build: its build script watches `web/dist` only from
/// the first time on that it has seen one.
pub(super) fn have_it_embedded(workspace: &Workspace) -> Result<(), Failure> {
    let script = workspace.root.join("crates/xunlu-cli/build.rs");
    let touched = File::options().append(true).open(&script);
    touched.and_then(|file| file.set_modified(SystemTime::now())).map_err(|error| {
        let what = format!("{} cannot be touched: {error}", script.display());
        Failure::new(what, "let the checkout be writable")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Package;
    use std::path::PathBuf;
    use std::time::Duration;

    /// A checkout in a folder of its own, gone when the test is over.
    struct Checkout(PathBuf);

    impl Checkout {
        fn new(name: &str) -> Self {
            let root = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
            Self(root)
        }

        /// A file that was changed so many seconds after all began.
        fn file(&self, path: &str, seconds: u64) {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            File::create(&path).unwrap().set_modified(time).unwrap();
            // The folder counts as well, and was changed just now.
            let _ = File::open(path.parent().unwrap()).unwrap().set_modified(time);
        }

        fn is_fresh(&self) -> bool {
            is_fresh(&self.workspace())
        }

        fn workspace(&self) -> Workspace {
            let package = |name: &str| Package {
                name: name.to_owned(),
                manifest: format!("crates/{name}/Cargo.toml"),
                ..Package::default()
            };
            Workspace {
                root: self.0.clone(),
                target_directory: self.0.join("target"),
                packages: vec![package("xunlu-map"), package("xunlu-cli")],
            }
        }
    }

    impl Drop for Checkout {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_page_is_fresh_until_something_it_is_made_of_changes() {
        let checkout = Checkout::new("fresh");
        assert!(!checkout.is_fresh());
        checkout.file("web/src/model.ts", 10);
        checkout.file("crates/xunlu-map/src/lib.rs", 10);
        assert!(!is_playable(&checkout.workspace()));
        checkout.file("web/dist/index.html", 20);
        assert!(is_playable(&checkout.workspace()), "one need not have it as one file to play");
        assert!(!checkout.is_fresh(), "it is not there as one file");
        checkout.file("web/dist/playground.html", 21);
        assert!(checkout.is_fresh());
        checkout.file("crates/xunlu-cli/src/main.rs", 30);
        assert!(checkout.is_fresh(), "the program is no part of the page");
        checkout.file("crates/xunlu-map/src/lib.rs", 30);
        assert!(!checkout.is_fresh());
        checkout.file("web/dist/index.html", 40);
        assert!(!checkout.is_fresh(), "the one file is older");
        checkout.file("web/dist/playground.html", 41);
        checkout.file("web/src/words/zh.ts", 42);
        assert!(!checkout.is_fresh());
    }
}
