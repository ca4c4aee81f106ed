//! `compare --html`: one page that needs nothing else.

use anyply_tests::program::{done_in, refused, run_in, text};
use roxmltree::{Document, Node, ParsingOptions};
use std::fs;
use std::path::Path;

fn page(options: &[&str], home: &Path) -> String {
    let output = run_in(&[&["compare"], options, &["--html", "page.html"]].concat(), "", home);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    fs::read_to_string(home.join("page.html")).unwrap()
}

// The page is written so that a reader of XML takes it too: every element is closed.
fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}: {page}"))
}

fn elements<'a>(page: &'a Document<'_>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| node.has_tag_name(name))
}

fn words(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

#[test]
fn the_page_has_charts_tables_and_settings_and_fetches_nothing() {
    let home = tempfile::tempdir().unwrap();
    let text =
        page(&["--preset", "alphabeta,full-sound", "--depth", "1..2", "--positions", "2"], home.path());
    let page = parsed(&text);
    for fetched in ["http:", "https:", "url(", "@import", "<script", "<link", "<img", "src="] {
        assert!(!text.contains(fetched), "{fetched}");
    }
    let headings: Vec<_> = elements(&page, "h2").map(words).collect();
    for game in anyply_games::AnyGame::names() {
        assert!(headings.iter().any(|heading| heading.starts_with(game)), "{game}: {headings:?}");
    }
    let listed: Vec<_> = elements(&page, "details").map(words).collect();
    for setting in ["alphabeta", "full-sound"] {
        let found = listed.iter().find(|listed| listed.trim().starts_with(setting));
        assert!(found.is_some_and(|found| found.contains("principal_variation:")), "{setting}: {listed:?}");
    }
    let facts: Vec<_> = elements(&page, "dd").map(words).collect();
    let command = "anyply compare --preset alphabeta,full-sound --depth 1..2 --positions 2 --html page.html";
    assert!(facts.contains(&command.to_owned()), "{facts:?}");
}

#[test]
fn charts_of_what_one_of_several_threads_counted_say_so() {
    for (threads, told) in [("2", 2), ("1,2", 0)] {
        let home = tempfile::tempdir().unwrap();
        let options = ["othello", "--preset", "full-sound", "--depth", "3", "--threads", threads];
        let text = page(&options, home.path());
        assert_eq!(text.matches("Counted on the first thread.").count(), told, "{threads}");
    }
}

#[test]
fn a_page_of_a_file_says_what_made_the_page_and_not_that_it_found_the_figures() {
    let home = tempfile::tempdir().unwrap();
    let compared = "compare othello --preset alphabeta --depth 1 --positions 2 --out r.jsonl";
    done_in(compared, home.path());
    let text = page(&["--merge", "r.jsonl"], home.path());
    let page = parsed(&text);
    let facts: Vec<_> =
        elements(&page, "dt").map(words).zip(elements(&page, "dd").map(words)).take(3).collect();
    assert_eq!(facts[0].0, "Page made by");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(facts[0].1, format!("anyply compare --merge r.jsonl --html page.html (anyply {version})"));
    assert_eq!((facts[1].0.as_str(), facts[2].0.as_str()), ("Page made on", "Experiment"));
}

#[test]
fn every_chart_has_a_title_and_a_description_and_every_table_a_caption() {
    let home = tempfile::tempdir().unwrap();
    let text =
        page(&["--preset", "alphabeta,full-sound", "--depth", "1..2", "--positions", "2"], home.path());
    let page = parsed(&text);
    let charts: Vec<_> = elements(&page, "svg").collect();
    assert!(charts.len() >= 3 * 2, "{}", charts.len());
    for chart in charts {
        let labels = chart.attribute("aria-labelledby").unwrap();
        for label in labels.split(' ') {
            let named = page.descendants().filter(|node| node.attribute("id") == Some(label));
            let named: Vec<_> = named.collect();
            assert!(named.len() == 1 && !words(named[0]).trim().is_empty(), "{label}");
        }
        assert_eq!(chart.attribute("role"), Some("img"));
        let coloured = chart.descendants().filter(|node| {
            ["fill", "stroke"]
                .iter()
                .any(|name| node.attribute(*name).is_some_and(|colour| colour.starts_with('#')))
        });
        assert_eq!(coloured.count(), 0, "colours are the page's, for dark and light");
    }
    for table in elements(&page, "table") {
        assert!(table.descendants().any(|node| node.has_tag_name("caption")));
    }
    let landmarks = page.descendants().filter(|node| node.attribute("role") == Some("region"));
    assert_eq!(landmarks.count(), 0, "of the tables of several games, several have one name");
}

#[test]
fn an_ablation_is_drawn_against_best() {
    let home = tempfile::tempdir().unwrap();
    let text = page(
        &["dvonn", "--preset", "ablation", "--depth", "2", "--positions", "1", "--hash", "1M"],
        home.path(),
    );
    assert!(text.contains("Nodes against best") && !text.contains("Nodes against the setting above"));
}

#[test]
fn the_tables_say_what_the_printed_ones_say() {
    let home = tempfile::tempdir().unwrap();
    let options =
        ["compare", "othello", "--preset", "alphabeta,full-sound", "--depth", "3", "--html", "page.html"];
    let printed = text(&run_in(&options, "", home.path()).stdout);
    let printed: String = printed.split_whitespace().collect();
    let text = fs::read_to_string(home.path().join("page.html")).unwrap();
    let page = parsed(&text);
    let rows: Vec<_> = elements(&page, "tr").collect();
    assert!(rows.len() > 8, "{}", rows.len());
    for row in rows {
        let row: String = words(row).split_whitespace().collect();
        assert!(printed.contains(&row), "{row}");
    }
}

#[test]
fn names_from_outside_are_escaped() {
    let home = tempfile::tempdir().unwrap();
    let experiment = r#"(
        games: [(name: "othello", positions: BuiltIn(2))],
        settings: [
            Config(name: "<script>alert('a' & \"b\")</script>", config: (killers: 0)),
            Preset("full-sound"),
        ],
        depth: (1, 3),
    )"#;
    fs::write(home.path().join("experiment.ron"), experiment).unwrap();
    let text = page(&["--file", "experiment.ron"], home.path());
    let page = parsed(&text);
    assert_eq!(elements(&page, "script").count(), 0);
    let name = "<script>alert('a' & \"b\")</script>";
    for place in ["summary", "text", "th"] {
        assert!(elements(&page, place).any(|node| words(node).contains(name)), "{place}: {text}");
    }
}

#[test]
fn matches_show_the_strength_with_its_interval() {
    let home = tempfile::tempdir().unwrap();
    let text = page(&["othello", "--by-play", "--depth", "1..2", "--positions", "2"], home.path());
    let page = parsed(&text);
    let described: Vec<_> = elements(&page, "desc").map(words).collect();
    assert_eq!(described.len(), 2, "the strength, and the score by game: {described:?}");
    assert!(described.iter().all(|text| text.starts_with("best depth 2 – best depth 1: ")), "{described:?}");
    assert!(elements(&page, "summary").any(|node| words(node).contains("depth 2 a move")));
}

#[test]
fn what_players_and_evaluators_differ_in_is_told() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("mine.ron"), "// Of mine.\ndiscs()\n").unwrap();
    done_in("learn othello --book --positions 2 --depth 2 --out o.book", home.path());
    let line = "match othello --player a=greedy --player b=greedy --games 2 --nodes 50 --for a:eval=mine.ron --for b:book=o.book \
                --for b:threads=2 --share-cores --for b:hash=2M";
    let told =
        |said: &str| [", 2 threads, 2 MiB hash, book ", " o.book"].iter().all(|words| said.contains(words));
    assert!(told(&done_in(&format!("{line} --dry-run"), home.path())));
    done_in(&format!("{line} --html page.html"), home.path());
    let of_match = fs::read_to_string(home.path().join("page.html")).unwrap();
    assert!(elements(&parsed(&of_match), "summary").any(|node| told(&words(node))));
    let of_searches =
        page(&["othello", "--preset", "prior", "--depth", "1", "--eval", "mine.ron"], home.path());
    for text in [of_match, of_searches] {
        assert!(elements(&parsed(&text), "pre").any(|node| words(node).starts_with("// Of mine.\ndiscs()")));
    }
}

#[test]
fn a_page_takes_the_place_of_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let both = "match othello --player a=1 --player b=2 --games 2 --out a --html a";
    refused(both, home.path(), 2, &["'a' is both --out and --html"]);
    fs::write(home.path().join("kept"), "{\"what\": \"results\"}").unwrap();
    for line in [
        "compare othello --preset prior --depth 1 --html kept",
        "match othello --player a=1 --player b=2 --games 2 --html kept",
        "learn othello --games 20 --out folder --html kept",
    ] {
        refused(line, home.path(), 1, &["'kept' is there and is no page"]);
    }
    assert!(fs::read_to_string(home.path().join("kept")).unwrap().starts_with('{'));
}

#[test]
fn an_old_page_is_replaced_only_by_a_new_one() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("page.html"), "<old>").unwrap();
    refused("compare othello --depth x --html page.html", home.path(), 2, &["'x'"]);
    assert_eq!(fs::read_to_string(home.path().join("page.html")).unwrap(), "<old>");
    assert!(
        page(&["othello", "--preset", "prior", "--depth", "1"], home.path()).starts_with("<!DOCTYPE html>")
    );
    let left: Vec<_> = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".anyply")), "{left:?}");
    let nowhere = "compare othello --preset prior --depth 1 --html no/such/page.html";
    refused(nowhere, home.path(), 1, &["'no/such/page.html'"]);
}
