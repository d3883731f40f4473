//! The operator's file: brand, sports, venues, courts, hours, prices and coupons, loaded by `sideout import`
//! (docs/OPERATOR-FILE.md).

mod check;
mod import;
mod parse;
mod pictures;
mod plan;
mod problem;
mod read_coupon;
mod read_price;
mod read_venue;
mod section;

pub use import::{ImportError, Mode, import_into_nothing, import_operator};
pub use parse::{OperatorFile, parse_operator_file};
pub use pictures::{PictureError, PictureFiles};
pub use plan::{Change, ChangeKind};
pub use problem::{Problem, Problems};
