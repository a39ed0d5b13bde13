//! A connection with calls under way on it.

use crate::grpc::{TalkLine, UnaryLine};
use crate::nats::NatsLine;
use crate::questions::Asked;
use crate::speech::{SaidCall, Speech};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};

/// One reply in so many is read and its paths are held against what they should be.
pub(crate) const CHECKED: u32 = 16;

/// A stream of bytes both ways.
pub(crate) trait Duplex: AsyncRead + AsyncWrite + Unpin {}

impl<T: AsyncRead + AsyncWrite + Unpin> Duplex for T {}

/// What is asked on each connection, as it is said there.
#[derive(Debug)]
pub(crate) struct Calls<C> {
    pub(crate) asked: Vec<Asked>,
    pub(crate) said: Vec<C>,
    /// Whether replies are to be right.
    pub(crate) is_checked: bool,
}

impl<C> Calls<C> {
    pub(crate) fn new(asked: &[Asked], is_checked: bool, say: impl FnMut(&Asked) -> C) -> Calls<C> {
        Calls { asked: asked.to_vec(), said: asked.iter().map(say).collect(), is_checked }
    }

    /// Which of them has a number on a connection that began with this one.
    pub(crate) fn which(&self, from: usize, number: u32) -> usize {
        (from + number as usize) % self.said.len()
    }

    /// The question of a reply that is to be looked at. Returns `None` if it is not.
    pub(crate) fn checked(&self, from: usize, number: u32) -> Option<&Asked> {
        // On a thousand connections the first of each would be most of them; and others each time round.
        let at = from + number as usize;
        let is_one = (at + at / self.asked.len()).is_multiple_of(CHECKED as usize);
        let is_one = self.is_checked && is_one;
        is_one.then(|| &self.asked[self.which(from, number)])
    }
}

/// A reply to a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply {
    pub(crate) number: u32,
    pub(crate) is_answer: bool,
}

/// A connection of any door.
pub(crate) enum Line {
    Bytes(BytesLine),
    Unary(UnaryLine),
    Talk(TalkLine),
    Nats(NatsLine),
}

impl Line {
    /// Begins anew with the first number: all that was called is answered.
    pub(crate) fn begin(&mut self) {
        if let Line::Bytes(line) = self {
            line.heard.oldest = 0;
        }
    }

    /// Makes a call, which is sent with the next [`talk`](Self::talk).
    pub(crate) fn call(&mut self, number: u32) {
        match self {
            Line::Bytes(line) => line.call(number),
            Line::Unary(line) => line.call(number),
            Line::Talk(line) => line.call(number),
            Line::Nats(line) => line.call(number),
        }
    }

    /// Sends what was called, and waits for replies. It may be dropped while it waits.
    pub(crate) async fn talk(&mut self, replies: &mut Vec<Reply>) -> io::Result<()> {
        match self {
            Line::Bytes(line) => line.talk(replies).await,
            Line::Unary(line) => line.talk(replies).await,
            Line::Talk(line) => line.talk(replies).await,
            Line::Nats(line) => line.talk(replies).await,
        }
    }
}

/// What was heard on a connection and is not read yet.
pub(crate) struct Heard {
    pub(crate) speech: Speech,
    pub(crate) calls: Arc<Calls<SaidCall>>,
    pub(crate) from: usize,
    pub(crate) bytes: Vec<u8>,
    // How many replies have come that do not say to which call.
    oldest: u32,
}

impl Heard {
    pub(crate) fn new(speech: Speech, calls: Arc<Calls<SaidCall>>, from: usize) -> Heard {
        Heard { speech, calls, from, bytes: Vec::new(), oldest: 0 }
    }

    /// The replies that have come as a whole.
    pub(crate) fn replies(&mut self, replies: &mut Vec<Reply>) {
        let mut at = 0;
        while let Some(heard) = self.speech.first(&self.bytes[at..]) {
            let number = heard.number.unwrap_or(self.oldest);
            self.oldest += u32::from(heard.number.is_none());
            if let Some(asked) = self.calls.checked(self.from, number).filter(|_| heard.is_answer) {
                asked.check(&self.speech.told(asked, heard.body));
            }
            replies.push(Reply { number, is_answer: heard.is_answer });
            at += heard.length;
        }
        self.bytes.drain(..at);
    }
}

/// A connection that is a stream of bytes.
pub(crate) struct BytesLine {
    read: ReadHalf<Box<dyn Duplex>>,
    write: WriteHalf<Box<dyn Duplex>>,
    out: Vec<u8>,
    sent: usize,
    heard: Heard,
}

impl BytesLine {
    pub(crate) fn new(stream: Box<dyn Duplex>, heard: Heard) -> BytesLine {
        let (read, write) = tokio::io::split(stream);
        BytesLine { read, write, out: Vec::new(), sent: 0, heard }
    }

    fn call(&mut self, number: u32) {
        let call = &self.heard.calls.said[self.heard.calls.which(self.heard.from, number)];
        self.heard.speech.say(&mut self.out, call, number);
    }

    async fn talk(&mut self, replies: &mut Vec<Reply>) -> io::Result<()> {
        while replies.is_empty() {
            self.heard.bytes.reserve(64 << 10);
            let read = self.read.read_buf(&mut self.heard.bytes);
            let length = if self.sent < self.out.len() {
                tokio::select! {
                    biased;
                    written = self.write.write(&self.out[self.sent..]) => {
                        self.sent += written?;
                        if self.sent == self.out.len() {
                            self.out.clear();
                            self.sent = 0;
                            // What is encrypted is sent only then.
                            self.write.flush().await?;
                        }
                        continue;
                    }
                    length = read => length?,
                }
            } else {
                read.await?
            };
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.heard.replies(replies);
        }
        Ok(())
    }
}
