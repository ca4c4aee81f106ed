//! Pages of `compare` and `match`, made of the files of results that they keep.

use super::answer::No;
use super::id::by_lot;
use crate::lock::locked;
use anyhow::Result;
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Pages that are kept: the last ones.
const PAGES: usize = 8;
/// Bytes of them together, whatever one of them has.
const BYTES: usize = 32 << 20;

/// Makes the page of a file of results.
pub(crate) type PageOf = fn(&Path) -> Result<String>;

/// The last pages that were asked for.
pub(super) struct Results {
    page_of: PageOf,
    pages: Mutex<VecDeque<Page>>,
    // One file is read at a time: that takes many times its size.
    reading: Mutex<()>,
}

/// A page as it is sent, however often: without a copy.
#[derive(Clone)]
struct Page {
    id: String,
    html: Bytes,
    /// Marks the page's own style and script. By lot after everything else in the page was written, so
    /// nothing in it can know the mark.
    nonce: String,
}

impl Results {
    /// None so far.
    pub(super) fn new(page_of: PageOf) -> Self {
        Self { page_of, pages: Mutex::default(), reading: Mutex::default() }
    }

    /// Makes the page of a file; where it is to be found, as JSON.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(super) fn add(&self, bytes: &[u8]) -> Result<Arc<str>, No> {
        let wrong = |problem: String| No(StatusCode::UNPROCESSABLE_ENTITY, problem);
        let reading = locked(&self.reading);
        let html =
            self.made(bytes).map_err(|error| wrong(format!("no results of compare or match: {error:#}")))?;
        if html.len() > BYTES {
            return Err(wrong(format!("a page of {} MiB is too large to be shown here", html.len() >> 20)));
        }
        let (id, nonce) = (by_lot(16), by_lot(24));
        let html = ["style", "script"]
            .iter()
            .fold(html, |html, tag| html.replace(&format!("<{tag}>"), &format!("<{tag} nonce=\"{nonce}\">")));
        drop(reading);
        let mut pages = locked(&self.pages);
        pages.push_back(Page { id: id.clone(), html: html.into(), nonce });
        let bytes = |pages: &VecDeque<Page>| pages.iter().map(|page| page.html.len()).sum::<usize>();
        while pages.len() > PAGES || (pages.len() > 1 && bytes(&pages) > BYTES) {
            pages.pop_front();
        }
        Ok(serde_json::json!({ "page": format!("/results/{id}") }).to_string().into())
    }

    fn made(&self, bytes: &[u8]) -> Result<String> {
        let mut file = tempfile::Builder::new().prefix("results-").tempfile()?;
        file.write_all(bytes)?;
        let name = file.path().display().to_string();
        // What is said of the file is said of what was sent, not of a name that nobody has given it.
        (self.page_of)(file.path()).map_err(|error| {
            anyhow::anyhow!(
                format!("{error:#}").replace(&format!("{name}:"), "line ").replace(&name, "the file")
            )
        })
    }

    /// A page that was made. Its own style and script may run, and nothing else; it is apart from our pages,
    /// as if it came from another site.
    pub(super) fn page(&self, id: &str) -> Option<Response> {
        let pages = locked(&self.pages);
        let Page { html, nonce, .. } = pages.iter().find(|page| page.id == id)?.clone();
        let policy = format!(
            "sandbox allow-scripts; default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let kind = "text/html; charset=utf-8".to_owned();
        Some(
            ([(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)], html).into_response(),
        )
    }
}
