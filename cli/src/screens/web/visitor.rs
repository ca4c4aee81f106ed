//! [`Visitor`]: who asks, as far as that matters for taking turns.

use super::queue::Customer;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// What a page calls itself, in all windows of one browser alike. No secret: it opens nothing, and whoever
/// makes up many is still at one address.
const NAME: &str = "x-anyply-visitor";
const LONGEST: usize = 40;

/// Who asks: an address, and a browser there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Visitor {
    address: IpAddr,
    name: String,
}

impl Visitor {
    /// Nobody in particular: who sat here before the program was started.
    pub(super) const NOBODY: Self = Self { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), name: String::new() };

    /// As a customer of searches for a game.
    pub(super) fn customer(&self, game: String) -> Customer {
        vec![self.address.to_string(), self.name.clone(), game]
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let name = parts.headers.get(NAME).and_then(|name| name.to_str().ok()).unwrap_or_default();
        Ok(Self {
            address: address.map_or(Self::NOBODY.address, |ConnectInfo(address)| address.ip()),
            name: name.chars().take(LONGEST).collect(),
        })
    }
}
