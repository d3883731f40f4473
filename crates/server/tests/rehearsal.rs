//! Runs the rehearsal of docs/OPERATING.md, with the commands taken from the page.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

#[path = "terminal/command.rs"]
mod command;
#[path = "rehearsal/journey.rs"]
mod journey;
#[path = "terminal/log.rs"]
mod log;
#[path = "rehearsal/page.rs"]
mod page;
#[path = "terminal/terminal.rs"]
mod terminal;

use std::{net::TcpListener, path::Path};

use sideout_testkit::postgres::{FreshDatabase, empty_database};

use crate::{
    journey::Journey,
    log::read_log,
    page::{blocks, set_up_of},
    terminal::Terminal,
};

/// The blocks for the server's terminal; with PostgreSQL both are used, in this order.
const SERVER: &str = "server";
const SERVER_WITH_POSTGRES: &str = "server with PostgreSQL";

mod the_pages_own_commands_lead_from_an_empty_folder_to_a_paid_booking {
    use super::*;

    #[tokio::test]
    async fn sqlite() {
        rehearse(None).await;
    }

    #[tokio::test]
    async fn postgres() {
        let Some(database) = empty_database() else { return };
        rehearse(Some(&database)).await;
    }
}

async fn rehearse(database: Option<&FreshDatabase>) {
    let folder = tempfile::tempdir().unwrap();
    let [port, sandbox_port, mail_port] = free_ports();
    let mut variables = vec![
        ("PORT", port.to_string()),
        ("SANDBOX_PORT", sandbox_port.to_string()),
        ("MAIL_PORT", mail_port.to_string()),
    ];
    variables.extend(database.map(|database| ("DATABASE_URL", database.url())));

    let mut sandbox = Terminal::run(&blocks(&["sandbox"]), folder.path(), &variables);
    let printed = sandbox.read_until("export SIDEOUT_PAYMENTS__RAZORPAY__WEBHOOK_SECRET=");
    let wanted = match database {
        None => vec![SERVER],
        Some(_) => vec![SERVER, SERVER_WITH_POSTGRES],
    };
    let commands = blocks(&wanted);
    let mut server = Terminal::run(&commands, folder.path(), &variables);
    let output = server.read_until("is ready at http://");

    assert_page_and_program_agree(&printed, &commands, folder.path());
    let app_is_built = !output.contains("FAIL  web app");
    // Allowed failures: the tests' PostgreSQL is not durable, and a developer's build may lack the web app.
    let excused = ["FAIL  durability", "FAIL  web app"];
    let wrong: Vec<&str> = output.lines().filter(|line| line.starts_with("FAIL")).collect();
    let is_excused = |line: &&str| excused.iter().any(|excuse| line.starts_with(excuse));
    assert!(wrong.iter().all(is_excused), "{output}");
    for fine in
        ["ok    messaging", "ok    mail", "ok    payments", "warn  sandbox", "5 differences, all written"]
    {
        assert!(output.contains(fine), "no \"{fine}\": {output}");
    }
    let engine = if database.is_some() { " on postgres in " } else { " on sqlite in " };
    assert!(output.contains(engine), "{output}");

    let journey = Journey::new(port, sandbox_port);
    journey.play(app_is_built).await;

    let log = read_log(&server.interrupt());
    sandbox.interrupt();
    let has = |message: &str| log.iter().any(|line| line["fields"]["message"] == message);
    for message in ["listening", "answered", "text message not delivered", "stopped"] {
        assert!(has(message), "no line \"{message}\": {log:#?}");
    }
}

/// The commands printed by the sandbox equal those of the page: the same file and the same secrets.
fn assert_page_and_program_agree(printed: &str, commands: &str, folder: &Path) {
    let (settings, exports) = set_up_of(printed);
    let written = std::fs::read_to_string(folder.join("rehearsal/sideout.toml")).unwrap();
    assert_eq!(settings, written, "docs/OPERATING.md (Rehearsal) and `sideout sandbox` differ");
    assert_eq!(exports.len(), 4, "{printed}");
    for export in exports {
        assert!(commands.lines().any(|line| line == export), "the page lacks {export}");
    }
}

/// Three different free ports.
fn free_ports() -> [u16; 3] {
    [(); 3]
        .map(|()| TcpListener::bind("127.0.0.1:0").unwrap())
        .map(|bound| bound.local_addr().unwrap().port())
}
