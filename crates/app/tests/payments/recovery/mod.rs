//! A backup is restored, and what players paid since then is settled or goes back, once; no number of a receipt is given twice.

mod money;
mod numbers;
mod restored;
mod troubles;
