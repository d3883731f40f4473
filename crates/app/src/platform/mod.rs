//! The lowest tier: [`App`](crate::App) and its parts, the operator's settings by topic, the
//! caches and the events that invalidate them ([`live`]), and limits on how often something may be done.
//!
//! A module belongs here if it decides nothing about a booking, a payment or an account. It uses no module of the tiers
//! above; `cargo xtask check` proves it.

pub(crate) mod app;
pub mod availability;
pub mod board_feed;
mod booking_charges;
pub mod brand;
pub mod cached;
pub mod clock;
pub(crate) mod csv_cells;
pub(crate) mod cut_page;
pub mod day_feed;
pub mod day_range;
pub mod desk_address;
mod fair_queue;
pub(crate) mod join_all_bounded;
pub(crate) mod limit;
pub mod live;
pub mod log_throttle;
pub mod logos;
pub mod metric_register;
pub mod networks;
pub mod node_clock;
pub mod notification_channels;
pub mod own_texts;
pub mod pass_code;
pub mod passwords;
pub mod payment_account;
pub mod policies;
pub mod poll_turns;
pub mod random;
pub mod retry_secret;
pub mod secrets;
pub mod settings;
pub mod text_message_queue;
pub(crate) mod throttle;
pub mod tokens;
pub(crate) mod totp;
pub mod venues;
pub mod watch_board;
pub mod watch_day;
pub mod watch_orders;
pub(crate) mod webauthn;
