//! A player as the desk knows them, and what staff decide about them. One file per group of calls.

pub mod block;
pub mod erase;
pub mod export;
pub mod forgive;
pub mod forgive_former;
pub mod merge;
pub mod page;
pub mod unlock;
