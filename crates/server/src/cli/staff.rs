//! Arguments of staff commands.

use clap::{Args, Subcommand};
use jiff::civil::DateTime;
use sideout_app::{
    closures::{Closure, ClosureReason, CourtChoice, Span},
    staff::StaffName,
};
use sideout_domain::{VenueId, order::OrderNumber, person::Phone, refund::RefundStatus};

use super::settings_file::SettingsFile;

/// Staff commands.
#[derive(Debug, Subcommand)]
pub(crate) enum StaffCommand {
    /// Close courts for a while: bookings there are cancelled, and their players choose another hour or their money.
    ///
    /// A game is closed if it overlaps the time: it begins before --to and ends after --from. Run this beside a running
    /// server; if it is interrupted, run it again to continue. Preview it with --dry-run.
    #[command(
        after_help = "Example:\n  sideout close-courts --venue 1 --courts 1,2 --from \"2026-11-22 06:00\" --to \"2026-11-22 12:00\" --reason \"Rain on court\" --dry-run"
    )]
    CloseCourts(CloseCourts),
    /// Open closed courts again. Bookings that were cancelled stay cancelled.
    #[command(
        after_help = "Example:\n  sideout open-courts --venue 1 --courts all --from \"2026-11-22 09:00\" --to \"2026-11-22 12:00\""
    )]
    OpenCourts(OpenCourts),
    /// List refunds, or send them now.
    #[command(subcommand)]
    Refunds(RefundsCommand),
    /// The people who work at the desk: the first owner, and new links to sign in.
    #[command(subcommand)]
    Staff(MembersCommand),
}

/// Commands for members of staff. Owners manage all other members at the desk.
#[derive(Debug, Subcommand)]
pub(crate) enum MembersCommand {
    /// Add an owner, and print a link with which they sign in once.
    ///
    /// The link is valid for a day (business.desk.link_valid_hours). It leads to making a passkey or setting up an
    /// authenticator app; from then on the owner signs in with that.
    #[command(after_help = "Example:\n  sideout staff add-owner --name \"Nisha Trivedi\" --phone 9825041736")]
    AddOwner(AddOwner),
    /// Print a new link to sign in for a member of staff who lost their phone. Earlier links end.
    #[command(after_help = "Example:\n  sideout staff link --phone 9825041736")]
    Link(MemberLink),
}

/// Arguments of `staff add-owner`.
#[derive(Debug, Args)]
pub(crate) struct AddOwner {
    /// The name that colleagues see.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: StaffName,
    /// Their mobile number, ten digits.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) phone: Phone,
    #[command(flatten)]
    settings: SettingsFile,
}

/// Arguments of `staff link`.
#[derive(Debug, Args)]
pub(crate) struct MemberLink {
    /// Their mobile number, ten digits.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) phone: Phone,
    #[command(flatten)]
    settings: SettingsFile,
}

/// Commands for refunds.
#[derive(Debug, Subcommand)]
pub(crate) enum RefundsCommand {
    /// List refunds, the newest first, with their next step.
    #[command(after_help = "Example:\n  sideout refunds list --status failed")]
    List(ListRefunds),
    /// Send refunds now instead of on their day; with --order also one that failed at the provider.
    ///
    /// The server sends them within a minute, or once it runs, each only once, also if this command is repeated.
    #[command(after_help = "Example:\n  sideout refunds issue --order 4071553902")]
    Issue(IssueRefunds),
}

/// The courts and the time.
#[derive(Debug, Args)]
pub(crate) struct SpanArguments {
    /// The venue's number, by which an operator's file names it.
    #[arg(long, value_name = "NUMBER")]
    venue: VenueId,
    /// Court numbers with commas, as painted on them, or 'all'.
    #[arg(long, value_name = "COURTS")]
    courts: CourtChoice,
    /// The beginning, on the venue's clock: "2026-11-22 06:00".
    #[arg(long, value_name = "TIME", value_parser = parse_moment)]
    from: DateTime,
    /// The end, on the venue's clock. A game that begins at that moment stays.
    #[arg(long, value_name = "TIME", value_parser = parse_moment)]
    to: DateTime,
}

impl SpanArguments {
    pub(crate) fn span(&self) -> Span {
        Span { venue: self.venue, courts: self.courts.clone(), from: self.from, to: self.to }
    }
}

/// Arguments of `close-courts`.
#[derive(Debug, Args)]
pub(crate) struct CloseCourts {
    #[command(flatten)]
    pub(crate) span: SpanArguments,
    /// The reason, one line of at most 120 characters. The affected players read it in the mail and in the app; a text
    /// message does not have it.
    #[arg(long, value_name = "TEXT")]
    reason: ClosureReason,
    /// Only list the bookings that would be cancelled.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Give the money back at once. Without it the players of games that have not begun choose between another hour and
    /// their money (business.desk.offer_hours).
    #[arg(long)]
    refund_at_once: bool,
    #[command(flatten)]
    settings: SettingsFile,
}

impl CloseCourts {
    pub(crate) fn closure(&self) -> Closure {
        Closure { span: self.span.span(), reason: self.reason.clone(), asks_players: !self.refund_at_once }
    }
}

/// Arguments of `open-courts`.
#[derive(Debug, Args)]
pub(crate) struct OpenCourts {
    #[command(flatten)]
    pub(crate) span: SpanArguments,
    #[command(flatten)]
    settings: SettingsFile,
}

/// Arguments of `refunds list`.
#[derive(Debug, Args)]
pub(crate) struct ListRefunds {
    /// Only those that are approved, issued, processed or failed.
    #[arg(long, value_name = "STATUS", value_parser = refund_status)]
    pub(crate) status: Option<RefundStatus>,
    /// Only those of this order.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) order: Option<OrderNumber>,
    #[command(flatten)]
    settings: SettingsFile,
}

/// Arguments of `refunds issue`.
#[derive(Debug, Args)]
pub(crate) struct IssueRefunds {
    /// Those of this order.
    #[arg(
        long,
        value_name = "NUMBER",
        conflicts_with = "all_approved",
        required_unless_present = "all_approved"
    )]
    pub(crate) order: Option<OrderNumber>,
    /// All refunds that wait for their day, at most the newest 1000. Those that a desk pays out are not sent.
    #[arg(long)]
    pub(crate) all_approved: bool,
    /// Only list them.
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    settings: SettingsFile,
}

impl StaffCommand {
    pub(crate) fn settings(&self) -> &SettingsFile {
        match self {
            StaffCommand::CloseCourts(arguments) => &arguments.settings,
            StaffCommand::OpenCourts(arguments) => &arguments.settings,
            StaffCommand::Refunds(RefundsCommand::List(arguments)) => &arguments.settings,
            StaffCommand::Refunds(RefundsCommand::Issue(arguments)) => &arguments.settings,
            StaffCommand::Staff(MembersCommand::AddOwner(arguments)) => &arguments.settings,
            StaffCommand::Staff(MembersCommand::Link(arguments)) => &arguments.settings,
        }
    }
}

fn refund_status(text: &str) -> Result<RefundStatus, String> {
    let names = || RefundStatus::ALL.iter().map(|status| status.name()).collect::<Vec<_>>().join(", ");
    text.parse().map_err(|_| format!("write one of {}", names()))
}

/// Parses `2026-11-22 06:00`; also accepts `2026-11-22 6:00`.
pub(super) fn parse_moment(text: &str) -> Result<DateTime, &'static str> {
    const HINT: &str = "write a day and a time of the venue's clock, like \"2026-11-22 06:00\"";
    let (day, time) = text.trim().split_once([' ', 'T']).ok_or(HINT)?;
    if !time.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        return Err(HINT);
    }
    let hour = if time.find(':') == Some(1) { "0" } else { "" };
    format!("{day}T{hour}{time}").parse().map_err(|_| HINT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_refunds_do_not_have_is_refused_with_those_that_they_have() {
        assert_eq!(refund_status("failed"), Ok(RefundStatus::Failed));
        let hint = "write one of approved, issued, processed, failed";
        assert_eq!(refund_status("paid"), Err(hint.to_owned()));
    }

    #[test]
    fn a_moment_is_a_day_and_a_time_without_a_zone() {
        let six = jiff::civil::date(2026, 11, 22).at(6, 0, 0, 0);
        for text in ["2026-11-22 06:00", "2026-11-22 6:00", "2026-11-22T06:00:00"] {
            assert_eq!(parse_moment(text), Ok(six), "{text}");
        }
        for text in
            ["", "2026-11-22", "06:00", "2026-11-22 06:00Z", "2026-11-22 06:00+05:30", "2026-11-31 06:00"]
        {
            assert!(parse_moment(text).is_err(), "{text}");
        }
    }
}
