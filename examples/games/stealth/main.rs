//! A thief among guards: `cargo run --release -p xunlu --example stealth`.

mod game;
#[path = "../table.rs"]
mod table;
#[path = "../terminal.rs"]
mod terminal;

fn main() -> std::process::ExitCode {
    terminal::sit_down(game::Stealth::new, include_str!("demo.script"))
}
