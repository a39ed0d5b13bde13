//! Workers over NATS, asked through a broker.

use crate::line::{Calls, Reply};
use crate::questions::Told;
use async_nats::{Client, Message, Subject, Subscriber};
use bytes::Bytes;
use futures_util::{FutureExt, StreamExt};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use xunlu_client::{CallReply, Encoding};

/// A connection to the broker, with replies that come to one inbox.
pub(crate) struct NatsLine {
    client: Client,
    subject: Subject,
    inbox: String,
    replies: Subscriber,
    calls: Arc<Calls<Bytes>>,
    from: usize,
    called: VecDeque<u32>,
}

impl NatsLine {
    pub(crate) async fn connect(
        url: &str,
        subject: &str,
        calls: Arc<Calls<Bytes>>,
        from: usize,
    ) -> io::Result<NatsLine> {
        let client = async_nats::connect(url).await.map_err(io::Error::other)?;
        let inbox = client.new_inbox();
        let replies = client.subscribe(format!("{inbox}.*")).await.map_err(io::Error::other)?;
        let (subject, called) = (Subject::from(subject), VecDeque::new());
        Ok(NatsLine { client, subject, inbox, replies, calls, from, called })
    }

    pub(crate) fn call(&mut self, number: u32) {
        self.called.push_back(number);
    }

    pub(crate) async fn talk(&mut self, replies: &mut Vec<Reply>) -> io::Result<()> {
        while let Some(&number) = self.called.front() {
            let call = self.calls.said[self.calls.which(self.from, number)].clone();
            let inbox = format!("{}.{number}", self.inbox);
            let sent = self.client.publish_with_reply(self.subject.clone(), inbox, call).await;
            sent.map_err(io::Error::other)?;
            self.called.pop_front();
        }
        let mut next = self.replies.next().await;
        while let Some(message) = next {
            replies.push(self.heard(&message));
            next = self.replies.next().now_or_never().flatten();
        }
        if replies.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn heard(&self, message: &Message) -> Reply {
        let number = message.subject.rsplit_once('.').and_then(|(_, number)| number.parse().ok());
        let number = number.expect("it has the number of its question");
        let is_answer = message.payload.starts_with(b"\xa1\x64told");
        if let Some(asked) = self.calls.checked(self.from, number).filter(|_| is_answer) {
            match Encoding::Cbor.read(&message.payload).expect("a reply") {
                CallReply::Told(told) => asked.check(&Told::of(&told)),
                other => panic!("{other:?}"),
            }
        }
        Reply { number, is_answer }
    }
}
