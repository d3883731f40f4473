//! `cargo xtask shots`: pictures of every screen and state, for review by a person.

use std::fs;

use crate::{
    chromium,
    demo_server::DemoServer,
    e2e::build_server,
    failure::{Doing, Failure},
    report::Report,
    step::{self, Show},
    web, workspace,
};

/// The time of all pictures: a Saturday morning in India, with a busy evening in the sample data.
const MOMENT: &str = "2026-11-21T09:00:00+05:30";

/// Builds, then walks through the screens and writes the pictures and a contact sheet to `target/shots`.
pub(crate) fn run(screen: Option<&str>) -> Result<(), Failure> {
    println!(
        "Builds the web app and the server, then takes pictures of every screen and state, light and dark, 360, 768 and \
         1280 pixels wide."
    );
    let mut report = Report::default();
    web::ensure_built()?;
    let program = build_server(&mut report)?;
    let browser = chromium::find_or_install()?;
    let folder = workspace::target().join("shots");
    if screen.is_none() && folder.exists() {
        fs::remove_dir_all(&folder).doing(format!("could not empty {}", folder.display()))?;
    }
    let server = DemoServer::start_at("shots", &program, MOMENT)?;
    let mut command = web::npm_run("shots", &screen.map_or(Vec::new(), |name| vec![name]));
    command.env("BASE_URL", server.base_url()).env("INBOX_URL", server.sandbox_url());
    command.env("SERVER_LOG", server.log());
    command.env("SHOTS_MOMENT", MOMENT).env("SHOTS_FOLDER", &folder).env(chromium::VARIABLE, &browser);
    // Playwright sets the opposite variable for its workers, and Node warns if both are set.
    command.env_remove("NO_COLOR");
    report.add(step::run("pictures", command, Show::Everything)?);
    println!("\n   contact sheet: {}", folder.join("index.html").display());
    report.finish()
}
