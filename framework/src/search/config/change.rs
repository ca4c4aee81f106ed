//! Fields of a configuration changed by their names, as `--set KEY=VALUE` has them.

use super::SearchConfig;
use crate::settings;
use serde_json::Value;

impl SearchConfig {
    /// Changes one field: `key` as in the RON, with a dot for one inside another, and `value` as in RON or
    /// JSON. `off` takes a technique out, as does `None`, `on` puts it in with its usual figures, if it is
    /// not in already.
    ///
    /// # Errors
    /// A line that says which keys there are, or what is wrong with the value.
    pub fn set(&self, key: &str, value: &str) -> Result<Self, String> {
        let changed = self.changed(key, value)?;
        changed.check().map_err(|problem| format!("{key}: {problem}"))?;
        Ok(changed)
    }

    /// Changes several fields, as [`SearchConfig::set`] does; only the whole must go together.
    ///
    /// # Errors
    /// A line that says which keys there are, or what is wrong with a value, or does not go together.
    pub fn set_all(&self, changes: &[(String, String)]) -> Result<Self, String> {
        let change = |config: Self, (key, value): &(String, String)| config.changed(key, value);
        let changed = changes.iter().try_fold(self.clone(), change)?;
        changed.check()?;
        Ok(changed)
    }

    /// Whether `key` names a field, or begins with one, whatever that has inside: it may be off.
    pub fn has(key: &str) -> bool {
        let tree = serde_json::to_value(Self::default()).expect("a configuration is a plain structure");
        key.split('.').next().is_some_and(|first| tree.get(first).is_some())
    }

    fn changed(&self, key: &str, value: &str) -> Result<Self, String> {
        let mut tree = serde_json::to_value(self).expect("a configuration is a plain structure");
        let (mut at, mut holder) = (&mut tree, "");
        for part in key.split('.') {
            let why = if at.is_null() { "is off in these settings" } else { "has no parts" };
            let Some(fields) = at.as_object_mut() else {
                return Err(format!("'{key}' cannot be set: '{holder}' {why}"));
            };
            let known: Vec<&str> = fields.keys().map(String::as_str).collect();
            if !known.contains(&part) {
                // One that is inside another may be meant.
                let has_it = |inner: &Value| inner.get(part).is_some();
                return Err(match fields.iter().find(|(_, inner)| holder.is_empty() && has_it(inner)) {
                    Some((outer, _)) => {
                        format!("unknown setting '{part}'; did you mean '{outer}.{part}'?")
                    }
                    None => settings::unknown("setting", part, &known),
                });
            }
            holder = part;
            at = fields.get_mut(part).expect("a known field");
        }
        let before = at.take();
        *at = match (value, &before) {
            ("on", Value::Number(_)) | ("on" | "off", Value::String(_)) => {
                return Err(format!("'{key}={value}': expected a value as it is now, {before}"));
            }
            ("off", Value::Bool(_)) => false.into(),
            ("on", Value::Bool(_)) => true.into(),
            ("off", Value::Number(_)) => 0.into(),
            ("off", _) | ("None", Value::Null | Value::Object(_)) => Value::Null,
            // With its figures, where it is on already.
            ("on", Value::Object(_)) => before.clone(),
            ("on", _) => serde_json::json!({}),
            _ => read(value),
        };
        let off = at.is_null();
        let wrong = |error| match off {
            true => format!(
                "'{key}={value}': it cannot be off: expected what it consists of, as `presets` prints it"
            ),
            false => format!("'{key}={value}': {}", expected(&before, &error)),
        };
        serde_json::from_value(tree).map_err(wrong)
    }
}

// A value as JSON or RON has it; what is neither is a name.
fn read(value: &str) -> Value {
    let ron = || value.starts_with(['(', '[']).then(|| settings::from_ron("", value).ok()).flatten();
    serde_json::from_str(value).ok().or_else(ron).unwrap_or_else(|| value.into())
}

// What would have been right in place of what was `before`, where an error speaks of types.
fn expected(before: &Value, error: &serde_json::Error) -> String {
    match before {
        Value::Bool(_) => "expected on or off".to_owned(),
        Value::Number(now) => format!("expected a whole number in its range, as it is now: {now}"),
        Value::Null | Value::Object(_) => {
            format!("expected on, off, or what it consists of, as `presets` prints it ({error})")
        }
        _ => error.to_string(),
    }
}
