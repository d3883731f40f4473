//! The desk on both engines: the board of a day, a booking's details, attendance, and the search.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod approvals;
mod attendance;
mod blocked_players;
mod board;
mod booking_details;
mod booking_metrics;
mod brand_at_desk;
mod cancellations;
mod check_in;
mod closing_days;
mod counter;
mod day_races;
mod desk_bookings;
mod desk_coupons;
mod desk_races;
mod erasing;
mod exporting;
mod firm_invoices;
mod forgiving;
mod guests_get_numbers;
mod guests_without_number;
mod helpers;
mod live_board;
mod merging;
mod money_histories;
mod money_races;
mod moving;
mod notes;
mod offline;
mod offline_notes;
mod other_ways_back;
mod payments;
mod player_page;
mod private_looks;
mod publishing;
mod publishing_hours;
mod searching;
mod series;
mod shifts;
mod unlocking;
mod venue_races;
mod venues;
