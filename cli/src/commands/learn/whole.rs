//! Files that are there at once or not at all.

use anyhow::{Context, Result};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes a file; one of that name is replaced.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let unwritable = || format!("cannot write '{}'", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file: NamedTempFile = builder.prefix(".anyply-").tempfile_in(folder).with_context(unwritable)?;
    file.write_all(bytes).with_context(unwritable)?;
    file.as_file().sync_all().with_context(unwritable)?;
    file.persist(path).map_err(|error| error.error).with_context(unwritable)?;
    Ok(())
}

/// Reads a file; nothing if it is not there.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read '{}'", path.display())),
    }
}
