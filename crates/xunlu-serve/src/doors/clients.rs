//! Clients taken in as they come, by every door in the same way.

use crate::server::{Server, ended};
use std::io;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep};

/// At the end, clients are let in for so long: the system has taken some of them already, who have perhaps
/// called.
const LAST_CLIENTS_TIME: Duration = Duration::from_millis(20);

/// Where clients come from.
pub(crate) trait ClientSource {
    /// One that has come.
    type Client;

    /// Waits for the next one.
    fn accept(&self) -> impl Future<Output = io::Result<Self::Client>> + Send;
}

impl ClientSource for TcpListener {
    type Client = TcpStream;

    async fn accept(&self) -> io::Result<TcpStream> {
        Ok(TcpListener::accept(self).await?.0)
    }
}

/// Takes clients until `end` is told and those who were under way have come. Each has its place among all
/// connections, and who finds none is turned away.
pub(crate) async fn take_clients<L: ClientSource>(
    listener: L,
    server: Server,
    end: watch::Receiver<bool>,
    mut take: impl FnMut(L::Client, OwnedSemaphorePermit),
) {
    let mut end = pin!(ended(end));
    let (mut is_last, mut last) = (false, pin!(sleep(LAST_CLIENTS_TIME)));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end, if !is_last => {
                is_last = true;
                last.as_mut().reset(Instant::now() + LAST_CLIENTS_TIME);
                continue;
            }
            () = &mut last, if is_last => break,
        };
        match (accepted, server.connections().try_acquire_owned()) {
            (Ok(client), Ok(place)) => take(client, place),
            (Ok(_), Err(_)) => {}
            // There are too many sockets in the system: wait for one to end.
            (Err(_), _) => sleep(Duration::from_millis(20)).await,
        }
    }
}
