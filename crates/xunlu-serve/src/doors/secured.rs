//! A connection as it comes, and as it is once both ends have agreed how to encrypt it.

use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

/// How long the two ends may take to agree.
const AGREE_TIME: Duration = Duration::from_secs(5);

/// A stream of bytes both ways, of whatever kind.
pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// One of them.
pub(crate) type Stream = Box<dyn Duplex>;

/// The stream, encrypted if it is to be. Returns `None` if the two ends do not agree, or not soon.
pub(super) async fn secured(stream: Stream, acceptor: Option<TlsAcceptor>) -> Option<Stream> {
    let Some(acceptor) = acceptor else { return Some(stream) };
    let agreed = timeout(AGREE_TIME, acceptor.accept(stream)).await.ok()?;
    Some(Box::new(agreed.ok()?))
}
