//! Connections: how many, how long they may be silent, and when it is enough.

use super::patience::Patience;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// Connections at once.
const CONNECTIONS: usize = 800;
/// For the beginning of a request, and between two of them.
const FOR_HEADERS: Duration = Duration::from_secs(10);
/// No request of ours has more.
const HEADERS: usize = 64;
const BUFFER: usize = 64 << 10;
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 43\r\n\
    connection: close\r\n\r\n{\"error\":\"too many connections; try again\"}";

/// Answers for as long as the program runs.
pub(super) async fn answer(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        // That one connection fails, or that there are no more files to be opened, passes.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            let _ = stream.try_write(FULL);
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            serve(stream, router).await;
            drop(place);
        });
    }
}

async fn serve(stream: TcpStream, router: Router) {
    // An answer is one small packet: it is not to wait for more.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(FOR_HEADERS)
        .max_headers(HEADERS)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Patience::with(stream)), TowerToHyperService::new(router));
    // Whatever goes wrong on a connection ends that connection.
    let _ = served.await;
}
