//! Reports: their names and periods, how figures are compared, and what a venue could have sold.

mod groups;
mod heat_map;
mod period;
mod share;

pub use groups::{BookedHow, CancelledBy, ReportName, RevenueSource, RevenueWay, TimeAhead};
pub use heat_map::{ClosedTime, HeatMap, HourCell, SoldTime, WEEKDAYS};
pub use period::{BadPeriod, MOST_DAYS, Period};
pub use share::{Share, Trend, change};
