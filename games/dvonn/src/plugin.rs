//! What Dvonn tells about itself.

use crate::agent::{Agent, tell_areas, tell_tactic};
use crate::evaluators::{self, INFOS, Settings, StackFeatures};
use crate::formats::{drawing, facts, games, mail, numbering::Numbering};
use crate::geometry::SPACES;
use crate::rules::{Dvonn, Opening};
use anyply_framework::learn::FeaturesVisitor;
use anyply_framework::search::{Preset, PresetFile, SearchConfig};
use anyply_framework::{
    BuiltEngine, EvaluatorInfo, EvaluatorSource, EvaluatorVisitor, Keeps, Plugin, RecordFormat, Resources,
    SettingsError, Situation, Topic, Variant, engine_with, settings,
};

static VARIANTS: [Variant; 2] = [
    Variant { name: "full", size: None, summary: "the pieces are placed first, then moved" },
    Variant { name: "random", size: None, summary: "starts from a full board drawn by lot, White to move" },
];

static TOPICS: [Topic; 5] = [
    Topic {
        name: "areas",
        argument: "",
        summary: "groups of connected stacks, what each move loses, and its benefit with the agent's built-in settings",
    },
    Topic {
        name: "tactic",
        argument: "N [SIDE]",
        summary: "what tactic 1 to 9 of the agent would play with its built-in settings, and why",
    },
    Topic { name: "drawing", argument: "", summary: "the board as a drawing of cells, rows 5 to 1" },
    Topic { name: "facts", argument: "", summary: "the board as facts 'tabuleiro'" },
    Topic {
        name: "mail",
        argument: "BOARD USER MOVE",
        summary: "what to write to a play-by-mail server to make a move there",
    },
];

static FORMATS: [RecordFormat; 3] = [
    RecordFormat {
        name: "dvonn",
        extension: "dvonn",
        summary: "games of Dvonn, a paragraph each, spaces as the rules name them",
        keeps: KEPT,
        read: |bytes, asked| games::read(bytes, Numbering::Standard, asked).map(Into::into),
        write: |records| games::write(records, Numbering::Standard),
    },
    RecordFormat {
        name: "little-golem",
        extension: "golem",
        summary: "games of Dvonn with Little Golem's letters: ae is A1",
        keeps: KEPT,
        read: |bytes, asked| games::read(bytes, Numbering::LittleGolem, asked).map(Into::into),
        write: |records| games::write(records, Numbering::LittleGolem),
    },
    RecordFormat {
        name: "boardspace",
        extension: "boardspace",
        summary: "games of Dvonn with columns J and K numbered from 1, as Boardspace and Holtz do",
        keeps: KEPT,
        read: |bytes, asked| games::read(bytes, Numbering::Boardspace, asked).map(Into::into),
        write: |records| games::write(records, Numbering::Boardspace),
    },
];

const KEPT: Keeps = Keeps { players: true, start: true, resignations: true, ..Keeps::MOVES };

/// What `solve` changes in `best`, to prove results in the least time.
///
/// As a game rarely lasts as long as its stacks might, the search goes to the end after some depths, and there orders moves by what they lead to alone: how few
/// replies are left says more than what was learned from other positions. (When that was chosen, 2 million positions found the result 14.6 plies before the end instead of 12.9.)
///
/// Until then it searches as `best` does, as its value is the middle of the first window of the proof. In 50 endings 9 to 24 plies before the end 100,000 positions of `best` were
/// 2.2 pieces off (root mean square); the few depths of a search that leaves nothing out were 4 to 5 pieces off. Against such depths, with a window of 8 pieces to either side
/// and 24 plies to leap over, those 50 endings took 8 % less time, and 50 others 6 %. With 3 or 5 pieces to either side, or leaps of 12, 14 or 18 plies, they took 1 to 14 % more
/// than so; without ProbCut 7 %, and the others as much as with it; with early moves 3 %. A first window that knew the result, one piece to either side, would save a fifth of the old time.
///
/// What follows was measured before, where `solve` left nothing out in any depth.
///
/// Children are looked for in the table from twelve plies on: below, the look takes longer than what it saves. Where stacks might make more than 24 plies (`bare_endings`;
/// `order_by_evaluation` only turns it on) what the evaluator says is asked too: it saves positions from 18 plies on, but takes longer than they would.
///
/// Most positions of such a tree have few moves left. With straight-line code for those (`endings`) five results, 16 plies before the end, take 4.8 s instead of 10.6;
/// over 50 games that found results 15.5 plies before the end within 3 s, instead of 15.3.
/// Many of those moves can be made in any order, so most of its positions are come to again: with 32,768 results kept (`endings_cache`) 38 endings 14 and 15 plies before
/// the end take 231 million positions instead of 430, in 0.67 of the time; with 8,192 of them in 0.71, with 65,536 in 0.68.
///
/// Independent parts save what two full corners cost together: of 8 boards with 9 and 12 stacks in far corners, drawn by lot, the results take 0.13 million positions
/// instead of 4.3; asked only with 5 plies or more beside the largest part (`parts_from`) 0.82. Real games rarely get that far: of 50, none had fallen apart with 8 plies or more
/// left, two with 6, and 14 plies before the end of 50 games both took the same time. (Looked for in every position, not only where the root falls apart, parts save nothing 10
/// and 12 plies before the end, and take a quarter to a third more time.)
const SOLVE: [(&str, &str); 9] = [
    ("aspiration", "400"),
    ("leap_to_end", "16"),
    ("early_moves", "off"),
    ("enhanced_cutoffs", "12"),
    ("bare_endings", "24"),
    ("order_by_evaluation", "48"),
    ("endings", "on"),
    ("endings_cache", "15"),
    ("parts_from", "1"),
];

static PRESETS: [PresetFile; 4] = {
    let [best, selective] =
        PresetFile::of_game(include_str!("../config/best.ron"), include_str!("../config/selective.ron"));
    let solve = PresetFile {
        name: Preset::SOLVE,
        summary: "for exact results: what proves, in the least time",
        text: best.text,
        changes: &SOLVE,
    };
    let primadvonna = PresetFile {
        name: "primadvonna",
        summary: "the search of the winner of the CodeCup 2011, as far as it is known",
        text: include_str!("../config/primadvonna-search.ron"),
        changes: &[],
    };
    [best, selective, solve, primadvonna]
};

impl Plugin for Dvonn {
    const NAME: &'static str = "dvonn";
    const SUMMARY: &'static str = "stack the pieces and stay connected to the three Dvonns";
    const README: &'static str = include_str!("../README.md");
    const BENCH_DEPTH: u32 = 10;
    const SETUP_PLIES: usize = SPACES;

    fn variants() -> &'static [Variant] {
        &VARIANTS
    }

    fn open(variant: &Variant, seed: u64) -> Self {
        if variant.name == VARIANTS[1].name { Self::with_seed(seed) } else { Self::full() }
    }

    fn variant(&self) -> &'static Variant {
        match self.opening() {
            Opening::Empty => &VARIANTS[0],
            Opening::Drawn(_) => &VARIANTS[1],
        }
    }

    fn evaluators() -> &'static [EvaluatorInfo] {
        &INFOS
    }

    fn presets() -> &'static [PresetFile] {
        &PRESETS
    }

    fn positions() -> &'static str {
        include_str!("../config/positions.txt")
    }

    fn openings() -> &'static str {
        include_str!("../config/openings.txt")
    }

    fn with_evaluator<V: EvaluatorVisitor<Self>>(
        &self,
        source: &EvaluatorSource,
        visitor: V,
    ) -> Result<V::Output, SettingsError> {
        evaluators::open(source, visitor)
    }

    // The unit tests build few engines, and are built sooner without all the others.
    #[cfg_attr(test, inline)]
    fn engine(
        &self,
        source: &EvaluatorSource,
        config: SearchConfig,
        resources: Resources,
    ) -> BuiltEngine<Self> {
        engine_with(self, source, config, resources)
    }

    fn with_features<V: FeaturesVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(StackFeatures))
    }

    fn recipe() -> &'static str {
        include_str!("../config/learn.ron")
    }

    fn weights() -> &'static [u8] {
        include_bytes!("../config/stacks.weights")
    }

    fn formats() -> &'static [RecordFormat] {
        &FORMATS
    }

    fn topics() -> &'static [Topic] {
        &TOPICS
    }

    fn tell(&self, at: &Situation<Self>, topic: &str, argument: &str) -> Result<String, String> {
        let found = TOPICS.iter().find(|known| known.name == topic);
        if found.is_some_and(|topic| topic.argument.is_empty()) && !argument.trim().is_empty() {
            return Err(format!("{}: expected nothing after '{topic}'", anyply_framework::quoted(argument)));
        }
        match topic {
            "areas" => Ok(tell_areas(self, &agent()?, at)),
            "tactic" => tell_tactic(self, &agent()?, at, argument),
            // What would be read from them is a board without the rest of its pieces.
            "drawing" | "facts" if at.position.is_placing() => {
                Err(format!("the {topic} cannot say that pieces are still being placed; the board line can"))
            }
            "drawing" => Ok(drawing::write(at)),
            "facts" => Ok(facts::write(at)),
            "mail" => mail::command(self, at, argument),
            _ => Err(settings::unknown("topic", topic, &TOPICS.map(|topic| topic.name))),
        }
    }
}

/// The agent with its built-in settings.
fn agent() -> Result<Agent, String> {
    let info = INFOS.iter().find(|info| info.name == "tactics").expect("it is built in");
    match Settings::read(&EvaluatorSource::BuiltIn(info)) {
        Ok(Settings::Tactics(tactics)) => Ok(tactics.agent),
        Ok(_) => Err("the built-in 'tactics' is another evaluator".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
