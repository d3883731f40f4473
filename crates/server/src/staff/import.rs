//! `sideout import`: the command reads the file and its pictures; it writes them itself, unless a running server owns the database.

use std::{collections::BTreeMap, io, path::Path, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use sideout_app::{
    StoreError,
    closures::{Interrupted, close_bookings},
    operator::{
        Choices, ImportError, ImportOptions, Imported, Mode, OperatorFile, PictureFiles, Stranded,
        describe_read_error, import_operator, list_stranded, parse_for_stored_zone, parse_operator_file,
        preview_for_empty_database,
    },
    platform::{brand::Brand, own_texts::names_without_flow},
};
use sideout_domain::order::OrderNumber;
use sideout_providers::images::{ImageStore, drawing};
use sideout_store::{Brands, Store};

use super::{
    closures::{add_displaced, what_happens_now},
    context::StaffContext,
    report::{Report, format_count},
};
use crate::{cli::ImportArguments, failure::what_to_do};

/// Nodes that share a database cache a venue for two seconds, and may accept bookings by the old hours that long.
const CACHE_EXPIRY: Duration = Duration::from_millis(2_500);

/// The most bytes of a picture that are sent; an import accepts fewer (docs/OPERATOR-FILE.md).
const LARGEST_PICTURE: usize = 4 * 1024 * 1024;

/// An operator file with the pictures it names.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct ImportBundle {
    text: String,
    /// The pictures by their names in the file: the content in base64, or why it cannot be read.
    pictures: BTreeMap<String, Result<String, String>>,
}

impl ImportBundle {
    /// Packs the operator file `text`, parsed as `file`, with the pictures in `folder` that it names.
    pub(crate) fn pack(text: String, file: &OperatorFile, folder: &Path) -> ImportBundle {
        let logo = file.brand.as_ref().and_then(|brand| brand.logo.as_ref());
        let venues = file.venues.iter().flat_map(|venue| std::iter::once(&venue.image).chain(&venue.gallery));
        let names = logo.into_iter().chain(venues);
        let names = names.filter(|name| !name.starts_with("https://") && !name.starts_with("/images/"));
        let read = |name: &String| {
            let content = std::fs::read(folder.join(name)).map_err(|error| describe_read_error(&error))?;
            Ok(STANDARD.encode(&content[..content.len().min(LARGEST_PICTURE)]))
        };
        let pictures = names.map(|name| (name.clone(), read(name))).collect();
        ImportBundle { text, pictures }
    }
}

impl PictureFiles for ImportBundle {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self.pictures.get(name) {
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
            Some(Err(message)) => Err(io::Error::other(message.clone())),
            Some(Ok(content)) => STANDARD.decode(content).map_err(io::Error::other),
        }
    }
}

/// Imports into this database.
pub(crate) async fn import(
    arguments: &ImportArguments,
    bundle: &ImportBundle,
    context: &StaffContext<'_>,
    images: &ImageStore,
) -> Report {
    let file = match read_stored_zone(context.store).await {
        Ok(zone) => parse_for_stored_zone(&bundle.text, &zone).map_err(|problems| problems.to_string()),
        Err(error) => return failed(arguments, &error.into()),
    };
    let file = match file {
        Ok(file) => file,
        Err(message) => return refused(arguments, &message),
    };
    let warnings = brand_warnings(&file, bundle, context.uses_msg91);
    let mode = if arguments.dry_run { Mode::DryRun } else { Mode::Apply };
    let (now, options) = (context.clock.now(), arguments.options());
    let mut report = match import_operator(context.store, images, file, bundle, now, mode, options).await {
        Ok(imported) if mode == Mode::DryRun => preview(&imported),
        Ok(imported) => finish(arguments, &imported, context).await,
        Err(error) => return failed(arguments, &error),
    };
    for line in warnings {
        report.add_line(line);
    }
    report
}

/// The time zone of the stored brand, in which a file that has no brand is read; the default time zone if no brand is stored.
async fn read_stored_zone(store: &Store) -> Result<String, StoreError> {
    let stored = store.read((), |tx, ()| Box::pin(async move { Brands(tx).find().await }));
    let stored: Result<Option<String>, StoreError> = stored.await;
    // A document that does not fit this version counts as none, so that an import can replace it.
    let brand: Option<Brand> = stored?.and_then(|document| serde_json::from_str(&document).ok());
    Ok(brand.unwrap_or_default().timezone)
}

/// Reports what an import would write into a new database at `now`.
pub(crate) fn preview_without_database(
    arguments: &ImportArguments,
    bundle: &ImportBundle,
    uses_msg91: bool,
    now: Timestamp,
) -> Report {
    let report =
        parse_operator_file(&bundle.text).map_err(|problems| problems.to_string()).and_then(|file| {
            let warnings = brand_warnings(&file, bundle, uses_msg91);
            let changes = preview_for_empty_database(file, bundle, now)
                .map_err(|error: ImportError| error.to_string())?;
            let mut report = preview(&Imported { changes, ..Imported::default() });
            for line in warnings {
                report.add_line(line);
            }
            Ok(report)
        });
    report.unwrap_or_else(|message| refused(arguments, &message))
}

fn refused(arguments: &ImportArguments, message: &str) -> Report {
    Report::failed(format!("{} was not imported, nothing is changed:\n{message}", arguments.file.display()))
}

/// The report of an import that failed. After a commit without an answer the file may be imported, and then the same command finds no
/// booking for `--close all` any more.
fn failed(arguments: &ImportArguments, error: &ImportError) -> Report {
    match error {
        ImportError::Store(StoreError::UnknownOutcome(_)) => Report::failed(format!(
            "it is not known whether {} was imported ({error}): run the same command again; if nothing differs then, sideout doctor \
             lists the bookings that --close all would have cancelled: cancel them by --close and their numbers",
            arguments.file.display()
        )),
        ImportError::Store(store_error) => {
            refused(arguments, &format!("the database: {error}; {}", what_to_do(store_error)))
        }
        refusal => refused(arguments, &refusal.to_string()),
    }
}

/// Warnings about the brand of the file, one line each.
fn brand_warnings(file: &OperatorFile, pictures: &dyn PictureFiles, uses_msg91: bool) -> Vec<String> {
    let missing = file.brand.as_ref().map(Brand::missing_details).unwrap_or_default();
    let missing = missing.iter().map(|detail| format!("{} is missing: {}.", detail.key, detail.why));
    let refused = file.brand.as_ref().filter(|_| uses_msg91).map(texts_without_flow).unwrap_or_default();
    missing.chain(unprinted_logo(file, pictures)).chain(refused).collect()
}

/// A line for each of the operator's own texts that has no flow of MSG91.
fn texts_without_flow(brand: &Brand) -> Vec<String> {
    names_without_flow(brand)
        .into_iter()
        .map(|name| {
            format!(
                "brand.texts.{name}.msg91_template_id is missing: MSG91 does not send the text without it."
            )
        })
        .collect()
}

/// Why the logo that the file names will not be on receipts; `None` if no reason is found. Whether a drawing has a visible part is not
/// checked, and a logo that is not among `pictures` is not checked at all.
fn unprinted_logo(file: &OperatorFile, pictures: &dyn PictureFiles) -> Option<String> {
    let logo = file.brand.as_ref()?.logo.as_ref()?;
    let why = if logo.starts_with("https://") {
        "it is on another site".to_owned()
    } else if logo.to_ascii_lowercase().ends_with(".svg") {
        drawing::check(&pictures.read(logo).ok()?).err()?.to_string()
    } else {
        return None;
    };
    Some(format!("brand.logo: {logo} is shown on pages, and receipts have the name in its place: {why}."))
}

/// The report of a dry run.
fn preview(imported: &Imported) -> Report {
    let mut report = Report::default();
    add_changes(&mut report, imported);
    match &imported.refused {
        Some(refused) => report.add_line(format!("It would be refused: {refused}")),
        None => add_stranded(&mut report, imported, "would be closed", "would stay"),
    }
    match imported.changes.len() {
        0 => report.add_line("Nothing differs: the database matches this file."),
        many => {
            report.add_line(format!("{}. Nothing was changed (--dry-run).", format_count(many, "difference")))
        }
    }
    report
}

/// Closes the bookings of `--close` after the file was written, and reports the import.
async fn finish(arguments: &ImportArguments, imported: &Imported, context: &StaffContext<'_>) -> Report {
    let mut report = Report::default();
    add_changes(&mut report, imported);
    match imported.changes.len() {
        0 => report.add_line("Nothing differs: the database matches this file."),
        many => report.add_line(format!(
            "{}, all written. Running servers show them within seconds.",
            format_count(many, "difference")
        )),
    }
    // Closing begins below, and may end early.
    add_stranded(&mut report, imported, "to be closed", "stays");
    if let (false, Some(reason)) = (imported.to_close.is_empty(), &arguments.reason) {
        let (numbers, receipts) = (&imported.to_close, context.receipts);
        let closed =
            close_bookings(context.store, context.clock, context.random, receipts, numbers, reason).await;
        let (closed, error) = match closed {
            Ok(closed) => (closed, None),
            Err(Interrupted { so_far, error }) => (so_far, Some(error)),
        };
        add_displaced(&mut report, &closed.displaced);
        report.add_line(format!(
            "{} cancelled, {} ended.",
            format_count(closed.displaced.len(), "booking"),
            format_count(closed.holds, "hold")
        ));
        if !closed.displaced.is_empty() {
            report.add_line(what_happens_now(&closed, &context.closure_notices));
        }
        if let Some(error) = error {
            let open = numbers.iter().copied().filter(|order| !closed.finished.contains(order));
            // If this cannot be read either, all of them are named with --close.
            let stranded = list_stranded(context.store, context.clock.now()).await.ok();
            let (accepted, refused): (Vec<OrderNumber>, Vec<OrderNumber>) = open.partition(|order| {
                stranded.as_ref().is_none_or(|cases| cases.iter().any(|case| case.booking.order == *order))
            });
            let next = how_to_go_on(&accepted, &refused);
            report.failed = Some(format!("the file is imported, closing ended early: {error}; {next}"));
        }
    }
    if !imported.changes.is_empty()
        && let Err(error) = add_late(&mut report, imported, context).await
    {
        // The report so far stays: it names who lost a booking.
        let before = report.failed.take().unwrap_or_else(|| "the file is imported".to_owned());
        report.failed = Some(format!(
            "{before}; bookings made meanwhile by the old hours cannot be listed: {error}; \
             run 'sideout doctor', which lists bookings that do not fit the file"
        ));
    }
    report
}

/// What the operator does about the orders that were not closed, by whether `--close` accepts them now.
fn how_to_go_on(accepted: &[OrderNumber], refused: &[OrderNumber]) -> String {
    let list =
        |orders: &[OrderNumber]| orders.iter().map(ToString::to_string).collect::<Vec<String>>().join(",");
    let mut steps = Vec::new();
    if !accepted.is_empty() {
        steps.push(format!("go on with --close {} and --reason", list(accepted)));
    }
    if !refused.is_empty() {
        steps.push(format!(
            "cancel {} at the desk if still booked, because --close refuses orders that fit the file or have ended",
            list(refused)
        ));
    }
    steps.join("; ")
}

/// Reports bookings that were made by the old hours while the new ones were written: a node with cached hours may have
/// accepted them.
async fn add_late(
    report: &mut Report,
    imported: &Imported,
    context: &StaffContext<'_>,
) -> Result<(), StoreError> {
    if context.store.engine() == "postgres" {
        tokio::time::sleep(CACHE_EXPIRY).await;
    }
    let mut late = list_stranded(context.store, context.clock.now()).await?;
    late.retain(|case| {
        let order = case.booking.order;
        !imported.stranded_before.contains(&order)
            && imported.stranded.iter().all(|known| known.booking.order != order)
    });
    if !late.is_empty() {
        report.add_line("Booked by the old hours during this import; they stay unless --close names them:");
        for case in late {
            report.add_line(format!("  {case}"));
        }
    }
    Ok(())
}

fn add_changes(report: &mut Report, imported: &Imported) {
    for change in &imported.changes {
        report.add_line(change.to_string());
    }
}

fn add_stranded(report: &mut Report, imported: &Imported, closed: &str, kept: &str) {
    for case in &imported.stranded {
        let Stranded { booking, .. } = case;
        let what = if imported.to_close.contains(&booking.order) { closed } else { kept };
        report.add_line(format!("  {case}: {what}"));
    }
}

impl ImportArguments {
    fn options(&self) -> ImportOptions {
        let keep = self.keep.clone().unwrap_or_default();
        let close = self.close.clone().unwrap_or_default();
        ImportOptions { choices: Choices { keep, close }, take_over: self.take_over }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use sideout_store::{Statement, params};
    use sideout_testkit::on_both_engines;

    use super::*;
    use crate::cli::{Arguments, Command};

    fn file(logo: &str) -> (String, OperatorFile) {
        let sample = include_str!("../../sample/operator.toml");
        let text = sample.replacen("[brand]", &format!("[brand]\nlogo = \"{logo}\""), 1);
        let file = parse_operator_file(&text).unwrap();
        (text, file)
    }

    #[test]
    fn an_import_sends_the_logo_along_and_reports_a_drawing_that_receipts_cannot_print() {
        let folder = tempfile::tempdir().unwrap();
        let drawing = |inside: &str| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 1\">{inside}</svg>")
        };
        std::fs::write(folder.path().join("paths.svg"), drawing("<path d=\"M0 0h4v1z\"/>")).unwrap();
        std::fs::write(folder.path().join("text.svg"), drawing("<text y=\"1\">Baroda</text>")).unwrap();
        for (logo, said) in [
            ("paths.svg", None),
            ("missing.svg", None),
            ("text.svg", Some("it has <text>, which is not drawn: turn everything into paths.")),
            ("https://cdn.example/logo.png", Some("it is on another site.")),
        ] {
            let (text, file) = file(logo);
            let bundle = ImportBundle::pack(text, &file, folder.path());
            let is_there = PictureFiles::read(&bundle, logo).is_ok();
            assert_eq!(is_there, logo == "paths.svg" || logo == "text.svg", "{logo}");
            let lines = brand_warnings(&file, &bundle, false);
            let line = lines.iter().find(|line| line.starts_with("brand.logo:"));
            let expected = said.map(|why| {
                format!(
                    "brand.logo: {logo} is shown on pages, and receipts have the name in its place: {why}"
                )
            });
            assert_eq!(line.cloned(), expected, "{logo}");
        }
    }

    #[test]
    fn an_import_names_the_texts_that_msg91_would_refuse() {
        let texts = "[brand.texts.confirmed]\ntext = \"Club: ##court## is yours.\"\n\
                     [brand.texts.one_time_code]\ntext = \"##code## is it.\\n@play.example ###code##\"\nmsg91_template_id = \"77\"\n";
        let sample = include_str!("../../sample/operator.toml");
        let text = sample.replacen("[[sport]]", &format!("{texts}[[sport]]"), 1);
        let file = parse_operator_file(&text).unwrap();
        let bundle = ImportBundle::pack(text, &file, Path::new(""));
        let lines = |uses_msg91| {
            let mut lines = brand_warnings(&file, &bundle, uses_msg91);
            lines.retain(|line| line.starts_with("brand.texts."));
            lines
        };
        assert_eq!(
            lines(true),
            ["brand.texts.confirmed.msg91_template_id is missing: MSG91 does not send the text without it."]
        );
        assert_eq!(lines(false), [] as [&str; 0]);
    }

    #[test]
    fn an_import_whose_commit_has_no_answer_does_not_say_that_nothing_is_changed() {
        let typed = ["sideout", "import", "operator.toml", "--close", "all", "--reason", "New hours"];
        let Command::Import(arguments) = Arguments::try_parse_from(typed).unwrap().command else {
            panic!("an import")
        };
        let message = |error| failed(&arguments, &ImportError::Store(error)).failed.unwrap();
        let unknown = message(StoreError::UnknownOutcome("commit: no answer".to_owned()));
        assert!(unknown.starts_with("it is not known whether operator.toml was imported"), "{unknown}");
        assert!(!unknown.contains("nothing is changed"), "{unknown}");
        let unavailable = message(StoreError::Unavailable("open: disk full".to_owned()));
        assert!(unavailable.contains("nothing is changed"), "{unavailable}");
        assert!(unavailable.ends_with("disk full; run the same command again"), "{unavailable}");
        for error in [StoreError::Corrupt("odd".to_owned()), StoreError::Constraint("odd".to_owned())] {
            let defect = message(error);
            assert!(
                defect.contains("nothing is changed") && defect.contains("run sideout doctor"),
                "{defect}"
            );
            assert!(!defect.contains("again"), "the same command would fail again: {defect}");
        }
    }

    #[test]
    fn an_import_whose_closing_ended_early_names_with_close_only_what_it_accepts() {
        let one: OrderNumber = "4071553902".parse().unwrap();
        let two: OrderNumber = "4820193756".parse().unwrap();
        assert_eq!(how_to_go_on(&[one, two], &[]), "go on with --close 4071553902,4820193756 and --reason");
        assert_eq!(
            how_to_go_on(&[one], &[two]),
            "go on with --close 4071553902 and --reason; \
             cancel 4820193756 at the desk if still booked, \
             because --close refuses orders that fit the file or have ended"
        );
    }

    on_both_engines!(the_stored_brand_says_in_which_zone_a_file_without_one_is, async |store| {
        assert_eq!(read_stored_zone(&store).await.unwrap(), "Asia/Kolkata", "there is no brand yet");
        let add = Statement {
            name: "test/add_brand",
            text: "insert into brand (brand_id, document, updated_at, version) values (1, '{\"timezone\":\"Asia/Dubai\"}', 0, 1)",
        };
        let added: Result<u64, StoreError> =
            store.write(add, |tx, add| Box::pin(tx.run(*add, params![]))).await;
        added.unwrap();
        assert_eq!(read_stored_zone(&store).await.unwrap(), "Asia/Dubai");
    });
}
