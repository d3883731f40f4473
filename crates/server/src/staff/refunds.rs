//! `sideout refunds`: lists refunds, or sends them now.

use jiff::{Timestamp, tz::TimeZone};
use sideout_app::{
    StoreError,
    payments::{
        Refund,
        expedite_refunds::{ExpediteAction, RefundSelection, expedite_refunds, plan_refunds},
        list_refunds::{MOST, list_refunds},
    },
};
use sideout_domain::{money::Money, refund::RefundStatus};

use super::{
    context::StaffContext,
    report::{Report, format_count, format_moment},
};
use crate::cli::staff::{IssueRefunds, ListRefunds};

/// Lists refunds.
pub(super) async fn list(arguments: &ListRefunds, context: &StaffContext<'_>) -> Result<Report, StoreError> {
    let zone = context.zone().await?;
    let refunds = list_refunds(context.store, arguments.status, arguments.order).await?;
    let mut report = Report::default();
    let now = context.clock.now();
    let rows = refunds.iter().map(|refund| row(refund, next_step(refund, now, &zone)));
    report.add_table(&rows.collect::<Vec<_>>());
    let sum: i64 = refunds.iter().map(|refund| refund.amount.paise()).sum();
    report.add_line(format!("{}, {} in all.", format_count(refunds.len(), "refund"), Money::from_paise(sum)));
    add_limit(&mut report, refunds.len(), "select with --status or --order.");
    Ok(report)
}

/// Makes refunds due now, or lists them in a dry run.
pub(super) async fn issue(
    arguments: &IssueRefunds,
    context: &StaffContext<'_>,
) -> Result<Report, StoreError> {
    let selection = arguments.order.map_or(RefundSelection::AllApproved, RefundSelection::OfOrder);
    let now = context.clock.now();
    let zone = context.zone().await?;
    let done = if arguments.dry_run {
        plan_refunds(context.store, selection, now).await?
    } else {
        expedite_refunds(context.store, selection, now).await?
    };
    if let (Some(order), true) = (arguments.order, done.is_empty()) {
        return Ok(Report::failed(format!(
            "order #{order} has no refund; list those that there are by sideout refunds list"
        )));
    }
    let mut report = Report::default();
    let rows = done.iter().map(|(refund, action)| {
        let message = match action {
            ExpediteAction::Issue => "is sent now".to_owned(),
            ExpediteAction::TryAgain => "is tried again now".to_owned(),
            ExpediteAction::Nothing => format!("stays as it is: {}", next_step(refund, now, &zone)),
        };
        row(refund, message)
    });
    report.add_table(&rows.collect::<Vec<_>>());
    let moved = done.iter().filter(|(_, action)| *action != ExpediteAction::Nothing);
    let (number, paise) =
        moved.fold((0, 0), |(number, paise), (refund, _)| (number + 1, paise + refund.amount.paise()));
    let sum = Money::from_paise(paise);
    report.add_line(match (number, arguments.dry_run) {
        (0, _) => "There is nothing to send.".to_owned(),
        (_, true) => {
            format!(
                "{} ({sum}) would be sent. Nothing was changed (--dry-run).",
                format_count(number, "refund")
            )
        }
        (_, false) => {
            format!("{} ({sum}): {}.", format_count(number, "refund"), context.closure_notices.when())
        }
    });
    add_limit(&mut report, done.len(), "only the newest were looked at. Repeat this once they are sent.");
    Ok(report)
}

/// Says that a list may have left refunds out, if it is as long as a list can be, and what to do about them.
fn add_limit(report: &mut Report, listed: usize, advice: &str) {
    if listed == MOST as usize {
        report.add_line(format!("There may be more: {advice}"));
    }
}

fn row(refund: &Refund, message: String) -> Vec<String> {
    vec![
        format!("#{}", refund.order),
        refund.amount.to_string(),
        refund.status.to_string(),
        refund.reason.to_string(),
        refund.source.payment().unwrap_or(refund.source.method().name()).to_owned(),
        message,
    ]
}

/// The next step of a refund, or its end.
fn next_step(refund: &Refund, now: Timestamp, zone: &TimeZone) -> String {
    let on = |at: Option<Timestamp>| {
        at.map_or_else(|| "at an unknown time".to_owned(), |at| format!("on {}", format_moment(at, zone)))
    };
    match (refund.status, refund.next_step_at) {
        (RefundStatus::Approved, Some(due)) if refund.tries > 0 => {
            let tries = format_count(refund.tries.unsigned_abs() as usize, "time");
            if due > now {
                format!("tried {tries}, again on {}", format_moment(due, zone))
            } else {
                format!("tried {tries}, again now")
            }
        }
        (RefundStatus::Approved, Some(due)) if due > now => {
            format!("is sent on {}", format_moment(due, zone))
        }
        (RefundStatus::Approved, _) if refund.is_to_pay_out() => "waits for a desk to pay it out".to_owned(),
        (RefundStatus::Approved, _) => "is sent now".to_owned(),
        (RefundStatus::Issued, _) => format!("sent {}, not confirmed yet", on(refund.issued_at)),
        (RefundStatus::Processed, _) if refund.is_settled() => {
            let twice = match &refund.sent_after_all {
                Some(sent) if sent.explanation.is_none() => {
                    format!("; THE PROVIDER SENT IT AS WELL ({}): clear it up at the desk", sent.refund)
                }
                _ => String::new(),
            };
            format!("failed; given back by {} {}{twice}", refund.source.method(), on(refund.ended_at))
        }
        (RefundStatus::Processed, _) => format!("went back {}", on(refund.ended_at)),
        (RefundStatus::Failed, Some(due)) if due > now => {
            format!("failed, and is tried again on {}", format_moment(due, zone))
        }
        (RefundStatus::Failed, Some(_)) => "failed, and is tried again now".to_owned(),
        (RefundStatus::Failed, None) => format!(
            "failed {}: look at the payment in the provider's dashboard, then sideout refunds issue --order {}, or settle it \
             another way at the desk",
            on(refund.ended_at),
            refund.order
        ),
    }
}

#[cfg(test)]
mod tests {
    use sideout_domain::{
        BillId, RefundId,
        refund::{RefundAbout, RefundReason},
    };
    use sideout_store::payments::RefundSource;

    use super::*;

    fn at(time: &str) -> Timestamp {
        time.parse().unwrap()
    }

    /// A refund that failed at the provider and is tried again at `next_step_at`.
    fn tried_again(next_step_at: &str) -> Refund {
        let order = "4071553902".parse().unwrap();
        Refund {
            id: RefundId(1),
            bill: BillId(1),
            source: RefundSource::Provider("pay_A".to_owned()),
            about: RefundAbout::Order(order),
            order,
            amount: Money::from_rupees(800),
            round_up: Money::ZERO,
            reason: RefundReason::Cancelled,
            status: RefundStatus::Failed,
            attempt: 2,
            tries: 1,
            provider_refund: None,
            next_step_at: Some(at(next_step_at)),
            approved_at: at("2026-11-20T05:30:00Z"),
            issued_at: None,
            ended_at: None,
            paid_out_by: None,
            fault: None,
            reference: None,
            note: None,
            sent_after_all: None,
        }
    }

    #[test]
    fn only_a_list_that_is_full_says_that_there_may_be_more() {
        let mut report = Report::default();
        add_limit(&mut report, 999, "select some.");
        assert_eq!(report, Report::default());
        add_limit(&mut report, 1_000, "select some.");
        assert_eq!(report.lines, ["There may be more: select some."]);
    }

    #[test]
    fn the_next_step_of_a_failed_refund_is_now_or_at_the_time_until_which_it_waits() {
        let (now, india) = (at("2026-11-27T05:30:00Z"), TimeZone::get("Asia/Kolkata").unwrap());
        let step = |due: &str| next_step(&tried_again(due), now, &india);
        assert_eq!(step("2026-11-27T05:30:00Z"), "failed, and is tried again now");
        assert_eq!(step("2026-11-27T09:30:00Z"), "failed, and is tried again on Fri 27 Nov 2026, 3:00 PM");
    }

    #[test]
    fn a_refund_that_is_due_between_two_tries_is_tried_again_now() {
        let (now, india) = (at("2026-11-27T05:30:00Z"), TimeZone::get("Asia/Kolkata").unwrap());
        let step = |due: &str| {
            let refund = Refund { status: RefundStatus::Approved, tries: 2, ..tried_again(due) };
            next_step(&refund, now, &india)
        };
        assert_eq!(step("2026-11-27T05:30:00Z"), "tried 2 times, again now");
        assert_eq!(step("2026-11-27T09:30:00Z"), "tried 2 times, again on Fri 27 Nov 2026, 3:00 PM");
    }
}
