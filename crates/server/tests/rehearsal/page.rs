//! Reads the command blocks of docs/OPERATING.md and the output of the program.

const PAGE: &str = include_str!("../../../../docs/OPERATING.md");

/// The shell blocks under these markers (`<!-- rehearsal: NAME -->`), in the order of the page.
pub(crate) fn blocks(wanted: &[&str]) -> String {
    let mut commands = String::new();
    let mut rest = PAGE;
    let mut found = Vec::new();
    while let Some((_, marked)) = rest.split_once("<!-- rehearsal: ") {
        let (name, after) =
            marked.split_once(" -->\n```sh\n").unwrap_or_else(|| panic!("a marker without a block"));
        let (block, after) = after.split_once("\n```\n").unwrap_or_else(|| panic!("a block without an end"));
        if wanted.contains(&name) {
            commands += block;
            commands.push('\n');
            found.push(name);
        }
        rest = after;
    }
    assert!(wanted.iter().all(|name| found.contains(name)), "the page has blocks {found:?}, not {wanted:?}");
    commands
}

/// The settings file and the exports that `sideout sandbox` printed.
pub(crate) fn set_up_of(printed: &str) -> (String, Vec<&str>) {
    let (_, set_up) =
        printed.split_once("cat > sideout.toml <<'END'\n").unwrap_or_else(|| panic!("{printed}"));
    let (settings, exports) = set_up.split_once("END\n").unwrap_or_else(|| panic!("{printed}"));
    (settings.to_owned(), exports.lines().filter(|line| line.starts_with("export ")).collect())
}
