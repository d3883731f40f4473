//! What importing a file changes in the database, on both engines.

use jiff::civil::{Date, date};
use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    closures::{Closure, Span, close_courts},
    operator::{
        Change, ChoiceError, Choices, ClosedDayWithNewHours, ImportError, ImportRefusal, Imported, Misfit,
        Mode, Selection, import_operator, list_overlaps, list_stranded, parse_for_stored_zone,
        parse_operator_file, preview_for_empty_database,
    },
    platform::{brand::find_brand, random::SystemRandom, venues::list_venues},
};
use sideout_domain::{CourtId, SportId, VenueId, hours::MOST_SPECIAL_DAYS, slot::StartTime, venue::Venue};
use sideout_store::{Coupons, Statement, StoreError, VenueDays, params, venue_days::ClosedDay};
use sideout_testkit::{Player, TestApp, on_both_engines, statement, without_guard};

use crate::sample::{Drawings, FILE, file_with_special_days};

async fn import(app: &TestApp, text: &str, mode: Mode) -> Result<Vec<String>, ImportError> {
    let imported = import_choosing(app, text, mode, Choices::default()).await?;
    Ok(imported.changes.iter().map(Change::to_string).collect())
}

async fn import_choosing(
    app: &TestApp,
    text: &str,
    mode: Mode,
    choices: Choices,
) -> Result<Imported, ImportError> {
    let file = parse_operator_file(text).unwrap();
    let now = sideout_app::platform::clock::Clock::now(&app.clock);
    let imported = import_operator(&app.store, &app.images, file, &Drawings, now, mode, choices).await;
    app.venues.forget();
    app.brand.forget();
    imported
}

async fn venue(app: &TestApp) -> Venue {
    list_venues(app).await.unwrap()[0].as_ref().clone()
}

async fn book(app: &TestApp, player: &Player, court: i64) -> Order {
    let pick = Pick {
        sport: SportId(1),
        venue: VenueId(1),
        court: CourtId(court),
        day: "2026-11-23".parse().unwrap(),
        start: "7:00 PM".parse().unwrap(),
    };
    let order = place_hold(app, player.customer.id, pick).await.unwrap();
    confirm_at_court(app, player.customer.id, order.number, Some("WELCOME50")).await.unwrap()
}

on_both_engines!(more_special_days_ahead_than_the_desk_could_publish_are_refused, async |store| {
    let app = TestApp::over(store);
    let one_more = file_with_special_days("2026-11-21".parse().unwrap(), MOST_SPECIAL_DAYS + 1);
    for mode in [Mode::DryRun, Mode::Apply] {
        let refused = import(&app, &one_more, mode).await.unwrap_err().to_string();
        assert_eq!(refused, "North has more than 400 special days from today on; leave some of them out");
    }
    // On the next day the first of them is past.
    app.clock.advance(86_400);
    import(&app, &one_more, Mode::Apply).await.unwrap();
});

#[test]
fn more_special_days_ahead_are_refused_also_before_there_is_a_database() {
    let file =
        |count| parse_operator_file(&file_with_special_days("2026-11-21".parse().unwrap(), count)).unwrap();
    let now = "2026-11-21T06:00:00Z".parse().unwrap();
    let refused = preview_for_empty_database(file(MOST_SPECIAL_DAYS + 1), &Drawings, now).unwrap_err();
    assert!(matches!(&refused, ImportError::TooManySpecialDays(venue) if venue == "North"), "{refused}");
    assert!(!preview_for_empty_database(file(MOST_SPECIAL_DAYS), &Drawings, now).unwrap().is_empty());
}

on_both_engines!(a_file_is_imported_and_importing_it_again_changes_nothing, async |store| {
    let app = TestApp::over(store);
    let changes = import(&app, FILE, Mode::Apply).await.unwrap();
    assert_eq!(
        changes,
        [
            "+ brand Test Club",
            "+ sport 1 Pickleball",
            "+ venue 1 North",
            "+ venue 1 North, court 1 (OUTDOOR)",
            "+ venue 1 North, court 2 (INDOOR)",
            "+ coupon WELCOME50",
        ]
    );
    let shown = venue(&app).await;
    assert_eq!((shown.name.as_str(), shown.courts.len(), shown.prices.len()), ("North", 2, 3));
    assert!(!shown.hours.weeks[0].days[0].is_empty() && shown.hours.weeks[0].days[6].is_empty());
    assert_eq!(find_brand(&app).await.unwrap().name, "Test Club");
    let key = shown.image.strip_prefix("/images/").unwrap().parse().unwrap();
    assert!(app.images.get(&key).await.unwrap().unwrap().starts_with(b"<svg"));

    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), [""; 0]);
});

on_both_engines!(a_dry_run_reports_the_same_and_changes_nothing, async |store| {
    let app = TestApp::over(store);
    let report = import(&app, FILE, Mode::DryRun).await.unwrap();
    assert!(list_venues(&app).await.unwrap().is_empty());
    app.venues.forget();
    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), report);

    let changed = FILE.replace("rupees = 900", "rupees = 950").replace("North End", "South End");
    let report = import(&app, &changed, Mode::DryRun).await.unwrap();
    assert_eq!(
        report,
        [
            "~ venue 1 North: location \"North End\" → \"South End\"",
            "~ venue 1 North: prices: ₹900 for court 2 → ₹950 for court 2",
        ]
    );
    assert_eq!(venue(&app).await.location, "North End");
    assert_eq!(import(&app, &changed, Mode::Apply).await.unwrap(), report);
    assert_eq!(venue(&app).await.location, "South End");
});

on_both_engines!(a_court_that_is_closed_stays_closed_on_a_weekday_that_the_file_opens, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let player = app.player("9876543210").await;
    // From Saturday to Monday. The venue is not open on Sundays.
    let span = Span {
        venue: VenueId(1),
        courts: "1".parse().unwrap(),
        from: date(2026, 11, 21).at(0, 0, 0, 0),
        to: date(2026, 11, 24).at(0, 0, 0, 0),
    };
    let closure = Closure { span, reason: "Net repair".parse().unwrap(), asks_players: false };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure).await.unwrap();
    let sundays = FILE.replace("sunday = \"closed\"", "sunday = \"6:00 AM - 10:00 PM\"");
    import(&app, &sundays, Mode::Apply).await.unwrap();
    let pick = |court| Pick {
        sport: SportId(1),
        venue: VenueId(1),
        court: CourtId(court),
        day: date(2026, 11, 22),
        start: "7:00 PM".parse().unwrap(),
    };
    let refused = place_hold(&app, player.customer.id, pick(101)).await;
    assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{refused:?}");
    place_hold(&app, player.customer.id, pick(102)).await.unwrap();
});

on_both_engines!(no_hour_is_added_to_a_day_that_was_closed, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (zone, saturday) = (venue(&app).await.zone, "2026-11-21".parse::<Date>().unwrap());
    let at = |day: Date, time: &str| time.parse::<StartTime>().unwrap().on(day, &zone);
    let longer = FILE.replace("6:00 AM - 10:00 PM", "6:00 AM - 11:00 PM");
    app.clock.set(at(saturday, "10:05 PM"));
    let dry = import_choosing(&app, &longer, Mode::DryRun, Choices::default()).await.unwrap();
    assert_eq!(dry.refused, None, "the day is still open");

    let now = at(saturday, "10:05 PM");
    let closed = ClosedDay {
        venue: VenueId(1),
        day: saturday,
        closed_at: now,
        closed_by: None,
        money_from: at(saturday, "12:00 AM"),
        money_until: now,
        facts: "{}".to_owned(),
        entries: Vec::new(),
        digest: "K7Q4".to_owned(),
        digest_now: None,
    };
    let add = app.store.write(closed, |tx, closed| Box::pin(async move { VenueDays(tx).add(closed).await }));
    let added: Result<bool, StoreError> = add.await;
    assert!(added.unwrap());
    let expected = ClosedDayWithNewHours { venue: "North".to_owned(), day: saturday };
    let refused = import(&app, &longer, Mode::Apply).await;
    assert!(matches!(&refused, Err(ImportError::DayClosed(closed)) if *closed == expected), "{refused:?}");
    let dry = import_choosing(&app, &longer, Mode::DryRun, Choices::default()).await.unwrap();
    assert_eq!(dry.refused, Some(ImportRefusal::DayClosed(expected.clone())));
    // In a zone further west the last hours of the closed day are not over.
    let west = FILE.replace("location =", "timezone = \"Asia/Dubai\"\nlocation =");
    let refused = import(&app, &west, Mode::Apply).await;
    assert!(matches!(&refused, Err(ImportError::DayClosed(closed)) if *closed == expected), "{refused:?}");
    // Hours of another day and other changes are imported.
    let sundays = FILE.replace("sunday = \"closed\"", "sunday = \"6:00 AM - 10:00 PM\"");
    import(&app, &sundays.replace("North End", "South End"), Mode::Apply).await.unwrap();
    app.clock.set(at(saturday.tomorrow().unwrap(), "6:00 AM"));
    import(&app, &longer, Mode::Apply).await.unwrap();
});

#[test]
fn a_file_without_a_brand_is_in_the_zone_of_the_stored_one() {
    let zone_of = |text: &str| parse_for_stored_zone(text, "Asia/Dubai").unwrap().venues[0].zone.clone();
    assert_eq!(zone_of(FILE).iana_name(), Some("Asia/Kolkata"), "the brand of the file counts");
    let (before, rest) = FILE.split_once("[brand]").unwrap();
    let after = &rest[rest.find("[[").unwrap()..];
    assert_eq!(zone_of(&format!("{before}{after}")).iana_name(), Some("Asia/Dubai"));
}

on_both_engines!(prices_that_the_desk_published_meanwhile_are_not_replaced, async |store| {
    import(&TestApp::over(store.clone()), FILE, Mode::Apply).await.unwrap();
    let newest = statement("price_version/find_newest");
    let before = without_guard(&store, newest, "max(version), 0)", "max(version), 0) - 1");
    let changed = FILE.replace("rupees = 900", "rupees = 950");
    let refused = import(&TestApp::over(before), &changed, Mode::Apply).await;
    assert!(matches!(refused, Err(ImportError::Store(StoreError::Unavailable(_)))), "{refused:?}");
    let app = TestApp::over(store);
    let prices = venue(&app).await.prices;
    import(&app, FILE, Mode::Apply).await.unwrap();
    assert_eq!(venue(&app).await.prices, prices, "the prices are those of the first import");
});

on_both_engines!(changed_rules_of_the_brand_are_reported_as_the_file_writes_them, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let rules = "refund_weekday = \"Monday\"\nrefund_time = \"9:05 AM\"\nsac = \"none\"\npaddle_fee = 1999.50\n[[sport]]";
    let changes = import(&app, &FILE.replacen("[[sport]]", rules, 1), Mode::Apply).await.unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    for rule in [
        "refund_weekday none → \"monday\"",
        "refund_time none → \"9:05 AM\"",
        "sac none → \"none\"",
        "paddle_fee ₹2,500 → ₹1,999.50",
    ] {
        assert!(changes[0].contains(rule), "{changes:?}");
    }
});

on_both_engines!(courts_removed_from_the_file_are_retired_and_their_bookings_stay, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, player) = app.with_player().await;
    let booked = book(&app, &player, 102).await;

    let without = FILE.replace(COURT_2, "").replace(PRICE_OF_COURT_2, "");
    let without = without.split("[[coupon]]").next().unwrap();
    let keep = Choices { keep: Selection::All, close: Selection::Nothing };
    let imported = import_choosing(&app, without, Mode::Apply, keep).await.unwrap();
    assert_eq!(
        imported.changes.iter().map(Change::to_string).collect::<Vec<_>>(),
        [
            "- venue 1 North, court 2: is not in the file and is retired",
            "~ venue 1 North: prices: ₹900 for court 2 → none",
            "- coupon WELCOME50: is not in the file and is no longer valid",
        ]
    );
    assert_eq!(venue(&app).await.courts.len(), 1);
    let found = sideout_app::booking::find_order::find_order(&app, player.customer.id, booked.number).await;
    assert_eq!(found.unwrap().unwrap().court_number, 2, "the booking is still there");

    import(&app, FILE, Mode::Apply).await.unwrap();
    assert_eq!(venue(&app).await.courts.len(), 2, "a court that is in the file again is brought back");
    let coupon = app.store.read((), |tx, ()| Box::pin(async move { Coupons(tx).find("WELCOME50").await }));
    let coupon = coupon.await.unwrap().unwrap();
    assert!(coupon.is_active);
    assert_eq!(coupon.used, 1, "its uses still count");
});

on_both_engines!(a_mistake_that_the_import_finds_changes_nothing, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, first) = app.with_player().await;
    book(&app, &first, 101).await;
    let second = app.player("9876543211").await;
    book(&app, &second, 102).await;

    let changed = FILE.replace("flat = 50", "flat = 50\ntotal_limit = 1").replace("North End", "South End");
    let error = import(&app, &changed, Mode::Apply).await.unwrap_err().to_string();
    assert_eq!(error, "coupon WELCOME50 was used 2 times already; its total_limit must be at least that");
    let missing = FILE.replace("north.svg", "missing.svg").replace("North End", "South End");
    let error = import(&app, &missing, Mode::Apply).await.unwrap_err().to_string();
    assert!(error.starts_with("North: picture missing.svg: cannot be read"), "{error}");
    assert_eq!(venue(&app).await.location, "North End");
});

on_both_engines!(court_ids_that_another_program_chose_are_kept, async |store| {
    let app = TestApp::over(store);
    let foreign = parse_operator_file(FILE).unwrap().venues[0].clone();
    app.store
        .write(foreign, |tx, foreign| {
            Box::pin(async move {
                use sideout_store::import::{Imports, Sport};
                let mut imports = Imports(tx);
                imports.put_sport(&Sport { id: SportId(1), name: "Pickleball".to_owned() }).await?;
                imports.put_venue(foreign, 1).await?;
                let court = sideout_domain::venue::Court { id: CourtId(7), ..foreign.courts[1].clone() };
                imports.put_court(&court).await?;
                Ok::<_, StoreError>(())
            })
        })
        .await
        .unwrap();
    import(&app, FILE, Mode::Apply).await.unwrap();
    let shown = venue(&app).await;
    let indoor = shown.courts.iter().find(|court| court.number == 2).unwrap();
    assert_eq!(indoor.id, CourtId(7));
    assert!(shown.prices.iter().any(|rule| rule.court == Some(CourtId(7))), "its price is for this id");
    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), [""; 0]);
});

/// The lines of [`FILE`] with court 2.
const COURT_2: &str = "[[venue.court]]\nnumber = 2\ntype = \"indoor\"\n";
/// The lines of [`FILE`] with the price of court 2.
const PRICE_OF_COURT_2: &str = "[[venue.price]]\ncourts = \"indoor\"\nrupees = 900\n";

/// The version of the venue.
async fn version(app: &TestApp) -> i64 {
    use sideout_store::import::{Imports, StoredVenue};
    let read = app.store.read((), |tx, ()| Box::pin(async move { Imports(tx).list_venues().await }));
    let stored: Result<Vec<StoredVenue>, StoreError> = read.await;
    stored.unwrap()[0].version
}

on_both_engines!(a_court_removed_from_the_file_gives_its_venue_a_new_version, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let before = version(&app).await;
    let without = FILE.replace(COURT_2, "").replace(PRICE_OF_COURT_2, "");
    import(&app, &without, Mode::Apply).await.unwrap();
    let after = version(&app).await;
    assert!(after > before, "a change at the desk that names version {before} is refused: {after}");
});

/// Changed files that a booking of court 2 at 7 PM does not fit any more, each with the reason.
fn stranding() -> Vec<(String, &'static str)> {
    let with = |old: &str, new: &str| FILE.replace(old, new);
    vec![
        (with("6:00 AM - 10:00 PM", "6:30 AM - 10:30 PM"), "no slot starts at 7:00 PM on that day"),
        (with("6:00 AM - 10:00 PM", "6:00 AM - 6:00 PM"), "no slot starts at 7:00 PM on that day"),
        (
            with("image = \"north.svg\"", "image = \"north.svg\"\nslot_minutes = 30\nplay_minutes = 25"),
            "slots last 30 minutes",
        ),
        (
            with("image = \"north.svg\"", "image = \"north.svg\"\nslot_minutes = 90"),
            "no slot starts at 7:00 PM on that day",
        ),
        (
            with("image = \"north.svg\"", "image = \"north.svg\"\ntimezone = \"Asia/Dubai\""),
            "it would be Mon 23 Nov 2026 5:30 PM on the venue's clock",
        ),
        (with(COURT_2, "").replace(PRICE_OF_COURT_2, ""), "the court can no longer be booked"),
        (
            with("number = 2\ntype = \"indoor\"", "number = 2\ntype = \"outdoor\"")
                .replace(PRICE_OF_COURT_2, ""),
            "the court is of another type or sport",
        ),
        (
            with(
                "every_day = \"6:00 AM - 10:00 PM\"",
                "every_day = \"6:00 AM - 10:00 PM\"\nmonday = \"closed\"",
            ),
            "no slot starts at 7:00 PM on that day",
        ),
    ]
}

fn keep(orders: &[&Order]) -> Choices {
    let numbers = orders.iter().map(|order| order.number.value()).collect();
    Choices { keep: Selection::Orders(numbers), close: Selection::Nothing }
}

on_both_engines!(a_booking_that_does_not_fit_the_new_file_is_listed_and_nothing_is_written, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, player) = app.with_player().await;
    let booked = book(&app, &player, 102).await;
    for (changed, why) in stranding() {
        let before = venue(&app).await;
        let error = import(&app, &changed, Mode::Apply).await.unwrap_err();
        let message = error.to_string();
        let line = format!(
            "#{}  North, Court 2, Mon 23 Nov 2026 7:00 PM  Asha Mehta  +91 ••••• •3210  booked, paid ₹0: {why}",
            booked.number
        );
        assert!(message.contains(&line), "{message}");
        assert!(message.contains("--keep") && message.contains("--close"), "{message}");
        let after = venue(&app).await;
        assert_eq!(
            (&after.hours, &after.courts, after.slot_minutes),
            (&before.hours, &before.courts, before.slot_minutes)
        );

        let dry = import_choosing(&app, &changed, Mode::DryRun, Choices::default()).await.unwrap();
        assert_eq!(dry.stranded.len(), 1);
        assert!(
            matches!(dry.refused, Some(ImportRefusal::Choices(ChoiceError::Undecided(_)))),
            "{:?}",
            dry.refused
        );

        // With a choice for the booking the file is imported; a repeated import needs no choice.
        let kept = import_choosing(&app, &changed, Mode::Apply, keep(&[&booked])).await.unwrap();
        assert_eq!((kept.stranded.len(), kept.to_close.len()), (1, 0));
        let again = import(&app, &changed, Mode::Apply).await.unwrap();
        assert_eq!(again, [""; 0]);
        let back = Choices { keep: Selection::All, close: Selection::Nothing };
        import_choosing(&app, FILE, Mode::Apply, back).await.unwrap();
    }
    assert!(list_stranded(&app.store, app.clock_now()).await.unwrap().is_empty());
});

on_both_engines!(
    a_booking_that_does_not_fit_is_listed_with_what_was_paid_and_did_not_go_back,
    async |store| {
        let app = TestApp::over(store);
        import(&app, FILE, Mode::Apply).await.unwrap();
        let (app, player) = app.with_player().await;
        book(&app, &player, 102).await;
        let paid: Result<u64, StoreError> = app
            .store
            .write((), |tx, ()| {
                Box::pin(async move {
                    let text = "update orders set paid_paise = 50000, returned_paise = 15000";
                    tx.run(Statement { name: "test/paid", text }, params![]).await
                })
            })
            .await;
        assert_eq!(paid.unwrap(), 1);
        let without = FILE.replace(COURT_2, "").replace(PRICE_OF_COURT_2, "");
        let message = import(&app, &without, Mode::Apply).await.unwrap_err().to_string();
        assert!(message.contains("booked, paid ₹350: "), "{message}");
    }
);

on_both_engines!(a_hold_that_does_not_fit_is_listed_too_and_an_expired_one_is_not, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, player) = app.with_player().await;
    let pick = Pick {
        sport: SportId(1),
        venue: VenueId(1),
        court: CourtId(101),
        day: "2026-11-23".parse().unwrap(),
        start: "7:00 PM".parse().unwrap(),
    };
    place_hold(&app, player.customer.id, pick).await.unwrap();
    let changed = &stranding()[0].0;
    let message = import(&app, changed, Mode::Apply).await.unwrap_err().to_string();
    assert!(
        message.contains("Court 1, Mon 23 Nov 2026 7:00 PM") && message.contains("held, paid ₹0"),
        "{message}"
    );
    app.clock.advance(600);
    import(&app, changed, Mode::Apply).await.unwrap();
});

on_both_engines!(choices_name_stranded_bookings_only, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, first) = app.with_player().await;
    let second = app.player("9876543211").await;
    let (one, two) = (book(&app, &first, 101).await, book(&app, &second, 102).await);
    let changed = &stranding()[0].0;
    let refused = async |choices: Choices| {
        import_choosing(&app, changed, Mode::Apply, choices).await.unwrap_err().to_string()
    };
    let message = refused(keep(&[&one])).await;
    assert!(
        message.contains(&two.number.to_string()) && !message.contains(&one.number.to_string()),
        "{message}"
    );
    let foreign = Choices { keep: "all".parse().unwrap(), close: "4071553902".parse().unwrap() };
    assert!(refused(foreign).await.contains("order #4071553902 fits the file"));
    let both = Choices { keep: "all".parse().unwrap(), close: "all".parse().unwrap() };
    assert!(refused(both).await.contains("choose one"));

    let choices =
        Choices { keep: "all".parse().unwrap(), close: format!("#{}", two.number).parse().unwrap() };
    let imported = import_choosing(&app, changed, Mode::Apply, choices).await.unwrap();
    assert_eq!(imported.to_close, [two.number]);
    // The import does not close the booking: the command does afterwards. A kept booking can be closed later by its number.
    let later = Choices { keep: Selection::Nothing, close: one.number.to_string().parse().unwrap() };
    let imported = import_choosing(&app, changed, Mode::Apply, later).await.unwrap();
    assert_eq!(imported.to_close, [one.number]);
    let stranded = list_stranded(&app.store, app.clock_now()).await.unwrap();
    assert_eq!(stranded.len(), 2);
    assert!(matches!(stranded[0].why, Misfit::NoStart(_)));
});

on_both_engines!(closing_a_stranded_booking_cancels_it_for_the_venue_and_frees_its_time, async |store| {
    use sideout_app::{closures::close_bookings, platform::random::SystemRandom};
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, first) = app.with_player().await;
    let second = app.player("9876543211").await;
    let booked = book(&app, &first, 101).await;
    let pick = Pick {
        sport: SportId(1),
        venue: VenueId(1),
        court: CourtId(102),
        day: "2026-11-23".parse().unwrap(),
        start: "7:00 PM".parse().unwrap(),
    };
    let held = place_hold(&app, second.customer.id, pick).await.unwrap();
    let close = Choices { keep: Selection::Nothing, close: Selection::All };
    let imported = import_choosing(&app, &stranding()[0].0, Mode::Apply, close).await.unwrap();
    assert_eq!(imported.to_close.len(), 2);
    let reason = "New hours".parse().unwrap();
    let receipts = &app.settings.receipts;
    for round in 0..2 {
        let closed =
            close_bookings(&app.store, &app.clock, &SystemRandom, receipts, &imported.to_close, &reason);
        let closed = closed.await.unwrap();
        assert_eq!((closed.displaced.len(), closed.holds), if round == 0 { (1, 1) } else { (0, 0) });
        assert_eq!(closed.finished, imported.to_close, "the ended hold is finished too, in each round");
    }
    let find = sideout_app::booking::find_order::find_order;
    let cancelled = find(&app, first.customer.id, booked.number).await.unwrap().unwrap();
    assert_eq!(cancelled.status.name(), "cancelled");
    assert!(cancelled.closed_by.is_some());
    assert_eq!(find(&app, second.customer.id, held.number).await.unwrap().unwrap().status.name(), "expired");
    assert!(list_stranded(&app.store, app.clock_now()).await.unwrap().is_empty());
    let half_past = Pick { start: "6:30 PM".parse().unwrap(), court: CourtId(101), ..pick };
    place_hold(&app, second.customer.id, half_past).await.unwrap();
});

on_both_engines!(bookings_sold_twice_before_claims_had_an_end_are_found, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, first) = app.with_player().await;
    let second = app.player("9876543211").await;
    let one = book(&app, &first, 101).await;
    let two = book(&app, &second, 102).await;
    assert!(list_overlaps(&app.store, app.clock_now()).await.unwrap().is_empty());
    // As after the migration: the earlier claim ends when the later one begins.
    let sold_twice: Result<(), StoreError> = app
        .store
        .write((one.number.value(), two.number.value()), |tx, (one, two)| {
            Box::pin(async move {
                let run = [
                    "update slot_claim set ends_at = starts_at + 1800000 where order_number = $1",
                    "update slot_claim set court_id = 101, starts_at = starts_at + 1800000, ends_at = ends_at + 1800000
                      where order_number = $1",
                    "update orders set court_id = 101, starts_at = starts_at + 1800000, start_minute = start_minute + 30
                      where order_number = $1",
                ];
                for (text, order) in run.into_iter().zip([*one, *two, *two]) {
                    tx.run(Statement { name: text, text }, params![order]).await?;
                }
                Ok(())
            })
        })
        .await;
    sold_twice.unwrap();
    let overlaps = list_overlaps(&app.store, app.clock_now()).await.unwrap();
    assert_eq!(overlaps.len(), 1);
    let message = overlaps[0].to_string();
    assert!(
        message.contains(&format!("#{} at 7:00 PM and #{} at 7:30 PM overlap", one.number, two.number)),
        "{message}"
    );
});

#[expect(clippy::disallowed_methods, reason = "one duration is compared with another")]
#[tokio::test]
async fn the_time_of_an_import_grows_in_proportion_to_its_coupons() {
    use sideout_store_sqlite::{SqliteOptions, SqliteStore};
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("sideout.db"), SqliteOptions::default()).unwrap();
    let app = TestApp::over(sideout_store::Store::new(store));
    let many = |count: usize| -> String {
        let coupons =
            (0..count).map(|n| format!("[[coupon]]\ncode = \"MANY{n}\"\nflat = 50\ntotal_limit = 5\n"));
        FILE.to_owned() + &coupons.collect::<String>()
    };
    // Ten times as many coupons take about ten times as long, not a hundred times. The durations are compared with each other,
    // because other programs load the machine.
    let time = async |count: usize| {
        let text = many(count);
        let begun = std::time::Instant::now();
        let imported = import(&app, &text, Mode::Apply).await.unwrap();
        (imported.len(), begun.elapsed())
    };
    let (_, few) = time(2_000).await;
    let (added, all) = time(20_000).await;
    assert_eq!(added, 18_000);
    assert!(all < few * 40, "2,000 coupons took {few:?}, 20,000 took {all:?}");
}
