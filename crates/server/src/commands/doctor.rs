//! `sideout doctor`: checks the installation and prints one line for each finding.

mod bookings;
mod database;
mod finding;
mod own_texts;
mod payments;
mod providers;
mod recovery;
mod set_up;

use std::{io::ErrorKind, path::Path, process::ExitCode};

use jiff::Timestamp;
use sideout_app::{
    health::lost_keys::find_lost_keys,
    platform::clock::{Clock, SystemClock},
};
use sideout_store::StoreError;
use tokio::net::TcpListener;

use self::finding::{Finding, Verdict, fine, unchecked, warning, wrong};
use crate::{
    cli::SettingsFile,
    database::{DatabaseUrl, Schema},
    failure::{Failure, make_room_or},
    keys::{describe_lost_key, present_keys},
    public_url::host_of,
    settings::ServerSettings,
    stand_ins::stand_ins,
    web::is_built,
};

/// A clock that shows an earlier time is wrong: the program was written after it (21 September 2026).
const WRITTEN: Timestamp = Timestamp::constant(1_790_000_000, 0);

/// Runs all checks and changes nothing but missing folders; the exit code is 1 if something is wrong.
pub(crate) async fn doctor(file: SettingsFile) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(file.settings.as_deref())?;
    let findings = examine(&settings, &SystemClock).await;
    print_line!("ok    {:<12} can be read", "settings");
    for finding in &findings {
        print_line!("{finding}");
    }
    let failed = findings.iter().any(|finding| finding.verdict == Verdict::Wrong);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn examine(settings: &ServerSettings, clock: &dyn Clock) -> Vec<Finding> {
    let now = clock.now();
    let mut findings = vec![public_url(settings)];
    findings.push(if now < WRITTEN {
        wrong("clock", format!("shows {now}: set it, holds and codes run by it"))
    } else {
        fine("clock", format!("shows {now}"))
    });
    match DatabaseUrl::of(settings) {
        Err(failure) => findings.push(wrong("database", failure.to_string())),
        Ok(DatabaseUrl::Sqlite(path)) => {
            findings.push(listen_address(settings, sideout_store_sqlite::is_in_use(&path)).await);
            findings.extend(database::embedded(path).await);
        }
        Ok(DatabaseUrl::Postgres(postgres)) => {
            findings.push(listen_address(settings, None).await);
            findings.extend(database::server(&postgres, settings, clock).await);
        }
    }
    findings.extend(database::records(settings, now).await);
    findings.extend(keys(settings).await);
    for path in &settings.exposed_files {
        let message = format!(
            "others on this machine have access to {path}: chown it to the server's user and chmod 600"
        );
        findings.push(warning("secrets", message));
    }
    findings.push(data_dir(&settings.data_dir));
    findings.push(providers::pictures(settings).await);
    findings.extend(providers::texts(settings).await);
    findings.push(providers::mail(settings).await);
    findings.extend(payments::payments(settings, clock).await);
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
        Ok(host) if host == "localhost" || host == "[::1]" || host.starts_with("127.") => warning(
            "public_url",
            format!("{url} is this machine only; set business.public_url to what players type"),
        ),
        Ok(_) => wrong(
            "public_url",
            format!("{url} is not encrypted: put a proxy with TLS before it and write https://"),
        ),
    }
}

/// Whether a server could listen on its address. `is_database_open` is whether a process has the embedded database open, if that is known:
/// without one, no server of this database runs. With one, the server may listen elsewhere, and another program have the address.
async fn listen_address(settings: &ServerSettings, is_database_open: Option<bool>) -> Finding {
    let address = settings.listen;
    match TcpListener::bind(address).await {
        Ok(_) => fine("listen", format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match is_database_open {
            Some(false) => {
                wrong("listen", format!("{address} is in use by another program: choose another address"))
            }
            Some(true) | None => warning(
                "listen",
                format!(
                    "{address} is in use: fine if it is by this server, running; else choose another address"
                ),
            ),
        },
        Err(error) => wrong("listen", format!("{address} cannot be used ({error}): choose another address")),
    }
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
        Ok(lost) if lost.is_empty() => vec![fine("keys", "none that this database needs is missing")],
        Ok(lost) => lost.iter().map(|key| warning("keys", describe_lost_key(key, settings))).collect(),
        Err(error) => vec![unchecked("keys", &error)],
    }
}

fn data_dir(folder: &Path) -> Finding {
    let shown = folder.display();
    let tried = std::fs::create_dir_all(folder).and_then(|()| {
        let file = folder.join(".sideout-doctor");
        let written = std::fs::write(&file, b"may be deleted");
        // On a full disk there is an empty file, which goes as well.
        let removed = std::fs::remove_file(file);
        written.and(removed)
    });
    match tried {
        Ok(()) => fine("data_dir", format!("{shown} can be written")),
        Err(error) => wrong(
            "data_dir",
            format!(
                "{shown} cannot be written ({error}): {}",
                make_room_or("chown and chmod it to the server's user", &error)
            ),
        ),
    }
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
    use sideout_testkit::FixedClock;
    use std::future::pending;

    use super::*;
    use crate::keys::KEYS;

    fn settings(folder: &Path, public_url: &str) -> ServerSettings {
        let mut settings = ServerSettings::standard();
        settings.database_url = format!("sqlite:{}", folder.join("sideout.db").display());
        settings.data_dir = folder.to_path_buf();
        settings.images.folder = folder.join("images");
        settings.business.public_url = public_url.to_owned();
        settings
    }

    async fn findings(settings: &ServerSettings) -> Vec<(Verdict, &'static str, String)> {
        let found = examine(settings, &FixedClock::new()).await;
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

    #[tokio::test]
    async fn a_database_in_use_is_checked_and_a_foreign_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(folder.path(), "http://127.0.0.1:8080");
        let store = DatabaseUrl::parse(&settings.database_url).unwrap().open().await.unwrap();
        let found = findings(&settings).await;
        assert!(of(&found, "schema").1.starts_with("is up to date"), "{found:?}");
        assert_eq!(of(&found, "integrity").0, Verdict::Fine);
        assert_eq!(
            of(&found, "ledger"),
            (Verdict::Fine, "agrees with orders, payments, refunds and payouts")
        );
        assert_eq!(of(&found, "bookings").0, Verdict::Fine);
        assert_eq!(of(&found, "public_url").0, Verdict::Warning);
        store.close().await;

        std::fs::write(folder.path().join("sideout.db"), "this is a text, not a database".repeat(100))
            .unwrap();
        assert_eq!(findings(&settings).await.iter().filter(|found| found.1 == "database").count(), 2);
    }

    #[tokio::test]
    async fn a_database_that_cannot_be_looked_for_is_not_called_missing() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path(), "https://play.example.in");
        std::fs::write(folder.path().join("file"), "not a folder").unwrap();
        settings.database_url = format!("sqlite:{}", folder.path().join("file/sideout.db").display());
        let found = findings(&settings).await;
        assert!(found.iter().any(|found| found.0 == Verdict::Wrong && found.1 == "database"), "{found:?}");
        assert!(found.iter().all(|found| found.1 != "schema"), "{found:?}");
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
        // A start with new keys brings nothing back: it is reported again until the operator has acted.
        assert_eq!(start(&settings).await, ["code_key", "pass_key"]);
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "keys");
        assert!(verdict == Verdict::Warning && message.contains("retired_code_keys"), "{message}");
        let saved = std::fs::read_to_string(folder.path().join("code-key.saved")).unwrap();
        let of_code = ServerSettings { code_key: Some(Secret::new(saved.trim())), ..settings.clone() };
        settings.retired_code_keys = vec![present_keys(&of_code).unwrap()[0].fingerprint.clone().unwrap()];
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
        std::fs::write(folder.path().join("pass-key"), &saved).unwrap();
        settings.retired_code_keys = vec!["the old one".to_owned()];
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "keys");
        assert!(verdict == Verdict::Wrong && message.contains("retired_code_keys: the old one"), "{message}");
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
        assert_eq!(of(&found, "messaging"), (Verdict::Fine, "MSG91 accepts the key; balance 9800"));
        assert_eq!(of(&found, "mail").0, Verdict::Fine);
        let (verdict, message) = of(&found, "sandbox");
        assert!(verdict == Verdict::Warning && message.starts_with("messaging.msg91.base_url is http://127"));

        // A process has the database open; whether that one listens there is not known.
        let store = DatabaseUrl::parse(&settings.database_url).unwrap().open().await.unwrap();
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "listen");
        assert!(verdict == Verdict::Warning && message.contains("fine if it is by this server"), "{message}");
        store.close().await;
        drop(other_program);
        assert!(of(&findings(&settings).await, "listen").1.ends_with("is free"));

        settings.messaging.msg91.as_mut().unwrap().auth_key = Secret::new("wrong");
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "messaging");
        assert!(verdict == Verdict::Wrong && message.contains("MSG91 refuses the keys"), "{message}");
        serving.abort();
        let _ = serving.await;
        let found = findings(&settings).await;
        let (verdict, message) = of(&found, "mail");
        assert_eq!(verdict, Verdict::Warning);
        assert!(!message.contains("may be") && !message.contains("sent"), "no e-mail was sent: {message}");
        std::fs::write(folder.path().join("sideout.db"), "").unwrap();
        assert!(findings(&settings).await.iter().any(|found| found.2.contains("is empty (0 bytes)")));
    }

    #[test]
    fn an_address_of_this_machine_as_public_url_is_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        for url in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"] {
            let finding = public_url(&settings(folder.path(), url));
            assert_eq!(finding.verdict, Verdict::Warning, "{url}: {}", finding.message);
        }
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
