//! `cargo xtask shots`: pictures of the screens in their states, for review by a person.

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

/// How the name of a file with screens ends.
const ENDING: &str = ".shot.ts";

/// Builds, then walks through the screens and writes the pictures and a contact sheet to `target/shots`. `screen` is a part of the names
/// of the screens that are taken; all if absent.
pub(crate) fn run(screen: Option<&str>) -> Result<(), Failure> {
    let chosen = screen.map(|wanted| choose(list_screens()?, wanted)).transpose()?;
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
        let files = chosen.as_ref().map(|screens| files_of(project, screens)).unwrap_or_default();
        if chosen.is_some() && files.is_empty() {
            continue;
        }
        let server = DemoServer::start_at(&format!("shots-{project}"), &program, moment)?;
        let only_project = format!("--project={project}");
        let mut arguments = vec![only_project.as_str()];
        arguments.extend(files.iter().map(String::as_str));
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

/// The name of each screen: its file in `web/shots` without the ending.
fn list_screens() -> Result<Vec<String>, Failure> {
    let folder = workspace::web().join("shots");
    let could_not = || format!("could not list {}", folder.display());
    let mut screens = Vec::new();
    for entry in fs::read_dir(&folder).context(could_not())? {
        let name = entry.context(could_not())?.file_name();
        screens.extend(name.to_str().and_then(|name| name.strip_suffix(ENDING)).map(str::to_owned));
    }
    screens.sort();
    Ok(screens)
}

/// The screens with `wanted` in their name.
fn choose(screens: Vec<String>, wanted: &str) -> Result<Vec<String>, Failure> {
    let all = screens.join(", ");
    let chosen: Vec<String> = screens.into_iter().filter(|screen| screen.contains(wanted)).collect();
    if chosen.is_empty() {
        return Err(Failure::Usage(format!(
            "--screen {wanted}: no screen has this in its name; choose one of {all}"
        )));
    }
    Ok(chosen)
}

/// The files of the screens that this project takes, as Playwright finds them: it compares them with whole paths, which end with
/// these.
fn files_of(project: &str, screens: &[String]) -> Vec<String> {
    let is_of_desk = project == "desk";
    let own = screens.iter().filter(|screen| screen.contains("desk") == is_of_desk);
    own.map(|screen| format!("shots/{screen}{ENDING}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose_of(wanted: &str) -> Result<Vec<String>, String> {
        let screens = ["desk", "desk-readme", "home", "readme"].map(str::to_owned).to_vec();
        choose(screens, wanted).map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_screen_is_chosen_by_a_part_of_its_name_and_a_misspelled_name_is_refused_with_all_names() {
        assert_eq!(choose_of("home").unwrap(), ["home"]);
        assert_eq!(choose_of("readme").unwrap(), ["desk-readme", "readme"]);
        let refused = choose_of("hmoe").unwrap_err();
        assert_eq!(
            refused,
            "--screen hmoe: no screen has this in its name; choose one of desk, desk-readme, home, readme"
        );
        assert!(choose_of("shots/").is_err(), "a folder of the path is no part of the name");
    }

    #[test]
    fn each_project_takes_its_own_files() {
        let chosen = choose_of("readme").unwrap();
        assert_eq!(files_of("players", &chosen), ["shots/readme.shot.ts"]);
        assert_eq!(files_of("desk", &chosen), ["shots/desk-readme.shot.ts"]);
        assert!(files_of("desk", &choose_of("home").unwrap()).is_empty());
    }

    #[test]
    fn the_screens_are_the_files_of_the_folder() {
        let screens = list_screens().unwrap();
        for known in ["desk", "home", "readme"] {
            assert!(screens.iter().any(|screen| screen == known), "{screens:?}");
        }
        assert!(!screens.iter().any(|screen| screen.contains('.')), "{screens:?}");
    }
}
