//! Random ids and codes in the formats of the providers.

use rand::RngExt as _;

/// How many letters and digits follow the prefix of an id of Razorpay.
const RAZORPAY_ID_LENGTH: usize = 14;

#[expect(
    clippy::disallowed_methods,
    reason = "a real provider draws its own ids and codes, too; they are not injected"
)]
fn rng() -> impl rand::Rng {
    rand::rng()
}

/// `length` random digits of this base, which is at most 36.
fn digits_of_base(base: u32, length: usize) -> String {
    let mut rng = rng();
    (0..length).filter_map(|_| char::from_digit(rng.random_range(0..base), base)).collect()
}

/// `length` random hexadecimal digits.
pub(crate) fn hex(length: usize) -> String {
    digits_of_base(16, length)
}

/// `length` random decimal digits.
pub(crate) fn digits(length: usize) -> String {
    digits_of_base(10, length)
}

/// An id as Razorpay writes it: the prefix (`order_`, `pay_` …), then random letters and digits.
pub(crate) fn razorpay_id(prefix: &str) -> String {
    let letters = rng().sample_iter(rand::distr::Alphanumeric).take(RAZORPAY_ID_LENGTH).map(char::from);
    prefix.chars().chain(letters).collect()
}
