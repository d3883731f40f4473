//! Payouts of the payment provider: the list, one of them, explaining a line, and a file of the provider.

pub mod explain_line;
pub mod import_file;
pub mod list_payouts;
mod read_csv;

pub use read_csv::{BadRows, RowFault, RowFaultKind};
