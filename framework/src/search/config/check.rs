//! What a configuration may say, and what in it goes together.

use super::{Endgame, Margin, ProbCut, SearchConfig};
use crate::cache::MOST_LOG2;
use crate::settings::within;

impl SearchConfig {
    /// Whether every figure is in its range, and what is on goes together: what lacks something that it needs
    /// does nothing, or takes long. Settings that were read or [set](Self::set) have passed.
    ///
    /// # Errors
    /// A line that quotes the figure or the fields, and says what was expected.
    pub fn check(&self) -> Result<(), String> {
        self.check_figures()?;
        self.check_principal_variation()?;
        self.check_table()?;
        self.check_windows()?;
        if self.order_by_search > 0 && (self.bare_endings == 0 || self.order_by_evaluation == 0) {
            return Err(format!(
                "'order_by_search: {}' needs 'bare_endings' and 'order_by_evaluation': \
                 expected both above 0, or it 0",
                self.order_by_search
            ));
        }
        Ok(())
    }

    /// Whether every figure is in its range: one that is not may panic in a search.
    pub(crate) fn check_figures(&self) -> Result<(), String> {
        within("killers", self.killers, 0..=2)?;
        within("quiescence", self.quiescence, 0..=64)?;
        within("evaluation_cache", self.evaluation_cache, 0..=MOST_LOG2)?;
        within("endings_cache", self.endings_cache, 0..=MOST_LOG2)?;
        within("table_from_depth", self.table_from_depth, 1..=u8::MAX)?;
        self.monte_carlo.check()?;
        if let Some(reductions) = &self.reductions {
            within("reductions.divisor", reductions.divisor, 1..=u16::MAX)?;
            within("reductions.from_move", reductions.from_move, 2..=u8::MAX)?;
        }
        if let Some(null_move) = &self.null_move {
            within("null_move.from_depth", null_move.from_depth, 1..=u8::MAX)?;
        }
        self.probcut.as_ref().map_or(Ok(()), ProbCut::check)?;
        self.endgame.as_ref().map_or(Ok(()), Endgame::check)?;
        let margins = [
            ("futility", &self.futility),
            ("reverse_futility", &self.reverse_futility),
            ("razoring", &self.razoring),
        ];
        margins.into_iter().try_for_each(|(of, margin)| margin.as_ref().map_or(Ok(()), |it| it.check(of)))?;
        self.singular.as_ref().map_or(Ok(()), |it| within("singular.margin", it.margin, 0..=Margin::MOST))
    }

    // Where a line may still become the principal variation nothing is cut off on an opinion, and without the
    // search of that name every line may.
    fn check_principal_variation(&self) -> Result<(), String> {
        if self.principal_variation {
            return Ok(());
        }
        let need_it = [
            ("null_move", self.null_move.is_some()),
            ("probcut", self.probcut.is_some()),
            ("razoring", self.razoring.is_some()),
            ("reverse_futility", self.reverse_futility.is_some()),
            ("futility", self.futility.is_some()),
            ("late_move_pruning", self.late_move_pruning.is_some()),
            ("reductions", self.reductions.is_some()),
            ("endgame", self.endgame.is_some()),
        ];
        match lacking(&need_it) {
            Some((need, them)) => Err(format!(
                "{need} principal variation search: expected 'principal_variation: true' beside {them}"
            )),
            None => Ok(()),
        }
    }
    fn check_table(&self) -> Result<(), String> {
        let need_it = [
            ("mtdf", self.mtdf),
            ("enhanced_cutoffs", self.enhanced_cutoffs > 0),
            ("symmetry", self.symmetry > 0),
            ("singular", self.singular.is_some()),
            ("near_table_from", self.near_table_from > 0),
            ("parts_from", self.parts_from > 0),
            ("endings_table_from", self.endings_table_from > 0),
            ("quiet_wins", self.quiet_wins > 0),
        ];
        match lacking(&need_it).filter(|_| !self.table) {
            Some((need, them)) => Err(format!("{need} the table: expected 'table: true' beside {them}")),
            None => Ok(()),
        }
    }

    fn check_windows(&self) -> Result<(), String> {
        let problem = if self.mtdf && !self.fail_soft {
            "'mtdf' needs tight bounds: expected 'fail_soft: true' beside it"
        } else if self.mtdf && self.aspiration > 0 {
            "'mtdf' places its windows itself: expected 'aspiration: 0' beside it"
        } else if !self.alpha_beta && (self.mtdf || self.aspiration > 0 || self.principal_variation) {
            "without 'alpha_beta' there are no windows: expected 'mtdf', 'aspiration' and \
             'principal_variation' off"
        } else {
            return Ok(());
        };
        Err(problem.to_owned())
    }
}

// Which of these are on, as the beginning of a sentence of what they need, and the word for them further on;
// nothing if none is.
fn lacking(need_it: &[(&str, bool)]) -> Option<(String, &'static str)> {
    let on = need_it.iter().filter(|(_, on)| *on);
    let names: Vec<String> = on.map(|(name, _)| format!("'{name}'")).collect();
    let (need, them) = match names.len() {
        0 => return None,
        1 => ("needs", "it"),
        _ => ("need", "them"),
    };
    Some((format!("{} {need}", names.join(", ")), them))
}
