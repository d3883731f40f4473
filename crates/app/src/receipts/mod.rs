//! Receipts for online payments, credit notes for refunds, and both as PDF.

pub mod find_document;
pub(crate) mod issue;
mod settings;

pub use settings::ReceiptSettings;
