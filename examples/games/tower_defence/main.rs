//! A maze of towers that may never close: `cargo run --release -p xunlu --example tower_defence`.

mod game;
#[path = "../table.rs"]
mod table;
#[path = "../terminal.rs"]
mod terminal;

fn main() -> std::process::ExitCode {
    terminal::sit_down(game::TowerDefence::new, include_str!("demo.script"))
}
