//! A simulation of Sideout in one process: several nodes on one database, players, a desk and jobs, with a provider, banks,
//! a messenger and a database that fail. One seed decides everything, so a failure happens again when it is replayed.
//!
//! All tasks run on one thread. Each unit of work and each call of a provider waits at a gate, and the seed decides which
//! gate opens next and whether the operation fails before it is done, is done although its caller gets an error, or
//! passes. So units of work of different tasks come in every order, but never at the same time: what happens between the
//! statements of two transactions that run at once is not simulated.

mod actions;
mod breakage;
mod checks;
mod closing;
mod counter;
mod database;
mod databases;
mod desk;
mod desk_day;
mod gates;
mod memory;
mod messages;
#[cfg(test)]
mod model_test;
mod players;
mod provider;
mod provider_qr;
mod random;
mod received_notices;
mod simulation;
mod tasks;
mod trace;

pub use breakage::{BREAKAGES, Broken, Change};
pub use checks::BrokenRule;
pub use databases::Engine;
pub use simulation::{Advance, Counts, Ended, Failed, Options, Scenario, simulate};
