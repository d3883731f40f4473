//! Checks which of our crates each crate may use (docs/ARCHITECTURE.md) against the manifests.

use crate::{cargo::cargo, failure::Failure, step};

/// Our crates that each crate may have as ordinary dependencies. Dev- and build-dependencies are not checked.
const ALLOWED: &[(&str, &[&str])] = &[
    ("sideout-domain", &[]),
    ("sideout-store", &["sideout-domain"]),
    ("sideout-store-sqlite", &["sideout-store"]),
    ("sideout-store-postgres", &["sideout-store"]),
    ("sideout-providers", &["sideout-domain"]),
    ("sideout-documents", &["sideout-domain"]),
    ("sideout-app", &["sideout-domain", "sideout-store", "sideout-providers", "sideout-documents"]),
    ("sideout-pages", &[]),
    ("sideout-http", &["sideout-domain", "sideout-app", "sideout-pages"]),
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
    ("sideout-testkit-http", &[]),
    ("sideout-testkit-postgres", &[]),
    (
        "sideout-testkit",
        &[
            "sideout-domain",
            "sideout-store",
            "sideout-store-sqlite",
            "sideout-store-postgres",
            "sideout-providers",
            "sideout-documents",
            "sideout-app",
            "sideout-testkit-postgres",
        ],
    ),
    (
        "sideout-simulation",
        &[
            "sideout-domain",
            "sideout-store",
            "sideout-store-sqlite",
            "sideout-store-postgres",
            "sideout-providers",
            "sideout-app",
            "sideout-testkit",
        ],
    ),
    ("sideout-interleavings", &[]),
    ("xtask", &["sideout-testkit-postgres"]),
    (
        "sideout-bench",
        &[
            "sideout-domain",
            "sideout-store",
            "sideout-store-sqlite",
            "sideout-store-postgres",
            "sideout-app",
            "sideout-testkit-postgres",
        ],
    ),
];

/// Crates that `sideout-domain` must not use, also indirectly: it has no I/O, no clock, no async.
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

/// One complaint for each dependency that is not allowed or allowed without need, and each crate that the table does not
/// list.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let mut complaints = Vec::new();
    for member in members()? {
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == member) else {
            complaints.push(format!(
                "{member} is not in the table of allowed dependencies: add it to crates/xtask/src/check/dependencies.rs"
            ));
            continue;
        };
        let used = packages_of(&["--package", &member, "--depth", "1"])?;
        let ours =
            used.iter().filter(|name| **name != member && ALLOWED.iter().any(|(ours, _)| ours == name));
        complaints.extend(
            ours.filter(|name| !allowed.contains(&name.as_str()))
                .map(|name| format!("{member} uses {name}, which docs/ARCHITECTURE.md does not allow")),
        );
        complaints.extend(
            allowed
                .iter()
                .filter(|name| !used.iter().any(|used| used == *name))
                .map(|name| format!("{member} may use {name} but does not: take it out of the table")),
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

/// The distinct package names in a tree of ordinary dependencies.
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
