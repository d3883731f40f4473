//! `sideout doctor`: checks the installation and prints one line for each finding.

mod bookings;
mod payments;
mod recovery;

use std::{fmt, io::ErrorKind, path::Path, process::ExitCode};

use jiff::Timestamp;
use sideout_app::{
    health::lost_keys::find_lost_keys,
    ledger::audit::audit,
    platform::clock::{Clock as _, SystemClock},
};
use sideout_providers::{
    images::ImageStore,
    mail::{MailError, SmtpRelay},
    messaging::{self, AccountCheck},
};
use sideout_store::{Invariants, StoreError, invariants::Broken};
use tokio::net::TcpListener;

use super::Failure;
use crate::{
    cli::SettingsFile,
    database::{DatabaseUrl, PostgresServer, Schema},
    keys::{KEYS, describe_lost_key, present_keys},
    server::host_of,
    settings::ServerSettings,
    stand_ins::stand_ins,
    web::is_built,
};

/// The difference of clocks from the database's, in milliseconds, that causes a warning.
const CLOCK_WARNING_MS: i64 = 1_000;
/// A clock that shows an earlier time is wrong: this is when the program was written.
const WRITTEN: Timestamp = Timestamp::constant(1_790_000_000, 0);

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Fine,
    Warning,
    Wrong,
}

/// One line of the report.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    verdict: Verdict,
    what: &'static str,
    message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.verdict {
            Verdict::Fine => "ok  ",
            Verdict::Warning => "warn",
            Verdict::Wrong => "FAIL",
        };
        write!(f, "{mark}  {:<12} {}", self.what, self.message)
    }
}

fn fine(what: &'static str, message: impl Into<String>) -> Finding {
    Finding { verdict: Verdict::Fine, what, message: message.into() }
}

fn warning(what: &'static str, message: impl Into<String>) -> Finding {
    Finding { verdict: Verdict::Warning, what, message: message.into() }
}

fn wrong(what: &'static str, message: impl Into<String>) -> Finding {
    Finding { verdict: Verdict::Wrong, what, message: message.into() }
}

/// Runs all checks and changes nothing but missing folders; the exit code is 1 if something is wrong.
pub(crate) async fn doctor(file: SettingsFile) -> Result<ExitCode, Failure> {
    let settings =
        ServerSettings::load(file.settings.as_deref()).map_err(|error| Failure::new(error.to_string()))?;
    let findings = examine(&settings, SystemClock.now()).await;
    print_line!("ok    {:<12} can be read", "settings");
    for finding in &findings {
        print_line!("{finding}");
    }
    let failed = findings.iter().any(|finding| finding.verdict == Verdict::Wrong);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn examine(settings: &ServerSettings, now: Timestamp) -> Vec<Finding> {
    let mut findings = vec![public_url(settings)];
    findings.push(if now < WRITTEN {
        wrong("clock", format!("shows {now}: set it, holds and codes run by it"))
    } else {
        fine("clock", format!("shows {now}"))
    });
    match DatabaseUrl::of(settings) {
        Err(failure) => findings.push(wrong("database", failure.to_string())),
        Ok(DatabaseUrl::Sqlite(path)) => {
            findings.push(listen_address(settings, Some(sideout_store_sqlite::is_in_use(&path))).await);
            findings.extend(embedded(path).await);
        }
        Ok(DatabaseUrl::Postgres(postgres)) => {
            findings.push(listen_address(settings, None).await);
            findings.extend(server(&postgres, settings, now).await);
        }
    }
    findings.extend(records(settings, now).await);
    findings.extend(keys(settings).await);
    for path in &settings.loose_files {
        findings.push(warning("secrets", format!("others on this machine can read {path}: chmod 600")));
    }
    findings.push(data_dir(&settings.data_dir));
    findings.push(pictures(settings).await);
    findings.extend(texts(settings).await);
    findings.push(mail(settings).await);
    findings.extend(payments::payments(settings, now).await);
    findings.extend(stand_ins(settings).iter().map(|stand_in| warning("sandbox", stand_in.to_string())));
    findings.extend(recovery::recovery(settings, now).await);
    findings.push(if is_built() {
        fine("web app", "inside this program")
    } else {
        wrong("web app", "is not inside: run cargo xtask gen and build again")
    });
    findings
}

fn public_url(settings: &ServerSettings) -> Finding {
    let url = &settings.business.public_url;
    match host_of(url) {
        Err(failure) => wrong("public_url", failure.to_string()),
        Ok(_) if url.starts_with("https://") => fine("public_url", url),
        Ok(host) if host == "localhost" || host.starts_with("127.") => warning(
            "public_url",
            format!("{url} is this machine only; set business.public_url to what players type"),
        ),
        Ok(_) => wrong(
            "public_url",
            format!("{url} is not encrypted: put a proxy with TLS before it and write https://"),
        ),
    }
}

/// Whether a server could listen on its address. A running server uses it; `server_runs` is known only with an embedded
/// database.
async fn listen_address(settings: &ServerSettings, server_runs: Option<bool>) -> Finding {
    let address = settings.listen;
    match TcpListener::bind(address).await {
        Ok(_) => fine("listen", format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match server_runs {
            Some(true) => fine("listen", format!("{address} is in use by the server on this database")),
            Some(false) => {
                wrong("listen", format!("{address} is in use by another program: choose another address"))
            }
            None => warning("listen", format!("{address} is in use: fine if it is by this server, running")),
        },
        Err(error) => wrong("listen", format!("{address} cannot be used ({error}): choose another address")),
    }
}

async fn embedded(path: std::path::PathBuf) -> Vec<Finding> {
    let version = sideout_store_sqlite::engine_version();
    let mut findings = vec![fine("database", format!("SQLite {version}, {}", path.display()))];
    if !path.is_file() {
        findings.push(fine("schema", "there is no file yet; the first start creates it"));
        return findings;
    }
    if let Err(error) = std::fs::OpenOptions::new().append(true).open(&path) {
        findings.push(wrong(
            "database",
            format!(
                "{} cannot be written ({error}): chown and chmod it to the server's user",
                path.display()
            ),
        ));
    }
    let inspected = tokio::task::spawn_blocking(move || sideout_store_sqlite::inspect(&path)).await;
    match inspected {
        Ok(Ok(inspection)) => {
            findings.push(schema(inspection.schema, inspection.newest));
            findings.extend(inspection.wrong.iter().map(|line| {
                wrong("integrity", format!("{line}; stop the server and restore the last backup"))
            }));
            if inspection.wrong.is_empty() {
                findings.push(fine("integrity", "the whole file was checked"));
            }
        }
        Ok(Err(error)) => findings.push(wrong("database", error.to_string())),
        Err(error) => findings.push(wrong("database", format!("the check failed: {error}"))),
    }
    findings
}

async fn server(postgres: &PostgresServer, settings: &ServerSettings, now: Timestamp) -> Vec<Finding> {
    let mut findings = Vec::new();
    match sideout_store_postgres::inspect(&postgres.url, &postgres.options()).await {
        Err(error) => findings.push(wrong("database", error.to_string())),
        Ok(inspection) => {
            findings.push(fine("database", format!("PostgreSQL {}", inspection.version)));
            findings.push(schema(inspection.schema, inspection.newest));
            findings.extend(compare_clock(
                inspection.clock - now.as_millisecond(),
                settings.database.clock_tolerance_seconds.get(),
            ));
            findings.extend(inspection.wrong.into_iter().map(|message| wrong("durability", message)));
        }
    }
    for key in KEYS.iter().filter(|key| !key.is_given(settings)) {
        let message = "is needed with PostgreSQL, the same on every node: openssl rand -hex 32";
        findings.push(wrong(key.setting, message));
    }
    if settings.images.bucket.is_none() {
        findings.push(warning("images", "are stored on this machine only; several nodes need images.bucket"));
    }
    findings
}

/// The finding for a machine whose clock is this many milliseconds behind the database's.
fn compare_clock(behind: i64, tolerance_seconds: u32) -> Option<Finding> {
    let apart = behind.abs();
    let message = "ms apart from the database's clock: run a time service on both machines";
    if apart > i64::from(tolerance_seconds) * 1_000 {
        return Some(wrong("clock", format!("{apart} {message}; until then a server here is not ready")));
    }
    (apart > CLOCK_WARNING_MS).then(|| warning("clock", format!("{apart} {message}")))
}

fn schema(schema: Option<i64>, newest: i64) -> Finding {
    match schema {
        None => fine("schema", "the database is empty; the first start creates its tables"),
        Some(version) if version < newest => warning(
            "schema",
            format!("is at {version} of {newest}; the next start migrates it, so back up first"),
        ),
        Some(version) if version > newest => warning(
            "schema",
            format!("is at {version}, newer than this program's {newest}; upgrade the program"),
        ),
        Some(version) => fine("schema", format!("is up to date ({version})")),
    }
}

/// Whether the ledger agrees with the tables, and no bookings overlap. Empty without a database of the current schema.
async fn records(settings: &ServerSettings, now: Timestamp) -> Vec<Finding> {
    let Ok(database) = DatabaseUrl::of(settings) else { return Vec::new() };
    if !matches!(database.schema().await, Ok(Schema::UpToDate)) {
        return Vec::new();
    }
    let store = match database.open_for_reading().await {
        Ok(store) => store,
        Err(failure) => return vec![wrong("ledger", failure.to_string())],
    };
    let faults: Result<_, StoreError> = store.read((), |tx, ()| Box::pin(audit(tx))).await;
    let broken: Result<_, StoreError> =
        store.read((), |tx, ()| Box::pin(async move { Invariants(tx).list_broken().await })).await;
    let open_payments = payments::open_payments(&store).await;
    let bookings = bookings::bookings(&store, now).await;
    store.close().await;
    let mut findings = match faults {
        Ok(faults) if faults.is_empty() => vec![fine("ledger", "agrees with orders, payments and refunds")],
        Ok(faults) => faults.iter().map(|fault| wrong("ledger", fault.to_string())).collect(),
        Err(error) => vec![wrong("ledger", error.to_string())],
    };
    findings.extend(match broken {
        Ok(broken) if broken.is_empty() => {
            vec![fine("invariants", "bills, bookings, payments, refunds and documents agree")]
        }
        Ok(broken) => broken.iter().map(|broken| wrong("invariants", describe_broken(broken))).collect(),
        Err(error) => vec![wrong("invariants", error.to_string())],
    });
    findings.extend(open_payments);
    findings.extend(bookings);
    findings
}

fn describe_broken(Broken { rule, count, example }: &Broken) -> String {
    format!("{rule}: {count}, for example {example}; report it, the program never leaves this behind")
}

/// Whether the keys outside the database exist and are those that the database was used with.
async fn keys(settings: &ServerSettings) -> Vec<Finding> {
    let present = match present_keys(settings) {
        Ok(present) => present,
        Err(failure) => return vec![wrong("keys", failure.to_string())],
    };
    let Ok(database) = DatabaseUrl::of(settings) else { return Vec::new() };
    if !matches!(database.schema().await, Ok(Schema::UpToDate)) {
        return Vec::new();
    }
    let Ok(store) = database.open_for_reading().await else { return Vec::new() };
    let lost: Result<_, StoreError> =
        store.read(present, |tx, present| Box::pin(find_lost_keys(tx, present))).await;
    store.close().await;
    match lost {
        Ok(lost) if lost.is_empty() => vec![fine("keys", "are those that this database was used with")],
        Ok(lost) => lost.iter().map(|key| warning("keys", describe_lost_key(key, settings))).collect(),
        Err(error) => vec![wrong("keys", error.to_string())],
    }
}

fn data_dir(folder: &Path) -> Finding {
    let shown = folder.display();
    let tried = std::fs::create_dir_all(folder).and_then(|()| {
        let file = folder.join(".sideout-doctor");
        std::fs::write(&file, b"may be deleted")?;
        std::fs::remove_file(file)
    });
    match tried {
        Ok(()) => fine("data_dir", format!("{shown} can be written")),
        Err(error) => wrong("data_dir", format!("{shown} cannot be written: {error}")),
    }
}

async fn pictures(settings: &ServerSettings) -> Finding {
    let place = match &settings.images.bucket {
        Some(bucket) => format!("bucket {}", bucket.name),
        None => settings.images.folder.display().to_string(),
    };
    let images = match ImageStore::open(&settings.images) {
        Ok(images) => images,
        Err(error) => return wrong("images", error.to_string()),
    };
    match images.check().await {
        Ok(()) => fine("images", format!("{place} can be read")),
        Err(error) => wrong("images", format!("{place}: {error}")),
    }
}

async fn mail(settings: &ServerSettings) -> Finding {
    let Some(mail) = &settings.mail else {
        return warning("mail", "there is no [mail] table: players get text messages only");
    };
    let relay = match SmtpRelay::new(mail) {
        Ok(relay) => relay,
        Err(error) => return wrong("mail", error.to_string()),
    };
    match relay.check().await {
        Ok(()) => fine("mail", format!("{} takes our mail", mail.host)),
        Err(error @ MailError::Misconfigured(_)) => wrong("mail", format!("{}: {error}", mail.host)),
        Err(error) => {
            warning("mail", format!("{} could not be tried ({error}): is the way out open?", mail.host))
        }
    }
}

/// Whether codes can be sent: asks each provider whether our keys are valid.
async fn texts(settings: &ServerSettings) -> Vec<Finding> {
    let host = host_of(&settings.business.public_url).unwrap_or_else(|_| "localhost".to_owned());
    let checked = match messaging::check_accounts(&settings.messaging, &host).await {
        Ok(checked) => checked,
        Err(error) => return vec![wrong("messaging", format!("{error}: nobody can join without codes"))],
    };
    let mut findings: Vec<Finding> = checked
        .into_iter()
        .map(|(provider, check)| match check {
            AccountCheck::Accepted(None) => fine("messaging", format!("{provider} takes the keys")),
            AccountCheck::Accepted(Some(balance)) => {
                fine("messaging", format!("{provider} takes the key; balance {balance}"))
            }
            AccountCheck::Refused(answer) => wrong(
                "messaging",
                format!("{provider} refuses the keys ({answer}): nobody can join without codes"),
            ),
            AccountCheck::Unclear(answer) => warning(
                "messaging",
                format!("the keys of {provider} could not be tried ({answer}): send yourself a code"),
            ),
        })
        .collect();
    if settings.messaging.second_provider.is_none() {
        let message = "a messaging.second_provider would take over when the first one fails";
        findings.push(warning("messaging", message));
    }
    findings
}

#[cfg(test)]
mod tests {
    use sideout_app::{health::lost_keys::record_keys, platform::random::SystemRandom};
    use sideout_providers::{
        Secret,
        mail::{Encryption, MailSettings},
        messaging::Msg91Settings,
    };
    use sideout_sandbox::{Listeners, SandboxSettings};
    use std::future::pending;

    use super::*;

    fn settings(folder: &Path, public_url: &str) -> ServerSettings {
        let mut settings = ServerSettings::standard();
        settings.database_url = format!("sqlite:{}", folder.join("sideout.db").display());
        settings.data_dir = folder.to_path_buf();
        settings.images.folder = folder.join("images");
        settings.business.public_url = public_url.to_owned();
        settings
    }

    async fn findings(settings: &ServerSettings) -> Vec<(Verdict, &'static str, String)> {
        let found = examine(settings, "2026-11-21T06:00:00Z".parse().unwrap()).await;
        found.into_iter().map(|finding| (finding.verdict, finding.what, finding.message)).collect()
    }

    fn of<'f>(found: &'f [(Verdict, &'static str, String)], what: &str) -> (Verdict, &'f str) {
        let finding = found.iter().find(|(_, name, _)| *name == what).unwrap();
        (finding.0, &finding.2)
    }

    #[tokio::test]
    async fn missing_keys_of_a_message_provider_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let found = findings(&settings(folder.path(), "https://play.example.in")).await;
        assert_eq!(of(&found, "public_url").0, Verdict::Fine);
        assert_eq!(of(&found, "clock").0, Verdict::Fine);
        assert_eq!(of(&found, "schema"), (Verdict::Fine, "there is no file yet; the first start creates it"));
        assert_eq!(of(&found, "data_dir").0, Verdict::Fine);
        let (verdict, message) = of(&found, "messaging");
        assert!(verdict == Verdict::Wrong && message.contains("messaging.msg91"), "{message}");
        assert_eq!(of(&found, "mail").0, Verdict::Warning);
    }

    #[test]
    fn a_clock_different_from_the_databases_is_a_warning_and_a_very_different_one_is_wrong() {
        let beside = |behind| compare_clock(behind, 2).map(|finding| finding.verdict);
        assert_eq!(beside(-900), None);
        assert_eq!(beside(1_900), Some(Verdict::Warning));
        assert_eq!(beside(-2_001), Some(Verdict::Wrong));
        assert_eq!(compare_clock(4_000, 5).map(|finding| finding.verdict), Some(Verdict::Warning));
    }

    #[tokio::test]
    async fn a_database_in_use_is_checked_and_a_foreign_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path(), "http://127.0.0.1:8080");
        let store = DatabaseUrl::parse(&settings.database_url).unwrap().open().await.unwrap();
        let found = findings(&settings).await;
        assert!(of(&found, "schema").1.starts_with("is up to date"), "{found:?}");
        assert_eq!(of(&found, "integrity").0, Verdict::Fine);
        assert_eq!(of(&found, "ledger"), (Verdict::Fine, "agrees with orders, payments and refunds"));
        assert_eq!(of(&found, "bookings").0, Verdict::Fine);
        assert_eq!(of(&found, "public_url").0, Verdict::Warning);
        store.close().await;

        std::fs::write(folder.path().join("sideout.db"), "this is a letter, not a database".repeat(100))
            .unwrap();
        assert_eq!(findings(&settings).await.iter().filter(|found| found.1 == "database").count(), 2);
    }

    #[tokio::test]
    async fn a_restore_without_its_keys_is_reported_until_they_are_restored_or_retired() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path(), "https://play.example.in");
        let database = DatabaseUrl::parse(&settings.database_url).unwrap();
        let now = "2026-11-21T06:00:00Z".parse().unwrap();
        // Like a start, which generates missing keys.
        let start = async |settings: &ServerSettings| {
            for key in KEYS {
                key.find(settings, &database, &SystemRandom).unwrap();
            }
            let store = database.open().await.unwrap();
            let lost = record_keys(&store, present_keys(settings).unwrap(), now).await.unwrap();
            store.close().await;
            lost.into_iter().map(|key| key.name).collect::<Vec<_>>()
        };
        assert!(start(&settings).await.is_empty());
        assert!(start(&settings).await.is_empty());
        assert_eq!(of(&findings(&settings).await, "keys").0, Verdict::Fine);

        // Only the database was restored: doctor reports it before the start, and the start logs it.
        for name in ["code-key", "pass-key"] {
            std::fs::rename(folder.path().join(name), folder.path().join(format!("{name}.saved"))).unwrap();
        }
        let found = findings(&settings).await;
        assert_eq!(found.iter().filter(|found| found.1 == "keys").count(), 2, "{found:?}");
        assert!(of(&found, "keys").1.contains("another code_key"), "{found:?}");
        assert!(!folder.path().join("pass-key").exists(), "doctor makes no key");
        assert_eq!(start(&settings).await, ["code_key", "pass_key"]);
        // Codes are valid for minutes, passes for months.
        assert_eq!(start(&settings).await, ["pass_key"]);
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "keys");
        assert!(verdict == Verdict::Warning && message.contains("retired_pass_keys"), "{message}");

        let saved = std::fs::read_to_string(folder.path().join("pass-key.saved")).unwrap();
        let current = std::fs::read_to_string(folder.path().join("pass-key")).unwrap();
        let public_half = |seed: &str| {
            let settings = ServerSettings { pass_key: Some(Secret::new(seed.trim())), ..settings.clone() };
            present_keys(&settings).unwrap()[1].fingerprint.clone().unwrap()
        };
        let (old, new) = (public_half(&saved), public_half(&current));
        settings.retired_pass_keys = vec![old];
        assert_eq!(of(&findings(&settings).await, "keys").0, Verdict::Fine);
        // If the saved key is restored instead, passes signed in between are refused.
        settings.retired_pass_keys.clear();
        std::fs::write(folder.path().join("pass-key"), &saved).unwrap();
        assert!(of(&findings(&settings).await, "keys").1.contains(&new));

        std::fs::write(folder.path().join("pass-key"), "garbage").unwrap();
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "keys");
        assert!(verdict == Verdict::Wrong && message.contains("pass-key must be 64"), "{message}");
    }

    #[tokio::test]
    async fn problems_that_prevent_a_start_or_messages_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path(), "https://play.example.in");
        let other_program = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        settings.listen = other_program.local_addr().unwrap();
        let sandbox = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let smtp = TcpListener::bind("127.0.0.1:0").await.unwrap();
        settings.messaging.msg91 = Some(Msg91Settings {
            base_url: format!("http://{}", sandbox.local_addr().unwrap()),
            auth_key: Secret::new("sandbox-auth-key"),
            timeout_ms: 5_000,
        });
        settings.messaging.templates.one_time_code.msg91_template_id = Some("flow-code".to_owned());
        settings.mail = Some(MailSettings {
            host: "127.0.0.1".to_owned(),
            port: Some(smtp.local_addr().unwrap().port()),
            encryption: Encryption::None,
            user: None,
            password: None,
            from: "Sideout <play@example.in>".to_owned(),
            reply_to: None,
            timeout_ms: 5_000,
        });
        let listeners = Listeners { http: sandbox, smtp: Some(smtp) };
        let serving =
            tokio::spawn(sideout_sandbox::serve(listeners, SandboxSettings::default(), pending::<()>()));
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "listen");
        assert!(verdict == Verdict::Wrong && message.contains("another program"), "{message}");
        assert_eq!(of(&found, "messaging"), (Verdict::Fine, "MSG91 takes the key; balance 9800"));
        assert_eq!(of(&found, "mail").0, Verdict::Fine);
        let (verdict, message) = of(&found, "sandbox");
        assert!(verdict == Verdict::Warning && message.starts_with("messaging.msg91.base_url is http://127"));

        // The address may be in use by a server on this database.
        let store = DatabaseUrl::parse(&settings.database_url).unwrap().open().await.unwrap();
        assert_eq!(of(&findings(&settings).await, "listen").0, Verdict::Fine);
        store.close().await;
        drop(other_program);
        assert!(of(&findings(&settings).await, "listen").1.ends_with("is free"));

        settings.messaging.msg91.as_mut().unwrap().auth_key = Secret::new("wrong");
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "messaging");
        assert!(verdict == Verdict::Wrong && message.contains("MSG91 refuses the keys"), "{message}");
        serving.abort();
        let _ = serving.await;
        assert_eq!(of(&findings(&settings).await, "mail").0, Verdict::Warning);
        std::fs::write(folder.path().join("sideout.db"), "").unwrap();
        assert!(findings(&settings).await.iter().any(|found| found.2.contains("is empty (0 bytes)")));
    }

    #[tokio::test]
    async fn a_public_url_without_tls_and_an_unreachable_database_are_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path(), "http://play.example.in");
        settings.database_url = "postgres://nobody:secret-word@127.0.0.1:1/none".to_owned();
        settings.code_key = Some(Secret::new("0"));
        let found = findings(&settings).await;
        assert_eq!(of(&found, "public_url").0, Verdict::Wrong);
        assert_eq!(of(&found, "database").0, Verdict::Wrong);
        assert!(!format!("{found:?}").contains("secret-word"));
    }
}
