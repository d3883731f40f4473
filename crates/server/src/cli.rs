//! The command line.

pub(crate) mod recover;
mod settings_file;
pub(crate) mod staff;

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use jiff::{Timestamp, civil::Date};
use sideout_app::{closures::ClosureReason, operator::Selection};

pub(crate) use self::{recover::RecoverArguments, settings_file::SettingsFile, staff::StaffCommand};
use crate::{public_url::host_of, registered_texts::TextId};

/// Court booking for pickleball venues: the API, the web app and the database in one program.
///
/// Try it:  sideout demo
///
/// Run it:  sideout serve --settings sideout.toml
#[derive(Debug, Parser)]
#[command(version, verbatim_doc_comment)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve players: the API and the web app, on one database.
    Serve(SettingsFile),
    /// Try everything on this machine, with sample venues and bookings; nothing else to install.
    ///
    /// Starts a server and, on another port, a sandbox in place of the providers: codes that are "sent" to phones can be
    /// read there.
    Demo(DemoArguments),
    /// Stand-ins for the outside providers, to rehearse `sideout serve`: texts, mail, payments with webhooks, an inbox.
    ///
    /// Prints commands that set up a server to use them: sideout.toml and the secrets. Everything they receive can be read
    /// on the page that is printed. Texts and mail stay on this machine and no money is moved; all is deleted at the end.
    ///
    /// docs/OPERATING.md (Rehearsal) leads from an empty folder to a paid booking.
    #[command(
        after_help = "Examples:\n  sideout sandbox\n  sideout sandbox --server 127.0.0.1:9000 --brand \"Baroda Pickleball Club\"\n  sideout sandbox --msg91-template one_time_code=6530a1b2 --msg91-template confirmed=6530a1b3"
    )]
    Sandbox(SandboxArguments),
    /// Import an operator file: venues, courts, prices, coupons and the brand.
    ///
    /// Importing the same file again changes nothing. Venues and courts that are not in the file are retired and coupons are no longer valid,
    /// but nothing is deleted, and coupons that the desk manages stay as they are. A file with mistakes changes nothing. Those that are
    /// found in its text are listed together, with their lines. Pictures that cannot be used, and what does not fit the database, are named once the text has no
    /// mistakes (docs/OPERATOR-FILE.md describes the format).
    ///
    /// Bookings without a slot under the new hours, courts or zone are listed, and nothing is written until --keep or --close
    /// names each of them. Runs beside running servers.
    #[command(
        after_help = "Examples:\n  sideout import operator.toml --dry-run --settings sideout.toml\n  sideout import operator.toml --keep all\n  sideout import operator.toml --close 4071553902 --keep all --reason \"Court 5 is rebuilt\""
    )]
    Import(ImportArguments),
    /// Write what is in the database into a new operator file: brand, venues, courts, hours, prices, and the coupons that the desk
    /// does not manage.
    ///
    /// Importing that file changes nothing. Pictures stay in the image store, and the file names them there. Works
    /// while servers run.
    #[command(after_help = "Example:\n  sideout export operator.toml --settings sideout.toml")]
    Export {
        /// The new file.
        #[arg(value_name = "FILE")]
        target: PathBuf,
        /// The location of the settings file.
        #[command(flatten)]
        settings: SettingsFile,
    },
    /// Check an installation without starting it.
    ///
    /// Checks settings, database, keys, folders, clock and providers and says line by line what to do; it creates missing
    /// folders and changes nothing else. The exit code is 1 if something is wrong.
    Doctor(SettingsFile),
    /// Copy the embedded database to a new file, also while the server runs.
    Backup {
        /// The new file.
        #[arg(value_name = "FILE")]
        target: PathBuf,
        /// The location of the settings file.
        #[command(flatten)]
        settings: SettingsFile,
    },
    /// After a backup was restored: settle or send back what players paid since it was taken.
    ///
    /// Compares the payment provider's orders and refunds since then with the database. Payments of orders that are in it
    /// are settled; of those of orders that are lost, what has not been refunded goes back. Refunds that are not in it are
    /// recorded, so that none is sent twice, and receipt numbers that may have been used are skipped. Orders of other
    /// software on the same account are ignored. Run it before the server starts again, or beside it; if it is
    /// interrupted, run it again to continue. Preview it with --dry-run. The exit code is 1 if something is left to be done.
    #[command(
        after_help = "Examples:\n  sideout recover --since \"2026-11-22 03:00\" --dry-run --settings sideout.toml\n  sideout recover --since 2026-11-21T21:30:00Z --receipts-after R/26-27/000123"
    )]
    Recover(RecoverArguments),
    #[command(flatten)]
    Staff(StaffCommand),
    /// Export the ledger, in double entry.
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// Print the API's OpenAPI 3.1 document as JSON.
    Openapi {
        /// The API of the desk instead of that of players.
        #[arg(long)]
        desk: bool,
    },
}

/// Arguments of `sandbox`.
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
    /// MSG91's id of a text, as one_time_code=6530a1b2; may be given for each text. The id of any other text is
    /// sandbox- and its name.
    #[arg(long, value_name = "NAME=ID")]
    pub(crate) msg91_template: Vec<TextId>,
}

/// Accepts test keys only: a live key moves money.
fn test_key(text: &str) -> Result<String, String> {
    if text.starts_with("rzp_test_") {
        Ok(text.to_owned())
    } else {
        Err("begin it with rzp_test_".to_owned())
    }
}

/// Accepts the address of a site, without a path; a slash at its end is removed.
fn web_address(text: &str) -> Result<String, String> {
    match host_of(text) {
        Ok(_) => Ok(text.trim_end_matches('/').to_owned()),
        Err(_) => Err("write an address like https://demo.example.in, without a path".to_owned()),
    }
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The operator's file (TOML). Pictures are read beside it.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only list what would change, and the bookings that would not fit any more.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Keep these bookings although they do not fit the new hours, courts or zone: 'all', or order numbers separated by
    /// commas. Slots that overlap them cannot be booked.
    #[arg(long, value_name = "ORDERS")]
    pub(crate) keep: Option<Selection>,
    /// Cancel and refund these bookings that do not fit: 'all', or order numbers separated by commas.
    #[arg(long, value_name = "ORDERS", requires = "reason")]
    pub(crate) close: Option<Selection>,
    /// The reason, one line of at most 120 characters. The affected players read it in the mail and in the app; a text
    /// message does not have it.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<ClosureReason>,
    /// Replace what was changed at the desk: brand, venues, hours and prices. Later imports work without this option
    /// until the next change there.
    #[arg(long)]
    pub(crate) take_over: bool,
    /// The location of the settings file.
    #[command(flatten)]
    pub(crate) settings: SettingsFile,
}

/// Commands for the ledger.
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

/// Arguments of `ledger export`.
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
    /// The location of the settings file.
    #[command(flatten)]
    pub(crate) settings: SettingsFile,
}

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub(crate) struct DemoArguments {
    /// Where the web app and its API listen. With 0.0.0.0:8080 other devices in the network reach players' pages, too.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// Where the sandbox listens: the providers' stand-ins and the inbox.
    #[arg(long, default_value = "127.0.0.1:8081", value_name = "ADDRESS")]
    pub(crate) sandbox_listen: SocketAddr,
    /// How browsers reach the web app if they do not use the address of --listen: that of a proxy or tunnel with HTTPS in
    /// front of it, where the desk opens on other devices too, such as a tablet.
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(crate) public_url: Option<String>,
    /// How browsers reach the sandbox if they do not use the address of --sandbox-listen. Payments need it on the player's device.
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(crate) sandbox_url: Option<String>,
    /// The folder for the demo's database, pictures and keys. Without --database-url, delete it to start afresh.
    #[arg(long, default_value = "data", value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// A database of your own instead of the embedded one in the data folder: postgres://user:password@host/database. The one that
    /// SIDEOUT_DATABASE_URL names for the server is not used.
    #[arg(long, value_name = "URL")]
    pub(crate) database_url: Option<String>,
    /// Add this many verified players, +919000000001 and up, password 'pickleball': for load tests. The first 100 may pay
    /// online.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) players: u32,
    /// Do not throttle requests: for load tests. The rules of booking stay as they are.
    #[arg(long)]
    pub(crate) no_throttle: bool,
    /// Start with this time instead of the current one, e.g. 2026-11-21T09:00:00+05:30, for server and sandbox: the same venues, prices
    /// and bookings on every day. For tests and pictures.
    #[arg(long, value_name = "TIME")]
    pub(crate) at: Option<Timestamp>,
    /// Add no sample data; what an earlier demo left in the database stays. A link for an owner is printed, who sets up brand,
    /// venue, prices and staff in the browser.
    #[arg(long, conflicts_with = "players")]
    pub(crate) empty: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sandbox_takes_no_key_that_moves_money() {
        let read = |key: &str| -> Result<String, String> {
            let typed = Arguments::try_parse_from(["sideout", "sandbox", "--razorpay-key-id", key]);
            match typed.map_err(|error| error.to_string())?.command {
                Command::Sandbox(arguments) => Ok(arguments.razorpay_key_id),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(read("rzp_test_1").as_deref(), Ok("rzp_test_1"));
        for wrong in ["rzp_live_1", "rzp_test", ""] {
            assert!(read(wrong).unwrap_err().contains("begin it with rzp_test_"), "{wrong}");
        }
    }
}
