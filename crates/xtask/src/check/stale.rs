//! Checks that the generated files of the repository are up to date.

use std::{fs, path::Path};

use crate::{
    failure::{Context, Failure},
    generate, workspace,
};

/// One complaint for each outdated file.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let scratch = workspace::logs();
    fs::create_dir_all(&scratch).context("could not make the folder for logs")?;
    generate::build_server()?;
    let mut pairs = Vec::new();
    for api in generate::APIS {
        let document = scratch.join(api.document);
        let types = document.with_extension("d.ts");
        generate::write_openapi(&api, &document)?;
        generate::write_types(&document, &types)?;
        pairs.push((workspace::root().join(api.document), document));
        pairs.push((workspace::web().join(api.types), types));
    }
    Ok(pairs.iter().filter_map(|(kept, fresh)| complaint(kept, fresh)).collect())
}

fn complaint(kept: &Path, fresh: &Path) -> Option<String> {
    match (fs::read(kept), fs::read(fresh)) {
        (Ok(kept), Ok(fresh)) if kept == fresh => None,
        _ => Some(format!("{} is stale: run `cargo xtask gen` and commit it", kept.display())),
    }
}
