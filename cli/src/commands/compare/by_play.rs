//! `compare --by-play`: matches between settings, and how much stronger one is.

use super::{doing, request};
use crate::args::Compare;
use crate::commands::matches::{self, Showing};
use crate::commands::work::merged;
use crate::exit::{Exit, Usage};
use anyhow::Result;
use anyply_framework::arena::Nobody;

/// Plans the matches, plays them, reports.
pub(super) fn run(args: &Compare) -> Result<Exit> {
    let senseless = [
        ("--threads", !args.threads.is_empty()),
        ("--repetitions", args.repetitions.is_some()),
        ("--budget", args.budget.is_some()),
    ];
    if let Some((option, _)) = senseless.iter().find(|(_, given)| *given) {
        return Err(Usage::error(format!(
            "'{option}' cannot stand beside '--by-play', which plays whole games"
        )));
    }
    let showing = Showing {
        command: "compare",
        json: args.json.json,
        csv: args.csv,
        html: args.html.as_deref(),
        merge: &args.merge,
    };
    if !args.merge.is_empty() {
        let (plan, results) = merged(&args.merge)?;
        return matches::report(&plan, &results, showing);
    }
    let plan = request::matches(args)?;
    if args.dry_run {
        return matches::planned(&plan, args.shard, args.json.json);
    }
    matches::carry_out(&plan, doing(args), &Nobody, showing)
}
