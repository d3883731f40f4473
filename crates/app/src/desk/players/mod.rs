//! Players as the desk knows them, and what staff decide about them.

pub mod block_player;
pub mod forgive_no_show;
pub mod open_player;

pub use sideout_store::{
    accounts::PlayerFacts, forgiven_no_shows::ForgivenNoShow, player_blocks::PlayerBlock,
    player_notes::PlayerNote,
};
