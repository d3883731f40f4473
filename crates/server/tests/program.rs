//! The built program, run as from a terminal.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "terminal/command.rs"]
mod command;

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use command::command_without_settings;
use serde_json::json;
use sideout_store::{Statement, Store, StoreError, params};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit_http::{Answer, HttpClient};

fn sideout() -> Command {
    command_without_settings(env!("CARGO_BIN_EXE_sideout"))
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The start time of the demos here, on the venues' clock, unless `cargo xtask test --at` sets another one. One starts at
/// [`far_moment`].
fn moment() -> jiff::Zoned {
    let chosen = std::env::var("TEST_MOMENT").unwrap_or_else(|_| "2026-11-24T23:50:00+05:30".to_owned());
    let chosen: jiff::Timestamp = chosen.parse().unwrap();
    chosen.to_zoned(jiff::tz::TimeZone::get("Asia/Kolkata").unwrap())
}

/// 520 weeks after that, on the same weekday: still ahead for commands without a server, which read the machine's clock.
fn far_moment() -> jiff::Zoned {
    moment().checked_add(jiff::Span::new().weeks(520)).unwrap()
}

/// A demo on free ports; killed when a test fails.
struct Demo {
    child: Child,
    welcome: String,
}

impl Demo {
    fn start(data: &Path) -> Self {
        Self::start_at(&moment(), data)
    }

    fn start_at(moment: &jiff::Zoned, data: &Path) -> Self {
        Self::start_with(&["--listen", "127.0.0.1:0"], moment, data)
    }

    fn start_with(arguments: &[&str], moment: &jiff::Zoned, data: &Path) -> Self {
        let mut child = sideout()
            .args(["demo", "--sandbox-listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(["--at", &moment.timestamp().to_string()])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut welcome = String::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            welcome += &line.unwrap();
            welcome.push('\n');
            // From here on the output is not read; the program must not stop because of that.
            if welcome.contains("Ctrl-C stops") {
                break;
            }
        }
        Demo { child, welcome }
    }

    /// The address after this label of the welcome message, without the scheme.
    fn address(&self, label: &str) -> String {
        let line = self.welcome.lines().find(|line| line.contains(label)).expect("the welcome names it");
        line.split("http://").nth(1).unwrap().trim_end_matches('/').to_owned()
    }

    fn get(&self, label: &str, path: &str) -> Answer {
        HttpClient::at(self.address(label)).with_key("sideout-web").get(path).wait()
    }

    /// Sends the signal of Ctrl-C; returns the exit code.
    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_demo_starts_serves_and_stops_cleanly_on_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let demo = Demo::start(&data);
    assert!(
        demo.welcome.contains("new sample data") && demo.welcome.contains("98765 43210"),
        "{}",
        demo.welcome
    );
    let venues = demo.get("Book a court", "/api/getvenue").content();
    for name in ["Riverside Arena", "Hillside Courts", "Old Mill Pickleball"] {
        assert!(venues.contains(name), "{venues}");
    }
    let picture = venues.split("\"venue_image\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(demo.get("Book a court", picture).header("content-type"), "image/svg+xml");
    assert_eq!(demo.get("Read the texts", "/inbox?to=%2B919876543210").content(), "[]");
    assert_eq!(demo.interrupt(), Some(0));

    let again = Demo::start(&data);
    assert!(again.welcome.contains("the data of last time"), "{}", again.welcome);
    let second = sideout()
        .args(["demo", "--sandbox-listen", "127.0.0.1:0", "--listen", &again.address("Book a court")])
        .output()
        .unwrap();
    assert!(!second.status.success() && text_of(&second).contains("choose another address with --listen"));
    let beside = sideout()
        .args(["backup", folder.path().join("copy.db").to_str().unwrap()])
        .env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", data.join("sideout.db").display()))
        .output()
        .unwrap();
    assert!(beside.status.success(), "{}", text_of(&beside));
    assert_eq!(again.interrupt(), Some(0));
}

#[test]
fn the_links_of_a_demo_that_listens_on_every_address_open_the_desk() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::start_with(&["--listen", "0.0.0.0:0"], &moment(), &folder.path().join("data"));
    let link = demo.address("Nisha, owner");
    let (desk, token) = link.split_once("/desk/join#").unwrap();
    // As the page at that address calls it.
    let client = HttpClient::at(desk);
    let opened = client.post("/api/desk/links/use", json!({"token": token}));
    let opened = opened.header("origin", format!("http://{desk}")).wait();
    assert_eq!(opened.status, 200, "{opened:?}");
    assert!(demo.get("Book a court", "/api/getvenue").content().contains("Riverside Arena"));
    assert_eq!(demo.get("Read the texts", "/inbox").status, 200);
    assert!(demo.welcome.contains("Other devices"), "{}", demo.welcome);
    assert_eq!(demo.interrupt(), Some(0));
}

#[test]
fn a_demo_says_where_its_desk_opens_instead_of_printing_links_that_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let given = ["--empty", "--listen", "127.0.0.1:0", "--public-url", "http://tablet.example:8080"];
    let demo = Demo::start_with(&given, &moment(), &folder.path().join("data"));
    assert!(!demo.welcome.contains("/desk/join#"), "{}", demo.welcome);
    for part in ["http://tablet.example:8080/", "The desk does not open at", "--public-url https://"] {
        assert!(demo.welcome.contains(part), "{part}: {}", demo.welcome);
    }
    assert_eq!(demo.interrupt(), Some(0));
}

#[test]
fn an_import_lists_changes_and_all_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample/operator.toml");
    let import = |file: &Path, more: &[&str]| {
        let at = |name: &str| folder.path().join(name).display().to_string();
        sideout()
            .arg("import")
            .arg(file)
            .args(more)
            .env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", at("sideout.db")))
            .env("SIDEOUT_IMAGES__FOLDER", at("images"))
            .output()
            .unwrap()
    };
    let printed = text_of(&import(&sample, &["--dry-run"]));
    assert!(
        printed.contains("+ venue 1 Riverside Arena") && printed.contains("Nothing was changed"),
        "{printed}"
    );
    assert!(!folder.path().join("sideout.db").exists(), "a dry run makes no database");
    assert!(text_of(&import(&sample, &[])).contains("all written"));
    assert!(text_of(&import(&sample, &[])).contains("Nothing differs"));

    let broken = folder.path().join("broken.toml");
    let text = std::fs::read_to_string(&sample).unwrap().replacen("type = \"indoor\"", "type = \"roof\"", 1);
    std::fs::write(&broken, text.replacen("flat = 50", "flat = 0", 1)).unwrap();
    let refused = import(&broken, &[]);
    let printed = text_of(&refused);
    assert!(!refused.status.success());
    assert!(
        printed.contains("write \"outdoor\" or \"indoor\"") && printed.matches("line ").count() == 2,
        "{printed}"
    );
}

/// Makes the schema one of long ago, as the history of migrations has it; closes the store.
async fn forget_later_migrations(store: Store) {
    const FORGET: Statement =
        Statement { name: "test/forget", text: "delete from refinery_schema_history where version > 1" };
    let forgotten: Result<u64, StoreError> =
        store.write((), |tx, ()| Box::pin(tx.run(FORGET, params![]))).await;
    assert!(forgotten.unwrap() > 0);
    store.close().await;
}

/// The last migration of a database; closes the store.
async fn last_migration(store: Store) -> i64 {
    const LAST: Statement =
        Statement { name: "test/last", text: "select max(version) as version from refinery_schema_history" };
    let read: Result<i64, StoreError> = store
        .read((), |tx, ()| Box::pin(async move { tx.one(LAST, params![]).await?.integer("version") }))
        .await;
    store.close().await;
    read.unwrap()
}

/// Imports the sample into this database, whose schema is older, with and without `--dry-run`.
fn assert_imports_are_refused(database_url: &str) {
    let folder = tempfile::tempdir().unwrap();
    for more in [&["--dry-run"][..], &[], &["--take-over"]] {
        let refused = sideout()
            .arg("import")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample/operator.toml"))
            .args(more)
            .env("SIDEOUT_DATABASE_URL", database_url)
            .env("SIDEOUT_IMAGES__FOLDER", folder.path().join("images"))
            .output()
            .unwrap();
        let printed = text_of(&refused);
        assert!(!refused.status.success(), "{more:?}: {printed}");
        assert!(
            printed.contains("at schema 1 of") && printed.contains("back it up, start the server once"),
            "{more:?}: {printed}"
        );
    }
}

mod an_import_does_not_migrate_an_older_schema {
    use sideout_store_postgres::{PostgresOptions, PostgresStore};
    use sideout_testkit::postgres::unused_database;

    use super::*;

    #[test]
    fn sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sideout.db");
        let open = || Store::new(SqliteStore::open(&file, SqliteOptions::default()).unwrap());
        tokio::runtime::Runtime::new().unwrap().block_on(forget_later_migrations(open()));
        let before = std::fs::read(&file).unwrap();
        assert_imports_are_refused(&format!("sqlite:{}", file.display()));
        assert_eq!(std::fs::read(&file).unwrap(), before);
    }

    #[test]
    fn postgres() {
        let Some(database) = unused_database() else { return };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async { forget_later_migrations(database.connect().await).await });
        assert_imports_are_refused(&database.url());
        let reading = PostgresStore::for_reading(&database.url(), PostgresOptions::default());
        let last = runtime.block_on(async { last_migration(Store::new(reading.unwrap())).await });
        assert_eq!(last, 1);
    }
}

#[test]
fn doctor_exits_with_one_if_something_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let output = sideout().arg("doctor").current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text_of(&output).contains("FAIL  messaging"), "{}", text_of(&output));
}

#[test]
fn an_invalid_setting_prevents_the_start_and_is_named() {
    let output = sideout().arg("serve").env("SIDEOUT_BUSINESS__HOLD_SECONDS", "long").output().unwrap();
    assert!(!output.status.success());
    assert!(text_of(&output).contains("business.hold_seconds"), "{}", text_of(&output));
    for (variable, value, named) in [
        ("SIDEOUT_HTTP__TRUSTED_PROXIES", "nonsense", "http.trusted_proxies"),
        ("SIDEOUT_HTTP__MAX_CONNECTIONS", "0", "http.max_connections must be at least 1"),
        ("SIDEOUT_BUSINESS__PASSWORD_HASH__MEMORY_KIB", "1", "business.password_hash.memory_kib must be 8"),
    ] {
        for command in ["serve", "doctor"] {
            let output = sideout().arg(command).env(variable, value).output().unwrap();
            assert!(!output.status.success(), "{command} took {variable}={value}");
            assert!(text_of(&output).contains(named), "{}", text_of(&output));
        }
    }
}

#[test]
fn a_program_that_may_open_too_few_files_says_so() {
    // One file beside input, output and errors: enough to load the program, not for the event queue of the runtime.
    let script = "exec 3>&-; ulimit -n 4; exec \"$0\" openapi";
    let mut shell = command_without_settings("sh");
    let output = shell.args(["-c", script, env!("CARGO_BIN_EXE_sideout")]).output().unwrap();
    let text = text_of(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("the runtime could not start") && text.contains("open more files"), "{text}");
}

/// Arguments for `7:00 PM` of the next day at the sample venues, to the end of that hour.
fn at_seven_after(moment: &jiff::Zoned) -> [String; 4] {
    let day = moment.date().tomorrow().unwrap();
    ["--from".into(), format!("{day} 19:00"), "--to".into(), format!("{day} 20:00")]
}

/// Runs a statement that changes one row of this database, which no server uses.
fn change_one_row(file: &Path, statement: Statement) {
    let changed: Result<u64, StoreError> = tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = Store::new(SqliteStore::open(file, SqliteOptions::default()).unwrap());
        let changed = store.write((), move |tx, ()| Box::pin(tx.run(statement, params![]))).await;
        store.close().await;
        changed
    });
    assert_eq!(changed.unwrap(), 1);
}

#[test]
fn a_start_with_a_brand_of_another_version_names_only_what_mends_the_brand() {
    const WRITE: Statement = Statement {
        name: "test/brand_of_another_version",
        text: "insert into brand (brand_id, document, updated_at) values (1, '{\"motto\": \"Play on\"}', 0)",
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sideout.db");
    change_one_row(&file, WRITE);
    let output = sideout()
        .arg("serve")
        .current_dir(folder.path())
        .env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", file.display()))
        .env("SIDEOUT_DATA_DIR", folder.path())
        .env("SIDEOUT_IMAGES__FOLDER", folder.path().join("images"))
        .env("SIDEOUT_LISTEN", "127.0.0.1:0")
        .output()
        .unwrap();
    let printed = text_of(&output);
    assert!(!output.status.success(), "{printed}");
    assert!(printed.contains("the brand does not fit this version: unknown field `motto`"), "{printed}");
    assert!(printed.contains("import the operator file again with --take-over"), "{printed}");
    assert!(!printed.contains("check it and its disk"), "{printed}");
}

/// Stores an own text for players whose court is closed, as an owner does at the desk.
fn write_own_text(file: &Path) {
    const WRITE: Statement = Statement {
        name: "test/own_text",
        text: "update brand set document = json_set(document, '$.texts', json_object('closure_offer', \
               json_object('text', 'Sideout: ##court## at ##venue## is closed on ##day##, ##time##. Choose by ##until##.', \
               'dlt_template_id', null, 'msg91_template_id', 'flow-own')))",
    };
    change_one_row(file, WRITE);
}

#[test]
fn staff_closes_courts_beside_a_running_server_and_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let staff = |arguments: &[&str]| {
        let output = sideout()
            .args(arguments)
            .env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", data.join("sideout.db").display()))
            .output()
            .unwrap();
        (output.status.success(), text_of(&output))
    };
    let moment = far_moment();
    let [from, at, to, end] = at_seven_after(&moment);
    let span = |venue: &'static str| ["--venue", venue, "--courts", "all", &from, &at, &to, &end];
    let why = ["--reason", "Rain on court"];
    let close = |more: &[&str]| staff(&[&["close-courts"], &span("1")[..], &why, more].concat());

    assert!(close(&[]).1.contains("there is no database yet"));
    let demo = Demo::start_at(&moment, &data);
    let socket = data.join("sideout.db.sock");
    assert!(socket.exists());
    let (succeeded, printed) = close(&["--dry-run"]);
    // The sample data leaves three courts free at that hour.
    assert!(succeeded && printed.contains("8 slots would be closed, 5 bookings cancelled"), "{printed}");
    assert_eq!(printed.matches("nothing was paid").count(), 5, "{printed}");
    assert!(printed.contains("+91 •••••") && printed.contains("(--dry-run)"), "{printed}");
    let (succeeded, printed) = close(&[]);
    assert!(succeeded && printed.contains("8 slots closed, 5 bookings cancelled"), "{printed}");
    assert!(printed.contains("told by text message and mail"), "{printed}");
    assert!(close(&[]).1.contains("0 slots closed (8 closed before), 0 bookings cancelled"));
    let day = at.split(' ').next().unwrap();
    let courts = format!("/api/getcourt?venue=1&sport=1&date={day}&time=7%3A00%20PM");
    let courts = demo.get("Book a court", &courts).content();
    assert!(courts.contains("\"available\":\"no\"") && !courts.contains("\"yes\""), "{courts}");
    let (succeeded, printed) = staff(&[&["close-courts"], &span("9")[..], &why].concat());
    assert!(
        !succeeded && printed.contains("there is no venue 9; there are 1 (Riverside Arena)"),
        "{printed}"
    );
    assert!(staff(&["refunds", "list"]).1.contains("0 refunds, ₹0 in all"));
    assert_eq!(demo.interrupt(), Some(0));

    assert!(!socket.exists(), "the socket is removed when its server stops");
    let (succeeded, printed) = staff(&[&["open-courts"], &span("1")[..]].concat());
    assert!(succeeded && printed.contains("8 slots opened"), "{printed}");
    // Without the settings of a server no notification channel is set up.
    let (succeeded, printed) = staff(&[&["close-courts"], &span("2")[..], &why].concat());
    assert!(succeeded && printed.contains("bookings cancelled, 0 holds ended"), "{printed}");
    assert!(printed.contains("The players are NOT told: no text is set up for it"), "{printed}");
    assert!(!printed.contains("told by"), "{printed}");
    // The owner writes a text at the desk meanwhile; the settings still have none.
    write_own_text(&data.join("sideout.db"));
    assert!(staff(&[&["open-courts"], &span("3")[..]].concat()).0);
    let output = sideout()
        .args([&["close-courts"], &span("3")[..], &why].concat())
        .env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", data.join("sideout.db").display()))
        .env("SIDEOUT_MESSAGING__MSG91__AUTH_KEY", "sandbox-auth-key")
        .env("SIDEOUT_MESSAGING__TEMPLATES__ONE_TIME_CODE__MSG91_TEMPLATE_ID", "flow-code")
        .output()
        .unwrap();
    let printed = text_of(&output);
    assert!(printed.contains("The players are told by text message, once a server runs"), "{printed}");
    let (succeeded, printed) = staff(&["refunds", "issue", "--order", "4071553902"]);
    assert!(!succeeded && printed.contains("order #4071553902 has no refund"), "{printed}");
}

#[test]
fn a_running_server_executes_imports_and_no_booking_loses_its_place_without_consent() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample");
    let operator = folder.path().join("operator");
    for entry in std::fs::read_dir(&sample).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir())
    {
        let target = operator.join(entry.file_name());
        std::fs::create_dir_all(&target).unwrap();
        for file in std::fs::read_dir(entry.path()).unwrap().map(Result::unwrap) {
            std::fs::copy(file.path(), target.join(file.file_name())).unwrap();
        }
    }
    std::fs::create_dir_all(&operator).unwrap();
    let text = std::fs::read_to_string(sample.join("operator.toml")).unwrap();
    for file in std::fs::read_dir(&sample).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file())
    {
        std::fs::copy(file.path(), operator.join(file.file_name())).unwrap();
    }
    let file = operator.join("operator.toml");
    let database = data.join("sideout.db");
    let import_into = |database: &Path, text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let output = sideout()
            .arg("import")
            .arg(&file)
            .args(more)
            .env("SIDEOUT_DATABASE_URL", format!("sqlite:{}", database.display()))
            .env("SIDEOUT_IMAGES__FOLDER", folder.path().join("not-the-servers-images"))
            .output()
            .unwrap();
        (output.status.success(), text_of(&output))
    };
    let import = |text: &str, more: &[&str]| import_into(&database, text, more);

    let demo = Demo::start(&data);
    let (succeeded, printed) = import(&text, &["--dry-run"]);
    assert!(succeeded && printed.contains("Nothing differs"), "{printed}");
    let renamed = text.replacen("name = \"Riverside Arena\"", "name = \"Riverside Park\"", 1);
    let (succeeded, printed) = import(&renamed, &["--dry-run"]);
    assert!(succeeded && printed.contains("name \"Riverside Arena\" → \"Riverside Park\""), "{printed}");
    assert!(printed.contains("1 difference. Nothing was changed (--dry-run)"), "{printed}");
    assert!(demo.get("Book a court", "/api/getvenue").content().contains("Riverside Arena"));
    let (succeeded, printed) = import(&renamed, &[]);
    assert!(succeeded && printed.contains("1 difference, all written"), "{printed}");
    assert!(demo.get("Book a court", "/api/getvenue").content().contains("Riverside Park"));

    // A picture from another folder is sent to the server, which stores it with its own.
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>new</title></svg>";
    std::fs::write(operator.join("new.svg"), picture).unwrap();
    let line = renamed.lines().find(|line| line.starts_with("image = ")).unwrap();
    let repainted = renamed.replacen(line, "image = \"new.svg\"", 1);
    // Through a symbolic link to the database the same server is reached.
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&database, &link).unwrap();
    let (succeeded, printed) = import_into(&link, &repainted, &[]);
    assert!(succeeded && printed.contains("image /images/"), "{printed}");
    let venues = demo.get("Book a court", "/api/getvenue").content();
    let address = venues.split("\"venue_image\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(demo.get("Book a court", address).content().contains("<title>new</title>"));

    let later =
        repainted.replacen("every_day = \"6:00 AM - 10:00 PM\"", "every_day = \"6:30 AM - 10:30 PM\"", 1);
    let (succeeded, printed) = import(&later, &[]);
    assert!(
        !succeeded && printed.contains("nothing is changed") && printed.contains("do not fit the file"),
        "{printed}"
    );
    assert!(
        printed.contains("Riverside Park, Court ") && printed.contains("no slot starts at "),
        "{printed}"
    );
    let (succeeded, printed) = import(&later, &["--close", "all"]);
    assert!(!succeeded && printed.contains("--reason"), "{printed}");
    let (succeeded, printed) = import(&later, &["--keep", "all", "--dry-run"]);
    assert!(
        succeeded && printed.contains("would stay") && !printed.contains("would be refused"),
        "{printed}"
    );
    let number = printed.split('#').nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let (succeeded, printed) =
        import(&later, &["--keep", "all", "--close", &number, "--reason", "New hours"]);
    assert!(succeeded && printed.contains("monday 6:00 AM - 10:00 PM → 6:30 AM - 10:30 PM"), "{printed}");
    assert!(printed.contains("1 booking cancelled, 0 holds ended."), "{printed}");
    let (succeeded, printed) = import(&later, &[]);
    assert!(succeeded && printed.contains("Nothing differs"), "a decision is not requested again: {printed}");

    let broken = later.replacen("[venue.hours]", "[venue.hours", 1);
    let (succeeded, printed) = import(&broken, &[]);
    assert!(!succeeded && printed.contains("nothing is changed") && printed.contains("line "), "{printed}");
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let output = sideout().arg("import").arg(&file).output().unwrap();
    assert!(text_of(&output).contains("cannot be read: it is a folder"), "{}", text_of(&output));
    assert_eq!(demo.interrupt(), Some(0));
}

#[test]
fn a_second_store_cannot_open_the_database_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("sideout.db"), folder.path().join("link.db"));
    let store = SqliteStore::open(&file, SqliteOptions::default()).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let second = SqliteStore::open(&link, SqliteOptions::default()).map(drop).unwrap_err().to_string();
    assert!(second.contains("already in use by process"), "{second}");
    drop(store);
    SqliteStore::open(&link, SqliteOptions::default()).unwrap();
}
