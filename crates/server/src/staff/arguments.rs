//! What staff can type.

use clap::{Args, Subcommand};
use jiff::civil::DateTime;
use sideout_app::closures::{Closing, ClosureReason, CourtChoice, Span};
use sideout_domain::{VenueId, order::OrderNumber, refund::RefundStatus};

use crate::cli::SettingsFile;

/// Commands of staff.
#[derive(Debug, Subcommand)]
pub(crate) enum StaffCommand {
    /// Close courts for a while: bookings there are cancelled with everything that was paid, and their players are told.
    ///
    /// A game is closed when it reaches into the time: it begins before the end and is not over at the beginning. Run it
    /// beside a running server; stopped in the middle or run twice, it goes on where it was. Look first with --dry-run.
    #[command(
        after_help = "Example:\n  sideout close-courts --venue 1 --courts 1,2 --from \"2026-11-22 06:00\" --to \"2026-11-22 12:00\" --reason \"Rain on court\" --dry-run"
    )]
    CloseCourts(CloseCourts),
    /// Open closed courts again. Bookings that were cancelled stay cancelled.
    #[command(
        after_help = "Example:\n  sideout open-courts --venue 1 --courts all --from \"2026-11-22 09:00\" --to \"2026-11-22 12:00\""
    )]
    OpenCourts(OpenCourts),
    /// Money that goes back to players.
    #[command(subcommand)]
    Refunds(RefundsCommand),
}

/// What can be done with refunds.
#[derive(Debug, Subcommand)]
pub(crate) enum RefundsCommand {
    /// List refunds, the newest first, with their next step.
    #[command(after_help = "Example:\n  sideout refunds list --status failed")]
    List(ListRefunds),
    /// Send refunds now instead of on their day; with --order also one that the provider gave up on.
    ///
    /// The running server sends them within a minute, each once however often it is asked.
    #[command(after_help = "Example:\n  sideout refunds issue --order 4071553902")]
    Issue(IssueRefunds),
}

/// Which courts, and when.
#[derive(Debug, Args)]
pub(super) struct SpanArguments {
    /// The venue's number, as in the operator's file.
    #[arg(long, value_name = "NUMBER")]
    venue: VenueId,
    /// Court numbers with commas, as painted on them, or 'all'.
    #[arg(long, value_name = "COURTS")]
    courts: CourtChoice,
    /// From when, on the venue's clock: "2026-11-22 06:00".
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: DateTime,
    /// Until when, on the venue's clock. A game that begins at that moment is outside.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    to: DateTime,
}

impl SpanArguments {
    /// In the application's terms.
    pub(super) fn span(&self) -> Span {
        Span { venue: self.venue, courts: self.courts.clone(), from: self.from, to: self.to }
    }
}

/// What closing takes.
#[derive(Debug, Args)]
pub(crate) struct CloseCourts {
    #[command(flatten)]
    pub(super) span: SpanArguments,
    /// Why, in a line of at most 120 characters. The players who lose their game read it.
    #[arg(long, value_name = "WORDS")]
    reason: ClosureReason,
    /// Only list whose bookings it would cancel.
    #[arg(long)]
    pub(super) dry_run: bool,
    #[command(flatten)]
    settings: SettingsFile,
}

impl CloseCourts {
    /// In the application's terms.
    pub(super) fn closing(&self) -> Closing {
        Closing { span: self.span.span(), reason: self.reason.clone() }
    }
}

/// What opening takes.
#[derive(Debug, Args)]
pub(crate) struct OpenCourts {
    #[command(flatten)]
    pub(super) span: SpanArguments,
    #[command(flatten)]
    settings: SettingsFile,
}

/// Which refunds to list.
#[derive(Debug, Args)]
pub(crate) struct ListRefunds {
    /// Only those that are approved, issued, processed or failed.
    #[arg(long, value_name = "STATUS")]
    pub(super) status: Option<RefundStatus>,
    /// Only those of this order.
    #[arg(long, value_name = "NUMBER")]
    pub(super) order: Option<OrderNumber>,
    #[command(flatten)]
    settings: SettingsFile,
}

/// Which refunds to send.
#[derive(Debug, Args)]
pub(crate) struct IssueRefunds {
    /// Those of this order.
    #[arg(
        long,
        value_name = "NUMBER",
        conflicts_with = "all_approved",
        required_unless_present = "all_approved"
    )]
    pub(super) order: Option<OrderNumber>,
    /// All that wait for their day.
    #[arg(long)]
    pub(super) all_approved: bool,
    /// Only list them.
    #[arg(long)]
    pub(super) dry_run: bool,
    #[command(flatten)]
    settings: SettingsFile,
}

impl StaffCommand {
    /// Where the settings are.
    pub(super) fn settings(&self) -> &SettingsFile {
        match self {
            StaffCommand::CloseCourts(ask) => &ask.settings,
            StaffCommand::OpenCourts(ask) => &ask.settings,
            StaffCommand::Refunds(RefundsCommand::List(ask)) => &ask.settings,
            StaffCommand::Refunds(RefundsCommand::Issue(ask)) => &ask.settings,
        }
    }
}

/// Reads `2026-11-22 06:00`, and kindly `2026-11-22 6:00`.
pub(super) fn moment(text: &str) -> Result<DateTime, &'static str> {
    const WORDS: &str = "write a day and a time of the venue's clock, like \"2026-11-22 06:00\"";
    let (day, time) = text.trim().split_once([' ', 'T']).ok_or(WORDS)?;
    if !time.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        return Err(WORDS);
    }
    let hour = if time.find(':') == Some(1) { "0" } else { "" };
    format!("{day}T{hour}{time}").parse().map_err(|_| WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_day_and_a_time_without_a_zone() {
        let six = jiff::civil::date(2026, 11, 22).at(6, 0, 0, 0);
        for text in ["2026-11-22 06:00", "2026-11-22 6:00", "2026-11-22T06:00:00"] {
            assert_eq!(moment(text), Ok(six), "{text}");
        }
        for text in
            ["", "2026-11-22", "06:00", "2026-11-22 06:00Z", "2026-11-22 06:00+05:30", "2026-11-31 06:00"]
        {
            assert!(moment(text).is_err(), "{text}");
        }
    }
}
