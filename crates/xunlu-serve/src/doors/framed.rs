//! Frames over TCP and over a Unix socket: many calls on one connection, replies as they come.

use super::caller::{
    Caller, LAST_CALLS_TIME, LAST_WORDS_TIME, Outbox, Over, Replies, Said, WrittenBusy, talk,
};
use super::clients::{ClientSource, take_clients};
use super::patience::Impatient;
use super::secured::{Stream, secured};
#[cfg(unix)]
use super::socket_file::SocketFile;
use super::unread::{self, Worth, busy};
use crate::access::Grant;
use crate::server::Server;
use crate::tls::Spoken;
use std::io;
use std::pin::pin;
use std::sync::LazyLock;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf, split};
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::net::UnixListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};
use xunlu_client::{CallReply, Encoding, Frame};

/// How long a frame may take from its first byte to its last.
const FRAME_TIME: Duration = Duration::from_secs(5);

/// How long the client's machine may take nothing of the replies. However slowly it takes them, it is not cut
/// off.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// How large a piece of them is at most.
const PIECE_BYTES: usize = 64 << 10;

/// What a connection has room for at the beginning.
const LITTLE: usize = 4096;

/// How many bytes a frame has before its body.
const HEAD_BYTES: usize = 9;

/// How much of what comes after the last words is read, and thrown away.
const LAST_WORDS_BYTES: usize = 4 << 20;

/// What is talked on.
type Talked = Impatient<Stream>;

/// Where clients come from.
#[derive(Debug)]
pub(crate) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    // The file goes first: while it is there, somebody listens.
    Unix(
        #[expect(dead_code, reason = "it is removed when it is dropped")] SocketFile,
        UnixListener,
    ),
}

impl ClientSource for Listener {
    type Client = Stream;

    async fn accept(&self) -> io::Result<Stream> {
        Ok(match self {
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Replies are gathered already; nothing is gained by waiting for more.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
            #[cfg(unix)]
            Listener::Unix(_, listener) => Box::new(listener.accept().await?.0),
        })
    }
}

/// Serves connections until `end` is told; then answers what was asked, and ends.
pub(crate) async fn serve(listener: Listener, server: Server, end: watch::Receiver<bool>) {
    let mut open = JoinSet::new();
    // Nobody else can connect to a socket of the file system than the user who runs this, or read what is
    // said.
    let is_open = matches!(listener, Listener::Tcp(_));
    take_clients(listener, server.clone(), end.clone(), |stream, place| {
        let (grant, acceptor) = match is_open {
            true => (server.grant(None), server.acceptor(Spoken::Frames)),
            false => (Grant::ALL, None),
        };
        let (own, end) = (server.clone(), end.clone());
        open.spawn(async move {
            if let Some(stream) = secured(stream, acceptor).await {
                converse(stream, own, grant, end).await;
            }
            drop(place);
        });
        while open.try_join_next().is_some() {}
    })
    .await;
    while open.join_next().await.is_some() {}
}

async fn converse(stream: Stream, server: Server, grant: Grant, end: watch::Receiver<bool>) {
    let caller = Caller::new(server, grant);
    let outbox = caller.outbox().clone();
    let (mut read, write) = split(Impatient::new(stream, WRITE_TIME));
    let is_told = {
        let (heard, told) = (pin!(hear(&mut read, &caller)), pin!(tell(write, &outbox)));
        talk(&caller, heard, told, end).await
    };
    if is_told {
        // A socket that is closed with something unread in it takes replies back that are under way.
        let rest = async {
            let mut left = LAST_WORDS_BYTES;
            while let Ok(length @ 1..) = read.read(&mut [0; 1024]).await
                && left >= length
            {
                left -= length;
            }
        };
        let _ = timeout(LAST_WORDS_TIME, rest).await;
    }
}

#[expect(clippy::needless_pass_by_value, reason = "other doors make messages of it")]
fn written(out: &mut Vec<u8>, number: u32, reply: CallReply) {
    Frame::append(out, number, &reply);
}

/// That there is too much to do.
fn written_busy(out: &mut Vec<u8>, number: u32) {
    static BUSY: LazyLock<Vec<u8>> = LazyLock::new(|| Frame::of(0, &busy()));
    let begun = out.len();
    out.extend_from_slice(&BUSY);
    Frame::renumber(&mut out[begun..], number);
}

/// Takes calls as they come, as long as there is room for them.
async fn hear(read: &mut ReadHalf<Talked>, caller: &Caller) -> Over {
    let mut bytes = Vec::new();
    loop {
        let room = caller.outbox().room().await;
        let (mut calls, mut unread) = (Vec::new(), Vec::<(u32, WrittenBusy)>::new());
        let (mut at, mut worth) = (0, Worth::of(caller));
        let refused = loop {
            if calls.len() + unread.len() == room {
                break None;
            }
            match Frame::first(&bytes[at..], Frame::CALL_BYTES_MAX) {
                Ok(None) => break None,
                Ok(Some((Frame { number, body }, length))) => {
                    at += length;
                    let skipped = worth.skipped(|| unread::in_cbor(body).then_some(number));
                    if let Some(number) = skipped {
                        unread.push((number, written_busy));
                    } else {
                        let call = Encoding::Cbor.read(body);
                        calls.push(Said { number, written, bytes: length, call });
                    }
                }
                Err(refusal) => break Some(refusal),
            }
        };
        bytes.drain(..at);
        bytes.shrink_to(PIECE_BYTES);
        let is_more_here = calls.len() + unread.len() == room;
        caller.take(calls).await;
        caller.refuse_unread(&unread).await;
        if let Some(refusal) = refused {
            // Where the next one begins nobody knows; of which call it is, its head says.
            let number = number(read, &mut bytes).await.unwrap_or_default();
            caller.take(vec![Said { number, written, bytes: 0, call: Err(refusal) }]).await;
            return Over::Closing;
        }
        if is_more_here {
            continue;
        }
        // `ping` is something.
        let limit = if bytes.is_empty() { caller.idle_time() } else { FRAME_TIME };
        if let Some(over) = more(read, &mut bytes, Instant::now() + limit).await {
            return over;
        }
    }
}

/// The number of a frame that is refused, if it comes soon. Returns `None` if it does not, or nobody knows
/// where it stands.
async fn number(read: &mut ReadHalf<Talked>, bytes: &mut Vec<u8>) -> Option<u32> {
    let deadline = Instant::now() + LAST_CALLS_TIME;
    while bytes.len() < HEAD_BYTES {
        let length = timeout_at(deadline, read.read_buf(bytes)).await;
        if !matches!(length, Ok(Ok(1..))) {
            break;
        }
    }
    Frame::number_at(bytes)
}

/// Reads until the first frame is there, and whatever comes with it. Returns `None` if it is in time: a frame
/// has its own, however it is cut into pieces, and what comes before it is waited for longer.
async fn more(
    read: &mut ReadHalf<Talked>,
    bytes: &mut Vec<u8>,
    mut deadline: Instant,
) -> Option<Over> {
    loop {
        let was_empty = bytes.is_empty();
        // Little for those who say little: there may be thousands of them.
        bytes.reserve(if bytes.len() < LITTLE { LITTLE } else { PIECE_BYTES });
        let length = timeout_at(deadline, read.read_buf(bytes)).await;
        match length {
            Ok(Ok(1..)) => {}
            // Between two frames the end says that this is all: the client still listens.
            Ok(Ok(0)) if was_empty => return Some(Over::Asked),
            Ok(_) => return Some(Over::Gone),
            Err(_) if was_empty => return Some(Over::Late("a client asked nothing for long")),
            Err(_) => return Some(Over::Late("a frame took too long")),
        }
        if !matches!(Frame::first(bytes, Frame::CALL_BYTES_MAX), Ok(None)) {
            return None;
        }
        if was_empty {
            deadline = Instant::now() + FRAME_TIME;
        }
    }
}

/// Writes replies as they come, to the last one. What a client has not taken is told of by the stream.
async fn tell(mut write: WriteHalf<Talked>, outbox: &Outbox) -> io::Result<()> {
    let mut replies = Replies::default();
    while let Some(more) = outbox.next(replies).await {
        for (piece, count) in more.pieces(PIECE_BYTES) {
            let length = piece.len();
            write.write_all(&more.bytes()[piece]).await?;
            write.flush().await?;
            outbox.wrote(count, length);
        }
        replies = more;
    }
    write.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_a_call_unread_is_what_is_said_to_others() {
        for number in [0, 7, u32::MAX] {
            let [mut read, mut unread] = [b"before".to_vec(), b"before".to_vec()];
            written(&mut read, number, busy());
            written_busy(&mut unread, number);
            assert_eq!(read, unread, "{number}");
        }
    }
}
