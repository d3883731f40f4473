//! `sideout import`.

use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use sideout_app::{
    brand::Brand,
    clock::{Clock as _, SystemClock},
    operator::{Change, Mode, PictureFiles, import_into_nothing, import_operator, parse_operator_file},
};
use sideout_providers::images::ImageStore;

use super::Failure;
use crate::{
    cli::ImportArguments,
    database::{DatabaseUrl, Schema},
    log,
    settings::{LogSettings, ServerSettings},
};

/// Reads the file, tells everything that is wrong with it, or brings the database up to it.
pub(crate) async fn import(arguments: ImportArguments) -> Result<ExitCode, Failure> {
    let name = arguments.file.display();
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
    log::start(&LogSettings { filter: "warn".to_owned(), ..settings.log })?;
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::new(format!("{name} cannot be read: {error}")))?;
    let file = parse_operator_file(&text).map_err(|problems| {
        Failure::new(format!("{name} was not imported, nothing is changed:\n{problems}"))
    })?;
    let missing = file.brand.as_ref().map(Brand::missing_facts).unwrap_or_default();
    let images = ImageStore::open(&settings.images).map_err(|error| Failure::new(error.to_string()))?;
    let folder = Folder(arguments.file.parent().unwrap_or(Path::new("")).to_path_buf());
    let database = DatabaseUrl::of(&settings)?;
    let mode = if arguments.dry_run { Mode::DryRun } else { Mode::Apply };
    // Opening a database brings its schema up, which a dry run must not.
    let schema = if mode == Mode::DryRun { database.schema().await? } else { Schema::UpToDate };
    let imported = match schema {
        Schema::None => import_into_nothing(file, &folder),
        Schema::Behind { at, newest } => {
            return Err(Failure::new(format!(
                "the database is at schema {at} of {newest}, and a dry run does not bring it up: back it up, start the \
                 server once, and ask again"
            )));
        }
        Schema::UpToDate => {
            let store = database.open().await?;
            let imported = import_operator(&store, &images, file, &folder, SystemClock.now(), mode).await;
            store.close().await;
            imported
        }
    };
    let changes = imported
        .map_err(|error| Failure::new(format!("{name} was not imported, nothing is changed:\n{error}")))?;
    tell(&changes, mode);
    for fact in missing {
        say!("{} is missing: {}.", fact.key, fact.why);
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(changes: &[Change], mode: Mode) {
    for change in changes {
        say!("{change}");
    }
    match (changes.len(), mode) {
        (0, _) => say!("Nothing differs: the database is up to this file."),
        (count, Mode::DryRun) => say!("{count} differences. Nothing was changed (--dry-run)."),
        (count, Mode::Apply) => {
            say!("{count} differences, all written. Running servers show them within seconds.")
        }
    }
}

/// The folder of the operator's file.
struct Folder(PathBuf);

impl PictureFiles for Folder {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.0.join(name))
    }
}
