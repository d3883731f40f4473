//! Random ids and codes in the formats of the providers.

/// `length` random hexadecimal digits.
#[expect(
    clippy::disallowed_methods,
    reason = "a real provider draws its own ids, too; they are not injected"
)]
pub(crate) fn hex(length: usize) -> String {
    use rand::RngExt as _;
    let mut rng = rand::rng();
    (0..length).filter_map(|_| char::from_digit(rng.random_range(0..16), 16)).collect()
}

/// `length` random decimal digits.
#[expect(
    clippy::disallowed_methods,
    reason = "a real provider draws its own codes, too; they are not injected"
)]
pub(crate) fn digits(length: usize) -> String {
    use rand::RngExt as _;
    let mut rng = rand::rng();
    (0..length).filter_map(|_| char::from_digit(rng.random_range(0..10), 10)).collect()
}

/// `length` random letters and digits.
#[expect(
    clippy::disallowed_methods,
    reason = "a real provider draws its own ids, too; they are not injected"
)]
pub(crate) fn alphanumeric(length: usize) -> String {
    use rand::RngExt as _;
    rand::rng().sample_iter(rand::distr::Alphanumeric).take(length).map(char::from).collect()
}
