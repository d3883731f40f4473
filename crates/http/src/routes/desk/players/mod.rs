//! A player as the desk knows them, and what staff decide about them. One file per group of calls.

pub mod block;
pub mod forgive;
pub mod page;
