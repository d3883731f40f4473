//! `sideout close-courts` and `sideout open-courts`: close courts, and open them again.

use sideout_app::{
    StoreError,
    closures::{
        CloseCourtsError, Closed, Displaced, Interrupted, OpenCourtsError, close_courts, open_courts,
        preview as preview_closure,
    },
};
use sideout_domain::{closure_offer::answer_until, money::Money};

use super::{
    closure_notices::ClosureNotices,
    context::StaffContext,
    report::{Report, format_count},
};
use crate::{
    cli::staff::{CloseCourts, OpenCourts},
    failure::what_to_do,
};

/// Reports what closing would do.
pub(super) async fn preview(
    arguments: &CloseCourts,
    context: &StaffContext<'_>,
) -> Result<Report, StoreError> {
    let (now, hours) = (context.clock.now(), context.desk.offer_hours);
    let asks = arguments.closure().asks_players && hours > 0;
    let offer_until = asks.then(|| answer_until(now, hours));
    let seen = match preview_closure(context.store, arguments.span.span(), offer_until, now).await? {
        Ok(seen) => seen,
        Err(refused) => return Ok(Report::failed(refused.to_string())),
    };
    let mut report = Report::default();
    add_displaced(&mut report, &seen.displaced);
    report.add_line(format!(
        "{} would be closed{}, {} cancelled, {} ended. Nothing was changed (--dry-run).",
        format_count(seen.slots, "slot"),
        closed_before(seen.already),
        format_count(seen.displaced.len(), "booking"),
        format_count(seen.holds, "hold"),
    ));
    Ok(report)
}

/// Closes the courts.
pub(super) async fn close(arguments: &CloseCourts, context: &StaffContext<'_>) -> Result<Report, StoreError> {
    let StaffContext { store, clock, random, receipts, desk, .. } = *context;
    let done = close_courts(store, clock, random, receipts, desk.offer_hours, arguments.closure()).await;
    let (closed, error) = match done {
        Ok(closed) => (closed, None),
        Err(Interrupted { error: CloseCourtsError::Refused(refused), .. }) => {
            return Ok(Report::failed(refused.to_string()));
        }
        Err(Interrupted { so_far, error: CloseCourtsError::Store(error) }) => (so_far, Some(error)),
    };
    let mut report = Report::default();
    add_displaced(&mut report, &closed.displaced);
    report.add_line(format!(
        "{} closed{}, {} cancelled, {} ended.",
        format_count(closed.slots, "slot"),
        closed_before(closed.already),
        format_count(closed.displaced.len(), "booking"),
        format_count(closed.holds, "hold"),
    ));
    if !closed.displaced.is_empty() {
        report.add_line(what_happens_now(&closed, &context.closure_notices));
    }
    report.failed = error.map(|error| ended_early(&error));
    Ok(report)
}

fn ended_early(error: &StoreError) -> String {
    let more = if matches!(error, StoreError::UnknownOutcome(_)) {
        " Some more slots may be closed: the desk's board shows their bookings."
    } else {
        ""
    };
    format!("it ended early: {error}.{more} What is closed stays closed; to go on, {}", what_to_do(error))
}

/// Opens the courts again, for the time that is ahead.
pub(super) async fn open(arguments: &OpenCourts, context: &StaffContext<'_>) -> Result<Report, StoreError> {
    match open_courts(context.store, arguments.span.span(), context.clock.now()).await {
        Ok(opened) => {
            let mut report = Report::default();
            report.add_line(format!("{} opened.", format_count(opened.slots, "slot")));
            Ok(report)
        }
        Err(OpenCourtsError::Refused(refused)) => Ok(Report::failed(refused.to_string())),
        Err(OpenCourtsError::Store(error)) => Err(error),
    }
}

/// ` (2 closed before)`; empty if there are none.
fn closed_before(already: usize) -> String {
    if already == 0 { String::new() } else { format!(" ({already} closed before)") }
}

/// Says how the players of these bookings are notified, and what goes back to them at once.
pub(super) fn what_happens_now(closed: &Closed, notices: &ClosureNotices) -> String {
    let at_once = closed.displaced.iter().filter(|displaced| displaced.offer_until.is_none());
    let back: Money = at_once.map(|displaced| displaced.back_online).sum();
    let offered = closed.displaced.iter().any(|displaced| displaced.offer_until.is_some());
    let others = closed.displaced.iter().any(|displaced| displaced.offer_until.is_none());
    let told = notices.describe_channels(offered, others);
    if back == Money::ZERO { told } else { format!("{told} {back} goes back, {}.", notices.when()) }
}

/// Lists displaced bookings, each with its player and with what happens to the money.
pub(super) fn add_displaced(report: &mut Report, displaced: &[Displaced]) {
    let rows = displaced.iter().map(|displaced| {
        let Displaced { order, court, day, start, player, phone, .. } = displaced;
        let when = format!("{} {start}", day.strftime("%a %-d %b %Y"));
        vec![
            format!("#{order}"),
            court.clone(),
            when,
            player.clone(),
            phone.clone(),
            describe_money(displaced),
        ]
    });
    report.add_table(&rows.collect::<Vec<_>>());
}

/// Says what happens to the money of a displaced booking. Less than what was paid goes back of cash that was rounded off.
fn describe_money(displaced: &Displaced) -> String {
    let Displaced { paid, offer_until, back, back_online, .. } = *displaced;
    let at_desk = back.less(back_online);
    match (paid, offer_until) {
        (Money::ZERO, None) => "nothing was paid".to_owned(),
        (Money::ZERO, Some(_)) => "chooses another hour, nothing was paid".to_owned(),
        (paid, Some(_)) if back == paid => format!("chooses another hour or the {paid} that was paid"),
        (paid, Some(_)) => format!("paid {paid}: chooses another hour or {back} back"),
        (paid, None) if at_desk == Money::ZERO => format!("paid {paid}, {back} goes back"),
        (paid, None) if at_desk == paid => format!("paid {paid} at the desk: give it back there"),
        (paid, None) if back_online == Money::ZERO => {
            format!("paid {paid} at the desk: give {at_desk} back there")
        }
        (paid, None) => format!("paid {paid}: {back_online} goes back, give {at_desk} back at the desk"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_cash_that_was_rounded_off_only_what_was_taken_is_given_back() {
        let money = |paid: i64, back: i64, back_online: i64, is_offered: bool| {
            describe_money(&Displaced {
                order: "4820193756".parse().unwrap(),
                court: "Court 3".to_owned(),
                day: jiff::civil::date(2026, 11, 22),
                start: "7:00 PM".parse().unwrap(),
                player: "Asha Patel".to_owned(),
                phone: "no number".to_owned(),
                paid: Money::from_paise(paid),
                offer_until: is_offered.then_some(jiff::Timestamp::UNIX_EPOCH),
                share: Money::from_paise(paid),
                back: Money::from_paise(back),
                back_online: Money::from_paise(back_online),
            })
        };
        assert_eq!(money(80_000, 80_000, 80_000, false), "paid ₹800, ₹800 goes back");
        assert_eq!(money(80_000, 80_000, 0, false), "paid ₹800 at the desk: give it back there");
        assert_eq!(money(80_035, 80_000, 0, false), "paid ₹800.35 at the desk: give ₹800 back there");
        assert_eq!(
            money(80_035, 80_000, 30_000, false),
            "paid ₹800.35: ₹300 goes back, give ₹500 back at the desk"
        );
        assert_eq!(money(80_000, 80_000, 0, true), "chooses another hour or the ₹800 that was paid");
        assert_eq!(money(80_035, 80_000, 0, true), "paid ₹800.35: chooses another hour or ₹800 back");
    }

    #[test]
    fn a_closure_that_would_end_in_the_same_way_is_not_to_be_run_again() {
        let unavailable = ended_early(&StoreError::Unavailable("open: disk full".to_owned()));
        assert!(unavailable.ends_with("to go on, run the same command again"), "{unavailable}");
        for error in [StoreError::Corrupt("odd".to_owned()), StoreError::Constraint("odd".to_owned())] {
            let defect = ended_early(&error);
            assert!(defect.contains("run sideout doctor") && !defect.contains("again"), "{defect}");
        }
    }
}
