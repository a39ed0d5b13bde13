//! What clients come through.

mod problem;
mod guard;
mod clients;
mod caller;
mod unread;
mod events;
mod patience;
mod pace;
mod secured;
mod connections;
mod websocket;
mod itself;
pub(crate) mod pages;
pub(crate) mod framed;
pub(crate) mod socket_file;
pub(crate) mod http;
pub(crate) mod grpc;
pub(crate) mod nats;
