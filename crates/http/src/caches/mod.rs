//! What the process remembers of its responses, because it is requested far more often than it changes. Routes fill the
//! caches; the state holds them and knows no route.

mod price_ranges;
mod written_hours;
mod written_months;

pub(crate) use price_ranges::PriceRanges;
pub(crate) use written_hours::WrittenHours;
pub(crate) use written_months::WrittenMonths;
