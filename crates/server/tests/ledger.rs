//! `sideout ledger export`, run as a program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "terminal/command.rs"]
mod command;

use std::{path::Path, process::Output};

use command::command_without_settings;
use jiff::civil::date;
use sideout_domain::{
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{
    Store, StoreError,
    import::{ImportedBooking, ImportedBookings},
};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::sample_venue::{VENUE, add_customers, open_venue};

/// A database with a booking that was paid at the desk at half past midnight in India.
async fn with_a_booking(file: &Path) -> Store {
    let store = Store::new(SqliteStore::open(file, SqliteOptions::default()).unwrap());
    let courts = open_venue(&store).await;
    let players = add_customers(&store, 1).await;
    let starts_at = "2026-11-22T13:30:00Z".parse().unwrap();
    let booking = ImportedBooking {
        number: OrderNumber::try_from(4_820_193_756).unwrap(),
        customer: players[0],
        venue: VENUE,
        slot: Slot { court: courts[0], starts_at },
        day: date(2026, 11, 22),
        start: "7:00 PM".parse().unwrap(),
        play_minutes: 55,
        slot_minutes: 60,
        price: Money::from_paise(80_050),
        paid: Money::from_paise(80_050),
        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) },
        status: OrderStatus::Completed,
        booked_at: "2026-11-20T19:00:00Z".parse().unwrap(),
        cancelled: None,
    };
    let added: Result<bool, StoreError> = store
        .write(booking, |tx, booking| Box::pin(async move { ImportedBookings(tx).add(booking).await }))
        .await;
    assert!(added.unwrap());
    store
}

fn export(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = command_without_settings(env!("CARGO_BIN_EXE_sideout"));
    command.args(["ledger", "export"]).args(arguments);
    command.env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", folder.join("sideout.db").display()));
    command.current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_ledger_is_exported_also_while_another_process_has_the_database_open() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = runtime.block_on(with_a_booking(&folder.path().join("sideout.db")));
    let day = ["--from", "2026-11-21", "--to", "2026-11-21"];
    let expected = "date,time,event,order,payment,account,debit_inr,credit_inr,entry\r\n\
        2026-11-21,00:30:00,booked,4820193756,,bookings,,800.50,booked.4820193756\r\n\
        2026-11-21,00:30:00,booked,4820193756,,players,800.50,,booked.4820193756\r\n\
        2026-11-21,00:30:00,paid_at_desk,4820193756,,desk,800.50,,paid_at_desk.4820193756\r\n\
        2026-11-21,00:30:00,paid_at_desk,4820193756,,players,,800.50,paid_at_desk.4820193756\r\n";
    assert_eq!(text(&export(folder.path(), &day).stdout), expected);
    let empty = export(folder.path(), &["--from", "2026-11-22", "--to", "2026-11-30"]);
    assert_eq!(text(&empty.stdout).lines().count(), 1, "{}", text(&empty.stderr));

    let file = [&day[..], &["--output", "november.csv"]].concat();
    let written = export(folder.path(), &file);
    assert!(text(&written.stdout).contains("november.csv has 4 lines"), "{}", text(&written.stderr));
    assert_eq!(std::fs::read_to_string(folder.path().join("november.csv")).unwrap(), expected);
    let again = export(folder.path(), &file);
    assert!(!again.status.success() && text(&again.stderr).contains("november.csv exists already"));
    runtime.block_on(store.close());
}

#[test]
fn invalid_days_and_a_missing_database_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = export(folder.path(), &["--from", "2026-11-21", "--to", "2026-11-21"]);
    assert!(!nothing.status.success() && text(&nothing.stderr).contains("there is no database yet"));
    assert!(!folder.path().join("sideout.db").exists());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async { with_a_booking(&folder.path().join("sideout.db")).await.close().await });
    let backwards = export(folder.path(), &["--from", "2026-11-21", "--to", "2026-11-20"]);
    assert!(text(&backwards.stderr).contains("--to 2026-11-20 is before --from 2026-11-21"));
    let no_day = export(folder.path(), &["--from", "2026-11-31", "--to", "2026-12-01"]);
    assert!(
        !no_day.status.success() && text(&no_day.stderr).contains("2026-11-31"),
        "{}",
        text(&no_day.stderr)
    );
}
