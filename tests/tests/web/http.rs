//! Requests, one to a connection, and answers as they come.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// On a busy machine, too: whoever is answered by then has not waited for somebody with whom the server is
/// patient, which it is for ten seconds.
pub(crate) const SOON: Duration = Duration::from_secs(8);

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// In lower case, a line each.
    pub(crate) headers: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
    }

    /// The body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Sends bytes as they are, and reads the answer until the other end closes.
pub(crate) fn raw(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // Who is refused early may find the door shut while he still speaks: the answer is there all the same.
    let _ = stream.write_all(request);
    answer(&mut BufReader::new(stream))
}

fn answer(stream: &mut impl BufRead) -> io::Result<Answer> {
    let mut head = String::new();
    while stream.read_line(&mut head)? > 2 {}
    let invalid = || io::Error::new(io::ErrorKind::InvalidData, head.clone());
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(invalid)?;
    let headers = head.to_lowercase().replace('\r', "");
    let length =
        headers.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<u64>().ok());
    let mut body = Vec::new();
    match length {
        Some(length) => stream.take(length).read_to_end(&mut body)?,
        None => stream.read_to_end(&mut body)?,
    };
    Ok(Answer { status, headers, body })
}

/// A request with headers and a body of its own, and the usual ones besides.
pub(crate) fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> io::Result<Answer> {
    let has = |name: &str| headers.iter().any(|(given, _)| *given == name);
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !has("host") {
        head += &format!("host: {address}\r\n");
    }
    if !body.is_empty() || method == "POST" {
        head += &format!("content-length: {}\r\n", body.len());
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    raw(address, &[head.as_bytes(), b"\r\n", body].concat())
}

/// JSON is sent, JSON comes back.
pub(crate) fn json(address: SocketAddr, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
    let text = if body.is_null() { String::new() } else { body.to_string() };
    ask(address, method, path, &[("content-type", "application/json")], text.as_bytes())
}

/// Server-sent events of one address.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// Begins to listen.
    pub(crate) fn listen(address: SocketAddr, path: &str) -> io::Result<Self> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n")?;
        Ok(Self(BufReader::new(stream)))
    }

    /// The next event of that name for which `fits` holds.
    pub(crate) fn until(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        let mut event = String::new();
        while began.elapsed() < PATIENCE {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("the server is there") > 0, "the events ended");
            if let Some(named) = line.trim().strip_prefix("event: ") {
                event = named.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ").filter(|_| event == name) {
                let value = serde_json::from_str(data).expect("JSON");
                if fits(&value) {
                    return value;
                }
            }
        }
        panic!("no {name} came that fits");
    }
}
