//! Checks that the generated files of the repository are up to date.

use std::{fs, path::Path};

use crate::{
    failure::{Doing, Failure},
    generate, workspace,
};

/// One complaint for each outdated file.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let scratch = workspace::logs();
    fs::create_dir_all(&scratch).doing("could not make the folder for logs")?;
    let (openapi, types) = (scratch.join("openapi.json"), scratch.join("schema.d.ts"));
    generate::write_openapi(&openapi)?;
    generate::write_types(&openapi, &types)?;
    let pairs = [
        (workspace::root().join("openapi.json"), openapi),
        (workspace::web().join("src/api/schema.d.ts"), types),
    ];
    Ok(pairs.iter().filter_map(|(kept, fresh)| complaint(kept, fresh)).collect())
}

fn complaint(kept: &Path, fresh: &Path) -> Option<String> {
    match (fs::read(kept), fs::read(fresh)) {
        (Ok(kept), Ok(fresh)) if kept == fresh => None,
        _ => Some(format!("{} is stale: run `cargo xtask gen` and commit it", kept.display())),
    }
}
