//! The files of the Gomoku world.

pub mod openings;
pub mod psq;
pub mod renlib;
mod tree;

use crate::plugin::RULES;
use crate::rules::{Gomoku, Rule};
use anyply_framework::Plugin;

/// The name of a rule, as the variants have it.
fn rule_name(rule: Rule) -> &'static str {
    Gomoku::<15>::new(rule).variant().name
}

/// The rule whose name `text` begins with, in any case: the Gomocup's divisions are `Freestyle15_1`, `Renju`
/// and such.
fn rule_named(text: &str) -> Option<Rule> {
    let text = text.trim();
    RULES.into_iter().find(|&rule| {
        let name = rule_name(rule);
        text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    })
}
