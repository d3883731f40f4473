//! `sideout recover`: runs the recovery and reports its result.

use jiff::{Timestamp, tz::TimeZone};
use sideout_app::{
    App, StoreError,
    payments::recovery::{
        EarlyEnd, End, RecoverError, Recovered, RefundEnd, SentRefund, Settled, Unsure,
        recover as recover_payments,
    },
    platform::brand::find_brand,
};
use sideout_domain::money::Money;

use super::report::{Report, format_count};
use crate::{cli::RecoverArguments, failure::what_to_do};

/// The most orders that are listed because they may belong to another installation.
const MOST_UNSURE: usize = 20;

/// Runs the recovery and describes its result.
pub(crate) async fn recover(arguments: &RecoverArguments, app: &App) -> Report {
    let zone = match find_brand(app).await {
        Ok(brand) => TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC),
        Err(error) => return report_of_error(&RecoverError::Store(error)),
    };
    let recovery = match arguments.recovery(&zone) {
        Ok(recovery) => recovery,
        Err(error) => {
            return Report::failed(format!(
                "--since: this time does not exist ({error}); give the time of the backup that was restored"
            ));
        }
    };
    match recover_payments(app, &recovery).await {
        Err(error) => report_of_error(&error),
        Ok(recovered) => {
            report_of(&recovered, recovery.since, &zone, app.payments.is_some(), recovery.dry_run)
        }
    }
}

fn report_of_error(error: &RecoverError) -> Report {
    let message = match error {
        RecoverError::InFuture { .. } => {
            format!("--since: {error}; give the time of the backup that was restored")
        }
        RecoverError::SinceTooLate { opened_at, .. } => format!(
            "--since: {error}, so the backup is older than that: give its time, {opened_at} or before. If this is another \
             database than the one that was restored, check database_url first. Nothing was changed"
        ),
        RecoverError::NotOfThisSeries { .. } => {
            format!(
                "{error}: compare with business.receipts and with the time of the backup. Nothing was changed"
            )
        }
        RecoverError::Provider(_) => format!(
            "the payment provider does not answer as it should ({error}). Nothing was changed and nothing is lost: correct \
             the account's keys if they are refused, and run the same command again later"
        ),
        RecoverError::Endless(_) => {
            format!(
                "{error}. Nothing was changed: report this to the provider, and run the same command again later"
            )
        }
        RecoverError::Store(StoreError::UnknownOutcome(_)) => {
            format!("the database: {error}. Run the same command again: it goes on where it was")
        }
        RecoverError::Store(store_error) => format!("the database: {error}; {}", what_to_do(store_error)),
    };
    Report::failed(message)
}

fn report_of(
    recovered: &Recovered,
    since: Timestamp,
    zone: &TimeZone,
    has_account: bool,
    dry_run: bool,
) -> Report {
    let mut report = Report::default();
    let local = since.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %:z");
    report.add_line(if has_account {
        format!(
            "Recovering what was lost since {local}: the payment provider has {} and {} of that time and the days before, {} of \
             other software, which {} passed over.",
            format_count(recovered.listed, "order"),
            format_count(recovered.listed_codes, "QR code"),
            recovered.of_others,
            if recovered.of_others == 1 { "is" } else { "are" },
        )
    } else {
        format!(
            "Recovering what was lost since {local}: there is no [payments.razorpay] table in the settings, so no provider was \
             asked for payments. If players have paid online, add the table and run the command again."
        )
    });
    add_unsure(&mut report, &recovered.unsure);
    add_gaps(&mut report, recovered, dry_run);
    report.add_table(&recovered.payments.iter().map(row_of_payment).collect::<Vec<_>>());
    report.add_table(&recovered.refunds.iter().map(row_of_refund).collect::<Vec<_>>());
    for (order, id) in &recovered.hidden {
        report.add_line(format!(
            "#{order}: {id} is paid, and its payment cannot be read: look it up in the provider's dashboard."
        ));
    }
    if recovered.unreadable > 0 {
        report.add_line(format!(
            "{} of the provider's lists cannot be read: look at the time since the backup in its dashboard.",
            format_count(recovered.unreadable as usize, "item")
        ));
    }
    if !recovered.unpaid.is_empty() {
        report.add_line(format!(
            "{} lost and not paid. A player who has the checkout open can still pay: run this again in an hour. If one is \
             paid until then, sideout doctor reports that.",
            match recovered.unpaid.len() {
                1 => "1 order is".to_owned(),
                many => format!("{many} orders are"),
            }
        ));
    }
    for (order, amount) in &recovered.closed_codes {
        let closed = if dry_run { "would be closed" } else { "is closed" };
        report.add_line(format!(
            "#{order}: a lost QR code over {amount} could still be paid and {closed}. Run this again in an hour: a player \
             who had scanned it may still pay."
        ));
    }
    add_sums(&mut report, recovered, dry_run);
    if dry_run {
        report.add_line("Nothing was changed (--dry-run).");
    }
    report.failed = failure(recovered, dry_run);
    report
}

fn failure(recovered: &Recovered, dry_run: bool) -> Option<String> {
    if let Some(why) = &recovered.stopped {
        let next = match why {
            EarlyEnd::Provider(_) => "run the same command again",
            EarlyEnd::Store(error) => what_to_do(error),
        };
        let done =
            if dry_run { "" } else { ". What is listed above is done: a later run goes on with the rest" };
        return Some(format!("it ended early: {why}; {next}{done}"));
    }
    (recovered.needs_attention() && !dry_run)
        .then(|| "something is left to be done: see above, then run the same command again".to_owned())
}

fn add_unsure(report: &mut Report, unsure: &[Unsure]) {
    for order in unsure.iter().take(MOST_UNSURE) {
        let Unsure { provider_order, order, amount, is_paid, site } = order;
        let from = site.as_ref().map_or_else(
            || "by a version that stored no address with its orders".to_owned(),
            |site| format!("at {site}"),
        );
        let paid = if *is_paid { "paid" } else { "not paid" };
        report.add_line(format!(
            "{provider_order} (#{order}, {amount}, {paid}) was opened {from}: nothing is done about it. If it is of this \
             installation, add --also {provider_order}."
        ));
    }
    if unsure.len() > MOST_UNSURE {
        report.add_line(format!("And {} more of these.", unsure.len() - MOST_UNSURE));
    }
}

fn add_gaps(report: &mut Report, recovered: &Recovered, dry_run: bool) {
    let left_out = if dry_run { "would be left out" } else { "are left out" };
    for gap in &recovered.gaps {
        let first = format!("{}/{}/{:06}", gap.series, gap.year, gap.first);
        report.add_line(format!(
            "Numbers {first} to {:06} {left_out}: documents that are lost may bear them.",
            gap.last
        ));
    }
}

fn row_of_payment(settled: &Settled) -> Vec<String> {
    let message = match &settled.end {
        End::Booked => "pays for its booking".to_owned(),
        End::Promised(amount, reason) => format!("{amount} goes back, the server sends it ({reason})"),
        End::Returned => "had gone back already".to_owned(),
        End::SentBack(amount, false) => format!("order is lost: {amount} was sent back"),
        End::SentBack(amount, true) => {
            format!("order is lost: {amount} was sent back, the bank has not confirmed")
        }
        End::SentBefore(amount) => format!("order is lost: {amount} was sent back before"),
        End::UnderWay => {
            "is not captured: it goes back by itself, or is captured later; run this again".to_owned()
        }
        End::Open(why) => format!("NOT DONE: {why}"),
        End::WouldSettle => "would pay for its booking or, if the court is gone, go back".to_owned(),
        End::WouldSendBack(amount) => format!("order is lost: {amount} would be sent back"),
    };
    vec![format!("#{}", settled.order), settled.amount.to_string(), settled.payment.clone(), message]
}

fn row_of_refund(refund: &SentRefund) -> Vec<String> {
    let message = match refund.end {
        RefundEnd::Recorded => "had been sent, and is written down now",
        RefundEnd::Cancelled => "had been sent: the booking is cancelled again",
        RefundEnd::ByHand => "was sent by hand: nothing is changed",
        RefundEnd::DoesNotFit => "NOT DONE: it does not fit what is known of the order; look at both",
        RefundEnd::SentTwice => "WENT BACK TWICE: staff had settled it another way; see the desk's refunds",
        RefundEnd::WouldMarkTwice => {
            "went back twice: staff had settled it another way; it would be shown at the desk"
        }
        RefundEnd::WouldRecord => "had been sent, and would be written down",
        RefundEnd::WouldCancel => "had been sent: the booking would be cancelled again",
    };
    vec![format!("#{}", refund.order), refund.amount.to_string(), refund.refund.clone(), message.to_owned()]
}

fn add_sums(report: &mut Report, recovered: &Recovered, dry_run: bool) {
    let captured = recovered.payments.iter().filter(|settled| settled.is_captured);
    let number = captured.count();
    let sum = |part: fn(&Settled) -> Money| recovered.sum(part);
    let all = sum(|settled| if settled.is_captured { settled.amount } else { Money::ZERO });
    let returned = sum(|settled| if settled.is_captured { settled.returned } else { Money::ZERO });
    let mut parts = vec![format!("{returned} of it had gone back")];
    if dry_run {
        let sent_before = sum(Settled::sent_back);
        if sent_before > Money::ZERO {
            parts.push(format!("{sent_before} was sent back by an earlier recovery"));
        }
        parts.push(format!(
            "{} would be sent back",
            sum(|settled| if let End::WouldSendBack(amount) = settled.end { amount } else { Money::ZERO })
        ));
        let would_settle = |settled: &Settled| settled.end == End::WouldSettle;
        parts.push(format!(
            "{} would be settled",
            recovered.sum(|settled| if would_settle(settled) {
                settled.amount.less(settled.returned)
            } else {
                Money::ZERO
            })
        ));
    } else {
        parts.push(format!("{} was sent back", sum(Settled::sent_back)));
        parts.push(format!("{} pays for bookings", sum(Settled::booked)));
        parts.push(format!("{} is promised back", sum(Settled::promised)));
    }
    report.add_line(format!("{} of {all}: {}.", format_count(number, "payment"), parts.join(", ")));
    let known: i64 = recovered
        .refunds
        .iter()
        .filter(|refund| matches!(refund.end, RefundEnd::Recorded | RefundEnd::Cancelled))
        .map(|refund| refund.amount.paise())
        .sum();
    if known > 0 {
        report.add_line(format!(
            "Refunds of {} that had been sent are written down.",
            Money::from_paise(known)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_that_would_fail_in_the_same_way_is_not_to_be_run_again() {
        let message = |error| report_of_error(&RecoverError::Store(error)).failed.unwrap();
        let unavailable = message(StoreError::Unavailable("open: disk full".to_owned()));
        assert!(unavailable.ends_with("disk full; run the same command again"), "{unavailable}");
        for error in [StoreError::Corrupt("odd".to_owned()), StoreError::Constraint("odd".to_owned())] {
            let defect = message(error);
            assert!(defect.contains("run sideout doctor") && !defect.contains("again"), "{defect}");
        }
    }

    #[test]
    fn a_recovery_that_ended_early_at_a_broken_record_is_not_to_be_run_again() {
        let message = |stopped, dry_run| {
            let recovered = Recovered { stopped: Some(stopped), ..Recovered::default() };
            failure(&recovered, dry_run).unwrap()
        };
        let broken = message(EarlyEnd::Store(StoreError::Corrupt("odd".to_owned())), false);
        assert_eq!(
            broken,
            "it ended early: unexpected data: odd; run sideout doctor, and report this if doctor finds no cause. What is listed \
             above is done: a later run goes on with the rest"
        );
        for stopped in [
            EarlyEnd::Store(StoreError::Unavailable("open: disk full".to_owned())),
            EarlyEnd::Provider("provider: down".to_owned()),
        ] {
            let later = message(stopped, true);
            assert!(later.ends_with("; run the same command again"), "{later}");
        }
    }
}
