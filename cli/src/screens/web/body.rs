//! Bodies of requests: how large they may be, and how long they may take.

use super::answer::No;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Bytes of an order, or of what a game is to begin with.
const ORDER: usize = 64 << 10;
/// Bytes of a file of records.
pub(super) const RECORDS: usize = 1 << 20;
/// Bytes of a file of results: reading it takes some thirty times as much.
pub(super) const RESULTS: usize = 4 << 20;
/// For a whole body, however large.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes that anybody may send before there must be a place for more.
const FREE: usize = 64 << 10;

/// A small body, which must be JSON and say so: a form of another site could not.
///
/// # Errors
/// It is not what was expected, with the place; too large; too slow.
pub(super) async fn json<T: DeserializeOwned>(request: Request) -> Result<T, No> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(No(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "expected content-type: application/json".to_owned(),
        ));
    }
    let bytes = take(request.into_body(), ORDER, || Ok(())).await?;
    // A list would be taken for the fields in their order, which nobody means.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(No::bad("expected a JSON object"));
    }
    serde_json::from_slice(&bytes).map_err(|error| No::bad(error.to_string()))
}

/// A file, with its place among those that are held at once. It takes the place only when more than a little
/// of it has come: whoever sends next to nothing keeps nobody out.
///
/// # Errors
/// It is too large, or too slow, or there is no place.
pub(super) async fn file(
    request: Request,
    most: usize,
    places: &Arc<Semaphore>,
) -> Result<(Bytes, OwnedSemaphorePermit), No> {
    let kind = request.headers().get(header::CONTENT_TYPE).map(header::HeaderValue::as_bytes);
    if kind != Some(b"application/octet-stream") {
        let expected = "expected content-type: application/octet-stream";
        return Err(No(StatusCode::UNSUPPORTED_MEDIA_TYPE, expected.to_owned()));
    }
    let free = || {
        let place = Arc::clone(places).try_acquire_owned();
        place.map_err(|_| No::busy("too many files are being read; try again"))
    };
    let mut place = None;
    let large = || {
        place = Some(free()?);
        Ok(())
    };
    let bytes = take(request.into_body(), most, large).await?;
    let place = place.map_or_else(free, Ok)?;
    Ok((bytes, place))
}

// `large` is asked once, before more than a little is held.
async fn take(body: Body, most: usize, large: impl FnOnce() -> Result<(), No>) -> Result<Bytes, No> {
    let mut ask = Some(large);
    let too_large = || No(StatusCode::PAYLOAD_TOO_LARGE, format!("more than {} KiB", most >> 10));
    // Most say beforehand how much is coming.
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let collect = async {
        let mut bytes = Vec::new();
        let mut parts = body.into_data_stream();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|_| No::bad("the request was cut short"))?;
            if bytes.len() + part.len() > most {
                return Err(too_large());
            }
            if bytes.len() + part.len() > FREE
                && let Some(large) = ask.take()
            {
                large()?;
            }
            bytes.extend_from_slice(&part);
        }
        Ok(bytes.into())
    };
    let slow = |_| No(StatusCode::REQUEST_TIMEOUT, "the request took too long to come".to_owned());
    timeout(PATIENCE, collect).await.map_err(slow)?
}
