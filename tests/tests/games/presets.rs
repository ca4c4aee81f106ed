//! The settings that every game has for itself.

use anyply_framework::search::{Preset, SearchConfig};
use anyply_games::{AnyGame, TextGame};
use serde_json::{Map, Value};

/// Without windows nothing is left to compare with, and from which depth on the table is asked is a figure, not a technique.
const NO_TECHNIQUES: [&str; 2] = ["alpha_beta", "table_from_depth"];

fn fields(config: &SearchConfig) -> Map<String, Value> {
    match serde_json::to_value(config) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_best_does_can_be_left_out_piece_by_piece() {
    let plain = fields(&SearchConfig::plain());
    for game in AnyGame::all() {
        let best = game.presets().remove(0);
        assert_eq!(best.name, Preset::BEST);
        let ablation = Preset::ablation(&best);
        assert_eq!(ablation[0], best);
        for (name, value) in fields(&best.config) {
            let is_used = value != plain[&name] && !NO_TECHNIQUES.contains(&name.as_str());
            let can_be_left_out = ablation.iter().any(|left| fields(&left.config)[&name] != value);
            assert!(!is_used || can_be_left_out, "{}: {name}", game.name());
        }
    }
}
