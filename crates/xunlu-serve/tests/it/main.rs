//! The service as its clients see it: one program of all these tests, for each that is linked takes as long.

mod support;
mod service;
mod http;
mod events;
mod openapi;
mod scenes;
mod hostile;
mod frames;
mod socket_file;
mod websocket;
mod grpc;
mod remote;
mod tokens;
mod tls;
mod settings;
mod log;
mod nats;
