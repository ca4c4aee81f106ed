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

/// What `solve` changes in `best`, to prove results in the least time; the README says what most are worth.
const SOLVE: [(&str, &str); 9] = [
    // Four pieces to either side of what `best` expects, which is two off. With three or five proofs take
    // longer.
    ("aspiration", "400"),
    // Games rarely last as long as their stacks might.
    ("leap_to_end", "16"),
    // They cost more than they save in a search to the end.
    ("early_moves", "off"),
    // With fewer plies left the look takes longer than what it saves.
    ("enhanced_cutoffs", "12"),
    // With up to so many plies left moves are ordered by replies alone: how few are left says more than what
    // was learned from other positions. Beyond, the evaluator is asked as well. It would save positions from
    // 18 plies on, but up to 24 it takes longer than it saves.
    ("bare_endings", "24"),
    // Any figure has the evaluator asked beyond those. Depths before the leap would ask it with so many plies
    // left, but have fewer.
    ("order_by_evaluation", "48"),
    // Most positions of such a tree have few moves left.
    ("endings", "on"),
    // Many of those moves can be made in any order, so most positions are come to again.
    ("endings_cache", "15"),
    // Asked only with more plies beside the largest part, parts save less of what two full corners cost
    // together.
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
