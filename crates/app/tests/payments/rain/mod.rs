//! The desk closes courts for rain: each player takes another hour, or the money back, and no paisa is lost.

mod answers;
mod closed;
mod cut_short;
mod differences;
mod moved;
mod refunded;
mod reopened;
