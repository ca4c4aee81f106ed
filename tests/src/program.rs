//! The program, run as a person would run it.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// The built program. It is another package's, so it is built here first, with the profile of the running
/// test.
///
/// # Panics
/// If it cannot be built.
pub fn path() -> &'static PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let test = std::env::current_exe().expect("a test knows where it is");
        let folder = test.ancestors().nth(2).expect("tests run in target/PROFILE/deps");
        let mut build = Command::new(env!("CARGO"));
        build
            .args(["build", "--quiet", "--package", "anyply"])
            .env("CARGO_TARGET_DIR", folder.parent().expect("target"));
        if folder.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "the program builds");
        folder.join(format!("anyply{}", std::env::consts::EXE_SUFFIX))
    })
}

/// The program with arguments, as on a command line, in an empty home.
pub fn command(arguments: &[&str], home: &Path) -> Command {
    let mut command = Command::new(path());
    command.args(arguments).env("ANYPLY_HOME", home).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// Runs the program to its end with `input`.
///
/// # Panics
/// If it cannot be run.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let home = tempfile::tempdir().expect("a temporary folder");
    run_in(arguments, input, home.path())
}

/// Runs the program to its end with `input`, keeping its files in `home`.
///
/// # Panics
/// If it cannot be run.
pub fn run_in(arguments: &[&str], input: &str, home: &Path) -> Output {
    let mut child = command(arguments, home)
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // A thread of its own: the program may answer before it has read everything, or end early.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// What was printed, as text.
///
/// # Panics
/// If it is not text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program prints text")
}

/// What is printed by a command that must succeed and say nothing beside its results.
///
/// # Panics
/// If it fails or complains.
pub fn printed(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "anyply {}", arguments.join(" "));
    printed
}

/// The lines of a text, each a JSON object.
///
/// # Panics
/// If one is not.
pub fn objects(printed: &str) -> Vec<Value> {
    let object = |line: &str| {
        let value = serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(value.is_object(), "{line}");
        value
    };
    printed.lines().map(object).collect()
}

/// The JSON objects that a command prints, which must succeed.
pub fn json(arguments: &[&str]) -> Vec<Value> {
    objects(&printed(&[arguments, &["--json"]].concat()))
}

/// A line has all these fields.
///
/// # Panics
/// If it has not.
pub fn has_fields(line: &Value, fields: &[&str]) {
    for field in fields {
        assert!(line.get(field).is_some(), "{field} in {line}");
    }
}

/// A list of texts.
///
/// # Panics
/// If it is none.
pub fn strings(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|item| item.as_str().expect("text").to_owned()).collect()
}

/// The games among the lines of a match.
pub fn games(lines: &[Value]) -> Vec<&Value> {
    lines.iter().filter(|line| line.get("moves").is_some()).collect()
}

/// Our own engine as another program, quoted for a command line.
pub fn ours(protocol: &str, options: &str) -> String {
    format!("'{}' engine {protocol} {options}", path().display())
}

/// Whether something is done in time. A machine that is busy with something else gets three tries.
pub fn in_time(limit: Duration, mut act: impl FnMut()) -> bool {
    (0..3).any(|_| {
        let began = Instant::now();
        act();
        began.elapsed() < limit
    })
}

/// Waits for a file that a program makes soon after it has begun.
pub fn wait_for(file: &Path) {
    let began = Instant::now();
    while !file.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "{} is not made", file.display());
        thread::sleep(Duration::from_millis(20));
    }
}

/// As good as at once, on however busy a machine: what is told to stop there would go on for longer.
pub const AT_ONCE: Duration = Duration::from_secs(10);

/// The most memory that a running program had so far, in bytes; nothing once it has ended, or where the
/// system does not tell.
pub fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes = line.split_whitespace().next()?.parse::<u64>().ok()?;
    Some(kibibytes << 10)
}

/// Whether a [`peak`] is known and below this. Elsewhere than on Linux nothing is known, and nothing is held
/// against it.
pub fn is_below(peak: Option<u64>, bytes: u64) -> bool {
    peak.map_or(!cfg!(target_os = "linux"), |peak| peak < bytes)
}

/// The words of a command line.
pub fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A value without what differs from run to run: times and speeds.
pub fn lasting(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !name.contains("second") && name != "speedup");
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

/// JSON lines without what differs from run to run.
pub fn lasting_lines(printed: &str) -> Vec<Value> {
    objects(printed).into_iter().map(lasting).collect()
}

/// Runs a command that must succeed, in a folder; what it printed.
///
/// # Panics
/// If it fails.
pub fn done_in(line: &str, folder: &Path) -> String {
    let output = run_in(&words(line), "", folder);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What is said by a command that must be refused with this exit code: one error that says all of this, and
/// no results.
///
/// # Panics
/// If it is not.
pub fn refusal(output: &Output, code: i32, what: &str, said: &[&str]) -> String {
    let error = text(&output.stderr).trim_end().to_owned();
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(code), ""), "{what}: {error}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{what}: {error}");
    assert!(error.matches("error:").count() == 1 && !error.contains("panicked"), "{what}: {error}");
    for said in said {
        assert!(error.contains(said), "{said} in the answer to {what}: {error}");
    }
    error
}

/// Runs a command in a folder that must be refused; the [`refusal`].
pub fn refused(line: &str, home: &Path, code: i32, said: &[&str]) -> String {
    refusal(&run_in(&words(line), "", home), code, line, said)
}

/// Each command line is refused, in an empty folder, with all that stands beside it.
///
/// # Panics
/// If one is not.
pub fn all_refused(code: i32, cases: &[(&str, &[&str])]) {
    let home = tempfile::tempdir().expect("a temporary folder");
    for (line, said) in cases {
        refused(line, home.path(), code, said);
    }
}

/// Sends a signal, such as `INT`, to a process.
///
/// # Panics
/// If it cannot be sent.
#[cfg(unix)]
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &process.to_string()]).status().expect("kill runs");
    assert!(sent.success(), "SIG{name} is sent");
}

/// The program while it runs, spoken to through pipes.
#[derive(Debug)]
pub struct Running {
    child: Child,
    stdout: ChildStdout,
}

impl Running {
    /// Starts the program.
    ///
    /// # Panics
    /// If it cannot be run.
    pub fn start(arguments: &[&str], home: &Path) -> Self {
        let mut child = command(arguments, home)
            .current_dir(home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("piped");
        Self { child, stdout }
    }

    /// Reads until what was printed since the last call ends with one of `ends`, or until there is no more;
    /// returns it.
    ///
    /// # Panics
    /// If it is not text.
    pub fn hear_until(&mut self, ends: &[&str]) -> String {
        let mut heard = Vec::new();
        let mut byte = [0];
        let ended = |heard: &[u8]| ends.iter().any(|end| heard.ends_with(end.as_bytes()));
        while !ended(&heard) && self.stdout.read(&mut byte).is_ok_and(|count| count > 0) {
            heard.push(byte[0]);
        }
        text(&heard)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Types a line.
    ///
    /// # Panics
    /// If the program is gone.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are, text or not.
    ///
    /// # Panics
    /// If the program is gone.
    pub fn send(&mut self, bytes: &[u8]) {
        let stdin = self.child.stdin.as_mut().expect("piped");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the program reads");
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.child.stdin = None;
    }

    /// Sends a signal, such as `INT`.
    ///
    /// # Panics
    /// If it cannot be sent.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        signal(self.id(), name);
    }

    /// Waits for the end; what was printed since the last reading, and how it ended.
    ///
    /// # Panics
    /// If there is no end.
    pub fn end(mut self) -> (String, ExitStatus) {
        let rest = self.hear_until(&[]);
        (rest, self.child.wait().expect("the program ends"))
    }
}

/// A test that fails leaves no program behind.
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
