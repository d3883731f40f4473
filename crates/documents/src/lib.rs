//! Receipts, credit notes and refund vouchers as PDF: one page, rendered from the data stored when the document was
//! issued. Equal data gives equal bytes.

mod document;
mod face;
mod logo;
mod page;
mod sheet;
mod words;

pub use document::{CreditReason, Document, Facts, FirmFacts, Item, Kind, Tax, Voucher};
pub use logo::Logo;
pub use page::{PdfError, pdf};
