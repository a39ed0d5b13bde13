//! What is stored at the broker: streams with a subject for each thing, made and read by plain requests,
//! which servers from 2.9 on answer alike.

use super::subjects::{
    HEAD_STREAM, HEAD_SUBJECTS, LOG_STREAM, LOG_SUBJECTS, OBJECT_BUCKET, OBJECT_STREAM,
    OBJECT_SUBJECTS,
};
use async_nats::{Client, HeaderMap, Request, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use bytes::Bytes;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;

/// How long the broker may take for one thing.
const TIME: Duration = Duration::from_secs(2);

/// How large the pieces are that snapshots are stored in, as other clients have them.
const PIECE_BYTES: usize = 128 << 10;

/// No snapshot has more: a map of the most places, with all that one may say of each.
const OBJECT_BYTES_MAX: usize = 1 << 30;

/// Why something is not stored or not read.
#[derive(Debug)]
pub(super) enum StoreError {
    /// The broker does not answer, or not in time: nobody knows whether it was done.
    Silent(String),
    /// Something else stands there than was expected.
    NotAsLeft,
    /// It does not do it.
    Refused(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Silent(words) => write!(f, "NATS does not answer: {words}"),
            StoreError::NotAsLeft => f.write_str("something else was written there"),
            StoreError::Refused(words) => write!(f, "NATS does not store it: {words}"),
        }
    }
}

/// A message that is stored, with its number in the stream.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) sequence: u64,
    pub(super) bytes: Bytes,
}

/// The broker's stores.
#[derive(Clone, Debug)]
pub(super) struct Store(Client);

impl Store {
    pub(super) fn new(client: Client) -> Store {
        Store(client)
    }

    /// Makes the streams that are not there yet. One that somebody made, with copies on several servers say,
    /// is taken as it is.
    pub(super) async fn make(&self) -> Result<(), StoreError> {
        let common = json!({
            "retention": "limits", "storage": "file", "discard": "new", "num_replicas": 1,
            "allow_direct": true, "max_msgs": -1, "max_bytes": -1, "max_consumers": -1,
        });
        let own = [
            json!({ "name": LOG_STREAM, "subjects": [LOG_SUBJECTS] }),
            json!({
                "name": HEAD_STREAM, "subjects": [HEAD_SUBJECTS], "max_msgs_per_subject": 1,
                "allow_rollup_hdrs": true, "deny_delete": true,
            }),
            json!({ "name": OBJECT_STREAM, "subjects": OBJECT_SUBJECTS, "allow_rollup_hdrs": true }),
        ];
        for own in own {
            let mut config = common.clone();
            let name = own["name"].as_str().unwrap_or_default().to_owned();
            if let (Value::Object(config), Value::Object(own)) = (&mut config, own) {
                config.extend(own);
            }
            let known = self.api(&format!("STREAM.INFO.{name}"), &json!({})).await;
            match known {
                Ok(_) => {}
                Err(StoreError::Refused(_)) => {
                    self.api(&format!("STREAM.CREATE.{name}"), &config).await?;
                }
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    /// Makes a stream anew with nothing in it, set up as it was.
    pub(super) async fn make_anew(&self, stream: &str) -> Result<(), StoreError> {
        let told = self.api(&format!("STREAM.INFO.{stream}"), &json!({})).await?;
        self.api(&format!("STREAM.DELETE.{stream}"), &json!({})).await?;
        self.api(&format!("STREAM.CREATE.{stream}"), &told["config"]).await.map(drop)
    }

    async fn api(&self, what: &str, asked: &Value) -> Result<Value, StoreError> {
        let reply = self.request(format!("$JS.API.{what}"), None, asked.to_string().into()).await?;
        let told: Value = serde_json::from_slice(&reply.payload)
            .map_err(|error| StoreError::Refused(error.to_string()))?;
        refused(&told).map_or(Ok(told), Err)
    }

    async fn request(
        &self,
        subject: String,
        headers: Option<HeaderMap>,
        bytes: Bytes,
    ) -> Result<async_nats::Message, StoreError> {
        let mut request = Request::new().payload(bytes).timeout(Some(TIME));
        if let Some(headers) = headers {
            request = request.headers(headers);
        }
        self.0.send_request(subject, request).await.map_err(|error| match error.kind() {
            async_nats::RequestErrorKind::NoResponders => {
                StoreError::Silent("it has no JetStream; start nats-server with --jetstream".into())
            }
            _ => StoreError::Silent(error.to_string()),
        })
    }

    /// Writes something behind all that stands at a subject, if the last of that has this number; 0 is
    /// nothing at all. Returns its number.
    pub(super) async fn append(
        &self,
        subject: String,
        bytes: Bytes,
        last: Option<u64>,
    ) -> Result<u64, StoreError> {
        let headers = last.map(|last| {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Expected-Last-Subject-Sequence", last.to_string());
            headers
        });
        let reply = self.request(subject, headers, bytes).await?;
        sequence_in(&reply.payload)
    }

    /// The last that stands at a subject, as the server that leads the stream has it.
    pub(super) async fn last(
        &self,
        stream: &str,
        subject: &str,
    ) -> Result<Option<Stored>, StoreError> {
        let asked = json!({ "last_by_subj": subject });
        let told = match self.api(&format!("STREAM.MSG.GET.{stream}"), &asked).await {
            Ok(told) => told,
            // A stream that is not there has nothing either.
            Err(StoreError::Refused(words)) if words.contains("not found") => return Ok(None),
            Err(StoreError::Refused(words)) if words.contains("no message") => return Ok(None),
            Err(other) => return Err(other),
        };
        let message = &told["message"];
        let bytes = STANDARD.decode(message["data"].as_str().unwrap_or_default());
        let bytes = bytes.map_err(|error| StoreError::Refused(error.to_string()))?;
        let sequence = message["seq"].as_u64().unwrap_or_default();
        Ok(Some(Stored { sequence, bytes: bytes.into() }))
    }

    /// The last that stands at a subject, as any server has it.
    pub(super) async fn newest(
        &self,
        stream: &str,
        subject: &str,
    ) -> Result<Option<Stored>, StoreError> {
        self.direct(stream, &json!({ "last_by_subj": subject })).await
    }

    /// The first that stands at a subject from a number of the stream on.
    pub(super) async fn next(
        &self,
        stream: &str,
        subject: &str,
        from: u64,
    ) -> Result<Option<Stored>, StoreError> {
        self.direct(stream, &json!({ "seq": from, "next_by_subj": subject })).await
    }

    async fn direct(&self, stream: &str, asked: &Value) -> Result<Option<Stored>, StoreError> {
        let subject = format!("$JS.API.DIRECT.GET.{stream}");
        let reply = self.request(subject, None, asked.to_string().into()).await?;
        if reply.status == Some(StatusCode::NOT_FOUND) {
            return Ok(None);
        }
        let headers = reply.headers.as_ref();
        let sequence = headers.and_then(|headers| headers.get("Nats-Sequence"));
        let sequence = sequence.and_then(|number| number.as_str().parse().ok());
        let lacks = || StoreError::Refused(format!("a reply without a number: {:?}", reply.status));
        Ok(Some(Stored { sequence: sequence.ok_or_else(lacks)?, bytes: reply.payload.clone() }))
    }

    /// Removes what stands at subjects: what is before a number, or all of it if that is 0.
    pub(super) async fn purge(
        &self,
        stream: &str,
        subjects: &str,
        before: u64,
    ) -> Result<(), StoreError> {
        let mut asked = json!({ "filter": subjects });
        if before > 0 {
            asked["seq"] = json!(before);
        }
        self.api(&format!("STREAM.PURGE.{stream}"), &asked).await.map(drop)
    }

    /// All subjects of a stream at which something stands.
    pub(super) async fn subjects(&self, stream: &str) -> Result<Vec<String>, StoreError> {
        let asked = json!({ "subjects_filter": ">" });
        let told = self.api(&format!("STREAM.INFO.{stream}"), &asked).await?;
        let subjects = told["state"]["subjects"].as_object();
        Ok(subjects.into_iter().flatten().map(|(subject, _)| subject.clone()).collect())
    }

    /// Stores an object in pieces at a subject that nothing stands at yet, and has the object store know it
    /// by a name. Returns the number of its first piece.
    pub(super) async fn put_object(
        &self,
        name: &str,
        subject: &str,
        bytes: &[u8],
    ) -> Result<u64, StoreError> {
        let (mut first, mut last, mut count) = (None, 0, 0);
        for piece in bytes.chunks(PIECE_BYTES) {
            let piece = Bytes::copy_from_slice(piece);
            last = self.append(subject.to_owned(), piece, Some(last)).await?;
            first = first.or(Some(last));
            count += 1;
        }
        let prefix = format!("$O.{OBJECT_BUCKET}.C.");
        let digest = URL_SAFE.encode(Sha256::digest(bytes));
        let told = json!({
            "name": name,
            "bucket": OBJECT_BUCKET,
            "nuid": subject.strip_prefix(&prefix).unwrap_or(subject),
            "size": bytes.len(),
            "chunks": count,
            "digest": format!("SHA-256={digest}"),
            "mtime": "0001-01-01T00:00:00Z",
            "options": { "max_chunk_size": PIECE_BYTES },
        });
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Rollup", "sub");
        let meta = format!("$O.{OBJECT_BUCKET}.M.{}", URL_SAFE.encode(name));
        let reply = self.request(meta, Some(headers), told.to_string().into()).await?;
        sequence_in(&reply.payload)?;
        Ok(first.unwrap_or(last))
    }

    /// All the pieces of an object. Returns `None` if there are none.
    pub(super) async fn object(&self, subject: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let (mut bytes, mut from) = (Vec::new(), 1);
        while let Some(piece) = self.next(OBJECT_STREAM, subject, from).await? {
            bytes.extend(&piece.bytes);
            from = piece.sequence + 1;
            if bytes.len() > OBJECT_BYTES_MAX {
                return Err(StoreError::Refused("an object without an end".into()));
            }
        }
        Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
    }
}

fn sequence_in(reply: &[u8]) -> Result<u64, StoreError> {
    let told: Value =
        serde_json::from_slice(reply).map_err(|error| StoreError::Refused(error.to_string()))?;
    if let Some(refused) = refused(&told) {
        return Err(refused);
    }
    told["seq"].as_u64().ok_or_else(|| StoreError::Refused(told.to_string()))
}

/// What the broker says against it, if anything.
fn refused(told: &Value) -> Option<StoreError> {
    const WRONG_LAST_SEQUENCE: u64 = 10071;
    let error = told.get("error")?;
    if error["err_code"] == WRONG_LAST_SEQUENCE {
        return Some(StoreError::NotAsLeft);
    }
    let words = error["description"].as_str().unwrap_or("no reason");
    Some(StoreError::Refused(words.to_owned()))
}
