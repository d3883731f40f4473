//! Cached responses, which are requested far more often than they change, and reads that concurrent requests share.

mod board_reads;
mod price_ranges;
mod shared_read;
mod written_days;
mod written_hours;

pub(crate) use board_reads::{BoardReads, ReadBoard, WrittenBoard};
pub(crate) use price_ranges::PriceRanges;
pub(crate) use written_days::WrittenDays;
pub(crate) use written_hours::WrittenHours;
