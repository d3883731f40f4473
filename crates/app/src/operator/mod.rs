//! The operator file: brand, sports, venues, courts, hours, prices and coupons, loaded by `sideout import`
//! and written by `sideout export` (docs/OPERATOR-FILE.md).

mod check;
mod export;
mod import;
mod parse;
mod pictures;
mod plan;
mod problem;
mod read_coupon;
mod read_hours;
mod read_price;
mod read_venue;
mod section;
mod stranded;

pub use export::write_operator_file;
pub(crate) use import::put_prices;
pub use import::{
    ClosedDayWithNewHours, ImportError, ImportOptions, ImportRefusal, Imported, Mode, import_operator,
    preview_for_empty_database,
};
pub use parse::{OperatorFile, parse_for_stored_zone, parse_operator_file};
pub use pictures::{PictureError, PictureFiles, describe_read_error};
pub use plan::{Change, ChangeKind};
pub use problem::{Problem, Problems};
pub(crate) use read_venue::court_id;
pub use stranded::{
    ChoiceError, Choices, Misfit, NotASelection, Overlap, Selection, Stranded, list_overlaps, list_stranded,
};
pub(crate) use stranded::{find_newly_stranded, find_outside};
