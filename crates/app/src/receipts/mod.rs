//! Receipts for online payments and credit notes for refunds, as PDF. `steps::issue_receipts` issues them.

pub mod find_document;
