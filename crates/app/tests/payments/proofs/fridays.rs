//! Four hundred days (a fifth of them in a usual run) with cancellations, jobs at odd moments on two nodes, and Fridays on
//! which the server is down or the provider has no balance: each refund is sent once, by the first run from its Friday at eleven o'clock
//! on; one that failed for lack of a balance, within half a day of the first run that could send it.

use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicUsize},
};

use jiff::{
    SignedDuration, Timestamp, ToSpan as _,
    civil::{Date, Time, Weekday, date, time},
    tz::TimeZone,
};
use serde_json::json;
use sideout_app::{
    booking::cancel::cancel, payments::issue_refunds::issue_refunds,
    platform::payment_account::PaymentAccount,
};
use sideout_domain::CourtId;
use sideout_providers::payments::CaptureMode;
use sideout_sandbox::{ClockAhead, SandboxSettings};
use sideout_store::Store;
use sideout_testkit::{
    FixedClock, TestApp, on_both_engines, rounds,
    sample_venue::{add_customers, open_venue},
    statement, without_guard,
};

use super::{
    intercepted_provider::{InterceptedProvider, ProviderCaller},
    print_counts,
};
use crate::fixture::{PaymentsFixture, account, open_sandbox};

const DAYS: usize = rounds(400);
/// The first day: a Saturday.
const FIRST: Date = date(2026, 11, 21);
const ELEVEN: Time = time(11, 0, 0, 0);
/// ₹410: the refund fits into the payment twice.
const BANK_CHARGE_PAISE: i64 = 41_000;

/// The fault from Thursday noon to Saturday noon of a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// No job runs.
    Down,
    /// The account at the provider holds too little.
    NoMoney,
}

impl Fault {
    fn at(day: usize, time: Time) -> Fault {
        // Days are counted from a Saturday: 5 is Thursday, 6 Friday, 7 the Saturday after.
        let is_then = match day % 7 {
            5 => time >= time_of(12, 0),
            6 => true,
            0 => day > 0 && time < time_of(12, 0),
            _ => false,
        };
        let week = day.saturating_sub(1) / 7;
        match week % 5 {
            2 if is_then => Fault::Down,
            4 if is_then => Fault::NoMoney,
            _ => Fault::None,
        }
    }
}

fn time_of(hour: i8, minute: i8) -> Time {
    time(hour, minute, 0, 0)
}

fn in_india(day: usize, time: Time) -> Timestamp {
    let day = FIRST + i64::try_from(day).unwrap().days();
    TimeZone::get("Asia/Kolkata").unwrap().to_timestamp(day.to_datetime(time)).unwrap()
}

/// When a player cancels on a day: at all hours, and on Fridays around eleven.
fn cancels_at(day: usize) -> Time {
    match (day % 7, day / 7 % 4) {
        (6, 0) => ELEVEN,
        (6, 1) => time(10, 59, 59, 0),
        (6, 2) => time(11, 0, 1, 0),
        _ => time_of(i8::try_from(day * 7 % 24).unwrap(), i8::try_from(day * 13 % 60).unwrap()),
    }
}

/// When the job runs on a day, on both nodes at once.
fn runs_at(day: usize) -> [Time; 3] {
    let odd = |of: usize| i8::try_from(of % 60).unwrap();
    let late_morning = if day.is_multiple_of(14) { ELEVEN } else { time_of(11, odd(day * 17)) };
    [time_of(4, odd(day * 11)), late_morning, time_of(22, odd(day * 29))]
}

/// The Friday on which a refund is due that was approved at this time of this day.
fn due(day: usize, time: Time) -> Timestamp {
    let is_over = |ahead: usize| ahead == 0 && time > ELEVEN;
    let days_ahead = (0..8).find(|ahead| (day + ahead) % 7 == 6 && !is_over(*ahead)).unwrap();
    in_india(day + days_ahead, ELEVEN)
}

struct ManyDays {
    fixture: PaymentsFixture,
    nodes: [TestApp; 2],
    /// When a refund was due, by its payment.
    due: HashMap<String, Timestamp>,
    /// When the job ran, and the fault at that time.
    runs: Vec<(Timestamp, Fault)>,
}

impl ManyDays {
    async fn new(store: Store, account_of: impl FnOnce(PaymentAccount) -> PaymentAccount) -> Self {
        let clock = ClockAhead::standing_at(FixedClock::START);
        let sandbox = open_sandbox(SandboxSettings::default(), clock).await;
        open_venue(&store).await;
        let players = add_customers(&store, i64::try_from(DAYS).unwrap()).await;
        let account = account_of(account(sandbox, CaptureMode::Automatic));
        let fixture = PaymentsFixture::over(store, players, sandbox, account, |settings| {
            settings.bank_charge_paise = BANK_CHARGE_PAISE;
        });
        let nodes = [fixture.app.clone(), fixture.app.another_node(|_| {})];
        ManyDays { fixture, nodes, due: HashMap::new(), runs: Vec::new() }
    }

    async fn pass(&mut self, days: usize) {
        for day in 0..days {
            let cancels_at = cancels_at(day);
            let (before, after): (Vec<_>, Vec<_>) =
                runs_at(day).into_iter().partition(|run| *run < cancels_at);
            self.run(day, &before).await;
            self.book_and_cancel(day, cancels_at).await;
            self.run(day, &after).await;
        }
    }

    async fn book_and_cancel(&mut self, day: usize, time: Time) {
        let now = in_india(day, time);
        self.fixture.app.clock.set(now);
        let game = FIRST + i64::try_from(day + 2).unwrap().days();
        let order = self.fixture.hold_at(day, CourtId(1), game, "7:00 PM").await;
        let checkout = self.fixture.checkout(&order).await;
        let paid = self.fixture.pay(&checkout, json!({})).await;
        self.fixture.hint(&order).await;
        cancel(&self.nodes[day % 2], order.customer, order.number, None).await.unwrap();
        self.due.insert(paid["payment"]["id"].as_str().unwrap().to_owned(), due(day, time));
    }

    async fn run(&mut self, day: usize, times: &[Time]) {
        for time in times {
            let (now, fault) = (in_india(day, *time), Fault::at(day, *time));
            if fault == Fault::Down {
                continue;
            }
            self.fixture.app.clock.set(now);
            let refunds = if fault == Fault::NoMoney { "balance_low" } else { "processed" };
            self.fixture.set_faults(json!({"refunds": refunds})).await;
            let (one, other) = tokio::join!(issue_refunds(&self.nodes[0]), issue_refunds(&self.nodes[1]));
            one.unwrap();
            other.unwrap();
            self.runs.push((now, fault));
        }
    }

    /// The first run that could send a refund due at that time.
    fn first_possible_run(&self, due: Timestamp) -> Option<Timestamp> {
        self.runs.iter().find(|(at, fault)| *at >= due && *fault == Fault::None).map(|(at, _)| *at)
    }
}

on_both_engines!(each_refund_is_sent_once_within_half_a_day_of_its_first_possible_run, async |store| {
    let mut weeks = ManyDays::new(store, |account| account).await;
    weeks.pass(DAYS).await;
    // Until the Saturday after it, for the last refunds.
    let last = DAYS.div_ceil(7) * 7;
    for day in DAYS..=last {
        weeks.run(day, &runs_at(day)).await;
    }
    let there = weeks.fixture.assert_all_agree().await;
    let refunds = there["refunds"].as_array().unwrap();
    assert_eq!(refunds.len(), DAYS);
    assert!(refunds.iter().all(|refund| refund["amount"] == 80_000 - BANK_CHARGE_PAISE));
    let open = "select count(*) from refund where status <> 'processed'";
    assert_eq!(weeks.fixture.number(open).await, 0);

    let issued = weeks.fixture.rows("select payment_id, issued_at from refund").await;
    let (mut at_once, mut after_an_outage, mut after_a_lack) = (0, 0, 0);
    for (payment, issued_at) in issued {
        let (due, issued_at) = (weeks.due[&payment], Timestamp::from_millisecond(issued_at).unwrap());
        let zoned = due.to_zoned(TimeZone::get("Asia/Kolkata").unwrap());
        assert_eq!((zoned.weekday(), zoned.time()), (Weekday::Friday, ELEVEN));
        let first = weeks.first_possible_run(due).unwrap();
        let was_tried =
            weeks.runs.iter().any(|(at, fault)| *at >= due && *at < first && *fault == Fault::NoMoney);
        if was_tried {
            // Failed steps are tried again with growing delays, at most six hours.
            assert!(
                (first..=first + SignedDuration::from_hours(12)).contains(&issued_at),
                "{due}: {issued_at}"
            );
            after_a_lack += 1;
        } else {
            assert_eq!(issued_at, first, "due {due}");
            let waited = first.duration_since(due) > SignedDuration::from_hours(24);
            *(if waited { &mut after_an_outage } else { &mut at_once }) += 1;
        }
    }
    print_counts(&format!(
        "{at_once} at once, {after_an_outage} after an outage, {after_a_lack} after a lack of money"
    ));
    assert!(at_once > DAYS / 2 && after_an_outage > DAYS / 8 && after_a_lack > DAYS / 8);
});

on_both_engines!(control_without_lease_key_and_search_two_nodes_send_a_refund_twice, async |store| {
    let unguarded = without_guard(&store, statement("refund/claim"), "and next_step_at = $2", "and $2 = $2");
    let mut weeks = ManyDays::new(unguarded, |account| PaymentAccount {
        provider: Arc::new(InterceptedProvider {
            provider: account.provider.clone(),
            caller: ProviderCaller::Forgetful(AtomicUsize::new(0)),
        }),
        ..account
    })
    .await;
    weeks.pass(21).await;
    assert!(
        weeks.fixture.count("refunds").await > 14,
        "without lease, key and search some refund must be sent twice"
    );
});
