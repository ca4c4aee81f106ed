//! What settings and evaluators from files are called: by the files' names, without the folders.

use std::path::Path;

/// What a file is called that a number tells from others of its name, and its path.
pub type NumberedFile = (String, String);

/// What each of these is called, of which the second says whether it is a file. Files of one name are
/// numbered in their order: elsewhere the folders may be others, and what is called by them must stay the
/// same. No two have one name, if no two that are no files had. And which file each number means.
pub(super) fn short_names<'a>(
    named: impl Iterator<Item = (&'a str, bool)>,
) -> (Vec<String>, Vec<NumberedFile>) {
    let (paths, named): (Vec<&str>, Vec<(&str, bool)>) =
        named.map(|(path, is_file)| (path, (if is_file { file_name(path) } else { path }, is_file))).unzip();
    let (mut given, mut files): (Vec<String>, Vec<NumberedFile>) = (Vec::new(), Vec::new());
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
        let called = numbered.find(is_free).expect("there are more numbers than names");
        files.push((called.clone(), paths[place].to_owned()));
        given.push(called);
    }
    (given, files)
}

fn file_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_numbered_and_no_two_are_called_the_same() {
        let named = |files: &[&str]| short_names(files.iter().map(|&file| (file, file.contains('/'))));
        let called = |files: &[&str]| named(files).0;
        assert_eq!(called(&["a/e", "b/f", "e.ron"]), ["e", "f", "e.ron"]);
        assert_eq!(called(&["a/e", "b/f", "b/e"]), ["e 1", "f", "e 2"]);
        let numbered = [("e 1", "a/e"), ("e 2", "b/e")].map(|(called, path)| (called.into(), path.into()));
        assert_eq!(named(&["a/e", "b/f", "b/e"]).1, numbered);
        assert_eq!(called(&["a/patterns", "patterns"]), ["patterns 1", "patterns"]);
        assert_eq!(called(&["a/e", "b/e", "d/e 1"]), ["e 2", "e 3", "e 1"]);
        assert_eq!(called(&["d/e 2", "a/e", "b/e"]), ["e 2", "e 1", "e 3"]);
    }
}
