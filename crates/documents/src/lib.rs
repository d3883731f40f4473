//! Receipts and credit notes as PDF: one page, drawn from the facts that were stored when the number was taken. The same
//! facts give the same bytes.

mod document;
mod face;
mod page;
mod sheet;
mod words;

pub use document::{Document, Facts, Kind, Tax};
pub use page::{PdfError, pdf};
