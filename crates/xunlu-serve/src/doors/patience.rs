//! A stream whose reader may be slow, and not slower.

use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream on which nothing can be written any more when the other side took nothing for so long.
#[derive(Debug)]
pub(crate) struct Impatient<S> {
    stream: S,
    most: Duration,
    // While the other side takes nothing.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Impatient<S> {
    pub(crate) fn new(stream: S, most: Duration) -> Impatient<S> {
        Impatient { stream, most, stuck: None }
    }

    fn timed<R>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<R>>,
    ) -> Poll<io::Result<R>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(self.most)));
        ready!(pin!(stuck).poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, bytes)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
    }

    #[test]
    fn who_takes_nothing_is_cut_off() {
        runtime().block_on(async {
            let (own, _other) = duplex(16);
            let mut own = Impatient::new(own, Duration::from_millis(30));
            own.write_all(&[0; 16]).await.unwrap();
            let error = own.write_all(&[0; 16]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn who_takes_a_little_now_and_then_is_told_all() {
        runtime().block_on(async {
            let (own, mut other) = duplex(16);
            let mut own = Impatient::new(own, Duration::from_millis(400));
            let reader = async {
                let mut all = 0;
                while all < 96 {
                    sleep(Duration::from_millis(80)).await;
                    all += other.read(&mut [0; 16]).await.unwrap();
                }
            };
            // In all it takes longer than one of its pieces may.
            let (written, ()) = tokio::join!(own.write_all(&[0; 96]), reader);
            written.unwrap();
        });
    }
}
