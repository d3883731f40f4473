//! Players as the desk knows them, and what staff decide about them.

pub mod block_player;
mod closed_account;
pub mod erase_player;
pub mod export_player;
pub mod forgive_former_strike;
pub mod forgive_no_show;
pub mod locks;
pub mod merge_players;
pub mod open_player;
mod ties;
pub mod undo_erasure;
pub mod unlock_player;

pub use sideout_store::{
    accounts::{AccountState, Belongings, ErasureLock, PlayerSummary},
    forgiven_no_shows::ForgivenNoShow,
    former_standings::{Forgiveness, FormerGame, FormerStrike},
    player_blocks::PlayerBlock,
    player_notes::PlayerNote,
};
