//! The arrows between the crates (docs/ARCHITECTURE.md): a table, and what the crates really use.

use crate::{cargo::cargo, failure::Failure, step};

/// Which of our crates each crate may name among its ordinary dependencies (dev-dependencies are free).
const ARROWS: &[(&str, &[&str])] = &[
    ("sideout-domain", &[]),
    ("sideout-store", &["sideout-domain"]),
    ("sideout-store-sqlite", &["sideout-domain", "sideout-store"]),
    ("sideout-store-postgres", &["sideout-domain", "sideout-store"]),
    ("sideout-providers", &["sideout-domain"]),
    ("sideout-documents", &["sideout-domain"]),
    ("sideout-app", &["sideout-domain", "sideout-store", "sideout-providers", "sideout-documents"]),
    ("sideout-pages", &[]),
    (
        "sideout-http",
        &["sideout-domain", "sideout-store", "sideout-providers", "sideout-app", "sideout-pages"],
    ),
    ("sideout-sandbox", &[]),
    (
        "sideout",
        &[
            "sideout-domain",
            "sideout-store",
            "sideout-store-sqlite",
            "sideout-store-postgres",
            "sideout-providers",
            "sideout-app",
            "sideout-http",
            "sideout-sandbox",
        ],
    ),
    ("sideout-testkit-postgres", &[]),
    (
        "sideout-testkit",
        &[
            "sideout-domain",
            "sideout-store",
            "sideout-store-sqlite",
            "sideout-store-postgres",
            "sideout-providers",
            "sideout-app",
            "sideout-http",
            "sideout-testkit-postgres",
        ],
    ),
    ("xtask", &["sideout-testkit-postgres"]),
    (
        "sideout-bench",
        &[
            "sideout-domain",
            "sideout-store",
            "sideout-store-sqlite",
            "sideout-store-postgres",
            "sideout-providers",
            "sideout-app",
            "sideout-testkit-postgres",
        ],
    ),
];

/// Crates that must not stand anywhere below `sideout-domain`: it has no I/O, no clock, no async.
const NOT_IN_DOMAIN: &[&str] = &[
    "tokio",
    "async-trait",
    "futures-core",
    "futures-util",
    "axum",
    "hyper",
    "rusqlite",
    "tokio-postgres",
    "sqlx",
    "rand",
    "reqwest",
];

/// One complaint per arrow that points the wrong way, and per crate that the table does not know.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let mut complaints = Vec::new();
    for member in members()? {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == member) else {
            complaints.push(format!(
                "{member} is in no row of the arrows: add it to crates/xtask/src/check/rooms.rs"
            ));
            continue;
        };
        let used = packages_of(&["--package", &member, "--depth", "1"])?;
        let ours = used.iter().filter(|name| **name != member && ARROWS.iter().any(|(ours, _)| ours == name));
        complaints.extend(
            ours.filter(|name| !allowed.contains(&name.as_str()))
                .map(|name| format!("{member} uses {name}, which docs/ARCHITECTURE.md does not allow")),
        );
    }
    let below_domain = packages_of(&["--package", "sideout-domain"])?;
    complaints.extend(below_domain.iter().filter(|name| NOT_IN_DOMAIN.contains(&name.as_str())).map(
        |name| format!("sideout-domain brings in {name}: the domain is pure rules, no I/O and no async"),
    ));
    Ok(complaints)
}

/// The workspace's own packages.
fn members() -> Result<Vec<String>, Failure> {
    packages_of(&["--workspace", "--depth", "0"])
}

/// The names in a dependency tree of ordinary dependencies, each once.
fn packages_of(selection: &[&str]) -> Result<Vec<String>, Failure> {
    let mut tree = cargo(&["tree", "--locked", "--edges", "normal", "--prefix", "none"]);
    tree.args(selection);
    let mut names: Vec<String> = step::output_of(tree)?
        .lines()
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}
