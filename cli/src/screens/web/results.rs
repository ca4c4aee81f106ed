//! Pages of `compare` and `match`, made of the files of results that they keep.

use super::answer::No;
use super::id::by_lot;
use anyhow::Result;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Pages that are kept: the last ones.
const PAGES: usize = 8;
/// Bytes of them together.
const BYTES: usize = 32 << 20;

/// Makes the page of a file of results.
pub(crate) type PageOf = fn(&Path) -> Result<String>;

/// The last pages that were asked for.
pub(super) struct Results {
    page_of: PageOf,
    pages: Mutex<VecDeque<(String, Arc<str>)>>,
}

impl Results {
    /// None so far.
    pub(super) fn new(page_of: PageOf) -> Self {
        Self { page_of, pages: Mutex::default() }
    }

    /// Makes the page of a file; where it is to be found, as JSON.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(super) fn add(&self, bytes: &[u8]) -> Result<Arc<str>, No> {
        let page: Arc<str> = self.made(bytes).map_err(|error| {
            No(StatusCode::UNPROCESSABLE_ENTITY, format!("no results of compare or match: {error:#}"))
        })?;
        let id = by_lot(16);
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.push_back((id.clone(), page));
        let bytes =
            |pages: &VecDeque<(String, Arc<str>)>| pages.iter().map(|(_, page)| page.len()).sum::<usize>();
        while pages.len() > PAGES || (pages.len() > 1 && bytes(&pages) > BYTES) {
            pages.pop_front();
        }
        Ok(serde_json::json!({ "page": format!("/results/{id}") }).to_string().into())
    }

    fn made(&self, bytes: &[u8]) -> Result<Arc<str>> {
        let mut file = tempfile::Builder::new().prefix("results-").tempfile()?;
        file.write_all(bytes)?;
        let name = file.path().display().to_string();
        // What is said of the file is said of what was sent, not of a name that nobody has given it.
        (self.page_of)(file.path()).map(Into::into).map_err(|error| {
            anyhow::anyhow!(
                format!("{error:#}").replace(&format!("{name}:"), "line ").replace(&name, "the file")
            )
        })
    }

    /// A page that was made. Its own style and script may run, and nothing else; it is apart from our pages, as if it came from another site.
    pub(super) fn page(&self, id: &str) -> Option<Response> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, page) = pages.iter().find(|(known, _)| known == id)?;
        let nonce = by_lot(24);
        let marked = page
            .replace("<style>", &format!("<style nonce=\"{nonce}\">"))
            .replace("<script>", &format!("<script nonce=\"{nonce}\">"));
        let policy = format!(
            "sandbox allow-scripts; default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let kind = "text/html; charset=utf-8".to_owned();
        Some(
            ([(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)], marked)
                .into_response(),
        )
    }
}
