//! The exported file imports to the same state, and an import does not silently replace what was published at the desk.

use jiff::{ToSpan as _, civil::Date};
use sideout_app::{
    desk::{
        brand::{
            change_brand::{ChangeBrand, change_brand},
            read_set_up::read_set_up,
        },
        hours::{self, Draft, HoursChange, publish_hours::publish_hours, read_hours::read_hours},
        prices::{Edit, PriceChange, publish_prices::publish_prices, read_prices::read_prices},
    },
    operator::{
        Change, ImportError, ImportOptions, ImportRefusal, Imported, Mode, import_operator,
        parse_operator_file, write_operator_file,
    },
    platform::{brand::Brand, clock::Clock as _},
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, VenueId,
    hours::{BookingWindow, MOST_SPECIAL_DAYS, SpecialDay, Week},
    money::Money,
    price::Stroke,
    staff::Role,
    venue::OpeningHours,
};
use sideout_store::{Manager, Statement, StoreError, import::Imports, params};
use sideout_testkit::{TestApp, on_both_engines, request_key};

use crate::sample::{Drawings, FILE, file_with_special_days};

const VENUE: VenueId = VenueId(1);

async fn import(app: &TestApp, text: &str, mode: Mode, take_over: bool) -> Result<Imported, ImportError> {
    let file = parse_operator_file(text).unwrap();
    let options = ImportOptions { take_over, ..ImportOptions::default() };
    let imported = import_operator(&app.store, &app.images, file, &Drawings, app.clock.now(), mode, options);
    let imported = imported.await;
    app.venues.forget();
    app.brand.forget();
    imported
}

async fn export(app: &TestApp) -> String {
    let text: Result<String, StoreError> =
        app.store.read((), |tx, ()| Box::pin(write_operator_file(tx))).await;
    text.unwrap()
}

/// Everything that a file can change, as one text.
async fn state(app: &TestApp) -> String {
    let stored = app.store.read((), |tx, ()| Box::pin(async move { Imports(tx).read_operator_data().await }));
    let stored: Result<_, StoreError> = stored.await;
    format!("{:#?}", stored.unwrap())
}

async fn owner(app: &TestApp) -> Actor {
    let asha = app.staff(Role::Owner, "9825041730", &[]).await;
    app.actor(&asha.token).await
}

/// Publishes prices: weekday evenings of the indoor court are dearer, and Tuesday afternoons are not for sale.
async fn publish(app: &TestApp, asha: &Actor, base: i64) {
    let stroke = |courts: &[i64], weekdays, hours: std::ops::Range<u16>, rupees: Option<i64>| Stroke {
        courts: courts.iter().copied().map(CourtId).collect(),
        weekdays,
        from_minute: hours.start * 60,
        until_minute: hours.end * 60,
        price: rupees.map(Money::from_rupees),
    };
    let strokes =
        vec![stroke(&[102], 0b001_1111, 18..22, Some(1_100)), stroke(&[101, 102], 0b000_0010, 13..16, None)];
    let change = PriceChange { base, valid_from: "2026-11-28".parse().unwrap(), edit: Edit::Paint(strokes) };
    publish_prices(app, asha, VENUE, change, request_key(1)).await.unwrap();
}

/// A file with many optional keys, special days and seasons.
fn full_file() -> String {
    let prices = "[[venue.price]]\nrupees = \"none\"\ndate = 2026-12-25\nfrom = \"8:00 AM\"\n\
                  [[venue.price]]\nrupees = 1200\nvalid_from = 2026-12-20\nvalid_to = 2027-01-05\ndays = [\"sat\", \"sun\"]\n\
                  [[venue.price]]\nrupees = 950\ncourts = [1, 2]\nuntil = \"9:00 AM\"\n";
    let coupons = "[[coupon]]\ncode = \"SUMMER\"\npercent = 12.5\nmax_discount = 150.50\nmin_amount = 500\n\
                   from = 2026-11-01\nvenues = [1]\ntotal_limit = 100\nper_customer_limit = 2\n";
    let texts = "[brand.texts.confirmed]\ntext = \"Club: ##court## is yours.\"\ndlt_template_id = \"1107160\"\n\
                 [brand.texts.one_time_code]\ntext = \"##code## is it.\\n@play.example ###code##\"\nmsg91_template_id = \"77\"\n";
    let venue = "facilities = [\"parking\", \"fb\"]\ngallery = [\"hall.svg\"]\nmap_url = \"https://maps.example/1\"\n\
                 upi_address = \"north@okbank\"\nslot_minutes = 90\nplay_minutes = 80\n\
                 horizon_days = 21\nlead_minutes = 45\n[venue.hours]";
    let hours = "sunday = \"6:00 AM - 9:00 AM, 4:00 PM - 10:00 PM\"\n\
                 [[venue.hours_from]]\ndate = 2026-12-01\nevery_day = \"7:00 AM - 8:30 PM\"\nmonday = \"closed\"\n\
                 [[venue.special_day]]\ndate = 2026-11-24\nlabel = \"Diwali \\\"2026\\\"\"\nhours = \"closed\"\n\
                 [[venue.special_day]]\ndate = 2026-12-25\nlabel = \"Christmas\"\nhours = \"8:00 AM - 11:00 AM\"";
    FILE.replacen("[venue.hours]", venue, 1)
        .replacen("sunday = \"closed\"", hours, 1)
        .replace("[[coupon]]\ncode = \"welcome50\"", &format!("{prices}[[coupon]]\ncode = \"welcome50\""))
        .replace("address = \"1 Test Road\"", "address = \"1 \\\"Test\\\" Road\"\ngrievance_officer = \"Nisha\"\nterms_since = 2026-11-01\npaddle_fee = 1999.50\nlogo = \"hall.svg\"\naccent = \"#ffc107\"\n\
                  cancel_cutoff_minutes = 720\nbank_charge_paise = 2550\nrefund_weekday = \"Monday\"\nrefund_time = \"9:05 AM\"\n\
                  hold_seconds = 100\nonline_hold_seconds = 900\nmax_open_unpaid = 1\nmax_no_shows = 0\nreminder_minutes = 90\n\
                  min_age = 16\ngst_rate = 500\nsac = \"none\"\nplace_of_supply = \"24 Gujarat\"")
        + coupons
        + texts
}

on_both_engines!(an_exported_file_imports_to_the_same_state, async |store| {
    for file in [FILE.to_owned(), full_file()] {
        let app = TestApp::over(store.clone());
        import(&app, &file, Mode::Apply, false).await.unwrap();
        let before = state(&app).await;
        let exported = export(&app).await;
        let again = import(&app, &exported, Mode::Apply, false).await.unwrap();
        assert_eq!(again.changes.iter().map(Change::to_string).collect::<Vec<_>>(), [""; 0], "{exported}");
        assert_eq!(state(&app).await, before);
        assert_eq!(export(&app).await, exported);
    }
});

on_both_engines!(hours_that_overlap_since_slots_became_longer_are_exported_apart, async |store| {
    let app = TestApp::over(store);
    let file = FILE.replacen("sunday = \"closed\"", "sunday = \"6:00 AM - 9:00 AM, 10:00 AM - 8:00 PM\"", 1);
    import(&app, &file, Mode::Apply, false).await.unwrap();
    let longer = "update venue set slot_minutes = 90, play_minutes = 80 where venue_id = 1";
    let changed: Result<(), StoreError> = app
        .store
        .write(longer, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await.map(drop) })
        })
        .await;
    changed.unwrap();
    let exported = export(&app).await;
    assert!(exported.contains("sunday = \"6:00 AM - 9:00 AM, 11:30 AM - 8:00 PM\""), "{exported}");
    import(&app, &exported, Mode::Apply, false).await.unwrap();
    assert_eq!(export(&app).await, exported);
});

/// A second venue, and coupons for both venues and for the second one.
const SOUTH: &str = r#"[[venue]]
id = 2
name = "South"
location = "South End"
address = "2 South Road"
image = "south.svg"
[venue.hours]
every_day = "6:00 AM - 10:00 PM"
[[venue.court]]
number = 1
type = "outdoor"
[[venue.price]]
rupees = 700
[[coupon]]
code = "BOTH"
flat = 20
venues = [1, 2]
[[coupon]]
code = "SOUTH"
flat = 30
venues = [2]
"#;

on_both_engines!(the_retired_venues_of_coupons_are_not_exported_and_stay, async |store| {
    let app = TestApp::over(store);
    import(&app, &format!("{FILE}{SOUTH}"), Mode::Apply, false).await.unwrap();
    let retired: Result<(), StoreError> = app
        .store
        .write((), |tx, ()| Box::pin(async move { Imports(tx).retire_venue(VenueId(2)).await }))
        .await;
    retired.unwrap();
    let before = state(&app).await;
    let exported = export(&app).await;
    assert!(exported.contains("code = \"BOTH\"\nflat = 20\nvenues = [1]"), "{exported}");
    assert!(!exported.contains("SOUTH"), "{exported}");
    let again = import(&app, &exported, Mode::Apply, false).await.unwrap();
    assert_eq!(again.changes.iter().map(Change::to_string).collect::<Vec<_>>(), [""; 0], "{exported}");
    assert_eq!(state(&app).await, before);
});

on_both_engines!(what_was_published_is_exported_and_imports_to_the_same_state, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply, false).await.unwrap();
    let asha = owner(&app).await;
    publish(&app, &asha, 1).await;
    let before = state(&app).await;
    let exported = export(&app).await;
    assert!(
        exported.contains("valid_from = 2026-11-28") && exported.contains("rupees = \"none\""),
        "{exported}"
    );
    // Other prices, and then those of the exported file again.
    import(&app, FILE, Mode::Apply, true).await.unwrap();
    assert_ne!(state(&app).await, before);
    import(&app, &exported, Mode::Apply, false).await.unwrap();
    assert_eq!(state(&app).await, before);
});

on_both_engines!(imported_prices_have_the_day_from_which_their_week_is_valid, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply, false).await.unwrap();
    let asha = owner(&app).await;
    publish(&app, &asha, 1).await;
    let exported = export(&app).await;
    import(&app, FILE, Mode::Apply, true).await.unwrap();
    import(&app, &exported, Mode::Apply, false).await.unwrap();
    let prices = read_prices(&app, &asha, VENUE).await.unwrap();
    let days: Vec<_> = prices.versions.iter().map(|version| version.valid_from).collect();
    let scheduled: Option<Date> = "2026-11-28".parse().ok();
    assert_eq!(days, [scheduled, None, scheduled, None], "the newest is the one that was exported");
});

on_both_engines!(imported_hours_have_the_day_from_which_their_last_week_is_valid, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply, false).await.unwrap();
    import(&app, &full_file(), Mode::Apply, false).await.unwrap();
    let asha = owner(&app).await;
    let hours = read_hours(&app, &asha, VENUE).await.unwrap();
    let days: Vec<_> = hours.versions.iter().map(|version| version.valid_from).collect();
    assert_eq!(days, ["2026-12-01".parse().ok(), None], "the full file has a second week from that day");
});

on_both_engines!(published_hours_are_exported_and_the_file_takes_over_only_if_told, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply, false).await.unwrap();
    let asha = owner(&app).await;
    let span = |first: &str, last: &str| OpeningHours {
        first_start: first.parse().unwrap(),
        last_start: last.parse().unwrap(),
    };
    let draft = Draft {
        week: std::array::from_fn(|_| vec![span("6:00 AM", "11:00 AM"), span("4:00 PM", "10:00 PM")]),
        special_days: vec![SpecialDay {
            day: "2026-12-25".parse().unwrap(),
            label: "Christmas".to_owned(),
            spans: Vec::new(),
        }],
        window: BookingWindow { horizon_days: Some(14), lead_minutes: 20 },
    };
    let change =
        HoursChange { base: 1, valid_from: "2026-11-28".parse().unwrap(), edit: hours::Edit::Set(draft) };
    publish_hours(&app, &asha, VENUE, change, request_key(7)).await.unwrap();
    let before = state(&app).await;
    let exported = export(&app).await;
    for text in ["[[venue.hours_from]]\ndate = 2026-11-28", "label = \"Christmas\"", "horizon_days = 14"] {
        assert!(exported.contains(text), "{exported}");
    }
    let refused = import(&app, FILE, Mode::Apply, false).await.unwrap_err();
    assert!(matches!(refused, ImportError::ManagedAtDesk));
    let dry = import(&app, FILE, Mode::DryRun, false).await.unwrap();
    let changes: Vec<String> = dry.changes.iter().map(Change::to_string).collect();
    assert!(
        changes.len() == 1 && changes[0].contains("special_day 2026-12-25 Christmas: closed → none"),
        "{changes:?}"
    );
    import(&app, FILE, Mode::Apply, true).await.unwrap();
    assert_ne!(state(&app).await, before);
    import(&app, &exported, Mode::Apply, false).await.unwrap();
    assert_eq!(state(&app).await, before);
    assert_eq!(export(&app).await, exported);
});

on_both_engines!(the_most_special_days_that_the_desk_can_leave_are_exported_and_imported, async |store| {
    let app = TestApp::over(store);
    let first: Date = "2026-11-21".parse().unwrap();
    import(&app, &file_with_special_days(first, MOST_SPECIAL_DAYS), Mode::Apply, false).await.unwrap();
    // All of them are past now, and as many are ahead.
    app.clock.advance(400 * 86_400);
    let today = first.checked_add(400.days()).unwrap();
    let closed = |day: Date| SpecialDay { day, label: "Festival".to_owned(), spans: Vec::new() };
    let draft = Draft {
        week: Week::default(),
        special_days: today.series(1.day()).take(MOST_SPECIAL_DAYS).map(closed).collect(),
        window: BookingWindow::default(),
    };
    let asha = owner(&app).await;
    let change = HoursChange { base: 1, valid_from: today, edit: hours::Edit::Set(draft) };
    publish_hours(&app, &asha, VENUE, change, request_key(7)).await.unwrap();
    let before = state(&app).await;
    let exported = export(&app).await;
    assert_eq!(exported.matches("[[venue.special_day]]").count(), 2 * MOST_SPECIAL_DAYS);
    let again = import(&app, &exported, Mode::Apply, true).await.unwrap();
    assert_eq!(again.changes.iter().map(Change::to_string).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(state(&app).await, before);
});

on_both_engines!(after_a_publication_an_import_is_refused_unless_it_takes_over, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply, false).await.unwrap();
    let asha = owner(&app).await;
    publish(&app, &asha, 1).await;
    let before = state(&app).await;
    let refused = import(&app, FILE, Mode::Apply, false).await.unwrap_err();
    assert!(matches!(refused, ImportError::ManagedAtDesk) && refused.to_string().contains("--take-over"));
    assert_eq!(state(&app).await, before);
    let dry = import(&app, FILE, Mode::DryRun, false).await.unwrap();
    assert_eq!(dry.refused, Some(ImportRefusal::ManagedAtDesk));
    assert_eq!(dry.changes.len(), 1, "the dry run lists the change: {:?}", dry.changes);

    import(&app, FILE, Mode::Apply, true).await.unwrap();
    let prices = read_prices(&app, &asha, VENUE).await.unwrap();
    assert_eq!((prices.manager, prices.version), (Manager::File, 3), "the file's prices are a version, too");
    import(&app, FILE, Mode::Apply, false).await.unwrap();
});

on_both_engines!(a_brand_of_the_desk_is_exported_and_an_import_replaces_it_only_if_told, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply, false).await.unwrap();
    let asha = owner(&app).await;
    let seen = read_set_up(&app, &asha).await.unwrap();
    assert_eq!((seen.version, seen.manager), (1, Manager::File));
    let brand = Brand {
        name: "Baroda \"Pickleball\" Club".to_owned(),
        instagram_url: Some("https://instagram.com/bpc".to_owned()),
        gstin: Some("24AAQFB2741K1ZC".to_owned()),
        paddle_fee_paise: 199_950,
        accent: Some("#ffc107".to_owned()),
        court: Some("#1b5e20".to_owned()),
        ..seen.brand
    };
    let request = ChangeBrand { version: 1, brand, map_hosts: vec!["https://www.google.com".to_owned()] };
    change_brand(&app, &asha, request, request_key(2)).await.unwrap();
    let before = state(&app).await;
    let refused = import(&app, FILE, Mode::Apply, false).await.unwrap_err();
    assert!(matches!(refused, ImportError::ManagedAtDesk), "{refused}");
    assert_eq!(state(&app).await, before);

    let exported = export(&app).await;
    let again = import(&app, &exported, Mode::DryRun, true).await.unwrap();
    assert_eq!(again.changes.iter().map(Change::to_string).collect::<Vec<_>>(), [""; 0], "{exported}");
    import(&app, FILE, Mode::Apply, true).await.unwrap();
    assert_ne!(state(&app).await, before);
    let seen = read_set_up(&app, &asha).await.unwrap();
    assert_eq!((seen.version, seen.manager), (3, Manager::File), "an edit of an earlier version is refused");
    import(&app, &exported, Mode::Apply, false).await.unwrap();
    assert_eq!(state(&app).await, before);
});
