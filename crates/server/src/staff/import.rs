//! `sideout import`: the file and its pictures are read where the command was typed, and written where the database is.

use std::{collections::BTreeMap, io, path::Path, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sideout_app::{
    StoreError,
    brand::Brand,
    closures::{Stopped, close_bookings},
    operator::{
        Choices, ImportError, Imported, Mode, OperatorFile, PictureFiles, Stranded, import_into_nothing,
        import_operator, list_stranded, parse_operator_file, unreadable,
    },
};
use sideout_providers::images::ImageStore;

use super::{
    Office,
    closures::{say_displaced, what_happens_now},
    report::{Report, count},
};
use crate::cli::ImportArguments;

/// Nodes that share a database remember a venue for two seconds; so long somebody may still book by the old hours.
const NODES_REMEMBER: Duration = Duration::from_millis(2_500);

/// Largest picture that is worth sending: an import takes less (docs/OPERATOR-FILE.md).
const LARGEST_PICTURE: usize = 4 * 1024 * 1024;

/// An operator's file with the pictures it names.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Parcel {
    text: String,
    /// By their names in the file: the content in base64, or why it cannot be read.
    pictures: BTreeMap<String, Result<String, String>>,
}

impl Parcel {
    /// Reads the pictures that `file`, which is `text`, names in `folder`.
    pub(crate) fn pack(text: String, file: &OperatorFile, folder: &Path) -> Parcel {
        let names = file.venues.iter().flat_map(|venue| std::iter::once(&venue.image).chain(&venue.gallery));
        let names = names.filter(|name| !name.starts_with("https://") && !name.starts_with("/images/"));
        let read = |name: &String| {
            let content = std::fs::read(folder.join(name)).map_err(|error| unreadable(&error))?;
            Ok(STANDARD.encode(&content[..content.len().min(LARGEST_PICTURE)]))
        };
        let pictures = names.map(|name| (name.clone(), read(name))).collect();
        Parcel { text, pictures }
    }
}

impl PictureFiles for Parcel {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self.pictures.get(name) {
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
            Some(Err(words)) => Err(io::Error::other(words.clone())),
            Some(Ok(content)) => STANDARD.decode(content).map_err(io::Error::other),
        }
    }
}

/// Imports into this database.
pub(crate) async fn import(
    ask: &ImportArguments,
    parcel: &Parcel,
    office: &Office<'_>,
    images: &ImageStore,
) -> Report {
    let file = match parse_operator_file(&parcel.text) {
        Ok(file) => file,
        Err(problems) => return refused(ask, &problems.to_string()),
    };
    let missing = missing_facts(&file);
    let mode = if ask.dry_run { Mode::DryRun } else { Mode::Apply };
    let (now, choices) = (office.clock.now(), ask.choices());
    let mut report = match import_operator(office.store, images, file, parcel, now, mode, choices).await {
        Ok(imported) if mode == Mode::DryRun => would(&imported),
        Ok(imported) => match done(ask, &imported, office).await {
            Ok(report) => report,
            Err(error) => Report::failed(format!("the file is imported; then the database: {error}")),
        },
        Err(error) => return refused(ask, &error.to_string()),
    };
    for line in missing {
        report.say(line);
    }
    report
}

/// Tells what an import would write where there is no database yet.
pub(crate) fn import_nowhere(ask: &ImportArguments, parcel: &Parcel) -> Report {
    let told = parse_operator_file(&parcel.text).map_err(|problems| problems.to_string()).and_then(|file| {
        let missing = missing_facts(&file);
        let changes = import_into_nothing(file, parcel).map_err(|error: ImportError| error.to_string())?;
        let mut report = would(&Imported { changes, ..Imported::default() });
        for line in missing {
            report.say(line);
        }
        Ok(report)
    });
    told.unwrap_or_else(|words| refused(ask, &words))
}

fn refused(ask: &ImportArguments, words: &str) -> Report {
    Report::failed(format!("{} was not imported, nothing is changed:\n{words}", ask.file.display()))
}

fn missing_facts(file: &OperatorFile) -> Vec<String> {
    let missing = file.brand.as_ref().map(Brand::missing_facts).unwrap_or_default();
    missing.iter().map(|fact| format!("{} is missing: {}.", fact.key, fact.why)).collect()
}

/// What a dry run tells.
fn would(imported: &Imported) -> Report {
    let mut report = Report::default();
    say_changes(&mut report, imported);
    match &imported.refused {
        Some(refused) => report.say(format!("It would be refused: {refused}")),
        None => say_stranded(&mut report, imported, "would be closed", "would stay"),
    }
    match imported.changes.len() {
        0 => report.say("Nothing differs: the database is up to this file."),
        many => report.say(format!("{}. Nothing was changed (--dry-run).", count(many, "difference"))),
    }
    report
}

/// What is told, and done, after the file was written.
async fn done(ask: &ImportArguments, imported: &Imported, office: &Office<'_>) -> Result<Report, StoreError> {
    let mut report = Report::default();
    say_changes(&mut report, imported);
    match imported.changes.len() {
        0 => report.say("Nothing differs: the database is up to this file."),
        many => report.say(format!(
            "{}, all written. Running servers show them within seconds.",
            count(many, "difference")
        )),
    }
    say_stranded(&mut report, imported, "is closed", "stays");
    if let (false, Some(reason)) = (imported.to_close.is_empty(), &ask.reason) {
        let (numbers, receipts) = (&imported.to_close, office.receipts);
        let closed =
            close_bookings(office.store, office.clock, office.random, receipts, numbers, reason).await;
        let (closed, error) = match closed {
            Ok(closed) => (closed, None),
            Err(Stopped { so_far, error }) => (so_far, Some(error)),
        };
        say_displaced(&mut report, &closed.displaced);
        report.say(format!(
            "{} cancelled, {} ended.",
            count(closed.displaced.len(), "booking"),
            count(closed.holds, "hold")
        ));
        if !closed.displaced.is_empty() {
            report.say(what_happens_now(&closed, &office.closure_notices));
        }
        report.failed = error.map(|error| {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!(
                "the file is imported, closing ended early: {error}. Go on with --close {}",
                numbers.join(",")
            )
        });
    }
    if !imported.changes.is_empty() {
        say_late(&mut report, imported, office).await?;
    }
    Ok(report)
}

/// Who booked by the old hours while the new ones were written: a node that remembered them may have taken it. Nothing is
/// sold twice by that, but it has to be known.
async fn say_late(report: &mut Report, imported: &Imported, office: &Office<'_>) -> Result<(), StoreError> {
    if office.store.engine() == "postgres" {
        tokio::time::sleep(NODES_REMEMBER).await;
    }
    let mut late = list_stranded(office.store, office.clock.now()).await?;
    late.retain(|case| {
        let order = case.booking.order;
        !imported.stranded_before.contains(&order)
            && imported.stranded.iter().all(|known| known.booking.order != order)
    });
    if !late.is_empty() {
        report.say("Made by the old hours while this was written; they stay unless --close names them:");
        for case in late {
            report.say(format!("  {case}"));
        }
    }
    Ok(())
}

fn say_changes(report: &mut Report, imported: &Imported) {
    for change in &imported.changes {
        report.say(change.to_string());
    }
}

fn say_stranded(report: &mut Report, imported: &Imported, closed: &str, kept: &str) {
    for case in &imported.stranded {
        let Stranded { booking, .. } = case;
        let what = if imported.to_close.contains(&booking.order) { closed } else { kept };
        report.say(format!("  {case}: {what}"));
    }
}

impl ImportArguments {
    fn choices(&self) -> Choices {
        Choices { keep: self.keep.clone().unwrap_or_default(), close: self.close.clone().unwrap_or_default() }
    }
}
