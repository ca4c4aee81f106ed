//! What a plan says of an evaluator besides its name.
//!
//! Settings stand there in full. Learned weights are megabytes: a plan says where their file is and what
//! tells them from all others, and whoever does a job reads them there.

use super::kept::Kept;
use super::run::JobError;
use crate::learn::Weights;
use crate::plugin::{EvaluatorInfo, EvaluatorSource, Plugin};
use std::path::Path;
use std::sync::Arc;

/// No settings begin like that: a file that does is one of weights.
const LEARNED: &str = "anyply weights ";

/// What a plan says of it: nothing where it is built in.
pub fn written(source: &EvaluatorSource) -> Option<String> {
    match source {
        EvaluatorSource::BuiltIn(_) => None,
        EvaluatorSource::File { text, .. } => Some(text.clone()),
        EvaluatorSource::Weights { path, weights } => {
            Some(format!("{LEARNED}{} {}", weights.digest(), path.display()))
        }
    }
}

/// Leaves away where an evaluator's file is, by which it is also called: it is the same in another place, and
/// on another machine.
pub(crate) fn forget_place(name: &mut String, written: &mut Option<String>) {
    let Some(text) = written else { return };
    name.clear();
    if let Some(place) = text.strip_prefix(LEARNED).and_then(|said| said.find(' ')) {
        text.truncate(LEARNED.len() + place);
    }
}

/// The evaluator of that name, or the one of which a plan says that.
pub(crate) fn evaluator_source<G: Plugin>(
    name: &str,
    written: Option<&str>,
) -> Result<EvaluatorSource, JobError> {
    let Some(text) = written else {
        let known = EvaluatorInfo::named::<G>(name).map(EvaluatorSource::BuiltIn);
        return known.map_err(|_| JobError::Evaluator(name.to_owned()));
    };
    match text.strip_prefix(LEARNED).and_then(|said| said.split_once(' ')) {
        Some((digest, path)) => {
            let weights = learned(digest, Path::new(path)).map_err(JobError::Weights)?;
            Ok(EvaluatorSource::Weights { path: path.into(), weights })
        }
        None => Ok(EvaluatorSource::File { path: name.into(), text: text.to_owned() }),
    }
}

/// The weights of a file, which must still be those.
fn learned(digest: &str, path: &Path) -> Result<Arc<Weights>, String> {
    static KEPT: Kept<Weights> = Kept::new();
    KEPT.get(digest, || match EvaluatorSource::from_file(path)? {
        EvaluatorSource::Weights { weights, .. } if weights.digest() == digest => Ok(weights),
        _ => Err(format!("{}: no longer the weights that were named", path.display())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_weights_begins_as_no_settings_do() {
        assert_eq!(LEARNED.as_bytes(), Weights::MAGIC);
    }
}
