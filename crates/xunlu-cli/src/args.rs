//! What can be said on the command line.

mod bench;
mod draw;
mod files;
mod generate;
mod map;
mod mover;
mod play;
mod question;
mod scene;
mod serve;
mod values;

use crate::screen::Color;
use crate::steps::DecimalSteps;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

pub(crate) use bench::BenchArgs;
pub(crate) use draw::{DrawArgs, Form};
pub(crate) use files::{AssignArgs, BakeArgs, ConvertArgs, InfoArgs};
pub(crate) use generate::{GenArgs, GenCommand, ScenarioArgs};
pub(crate) use map::MapArgs;
pub(crate) use mover::MoverArgs;
pub(crate) use play::PlayArgs;
pub(crate) use question::{HowArgs, QuestionArgs};
pub(crate) use scene::SceneArgs;
pub(crate) use serve::{ServeArgs, ServeCommand, TokenArgs};
pub(crate) use values::Of;

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "xunlu", version, about = "Pathfinding for games, on the maps people draw")]
#[command(after_help = PROGRAM_HELP, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Program {
    /// What to do; without one, a welcome.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Colour: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) color: Color,
}

const PROGRAM_HELP: &str = "\
Exits with 0 if there is a path (or the work was done), 1 if there is none or the search gave up,
and 2 on bad input.

Examples:
  xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1
  xunlu find --help";

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find the cheapest path from a place to a goal, and draw it
    #[command(after_help = FIND_HELP)]
    Find(FindArgs),
    /// Tell whether one point sees another, or the wall between them
    #[command(after_help = RAYCAST_HELP)]
    Raycast(RaycastArgs),
    /// Explain why there is no path, or what the path pays for
    #[command(after_help = EXPLAIN_HELP)]
    Explain(ExplainArgs),
    /// Show every place that can be reached within a budget of steps
    #[command(after_help = REACH_HELP)]
    Reach(ReachArgs),
    /// Print each event of a search as a line of JSON: type, id, pId, f, g, h
    #[command(after_help = TRACE_HELP)]
    Trace(TraceArgs),
    /// Draw a map, and what a search does on it, as a picture
    #[command(after_help = DRAW_HELP)]
    Draw(DrawArgs),
    /// Describe a map: size, terrain, parts, corners and corridors, memory
    #[command(after_help = INFO_HELP)]
    Info(InfoArgs),
    /// Convert maps to another format
    #[command(after_help = CONVERT_HELP)]
    Convert(ConvertArgs),
    /// Make a mesh once, to be searched at any angle later, for movers of any radius
    #[command(after_help = BAKE_HELP)]
    Bake(BakeArgs),
    /// Write into a Tiled or LDtk map which tiles block and what they cost, or tell it
    #[command(after_help = ASSIGN_HELP)]
    Assign(AssignArgs),
    /// Generate a map from a seed, or a scenario for a map
    #[command(after_help = GEN_HELP)]
    Gen(GenArgs),
    /// Print the JSON schema of xunlu's own document
    #[command(after_help = SCHEMA_HELP)]
    Schema,
    /// Run MovingAI scenarios: time each algorithm and check every answer
    #[command(after_help = BENCH_HELP)]
    Bench(BenchArgs),
    /// Open the playground in a browser: watch any search step by step
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Answer questions about maps over the network, for a game's servers
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
}

const SERVE_HELP: &str = r#"Maps are put, changed and asked over HTTP, as JSON: PUT /v1/maps/NAME with a file of any format that
xunlu reads, PATCH with a change, POST /v1/maps/NAME/path (paths, raycast, reach, nearest, matrix,
field, explain) with a question, as `xunlu find --json` tells it. CBOR (application/cbor) says the same.
GET /v1/maps/NAME/events tells its changes as they are made, as server-sent events.

Over --tcp and --unix one connection carries many calls at a time, each in a frame: the length of all that
follows (4 bytes), the version (1 byte, which is 1), a number of the caller's choice (4 bytes), and the call
in CBOR. Lengths and numbers are little-endian. A reply is such a frame with the number of its call, and
comes as soon as it is ready. Over a WebSocket at /v1/ws a binary message is a frame without its length, and
a text is JSON: {"id":7,"message":CALL}. In JSON a CALL is {"ask":{"map":"NAME","what":{"path":{...}}}},
{"change":{...}}, {"watch":{"map":"NAME"}} (with a "path", to be told what breaks it), "maps" or "ping".

Over --grpc the same is asked as proto/xunlu/v1/pathfinding.proto says, one call each or many on the stream
Talk. Clients find the calls by reflection, and by grpc.health.v1 whether the service is well.

With --tokens a client says `Authorization: Bearer TOKEN` over HTTP, WebSockets and gRPC; on a connection of
frames or a WebSocket also {"token":"TOKEN"}, which counts for all that follows. On the Unix socket, to which
its user alone can connect, it need not. Scopes are read, edit (PATCH) and admin (PUT, DELETE).

Examples:
  xunlu serve examples/maps/dungeon.txt
  xunlu serve token gateway --scopes read,edit --file tokens.txt
  xunlu serve --data maps --unix /run/xunlu.sock --check"#;

const FIND_HELP: &str = "\
In the picture S is the start, G the goal and * the path. For a mover that covers several cells
they mark the one of least x and y.

Examples:
  xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free
  xunlu find examples/maps/dungeon.txt --from 3,3 --to 55,17 --tags 1 --size 2
  xunlu find examples/maps/dungeon.txt --from 3,3 --to 20,9 --within 3 --in-sight
  xunlu find examples/maps/hexes.txt --from 0,0 --to 6,4 --algorithm two-way-astar
  xunlu find examples/maps/house.txt --from 1,1@0 --to 9,2@1 --json
  xunlu find examples/maps/town.txt --from inn --to 'old mill'
  xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --any-angle
  xunlu find examples/maps/courtyard.mesh --from 1,4 --to 11.5,5
  xunlu find examples/maps/riverside.json --from landing --to haystack --tags fare --radius 0.4
  xunlu find examples/maps/riverside.json --from gate --to anvil --avoid water
  xunlu find - --from 0,0 --to 4,1 < examples/maps/tutorial.txt";

const RAYCAST_HELP: &str = "\
Exits with 0 if the one point sees the other, 1 if a wall is between them.

Examples:
  xunlu raycast examples/maps/courtyard.mesh --from 1,4 --to 11,5
  xunlu raycast examples/maps/tutorial.txt --from 0,0 --to 4,1 --json";

const EXPLAIN_HELP: &str = "\
Examples:
  xunlu explain examples/maps/dungeon.txt --from 3,3 --to 55,16 --size 3
  xunlu explain examples/maps/tutorial.txt --from 0,0 --to 2,0 --json";

const REACH_HELP: &str = "\
In the picture S is the start and + every place that can be reached.

Examples:
  xunlu reach examples/maps/tutorial.txt --from 0,0 --budget 2.4 --costs 10/14
  xunlu reach examples/maps/hexes.txt --from 3,3 --budget 3 --json";

const TRACE_HELP: &str = "\
Examples:
  xunlu trace examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --algorithm astar
  xunlu trace examples/maps/house.txt --from 1,1@0 --to 9,2@1 --algorithm greedy --turn-cost 500";

const DRAW_HELP: &str = "\
In text S is the start, G the goal, * the path, + what is in reach, : what a search closed and ?
what it left open. Jump point search scans whole rows and closes few places; astar closes them one
by one.

Examples:
  xunlu draw examples/maps/dungeon.txt
  xunlu draw examples/maps/tutorial.tmx --from start --to goal --algorithm astar --trace -o -
  xunlu draw examples/maps/tutorial.tmx --tiles --from start --to goal --as svg -o -
  xunlu draw examples/maps/riverside.json --from landing --to anvil --as svg -o -
  xunlu draw examples/maps/hexes.txt --from 0,0 --to 6,4 --algorithm astar --trace --as svg -o -";

const INFO_HELP: &str = "\
Examples:
  xunlu info examples/maps/dungeon.txt
  xunlu info 'examples/maps/*.tmx' --json";

const CONVERT_HELP: &str = "\
Formats: tmj, movingai, png, svg, text, json, binary; chosen by the target's ending, or by --to.

Examples:
  xunlu convert examples/maps/dungeon.txt - --to tmj
  xunlu convert examples/maps/tutorial.tmx - --to json";

const BAKE_HELP: &str = "\
`find`, `raycast`, `info` and `draw` read what was baked, and so does the library (`NavMesh::load`, and
`PagedMesh` tile by tile). Points on it are x,y; the middle of cell 3,1 is 3.5,1.5. Of a scene all is
kept: regions, links, routes and places with their names, and what ground costs; --tags, --avoid and
--only are for `find`. Ground of triangles keeps its heights.

With --index all paths are found beforehand, and `find --index` looks them up. On a map of squares these
lead from cell to cell, for any mover whose turns cost nothing; the file is for that mover and the map as it
is. So it is on hexes, layers and waypoints. On a mesh without links, and on squares with --any-angle, they
lead from point to point, for nobody of a size but the --radius that was baked.

With --hierarchy the clusters of a large map of squares are written and what lies between their entrances;
`find --index` with --algorithm hierarchy or hierarchy-exact then need not make them first.

Examples:
  xunlu bake examples/maps/courtyard.mesh -o courtyard.nav
  xunlu bake examples/maps/tutorial.txt --radius 0.3 -o tutorial.nav
  xunlu bake examples/maps/riverside.json --radius 0.4 -o riverside.nav
  xunlu bake examples/maps/courtyard.mesh --index -o courtyard.labels
  xunlu bake examples/maps/rooms.map --index -o rooms.roadmap
  xunlu bake examples/maps/town.txt --index -o town.roadmap";

const ASSIGN_HELP: &str = "\
USE is blocked, open, or what a step onto it costs: 2.5. TILES are numbers and ranges, 4,7-9. The
name of the set or layer may be left out where there is only one. Tiled's files get the properties
walkable, cost and role; LDtk's the same words as custom data of tiles and in notes on layers. Every
other byte stays as it is. With nothing to write, what the map says is told.

Examples:
  xunlu assign examples/maps/village.tmx
  xunlu assign examples/maps/village.tmx --tile village:12,20-23=blocked --dry-run
  xunlu assign examples/maps/village.tmx --tile 3=2.5 --layer Things=wall --dry-run";

const GEN_HELP: &str = "\
Examples:
  xunlu gen arena --seed 7
  xunlu gen maze --size 40x20 --corridor 2 --seed 3
  xunlu gen islands --size 60x30 --hex odd-r
  xunlu gen scenario examples/maps/rooms.map --per-bucket 2";

const SCHEMA_HELP: &str = "\
Examples:
  xunlu schema";

const BENCH_HELP: &str = "\
The maps are MovingAI's .map files, and each length is compared with the scenario's. Exits with 1
if an answer is wrong. A time is in microseconds, the least of all repeats of a question, and
includes reading the path back into cells. `baseline` is plain A* over arrays.

In the table, `first us` is the mean time when each question was asked first, with whatever was made
between them (an index, by `auto`); `expansions` is the mean per question (in JSON the sum of all),
`prepare us` the time to prepare the map, `of baseline` the mean time as a multiple of the
baseline's, and `bytes` the memory for what was precomputed and for the search itself. `over %` says
by how much the paths were longer than the shortest ones on average; it is shown only if some were.

Examples:
  xunlu bench examples/maps/rooms.map.scen
  xunlu bench 'examples/**/*.scen' --algorithm all --sample 20 --verify --json";

const PLAY_HELP: &str = "\
The program itself serves the page, to this machine only, until Ctrl+C. It needs no network.

Examples:
  xunlu play
  xunlu play examples/maps/tutorial.tmx --port 0 --no-open";

/// `xunlu find`.
#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// On a map of squares: the shortest path of any angle, from the middle of a cell to that of another.
    /// Paths on meshes always are
    #[arg(long, help_heading = "Search")]
    pub(crate) any_angle: bool,

    /// Look the path up in the index that `bake --index` wrote for this map or mesh, instead of searching; or
    /// go by the hierarchy that `bake --hierarchy` wrote
    #[arg(long, value_name = "FILE", conflicts_with = "server", help_heading = "Search")]
    pub(crate) index: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) over: SceneArgs,

    /// Ask a service (http://HOST:PORT, tcp://HOST:PORT, unix:PATH) or workers over NATS (nats://HOST:PORT),
    /// which hold the map under the file's name without its ending; the file gives names and the picture
    #[arg(long, value_name = "URL", conflicts_with = "any_angle", help_heading = "Search")]
    pub(crate) server: Option<String>,

    /// What the service knows us by [default: the environment's XUNLU_TOKEN, which lists of processes do not
    /// show]
    #[arg(long, value_name = "TOKEN", requires = "server", help_heading = "Search")]
    pub(crate) token: Option<String>,

    /// What a broker of NATS is shown: a file of credentials (a user's JWT and seed), or a user's seed alone
    #[arg(long, value_name = "FILE", requires = "server", help_heading = "Search")]
    pub(crate) nats_creds: Option<PathBuf>,

    /// The authorities (PEM) of which one has to have signed the certificate of that broker
    #[arg(long, value_name = "FILE", requires = "server", help_heading = "Search")]
    pub(crate) nats_ca: Option<PathBuf>,

    /// Print the answer as JSON
    #[arg(long, conflicts_with = "draw", help_heading = "Output")]
    pub(crate) json: bool,

    /// Draw the map with the path, and a line of facts (the default)
    #[arg(long, help_heading = "Output")]
    pub(crate) draw: bool,
}

/// `xunlu raycast`.
#[derive(Args, Debug)]
pub(crate) struct RaycastArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,

    /// Where the ray begins: x,y, or on a map of squares the middle of a cell
    #[arg(long, value_name = "POINT", allow_hyphen_values = true)]
    pub(crate) from: String,

    /// Where it ends
    #[arg(long, value_name = "POINT", allow_hyphen_values = true)]
    pub(crate) to: String,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,

    #[command(flatten)]
    pub(crate) over: SceneArgs,

    /// Print what it meets as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// `xunlu explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,

    /// Print the explanation as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// `xunlu reach`.
#[derive(Args, Debug)]
pub(crate) struct ReachArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,

    /// Where the path begins: x,y or x,y@layer, a hex's q,r, a waypoint, or a place the map names
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    pub(crate) from: String,

    /// How much a path may cost, in straight steps: 12, or 12.5
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    #[arg(required_unless_present = "budget_units")]
    pub(crate) budget: Option<DecimalSteps>,

    /// The same, in the units of --costs
    #[arg(long, value_name = "COST", conflicts_with = "budget", allow_negative_numbers = true)]
    pub(crate) budget_units: Option<u32>,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,

    /// Print what was reached as JSON
    #[arg(long, conflicts_with = "draw", help_heading = "Output")]
    pub(crate) json: bool,

    /// Show costs in the units of --costs instead of in steps
    #[arg(long, help_heading = "Output")]
    pub(crate) units: bool,

    /// Draw the map with what was reached, and a line of facts (the default)
    #[arg(long, help_heading = "Output")]
    pub(crate) draw: bool,
}

/// `xunlu trace`.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_themselves() {
        Program::command().debug_assert();
        assert!(Program::try_parse_from(["xunlu"]).unwrap().command.is_none());
    }
}
