//! `sideout recover` and the recovery check of doctor: the built program, a database that lacks paid orders, and the sandbox
//! as the payment provider.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "terminal/command.rs"]
mod command;

use std::{
    future::pending,
    net::SocketAddr,
    path::Path,
    process::{Command, Output},
};

use command::command_without_settings;
use serde_json::json;
use sideout_store::Store;
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::{
    postgres::{FreshDatabase, fresh_database},
    sample_venue::{add_customers, open_venue},
};
use sideout_testkit_http::HttpClient;
use tempfile::TempDir;
use tokio::{net::TcpListener, runtime::Runtime};

/// The sandbox's orders are younger than this, whenever the test runs.
const LONG_AGO: &str = "2020-01-01T00:00:00Z";

/// An installation whose database lacks the orders of the payment provider, as after the restore of a backup.
struct Restored {
    folder: TempDir,
    /// The PostgreSQL database; `None` for a database file in the folder.
    server: Option<FreshDatabase>,
    sandbox: SocketAddr,
    /// The runtime in which the sandbox works.
    _runtime: Runtime,
}

impl Restored {
    fn new(server: Option<FreshDatabase>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let runtime = Runtime::new().unwrap();
        let sandbox = runtime.block_on(async {
            let store = match &server {
                Some(server) => server.connect().await,
                None => {
                    let file = folder.path().join("sideout.db");
                    Store::new(SqliteStore::open(file, SqliteOptions::default()).unwrap())
                }
            };
            open_venue(&store).await;
            add_customers(&store, 1).await;
            store.close().await;
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let sandbox = listener.local_addr().unwrap();
            let settings = sideout_sandbox::SandboxSettings::default();
            tokio::spawn(sideout_sandbox::serve(listener, settings, pending()));
            sandbox
        });
        let restored = Restored { folder, server, sandbox, _runtime: runtime };
        restored.write_settings(Some(sandbox));
        restored
    }

    /// Without the provider's address the settings have no `[payments.razorpay]` table.
    fn write_settings(&self, provider: Option<SocketAddr>) {
        let database = match &self.server {
            Some(server) => server.url(),
            None => format!("sqlite:{}", self.folder.path().join("sideout.db").display()),
        };
        let data = self.folder.path().display();
        for (file, secret) in [
            ("key-secret", "sandbox_key_secret"),
            ("webhook-secret", "sandbox_webhook_secret"),
            ("auth-key", "sandbox-auth-key"),
        ] {
            std::fs::write(self.folder.path().join(file), secret).unwrap();
        }
        let payments = provider.map_or_else(String::new, |address| {
            format!(
                "[payments.razorpay]\nbase_url = \"http://{address}\"\nkey_id = \"rzp_test_sandbox\"\n\
                 key_secret_file = \"{data}/key-secret\"\nwebhook_secret_file = \"{data}/webhook-secret\"\n"
            )
        });
        let settings = format!(
            "database_url = \"{database}\"\ndata_dir = \"{data}\"\nlisten = \"127.0.0.1:0\"\n\
             images.folder = \"{data}/images\"\nbusiness.public_url = \"https://play.example.in\"\n\
             [messaging.msg91]\nbase_url = \"http://{sandbox}\"\nauth_key_file = \"{data}/auth-key\"\n\
             [messaging.templates.one_time_code]\nmsg91_template_id = \"flow-code\"\n{payments}",
            sandbox = self.sandbox,
        );
        std::fs::write(self.folder.path().join("sideout.toml"), settings).unwrap();
    }

    /// Creates a paid order that the database lacks.
    fn pay(&self, order: &str, site: &str) {
        let provider = HttpClient::at(self.sandbox).with_basic_auth("rzp_test_sandbox", "sandbox_key_secret");
        let new = json!({"amount": 80_000, "currency": "INR", "receipt": format!("{order}-80000"),
            "notes": {"order": order, "venue": "Riverside Arena", "site": site}});
        let opened = provider.post("/v1/orders", new).wait().success();
        provider.post("/razorpay/pay", json!({"order_id": opened["id"]})).wait().success();
    }

    fn refunds(&self) -> usize {
        let provider = HttpClient::at(self.sandbox).get("/razorpay").wait().success();
        provider["refunds"].as_array().unwrap().len()
    }

    fn sideout(&self, arguments: &[&str]) -> (bool, String) {
        result_of(&program(self.folder.path()).args(arguments).output().unwrap())
    }

    fn recover(&self, more: &[&str]) -> (bool, String) {
        self.sideout(&[&["recover", "--since", LONG_AGO], more].concat())
    }
}

fn program(folder: &Path) -> Command {
    let mut command = command_without_settings(env!("CARGO_BIN_EXE_sideout"));
    command.current_dir(folder).env("SIDEOUT_SETTINGS", folder.join("sideout.toml"));
    command
}

fn result_of(output: &Output) -> (bool, String) {
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

mod doctor_reports_lost_orders_and_recover_sends_their_money_back {
    use super::*;

    #[test]
    fn sqlite() {
        doctor_reports_and_recover_sends_back(None);
    }

    #[test]
    fn postgres() {
        if let Some(server) = fresh_database() {
            doctor_reports_and_recover_sends_back(Some(server));
        }
    }
}

fn doctor_reports_and_recover_sends_back(server: Option<FreshDatabase>) {
    let restored = Restored::new(server);
    restored.pay("4820193756", "play.example.in");
    restored.pay("4820193757", "staging.example.in");
    let doctor = || restored.sideout(&["doctor"]).1;
    let text = doctor();
    assert!(
        text.contains("FAIL  recovery     1 of the newest 2 orders")
            && text.contains("sideout recover --since 2"),
        "{text}"
    );

    let (succeeded, looked) = restored.recover(&["--dry-run"]);
    assert!(
        succeeded && looked.contains("₹800 would be sent back") && looked.contains("Nothing was changed"),
        "{looked}"
    );
    assert_eq!(restored.refunds(), 0);
    let (succeeded, done) = restored.recover(&[]);
    assert!(succeeded, "{done}");
    assert!(done.contains("#4820193756") && done.contains("order is lost: ₹800 was sent back"), "{done}");
    assert!(done.contains("1 payment of ₹800: ₹0 of it had gone back, ₹800 was sent back"), "{done}");
    assert!(done.contains("staging.example.in: nothing is done about it"), "{done}");
    assert!(done.contains("are left out: documents that are lost may bear them"), "{done}");
    let (succeeded, again) = restored.recover(&[]);
    assert!(succeeded && again.contains("was sent back before") && !again.contains("left out"), "{again}");
    let (succeeded, looked) = restored.recover(&["--dry-run"]);
    let sums = "1 payment of ₹800: ₹0 of it had gone back, ₹800 was sent back by an earlier recovery, ₹0 would be sent back";
    assert!(succeeded && looked.contains(sums), "{looked}");
    assert_eq!(restored.refunds(), 1);
    let text = doctor();
    assert!(text.contains("ok    recovery"), "{text}");
}

#[test]
fn failed_recoveries_say_what_to_do() {
    let restored = Restored::new(None);
    restored.pay("4820193756", "play.example.in");
    for since in ["yesterday", "2026-11-22", "2026-11-31 03:00"] {
        let (succeeded, text) = restored.sideout(&["recover", "--since", since]);
        assert!(!succeeded && text.contains("write when the backup was taken"), "{text}");
    }
    let cases: [(&[&str], &str); 4] = [
        (&["recover"], "--since"),
        (&["recover", "--since", "2199-01-01T00:00:00Z"], "in the future"),
        (&["recover", "--since", LONG_AGO, "--receipts-after", "123"], "like R/26-27/000123"),
        (&["recover", "--since", LONG_AGO, "--also", "pay_1"], "like order_"),
    ];
    for (arguments, expected) in cases {
        let (succeeded, text) = restored.sideout(arguments);
        assert!(!succeeded && text.contains(expected), "{text}");
    }

    restored.write_settings(Some("127.0.0.1:1".parse().unwrap()));
    let (succeeded, text) = restored.recover(&[]);
    assert!(
        !succeeded
            && text.contains("Nothing was changed and nothing is lost")
            && text.contains("again later"),
        "{text}"
    );
    restored.write_settings(None);
    let (succeeded, text) = restored.recover(&[]);
    assert!(succeeded && text.contains("there is no [payments.razorpay] table in the settings"), "{text}");
    assert_eq!(restored.refunds(), 0);
    std::fs::remove_file(restored.folder.path().join("sideout.db")).unwrap();
    let (succeeded, text) = restored.recover(&[]);
    assert!(!succeeded && text.contains("put the backup in its place"), "{text}");
}

#[test]
fn beside_a_running_server_the_server_recovers() {
    let restored = Restored::new(None);
    restored.pay("4820193756", "play.example.in");
    let mut server = program(restored.folder.path()).arg("serve").spawn().unwrap();
    let socket = restored.folder.path().join("sideout.db.sock");
    // The socket exists once the server is up; a busy machine may take long.
    let is_there = (0..6_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        socket.exists() || server.try_wait().unwrap().is_some()
    });
    let (succeeded, done) = restored.recover(&[]);
    let is_running = server.try_wait().unwrap().is_none();
    let _ = server.kill();
    let _ = server.wait();
    assert!(
        is_there && is_running && succeeded && done.contains("order is lost: ₹800 was sent back"),
        "{done}"
    );
    assert_eq!(restored.refunds(), 1);
}
