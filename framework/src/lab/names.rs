//! What settings and evaluators from files are called: by the files' names, without the folders.

use std::path::Path;

/// What each of these is called, of which the second says whether it is a file. Files of one name are
/// numbered in their order: elsewhere the folders may be others, and what is called by them must stay the
/// same. No two have one name, if no two that are no files had.
pub(super) fn short_names<'a>(named: impl Iterator<Item = (&'a str, bool)>) -> Vec<String> {
    let short = |(name, is_file)| (if is_file { file_name(name) } else { name }, is_file);
    let named: Vec<(&str, bool)> = named.map(short).collect();
    let mut given: Vec<String> = Vec::new();
    for (place, &(name, is_file)) in named.iter().enumerate() {
        let alike = |others: &[(&str, bool)]| others.iter().filter(|(other, _)| *other == name).count();
        if !is_file || alike(&named) == 1 {
            given.push(name.to_owned());
            continue;
        }
        // A file may be called as another one is with its number.
        let is_free =
            |called: &String| !given.contains(called) && named.iter().all(|(other, _)| other != called);
        let mut numbered = (alike(&named[..place]) + 1..).map(|number| format!("{name} {number}"));
        given.push(numbered.find(is_free).expect("there are more numbers than names"));
    }
    given
}

fn file_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_numbered_and_no_two_are_called_the_same() {
        let called = |files: &[&str]| short_names(files.iter().map(|&file| (file, file.contains('/'))));
        assert_eq!(called(&["a/e", "b/f", "e.ron"]), ["e", "f", "e.ron"]);
        assert_eq!(called(&["a/e", "b/f", "b/e"]), ["e 1", "f", "e 2"]);
        assert_eq!(called(&["a/patterns", "patterns"]), ["patterns 1", "patterns"]);
        assert_eq!(called(&["a/e", "b/e", "d/e 1"]), ["e 2", "e 3", "e 1"]);
        assert_eq!(called(&["d/e 2", "a/e", "b/e"]), ["e 2", "e 1", "e 3"]);
    }
}
