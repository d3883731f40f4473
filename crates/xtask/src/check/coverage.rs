//! Checks docs/SPEC-COVERAGE.md: every row names an existing test, a check by a person, or an open point.

use std::{collections::HashMap, fs, path::Path};

use crate::{
    failure::{Context, Failure},
    workspace,
};

const FILE: &str = "docs/SPEC-COVERAGE.md";
/// The sections of the specification; each must have rows.
const SECTIONS: std::ops::RangeInclusive<u32> = 1..=9;

/// One complaint for each defect of a row, such as a test that does not exist, and for each section without a row.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(workspace::root().join(FILE)).context(format!("could not read {FILE}"))?;
    Ok(complaints_about(&text, &workspace::root()))
}

fn complaints_about(text: &str, root: &Path) -> Vec<String> {
    let rows: Vec<Row> = text.lines().enumerate().filter_map(|(at, line)| Row::read(at + 1, line)).collect();
    let mut files = HashMap::new();
    let mut complaints: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            row.problems(root, &mut files)
                .into_iter()
                .map(|problem| format!("{FILE}:{}: {problem}", row.line))
        })
        .collect();
    complaints.extend(
        SECTIONS
            .filter(|section| !rows.iter().any(|row| row.is_of(*section)))
            .map(|section| format!("{FILE} has no row for section {section}")),
    );
    complaints
}

/// One statement of the specification: `| § | statement | where | test |`.
struct Row {
    line: usize,
    cells: Vec<String>,
}

impl Row {
    /// Reads a row; `None` for text outside of tables, and for a table's head and rule.
    fn read(line: usize, text: &str) -> Option<Self> {
        let inside = text.trim().strip_prefix('|')?;
        // Markdown takes a row without the last bar as well.
        let cells = cells_of(inside.strip_suffix('|').unwrap_or(inside));
        let is_head = cells.first().is_some_and(|cell| cell == "§");
        let is_rule = cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| c == '-' || c == ':'));
        (!is_head && !is_rule).then_some(Self { line, cells })
    }

    fn is_of(&self, section: u32) -> bool {
        let number = self.cells.first().map(|cell| cell.split('.').next().unwrap_or_default());
        number == Some(section.to_string().as_str())
    }

    fn problems(&self, root: &Path, files: &mut HashMap<String, Option<String>>) -> Vec<String> {
        let [_, statement, place, proof] = self.cells.as_slice() else {
            return vec!["a row has four cells: §, statement, where, test".to_owned()];
        };
        let mut problems = Vec::new();
        if statement.is_empty() || place.is_empty() {
            problems.push("a row says what the statement is and where it is met".to_owned());
        }
        let tests = quoted(proof);
        if tests.is_empty() && !has_mark(proof, "eye:") && !has_mark(proof, "open:") {
            problems.push(format!("“{statement}” has no test, no “eye: …” and no “open: …”"));
        }
        problems.extend(tests.iter().filter_map(|test| missing(test, root, files)));
        problems
    }
}

/// Whether there is a text of more than three bytes after this mark: an empty "eye:" would avoid a test. The mark is not at
/// the end of a word.
fn has_mark(proof: &str, mark: &str) -> bool {
    proof.match_indices(mark).any(|(at, _)| {
        let before = proof.get(..at).unwrap_or_default();
        let after = proof.get(at + mark.len()..).unwrap_or_default();
        !before.ends_with(char::is_alphanumeric) && after.trim().len() > 3
    })
}

/// The cells between the bars; `\|` is a bar inside a cell.
fn cells_of(inside: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut letters = inside.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\\' && letters.peek() == Some(&'|') {
            letters.next();
            cells.last_mut().into_iter().for_each(|cell| cell.push('|'));
        } else if letter == '|' {
            cells.push(String::new());
        } else {
            cells.last_mut().into_iter().for_each(|cell| cell.push(letter));
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The texts between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The problem with a reference `file › title` or `file.rs::function`; `None` if the test exists.
fn missing(test: &str, root: &Path, files: &mut HashMap<String, Option<String>>) -> Option<String> {
    let (path, title, is_rust) = if let Some((path, title)) = test.split_once(" › ") {
        (path, title, false)
    } else if let Some((path, function)) = test.split_once("::") {
        (path, function, true)
    } else {
        return Some(format!("`{test}` is no test: write `file › title` or `file.rs::function`"));
    };
    let source =
        files.entry(path.to_owned()).or_insert_with(|| fs::read_to_string(root.join(path)).ok()).as_deref();
    let Some(source) = source else { return Some(format!("there is no file {path}")) };
    let exists = if is_rust { has_rust_test(source, title) } else { has_web_test(source, title) };
    (!exists).then(|| format!("{path} has no test “{title}”"))
}

/// Whether `test('title', …`, `it(…)` or `test.each(…)(…)` is in the source; a skipped one does not count.
fn has_web_test(source: &str, title: &str) -> bool {
    ['\'', '"', '`'].into_iter().any(|quote| {
        let literal = format!("{quote}{title}{quote}");
        source.match_indices(&literal).any(|(at, _)| {
            let before = source.get(..at).unwrap_or_default().trim_end();
            let after = source.get(at + literal.len()..).unwrap_or_default().trim_start();
            before.strip_suffix('(').is_some_and(is_test_call) && after.starts_with(',')
        })
    })
}

/// Whether the text ends with the name of a call that runs a test.
fn is_test_call(before: &str) -> bool {
    let before = before.trim_end();
    if before.ends_with(')') {
        // The table of test.each, whose rows may contain brackets: the nearest call name before it decides.
        return before
            .rfind(".each(")
            .and_then(|each| before.get(..each))
            .is_some_and(|name| is_name(name, "test") || is_name(name, "it"));
    }
    is_name(before, "test") || is_name(before, "it")
}

/// Whether the text ends with this whole word.
fn is_name(text: &str, name: &str) -> bool {
    text.strip_suffix(name)
        .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'))
}

/// Whether the function is a test, also by `on_both_engines!`.
fn has_rust_test(source: &str, function: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let named = line.split_once("fn ").is_some_and(|(_, rest)| {
            rest.strip_prefix(function).is_some_and(|rest| rest.starts_with(['(', '<']))
        });
        let attributes = lines.get(..at).unwrap_or_default().iter().rev();
        let mut attributes = attributes.take_while(|line| line.starts_with("#[") || line.starts_with("///"));
        let is_test =
            named && attributes.any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"));
        is_test || runs_on_both(&lines, at, function)
    })
}

/// Whether `on_both_engines!(` begins in this line and names the function next.
fn runs_on_both(lines: &[&str], at: usize, function: &str) -> bool {
    let Some((_, rest)) = lines.get(at).and_then(|line| line.split_once("on_both_engines!(")) else {
        return false;
    };
    let name = if rest.is_empty() { lines.get(at + 1).copied().unwrap_or_default() } else { rest };
    name.strip_prefix(function).is_some_and(|rest| rest.starts_with(','))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The number of folders made so far: tests run at the same time, and each needs one of its own.
    static FOLDERS: AtomicU32 = AtomicU32::new(0);

    const WEB: &str = "test('a plain one', () => {});\nit(\n  \"a player's own\",\n  () => {},\n);\n\
        test.each([['a', call(1)]])('%s is drawn', (word) => {});\ntest.skip('a skipped one', () => {});\n\
        const words = 'only words';\nexpect('an argument', 1);\n";
    const RUST: &str = "#[test]\nfn a_rule_holds() {}\n\n#[tokio::test(flavor = \"current_thread\")]\n\
        async fn a_call_answers() {}\n\nfn a_helper() {}\n\non_both_engines!(one_wins, async |store| {});\n\
        on_both_engines!(\n    many_lose,\n    async |store| {}\n);\n";

    /// The complaints about these rows, with one file of each kind in a folder.
    fn complaints_of(rows: &str) -> Vec<String> {
        let folder = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("coverage-{}-{folder}", std::process::id()));
        fs::create_dir_all(&root).expect("a folder for the test");
        fs::write(root.join("web.test.ts"), WEB).expect("a file");
        fs::write(root.join("rules.rs"), RUST).expect("a file");
        let found = complaints_about(rows, &root);
        fs::remove_dir_all(&root).expect("the folder is ours");
        // Sections without rows have their own test.
        found.into_iter().filter(|complaint| !complaint.contains("has no row for")).collect()
    }

    fn row(proof: &str) -> String {
        format!(
            "| § | Statement | Where | Test |\n|---|---|---|---|\n| 2 | 'date \\| time' | card.tsx | {proof} |\n"
        )
    }

    #[test]
    fn a_row_is_accepted_if_each_of_its_tests_exists() {
        for proof in [
            "`web.test.ts › a plain one`",
            "`web.test.ts › a player's own`, `rules.rs::a_rule_holds`",
            "`web.test.ts › %s is drawn`",
            "`rules.rs::a_call_answers`",
            "`rules.rs::one_wins`",
            "`rules.rs::many_lose`",
            "eye: looks like a ticket",
            "open: the checkout is not built yet",
            "`rules.rs::a_rule_holds`; open: the checkout is not built yet",
        ] {
            assert_eq!(complaints_of(&row(proof)), Vec::<String>::new(), "{proof}");
        }
    }

    #[test]
    fn a_row_that_proves_nothing_is_reported() {
        for proof in [
            "",
            "eye:",
            "open:",
            "open: `web.test.ts › a title that is not there`",
            "reopen: later",
            "see the code",
            "`web.test.ts › a title that is not there`",
            "`web.test.ts › only words`",
            "`web.test.ts › an argument`",
            "`web.test.ts › a skipped one`",
            "`gone.test.ts › a plain one`",
            "`rules.rs::a_helper`",
            "`rules.rs::a_rule`",
            "`a plain one`",
            "`web.test.ts › a plain one`, `rules.rs::gone`",
        ] {
            assert_eq!(complaints_of(&row(proof)).len(), 1, "{proof}");
        }
        assert_eq!(complaints_of("| 2 | three cells | `web.test.ts › a plain one` |").len(), 1);
        assert_eq!(complaints_of("| 2 | no last bar | card.tsx | see the code").len(), 1);
    }

    #[test]
    fn a_section_without_a_row_is_reported() {
        let all: String = SECTIONS.map(|section| format!("| {section}.1 | a | b | eye: look |\n")).collect();
        assert_eq!(complaints_about(&all, Path::new("/")), Vec::<String>::new());
        let without = all.replace("| 4.1 |", "| 3.2 |");
        assert_eq!(
            complaints_about(&without, Path::new("/")),
            ["docs/SPEC-COVERAGE.md has no row for section 4"]
        );
    }
}
