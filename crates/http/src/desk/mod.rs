//! The calls of the desk: what staff of a venue see and do.

pub mod board;
