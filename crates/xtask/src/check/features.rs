//! Checks that programs and tests are compiled with the same features of every dependency.
//!
//! A feature that only a dev-dependency turns on makes cargo compile the dependency, and everything above it, once for the
//! programs and once more for the tests.

use std::collections::{BTreeMap, BTreeSet};

use crate::{cargo::cargo, failure::Failure, step};

/// The features of each package, by its name and version.
type Features = BTreeMap<String, BTreeSet<String>>;

/// One complaint for each dependency of the programs that has more features in the tests.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let programs = features_of("normal,build")?;
    let tests = features_of("normal,build,dev")?;
    Ok(compare(&programs, &tests))
}

fn compare(programs: &Features, tests: &Features) -> Vec<String> {
    programs
        .iter()
        .filter_map(|(package, of_programs)| {
            let more: Vec<&str> =
                tests.get(package)?.difference(of_programs).map(String::as_str).collect();
            (!more.is_empty()).then(|| {
                format!(
                    "{package} has the features {} in tests alone, so it is compiled twice: make what turns them on an \
                     ordinary dependency of a crate for tests (crates/simulation, crates/testkit)",
                    more.join(", ")
                )
            })
        })
        .collect()
}

fn features_of(edges: &str) -> Result<Features, Failure> {
    let tree = cargo(&[
        "tree",
        "--locked",
        "--workspace",
        "--edges",
        edges,
        "--prefix",
        "none",
        "--format",
        "{p} {f}",
    ]);
    Ok(read(&step::output_of(tree)?))
}

/// Reads lines of `name v1.2.3 first,second`. A path may follow the version, and a line that stands for a repeated tree ends in `(*)`.
fn read(tree: &str) -> Features {
    let mut features = Features::new();
    for line in tree.lines() {
        let mut words = line.trim_end_matches(" (*)").split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let listed = words.next_back().filter(|word| !word.starts_with('(') && !word.ends_with(')'));
        let known = features.entry(format!("{name} {version}")).or_default();
        known.extend(
            listed
                .into_iter()
                .flat_map(|list| list.split(','))
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
        );
    }
    features
}

#[cfg(test)]
mod tests {
    use super::{compare, read};

    #[test]
    fn a_feature_that_only_tests_turn_on_is_reported() {
        let programs = read(
            "sideout v0.1.0 (/a path/crates/server) \ntokio v1.54.1 rt,time\nserde v1.0.1 \nserde v1.0.1  (*)\n",
        );
        let tests = read("tokio v1.54.1 rt,test-util,time\nserde v1.0.1 \nproptest v1.12.0 std\n");
        let complaints = compare(&programs, &tests);
        assert!(
            matches!(&complaints[..], [one] if one.starts_with("tokio v1.54.1 has the features test-util in tests alone"))
        );
        assert!(compare(&tests, &tests).is_empty());
    }
}
