//! Receipts for what was paid online, credit notes for what goes back, and both as PDF.

pub mod find_document;
pub(crate) mod issue;
mod settings;

pub use settings::ReceiptSettings;
