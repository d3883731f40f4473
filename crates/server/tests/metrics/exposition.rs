//! Reads Prometheus' text format.

use std::collections::{BTreeMap, BTreeSet};

/// The result of one scrape.
pub(crate) struct Exposition {
    kinds: BTreeMap<String, String>,
    helps: BTreeMap<String, String>,
    /// The values by name and labels, as written.
    values: BTreeMap<String, f64>,
}

impl Exposition {
    /// Parses the body of a response.
    pub(crate) fn read(text: &str) -> Self {
        let mut shown =
            Exposition { kinds: BTreeMap::new(), helps: BTreeMap::new(), values: BTreeMap::new() };
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(rest) = line.strip_prefix("# TYPE ") {
                let (name, kind) = rest.split_once(' ').unwrap();
                shown.kinds.insert(name.to_owned(), kind.to_owned());
            } else if let Some(rest) = line.strip_prefix("# HELP ") {
                let (name, help) = rest.split_once(' ').unwrap();
                shown.helps.insert(name.to_owned(), help.to_owned());
            } else {
                let (series, value) = line.rsplit_once(' ').unwrap();
                shown.values.insert(series.to_owned(), value.parse().unwrap());
            }
        }
        shown
    }

    /// The families with at least one sample; a family that is only described does not count.
    pub(crate) fn families(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str).filter(|name| self.samples(name).next().is_some())
    }

    pub(crate) fn kind(&self, name: &str) -> Option<&str> {
        self.kinds.get(name).map(String::as_str)
    }

    pub(crate) fn help(&self, name: &str) -> Option<&str> {
        self.helps.get(name).map(String::as_str)
    }

    pub(crate) fn value(&self, series: &str) -> Option<f64> {
        self.values.get(series).copied()
    }

    /// Whether a sample has exactly this name; those of histograms have a suffix.
    pub(crate) fn has_series(&self, name: &str) -> bool {
        self.values.keys().any(|series| series.split('{').next() == Some(name))
    }

    /// The labels of a family, without the bound of buckets.
    pub(crate) fn labels(&self, name: &str) -> BTreeSet<String> {
        let written = self.samples(name).filter_map(|series| series.split_once('{'));
        let labels = written.flat_map(|(_, labels)| labels.trim_end_matches('}').split(','));
        let names = labels.filter_map(|label| label.split('=').next()).filter(|label| *label != "le");
        names.map(str::to_owned).collect()
    }

    fn samples(&self, family: &str) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str).filter(move |series| {
            let name = series.split('{').next().unwrap_or_default();
            let ending = name.strip_prefix(family);
            ending == Some("") || ending.is_some_and(|ending| ["_bucket", "_sum", "_count"].contains(&ending))
        })
    }
}
