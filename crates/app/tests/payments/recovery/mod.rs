//! A backup is restored, and payments since then are settled or refunded, once; no number of a receipt is used twice.

mod desk;
mod interruptions;
mod money;
mod numbers;
mod restored;
