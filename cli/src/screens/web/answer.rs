//! What requests are answered with, good or bad.

use super::room::Refused;
use crate::report::capitalised;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// JSON that is written already.
pub(super) struct Json(pub(super) Arc<str>);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let text = Bytes::from_owner(Arc::<[u8]>::from(self.0));
        ([(header::CONTENT_TYPE, "application/json")], Body::from(text)).into_response()
    }
}

/// What the parts of an address name.
pub(super) struct Named<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, No> {
        let named = Path::from_request_parts(parts, state).await;
        named.map(|Path(named)| Self(named)).map_err(|error| No::bad(error.body_text()))
    }
}

/// A refusal: why, in one line.
#[derive(Debug)]
pub(super) struct No(pub(super) StatusCode, pub(super) String);

impl No {
    /// The request makes no sense.
    pub(super) fn bad(text: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, text.into())
    }

    /// There is no such thing.
    pub(super) fn nothing(text: impl Into<String>) -> Self {
        Self(StatusCode::NOT_FOUND, text.into())
    }

    /// Not now.
    pub(super) fn busy(text: impl Into<String>) -> Self {
        Self(StatusCode::SERVICE_UNAVAILABLE, text.into())
    }

    /// Not here: it would break into what it has no business with.
    pub(super) fn forbidden(text: impl Into<String>) -> Self {
        Self(StatusCode::FORBIDDEN, text.into())
    }
}

impl No {
    /// As what is asked for at that path is answered: for programs, or as a page.
    pub(super) fn at(self, path: &str) -> Response {
        if path.starts_with("/api/") { self.into_response() } else { self.page() }
    }

    /// The same as a page, for whoever opens an address in a browser.
    pub(super) fn page(self) -> Response {
        let Self(status, error) = self;
        let words = capitalised(&error).replace('&', "&amp;").replace('<', "&lt;");
        let page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{words} – anyply</title>\
             <main><h1>anyply</h1><p>{words}.</p></main></html>\n"
        );
        (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
    }
}

impl From<Refused> for No {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stale => Self(
                StatusCode::CONFLICT,
                "the game has changed meanwhile: the page shows it anew".to_owned(),
            ),
            Refused::Because(why) => Self(StatusCode::UNPROCESSABLE_ENTITY, why),
            Refused::Busy(why) => Self::busy(why),
        }
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        let Self(status, error) = self;
        let text = serde_json::json!({ "error": error }).to_string();
        let mut response = (status, [(header::CONTENT_TYPE, "application/json")], text).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}
