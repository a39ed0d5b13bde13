//! What clients come through.

use std::time::Duration;

/// At the end, clients are let in for so long: the system has taken some of them already, who have perhaps
/// called.
const LAST_CLIENTS_TIME: Duration = Duration::from_millis(20);

mod problem;
mod caller;
mod websocket;
pub(crate) mod framed;
pub(crate) mod socket_file;
pub(crate) mod http;
