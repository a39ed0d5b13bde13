//! A skirmish, turn by turn: `cargo run --release -p xunlu --example skirmish`.

mod game;
#[path = "../table.rs"]
mod table;
#[path = "../terminal.rs"]
mod terminal;

fn main() -> std::process::ExitCode {
    terminal::sit_down(game::Skirmish::new, include_str!("demo.script"))
}
