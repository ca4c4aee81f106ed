//! [`Patience`]: a connection whose other end must take what is written to it.

use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// For a reader to take anything at all.
const FOR_WRITING: Duration = Duration::from_secs(10);

/// A connection that ends where its other end takes nothing for too long: it would hold its place, and what
/// was to be written, for ever.
pub(super) struct Patience {
    stream: TcpStream,
    /// Since when nothing was taken.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Patience {
    /// With a connection.
    pub(super) fn with(stream: TcpStream) -> Self {
        Self { stream, stuck: None }
    }

    fn limited<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(FOR_WRITING)));
        ready!(stuck.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patience {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        pin!(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patience {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = pin!(&mut self.stream).poll_write(context, bytes);
        self.limited(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = pin!(&mut self.stream).poll_flush(context);
        self.limited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = pin!(&mut self.stream).poll_shutdown(context);
        self.limited(context, closed)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = pin!(&mut self.stream).poll_write_vectored(context, buffers);
        self.limited(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
