//! Describes metric families and creates their series.

/// A counter without labels.
pub fn counter(name: &'static str, help: &'static str) {
    metrics::describe_counter!(name, help);
    metrics::counter!(name).increment(0);
}

/// A counter with one series for each of `values` of its label.
pub fn counter_by(
    name: &'static str,
    help: &'static str,
    label: &'static str,
    values: impl IntoIterator<Item = &'static str>,
) {
    metrics::describe_counter!(name, help);
    for value in values {
        metrics::counter!(name, label => value).increment(0);
    }
}

/// A counter with one series for each pair of values of its two labels.
pub fn counter_by_pair(
    name: &'static str,
    help: &'static str,
    (first, second): (&'static str, &'static str),
    values: impl IntoIterator<Item = (&'static str, &'static str)>,
) {
    metrics::describe_counter!(name, help);
    for (one, other) in values {
        metrics::counter!(name, first => one, second => other).increment(0);
    }
}

/// A gauge without labels, at 0.
pub fn gauge(name: &'static str, help: &'static str) {
    metrics::describe_gauge!(name, help);
    metrics::gauge!(name).set(0.0);
}

/// A gauge with one series for each of `values` of its label, at 0.
pub fn gauge_by(
    name: &'static str,
    help: &'static str,
    label: &'static str,
    values: impl IntoIterator<Item = &'static str>,
) {
    metrics::describe_gauge!(name, help);
    for value in values {
        metrics::gauge!(name, label => value).set(0.0);
    }
}

/// A histogram without labels.
pub fn histogram(name: &'static str, help: &'static str) {
    metrics::describe_histogram!(name, help);
    drop(metrics::histogram!(name));
}

/// A histogram with one series for each of `values` of its label.
pub fn histogram_by(
    name: &'static str,
    help: &'static str,
    label: &'static str,
    values: impl IntoIterator<Item = &'static str>,
) {
    metrics::describe_histogram!(name, help);
    for value in values {
        drop(metrics::histogram!(name, label => value));
    }
}
