//! Set-up: on a machine with rustup's cargo and nothing else, get what the steps need.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::program;
use crate::web::WASM_TARGET;

/// A program some steps need.
struct Tool {
    name: &'static str,
    needed_by: &'static [&'static str],
    is_there: fn() -> bool,
    get: fn() -> Result<(), Failure>,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        needed_by: &["fmt"],
        is_there: || program::works(program::cargo().args(["fmt", "--version"])),
        get: || add_component("rustfmt"),
    },
    Tool {
        name: "clippy",
        needed_by: &["clippy", "peers"],
        is_there: || program::works(program::cargo().args(["clippy", "--version"])),
        get: || add_component("clippy"),
    },
    Tool {
        name: "valgrind",
        needed_by: &["gate"],
        is_there: || program::works(Command::new("valgrind").arg("--version")),
        get: || install(&["valgrind"], VALGRIND_REMEDY),
    },
    Tool {
        name: "nats-server",
        needed_by: &["tests"],
        is_there: || {
            NATS_SERVERS.iter().any(|name| program::works(Command::new(name).arg("--version")))
        },
        get: || install(&["nats-server"], NATS_REMEDY),
    },
    Tool {
        name: "libfaketime",
        needed_by: &["tests"],
        // Elsewhere no test has clocks jump by it.
        is_there: || !cfg!(target_os = "linux") || has_faketime(),
        get: || install(&["libfaketime"], FAKETIME_REMEDY),
    },
    Tool {
        name: "Rust's WASM target",
        needed_by: &["web", "browser", "snippets"],
        is_there: has_wasm_target,
        get: add_wasm_target,
    },
    Tool {
        name: "Node",
        needed_by: &["web", "browser", "snippets", "clients"],
        is_there: || node_version().is_some_and(|version| version >= NODE_LEAST),
        get: refuse_node,
    },
    Tool {
        name: "Chromium without windows",
        needed_by: &["browser"],
        is_there: has_shell,
        get: get_shell,
    },
    Tool {
        name: "curl",
        needed_by: &["snippets"],
        is_there: || program::works(Command::new("curl").arg("--version")),
        get: || install(&["curl"], SNIPPETS_REMEDY),
    },
    Tool {
        name: "C#",
        needed_by: &["snippets"],
        is_there: || {
            ["mcs", "mono"].iter().all(|name| program::works(Command::new(name).arg("--version")))
        },
        get: || install(&["mono-mcs", "mono-runtime"], SNIPPETS_REMEDY),
    },
    Tool {
        name: "Python",
        needed_by: &["clients"],
        // Debian has what a folder of packages of one's own takes in a package apart.
        is_there: || program::works(Command::new("python3").args(["-c", "import ensurepip, venv"])),
        get: || install(&["python3", "python3-venv"], PYTHON_REMEDY),
    },
];

/// Where the tests look for it, if `NATS_SERVER` names nothing: Debian keeps it where not everybody looks.
const NATS_SERVERS: &[&str] = &["nats-server", "/usr/sbin/nats-server"];

const NATS_REMEDY: &str = "install nats-server (Debian, Ubuntu: `apt-get install nats-server`), or name its program in \
     NATS_SERVER";

const FAKETIME_REMEDY: &str = "install libfaketime (Debian, Ubuntu: `apt-get install libfaketime`), by which the clocks of a \
     worker jump in a test";

/// The least Node that the playground's tools run on: major and minor.
const NODE_LEAST: (u32, u32) = (20, 19);

const CHROMIUM_REMEDY: &str = "install Chromium (Debian: `apt-get install chromium-headless-shell fonts-wqy-microhei`) or Chrome; if \
     it is not found then, name its program in CHROMIUM; or leave `browser` out";

const PYTHON_REMEDY: &str = "install Python with its venv (Debian, Ubuntu: `apt-get install python3 python3-venv`), by which \
     the service is held against its document; or leave `clients` out";

const SNIPPETS_REMEDY: &str = "install curl and Mono (Debian, Ubuntu: `apt-get install curl mono-mcs mono-runtime`), which run \
     what the playground hands out; or leave `snippets` out";

/// Where `web/e2e/run.mjs` looks, if `CHROMIUM` names nothing.
const CHROMIUMS: &[&str] = &[
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// How valgrind gets onto a machine; the gate says it too.
pub(crate) const VALGRIND_REMEDY: &str = "install valgrind (Debian, Ubuntu: `apt-get install valgrind`; Fedora: `dnf install \
     valgrind`); where there is none, leave `gate` out and let CI count";

/// Gets every tool that one of these steps needs and that is not there yet.
///
/// One that cannot be had does not keep the others from coming; the failure names them all.
pub(crate) fn run(steps: &[&str]) -> Result<(), Failure> {
    let mut failures = Vec::new();
    for tool in TOOLS.iter().filter(|tool| needs(tool, steps)) {
        if (tool.is_there)() {
            println!("  {} is there", tool.name);
            continue;
        }
        println!("  {} is missing, getting it", tool.name);
        if let Err(failure) = (tool.get)() {
            println!("{failure}");
            failures.push(tool.name);
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let what = format!("not to be had: {}", failures.join(", "));
    Err(Failure::new(what, "install by hand what is named above, then run it again"))
}

fn needs(tool: &Tool, steps: &[&str]) -> bool {
    tool.needed_by.iter().any(|step| steps.contains(step))
}

fn add_component(name: &str) -> Result<(), Failure> {
    let remedy = format!("install {name} the way your Rust was installed");
    program::run(Command::new("rustup").args(["component", "add", name]), &remedy)
}

/// Packages of the system, where that is apt's and ours to change.
fn install(packages: &[&str], remedy: &str) -> Result<(), Failure> {
    let is_root =
        program::output(Command::new("id").arg("-u"), remedy).is_ok_and(|user| user.trim() == "0");
    if !is_root || !program::works(Command::new("apt-get").arg("--version")) {
        let what = format!(
            "{} can be installed only by root and only with apt-get from here",
            packages.join(" and ")
        );
        return Err(Failure::new(what, remedy));
    }
    program::run(Command::new("apt-get").args(["update", "--quiet"]), remedy)?;
    let mut install = Command::new("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive");
    install.args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages);
    program::run(&mut install, remedy)
}

/// Whether the library is where the test looks for it, which is where Debian has it on either machine.
fn has_faketime() -> bool {
    ["x86_64", "aarch64"].iter().any(|machine| {
        let path = format!("/usr/lib/{machine}-linux-gnu/faketime/libfaketime.so.1");
        Path::new(&path).exists()
    })
}

/// Whether the compiler that cargo calls has the target's libraries.
fn has_wasm_target() -> bool {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "target-libdir", "--target", WASM_TARGET]);
    let folder = rustc.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    folder.is_ok_and(|folder| !folder.trim().is_empty() && Path::new(folder.trim()).is_dir())
}

fn add_wasm_target() -> Result<(), Failure> {
    let remedy = format!("install the target {WASM_TARGET} the way your Rust was installed");
    program::run(Command::new("rustup").args(["target", "add", WASM_TARGET]), &remedy)
}

/// Node's major and minor version; none if there is no Node.
fn node_version() -> Option<(u32, u32)> {
    let output = Command::new("node").arg("--version").output().ok()?;
    version_of(&String::from_utf8_lossy(&output.stdout))
}

/// Major and minor of `v20.19.1`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Node comes in too many ways to choose one for somebody.
fn refuse_node() -> Result<(), Failure> {
    let (major, minor) = NODE_LEAST;
    let what = match node_version() {
        Some((old, older)) => format!("Node is {old}.{older} here, too old for the playground"),
        None => "there is no Node here, which builds the playground".to_owned(),
    };
    let remedy = format!(
        "install Node {major}.{minor} or newer with npm: https://nodejs.org, or your system's \
         packages if they are as new as that"
    );
    Err(Failure::new(what, remedy))
}

/// Chromium without its windows, which scenarios take a third less of the processor in.
const SHELL: &str = "chromium-headless-shell";

/// Whether it is there, another browser is named, or another is there and this one not to be had.
fn has_shell() -> bool {
    let named = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists());
    let is_to_be_had = || program::works(Command::new("apt-cache").args(["show", SHELL]));
    named || Path::new("/usr/bin").join(SHELL).exists() || has_chromium() && !is_to_be_had()
}

/// Gets it, or else makes do with a browser.
fn get_shell() -> Result<(), Failure> {
    // The page has Chinese in it, and a machine without a screen may have no letters for that.
    let with_letters = |package| install(&[package, "fonts-wqy-microhei"], CHROMIUM_REMEDY);
    with_letters(SHELL).or_else(|failure| {
        if !has_chromium() {
            println!("{failure}");
            return with_letters("chromium");
        }
        println!("  an ordinary Chromium is here, and will do");
        Ok(())
    })
}

fn has_chromium() -> bool {
    CHROMIUMS.iter().any(|path| Path::new(path).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tools_of_the_chosen_steps_are_wanted() {
        let wanted = |steps: &[&str]| -> Vec<&str> {
            TOOLS.iter().filter(|tool| needs(tool, steps)).map(|tool| tool.name).collect()
        };
        assert_eq!(wanted(&["fmt", "tests"]), ["rustfmt", "nats-server", "libfaketime"]);
        assert_eq!(wanted(&["gate", "snippets"])[..1], ["valgrind"]);
        assert_eq!(wanted(&["web"]), ["Rust's WASM target", "Node"]);
        assert!(wanted(&["tidy"]).is_empty());
    }

    #[test]
    fn a_version_is_read_and_compared() {
        assert_eq!(version_of("v20.19.1\n"), Some((20, 19)));
        assert!(version_of("v20.9.0") < Some(NODE_LEAST));
        assert!(version_of("v22.0.0") >= Some(NODE_LEAST));
        assert_eq!(version_of("command not found"), None);
    }
}
