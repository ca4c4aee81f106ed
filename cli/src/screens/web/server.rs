//! Connections: how many, how long they may be silent, and when it is enough.

use super::patience::Patience;
use crate::lock::locked;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// Connections at once, where a system gives a program a thousand files.
pub(super) const CONNECTIONS: usize = 800;
/// Of those, one other machine may have as many as this part. Whoever is at this machine has it all.
const SHARE: usize = 4;
/// For the beginning of a request, and between two of them.
const FOR_HEADERS: Duration = Duration::from_secs(10);
/// No request of ours has more.
const HEADERS: usize = 64;
const BUFFER: usize = 64 << 10;
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 43\r\n\
    connection: close\r\n\r\n{\"error\":\"too many connections; try again\"}";

/// Answers for as long as the program runs, so many connections at once.
pub(super) async fn answer(listener: TcpListener, router: Router, most: usize) {
    let places = Arc::new(Places { most, taken: Mutex::default() });
    loop {
        // That one connection fails, or that there are no more files to be opened, passes.
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Where both kinds of addresses are listened to, one of the older kind comes in the clothes of the
        // newer: `::ffff:127.0.0.1`.
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        let Some(place) = Place::take(&places, peer.ip()) else {
            let _ = stream.try_write(FULL);
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            serve(stream, peer, router).await;
            drop(place);
        });
    }
}

/// Who is connected.
struct Places {
    most: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// One connection of an address.
struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Place {
    // None where all are taken, or the address has its share.
    fn take(places: &Arc<Places>, address: IpAddr) -> Option<Self> {
        let mut taken = locked(&places.taken);
        let all: usize = taken.values().sum();
        let own = taken.get(&address).copied().unwrap_or(0);
        if all >= places.most || !address.is_loopback() && own >= places.most / SHARE {
            return None;
        }
        taken.insert(address, own + 1);
        Some(Self { places: Arc::clone(places), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = locked(&self.places.taken);
        if let Some(own) = taken.get_mut(&self.address) {
            *own -= 1;
        }
        taken.retain(|_, own| *own > 0);
    }
}

async fn serve(stream: TcpStream, peer: SocketAddr, router: Router) {
    let router = TowerToHyperService::new(router);
    let router = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    // An answer is one small packet: it is not to wait for more.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(FOR_HEADERS)
        .max_headers(HEADERS)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Patience::with(stream)), router);
    // Whatever goes wrong on a connection ends that connection.
    let _ = served.await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::io::{Read, Write};
    use std::net::TcpStream as Stream;
    use std::thread::{sleep, spawn};
    use tokio::runtime::Builder;

    // A connection that asked and was answered, and stays open.
    fn asked(address: SocketAddr) -> (Stream, String) {
        let mut stream = Stream::connect(address).expect("a connection");
        // Whoever is told that there is no room may find the door shut while he speaks.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n");
        let mut bytes = [0; 1000];
        let count = stream.read(&mut bytes).unwrap_or(0);
        (stream, String::from_utf8_lossy(&bytes[..count]).into_owned())
    }

    #[test]
    fn another_machine_has_its_share_and_no_more() {
        let places = Arc::new(Places { most: 8, taken: Mutex::default() });
        let addresses = ["192.0.2.1", "192.0.2.2", "127.0.0.1"].map(|text| text.parse().expect("an address"));
        let taken: Vec<Vec<Place>> =
            addresses.map(|address| (0..10).filter_map(|_| Place::take(&places, address)).collect()).into();
        assert_eq!(taken.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 4]);
        drop(taken);
        assert!(locked(&places.taken).is_empty());
    }

    #[test]
    fn who_is_at_this_machine_is_known_where_both_kinds_of_addresses_are_listened_to() {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        // Not every machine has both.
        let Ok(listener) = runtime.block_on(TcpListener::bind("[::]:0")) else { return };
        let address = SocketAddr::from(([127, 0, 0, 1], listener.local_addr().expect("it has one").port()));
        let who = get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.ip().to_string());
        spawn(move || runtime.block_on(answer(listener, Router::new().route("/", who), 3)));
        if Stream::connect(address).is_ok() {
            let (_, told) = asked(address);
            assert!(told.ends_with("\r\n\r\n127.0.0.1"), "{told}");
        }
    }

    #[test]
    fn one_connection_too_many_is_told_so_and_a_place_that_is_left_is_given_away() {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("it has one");
        spawn(move || runtime.block_on(answer(listener, Router::new().route("/", get(async || "here")), 3)));
        let mut open: Vec<_> = (0..3).map(|_| asked(address)).collect();
        assert!(open.iter().all(|(_, told)| told.starts_with("HTTP/1.1 200")), "{open:?}");
        let mut told = String::new();
        Stream::connect(address).and_then(|mut stream| stream.read_to_string(&mut told)).expect("an answer");
        let (head, body) = told.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 503") && body.contains("too many connections"), "{told}");
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{told}");
        open.pop();
        let free = (0..100).any(|_| {
            sleep(Duration::from_millis(20));
            asked(address).1.starts_with("HTTP/1.1 200")
        });
        assert!(free, "a place was left");
    }
}
