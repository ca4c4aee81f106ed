//! The program, run as a person would run it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The built program. It is another package's, so it is built here first, with the profile of the running test.
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
pub fn command(arguments: &[&str], home: &std::path::Path) -> Command {
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
pub fn run_in(arguments: &[&str], input: &str, home: &std::path::Path) -> Output {
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
