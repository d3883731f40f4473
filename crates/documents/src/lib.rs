//! Receipts and credit notes as PDF.
