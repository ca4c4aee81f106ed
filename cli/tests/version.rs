//! The one test of the program in its own package: with it `cargo test` builds the program together with
//! everything else, and not once the first test of `tests/` that runs it asks for it, when all others wait.

use std::process::Command;

#[test]
fn the_program_says_its_version() {
    for argument in ["version", "--version"] {
        let output = Command::new(env!("CARGO_BIN_EXE_anyply")).arg(argument).output().expect("it starts");
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success());
        assert_eq!(said, format!("anyply {}\n", env!("CARGO_PKG_VERSION")));
    }
}
