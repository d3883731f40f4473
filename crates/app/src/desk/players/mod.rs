//! Players as the desk knows them.

pub mod open_player;

pub use sideout_store::{accounts::PlayerFacts, player_notes::PlayerNote};
