//! Hours published at the desk: they are valid from their day on, are published once for each version, and do not
//! change what is booked or held.

use jiff::civil::{Date, DateTime, date};
use sideout_app::{
    booking::{
        availability::list_bookable_days,
        cancel::cancel,
        list_courts::list_courts,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    closures::{Closure, Span, close_courts, open_courts, preview as preview_closure},
    desk::hours::{
        Draft, Edit, HoursChange, Manager,
        preview_hours::{HoursPreview, PreviewHoursError, preview_hours},
        publish_hours::{PublishHoursError, Published, publish_hours},
        read_hours::read_hours,
    },
    platform::{availability::ClosedReason, random::SystemRandom, venues::find_venue},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    hours::{BookingWindow, SpecialDay},
    money::Money,
    slot::StartTime,
    staff::{Permission, Role},
    venue::OpeningHours,
};
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, request_key, run_concurrently,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::{
    counter::actor,
    helpers::{SUNDAY, at, booked, held, number, open_app, run},
};

/// The day of the tests, a Saturday.
const TODAY: Date = date(2026, 11, 21);
pub(crate) const MONDAY: Date = date(2026, 11, 23);

/// The version of its hours that the venue has from the beginning.
pub(crate) const FIRST: i64 = 1;

fn time(text: &str) -> StartTime {
    text.parse().unwrap()
}

pub(crate) fn span(first: &str, last: &str) -> OpeningHours {
    OpeningHours { first_start: time(first), last_start: time(last) }
}

fn closed_on(day: Date, label: &str) -> SpecialDay {
    SpecialDay { day, label: label.to_owned(), spans: Vec::new() }
}

/// The same spans on each day.
pub(crate) fn every_day(spans: &[OpeningHours]) -> Draft {
    Draft {
        week: std::array::from_fn(|_| spans.to_vec()),
        special_days: Vec::new(),
        window: BookingWindow::default(),
    }
}

/// The hours that the venue has at first.
pub(crate) fn usual() -> Draft {
    every_day(&[span("6:00 AM", "10:00 PM")])
}

/// Closed from noon to 4 PM.
fn with_a_break() -> Draft {
    every_day(&[span("6:00 AM", "11:00 AM"), span("4:00 PM", "10:00 PM")])
}

pub(crate) fn change(base: i64, valid_from: Date, draft: Draft) -> HoursChange {
    HoursChange { base, valid_from, edit: Edit::Set(draft) }
}

async fn preview(app: &TestApp, actor: &Actor, change: HoursChange) -> HoursPreview {
    preview_hours(app, actor, VENUE, change).await.unwrap()
}

pub(crate) async fn publish(
    app: &TestApp,
    actor: &Actor,
    change: HoursChange,
    key: u64,
) -> Result<Published, PublishHoursError> {
    let published = publish_hours(app, actor, VENUE, change, request_key(key)).await;
    app.venues.forget();
    app.availability.forget_all();
    published
}

async fn starts(app: &TestApp, day: Date) -> usize {
    find_venue(app, VENUE).await.unwrap().unwrap().starts_on(day).count()
}

async fn hold_on(
    app: &TestApp,
    customer: CustomerId,
    court: i64,
    day: Date,
    start: &str,
) -> Result<(), PlaceHoldError> {
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start: time(start) };
    place_hold(app, customer, pick).await.map(drop)
}

async fn owner(app: &TestApp) -> Actor {
    actor(app, Role::Owner, "9825041730", &[]).await
}

on_both_engines!(published_hours_are_valid_from_their_day_on_and_bookings_stay, async |store| {
    let (app, customers) = open_app(store, 3).await;
    let asha = owner(&app).await;
    let order = booked(&app, customers[0], 3, "1:00 PM").await;
    held(&app, customers[1], 4, "2:00 PM").await;
    booked(&app, customers[2], 5, "7:00 PM").await;
    let change = change(FIRST, SUNDAY, with_a_break());
    let seen = preview(&app, &asha, change.clone()).await;
    // 22 November to 21 December are 30 days, on each of which 12 courts lose four slots.
    assert_eq!((seen.from, seen.to, seen.days), (TODAY, date(2026, 12, 21), 30));
    assert_eq!((seen.opened, seen.closed, seen.outside_before), (0, 30 * 4 * 12, 0));
    let outside: Vec<_> = seen.outside.iter().map(|case| (case.booking.order, case.is_held)).collect();
    assert_eq!(outside.len(), 2, "the one at 7 PM fits: {outside:?}");
    assert_eq!(outside[0], (order.number, false));
    assert!(outside[1].1, "the hold at 2 PM");
    assert_eq!(starts(&app, SUNDAY).await, 17, "a preview changes nothing");

    let published = publish(&app, &asha, change.clone(), 1).await.unwrap();
    assert_eq!((published.version, published.closed, published.outside), (2, seen.closed, 2));
    assert_eq!(publish(&app, &asha, change, 1).await.unwrap(), published, "the same key again");
    assert_eq!((starts(&app, TODAY).await, starts(&app, SUNDAY).await), (17, 13));
    let refused = hold_on(&app, customers[1], 6, SUNDAY, "1:00 PM").await;
    assert!(matches!(refused, Err(PlaceHoldError::NotBookable)), "{refused:?}");
    let confirmed = "select count(*) from orders where status = 'confirmed'";
    assert_eq!(number(&app.store, confirmed).await, 2, "what is booked stays booked");

    let hours = read_hours(&app, &asha, VENUE).await.unwrap();
    assert_eq!((hours.version, hours.manager), (2, Manager::Desk));
    let versions: Vec<_> = hours.versions.iter().map(|v| (v.version, v.valid_from, v.staff)).collect();
    assert_eq!(versions, [(2, Some(SUNDAY), Some(asha.id())), (1, None, None)], "what was before is kept");
    let again = preview(&app, &asha, self::change(2, MONDAY, every_day(&[span("4:00 PM", "9:00 PM")]))).await;
    assert_eq!((again.outside.len(), again.outside_before), (0, 2), "those are known already");
});

on_both_engines!(a_booking_that_does_not_fit_for_another_reason_is_not_outside_the_hours, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let asha = owner(&app).await;
    booked(&app, customers[0], 3, "3:00 PM").await;
    let shorter = booked(&app, customers[1], 4, "3:00 PM").await;
    run(&app.store, "update court set active = 0 where court_id = 3").await;
    // A slot still starts at 3 PM, and is longer than the booking.
    run(&app.store, "update venue set slot_minutes = 90, play_minutes = 80 where venue_id = 1").await;
    app.venues.forget();
    let seen = preview(&app, &asha, change(FIRST, SUNDAY, with_a_break())).await;
    let outside: Vec<_> = seen.outside.iter().map(|case| case.booking.order).collect();
    assert_eq!((outside, seen.outside_before), (vec![shorter.number], 0));
});

on_both_engines!(a_special_day_is_closed_and_a_version_comes_back, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let draft = Draft { special_days: vec![closed_on(MONDAY, "Diwali")], ..usual() };
    let seen = preview(&app, &asha, change(FIRST, SUNDAY, draft.clone())).await;
    assert_eq!((seen.days, seen.closed, seen.opened), (1, 17 * 12, 0));
    publish(&app, &asha, change(FIRST, SUNDAY, draft.clone()), 1).await.unwrap();
    assert_eq!((starts(&app, SUNDAY).await, starts(&app, MONDAY).await), (17, 0));
    let closed = hold_on(&app, customers[0], 1, MONDAY, "7:00 PM").await;
    assert!(matches!(closed, Err(PlaceHoldError::NotBookable)), "{closed:?}");
    let same = publish(&app, &asha, change(2, SUNDAY, draft), 2).await;
    assert!(matches!(same, Err(PublishHoursError::NothingChanges)), "{same:?}");

    let revert = |base, version| HoursChange { base, valid_from: SUNDAY, edit: Edit::Revert(version) };
    assert_eq!(preview(&app, &asha, revert(2, 1)).await.opened, 17 * 12);
    let published = publish(&app, &asha, revert(2, 1), 3).await.unwrap();
    assert_eq!((published.version, published.opened), (3, 17 * 12));
    assert_eq!(starts(&app, MONDAY).await, 17);
    assert_eq!(read_hours(&app, &asha, VENUE).await.unwrap().versions[0].reverted, Some(1));
    let unknown = publish(&app, &asha, revert(3, 9), 4).await;
    let expected = PreviewHoursError::NoSuchVersion.to_string();
    assert_eq!(unknown.unwrap_err().to_string(), expected);
});

on_both_engines!(a_version_comes_back_also_if_slots_have_become_longer_since, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let spans = [span("6:00 AM", "9:00 AM"), span("10:00 AM", "10:00 AM"), span("11:00 AM", "8:00 PM")];
    let special = SpecialDay { day: MONDAY, label: "Diwali".to_owned(), spans: spans.to_vec() };
    let draft = Draft { special_days: vec![special], ..every_day(&spans) };
    publish(&app, &asha, change(FIRST, SUNDAY, draft), 1).await.unwrap();
    publish(&app, &asha, change(2, SUNDAY, usual()), 2).await.unwrap();
    run(&app.store, "update venue set slot_minutes = 90, play_minutes = 80 where venue_id = 1").await;
    app.venues.forget();
    let revert = HoursChange { base: 3, valid_from: SUNDAY, edit: Edit::Revert(2) };
    assert_eq!(publish(&app, &asha, revert, 3).await.unwrap().version, 4);
    // The slot of 9 AM ends at 10:30, so none starts at 10. From 11 AM on there are seven.
    assert_eq!((starts(&app, SUNDAY).await, starts(&app, MONDAY).await), (10, 10));
});

on_both_engines!(hours_without_a_price_are_in_the_preview, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    run(&app.store, "update price_rule set until_minute = 1320").await;
    let late = every_day(&[span("6:00 AM", "11:00 PM")]);
    let draft = Draft {
        special_days: vec![SpecialDay {
            day: date(2026, 12, 25),
            label: "Christmas".to_owned(),
            spans: vec![span("10:00 PM", "10:00 PM")],
        }],
        ..late
    };
    let seen = preview(&app, &asha, change(FIRST, SUNDAY, draft)).await;
    assert_eq!(seen.unpriced.len(), 7 * 2 + 1, "{:?}", seen.unpriced);
    assert_eq!(seen.unpriced[0], (SUNDAY, time("10:00 PM"), 12));
    assert_eq!(seen.unpriced[14], (date(2026, 12, 25), time("10:00 PM"), 12));
    assert_eq!(seen.opened_prices, None, "what opens has no price");
    let early = every_day(&[span("5:00 AM", "9:00 PM")]);
    let seen = preview(&app, &asha, change(FIRST, SUNDAY, early)).await;
    assert_eq!(seen.opened_prices, Some((Money::from_rupees(800), Money::from_rupees(800))));
});

on_both_engines!(a_weekday_that_begins_with_a_special_day_is_searched_for_prices_too, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    run(&app.store, "update price_rule set until_minute = 1320").await;
    let late = every_day(&[span("6:00 AM", "11:00 PM")]);
    let draft = Draft { special_days: vec![closed_on(MONDAY, "Diwali")], ..late };
    let seen = preview(&app, &asha, change(FIRST, SUNDAY, draft)).await;
    assert_eq!(seen.unpriced.len(), 7 * 2, "{:?}", seen.unpriced);
    assert_eq!(seen.unpriced[12], (date(2026, 11, 30), time("10:00 PM"), 12), "the Monday after");
});

on_both_engines!(players_book_within_the_limits_of_the_venue, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let window = BookingWindow { horizon_days: Some(2), lead_minutes: 90 };
    publish(&app, &asha, change(FIRST, SUNDAY, Draft { window, ..usual() }), 1).await.unwrap();
    let venue = find_venue(&app, VENUE).await.unwrap().unwrap();
    let bookable = list_bookable_days(&app, &venue, PICKLEBALL).await.unwrap();
    assert_eq!(bookable.days.len(), 3, "today, tomorrow and the day after");
    // It is half past eleven: 12 PM has not begun, and booking for 1 PM ends at this moment.
    let reason = |start: &str| {
        let closed = bookable.days[0].closed.iter().find(|(at, _)| *at == time(start));
        closed.map(|(_, reason)| *reason)
    };
    assert_eq!(reason("11:00 AM"), Some(ClosedReason::Past));
    assert_eq!(reason("12:00 PM"), Some(ClosedReason::TooLate));
    assert_eq!(reason("1:00 PM"), Some(ClosedReason::TooLate));
    assert_eq!(reason("2:00 PM"), None);
    for (day, start) in [(TODAY, "12:00 PM"), (date(2026, 11, 24), "7:00 PM")] {
        let courts = list_courts(&app, VENUE, day, time(start)).await.unwrap().unwrap();
        assert!(courts.iter().all(|offer| !offer.available), "{day} {start}");
    }
    let late = hold_on(&app, customers[0], 1, TODAY, "12:00 PM").await;
    assert!(matches!(late, Err(PlaceHoldError::TooLate(90))), "{late:?}");
    let far = hold_on(&app, customers[0], 1, date(2026, 11, 24), "7:00 PM").await;
    assert!(matches!(far, Err(PlaceHoldError::TooFarAhead(2))), "{far:?}");
    hold_on(&app, customers[0], 1, TODAY, "2:00 PM").await.unwrap();
    // The desk has its own limits.
    let slot = sideout_app::desk::bookings::DeskSlot {
        court: CourtId(2),
        day: date(2026, 12, 20),
        start: time("7:00 PM"),
    };
    let kept = sideout_app::desk::bookings::hold_court::hold_court(&app, &asha, VENUE, slot, request_key(9));
    kept.await.unwrap();
});

on_both_engines!(an_invalid_change_of_hours_and_a_caller_without_permission_are_refused, async |store| {
    let (app, _) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let asha = owner(&app).await;
    let refused = publish(&app, &kiran, change(FIRST, SUNDAY, with_a_break()), 1).await;
    let forbidden = Refused::NotAllowed(Permission::HoursPublish);
    assert!(matches!(refused, Err(PublishHoursError::Refused(refused)) if refused == forbidden));
    let mut twice = usual();
    twice.special_days = vec![closed_on(MONDAY, "Diwali"), closed_on(MONDAY, "Diwali")];
    let mut overlapping = usual();
    overlapping.week[2] = vec![span("6:00 AM", "9:00 AM"), span("9:30 AM", "11:00 AM")];
    for (change, expected) in [
        (change(FIRST, date(2026, 11, 20), with_a_break()), "the day is past or too far ahead"),
        (change(FIRST, date(2028, 1, 1), with_a_break()), "the day is past or too far ahead"),
        (change(4, SUNDAY, with_a_break()), "hours were published since"),
        (
            change(FIRST, SUNDAY, twice),
            "2026-11-23 is there twice, too far ahead, or one special day too many",
        ),
        (
            change(FIRST, SUNDAY, overlapping),
            "weekday 2: the hours from 9:30 AM begin before the slots before them have ended",
        ),
    ] {
        let refused = publish(&app, &asha, change, 2).await.unwrap_err();
        assert_eq!(refused.to_string(), expected);
    }
    assert_eq!(read_hours(&app, &asha, VENUE).await.unwrap().manager, Manager::File);
});

on_both_engines!(versions_of_hours_are_only_added_to, async |store| {
    let (app, _) = open_app(store, 1).await;
    for text in ["update hours_version set hours = '{}'", "delete from hours_version"] {
        let statement = Statement { name: text, text };
        let done: Result<u64, StoreError> = app
            .store
            .write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, &[]).await }))
            .await;
        assert!(done.is_err(), "{text}");
    }
});

/// Publishes hours twelve times at once from the same version, each time with another last start; returns how many
/// succeed.
async fn published_at_once(here: Store, there: Store) -> usize {
    let (app, _) = open_app(here, 1).await;
    let other = app.another_node_on(there, |_| {});
    let asha = owner(&app).await;
    let answers = run_concurrently(12, |n| {
        let node = if n % 2 == 0 { app.app() } else { other.app() };
        let asha = asha.clone();
        async move {
            let last = StartTime::from_minute(600 + 60 * u16::try_from(n).unwrap()).unwrap();
            let draft = every_day(&[OpeningHours { first_start: time("6:00 AM"), last_start: last }]);
            publish_hours(&node, &asha, VENUE, change(FIRST, SUNDAY, draft), request_key(n as u64)).await
        }
    });
    let answers = answers.await;
    let is_expected = |answer: &Result<Published, PublishHoursError>| {
        matches!(answer, Ok(_) | Err(PublishHoursError::Preview(PreviewHoursError::ChangedMeanwhile)))
    };
    assert!(answers.iter().all(is_expected), "{answers:?}");
    answers.into_iter().filter(Result::is_ok).count()
}

// INVARIANT: of several publications from one version one succeeds, and the others are refused.
on_two_nodes!(of_twelve_publications_of_hours_from_one_version_one_succeeds, async |stores| {
    let [here, there]: [Store; 2] = stores;
    assert_eq!(published_at_once(here, there).await, 1);
});

on_two_nodes!(control_if_the_newest_version_is_not_read_all_twelve_publish, async |stores| {
    let stores: [Store; 2] = stores;
    // Each publication sees the first version only, and takes the next free number.
    let number = "(select coalesce(max(version), 0) + 1 from hours_version where venue_id = $1 and $2 = $2)";
    let [here, there] = stores.map(|store| {
        let unguarded = without_guard(
            &store,
            statement("hours_version/list"),
            "where venue_id = $1",
            "where version = 1 and venue_id = $1",
        );
        without_guard(&unguarded, statement("hours_version/add"), "cast($2 as bigint)", number)
    });
    assert_eq!(published_at_once(here, there).await, 12);
});

/// Pairs of claims on one court that overlap.
const OVERLAPS: &str = "select count(*) as count from slot_claim a
  join slot_claim b on b.court_id = a.court_id and b.starts_at > a.starts_at and b.starts_at < a.ends_at";

/// Twelve players hold 7 PM while hours are published in which play starts at half past; then other players try the
/// slots that overlap those by half an hour. Returns how many of these are held, and how many claims overlap.
async fn sold_on_two_grids(app: &TestApp, customers: &[CustomerId]) -> (usize, i64) {
    let asha = owner(app).await;
    let holding = run_concurrently(12, |n| {
        let (app, customer) = (app.app(), customers[n]);
        let court = CourtId(i64::try_from(n).unwrap() + 1);
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court, day: SUNDAY, start: time("7:00 PM") };
        async move { place_hold(&app, customer, pick).await }
    });
    let half_past = change(FIRST, SUNDAY, every_day(&[span("6:30 AM", "10:30 PM")]));
    let (held, published) = tokio::join!(holding, publish(app, &asha, half_past, 1));
    published.unwrap();
    // A call that read the hours before the publication holds the court. A call that read them afterwards is refused,
    // because no slot starts at that time.
    let is_expected =
        |held: &Result<_, PlaceHoldError>| matches!(held, Ok(_) | Err(PlaceHoldError::NotBookable));
    assert!(held.iter().all(is_expected), "{held:?}");
    assert!(held.iter().any(Result::is_ok), "some calls read the hours before the publication");
    let mut sold = 0;
    // The calls are in the order in which they ended.
    for (n, held) in held.iter().flatten().enumerate() {
        let start = if n % 2 == 0 { "6:30 PM" } else { "7:30 PM" };
        let got = hold_on(app, customers[12 + n], held.slot.court.0, SUNDAY, start).await;
        assert!(matches!(got, Ok(()) | Err(PlaceHoldError::Taken)), "{got:?} beside {held:?}");
        sold += usize::from(got.is_ok());
    }
    (sold, number(&app.store, OVERLAPS).await)
}

on_both_engines!(an_hour_that_is_held_while_hours_are_published_is_not_sold_again, async |store| {
    let (app, customers) = open_app(store, 24).await;
    assert_eq!(sold_on_two_grids(&app, &customers).await, (0, 0));
});

on_both_engines!(control_without_the_trigger_against_overlaps_overlapping_slots_are_sold, async |store| {
    let (app, customers) = open_app(store, 24).await;
    let drops = match app.store.engine() {
        "sqlite" => ["drop trigger slot_claim_overlaps", "drop trigger slot_claim_moves"],
        _ => {
            ["drop trigger slot_claim_overlaps on slot_claim", "drop trigger slot_claim_moves on slot_claim"]
        }
    };
    for drop in drops {
        run(&app.store, drop).await;
    }
    let (sold, overlaps) = sold_on_two_grids(&app, &customers).await;
    assert!(sold > 0 && overlaps > 0, "{sold} sold, {overlaps} overlaps");
});

fn span_of(court: &str, (from, to): (DateTime, DateTime)) -> Span {
    Span { venue: VENUE, courts: court.parse().unwrap(), from, to }
}

pub(crate) async fn close_court(app: &TestApp, court: &str, time: (DateTime, DateTime)) {
    let span = span_of(court, time);
    let closure = Closure { span, reason: "Net repair".parse().unwrap(), asks_players: false };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure).await.unwrap();
}

on_both_engines!(a_court_that_is_closed_stays_closed_at_hours_that_are_added, async |store| {
    let (app, customers) = open_app(store, 4).await;
    let asha = owner(&app).await;
    close_court(&app, "3", (SUNDAY.at(0, 0, 0, 0), MONDAY.at(0, 0, 0, 0))).await;
    let an_hour = span_of("3", (SUNDAY.at(10, 0, 0, 0), SUNDAY.at(11, 0, 0, 0)));
    assert_eq!(open_courts(&app.store, an_hour, app.clock_now()).await.unwrap().slots, 1);

    let longer = change(FIRST, SUNDAY, every_day(&[span("5:00 AM", "11:00 PM")]));
    publish(&app, &asha, longer, 1).await.unwrap();
    for start in ["5:00 AM", "11:00 PM"] {
        let refused = hold_on(&app, customers[0], 3, SUNDAY, start).await;
        assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{start}: {refused:?}");
    }
    hold_on(&app, customers[1], 4, SUNDAY, "5:00 AM").await.unwrap();
    hold_on(&app, customers[2], 3, MONDAY, "5:00 AM").await.unwrap();
    // What was opened again stays open.
    hold_on(&app, customers[3], 3, SUNDAY, "10:00 AM").await.unwrap();
});

on_both_engines!(a_court_stays_closed_on_the_last_day_of_a_closure_that_gets_hours_later, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let asha = owner(&app).await;
    let holiday = Draft { special_days: vec![closed_on(SUNDAY, "Holiday")], ..usual() };
    publish(&app, &asha, change(FIRST, SUNDAY, holiday), 1).await.unwrap();
    close_court(&app, "3", (TODAY.at(0, 0, 0, 0), MONDAY.at(0, 0, 0, 0))).await;

    publish(&app, &asha, change(FIRST + 1, SUNDAY, usual()), 2).await.unwrap();
    let refused = hold_on(&app, customers[0], 3, SUNDAY, "10:00 AM").await;
    assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{refused:?}");
    hold_on(&app, customers[0], 4, SUNDAY, "10:00 AM").await.unwrap();
    hold_on(&app, customers[1], 3, MONDAY, "10:00 AM").await.unwrap();
});

on_both_engines!(
    a_court_stays_closed_at_hours_that_are_added_when_those_of_the_day_are_over,
    async |store| {
        let (app, customers) = open_app(store, 2).await;
        let asha = owner(&app).await;
        let until_two =
            SpecialDay { day: SUNDAY, label: "Half day".to_owned(), spans: vec![span("6:00 AM", "1:00 PM")] };
        let half_day = Draft { special_days: vec![until_two], ..usual() };
        publish(&app, &asha, change(FIRST, SUNDAY, half_day), 1).await.unwrap();
        for court in ["3", "4"] {
            close_court(&app, court, (SUNDAY.at(0, 0, 0, 0), MONDAY.at(0, 0, 0, 0))).await;
        }
        let from_noon = span_of("4", (SUNDAY.at(12, 0, 0, 0), MONDAY.at(0, 0, 0, 0)));
        assert_eq!(open_courts(&app.store, from_noon, app.clock_now()).await.unwrap().slots, 2);

        app.clock.set(at("4:00 PM"));
        // The proof of the other owner is too old by now.
        let nisha = actor(&app, Role::Owner, "9825041731", &[]).await;
        publish(&app, &nisha, change(FIRST + 1, SUNDAY, usual()), 2).await.unwrap();
        let refused = hold_on(&app, customers[0], 3, SUNDAY, "8:00 PM").await;
        assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{refused:?}");
        // It was opened again for the rest of the day.
        hold_on(&app, customers[1], 4, SUNDAY, "8:00 PM").await.unwrap();
    }
);

on_both_engines!(
    a_game_beside_a_closure_stays_also_if_a_start_of_the_new_hours_overlaps_both,
    async |store| {
        let (app, customers) = open_app(store, 4).await;
        let asha = owner(&app).await;
        let before = booked(&app, customers[0], 3, "5:00 PM").await;
        let after = booked(&app, customers[1], 3, "8:00 PM").await;
        let inside = booked(&app, customers[2], 3, "6:00 PM").await;
        publish(&app, &asha, change(FIRST, SUNDAY, every_day(&[span("6:30 AM", "10:30 PM")])), 1)
            .await
            .unwrap();
        let closed_time = Span {
            venue: VENUE,
            courts: "3".parse().unwrap(),
            from: SUNDAY.at(18, 0, 0, 0),
            to: SUNDAY.at(20, 0, 0, 0),
        };
        let seen =
            preview_closure(&app.store, closed_time.clone(), None, app.clock_now()).await.unwrap().unwrap();
        let lost: Vec<_> = seen.displaced.iter().map(|displaced| displaced.order).collect();
        assert_eq!(lost, [inside.number]);
        let closure =
            Closure { span: closed_time, reason: "Net repair".parse().unwrap(), asks_players: false };
        let closed = close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure);
        let closed: Vec<_> =
            closed.await.unwrap().displaced.iter().map(|displaced| displaced.order).collect();
        assert_eq!(closed, lost, "what the preview showed");
        // No slot that reaches into the closed time is free, also when the game beside it is cancelled.
        for order in [&before, &after] {
            cancel(&app, order.customer, order.number, None).await.unwrap();
        }
        for start in ["5:30 PM", "6:30 PM", "7:30 PM"] {
            let refused = hold_on(&app, customers[3], 3, SUNDAY, start).await;
            assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{start}: {refused:?}");
        }
        hold_on(&app, customers[3], 3, SUNDAY, "8:30 PM").await.unwrap();
    }
);
