//! [`Guard`]: who may come in at all, and what every answer says about itself.

use super::answer::No;
use super::id::by_lot;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

// The port follows: a browser does not keep the cookies of two servers of one machine apart.
const COOKIE: &str = "anyply_token_";
// What a page may load and do: its own files and requests, nothing from elsewhere, nothing written into the
// page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who may come in.
#[derive(Debug)]
pub(super) struct Guard {
    address: SocketAddr,
    /// What whoever comes from another machine must know.
    token: Option<String>,
}

impl Guard {
    /// One for a server at that address. Where other machines can reach it, it asks for a token.
    pub(super) fn new(address: SocketAddr) -> Self {
        let token = (!address.ip().is_loopback()).then(|| by_lot(24));
        Self { address, token }
    }

    /// The address to be opened on this machine, with the token.
    pub(super) fn link(&self) -> String {
        let token = self.token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
        format!("{}/{token}", self.own())
    }

    // Where it is found from this machine.
    fn own(&self) -> String {
        let mut address = self.address;
        // Every address of the machine is meant then, and that is none.
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        format!("http://{address}")
    }

    fn check(&self, request: &Request) -> Result<(), No> {
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
            return Err(No::bad("expected one Host"));
        };
        // A page of another name that leads here by its own name server would otherwise read everything.
        let authority = request.uri().authority().map(|authority| authority.as_str());
        if let Some(foreign) = [Some(host), authority].into_iter().flatten().find(|host| !self.is_ours(host))
        {
            let foreign = anyply_framework::quoted(foreign);
            let way = match self.address.ip().is_unspecified() {
                // It goes by many addresses, and who asks may be at another machine.
                true => "open the link that anyply serve has printed, with the address of its machine in it"
                    .to_owned(),
                false => format!("open it by its address, {}", self.own()),
            };
            return Err(No(StatusCode::MISDIRECTED_REQUEST, format!("this is not {foreign}: {way}")));
        }
        check_site(request, host)?;
        match &self.token {
            Some(token) if !self.has_token(headers, token) => Err(No(
                StatusCode::UNAUTHORIZED,
                "open the link that anyply serve has printed: it carries the token that is asked for here"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }

    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let ip: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        let named = match ip {
            // Names lead astray, numbers do not.
            Some(ip) => ip.is_loopback() || !self.address.ip().is_loopback(),
            None => name.eq_ignore_ascii_case("localhost"),
        };
        named && port == Some(self.address.port())
    }

    // The token of the link moves to a cookie, so that it stands in no address any more.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let given = (request.uri().path() == "/").then(|| token_of(request.uri()))??;
        if !same(given, token) {
            return None;
        }
        let cookie =
            format!("{}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000", self.cookie());
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }

    fn cookie(&self) -> String {
        format!("{COOKIE}{}", self.address.port())
    }

    fn has_token(&self, headers: &HeaderMap, token: &str) -> bool {
        let (name, cookies) = (format!("{}=", self.cookie()), headers.get_all(header::COOKIE));
        let mut given = cookies
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix(name.as_str()));
        let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        given.any(|given| same(given, token)) || bearer.is_some_and(|given| same(given, token))
    }
}

// Pages of other sites may lead here, and nothing else: no request of theirs is answered, no order taken.
fn check_site(request: &Request, host: &str) -> Result<(), No> {
    let headers = request.headers();
    // What is said twice must be ours both times: nobody knows which of the two is meant.
    let all =
        |name, ours: &[&str]| headers.get_all(name).iter().all(|said| ours.iter().any(|own| said == own));
    let says = |name, ours| headers.contains_key(name) && all(name, &[ours]);
    let navigates = says("sec-fetch-mode", "navigate")
        && says("sec-fetch-dest", "document")
        && request.method() == Method::GET;
    let leads_here = navigates && !request.uri().path().starts_with("/api/");
    let of_own_page = all("sec-fetch-site", &["same-origin", "none"]);
    let own_origin = all("origin", &[&format!("http://{host}")]);
    if own_origin && (of_own_page || leads_here) {
        Ok(())
    } else {
        Err(No::forbidden("a request from another site"))
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn token_of(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

// In a time that does not tell how much of it is right.
fn same(given: &str, token: &str) -> bool {
    let different =
        given.bytes().zip(token.bytes()).fold(0, |different, (one, other)| different | (one ^ other));
    given.len() == token.len() && different == 0
}

/// Lets in who may come in, and says of every answer what may be done with it.
pub(super) async fn guarded(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match (guard.welcome(&request), guard.check(&request)) {
        (Some(welcome), _) => welcome,
        // Whoever opens the page is told by one, and not in the notation of programs.
        (None, Err(no)) => no.at(request.uri().path()),
        (None, Ok(())) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-store")] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("x-frame-options", "DENY"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().expect("an address"))
    }

    fn request(headers: &[(&str, &str)]) -> Request {
        let request = headers.iter().fold(Request::builder().uri("/api/games"), |request, (name, value)| {
            request.header(*name, *value)
        });
        request.body(Body::empty()).expect("a request")
    }

    #[test]
    fn only_our_own_names_are_ours() {
        let here = guard("127.0.0.1:7878");
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878"] {
            assert!(here.is_ours(host), "{host}");
        }
        for host in
            ["127.0.0.1", "evil.example:7878", "192.168.0.1:7878", "localhost.evil.example:7878", "", ":7878"]
        {
            assert!(!here.is_ours(host), "{host}");
        }
        let open = guard("0.0.0.0:7878");
        assert!(open.is_ours("192.168.0.1:7878") && !open.is_ours("evil.example:7878"));
    }

    #[test]
    fn whoever_comes_by_another_name_is_told_an_address_that_works() {
        // Where every address of the machine is meant, none of them works everywhere.
        let printed = "open the link that anyply serve has printed, with the address of its machine in it";
        for (address, own, told) in [
            ("127.0.0.1:7878", "http://127.0.0.1:7878", "open it by its address, http://127.0.0.1:7878"),
            ("0.0.0.0:7878", "http://127.0.0.1:7878", printed),
            ("[::]:7878", "http://[::1]:7878", printed),
            (
                "192.168.0.1:7878",
                "http://192.168.0.1:7878",
                "open it by its address, http://192.168.0.1:7878",
            ),
        ] {
            let No(_, advice) =
                guard(address).check(&request(&[("host", "desk.local:7878")])).expect_err("it is another's");
            assert!(advice.ends_with(told), "{advice}");
            assert!(guard(address).link().starts_with(&format!("{own}/")));
        }
    }

    #[test]
    fn other_sites_are_kept_out() {
        let here = guard("127.0.0.1:7878");
        let host = ("host", "127.0.0.1:7878");
        assert!(here.check(&request(&[host])).is_ok());
        assert!(here.check(&request(&[host, ("origin", "http://127.0.0.1:7878")])).is_ok());
        for foreign in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "https://127.0.0.1:7878"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert!(here.check(&request(&[host, foreign])).is_err(), "{foreign:?}");
            let ours = if foreign.0 == "origin" { "http://127.0.0.1:7878" } else { "same-origin" };
            let both = [host, (foreign.0, ours), foreign];
            assert!(here.check(&request(&both)).is_err(), "{foreign:?} besides");
        }
        let link = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        let leads_here = |more: &[(&str, &str)]| {
            let mut request = request(&[&[host], &link[..], more].concat());
            *request.uri_mut() = Uri::from_static("/");
            here.check(&request).is_ok()
        };
        assert!(leads_here(&[]));
        for besides in [("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "script")] {
            assert!(!leads_here(&[besides]), "{besides:?} besides");
        }
        assert!(here.check(&request(&[])).is_err());
        assert!(here.check(&request(&[host, ("host", "evil.example")])).is_err(), "which of the two?");
    }

    #[test]
    fn other_machines_must_know_the_token() {
        let open = guard("0.0.0.0:7878");
        let host = ("host", "192.168.0.1:7878");
        assert!(open.check(&request(&[host])).is_err());
        let token = open.token.clone().expect("it asks for one");
        assert!(open.link().ends_with(&format!("?token={token}")));
        let cookie = format!("a=b; {}={token}", open.cookie());
        assert!(open.check(&request(&[host, ("cookie", &cookie)])).is_ok());
        assert_ne!(open.cookie(), guard("0.0.0.0:7879").cookie(), "another server has a token of its own");
        let wrong = format!("{}={}", open.cookie(), "x".repeat(token.len()));
        assert!(open.check(&request(&[host, ("cookie", &wrong)])).is_err());
        assert!(open.check(&request(&[host, ("authorization", &format!("Bearer {token}"))])).is_ok());
    }
}
