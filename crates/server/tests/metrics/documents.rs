//! The documentation, the dashboard and the alert rules.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;
use yaml_rust2::{Yaml, YamlLoader};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

/// A row of docs/METRICS.md.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Family {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) labels: BTreeSet<String>,
    pub(crate) only_on: Option<String>,
}

/// The families of docs/METRICS.md: `| name | type | labels | meaning | only on |`.
pub(crate) fn documented() -> Vec<Family> {
    let text = read("METRICS.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let families: Vec<Family> = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            let [name, kind, labels, meaning, only_on] = cells[..] else { panic!("five cells: {row}") };
            assert!(!meaning.is_empty(), "{row}");
            let labels = labels.split(',').map(|label| label.trim().trim_matches('`'));
            Family {
                name: name.trim_end_matches('`').to_owned(),
                kind: kind.to_owned(),
                labels: labels.filter(|label| !label.is_empty()).map(str::to_owned).collect(),
                only_on: Some(only_on.to_owned()).filter(|only_on| !only_on.is_empty()),
            }
        })
        .collect();
    assert!(families.len() > 50, "{}", families.len());
    families
}

/// All queries of the dashboard, in its panels and variables.
pub(crate) fn dashboard_queries() -> Vec<String> {
    let dashboard: Value = serde_json::from_str(&read("grafana-dashboard.json")).unwrap();
    let variables = dashboard["templating"]["list"].as_array().unwrap();
    assert!(
        variables.iter().any(|variable| variable["type"] == "datasource"),
        "it has a variable for the data source"
    );
    let panels = dashboard["panels"].as_array().unwrap();
    let rows = panels.iter().filter(|panel| panel["type"] == "row").map(|row| row["title"].as_str().unwrap());
    assert_eq!(
        rows.collect::<Vec<_>>(),
        ["Traffic", "Booking", "Money", "Messages", "Jobs", "Database", "Process"]
    );
    let mut queries = Vec::new();
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        for target in panel["targets"].as_array().unwrap() {
            assert_eq!(target["datasource"]["uid"], "${datasource}", "{}", panel["title"]);
            queries.push(target["expr"].as_str().unwrap().to_owned());
        }
    }
    queries.extend(
        variables.iter().filter_map(|variable| Some(variable["query"]["query"].as_str()?.to_owned())),
    );
    queries
}

fn rules() -> Vec<Yaml> {
    let documents = YamlLoader::load_from_str(&read("alerts.yml")).unwrap();
    let groups = documents[0]["groups"].as_vec().unwrap();
    groups.iter().flat_map(|group| group["rules"].as_vec().unwrap().clone()).collect()
}

/// The expressions of docs/alerts.yml.
pub(crate) fn alert_rules() -> Vec<String> {
    rules().iter().map(|rule| rule["expr"].as_str().unwrap().to_owned()).collect()
}

/// The names of alerts that lack a part or have the name of another alert.
pub(crate) fn list_incomplete_alerts() -> Vec<String> {
    let mut named = BTreeSet::new();
    let is_incomplete = |rule: &Yaml| {
        let severity = rule["labels"]["severity"].as_str().unwrap_or_default();
        let has_text = |what: &str| rule["annotations"][what].as_str().is_some_and(|text| text.len() > 10);
        let is_balanced = |expr: &str| {
            [('(', ')'), ('{', '}'), ('[', ']')]
                .iter()
                .all(|(open, shut)| expr.matches(*open).count() == expr.matches(*shut).count())
        };
        !(["critical", "warning"].contains(&severity)
            && has_text("summary")
            && has_text("description")
            && rule["for"].as_str().is_some()
            && rule["expr"].as_str().is_some_and(is_balanced))
    };
    let rules = rules();
    let name = |rule: &Yaml| rule["alert"].as_str().unwrap_or("without a name").to_owned();
    rules.iter().filter(|rule| !named.insert(name(rule)) || is_incomplete(rule)).map(name).collect()
}

/// The names of series in a query: those of this program, those of processes, and others with a label selector or a range.
pub(crate) fn names_in(query: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = query;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '"' || c == '{') {
        rest = &rest[start..];
        if rest.starts_with('{') {
            // Labels and their values are not series names.
            rest = rest.split_once('}').map_or("", |(_, after)| after);
            continue;
        }
        if let Some(quoted) = rest.strip_prefix('"') {
            rest = quoted.split_once('"').map_or("", |(_, after)| after);
            continue;
        }
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let is_ours = word.starts_with("sideout_") || word.starts_with("process_");
        if is_ours || after.starts_with(['{', '[']) {
            names.insert(word.to_owned());
        }
        rest = after;
    }
    names
}
