//! Worlds as their users see them, in one program: each that is linked takes as long.

#![cfg(test)]

mod ground;

mod ask;
mod clear_ground;
mod considered;
mod engine;
mod explained;
mod fields;
mod guesses;
mod hex_landmarks;
mod hierarchies;
mod in_the_way;
mod index_parts;
mod indexes;
mod jump_cases;
mod jumps;
mod last_steps;
mod layers;
mod ledges;
mod limits;
mod movers;
mod nearest;
mod overestimate;
mod roadmaps;
mod scheduler;
mod seams;
mod snapshots;
mod turning;
mod turns;
mod walk;
mod watch;
mod wire;
