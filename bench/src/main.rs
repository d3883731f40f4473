//! The benchmarks of Sideout, with their goals. `cargo xtask bench http` builds and runs this program.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program writes to the terminal"
)]

mod board_screens;
mod boards;
mod catalogue;
mod client;
mod closure;
mod database;
mod desk;
mod desk_writes;
mod engine_loop;
mod engine_run;
mod event_stream;
mod failure;
mod goals;
mod hello;
mod holding;
mod load;
mod login_flood;
mod metrics;
mod one_winner;
mod past;
mod past_names;
mod past_run;
mod players;
mod process;
mod reports;
mod run;
mod rush;
mod rush_player;
mod rush_screens;
mod server;
mod startup;
mod stopwatch;
mod table;
mod work;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Measures Sideout on this machine.
#[derive(Parser)]
#[command(name = "sideout-bench")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// The server under load on both engines, and the goals
    Http(run::Plan),
    /// The baseline: a bare axum server that answers five bytes
    Hello {
        /// The address to listen on
        #[arg(long)]
        listen: SocketAddr,
    },
    /// Repeats one call against a server that runs already, to observe it with a profiler
    Call {
        /// The address of the server
        #[arg(long)]
        address: SocketAddr,
        /// Path and query, e.g. `/api/getvenue`
        path: String,
        /// Clients at a time
        #[arg(long, default_value_t = 16)]
        clients: usize,
        /// How many seconds to repeat it
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
        /// Write the first answer to this file
        #[arg(long)]
        answer: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Task::Http(plan) => on_one_thread(run::run(plan)),
        Task::Hello { listen } => hello::serve(listen),
        Task::Call { address, path, clients, seconds, answer } => {
            on_one_thread(run::one_call(address, &path, clients, seconds, answer.as_deref()))
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nbench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The load generator takes one thread and leaves the rest of the machine to the server.
fn on_one_thread(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    tokio::task::LocalSet::new().block_on(&runtime, work)
}
