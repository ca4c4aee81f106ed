//! What pages ask for, and where: [`router`].

use super::action::Action;
use super::answer::{Json, Named, No};
use super::assets::asset;
use super::begin::{About, Begin};
use super::blocking::blocking;
use super::body;
use super::events::events;
use super::guard::{Guard, guarded};
use super::hall::Hall;
use super::id::Id;
use super::results::Results;
use super::room::Room;
use super::study::{self, Load};
use super::visitor::Visitor;
use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Large files that are read at once: each may take many times its size while it is read.
const UPLOADS: usize = 2;

/// What all requests share.
pub(super) struct App {
    pub(super) hall: Hall,
    results: Results,
    uploads: Arc<Semaphore>,
    about: Arc<str>,
}

type Shared = State<Arc<App>>;

impl App {
    /// With the games there are.
    pub(super) fn new(hall: Hall, results: Results) -> Self {
        Self { hall, results, uploads: Arc::new(Semaphore::new(UPLOADS)), about: About::text() }
    }

    /// The room of the id in an address.
    pub(super) fn room(&self, id: &str) -> Result<Arc<Room>, No> {
        let room = Id::read(id).and_then(|id| self.hall.room(&id));
        room.ok_or_else(|| No::nothing(format!("there is no game {}", anyply_framework::quoted(id))))
    }
}

/// Everything that is answered.
pub(super) fn router(app: Arc<App>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/api/about", get(about))
        .route("/api/rules/{game}", get(rules))
        .route("/api/games", get(list).post(begin))
        .route("/api/games/{id}", get(show).post(obey).delete(forget))
        .route("/api/games/{id}/events", get(events))
        .route("/api/games/{id}/geometry", get(geometry))
        .route("/api/games/{id}/at/{ply}", get(at))
        .route("/api/games/{id}/exports", get(exports))
        .route("/api/games/{id}/exports/{format}", get(export))
        .route("/api/records", post(load))
        .route("/api/results", post(results))
        .route("/results/{id}", get(page_of_results))
        .method_not_allowed_fallback(async |wanted: Uri| {
            No(StatusCode::METHOD_NOT_ALLOWED, "not this method".to_owned()).at(wanted.path())
        })
        .fallback(asset)
        .layer(from_fn_with_state(guard, guarded))
        .with_state(app)
}

async fn about(State(app): Shared) -> Json {
    Json(Arc::clone(&app.about))
}

async fn rules(Named(game): Named<String>) -> Result<String, No> {
    About::rules(&game).map_err(No::nothing)
}

async fn list(State(app): Shared) -> Result<Json, No> {
    blocking(move || Ok(Json(app.hall.list()))).await
}

async fn begin(State(app): Shared, visitor: Visitor, request: Request) -> Result<Json, No> {
    let wanted: Begin = body::json(request).await?;
    blocking(move || {
        // That there are too many is a matter of now.
        let room = app.hall.begin(wanted.hosted(&app)?, visitor).map_err(No::busy)?;
        Ok(Json(room.state()))
    })
    .await
}

async fn show(State(app): Shared, Named(id): Named<String>) -> Result<Json, No> {
    Ok(Json(app.room(&id)?.state()))
}

/// Which state of the game an order is for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct For {
    version: Option<u64>,
}

async fn obey(
    State(app): Shared,
    Named(id): Named<String>,
    query: Result<Query<For>, QueryRejection>,
    visitor: Visitor,
    request: Request,
) -> Result<Json, No> {
    let room = app.room(&id)?;
    let Query(For { version }) = query.map_err(|error| No::bad(error.body_text()))?;
    let order: Action = body::json(request).await?;
    blocking(move || Ok(Json(room.obey(&order, version, visitor)?))).await
}

async fn forget(State(app): Shared, Named(id): Named<String>) -> Result<Json, No> {
    let room = app.room(&id)?;
    blocking(move || {
        app.hall.remove(&room.id).map_err(No::busy)?;
        Ok(Json("{}".into()))
    })
    .await
}

async fn geometry(State(app): Shared, Named(id): Named<String>) -> Result<Json, No> {
    let room = app.room(&id)?;
    blocking(move || Ok(Json(room.geometry()))).await
}

async fn at(State(app): Shared, Named((id, ply)): Named<(String, String)>) -> Result<Json, No> {
    let room = app.room(&id)?;
    let ply = ply.parse().map_err(|_| No::bad("expected a number of moves"))?;
    blocking(move || Ok(Json(room.view_at(ply).into()))).await
}

async fn exports(State(app): Shared, Named(id): Named<String>) -> Result<Json, No> {
    let room = app.room(&id)?;
    blocking(move || Ok(Json(study::exports(&room)))).await
}

async fn export(State(app): Shared, Named((id, format)): Named<(String, String)>) -> Result<Response, No> {
    let room = app.room(&id)?;
    blocking(move || {
        let (name, bytes) = study::export(&room, &format)?;
        // Never shown as a page, whatever stands in it.
        let headers = [
            (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        ];
        Ok((headers, bytes).into_response())
    })
    .await
}

async fn load(
    State(app): Shared,
    query: Result<Query<Load>, QueryRejection>,
    visitor: Visitor,
    request: Request,
) -> Result<Json, No> {
    let Query(load) = query.map_err(|error| No::bad(error.body_text()))?;
    let (bytes, place) = body::file(request, body::RECORDS, &app.uploads).await?;
    reading(place, move || load.begin(&bytes, |hosted| app.hall.begin(hosted, visitor).map_err(No::busy)))
        .await
}

async fn results(State(app): Shared, request: Request) -> Result<Json, No> {
    let (bytes, place) = body::file(request, body::RESULTS, &app.uploads).await?;
    reading(place, move || Ok(Json(app.results.add(&bytes)?))).await
}

async fn page_of_results(State(app): Shared, named: Result<Named<String>, No>) -> Response {
    let gone = || No::nothing("these results are no longer here: open their file again");
    let page = named.and_then(|Named(id)| app.results.page(&id).ok_or_else(gone));
    page.unwrap_or_else(No::page)
}

// A file keeps its place until it is read: whoever hangs up meanwhile does not end that.
async fn reading<T: Send + 'static>(
    place: OwnedSemaphorePermit,
    work: impl FnOnce() -> Result<T, No> + Send + 'static,
) -> Result<T, No> {
    blocking(move || {
        let _place = place;
        work()
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::web::pool::Pool;
    use crate::screens::web::store::Store;
    use axum::body::Body;
    use std::sync::Mutex;
    use std::time::Duration;
    use tokio::runtime::Builder;
    use tokio::time::timeout;

    #[test]
    fn a_file_keeps_its_place_until_it_is_read_whoever_hangs_up() {
        static DESK: Mutex<()> = Mutex::new(());
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("it can be written");
        let pool = Pool::start(0, || |_| None).expect("a thread");
        let reads = |_: &std::path::Path| {
            drop(DESK.lock());
            Ok(String::new())
        };
        let app = Arc::new(App::new(Hall::open(store, Vec::new(), pool, 1), Results::new(reads)));
        let runtime = Builder::new_current_thread().enable_all().build().expect("a thread");
        let held = DESK.lock().expect("nobody has it");
        runtime.block_on(async {
            let file = Request::builder().header(header::CONTENT_TYPE, "application/octet-stream");
            let file = file.body(Body::from("results")).expect("a request");
            let asked = tokio::spawn(results(State(Arc::clone(&app)), file));
            tokio::task::yield_now().await;
            asked.abort();
            assert!(asked.await.is_err_and(|ended| ended.is_cancelled()), "it was not answered yet");
        });
        assert_eq!(app.uploads.available_permits(), UPLOADS - 1);
        drop(held);
        let all = app.uploads.acquire_many(UPLOADS as u32);
        let all = runtime.block_on(async { timeout(Duration::from_secs(20), all).await });
        assert!(all.is_ok(), "it has left its place");
    }
}
