//! Receipts for payments, online or at a desk, and credit notes, as PDF.

pub mod find_document;

pub use sideout_store::receipts::IssuedDocument;
