//! Fields of a configuration changed by their names, as `--set KEY=VALUE` has them.

use super::SearchConfig;
use crate::settings;

impl SearchConfig {
    /// Changes one field: `key` as in the RON, with a dot for one inside another, and `value` as in RON or JSON. `off` takes a
    /// technique out, `on` puts it in with its usual figures.
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

    fn changed(&self, key: &str, value: &str) -> Result<Self, String> {
        let mut tree = serde_json::to_value(self).expect("a configuration is a plain structure");
        let (mut at, mut holder) = (&mut tree, "");
        for part in key.split('.') {
            let why = if at.is_null() { "is off in these settings" } else { "has no parts" };
            let Some(fields) = at.as_object_mut() else {
                return Err(format!("'{key}' cannot be set: '{holder}' {why}"));
            };
            holder = part;
            let known: Vec<&str> = fields.keys().map(String::as_str).collect();
            if !known.contains(&part) {
                return Err(settings::unknown("setting", part, &known));
            }
            at = fields.get_mut(part).expect("a known field");
        }
        *at = match (value, &*at) {
            ("on", serde_json::Value::Number(_)) | ("on" | "off", serde_json::Value::String(_)) => {
                return Err(format!("'{key}={value}': expected a value as it is now, {at}"));
            }
            ("off", serde_json::Value::Bool(_)) => false.into(),
            ("on", serde_json::Value::Bool(_)) => true.into(),
            ("off", serde_json::Value::Number(_)) => 0.into(),
            ("off", _) => serde_json::Value::Null,
            ("on", _) => serde_json::json!({}),
            _ => serde_json::from_str(value).unwrap_or_else(|_| serde_json::Value::from(value)),
        };
        serde_json::from_value(tree).map_err(|error| format!("{key}: {error}"))
    }
}
