//! Chromium without a screen, driven over the WebDriver protocol by `chromedriver`.

use crate::http;
use anyply_tests::others::installed;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const DEBIAN: &str = "Debian: chromium chromium-driver";
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A driver takes its free port twice, for both kinds of addresses, and ends if another program has the
/// second of them.
const ATTEMPTS: u32 = 5;

/// A browser with one page.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
}

// A driver that runs, and its port; none if it has ended.
fn started(program: &Path) -> Option<(Child, u16)> {
    let mut driver =
        Command::new(program).arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut lines = BufReader::new(driver.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let port = lines.find_map(|line| {
        line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok()
    });
    // What it says later is nobody's business, but it must find a reader.
    thread::spawn(move || lines.for_each(drop));
    if port.is_none() {
        let _ = driver.wait();
    }
    Some((driver, port?))
}

impl Browser {
    /// Opens one with a window of that size, as a telephone has it where it is `narrow`; none if there is no
    /// Chromium here.
    pub(crate) fn open(width: u32, height: u32, narrow: bool) -> Option<Self> {
        let (driver, chromium) = (
            installed(&["chromedriver"], DEBIAN)?,
            installed(&["chromium", "chromium-browser", "google-chrome"], DEBIAN)?,
        );
        let (driver, port) = (0..ATTEMPTS).find_map(|_| started(&driver)).expect("it says where it is");
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let mut options = json!({
            "binary": chromium,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", format!("--window-size={width},{height}")],
        });
        if narrow {
            options["mobileEmulation"] =
                json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 1.0 } });
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" }, "timeouts": { "script": 30_000 },
        } } });
        let mut browser = Self { driver, address, session: String::new() };
        browser.session = format!(
            "/session/{}",
            browser.send("POST", "/session", &wanted)["sessionId"].as_str().expect("an id")
        );
        Some(browser)
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = http::json(self.address, method, &format!("{}{path}", self.session), body)
            .expect("the driver answers");
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()["value"].clone()
    }

    /// Goes to an address.
    pub(crate) fn go(&self, link: &str) {
        self.send("POST", "/url", &json!({ "url": link }));
    }

    /// Shows the page on another screen, as a telephone's where it is `narrow`.
    pub(crate) fn resize(&self, width: u32, height: u32, narrow: bool) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": narrow });
        let order = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.send("POST", "/goog/cdp/execute", &order);
    }

    /// Loads the page anew.
    pub(crate) fn reload(&self) {
        self.send("POST", "/refresh", &json!({}));
    }

    /// What a script returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.send("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns something true; what that is.
    pub(crate) fn wait(&self, script: &str) -> Value {
        let began = Instant::now();
        loop {
            let value = self.run(script);
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if began.elapsed() > http::PATIENCE {
                panic!("never: {script}\n{}", self.run("return document.body.innerText"));
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.send("POST", "/element", &json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].as_str().expect("an element").to_owned()
    }

    /// Clicks on what a selector finds, as a person would.
    pub(crate) fn click(&self, selector: &str) {
        self.send("POST", &format!("/element/{}/click", self.element(selector)), &json!({}));
    }

    /// Types into what a selector finds.
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        self.send("POST", &format!("/element/{}/value", self.element(selector)), &json!({ "text": text }));
    }

    /// Faults and refusals that the browser has noted since the last call.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.send("POST", "/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().expect("entries").iter();
        entries.filter(|entry| entry["level"] == "SEVERE").map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = http::json(self.address, "DELETE", &self.session, &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
