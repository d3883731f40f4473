//! The findings about the database: its engine, schema, clock and records.

use std::{fmt::Display, path::PathBuf};

use jiff::Timestamp;
use sideout_app::{
    desk::day::check_days::check_days, ledger::audit::audit, platform::clock::Clock, staff::check_audit,
};
use sideout_store::{Invariants, StoreError, invariants::BrokenRule};

use super::{
    bookings::bookings,
    finding::{Finding, fine, unchecked, warning, wrong},
    own_texts::own_texts,
    payments::{
        open_payments, open_payout_lines, refunds_sent_twice, refunds_without_account, unread_payout_days,
    },
    set_up::set_up,
};
use crate::{
    database::{DatabaseUrl, PostgresServer, Schema, is_missing},
    keys::KEYS,
    settings::ServerSettings,
};

/// A clock that differs from the database's by more than this many milliseconds causes a warning.
const CLOCK_WARNING_MS: i64 = 1_000;

/// Findings about an SQLite file.
pub(super) async fn embedded(path: PathBuf) -> Vec<Finding> {
    let version = sideout_store_sqlite::engine_version();
    let mut findings = vec![fine("database", format!("SQLite {version}, {}", path.display()))];
    if is_missing(&path) {
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
        Err(error) => findings.push(wrong("database", format!("the check failed ({error}): report it"))),
    }
    findings
}

/// Findings about a PostgreSQL server.
pub(super) async fn server(
    postgres: &PostgresServer,
    settings: &ServerSettings,
    clock: &dyn Clock,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    match sideout_store_postgres::inspect(&postgres.url, &postgres.options()).await {
        Err(error) => findings.push(wrong("database", error.to_string())),
        Ok(inspection) => {
            findings.push(fine("database", format!("PostgreSQL {}", inspection.version)));
            findings.push(schema(inspection.schema, inspection.newest));
            // Both clocks are read after the connection is open: a host of the URL that does not answer takes seconds.
            findings.extend(compare_clock(
                inspection.clock - clock.now().as_millisecond(),
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

/// Findings about the records. Empty unless there is a database with the schema of this program or a newer one.
pub(super) async fn records(settings: &ServerSettings, now: Timestamp) -> Vec<Finding> {
    let Ok(database) = DatabaseUrl::of(settings) else { return Vec::new() };
    if !matches!(database.schema().await, Ok(Schema::UpToDate)) {
        return Vec::new();
    }
    let store = match database.open_for_reading().await {
        Ok(store) => store,
        Err(failure) => return vec![wrong("ledger", failure.to_string())],
    };
    let faults: Result<_, StoreError> = store.read((), |tx, ()| Box::pin(audit(tx))).await;
    let broken = store.read((), |tx, ()| {
        Box::pin(async move {
            let mut broken = Invariants(tx).list_broken().await?;
            broken.extend(Invariants(tx).list_broken_payouts().await?);
            Ok::<_, StoreError>(broken)
        })
    });
    let broken = broken.await;
    let open_payments = open_payments(&store).await;
    let bookings = bookings(&store, now).await;
    let changed_day = check_audit(&store).await;
    let changed_report = check_days(&store).await;
    let sent_twice = refunds_sent_twice(&store).await;
    let open_lines = open_payout_lines(&store).await;
    let has_account = settings.payments.razorpay.is_some();
    let unread_days = if has_account { unread_payout_days(&store, now).await } else { None };
    let unsent = if has_account { None } else { refunds_without_account(&store, now).await };
    let own_texts = own_texts(&store, settings.messaging.uses_msg91()).await;
    let set_up = set_up(&store, settings).await;
    store.close().await;
    let mut findings = match faults {
        Ok(faults) if faults.is_empty() => {
            vec![fine("ledger", "agrees with orders, payments, refunds and payouts")]
        }
        Ok(faults) => faults.iter().map(|fault| wrong("ledger", describe_defect(fault))).collect(),
        Err(error) => vec![unchecked("ledger", &error)],
    };
    findings.extend(match broken {
        Ok(broken) if broken.is_empty() => {
            vec![fine("invariants", "bills, bookings, payments, refunds, payouts and documents agree")]
        }
        Ok(broken) => broken.iter().map(|broken| wrong("invariants", describe_broken(broken))).collect(),
        Err(error) => vec![unchecked("invariants", &error)],
    });
    findings.push(match changed_day {
        Ok(None) => fine("audit", "agrees with the digests of its days"),
        Ok(Some(fault)) => wrong("audit", describe_changed(&fault)),
        Err(error) => unchecked("audit", &error),
    });
    findings.push(match changed_report {
        Ok((None, 1)) => fine("days", "1 closed day agrees with its digest"),
        Ok((None, days)) => fine("days", format!("{days} closed days agree with their digests")),
        Ok((Some(fault), _)) => wrong("days", describe_changed(&fault)),
        Err(error) => unchecked("days", &error),
    });
    findings.extend(open_payments);
    findings.extend(sent_twice);
    findings.extend(unsent);
    findings.extend(open_lines);
    findings.extend(unread_days);
    findings.extend(bookings);
    findings.extend(own_texts);
    findings.extend(set_up);
    findings
}

fn describe_broken(BrokenRule { rule, count, example }: &BrokenRule) -> String {
    describe_defect(&format!("{rule}: {count}, for example {example}"))
}

fn describe_defect(defect: &impl Display) -> String {
    format!("{defect}; report it, the program never leaves this behind")
}

fn describe_changed(fault: &impl Display) -> String {
    format!("{fault}; find out who can write to the database, and compare the day with a backup")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use sideout_app::staff::AuditFault;

    use super::{super::finding::Verdict, *};

    #[test]
    fn a_clock_different_from_the_databases_is_a_warning_and_a_very_different_one_is_wrong() {
        let verdict_of = |behind| compare_clock(behind, 2).map(|finding| finding.verdict);
        assert_eq!(verdict_of(-900), None);
        assert_eq!(verdict_of(1_900), Some(Verdict::Warning));
        assert_eq!(verdict_of(-2_001), Some(Verdict::Wrong));
        assert_eq!(compare_clock(4_000, 5).map(|finding| finding.verdict), Some(Verdict::Warning));
    }

    #[test]
    fn records_that_do_not_agree_are_found_with_what_to_do() {
        let changed = AuditFault { day: date(2026, 11, 22), recorded: 3, found: 2 };
        assert_eq!(
            describe_changed(&changed),
            "the audit of 2026-11-22 was changed after the day: 3 entries had been recorded, and there are 2; \
             find out who can write to the database, and compare the day with a backup"
        );
        assert_eq!(
            describe_broken(&BrokenRule { rule: "a rule".into(), count: 2, example: "4820193756".into() }),
            "a rule: 2, for example 4820193756; report it, the program never leaves this behind"
        );
    }
}
