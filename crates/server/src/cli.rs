//! What can be typed.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use jiff::{Timestamp, civil::Date};
use sideout_app::{closures::ClosureReason, operator::Selection};

use crate::{
    commands::TextId,
    staff::{RecoverArguments, StaffCommand},
};

/// Court booking for pickleball venues: the API, the web app and the database in one program.
///
/// Try it:  sideout demo
///
/// Run it:  sideout serve --settings sideout.toml
#[derive(Debug, Parser)]
#[command(version, verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve players: the API and the web app, on one database.
    Serve(SettingsFile),
    /// Try everything on this machine, with sample venues and bookings and nothing else to install.
    ///
    /// Starts a server and, on another port, a sandbox that stands in for the text message providers: codes that are
    /// "sent" to phones can be read there.
    Demo(DemoArguments),
    /// Stand-ins for the outside providers, to rehearse `sideout serve`: texts, mail, payments with webhooks, an inbox.
    ///
    /// Prints at its start what to paste for a server that uses them: sideout.toml and the secrets. What they are sent can
    /// be read on the page it names. Nothing leaves this machine, no money is moved; what it holds is forgotten at its end.
    ///
    /// docs/OPERATING.md (Rehearsal) leads from an empty folder to a paid booking.
    #[command(
        after_help = "Examples:\n  sideout sandbox\n  sideout sandbox --server 127.0.0.1:9000 --brand \"Baroda Pickleball Club\"\n  sideout sandbox --msg91-template one_time_code=6530a1b2 --msg91-template confirmed=6530a1b3"
    )]
    Sandbox(SandboxArguments),
    /// Bring venues, courts, prices, coupons and the brand up to an operator's file.
    ///
    /// The same file again changes nothing; what left the file is switched off, never deleted. A mistake anywhere
    /// changes nothing, and all mistakes are told with their lines (docs/OPERATOR-FILE.md describes the format).
    ///
    /// Bookings that the new hours, courts or zone leave without a slot are listed, and nothing is written until --keep or
    /// --close says what becomes of each. Runs beside running servers.
    #[command(
        after_help = "Examples:\n  sideout import operator.toml --dry-run --settings sideout.toml\n  sideout import operator.toml --keep all\n  sideout import operator.toml --close 4071553902 --keep all --reason \"Court 5 is rebuilt\""
    )]
    Import(ImportArguments),
    /// Check a set-up without starting it.
    ///
    /// Looks at settings, database, keys, folders and clock and says line by line what to do; it makes missing folders
    /// and changes nothing else. Ends with 1 when something is wrong.
    Doctor(SettingsFile),
    /// Copy the embedded database to a new file, also while the server runs.
    Backup {
        /// The new file.
        #[arg(value_name = "FILE")]
        target: PathBuf,
        /// Where the settings are.
        #[command(flatten)]
        settings: SettingsFile,
    },
    /// After a backup was restored: settle or send back what players paid since it was taken.
    ///
    /// Compares the payment provider's orders and refunds since then with the database. Payments of orders that are in it
    /// are settled; those of orders that are lost go back in full. Refunds that are not in it are written down, so that
    /// none is sent twice, and numbers of receipts that may have been given are left out. Orders of other software on the
    /// same account are passed over. Run it before the server starts again, or beside it; interrupted or run twice, it
    /// goes on where it was. Look first with --dry-run. Ends with 1 when something is left to be done.
    #[command(
        after_help = "Examples:\n  sideout recover --since \"2026-11-22 03:00\" --dry-run --settings sideout.toml\n  sideout recover --since 2026-11-21T21:30:00Z --receipts-after R/26-27/000123"
    )]
    Recover(RecoverArguments),
    /// What staff does from a terminal.
    #[command(flatten)]
    Staff(StaffCommand),
    /// What happened to money, in double entry.
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// Print the API's OpenAPI 3.1 document as JSON.
    Openapi,
}

/// Where the settings are.
#[derive(Debug, Args)]
pub(crate) struct SettingsFile {
    /// The settings file (TOML). Every key can also come from the environment: SIDEOUT_DATABASE_URL,
    /// SIDEOUT_BUSINESS__HOLD_SECONDS … (docs/OPERATING.md lists them all).
    #[arg(long, value_name = "FILE", env = "SIDEOUT_SETTINGS")]
    pub(crate) settings: Option<PathBuf>,
}

/// What the sandbox takes.
#[derive(Debug, Args)]
pub(crate) struct SandboxArguments {
    /// Where the providers' interfaces and the page with the inbox listen.
    #[arg(long, default_value = "127.0.0.1:8081", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// Where the mail relay listens: SMTP without encryption or password.
    #[arg(long, default_value = "127.0.0.1:8025", value_name = "ADDRESS")]
    pub(crate) mail_listen: SocketAddr,
    /// How the server and browsers reach the sandbox; http:// and the address of --listen when left out.
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Where the server that is rehearsed listens.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) server: SocketAddr,
    /// The server's address for players; http:// and that of --server when left out.
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// The operator's name in the registered texts: brand.name of the operator's file.
    #[arg(long, default_value = "Sample Pickleball", value_name = "NAME")]
    pub(crate) brand: String,
    /// Where Razorpay's webhooks are sent; /webhooks/razorpay of --server when left out.
    #[arg(long, value_name = "URL")]
    pub(crate) webhook_url: Option<String>,
    /// The public half of the only key that Razorpay's stand-in takes; begins with rzp_test_.
    #[arg(long, default_value = "rzp_test_sandbox", value_name = "ID", value_parser = test_key)]
    pub(crate) razorpay_key_id: String,
    /// Its secret half. Never a real one: arguments can be read by other users of the machine.
    #[arg(long, default_value = "sandbox_key_secret", value_name = "SECRET")]
    pub(crate) razorpay_key_secret: String,
    /// What webhooks are signed with.
    #[arg(long, default_value = "sandbox_webhook_secret", value_name = "SECRET")]
    pub(crate) razorpay_webhook_secret: String,
    /// The only auth key that MSG91's stand-in takes.
    #[arg(long, default_value = "sandbox-auth-key", value_name = "KEY")]
    pub(crate) msg91_auth_key: String,
    /// MSG91's id of a text, as one_time_code=6530a1b2; may be given for each text. Others are sandbox- and the name.
    #[arg(long, value_name = "NAME=ID")]
    pub(crate) msg91_template: Vec<TextId>,
}

/// No key that moves money has anything to do here.
fn test_key(text: &str) -> Result<String, String> {
    if text.starts_with("rzp_test_") {
        Ok(text.to_owned())
    } else {
        Err("begin it with rzp_test_".to_owned())
    }
}

/// What an import takes.
#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The operator's file (TOML). Pictures are read beside it.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only tell what would change, and whose bookings would not fit any more.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Bookings that do not fit the new hours, courts or zone and stay as they are: 'all', or order numbers with commas.
    /// What overlaps them cannot be booked.
    #[arg(long, value_name = "ORDERS")]
    pub(crate) keep: Option<Selection>,
    /// Bookings that do not fit and are cancelled with everything that was paid: 'all', or order numbers with commas.
    #[arg(long, value_name = "ORDERS", requires = "reason")]
    pub(crate) close: Option<Selection>,
    /// Why, in a line of at most 120 characters. The players who lose their game read it.
    #[arg(long, value_name = "WORDS")]
    pub(crate) reason: Option<ClosureReason>,
    /// Where the settings are.
    #[command(flatten)]
    pub(crate) settings: SettingsFile,
}

/// What can be done with the ledger.
#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    /// Write the ledger of some days as CSV, also while the server runs.
    ///
    /// One line for each posting, in the order of what happened: date and time on the clock of the operator's city, what
    /// happened, order, payment, account, and the amount in rupees as debit or credit. docs/OPERATING.md lists the
    /// accounts.
    #[command(
        after_help = "Example:\n  sideout ledger export --from 2026-11-01 --to 2026-11-30 --output november.csv --settings sideout.toml"
    )]
    Export(LedgerExport),
}

/// What an export of the ledger takes.
#[derive(Debug, Args)]
pub(crate) struct LedgerExport {
    /// The first day, YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    pub(crate) from: Date,
    /// The last day, YYYY-MM-DD; it is part of the export.
    #[arg(long, value_name = "DATE")]
    pub(crate) to: Date,
    /// A new file to write to; without it the lines go to the terminal.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Where the settings are.
    #[command(flatten)]
    pub(crate) settings: SettingsFile,
}

/// What the demo takes.
#[derive(Debug, Args)]
pub(crate) struct DemoArguments {
    /// Where the web app and its API listen.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Where the sandbox listens: the providers' stand-ins and the inbox.
    #[arg(long, default_value = "127.0.0.1:8081")]
    pub(crate) sandbox_listen: SocketAddr,
    /// The folder for the demo's database, pictures and key. Delete it to start afresh.
    #[arg(long, default_value = "data", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// A database of your own instead of the embedded one in the data folder: postgres://user:password@host/database
    #[arg(long, value_name = "URL", env = "SIDEOUT_DATABASE_URL", hide_env_values = true)]
    pub(crate) database_url: Option<String>,
    /// Add so many verified players, +919000000001 and on, password 'pickleball': for load tests. The first 100 may pay
    /// online.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) players: u32,
    /// Do not throttle requests: for load tests. The rules of booking stay as they are.
    #[arg(long)]
    pub(crate) no_throttle: bool,
    /// Pretend that it is this moment now, e.g. 2026-11-21T09:00:00+05:30, for server and sandbox: the same venues, prices
    /// and bookings on every day. For tests and pictures.
    #[arg(long, value_name = "TIME")]
    pub(crate) at: Option<Timestamp>,
}
