//! `cargo xtask shots`: pictures of every screen and state, for review by a person.

use std::fs;

use crate::{
    chromium,
    demo_server::DemoServer,
    e2e::build_server,
    failure::{Context, Failure},
    report::Report,
    step::{self, Show},
    web, workspace,
};

/// Each project of `web/playwright.shots.config.ts` with the time of its pictures. Players look for a court on a Saturday
/// morning; the desk is busiest in the evening of the same day.
const RUNS: [(&str, &str); 2] =
    [("players", "2026-11-21T09:00:00+05:30"), ("desk", "2026-11-21T18:22:00+05:30")];

/// Builds, then walks through the screens and writes the pictures and a contact sheet to `target/shots`. `screen` names the files of
/// `web/shots` whose screens are taken; all if absent.
pub(crate) fn run(screen: Option<&str>) -> Result<(), Failure> {
    println!(
        "Builds the web app and the server, then takes pictures of the screens in each state, light and dark: players' at \
         360, 768 and 1280 pixels, the desk's at 390, 1024, 1280 and 1440."
    );
    let mut report = Report::default();
    web::ensure_built()?;
    let program = build_server(&mut report)?;
    let browser = chromium::find_or_install()?;
    let folder = workspace::target().join("shots");
    if screen.is_none() && folder.exists() {
        fs::remove_dir_all(&folder).context(format!("could not empty {}", folder.display()))?;
    }
    for (project, moment) in RUNS {
        let server = DemoServer::start_at(&format!("shots-{project}"), &program, moment)?;
        let only_project = format!("--project={project}");
        // A requested screen may belong to one project only, and then the other one has no tests.
        let mut arguments = vec![only_project.as_str(), "--pass-with-no-tests"];
        arguments.extend(screen);
        let mut command = web::npm_run("shots", &arguments);
        command.env("BASE_URL", server.base_url()).env("INBOX_URL", server.sandbox_url());
        command.env("SERVER_LOG", server.log());
        command.env("SHOTS_MOMENT", moment).env("SHOTS_FOLDER", &folder).env(chromium::VARIABLE, &browser);
        // Playwright sets the opposite variable for its workers, and Node warns if both are set.
        command.env_remove("NO_COLOR");
        report.add(step::run(&format!("pictures {project}"), command, Show::Everything)?);
    }
    println!("\n   contact sheet: {}", folder.join("index.html").display());
    report.finish()
}
